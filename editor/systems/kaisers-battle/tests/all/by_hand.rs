//! What whoever plays by hand is told: what is asked, and what came of it.

use std::collections::BTreeMap;

use salient_kaisers_battle::Rulebook;
use salient_kaisers_battle::event::Detail;
use salient_rules::acts::Acts;
use salient_rules::case::{self, Case};
use salient_rules::dice::Dice;
use salient_rules::words::Words;
use salient_rules::{Action, Bot, Match, Prepared, System};
use salient_schema::plain::{Table, Value};

use crate::support::{SYSTEMS, kaisers_battle, told};

fn case_of(name: &str) -> Case {
    let cases = Rulebook.published().cases.iter();
    let text = cases.into_iter().find(|(case, _)| *case == name).map(|(_, text)| *text);
    Case::read(text.unwrap_or_else(|| panic!("no case {name}"))).unwrap()
}

/// The game of a case after so many of its actions that are allowed.
fn played(name: &str, actions: usize) -> Match {
    let case = case_of(name);
    let bundle = Rulebook.published().bundle(case.scenario.as_deref()).unwrap();
    let mut game = case::begin(SYSTEMS, &case, &bundle).unwrap();
    let allowed = case.actions.iter().filter(|step| step.refused.is_none());
    allowed.take(actions).for_each(|step| game.apply(&step.action).unwrap());
    game
}

fn words() -> Words {
    Words::new(SYSTEMS, &kaisers_battle())
}

#[test]
fn the_question_says_how_many_are_left_to_move() {
    let cases = [
        ("17.11-only-from-trenches", 0, "; only from trenches (KB 5.21)"),
        ("17.13-dice-for-two-corps", 0, "; left: XVIII Corps 1, III Corps 2 (KB 5.21)"),
        ("17.13-dice-for-two-corps", 1, "; left: XVIII Corps 0, III Corps 2 (KB 5.21)"),
    ];
    let words = words();
    for (name, actions, wanted) in cases {
        let game = played(name, actions);
        let question = game.asked().and_then(|asked| asked.question()).unwrap();
        let asked = Acts::of(&words, &game).ask(&question);
        assert!(asked.contains(wanted), "{name}: {asked}");
    }
}

/// The lines of the log of a case's allowed actions.
fn lines(name: &str, actions: usize) -> Vec<String> {
    let words = words();
    let game = played(name, actions);
    let lines = game.events().iter().flat_map(|event| words.lines(event));
    lines.map(|line| line.text.trim().to_owned()).collect()
}

#[test]
fn the_log_says_by_which_die_units_advance_and_what_guns_are_up_against() {
    let cases = [
        ("8.86-on-turn-2-too", 2, "die 3 × 2: 4 of 6 MP"),
        ("8.83-allies-advance-half", 2, "die 3 ÷ 2: 1 of 1 MP"),
        ("12.31-terrain-helps", 1, "+1 on the die: terrain of 0203 (KB 9.44)"),
    ];
    for (name, actions, wanted) in cases {
        let told = lines(name, actions);
        assert!(told.iter().any(|line| line == wanted), "{name}: {wanted}: {told:#?}");
    }
    // What is known before the die stands apart from the die.
    let told = lines("12.31-terrain-helps", 1);
    let known = told.iter().find(|line| line.starts_with("6 air points against "));
    let known = known.unwrap_or_else(|| panic!("{told:#?}"));
    assert!(known.contains("stacking point") && known.contains(", morale "), "{known}");
}

/// What the one hex costs that may always be entered, the choice and the log say alike (KB 5.15).
#[test]
fn a_minimum_move_costs_all_that_a_unit_has() {
    let name = "5.15-not-even-unpaid";
    let case = case_of(name);
    let next = case.actions.iter().find(|step| step.refused.is_none()).unwrap();
    let cost = "all its MP (minimum move, KB 5.15)";
    let remark = played(name, 0).asked().unwrap().remark(&next.action).unwrap();
    assert!(remark.starts_with(cost), "{remark}");
    let told = lines(name, 1);
    assert!(
        told.iter().any(|line| line.ends_with(&format!("moves 0505 to 0404, {cost}"))),
        "{told:?}"
    );
}

#[test]
fn a_headquarters_is_called_one() {
    let words = words();
    assert_eq!(words.unit(&"br-hq-19".to_owned()), "19 Corps headquarters");
}

/// The same with other artillery points.
fn with_guns(action: &Action, field: i64, heavy: i64) -> Action {
    let guns = [("field", field), ("heavy", heavy)];
    let guns = guns.map(|(name, points)| (name.into(), Value::Number(points)));
    let mut action = action.clone();
    match action.verb.as_str() {
        "attack" => {
            drop(action.fields.insert("barrage".into(), Value::Table(Table::from_iter(guns))))
        }
        _ => action.fields.extend(guns),
    }
    action
}

/// Of artillery points as many are offered as the rules accept in any mix, and none where they accept
/// none: in games by random bots.
#[test]
fn artillery_points_are_bounded_as_the_rules_bound_them() {
    const EACH: usize = 6;
    let prepared = Prepared::new(SYSTEMS, &kaisers_battle()).unwrap();
    let verbs = ["attack", "counter_battery", "drumfire", "gas", "sos"];
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut barred = 0;
    for seed in 1..5 {
        let mut game = prepared.start(seed);
        let mut left = verbs.map(|verb| (verb, EACH));
        while !game.is_over() && left.iter().any(|(_, left)| *left > 0) {
            let legal = game.legal();
            for (verb, left) in left.iter_mut().filter(|(_, left)| *left > 0) {
                let Some(action) = legal.iter().find(|action| action.verb == *verb) else {
                    continue;
                };
                let asked = game.asked().unwrap();
                let group = if *verb == "attack" { "barrage." } else { "" };
                let [field, heavy] = ["field", "heavy"]
                    .map(|kind| asked.bounds(action, &format!("{group}{kind}")).unwrap());
                // Where there are none it is soon seen: in fog.
                if field.most + heavy.most == 0 && barred > 2 {
                    continue;
                }
                *left -= 1;
                assert!(field.least == 0 && heavy.least == 0);
                let may = |field, heavy| {
                    let mut copy = game.tried(Dice::seeded(1));
                    copy.apply(&with_guns(action, field, heavy)).is_ok()
                };
                let mut most = (0, 0);
                for (field, heavy) in
                    (0..=field.most + 1).flat_map(|f| (0..=heavy.most + 1).map(move |h| (f, h)))
                {
                    if may(field, heavy) {
                        most = (most.0.max(field), most.1.max(heavy));
                    }
                }
                assert_eq!((field.most, heavy.most), most, "{action:?} on turn {}", game.turn());
                barred += usize::from(most == (0, 0));
                *met.entry((*verb).to_owned()).or_default() += 1;
            }
            game.advance(&[Bot::RANDOM; 2]);
        }
    }
    assert!(met.len() == verbs.len() && barred > 0, "{met:?}, {barred} without any");
}

/// What a choice costs, leads to or takes off is told with it: in games by bots.
#[test]
fn choices_say_what_they_come_to() {
    const MOVES: usize = 40;
    let prepared = Prepared::new(SYSTEMS, &kaisers_battle()).unwrap();
    let wanted: [(&str, &[&str]); 7] = [
        ("move", &[" MP"]),
        ("attack", &[" against "]),
        ("retreat", &["nobody there", "joins "]),
        ("advance", &[" MP"]),
        ("drumfire", &[" in 6 for a loss of ", "no effect on any die"]),
        ("ground_attack", &[" in 6 for a loss of ", "no effect on any die"]),
        ("place", &["joins "]),
    ];
    let mut met: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for seed in 1..5 {
        let bot = if seed % 2 == 0 { Bot::RANDOM } else { Bot::HEURISTIC };
        let mut game = prepared.start(seed);
        while !game.is_over() {
            let (asked, legal) = (game.asked().unwrap(), game.legal());
            let rare = legal.iter().filter(|one| one.verb != "move");
            let moves = legal.iter().filter(|one| one.verb == "move").step_by(29).take(MOVES);
            for action in moves.chain(rare) {
                let of_kind = wanted.iter().find(|(verb, _)| action.verb == *verb);
                let Some((verb, parts)) = of_kind else { continue };
                let told = asked.remark(action).unwrap_or_else(|| panic!("{action:?}"));
                assert!(parts.iter().any(|part| told.contains(part)), "{action:?}: {told}");
                met.entry(verb).or_default().push(told);
            }
            drop(asked);
            game.advance(&[bot; 2]);
        }
    }
    for (verb, consequence) in [
        ("move", "stops in an enemy zone of control (KB 5.13)"),
        ("move", "may stay (KB 7.21)"),
        ("attack", "on the defender's die"),
        ("retreat", "nobody there"),
        ("advance", "stops in an enemy zone of control (KB 8.84)"),
        ("drumfire", "no effect on any die"),
        ("ground_attack", " in 6 for a loss of "),
        ("place", "joins "),
    ] {
        let told = met.get(verb).map_or(&[][..], Vec::as_slice);
        assert!(told.iter().any(|told| told.contains(consequence)), "{verb}: {consequence}");
    }
}

#[test]
fn a_remark_cites_the_rule_of_what_it_tells() {
    let cases = [
        ("15.13-blocked-entry", 0, "3 hexes from its entry hex (KB 15.13), nobody there"),
        (
            "8.84-stosstruppen-through-zones",
            1,
            "2 of 3 MP, stops in an enemy zone of control (KB 8.84)",
        ),
        ("8.84-stosstruppen-through-zones", 2, "5 of 6 MP, in an enemy zone of control"),
        ("9.61-clear", 1, "+2 on your die (KB 9.62)"),
        ("20.12-isolated-exit", 0, "isolated, so for no points (KB 20.12)"),
    ];
    for (name, actions, wanted) in cases {
        let case = case_of(name);
        let mut allowed = case.actions.iter().filter(|step| step.refused.is_none());
        let next = &allowed.nth(actions).unwrap().action;
        let told = played(name, actions).asked().unwrap().remark(next);
        assert!(told.as_ref().is_some_and(|told| told.contains(wanted)), "{name}: {told:?}");
    }
}

/// Where nothing can harm a stack the choice says so, as the table is read (KB 9.44, 9.45).
#[test]
fn a_bombardment_says_how_likely_it_does_harm() {
    let prepared = Prepared::new(SYSTEMS, &kaisers_battle()).unwrap();
    let mut game = prepared.start(1);
    while !game.legal().iter().any(|action| action.verb == "drumfire") {
        game.advance(&[Bot::RANDOM; 2]);
    }
    for action in game.legal().iter().filter(|action| action.verb == "drumfire").step_by(3) {
        let steps = (1..=6).map(|die| {
            let mut copy = game.tried(Dice::scripted(vec![die]));
            copy.apply(action).unwrap();
            copy.events().iter().find_map(|event| match told(event)? {
                Detail::Bombardment(fire) => Some(fire.steps),
                _ => None,
            })
        });
        let hits: Vec<i32> = steps.flatten().filter(|steps| *steps > 0).collect();
        let remark = game.asked().unwrap().remark(action).unwrap();
        match hits.iter().max() {
            None => assert_eq!(remark, "no effect on any die"),
            Some(most) => {
                assert!(remark.starts_with(&format!("{} in 6 ", hits.len())), "{remark}: {hits:?}");
                assert!(remark.contains(&format!(" {most} step")), "{remark}: {hits:?}");
            }
        }
    }
}
