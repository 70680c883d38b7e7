//! How fast the engine is: `cargo bench -p salient-engine`.
//!
//! - `game/heuristic`: a whole game of The Kaiser's Battle between two heuristic bots, without
//!   and with its log. The promise is 100 a second on one core.
//! - `game/clone`: copying a game.
//! - `reach/131 hexes`: the reachable hexes of a unit on a map of 1,000 × 1,000 hexes. The promise
//!   is 13 µs; hexx takes ten times as long.
//! - `reach/hexx`: the peer, in the same run.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use salient_engine::grid::Hex;
use salient_engine::map::CompiledMap;
use salient_engine::path::{Reach, Step};
use salient_engine::{Bot, Match, Prepared};
use salient_schema::Bundle;

fn play(mut game: Match) -> i32 {
    while !game.is_over() {
        game.advance(&[Bot::Heuristic, Bot::Heuristic]);
    }
    game.score()
}

fn games(c: &mut Criterion) {
    let bundle = support::kaisers_battle();
    let prepared = Prepared::new(&bundle).unwrap();
    let mut group = c.benchmark_group("game");
    let mut seed = 0;
    group.bench_function("heuristic", |b| {
        b.iter(|| {
            seed += 1;
            play(prepared.start_quietly(seed))
        });
    });
    let mut seed = 0;
    group.bench_function("heuristic with its log", |b| {
        b.iter(|| {
            seed += 1;
            play(prepared.start(seed))
        });
    });
    let mut game = prepared.start_quietly(1);
    for _ in 0..200 {
        game.advance(&[Bot::Heuristic; 2]);
    }
    group.bench_function("clone", |b| b.iter(|| black_box(&game).clone()));
    group.bench_function("legal", |b| b.iter(|| black_box(&game).legal()));
    group.bench_function("check", |b| b.iter(|| salient_engine::check(black_box(&bundle))));
    group.finish();
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

fn reach(c: &mut Criterion) {
    let map = large(support::kaisers_battle());
    let start = Hex(500 * 1000 + 500);
    let mut reach = Reach::default();
    let mut search = |budget| {
        reach.search(&map, start, budget, |from, direction, _| {
            match map.step_cost(from, direction) {
                Some(cost) => Step::Through(cost as u32),
                None => Step::Barred,
            }
        });
        reach.reached().len()
    };
    // As many hexes as come nearest to 131.
    let budget = (1..20).min_by_key(|&budget| search(budget).abs_diff(131)).unwrap();
    let hexes = search(budget);
    let mut group = c.benchmark_group("reach");
    group.bench_function(format!("{hexes} hexes of 1,000,000"), |b| b.iter(|| search(budget)));
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

criterion_group!(benches, games, reach);
criterion_main!(benches);
