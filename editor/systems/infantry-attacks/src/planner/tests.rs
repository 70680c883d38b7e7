//! What the planner reckons, and that it proposes nothing that is refused.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::collections::BTreeSet;

use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::play::{GamePosition, Procedures};
use salient_rules::{Bot, Match, System, Systems};
use salient_schema::event::EventKind;

use super::odds::{self, Target};
use super::outlook::Outlook;
use super::weights::Weights;
use crate::Rulebook;
use crate::begun::{act, begun, choose};
use crate::rules::InfantryAttacks;
use crate::tables::FireResult;

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

fn company() -> Target {
    Target { step: 130, shaken: [45, 110], morale: 8, disrupted: false, demoralized: false }
}

#[test]
fn a_check_costs_what_each_roll_costs() {
    let (rules, _) = begun("two-villages", &mut Dice::seeded(1));
    let margin = rules.numbers.disruption_margin;
    for plus in 0..4 {
        let (mut good, mut shaken, mut broken) = (0, 0, 0);
        for roll in (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)) {
            let by = roll + plus - 8;
            good += if by >= margin { 110 } else { 45 * i32::from(by > 0) };
            shaken += (110 - 45) * i32::from(by > 0);
            broken += 130 * i32::from(by >= margin);
        }
        let disrupted = Target { disrupted: true, ..company() };
        let demoralized = Target { demoralized: true, ..company() };
        let costs = [company(), disrupted, demoralized].map(|it| it.check(&rules, plus));
        assert_eq!(costs, [good / 36, shaken / 36, broken / 36], "{plus}");
    }
}

/// IA 7.52, 7.61: the worst result of all says how many steps are lost, once; each checks.
#[test]
fn a_fire_is_worth_what_its_rolls_are() {
    let (rules, _) = begun("two-villages", &mut Dice::seeded(1));
    let table = &rules.direct_fire;
    let poor = Target { step: 100, ..company() };
    for column in 0..8 {
        let mut sum = 0;
        for roll in (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)) {
            let results = [table.result(roll, column), table.result(roll, column + 1)];
            let lost = results.map(|it| match it {
                FireResult::Loss(steps) => i32::from(steps),
                _ => 0,
            });
            sum += match lost {
                [0, other] => 100 * other,
                [one, other] => 100 * one.max(other),
            };
            for result in results {
                sum += match result {
                    FireResult::None => 0,
                    FireResult::Morale(plus) => company().check(&rules, i32::from(plus)),
                    FireResult::Loss(_) => company().check(&rules, rules.numbers.loss_check),
                };
            }
        }
        let hit = [(company(), column), (poor, column + 1)];
        assert_eq!(odds::fire(&rules, table, &hit), sum / 36, "{column}");
    }
}

/// Whatever it has decided by itself is allowed: the rules of thumb stand in for nothing.
#[test]
fn it_proposes_nothing_that_is_refused() {
    let (mut own, mut other) = (0, 0);
    for (scenario, seed) in
        [("two-villages", 1), ("the-ford", 2), ("two-villages", 3), ("the-ford", 4)]
    {
        let (mut dice, mut chance) = (Dice::seeded(seed), SplitMix64::new(seed));
        let (rules, mut position) = begun(scenario, &mut dice);
        while let Some(side) = position.deciding() {
            let view = InfantryAttacks::conceal(&rules, &position, side).into_owned();
            match super::decide(&rules, &view, side, &Weights::USUAL) {
                Some(act) => {
                    let may = InfantryAttacks::check(&rules, &position, side, &act);
                    assert!(may.is_ok(), "{act:?}: {may:?}");
                    own += 1;
                }
                None => other += 1,
            }
            let bot =
                if (side + seed as usize).is_multiple_of(2) { Bot::PLANNER } else { Bot::RANDOM };
            let chosen = choose(&rules, &position, bot, &mut chance).unwrap();
            act(&rules, &mut position, &mut dice, &chosen);
        }
    }
    assert!(own > 5 * other && own > 400, "{own} decisions of its own, {other} others");
}

/// A stronger fire is worth more, one from afar less, and one out of range nothing.
#[test]
fn more_fire_is_worth_no_less() {
    let (rules, position) = begun("two-villages", &mut Dice::seeded(1));
    let outlook = Outlook::new(&rules, &position, 0, &Weights::USUAL);
    assert!(outlook.marks.len() > 2);
    for mark in &outlook.marks {
        let worths: Vec<i32> = (1..50).map(|it| outlook.at_mark(mark, it, 2)).collect();
        // A worse result gives the owner more to choose from, and so may cost him a little less.
        let falls = worths.windows(2).any(|two| two[1] < two[0] * 9 / 10);
        assert!(!falls && worths[0] < worths[48], "{worths:?}");
        assert!(outlook.at_mark(mark, 12, 3) <= outlook.at_mark(mark, 12, 2));
        assert_eq!(outlook.at_mark(mark, 0, 2), 0);
    }
    let far = position.on_map(&rules, 0).next().and_then(|unit| position.hex(unit)).unwrap();
    assert_eq!(outlook.potential(far, 20, 1), 0);
}

/// Guns that begin on their wagons, and those that come later, are brought up, set down and fire.
#[test]
fn wagons_bring_up_guns() {
    let bundle = Rulebook.published().bundle(Some("goritten")).unwrap();
    let (mut set_down, mut fired) = (BTreeSet::new(), BTreeSet::new());
    for seed in 1..4 {
        let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
        while !game.is_over() {
            game.advance(&[Bot::PLANNER; 2]);
        }
        for event in game.events() {
            match &event.kind {
                EventKind::Placed(placed) if placed.by == "unload" => {
                    set_down.insert(placed.unit.clone());
                }
                EventKind::Attacked(attacked) => fired.extend(attacked.units.iter().cloned()),
                _ => {}
            }
        }
    }
    for gun in ["g-gun-1", "r-gun-1"] {
        assert!(set_down.contains(gun) && fired.contains(gun), "{gun}: {set_down:?} {fired:?}");
    }
    let coming = ["g-gun-2", "r-gun-2"].iter().filter(|gun| set_down.contains(**gun)).count();
    assert!(coming > 0, "{set_down:?}");
}
