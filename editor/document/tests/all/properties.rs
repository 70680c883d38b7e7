//! Any edits in any order: undo, redo, journal and index hold.

use proptest::prelude::*;
use salient_document::tools::{
    Brush, Button, Erase, Key, Likeness, Modifiers, Stamp, Tool, ToolBox, ToolEvent,
};
use salient_document::{Document, Edit};
use salient_schema::common::Rating;
use salient_schema::map::{Feature, Hexside};

use crate::SYSTEMS;
use crate::helper::{assert_index, bytes, document, open, untidy, write_files};

/// Something that a user does.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a few dozen live in a test")]
enum Deed {
    Edit(Edit),
    Begin,
    Commit,
    Cancel,
    Undo,
    Redo,
}

fn hex() -> impl Strategy<Value = String> {
    // A few that are not on the map, too.
    (1..=9_u8, 1..=6_u8).prop_map(|(column, row)| format!("{column:02}{row:02}"))
}

fn side() -> impl Strategy<Value = String> {
    let compass = prop::sample::select(vec!["n", "ne", "se", "s", "sw", "nw"]);
    (hex(), compass).prop_map(|(hex, compass)| format!("{hex}:{compass}"))
}

fn one_of(ids: &[&str]) -> impl Strategy<Value = String> + use<> {
    prop::sample::select(ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>())
}

fn terrain() -> impl Strategy<Value = String> {
    one_of(&["clear", "woods", "swamp", "lava"])
}

fn counter() -> impl Strategy<Value = String> {
    one_of(&["a-1", "a-2", "a-3", "b-1", "b-2", "pool"])
}

fn at() -> impl Strategy<Value = Option<usize>> {
    prop::option::of(0..4_usize)
}

pub fn edit() -> impl Strategy<Value = Edit> {
    let feature = (hex(), one_of(&["town", "redoubt", "hilltop"]), prop::option::of("[A-C]"))
        .prop_map(|(hex, kind, name)| Feature {
            hex,
            kind,
            name,
            owner: None,
            value: None,
            letter: None,
            facing: Vec::new(),
            provenance: None,
        });
    let feature = feature.boxed();
    let hexside = (side(), one_of(&["river", "excavation"]), prop::option::of("[A-C]"))
        .prop_map(|(side, kind, name)| Hexside { side, kind, name, provenance: None })
        .boxed();
    let map = prop_oneof![
        4 => (hex(), terrain()).prop_map(|(hex, kind)| Edit::SetTerrain { hex, kind }),
        1 => one_of(&["w", "s", "."])
            .prop_map(|glyph| Edit::RemoveGlyph { glyph: glyph.chars().next().unwrap() }),
        2 => (feature.clone(), at()).prop_map(|(feature, at)| Edit::add_feature(feature, at)),
        2 => feature
            .clone()
            .prop_map(|Feature { hex, kind, .. }| Edit::remove_feature(hex, kind)),
        1 => feature.prop_map(Edit::set_feature),
        2 => (hexside.clone(), at()).prop_map(|(hexside, at)| Edit::add_hexside(hexside, at)),
        2 => hexside
            .clone()
            .prop_map(|Hexside { side, kind, .. }| Edit::remove_hexside(side, kind)),
        1 => hexside.prop_map(Edit::set_hexside),
        2 => (0..2_usize, side(), at())
            .prop_map(|(line, side, at)| Edit::add_line_side(line, side, at)),
        2 => (0..2_usize, side()).prop_map(|(line, side)| Edit::remove_line_side(line, side)),
        1 => (0..2_usize).prop_map(Edit::remove_line),
        1 => (hex(), at())
            .prop_map(|(hex, at)| Edit::add_zone_hex("west".into(), hex, at)),
        1 => hex().prop_map(|hex| Edit::remove_zone_hex("west".into(), hex)),
    ];
    // Few hexes, so that stacks grow.
    let stack = || one_of(&["0404", "0505", "0101", "9999"]);
    let set_up = prop_oneof![
        (counter(), stack(), at(), prop::option::of(0..3_u8)).prop_map(
            |(counter, hex, index, face)| Edit::PlaceCounter { counter, hex, index, face }
        ),
        (counter(), stack(), stack(), at())
            .prop_map(|(counter, from, to, index)| Edit::MoveCounter { counter, from, to, index }),
        (counter(), stack()).prop_map(|(counter, hex)| Edit::RemoveCounter { counter, hex }),
        (counter(), stack(), 0..3_u8).prop_map(|(counter, hex, face)| Edit::TurnCounter {
            counter,
            hex,
            face
        }),
        (counter(), stack(), prop::option::of("n|ne|se|s|sw|nw"))
            .prop_map(|(counter, hex, facing)| Edit::FaceCounter { counter, hex, facing }),
        (
            counter(),
            stack(),
            prop::collection::vec("hidden|dug-in", 0..3),
            prop::option::of(counter())
        )
            .prop_map(|(counter, hex, states, carried_by)| Edit::SetStates {
                counter,
                hex,
                states,
                carried_by
            }),
    ];
    let values = prop_oneof![
        "[a-z]{0,3}".prop_map(|title| Edit::SetScenarioTitle { title }),
        // Some of them are no ids and refused.
        "[a-zA-]{0,3}".prop_map(|id| Edit::SetScenarioId { id }),
        "[a-z]{0,3}".prop_map(|title| Edit::SetMapTitle { title }),
        (counter(), 0..3_u8, prop::option::of(0..9)).prop_map(|(counter, face, value)| {
            let value = value.map(Rating::Number);
            Edit::SetRating { counter, face, rating: "strength".into(), value }
        }),
        (counter(), "[a-z]{0,3}")
            .prop_map(|(counter, designation)| Edit::SetDesignation { counter, designation }),
        (0..3_usize, 0..4_u16).prop_map(|(entry, turn)| Edit::SetReinforcementTurn { entry, turn }),
        (0..4_u16, "[a-z]{0,3}").prop_map(|(turn, label)| Edit::SetTurnLabel { turn, label }),
    ];
    prop_oneof![5 => map, 4 => set_up, 1 => values].prop_recursive(1, 4, 3, |edit| {
        prop::collection::vec(edit, 0..4).prop_map(|edits| Edit::All { edits })
    })
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        12 => edit().prop_map(Deed::Edit),
        2 => Just(Deed::Begin),
        2 => Just(Deed::Commit),
        1 => Just(Deed::Cancel),
        2 => Just(Deed::Undo),
        2 => Just(Deed::Redo),
    ]
}

fn carry_out(document: &mut Document, deed: Deed) {
    match deed {
        Deed::Edit(edit) => {
            let before = bytes(document);
            if document.apply(edit).is_err() {
                assert_eq!(bytes(document), before, "a refused edit changes nothing");
            }
        }
        Deed::Begin => document.begin("Together"),
        Deed::Commit => {
            document.commit();
        }
        Deed::Cancel => document.cancel(),
        Deed::Undo => {
            document.undo();
        }
        Deed::Redo => {
            document.redo();
        }
    }
}

fn tool() -> impl Strategy<Value = Tool> {
    let brush = || prop::sample::select(Brush::ALL.to_vec());
    let owner = || prop::option::of(Just("red".to_owned()));
    let ground = prop_oneof![
        (terrain(), brush()).prop_map(|(kind, brush)| Tool::Paint { kind, brush }),
        (terrain(), brush()).prop_map(|(kind, brush)| Tool::Line { kind, brush }),
        terrain().prop_map(|kind| Tool::Fill { kind }),
        (-2_i16..3, brush()).prop_map(|(level, brush)| Tool::Elevation { level, brush }),
        brush().prop_map(|brush| Tool::Zone { zone: "west".into(), brush }),
        (prop::sample::select(Erase::ALL.to_vec()), brush())
            .prop_map(|(what, brush)| Tool::Erase { what, brush }),
    ];
    let drawing = prop_oneof![
        owner().prop_map(|owner| Tool::Feature { kind: "redoubt".into(), owner, value: Some(2) }),
        owner().prop_map(|owner| Tool::Trench { kind: "redoubt".into(), owner }),
        Just(Tool::Label { kind: "label".into() }),
        Just(Tool::HexsidePen { kind: "river".into() }),
        owner().prop_map(|owner| Tool::LinePen { kind: "vp-line".into(), owner }),
        prop::option::of(1_u8..3)
            .prop_map(|tracks| Tool::PathPen { kind: "railway".into(), tracks }),
        counter().prop_map(|counter| Tool::PlaceCounter { counter, face: 0 }),
        any::<bool>().prop_map(|empty| {
            let hexes: Vec<_> = document().grid().hexes().skip(9).take(12).collect();
            let stamp = Stamp::copy(&document(), &hexes).map(std::sync::Arc::new);
            Tool::Stamp { stamp: stamp.filter(|_| !empty) }
        }),
    ];
    let looking = prop_oneof![
        Just(Tool::Select),
        Just(Tool::Wand { like: Likeness::Terrain }),
        Just(Tool::Wand { like: Likeness::Feature }),
        Just(Tool::Rectangle),
        Just(Tool::Lasso),
        Just(Tool::Eyedropper),
        prop::option::of(counter()).prop_map(|unit| Tool::Measure { unit }),
        Just(Tool::Sight),
    ];
    prop_oneof![3 => ground, 4 => drawing, 3 => looking]
}

fn event() -> impl Strategy<Value = ToolEvent> {
    let at = prop_oneof![
        20 => (-1.0..8.0_f32, -1.0..7.0_f32),
        1 => Just((f32::NAN, f32::INFINITY)),
        1 => Just((f32::MAX, f32::MIN)),
    ]
    .prop_map(|(x, y)| [x, y])
    .boxed();
    let button = prop::sample::select(vec![Button::Primary, Button::Secondary]);
    let modifiers = (any::<bool>(), any::<bool>(), any::<bool>())
        .prop_map(|(shift, command, alt)| Modifiers { shift, command, alt });
    let keys = [Key::Escape, Key::Delete, Key::Enter, Key::Rotate, Key::RotateBack, Key::Mirror];
    prop_oneof![
        6 => (at.clone(), modifiers.clone())
            .prop_map(|(at, modifiers)| ToolEvent::Move { at, modifiers }),
        3 => (at.clone(), button.clone(), modifiers.clone())
            .prop_map(|(at, button, modifiers)| ToolEvent::Press { at, button, modifiers }),
        3 => (at.clone(), button, modifiers.clone())
            .prop_map(|(at, button, modifiers)| ToolEvent::Release { at, button, modifiers }),
        1 => (at, modifiers).prop_map(|(at, modifiers)| ToolEvent::DoubleClick { at, modifiers }),
        1 => Just(ToolEvent::Leave),
        2 => prop::sample::select(keys.to_vec()).prop_map(ToolEvent::Key),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn all_undone_is_the_start_and_all_redone_the_end(
        tidy in any::<bool>(),
        deeds in prop::collection::vec(deed(), 0..40),
    ) {
        let mut document = if tidy { document() } else { untidy() };
        let start = bytes(&document);
        for deed in deeds {
            carry_out(&mut document, deed);
        }
        document.commit();
        assert_index(&document);
        while document.redo().is_some() {}
        let end = bytes(&document);
        let mut undone = 0;
        while document.undo().is_some() {
            undone += 1;
        }
        prop_assert_eq!(bytes(&document), start);
        prop_assert!(!document.dirty());
        assert_index(&document);
        for _ in 0..undone {
            prop_assert!(document.redo().is_some());
        }
        prop_assert_eq!(bytes(&document), end);
        assert_index(&document);
    }

    #[test]
    fn a_single_edit_and_its_inverse_leave_no_trace(tidy in any::<bool>(), edit in edit()) {
        let mut document = if tidy { document() } else { untidy() };
        let start = bytes(&document);
        if document.apply(edit).is_ok() && document.undo_name().is_some() {
            prop_assert_ne!(bytes(&document), start.clone());
            document.undo();
        }
        prop_assert_eq!(bytes(&document), start);
    }

    #[test]
    fn edits_survive_json(edit in edit()) {
        let text = serde_json::to_string(&edit).unwrap();
        prop_assert_eq!(serde_json::from_str::<Edit>(&text).unwrap(), edit);
    }

    #[test]
    fn any_events_leave_a_document_that_can_be_undone(
        hands in prop::collection::vec((tool(), prop::collection::vec(event(), 0..12)), 0..6)
    ) {
        let mut document = document();
        let start = bytes(&document);
        for (tool, events) in hands {
            let mut tools = ToolBox::new(tool);
            for event in events {
                let output = tools.handle(&event, &document);
                prop_assert!(!output.hint.is_empty());
                // An edit may be refused (an unknown kind), but nothing may break.
                let _ = document.perform(output.actions);
            }
            document.perform(tools.choose(Tool::Select)).unwrap();
            prop_assert!(!document.in_transaction());
        }
        assert_index(&document);
        while document.undo().is_some() {}
        prop_assert_eq!(bytes(&document), start);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn the_journal_replays_to_the_same_bytes(
        deeds in prop::collection::vec(deed(), 1..25),
        save_after in prop::option::of(0..25_usize),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = write_files(folder.path());
        let mut document = open(&path);
        for (number, deed) in deeds.into_iter().enumerate() {
            carry_out(&mut document, deed);
            if save_after == Some(number) {
                document.save(Default::default()).unwrap();
            }
        }
        document.commit();
        prop_assert!(document.journal_error().is_none());
        let end = bytes(&document);
        drop(document);

        let (again, _) = Document::open(SYSTEMS, &path);
        let mut again = again.unwrap();
        if again.unfinished_work().is_some() {
            prop_assert_eq!(again.recover().unwrap().lost, 0);
        }
        prop_assert_eq!(bytes(&again), end);
        assert_index(&again);
    }
}
