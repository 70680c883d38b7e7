//! IA 5.6, 5.62–5.66: wagons that carry guns, mortars and machine guns.
//!
//! What is on board is in no hex of its own and moves, fights not, and fares as its wagon does. It
//! is loaded by both in a whole activation; it is set down at no cost, before its wagon moves or on
//! the way, and then may be unlimbered only if it has not been carried in this segment.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::Step;
use crate::event::{self, Carried, Detail};
use crate::loads::set_down;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::{Stack, barred_to};
use crate::state::{
    ACTIVE, HALTED, LIMBERED, STRATEGIC, TO_FIRE, acted, good_order, has, is_aboard, load_of,
};
use crate::units::{Kind, is_load};
use crate::{control, movement, moves, strategic, works};

/// IA 5.62, 5.66: whether a unit limbers and goes on board. What the wagon carries it sets down for
/// it first (IA 5.63).
pub fn check_load(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    transport: Unit,
) -> Result<(), Violation> {
    if rules.piece(transport).kind != Kind::Transport || !is_load(rules.piece(unit).kind) {
        let text = "wagons carry guns, mortars and machine guns, and nothing else does";
        return Err(Violation::new("IA 5.66", text));
    }
    moves::may_move(rules, position, side, unit)?;
    moves::may_move(rules, position, side, transport)?;
    if !good_order(position, unit) || !good_order(position, transport) {
        return Err(Violation::new("IA 5.66", "both must be in good order"));
    }
    let hex = position.state(unit).hex;
    let Some(hex) = hex.filter(|_| hex == position.state(transport).hex) else {
        return Err(Violation::new("IA 5.62", "both stand in one hex"));
    };
    if barred_to(rules, position, side, hex) {
        return Err(Violation::new("IA 5.66", "nobody is loaded among the enemy"));
    }
    // IA 4.1: the other takes the place of the one that goes on board.
    if let Some(other) = load_of(position, transport)
        && !fits(rules, position, side, hex, &[other], Some(unit))
    {
        return Err(Violation::new("IA 4.1", "the hex does not hold what the wagon sets down"));
    }
    Ok(())
}

/// Whether a hex holds some besides those that are there, without one of them.
fn fits(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    hex: Hex,
    besides: &[Unit],
    without: Option<Unit>,
) -> bool {
    let mut there = Stack::of(rules, position, side, hex, besides);
    if let Some(gone) = without.filter(|&gone| rules.piece(gone).kind.is_combat()) {
        there.combat -= 1;
        there.companies -= i32::from(rules.piece(gone).company);
    }
    there.fits(rules)
}

/// It limbers and goes on board, the whole activation of both.
pub fn load(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, transport: Unit) {
    let Some(hex) = cx.position.state(transport).hex else { return };
    if let Some(other) = load_of(cx.position, transport) {
        set_down(cx, other, hex, "IA 5.63");
    }
    let flags = cx.position.flags_mut(unit);
    *flags |= LIMBERED;
    cx.embark(unit, transport);
    works::left(cx, unit);
    tell(cx, unit, transport, hex);
    acted(cx.position, unit);
    acted(cx.position, transport);
    control::settle(cx, hex);
}

fn tell(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, transport: Unit, hex: Hex) {
    cx.emit(|rules| {
        Detail::Loaded(Carried {
            unit: event::name(rules, unit),
            by: event::name(rules, transport),
            side: rules.compiled.sides[rules.side_of(unit)].clone(),
            hex: rules.compiled.label(hex).into(),
        })
    });
}

/// IA 5.63: whether what is on board is set down where its wagon stands, before the wagon moves.
pub fn check_unload(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let carrier = position.state(unit).aboard.filter(|_| rules.side_of(unit) == side);
    let (Some(carrier), Some(hex)) = (carrier, position.hex(unit)) else {
        return Err(Violation::new("IA 5.63", "it is not on board"));
    };
    let active = |unit| has(position, unit, ACTIVE) && !has(position, unit, TO_FIRE);
    if !active(unit) && !active(carrier) {
        return Err(Violation::new("IA 3.13", "neither it nor its wagon is active"));
    }
    may_set_down(rules, position, side, unit, hex)
}

/// IA 4.1: whether a hex holds what is set down there.
fn may_set_down(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    load: Unit,
    hex: Hex,
) -> Result<(), Violation> {
    if fits(rules, position, side, hex, &[load], None) {
        return Ok(());
    }
    let text = format!("{} does not hold what the wagon sets down", rules.compiled.label(hex));
    Err(Violation::new("IA 4.1", text))
}

/// It is, and neither has acted for it.
pub fn unload(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    if let Some(hex) = cx.position.hex(unit) {
        set_down(cx, unit, hex, "IA 5.63");
    }
}

/// IA 5.63: whether a wagon moves along a way and sets down what it carries in one of its hexes.
pub fn check_set_down(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    transport: Unit,
    path: &[Hex],
    at: Hex,
) -> Result<(), Violation> {
    let Some(load) = load_of(position, transport) else {
        return Err(Violation::new("IA 5.63", "it carries nothing"));
    };
    movement::check_move(rules, position, side, &[transport], path)?;
    if !path.contains(&at) {
        return Err(Violation::new("IA 5.63", "that hex is not on its way"));
    }
    may_set_down(rules, position, side, load, at)
}

/// The wagon goes, sets its load down on the way and goes on.
pub fn go_and_set_down(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    side: usize,
    transport: Unit,
    path: &[Hex],
    at: Hex,
) {
    let place = path.iter().position(|&hex| hex == at).unwrap_or(path.len());
    let (before, after) = path.split_at((place + 1).min(path.len()));
    let start = cx.position.state(transport).hex;
    let fast = strategic::needs(cx.rules, cx.position, transport, start, path);
    cx.then(Step::SetDown(transport, at, after.to_vec()));
    if fast {
        *cx.position.flags_mut(transport) |= STRATEGIC;
    }
    movement::go(cx, side, &[transport], before);
}

/// It has come to where it sets its load down, unless it was stopped on the way.
pub fn arrived(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    transport: Unit,
    at: Hex,
    rest: Vec<Hex>,
) {
    let rules = cx.rules;
    if cx.position.state(transport).hex != Some(at) {
        return;
    }
    let side = rules.side_of(transport);
    if let Some(load) = load_of(cx.position, transport)
        && may_set_down(rules, cx.position, side, load, at).is_ok()
    {
        set_down(cx, load, at, "IA 5.63");
    }
    if !rest.is_empty() && !has(cx.position, transport, HALTED) {
        moves::walk(cx, vec![transport], rest, "IA 5.63");
    }
}

/// Whether a gun can be activated to be loaded, or set down.
pub fn has_use(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    if is_aboard(position, unit) {
        return true;
    }
    let Some(hex) = position.state(unit).hex else { return false };
    let wagon = |other: Unit| {
        rules.side_of(other) == rules.side_of(unit)
            && rules.piece(other).kind == Kind::Transport
            && good_order(position, other)
    };
    is_load(rules.piece(unit).kind)
        && (has(position, unit, LIMBERED) || position.stack(hex).any(wagon))
}
