//! `salient validate --watch`, as a program of its own that is stopped by Ctrl-C.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use salient_tests::fixtures;

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
