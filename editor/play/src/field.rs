//! A small battlefield on which a ruleset shows what its rules do: a map of its own kinds of terrain
//! and three counters, an ordinary scenario that is asked as any other is.

use salient_hex::{Direction, Hex, HexGrid};
use salient_rules::Systems;
use salient_schema::common::{Provenance, Rating};
use salient_schema::map::{
    Grid, Hexside, Layer, Map, Orientation, Path, TerrainLayer, Zone, ZoneKind,
};
use salient_schema::order_of_battle::{Counter, Face, OrderOfBattle};
use salient_schema::rules_of_play::NameOf;
use salient_schema::ruleset::{Kind, RatingUse, Side, Symbol};
use salient_schema::scenario::{Placement, Scenario, Track, Turn};
use salient_schema::{Bundle, Id, Ruleset};

use crate::probe::{Answer, Probe, Reached};

/// How many hexes there are from west to east, and from north to south.
const SIZE: (u16, u16) = (7, 6);
/// Which terrain lies where: the ruleset's first kind, and those beside it.
const ROWS: [&str; 6] = ["aabaaba", "abbabaa", "aabaaca", "aaaadaa", "abbaaba", "acaabba"];
/// Where a unit stands that moves.
const MOVER: (u32, u32) = (1, 3);
/// Where those stand who attack the first of the enemies.
const ATTACKERS: [(u32, u32); 2] = [(3, 2), (4, 1)];
/// Where the enemies stand.
const ENEMIES: [(u32, u32); 2] = [(4, 2), (4, 4)];
/// Hexes along which a road leads.
const ROAD: [(u32, u32); 4] = [(0, 3), (1, 3), (2, 3), (3, 3)];
/// The allowance of all units.
const ALLOWANCE: i32 = 4;
/// The strength of an attacker, and of a defender.
const STRENGTH: [i32; 2] = [6, 4];

/// What is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Where a unit may go, and where its enemies have zones of control.
    Reach,
    /// What may come of an attack.
    Attack,
}

/// A battlefield.
#[derive(Clone, Debug)]
pub struct Field {
    /// The scenario, with all its parts.
    pub bundle: Bundle,
    /// Its hexes.
    pub grid: HexGrid,
    /// Where the units of the first side stand.
    pub units: Vec<Hex>,
    /// Where their enemies stand.
    pub enemies: Vec<Hex>,
    /// The place of the enemies' side.
    enemy: usize,
}

/// What the rules say on it.
#[derive(Debug, Default)]
pub struct Shown {
    /// The hexes in which the enemies have zones of control.
    pub zones: Vec<Hex>,
    /// Where the unit may go.
    pub reached: Option<Reached>,
    /// What may come of the attack.
    pub attack: Option<Answer>,
}

impl Field {
    /// The battlefield of a ruleset; none where it has nobody to fight on it, or nowhere to.
    pub fn of(ruleset: &Ruleset, orientation: Orientation, show: Show) -> Option<Self> {
        let map = map(ruleset, orientation)?;
        let grid = HexGrid::new(&map.grid);
        let first = ruleset.sides.first()?;
        let (enemy, other) =
            ruleset.sides.iter().enumerate().find(|(_, other)| first.is_enemy_of(other))?;
        let hexes = |places: &[(u32, u32)]| places.iter().map(|at| hex(*at)).collect();
        let (units, enemies): (Vec<Hex>, Vec<Hex>) = match show {
            Show::Reach => (hexes(&[MOVER]), hexes(&ENEMIES)),
            Show::Attack => (hexes(&ATTACKERS), hexes(&ENEMIES[..1])),
        };
        let mut book = OrderOfBattle::empty("units", "Units");
        let mut scenario = Scenario::empty("field", "Field");
        scenario.turns.push(Turn {
            turn: 1,
            label: "1".to_owned(),
            date: None,
            half: None,
            weather: None,
            provenance: Provenance::Invented,
        });
        for (side, strength, all) in [(first, STRENGTH[0], &units), (other, STRENGTH[1], &enemies)]
        {
            for at in all {
                let counter = counter(ruleset, side, strength, book.counters.len())?;
                scenario.setup.placements.push(Placement {
                    hex: grid.label(*at),
                    counters: vec![counter.id.clone()],
                    face: None,
                    facing: None,
                    carried_by: None,
                    states: Vec::new(),
                });
                book.counters.push(counter);
            }
        }
        let mut bundle = Bundle::new(ruleset.clone(), map, vec![book], scenario);
        named(&mut bundle, &grid);
        bundle.name_parts_by_id();
        Some(Self { bundle, grid, units, enemies, enemy })
    }

    /// Asks the rules.
    ///
    /// # Errors
    /// In words, what keeps them from being played.
    pub fn ask(&self, systems: Systems, show: Show) -> Result<Shown, Vec<String>> {
        let probe = Probe::of_set_up(systems, &self.bundle);
        let mut probe =
            probe.map_err(|found| found.into_iter().map(|one| one.message).collect::<Vec<_>>())?;
        let mut shown = Shown { zones: probe.zones_of_control(self.enemy), ..Shown::default() };
        match show {
            Show::Reach => shown.reached = probe.reach(&unit_name(0)),
            Show::Attack => {
                let first = self.enemies.first().copied();
                shown.attack = first.and_then(|enemy| probe.attacks_on(enemy).into_iter().next());
            }
        }
        Ok(shown)
    }
}

fn hex((column, row): (u32, u32)) -> Hex {
    Hex(row * u32::from(SIZE.0) + column)
}

/// The kinds of a list that anybody may enter or cross: those that the rules name first.
fn passable<'a>(kinds: &'a [Kind], named: &[Id]) -> Vec<&'a Kind> {
    let mut kinds: Vec<&Kind> = kinds.iter().filter(|kind| !kind.impassable).collect();
    kinds.sort_by_key(|kind| !named.contains(&kind.id));
    kinds
}

fn map(ruleset: &Ruleset, orientation: Orientation) -> Option<Map> {
    let mut map = Map::empty("field", "Field", Grid::plain(orientation, SIZE.0, SIZE.1));
    let grid = HexGrid::new(&map.grid);
    let play = ruleset.rules_of_play.clone().unwrap_or_default();
    let zones = play.zones_of_control.unwrap_or_default();
    let base = passable(&ruleset.terrain, &[]).into_iter().next()?;
    let others = passable(&ruleset.terrain, &zones.not_into);
    let others = others.into_iter().filter(|kind| kind.id != base.id);
    let kinds: Vec<&Kind> = [base].into_iter().chain(others).take(4).collect();
    // Of fewer kinds the last lies wherever one is missing.
    let glyphs = (b'a'..=b'd').zip((0..).map(|at| kinds.get(at).or(kinds.last())));
    map.terrain = TerrainLayer {
        palette: glyphs
            .filter_map(|(glyph, kind)| Some((char::from(glyph).to_string(), kind?.id.clone())))
            .collect(),
        rows: ROWS.map(str::to_owned).to_vec(),
        ..map.terrain
    };
    if let Some(kind) = passable(&ruleset.hexsides, &zones.not_across).first() {
        let towards = hex(ENEMIES[0]);
        let from = hex(ATTACKERS[0]);
        let mut ways = (0..6).map(Direction::new);
        let across = ways.find(|way| grid.neighbour(from, *way) == Some(towards));
        let items = across.map(|way| Hexside {
            side: grid.side_label(grid.side(from, way)),
            kind: kind.id.clone(),
            name: None,
            provenance: None,
        });
        map.hexsides = Layer { items: items.into_iter().collect(), ..Layer::default() };
    }
    let rails = play.movement.rail.map_or_else(Vec::new, |rail| rail.paths);
    if let Some(kind) = ruleset.paths.iter().find(|kind| !rails.contains(&kind.id)) {
        let hexes = ROAD.iter().map(|at| grid.label(hex(*at))).collect();
        let road = Path { kind: kind.id.clone(), name: None, tracks: None, hexes };
        map.paths = Layer { items: vec![road], ..Layer::default() };
    }
    Some(map)
}

/// Zones of the map and tracks of the scenario that the rules speak of: they are there.
fn named(bundle: &mut Bundle, grid: &HexGrid) {
    let Some(mut play) = bundle.ruleset.rules_of_play.clone() else { return };
    let (mut zones, mut tracks): (Vec<Id>, Vec<Id>) = (Vec::new(), Vec::new());
    play.names(&mut |name| {
        let list = match name.of {
            NameOf::Zone => &mut zones,
            NameOf::Track => &mut tracks,
            _ => return true,
        };
        if !list.contains(name.id) {
            list.push(name.id.clone());
        }
        true
    });
    let all: Vec<String> = grid.hexes().map(|hex| grid.label(hex)).collect();
    bundle.map.zones.items = zones
        .into_iter()
        .map(|id| Zone {
            name: id.clone(),
            id,
            kind: ZoneKind::Other,
            owner: None,
            colour: None,
            hexes: all.clone(),
        })
        .collect();
    bundle.scenario.tracks = tracks
        .into_iter()
        .map(|id| Track {
            name: id.clone(),
            id,
            side: None,
            values: vec![0],
            rule: None,
            provenance: Provenance::Invented,
        })
        .collect();
}

fn unit_name(place: usize) -> String {
    format!("unit-{}", place + 1)
}

/// A unit of a side: of the plainest type, with the figures that its ratings ask for.
fn counter(ruleset: &Ruleset, side: &Side, strength: i32, place: usize) -> Option<Counter> {
    let layout = &ruleset.counters;
    let plain = layout.types.iter().find(|kind| kind.symbol == Symbol::Infantry);
    let unit_type = plain.or(layout.types.first())?.id.clone();
    let nation = ruleset.nations.iter().find(|nation| nation.side.as_ref() == Some(&side.id));
    let ratings = layout.ratings.iter().filter_map(|rating| {
        let uses = rating.likely_uses();
        let value = match uses.as_slice() {
            // They are no guns and no leaders.
            [] | [RatingUse::Fire | RatingUse::Range | RatingUse::Bonus, ..] if rating.optional => {
                return None;
            }
            [RatingUse::Movement, ..] => ALLOWANCE,
            _ => strength,
        };
        let value = value.max(rating.min).min(rating.max.max(rating.min));
        Some((rating.id.clone(), Rating::Number(value)))
    });
    Some(Counter {
        designation: (place + 1).to_string(),
        nation: nation.map(|nation| nation.id.clone()),
        size: layout.sizes.first().map(|size| size.id.clone()),
        faces: vec![Face { ratings: ratings.collect(), ..Face::default() }],
        provenance: Provenance::Invented,
        ..Counter::plain(unit_name(place), side.id.clone(), unit_type)
    })
}
