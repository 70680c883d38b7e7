//! The tutorial of `maps/README.md`, typed as it stands: its files are written, its commands run,
//! and what it says comes of them does.

use std::path::Path;

use salient_tests::root;
use serde_json::Value;

/// A part of the page: what is typed, what a file or a field of it is to hold, what is promised.
enum Part<'p> {
    Commands(&'p str),
    File(&'p str, &'p str),
    Field(&'p str, &'p str, &'p str),
    Promise(&'p str),
}

/// The fenced parts of a page, in order.
fn parts(page: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once("\n```") {
        let (head, after) = after.split_once('\n').expect("a fence with its body");
        let end = after.find("\n```").expect("the end of a fence");
        let (body, after) = after.split_at(end);
        rest = after.strip_prefix("\n```").unwrap_or_default();
        match head.split(' ').collect::<Vec<_>>().as_slice() {
            ["sh"] => parts.push(Part::Commands(body)),
            ["text"] => parts.push(Part::Promise(body)),
            [_, file] => parts.push(Part::File(file, body)),
            [_, file, field] => parts.push(Part::Field(file, field, body)),
            other => panic!("a fence of another kind: {other:?}"),
        }
    }
    parts
}

/// Runs a command of the page in a folder; gives what it says.
fn run(folder: &Path, command: &str) -> (i32, String) {
    let words = command.replace('"', "");
    let mut words = words.split_whitespace();
    assert_eq!(words.next(), Some("salient"), "{command}");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn the_tutorial_gives_the_map_that_it_promises() {
    let page = std::fs::read_to_string(root().join("maps/README.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    let (mut said, mut exits) = (String::new(), Vec::new());
    for part in parts(&page) {
        match part {
            Part::Commands(body) => {
                said.clear();
                for command in body.lines() {
                    let (exit, more) = run(folder.path(), command);
                    exits.push(exit);
                    said.push_str(&more);
                }
            }
            Part::File(file, body) => {
                std::fs::write(at(file), format!("{body}\n")).expect("a file of the page");
            }
            Part::Field(file, field, body) => {
                let text = std::fs::read_to_string(at(file)).expect("a file");
                let mut whole: Value = serde_json::from_str(&text).expect("JSON");
                whole[field] = serde_json::from_str(body).expect("JSON");
                std::fs::write(at(file), whole.to_string()).expect("a file");
            }
            Part::Promise(body) => {
                for line in body.lines() {
                    assert!(said.contains(line.trim()), "{line} is promised:\n{said}");
                }
            }
        }
    }
    // Only the towns in the sea are refused, as the page says.
    assert_eq!(exits, [0, 0, 1, 0, 0, 0], "{said}");
    let map = std::fs::read_to_string(at("gallipoli/map.json")).expect("the map");
    let map: Value = serde_json::from_str(&map).expect("JSON");
    assert_eq!((&map["grid"]["columns"], &map["grid"]["rows"]), (&27.into(), &36.into()));
    assert_eq!(map["georeference"]["rms_hexes"], 0.37);
    let check = "salient map build gallipoli/recipe.json --check gallipoli/map.json";
    let (exit, said) = run(folder.path(), check);
    assert_eq!(exit, 0, "{said}");
    // What is left is for a scenario to say, or for the hand: nothing is wrong.
    let (_, said) = run(folder.path(), "salient validate gallipoli");
    assert!(said.contains("nobody holds the fort") && !said.contains("error["), "{said}");
    // Nobody's work is written over, and nothing of it would be taken away by a later run.
    let (exit, said) =
        run(folder.path(), "salient map new gallipoli --columns 2 --rows 2 --hex-km 1 --at 1,1");
    assert!(exit == 2 && said.contains("is there already"), "{exit} {said}");
    assert!(!at("gallipoli/.salient-files").exists());
}

#[test]
fn a_new_map_may_have_a_ruleset_of_ones_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ruleset = root().join("scenarios/storm-in-the-west/ruleset.json");
    std::fs::copy(ruleset, folder.path().join("rules.json")).expect("a copy");
    let new = |more: &str| {
        let command = format!("salient map new maps/one --columns 9 --rows 9 --hex-km 10 {more}");
        run(folder.path(), &command)
    };
    let (exit, said) = new("--at 50,3 --hex 0101 --place Ham --ruleset rules.json --pointy");
    assert_eq!(exit, 0, "{said}");
    assert!(!folder.path().join("maps/one/ruleset.json").exists());
    let (exit, said) =
        run(folder.path(), "salient map build maps/one/recipe.json -o maps/one/map.json");
    assert!(exit == 0 && said.contains("0101  misses by 0.00 hex  Ham"), "{said}");
    for wrong in
        ["--at 50,3 --hex 1001", "--at 91,3", "--at fifty,3", "--at 50,3 --ruleset none.json"]
    {
        let (exit, said) = new(wrong);
        assert!(exit == 2 && !said.contains("written,"), "{wrong}: {exit} {said}");
    }
}
