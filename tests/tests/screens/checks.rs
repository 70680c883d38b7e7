//! Problems, the hex inspector, totals and rule texts without a window, by their labels.

use std::path::PathBuf;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use salient::ui::command::{ToolKind, UiCommand};
use salient::ui::{Request, Tab, View};
use salient::{App, Options, SYSTEMS};
use salient_document::{Edit, Selection};
use salient_schema::map::Feature;
use salient_tests::copy_of_fixture;

/// A window's size in points.
const SIZE: [f32; 2] = [1280.0, 1200.0];

fn editor(file: Option<PathBuf>) -> Harness<'static, App> {
    let options = Options { file, ..Options::default() };
    let mut harness =
        Harness::builder().with_size(SIZE).build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(6);
    harness
}

/// A system's fixture in a folder of its own.
fn editor_of(system: &str) -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy_of_fixture(system, folder.path()).expect("a copy");
    (folder, editor(Some(file)))
}

fn press(harness: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(4);
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    let found = editor.query_all_by_label(label).next();
    found.unwrap_or_else(|| panic!("nothing is called {label:?}")).click_accesskit();
    editor.run_steps(4);
}

fn shows(editor: &Harness<'_, App>, words: &str) -> bool {
    editor.query_all_by_label_contains(words).next().is_some()
}

/// Types into the field with this name, in place of what is there.
fn type_into(editor: &mut Harness<'_, App>, name: &str, text: &str) {
    let field = |editor: &Harness<'_, App>, act: &dyn Fn(&egui_kittest::Node<'_>)| {
        let mut fields = editor.query_all_by_role(Role::TextInput);
        let field = fields.find(|node| node.accesskit_node().label().as_deref() == Some(name));
        act(&field.unwrap_or_else(|| panic!("no field {name:?}")));
    };
    field(editor, &|node| node.click());
    editor.run_steps(3);
    press(editor, Modifiers::NONE, Key::End);
    press(editor, Modifiers::SHIFT, Key::Home);
    field(editor, &|node| node.type_text(text));
    editor.run_steps(2);
    press(editor, Modifiers::NONE, Key::Enter);
    editor.run_steps(3);
}

fn select(editor: &mut Harness<'_, App>, hexes: &[&str]) {
    let grid = editor.state().document().grid();
    let hexes: Vec<_> = hexes.iter().map(|hex| grid.parse(hex).expect("a hex")).collect();
    let selection = match hexes.as_slice() {
        [one] => Selection::of_hex(*one),
        several => Selection::of_hexes(several.iter().copied()),
    };
    ask(editor, Request::Select(selection));
    ask(editor, Request::Show(Tab::Inspect));
}

/// The text field with this name.
fn text_field<'a>(editor: &'a Harness<'_, App>, name: &str) -> egui_kittest::Node<'a> {
    let mut fields = editor.query_all_by_role(Role::TextInput);
    let field = fields.find(|node| node.accesskit_node().label().as_deref() == Some(name));
    field.unwrap_or_else(|| panic!("no field {name:?}"))
}

/// Writes into a field, in place of what is there, and stays in it.
fn write_into(editor: &mut Harness<'_, App>, name: &str, text: &str) {
    text_field(editor, name).scroll_to_me();
    editor.run_steps(3);
    text_field(editor, name).click();
    editor.run_steps(3);
    press(editor, Modifiers::COMMAND, Key::A);
    editor.event(egui::Event::Text(text.to_owned()));
    editor.run_steps(2);
}

/// Presses the mouse at a hex, goes to another and lets go.
fn drag(editor: &mut Harness<'_, App>, from: &str, to: &str) {
    let at = |hex: &str| editor.state().screen_position(hex).expect("the hex is in view");
    let (from, to) = (at(from), at(to));
    editor.hover_at(from);
    editor.run_steps(2);
    editor.drag_at(from);
    editor.run_steps(2);
    editor.hover_at(to);
    editor.run_steps(2);
    editor.drop_at(to);
    editor.run_steps(4);
}

fn feature(editor: &Harness<'_, App>, hex: &str, kind: &str) -> Feature {
    let document = editor.state().document();
    let hex = document.grid().parse(hex).expect("a hex");
    document.feature_at(hex, kind).unwrap_or_else(|| panic!("no {kind}")).clone()
}

#[test]
fn a_problem_is_shown_explained_and_mended() {
    let mut editor = editor(None);
    let placements = &editor.state().document().scenario().setup.placements;
    let (first, last) = (placements[0].clone(), placements[placements.len() - 1].clone());
    let counter = last.counters[0].clone();
    let to = first.hex.clone();
    let edit = Edit::MoveCounter { counter, from: last.hex.clone(), to, index: None };
    ask(&mut editor, Request::edit(edit));
    ask(&mut editor, Request::Show(Tab::Problems));
    assert!(shows(&editor, "Against the rules"), "problems are grouped by kind");
    let row = editor
        .query_all_by_label_contains("Problem:")
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.contains("enemy")));
    row.expect("the problem is listed").click_accesskit();
    editor.run_steps(5);
    let selected = editor.state().document().selection();
    let hex = editor.state().document().grid().parse(&first.hex);
    assert_eq!(selected.hex, hex, "its place is selected");
    assert!(editor.state().screen_position(&first.hex).is_some(), "and in view");

    // The rule is explained.
    click(&mut editor, "What KB 5.12 asks");
    assert_eq!(editor.state().tab(), Tab::Rules);
    assert!(shows(&editor, "A unit may not enter a hex with an enemy unit"));
    ask(&mut editor, Request::Show(Tab::Problems));

    // The counter moves to the nearest legal hex.
    let errors = |editor: &Harness<'_, App>| editor.state().document().problems().count().errors;
    assert!(errors(&editor) > 0);
    let label = editor
        .query_all_by_label_contains("Move ")
        .filter_map(|node| node.accesskit_node().label())
        .find(|label| label.starts_with("Move "))
        .expect("a fix");
    click(&mut editor, &label);
    assert_eq!(errors(&editor), 0, "{label} mends it");
    assert_eq!(editor.state().document().undo_name(), Some(label.as_str()));
}

#[test]
fn problems_are_filtered_grouped_and_stepped_through() {
    let mut editor = editor(None);
    let town = editor
        .state()
        .document()
        .map()
        .features
        .items
        .iter()
        .find(|feature| feature.kind == "town" && feature.name.is_some())
        .expect("a town")
        .clone();
    let nameless = Feature { name: None, ..town.clone() };
    ask(&mut editor, Request::edit(Edit::set_feature(nameless)));
    press(&mut editor, Modifiers::NONE, Key::F8);
    assert_eq!(editor.state().tab(), Tab::Problems);
    let first = editor.state().document().selection().problem.clone().expect("a problem");
    press(&mut editor, Modifiers::NONE, Key::F8);
    let second = editor.state().document().selection().problem.clone().expect("a problem");
    press(&mut editor, Modifiers::SHIFT, Key::F8);
    let back = editor.state().document().selection().problem.clone().expect("a problem");
    assert_eq!(back, first, "Shift+F8 goes back");
    assert!(second != first || editor.state().document().problems().len() == 1);

    let message = format!("Problem: the town in {} has no name", town.hex);
    assert!(shows(&editor, &message));
    type_into(&mut editor, "Filter problems", "no such words");
    assert!(!shows(&editor, &message) && shows(&editor, "Nothing fits the filter"));
    type_into(&mut editor, "Filter problems", "has no name");
    assert!(shows(&editor, &message));
    let notes = editor.state().document().problems().count().notes;
    click(&mut editor, &format!("Notes {notes}"));
    assert!(!shows(&editor, &message), "notes are left out");
}

#[test]
fn a_hundred_thousand_problems_are_a_short_list_on_the_screen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy_of_fixture("kaisers-battle", folder.path()).expect("a copy");
    let file = folder.path().join("map.json");
    let text = std::fs::read_to_string(&file).expect("a map");
    let mut map: salient_schema::Map = serde_json::from_str(&text).expect("a map");
    let glyph = map.terrain.palette.keys().next().expect("a glyph").clone();
    (map.grid.columns, map.grid.rows) = (320, 320);
    (map.grid.numbering.column_digits, map.grid.numbering.row_digits) = (3, 3);
    (map.grid.numbering.first_column, map.grid.numbering.first_row) = (1, 1);
    map.terrain.rows = vec![glyph.repeat(320); 320];
    map.elevation = None;
    map.hexsides.items.clear();
    map.paths.items.clear();
    map.lines.items.clear();
    map.zones.items.clear();
    let grid = salient_hex::HexGrid::new(&map.grid);
    let town = |hex| Feature {
        hex: grid.label(hex),
        kind: "town".to_owned(),
        name: None,
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    };
    map.features.items = grid.hexes().map(town).collect();
    let text = salient_schema::to_canonical_json(&map).expect("a map");
    std::fs::write(&file, text).expect("a file");
    let mut editor = editor(Some(folder.path().join("scenario.json")));
    ask(&mut editor, Request::Show(Tab::Problems));
    let mut frames = 0;
    while editor.state().document().problems_stale() {
        editor.run_steps(1);
        frames += 1;
        assert!(frames < 2_000);
    }
    assert!(frames > 3, "no frame waits for a first look");
    editor.run_steps(2);
    assert!(editor.state().document().problems().count().notes >= 102_400);
    let rows = editor.query_all_by_label_contains("Problem:").count();
    assert!((1..60).contains(&rows), "{rows} rows are drawn");
}

#[test]
fn values_and_owners_are_edited_and_the_totals_follow() {
    let (_folder, mut editor) = editor_of("storm-in-the-west");
    let ruleset = editor.state().document().ruleset();
    let morale = ruleset.features.iter().find(|kind| kind.id == "morale").expect("a kind");
    let name = morale.name.clone();
    let sides: Vec<String> = ruleset.sides.iter().map(|side| side.name.clone()).collect();
    assert!(shows(&editor, &format!("{name}: {}", sides[0])), "the totals are in view");
    select(&mut editor, &["1033"]);
    let before = feature(&editor, "1033", "morale");
    write_into(&mut editor, "Value", "17");
    assert_eq!(feature(&editor, "1033", "morale"), before, "not while one types");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    let after = feature(&editor, "1033", "morale");
    assert_eq!(after.value, Some(17));
    assert_eq!(Feature { value: before.value, ..after }, before, "nothing else");
    let values: Vec<i32> = {
        let totals = salient_document::totals::Totals::of(editor.state().document());
        totals.values.expect("morale").sides.iter().map(|side| side.points).collect()
    };
    let text = format!("{name}: {} {} / {} {}", sides[0], values[0], sides[1], values[1]);
    assert!(shows(&editor, &text), "{text}");
    click(&mut editor, &text);
    assert!(shows(&editor, "Units set up"), "a click shows the breakdown");
    press(&mut editor, Modifiers::NONE, Key::Escape);

    // One step of undo; and Escape leaves it as it was, and the hex selected.
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    select(&mut editor, &["1033"]);
    assert_eq!(feature(&editor, "1033", "morale"), before);
    write_into(&mut editor, "Value", "8");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert_eq!(feature(&editor, "1033", "morale"), before);
    assert!(!editor.state().document().dirty());
    assert!(shows(&editor, "Hex 1033"));
}

#[test]
fn what_is_typed_arrives_however_the_field_is_left() {
    let (_folder, mut editor) = editor_of("storm-in-the-west");
    let count = |editor: &Harness<'_, App>| editor.state().document().history().count();
    let steps = count(&editor);
    // A click on another hex.
    select(&mut editor, &["1441"]);
    write_into(&mut editor, "Name", "Boulogne-sur-Mer");
    drag(&mut editor, "1637", "1637");
    let selected = editor.state().document().selection().hex;
    assert_eq!(selected, editor.state().document().grid().parse("1637"), "the click counts too");
    let named = |editor: &Harness<'_, App>| {
        let document = editor.state().document();
        let hex = document.grid().parse("1441").expect("a hex");
        let mut names = document.features_at(hex).filter_map(|feature| feature.name.clone());
        names.any(|name| name == "Boulogne-sur-Mer")
    };
    assert!(named(&editor));
    assert_eq!(count(&editor), steps + 1);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!named(&editor));
    // A drag that selects others.
    select(&mut editor, &["1033"]);
    write_into(&mut editor, "Value", "6");
    ask(&mut editor, Request::Command(UiCommand::Tool(ToolKind::Rectangle)));
    drag(&mut editor, "1637", "1739");
    assert_eq!(feature(&editor, "1033", "morale").value, Some(6));
    assert!(editor.state().document().selection().hexes.len() > 1);
    // Tab, on to the next field.
    select(&mut editor, &["1033"]);
    write_into(&mut editor, "Value", "7");
    press(&mut editor, Modifiers::NONE, Key::Tab);
    assert_eq!(feature(&editor, "1033", "morale").value, Some(7));
    // What is no number changes nothing.
    write_into(&mut editor, "Value", "many");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(feature(&editor, "1033", "morale").value, Some(7));
}

#[test]
fn several_hexes_are_changed_in_one_step() {
    let (_folder, mut editor) = editor_of("storm-in-the-west");
    select(&mut editor, &["1033", "1237", "1339"]);
    assert!(shows(&editor, "3 hexes selected"));
    assert!(shows(&editor, "in 3 hexes"), "what they have in common");
    let before = editor.state().document().history().count();
    write_into(&mut editor, "Value", "5");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    for hex in ["1033", "1237", "1339"] {
        assert_eq!(feature(&editor, hex, "morale").value, Some(5));
    }
    assert_eq!(editor.state().document().history().count(), before + 1, "one step of undo");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(feature(&editor, "1033", "morale").value, Some(3));
}

#[test]
fn roads_lines_and_zones_are_told_by_hex() {
    let (_folder, mut editor) = editor_of("offensive-1914");
    select(&mut editor, &["54.49"]);
    for words in ["From 54.49 to 57.53", "Germany", "Remove great river", "Remove the whole"] {
        assert!(shows(&editor, words), "{words}");
    }
    click(&mut editor, "Take 54.49 out of Germany");
    let zones = &editor.state().document().map().zones.items;
    assert!(zones.iter().all(|zone| zone.id != "germany" || !zone.hexes.contains(&"54.49".into())));
    write_into(&mut editor, "Tracks", "3");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(editor.state().document().map().paths.items[0].tracks, Some(3));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_ne!(editor.state().document().map().paths.items[0].tracks, Some(3));
}

#[test]
fn rules_are_searched_by_number_and_word() {
    let mut editor = editor(None);
    ask(&mut editor, Request::ShowRule("KB 7.21".to_owned()));
    assert!(shows(&editor, "KB 7.21"));
    type_into(&mut editor, "Search the rules", "gas");
    assert!(shows(&editor, "KB 9.31"), "rules with these words");
    type_into(&mut editor, "Search the rules", "14.13");
    assert!(shows(&editor, "KB 14.13") && !shows(&editor, "KB 9.31"));

    let (_folder, mut editor) = editor_of("offensive-1914");
    ask(&mut editor, Request::ShowRule("1914 6.2".to_owned()));
    assert!(shows(&editor, "No rule texts yet"), "and says so");
    assert!(shows(&editor, "6.2"));
}

#[test]
fn a_problem_without_a_hex_leads_to_its_page() {
    let (_folder, mut editor) = editor_of("kaisers-battle");
    // A counter that nobody places, and that does not arrive.
    let placed = &editor.state().document().scenario().setup.placements[0];
    let (hex, counter) = (placed.hex.clone(), placed.counters[0].clone());
    let edit = Edit::RemoveCounter { counter: counter.clone(), hex };
    ask(&mut editor, Request::edit(edit));
    let problem = {
        let problems = editor.state().document().problems();
        let mut all = problems.iter();
        all.find(|(_, problem)| problem.place.counter.as_ref() == Some(&counter)).map(|(id, _)| id)
    };
    ask(&mut editor, Request::ShowProblem(problem.expect("a problem")));
    assert_eq!(editor.state().panes().focused().view, View::OrderOfBattle);
    assert!(shows(&editor, "Front of "), "the counter is selected there");
}

#[test]
fn all_problems_of_a_kind_are_mended_in_one_step() {
    let (_folder, mut editor) = editor_of("kaisers-battle");
    let counters: Vec<_> = editor.state().document().bundle().orders_of_battle[0].counters.clone();
    let without = counters.iter().take(4).map(|counter| {
        let to = salient_schema::order_of_battle::Counter { size: None, ..counter.clone() };
        Edit::set_counter(counter.id.clone(), to)
    });
    let edits: Vec<Edit> = without.collect();
    ask(&mut editor, Request::Edit { name: Some("No sizes".to_owned()), edits });
    ask(&mut editor, Request::Show(Tab::Problems));
    let needing = |editor: &Harness<'_, App>| {
        let problems = editor.state().document().problems();
        let wanted = |found: &&salient_schema::Diagnostic| found.message.contains("needs a size");
        problems.iter().filter(|(_, found)| wanted(found)).count()
    };
    assert_eq!(needing(&editor), 4);
    let first = editor.state().document().problems().iter();
    let mut first = first.filter(|(_, found)| found.message.contains("needs a size"));
    let id = first.next().expect("one of them").0;
    drop(first);
    ask(&mut editor, Request::ShowProblem(id));
    click(&mut editor, "Fix all 4 of this kind");
    editor.run_steps(4);
    assert_eq!(needing(&editor), 0);
    let sizes = |editor: &Harness<'_, App>| -> Vec<Option<String>> {
        let counters = &editor.state().document().bundle().orders_of_battle[0].counters;
        counters.iter().take(4).map(|counter| counter.size.clone()).collect()
    };
    assert!(sizes(&editor).iter().all(Option::is_some), "{:?}", sizes(&editor));
    // One step, and by the palette as well.
    ask(&mut editor, Request::Command(UiCommand::Undo));
    editor.run_steps(4);
    assert_eq!(needing(&editor), 4);
    press(&mut editor, Modifiers::NONE, Key::F8);
    let shown = editor.state().document().selection().problem.clone().expect("a problem");
    assert!(shown.message.contains("needs a size"), "{shown:?}");
    ask(&mut editor, Request::Command(UiCommand::FixProblem));
    editor.run_steps(4);
    assert_eq!(needing(&editor), 3);
}

#[test]
fn problems_call_things_as_people_do() {
    let (_folder, mut editor) = editor_of("storm-in-the-west");
    let group = editor.state().document().scenario().setup.free[0].clone();
    let zones = &editor.state().document().map().zones.items;
    let name = zones.iter().find(|zone| zone.id == group.zone).expect("its zone").name.clone();
    let empty = salient_schema::scenario::FreePlacement { counters: Vec::new(), ..group.clone() };
    let edit = Edit::splice(salient_document::List::Free, 0, 1, vec![empty]);
    ask(&mut editor, Request::edit(edit));
    ask(&mut editor, Request::Show(Tab::Problems));
    assert!(shows(&editor, &format!("in {name}, ")) || shows(&editor, &format!("In {name}, ")));
    assert!(!shows(&editor, &format!("hexside {}", group.side)), "a side is no hexside");
    assert!(!shows(&editor, &group.zone));
}
