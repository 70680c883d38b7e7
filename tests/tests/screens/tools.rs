//! The tools on the screen, without a window: by their keys, by their labels, by the mouse.

use std::path::PathBuf;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use salient::ui::command::{ToolKind, UiCommand};
use salient::ui::{Request, ToolsRequest};
use salient::{App, Options, SYSTEMS};
use salient_document::tools::{Brush, Erase, Likeness};
use salient_document::{Document, Edit, LayerId, LayerState, Selection, Tool};
use salient_tests::copy_of_fixture;

fn editor_of(file: Option<PathBuf>) -> Harness<'static, App> {
    let options = Options { file, ..Options::default() };
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    harness
}

/// The Kaiser's Battle, as it is built in.
fn editor() -> Harness<'static, App> {
    editor_of(None)
}

/// A system's fixture, in a copy, since the editor keeps its journal beside the file.
fn system(name: &str) -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy_of_fixture(name, folder.path()).expect("a copy");
    let editor = editor_of(Some(file));
    (folder, editor)
}

fn press(editor: &mut Harness<'_, App>, key: Key) {
    press_with(editor, Modifiers::NONE, key);
}

fn press_with(editor: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run_steps(3);
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(2);
}

fn click_label(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(3);
}

fn shows(editor: &Harness<'_, App>, words: &str) -> bool {
    editor.query_all_by_label_contains(words).next().is_some()
}

fn at(editor: &Harness<'_, App>, hex: &str) -> egui::Pos2 {
    editor.state().screen_position(hex).unwrap_or_else(|| panic!("no hex {hex}"))
}

/// Presses at the first place, drags over the others, and lets go at the last.
fn drag_at(editor: &mut Harness<'_, App>, places: &[egui::Pos2]) {
    editor.hover_at(places[0]);
    editor.run_steps(1);
    editor.drag_at(places[0]);
    editor.run_steps(1);
    for &place in &places[1..] {
        editor.hover_at(place);
        editor.run_steps(1);
    }
    editor.drop_at(places[places.len() - 1]);
    editor.run_steps(3);
}

fn drag(editor: &mut Harness<'_, App>, hexes: &[&str]) {
    let places: Vec<_> = hexes.iter().map(|hex| at(editor, hex)).collect();
    drag_at(editor, &places);
}

fn click(editor: &mut Harness<'_, App>, hex: &str) {
    drag(editor, &[hex]);
}

fn document<'a>(editor: &'a Harness<'_, App>) -> &'a Document {
    editor.state().document()
}

fn undo_name(editor: &Harness<'_, App>) -> String {
    document(editor).undo_name().unwrap_or_default().to_owned()
}

fn bytes(editor: &Harness<'_, App>) -> String {
    salient_schema::to_canonical_json(document(editor).bundle()).expect("a bundle")
}

/// A hex of plain ground in the middle of the map, and its neighbours likewise.
fn plain(editor: &Harness<'_, App>) -> Vec<String> {
    let document = document(editor);
    let grid = document.grid();
    let empty = |hex| {
        document.terrain_at(hex).is_some_and(|kind| kind == "clear")
            && document.features_at(hex).next().is_none()
            && document.stack_at(hex).is_empty()
    };
    let middle = grid.parse("1612").expect("a hex");
    let found = grid.within(middle, 10).into_iter().find(|&hex| {
        let around = grid.within(hex, 1);
        around.len() == 7 && around.into_iter().all(empty)
    });
    let hex = found.expect("plain ground");
    let mut hexes = grid.within(hex, 1);
    hexes.retain(|&other| other != hex);
    hexes.insert(0, hex);
    hexes.into_iter().map(|hex| grid.label(hex)).collect()
}

#[test]
fn every_tool_has_a_key_and_a_button() {
    let (_folder, mut editor) = system("offensive-1914");
    ask(&mut editor, Request::Tools(ToolsRequest::NewZone));
    for kind in ToolKind::ALL {
        let command = UiCommand::Tool(kind);
        if !editor.state().enabled(command) {
            continue;
        }
        let key = command.row().keys.first().unwrap_or_else(|| panic!("{kind:?} has no key"));
        press(&mut editor, Key::V);
        press_with(&mut editor, key.modifiers, key.logical_key);
        let by_key = editor.state().tool().clone();
        press(&mut editor, Key::V);
        click_label(&mut editor, command.text());
        assert_eq!(*editor.state().tool(), by_key, "{kind:?}");
        let empty = [ToolKind::Select, ToolKind::Counter].contains(&kind);
        assert!(empty || by_key != Tool::Select, "{kind:?}");
    }
    // What has nothing to work with cannot be taken.
    assert!(!editor.state().enabled(UiCommand::Tool(ToolKind::Label)));
    let mut editor = self::editor();
    assert!(!editor.state().enabled(UiCommand::Tool(ToolKind::Path)));
    press(&mut editor, Key::P);
    assert_eq!(*editor.state().tool(), Tool::Select);
}

#[test]
fn brushes_grow_and_shrink_by_keys_and_buttons() {
    let mut editor = editor();
    press(&mut editor, Key::T);
    for brush in [Brush::Seven, Brush::Nineteen, Brush::ThirtySeven, Brush::ThirtySeven] {
        press(&mut editor, Key::CloseBracket);
        assert_eq!(editor.state().tool().brush(), Some(brush));
    }
    press(&mut editor, Key::OpenBracket);
    assert_eq!(editor.state().tool().brush(), Some(Brush::Nineteen));
    click_label(&mut editor, "7 hexes");
    assert_eq!(editor.state().tool().brush(), Some(Brush::Seven));
    // Other tools with a brush take the same one.
    press(&mut editor, Key::E);
    assert_eq!(editor.state().tool().brush(), Some(Brush::Seven));
    press(&mut editor, Key::T);
    let hex = plain(&editor)[0].clone();
    click(&mut editor, &hex);
    assert!(undo_name(&editor).contains("(7 hexes)"), "{}", undo_name(&editor));
}

#[test]
fn fill_line_and_wand_by_the_mouse() {
    let mut editor = editor();
    let hexes = plain(&editor);
    press(&mut editor, Key::G);
    click_label(&mut editor, "Swamp");
    assert_eq!(*editor.state().tool(), Tool::Fill { kind: "swamp".into() });
    editor.hover_at(at(&editor, &hexes[0]));
    editor.run_steps(2);
    assert!(shows(&editor, "Click to fill"), "the hint says how many hexes");
    let before = bytes(&editor);
    click(&mut editor, &hexes[0]);
    assert!(undo_name(&editor).starts_with("Fill with swamp"));
    press_with(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(bytes(&editor), before);

    // The kind goes along to the other tools of the ground.
    press(&mut editor, Key::B);
    assert!(matches!(editor.state().tool(), Tool::Line { kind, .. } if kind == "swamp"));
    drag(&mut editor, &[&hexes[1], &hexes[0]]);
    assert!(undo_name(&editor).starts_with("Paint a line of swamp"));
    press_with(&mut editor, Modifiers::COMMAND, Key::Z);

    press(&mut editor, Key::W);
    click(&mut editor, &hexes[0]);
    assert!(document(&editor).selection().hexes.len() > 6);
    click_label(&mut editor, "Feature");
    assert_eq!(*editor.state().tool(), Tool::Wand { like: Likeness::Feature });
    press(&mut editor, Key::Escape);
    assert!(document(&editor).selection().hexes.is_empty(), "first what is selected");
    press(&mut editor, Key::Escape);
    assert_eq!(*editor.state().tool(), Tool::Select, "then the tool");
}

#[test]
fn a_rectangle_is_copied_turned_and_pasted() {
    let mut editor = editor();
    press(&mut editor, Key::A);
    drag(&mut editor, &["2008", "2210"]);
    let count = document(&editor).selection().hexes.len();
    assert!(count >= 8, "{count}");
    assert!(shows(&editor, &format!("{count} hexes selected")));
    press_with(&mut editor, Modifiers::COMMAND, Key::C);
    press_with(&mut editor, Modifiers::COMMAND, Key::V);
    let Tool::Stamp { stamp: Some(stamp) } = editor.state().tool().clone() else {
        panic!("a stamp, not {:?}", editor.state().tool())
    };
    assert_eq!(stamp.len(), count);
    let target = plain(&editor)[0].clone();
    editor.hover_at(at(&editor, &target));
    editor.run_steps(2);
    press(&mut editor, Key::R);
    press(&mut editor, Key::M);
    let Tool::Stamp { stamp: Some(turned) } = editor.state().tool().clone() else { panic!() };
    assert_eq!(*turned, stamp.turned().mirrored());
    press_with(&mut editor, Modifiers::SHIFT, Key::R);
    click_label(&mut editor, "Mirror");
    let before = bytes(&editor);
    click(&mut editor, &target);
    assert!(undo_name(&editor).starts_with("Stamp"), "{}", undo_name(&editor));
    press_with(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(bytes(&editor), before, "one step");
}

#[test]
fn selected_hexes_are_painted_erased_given_and_cleared() {
    let mut editor = editor();
    let grid = document(&editor).grid();
    let hexes = grid.within(grid.parse("1912").expect("a hex"), 3);
    let selection = Selection::of_hexes(hexes.iter().copied());
    ask(&mut editor, Request::Select(selection.clone()));
    let before = bytes(&editor);
    let side = document(&editor).ruleset().sides[0].id.clone();
    for request in [
        ToolsRequest::PaintSelected("swamp".into()),
        ToolsRequest::EraseSelected(Erase::Layer(LayerId::Hexsides)),
        ToolsRequest::GiveSelected(Some(side)),
        ToolsRequest::NewZone,
    ] {
        ask(&mut editor, Request::Tools(request.clone()));
        assert_ne!(bytes(&editor), before, "{request:?}");
        press_with(&mut editor, Modifiers::COMMAND, Key::Z);
        assert_eq!(bytes(&editor), before, "{request:?} is one step");
    }
    ask(&mut editor, Request::Select(selection));
    ask(&mut editor, Request::Command(UiCommand::RemoveSelected));
    assert_eq!(undo_name(&editor).split(' ').next(), Some("Clear"));
    let stands = |hex| document(&editor).features_at(hex).next().is_some();
    assert!(!hexes.iter().any(|&hex| stands(hex)));
    ask(&mut editor, Request::Command(UiCommand::SelectAll));
    let all = document(&editor).grid().len();
    assert_eq!(document(&editor).selection().hexes.len(), all);
}

#[test]
fn a_label_is_written_where_it_stands() {
    let mut editor = editor();
    let hex = plain(&editor)[0].clone();
    press(&mut editor, Key::X);
    click(&mut editor, &hex);
    editor.run_steps(2);
    editor.get_by_label("Label").type_text("Holnon Wood");
    editor.run_steps(2);
    press(&mut editor, Key::Enter);
    let there = |editor: &Harness<'_, App>| {
        let document = document(editor);
        let hex = document.grid().parse(&hex).expect("a hex");
        let label = document.features_at(hex).find(|feature| feature.kind == "label");
        label.and_then(|label| label.name.clone())
    };
    assert_eq!(there(&editor).as_deref(), Some("Holnon Wood"));
    assert_eq!(undo_name(&editor), "Write “Holnon Wood”");
    assert!(editor.query_by_label("Label").is_none(), "the field is gone");

    // Escape leaves it as it is, and keys do nothing else meanwhile.
    click(&mut editor, &hex);
    editor.run_steps(2);
    editor.get_by_label("Label").type_text("g");
    editor.run_steps(2);
    assert!(matches!(editor.state().tool(), Tool::Label { .. }));
    press(&mut editor, Key::Escape);
    assert_eq!(there(&editor).as_deref(), Some("Holnon Wood"));
}

#[test]
fn hexsides_trenches_and_lines_follow_the_pointer() {
    let mut editor = editor();
    let hexes = plain(&editor);
    let (middle, north) = (at(&editor, &hexes[0]), at(&editor, &hexes[1]));
    let scale = (middle - north).length();
    let beside =
        |angle: f32, share: f32| middle + egui::Vec2::angled(angle.to_radians()) * scale * share;
    // Around three sides of the hex, just inside of them.
    let points = [beside(-150.0, 0.44), beside(-90.0, 0.44), beside(-30.0, 0.44)];
    for (key, step) in [
        (Key::H, "Draw river (3 hexsides)"),
        (Key::L, "Draw german victory point line"),
        (Key::K, "Draw redoubt"),
    ] {
        press(&mut editor, key);
        let before = bytes(&editor);
        drag_at(&mut editor, &points);
        assert_ne!(bytes(&editor), before, "{step}");
        let name = undo_name(&editor);
        assert!(name.to_lowercase().starts_with(&step[..8].to_lowercase()), "{name}");
        press_with(&mut editor, Modifiers::COMMAND, Key::Z);
        assert_eq!(bytes(&editor), before);
    }
}

#[test]
fn roads_go_from_click_to_click() {
    let (_folder, mut editor) = system("offensive-1914");
    press(&mut editor, Key::P);
    let tool = editor.state().tool();
    assert!(matches!(tool, Tool::PathPen { .. }), "{tool:?}");
    let road = document(&editor).ruleset().paths.iter().find(|kind| kind.id == "road");
    let name = road.expect("a road").name.clone();
    click_label(&mut editor, &name);
    let roads = |editor: &Harness<'_, App>| -> usize {
        let items = document(editor).map().paths.items.iter();
        items.filter(|path| path.kind == "road").map(|path| path.hexes.len()).sum()
    };
    let before = roads(&editor);
    let grid = document(&editor).grid();
    let hexes: Vec<String> = (0..3).map(|place| grid.label(salient_hex::Hex(place))).collect();
    for hex in &hexes {
        click(&mut editor, hex);
    }
    assert_eq!(roads(&editor), before + 3);
    press(&mut editor, Key::Escape);
    assert!(matches!(editor.state().tool(), Tool::PathPen { .. }), "only the pen is lifted");
    press(&mut editor, Key::Escape);
    assert_eq!(*editor.state().tool(), Tool::Select);
}

#[test]
fn a_unit_is_measured_for() {
    let mut editor = editor();
    press(&mut editor, Key::D);
    let unit = "br-89-30-18";
    let name = document(&editor).counter(unit).expect("a unit").designation.clone();
    editor.get_by_label("Find a unit").focus();
    editor.run_steps(2);
    editor.get_by_label("Find a unit").type_text(unit);
    editor.run_steps(3);
    click_label(&mut editor, &name);
    let Tool::Measure { unit: Some(_) } = editor.state().tool() else {
        panic!("{:?}", editor.state().tool())
    };
    let hexes = plain(&editor);
    drag(&mut editor, &[&hexes[1], &hexes[0]]);
    assert!(shows(&editor, "MP for"), "the hint tells the movement points");
    assert!(!document(&editor).dirty());
}

#[test]
fn erasing_is_chosen_by_layer() {
    let mut editor = editor();
    press(&mut editor, Key::E);
    for what in Erase::ALL {
        let rows: Vec<_> = editor.get_all_by_label(what.name()).collect();
        assert!(!rows.is_empty(), "{what:?}");
    }
    click_label(&mut editor, "All but the ground");
    assert!(matches!(editor.state().tool(), Tool::Erase { what: Erase::All, .. }));
}

#[test]
fn a_locked_layer_says_so_whatever_asks() {
    let mut editor = editor();
    let locked = LayerState { locked: true, ..LayerState::default() };
    ask(&mut editor, Request::Layer(LayerId::Terrain, locked));
    let hexes = plain(&editor);
    let before = bytes(&editor);
    press(&mut editor, Key::T);
    drag(&mut editor, &[&hexes[0], &hexes[1]]);
    assert!(shows(&editor, "is locked"), "the hint says it");
    let grid = document(&editor).grid();
    let hex = grid.parse(&hexes[0]).expect("a hex");
    ask(&mut editor, Request::Select(Selection::of_hexes([hex])));
    ask(&mut editor, Request::Tools(ToolsRequest::PaintSelected("swamp".into())));
    assert_eq!(bytes(&editor), before);
}

// --- Counters placed and moved -------------------------------------------------------------

/// Counters that stand alone on the map, with their hexes.
fn alone(editor: &Harness<'_, App>, many: usize) -> Vec<(String, String)> {
    let document = document(editor);
    let grid = document.grid();
    let alone = document.occupied().into_iter().filter_map(|hex| {
        let stack = document.stack_at(hex);
        let [only] = stack.as_slice() else { return None };
        let single = document.counter(only.counter)?.count == 1;
        single.then(|| (only.counter.clone(), grid.label(hex)))
    });
    let found: Vec<_> = alone.take(many).collect();
    assert_eq!(found.len(), many);
    found
}

fn stack(editor: &Harness<'_, App>, hex: &str) -> Vec<String> {
    let document = document(editor);
    let hex = document.grid().parse(hex).expect("a hex");
    document.stack_at(hex).iter().map(|entry| entry.counter.clone()).collect()
}

#[test]
fn placing_goes_on_until_escape() {
    let mut editor = editor();
    let taken = alone(&editor, 3);
    for (counter, hex) in &taken {
        let edit = Edit::RemoveCounter { counter: counter.clone(), hex: hex.clone() };
        ask(&mut editor, Request::edit(edit));
    }
    press(&mut editor, Key::U);
    let in_hand = |editor: &Harness<'_, App>| match editor.state().tool() {
        Tool::PlaceCounter { counter, .. } => counter.clone(),
        other => panic!("{other:?}"),
    };
    let hexes = plain(&editor);
    let first = in_hand(&editor);
    click(&mut editor, &hexes[0]);
    let second = in_hand(&editor);
    assert_ne!(first, second, "the next one is in the hand");
    click(&mut editor, &hexes[1]);
    assert_eq!(stack(&editor, &hexes[0]), [first]);
    assert_eq!(stack(&editor, &hexes[1]), [second]);
    press(&mut editor, Key::Escape);
    assert_eq!(*editor.state().tool(), Tool::Select);
    assert!(document(&editor).unplaced_counters().count() > 0);
}

#[test]
fn selected_counters_are_dragged_together_and_moved_by_number() {
    let mut editor = editor();
    let two = alone(&editor, 2);
    let grid = document(&editor).grid().clone();
    let hex = |label: &str| grid.parse(label).expect("a hex");
    let placed = |(counter, at): &(String, String)| salient_document::PlacedCounter {
        counter: counter.clone(),
        hex: hex(at),
    };
    let counters: Vec<_> = two.iter().map(placed).collect();
    let selection = Selection { hex: Some(counters[0].hex), counters, ..Selection::default() };
    ask(&mut editor, Request::Select(selection.clone()));
    let to = grid
        .within(hex(&two[0].1), 1)
        .into_iter()
        .find(|&to| to != hex(&two[0].1) && document(&editor).stack_at(to).is_empty())
        .map(|to| grid.label(to))
        .expect("room beside it");
    drag(&mut editor, &[&two[0].1, &to]);
    assert_eq!(undo_name(&editor), "Move 2 counters");
    assert_eq!(stack(&editor, &to), [two[0].0.clone()]);
    assert!(!stack(&editor, &two[1].1).contains(&two[1].0));
    press_with(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(stack(&editor, &two[1].1), [two[1].0.clone()]);

    // The same by the keyboard.
    ask(&mut editor, Request::Select(selection));
    ask(&mut editor, Request::Command(UiCommand::MoveSelected));
    editor.get_by_label("Hex number").type_text(&to);
    editor.run_steps(2);
    press(&mut editor, Key::Enter);
    assert_eq!(undo_name(&editor), "Move 2 counters");
    assert_eq!(stack(&editor, &to), [two[0].0.clone()]);
}

#[test]
fn a_counter_and_its_hex_have_a_menu() {
    let mut editor = editor();
    let (counter, hex) = alone(&editor, 1).remove(0);
    let place = at(&editor, &hex);
    editor.hover_at(place);
    editor.run_steps(2);
    for pressed in [true, false] {
        editor.event(egui::Event::PointerButton {
            pos: place,
            button: egui::PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        editor.run_steps(1);
    }
    editor.run_steps(3);
    assert!(shows(&editor, "Move to hex…") && shows(&editor, "Show in the order of battle"));
    // The panel has such a button, too; the menu lies above it.
    editor.get_all_by_label("Take off the map").last().expect("in the menu").click();
    editor.run_steps(3);
    assert!(!stack(&editor, &hex).contains(&counter));
    assert!(!shows(&editor, "Move to hex…"), "the menu is closed");
    press_with(&mut editor, Modifiers::COMMAND, Key::Z);

    // By the keyboard, at the selected hex.
    let at = document(&editor).grid().parse(&hex).expect("a hex");
    ask(&mut editor, Request::Select(Selection::of_hex(at)));
    press_with(&mut editor, Modifiers::SHIFT, Key::F10);
    click_label(&mut editor, "Show in the order of battle");
    assert!(editor.state().panes().shows(salient::ui::View::OrderOfBattle));
}

// --- Features and zones ----------------------------------------------------------------------

#[test]
fn a_feature_is_named_where_it_is_placed() {
    let mut editor = editor();
    let hex = plain(&editor)[0].clone();
    press(&mut editor, Key::F);
    let Tool::Feature { kind, .. } = editor.state().tool().clone() else { panic!("no brush") };
    click(&mut editor, &hex);
    let named = |editor: &Harness<'_, App>| {
        let document = document(editor);
        let at = document.grid().parse(&hex).expect("a hex");
        document.feature_at(at, &kind).map(|feature| feature.name.clone())
    };
    assert_eq!(named(&editor), Some(None));
    editor.get_by_label("Name of the feature").click();
    editor.run_steps(2);
    editor.get_by_label("Name of the feature").type_text("Doignt");
    editor.run_steps(2);
    press(&mut editor, Key::Enter);
    assert_eq!(named(&editor), Some(Some("Doignt".to_owned())));
    // A second click shows it; it does not take it away.
    click(&mut editor, &hex);
    assert_eq!(named(&editor), Some(Some("Doignt".to_owned())));
    assert!(editor.query_by_label("Name of the feature").is_some());
}

#[test]
fn zones_are_renamed_shown_alone_coloured_and_deleted() {
    let (_folder, mut editor) = system("storm-in-the-west");
    press(&mut editor, Key::Z);
    ask(&mut editor, ToolsRequest::NewZone.into());
    let Tool::Zone { zone: new, .. } = editor.state().tool().clone() else { panic!("no zone") };
    let zones = |editor: &Harness<'_, App>| {
        let zones = &document(editor).map().zones.items;
        zones.iter().map(|zone| (zone.id.clone(), zone.name.clone())).collect::<Vec<_>>()
    };
    let count = zones(&editor).len();
    // The fields may lie below what shows of the panel.
    let write = |editor: &mut Harness<'_, App>, field: &str, text: &str| {
        editor.get_by_label(field).focus();
        editor.run_steps(2);
        press_with(editor, Modifiers::COMMAND, Key::A);
        editor.get_by_label(field).type_text(text);
        editor.run_steps(2);
        press(editor, Key::Enter);
    };
    write(&mut editor, "Name of the zone", "The salient");
    write(&mut editor, "Id of the zone", "the-salient");
    assert!(zones(&editor).contains(&("the-salient".to_owned(), "The salient".to_owned())));
    assert!(!zones(&editor).iter().any(|(id, _)| *id == new));
    assert!(matches!(editor.state().tool(), Tool::Zone { zone, .. } if zone == "the-salient"));
    write(&mut editor, "Colour of the zone", "#803430");
    let zone = document(&editor).map().zones.items.iter().find(|zone| zone.id == "the-salient");
    assert_eq!(zone.and_then(|zone| zone.colour.as_deref()), Some("#803430"));

    editor.get_by_label("Show it alone").click_accesskit();
    editor.run_steps(3);
    assert!(shows(&editor, "Show all zones"));
    ask(&mut editor, Request::Command(UiCommand::ShowZoneAlone));
    assert!(shows(&editor, "Show it alone"));
    editor.get_by_label("Delete the zone").click_accesskit();
    editor.run_steps(3);
    assert_eq!(zones(&editor).len(), count - 1);
    assert_eq!(undo_name(&editor), "Delete zone The salient");

    // One that the scenario speaks of stays, and it is said who does.
    let spoken = document(&editor).scenario().setup.free.first().map(|free| free.zone.clone());
    let spoken = spoken.expect("a group");
    let before = zones(&editor);
    ask(&mut editor, ToolsRequest::RemoveZone(spoken).into());
    assert_eq!(zones(&editor), before);
}

#[test]
fn a_greyed_tool_says_why() {
    let (_folder, mut editor) = system("kaisers-battle");
    let ids: Vec<String> =
        document(&editor).ruleset().paths.iter().map(|kind| kind.id.clone()).collect();
    let all = ids.iter().map(|id| Edit::undefine(salient_schema::Defined::Path, id.clone()));
    let paths = document(&editor).map().paths.items.len();
    let mut edits: Vec<Edit> = (0..paths).rev().map(Edit::remove_path).collect();
    edits.extend(all);
    ask(&mut editor, Request::Edit { name: Some("No roads".to_owned()), edits });
    let why = editor.state().why_not(UiCommand::Tool(ToolKind::Path)).expect("it is off");
    assert!(why.contains("no kinds of roads") && why.contains("Ruleset"), "{why}");
    let node = editor.get_by_label("Roads");
    assert_eq!(node.accesskit_node().data().description(), Some(why));
}
