//! What a run is told as in plain text.

use std::sync::atomic::AtomicBool;

use salient_lab::view::text::{self, Limits};
use salient_lab::view::{Scenery, View};
use salient_lab::{Options, Report, compare};
use salient_rules::Bot;
use salient_schema::Bundle;

use crate::support::{SYSTEMS, kaisers_battle, storm_in_the_west};

const LIMITS: Limits = Limits { width: 110, rows: 8 };

fn run(bundle: &Bundle, seed: u64, games: u32) -> Report {
    let options = Options { games, seed, bots: vec![Bot::HEURISTIC; 2], until: None };
    salient_lab::run(SYSTEMS, bundle, &options, &|_| {}, &AtomicBool::new(false)).unwrap()
}

#[test]
fn a_run_is_told_in_lines_that_fit_and_no_number_stands_alone() {
    let bundle = kaisers_battle();
    let report = run(&bundle, 2, 20);
    let view = View::new(&report, None, &Scenery::new(&report, Some(&bundle)));
    let text = text::whole(&view, LIMITS);
    for part in
        ["20 games, ", "seed 2", "How they end", "95 % confidence", "Turn", "Attacks by raw odds"]
    {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    for line in text.lines() {
        assert!(line.chars().count() <= LIMITS.width, "{line}");
        assert_eq!(line, line.trim_end(), "nothing trails");
    }
    assert!(!text.contains(['\u{a0}', '\u{2060}']) && !text.contains("NaN"), "{text}");
    // Every turn's points have their interval beside them.
    let turns = view.table("turns").unwrap();
    for row in turns.seen().filter(|row| row.cells[2].data()[0] != "0") {
        let interval = row.cells[5].value.in_words();
        let interval = interval.replace('\u{a0}', " ");
        assert!(text.contains(&interval), "{interval}");
    }
    // Without the scenario's files it is told all the same.
    let bare = text::whole(&View::new(&report, None, &Scenery::new(&report, None)), LIMITS);
    assert!(bare.contains(&view.headline.replace('\u{a0}', " ")), "{bare}");
}

#[test]
fn levels_replacements_and_a_comparison_are_told() {
    let bundle = storm_in_the_west("campaign");
    let (first, second) = (run(&bundle, 2, 6), run(&bundle, 3, 6));
    let comparison = compare(&first, &second);
    let scenery = Scenery::new(&second, Some(&bundle));
    let text = text::whole(&View::new(&second, Some(&comparison), &scenery), LIMITS);
    for part in ["Replacements", "Compared with another run", "Mean of a game", "First: "] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= LIMITS.width), "{text}");
}
