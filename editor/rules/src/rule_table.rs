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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseResult {
    /// Its name.
    pub case: String,
    /// What it shows, where its name does not say it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Whether all is as it expects.
    pub passed: bool,
    /// What is not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
}

impl CaseResult {
    /// Of a case in which so much is otherwise than it expects.
    pub fn new(name: &str, wrong: Vec<String>) -> Self {
        let (case, title) = (name.to_owned(), String::new());
        Self { case, title, passed: wrong.is_empty(), wrong }
    }
}

/// The rules that cases cite, in the order of their numbers, each with its cases: a table of rules
/// for a book that has none. Cases that cite no rule come last.
pub fn by_rule(cases: &[(Vec<String>, CaseResult)]) -> Vec<Rule> {
    let mut rules: BTreeMap<(bool, Vec<Part<'_>>), Vec<CaseResult>> = BTreeMap::new();
    for (cited, result) in cases {
        let mut numbers: Vec<&str> = cited.iter().map(String::as_str).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            numbers.push("");
        }
        for number in numbers {
            let key = (number.is_empty(), parts(number));
            rules.entry(key).or_default().push(result.clone());
        }
    }
    rules
        .into_iter()
        .map(|((_, number), cases)| Rule {
            number: number.iter().map(Part::text).collect(),
            title: String::new(),
            asks: String::new(),
            state: state_of(&cases),
            implemented: String::new(),
            cases,
        })
        .collect()
}

/// A part of a rule's number: `10.2` comes after `9.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Number(u64, &'a str),
    Text(&'a str),
}

impl Part<'_> {
    fn text(&self) -> &str {
        match self {
            Self::Number(_, text) | Self::Text(text) => text,
        }
    }
}

fn parts(number: &str) -> Vec<Part<'_>> {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let chunks = number.as_bytes().chunk_by(move |a, b| is_digit(a) == is_digit(b));
    let mut at = 0;
    chunks
        .filter_map(|chunk| {
            let text = number.get(at..at + chunk.len());
            at += chunk.len();
            let text = text?;
            Some(text.parse().map_or(Part::Text(text), |number| Part::Number(number, text)))
        })
        .collect()
}

/// How a rule stands by its cases; one without cases is proven by none.
fn state_of(cases: &[CaseResult]) -> RuleState {
    match cases {
        [] => RuleState::Missing,
        cases if cases.iter().all(|case| case.passed) => RuleState::Proven,
        _ => RuleState::Failed,
    }
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
        (*name, CaseResult::new(name, wrong))
    };
    cases.par_iter().map(one).collect()
}

impl Row {
    fn judge(self, results: &BTreeMap<&str, CaseResult>) -> Rule {
        let result = |name: &String| {
            let known = results.get(name.as_str()).cloned();
            known.unwrap_or_else(|| CaseResult::new(name, vec!["there is no such case".to_owned()]))
        };
        let cases: Vec<CaseResult> = self.cases.iter().map(result).collect();
        let state = match self.implemented.trim() {
            "" => RuleState::Missing,
            _ => state_of(&cases),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_cases_cite_stand_in_the_order_of_their_numbers() {
        let case = |rules: &[&str], name: &str, wrong: &[&str]| {
            let wrong = wrong.iter().map(|text| (*text).to_owned()).collect();
            let rules = rules.iter().map(|text| (*text).to_owned()).collect();
            (rules, CaseResult::new(name, wrong))
        };
        let cases = [
            case(&[], "none", &[]),
            case(&["10.2", "9.1", "9.1"], "a", &[]),
            case(&["9.1"], "b", &["otherwise"]),
            case(&["9.1[2]é"], "c", &[]),
        ];
        let rules = by_rule(&cases);
        let told: Vec<(&str, RuleState, usize)> =
            rules.iter().map(|it| (it.number.as_str(), it.state, it.cases.len())).collect();
        let expected = [
            ("9.1", RuleState::Failed, 2),
            ("9.1[2]é", RuleState::Proven, 1),
            ("10.2", RuleState::Proven, 1),
            ("", RuleState::Proven, 1),
        ];
        assert_eq!(told, expected);
    }
}
