//! 1914 7.1.4a, 7.1.4b: roadway bridges are blown before whoever comes, and repaired.

use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Position, Unit};

use crate::control;
use crate::event::Detail;
use crate::event::retreat::{Bridge, RetreatDetail};
use crate::rules::{Offensive, Rules};

/// 1914 7.1.4a: a unit comes next to bridges; those that were not in friendly territory on both banks
/// when the phase began are blown.
pub fn blow(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    let side = rules.side_of(unit);
    let ours = |position: &Position<Offensive>, hex| control::at_start(position, hex) == Some(side);
    for (direction, other) in rules.map().neighbours(hex) {
        if !rules.terrain.side(hex, direction).bridge
            || ours(cx.position, hex) && ours(cx.position, other)
        {
            continue;
        }
        let banks = ends(rules, hex, direction);
        let blown = &mut cx.position.own.blown;
        if blown.binary_search(&(hex, direction.index() as u8)).is_ok() {
            continue;
        }
        blown.extend(banks);
        blown.sort_unstable();
        tell(cx, (hex, direction), (side, Some(unit)));
    }
}

/// A hexside as it is kept: from both of its hexes.
fn ends(rules: &Rules, hex: Hex, direction: Direction) -> Vec<(Hex, u8)> {
    let other = rules.map().neighbour(hex, direction);
    let back = other.map(|other| (other, direction.opposite().index() as u8));
    [(hex, direction.index() as u8)].into_iter().chain(back).collect()
}

/// 1914 7.1.4b: in a side's preliminary phase the blown bridges in its territory are repaired.
pub fn repair(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let (rules, position) = (cx.rules, &mut *cx.position);
    let ours = |position: &Position<Offensive>, hex: Hex| control::of(position, hex) == Some(side);
    let is_ours = |&(hex, direction): &(Hex, u8)| {
        let other = rules.map().neighbour(hex, Direction::new(usize::from(direction)));
        ours(position, hex) && other.is_some_and(|other| ours(position, other))
    };
    let repaired: Vec<(Hex, u8)> = position.own.blown.iter().copied().filter(is_ours).collect();
    position.own.blown.retain(|end| repaired.binary_search(end).is_err());
    for (hex, direction) in repaired {
        let direction = Direction::new(usize::from(direction));
        // Each is kept from both of its hexes, and told once.
        if rules.map().grid().side(hex, direction).hex() == hex {
            tell(cx, (hex, direction), (side, None));
        }
    }
}

/// Tells that a bridge is blown before a unit, or repaired.
fn tell(
    cx: &mut PlayContext<'_, Offensive>,
    (hex, direction): (Hex, Direction),
    (side, unit): (usize, Option<Unit>),
) {
    cx.emit(|rules| {
        let compiled = &rules.compiled;
        let grid = rules.map().grid();
        let other = rules.map().neighbour(hex, direction);
        let mut hexes: Vec<Hex> = [hex].into_iter().chain(other).collect();
        hexes.sort_unstable();
        Detail::Retreat(RetreatDetail::Bridge(Bridge {
            hexside: grid.side_label(grid.side(hex, direction)),
            hexes: compiled.labels(&hexes),
            side: compiled.sides[side].clone(),
            unit: unit.map(|unit| compiled.unit(unit).name.as_str().into()),
            blown: unit.is_some(),
        }))
    });
}
