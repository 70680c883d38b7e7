//! `salient replay`: the logs of a test-run can be played again to the same state, and whatever
//! byte is changed in one is found.

use std::path::{Path, PathBuf};

use clap::Parser;
use proptest::prelude::*;
use salient::SYSTEMS;
use salient::cli::{Cli, Console, Exit, run};
use salient_tests::root;
use serde_json::Value;

/// Runs a command line and gives its exit and output.
fn salient(args: &[&str]) -> (Exit, String, String) {
    let cli = Cli::try_parse_from(std::iter::once("salient").chain(args.iter().copied()))
        .expect("the command line is understood");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    let exit = run(&cli.command.expect("a subcommand"), &mut console)
        .unwrap_or_else(|error| panic!("{error:#}"));
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (exit, text(out), text(err))
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path in Unicode")
}

fn scenario() -> PathBuf {
    root().join("scenarios/kaisers-battle/kaisers-battle.json")
}

/// Plays games and gives their logs.
fn logs(folder: &Path, games: &str, bots: &str) -> Vec<PathBuf> {
    let args =
        ["test-run", path(&scenario()), "--games", games, "--bots", bots, "--log", path(folder)]
            .map(str::to_owned);
    let (exit, _, err) = salient(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(exit, Exit::Clean, "{err}");
    salient_tests::files_below(folder, ".jsonl")
}

#[test]
fn the_logs_of_every_bot_can_be_played_again() {
    for bots in ["random,heuristic", "heuristic,random", "heuristic,heuristic", "planner,planner"] {
        let folder = tempfile::tempdir().expect("a folder");
        let logs = logs(folder.path(), "3", bots);
        assert_eq!(logs.len(), 3);
        for log in &logs {
            let (exit, out, err) = salient(&["replay", path(log)]);
            assert_eq!(exit, Exit::Clean, "{out}{err}");
            assert!(out.contains("the same to the last byte"), "{out}");
        }
        let mut args = vec!["replay", "--format", "json"];
        args.extend(logs.iter().map(|log| path(log)));
        let (_, out, _) = salient(&args);
        let found: Value = serde_json::from_str(&out).expect("JSON");
        for (found, log) in found.as_array().expect("an array").iter().zip(&logs) {
            let text = std::fs::read_to_string(log).expect("the log");
            let last: Value =
                serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
            assert_eq!(found["state_hash"], last["state_hash"]);
            assert_eq!(found["outcome"]["points"], last["points"]);
            assert_eq!(found["events"], text.lines().count());
        }
    }
}

#[test]
fn the_first_difference_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = logs(folder.path(), "1", "heuristic,heuristic").remove(0);
    let text = std::fs::read_to_string(&log).expect("the log");
    let shown = |text: &str, words: &str| {
        std::fs::write(&log, text).expect("written");
        let (exit, out, _) = salient(&["replay", path(&log)]);
        assert_eq!(exit, Exit::Problems, "{out}");
        assert!(out.contains(words), "{words}:\n{out}");
    };
    // A die that fell otherwise.
    let at = text.find("\"value\":").expect("a die") + "\"value\":".len();
    let die = text.as_bytes()[at];
    let other = if die == b'6' { "1" } else { "6" };
    let line = text[..at].lines().count();
    let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
    shown(&changed, &format!(":{line}: the log is not what the rules give"));
    // A log that ends too early, and one that goes on too long.
    let half = text.lines().count() / 2;
    let cut: String = text.lines().take(half).map(|line| format!("{line}\n")).collect();
    shown(&cut, "the log ends here");
    let last = text.lines().last().expect("a line");
    shown(&format!("{text}{last}\n"), "the game is over");
    // A move that no rule allows.
    let move_line = text.lines().position(|line| line.contains("\"do\":\"move\"")).expect("a move");
    let changed: String = text
        .lines()
        .enumerate()
        .map(|(i, line)| {
            let line = if i == move_line {
                let at = line.find("\"path\":[\"").expect("a path") + "\"path\":[\"".len();
                format!("{}0101{}", &line[..at], &line[at + 4..])
            } else {
                line.to_owned()
            };
            format!("{line}\n")
        })
        .collect();
    shown(&changed, "refused: ");
}

#[test]
fn a_scenario_that_has_changed_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = logs(folder.path(), "1", "random,random").remove(0);
    let copy = folder.path().join("copy");
    for name in ["scenarios/kaisers-battle", "maps/picardy-1918"] {
        std::fs::create_dir_all(copy.join(name)).expect("a folder");
        for file in salient_tests::files_below(&root().join(name), ".json") {
            if file.parent() == Some(&root().join(name)) {
                let to = copy.join(name).join(file.file_name().expect("a name"));
                std::fs::copy(&file, to).expect("copied");
            }
        }
    }
    let file = copy.join("scenarios/kaisers-battle/kaisers-battle.json");
    let (exit, out, err) = salient(&["replay", path(&log), "--scenario", path(&file)]);
    assert_eq!(exit, Exit::Clean, "a copy elsewhere is the same: {out}{err}");
    let text = std::fs::read_to_string(&file).expect("the scenario");
    std::fs::write(&file, text.replacen("35, 35", "35, 36", 1)).expect("written");
    let (exit, out, _) = salient(&["replay", path(&log), "--scenario", path(&file)]);
    assert_eq!(exit, Exit::Problems);
    assert!(out.contains(":1: the log is not what the rules give"), "{out}");
    assert!(out.contains("not the one that the game was played with"), "{out}");
}

/// The text of one log, played once.
fn log_text() -> &'static str {
    static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    TEXT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let log = logs(folder.path(), "1", "random,heuristic").remove(0);
        std::fs::read_to_string(log).expect("the log")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any byte of a log, changed into any other: `salient replay` finds it.
    #[test]
    fn a_changed_byte_is_found(at in any::<proptest::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = log_text().as_bytes().to_vec();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("changed.jsonl");
        std::fs::write(&log, &bytes).expect("written");
        let cli = Cli::try_parse_from(["salient", "replay", path(&log)]).expect("understood");
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
        // A log whose first line is spoilt is no log at all.
        let found = run(&cli.command.expect("a subcommand"), &mut console);
        prop_assert!(found.is_err() || found.is_ok_and(|exit| exit == Exit::Problems));
    }
}
