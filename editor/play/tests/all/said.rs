//! What is said to whoever plays by hand names what he has to know: the hexes in which he may be
//! fired at, and whose losses are meant.

use salient_play::offer::actors;
use salient_play::routes::warning;
use salient_play::{Happened, Stop, prospects};
use salient_rules::dice::Dice;
use salient_rules::words::Words;
use salient_rules::{Match, UnitView};

use crate::support::{SYSTEMS, bundles, in_the_midst};

/// The hex of a unit, as the map prints it.
fn hex_of(game: &Match, name: &str) -> Option<String> {
    let is = |unit: &UnitView<'_>| unit.name == name;
    let hex = game.units().into_iter().find(is)?.hex?;
    Some(game.grid().label(hex))
}

/// The enemy is asked in the midst of a way whether he fires, and then the hex was named before.
/// Nobody is warned of a way on which no enemy is asked.
#[test]
fn who_may_be_fired_at_on_his_way_is_told_in_which_hexes() {
    let bundle = &bundles()[2];
    let (mut under_fire, mut safe) = (0, 0);
    let mut session = in_the_midst(bundle, 4, 0);
    for _ in 0..1200 {
        session.let_bot_decide(Stop::Person);
        let game = session.game();
        let Some(side) = game.deciding() else { break };
        for action in game.legal().iter().filter(|one| one.verb == "move").step_by(7) {
            let told = warning(game, action);
            let mut copy = game.tried(Dice::seeded(1));
            copy.apply(action).unwrap();
            let asked = copy.deciding().is_some_and(|now| now != side)
                && copy.phase() == game.phase()
                && copy.legal().iter().any(|one| one.verb == "fire");
            assert_eq!(asked, told.is_some(), "{action:?}: {told:?}");
            let Some(told) = told else {
                safe += 1;
                continue;
            };
            let hex = actors(action).find_map(|unit| hex_of(&copy, unit)).expect("it stands there");
            assert!(told.contains(&hex) && told.ends_with("(IA 13.0)"), "{hex}: {told}");
            under_fire += 1;
        }
    }
    assert!(under_fire > 20 && safe > 20, "{under_fire} under fire, {safe} not");
}

/// What is said of an attack as a whole, and is no side's.
const OF_THE_ATTACK: [&str; 5] = [
    "no effect",
    "has effect",
    "the attack fails",
    "attackers eliminated",
    "losses are being taken",
];

#[test]
fn losses_and_retreats_say_whose_they_are() {
    for bundle in bundles() {
        let words = Words::new(SYSTEMS, &bundle);
        let mut session = in_the_midst(&bundle, 4, 0);
        let sides: Vec<String> =
            session.game().sides().iter().map(|side| words.side(side).to_string()).collect();
        let (mut came, mut may_come) = (0, 0);
        for _ in 0..900 {
            session.let_bot_decide(Stop::Person);
            let names_a_side =
                |part: &str| sides.iter().any(|side| part.starts_with(side.as_str()));
            for (attack, _) in Happened::of(&session, &words).attacks() {
                for part in attack.result.split(" · ").filter(|one| !OF_THE_ATTACK.contains(one)) {
                    assert!(names_a_side(part), "{}", attack.result);
                    came += 1;
                }
            }
            let game = session.game();
            let is_attack = |verb: &str| matches!(verb, "attack" | "fire" | "assault");
            let attack = game.legal().into_iter().find(|action| is_attack(&action.verb));
            let attack = attack.filter(|_| may_come < 40);
            let Some(found) = attack.and_then(|attack| prospects(game, &attack, &words)) else {
                continue;
            };
            for outcome in &found.outcomes {
                let said = outcome.in_words(&sides);
                for part in said.split("; ").filter(|one| !OF_THE_ATTACK.contains(one)) {
                    assert!(names_a_side(part), "{said}");
                    may_come += 1;
                }
            }
        }
        assert!(came > 10 && may_come > 10, "{came} and {may_come}");
    }
}
