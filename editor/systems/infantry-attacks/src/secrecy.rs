//! A bot sees only what its player may: what the other side has planned for its artillery (IA 9.11),
//! and where its hidden units are (IA 16.5), changes nothing of what it may do, does or imagines.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use proptest::prelude::*;
use salient_hex::path::Reach;
use salient_rules::Bot;
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::game::Marker;
use salient_rules::play::{self, GamePosition, Procedures, Unit, View};

use crate::acts::Act;
use crate::begun::{Here, act, begun, choose};
use crate::decision::Decision;
use crate::missions::is_gun;
use crate::rules::{InfantryAttacks, Rules};
use crate::tasks::{Plan, Shot, Task};

/// Another plan of a side: any of its guns fires at any hex in any turn, or has another mission.
fn another(rules: &Rules, side: usize, chance: &mut SplitMix64) -> Plan {
    let mut plan = Plan::default();
    let hexes = rules.compiled.map.len() as u32;
    let any = |chance: &mut SplitMix64| {
        rules.compiled.map.grid().hexes().nth(chance.below(hexes) as usize).unwrap()
    };
    for unit in rules.compiled.all_units() {
        if rules.side_of(unit) != side || !is_gun(rules, unit) {
            continue;
        }
        let task = match chance.below(4) {
            0 => Task::OpenSights,
            1 => Task::Move(any(chance)),
            _ => {
                let shot = |turn| Shot { turn, hex: any(chance), smoke: turn % 3 == 0 };
                Task::Planned((0..10).map(shot).collect())
            }
        };
        plan.give(unit, task);
        plan.due.push((unit, any(chance)));
    }
    plan
}

/// A position as a side imagines it.
fn imagine(rules: &Rules, position: &Here, side: usize, chance: &mut SplitMix64) -> Here {
    play::imagine::<InfantryAttacks>(rules, position, side, chance)
}

/// All that a side can learn of a position.
#[derive(Debug, PartialEq)]
struct Learnt {
    legal: Vec<Act>,
    chosen: Option<Act>,
    imagined: u64,
    markers: Vec<Marker>,
    ways: Vec<usize>,
}

fn learnt(rules: &Rules, position: &Here, bot: Bot, seed: u64) -> Learnt {
    let side = position.deciding().unwrap();
    let chance = || SplitMix64::new(seed);
    let mut reach = Reach::default();
    let asked = View::asked(rules, position).map(InfantryAttacks::questions).unwrap();
    let ways: Vec<usize> = (rules.compiled.units.iter())
        .map(|unit| {
            let found = asked.reachable(&unit.name, 2, &mut reach);
            found.map_or(0, |_| reach.reached().len())
        })
        .collect();
    Learnt {
        legal: play::legal::<InfantryAttacks>(rules, position),
        chosen: choose(rules, position, bot, &mut chance()),
        imagined: imagine(rules, position, side, &mut chance()).hash(),
        markers: InfantryAttacks::questions(View::known_to(rules, position, &[])).markers(),
        ways,
    }
}

const BOTS: [Bot; 3] = [Bot::RANDOM, Bot::HEURISTIC, Bot::PLANNER];

/// Looks at each position of a game in which somebody decides, with how many decisions there were
/// before. `seats` are places among the bots.
fn in_a_game(
    scenario: &str,
    seed: u64,
    seats: [usize; 2],
    mut look: impl FnMut(&Rules, &Here, usize, &mut SplitMix64) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let (mut dice, mut chance) = (Dice::seeded(seed), SplitMix64::new(seed));
    let (rules, mut position) = begun(scenario, &mut dice);
    let mut asked = 0;
    while let Some(side) = position.deciding() {
        look(&rules, &position, asked, &mut chance)?;
        asked += 1;
        let bot = BOTS[seats[side]];
        let chosen = choose(&rules, &position, bot, &mut chance).unwrap();
        act(&rules, &mut position, &mut dice, &chosen);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Many positions of many games, whoever plays them; and every one in which both plan.
    #[test]
    fn no_bot_sees_what_the_other_has_planned(
        seed in 0_u64..1 << 32,
        german in 0_usize..3,
        russian in 0_usize..3,
        stride in 5_usize..30,
    ) {
        let mut planned = 0;
        in_a_game("two-villages", seed, [german, russian], |rules, position, asked, chance| {
            let side = position.deciding().unwrap();
            let plans = position.asked().is_some_and(|ask| ask.what == Decision::Plan);
            planned += usize::from(plans);
            if plans || asked % stride == 0 {
                for bot in BOTS {
                    let known = learnt(rules, position, bot, seed);
                    for _ in 0..3 {
                        let mut other = position.clone();
                        other.own.plans.choose(1 - side, another(rules, 1 - side, chance));
                        prop_assert_eq!(&learnt(rules, &other, bot, seed), &known, "{}", bot);
                    }
                }
            }
            Ok(())
        })?;
        prop_assert!(planned > 3, "nobody had anything to hide");
    }

    /// Wherever hidden units may be, as far as the other side knows, it does the same.
    #[test]
    fn no_bot_sees_where_the_hidden_are(
        seed in 0_u64..1 << 32,
        german in 0_usize..3,
        russian in 0_usize..3,
        stride in 5_usize..30,
    ) {
        let mut elsewhere = 0;
        in_a_game("the-ford", seed, [german, russian], |rules, position, asked, chance| {
            if asked % stride == 0 {
                let side = position.deciding().unwrap();
                let other = imagine(rules, position, side, chance);
                let moved = |&unit: &Unit| {
                    rules.side_of(unit) != side && other.hex(unit) != position.hex(unit)
                };
                elsewhere += rules.compiled.all_units().filter(moved).count();
                for bot in BOTS {
                    let known = learnt(rules, position, bot, seed);
                    prop_assert_eq!(&learnt(rules, &other, bot, seed), &known, "{}", bot);
                }
            }
            Ok(())
        })?;
        prop_assert!(elsewhere > 0, "nobody was hidden");
    }

    /// What a side imagines of the other's plan can be played on.
    #[test]
    fn what_is_imagined_can_be_played(seed in 0_u64..1 << 32, stride in 20_usize..60) {
        let (mut dice, mut chance) = (Dice::seeded(seed), SplitMix64::new(seed));
        let (rules, mut position) = begun(["two-villages", "the-ford"][seed as usize % 2], &mut dice);
        let mut asked = 0;
        while let Some(side) = position.deciding() {
            if asked % stride == 0 {
                let mut imagined = imagine(&rules, &position, side, &mut chance);
                for _ in 0..40 {
                    let Some(_) = imagined.deciding() else { break };
                    let chosen = choose(&rules, &imagined, Bot::RANDOM, &mut chance).unwrap();
                    act(&rules, &mut imagined, &mut Dice::seeded(seed), &chosen);
                }
            }
            asked += 1;
            let chosen = choose(&rules, &position, Bot::HEURISTIC, &mut chance).unwrap();
            act(&rules, &mut position, &mut dice, &chosen);
        }
    }
}
