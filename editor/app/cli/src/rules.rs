//! `salient rules`

use salient_rules::rule_table::{Rule, RuleState, examine};

use super::{Console, Exit, Format, print_json};
use salient_output::plural;

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
    /// The system: kaisers-battle, storm-in-the-west.
    #[arg(value_name = "SYSTEM")]
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
        let known: Vec<&str> = systems.iter().map(|system| system.info().id).collect();
        anyhow::bail!("no system is called '{}'; there are {}", args.system, known.join(", "));
    };
    let (rules, played) = examine(systems, system).map_err(anyhow::Error::msg)?;
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
            print_sum(&rules, played, console)?;
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
    writeln!(console.out, "{:<8} {:<7}  {words}{place}", rule.number, in_words(rule.state))?;
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
        count(RuleState::Proven),
        count(RuleState::Failed),
        count(RuleState::Missing),
        plural(played, "case"),
    )?;
    Ok(())
}
