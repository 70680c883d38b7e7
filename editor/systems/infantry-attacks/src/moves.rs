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
        let text = "it was activated to fire: it goes only into a hex of the enemy's, to assault";
        return Err(Violation::new("IA 3.13", text));
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
    let is_led_by = |unit: Unit, leader: Unit| {
        let (kind, leads) = (rules.piece(unit).kind, rules.piece(leader).kind);
        let alike = kind.is_cavalry() == leads.is_cavalry();
        !kind.is_leader() && leads.is_leader() && alike && has(position, unit, LED)
    };
    let together = match units {
        [_] => true,
        // Whoever puts a move together may begin with either.
        &[one, other] => is_led_by(one, other) || is_led_by(other, one),
        _ => false,
    };
    if !together {
        let text = "units move one at a time; a leader of their type in their hex may go along";
        return Err(Violation::new("IA 6.4", text));
    }
    Ok(())
}

/// Says which of several units breaks a rule, where the rule does not.
pub fn of_one<'a>(
    rules: &'a Rules,
    unit: Unit,
    units: &'a [Unit],
) -> impl FnOnce(Violation) -> Violation + 'a {
    move |refused| {
        let name = format!("'{}'", rules.unit(unit).name);
        match units.len() > 1 && !refused.message.contains(&name) {
            true => Violation::new(refused.rule, format!("{name}: {}", refused.message)),
            false => refused,
        }
    }
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
