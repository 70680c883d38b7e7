//! IA 14.0–14.3, 6.6: morale, and its checks.

use salient_rules::play::{PlayContext, Position, Unit};

use crate::event::{Checked, Detail, Order};
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{ACTIVE, DEMORALIZED, DIGGING, DISMOUNTED, DISRUPTED, DONE, has, of, rating};
use crate::{leaders, loads, results};

/// The order in which leaders and units check: leaders first, the highest first (IA 14.12).
pub fn order(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> (bool, i32, Unit) {
    let is_leader = rules.piece(unit).kind.is_leader();
    (!is_leader, -rating(rules, position, unit, of::RANK), unit)
}

/// IA 14.0, 14.3: morale, without anybody's help.
pub fn own_morale(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    let piece = rules.piece(unit);
    let printed = if piece.kind.is_leader() {
        rating(rules, position, unit, of::MORALE)
    } else {
        let reduced = piece.company && position.state(unit).face > 0;
        rules.morale[rules.side_of(unit)][usize::from(reduced)]
    };
    let demoralized = has(position, unit, DEMORALIZED);
    printed + if demoralized { rules.numbers.demoralized_morale } else { 0 }
}

/// IA 6.61–6.64: the best help that a leader gives; only one counts.
pub fn help(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    may: impl Fn(Unit) -> bool,
) -> i32 {
    position
        .on_map(rules, rules.side_of(unit))
        .filter(|&leader| may(leader) && leaders::leads(rules, position, leader, unit))
        .map(|leader| rating(rules, position, leader, of::LEADING))
        .max()
        .unwrap_or(0)
}

/// IA 14.1: a morale check, with what the result adds to the dice; whether it was failed.
pub fn check(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    unit: Unit,
    plus: i32,
    attack: Option<u32>,
) -> bool {
    let rules = cx.rules;
    let morale = own_morale(rules, cx.position, unit) + help(rules, cx.position, unit, |_| true);
    let (dice, total) = results::two_dice(cx, "morale", rules.side_of(unit), "IA 14.1");
    let by = total + plus - morale;
    let worse = by >= rules.numbers.disruption_margin;
    let flags = cx.position.state(unit).flags;
    let before = Order::of(flags);
    let lost = by > 0 && flags & DEMORALIZED != 0 && worse;
    let after = match before {
        _ if by <= 0 => before,
        // IA 14.11: a second failure demoralizes, however slight.
        Order::Good if !worse => Order::Disrupted,
        _ => Order::Demoralized,
    };
    become_order(cx.position, unit, after);
    tell(cx, unit, (dice, plus, morale), (before, after), "IA 14.1");
    loads::shaken(cx, unit);
    if lost {
        results::lose(cx, unit, "morale", attack, "IA 14.11");
    }
    by > 0
}

/// Marks a unit with what it has become. Work that is begun is given up (IA 16.22).
pub fn become_order(position: &mut Position<InfantryAttacks>, unit: Unit, order: Order) {
    let flags = position.flags_mut(unit);
    *flags &= !(DISRUPTED | DEMORALIZED);
    *flags |= match order {
        Order::Good => return,
        Order::Disrupted => DISRUPTED,
        Order::Demoralized => DEMORALIZED,
    };
    *flags &= !DIGGING;
    // IA 15.42, 15.52: cavalry on foot mounts at once, and that is its act.
    if order == Order::Demoralized && *flags & DISMOUNTED != 0 {
        *flags = *flags & !(DISMOUNTED | ACTIVE) | DONE;
    }
}

pub fn tell(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    unit: Unit,
    (dice, plus, morale): ([u8; 2], i32, i32),
    (before, after): (Order, Order),
    rule: &str,
) {
    let hex = cx.position.hex(unit);
    cx.emit(|rules| {
        let checked = Checked {
            unit: rules.unit(unit).name.as_str().into(),
            side: rules.compiled.sides[rules.side_of(unit)].clone(),
            hex: hex.map(|hex| rules.compiled.label(hex).into()).unwrap_or_default(),
            dice,
            plus,
            morale,
            before,
            after,
            rule: rule.to_owned(),
        };
        if rule == "IA 14.1" { Detail::Checked(checked) } else { Detail::Recovery(checked) }
    });
}
