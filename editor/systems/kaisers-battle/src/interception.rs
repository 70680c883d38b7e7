//! KB 12.4 Interception.

use crate::event::{Detail, Interception};

use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rules::{ALLIED, GERMAN, Rules, enemy_of};
use salient_rules::action::Violation;

impl Position {
    /// Begins the Interception Segment.
    pub fn begin_interception(&mut self, cx: &mut Context<'_>) {
        self.continue_interception(cx);
    }

    /// Asks the next side whose interception could do something. Neither's depends on the
    /// other's: nothing intercepts interceptors.
    fn continue_interception(&mut self, cx: &mut Context<'_>) {
        self.decision = Decision::None;
        for side in [GERMAN, ALLIED] {
            if self.air[side].interception == 0 {
                continue;
            }
            let enemy = self.air[enemy_of(side)];
            let flies = enemy.observation > 0 || enemy.ground_attack > 0;
            if flies && self.interception_limit(cx.rules, side) > 0 {
                self.decision = Decision::Intercept { side };
                return;
            }
            self.intercept(cx, side, 0, 0);
        }
    }

    /// KB 12.41: by how much a side may cut the enemy's missions.
    pub fn interception_limit(&self, rules: &Rules, side: usize) -> u16 {
        self.air[side].interception / rules.constants.air.interception_divisor as u16
    }

    /// Checks a cut; nothing is changed.
    pub fn check_intercept(
        &self,
        rules: &Rules,
        side: usize,
        observation: u16,
        ground_attack: u16,
    ) -> Result<(), Violation> {
        let limit = self.interception_limit(rules, side);
        if u32::from(observation) + u32::from(ground_attack) > u32::from(limit) {
            return Err(Violation::new(
                "KB 12.42",
                format!("the enemy's missions may be reduced by {limit} in all"),
            ));
        }
        let enemy = self.air[enemy_of(side)];
        if observation > enemy.observation || ground_attack > enemy.ground_attack {
            return Err(Violation::new(
                "KB 12.42",
                format!(
                    "the enemy has {} air points for observation and {} for ground attack",
                    enemy.observation, enemy.ground_attack
                ),
            ));
        }
        Ok(())
    }

    /// Every cut that a side may make: off observation and off ground attack.
    pub fn cuts(&self, rules: &Rules, side: usize) -> impl Iterator<Item = (u16, u16)> {
        let limit = self.interception_limit(rules, side);
        let enemy = self.air[enemy_of(side)];
        (0..=enemy.observation.min(limit)).flat_map(move |observation| {
            (0..=enemy.ground_attack.min(limit - observation))
                .map(move |ground_attack| (observation, ground_attack))
        })
    }

    /// Cuts the enemy's missions, and goes on to the other side's interception.
    pub fn do_intercept(
        &mut self,
        cx: &mut Context<'_>,
        side: usize,
        observation: u16,
        ground_attack: u16,
    ) {
        self.intercept(cx, side, observation, ground_attack);
        self.continue_interception(cx);
    }

    fn intercept(
        &mut self,
        cx: &mut Context<'_>,
        side: usize,
        observation: u16,
        ground_attack: u16,
    ) {
        let rules = cx.rules;
        let limit = self.interception_limit(rules, side);
        let points = std::mem::take(&mut self.air[side].interception);
        let enemy = &mut self.air[enemy_of(side)];
        enemy.observation = enemy.observation.saturating_sub(observation);
        enemy.ground_attack = enemy.ground_attack.saturating_sub(ground_attack);
        let left = *enemy;
        self.emit(cx, || {
            Detail::Interception(Interception {
                side: rules.sides[side].clone(),
                points,
                divisor: rules.constants.air.interception_divisor as u16,
                limit,
                observation,
                ground_attack,
                observation_left: left.observation,
                ground_attack_left: left.ground_attack,
                rule: "KB 12.41".to_owned(),
            })
        });
    }
}
