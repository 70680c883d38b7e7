//! SW S3.26 The bombers of the Royal Air Force.

use crate::event::{Bombing, Detail, LossCause};
use salient_schema::event::Modifier;

use crate::context::Context;
use crate::position::{Decision, Position, Raid};
use crate::rules::{ALLIED, GERMAN, Rules, Unit, UnitKind, Weather};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

impl Position {
    fn bombers(&self, rules: &Rules) -> Option<Unit> {
        let unit = rules.bombers.filter(|&unit| rules.unit(unit).in_play)?;
        let state = self.state(unit);
        // Not in the first game-turn.
        let there = self.turn_place > 0 && !state.used;
        (there && state.status == salient_rules::game::UnitStatus::Pool).then_some(unit)
    }

    /// The German air unit, if it can meet the bombers.
    pub fn interceptors(&self, rules: &Rules) -> Option<Unit> {
        rules.all_units().find(|&unit| {
            let (def, state) = (rules.unit(unit), self.state(unit));
            def.side == GERMAN
                && def.kind == UnitKind::Air
                && def.in_play
                && state.status == salient_rules::game::UnitStatus::Pool
                && !state.used
        })
    }

    /// Before the weather is known: whether the bombers go for the Ruhr.
    pub fn offer_homeland_raid(&mut self, rules: &Rules) -> bool {
        let any = self.bombers(rules).is_some();
        if any {
            self.decision = Decision::BombHomeland;
        }
        any
    }

    /// When the Allied player-turn begins, in dry weather: whether they go for a stack.
    pub fn offer_bombing(&mut self, rules: &Rules) -> bool {
        let any = self.weather == Weather::Dry && self.bombers(rules).is_some();
        if any {
            self.decision = Decision::BombStack;
        }
        any
    }

    /// Sends the bombers out.
    pub fn bomb(&mut self, rules: &Rules, hex: Option<Hex>) -> Result<(), Violation> {
        let Some(bombers) = self.bombers(rules) else {
            return Err(Violation::new("SW S3.26", "the bombers are not there"));
        };
        let homeland = self.decision == Decision::BombHomeland;
        self.raid = match hex {
            None if homeland => Raid::Homeland { met: false },
            Some(hex) if !homeland && self.friend_in(hex, GERMAN) => Raid::Stack { hex },
            _ => {
                return Err(Violation::new(
                    "SW S3.26",
                    "before the weather the bombers go for the Ruhr, later for a German stack",
                ));
            }
        };
        self.state_mut(bombers).used = true;
        self.decision = match self.interceptors(rules) {
            Some(_) => Decision::Intercept,
            None => Decision::None,
        };
        Ok(())
    }

    /// The German aircraft meet the bombers, or stay down.
    pub fn intercept(&mut self, cx: &mut Context<'_>, unit: Option<Unit>) -> Result<(), Violation> {
        let rules = cx.rules;
        if let Some(unit) = unit {
            if self.interceptors(rules) != Some(unit) {
                return Err(Violation::new("SW S3.26", "only the German air unit meets them"));
            }
            self.state_mut(unit).used = true;
            match &mut self.raid {
                Raid::Homeland { met } => *met = true,
                Raid::Stack { hex } => {
                    let hex = *hex;
                    self.raid = Raid::Owed { hex, steps: 0 };
                    self.tell_bombing(cx, Some(hex), true, None, Vec::new(), 0);
                }
                _ => {}
            }
        }
        self.decision = Decision::None;
        Ok(())
    }

    /// Goes on with a raid; whether there was anything to do.
    pub fn continue_raid(&mut self, cx: &mut Context<'_>) -> bool {
        let rules = cx.rules;
        match self.raid {
            Raid::None => false,
            Raid::Homeland { met } => {
                self.raid = Raid::None;
                self.settle_weather(cx);
                if met {
                    self.tell_bombing(cx, None, true, None, Vec::new(), 0);
                } else if self.weather == Weather::Dry {
                    let die = self.roll(cx, "strategic-bombing", ALLIED, "SW S3.26");
                    let steps = i32::from(rules.bombing[0][usize::from(die.clamp(1, 6)) - 1]);
                    self.bombed = steps;
                    self.tell_bombing(cx, None, false, Some(die), Vec::new(), steps);
                }
                true
            }
            Raid::Stack { hex } => {
                let die = self.roll(cx, "tactical-bombing", ALLIED, "SW S3.26");
                let here = rules.ground.at(hex);
                let trench = here.german_main_trench || here.german_secondary_trench;
                let by = if trench { rules.constants.bomber_trench_modifier } else { 0 };
                let modifiers = (by != 0).then(|| Modifier {
                    value: by,
                    reason: "trench".to_owned(),
                    hex: Some(rules.label(hex).to_owned()),
                    rule: "SW S3.26".to_owned(),
                });
                let row = (i32::from(die) + by).clamp(1, 6) as usize;
                let steps = rules.bombing[1][row - 1];
                self.tell_bombing(
                    cx,
                    Some(hex),
                    false,
                    Some(die),
                    modifiers.into_iter().collect(),
                    i32::from(steps),
                );
                self.raid = Raid::Owed { hex, steps };
                true
            }
            Raid::Owed { hex, steps } => {
                if steps == 0 || !self.friend_in(hex, GERMAN) {
                    self.raid = Raid::None;
                    self.initial_supply(cx, ALLIED);
                } else {
                    self.decision = Decision::LoseToBombs { hex };
                }
                true
            }
        }
    }

    /// A unit in the bombed hex loses a step.
    pub fn lose_to_bombs(&mut self, cx: &mut Context<'_>, unit: Unit) -> Result<(), Violation> {
        let Raid::Owed { hex, steps } = self.raid else {
            return Err(Violation::new("SW S3.26", "no hex has been bombed"));
        };
        if self.hex(unit) != Some(hex) {
            return Err(Violation::new("SW S3.26", "the unit is not in the bombed hex"));
        }
        self.raid = Raid::Owed { hex, steps: steps - 1 };
        self.decision = Decision::None;
        self.lose(cx, unit, 1, LossCause::Bombing, "SW S3.26");
        Ok(())
    }

    /// The bombers stay down, for now.
    pub fn no_raid(&mut self, cx: &mut Context<'_>) {
        let homeland = self.decision == Decision::BombHomeland;
        self.decision = Decision::None;
        if homeland {
            self.settle_weather(cx);
        } else {
            self.initial_supply(cx, ALLIED);
        }
    }

    fn tell_bombing(
        &self,
        cx: &mut Context<'_>,
        hex: Option<Hex>,
        intercepted: bool,
        die: Option<u8>,
        modifiers: Vec<Modifier>,
        steps: i32,
    ) {
        let rules = cx.rules;
        let bombers = rules.bombers;
        self.emit(cx, || {
            Detail::Bombing(Bombing {
                unit: bombers.map_or_else(String::new, |unit| rules.unit(unit).name.clone()),
                side: rules.sides[ALLIED].clone(),
                hex: hex.map(|hex| rules.label(hex).to_owned()),
                intercepted,
                die,
                modifiers,
                steps,
                rule: "SW S3.26".to_owned(),
            })
        });
    }
}
