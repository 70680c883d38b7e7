//! Files by themselves, as version control hands them over: two compared, three merged.

use std::slice::from_ref;

use proptest::prelude::*;
use salient_document::{ChangeKind, Choice, Document, FileError, MergedFile, Names, compare_files};
use salient_schema::{Bundle, Document as File};
use serde_json::{Value, json};

use crate::helper::{bundle, document};
use crate::properties::edit;

/// A merge in which ours stays.
fn merge_files(base: Option<&File>, ours: &File, theirs: &File) -> Result<MergedFile, FileError> {
    salient_document::merge_files(base, ours, theirs, &[])
}

fn file(bundle: Bundle) -> File {
    let mut file = File::Bundle(Box::new(bundle));
    file.sort();
    file
}

/// The small bundle with some values in it replaced or removed (by null).
fn with(changes: &[(&str, Value)]) -> File {
    let mut value = serde_json::to_value(bundle()).unwrap();
    for (pointer, new) in changes {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        match value.pointer_mut(parent).unwrap_or_else(|| panic!("{parent} is there")) {
            Value::Object(fields) if new.is_null() => {
                fields.remove(name).unwrap();
            }
            Value::Object(fields) => {
                fields.insert(name.to_owned(), new.clone());
            }
            Value::Array(items) if name == "-" => items.push(new.clone()),
            Value::Array(items) if new.is_null() => {
                items.remove(name.parse().unwrap());
            }
            Value::Array(items) => items[name.parse::<usize>().unwrap()] = new.clone(),
            other => panic!("{parent} is {other}"),
        }
    }
    file(serde_json::from_value(value).unwrap())
}

/// What is told of a change to the small bundle.
fn told(changes: &[(&str, Value)]) -> Vec<String> {
    let comparison = compare_files(&with(&[]), &with(changes), &Names::default()).unwrap();
    comparison.changes.into_iter().map(|change| change.text).collect()
}

#[test]
fn the_ground_is_told_by_hex_and_hexside() {
    assert_eq!(told(&[]), [""; 0]);
    let woods = json!("...w....");
    assert_eq!(told(&[("/map/terrain/rows/3", woods)]), ["terrain of 0404: clear → woods"]);
    // A new glyph for the same ground is no change; many alike are one sentence.
    let palette = json!({ ".": "clear", "w": "woods", "x": "clear" });
    let changes = [("/map/terrain/palette", palette), ("/map/terrain/rows/3", json!("xxxxwwww"))];
    assert_eq!(told(&changes), ["terrain of 4 hexes: clear → woods (0504, 0604, 0704, 0804)"]);
    let river = json!({ "side": "0504:n", "kind": "river", "name": "Somme" });
    assert_eq!(told(&[("/map/hexsides/items/-", river)]), ["river Somme added 0503/0504"]);
    // The same hexside, spelled from its other hex.
    assert_eq!(told(&[("/map/hexsides/items/0/side", json!("0302:s"))]), [""; 0]);
    assert_eq!(told(&[("/map/hexsides/items/1", json!(null))]), ["river removed 0303/0402"]);
    assert_eq!(
        told(&[("/map/lines/items/0/sides/-", json!("0504:n"))]),
        ["vp-line: 0503/0504 added"]
    );
    assert_eq!(told(&[("/map/paths/items/0/hexes/-", json!("0402"))]), ["road: 0402 added"]);
    assert_eq!(
        told(&[("/map/zones/items/0/hexes/1", json!("0103"))]),
        ["zone west: 0102 removed", "zone west: 0103 added"]
    );
    assert_eq!(
        told(&[("/map/hexsides/items/-", json!({ "side": "0101:n", "kind": "river" }))]),
        ["river added 0101:n"]
    );
}

#[test]
fn towns_move_and_are_renamed() {
    assert_eq!(
        told(&[("/map/features/items/0/hex", json!("0303"))]),
        ["town Ham moved 0202 → 0303"]
    );
    assert_eq!(
        told(&[("/map/features/items/0/name", json!("Hamm"))]),
        ["town in 0202: name Ham → Hamm"]
    );
    assert_eq!(
        told(&[("/map/features/items/1/owner", json!(null))]),
        ["redoubt in 0203: owner no longer given (was blue)"]
    );
    assert_eq!(
        told(&[("/map/title", json!("Large map"))]),
        ["the map: title: Small map → Large map"]
    );
}

#[test]
fn counters_go_by_what_is_printed_on_them() {
    assert_eq!(
        told(&[("/scenario/setup/placements/0/hex", json!("0604"))]),
        ["A-1 moved 0404 → 0604", "A-2 moved 0404 → 0604"]
    );
    assert_eq!(
        told(&[("/scenario/setup/placements/0/counters", json!(["a-2", "a-1"]))]),
        ["stack in 0404: now A-2, A-1 from the top"]
    );
    // The same stack in two entries.
    let two = json!([
        { "hex": "0404", "counters": ["a-1"] }, { "hex": "0404", "counters": ["a-2"] },
        { "hex": "0505", "counters": ["b-1"], "face": 1 }
    ]);
    assert_eq!(told(&[("/scenario/setup/placements", two)]), ["the same things in another order"]);
    assert_eq!(
        told(&[("/scenario/setup/placements/1/face", json!(null))]),
        ["B-1 in 0505: no longer face 1"]
    );
    assert_eq!(
        told(&[("/scenario/reinforcements/0/turn", json!(2))]),
        ["B-2 arrives on game-turn 2 instead of 1"]
    );
    assert_eq!(
        told(&[("/scenario/reinforcements/0/entry", json!({ "letter": "A" }))]),
        ["B-2 arrives at entry A instead of 0801"]
    );
    assert_eq!(
        told(&[("/scenario/reinforcements/0/counters/-", json!("pool"))]),
        ["POOL arrives on game-turn 1 at 0801"]
    );
    let changes = [
        ("/scenario/reinforcements/0/counters/-", json!("b-1")),
        ("/scenario/setup/placements/1", json!(null)),
    ];
    assert_eq!(told(&changes), ["B-1 arrives on game-turn 1 at 0801 (was set up in 0505)"]);
    let oob = "/orders_of_battle/0/counters/0";
    assert_eq!(
        told(&[(&format!("{oob}/faces/1/ratings/strength"), json!(3))]),
        ["A-1: strength 2 → 3 on the back"]
    );
    // Two that bear the same name are told apart.
    assert_eq!(
        told(&[(&format!("{oob}/designation"), json!("A-2"))]),
        ["A-2 (a-1): designation A-1 → A-2"]
    );
}

#[test]
fn charts_are_told_by_their_heads() {
    assert_eq!(
        told(&[("/ruleset/tables/0/rows/1/cells/0", json!("EX"))]),
        ["chart crt: row 2, column 1:1: - → EX"]
    );
    assert_eq!(
        told(&[("/ruleset/constants/0/value", json!(4))]),
        ["number 'stacking_limit': value: 3 → 4"]
    );
    assert_eq!(
        told(&[("/ruleset/terrain/1/movement", json!(2))]),
        ["terrain 'woods': movement: 2 (not given before)"]
    );
}

#[test]
fn a_change_says_where_it_shows() {
    let new = with(&[("/scenario/setup/placements/1/hex", json!("0605"))]);
    let comparison = compare_files(&with(&[]), &new, &Names::default()).unwrap();
    let [change] = comparison.changes.as_slice() else { panic!("{comparison:#?}") };
    assert_eq!(change.kind, ChangeKind::Moved);
    assert_eq!(change.hexes, ["0505", "0605"]);
    assert_eq!(change.counters, ["b-1"]);
    assert_eq!(change.path, ["scenario", "setup", "placements", "b-1"]);
    let json = serde_json::to_value(&comparison).unwrap();
    assert_eq!(json["kind"], "bundle");
    assert_eq!(json["changes"][0]["after"], json!({ "hex": "0605", "face": 1 }));
}

#[test]
fn maps_of_two_sizes_are_compared_by_number_and_not_merged() {
    let Bundle { mut map, .. } = bundle();
    map.sort();
    let base = File::Map(Box::new(map.clone()));
    map.terrain.rows[0] = ".w......".into();
    let painted = File::Map(Box::new(map));
    let Bundle { map: mut wide, .. } = bundle();
    wide.sort();
    wide.grid.columns = 9;
    wide.terrain.rows.iter_mut().for_each(|row| row.push('.'));
    let wide = File::Map(Box::new(wide));
    let comparison = compare_files(&base, &wide, &Names::default()).unwrap();
    let texts: Vec<&str> = comparison.changes.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts[1..], ["terrain clear: 6 hexes added (0901, 0902, 0903, 0904, 0905, 0906)"]);
    assert!(texts[0].starts_with("the map: grid: "), "{texts:?}");

    let merged = merge_files(Some(&base), &wide, &painted).unwrap();
    assert_eq!(merged.conflicts.len(), 1, "{:?}", merged.conflicts);
    assert_eq!(merged.file, wide, "ours stays, whole");
    // Where only one changed the map there is nothing to decide.
    let merged = merge_files(Some(&base), &wide, &base).unwrap();
    assert_eq!((merged.conflicts.len(), merged.file), (0, wide));
}

/// Merges two changes of the small bundle: what both come to, and the conflicts.
fn merged(ours: &[(&str, Value)], theirs: &[(&str, Value)]) -> (File, Vec<String>) {
    let base = with(&[]);
    let merged = merge_files(Some(&base), &with(ours), &with(theirs)).unwrap();
    (merged.file, merged.conflicts.into_iter().map(|conflict| conflict.what).collect())
}

/// Both changes are in the merge, without a conflict, whoever is whom.
fn both(ours: (&str, Value), theirs: (&str, Value)) {
    let wanted = with(&[ours.clone(), theirs.clone()]);
    for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
        let (file, conflicts) = merged(from_ref(ours), from_ref(theirs));
        assert_eq!(conflicts, [""; 0], "{ours:?} {theirs:?}");
        let left = compare_files(&wanted, &file, &Names::default()).unwrap().changes;
        assert_eq!(left, [], "{ours:?} {theirs:?}");
    }
}

/// Both change the same, otherwise: ours stays.
fn clash(ours: (&str, Value), theirs: (&str, Value), what: &str) {
    for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
        let (file, conflicts) = merged(from_ref(ours), from_ref(theirs));
        assert_eq!(conflicts, [what], "{ours:?} {theirs:?}");
        assert_eq!(file, with(from_ref(ours)), "{ours:?} {theirs:?}");
    }
}

#[test]
fn changes_of_different_things_are_both_in_the_merge() {
    let road = |at: usize, hex: &str| (format!("/map/paths/items/0/hexes/{at}"), json!(hex));
    let (first, last) = (road(0, "0102"), road(2, "0301"));
    both((&first.0, first.1), (&last.0, last.1));
    let cell = |row: usize, is: &str| (format!("/ruleset/tables/0/rows/{row}/cells/1"), json!(is));
    let (one, other) = (cell(0, "X"), cell(1, "Y"));
    both((&one.0, one.1), (&other.0, other.1));
    both(("/ruleset/tables/0/rows/0/cells/0", json!("X")), ("/ruleset/tables/0/title", json!("T")));
    both(
        ("/scenario/setup/placements/1/hex", json!("0101")),
        ("/scenario/reinforcements/0/turn", json!(2)),
    );
    // Lists that nobody had before.
    both(
        ("/scenario/withdrawals", json!([{ "turn": 1, "side": "red", "counters": ["a-1"] }])),
        ("/scenario/notes", json!(["A note."])),
    );
    let leaves = |turn: u16, id: &str| json!({ "turn": turn, "side": "red", "counters": [id] });
    let (first, second) = (leaves(1, "a-1"), leaves(2, "a-2"));
    let (file, conflicts) = merged(
        &[("/scenario/withdrawals", json!([first]))],
        &[("/scenario/withdrawals", json!([second]))],
    );
    assert_eq!(conflicts, [""; 0]);
    let wanted = with(&[("/scenario/withdrawals", json!([second, first]))]);
    assert_eq!(compare_files(&wanted, &file, &Names::default()).unwrap().changes, []);
    let rating =
        |face: usize| format!("/orders_of_battle/0/counters/0/faces/{face}/ratings/strength");
    both((&rating(0), json!(9)), (&rating(1), json!(8)));
}

#[test]
fn changes_of_one_thing_clash() {
    clash(
        ("/map/paths/items/0/hexes/1", json!("0102")),
        ("/map/paths/items/0/hexes/1", json!("0301")),
        "path 'road': hexes",
    );
    clash(
        ("/ruleset/tables/0/rows/0/cells/1", json!("X")),
        ("/ruleset/tables/0/rows/0/cells/1", json!("Y")),
        "chart 'crt': rows, 1, cells, 2",
    );
    clash(
        ("/scenario/reinforcements/0/turn", json!(2)),
        ("/scenario/reinforcements/0/turn", json!(3)),
        "arrival of 'b-2'",
    );
    clash(
        ("/scenario/setup/placements/1/hex", json!("0101")),
        ("/scenario/setup/placements/1", json!(null)),
        "where 'b-1' is set up",
    );
}

#[test]
fn a_track_is_merged_by_game_turn() {
    let track = |values: [i32; 4]| {
        let mut bundle = bundle();
        let track = json!([{ "id": "guns", "name": "Guns", "values": values }]);
        bundle.scenario.tracks = serde_json::from_value(track).unwrap();
        file(bundle)
    };
    let base = track([3, 3, 4, 4]);
    let merged = merge_files(Some(&base), &track([3, 5, 4, 4]), &track([3, 6, 4, 9])).unwrap();
    assert_eq!(merged.file, track([3, 5, 4, 9]), "both numbers of turn 2 stay one number");
    assert_eq!(merged.conflicts[0].what, "track 'guns': values, 2");
    let merged = merge_files(Some(&base), &track([3, 5, 4, 4]), &track([3, 3, 3, 4])).unwrap();
    assert_eq!((merged.file, merged.conflicts.len()), (track([3, 5, 3, 4]), 0));
}

#[test]
fn roads_without_a_name_are_told_apart() {
    let roads = |roads: &[[&str; 2]]| {
        let mut bundle = bundle();
        let roads: Vec<Value> =
            roads.iter().map(|hexes| json!({ "kind": "road", "hexes": hexes })).collect();
        bundle.map.paths.items = serde_json::from_value(Value::Array(roads)).unwrap();
        file(bundle)
    };
    let base = roads(&[["0101", "0102"], ["0103", "0104"], ["0105", "0106"]]);
    let ours = roads(&[["0101", "0201"], ["0103", "0104"], ["0105", "0106"], ["0701", "0702"]]);
    let theirs = roads(&[["0103", "0104"], ["0105", "0106"], ["0703", "0704"]]);
    // They took out the one that ours changed: a conflict, and nothing else is touched by it.
    let merged = merge_files(Some(&base), &ours, &theirs).unwrap();
    assert_eq!(merged.conflicts.len(), 1, "{:?}", merged.conflicts);
    let File::Bundle(bundle) = merged.file else { panic!("a bundle") };
    let mut hexes: Vec<String> =
        bundle.map.paths.items.iter().map(|road| road.hexes.join("-")).collect();
    hexes.sort();
    assert_eq!(hexes, ["0101-0201", "0103-0104", "0105-0106", "0701-0702", "0703-0704"]);
}

#[test]
fn files_that_both_added_are_merged_without_a_base() {
    let one = with(&[]);
    let merged = merge_files(None, &one, &one).unwrap();
    assert_eq!((merged.file, merged.conflicts.len()), (one.clone(), 0));
    let other = with(&[("/scenario/title", json!("Other"))]);
    let merged = merge_files(None, &one, &other).unwrap();
    assert_eq!(merged.conflicts.len(), 1, "{:?}", merged.conflicts);
    assert_eq!(merged.file, one);
}

#[test]
fn files_of_two_kinds_are_refused() {
    let Bundle { map, scenario, .. } = bundle();
    let (map, scenario) = (File::Map(Box::new(map)), File::Scenario(Box::new(scenario)));
    let names = Names::default();
    let error = compare_files(&map, &scenario, &names).unwrap_err().to_string();
    assert!(error.starts_with("one is a map, the other a scenario"), "{error}");
    assert!(merge_files(None, &map, &scenario).is_err());
    assert!(merge_files(Some(&scenario), &map, &map).is_err());
}

fn edited(edits: Vec<salient_document::Edit>) -> Document {
    let mut document = document();
    for edit in edits {
        let _ = document.apply(edit);
    }
    document
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_edited_is_told_and_merged(
        mine in prop::collection::vec(edit(), 0..8),
        others in prop::collection::vec(edit(), 0..8),
    ) {
        let [base, ours, theirs] =
            [vec![], mine, others].map(|edits| file(edited(edits).bundle().clone()));
        let names = Names::default();
        let changes = |one: &File, other: &File| compare_files(one, other, &names).unwrap().changes;
        // A change is told if and only if there is one.
        prop_assert_eq!(changes(&ours, &theirs).is_empty(), ours == theirs);
        prop_assert!(changes(&ours, &ours).is_empty());
        prop_assert!(changes(&base, &ours).iter().all(|change| !change.text.is_empty()));

        // What nobody else changed stays as it is.
        for (mine, others, wanted) in
            [(&ours, &base, &ours), (&base, &theirs, &theirs), (&ours, &ours, &ours)]
        {
            let merged = merge_files(Some(&base), mine, others).unwrap();
            prop_assert!(merged.conflicts.is_empty());
            prop_assert_eq!(&merged.file, wanted);
        }
        // Without a conflict it does not matter who is whom; only the order of lists may differ.
        if let (Ok(one), Ok(two)) =
            (merge_files(Some(&base), &ours, &theirs), merge_files(Some(&base), &theirs, &ours))
        {
            prop_assert_eq!(one.conflicts.len(), two.conflicts.len());
        }
    }
}

/// Of several conflicts each is settled by the choice at its place.
#[test]
fn what_is_chosen_counts() {
    let changed = |title: &str, row: &str| {
        with(&[("/map/title", json!(title)), ("/map/terrain/rows/3", json!(row))])
    };
    let (base, ours) = (with(&[]), changed("Ours", "www....."));
    let theirs = changed("Theirs", "sss.....");
    let merged = merge_files(Some(&base), &ours, &theirs).unwrap();
    assert_eq!((merged.conflicts.len(), &merged.file), (2, &ours));
    let chosen = |choices: &[Choice]| {
        salient_document::merge_files(Some(&base), &ours, &theirs, choices).unwrap().file
    };
    assert_eq!(chosen(&[Choice::Theirs; 2]), theirs);
    let both = chosen(&[Choice::Ours, Choice::Theirs]);
    assert!(both != ours && both != theirs);
}
