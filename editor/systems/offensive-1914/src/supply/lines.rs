//! 1914 15.3: supply lines.

use std::collections::VecDeque;

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::marks;
use crate::rules::{Offensive, Rules};
use crate::terrain::River;
use crate::zones::is_cut;

/// 1914 15.3: the hexes from which a supply line of at most so many hexes leads to a unit, each
/// with its length. The line is looked for from the unit: over an unbridged grand river or a
/// mountain ridge it takes its last step only, and into the hex of an enemy fortress likewise.
pub fn reach(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    range: u32,
) -> Vec<(Hex, u32)> {
    let Some(start) = position.hex(unit) else { return Vec::new() };
    let side = rules.side_of(unit);
    let enemy = rules.enemy(side);
    let mut lengths = vec![u32::MAX; rules.compiled.map.len()];
    let mut found = vec![(start, 0)];
    let mut queue = VecDeque::from([(start, 0_u32)]);
    lengths[start.index()] = 0;
    while let Some((hex, length)) = queue.pop_front() {
        if length == range {
            continue;
        }
        for (direction, other) in rules.map().neighbours(hex) {
            let between = rules.terrain.side(hex, direction);
            let last = length == 0;
            let bridged = between.bridge && !marks::is_blown(rules, position, hex, direction);
            let hard = between.ridge || between.river == River::Grand && !bridged;
            let barred = between.sea
                || hard && !last
                || rules.terrain.hex(other).barred
                || position.board().holds(other, enemy)
                || is_cut(rules, position, side, other, Some(unit));
            if !barred && length + 1 < lengths[other.index()] {
                lengths[other.index()] = length + 1;
                found.push((other, length + 1));
                queue.push_back((other, length + 1));
            }
        }
    }
    found
}
