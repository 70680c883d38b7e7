//! 1914 3.1.1, 3.1.3: what a hex holds beyond the stacking limit at the end of a movement phase is
//! eliminated, as its owner likes.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::losses;
use crate::rules::{Offensive, Rules};
use crate::stacking;

use super::allowance::now;
use super::{Asked, Step, ask, prepare, then};

/// Looks for the next hex of the active side that holds too much; its owner is asked where he has a
/// choice.
pub fn run(cx: &mut PlayContext<'_, Offensive>) {
    let Some(side) = now(cx.rules, cx.position).map(|now| now.active) else { return };
    let over = |hex: &Hex| {
        stacking::size(cx.rules, cx.position, side, *hex) > cx.rules.numbers.stacking_limit
            && !able(cx.rules, cx.position, side, *hex).is_empty()
    };
    let mut hexes: Vec<Hex> = cx
        .position
        .on_map(cx.rules, side)
        .flat_map(|unit| cx.position.hexes(unit))
        .filter(over)
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    let Some(&hex) = hexes.first() else { return };
    match able(cx.rules, cx.position, side, hex).as_slice() {
        &[unit] => {
            then(cx, Step::Overstacked);
            losses::eliminate(cx, unit, "stacking", None, "1914 3.1.3");
        }
        _ => ask(cx, side, Asked::Overstacked(hex)),
    }
}

/// Those who count and may be given up: nobody whom an enemy's prepared attack kept there.
fn able(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> Vec<Unit> {
    position
        .stack(hex)
        .filter(|&unit| rules.side_of(unit) == side && stacking::room(rules, position, unit) > 0)
        .filter(|&unit| prepare::may_leave(rules, position, &[unit]).is_ok())
        .collect()
}

/// Whether a side may give something up.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Eliminate { unit } if able(rules, position, side, hex).contains(unit) => Ok(()),
        _ => {
            let text = format!("{} holds too much: eliminate a unit", rules.compiled.label(hex));
            Err(Violation::new("1914 3.1.3", text))
        }
    }
}

/// What a side may give up.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> Vec<Act> {
    let able = able(rules, position, side, hex).into_iter();
    able.map(|unit| Act::Eliminate { unit }).collect()
}

/// Gives it up, and looks again.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, hex: Hex, act: &Act) {
    let _ = hex;
    cx.answered(side);
    then(cx, Step::Overstacked);
    if let Act::Eliminate { unit } = act {
        losses::eliminate(cx, *unit, "stacking", None, "1914 3.1.3");
    }
}
