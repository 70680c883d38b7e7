//! SW 4.7, 16.6, 16.10 Big Bertha, and 16.5 the evacuation by sea.

use crate::event::{Detail, Redeployed, Withdrawn};

use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rules::{ALLIED, Fortress, GERMAN, Procedure, Rules, SourceKind, Unit};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;
use salient_rules::game::UnitStatus;

impl Position {
    fn bertha(&self, rules: &Rules) -> Option<(Unit, Hex)> {
        let unit = rules.big_bertha?;
        Some((unit, self.hex(unit)?))
    }

    /// SW 16.6: Big Bertha must go where its hex is lost, at once, or cut off from supply. Supply
    /// is looked at when supply phases begin.
    pub fn mind_bertha(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let Some((unit, hex)) = self.bertha(rules) else { return };
        if !self.begun || !self.bertha_must_go(rules, hex) {
            return;
        }
        if rules.options.big_bertha && !self.bertha_hexes(rules).is_empty() {
            self.interrupted = std::mem::replace(&mut self.decision, Decision::Redeploy);
        } else {
            self.remove_bertha(cx, unit, hex);
        }
    }

    fn bertha_must_go(&self, rules: &Rules, hex: Hex) -> bool {
        if !self.controls(hex, GERMAN) {
            return true;
        }
        let phase = self.phase_def(rules).map(|phase| phase.procedure);
        matches!(phase, Some(Procedure::InitialSupply | Procedure::TerminalSupply))
            && !self.supply_net(rules, GERMAN).reaches(SourceKind::GermanEdge, hex)
    }

    /// German hexes in supply within range of a Paris hex.
    pub fn bertha_hexes(&self, rules: &Rules) -> Vec<Hex> {
        let net = self.supply_net(rules, GERMAN);
        let grid = rules.map.grid();
        let paris: Vec<Hex> = grid.hexes().filter(|&hex| is_paris(rules, hex)).collect();
        let range = rules.constants.bertha_range.max(0) as u32;
        grid.hexes()
            .filter(|&hex| {
                self.controls(hex, GERMAN)
                    && net.reaches(SourceKind::GermanEdge, hex)
                    && paris.iter().any(|&paris| grid.distance(hex, paris) <= range)
            })
            .collect()
    }

    /// Puts Big Bertha elsewhere.
    pub fn redeploy_bertha(
        &mut self,
        cx: &mut Context<'_>,
        unit: Unit,
        to: Hex,
    ) -> Result<(), Violation> {
        let rules = cx.rules;
        let Some((bertha, from)) = self.bertha(rules).filter(|(bertha, _)| *bertha == unit) else {
            return Err(Violation::new("SW 16.6", "only Big Bertha is redeployed"));
        };
        if !self.bertha_hexes(rules).contains(&to) {
            return Err(Violation::new(
                "SW 16.6",
                format!("{} is no German hex in supply and in range of Paris", rules.label(to)),
            ));
        }
        self.shift(rules, bertha, to);
        self.emit(cx, || {
            Detail::Redeployed(Redeployed {
                unit: rules.unit(bertha).name.clone(),
                side: rules.sides[GERMAN].clone(),
                from: rules.label(from).to_owned(),
                to: rules.label(to).to_owned(),
                rule: "SW 16.6".to_owned(),
            })
        });
        self.decision = std::mem::take(&mut self.interrupted);
        Ok(())
    }

    /// Gives Big Bertha up where she stands.
    pub fn give_bertha_up(&mut self, cx: &mut Context<'_>) {
        if let Some((unit, hex)) = self.bertha(cx.rules) {
            self.remove_bertha(cx, unit, hex);
        }
        self.decision = std::mem::take(&mut self.interrupted);
    }

    fn remove_bertha(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) {
        let rules = cx.rules;
        self.lift(rules, unit, UnitStatus::Eliminated);
        self.emit(cx, || {
            Detail::Withdrawn(Withdrawn {
                unit: rules.unit(unit).name.clone(),
                side: rules.sides[GERMAN].clone(),
                from: Some(rules.label(hex).to_owned()),
                returns: false,
                rule: "SW 16.6".to_owned(),
            })
        });
        // Where the rule is in force the Allies gain at once, and no second time (SW 4.7).
        if rules.options.big_bertha && !self.once.bertha {
            self.once.bertha = true;
            let by = rules.constants.bertha_morale;
            self.change_morale(cx, ALLIED, by, "big-bertha", None, "SW 16.6");
        }
    }

    /// SW 4.7: once, when an Allied player-turn begins without the gun on the map.
    pub fn award_bertha(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let gun = rules.big_bertha;
        // A scenario without her gives nothing for her.
        let Some(gun) = gun.filter(|&gun| self.state(gun).status == UnitStatus::Eliminated) else {
            return;
        };
        if self.once.bertha || self.hex(gun).is_some() {
            return;
        }
        self.once.bertha = true;
        self.change_morale(cx, ALLIED, rules.constants.bertha_morale, "big-bertha", None, "SW 4.7");
    }

    /// SW 16.10: two dice; a hit costs the Allies morale.
    pub fn fire_paris_gun(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        if !rules.options.paris_gun || self.bertha(rules).is_none() {
            return;
        }
        let dice = self.roll(cx, "paris-gun", GERMAN, "SW 16.10")
            + self.roll(cx, "paris-gun", GERMAN, "SW 16.10");
        if i32::from(dice) >= rules.constants.paris_gun_roll {
            let by = -rules.constants.paris_gun_morale;
            self.change_morale(cx, ALLIED, by, "paris-gun", None, "SW 16.10");
        }
    }

    /// SW 16.5: the first thing in an Allied player-turn.
    pub fn offer_evacuation(&mut self, rules: &Rules) -> bool {
        let any = rules.all_units().any(|unit| self.check_evacuation(rules, unit).is_ok());
        if any {
            self.decision = Decision::Evacuate;
        }
        any
    }

    pub fn check_evacuation(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        if !rules.options.naval_evacuation {
            return Err(Violation::new("SW 16.5", "the scenario has no evacuation by sea"));
        }
        // Who stands in a port that the Allies control is theirs.
        let port = self.hex(unit).is_some_and(|hex| {
            rules.ground.at(hex).port && !self.ruined.contains(&hex) && self.controls(hex, ALLIED)
        });
        if !port {
            return Err(Violation::new("SW 16.5", "only Allied units in an Allied port go by sea"));
        }
        Ok(())
    }

    pub fn do_evacuate(&mut self, cx: &mut Context<'_>, unit: Unit) {
        let rules = cx.rules;
        let from = self.hex(unit);
        let due = self.turn + 1;
        self.lift(rules, unit, UnitStatus::Expected);
        self.state_mut(unit).due = due;
        self.state_mut(unit).by_sea = true;
        self.emit(cx, || {
            Detail::Withdrawn(Withdrawn {
                unit: rules.unit(unit).name.clone(),
                side: rules.sides[ALLIED].clone(),
                from: from.map(|hex| rules.label(hex).to_owned()),
                returns: true,
                rule: "SW 16.5".to_owned(),
            })
        });
        if !rules.all_units().any(|unit| self.check_evacuation(rules, unit).is_ok()) {
            self.end_evacuation(cx);
        }
    }

    pub fn end_evacuation(&mut self, cx: &mut Context<'_>) {
        self.decision = Decision::None;
        if !self.offer_bombing(cx.rules) {
            self.initial_supply(cx, ALLIED);
        }
    }
}

/// The three French fortress hexes of Paris: those that lie together (SW 3.6, 7.13).
fn is_paris(rules: &Rules, hex: Hex) -> bool {
    let fortress = |hex: Hex| rules.ground.at(hex).fortress == Some(Fortress::French);
    fortress(hex) && rules.map.neighbours(hex).any(|(_, other)| fortress(other))
}
