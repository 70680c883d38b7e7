//! 1914 12.3.3, 12.3.4, 12.4.2: a fortress is destroyed: who surrenders by it, and who advances.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::battle::{Asked, Occupy, Step};
use crate::decision::{ask, then};
use crate::retreat::{self, Retreat};
use crate::rules::{Offensive, Rules};
use crate::state::INACTIVE;
use crate::units::Kind;
use crate::{fortress, garrisons, losses, stacking};

const RULE: &str = "1914 12.3.4";

/// A fortress has lost its last step: it is out of the game, with all who are in its camp if that is
/// invested and has no other step left; and a neighbour may take its hex.
pub fn fortress(cx: &mut PlayContext<'_, Offensive>, side: usize, target: Unit, hex: Hex) {
    let rules = cx.rules;
    let camp = fortress::camp(rules, target);
    let invested = fortress::is_invested(rules, cx.position, camp);
    let hexes = fortress::hexes_of(cx.position, camp);
    losses::eliminate(cx, target, "bombardment", None, "1914 12.4.3");
    let holds_out = camp.iter().any(|&unit| cx.position.hex(unit).is_some());
    if invested && !holds_out {
        let enemy = rules.enemy(side);
        let all = hexes.iter().flat_map(|&hex| cx.position.stack(hex));
        let inside: Vec<Unit> = all.filter(|&unit| rules.side_of(unit) == enemy).collect();
        for unit in inside {
            losses::eliminate(cx, unit, "surrender", None, "1914 12.3.3");
        }
    }
    let occupy = Occupy { hex, invested };
    if legal(rules, cx.position, side, occupy).len() > 1 {
        ask(cx, side, Asked::Occupy(occupy));
    }
}

/// Whether one unit may advance into the hex.
fn check_unit(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    occupy: Occupy,
    unit: Unit,
) -> Result<(), Violation> {
    let wrong = |rule: &'static str, what: &str| {
        Err(Violation::new(rule, format!("'{}' {what}", rules.unit(unit).name)))
    };
    let Some(at) = position.hex(unit).filter(|_| rules.side_of(unit) == side) else {
        return wrong("1914 12.4.2", "is not yours on the map");
    };
    if !rules.is_combat(position, unit) || position.state(unit).flags & INACTIVE != 0 {
        return wrong("1914 12.4.2", "is no combat unit that is active");
    }
    let crossed = rules.direction(at, occupy.hex).map(|way| rules.terrain.side(at, way));
    if crossed.is_none_or(|between| between.sea || between.ridge) {
        return wrong("1914 12.4.2", "is not next to the fortress that was destroyed");
    }
    let zone = || position.board().controls(occupy.hex, rules.enemy(side));
    if rules.piece(unit).loc && zone() {
        return wrong("1914 8.7.2", "enters no enemy zone of control");
    }
    if !garrisons::permits(rules, unit, occupy.hex) {
        return wrong(garrisons::rule(rules, unit), "goes no farther from its place");
    }
    let coming = [(unit, rules.size(position, unit))];
    let there = stacking::size_with(rules, position, (side, occupy.hex), coming);
    if there > rules.numbers.stacking_limit {
        return wrong("1914 3.1.1", "does not fit into the hex");
    }
    Ok(())
}

/// Whether a side may do something when it is asked who advances.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    occupy: Occupy,
    act: &Act,
) -> Result<(), Violation> {
    let units = match act {
        Act::Done => return Ok(()),
        Act::Advance { units } => units,
        _ => return Err(Violation::new(RULE, "advance with one unit, or be done")),
    };
    let [unit] = units[..] else {
        return Err(Violation::new("1914 12.4.2", "one unit advances after a bombardment"));
    };
    if !occupy.invested && stacking::bars(rules, position, side, occupy.hex) {
        return Err(Violation::new(RULE, "the hex is held, and its camp was not invested"));
    }
    check_unit(rules, position, side, occupy, unit)
}

/// Who may advance.
pub fn legal(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    occupy: Occupy,
) -> Vec<Act> {
    let around = rules.map().neighbours(occupy.hex).flat_map(|(_, near)| position.stack(near));
    let mut acts: Vec<Act> = around.map(|unit| Act::Advance { units: vec![unit] }).collect();
    acts.push(Act::Done);
    acts.retain(|act| check(rules, position, side, occupy, act).is_ok());
    acts.sort();
    acts
}

/// A unit advances: whoever holds the hex is displaced before it.
pub fn advance(cx: &mut PlayContext<'_, Offensive>, side: usize, occupy: Occupy, unit: Unit) {
    let rules = cx.rules;
    let falls_back = |&it: &Unit| {
        let kind = rules.kind(cx.position, it);
        rules.side_of(it) != side && kind != Kind::Fortress && !kind.is_supply()
    };
    let mut units: Vec<Unit> = cx.position.stack(occupy.hex).filter(falls_back).collect();
    units.sort_unstable();
    then(cx, Step::Occupy(occupy, unit));
    if !units.is_empty() {
        let rule = RULE.to_owned();
        let from = occupy.hex;
        let (left, repulsed, attack, half) = (1, true, None, false);
        retreat::begin(cx, Retreat { units, from, left, repulsed, attack, half, rule });
    }
}

/// After that: whoever had nowhere to go gives himself up, and the unit moves in.
pub fn enter(cx: &mut PlayContext<'_, Offensive>, occupy: Occupy, unit: Unit) {
    let rules = cx.rules;
    if cx.position.hex(unit).is_none() {
        return;
    }
    let side = rules.side_of(unit);
    let there = cx.position.stack(occupy.hex).filter(|&it| rules.side_of(it) != side);
    let left: Vec<Unit> = there.filter(|&it| rules.piece(it).kind != Kind::Fortress).collect();
    for it in left {
        losses::eliminate(cx, it, "surrender", None, RULE);
    }
    if !stacking::bars(rules, cx.position, side, occupy.hex) {
        cx.shift(&[unit], &[occupy.hex], "advance", None, RULE);
    }
}
