//! 1914 8.5.3: forts that are left.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

use super::allowance::may_act;

/// 1914 8.5.3: whether a side may leave a fort.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_abandon(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    may_act(rules, position, side, unit)?;
    let name = &rules.compiled.unit(unit).name;
    let wrong = |text: &str| Err(Violation::new("1914 8.5.3", format!("'{name}' {text}")));
    if rules.kind(position, unit) != Kind::Fort {
        return wrong("is no fort");
    }
    if rules.compiled.unit(unit).faces.len() < 2 {
        return wrong("has no back: nobody is in it who could leave it");
    }
    let grid = rules.map().grid();
    let Some(hex) = position.hex(unit) else { return wrong("is off the map") };
    let enemies = position.on_map(rules, rules.enemy(side));
    let mut far = enemies.filter_map(|other| Some(grid.distance(hex, position.hex(other)?)));
    if !far.any(|far| i64::from(far) <= i64::from(rules.numbers.fort_distance)) {
        return wrong("has no enemy near enough to be left");
    }
    Ok(())
}

/// The forts that may be left.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    let forts = position.on_map(rules, side);
    let may = forts.filter(|&unit| check_abandon(rules, position, side, unit).is_ok());
    acts.extend(may.map(|unit| Act::AbandonFort { unit }));
}

/// Leaves a fort: from now on its counter is infantry, and moves.
pub fn abandon(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    cx.turn_over(unit, 1, "1914 8.5.3");
}
