//! 1914 3.2.2, 19.1: zones of control, what negates them, and who is alone in one.

use salient_hex::Hex;
use salient_rules::base::GameRules;
use salient_rules::play::{Position, Unit};

use crate::rules::{Offensive, Rules};
use crate::state::ENTRAINED;
use crate::units::Kind;

/// 1914 3.2.2, 15.3.1: whether a hex is in an enemy zone of control that nothing negates for a side:
/// neither a unit of its own there nor the zone of one, other than that of `without`, who seeks
/// supply.
pub fn is_cut(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
    without: Option<Unit>,
) -> bool {
    let board = position.board();
    if !board.controls(hex, rules.enemy(side)) || board.holds(hex, side) {
        return false;
    }
    let reached = usize::from(board.zone(side)[hex.index()]);
    // A unit reaches it once from each of its hexes.
    reached == 0
        || reached <= 2
            && without.is_some_and(|unit| halves(rules, position, unit, hex).count() == reached)
}

/// 1914 3.2.2, 19.1: whether the zone of control of a unit reaches a hex.
pub fn reaches(rules: &Rules, position: &Position<Offensive>, unit: Unit, hex: Hex) -> bool {
    halves(rules, position, unit, hex).next().is_some()
}

/// The hexes of a unit out of which its zone of control reaches another.
fn halves(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    hex: Hex,
) -> impl Iterator<Item = Hex> {
    // Entrained units have none (1914 3.2).
    let state = position.state(unit);
    let (face, has) = (state.face, state.presence != ENTRAINED);
    position.hexes(unit).filter(move |&at| {
        has && rules
            .zone_of_control(unit, face, at)
            .is_some_and(|mut zone| zone.any(|other| other == hex))
    })
}

/// Whether units of a side that cannot stand up for themselves would be alone in an enemy zone of
/// control in a hex: without a combat unit, and without a fortress that has its garrison.
pub fn is_exposed(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let shelters = |unit: Unit| {
        let fortress = rules.piece(unit).kind == Kind::Fortress && position.state(unit).face == 0;
        rules.side_of(unit) == side && (fortress || rules.is_combat(position, unit))
    };
    position.board().controls(hex, rules.enemy(side)) && !position.stack(hex).any(shelters)
}
