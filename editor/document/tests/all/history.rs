//! Transactions, undo, dirtiness, changes.

use salient_document::{Document, Edit, Selection};

use crate::helper::{bytes, document, hex};

fn paint(document: &mut Document, hex: &str, kind: &str) {
    document.apply(Edit::SetTerrain { hex: hex.into(), kind: kind.into() }).unwrap();
}

#[test]
fn one_drag_is_one_step_with_its_size_in_the_name() {
    let mut document = document();
    let before = bytes(&document);
    document.begin("Paint woods");
    for hex in ["0101", "0201", "0301", "0101"] {
        paint(&mut document, hex, "woods");
    }
    assert!(document.commit());
    assert_eq!(document.undo_name(), Some("Paint woods (3 hexes)"));
    assert_eq!(document.undo().as_deref(), Some("Paint woods (3 hexes)"));
    assert_eq!(bytes(&document), before);
    assert_eq!(document.redo_name(), Some("Paint woods (3 hexes)"));
}

#[test]
fn paints_of_the_same_hex_coalesce() {
    let mut document = document();
    document.begin("Paint");
    paint(&mut document, "0101", "swamp");
    paint(&mut document, "0101", "woods");
    document.commit();
    // The glyph that was added on the way is gone again.
    assert!(!document.map().terrain.palette.values().any(|kind| kind == "swamp"));
    document.undo();
    document.redo();
    assert_eq!(document.terrain_at(hex(&document, "0101")).unwrap(), "woods");
}

#[test]
fn a_transaction_that_comes_to_nothing_vanishes() {
    let mut document = document();
    let before = bytes(&document);
    document.begin("Nothing");
    assert!(!document.commit());
    document.begin("To and fro");
    paint(&mut document, "0101", "swamp");
    paint(&mut document, "0101", "clear");
    let (from, to) = ("0404".to_owned(), "0101".to_owned());
    let there = Edit::MoveCounter { counter: "a-1".into(), from, to, index: None };
    document.apply(there).unwrap();
    let (from, to) = ("0101".to_owned(), "0404".to_owned());
    let back = Edit::MoveCounter { counter: "a-1".into(), from, to, index: None };
    document.apply(back).unwrap();
    assert!(!document.commit());
    assert_eq!(bytes(&document), before);
    assert_eq!(document.undo_name(), None);
    assert!(!document.dirty());
}

#[test]
fn a_cancelled_transaction_leaves_no_trace() {
    let mut document = document();
    let before = bytes(&document);
    document.begin("Paint");
    paint(&mut document, "0101", "swamp");
    paint(&mut document, "0101", "woods");
    paint(&mut document, "0202", "clear");
    document.cancel();
    assert_eq!(bytes(&document), before);
    assert!(!document.dirty());
    assert_eq!(document.history().count(), 0);
}

#[test]
fn a_refused_edit_in_a_transaction_leaves_the_rest() {
    let mut document = document();
    document.begin("Paint");
    paint(&mut document, "0101", "woods");
    let off = Edit::SetTerrain { hex: "9999".into(), kind: "woods".into() };
    assert!(document.apply(off).is_err());
    assert!(document.commit());
    assert_eq!(document.terrain_at(hex(&document, "0101")).unwrap(), "woods");
}

#[test]
fn undoing_to_the_saved_state_is_clean() {
    let mut document = document();
    assert!(!document.dirty());
    paint(&mut document, "0101", "woods");
    assert!(document.dirty());
    document.undo();
    assert!(!document.dirty());
    document.redo();
    assert!(document.dirty());
    document.undo();
    // Another edit instead of the undone one: not the same state, though as many steps.
    paint(&mut document, "0101", "swamp");
    assert!(document.dirty());
    assert_eq!(document.redo_name(), None);
}

#[test]
fn the_history_lists_both_directions() {
    let mut document = document();
    paint(&mut document, "0101", "woods");
    paint(&mut document, "0201", "woods");
    paint(&mut document, "0301", "swamp");
    document.undo();
    document.undo();
    let list: Vec<_> = document.history().map(|entry| (entry.name, entry.undone)).collect();
    assert_eq!(list, [("Paint woods", false), ("Paint woods", true), ("Paint swamp", true)]);
}

#[test]
fn nothing_to_undo_is_no_fault() {
    let mut document = document();
    assert_eq!(document.undo(), None);
    assert_eq!(document.redo(), None);
}

#[test]
fn changes_name_what_was_touched() {
    let mut document = document();
    let start = document.revision();
    paint(&mut document, "0101", "woods");
    let painted = document.revision();
    let from = "0404".to_owned();
    let step = Edit::MoveCounter { counter: "a-1".into(), from, to: "0303".into(), index: None };
    document.apply(step).unwrap();
    let changes = document.changes_since(painted);
    assert!(changes.terrain.is_empty());
    assert_eq!(changes.stacks, [hex(&document, "0303"), hex(&document, "0404")]);
    assert_eq!(document.changes_since(start).terrain, [hex(&document, "0101")]);
    let moved = document.revision();
    document.undo();
    assert_eq!(document.changes_since(moved).stacks.len(), 2);
    assert!(document.changes_since(document.revision()).is_empty());
}

#[test]
fn selected_counters_that_go_are_selected_no_longer() {
    let mut document = document();
    let at = hex(&document, "0404");
    document.select(Selection::of_counter("a-1", at));
    let remove = Edit::RemoveCounter { counter: "a-1".into(), hex: "0404".into() };
    document.apply(remove).unwrap();
    assert!(document.selection().counters.is_empty());
    assert_eq!(document.selection().hex, Some(at));
}

#[test]
fn problems_are_those_of_the_present_state() {
    let mut document = document();
    assert!(document.problems_stale());
    document.refresh_problems();
    let before = document.all_problems();
    assert!(!document.problems_stale());
    document.apply(Edit::SetReinforcementTurn { entry: 0, turn: 2 }).unwrap();
    assert!(document.problems_stale());
    document.refresh_problems();
    document.undo();
    document.refresh_problems();
    assert_eq!(document.all_problems(), before);
}
