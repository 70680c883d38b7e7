//! 1914 7.4.3: whoever may try a repulse is told what it is decided by, and the log says it again.

use salient_offensive_1914::Rulebook;
use salient_rules::case::{Case, begin};
use salient_rules::dice::Dice;
use salient_rules::words::Words;
use salient_rules::{Action, Match, System};
use salient_schema::event::EventKind;

use crate::SYSTEMS;

/// One counter against another, and the repulse.
fn before(turn: &str, one: &str, other: &str) -> (Match, Action) {
    let text = format!(
        r#"
title = "A repulse that may be tried"
rules = ["7.4.3"]
scenario = "drill"
turn = 3
phase = "{turn}-movement"
units = [
    {{ hex = "0605", counters = ["{one}"] }},
    {{ hex = "0705", counters = ["{other}"] }},
]
"#
    );
    let bundle = Rulebook.published().bundle(Some("drill")).unwrap();
    let game = begin(SYSTEMS, &Case::read(&text).unwrap(), &bundle).unwrap();
    let act = format!(r#"{{"do":"repulse","units":["{one}"],"hex":"0705"}}"#);
    (game, serde_json::from_str(&act).unwrap())
}

#[test]
fn what_decides_a_repulse_is_told_before_it_is_tried() {
    for (turn, one, other, column, hopes) in [
        ("allied", "fr-1", "de-b1", "2:1", "cannot succeed"),
        ("allied", "fr-b1", "de-reg-2", "3:1", " of 36 throws"),
        ("german", "de-1", "fr-reg-2", "8:1", "succeeds without dice"),
    ] {
        let (game, act) = before(turn, one, other);
        let said = game.asked().unwrap().remark(&act).unwrap();
        assert!(said.contains(&format!("column {column}")), "{said}");
        assert!(said.contains(hopes) && said.contains("1914 7.4.3"), "{said}");
    }
}

/// What is counted is what the dice bring, and what is told of the column does not hang on them.
#[test]
fn as_many_throws_succeed_as_are_told() {
    let words = Words::new(SYSTEMS, &Rulebook.published().bundle(Some("drill")).unwrap());
    let (game, act) = before("allied", "fr-b1", "de-reg-2");
    let said = game.asked().unwrap().remark(&act).unwrap();
    let (mut won, mut lines) = (0, Vec::new());
    for throw in 0..36 {
        let mut copy = game.tried(Dice::scripted_then(vec![throw / 6 + 1, throw % 6 + 1], 7));
        copy.apply(&act).unwrap();
        let is = |kind: &EventKind| matches!(kind, EventKind::Attacked(_));
        let event = copy.events().iter().find(|event| is(&event.kind)).unwrap();
        assert_eq!(words.reading(event).as_deref(), Some("3:1"));
        let told: Vec<String> = words.lines(event).into_iter().map(|line| line.text).collect();
        won += usize::from(!told[0].contains("in vain"));
        lines.push(told.iter().find(|line| line.contains("column 3:1")).unwrap().clone());
    }
    lines.dedup();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(won > 0 && said.contains(&format!("succeeds on {won} of 36 throws")), "{said}: {won}");
}
