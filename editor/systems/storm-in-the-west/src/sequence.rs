//! SW 5.0 The turn sequence.

use salient_schema::event::LevelCount;

use crate::battle::BattleStage;
use crate::context::Context;
use crate::position::{Decision, Position, Raid};
use crate::rules::{ALLIED, GERMAN, Phase, Procedure, Rules};

impl Position {
    /// Does the next of what is still to be done; false where nothing is, so that the step of the
    /// sequence of play is over.
    pub fn proceed(&mut self, cx: &mut Context<'_>) -> bool {
        self.mind_bertha(cx);
        if self.decision != Decision::None {
            return true;
        }
        if self.battle.stage != BattleStage::None {
            self.continue_battle(cx);
        } else if self.raid != Raid::None && self.continue_raid(cx) {
            // The raid asks for a decision, or has made one.
        } else if let Some((side, hex)) = self.overstacked(cx.rules) {
            self.decision = Decision::Unstack { side, hex };
        } else {
            return false;
        }
        true
    }

    /// Begins a step of the sequence of play.
    pub fn begin_phase(&mut self, cx: &mut Context<'_>, phase: &Phase) {
        let rules = cx.rules;
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
    pub fn end_phase(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let Some(phase) = self.phase_def(rules) else { return };
        match (phase.procedure, phase.side) {
            (Procedure::Replacements, _) => self.lapse_mechanised(cx),
            (Procedure::Movement, Some(side)) => self.end_movement(rules, side),
            (Procedure::TerminalSupply, Some(side)) => self.end_player_turn(cx, side),
            _ => {}
        }
    }

    /// Sees to what comes at a game-turn's beginning.
    pub fn begin_turn(&mut self, cx: &mut Context<'_>) {
        let (rules, place) = (cx.rules, self.turn_place);
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

    /// Where morale, ground and replacements stand.
    pub fn levels(&self, rules: &Rules) -> Vec<LevelCount> {
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
