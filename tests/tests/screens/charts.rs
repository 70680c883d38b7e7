//! The pages of the schedule and of the charts without a window, by what they are called.

use std::path::PathBuf;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{Request, View};
use salient::{App, Options, SYSTEMS};
use salient_document::Document;
use salient_schema::Provenance;
use salient_tests::copy_of_fixture;

/// The editor at one of the pages, with a copy of a system's files that goes with it.
struct Editor {
    harness: Harness<'static, App>,
    _files: tempfile::TempDir,
}

impl std::ops::Deref for Editor {
    type Target = Harness<'static, App>;

    fn deref(&self) -> &Self::Target {
        &self.harness
    }
}

impl std::ops::DerefMut for Editor {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.harness
    }
}

/// The editor with a system's scenario, or with the published one, at one of the pages.
fn editor(system: Option<&str>, view: View) -> Editor {
    // A journal is written beside what is edited.
    let files = tempfile::tempdir().expect("a temporary folder");
    let copied = |system| copy_of_fixture(system, files.path()).expect("a copy");
    let file: Option<PathBuf> = system.map(copied);
    let options = Options { file, ..Options::default() };
    let mut harness = Harness::builder()
        .with_size([1900.0, 1000.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(3);
    ask(&mut harness, Request::View(view));
    Editor { harness, _files: files }
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let ctx = editor.ctx.clone();
    editor.state_mut().carry_out(&ctx, request);
    editor.run_steps(3);
}

fn document<'a>(editor: &'a Harness<'_, App>) -> &'a Document {
    editor.state().document()
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_by_label(label).click();
    editor.run_steps(3);
}

fn press(editor: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run_steps(3);
}

/// Writes into a field in place of what stands there.
fn write(editor: &mut Harness<'_, App>, label: &str, text: &str) {
    editor.get_by_label(label).click();
    editor.run_steps(2);
    press(editor, Modifiers::COMMAND, Key::A);
    editor.get_by_label(label).type_text(text);
    editor.run_steps(2);
    press(editor, Modifiers::NONE, Key::Enter);
}

fn middle(editor: &Harness<'_, App>, label: &str) -> Pos2 {
    editor.get_by_label(label).rect().center()
}

fn drag(editor: &mut Harness<'_, App>, from: Pos2, to: Pos2) {
    editor.hover_at(from);
    editor.run_steps(1);
    editor.drag_at(from);
    editor.run_steps(1);
    for step in 1..=4 {
        editor.hover_at(from + (to - from) * step as f32 / 4.0);
        editor.run_steps(1);
    }
    editor.drop_at(to);
    editor.run_steps(3);
}

/// The groups of a game-turn, each by its number of units.
fn arriving(editor: &Harness<'_, App>, turn: u16) -> Vec<usize> {
    let groups = document(editor).scenario().reinforcements.iter();
    groups.filter(|group| group.turn == turn).map(|group| group.counters.len()).collect()
}

fn undo(editor: &mut Harness<'_, App>) {
    press(editor, Modifiers::COMMAND, Key::Z);
}

#[test]
fn an_arrival_is_dragged_to_another_turn_and_entry() {
    let mut editor = editor(None, View::Schedule);
    assert_eq!((arriving(&editor, 4), arriving(&editor, 5)), (vec![3, 6], vec![]));
    let from = middle(&editor, "Entry D, game-turn 4: 6 units");
    let turn = middle(&editor, "Game-turn 5, 23 March, morning");
    drag(&mut editor, from, Pos2::new(turn.x, from.y));
    assert_eq!((arriving(&editor, 4), arriving(&editor, 5)), (vec![3], vec![6]));
    assert_eq!(document(&editor).undo_name(), Some("Reschedule reinforcements to game-turn 5"));
    undo(&mut editor);
    assert_eq!(arriving(&editor, 4), [3, 6], "one drag is one step");
    assert!(!document(&editor).dirty());

    // Into another lane: it comes in there.
    let to = middle(&editor, "Entry A, game-turn 2: 1 unit");
    drag(&mut editor, from, Pos2::new(turn.x, to.y));
    let group = document(&editor).scenario().reinforcements.iter().find(|one| one.turn == 5);
    assert_eq!(
        group.map(|group| &group.entry),
        Some(&salient_schema::scenario::Entry::Letter("A".to_owned()))
    );
    undo(&mut editor);
    // Escape gives a drag up.
    editor.hover_at(from);
    editor.drag_at(from);
    editor.run_steps(1);
    editor.hover_at(Pos2::new(turn.x, from.y));
    editor.run_steps(2);
    press(&mut editor, Modifiers::NONE, Key::Escape);
    editor.drop_at(Pos2::new(turn.x, from.y));
    editor.run_steps(2);
    assert!(!document(&editor).dirty());
}

#[test]
fn arrow_keys_move_the_selected_arrival() {
    let mut editor = editor(None, View::Schedule);
    click(&mut editor, "Entry C, game-turn 2: 3 units");
    press(&mut editor, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(arriving(&editor, 2), [1]);
    assert_eq!(arriving(&editor, 3), [4, 3]);
    // It has the keyboard still.
    press(&mut editor, Modifiers::NONE, Key::ArrowRight);
    press(&mut editor, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(arriving(&editor, 5), [3]);
    press(&mut editor, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(arriving(&editor, 4), [3, 6, 3]);
    for _ in 0..4 {
        undo(&mut editor);
    }
    assert!(!document(&editor).dirty());
}

#[test]
fn some_units_are_split_off_and_moved_alone() {
    let mut editor = editor(None, View::Schedule);
    click(&mut editor, "Entry C, game-turn 4: 3 units");
    click(&mut editor, "Unit 23/8/19");
    click(&mut editor, "Unit 24/8/19");
    press(&mut editor, Modifiers::NONE, Key::Tab);
    click(&mut editor, "Split off");
    assert_eq!(arriving(&editor, 4), [1, 2, 6]);
    // They come in alike, so they can be one again.
    click(&mut editor, "Join alike");
    assert_eq!(arriving(&editor, 4), [3, 6]);
    undo(&mut editor);
    undo(&mut editor);
    click(&mut editor, "Unit 25/8/19");
    click(&mut editor, "Remove chosen");
    assert_eq!(arriving(&editor, 4), [2, 6]);
    // Who is off the schedule can be put on it again.
    click(&mut editor, "Add unit…");
    click(&mut editor, "Add 25/8/19");
    assert_eq!(arriving(&editor, 4), [3, 6]);
}

#[test]
fn where_a_game_turn_of_arrival_comes_from_is_shown_and_changed() {
    let mut editor = editor(None, View::Schedule);
    let source = |editor: &Harness<'_, App>| {
        let groups = &document(editor).scenario().reinforcements;
        let group = groups.iter().find(|group| group.turn == 4 && group.counters.len() == 3);
        group.expect("an arrival").provenance
    };
    assert_eq!(source(&editor), Provenance::Printed);
    click(&mut editor, "Entry C, game-turn 4: 3 units");
    click(&mut editor, "Source of the arrival");
    click(&mut editor, "reconstructed");
    assert_eq!(source(&editor), Provenance::Reconstructed);
    undo(&mut editor);
    assert_eq!(source(&editor), Provenance::Printed);
}

#[test]
fn values_of_the_turn_track_are_written_in_place() {
    let mut editor = editor(None, View::Schedule);
    write(&mut editor, "German field artillery points, game-turn 3", "41");
    let values = |editor: &Harness<'_, App>| document(editor).scenario().tracks[0].values.clone();
    assert_eq!(values(&editor)[..4], [50, 50, 41, 35]);
    undo(&mut editor);
    assert_eq!(values(&editor)[2], 35);
    // What is no number changes nothing.
    write(&mut editor, "German field artillery points, game-turn 3", "many");
    assert_eq!(values(&editor)[2], 35);
    click(&mut editor, "Weather of game-turn 3: not fixed");
    click(&mut editor, "mist");
    assert_eq!(document(&editor).scenario().turns[2].weather.as_deref(), Some("mist"));
    editor.get_by_label("Weather of game-turn 3: mist");
}

#[test]
fn a_turn_is_renamed_added_and_removed() {
    let mut editor = editor(None, View::Schedule);
    click(&mut editor, "Game-turn 10, 25 March, afternoon");
    click(&mut editor, "Add one after");
    let last = |editor: &Harness<'_, App>| {
        let turns = &document(editor).scenario().turns;
        turns.last().map(|turn| (turn.turn, turn.label.clone())).expect("a turn")
    };
    assert_eq!(last(&editor), (11, "26 March, morning".to_owned()));
    assert!(document(&editor).scenario().tracks.iter().all(|track| track.values.len() == 11));
    write(&mut editor, "Label of game-turn 11", "The last day");
    assert_eq!(last(&editor).1, "The last day");
    undo(&mut editor);
    undo(&mut editor);
    click(&mut editor, "Game-turn 4, 22 March, afternoon");
    editor.get_by_label("• 6 units arrive (Allied)");
    click(&mut editor, "Remove, move all to the next");
    assert_eq!(last(&editor), (9, "25 March, afternoon".to_owned()));
    assert_eq!(arriving(&editor, 4), [3, 6], "what hung on it came to the next, now number 4");
    undo(&mut editor);
    assert!(!document(&editor).dirty());
}

#[test]
fn new_things_are_put_on_the_schedule() {
    let mut editor = editor(Some("storm-in-the-west"), View::Schedule);
    let points = |editor: &Harness<'_, App>| document(editor).scenario().replacements.len();
    let before = points(&editor);
    click(&mut editor, "Add replacements");
    write(&mut editor, "Replacement points", "7");
    click(&mut editor, "Put on the schedule");
    assert_eq!(points(&editor), before + 1);
    undo(&mut editor);
    click(&mut editor, "Add withdrawal");
    click(&mut editor, "Add unit…");
    write(&mut editor, "Find a unit to add", "cavalry");
    click(&mut editor, "Add Cav");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    click(&mut editor, "Put on the schedule");
    let leaving: Vec<_> =
        document(&editor).scenario().withdrawals.iter().flat_map(|one| &one.counters).collect();
    assert!(leaving.iter().any(|id| *id == "br-cav"), "{leaving:?}");
    click(&mut editor, "Add track");
    editor.get_by_label("Name of the new track").click();
    editor.run_steps(2);
    editor.get_by_label("Name of the new track").type_text("Air points");
    editor.run_steps(2);
    click(&mut editor, "Put on the schedule");
    let track = document(&editor).scenario().tracks.last().expect("a track");
    assert_eq!((track.id.as_str(), track.values.len()), ("air_points", 16));
}

#[test]
fn a_condition_is_shown_and_changed() {
    let mut editor = editor(Some("offensive-1914"), View::Schedule);
    let name = document(&editor)
        .map()
        .zones
        .items
        .iter()
        .find(|zone| zone.id == "sixth-army-rear")
        .map(|zone| zone.name.clone())
        .expect("a zone");
    click(&mut editor, &format!("{name}, game-turn 4: 1 unit"));
    let condition = |editor: &Harness<'_, App>| {
        document(editor).scenario().reinforcements[0].condition.clone().expect("a condition")
    };
    assert_eq!(condition(&editor).die_at_most, Some(3));
    click(&mut editor, "Die at most");
    click(&mut editor, "1 to 5");
    assert_eq!(condition(&editor).die_at_most, Some(5));
    write(&mut editor, "Condition in words", "Once activated.");
    assert_eq!(condition(&editor).text.as_deref(), Some("Once activated."));
}

#[test]
fn a_cell_is_changed_in_the_ruleset_and_for_the_scenario() {
    let mut editor = editor(Some("storm-in-the-west"), View::Charts);
    let cell =
        |editor: &Harness<'_, App>| document(editor).ruleset().tables[0].rows[5].cells[3].clone();
    editor.get_by_label("kept");
    editor.get_by_label("for you to check");
    let name = "Combat Results Table: row 6, column 3:1";
    write(&mut editor, name, "3/3");
    assert_eq!(cell(&editor), "3/3");
    editor.get_by_label("broken");
    editor.get_by_label("Row 6, column 3:1 reads 3/3; it must read 2/3.");
    undo(&mut editor);
    assert_eq!(cell(&editor), "2/3");

    // Enter goes on to the cell below, and what is typed there takes the place of what it held.
    let below = "Combat Results Table: row 7, column 3:1";
    write(&mut editor, name, "3/3");
    assert!(editor.get_by_label(below).is_focused());
    editor.get_by_label(below).type_text("4/4");
    editor.run_steps(2);
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(document(&editor).ruleset().tables[0].rows[6].cells[3], "4/4");
    undo(&mut editor);
    undo(&mut editor);
    assert_eq!(cell(&editor), "2/3");

    click(&mut editor, "Override in this scenario");
    write(&mut editor, name, "1/3");
    assert_eq!(cell(&editor), "2/3", "the ruleset stays as it is");
    assert_eq!(document(&editor).scenario().overrides.len(), 3);
    editor.get_by_label("broken");
    // Enter went on to the cell below; the one above is taken back.
    editor.get_by_label(name).click();
    editor.run_steps(2);
    click(&mut editor, "Restore the ruleset's");
    assert_eq!(document(&editor).scenario().overrides.len(), 2);
    editor.get_by_label("kept");
}

#[test]
fn rows_come_and_go() {
    let mut editor = editor(Some("storm-in-the-west"), View::Charts);
    let rows = |editor: &Harness<'_, App>| document(editor).ruleset().tables[0].rows.len();
    let before = rows(&editor);
    editor.get_by_label("Combat Results Table: row 9, column 7:1").click();
    editor.run_steps(3);
    click(&mut editor, "Row below");
    assert_eq!(rows(&editor), before + 1);
    assert_eq!(document(&editor).ruleset().tables[0].rows[before].head, "10");
    undo(&mut editor);
    click(&mut editor, "Remove row");
    assert_eq!(rows(&editor), before - 1);
    undo(&mut editor);
    assert!(!document(&editor).dirty());
}

#[test]
fn a_constant_is_found_and_overridden() {
    let mut editor = editor(None, View::Charts);
    click(&mut editor, "Constants");
    editor.get_by_label("Find a constant").click();
    editor.run_steps(2);
    editor.get_by_label("Find a constant").type_text("KB 12.0 german air points");
    editor.run_steps(3);
    click(&mut editor, "Override in this scenario");
    write(&mut editor, "Value: German air points a game-turn.", "10");
    let overrides = format!("{:?}", document(&editor).scenario().overrides);
    assert!(overrides.contains("german_air_points") && overrides.contains("10"), "{overrides}");
    // The schedule shows what it comes to.
    ask(&mut editor, Request::View(View::Schedule));
    let board = salient_document::schedule::Board::new(
        SYSTEMS,
        document(&editor).bundle(),
        salient_document::schedule::Grouping::Entry,
    );
    assert!(board.tracks.iter().any(|row| row.values.contains(&Some(10))));
}

#[test]
fn what_fills_a_role_is_shown_and_changed() {
    let mut editor = editor(None, View::Charts);
    click(&mut editor, "Roles");
    let filled_by = |editor: &Editor| document(editor).ruleset().roles["german"].clone();
    assert_eq!(filled_by(&editor), ["german"]);
    click(&mut editor, "Take german out of german");
    assert_eq!(filled_by(&editor), Vec::<String>::new());
    click(&mut editor, "What fills german");
    editor.get_by_role_and_label(Role::Button, "allied").click();
    editor.run_steps(3);
    assert_eq!(filled_by(&editor), ["allied"]);
    undo(&mut editor);
    undo(&mut editor);
    assert_eq!(filled_by(&editor), ["german"]);
    assert!(!document(&editor).dirty());
}

#[test]
fn every_system_has_its_pages() {
    for system in [
        "kaisers-battle",
        "storm-in-the-west",
        "offensive-1914",
        "infantry-attacks",
        "trench-setup",
    ] {
        for view in [View::Schedule, View::Charts] {
            let editor = editor(Some(system), view);
            assert!(!document(&editor).dirty(), "{system} is only looked at");
        }
    }
}
