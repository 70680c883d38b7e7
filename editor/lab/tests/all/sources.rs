//! Where the points come from: what the log says adds up in every game, and what tells kinds of
//! games apart is told of what does and of nothing else.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use salient_lab::view::{Scenery, View};
use salient_lab::{Counted, GameReport, Mark, Options, Part, Report, Shard};
use salient_rules::Bot;
use salient_rules::game::Outcome;
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind, PointSource};

use crate::support::{SYSTEMS, kaisers_battle, storm_in_the_west};

fn played(bundle: &Bundle, games: u32) -> (Report, Vec<Vec<Event>>) {
    let logs = Mutex::new(BTreeMap::new());
    let keep = |game: u32, events: &[Event]| {
        logs.lock().unwrap().insert(game, events.to_vec());
    };
    let options = Options { games, seed: 3, bots: vec![Bot::HEURISTIC; 2], until: None };
    let stop = AtomicBool::new(false);
    let report = salient_lab::run_logged(SYSTEMS, bundle, &options, &|_| {}, &stop, &keep).unwrap();
    (report, logs.into_inner().unwrap().into_values().collect())
}

/// The points of the side that is named first.
fn sum(sources: &[PointSource]) -> i32 {
    let first = &sources.first().expect("the points are made of something").side;
    sources.iter().filter(|source| source.side == *first).map(|source| source.points).sum()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Checks that the points are the sum of their sources, in each game and in the report.
fn adds_up(bundle: &Bundle, games: u32) -> Report {
    let (report, logs) = played(bundle, games);
    assert_eq!(logs.len(), games as usize);
    for (log, game) in logs.iter().zip(&report.games) {
        for event in log {
            match &event.kind {
                EventKind::TurnEnd(end) => assert_eq!(sum(&end.sources), end.points),
                EventKind::GameOver(over) => assert_eq!(sum(&over.sources), over.points),
                _ => {}
            }
        }
        let points: i32 = ends(&report, game).map(|(_, points)| points).sum();
        assert_eq!(points, game.outcome.points, "game {}", game.game);
    }
    let first = report.sources[0].side.clone();
    let wholes: Vec<_> =
        report.sources.iter().filter(|of| of.is_whole() && of.side == first).collect();
    let points: f64 = wholes.iter().map(|of| of.points.mean).sum();
    assert!(near(points, report.points.as_ref().unwrap().estimate.mean));
    for turn in report.reached_turns() {
        let of_turn = |source: &&&salient_lab::SourceReport| {
            let there = source.turns.iter().find(|there| there.turn == turn.turn);
            there.unwrap().points
        };
        let points: f64 = wholes.iter().map(|of| of_turn(&of).mean).sum();
        assert!(near(points, turn.points.mean), "turn {}: {points}", turn.turn);
    }
    for whole in &wholes {
        let kinds = report
            .sources
            .iter()
            .filter(|of| of.side == whole.side && of.head.id == whole.head.id && !of.is_whole());
        let kinds: Vec<f64> = kinds.map(|kind| kind.points.mean).collect();
        assert!(kinds.is_empty() || near(kinds.iter().sum(), whole.points.mean), "{whole:?}");
        let levels: f64 =
            whole.levels.iter().map(|of| of.points.mean * of.points.games as f64).sum();
        assert!(near(levels / f64::from(games), whole.points.mean), "{whole:?}");
    }
    report
}

/// The places of a side's numbers, as `GameReport::marks` has them.
fn place(report: &Report, side: usize, source: usize, of: usize) -> u32 {
    let sources = report.subject.sources.len();
    (side * (2 * sources + 5) + 2 * source + of) as u32
}

/// The sources of the first side at the end of a game, with their points.
fn ends<'a>(report: &'a Report, game: &'a GameReport) -> impl Iterator<Item = (usize, i32)> + 'a {
    let mark = game.marks.last().unwrap();
    (0..report.subject.sources.len()).map(move |source| {
        let place = place(report, 0, source, 1);
        (source, mark.iter().find(|(there, _)| *there == place).map_or(0, |(_, value)| *value))
    })
}

#[test]
fn the_points_of_the_kaisers_battle_are_the_sum_of_their_sources() {
    let report = adds_up(&kaisers_battle(), 24);
    let exits = report.sources.iter().find(|of| of.head.id == "exits").unwrap();
    assert!(near(exits.points.mean, 3.0 * exits.count.mean), "KB 20.12");
    assert!(report.sources.iter().all(|of| of.side == "german"));
}

#[test]
fn morale_is_what_it_was_and_what_has_changed_it() {
    for scenario in ["campaign", "the-allied-offensive", "plan-1919"] {
        let bundle = storm_in_the_west(scenario);
        let report = adds_up(&bundle, 3);
        let levels = bundle.scenario.levels.iter();
        let german = levels.clone().find(|level| level.side == "german" && level.id == "morale");
        let start = report.sources.iter().find(|of| of.head.id == "start").unwrap();
        assert_eq!((start.side.as_str(), start.points.sd), ("german", 0.0));
        assert!(near(start.points.mean, f64::from(german.unwrap().value)), "{scenario}");
        let allied = report.sources.iter().any(|of| of.side == "allied");
        assert_eq!(allied, scenario != "plan-1919", "SW S3.12");
    }
}

/// What a made-up game of The Kaiser's Battle came to: points, by whom it is won, and at every
/// mark exits in all and those of broken-down divisions, at the first mark and at the end.
fn made_up(shard: &Shard, games: &[(i32, &str, [i32; 2], [i32; 2])]) -> Report {
    let mut shard = shard.clone();
    let seed = shard.games.pop().unwrap();
    let report = shard.clone().into_report();
    let source = |kind: &str| {
        let kind = Some(kind.to_owned());
        report.subject.sources.iter().position(|head| head.kind == kind).unwrap()
    };
    let (whole, broken) = (source("divisions"), source("broken-down"));
    let mark = |[exits, of_broken]: [i32; 2]| -> Mark {
        let mut mark: Mark = [(whole, exits - of_broken), (broken, of_broken)]
            .into_iter()
            .flat_map(|(source, count)| {
                let place = |of| place(&report, 0, source, of);
                [(place(0), count), (place(1), 3 * count)]
            })
            .filter(|(_, value)| *value != 0)
            .collect();
        mark.sort_unstable();
        mark
    };
    let made = games.iter().enumerate().map(|(number, (points, side, early, end))| GameReport {
        game: number as u32,
        outcome: Outcome { level: String::new(), side: (*side).to_owned(), points: *points },
        marks: vec![mark(*early), mark(*early), mark(*early), mark(*end)],
        ..seed.clone()
    });
    shard.games = made.collect();
    shard.into_report()
}

fn one() -> Shard {
    let options = Options { games: 1, seed: 1, bots: vec![Bot::RANDOM; 2], until: None };
    let stop = AtomicBool::new(false);
    salient_lab::run_shard(SYSTEMS, &kaisers_battle(), &options, Part::WHOLE, &|_| {}, &stop, None)
        .unwrap()
}

fn view(report: &Report) -> View {
    View::new(report, None, &Scenery::new(report, None))
}

/// A section's words, with plain spaces.
fn lead(report: &Report, section: &str) -> String {
    view(report).section(section).unwrap().lead.replace('\u{a0}', " ")
}

#[test]
fn the_lever_is_the_source_by_which_won_games_differ() {
    let shard = one();
    let games: Vec<_> = (0..40)
        .map(|n| {
            let chance = n % 4 % 2;
            match n % 2 {
                0 => (70 + chance, "german", [0, 0], [36 + chance, 21 + chance]),
                _ => (20 + chance, "allied", [0, 0], [4 - chance, 1 - chance]),
            }
        })
        .collect();
    let report = made_up(&shard, &games);
    let lever = report.lever.as_ref().unwrap();
    assert_eq!((lever.source.id.as_str(), lever.source.kind.as_deref()), ("exits", None));
    assert!(lever.standardised > 3.0, "{lever:?}");
    let said = lead(&report, "sources");
    assert!(
        said.starts_with(
            "36 exits a game in German wins, 21 of them by regiments of broken-down divisions; \
             3.0 in Allied wins."
        ),
        "{said}"
    );
    // Where games do not differ in it, it is no lever.
    let same: Vec<_> =
        games.iter().map(|&(points, side, early, _)| (points, side, early, [9, 3])).collect();
    assert_eq!(made_up(&shard, &same).lever, None);
    // Nine games of a kind are too few.
    let few: Vec<_> = games.iter().take(19).copied().collect();
    assert_eq!(made_up(&shard, &few).lever, None);
    let enough: Vec<_> = games.iter().take(20).copied().collect();
    assert!(made_up(&shard, &enough).lever.is_some());
}

#[test]
fn two_kinds_of_games_are_told_apart_as_early_as_they_can_be() {
    let shard = one();
    let game = |n: i32, early: i32| {
        let second = n % 5 < 2;
        let (points, end) = if second { (90 + n % 7, 30) } else { (10 + n % 7, 2) };
        (points, if n % 3 == 0 { "german" } else { "allied" }, [early, 0], [end, 0])
    };
    let early: Vec<_> =
        (0..100).map(|n| game(n, if n % 5 < 2 { 13 + n % 3 } else { n % 13 })).collect();
    let report = made_up(&shard, &early);
    let kinds = report.kinds.unwrap();
    assert_eq!((kinds.low.games, kinds.high.games), (60, 40));
    let telling = report.telling.as_ref().unwrap();
    assert_eq!((telling.told, telling.horizons[0].turn), (Some(0), Some(3)));
    let salient_lab::Branch::Question { fact, than: 12, .. } =
        telling.horizons[0].tree.as_ref().unwrap()
    else {
        panic!("{telling:?}")
    };
    assert_eq!(fact.what, Counted::Count);
    let said = lead(&report, "kinds");
    assert!(
        said.starts_with(
            "What tells the second kind from the first kind: more than 12 exits by game-turn 3: \
             100 % are of the second kind; at most 12 exits by game-turn 3: 100 % are of the first \
             kind."
        ),
        "{said}"
    );
    let spread = view(&report);
    let spread = spread.table("points-spread").unwrap();
    assert_eq!(spread.rows.iter().filter(|row| row.cells[3].value != "".into()).count(), 2);
    // Exits at the end are the points themselves: where nothing else tells the kinds apart,
    // nothing is told.
    let late: Vec<_> = (0..100).map(|n| game(n, n * n * 7 % 11)).collect();
    let report = made_up(&shard, &late);
    assert_eq!(report.telling.as_ref().unwrap().told, None, "{:?}", report.telling);
    let said = lead(&report, "kinds");
    assert_eq!(
        said,
        "Nothing that is counted tells the second kind from the first kind better than chance."
    );
}

#[test]
fn a_report_with_sources_goes_through_a_file() {
    let (report, _) = played(&kaisers_battle(), 12);
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
}

/// Who left the map for points and came of a broken-down division, as the log has it, event by
/// event.
#[test]
fn exits_are_of_the_kind_that_the_log_shows() {
    let bundle = kaisers_battle();
    let mut seen = 0;
    for seed in 1..=6 {
        let mut game = salient_rules::Prepared::new(SYSTEMS, &bundle).unwrap().start(seed);
        while !game.is_over() {
            game.advance(&[Bot::PLANNER; 2]);
        }
        let (mut broken, mut exits) = (std::collections::BTreeSet::new(), 0);
        for event in game.events() {
            match &event.kind {
                EventKind::Exchanged(exchanged) => broken.extend(exchanged.into.iter().cloned()),
                EventKind::Lost(lost) => {
                    // Of the pool, it may come again in a lost division's place.
                    if let salient_schema::event::LossOutcome::Replaced { by, .. } = &lost.outcome {
                        broken.remove(by);
                    }
                }
                EventKind::Removed(removed) if removed.by == "exit" => {
                    let scores = event.detail.as_ref().unwrap().to_json()["scores"] == true;
                    exits += u32::from(scores && broken.contains(&removed.unit));
                }
                EventKind::GameOver(over) => {
                    let told = over
                        .sources
                        .iter()
                        .find(|source| source.kind.as_deref() == Some("broken-down"));
                    assert_eq!(told.map_or(0, |source| source.count), exits, "seed {seed}");
                }
                _ => {}
            }
        }
        seen += exits;
    }
    assert!(seen > 0, "no regiment of a broken-down division left the map in any game");
}
