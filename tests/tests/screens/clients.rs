//! Other clients' files out and in, as a designer asks for them: what comes of it and what is lost
//! is seen first.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{Chosen, ScriptedDialogs};
use salient::{App, Options, SYSTEMS};
use salient_tests::copy_of_fixture;
use tempfile::tempdir;

/// The editor, with what is answered when it asks for files.
fn editor(answers: impl IntoIterator<Item = PathBuf>) -> Harness<'static, App> {
    let answers = answers.into_iter().map(Chosen::File).collect();
    let options = Options { dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() };
    let builder = Harness::builder().with_size([1400.0, 900.0]);
    let mut harness = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    harness
}

fn press(editor: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run_steps(3);
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(3);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

/// Waits for another thread.
fn wait_for(editor: &mut Harness<'_, App>, what: &str, done: impl Fn(&Harness<'_, App>) -> bool) {
    let begun = Instant::now();
    while !done(editor) {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what} does not come");
        std::thread::sleep(Duration::from_millis(10));
        editor.run_steps(2);
    }
}

fn opens_the_menu_and_asks_for(editor: &mut Harness<'_, App>, label: &str) {
    click(editor, "File");
    click(editor, label);
}

#[test]
fn a_module_goes_out_and_comes_back_as_it_was() {
    let folder = tempdir().unwrap();
    let module = folder.path().join("battle.vmod");
    // The second answer is for the import.
    let mut editor = editor([module.clone(), module.clone()]);
    let before = editor.state().document().bundle().clone();
    press(&mut editor, Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    wait_for(&mut editor, "the module", |editor| shows(editor, "Not in it"));
    assert!(shows(&editor, "Georeference: left out"), "what VASSAL cannot hold is told first");
    assert!(shows(&editor, "files, "), "so is what it comes to");
    assert!(!module.exists(), "nothing is written before it is asked for");
    click(&mut editor, "Export…");
    wait_for(&mut editor, "the file", |_| module.exists());
    wait_for(&mut editor, "the news", |editor| shows(editor, "Exported: "));
    assert!(shows(&editor, "Not in it") && shows(&editor, "Show the folder"), "it stays");
    click(&mut editor, "Close");
    assert!(!shows(&editor, "Not in it"));

    opens_the_menu_and_asks_for(&mut editor, "Import…");
    wait_for(&mut editor, "what was found", |editor| shows(editor, "Found"));
    assert!(shows(&editor, "46 × 29 hexes"));
    assert!(shows(&editor, "119 counters set up"));
    assert_eq!(editor.state().tab_titles().len(), 1, "nothing is opened before it is asked for");
    click(&mut editor, "Open");
    assert_eq!(editor.state().tab_titles().len(), 2);
    let after = editor.state().document().bundle();
    assert_eq!(after.scenario.setup, before.scenario.setup);
    assert_eq!(after.map.terrain, before.map.terrain);
    assert_eq!(after.map.hexsides, before.map.hexsides);
    assert!(editor.state().document().problems().is_empty());
}

#[test]
fn a_format_of_several_files_makes_a_folder_that_can_be_read_again() {
    let folder = tempdir().unwrap();
    let into = folder.path().join("copy");
    let tables = folder.path().join("kaisers-battle-csv");
    std::fs::create_dir(&into).unwrap();
    let mut editor = editor([folder.path().to_owned(), tables.clone(), into.clone()]);
    let before = editor.state().document().bundle().clone();
    press(&mut editor, Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    click(&mut editor, "CSV tables");
    wait_for(&mut editor, "the tables", |editor| shows(editor, "Nothing is lost."));
    click(&mut editor, "Export…");
    wait_for(&mut editor, "the folder", |editor| shows(editor, "Exported: "));
    assert!(tables.join("hexes.csv").exists());
    click(&mut editor, "Close");

    opens_the_menu_and_asks_for(&mut editor, "Import CSV tables…");
    wait_for(&mut editor, "what was found", |editor| shows(editor, "Found"));
    assert!(shows(&editor, "Everything was taken over."));
    click(&mut editor, "Write into a folder…");
    wait_for(&mut editor, "the copy", |editor| editor.state().tab_titles().len() == 2);
    let after = editor.state().document().bundle();
    assert_eq!(after.scenario.setup, before.scenario.setup);
    let written = into.join("kaisers-battle-csv");
    assert!(written.join("ruleset.json").exists() && written.join("map.json").exists());
}

#[test]
fn a_saved_game_asks_for_its_module() {
    let folder = tempdir().unwrap();
    let module = folder.path().join("battle.vmod");
    let mut first = editor([module.clone()]);
    press(&mut first, Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    wait_for(&mut first, "the module", |editor| shows(editor, "Not in it"));
    click(&mut first, "Export…");
    wait_for(&mut first, "the file", |editor| shows(editor, "Exported: "));
    // A set-up is a saved game, and lies in the module.
    let bytes = std::fs::read(&module).unwrap();
    let inside = salient_exchange::vassal::files_in(&bytes, "battle.vmod").unwrap();
    let set_up = inside.iter().find(|file| file.name.ends_with(".vsav")).unwrap();
    let save = folder.path().join("evening.vsav");
    std::fs::write(&save, &set_up.bytes).unwrap();

    let mut editor = editor([save, module]);
    press(&mut editor, Modifiers::COMMAND, Key::O);
    wait_for(&mut editor, "the question", |editor| shows(editor, "A saved game has no map"));
    click(&mut editor, "Choose…");
    wait_for(&mut editor, "what was found", |editor| shows(editor, "Found"));
    click(&mut editor, "Open");
    let placed = &editor.state().document().scenario().setup.placements;
    assert!(placed.iter().map(|placement| placement.counters.len()).sum::<usize>() > 100);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place_and_nothing_is_opened() {
    let folder = tempdir().unwrap();
    for (name, says) in [
        ("torn.vmod", "not a zip file that can be read"),
        ("torn.tmx", "torn.tmx"),
        ("torn.geojson", "torn.geojson"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, "PK\u{3}\u{4} torn").unwrap();
        let mut editor = editor([file]);
        press(&mut editor, Modifiers::COMMAND, Key::O);
        wait_for(&mut editor, "the reason", |editor| shows(editor, says));
        assert!(!shows(&editor, "Found"), "{name}");
        click(&mut editor, "Close");
        assert_eq!(editor.state().tab_titles().len(), 1, "{name}");
    }
}

#[test]
fn a_scenario_file_is_still_opened_as_it_is() {
    let folder = tempdir().unwrap();
    let file = copy_of_fixture("kaisers-battle", folder.path()).unwrap();
    let mut editor = editor([file]);
    press(&mut editor, Modifiers::COMMAND, Key::O);
    wait_for(&mut editor, "the scenario", |editor| editor.state().tab_titles().len() == 2);
    assert!(!shows(&editor, "Import"));
}
