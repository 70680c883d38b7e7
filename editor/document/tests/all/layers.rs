//! Layers that are hidden or locked, and the selected hexes.

use salient_document::{Edit, LayerId, LayerState, Layers, Selection};
use salient_hex::grid::Hex;

use crate::helper::{bytes, document};

fn paint() -> Edit {
    Edit::SetTerrain { hex: "0101".into(), kind: "woods".into() }
}

#[test]
fn what_is_hidden_or_locked_refuses_edits() {
    let all = Edit::All { edits: vec![Edit::SetMapTitle { title: "Plain".into() }, paint()] };
    let shown = LayerState::default();
    for (state, words) in [
        (LayerState { locked: true, ..shown }, "locked: unlock it"),
        (LayerState { shown: false, ..shown }, "hidden: show it"),
    ] {
        let mut layers = Layers::default();
        assert_eq!(layers.refusing(&all), None);
        assert_eq!(layers.refusal(LayerId::Terrain), None);
        layers.set(LayerId::Terrain, state);
        assert_eq!(layers.refusing(&all), Some(LayerId::Terrain));
        assert!(layers.refusal(LayerId::Terrain).unwrap().contains(words));
        let title = Edit::SetMapTitle { title: "Plain".into() };
        assert_eq!(layers.refusing(&title), None, "a title is on no layer");
    }
}

#[test]
fn fading_keeps_to_shares_of_one() {
    let mut layers = Layers::default();
    for (given, kept) in [(0.25, 0.25), (-3.0, 0.0), (7.0, 1.0), (f32::NAN, 1.0)] {
        layers.set(LayerId::Paths, LayerState { opacity: given, ..LayerState::default() });
        assert_eq!(layers.get(LayerId::Paths).opacity, kept);
    }
    assert_eq!(layers.get(LayerId::Lines), LayerState::default());
}

#[test]
fn layers_are_no_part_of_the_document() {
    let mut document = document();
    let before = (bytes(&document), document.revision());
    let hidden = LayerState { shown: false, ..LayerState::default() };
    document.set_layer(LayerId::Counters, hidden);
    assert_eq!(document.layers().get(LayerId::Counters), hidden);
    assert_eq!((bytes(&document), document.revision()), before);
    assert!(!document.dirty());
}

#[test]
fn selected_hexes_are_a_set_on_the_map() {
    let mut document = document();
    document.select(Selection::of_hexes([7, 3, 7, 47, 48, 900].map(Hex)));
    assert_eq!(document.selection().hexes, [3, 7, 47].map(Hex));
    assert!(document.selection().has_hex(Hex(7)));
    assert!(!document.selection().has_hex(Hex(8)));
    // Even one that was put together by hand.
    let hexes = [9, 2, 2].map(Hex).to_vec();
    document.select(Selection { hexes, ..Selection::default() });
    assert_eq!(document.selection().hexes, [2, 9].map(Hex));
    assert!(!document.selection().is_empty());
}
