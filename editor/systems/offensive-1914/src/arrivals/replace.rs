//! 1914 16.6: replacements are received by nations, taken by reduced infantry, and stored.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::armies;
use crate::decision::Decision;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, Received, Replaced};
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

use super::Asked;

/// What is in store before the first game-turn.
pub fn at_start(cx: &mut PlayContext<'_, Offensive>) {
    cx.position.own.replacements.iter_mut().for_each(|stored| *stored = 0);
    receive(cx, 0);
}

/// 1914 16.6: both sides receive theirs, and use them as far as they can.
pub fn begin(cx: &mut PlayContext<'_, Offensive>) {
    receive(cx, cx.position.turn);
    cx.position.own.replaced.iter_mut().for_each(|taken| *taken = 0);
    let rules = cx.rules;
    for side in [rules.german, rules.allied] {
        go_on(cx, side);
    }
}

/// 1914 16.6.2: what is received is added to what is in store, or lessens what is owed.
fn receive(cx: &mut PlayContext<'_, Offensive>, turn: u16) {
    for &(due, nation, points) in &cx.rules.schedule.replacements {
        if due != turn || points == 0 {
            continue;
        }
        let Some(own) = cx.position.own.replacements.get_mut(nation) else { continue };
        *own = own.saturating_add(points);
        let stored = i32::from(*own);
        cx.emit(|rules| {
            let id = rules.schedule.nations.get(nation).cloned().unwrap_or_default();
            let mut of_nation =
                rules.all_units().filter(|&unit| rules.piece(unit).nation == nation);
            let side = of_nation.next().map(|unit| rules.sides[rules.side_of(unit)].clone());
            Detail::Armies(ArmiesDetail::Replacements(Received {
                side: side.unwrap_or_default(),
                nation: id,
                points: i32::from(points),
                stored,
                rule: "1914 16.6".to_owned(),
            }))
        });
    }
}

/// Strength reductions of a unit, markers included (1914 9.10.3).
fn reductions(position: &Position<Offensive>, unit: Unit) -> i32 {
    let markers = position.own.markers.get(unit.index()).copied().unwrap_or_default();
    i32::from(position.state(unit).face) + i32::from(markers)
}

/// What is in store for a unit.
fn stored(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i16 {
    position.own.replacements.get(rules.piece(unit).nation).copied().unwrap_or_default()
}

/// Whether a unit may take a replacement.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let name = &rules.unit(unit).name;
    if rules.side_of(unit) != side || position.hex(unit).is_none() {
        let text = format!("'{name}' is no unit of this side on the map");
        return Err(Violation::new("1914 16.6", text));
    }
    if rules.piece(unit).kind != Kind::Infantry {
        let text = format!("'{name}' is no infantry, which alone takes replacements");
        return Err(Violation::new("1914 16.6", text));
    }
    if rules.belgian == Some(rules.piece(unit).nation) {
        let text = format!("'{name}' is Belgian, and its losses are never made good");
        return Err(Violation::new("1914 24.2", text));
    }
    if reductions(position, unit) == 0 {
        return Err(Violation::new("1914 16.6", format!("'{name}' has no strength reduction")));
    }
    if stored(rules, position, unit) <= 0 {
        let text = format!("no replacement is in store for the nation of '{name}'");
        return Err(Violation::new("1914 16.6.2", text));
    }
    let army = armies::army(rules, position, unit);
    if let Some(army) = army
        && let Some(limit) = rules.body(army).replacements
        && i32::from(position.own.replaced[usize::from(army.0)]) >= limit
    {
        let army = &rules.compiled.formation(army).name;
        let text = format!("{army} takes no more than {limit} replacements in an inter-phase");
        return Err(Violation::new("1914 16.6.3", text));
    }
    Ok(())
}

/// Units of a side that may take one.
fn open(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Unit> {
    let own = position.on_map(rules, side);
    own.filter(|&unit| check(rules, position, side, unit).is_ok()).collect()
}

/// Whether a side may be done: not while a replacement can be used (1914 16.6).
///
/// # Errors
/// One can.
pub fn check_done(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
) -> Result<(), Violation> {
    match open(rules, position, side).first() {
        None => Ok(()),
        Some(unit) => {
            let text = format!(
                "replacements are used as far as they can be: '{}'",
                rules.unit(*unit).name
            );
            Err(Violation::new("1914 16.6", text))
        }
    }
}

/// Each unit that may take one.
pub fn plain(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    open(rules, position, side).into_iter().map(|unit| Act::Replace { unit }).collect()
}

/// Uses what needs no choice, and asks for the rest.
pub fn go_on(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    while let Some(unit) = forced(rules, cx.position, side) {
        take(cx, unit);
    }
    if !open(rules, cx.position, side).is_empty() {
        cx.ask(side, Decision::Arrivals(Asked::Replace));
    }
}

/// A unit that takes one whatever is chosen: its nation has enough in store for all reductions, and
/// its army may take as many as it has reductions.
fn forced(rules: &Rules, position: &Position<Offensive>, side: usize) -> Option<Unit> {
    let open = open(rules, position, side);
    let all = |same: &dyn Fn(Unit) -> bool| -> i32 {
        let alike = open.iter().filter(|&&unit| same(unit));
        alike.map(|&unit| reductions(position, unit)).sum()
    };
    let army = |unit: Unit| armies::army(rules, position, unit);
    open.iter().copied().find(|&unit| {
        let nation = rules.piece(unit).nation;
        let of_nation = all(&|other| rules.piece(other).nation == nation);
        let of_army = all(&|other| army(other) == army(unit));
        let left = army(unit).and_then(|own| {
            let taken = position.own.replaced.get(usize::from(own.0)).copied()?;
            Some(rules.body(own).replacements? - i32::from(taken))
        });
        of_nation <= i32::from(stored(rules, position, unit))
            && left.is_none_or(|left| of_army <= left)
    })
}

/// 1914 16.6.1: a unit takes a replacement: a reduction marker less, or the face before its own.
pub fn take(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let rules = cx.rules;
    let rule = "1914 16.6.1";
    // A marker goes before the counter turns back.
    match cx.position.own.markers.get_mut(unit.index()) {
        Some(markers) if *markers > 0 => *markers -= 1,
        _ => {
            let before = cx.position.state(unit).face.saturating_sub(1);
            cx.turn_over(unit, before, rule);
        }
    }
    if let Some(army) = armies::army(rules, cx.position, unit)
        && let Some(taken) = cx.position.own.replaced.get_mut(usize::from(army.0))
    {
        *taken = taken.saturating_add(1);
    }
    let nation = rules.piece(unit).nation;
    if let Some(own) = cx.position.own.replacements.get_mut(nation) {
        *own -= 1;
    }
    let stored = i32::from(stored(rules, cx.position, unit));
    cx.emit(|rules| {
        Detail::Armies(ArmiesDetail::Replaced(Replaced {
            side: rules.sides[rules.side_of(unit)].clone(),
            unit: rules.unit(unit).name.as_str().into(),
            stored,
            rule: rule.to_owned(),
        }))
    });
}
