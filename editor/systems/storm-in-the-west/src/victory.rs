//! SW 4.4–4.6 victory and the Yanks, 8.3 the end of the Stosstruppen, 8.7 withdrawal.

use crate::event::{Detail, Substituted, Withdrawn};

use crate::context::Context;
use crate::position::{Position, Supply};
use crate::rules::{ALLIED, GERMAN, Unit, UnitKind, enemy_of};
use salient_rules::game::{Outcome, UnitStatus};

impl Position {
    /// What comes at the end of a player-turn.
    pub fn end_player_turn(&mut self, cx: &mut Context<'_>, side: usize) {
        let rules = cx.rules;
        if side == GERMAN {
            let turn = i32::from(self.turn);
            if turn == rules.constants.check_turn {
                self.check_german_morale(cx);
            }
            if self.outcome.is_none() && turn == rules.constants.spirit_turn {
                self.sap_spirit(cx);
            }
        }
        if self.outcome.is_none() {
            self.withdraw(cx, side);
        }
    }

    /// SW 4.5: the German check.
    fn check_german_morale(&mut self, cx: &mut Context<'_>) {
        let numbers = &cx.rules.constants;
        let passed = self.morale[GERMAN] >= numbers.check_german_morale
            && self.morale[ALLIED] <= numbers.check_allied_morale;
        if !passed {
            self.finish(cx, ALLIED, "turn-9-check", "SW 4.5");
        }
    }

    /// SW 8.3: the Stosstruppen go, on the map and in the deadpile, step for step.
    fn sap_spirit(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        self.once.sapped = true;
        for unit in rules.all_units() {
            let Some(by) = rules.unit(unit).substitute else { continue };
            let state = *self.state(unit);
            let there = matches!(state.status, UnitStatus::OnMap | UnitStatus::Eliminated);
            if !there || self.hex(by).is_some() {
                continue;
            }
            self.lift(rules, unit, UnitStatus::Pool);
            self.state_mut(unit).status = UnitStatus::Pool;
            let other = self.state_mut(by);
            // What the unit was found to be, its substitute is.
            (other.face, other.supply, other.railed) = (state.face, state.supply, state.railed);
            match state.hex {
                Some(hex) => self.place(rules, by, hex),
                None => {
                    let other = self.state_mut(by);
                    other.status = UnitStatus::Eliminated;
                    other.face = 0;
                }
            }
            self.emit(cx, || {
                Detail::Substituted(Substituted {
                    unit: rules.unit(unit).name.clone(),
                    by: rules.unit(by).name.clone(),
                    side: rules.sides[GERMAN].clone(),
                    hex: state.hex.map(|hex| rules.label(hex).to_owned()),
                    face: self.state(by).face,
                    rule: "SW 8.3".to_owned(),
                })
            });
        }
    }

    /// SW 8.7: units whose time has come leave for good.
    fn withdraw(&mut self, cx: &mut Context<'_>, side: usize) {
        let rules = cx.rules;
        let turn = self.turn;
        for unit in rules.all_units() {
            let def = rules.unit(unit);
            let gone = self.state(unit).status == UnitStatus::BrokenDown;
            if def.side != side || def.withdrawn != Some(turn) || gone {
                continue;
            }
            let from = self.hex(unit);
            self.lift(rules, unit, UnitStatus::BrokenDown);
            self.state_mut(unit).status = UnitStatus::BrokenDown;
            self.emit(cx, || {
                Detail::Withdrawn(Withdrawn {
                    unit: def.name.clone(),
                    side: rules.sides[side].clone(),
                    from: from.map(|hex| rules.label(hex).to_owned()),
                    returns: false,
                    rule: "SW 8.7".to_owned(),
                })
            });
        }
    }

    /// SW 4.6: once, when an Allied player-turn begins with enough full American divisions in
    /// supply.
    pub fn await_yanks(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let numbers = &rules.constants;
        if self.once.yanks || numbers.yanks_divisions == 0 {
            return;
        }
        let counts = |unit: &Unit| {
            let (def, state) = (rules.unit(*unit), self.state(*unit));
            def.american_division
                && def.kind != UnitKind::Marines
                && state.hex.is_some()
                && state.face == 0
                && state.supply == Supply::Regular
        };
        let divisions = rules.all_units().filter(counts).count() as i32;
        if divisions >= numbers.yanks_divisions {
            self.once.yanks = true;
            self.change_morale(cx, ALLIED, numbers.yanks_morale, "yanks", None, "SW 4.6");
        }
    }

    /// SW 4.4: whose morale is gone when a game-turn is complete has lost.
    pub fn check_victory(&mut self, cx: &mut Context<'_>) {
        for side in [GERMAN, ALLIED] {
            let tracked = side == GERMAN || cx.rules.constants.track_allied_morale == 1;
            if tracked && self.morale[side] == 0 && self.outcome.is_none() {
                self.finish(cx, enemy_of(side), "morale", "SW 4.4");
            }
        }
    }

    /// SW 4.4: the German side has held out.
    pub fn end_of_last_turn(&mut self, cx: &mut Context<'_>) {
        self.finish(cx, GERMAN, "last-turn", "SW 4.4");
    }

    /// Ends the game.
    pub fn finish(&mut self, cx: &mut Context<'_>, winner: usize, reason: &str, rule: &str) {
        let rules = cx.rules;
        let outcome = Outcome {
            level: rules.level_of(winner).to_owned(),
            side: rules.sides[winner].clone(),
            points: self.points(),
        };
        self.outcome = Some(outcome);
        let told = || (self.sources(rules), self.hash(cx.dice));
        self.tell_over(rules, cx.log, Some(reason), rule, told);
    }
}
