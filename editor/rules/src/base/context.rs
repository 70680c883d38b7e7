//! What a change of a position needs besides.

use crate::dice::Dice;
use crate::log::Log;

/// What a change of a position needs besides: the rules to read, the dice to roll and the log to
/// tell. The dice lie beside the position, so that nobody who is shown one sees those to come.
#[derive(Debug)]
pub struct Context<'a, R> {
    /// What never changes.
    pub rules: &'a R,
    /// The dice.
    pub dice: &'a mut Dice,
    /// The log.
    pub log: &'a mut Log,
}
