//! The set-up sheet without a window.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{Request, View};
use salient::{App, Options};
use salient_document::{Document, Tool};
use salient_tests::copy_of_fixture;

fn editor(system: &str) -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy_of_fixture(system, folder.path()).expect("a copy");
    let options = Options { file: Some(file), ..Options::default() };
    let mut harness =
        Harness::builder().with_size([1280.0, 1100.0]).build_eframe(move |_| App::new(options));
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
