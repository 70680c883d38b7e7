//! `salient rules`

use std::collections::BTreeMap;

use anyhow::Context;
use rayon::prelude::*;
use salient_rules::case::{self, Case};
use salient_schema::Bundle;
use serde::{Deserialize, Serialize};

use super::report::plural;
use super::{Console, Exit, Format};
use crate::embedded;

/// List the rules of a system: what each asks, where the engine has it, and how the cases that
/// prove it come out. The cases are played on the spot.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient rules kaisers-battle
  salient rules kaisers-battle --only missing
  salient rules kaisers-battle --format json

Exit status: 0 every rule is there and every case comes out right, 1 a rule is missing or a case
fails, 2 there is no such system.")]
pub struct Args {
    /// The system: kaisers-battle.
    #[arg(value_name = "SYSTEM")]
    system: String,

    /// Only the rules of this state.
    #[arg(long, value_enum, value_name = "STATE")]
    only: Option<State>,

    /// text for people, json for an array of rules.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A system's rule table with the cases that it names, as the build script finds them.
struct System {
    id: &'static str,
    /// The table's text.
    table: &'static str,
    /// Each case's name and text.
    cases: &'static [(&'static str, &'static str)],
}

const SYSTEMS: &[System] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

#[derive(Debug, Deserialize)]
struct RuleTable {
    #[serde(default)]
    rule: Vec<Row>,
}

/// A row of the table.
#[derive(Debug, Deserialize)]
struct Row {
    number: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    asks: String,
    /// Where in the engine; empty while it is missing.
    #[serde(default)]
    implemented: String,
    #[serde(default)]
    cases: Vec<String>,
}

/// A numbered rule and how its cases came out.
#[derive(Debug, Serialize)]
struct Rule {
    number: String,
    title: String,
    asks: String,
    state: State,
    implemented: String,
    cases: Vec<CaseResult>,
}

/// How a rule stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
enum State {
    /// The engine has it and every case comes out right.
    Proven,
    /// A case comes out otherwise.
    Failed,
    /// The engine has it not, or nothing proves it.
    Missing,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Failed => "FAILED",
            Self::Missing => "missing",
        }
    }
}

/// How a case came out.
#[derive(Clone, Debug, Serialize)]
struct CaseResult {
    case: String,
    passed: bool,
    /// What is not as the case expects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wrong: Vec<String>,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let Some(system) = SYSTEMS.iter().find(|system| system.id == args.system) else {
        let known: Vec<&str> = SYSTEMS.iter().map(|system| system.id).collect();
        anyhow::bail!("no system is called '{}'; there is {}", args.system, known.join(", "));
    };
    let table: RuleTable =
        toml::from_str(system.table).with_context(|| format!("the rules of {}", args.system))?;
    let (project, found) = salient_schema::open_project(&embedded::source(), embedded::SCENARIO);
    let Some(project) = project else {
        anyhow::bail!("the embedded scenario cannot be read: {}", plural(found.len(), "error"));
    };
    let results = play(system, &project.bundle);
    let rules: Vec<Rule> = table.rule.into_iter().map(|row| judge(row, &results)).collect();
    let shown: Vec<&Rule> =
        rules.iter().filter(|rule| args.only.is_none_or(|only| rule.state == only)).collect();
    match args.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *console.out, &shown)?;
            writeln!(console.out)?;
        }
        Format::Text => {
            for rule in shown {
                print_rule(rule, console)?;
            }
            print_sum(&rules, results.len(), console)?;
        }
    }
    let proven = rules.iter().all(|rule| rule.state == State::Proven);
    Ok(if proven { Exit::Clean } else { Exit::Problems })
}

/// What a rule is about, for whoever has no rule book at hand.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Its number as the rule book prints it.
    pub number: String,
    /// What it is about.
    pub title: String,
    /// What it asks.
    pub asks: String,
}

/// The rules of a system in the order of the book; none of a system that is not known.
pub fn outlines(system: &str) -> Vec<Outline> {
    let system = SYSTEMS.iter().find(|known| known.id == system);
    let table = system.and_then(|system| toml::from_str::<RuleTable>(system.table).ok());
    let rows = table.map(|table| table.rule).unwrap_or_default();
    let outline = |row: Row| Outline { number: row.number, title: row.title, asks: row.asks };
    rows.into_iter().map(outline).collect()
}

/// Plays every case of a system.
fn play(system: &System, bundle: &Bundle) -> BTreeMap<&'static str, CaseResult> {
    let one = |&(name, text): &(&'static str, &str)| {
        let wrong = match toml::from_str::<Case>(text) {
            Ok(case) => case::run(&case, bundle).err().unwrap_or_default(),
            Err(error) => vec![error.to_string()],
        };
        (name, CaseResult { case: name.to_owned(), passed: wrong.is_empty(), wrong })
    };
    system.cases.par_iter().map(one).collect()
}

fn judge(row: Row, results: &BTreeMap<&str, CaseResult>) -> Rule {
    let result = |name: &String| {
        results.get(name.as_str()).cloned().unwrap_or_else(|| CaseResult {
            case: name.clone(),
            passed: false,
            wrong: vec!["there is no such case".to_owned()],
        })
    };
    let cases: Vec<CaseResult> = row.cases.iter().map(result).collect();
    let state = if row.implemented.trim().is_empty() || cases.is_empty() {
        State::Missing
    } else if cases.iter().all(|case| case.passed) {
        State::Proven
    } else {
        State::Failed
    };
    Rule {
        number: row.number,
        title: row.title,
        asks: row.asks,
        state,
        implemented: row.implemented,
        cases,
    }
}

fn print_rule(rule: &Rule, console: &mut Console<'_>) -> anyhow::Result<()> {
    let words = if rule.title.is_empty() { &rule.asks } else { &rule.title };
    let place = match rule.implemented.as_str() {
        "" => String::new(),
        place => format!("  {place}"),
    };
    writeln!(console.out, "{:<8} {:<7}  {words}{place}", rule.number, rule.state.name())?;
    for case in &rule.cases {
        let result = if case.passed { "passed" } else { "FAILED" };
        writeln!(console.out, "{:16}{result}  {}", "", case.case)?;
        for line in &case.wrong {
            writeln!(console.out, "{:26}{line}", "")?;
        }
    }
    Ok(())
}

fn print_sum(rules: &[Rule], played: usize, console: &mut Console<'_>) -> anyhow::Result<()> {
    let count = |state| rules.iter().filter(|rule| rule.state == state).count();
    let failed = rules.iter().flat_map(|rule| &rule.cases).filter(|case| !case.passed).count();
    writeln!(
        console.out,
        "{}: {} proven, {} failed, {} missing; {} played, {failed} failed",
        plural(rules.len(), "rule"),
        count(State::Proven),
        count(State::Failed),
        count(State::Missing),
        plural(played, "case"),
    )?;
    Ok(())
}
