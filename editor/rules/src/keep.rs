//! A position of a game as a scenario of its own.
//!
//! What every game has is kept here: who stands where on which face, who is off the map, who is
//! still to come, the game-turns that are left and the step of the sequence of play that is being
//! played. What a system knows besides it writes into the scenario itself, or says that no
//! scenario holds it ([`GamePosition::keep`](crate::play::GamePosition::keep)). Whatever the new
//! scenario's set-up then has otherwise than the position is found by setting it up, and told as
//! well.

use std::collections::BTreeMap;

use salient_hex::{Hex, HexGrid};
use salient_schema::plain::Value;
use salient_schema::scenario::{
    HeldHexes, Level, OffMap, OffMapPlace, Override, Placement, Replacement, Scenario,
    StartingPoint,
};
use salient_schema::{Bundle, Code, CounterId, Diagnostic, Id};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::{BasePosition, BaseRules, Unit, UnitState};
use crate::model::{InBox, UnitStatus, UnitView};
use crate::roles::Roles;
use crate::states::StateDef;

/// Names that are told at most; the rest is a number.
const MOST_NAMED: usize = 8;

/// A scenario made of a position.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The scenario. It shares ruleset, map and orders of battle with the one that was played.
    pub scenario: Scenario,
    /// What of the position it does not hold.
    pub not_kept: Vec<NotKept>,
    /// What keeps it from being played, if anything does.
    pub refused: Vec<Diagnostic>,
}

/// Something of a position that no scenario holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotKept {
    /// What, in words that a number may stand before: `steps lost so far: they are counted anew`.
    pub what: String,
    /// How many there are of it.
    pub count: u32,
}

impl std::fmt::Display for NotKept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.count {
            1 => f.write_str(&self.what),
            count => write!(f, "{count} {}", self.what),
        }
    }
}

impl Kept {
    /// What the scenario holds, in words, a line each.
    pub fn in_words(&self) -> Vec<String> {
        let Scenario { turns, setup, start, reinforcements, .. } = &self.scenario;
        let mut lines = Vec::new();
        if let (Some(first), Some(last)) = (turns.first(), turns.last()) {
            let label = &first.label;
            lines.push(format!("Game-turns {} ({label}) to {}", first.turn, last.turn));
        }
        let mut count = |count: usize, one: &str, many: &str| match count {
            0 => {}
            1 => lines.push(format!("1 {one}")),
            count => lines.push(format!("{count} {many}")),
        };
        let placed = setup.placements.iter().map(|placement| placement.counters.len()).sum();
        count(placed, "unit where it stands", "units where they stand");
        let free = setup.free.iter().map(|group| group.counters.len()).sum();
        count(free, "unit still to be placed", "units still to be placed");
        let coming = reinforcements.iter().map(|group| group.counters.len()).sum();
        count(coming, "unit still to come", "units still to come");
        count(setup.eliminated.len(), "unit eliminated", "units eliminated");
        let start = start.as_ref();
        let off = start.iter().flat_map(|start| &start.off_map).map(|off| off.counters.len()).sum();
        count(off, "unit off the map", "units off the map");
        let held = start.iter().flat_map(|start| &start.held).map(|held| held.hexes.len()).sum();
        count(held, "hex that changed hands", "hexes that changed hands");
        lines
    }
}

/// A scenario while it is made of a position.
#[derive(Debug)]
pub struct Keeping<'a> {
    /// What is played.
    pub bundle: &'a Bundle,
    /// The scenario, as far as it is made.
    pub scenario: Scenario,
    not_kept: Vec<NotKept>,
    /// The game has begun: nobody sets up any more.
    begun: bool,
    /// What is so of units besides their places and faces, by unit.
    standing: BTreeMap<u16, Standing>,
}

/// How a unit stands, besides its place and face.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Standing {
    states: Vec<Id>,
    facing: Option<String>,
    carried_by: Option<CounterId>,
}

impl<'a> Keeping<'a> {
    fn new(bundle: &'a Bundle) -> Self {
        Self {
            bundle,
            scenario: bundle.scenario.clone(),
            not_kept: Vec::new(),
            begun: false,
            standing: BTreeMap::new(),
        }
    }

    /// Says that something is not kept, if there is any of it.
    pub fn not_kept(&mut self, what: impl Into<String>, count: impl Into<u32>) {
        let count = count.into();
        if count > 0 {
            self.not_kept.push(NotKept { what: what.into(), count });
        }
    }

    /// Says that things with names are not kept, if there are any.
    pub fn not_kept_named(&mut self, what: &str, names: &[&str]) {
        let more = names.len().saturating_sub(MOST_NAMED);
        let told = names.get(..names.len() - more).unwrap_or_default().join(", ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        self.not_kept(format!("{what}: {told}{more}"), names.len() as u32);
    }

    /// Says what of units is so beside their places and faces: one of the system's states.
    pub fn mark(&mut self, units: impl IntoIterator<Item = Unit>, state: &str) {
        for unit in units {
            self.standing.entry(unit.0).or_default().states.push(state.to_owned());
        }
    }

    /// Says of units which states of their system's table they are in, as far as those are kept.
    pub fn mark_units<S>(
        &mut self,
        position: &BasePosition<S>,
        table: &[StateDef<S>],
        keeps: impl Fn(&UnitState<S>, &str) -> bool,
    ) {
        for StateDef { state, is, .. } in table {
            let units = position.units.iter().zip(0..);
            let in_it =
                units.filter(|(unit, _)| is(&unit.own, position.turn) && keeps(unit, state.id));
            self.mark(in_it.map(|(_, place)| Unit(place)), state.id);
        }
    }

    /// Says where the other hex of a unit lies.
    pub fn face(&mut self, unit: Unit, facing: &str) {
        self.standing.entry(unit.0).or_default().facing = Some(facing.to_owned());
    }

    /// Says what carries a unit.
    pub fn carry(&mut self, unit: Unit, carrier: &str) {
        self.standing.entry(unit.0).or_default().carried_by = Some(carrier.to_owned());
    }

    /// Lets sides hold hexes when play begins: what [`BaseRules::held`] then reads.
    pub fn hold<U, P, T>(
        &mut self,
        rules: &BaseRules<U, P, T>,
        held: impl Iterator<Item = (usize, Hex)>,
    ) {
        let mut of_side = vec![Vec::new(); rules.sides.len()];
        for (side, hex) in held {
            if let Some(hexes) = of_side.get_mut(side) {
                hexes.push(rules.label(hex).to_owned());
            }
        }
        let held = rules.sides.iter().cloned().zip(of_side).filter(|(_, hexes)| !hexes.is_empty());
        let held: Vec<HeldHexes> = held.map(|(side, hexes)| HeldHexes { side, hexes }).collect();
        if !held.is_empty() {
            self.scenario.start.get_or_insert_default().held.extend(held);
        }
    }

    /// Lets a side have the level that plays a part in the rules at a value when play begins. One
    /// that it does not have is added where it is not 0.
    pub fn set_level(&mut self, roles: &Roles<'_>, role: &str, side: &str, value: i32) {
        let Scenario { levels, roles: filled, .. } = &mut self.scenario;
        let known = levels.iter_mut().find(|it| roles.is(role, &it.id) && it.side == side);
        if let Some(level) = known {
            level.value = value;
        } else if value != 0 {
            let id = roles.one(role).unwrap_or(role).to_owned();
            let filled = filled.entry(role.to_owned()).or_default();
            if !filled.contains(&id) {
                filled.push(id.clone());
            }
            levels.push(Level { id, side: side.to_owned(), nation: None, value, words: None });
        }
    }

    /// Gives a constant of the ruleset another value in this scenario, unless it has it.
    pub fn set_constant(&mut self, constant: &str, value: i32, reason: &str) {
        let mut constants = self.bundle.ruleset.constants.iter();
        let printed = constants.find(|known| known.id == constant).map(|known| known.value);
        let overrides = &mut self.scenario.overrides;
        let is = |change: &Override| matches!(change, Override::Constant { constant: id, .. } if id == constant);
        let there = overrides.iter().position(is);
        let change = Override::Constant {
            constant: constant.to_owned(),
            value,
            reason: Some(reason.to_owned()),
        };
        match (there, printed) {
            (Some(at), Some(printed)) if printed == value => drop(overrides.remove(at)),
            (Some(at), _) => overrides[at] = change,
            (None, Some(printed)) if printed != value => overrides.push(change),
            (None, _) => {}
        }
    }

    /// Writes what only the system knows, as [`of_start`] then reads it. What is empty is left out.
    pub fn set_system(&mut self, start: &impl Serialize) {
        if let Value::Table(own) = Value::of(start) {
            self.scenario.start.get_or_insert_default().system = own.pruned();
        }
    }

    /// Lets the game-turn that is being played have this weather, once it is settled.
    pub fn set_weather(&mut self, is_settled: bool, weather: &str) {
        let now = self.scenario.turns.first_mut();
        if let Some(turn) = now.filter(|_| self.begun && is_settled) {
            turn.weather = Some(weather.to_owned());
        }
    }

    /// The game has begun and is in the game-turn at this place of the scenario's list, in this
    /// step of the sequence of play: the schedule before it is over.
    pub(crate) fn go_to(&mut self, turn_place: usize, step: Option<&Id>) {
        self.begun = true;
        let scenario = &mut self.scenario;
        let gone = turn_place.min(scenario.turns.len());
        scenario.turns.drain(..gone);
        for track in &mut scenario.tracks {
            track.values.drain(..gone.min(track.values.len()));
        }
        scenario.start = Some(StartingPoint { step: step.cloned(), ..StartingPoint::default() });
        let Some(now) = scenario.turns.first().map(|turn| turn.turn) else { return };
        scenario.withdrawals.retain(|group| group.turn >= now);
        // Of turn 0 is what is there when play begins.
        let (due, past): (Vec<_>, Vec<_>) = std::mem::take(&mut scenario.replacements)
            .into_iter()
            .partition(|due| due.turn == 0 || due.turn >= now);
        scenario.replacements = due;
        forget_pools(scenario, past);
        for group in &mut scenario.reinforcements {
            // Who has not come yet comes as soon as he can.
            group.turn = group.turn.max(now);
        }
    }

    /// Writes where every unit is.
    fn set_up(&mut self, units: &[UnitView<'_>], label: impl Fn(Hex) -> String) {
        let Self { scenario, standing, begun, .. } = self;
        // Of those in a pool, as many are told of as the scenario spoke of before; the others are
        // in it anyway.
        let mut pooled = mentioned(&self.bundle.scenario);
        for unit in units.iter().filter(|unit| unit.status != UnitStatus::Pool) {
            take(&mut pooled, unit.counter);
        }
        let mut expected = BTreeMap::<&str, usize>::new();
        let mut waiting = BTreeMap::<&str, usize>::new();
        let mut placed = BTreeMap::<(Hex, u8, Standing), Vec<CounterId>>::new();
        let mut eliminated = Vec::new();
        type Apart = (OffMapPlace, Option<InBox>, u8, Vec<Id>);
        let mut off_map = BTreeMap::<Apart, Vec<CounterId>>::new();
        for (unit, place) in units.iter().zip(0_u16..) {
            let standing = standing.remove(&place).unwrap_or_default();
            let counter = unit.counter.to_owned();
            let face = unit.face;
            if let Some(hex) = unit.hex {
                placed.entry((hex, face, standing)).or_default().push(counter);
                continue;
            }
            let states = standing.states;
            let mut set_aside = |place: OffMapPlace, face: u8| {
                let apart = (place, unit.in_box, face, states.clone());
                off_map.entry(apart).or_default().push(counter.clone());
            };
            match unit.status {
                UnitStatus::Expected => *expected.entry(unit.counter).or_default() += 1,
                UnitStatus::Eliminated if states.is_empty() => eliminated.push(counter),
                UnitStatus::Eliminated => set_aside(OffMapPlace::Eliminated, 0),
                UnitStatus::Exited => set_aside(OffMapPlace::Exited, 0),
                UnitStatus::BrokenDown => set_aside(OffMapPlace::Removed, 0),
                UnitStatus::InBox => set_aside(OffMapPlace::Box, face),
                UnitStatus::Pool if !*begun => *waiting.entry(unit.counter).or_default() += 1,
                UnitStatus::Pool if take(&mut pooled, unit.counter) => {
                    set_aside(OffMapPlace::Pool, face);
                }
                UnitStatus::Pool | UnitStatus::OnMap | UnitStatus::OnDisplay => {}
            }
        }
        let placements = placed.into_iter().map(|((hex, face, standing), counters)| Placement {
            hex: label(hex),
            counters,
            face: (face > 0).then_some(face),
            facing: standing.facing,
            carried_by: standing.carried_by,
            states: standing.states,
        });
        scenario.setup.placements = placements.collect();
        scenario.setup.eliminated = eliminated;
        if *begun {
            scenario.setup.free.clear();
        } else {
            for group in &mut scenario.setup.free {
                group.counters.retain(|counter| take(&mut waiting, counter));
            }
        }
        for group in &mut scenario.reinforcements {
            group.counters.retain(|counter| take(&mut expected, counter));
        }
        scenario.reinforcements.retain(|group| !group.counters.is_empty());
        if !off_map.is_empty() {
            let entries =
                off_map.into_iter().map(|((place, apart, face, states), counters)| OffMap {
                    place,
                    in_box: apart.map(|apart| apart.def.id.to_owned()),
                    due: apart.and_then(|apart| apart.due),
                    counters,
                    face: (face > 0).then_some(face),
                    states,
                });
            scenario.start.get_or_insert_default().off_map = entries.collect();
        }
    }
}

impl Keeping<'_> {
    /// Lets units that still stand where the scenario has them face as there, and be carried by
    /// whom and in the states that it says. Of those that moved that is not kept.
    fn stand_as_before(&mut self, grid: &HexGrid, units: &[UnitView<'_>]) {
        let mut before = BTreeMap::<&str, Vec<(Option<Hex>, Standing)>>::new();
        for placement in &self.bundle.scenario.setup.placements {
            let Placement { facing, carried_by, states, .. } = placement.clone();
            let standing = Standing { states, facing, carried_by };
            if standing != Standing::default() {
                for counter in &placement.counters {
                    let hex = grid.parse(&placement.hex);
                    before.entry(counter).or_default().push((hex, standing.clone()));
                }
            }
        }
        for (unit, place) in units.iter().zip(0_u16..) {
            let Some(standings) = before.get_mut(unit.counter) else { continue };
            let same = standings.iter().position(|(hex, _)| unit.hex.is_some() && *hex == unit.hex);
            if let Some(at) = same {
                self.standing.insert(place, standings.remove(at).1);
            }
        }
        let moved: Vec<&str> =
            before.iter().flat_map(|(&counter, left)| left.iter().map(move |_| counter)).collect();
        self.not_kept_named("units that have moved, whose facing and states go", &moved);
    }

    /// Names the scenario after the one that was played.
    fn name(&mut self, turn: u16) {
        let old = &self.bundle.scenario;
        let (id, title) = match self.begun {
            true => (format!("turn-{turn}"), format!("from turn {turn}")),
            false => ("position".to_owned(), "another position".to_owned()),
        };
        self.scenario.id = format!("{}-{id}", old.id);
        self.scenario.title = format!("{}, {title}", old.title);
    }

    /// The scenario with a note of where it comes from.
    fn done(self, when: &str, refused: Vec<Diagnostic>) -> Kept {
        let Self { bundle, mut scenario, not_kept, .. } = self;
        scenario.notes = vec![format!("The position of {} {when}.", bundle.scenario.title)];
        if !not_kept.is_empty() {
            let told: Vec<String> = not_kept.iter().map(ToString::to_string).collect();
            scenario.notes.push(format!("Not kept: {}.", told.join("; ")));
        }
        Kept { scenario, not_kept, refused }
    }
}

/// Pools into which nothing comes any more fill no role.
fn forget_pools(scenario: &mut Scenario, past: Vec<Replacement>) {
    let mut gone: Vec<Id> = past.into_iter().filter_map(|due| due.pool).collect();
    let left = scenario.replacements.iter().filter_map(|due| due.pool.as_ref());
    let left = left.chain(scenario.tracks.iter().map(|track| &track.id));
    let left = left.chain(scenario.levels.iter().map(|level| &level.id));
    let left: Vec<&Id> =
        left.chain(scenario.victory.scores.iter().map(|score| &score.id)).collect();
    gone.retain(|pool| !left.contains(&pool));
    for filled in scenario.roles.values_mut() {
        filled.retain(|id| !gone.contains(id));
    }
}

/// What a scenario says of its start that only its system knows, by the system's own type; none
/// where it says nothing of it.
///
/// # Errors
/// The system does not know it, with its place.
pub fn of_start<T: DeserializeOwned>(bundle: &Bundle) -> Result<Option<T>, Vec<Diagnostic>> {
    let own = bundle.scenario.start.as_ref().map(|start| &start.system);
    let Some(own) = own.filter(|own| !own.is_empty()) else { return Ok(None) };
    let read = serde_json::to_value(own).and_then(serde_json::from_value);
    read.map(Some).map_err(|error| vec![of_system(error.to_string())])
}

/// A fault in what a scenario says of its start for its system alone.
pub fn of_system(text: String) -> Diagnostic {
    Diagnostic::error(Code::Rule, text).pointer("/scenario/start/system")
}

/// Takes one of a counter, if one is left.
fn take(left: &mut BTreeMap<&str, usize>, counter: &str) -> bool {
    match left.get_mut(counter) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// How often a scenario speaks of each counter.
fn mentioned(scenario: &Scenario) -> BTreeMap<&str, usize> {
    let setup = &scenario.setup;
    let placed = setup.placements.iter().flat_map(|placement| &placement.counters);
    let free = setup.free.iter().flat_map(|group| &group.counters);
    let coming = scenario.reinforcements.iter().flat_map(|group| &group.counters);
    let off = scenario.start.iter().flat_map(|start| &start.off_map).flat_map(|off| &off.counters);
    let mut counts = BTreeMap::new();
    for counter in placed.chain(free).chain(coming).chain(&setup.eliminated).chain(off) {
        *counts.entry(counter.as_str()).or_default() += 1;
    }
    counts
}

/// The position of a game as a scenario of its own: its units, the game-turn's number and step, what
/// the system has to say of it, and who would be elsewhere in a game that began with the scenario.
pub(crate) fn keep<'u>(
    bundle: &Bundle,
    grid: &HexGrid,
    units: &[UnitView<'u>],
    (turn, step): (u16, &str),
    own: impl FnOnce(&mut Keeping<'_>),
    elsewhere: impl FnOnce(&Bundle) -> Result<Vec<&'u str>, Vec<Diagnostic>>,
) -> Kept {
    let mut keeping = Keeping::new(bundle);
    own(&mut keeping);
    keeping.set_up(units, |hex| grid.label(hex));
    keeping.name(turn);
    let mut trial = bundle.clone();
    trial.scenario = keeping.scenario.clone();
    let mut refused = Vec::new();
    match elsewhere(&trial) {
        Ok(other) => {
            keeping.not_kept_named("units that are elsewhere or on another face", &other);
        }
        Err(found) => refused = found,
    }
    let when = match keeping.begun {
        true => format!("in game-turn {turn}, {step}"),
        false => "while it was set up".to_owned(),
    };
    keeping.done(&when, refused)
}

/// A position that was reached without rules as a scenario of its own: every unit, and the place of
/// the game-turn in the scenario's list.
pub fn keep_by_hand(
    bundle: &Bundle,
    grid: &HexGrid,
    units: &[UnitView<'_>],
    turn_place: usize,
) -> Kept {
    let mut keeping = Keeping::new(bundle);
    if turn_place > 0 {
        keeping.go_to(turn_place, None);
        // Nothing but the first of the game-turns that are left says where it begins.
        keeping.scenario.start = None;
    }
    keeping.stand_as_before(grid, units);
    keeping.set_up(units, |hex| grid.label(hex));
    let turn = keeping.scenario.turns.first().map_or(0, |turn| turn.turn);
    keeping.name(turn);
    let when = match keeping.begun {
        true => format!("in game-turn {turn}, played without rules"),
        false => "played without rules".to_owned(),
    };
    keeping.done(&when, Vec::new())
}

/// The counters of which one is elsewhere, or on another face where that matters, in order. Of
/// several alike it does not matter which is where.
pub(crate) fn differing<'a>(before: &[UnitView<'a>], after: &[UnitView<'_>]) -> Vec<&'a str> {
    /// Where a unit is, the face that shows, and what it does.
    type Stand = ([Option<Hex>; 2], u8, UnitStatus, Option<InBox>);
    fn places<'u>(units: &[UnitView<'u>]) -> BTreeMap<&'u str, Vec<Stand>> {
        let mut places = BTreeMap::<_, Vec<_>>::new();
        for unit in units {
            let shows =
                matches!(unit.status, UnitStatus::OnMap | UnitStatus::Pool | UnitStatus::InBox);
            let face = if shows { unit.face } else { 0 };
            let stand = ([unit.hex, unit.other], face, unit.status, unit.in_box);
            places.entry(unit.counter).or_default().push(stand);
        }
        places.values_mut().for_each(|places| places.sort_unstable());
        places
    }
    let after = places(after);
    let before = places(before);
    before.into_iter().filter(|(id, here)| after.get(id) != Some(here)).map(|(id, _)| id).collect()
}
