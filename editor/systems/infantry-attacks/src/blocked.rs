//! IA 10.1: fire that is traced through one's own.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::units::Kind;

/// IA 10.1: whether friendly units keep the direct fire of one of some who fire as one from a hex:
/// they must be lower than all of these.
pub fn is_any_blocked(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    units: &[Unit],
    target: Hex,
) -> bool {
    let from = || units.iter().filter_map(|&unit| Some((unit, position.hex(unit)?)));
    let lowest = from().map(|(_, hex)| rules.compiled.map.level(hex)).min();
    lowest.is_some_and(|lowest| {
        from().any(|(unit, hex)| is_blocked(rules, position, (unit, lowest), (hex, target)))
    })
}

/// Whether friendly units keep a unit's direct fire from a hex, who fires with none that is below a
/// level. Along a hexside both hexes must be held; leaders alone block nothing (IA 10.13).
fn is_blocked(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    (unit, lowest): (Unit, i32),
    (from, target): (Hex, Hex),
) -> bool {
    let map = &rules.compiled.map;
    let side = rules.side_of(unit);
    let friends = |hex: Hex| {
        position.board().holds(hex, side)
            && position
                .stack(hex)
                .any(|other| rules.side_of(other) == side && !rules.piece(other).kind.is_leader())
    };
    let mut lower = true;
    let mut any = false;
    let mut last = false;
    for crossed in map.grid().crossed(from, target) {
        if crossed.hexes().any(|hex| hex == from || hex == target) {
            continue;
        }
        // A hex that is off the map holds nobody.
        let pair = matches!(crossed, salient_hex::sight::Crossed::Spine(_, None));
        last = !pair && crossed.hexes().all(friends);
        if last {
            any = true;
            lower &= crossed.hexes().all(|hex| map.level(hex) < lowest);
        }
    }
    match rules.piece(unit).kind {
        _ if !any || lower => false,
        // IA 10.11: over the heads of those who are not next to the target.
        Kind::MachineGun => last,
        Kind::Artillery | Kind::Mortar => false,
        _ => true,
    }
}
