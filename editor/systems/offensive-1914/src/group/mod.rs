//! 1914 22.3: the French territorial group, a corps of no army until a game-turn. Its line to the
//! Channel is in `mission`.

pub mod mission;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use crate::arrivals;
use crate::command::{above, area, printed};
use crate::rules::{Offensive, Rules};
use crate::units::Rank;

/// The group, as long as there is one.
fn group(rules: &Rules, position: &Position<Offensive>) -> Option<Formation> {
    rules.group.filter(|_| i32::from(position.turn) < rules.numbers.group_until)
}

/// Whether a unit belongs to it: its formations and its train by their markers, its assets as they
/// are printed.
pub fn has(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    let Some(group) = group(rules, position) else { return false };
    let own = printed(rules, unit);
    own.and_then(|own| above(rules, position, own, Rank::Corps)) == Some(group)
}

/// 1914 22.3.1: whether its units keep out of a hex: it lies in the area of an army.
pub fn keeps_out(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    area(position, side, hex).is_some_and(|whose| Some(whose) != rules.group)
}

/// 1914 22.3.1: whether a unit may be attached elsewhere: none of the group is before it ends.
///
/// # Errors
/// It may not.
pub fn may_leave(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
) -> Result<(), Violation> {
    if !has(rules, position, unit) {
        return Ok(());
    }
    let name = &rules.unit(unit).name;
    Err(Violation::new("1914 22.3.1", format!("'{name}' is of the territorial group")))
}

/// 1914 22.3.4: on its last game-turn its train leaves.
pub fn end(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    let Some(train) = rules.group.and_then(|group| rules.body(group).counter) else { return };
    let ends = i32::from(cx.position.turn) >= rules.numbers.group_until;
    if ends && rules.side_of(train) == side && cx.position.hex(train).is_some() {
        cx.remove(train, UnitStatus::Exited, "withdrawn", "1914 22.3.4");
    }
}

/// 1914 22.3.4: whom a division belongs to that takes the place of one of the group: as it is printed.
pub fn heir(rules: &Rules, parent: Option<Formation>, new: Formation) -> Option<Formation> {
    match parent {
        // So it is of the Army Group Belgien (1914 25.4.1).
        Some(parent) if [rules.group, rules.belgien].contains(&Some(parent)) => {
            rules.compiled.formation(new).parent
        }
        other => other,
    }
}

/// 1914 22.3.3: divisions begin with the marker of their detachment where that is on the map.
pub fn at_start(cx: &mut PlayContext<'_, Offensive>) {
    let away = cx.rules.schedule.detachments.iter();
    let away = away.filter(|(own, _)| cx.position.hex(*own).is_some());
    let mut detached: Vec<Unit> = away.map(|(_, division)| *division).collect();
    detached.sort_unstable();
    cx.position.own.detached = detached;
}

/// 1914 22.3.3: what a division lacks whose detachment is away.
pub fn missing(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    match position.own.detached.binary_search(&unit) {
        Ok(_) => rules.numbers.detachment_strength,
        Err(_) => 0,
    }
}

/// 1914 22.3.3: whether a detachment may be integrated: it stands with its division, whose marker it
/// takes off.
///
/// # Errors
/// It does not.
pub fn may_integrate(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let mut own = rules.schedule.detachments.iter().filter(|(own, _)| *own == unit);
    let hex = position.hex(unit).filter(|_| rules.side_of(unit) == side);
    let together = own.any(|(_, division)| {
        position.hexes(*division).any(|other| Some(other) == hex)
            && position.own.detached.binary_search(division).is_ok()
    });
    if together {
        return Ok(());
    }
    let name = &rules.unit(unit).name;
    let text = format!("'{name}' is no detachment that stands with its division");
    Err(Violation::new("1914 22.3.3", text))
}

/// Integrates a detachment: it leaves the map, and its division has its strength again.
pub fn integrate(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let rules = cx.rules;
    for (own, division) in &rules.schedule.detachments {
        if *own == unit {
            cx.position.own.detached.retain(|other| other != division);
        }
    }
    arrivals::forget(cx, unit);
    cx.remove(unit, UnitStatus::BrokenDown, "integrated", "1914 22.3.3");
}
