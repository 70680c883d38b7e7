//! What a step from hex to hex costs whom: the terrain effects chart of the ruleset, compiled for
//! each kind of mover in each weather when it is first asked for.

use std::sync::OnceLock;

use salient_hex::Slope;
use salient_hex::grid::{Direction, Hex};
use salient_hex::map::CompiledMap;
use salient_hex::path::BARRED;
use salient_rules::effects::{self, Circumstances};
use salient_rules::play::{Compiled, Unit};
use salient_rules::roles::CommonRoles;
use salient_schema::Id;
use salient_schema::ruleset::{Kind, Ruleset};

/// The most that a step costs: dearer ones are cut.
const DEAREST: i32 = 10_000;

/// The terrain effects chart for those who move.
#[derive(Debug)]
pub struct Terrain {
    /// What the chart says.
    terrain: Vec<Kind>,
    features: Vec<Kind>,
    hexsides: Vec<Kind>,
    paths: Vec<Kind>,
    /// Whether it forbids anything in a hex.
    has_prohibitions: bool,
    /// Features that count beside others in their hex, a bit each.
    cumulative: u64,
    /// The ids of the kinds of weather; one without a name where there is none.
    weathers: Vec<Id>,
    /// Parts of a movement point.
    pub parts: u16,
    /// Whether hexes are counted, and no points.
    hexes: bool,
    /// The class of each unit.
    class_of: Vec<u16>,
    classes: Vec<Class>,
    sides: Vec<Id>,
    /// By class, weather and use of roads: what the steps out of each hex cost.
    tables: Vec<OnceLock<Box<[[u16; 6]]>>>,
    /// By class, weather and use: the directions out of each hex that are open, a bit each.
    open: Vec<OnceLock<Box<[u8]>>>,
    /// By class and weather, and whether it is fire: what shelters from those who attack.
    shelters: Vec<OnceLock<Shelters>>,
}

/// What defenders are sheltered from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// An attack out of the next hex.
    Attack,
    /// Fire.
    Fire,
}

/// What a unit leaves a hex for besides a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It attacks.
    Attack,
    /// It retreats.
    Retreat,
    /// It advances after combat.
    Advance,
}

impl Use {
    const ALL: [Self; 3] = [Self::Attack, Self::Retreat, Self::Advance];

    /// What conditions of the chart call it.
    fn name(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Retreat => "retreat",
            Self::Advance => "advance",
        }
    }
}

/// Units that the chart does not tell apart.
#[derive(Debug, PartialEq, Eq)]
struct Class {
    side: usize,
    /// Type and traits.
    known_by: Vec<Id>,
}

impl Terrain {
    /// Compiles the chart of a ruleset.
    pub fn new(
        ruleset: &Ruleset,
        compiled: &Compiled,
        weathers: Vec<Id>,
        (parts, hexes): (u16, bool),
    ) -> Self {
        let common = CommonRoles::of(ruleset);
        let kinds = ruleset.terrain.iter().chain(&ruleset.features);
        let has_prohibitions = kinds.flat_map(|kind| &kind.effects).any(|effect| effect.prohibited);
        let cumulative = ruleset.features.iter().zip(0..64).fold(0, |bits, (kind, place)| {
            bits | u64::from(common.fills("cumulative", &kind.traits)) << place
        });
        let mut classes: Vec<Class> = Vec::new();
        let class_of = compiled.units.iter().map(|def| {
            let known_by = [&def.unit_type].into_iter().chain(&def.traits).cloned().collect();
            let class = Class { side: def.side, known_by };
            let known = classes.iter().position(|one| *one == class);
            known.unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            }) as u16
        });
        let class_of = class_of.collect();
        let weathers = if weathers.is_empty() { vec![Id::new()] } else { weathers };
        let open = classes.len() * weathers.len() * Use::ALL.len();
        let open = (0..open).map(|_| OnceLock::new()).collect();
        let two = classes.len() * weathers.len() * 2;
        let tables = (0..two).map(|_| OnceLock::new()).collect();
        let shelters = (0..two).map(|_| OnceLock::new()).collect();
        Self {
            terrain: ruleset.terrain.clone(),
            features: ruleset.features.clone(),
            hexsides: ruleset.hexsides.clone(),
            paths: ruleset.paths.clone(),
            has_prohibitions,
            cumulative,
            weathers,
            parts: parts.max(1),
            hexes,
            class_of,
            classes,
            sides: compiled.sides.clone(),
            tables,
            open,
            shelters,
        }
    }

    /// What the steps out of each hex cost a unit, in parts of a movement point;
    /// [`BARRED`] where it cannot go.
    pub fn steps(&self, map: &CompiledMap, unit: Unit, weather: u8, roads: bool) -> &[[u16; 6]] {
        let class = usize::from(self.class_of[unit.index()]);
        let weather = usize::from(weather).min(self.weathers.len() - 1);
        let place = (class * self.weathers.len() + weather) * 2 + usize::from(roads);
        match self.tables.get(place) {
            Some(table) => table.get_or_init(|| self.table(map, class, weather, roads)),
            None => &[],
        }
    }

    /// Whether a unit can be in a hex at all, as far as the chart says.
    pub fn lets_in(&self, map: &CompiledMap, unit: Unit, weather: u8, hex: Hex) -> bool {
        self.now((unit, weather), "movement", |now| self.is_open(map, hex, now))
    }

    /// The directions, a bit each, in which a unit can leave a hex at all, whatever it costs: for
    /// retreats, advances and attacks.
    pub fn opens(
        &self,
        map: &CompiledMap,
        (unit, weather): (Unit, u8),
        usage: Use,
        from: Hex,
    ) -> u8 {
        let class = usize::from(self.class_of[unit.index()]);
        let weather = usize::from(weather).min(self.weathers.len() - 1);
        let place = (class * self.weathers.len() + weather) * Use::ALL.len() + usage as usize;
        let table = self.open.get(place).map(|table| {
            table.get_or_init(|| {
                let hexes = map.grid().hexes();
                self.in_class(class, weather, usage.name(), |now| {
                    // Whoever cannot move there neither retreats nor advances there.
                    let moving = Circumstances { usage: "movement", ..*now };
                    let also = if usage == Use::Attack { now } else { &moving };
                    let open =
                        |hex| self.open_around(map, hex, now) & self.open_around(map, hex, also);
                    hexes.map(open).collect()
                })
            })
        });
        table.and_then(|table| table.get(from.index())).copied().unwrap_or(0)
    }

    fn open_around(&self, map: &CompiledMap, from: Hex, now: &Circumstances<'_>) -> u8 {
        map.neighbours(from).fold(0, |bits, (direction, to)| {
            let now = &Circumstances { slope: map.slope(from, direction), ..*now };
            let left = left_by_bridges(map, from, direction);
            let bars =
                |(kind, bit): (&Kind, u32)| left >> bit & 1 == 1 && effects::is_barred(kind, now);
            let is_open = self.is_open(map, to, now) && !self.hexsides.iter().zip(0..32).any(bars);
            bits | u8::from(is_open) << direction.index()
        })
    }

    /// The class of a unit: those of one class the chart does not tell apart.
    pub fn class_of(&self, unit: Unit) -> u16 {
        self.class_of[unit.index()]
    }

    /// Whether the chart forbids a use into a hex, whoever may stand there.
    pub fn forbids(
        &self,
        map: &CompiledMap,
        (unit, weather): (Unit, u8),
        usage: &'static str,
        hex: Hex,
    ) -> bool {
        if !self.has_prohibitions {
            return false;
        }
        let bits = map.features(hex);
        self.now((unit, weather), usage, |now| {
            let barred = |kind: &Kind| effects::prohibition(kind, now).is_some();
            let mut features = self.features.iter().zip(0..64);
            self.terrain.get(map.terrain(hex)).is_some_and(barred)
                || features.any(|(kind, bit)| bits >> bit & 1 == 1 && barred(kind))
        })
    }

    /// The kinds of path that have a cost, a bit each: roads.
    pub fn roads(&self) -> u32 {
        let roads = self.paths.iter().zip(0..32).filter(|(kind, _)| kind.movement.is_some());
        roads.fold(0, |bits, (_, place)| bits | 1 << place)
    }

    /// The directions out of each hex in which nobody can go at any time, a bit each.
    pub fn closed(&self, map: &CompiledMap) -> Vec<u8> {
        let closed = |kinds: &[Kind]| {
            let bit = |(kind, place): (&Kind, u32)| u64::from(effects::is_closed(kind)) << place;
            kinds.iter().zip(0..64).map(bit).fold(0, |all, bit| all | bit)
        };
        let (features, sides) = (closed(&self.features), closed(&self.hexsides) as u32);
        let terrain: Vec<bool> = self.terrain.iter().map(effects::is_closed).collect();
        let is_closed = |hex: Hex| {
            terrain.get(map.terrain(hex)).copied().unwrap_or(false)
                || map.features(hex) & features != 0
        };
        let hexes = map.grid().hexes();
        let around = hexes.map(|hex| {
            map.neighbours(hex).fold(0_u8, |bits, (direction, to)| {
                let bars = is_closed(to) || left_by_bridges(map, hex, direction) & sides != 0;
                bits | u8::from(bars) << direction.index()
            })
        });
        around.collect()
    }

    fn is_open(&self, map: &CompiledMap, hex: Hex, now: &Circumstances<'_>) -> bool {
        let barred = |kind: &Kind| effects::is_barred(kind, now);
        let bits = map.features(hex);
        let features = self.features.iter().zip(0..64).filter(|(_, bit)| bits >> bit & 1 == 1);
        !self.terrain.get(map.terrain(hex)).is_some_and(barred)
            && !features.into_iter().any(|(kind, _)| barred(kind))
    }

    /// What the chart adds to the defence of a hex, and the columns that it shifts: of terrain and
    /// features the best or all of them.
    pub fn shelter(
        &self,
        map: &CompiledMap,
        attacker: (Unit, u8),
        against: Against,
        hex: Hex,
        sum: bool,
    ) -> Vec<Shelter<'_>> {
        let own = self.shelters(attacker, against);
        let (ground, bits) = (map.terrain(hex), map.features(hex));
        let features = self.features.iter().zip(&own.features).zip(0..64);
        let features = features.filter(|(_, bit)| bits >> bit & 1 == 1).map(|(one, _)| one);
        let ground = self.terrain.get(ground).zip(own.terrain.get(ground));
        let mut found: Vec<Shelter<'_>> =
            ground.into_iter().chain(features).filter_map(Shelter::of).collect();
        if !sum && let Some(best) = found.iter().map(|one| one.defence).max_by_key(|one| one.abs())
        {
            let at = found.iter().position(|one| one.defence == best).unwrap_or(0);
            // Shifts of others still count: they are no shelter that adds up.
            for (place, one) in found.iter_mut().enumerate() {
                one.defence = if place == at { one.defence } else { 0 };
            }
            found.retain(|one| one.defence != 0 || one.shift != 0);
        }
        found
    }

    /// The same of the hexsides, a bit each, that all attackers come across.
    pub fn shelter_across(
        &self,
        attacker: (Unit, u8),
        against: Against,
        (sides, slope): (u32, Slope),
    ) -> impl Iterator<Item = Shelter<'_>> + Clone {
        let own = &self.shelters(attacker, against).hexsides[slope_place(slope)];
        let crossed = self.hexsides.iter().zip(own).zip(0..32);
        let crossed = crossed.filter(move |(_, bit)| sides >> bit & 1 == 1);
        crossed.filter_map(|(one, _)| Shelter::of(one))
    }

    fn shelters(&self, (unit, weather): (Unit, u8), against: Against) -> &Shelters {
        let class = usize::from(self.class_of[unit.index()]);
        let weather = usize::from(weather).min(self.weathers.len() - 1);
        let place = (class * self.weathers.len() + weather) * 2 + against as usize;
        self.shelters[place].get_or_init(|| {
            let usage = match against {
                Against::Attack => "attack",
                Against::Fire => "fire",
            };
            self.in_class(class, weather, usage, |now| {
                let of = |kinds: &[Kind], now: &Circumstances<'_>| {
                    let each = kinds.iter().map(|kind| {
                        let (defence, shift) =
                            (effects::defence(kind, now), effects::shift(kind, now));
                        [defence, shift]
                    });
                    each.collect()
                };
                Shelters {
                    terrain: of(&self.terrain, now),
                    features: of(&self.features, now),
                    hexsides: SLOPES.map(|levels| {
                        let slope = Slope::new(levels);
                        of(&self.hexsides, &Circumstances { all_attackers: true, slope, ..*now })
                    }),
                }
            })
        })
    }

    fn now<R>(
        &self,
        (unit, weather): (Unit, u8),
        usage: &'static str,
        ask: impl FnOnce(&Circumstances<'_>) -> R,
    ) -> R {
        let class = usize::from(self.class_of[unit.index()]);
        self.in_class(class, usize::from(weather), usage, ask)
    }

    fn in_class<R>(
        &self,
        class: usize,
        weather: usize,
        usage: &'static str,
        ask: impl FnOnce(&Circumstances<'_>) -> R,
    ) -> R {
        let class = &self.classes[class];
        let unit: Vec<&str> = class.known_by.iter().map(String::as_str).collect();
        let weather = weather.min(self.weathers.len() - 1);
        ask(&Circumstances {
            weather: &self.weathers[weather],
            side: &self.sides[class.side],
            unit: &unit,
            usage,
            ..Circumstances::default()
        })
    }

    /// What each kind costs a class on a slope: that of a hex where it is entered.
    fn table(
        &self,
        map: &CompiledMap,
        class: usize,
        weather: usize,
        roads: bool,
    ) -> Box<[[u16; 6]]> {
        let lines = self.in_class(class, weather, "movement", |now| {
            SLOPES.map(Slope::new).map(|slope| Lines::new(self, &Circumstances { slope, ..*now }))
        });
        let hexes = map.grid().hexes();
        hexes.map(|from| self.steps_out(map, from, &lines, roads)).collect()
    }

    fn steps_out(&self, map: &CompiledMap, from: Hex, lines: &[Lines; 3], roads: bool) -> [u16; 6] {
        let mut out = [BARRED; 6];
        for (direction, to) in map.neighbours(from) {
            let lines = &lines[slope_place(map.slope(from, direction))];
            if let Some(cost) = self.step(map, (from, direction, to), lines, roads, |_, _| ()) {
                out[direction.index()] = cost.clamp(0, DEAREST) as u16;
            }
        }
        out
    }

    /// What a step costs, in parts of a movement point; none where it cannot be taken. `tell` hears of
    /// each line of the chart that counts, with what it costs, as far as points are counted.
    fn step<'s>(
        &'s self,
        map: &CompiledMap,
        (from, direction, to): (Hex, Direction, Hex),
        lines: &Lines,
        roads: bool,
        mut tell: impl FnMut(&'s Kind, i32),
    ) -> Option<i32> {
        let parts = i32::from(self.parts);
        let enter = lines.enter(map, to, self.cumulative)?;
        let left = left_by_bridges(map, from, direction);
        let crossed = || (0..32).zip(&lines.hexsides).filter(|(bit, _)| left >> bit & 1 == 1);
        let mut crossing = 0;
        for (_, cost) in crossed() {
            crossing += (*cost)?;
        }
        if self.hexes {
            return Some(parts);
        }
        let along = roads.then(|| cheapest(&lines.paths, map.path(from, direction))).flatten();
        let enter_cost = enter.cost.saturating_mul(parts);
        let entered = match along {
            Some((cost, place)) if cost < enter_cost => {
                self.paths.get(place).into_iter().for_each(|kind| tell(kind, cost));
                cost
            }
            _ => {
                self.tell_entered(map, to, (lines, &enter), |kind, cost| tell(kind, cost * parts));
                enter_cost
            }
        };
        for (bit, cost) in crossed() {
            let cost = cost.unwrap_or(0).saturating_mul(parts);
            self.hexsides.get(bit).into_iter().for_each(|kind| tell(kind, cost));
        }
        Some(entered + crossing.saturating_mul(parts))
    }

    fn tell_entered<'s>(
        &'s self,
        map: &CompiledMap,
        hex: Hex,
        (lines, enter): (&Lines, &Entered),
        mut tell: impl FnMut(&'s Kind, i32),
    ) {
        let ground = match enter.feature {
            Some(feature) => self.features.get(feature),
            None => self.terrain.get(map.terrain(hex)),
        };
        ground.into_iter().for_each(|kind| tell(kind, enter.cost - enter.added));
        let added = map.features(hex) & self.cumulative;
        for ((kind, bit), cost) in self.features.iter().zip(0..64).zip(&lines.features) {
            if added >> bit & 1 == 1
                && let Some(Some(cost)) = *cost
            {
                tell(kind, cost);
            }
        }
    }

    /// What a step costs a unit, line by line of the chart, in parts of a movement point; empty where
    /// hexes are counted, or where it cannot go.
    pub fn account(
        &self,
        map: &CompiledMap,
        (unit, weather): (Unit, u8),
        (from, direction, to): (Hex, Direction, Hex),
    ) -> Vec<(&Kind, i32)> {
        let mut found = Vec::new();
        let lines = self.now((unit, weather), "movement", |now| {
            let slope = map.slope(from, direction);
            Lines::new(self, &Circumstances { slope, ..*now })
        });
        self.step(map, (from, direction, to), &lines, true, |kind, cost| found.push((kind, cost)));
        found
    }
}

/// What each kind of the chart costs somebody, by its place; none where it bars him.
#[derive(Debug)]
struct Lines {
    terrain: Vec<Option<i32>>,
    /// Whether it has a cost of its own, and the cost.
    features: Vec<Option<Option<i32>>>,
    hexsides: Vec<Option<i32>>,
    /// Only those with a cost.
    paths: Vec<Option<i32>>,
}

impl Lines {
    fn new(chart: &Terrain, now: &Circumstances<'_>) -> Self {
        let open = |kind: &Kind| !effects::is_barred(kind, now);
        let cost = |kind: &Kind| effects::movement(kind, now).map(|cost| cost.clamp(0, DEAREST));
        let with = |kinds: &[Kind]| {
            kinds.iter().map(|kind| open(kind).then(|| cost(kind).unwrap_or(0))).collect()
        };
        Self {
            terrain: with(&chart.terrain),
            features: chart.features.iter().map(|kind| open(kind).then(|| cost(kind))).collect(),
            hexsides: with(&chart.hexsides),
            paths: chart
                .paths
                .iter()
                .map(|kind| open(kind).then(|| cost(kind)).flatten())
                .collect(),
        }
    }

    /// A feature's cost stands in for that of the terrain, of several the dearest; those that are
    /// cumulative are added.
    fn enter(&self, map: &CompiledMap, hex: Hex, cumulative: u64) -> Option<Entered> {
        let ground = self.terrain.get(map.terrain(hex)).copied().unwrap_or(Some(1))?;
        let bits = map.features(hex);
        let (mut instead, mut added) = (None, 0);
        if bits != 0 {
            for (place, feature) in self.features.iter().enumerate().take(64) {
                if bits >> place & 1 == 1
                    && let Some(cost) = (*feature)?
                {
                    match cumulative >> place & 1 == 1 {
                        true => added += cost,
                        false => instead = instead.max(Some((cost, place))),
                    }
                }
            }
        }
        let (cost, feature) = instead.map_or((ground, None), |(cost, place)| (cost, Some(place)));
        Some(Entered { cost: cost + added, feature, added })
    }
}

/// What it costs to enter a hex.
struct Entered {
    /// All of it.
    cost: i32,
    /// The feature whose cost stands in for that of the terrain.
    feature: Option<usize>,
    /// What of it features add that are cumulative.
    added: i32,
}

/// What a line of the chart does for a defence.
#[derive(Clone, Debug, PartialEq)]
pub struct Shelter<'a> {
    /// The kind.
    pub kind: &'a Kind,
    /// What it adds to the defence.
    pub defence: i32,
    /// The columns that it shifts, to the right above 0.
    pub shift: i32,
}

impl<'a> Shelter<'a> {
    fn of((kind, &[defence, shift]): (&'a Kind, &[i32; 2])) -> Option<Self> {
        (defence != 0 || shift != 0).then_some(Self { kind, defence, shift })
    }
}

/// What each kind of the chart adds to the defence against somebody, and the columns that it shifts,
/// by its place.
#[derive(Debug)]
struct Shelters {
    terrain: Vec<[i32; 2]>,
    features: Vec<[i32; 2]>,
    /// Where all attackers come across it, by the place of the slope.
    hexsides: [Vec<[i32; 2]>; 3],
}

/// The slopes that effects know: down, level and up.
const SLOPES: [i32; 3] = [-1, 0, 1];

/// The place of a slope among them.
fn slope_place(slope: Slope) -> usize {
    (slope.levels().signum() + 1).unsigned_abs() as usize
}

/// The hexside kinds that no bridge takes away, a bit each.
fn left_by_bridges(map: &CompiledMap, from: Hex, direction: Direction) -> u32 {
    let sides = map.hexside(from, direction);
    if map.bridges(from, direction) != 0 { sides & !map.bridged() } else { sides }
}

/// The cheapest of what kinds of path cost, and its place.
fn cheapest(costs: &[Option<i32>], bits: u32) -> Option<(i32, usize)> {
    let along = costs.iter().enumerate().take(32).filter(|(place, _)| bits >> place & 1 == 1);
    along.filter_map(|(place, cost)| Some(((*cost)?, place))).min()
}
