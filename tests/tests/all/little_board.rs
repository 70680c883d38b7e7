//! The small battlefield on which the page Rules of play shows what a ruleset's rules do: the answers
//! are the engine's, so that whatever the rules know is in them.

use salient::SYSTEMS;

use salient_play::field::{Field, Show, Shown};
use salient_play::probe::Says;
use salient_schema::map::Orientation;
use salient_schema::ruleset::RatingUse;
use salient_schema::{Disk, Ruleset, open_project};
use salient_tests::fixtures;
use serde_json::{Value, json};

/// The ruleset of the drill with something in its rules of play.
fn drill(at: &str, value: Value) -> Ruleset {
    let path = fixtures().join("standard/drill.json");
    let (project, found) = open_project(&Disk, &path.to_string_lossy());
    let ruleset = project.unwrap_or_else(|| panic!("{found:?}")).bundle.ruleset;
    let mut written = serde_json::to_value(&ruleset).unwrap();
    written["rules_of_play"][at] = value;
    serde_json::from_value(written).unwrap()
}

fn asked(ruleset: &Ruleset, show: Show, orientation: Orientation) -> Shown {
    let field = Field::of(ruleset, orientation, show).expect("a battlefield");
    field.ask(SYSTEMS, show).unwrap_or_else(|why| panic!("{why:?}"))
}

fn reach(ruleset: &Ruleset) -> Shown {
    asked(ruleset, Show::Reach, Orientation::FlatTopped)
}

#[test]
fn zones_reach_as_far_as_the_rules_say() {
    for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
        let zones = |value: Value| {
            asked(&drill("zones_of_control", value), Show::Reach, orientation).zones.len()
        };
        assert_eq!(zones(Value::Null), 0, "without the part nobody has one");
        let all = zones(json!({}));
        // Two enemies' six hexes, some of them in common.
        assert!((10..=12).contains(&all), "{all}");
        assert!(zones(json!({ "not_into": ["woods"] })) < all);
        assert!(zones(json!({ "not_across": ["river"] })) < all);
        assert_eq!(zones(json!({ "who": { "of": ["leader"] } })), 0);
    }
}

#[test]
fn reach_knows_roads_and_exceptions() {
    let hexes = |at: &str, value: Value| {
        let reached = reach(&drill(at, value)).reached.expect("the unit moves");
        (reached.spending.points, reached.hexes.len())
    };
    let (points, usual) = hexes("zones_of_control", json!({}));
    assert_eq!(points, 4);
    let (_, free) = hexes("zones_of_control", Value::Null);
    assert!(free > usual, "zones of control stop: {free} {usual}");
    let rail = json!({ "paths": ["railway"] });
    let with = |except: Value| hexes("movement", json!({ "allowance": except, "rail": rail }));
    let slower = json!({ "number": 0, "except": [{ "when": { "unit": "infantry" }, "add": -3 }] });
    let (points, fewer) = with(slower);
    assert_eq!(points, 1, "an exception for the unit");
    assert!(fewer < usual, "{fewer} {usual}");
    let others = json!({ "number": 0, "except": [{ "when": { "unit": "cavalry" }, "add": -3 }] });
    assert_eq!(with(others).0, 4, "one for others");
    // A road at half a point leads farther.
    let mut roads = drill("movement", json!({ "road_parts": 2, "rail": rail }));
    for path in &mut roads.paths {
        path.movement = Some(1);
    }
    let along = reach(&roads).reached.expect("the unit moves");
    assert!(along.hexes.iter().any(|(_, cost)| *cost == 1), "half a point: {along:?}");
}

#[test]
fn an_attack_comes_to_what_the_rules_make_of_it() {
    // How likely it is that the defenders lose nothing and stay.
    let held = |rules: &Ruleset| {
        let shown = asked(rules, Show::Attack, Orientation::FlatTopped);
        let Some(Says::Attacks(_, found)) = shown.attack.map(|answer| answer.says) else {
            panic!("an attack")
        };
        let stays = found.outcomes.iter().filter(|one| {
            one.losses.get(1).is_none_or(|lost| *lost == (0, 0)) && !one.retreats.contains(&1)
        });
        stays.map(|one| one.chance).sum::<f64>()
    };
    let strong = held(&drill("zones_of_control", json!({})));
    let mut weak = drill("zones_of_control", json!({}));
    let attack = weak.counters.ratings.iter_mut();
    for rating in attack.filter(|rating| rating.uses.contains(&RatingUse::Attack)) {
        rating.max = 2;
    }
    // 12 to 4, and 4 to 4.
    let weak = held(&weak);
    assert!(strong < weak, "{strong} {weak}");
}

#[test]
fn what_cannot_be_played_says_why() {
    let wrong = drill("combat", json!([{ "id": "assault", "name": "Assault", "table": "lost" }]));
    let field = Field::of(&wrong, Orientation::FlatTopped, Show::Attack).expect("a battlefield");
    let why = field.ask(SYSTEMS, Show::Attack).unwrap_err();
    assert!(why.iter().any(|text| text.contains("lost")), "{why:?}");
    // Zones of the map and tracks that only the scenario has are there.
    let supply = json!({ "sources": [{ "zones": ["landing"] }] });
    assert!(reach(&drill("supply", supply)).reached.is_some());
}
