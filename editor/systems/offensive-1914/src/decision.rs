//! What a side is asked and where the game goes on by itself: each room's own, under one roof.

use crate::{arrivals, battle, losses, march, retire, retreat};

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Which plans it abandons (1914 26.3).
    Plans,
    /// What is attached to what, and where areas end (1914 5).
    Attachment,
    /// Which supply units it extends (1914 15.6.1).
    Supply,
    /// Its movement, and what it does in the midst of the enemy's (1914 7, 8).
    March(march::Asked),
    /// Its attacks, and all that is chosen in a combat (1914 9).
    Battle(battle::Asked),
    /// Where its own fall back to (1914 11.1).
    Retreat(Box<retreat::Going>),
    /// Who takes a strength reduction (1914 9.10.1).
    Loss(Box<losses::Loss>),
    /// Which cavalry retires (1914 8.3).
    Retire(retire::Asked),
    /// Where reinforcements are placed, who is reinforced (1914 16).
    Arrivals(arrivals::Asked),
    /// Whether it takes its points for captured towns now (1914 27.3).
    Capture,
}

/// Where the game goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    March(march::Step),
    Battle(battle::Step),
    Retreat(Box<retreat::Going>),
    Loss(Box<losses::Loss>),
    Retire(retire::Asked),
}
