//! KB 9.1, 9.8 Artillery points: how many there are, and how far they reach.

use crate::systems::kaisers_battle::Cx;
use crate::systems::kaisers_battle::position::Position;

impl Position {
    /// Gives both sides the points of the game-turn (KB 9.81, 9.82).
    pub fn receive_guns(&mut self, _cx: &mut Cx<'_>) {}
}
