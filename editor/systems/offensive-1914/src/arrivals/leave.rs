//! 1914 16.2, 16.3, 16.5: withdrawals and substitutions.

use salient_rules::game::UnitStatus;
use salient_rules::play::{Formation, PlayContext, Unit};

use crate::rules::Offensive;
use crate::units::Kind;
use crate::{effectiveness, group};

/// 1914 16.5: units leave the map in the preliminary phase of their game-turn.
pub fn withdraw(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let turn = cx.position.turn;
    for &(due, unit) in &cx.rules.schedule.withdrawals {
        let own = cx.rules.side_of(unit) == side;
        if due == turn && own && cx.position.hex(unit).is_some() {
            forget(cx, unit);
            cx.remove(unit, UnitStatus::Exited, "withdrawn", "1914 16.5");
        }
    }
}

/// 1914 16.2, 16.2.1: units that come in for others stand where these stood, with their strength
/// reductions and their status. For one that is lost nobody comes.
pub fn substitute(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    let turn = cx.position.turn;
    for &(new, old) in &rules.schedule.substitutes {
        let mut arrivals = rules.compiled.arrivals.iter().filter(|it| it.unit == new);
        let is_combined = rules.schedule.parts(new).nth(1).is_some();
        let status = |unit: Unit| cx.position.state(unit).status;
        let (due, waits) = if is_combined {
            // 1914 16.3: it takes the place of whom alone of its parts is left.
            let lost = |part: Unit| part == old || status(part) == UnitStatus::Eliminated;
            let alone = rules.schedule.parts(new).all(lost);
            let gone = matches!(status(new), UnitStatus::OnMap | UnitStatus::Eliminated);
            (alone && arrivals.all(|it| it.turn <= turn), !gone)
        } else {
            (arrivals.any(|it| it.turn <= turn), status(new) == UnitStatus::Expected)
        };
        if !due || !waits || rules.side_of(new) != side || cx.position.hex(old).is_none() {
            continue;
        }
        stand_in(cx, new, old);
    }
}

/// 1914 16.2.1: a unit stands where another stood, with its strength reductions and its status.
pub fn stand_in(cx: &mut PlayContext<'_, Offensive>, new: Unit, old: Unit) {
    let rules = cx.rules;
    let rule = "1914 16.2.1";
    let reduced = cx.position.state(old).face;
    let status = effectiveness::status(rules, cx.position, old);
    forget(cx, old);
    cx.exchange(old, &[new], rule);
    let markers = &mut cx.position.own.markers;
    let marked = markers.get(old.index()).copied().unwrap_or_default();
    if let Some(own) = markers.get_mut(new.index()) {
        *own = marked;
    }
    let last = rules.unit(new).steps.saturating_sub(1);
    if reduced > 0 && last > 0 {
        cx.turn_over(new, reduced.min(last), rule);
    }
    if let (Some(before), Some(after)) = (rules.piece(old).own, rules.piece(new).own) {
        effectiveness::set(cx, old, 0, rule);
        effectiveness::set(cx, new, status, rule);
        let parent = cx.position.parent(before);
        cx.subordinate(after, group::heir(rules, parent, after), rule);
    }
    take_over(cx, new, old);
}

/// 1914 17.2.3: what is attached to the army of a depot that another depot replaces is attached to that
/// one's army.
fn take_over(cx: &mut PlayContext<'_, Offensive>, new: Unit, old: Unit) {
    let rules = cx.rules;
    if rules.piece(old).kind != Kind::Depot {
        return;
    }
    let [from, to] = [old, new].map(|depot| rules.compiled.unit(depot).formation);
    let all = (0..rules.bodies.len()).filter_map(|place| u16::try_from(place).ok());
    let under: Vec<Formation> =
        all.map(Formation).filter(|&it| from.is_some() && cx.position.parent(it) == from).collect();
    for formation in under {
        cx.subordinate(formation, to, "1914 17.2.3");
    }
}

/// A unit that leaves has no task any more; its prepared attack goes with it.
pub fn forget(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    cx.position.own.tasks[unit.index()] = None;
}
