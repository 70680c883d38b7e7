//! `salient rules`

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::report::plural;
use super::{Console, Exit, Format};

/// The rule tables of the systems that the engine plays: name and table.
const TABLES: &[(&str, &str)] =
    &[("kaisers-battle", include_str!("../../../../tests/rules/kaisers-battle.toml"))];

/// List the rules of a system: what each asks, where the engine has it, and its test cases.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient rules kaisers-battle
  salient rules kaisers-battle --format json

Exit status: 0 every rule is there, 1 some are missing, 2 there is no such system.")]
pub struct Args {
    /// The system: kaisers-battle.
    #[arg(value_name = "SYSTEM")]
    system: String,

    /// text for people, json for an array of rules.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Deserialize)]
struct RuleTable {
    #[serde(default)]
    rule: Vec<Rule>,
}

/// A numbered rule.
#[derive(Debug, Deserialize, Serialize)]
struct Rule {
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
    /// Why there is no case although the engine has it, and what proves it instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    without_case: Option<String>,
}

impl Rule {
    /// A rule is there when the engine has it and something proves it.
    fn is_missing(&self) -> bool {
        let proven = !self.cases.is_empty() || self.without_case.is_some();
        self.implemented.trim().is_empty() || !proven
    }
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let Some((_, table)) = TABLES.iter().find(|(system, _)| *system == args.system) else {
        let known: Vec<&str> = TABLES.iter().map(|(system, _)| *system).collect();
        anyhow::bail!("no system is called '{}'; there is {}", args.system, known.join(", "));
    };
    let table: RuleTable =
        toml::from_str(table).with_context(|| format!("the rules of {}", args.system))?;
    let rules = table.rule;
    match args.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *console.out, &rules)?;
            writeln!(console.out)?;
        }
        Format::Text => print_rules(&rules, console)?,
    }
    Ok(if rules.iter().any(Rule::is_missing) { Exit::Problems } else { Exit::Clean })
}

fn print_rules(rules: &[Rule], console: &mut Console<'_>) -> anyhow::Result<()> {
    for rule in rules {
        let state = if rule.is_missing() { "missing" } else { "there  " };
        let words = if rule.title.is_empty() { &rule.asks } else { &rule.title };
        let cases = match rule.cases.len() {
            0 => String::new(),
            count => format!(" [{}]", plural(count, "case")),
        };
        writeln!(console.out, "{:<8} {state}  {words}{cases}", rule.number)?;
    }
    let missing = rules.iter().filter(|rule| rule.is_missing()).count();
    writeln!(
        console.out,
        "{}: {} there, {missing} missing",
        plural(rules.len(), "rule"),
        rules.len() - missing
    )?;
    Ok(())
}
