//! IA 9.12, 10.12, 10.3, 11.2: guns and mortars that fire at what they see, and their ammunition.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{Fallen, Step};
use crate::direct_fire::{designated, in_range};
use crate::event::{Ammunition, Detail, How};
use crate::missions::{self, task};
use crate::rules::{InfantryAttacks, Rules};
use crate::shells::{self, Shells, can_bombard};
use crate::state::{DEPLETED, acted, has};
use crate::tasks::Task;
use crate::{control, hidden, results, spotting, works};

/// IA 8.1, 9.4, 10.12: whether a gun reaches a hex and sees somebody of the enemy there. Its fire is
/// never blocked, and its own may stand in the hex (IA 9.82).
pub fn reaches(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    target: Hex,
) -> Result<(), Violation> {
    if !can_bombard(rules, position, unit) {
        let text = format!("'{}' has no shells to give", rules.unit(unit).name);
        return Err(Violation::new("IA 7.33", text));
    }
    may_fire(rules, position, unit)?;
    let from = in_range(rules, position, unit, target)?;
    if !spotting::spots_any(rules, position, rules.side_of(unit), from, target) {
        let label = rules.compiled.label(target);
        return Err(Violation::new("IA 9.4", format!("nobody is spotted in {label}")));
    }
    Ok(())
}

/// IA 9.62: of guns only those with open sights fire in segments.
pub fn may_fire(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
) -> Result<(), Violation> {
    match task(rules, position, unit) {
        Some(Task::OpenSights) => Ok(()),
        _ => Err(Violation::new("IA 9.62", "its mission is not to fire at what it sees")),
    }
}

/// IA 6.51, 6.52, 9.2: it fires alone, and no leader helps.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    (units, leaders): (&[Unit], &[Unit]),
    target: Hex,
) -> Result<(), Violation> {
    if units.iter().any(|&unit| !missions::is_gun(rules, unit)) {
        return Err(Violation::new("IA 7.32", "guns combine with no direct fire"));
    }
    let &[unit] = units else {
        return Err(Violation::new("IA 9.2", "guns with open sights never combine their fire"));
    };
    designated(rules, position, side, unit)?;
    if !leaders.is_empty() {
        return Err(Violation::new("IA 6.52", "leaders add nothing to the fire of guns"));
    }
    reaches(rules, position, unit, target)
}

/// IA 9.3, 10.3: it fires on the bombardment table; then friends near the target are looked at, and
/// its ammunition.
pub fn fire(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, target: Hex) {
    let strength = shells::strength(cx.rules, cx.position, unit);
    acted(cx.position, unit);
    hidden::show(cx, unit);
    spotting::shows(cx, unit);
    works::fired(cx, unit);
    cx.then(Step::Ammunition(unit));
    cx.then(Step::FriendlyFire(Fallen { hex: target, guns: vec![unit], strength }));
    shells::remember(cx, unit, target, false);
    let shells = Shells { guns: &[unit], how: How::OpenSights, strength, hex: target };
    shells::strike(cx, &shells);
}

/// IA 11.2: two dice above the side's number deplete it; a second time it is out of the game, and
/// nobody scores for it.
pub fn ammunition(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    let rules = cx.rules;
    let side = rules.side_of(unit);
    let (Some(limit), Some(hex)) = (rules.depletion[side], cx.position.hex(unit)) else { return };
    let (dice, total) = results::two_dice(cx, "ammunition", side, "IA 11.2");
    let depleted = total > limit;
    let eliminated = depleted && has(cx.position, unit, DEPLETED);
    cx.emit(|rules| {
        Detail::Ammunition(Ammunition {
            unit: rules.unit(unit).name.as_str().into(),
            side: rules.compiled.sides[side].clone(),
            hex: rules.compiled.label(hex).to_owned(),
            dice,
            limit,
            depleted,
            eliminated,
        })
    });
    if depleted {
        *cx.position.flags_mut(unit) |= DEPLETED;
    }
    if eliminated {
        cx.remove(unit, UnitStatus::Eliminated, "ammunition", "IA 11.2");
        works::left(cx, unit);
        control::settle(cx, hex);
    }
}
