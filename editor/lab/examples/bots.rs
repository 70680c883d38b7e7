//! Measures the bots against each other on the published set-up of The Kaiser's Battle:
//!
//! ```text
//! cargo run --release -p salient-lab --example bots -- [GAMES [SEED]]
//! ```
//!
//! Every pair of bots plays the same seeds both ways. For each pairing it prints the share of
//! wins by the levels of victory, the points with what they are made of, and, seed by seed, how
//! often a bot does better as the German against the other than the other does against it.

#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/all/support.rs"]
mod support;

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use salient_rules::dice::game_seed;
use salient_rules::{Bot, Prepared};
use salient_schema::event::EventKind;

/// What is kept of a game.
struct Played {
    points: i32,
    level: String,
    german_wins: bool,
    /// Number of things that score, by the name of the score.
    scores: Vec<(String, u32)>,
    losses: Vec<u32>,
}

fn play(prepared: &Prepared, seed: u64, bots: [Bot; 2]) -> Played {
    let mut game = prepared.start(seed);
    while !game.is_over() {
        game.advance(&bots);
    }
    let outcome = game.outcome().unwrap();
    let scores = game.events().iter().rev().find_map(|event| match &event.kind {
        EventKind::Score(score) => {
            Some(score.lines.iter().map(|line| (line.id.clone(), line.count)).collect())
        }
        _ => None,
    });
    Played {
        points: outcome.points,
        level: outcome.level.clone(),
        german_wins: outcome.side == game.sides()[0],
        scores: scores.unwrap_or_default(),
        losses: game.losses().iter().map(|losses| losses.steps).collect(),
    }
}

fn play_all(prepared: &Prepared, run_seed: u64, games: u32, bots: [Bot; 2]) -> Vec<Played> {
    (0..games).into_par_iter().map(|game| play(prepared, game_seed(run_seed, game), bots)).collect()
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn describe(bots: [Bot; 2], games: &[Played]) {
    let wins = games.iter().filter(|game| game.german_wins).count();
    let mean = |value: &dyn Fn(&Played) -> f64| {
        games.iter().map(value).sum::<f64>() / games.len().max(1) as f64
    };
    let points = mean(&|game| f64::from(game.points));
    let spread = mean(&|game| (f64::from(game.points) - points).powi(2)).sqrt();
    println!(
        "{} (German) v {} (Allied): German wins {}, points {points:.1} ± {spread:.1}",
        bots[0],
        bots[1],
        percent(wins, games.len())
    );
    let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games {
        *levels.entry(&game.level).or_default() += 1;
    }
    for (level, count) in levels {
        println!("    {level}: {}", percent(count, games.len()));
    }
    let names = games.first().map_or(&[][..], |game| &game.scores);
    let parts: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(i, (name, _))| format!("{name} {:.1}", mean(&|game| f64::from(game.scores[i].1))))
        .collect();
    let steps: Vec<String> =
        (0..2).map(|side| format!("{:.0}", mean(&|game| f64::from(game.losses[side])))).collect();
    println!("    {}; steps lost {}", parts.join(", "), steps.join(" and "));
}

/// How often `a` as the German gets more out of `b` than `b` does out of `a`, a tie counted half.
fn compare(a: Bot, b: Bot, a_german: &[Played], b_german: &[Played]) {
    let halves: usize = a_german
        .iter()
        .zip(b_german)
        .map(|(ours, theirs)| match ours.points.cmp(&theirs.points) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        })
        .sum();
    println!("{a} beats {b} on the same seed: {}\n", percent(halves, 2 * a_german.len()));
}

fn main() {
    let mut numbers = std::env::args().skip(1).map_while(|arg| arg.parse::<u32>().ok());
    let games = numbers.next().unwrap_or(200);
    let seed = u64::from(numbers.next().unwrap_or(1));
    let prepared = Prepared::new(support::SYSTEMS, &support::kaisers_battle()).unwrap();
    println!("{games} games a pairing, seed {seed}\n");
    for (a, b) in [(Bot::PLANNER, Bot::HEURISTIC), (Bot::PLANNER, Bot::RANDOM)] {
        let ours = play_all(&prepared, seed, games, [a, b]);
        let theirs = play_all(&prepared, seed, games, [b, a]);
        describe([a, b], &ours);
        describe([b, a], &theirs);
        compare(a, b, &ours, &theirs);
    }
    for bot in [Bot::PLANNER, Bot::HEURISTIC] {
        describe([bot; 2], &play_all(&prepared, seed, games, [bot; 2]));
        let timed = games.min(50);
        let start = Instant::now();
        for game in 0..timed {
            let mut game = prepared.start_quietly(game_seed(seed, game));
            while !game.is_over() {
                game.advance(&[bot; 2]);
            }
        }
        let rate = f64::from(timed) / start.elapsed().as_secs_f64();
        println!("    {rate:.0} games a second on one core\n");
    }
}
