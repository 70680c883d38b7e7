//! SW 5.0 The turn sequence.

use salient_rules::log::Telling;
use salient_schema::event::{
    EventKind, GameStart, LOG_VERSION, LevelCount, PhaseStart, Roll, TurnEnd, TurnStart,
};

use crate::Cx;
use crate::battle::BattleStage;
use crate::position::{Decision, Position, Raid};
use crate::rules::{ALLIED, GERMAN, Procedure, Rules};

impl Position {
    /// Begins the game and goes on to the first decision.
    pub fn start(&mut self, cx: &mut Cx<'_>, seed: u64, fingerprint: &str) {
        let rules = cx.rules;
        self.emit(cx, || {
            EventKind::GameStart(GameStart {
                system: super::INFO.id.to_owned(),
                scenario: rules.scenario.clone(),
                map: rules.map_id.clone(),
                seed,
                generator: salient_rules::dice::GENERATOR.to_owned(),
                fingerprint: fingerprint.to_owned(),
                format_version: salient_schema::FORMAT_VERSION,
                log_version: LOG_VERSION,
            })
        });
        self.begin_stage(cx);
        self.run(cx);
    }

    /// Goes on until a side must decide or the game is over.
    pub fn run(&mut self, cx: &mut Cx<'_>) {
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
                self.next_stage(cx);
            }
        }
    }

    /// Ends the step of the sequence of play and begins the next that this turn has.
    fn next_stage(&mut self, cx: &mut Cx<'_>) {
        let rules = cx.rules;
        if !self.begun {
            return self.begin_turn(cx, 0);
        }
        self.end_stage(cx);
        if self.outcome.is_some() || self.decision != Decision::None {
            return;
        }
        loop {
            self.stage += 1;
            let Some(stage) = rules.stages.get(self.stage) else { return self.end_turn(cx) };
            // SW S1.2, S2.2, S3.2
            let skipped = rules.constants.no_german_first_turn == 1
                && self.turn_place == 0
                && stage.side == Some(GERMAN);
            if !skipped {
                break;
            }
        }
        self.begin_stage(cx);
    }

    /// Begins the step of the sequence of play that stands.
    pub fn begin_stage(&mut self, cx: &mut Cx<'_>) {
        let rules = cx.rules;
        let Some(stage) = self.stage_def(rules) else { return };
        self.emit(cx, || {
            EventKind::Phase(PhaseStart {
                name: stage.name.clone(),
                side: stage.side.map(|side| rules.sides[side].clone()),
                rule: stage.rule.clone(),
                missing: false,
            })
        });
        let side = stage.side.unwrap_or(GERMAN);
        match stage.procedure {
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
    fn end_stage(&mut self, cx: &mut Cx<'_>) {
        let rules = cx.rules;
        let Some(stage) = self.stage_def(rules) else { return };
        match (stage.procedure, stage.side) {
            (Procedure::Movement, Some(side)) => self.end_movement(rules, side),
            (Procedure::TerminalSupply, Some(side)) => self.end_player_turn(cx, side),
            _ => {}
        }
    }

    /// Begins a game-turn, by its place in the scenario's list.
    pub fn begin_turn(&mut self, cx: &mut Cx<'_>, place: usize) {
        let rules = cx.rules;
        self.begun = true;
        self.turn_place = place;
        self.stage = 0;
        self.raid = Raid::None;
        self.bombed = 0;
        for unit in &mut self.units {
            unit.used = false;
        }
        self.count_interstacked(rules);
        // Those of the first game-turn are there from its beginning.
        self.admit_air(rules, place == 0);
        self.emit(cx, || {
            EventKind::Turn(TurnStart { label: rules.turns[place].label.clone(), half: None })
        });
        self.roll_for_armistice(cx);
        if self.outcome.is_none() {
            self.roll_for_influenza(cx);
        }
    }

    fn end_turn(&mut self, cx: &mut Cx<'_>) {
        let rules = cx.rules;
        // The last step stays the place where the turn ended.
        self.stage = rules.stages.len() - 1;
        self.emit(cx, || {
            EventKind::TurnEnd(TurnEnd {
                points: self.points(),
                levels: self.levels(rules),
                state_hash: format!("{:016x}", self.hash()),
            })
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

    /// Rolls a die; each is an event.
    pub fn roll(&mut self, cx: &mut Cx<'_>, purpose: &str, side: usize, rule: &str) -> u8 {
        let value = self.dice.d6();
        let rules = cx.rules;
        self.emit_in_full(cx, || {
            EventKind::Roll(Roll {
                purpose: purpose.to_owned(),
                side: rules.sides[side].clone(),
                faces: 6,
                value,
                rule: rule.to_owned(),
            })
        });
        value
    }

    /// Tells the log what happened.
    pub fn emit<T: Into<Telling>>(&self, cx: &mut Cx<'_>, telling: impl FnOnce() -> T) {
        // Between a game-turn's beginning and its first step there is none.
        let stage = self.stage_def(cx.rules).filter(|_| self.stage > 0 || !self.begun);
        let phase = stage.map_or("", |stage| stage.id.as_str());
        cx.log.add(self.turn(cx.rules), phase, telling);
    }

    /// Tells a whole log of a die or a decision.
    pub fn emit_in_full(&self, cx: &mut Cx<'_>, kind: impl FnOnce() -> EventKind) {
        // Between a game-turn's beginning and its first step there is none.
        let stage = self.stage_def(cx.rules).filter(|_| self.stage > 0 || !self.begun);
        let phase = stage.map_or("", |stage| stage.id.as_str());
        cx.log.add_in_full(self.turn(cx.rules), phase, kind);
    }
}
