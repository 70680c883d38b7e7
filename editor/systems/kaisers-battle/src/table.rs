//! Games on the published set-up, for tests that look inside.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::log::Log;
use salient_rules::play::PlayContext;
use salient_rules::weights::Weighing;
use salient_rules::{Bot, System};

use crate::Rulebook;
use crate::bots::{Memory, Weights, choose};
use crate::context::Context;
use crate::context::KaisersBattle;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;

/// A game with the memory of its bots.
pub struct Table {
    pub rules: Rules,
    pub position: Position,
    pub dice: Dice,
    pub memory: Memory,
    pub chance: SplitMix64,
}

impl Table {
    pub fn new(seed: u64) -> Self {
        let bundle = Rulebook.published().bundle(None).unwrap();
        let rules = Rules::compile(&bundle).unwrap();
        let mut position = Setup::of(&bundle).position(&rules).unwrap_or_else(|e| panic!("{e:?}"));
        let mut dice = Dice::seeded(seed);
        let cx = &mut Context { rules: &rules, dice: &mut dice, log: &mut Log::quiet() };
        PlayContext::<KaisersBattle>::new(&mut position, cx).begin();
        Self { rules, position, dice, memory: Memory::default(), chance: SplitMix64::new(!seed) }
    }

    /// Plays some decisions; false when the game is over.
    pub fn play(&mut self, bots: [Bot; 2], decisions: usize) -> bool {
        for _ in 0..decisions {
            let Some(side) = self.position.deciding() else { return false };
            let Self { rules, position, dice, memory, chance } = self;
            let act = choose(bots[side], position, rules, &Weights::usual(side), chance, memory);
            let mut log = Log::quiet();
            let cx = &mut Context { rules, dice, log: &mut log };
            PlayContext::<KaisersBattle>::new(position, cx).act(&act).unwrap();
        }
        self.position.deciding().is_some()
    }
}
