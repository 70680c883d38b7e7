//! `salient rules`

use std::collections::BTreeSet;
use std::path::PathBuf;

use salient_document::users_of;
use salient_output::cases;
use salient_output::plural;
use salient_rules::rule_table::{Rule, RuleState, examine};
use salient_schema::{Disk, FileKind, open_project};

use super::files::shown;
use super::validate::kind_of;
use super::{Console, Exit, Format, print_json};

/// List the rules of a system: what each asks, where the engine has it, and how the cases that
/// prove it come out. The cases are played on the spot.
///
/// Of a ruleset, play the designer's own rule cases: the files of the folder cases beside it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient rules kaisers-battle
  salient rules kaisers-battle --only missing
  salient rules kaisers-battle --format json
  salient rules my-game/ruleset.json
  salient rules my-game/my-scenario.json      the same cases, on this scenario if they name none

Exit status: 0 every rule is there and every case comes out right, 1 a rule is missing or a case
fails, 2 there is no such system or ruleset, or a case cannot be read.")]
pub struct Args {
    /// The system: kaisers-battle, storm-in-the-west; or a file: a ruleset, or a scenario or bundle
    /// with its ruleset.
    #[arg(value_name = "SYSTEM|RULESET")]
    system: String,

    /// Only the rules of this state.
    #[arg(long, value_enum, value_name = "STATE")]
    only: Option<State>,

    /// text for people, json for an array of rules.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let systems = console.systems;
    let Some(system) = systems.find(&args.system) else {
        return own_cases(args, console);
    };
    let (rules, played) = examine(systems, system).map_err(anyhow::Error::msg)?;
    show(args, &rules, played, console)
}

/// Plays the cases that lie beside a ruleset.
fn own_cases(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let file = shown(&PathBuf::from(&args.system));
    let systems = console.systems;
    let (ruleset, scenarios) = match kind_of(&Disk, &file) {
        Some(FileKind::Ruleset) => (file.clone(), users_of(&path(&file))),
        Some(FileKind::Scenario | FileKind::Bundle) => {
            let (project, found) = open_project(&Disk, &file);
            let Some(project) = project else {
                let first = found.first().map_or_else(String::new, ToString::to_string);
                anyhow::bail!("{file} cannot be read: {first}");
            };
            let (own, ruleset) = (path(&file), project.paths.ruleset);
            let others = users_of(&path(&ruleset)).into_iter().filter(|other| *other != own);
            (ruleset, std::iter::once(own.clone()).chain(others).collect())
        }
        Some(_) => anyhow::bail!("{file} is neither a ruleset nor a scenario"),
        None => {
            let known: Vec<&str> = systems.iter().map(|system| system.info().id).collect();
            let known = known.join(", ");
            anyhow::bail!("{file} is no system and no ruleset; the systems are {known}");
        }
    };
    let played = cases::play(systems, &path(&ruleset), &scenarios, None);
    let exit = show(args, &played.by_rule(), played.cases.len(), console)?;
    for (file, why) in &played.unreadable {
        writeln!(console.err, "{}: cannot be read: {why}", shown(file))?;
    }
    if !played.unreadable.is_empty() {
        return Ok(Exit::Unreadable);
    }
    if played.cases.is_empty() && args.format == Format::Text {
        let folder = shown(&cases::folder_of(&path(&ruleset)));
        writeln!(console.out, "There are no cases in {folder}.")?;
    }
    Ok(exit)
}

fn path(file: &str) -> PathBuf {
    salient_files::path_of(file)
}

/// Shows rules with their cases; the exit tells whether all are proven.
fn show(
    args: &Args,
    rules: &[Rule],
    played: usize,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let only = args.only.map(RuleState::from);
    let shown: Vec<&Rule> =
        rules.iter().filter(|rule| only.is_none_or(|only| rule.state == only)).collect();
    match args.format {
        Format::Json => {
            print_json(console.out, &shown)?;
        }
        Format::Text => {
            for rule in shown {
                print_rule(rule, console)?;
            }
            print_sum(rules, played, console)?;
        }
    }
    let proven = rules.iter().all(|rule| rule.state == RuleState::Proven);
    Ok(if proven { Exit::Clean } else { Exit::Problems })
}

/// How a rule stands, on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum State {
    /// It is there and every case comes out right.
    Proven,
    /// A case comes out otherwise.
    Failed,
    /// It is not there, or nothing proves it.
    Missing,
}

impl From<State> for RuleState {
    fn from(state: State) -> Self {
        match state {
            State::Proven => Self::Proven,
            State::Failed => Self::Failed,
            State::Missing => Self::Missing,
        }
    }
}

fn in_words(state: RuleState) -> &'static str {
    match state {
        RuleState::Proven => "proven",
        RuleState::Failed => "FAILED",
        RuleState::Missing => "missing",
    }
}

fn print_rule(rule: &Rule, console: &mut Console<'_>) -> anyhow::Result<()> {
    let words = if rule.title.is_empty() { &rule.asks } else { &rule.title };
    let place = match rule.implemented.as_str() {
        "" => String::new(),
        place => format!("  {place}"),
    };
    let number = if rule.number.is_empty() { "no rule" } else { &rule.number };
    let line = format!("{number:<8} {:<7}  {words}{place}", in_words(rule.state));
    writeln!(console.out, "{}", line.trim_end())?;
    for case in &rule.cases {
        let result = if case.passed { "passed" } else { "FAILED" };
        let title = if case.title.is_empty() { "" } else { ": " };
        writeln!(console.out, "{:16}{result}  {}{title}{}", "", case.case, case.title)?;
        for line in &case.wrong {
            writeln!(console.out, "{:26}{line}", "")?;
        }
    }
    Ok(())
}

fn print_sum(rules: &[Rule], played: usize, console: &mut Console<'_>) -> anyhow::Result<()> {
    let count = |state| rules.iter().filter(|rule| rule.state == state).count();
    // A case stands under each rule that it cites.
    let failed = rules.iter().flat_map(|rule| &rule.cases).filter(|case| !case.passed);
    let failed: BTreeSet<&str> = failed.map(|case| case.case.as_str()).collect();
    let failed = failed.len();
    writeln!(
        console.out,
        "{}: {} proven, {} failed, {} missing; {} played, {failed} failed",
        plural(rules.len(), "rule"),
        count(RuleState::Proven),
        count(RuleState::Failed),
        count(RuleState::Missing),
        plural(played, "case"),
    )?;
    Ok(())
}
