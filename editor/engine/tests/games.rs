//! Whole games on the published set-up.

mod support;

use salient_engine::{Bot, Match, Prepared};

#[test]
fn games_end() {
    let bundle = support::kaisers_battle();
    let prepared = Prepared::new(&bundle).unwrap_or_else(|found| {
        panic!("{}", found.iter().map(|d| format!("{d}\n")).collect::<String>())
    });
    for bots in [[Bot::Random, Bot::Random], [Bot::Heuristic, Bot::Heuristic]] {
        for seed in 0..20 {
            let mut game: Match = prepared.start(seed);
            let mut steps = 0;
            while !game.is_over() {
                game.advance(&bots);
                steps += 1;
                assert!(steps < 20_000);
            }
            println!(
                "{bots:?} {seed}: {:?} {:?} {steps} {}",
                game.outcome().unwrap(),
                game.losses(),
                game.events().len()
            );
        }
    }
}
