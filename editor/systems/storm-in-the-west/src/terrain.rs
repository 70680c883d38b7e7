//! SW 12.8–12.11, 13.18–13.27: what each hex and hexside does to movement and combat, from the
//! terrain effects chart of the ruleset. Costs of ground, trench and hexside are added (12.11).

use salient_schema::ruleset::Kind;
use salient_schema::{Bundle, Id};

use salient_hex::grid::{Direction, Hex};
use salient_hex::map::{CompiledMap, NOWHERE};
use salient_rules::Roles;
use salient_rules::effects::{self, Circumstances};

use crate::rules::{ALLIED, Fortress, GERMAN, NOBODY, Weather};

/// The ground, by hex.
#[derive(Clone, Debug)]
pub struct Terrain {
    pub hexes: Vec<HexTerrain>,
    /// Movement points to enter, by weather and [`Mover`]; [`BARRED`] where none may.
    enter: [[Vec<u8>; 3]; 2],
    /// Movement points to cross, by weather.
    cross: [Vec<[u8; 6]>; 2],
    /// The numbers of the adjacent hexes that units may go to, by direction, in whatever weather;
    /// [`NOWHERE`] where they may not.
    pub ways: Vec<[u32; 6]>,
    /// Hexes with a fortress.
    pub fortresses: Vec<Hex>,
    /// Hexes where strategic movement may start and end.
    pub railheads: Vec<Hex>,
    /// The ground where it may go, by side: on the own side of the original front, or in a trench
    /// (SW 11.3, 11.5).
    pub behind_front: [Vec<bool>; 2],
    /// Hexes that tanks may not attack into, by weather.
    tanks_barred: [Vec<bool>; 2],
    /// Hexsides that tanks may not attack across, by weather.
    tanks_cannot_cross: [Vec<[bool; 6]>; 2],
    /// Hexes that heavy guns may not enter, by weather.
    guns_barred: [Vec<bool>; 2],
    /// Hexsides with a river of any kind.
    pub river: Vec<[bool; 6]>,
    /// The terrain's line of the chart, by its place in the ruleset.
    pub terrain: Vec<Shelter>,
    /// The terrain's part in the rules, by its place in the ruleset.
    terrain_parts: Vec<TerrainPart>,
    pub features: FeatureLines,
    /// What rivers add when all attackers come across them.
    pub river_line: Shelter,
}

/// No unit may.
pub const BARRED: u8 = u8::MAX;

/// The most that ground costs whom it lets in.
const DEAREST: u8 = BARRED - 1;

/// Who moves, as far as ground asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    German,
    Allied,
    /// The Alpenkorps (SW S3.17).
    Alpine,
}

/// What stands in a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HexTerrain {
    pub town: bool,
    pub city: bool,
    pub port: bool,
    pub fortress: Option<Fortress>,
    pub allied_trench: bool,
    pub german_main_trench: bool,
    pub german_secondary_trench: bool,
    /// Of the weak trenches of SW 16.3.
    pub weak: bool,
    pub belgian: bool,
    /// In the nation whose fortresses stand there.
    pub home: Option<Fortress>,
    /// The side behind whose original front it lies, or [`NOBODY`] (SW 11.5).
    pub own_side: u8,
    pub terrain: u8,
}

impl HexTerrain {
    /// Whether strategic movement may start and end here (SW 11.7).
    pub fn railhead(self) -> bool {
        self.town || self.city
    }

    /// Whether it lies on a side's part of the original front, or in a trench (SW 11.5).
    fn is_behind_front(self, side: usize) -> bool {
        usize::from(self.own_side) == side || self.allied_trench || self.german_main_trench
    }
}

/// What a kind of ground adds to the defence, with its rule.
#[derive(Clone, Debug, Default)]
pub struct Shelter {
    pub id: Id,
    pub rule: String,
    /// By weather.
    pub defence: [i32; 2],
}

/// The lines of what may stand in a hex.
#[derive(Clone, Debug, Default)]
pub struct FeatureLines {
    pub town: Shelter,
    pub city: Shelter,
    pub allied_trench: Shelter,
    /// Against Stosstruppen (SW 13.27).
    pub allied_trench_stoss: i32,
    pub german_main_trench: Shelter,
    pub german_secondary_trench: Shelter,
}

/// A kind of terrain that rules know by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainPart {
    Other,
    Forest,
    Mountain,
    Marsh,
    FloodPlain,
}

impl Terrain {
    /// Whose stores a fortress or port holds (SW 7.8, 7.14): ports are the Allies'.
    pub fn owner(&self, hex: Hex) -> usize {
        self.at(hex).fortress.map_or(ALLIED, Fortress::side)
    }

    /// What rules know the terrain of a hex by.
    pub fn terrain_part(&self, hex: Hex) -> TerrainPart {
        let place = usize::from(self.at(hex).terrain);
        self.terrain_parts.get(place).copied().unwrap_or(TerrainPart::Other)
    }

    pub fn at(&self, hex: Hex) -> HexTerrain {
        self.hexes[hex.index()]
    }

    /// Movement points to enter a hex, without its hexsides; none where no unit may.
    pub fn enter(&self, weather: Weather, mover: Mover, hex: Hex) -> Option<i32> {
        let cost = self.enter[weather as usize][mover as usize][hex.index()];
        (cost != BARRED).then_some(i32::from(cost))
    }

    /// Movement points to cross a side of a hex; none where no unit may.
    pub fn cross(&self, weather: Weather, hex: Hex, direction: Direction) -> Option<i32> {
        let cost = self.cross[weather as usize][hex.index()][direction.index()];
        (cost != BARRED).then_some(i32::from(cost))
    }

    /// Whether units may be in a hex at all.
    pub fn is_playable(&self, hex: Hex) -> bool {
        self.enter[0][Mover::German as usize][hex.index()] != BARRED
    }

    /// Whether units may go across a side of a hex at all: not across the sea (SW 10.2).
    pub fn is_passable(&self, hex: Hex, direction: Direction) -> bool {
        self.cross[0][hex.index()][direction.index()] != BARRED
    }

    pub fn tanks_may_attack(&self, weather: Weather, hex: Hex) -> bool {
        !self.tanks_barred[weather as usize][hex.index()]
    }

    pub fn tanks_may_cross(&self, weather: Weather, hex: Hex, direction: Direction) -> bool {
        !self.tanks_cannot_cross[weather as usize][hex.index()][direction.index()]
    }

    pub fn guns_may_enter(&self, weather: Weather, hex: Hex) -> bool {
        !self.guns_barred[weather as usize][hex.index()]
    }

    /// Compiles the ground of a bundle.
    pub fn new(bundle: &Bundle, roles: &Roles<'_>, map: &CompiledMap) -> Self {
        let weathers = Weather::names(roles);
        Compiler { bundle, roles, map, weathers: &weathers }.ground()
    }
}

struct Compiler<'a> {
    bundle: &'a Bundle,
    roles: &'a Roles<'a>,
    map: &'a CompiledMap,
    /// What the states of the weather are called.
    weathers: &'a [Id; 2],
}

impl Compiler<'_> {
    fn ground(&self) -> Terrain {
        let hexes = self.hexes();
        let roles = self.roles;
        let [german, allied] = ["german", "allied"].map(|role| roles.one(role).unwrap_or_default());
        let movers: [(&str, &[&str]); 3] =
            [(german, &[]), (allied, &[]), (german, roles.ids("alpine"))];
        let weathers = self.weathers.each_ref();
        let enter = weathers.map(|weather| {
            movers.map(|(side, unit)| {
                let now = Circumstances {
                    weather,
                    side,
                    unit,
                    usage: "movement",
                    ..Circumstances::default()
                };
                self.map.grid().hexes().map(|hex| self.enter(hex, &now)).collect()
            })
        });
        let attack = |weather| Circumstances {
            weather,
            unit: roles.ids("tank"),
            usage: "attack",
            ..Circumstances::default()
        };
        let those = |wanted: &dyn Fn(HexTerrain) -> bool| -> Vec<Hex> {
            self.map.grid().hexes().filter(|hex| wanted(hexes[hex.index()])).collect()
        };
        let mut ground = Terrain {
            enter,
            ways: Vec::new(),
            fortresses: those(&|here| here.fortress.is_some()),
            railheads: those(&HexTerrain::railhead),
            behind_front: [Vec::new(), Vec::new()],
            cross: weathers.map(|weather| {
                self.by_side(|kinds| {
                    let now =
                        Circumstances { weather, usage: "movement", ..Circumstances::default() };
                    kinds.iter().fold(0, |sum, kind| add(sum, cost(kind, &now)))
                })
            }),
            tanks_barred: weathers.map(|weather| {
                let now = attack(weather);
                let barred = |hex| self.kinds(hex).any(|kind| effects::is_barred(kind, &now));
                self.map.grid().hexes().map(barred).collect()
            }),
            tanks_cannot_cross: weathers.map(|weather| {
                let now = attack(weather);
                self.by_side(|kinds| kinds.iter().any(|kind| effects::is_barred(kind, &now)))
            }),
            guns_barred: weathers.map(|weather| {
                let now = Circumstances {
                    weather,
                    unit: roles.ids("heavy-guns"),
                    usage: "movement",
                    ..Circumstances::default()
                };
                let barred = |hex| self.kinds(hex).any(|kind| effects::is_barred(kind, &now));
                self.map.grid().hexes().map(barred).collect()
            }),
            river: self.by_side(|kinds| kinds.iter().any(|kind| is_river(kind))),
            terrain: self.bundle.ruleset.terrain.iter().map(|kind| self.shelter(kind)).collect(),
            terrain_parts: self
                .bundle
                .ruleset
                .terrain
                .iter()
                .map(|kind| self.terrain_part(kind))
                .collect(),
            features: self.feature_lines(),
            river_line: self.river_line(),
            hexes,
        };
        ground.ways = self.map.grid().hexes().map(|hex| self.ways(&ground, hex)).collect();
        ground.behind_front = [GERMAN, ALLIED].map(|side| {
            let behind = |hex| ground.is_playable(hex) && ground.at(hex).is_behind_front(side);
            self.map.grid().hexes().map(behind).collect()
        });
        ground
    }

    /// Where units may go from a hex.
    fn ways(&self, ground: &Terrain, hex: Hex) -> [u32; 6] {
        let mut out = [NOWHERE; 6];
        for (direction, other) in self.map.neighbours(hex) {
            if ground.is_playable(other) && ground.is_passable(hex, direction) {
                out[direction.index()] = other.0;
            }
        }
        out
    }

    /// The terrain and features of a hex.
    fn kinds(&self, hex: Hex) -> impl Iterator<Item = &Kind> {
        let ruleset = &self.bundle.ruleset;
        let bits = self.map.features(hex);
        let terrain = ruleset.terrain.get(self.map.terrain(hex)).into_iter();
        let features = ruleset.features.iter().take(64).enumerate();
        terrain.chain(features.filter(move |(i, _)| bits >> i & 1 == 1).map(|(_, kind)| kind))
    }

    fn enter(&self, hex: Hex, now: &Circumstances<'_>) -> u8 {
        self.kinds(hex).fold(0, |sum, kind| add(sum, cost(kind, now)))
    }

    /// Something of every hexside, from what runs along it.
    fn by_side<T: Copy + Default>(&self, of: impl Fn(&[&Kind]) -> T) -> Vec<[T; 6]> {
        let kinds = &self.bundle.ruleset.hexsides;
        let mut here: Vec<&Kind> = Vec::new();
        let mut out = vec![[T::default(); 6]; self.map.len()];
        for hex in self.map.grid().hexes() {
            for direction in Direction::ALL {
                let bits = self.map.hexside(hex, direction);
                here.clear();
                here.extend(
                    kinds
                        .iter()
                        .take(32)
                        .enumerate()
                        .filter(|(i, _)| bits >> i & 1 == 1)
                        .map(|(_, k)| k),
                );
                out[hex.index()][direction.index()] = of(&here);
            }
        }
        out
    }

    fn hexes(&self) -> Vec<HexTerrain> {
        let (map, ruleset, roles) = (&self.bundle.map, &self.bundle.ruleset, self.roles);
        let mut out: Vec<HexTerrain> = self
            .map
            .grid()
            .hexes()
            .map(|hex| HexTerrain {
                own_side: NOBODY,
                terrain: self.map.terrain(hex) as u8,
                ..HexTerrain::default()
            })
            .collect();
        for feature in &map.features.items {
            let Some(hex) = self.map.grid().parse(&feature.hex) else { continue };
            let here = &mut out[hex.index()];
            let kind = ruleset.features.iter().find(|kind| kind.id == feature.kind);
            let has = |role: &str| kind.is_some_and(|kind| roles.any(role, &kind.traits));
            match feature.kind.as_str() {
                id if roles.is("allied-trench", id) => here.allied_trench = true,
                id if roles.is("german-main-trench", id) => here.german_main_trench = true,
                id if roles.is("german-secondary-trench", id) => {
                    here.german_secondary_trench = true;
                }
                _ if has("town") => here.town = true,
                _ if has("city") => here.city = true,
                _ if has("port") => here.port = true,
                _ if has("fortress") => {
                    here.fortress = Some(match &feature.owner {
                        Some(owner) if roles.is("german", owner) => Fortress::German,
                        _ => Fortress::French,
                    });
                }
                _ => {}
            }
        }
        for zone in &map.zones.items {
            let is = |role: &str| roles.is(role, &zone.id);
            let hexes = zone.hexes.iter().filter_map(|label| self.map.grid().parse(label));
            for hex in hexes {
                let here = &mut out[hex.index()];
                here.belgian |= is("belgium");
                here.weak |= is("weak-trenches");
                for (role, home) in [("france", Fortress::French), ("germany", Fortress::German)] {
                    if is(role) {
                        here.home = Some(home);
                    }
                }
                for (role, side) in [("german-side", 0), ("allied-side", 1)] {
                    if is(role) {
                        here.own_side = side;
                    }
                }
            }
        }
        out
    }

    fn feature_lines(&self) -> FeatureLines {
        let kinds = &self.bundle.ruleset.features;
        let line = |wanted: &dyn Fn(&Kind) -> bool| {
            let kind = kinds.iter().find(|kind| wanted(kind));
            kind.map(|kind| self.shelter(kind)).unwrap_or_default()
        };
        let roles = self.roles;
        let by_trait = |role: &'static str| line(&move |kind: &Kind| roles.any(role, &kind.traits));
        let by_id = |role: &'static str| line(&move |kind: &Kind| roles.is(role, &kind.id));
        let stoss = [roles.ids("stosstruppen"), roles.ids("as-stosstruppen")].concat();
        let now = Circumstances {
            weather: &self.weathers[Weather::Dry as usize],
            unit: &stoss,
            usage: "attack",
            ..Circumstances::default()
        };
        let allied = kinds.iter().find(|kind| roles.is("allied-trench", &kind.id));
        FeatureLines {
            town: by_trait("town"),
            city: by_trait("city"),
            allied_trench: by_id("allied-trench"),
            allied_trench_stoss: allied.map_or(0, |kind| effects::defence(kind, &now)),
            german_main_trench: by_id("german-main-trench"),
            german_secondary_trench: by_id("german-secondary-trench"),
        }
    }

    fn river_line(&self) -> Shelter {
        let river = self.bundle.ruleset.hexsides.iter().find(|kind| is_river(kind));
        river.map_or_else(Shelter::default, |kind| {
            let defence = self.weathers.each_ref().map(|weather| {
                let now = Circumstances {
                    weather,
                    usage: "attack",
                    all_attackers: true,
                    ..Circumstances::default()
                };
                effects::defence(kind, &now)
            });
            Shelter { id: "river".to_owned(), rule: "SW 13.22".to_owned(), defence }
        })
    }

    /// What the rules about soft ground know a kind of terrain by.
    fn terrain_part(&self, kind: &Kind) -> TerrainPart {
        let parts = [
            ("forest", TerrainPart::Forest),
            ("mountain", TerrainPart::Mountain),
            ("marsh", TerrainPart::Marsh),
            ("flood-plain", TerrainPart::FloodPlain),
        ];
        let part = parts.into_iter().find(|(role, _)| self.roles.is(role, &kind.id));
        part.map_or(TerrainPart::Other, |(_, part)| part)
    }

    fn shelter(&self, kind: &Kind) -> Shelter {
        let defence = self.weathers.each_ref().map(|weather| {
            let now = Circumstances { weather, usage: "attack", ..Circumstances::default() };
            effects::defence(kind, &now)
        });
        // The last of several rules is the one about combat.
        let rule = kind.rule.as_deref().unwrap_or("SW 13.13");
        let last = rule.rsplit(", ").next().unwrap_or(rule);
        let rule = if last.starts_with("SW ") { last.to_owned() } else { format!("SW {last}") };
        Shelter { id: kind.id.clone(), rule, defence }
    }
}

/// A hexside that shelters when all come across it.
fn is_river(kind: &Kind) -> bool {
    kind.effects.iter().any(|effect| effect.when.all_attackers && effect.defence.is_some())
}

fn cost(kind: &Kind, now: &Circumstances<'_>) -> u8 {
    if kind.impassable {
        return BARRED;
    }
    effects::movement(kind, now).unwrap_or(0).clamp(0, i32::from(DEAREST)) as u8
}

fn add(sum: u8, cost: u8) -> u8 {
    if sum == BARRED || cost == BARRED { BARRED } else { sum.saturating_add(cost).min(DEAREST) }
}
