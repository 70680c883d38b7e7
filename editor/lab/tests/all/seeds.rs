//! Several seeds in one report: the games are those of each seed by itself, and shards of the whole
//! make the same bytes.

use std::sync::atomic::AtomicBool;

use salient_lab::view::text::{self, Limits};
use salient_lab::view::{Scenery, View};
use salient_lab::{MergeError, Options, Part, Report, Shard, merge};
use salient_rules::Bot;
use salient_rules::dice::game_seed;

use crate::support::{SYSTEMS, kaisers_battle};

const LIMITS: Limits = Limits { width: 110, rows: 8 };

fn options(games: u32, seed: u64) -> Options {
    Options { games, seed, bots: vec![Bot::HEURISTIC; 2], until: None }
}

fn shard(seeds: &[u64], games: u32, part: Part) -> Shard {
    let (bundle, options, stop) = (kaisers_battle(), options(games, 99), AtomicBool::new(false));
    salient_lab::run_seeds(SYSTEMS, &bundle, &options, seeds, part, &|_| {}, &stop, None).unwrap()
}

fn alone(seed: u64, games: u32) -> Report {
    let stop = AtomicBool::new(false);
    salient_lab::run(SYSTEMS, &kaisers_battle(), &options(games, seed), &|_| {}, &stop).unwrap()
}

#[test]
fn several_seeds_are_the_games_of_each_of_them() {
    let report = shard(&[7, 3], 4, Part::WHOLE).into_report();
    assert_eq!((report.played, report.wanted, report.seed), (8, 8, 7));
    let numbers: Vec<u32> = report.games.iter().map(|game| game.game).collect();
    assert_eq!(numbers, (0..8).collect::<Vec<u32>>());
    assert_eq!(report.games[4].seed, game_seed(3, 0));
    let hashes = |report: &Report| -> Vec<String> {
        report.games.iter().map(|game| game.state_hash.clone()).collect()
    };
    let (first, second) = (alone(7, 4), alone(3, 4));
    assert_eq!(hashes(&report), [hashes(&first), hashes(&second)].concat());
    let told = text::whole(&View::new(&report, None, &Scenery::new(&report, None)), LIMITS);
    for part in ["seeds 7 and 3", "How much hangs on the seed", "where chance alone"] {
        assert!(told.contains(part), "no '{part}' in\n{told}");
    }
    let seeds = report.seeds.unwrap();
    let points: Vec<f64> = seeds.seeds.iter().map(|seed| seed.points.mean).collect();
    let mean = |report: &Report| report.points.as_ref().unwrap().estimate.mean;
    assert_eq!(points, [mean(&first), mean(&second)]);
    assert_eq!(seeds.wins.len(), 2);
    assert!(first.seeds.is_none(), "one seed has nothing to be held against");
    let one = shard(&[7], 4, Part::WHOLE).into_report();
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&first).unwrap());
}

#[test]
fn shards_of_several_seeds_make_the_report_of_one_run() {
    let whole = serde_json::to_string(&shard(&[5, 6, 7], 2, Part::WHOLE).into_report()).unwrap();
    for of in [2, 4] {
        let shards = (1..=of).rev().map(|number| {
            let text = serde_json::to_string(&shard(&[5, 6, 7], 2, Part { number, of })).unwrap();
            serde_json::from_str(&text).unwrap()
        });
        let merged = merge(shards.collect()).unwrap();
        assert_eq!(serde_json::to_string(&merged).unwrap(), whole, "{of} shards");
    }
    let parts = [Part { number: 1, of: 2 }, Part { number: 2, of: 2 }];
    let foreign = merge(vec![shard(&[5, 6], 2, parts[0]), shard(&[5, 7], 2, parts[1])]);
    assert!(matches!(foreign, Err(MergeError::Foreign { what: "the seed", .. })));
}
