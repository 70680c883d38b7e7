//! Who wins how many of some games on the test scenarios: `shares [GAMES] [BOT] [OTHER]`.

use std::error::Error;

use salient_infantry_attacks::Rulebook;
use salient_rules::{Bot, Match, System, Systems};

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = arguments.first().map_or(Ok(100), |it| it.parse())?;
    let bot = arguments.get(1).map_or(Ok(Bot::PLANNER), |it| it.parse())?;
    let other = arguments.get(2).map_or(Ok(Bot::HEURISTIC), |it| it.parse())?;
    for name in ["two-villages", "the-ford"] {
        let bundle = Rulebook.published().bundle(Some(name)).map_err(|it| format!("{it:?}"))?;
        for side in 0..2 {
            let (mut won, mut drawn) = (0, 0);
            for seed in 0..games {
                let mut game =
                    Match::start(SYSTEMS, &bundle, seed).map_err(|it| format!("{it:?}"))?;
                let sides: Vec<String> = game.sides().iter().map(ToString::to_string).collect();
                let bots = if side == 0 { [bot, other] } else { [other, bot] };
                while !game.is_over() {
                    game.advance(&bots);
                }
                let winner = game.outcome().map(|it| it.side.to_string()).unwrap_or_default();
                won += u64::from(winner == sides[side]);
                drawn += u64::from(winner.is_empty());
            }
            println!(
                "{name}, {bot} as side {side} against {other}: {won} won, {drawn} drawn of {games}"
            );
        }
    }
    Ok(())
}
