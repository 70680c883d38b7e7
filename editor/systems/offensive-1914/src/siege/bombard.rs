//! 1914 12.4, 13.1.2, 13.1.3, 13.2.1, 13.2.2: the bombardment of fortresses, before the attacks of a
//! phase.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use super::destroy;
use crate::acts::Act;
use crate::bombardment::{AGAIN, Fire, class};
use crate::event::Detail;
use crate::event::siege::{Bombarded, SiegeDetail};
use crate::fortress;
use crate::rules::{Offensive, Rules, of};
use crate::siege_guns::{self as guns, Charge};
use crate::state::{BOMBARDED, INACTIVE};
use crate::units::Kind;

/// Whether a side may do something when it is asked about bombardments.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match *act {
        Act::Done => Ok(()),
        Act::Bombard { unit, fortress, pioneers } => {
            check_gun(rules, position, side, unit)?;
            check_target(rules, position, (side, unit), fortress)?;
            if pioneers && self::pioneers(rules, position, unit).is_none() {
                let text = "no Pionier regiment is with it that has not fired in this phase";
                return Err(Violation::new("1914 13.1.3", text));
            }
            Ok(())
        }
        _ => Err(Violation::new("1914 12.4", "bombard a fortress, or be done")),
    }
}

/// 1914 12.4, 12.4.1, 13.1, 13.4: whether a gun may bombard at all in this phase.
fn check_gun(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    gun: Unit,
) -> Result<(), Violation> {
    let wrong = |rule: &'static str, what: &str| {
        Err(Violation::new(rule, format!("'{}' {what}", rules.unit(gun).name)))
    };
    if rules.side_of(gun) != side || position.hex(gun).is_none() {
        return wrong("1914 12.4", "is not yours on the map");
    }
    if !guns::is_deployed(rules, position, gun) {
        return wrong("1914 13.1", "is no deployed siege artillery");
    }
    let flags = position.state(gun).flags;
    if flags & INACTIVE != 0 {
        return wrong("1914 1.1", "is inactive");
    }
    if flags & BOMBARDED != 0 {
        return wrong("1914 12.4.1", "has bombarded in this phase");
    }
    if Charge::of(rules, gun).is_some_and(|charge| charge.left(rules, position) <= 0) {
        return wrong("1914 13.4", "has no ammunition left in this game");
    }
    Ok(())
}

/// 1914 12.4, 12.4.1, 13.1.2, 13.2.1, 13.2.2: whether a gun may bombard a fortress.
fn check_target(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, gun): (usize, Unit),
    fortress: Unit,
) -> Result<(), Violation> {
    let is_enemy = rules.piece(fortress).kind == Kind::Fortress && rules.side_of(fortress) != side;
    let (Some(at), Some(hex), true) = (position.hex(gun), position.hex(fortress), is_enemy) else {
        return Err(Violation::new("1914 12.4", "an enemy fortress is bombarded"));
    };
    let name = |unit: Unit| &rules.unit(unit).name;
    if !guns::is_near(rules, at, hex) {
        let text = format!("'{}' is neither next to '{}' nor with it", name(gun), name(fortress));
        return Err(Violation::new("1914 12.4", text));
    }
    if guns::is_coordinated(rules, position, side, fortress) {
        return Ok(());
    }
    if guns::is_unwieldy(rules, gun) {
        let text = format!("'{}' needs a headquarters next to the camp", name(gun));
        return Err(Violation::new("1914 13.1.2", text));
    }
    if position.state(fortress).flags & BOMBARDED != 0 {
        let text = format!("'{}' was bombarded, and no headquarters is near", name(fortress));
        return Err(Violation::new("1914 12.4.1", text));
    }
    Ok(())
}

/// 1914 13.1.3: the headquarters in a gun's hex whose Pionier regiment can still fire for it.
fn pioneers(rules: &Rules, position: &Position<Offensive>, gun: Unit) -> Option<Unit> {
    let hex = position.hex(gun)?;
    position.stack(hex).find(|&unit| {
        rules.piece(unit).pioneers
            && rules.side_of(unit) == rules.side_of(gun)
            && position.state(unit).flags & BOMBARDED == 0
    })
}

/// All bombardments, and to be done with them.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let mut acts = vec![Act::Done];
    let guns = rules.siege_units(side);
    let ready: Vec<Unit> =
        guns.filter(|&gun| check_gun(rules, position, side, gun).is_ok()).collect();
    if ready.is_empty() {
        return acts;
    }
    for fortress in fortress::fortresses(rules, rules.enemy(side)) {
        for &unit in &ready {
            if check_target(rules, position, (side, unit), fortress).is_ok() {
                acts.push(Act::Bombard { unit, fortress, pioneers: false });
                if pioneers(rules, position, unit).is_some() {
                    acts.push(Act::Bombard { unit, fortress, pioneers: true });
                }
            }
        }
    }
    acts.sort();
    acts
}

/// Whether a side can bombard anything.
pub fn any(rules: &Rules, position: &Position<Offensive>, side: usize) -> bool {
    legal(rules, position, side).len() > 1
}

/// The mean of the steps that a bombardment costs, in 36ths of one.
pub fn hopes(
    rules: &Rules,
    position: &Position<Offensive>,
    (gun, fortress, pioneers): (Unit, Unit, bool),
) -> i32 {
    let class = rules.rating(position, fortress, of::CLASS);
    let column = rules.bombardment.column(guns::calibre(rules, gun), class);
    let modifier = if pioneers { rules.numbers.pioneer_die } else { 0 };
    column.map_or(0, |column| {
        let coast = rules.piece(gun).coast;
        guns::dice(rules, gun) * rules.bombardment.hopes(column, modifier, coast)
    })
}

/// 1914 12.4.2: a gun bombards a fortress.
pub fn fire(cx: &mut PlayContext<'_, Offensive>, gun: Unit, target: Unit, pioneers: bool) {
    const RULE: &str = "1914 12.4.3";
    let rules = cx.rules;
    let side = rules.side_of(gun);
    let Some(hex) = cx.position.hex(target) else { return };
    let with = pioneers.then(|| self::pioneers(rules, cx.position, gun)).flatten();
    for unit in [Some(gun), Some(target), with].into_iter().flatten() {
        *cx.position.flags_mut(unit) |= BOMBARDED;
    }
    let left = Charge::of(rules, gun).map(|charge| charge.count(rules, cx.position));
    let kind = rules.rating(cx.position, target, of::CLASS);
    let column = rules.bombardment.column(guns::calibre(rules, gun), kind);
    let modifier = if with.is_some() { rules.numbers.pioneer_die } else { 0 };
    let (mut dice, mut again, mut results) = (Vec::new(), Vec::new(), String::new());
    let mut steps = 0;
    for _ in 0..guns::dice(rules, gun) {
        let die = cx.roll("bombardment", side, RULE);
        dice.push(die);
        let fire = column.map_or(Fire::Nothing, |column| {
            rules.bombardment.read(i32::from(die) + modifier, column)
        });
        results.push(fire.sign());
        steps += match fire {
            Fire::Step => 1,
            Fire::Coast => i32::from(rules.piece(gun).coast),
            Fire::Again => {
                let second = cx.roll("bombardment", side, RULE);
                again.push(second);
                i32::from(i32::from(second) <= AGAIN)
            }
            Fire::Nothing => 0,
        };
    }
    let before = fortress::steps_left(rules, cx.position, target);
    let taken = steps.min(before);
    let lost = &mut cx.position.own.steps_lost[target.index()];
    *lost = lost.saturating_add(u8::try_from(taken).unwrap_or_default());
    let steps_left = before - taken;
    cx.emit(|rules| {
        let compiled = &rules.compiled;
        let name = |unit: Unit| compiled.unit(unit).name.as_str().into();
        Detail::Siege(SiegeDetail::Bombarded(Bombarded {
            side: rules.sides[side].clone(),
            unit: name(gun),
            pioneers: with.map(name),
            fortress: name(target),
            hex: compiled.label(hex).to_owned(),
            class: class(kind).to_owned(),
            dice,
            modifier,
            results,
            again,
            steps: taken,
            steps_left,
            bombardments_left: left,
        }))
    });
    if steps_left <= 0 {
        destroy::fortress(cx, side, target, hex);
    }
}
