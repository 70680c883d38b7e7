//! A digest of whole games, by the hash of the state after every decision: the same before and
//! after a change that is to change no game. `hashes [SCENARIO|all] [GAMES] [SEED]`.

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};

use salient_infantry_attacks::Rulebook;
use salient_rules::{Bot, Prepared, System, Systems};

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = arguments.first().map_or("all", String::as_str);
    let games: u64 = arguments.get(1).map_or(Ok(50), |it| it.parse())?;
    let seed: u64 = arguments.get(2).map_or(Ok(0), |it| it.parse())?;
    let all = Rulebook.published().scenarios.iter();
    let names = all.filter_map(|path| path.rsplit('/').next()?.strip_suffix(".json"));
    let kinds = [Bot::RANDOM, Bot::HEURISTIC, Bot::PLANNER];
    for name in names.filter(|&name| wanted == "all" || wanted == name) {
        let bundle = Rulebook.published().bundle(Some(name)).map_err(|it| format!("{it:?}"))?;
        let prepared = Prepared::new(SYSTEMS, &bundle).map_err(|it| format!("{it:?}"))?;
        for (one, other) in kinds.iter().flat_map(|one| kinds.map(|other| (*one, other))) {
            let mut digest = DefaultHasher::new();
            let mut decisions = 0_u64;
            for seed in seed..seed + games {
                let mut game = prepared.start_quietly(seed);
                while !game.is_over() {
                    game.advance(&[one, other]);
                    game.state_hash().hash(&mut digest);
                    decisions += 1;
                }
            }
            println!(
                "{name} {one}:{other} {games} games, {decisions} decisions, {:016x}",
                digest.finish()
            );
        }
    }
    Ok(())
}
