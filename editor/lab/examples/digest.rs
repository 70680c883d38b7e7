//! Whole games between bots in a few bytes each: what must stay the same when only the code moves.
//!
//! ```text
//! cargo run --release -p salient-lab --example digest
//! ```
//!
//! A line a game: the scenario, the bots, the seed, how it ended, and a hash of where every unit
//! stood, with which face, at the end of each game-turn.

#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/support/mod.rs"]
mod support;

use rayon::prelude::*;
use salient_rules::dice::game_seed;
use salient_rules::{Bot, Match, Prepared};

fn fnv(hash: &mut u64, bytes: &[u8]) {
    for byte in bytes {
        *hash = (*hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
}

fn stand(hash: &mut u64, game: &Match) {
    fnv(hash, &game.turn().to_le_bytes());
    for unit in game.units() {
        let hex = unit.hex.map_or_else(String::new, |hex| game.grid().label(hex));
        fnv(hash, format!("{}@{hex}/{}/{:?};", unit.name, unit.face, unit.status).as_bytes());
    }
}

fn play(name: &str, prepared: &Prepared, seed: u64, bots: [Bot; 2]) -> String {
    let mut game = prepared.start_quietly(seed);
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut turn = game.turn();
    while !game.is_over() {
        game.advance(&bots);
        if game.turn() != turn || game.is_over() {
            turn = game.turn();
            stand(&mut hash, &game);
        }
    }
    let outcome = game.outcome().unwrap();
    format!(
        "{name} {}-{} {seed:016x} {} {} {} turn {turn} {hash:016x}",
        bots[0], bots[1], outcome.side, outcome.level.replace(' ', "-"), outcome.points
    )
}

fn main() {
    let mut games: Vec<(&str, std::sync::Arc<Prepared>, u64, [Bot; 2])> = Vec::new();
    let kaiser = std::sync::Arc::new(Prepared::new(SYSTEMS, &support::kaisers_battle()).unwrap());
    for i in 0..306_u32 {
        let pair = [Bot::ALL[i as usize % 3], Bot::ALL[i as usize / 3 % 3]];
        games.push(("kaisers-battle", std::sync::Arc::clone(&kaiser), game_seed(1918, i), pair));
    }
    let files = ["campaign", "the-allied-offensive", "plan-1919", "the-storm-elsewhere"];
    for (file, count) in files.into_iter().zip([100_u32, 12, 12, 12]) {
        let west = std::sync::Arc::new(Prepared::new(SYSTEMS, &support::storm_in_the_west(file)).unwrap());
        for i in 0..count {
            let pair = [Bot::ALL[i as usize % 3], Bot::ALL[i as usize / 3 % 3]];
            games.push((file, std::sync::Arc::clone(&west), game_seed(1919, i), pair));
        }
    }
    let lines: Vec<String> =
        games.par_iter().map(|(name, base, seed, bots)| play(name, base, *seed, *bots)).collect();
    for line in lines {
        println!("{line}");
    }
}
