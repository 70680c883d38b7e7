//! KB 9.4 Drumfire barrages.

use crate::systems::kaisers_battle::position::Position;
use crate::systems::kaisers_battle::rules::Rules;

impl Position {
    /// Begins the German Drumfire Barrage Phase.
    pub fn begin_drumfire(&mut self, rules: &Rules) {
        self.offer_drumfire(rules);
    }

    /// Asks for the next drumfire barrage, if there is any to make.
    pub fn offer_drumfire(&mut self, _rules: &Rules) {}
}
