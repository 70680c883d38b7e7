//! The test-run lab on the command line: what a run reports, in shards and whole, alone and
//! beside another.

use std::path::{Path, PathBuf};

use clap::Parser;
use salient::SYSTEMS;
use salient::cli::{Cli, Console, Exit, run};
use salient_tests::root;
use serde_json::Value;

/// Runs `salient test-run ARGS` and gives its exit status, output and complaints.
fn test_run(args: &[&str]) -> (u8, String, String) {
    let cli = Cli::try_parse_from(["salient", "test-run"].iter().chain(args))
        .unwrap_or_else(|error| panic!("test-run {}: {error}", args.join(" ")));
    let command = cli.command.expect("a subcommand");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    let exit = run(&command, &mut console).unwrap_or_else(|error| {
        console.err.write_all(format!("{error:#}").as_bytes()).expect("written");
        Exit::Unreadable
    });
    let text = |bytes| String::from_utf8(bytes).expect("text is UTF-8");
    (exit as u8, text(out), text(err))
}

fn ran(args: &[&str]) -> String {
    let (exit, out, err) = test_run(args);
    assert_eq!(exit, 0, "test-run {}: {err}", args.join(" "));
    out
}

fn refused(args: &[&str]) -> String {
    Cli::try_parse_from(["salient", "test-run"].iter().chain(args))
        .expect_err("it is refused")
        .to_string()
}

fn arg(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn scenario() -> String {
    arg(&root().join("scenarios/kaisers-battle/kaisers-battle.json"))
}

/// Plays shards into files, whose names it gives.
fn shards(folder: &Path, settings: &[&str], of: usize) -> Vec<String> {
    let scenario = scenario();
    let play = |number: usize| {
        let (part, file) = (format!("{number}/{of}"), folder.join(format!("shard-{number}.json")));
        let file = arg(&file);
        let own = ["--shard", &part, "--out", &file];
        let out = ran(&[&[scenario.as_str()], settings, &own].concat());
        assert!(out.contains(&format!("shard {part}")), "{out}");
        file
    };
    (1..=of).map(play).collect()
}

#[test]
fn merged_shards_are_the_report_of_one_run_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let settings = ["--games", "7", "--seed", "4", "--bots", "heuristic,random"];
    let scenario = scenario();
    let (html, csv) = (arg(&folder.path().join("whole.html")), arg(&folder.path().join("whole")));
    let out = ["--format", "json", "--out", &html, "--csv", &csv];
    let whole = ran(&[&[scenario.as_str()], &settings[..], &out].concat());
    assert!(whole.lines().count() > 100, "a record is a line");

    let mut files = shards(folder.path(), &settings, 3);
    files.reverse();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let (html_2, csv_2) = (arg(&folder.path().join("2.html")), arg(&folder.path().join("2")));
    let out = ["--format", "json", "--out", &html_2, "--csv", &csv_2];
    let merged = ran(&[&["merge"], &files[..], &out].concat());
    assert!(merged == whole, "the reports differ");
    let read = |path: &str| std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(read(&html) == read(&html_2), "the pages differ");
    for table in std::fs::read_dir(&csv).expect("tables") {
        let name = table.expect("a table").file_name();
        let path = |folder: &str| arg(&Path::new(folder).join(&name));
        assert!(read(&path(&csv)) == read(&path(&csv_2)), "{name:?} differs");
    }

    let (exit, _, err) = test_run(&["merge", files[0], files[1]]);
    assert_eq!((exit, err.trim()), (1, "shards are missing: 1/3"));
    let (exit, _, err) = test_run(&["merge", files[0], files[1], files[2], files[2]]);
    // Which files they are is said.
    assert_eq!(exit, 1);
    assert!(
        err.starts_with(files[2]) && err.trim().ends_with(": shard 1/3 is given twice"),
        "{err}"
    );
    let (exit, _, err) = test_run(&["merge", &scenario]);
    assert_eq!(exit, 2);
    assert!(err.contains("is no shard of a run"), "{err}");
}

#[test]
fn shards_of_different_runs_are_not_mixed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let other = tempfile::tempdir().expect("a temporary folder");
    let one = shards(folder.path(), &["--games", "2", "--seed", "4"], 2);
    let two = shards(other.path(), &["--games", "2", "--seed", "5"], 2);
    let (exit, _, err) = test_run(&["merge", &one[0], &two[1]]);
    assert_eq!(exit, 1);
    assert!(err.contains("of another run: the seed differs"), "{err}");
}

#[test]
fn people_are_told_how_sure_it_is() {
    let text = ran(&[&scenario(), "--games", "20", "--seed", "2"]);
    for part in [
        "20 games, German planner against Allied planner, seed 2",
        "How they end",
        "95 % interval",
        "German wins",
        "German victory points",
        "with 95 % confidence",
        "German losses",
        "Losses, towns and attacks by turn",
        "21 March, morning",
        "8:1 and more",
        "Lost most often: ",
        "Worth a look",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    assert!(!text.contains("NaN"), "{text}");
}

#[test]
fn a_run_until_its_intervals_are_narrow_says_how_narrow() {
    let text = ran(&[&scenario(), "--until", "25%", "--games", "1000", "--bots", "random,random"]);
    assert!(text.contains("Every level is known to within"), "{text}");
    assert!(text.contains("25 % was asked for"), "{text}");
    let text = ran(&[&scenario(), "--until", "0.1%", "--games", "3", "--bots", "random,random"]);
    assert!(text.contains("\n3 games, "), "{text}");
}

#[test]
fn tables_stand_beside_the_name_that_is_given() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = arg(&folder.path().join("deep/run.csv"));
    ran(&[&scenario(), "--games", "2", "--out", &file]);
    let head = |table: &str| {
        let path = folder.path().join(format!("deep/run-{table}.csv"));
        let text = std::fs::read_to_string(&path).expect("a table");
        text.lines().next().expect("a head").to_owned()
    };
    assert_eq!(head("levels"), "level,side,games,share,low,high");
    assert_eq!(head("hexes"), "hex,attacks,entered,steps_lost");
    assert_eq!(head("rules"), "rule,times,games");
}

/// The published scenario in a folder of its own, with fewer Germans.
fn crippled(folder: &Path) -> PathBuf {
    let files = [
        "maps/picardy-1918/map.json",
        "scenarios/kaisers-battle/ruleset.json",
        "scenarios/kaisers-battle/order-of-battle.json",
        "scenarios/kaisers-battle/kaisers-battle.json",
    ];
    for file in files {
        let to = folder.join(file);
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        std::fs::copy(root().join(file), to).expect("copied");
    }
    let path = folder.join(files[3]);
    let text = std::fs::read_to_string(&path).expect("the scenario");
    let mut scenario: Value = serde_json::from_str(&text).expect("JSON");
    let placements = scenario["setup"]["placements"].as_array_mut().expect("placements");
    let mut germans = 0;
    placements.retain(|placement| {
        let first = placement["counters"][0].as_str().expect("a counter");
        let german = first.starts_with("de-");
        germans += i32::from(german);
        !german || germans % 4 == 0
    });
    assert!(germans > 20, "Germans are known by their ids");
    std::fs::write(&path, serde_json::to_string_pretty(&scenario).expect("JSON")).expect("written");
    path
}

#[test]
fn versions_of_a_scenario_are_told_apart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let crippled = arg(&crippled(folder.path()));
    let settings = ["--games", "24", "--seed", "3"];
    let published = arg(&folder.path().join("published.json"));
    let scenario = scenario();

    let same = ["--compare", &scenario, "--out", &published];
    let text = ran(&[&[scenario.as_str()], &settings[..], &same].concat());
    let alike = "The two runs cannot be told apart by who wins or by the points: what differs may";
    assert!(text.contains(alike), "{text}");
    // What a comparison writes holds both reports.
    let both: Value =
        serde_json::from_str(&std::fs::read_to_string(&published).expect("JSON")).expect("JSON");
    assert_eq!(both["first"], both["second"]);
    std::fs::write(&published, both["first"].to_string()).expect("written");

    let page = arg(&folder.path().join("page.html"));
    let other = ["--compare", &published, "--out", &page, "--format", "json"];
    let text = ran(&[&[crippled.as_str()], &settings[..], &other].concat());
    let found: Value = serde_json::from_str(&text).expect("JSON");
    let comparison = &found["comparison"];
    assert_eq!(comparison["distinguishable"], true, "{}", comparison["words"]);
    assert!(comparison["points"]["difference"]["high"].as_f64().expect("a number") < 0.0);
    assert_ne!(comparison["first"]["fingerprint"], comparison["second"]["fingerprint"]);
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("The two runs can be told apart"));
}

#[test]
fn what_makes_no_sense_is_refused_before_a_game_is_played() {
    let scenario = scenario();
    assert!(refused(&[&scenario, "--until", "2"]).contains("such as 2% or 0.02"));
    assert!(refused(&[&scenario, "--shard", "3/2"]).contains("is no share of a run"));
    assert!(refused(&[&scenario, "--shard", "1/2", "--until", "2%"]).contains("cannot be used"));
    assert!(refused(&[&scenario, "--shard", "1/2", "--compare", "x"]).contains("cannot be used"));
    assert!(refused(&[&scenario, "--games", "0"]).contains("0 is not in"));
    assert!(refused(&[]).contains("<SCENARIO>"));
    let (exit, _, err) = test_run(&[&scenario, "--games", "100000", "--out", "report.txt"]);
    assert_eq!(exit, 2);
    assert!(err.contains("must end in .html, .json or .csv"), "{err}");
    let (exit, _, err) = test_run(&[&scenario, "--bots", "random,random,random"]);
    assert_eq!((exit, err.as_str()), (2, "3 bots are given for 2 sides"));
}
