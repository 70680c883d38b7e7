//! KB 4.0 Sequence of play.

use crate::Context;
use crate::battle::BattleStage;
use crate::position::{Decision, Position};
use crate::rules::{Procedure, Rules};
use salient_rules::base::TurnTold;

impl Position {
    /// Goes on until a side must decide or the game is over.
    pub fn run(&mut self, cx: &mut Context<'_>) {
        while self.decision == Decision::None && self.outcome.is_none() {
            if self.owed.stack().is_some() {
                self.continue_owed_steps(cx);
            } else if self.battle.stage == BattleStage::None {
                self.next_step(cx);
            } else {
                self.continue_battle(cx);
            }
        }
    }

    /// Ends the step of the sequence of play and begins the next that this turn has.
    fn next_step(&mut self, cx: &mut Context<'_>) {
        if self.base.next_phase(cx.rules) {
            self.begin_phase(cx);
        } else {
            self.end_turn(cx);
        }
    }

    /// Begins the step of the sequence of play that stands.
    pub fn begin_phase(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        self.tell_phase(rules, cx.log);
        let Some(phase) = self.phase_def(rules) else { return };
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

    /// Begins a game-turn, by its place in the scenario's list.
    pub fn begin_turn(&mut self, cx: &mut Context<'_>, place: usize) {
        self.enter_turn(cx.rules, cx.log, place);
        if !self.is_resumed(cx.rules) {
            self.entry_hexes.clear();
            // Regiments of broken-down divisions move again (KB 13.12).
            self.units.iter_mut().for_each(|unit| unit.fresh = false);
        }
        self.fix_weather(cx);
        self.receive_guns(cx);
    }

    fn end_turn(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        self.tell_turn_end(rules, cx.log, || TurnTold {
            points: self.points(rules),
            levels: Vec::new(),
            sources: self.sources(rules),
            hash: self.hash(cx.dice),
        });
        let next = self.turn_place + 1;
        if next >= rules.turns.len() {
            self.finish(cx);
        } else {
            self.begin_turn(cx, next);
        }
    }
}
