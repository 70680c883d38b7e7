//! 1914 3.1.6 to 3.1.8: limited intelligence, an optional rule of scenarios. What a side sees of the
//! enemy is the top unit of each stack; of a hex that it has begun to attack it may ask for more.
//!
//! Bots plan as if they had asked: they know which units lie in a stack, and reckon each with what is
//! usual of its type and size.

use std::borrow::Cow;
use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_rules::game::Intelligence;
use salient_rules::play::{Compiled, Formation, Position, Site};

use crate::marks::{EFFECTIVENESS, FIRE};
use crate::roles::RATINGS;
use crate::rules::{Offensive, Rules};
use crate::stacking;
use crate::units::{Kind, Piece};

/// A position as a side knows it.
pub fn conceal<'a>(
    rules: &Rules,
    position: &'a Position<Offensive>,
    side: usize,
) -> Cow<'a, Position<Offensive>> {
    if rules.typical.is_empty() {
        return Cow::Borrowed(position);
    }
    let enemy = rules.enemy(side);
    let mut view = position.clone();
    // 1914 3.1.8: with blank markers under the attachment markers nobody reads off effectiveness.
    for (_, formation) in rules.bodies.iter().zip(0..).filter(|(body, _)| body.side == enemy) {
        view.conceal_mark(EFFECTIVENESS, Site::Formation(Formation(formation)));
    }
    let mut open = vec![false; rules.compiled.units.len()];
    for hex in stacks(rules, position, enemy) {
        if let Some(top) = stacking::order(rules, position, enemy, hex).first() {
            open[top.index()] = true;
        }
    }
    let enemies = rules.all_units().filter(|unit| rules.side_of(*unit) == enemy);
    for unit in enemies {
        // 1914 3.1.7: markers lie under the units that they concern; not prepared attacks, as whom
        // these pin must know of them (1914 7.3.3).
        view.own.tasks[unit.index()] = None;
        view.own.markers[unit.index()] = 0;
        view.own.shortages[unit.index()] = None;
        // Where a fortress stands is printed on the map.
        let is_seen = open[unit.index()] || rules.piece(unit).kind == Kind::Fortress;
        if let Some(hex) = position.hex(unit).filter(|_| !is_seen) {
            view.cover(unit, known(position, hex));
            view.conceal_mark(FIRE, Site::Unit(unit));
        }
    }
    Cow::Owned(view)
}

/// The hexes in which units of a side stand. Sorted.
fn stacks(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Hex> {
    let own = rules.all_units().filter(|unit| rules.side_of(*unit) == side);
    let mut hexes: Vec<Hex> =
        own.flat_map(|unit| [position.hex(unit), position.state(unit).other]).flatten().collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// What is known of those who do not lie on top in a hex: their designations, types and sizes once
/// it is under attack, else no more than that there are some.
fn known(position: &Position<Offensive>, hex: Hex) -> Intelligence {
    let own = &position.own;
    let is_attacked = own.attacked.binary_search(&hex).is_ok()
        || own.attacks.iter().any(|attack| attack.hex == hex);
    if is_attacked { Intelligence::Identity } else { Intelligence::Presence }
}

/// What is usual of a unit of a type and size, by rating: all that is known of one that is covered.
pub type Typical = [i32; RATINGS.len()];

/// What is usual of each unit: the mean of what the fronts of its side's counters of the same type and
/// size print, halves up.
pub fn typical(
    compiled: &Compiled,
    pieces: &[Piece],
    ratings: &[Option<usize>; RATINGS.len()],
) -> Vec<Typical> {
    let class = |unit: usize, piece: &Piece| {
        (compiled.units[unit].side, piece.kind, piece.division, piece.captures)
    };
    let mut sums: BTreeMap<_, ([i32; RATINGS.len()], i32)> = BTreeMap::new();
    for (unit, piece) in pieces.iter().enumerate() {
        let (sum, count) = sums.entry(class(unit, piece)).or_default();
        let front = compiled.units[unit].faces.first();
        for (sum, place) in sum.iter_mut().zip(ratings) {
            let printed = front.zip(*place).and_then(|(front, place)| front.get(place));
            *sum += printed.copied().unwrap_or_default();
        }
        *count += 1;
    }
    let mean = |(unit, piece): (usize, &Piece)| {
        let (sum, count) = sums.get(&class(unit, piece)).copied().unwrap_or_default();
        sum.map(|sum| (2 * sum + count) / (2 * count.max(1)))
    };
    pieces.iter().enumerate().map(mean).collect()
}
