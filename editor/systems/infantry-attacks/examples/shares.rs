//! Who wins how many games of a scenario:
//! `shares [SCENARIO|all] [GAMES] [SEED] [BOT:OTHER ...]`.
//!
//! Each pair plays that many games from each side; the planner against itself once, as both sides
//! are the same there. Shares are of decided games; the column `drawn` tells how many were not.

use std::error::Error;

use salient_infantry_attacks::Rulebook;
use salient_rules::{Bot, Prepared, System, Systems};
use salient_schema::Bundle;
use salient_schema::event::EventKind;

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = arguments.first().map_or("all", String::as_str);
    let games: u64 = arguments.get(1).map_or(Ok(100), |it| it.parse())?;
    let seed: u64 = arguments.get(2).map_or(Ok(0), |it| it.parse())?;
    let mut pairs = Vec::new();
    for pair in arguments.iter().skip(3) {
        let (one, other) = pair.split_once(':').ok_or("a pair of bots is BOT:OTHER")?;
        pairs.push((one.parse::<Bot>()?, other.parse::<Bot>()?));
    }
    if pairs.is_empty() {
        let others = [Bot::PLANNER, Bot::HEURISTIC, Bot::RANDOM];
        pairs.extend(others.map(|other| (Bot::PLANNER, other)));
    }
    println!(
        "| scenario | first side | second side | first won | second won | drawn | of decided | mean points |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let all = Rulebook.published().scenarios.iter();
    let names = all.filter_map(|path| path.rsplit('/').next()?.strip_suffix(".json"));
    for name in names.filter(|&name| wanted == "all" || wanted == name) {
        let bundle = Rulebook.published().bundle(Some(name)).map_err(|it| format!("{it:?}"))?;
        for &(one, other) in &pairs {
            play(name, &bundle, [one, other], seed..seed + games)?;
            if one != other {
                play(name, &bundle, [other, one], seed..seed + games)?;
            }
        }
    }
    Ok(())
}

/// Plays some games and prints a row of the table.
fn play(
    name: &str,
    bundle: &Bundle,
    bots: [Bot; 2],
    seeds: std::ops::Range<u64>,
) -> Result<(), Box<dyn Error>> {
    let (mut won, mut drawn, mut points) = ([0_u64; 2], 0_u64, [0_i64; 2]);
    let games = (seeds.end - seeds.start).max(1);
    let prepared = Prepared::new(SYSTEMS, bundle).map_err(|it| format!("{it:?}"))?;
    for seed in seeds {
        let mut game = prepared.start(seed);
        let sides: Vec<String> = game.sides().iter().map(ToString::to_string).collect();
        while !game.is_over() {
            game.advance(&bots);
        }
        let outcome = game.outcome().ok_or("a game that is over has an outcome")?;
        match sides.iter().position(|side| *side == outcome.side.as_str()) {
            Some(side) => won[side] += 1,
            None => drawn += 1,
        }
        for event in game.events() {
            if let EventKind::Score(score) = &event.kind {
                let side = usize::from(score.side.as_str() != sides[0]);
                points[side] += i64::from(score.points);
            }
        }
    }
    let decided = (won[0] + won[1]).max(1);
    let share = |side: usize| format!("{:.1} %", 100.0 * won[side] as f64 / decided as f64);
    let mean = |side: usize| points[side] as f64 / games as f64;
    println!(
        "| {name} | {} | {} | {} | {} | {drawn} | {} : {} | {:.1} : {:.1} |",
        bots[0],
        bots[1],
        won[0],
        won[1],
        share(0),
        share(1),
        mean(0),
        mean(1)
    );
    Ok(())
}
