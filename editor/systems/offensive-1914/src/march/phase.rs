//! 1914 4.2.5, 4.2.6, 8.2.4a: a movement phase from its beginning to its end.

use salient_rules::play::{PlayContext, Unit};

use crate::arrivals::combine;
use crate::rules::Offensive;
use crate::state::{ARRIVED, BUSY, HALTED, MOVED, OF_PHASE};

use super::allowance::{is_counter, limit, now, over};
use super::{Asked, Step, ask, by_rail, sea, tasks, then, walks};

/// Begins a movement phase: the points of reactions are counted, and tasks that were begun go on.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, now: crate::stages::Now) {
    let rules = cx.rules;
    let own = &mut cx.position.own;
    own.spent.fill(0);
    own.moving.clear();
    own.entered = None;
    own.entered_beside = None;
    own.dug.clear();
    own.platforms.clear();
    own.pontoon = None;
    for unit in rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !OF_PHASE;
        cx.position.own.began[unit.index()] = cx.position.hex(unit);
        cx.position.own.began_beside[unit.index()] = cx.position.state(unit).other;
    }
    let units: Vec<Unit> = cx.position.on_map(rules, now.active).collect();
    for &unit in &units {
        count_reaction(cx, unit);
    }
    for unit in units {
        by_rail::go_on(cx, unit);
        tasks::go_on(cx, unit);
    }
    ask(cx, now.active, Asked::Move);
    // 1914 7.9.1: in the next game-turn, not in the counter-movement of the same.
    if !is_counter(rules, cx.position) {
        sea::land(cx, now.active);
    }
}

/// 1914 7.1.1, 8.2.4a, 8.3.2: what cavalry spent in reaction and retirement is spent before
/// anything else. Where that is more than even a forced march gives, it stays where it is and
/// carries what is left over to its next movement phase.
fn count_reaction(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let recorded = i32::from(std::mem::take(&mut cx.position.own.reaction[unit.index()]));
    let most = limit(cx.rules, cx.position, unit);
    let counted = recorded.min(most);
    cx.position.own.spent[unit.index()] = u8::try_from(counted).unwrap_or(u8::MAX);
    cx.position.own.reaction[unit.index()] = u8::try_from(recorded - counted).unwrap_or(u8::MAX);
    if recorded > most {
        *cx.position.flags_mut(unit) |= HALTED | BUSY;
    }
}

/// A side has done with its movement: whoever has forced a march and made no check for it makes it
/// now, even if it stayed (1914 8.2.4a), and then hexes that hold too much are looked at.
pub fn finish(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    let Some(now) = now(rules, cx.position) else { return };
    then(cx, Step::Overstacked);
    combine::begin(cx, now.active);
    for unit in rules.all_units() {
        *cx.position.flags_mut(unit) &= !ARRIVED;
    }
    let moving = std::mem::take(&mut cx.position.own.moving);
    let waits = |unit: &Unit| {
        cx.position.state(*unit).flags & MOVED == 0
            && !moving.contains(unit)
            && over(rules, cx.position, *unit) > 0
    };
    let stayed: Vec<Unit> = cx.position.on_map(rules, now.active).filter(waits).collect();
    walks::done(cx, stayed);
    walks::done(cx, moving);
}
