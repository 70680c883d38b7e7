//! 1914 7.9, 23.3.1: movement by sea: Allied units embark in ports and land in others, the Royal Naval
//! Division in its holding box too.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::boxes::{AT_SEA, ENGLAND};
use crate::decision::ask;
use crate::decision::march::Asked;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, Voyage};
use crate::rules::{Offensive, Rules};
use crate::state::{BUSY, HALTED};
use crate::units::Kind;
use crate::{control, garrisons, stacking};

use super::allowance::{is_counter, may_act, spent};

/// Whether a unit is in the holding box of the naval division (1914 23.3.1).
fn is_home(position: &Position<Offensive>, unit: Unit) -> bool {
    position.state(unit).away.is_some_and(|away| away.place == ENGLAND)
}

/// 1914 7.9.1: whether units may embark at all: in the Allied movement phase, one in a game-turn or the
/// naval division, out of one port in which they began the phase, without having spent a point, or
/// out of the holding box.
///
/// # Errors
/// The rule that they break.
fn may_embark(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
) -> Result<(), Violation> {
    let wrong = |text: String| Err(Violation::new("1914 7.9.1", text));
    if side != rules.allied || is_counter(rules, position) {
        return wrong("Allied units embark in their own movement phase".to_owned());
    }
    let all_naval = units.iter().all(|&unit| rules.piece(unit).naval);
    if units.is_empty() || !units.is_sorted_by(|a, b| a < b) || units.len() > 1 && !all_naval {
        let text = "one unit embarks in a game-turn, or the Royal Naval Division";
        return Err(Violation::new("1914 7.9", text));
    }
    if position.own.embarked == position.turn && !all_naval {
        return Err(Violation::new("1914 7.9", "a unit has embarked in this game-turn"));
    }
    if units.iter().all(|&unit| is_home(position, unit) && rules.side_of(unit) == side) {
        return Ok(());
    }
    let port = units.first().and_then(|&unit| position.hex(unit));
    for &unit in units {
        may_act(rules, position, side, unit)?;
        let name = &rules.unit(unit).name;
        if matches!(rules.kind(position, unit), Kind::Fort | Kind::Fortress)
            || rules.piece(unit).garrison
        {
            return wrong(format!("'{name}' does not leave its place"));
        }
        let began = position.own.began[unit.index()];
        let hex = position.hex(unit);
        let in_port = hex.is_some_and(|hex| rules.terrain.hex(hex).port);
        if !in_port || began != hex || hex != port || spent(position, unit) > 0 {
            let text = format!("'{name}' has not been in a port since the phase began");
            return Err(Violation::new("1914 7.9.1", text));
        }
    }
    Ok(())
}

/// 1914 7.9.1: whether a side's units may land in a hex: a friendly port that is not next to an enemy.
fn is_open(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let enemy = rules.enemy(side);
    let near = || rules.map().neighbours(hex).any(|(_, at)| position.board().holds(at, enemy));
    rules.terrain.hex(hex).port
        && control::of(position, hex) == Some(side)
        && !position.board().holds(hex, enemy)
        && !near()
}

/// Whether units may embark for a port, or for home.
///
/// # Errors
/// The rule that they break.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
    port: Option<Hex>,
) -> Result<(), Violation> {
    may_embark(rules, position, side, units)?;
    let Some(port) = port else {
        let able = |&unit: &Unit| rules.piece(unit).naval && !is_home(position, unit);
        if units.iter().all(able) {
            return Ok(());
        }
        let text = "only the Royal Naval Division goes to its holding box";
        return Err(Violation::new("1914 23.3.1", text));
    };
    if let Some(&unit) = units.iter().find(|&&unit| !garrisons::permits(rules, unit, port)) {
        let text = format!("{} is too far from its place", rules.label(port));
        return Err(Violation::new(garrisons::rule(rules, unit), text));
    }
    let leaves = units.iter().any(|&unit| position.hex(unit) == Some(port));
    if leaves || !is_open(rules, position, side, port) {
        let text = format!("{} is no other friendly port away from enemies", rules.label(port));
        return Err(Violation::new("1914 7.9.1", text));
    }
    Ok(())
}

/// Adds what a side may do: each unit that may embark by itself, and the naval division together.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    if side != rules.allied || is_counter(rules, position) {
        return;
    }
    let all = rules.units_of(side).iter().copied();
    let waits = |unit: &Unit| {
        is_home(position, *unit)
            || position.hex(*unit).is_some_and(|hex| rules.terrain.hex(hex).port)
    };
    let able: Vec<Unit> = all.filter(waits).collect();
    if able.is_empty() {
        return;
    }
    let mut groups: Vec<Vec<Unit>> = able.iter().map(|&unit| vec![unit]).collect();
    let mut hexes: Vec<Option<Hex>> = able.iter().map(|&unit| position.hex(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for at in hexes {
        let there = |unit: &Unit| rules.piece(*unit).naval && position.hex(*unit) == at;
        let division: Vec<Unit> = able.iter().copied().filter(there).collect();
        if division.len() > 1 {
            groups.push(division);
        }
    }
    let ports: Vec<Hex> =
        rules.map().grid().hexes().filter(|&hex| is_open(rules, position, side, hex)).collect();
    for units in groups {
        if may_embark(rules, position, side, &units).is_err() {
            continue;
        }
        let bound = ports.iter().map(|&hex| Some(hex)).chain([None]);
        acts.extend(bound.filter(|port| check(rules, position, side, &units, *port).is_ok()).map(
            |port| match port {
                Some(hex) => Act::Embark { units: units.clone(), hex },
                None => Act::EmbarkHome { units: units.clone() },
            },
        ));
    }
}

/// Units embark; the question still stands.
pub fn embark(cx: &mut PlayContext<'_, Offensive>, units: &[Unit], port: Option<Hex>) {
    let Some(&first) = units.first() else { return };
    let side = cx.rules.side_of(first);
    if units.iter().any(|&unit| !cx.rules.piece(unit).naval) {
        cx.position.own.embarked = cx.position.turn;
    }
    for &unit in units {
        cx.position.own.tasks[unit.index()] = None;
        cx.position.own.moving.retain(|other| *other != unit);
        let voyages = &mut cx.position.own.voyages;
        voyages.push((unit, port));
        voyages.sort_unstable();
        cx.to_box(unit, AT_SEA, None, "1914 7.9.1");
    }
    cx.emit(|rules| {
        Detail::Armies(ArmiesDetail::Voyage(Voyage {
            side: rules.sides[side].clone(),
            units: rules.names(units),
            port: port.map(|hex| rules.label(hex).to_owned()),
            rule: "1914 7.9.1".to_owned(),
        }))
    });
}

/// 1914 7.9.1: as a friendly movement phase begins, who is at sea lands in his port, and may move; who
/// cannot names another, and does not move in the phase.
pub fn land(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let voyages = cx.position.own.voyages.clone();
    for (unit, port) in voyages {
        if cx.rules.side_of(unit) != side {
            continue;
        }
        let Some(port) = port else {
            arrive(cx, unit);
            cx.to_box(unit, ENGLAND, None, "1914 23.3.1");
            continue;
        };
        let enemy = cx.rules.enemy(side);
        let lost = control::of(cx.position, port) != Some(side)
            || cx.position.board().holds(port, enemy)
            || cx.position.board().controls(port, enemy);
        if !lost {
            ashore(cx, unit, port);
        } else if !landings(cx.rules, cx.position, unit).is_empty() {
            ask(cx, side, Asked::Land(unit));
        }
    }
}

/// What whose port is lost may do.
pub fn landings(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Vec<Act> {
    let side = rules.side_of(unit);
    let fits =
        |hex: &Hex| is_open(rules, position, side, *hex) && garrisons::permits(rules, unit, *hex);
    let ports = rules.map().grid().hexes().filter(fits);
    let mut acts: Vec<Act> = ports.map(|hex| Act::Place { unit, hex }).collect();
    if rules.piece(unit).naval {
        acts.push(Act::EmbarkHome { units: vec![unit] });
    }
    acts.sort_unstable();
    acts
}

/// Whether it may.
///
/// # Errors
/// It may not land there.
pub fn check_landing(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    act: &Act,
) -> Result<(), Violation> {
    if landings(rules, position, unit).contains(act) {
        return Ok(());
    }
    let text = "name a friendly port that is not next to an enemy";
    Err(Violation::new("1914 7.9.1", text))
}

/// Lands a unit in the port that it has named anew.
pub fn apply_landing(cx: &mut PlayContext<'_, Offensive>, side: usize, unit: Unit, act: &Act) {
    cx.answered(side);
    match act {
        Act::Place { hex, .. } => {
            ashore(cx, unit, *hex);
            *cx.position.flags_mut(unit) |= HALTED | BUSY;
        }
        _ => {
            arrive(cx, unit);
            cx.to_box(unit, ENGLAND, None, "1914 23.3.1");
        }
    }
}

/// A unit is at sea no more.
fn arrive(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    cx.position.own.voyages.retain(|(other, _)| *other != unit);
}

fn ashore(cx: &mut PlayContext<'_, Offensive>, unit: Unit, port: Hex) {
    arrive(cx, unit);
    debug_assert_ne!(cx.position.state(unit).status, UnitStatus::Eliminated, "it is at sea");
    if !stacking::bars(cx.rules, cx.position, cx.rules.side_of(unit), port) {
        cx.place(unit, port, "landing", "1914 7.9.1");
    }
    cx.position.own.began[unit.index()] = Some(port);
}
