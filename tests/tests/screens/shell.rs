//! The editor's shell without a window: tabs, keys, looks, recovery, merging, help and the tour.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use salient::ui::command::{ToolKind, UiCommand};
use salient::ui::{Chosen, Look, Request, ScriptedDialogs, ShellRequest, Tab, View};
use salient::{App, Options, SYSTEMS};
use salient_document::Edit;
use salient_tests::{copy_of_fixture, fixtures};

use crate::ground::type_into;

/// A window's size in points.
const SIZE: [f32; 2] = [1280.0, 800.0];

fn options(answers: &[&Path]) -> Options {
    let answers: VecDeque<Chosen> =
        answers.iter().map(|path| Chosen::File(path.to_path_buf())).collect();
    Options { dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() }
}

fn editor_of(size: [f32; 2], options: Options) -> Harness<'static, App> {
    let mut harness =
        Harness::builder().with_size(size).build_eframe(move |_| App::new(SYSTEMS, options));
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

/// A copy of a fixture that may be written over.
fn copy_of(system: &str, folder: &Path) -> PathBuf {
    copy_of_fixture(system, folder).expect("a copy")
}

fn rename(editor: &mut Harness<'_, App>, title: &str) {
    let edit = Edit::SetScenarioTitle { title: title.to_owned() };
    ask(editor, Request::edit(edit));
}

// --- Documents in tabs --------------------------------------------------------------------

/// A map, a ruleset or an order of battle leads to its scenario, and a map alone to a new one.
#[test]
fn a_part_of_a_scenario_opens_the_scenario() {
    let mut editor = editor(options(&[]));
    let whole = scenario("offensive-1914");
    let part = whole.with_file_name("map.json");
    ask(&mut editor, Request::Shell(ShellRequest::OpenFile(part)));
    assert_eq!(editor.state().tab_titles().len(), 2);
    let own = editor.state().document().bundle().scenario.id.clone();
    assert!(shows(&editor, "map.json is a part of"), "it is said what was opened");
    ask(&mut editor, Request::Shell(ShellRequest::OpenFile(whole.clone())));
    assert_eq!(editor.state().tab_titles().len(), 2, "it is open already: {own}");

    let folder = tempfile::tempdir().expect("a folder");
    let alone = folder.path().join("map.json");
    for name in ["map.json", "ruleset.json"] {
        std::fs::copy(whole.with_file_name(name), folder.path().join(name)).expect("a copy");
    }
    ask(&mut editor, Request::Shell(ShellRequest::OpenFile(alone)));
    assert_eq!(editor.state().tab_titles().len(), 3);
    assert!(shows(&editor, "is the map of no scenario yet"));
    let bundle = editor.state().document().bundle();
    assert!(bundle.map.grid.columns > 1 && bundle.scenario.setup.placements.is_empty());
    ask(&mut editor, Request::Shell(ShellRequest::OpenFile(folder.path().join("ruleset.json"))));
    assert_eq!(editor.state().tab_titles().len(), 3, "a ruleset alone is no scenario");
    assert!(shows(&editor, "cannot be opened"));
}

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

#[test]
fn a_dragged_tab_stays_in_hand_past_several_others() {
    let mut editor = editor(options(&[]));
    for system in ["offensive-1914", "infantry-attacks", "storm-in-the-west"] {
        ask(&mut editor, Request::Shell(ShellRequest::OpenFile(scenario(system))));
    }
    let titles = |editor: &Harness<'_, App>| -> Vec<String> {
        editor.state().tab_titles().into_iter().map(str::to_owned).collect()
    };
    let before = titles(&editor);
    let tab = |editor: &Harness<'_, App>, title: &str| {
        let is_tab = |node: &egui_kittest::Node<'_>| {
            node.accesskit_node().role() == egui::accesskit::Role::Tab
        };
        let tab = editor.get_all_by_label(title).find(is_tab).expect("a tab");
        tab.rect().left_center() + egui::vec2(40.0, 0.0)
    };
    let (from, to) = (tab(&editor, &before[3]), tab(&editor, &before[0]));
    drag(&mut editor, &[from, to, to, to, to, to]);
    let mut after = before.clone();
    after.rotate_right(1);
    assert_eq!(titles(&editor), after);
}

#[test]
fn escape_closes_what_is_open() {
    let mut editor = editor(options(&[]));
    click_label(&mut editor, "File");
    assert!(shows(&editor, "Save as"));
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert!(!shows(&editor, "Save as"));
    press(&mut editor, Modifiers::NONE, Key::T);
    press(&mut editor, Modifiers::NONE, Key::F1);
    assert!(shows(&editor, "The brush paints the ground"));
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert!(!shows(&editor, "The brush paints the ground"));
}

#[test]
fn the_line_at_the_bottom_is_about_the_page() {
    let mut editor = editor(options(&[]));
    assert!(shows(&editor, "Click a hex to see what is in it."));
    for view in [
        View::OrderOfBattle,
        View::SetUp,
        View::Schedule,
        View::Charts,
        View::Scenario,
        View::Ruleset,
    ] {
        command(&mut editor, UiCommand::View(view));
        assert!(!shows(&editor, "Click a hex to see what is in it."), "{view:?}");
        assert!(!shows(&editor, "px a hex"), "{view:?}");
    }
}

#[test]
fn news_show_over_pages_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut editor = editor(options(&[&folder.path().join("counters.csv")]));
    command(&mut editor, UiCommand::View(View::OrderOfBattle));
    click_label(&mut editor, "Write CSV…");
    assert!(shows(&editor, "Written"));
}

#[test]
fn a_small_window_leaves_a_page_its_room_until_a_panel_is_asked_for() {
    let mut editor = editor_of([640.0, 400.0], options(&[]));
    let panels = |editor: &Harness<'_, App>| shows(editor, "Layers");
    assert!(panels(&editor), "beside the map");
    command(&mut editor, UiCommand::View(View::Charts));
    assert!(!panels(&editor));
    ask(&mut editor, Request::Show(Tab::Problems));
    assert!(panels(&editor));
    command(&mut editor, UiCommand::ToggleInspector);
    assert!(!panels(&editor));
    command(&mut editor, UiCommand::View(View::Map));
    command(&mut editor, UiCommand::ToggleInspector);
    assert!(panels(&editor));
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
    // Ctrl by itself is no key yet.
    press(&mut editor, Modifiers::COMMAND, Key::ControlLeft);
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

#[test]
fn a_new_document_that_was_never_saved_is_offered_after_a_kill_edited_or_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    std::fs::create_dir(&state).expect("a folder");
    std::fs::write(state.join("settings.json"), r#"{"tour_seen": true}"#).expect("settings");
    let with = || Options {
        settings_file: Some(state.join("settings.json")),
        journal_folder: Some(state.clone()),
        ..options(&[])
    };
    let mut first = editor(with());
    press(&mut first, Modifiers::COMMAND, Key::N);
    type_into(&mut first, "Title of the map", "Verdun");
    click_label(&mut first, "Create");
    let second = editor(with());
    assert!(!shows(&second, "Bring unsaved changes back?"), "the first one has it");
    drop(second);
    drop(first);

    let mut again = editor(with());
    assert!(shows(&again, "Bring unsaved changes back?"));
    assert!(again.state().tab_titles().contains(&"Verdun"));
    click_label(&mut again, "Bring back");
    assert_eq!(again.state().document().title(), "Verdun");
    drop(again);

    let mut third = editor(with());
    click_label(&mut third, "Throw away");
    assert!(!third.state().tab_titles().contains(&"Verdun"), "nothing is left of it");
    drop(third);
    assert!(!shows(&editor(with()), "Bring unsaved changes back?"));
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
    let (theirs, _) = salient_document::Document::open(SYSTEMS, &file);
    let mut theirs = theirs.expect("a document");
    let map = Edit::SetMapTitle { title: "Their map".to_owned() };
    let title = Edit::SetScenarioTitle { title: "Theirs".to_owned() };
    rename(&mut editor, "Ours");
    theirs.apply(map).expect("an edit");
    theirs.apply(title).expect("an edit");
    theirs.save(Default::default()).expect("saved");

    wait_for(&mut editor, "Another program saved this file");
    click_label(&mut editor, "Put together");
    wait_for(&mut editor, "Both have one thing otherwise");
    assert!(shows(&editor, "The scenario: title"));
    click_label(&mut editor, "All as theirs");
    click_label(&mut editor, "All as mine");
    click_label(&mut editor, "Put together");
    let document = editor.state().document();
    assert_eq!((document.title(), document.map().title.as_str()), ("Ours", "Their map"));
    assert!(document.dirty());
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert!(!editor.state().document().dirty());

    // Where nothing was changed here, it is only loaded.
    let (again, _) = salient_document::Document::open(SYSTEMS, &file);
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

#[test]
fn everything_has_its_place_at_any_size() {
    // 1280 × 800 at 200 % and at 75 %, and 1920 × 1080.
    for size in [[640.0, 400.0], [1706.0, 1066.0], [1920.0, 1080.0]] {
        let mut editor = editor_of(size, options(&[]));
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        for name in ["File", "Help", "Map", "Terrain", "Measure", "Hex", "Rules", "Zoom in"] {
            let rect =
                editor.get_all_by_label(name).next().unwrap_or_else(|| panic!("{name}")).rect();
            assert!(screen.contains_rect(rect), "{name} at {size:?}: {rect:?}");
        }
        let canvas = editor.get_by_role(egui::accesskit::Role::Canvas).rect();
        assert!(canvas.width() > 190.0 && canvas.height() > 200.0, "{size:?}: {canvas:?}");
        command(&mut editor, UiCommand::Keys);
        for name in ["Search shortcuts", "Usual keys for all"] {
            let rect = editor.get_by_label(name).rect();
            assert!(screen.contains_rect(rect), "{name} at {size:?}: {rect:?}");
        }
    }
}

// --- For ears and keys alone --------------------------------------------------------------

/// What can be used, by its role.
fn is_input(role: egui::accesskit::Role) -> bool {
    use egui::accesskit::Role;
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::ColorWell
            | Role::ComboBox
            | Role::Link
            | Role::MenuItem
            | Role::MultilineTextInput
            | Role::RadioButton
            | Role::Slider
            | Role::SpinButton
            | Role::Tab
            | Role::TextInput
    )
}

/// The names of everything that can be used, and what is wrong with them.
fn names(editor: &Harness<'_, App>) -> (Vec<String>, Vec<String>) {
    let (mut names, mut faults) = (Vec::new(), Vec::new());
    for node in editor.root().children_recursive() {
        let node = node.accesskit_node();
        if !is_input(node.role()) || node.is_hidden() {
            continue;
        }
        let hint = node.placeholder().map(str::to_owned);
        let name = node.label().or(hint).or_else(|| node.value()).unwrap_or_default();
        if !name.chars().any(char::is_alphanumeric) {
            faults.push(format!("{:?} is called “{name}”", node.role()));
        }
        names.push(name);
    }
    // A name by itself says what it is about.
    for vague in ["Change", "Edit", "Remove", "Delete", "More", "OK", "Choose", "Open", "…"] {
        let count = names.iter().filter(|name| *name == vague).count();
        if count > 1 {
            faults.push(format!("{count} are called “{vague}”"));
        }
    }
    (names, faults)
}

#[test]
fn a_screen_reader_finds_a_name_on_everything() {
    let mut editor = editor(options(&[]));
    let mut faults = Vec::new();
    let mut look = |editor: &mut Harness<'_, App>, screen: &str| {
        editor.run_steps(2);
        let (names, wrong) = names(editor);
        assert!(names.len() > 10, "{screen}: {names:?}");
        faults.extend(wrong.into_iter().map(|fault| format!("{screen}: {fault}")));
    };
    for view in View::ALL {
        command(&mut editor, UiCommand::View(view));
        look(&mut editor, view_name(view));
    }
    command(&mut editor, UiCommand::View(View::Map));
    for tab in Tab::ALL {
        command(&mut editor, UiCommand::Show(tab));
        look(&mut editor, tab.name());
    }
    for tool in ToolKind::ALL {
        command(&mut editor, UiCommand::Tool(tool));
        look(&mut editor, UiCommand::Tool(tool).text());
    }
    command(&mut editor, UiCommand::SplitView);
    look(&mut editor, "two panes");
    command(&mut editor, UiCommand::SplitView);
    command(&mut editor, UiCommand::ToggleLab);
    look(&mut editor, "lab");
    command(&mut editor, UiCommand::ToggleLab);
    for dialog in [UiCommand::Keys, UiCommand::Palette, UiCommand::About] {
        command(&mut editor, dialog);
        look(&mut editor, dialog.text());
        press(&mut editor, Modifiers::NONE, Key::Escape);
    }
    command(&mut editor, UiCommand::HelpHere);
    look(&mut editor, "help");
    command(&mut editor, UiCommand::HelpHere);
    rename(&mut editor, "Changed");
    command(&mut editor, UiCommand::Close);
    look(&mut editor, "the question about changes");
    click_label(&mut editor, "Cancel");
    command(&mut editor, UiCommand::Tour);
    look(&mut editor, "tour");
    assert!(faults.is_empty(), "{faults:#?}");
}

fn view_name(view: View) -> &'static str {
    UiCommand::View(view).text()
}

#[test]
fn the_tab_key_reaches_everything() {
    let mut editor = editor(options(&[]));
    let wanted: Vec<String> = editor
        .root()
        .children_recursive()
        .map(|node| node.accesskit_node())
        .filter(|node| is_input(node.role()) && !node.is_hidden() && !node.is_disabled())
        .filter_map(|node| node.label())
        .collect();
    assert!(wanted.len() > 40, "{wanted:?}");
    let mut reached: Vec<String> = Vec::new();
    for _ in 0..wanted.len() + 30 {
        editor.key_press(Key::Tab);
        editor.run_steps(2);
        let focused = editor
            .root()
            .children_recursive()
            .map(|node| node.accesskit_node())
            .find(|node| node.is_focused() && is_input(node.role()))
            .and_then(|node| node.label());
        reached.extend(focused);
    }
    let missing: Vec<&String> = wanted.iter().filter(|name| !reached.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?} are not reached, of {wanted:?}");
}

// --- Help and the tour --------------------------------------------------------------------

#[test]
fn f1_tells_what_is_in_hand() {
    let mut editor = editor(options(&[]));
    press(&mut editor, Modifiers::NONE, Key::T);
    press(&mut editor, Modifiers::NONE, Key::F1);
    assert!(shows(&editor, "The brush paints the ground"));
    press(&mut editor, Modifiers::NONE, Key::F1);
    assert!(!shows(&editor, "The brush paints the ground"));
    command(&mut editor, UiCommand::View(View::Charts));
    press(&mut editor, Modifiers::NONE, Key::F1);
    assert!(shows(&editor, "The tables of the ruleset, edited in place"));
}

fn at(editor: &Harness<'_, App>, hex: &str) -> egui::Pos2 {
    editor.state().screen_position(hex).unwrap_or_else(|| panic!("no hex {hex}"))
}

fn drag(editor: &mut Harness<'_, App>, along: &[egui::Pos2]) {
    editor.hover_at(along[0]);
    editor.run_steps(1);
    editor.drag_at(along[0]);
    editor.run_steps(1);
    for &position in &along[1..] {
        editor.hover_at(position);
        editor.run_steps(1);
    }
    editor.drop_at(along[along.len() - 1]);
    editor.run_steps(4);
}

/// Does what a step of the tour asks for, as it says.
fn do_step(editor: &mut Harness<'_, App>, step: usize) {
    let hex = editor.state().tour_hex();
    match step {
        0 => {
            for _ in 0..4 {
                press(editor, Modifiers::NONE, Key::Plus);
            }
        }
        1 => {
            let place = at(editor, &hex.expect("a hex is marked"));
            drag(editor, &[place]);
        }
        2 => {
            press(editor, Modifiers::NONE, Key::T);
            let hex = editor.state().tour_hex().expect("a hex is marked");
            let place = at(editor, &hex);
            drag(editor, &[place]);
        }
        3 => {
            press(editor, Modifiers::NONE, Key::H);
            let hex = editor.state().tour_hex().expect("a hex is marked");
            let middle = at(editor, &hex);
            let size = editor.state().panes().map().camera.scale * 0.56;
            let around: Vec<egui::Pos2> = (0..=30)
                .map(|step| middle + egui::Vec2::angled(step as f32 * 0.15) * size)
                .collect();
            drag(editor, &around);
        }
        4 => press(editor, Modifiers::COMMAND, Key::Z),
        5 => {
            press(editor, Modifiers::NONE, Key::V);
            let hex = editor.state().tour_hex().expect("a hex is marked");
            let from = at(editor, &hex);
            let size = editor.state().panes().map().camera.scale;
            let half = from + egui::vec2(-size * 0.6, size * 0.3);
            drag(editor, &[from, half, from + egui::vec2(-size * 1.7, size * 0.9)]);
        }
        6 => press(editor, Modifiers::COMMAND, Key::Z),
        7 => {
            press(editor, Modifiers::NONE, Key::F5);
            until(editor, |app| app.tour().is_some_and(salient::ui::Tour::is_done));
        }
        8 => {
            click_label(editor, "Back to editing");
            // Twenty take too long in a build for tests.
            ask(editor, Request::TestRun(salient::ui::TestRunSetting::Games(2)));
            press(editor, Modifiers::COMMAND, Key::R);
            until(editor, |app| app.tour().is_some_and(salient::ui::Tour::is_done));
        }
        9 => {
            press(editor, Modifiers::COMMAND, Key::E);
            until(editor, |app| app.tour().is_some_and(salient::ui::Tour::is_done));
        }
        10 => {
            let seat = salient::ui::PlayRequest::Seat(0, salient_play::Seat::Person);
            ask(editor, Request::Play(seat));
            press(editor, Modifiers::NONE, Key::F5);
            until(editor, |app| app.tour().is_some_and(salient::ui::Tour::is_done));
        }
        11 => {
            let hex = editor.state().tour_hex().expect("a hex is marked");
            let from = at(editor, &hex);
            drag(editor, &[from]);
            let app = editor.state();
            let game = app.test_run().game().expect("a game is on");
            let (shown, grid) = (game.by_hand().on_map(), app.document().grid());
            let start = grid.parse(&hex).expect("a hex");
            let nearest = shown.open.iter().min_by_key(|&&to| grid.distance(start, to));
            let to = at(editor, &grid.label(*nearest.expect("somewhere to go")));
            drag(editor, &[from, from + (to - from) * 0.5, to]);
        }
        12 => press(editor, Modifiers::COMMAND, Key::Z),
        _ => panic!("a step that the test does not know"),
    }
    editor.run_steps(4);
}

fn until(editor: &mut Harness<'_, App>, done: impl Fn(&App) -> bool) {
    let begun = std::time::Instant::now();
    while !done(editor.state()) {
        let refused = editor.state().test_run().refused();
        assert!(begun.elapsed().as_secs() < 60, "it comes to an end; refused: {refused:#?}");
        std::thread::sleep(std::time::Duration::from_millis(5));
        editor.run_steps(1);
    }
}

#[test]
fn the_tour_is_gone_through_by_doing() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("map.png");
    let settings = folder.path().join("settings.json");
    let options = Options { settings_file: Some(settings.clone()), ..options(&[&picture]) };
    let mut editor = editor(options);
    assert!(shows(&editor, "Welcome to Salient"), "it is offered at the first start");
    click_label(&mut editor, "Take the tour");
    assert_eq!(editor.state().tab_titles().len(), 2, "on a copy");
    let steps = salient::ui::Tour::steps();
    for step in 0..steps {
        editor.run_steps(8);
        let tour = editor.state().tour().expect("the tour goes on");
        assert_eq!(tour.step(), step);
        assert!(!tour.is_done(), "step {step} is yet to be done");
        assert!(shows(&editor, &format!("Step {} of {steps}", step + 1)));
        do_step(&mut editor, step);
        let tour = editor.state().tour().expect("the tour goes on");
        assert!(tour.is_done(), "step {step} was done, and that is noticed");
        click_label(&mut editor, if step + 1 == steps { "Finish" } else { "Next" });
    }
    assert!(editor.state().tour().is_none());
    assert_eq!(editor.state().tab_titles().len(), 1);
    assert!(!editor.state().document().dirty(), "nothing of it stays");
    assert!(picture.exists(), "but the picture");
    drop(editor);

    // It is offered once. Every step can be skipped, gone back from, and left.
    let again = Options { settings_file: Some(settings), ..self::options(&[]) };
    let mut editor = self::editor(again);
    assert!(!shows(&editor, "Welcome to Salient"));
    command(&mut editor, UiCommand::Tour);
    for _ in 1..steps {
        click_label(&mut editor, "Skip this");
    }
    click_label(&mut editor, "Back");
    assert_eq!(editor.state().tour().map(salient::ui::Tour::step), Some(steps - 2));
    click_label(&mut editor, "End the tour");
    assert!(editor.state().tour().is_none());
}

#[test]
fn a_folder_that_is_deleted_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (project, state) = (folder.path().join("project"), folder.path().join("state"));
    let elsewhere = folder.path().join("elsewhere");
    for made in [&project, &state, &elsewhere] {
        std::fs::create_dir(made).unwrap();
    }
    let file = salient_tests::copy_of_fixture("kaisers-battle", &project).unwrap();
    let place = elsewhere.join("mine.json");
    let options = Options {
        file: Some(file),
        dialogs: Box::new(ScriptedDialogs([Chosen::File(place.clone())].into())),
        journal_folder: Some(state.clone()),
        ..Options::default()
    };
    let builder = Harness::builder().with_size([1280.0, 800.0]);
    let mut editor = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    editor.run_steps(4);
    let ask = |editor: &mut Harness<'_, App>, request: Request| {
        let context = editor.ctx.clone();
        editor.state_mut().carry_out(&context, request);
        editor.run_steps(3);
    };
    let title = |title: &str| Request::edit(Edit::SetScenarioTitle { title: title.into() });
    ask(&mut editor, title("Before"));
    std::fs::remove_dir_all(&project).unwrap();
    let begun = std::time::Instant::now();
    while editor.query_by_label("The folder of this scenario is gone").is_none() {
        assert!(begun.elapsed().as_secs() < 60, "nothing is said");
        std::thread::sleep(std::time::Duration::from_millis(50));
        editor.run_steps(1);
    }
    editor.get_by_label("Later").click();
    editor.run_steps(3);
    ask(&mut editor, title("After"));
    let kept = std::fs::read_dir(&state).unwrap().count();
    assert!(kept >= 2, "what is open, and what is done since, survive a kill: {kept} files");

    // Saving asks for a new place, and everything is there.
    ask(&mut editor, Request::Command(UiCommand::Save));
    editor.run_steps(4);
    let names = ["mine.json", "map.json", "ruleset.json", "order-of-battle.json"];
    for name in names {
        assert!(elsewhere.join(name).exists(), "no {name}");
    }
    assert!(std::fs::read_to_string(&place).unwrap().contains("\"After\""));
    assert!(!editor.state().document().dirty());
    assert_eq!(std::fs::read_dir(&state).unwrap().count(), 0, "the copies are gone");
}

#[test]
fn saving_tells_what_it_changes_for_other_scenarios() {
    let folder = tempfile::tempdir().unwrap();
    let file = copy_of_fixture("kaisers-battle", folder.path()).unwrap();
    let other = folder.path().join("other.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let id = "\"id\": \"";
    std::fs::write(&other, text.replacen(id, "\"id\": \"other-", 1)).unwrap();
    let map = folder.path().join("map.json");
    let before = std::fs::read(&map).unwrap();
    let options = Options { file: Some(file), ..Options::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]);
    let mut editor = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    editor.run_steps(4);
    let ask = |editor: &mut Harness<'_, App>, request: Request| {
        let context = editor.ctx.clone();
        editor.state_mut().carry_out(&context, request);
        editor.run_steps(3);
    };
    let paint =
        |hex: &str| Request::edit(Edit::SetTerrain { hex: hex.into(), kind: "woods".into() });
    let says = |editor: &Harness<'_, App>, words: &str| {
        editor.query_all_by_label_contains(words).next().is_some()
    };
    ask(&mut editor, paint("4001"));
    ask(&mut editor, Request::Command(UiCommand::Save));
    assert!(says(&editor, "map.json is also used by other.json."));
    assert_eq!(std::fs::read(&map).unwrap(), before, "nothing is written before the answer");
    editor.get_by_label("Make my own copy").click();
    editor.run_steps(4);
    assert_eq!(std::fs::read(&map).unwrap(), before, "the shared map stays as it is");
    assert!(folder.path().join("scenario-map.json").exists());
    assert!(!editor.state().document().dirty());

    // The question about leaving names the files as well.
    ask(&mut editor, paint("4201"));
    ask(&mut editor, Request::Command(UiCommand::Close));
    assert!(says(&editor, "Saving writes scenario-map.json."));
}

// --- New maps ---------------------------------------------------------------------------------

#[test]
fn a_new_map_is_neither_made_nor_lost_by_a_slip() {
    let mut editor = editor(options(&[]));
    press(&mut editor, Modifiers::COMMAND, Key::N);
    type_into(&mut editor, "Title of the map", "Verdun");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(editor.state().tab_titles().len(), 1, "Enter in a field is for the field");
    assert!(editor.query_by_label("Title of the map").is_some());
    // A click beside the dialog.
    editor.hover_at(egui::pos2(12.0, 400.0));
    editor.run_steps(1);
    editor.drag_at(egui::pos2(12.0, 400.0));
    editor.drop_at(egui::pos2(12.0, 400.0));
    editor.run_steps(3);
    assert!(editor.query_by_label("Title of the map").is_some());
    click_label(&mut editor, "Create");
    assert_eq!(editor.state().tab_titles().len(), 2);
    assert_eq!(editor.state().document().title(), "Verdun");
}

#[test]
fn unnamed_new_maps_are_called_differently() {
    let mut editor = editor(options(&[]));
    let mut seen = Vec::new();
    for _ in 0..3 {
        press(&mut editor, Modifiers::COMMAND, Key::N);
        click_label(&mut editor, "Create");
        let scenario = editor.state().document().scenario();
        seen.push((scenario.id.clone(), scenario.title.clone()));
    }
    let wanted = [("new-map", "New map"), ("new-map-2", "New map 2"), ("new-map-3", "New map 3")];
    let seen: Vec<(&str, &str)> =
        seen.iter().map(|(id, title)| (id.as_str(), title.as_str())).collect();
    assert_eq!(seen, wanted);
    let bundle = editor.state().document().bundle();
    assert_eq!((bundle.map.id.as_str(), bundle.map.title.as_str()), ("new-map-3", "New map 3"));
}

#[test]
fn enter_never_writes_over_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.json");
    std::fs::write(&file, "kept").expect("a file");
    let mut editor = editor(options(&[&file]));
    press(&mut editor, Modifiers::COMMAND, Key::N);
    click_label(&mut editor, "Create");
    press(&mut editor, Modifiers::COMMAND, Key::S);
    editor.run_steps(4);
    assert!(shows(&editor, "Overwrite"));
    press(&mut editor, Modifiers::NONE, Key::Enter);
    editor.run_steps(4);
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "kept");
}

#[test]
fn a_refusal_goes_when_it_no_longer_holds() {
    let mut editor = editor(options(&[]));
    let mut victory = editor.state().document().scenario().victory.clone();
    victory.levels.clear();
    let none = Edit::SetVictory { victory: Box::new(victory) };
    ask(&mut editor, Request::edit(none));
    command(&mut editor, UiCommand::Step);
    assert!(!editor.state().test_run().refused().is_empty());
    command(&mut editor, UiCommand::Undo);
    editor.run_steps(2);
    assert!(editor.state().test_run().refused().is_empty());
}

// --- Scenarios beside one another ---------------------------------------------------------

#[test]
fn a_scenario_is_begun_on_the_map_of_another_and_shares_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy(folder.path());
    let other = folder.path().join("another.json");
    let before = std::fs::read(&file).expect("the scenario");
    let mut editor = editor(Options { file: Some(file.clone()), ..options(&[&other]) });
    let map = editor.state().document().paths().map.clone();
    command(&mut editor, UiCommand::NewScenario);
    wait_for(&mut editor, "is saved and open");
    let document = editor.state().document();
    assert!(document.scenario().setup.placements.is_empty());
    assert!(document.title().starts_with("New scenario on"));
    assert_eq!(document.paths().map, map, "the map is the same file");
    assert!(other.exists() && !document.dirty());
    assert_eq!(std::fs::read(&file).expect("the scenario"), before);
}
