//! Set-up by the players, and reinforcements.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::citations::Chapter;
use crate::game::{Decision, Standard};
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
    let groups = rules.compiled.groups.iter().filter(move |group| group.side == side);
    let units = groups.flat_map(|group| group.units.iter().map(|&unit| (unit, &*group.hexes)));
    units.filter(|&(unit, _)| {
        let state = position.state(unit);
        state.hex.is_none() && state.status == UnitStatus::Pool
    })
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

/// Whether a unit may be set up, or come in, in a hex.
///
/// # Errors
/// The rule that forbids it.
pub fn check<'a>(
    rules: &Rules,
    position: &Position<Standard>,
    mut among: impl Iterator<Item = (Unit, &'a [Hex])>,
    (unit, hex): (Unit, Hex),
) -> Result<(), Violation> {
    let rule = || rules.cite.rule(Chapter::Reinforcements).to_owned();
    let Some((_, hexes)) = among.find(|(one, _)| *one == unit) else {
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
        let free = hexes.iter().any(|&hex| may_stand(rules, position, unit, hex).is_ok());
        free.then_some(unit)
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
