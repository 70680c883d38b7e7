//! What is worked out once, or no farther than needed, is what a look at everything finds.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::base::Context;
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::log::Log;
use salient_rules::play::{self, GamePosition, PlayContext, Position};
use salient_rules::{Bot, System};

use super::lines::steps;
use super::sources::{Lines, Supply};
use crate::Rulebook;
use crate::acts::Act;
use crate::bases;
use crate::bots::{Memory, Weights};
use crate::control::flood::{FAR, flood};
use crate::decision::Decision;
use crate::rails;
use crate::rules::{Offensive, Rules};
use crate::zones::is_cut;

/// Shows the positions of a game in which supply or an attack is asked about.
fn play_through(seed: u64, show: &mut dyn FnMut(&Rules, &Position<Offensive>)) {
    let bundle = Rulebook.published().bundle(Some("lorraine")).unwrap();
    let (rules, mut position) =
        <Position<Offensive> as GamePosition<Offensive>>::set_up(&bundle).unwrap();
    let (mut dice, mut chance) = (Dice::seeded(seed), SplitMix64::new(seed));
    let (mut memory, mut log) = (Memory::default(), Log::quiet());
    let mut does = |position: &mut Position<Offensive>, act: Option<Act>| {
        let cx = &mut Context { rules: &rules, dice: &mut dice, log: &mut log };
        let mut cx = PlayContext::<Offensive>::new(position, cx);
        match act {
            Some(act) => cx.act(&act).unwrap(),
            None => cx.begin(),
        }
    };
    does(&mut position, None);
    while let Some(ask) = position.asked() {
        if matches!(ask.what, Decision::Supply | Decision::Attachment | Decision::Battle(_)) {
            show(&rules, &position);
        }
        let (bot, by) = (Bot::HEURISTIC, &Weights::USUAL);
        let act = play::choose::<Offensive>(&rules, &position, bot, by, &mut chance, &mut memory);
        does(&mut position, Some(act.unwrap()));
    }
}

/// The lines of a unit as the rules say them: the whole search, and then what of it counts.
fn check_lines(rules: &Rules, position: &Position<Offensive>, side: usize) -> usize {
    let shared = Supply::new(rules, position, side);
    let mut by_rails = 0;
    for unit in position.on_map(rules, side) {
        let hex = position.hex(unit).unwrap();
        let alone = Supply::new(rules, position, side);
        let sources = alone.sources();
        let mut reach = Reach::default();
        reach.search(rules.map(), hex, sources.longest, steps(rules, position, (unit, hex)));
        let near = rules.numbers.rail_range.unsigned_abs();
        let serves = |&hex: &Hex| {
            rails::is_operational(position, side, hex) && reach.cost(hex).unwrap() <= near
        };
        let fights = !rules.piece(unit).kind.is_supply();
        let expected = if fights && reach.reached().iter().any(serves) {
            by_rails += 1;
            Lines::Rails
        } else {
            let all = sources.units.iter().enumerate();
            Lines::Sources(
                all.filter_map(|(place, (_, at, _))| Some((place, reach.cost(*at)?))).collect(),
            )
        };
        assert_eq!(*shared.lines(unit), expected, "{unit:?}");
        for spare in [0, 1] {
            assert_eq!(shared.supplies(unit, spare), alone.supplies(unit, spare), "{unit:?}");
        }
        assert_eq!(shared.ammunition(unit, 1), alone.ammunition(unit, 1), "{unit:?}");
    }
    by_rails
}

#[test]
fn lines_that_are_shared_and_cut_short_are_those_of_a_whole_search() {
    for seed in [9000, 9001] {
        let (mut by_rails, mut asked) = (0, 0);
        play_through(seed, &mut |rules, position| {
            asked += 1;
            if asked % 4 == 0 {
                by_rails +=
                    [0, 1].map(|side| check_lines(rules, position, side)).iter().sum::<usize>();
            }
        });
        assert!(asked > 20 && by_rails > 100, "{asked} {by_rails}");
    }
}

#[test]
fn a_flood_reaches_what_a_search_by_the_rules_does() {
    let mut held_up = 0;
    play_through(9002, &mut |rules, position| {
        for side in [0, 1] {
            let (board, enemy) = (position.board(), rules.enemy(side));
            let may = |hex: Hex| !rules.terrain.hex(hex).barred && !board.holds(hex, enemy);
            let edges = bases::starts(rules, position, side).filter(|&hex| may(hex));
            let starts: Vec<(Hex, u32)> = edges.map(|hex| (hex, 0)).collect();
            let most = rules.map().len() as u32;
            let mut reach = Reach::default();
            reach.search_from(rules.map(), &starts, most, |from, direction, to| {
                let passes = !rules.terrain.side(from, direction).sea && may(to);
                match passes && !is_cut(rules, position, side, from, None) {
                    true => Step::Through(1),
                    false => Step::Barred,
                }
            });
            let far = flood(rules, position, side);
            for hex in rules.map().grid().hexes() {
                assert_eq!(
                    far[hex.index()],
                    reach.cost(hex).unwrap_or(FAR),
                    "{}",
                    rules.label(hex)
                );
                let reached = reach.cost(hex).is_some();
                held_up += usize::from(reached && is_cut(rules, position, side, hex, None));
            }
        }
    });
    assert!(held_up > 100, "{held_up}");
}
