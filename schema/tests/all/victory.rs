//! How a scenario is won, as people read it.

use salient_schema::victory::{Counting, objectives, starting_points};
use salient_schema::{Bundle, Disk, open_project};

use crate::common::root;

fn bundle(path: &str) -> Bundle {
    let path = root().join("scenarios").join(path);
    open_project(&Disk, path.to_str().unwrap()).0.unwrap().bundle
}

/// Each scoring zone: its name, its hexes and what it is worth.
fn told(path: &str) -> Vec<String> {
    let bundle = bundle(path);
    let found = objectives(&bundle);
    let line = |one: &salient_schema::victory::Objective<'_>| {
        let worth = one.worth().unwrap_or_default();
        format!("{} {} {worth}", one.zone.name, one.zone.hexes.len())
    };
    found.iter().map(line).collect()
}

#[test]
fn hexes_that_score_are_those_that_the_scenario_names() {
    let village =
        ["Kummetschen 3 4 points a hex", "Mühle 1 4 points a hex", "Vorwerk 2 4 points a hex"];
    assert_eq!(told("infantry-attacks/kummetschen.json"), village);
    // Of one map, each scenario names its own; a way out that it does not open is none.
    let usdau = ["Usdau 5 4 points a hex", "The works of Usdau 3 4 points a hex"];
    assert_eq!(told("infantry-attacks/usdau.json"), usdau);
    assert_eq!(told("infantry-attacks/goritten.json"), ["Göritten 7 3 points a hex"]);
    let kaushen = told("infantry-attacks/kaushen.json");
    assert_eq!(kaushen.last().unwrap(), "The road by Degesen 5 2 points for each that leaves");
    assert_eq!(told("kaisers-battle/kaisers-battle.json"), [""; 0]);
}

#[test]
fn where_no_zone_is_named_every_victory_zone_scores() {
    let mut bundle = bundle("infantry-attacks/goritten.json");
    bundle.scenario.roles.insert("objective".to_owned(), Vec::new());
    let worths: Vec<Option<String>> = objectives(&bundle).iter().map(|one| one.worth()).collect();
    assert_eq!(worths, vec![Some("3 points a hex".to_owned()); 2]);
    bundle.scenario.roles.remove("objective-score");
    assert!(objectives(&bundle).iter().all(|one| one.worth().is_none()));
}

#[test]
fn levels_say_whose_points_decide() {
    let ladder = |path: &str| {
        let bundle = bundle(path);
        let victory = &bundle.scenario.victory;
        victory.levels.iter().map(|level| victory.points_of(level)).collect::<Vec<_>>()
    };
    assert_eq!(
        ladder("infantry-attacks/usdau.json"),
        [
            "more than the enemy, and 50 or more",
            "more than the enemy, and 49 or fewer",
            "more than the enemy, and 50 or more",
            "more than the enemy, and 49 or fewer",
        ]
    );
    let scale = ["56 or more", "46 to 55", "36 to 45", "26 to 35", "16 to 25", "15 or fewer"];
    assert_eq!(ladder("kaisers-battle/kaisers-battle.json"), scale);
    assert_eq!(ladder("storm-in-the-west/campaign.json"), ["–", "–"]);
    let counting = |path: &str| format!("{:?}", bundle(path).scenario.victory.counting());
    assert_eq!(counting("kaisers-battle/kaisers-battle.json"), "OneSide(\"german\")");
    assert_eq!(
        bundle("infantry-attacks/usdau.json").scenario.victory.counting(),
        Counting::MostPoints
    );
    assert_eq!(
        bundle("storm-in-the-west/campaign.json").scenario.victory.counting(),
        Counting::InWords
    );
}

#[test]
fn points_that_a_side_begins_with_are_points() {
    let bundle = bundle("infantry-attacks/kummetschen.json");
    let found: Vec<_> =
        starting_points(&bundle).map(|(side, points)| (side.as_str(), points)).collect();
    assert_eq!(found, [("german", 3)]);
}
