//! KB 4.0 Sequence of play.

use crate::battle::BattleStage;
use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rules::{Phase, Procedure, Rules};

impl Position {
    /// Does the next of what is still to be done; false where nothing is, so that the step of the
    /// sequence of play is over.
    pub fn proceed(&mut self, cx: &mut Context<'_>) -> bool {
        if self.owed.stack().is_some() {
            self.continue_owed_steps(cx);
        } else if self.battle.stage != BattleStage::None {
            self.continue_battle(cx);
        } else {
            return false;
        }
        true
    }

    /// Begins a step of the sequence of play.
    pub fn begin_phase(&mut self, cx: &mut Context<'_>, phase: &Phase) {
        let rules = cx.rules;
        match phase.procedure {
            Procedure::Heading => {}
            Procedure::AirAllocation => self.begin_air(cx),
            Procedure::Interception => self.begin_interception(cx),
            Procedure::GroundAttack => self.begin_ground_attack(cx),
            Procedure::CounterBattery => self.continue_counter_battery(cx),
            Procedure::Gas => self.offer_gas(rules),
            Procedure::Drumfire => self.begin_drumfire(rules),
            Procedure::BreakDown => self.begin_breakdown(cx),
            Procedure::Terminal => self.remove_gas(cx),
            Procedure::Weather => self.roll_weather(cx),
            Procedure::PreDetermined => self.continue_arrivals(cx),
            Procedure::Variable => self.begin_variable(cx),
            Procedure::Movement { side, second } => {
                if !second {
                    self.units.iter_mut().for_each(|unit| unit.moved = false);
                    self.begin_opening(cx, side);
                }
                self.decision = Decision::Move { side };
            }
            Procedure::Combat { side } => {
                self.begin_combat(rules, side);
                self.begin_observing(cx, side);
            }
        }
    }

    /// Ends a movement segment; after the second, stacks are looked at (KB 7.21).
    pub fn end_segment(&mut self, rules: &Rules) {
        self.decision = Decision::None;
        if let Some((side, true)) = self.segment(rules) {
            self.unstack(rules, side);
        }
    }

    /// Sees to what comes at a game-turn's beginning.
    pub fn begin_turn(&mut self, cx: &mut Context<'_>) {
        if !self.is_resumed(cx.rules) {
            self.entry_hexes.clear();
            // Regiments of broken-down divisions move again (KB 13.12).
            self.units.iter_mut().for_each(|unit| unit.fresh = false);
        }
        self.fix_weather(cx);
        self.receive_guns(cx);
    }
}
