//! What is said of acts and of what comes of them, word by word.

use salient_infantry_attacks::Rulebook;
use salient_infantry_attacks::event::{Checked, Detail, Order};
use salient_rules::acts::Acts;
use salient_rules::words::Words;
use salient_rules::{Action, Bot, Prepared, System};
use salient_schema::event::{Detail as AnyDetail, Event, Payload};
use serde_json::json;

use crate::support::{SYSTEMS, bundle, game_bundles};

/// The line of the log of a check or a try to recover, without the unit's name.
fn told(wrap: fn(Checked) -> Detail, (dice, morale): ([u8; 2], i32), orders: [Order; 2]) -> String {
    let [before, after] = orders;
    let detail = wrap(Checked {
        unit: "somebody".into(),
        side: "german".to_owned(),
        hex: "0101".to_owned(),
        dice,
        plus: 0,
        morale,
        before,
        after,
        rule: "IA 14.1".to_owned(),
    });
    let kind = detail.core();
    let detail = Some(AnyDetail::new(detail));
    let event = Event { seq: 0, turn: 1, phase: String::new(), kind, detail };
    let line = Words::new(SYSTEMS, &bundle()).lines(&event).remove(0);
    line.text.strip_prefix("somebody ").unwrap_or(&line.text).to_owned()
}

#[test]
fn a_check_says_whether_it_was_passed_and_how_the_unit_is_now() {
    use Order::{Demoralized, Disrupted, Good};
    let cases = [
        ([4, 4], 10, [Good, Good], "passes"),
        ([6, 6], 12, [Disrupted, Disrupted], "passes, stays disrupted"),
        ([5, 6], 10, [Good, Disrupted], "fails by 1: disrupted"),
        ([5, 6], 10, [Disrupted, Demoralized], "fails by 1: demoralized"),
        ([5, 6], 9, [Demoralized, Demoralized], "fails by 2, stays demoralized"),
    ];
    for (dice, morale, orders, came) in cases {
        let [one, other] = dice;
        let wanted = format!("checks morale: {one} and {other} against {morale}, {came}");
        assert_eq!(told(Detail::Checked, (dice, morale), orders), wanted);
    }
    let cases = [
        ([Disrupted, Good], "recovers"),
        ([Demoralized, Disrupted], "recovers as far as disrupted"),
        ([Disrupted, Disrupted], "stays disrupted"),
    ];
    for (orders, came) in cases {
        let wanted = format!("tries to recover: 3 and 4 against 8, {came}");
        assert_eq!(told(Detail::Recovery, ([3, 4], 8), orders), wanted);
    }
}

#[test]
fn a_leader_is_named_first_and_then_those_whom_he_directs() {
    let words = Words::new(SYSTEMS, &bundle());
    let cases = [
        (
            json!({"do": "activate_leader", "leader": "L", "moving": ["L", "A"], "firing": ["B"]}),
            "L to fire: B; to move: he and A",
        ),
        (
            json!({"do": "activate_leader", "leader": "L", "moving": [], "firing": ["B", "C"]}),
            "L to fire: B and C",
        ),
        (
            json!({"do": "activate_stack", "hex": "0101", "moving": ["A", "L"], "firing": []}),
            "Stack in 0101 to move: A and L",
        ),
        (json!({"do": "load", "unit": "A", "transport": "W"}), "Load A on W"),
        (json!({"do": "move", "units": ["A"], "path": ["0101"]}), "Move A to 0101"),
    ];
    for (action, wanted) in cases {
        let action: Action = serde_json::from_value(action).unwrap();
        assert_eq!(Acts::anywhere(&words).say(&action), wanted);
    }
}

/// A way into a hex where the enemy stands reads otherwise than a move, and who may end missions
/// reads how likely he does: in games by random bots.
#[test]
fn what_is_done_is_called_by_what_it_is() {
    let (mut entered, mut asked) = (false, false);
    for bundle in game_bundles() {
        let words = Words::new(SYSTEMS, &bundle);
        let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(3);
        for _ in 0..1500 {
            if game.is_over() || entered && asked {
                break;
            }
            let acts = Acts::of(&words, &game);
            for action in game.legal().iter().filter(|action| action.verb == "move") {
                let said = acts.say(action);
                let enters = said.starts_with("Enter ");
                let meets = action.texts("units").iter().any(|unit| {
                    action.texts("path").last().is_some_and(|to| acts.meets_enemies(unit, to))
                });
                assert_eq!(enters, meets, "{said}");
                entered |= enters;
            }
            if let Some(question) = game
                .asked()
                .and_then(|asked| asked.question())
                .filter(|question| question.rule == "IA 9.14")
            {
                assert!(question.what.contains("on a die"), "{}", question.what);
                assert!(!question.done.is_empty());
                asked = true;
            }
            game.advance(&[Bot::RANDOM; 2]);
        }
    }
    assert!(entered, "nobody enters a hex of the enemy's");
    println!("missions may be ended: {asked}");
}

/// Whoever is active is asked for what he can do and for nothing else: in games by random bots.
#[test]
fn fire_and_assault_are_asked_for_only_where_they_are_legal() {
    let mut seen = std::collections::BTreeSet::new();
    for bundle in game_bundles() {
        let words = Words::new(SYSTEMS, &bundle);
        let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(3);
        for _ in 0..1200 {
            if game.is_over() {
                break;
            }
            let question = game.asked().and_then(|asked| asked.question());
            if let Some(question) = question.filter(|question| question.done == "End the segment") {
                let acts = Acts::of(&words, &game);
                let legal = game.legal();
                let fires = legal.iter().any(|one| one.verb == "fire");
                let assaults = legal.iter().any(|one| one.verb == "assault");
                let enters = legal.iter().any(|one| acts.say(one).starts_with("Enter "));
                let what = question.what.as_ref();
                assert!(fires || !what.contains("Fire"), "{what}");
                assert!(assaults || enters || !what.to_lowercase().contains("assault"), "{what}");
                if !what.contains("must") && what.contains("Fire") {
                    seen.insert((what.contains("assault"), assaults || enters));
                }
            }
            game.advance(&[Bot::RANDOM; 2]);
        }
    }
    for wanted in [(false, false), (true, true)] {
        assert!(seen.contains(&wanted), "fire with an assault, and fire alone: {seen:?}");
    }
}

#[test]
fn a_gun_knows_its_ammunition_and_whether_it_has_smoke() {
    let Some(sheet) = Rulebook.missions() else { panic!("fire is planned") };
    for bundle in game_bundles() {
        let of = |side: &str, level: &str| {
            let mut levels = bundle.scenario.levels.iter();
            levels.find(|one| one.side == side && one.id == level).map(|one| one.value)
        };
        for gun in sheet.guns(&bundle) {
            let most = of(&gun.side, "ammunition");
            assert_eq!(gun.most.map(i64::from), most.map(i64::from), "{}", gun.counter);
            let smokes = of(&gun.side, "smoke").is_some_and(|smoke| smoke > 0);
            assert_eq!(gun.lacks.contains(&"smoke"), !smokes, "{}", gun.counter);
        }
    }
}
