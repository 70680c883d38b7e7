//! The rules asked without anything being done: what they say is what the game then does.

use salient_hex::Hex;
use salient_play::Probe;
use salient_play::offer::{actors, targets};
use salient_play::probe::Says;
use salient_rules::dice::Dice;
use salient_schema::event::EventKind;

use crate::support::{SYSTEMS, bundles, in_the_midst};

#[test]
fn a_way_costs_what_the_rules_count_and_its_steps_add_up() {
    for bundle in bundles() {
        let session = (20..600)
            .step_by(15)
            .map(|decisions| in_the_midst(&bundle, 4, decisions))
            .find(|session| {
                let legal = session.game().legal();
                legal.iter().filter(|action| action.verb == "move").count() > 40
            });
        let session = session.expect("a step in which units move");
        let game = session.game();
        let hash = game.state_hash();
        let mut probe = Probe::of_game(game, SYSTEMS, &bundle);
        let mut seen = 0;
        let legal = game.legal();
        let moves = legal.iter().filter(|action| action.verb == "move");
        for action in moves.filter(|one| actors(one).count() == 1).step_by(17).take(20) {
            let unit = actors(action).next().expect("who moves").to_owned();
            let hex = targets(action).next().and_then(|label| game.grid().parse(label));
            let answers = probe.ask(&unit, hex.expect("a hex"));
            let now = answers.iter().find(|answer| answer.now).expect("what is so now");
            let Says::Goes(way) = &now.says else { continue };
            seen += 1;
            let sum: u32 = way.steps.iter().map(|step| step.cost).sum();
            assert!(way.cost == sum || way.cost == way.spending.points, "{way:?}");
            assert!(way.steps.iter().all(|step| !step.there.is_empty()), "{way:?}");
            let labels: Vec<&str> = way.steps.iter().map(|step| step.label.as_str()).collect();
            assert_eq!(labels.last(), action.texts("path").last());
        }
        assert!(seen > 3, "{}: {seen}", bundle.ruleset.id);
        assert_eq!(game.state_hash(), hash);
    }
}

#[test]
fn whoever_may_not_go_there_is_told_why_with_the_rule() {
    let [bundle, ..] = bundles();
    let mut probe = Probe::of_set_up(SYSTEMS, &bundle).expect("it can be played");
    let all: Vec<Hex> = (0..1_300).map(Hex).collect();
    let units: Vec<String> = all.iter().flat_map(|&hex| probe.units_in(hex)).step_by(9).collect();
    assert!(units.len() > 5, "units on the map: {units:?}");
    let mut refusals = Vec::new();
    for unit in &units {
        for &hex in all.iter().step_by(29) {
            refusals.extend(probe.ask(unit, hex).into_iter().filter_map(
                |answer| match answer.says {
                    Says::Not(why) => Some(why),
                    _ => None,
                },
            ));
        }
    }
    assert!(refusals.iter().any(|why| why.contains("KB ")), "{refusals:?}");
}

#[test]
fn the_odds_of_an_attack_are_those_of_the_attack() {
    let [.., infantry] = bundles();
    let mut seen = 0;
    for decisions in (20..240).step_by(20) {
        let session = in_the_midst(&infantry, 6, decisions);
        let game = session.game();
        let attacks = |action: &&salient_rules::Action| {
            let mut copy = game.tried(Dice::seeded(1));
            let done = copy.apply(action).is_ok();
            done && copy.events().iter().any(|it| matches!(it.kind, EventKind::Attacked(_)))
        };
        let legal = game.legal();
        let Some(attack) = legal.iter().filter(|it| targets(it).next().is_some()).find(attacks)
        else {
            continue;
        };
        let hex = targets(attack).next().and_then(|label| game.grid().parse(label));
        let probe = Probe::of_game(game, SYSTEMS, &infantry);
        let answers = probe.attacks_on(hex.expect("a hex"));
        let now = answers.iter().find(|answer| answer.now).expect("an attack now");
        let Says::Attacks(who, found) = &now.says else { panic!("no attack: {now:?}") };
        assert!(!who.is_empty());
        let sum: f64 = found.outcomes.iter().map(|one| one.chance).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn supply_is_told_where_the_rules_know_it() {
    let [_, storm, infantry] = bundles();
    let told = |bundle| {
        let session = in_the_midst(bundle, 1, 30);
        let probe = Probe::of_game(session.game(), SYSTEMS, bundle);
        let units = session.game().units();
        let there = units.iter().filter(|unit| unit.hex.is_some());
        there.filter_map(|unit| probe.supply(unit.name)).collect::<Vec<_>>()
    };
    assert!(told(&storm).iter().any(|text| text.starts_with("In supply")));
    assert!(told(&infantry).is_empty());
}
