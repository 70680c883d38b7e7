//! The set-up sheet without a window.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{Request, View};
use salient::{App, Options, SYSTEMS};
use salient_document::set_up::Op;
use salient_document::{Document, Selection, Tool};
use salient_tests::copy_of_fixture;

fn editor(system: &str) -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy_of_fixture(system, folder.path()).expect("a copy");
    let options = Options { file: Some(file), ..Options::default() };
    let mut harness = Harness::builder()
        .with_size([1280.0, 1100.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    ask(&mut harness, Request::View(View::SetUp));
    (folder, harness)
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label_contains(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(4);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

fn placed(document: &Document) -> usize {
    document.scenario().setup.placements.iter().map(|item| item.counters.len()).sum()
}

#[test]
fn a_zones_counters_are_placed_on_request_and_taken_back() {
    let (_folder, mut editor) = editor("storm-in-the-west");
    let before = placed(editor.state().document());
    assert!(shows(&editor, "lies in a friendly zone of control: not yet"));
    click(&mut editor, "Place these for me");
    assert!(shows(&editor, "lies in a friendly zone of control: kept"));
    let document = editor.state().document();
    assert!(placed(document) > before);
    assert!(document.undo_name().is_some_and(|name| name.starts_with("Place ")));
    ask(&mut editor, Request::Command(salient::ui::command::UiCommand::Undo));
    assert_eq!(placed(editor.state().document()), before);
}

#[test]
fn a_counter_on_the_sheet_is_found_on_the_map_or_taken_in_hand() {
    let (_folder, mut editor) = editor("storm-in-the-west");
    // One that stands in a hex.
    click(&mut editor, ", 1732");
    let selected = editor.state().document().selection().clone();
    assert_eq!(selected.counters.len(), 1);
    assert_eq!(selected.counters[0].counter, "de-agb");
    ask(&mut editor, Request::View(View::SetUp));
    // One that its owner places.
    click(&mut editor, ", free");
    assert!(matches!(editor.state().tool(), Tool::PlaceCounter { .. }));
}

#[test]
fn what_is_looked_for_is_found() {
    let (_folder, mut editor) = editor("kaisers-battle");
    assert!(shows(&editor, "Copy as text"));
    let all = placed(editor.state().document());
    assert!(all > 3);
    editor.get_by_label("Find on the set-up sheet").focus();
    editor.run_steps(2);
    editor.get_by_label("Find on the set-up sheet").type_text("no such thing");
    editor.run_steps(3);
    assert!(shows(&editor, "No counter, formation or hex is like that."));
}

#[test]
fn who_controls_what_is_written_on_the_page_and_in_the_hex() {
    let (_folder, mut editor) = editor("storm-in-the-west");
    let zones = editor.state().document().map().zones.items.clone();
    let sides = editor.state().document().ruleset().sides.clone();
    let control = |editor: &Harness<'_, App>| {
        let control = &editor.state().document().scenario().setup.control;
        control.iter().map(|item| (item.side.clone(), item.zone.clone())).collect::<Vec<_>>()
    };
    assert!(control(&editor).is_empty());
    for side in [0, 1] {
        click(&mut editor, "Add control");
        let words = format!("{} controls {}", sides[side].name, zones[side].name);
        click(&mut editor, &words);
    }
    let both = [0, 1].map(|at| (sides[at].id.clone(), zones[at].id.clone()));
    assert_eq!(control(&editor), both);
    assert!(shows(&editor, "Control as play begins"));

    // The hex inspector says whose a hex is, and changes it by changing its zone.
    let label = zones[0].hexes.iter().find(|hex| !zones[1].hexes.contains(hex));
    let label = label.expect("a hex of one zone alone").clone();
    let hex = editor.state().document().grid().parse(&label).expect("a hex");
    ask(&mut editor, Request::View(View::Map));
    ask(&mut editor, Request::Select(Selection::of_hex(hex)));
    assert!(shows(&editor, &format!("with the zone {}", zones[0].name)));
    // The field's name stands before its list.
    editor.get_all_by_label("Controlled by").last().expect("the list").click();
    editor.run_steps(4);
    let side = editor.get_all_by_label(&sides[1].name).last().expect("the other side");
    side.click();
    editor.run_steps(4);
    let document = editor.state().document();
    assert_eq!(document.controller(hex).map(|item| &item.zone), Some(&zones[1].id));
    assert_eq!(
        document.undo_name(),
        Some(format!("Let {} control {label}", sides[1].name).as_str())
    );

    ask(&mut editor, Request::View(View::SetUp));
    click(&mut editor, &format!("Let nobody control {}", zones[1].name));
    assert_eq!(control(&editor), [(sides[0].id.clone(), zones[0].id.clone())]);
}

#[test]
fn a_counter_begins_among_the_eliminated() {
    let (_folder, mut editor) = editor("storm-in-the-west");
    let op = Op::ToEliminated { counter: "be-1".to_owned() };
    ask(&mut editor, Request::SetUp(op));
    assert!(shows(&editor, "Among the eliminated"));
    click(&mut editor, ", eliminated");
    let tool = editor.state().tool().clone();
    assert!(matches!(tool, Tool::PlaceCounter { counter, .. } if counter == "be-1"));
}

#[test]
fn optional_rules_and_levels_are_switched_and_written_without_a_hex() {
    let (_folder, mut editor) = editor("storm-in-the-west");
    ask(&mut editor, Request::View(View::Map));
    ask(&mut editor, Request::Select(Selection::default()));
    let rules =
        |editor: &Harness<'_, App>| editor.state().document().scenario().optional_rules.clone();
    assert_eq!(rules(&editor), ["historical-weather"]);
    assert!(shows(&editor, "SW 16.8"));
    click(&mut editor, "Super-high odds");
    assert_eq!(rules(&editor), ["historical-weather", "super-high-odds"]);
    assert_eq!(editor.state().document().undo_name(), Some("Change optional rules"));
    click(&mut editor, "Historical weather");
    assert_eq!(rules(&editor), ["super-high-odds"]);
    assert!(shows(&editor, "Levels as play begins"));
}

#[test]
fn what_has_no_place_gets_one_in_the_selected_hexes() {
    let (_folder, mut editor) = editor("kaisers-battle");
    let document = editor.state().document();
    let grid = document.grid().clone();
    // Two single counters of the first side that has some go off the map, and back on it.
    let side = document.ruleset().sides[0].id.clone();
    let single =
        |id: &String| document.counter(id).is_some_and(|one| one.count == 1 && one.side == side);
    let stacks = document.occupied().into_iter().flat_map(|hex| {
        let stack = document.stack_at(hex);
        stack.iter().map(|entry| (entry.counter.clone(), hex)).collect::<Vec<_>>()
    });
    let taken: Vec<_> = stacks.filter(|(id, _)| single(id)).take(2).collect();
    let mut hexes: Vec<_> = taken.iter().map(|(_, hex)| *hex).collect();
    hexes.dedup();
    for (counter, hex) in &taken {
        let (counter, hex) = (counter.clone(), grid.label(*hex));
        let edit = salient_document::Edit::RemoveCounter { counter, hex };
        ask(&mut editor, Request::edit(edit));
    }
    let before = placed(editor.state().document());
    let near = grid.within(hexes[0], 1);
    ask(&mut editor, Request::Select(Selection::of_hexes(near)));
    ask(&mut editor, Request::View(View::SetUp));
    click(&mut editor, "Find places for these");
    click(&mut editor, "In the selected hexes");
    let document = editor.state().document();
    assert!(placed(document) >= before + 2, "{} and {before}", placed(document));
    assert!(document.undo_name().is_some_and(|name| name.starts_with("Place ")));
}
