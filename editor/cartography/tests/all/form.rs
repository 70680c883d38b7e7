//! A recipe in plain form, and what a hand changed on its map.

use salient_cartography::by_hand::{ByHand, Change, by_hand, correct};
use salient_cartography::form::{
    Become, Distance, List, add_rule, move_rule, put_aside, rows, set_distance, settle_fit, take_up,
};
use salient_schema::map::Fit;
use salient_schema::recipe::Recipe;
use serde_json::{Value, json};

use crate::common::{built, recipe, root, thing};

fn read(value: &Value) -> Recipe {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn every_rule_can_be_put_aside_and_taken_up_and_moved_there_and_back() {
    for name in ["picardy-1918", "western-front-1918"] {
        let text = std::fs::read_to_string(root().join("maps").join(name).join("recipe.json"));
        let whole: Recipe = serde_json::from_str(&text.unwrap()).unwrap();
        let all = rows(&whole);
        let count: usize = List::ALL.iter().map(|list| list.len(&whole)).sum();
        assert!(count > 3 && all.len() == count);
        for row in &all {
            let mut recipe = whole.clone();
            let aside = put_aside(&mut recipe, row.list, row.at).unwrap();
            assert_eq!(rows(&recipe).len(), count - 1);
            take_up(&mut recipe, &aside);
            assert_eq!(recipe, whole, "{}", row.text);
            let last = row.list.len(&whole) - 1;
            move_rule(&mut recipe, row.list, row.at, last);
            move_rule(&mut recipe, row.list, last, row.at);
            assert_eq!(recipe, whole, "{}", row.text);
            if let Some(distance) = row.distance {
                set_distance(&mut recipe, row.list, row.at, distance);
                assert_eq!(recipe, whole, "{}", row.text);
            }
        }
    }
}

#[test]
fn a_rule_that_is_added_is_one_that_builds() {
    let mut plain = read(&recipe(json!({})));
    let kinds = [
        Become::Terrain("forest".into()),
        Become::Feature("town".into()),
        Become::Hexside("river".into()),
        Become::Path("railroad".into()),
    ];
    for (class, becomes) in ["wood", "town", "brook", "rail"].iter().zip(&kinds) {
        add_rule(&mut plain, "own", Some(("class", class)), becomes);
    }
    let texts: Vec<String> = rows(&plain).into_iter().map(|row| row.text).collect();
    let expected = [
        "own, class town: town",
        "own, class wood: forest terrain",
        "own, class brook: river hexsides",
        "own, class rail: railroad",
    ];
    assert_eq!(texts, expected);
    // The fixture's ruleset has no path to build.
    plain.paths.rules.clear();
    let square = json!([[[2.9, 49.9], [3.1, 49.9], [3.1, 50.1], [2.9, 50.1], [2.9, 49.9]]]);
    let things = [
        thing(json!({ "class": "wood" }), "Polygon", square),
        thing(json!({ "class": "town", "name": "T" }), "Point", json!([2.7, 50.2])),
        thing(json!({ "class": "brook" }), "LineString", json!([[2.6, 49.8], [3.3, 49.8]])),
    ];
    let report = built(&serde_json::to_value(&plain).unwrap(), &things).report;
    assert!(report.terrain["forest"] > 0 && report.hexside_counts["river"] > 3);
    assert_eq!(report.feature_counts["town"], 1);
    set_distance(&mut plain, List::Hexsides, 0, Distance::Shortest(Some(2.0)));
    assert_eq!(plain.chains[0].shortest, Some(2.0));
}

#[test]
fn the_fit_follows_from_how_many_points_there_are() {
    let mut plain = read(&recipe(json!({})));
    let points = plain.georeference.control_points.clone();
    plain.georeference.control_points.truncate(1);
    settle_fit(&mut plain, 5000.0);
    assert_eq!((plain.georeference.fit, plain.grid.metres_per_hex), (Fit::Stated, Some(5000.0)));
    plain.georeference.control_points = points;
    settle_fit(&mut plain, 1.0);
    assert_eq!(
        (plain.georeference.fit, plain.grid.metres_per_hex),
        (Fit::Similarity, Some(5000.0))
    );
}

#[test]
fn what_a_hand_changed_can_be_said_by_the_recipe() {
    let things = [
        thing(json!({ "name": "Stays" }), "Point", json!([2.5, 50.3])),
        thing(json!({ "name": "Goes" }), "Point", json!([3.0, 50.0])),
    ];
    let flat = json!({ "elevation": { "provenance": "invented", "rules": [] } });
    let mut plain = read(&recipe(flat));
    add_rule(&mut plain, "own", None, &Become::Feature("town".into()));
    let made = built(&serde_json::to_value(&plain).unwrap(), &things).map;
    assert_eq!(by_hand(&made, &made), Some(Vec::new()));

    let mut now = made.clone();
    now.terrain.rows[2].replace_range(3..4, "f");
    now.terrain.rows[2].replace_range(4..5, "f");
    now.features.items.retain(|town| town.name.as_deref() != Some("Goes"));
    now.features.items[0].name = Some("Stayed".to_owned());
    now.features.items[0].facing = vec!["n".to_owned(), "se".to_owned()];
    let river = json!({ "side": "0303:s", "kind": "river", "name": "Lys" });
    now.hexsides.items.push(serde_json::from_value(river).unwrap());
    let layer = now.elevation.as_mut().unwrap();
    layer.palette.insert("h".to_owned(), 3);
    layer.rows[1].replace_range(1..3, "hh");
    let changes = by_hand(&made, &now).unwrap();
    assert_eq!(changes.len(), 7, "{changes:?}");
    let forest = Change::Terrain { from: "clear".into(), to: "forest".into() };
    assert!(changes.iter().any(|one| one.hex == "0403" && one.what == forest));
    assert!(changes.iter().any(|one| one.in_words() == "river at 0303:s"));
    let raised: Vec<&ByHand> =
        changes.iter().filter(|one| one.in_words() == "level 3 for 0").collect();
    assert_eq!(raised.iter().map(|one| &one.hex).collect::<Vec<_>>(), ["0202", "0302"]);

    correct(&mut plain, &changes, "as drawn");
    assert!(plain.patch.iter().all(|one| one.reason == "as drawn"));
    let again = built(&serde_json::to_value(&plain).unwrap(), &things).map;
    assert_eq!(by_hand(&again, &now), Some(Vec::new()), "the build says it now");
    // Of another map nothing is told.
    now.grid.columns += 1;
    assert_eq!(by_hand(&made, &now), None);
}
