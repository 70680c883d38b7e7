//! A bot sees only what its player may: what the enemy has chosen in secret (KB 9.22, 12.0) does
//! not change what it does. The dice to come it is never shown: they lie beside the position.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use proptest::prelude::*;

use crate::acts::Act;
use crate::air::AirPoints;
use crate::bots::{Weights, choose};
use crate::guns::Guns;
use crate::hidden::{Choice, Hidden};
use crate::position::{Decision, Position};
use crate::rules::enemy_of;
use crate::table::Table;
use salient_rules::Bot;
use salient_rules::weights::Weighing;

impl Table {
    /// What a bot chooses in some position, with what it remembers of the game so far.
    fn choice(&self, bot: Bot, position: &Position) -> Act {
        let side = position.deciding().unwrap();
        let (mut chance, mut memory) = (self.chance.clone(), self.memory.clone());
        choose(bot, position, &self.rules, &Weights::usual(side), &mut chance, &mut memory)
    }

    fn check(&self, bot: Bot) {
        let side = self.position.deciding().unwrap();
        let chosen = self.choice(bot, &self.position);
        let imagined = self.position.imagined(side);
        assert_eq!(self.choice(bot, &imagined), chosen, "{bot}: a secret");
        for hidden in secrets(&self.position.decision, side) {
            let mut other = imagined.clone();
            other.hidden = hidden;
            assert_eq!(other.imagined(side).hidden, imagined.hidden, "{bot}: a secret is left in");
            assert_eq!(self.choice(bot, &other), chosen, "{bot}: what the enemy has chosen");
        }
    }
}

/// What the enemy may have chosen already, where both choose in secret.
fn secrets(decision: &Decision, side: usize) -> Vec<Hidden> {
    let choices = match decision {
        Decision::CounterBattery { .. } => [(0, 0), (10, 0), (0, 10), (20, 10)]
            .map(|(f, h)| Choice::CounterBattery(Guns::new(f, h))),
        Decision::AllocateAir { .. } => [(0, 0, 8), (4, 4, 0), (0, 8, 0), (2, 3, 3)].map(
            |(observation, ground_attack, interception)| {
                Choice::Air(AirPoints { observation, ground_attack, interception })
            },
        ),
        _ => return Vec::new(),
    };
    let one = |choice| {
        let mut hidden = Hidden::default();
        hidden.put(enemy_of(side), choice);
        hidden
    };
    choices.into_iter().map(one).collect()
}

fn any_bot() -> impl Strategy<Value = Bot> {
    proptest::sample::select(Bot::USUAL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Many positions of many games, whoever plays them: every bot is asked in each.
    #[test]
    fn no_bot_sees_a_secret(
        seed in 0_u64..1 << 32,
        german in any_bot(),
        allied in any_bot(),
        stride in 7_usize..40,
    ) {
        let mut table = Table::new(seed);
        while table.play([german, allied], stride) {
            for bot in Bot::USUAL {
                table.check(bot);
            }
        }
    }

    /// Every position in which both sides choose in secret.
    #[test]
    fn no_bot_sees_what_the_enemy_has_chosen(
        seed in 0_u64..1 << 32,
        german in any_bot(),
        allied in any_bot(),
    ) {
        let mut table = Table::new(seed);
        let mut asked = 0;
        loop {
            if !secrets(&table.position.decision, 0).is_empty() {
                asked += 1;
                for bot in Bot::USUAL {
                    table.check(bot);
                }
            }
            if !table.play([german, allied], 1) {
                break;
            }
        }
        prop_assert!(asked > 0, "nobody had anything to hide");
    }
}
