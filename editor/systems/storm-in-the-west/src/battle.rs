//! SW 13.28–13.35: an attack from its declaration to the advance, one decision after the other.

use crate::event::{
    Detail, Loss, LossCause, LossIncrement, Occupy, OddsCombat, OddsSide, OddsUnit, Retreat,
    Substituted,
};
use salient_schema::event::{LossOutcome, Modifier};

use crate::combat::{Attack, Factors, Reckoning};
use crate::context::Context;
use crate::position::{Decision, Position, Supply};
use crate::rules::{ALLIED, GERMAN, Rules, Unit, UnitKind, enemy_of};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;
use salient_rules::fnv::Fnv;
use salient_rules::game::UnitStatus;

/// The attack that is being resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    pub stage: BattleStage,
    /// Its number in the game, from 1.
    pub number: u32,
    pub side: usize,
    pub hex: Option<Hex>,
    /// Attacking units on the ground.
    pub attackers: Vec<Unit>,
    pub guns: Option<Unit>,
    pub air: Vec<Unit>,
    pub defending_air: Option<Unit>,
    /// The defenders that were attacked.
    pub defenders: Vec<Unit>,
    /// Loss points that the defender has still to absorb.
    pub defender_left: i32,
    /// Loss points that the attacker has still to absorb.
    pub attacker_left: i32,
    /// Steps that a retreat into an enemy zone of control still costs.
    pub zoc_left: i32,
    /// The defenders have retreated.
    pub retreated: bool,
    /// Allied tanks took part (SW S3.19).
    pub tanks: bool,
    /// Steps of Stosstruppen that the attacker must still lose (SW 16.7).
    pub stoss_left: i32,
}

/// How far an attack is resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BattleStage {
    #[default]
    None,
    /// The defender may commit an air unit.
    Declared,
    /// The die is to be rolled.
    Resolve,
    Defender,
    /// The cost of retreating into an enemy zone of control.
    RetreatCost,
    Attacker,
    Advance,
}

impl Battle {
    pub fn hash(&self, hash: &mut Fnv) {
        hash.add(self.stage as u64);
        if self.stage == BattleStage::None {
            return;
        }
        hash.add(u64::from(self.number) << 8 | self.side as u64);
        hash.add(self.hex.map_or(u64::MAX, |hex| u64::from(hex.0)));
        for units in [&self.attackers, &self.air, &self.defenders] {
            hash.add(units.len() as u64);
            units.iter().for_each(|unit| hash.add(u64::from(unit.0)));
        }
        for unit in [self.guns, self.defending_air] {
            hash.add(unit.map_or(u64::MAX, |unit| u64::from(unit.0)));
        }
        for number in [self.defender_left, self.attacker_left, self.zoc_left, self.stoss_left] {
            hash.add(number as u64);
        }
        hash.add(u64::from(self.retreated) << 1 | u64::from(self.tanks));
    }
}

impl Position {
    pub fn begin_combat(&mut self, rules: &Rules, side: usize) {
        for unit in &mut self.units {
            unit.attacked = false;
            unit.defended = false;
        }
        self.mixed_attacks = 0;
        self.guns_used = false;
        self.offer_attack(rules, side);
    }

    /// Lets a side attack, or passes on where nobody can.
    fn offer_attack(&mut self, rules: &Rules, side: usize) {
        let any = self
            .targets(rules, side)
            .into_iter()
            .any(|hex| !self.attackers(rules, side, hex).is_empty());
        self.decision = if any { Decision::Attack { side } } else { Decision::None };
    }

    /// Commits an attack that [`Position::check_attack`] allowed.
    pub fn declare(&mut self, rules: &Rules, attack: Attack) {
        let Some((side, _)) = self.combat_phase(rules) else { return };
        self.combats += 1;
        for &unit in &attack.units {
            self.state_mut(unit).attacked = true;
        }
        for &unit in &attack.air {
            self.state_mut(unit).used = true;
        }
        self.guns_used |= attack.guns.is_some();
        self.battle = Battle {
            stage: BattleStage::Declared,
            number: self.combats,
            side,
            hex: Some(attack.hex),
            defenders: self.defenders(attack.hex).collect(),
            attackers: attack.units,
            guns: attack.guns,
            air: attack.air,
            ..Battle::default()
        };
        self.decision = Decision::None;
    }

    /// Goes on with the attack, up to its next decision or its end.
    pub fn continue_battle(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        while self.decision == Decision::None {
            match self.battle.stage {
                BattleStage::None => return,
                BattleStage::Declared => {
                    self.battle.stage = BattleStage::Resolve;
                    let side = enemy_of(self.battle.side);
                    if self.ready_air(rules, side).next().is_some() {
                        self.decision = Decision::DefendFromAir { side };
                    }
                }
                BattleStage::Resolve => self.resolve(cx),
                BattleStage::Defender => self.absorb_defence(rules),
                BattleStage::RetreatCost => self.absorb_retreat(),
                BattleStage::Attacker => self.absorb_attack(),
                BattleStage::Advance => self.offer_advance(rules),
            }
        }
    }

    fn resolve(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let Some(hex) = self.battle.hex else { return };
        let attack = Attack {
            hex,
            units: self.battle.attackers.clone(),
            guns: self.battle.guns,
            air: self.battle.air.clone(),
        };
        let reckoning = self.reckon(rules, &attack, self.battle.defending_air);
        let numbers = &rules.constants;
        let (die, row, losses) = match reckoning.column {
            None => (None, None, (numbers.poor_odds_attacker, numbers.poor_odds_defender)),
            Some(column) => {
                let die = self.roll(cx, "combat", self.battle.side, "SW 13.28");
                let modified = i32::from(die) + reckoning.modifier();
                let row =
                    modified.clamp(numbers.die_least, numbers.die_most.max(numbers.die_least));
                let (attacker, defender) = rules.crt.read(row, column);
                (Some((die, modified)), Some(row), (i32::from(attacker), i32::from(defender)))
            }
        };
        let (attacker_losses, defender_losses) = (losses.0 + reckoning.fortress, losses.1);
        self.emit(cx, || {
            Detail::OddsCombat(Box::new(OddsCombat {
                combat: self.battle.number,
                hex: rules.label(hex).to_owned(),
                attacker: self.attacker_told(rules, &attack, reckoning.attacker),
                defender: self.defender_told(rules, hex, reckoning.defender),
                odds: reckoning.odds.to_string(),
                column: reckoning.column.map(|at| rules.crt.columns[at].head.clone()),
                modifiers: modifiers(&reckoning, rules.label(hex)),
                die: die.map(|(die, _)| die),
                modified_die: die.map(|(_, modified)| modified),
                row,
                result: format!("{}/{}", losses.0, losses.1),
                increments: (reckoning.fortress > 0)
                    .then(|| LossIncrement {
                        side: rules.sides[self.battle.side].clone(),
                        points: reckoning.fortress,
                        reason: "fortress".to_owned(),
                        rule: "SW 13.32".to_owned(),
                    })
                    .into_iter()
                    .collect(),
                attacker_losses,
                defender_losses,
                rule: if die.is_some() { "SW 13.28" } else { "SW 13.12" }.to_owned(),
            }))
        });
        if self.is_mixed(rules, &attack) {
            self.mixed_attacks += 1;
        }
        let idle: Vec<Unit> = self.stack(hex).filter(|&unit| self.state(unit).defended).collect();
        for &unit in &self.battle.defenders.clone() {
            self.state_mut(unit).defended = true;
        }
        if defender_losses > 0 {
            // SW 13.30: those who retreated here before are lost.
            for unit in idle {
                self.eliminate(cx, unit, LossCause::RetreatedInto, "SW 13.30");
            }
        }
        let owed = rules.options.stosstruppen_casualties;
        let tanks = attack.units.iter().any(|&unit| rules.unit(unit).is_tank());
        let battle = &mut self.battle;
        battle.tanks = battle.side == ALLIED && tanks;
        battle.stoss_left = if owed { numbers.stoss_casualties } else { 0 };
        battle.attacker_left = attacker_losses;
        battle.defender_left = defender_losses;
        battle.stage = BattleStage::Defender;
    }

    fn attacker_told(&self, rules: &Rules, attack: &Attack, factors: Factors) -> OddsSide {
        let air = attack.air.iter().chain(&attack.guns);
        OddsSide {
            side: rules.sides[self.battle.side].clone(),
            units: attack.units.iter().map(|&unit| self.told(rules, unit, true)).collect(),
            full: factors.full,
            to_be_halved: factors.to_be_halved,
            support: factors.support,
            strength: factors.strength,
            supported_by: air.map(|&unit| rules.unit(unit).name.clone()).collect(),
        }
    }

    fn defender_told(&self, rules: &Rules, hex: Hex, factors: Factors) -> OddsSide {
        let air = self.battle.defending_air.iter();
        OddsSide {
            side: rules.sides[enemy_of(self.battle.side)].clone(),
            units: self.stack(hex).map(|unit| self.told(rules, unit, false)).collect(),
            full: factors.full,
            to_be_halved: factors.to_be_halved,
            support: 0,
            strength: factors.strength,
            supported_by: air.map(|&unit| rules.unit(unit).name.clone()).collect(),
        }
    }

    fn told(&self, rules: &Rules, unit: Unit, attacks: bool) -> OddsUnit {
        let state = self.state(unit);
        let face = self.face(rules, unit);
        let hex = state.hex.or(self.battle.hex);
        OddsUnit {
            unit: rules.unit(unit).name.clone(),
            hex: hex.map_or_else(String::new, |hex| rules.label(hex).to_owned()),
            face: state.face,
            factor: match hex {
                Some(hex) if !attacks => self.defence_factor(rules, unit, hex),
                _ => face.attack,
            },
            supply: (state.supply != Supply::Regular).then(|| state.supply.state()),
            idle: !attacks && state.defended,
        }
    }

    /// Defenders that are left, wherever they are.
    fn standing(&self, units: &[Unit]) -> Vec<Unit> {
        units.iter().copied().filter(|&unit| self.hex(unit).is_some()).collect()
    }

    fn absorb_defence(&mut self, rules: &Rules) {
        let left = self.standing(&self.battle.defenders);
        if self.battle.defender_left <= 0 || left.is_empty() {
            self.battle.stage = BattleStage::Attacker;
            return;
        }
        let side = enemy_of(self.battle.side);
        let retreat = !self.battle.retreated && !self.retreats(rules).is_empty();
        self.decision = Decision::Lose { side, retreat };
    }

    fn absorb_retreat(&mut self) {
        let left = self.standing(&self.battle.defenders);
        if self.battle.zoc_left <= 0 || left.is_empty() {
            self.battle.stage = BattleStage::Defender;
            return;
        }
        let side = enemy_of(self.battle.side);
        self.decision = Decision::Lose { side, retreat: false };
    }

    fn absorb_attack(&mut self) {
        let left = self.standing(&self.battle.attackers);
        if self.battle.attacker_left <= 0 || left.is_empty() {
            self.battle.stage = BattleStage::Advance;
            return;
        }
        self.decision = Decision::Lose { side: self.battle.side, retreat: false };
    }

    fn offer_advance(&mut self, rules: &Rules) {
        let vacated = self.battle.hex.is_some_and(|hex| self.holder(hex).is_none());
        if vacated && !self.may_advance(rules).is_empty() {
            self.decision = Decision::Advance { side: self.battle.side };
        } else {
            self.end_battle(rules);
        }
    }

    /// Ends the attack, and the phase where no other can be made.
    pub fn end_battle(&mut self, rules: &Rules) {
        let side = self.battle.side;
        self.battle = Battle::default();
        self.offer_attack(rules, side);
    }

    /// The units of which one loses the next step.
    pub fn losers(&self, rules: &Rules) -> Vec<Unit> {
        let battle = &self.battle;
        let defends = matches!(battle.stage, BattleStage::Defender | BattleStage::RetreatCost);
        let left = self.standing(if defends { &battle.defenders } else { &battle.attackers });
        let kind = |unit: &Unit| rules.unit(*unit).kind;
        let only = |wanted: &dyn Fn(&Unit) -> bool| -> Option<Vec<Unit>> {
            let some: Vec<Unit> = left.iter().copied().filter(|unit| wanted(unit)).collect();
            (!some.is_empty()).then_some(some)
        };
        if !defends {
            // Tanks first (SW 14.1), heavy ones before fast ones (S3.15); then marines (S3.22).
            let heavy = left.iter().any(|unit| kind(unit) == UnitKind::HeavyTank);
            let tank = |unit: &Unit| {
                rules.unit(*unit).is_tank() && !(heavy && kind(unit) == UnitKind::FastTank)
            };
            let first = only(&tank).or_else(|| only(&|unit| kind(unit) == UnitKind::Marines));
            if let Some(first) = first {
                return first;
            }
            // SW 16.7: the last chance for the step that Stosstruppen owe, if any attack.
            if battle.attacker_left <= battle.stoss_left {
                return only(&|unit| kind(unit) == UnitKind::Stosstruppen).unwrap_or(left);
            }
            return left;
        }
        // SW S3.19
        if battle.tanks
            && let Some(first) = only(&|unit| kind(unit) == UnitKind::AntiTank)
        {
            return first;
        }
        // SW S3.22: after the tanks, if their owner likes.
        let marines = left.iter().any(|unit| kind(unit) == UnitKind::Marines);
        let marines = only(&|unit| {
            marines && (kind(unit) == UnitKind::Marines || rules.unit(*unit).is_tank())
        });
        // The guns last (SW 14.3).
        marines.or_else(|| only(&|unit| kind(unit) != UnitKind::Guns)).unwrap_or(left)
    }

    pub fn check_lose(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        if self.losers(rules).contains(&unit) {
            return Ok(());
        }
        let def = rules.unit(unit);
        let attacks = self.battle.stage == BattleStage::Attacker;
        let involved = if attacks { &self.battle.attackers } else { &self.battle.defenders };
        if !involved.contains(&unit) || self.hex(unit).is_none() {
            return Err(Violation::new("SW 13.31", format!("'{}' is not involved", def.name)));
        }
        let losers = self.losers(rules);
        let first = losers.first().map(|&unit| rules.unit(unit));
        let marines = losers.iter().any(|&unit| rules.unit(unit).kind == UnitKind::Marines);
        let (rule, words) = match first.map(|first| first.kind) {
            _ if marines => ("SW S3.22", "the marines lose first"),
            _ if def.is_tank() && attacks => ("SW S3.15", "heavy tanks lose before fast ones"),
            Some(UnitKind::Tank | UnitKind::HeavyTank | UnitKind::FastTank) => {
                ("SW 14.1", "tanks lose the first steps")
            }
            Some(UnitKind::AntiTank) => {
                ("SW S3.19", "anti-tank units lose first where tanks attack")
            }
            Some(UnitKind::Stosstruppen) => ("SW 16.7", "one step must come from the Stosstruppen"),
            _ => ("SW 14.3", "the guns are lost last"),
        };
        Err(Violation::new(rule, words))
    }

    /// Lets an involved unit lose a step.
    pub fn do_lose(&mut self, cx: &mut Context<'_>, unit: Unit) {
        let (cause, rule) = match self.battle.stage {
            BattleStage::RetreatCost => {
                self.battle.zoc_left -= 1;
                (LossCause::RetreatIntoZoc, "SW 10.6")
            }
            BattleStage::Defender => {
                self.battle.defender_left -= 1;
                (LossCause::Combat, "SW 13.31")
            }
            _ => {
                self.battle.attacker_left -= 1;
                if cx.rules.unit(unit).kind == UnitKind::Stosstruppen {
                    self.battle.stoss_left = (self.battle.stoss_left - 1).max(0);
                }
                (LossCause::Combat, "SW 13.31")
            }
        };
        self.lose(cx, unit, 1, cause, rule);
    }

    /// A unit loses steps; without any left it goes to the deadpile (SW 2.47).
    pub fn lose(
        &mut self,
        cx: &mut Context<'_>,
        unit: Unit,
        steps: u8,
        cause: LossCause,
        rule: &str,
    ) {
        let rules = cx.rules;
        let def = rules.unit(unit);
        let Some(hex) = self.hex(unit) else { return };
        let face = self.state(unit).face;
        let printed = *self.face(rules, unit);
        let left = self.steps(rules, unit);
        let steps = steps.min(left);
        let gone = steps == left;
        let attacks = self.battle.attackers.contains(&unit);
        let combat = (self.battle.stage != BattleStage::None).then_some(self.battle.number);
        let toll = &mut self.losses[def.side];
        toll.0 += u32::from(steps);
        toll.1 += u32::from(gone);
        if gone {
            self.lift(rules, unit, UnitStatus::Eliminated);
        } else {
            self.state_mut(unit).face += steps;
        }
        let strength = |face: &crate::rules::FaceDef| {
            if attacks { face.attack } else { face.defence }
        };
        self.emit(cx, || {
            Detail::Loss(Loss {
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                hex: rules.label(hex).to_owned(),
                cause,
                combat,
                face,
                strength: strength(&printed),
                steps: i32::from(steps),
                outcome: if gone {
                    LossOutcome::Eliminated
                } else {
                    LossOutcome::Reduced {
                        face: self.state(unit).face,
                        strength: Some(strength(self.face(rules, unit))),
                    }
                },
                pool: None,
                rule: rule.to_owned(),
            })
        });
        if gone {
            self.after_elimination(cx, unit);
        }
    }

    /// SW S3.8: where Stosstruppen are not replaced, their substitutes take their place among
    /// the eliminated.
    fn after_elimination(&mut self, cx: &mut Context<'_>, unit: Unit) {
        let rules = cx.rules;
        if rules.constants.stoss_replacements == 1 || self.once.sapped {
            return;
        }
        let Some(by) = rules.unit(unit).substitute else { return };
        self.state_mut(unit).status = UnitStatus::Pool;
        let state = self.state_mut(by);
        state.status = UnitStatus::Eliminated;
        state.face = 0;
        self.emit(cx, || {
            Detail::Substituted(Substituted {
                unit: rules.unit(unit).name.clone(),
                by: rules.unit(by).name.clone(),
                side: rules.sides[GERMAN].clone(),
                hex: None,
                face: 0,
                rule: "SW S3.8".to_owned(),
            })
        });
    }

    /// Where the defenders may retreat to (SW 13.30): all together, to one hex.
    pub fn retreats(&self, rules: &Rules) -> Vec<Hex> {
        let Some(from) = self.battle.hex else { return Vec::new() };
        let units = self.standing(&self.battle.defenders);
        // The guns do not retreat (SW 14.3), and none retreats without the others.
        if units.iter().any(|&unit| rules.unit(unit).kind == UnitKind::Guns) {
            return Vec::new();
        }
        let mut out: Vec<Hex> = rules
            .map
            .neighbours(from)
            .map(|(_, hex)| hex)
            .filter(|&hex| self.may_retreat(rules, &units, from, hex).is_ok())
            .collect();
        out.sort_unstable();
        out
    }

    fn may_retreat(
        &self,
        rules: &Rules,
        units: &[Unit],
        from: Hex,
        to: Hex,
    ) -> Result<(), Violation> {
        let label = rules.label(to);
        let side = enemy_of(self.battle.side);
        let direction = rules.map.grid().direction_to(from, to);
        let passable = direction.is_some_and(|direction| rules.ground.is_passable(from, direction));
        if !passable || !rules.ground.is_playable(to) {
            return Err(Violation::new("SW 13.30", format!("no unit goes to {label} from there")));
        }
        if self.enemy_in(to, side) {
            return Err(Violation::new("SW 13.30", format!("an enemy unit is in {label}")));
        }
        self.check_stack(rules, units, to)
    }

    pub fn check_retreat(&self, rules: &Rules, to: Hex) -> Result<(), Violation> {
        let Some(from) = self.battle.hex else {
            return Err(Violation::new("SW 13.30", "nobody retreats now"));
        };
        if self.battle.retreated || self.battle.stage != BattleStage::Defender {
            return Err(Violation::new("SW 13.30", "the defenders retreat once, by one hex"));
        }
        let units = self.standing(&self.battle.defenders);
        if units.iter().any(|&unit| rules.unit(unit).kind == UnitKind::Guns) {
            return Err(Violation::new(
                "SW 14.3",
                "the guns do not retreat, and none without them",
            ));
        }
        self.may_retreat(rules, &units, from, to)
    }

    pub fn do_retreat(&mut self, cx: &mut Context<'_>, to: Hex) {
        let rules = cx.rules;
        let Some(from) = self.battle.hex else { return };
        let units = self.standing(&self.battle.defenders);
        let side = enemy_of(self.battle.side);
        self.emit(cx, || {
            Detail::Retreat(Retreat {
                combat: self.battle.number,
                side: rules.sides[side].clone(),
                units: rules.names(&units),
                from: rules.label(from).to_owned(),
                to: rules.label(to).to_owned(),
                rule: "SW 13.30".to_owned(),
            })
        });
        // Friendly units that are there before them negate the zone of control (SW 10.6).
        let costs = self.in_open_ezoc(to, side);
        if let Some(&first) = units.first() {
            self.take_hex(cx, first, to);
        }
        for &unit in &units {
            self.shift(rules, unit, to);
        }
        self.mark_interstacked(rules, to);
        self.battle.retreated = true;
        self.battle.defender_left -= 1;
        if costs {
            self.battle.zoc_left = rules.constants.retreat_zoc_loss;
            self.battle.stage = BattleStage::RetreatCost;
        }
    }

    /// The units that may advance (SW 13.33).
    pub fn may_advance(&self, rules: &Rules) -> Vec<Unit> {
        let Some(hex) = self.battle.hex else { return Vec::new() };
        let left = self.standing(&self.battle.attackers);
        left.into_iter().filter(|&unit| self.check_advance(rules, unit, hex).is_ok()).collect()
    }

    fn check_advance(&self, rules: &Rules, unit: Unit, hex: Hex) -> Result<(), Violation> {
        let name = &rules.unit(unit).name;
        if !self.battle.attackers.contains(&unit) || self.hex(unit).is_none() {
            return Err(Violation::new("SW 13.33", format!("'{name}' did not attack")));
        }
        if self.hex(unit) == Some(hex) {
            return Err(Violation::new("SW 13.33", format!("'{name}' has advanced")));
        }
        self.check_stack(rules, &[unit], hex)
    }

    /// Checks an advance along a path of one hex.
    pub fn check_advance_path(
        &self,
        rules: &Rules,
        unit: Unit,
        path: &[Hex],
    ) -> Result<Hex, Violation> {
        match (path, self.battle.hex) {
            ([to], Some(hex)) if *to == hex => {
                self.check_advance(rules, unit, hex)?;
                Ok(hex)
            }
            _ => Err(Violation::new("SW 13.33", "units advance into the hex that they cleared")),
        }
    }

    pub fn do_advance(&mut self, cx: &mut Context<'_>, unit: Unit, to: Hex) {
        let rules = cx.rules;
        let Some(from) = self.hex(unit) else { return };
        self.emit(cx, || {
            Detail::Occupy(Occupy {
                combat: self.battle.number,
                unit: rules.unit(unit).name.clone(),
                side: rules.sides[self.battle.side].clone(),
                from: rules.label(from).to_owned(),
                to: rules.label(to).to_owned(),
                rule: "SW 13.33".to_owned(),
            })
        });
        self.take_hex(cx, unit, to);
        self.shift(rules, unit, to);
        self.mark_interstacked(rules, to);
        if self.may_advance(rules).is_empty() {
            self.end_battle(rules);
        }
    }
}

fn modifiers(reckoning: &Reckoning<'_>, hex: &str) -> Vec<Modifier> {
    let told = reckoning.drms.iter().map(|drm| Modifier {
        value: drm.value,
        reason: drm.reason.to_owned(),
        hex: Some(hex.to_owned()),
        rule: drm.rule.to_owned(),
    });
    told.collect()
}
