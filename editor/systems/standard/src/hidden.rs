//! Hidden units: the enemy does not see them on the map, his views do not have them, and what he may
//! do is judged by his view. They are discovered when an enemy is next to them, or when they move,
//! attack, fire or are fired at with others.

use std::borrow::Cow;

use salient_hex::Hex;
use salient_rules::dice::SplitMix64;
use salient_rules::play::{Change, PlayContext, Position, Unit};

use crate::arrivals;
use crate::citations::Chapter;
use crate::enemies;
use crate::event::{Detail, Shown};
use crate::game::Standard;
use crate::rules::Rules;
use crate::state::HIDDEN;

/// Whether a unit is hidden.
pub fn is_hidden(position: &Position<Standard>, unit: Unit) -> bool {
    position.state(unit).flags & HIDDEN != 0
}

/// The hidden of the enemies of a side who are on the map.
fn from<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
) -> impl Iterator<Item = Unit> + 'a {
    let all = rules.play.hidden.iter().flat_map(|_| rules.compiled.all_units());
    all.filter(move |&unit| {
        is_hidden(position, unit)
            && rules.is_enemy(side, unit)
            && position.state(unit).hex.is_some()
    })
}

/// A position as a side knows it.
pub fn conceal<'a>(
    rules: &Rules,
    position: &'a Position<Standard>,
    side: usize,
) -> Cow<'a, Position<Standard>> {
    let mut hidden = from(rules, position, side).peekable();
    if hidden.peek().is_none() {
        return Cow::Borrowed(position);
    }
    let mut view = position.clone();
    for unit in hidden {
        view.conceal(rules, unit);
        *view.flags_mut(unit) = HIDDEN;
        let own = &mut view.own;
        (own.spent[unit.index()], own.supply[unit.index()]) = (0, (0, 0));
        own.shots[unit.index()] = 0;
    }
    Cow::Owned(view)
}

/// Puts what a side does not see where it might be: anywhere that it may stand with no enemy next
/// to it.
pub fn draw_anew(
    rules: &Rules,
    view: &mut Position<Standard>,
    side: usize,
    chance: &mut SplitMix64,
) {
    if rules.play.hidden.is_none() {
        return;
    }
    let away = |unit: &Unit| {
        rules.is_enemy(side, *unit) && is_hidden(view, *unit) && view.hex(*unit).is_none()
    };
    let units: Vec<Unit> = rules.compiled.all_units().filter(away).collect();
    for unit in units {
        let may = |&hex: &Hex| {
            arrivals::may_stand(rules, view, unit, hex).is_ok()
                && !is_discovered_at(rules, view, (unit, hex))
        };
        let hexes: Vec<Hex> = rules.compiled.map.grid().hexes().filter(may).collect();
        if !hexes.is_empty() {
            let place = chance.below(hexes.len() as u32) as usize;
            view.suppose(rules, unit, hexes[place]);
        }
    }
}

/// Whether an enemy stands next to a hex, or in it.
fn is_discovered_at(
    rules: &Rules,
    position: &Position<Standard>,
    (unit, hex): (Unit, Hex),
) -> bool {
    let side = rules.side(unit);
    let near = |hex: Hex| {
        // Who is hidden himself tells nobody.
        enemies::stand_in(rules, position, side, hex)
            && enemies::in_hex(rules, position, side, hex).any(|other| !is_hidden(position, other))
    };
    near(hex) || rules.compiled.map.neighbours(hex).into_iter().any(|(_, next)| near(next))
}

/// Units stand otherwise: whoever has an enemy next to him now is discovered.
pub fn look(cx: &mut PlayContext<'_, Standard>, changes: &[Change]) {
    let rules = cx.rules;
    if rules.play.hidden.is_none() || changes.iter().all(|change| change.to.is_none()) {
        return;
    }
    let found: Vec<Unit> = rules
        .compiled
        .all_units()
        .filter(|&unit| is_hidden(cx.position, unit))
        .filter(|&unit| {
            let hex = cx.position.state(unit).hex;
            hex.is_some_and(|hex| is_discovered_at(rules, cx.position, (unit, hex)))
        })
        .collect();
    found.into_iter().for_each(|unit| show(cx, unit));
}

/// Looks over the whole map, as when play begins.
pub fn look_round(cx: &mut PlayContext<'_, Standard>) {
    if cx.rules.play.hidden.is_none() {
        return;
    }
    let changes = cx.rules.compiled.all_units().map(|unit| {
        let at = cx.position.hex(unit);
        Change { unit, from: at, to: at, other: [cx.position.state(unit).other; 2] }
    });
    let changes: Vec<Change> = changes.collect();
    look(cx, &changes);
}

/// A unit shows itself, if it is hidden.
pub fn show(cx: &mut PlayContext<'_, Standard>, unit: Unit) {
    if !is_hidden(cx.position, unit) {
        return;
    }
    *cx.position.flags_mut(unit) &= !HIDDEN;
    let Some(hex) = cx.position.hex(unit) else { return };
    cx.emit(|rules| {
        Detail::Shown(Shown {
            unit: rules.compiled.unit(unit).name.clone(),
            side: rules.compiled.sides[rules.side(unit)].clone(),
            hex: rules.compiled.label(hex).to_owned(),
            rule: rules.cite.rule(Chapter::States).to_owned(),
        })
    });
}

/// Whether a side cannot come into a hex since hidden enemies stand there, who are then discovered:
/// what was legal to the eye ends there.
pub fn bars(cx: &mut PlayContext<'_, Standard>, side: usize, hex: Hex) -> bool {
    let rules = cx.rules;
    if rules.play.hidden.is_none() {
        return false;
    }
    let there: Vec<Unit> = enemies::in_hex(rules, cx.position, side, hex).collect();
    there.iter().for_each(|&unit| show(cx, unit));
    !there.is_empty()
}

/// What of a path is free of enemies whom nobody saw: those who stand in the way are discovered.
pub fn free<'p>(cx: &mut PlayContext<'_, Standard>, side: usize, path: &'p [Hex]) -> &'p [Hex] {
    let barred = path.iter().position(|&hex| bars(cx, side, hex));
    barred.map_or(path, |place| &path[..place])
}
