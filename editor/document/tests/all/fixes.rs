//! Quick fixes: each takes its problem away and brings none that is worse.

use proptest::prelude::*;
use salient_document::fixes::{Fix, fixes_for, fixes_for_all, problems_like};
use salient_document::{Document, Edit, Origin, ProblemId};
use salient_schema::project::{Project, ProjectPaths};
use salient_schema::{Bundle, Diagnostic};
use serde_json::{Value, json};

use crate::SYSTEMS;
use crate::helper::{bytes, untidy};
use crate::problems::{kaisers_battle, kb_edit, lively};
use crate::properties::edit;

fn open(bundle: Bundle) -> Document {
    let mut document = Document::new(
        SYSTEMS,
        Project { bundle, paths: ProjectPaths::default(), texts: Default::default() },
        Origin::Embedded,
    );
    document.refresh_problems();
    document
}

fn found(document: &Document) -> Vec<(ProblemId, Diagnostic)> {
    document.problems().iter().map(|(id, found)| (id, found.clone())).collect()
}

/// Applies a fix and looks at what became of the problem.
fn assert_mends(document: &mut Document, problem: &Diagnostic, fix: &Fix) {
    let before: Vec<Diagnostic> = found(document).into_iter().map(|(_, found)| found).collect();
    let start = bytes(document);
    document.begin(fix.title.clone());
    for edit in &fix.edits {
        let result = document.apply(edit.clone());
        assert!(result.is_ok(), "{problem:?}\n{fix:?}\n{result:?}");
    }
    document.commit();
    document.refresh_problems();
    let after: Vec<Diagnostic> = found(document).into_iter().map(|(_, found)| found).collect();
    let times = |list: &[Diagnostic]| list.iter().filter(|other| *other == problem).count();
    assert!(times(&after) < times(&before), "{problem:?}\nis still there after {fix:?}");
    for new in after.iter().filter(|new| !before.contains(new)) {
        assert!(new.severity >= problem.severity, "{problem:?}\n{fix:?}\nbrings {new:?}");
    }
    document.undo();
    document.refresh_problems();
    assert_eq!(bytes(document), start);
}

/// Tries every fix of every problem; gives how many there were.
fn assert_all_mend(document: &mut Document) -> usize {
    document.refresh_problems();
    let mut tried = 0;
    for (id, problem) in found(document) {
        for fix in fixes_for(document, id) {
            assert!(!fix.title.is_empty() && !fix.edits.is_empty());
            assert_mends(document, &problem, &fix);
            tried += 1;
        }
    }
    tried
}

/// The lively scenario with a change of its JSON, and the titles of the fixes for the problem
/// with these words. Every fix is tried.
#[track_caller]
fn fixes(words: &str, change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut value = serde_json::to_value(lively()).unwrap();
    change(&mut value);
    let mut document = open(serde_json::from_value(value).unwrap());
    let all = found(&document);
    let hit = all.iter().find(|(_, found)| found.message.contains(words));
    let Some((id, problem)) = hit else { panic!("nothing says {words:?}: {all:#?}") };
    let fixes = fixes_for(&document, *id);
    for fix in &fixes {
        assert_mends(&mut document, problem, fix);
    }
    fixes.into_iter().map(|fix| fix.title).collect()
}

#[test]
fn misspelt_names_get_the_suggested_spelling() {
    let named = |words: &str, pointer: &str, name: &str| {
        fixes(words, |value| *value.pointer_mut(pointer).unwrap() = json!(name))
    };
    assert_eq!(
        named("no feature kind `twon`", "/map/features/items/0/kind", "twon"),
        ["Make it town"]
    );
    assert_eq!(
        named("no side or nation `bleu`", "/map/features/items/1/owner", "bleu"),
        ["Make it blue"]
    );
    assert_eq!(
        named("no hexside kind `rivre`", "/map/hexsides/items/0/kind", "rivre"),
        ["Make it river"]
    );
    assert_eq!(named("no path kind `raod`", "/map/paths/items/0/kind", "raod"), ["Make it road"]);
    assert_eq!(
        named("no line kind `vp-lin`", "/map/lines/items/0/kind", "vp-lin"),
        ["Make it vp-line"]
    );
    assert_eq!(
        named("no terrain kind `wods`", "/map/terrain/palette/w", "wods"),
        ["Make it woods"]
    );
    assert_eq!(
        named("no unit type `infantri`", "/orders_of_battle/0/counters/0/type", "infantri"),
        ["Make it infantry"]
    );
    assert_eq!(
        named("no side `rde`", "/orders_of_battle/0/counters/2/side", "rde"),
        ["Make it red"]
    );
    assert_eq!(
        named("no entry hex with the letter", "/scenario/reinforcements/0/entry/letter", "Z"),
        ["Make it A"]
    );
}

#[test]
fn what_leads_nowhere_goes() {
    let placed = |words: &str, pointer: &str, to: Value| {
        fixes(words, |value| *value.pointer_mut(pointer).unwrap() = to)
    };
    let counters = "/scenario/setup/placements/0/counters";
    assert_eq!(placed("no counter `zouaves`", counters, json!(["a-1", "zouaves"])), ["Remove it"]);
    assert_eq!(
        placed("comes into play twice", counters, json!(["a-1", "a-1"])),
        ["Remove it here"]
    );
    assert_eq!(placed("no counter is placed", counters, json!([])), ["Remove the empty entry"]);
    let hex = "/scenario/setup/placements/0/hex";
    assert_eq!(placed("no hex 9999", hex, json!("9999")), ["Remove it"]);
    let zone = "/map/zones/items/0/hexes";
    assert_eq!(
        placed("stands twice in the zone", zone, json!(["0101", "0101"])),
        ["Remove it here"]
    );
    assert_eq!(placed("has no hex", zone, json!([])), ["Remove the zone"]);
    assert_eq!(
        placed("no game-turn 9", "/scenario/reinforcements/0/turn", json!(9)),
        ["Let them arrive on game-turn 2"]
    );
    assert_eq!(
        placed(
            "it must be from 0 to 20",
            "/orders_of_battle/0/counters/0/faces/0/ratings/strength",
            json!(40)
        ),
        ["Make it 20"]
    );
}

#[test]
fn rows_of_hexes_are_fitted_to_the_grid() {
    let row = |words: &str, text: &str| {
        fixes(words, |value| value["map"]["terrain"]["rows"][3] = json!(text))
    };
    assert_eq!(row("6 glyphs", "......"), ["Fill the row up with clear"]);
    assert_eq!(row("11 glyphs", "..........."), ["Cut the last 3 hexes off"]);
    assert_eq!(row("not in the palette", "..??...."), ["Make 2 hexes of the row clear"]);
    let rows = fixes("rows of glyphs on a map", |value| {
        value["map"]["terrain"]["rows"].as_array_mut().unwrap().pop();
    });
    assert_eq!(rows, ["Fit the rows to the grid, with clear"]);
}

#[test]
fn gaps_are_closed() {
    // The river runs along the north of 0303 and its north-east; take it one further, with a gap.
    let river = fixes("the watercourse Somme stops", |value| {
        value["map"]["hexsides"]["items"] = json!([
            { "side": "0303:n", "kind": "river", "name": "Somme" },
            { "side": "0303:se", "kind": "river", "name": "Somme" },
        ]);
    });
    assert_eq!(river, ["Draw river along 0402:sw"]);
    let trench = fixes("stops on either side of 0403", |value| {
        let piece = |hex: &str| json!({ "hex": hex, "kind": "redoubt", "owner": "blue" });
        value["map"]["features"]["items"] = json!([
            piece("0203"), piece("0303"), piece("0503"), piece("0603"),
            { "hex": "0801", "kind": "town", "name": "Ham", "letter": "A" },
        ]);
    });
    assert_eq!(trench, ["Add redoubt in 0403"]);
    let line = fixes("leaves out", |value| {
        value["map"]["lines"]["items"][0]["sides"] = json!(["0404:nw", "0404:ne"]);
    });
    assert_eq!(line, ["Close the gap"]);
    let road = fixes("not adjacent", |value| {
        value["map"]["paths"]["items"][0]["hexes"] = json!(["0202", "0402"]);
    });
    assert_eq!(road.len(), 1, "{road:?}");
    assert!(road[0].starts_with("Lead it through 030"), "{road:?}");
    let ends = fixes("just short of", |value| {
        value["map"]["paths"]["items"] = json!([
            { "kind": "road", "hexes": ["0202", "0302"] },
            { "kind": "road", "hexes": ["0502", "0602"] },
        ]);
    });
    assert_eq!(ends, ["Join it to 0502"]);
}

#[test]
fn a_road_ends_where_the_land_does() {
    let sea = fixes("leads into 0403", |value| {
        value["map"]["terrain"]["palette"]["~"] = json!("swamp");
        value["map"]["terrain"]["rows"][2] = json!(".w.~....");
    });
    assert_eq!(sea, ["Let it end in 0303"]);
}

#[test]
fn what_somebody_comes_in_by_stays() {
    let hilltop = |hex: &str| json!({ "hex": hex, "kind": "hilltop" });
    let both = |hex: &'static str| {
        fixes("of the terrain effects chart", |value| {
            value["map"]["features"]["items"].as_array_mut().unwrap().push(hilltop(hex));
        })
    };
    // The town has the letter by which the only arrival enters.
    assert_eq!(both("0202"), ["Remove the hilltop"]);
}

#[test]
fn what_nobody_holds_is_held_by_a_side() {
    let morale = json!({ "hex": "0601", "kind": "hilltop", "value": 2 });
    let held = fixes("nobody holds", |value| {
        value["map"]["features"]["items"].as_array_mut().unwrap().push(morale);
    });
    assert_eq!(held, ["Held by Red", "Held by Blue"]);
}

#[test]
fn counters_against_the_rules_move_to_the_nearest_legal_hex() {
    let mut document = kaisers_battle();
    let placements = &document.scenario().setup.placements;
    let (first, last) = (placements[0].clone(), placements[placements.len() - 1].clone());
    let edit = Edit::MoveCounter {
        counter: last.counters[0].clone(),
        from: last.hex.clone(),
        to: first.hex.clone(),
        index: None,
    };
    document.apply(edit).unwrap();
    document.refresh_problems();
    let all = found(&document);
    let (id, problem) =
        all.iter().find(|(_, found)| found.rule.as_deref() == Some("KB 5.12")).unwrap();
    let fixes = fixes_for(&document, *id);
    assert!(fixes[0].title.starts_with("Move "), "{fixes:?}");
    assert_mends(&mut document, problem, &fixes[0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn every_fix_mends_and_brings_nothing_worse(
        untidily in any::<bool>(),
        edits in prop::collection::vec(edit(), 1..12),
    ) {
        let mut document = if untidily { untidy() } else { open(lively()) };
        for edit in edits {
            let _ = document.apply(edit);
        }
        assert_all_mend(&mut document);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, ..ProptestConfig::default() })]

    #[test]
    fn so_it_is_in_the_published_scenario(
        edits in prop::collection::vec((0..12_u8, any::<u32>(), any::<u32>()), 1..10),
    ) {
        let mut document = kaisers_battle();
        for (what, a, b) in edits {
            let edit = kb_edit(&document, what, a, b);
            let _ = document.apply(edit);
        }
        assert_all_mend(&mut document);
    }
}

#[test]
fn all_of_a_kind_get_the_same_way_out() {
    // Two counters lack their sizes, and two towns their spelling.
    let like = SYSTEMS.published().next().unwrap().bundle;
    let mut document = open(like);
    let without: Vec<_> = document.bundle().orders_of_battle[0].counters.iter().take(3).collect();
    let edits: Vec<Edit> = without
        .into_iter()
        .map(|counter| {
            let to = salient_schema::order_of_battle::Counter { size: None, ..counter.clone() };
            Edit::set_counter(counter.id.clone(), to)
        })
        .collect();
    edits.into_iter().for_each(|edit| document.apply(edit).unwrap());
    document.refresh_problems();
    let all = found(&document);
    let lacking: Vec<_> =
        all.iter().filter(|(_, found)| found.message.contains("needs a size")).collect();
    assert_eq!(lacking.len(), 3);
    for (id, _) in &lacking {
        let alike = problems_like(&document, *id);
        assert_eq!(alike.len(), 3, "{alike:?}");
        let fixes = fixes_for_all(&document, *id, 0);
        assert_eq!(fixes.len(), 3);
        assert!(fixes.iter().all(|fix| fix.title.starts_with("Let its size be")));
    }
    document.begin("all");
    for fix in fixes_for_all(&document, lacking[0].0, 0) {
        document.apply(Edit::All { edits: fix.edits }).unwrap();
    }
    document.commit();
    document.refresh_problems();
    assert!(!found(&document).iter().any(|(_, found)| found.message.contains("needs a size")));
}

/// Infantry Attacks: whoever stands in a major river is put on one of its banks, and whatever he
/// cannot begin as is taken away.
#[test]
fn how_counters_begin() {
    let system = SYSTEMS.iter().find(|system| system.info().id == "infantry-attacks").unwrap();
    let mut bundle = system.published().bundle(Some("kaushen")).unwrap();
    for mission in &mut bundle.scenario.setup.missions {
        mission.fires.clear();
    }
    let river = bundle.ruleset.terrain.iter().find(|kind| kind.id.contains("major")).unwrap();
    let (river, mut document) = (river.id.clone(), open(bundle));
    let placements = &document.scenario().setup.placements;
    let infantry = placements
        .iter()
        .find(|entry| document.counter(&entry.counters[0]).unwrap().unit_type == "infantry");
    let (counter, from) =
        infantry.map(|entry| (entry.counters[0].clone(), entry.hex.clone())).unwrap();
    // Where a road leads through, one is on both banks.
    let roads = &document.map().paths.items;
    let free = document.grid().hexes().find(|&hex| {
        let label = document.grid().label(hex);
        document.stack_at(hex).is_empty()
            && document.features_at(hex).next().is_none()
            && !roads.iter().any(|road| road.hexes.contains(&label))
    });
    let hex = document.grid().label(free.unwrap());
    document.apply(Edit::SetTerrain { hex: hex.clone(), kind: river }).unwrap();
    let to = hex.clone();
    document.apply(Edit::MoveCounter { counter: counter.clone(), from, to, index: None }).unwrap();
    let states = vec!["asleep".to_owned(), "mounted".to_owned()];
    let set = Edit::SetStates { counter, hex: hex.clone(), states, carried_by: None };
    document.apply(set).unwrap();
    document.refresh_problems();
    let mut titles = Vec::new();
    for (id, problem) in found(&document) {
        let whole = document.problem_in_bundle(id).unwrap();
        if whole.place.pointer.is_some_and(|at| at.contains("/states")) {
            for fix in fixes_for(&document, id) {
                assert_mends(&mut document, &problem, &fix);
                titles.push(fix.title);
            }
        }
    }
    titles.sort();
    let named = |end: &str| titles.iter().filter(|title| title.contains(end)).count();
    assert_eq!((named("bank"), named("Take the state from")), (1, 2), "{titles:#?}");
}
