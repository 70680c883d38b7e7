//! Fill, line, wand, rectangle and lasso, and what is done to the selected hexes.

use salient_document::tools::area::{self, thousands};
use salient_document::tools::{Button, Erase, Key, Likeness, Tool, ToolEvent};
use salient_document::{LayerId, Selection};

use super::{Hand, paint};
use crate::helper::{bytes, document, hex};
use salient_document::tools::Brush;

fn fill() -> Tool {
    Tool::Fill { kind: "swamp".into() }
}

/// The selected hexes, as the map prints them.
fn selected(hand: &Hand) -> Vec<String> {
    let hexes = &hand.document.selection().hexes;
    hexes.iter().map(|&hex| hand.document.grid().label(hex)).collect()
}

fn select(hand: &mut Hand, hexes: &[&str]) {
    let hexes: Vec<_> = hexes.iter().map(|label| hex(&hand.document, label)).collect();
    hand.document.select(Selection::of_hexes(hexes));
}

#[test]
fn fill_paints_what_lies_together() {
    let cases = [
        // The three woods, and the ground around them.
        ("0202", false, ["........", ".ss.....", ".s......"]),
        ("0801", false, ["ssssssss", "swwsssss", "swssssss"]),
    ];
    for (at, shift, rows) in cases {
        let mut hand = Hand::with(fill());
        hand.modifiers.shift = shift;
        let at = hand.centre(at);
        hand.move_to(at);
        assert!(!hand.last.preview.area.as_ref().unwrap().hexes().is_empty());
        hand.click(at);
        assert_eq!(hand.rows()[..3], rows);
        hand.undoes_in_one_step();
    }
}

#[test]
fn fill_with_shift_paints_all_of_a_kind() {
    let mut hand = Hand::with(paint("woods", Brush::One));
    let away = hand.centre("0806");
    hand.click(away);
    let _ = hand.tools.choose(fill());
    let at = hand.centre("0202");
    hand.modifiers.shift = true;
    hand.move_to(at);
    assert!(hand.last.hint.contains("4 hexes"), "{}", hand.last.hint);
    hand.click(at);
    assert_eq!(hand.rows()[1..], [".ss.....", ".s......", "........", "........", ".......s"]);
    assert_eq!(hand.document.undo_name(), Some("Fill with swamp (4 hexes)"));
}

#[test]
fn fill_paints_the_selected_hexes_if_it_is_one_of_them() {
    let mut hand = Hand::with(fill());
    select(&mut hand, &["0101", "0202", "0801"]);
    let at = hand.centre("0202");
    hand.move_to(at);
    assert!(hand.last.hint.contains("3 hexes selected"), "{}", hand.last.hint);
    hand.click(at);
    assert_eq!(hand.rows()[..3], ["s......s", ".sw.....", ".w......"]);
    hand.undoes_in_one_step();
}

#[test]
fn fill_changes_nothing_where_it_is_so_already() {
    let mut hand = Hand::with(Tool::Fill { kind: "woods".into() });
    let at = hand.centre("0202");
    hand.click(at);
    assert_eq!(hand.document.undo_name(), None);
    hand.click([-9.0, -9.0]);
    assert_eq!(bytes(&hand.document), bytes(&document()));
}

#[test]
fn a_straight_line_is_painted_when_it_ends() {
    let mut hand = Hand::with(Tool::Line { kind: "swamp".into(), brush: Brush::One });
    let (from, to) = (hand.centre("0101"), hand.centre("0801"));
    hand.press(from, Button::Primary).move_to(to);
    assert_eq!(hand.last.preview.hexes.len(), 8);
    assert_eq!(bytes(&hand.document), bytes(&document()), "nothing yet");
    hand.release(to, Button::Primary);
    assert_eq!(hand.rows()[0], "ssssssss");
    assert_eq!(hand.document.undo_name(), Some("Paint a line of swamp (8 hexes)"));
    hand.undoes_in_one_step();
    // The right button draws with plain ground, Escape gives up.
    let (from, to) = (hand.centre("0202"), hand.centre("0203"));
    hand.drag_with(&[from, to], Button::Secondary);
    assert_eq!(hand.rows()[1..3], ["..w.....", "........"]);
    hand.undoes_in_one_step();
    hand.press(from, Button::Primary).event(ToolEvent::Key(Key::Escape));
    hand.release(to, Button::Primary);
    assert_eq!(hand.document.undo_name(), None);
}

#[test]
fn wand_selects_what_is_alike() {
    let mut hand = Hand::with(Tool::Wand { like: Likeness::Terrain });
    let (woods, clear) = (hand.centre("0202"), hand.centre("0606"));
    hand.move_to(woods);
    assert_eq!(hand.last.preview.area.as_ref().unwrap().hexes().len(), 3);
    hand.click(woods);
    assert_eq!(selected(&hand), ["0202", "0302", "0203"]);
    hand.modifiers.shift = true;
    hand.click(clear);
    assert_eq!(selected(&hand).len(), 48);
    hand.modifiers.shift = false;
    hand.modifiers.alt = true;
    hand.click(woods);
    assert_eq!(selected(&hand).len(), 45);
    hand.event(ToolEvent::Key(Key::Escape));
    assert!(selected(&hand).is_empty());

    let mut hand = Hand::with(Tool::Wand { like: Likeness::Feature });
    let town = hand.centre("0202");
    hand.click(town);
    assert_eq!(selected(&hand), ["0202"], "the redoubt beside it is no town");
    hand.click(clear);
    assert!(selected(&hand).is_empty());
    assert_eq!(hand.document.undo_name(), None);
}

#[test]
fn rectangle_selects_adds_and_takes_away() {
    let mut hand = Hand::with(Tool::Rectangle);
    let (a, b, c) = (hand.centre("0101"), hand.centre("0302"), hand.centre("0501"));
    hand.press(a, Button::Primary).move_to(b);
    assert!(hand.last.hint.contains("Selecting"), "{}", hand.last.hint);
    assert_eq!(hand.last.preview.outline.len(), 4);
    hand.release(b, Button::Primary);
    let first = selected(&hand);
    assert_eq!(first, ["0101", "0201", "0301", "0102", "0302"]);
    hand.modifiers.shift = true;
    hand.click(c);
    assert_eq!(selected(&hand).len(), 6);
    hand.modifiers.shift = false;
    hand.modifiers.alt = true;
    hand.drag(&[a, b]);
    assert_eq!(selected(&hand), ["0501"]);
    hand.modifiers.alt = false;
    // From any corner to any other; a click is one hex; beside the map is none.
    hand.drag(&[b, a]);
    assert_eq!(selected(&hand), first);
    hand.click(c);
    assert_eq!(selected(&hand), ["0501"]);
    hand.click([-5.0, -5.0]);
    assert!(selected(&hand).is_empty());
}

#[test]
fn lasso_selects_the_centres_inside() {
    let mut hand = Hand::with(Tool::Lasso);
    let [x, y] = hand.centre("0404");
    let ring = |radius: f32| -> Vec<[f32; 2]> {
        (0..=40)
            .map(|step| (step as f32 * 9.0).to_radians())
            .map(|angle| [x + radius * angle.cos(), y + radius * angle.sin()])
            .collect()
    };
    hand.drag(&ring(1.3));
    assert_eq!(selected(&hand).len(), 7);
    hand.modifiers.alt = true;
    hand.drag(&ring(0.6));
    assert_eq!(selected(&hand).len(), 6, "the one in the middle is gone");
    hand.modifiers.alt = false;
    hand.click([x, y]);
    assert_eq!(selected(&hand), ["0404"], "a click is the hex under it");
    hand.press([x, y], Button::Primary).event(ToolEvent::Key(Key::Escape));
    assert!(!hand.tools.is_busy());
    assert_eq!(selected(&hand), ["0404"]);
}

#[test]
fn selected_hexes_are_painted_erased_and_given_away() {
    let mut hand = Hand::with(Tool::Rectangle);
    select(&mut hand, &["0202", "0203", "0404"]);
    let hexes = hand.document.selection().hexes.clone();
    hand.document.apply(area::paint(&hand.document, &hexes, "swamp").unwrap()).unwrap();
    assert_eq!(hand.rows()[1..4], [".sw.....", ".s......", "...s...."]);
    assert_eq!(area::paint(&hand.document, &hexes, "swamp"), None);
    hand.document.undo();

    let given = area::give(&hand.document, &hexes, Some("red"));
    assert_eq!(given.len(), 2, "the town and the redoubt");
    for edit in given {
        hand.document.apply(edit).unwrap();
    }
    for (label, kind) in [("0202", "town"), ("0203", "redoubt")] {
        let feature = hand.document.feature_at(hex(&hand.document, label), kind).unwrap();
        assert_eq!(feature.owner.as_deref(), Some("red"));
    }
    hand.document.undo();
    hand.document.undo();

    let features = Erase::Layer(LayerId::Features);
    assert_eq!(area::erase(&hand.document, &hexes, features).len(), 2);
    // Delete clears all that lies on them, and the ground stays.
    hand.event(ToolEvent::Key(Key::Delete));
    assert!(hand.document.map().features.items.is_empty());
    assert!(hand.document.map().lines.items.is_empty());
    assert_eq!(hand.rows(), document().map().terrain.rows);
    assert_eq!(hand.document.occupied().len(), 1);
    hand.undoes_in_one_step();
}

#[test]
fn numbers_are_read_by_thousands() {
    for (number, text) in
        [(0, "0"), (999, "999"), (1000, "1,000"), (12345, "12,345"), (1_000_000, "1,000,000")]
    {
        assert_eq!(thousands(number), text);
    }
}
