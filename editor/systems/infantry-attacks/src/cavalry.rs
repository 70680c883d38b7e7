//! IA 15.4, 15.5: cavalry on foot and on horse.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::activation::acted;
use crate::game::InfantryAttacks;
use crate::movement;
use crate::rules::Rules;
use crate::state::{DEMORALIZED, DISMOUNTED, has};
use crate::units::Kind;

/// Whether an active unit may dismount or mount, as its whole movement.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    mounts: bool,
) -> Result<(), Violation> {
    movement::may_move(rules, position, side, unit)?;
    let rule = if mounts { "IA 15.5" } else { "IA 15.4" };
    let def = rules.compiled.unit(unit);
    // The faces on foot come after those on horse.
    if rules.piece(unit).kind != Kind::Cavalry || def.faces.len() <= usize::from(def.steps) {
        return Err(Violation::new(rule, "only cavalry mounts and dismounts"));
    }
    if has(position, unit, DEMORALIZED) {
        return Err(Violation::new("IA 15.42", "the demoralized only try to recover"));
    }
    if has(position, unit, DISMOUNTED) != mounts {
        let text = if mounts { "it is mounted" } else { "it is on foot" };
        return Err(Violation::new(rule, text));
    }
    Ok(())
}

/// It does, and has acted.
pub fn go(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, mounts: bool) {
    let flags = cx.position.flags_mut(unit);
    *flags = if mounts { *flags & !DISMOUNTED } else { *flags | DISMOUNTED };
    acted(cx.position, unit);
}
