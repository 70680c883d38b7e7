//! Copying a piece of map and laying it down: turned, mirrored, over the edge.

use std::sync::Arc;

use salient_document::tools::{Button, Key, Stamp, Tool, ToolEvent};
use salient_document::{Document, Edit, LayerId, LayerState};
use salient_hex::grid::Hex;
use salient_schema::map::{Feature, Path};
use salient_schema::ruleset::{Condition, Effect, Side};

use super::Hand;
use crate::helper::{bytes, document, document_of, hex};

/// The woods with the town, the redoubt that faces north-east, the river and a road.
fn piece(document: &Document) -> Stamp {
    let hexes: Vec<Hex> =
        ["0202", "0302", "0203", "0303"].iter().map(|label| hex(document, label)).collect();
    Stamp::copy(document, &hexes).unwrap()
}

fn prepared() -> Hand {
    let mut hand = Hand::with(Tool::Stamp { stamp: None });
    let mut bundle = hand.document.bundle().clone();
    bundle.map.paths.items.clear();
    hand.document = document_of(bundle);
    let at = hex(&hand.document, "0203");
    let redoubt = hand.document.feature_at(at, "redoubt").unwrap().clone();
    let feature = Feature { facing: vec!["ne".into()], ..redoubt };
    hand.document.apply(Edit::set_feature(feature)).unwrap();
    let hexes = ["0202", "0302", "0303", "0404"].map(str::to_owned).to_vec();
    let path = Path { kind: "road".into(), name: None, tracks: None, hexes };
    hand.document.apply(Edit::add_path(path, None)).unwrap();
    hand
}

fn hold(hand: &mut Hand, stamp: Stamp) {
    let _ = hand.tools.choose(Tool::Stamp { stamp: Some(Arc::new(stamp)) });
}

#[test]
fn it_lays_down_what_was_copied_in_one_step() {
    let mut hand = prepared();
    let stamp = piece(&hand.document);
    assert_eq!(stamp.len(), 4);
    hold(&mut hand, stamp);
    let before = bytes(&hand.document);
    let at = hand.centre("0605");
    hand.move_to(at);
    let ghost = hand.last.preview.ghost.clone().unwrap();
    assert_eq!((ghost.area.hexes().len(), ghost.left_out), (4, 0));
    hand.click(at);
    let rows = hand.rows();
    let woods: usize = rows.iter().map(|row| row.matches('w').count()).sum();
    assert_eq!(woods, 6, "{rows:#?}");
    let document = &hand.document;
    let kinds = |kind: &str| {
        document.map().features.items.iter().filter(|feature| feature.kind == kind).count()
    };
    assert_eq!((kinds("town"), kinds("redoubt")), (2, 2));
    assert_eq!(hand.sides("river").len(), 4);
    let roads = &document.map().paths.items;
    assert_eq!(roads.len(), 2);
    assert_eq!(roads[1].hexes.len(), 3, "only what lies in the piece");
    assert_eq!(document.undo_name(), Some("Stamp 4 hexes"));
    hand.document.undo();
    assert_eq!(bytes(&hand.document), before);
}

#[test]
fn six_turns_and_two_mirrors_are_nothing() {
    for document in [document(), prepared().document] {
        let stamp = piece(&document);
        let mut turned = stamp.clone();
        for turn in 1..=6 {
            turned = turned.turned();
            assert_eq!(turned == stamp, turn == 6, "after {turn} turns");
        }
        assert_eq!(stamp.turned().turned_back(), stamp);
        assert_ne!(stamp.mirrored(), stamp);
        assert_eq!(stamp.mirrored().mirrored(), stamp);
        // Mirroring turns the turning round.
        assert_eq!(stamp.turned().mirrored(), stamp.mirrored().turned_back());
    }
}

#[test]
fn what_faces_somewhere_turns_along() {
    let hand = prepared();
    let (grid, stamp) = (hand.document.grid(), piece(&hand.document));
    let at = hex(&hand.document, "0504");
    let facing = |stamp: &Stamp| {
        let ghost = stamp.laid(grid, at).unwrap();
        let redoubt = ghost.features.iter().find(|(_, feature)| feature.kind == "redoubt");
        let (hex, feature) = redoubt.unwrap().clone();
        assert_eq!(feature.hex, grid.label(hex));
        feature.facing.join(" ")
    };
    assert_eq!(facing(&stamp), "ne");
    assert_eq!(facing(&stamp.turned()), "se");
    assert_eq!(facing(&stamp.turned_back()), "n");
    assert_eq!(facing(&stamp.mirrored()), "nw");
    // The two hexsides of the river stay joined, and the road stays a road.
    for stamp in [stamp.turned(), stamp.mirrored(), stamp.turned().mirrored().turned()] {
        let ghost = stamp.laid(grid, at).unwrap();
        assert_eq!(ghost.hexsides.len(), 2);
        let ends = |place: usize| grid.side_ends(ghost.hexsides[place].0);
        let near = |p: [f32; 2], q: [f32; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) < 1e-3;
        assert!(ends(0).iter().any(|&p| ends(1).iter().any(|&q| near(p, q))));
        let road = &ghost.paths[0].0;
        assert!(road.windows(2).all(|pair| grid.distance(pair[0], pair[1]) == 1));
    }
}

#[test]
fn keys_turn_what_is_in_the_hand() {
    let mut hand = prepared();
    let stamp = piece(&hand.document);
    hold(&mut hand, stamp.clone());
    let at = hand.centre("0504");
    hand.move_to(at);
    let in_hand = |hand: &Hand| match hand.tools.tool() {
        Tool::Stamp { stamp: Some(stamp) } => (**stamp).clone(),
        other => panic!("{other:?}"),
    };
    let steps = [(Key::Rotate, stamp.turned()), (Key::Mirror, stamp.turned().mirrored())];
    for (key, wanted) in steps {
        hand.event(ToolEvent::Key(key));
        assert_eq!(in_hand(&hand), wanted);
        assert!(hand.last.preview.ghost.is_some(), "it is shown turned at once");
    }
    hand.event(ToolEvent::Key(Key::Mirror)).event(ToolEvent::Key(Key::RotateBack));
    assert_eq!(in_hand(&hand), stamp);
    hand.event(ToolEvent::Key(Key::Escape));
    assert_eq!(*hand.tools.tool(), Tool::Select);
}

#[test]
fn hexes_beyond_the_map_are_left_out() {
    let mut hand = prepared();
    let stamp = piece(&hand.document);
    hold(&mut hand, stamp);
    let at = hand.centre("0806");
    hand.move_to(at);
    assert!(hand.last.hint.contains("beyond the map"), "{}", hand.last.hint);
    let left_out = hand.last.preview.ghost.as_ref().unwrap().left_out;
    assert!(left_out > 0);
    let before = bytes(&hand.document);
    hand.click(at);
    assert_ne!(bytes(&hand.document), before);
    hand.document.undo();
    assert_eq!(bytes(&hand.document), before);
}

#[test]
fn what_lay_there_goes_and_locked_layers_stay() {
    // Bare ground over the woods.
    let bare = |hand: &mut Hand| {
        let hexes: Vec<Hex> = ["0605", "0705", "0606", "0706"]
            .iter()
            .map(|label| hex(&hand.document, label))
            .collect();
        let stamp = Stamp::copy(&hand.document, &hexes).unwrap();
        hold(hand, stamp);
        let at = hand.centre("0203");
        hand.click(at);
    };
    let mut hand = Hand::with(Tool::Stamp { stamp: None });
    bare(&mut hand);
    assert!(hand.document.feature_at(hex(&hand.document, "0203"), "redoubt").is_none());
    hand.undoes_in_one_step();

    for state in [
        LayerState { locked: true, ..LayerState::default() },
        LayerState { shown: false, ..LayerState::default() },
    ] {
        let mut hand = Hand::with(Tool::Stamp { stamp: None });
        hand.document.set_layer(LayerId::Features, state);
        bare(&mut hand);
        assert!(hand.document.feature_at(hex(&hand.document, "0203"), "redoubt").is_some());
        assert_eq!(hand.rows()[2], "........", "the ground is laid down");
    }
}

#[test]
fn a_drag_takes_a_piece_into_the_hand() {
    let mut hand = Hand::with(Tool::Stamp { stamp: None });
    let (a, b) = (hand.centre("0202"), hand.centre("0304"));
    hand.press(a, Button::Primary).move_to(b);
    assert!(hand.last.hint.contains("Copying"), "{}", hand.last.hint);
    hand.release(b, Button::Primary);
    let Tool::Stamp { stamp: Some(stamp) } = hand.tools.tool() else { panic!("a stamp") };
    assert!(stamp.len() >= 3);
    let first = stamp.len();
    // With one in the hand, the right button takes another.
    let one = hand.centre("0801");
    hand.drag_with(&[one], Button::Secondary);
    let Tool::Stamp { stamp: Some(stamp) } = hand.tools.tool() else { panic!("a stamp") };
    assert_ne!(stamp.len(), first);
    assert_eq!(hand.document.undo_name(), None);
}

#[test]
fn a_piece_of_another_game_brings_its_kinds_whatever_letters_the_palette_has() {
    let mut there = document().bundle().clone();
    let mut sea = there.ruleset.terrain[0].clone();
    for id in ["sea", "scrub", "sand"] {
        sea.id = id.to_owned();
        sea.name = id.to_owned();
        sea.effects = vec![Effect {
            when: Condition { side: Some("red".to_owned()), ..Condition::default() },
            movement: Some(3),
            ..Effect::default()
        }];
        there.ruleset.terrain.push(sea.clone());
    }
    let there = document_of(there);
    let mut hand = Hand::with(Tool::Stamp { stamp: None });
    let mut source = there;
    for (at, kind) in ["0202", "0302", "0203"].into_iter().zip(["sea", "scrub", "sand"]) {
        let (hex, kind) = (at.to_owned(), kind.to_owned());
        source.apply(Edit::SetTerrain { hex, kind }).unwrap();
    }
    // Here nobody is red, and there is no town.
    let mut here = hand.document.bundle().clone();
    here.map.features.items.clear();
    here.scenario.victory.scores.clear();
    here.ruleset.features.retain(|kind| kind.id != "town");
    let sides: Vec<Side> = vec![Side::new("green", "Green"), Side::new("blue", "Blue")];
    here.ruleset.sides = sides;
    hand.document = document_of(here);
    let before = bytes(&hand.document);
    hold(&mut hand, piece(&source));
    let at = hand.centre("0605");
    hand.move_to(at);
    let hint = hand.last.hint.clone();
    assert!(hint.contains("sand, scrub and 2 more come with it into the ruleset"), "{hint}");
    assert!(hint.contains("3 effects of them on sides or units"), "{hint}");
    hand.click(at);
    let terrain: Vec<&str> =
        hand.document.ruleset().terrain.iter().map(|kind| kind.id.as_str()).collect();
    for kind in ["sea", "scrub", "sand"] {
        assert!(terrain.contains(&kind), "{terrain:?}");
        let on_map = hand
            .document
            .grid()
            .hexes()
            .filter(|hex| hand.document.terrain_at(*hex).is_some_and(|id| id == kind));
        assert_eq!(on_map.count(), 1, "{kind}");
    }
    assert_eq!(hand.document.map().features.items.iter().filter(|it| it.kind == "town").count(), 1);
    hand.document.undo();
    assert_eq!(bytes(&hand.document), before);
}
