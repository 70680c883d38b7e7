//! What is legal, and the one place that applies it.

use crate::acts::Act;
use crate::context::Context;
use crate::guns::Guns;
use crate::plan;
use crate::position::{Decision, Position};
use crate::prompts::out_of_turn;
use crate::rules::{ALLIED, GERMAN, Rules, Unit, enemy_of};
use salient_hex::path::Reach;
use salient_rules::action::Violation;

impl Position {
    /// The side to decide.
    pub fn deciding(&self) -> Option<usize> {
        match self.decision {
            Decision::None => None,
            Decision::Move { side }
            | Decision::Unstack { side }
            | Decision::Attack { side }
            | Decision::Lose { side }
            | Decision::Retreat { side }
            | Decision::Advance { side }
            | Decision::CounterBattery { side }
            | Decision::AllocateAir { side }
            | Decision::Intercept { side }
            | Decision::GroundAttack { side }
            | Decision::Observe { side }
            | Decision::Enter { side, .. } => Some(side),
            Decision::Sos => Some(enemy_of(self.battle.side)),
            Decision::Gas | Decision::Drumfire | Decision::BreakDown => Some(GERMAN),
            Decision::Deploy { .. } => Some(ALLIED),
        }
    }

    /// Does what the side to decide wants, or refuses and changes nothing.
    pub fn apply(&mut self, cx: &mut Context<'_>, act: &Act) -> Result<(), Violation> {
        let rules = cx.rules;
        match (self.decision.clone(), act) {
            (Decision::Move { .. }, Act::Move { unit, path, exit }) => {
                let trace = self.check_move(rules, *unit, path, *exit)?;
                self.do_move(cx, *unit, &trace);
            }
            (Decision::Move { .. }, Act::Done) => self.end_segment(rules),
            (Decision::Unstack { side }, Act::Lose { unit }) => {
                self.check_unstack(rules, side, *unit)?;
                self.do_unstack(cx, side, *unit);
            }
            (Decision::Attack { .. }, Act::Attack { units, hexes, barrage }) => {
                self.check_attack(rules, units, hexes)?;
                let rolling = if barrage.is_none() {
                    None
                } else {
                    Some((self.check_rolling(rules, units, hexes, *barrage)?, *barrage))
                };
                self.declare_attack(rules, units, hexes, rolling);
                self.continue_battle(cx);
            }
            (Decision::Sos, Act::Sos { hex, field, heavy }) => {
                let guns = Guns::new(*field, *heavy);
                self.check_sos(rules, *hex, guns)?;
                self.decision = Decision::None;
                self.do_sos(rules, *hex, guns);
                self.continue_battle(cx);
            }
            (Decision::Sos, Act::Done) => {
                self.decision = Decision::None;
                self.continue_battle(cx);
            }
            (Decision::CounterBattery { side }, Act::CounterBattery(guns)) => {
                self.check_counter_battery(rules, side, *guns)?;
                self.decision = Decision::None;
                self.choose_counter_battery(cx, side, *guns);
            }
            (Decision::Gas, Act::Gas { hex, field, heavy }) => {
                let guns = Guns::new(*field, *heavy);
                self.check_gas(rules, *hex, guns)?;
                self.do_gas(cx, *hex, guns);
            }
            (Decision::Drumfire, Act::Drumfire { hex, field, heavy }) => {
                let guns = Guns::new(*field, *heavy);
                self.check_drumfire(rules, *hex, guns)?;
                self.decision = Decision::None;
                self.do_drumfire(cx, *hex, guns);
            }
            (Decision::Gas | Decision::Drumfire, Act::Done) => self.decision = Decision::None,
            (Decision::AllocateAir { side }, Act::AllocateAir(points)) => {
                self.check_allocation(rules, side, *points)?;
                self.do_allocate(cx, side, *points);
            }
            (Decision::Intercept { side }, &Act::Intercept { observation, ground_attack }) => {
                self.check_intercept(rules, side, observation, ground_attack)?;
                self.do_intercept(cx, side, observation, ground_attack);
            }
            (Decision::GroundAttack { side }, Act::GroundAttack { hex, points }) => {
                self.check_ground_attack(rules, side, *hex, *points)?;
                self.decision = Decision::None;
                self.do_ground_attack(cx, side, *hex, *points);
            }
            (Decision::GroundAttack { side }, Act::Done) => self.end_ground_attack(cx, side),
            (Decision::Observe { side }, Act::Observe { hex }) => {
                self.check_observe(rules, side, *hex)?;
                self.do_observe(cx, side, *hex);
            }
            (Decision::Observe { side }, Act::Done) => self.end_observing(rules, side),
            (Decision::BreakDown, Act::BreakDown { unit }) => {
                self.check_breakdown(rules, *unit)?;
                self.do_breakdown(cx, *unit);
            }
            (Decision::BreakDown, Act::Done) => self.decision = Decision::None,
            (Decision::Attack { .. }, Act::Done) => {
                self.check_combat_done(rules)?;
                self.decision = Decision::None;
            }
            (Decision::Lose { .. }, Act::Lose { unit }) => {
                self.check_lose(*unit)?;
                self.decision = Decision::None;
                if self.owed.stack().is_some() {
                    self.pay_owed_step(cx, *unit);
                } else {
                    self.do_lose(cx, *unit);
                    self.continue_battle(cx);
                }
            }
            (Decision::Retreat { .. }, Act::Retreat { hex }) => {
                self.check_retreat(rules, *hex)?;
                self.decision = Decision::None;
                self.do_retreat(cx, *hex);
                self.continue_battle(cx);
            }
            (Decision::Advance { .. }, Act::Advance { unit, path }) => {
                let (steps, spent) = self.check_advance(rules, *unit, path)?;
                self.decision = Decision::None;
                self.do_advance(cx, *unit, &steps, spent);
                self.continue_battle(cx);
            }
            (Decision::Advance { .. }, Act::Done) => {
                self.decision = Decision::None;
                self.battle.stage = super::battle::BattleStage::None;
                self.continue_battle(cx);
            }
            (Decision::Enter { .. }, Act::Place { unit, hex }) => {
                self.check_place(rules, *unit, *hex)?;
                self.decision = Decision::None;
                self.do_enter(cx, *unit, *hex);
                self.continue_arrivals(cx);
            }
            (Decision::Deploy { .. }, Act::Place { unit, hex }) => {
                self.check_place(rules, *unit, *hex)?;
                self.do_deploy(cx, *unit, *hex);
                self.continue_variable(cx);
            }
            (decision, _) => return Err(out_of_turn(&decision)),
        }
        Ok(())
    }

    /// What the side to decide may do, sorted. Of the ways to a hex the cheapest; of the attacks
    /// those of single units and of all units on one hex, and those that meet every obligation.
    pub fn legal(&self, rules: &Rules) -> Vec<Act> {
        let mut acts = Vec::new();
        let mut reach = Reach::default();
        match &self.decision {
            Decision::None => {}
            Decision::Move { side } => {
                acts.push(Act::Done);
                for unit in self.on_map(rules, *side) {
                    self.legal_moves(rules, unit, &mut reach, &mut acts);
                }
            }
            Decision::Unstack { side } => {
                acts.extend(self.excess(rules, *side).into_iter().map(|unit| Act::Lose { unit }));
            }
            Decision::Attack { .. } => {
                if self.check_combat_done(rules).is_ok() {
                    acts.push(Act::Done);
                }
                for act in plan::legal_attacks(self, rules) {
                    if let Act::Attack { units, hexes, .. } = &act {
                        acts.extend(self.rolling_choices(rules, units, hexes).into_iter().map(
                            |barrage| Act::Attack {
                                units: units.clone(),
                                hexes: hexes.clone(),
                                barrage,
                            },
                        ));
                    }
                    acts.push(act);
                }
            }
            Decision::Lose { .. } => {
                let mut losers = Vec::new();
                self.losers(&mut losers);
                acts.extend(losers.into_iter().map(|unit| Act::Lose { unit }));
            }
            Decision::Retreat { .. } => {
                acts.extend(self.retreats(rules).into_iter().map(|hex| Act::Retreat { hex }));
            }
            Decision::Advance { .. } => {
                acts.push(Act::Done);
                for unit in self.may_advance(rules) {
                    self.find_advances(rules, unit, &mut reach);
                    let goals = reach.reached().iter().skip(1);
                    acts.extend(
                        goals.map(|&to| Act::Advance { unit, path: reach.path(&rules.map, to) }),
                    );
                }
            }
            Decision::Sos => {
                acts.push(Act::Done);
                let choices = self.sos_choices(rules).into_iter();
                acts.extend(choices.map(|(hex, guns)| Act::sos(hex, guns)));
            }
            Decision::CounterBattery { side } => {
                let choices = self.counter_battery_choices(rules, *side).into_iter();
                acts.extend(choices.map(Act::CounterBattery));
            }
            Decision::Gas => {
                acts.push(Act::Done);
                let targets = self.gas_targets(rules);
                acts.extend(targets.map(|(hex, guns)| Act::gas(hex, guns)));
            }
            Decision::Drumfire => {
                acts.push(Act::Done);
                for hex in self.bombardment_targets(rules, GERMAN) {
                    let choices = self.drumfire_choices(rules, hex);
                    acts.extend(choices.map(|guns| Act::drumfire(hex, guns)));
                }
            }
            Decision::AllocateAir { side } => {
                acts.extend(self.allocations(rules, *side).map(Act::AllocateAir));
            }
            Decision::Intercept { side } => {
                acts.extend(self.cuts(rules, *side).map(|(observation, ground_attack)| {
                    Act::Intercept { observation, ground_attack }
                }));
            }
            Decision::GroundAttack { side } => {
                acts.push(Act::Done);
                let attacks = self.ground_attacks(rules, *side);
                acts.extend(attacks.map(|(hex, points)| Act::GroundAttack { hex, points }));
            }
            Decision::Observe { side } => {
                acts.push(Act::Done);
                acts.extend(self.observable(rules, *side).map(|hex| Act::Observe { hex }));
            }
            Decision::BreakDown => {
                acts.push(Act::Done);
                acts.extend(self.breakable(rules).map(|unit| Act::BreakDown { unit }));
            }
            Decision::Enter { unit, .. } => {
                let places = self.placements(rules).into_iter();
                acts.extend(places.map(|hex| Act::Place { unit: *unit, hex }));
            }
            Decision::Deploy { .. } => {
                // All service companies are alike (KB 15.22): the first stands for all.
                if let Some(unit) = self.service_companies(rules).next() {
                    let places = self.placements(rules).into_iter();
                    acts.extend(places.map(|hex| Act::Place { unit, hex }));
                }
            }
        }
        acts.sort_unstable();
        acts.dedup();
        acts
    }

    /// The moves of one unit.
    pub fn legal_moves(&self, rules: &Rules, unit: Unit, reach: &mut Reach, acts: &mut Vec<Act>) {
        if self.may_move(rules, unit).is_err() {
            return;
        }
        self.find_moves(rules, unit, reach);
        for &to in reach.reached() {
            let path = reach.path(&rules.map, to);
            if self.can_exit(rules, unit, reach, to) {
                acts.push(Act::Move { unit, path: path.clone(), exit: true });
            }
            if !path.is_empty() {
                acts.push(Act::Move { unit, path, exit: false });
            }
        }
    }
}
