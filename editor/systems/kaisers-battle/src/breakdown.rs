//! KB 13.1 Breakdown of German divisions.

use crate::event::{Breakdown, Detail};

use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, Unit};
use salient_rules::action::Violation;
use salient_rules::game::UnitStatus;

impl Position {
    /// Begins the German Breakdown Phase.
    pub fn begin_breakdown(&mut self, cx: &mut Context<'_>) {
        self.offer_breakdown(cx.rules);
    }

    /// Asks for the next division to break down, if one can (KB 13.14).
    fn offer_breakdown(&mut self, rules: &Rules) {
        let any = self.breakable(rules).next().is_some();
        self.decision = if any { Decision::BreakDown } else { Decision::None };
    }

    /// The divisions that may break down, by rising number.
    pub fn breakable<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Unit> + 'a {
        self.on_map(rules, GERMAN).filter(|&unit| self.check_breakdown(rules, unit).is_ok())
    }

    /// Checks a breakdown; nothing is changed.
    pub fn check_breakdown(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        let def = rules.unit(unit);
        let Some(hex) = self.hex(unit).filter(|_| def.side == GERMAN && def.division) else {
            return Err(Violation::new(
                "KB 13.0",
                format!("'{}' is no German division on the map", def.name),
            ));
        };
        if self.enemy_controlled(hex, GERMAN) {
            return Err(Violation::new(
                "KB 13.11",
                format!("'{}' is in an enemy zone of control", def.name),
            ));
        }
        let wanted = rules.constants.breakdown_regiments as usize;
        if self.spare_replacements(rules).nth(wanted - 1).is_none() {
            return Err(Violation::new(
                "KB 13.23",
                format!("fewer than {wanted} regimental replacements are left"),
            ));
        }
        Ok(())
    }

    /// KB 13.11: exchanges a division for replacement regiments in its hex.
    pub fn do_breakdown(&mut self, cx: &mut Context<'_>, unit: Unit) {
        let Some(hex) = self.hex(unit) else { return };
        let rules = cx.rules;
        let wanted = rules.constants.breakdown_regiments as usize;
        let into: Vec<Unit> = self.spare_replacements(rules).take(wanted).collect();
        let face = self.state(unit).face;
        // KB 13.13: it never comes back. It was not lost in combat, so it costs no point (20.14).
        self.lift(rules, unit, UnitStatus::BrokenDown);
        for &regiment in &into {
            self.place_replacement(rules, regiment, hex);
            let state = self.state_mut(regiment);
            (state.fresh, state.broken_down) = (true, true);
        }
        self.emit(cx, || {
            let def = rules.unit(unit);
            Detail::Breakdown(Breakdown {
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                hex: rules.label(hex).to_owned(),
                face,
                into: rules.names(&into),
                pool: self.spare_replacements(rules).count() as u16,
                rule: "KB 13.11".to_owned(),
            })
        });
        self.offer_breakdown(rules);
    }
}
