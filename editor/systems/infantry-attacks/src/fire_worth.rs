//! What fire is worth, worked out from the tables by every roll: the README of the scenarios has
//! the table, and this test holds it to the numbers of the ruleset.

use salient_rules::System;
use salient_rules::dice::Dice;
use salient_schema::Bundle;

use crate::Rulebook;
use crate::begun::begun;
use crate::rules::Rules;
use crate::tables::{FireResult, FireTable};

/// Where the table is printed.
const README: &str = include_str!("../../../../scenarios/infantry-attacks/README.md");

/// The morale of a company, and once it is reduced, as most scenarios give it.
const MORALE: [i32; 2] = [8, 7];

/// What a fire does to a company in good order, on the mean.
#[derive(Debug, Default)]
struct Done {
    steps: f64,
    disrupted: f64,
    demoralized: f64,
}

/// In how many of 36 ways two dice show more than a number.
fn above(number: i32) -> f64 {
    let rolls = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    f64::from(rolls.filter(|roll| *roll > number).count() as u32) / 36.0
}

/// IA 7.52, 7.61, 14.1: a result is a check, or a step and a check of what is left.
fn done(rules: &Rules, table: &FireTable, column: usize) -> Done {
    let mut done = Done::default();
    for roll in (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)) {
        let (steps, check) = match table.result(roll, column) {
            FireResult::None => (0, None),
            FireResult::Morale(plus) => (0, Some(MORALE[0] - i32::from(plus))),
            FireResult::Loss(1) => (1, Some(MORALE[1] - rules.numbers.loss_check)),
            FireResult::Loss(_) => (2, None),
        };
        done.steps += f64::from(steps) / 36.0;
        if let Some(morale) = check {
            let badly = above(morale + rules.numbers.disruption_margin - 1);
            done.disrupted += (above(morale) - badly) / 36.0;
            done.demoralized += badly / 36.0;
        }
    }
    done
}

fn woods(bundle: &Bundle) -> i32 {
    let kind = bundle.ruleset.terrain.iter().find(|kind| kind.id == "woods").unwrap();
    let of_fire =
        |effect: &&salient_schema::ruleset::Effect| effect.when.usage.as_deref() == Some("fire");
    kind.effects.iter().find(of_fire).and_then(|effect| effect.shift).unwrap()
}

/// The rows of the table.
fn rows() -> Vec<String> {
    let (rules, _) = begun("two-villages", &mut Dice::seeded(1));
    let bundle = Rulebook.published().bundle(None).unwrap();
    let numbers = &rules.numbers;
    let covers = [0, woods(&bundle), rules.works_shift[0]];
    // Who fires, with what, how far it goes, and whether it is shells over open sights or by plan.
    let fires: [(&str, i32, i32, Option<bool>); 7] = [
        ("a company, 6", 6, 2, None),
        ("machine guns, 7", 7, 5, None),
        ("two companies and machine guns, 18", 18, 2, None),
        ("three machine guns from one hex, 21", 21, 5, None),
        ("a battery over open sights, 5", 5, 16, Some(true)),
        ("a battery by plan, 5", 5, 16, Some(false)),
        ("howitzers off the map by plan, 14", 14, 99, Some(false)),
    ];
    let mut rows = Vec::new();
    for (name, strength, range, shells) in fires {
        for (from, to, words) in [(1, 2, "1, 2"), (3, 4, "3, 4")] {
            if from > range {
                continue;
            }
            assert!(to <= range);
            let (table, shift) = match shells {
                Some(true) => (&rules.bombardment, numbers.open_sights_modifier),
                Some(false) => (&rules.bombardment, 0),
                None if from >= numbers.range_far => (&rules.direct_fire, numbers.range_modifier),
                None => (&rules.direct_fire, 0),
            };
            // Shells fall alike at any range.
            let words = if shells.is_some() { "any" } else { words };
            let cells = covers.map(|cover| {
                let shift = shift + cover + numbers.company_modifier;
                let it = done(&rules, table, table.column(strength, shift));
                let percent = |share: f64| (100.0 * share).round();
                let (disrupted, demoralized) = (percent(it.disrupted), percent(it.demoralized));
                format!("{:.2}; {disrupted}, {demoralized}", it.steps)
            });
            rows.push(format!("| {name} | {words} | {} |", cells.join(" | ")));
        }
    }
    rows.dedup();
    rows
}

#[test]
fn the_readme_says_what_fire_is_worth() {
    let rows = rows();
    let missing: Vec<&String> = rows.iter().filter(|row| !README.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "the table should read\n{}", rows.join("\n"));
}

/// Machine guns fire past a company's reach, and are worth more than one within it; massed fire is
/// worth more than its parts; cover takes most of it away.
#[test]
fn what_the_notes_of_the_book_ask_of_fire() {
    let (rules, _) = begun("two-villages", &mut Dice::seeded(1));
    let numbers = &rules.numbers;
    let open = |strength: i32, shift: i32| {
        let column = rules.direct_fire.column(strength, numbers.company_modifier + shift);
        done(&rules, &rules.direct_fire, column)
    };
    let shaken = |it: &Done| it.disrupted + it.demoralized;
    let (company, guns) = (open(6, 0), open(7, 0));
    assert!(guns.steps > company.steps && shaken(&guns) > shaken(&company));
    let (massed, entrenched) = (open(18, 0), open(18, rules.works_shift[0]));
    assert!(massed.steps > 2.0 * company.steps && shaken(&massed) > 1.5 * shaken(&company));
    assert!(entrenched.steps < massed.steps / 2.0);
}
