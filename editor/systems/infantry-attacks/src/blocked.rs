//! IA 10.1: fire that is traced through one's own.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::game::InfantryAttacks;
use crate::rules::Rules;
use crate::units::Kind;

/// Whether friendly units keep a unit's direct fire from a hex. Along a hexside both hexes must
/// be held; leaders alone block nothing (IA 10.13).
pub fn is_blocked(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
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
            lower &= crossed.hexes().all(|hex| map.level(hex) < map.level(from));
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
