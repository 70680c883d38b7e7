//! Saving: only what changed, never half, never over somebody else's work.

use std::fs;
use std::path::Path;

use salient_document::{
    Companion, CompanionFile, Document, Edit, Missing, Origin, OwnParts, SaveError, SaveOptions,
};
use salient_schema::project::Project;
use tempfile::tempdir;

use crate::SYSTEMS;
use crate::helper::{bundle, bytes, document, open, write_files};

const FORCE: SaveOptions = SaveOptions { force: true, ..NOTHING };
const OVERWRITE: SaveOptions = SaveOptions { overwrite: true, ..NOTHING };
const NOTHING: SaveOptions = SaveOptions { force: false, overwrite: false, own: SHARED };
const SHARED: OwnParts = OwnParts { map: false, orders_of_battle: false, ruleset: false };

fn paint(document: &mut Document, hex: &str) {
    document.apply(Edit::SetTerrain { hex: hex.into(), kind: "woods".into() }).unwrap();
}

fn rename(document: &mut Document, title: &str) {
    document.apply(Edit::SetScenarioTitle { title: title.into() }).unwrap();
}

/// The names of the files in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn only_files_that_changed_are_written() {
    let folder = tempdir().unwrap();
    let mut document = open(&write_files(folder.path()));
    let files = names(folder.path());
    paint(&mut document, "0101");
    assert!(document.dirty());
    let saved = document.save(SaveOptions::default()).unwrap();
    assert_eq!(saved.written, [folder.path().join("map.json")]);
    assert!(!document.dirty());
    assert_eq!(names(folder.path()), files, "no temporary and no journal stay");
    assert!(document.save(SaveOptions::default()).unwrap().written.is_empty());

    let again = open(&folder.path().join("small-scenario.json"));
    assert_eq!(bytes(&again), bytes(&document));
    // Undoing past a save is a change as well.
    document.undo();
    assert!(document.dirty());
    document.redo();
    assert!(!document.dirty());
    document.close();
}

#[test]
fn saved_files_are_ordinary_and_keep_their_rights() {
    let folder = tempdir().unwrap();
    let mut document = open(&write_files(folder.path()));
    let map = folder.path().join("map.json");
    let before = fs::metadata(&map).unwrap().permissions();
    paint(&mut document, "0101");
    document.save(SaveOptions::default()).unwrap();
    assert_eq!(fs::metadata(&map).unwrap().permissions(), before);
}

#[test]
fn a_file_changed_by_others_is_refused_unless_forced() {
    let folder = tempdir().unwrap();
    let mut document = open(&write_files(folder.path()));
    let map = folder.path().join("map.json");
    fs::write(&map, "{}").unwrap();
    rename(&mut document, "Mine");
    // The map is not to be written, so that nothing is lost.
    document.save(SaveOptions::default()).unwrap();
    paint(&mut document, "0101");
    let error = document.save(SaveOptions::default()).unwrap_err();
    assert!(
        matches!(&error, SaveError::ChangedOnDisk { paths } if paths == std::slice::from_ref(&map))
    );
    assert!(error.to_string().contains("map.json"));
    assert_eq!(fs::read_to_string(&map).unwrap(), "{}");
    assert!(document.dirty());
    document.save(FORCE).unwrap();
    assert!(!document.dirty());
    assert!(fs::read_to_string(&map).unwrap().contains("w......."));
    paint(&mut document, "0201");
    document.save(SaveOptions::default()).unwrap();
}

#[test]
fn a_newer_file_is_never_written_over() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    let map = folder.path().join("map.json");
    let newer = fs::read_to_string(&map).unwrap();
    let newer = newer.replace("\"format_version\": 1", "\"format_version\": 2");
    fs::write(&map, &newer).unwrap();
    paint(&mut document, "0101");
    for options in [SaveOptions::default(), FORCE] {
        let error = document.save(options).unwrap_err();
        assert!(matches!(&error, SaveError::Newer { version: 2, .. }), "{error}");
        assert!(error.to_string().contains("newer Salient"), "{error}");
    }
    assert_eq!(fs::read_to_string(&map).unwrap(), newer);
    assert!(document.dirty());

    // Nor is one that happens to stand where a document is to go.
    let other = tempdir().unwrap();
    fs::write(other.path().join("mine.json"), r#"{ "format_version": 7 }"#).unwrap();
    let both = SaveOptions { overwrite: true, ..FORCE };
    let error =
        crate::helper::document().save_as(other.path().join("mine.json"), both).unwrap_err();
    assert!(matches!(error, SaveError::Newer { version: 7, .. }), "{error}");
    assert_eq!(names(other.path()), ["mine.json"]);

    // And it is not opened either, since half of it might not be understood.
    let (document, found) = Document::open(SYSTEMS, &path);
    assert!(document.is_none());
    let words = found.iter().map(|found| found.to_string()).collect::<String>();
    assert!(words.contains("the file has version 2"), "{words}");
}

#[test]
fn an_undone_rewrite_leaves_the_names_of_files() {
    let folder = tempdir().unwrap();
    let mut document = document();
    let mut scenario = document.scenario().clone();
    scenario.title = "Another".into();
    document.apply(Edit::ReplaceScenario { scenario: Box::new(scenario) }).unwrap();
    document.save_as(folder.path().join("a").join("mine.json"), OVERWRITE).unwrap_err();
    fs::create_dir(folder.path().join("a")).unwrap();
    document.save_as(folder.path().join("a").join("mine.json"), OVERWRITE).unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    document.save_as(folder.path().join("b").join("mine.json"), OVERWRITE).unwrap();
    assert_eq!(document.scenario().map, "../a/map.json");
    document.undo();
    assert_eq!(document.scenario().title, "Small scenario");
    assert_eq!(document.scenario().map, "../a/map.json");
}

#[test]
fn charts_and_orders_of_battle_are_saved_too() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    let set = Edit::SetCell {
        table: "crt".into(),
        row: 0,
        column: 1,
        value: "X".into(),
        provenance: None,
    };
    document.apply(set).unwrap();
    let saved = document.save(SaveOptions::default()).unwrap();
    assert_eq!(saved.written, [folder.path().join("ruleset.json")]);
    document.apply(Edit::delete_counter("a-3".into())).unwrap();
    let saved = document.save(SaveOptions::default()).unwrap();
    assert_eq!(saved.written, [folder.path().join("order-of-battle.json")]);
    assert_eq!(bytes(&open(&path)), bytes(&document));
}

#[test]
fn a_file_that_vanished_is_written_anew() {
    let folder = tempdir().unwrap();
    let mut document = open(&write_files(folder.path()));
    fs::remove_file(folder.path().join("map.json")).unwrap();
    paint(&mut document, "0101");
    assert_eq!(document.save(SaveOptions::default()).unwrap().written.len(), 1);
}

#[test]
fn a_failed_save_keeps_every_old_file() {
    let folder = tempdir().unwrap();
    let scenario = write_files(folder.path());
    let mut document = open(&scenario);
    let old_map = fs::read(folder.path().join("map.json")).unwrap();
    paint(&mut document, "0101");
    rename(&mut document, "Mine");
    // The map could be written, the scenario cannot.
    fs::remove_file(&scenario).unwrap();
    fs::create_dir(&scenario).unwrap();
    let error = document.save(FORCE).unwrap_err();
    assert!(matches!(&error, SaveError::Write { path, .. } if *path == scenario), "{error}");
    assert_eq!(fs::read(folder.path().join("map.json")).unwrap(), old_map);
    assert!(document.dirty());
    assert!(!names(folder.path()).iter().any(|name| name.ends_with(".tmp")));
}

#[test]
fn a_read_only_file_is_left_alone() {
    let folder = tempdir().unwrap();
    let mut document = open(&write_files(folder.path()));
    let map = folder.path().join("map.json");
    let mut rights = fs::metadata(&map).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&map, rights).unwrap();
    let old = fs::read(&map).unwrap();
    paint(&mut document, "0101");
    let error = document.save(SaveOptions::default()).unwrap_err();
    assert!(error.to_string().contains("read-only"), "{error}");
    assert_eq!(fs::read(&map).unwrap(), old);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    // Nobody creates files in /proc, not even root, whom a read-only folder does not stop.
    let mut document = document();
    let before = bytes(&document);
    let error = document.save_as("/proc/small.json", SaveOptions::default()).unwrap_err();
    assert!(matches!(error, SaveError::Write { .. }), "{error}");
    assert_eq!(bytes(&document), before);
    assert_eq!(*document.origin(), Origin::Embedded);
}

#[test]
fn an_embedded_document_needs_a_name() {
    assert!(matches!(document().save(SaveOptions::default()), Err(SaveError::NoFile)));
}

#[test]
fn an_embedded_document_becomes_a_folder_of_files() {
    let folder = tempdir().unwrap();
    let mut document = document();
    paint(&mut document, "0101");
    let path = folder.path().join("mine.json");
    let saved = document.save_as(&path, SaveOptions::default()).unwrap();
    assert_eq!(saved.written.len(), 4);
    let files = ["map.json", "mine.json", "order-of-battle.json", "ruleset.json"];
    assert_eq!(names(folder.path()), files);
    assert!(!document.dirty());
    assert_eq!(*document.origin(), Origin::File(path.clone()));
    assert_eq!(bytes(&open(&path)), bytes(&document));
    // From here on it is saved like any other.
    paint(&mut document, "0201");
    assert_eq!(document.save(SaveOptions::default()).unwrap().written.len(), 1);
}

#[test]
fn a_copy_gets_an_id_of_its_own_unless_it_has_one() {
    let folder = tempdir().unwrap();
    let first = folder.path().join("first.json");
    let mut document = crate::helper::document();
    // Begun from nothing: there is no other of that name.
    assert_eq!(document.id_for_copy(&first), None);
    document.save_as(&first, SaveOptions::default()).unwrap();
    let copy = folder.path().join("Große Schlacht.json");
    assert_eq!(document.id_for_copy(&first), None, "in its own place");
    assert_eq!(document.id_for_copy(&copy), Some("grosse-schlacht".into()));
    let elsewhere = folder.path().join("Second").join("first.json");
    assert_eq!(document.id_for_copy(&elsewhere), Some("second".into()));
    document.apply(Edit::SetScenarioId { id: "mine".into() }).unwrap();
    assert_eq!(document.id_for_copy(&copy), None, "it has one of its own");

    let system = crate::SYSTEMS.iter().next().unwrap();
    let published = crate::SYSTEMS.published().next().unwrap();
    assert_eq!(system.info().id, published.bundle.ruleset.id);
    let document = Document::new(crate::SYSTEMS, published, Origin::Embedded);
    assert_eq!(document.id_for_copy(&copy), Some("grosse-schlacht".into()));
}

#[test]
fn save_as_does_not_take_others_files() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("map.json"), "mine").unwrap();
    let mut document = document();
    let before = bytes(&document);
    let path = folder.path().join("mine.json");
    document.save_as(&path, SaveOptions::default()).unwrap();
    // A map of somebody else's is no map of this document's, whatever it is called.
    assert_eq!(fs::read_to_string(folder.path().join("map.json")).unwrap(), "mine");
    assert_eq!(
        names(folder.path()),
        [
            "map.json",
            "mine-map.json",
            "mine-order-of-battle.json",
            "mine-ruleset.json",
            "mine.json"
        ]
    );
    assert_eq!(document.scenario().map, "mine-map.json");
    assert_eq!(bytes(&open(&path)), bytes(&document));
    assert_ne!(bytes(&document), before);

    // The scenario's own file is asked about, and the others are new again.
    let mut second = crate::helper::document();
    let error = second.save_as(&path, SaveOptions::default()).unwrap_err();
    assert!(matches!(&error, SaveError::Exists { paths } if *paths == [path.clone()]), "{error}");
    assert_eq!(bytes(&second), before);
    second.save_as(&path, OVERWRITE).unwrap();
    assert_eq!(second.scenario().map, "mine-map-2.json");
    assert_eq!(bytes(&open(&path)), bytes(&second));
}

#[test]
fn save_as_refuses_names_that_cannot_be() {
    let folder = tempdir().unwrap();
    let mut document = document();
    for path in [folder.path().to_owned(), folder.path().join("map.json"), "/".into(), "".into()] {
        let error = document.save_as(&path, SaveOptions::default()).unwrap_err();
        assert!(matches!(error, SaveError::BadPath { .. }), "{error}");
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn another_scenario_shares_the_other_files() {
    let folder = tempdir().unwrap();
    let original = write_files(folder.path());
    let old = fs::read(&original).unwrap();
    let mut document = open(&original);
    rename(&mut document, "Another");
    fs::create_dir(folder.path().join("variants")).unwrap();
    let path = folder.path().join("variants").join("another.json");
    let saved = document.save_as(&path, SaveOptions::default()).unwrap();
    assert_eq!(saved.written, std::slice::from_ref(&path));
    assert_eq!(document.scenario().map, "../map.json");
    assert_eq!(document.scenario().orders_of_battle, ["../order-of-battle.json"]);
    assert_eq!(fs::read(&original).unwrap(), old);
    assert_eq!(bytes(&open(&path)), bytes(&document));
    // The first file is there already.
    let error = document.save_as(&original, SaveOptions::default()).unwrap_err();
    assert!(matches!(error, SaveError::Exists { .. }), "{error}");
    assert_eq!(document.scenario().map, "../map.json");
}

#[test]
fn a_bundle_stays_a_bundle() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("all.json");
    let mut bundle = crate::helper::bundle();
    bundle.map.ruleset = "small-war".into();
    bundle.orders_of_battle[0].ruleset = "small-war".into();
    bundle.scenario.ruleset = "small-war".into();
    bundle.scenario.map = "small-map".into();
    bundle.scenario.orders_of_battle = vec!["small-armies".into()];
    fs::write(&path, salient_schema::to_canonical_json(&bundle).unwrap()).unwrap();
    let mut document = open(&path);
    paint(&mut document, "0101");
    rename(&mut document, "Mine");
    assert_eq!(document.save(SaveOptions::default()).unwrap().written, std::slice::from_ref(&path));
    let copy = folder.path().join("copy.json");
    document.save_as(&copy, SaveOptions::default()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(&copy).unwrap());
    assert_eq!(bytes(&open(&copy)), bytes(&document));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = tempdir().unwrap();
    // Out of the project's folder no link is followed.
    let real = folder.path().join("shared");
    fs::create_dir(&real).unwrap();
    let path = write_files(folder.path());
    let map = folder.path().join("map.json");
    fs::rename(&map, real.join("map.json")).unwrap();
    std::os::unix::fs::symlink(real.join("map.json"), &map).unwrap();
    let mut document = open(&path);
    paint(&mut document, "0101");
    document.save(SaveOptions::default()).unwrap();
    assert!(fs::symlink_metadata(&map).unwrap().is_symlink());
    assert!(fs::read_to_string(real.join("map.json")).unwrap().contains("w......."));
}

#[test]
fn what_is_open_outlives_its_folder() {
    let folder = tempdir().unwrap();
    let inner = folder.path().join("project");
    fs::create_dir(&inner).unwrap();
    let mut document = open(&write_files(&inner));
    paint(&mut document, "0101");
    let all = document.files();
    assert_eq!(all.len(), 4);

    // One file only: saving brings it back, changed or not.
    let map = all.iter().find(|path| path.ends_with("map.json")).unwrap().clone();
    let ruleset = all.iter().find(|path| path.ends_with("ruleset.json")).unwrap().clone();
    document.save(SaveOptions::default()).unwrap();
    assert!(!document.dirty());
    fs::remove_file(&ruleset).unwrap();
    assert_eq!(document.watched_files().gone(), std::slice::from_ref(&ruleset));
    assert_eq!(document.miss_files(std::slice::from_ref(&ruleset)), Missing::Files);
    assert!(document.dirty(), "what is gone is not saved");
    document.save(SaveOptions::default()).unwrap();
    assert!(ruleset.exists() && map.exists() && !document.dirty());

    // The folder: work goes on, survives a kill, and is saved elsewhere whole.
    paint(&mut document, "0102");
    fs::remove_dir_all(&inner).unwrap();
    assert_eq!(document.miss_files(&document.watched_files().gone()), Missing::Folder);
    assert_eq!((document.origin(), document.dirty()), (&Origin::Embedded, true));
    let before = document.bundle().clone();
    let journal = folder.path().join("kept.journal");
    document.set_journal_file(&journal);
    paint(&mut document, "0201");
    let worked = document.bundle().clone();
    // As it is found after a kill: what the document was then, and the journal since.
    let copy = folder.path().join("after-the-kill.journal");
    fs::copy(&journal, &copy).unwrap();
    let kept = Project { bundle: before, ..Project::empty() };
    let mut again = Document::new(document.systems(), kept, Origin::Embedded);
    again.set_journal_file(&copy);
    assert_eq!(again.recover().unwrap().lost, 0);
    assert_eq!(*again.bundle(), worked);

    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    document.save_as(elsewhere.join("mine.json"), SaveOptions::default()).unwrap();
    let saved = open(&elsewhere.join("mine.json"));
    assert_eq!(saved.map(), &worked.map);
    assert_eq!(saved.scenario().setup, worked.scenario.setup);
    assert!(document.undo().is_some(), "the undo list is still there");
}

#[test]
fn a_file_beside_the_documents_own_is_saved_with_it_or_neither_is() {
    let folder = tempdir().unwrap();
    let mut document = open(&write_files(folder.path()));
    let recipe = folder.path().join("recipe.json");
    document.set_companion(Some(Companion::new(&recipe, "one".to_owned())));
    assert!(document.dirty());
    document.save(SaveOptions::default()).unwrap();
    assert!(!document.dirty());
    assert_eq!(fs::read_to_string(&recipe).unwrap(), "one");

    // Somebody else wrote it: the map is not written either.
    let map = fs::read_to_string(folder.path().join("map.json")).unwrap();
    fs::write(&recipe, "theirs").unwrap();
    document.set_companion_text("two".to_owned());
    paint(&mut document, "0101");
    let error = document.save(SaveOptions::default()).unwrap_err();
    assert!(
        matches!(&error, SaveError::ChangedOnDisk { paths } if paths == std::slice::from_ref(&recipe))
    );
    assert_eq!(fs::read_to_string(folder.path().join("map.json")).unwrap(), map);
    document.save(FORCE).unwrap();
    assert_eq!(fs::read_to_string(&recipe).unwrap(), "two");
    assert_ne!(fs::read_to_string(folder.path().join("map.json")).unwrap(), map);

    // One that is new is not written over what is there.
    document.set_companion(Some(Companion::new(&recipe, "three".to_owned())));
    assert!(document.save(SaveOptions::default()).is_err());
    document.set_companion(None);
    assert!(!document.dirty());
    document.close();
}

#[test]
fn making_a_file_beside_the_documents_own_is_a_step_of_undo() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    let recipe = folder.path().join("recipe.json");
    paint(&mut document, "0101");
    let before = document.undo_name().map(str::to_owned);
    let file = CompanionFile { path: recipe.to_str().unwrap().to_owned(), text: "one".to_owned() };
    let make = Edit::SetCompanion { to: Some(Box::new(file)) };
    document.apply(make.clone()).unwrap();
    assert_eq!(document.undo_name(), Some("Make a recipe"));
    document.set_companion_text("two".to_owned());
    document.undo().unwrap();
    assert!(document.companion().is_none());
    assert_eq!(document.undo_name(), before.as_deref(), "what was before stays");
    // It comes back as it was, and a save in between is no hindrance.
    document.redo().unwrap();
    assert_eq!(document.companion().unwrap().text(), "two");
    document.save(SaveOptions::default()).unwrap();
    assert_eq!(fs::read_to_string(&recipe).unwrap(), "two");
    document.undo().unwrap();
    document.save(SaveOptions::default()).unwrap();
    document.redo().unwrap();
    document.save(SaveOptions::default()).unwrap();
    assert_eq!(fs::read_to_string(&recipe).unwrap(), "two");

    // A crash does not lose it.
    fs::remove_file(&recipe).unwrap();
    document.close();
    let mut document = open(&path);
    document.apply(make).unwrap();
    drop(document);
    let mut document = open(&path);
    document.recover().unwrap();
    assert_eq!(document.companion().unwrap().text(), "one");
    document.close();
}

#[test]
fn what_is_built_in_names_its_schemas_without_a_way_to_nowhere() {
    let folder = tempdir().unwrap();
    let mut project =
        Project { bundle: bundle(), paths: Default::default(), texts: Default::default() };
    project.bundle.ruleset.schema = "../../schema/json/ruleset.schema.json".to_owned();
    project.bundle.map.schema = "https://example.org/map.schema.json".to_owned();
    let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
    document.save_as(folder.path().join("mine.json"), SaveOptions::default()).unwrap();
    assert_eq!(document.ruleset().schema, "ruleset.schema.json");
    assert_eq!(document.map().schema, "https://example.org/map.schema.json");
    document.close();
}
