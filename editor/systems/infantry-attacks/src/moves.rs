//! IA 3.13, 6.4: who moves, and with whom.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{Drum, Step};
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{ACTIVE, IN_SEGMENT, LED, TO_FIRE, acted, has, is_aboard, load_of};

/// IA 3.13: a unit that was designated to move, and has still to.
pub fn may_move(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    is_active(rules, position, side, unit)?;
    if is_aboard(position, unit) {
        return Err(Violation::new("IA 5.6", "it goes where its wagon goes"));
    }
    if has(position, unit, TO_FIRE) {
        return Err(Violation::new("IA 3.13", "it was designated to fire"));
    }
    Ok(())
}

pub fn is_active(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    if rules.side_of(unit) != side || !has(position, unit, ACTIVE) {
        return Err(Violation::new("IA 3.13", "it has nothing more to do in this segment"));
    }
    Ok(())
}

/// IA 6.4: a unit or leader moves alone, or a unit with a leader.
pub fn check_together(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    units: &[Unit],
) -> Result<(), Violation> {
    let is_leader = |unit: &Unit| rules.piece(*unit).kind.is_leader();
    let together = match units {
        [_] => true,
        [one, other] => {
            let alike =
                rules.piece(*one).kind.is_cavalry() == rules.piece(*other).kind.is_cavalry();
            !is_leader(one) && is_leader(other) && alike && has(position, *one, LED)
        }
        _ => false,
    };
    if !together {
        let text = "units move one at a time; a leader of their type in their hex may go along";
        return Err(Violation::new("IA 6.4", text));
    }
    Ok(())
}

/// Lets units walk from where they stand.
pub fn walk(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    units: Vec<Unit>,
    path: Vec<Hex>,
    rule: &str,
) {
    cx.position.own.from = units.first().and_then(|&unit| cx.position.state(unit).hex);
    cx.walk(units, path, rule);
}

/// IA 9.71: whoever enters a hex with markers is attacked by their guns, of either side.
pub fn meets_drumfire(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    movers: &[Unit],
    hex: Hex,
    walk: bool,
) {
    let markers = cx.position.own.drumfire.iter();
    let left: Vec<Unit> = markers.filter(|(at, _)| *at == hex).map(|(_, gun)| *gun).collect();
    if !left.is_empty() {
        cx.then(Step::Drumfire(Drum { movers: movers.to_vec(), hex, left, walk }));
    }
}

/// What has moved with its wagon has acted as well (IA 5.6).
pub fn carried_along(cx: &mut PlayContext<'_, InfantryAttacks>, transport: Unit) {
    if let Some(load) = load_of(cx.position, transport) {
        acted(cx.position, load);
        *cx.position.flags_mut(load) |= IN_SEGMENT;
    }
}

/// Those who go out of an assault hex in this segment.
pub fn leave(cx: &mut PlayContext<'_, InfantryAttacks>, units: &[Unit], hex: Hex) {
    cx.position.own.left.extend(units.iter().map(|&unit| (unit, hex)));
}

/// Whether somebody has just left an assault hex, and what that brings upon him is still to come.
pub fn has_left(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    let from = cx.position.own.left.iter().find(|(other, _)| *other == unit);
    if let Some(&(unit, hex)) = from {
        cx.then(Step::Left(hex, cx.rules.side_of(unit)));
    }
}
