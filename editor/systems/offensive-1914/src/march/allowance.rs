//! 1914 7.1.1, 7.2.1, 7.2.2, 22.1: movement points: how many a unit has, how many more a forced
//! march gives, and who may spend them.

use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::rules::{Offensive, Rules};
use crate::stages::{Now, Stage};
use crate::state::{BUSY, ENTRAINED, HALTED, INACTIVE, MOVED};
use crate::units::Kind;

/// The step of the sequence of play that is being played, by the rules.
pub fn now(rules: &Rules, position: &Position<Offensive>) -> Option<Now> {
    rules.stage(position.phase_id(rules))
}

/// Whether it is a counter-movement phase (1914 4.2.6).
pub fn is_counter(rules: &Rules, position: &Position<Offensive>) -> bool {
    now(rules, position).is_some_and(|now| now.stage == Stage::CounterMovement)
}

/// 1914 7.1.1: the points that every unit has in this phase.
pub fn allowance(rules: &Rules, position: &Position<Offensive>) -> i32 {
    let numbers = &rules.numbers;
    if is_counter(rules, position) { numbers.counter_movement } else { numbers.movement }
}

/// 1914 7.2, 7.2.1, 8.8.1, 22.1: the most points that a unit gains by a forced march in this phase.
pub fn forced(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    let numbers = &rules.numbers;
    let first = i32::from(position.turn) <= numbers.french_march
        && Some(rules.piece(unit).nation) == rules.french
        && !is_counter(rules, position);
    match rules.kind(position, unit) {
        // 1914 7.7.4.
        _ if first || position.state(unit).presence == ENTRAINED => 0,
        Kind::Infantry => numbers.infantry_march,
        Kind::Cavalry => numbers.cavalry_march,
        _ => 0,
    }
}

/// The most points that a unit spends in this phase, a forced march counted.
pub fn limit(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    allowance(rules, position) + forced(rules, position, unit)
}

/// What a unit has spent in this phase.
pub fn spent(position: &Position<Offensive>, unit: Unit) -> i32 {
    i32::from(position.own.spent[unit.index()])
}

/// What is left of a unit's own points, without those of a forced march.
pub fn left(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    (allowance(rules, position) - spent(position, unit)).max(0)
}

/// What a unit has spent of a forced march (1914 7.2.3).
pub fn over(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    (spent(position, unit) - allowance(rules, position)).max(0)
}

/// Books points of a unit.
pub fn spend(position: &mut Position<Offensive>, unit: Unit, points: i32) {
    let spent = &mut position.own.spent[unit.index()];
    *spent = u8::try_from(i32::from(*spent) + points).unwrap_or(u8::MAX);
}

/// Whether a unit may still spend points in this phase at all.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn may_act(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let name = || &rules.compiled.unit(unit).name;
    if rules.side_of(unit) != side {
        return Err(Violation::new("1914 4.2", format!("'{}' is not of your side", name())));
    }
    if position.hex(unit).is_none() {
        return Err(Violation::new("1914 7.0", format!("'{}' is not on the map", name())));
    }
    let flags = position.state(unit).flags;
    if flags & INACTIVE != 0 {
        return Err(Violation::new("1914 1.1", format!("'{}' is inactive", name())));
    }
    if flags & MOVED != 0 {
        let text = format!("'{}' has completed its movement in this phase", name());
        return Err(Violation::new("1914 7.1.2", text));
    }
    if flags & BUSY != 0 {
        let text = format!("'{}' spends no more movement points in this phase", name());
        return Err(Violation::new("1914 7.3", text));
    }
    if position.own.destinations[unit.index()].is_some() {
        let text = format!("'{}' goes by rail and does nothing else", name());
        return Err(Violation::new("1914 7.7.4", text));
    }
    if position.own.tasks[unit.index()].is_some() {
        let text = format!("'{}' must first complete the task that it has begun", name());
        return Err(Violation::new("1914 7.8.2", text));
    }
    Ok(())
}

/// Whether a unit may enter further hexes, or try a repulse.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn may_go(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    may_act(rules, position, side, unit)?;
    let name = || &rules.compiled.unit(unit).name;
    match rules.kind(position, unit) {
        Kind::Fort | Kind::Fortress => {
            Err(Violation::new("1914 7.0", format!("'{}' never moves", name())))
        }
        Kind::SiegeArtillery | Kind::Headquarters if position.state(unit).face > 0 => {
            let rule = match rules.kind(position, unit) {
                Kind::Headquarters => "1914 13.2.5",
                _ if rules.piece(unit).marker => "1914 13.2.4",
                _ => "1914 13.1",
            };
            Err(Violation::new(rule, format!("'{}' is deployed and does not move", name())))
        }
        _ if position.state(unit).flags & HALTED != 0 => {
            let text = format!("'{}' moves no further in this phase", name());
            Err(Violation::new("1914 7.1.2", text))
        }
        _ => Ok(()),
    }
}
