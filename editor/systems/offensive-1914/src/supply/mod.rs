//! 1914 9.4, 15, 17.1.1, 17.2: supply, its sources and lines, isolation, and what supply units do.

mod communications;
pub mod displaced;
mod lines;
pub mod secondary;
pub mod shortage;
pub mod siting;
mod sources;
#[cfg(test)]
mod tests;

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::Violation;
use salient_rules::game::SupplyView;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::SupplyState;

use crate::acts::Act;
use crate::boxes::TRACK;
use crate::decision::{Decision, Displaced, Step as Later, Supplying};
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, LinesFirst};
use crate::force::{Force, forces};
use crate::losses;
use crate::rules::{Offensive, Rules};
use crate::state::LINES_FIRST;
use crate::units::Kind;
use crate::zones::is_cut;

use communications::{Communications, contested, supply_units};

pub use sources::{Ammunition, Supply, has_trucks};

/// 1914 4.2.3, 15.4: begins a supply phase: supply units show their fronts, depots without a line of
/// communications are displaced, and the owner may extend supply units where that helps. Where
/// armies contend for a single track he says first whose lines use it (1914 15.0).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    let own: Vec<Unit> = supply_units(rules, cx.position, side).collect();
    for unit in own {
        if cx.position.state(unit).face > 0 {
            cx.turn_over(unit, 0, "1914 4.2.3");
        }
    }
    for &unit in rules.units_of(side) {
        cx.position.own.provided[unit.index()] = 0;
        cx.position.own.shortages[unit.index()] = None;
    }
    if !shortage::ask(cx, side) {
        go_on(cx, side, false);
    }
}

/// Goes on with a supply phase after something else was asked in it.
fn resume(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    go_on(cx, side, false);
}

/// Whether a depot is under relocation (1914 15.6.4).
pub fn is_relocated(position: &Position<Offensive>, depot: Unit) -> bool {
    position.state(depot).away.is_some_and(|away| away.place == TRACK)
}

/// Whether a side may let an army run short (1914 15.8.2).
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_shortage(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Shortage { army } => shortage::check(rules, position, side, *army),
        _ => Err(Violation::new("1914 15.8.2", "all markers are placed, one a depot")),
    }
}

/// Does what [`check_shortage`] has allowed.
pub fn apply_shortage(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    cx.answered(side);
    if let Act::Shortage { army } = act {
        shortage::place(cx, side, *army);
    }
    if !shortage::ask(cx, side) {
        resume(cx, side);
    }
}

/// Displaces and judges as soon as nothing is left to be chosen before, or the owner is done.
fn go_on(cx: &mut PlayContext<'_, Offensive>, side: usize, done: bool) {
    let rules = cx.rules;
    if !done && !waiting(&Supply::new(rules, cx.position, side)).is_empty() {
        return cx.ask(side, Decision::Supply);
    }
    let depots = supply_units(rules, cx.position, side);
    let depots = depots.filter(|&unit| rules.piece(unit).kind == Kind::Depot).collect();
    run(cx, Supplying { side, depots, moved: false, done });
}

/// 1914 15.4: displaces the depots that have no line of communications, one after the other, and
/// then judges all, unless the owner may choose something before that: after a depot was displaced
/// also if he was done.
pub fn run(cx: &mut PlayContext<'_, Offensive>, mut supplying: Supplying) {
    let (rules, side) = (cx.rules, supplying.side);
    let lines = Communications::of(rules, cx.position, side);
    while !supplying.depots.is_empty() {
        let depot = supplying.depots.remove(0);
        let Some(from) = cx.position.hex(depot) else { continue };
        let goes = !lines.has(depot) && {
            let displaced = Displaced { depot, from, linked: true };
            !displaced::options(rules, cx.position, &displaced).is_empty()
        };
        if goes {
            cx.then(Later::Supply(Supplying { moved: true, ..supplying }));
            return displaced::begin(cx, depot, true);
        }
    }
    let needs = Needs::of(rules, cx.position, side);
    match needs.acts.len() > 1 && (!supplying.done || supplying.moved) {
        true => cx.ask(side, Decision::Supply),
        false => judge(cx, needs.lacking),
    }
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => Ok(()),
        Act::Extend { unit } => {
            let name = &rules.unit(*unit).name;
            let own = rules.side_of(*unit) == side && rules.piece(*unit).kind.is_supply();
            if !own || position.hex(*unit).is_none() {
                let text = format!("'{name}' is no supply unit of yours on the map");
                return Err(Violation::new("1914 15.6.1", text));
            }
            if position.state(*unit).face > 0 {
                let text = format!("'{name}' is on its extended side already");
                return Err(Violation::new("1914 15.6.1", text));
            }
            Ok(())
        }
        Act::Secondary { army } => secondary::check_place(rules, position, side, *army),
        Act::RemoveSecondary { replace } => {
            secondary::check_remove(rules, position, side, *replace)
        }
        Act::LinesFirst { army } => {
            if waiting(&Supply::new(rules, position, side)).contains(army) {
                return Ok(());
            }
            let name = &rules.unit(*army).name;
            let text = format!("no line of '{name}' waits for another army's, or it is first now");
            Err(Violation::new("1914 15.0", text))
        }
        _ => Err(Violation::new("1914 15.6.1", "extend a supply unit, or be done")),
    }
}

/// 1914 15.0: the depots of the armies of a side whose lines wait for those of others and have not
/// been put first in this phase.
fn waiting(supply: &Supply<'_>) -> Vec<Unit> {
    let Supply { rules, position, side, .. } = *supply;
    let armies = contested(rules, position, side, supply.communications()).into_iter();
    let depots = armies.filter_map(|army| rules.body(army).counter);
    depots.filter(|&depot| position.state(depot).flags & LINES_FIRST == 0).collect()
}

/// What a side may do: be done, put an army's lines first, or extend a supply unit by which some
/// force comes into supply.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    Needs::of(rules, position, side).acts
}

/// How the supply of a side stands.
struct Needs {
    /// What it may do.
    acts: Vec<Act>,
    /// The forces that nothing supplies, in the order of their hexes.
    lacking: Vec<Force>,
}

impl Needs {
    fn of(rules: &Rules, position: &Position<Offensive>, side: usize) -> Self {
        let supply = Supply::new(rules, position, side);
        let mut acts = vec![Act::Done];
        acts.extend(waiting(&supply).into_iter().map(|army| Act::LinesFirst { army }));
        let all = all_forces(rules, position, side).into_iter().map(|(_, force)| force);
        let lacks = |force: &Force| head(force).is_some_and(|it| supply.supplies(it, 0).is_none());
        let lacking: Vec<Force> = all.filter(lacks).collect();
        acts.extend(secondary::legal(rules, position, side));
        for unit in supply_units(rules, position, side) {
            let would = |force| head(force).is_some_and(|it| supply.would_supply(unit, it));
            if position.state(unit).face == 0 && lacking.iter().any(would) {
                acts.push(Act::Extend { unit });
            }
        }
        Self { acts, lacking }
    }
}

/// Does what [`check`] has allowed.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    cx.answered(side);
    match act {
        Act::Extend { unit } => cx.turn_over(*unit, 1, "1914 15.6.1"),
        Act::LinesFirst { army } => put_first(cx, side, *army),
        Act::Secondary { army } => return secondary::place(cx, side, *army),
        Act::RemoveSecondary { replace } => secondary::remove(cx, side, *replace),
        _ => {}
    }
    go_on(cx, side, *act == Act::Done);
}

/// 1914 15.0: puts an army's lines before those of others, until another's are.
fn put_first(cx: &mut PlayContext<'_, Offensive>, side: usize, depot: Unit) {
    let Some(army) = cx.rules.compiled.unit(depot).formation else { return };
    *cx.position.flags_mut(depot) |= LINES_FIRST;
    let first = &mut cx.position.own.lines_first;
    first.retain(|other| *other != army);
    first.insert(0, army);
    cx.emit(|rules| {
        let compiled = &rules.compiled;
        Detail::Armies(ArmiesDetail::LinesFirst(LinesFirst {
            side: compiled.sides[side].clone(),
            army: compiled.formation(army).id.clone(),
            rule: "1914 15.0".to_owned(),
        }))
    });
}

/// 1914 15.4: every force in supply, out of it, or isolated; whoever is not supplied loses
/// effectiveness, assets alone strength (1914 5.5.2).
fn judge(cx: &mut PlayContext<'_, Offensive>, lacking: Vec<Force>) {
    let rules = cx.rules;
    let isolated = |force: &Force| head(force).map(|it| is_isolated(rules, cx.position, it));
    let judge = |force: Force| Some((isolated(&force)?, force));
    let judged: Vec<(bool, Force)> = lacking.into_iter().filter_map(judge).collect();
    for (isolated, force) in judged {
        let numbers = &rules.numbers;
        let (lost, rule) = match isolated {
            true => (numbers.isolated_loss, "1914 15.5"),
            false => (numbers.unsupplied_loss, "1914 15.4"),
        };
        let why = losses::Why { attack: None, rule };
        losses::levels(cx, &force, lost as u8, why);
    }
}

/// How each unit of a side on the map that needs supply would be judged now (1914 15.4).
pub fn views<'a>(
    rules: &'a Rules,
    position: &Position<Offensive>,
    side: usize,
) -> Vec<SupplyView<'a>> {
    let supply = Supply::new(rules, position, side);
    let of_force = |(_, force): &(Hex, Force)| {
        let state = head(force).map_or(SupplyState::InSupply, |unit| match () {
            () if supply.supplies(unit, 0).is_some() => SupplyState::InSupply,
            () if is_isolated(rules, position, unit) => SupplyState::Isolated,
            () => SupplyState::OutOfSupply,
        });
        force.units().into_iter().map(move |unit| (unit, state)).collect::<Vec<_>>()
    };
    let mut states: Vec<(Unit, SupplyState)> =
        all_forces(rules, position, side).iter().flat_map(of_force).collect();
    states.sort_unstable_by_key(|(unit, _)| *unit);
    let view = |(unit, state): (Unit, SupplyState)| SupplyView {
        name: &rules.unit(unit).name,
        state,
        distance: None,
    };
    states.into_iter().map(view).collect()
}

/// The forces of a side on the map with their hexes, in the order of the hexes; forts need no supply
/// (1914 8.5.1).
fn all_forces(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<(Hex, Force)> {
    let mut hexes: Vec<Hex> =
        position.on_map(rules, side).filter_map(|unit| position.hex(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let each = hexes.into_iter().flat_map(|hex| {
        forces(rules, position, hex, side).into_iter().map(move |force| (hex, force))
    });
    let each = each.map(|(hex, mut force)| {
        force.assets.retain(|&unit| rules.kind(position, unit) != Kind::Fort);
        (hex, force)
    });
    // A force in two hexes counts once.
    let once = |(hex, force): &(Hex, Force)| {
        head(force).is_some_and(|unit| position.hex(unit) == Some(*hex))
    };
    each.filter(once).collect()
}

/// The unit that a force seeks supply as.
fn head(force: &Force) -> Option<Unit> {
    force.formation.or_else(|| force.assets.first().copied())
}

/// 1914 15.5: whether a unit is isolated where it stands: no way, however long, leads to railways
/// that are operational for it, or to a port of the Allies, without enemies, unnegated enemy zones
/// of control and more than so many hexes that the enemy controls. Its own zone negates too.
pub fn is_isolated(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    let side = rules.side_of(unit);
    let mut hexes = position.hexes(unit).peekable();
    hexes.peek().is_some() && hexes.all(|hex| is_isolated_at(rules, position, side, hex))
}

/// The same for whoever of a side stands in a hex.
pub fn is_isolated_at(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> bool {
    let enemy = rules.enemy(side);
    let saves = |hex: Hex| {
        crate::rails::is_operational(position, side, hex)
            || side == rules.allied && rules.terrain.hex(hex).port
    };
    let budget = rules.numbers.isolation_hexes.unsigned_abs();
    let way_out =
        Reach::default().search_first(rules.map(), hex, budget, saves, |from, direction, to| {
            let side_of_hex = rules.terrain.side(from, direction);
            if side_of_hex.sea
                || rules.terrain.hex(to).barred
                || position.board().holds(to, enemy)
                || is_cut(rules, position, side, to, None)
            {
                return Step::Barred;
            }
            Step::Through(u32::from(crate::control::of(position, to) == Some(enemy)))
        });
    way_out.is_none()
}
