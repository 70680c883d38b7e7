//! What the planner reckons of an attack, and who makes it.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use salient_rules::System;
use salient_rules::base::Context;
use salient_rules::dice::Dice;
use salient_rules::log::Log;
use salient_rules::play::{GamePosition, PlayContext, Position, Unit};

use super::assault::{self, Opening};
use super::field::weight_of;
use super::fight::made_of;
use super::march::Order;
use super::muster::{Candidate, Scales, Used};
use super::outcome::{Outcome, outcome};
use super::weights::Weights;
use super::{Memory, Style};
use crate::Rulebook;
use crate::battle::odds::Clash;
use crate::march::ways;
use crate::plans;
use crate::rules::{Offensive, Rules};
use crate::state::PlanState;

fn begun() -> (Rules, Position<Offensive>) {
    let bundle = Rulebook.published().bundle(Some("lorraine")).unwrap();
    <Position<Offensive> as GamePosition<Offensive>>::set_up(&bundle).unwrap()
}

fn unit(rules: &Rules, name: &str) -> Unit {
    rules.find_unit(name).unwrap()
}

/// Divisions on a brigade, each out of a hex next to it.
fn attack(rules: &Rules, position: &Position<Offensive>, names: &[&str]) -> Clash {
    let brigade = unit(rules, "de-bodungen");
    let hex = position.hex(brigade).unwrap();
    let around = rules.map().neighbours(hex).map(|(_, near)| near);
    let attackers = names.iter().map(|name| unit(rules, name)).zip(around);
    Clash {
        attackers: attackers.collect(),
        defenders: vec![brigade],
        hex: Some(hex),
        prepared: false,
        without: Vec::new(),
        naval: false,
    }
}

fn worth(rules: &Rules, position: &Position<Offensive>, clash: &Clash, ground: i32) -> Outcome {
    outcome(rules, position, clash, &Weights::USUAL, ground)
}

#[test]
fn more_attackers_and_preparation_are_worth_more() {
    let (rules, position) = begun();
    let one = attack(&rules, &position, &["fr-66r"]);
    let three = attack(&rules, &position, &["fr-66r", "fr-41-7", "fr-14-7"]);
    let ready = Clash { prepared: true, ..one.clone() };
    let of = |clash: &Clash| worth(&rules, &position, clash, 0).value();
    assert!(of(&ready) > of(&one), "{} {}", of(&ready), of(&one));
    assert!(of(&three) > of(&ready), "{} {}", of(&three), of(&ready));
}

/// The ground counts as often as the defenders leave it, and not at all where they stand.
#[test]
fn ground_counts_as_often_as_it_is_left() {
    let (rules, position) = begun();
    let clash = attack(&rules, &position, &["fr-66r", "fr-41-7", "fr-14-7"]);
    let [none, some] = [0, 1000].map(|ground| worth(&rules, &position, &clash, ground));
    for attacker in 0..2 {
        let [calm, intense] =
            [0, 1].map(|defender| some.worth[attacker][defender] - none.worth[attacker][defender]);
        assert!((1..=1000).contains(&calm), "{calm}");
        // 1914 9.8.2: no retreat of the table counts against whoever alone is intense.
        assert!(intense <= calm, "{intense} {calm}");
    }
}

/// Who has lost what strength he can lose does not fear another reduction, nor is it worth anything to
/// his enemy (1914 9.10.1).
#[test]
fn strength_that_is_lost_already_is_not_lost_again() {
    let (rules, mut position) = begun();
    let clash = attack(&rules, &position, &["fr-66r", "fr-41-7", "fr-14-7"]);
    let dear = Weights { reduction: 600, ..Weights::USUAL };
    let both = |position: &Position<Offensive>| {
        [Weights::USUAL, dear].map(|weights| outcome(&rules, position, &clash, &weights, 0))
    };
    let [usual, dearer] = both(&position);
    assert_ne!(usual, dearer);
    let attackers = clash.attackers.iter().map(|(unit, _)| *unit);
    let (mut dice, mut log) = (Dice::seeded(0), Log::quiet());
    let cx = &mut Context { rules: &rules, dice: &mut dice, log: &mut log };
    let mut cx = PlayContext::<Offensive>::new(&mut position, cx);
    for unit in attackers.chain(clash.defenders.clone()) {
        cx.turn_over(unit, rules.unit(unit).steps - 1, "1914 9.10.1");
    }
    let [usual, dearer] = both(&position);
    assert_eq!(usual, dearer);
}

/// Two divisions, one of which could come to either of two hexes, take those from which they flank the
/// defenders (1914 9.5.2), though nobody stands there yet.
#[test]
fn an_attack_is_made_from_where_it_flanks() {
    let (rules, position) = begun();
    let brigade = unit(&rules, "de-bodungen");
    let hex = position.hex(brigade).unwrap();
    let around: Vec<_> = rules.map().neighbours(hex).map(|(_, near)| near).collect();
    let candidate = |place: usize, name: &str, at: usize| {
        let units = [unit(&rules, name)];
        let weight = weight_of(&rules, &position, &units);
        let made = made_of(&rules, &position, (place, &units), around[at], weight);
        Candidate { prepared: true, ..made }
    };
    let scales = Scales {
        rules: &rules,
        position: &position,
        side: rules.allied,
        style: Style { exact: true },
        weights: &Weights::USUAL,
    };
    let best = |candidates: &[Candidate]| {
        scales.best(hex, candidates, &Used::new(), (0, i32::MIN)).unwrap()
    };
    let (first, beside) = (candidate(0, "fr-14-7", 0), candidate(1, "fr-41-7", 1));
    let apart = candidate(1, "fr-41-7", 2);
    let plain = best(&[first.clone(), beside.clone()]);
    let mut flanks = best(&[first, beside, apart]);
    flanks.who.sort_unstable();
    assert_eq!(flanks.who, [(0, around[0]), (1, around[2])]);
    assert!(flanks.worth > plain.worth, "{} {}", flanks.worth, plain.worth);
}

/// Whoever is free attacks as he comes, if no points are left to prepare it; whom a plan binds, and so
/// makes fight to the utmost (1914 26.2.2), only when it is prepared.
#[test]
fn only_the_free_attack_as_they_come() {
    let (rules, mut position) = begun();
    for plan in &rules.schedule.plans {
        position.own.plans[usize::from(plan.army.0)] = PlanState::Bound;
    }
    let weights = &Weights::USUAL;
    let mut seen = [[0; 2]; 2];
    for side in [rules.allied, rules.german] {
        let (rules, position) = (&rules, &position);
        let mut memory = Memory::default();
        memory.field.look(rules, position, side, weights.alarm);
        let scales = Scales { rules, position, side, style: Style { exact: true }, weights };
        for units in ways::groups(rules, position, side) {
            let bound = units.iter().any(|&it| plans::is_bound(rules, position, it));
            let order = Order::new(rules, position, units).unwrap();
            let (mut reach, mut options) = (Default::default(), Vec::<Opening>::new());
            assault::find(&scales, (0, &order), &memory, &mut reach, &mut options);
            for option in options {
                seen[usize::from(bound)][usize::from(option.prepared)] += 1;
            }
        }
    }
    let [free, bound] = seen;
    assert!(free.iter().all(|times| *times > 0), "{free:?}");
    assert!(bound[0] == 0 && bound[1] > 0, "{bound:?}");
}
