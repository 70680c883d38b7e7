//! With limited intelligence nothing that a side may not know of the enemy changes what it may do or
//! what its bots do (1914 3.1.6 to 3.1.8).

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use salient_hex::Hex;
use salient_rules::base::Context;
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::log::Log;
use salient_rules::play::{self, GamePosition, PlayContext, Position, Unit};
use salient_rules::{Bot, System};

use super::{Memory, Weights};
use crate::acts::Act;
use crate::rules::{Offensive, Rules};
use crate::units::Kind;
use crate::{Rulebook, effectiveness, stacking};

type Here = Position<Offensive>;

fn begun() -> (Rules, Here) {
    let mut bundle = Rulebook.published().bundle(Some("lorraine")).unwrap();
    bundle.scenario.optional_rules = vec!["limited-intelligence".to_owned()];
    <Here as GamePosition<Offensive>>::set_up(&bundle).unwrap()
}

fn with(
    rules: &Rules,
    position: &mut Here,
    dice: &mut Dice,
    what: impl FnOnce(&mut PlayContext<'_, Offensive>),
) {
    let cx = &mut Context { rules, dice, log: &mut Log::quiet() };
    what(&mut PlayContext::new(position, cx));
}

/// The top of each of a side's stacks.
fn tops(rules: &Rules, position: &Here, side: usize) -> Vec<(Hex, Unit)> {
    let hexes = rules.map().grid().hexes();
    let top = |hex| Some((hex, *stacking::order(rules, position, side, hex).first()?));
    hexes.filter_map(top).collect()
}

/// The position with the effectiveness of a side's formations otherwise, and each of its combat units
/// below the top of a stack on another face.
fn otherwise(rules: &Rules, position: &Here, side: usize, chance: &mut SplitMix64) -> Here {
    let tops = tops(rules, position, side);
    let mut other = position.clone();
    let mut dice = Dice::seeded(0);
    let own = rules.all_units().filter(|unit| rules.side_of(*unit) == side);
    for unit in own.filter(|unit| position.hex(*unit).is_some()) {
        let demoralized = effectiveness::is_demoralized(rules, position, unit);
        let covered = !tops.iter().any(|(_, top)| *top == unit);
        let faces = rules.compiled.unit(unit).faces.len() as u32;
        let combat = matches!(rules.piece(unit).kind, Kind::Infantry | Kind::Cavalry);
        with(rules, &mut other, &mut dice, |cx| {
            if !demoralized {
                let status = chance.below(u32::from(effectiveness::DEMORALIZED)) as u8;
                effectiveness::set(cx, unit, status, "");
            }
            if covered && combat {
                cx.turn_over(unit, chance.below(faces) as u8, "");
            }
        });
    }
    // What lies on top is what it was.
    if self::tops(rules, &other, side) == tops { other } else { position.clone() }
}

/// What a side learns of a position: what it may do, and what its bots do.
fn learnt(rules: &Rules, position: &Here, seed: u64) -> (Vec<Act>, [Option<Act>; 2]) {
    let chosen = [Bot::HEURISTIC, Bot::PLANNER].map(|bot| {
        let chance = &mut SplitMix64::new(seed);
        let memory = &mut Memory::default();
        play::choose::<Offensive>(rules, position, bot, &Weights::USUAL, chance, memory)
    });
    (play::legal::<Offensive>(rules, position), chosen)
}

/// Games between bots, with a look at every so many decisions. Each act that a bot chooses by what it
/// knows is legal by what is so.
#[test]
fn what_is_hidden_changes_nothing() {
    let (rules, start) = begun();
    let (mut looked, mut differs) = (0, 0);
    for seed in 0..2 {
        let mut position = start.clone();
        let (mut dice, mut chance) = (Dice::seeded(seed), SplitMix64::new(seed));
        with(&rules, &mut position, &mut dice, |cx| cx.begin());
        for asked in 0..1_500 {
            let Some(side) = position.deciding() else { break };
            if asked % 25 == 0 {
                let other = otherwise(&rules, &position, rules.enemy(side), &mut chance);
                looked += 1;
                differs += usize::from(other.hash() != position.hash());
                assert_eq!(learnt(&rules, &position, seed), learnt(&rules, &other, seed));
            }
            let bot = if seed == 0 { Bot::HEURISTIC } else { Bot::RANDOM };
            let memory = &mut Memory::default();
            let weights = &Weights::USUAL;
            let act =
                play::choose::<Offensive>(&rules, &position, bot, weights, &mut chance, memory);
            with(&rules, &mut position, &mut dice, |cx| cx.act(&act.unwrap()).unwrap());
        }
    }
    assert!(differs * 2 > looked, "{differs} of {looked} positions differ");
}
