//! 1914 7.3.3: whom the enemy's prepared attacks keep where he is.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use super::allowance::is_counter;
use crate::force::{self, Force};
use crate::marks;
use crate::rules::{Offensive, Rules};

/// 1914 7.3.3: whether the enemy's prepared attacks let units leave their hex in counter-movement:
/// each holds one force of at least its own size there, and its owner says which by what he moves.
///
/// # Errors
/// That they do not.
pub fn may_leave(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
) -> Result<(), Violation> {
    if !is_counter(rules, position) {
        return Ok(());
    }
    let Some(&first) = units.first() else { return Ok(()) };
    position.hexes(first).try_for_each(|hex| may_leave_hex(rules, position, units, hex))
}

/// The same of one of their hexes: of a force in two the other half may go (1914 19.2).
///
/// # Errors
/// That they do not.
pub fn may_leave_hex(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    hex: Hex,
) -> Result<(), Violation> {
    let Some(&first) = units.first() else { return Ok(()) };
    if !is_counter(rules, position) {
        return Ok(());
    }
    let pins = pins(rules, position, rules.side_of(first), hex);
    if pins.is_empty() {
        return Ok(());
    }
    let own = |unit: &Unit| rules.side_of(*unit) == rules.side_of(first);
    let held = |left: &dyn Fn(&Unit) -> bool| {
        let stay = position.stack(hex).filter(|unit| own(unit) && left(unit));
        matched(&pins, sizes(rules, position, &force::group(rules, position, stay)))
    };
    // Who has begun a position in this phase was free to (1914 7.3.3).
    let free = |unit: &Unit| {
        let points = i32::from(position.own.spent[unit.index()]);
        matches!(position.own.tasks[unit.index()], Some((task, spent))
            if task.digs() && spent > 0 && i32::from(spent) == points)
    };
    if held(&|unit| !units.contains(unit) && !free(unit)) < held(&|_| true) {
        let text = format!(
            "prepared attacks at {} keep a force of that size in it",
            rules.compiled.label(hex)
        );
        return Err(Violation::new("1914 7.3.3", text));
    }
    Ok(())
}

/// The sizes of the enemy forces whose prepared attacks point at a hex of a side.
fn pins(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> Vec<i32> {
    let mut pins = Vec::new();
    for (_, near) in rules.map().neighbours(hex) {
        if !position.board().holds(near, rules.enemy(side)) {
            continue;
        }
        let prepared = position.stack(near).filter(|unit| {
            rules.side_of(*unit) != side && marks::prepared(position, *unit) == Some(hex)
        });
        pins.extend(sizes(rules, position, &force::group(rules, position, prepared)));
    }
    pins
}

fn sizes(rules: &Rules, position: &Position<Offensive>, forces: &[Force]) -> Vec<i32> {
    forces.iter().map(|force| force.size(rules, position)).collect()
}

/// How many of the pins hold a force of at least their size, each another.
fn matched(pins: &[i32], mut forces: Vec<i32>) -> usize {
    let mut pins = pins.to_vec();
    pins.sort_unstable();
    forces.sort_unstable();
    let mut held = 0;
    for size in forces {
        if pins.get(held).is_some_and(|pin| size >= *pin) {
            held += 1;
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_holds_one_force_of_at_least_its_size() {
        assert_eq!(matched(&[4], vec![4, 4]), 1);
        assert_eq!(matched(&[4], vec![2]), 0);
        assert_eq!(matched(&[2], vec![4]), 1);
        assert_eq!(matched(&[4, 4], vec![4]), 1);
        assert_eq!(matched(&[4, 2], vec![2, 5]), 2);
        assert_eq!(matched(&[], vec![4]), 0);
    }
}
