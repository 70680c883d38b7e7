//! The rule book that writes itself: every rule that a ruleset states, in plain English, with the
//! numbers that the engine plays by.
//!
//! | file | what |
//! |---|---|
//! | `numbers` | chapters and rules with their numbers |
//! | `words` | numbers with exceptions, groups, conditions |
//! | `sequence` | the sequence of play as an outline |
//! | `counters` | stacking, zones of control |
//! | `movement` | movement, roads, railways, overruns |
//! | `combat`, `fire` | attacks and fire, each with its table |
//! | `results` | losses, morale checks, retreats, advances |
//! | `logistics` | supply, command, states, replacements, weather |
//! | `victory` | how the game is won |
//! | `tables` | the charts |

mod combat;
mod counters;
mod fire;
mod logistics;
mod movement;
mod numbers;
mod results;
mod sequence;
mod tables;
mod victory;
mod words;

use std::collections::BTreeSet;

use salient_rules::book::{Book, Text};
use salient_schema::Bundle;
use salient_schema::rules_of_play::RulesOfPlay;
use salient_schema::ruleset::Ruleset;

use crate::citations::Chapter;
use numbers::Rules;
use words::Words;

/// The rule book of a ruleset, and of a scenario where one is given.
pub fn of(ruleset: &Ruleset, bundle: Option<&Bundle>) -> Book {
    let none = RulesOfPlay::default();
    let play = ruleset.rules_of_play.as_ref().unwrap_or(&none);
    let words = Words { ruleset, play, bundle };
    // The charts that a chapter has printed.
    let mut printed = BTreeSet::new();
    let written = Chapter::ALL.map(|chapter| {
        let mut rules = Rules::default();
        match chapter {
            Chapter::Sequence => sequence::write(&words, &mut rules),
            Chapter::Stacking => counters::stacking(&words, &mut rules),
            Chapter::Zones => counters::zones(&words, &mut rules),
            Chapter::Movement => movement::write(&words, &mut rules),
            Chapter::Combat => combat::write(&words, &mut rules, &mut printed),
            Chapter::Fire => fire::write(&words, &mut rules, &mut printed),
            Chapter::Supply => logistics::supply(&words, &mut rules),
            Chapter::Command => logistics::command(&words, &mut rules),
            Chapter::States => logistics::states(&words, &mut rules),
            Chapter::Reinforcements => logistics::reinforcements(&words, &mut rules),
            Chapter::Weather => logistics::weather(&words, &mut rules, &mut printed),
            Chapter::Victory => victory::write(&words, &mut rules),
        }
        (chapter, rules)
    });
    let (mut chapters, are_own) = numbers::chapters(written.into(), &ruleset.citation);
    for (title, write) in LAST {
        let mut rules = Rules::default();
        write(&words, &mut rules, &printed);
        let number = (!are_own).then_some(chapters.len() + 1);
        chapters.extend(rules.last(title, number, &ruleset.citation));
    }
    let scenario = bundle.map(|bundle| &bundle.scenario.title);
    let mut subtitle = vec![match scenario.filter(|title| **title != ruleset.title) {
        Some(scenario) => format!("Rules of play for {scenario}"),
        None => "Rules of play".to_owned(),
    }];
    subtitle.extend(ruleset.publisher.clone());
    Book { title: ruleset.title.clone(), subtitle, chapters }
}

/// Writes a chapter, with the charts that are printed before it.
type Write = fn(&Words<'_>, &mut Rules, &BTreeSet<String>);

/// Chapters that a book has only where there is something in them.
const LAST: [(&str, Write); 3] = [
    ("Optional rules", optional_rules),
    ("Other charts", tables::others),
    ("Rules that are not played", not_played),
];

fn optional_rules(words: &Words<'_>, rules: &mut Rules, _: &BTreeSet<String>) {
    for rule in &words.ruleset.optional_rules {
        let text = match words.bundle {
            None => "A scenario says whether this rule is used.",
            Some(bundle) if bundle.scenario.optional_rules.contains(&rule.id) => {
                "This rule is used in this scenario."
            }
            Some(_) => "This rule is not used in this scenario.",
        };
        rules.add(&rule.name, rule.rule.as_deref(), text);
    }
}

fn not_played(words: &Words<'_>, rules: &mut Rules, _: &BTreeSet<String>) {
    let all = &words.play.not_played;
    if !all.is_empty() {
        rules.add("", None, "These rules belong to the game, but Salient does not play them.");
    }
    for rule in all {
        rules.add("", rule.rule.as_deref(), Text::from(rule.text.trim()).end());
    }
}
