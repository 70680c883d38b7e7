//! 1914 15.3: supply lines.

use salient_hex::path::{Reach, Step};
use salient_rules::play::{Position, Unit};

use crate::marks;
use crate::rules::{Offensive, Rules};
use crate::terrain::River;
use crate::zones::is_cut;

/// 1914 15.3: the hexes from which a supply line of at most so many hexes leads to a unit, each
/// with its length. The line is looked for from the unit: over an unbridged grand river or a
/// mountain ridge it takes its last step only, and into the hex of an enemy fortress likewise.
pub fn reach(rules: &Rules, position: &Position<Offensive>, unit: Unit, range: u32) -> Reach {
    let mut reach = Reach::default();
    let Some(start) = position.hex(unit) else { return reach };
    let side = rules.side_of(unit);
    let enemy = rules.enemy(side);
    reach.search(rules.map(), start, range, |from, direction, to| {
        let between = rules.terrain.side(from, direction);
        let bridged = between.bridge && !marks::is_blown(rules, position, from, direction);
        let hard = between.ridge || between.river == River::Grand && !bridged;
        let barred = between.sea
            || hard && from != start
            || rules.terrain.hex(to).barred
            || position.board().holds(to, enemy)
            || is_cut(rules, position, side, to, Some(unit));
        if barred { Step::Barred } else { Step::Through(1) }
    });
    reach
}
