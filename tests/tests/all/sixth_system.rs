//! A system that no crate but this one knows gets everything by its row in the registry: checks,
//! play, test-runs in every form, shards, logs with schemas, words, replay, rule cases, set-up by
//! zones and playback in a web page. The editor's part is in `screens/sixth_system.rs`.

use std::path::{Path, PathBuf};

use clap::Parser;
use salient::cli::{Cli, Console, Exit, run};
use salient_exchange::web::{self, Log};
use salient_rules::words::Words;
use salient_rules::{Bot, Match, Prepared, System, Systems};
use salient_schema::{Bundle, Severity};
use salient_skirmish::{Rulebook, SCOUT};
use salient_tests::root;
use serde_json::{Value, json};

/// The program's systems and the sixth.
const SYSTEMS: Systems = Systems::new(&[
    &salient_kaisers_battle::Rulebook,
    &salient_storm_in_the_west::Rulebook,
    &Rulebook,
]);

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

fn data(file: &str) -> PathBuf {
    root().join("tests/skirmish/data").join(file)
}

fn arg(path: &Path) -> String {
    path.to_str().expect("a path in Unicode").to_owned()
}

fn bundle() -> Bundle {
    Rulebook.published().bundle(None).expect("the scenario")
}

fn schema(name: &str) -> jsonschema::Validator {
    let schemas = SYSTEMS.json_schemas();
    let schema: Value = serde_json::from_str(schemas[name]).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

#[test]
fn its_files_are_checked_with_rule_numbers() {
    let (exit, out, err) = salient(&["validate", &arg(&data(""))]);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    // Three in a hex, an enemy in the same hex, a lake.
    let places = [("red-3", "0101"), ("red-3", "0903"), ("red-3", "0204")];
    for (counter, hex) in places {
        let mut bundle = bundle();
        bundle.scenario.setup.free.clear();
        let placements = &mut bundle.scenario.setup.placements;
        let mut one = placements[0].clone();
        (one.hex, one.counters) = (hex.to_owned(), vec![counter.to_owned()]);
        placements.push(one);
        let found = salient_rules::check(SYSTEMS, &bundle);
        let wrong = found.iter().find(|found| found.severity == Severity::Error).expect(hex);
        assert_eq!(wrong.rule.as_deref(), Some("SK 4.2"), "{wrong}");
        assert_eq!(wrong.place.hex.as_deref(), Some(hex), "{wrong}");
        assert!(Prepared::new(SYSTEMS, &bundle).is_err());
    }
    // What the rules need and nothing fills.
    let mut bundle = bundle();
    bundle.map.features.items.clear();
    let found = salient_rules::check(SYSTEMS, &bundle);
    assert!(found.iter().any(|found| found.rule.as_deref() == Some("SK 2.1")), "{found:#?}");
}

#[test]
fn its_test_runs_are_reported_in_every_form_and_merge() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| arg(&folder.path().join(name));
    let scenario = arg(&data("three-corners.json"));
    let bots = "scout,heuristic,random";
    let run = |more: &[&str]| {
        let first = ["test-run", &scenario, "--games", "24", "--seed", "5", "--bots", bots];
        let (exit, out, err) = salient(&[&first[..], more].concat());
        assert_eq!(exit, Exit::Clean, "{out}{err}");
        out
    };
    let text = run(&["--out", &at("whole.html"), "--csv", &at("csv")]);
    for words in ["Red victory", "\nShots\n", "Fired as", "Aimed fire", "Opportunity fire"] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
    let html = std::fs::read_to_string(at("whole.html")).expect("a page");
    assert!(html.contains("Shots") && html.contains("Opportunity fire"), "the page's own table");
    let csv = std::fs::read_to_string(folder.path().join("csv/shots.csv")).expect("a table");
    assert!(csv.starts_with("side,kind,"), "{csv}");
    assert!(csv.contains("red,aimed-fire"), "{csv}");
    let json: Value = serde_json::from_str(&run(&["--format", "json"])).expect("JSON");
    assert_eq!(json["played"], 24);
    assert_eq!(json["subject"]["sides"].as_array().map(Vec::len), Some(3));

    let shard = |number: usize| {
        let file = at(&format!("shard-{number}.json"));
        run(&["--shard", &format!("{number}/3"), "--out", &file]);
        file
    };
    let shards: Vec<String> = (1..=3).map(shard).collect();
    let mut args = vec!["test-run", "merge"];
    args.extend(shards.iter().map(String::as_str));
    let merged = at("merged.html");
    args.extend(["--out", &merged]);
    let (exit, out, err) = salient(&args);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    assert_eq!(std::fs::read_to_string(merged).expect("a page"), html);

    let (exit, _, err) = salient(&["test-run", &scenario, "--games", "1", "--bots", "planner"]);
    assert_eq!(exit, Exit::Problems);
    assert!(err.contains("random, heuristic, scout"), "{err}");
}

#[test]
fn its_log_has_schemas_words_a_replay_and_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let logs = folder.path().join("logs");
    let scenario = arg(&data("three-corners.json"));
    let args = ["test-run", &scenario, "--games", "2", "--seed", "3", "--log", &arg(&logs)];
    let (exit, out, err) = salient(&args);
    assert_eq!(exit, Exit::Clean, "{out}{err}");

    let (core, own) = (schema("event.schema.json"), schema("skirmish.event.schema.json"));
    let action = schema("skirmish.action.schema.json");
    let files = salient_tests::files_below(&logs, ".jsonl");
    assert_eq!(files.len(), 2);
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a log");
        let (mut details, mut actions) = (0, 0);
        for line in text.lines() {
            let event: Value = serde_json::from_str(line).expect("an event");
            assert!(core.is_valid(&event), "{line}");
            if let Some(detail) = event.get("detail") {
                assert!(own.is_valid(detail), "{line}");
                details += 1;
            }
            if event["event"] == "action" {
                assert!(action.is_valid(&event["action"]), "{line}");
                actions += 1;
            }
        }
        assert!(details > 0 && actions > 10, "{details} {actions}");

        let (exit, out, err) = salient(&["replay", &arg(file), "--scenario", &scenario]);
        assert_eq!(exit, Exit::Clean, "{out}{err}");
        assert!(out.contains("the same to the last byte"), "{out}");

        // A page follows the core alone; the words are the system's where it has any.
        let log = Log::read("game.jsonl", text.as_bytes()).expect("a log");
        let page = web::html(SYSTEMS, &bundle(), Some(&log), None).expect("a page");
        let html = String::from_utf8_lossy(&page.files[0].bytes).into_owned();
        assert!(html.contains("fires at"), "the system's own words");
    }

    // Followed by its core alone, the log ends with the units where they stand.
    let bundle = bundle();
    let mut game = Match::start(SYSTEMS, &bundle, 3).expect("a game");
    while !game.is_over() {
        game.advance(&[SCOUT, Bot::HEURISTIC, Bot::RANDOM]);
    }
    let words = Words::new(SYSTEMS, &bundle);
    let lines: Vec<String> =
        game.events().iter().flat_map(|event| words.lines(event)).map(|line| line.text).collect();
    for text in ["is set up in", "moves from", "fires at", "The game is over"] {
        assert!(lines.iter().any(|line| line.contains(text)), "no {text:?}");
    }
}

#[test]
fn its_rules_are_proven_on_the_command_line() {
    let (exit, out, err) = salient(&["rules", "skirmish"]);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    assert!(out.contains("11 rules: 11 proven, 0 failed, 0 missing; 13 cases played, 0 failed"));
}

/// Units of a free group are set up by their sides, in their zones, before the first game-turn.
#[test]
fn its_sides_set_up_by_zones() {
    let mut game = Match::start(SYSTEMS, &bundle(), 1).expect("a game");
    for hex in ["0303", "0504", "0705"] {
        let plan = serde_json::from_value(json!({ "do": "plan", "hex": hex })).expect("an action");
        game.apply(&plan).expect("a plan");
    }
    assert_eq!((game.turn(), game.phase()), (0, "set-up"));
    let places: Vec<_> = game.legal().iter().map(|action| action.texts("hex").join("")).collect();
    assert_eq!(places, ["0102", "0201"], "0101 is full");
}
