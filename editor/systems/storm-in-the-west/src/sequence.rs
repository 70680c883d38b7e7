//! SW 5.0 The turn sequence.

use salient_schema::event::LevelCount;

use crate::Context;
use crate::battle::BattleStage;
use crate::position::{Decision, Position, Raid};
use crate::rules::{ALLIED, GERMAN, Procedure, Rules};
use salient_rules::base::TurnTold;

impl Position {
    /// Goes on until a side must decide or the game is over.
    pub fn run(&mut self, cx: &mut Context<'_>) {
        while self.decision == Decision::None && self.outcome.is_none() {
            self.mind_bertha(cx);
            if self.decision != Decision::None {
                break;
            }
            if self.battle.stage != BattleStage::None {
                self.continue_battle(cx);
            } else if self.raid != Raid::None && self.continue_raid(cx) {
                // The raid asks for a decision, or has made one.
            } else if let Some((side, hex)) = self.overstacked(cx.rules) {
                self.decision = Decision::Unstack { side, hex };
            } else {
                self.next_step(cx);
            }
        }
    }

    /// Ends the step of the sequence of play and begins the next that this turn has.
    fn next_step(&mut self, cx: &mut Context<'_>) {
        if !self.begun {
            return self.begin_turn(cx, 0);
        }
        self.end_phase(cx);
        if self.outcome.is_some() || self.decision != Decision::None {
            return;
        }
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
        let side = phase.side.unwrap_or(GERMAN);
        match phase.procedure {
            Procedure::Heading => {}
            Procedure::SetUp => self.begin_set_up(cx),
            Procedure::Weather => self.begin_weather(cx),
            Procedure::InitialSupply => self.begin_player_turn(cx, side),
            Procedure::Replacements => self.begin_replacements(cx, side),
            Procedure::Strategic => self.begin_rail(rules, side),
            Procedure::Movement => self.begin_movement(rules, side),
            Procedure::Combat { .. } => self.begin_combat(rules, side),
            Procedure::Infiltration => self.begin_infiltration(rules, side),
            Procedure::TerminalSupply => self.terminal_supply(cx, side),
            Procedure::VictoryCheck => self.check_victory(cx),
        }
    }

    /// What is to be seen to when a step has ended.
    fn end_phase(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let Some(phase) = self.phase_def(rules) else { return };
        match (phase.procedure, phase.side) {
            (Procedure::Replacements, _) => self.lapse_mechanised(cx),
            (Procedure::Movement, Some(side)) => self.end_movement(rules, side),
            (Procedure::TerminalSupply, Some(side)) => self.end_player_turn(cx, side),
            _ => {}
        }
    }

    /// Begins a game-turn, by its place in the scenario's list.
    pub fn begin_turn(&mut self, cx: &mut Context<'_>, place: usize) {
        let rules = cx.rules;
        self.enter_turn(rules, cx.log, place);
        if self.is_resumed(rules) {
            // What comes at a game-turn's beginning has been.
            self.weather = rules.turns[place].weather.unwrap_or(self.weather);
            return;
        }
        self.raid = Raid::None;
        self.bombed = 0;
        for unit in &mut self.units {
            unit.used = false;
        }
        self.count_interstacked(rules);
        // Those of the first game-turn are there from its beginning.
        self.admit_air(rules, place == 0);
        if place == 0 {
            self.tell_stocks(cx);
        }
        self.tell_air(cx);
        self.roll_for_armistice(cx);
        if self.outcome.is_none() {
            self.roll_for_influenza(cx);
        }
    }

    fn end_turn(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        self.tell_turn_end(rules, cx.log, || TurnTold {
            points: self.points(),
            levels: self.levels(rules),
            sources: self.sources(rules),
            hash: self.hash(cx.dice),
        });
        if self.turn_place + 1 >= rules.turns.len() {
            self.end_of_last_turn(cx);
        } else {
            self.begin_turn(cx, self.turn_place + 1);
        }
    }

    /// Where morale, ground and replacements stand.
    fn levels(&self, rules: &Rules) -> Vec<LevelCount> {
        let mut out = Vec::new();
        for side in [GERMAN, ALLIED] {
            let mut add = |id: &str, value: i32| {
                out.push(LevelCount {
                    id: id.to_owned(),
                    side: rules.sides[side].clone(),
                    nation: None,
                    value,
                });
            };
            if side == GERMAN || rules.constants.track_allied_morale == 1 {
                add("morale", self.morale[side]);
            }
            add("hexes", self.held[side] as i32);
        }
        for (nation, &value) in rules.nations.iter().zip(&self.replacements) {
            out.push(LevelCount {
                id: "replacements".to_owned(),
                side: rules.sides[nation.side].clone(),
                nation: Some(nation.id.clone()),
                value,
            });
        }
        out
    }
}
