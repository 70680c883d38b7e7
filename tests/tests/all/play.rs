//! `salient play`: what is typed decides, and the log of it is an ordinary one.

use clap::Parser;
use salient::SYSTEMS;
use salient::cli::{Cli, Command, Console, Exit, play, run};
use salient_tests::{copy_of_fixture, root};

/// What is printed on the standard output and error when this is typed.
fn played(words: &[&str], typed: &str) -> (Exit, String, String) {
    let cli = Cli::try_parse_from([&["salient", "play"], words].concat()).expect("a command line");
    let Some(Command::Play(args)) = cli.command else { panic!("no play") };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    let exit = play::play(&args, &mut typed.as_bytes(), &mut console)
        .unwrap_or_else(|error| panic!("{error:#}"));
    (exit, String::from_utf8_lossy(&out).into_owned(), String::from_utf8_lossy(&err).into_owned())
}

fn replayed(words: &[&str]) -> (Exit, String) {
    let cli = Cli::try_parse_from([&["salient", "replay"], words].concat()).expect("a line");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    let exit = run(&cli.command.expect("a subcommand"), &mut console).expect("it runs");
    (exit, String::from_utf8_lossy(&out).into_owned())
}

fn scenario() -> String {
    root().join("scenarios/kaisers-battle/kaisers-battle.json").display().to_string()
}

#[test]
fn numbers_and_words_decide_and_the_log_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.jsonl").display().to_string();
    // A kind, a hex, one of the shares of guns; taken back, and otherwise; then a bot's decision.
    let typed = "1\n2801\nodds 1\n1\nback\ndrumfire 2801\n2\nbranches\nbot\nnonsense\nquit\n";
    let (exit, out, err) =
        played(&[&scenario(), "--seats", "person,heuristic", "--log", &log], typed);
    assert_eq!(exit, Exit::Clean, "{err}");
    assert!(out.contains("German decides"), "{out}");
    assert!(out.contains("German drumfire on 2801"), "{out}");
    assert!(out.contains("1 decision taken back"), "{out}");
    assert!(out.contains("100.0 %") || out.contains(" %  "), "what may come of it: {out}");
    assert!(out.contains("'nonsense' is no kind of action, unit or hex"), "{out}");
    assert!(err.contains("game.jsonl: written"), "{err}");

    let (exit, words) = replayed(&[&log]);
    assert_eq!(exit, Exit::Problems, "the game is not over: {words}");
    let (exit, words) = replayed(&["--unfinished", &log]);
    assert_eq!(exit, Exit::Clean, "{words}");
    assert!(words.contains("2 decisions"), "{words}");

    // Gone on with: the same position, and on from there.
    let before = std::fs::read_to_string(&log).unwrap();
    let (exit, _, err) = played(&[&scenario(), "--resume", &log, "--log", &log], "bot\nquit\n");
    assert_eq!(exit, Exit::Clean, "{err}");
    let after = std::fs::read_to_string(&log).unwrap();
    assert!(after.starts_with(&before) && after.len() > before.len());
}

#[test]
fn the_position_of_a_log_is_kept_as_a_scenario_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let from = copy_of_fixture("kaisers-battle", folder.path()).unwrap().display().to_string();
    let log = folder.path().join("game.jsonl").display().to_string();
    let (exit, _, err) = played(&[&from, "--log", &log], "bot\nbot\nbot\nbot\nquit\n");
    assert_eq!(exit, Exit::Clean, "{err}");
    let to = folder.path().join("from-here.json").display().to_string();
    let keep = ["--unfinished", "--scenario", &from, "--keep-as", &to, "--decisions", "3", &log];
    let (exit, said) = replayed(&keep);
    assert_eq!(exit, Exit::Clean, "{said}");
    assert!(said.contains("from-here.json is written"), "{said}");

    // It is a scenario like another, on the same map, and begins where the log stopped.
    let (project, diagnostics) = salient_schema::open_project(&salient_schema::Disk, &to);
    assert!(diagnostics.iter().all(|found| !found.is_error()), "{diagnostics:#?}");
    let scenario = project.expect("it is read").bundle.scenario;
    assert_eq!(scenario.map, "map.json");
    assert!(scenario.start.is_some_and(|start| start.step.is_some()));
    let (exit, _, err) = played(&[&to, "--seats", "heuristic,heuristic"], "quit\n");
    assert_eq!(exit, Exit::Clean, "{err}");
    // What is there already is not written over.
    std::fs::write(&to, "{}").unwrap();
    let cli = Cli::try_parse_from([&["salient", "replay"], &keep[..]].concat()).expect("a line");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    assert!(run(&cli.command.expect("a subcommand"), &mut console).is_err());
    assert_eq!(std::fs::read_to_string(&to).unwrap(), "{}");
}

#[test]
fn a_cut_event_is_no_unfinished_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.jsonl");
    let name = log.display().to_string();
    played(&[&scenario(), "--log", &name], "bot\nbot\nbot\nquit\n");
    let text = std::fs::read_to_string(&log).unwrap();
    for cut in [text.len() - 1, text.len() - 20] {
        std::fs::write(&log, &text[..cut]).unwrap();
        let (exit, words) = replayed(&["--unfinished", &name]);
        assert_eq!(exit, Exit::Problems, "{words}");
    }
}

#[test]
fn another_scenarios_log_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.jsonl").display().to_string();
    played(&[&scenario(), "--log", &log], "bot\nquit\n");
    let other = root().join("scenarios/storm-in-the-west/campaign.json").display().to_string();
    let (exit, _, err) = played(&[&other, "--resume", &log], "");
    assert_eq!(exit, Exit::Problems);
    assert!(err.contains("not the one that the game was played with"), "{err}");
}

#[test]
fn bots_alone_play_to_the_end() {
    let (exit, out, _) =
        played(&[&scenario(), "--seats", "heuristic,heuristic", "--seed", "3"], "quit\n");
    assert_eq!(exit, Exit::Clean);
    assert!(out.contains("The game is over"), "{out}");
}
