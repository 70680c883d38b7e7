//! What the kernel keeps for the rules is shown on the map, at the units and in the log.

use salient_rules::System;
use salient_rules::case::{Case, begin};
use salient_rules::game::{Marker, MarkerLook};
use salient_rules::words::Words;
use salient_schema::event::EventKind;

use crate::{Rulebook, SYSTEMS, played};

const CASE: &str = r#"
title = "A worn division before a blown bridge, dug in, with an attack prepared"
rules = ["6.1.4", "7.1.4a", "7.3", "14.1"]
scenario = "drill"
turn = 3
phase = "allied-movement"
units = [
    { hex = "0605", counters = ["fr-1"] },
    { hex = "0705", counters = ["de-1"] },
]
status = { fr-1 = 4 }
prepared = { fr-1 = "0705" }
positions = { "0605" = 1 }
blown = ["0405:ne"]
"#;

#[test]
fn marks_are_shown_and_told() {
    let case = Case::read(CASE).unwrap();
    let bundle = Rulebook.published().bundle(Some("drill")).unwrap();
    let game = begin(SYSTEMS, &case, &bundle).unwrap();
    let hex = |label: &str| game.grid().parse(label).unwrap();
    let shown = game.known_to(&[]);
    let side = game.grid().parse_side("0405:ne").unwrap();
    let mut expected = vec![
        Marker {
            hexside: Some(side.direction()),
            ..Marker::in_hex(side.hex(), "Blown bridge", MarkerLook::Hazard)
        },
        Marker::in_hex(hex("0605"), "CI", MarkerLook::Morale),
        Marker::in_hex(hex("0605"), "IP 1", MarkerLook::Sight),
        Marker {
            towards: Some(hex("0705")),
            ..Marker::in_hex(hex("0605"), "Prepared attack", MarkerLook::State)
        },
    ];
    expected.sort();
    assert_eq!(shown.markers(), expected);
    let states = shown.states();
    let states: Vec<(&str, &[String])> =
        states.iter().map(|of| (of.unit, of.states.as_slice())).collect();
    assert_eq!(states, [("fr-1", &["effectiveness:4", "prepared-attack"].map(String::from)[..])]);

    let words = Words::new(SYSTEMS, &bundle);
    // Those from the start are printed and told in no line: here they are laid later.
    let later = game.events().iter().cloned().map(|mut event| {
        event.phase = "german-movement".into();
        event
    });
    let lines: Vec<String> =
        later.flat_map(|event| words.lines(&event)).map(|line| line.text).collect();
    for (text, times) in [
        (": 0 to CI", 1),
        ("Prepared attack of ", 1),
        ("Improved position in 0605: 0 to IP 1", 1),
        ("Blown bridge on hexside ", 1),
    ] {
        let told = lines.iter().filter(|line| line.contains(text)).count();
        assert_eq!(told, times, "{text}: {lines:#?}");
    }
}

/// 1914 18.1.2: the log says whose a railway is, and whether it still is.
#[test]
fn railways_are_told_by_whom_they_serve() {
    let bundle = played::bundle("drill");
    let words = Words::new(SYSTEMS, &bundle);
    let mut told = Vec::new();
    for event in &played::log(&bundle, played::Player::Eager, 0) {
        let EventKind::Marker(marker) = &event.kind else { continue };
        if !marker.marker.ends_with("-railway") {
            continue;
        }
        let lines = Rulebook.words(event, &words).unwrap();
        let hex = marker.hex.as_ref().unwrap();
        assert_eq!((lines.len(), &lines[0].hexes), (1, &vec![hex.clone()]));
        told.push(lines[0].text.replace(hex.as_str(), "HEX"));
    }
    told.sort();
    told.dedup();
    let expected = ["Allies", "Germans"].map(|side| {
        [
            format!("The railway in HEX is no longer operational for the {side}"),
            format!("The railway in HEX is operational for the {side}"),
        ]
    });
    let expected: Vec<&String> = expected.iter().flatten().collect();
    let known = told.iter().all(|text| expected.contains(&text));
    let no_longer = told.iter().any(|text| text.contains("no longer"));
    assert!(known && no_longer, "{told:#?}");
}
