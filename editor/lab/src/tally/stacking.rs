//! Whose doing it is that a stack is too high.

use crate::counts::Came;
use crate::tally::Tally;

impl Tally<'_> {
    /// A unit of a side comes into a hex.
    pub(super) fn came(&mut self, hex: &str, side: &str, by: Came) {
        if let (Some(hex), Some(side)) = (self.index.hex(hex), self.index.side(side)) {
            self.came.insert(hex, (side, by));
        }
    }

    /// What last brought a side's unit into a hex.
    pub(super) fn what_brought(&self, hex: usize, side: Option<usize>) -> Came {
        match self.came.get(&hex) {
            Some(&(whose, by)) if side == Some(whose) => by,
            _ => Came::Scenario,
        }
    }
}
