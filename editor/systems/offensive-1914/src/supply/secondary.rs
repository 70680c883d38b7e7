//! 1914 15.7: the secondary depot of a side.

use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Change, PlayContext, Position, Unit};

use super::siting::{self, options};
use crate::acts::Act;
use crate::boxes::DETACHMENT;
use crate::decision::{Sited, Siting};
use crate::rules::{Offensive, Rules};
use crate::state::ATTACHED;
use crate::units::Kind;
use crate::{armies, rails};

/// The secondary depot of a side, if it has one.
pub fn of(rules: &Rules, side: usize) -> Option<Unit> {
    rules.units_of(side).iter().copied().find(|&unit| rules.piece(unit).secondary)
}

/// 1914 15.7.3: the depot by which the ammunition of a supply unit is counted: the army's own for its
/// secondary one.
pub fn counted(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Unit {
    primary(rules, position, unit).unwrap_or(unit)
}

/// The army's own depot of a secondary one.
fn primary(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Option<Unit> {
    let army = armies::army(rules, position, unit).filter(|_| rules.piece(unit).secondary)?;
    rules.body(army).counter
}

/// 1914 15.7.1: whether the secondary depot may be put on the map for an army.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_place(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    army: Unit,
) -> Result<(), Violation> {
    const RULE: &str = "1914 15.7.1";
    let name = &rules.unit(army).name;
    let own = rules.side_of(army) == side && rules.piece(army).kind == Kind::Depot;
    if !own || rules.piece(army).secondary {
        return Err(Violation::new(RULE, format!("'{name}' is no army's depot of this side")));
    }
    match of(rules, side) {
        None => Err(Violation::new(RULE, "this side has no secondary depot")),
        Some(depot) if position.hex(depot).is_some() => {
            Err(Violation::new(RULE, "the secondary depot is on the map already"))
        }
        Some(depot) if position.state(depot).status == UnitStatus::InBox => Ok(()),
        Some(_) => Err(Violation::new(RULE, "the secondary depot is not in the game")),
    }
}

/// 1914 15.7.2: whether it may be taken away, and the army's depot take its hex: not in the supply
/// phase in which it was placed.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_remove(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    replace: bool,
) -> Result<(), Violation> {
    const RULE: &str = "1914 15.7.2";
    let there = of(rules, side).and_then(|depot| Some((depot, position.hex(depot)?)));
    let Some((depot, hex)) = there else {
        return Err(Violation::new(RULE, "no secondary depot of this side is on the map"));
    };
    if position.state(depot).flags & ATTACHED != 0 {
        return Err(Violation::new(RULE, "it was placed in this supply phase"));
    }
    if replace {
        let army = primary(rules, position, depot).filter(|&army| position.hex(army).is_some());
        let fits = |army: Unit| siting::permits(rules, army, hex);
        if !army.is_some_and(fits) || !rails::is_operational(position, side, hex) {
            return Err(Violation::new(RULE, "the army's depot cannot take its hex"));
        }
    }
    Ok(())
}

/// What a side may do with it.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let Some(depot) = of(rules, side) else { return Vec::new() };
    if position.hex(depot).is_some() {
        let acts = [false, true].into_iter();
        let acts = acts.filter(|&replace| check_remove(rules, position, side, replace).is_ok());
        return acts.map(|replace| Act::RemoveSecondary { replace }).collect();
    }
    // Where it is not in the game nobody gets it.
    let armies = super::supply_units(rules, position, side);
    let armies = armies.filter(|&army| check_place(rules, position, side, army).is_ok());
    armies.map(|army| Act::Secondary { army }).collect()
}

/// Names its army, and asks where it is put; it stays off the map where there is no hex for it.
pub fn place(cx: &mut PlayContext<'_, Offensive>, side: usize, army: Unit) {
    let rules = cx.rules;
    let Some(depot) = of(rules, side) else { return };
    cx.attach(depot, rules.compiled.unit(army).formation, "1914 15.7.1");
    let siting = Siting { depot, why: Sited::Secondary };
    match options(rules, cx.position, siting).is_empty() {
        true => super::resume(cx, side),
        false => siting::ask(cx, siting),
    }
}

/// Takes it away, and lets the army's depot take its hex where that is wanted.
pub fn remove(cx: &mut PlayContext<'_, Offensive>, side: usize, replace: bool) {
    const RULE: &str = "1914 15.7.2";
    let rules = cx.rules;
    let Some(depot) = of(rules, side) else { return };
    let (hex, own) = (cx.position.hex(depot), primary(rules, cx.position, depot));
    cx.to_box(depot, DETACHMENT, None, RULE);
    if let (true, Some(hex), Some(own)) = (replace, hex, own) {
        cx.shift(&[own], &[hex], "replaced", None, RULE);
    }
}

/// 1914 15.7.3: a depot is turned: the army's other one is turned with it.
pub fn turned(cx: &mut PlayContext<'_, Offensive>, change: Change) {
    let rules = cx.rules;
    let unit = change.unit;
    if rules.piece(unit).kind != Kind::Depot || cx.position.hex(unit).is_none() {
        return;
    }
    let Some(second) = of(rules, rules.side_of(unit)) else { return };
    let own = primary(rules, cx.position, second);
    let other = if unit == second { own } else { Some(second).filter(|_| own == Some(unit)) };
    let face = cx.position.state(unit).face;
    if let Some(other) = other.filter(|&other| cx.position.hex(other).is_some())
        && cx.position.state(other).face != face
    {
        cx.turn_over(other, face, "1914 15.7.3");
    }
}
