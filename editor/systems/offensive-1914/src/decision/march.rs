//! What is asked and done in movement (1914 7, 8).

use salient_hex::Hex;
use salient_rules::play::Unit;

use crate::force::Force;

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// What it moves next.
    Move,
    /// Which of its cavalry reacts (1914 8.2).
    React(Box<React>),
    /// In which port a unit lands whose own is lost (1914 7.9.1).
    Land(Unit),
    /// What it gives up in a hex that holds too much (1914 3.1.3).
    Overstacked(Hex),
    /// Where a unit goes by rail (1914 7.7.3), and whether a special rail point entrains it.
    Destination(Unit, bool),
}

/// Where it goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A side has done with its movement.
    Finish,
    /// Units that have done with theirs make the check of a forced march (1914 7.2.3).
    Forced(Vec<Unit>),
    /// A force in the midst of a move goes on, if it still can.
    Onward(Box<Onward>),
    /// Cavalry may react to a step of the enemy's (1914 8.2).
    React(Box<React>),
    /// Forces make checks after a repulse (1914 7.4.4).
    Check(Box<Check>),
    /// A force enters the hex that it has cleared over water (1914 7.4.7).
    Enter(Vec<Unit>, Hex),
    /// Hexes that hold too much are looked at (1914 3.1.3).
    Overstacked,
}

/// A force in the midst of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Onward {
    /// Who goes on.
    pub units: Vec<Unit>,
    /// The hexes still to be entered.
    pub rest: Vec<Hex>,
}

/// Cavalry that a step of the enemy's lets react.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct React {
    /// Whose cavalry.
    pub side: usize,
    /// The enemies who made the step.
    pub movers: Vec<Unit>,
    /// The hex that they have left, or that each half of them has.
    pub left: Vec<Hex>,
    /// Who may still react, by rising unit, and whether it is by the second trigger (1914 8.2.1).
    pub waiting: Vec<(Unit, bool)>,
}

/// Forces that make a check after a repulse, and lose a level at most (1914 7.4.4, 7.4.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    /// The forces.
    pub forces: Vec<Force>,
    /// What is added to their dice.
    pub modifier: i32,
    /// The repulse.
    pub attack: u32,
    /// The rule.
    pub rule: &'static str,
}
