//! IA 15.1, 15.4, 15.5: cavalry on foot and on horse. One unit has two counters, of which one lies
//! on the map: here they are the faces of one, and a step that is lost is lost on both.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::Decision;
use crate::moves;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DEMORALIZED, DISMOUNTED, MOUNTED, acted, has};
use crate::units::Kind;

/// Whether an active unit may dismount or mount, as its whole movement.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    mounts: bool,
) -> Result<(), Violation> {
    moves::may_move(rules, position, side, unit)?;
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

/// IA 15.1: each side chooses which of its cavalry begins on foot, unless the scenario says how it
/// does.
pub fn begin(cx: &mut PlayContext<'_, InfantryAttacks>) {
    for side in (0..2).rev() {
        if !may_choose(cx.rules, cx.position, side).is_empty() {
            cx.ask(side, Decision::Horses);
        }
    }
}

/// Cavalry of a side that begins as its owner likes, and is on horse.
fn may_choose(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Unit> {
    let free = |&unit: &Unit| {
        let def = rules.compiled.unit(unit);
        rules.piece(unit).kind == Kind::Cavalry
            && def.faces.len() > usize::from(def.steps)
            && rules.start[unit.index()].0 & (MOUNTED | DISMOUNTED) == 0
            && !has(position, unit, DISMOUNTED | DEMORALIZED)
    };
    position.on_map(rules, side).filter(free).collect()
}

/// Whether a unit begins on foot.
pub fn check_start(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    mounts: bool,
) -> Result<(), Violation> {
    let may = !mounts && may_choose(rules, position, side).contains(&unit);
    let wrong = || Violation::new("IA 15.1", "it begins as it is");
    may.then_some(()).ok_or_else(wrong)
}

/// What a side may choose.
pub fn legal_start(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Act> {
    let units = may_choose(rules, position, side).into_iter();
    let mut acts = vec![Act::Done];
    acts.extend(units.map(|unit| Act::Dismount { unit }));
    acts
}

/// It does; its side chooses on.
pub fn start(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize, unit: Unit) {
    *cx.position.flags_mut(unit) |= DISMOUNTED;
    if !may_choose(cx.rules, cx.position, side).is_empty() {
        cx.ask(side, Decision::Horses);
    }
}

/// It does, and has acted.
pub fn go(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, mounts: bool) {
    let flags = cx.position.flags_mut(unit);
    *flags = if mounts { *flags & !DISMOUNTED } else { *flags | DISMOUNTED };
    acted(cx.position, unit);
}
