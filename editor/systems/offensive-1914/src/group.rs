//! 1914 22.3: the French territorial group, a corps of no army until a game-turn.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

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
        Some(parent) if Some(parent) == rules.group => rules.compiled.formation(new).parent,
        other => other,
    }
}
