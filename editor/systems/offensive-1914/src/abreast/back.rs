//! 1914 8.2.3, 8.3, 19.1.1, 20.1: who gives way by a step that leads into two hexes, or out of them.

use salient_hex::{Footprint, Hex};
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use super::{is_in, is_two, may_take_up, steps};
use crate::march::cost::Mover;
use crate::rules::{Offensive, Rules};
use crate::stacking;

/// The footprints to which units that stand together may give way by such a step, each with what it
/// costs, in order. What `barred` names is entered by no half.
pub fn options(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    barred: impl Fn(Hex) -> bool,
) -> Vec<(Footprint, i32)> {
    let grid = rules.map().grid();
    let Some(from) = units.first().and_then(|&unit| position.footprint(grid, unit)) else {
        return Vec::new();
    };
    let is_step = |to: &Footprint| {
        !matches!((from, to), (Footprint::One(_), Footprint::One(_)))
            && may_take_up(rules, position, units, *to).is_ok()
            && fits(rules, position, units, *to)
    };
    let cost = |to: Footprint| {
        steps::best(rules, (from, to), |one, to| {
            let mover = Mover::new(rules, position, units, one);
            let shut = || Violation::new("1914 8.2.3", "that hex is not open to who gives way");
            let direction = rules.direction(one, to).filter(|_| !barred(to)).ok_or_else(shut)?;
            mover.step_back(one, direction, to).map_err(|bar| bar.violation(rules, to))
        })
    };
    let all = from.steps(grid).into_iter().filter(is_step);
    all.filter_map(|to| Some((to, cost(to).ok()?.cost))).collect()
}

/// Whether there is room for units in the hexes that they come into (1914 3.1.3: this is none of the
/// ways by which a hex may come to hold too much).
fn fits(rules: &Rules, position: &Position<Offensive>, units: &[Unit], to: Footprint) -> bool {
    let Some(&first) = units.first() else { return false };
    let side = rules.side_of(first);
    let new = |hex: &Hex| units.iter().all(|&unit| !is_in(position, unit, *hex));
    let two = matches!(to, Footprint::Two(_));
    let size: i32 = units
        .iter()
        .map(|&unit| rules.size(position, unit))
        .map(|whole| if two { super::half(whole) } else { whole })
        .sum();
    to.hexes().filter(new).all(|hex| {
        stacking::size(rules, position, side, hex) + size <= rules.numbers.stacking_limit
    })
}

/// Whether units in one hex would extend into two (1914 20.1).
pub fn extends(position: &Position<Offensive>, units: &[Unit], to: Footprint) -> bool {
    matches!(to, Footprint::Two(_)) && !units.iter().all(|&unit| is_two(position, unit))
}
