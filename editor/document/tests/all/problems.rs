//! Problems by scope: what is found again after an edit is what a look at everything finds.

use std::path::Path;

use proptest::prelude::*;
use salient_document::{Document, Edit, Origin};
use salient_hex::grid::Hex;
use salient_schema::map::{Feature, Hexside, Path as Way};
use salient_schema::project::{Project, ProjectPaths};
use salient_schema::{Bundle, Diagnostic, Disk};
use serde_json::{Value, json};

use crate::SYSTEMS;
use crate::chance::Chance;
use crate::generate;
use crate::helper::{bundle, document, untidy};
use crate::properties::edit;

/// Everything that the checks of whole files and of whole set-ups say.
fn of_everything(document: &Document) -> Vec<Diagnostic> {
    let bundle = document.bundle();
    let mut found = salient_schema::check::check_parts(bundle);
    found.extend(salient_schema::check_references(bundle));
    found.extend(salient_rules::check(SYSTEMS, bundle));
    found.iter_mut().for_each(|found| document.paths().localise(found));
    found.sort();
    found.dedup();
    found
}

#[track_caller]
fn assert_same(document: &mut Document) {
    document.refresh_problems();
    assert!(!document.problems_stale());
    let (kept, afresh) = (document.all_problems(), of_everything(document));
    let missing: Vec<_> = afresh.iter().filter(|found| !kept.contains(found)).collect();
    let gone: Vec<_> = kept.iter().filter(|found| !afresh.contains(found)).collect();
    assert!(missing.is_empty() && gone.is_empty(), "missing {missing:#?}\nno more {gone:#?}");
    assert_eq!(kept, afresh);
    assert!(document.problems().len() >= kept.len());
}

fn kind(id: &str, more: Value) -> Value {
    let mut kind = json!({ "id": id, "name": id, "look": {} });
    kind.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    kind
}

/// The small scenario with kinds that the checks look at: water, roads, towns, morale hexes.
pub fn lively() -> Bundle {
    let mut value = serde_json::to_value(bundle()).unwrap();
    let ruleset = &mut value["ruleset"];
    ruleset["terrain"] = json!([
        kind("clear", json!({ "movement": 1 })),
        kind("woods", json!({ "movement": 2 })),
        kind("swamp", json!({ "impassable": true, "look": { "mark": "water" } })),
    ]);
    ruleset["features"] = json!([
        kind("town", json!({ "traits": ["town"], "movement": 1 })),
        kind("redoubt", json!({ "traits": ["trench"], "look": { "mark": "trench" } })),
        kind("hilltop", json!({ "traits": ["entry"], "look": { "mark": "morale" }, "defence": 1 })),
    ]);
    ruleset["hexsides"] = json!([
        kind("river", json!({ "movement": 1, "look": { "mark": "river" } })),
        kind("excavation", json!({ "movement": 1, "look": { "mark": "trench" } })),
    ]);
    ruleset["paths"] = json!([kind("road", json!({ "look": { "mark": "road" } }))]);
    ruleset["constants"] = json!([
        { "id": "stacking_limit", "meaning": "limit", "value": 2, "rule": "SW 7.1" }
    ]);
    let map = &mut value["map"];
    map["paths"] = json!({ "provenance": "invented", "items": [
        { "kind": "road", "hexes": ["0202", "0203", "0303", "0403"] },
        { "kind": "road", "hexes": ["0604", "0704"] },
    ] });
    map["features"]["items"][0]["letter"] = json!("A");
    value["scenario"]["reinforcements"][0]["entry"] = json!({ "letter": "A" });
    serde_json::from_value(value).unwrap()
}

fn open(bundle: Bundle) -> Document {
    Document::new(
        SYSTEMS,
        Project { bundle, paths: ProjectPaths::default(), texts: Default::default() },
        Origin::Embedded,
    )
}

pub fn kaisers_battle() -> Document {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("scenarios/kaisers-battle/kaisers-battle.json");
    let (project, _) = salient_schema::open_project(&Disk, path.to_str().unwrap());
    Document::new(SYSTEMS, project.unwrap(), Origin::Embedded)
}

#[test]
fn the_first_look_is_a_look_at_everything() {
    for mut document in [document(), untidy(), open(lively()), kaisers_battle()] {
        assert_same(&mut document);
    }
}

/// A map may be looked at in slices, with edits between them.
#[test]
fn a_slow_first_look_finds_the_same() {
    let mut document = kaisers_battle();
    let hexes: Vec<Hex> = document.grid().hexes().step_by(37).collect();
    let mut slices = 0;
    while !document.check_some(20) {
        slices += 1;
        if let Some(&hex) = hexes.get(slices) {
            let hex = document.grid().label(hex);
            let kind = ["town", "redoubt", "entry"][slices % 3].to_owned();
            let feature = Feature { hex, kind, letter: Some("Q".into()), ..no_feature() };
            let _ = document.apply(Edit::add_feature(feature, Some(0)));
        }
        assert!(slices < 10_000);
    }
    assert!(slices > 20, "{slices}");
    assert_same(&mut document);
}

fn no_feature() -> Feature {
    serde_json::from_value(json!({ "hex": "", "kind": "" })).unwrap()
}

#[test]
fn an_edit_leaves_the_findings_of_other_places_alone() {
    let mut bundle = lively();
    let nameless = |column: u16, row: u16| Feature {
        hex: format!("{column:02}{row:02}"),
        kind: "town".into(),
        ..no_feature()
    };
    bundle.map.features.items =
        (1..=6).flat_map(|row| (1..=8).map(move |column| nameless(column, row))).collect();
    let mut document = open(bundle);
    document.refresh_problems();
    let before: Vec<Diagnostic> =
        document.problems().iter().map(|(_, found)| found.clone()).collect();
    let feature = Feature { hex: "0101".into(), kind: "redoubt".into(), ..no_feature() };
    document.apply(Edit::add_feature(feature, Some(0))).unwrap();
    let version = document.problems().version();
    document.refresh_problems();
    let after: Vec<Diagnostic> =
        document.problems().iter().map(|(_, found)| found.clone()).collect();
    assert_eq!(before, after, "the same, though every place in the list is another");
    assert!(document.problems().version() - version < 8, "few scopes were looked at again");
    assert_same(&mut document);
}

#[test]
fn problems_are_counted_and_found_by_place() {
    let mut document = open(lively());
    document.apply(Edit::SetTerrain { hex: "0403".into(), kind: "swamp".into() }).unwrap();
    document.refresh_problems();
    let count = document.problems().count();
    assert_eq!(count.all(), document.problems().iter().count());
    let in_water =
        document.problems().iter().find(|(_, found)| found.message.contains("leads into"));
    let (id, found) = in_water.unwrap();
    assert_eq!(found.place.hex.as_deref(), Some("0403"));
    let whole = document.problem(id).unwrap();
    assert_eq!(whole.place.pointer.as_deref(), Some("/paths/items/0/hexes/3"));
    document.undo();
    document.refresh_problems();
    assert!(document.problems().iter().all(|(_, found)| !found.message.contains("leads into")));
}

/// What the ruleset says by itself is looked at again where terrain, roads and entries change.
#[test]
fn a_road_through_prohibited_woods_is_followed() {
    let mut value = serde_json::to_value(lively()).unwrap();
    let ruleset = &mut value["ruleset"];
    ruleset["terrain"][1]["effects"] =
        json!([{ "when": { "unit": "infantry" }, "prohibited": true }]);
    ruleset["paths"][0]["movement"] = json!(1);
    value["scenario"]["reinforcements"][0]["entry"] = json!({ "hexes": ["0802"] });
    let mut document = open(serde_json::from_value(value).unwrap());
    let mut told = |edit: Edit| -> Vec<String> {
        document.apply(edit).unwrap();
        assert_same(&mut document);
        let said = document.problems().iter().map(|(_, found)| found.message.clone());
        said.filter(|said| said.contains("woods is prohibited")).collect()
    };
    let woods = |hex: &str| Edit::SetTerrain { hex: hex.into(), kind: "woods".into() };
    let stands = |who: &str| format!("{who} stands in 0404, where woods is prohibited to it");
    assert_eq!(told(woods("0404")), [stands("A-1"), stands("A-2")]);
    let road = Way {
        kind: "road".into(),
        name: None,
        tracks: None,
        hexes: vec!["0403".into(), "0404".into()],
    };
    assert_eq!(told(Edit::add_path(road, Some(0))), Vec::<String>::new());
    assert_eq!(told(Edit::remove_path(0)), [stands("A-1"), stands("A-2")]);
    assert_eq!(told(woods("0802")).len(), 3, "who arrives cannot come in either");
}

/// An edit of the published scenario, by random numbers.
pub fn kb_edit(document: &Document, what: u8, a: u32, b: u32) -> Edit {
    let grid = document.grid();
    let hex = |n: u32| grid.label(Hex(n % grid.len() as u32));
    let placements = &document.scenario().setup.placements;
    let some = &placements[a as usize % placements.len()];
    let counter = || some.counters[0].clone();
    let features = &document.map().features.items;
    let feature = &features[b as usize % features.len()];
    let hexsides = &document.map().hexsides.items;
    let hexside = &hexsides[b as usize % hexsides.len()];
    let kinds = ["town", "redoubt", "entry", "hilltop", "wire", "fieldwork"];
    match what % 12 {
        0 => Edit::MoveCounter {
            counter: counter(),
            from: some.hex.clone(),
            to: hex(b),
            index: None,
        },
        1 => {
            let to = placements[b as usize % placements.len()].hex.clone();
            Edit::MoveCounter { counter: counter(), from: some.hex.clone(), to, index: None }
        }
        2 => Edit::RemoveCounter { counter: counter(), hex: some.hex.clone() },
        3 => Edit::TurnCounter { counter: counter(), hex: some.hex.clone(), face: (b % 3) as u8 },
        4 => Edit::SetTerrain { hex: hex(b), kind: ["clear", "swamp"][a as usize % 2].into() },
        5 => Edit::add_feature(
            Feature { hex: hex(b), kind: kinds[a as usize % 6].into(), ..no_feature() },
            Some(a as usize % 20),
        ),
        6 => Edit::remove_feature(feature.hex.clone(), feature.kind.clone()),
        7 => Edit::remove_hexside(hexside.side.clone(), hexside.kind.clone()),
        8 => {
            let side = format!("{}:{}", hex(b), ["n", "ne", "se"][a as usize % 3]);
            let kind = if a.is_multiple_of(5) { "excavation" } else { "river" };
            let hexside = Hexside { side, kind: kind.into(), name: None, provenance: None };
            Edit::add_hexside(hexside, None)
        }
        9 => {
            let sides = &document.map().lines.items[0].sides;
            Edit::remove_line_side(0, sides[b as usize % sides.len()].clone())
        }
        10 => Edit::SetReinforcementTurn { entry: (a % 8) as usize, turn: (b % 12) as u16 },
        _ => {
            let constants = &document.ruleset().constants;
            let constant = constants[b as usize % constants.len()].id.clone();
            Edit::SetConstant { constant, value: (a % 20) as i32, provenance: None }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn after_any_edits_what_is_kept_is_what_there_is(
        untidily in any::<bool>(),
        edits in prop::collection::vec((edit(), 0..8_u8), 1..12),
    ) {
        let mut document = if untidily { untidy() } else { open(lively()) };
        document.refresh_problems();
        for (edit, then) in edits {
            let _ = document.apply(edit);
            match then {
                0 => { document.undo(); }
                1 => { document.redo(); }
                2 => continue,
                _ => {}
            }
            assert_same(&mut document);
        }
    }

    #[test]
    fn after_any_roads_what_is_kept_is_what_there_is(
        edits in prop::collection::vec((0..6_u8, 0..4_usize, 0..48_u32, 0..48_u32), 1..12),
    ) {
        let mut document = open(lively());
        document.refresh_problems();
        for (what, place, a, b) in edits {
            let label = |n: u32| document.grid().label(Hex(n));
            let hexes = document.grid().line(Hex(a), Hex(b)).into_iter().map(|hex| document.grid().label(hex));
            let path = Way { hexes: hexes.collect(), ..document.map().paths.items.first().cloned().unwrap_or(Way {
                kind: "road".into(), name: None, tracks: None, hexes: Vec::new(),
            }) };
            let edit = match what {
                0 | 1 => Edit::add_path(path, Some(place)),
                2 => Edit::remove_path(place),
                3 => Edit::SetTerrain { hex: label(a), kind: "swamp".into() },
                4 => Edit::SetTerrain { hex: label(b), kind: "clear".into() },
                _ => Edit::add_feature(Feature { hex: label(a), kind: "town".into(), ..no_feature() }, None),
            };
            let _ = document.apply(edit);
            assert_same(&mut document);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn after_any_edits_of_the_published_scenario_too(
        edits in prop::collection::vec((any::<u8>(), any::<u32>(), any::<u32>()), 1..25),
    ) {
        let mut document = kaisers_battle();
        document.refresh_problems();
        for (nth, (what, a, b)) in edits.into_iter().enumerate() {
            let edit = kb_edit(&document, what, a, b);
            let _ = document.apply(edit);
            if nth % 5 == 4 {
                document.undo();
            }
            assert_same(&mut document);
        }
    }
}

/// Edits of every kind that there is, in any order, undone and done again now and then.
#[test]
fn after_edits_of_every_kind_what_is_kept_is_what_there_is() {
    for seed in 0..120 {
        let mut chance = Chance::new(seed);
        let mut document = match seed % 3 {
            0 => document(),
            1 => untidy(),
            _ => open(lively()),
        };
        for _ in 0..25 {
            let (_, edit) = generate::edit(&mut chance, &document);
            let _ = document.apply(edit);
            match chance.below(6) {
                0 => {
                    document.undo();
                }
                1 => {
                    document.redo();
                }
                // Several edits at once.
                2 => continue,
                _ => {}
            }
            assert_same(&mut document);
        }
    }
}
