//! KB 7.0 Stacking.

use crate::event::LossCause;

use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rules::{Rules, Unit};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

impl Position {
    /// Whether the stack in a hex is higher than a side's movement phase may end with (KB 7.21).
    /// Where reinforcements entered this turn it may be (KB 15.15).
    pub fn too_high(&self, rules: &Rules, hex: Hex) -> bool {
        self.stacking(rules, hex) > rules.constants.stacking_limit
            && !self.entry_hexes.contains(&hex)
    }

    /// The units of which one must go, by rising number.
    pub fn excess(&self, rules: &Rules, side: usize) -> Vec<Unit> {
        self.on_map(rules, side)
            .filter(|&unit| self.hex(unit).is_some_and(|hex| self.too_high(rules, hex)))
            .collect()
    }

    /// KB 7.21: at the end of a movement phase its owner removes the excess. Then gas takes what
    /// it is owed of the rest (KB 9.34).
    pub fn unstack(&mut self, rules: &Rules, side: usize) {
        let any = self
            .on_map(rules, side)
            .any(|unit| self.hex(unit).is_some_and(|hex| self.too_high(rules, hex)));
        if any {
            self.decision = Decision::Unstack { side };
        } else {
            self.decision = Decision::None;
            self.begin_gas_losses(rules, side);
        }
    }

    pub fn check_unstack(&self, rules: &Rules, side: usize, unit: Unit) -> Result<(), Violation> {
        let mine = rules.unit(unit).side == side;
        if mine && self.hex(unit).is_some_and(|hex| self.too_high(rules, hex)) {
            Ok(())
        } else {
            Err(Violation::new(
                "KB 7.21",
                "the unit is in no hex of yours where too many are stacked",
            ))
        }
    }

    pub fn do_unstack(&mut self, cx: &mut Context<'_>, side: usize, unit: Unit) {
        self.eliminate(cx, unit, LossCause::Stacking, "KB 7.21");
        self.unstack(cx.rules, side);
    }
}
