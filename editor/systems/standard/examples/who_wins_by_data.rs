//! Who wins how many games of a scenario:
//! `who_wins_by_data [SCENARIO] [GAMES] [SEED] [BOT:OTHER ...] [SIDE.WEIGHT=VALUE ...]`.
//!
//! The first bot of a pair plays the first side, and then the second. Shares are of decided games,
//! with the interval in which they lie with 95 %; the column `drawn` tells how many were not. Points
//! are what the first side is ahead by. A weight of a side's planner may be tried: `german.danger=3`.

use std::error::Error;
use std::time::Instant;

use salient_rules::{Bot, Prepared, System, Systems};
use salient_standard::Rulebook;

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("the-crossroads", String::as_str);
    let games: u64 = arguments.get(1).map_or(Ok(100), |it| it.parse())?;
    let seed: u64 = arguments.get(2).map_or(Ok(0), |it| it.parse())?;
    let (mut pairs, mut tried) = (Vec::new(), Vec::new());
    for pair in arguments.iter().skip(3) {
        if let Some((whose, value)) = pair.split_once('=') {
            let (side, weight) = whose.split_once('.').ok_or("a weight is SIDE.WEIGHT=VALUE")?;
            tried.push((side, weight, value.parse::<i32>()?));
            continue;
        }
        let (one, other) = pair.split_once(':').ok_or("a pair of bots is BOT:OTHER")?;
        pairs.push([one.parse::<Bot>()?, other.parse::<Bot>()?]);
    }
    if pairs.is_empty() {
        for other in [Bot::PLANNER, Bot::HEURISTIC, Bot::RANDOM] {
            pairs.push([Bot::PLANNER, other]);
            if other != Bot::PLANNER {
                pairs.push([other, Bot::PLANNER]);
            }
        }
    }
    println!(
        "| first side | second side | first won | second won | drawn | first's share | points | games a second |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let bundle = Rulebook.published().bundle(Some(name)).map_err(|it| format!("{it:?}"))?;
    let prepared = Prepared::new(SYSTEMS, &bundle).map_err(|it| format!("{it:?}"))?;
    for bots in pairs {
        play(&prepared, bots, &tried, seed..seed + games)?;
    }
    Ok(())
}

/// Plays some games and prints a row of the table.
fn play(
    prepared: &Prepared,
    bots: [Bot; 2],
    tried: &[(&str, &str, i32)],
    seeds: std::ops::Range<u64>,
) -> Result<(), Box<dyn Error>> {
    let (mut won, mut drawn, mut points) = ([0_u64; 2], 0_u64, Vec::new());
    let games = (seeds.end - seeds.start).max(1);
    let begun = Instant::now();
    for seed in seeds {
        let mut game = prepared.start_quietly(seed);
        for (side, weight, value) in tried {
            let side = game.sides().iter().position(|it| it == side).ok_or("no such side")?;
            let weights = game.weights(side);
            let values =
                weights.iter().map(|(it, old)| if it.id == *weight { *value } else { *old });
            game.weigh_by(side, &values.collect::<Vec<i32>>());
        }
        while !game.is_over() {
            game.advance(&bots);
        }
        let outcome = game.outcome().ok_or("a game that is over has an outcome")?;
        if outcome.level == "Unfinished" {
            return Err(format!("game {seed} does not end").into());
        }
        match game.sides().iter().position(|side| *side == outcome.side) {
            Some(side) => won[side] += 1,
            None => drawn += 1,
        }
        points.push(outcome.points);
    }
    points.sort_unstable();
    let (low, high) = interval(won[0], won[0] + won[1]);
    println!(
        "| {} | {} | {} | {} | {drawn} | {:.1} % ({low:.1} to {high:.1}) | {:.1} ({} to {}) | {:.1} |",
        bots[0],
        bots[1],
        won[0],
        won[1],
        100.0 * won[0] as f64 / (won[0] + won[1]).max(1) as f64,
        points.iter().map(|it| f64::from(*it)).sum::<f64>() / games as f64,
        points.first().copied().unwrap_or_default(),
        points.last().copied().unwrap_or_default(),
        games as f64 / begun.elapsed().as_secs_f64(),
    );
    Ok(())
}

/// Wilson's interval of a share, in percent.
fn interval(won: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 100.0);
    }
    let (n, z) = (of as f64, 1.96_f64);
    let share = won as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 100.0 / (1.0 + z * z / n);
    ((middle - half) * scale, (middle + half) * scale)
}
