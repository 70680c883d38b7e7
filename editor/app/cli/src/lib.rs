//! The command line: one file a subcommand.

mod batch;
mod book;
mod completions;
mod console;
mod cut_off;
mod diff;
#[cfg(test)]
mod elsewhere;
mod export;
mod files;
mod fmt;
mod generate;
mod import;
mod interrupt;
#[cfg(test)]
mod interrupted;
mod map;
mod merge;
pub mod play;
mod progress;
mod render;
mod replay;
mod report;
mod rules;
mod schema;
mod test_run;
mod tour;
mod validate;
mod versions;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use salient_files::{Inputs, Visible};
use salient_rules::Systems;

pub use console::{Console, Exit, Format, Printer, exit_of};
use console::{by_name, is_broken_pipe, print_json};
pub use report::render_diagnostics;
pub use tour::display_is_missing;
pub use validate::check_file;

/// Scenario editor and map-data toolchain for hex wargames of the First World War.
#[derive(Debug, Parser)]
#[command(
    name = "salient",
    version,
    about,
    args_conflicts_with_subcommands = true,
    after_help = "\
Without a subcommand the editor opens, on FILE or on the embedded Kaiser's Battle.
Where there is no display, the same job is shown in the terminal instead.

Examples:
  salient                                              open the editor
  salient scenarios/kaisers-battle/kaisers-battle.json open a scenario
  salient validate scenarios maps                      check every file
  salient test-run scenarios/kaisers-battle/kaisers-battle.json --games 100

Exit status: 0 all is well, 1 something is wrong with the data, 2 a file cannot be
read or written, or the command line is not understood."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// A scenario or bundle file to open in the editor.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// The project's folder: files may refer to all that lies below it. Left out, it is the nearest
    /// folder above a file that is a git repository or has a folder maps or scenarios.
    #[arg(long, value_name = "DIR", global = true)]
    pub project: Option<PathBuf>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check maps, recipes, rulesets, orders of battle, scenarios and bundles.
    Validate(validate::Args),
    /// Make maps from geographic data.
    Map(map::Args),
    /// Rewrite files in their canonical form.
    Fmt(fmt::Args),
    /// Write the JSON Schemas of the file kinds and of the game log.
    Schema(schema::Args),
    /// Tell what changed between two files, thing by thing.
    Diff(diff::Args),
    /// Merge two versions of a file, by unit, hex and hexside.
    Merge(merge::Args),
    /// Draw a map or a scenario's set-up.
    Render(render::Args),
    /// Write a scenario in another client's format.
    Export(export::Args),
    /// Write the rule book of a game that states its rules of play.
    Book(book::Args),
    /// Read another client's file.
    Import(import::Args),
    /// Make a set-up by the rules of a system.
    Generate(Box<generate::Args>),
    /// Play games between bots and report how they end.
    TestRun(Box<test_run::Args>),
    /// Play a scenario by hand, against a bot or another person.
    Play(play::Args),
    /// Play a game's log again and compare every event.
    Replay(replay::Args),
    /// List the rules of a system, where the engine has them, and how their cases come out.
    Rules(rules::Args),
    /// Write what a shell needs to complete the command line.
    Completions(completions::Args),
    /// Write the manual pages.
    Man(completions::ManArgs),
}

/// Does what a subcommand says.
///
/// # Errors
/// What keeps it from being done at all, to be shown to the user.
pub fn run(command: &Command, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    // Whatever a command reads, it does not write over.
    let _kept = Inputs::hold();
    match command {
        Command::Validate(args) => validate::run(args, console),
        Command::Map(args) => map::run(args, console),
        Command::Fmt(args) => fmt::run(args, console),
        Command::Schema(args) => schema::run(args, console),
        Command::Diff(args) => diff::run(args, console),
        Command::Merge(args) => merge::run(args, console),
        Command::Render(args) => render::run(args, console),
        Command::Export(args) => export::run(args, console),
        Command::Book(args) => book::run(args, console),
        Command::Import(args) => import::run(args, console),
        Command::Generate(args) => generate::run(args, console),
        Command::TestRun(args) => test_run::run(args, console),
        Command::Play(args) => play::run(args, console),
        Command::Replay(args) => replay::run(args, console),
        Command::Rules(args) => rules::run(args, console),
        Command::Completions(args) => completions::run(args, console),
        Command::Man(args) => completions::man(args, console),
    }
}

/// Shows the program's main job in the terminal, for machines without a display.
///
/// # Errors
/// What keeps it from being shown.
pub fn tour(reason: &str, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    tour::run(reason, console)
}

/// Runs something on the real terminal, and turns what it says into an exit status.
///
/// A reader that went away (`salient rules … | head`) is no fault of anyone's.
pub fn on_terminal(
    systems: Systems,
    command: impl FnOnce(&mut Console<'_>) -> anyhow::Result<Exit>,
) -> std::process::ExitCode {
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let (shown, watched) = (stdout.is_terminal(), stderr.is_terminal());
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let mut out = Visible::new(io::BufWriter::new(stdout.lock()));
    let mut err = Visible::new(stderr);
    let colour = shown && !plain;
    let mut console = Console { systems, out: &mut out, err: &mut err, colour, watched };
    let result = command(&mut console)
        .and_then(|exit| console.out.flush().map(|()| exit).map_err(anyhow::Error::from));
    let exit = match result {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => Exit::Clean,
        Err(error) => {
            // Nobody is left to tell if this fails too.
            let _ = writeln!(console.err, "salient: {error:#}");
            exit_of(&error)
        }
    };
    std::process::ExitCode::from(exit as u8)
}

#[cfg(test)]
pub(crate) mod tests {
    use clap::CommandFactory;

    use super::*;

    /// The systems that the command line is tried with.
    pub(crate) const SYSTEMS: Systems =
        Systems::new(&[&salient_kaisers_battle::Rulebook, &salient_storm_in_the_west::Rulebook]);

    /// Runs a command line and gives its exit, output and complaints.
    pub(crate) fn salient(args: &[&str]) -> (Exit, String, String) {
        let cli = Cli::try_parse_from(std::iter::once("salient").chain(args.iter().copied()))
            .expect("the command line is understood");
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console {
            systems: SYSTEMS,
            out: &mut out,
            err: &mut err,
            colour: false,
            watched: false,
        };
        let exit = run(&cli.command.expect("a subcommand"), &mut console)
            .unwrap_or_else(|error| panic!("{error:#}"));
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (exit, text(out), text(err))
    }

    /// Runs a command line that cannot be done, and gives why.
    pub(crate) fn failing(args: &[&str]) -> String {
        let cli = Cli::try_parse_from(std::iter::once("salient").chain(args.iter().copied()))
            .expect("the command line is understood");
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let (out, err) = (&mut out, &mut err);
        let mut console = Console { systems: SYSTEMS, out, err, colour: false, watched: false };
        let error = run(&cli.command.expect("a subcommand"), &mut console).unwrap_err();
        assert_eq!(exit_of(&error), Exit::Unreadable);
        format!("{error:#}")
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_utf_8_are_json_for_programs_and_bytes_for_people() {
        use std::io::Write;
        use std::os::unix::ffi::OsStrExt;
        let path = std::path::Path::new(std::ffi::OsStr::from_bytes(b"caf\xe9/\xff.json"));
        let text = salient_files::text_of(path);
        let mut printed = Vec::new();
        print_json(&mut Visible::new(&mut printed), &serde_json::json!({ "file": text })).unwrap();
        let read: serde_json::Value = serde_json::from_slice(&printed).unwrap();
        assert_eq!(salient_files::path_of(read["file"].as_str().unwrap()), path);
        let mut printed = Vec::new();
        write!(Visible::new(&mut printed), "{text}").unwrap();
        assert_eq!(printed, b"caf\\xE9/\\xFF.json");
    }

    #[test]
    fn what_is_not_there_is_unreadable() {
        let (exit, out, _) = salient(&["validate", "no/such/file.json", "--format", "json"]);
        assert_eq!(exit, Exit::Unreadable);
        assert!(out.contains("\"unreadable\""), "{out}");
        let (exit, _, err) = salient(&["fmt", "no/such/file.json"]);
        assert_eq!(exit, Exit::Unreadable);
        assert!(err.starts_with("no/such/file.json: cannot be read"), "{err}");
    }

    #[test]
    fn schemas_are_written_and_then_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let args = ["schema", "--out", folder.path().to_str().unwrap()];
        let (exit, first, _) = salient(&args);
        let (_, second, _) = salient(&args);
        assert_eq!(exit, Exit::Clean);
        assert!(first.contains("map.schema.json: written"), "{first}");
        assert!(second.contains("map.schema.json: up to date"), "{second}");
    }

    #[test]
    fn rules_are_listed_for_people_and_programs() {
        let (_, text, _) = salient(&["rules", "kaisers-battle"]);
        assert!(text.contains("8.76"), "{text}");
        let (_, json, _) = salient(&["rules", "kaisers-battle", "--format", "json"]);
        let rules: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
        let rows = text.lines().filter(|line| !line.starts_with(' '));
        assert_eq!(rules.len() + 1, rows.count());
    }

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_file_alone_opens_the_editor() {
        let cli = Cli::try_parse_from(["salient", "a.json"]).expect("understood");
        assert!(cli.command.is_none());
        assert_eq!(cli.file, Some(PathBuf::from("a.json")));
    }

    #[test]
    fn a_closed_pipe_is_not_a_fault() {
        let error = anyhow::Error::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert!(is_broken_pipe(&error.context("writing")));
        assert!(!is_broken_pipe(&anyhow::anyhow!("other")));
    }
}
