//! 1914 7.8.3: tasks that are broken off; prepared attacks of those who have left their hex.

use salient_rules::play::{Change, PlayContext, Unit};

use crate::event::Detail;
use crate::event::retreat::{Begun, BrokenOff, RetreatDetail};
use crate::marks;
use crate::rules::Offensive;
use crate::state::Task;

const RULE: &str = "1914 7.8.3";

/// A unit has left its hex, or come to one: its own task and prepared attack are lost, and recovery
/// of the enemies that it has come next to.
pub fn leave(cx: &mut PlayContext<'_, Offensive>, change: Change) {
    if change.from.is_some() {
        for task in [Task::Recovery, Task::Position, Task::PositionBeside] {
            break_off(cx, change.unit, task);
        }
        marks::unprepare(cx, change.unit, "1914 7.3");
    }
    let rules = cx.rules;
    let side = rules.side_of(change.unit);
    for (_, other) in change.entered().flat_map(|hex| rules.map().neighbours(hex)) {
        if !cx.position.board().holds(other, rules.enemy(side)) {
            continue;
        }
        for unit in cx.position.stack(other).collect::<Vec<_>>() {
            if rules.side_of(unit) != side {
                break_off(cx, unit, Task::Recovery);
            }
        }
    }
}

/// Breaks a unit's task off, if it has one of that sort. Who goes by rail is interrupted instead (1914
/// 7.7.5).
fn break_off(cx: &mut PlayContext<'_, Offensive>, unit: Unit, of: Task) {
    let task = &mut cx.position.own.tasks[unit.index()];
    let Some((begun, points)) = *task else { return };
    if of != begun {
        return;
    }
    *task = None;
    let what = match begun {
        Task::Recovery => Begun::Recovery,
        _ => Begun::Position,
    };
    tell(cx, unit, what, points);
}

fn tell(cx: &mut PlayContext<'_, Offensive>, unit: Unit, what: Begun, points: u8) {
    cx.emit(|rules| {
        let compiled = &rules.compiled;
        let def = compiled.unit(unit);
        Detail::Retreat(RetreatDetail::BrokenOff(BrokenOff {
            unit: def.name.as_str().into(),
            side: compiled.sides[def.side].clone(),
            what,
            points,
            rule: RULE.to_owned(),
        }))
    });
}
