//! KB 8.0 to 8.6 Combat: who must attack whom, and how an attack is reckoned.
//!
//! Obligations are fixed when the combat phase begins. An attack is refused if it would leave
//! one that nobody can meet any more. That can be told from single units and hexes: as long as
//! each enemy hex that must be attacked touches a unit that has not attacked, and each unit that
//! must attack touches an enemy hex that was not attacked, all can be met. (Give each such hex
//! to one of its units; whoever is left without a hex either joins an attack on a single hex
//! that he touches, or takes over one from a unit that has several.)

use crate::event::{Combat, CombatResult, CombatSide, Combatant, Detail};
use salient_schema::event::{Modifier, SupplyState};

use crate::barrage::{Fired, Target};
use crate::battle::{Battle, BattleStage};
use crate::context::Context;
use crate::guns::Guns;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, Unit, Weather, enemy_of};
use crate::supply::Supply;
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

/// The numbers of an attack that dice do not change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reckoning {
    pub attack: i32,
    pub defence: i32,
    /// Added to the attacker's die.
    pub attack_plus: Vec<Plus>,
    /// Added to the defender's die.
    pub defence_plus: Vec<Plus>,
    /// The highest morale value among the defenders (KB 8.61, 8.62).
    pub morale: i32,
}

/// Something added to a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plus {
    pub value: i32,
    pub reason: &'static str,
    pub hex: Option<Hex>,
    pub rule: &'static str,
}

impl Plus {
    fn modifier(self, rules: &Rules) -> Modifier {
        Modifier {
            value: self.value,
            reason: self.reason.to_owned(),
            hex: self.hex.map(|hex| rules.label(hex).to_owned()),
            rule: self.rule.to_owned(),
        }
    }
}

/// What both dice make of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotient {
    pub attack_die: i32,
    pub defence_die: i32,
    pub attack_product: i32,
    pub defence_product: i32,
    pub quotient: i32,
    pub result: CombatResult,
}

impl Reckoning {
    /// All that is added to a die.
    pub fn sum(plus: &[Plus]) -> i32 {
        plus.iter().map(|plus| plus.value).sum()
    }

    /// The result for two dice (KB 8.0 procedure, 8.71 to 8.73).
    pub fn resolve(&self, attack_die: u8, defence_die: u8) -> Quotient {
        let attack_die = i32::from(attack_die) + Self::sum(&self.attack_plus);
        let defence_die = i32::from(defence_die) + Self::sum(&self.defence_plus);
        let attack_product = attack_die * self.attack;
        let defence_product = defence_die * self.defence;
        let quotient = attack_product / defence_product.max(1);
        let result = if quotient < 1 {
            CombatResult::AttackerEliminated
        } else if quotient <= self.morale {
            CombatResult::Unsuccessful
        } else {
            CombatResult::Successful
        };
        Quotient { attack_die, defence_die, attack_product, defence_product, quotient, result }
    }
}

impl Position {
    /// Settles who must attack whom (KB 8.11 to 8.13).
    pub fn begin_combat(&mut self, rules: &Rules, side: usize) {
        for state in &mut self.units {
            state.attacked = false;
            state.defended = false;
            state.obliged = false;
        }
        let mut battle = Battle { side, ..Battle::default() };
        for i in 0..rules.units.len() {
            let unit = Unit(i as u16);
            let Some(hex) = self.hex(unit).filter(|_| rules.unit(unit).side == side) else {
                continue;
            };
            let mut touches = false;
            let obliged = !rules.ground(hex).fortified();
            for (_, other) in rules.map.neighbours(hex) {
                if self.enemy_in(other, side) {
                    touches = true;
                    if obliged {
                        battle.required.push(other);
                    }
                }
            }
            if touches {
                battle.front.push(unit);
                self.state_mut(unit).obliged = obliged;
            }
        }
        battle.required.sort_unstable();
        battle.required.dedup();
        self.battle = battle;
        self.offer_attack(rules);
    }

    /// Asks for the next attack, if there is any to make.
    pub fn offer_attack(&mut self, rules: &Rules) {
        let side = self.battle.side;
        let any = self.can_attack().any(|unit| self.targets(rules, unit).next().is_some());
        self.decision = if any { Decision::Attack { side } } else { Decision::None };
    }

    /// Units that may still attack, by rising number.
    pub fn can_attack(&self) -> impl Iterator<Item = Unit> + '_ {
        self.battle.front.iter().copied().filter(|&unit| {
            let state = self.state(unit);
            !state.attacked && state.hex.is_some()
        })
    }

    /// Whether an enemy hex may still be attacked.
    pub fn can_be_attacked(&self, hex: Hex) -> bool {
        self.enemy_in(hex, self.battle.side)
            && self.stack(hex).all(|unit| !self.state(unit).defended)
    }

    /// The hexes that a unit may still attack.
    pub fn targets<'a>(
        &'a self,
        rules: &'a Rules,
        unit: Unit,
    ) -> impl Iterator<Item = Hex> + use<'a> {
        self.hex(unit)
            .into_iter()
            .flat_map(|hex| rules.map.neighbours(hex))
            .map(|(_, other)| other)
            .filter(|&other| self.can_be_attacked(other))
    }

    /// Checks an attack; nothing is changed.
    pub fn check_attack(
        &self,
        rules: &Rules,
        units: &[Unit],
        hexes: &[Hex],
    ) -> Result<(), Violation> {
        let side = self.battle.side;
        if units.is_empty() || hexes.is_empty() {
            return Err(Violation::new("KB 8.0", "an attack needs attackers and defenders"));
        }
        if has_twice(units) || has_twice(hexes) {
            return Err(Violation::new("KB 8.14", "a unit or hex is named twice"));
        }
        for &hex in hexes {
            let label = rules.label(hex);
            if !self.enemy_in(hex, side) {
                return Err(Violation::new("KB 8.0", format!("no enemy unit is in {label}")));
            }
            if !self.can_be_attacked(hex) {
                return Err(Violation::new(
                    "KB 8.14",
                    format!("{label} has been attacked in this phase"),
                ));
            }
        }
        for &unit in units {
            let def = rules.unit(unit);
            let Some(from) = self.hex(unit).filter(|_| def.side == side) else {
                return Err(Violation::new(
                    "KB 8.0",
                    format!("'{}' is no unit of the phasing player on the map", def.name),
                ));
            };
            if self.state(unit).attacked {
                return Err(Violation::new(
                    "KB 8.14",
                    format!("'{}' has attacked in this phase", def.name),
                ));
            }
            if let Some(hex) = hexes.iter().find(|&&hex| rules.map.grid().distance(from, hex) != 1)
            {
                return Err(Violation::new(
                    "KB 8.25",
                    format!("'{}' is not adjacent to {}", def.name, rules.label(*hex)),
                ));
            }
        }
        self.check_obligations(rules, units, hexes)
    }

    /// Whether all obligations could still be met after an attack.
    fn check_obligations(
        &self,
        rules: &Rules,
        units: &[Unit],
        hexes: &[Hex],
    ) -> Result<(), Violation> {
        let left = |unit: &Unit| !units.contains(unit);
        for &hex in &self.battle.required {
            if hexes.contains(&hex) || !self.can_be_attacked(hex) {
                continue;
            }
            let mut others = self.can_attack().filter(left);
            let covered = others.any(|unit| {
                self.hex(unit).is_some_and(|from| rules.map.grid().distance(from, hex) == 1)
            });
            if !covered {
                return Err(Violation::new(
                    "KB 8.21",
                    format!("no unit would be left to attack {}", rules.label(hex)),
                ));
            }
        }
        for unit in self.can_attack().filter(left).filter(|&unit| self.state(unit).obliged) {
            if !self.targets(rules, unit).any(|hex| !hexes.contains(&hex)) {
                return Err(Violation::new(
                    "KB 8.12",
                    format!("'{}' would be left with nothing to attack", rules.unit(unit).name),
                ));
            }
        }
        Ok(())
    }

    /// Whether the combat phase may end.
    pub fn check_combat_done(&self, rules: &Rules) -> Result<(), Violation> {
        if let Some(&hex) = self.battle.required.iter().find(|&&hex| self.can_be_attacked(hex)) {
            return Err(Violation::new(
                "KB 8.11",
                format!("{} must be attacked", rules.label(hex)),
            ));
        }
        if let Some(unit) = self.can_attack().find(|&unit| self.state(unit).obliged) {
            return Err(Violation::new(
                "KB 8.12",
                format!("'{}' must attack", rules.unit(unit).name),
            ));
        }
        Ok(())
    }

    /// The numbers of an attack (KB 8.3, 8.4, 8.6).
    pub fn reckon(&self, rules: &Rules, units: &[Unit], hexes: &[Hex]) -> Reckoning {
        self.reckon_supplied(rules, units, hexes, self.worst_supply(rules, units))
    }

    /// The numbers of an attack whose attackers' worst supply state is known.
    pub fn reckon_supplied(
        &self,
        rules: &Rules,
        units: &[Unit],
        hexes: &[Hex],
        supply: SupplyState,
    ) -> Reckoning {
        let mut out = Reckoning {
            attack: units.iter().map(|&unit| self.face(rules, unit).strength).sum(),
            ..Reckoning::default()
        };
        for &hex in hexes {
            for unit in self.stack(hex) {
                let face = self.face(rules, unit);
                out.defence += face.strength;
                out.morale = out.morale.max(face.morale);
            }
        }
        let constants = &rules.constants;
        let plus = |value, reason, rule| Plus { value, reason, hex: None, rule };
        if self.weather == Weather::Fog {
            out.attack_plus.push(plus(constants.fog_attacker_modifier, "fog", "KB 8.3"));
        }
        let (value, reason) = match supply {
            SupplyState::InSupply | SupplyState::AlliedSupply | SupplyState::FortressSupply => {
                (0, "")
            }
            SupplyState::OutOfCommunications => {
                (constants.out_of_communications_modifier, "out-of-communications")
            }
            SupplyState::OutOfSupply => (constants.out_of_supply_modifier, "out-of-supply"),
            SupplyState::Isolated => (constants.isolated_modifier, "isolated"),
        };
        out.defence_plus.push(plus(value, reason, "KB 14.22"));
        if self.mixed_corps(rules, units) {
            let value = constants.mixed_corps_modifier;
            out.defence_plus.push(plus(value, "mixed-corps", "KB 16.0"));
        }
        // KB 8.26: the most favourable of the defenders' hexes counts for all.
        if let Some(hex) = hexes.iter().copied().max_by_key(|&hex| (rules.map.defence(hex), hex)) {
            let value = rules.map.defence(hex);
            out.defence_plus.push(Plus {
                value,
                reason: "terrain",
                hex: Some(hex),
                rule: "KB 5.32",
            });
        }
        let hexside = self.hexside_modifier(rules, units, hexes);
        out.defence_plus.push(plus(hexside, "hexside", "KB 5.32"));
        out.attack_plus.retain(|plus| plus.value != 0);
        out.defence_plus.retain(|plus| plus.value != 0);
        out
    }

    /// KB 14.24: only the worst supply state counts.
    fn worst_supply(&self, rules: &Rules, units: &[Unit]) -> SupplyState {
        let mut worst = SupplyState::InSupply;
        let mut last: Option<Hex> = None;
        for &unit in units {
            let Some(hex) = self.hex(unit) else { continue };
            if last != Some(hex) {
                worst = worst.max(self.supply_of(rules, unit, hex).state(rules));
                last = Some(hex);
            }
        }
        worst
    }

    /// KB 16.0: whether the attackers are of two or more corps. Regimental replacements and
    /// service companies bear no corps and mix with any.
    fn mixed_corps(&self, rules: &Rules, units: &[Unit]) -> bool {
        let mut corps = units.iter().filter_map(|&unit| self.corps(rules, unit));
        let first = corps.next();
        corps.any(|other| Some(other) != first)
    }

    /// The corps that a unit counts for. Service companies bear none on their face, and are all
    /// alike (KB 15.22).
    fn corps(&self, rules: &Rules, unit: Unit) -> Option<u16> {
        let def = rules.unit(unit);
        def.corps.filter(|_| def.service_face != Some(self.state(unit).face))
    }

    /// KB 5.32: rivers and excavations help only if every attacker comes across one, whichever
    /// of the defenders' hexes he attacks.
    fn hexside_modifier(&self, rules: &Rules, units: &[Unit], hexes: &[Hex]) -> i32 {
        let grid = rules.map.grid();
        let mut least = i32::MAX;
        for &unit in units {
            let Some(from) = self.hex(unit) else { continue };
            for &hex in hexes {
                let side = grid.direction_to(from, hex);
                least = least.min(side.map_or(0, |side| rules.map.side_defence(from, side)));
            }
        }
        if least == i32::MAX { 0 } else { least }
    }

    /// Declares an attack that [`Position::check_attack`] allowed, with the rolling barrage that
    /// [`Position::check_rolling`] did. The defender is asked for an SOS barrage if he has any to
    /// fire.
    pub fn declare_attack(
        &mut self,
        rules: &Rules,
        units: &[Unit],
        hexes: &[Hex],
        barrage: Option<(Target, Guns)>,
    ) {
        let side = self.battle.side;
        self.battle.units.clear();
        self.battle.units.extend_from_slice(units);
        self.battle.hexes.clear();
        self.battle.hexes.extend_from_slice(hexes);
        self.battle.hexes.sort_unstable();
        self.battle.rolling = barrage.map(|(target, guns)| {
            self.spend_guns(side, guns);
            let Target { hex, limit, sight, .. } = target;
            Fired { hex, guns, limit, sight, left: self.guns[side] }
        });
        self.battle.sos = None;
        self.battle.stage = BattleStage::Declared;
        self.decision = if self.can_fire_sos(rules) { Decision::Sos } else { Decision::None };
    }

    /// Fires an SOS barrage that [`Position::check_sos`] allowed.
    pub fn do_sos(&mut self, rules: &Rules, hex: Hex, guns: Guns) {
        let side = enemy_of(self.battle.side);
        self.spend_guns(side, guns);
        let limit = self.sos_limit(rules);
        let left = self.guns[side];
        self.battle.sos = Some(Fired { hex, guns, limit, sight: None, left });
    }

    /// Resolves the declared attack.
    pub fn resolve_attack(&mut self, cx: &mut Context<'_>) {
        let units = std::mem::take(&mut self.battle.units);
        let hexes = std::mem::take(&mut self.battle.hexes);
        self.battle.stage = BattleStage::None;
        self.do_attack(cx, &units, &hexes);
        self.battle.units = units;
    }

    /// What the barrages add to the dice (KB 9.52, 9.62).
    fn add_barrages(&self, rules: &Rules, reckoning: &mut Reckoning) {
        if let Some(fired) = &self.battle.rolling {
            let value = fired.guns.total() as i32;
            let hex = Some(fired.hex);
            let plus = Plus { value, reason: "rolling-barrage", hex, rule: "KB 9.52" };
            reckoning.attack_plus.push(plus);
        }
        if let Some(fired) = &self.battle.sos {
            let value = fired.guns.total() as i32 / rules.constants.artillery.sos_barrage_divisor;
            let hex = Some(fired.hex);
            let plus = Plus { value, reason: "sos-barrage", hex, rule: "KB 9.62" };
            reckoning.defence_plus.push(plus);
        }
        reckoning.defence_plus.retain(|plus| plus.value != 0);
    }

    fn do_attack(&mut self, cx: &mut Context<'_>, units: &[Unit], hexes: &[Hex]) {
        let rules = cx.rules;
        let side = self.battle.side;
        let mut reckoning = self.reckon(rules, units, hexes);
        self.add_barrages(rules, &mut reckoning);
        self.combats += 1;
        let attack_die = self.roll(cx, "attack", side, "KB 8.0");
        let defence_die = self.roll(cx, "defence", enemy_of(side), "KB 8.0");
        let outcome = reckoning.resolve(attack_die, defence_die);
        let defender_steps = match outcome.result {
            CombatResult::Successful => outcome.quotient - reckoning.morale,
            _ => 0,
        };
        let attacker_steps = match outcome.result {
            CombatResult::Unsuccessful => rules.constants.failed_attack_steps,
            _ => 0,
        };
        self.emit(cx, || {
            let defenders: Vec<Unit> = hexes.iter().flat_map(|&hex| self.stack(hex)).collect();
            let told = |plus: &[Plus]| plus.iter().map(|plus| plus.modifier(rules)).collect();
            let rule = match outcome.result {
                CombatResult::AttackerEliminated => "KB 8.71",
                CombatResult::Unsuccessful => "KB 8.72",
                CombatResult::Successful => "KB 8.73",
            };
            Detail::Combat(Box::new(Combat {
                combat: self.combats,
                hexes: rules.labels(hexes),
                attacker: CombatSide {
                    side: rules.sides[side].clone(),
                    units: units.iter().map(|&unit| self.combatant(rules, unit, true)).collect(),
                    strength: reckoning.attack,
                    barrage: self.battle.rolling.map(|fired| fired.told(self, rules, side)),
                    die: attack_die,
                    modifiers: told(&reckoning.attack_plus),
                    modified_die: outcome.attack_die,
                    product: outcome.attack_product,
                },
                defender: CombatSide {
                    side: rules.sides[enemy_of(side)].clone(),
                    units: defenders.iter().map(|&u| self.combatant(rules, u, false)).collect(),
                    strength: reckoning.defence,
                    barrage: self.battle.sos.map(|fired| fired.told(self, rules, enemy_of(side))),
                    die: defence_die,
                    modifiers: told(&reckoning.defence_plus),
                    modified_die: outcome.defence_die,
                    product: outcome.defence_product,
                },
                quotient: outcome.quotient,
                morale: reckoning.morale,
                result: outcome.result,
                attacker_steps,
                defender_steps,
                rule: rule.to_owned(),
            }))
        });
        for &unit in units {
            self.state_mut(unit).attacked = true;
        }
        for &hex in hexes {
            let defenders: Vec<Unit> = self.stack(hex).collect();
            for unit in defenders {
                self.state_mut(unit).defended = true;
            }
        }
        let base = &self.base;
        self.battle.open(self.combats, units, hexes, |unit| base.hex(unit));
        match outcome.result {
            CombatResult::AttackerEliminated => self.eliminate_attackers(cx, units),
            CombatResult::Unsuccessful => {
                self.battle.left = attacker_steps;
                self.battle.stage = BattleStage::StackLoses { stack: 0, again: false };
            }
            CombatResult::Successful => {
                self.battle.left = defender_steps;
                self.battle.stage = BattleStage::DefenderLoses;
            }
        }
    }

    /// A unit of a combat or bombardment, for the log.
    pub fn combatant(&self, rules: &Rules, unit: Unit, attacks: bool) -> Combatant {
        let def = rules.unit(unit);
        let face = self.face(rules, unit);
        let hex = self.hex(unit);
        let supply: Option<Supply> =
            hex.filter(|_| attacks).map(|hex| self.supply_of(rules, unit, hex));
        Combatant {
            unit: def.name.clone(),
            hex: hex.map(|hex| rules.label(hex).to_owned()).unwrap_or_default(),
            face: self.state(unit).face,
            strength: face.strength,
            morale: face.morale,
            corps: self.corps(rules, unit).map(|corps| rules.corps[usize::from(corps)].clone()),
            supply: supply.map(|supply| supply.state(rules)),
            supply_distance: supply.and_then(Supply::distance),
        }
    }

    /// KB 17.3 and 8.83 differ by side and turn.
    pub fn is_opening(&self, rules: &Rules, side: usize) -> bool {
        side == GERMAN && i32::from(self.turn) <= rules.constants.early_turns
    }
}

fn has_twice<T: PartialEq>(items: &[T]) -> bool {
    items.iter().enumerate().any(|(i, item)| items[..i].contains(item))
}
