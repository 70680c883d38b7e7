//! Each edit: what it does, that its inverse is exact, and what it refuses.

use expect::{does, refuses};
use salient_document::{CounterUse, Document, Edit, EditError, List};
use salient_schema::common::Rating;
use salient_schema::map::{Feature, Hexside, Line};
use salient_schema::scenario::ZoneControl;

use crate::SYSTEMS;
use crate::helper::{assert_index, bytes, document, hex, side, stack};

mod expect {
    use super::*;

    /// Applies, looks, takes back, and finds every byte as it was.
    pub fn does(edit: Edit, look: impl FnOnce(&Document)) {
        let mut document = document();
        let before = bytes(&document);
        document.apply(edit.clone()).unwrap();
        look(&document);
        assert_index(&document);
        let after = bytes(&document);
        assert_ne!(before, after, "{edit:?} does nothing");
        document.undo().unwrap();
        assert_eq!(bytes(&document), before, "{edit:?} leaves a trace");
        assert_index(&document);
        document.redo().unwrap();
        assert_eq!(bytes(&document), after, "{edit:?} is not the same again");
        assert_index(&document);
    }

    /// Refuses, and leaves the document as it was.
    pub fn refuses(edit: Edit, look: impl FnOnce(&EditError) -> bool) {
        let mut document = document();
        let (before, revision) = (bytes(&document), document.revision());
        let error = document.apply(edit.clone()).unwrap_err();
        assert!(look(&error), "{edit:?} is refused with {error:?}");
        assert_eq!(bytes(&document), before);
        assert_eq!(document.revision(), revision);
        assert!(!document.dirty());
        assert_eq!(document.undo_name(), None);
    }
}

fn feature(hex: &str, kind: &str) -> Feature {
    Feature {
        hex: hex.into(),
        kind: kind.into(),
        name: None,
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    }
}

fn hexside(side: &str, kind: &str) -> Hexside {
    Hexside { side: side.into(), kind: kind.into(), name: None, provenance: None }
}

fn paint(hex: &str, kind: &str) -> Edit {
    Edit::SetTerrain { hex: hex.into(), kind: kind.into() }
}

fn place(counter: &str, hex: &str, index: Option<usize>) -> Edit {
    Edit::PlaceCounter { counter: counter.into(), hex: hex.into(), index, face: None }
}

fn move_to(counter: &str, from: &str, to: &str, index: Option<usize>) -> Edit {
    Edit::MoveCounter { counter: counter.into(), from: from.into(), to: to.into(), index }
}

#[test]
fn terrain() {
    does(paint("0303", "woods"), |document| {
        assert_eq!(document.terrain_at(hex(document, "0303")).unwrap(), "woods");
        assert_eq!(document.map().terrain.rows[2], ".ww.....");
    });
    // A kind that is new to the map gets a glyph, which goes again with it.
    does(paint("0801", "swamp"), |document| {
        assert_eq!(document.map().terrain.rows[0], ".......s");
        assert_eq!(document.map().terrain.palette["s"], "swamp");
    });
    refuses(paint("0901", "woods"), |error| matches!(error, EditError::NoSuchHex { .. }));
    refuses(paint("0101", "lava"), |error| matches!(error, EditError::UnknownKind { .. }));
    let set = |glyph| Edit::SetGlyph { hex: "0101".into(), glyph };
    does(set('w'), |_| {});
    refuses(set('?'), |error| matches!(error, EditError::NoSuchGlyph { glyph: '?' }));
    does(Edit::AddGlyph { glyph: 'ß', kind: "swamp".into() }, |_| {});
    refuses(Edit::AddGlyph { glyph: 'w', kind: "swamp".into() }, |error| {
        matches!(error, EditError::GlyphTaken { .. })
    });
    refuses(
        Edit::RemoveGlyph { glyph: 'w' },
        |error| matches!(error, EditError::GlyphInUse { hex, .. } if hex == "0202"),
    );
}

#[test]
fn painting_what_is_there_is_nothing() {
    let mut document = document();
    document.apply(paint("0202", "woods")).unwrap();
    assert_eq!(document.undo_name(), None);
    assert!(!document.dirty());
}

#[test]
fn features() {
    // Row by row, then by kind.
    does(Edit::add_feature(feature("0802", "hilltop"), None), |document| {
        let items = &document.map().features.items;
        let order: Vec<_> = items.iter().map(|item| item.hex.as_str()).collect();
        assert_eq!(order, ["0202", "0802", "0203"]);
    });
    does(Edit::add_feature(feature("0202", "redoubt"), None), |document| {
        assert_eq!(document.map().features.items[0].kind, "redoubt");
        assert_eq!(document.features_at(hex(document, "0202")).count(), 2);
    });
    does(Edit::remove_feature("0202".into(), "town".into()), |document| {
        assert!(document.feature_at(hex(document, "0202"), "town").is_none());
    });
    let named = Feature { name: Some("Nesle".into()), ..feature("0202", "town") };
    does(Edit::set_feature(named), |document| {
        let town = document.feature_at(hex(document, "0202"), "town").unwrap();
        assert_eq!(town.name.as_deref(), Some("Nesle"));
    });
    refuses(Edit::add_feature(feature("0202", "town"), None), |error| {
        matches!(error, EditError::FeatureThere { .. })
    });
    refuses(Edit::add_feature(feature("0202", "town"), Some(1)), |error| {
        matches!(error, EditError::FeatureThere { .. })
    });
    refuses(Edit::add_feature(feature("0101", "town"), Some(9)), |error| {
        matches!(error, EditError::BeyondEnd { at: 9, len: 2, .. })
    });
    refuses(
        Edit::add_feature(feature("0101", "castle"), None),
        |error| matches!(error, EditError::UnknownKind { known, .. } if known.len() == 4),
    );
    refuses(Edit::remove_feature("0101".into(), "town".into()), |error| {
        matches!(error, EditError::NoSuchFeature { .. })
    });
    refuses(Edit::set_feature(feature("0101", "town")), |error| {
        matches!(error, EditError::NoSuchFeature { .. })
    });
}

#[test]
fn hexsides() {
    does(Edit::add_hexside(hexside("0101:s", "river"), None), |document| {
        assert_eq!(document.map().hexsides.items[0].side, "0101:s");
    });
    // The other spelling of 0303:n.
    does(Edit::remove_hexside("0302:s".into(), "river".into()), |document| {
        assert!(document.hexside_at(side(document, "0303:n")).is_none());
    });
    does(Edit::add_hexside(hexside("0302:s", "excavation"), None), |document| {
        let sides: Vec<_> = document
            .hexsides_at(side(document, "0303:n"))
            .map(|hexside| hexside.side.as_str())
            .collect();
        let canonical = document.grid().side_label(side(document, "0302:s"));
        assert_eq!(sides, [canonical.as_str(), "0303:n"]);
    });
    let somme = Hexside { name: Some("Somme".into()), ..hexside("0303:n", "river") };
    does(Edit::set_hexside(somme), |document| {
        let river = document.hexside_at(side(document, "0303:n")).unwrap();
        assert_eq!(river.name.as_deref(), Some("Somme"));
    });
    refuses(Edit::add_hexside(hexside("0302:s", "river"), None), |error| {
        matches!(error, EditError::HexsideThere { .. })
    });
    refuses(Edit::add_hexside(hexside("0302:e", "river"), None), |error| {
        matches!(error, EditError::NoSuchSide { .. })
    });
    refuses(Edit::remove_hexside("0101:n".into(), "river".into()), |error| {
        matches!(error, EditError::NoSuchHexside { .. })
    });
}

#[test]
fn lines() {
    let add = |side: &str| Edit::add_line_side(0, side.into(), None);
    // It joins the end that it touches.
    does(add("0404:ne"), |document| {
        assert_eq!(document.map().lines.items[0].sides, ["0404:n", "0404:ne"]);
    });
    // 0404:nw in its canonical spelling.
    does(Edit::All { edits: vec![add("0404:ne"), add("0404:nw")] }, |document| {
        assert_eq!(document.map().lines.items[0].sides, ["0304:se", "0404:n", "0404:ne"]);
        assert_eq!(document.lines_at(side(document, "0404:nw")).collect::<Vec<_>>(), [0]);
    });
    does(Edit::remove_line_side(0, "0403:s".into()), |document| {
        assert!(document.map().lines.items[0].sides.is_empty());
    });
    let line = Line { kind: "front".into(), name: None, owner: None, sides: vec!["0101:s".into()] };
    does(Edit::add_line(line.clone(), Some(0)), |document| {
        assert_eq!(document.map().lines.items[0].kind, "front");
    });
    does(Edit::remove_line(0), |document| {
        assert!(document.map().lines.items.is_empty());
    });
    refuses(add("0403:s"), |error| matches!(error, EditError::LineSideThere { .. }));
    refuses(Edit::remove_line_side(0, "0101:s".into()), |error| {
        matches!(error, EditError::NoSuchLineSide { .. })
    });
    refuses(Edit::remove_line(1), |error| {
        matches!(error, EditError::NoSuchLine { line: 1, count: 1 })
    });
    let lost = Line { sides: vec!["9999:n".into()], ..line };
    refuses(Edit::add_line(lost, None), |error| matches!(error, EditError::NoSuchSide { .. }));
}

#[test]
fn zones() {
    let add = |hex: &str| Edit::add_zone_hex("west".into(), hex.into(), None);
    let remove = |hex: &str| Edit::remove_zone_hex("west".into(), hex.into());
    does(add("0201"), |document| {
        assert_eq!(document.map().zones.items[0].hexes, ["0101", "0201", "0102"]);
    });
    does(remove("0101"), |document| {
        assert_eq!(document.map().zones.items[0].hexes, ["0102"]);
    });
    refuses(add("0101"), |error| matches!(error, EditError::ZoneHexThere { .. }));
    refuses(remove("0808"), |error| matches!(error, EditError::NoSuchHex { .. }));
    refuses(remove("0808"), |error| error.to_string().contains("0808"));
    refuses(Edit::remove_zone_hex("east".into(), "0101".into()), |error| {
        matches!(error, EditError::NoSuchZone { .. })
    });
}

fn controlled(zone: &str) -> Edit {
    let insert = vec![ZoneControl { side: "red".into(), zone: zone.into() }];
    Edit::splice(List::Control, 0, 0, insert)
}

#[test]
fn zones_are_controlled() {
    does(controlled("west"), |document| {
        assert_eq!(document.scenario().setup.control[0].zone, "west");
    });
    let renamed = |document: &Document| {
        let mut to = document.map().zones.items[0].clone();
        to.id = "far-west".into();
        Edit::set_zone("west".into(), to)
    };
    does(Edit::All { edits: vec![controlled("west"), renamed(&document())] }, |document| {
        assert_eq!(document.scenario().setup.control[0].zone, "far-west");
    });
    let remove = Edit::remove_zone("west".into());
    refuses(Edit::All { edits: vec![controlled("west"), remove] }, |error| {
        error.to_string().contains("red controls it")
    });
    let beyond = Edit::cut(List::Control, 0, 1);
    refuses(beyond, |error| matches!(error, EditError::BeyondEnd { .. }));
}

#[test]
fn counters_begin_eliminated() {
    let eliminate = |id: &str| Edit::splice(List::Eliminated, 0, 0, vec![id.to_owned()]);
    does(eliminate("a-3"), |document| {
        assert_eq!(document.counter_uses("a-3"), [CounterUse::Eliminated]);
    });
    let renamed = |id: &str, to: &str| {
        let mut counter = document().counter(id).unwrap().clone();
        counter.id = to.into();
        Edit::set_counter(id.into(), Box::new(counter))
    };
    does(Edit::All { edits: vec![eliminate("a-3"), renamed("a-3", "a-9")] }, |document| {
        assert_eq!(document.scenario().setup.eliminated, ["a-9"]);
    });
    let delete = Edit::delete_counter("a-3".into());
    refuses(Edit::All { edits: vec![eliminate("a-3"), delete] }, |error| {
        error.to_string().contains("it begins among the eliminated")
    });
    // Setting it up takes it from there.
    does(Edit::All { edits: vec![eliminate("a-3"), place("a-3", "0101", None)] }, |document| {
        assert!(document.scenario().setup.eliminated.is_empty());
        assert_eq!(stack(document, "0101"), "a-3");
    });
}

#[test]
fn substitutes_are_followed() {
    let substituted = || {
        let mut to = document().counter("a-1").unwrap().clone();
        to.substitute = Some("a-3".into());
        Edit::set_counter("a-1".into(), Box::new(to))
    };
    let mut renamed = document().counter("a-3").unwrap().clone();
    renamed.id = "a-9".into();
    let rename = Edit::set_counter("a-3".into(), Box::new(renamed));
    does(Edit::All { edits: vec![substituted(), rename] }, |document| {
        assert_eq!(document.counter("a-1").unwrap().substitute.as_deref(), Some("a-9"));
    });
    let delete = Edit::delete_counter("a-3".into());
    refuses(Edit::All { edits: vec![substituted(), delete] }, |error| {
        error.to_string().contains("it is the substitute of a-1")
    });
}

#[test]
fn counters_are_placed() {
    does(place("a-3", "0101", None), |document| {
        assert_eq!(stack(document, "0101"), "a-3");
        // Before 0404, hex by hex.
        assert_eq!(document.scenario().setup.placements[0].hex, "0101");
        let uses = document.counter_uses("a-3");
        assert_eq!(uses, [CounterUse::Hex(Some(hex(document, "0101")))]);
    });
    does(place("a-3", "0404", None), |document| {
        assert_eq!(stack(document, "0404"), "a-3 a-1 a-2");
        assert_eq!(document.scenario().setup.placements.len(), 2);
    });
    does(place("a-3", "0404", Some(1)), |document| {
        assert_eq!(stack(document, "0404"), "a-1 a-3 a-2");
    });
    let turned = Edit::PlaceCounter {
        counter: "a-3".into(),
        hex: "0404".into(),
        index: Some(1),
        face: Some(1),
    };
    does(turned, |document| {
        assert_eq!(stack(document, "0404"), "a-1 a-3/1 a-2");
        assert_eq!(document.scenario().setup.placements.len(), 4);
    });
    refuses(
        place("a-1", "0101", None),
        |error| matches!(error, EditError::CounterUsed { place, .. } if place.contains("0404")),
    );
    refuses(
        place("b-2", "0101", None),
        |error| matches!(error, EditError::CounterUsed { place, .. } if place.contains("game-turn 1")),
    );
    refuses(place("nobody", "0101", None), |error| {
        matches!(error, EditError::NoSuchCounter { .. })
    });
    refuses(place("a-3", "0404", Some(3)), |error| {
        matches!(error, EditError::BeyondEnd { at: 3, len: 2, .. })
    });
    let faceless = Edit::PlaceCounter {
        counter: "a-3".into(),
        hex: "0101".into(),
        index: None,
        face: Some(2),
    };
    refuses(faceless, |error| matches!(error, EditError::NoSuchFace { faces: 2, .. }));
}

#[test]
fn a_pool_is_placed_as_often_as_it_has_counters() {
    let mut document = document();
    let unplaced = |document: &salient_document::Document| {
        let left = document.unplaced_counters();
        left.map(|(counter, left)| format!("{} {left}", counter.id)).collect::<Vec<_>>()
    };
    assert_eq!(unplaced(&document), ["a-3 1", "pool 3"]);
    for hex in ["0101", "0101", "0102"] {
        document.apply(place("pool", hex, None)).unwrap();
    }
    assert_eq!(stack(&document, "0101"), "pool pool");
    assert_eq!(unplaced(&document), ["a-3 1"]);
    assert!(document.apply(place("pool", "0103", None)).is_err());
    let remove = Edit::RemoveCounter { counter: "pool".into(), hex: "0101".into() };
    document.apply(remove).unwrap();
    assert_eq!(stack(&document, "0101"), "pool");
    assert_eq!(unplaced(&document), ["a-3 1", "pool 1"]);
    assert_index(&document);
}

#[test]
fn counters_move() {
    does(move_to("a-1", "0404", "0101", None), |document| {
        assert_eq!(stack(document, "0404"), "a-2");
        assert_eq!(stack(document, "0101"), "a-1");
    });
    does(move_to("a-1", "0404", "0404", Some(1)), |document| {
        assert_eq!(stack(document, "0404"), "a-2 a-1");
    });
    // Its face goes along, so that it does not join the others' entry.
    does(move_to("b-1", "0505", "0404", Some(1)), |document| {
        assert_eq!(stack(document, "0404"), "a-1 b-1/1 a-2");
        assert_eq!(stack(document, "0505"), "");
    });
    refuses(move_to("a-1", "0505", "0101", None), |error| {
        matches!(error, EditError::CounterNotThere { .. })
    });
    // Refused only after it was taken up: it is put back.
    refuses(move_to("a-1", "0404", "0505", Some(2)), |error| {
        matches!(error, EditError::BeyondEnd { .. })
    });
    refuses(move_to("a-1", "0404", "9999", None), |error| {
        matches!(error, EditError::NoSuchHex { .. })
    });
}

#[test]
fn moving_to_where_it_is_leaves_no_trace() {
    let mut document = document();
    document.apply(move_to("a-1", "0404", "0404", None)).unwrap();
    document.apply(move_to("b-1", "0505", "0505", None)).unwrap();
    assert_eq!(document.undo_name(), None);
    assert!(!document.dirty());
}

#[test]
fn counters_turn_and_go() {
    let turn = |counter: &str, hex: &str, face| Edit::TurnCounter {
        counter: counter.into(),
        hex: hex.into(),
        face,
    };
    does(turn("a-2", "0404", 1), |document| assert_eq!(stack(document, "0404"), "a-1 a-2/1"));
    does(turn("b-1", "0505", 0), |document| assert_eq!(stack(document, "0505"), "b-1"));
    does(Edit::RemoveCounter { counter: "b-1".into(), hex: "0505".into() }, |document| {
        assert_eq!(document.scenario().setup.placements.len(), 1);
    });
    refuses(turn("a-1", "0404", 2), |error| matches!(error, EditError::NoSuchFace { .. }));
    // To and fro leaves one entry, as it was.
    let mut document = document();
    let before = bytes(&document);
    document.apply(turn("a-1", "0404", 1)).unwrap();
    document.apply(turn("a-1", "0404", 0)).unwrap();
    assert_eq!(bytes(&document), before);
}

/// `a-1` carries `a-2` in 0404.
fn carrying() -> Document {
    let mut document = document();
    let on_board = Edit::SetStates {
        counter: "a-2".into(),
        hex: "0404".into(),
        states: vec!["hidden".into()],
        carried_by: Some("a-1".into()),
    };
    document.apply(on_board).unwrap();
    document
}

#[test]
fn counters_begin_in_states_and_on_board() {
    let set = |counter: &str, states: &[&str], by: Option<&str>| Edit::SetStates {
        counter: counter.into(),
        hex: "0404".into(),
        states: states.iter().map(|&state| state.into()).collect(),
        carried_by: by.map(Into::into),
    };
    does(set("a-2", &["hidden", "dug-in"], Some("a-1")), |document| {
        let entry = &document.stack_at(hex(document, "0404"))[1];
        assert_eq!(entry.placement.states, ["hidden", "dug-in"]);
        assert_eq!(entry.placement.carried_by.as_deref(), Some("a-1"));
        assert_eq!(stack(document, "0404"), "a-1 a-2");
    });
    refuses(set("a-2", &[], Some("a-2")), |error| matches!(error, EditError::CarriesItself { .. }));
    for (counter, by) in [("a-2", Some("b-1")), ("b-1", None)] {
        refuses(set(counter, &[], by), |error| matches!(error, EditError::CounterNotThere { .. }));
    }
    // To and fro leaves one entry, as it was.
    let mut document = document();
    let before = bytes(&document);
    document.apply(set("a-1", &["hidden"], None)).unwrap();
    assert_eq!(document.scenario().setup.placements.len(), 3);
    document.apply(set("a-1", &[], None)).unwrap();
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_load_goes_where_its_carrier_goes() {
    let by = |document: &Document, at: &str| {
        let stack = document.stack_at(hex(document, at));
        let load = stack.iter().find(|entry| entry.counter == "a-2").unwrap();
        (load.placement.carried_by.clone(), load.placement.states.len())
    };
    let mut document = carrying();
    let before = bytes(&document);
    document.apply(move_to("a-1", "0404", "0303", None)).unwrap();
    assert_eq!(stack(&document, "0303"), "a-1 a-2");
    assert_eq!(by(&document, "0303"), (Some("a-1".into()), 1));
    document.undo();
    assert_eq!(bytes(&document), before);
    // Within its stack it is put in another place by itself.
    document.apply(move_to("a-1", "0404", "0404", Some(1))).unwrap();
    assert_eq!(stack(&document, "0404"), "a-2 a-1");
    assert_eq!(by(&document, "0404"), (Some("a-1".into()), 1));
    // A load that goes by itself is carried no more, and one whose carrier is taken away.
    document.apply(move_to("a-2", "0404", "0303", None)).unwrap();
    assert_eq!(by(&document, "0303"), (None, 1));
    let mut document = carrying();
    let before = bytes(&document);
    document.apply(Edit::RemoveCounter { counter: "a-1".into(), hex: "0404".into() }).unwrap();
    assert_eq!(by(&document, "0404"), (None, 1));
    document.undo();
    assert_eq!(bytes(&document), before);
}

#[test]
fn values() {
    does(Edit::SetScenarioTitle { title: "Big scenario".into() }, |document| {
        assert_eq!(document.title(), "Big scenario");
    });
    does(Edit::SetScenarioId { id: "picardy_1918-b".into() }, |document| {
        assert_eq!(document.scenario().id, "picardy_1918-b");
    });
    for id in ["", "Picardy", "a--b", "-a", "a b", "ä"] {
        refuses(Edit::SetScenarioId { id: id.into() }, |error| {
            matches!(error, EditError::NoId { .. })
        });
    }
    does(Edit::SetScenarioNotes { notes: vec!["One.".into()] }, |_| {});
    does(Edit::SetMapTitle { title: "Big map".into() }, |_| {});
    does(Edit::SetMapNotes { notes: vec!["One.".into()] }, |_| {});
    let designation =
        |counter: &str| Edit::SetDesignation { counter: counter.into(), designation: "9/9".into() };
    does(designation("a-1"), |document| {
        assert_eq!(document.counter("a-1").unwrap().designation, "9/9");
    });
    refuses(designation("z-9"), |error| matches!(error, EditError::NoSuchCounter { .. }));
    let rating = |face, rating: &str, value| Edit::SetRating {
        counter: "a-1".into(),
        face,
        rating: rating.into(),
        value,
    };
    does(rating(1, "strength", Some(Rating::Number(3))), |document| {
        let face = &document.counter("a-1").unwrap().faces[1];
        assert_eq!(face.ratings[&"strength".to_owned()], Rating::Number(3));
    });
    does(rating(0, "movement", None), |document| {
        assert!(!document.counter("a-1").unwrap().faces[0].ratings.contains_key("movement"));
    });
    refuses(rating(0, "morale", None), |error| matches!(error, EditError::NoSuchRating { .. }));
    refuses(rating(2, "strength", None), |error| matches!(error, EditError::NoSuchFace { .. }));
    does(Edit::SetTurnLabel { turn: 2, label: "evening".into() }, |document| {
        assert_eq!(document.scenario().turns[1].label, "evening");
    });
    refuses(Edit::SetTurnLabel { turn: 3, label: "night".into() }, |error| {
        matches!(error, EditError::NoSuchTurn { turn: 3 })
    });
    does(Edit::SetReinforcementTurn { entry: 0, turn: 2 }, |document| {
        assert_eq!(document.counter_uses("b-2"), [CounterUse::Arrives(2)]);
    });
    refuses(Edit::SetReinforcementTurn { entry: 1, turn: 2 }, |error| {
        matches!(error, EditError::BeyondEnd { .. })
    });
    refuses(Edit::SetReinforcementTurn { entry: 0, turn: 9 }, |error| {
        matches!(error, EditError::NoSuchTurn { .. })
    });
}

#[test]
fn several_edits_are_all_applied_or_none() {
    let edits = vec![paint("0101", "swamp"), place("a-3", "0101", None), paint("9999", "woods")];
    refuses(Edit::All { edits }, |error| matches!(error, EditError::NoSuchHex { .. }));
}

#[test]
fn a_doubled_feature_can_be_removed_and_brought_back() {
    let mut bundle = crate::helper::bundle();
    let mut twin = bundle.map.features.items[0].clone();
    twin.name = Some("Ham again".into());
    bundle.map.features.items.push(twin);
    let project = salient_schema::project::Project {
        bundle,
        paths: Default::default(),
        texts: Default::default(),
    };
    let mut document =
        salient_document::Document::new(SYSTEMS, project, salient_document::Origin::Embedded);
    let before = bytes(&document);
    let remove = Edit::remove_feature("0202".into(), "town".into());
    document.apply(remove.clone()).unwrap();
    document.apply(remove).unwrap();
    document.undo();
    document.undo();
    assert_eq!(bytes(&document), before);
}

#[test]
fn broken_rows_are_refused_not_fatal() {
    let mut bundle = crate::helper::bundle();
    bundle.map.terrain.rows.truncate(2);
    bundle.map.terrain.rows[1] = "äö".into();
    let project = salient_schema::project::Project {
        bundle,
        paths: Default::default(),
        texts: Default::default(),
    };
    let mut document =
        salient_document::Document::new(SYSTEMS, project, salient_document::Origin::Embedded);
    assert!(matches!(
        document.apply(paint("0303", "woods")),
        Err(EditError::BrokenRows { hex }) if hex == "0303"
    ));
    assert!(document.apply(paint("0503", "woods")).is_err());
    // A glyph that the palette does not know can be painted over, and comes back.
    let before = bytes(&document);
    document.apply(paint("0202", "woods")).unwrap();
    assert_eq!(document.map().terrain.rows[1], "äw");
    document.undo();
    assert_eq!(bytes(&document), before);
}
