//! What a ladder of bots says: from both sides of each limit.

use std::sync::atomic::AtomicBool;

use salient_lab::skill::{self, Finding, Options, Pairing, Skill};
use salient_lab::view::{View, text};
use salient_lab::{Progress, Share};
use salient_rules::Bot;

use crate::support::{SYSTEMS, kaisers_battle};

const LIMITS: text::Limits = text::Limits { width: 100, rows: 20 };

/// A ladder of so many rungs; the first side wins so many of a hundred games at each, and the
/// stronger of two so many.
fn ladder(first: &[u64], stronger: u64) -> Skill {
    let rungs: Vec<Bot> = [Bot::RANDOM, Bot::HEURISTIC, Bot::PLANNER]
        .into_iter()
        .chain((1..).map(|n| Bot::SEARCHER.with_playouts(n * 10)))
        .take(first.len())
        .collect();
    let pairing = |rungs: [usize; 2], wins: u64| Pairing {
        rungs: rungs.to_vec(),
        games: 100,
        wins: vec![Share::new(wins, 100), Share::new(100 - wins, 100)],
        points: None,
        levels: vec![("Red victory".into(), wins), ("Blue victory".into(), 100 - wins)],
    };
    let even = first.iter().enumerate().map(|(rung, &wins)| pairing([rung, rung], wins));
    let uneven = (1..first.len()).flat_map(|rung| {
        [pairing([rung, rung - 1], stronger), pairing([rung - 1, rung], 100 - stronger)]
    });
    Skill {
        title: "Test".into(),
        fingerprint: String::new(),
        sides: vec![("red".into(), "Red".into()), ("blue".into(), "Blue".into())],
        counted_for: None,
        seed: 1,
        wanted: 100,
        stopped: false,
        pairings: even.chain(uneven).collect(),
        rungs,
    }
}

fn headline(first: &[u64]) -> String {
    View::of_skill(&ladder(first, 80)).headline
}

#[test]
fn a_side_that_is_ahead_at_every_strength_is_so_by_the_scenario() {
    let found = ladder(&[0, 70, 66, 75], 80).finding();
    let Finding::Agreed { side: 0, least, most } = found else { panic!("{found:?}") };
    assert!((least, most) == (0.66, 0.75));
    assert!(headline(&[0, 70, 66, 75]).contains("Not balanced, and all bots agree"));
    // Random moves do not count.
    assert_eq!(headline(&[0, 70, 66, 75]), headline(&[100, 70, 66, 75]));
    assert!(headline(&[50, 95, 90, 99]).contains("One-sided"));
}

#[test]
fn a_lead_that_is_gone_or_new_at_the_top_is_said_to_depend_on_skill() {
    // 62 of 100 may be chance at 99 %, 64 may not: the limit from both sides.
    let gone = ladder(&[50, 80, 62], 80).finding();
    assert_eq!(gone, Finding::Fades { side: 0, now: false, top: 2 });
    assert!(matches!(ladder(&[50, 80, 64], 80).finding(), Finding::Agreed { side: 0, .. }));
    let new = ladder(&[50, 50, 20], 80).finding();
    assert_eq!(new, Finding::Fades { side: 1, now: true, top: 2 });
    assert!(headline(&[50, 50, 20]).contains("Blue side is ahead between planners"));
}

#[test]
fn a_balance_that_turns_round_is_said_to_tip_over() {
    let found = ladder(&[50, 90, 10], 80).finding();
    assert_eq!(found, Finding::Tips { from: 0, to: Some(1), top: 2, share: 0.9 });
    assert!(headline(&[50, 90, 10]).contains("tips over with skill"));
    assert!(headline(&[50, 90, 10, 50]).contains("neither is ahead"));
}

#[test]
fn a_lead_that_goes_to_and_fro_is_not_told_as_the_weaker_players() {
    // As The Kaiser's Battle: random movers lose with the side that heuristics win with.
    for shares in [&[0, 90, 35, 20][..], &[50, 90, 10, 90], &[0, 90, 50]] {
        assert_eq!(ladder(shares, 80).finding(), Finding::ToAndFro, "{shares:?}");
    }
    assert_eq!(
        headline(&[0, 90, 35, 20]),
        "It goes to and fro with strength. Ahead are: Blue between random movers, Red between \
         heuristics, Blue between planners and searchers with 10\u{a0}playouts."
    );
    assert!(
        headline(&[0, 90, 50]).ends_with("Red between heuristics, neither side between planners.")
    );
    // Random movers who lead the same way change nothing.
    assert!(matches!(ladder(&[100, 90, 10], 80).finding(), Finding::Tips { .. }));
}

#[test]
fn how_games_end_is_told_in_per_cent() {
    let view = View::of_skill(&ladder(&[100, 25], 80));
    let table = view.table("skill-levels").unwrap();
    let told: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| row.cells[2..].iter().map(|cell| cell.value.in_words()).collect())
        .collect();
    assert_eq!(told, [["100\u{a0}%", "–"], ["25\u{a0}%", "75\u{a0}%"]]);
}

#[test]
fn even_strengths_are_balance_only_with_enough_games() {
    assert!(headline(&[50, 50, 55]).contains("No side is ahead"));
    let mut few = ladder(&[50, 50, 50], 80);
    few.wanted = 10;
    for pairing in &mut few.pairings {
        pairing.games = 10;
        pairing.wins = vec![Share::new(5, 10), Share::new(5, 10)];
    }
    assert!(View::of_skill(&few).headline.contains("Too few games"));
    few.pairings.clear();
    assert_eq!(few.finding(), Finding::Nothing);
}

#[test]
fn a_rung_counts_as_depth_only_where_it_is_stronger_for_certain() {
    // Of 200 games over both sides, 112 may be chance and 114 may not.
    assert_eq!(ladder(&[50; 4], 56).depth(), 0);
    assert_eq!(ladder(&[50; 4], 57).depth(), 3);
    let climbs = ladder(&[50; 4], 57).climbs();
    assert_eq!(climbs.iter().map(|climb| climb.rung).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(climbs.iter().all(|climb| climb.share.of == 200 && climb.share.count == 114));
}

#[test]
fn a_ladder_is_played_and_told() {
    let rungs = vec![Bot::RANDOM, Bot::HEURISTIC];
    let options = Options { games: 2, seed: 9, rungs };
    let stop = AtomicBool::new(false);
    let done = std::sync::Mutex::new(Vec::new());
    let progress = |now: Progress| done.lock().unwrap().push((now.done, now.games));
    let found = skill::run(SYSTEMS, &kaisers_battle(), &options, &progress, &stop).unwrap();
    // Two of equal strength, and one for each side.
    assert_eq!(found.pairings.len(), 4);
    assert!(!found.stopped && found.pairings.iter().all(|pairing| pairing.games == 2));
    let mut done = done.into_inner().unwrap();
    done.sort_unstable();
    assert_eq!(done, (1..=8).map(|n| (n, 8)).collect::<Vec<_>>());
    let text = text::whole(&View::of_skill(&found), LIMITS);
    for word in ["random", "heuristic", "How much there is to learn", "Depth"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let again = skill::run(SYSTEMS, &kaisers_battle(), &options, &|_| (), &stop).unwrap();
    assert_eq!(found, again);
}

#[test]
fn a_ladder_of_one_or_of_strangers_is_refused() {
    let stop = AtomicBool::new(false);
    let run = |rungs: Vec<Bot>| {
        let options = Options { games: 1, seed: 1, rungs };
        skill::run(SYSTEMS, &kaisers_battle(), &options, &|_| (), &stop)
    };
    assert!(run(vec![Bot::RANDOM]).is_err());
    assert!(run(vec![Bot::RANDOM; skill::MOST_RUNGS + 1]).is_err());
    let found = run(vec![Bot::RANDOM, Bot::named("stranger")]).unwrap_err();
    assert!(found[0].message.contains("stranger"));
    let names = skill::ladder(&salient_rules::bot::USUAL, &[50, 25, 50, 0]);
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["random", "heuristic", "planner", "searcher:25", "searcher:50"]);
}
