//! IA 16.2, 16.3: digging in, and entrenchments.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DIGGING, DUG_IN, ENTRENCHED, acted, good_order, has};
use crate::units::Kind;
use crate::{missions, moves};

/// IA 16.24, 16.34: whether it may be in works at all: no cavalry, no cavalry leader, no transport.
fn may_shelter(rules: &Rules, unit: Unit) -> bool {
    let kind = rules.piece(unit).kind;
    !kind.is_cavalry() && kind != Kind::Transport
}

/// IA 16.2: whether an active unit may dig.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    moves::may_move(rules, position, side, unit)?;
    missions::may_dig(rules, position, unit)?;
    if !may_shelter(rules, unit) {
        return Err(Violation::new("IA 16.24", "cavalry and transports do not dig in"));
    }
    let open = position.state(unit).hex.is_some_and(|hex| rules.diggable[hex.index()]);
    let wrong = match () {
        () if rules.piece(unit).kind.is_leader() => "leaders do not dig, they share",
        () if !good_order(position, unit) => "it is not in good order",
        () if has(position, unit, DUG_IN) => "it is dug in",
        () if !open => "nobody digs in towns, woods and entrenchments",
        () => return Ok(()),
    };
    Err(Violation::new("IA 16.2", wrong))
}

/// The first segment begins it, the second ends it.
pub fn dig(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    let flags = cx.position.flags_mut(unit);
    let done = *flags & DIGGING != 0;
    *flags = if done { *flags & !DIGGING | DUG_IN } else { *flags | DIGGING };
    acted(cx.position, unit);
    share(cx, cx.rules.side_of(unit));
}

/// IA 16.22: whoever fires gives up what he has begun.
pub fn fired(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    *cx.position.flags_mut(unit) &= !DIGGING;
}

/// IA 16.22: whoever attacks in an assault gives up all that he has dug.
pub fn attacked(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    *cx.position.flags_mut(unit) &= !(DIGGING | DUG_IN);
    share(cx, cx.rules.side_of(unit));
}

/// IA 16.22, 16.31: whoever moves leaves his works, and occupies an entrenchment that he enters.
pub fn moved(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    *cx.position.flags_mut(unit) &= !(DIGGING | DUG_IN | ENTRENCHED);
    if let Some(hex) = cx.position.state(unit).hex {
        occupy(cx, hex);
    }
    share(cx, cx.rules.side_of(unit));
}

/// Whoever is off the map or on board of another leaves his works, too.
pub fn left(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    *cx.position.flags_mut(unit) &= !(DIGGING | DUG_IN | ENTRENCHED);
    share(cx, cx.rules.side_of(unit));
}

/// IA 16.3, 16.31: an entrenchment is held by the side whose units are in it; once none are, by
/// whoever has the hex to himself: units with the leaders who are with them, and leaders where there
/// are no combat units. A leader keeps no works from units of the enemy's.
pub fn occupy(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex) {
    let rules = cx.rules;
    if !rules.works[hex.index()] {
        return;
    }
    let there: Vec<Unit> = cx.position.stack(hex).collect();
    let holder = holder(rules, cx.position, &there);
    for unit in there.into_iter().filter(|&unit| may_shelter(rules, unit)) {
        let flags = cx.position.flags_mut(unit);
        *flags = match holder == Some(rules.side_of(unit)) {
            true => *flags | ENTRENCHED,
            false => *flags & !ENTRENCHED,
        };
    }
}

/// The side that is in an entrenchment, of those who stand in its hex.
fn holder(rules: &Rules, position: &Position<InfantryAttacks>, there: &[Unit]) -> Option<usize> {
    let is_leader = |unit: &Unit| rules.piece(*unit).kind.is_leader();
    let inside = |unit: &&Unit| has(position, **unit, ENTRENCHED);
    let sides = |of: &dyn Fn(&Unit) -> bool| {
        let has_any = |side| there.iter().any(|unit| rules.side_of(*unit) == side && of(unit));
        [0, 1].map(has_any)
    };
    if let Some(&unit) = there.iter().find(|unit| inside(unit) && !is_leader(unit)) {
        return Some(rules.side_of(unit));
    }
    match sides(&|unit| rules.piece(*unit).kind.is_combat()) {
        [true, false] => Some(0),
        [false, true] => Some(1),
        // Where both come to it at once the combat units of one must have left first.
        [true, true] => None,
        // Leaders have no effect on each other (IA 5.44): who is in it stays.
        [false, false] => {
            let first = there.iter().find(inside).map(|&unit| rules.side_of(unit));
            first.or(match sides(&|unit| is_leader(unit) && may_shelter(rules, *unit)) {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            })
        }
    }
}

/// IA 16.21, 16.25: infantry leaders share the works of those with whom they stand, and have none
/// without them: from the start, and whoever moves, digs, attacks or is lost.
pub fn share(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize) {
    let rules = cx.rules;
    let leaders: Vec<Unit> = cx
        .position
        .on_map(rules, side)
        .filter(|&unit| rules.piece(unit).kind == Kind::Leader)
        .collect();
    for leader in leaders {
        let Some(hex) = cx.position.state(leader).hex else { continue };
        let shared = cx.position.stack(hex).any(|unit| {
            rules.side_of(unit) == side
                && !rules.piece(unit).kind.is_leader()
                && has(cx.position, unit, DUG_IN)
        });
        let flags = cx.position.flags_mut(leader);
        *flags = if shared { *flags | DUG_IN } else { *flags & !DUG_IN };
    }
}
