//! 1914 3.3.1: the front line of an army.

use salient_hex::{Hex, HexGrid};
use salient_rules::play::{Formation, Position};

use super::flood::{FAR, flood};
use crate::armies;
use crate::rules::{Offensive, Rules};

/// So near to whoever is at the front is a hex that the enemy may come to.
const NEAR: u32 = 1;

/// The hexes of an army's front line, from one end to the other: those of its foremost units, and
/// between two of them that come next to each other the hexes on the straight line, but for such as
/// lie between enemies and their supply without a friend or the zone of one. An army without enemies
/// before it has the hexes of its units that are nearest to any.
#[expect(dead_code, reason = "for whoever shows an army's front")]
pub fn front(rules: &Rules, position: &Position<Offensive>, army: Formation) -> Vec<Hex> {
    let side = rules.body(army).side;
    let enemy = rules.enemy(side);
    let grid = rules.map().grid();
    let mut own: Vec<Hex> = position
        .on_map(rules, side)
        .filter(|&unit| rules.is_combat(position, unit))
        .filter(|&unit| armies::army(rules, position, unit) == Some(army))
        .flat_map(|unit| position.hexes(unit))
        .collect();
    own.sort_unstable();
    own.dedup();
    let theirs = flood(rules, position, enemy);
    let board = position.board();
    // What the enemy holds or may come to: up to the zones of those before him.
    let faces = |hex: &Hex| {
        grid.within(*hex, NEAR)
            .into_iter()
            .any(|other| theirs[other.index()] != FAR || board.holds(other, enemy))
    };
    let mut foremost: Vec<Hex> = own.iter().copied().filter(faces).collect();
    if foremost.is_empty() {
        foremost = nearest(rules, position, &own, enemy);
    }
    let mut line: Vec<Hex> = Vec::new();
    for hex in chain(grid, foremost) {
        if let Some(&last) = line.last() {
            let between = grid.line(last, hex).into_iter().filter(|&at| {
                at != last && at != hex && !line.contains(&at) && {
                    let friendly = board.holds(at, side) || board.controls(at, side);
                    !board.holds(at, enemy) && (friendly || theirs[at.index()] == FAR)
                }
            });
            let between: Vec<Hex> = between.collect();
            line.extend(between);
        }
        line.push(hex);
    }
    line
}

/// Those of some hexes that are nearest to units of a side.
fn nearest(rules: &Rules, position: &Position<Offensive>, own: &[Hex], enemy: usize) -> Vec<Hex> {
    let grid = rules.map().grid();
    let enemies: Vec<Hex> =
        position.on_map(rules, enemy).flat_map(|unit| position.hexes(unit)).collect();
    let far = |hex: Hex| enemies.iter().map(|&other| grid.distance(hex, other)).min();
    let least = own.iter().filter_map(|&hex| far(hex)).min();
    own.iter().copied().filter(|&hex| far(hex) == least).collect()
}

/// Hexes in the order of a line: from one of the two that lie farthest from each other always to the
/// nearest that is left.
fn chain(grid: &HexGrid, mut hexes: Vec<Hex>) -> Vec<Hex> {
    let pairs = hexes.iter().flat_map(|&a| hexes.iter().map(move |&b| (grid.distance(a, b), a)));
    // Of several the first in the order of the hexes.
    let mut ends: Vec<(u32, Hex)> = pairs.collect();
    ends.sort_by_key(|&(distance, hex)| (std::cmp::Reverse(distance), hex));
    let Some(&(_, mut at)) = ends.first() else { return hexes };
    let mut line = vec![at];
    hexes.retain(|&hex| hex != at);
    while let Some(next) = hexes.iter().copied().min_by_key(|&hex| (grid.distance(at, hex), hex)) {
        line.push(next);
        hexes.retain(|&hex| hex != next);
        at = next;
    }
    line
}
