//! What the checks of a set-up and a map find.

use salient_kaisers_battle::event::Detail;
use salient_rules::{Match, check};
use salient_schema::recipe::MapEdge;
use salient_schema::scenario::Override;
use salient_schema::{Bundle, Diagnostic, Severity};

use crate::support::{SYSTEMS, kaisers_battle, told};

fn problems(change: impl FnOnce(&mut Bundle)) -> Vec<Diagnostic> {
    let mut bundle = kaisers_battle();
    change(&mut bundle);
    check(SYSTEMS, &bundle)
}

#[track_caller]
fn finds(change: impl FnOnce(&mut Bundle), pointer: &str, rule: &str, message: &str) {
    let found = problems(change);
    let hit = found.iter().any(|diagnostic| {
        diagnostic.place.pointer.as_deref() == Some(pointer)
            && diagnostic.rule.as_deref().unwrap_or("") == rule
            && diagnostic.message.contains(message)
    });
    assert!(hit, "{found:#?}");
}

#[test]
fn the_published_set_up_is_legal() {
    let found = problems(|_| {});
    assert!(found.iter().all(|diagnostic| diagnostic.severity > Severity::Warning), "{found:#?}");
}

#[test]
fn both_sides_in_a_hex() {
    let last = kaisers_battle().scenario.setup.placements.len() - 1;
    finds(
        |bundle| {
            // The German army is placed first.
            let hex = bundle.scenario.setup.placements[0].hex.clone();
            bundle.scenario.setup.placements[last].hex = hex;
        },
        &format!("/scenario/setup/placements/{last}/counters/0"),
        "KB 5.12",
        "with an enemy",
    );
}

#[test]
fn too_high_a_stack() {
    finds(
        |bundle| {
            let hex = bundle.scenario.setup.placements[0].hex.clone();
            bundle.scenario.setup.placements[1].hex = hex;
        },
        "/scenario/setup/placements/1/counters/0",
        "KB 7.21",
        "24 stacking points",
    );
}

#[test]
fn a_missing_constant() {
    finds(
        |bundle| bundle.ruleset.constants.retain(|constant| constant.id != "stacking_limit"),
        "/ruleset/constants",
        "KB 7.0",
        "stacking_limit",
    );
}

#[test]
fn another_sequence_of_play() {
    finds(
        |bundle| bundle.ruleset.sequence.reverse(),
        "/ruleset/sequence",
        "KB 4.2",
        "sequence of play",
    );
}

/// The scenario says for all screens which towns score, the role of the line for these rules: one
/// must say what the other does.
#[test]
fn a_score_by_another_line_than_the_rules_go_by() {
    let place = |bundle: &Bundle| {
        let mut scores = bundle.scenario.victory.scores.iter();
        scores.position(|score| score.line.is_some()).unwrap()
    };
    let at = format!("/scenario/victory/scores/{}/line", place(&kaisers_battle()));
    let message = "not the line west of which";
    finds(
        |bundle| {
            let at = place(bundle);
            bundle.scenario.victory.scores[at].edge = Some(MapEdge::East);
        },
        &at,
        "KB 20.11",
        message,
    );
    finds(
        |bundle| {
            let at = place(bundle);
            bundle.scenario.victory.scores[at].line = Some("front".into());
        },
        &at,
        "KB 20.11",
        message,
    );
}

#[test]
fn a_victory_line_with_a_gap() {
    finds(
        |bundle| {
            for line in &mut bundle.map.lines.items {
                line.sides.remove(line.sides.len() / 2);
            }
        },
        "/map/lines",
        "KB 20.11",
        "Victory Point line",
    );
}

#[test]
fn an_unknown_system_has_no_rules() {
    let mut bundle = kaisers_battle();
    bundle.ruleset.id = "chess".to_owned();
    let found = Match::start(SYSTEMS, &bundle, 1).unwrap_err();
    assert!(found[0].message.contains("chess"), "{found:#?}");
}

#[test]
fn a_map_with_slips() {
    let found = problems(|bundle| {
        let items = &mut bundle.map.features.items;
        let town = items.iter().position(|feature| feature.kind == "town").unwrap();
        let mut hill = items[town].clone();
        hill.kind = "hilltop".to_owned();
        items.push(hill);
        items[town].name = None;
        let entry = items.iter().position(|feature| feature.kind == "entry").unwrap();
        items[entry].hex = "2015".to_owned();
    });
    for message in ["both Town and Hilltop", "has no name", "not on the edge"] {
        assert!(found.iter().any(|found| found.message.contains(message)), "{found:#?}");
    }
}

#[test]
fn a_river_with_a_gap() {
    let sides = kaisers_battle().map.hexsides.items.len();
    let stops = |found: &[Diagnostic]| {
        found.iter().filter(|found| found.message.contains("stops on either side")).count()
    };
    let before = stops(&problems(|_| {}));
    // Where a river runs on, taking one hexside out leaves a gap.
    let gaps = (0..sides)
        .filter(|&i| {
            stops(&problems(|bundle| {
                bundle.map.hexsides.items.remove(i);
            })) > before
        })
        .count();
    assert!(gaps > sides / 2, "{gaps} of {sides}");
}

#[test]
fn germans_among_the_reinforcements() {
    finds(
        |bundle| bundle.scenario.reinforcements[0].side = "german".to_owned(),
        "/scenario/reinforcements/0/side",
        "KB 15.0",
        "no reinforcements",
    );
}

fn constant(id: &str, value: i32) -> Override {
    Override::Constant { constant: id.to_owned(), value, reason: None }
}

#[test]
fn a_change_that_does_nothing() {
    finds(
        |bundle| bundle.scenario.overrides = vec![constant("retreat_hexes", 2)],
        "/scenario/overrides/0",
        "",
        "no effect",
    );
}

#[test]
fn a_scenario_may_let_aircraft_fly_later() {
    let mut bundle = kaisers_battle();
    bundle.scenario.overrides = vec![constant("air_from_turn", 6)];
    let mut game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    while !game.is_over() {
        game.advance(&[]);
    }
    let flown: Vec<u16> = game
        .events()
        .iter()
        .filter(|event| matches!(told(event), Some(Detail::AirPoints(_))))
        .map(|event| event.turn)
        .collect();
    assert_eq!(flown.first(), Some(&6), "{flown:?}");
}

#[test]
fn arrivals_may_stand_above_the_limit_here() {
    use salient_rules::schedule::{Fit, arrivals};

    let mut bundle = kaisers_battle();
    let all = arrivals(SYSTEMS, &bundle);
    assert_eq!(all.len(), bundle.scenario.reinforcements.len(), "each comes by a hex of its own");
    // Six brigades by D on game-turn 4: 18 stacking points, which KB 15.15 allows.
    let by_d = all.iter().find(|arrivals| arrivals.units == 6 && arrivals.turn == 4).unwrap();
    assert_eq!((by_d.sum, by_d.limit), (18, Some(12)));
    assert_eq!(by_d.fit, Fit::Lifted("KB 15.15".to_owned()));
    assert!(all.iter().any(|arrivals| arrivals.fit == Fit::Fits));

    // The same data under rules that say nothing of arrivals.
    bundle.ruleset.id = "another-battle".to_owned();
    let found = check(SYSTEMS, &bundle);
    let hit = found.iter().find(|found| found.message.contains("18 stacking points")).unwrap();
    assert_eq!(hit.place.pointer.as_deref(), Some("/scenario/reinforcements/4/entry"));
    assert_eq!(hit.rule.as_deref(), Some("KB 7.0"));
    let limit =
        |value| Override::Constant { constant: "stacking_limit".to_owned(), value, reason: None };
    bundle.scenario.overrides = vec![limit(24)];
    assert!(
        check(SYSTEMS, &bundle)
            .iter()
            .all(|found| !found.message.contains("stacking points come in"))
    );
    bundle.ruleset.constants.retain(|constant| constant.id != "stacking_limit");
    bundle.scenario.overrides.clear();
    assert!(arrivals(SYSTEMS, &bundle).iter().all(|arrivals| arrivals.fit == Fit::NoLimit));
}

#[test]
fn groups_that_share_an_entry_hex_are_counted_together() {
    use salient_rules::schedule::{Fit, arrivals};

    let mut bundle = kaisers_battle();
    bundle.ruleset.id = "another-battle".to_owned();
    let mut second = bundle.scenario.reinforcements[0].clone();
    second.counters = vec!["br-hq-19".to_owned(), "br-149-50-19".to_owned()];
    second.turn = 3;
    let mut first = second.clone();
    first.counters = vec!["br-150-50-19".to_owned(), "br-8ln-58-3".to_owned()];
    bundle.scenario.reinforcements = vec![first.clone(), second.clone()];
    let both = arrivals(SYSTEMS, &bundle);
    let [one] = both.as_slice() else { panic!("{both:#?}") };
    assert_eq!((one.groups.as_slice(), one.units), (&[0, 1][..], 4));
    assert_eq!(one.fit, Fit::Fits);
    bundle.scenario.reinforcements[1].counters.push("br-23-8-19".to_owned());
    assert_eq!(arrivals(SYSTEMS, &bundle)[0].fit, Fit::TooMany);
}

#[test]
fn a_chart_that_a_scenario_changes_is_the_one_that_is_played() {
    let weather = |bundle: &Bundle| -> Vec<String> {
        let mut game = Match::start(SYSTEMS, bundle, 3).unwrap();
        while !game.is_over() {
            game.advance(&[]);
        }
        let told = game.events().iter().filter_map(|event| match told(event) {
            Some(Detail::Weather(told)) if told.die.is_some() => Some(told.weather.clone()),
            _ => None,
        });
        told.collect()
    };
    let mut bundle = kaisers_battle();
    assert!(
        weather(&bundle).iter().any(|told| told != "fog"),
        "the printed chart has other weather"
    );
    let fog = |row: u8| Override::Table {
        table: "weather".to_owned(),
        row: row.to_string(),
        column: "Weather".to_owned(),
        value: "Fog".to_owned(),
        reason: None,
    };
    bundle.scenario.overrides = (1..=7).map(fog).collect();
    let told = weather(&bundle);
    assert!(told.len() > 5 && told.iter().all(|told| told == "fog"), "{told:?}");
    // A cell of another column is another cell.
    for change in &mut bundle.scenario.overrides {
        if let Override::Table { column, .. } = change {
            *column = "Wind".to_owned();
        }
    }
    assert!(weather(&bundle).iter().any(|told| told != "fog"));
}

/// A fixture of another system with a change of its map.
fn of_fixture(system: &str, change: impl FnOnce(&mut salient_schema::Map)) -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures");
    let file = root.join(system).join("scenario.json");
    let (project, _) = salient_schema::open_project(&salient_schema::Disk, file.to_str().unwrap());
    let mut bundle = project.unwrap().bundle;
    change(&mut bundle.map);
    check(SYSTEMS, &bundle).into_iter().map(|found| found.message).collect()
}

fn item<T: for<'de> serde::Deserialize<'de>>(text: &str) -> T {
    serde_json::from_str(text).unwrap()
}

#[track_caller]
fn says(found: &[String], message: &str) {
    assert!(found.iter().any(|found| found == message), "no {message:?} in {found:#?}");
}

#[test]
fn places_that_count_need_a_value_and_an_owner() {
    let found = of_fixture("storm-in-the-west", |map| {
        let morale = map.features.items.iter_mut().find(|item| item.hex == "1033").unwrap();
        (morale.value, morale.owner) = (None, None);
        map.features.items.push(item(r#"{ "hex": "1634", "kind": "fortress", "name": "Lille" }"#));
        map.features.items.push(item(r#"{ "hex": "1834", "kind": "town" }"#));
        map.zones.items[0].hexes.clear();
    });
    says(&found, "the morale hex at 1033 has no value");
    says(&found, "nobody holds the morale hex at 1033");
    says(&found, "nobody holds the fortress at Lille");
    says(&found, "the town in 1834 has no name");
    says(&found, "the zone British sector has no hex");
}

#[test]
fn only_chains_have_gaps() {
    let chain = |kind: &str, sides: &[&str]| {
        let sides: Vec<_> = sides
            .iter()
            .map(|side| item(&format!(r#"{{ "side": "{side}", "kind": "{kind}" }}"#)))
            .collect();
        of_fixture("offensive-1914", |map| map.hexsides.items = sides)
    };
    // The north-eastern side of the hex is left out.
    let around = ["53.49:n", "53.49:se"];
    assert!(chain("great-river", &around).iter().any(|found| found.contains("stops on either")));
    // An escarpment costs movement too, but is no chain.
    assert!(chain("escarpment", &around).iter().all(|found| !found.contains("stops on either")));
    let closed = ["53.49:n", "53.49:ne", "53.49:se"];
    assert!(chain("great-river", &closed).iter().all(|found| !found.contains("stops on either")));
}

#[test]
fn no_road_leads_into_the_water_or_over_a_ridge() {
    let found = of_fixture("infantry-attacks", |map| {
        let lake = map.terrain.palette.iter().find(|(_, kind)| *kind == "lake").unwrap().0.clone();
        let grid = salient_hex::HexGrid::new(&map.grid);
        let end = map.paths.items[0].hexes.last().unwrap().clone();
        let place = grid.index(grid.parse(&end).unwrap());
        let row = &mut map.terrain.rows[usize::from(place.row)];
        row.replace_range(usize::from(place.column)..=usize::from(place.column), &lake);
        map.paths.items.push(item(r#"{ "kind": "road", "hexes": ["45/0507"] }"#));
    });
    let into = |found: &String| {
        found.starts_with("the road Road to the mill leads into 48/0710, which is")
    };
    assert!(found.iter().any(into), "{found:#?}");
    says(&found, "a road has the one hex 45/0507 and leads nowhere");

    let over = |bridge: bool| {
        of_fixture("offensive-1914", |map| {
            map.paths.items[0].hexes = vec!["54.49".to_owned(), "54.50".to_owned()];
            let side = |kind| format!(r#"{{ "side": "54.49:s", "kind": "{kind}" }}"#);
            map.hexsides.items = vec![item(&side("ridge"))];
            if bridge {
                map.hexsides.items.push(item(&side("railway-tunnel")));
            }
        })
    };
    let crosses = |found: &String| found.contains("crosses the mountain ridge hexside");
    assert!(over(false).iter().any(crosses), "{:#?}", over(false));
    assert!(!over(true).iter().any(crosses), "a tunnel leads through");
}

#[test]
fn a_trench_line_with_a_hex_left_out() {
    let found = of_fixture("trench-setup", |map| {
        map.features.items.retain(|item| item.hex != "0503");
    });
    says(&found, "a line of front trench stops on either side of 0503");
    let whole = of_fixture("trench-setup", |_| {});
    assert!(whole.iter().all(|found| !found.contains("stops on either side")), "{whole:#?}");
}

#[test]
fn works_that_count_beside_a_town_are_no_rivals_of_it() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../maps/western-front-1918/map.json");
    let (opened, _) = salient_schema::open_map(&salient_schema::Disk, file.to_str().unwrap());
    let (map, mut ruleset) = opened.unwrap();
    let rivals = |ruleset: &salient_schema::Ruleset| -> Vec<String> {
        let found = salient_rules::check::check_map(&map, ruleset).into_iter();
        found
            .map(|found| found.message)
            .filter(|message| message.contains("terrain effects chart"))
            .collect()
    };
    // SW 12.8: trenches run through Lens, and both count.
    assert_eq!(rivals(&ruleset), Vec::<String>::new());
    for kind in &mut ruleset.features {
        kind.traits.retain(|name| name != "cumulative");
    }
    let told = rivals(&ruleset);
    says(&told, "1834 has both German main trench and Town of the terrain effects chart");
}
