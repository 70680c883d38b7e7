//! Whole games between bots in a few bytes each: what must stay the same when only the code
//! moves.
//!
//! A line a game: the scenario, the bots, the seed, how it ended, and a hash of where every unit
//! stood, with which face, at the end of each game-turn.

use std::sync::Arc;

use rayon::prelude::*;
use salient_rules::dice::game_seed;
use salient_rules::{Bot, Match, Prepared};

use crate::support::{SYSTEMS, infantry_attacks, kaisers_battle, storm_in_the_west};

#[test]
fn the_same_seeds_give_the_same_games() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/digests.txt");
    let expected = std::fs::read_to_string(path).unwrap();
    let lines = lines();
    assert_eq!(lines.len(), expected.lines().count());
    for (line, expected) in lines.iter().zip(expected.lines()) {
        assert_eq!(line, expected);
    }
}

/// The games' lines: three hundred of The Kaiser's Battle, some of each scenario of Storm in the West
/// and of Infantry Attacks, by all pairs of bots.
pub fn lines() -> Vec<String> {
    let mut games: Vec<(&str, Arc<Prepared>, u64, [Bot; 2])> = Vec::new();
    let kaiser = Arc::new(Prepared::new(SYSTEMS, &kaisers_battle()).unwrap());
    for i in 0..306_u32 {
        let pair = [Bot::USUAL[i as usize % 3], Bot::USUAL[i as usize / 3 % 3]];
        games.push(("kaisers-battle", Arc::clone(&kaiser), game_seed(1918, i), pair));
    }
    let files = ["campaign", "the-allied-offensive", "plan-1919", "the-storm-elsewhere"];
    for (file, count) in files.into_iter().zip([100_u32, 12, 12, 12]) {
        let west = Arc::new(Prepared::new(SYSTEMS, &storm_in_the_west(file)).unwrap());
        for i in 0..count {
            let pair = [Bot::USUAL[i as usize % 3], Bot::USUAL[i as usize / 3 % 3]];
            games.push((file, Arc::clone(&west), game_seed(1919, i), pair));
        }
    }
    for file in ["kummetschen", "goritten", "angerapp", "kaushen", "waplitz", "usdau"] {
        let action = Arc::new(Prepared::new(SYSTEMS, &infantry_attacks(file)).unwrap());
        for i in 0..9_u32 {
            let pair = [Bot::USUAL[i as usize % 3], Bot::USUAL[i as usize / 3 % 3]];
            games.push((file, Arc::clone(&action), game_seed(1914, i), pair));
        }
    }
    games.par_iter().map(|(name, base, seed, bots)| play(name, base, *seed, *bots)).collect()
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
        bots[0],
        bots[1],
        outcome.side,
        outcome.level.replace(' ', "-"),
        outcome.points
    )
}

fn stand(hash: &mut u64, game: &Match) {
    fnv(hash, &game.turn().to_le_bytes());
    for unit in game.units() {
        let hex = unit.hex.map_or_else(String::new, |hex| game.grid().label(hex));
        fnv(hash, format!("{}@{hex}/{}/{:?};", unit.name, unit.face, unit.status).as_bytes());
    }
}

fn fnv(hash: &mut u64, bytes: &[u8]) {
    for byte in bytes {
        *hash = (*hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
}
