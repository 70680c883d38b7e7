//! Versions out of a git repository: which there are, and what a scenario was then.

use std::path::Path;
use std::process::Command;

use salient_document::commits::{GitError, at_commit, commits_of};
use tempfile::tempdir;

fn git(folder: &Path, args: &[&str]) {
    let done = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.org"])
        .args(args)
        .output();
    let says = done.as_ref().map(|done| String::from_utf8_lossy(&done.stderr).into_owned());
    let succeeded = done.as_ref().is_ok_and(|done| done.status.success());
    assert!(succeeded, "{args:?}: {says:?}");
}

#[test]
fn a_scenario_is_read_as_it_was_with_all_that_it_referred_to() {
    let folder = tempdir().unwrap();
    git(folder.path(), &["init", "-q"]);
    // The scenario in a folder of its own, as published ones are.
    let scenarios = folder.path().join("scenarios");
    let maps = folder.path().join("maps");
    std::fs::create_dir(&scenarios).unwrap();
    std::fs::create_dir(&maps).unwrap();
    let fixture = format!("{}/../../tests/fixtures/kaisers-battle", env!("CARGO_MANIFEST_DIR"));
    for name in ["scenario.json", "map.json", "order-of-battle.json", "ruleset.json"] {
        let text = std::fs::read_to_string(format!("{fixture}/{name}")).unwrap();
        let into = if name == "map.json" { &maps } else { &scenarios };
        let text = text.replace("\"map\": \"map.json\"", "\"map\": \"../maps/map.json\"").replace(
            "\"ruleset\": \"ruleset.json\"",
            match name {
                "map.json" => "\"ruleset\": \"../scenarios/ruleset.json\"",
                _ => "\"ruleset\": \"ruleset.json\"",
            },
        );
        std::fs::write(into.join(name), text).unwrap();
    }
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "The first version"]);
    let (scenario, map) = (scenarios.join("scenario.json"), maps.join("map.json"));
    let title = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        std::fs::write(path, text.replacen("\"title\": \"", "\"title\": \"New ", 1)).unwrap();
    };
    title(&map);
    git(folder.path(), &["commit", "-qam", "Another map; with a: colon"]);
    std::fs::write(folder.path().join("notes.txt"), "nothing of ours").unwrap();
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "Notes"]);
    title(&scenario);

    let commits = commits_of(&[scenario.clone(), map], 10).unwrap();
    let subjects: Vec<&str> = commits.iter().map(|commit| commit.subject.as_str()).collect();
    assert_eq!(subjects, ["Another map; with a: colon", "The first version"]);
    assert_eq!(commits_of(std::slice::from_ref(&scenario), 1).unwrap().len(), 1);

    let read = |at: usize| at_commit(&scenario, &commits[at].id).unwrap().bundle;
    assert!(read(0).map.title.starts_with("New "), "the map comes from the commit");
    assert!(!read(1).map.title.starts_with("New "));
    assert!(!read(0).scenario.title.starts_with("New "), "what is not committed is not in it");
}

#[test]
fn what_is_no_version_is_refused() {
    let folder = tempdir().unwrap();
    let scenario = folder.path().join("scenario.json");
    std::fs::write(&scenario, "{}").unwrap();
    let refused = |commit: &str| at_commit(&scenario, commit).unwrap_err().to_string();
    for bad in ["", "--help", "HEAD", "../..", "a b"] {
        assert!(refused(bad).contains("no commit's id"), "{bad}");
    }
    // No repository around it: the temporary folder lies in none.
    assert!(matches!(
        commits_of(std::slice::from_ref(&scenario), 5),
        Err(GitError::Refused { .. })
    ));
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "No scenario"]);
    let commits = commits_of(std::slice::from_ref(&scenario), 5).unwrap();
    assert!(matches!(at_commit(&scenario, &commits[0].id), Err(GitError::Unreadable(_))));
    let gone = folder.path().join("gone.json");
    assert!(at_commit(&gone, &commits[0].id).is_err());
}
