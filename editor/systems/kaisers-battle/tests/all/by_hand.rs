//! What whoever plays by hand is told: what is asked, and what came of it.

use salient_kaisers_battle::Rulebook;
use salient_rules::acts::Acts;
use salient_rules::case::{self, Case};
use salient_rules::words::Words;
use salient_rules::{Match, System};

use crate::support::{SYSTEMS, kaisers_battle};

/// The game of a case after so many of its actions that are allowed.
fn played(name: &str, actions: usize) -> Match {
    let cases = Rulebook.published().cases.iter();
    let text = cases.into_iter().find(|(case, _)| *case == name).map(|(_, text)| *text);
    let case = Case::read(text.unwrap_or_else(|| panic!("no case {name}"))).unwrap();
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
        ("17.11-only-from-trenches", 0, "only units that begin in a trench move"),
        ("17.13-dice-for-two-corps", 0, "left to move: XVIII Corps 1, III Corps 2"),
        ("17.13-dice-for-two-corps", 1, "left to move: XVIII Corps 0, III Corps 2"),
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

#[test]
fn a_headquarters_is_called_one() {
    let words = words();
    assert_eq!(words.unit(&"br-hq-19".to_owned()), "19 Headquarters");
}
