//! IA 17.1, an optional rule: two reduced companies become one.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DISMOUNTED, LED, acted, good_order, has};
use crate::{control, moves, works};

/// Whether a unit takes in another. Both are of one type and stand together, so that whoever
/// directs one directs the other.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    with: Unit,
) -> Result<(), Violation> {
    let wrong = |text: &'static str| Err(Violation::new("IA 17.1", text));
    if !rules.options.consolidation {
        return wrong("the scenario does without this rule");
    }
    moves::may_move(rules, position, side, unit)?;
    moves::may_move(rules, position, side, with)?;
    let (one, other) = (rules.piece(unit), rules.piece(with));
    let on_foot = |unit| has(position, unit, DISMOUNTED);
    let alike = one.kind == other.kind && one.nation == other.nation;
    if unit == with || !alike || !one.company || !other.company || on_foot(unit) != on_foot(with) {
        return wrong("two companies of one type and nation become one");
    }
    let is_reduced = |unit: Unit| position.state(unit).face > 0;
    if !is_reduced(unit) || !is_reduced(with) {
        return wrong("both have lost a step");
    }
    if !good_order(position, unit) || !good_order(position, with) {
        return wrong("both are in good order");
    }
    if position.state(unit).hex.is_none() || position.state(unit).hex != position.state(with).hex {
        return wrong("both stand in one hex");
    }
    if !has(position, unit, LED) || !has(position, with, LED) {
        return wrong("one leader directs both");
    }
    Ok(())
}

/// It does, with all movement of both; the other is out of play, and not lost.
pub fn join(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, with: Unit) {
    let hex = cx.position.state(unit).hex;
    acted(cx.position, unit);
    cx.merge(with, unit, "IA 17.1");
    works::left(cx, with);
    if let Some(hex) = hex {
        control::settle(cx, hex);
    }
}
