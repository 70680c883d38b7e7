//! How a bot plays, and when it attacks for ground.

use crate::position::Position;
use crate::rules::{GERMAN, Rules};

/// How a side plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Weighs every attack over all dice and chooses among the sets of attackers; the other
    /// attacks with all that can wherever the odds look good.
    pub exact: bool,
}

/// Whether a side attacks for ground now: the Germans until their check, the Allies from the
/// turn on which they infiltrate.
pub fn on_the_offensive(position: &Position, rules: &Rules, side: usize) -> bool {
    let turn = i32::from(position.turn);
    let check = rules.constants.check_turn;
    if side == GERMAN {
        turn < check
            || turn == check && position.morale[GERMAN] < rules.constants.check_german_morale
    } else {
        turn >= rules.constants.infiltration_turn_allied.min(check.max(1))
    }
}
