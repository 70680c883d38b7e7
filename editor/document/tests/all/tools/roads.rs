//! The pen for roads and railways.

use salient_document::tools::{Brush, Button, Erase, Key, Modifiers, Tool, ToolEvent};
use salient_document::{Edit, LayerId};

use super::Hand;
use crate::helper::document_of;

fn road() -> Tool {
    Tool::PathPen { kind: "road".into(), tracks: None }
}

/// A hand over a map without roads.
fn on_bare_map(tool: Tool) -> Hand {
    let mut hand = Hand::with(tool);
    let mut bundle = hand.document.bundle().clone();
    bundle.map.paths.items.clear();
    hand.document = document_of(bundle);
    hand
}

/// The roads, each as its hexes.
fn roads(hand: &Hand) -> Vec<String> {
    let items = hand.document.map().paths.items.iter();
    items.map(|path| path.hexes.join(" ")).collect()
}

fn at(hand: &Hand, labels: &[&str]) -> Vec<[f32; 2]> {
    labels.iter().map(|label| hand.centre(label)).collect()
}

#[test]
fn clicks_draw_leg_by_leg() {
    let mut hand = on_bare_map(road());
    let points = at(&hand, &["0101", "0103", "0303"]);
    hand.click(points[0]);
    assert!(roads(&hand).is_empty(), "a road has two hexes");
    hand.move_to(points[1]);
    assert_eq!(hand.last.preview.way.len(), 3, "the next leg is shown");
    hand.click(points[1]);
    assert_eq!(roads(&hand), ["0101 0102 0103"]);
    hand.click(points[2]);
    assert_eq!(roads(&hand), ["0101 0102 0103 0203 0303"]);
    // Each leg is a step.
    hand.document.undo();
    assert_eq!(roads(&hand), ["0101 0102 0103"]);
    hand.document.redo();

    // Enter ends it: the next click is elsewhere.
    hand.event(ToolEvent::Key(Key::Enter));
    assert!(!hand.tools.is_busy());
    let away = at(&hand, &["0801", "0802"]);
    hand.click(away[0]).click(away[1]);
    assert_eq!(roads(&hand), ["0101 0102 0103 0203 0303", "0801 0802"]);
    // So does a double click.
    let modifiers = Modifiers::default();
    hand.click(away[1]).event(ToolEvent::DoubleClick { at: away[1], modifiers });
    assert!(!hand.tools.is_busy());
    assert_eq!(roads(&hand).len(), 2);
}

#[test]
fn a_drag_goes_from_hex_to_hex_without_gaps() {
    let mut hand = on_bare_map(road());
    let points = at(&hand, &["0101", "0105"]);
    hand.drag(&points);
    assert_eq!(roads(&hand), ["0101 0102 0103 0104 0105"]);
    hand.event(ToolEvent::Key(Key::Escape));
    hand.document.undo();
    assert!(roads(&hand).is_empty() && hand.document.undo_name().is_none());
    // Going back shortens.
    let points = at(&hand, &["0101", "0105", "0102"]);
    hand.drag(&points);
    assert_eq!(roads(&hand), ["0101 0102"]);
    // Escape in a drag leaves nothing.
    let mut hand = on_bare_map(road());
    hand.press(points[0], Button::Primary).move_to(points[1]).event(ToolEvent::Key(Key::Escape));
    hand.release(points[1], Button::Primary);
    assert!(roads(&hand).is_empty());
}

#[test]
fn it_goes_on_from_an_end_and_joins() {
    let mut hand = on_bare_map(road());
    let lift = |hand: &mut Hand| {
        hand.event(ToolEvent::Key(Key::Escape));
    };
    let points = at(&hand, &["0103", "0104"]);
    hand.drag(&points);
    lift(&mut hand);
    // From its first hex, backwards: the direction stays.
    let points = at(&hand, &["0103", "0101"]);
    hand.move_to(points[0]);
    assert!(hand.last.hint.contains("go on with this road"), "{}", hand.last.hint);
    hand.drag(&points);
    lift(&mut hand);
    assert_eq!(roads(&hand), ["0101 0102 0103 0104"]);
    // From its middle, a branch.
    let points = at(&hand, &["0102", "0402"]);
    hand.drag(&points);
    lift(&mut hand);
    assert_eq!(roads(&hand).len(), 2);
    // Between two ends, one road of three.
    let points = at(&hand, &["0104", "0106"]);
    hand.drag(&points);
    lift(&mut hand);
    let points = at(&hand, &["0306", "0406"]);
    hand.drag(&points);
    lift(&mut hand);
    let points = at(&hand, &["0106", "0306"]);
    hand.drag(&points);
    lift(&mut hand);
    let all = roads(&hand);
    assert_eq!(all.len(), 2);
    assert!(all[0].starts_with("0101 ") && all[0].ends_with(" 0406"), "{all:?}");
    // Drawing where it runs already is nothing.
    let before = hand.document.revision();
    let points = at(&hand, &["0101", "0104"]);
    hand.drag(&points);
    assert_eq!(hand.document.revision(), before);
}

#[test]
fn other_tracks_take_the_place_of_some() {
    let rails = |tracks| Tool::PathPen { kind: "railway".into(), tracks: Some(tracks) };
    let mut hand = on_bare_map(rails(1));
    let points = at(&hand, &["0101", "0105"]);
    hand.drag(&points);
    let _ = hand.tools.choose(rails(2));
    let points = at(&hand, &["0102", "0104"]);
    hand.drag(&points);
    let items = &hand.document.map().paths.items;
    let tracks: Vec<_> = items.iter().map(|path| (path.tracks, path.hexes.len())).collect();
    assert_eq!(tracks, [(Some(1), 2), (Some(1), 2), (Some(2), 3)]);
}

#[test]
fn it_erases_stretches_and_cuts_hexes_out() {
    let mut hand = on_bare_map(road());
    let points = at(&hand, &["0101", "0106"]);
    hand.drag(&points);
    hand.event(ToolEvent::Key(Key::Escape));
    // A stretch between two hexes.
    let points = at(&hand, &["0103", "0104"]);
    hand.drag_with(&points, Button::Secondary);
    assert_eq!(roads(&hand), ["0101 0102 0103", "0104 0105 0106"]);
    hand.document.undo();
    // A hex, with Shift: both its stretches.
    hand.modifiers.shift = true;
    hand.click(points[0]);
    assert_eq!(roads(&hand), ["0101 0102", "0104 0105 0106"]);
    hand.document.undo();
    // All of it.
    let points = at(&hand, &["0101", "0106"]);
    hand.drag(&points);
    assert!(roads(&hand).is_empty());
    hand.document.undo();
    // The eraser does as much, for all kinds.
    let what = Erase::Layer(LayerId::Paths);
    let _ = hand.tools.choose(Tool::Erase { what, brush: Brush::One });
    let points = at(&hand, &["0103", "0104"]);
    hand.modifiers.shift = false;
    hand.drag(&points);
    assert_eq!(roads(&hand), ["0101 0102", "0105 0106"]);
    assert!(hand.document.undo_name().unwrap().starts_with("Erase roads"));
}

#[test]
fn names_stay_with_both_pieces() {
    let mut hand = on_bare_map(road());
    let points = at(&hand, &["0101", "0105"]);
    hand.drag(&points);
    let mut path = hand.document.map().paths.items[0].clone();
    path.name = Some("Chaussée Brunehaut".into());
    hand.document.apply(Edit::set_path(0, path)).unwrap();
    hand.event(ToolEvent::Key(Key::Escape));
    let cut = at(&hand, &["0103"]);
    hand.drag_with(&cut, Button::Secondary);
    let named = |hand: &Hand| {
        hand.document.map().paths.items.iter().filter(|path| path.name.is_some()).count()
    };
    assert_eq!(named(&hand), 2);
    // What is drawn between them again makes it whole.
    let points = at(&hand, &["0102", "0104"]);
    hand.drag(&points);
    assert_eq!(roads(&hand), ["0101 0102 0103 0104 0105"]);
    assert_eq!(named(&hand), 1);
}
