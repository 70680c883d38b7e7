//! 1914 11.2: the advance after combat.

use std::collections::BTreeSet;

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::abreast;
use crate::acts::Act;
use crate::decision::battle::{ATTACKER, Asked, DEFENDER, Fight};
use crate::decision::{self, then};
use crate::force::Force;
use crate::garrisons;
use crate::rules::{Offensive, Rules};
use crate::stacking;
use crate::state::{RETREATED, WITHHELD};
use crate::units::Kind;

/// The combat comes to its end: the attacker is asked who advances, if anybody may.
pub fn ask(cx: &mut PlayContext<'_, Offensive>, fight: Box<Fight>) {
    for &unit in &fight.withheld {
        *cx.position.flags_mut(unit) &= !WITHHELD;
    }
    let mut fight = fight;
    if let Some(twin) = fight.twin.take() {
        then(cx, twin);
    }
    if legal(cx.rules, cx.position, &fight).len() > 1 {
        decision::ask(cx, fight.sides[ATTACKER], Asked::Advance(fight));
    }
}

/// Whether a unit may advance by itself, stacking aside.
fn check_unit(
    rules: &Rules,
    position: &Position<Offensive>,
    fight: &Fight,
    unit: Unit,
) -> Result<(), Violation> {
    let name = || &rules.unit(unit).name;
    let Some(&(_, from)) = fight.clash.attackers.iter().find(|(other, _)| *other == unit) else {
        let text = format!("'{}' has not attacked here", name());
        return Err(Violation::new("1914 11.2.2", text));
    };
    let flags = position.state(unit).flags;
    if !abreast::is_in(position, unit, from) || flags & RETREATED != 0 {
        let text = format!("'{}' had to fall back", name());
        return Err(Violation::new("1914 11.2.2", text));
    }
    let piece = rules.piece(unit);
    if matches!(piece.kind, Kind::SiegeArtillery) && position.state(unit).face > 0 {
        return Err(Violation::new("1914 11.2", format!("'{}' is deployed", name())));
    }
    if piece.loc && position.board().controls(fight.hex, fight.sides[DEFENDER]) {
        let text = format!("'{}' enters no enemy zone of control", name());
        return Err(Violation::new("1914 8.7.2", text));
    }
    if !garrisons::permits(rules, unit, fight.hex) {
        let text = format!("'{}' goes no farther from its place", name());
        return Err(Violation::new(garrisons::rule(rules, unit), text));
    }
    Ok(())
}

/// Whether the hex that was fought for lies open (1914 11.2, 11.2.1).
fn is_open(rules: &Rules, position: &Position<Offensive>, fight: &Fight) -> bool {
    !rules.terrain.hex(fight.hex).barred
        && !stacking::bars(rules, position, fight.sides[ATTACKER], fight.hex)
}

/// Whether units may advance together; to be done is to stay.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    fight: &Fight,
    act: &Act,
) -> Result<(), Violation> {
    let units = match act {
        Act::Done => return Ok(()),
        Act::Advance { units } => units,
        _ => return Err(Violation::new("1914 11.2", "advance, or be done")),
    };
    if units.is_empty() || !units.is_sorted_by(|one, next| one < next) {
        return Err(Violation::new("1914 11.2", "somebody advances, each once and in order"));
    }
    if !is_open(rules, position, fight) {
        return Err(Violation::new("1914 11.2", "the hex is not vacated"));
    }
    for &unit in units {
        check_unit(rules, position, fight, unit)?;
    }
    let halved = units.iter().copied().filter(|&unit| abreast::is_two(position, unit));
    let halved: Vec<Unit> = halved.collect();
    let one = abreast::together(position, &halved) && Force::of(rules, &halved).is_some();
    if !halved.is_empty() && !one {
        let text = "two forces in two hexes do not come into one";
        return Err(Violation::new("1914 19.1.2", text));
    }
    let coming = units.iter().map(|&unit| (unit, abreast::size(rules, position, unit)));
    let there = stacking::size_with(rules, position, (fight.sides[ATTACKER], fight.hex), coming);
    if there > rules.numbers.stacking_limit {
        let text = format!("the hex would hold {there} quarters of a division");
        return Err(Violation::new("1914 3.1.1", text));
    }
    Ok(())
}

/// The plain advances: of a force, of a unit, of all who fit, or of none.
pub fn legal(rules: &Rules, position: &Position<Offensive>, fight: &Fight) -> Vec<Act> {
    let mut acts = BTreeSet::from([Act::Done]);
    let may = |unit: &Unit| check_unit(rules, position, fight, *unit).is_ok();
    let units: Vec<Unit> = fight.units(ATTACKER).into_iter().filter(may).collect();
    let mut sets: Vec<Vec<Unit>> = units.iter().map(|&unit| vec![unit]).collect();
    for (force, _) in fight.forces(rules, position, ATTACKER) {
        sets.push(force.units().into_iter().filter(|unit| units.contains(unit)).collect());
    }
    let mut all: Vec<Unit> = Vec::new();
    let mut order = units.clone();
    order.sort_by_key(|&unit| (-rules.size(position, unit), unit));
    let most = rules.numbers.stacking_limit;
    for unit in order {
        let size: i32 =
            all.iter().chain([&unit]).map(|&it| abreast::size(rules, position, it)).sum();
        if size <= most {
            all.push(unit);
        }
    }
    all.sort_unstable();
    sets.push(all);
    for units in sets {
        let act = Act::Advance { units };
        if check(rules, position, fight, &act).is_ok() {
            acts.insert(act);
        }
    }
    acts.into_iter().collect()
}

/// Units advance.
pub fn advance(cx: &mut PlayContext<'_, Offensive>, fight: &Fight, units: &[Unit]) {
    let mut from: Vec<_> = fight.clash.attackers.iter().map(|(_, hex)| *hex).collect();
    from.sort_unstable();
    from.dedup();
    let mut left = units.to_vec();
    for hex in from {
        let going: Vec<Unit> =
            left.iter().copied().filter(|&it| abreast::is_in(cx.position, it, hex)).collect();
        left.retain(|unit| !going.contains(unit));
        abreast::combat::advance(cx, &going, (hex, fight.hex), fight.attack);
    }
}
