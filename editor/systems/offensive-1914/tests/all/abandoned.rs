//! 1914 26.3: the planner gives up a plan that cannot be carried out, of an army that is needed
//! where it may not go; nobody else does.

use salient_offensive_1914::Rulebook;
use salient_rules::case::{Case, begin};
use salient_rules::{Bot, System};

use crate::SYSTEMS;

/// Before the French Second Army's objectives stand whole corps, or hardly anybody; in its rear the
/// enemy comes for Nancy, or does not.
fn position(before: bool, behind: bool) -> String {
    let mut text = String::from(
        r#"
title = "The French Second Army has gone ahead, and Nancy lies behind it"
rules = ["26.3"]
scenario = "lorraine"
map = "scenario"
turn = 4
phase = "allied-joint-preliminary"
units = [
    { hex = "51.55", counters = ["fr-second-depot"] },
    { hex = "55.54", counters = ["fr-11-20"] },
    { hex = "55.55", counters = ["fr-39-20"] },
    { hex = "57.53", counters = ["fr-29-15"] },
    { hex = "56.55", counters = ["fr-30-15"] },
    { hex = "61.53", counters = ["de-sixth-depot"] },
    { hex = "57.51", counters = ["de-80-lw"] },
"#,
    );
    if before {
        text += r#"
    { hex = "58.51", counters = ["de-1b-1b"] },
    { hex = "58.52", counters = ["de-2b-1b"] },
    { hex = "57.52", counters = ["de-31-21"] },
    { hex = "57.50", counters = ["de-28-14"] },
    { hex = "60.52", counters = ["de-1br-1br"] },
    { hex = "61.52", counters = ["de-5br-1br"] },
    { hex = "60.53", counters = ["de-42-21"] },
    { hex = "60.51", counters = ["de-29-14"] },
"#;
    }
    if behind {
        text += r#"
    { hex = "53.52", counters = ["de-3b-2b"] },
    { hex = "53.53", counters = ["de-4b-2b"] },
    { hex = "52.57", counters = ["de-5b-3b"] },
    { hex = "53.57", counters = ["de-6b-3b"] },
"#;
    }
    text + "]\n"
}

/// What a bot does with the plan.
fn abandons(bot: Bot, before: bool, behind: bool) -> bool {
    let case = Case::read(&position(before, behind)).unwrap();
    let bundle = Rulebook.published().bundle(Some("lorraine")).unwrap();
    let mut game = begin(SYSTEMS, &case, &bundle).unwrap();
    assert!(game.legal().iter().any(|act| act.verb == "abandon_plan"), "{:?}", game.legal());
    game.advance(&[bot; 2]);
    let told = game.events().iter().map(|event| serde_json::to_string(event).unwrap());
    told.into_iter().any(|text| text.contains("fr-second") && text.contains("\"abandoned\""))
}

#[test]
fn the_planner_gives_up_a_plan_that_has_become_a_burden() {
    assert!(abandons(Bot::PLANNER, true, true));
    assert!(!abandons(Bot::PLANNER, true, false), "nothing is to be held");
    assert!(!abandons(Bot::PLANNER, false, true), "the objective can be taken");
    assert!(!abandons(Bot::HEURISTIC, true, true), "rules of thumb keep to the plan");
}
