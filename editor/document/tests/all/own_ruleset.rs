//! A ruleset of a document's own: new files beside the scenario, and nothing of the shared ones is
//! touched, whatever comes between.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use salient_document::{Document, Edit, RulesetHead, SaveOptions};
use salient_schema::Defined;
use salient_schema::map::Scan;
use salient_schema::ruleset::Side;
use tempfile::tempdir;

use crate::helper::{bytes, open, write_files};

/// What the files of a folder hold.
fn held(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    let read = |path: std::path::PathBuf| fs::read_to_string(path).unwrap();
    files.map(|it| (it.file_name().into_string().unwrap(), read(it.path()))).collect()
}

fn copy(document: &mut Document) {
    document.apply(Edit::CopyRuleset { title: "Small War of my own".to_owned() }).unwrap();
    let scarlet = Side::new("scarlet", "Scarlet");
    document.apply(Edit::redefine(Defined::Side, "red".to_owned(), scarlet)).unwrap();
}

#[test]
fn a_copied_ruleset_is_written_beside_the_scenario_and_the_shared_one_is_untouched() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let shared = held(folder.path());
    let mut document = open(&path);
    assert!(!document.has_copied_ruleset());
    copy(&mut document);
    assert!(document.has_copied_ruleset() && document.dirty());
    let saved = document.save(SaveOptions::default()).unwrap();
    assert_eq!(saved.written.len(), 4, "{saved:?}");
    assert!(!document.has_copied_ruleset() && !document.dirty());

    let now = held(folder.path());
    for name in ["ruleset.json", "map.json", "order-of-battle.json"] {
        assert_eq!(now[name], shared[name], "{name}");
        assert!(now.contains_key(&format!("small-scenario-{name}")), "{:?}", now.keys());
    }
    let again = open(&path);
    assert_eq!(bytes(&again), bytes(&document));
    assert_eq!(again.ruleset().title, "Small War of my own");
    assert_eq!(again.ruleset().id, "small-war", "it selects the rules");
    assert_eq!(again.map().ruleset, "small-scenario-ruleset.json");

    // From now on they are this document's files.
    let head = RulesetHead { title: "Mine".to_owned(), ..RulesetHead::of(document.ruleset()) };
    document.apply(Edit::SetRulesetHead { head: Box::new(head) }).unwrap();
    let saved = document.save(SaveOptions::default()).unwrap();
    assert_eq!(saved.written, [folder.path().join("small-scenario-ruleset.json")]);
    assert_eq!(held(folder.path())["ruleset.json"], shared["ruleset.json"]);
    document.close();
}

#[test]
fn a_copy_that_is_undone_leaves_the_files_that_there_were() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let shared = held(folder.path());
    let mut document = open(&path);
    copy(&mut document);
    document.undo();
    document.undo();
    assert!(!document.has_copied_ruleset() && !document.dirty());
    document.apply(Edit::SetScenarioTitle { title: "Another".to_owned() }).unwrap();
    let saved = document.save(SaveOptions::default()).unwrap();
    assert_eq!(saved.written, [path]);
    assert_eq!(held(folder.path()).len(), shared.len());
    document.close();
}

#[test]
fn a_crash_does_not_forget_that_the_ruleset_is_a_copy() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let shared = held(folder.path());
    let mut document = open(&path);
    copy(&mut document);
    drop(document);
    let mut again = open(&path);
    again.recover().unwrap();
    assert!(again.has_copied_ruleset());
    again.save(SaveOptions::default()).unwrap();
    let now = held(folder.path());
    assert!(["ruleset.json", "map.json"].iter().all(|name| now[*name] == shared[*name]));
    again.close();
}

#[test]
fn a_copy_goes_along_when_the_scenario_is_saved_elsewhere() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let shared = held(folder.path());
    // A file that somebody else has there already is nobody's to write over.
    fs::create_dir(folder.path().join("mine")).unwrap();
    let taken = folder.path().join("mine/campaign-ruleset.json");
    fs::write(&taken, "theirs").unwrap();
    fs::write(folder.path().join("scan.png"), "picture").unwrap();
    let mut document = open(&path);
    let scan = Scan { file: "scan.png".to_owned(), size: [9, 9], control_points: Vec::new() };
    document.apply(Edit::SetScan { scan: Some(Box::new(scan)) }).unwrap();
    copy(&mut document);
    let elsewhere = folder.path().join("mine/campaign.json");
    document.save_as(&elsewhere, SaveOptions::default()).unwrap();
    assert_eq!(fs::read_to_string(&taken).unwrap(), "theirs");
    assert_eq!(document.scenario().ruleset, "campaign-ruleset-2.json");
    assert_eq!(document.map().scan.as_ref().unwrap().file, "../scan.png");
    let now = held(folder.path());
    assert!(shared.iter().all(|(name, text)| now[name] == *text));
    assert_eq!(bytes(&open(&elsewhere)), bytes(&document));
    document.close();
}
