//! Heights, zones, labels, the eraser, and layers that are not to be changed.

use salient_document::tools::{Action, Brush, Button, Cursor, Erase, Tool, ToolEvent, label};
use salient_document::{LayerId, LayerState};

use super::Hand;
use crate::helper::{bytes, document, hex};

#[test]
fn heights_are_painted_and_taken_away() {
    let mut hand = Hand::with(Tool::Elevation { level: 3, brush: Brush::Seven });
    let at = hand.centre("0403");
    hand.click(at);
    let layer = hand.document.map().elevation.as_ref().unwrap();
    let high: usize = layer
        .rows
        .iter()
        .flat_map(|row| row.chars())
        .filter(|glyph| layer.palette.get(&glyph.to_string()) == Some(&3))
        .count();
    assert_eq!(high, 7);
    hand.undoes_in_one_step();
    assert!(hand.document.map().elevation.is_none());
    // The right button paints level 0.
    hand.click(at);
    let before = bytes(&hand.document);
    hand.drag_with(&[at], Button::Secondary);
    assert_ne!(bytes(&hand.document), before);
    hand.drag_with(&[at], Button::Secondary);
    assert!(hand.document.undo_name().unwrap().starts_with("Paint level 0"));
}

#[test]
fn zones_gain_and_lose_hexes() {
    let zone = |hand: &Hand| hand.document.map().zones.items[0].hexes.join(" ");
    for (brush, after) in
        [(Brush::One, "0101 0201 0102"), (Brush::Seven, "0101 0201 0301 0102 0202 0302")]
    {
        let mut hand = Hand::with(Tool::Zone { zone: "west".into(), brush });
        let at = hand.centre("0201");
        hand.click(at);
        assert_eq!(zone(&hand), after);
        assert!(hand.document.undo_name().unwrap().starts_with("Add to “West”"));
        hand.undoes_in_one_step();
        hand.drag_with(&[at], Button::Secondary);
        hand.document.undo();
        hand.modifiers.shift = true;
        let first = hand.centre("0101");
        hand.click(first);
        assert!(!zone(&hand).contains("0101"));
    }
    // Many at once.
    let mut hand = Hand::with(Tool::Zone { zone: "west".into(), brush: Brush::ThirtySeven });
    let at = hand.centre("0404");
    hand.click(at);
    // One of the 37 lies beyond the southern edge.
    assert_eq!(hand.document.map().zones.items[0].hexes.len(), 36);
    hand.undoes_in_one_step();
}

#[test]
fn labels_are_asked_for_and_written() {
    let mut hand = Hand::with(Tool::Label { kind: "label".into() });
    let at = hand.centre("0505");
    let asked = |hand: &Hand| {
        hand.last.actions.iter().find_map(|action| match action {
            Action::AskText { hex, kind, text } => Some((*hex, kind.clone(), text.clone())),
            _ => None,
        })
    };
    hand.click(at);
    let place = hex(&hand.document, "0505");
    assert_eq!(asked(&hand), Some((place, "label".into(), String::new())));
    let write = |hand: &mut Hand, text: &str| {
        if let Some(edit) = label::edit(&hand.document, place, "label", text) {
            hand.document.apply(edit).unwrap();
        }
    };
    let name = |hand: &Hand| {
        let there = hand.document.feature_at(place, "label");
        there.and_then(|label| label.name.clone())
    };
    write(&mut hand, "  Bois de Holnon ");
    assert_eq!(name(&hand).as_deref(), Some("Bois de Holnon"));
    hand.click(at);
    assert_eq!(asked(&hand).unwrap().2, "Bois de Holnon");
    write(&mut hand, "Bois de Savy");
    write(&mut hand, "Bois de Savy");
    assert_eq!(name(&hand).as_deref(), Some("Bois de Savy"));
    assert_eq!(hand.document.history().count(), 2);
    hand.press(at, Button::Secondary);
    assert_eq!(name(&hand), None);
    hand.document.undo();
    write(&mut hand, "");
    assert_eq!(name(&hand), None);
    assert_eq!(label::kind(hand.document.ruleset()), Some("label"));
}

#[test]
fn the_eraser_takes_ground_zones_and_everything() {
    let click = |what: Erase, at: &str, brush: Brush| {
        let mut hand = Hand::with(Tool::Erase { what, brush });
        let at = hand.centre(at);
        hand.click(at);
        hand
    };
    let mut hand = click(Erase::Layer(LayerId::Terrain), "0202", Brush::One);
    assert_eq!(hand.rows()[1], "..w.....");
    hand.undoes_in_one_step();
    let mut hand = click(Erase::Layer(LayerId::Zones), "0101", Brush::Seven);
    assert!(hand.document.map().zones.items[0].hexes.is_empty());
    hand.undoes_in_one_step();
    let hand = click(Erase::Layer(LayerId::Elevation), "0101", Brush::Seven);
    assert_eq!(hand.document.undo_name(), None, "there are no heights");
    let mut hand = click(Erase::Layer(LayerId::Hexsides), "0303", Brush::Seven);
    assert!(hand.sides("river").is_empty());
    hand.undoes_in_one_step();

    // Everything on the ground leaves the ground.
    let mut hand = click(Erase::All, "0303", Brush::ThirtySeven);
    let map = hand.document.map();
    assert!(map.features.items.is_empty() && map.lines.items.is_empty());
    assert!(hand.sides("river").is_empty() && hand.document.occupied().is_empty());
    assert_eq!(hand.rows(), document().map().terrain.rows);
    hand.undoes_in_one_step();
}

#[test]
fn everything_is_what_is_shown_and_not_locked() {
    let mut hand = Hand::with(Tool::Erase { what: Erase::All, brush: Brush::ThirtySeven });
    let shown = LayerState::default();
    hand.document.set_layer(LayerId::Counters, LayerState { locked: true, ..shown });
    hand.document.set_layer(LayerId::Lines, LayerState { shown: false, ..shown });
    let at = hand.centre("0303");
    hand.click(at);
    assert!(hand.document.map().features.items.is_empty());
    assert_eq!(hand.document.map().lines.items.len(), 1);
    assert_eq!(hand.document.occupied().len(), 2);
    hand.undoes_in_one_step();
}

#[test]
fn no_tool_changes_a_layer_that_is_hidden_or_locked() {
    let tools = [
        Tool::Paint { kind: "swamp".into(), brush: Brush::One },
        Tool::Line { kind: "swamp".into(), brush: Brush::One },
        Tool::Fill { kind: "swamp".into() },
        Tool::Elevation { level: 2, brush: Brush::One },
        Tool::Feature { kind: "hilltop".into(), owner: None, value: None },
        Tool::Trench { kind: "hilltop".into(), owner: None },
        Tool::Label { kind: "label".into() },
        Tool::HexsidePen { kind: "excavation".into() },
        Tool::LinePen { kind: "front".into(), owner: None },
        Tool::PathPen { kind: "road".into(), tracks: None },
        Tool::Zone { zone: "west".into(), brush: Brush::Seven },
        Tool::PlaceCounter { counter: "a-3".into(), face: 0 },
        Tool::Erase { what: Erase::Layer(LayerId::Terrain), brush: Brush::ThirtySeven },
    ];
    for tool in tools {
        let layer = tool.layer().unwrap();
        for state in [
            LayerState { locked: true, ..LayerState::default() },
            LayerState { shown: false, ..LayerState::default() },
        ] {
            let mut hand = Hand::with(tool.clone());
            hand.document.set_layer(layer, state);
            let points = [hand.middle("0404:n"), hand.middle("0203:n"), hand.centre("0203")];
            for button in [Button::Primary, Button::Secondary] {
                hand.drag_with(&points, button);
                assert_eq!(hand.last.cursor, Cursor::Forbidden, "{tool:?}");
                assert!(hand.last.hint.contains(layer.name()), "{}", hand.last.hint);
            }
            assert_eq!(bytes(&hand.document), bytes(&document()), "{tool:?}");
            assert!(!hand.tools.is_busy());
        }
    }
}

#[test]
fn locking_a_layer_in_a_stroke_takes_the_stroke_back() {
    let mut hand = Hand::with(Tool::Paint { kind: "swamp".into(), brush: Brush::One });
    let at = hand.centre("0101");
    hand.press(at, Button::Primary);
    assert!(hand.document.in_transaction());
    let locked = LayerState { locked: true, ..LayerState::default() };
    hand.document.set_layer(LayerId::Terrain, locked);
    hand.move_to(at);
    assert!(!hand.document.in_transaction());
    assert_eq!(bytes(&hand.document), bytes(&document()));
}

#[test]
fn counters_on_a_locked_layer_stay_where_they_are() {
    let mut hand = Hand::with(Tool::Select);
    let locked = LayerState { locked: true, ..LayerState::default() };
    hand.document.set_layer(LayerId::Counters, locked);
    let points = [hand.centre("0404"), hand.centre("0606")];
    hand.drag(&points);
    hand.event(ToolEvent::Leave);
    assert_eq!(hand.document.undo_name(), None);
    // They can be looked at, unless they are hidden.
    hand.click(points[0]);
    assert_eq!(hand.document.selection().counters.len(), 1);
    let hidden = LayerState { shown: false, ..LayerState::default() };
    hand.document.set_layer(LayerId::Counters, hidden);
    hand.click(points[0]);
    assert!(hand.document.selection().counters.is_empty());
}
