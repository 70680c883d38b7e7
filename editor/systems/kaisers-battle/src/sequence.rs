//! KB 4.0 Sequence of play.

use salient_rules::log::Telling;
use salient_schema::event::{
    EventKind, GameStart, LOG_VERSION, PhaseStart, Roll, TurnEnd, TurnStart,
};

use crate::Cx;
use crate::battle::BattleStage;
use crate::position::{Decision, Position};
use crate::rules::{Procedure, Rules};

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
        self.begin_turn(cx, 1);
        self.run(cx);
    }

    /// Goes on until a side must decide or the game is over.
    pub fn run(&mut self, cx: &mut Cx<'_>) {
        while self.decision == Decision::None && self.outcome.is_none() {
            if self.toll.stack().is_some() {
                self.continue_toll(cx);
            } else if self.battle.stage == BattleStage::None {
                self.next_stage(cx);
            } else {
                self.continue_battle(cx);
            }
        }
    }

    /// Ends the step of the sequence of play and begins the next that this turn has.
    fn next_stage(&mut self, cx: &mut Cx<'_>) {
        let rules = cx.rules;
        loop {
            self.stage += 1;
            let Some(stage) = rules.stages.get(self.stage - 1) else {
                return self.end_turn(cx);
            };
            if (stage.from_turn..=stage.to_turn).contains(&self.turn) {
                break;
            }
        }
        self.begin_stage(cx);
    }

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
        match stage.procedure {
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

    pub fn begin_turn(&mut self, cx: &mut Cx<'_>, turn: u16) {
        self.turn = turn;
        self.stage = 0;
        self.entry_hexes.clear();
        // Regiments of broken-down divisions move again (KB 13.12).
        self.units.iter_mut().for_each(|unit| unit.fresh = false);
        let rules = cx.rules;
        self.emit(cx, || {
            let def = &rules.turns[self.turn_index()];
            EventKind::Turn(TurnStart { label: def.label.clone(), half: def.half })
        });
        self.fix_weather(cx);
        self.receive_guns(cx);
    }

    fn end_turn(&mut self, cx: &mut Cx<'_>) {
        let rules = cx.rules;
        // The last stage stays the place where the turn ended.
        self.stage = rules.stages.len();
        self.emit(cx, || {
            EventKind::TurnEnd(TurnEnd {
                points: self.points(rules),
                levels: Vec::new(),
                state_hash: format!("{:016x}", self.hash()),
            })
        });
        if usize::from(self.turn) >= rules.turns.len() {
            self.finish(cx);
        } else {
            self.begin_turn(cx, self.turn + 1);
        }
    }

    /// The turn's place in [`Rules::turns`].
    pub fn turn_index(&self) -> usize {
        usize::from(self.turn).saturating_sub(1)
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
        let phase = self.stage_def(cx.rules).map_or("", |stage| stage.id.as_str());
        cx.log.add(self.turn, phase, telling);
    }

    /// Tells a whole log of a die or a decision.
    pub fn emit_in_full(&self, cx: &mut Cx<'_>, kind: impl FnOnce() -> EventKind) {
        let phase = self.stage_def(cx.rules).map_or("", |stage| stage.id.as_str());
        cx.log.add_in_full(self.turn, phase, kind);
    }
}
