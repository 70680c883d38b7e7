//! KB 18.0 The set-up: units in hexes as a scenario gives them, legal or not. Only a legal one
//! becomes a [`Position`].

use crate::compile;
use crate::constants::Constants;
use crate::keep::{ARRIVED, STATES, SURPLUS};
use crate::position::Position;
use crate::roles;
use crate::rules::Rules;
use crate::rules::Unit;
use crate::rules::UnitDef;
use ahash::AHashMap;
use ahash::AHashSet;
use salient_hex::grid::Hex;
use salient_hex::grid::HexGrid;
use salient_rules::Roles;
use salient_rules::chart::NumberSet;
use salient_rules::check::Lookup;
use salient_rules::states::StateDef;
use salient_schema::Bundle;
use salient_schema::Code;
use salient_schema::Diagnostic;
use salient_schema::scenario::Scenario;

/// A set-up, not necessarily legal.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    scenario: &'a Scenario,
    pub placed: Vec<Placed<'a>>,
}

/// A unit in a hex, and where the scenario says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed<'a> {
    pub counter: &'a str,
    pub hex: &'a str,
    pub face: u8,
    /// States it begins in: of [`STATES`].
    pub states: &'a [String],
    /// Place among the scenario's placements, and within it.
    pub at: (usize, usize),
}

/// Why a set-up is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError<'a> {
    /// The hex is not there.
    #[error("'{}' is not on the map", .0.hex)]
    OffMap(Placed<'a>),
    /// The counter is not there.
    #[error("no order of battle has the counter '{}'", .0.counter)]
    UnknownCounter(Placed<'a>),
    /// The counter stands in two places.
    #[error("'{}' is placed twice", .0.counter)]
    PlacedTwice(Placed<'a>),
    /// The counter arrives later.
    #[error("'{}' is placed, and arrives as a reinforcement too", .0.counter)]
    PlacedAndArriving(Placed<'a>),
    /// The face is not there, or is another unit.
    #[error("'{}' has no step on face {}", .0.counter, .0.face)]
    NoSuchFace(Placed<'a>),
    /// No unit may be there.
    #[error("no unit enters {}", .0.hex)]
    Impassable(Placed<'a>),
    /// Both sides stand in one hex.
    #[error("'{}' stands in {} with an enemy", .0.counter, .0.hex)]
    EnemyInHex(Placed<'a>),
    /// The stack is too high.
    #[error("{} has {stacking} stacking points, {limit} at most", .placed.hex)]
    StackTooHigh {
        /// The unit that breaks the limit.
        placed: Placed<'a>,
        /// Stacking points in the hex.
        stacking: i32,
        /// The most there may be.
        limit: i32,
    },
}

impl SetupError<'_> {
    fn placed(&self) -> &Placed<'_> {
        match self {
            Self::OffMap(placed)
            | Self::UnknownCounter(placed)
            | Self::PlacedTwice(placed)
            | Self::PlacedAndArriving(placed)
            | Self::NoSuchFace(placed)
            | Self::Impassable(placed)
            | Self::EnemyInHex(placed)
            | Self::StackTooHigh { placed, .. } => placed,
        }
    }

    /// The finding, with a pointer into the bundle.
    pub fn diagnostic(&self) -> Diagnostic {
        let placed = self.placed();
        let (i, j) = placed.at;
        let placement = format!("/scenario/setup/placements/{i}");
        let (code, pointer, rule) = match self {
            Self::OffMap(_) => (Code::OffMap, format!("{placement}/hex"), None),
            Self::UnknownCounter(_) => {
                (Code::DanglingReference, format!("{placement}/counters/{j}"), None)
            }
            Self::PlacedTwice(_) | Self::PlacedAndArriving(_) => {
                (Code::Duplicate, format!("{placement}/counters/{j}"), Some("KB 18.0"))
            }
            Self::NoSuchFace(_) => (Code::Rule, format!("{placement}/face"), Some("KB 8.5")),
            Self::Impassable(_) => (Code::Rule, format!("{placement}/hex"), Some("KB 5.31")),
            Self::EnemyInHex(_) => {
                (Code::Rule, format!("{placement}/counters/{j}"), Some("KB 5.12"))
            }
            Self::StackTooHigh { .. } => {
                (Code::Rule, format!("{placement}/counters/{j}"), Some("KB 7.21"))
            }
        };
        let mut found = Diagnostic::error(code, self.to_string())
            .pointer(pointer)
            .hex(placed.hex)
            .counter(placed.counter);
        if let Some(rule) = rule {
            found = found.rule(rule);
        }
        found
    }
}

impl<'a> Setup<'a> {
    /// The set-up of a scenario.
    pub fn of(bundle: &'a Bundle) -> Self {
        let mut placed = Vec::new();
        for (i, placement) in bundle.scenario.setup.placements.iter().enumerate() {
            placed.extend(placement.counters.iter().enumerate().map(|(j, counter)| Placed {
                counter,
                hex: &placement.hex,
                face: placement.face.unwrap_or(0),
                states: &placement.states,
                at: (i, j),
            }));
        }
        Self { scenario: &bundle.scenario, placed }
    }

    /// The position, if the set-up is legal.
    ///
    /// # Errors
    /// Everything that is not legal.
    pub fn position(&self, rules: &Rules) -> Result<Position, Vec<SetupError<'a>>> {
        let mut arriving = vec![false; rules.units.len()];
        for arrival in &rules.arrivals {
            arriving[usize::from(arrival.unit.0)] = true;
        }
        let enterable = |hex| rules.map.hex_cost(hex).is_some();
        let sheet = SetUpData {
            units: &rules.units,
            arriving,
            limit: rules.constants.stacking_limit,
            grid: rules.map.grid(),
            enterable: &enterable,
        };
        let judged = self.judge(&sheet);
        if !judged.errors.is_empty() {
            return Err(judged.errors);
        }
        let mut position = Position::new(rules);
        let now = rules.turns.first().map_or(0, |now| now.turn);
        for (placed, unit, hex) in judged.standing {
            let state = position.state_mut(unit);
            state.face = placed.face;
            for id in placed.states {
                StateDef::begin_in(&STATES, &mut state.own, id, now);
            }
            if placed.states.iter().any(|id| id == ARRIVED) {
                position.entry_hexes.push(hex);
            }
            position.place(rules, unit, hex);
        }
        position.begin_apart(rules, self.scenario);
        for (i, town) in rules.towns.iter().enumerate() {
            if let Some(side) = position.holder(town.hex) {
                position.town_holder[i] = side as u8;
            }
        }
        position.hold_towns(rules);
        Ok(position)
    }

    /// Places what may be placed, one after the other, and says what may not.
    fn judge(&self, sheet: &SetUpData<'_>) -> Judged<'a> {
        let mut judged = Judged { used: vec![false; sheet.units.len()], ..Judged::default() };
        let named = Named::new(sheet.units);
        for &placed in &self.placed {
            match judged.legal_place(sheet, &named, placed) {
                Ok((unit, hex)) => {
                    let def = &sheet.units[usize::from(unit.0)];
                    let stack = judged.stacks.entry(hex).or_insert((def.side, 0));
                    let face = def.faces.get(usize::from(placed.face));
                    stack.1 += face.map_or(0, |face| face.stacking);
                    let (stacking, limit) = (stack.1, sheet.limit);
                    judged.standing.push((placed, unit, hex));
                    judged.used[usize::from(unit.0)] = true;
                    if stacking > limit && !placed.states.iter().any(|state| state == SURPLUS) {
                        judged.errors.push(SetupError::StackTooHigh { placed, stacking, limit });
                    }
                }
                Err(error) => judged.errors.push(error),
            }
        }
        judged
    }
}

/// What a set-up is judged by.
struct SetUpData<'a> {
    units: &'a [UnitDef],
    /// The units that come later.
    arriving: Vec<bool>,
    /// Stacking points in a hex (KB 7.21).
    limit: i32,
    grid: &'a HexGrid,
    /// Whether any unit may be there (KB 5.31).
    enterable: &'a dyn Fn(Hex) -> bool,
}

/// The units that a scenario may mean by a name.
struct Named<'a> {
    /// Counter → the first of its units.
    first: AHashMap<&'a str, Unit>,
    /// `de-gas#2`, one of several alike → itself.
    single: AHashMap<&'a str, Unit>,
    /// Of each unit, the next of the same counter.
    next: Vec<Option<Unit>>,
}

impl<'a> Named<'a> {
    fn new(units: &'a [UnitDef]) -> Self {
        let mut first = AHashMap::with_capacity(units.len());
        let mut next = vec![None; units.len()];
        for (i, def) in units.iter().enumerate().rev() {
            let unit = Unit(i as u16);
            next[i] = first.insert(def.counter.as_str(), unit);
        }
        let several = units.iter().enumerate().filter(|(_, def)| def.name != def.counter);
        let single = several.map(|(i, def)| (def.name.as_str(), Unit(i as u16))).collect();
        Self { first, single, next }
    }

    fn alike(&self, name: &str) -> Option<impl Iterator<Item = Unit>> {
        let first = self.first.get(name).copied();
        let single = self.single.get(name).copied();
        first.or(single)?;
        let all = std::iter::successors(first, |unit| self.next[usize::from(unit.0)]);
        Some(all.chain(single))
    }
}

/// A set-up as far as it is legal.
#[derive(Default)]
struct Judged<'a> {
    standing: Vec<(Placed<'a>, Unit, Hex)>,
    /// By unit.
    used: Vec<bool>,
    /// Side and stacking points by hex.
    stacks: AHashMap<Hex, (usize, i32)>,
    errors: Vec<SetupError<'a>>,
}

impl<'a> Judged<'a> {
    fn legal_place(
        &self,
        sheet: &SetUpData<'_>,
        named: &Named<'_>,
        placed: Placed<'a>,
    ) -> Result<(Unit, Hex), SetupError<'a>> {
        let hex = sheet.grid.parse(placed.hex).ok_or(SetupError::OffMap(placed))?;
        // Of several alike, the first that is not placed yet.
        let alike = named.alike(placed.counter);
        let mut alike = alike.ok_or(SetupError::UnknownCounter(placed))?;
        let unit = alike.find(|unit| !self.used[usize::from(unit.0)]);
        let unit = unit.ok_or(SetupError::PlacedTwice(placed))?;
        if sheet.arriving[usize::from(unit.0)] {
            return Err(SetupError::PlacedAndArriving(placed));
        }
        let def = &sheet.units[usize::from(unit.0)];
        let is_face = usize::from(placed.face) < def.faces.len()
            && (placed.face < def.steps || def.service_face == Some(placed.face));
        if !is_face {
            return Err(SetupError::NoSuchFace(placed));
        }
        if !(sheet.enterable)(hex) {
            return Err(SetupError::Impassable(placed));
        }
        if self.stacks.get(&hex).is_some_and(|&(side, _)| side != def.side) {
            return Err(SetupError::EnemyInHex(placed));
        }
        Ok((unit, hex))
    }
}

/// What is wrong with the set-up of a scenario, and which counters neither stand on the map nor
/// ever come.
pub fn check(
    bundle: &Bundle,
    roles: &Roles<'_>,
    lookup: &Lookup<'_>,
    units: &[UnitDef],
    found: &mut Vec<Diagnostic>,
) {
    let enterable = |hex| lookup.enterable(hex);
    let Some(sheet) = sheet(bundle, roles, units, lookup, &enterable) else { return };
    let setup = Setup::of(bundle);
    let judged = setup.judge(&sheet);
    found.extend(judged.errors.iter().map(SetupError::diagnostic));
    unused(bundle, &sheet, &setup, found);
}

fn sheet<'a>(
    bundle: &Bundle,
    roles: &Roles<'_>,
    units: &'a [UnitDef],
    lookup: &Lookup<'a>,
    enterable: &'a dyn Fn(Hex) -> bool,
) -> Option<SetUpData<'a>> {
    let limit = Constants::read(bundle, roles, &mut Vec::new())?.stacking_limit;
    let coming = bundle.scenario.reinforcements.iter().flat_map(|group| &group.counters);
    let coming: AHashSet<&str> = coming.map(String::as_str).collect();
    let arriving = units.iter().map(|def| coming.contains(def.name.as_str())).collect();
    Some(SetUpData { units, arriving, limit, grid: lookup.grid, enterable })
}

/// Counters that neither stand on the map nor ever come.
fn unused(bundle: &Bundle, sheet: &SetUpData<'_>, setup: &Setup<'_>, found: &mut Vec<Diagnostic>) {
    let scenario = &bundle.scenario;
    let off_map = scenario.start.iter().flat_map(|start| &start.off_map);
    let off_map = off_map.flat_map(|off| &off.counters).chain(&scenario.setup.eliminated);
    let placed = setup.placed.iter().map(|placed| placed.counter);
    let placed: AHashSet<&str> = placed.chain(off_map.map(String::as_str)).collect();
    // Of each counter that is meant to be used, whether its first unit neither stands nor comes.
    let mut idle: AHashMap<&str, bool> = AHashMap::with_capacity(sheet.units.len());
    for (def, arriving) in sheet.units.iter().zip(&sheet.arriving) {
        if !def.spare && !def.replacement {
            let id = def.counter.as_str();
            idle.entry(id).or_insert_with(|| !arriving && !placed.contains(id));
        }
    }
    for (b, book) in bundle.orders_of_battle.iter().enumerate() {
        for (c, counter) in book.counters.iter().enumerate() {
            if idle.get(counter.id.as_str()) == Some(&true) {
                let message = format!("'{}' is neither placed nor a reinforcement", counter.id);
                found.push(
                    Diagnostic::note(Code::Rule, message)
                        .help("set it up in a hex, or let it arrive on a game-turn")
                        .pointer(format!("/orders_of_battle/{b}/counters/{c}"))
                        .counter(&counter.id)
                        .rule("KB 18.0"),
                );
            }
        }
    }
}

/// The hex nearest to another in which a counter may be set up, its own entry left out of
/// account: free of enemies (KB 5.12), not barred (KB 5.31), with room in the stack (KB 7.21).
/// Of several, one that no enemy is next to.
pub fn nearest_legal(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    at: (usize, usize),
    from: Hex,
    reach: u32,
) -> Option<Hex> {
    let roles = roles::of(bundle);
    let units = compile::Units::of(bundle, &roles).all;
    let enterable = |hex| lookup.enterable(hex);
    let sheet = sheet(bundle, &roles, &units, lookup, &enterable)?;
    let mut setup = Setup::of(bundle);
    let moved = setup.placed.iter().position(|placed| placed.at == at)?;
    let moved = setup.placed.remove(moved);
    let judged = setup.judge(&sheet);
    let def = units.iter().find(|def| def.counter == moved.counter || def.name == moved.counter)?;
    let points = def.faces.get(usize::from(moved.face))?.stacking;
    let enemy = |hex: &Hex| judged.stacks.get(hex).is_some_and(|&(side, _)| side != def.side);
    let room = |hex: &Hex| {
        judged.stacks.get(hex).is_none_or(|&(_, stacking)| stacking + points <= sheet.limit)
    };
    let mut hexes = lookup.grid.within(from, reach);
    hexes.retain(|hex| *hex != from && enterable(*hex) && !enemy(hex) && room(hex));
    hexes.into_iter().min_by_key(|&hex| {
        let beside_enemy = lookup.grid.neighbours(hex).iter().flatten().any(enemy);
        (lookup.grid.distance(from, hex), beside_enemy, hex)
    })
}
