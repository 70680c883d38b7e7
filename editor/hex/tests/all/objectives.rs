//! Which hexes score, and what each is worth.

use std::path::Path;

use salient_hex::HexGrid;
use salient_hex::objectives::{Objective, objectives, side_of_line};
use salient_schema::recipe::MapEdge;
use salient_schema::{Bundle, Disk, open_project};

fn bundle(path: &str) -> Bundle {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let (project, found) = open_project(&Disk, root.join(path).to_str().unwrap());
    project.unwrap_or_else(|| panic!("{found:#?}")).bundle
}

/// Each line of it: what it is called, how many hexes it has and what one is worth.
fn told(bundle: &Bundle) -> Vec<String> {
    let line = |one: &Objective<'_>| {
        let worth = one.worth().unwrap_or_default();
        format!("{} {} {worth}", one.name, one.hexes.len())
    };
    objectives(bundle).iter().map(line).collect()
}

fn has(objective: &Objective<'_>, hex: &str) -> bool {
    objective.hexes.iter().any(|one| one.label == hex)
}

#[test]
fn zones_are_worth_what_their_role_says() {
    let village =
        ["Kummetschen 3 4 points a hex", "Mühle 1 4 points a hex", "Vorwerk 2 4 points a hex"];
    assert_eq!(told(&bundle("infantry-attacks/kummetschen.json")), village);
    let kaushen = told(&bundle("infantry-attacks/kaushen.json"));
    assert_eq!(kaushen.last().unwrap(), "The road by Degesen 5 2 points for each that leaves");
    let mut goritten = bundle("infantry-attacks/goritten.json");
    goritten.scenario.roles.remove("objective-score");
    assert!(objectives(&goritten).iter().all(|one| one.worth().is_none()));
}

/// KB 20.11: a point for each town west of the Victory Point line; KB 20.12: 3 for each unit that
/// leaves by the western edge.
#[test]
fn features_score_on_one_side_of_a_line() {
    let mut bundle = bundle("kaisers-battle/kaisers-battle.json");
    let towns = "Town west of the German Victory Point line";
    let edge = "The western edge of the map 29 3 points for each that leaves";
    assert_eq!(told(&bundle), [format!("{towns} 55 1 point a hex"), edge.to_owned()]);
    let found = objectives(&bundle);
    // Tergnier and Fargniers are neighbours, and the line runs between them.
    assert!(has(&found[0], "3727") && !has(&found[0], "3827"));
    let words = found[0].hexes_in_words();
    assert!(words.starts_with("Licourt 0801, ") && words.contains("Tergnier 3727"), "{words}");
    assert_eq!(found[1].hexes_in_words(), "0101 to 0129");
    assert!(found[1].is_exit() && !found[0].is_exit());
    drop(found);
    // The other side of the line has the other towns, and without a line all score.
    bundle.scenario.victory.scores[0].edge = Some(MapEdge::East);
    let other = objectives(&bundle);
    assert_eq!(other[0].hexes.len(), 94 - 55);
    assert!(!has(&other[0], "3727") && has(&other[0], "3827"));
    drop(other);
    let score = &mut bundle.scenario.victory.scores[0];
    (score.line, score.edge) = (None, None);
    assert_eq!(objectives(&bundle)[0].hexes.len(), 94);
    // Which side is meant must be told.
    bundle.scenario.victory.scores[0].line = Some("vp-line".to_owned());
    assert_eq!(told(&bundle), [edge]);
}

#[test]
fn a_line_with_a_gap_parts_nothing() {
    let mut bundle = bundle("kaisers-battle/kaisers-battle.json");
    let grid = HexGrid::new(&bundle.map.grid);
    let west = |bundle: &Bundle| {
        let side = side_of_line(&bundle.map, &grid, "vp-line", MapEdge::West).unwrap();
        side.into_iter().filter(|is_west| *is_west).count()
    };
    assert_eq!(west(&bundle), 940);
    bundle.map.lines.items[0].sides.truncate(30);
    assert_eq!(west(&bundle), grid.len());
    // A map whose rows do not fit its grid may claim any size.
    bundle.map.terrain.rows.pop();
    assert_eq!(side_of_line(&bundle.map, &grid, "vp-line", MapEdge::West), None);
}

/// SW 4.2: a morale hex is worth the points printed in it.
#[test]
fn a_value_of_its_own_is_what_a_feature_is_worth() {
    let mut bundle = bundle("storm-in-the-west/campaign.json");
    let all = [
        "Morale Hex, Allied 3 5 points a hex",
        "Morale Hex, Allied 4 3 points a hex",
        "Morale Hex, Allied 10 2 points a hex",
        "Morale Hex, Allied 11 1 point a hex",
        "Morale Hex, German 2 3 points a hex",
        "Morale Hex, German 5 2 points a hex",
        "Morale Hex, German 15 1 point a hex",
    ];
    assert_eq!(told(&bundle), all);
    // It is called by the town in it.
    let words = objectives(&bundle)[4].hexes_in_words();
    assert!(words.contains("Brussels 1426"), "{words}");
    // Without a value, the points of the score are what it is worth.
    bundle.scenario.victory.scores[0].points = 7;
    let features = &mut bundle.map.features.items;
    let brussels = features.iter_mut().find(|one| one.kind == "morale" && one.hex == "1426");
    brussels.unwrap().value = None;
    let now = told(&bundle);
    assert!(now.contains(&"Morale Hex, German 1 7 points a hex".to_owned()), "{now:?}");
    assert!(now.contains(&"Morale Hex, German 1 3 points a hex".to_owned()), "{now:?}");
}

#[test]
fn a_hex_is_paid_for_once() {
    let mut bundle = bundle("kaisers-battle/kaisers-battle.json");
    let towns = |bundle: &Bundle| objectives(bundle)[0].hexes.len();
    let licourt = bundle.map.features.items.iter().find(|one| one.hex == "0801").unwrap().clone();
    bundle.map.features.items.push(licourt);
    assert_eq!(towns(&bundle), 55);
    let mut hill = bundle.map.features.items[0].clone();
    (hill.hex, hill.kind) = ("0801".to_owned(), "hilltop".to_owned());
    bundle.map.features.items.push(hill);
    bundle.scenario.victory.scores[0].features.push("hilltop".to_owned());
    let once = objectives(&bundle).iter().filter(|one| has(one, "0801")).count();
    assert_eq!(once, 1);
}

#[test]
fn where_nothing_is_said_nothing_scores() {
    let mut bundle = bundle("kaisers-battle/kaisers-battle.json");
    bundle.scenario.victory.scores.clear();
    assert_eq!(told(&bundle), [""; 0]);
    assert_eq!(told(&self::bundle("trench-setup/french-german-1916-local.json")), [""; 0]);
}
