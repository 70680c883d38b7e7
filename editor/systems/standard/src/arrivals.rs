//! Set-up by the players, and reinforcements.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{FreeGroup, PlayContext, Position, Unit};
use salient_schema::scenario::PlacementCondition;
use salient_schema::{Code, Diagnostic};

use crate::citations::Chapter;
use crate::game::{Decision, Standard};
use crate::numbers::Reader;
use crate::rules::Rules;
use crate::{stacking, states, victory};

/// A side sets up what its owner places.
pub fn begin_set_up(cx: &mut PlayContext<'_, Standard>, side: usize) {
    if waiting(cx.rules, cx.position, side).next().is_some() {
        cx.ask(side, Decision::SetUp);
    }
}

/// The units of a side that are still to be set up, each with where it may be.
pub fn waiting<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
) -> impl Iterator<Item = (Unit, &'a [Hex])> + 'a {
    groups(rules, position, side).map(|(unit, group)| (unit, &*group.hexes))
}

/// The same, each with its group.
fn groups<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
) -> impl Iterator<Item = (Unit, &'a FreeGroup)> + 'a {
    let groups = rules.compiled.groups.iter().filter(move |group| group.side == side);
    let units = groups.flat_map(|group| group.units.iter().map(move |&unit| (unit, group)));
    units.filter(|&(unit, _)| {
        let state = position.state(unit);
        state.hex.is_none() && state.status == UnitStatus::Pool
    })
}

/// Says which conditions of set-up are not played: a side that cannot move what it has placed could
/// not mend a set-up that breaks them.
pub fn read(reader: &mut Reader<'_>) {
    for (place, free) in reader.bundle.scenario.setup.free.iter().enumerate() {
        for (number, condition) in free.conditions.iter().enumerate() {
            if !matches!(condition, PlacementCondition::AtMostPerHex { .. }) {
                let text = "where the rules are data, players who set up are told only how many \
                            counters a hex may hold";
                let at = format!("/scenario/setup/free/{place}/conditions/{number}");
                let wrong = Diagnostic::error(Code::Rule, text).pointer(at);
                let help = "take the condition out, and write what it says among the rules that are \
                            not played";
                reader.found.push(wrong.help(help));
            }
        }
    }
}

/// The units of a side that are due, each with where it comes in.
pub fn due<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
) -> impl Iterator<Item = (Unit, &'a [Hex])> + 'a {
    let arrivals = rules.compiled.arrivals.iter();
    let own = arrivals.filter(move |arrival| rules.side(arrival.unit) == side);
    let due = own.filter(|arrival| arrival.turn <= position.turn);
    let due = due.filter(|arrival| position.state(arrival.unit).status == UnitStatus::Expected);
    due.map(|arrival| (arrival.unit, &*arrival.entries))
}

/// A side brings its reinforcements onto the map.
pub fn begin(cx: &mut PlayContext<'_, Standard>, side: usize) {
    let (rules, position) = (cx.rules, &*cx.position);
    let can = |(unit, hexes): (Unit, &[Hex])| {
        hexes.iter().any(|&hex| may_stand(rules, position, unit, hex).is_ok())
    };
    if due(rules, position, side).any(can) {
        cx.ask(side, Decision::Enter);
    }
}

/// Whether a unit that is off the map may be put into a hex.
///
/// # Errors
/// The rule that it breaks.
pub fn may_stand(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    hex: Hex,
) -> Result<(), Violation> {
    let map = &rules.compiled.map;
    if !rules.terrain.lets_in(map, unit, position.own.weather, hex) {
        let text = format!("the unit cannot be in {}", rules.compiled.label(hex));
        return Err(Violation::new(rules.cite.rule(Chapter::Movement).to_owned(), text));
    }
    stacking::check(rules, position, &[unit], hex)
}

/// Whether a unit may be set up in a hex.
///
/// # Errors
/// The rule that forbids it.
pub fn check_placing(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    (unit, hex): (Unit, Hex),
) -> Result<(), Violation> {
    let own = rules.cite.rule(Chapter::Stacking);
    let Some((_, group)) = groups(rules, position, side).find(|(one, _)| *one == unit) else {
        return Err(Violation::new(own.to_owned(), "the unit is not to be set up now"));
    };
    let rule = if group.rule.is_empty() { own } else { &group.rule };
    let no = |text: String| Err(Violation::new(rule.to_owned(), text));
    let label = || rules.compiled.label(hex);
    if !group.hexes.contains(&hex) {
        return no(format!("{} is not where the unit is set up", label()));
    }
    if let Some(most) = group.most_per_hex
        && position.stack(hex).count() >= usize::from(most)
    {
        return no(format!("{} holds {most} counters, and no more are set up in a hex", label()));
    }
    may_stand(rules, position, unit, hex)
}

/// Whether a unit may come in in a hex.
///
/// # Errors
/// The rule that forbids it.
pub fn check_entering(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    (unit, hex): (Unit, Hex),
) -> Result<(), Violation> {
    let rule = || rules.cite.rule(Chapter::Reinforcements).to_owned();
    let mut due = due(rules, position, side);
    let Some((_, hexes)) = due.find(|(one, _)| *one == unit) else {
        return Err(Violation::new(rule(), "the unit does not come now"));
    };
    if !hexes.contains(&hex) {
        let text = format!("the unit does not come in at {}", rules.compiled.label(hex));
        return Err(Violation::new(rule(), text));
    }
    may_stand(rules, position, unit, hex)
}

/// Whether a side may leave its set-up: all that have room stand.
///
/// # Errors
/// Who is still to be placed.
pub fn check_set_up_done(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
) -> Result<(), Violation> {
    let can = |(unit, hexes): (Unit, &[Hex])| {
        let free = |&hex: &Hex| check_placing(rules, position, side, (unit, hex)).is_ok();
        hexes.iter().any(free).then_some(unit)
    };
    match waiting(rules, position, side).find_map(can) {
        None => Ok(()),
        Some(unit) => {
            let name = &rules.compiled.unit(unit).name;
            let text = format!("'{name}' is still to be set up");
            Err(Violation::new(rules.cite.rule(Chapter::Stacking).to_owned(), text))
        }
    }
}

/// Places a unit that was checked, and ends the question with the last one.
pub fn place(cx: &mut PlayContext<'_, Standard>, side: usize, unit: Unit, hex: Hex) {
    let expected = cx.position.state(unit).status == UnitStatus::Expected;
    let (by, chapter) = match expected {
        true => ("reinforcement", Chapter::Reinforcements),
        false => ("set-up", Chapter::Stacking),
    };
    let rule = cx.rules.cite.rule(chapter).to_owned();
    cx.place(unit, hex, by, &rule);
    if !expected {
        states::begin(cx, unit);
    }
    victory::take(cx, unit, hex);
    let (rules, position) = (cx.rules, &*cx.position);
    let left = match expected {
        true => due(rules, position, side).next().is_some(),
        false => waiting(rules, position, side).next().is_some(),
    };
    if !left {
        cx.answered(side);
    }
}
