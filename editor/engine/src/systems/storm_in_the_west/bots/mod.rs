//! The bots. A bot sees the position and chooses; the rules then check its choice like anyone's.

mod random;

use crate::dice::SplitMix64;
use crate::game::Bot;
use crate::systems::storm_in_the_west::actions::Act;
use crate::systems::storm_in_the_west::position::Position;
use crate::systems::storm_in_the_west::rules::Rules;

/// What a bot remembers within a step of the sequence of play. It can be thrown away at any
/// time.
#[derive(Clone, Debug, Default)]
pub struct Memory {}

/// A bot's choice.
pub fn choose(
    _bot: Bot,
    position: &Position,
    rules: &Rules,
    whim: &mut SplitMix64,
    _memory: &mut Memory,
) -> Act {
    random::choose(position, rules, whim)
}
