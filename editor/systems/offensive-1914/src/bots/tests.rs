//! What the planner reckons of an attack.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use salient_rules::System;
use salient_rules::play::{GamePosition, Position, Unit};

use super::outcome::{Outcome, outcome};
use super::weights::Weights;
use crate::Rulebook;
use crate::battle::odds::Clash;
use crate::rules::{Offensive, Rules};

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
