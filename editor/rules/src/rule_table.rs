//! A system's rule table: every numbered rule of its book, what implements it, and how the cases
//! that prove it come out.

use std::collections::BTreeMap;

use rayon::prelude::*;
use salient_schema::Bundle;
use serde::{Deserialize, Serialize};

use crate::case::{self, Case};
use crate::system::{System, Systems};

/// Plays every case of a system and says how each of its rules stands, in the order of the book;
/// and how many cases there were.
///
/// # Errors
/// A table that cannot be read, in words.
pub fn examine(systems: Systems, system: &dyn System) -> Result<(Vec<Rule>, usize), String> {
    let table = RuleTable::of(system)?;
    let results = play(systems, system);
    let played = results.len();
    Ok((table.rule.into_iter().map(|row| row.judge(&results)).collect(), played))
}

/// A system's rule table, as it is written.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct RuleTable {
    /// Its rows, in the order of the book.
    #[serde(default)]
    pub rule: Vec<Row>,
}

impl RuleTable {
    /// The table of a system.
    ///
    /// # Errors
    /// What keeps it from being read, in words.
    pub fn of(system: &dyn System) -> Result<Self, String> {
        toml::from_str(system.published().rules)
            .map_err(|error| format!("the rules of {}: {error}", system.info().id))
    }
}

/// The rows of a system's table; none of a system that is not known.
pub fn rows(systems: Systems, id: &str) -> Vec<Row> {
    let table = systems.find(id).and_then(|system| RuleTable::of(system).ok());
    table.map(|table| table.rule).unwrap_or_default()
}

/// A row of the table.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    /// The rule's number as the rule book prints it.
    pub number: String,
    /// What it is about.
    #[serde(default)]
    pub title: String,
    /// What it asks.
    #[serde(default)]
    pub asks: String,
    /// The path of the function that does it; empty while it is missing.
    #[serde(default)]
    pub implemented: String,
    /// The names of the cases that prove it.
    #[serde(default)]
    pub cases: Vec<String>,
}

/// A numbered rule and how its cases came out.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// Its number as the rule book prints it.
    pub number: String,
    /// What it is about.
    pub title: String,
    /// What it asks.
    pub asks: String,
    /// How it stands.
    pub state: RuleState,
    /// The path of the function that does it; empty while it is missing.
    pub implemented: String,
    /// Its cases.
    pub cases: Vec<CaseResult>,
}

/// How a rule stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleState {
    /// It is there and every case comes out right.
    Proven,
    /// A case comes out otherwise.
    Failed,
    /// It is not there, or nothing proves it.
    Missing,
}

/// How a case came out.
#[derive(Clone, Debug, Serialize)]
pub struct CaseResult {
    /// Its name.
    pub case: String,
    /// Whether all is as it expects.
    pub passed: bool,
    /// What is not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
}

/// Plays every case of a system, each by the rules of the scenario that it names.
fn play(systems: Systems, system: &dyn System) -> BTreeMap<&'static str, CaseResult> {
    let published = system.published();
    let cases: Vec<(&'static str, Result<Case, String>)> = published
        .cases
        .iter()
        .map(|&(name, text)| (name, Case::read(text).map_err(|error| error.to_string())))
        .collect();
    let mut bundles: BTreeMap<Option<&str>, Result<Bundle, String>> = BTreeMap::new();
    for case in cases.iter().filter_map(|(_, case)| case.as_ref().ok()) {
        let scenario = case.scenario.as_deref();
        bundles.entry(scenario).or_insert_with(|| published.bundle(scenario));
    }
    let one = |(name, case): &(&'static str, Result<Case, String>)| {
        let wrong = match case {
            Ok(case) => match bundles.get(&case.scenario.as_deref()) {
                Some(Ok(bundle)) => case::run(systems, case, bundle).err().unwrap_or_default(),
                Some(Err(error)) => vec![error.clone()],
                None => Vec::new(),
            },
            Err(error) => vec![error.clone()],
        };
        (*name, CaseResult { case: (*name).to_owned(), passed: wrong.is_empty(), wrong })
    };
    cases.par_iter().map(one).collect()
}

impl Row {
    fn judge(self, results: &BTreeMap<&str, CaseResult>) -> Rule {
        let result = |name: &String| {
            results.get(name.as_str()).cloned().unwrap_or_else(|| CaseResult {
                case: name.clone(),
                passed: false,
                wrong: vec!["there is no such case".to_owned()],
            })
        };
        let cases: Vec<CaseResult> = self.cases.iter().map(result).collect();
        let state = if self.implemented.trim().is_empty() || cases.is_empty() {
            RuleState::Missing
        } else if cases.iter().all(|case| case.passed) {
            RuleState::Proven
        } else {
            RuleState::Failed
        };
        Rule {
            number: self.number,
            title: self.title,
            asks: self.asks,
            state,
            implemented: self.implemented,
            cases,
        }
    }
}
