//! KB 8.5 Steps of strength, with the regimental replacements of KB 13.2 and the service
//! companies of KB 15.22.

use crate::event::{Detail, Loss, LossCause};
use salient_schema::event::LossOutcome;

use crate::context::Context;
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, Unit};
use salient_hex::grid::Hex;
use salient_rules::game::UnitStatus;

impl Position {
    /// Steps that a unit could still lose, the regimental replacement of a division counted if
    /// one is to be had.
    pub fn steps_left(&self, rules: &Rules, unit: Unit) -> i32 {
        let def = rules.unit(unit);
        let shown = self.state(unit).face;
        // A face that is no step (a service company) is the last.
        let faces = i32::from(def.steps.saturating_sub(shown)).max(1);
        let spare = def.division && self.spare_replacements(rules).next().is_some();
        faces + i32::from(spare)
    }

    /// The regimental replacements in the pool (KB 13.23), by rising number.
    pub fn spare_replacements<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Unit> + 'a {
        let units = rules.replacements.iter().copied();
        units.filter(|&unit| self.state(unit).status == UnitStatus::Pool)
    }

    /// Puts a regimental replacement from the pool into a hex.
    pub fn place_replacement(&mut self, rules: &Rules, unit: Unit, hex: Hex) {
        let state = self.state_mut(unit);
        state.face = 0;
        state.moved = false;
        state.free = false;
        state.fresh = false;
        state.broken_down = false;
        self.place(rules, unit, hex);
    }

    fn pool(&self, rules: &Rules, unit: Unit) -> Option<u16> {
        let def = rules.unit(unit);
        if def.division || def.replacement {
            Some(self.spare_replacements(rules).count() as u16)
        } else if def.service_face.is_some() {
            Some(self.service_companies(rules).count() as u16)
        } else {
            None
        }
    }

    /// Service companies that could be placed: battalions eliminated from play (KB 15.25).
    pub fn service_companies<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Unit> + 'a {
        rules.all_units().filter(|&unit| {
            let def = rules.unit(unit);
            def.side == ALLIED
                && def.service_face.is_some()
                && self.state(unit).status == UnitStatus::Pool
        })
    }

    /// Takes a step from a unit. Returns the regimental replacement that stands in for it, if
    /// one does.
    pub fn lose_step(
        &mut self,
        cx: &mut Context<'_>,
        unit: Unit,
        cause: LossCause,
        rule: &str,
    ) -> Option<Unit> {
        let rules = cx.rules;
        let hex = self.hex(unit)?;
        let def = rules.unit(unit);
        let before = self.state(unit).face;
        let strength = self.face(rules, unit).strength;
        if before + 1 < def.steps {
            self.losses[def.side].0 += 1;
            self.state_mut(unit).face += 1;
            let after = self.face(rules, unit).strength;
            let outcome = LossOutcome::Reduced { face: before + 1, strength: Some(after) };
            self.tell_loss(cx, unit, (hex, before, strength), (cause, rule), 1, outcome);
            return None;
        }
        let replacement = self.spare_replacements(rules).next().filter(|_| def.division);
        let Some(replacement) = replacement else {
            // KB 13.23: without one, the division is eliminated instead.
            self.remove(cx, unit, 1, (cause, rule));
            return None;
        };
        self.losses[def.side].0 += 1;
        self.losses[def.side].1 += 1;
        self.lift(rules, unit, UnitStatus::Eliminated);
        if def.side == GERMAN {
            self.divisions_lost.push(unit);
        }
        let free = self.state(unit).free;
        self.place_replacement(rules, replacement, hex);
        // KB 17.12: what is left of a division that was free to move still is.
        self.state_mut(replacement).free = free;
        let strength_after = self.face(rules, replacement).strength;
        let outcome = LossOutcome::Replaced {
            by: rules.unit(replacement).name.clone(),
            strength: Some(strength_after),
        };
        self.tell_loss(cx, unit, (hex, before, strength), (cause, rule), 1, outcome);
        Some(replacement)
    }

    /// Removes a unit with all its steps, that of a division's replacement too.
    pub fn eliminate(&mut self, cx: &mut Context<'_>, unit: Unit, cause: LossCause, rule: &str) {
        let def = cx.rules.unit(unit);
        let shown = i32::from(def.steps.saturating_sub(self.state(unit).face)).max(1);
        self.remove(cx, unit, shown + i32::from(def.division), (cause, rule));
    }

    fn remove(&mut self, cx: &mut Context<'_>, unit: Unit, steps: i32, why: (LossCause, &str)) {
        let rules = cx.rules;
        let Some(hex) = self.hex(unit) else { return };
        let def = rules.unit(unit);
        let before = self.state(unit).face;
        let strength = self.face(rules, unit).strength;
        self.losses[def.side].0 += steps as u32;
        self.losses[def.side].1 += 1;
        // KB 13.23 and 15.25: these come into play again.
        let pooled = def.replacement || def.service_face.is_some();
        self.lift(rules, unit, if pooled { UnitStatus::Pool } else { UnitStatus::Eliminated });
        if let Some(face) = def.service_face {
            self.state_mut(unit).face = face;
        }
        let outcome = LossOutcome::Eliminated;
        self.tell_loss(cx, unit, (hex, before, strength), why, steps, outcome);
    }

    /// KB 8.71: every attacking unit goes, with all its steps.
    pub fn eliminate_attackers(&mut self, cx: &mut Context<'_>, units: &[Unit]) {
        for &unit in units {
            self.eliminate(cx, unit, LossCause::Combat, "KB 8.71");
        }
    }

    fn tell_loss(
        &self,
        cx: &mut Context<'_>,
        unit: Unit,
        (hex, face, strength): (Hex, u8, i32),
        (cause, rule): (LossCause, &str),
        steps: i32,
        outcome: LossOutcome,
    ) {
        let rules = cx.rules;
        self.emit(cx, || {
            let def = rules.unit(unit);
            Detail::Loss(Loss {
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                hex: rules.label(hex).to_owned(),
                cause,
                combat: matches!(cause, LossCause::Combat | LossCause::NoRetreat)
                    .then_some(self.combats),
                face,
                strength,
                steps,
                outcome,
                pool: self.pool(rules, unit),
                rule: rule.to_owned(),
            })
        });
    }
}
