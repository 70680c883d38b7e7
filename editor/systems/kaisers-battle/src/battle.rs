//! KB 8.7 What an attack's result does: losses, and the retreat of who attacked in vain.

use crate::event::{Detail, LossCause, NoRetreat, Retreat};

use crate::barrage::Fired;
use crate::context::Context;
use crate::position::{Decision, Fnv, Position};
use crate::rules::{Rules, Unit, enemy_of};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

/// A combat phase, and the attack that is being resolved in it.
#[derive(Clone, Debug, Default)]
pub struct Battle {
    /// The phasing side.
    pub side: usize,
    /// Units that touched an enemy when the phase began.
    pub front: Vec<Unit>,
    /// Enemy hexes that must be attacked (KB 8.11), in order.
    pub required: Vec<Hex>,
    pub stage: BattleStage,
    pub number: u32,
    /// The attackers of the declared attack.
    pub units: Vec<Unit>,
    /// The barrages of the declared attack (KB 9.5, 9.6).
    pub rolling: Option<Fired>,
    pub sos: Option<Fired>,
    /// The attacked hexes.
    pub hexes: Vec<Hex>,
    /// The attacking stacks with their hexes, in order of hexes.
    pub stacks: Vec<(Hex, Vec<Unit>)>,
    /// Steps still to be lost by whoever loses now.
    pub left: i32,
    /// The die of the advance (KB 8.83).
    pub advance_die: u8,
    /// Units that have advanced.
    pub advanced: Vec<Unit>,
}

/// How far the resolution of an attack has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BattleStage {
    #[default]
    None,
    /// The attack is declared; the defender may fire an SOS barrage (KB 9.6).
    Declared,
    /// The defender loses steps (KB 8.75).
    DefenderLoses,
    /// An attacking stack loses a step (KB 8.74), again if it could not retreat.
    StackLoses { stack: usize, again: bool },
    /// An attacking stack retreats (KB 8.74).
    StackRetreats { stack: usize },
    /// The victors advance (KB 8.8).
    Advances,
}

impl Battle {
    /// Begins the resolution of an attack.
    pub fn open(
        &mut self,
        number: u32,
        units: &[Unit],
        hexes: &[Hex],
        hex_of: impl Fn(Unit) -> Option<Hex>,
    ) {
        self.number = number;
        self.hexes.clear();
        self.hexes.extend_from_slice(hexes);
        self.hexes.sort_unstable();
        self.stacks.clear();
        for &unit in units {
            let Some(hex) = hex_of(unit) else { continue };
            match self.stacks.iter_mut().find(|(known, _)| *known == hex) {
                Some((_, stack)) => stack.push(unit),
                None => self.stacks.push((hex, vec![unit])),
            }
        }
        self.stacks.sort();
        self.stacks.iter_mut().for_each(|(_, stack)| stack.sort_unstable());
        self.advanced.clear();
        self.advance_die = 0;
        self.left = 0;
    }

    pub fn hash(&self, hash: &mut Fnv) {
        let (kind, stack) = match self.stage {
            BattleStage::None => (0, 0),
            BattleStage::DefenderLoses => (1, 0),
            BattleStage::StackLoses { stack, again } => (2 + u64::from(again), stack),
            BattleStage::StackRetreats { stack } => (4, stack),
            BattleStage::Advances => (5, 0),
            BattleStage::Declared => (6, 0),
        };
        hash.add(kind << 32 | stack as u64);
        hash.add((self.side as u64) << 32 | u64::from(self.number));
        self.front.iter().for_each(|unit| hash.add(u64::from(unit.0)));
        self.required.iter().for_each(|hex| hash.add(u64::from(hex.0)));
        if self.stage != BattleStage::None {
            self.hexes.iter().for_each(|hex| hash.add(u64::from(hex.0)));
            self.units.iter().for_each(|unit| hash.add(u64::from(unit.0)));
            for fired in [&self.rolling, &self.sos] {
                hash.add(fired.map_or(u64::MAX, |fired| u64::from(fired.hex.0)));
                hash.add_guns(fired.map(|fired| fired.guns).unwrap_or_default());
            }
            for (hex, stack) in &self.stacks {
                hash.add(u64::from(hex.0));
                stack.iter().for_each(|unit| hash.add(u64::from(unit.0)));
            }
            hash.add(self.left as u64);
            hash.add(u64::from(self.advance_die));
            self.advanced.iter().for_each(|unit| hash.add(u64::from(unit.0)));
        }
    }
}

impl Position {
    /// Goes on with the attack that is being resolved until a side must decide or it is over.
    pub fn continue_battle(&mut self, cx: &mut Context<'_>) {
        while self.decision == Decision::None {
            match self.battle.stage {
                BattleStage::None => {
                    self.offer_attack(cx.rules);
                    return;
                }
                BattleStage::Declared => self.resolve_attack(cx),
                BattleStage::DefenderLoses => self.defender_loses(cx),
                BattleStage::StackLoses { stack, again } => self.stack_loses(cx, stack, again),
                BattleStage::StackRetreats { stack } => self.stack_retreats(cx, stack),
                BattleStage::Advances => self.offer_advance(cx.rules),
            }
        }
    }

    /// KB 8.75: the defender loses steps; whoever has lost all makes way for an advance.
    fn defender_loses(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let mut losers = Vec::new();
        self.losers(&mut losers);
        if losers.is_empty() {
            return self.begin_advance(cx);
        }
        if self.battle.left <= 0 {
            self.battle.stage = BattleStage::None;
            return;
        }
        let steps: i32 = losers.iter().map(|&unit| self.steps_left(rules, unit)).sum();
        if losers.len() == 1 || steps <= self.battle.left {
            self.do_lose(cx, losers[0]);
        } else {
            self.decision = Decision::Lose { side: enemy_of(self.battle.side) };
        }
    }

    /// KB 8.74: each attacking stack loses a step, and another if it cannot retreat.
    fn stack_loses(&mut self, cx: &mut Context<'_>, stack: usize, again: bool) {
        if stack >= self.battle.stacks.len() {
            self.battle.stage = BattleStage::None;
            return;
        }
        let units = &self.battle.stacks[stack].1;
        match units.as_slice() {
            [] => self.next_stack(cx.rules, stack),
            _ if self.battle.left <= 0 && again => self.next_stack(cx.rules, stack),
            _ if self.battle.left <= 0 => {
                self.battle.stage = BattleStage::StackRetreats { stack };
            }
            &[only] => self.do_lose(cx, only),
            _ => self.decision = Decision::Lose { side: self.battle.side },
        }
    }

    fn next_stack(&mut self, rules: &Rules, stack: usize) {
        self.battle.left = rules.constants.failed_attack_steps;
        self.battle.stage = BattleStage::StackLoses { stack: stack + 1, again: false };
    }

    fn stack_retreats(&mut self, cx: &mut Context<'_>, stack: usize) {
        let rules = cx.rules;
        let ways = self.retreats(rules);
        match ways.as_slice() {
            [] => {
                let (hex, units) = &self.battle.stacks[stack];
                self.emit(cx, || {
                    Detail::NoRetreat(NoRetreat {
                        combat: self.battle.number,
                        side: rules.sides[self.battle.side].clone(),
                        units: units.iter().map(|&u| rules.unit(u).name.clone()).collect(),
                        hex: rules.label(*hex).to_owned(),
                        rule: "KB 8.74".to_owned(),
                    })
                });
                self.battle.left = rules.constants.failed_retreat_steps;
                self.battle.stage = BattleStage::StackLoses { stack, again: true };
            }
            &[only] => self.do_retreat(cx, only),
            _ => self.decision = Decision::Retreat { side: self.battle.side },
        }
    }

    /// The units of which one takes the next step lost, by rising number.
    pub fn losers(&self, out: &mut Vec<Unit>) {
        out.clear();
        if let Some(hex) = self.owed.stack() {
            out.extend(self.stack(hex));
            return;
        }
        match self.battle.stage {
            BattleStage::DefenderLoses => {
                out.extend(self.battle.hexes.iter().flat_map(|&hex| self.stack(hex)));
            }
            BattleStage::StackLoses { stack, .. } => {
                let units = self.battle.stacks.get(stack).map_or(&[][..], |(_, units)| units);
                out.extend_from_slice(units);
            }
            _ => {}
        }
        out.sort_unstable();
    }

    pub fn check_lose(&self, unit: Unit) -> Result<(), Violation> {
        let mut losers = Vec::new();
        self.losers(&mut losers);
        if losers.contains(&unit) {
            Ok(())
        } else {
            Err(Violation::new("KB 8.5", "the unit is not among those that may take the loss"))
        }
    }

    /// Lets a unit take the next step lost.
    pub fn do_lose(&mut self, cx: &mut Context<'_>, unit: Unit) {
        let cause = match self.battle.stage {
            BattleStage::StackLoses { again: true, .. } => LossCause::NoRetreat,
            _ => LossCause::Combat,
        };
        let rule = match self.battle.stage {
            BattleStage::DefenderLoses => "KB 8.75",
            _ => "KB 8.74",
        };
        let replacement = self.lose_step(cx, unit, cause, rule);
        self.battle.left -= 1;
        // The stack goes on with what is left of it.
        if let BattleStage::StackLoses { stack, .. } = self.battle.stage {
            let on_map = self.hex(unit).is_some();
            let units = &mut self.battle.stacks[stack].1;
            if !on_map {
                units.retain(|&other| other != unit);
            }
            units.extend(replacement);
            units.sort_unstable();
        }
        if let Some(replacement) = replacement {
            let attacks = !matches!(self.battle.stage, BattleStage::DefenderLoses);
            let state = self.state_mut(replacement);
            state.attacked = attacks;
            state.defended = !attacks;
        }
    }

    /// Where the stack whose turn it is may retreat to (KB 8.74): no hex that an enemy occupies
    /// or controls, friends or no (KB 6.33).
    pub fn retreats(&self, rules: &Rules) -> Vec<Hex> {
        let BattleStage::StackRetreats { stack } = self.battle.stage else { return Vec::new() };
        let side = self.battle.side;
        let (from, _) = self.battle.stacks[stack];
        let mut ways: Vec<Hex> = rules
            .map
            .neighbours(from)
            .filter(|&(direction, _)| rules.map.step_cost(from, direction).is_some())
            .map(|(_, hex)| hex)
            .filter(|&hex| !self.enemy_in(hex, side) && !self.enemy_controlled(hex, side))
            .collect();
        ways.sort_unstable();
        ways
    }

    pub fn check_retreat(&self, rules: &Rules, hex: Hex) -> Result<(), Violation> {
        if self.retreats(rules).contains(&hex) {
            return Ok(());
        }
        let (label, side) = (rules.label(hex), self.battle.side);
        let why = match () {
            () if self.enemy_in(hex, side) => format!("an enemy unit is in {label}"),
            () if self.enemy_controlled(hex, side) => {
                format!("{label} is in an enemy zone of control")
            }
            () => format!("a stack retreats to an adjacent hex that it may enter, not to {label}"),
        };
        Err(Violation::new("KB 8.74", why))
    }

    pub fn do_retreat(&mut self, cx: &mut Context<'_>, to: Hex) {
        let BattleStage::StackRetreats { stack } = self.battle.stage else { return };
        let rules = cx.rules;
        let (from, units) = self.battle.stacks[stack].clone();
        self.emit(cx, || {
            Detail::Retreat(Retreat {
                combat: self.battle.number,
                side: rules.sides[self.battle.side].clone(),
                units: rules.names(&units),
                from: rules.label(from).to_owned(),
                to: rules.label(to).to_owned(),
                rule: "KB 8.74".to_owned(),
            })
        });
        for unit in units {
            self.shift(rules, unit, to);
            self.take_town(cx, unit, to);
        }
        self.next_stack(rules, stack);
    }
}
