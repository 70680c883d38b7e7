//! The page of the order of battle, driven by its labels as a designer would.

use std::collections::VecDeque;
use std::path::Path;

use egui::{Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use salient::ui::{Chosen, Request, ScriptedDialogs, View};
use salient::{App, Options, SYSTEMS};
use salient_document::{Document, Edit};
use salient_schema::Defined;
use salient_schema::common::Rating;
use salient_schema::ruleset::RatingDef;

fn options(answers: &[&Path]) -> Options {
    let answers: VecDeque<Chosen> =
        answers.iter().map(|path| Chosen::File(path.to_path_buf())).collect();
    Options { dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() }
}

fn show_page(harness: &mut Harness<'_, App>) {
    let ctx = harness.ctx.clone();
    harness.state_mut().carry_out(&ctx, Request::View(View::OrderOfBattle));
    harness.run_steps(4);
}

/// The Kaiser's Battle with its order of battle.
fn page(answers: &[&Path]) -> Harness<'static, App> {
    let options = options(answers);
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    show_page(&mut harness);
    harness
}

fn document<'a>(harness: &'a Harness<'_, App>) -> &'a Document {
    harness.state().document()
}

fn click(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(4);
}

fn click_with(harness: &mut Harness<'_, App>, modifiers: Modifiers, label: &str) {
    harness.get_by_label(label).click_modifiers(modifiers);
    harness.run_steps(4);
}

/// Writes over what a field holds, and leaves it with Enter.
fn write(harness: &mut Harness<'_, App>, field: &str, text: &str) {
    type_into(harness, field, text);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
}

/// Writes over what a field holds, and stays in it.
fn type_into(harness: &mut Harness<'_, App>, field: &str, text: &str) {
    let node = harness.get_by_role_and_label(Role::TextInput, field);
    node.focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
    harness.run_steps(2);
}

fn strength(harness: &Harness<'_, App>, counter: &str, face: usize) -> Option<Rating> {
    document(harness).counter(counter)?.faces.get(face)?.ratings.get("strength").cloned()
}

fn seen(harness: &Harness<'_, App>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_rating_is_typed_and_taken_back() {
    let mut page = page(&[]);
    click(&mut page, "Counter 88/3");
    assert!(seen(&page, "Front of 88/3") && seen(&page, "Back, reduced of 88/3"));
    write(&mut page, "Combat Strength of the front", "28");
    assert_eq!(strength(&page, "de-88-3", 0), Some(Rating::Number(28)));
    assert_eq!(document(&page).undo_name(), Some("Change strength"));
    // Out of range: nothing is changed, and it is said why.
    write(&mut page, "Combat Strength of the front", "31");
    assert_eq!(strength(&page, "de-88-3", 0), Some(Rating::Number(28)));
    page.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    page.run_steps(4);
    assert_eq!(strength(&page, "de-88-3", 0), Some(Rating::Number(30)));
    assert!(!document(&page).dirty());
}

#[test]
fn what_is_typed_is_never_lost() {
    let mut page = page(&[]);
    click(&mut page, "Counter 88/3");
    // Another counter is clicked while the field is typed into.
    type_into(&mut page, "Designation", "88/III");
    click(&mut page, "Counter 113/3");
    assert_eq!(
        document(&page).counter("de-88-3").map(|one| one.designation.as_str()),
        Some("88/III")
    );
    // Another view is shown.
    type_into(&mut page, "Designation", "113/III");
    let ctx = page.ctx.clone();
    page.state_mut().carry_out(&ctx, Request::View(View::Map));
    page.run_steps(4);
    assert_eq!(
        document(&page).counter("de-113-3").map(|one| one.designation.as_str()),
        Some("113/III")
    );
    // A command comes while the field is typed into.
    show_page(&mut page);
    click(&mut page, "Counter 113/III");
    type_into(&mut page, "Designation", "113/iii");
    let ctx = page.ctx.clone();
    page.state_mut()
        .carry_out(&ctx, Request::Command(salient::ui::command::UiCommand::ToggleInspector));
    page.run_steps(4);
    assert_eq!(
        document(&page).counter("de-113-3").map(|one| one.designation.as_str()),
        Some("113/iii")
    );
    // Escape gives up what is typed.
    type_into(&mut page, "Designation", "nobody");
    page.key_press(Key::Escape);
    page.run_steps(4);
    assert_eq!(
        document(&page).counter("de-113-3").map(|one| one.designation.as_str()),
        Some("113/iii")
    );
}

#[test]
fn several_are_changed_as_one_step() {
    let mut page = page(&[]);
    click(&mut page, "Counter 88/3");
    click_with(&mut page, Modifiers::SHIFT, "Counter 28/3");
    click_with(&mut page, Modifiers::COMMAND, "Counter 5/3");
    assert!(seen(&page, "counters"));
    let before = strength(&page, "de-113-3", 0);
    assert_eq!(before, Some(Rating::Number(30)));
    write(&mut page, "Combat Strength of the back", "18");
    for id in ["de-88-3", "de-113-3", "de-28-3", "de-5-3"] {
        assert_eq!(strength(&page, id, 1), Some(Rating::Number(18)), "{id}");
    }
    assert_eq!(strength(&page, "de-6-3", 1), Some(Rating::Number(20)));
    write(&mut page, "Combat Strength of the back", "+1");
    assert_eq!(strength(&page, "de-88-3", 1), Some(Rating::Number(19)));
    page.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    page.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    page.run_steps(4);
    assert!(!document(&page).dirty());
}

#[test]
fn a_counter_is_dragged_to_another_formation() {
    let mut page = page(&[]);
    let from = page.get_by_label("Counter 88/3").rect().center();
    let to = page.get_by_label("Formation IX Corps").rect().center();
    page.hover_at(from);
    page.run_steps(1);
    page.drag_at(from);
    page.run_steps(1);
    page.hover_at(from.lerp(to, 0.5));
    page.run_steps(1);
    page.hover_at(to);
    page.run_steps(1);
    page.drop_at(to);
    page.run_steps(4);
    let formation = document(&page).counter("de-88-3").and_then(|one| one.formation.clone());
    assert_eq!(formation.as_deref(), Some("de-9-corps"));
}

#[test]
fn a_formation_has_the_ratings_that_the_ruleset_gives_formations() {
    let mut page = page(&[]);
    let (id, name) = ("limit".to_owned(), "Limit".to_owned());
    let limit = RatingDef { id, name, max: 9, ..RatingDef::default() };
    let ctx = page.ctx.clone();
    let define = Edit::define(Defined::FormationRating, limit, None);
    page.state_mut().carry_out(&ctx, Request::edit(define));
    page.run_steps(4);
    click(&mut page, "Formation IX Corps");
    let has = |page: &Harness<'_, App>| {
        let books = document(page).bundle().orders_of_battle.iter();
        let mut formations = books.flat_map(|book| &book.formations);
        formations.find(|one| one.id == "de-9-corps").unwrap().ratings.get("limit").cloned()
    };
    assert_eq!(has(&page), None);
    write(&mut page, "Limit of the formation", "3");
    assert_eq!(has(&page), Some(Rating::Number(3)));
    write(&mut page, "Limit of the formation", "10");
    assert_eq!(has(&page), Some(Rating::Number(3)), "out of its range");
}

#[test]
fn keys_go_through_the_tree_and_delete() {
    let mut page = page(&[]);
    click(&mut page, "Counter 88/3");
    for _ in 0..2 {
        page.key_press(Key::ArrowDown);
        page.run_steps(4);
    }
    assert!(seen(&page, "Front of 28/3"));
    // It stands on the map, so it is asked about first.
    page.key_press(Key::Delete);
    page.run_steps(4);
    assert!(seen(&page, "28/3 stands in "));
    click(&mut page, "Delete");
    assert!(document(&page).counter("de-28-3").is_none());
    page.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    page.run_steps(4);
    assert!(document(&page).counter("de-28-3").is_some() && !document(&page).dirty());
}

#[test]
fn a_counter_is_added_and_named() {
    let mut page = page(&[]);
    click(&mut page, "Counter 88/3");
    let before = document(&page).bundle().orders_of_battle[0].counters.len();
    click(&mut page, "Add counter");
    assert_eq!(document(&page).bundle().orders_of_battle[0].counters.len(), before + 1);
    write(&mut page, "Designation", "200/3");
    let added = document(&page).bundle().orders_of_battle[0]
        .counters
        .iter()
        .find(|counter| counter.designation == "200/3")
        .expect("the new counter");
    assert_eq!(added.formation.as_deref(), Some("de-3-corps"));
    assert!(seen(&page, "Neither set up nor scheduled."));
    click(&mut page, "Duplicate");
    assert_eq!(document(&page).bundle().orders_of_battle[0].counters.len(), before + 2);
}

#[test]
fn a_series_is_added_by_a_pattern() {
    let mut page = page(&[]);
    click(&mut page, "Counter 88/3");
    click(&mut page, "Series…");
    type_into(&mut page, "Pattern", "{n:roman}/{corp}");
    assert!(seen(&page, "I/3") && seen(&page, "III/3"));
    type_into(&mut page, "Pattern", "{n}/{crops}");
    assert!(seen(&page, "{crops} means nothing here"));
    type_into(&mut page, "Pattern", "{n}B/{corps}");
    click(&mut page, "Add the series");
    assert!(seen(&page, "Counter 1B/3") && seen(&page, "Counter 3B/3"));
    assert_eq!(document(&page).undo_name(), Some("Add a series of 3"));
}

#[test]
fn counters_go_to_a_spreadsheet_and_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("counters.csv");
    let mut page = page(&[&file, &file, &file]);
    click(&mut page, "Write CSV…");
    let text = std::fs::read_to_string(&file).expect("the file");
    assert!(text.contains("de-88-3,88/3,german"), "{}", &text[..200]);
    click(&mut page, "Read CSV…");
    assert!(seen(&page, "0 added  ·  0 changed"));
    click(&mut page, "Cancel");
    let edited = text.replacen("de-88-3,88/3,", "de-88-3,88/III,", 1).replacen(
        "de-113-3,113/3,german",
        "de-113-3,113/3,prussian",
        1,
    );
    std::fs::write(&file, edited).expect("written");
    click(&mut page, "Read CSV…");
    assert!(seen(&page, "1 changed") && seen(&page, "1 with faults"));
    assert!(seen(&page, ", side") && seen(&page, "There is no side “prussian”"));
    click(&mut page, "Changed 1");
    assert!(seen(&page, "88/3 becomes 88/III"));
    click(&mut page, "Take in 1 rows without the 1 faulty");
    assert_eq!(
        document(&page).counter("de-88-3").map(|one| one.designation.as_str()),
        Some("88/III")
    );
    assert_eq!(document(&page).undo_name(), Some("Read counters from CSV"));
}

#[test]
fn the_table_is_typed_into_and_sorted() {
    let mut page = page(&[]);
    click(&mut page, "Table");
    click(&mut page, "Row 88/3");
    write(&mut page, "Front strength of 88/3", "29");
    assert_eq!(strength(&page, "de-88-3", 0), Some(Rating::Number(29)));
    click(&mut page, "Sort by Designation");
    assert!(seen(&page, "Sort by Designation A–Z"));
}

#[test]
fn totals_are_always_in_view() {
    let mut page = page(&[]);
    assert!(seen(&page, "steps"));
    click(&mut page, "Formation III Corps");
    assert!(seen(&page, "Together"));
    let field = page.get_by_role_and_label(Role::TextInput, "Commander");
    assert_eq!(field.accesskit_node().value().as_deref(), Some("von Lüttwitz"));
}
