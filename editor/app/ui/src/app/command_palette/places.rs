//! What of a document can be gone to by its name: charts, constants, rules, whatever a ruleset
//! defines, formations, counters, places on the map, problems.

use salient_document::Document;
use salient_document::oob::Key;
use salient_rules::rule_table::Row;
use salient_schema::Defined;
use salient_schema::words::{capital, id_in_words};

use super::entry::{Entry, What, fit};
use super::words::{WORDS, Where, Word};
use crate::pages::plan;
use crate::request::command::UiCommand;
use crate::request::views::View;

/// The most lines of each kind.
const MOST_OF_A_KIND: usize = 8;

/// The lists of a ruleset with the pointers that lead to them.
const LISTS: [(Defined, &str); 13] = [
    (Defined::Terrain, "/terrain"),
    (Defined::Feature, "/features"),
    (Defined::Hexside, "/hexsides"),
    (Defined::Path, "/paths"),
    (Defined::Line, "/lines"),
    (Defined::Side, "/sides"),
    (Defined::Nation, "/nations"),
    (Defined::UnitType, "/counters/types"),
    (Defined::UnitSize, "/counters/sizes"),
    (Defined::Rating, "/counters/ratings"),
    (Defined::FormationRating, "/counters/formation_ratings"),
    (Defined::Trait, "/counters/traits"),
    (Defined::OptionalRule, "/optional_rules"),
];

/// What is looked for.
pub struct Search<'a> {
    /// What was typed, in small letters.
    typed: &'a str,
    /// What things are called that one of the hobby's words means.
    things: Vec<&'static str>,
    document: &'a Document,
    found: Vec<(i32, Entry)>,
}

/// The rank of a thing that a word of the hobby means, and of the place where it would be.
const MEANT: i32 = 5;
const MEANT_PLACE: i32 = 10;

/// What fits what was typed, each with its rank.
pub fn places(typed: &str, document: &Document, rules: &[Row]) -> Vec<(i32, Entry)> {
    let exact = WORDS.iter().filter(|word| word.typed.contains(&typed));
    let things = exact.flat_map(|word| word.things).copied().collect();
    let mut search = Search { typed, things, document, found: Vec::new() };
    search.words();
    search.charts();
    search.constants();
    search.rules(rules);
    search.roles();
    search.defined();
    search.formations();
    search.counters();
    search.on_the_map();
    search.problems();
    search.found
}

impl Search<'_> {
    /// How well a name fits: less is better.
    fn rank(&self, name: &str, kind: i32) -> Option<i32> {
        let meant = self.things.iter().filter_map(|thing| fit(thing, name)).min();
        let meant = meant.filter(|fit| *fit < 3).map(|fit| MEANT + fit);
        let typed = fit(self.typed, name).filter(|fit| *fit < 3).map(|fit| fit * 100 + kind);
        meant.into_iter().chain(typed).min()
    }

    /// Takes the best of a kind.
    fn add(&mut self, mut found: Vec<(i32, What, String, String)>) {
        found.sort_by_key(|(rank, ..)| *rank);
        found.truncate(MOST_OF_A_KIND);
        self.found.extend(
            found
                .into_iter()
                .map(|(rank, what, name, right)| (rank, Entry { what, name, right, reason: None })),
        );
    }

    fn words(&mut self) {
        let offered = |word: &&Word| match word.place {
            Where::View(view) => plan::is_offered(self.document, view),
            _ => true,
        };
        let found = WORDS.iter().filter(offered).filter_map(|word| {
            let exact = word.typed.contains(&self.typed).then_some(MEANT_PLACE);
            // A letter or two begin too many words.
            let long = self.typed.chars().count() > 2;
            let begins = word.typed.iter().any(|other| other.starts_with(self.typed));
            let rank = exact.or((long && begins).then_some(35))?;
            let view_name = |view| UiCommand::View(view).text();
            let (what, right) = match word.place {
                Where::View(view) => (What::View(view), view_name(view)),
                Where::Part(view, at) => (What::Part(view, at.to_owned()), view_name(view)),
                Where::Tab(tab) => (What::Tab(tab), tab.name()),
                Where::Command(command) => (What::Command(command), command.text()),
            };
            Some((rank, what, word.name.to_owned(), right.to_owned()))
        });
        self.add(found.collect());
    }

    fn charts(&mut self) {
        let tables = self.document.ruleset().tables.iter().enumerate();
        let found = tables.filter_map(|(at, table)| {
            let what = What::Part(View::Charts, format!("/tables/{at}"));
            let right = table.rule.clone().unwrap_or_else(|| "chart".to_owned());
            Some((self.rank(&table.title, 25)?, what, table.title.clone(), right))
        });
        self.add(found.collect());
    }

    fn constants(&mut self) {
        let constants = self.document.ruleset().constants.iter().enumerate();
        let found = constants.filter_map(|(at, constant)| {
            let name = capital(&id_in_words(&constant.id));
            let by_meaning = || Some(self.rank(&constant.meaning, 32)?.max(100));
            let rank = self.rank(&name, 32).or_else(by_meaning)?;
            let what = What::Part(View::Charts, format!("/constants/{at}"));
            let name = format!("{name}: {}", constant.meaning);
            Some((rank, what, name, constant.value.to_string()))
        });
        self.add(found.collect());
    }

    fn rules(&mut self, rules: &[Row]) {
        let citation = self.document.ruleset().citation.clone();
        let cited = self.typed.strip_prefix(&citation.to_lowercase()).unwrap_or(self.typed).trim();
        let is_number = cited.starts_with(|c: char| c.is_ascii_digit());
        let found = rules.iter().filter_map(|rule| {
            let by_number = match is_number {
                true if rule.number == cited => Some(0),
                true if rule.number.starts_with(cited) => Some(30),
                _ => None,
            };
            let by_words = || fit(self.typed, &rule.asks).filter(|fit| *fit == 2 && !is_number);
            let rank = by_number
                .or_else(|| self.rank(&rule.title, 50))
                .or_else(|| by_words().map(|fit| fit * 100 + 70))?;
            let number = format!("{citation} {}", rule.number);
            let name = format!("{number}  {}", rule.title);
            Some((rank, What::Rule(number), name, "rule".to_owned()))
        });
        self.add(found.collect());
    }

    fn roles(&mut self) {
        let system = self.document.system();
        let roles = system.as_ref().map(|system| system.roles()).unwrap_or_default();
        let found = roles.iter().filter_map(|role| {
            let name = capital(&id_in_words(&role.id));
            let rank = self.rank(&name, 45)?.max(45);
            let what = What::Part(View::Charts, "/roles".to_owned());
            Some((rank, what, name, format!("role, {}", role.rule)))
        });
        self.add(found.collect());
    }

    fn defined(&mut self) {
        let ruleset = self.document.ruleset();
        for (of, pointer) in LISTS {
            let found = of.names(ruleset).into_iter().enumerate().filter_map(|(at, name)| {
                let rank = fit(self.typed, name).filter(|fit| *fit < 3)? * 100 + 28;
                let what = What::Part(View::Ruleset, format!("{pointer}/{at}"));
                Some((rank, what, name.to_owned(), of.words().to_owned()))
            });
            self.add(found.collect());
        }
        let steps = salient_document::sequence::steps_of(&ruleset.sequence);
        let found = steps.iter().filter_map(|(_, step)| {
            let rank = fit(self.typed, &step.name).filter(|fit| *fit < 3)? * 100 + 33;
            let what = What::Part(View::Ruleset, "/sequence".to_owned());
            Some((rank, what, step.name.clone(), "step of play".to_owned()))
        });
        self.add(found.collect());
    }

    fn formations(&mut self) {
        let orders = self.document.bundle().orders_of_battle.iter().enumerate();
        let all = orders.flat_map(|(of, oob)| oob.formations.iter().map(move |one| (of, one)));
        let found = all.filter_map(|(of, formation)| {
            let rank = fit(self.typed, &formation.name).filter(|fit| *fit < 3)? * 100 + 38;
            let what = What::InOrder(Key::Formation(of, formation.id.clone()));
            Some((rank, what, formation.name.clone(), "formation".to_owned()))
        });
        self.add(found.collect());
    }

    fn counters(&mut self) {
        let document = self.document;
        let all = document.bundle().orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let found = all.filter_map(|counter| {
            let fit = fit(self.typed, &counter.designation).filter(|fit| *fit < 3);
            let fit = fit.or_else(|| (counter.id == self.typed).then_some(0))?;
            let hex = document.hex_of(&counter.id);
            let right = hex.map_or("counter".to_owned(), |hex| document.grid().label(hex));
            let what = What::Counter { counter: counter.id.clone(), hex };
            // Some counters print no name.
            let name = match counter.designation.as_str() {
                "" => counter.id.clone(),
                designation => designation.to_owned(),
            };
            Some((fit * 100 + 40, what, name, right))
        });
        self.add(found.collect());
    }

    /// Places with names, and zones.
    fn on_the_map(&mut self) {
        let (map, grid) = (self.document.map(), self.document.grid());
        let features = map.features.items.iter();
        let named = features.filter_map(|one| Some((one.name.as_ref()?, &one.hex)));
        let zones = map.zones.items.iter();
        let zones = zones.filter_map(|zone| Some((&zone.name, zone.hexes.first()?)));
        let found = named.chain(zones).filter_map(|(name, label)| {
            let rank = fit(self.typed, name).filter(|fit| *fit < 3)? * 100 + 36;
            Some((rank, What::Hex(grid.parse(label)?), name.clone(), label.clone()))
        });
        self.add(found.collect());
    }

    fn problems(&mut self) {
        let found = self.document.problems().iter().filter_map(|(id, problem)| {
            let name = problem.message.clone();
            let fit = fit(self.typed, &name).filter(|fit| *fit < 3)?;
            let what = What::Problem { id, error: problem.is_error() };
            Some((fit * 100 + 60, what, name, "problem".to_owned()))
        });
        self.add(found.collect());
    }
}
