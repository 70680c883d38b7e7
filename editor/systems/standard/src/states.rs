//! States of units: how they come, what shelter they give, and how a unit takes one of its own will.
//! What they hinder, `hindrance` says; how they end by a roll, `recovery`.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::{Code, Diagnostic, Id};

use crate::citations::Chapter;
use crate::event::{Detail, StateChange};
use crate::game::Standard;
use crate::numbers::{Case, Members, Number, Reader};
use crate::recovery::RecoveryRules;
use crate::rules::{Ratings, Rules};
use crate::sequence::DoesAt;
use crate::state::{HALTED, HIDDEN, MOST_STATES, MOVED, StateRef, flag_of};
use crate::{hindrance, movement};

/// The states of a ruleset, compiled, and those that units begin in.
#[derive(Debug, Default)]
pub struct StateRules {
    /// By their places.
    pub states: Vec<OneState>,
    /// What each unit begins in: its flags, and one more than the place of its state of supply.
    pub start: Vec<(u32, u8)>,
    /// Whether any of them shelters.
    shelters: bool,
}

/// A state.
#[derive(Debug)]
pub struct OneState {
    /// The state that a unit takes instead which is in it and suffers it again.
    again: Option<u8>,
    shelter: Number,
    taken_for: Option<Number>,
    who: Members,
    /// How it ends in a step of recovery.
    pub recovery: Option<RecoveryRules>,
    /// The rule.
    pub rule: String,
}

/// What a placement calls it to be hidden.
pub const HIDDEN_STATE: &str = "hidden";

impl StateRules {
    /// Those of a ruleset, and what its scenario's placements say of them.
    pub fn read(reader: &mut Reader<'_>, ratings: Ratings, chapter: &str) -> Self {
        let play = reader.play;
        if play.states.len() > MOST_STATES {
            reader.wrong("/states", format!("there are more than {MOST_STATES} states"));
        }
        let mut states = Vec::new();
        for (place, state) in play.states.iter().enumerate().take(MOST_STATES) {
            let at = |field: &str| format!("/states/{place}/{field}");
            let again = state.again.as_ref().and_then(|id| match StateRef::find(play, id) {
                Some(StateRef::Own(place)) => Some(place),
                _ => {
                    reader.dangling(&at("again"), "state", id);
                    None
                }
            });
            let rule = state.rule.clone().unwrap_or_else(|| chapter.to_owned());
            let taken_for = state.taken_for.as_ref();
            let recovery = state.recovery.as_ref();
            states.push(OneState {
                again,
                shelter: reader.bounded(&state.shelter, &at("shelter"), (-100, 100)),
                taken_for: taken_for
                    .map(|points| reader.bounded(points, &at("taken_for"), (0, 1000))),
                who: reader.members(&state.who, &at("who")),
                recovery: recovery
                    .map(|one| RecoveryRules::read(reader, ratings, one, &at("recovery"))),
                rule,
            });
        }
        let shelters = states.iter().any(|state| !state.shelter.is_zero());
        Self { states, start: begins(reader), shelters }
    }

    /// A state by its place.
    pub fn of(&self, place: u8) -> Option<&OneState> {
        self.states.get(usize::from(place))
    }
}

/// What each unit begins in.
fn begins(reader: &mut Reader<'_>) -> Vec<(u32, u8)> {
    let (bundle, compiled, play) = (reader.bundle, reader.compiled, reader.play);
    let mut start = vec![(0, 0); compiled.units.len()];
    let mut placed = vec![false; start.len()];
    for (i, placement) in bundle.scenario.setup.placements.iter().enumerate() {
        let mut begun = (0, 0);
        for (j, id) in placement.states.iter().enumerate() {
            match StateRef::find(play, id) {
                Some(StateRef::Own(place)) => begun.0 |= flag_of(place),
                Some(StateRef::Supply(place)) => begun.1 = place + 1,
                None if id == HIDDEN_STATE && play.hidden.is_some() => begun.0 |= HIDDEN,
                None => {
                    let text = format!("there is no state '{id}'");
                    let at = format!("/scenario/setup/placements/{i}/states/{j}");
                    let wrong = Diagnostic::error(Code::DanglingReference, text).pointer(at);
                    reader.found.push(wrong.hex(&placement.hex));
                }
            }
        }
        for counter in &placement.counters {
            // As the kernel finds them: of several alike the next.
            let alike =
                |unit: &Unit| compiled.unit(*unit).counter == *counter && !placed[unit.index()];
            let named = compiled.find_unit(counter).or_else(|| compiled.all_units().find(alike));
            if let Some(unit) = named {
                placed[unit.index()] = true;
                start[unit.index()] = begun;
            }
        }
    }
    if let (Some(hidden), None) = (&play.hidden, &bundle.scenario.start) {
        let members = reader.members(hidden, "/hidden");
        for unit in compiled.all_units().filter(|&unit| members.has(unit)) {
            start[unit.index()].0 |= HIDDEN;
        }
    }
    start
}

/// Puts into force what units begin in.
pub fn open(cx: &mut PlayContext<'_, Standard>) {
    if std::mem::replace(&mut cx.position.own.opened, true) {
        return;
    }
    for unit in cx.rules.compiled.all_units() {
        if cx.position.hex(unit).is_some() {
            begin(cx, unit);
        }
    }
}

/// Puts into force what a unit begins in that stands on the map.
pub fn begin(cx: &mut PlayContext<'_, Standard>, unit: Unit) {
    let (flags, supply) = cx.rules.states.start[unit.index()];
    *cx.position.flags_mut(unit) |= flags;
    if supply > 0
        && let Some(state) = cx.position.own.supply.get_mut(unit.index())
    {
        *state = (supply, supply);
    }
    settle_zone(cx, unit);
}

/// The states that a placement lets a unit begin in that stands as this one does.
pub fn names(rules: &Rules, position: &Position<Standard>, unit: Unit) -> Vec<Id> {
    let flags = position.state(unit).flags;
    let play = &rules.play;
    let hidden = (flags & HIDDEN != 0).then(|| HIDDEN_STATE.to_owned());
    let supply = crate::state::supply_state(position, unit)
        .and_then(|place| Some(play.supply.as_ref()?.states.get(usize::from(place))?.id.clone()));
    let own = play.states.iter().zip(0..).filter(|(_, place)| flags & flag_of(*place) != 0);
    hidden.into_iter().chain(supply).chain(own.map(|(state, _)| state.id.clone())).collect()
}

/// What hinders a unit may take its zone of control away, or give it back: to be called wherever
/// its states, its supply or its command change.
pub fn settle_zone(cx: &mut PlayContext<'_, Standard>, unit: Unit) {
    let rules = cx.rules;
    if rules.zones.is_none() || cx.position.hex(unit).is_none() {
        return;
    }
    let bare = hindrance::of(rules, cx.position, unit).any(|one| one.no_zone);
    let presence = u8::from(bare);
    if cx.position.state(unit).presence != presence {
        let rule = rules.cite.rule(Chapter::Zones).to_owned();
        cx.set_presence(unit, presence, &rule);
    }
}

/// A unit comes into a state; in the one that follows it if it is in it already.
pub fn take(cx: &mut PlayContext<'_, Standard>, unit: Unit, place: u8, rule: &str) {
    let mut place = place;
    // Each is left for the next: more than there are cannot follow.
    for _ in 0..=MOST_STATES {
        let Some(state) = cx.rules.states.of(place) else { return };
        if cx.position.hex(unit).is_none() {
            return;
        }
        if cx.position.state(unit).flags & flag_of(place) == 0 {
            *cx.position.flags_mut(unit) |= flag_of(place);
            tell(cx, unit, place, (true, rule));
            settle_zone(cx, unit);
            return;
        }
        match state.again {
            None => return,
            Some(next) if next == place => {
                let (steps, face) =
                    (cx.rules.compiled.unit(unit).steps, cx.position.state(unit).face);
                for _ in face..steps.max(face + 1) {
                    cx.lose_step(unit, "state", None, &state.rule);
                }
                return;
            }
            Some(next) => {
                end(cx, unit, place, rule);
                place = next;
            }
        }
    }
}

/// A unit comes out of a state.
pub fn end(cx: &mut PlayContext<'_, Standard>, unit: Unit, place: u8, rule: &str) {
    if cx.position.state(unit).flags & flag_of(place) == 0 {
        return;
    }
    *cx.position.flags_mut(unit) &= !flag_of(place);
    tell(cx, unit, place, (false, rule));
    settle_zone(cx, unit);
}

fn tell(cx: &mut PlayContext<'_, Standard>, unit: Unit, place: u8, (taken, rule): (bool, &str)) {
    let hex = cx.position.hex(unit);
    cx.emit(|rules| {
        let state = &rules.play.states[usize::from(place)];
        Detail::State(StateChange {
            unit: rules.compiled.unit(unit).name.clone(),
            side: rules.compiled.sides[rules.side(unit)].clone(),
            hex: hex.map(|hex| rules.compiled.label(hex).to_owned()),
            state: state.id.clone(),
            name: state.name.clone(),
            taken,
            rule: rule.to_owned(),
        })
    });
}

/// A unit moves: states that end by it do.
pub fn moves(cx: &mut PlayContext<'_, Standard>, unit: Unit) {
    let rules = cx.rules;
    for (state, place) in rules.play.states.iter().zip(0..).take(MOST_STATES) {
        if state.ends_by_moving && cx.position.state(unit).flags & flag_of(place) != 0 {
            end(cx, unit, place, &rules.states.states[usize::from(place)].rule);
        }
    }
}

/// What the states of units that are attacked or fired at together add to their shelter: that of the
/// least sheltered of them.
pub fn shelter(rules: &Rules, position: &Position<Standard>, units: &[Unit]) -> i32 {
    if !rules.states.shelters {
        return 0;
    }
    let of = |&unit: &Unit| {
        let case = Case::new(&rules.compiled, position).of(unit);
        let flags = position.state(unit).flags;
        let own = rules.states.states.iter().zip(0..);
        let own = own.filter(|(_, place)| flags & flag_of(*place) != 0);
        own.map(|(state, _)| state.shelter.in_case(&case)).sum::<i32>()
    };
    let sheltered = units.iter().filter(|unit| rules.stacking.is_unit(**unit));
    sheltered.map(of).min().unwrap_or(0)
}

/// What the shelter of those units is called, and its rule.
pub fn sheltering<'a>(
    rules: &'a Rules,
    position: &Position<Standard>,
    units: &[Unit],
) -> (&'a str, &'a str) {
    let is_in =
        |place: u8| units.iter().any(|&unit| position.state(unit).flags & flag_of(place) != 0);
    let all = rules.play.states.iter().zip(&rules.states.states).zip(0..);
    let mut giving = all.filter(|((_, one), place)| !one.shelter.is_zero() && is_in(*place));
    match giving.next() {
        Some(((state, one), _)) => (&state.name, &one.rule),
        None => ("", rules.cite.rule(Chapter::States)),
    }
}

/// What a unit spends to take a state of its own will in a step of movement, in parts of a movement
/// point.
///
/// # Errors
/// The rule that forbids it.
pub fn check_taking(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    (place, at): (u8, DoesAt),
) -> Result<u16, Violation> {
    let Some(state) = rules.states.of(place) else {
        let rule = rules.cite.rule(Chapter::States).to_owned();
        return Err(Violation::new(rule, "there is no such state"));
    };
    let no = |text: &'static str| Err(Violation::new(state.rule.clone(), text));
    let Some(points) = &state.taken_for else { return no("no unit takes this state by itself") };
    if !state.who.has(unit) {
        return no("the unit does not take this state by itself");
    }
    let flags = position.state(unit).flags;
    if flags & flag_of(place) != 0 {
        return no("the unit is in this state already");
    }
    if flags & MOVED == 0 {
        movement::may_move(rules, position, unit, at)?;
    } else if flags & HALTED != 0 && movement::left(rules, position, unit, at) == 0 {
        return no("the unit has no movement point left");
    }
    let whole = movement::allowance(rules, position, unit, at);
    let left = movement::left(rules, position, unit, at);
    let case = Case::new(&rules.compiled, position).of(unit);
    let parts = match points.in_case(&case) {
        points if points <= 0 => whole,
        points => points.saturating_mul(i32::from(rules.terrain.parts)),
    };
    if parts > left || left == 0 {
        return no("the unit has too few movement points left to take this state");
    }
    Ok(parts.clamp(1, i32::from(u16::MAX)) as u16)
}

/// A unit takes a state of its own will, which was checked.
pub fn take_by_will(cx: &mut PlayContext<'_, Standard>, unit: Unit, (place, at): (u8, DoesAt)) {
    let Ok(parts) = check_taking(cx.rules, cx.position, unit, (place, at)) else { return };
    let spent = &mut cx.position.own.spent[unit.index()];
    *spent = spent.saturating_add(parts);
    if movement::left(cx.rules, cx.position, unit, at) == 0 {
        *cx.position.flags_mut(unit) |= HALTED;
    }
    let Some(state) = cx.rules.states.of(place) else { return };
    take(cx, unit, place, &state.rule);
}

/// The states that a unit may take of its own will now.
pub fn to_take<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    unit: Unit,
    at: DoesAt,
) -> impl Iterator<Item = &'a str> + 'a {
    let all = rules.play.states.iter().zip(&rules.states.states).zip(0..);
    let offered = all.filter(|((_, one), _)| one.taken_for.is_some());
    let can =
        offered.filter(move |(_, place)| check_taking(rules, position, unit, (*place, at)).is_ok());
    can.map(|((state, _), _)| state.id.as_str())
}
