//! Measures what the lab costs: the same games bare, with their logs kept, and tallied.
//!
//! ```text
//! cargo run --release -p salient-lab --example lab_cost -- [GAMES]
//! ```

#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/all/support.rs"]
mod support;

use std::time::{Duration, Instant};

use salient_lab::{SubjectIndex, Tally, Totals};
use salient_rules::dice::game_seed;
use salient_rules::{Bot, Match, Prepared};

const SEED: u64 = 1;

fn play(mut game: Match, bot: Bot) -> Match {
    while !game.is_over() {
        game.advance(&[bot, bot]);
    }
    game
}

fn timed<T>(sum: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *sum += start.elapsed();
    result
}

fn main() {
    let games: u32 = std::env::args().nth(1).map_or(100, |text| text.parse().unwrap());
    let bundle = support::kaisers_battle();
    let prepared = Prepared::new(support::SYSTEMS, &bundle).unwrap();
    let index = SubjectIndex::new(support::SYSTEMS, &bundle, &prepared.start_quietly(SEED));
    for bot in [Bot::HEURISTIC, Bot::PLANNER] {
        let [mut bare, mut kept, mut tallied, mut added] = [Duration::ZERO; 4];
        let mut totals = Totals::new(index.subject());
        // In turn, so that whatever else the machine does is shared by all.
        for game in 0..games {
            let seed = game_seed(SEED, game);
            timed(&mut bare, || play(prepared.start_quietly(seed), bot));
            let played = timed(&mut kept, || play(prepared.start(seed), bot));
            let tally = timed(&mut tallied, || {
                let mut tally = Tally::new(&index);
                tally.fold(played.events());
                tally
            });
            timed(&mut added, || totals.add(&tally));
        }
        let each = |sum: Duration| sum.as_secs_f64() * 1e3 / f64::from(games);
        let more = |sum: Duration| sum.as_secs_f64() / bare.as_secs_f64() * 100.0;
        println!(
            "{bot}: {:.2} ms a bare game; its log {:+.1} %, folding it {:+.1} %, adding it {:+.1} %",
            each(bare),
            more(kept) - 100.0,
            more(tallied),
            more(added)
        );
    }
}
