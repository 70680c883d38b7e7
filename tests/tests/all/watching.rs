//! Commands that go on until they are stopped, as programs of their own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use salient_tests::{files_below, fixtures, root};

/// Longer than any machine needs.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn what_is_new_and_what_is_mended_is_told_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let names = ["map.json", "order-of-battle.json", "ruleset.json", "scenario.json"];
    for name in names {
        std::fs::copy(fixtures().join("kaisers-battle").join(name), folder.path().join(name))
            .expect("a fixture");
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
        .args(["validate", "--watch", "."])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (sender, lines) = mpsc::channel();
    let out = BufReader::new(program.stdout.take().expect("its output"));
    let reader = std::thread::spawn(move || {
        for line in out.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let mut told: Vec<String> = Vec::new();
    let mut until = |sign: &str| {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match lines.recv_timeout(left) {
                Ok(line) => told.push(line),
                Err(_) => panic!("{sign} was never told: {told:#?}"),
            }
            if told.last().is_some_and(|line| line.contains(sign)) {
                return told.len();
            }
        }
    };
    until("4 files: no problems; watching");
    let map = folder.path().join("map.json");
    let good = std::fs::read_to_string(&map).expect("the map");
    let bad = good.replace("\"w\": \"woods\"", "\"w\": \"wods\"");
    assert_ne!(good, bad);
    std::fs::write(&map, bad).expect("the map is written");
    until("there is no terrain kind `wods`");
    until("2 files checked again: 1 new, 0 mended; in all 1 error");
    std::fs::write(&map, good).expect("the map is written");
    until("mended: map.json:");
    let lines_told = until("2 files checked again: 0 new, 1 mended; in all no problems");
    // Our own reading wakes nobody.
    std::thread::sleep(Duration::from_millis(800));
    assert!(lines.try_recv().is_err() && lines_told < 20, "it goes on talking");

    let stopped = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(stopped.expect("kill").success());
    let status = program.wait().expect("the program ends");
    reader.join().expect("the reader ends");
    assert_eq!(status.code(), Some(0), "the last look was clean");
}

#[cfg(unix)]
#[test]
fn a_test_run_that_is_asked_to_end_keeps_its_report_and_its_logs() {
    let scenario = root().join("scenarios/kaisers-battle/kaisers-battle.json");
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut program = Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
            .args(["test-run", "--games", "100000", "--bots", "random,random"])
            .args(["--out", "report.json", "--csv", "tables", "--log", "logs"])
            .arg(&scenario)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let end = Instant::now() + PATIENCE;
        while files_below(folder.path(), ".jsonl").is_empty() {
            assert!(Instant::now() < end, "no game is ever over");
            std::thread::sleep(Duration::from_millis(20));
        }
        let logs = folder.path().join("logs");
        assert!(!logs.exists(), "the logs appear before the run is over");
        let stopped = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(stopped.expect("kill").success());
        let status = program.wait().expect("the program ends");
        assert_eq!(status.code(), Some(0), "{signal}: {status}");
        assert!(folder.path().join("report.json").exists(), "{signal}");
        assert!(folder.path().join("tables/turns.csv").exists(), "{signal}");
        assert!(!files_below(&logs, ".jsonl").is_empty(), "{signal}");
        let hidden = std::fs::read_dir(folder.path()).expect("the folder").flatten();
        let hidden = hidden.filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
        assert_eq!(hidden.count(), 0, "{signal}: something is left behind");
    }
}

/// Ctrl-C, `kill` and a closed terminal: what was played is written, and gone on with from there.
#[cfg(unix)]
#[test]
fn a_game_that_is_asked_to_end_keeps_its_log() {
    let scenario = root().join("scenarios/kaisers-battle/kaisers-battle.json");
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let play = |more: &[&str]| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_salient-in-tests"));
            program.args(["play", "--log", "game.jsonl"]).args(more).arg(&scenario);
            program.current_dir(folder.path()).stdin(Stdio::piped());
            program
        };
        let mut program =
            play(&[]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut typed = program.stdin.take().expect("its input");
        let mut out = BufReader::new(program.stdout.take().expect("its output"));
        let mut until = |sign: &str| {
            let mut line = String::new();
            while !line.contains(sign) {
                line.clear();
                assert!(out.read_line(&mut line).expect("a line") > 0, "{sign} was never told");
            }
        };
        until(" decides. ");
        writeln!(typed, "bot\nbot").expect("it listens");
        until(" decides. ");
        until(" decides. ");
        // The terminal is gone as soon as it closes: nothing can be printed any more.
        if signal == "-HUP" {
            drop(out);
        }
        let stopped = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(stopped.expect("kill").success());
        let begun = Instant::now();
        let status = program.wait().expect("the program ends");
        assert!(begun.elapsed() < PATIENCE, "{signal}");
        assert_eq!(status.code(), Some(0), "{signal}: {status}");
        let log = folder.path().join("game.jsonl");
        let before = std::fs::read_to_string(&log).expect("the log");
        assert_eq!(before.matches("\"event\":\"action\"").count(), 2, "{signal}: {before}");
        drop(typed);

        let resume = play(&["--resume", "game.jsonl"]).stdout(Stdio::null()).output();
        assert!(resume.expect("it runs").status.success(), "{signal}");
        assert_eq!(std::fs::read_to_string(&log).expect("the log"), before, "{signal}");
    }
}
