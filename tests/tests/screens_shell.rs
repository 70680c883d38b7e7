//! The editor's shell without a window: tabs, keys, looks, recovery, merging, help and the tour.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::command::UiCommand;
use salient::ui::{Chosen, Look, Request, ScriptedDialogs, ShellRequest, Tab};
use salient::{App, Options};
use salient_document::Edit;
use salient_tests::fixtures;

/// A window's size in points.
const SIZE: [f32; 2] = [1280.0, 800.0];

fn options(answers: &[&Path]) -> Options {
    let answers: VecDeque<Chosen> =
        answers.iter().map(|path| Chosen::File(path.to_path_buf())).collect();
    Options { dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() }
}

fn editor_of(size: [f32; 2], options: Options) -> Harness<'static, App> {
    let mut harness = Harness::builder().with_size(size).build_eframe(move |_| App::new(options));
    harness.run_steps(4);
    harness
}

fn editor(options: Options) -> Harness<'static, App> {
    editor_of(SIZE, options)
}

fn press(harness: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn command(editor: &mut Harness<'_, App>, command: UiCommand) {
    ask(editor, Request::Command(command));
}

fn click_label(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(3);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

fn scenario(system: &str) -> PathBuf {
    fixtures().join(system).join("scenario.json")
}

/// A copy of the small Kaiser's Battle that may be written over.
fn copy(folder: &Path) -> PathBuf {
    copy_of("kaisers-battle", folder)
}

/// A copy of a fixture that may be written over, its journal included.
fn copy_of(system: &str, folder: &Path) -> PathBuf {
    let from = fixtures().join(system);
    for entry in std::fs::read_dir(from).expect("the fixture") {
        let entry = entry.expect("an entry");
        if entry.path().is_file() {
            std::fs::copy(entry.path(), folder.join(entry.file_name())).expect("a copy");
        }
    }
    folder.join("scenario.json")
}

fn rename(editor: &mut Harness<'_, App>, title: &str) {
    let edit = Edit::SetScenarioTitle { title: title.to_owned() };
    ask(editor, Request::edit(edit));
}

// --- Documents in tabs --------------------------------------------------------------------

#[test]
fn documents_open_in_tabs_and_close_with_a_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (scenario("offensive-1914"), copy(folder.path()));
    let mut editor = editor(options(&[&first, &second]));
    assert_eq!(editor.state().tab_titles().len(), 1);
    press(&mut editor, Modifiers::COMMAND, Key::O);
    press(&mut editor, Modifiers::COMMAND, Key::O);
    assert_eq!(editor.state().tab_titles().len(), 3);
    assert_eq!(editor.state().tab_in_front(), 2, "what is opened comes to the front");

    // A file that is open is gone to.
    ask(&mut editor, Request::Shell(ShellRequest::OpenFile(first.clone())));
    assert_eq!((editor.state().tab_titles().len(), editor.state().tab_in_front()), (3, 1));
    press(&mut editor, Modifiers::COMMAND, Key::Tab);
    assert_eq!(editor.state().tab_in_front(), 2);
    press(&mut editor, Modifiers::COMMAND, Key::Tab);
    assert_eq!(editor.state().tab_in_front(), 0, "around the end");
    press(&mut editor, Modifiers::COMMAND | Modifiers::SHIFT, Key::Tab);
    assert_eq!(editor.state().tab_in_front(), 2);

    // One that is not saved is asked about, in each way.
    rename(&mut editor, "Changed");
    press(&mut editor, Modifiers::COMMAND, Key::W);
    assert!(shows(&editor, "Save the changes to Changed?"));
    click_label(&mut editor, "Cancel");
    assert_eq!(editor.state().tab_titles().len(), 3);
    press(&mut editor, Modifiers::COMMAND, Key::W);
    click_label(&mut editor, "Don't save");
    assert_eq!(editor.state().tab_titles().len(), 2);
    assert!(!editor.state().tab_titles().contains(&"Changed"));
    ask(&mut editor, Request::Shell(ShellRequest::OpenFile(second.clone())));
    rename(&mut editor, "Kept");
    press(&mut editor, Modifiers::COMMAND, Key::W);
    click_label(&mut editor, "Save");
    assert_eq!(editor.state().tab_titles().len(), 2);
    assert!(std::fs::read_to_string(&second).expect("the file").contains("\"Kept\""));

    // The last one makes room for the built-in scenario.
    press(&mut editor, Modifiers::COMMAND, Key::W);
    press(&mut editor, Modifiers::COMMAND, Key::W);
    press(&mut editor, Modifiers::COMMAND, Key::W);
    assert_eq!(editor.state().tab_titles().len(), 1);
    assert!(editor.state().document().title().contains("Kaiser"));
}

#[test]
fn quitting_asks_about_every_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy(folder.path());
    let mut editor = editor(Options { file: Some(file.clone()), ..options(&[]) });
    rename(&mut editor, "One");
    let other = tempfile::tempdir().expect("a folder");
    let second = copy_of("offensive-1914", other.path());
    ask(&mut editor, Request::Shell(ShellRequest::OpenFile(second)));
    rename(&mut editor, "Two");
    press(&mut editor, Modifiers::COMMAND, Key::Q);
    assert!(shows(&editor, "Save the changes to One?"));
    assert_eq!(editor.state().tab_in_front(), 0, "the one that is asked about shows");
    click_label(&mut editor, "Save");
    assert!(shows(&editor, "Save the changes to Two?"));
    click_label(&mut editor, "Cancel");
    assert!(!shows(&editor, "Save the changes"));
    assert!(std::fs::read_to_string(&file).expect("the file").contains("\"One\""));
    press(&mut editor, Modifiers::COMMAND, Key::Q);
    assert!(shows(&editor, "Save the changes to Two?"));
}

#[test]
fn files_dropped_on_the_window_open_in_tabs() {
    let mut editor = editor(options(&[]));
    for system in ["offensive-1914", "infantry-attacks"] {
        let path = scenario(system);
        editor.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path)));
    }
    editor.run_steps(4);
    assert_eq!(editor.state().tab_titles().len(), 3);
}

/// A file that is dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

// --- Keys ---------------------------------------------------------------------------------

#[test]
fn keys_can_be_changed_and_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let with = || Options { settings_file: Some(settings.clone()), ..options(&[]) };
    std::fs::write(&settings, r#"{"tour_seen": true}"#).expect("settings");
    let mut editor = editor(with());
    command(&mut editor, UiCommand::Keys);
    assert!(shows(&editor, "Keyboard shortcuts"));
    editor.get_by_label("Search shortcuts").type_text("Show whole map");
    editor.run_steps(3);
    editor.get_by_label_contains("Change the keys of Show whole map").click();
    editor.run_steps(3);
    assert!(shows(&editor, "Press the new keys"));
    // F9 shows the lab: that is told, and settled.
    press(&mut editor, Modifiers::NONE, Key::F9);
    assert!(shows(&editor, "already asks for “Test-run lab”"));
    click_label(&mut editor, "Use it for “Show whole map”");
    assert!(shows(&editor, "Change the keys of Show whole map: F9"));
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert!(!shows(&editor, "Keyboard shortcuts"));
    press(&mut editor, Modifiers::NONE, Key::F9);
    assert!(!editor.state().lab().open, "F9 is another command's now");
    drop(editor);

    let mut editor = self::editor(with());
    press(&mut editor, Modifiers::NONE, Key::F9);
    assert!(!editor.state().lab().open, "and stays so");
    command(&mut editor, UiCommand::Keys);
    click_label(&mut editor, "Usual keys for all");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    press(&mut editor, Modifiers::NONE, Key::F9);
    assert!(editor.state().lab().open);
}

#[test]
fn the_palette_finds_commands_counters_documents_and_says_what_is_shut_off() {
    let mut editor = editor(options(&[]));
    ask(&mut editor, Request::Shell(ShellRequest::OpenFile(scenario("offensive-1914"))));
    let find = |editor: &mut Harness<'_, App>, text: &str| {
        press(editor, Modifiers::COMMAND, Key::P);
        editor.get_by_label("Find a command").type_text(text);
        editor.run_steps(3);
    };
    find(&mut editor, "kaiser");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(editor.state().tab_in_front(), 0);
    find(&mut editor, "br-89-30-18");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    let selected = &editor.state().document().selection().counters;
    assert_eq!(selected.first().map(|placed| placed.counter.as_str()), Some("br-89-30-18"));
    // What is shut off is listed, and stays where it is.
    find(&mut editor, "stop comparing");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert!(editor.query_by_label("Find a command").is_some(), "nothing happened");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    find(&mut editor, "1612");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    let document = editor.state().document();
    assert_eq!(document.selection().hex, document.grid().parse("1612"));
}

// --- History ------------------------------------------------------------------------------

#[test]
fn the_history_goes_to_any_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy(folder.path());
    let mut editor = editor(Options { file: Some(file), ..options(&[]) });
    command(&mut editor, UiCommand::Show(Tab::History));
    assert!(shows(&editor, "Nothing was changed yet"));
    for title in ["A", "B", "C"] {
        rename(&mut editor, title);
    }
    press(&mut editor, Modifiers::COMMAND, Key::S);
    rename(&mut editor, "D");
    assert!(shows(&editor, "4. Rename the scenario, now"));
    assert!(shows(&editor, "3. Rename the scenario, saved"));
    click_label(&mut editor, "1. Rename the scenario");
    assert_eq!(editor.state().document().title(), "A");
    assert!(shows(&editor, "4. Rename the scenario, undone"));
    assert!(editor.state().document().dirty());
    click_label(&mut editor, "3. Rename the scenario, undone, saved");
    assert_eq!(editor.state().document().title(), "C");
    assert!(!editor.state().document().dirty());
    click_label(&mut editor, "0. As it was opened");
    assert!(editor.state().document().undo_name().is_none());
}

// --- Recovery and merging -----------------------------------------------------------------

#[test]
fn after_a_kill_every_document_is_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    for folder in [&one, &other] {
        std::fs::create_dir(folder).expect("a folder");
    }
    let (one, other) = (copy(&one), copy(&other));
    let state = folder.path().join("state");
    std::fs::create_dir(&state).expect("a folder");
    std::fs::write(state.join("settings.json"), r#"{"tour_seen": true}"#).expect("settings");
    let with = |file: Option<PathBuf>| Options {
        file,
        settings_file: Some(state.join("settings.json")),
        journal_folder: Some(state.clone()),
        ..options(&[])
    };
    let mut first = editor(with(None));
    rename(&mut first, "Built in, changed");
    ask(&mut first, Request::Shell(ShellRequest::OpenFile(one.clone())));
    rename(&mut first, "One, changed");
    ask(&mut first, Request::Shell(ShellRequest::OpenFile(other.clone())));
    // A second editor does not take what the first one is writing for unfinished work.
    let second = editor(with(None));
    assert!(!shows(&second, "Bring unsaved changes back?"));
    drop(second);
    // Dropped without being closed, as a kill does it.
    drop(first);

    let mut again = editor(with(None));
    assert!(shows(&again, "Bring unsaved changes back?"));
    let front = again.state().document().title().to_owned();
    click_label(&mut again, "Bring back");
    assert_ne!(again.state().document().title(), front);
    assert!(shows(&again, "Bring unsaved changes back?"), "one after the other");
    click_label(&mut again, "Bring back");
    assert_eq!(again.state().tab_titles(), ["Built in, changed", "One, changed"]);
    assert!(!shows(&again, "Bring unsaved changes back?"), "the third was not changed");
}

/// Lets the watch come round.
fn wait_for(editor: &mut Harness<'_, App>, label: &str) {
    let begun = std::time::Instant::now();
    while !shows(editor, label) {
        assert!(begun.elapsed().as_secs() < 20, "“{label}” never shows");
        std::thread::sleep(std::time::Duration::from_millis(50));
        editor.run_steps(1);
    }
}

#[test]
fn another_editors_save_is_noticed_and_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy(folder.path());
    let mut editor = editor(Options { file: Some(file.clone()), ..options(&[]) });
    let (theirs, _) = salient_document::Document::open(&file);
    let mut theirs = theirs.expect("a document");
    let map = Edit::SetMapTitle { title: "Their map".to_owned() };
    let title = Edit::SetScenarioTitle { title: "Theirs".to_owned() };
    rename(&mut editor, "Ours");
    theirs.apply(map).expect("an edit");
    theirs.apply(title).expect("an edit");
    theirs.save(Default::default()).expect("saved");

    wait_for(&mut editor, "Another program saved this file");
    click_label(&mut editor, "Put together");
    assert!(shows(&editor, "Both of you changed the same"));
    assert!(shows(&editor, "The scenario: title"));
    click_label(&mut editor, "All as in the file");
    click_label(&mut editor, "All as in mine");
    click_label(&mut editor, "Put together");
    let document = editor.state().document();
    assert_eq!((document.title(), document.map().title.as_str()), ("Ours", "Their map"));
    assert!(document.dirty());
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert!(!editor.state().document().dirty());

    // Where nothing was changed here, it is only loaded.
    let (again, _) = salient_document::Document::open(&file);
    let mut again = again.expect("a document");
    let title = Edit::SetScenarioTitle { title: "Third".to_owned() };
    again.apply(title).expect("an edit");
    again.save(Default::default()).expect("saved");
    wait_for(&mut editor, "Another program saved this file");
    click_label(&mut editor, "Load it");
    assert_eq!(editor.state().document().title(), "Third");
    assert!(!editor.state().document().dirty());
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(editor.state().document().title(), "Ours");
}

#[test]
fn a_newer_file_is_refused_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy(folder.path());
    let text = std::fs::read_to_string(&file).expect("the file");
    let newer = text.replace("\"format_version\": 1", "\"format_version\": 99");
    assert_ne!(text, newer);
    std::fs::write(&file, &newer).expect("written");
    let editor = editor(Options { file: Some(file.clone()), ..options(&[]) });
    assert!(shows(&editor, "cannot be opened"));
    assert!(shows(&editor, "newer Salient"));
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), newer, "out of harm");
}

// --- Looks and sizes ----------------------------------------------------------------------

#[test]
fn look_and_size_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    std::fs::write(&settings, r#"{"tour_seen": true}"#).expect("settings");
    let with = || Options { settings_file: Some(settings.clone()), ..options(&[]) };
    let mut editor = editor(with());
    command(&mut editor, UiCommand::Look(Look::Contrast));
    for _ in 0..20 {
        press(&mut editor, Modifiers::COMMAND, Key::Plus);
    }
    assert!((editor.ctx.zoom_factor() - 2.0).abs() < 1e-6);
    assert_eq!(editor.ctx.global_style().visuals.panel_fill, egui::Color32::BLACK);
    drop(editor);
    let mut editor = self::editor(with());
    assert!((editor.ctx.zoom_factor() - 2.0).abs() < 1e-6);
    assert_eq!(editor.ctx.global_style().visuals.panel_fill, egui::Color32::BLACK);
    press(&mut editor, Modifiers::COMMAND, Key::Num0);
    command(&mut editor, UiCommand::Look(Look::Light));
    assert!((editor.ctx.zoom_factor() - 1.0).abs() < 1e-6);
    assert_ne!(editor.ctx.global_style().visuals.panel_fill, egui::Color32::BLACK);
}
