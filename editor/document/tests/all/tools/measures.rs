//! Measuring ways.

use salient_document::Edit;
use salient_document::tools::{Brush, Button, Key, Measured, Modifiers, Tool, ToolEvent};
use salient_schema::map::Hexside;

use super::{Hand, paint};
use crate::helper::bytes;

fn measure(unit: Option<&str>) -> Hand {
    Hand::with(Tool::Measure { unit: unit.map(Into::into) })
}

fn measured(hand: &Hand) -> Measured {
    hand.last.preview.measured.clone().expect("something is measured")
}

#[test]
fn the_straight_way_in_hexes_and_kilometres() {
    let mut hand = measure(None);
    let points = ["0101", "0104", "0404"].map(|label| hand.centre(label));
    hand.click(points[0]).move_to(points[1]);
    assert_eq!(measured(&hand).text, "3 hexes · 3 km");
    assert_eq!((measured(&hand).hexes, measured(&hand).metres), (3, 3000.0));
    hand.click(points[1]).move_to(points[2]);
    assert_eq!(measured(&hand).hexes, 6, "leg by leg");
    assert_eq!(hand.last.preview.way.len(), 7);
    hand.click(points[2]).event(ToolEvent::Key(Key::Enter));
    hand.move_to(points[0]);
    assert_eq!(measured(&hand).hexes, 6, "it stays as it is");
    // The next click measures anew, Escape puts it away.
    hand.click(points[0]);
    assert_eq!(measured(&hand).hexes, 0);
    hand.event(ToolEvent::Key(Key::Escape));
    assert!(hand.last.preview.measured.is_none());
    assert!(!hand.tools.is_busy());
    assert_eq!(hand.document.undo_name(), None);
}

#[test]
fn a_drag_or_a_double_click_ends() {
    let mut hand = measure(None);
    let points = ["0101", "0801"].map(|label| hand.centre(label));
    hand.drag(&points);
    hand.move_to(points[0]);
    assert_eq!(measured(&hand).hexes, 7);
    hand.click(points[0]).click(points[1]);
    let modifiers = Modifiers::default();
    hand.event(ToolEvent::DoubleClick { at: points[1], modifiers });
    hand.move_to(points[0]);
    assert_eq!(measured(&hand).hexes, 7);
    let before = bytes(&hand.document);
    hand.press([-5.0, 0.0], Button::Primary).release([-5.0, 0.0], Button::Primary);
    assert!(hand.last.preview.measured.is_none());
    assert_eq!(bytes(&hand.document), before);
}

/// Clear ground for 1 movement point, woods for 3, a river for 2, and no way through a swamp.
fn with_costs(unit: &str) -> Hand {
    let mut hand = measure(Some(unit));
    let mut bundle = hand.document.bundle().clone();
    for (kind, cost) in bundle.ruleset.terrain.iter_mut().zip([Some(1), Some(3), None]) {
        kind.movement = cost;
        kind.impassable = cost.is_none();
    }
    bundle.ruleset.hexsides[0].movement = Some(2);
    // The town and the redoubt stand in the way of counting terrain alone.
    bundle.map.features.items.clear();
    hand.document = crate::helper::document_of(bundle);
    hand
}

#[test]
fn the_cheapest_way_of_a_unit() {
    let mut hand = with_costs("a-1");
    // Straight through the woods would be 3 hexes for 3 + 3 + 1; around them there are 4.
    let points = ["0201", "0204"].map(|label| hand.centre(label));
    hand.click(points[0]).move_to(points[1]);
    let found = measured(&hand);
    assert_eq!((found.cost, found.hexes), (Some(4), 4), "{}", found.text);
    assert_eq!(found.text, "4 hexes · 4 km · 4 MP for A-1: 1 move of 5");
    // A river in the way is paid for, or walked around.
    hand.event(ToolEvent::Key(Key::Escape));
    let points = ["0604", "0605"].map(|label| hand.centre(label));
    let river = |hand: &mut Hand, side: &str| {
        let (side, kind) = (side.to_owned(), "river".to_owned());
        let hexside = Hexside { side, kind, name: None, provenance: None };
        hand.document.apply(Edit::add_hexside(hexside, None)).unwrap();
    };
    river(&mut hand, "0604:s");
    hand.click(points[0]).move_to(points[1]);
    assert_eq!(measured(&hand).cost, Some(2), "around, over two hexes");
    for side in ["0604:se", "0604:sw", "0604:ne", "0604:nw", "0604:n"] {
        river(&mut hand, side);
    }
    hand.move_to(points[1]);
    assert_eq!(measured(&hand).cost, Some(3), "the map that is measured is the map that is");
    assert_eq!(hand.last.preview.way.len(), 2);
}

#[test]
fn a_long_way_takes_several_moves() {
    let mut hand = with_costs("a-1");
    let points = ["0801", "0806", "0101"].map(|label| hand.centre(label));
    hand.click(points[0]).click(points[1]).move_to(points[2]);
    let found = measured(&hand);
    assert!(found.cost.unwrap() > 10, "{}", found.text);
    assert!(found.text.contains("3 moves of 5"), "{}", found.text);
}

#[test]
fn where_there_is_no_way_it_says_so() {
    let mut hand = with_costs("a-1");
    let _ = hand.tools.choose(paint("swamp", Brush::One));
    let wall: Vec<_> = (1..=6).map(|row| hand.centre(&format!("04{row:02}"))).collect();
    hand.drag(&wall);
    let _ = hand.tools.choose(Tool::Measure { unit: Some("a-1".into()) });
    let points = ["0201", "0801"].map(|label| hand.centre(label));
    hand.click(points[0]).move_to(points[1]);
    let found = measured(&hand);
    assert_eq!(found.cost, None);
    assert!(found.text.contains("no way for A-1"), "{}", found.text);
}
