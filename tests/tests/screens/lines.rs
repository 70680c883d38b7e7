//! 1914, Offensive à outrance, without a window: the lines of a unit, units in two hexes, and what a
//! player may not know.

use std::path::Path;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::command::UiCommand;
use salient::ui::{PlayRequest, Request, Tab};
use salient::{App, Options};
use salient_document::{Edit, Selection};
use salient_play::Seat;

use crate::ground::{ask, editor, look};

/// The Battle for Lorraine.
fn lorraine() -> Harness<'static, App> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let file = root.join("scenarios/offensive-1914/lorraine.json");
    editor(Options { file: Some(file), ..Options::default() })
}

fn says(editor: &Harness<'_, App>, words: &str) -> bool {
    editor.query_all_by_label_contains(words).next().is_some()
}

fn click(editor: &mut Harness<'_, App>, hex: &str) {
    let hex = editor.state().document().grid().parse(hex).expect("a hex");
    ask(editor, Request::Select(Selection::of_hex(hex)));
}

/// Shows the hexes about one of them.
fn go_to(editor: &mut Harness<'_, App>, hex: &str) {
    click(editor, hex);
    for _ in 0..5 {
        ask(editor, Request::Command(UiCommand::ZoomIn));
    }
    let hex = editor.state().document().grid().parse(hex).expect("a hex");
    ask(editor, Request::GoTo(hex));
}

#[test]
fn a_unit_shows_its_supply_line_its_communications_and_its_route_by_rail() {
    let mut editor = lorraine();
    go_to(&mut editor, "52.54");
    ask(&mut editor, Request::Command(UiCommand::ToggleProbe));
    assert!(says(&editor, "Now click where it is to go"));
    look(&mut editor, "lines-supply");
    assert!(says(&editor, "Supply: it stands on operational railways (1914 15.1.3)"));
    // A depot needs no supply: its line of communications leads along the railways to an edge.
    ask(&mut editor, Request::Command(UiCommand::ToggleProbe));
    go_to(&mut editor, "50.69");
    ask(&mut editor, Request::Command(UiCommand::ToggleProbe));
    look(&mut editor, "lines-belfort");
    assert!(says(&editor, "Line of communications: 37 hexes to 24.75 (1914 15.0)"));
}

#[test]
fn a_counter_is_put_into_two_hexes_and_moves_and_turns_as_one() {
    let mut editor = lorraine();
    go_to(&mut editor, "47.52");
    let facing = |editor: &Harness<'_, App>, hex: &str| {
        let placements = &editor.state().document().scenario().setup.placements;
        let entry = placements
            .iter()
            .find(|it| it.hex == hex && it.counters.iter().any(|counter| counter == "fr-35-18"));
        entry.and_then(|it| it.facing.clone())
    };
    assert!(says(&editor, "Also in …"));
    let face = Edit::FaceCounter {
        counter: "fr-35-18".into(),
        hex: "47.52".into(),
        facing: Some("s".into()),
    };
    ask(&mut editor, Request::edit(face));
    assert_eq!(facing(&editor, "47.52").as_deref(), Some("s"));
    assert!(says(&editor, "Also in 47.53"));
    look(&mut editor, "two-hexes");
    let moved = Edit::MoveCounter {
        counter: "fr-35-18".into(),
        from: "47.52".into(),
        to: "46.52".into(),
        index: None,
    };
    ask(&mut editor, Request::edit(moved));
    assert_eq!(facing(&editor, "46.52").as_deref(), Some("s"), "both halves move");
    ask(&mut editor, Request::Command(UiCommand::Undo));
    ask(&mut editor, Request::Command(UiCommand::Undo));
    assert_eq!(facing(&editor, "47.52"), None);
}

#[test]
fn with_limited_intelligence_what_lies_below_the_top_is_not_told() {
    let mut editor = lorraine();
    let rules = Edit::SetOptionalRules { rules: vec!["limited-intelligence".into()] };
    ask(&mut editor, Request::edit(rules));
    let german = editor.state().document().ruleset().sides.iter();
    let german = german.into_iter().position(|side| side.id == "german").expect("a side");
    ask(&mut editor, Request::Play(PlayRequest::Seat(german, Seat::Person)));
    ask(&mut editor, Request::Command(UiCommand::PlayGame));
    ask(&mut editor, Request::Show(Tab::Inspect));
    go_to(&mut editor, "48.53");
    look(&mut editor, "limited");
    assert!(says(&editor, "Unknown unit"), "the garrison of Toul");
    click(&mut editor, "58.55");
    assert!(!says(&editor, "Unknown unit"), "one's own");
}
