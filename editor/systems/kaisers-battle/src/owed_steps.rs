//! Steps that stacks owe outside combat: under bombardment (KB 9.45) and under gas (KB 9.34).

use crate::event::LossCause;

use crate::context::Context;
use crate::position::{Decision, Fnv, Position};
use crate::rules::{Procedure, Unit};
use salient_hex::grid::Hex;

/// Stacks that owe steps, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwedSteps {
    /// The stacks that still owe, the last first.
    stacks: Vec<Hex>,
    /// Steps that each owes.
    steps: i32,
    /// Steps that the stack whose turn it is still owes.
    left: i32,
    side: usize,
    kind: OwedFor,
}

/// Why steps are owed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwedFor {
    #[default]
    Bombardment,
    Gas,
}

impl OwedFor {
    fn cause(self) -> LossCause {
        match self {
            Self::Bombardment => LossCause::Bombardment,
            Self::Gas => LossCause::Gas,
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Self::Bombardment => "KB 9.45",
            Self::Gas => "KB 9.34",
        }
    }
}

impl OwedSteps {
    /// Lets each of some stacks of a side owe steps; the stacks pay by rising hex.
    pub fn new(side: usize, kind: OwedFor, mut stacks: Vec<Hex>, steps: i32) -> Self {
        stacks.sort_unstable_by(|a, b| b.cmp(a));
        Self { stacks, steps, left: steps, side, kind }
    }

    /// The stack whose turn it is.
    pub fn stack(&self) -> Option<Hex> {
        self.stacks.last().copied()
    }

    /// Steps that the stack whose turn it is still owes.
    pub fn left(&self) -> i32 {
        self.left
    }

    /// The rule by which they are owed.
    pub fn rule(&self) -> &'static str {
        self.kind.rule()
    }

    pub fn hash(&self, hash: &mut Fnv) {
        hash.add((self.stacks.len() as u64) << 32 | self.left as u32 as u64);
        if !self.stacks.is_empty() {
            hash.add((self.kind as u64) << 32 | self.side as u64);
            hash.add(self.steps as u64);
            self.stacks.iter().for_each(|hex| hash.add(u64::from(hex.0)));
        }
    }
}

impl Position {
    /// Lets stacks pay until their owner must choose who, or all have paid. Then the step of the
    /// sequence of play goes on.
    pub fn continue_owed_steps(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        while let Some(hex) = self.owed.stack() {
            let first = self.stack(hex).next();
            match first {
                Some(only) if self.owed.left > 0 => {
                    let steps: i32 = self.stack(hex).map(|u| self.steps_left(rules, u)).sum();
                    if self.stack(hex).nth(1).is_none() || steps <= self.owed.left {
                        self.pay_owed_step(cx, only);
                    } else {
                        self.decision = Decision::Lose { side: self.owed.side };
                        return;
                    }
                }
                _ => {
                    self.owed.stacks.pop();
                    self.owed.left = self.owed.steps;
                }
            }
        }
        match self.phase_def(rules).map(|phase| phase.procedure) {
            Some(Procedure::Drumfire) => self.offer_drumfire(rules),
            Some(Procedure::GroundAttack) => self.offer_ground_attack(cx),
            _ => {}
        }
    }

    /// Lets a unit pay one of the steps that its stack owes.
    pub fn pay_owed_step(&mut self, cx: &mut Context<'_>, unit: Unit) {
        let kind = self.owed.kind;
        self.owed.left -= 1;
        self.lose_step(cx, unit, kind.cause(), kind.rule());
    }
}
