//! What a save would change for other scenarios: told before it is written, and only once it is
//! about to be.

use std::fs;

use salient_document::{Edit, SaveOptions, SharedFile};
use tempfile::tempdir;

use crate::helper::{open, write_files};

#[test]
fn files_that_other_scenarios_use_are_told_before_they_are_written() {
    let folder = tempdir().unwrap();
    // A folder `scenarios` makes it a project, so that others are found elsewhere in it.
    let (ours, others) = (folder.path().join("scenarios"), folder.path().join("others"));
    fs::create_dir(&ours).unwrap();
    fs::create_dir(&others).unwrap();
    let scenario = write_files(&ours);
    let text = fs::read_to_string(&scenario).unwrap();
    // One that shares the map only, one that shares nothing, and what is no scenario.
    let map_of = |from: &str| {
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["map"] = from.into();
        value["ruleset"] = "own-ruleset.json".into();
        value["orders_of_battle"] = serde_json::json!(["own.json"]);
        value.to_string()
    };
    let neighbour = others.join("neighbour.json");
    fs::write(&neighbour, map_of("../scenarios/map.json")).unwrap();
    fs::write(others.join("stranger.json"), map_of("map.json")).unwrap();
    fs::write(others.join("torn.json"), "{\"map\": \"../scenarios/map.json\"").unwrap();

    let mut document = open(&scenario);
    assert!(document.files_to_write().is_empty());
    document.apply(Edit::SetScenarioTitle { title: "Mine".into() }).unwrap();
    assert_eq!(document.files_to_write(), std::slice::from_ref(&scenario));
    assert!(document.shared_files_to_write().is_empty(), "nobody else uses the scenario");

    document.apply(Edit::SetTerrain { hex: "0101".into(), kind: "woods".into() }).unwrap();
    let map = ours.join("map.json");
    assert_eq!(document.files_to_write(), [scenario.clone(), map.clone()]);
    let shared = document.shared_files_to_write();
    assert_eq!(shared.len(), 1);
    let SharedFile { path, users } = &shared[0];
    assert_eq!(path, &map);
    assert_eq!(users.len(), 1);
    assert!(users[0].ends_with("others/neighbour.json"), "{users:?}");

    // With files of its own there is nothing to tell, and the shared one stays as it is.
    let before = fs::read(&map).unwrap();
    let title = document.ruleset().title.clone();
    document.apply(Edit::CopyRuleset { title }).unwrap();
    assert!(document.shared_files_to_write().is_empty());
    document.save(SaveOptions::default()).unwrap();
    assert_eq!(fs::read(&map).unwrap(), before);
    assert!(!document.dirty());
    document.apply(Edit::SetTerrain { hex: "0102".into(), kind: "woods".into() }).unwrap();
    assert!(document.shared_files_to_write().is_empty());
}
