//! 1914 7.7.5, 16.1, 16.1.1, 16.1.2, 16.7, 17.1: units come in, where they are due or as near to it
//! as may be.
//!
//! Who comes at an edge stands in its hex and may go on by rail. An army's depot, and who comes back,
//! stands on operational railways.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::boxes::TRACK;
use crate::decision::Decision;
use crate::rules::{Offensive, Rules};
use crate::state::ARRIVED;
use crate::units::Kind;
use crate::{armies, control, rails, stacking, supply};
use salient_rules::game::UnitStatus;

use super::Asked;

/// Units of a side that are due and still off the map, by rising unit. Those that take others' places
/// come with them (1914 16.2).
fn due(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Unit> {
    let arrivals = rules.compiled.arrivals.iter().filter(|arrival| {
        arrival.turn <= position.turn
            && rules.side_of(arrival.unit) == side
            && position.state(arrival.unit).status == UnitStatus::Expected
            && rules.schedule.substitutes.iter().all(|&(new, old)| {
                // 1914 17.2.3: a depot comes without the other, too.
                let alone = rules.piece(new).kind == Kind::Depot && position.hex(old).is_none();
                new != arrival.unit || alone
            })
    });
    let back = position.own.returning.iter().filter(|(turn, unit)| {
        *turn <= position.turn && rules.side_of(*unit) == side && position.hex(*unit).is_none()
    });
    let waiting = position.due(TRACK, position.turn).filter(|unit| rules.side_of(*unit) == side);
    let mut due: Vec<Unit> = arrivals
        .map(|arrival| arrival.unit)
        .chain(back.map(|(_, unit)| *unit))
        .chain(waiting)
        .collect();
    due.sort_unstable();
    due.dedup();
    due
}

/// Whether a unit stands on operational railways alone when it comes in (1914 16.7, 17.1).
fn needs_rails(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    rules.piece(unit).kind == Kind::Depot || is_back(position, unit)
}

/// Whether a unit is a corps train that comes back (1914 16.7), or one whose movement by rail was
/// interrupted (1914 7.7.5).
fn is_back(position: &Position<Offensive>, unit: Unit) -> bool {
    is_lost(position, unit) || position.state(unit).away.is_some()
}

/// Whether a unit is a corps train that was eliminated and comes back (1914 16.7).
fn is_lost(position: &Position<Offensive>, unit: Unit) -> bool {
    position.own.returning.iter().any(|(_, other)| *other == unit)
}

/// The rule by which a unit stands on railways alone.
fn rule_of(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> &'static str {
    match () {
        () if is_lost(position, unit) => "1914 16.7",
        () if position.state(unit).away.is_none() => "1914 17.1",
        () if rules.piece(unit).kind == Kind::Depot => "1914 15.6.4",
        () => "1914 7.7.5",
    }
}

/// Whether a unit may come in at a hex: not where the enemy controls it or has it in his zone of
/// control (1914 16.1.2).
fn open(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    hex: Hex,
) -> Result<(), Violation> {
    let enemy = rules.enemy(rules.side_of(unit));
    let label = rules.label(hex);
    if control::of(position, hex) == Some(enemy) || position.board().controls(hex, enemy) {
        let text = format!("{label} is the enemy's, or in his zone of control");
        return Err(Violation::new("1914 16.1.2", text));
    }
    if needs_rails(rules, position, unit)
        && !rails::is_operational(position, rules.side_of(unit), hex)
    {
        let text = format!("no operational railway of this side is in {label}");
        return Err(Violation::new(rule_of(rules, position, unit), text));
    }
    let is_depot = rules.piece(unit).kind == Kind::Depot;
    if let Some(rule) = supply::siting::home_rule(rules, unit, hex) {
        let text = format!("{label} is too far from the depot's place");
        return Err(Violation::new(rule, text));
    }
    if !is_depot && position.state(unit).away.is_some() {
        let near = crate::march::tasks::enemy_near(rules, position, rules.side_of(unit), hex);
        if near.is_some_and(|near| near < rules.numbers.entrain_distance) {
            let text = format!("{label} is too near to an enemy");
            return Err(Violation::new("1914 7.7.5", text));
        }
    }
    stacking::may_stand(rules, position, unit, hex)
}

/// The hexes at which a unit comes in: those of the schedule, or of all others the nearest to them;
/// a corps train near its army's depot. Sorted; none where there is no room at all.
fn hexes(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Vec<Hex> {
    let arrival = rules.compiled.arrivals.iter().find(|arrival| arrival.unit == unit);
    let named = position.own.destinations[unit.index()].filter(|_| is_back(position, unit));
    let entries: Vec<Hex> = match arrival.filter(|_| !is_back(position, unit)) {
        Some(arrival) => arrival.entries.clone(),
        None if named.is_some() => named.into_iter().collect(),
        None => {
            let depot = armies::army(rules, position, unit).and_then(|own| rules.body(own).counter);
            depot.and_then(|depot| position.hex(depot)).into_iter().collect()
        }
    };
    let may = |hex: &Hex| open(rules, position, unit, *hex).is_ok();
    let mut found: Vec<Hex> = entries.iter().copied().filter(may).collect();
    if found.is_empty() {
        let grid = rules.map().grid();
        let away = |hex: Hex| entries.iter().map(|&entry| grid.distance(entry, hex)).min();
        let others = grid.hexes().filter(may).map(|hex| (away(hex).unwrap_or_default(), hex));
        let others: Vec<(u32, Hex)> = others.collect();
        let least = others.iter().map(|(away, _)| *away).min();
        let nearest = others.into_iter().filter(|(away, _)| Some(*away) == least);
        found = nearest.map(|(_, hex)| hex).collect();
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Places all who have one place to go to, and asks for the others.
pub fn go_on(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let mut choice = false;
    for unit in due(cx.rules, cx.position, side) {
        match hexes(cx.rules, cx.position, unit).as_slice() {
            [] => {}
            // Who comes back stands on any railway (1914 7.7.5, 16.7).
            [only] if !goes_anywhere(cx.position, unit) => place(cx, unit, *only),
            _ => choice = true,
        }
    }
    if choice {
        cx.ask(side, Decision::Arrivals(Asked::Place));
    }
}

/// Whether a unit comes back wherever its owner likes.
fn goes_anywhere(position: &Position<Offensive>, unit: Unit) -> bool {
    is_back(position, unit) && position.own.destinations[unit.index()].is_none()
}

/// 1914 16.1.1: whether who comes in at a hex comes by rail: at a friendly edge, on an operational
/// railway.
fn comes_by_rail(rules: &Rules, position: &Position<Offensive>, unit: Unit, hex: Hex) -> bool {
    let side = rules.side_of(unit);
    let edge = rules.edges.get(side).is_some_and(|edge| edge.binary_search(&hex).is_ok());
    edge && rails::is_operational(position, side, hex)
}

/// Places a unit.
pub fn place(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rule = match () {
        () if needs_rails(cx.rules, cx.position, unit) => rule_of(cx.rules, cx.position, unit),
        () => "1914 16.1",
    };
    if is_lost(cx.position, unit) {
        cx.turn_over(unit, 0, rule);
        cx.position.own.returning.retain(|(_, other)| *other != unit);
    }
    let by_rail = rule == "1914 16.1" && comes_by_rail(cx.rules, cx.position, unit, hex);
    cx.place(unit, hex, "reinforcement", rule);
    cx.position.own.destinations[unit.index()] = None;
    if rule == "1914 15.6.4" {
        cx.turn_over(unit, 0, rule);
    }
    if by_rail {
        *cx.position.flags_mut(unit) |= ARRIVED;
    }
}

/// Whether a unit may be placed.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (unit, hex): (Unit, Hex),
) -> Result<(), Violation> {
    let name = &rules.unit(unit).name;
    if !due(rules, position, side).contains(&unit) {
        return Err(Violation::new("1914 16.1", format!("'{name}' does not come in now")));
    }
    open(rules, position, unit, hex)?;
    if goes_anywhere(position, unit) {
        return Ok(());
    }
    let hexes = hexes(rules, position, unit);
    if hexes.contains(&hex) {
        return Ok(());
    }
    let labels: Vec<&str> = hexes.iter().map(|&hex| rules.label(hex)).collect();
    let text = format!("'{name}' comes in at {}", labels.join(" or "));
    Err(Violation::new("1914 16.1", text))
}

/// Whether a side may be done: not while somebody has a place to go to.
///
/// # Errors
/// Somebody has.
pub fn check_done(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
) -> Result<(), Violation> {
    let mut due = due(rules, position, side).into_iter();
    match due.find(|&unit| !hexes(rules, position, unit).is_empty()) {
        None => Ok(()),
        Some(unit) => {
            let text = format!("'{}' is still to be placed", rules.unit(unit).name);
            Err(Violation::new("1914 16.1", text))
        }
    }
}

/// Each unit that is due in each of its places.
pub fn plain(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let due = due(rules, position, side).into_iter();
    let places = due.flat_map(|unit| {
        let hexes = hexes(rules, position, unit).into_iter();
        hexes.map(move |hex| Act::Place { unit, hex })
    });
    places.collect()
}
