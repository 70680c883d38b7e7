//! The ground without a window: new maps, other sizes and numbers, going to a hex, the scan, find
//! and replace.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use salient::ui::command::UiCommand;
use salient::ui::{Chosen, Request, ScriptedDialogs, Tab};
use salient::{App, Options, SYSTEMS};
use salient_art::{Options as PictureOptions, drawing_of_map, picture_of_map};
use salient_document::{Document, Edit};
use salient_schema::map::Orientation;
use salient_tests::copy_of_fixture;

fn options(file: Option<PathBuf>, answers: &[&Path]) -> Options {
    let answers: VecDeque<Chosen> =
        answers.iter().map(|path| Chosen::File(path.to_path_buf())).collect();
    Options { file, dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() }
}

pub fn editor(options: Options) -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1280.0, 800.0]);
    // SCREENS=folder draws what the tests see, for whoever wants to look.
    let builder = match std::env::var("SCREENS_THEME").as_deref() {
        Ok("dark") => builder.with_theme(egui::Theme::Dark),
        _ => builder.with_theme(egui::Theme::Light),
    };
    let builder = if std::env::var_os("SCREENS").is_some() { builder.wgpu() } else { builder };
    let mut harness = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    harness
}

/// Draws the screen into the folder that the environment names, if it names one.
pub fn look(editor: &mut Harness<'_, App>, name: &str) {
    let Some(folder) = std::env::var_os("SCREENS") else { return };
    editor.run_steps(3);
    let picture = editor.render().expect("a picture");
    picture.save(Path::new(&folder).join(format!("{name}.png"))).expect("a file");
}

pub fn press(editor: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run_steps(3);
}

pub fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

pub fn command(editor: &mut Harness<'_, App>, command: UiCommand) {
    ask(editor, Request::Command(command));
}

pub fn click_label(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(3);
}

pub fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

/// Types into a field, in place of what it held.
pub fn type_into(editor: &mut Harness<'_, App>, label: &str, text: &str) {
    editor.get_by_label(label).click();
    editor.run_steps(2);
    press(editor, Modifiers::COMMAND, Key::A);
    editor.get_by_label(label).type_text(text);
    editor.run_steps(2);
}

/// Gives a number another value, as by typing it.
fn set_number(editor: &mut Harness<'_, App>, label: &str, value: &str) {
    type_into(editor, label, value);
    press(editor, Modifiers::NONE, Key::Tab);
}

/// Chooses from a list that folds out.
fn choose(editor: &mut Harness<'_, App>, label: &str, choice: &str) {
    click_label(editor, label);
    let all: Vec<_> = editor.get_all_by_label(choice).collect();
    all.last().expect("a choice").click();
    editor.run_steps(3);
}

pub fn click_at(editor: &mut Harness<'_, App>, at: egui::Pos2) {
    editor.hover_at(at);
    editor.run_steps(1);
    editor.drag_at(at);
    editor.run_steps(1);
    editor.drop_at(at);
    editor.run_steps(3);
}

/// Waits for what a thread brings.
pub fn wait_for(
    editor: &mut Harness<'_, App>,
    what: &str,
    done: impl Fn(&Harness<'_, App>) -> bool,
) {
    let begun = Instant::now();
    while !done(editor) {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited for {what} in vain");
        std::thread::sleep(Duration::from_millis(10));
        editor.run_steps(1);
    }
    editor.run_steps(3);
}

/// A copy of a fixture that may be written over.
fn copy(folder: &Path, system: &str) -> PathBuf {
    copy_of_fixture(system, folder).expect("a copy")
}

fn terrain(document: &Document) -> Vec<String> {
    let grid = document.grid();
    grid.hexes().map(|hex| document.terrain_at(hex).cloned().unwrap_or_default()).collect()
}

// --- Going to a hex -----------------------------------------------------------------------

#[test]
fn a_typed_number_is_gone_to_and_a_wrong_one_told() {
    let mut editor = editor(options(None, &[]));
    press(&mut editor, Modifiers::COMMAND, Key::G);
    assert!(shows(&editor, "Go to hex"));
    editor.get_by_label("Hex number").type_text("9999");
    editor.run_steps(2);
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert!(shows(&editor, "There is no hex 9999 on this map."));
    look(&mut editor, "go-to");
    type_into(&mut editor, "Hex number", "1612");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert!(!shows(&editor, "Hex number"));
    let document = editor.state().document();
    assert_eq!(document.selection().hex, document.grid().parse("1612"));
}

// --- New maps -----------------------------------------------------------------------------

#[test]
fn a_new_map_shows_its_numbers_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy(folder.path(), "storm-in-the-west");
    let mut editor = editor(options(Some(file), &[]));
    press(&mut editor, Modifiers::COMMAND, Key::N);
    editor.run_steps(8);
    type_into(&mut editor, "Title of the map", "Verdun");
    click_label(&mut editor, "Pointy-topped");
    set_number(&mut editor, "Columns of the map", "25");
    set_number(&mut editor, "Rows of the map", "12");
    click_label(&mut editor, "3120 from east");
    assert!(shows(&editor, "First hex 0125, last hex 1201"), "the preview follows");
    look(&mut editor, "new-map");
    click_label(&mut editor, "from south");
    assert!(shows(&editor, "First hex 1225, last hex 0101"));
    click_label(&mut editor, "Create");
    let document = editor.state().document();
    assert_eq!(document.title(), "Verdun");
    let grid = &document.map().grid;
    assert_eq!((grid.columns, grid.rows, grid.orientation), (25, 12, Orientation::PointyTopped));
    assert_eq!(document.ruleset().id, "storm-in-the-west-fixture");
    assert!(document.map().features.items.is_empty());
    look(&mut editor, "new-map-made");
}

#[test]
fn the_hexes_of_a_new_map_are_as_large_as_its_rules_reckon_with() {
    let mut editor = editor(Options::default());
    press(&mut editor, Modifiers::COMMAND, Key::N);
    editor.run_steps(8);
    set_number(&mut editor, "Columns of the map", "18");
    // Eighteen hexes by twenty, whichever rules they are for.
    for (rules, size) in [
        ("Infantry Attacks", "about 3 × 4 km in all"),
        ("The Kaiser's Battle", "about 15 × 19 km in all"),
    ] {
        choose(&mut editor, "Rules of the map", rules);
        assert!(shows(&editor, size), "{rules}");
    }
    choose(&mut editor, "Rules of the map", "Infantry Attacks");
    click_label(&mut editor, "Create");
    let grid = &editor.state().document().map().grid;
    assert_eq!((grid.columns, grid.metres_per_hex), (18, 200.0));
    assert!(grid.boards.is_empty());
}

// --- Other sizes and numbers --------------------------------------------------------------

#[test]
fn cropping_says_what_is_lost_and_is_undone_in_one_step() {
    let mut editor = editor(options(None, &[]));
    let before = editor.state().document().bundle().clone();
    let grid = before.map.grid.clone();
    command(&mut editor, UiCommand::ResizeMap);
    editor.run_steps(8);
    assert!(shows(&editor, "The size is what it was."));
    set_number(&mut editor, "Columns added in the west", "-10");
    set_number(&mut editor, "Rows added in the south", "3");
    assert!(shows(&editor, "Lost"));
    assert!(shows(&editor, "Features:"));
    look(&mut editor, "resize");
    click_label(&mut editor, "Resize");
    let after = &editor.state().document().map().grid;
    assert_eq!((after.columns, after.rows), (grid.columns - 10, grid.rows + 3));
    assert_eq!(after.numbering.first_column, grid.numbering.first_column + 10);
    assert!(shows(&editor, "undo brings all back"));
    look(&mut editor, "resized");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(*editor.state().document().bundle(), before);
}

#[test]
fn a_map_is_numbered_anew() {
    let mut editor = editor(options(None, &[]));
    command(&mut editor, UiCommand::RenumberMap);
    editor.run_steps(8);
    assert!(shows(&editor, "The numbers are what they were."));
    click_label(&mut editor, "54.49");
    set_number(&mut editor, "Number of the first column", "5");
    assert!(shows(&editor, "Everything on the map finds its place."));
    look(&mut editor, "renumber");
    click_label(&mut editor, "Renumber");
    look(&mut editor, "renumbered");
    let map = editor.state().document().map();
    assert_eq!(map.grid.numbering.separator, ".");
    assert!(map.features.items.iter().all(|feature| feature.hex.contains('.')));
    let scenario = editor.state().document().scenario();
    assert!(scenario.setup.placements.iter().all(|placed| placed.hex.contains('.')));
}

// --- Find and replace ---------------------------------------------------------------------

#[test]
fn what_is_found_is_shown_counted_and_replaced() {
    let mut editor = editor(options(None, &[]));
    press(&mut editor, Modifiers::COMMAND, Key::F);
    assert_eq!(editor.state().tab(), Tab::Find);
    choose(&mut editor, "What to find", "Terrain");
    assert!(shows(&editor, "Choose a kind of terrain."));
    choose(&mut editor, "Kind to find", "Swamp");
    let swamps = terrain(editor.state().document()).iter().filter(|kind| *kind == "swamp").count();
    assert!(shows(&editor, &format!("{swamps} found")));
    choose(&mut editor, "What to do", "Replace the kind");
    choose(&mut editor, "Kind instead", "Woods");
    look(&mut editor, "find");
    click_label(&mut editor, &format!("Replace {swamps}"));
    assert!(terrain(editor.state().document()).iter().all(|kind| kind != "swamp"));
    assert!(shows(&editor, "Nothing found"));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(shows(&editor, &format!("{swamps} found")), "the count follows the document");
    // A click goes there.
    choose(&mut editor, "What to find", "Names");
    let features = editor.state().document().map().features.items.iter();
    let town = features.filter_map(|item| item.name.clone()).next().expect("a name");
    type_into(&mut editor, "Text to find", &town);
    click_label(&mut editor, "Next found");
    assert!(editor.state().document().selection().hex.is_some());
    look(&mut editor, "find-names");
}

#[test]
fn several_files_are_looked_through_and_then_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy(folder.path(), "kaisers-battle");
    let second = folder.path().join("second.json");
    let text = std::fs::read_to_string(&file).expect("the scenario");
    std::fs::write(&second, text).expect("a second scenario");
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, "{ \"$schema\": \"scenario.schema.json\" }").expect("a third");
    let mut editor = editor(options(None, &[&file, &second, &broken]));
    press(&mut editor, Modifiers::COMMAND, Key::F);
    choose(&mut editor, "What to find", "Features");
    choose(&mut editor, "Kind to find", "Town");
    choose(&mut editor, "What to do", "Replace in the name");
    type_into(&mut editor, "Text instead", "Anywhere");
    click_label(&mut editor, "In several files");
    for _ in 0..3 {
        click_label(&mut editor, "Add a file…");
    }
    click_label(&mut editor, "Look through 3 files");
    assert!(shows(&editor, "would change"));
    assert!(shows(&editor, "Left alone:"), "the broken one");
    look(&mut editor, "find-files");
    let before = std::fs::read_to_string(folder.path().join("map.json")).expect("the map");
    let button = editor.query_all_by_label_contains("and save").next().expect("a button");
    button.click();
    editor.run_steps(3);
    let after = std::fs::read_to_string(folder.path().join("map.json")).expect("the map");
    assert_ne!(before, after);
    assert!(after.contains("Anywhere"));
    assert!(shows(&editor, "saved map.json"));
}

// --- The scan -----------------------------------------------------------------------------

/// A print of a map as a picture file, and the pixel at each hex's centre.
fn print(document: &Document, path: &Path) -> Vec<[f64; 2]> {
    let options =
        PictureOptions { pixels_per_hex: 40.0, counters: false, ..PictureOptions::default() };
    let (map, ruleset) = (document.map(), document.ruleset());
    let picture = picture_of_map(map, ruleset, &options).expect("a picture");
    picture.save(path).expect("a file");
    let [left, top] = drawing_of_map(map, ruleset, &options).expect("a sheet").bounds[0];
    let grid = document.grid();
    let pixel = |hex| {
        let [x, y] = grid.centre(hex);
        [f64::from((x - left) * 40.0), f64::from((y - top) * 40.0)]
    };
    grid.hexes().map(pixel).collect()
}

#[test]
fn a_scan_is_fitted_by_clicks_and_its_terrain_read_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy(folder.path(), "kaisers-battle");
    let (document, _) = Document::open(SYSTEMS, &file);
    let document = document.expect("the fixture");
    let truth = terrain(&document);
    let picture = folder.path().join("printed map.png");
    let centres = print(&document, &picture);
    let grid = document.grid().clone();

    let mut editor = editor(options(Some(file), &[&picture]));
    // A bare map: all clear.
    let hexes: Vec<String> = grid.hexes().map(|hex| grid.label(hex)).collect();
    ask(&mut editor, Request::edit(Edit::PaintTerrain { hexes, kind: "clear".into() }));
    press(&mut editor, Modifiers::COMMAND, Key::Num6);
    assert_eq!(editor.state().tab(), Tab::Scan);
    look(&mut editor, "scan-none");
    click_label(&mut editor, "Open a scan…");
    wait_for(&mut editor, "the scan", |editor| editor.state().document().map().scan.is_some());
    let scan = editor.state().document().map().scan.clone().expect("a scan");
    assert_eq!(scan.file, "printed map.png", "named from the map's own folder");

    // A number that the map does not print is told.
    let (columns, rows) = (usize::from(grid.columns()), usize::from(grid.rows()));
    let corners = [0, columns - 1, (rows - 1) * columns, rows * columns - 1];
    for (at, corner) in corners.into_iter().enumerate() {
        // After the first point the next is asked for by itself, until there are three.
        if editor.query_by_label("Add a point").is_some() {
            click_label(&mut editor, "Add a point");
        }
        let place = editor.state_mut().scan_position(centres[corner]).expect("a scan");
        click_at(&mut editor, place);
        if at == 0 {
            look(&mut editor, "scan-point");
            editor.get_by_label("Number of the hex").type_text("9999");
            editor.run_steps(2);
            press(&mut editor, Modifiers::NONE, Key::Enter);
            assert!(shows(&editor, "There is no hex 9999 on this map."));
            type_into(&mut editor, "Number of the hex", "");
        }
        let label = grid.label(salient_hex::Hex(corner as u32));
        editor.get_by_label("Number of the hex").type_text(&label);
        editor.run_steps(2);
        press(&mut editor, Modifiers::NONE, Key::Enter);
        look(&mut editor, &format!("scan-{at}"));
        let points = &editor.state().document().map().scan.as_ref().expect("a scan").control_points;
        assert_eq!(points.len(), at + 1);
        assert_eq!(points[at].hex, label);
    }
    assert!(shows(&editor, "hex off"), "the residual at each point");
    assert!(shows(&editor, "Fitted to 0.0"));
    press(&mut editor, Modifiers::NONE, Key::Escape);

    // Examples of each kind.
    let mut kinds: Vec<&String> = truth.iter().collect();
    kinds.sort();
    kinds.dedup();
    for kind in kinds {
        let name = document.ruleset().terrain.iter().find(|known| known.id == *kind);
        let name = name.expect("a kind").name.clone();
        click_label(&mut editor, &name);
        let of_kind = grid.hexes().filter(|hex| truth[hex.index()] == *kind);
        let plain = of_kind.filter(|&hex| document.features_at(hex).next().is_none());
        for hex in plain.step_by(3).take(2) {
            let at = editor.state().screen_position(&grid.label(hex)).expect("a place");
            click_at(&mut editor, at);
        }
    }
    assert!(shows(&editor, "Click hexes that are good examples"), "the hint");
    look(&mut editor, "scan-examples");
    click_label(&mut editor, "Read the colours");
    wait_for(&mut editor, "the reading", |editor| shows(editor, "What was read"));
    assert!(!shows(&editor, "Click hexes that are good examples"), "nothing is picked any more");
    look(&mut editor, "scan-read");
    if editor.query_by_label("Leave as it is").is_some() {
        click_label(&mut editor, "Leave as it is");
    }
    // It lies below the fold.
    let paint = editor.query_all_by_label_contains(" hexes").find(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        node.accesskit_node().role() == egui::accesskit::Role::Button && label.starts_with("Paint ")
    });
    paint.expect("a button").click_accesskit();
    editor.run_steps(3);
    let read = terrain(editor.state().document());
    let right = read.iter().zip(&truth).filter(|(read, truth)| read == truth).count();
    assert!(right * 100 >= truth.len() * 95, "{right} of {} are right", truth.len());
    look(&mut editor, "scan-painted");
    assert!(shows(&editor, "0 become something else"), "the doubtful ones stay to be looked at");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(terrain(editor.state().document()).iter().all(|kind| kind == "clear"), "one step");
}

#[test]
fn a_picture_that_is_none_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("scan.png");
    std::fs::write(&text, "no picture at all").expect("a file");
    let mut editor = editor(options(None, &[&text]));
    command(&mut editor, UiCommand::Show(Tab::Scan));
    click_label(&mut editor, "Open a scan…");
    wait_for(&mut editor, "the words", |editor| shows(editor, "this is a text"));
    assert!(editor.state().document().map().scan.is_none());
    assert!(!editor.state().document().dirty());
}
