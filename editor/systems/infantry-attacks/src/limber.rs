//! IA 5.61: guns, mortars and machine guns are turned to fire or to move.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DEMORALIZED, LIMBERED, acted, has};
use crate::units::Kind;
use crate::{missions, moves};

/// Whether an active unit may be turned, as its whole activation.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    limbers: bool,
) -> Result<(), Violation> {
    moves::may_move(rules, position, side, unit)?;
    let def = rules.compiled.unit(unit);
    let has_two =
        matches!(rules.piece(unit).kind, Kind::Artillery | Kind::Mortar | Kind::MachineGun);
    // The side that moves comes after those that count as steps.
    if !has_two || def.faces.len() <= usize::from(def.steps) {
        return Err(Violation::new("IA 5.61", "only guns, mortars and machine guns are limbered"));
    }
    if has(position, unit, DEMORALIZED) {
        return Err(Violation::new("IA 14.3", "the demoralized only try to recover"));
    }
    if has(position, unit, LIMBERED) == limbers {
        let text = if limbers { "it is limbered" } else { "it is not limbered" };
        return Err(Violation::new("IA 5.61", text));
    }
    if limbers { Ok(()) } else { missions::may_unlimber(rules, position, unit) }
}

/// It is, and has acted.
pub fn turn(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, limbers: bool) {
    let flags = cx.position.flags_mut(unit);
    *flags = if limbers { *flags | LIMBERED } else { *flags & !LIMBERED };
    acted(cx.position, unit);
    if !limbers {
        missions::arrived(cx, unit);
    }
}
