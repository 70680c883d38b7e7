//! IA 17.6, an optional rule: fire that comes into a hex through another side of it than the first of
//! the turn, and not the one next to that, takes companies in the flank.

use salient_hex::sight::Crossed;
use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Position, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::state::Volley;

/// The sides of a hex through which a line comes into it, a bit each: two where it runs along the
/// hexside between them.
fn through(rules: &Rules, from: Hex, target: Hex) -> u8 {
    let grid = rules.compiled.map.grid();
    let side = |hex: Hex| grid.direction_to(target, hex).map_or(0, |way| 1_u8 << way.index());
    if grid.distance(from, target) == 1 {
        return side(from);
    }
    let last = grid.crossed(from, target).filter_map(|crossed| {
        let bits = match crossed {
            Crossed::Hex(hex) if hex == target => 0,
            Crossed::Hex(hex) => side(hex),
            Crossed::Spine(one, other) => side(one) | other.map_or(0, side),
        };
        (bits != 0).then_some(bits)
    });
    last.last().unwrap_or(0)
}

/// Whether all sides of one set lie away from all of another: neither the same nor next to them.
fn is_apart(one: u8, others: u8) -> bool {
    let near = Direction::ALL.iter().fold(0_u8, |bits, way| {
        let at = way.index();
        let own = others >> at & 1 == 1;
        bits | if own { 1 << at | 1 << ((at + 1) % 6) | 1 << ((at + 5) % 6) } else { 0 }
    });
    one != 0 && one & near == 0
}

/// Columns against a company in a hex for fire out of some hexes.
pub fn shift(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    from: &[Hex],
    (target, unit): (Hex, Unit),
) -> i32 {
    let before = position.own.volleys.iter().find(|volley| volley.hex == target);
    let Some(before) = before.filter(|_| rules.options.flanking_fire) else { return 0 };
    let hurts = rules.piece(unit).company
        && before.there.contains(&unit)
        && from.iter().any(|&from| is_apart(through(rules, from, target), before.through));
    if hurts { rules.numbers.flanking_modifier } else { 0 }
}

/// A hex has been fired at: the first time decides where its front is, and who stood there.
pub fn fired(cx: &mut PlayContext<'_, InfantryAttacks>, from: &[Hex], target: Hex) {
    let rules = cx.rules;
    let known = cx.position.own.volleys.iter().any(|volley| volley.hex == target);
    if !rules.options.flanking_fire || known {
        return;
    }
    let through = from.iter().fold(0, |bits, &from| bits | through(rules, from, target));
    let there = cx.position.stack(target).collect();
    cx.position.own.volleys.push(Volley { hex: target, through, there });
}

#[cfg(test)]
mod tests {
    use super::is_apart;

    #[test]
    fn sides_that_do_not_touch() {
        assert!(!is_apart(0b00_0001, 0b00_0001));
        assert!(!is_apart(0b00_0010, 0b00_0001));
        assert!(!is_apart(0b10_0000, 0b00_0001));
        assert!(is_apart(0b00_0100, 0b00_0001));
        // Along a hexside both of its hexes must lie apart.
        assert!(!is_apart(0b00_0110, 0b00_0001));
        assert!(is_apart(0b00_1100, 0b00_0001));
    }
}
