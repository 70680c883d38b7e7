//! How a scenario is won, as people read it.

use salient_schema::check::check_parts;
use salient_schema::recipe::MapEdge;
use salient_schema::victory::{Counting, scoring_zones, starting_points};
use salient_schema::{Bundle, Code, Disk, check_references, open_project};

use crate::common::root;

fn bundle(path: &str) -> Bundle {
    let path = root().join("scenarios").join(path);
    let (project, found) = open_project(&Disk, path.to_str().unwrap());
    project.unwrap_or_else(|| panic!("{found:#?}")).bundle
}

/// Each scoring zone: its name, its hexes and what one is worth.
fn told(bundle: &Bundle) -> Vec<String> {
    let line = |one: &salient_schema::victory::ScoringZone<'_>| {
        let points = one.score.map_or("?".to_owned(), |score| score.points.to_string());
        format!("{} {} {points}", one.zone.name, one.zone.hexes.len())
    };
    scoring_zones(bundle).iter().map(line).collect()
}

#[test]
fn zones_that_score_are_those_that_the_scenario_names() {
    let of = |path: &str| told(&bundle(path));
    let village = ["Kummetschen 3 4", "Mühle 1 4", "Vorwerk 2 4"];
    assert_eq!(of("infantry-attacks/kummetschen.json"), village);
    // Of one map, each scenario names its own; a way out that it does not open is none.
    let usdau = ["Usdau 5 4", "The works of Usdau 3 4"];
    assert_eq!(of("infantry-attacks/usdau.json"), usdau);
    assert_eq!(of("infantry-attacks/goritten.json"), ["Göritten 7 3"]);
    let kaushen = of("infantry-attacks/kaushen.json");
    assert_eq!(kaushen.last().unwrap(), "The road by Degesen 5 2");
    assert_eq!(of("kaisers-battle/kaisers-battle.json"), [""; 0]);
}

#[test]
fn where_no_zone_is_named_every_victory_zone_scores() {
    let mut bundle = bundle("infantry-attacks/goritten.json");
    bundle.scenario.roles.insert("objective".to_owned(), Vec::new());
    let points = |bundle: &Bundle| -> Vec<Option<i32>> {
        scoring_zones(bundle).iter().map(|one| one.score.map(|score| score.points)).collect()
    };
    assert_eq!(points(&bundle), [Some(3); 2]);
    bundle.scenario.roles.remove("objective-score");
    assert_eq!(points(&bundle), [None; 2]);
}

/// KB 20.11, 20.12: the towns west of the line, and the western edge.
#[test]
fn what_scores_is_a_kind_and_a_line_of_the_ruleset() {
    let published = bundle("kaisers-battle/kaisers-battle.json");
    let found = |change: fn(&mut salient_schema::scenario::Score)| -> Vec<String> {
        let mut bundle = published.clone();
        change(&mut bundle.scenario.victory.scores[0]);
        let all = check_references(&bundle).into_iter().chain(check_parts(&bundle));
        let all = all.filter(|one| matches!(one.code, Code::DanglingReference | Code::Schema));
        let all = all.filter_map(|one| one.place.pointer);
        all.filter(|pointer| pointer.contains("/victory/scores/")).collect()
    };
    assert_eq!(found(|_| {}), [""; 0]);
    let pointers = found(|score| score.features.push("twon".to_owned()));
    assert_eq!(pointers, ["/scenario/victory/scores/0/features/1"]);
    let pointers = found(|score| score.line = Some("front".to_owned()));
    assert_eq!(pointers, ["/scenario/victory/scores/0/line"]);
    // A line needs the side on which they score, and an edge besides features a line.
    let pointers = ["/scenario/victory/scores/0"];
    assert_eq!(found(|score| score.edge = None), pointers);
    assert_eq!(found(|score| score.line = None), pointers);
    assert_eq!(found(|score| score.features.clear()), pointers);
    assert_eq!(
        found(|score| {
            score.line = None;
            score.edge = None;
        }),
        [""; 0]
    );
    assert_eq!(
        found(|score| {
            score.features.clear();
            score.line = None;
            score.edge = Some(MapEdge::North);
        }),
        [""; 0]
    );
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

#[test]
fn a_level_that_nobody_can_reach_is_told_by_its_name_and_place() {
    let mut bundle = bundle("kaisers-battle/kaisers-battle.json");
    let level = &mut bundle.scenario.victory.levels[1];
    (level.name, level.min, level.max) = ("Decisive".to_owned(), Some(109), Some(9));
    let faults = |bundle: &Bundle| -> Vec<(String, Option<String>)> {
        let all = check_parts(bundle).into_iter().filter(|one| one.code == Code::Schema);
        all.map(|one| (one.message, one.place.pointer)).collect()
    };
    let words = "Decisive: the least, 109, is above the most, 9".to_owned();
    let pointer = Some("/scenario/victory/levels/1/min".to_owned());
    assert_eq!(faults(&bundle), [(words, pointer)]);
    bundle.scenario.victory.levels[1].max = Some(109);
    assert_eq!(faults(&bundle), []);
}
