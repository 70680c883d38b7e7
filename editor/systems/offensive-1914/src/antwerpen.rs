//! 1914 23.3.3, 24.4, 25.4.1: Antwerpen surrenders, and what follows: its garrison and the Royal Naval
//! Division leave, and some game-turns later the Army Group Belgien.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::arrivals::{forget, stand_in};
use crate::decision::Decision;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, Surrendered};
use crate::rules::{Offensive, Rules};
use crate::state::Antwerpen;
use crate::units::Kind;
use crate::{armies, command, control};

/// 1914 24.4: at the end of a game-turn Antwerpen surrenders if German units stand in all hexes that the
/// scenario names.
pub fn end_game_turn(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    let hexes = &rules.landmarks.surrender;
    let held = |hex: &Hex| cx.position.board().holds(*hex, rules.german);
    if cx.position.own.antwerpen != Antwerpen::Holds || hexes.is_empty() || !hexes.iter().all(held)
    {
        return;
    }
    cx.position.own.antwerpen = Antwerpen::Surrendered(cx.position.turn);
    cx.emit(|rules| {
        Detail::Armies(ArmiesDetail::Surrendered(Surrendered {
            side: rules.sides[rules.allied].clone(),
            hexes: hexes.iter().map(|&hex| rules.label(hex).to_owned()).collect(),
            rule: "1914 24.4".to_owned(),
        }))
    });
}

/// Begins a preliminary phase: in the next one of the Allies who surrendered is removed, and in that of
/// the Germans some game-turns later the Army Group Belgien ends.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    match cx.position.own.antwerpen {
        Antwerpen::Surrendered(turn) if side == rules.allied => {
            cx.position.own.antwerpen = Antwerpen::Fallen(turn);
            surrender(cx);
        }
        Antwerpen::Fallen(turn) if side == rules.german => {
            let after = i32::from(cx.position.turn) - i32::from(turn);
            if after >= rules.numbers.belgien_turns {
                cx.position.own.antwerpen = Antwerpen::Over(turn);
                end_army_group(cx);
            }
        }
        _ => {}
    }
}

/// 1914 24.4, 23.3.3: all that bears the ID of Antwerpen leaves, and the Royal Naval Division, whether
/// it has come or not. None of them counts as a loss (1914 27.10).
fn surrender(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for unit in rules.all_units() {
        let (piece, state) = (rules.piece(unit), cx.position.state(unit));
        let to_come = rules.compiled.arrivals.iter().any(|arrival| arrival.unit == unit);
        let is_there = cx.position.hex(unit).is_some();
        let waits = state.away.is_some() || to_come && state.status == UnitStatus::Expected;
        if piece.antwerpen && is_there {
            let hex = cx.position.hex(unit);
            leave(cx, unit, "surrendered", "1914 24.4");
            // Where its fortress was alone with the enemy the hex is his now (1914 3.3).
            if let Some(hex) = hex.filter(|_| piece.kind == Kind::Fortress) {
                fall(cx, hex);
            }
        } else if piece.naval && (is_there || waits) {
            leave(cx, unit, "withdrawn", "1914 23.3.3");
        }
        // Nothing of the fortress is built again.
        if piece.antwerpen {
            cx.position.own.ruins[unit.index()] = None;
        }
    }
}

/// A hex of a fortress that is gone belongs to the enemy who stands in it alone.
fn fall(cx: &mut PlayContext<'_, Offensive>, hex: Hex) {
    let rules = cx.rules;
    let fights = |side: usize| {
        let mut there = cx.position.stack(hex);
        there.any(|unit| rules.side_of(unit) == side && rules.is_combat(cx.position, unit))
    };
    if fights(rules.german) && !fights(rules.allied) {
        control::set(cx, hex, Some(rules.german), None);
    }
}

/// A unit leaves for good, wherever it is.
fn leave(cx: &mut PlayContext<'_, Offensive>, unit: Unit, by: &str, rule: &'static str) {
    forget(cx, unit);
    cx.position.own.voyages.retain(|(other, _)| *other != unit);
    cx.remove(unit, UnitStatus::Exited, by, rule);
}

/// Whether a unit bears the ID of the Army Group Belgien: it is bound to it (1914 5.4).
fn is_belgien(rules: &Rules, unit: Unit) -> bool {
    let army = command::printed(rules, unit).filter(|_| rules.piece(unit).bound);
    let own = army.and_then(|own| rules.compiled.formation(own).parent.or(Some(own)));
    own.is_some() && own == rules.belgien
}

/// 1914 25.4.1: the display ends: whoever bears the ID leaves, or another stands in, and a Landwehr
/// brigade goes as well. The guns of the OHL come to where the depot stood; where there is none any
/// more they do not.
fn end_army_group(cx: &mut PlayContext<'_, Offensive>) {
    const RULE: &str = "1914 25.4.1";
    let rules = cx.rules;
    let brigades = brigades(rules, cx.position);
    let depot = rules.belgien.and_then(|army| rules.body(army).counter);
    let at = depot.and_then(|depot| cx.position.hex(depot));
    let is_new = |position: &Position<Offensive>, unit: Unit| {
        let gone =
            matches!(position.state(unit).status, UnitStatus::Eliminated | UnitStatus::Exited);
        position.hex(unit).is_none() && !gone
    };
    let own: Vec<Unit> = rules.units_of(rules.german).to_vec();
    for &unit in own.iter().filter(|unit| is_belgien(rules, **unit)) {
        if cx.position.hex(unit).is_none() {
            continue;
        }
        let new = rules.schedule.substitutes.iter().find(|(_, old)| *old == unit);
        match new.filter(|(new, _)| is_new(cx.position, *new)) {
            Some(&(new, _)) => stand_in(cx, new, unit),
            None => leave(cx, unit, "withdrawn", RULE),
        }
    }
    for &unit in own.iter().filter(|unit| rules.piece(**unit).ohl) {
        if let Some(hex) = at.filter(|_| is_new(cx.position, unit)) {
            cx.place(unit, hex, "reinforcement", RULE);
        }
    }
    match *brigades.as_slice() {
        [] => {}
        [only] => leave(cx, only, "withdrawn", RULE),
        _ => cx.ask(rules.german, Decision::Landwehr),
    }
}

/// The Landwehr brigades on the map that are attached to the Army Group Belgien.
fn brigades(rules: &Rules, position: &Position<Offensive>) -> Vec<Unit> {
    let is = |unit: &Unit| {
        let piece = rules.piece(*unit);
        piece.landwehr
            && piece.is_formation()
            && rules.belgien.is_some()
            && armies::army(rules, position, *unit) == rules.belgien
    };
    position.on_map(rules, rules.german).filter(is).collect()
}

/// Whether the Germans may do something that they are asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(rules: &Rules, position: &Position<Offensive>, act: &Act) -> Result<(), Violation> {
    match act {
        Act::Release { unit } if brigades(rules, position).contains(unit) => Ok(()),
        _ => {
            let text = "name a Landwehr brigade that is attached to the Army Group Belgien";
            Err(Violation::new("1914 25.4.1", text))
        }
    }
}

/// What they may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>) -> Vec<Act> {
    brigades(rules, position).into_iter().map(|unit| Act::Release { unit }).collect()
}

/// Does what [`check`] has allowed.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    cx.answered(side);
    if let Act::Release { unit } = act {
        leave(cx, *unit, "withdrawn", "1914 25.4.1");
    }
}
