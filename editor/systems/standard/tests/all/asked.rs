//! What the screens are told of costs and supply agrees with what is played.

use salient_hex::path::Reach;
use salient_rules::case::{Case, begin};
use salient_rules::{Bot, Match, System};
use salient_standard::Rulebook;

use super::SYSTEMS;

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    steps: usize,
    lines: usize,
    in_supply: usize,
    out_of_supply: usize,
}

/// The lines of the account of each way come to what the search reckons, and the reason for a unit's
/// supply tells of a line where there is one.
fn compare(game: &Match, compared: &mut Compared) {
    let Some(asked) = game.asked() else { return };
    let mut reach = Reach::default();
    for unit in game.units() {
        let Some(spending) = asked.reachable(unit.name, 0, &mut reach) else { continue };
        for &hex in reach.reached().iter().skip(1) {
            let way = reach.path(game.map(), hex);
            let costs = asked.costs(unit.name, &way);
            assert_eq!(costs.len(), way.len(), "{}", unit.name);
            let mut before = 0;
            for (hex, lines) in way.iter().zip(costs) {
                let cost = reach.cost(*hex).unwrap();
                let told: i32 = lines.iter().map(|line| line.by).sum();
                assert!(lines.iter().all(|line| !line.rule.is_empty()), "{lines:?}");
                // Where hexes are counted a step is no sum; where one hex may always be entered it
                // costs no more than there is.
                if !lines.is_empty() && told as u32 <= spending.points {
                    let label = game.grid().label(*hex);
                    assert_eq!(told as u32, cost - before, "{} {label}: {lines:?}", unit.name);
                    compared.steps += 1;
                    compared.lines += lines.len();
                }
                before = cost;
            }
        }
    }
    let known = game.known_to(&[]);
    for side in 0..game.sides().len() {
        for supply in known.supplies(side) {
            let reason = known.supplied_by(supply.name).expect("a reason");
            assert!(!reason.rule.is_empty(), "{reason:?}");
            let line = ["a line of", "it stands "].iter().any(|told| reason.what.contains(told));
            assert_eq!(line, supply.distance.is_some(), "{}: {}", supply.name, reason.what);
            match line {
                true => compared.in_supply += 1,
                false => compared.out_of_supply += 1,
            }
        }
    }
}

#[test]
fn costs_and_supply_are_told_as_they_are_played() {
    let mut compared = Compared::default();
    let drill = Rulebook.published().bundle(Some("drill")).unwrap();
    for (_, text) in Rulebook.published().cases {
        let case = Case::read(text).unwrap();
        compare(&begin(SYSTEMS, &case, &drill).unwrap(), &mut compared);
    }
    for path in Rulebook.published().scenarios {
        let name = path.rsplit('/').next().unwrap().trim_end_matches(".json");
        let bundle = Rulebook.published().bundle(Some(name)).unwrap();
        let mut game = Match::start(SYSTEMS, &bundle, 3).unwrap();
        let mut phase = String::new();
        while !game.is_over() {
            if phase != game.phase() {
                game.phase().clone_into(&mut phase);
                compare(&game, &mut compared);
            }
            game.advance(&[Bot::HEURISTIC; 3]);
        }
    }
    println!("{compared:?}");
    assert!(compared.steps > 20_000 && compared.lines > compared.steps, "{compared:?}");
    assert!(compared.in_supply > 500 && compared.out_of_supply > 20, "{compared:?}");
}
