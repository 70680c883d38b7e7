//! Plays bots against each other, and finds what their planner should weigh by.
//!
//! ```text
//! cargo run --release -p salient-lab --example tune -- play  kaisers-battle searcher planner 400
//! cargo run --release -p salient-lab --example tune -- tune  kaisers-battle german 60 64 1
//! ```
//!
//! `weights SYSTEM` prints what planners weigh by, and `versus SYSTEM SIDE VALUES GAMES SEED` plays
//! a side with other weights against the usual planner.
//!
//! `play SYSTEM[/SCENARIO] BOT BOT GAMES [SEED]` plays so many games and tells who wins.
//!
//! `tune SYSTEM[/SCENARIO] SIDE ROUNDS GAMES SEED` looks for better weights of one side's planner
//! against the usual one of the other, by simultaneous perturbation (Spall, *Multivariate
//! Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation*, 1992): in
//! each round all weights are moved a little up or down by chance, both ways are played with the
//! same dice, and the weights go towards the better. Its seeds are its own: no reported figure
//! may come from them (reports take 1914 to 1918, tuning counts from 7,000,000).

use std::process::ExitCode;

use rayon::prelude::*;
use salient_rules::dice::{SplitMix64, game_seed};
use salient_rules::game::Prepared;
use salient_rules::{Bot, Systems};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SYSTEMS: Systems = Systems::new(&[
    &salient_kaisers_battle::Rulebook,
    &salient_storm_in_the_west::Rulebook,
    &salient_infantry_attacks::Rulebook,
]);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["play", what, one, other, games] => play(what, [one, other], games, "1918"),
        ["play", what, one, other, games, seed] => play(what, [one, other], games, seed),
        ["tune", what, side, rounds, games, seed] => tune(what, side, rounds, games, seed),
        ["weights", what] => weights(what),
        ["versus", what, side, values, games, seed] => versus(what, side, values, games, seed),
        _ => Err("play SYSTEM BOT BOT GAMES [SEED], or tune SYSTEM SIDE ROUNDS GAMES SEED".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// A scenario to play, with its sides.
fn prepared(what: &str) -> Result<(Prepared, Vec<String>), String> {
    let (system, scenario) = match what.split_once('/') {
        Some((system, scenario)) => (system, Some(scenario)),
        None => (what, None),
    };
    let system = SYSTEMS.find(system).ok_or_else(|| format!("no system is called {system}"))?;
    let bundle = system.published().bundle(scenario)?;
    let sides = bundle.ruleset.sides.iter().map(|side| side.id.to_string()).collect();
    let prepared = Prepared::new(SYSTEMS, &bundle)
        .map_err(|found| found.first().map_or_else(String::new, ToString::to_string))?;
    Ok((prepared, sides))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is no number"))
}

/// How a game ended: the winner's place, the points and the level.
struct End {
    winner: Option<usize>,
    points: i32,
    level: String,
}

fn one_game(
    prepared: &Prepared,
    sides: &[String],
    bots: &[Bot],
    weights: &[Option<&[i32]>],
    seed: u64,
) -> End {
    let mut game = prepared.start_quietly(seed);
    for (side, values) in weights.iter().enumerate() {
        if let Some(values) = values {
            game.weigh_by(side, values);
        }
    }
    while !game.is_over() {
        game.advance(bots);
    }
    let outcome = game.outcome();
    let winner = outcome.and_then(|outcome| sides.iter().position(|side| *side == outcome.side));
    let level = outcome.map_or_else(String::new, |outcome| outcome.level.clone());
    End { winner, points: game.score(), level }
}

fn play(what: &str, bots: [&str; 2], games: &str, seed: &str) -> Result<(), String> {
    let (prepared, sides) = prepared(what)?;
    let bots: Vec<Bot> = bots
        .iter()
        .map(|bot| bot.parse().map_err(|why| format!("{why}")))
        .collect::<Result<_, String>>()?;
    let (games, seed): (u32, u64) = (number(games)?, number(seed)?);
    let begun = std::time::Instant::now();
    let ends: Vec<End> = (0..games)
        .into_par_iter()
        .map(|game| one_game(&prepared, &sides, &bots, &[], game_seed(seed, game)))
        .collect();
    let took = begun.elapsed().as_secs_f64();
    for (place, side) in sides.iter().enumerate() {
        let won = ends.iter().filter(|end| end.winner == Some(place)).count();
        println!(
            "{side} {}: {won} of {games}, {:.1} %",
            bots[place],
            100.0 * won as f64 / f64::from(games)
        );
    }
    let points: i64 = ends.iter().map(|end| i64::from(end.points)).sum();
    let mut levels: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
    for end in &ends {
        *levels.entry(end.level.as_str()).or_default() += 1;
    }
    println!("points {:.2} on the mean; {levels:?}", points as f64 / f64::from(games));
    println!("{took:.1} s, {:.2} games a second", f64::from(games) / took);
    Ok(())
}

/// Plays a side's planner with other weights, parted by commas, against the usual one: how those
/// before a tuning do against those after.
fn versus(what: &str, side: &str, values: &str, games: &str, seed: &str) -> Result<(), String> {
    let (prepared, sides) = prepared(what)?;
    let place = place_of(&sides, side)?;
    let values: Vec<i32> = values.split(',').map(number).collect::<Result<_, String>>()?;
    let (games, seed): (u32, u64) = (number(games)?, number(seed)?);
    let mut by = vec![None; sides.len()];
    by[place] = Some(values.as_slice());
    let bots = vec![Bot::PLANNER; sides.len()];
    let won = (0..games)
        .into_par_iter()
        .filter(|&game| {
            let end = one_game(&prepared, &sides, &bots, &by, game_seed(seed, game));
            end.winner == Some(place)
        })
        .count();
    println!("{side} with these weights: {won} of {games} against the usual planner");
    Ok(())
}

fn place_of(sides: &[String], side: &str) -> Result<usize, String> {
    let place = sides.iter().position(|known| known == side);
    place.ok_or_else(|| format!("the sides are {}", sides.join(", ")))
}

fn weights(what: &str) -> Result<(), String> {
    let (prepared, sides) = prepared(what)?;
    let game = prepared.start_quietly(1);
    for (place, side) in sides.iter().enumerate() {
        println!("{side}");
        for (def, value) in game.weights(place) {
            println!("  {}: {value} in {}..={} {}", def.id, def.least, def.most, def.about.trim());
        }
    }
    Ok(())
}

/// Tuning's seeds are far from those that are reported.
const TUNING: u64 = 7_000_000;

fn tune(what: &str, side: &str, rounds: &str, games: &str, seed: &str) -> Result<(), String> {
    let (prepared, sides) = prepared(what)?;
    let place = place_of(&sides, side)?;
    let (rounds, games, seed): (u32, u32, u64) = (number(rounds)?, number(games)?, number(seed)?);
    let defs = prepared.start_quietly(1).weights(place);
    let span: Vec<f64> = defs
        .iter()
        .map(|(def, value)| f64::from((*value).max((def.most - def.least) / 8).max(1)))
        .collect();
    let mut x: Vec<f64> = defs.iter().map(|(_, value)| f64::from(*value)).collect();
    let mut mean = x.clone();
    let mut chance = SplitMix64::new(TUNING + seed);
    let bots = vec![Bot::PLANNER; sides.len()];
    let whole = |x: &[f64]| -> Vec<i32> { x.iter().map(|value| value.round() as i32).collect() };
    let worth = |values: &[i32], run: u64, games: u32| -> f64 {
        let total: f64 = (0..games)
            .into_par_iter()
            .map(|game| {
                let mut by = vec![None; sides.len()];
                by[place] = Some(values);
                let end = one_game(&prepared, &sides, &bots, &by, game_seed(run, game));
                let sign = if place == 0 { 1.0 } else { -1.0 };
                // Winning counts; points tell which way it goes before it does.
                let won = f64::from(u8::from(end.winner == Some(place)));
                100.0 * won + sign * f64::from(end.points)
            })
            .collect::<Vec<f64>>()
            .into_iter()
            .sum();
        total / f64::from(games)
    };
    let usual = whole(&x);
    for round in 0..rounds {
        let run = TUNING + seed * 100_000 + u64::from(round);
        let step = 0.25 / f64::from(round + 1).powf(0.101);
        let gain = 0.12 / (f64::from(round) + 10.0).powf(0.602) * 10f64.powf(0.602);
        let signs: Vec<f64> =
            x.iter().map(|_| if chance.below(2) == 0 { -1.0 } else { 1.0 }).collect();
        let moved = |by: f64| -> Vec<i32> {
            let moved =
                x.iter().zip(&signs).zip(&span).map(|((x, sign), span)| x + by * sign * span);
            whole(&moved.collect::<Vec<f64>>())
        };
        let better = worth(&moved(step), run, games) - worth(&moved(-step), run, games);
        // No round leads farther than a step.
        let pull = (better / 20.0).clamp(-1.0, 1.0);
        for (place, (def, _)) in defs.iter().enumerate() {
            x[place] += gain * pull * signs[place] * span[place];
            x[place] = x[place].clamp(f64::from(def.least), f64::from(def.most));
            // The mean of the second half (Polyak and Ruppert) is steadier than the end.
            if round * 2 >= rounds {
                let n = f64::from(round - rounds / 2 + 1);
                mean[place] += (x[place] - mean[place]) / n;
            }
        }
        if round % 10 == 9 {
            println!("round {}: {better:+.1}", round + 1);
        }
    }
    let check = TUNING + 90_000_000 + seed;
    let (before, after) = (worth(&usual, check, games * 8), worth(&whole(&mean), check, games * 8));
    println!("before {before:.2}, after {after:.2} in {} games each", games * 8);
    for ((def, _), (new, old)) in defs.iter().zip(whole(&mean).into_iter().zip(usual)) {
        if new != old {
            println!("{}: {new}, // {old}", def.id);
        }
    }
    println!("all: {:?}", whole(&mean));
    Ok(())
}
