//! What is legal, and the one place that applies it.

use crate::acts::Act;
use crate::battle::BattleStage;
use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rail::RailNet;
use crate::remarks;
use crate::rules::{ALLIED, GERMAN, Rules, Unit, UnitKind};
use salient_hex::path::Reach;
use salient_rules::action::Violation;
use salient_rules::game::Question;
use salient_rules::words::{capital, plural};

impl Position {
    /// The side to decide.
    pub fn deciding(&self) -> Option<usize> {
        match self.decision {
            Decision::None => None,
            Decision::SetUp { side }
            | Decision::Unstack { side, .. }
            | Decision::Replace { side }
            | Decision::Rail { side }
            | Decision::Move { side }
            | Decision::Infiltrate { side }
            | Decision::Attack { side }
            | Decision::DefendFromAir { side }
            | Decision::Lose { side, .. }
            | Decision::Advance { side } => Some(side),
            Decision::Evacuate | Decision::BombHomeland | Decision::BombStack => Some(ALLIED),
            Decision::Redeploy | Decision::Intercept | Decision::LoseToBombs { .. } => Some(GERMAN),
        }
    }

    /// Does what the side to decide wants, or refuses and changes nothing.
    pub fn apply(&mut self, cx: &mut Context<'_>, act: &Act) -> Result<(), Violation> {
        let rules = cx.rules;
        match (self.decision.clone(), act) {
            (Decision::SetUp { side }, Act::Place { unit, hex }) => {
                self.check_set_up(rules, side, *unit, *hex)?;
                self.do_set_up(cx, *unit, *hex);
            }
            (Decision::SetUp { side }, Act::Done) => self.end_set_up(cx, side)?,
            (Decision::Unstack { hex, .. }, Act::Lose { unit }) => self.unstack(cx, *unit, hex)?,
            (Decision::Evacuate, Act::Evacuate { unit }) => {
                self.check_evacuation(rules, *unit)?;
                self.do_evacuate(cx, *unit);
            }
            (Decision::Evacuate, Act::Done) => self.end_evacuation(cx),
            (Decision::Redeploy, Act::Place { unit, hex }) => {
                self.redeploy_bertha(cx, *unit, *hex)?;
            }
            (Decision::Redeploy, Act::Done) => self.give_bertha_up(cx),
            (Decision::BombHomeland | Decision::BombStack, Act::Bomb { hex }) => {
                self.bomb(rules, *hex)?;
            }
            (Decision::BombHomeland | Decision::BombStack, Act::Done) => self.no_raid(cx),
            (Decision::Intercept, Act::Support { unit }) => self.intercept(cx, Some(*unit))?,
            (Decision::Intercept, Act::Done) => self.intercept(cx, None)?,
            (Decision::LoseToBombs { .. }, Act::Lose { unit }) => self.lose_to_bombs(cx, *unit)?,
            (Decision::Replace { side }, act) => self.apply_replacement(cx, side, act)?,
            (Decision::Rail { .. }, Act::Rail { unit, hex }) => {
                let path = self.check_rail(rules, *unit, *hex)?;
                self.do_rail(cx, *unit, &path);
            }
            (Decision::Rail { .. }, Act::Done) => self.decision = Decision::None,
            (Decision::Move { .. }, Act::Move { .. } | Act::MoveStack { .. }) => {
                let (units, path) = act.moves().unwrap_or_default();
                let trace = self.check_move(rules, units, path)?;
                self.do_move(cx, units, &trace);
            }
            (Decision::Move { side }, Act::Done) => {
                self.check_movement_done(rules, side)?;
                self.decision = Decision::None;
            }
            (Decision::Infiltrate { side }, Act::Move { .. } | Act::MoveStack { .. }) => {
                let Some(([unit], path)) = act.moves() else {
                    return Err(Violation::new("SW 15.4", "units infiltrate one by one"));
                };
                if rules.unit(*unit).side != side {
                    return Err(Violation::new(
                        "SW 15.1",
                        "only the phasing player's units infiltrate",
                    ));
                }
                let steps = self.check_infiltration(rules, *unit, path)?;
                self.do_infiltrate(cx, *unit, &steps);
            }
            (Decision::Infiltrate { side }, Act::Done) => {
                self.check_infiltration_done(rules, side)?;
                self.decision = Decision::None;
            }
            (Decision::Attack { .. }, Act::Attack { units, hexes }) => {
                let attack = self.check_attack(rules, units, hexes)?;
                self.declare(rules, attack);
            }
            (Decision::Attack { .. }, Act::Done) => self.decision = Decision::None,
            (Decision::DefendFromAir { side }, Act::Support { unit }) => {
                if !self.ready_air(rules, side).any(|ready| ready == *unit) {
                    return Err(Violation::new("SW 14.4", "the unit cannot support the defence"));
                }
                self.state_mut(*unit).used = true;
                self.battle.defending_air = Some(*unit);
                self.decision = Decision::None;
            }
            (Decision::DefendFromAir { .. }, Act::Done) => self.decision = Decision::None,
            (Decision::Lose { .. }, Act::Lose { unit }) => {
                self.check_lose(rules, *unit)?;
                self.decision = Decision::None;
                self.do_lose(cx, *unit);
            }
            (Decision::Lose { .. }, Act::Retreat { hex }) => {
                self.check_retreat(rules, *hex)?;
                self.decision = Decision::None;
                self.do_retreat(cx, *hex);
            }
            (Decision::Advance { .. }, Act::Advance { unit, path }) => {
                let to = self.check_advance_path(rules, *unit, path)?;
                self.do_advance(cx, *unit, to);
            }
            (Decision::Advance { .. }, Act::Done) => {
                debug_assert!(self.battle.stage == BattleStage::Advance);
                self.end_battle(rules);
            }
            (decision, _) => return Err(out_of_turn(&decision)),
        }
        self.mind_bertha(cx);
        Ok(())
    }

    fn apply_replacement(
        &mut self,
        cx: &mut Context<'_>,
        side: usize,
        act: &Act,
    ) -> Result<(), Violation> {
        let rules = cx.rules;
        let own = |unit: Unit| match rules.unit(unit).side == side {
            true => Ok(()),
            false => Err(Violation::new("SW 8.6", "only the phasing player's units are rebuilt")),
        };
        match act {
            Act::Place { unit, hex } => {
                own(*unit)?;
                self.check_arrival(rules, *unit, *hex)?;
                self.do_arrive(cx, *unit, *hex);
            }
            Act::Replenish { unit } => {
                own(*unit)?;
                self.check_replenish(rules, *unit)?;
                self.do_replenish(cx, *unit);
            }
            Act::Rebuild { unit, face, hex } => {
                own(*unit)?;
                self.check_rebuild(rules, *unit, *face, *hex)?;
                self.do_rebuild(cx, *unit, *face, *hex);
            }
            Act::Done => {
                self.decision = Decision::None;
                return Ok(());
            }
            _ => return Err(out_of_turn(&self.decision)),
        }
        self.offer_replacements(rules, side);
        Ok(())
    }

    /// What the side to decide may do, sorted. Of the ways to a hex the cheapest, unit by unit;
    /// of the attacks those of single units and of all that can, with and without support.
    pub fn legal(&self, rules: &Rules) -> Vec<Act> {
        let mut acts = Vec::new();
        match &self.decision {
            Decision::None => {}
            Decision::SetUp { side } => self.legal_set_up(rules, *side, &mut acts),
            Decision::Unstack { hex, .. } => {
                acts.extend(self.surplus(rules, *hex).into_iter().map(|unit| Act::Lose { unit }));
            }
            Decision::LoseToBombs { hex } => {
                acts.extend(self.stack(*hex).map(|unit| Act::Lose { unit }))
            }
            Decision::Evacuate => {
                acts.push(Act::Done);
                let going =
                    rules.all_units().filter(|&unit| self.check_evacuation(rules, unit).is_ok());
                acts.extend(going.map(|unit| Act::Evacuate { unit }));
            }
            Decision::Redeploy => {
                acts.push(Act::Done);
                if let Some(unit) = rules.big_bertha {
                    let hexes = self.bertha_hexes(rules).into_iter();
                    acts.extend(hexes.map(|hex| Act::Place { unit, hex }));
                }
            }
            Decision::BombHomeland => acts.extend([Act::Done, Act::Bomb { hex: None }]),
            Decision::BombStack => {
                acts.push(Act::Done);
                let hexes = self.on_map(rules, GERMAN).filter_map(|unit| self.hex(unit));
                acts.extend(hexes.map(|hex| Act::Bomb { hex: Some(hex) }));
            }
            Decision::Intercept => {
                acts.push(Act::Done);
                acts.extend(self.interceptors(rules).map(|unit| Act::Support { unit }));
            }
            Decision::Replace { side } => self.legal_replacements(rules, *side, &mut acts),
            Decision::Rail { side } => {
                acts.push(Act::Done);
                let mut reach = Reach::default();
                let ways = |unit| self.legal_ways(rules, unit, &mut reach);
                acts.extend(self.on_map(rules, *side).flat_map(ways));
            }
            Decision::Move { side } => {
                if self.check_movement_done(rules, *side).is_ok() {
                    acts.push(Act::Done);
                }
                let mut reach = Reach::default();
                let ways = |unit| self.legal_ways(rules, unit, &mut reach);
                acts.extend(self.on_map(rules, *side).flat_map(ways));
            }
            Decision::Infiltrate { side } => {
                if self.check_infiltration_done(rules, *side).is_ok() {
                    acts.push(Act::Done);
                }
                for unit in self.on_map(rules, *side) {
                    self.legal_infiltrations(rules, unit, &mut acts);
                }
            }
            Decision::Attack { side } => {
                acts.push(Act::Done);
                self.legal_attacks(rules, *side, &mut acts);
            }
            Decision::DefendFromAir { side } => {
                acts.push(Act::Done);
                acts.extend(self.ready_air(rules, *side).map(|unit| Act::Support { unit }));
            }
            Decision::Lose { retreat, .. } => {
                acts.extend(self.losers(rules).into_iter().map(|unit| Act::Lose { unit }));
                if *retreat {
                    acts.extend(self.retreats(rules).into_iter().map(|hex| Act::Retreat { hex }));
                }
            }
            Decision::Advance { .. } => {
                acts.push(Act::Done);
                if let Some(hex) = self.battle.hex {
                    let units = self.may_advance(rules).into_iter();
                    acts.extend(units.map(|unit| Act::Advance { unit, path: vec![hex] }));
                }
            }
        }
        // Whoever comes in is placed before others are brought up to strength.
        let places = |act: &Act| matches!(act, Act::Place { .. });
        acts.sort_unstable_by(|one, other| {
            places(other).cmp(&places(one)).then_with(|| one.cmp(other))
        });
        acts.dedup();
        acts
    }

    fn legal_set_up(&self, rules: &Rules, side: usize, acts: &mut Vec<Act>) {
        let waiting = self.to_set_up(rules, side);
        if waiting.is_empty() && self.open_hex(rules, side).is_none() {
            acts.push(Act::Done);
        }
        // Those who stand already may be put elsewhere.
        let groups = rules.groups.iter().filter(|group| group.side == side);
        for group in groups {
            for &unit in &group.units {
                let forms = [Some(unit), rules.unit(unit).substitute];
                for unit in forms.into_iter().flatten().filter(|&unit| rules.unit(unit).on_ground())
                {
                    for &hex in &group.hexes {
                        let elsewhere = self.hex(unit) != Some(hex);
                        if elsewhere && self.check_set_up(rules, side, unit, hex).is_ok() {
                            acts.push(Act::Place { unit, hex });
                        }
                    }
                }
            }
        }
    }

    fn legal_replacements(&self, rules: &Rules, side: usize, acts: &mut Vec<Act>) {
        acts.push(Act::Done);
        for unit in rules.all_units().filter(|&unit| rules.unit(unit).side == side) {
            if self.is_due(rules, unit) {
                let hexes = self.entry_hexes(rules, unit);
                acts.extend(hexes.map(|hex| Act::Place { unit, hex }));
            }
            if self.check_replenish(rules, unit).is_ok() {
                acts.push(Act::Replenish { unit });
            }
            if self.state(unit).status == salient_rules::game::UnitStatus::Eliminated {
                for face in 0..rules.unit(unit).steps() {
                    let hexes = self.entry_hexes(rules, unit);
                    let hexes =
                        hexes.filter(|&hex| self.check_rebuild(rules, unit, face, hex).is_ok());
                    acts.extend(hexes.map(|hex| Act::Rebuild { unit, face, hex }));
                }
            }
        }
    }

    /// Where one unit may go, by rail or on foot as the step has it.
    pub fn legal_ways(&self, rules: &Rules, unit: Unit, reach: &mut Reach) -> Vec<Act> {
        if matches!(self.decision, Decision::Rail { .. }) {
            let ends = self.rail_ends(rules, unit, &mut RailNet::default());
            return ends.into_iter().map(|hex| Act::Rail { unit, hex }).collect();
        }
        if self.may_move(rules, unit).is_err() {
            return Vec::new();
        }
        self.find_moves(rules, unit, reach);
        let paths = reach.reached().iter().skip(1).map(|&to| reach.path(&rules.map, to));
        // The search asks of each hex whether it lets the unit in; this is about all of them.
        paths
            .filter(|path| self.check_company(rules, &[unit], path).is_ok())
            .map(|path| Act::Move { unit, path })
            .collect()
    }

    fn legal_infiltrations(&self, rules: &Rules, unit: Unit, acts: &mut Vec<Act>) {
        let Some(from) = self.hex(unit) else { return };
        if self.may_infiltrate(rules, unit).is_err() {
            return;
        }
        for (_, to) in rules.map.neighbours(from) {
            if self.check_infiltration(rules, unit, &[to]).is_ok() {
                acts.push(Act::Move { unit, path: vec![to] });
            }
        }
    }

    fn legal_attacks(&self, rules: &Rules, side: usize, acts: &mut Vec<Act>) {
        for hex in self.targets(rules, side) {
            let all = self.attackers(rules, side, hex);
            let mut sets: Vec<Vec<Unit>> = all.iter().map(|&unit| vec![unit]).collect();
            sets.push(all);
            let guns = self
                .on_map(rules, side)
                .find(|&unit| rules.unit(unit).kind == UnitKind::Guns)
                .filter(|&guns| self.check_guns(rules, guns, hex).is_ok());
            let air = self.ready_air(rules, side).next();
            for units in sets {
                for support in [None, guns, air] {
                    let mut units = units.clone();
                    units.extend(support);
                    units.sort_unstable();
                    let act = Act::Attack { units, hexes: vec![hex] };
                    if let Act::Attack { units, hexes } = &act
                        && self.check_attack(rules, units, hexes).is_ok()
                    {
                        acts.push(act);
                    }
                }
            }
        }
    }
}

/// Why an act does not answer a decision.
pub fn out_of_turn(decision: &Decision) -> Violation {
    let (rule, wanted) = wanted(decision);
    Violation::new(rule, format!("not now: {wanted}"))
}

/// What a decision wants, with its rule.
fn wanted(decision: &Decision) -> (&'static str, &'static str) {
    match decision {
        Decision::None => ("SW 4.4", "the game is over"),
        Decision::SetUp { .. } => ("SW 3.1", "set a unit up, or end the set-up"),
        Decision::Unstack { .. } => ("SW 9.3", "remove a unit from a stack that is too high"),
        Decision::Evacuate => ("SW 16.5", "take a unit off by sea, or none"),
        Decision::Redeploy => ("SW 16.6", "put Big Bertha elsewhere, or give her up"),
        Decision::BombHomeland => ("SW S3.26", "bomb the Ruhr, or not"),
        Decision::BombStack => ("SW S3.26", "bomb a stack, or none"),
        Decision::Intercept => ("SW S3.26", "meet the bombers, or not"),
        Decision::LoseToBombs { .. } => ("SW S3.26", "choose the unit that loses a step"),
        Decision::Replace { .. } => ("SW 8.6", "rebuild or bring in a unit, or end the phase"),
        Decision::Rail { .. } => ("SW 11.1", "move a unit by rail, or end the phase"),
        Decision::Move { .. } => ("SW 5.2", "move a unit, or end the phase"),
        Decision::Infiltrate { .. } => ("SW 15.1", "infiltrate with a unit, or end the phase"),
        Decision::Attack { .. } => ("SW 5.2", "attack, or end the phase"),
        Decision::DefendFromAir { .. } => ("SW 14.4", "commit an air unit, or none"),
        Decision::Lose { .. } => ("SW 13.29", "choose the unit that loses a step"),
        Decision::Advance { .. } => ("SW 13.33", "advance a unit, or end the advance"),
    }
}

/// What to be done is called, where it is not to be done with the step; else nothing.
fn done(decision: &Decision) -> &'static str {
    match decision {
        Decision::Evacuate => "Take nobody off",
        Decision::Redeploy => "Give her up",
        Decision::BombHomeland => "Do not bomb",
        Decision::BombStack => "Bomb no stack",
        Decision::Intercept => "Do not intercept",
        Decision::DefendFromAir { .. } => "Commit no air unit",
        Decision::Advance { .. } => "End the advance",
        _ => "",
    }
}

/// What the side to decide is asked, and where.
pub fn question(position: &Position, rules: &Rules) -> Option<Question> {
    let (rule, asked) = match &position.decision {
        Decision::None => return None,
        Decision::Lose { retreat: true, .. } => {
            ("SW 13.29", "choose the unit that loses a step, or retreat")
        }
        decision => wanted(decision),
    };
    let asked = match remarks::steps_to_lose(position) {
        Some(left) if left > 0 => {
            let left = plural(left.unsigned_abs() as usize, "step");
            format!("{}; {left} left to lose", capital(asked))
        }
        _ => capital(asked),
    };
    let hex = match &position.decision {
        Decision::Unstack { hex, .. } | Decision::LoseToBombs { hex } => Some(*hex),
        Decision::Lose { .. } | Decision::DefendFromAir { .. } | Decision::Advance { .. } => {
            position.battle.hex
        }
        _ => None,
    };
    let hexes = hex.map(|hex| rules.label(hex).to_owned()).into_iter().collect();
    let done = done(&position.decision).into();
    Some(Question { hexes, done, ..Question::new(rule, asked) })
}
