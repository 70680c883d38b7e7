//! 1914 15.3: supply lines.

use salient_hex::path::Step;
use salient_hex::{Direction, Hex};
use salient_rules::play::{Position, Unit};

use crate::marks;
use crate::rules::{Offensive, Rules};
use crate::terrain::River;
use crate::zones::is_cut;

/// 1914 15.3: the steps of a supply line that is looked for from a unit in a hex: over an unbridged
/// grand river or a mountain ridge it takes its last step only, and into the hex of an enemy fortress
/// likewise.
pub fn steps(
    rules: &Rules,
    position: &Position<Offensive>,
    (unit, start): (Unit, Hex),
) -> impl Fn(Hex, Direction, Hex) -> Step {
    let side = rules.side_of(unit);
    let enemy = rules.enemy(side);
    move |from, direction, to| {
        let between = rules.terrain.side(from, direction);
        let is_hard = || {
            let bridged = between.bridge && !marks::is_blown(rules, position, from, direction);
            between.ridge || between.river == River::Grand && !bridged
        };
        let barred = between.sea
            || rules.terrain.hex(to).barred
            || position.board().holds(to, enemy)
            || from != start && is_hard()
            || is_cut(rules, position, side, to, Some(unit));
        if barred { Step::Barred } else { Step::Through(1) }
    }
}
