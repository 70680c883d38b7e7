//! How fast the engine is: `cargo bench -p salient-lab`. A few minutes; the table of
//! editor/docs/performance.md comes from one run.
//!
//! - `games`: whole games of The Kaiser's Battle, each bot against itself, on one core and on
//!   all; the promise is 100 a second for the heuristic on one core.
//! - `Infantry Attacks`: whole games of its Kummetschen (20 : 19 units, 15 game-turns), as above;
//!   the promise on one core is 100 a second for the heuristic and 20 for the planner.
//! - `Lorraine`: whole games of the Battle for Lorraine (140 counters, six game-turns), as above; the
//!   promise on one core is 20 a second for the heuristic and 5 for the planner. Then a copy of a game
//!   and the supply of a side on game-turn 3; and the same on four of its maps side by side, each with
//!   its armies.
//! - `Storm in the West's core`: whole games of the campaign, from its first position on, by the
//!   system's own code and by the ruleset alone (`tests/fixtures/storm-as-data`), the heuristic
//!   against itself; the promise is that data is at most twice as slow.
//! - `checks of rules as data`: all checks of a designer's own game; the promise is 2 ms.
//! - `lines of sight`: over the ground of the Stallupönen map, hexes 30 apart, with hexx's line and
//!   a naive walk in the same run; and all that a side's units see. The promise is 200 ns a line
//!   over a whole field of view.
//! - `log`: the same game with its log kept, and the log as text.
//! - `×1`, `×4`, `×16`: what a game is made of, on the published map with its units, and on four
//!   and sixteen of them side by side: a whole game of the heuristic, its clone, the hexes that a
//!   unit can reach, all supply lines of a side, all legal actions, one combat.
//! - `reach`: the hexes that a unit reaches on a map of 1,000 × 1,000 hexes, and hexx doing the
//!   same in the same run. The promise is 13 µs for 131 hexes.

#![allow(missing_docs, clippy::unwrap_used)]

mod sights;
#[path = "../../../../tests/src/storm_as_data.rs"]
mod storm_as_data;
#[path = "../../tests/all/support.rs"]
mod support;
mod tile;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use salient_hex::grid::Hex;
use salient_hex::map::CompiledMap;
use salient_hex::path::{Reach, Step};
use salient_rules::{Action, Bot, Match, Prepared};
use salient_schema::Bundle;

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn play(mut game: Match, bot: Bot) -> i32 {
    while !game.is_over() {
        game.advance(&[bot, bot]);
    }
    game.score()
}

/// Games that are played at once where all cores are measured: many enough that no core waits
/// long for the last.
const BATCH: u64 = 64;

fn games(c: &mut Criterion) {
    play_all(c, "games", &support::kaisers_battle(), &Bot::USUAL);
}

/// The first decision of a searcher: playouts a second, each to the game's end or so many
/// game-turns ahead as its system looks.
fn playouts(c: &mut Criterion) {
    const PLAYOUTS: u32 = 24;
    let mut group = c.benchmark_group("a searcher's playouts");
    group.sample_size(10);
    group.throughput(Throughput::Elements(PLAYOUTS.into()));
    let campaign = support::storm_in_the_west("campaign");
    for (name, bundle) in
        [("The Kaiser's Battle", support::kaisers_battle()), ("Storm in the West", campaign)]
    {
        let prepared = Prepared::new(support::SYSTEMS, &bundle).unwrap();
        let searchers = [Bot::SEARCHER.with_playouts(PLAYOUTS); 2];
        // The decision before the first that it thinks about.
        let mut game = prepared.start_quietly(1);
        let mut before = game.clone();
        while !game.is_over() && (0..2).all(|side| game.thought(side).is_none()) {
            before = game.clone();
            game.advance(&searchers);
        }
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut game = before.clone();
                game.advance(&searchers);
                game.state_hash()
            });
        });
    }
    group.finish();
}

/// The campaign of 1918: Storm in the West, sixteen game-turns with its set-up.
fn campaigns(c: &mut Criterion) {
    let campaign = support::storm_in_the_west("campaign");
    play_all(c, "campaigns of Storm in the West", &campaign, &[Bot::HEURISTIC, Bot::PLANNER]);
}

/// The campaign without what its core does not know, from its first position on: by the system's
/// own code, and by the ruleset alone.
fn core_as_data(c: &mut Criterion) {
    let bundle = support::storm_in_the_west("campaign");
    let mut game = Match::start(support::SYSTEMS, &bundle, 1).unwrap();
    while !game.phase().starts_with("german-") {
        game.advance(&[Bot::HEURISTIC; 2]);
    }
    let kept = game.keep(support::SYSTEMS, &bundle).scenario;
    let mut bundle = storm_as_data::core_of(&bundle, kept, "german");
    play_all(c, "Storm in the West's core by code", &bundle, &[Bot::HEURISTIC]);
    bundle.ruleset = storm_as_data::as_data(&bundle.ruleset).unwrap();
    play_all(c, "Storm in the West's core as data", &bundle, &[Bot::HEURISTIC]);
}

/// All checks of a designer's own game, those of its ruleset and of its set-up.
fn checks(c: &mut Criterion) {
    let mut group = c.benchmark_group("checks of rules as data");
    for name in ["anzac-cove", "marne-corps", "trench-raid"] {
        let bundle = support::by_data(name);
        group.bench_function(name, |b| {
            b.iter(|| salient_rules::check(support::SYSTEMS, black_box(&bundle)));
        });
    }
    group.finish();
}

/// A small action of 1914: the attack on Kummetschen.
fn actions(c: &mut Criterion) {
    let bundle = support::infantry_attacks("kummetschen");
    play_all(c, "Infantry Attacks", &bundle, &[Bot::HEURISTIC, Bot::PLANNER]);
}

/// The Battle for Lorraine of 1914: 140 counters, six game-turns.
fn lorraine(c: &mut Criterion) {
    let base = support::lorraine();
    play_all(c, "Lorraine", &base, &[Bot::HEURISTIC, Bot::PLANNER]);
    for k in [1, 2] {
        let bundle = tile::tile_with_armies(&base, k);
        let prepared = Prepared::new(support::SYSTEMS, &bundle).unwrap();
        let mut game = prepared.start_quietly(1);
        while game.turn() < 3 && !game.is_over() {
            game.advance(&[Bot::HEURISTIC; 2]);
        }
        let mut group = c.benchmark_group(format!("Lorraine ×{} on game-turn 3", k * k));
        group.sample_size(10);
        if k > 1 {
            let mut seed = 0;
            group.bench_function("a heuristic game", |b| {
                b.iter(|| {
                    seed += 1;
                    play(prepared.start_quietly(seed), Bot::HEURISTIC)
                });
            });
        }
        group.bench_function("clone of a game", |b| b.iter(|| black_box(&game).clone()));
        group.bench_function("supply of a side", |b| {
            b.iter(|| black_box(&game).known_to(&[]).supplies(0).len());
        });
        group.finish();
    }
}

/// Whole games of each bot against itself, on one core and on all.
fn play_all(c: &mut Criterion, name: &str, bundle: &Bundle, bots: &[Bot]) {
    let prepared = Prepared::new(support::SYSTEMS, bundle).unwrap();
    let cores = rayon::current_num_threads();
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    for &bot in bots {
        let mut seed = 0;
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{bot}, one core"), |b| {
            b.iter(|| {
                seed += 1;
                play(prepared.start_quietly(seed), bot)
            });
        });
        group.throughput(Throughput::Elements(BATCH));
        group.bench_function(format!("{bot}, {cores} cores"), |b| {
            b.iter(|| {
                seed += BATCH;
                let seeds = seed..seed + BATCH;
                seeds.into_par_iter().map(|s| play(prepared.start_quietly(s), bot)).sum::<i32>()
            });
        });
    }
    group.finish();
}

fn log(c: &mut Criterion) {
    let bundle = support::kaisers_battle();
    let prepared = Prepared::new(support::SYSTEMS, &bundle).unwrap();
    let mut group = c.benchmark_group("log");
    group.sample_size(10);
    let mut seed = 0;
    group.bench_function("a heuristic game with its log", |b| {
        b.iter(|| {
            seed += 1;
            play(prepared.start(seed), Bot::HEURISTIC)
        });
    });
    group.bench_function("check of the set-up", |b| {
        b.iter(|| salient_rules::check(support::SYSTEMS, black_box(&bundle)));
    });
    group.finish();
}

/// The game at the first attack of turn 5, when every chapter of the rules is in force.
fn before_an_attack(prepared: &Prepared) -> (Match, Action) {
    let mut game = prepared.start_quietly(1);
    loop {
        if game.turn() >= 5 && game.phase() == "german-combat" {
            let mut legal = game.legal().into_iter();
            let attack = legal.find(|act| act.verb == "attack" && act.texts("units").len() > 1);
            if let Some(attack) = attack {
                return (game, attack);
            }
        }
        game.advance(&[Bot::HEURISTIC; 2]);
        assert!(!game.is_over(), "no attack from turn 5 on");
    }
}

fn growth(c: &mut Criterion) {
    let base = support::kaisers_battle();
    for k in [1, 2, 4] {
        let bundle = tile::tile(&base, k);
        let prepared = Prepared::new(support::SYSTEMS, &bundle).unwrap();
        let mut group = c.benchmark_group(format!("×{}", k * k));
        group.sample_size(10);
        let mut seed = 0;
        group.bench_function("a heuristic game", |b| {
            b.iter(|| {
                seed += 1;
                play(prepared.start_quietly(seed), Bot::HEURISTIC)
            });
        });
        let (game, attack) = before_an_attack(&prepared);
        group.bench_function("clone of a game", |b| b.iter(|| black_box(&game).clone()));
        group.bench_function("all supply lines of a side", |b| {
            b.iter(|| black_box(&game).known_to(&[]).supplies(0).len());
        });
        group.bench_function("one combat", |b| {
            b.iter_batched(
                || game.clone(),
                |mut game| {
                    game.apply(&attack).unwrap();
                    game
                },
                BatchSize::SmallInput,
            );
        });
        let moving = before_a_move(&prepared);
        group.bench_function("all legal moves of a side", |b| {
            b.iter(|| black_box(&moving).legal());
        });
        let map = CompiledMap::new(&bundle.map, &bundle.ruleset).unwrap();
        let middle = Hex((map.len() / 2) as u32);
        group.bench_function("reach of 12 movement points", |b| {
            let mut reach = Reach::default();
            b.iter(|| search(&mut reach, &map, middle, 12));
        });
        group.finish();
    }
}

fn before_a_move(prepared: &Prepared) -> Match {
    let mut game = prepared.start_quietly(1);
    while game.turn() < 5 || game.phase() != "german-second-segment" {
        game.advance(&[Bot::HEURISTIC; 2]);
    }
    game
}

/// The ruleset with a million hexes of clear ground, a fifth of it woods.
fn large(mut bundle: Bundle) -> CompiledMap {
    let side = 1000;
    let grid = &mut bundle.map.grid;
    grid.columns = side;
    grid.rows = side;
    grid.numbering.column_digits = 4;
    grid.numbering.row_digits = 4;
    let glyph = |kind: &str| {
        let mut palette = bundle.map.terrain.palette.iter();
        palette.find(|(_, id)| *id == kind).map(|(glyph, _)| glyph.clone()).unwrap()
    };
    let (clear, woods) = (glyph("clear"), glyph("woods"));
    bundle.map.terrain.rows = (0..u32::from(side))
        .map(|r| {
            (0..u32::from(side))
                .map(|c| if (r * 7 + c * 13) % 5 == 0 { woods.as_str() } else { clear.as_str() })
                .collect()
        })
        .collect();
    bundle.map.features.items.clear();
    bundle.map.hexsides.items.clear();
    bundle.map.lines.items.clear();
    CompiledMap::new(&bundle.map, &bundle.ruleset).unwrap()
}

fn search(reach: &mut Reach, map: &CompiledMap, start: Hex, budget: u32) -> usize {
    reach.search(map, start, budget, |from, direction, _| match map.step_cost(from, direction) {
        Some(cost) => Step::Through(cost as u32),
        None => Step::Barred,
    });
    reach.reached().len()
}

fn reach(c: &mut Criterion) {
    let map = large(support::kaisers_battle());
    let start = Hex(500 * 1000 + 500);
    let mut reach = Reach::default();
    // As many hexes as come nearest to 131.
    let budget = (1..20)
        .min_by_key(|&budget| search(&mut reach, &map, start, budget).abs_diff(131))
        .unwrap();
    let hexes = search(&mut reach, &map, start, budget);
    let mut group = c.benchmark_group("reach");
    group.bench_function(format!("{hexes} hexes of 1,000,000"), |b| {
        b.iter(|| search(&mut reach, &map, start, budget));
    });
    group.bench_function("hexx, as many", |b| {
        // Its costs are of hexes and count from 0 besides the step itself.
        let woods = |hex: hexx::Hex| (hex.y * 7 + hex.x * 13).rem_euclid(5) == 0;
        let start = hexx::Hex::new(500, 500);
        b.iter(|| {
            hexx::algorithms::field_of_movement(start, budget, |hex| Some(u32::from(woods(hex))))
                .len()
        });
    });
    group.finish();
}

fn short() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .sample_size(30)
}

criterion_group! {
    name = benches;
    config = short();
    targets = games, campaigns, core_as_data, checks, actions, lorraine, sights::sights, playouts, log, growth, reach
}
criterion_main!(benches);
