//! IA 14.4, 6.6: recovery of those whose morale has failed.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::event::Order;
use crate::morale_check::{become_order, help, order, own_morale, tell};
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{
    ACTIVE, DEMORALIZED, ENTRENCHED, HELPED, IN_SEGMENT, RECOVERED, TO_FIRE, acted, good_order,
    has, of, rating,
};
use crate::{flight, leaders, results};

/// IA 14.4: whether an active unit or leader may try to recover.
pub fn check_recover(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    if rules.side_of(unit) != side || !has(position, unit, ACTIVE) {
        return Err(Violation::new("IA 14.4", "it is not active"));
    }
    if has(position, unit, TO_FIRE) {
        return Err(Violation::new("IA 3.13", "it was designated to fire"));
    }
    if good_order(position, unit) {
        return Err(Violation::new("IA 14.4", "it is in good order"));
    }
    in_order(rules, position, unit)
}

/// IA 14.12, 14.41: in a hex leaders try before units, the highest first: none waits whom a
/// demoralized leader, who must try, has before him; and no leader tries after them who need not.
fn in_order(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
) -> Result<(), Violation> {
    let Some(hex) = position.state(unit).hex else { return Ok(()) };
    let (side, own) = (rules.side_of(unit), order(rules, position, unit));
    for other in position.stack(hex).filter(|&other| rules.side_of(other) == side) {
        let waits = has(position, other, ACTIVE)
            && has(position, other, DEMORALIZED)
            && !has(position, other, TO_FIRE)
            && rules.piece(other).kind.is_leader();
        let name = &rules.unit(other).name;
        if waits && order(rules, position, other) < own {
            let text = format!("'{name}' leads, and tries to recover before it");
            return Err(Violation::new("IA 14.12", text));
        }
        let late = rules.piece(unit).kind.is_leader() && !has(position, unit, DEMORALIZED);
        if late && has(position, other, RECOVERED) && own < order(rules, position, other) {
            let text = format!("'{name}' has tried to recover, and leaders try first");
            return Err(Violation::new("IA 14.12", text));
        }
    }
    Ok(())
}

/// IA 14.45: a town helps all who recover in it, an entrenchment those who are in it (IA 16.33,
/// 16.34).
pub fn is_sheltered(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    has(position, unit, ENTRENCHED)
        || position.hex(unit).is_some_and(|hex| rules.shelter[hex.index()])
}

/// IA 14.41, 6.62: the dice must show less than the morale. A leader who is active and has not
/// acted may help, and then others as well; it is the act of all (IA 6.65).
pub fn recover(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    let (rules, position) = (cx.rules, &*cx.position);
    let numbers = &rules.numbers;
    let may =
        |leader: Unit| has(position, leader, ACTIVE | HELPED) && !has(position, leader, TO_FIRE);
    let bonus = help(rules, position, unit, may);
    let helper = position.on_map(rules, rules.side_of(unit)).find(|&leader| {
        bonus > 0
            && may(leader)
            && leaders::leads(rules, position, leader, unit)
            && rating(rules, position, leader, of::LEADING) == bonus
    });
    let shelter = if is_sheltered(rules, position, unit) { numbers.recovery_terrain } else { 0 };
    let morale = own_morale(rules, position, unit) + bonus + shelter;
    let before = Order::of(position.state(unit).flags);
    let (dice, total) = results::two_dice(cx, "recovery", rules.side_of(unit), "IA 14.41");
    let after = match before {
        // IA 14.43
        Order::Demoralized if total == numbers.full_recovery_roll => Order::Good,
        Order::Demoralized if total < morale => Order::Disrupted,
        Order::Disrupted if total < morale => Order::Good,
        _ => before,
    };
    become_order(cx.position, unit, after);
    tell(cx, unit, (dice, 0, morale), (before, after), "IA 14.41");
    acted(cx.position, unit);
    if has(cx.position, unit, IN_SEGMENT) {
        *cx.position.flags_mut(unit) |= RECOVERED;
    }
    if let Some(helper) = helper {
        acted(cx.position, helper);
        *cx.position.flags_mut(helper) |= HELPED;
    }
    let leader = rules.piece(unit).kind.is_leader();
    if leader && before == Order::Demoralized && total == numbers.desertion_roll {
        results::lose(cx, unit, "desertion", None, "IA 14.44");
    }
    if after == Order::Demoralized {
        flight::begin(cx, unit);
    }
}
