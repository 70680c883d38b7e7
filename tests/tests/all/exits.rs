//! Every subcommand says in its help how it ends, and ends so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clap::{Command, CommandFactory, Parser};
use salient::SYSTEMS;
use salient::cli::{Cli, Console, exit_of, run};
use salient_tests::{fixtures, root};
use serde_json::Value;

/// Runs `salient ARGS` and gives its status as a shell sees it, and all that it said.
pub fn salient(args: &[String]) -> (u8, String) {
    let cli =
        Cli::try_parse_from(std::iter::once("salient".to_owned()).chain(args.iter().cloned()))
            .unwrap_or_else(|error| panic!("salient {}: {error}", args.join(" ")));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    let command = cli.command.expect("a subcommand");
    // As `main` reports an error.
    let exit = run(&command, &mut console).unwrap_or_else(|error| {
        err.extend(format!("{error:#}").into_bytes());
        exit_of(&error)
    });
    out.append(&mut err);
    (exit as u8, String::from_utf8(out).expect("text"))
}

/// The subcommands that do something themselves, each by the words that call it.
fn leaves(command: &Command, words: &[String], all: &mut BTreeMap<String, String>) {
    let below: Vec<&Command> =
        command.get_subcommands().filter(|below| below.get_name() != "help").collect();
    // `test-run` plays by itself, `map` only has others below it.
    if !words.is_empty() && (below.is_empty() || command.get_positionals().next().is_some()) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        all.insert(words.join(" "), help);
    }
    for below in below {
        leaves(below, &[words, &[below.get_name().to_owned()]].concat(), all);
    }
}

/// The statuses that a help tells of.
fn documented(help: &str) -> BTreeSet<u8> {
    let (_, told) = help.split_once("Exit status: ").unwrap_or_default();
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    (0..=2u8)
        .filter(|status| {
            told.starts_with(&format!("{status} ")) || told.contains(&format!(", {status} "))
        })
        .collect()
}

#[test]
fn every_command_ends_as_its_help_says() {
    let mut commands = BTreeMap::new();
    leaves(&Cli::command(), &[], &mut commands);
    assert!(commands.len() > 12, "{commands:?}");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let text = |path: &Path| std::fs::read_to_string(path).expect("a file");
    let good = fixtures().join("kaisers-battle");
    for name in ["map.json", "order-of-battle.json", "ruleset.json", "scenario.json"] {
        std::fs::write(at(name), text(&good.join(name))).expect("a file");
    }
    let map = text(&good.join("map.json"));
    std::fs::write(at("bad.json"), map.replacen("\"title\"", "\"titel\"", 1)).expect("a file");
    let scenario = text(&good.join("scenario.json"));
    std::fs::write(at("bad-scenario.json"), scenario.replacen("\"title\"", "\"titel\"", 1))
        .expect("a file");
    let bad_scenario = at("bad-scenario.json");
    std::fs::write(at("loose.json"), format!("\n{map}")).expect("a file");
    std::fs::write(at("renamed.json"), map.replacen("\"title\": \"", "\"title\": \"X", 1))
        .expect("a file");
    std::fs::write(at("other.json"), map.replacen("\"title\": \"", "\"title\": \"Y", 1))
        .expect("a file");
    std::fs::write(at("none.json"), "{}").expect("a file");
    let kb = root().join("scenarios/kaisers-battle/kaisers-battle.json");
    let kb = kb.to_string_lossy().into_owned();
    let maps = root().join("maps").to_string_lossy().into_owned();
    let variant = root().join("maps/western-front-1919/recipe.json").to_string_lossy().into_owned();
    let recipe = root().join("maps/picardy-1918/recipe.json").to_string_lossy().into_owned();
    let [board, beside, joined] = ["board-45.json", "board-46.json", "joined.json"].map(at);
    for (number, to) in [(45, &board), (46, &beside)] {
        let file = root().join(format!("maps/infantry-attacks-boards/{number}/map.json"));
        std::fs::write(to, text(&file)).expect("a file");
    }
    let shard = at("shard.json");
    let picture = at("picture.png");
    let many = at("pictures");
    let tiny = at("tiny");
    std::fs::create_dir(&tiny).expect("a folder");
    std::fs::write(at("tiny/huge.tmx"), "<map orientation=\"hexagonal\" width=\"9999999\"/>")
        .expect("a file");
    let [module, table, lost] = ["k.vmod", "tables/scenario", "tiny/recipe.json"].map(at);
    std::fs::write(&lost, text(Path::new(&recipe))).expect("a file");
    let [huge, exported, two, tables] = ["tiny/huge.tmx", "exported", "two", "tables"].map(at);
    let no = at("no-such-file.json");
    let battle = at("battle");
    let [bad, loose, good_map, scenario, bundle, imported] =
        ["bad.json", "loose.json", "map.json", "scenario.json", "bundle.json", "imported"].map(at);
    let [renamed, other, none, log, schemas, pages, merged, logs] = [
        "renamed.json",
        "other.json",
        "none.json",
        "log.jsonl",
        "schemas",
        "man",
        "m.json",
        "logs",
    ]
    .map(at);
    let begun = at("begun");
    let own_game = root().join("scenarios/standard/the-crossroads/the-crossroads.json");
    let own_game = own_game.to_string_lossy().into_owned();
    let book = at("book.html");
    // In order: later ones use what earlier ones wrote.
    let runs: Vec<(u8, Vec<&str>)> = vec![
        (0, vec!["validate", &good_map, &scenario]),
        (1, vec!["validate", &bad, &good_map]),
        (2, vec!["validate", &no, &bad]),
        (
            0,
            vec![
                "map new",
                &begun,
                "--columns",
                "9",
                "--rows",
                "9",
                "--hex-km",
                "1",
                "--at",
                "50,3",
            ],
        ),
        (
            2,
            vec![
                "map new",
                &begun,
                "--columns",
                "9",
                "--rows",
                "9",
                "--hex-km",
                "1",
                "--at",
                "50,3",
            ],
        ),
        (0, vec!["map build", &recipe]),
        (1, vec!["map build", &scenario]),
        (2, vec!["map build", &no]),
        (1, vec!["map build", &lost, &recipe, "-o", &exported]),
        (2, vec!["map build", &no, &recipe, "-o", &exported]),
        (0, vec!["map build", &recipe, &variant, "--check", &maps]),
        (0, vec!["map join", &board, &beside, "-o", &joined]),
        (1, vec!["map join", &board, &board, "-o", &joined]),
        (2, vec!["map join", &no, &board, "-o", &joined]),
        (1, vec!["fmt", "--check", &loose, &good_map]),
        (0, vec!["fmt", &loose, &good_map]),
        (2, vec!["fmt", &no, &good_map]),
        (0, vec!["schema", "--out", &schemas]),
        (1, vec!["schema", "--out", &schemas, "--link", &none, &loose]),
        (2, vec!["schema", "--out", &schemas, "--link", &no, &loose]),
        (0, vec!["diff", &good_map, &good_map]),
        (1, vec!["diff", &good_map, &renamed]),
        (2, vec!["diff", &good_map, &no]),
        (0, vec!["merge", &good_map, &good_map, &renamed, "-o", &merged]),
        (1, vec!["merge", &good_map, &other, &renamed, "-o", &merged]),
        (2, vec!["merge", &good_map, &no, &renamed, "-o", &merged]),
        (0, vec!["play", &kb, "--seats", "heuristic,heuristic"]),
        (1, vec!["play", &bad_scenario]),
        (2, vec!["play", &no]),
        (0, vec!["render", &good_map, "-o", &picture]),
        (1, vec!["render", &bad, "-o", &picture]),
        (2, vec!["render", &no, &good_map, "-o", &many]),
        (1, vec!["render", &bad, &good_map, "-o", &many]),
        (0, vec!["export", &scenario, "--to", "bundle", "-o", &bundle]),
        (1, vec!["export", &bad, "--to", "bundle", "-o", &bundle]),
        (2, vec!["export", &no, "--to", "bundle", "-o", &bundle]),
        (1, vec!["export", &bad_scenario, &scenario, "--to", "pdf", "-o", &exported]),
        (2, vec!["export", &no, &scenario, "--to", "csv", "-o", &tables]),
        (1, vec!["export", &bad_scenario, &scenario, "--to", "vassal", "-o", &module]),
        (0, vec!["book", &own_game, "-o", &book]),
        (1, vec!["book", &scenario]),
        (2, vec!["book", &no]),
        (0, vec!["import", &bundle, "-o", &imported]),
        (1, vec!["import", &bad, "-o", &imported]),
        (1, vec!["import", &huge, "-o", &imported]),
        (2, vec!["import", &no, "-o", &imported]),
        (1, vec!["import", &huge, &bundle, "-o", &two]),
        (2, vec!["import", &no, &huge, &table, "-o", &two]),
        (0, vec!["test-run", &kb, "--games", "1", "--shard", "1/2", "--out", &shard]),
        (0, vec!["test-run", &kb, "--games", "1", "--log", &logs]),
        (1, vec!["test-run", &bad]),
        (2, vec!["test-run", &no]),
        (2, vec!["test-run", &no, &bad_scenario, &kb, "--games", "1", "--csv", &tables]),
        (1, vec!["test-run merge", &shard]),
        (2, vec!["test-run merge", &no]),
        (0, vec!["replay", &logs]),
        (1, vec!["replay", &log]),
        (2, vec!["replay", &no]),
        (2, vec!["replay", &no, &log]),
        (0, vec!["rules", "kaisers-battle"]),
        (2, vec!["rules", "chess"]),
        (0, vec!["generate", "--attacker", "french", "--defender", "german", "-o", &battle]),
        (0, vec!["generate", "--from", &battle, "--lock", "works", "--seed", "8", "-o", &battle]),
        (1, vec!["generate", "--attacker", "french", "--defender", "nobody", "-o", &battle]),
        (2, vec!["generate", "--from", &no, "-o", &battle]),
        (0, vec!["generate", "--from", &battle, "--times", "3", "--versus", "gas=none"]),
        (1, vec!["generate", "--from", &battle, "--times", "3", "--versus", "gas=much"]),
        (1, vec!["generate", "--from", &battle, "--times", "0"]),
        (0, vec!["completions", "bash"]),
        (0, vec!["man", "-o", &pages]),
        (2, vec!["man", "no-such-command"]),
    ];
    // What cannot be had here: a game system with a rule missing, a whole run in shares (which
    // the lab's own tests have), an output that is closed.
    let elsewhere = [("rules", 1), ("test-run merge", 0), ("completions", 2)];
    let mut seen: BTreeSet<(String, u8)> =
        elsewhere.into_iter().map(|(name, status)| (name.to_owned(), status)).collect();
    for (status, args) in runs {
        if args[0] == "replay" && args[1] == log {
            // A log that lacks its end.
            let whole = text(Path::new(&at("logs/game-1.jsonl")));
            let (rest, _) = whole.trim_end().rsplit_once('\n').expect("lines");
            std::fs::write(&log, format!("{rest}\n")).expect("a file");
        }
        let words: Vec<String> = args[0]
            .split(' ')
            .chain(args[1..].iter().copied())
            .map(|word| {
                if word == logs && args[0] == "replay" {
                    at("logs/game-1.jsonl")
                } else {
                    word.to_owned()
                }
            })
            .collect();
        let (exit, said) = salient(&words);
        assert_eq!(exit, status, "salient {}\n{said}", words.join(" "));
        seen.insert((args[0].to_owned(), status));
    }
    for (name, help) in &commands {
        let told = documented(help);
        assert!(told.contains(&0), "`salient {name} --help` does not say how it ends:\n{help}");
        for status in told {
            assert!(
                seen.contains(&(name.clone(), status)),
                "{name}: who has seen it end with {status}?"
            );
        }
        for (_, status) in seen.iter().filter(|(other, _)| other == name) {
            assert!(documented(help).contains(status), "{name} ends with {status} too:\n{help}");
        }
    }
    // The good one was worked on in spite of the bad ones before it.
    for done in [
        "pictures/map.png",
        "exported/picardy-1918/map.json",
        "exported/scenario.pdf",
        "tables/scenario/scenario.csv",
        "k.vmod",
        "two/bundle/map.json",
        "two/scenario/map.json",
        "tables/kaisers-battle/turns.csv",
    ] {
        assert!(Path::new(&at(done)).exists(), "{done}");
    }
    let linked: Value = serde_json::from_str(&text(Path::new(&loose))).expect("JSON");
    assert_eq!(linked["$schema"], "./schemas/map.schema.json");
    assert!(Path::new(&pages).join("salient-map-build.1").exists());
}

#[test]
fn shells_complete_the_command_line() {
    for (shell, sign) in [
        ("bash", "complete -F _salient"),
        ("zsh", "#compdef salient"),
        ("fish", "complete -c salient"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let (exit, script) = salient(&["completions".to_owned(), shell.to_owned()]);
        assert_eq!(exit, 0);
        assert!(script.contains(sign) && script.contains("validate"), "{shell}");
    }
    // The script, in the shell that it is for.
    let (_, script) = salient(&["completions".to_owned(), "bash".to_owned()]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("salient.bash");
    std::fs::write(&file, script).expect("a file");
    let ask = format!(
        "source {}; COMP_WORDS=(salient val); COMP_CWORD=1; _salient salient val salient; \
         echo \"${{COMPREPLY[@]}}\"; COMP_WORDS=(salient validate --format ''); COMP_CWORD=3; \
         _salient salient '' --format; echo \"${{COMPREPLY[@]}}\"",
        file.display()
    );
    let Ok(said) = std::process::Command::new("bash").args(["-c", &ask]).output() else {
        eprintln!("no bash on this machine: its completion is not tried");
        return;
    };
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert_eq!(said.lines().collect::<Vec<_>>(), ["validate", "text json github sarif"]);
}

#[test]
fn manual_pages_tell_what_the_help_tells() {
    let (exit, page) = salient(&["man".to_owned(), "map".to_owned(), "build".to_owned()]);
    assert_eq!(exit, 0);
    assert!(page.starts_with(".ie") || page.contains(".TH salient-map-build 1"), "{page}");
    assert!(page.contains("Exit status: 0 the map was built"), "{page}");
}
