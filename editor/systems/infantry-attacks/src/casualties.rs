//! IA 5.44, 6.7–6.73: leaders who fall with their units, whom the enemy overruns, and what their
//! loss does.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Unit};

use crate::decision::{Decision, Flight, Going, Hit, Step, Why};
use crate::event::{Detail, Fate};
use crate::rules::InfantryAttacks;
use crate::stacking::{barred_to, combat_units};
use crate::state::{self, DEMORALIZED, Shock, class, has, of, rating};
use crate::units::Kind;
use crate::{hidden, morale_check, moves, results, rivers, works};

/// IA 6.7: each leader who is left rolls two dice, less the steps that combat units have lost.
pub fn look(cx: &mut PlayContext<'_, InfantryAttacks>, hit: &Hit) {
    let rules = cx.rules;
    for &(leader, _) in &hit.results {
        if !rules.piece(leader).kind.is_leader() || cx.position.hex(leader).is_none() {
            continue;
        }
        let (dice, total) = results::two_dice(cx, "leader", hit.side, "IA 6.7");
        let lost = total - i32::from(hit.lost) <= rules.numbers.leader_casualty_roll;
        tell(cx, leader, dice, -i32::from(hit.lost), lost, "IA 6.7");
        if lost {
            results::lose(cx, leader, "fire", Some(hit.attack), "IA 6.7");
        }
    }
}

fn tell(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    leader: Unit,
    dice: [u8; 2],
    plus: i32,
    lost: bool,
    rule: &str,
) {
    let hex = cx.position.hex(leader);
    cx.emit(|rules| {
        Detail::Fate(Fate {
            unit: rules.unit(leader).name.as_str().into(),
            side: rules.compiled.sides[rules.side_of(leader)].clone(),
            hex: hex.map(|hex| rules.compiled.label(hex).into()).unwrap_or_default(),
            dice,
            plus,
            lost,
            rule: rule.to_owned(),
        })
    });
}

/// IA 5.44, 6.71: where a side has combat units and the other has none, the other's transports
/// are lost, and its leaders taken or driven off.
pub fn overrun(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex) {
    let rules = cx.rules;
    for side in 0..2 {
        let holds = combat_units(rules, cx.position, side, hex).next().is_some();
        if !holds || combat_units(rules, cx.position, 1 - side, hex).next().is_some() {
            continue;
        }
        let others: Vec<Unit> =
            cx.position.stack(hex).filter(|&unit| rules.side_of(unit) != side).collect();
        let (leaders, rest): (Vec<Unit>, Vec<Unit>) =
            others.into_iter().partition(|&unit| rules.piece(unit).kind.is_leader());
        for wagon in rest.into_iter().filter(|&unit| rules.piece(unit).kind == Kind::Transport) {
            results::lose(cx, wagon, "overrun", None, "IA 5.44");
        }
        if !leaders.is_empty() {
            cx.then(Step::Overrun(hex, leaders));
        }
    }
}

/// IA 6.71: the next of the leaders who are overrun is removed on nine or more, else he goes to a
/// hex next to it.
pub fn drive_off(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex, mut leaders: Vec<Unit>) {
    let rules = cx.rules;
    if leaders.is_empty() {
        return;
    }
    let leader = leaders.remove(0);
    if !leaders.is_empty() {
        cx.then(Step::Overrun(hex, leaders));
    }
    if cx.position.state(leader).hex != Some(hex) {
        return;
    }
    let side = rules.side_of(leader);
    let (dice, total) = results::two_dice(cx, "overrun", 1 - side, "IA 6.71");
    let map = &rules.compiled.map;
    let shaken = has(cx.position, leader, DEMORALIZED);
    let class = class(rules, cx.position, leader);
    let banks = rivers::banks(cx.position, leader);
    let options: Vec<Hex> = map
        .neighbours(hex)
        .filter(|&(way, to)| {
            rivers::step(rules, class, banks, (hex, way, to)).is_ok()
                && !barred_to(rules, cx.position, side, to)
        })
        .map(|(_, to)| to)
        .filter(|&to| !shaken || !state::has_drumfire(cx.position, to))
        .collect();
    let lost = total >= rules.numbers.leader_capture_roll || options.is_empty();
    tell(cx, leader, dice, 0, lost, "IA 6.71");
    if lost {
        return results::lose(cx, leader, "overrun", None, "IA 6.71");
    }
    if let [only] = options.as_slice() {
        return retreat(cx, leader, hex, *only);
    }
    let flight = Flight::alone(leader);
    cx.ask(side, Decision::Go(Going { flight, options, why: Why::DrivenOff, left: 0 }));
}

/// He goes to a hex next to his own; into drumfire at his peril (IA 9.71).
pub fn retreat(cx: &mut PlayContext<'_, InfantryAttacks>, leader: Unit, from: Hex, to: Hex) {
    cx.shift(&[leader], &[to], "retreat", None, "IA 6.71");
    rivers::moved(cx, leader, Some(from), to);
    works::moved(cx, leader);
    hidden::look(cx);
    moves::meets_drumfire(cx, &[leader], to, false);
}

/// IA 6.72, 6.73: a leader is gone. The loss of the highest shocks his side, for longer where fear
/// has cost him; that of a colonel or above shakes those of his type around him.
pub fn fallen(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    leader: Unit,
    hex: Hex,
    (cause, attack): (&str, Option<u32>),
) {
    let rules = cx.rules;
    let side = rules.side_of(leader);
    let cavalry = rules.piece(leader).kind.is_cavalry();
    let turn = cx.position.turn_place;
    let highest = rating(rules, cx.position, leader, of::RANK) >= cx.position.own.highest[side];
    if highest && cx.position.own.shock[side].is_none() {
        let turns = match cause {
            "morale" | "desertion" => rules.numbers.desertion_turns,
            _ => rules.numbers.decapitation_turns,
        };
        let until = turn + turns.unsigned_abs() as usize;
        cx.position.own.shock[side] = Some(Shock { from: turn, until, cavalry });
    }
    if !rules.piece(leader).colonel {
        return;
    }
    let against = rating(rules, cx.position, leader, of::LEADING);
    let grid = rules.compiled.map.grid();
    let near = |unit: Unit| {
        rules.piece(unit).kind.is_cavalry() == cavalry
            && cx.position.state(unit).hex.is_some_and(|at| grid.distance(at, hex) <= 1)
    };
    let mut due: Vec<Unit> = cx.position.on_map(rules, side).filter(|&unit| near(unit)).collect();
    due.sort_by_key(|&unit| morale_check::order(rules, cx.position, unit));
    for unit in due {
        if cx.position.hex(unit).is_some() {
            morale_check::check(cx, unit, against, attack);
        }
    }
}
