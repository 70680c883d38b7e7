//! How fast games by hand answer: `cargo bench -p salient-play`, a minute.
//!
//! - `back`: a step back in a game of 2,000 decisions where it costs most, from a position that is
//!   kept, so that fifteen decisions are made again; by itself, and with all that the window shows
//!   of it. The promise is 50 ms.
//! - `1,000 × 1,000`: what a click on a unit and the pointer over a hex ask for on a map of a
//!   million hexes, with the published armies four times over. The promise is a frame, 16 ms.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../../lab/benches/engine/tile.rs"]
mod tile;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use salient_hex::path::Reach;
use salient_kaisers_battle::Rulebook as KaisersBattle;
use salient_play::{Draft, Happened, Offer, Routes, Seat, Session, Shapes, Stop};
use salient_rules::words::Words;
use salient_rules::{Bot, Match, Prepared, System, Systems};
use salient_schema::Bundle;

const SYSTEMS: Systems = Systems::new(&[&KaisersBattle]);
/// How long the game is.
const DECISIONS: usize = 2_000;
/// How many armies stand on the large map.
const ARMIES: usize = 4;

/// A game that lasts so many decisions, and its bundle. Neither published game does: it is that of
/// four maps of The Kaiser's Battle side by side, with the armies of all four.
fn long_game() -> (Session, Bundle) {
    let bundle = tile::tile(&KaisersBattle.published().bundle(None).unwrap(), 2);
    let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
    let mut session = Session::new(&prepared, 1, &[Seat::Bot(Bot::HEURISTIC); 2]);
    while session.course().depth(session.at()) < DECISIONS {
        session.let_bot_decide(Stop::Person);
        assert!(!session.game().is_over(), "the game has fewer decisions");
    }
    eprintln!("{DECISIONS} decisions: {} events", session.game().events().len());
    (session, bundle)
}

fn back(c: &mut Criterion) {
    let (mut session, bundle) = long_game();
    let words = Words::new(SYSTEMS, &bundle);
    let mut group = c.benchmark_group("back");
    group.sample_size(20);
    let mut measure = |name: &str, shows: bool| {
        group.bench_function(name, |b| {
            b.iter_custom(|times| {
                let mut spent = Duration::ZERO;
                for _ in 0..times {
                    let begun = Instant::now();
                    session.back();
                    if shows {
                        black_box(Happened::of(&session, &words));
                        black_box(Offer::of(session.game()));
                        black_box(session.game().units().len());
                    }
                    spent += begun.elapsed();
                    session.forward();
                }
                spent
            });
        });
    };
    measure("one of 2,000 decisions", false);
    measure("one of 2,000 decisions, and what is shown there", true);
    group.finish();
}

/// The published map side by side up to a million hexes, with few of the armies.
fn large() -> Match {
    let base = KaisersBattle.published().bundle(None).unwrap();
    let grid = &base.map.grid;
    let area = u32::from(grid.columns) * u32::from(grid.rows);
    let k = (1_000_000.0 / f64::from(area)).sqrt().ceil() as u16;
    let mut bundle = tile::tile(&base, k);
    let stays = |id: &str| (0..ARMIES).any(|copy| id.ends_with(&format!("-t{copy}")));
    for book in &mut bundle.orders_of_battle {
        book.counters.retain(|counter| stays(&counter.id));
    }
    let setup = &mut bundle.scenario.setup.placements;
    setup.retain(|placement| placement.counters.iter().all(|id| stays(id)));
    let arrivals = &mut bundle.scenario.reinforcements;
    arrivals.retain(|arrival| arrival.counters.iter().all(|id| stays(id)));
    let begun = Instant::now();
    let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(1);
    eprintln!("the large game begins after {:.1?}", begun.elapsed());
    while game.legal().iter().filter(|action| action.verb == "move").count() < 100 {
        game.advance(&[Bot::RANDOM; 2]);
    }
    game
}

fn large_map(c: &mut Criterion) {
    let game = large();
    let offer = Offer::of(&game);
    let bundle = KaisersBattle.published().bundle(None).unwrap();
    let shapes = Shapes::of(SYSTEMS, &bundle);
    let words = Words::new(SYSTEMS, &bundle);
    let unit = offer.actors().first().map(|unit| (*unit).to_owned()).unwrap();
    let mut draft = Draft::default();
    draft.pick_unit(&unit, &offer, &shapes);
    let mut routes = Routes::default();
    routes.find(&game, &draft);
    let far = game.grid().hexes().last().unwrap();
    let hexes = game.grid().len();
    let units = game.units().len();
    let mut group = c.benchmark_group(format!("{hexes} hexes, {units} units"));
    group.sample_size(20);
    let mut reach = Reach::default();
    group.bench_function("ways of the unit under the mouse", |b| {
        b.iter(|| game.asked().unwrap().reachable(black_box(&unit), 20, &mut reach));
    });
    group.bench_function("a click on a unit", |b| {
        b.iter(|| {
            let mut draft = Draft::default();
            draft.pick_unit(black_box(&unit), &offer, &shapes);
            routes.find(&game, &draft);
            draft.open_hexes(&offer).len()
        });
    });
    group.bench_function("why a hex is out of reach", |b| {
        b.iter(|| routes.why_not(&game, &draft, &offer, &shapes, black_box(far), &words));
    });
    group.bench_function("all that a decision offers", |b| {
        b.iter(|| Offer::of(black_box(&game)).legal().len());
    });
    group.finish();
}

fn short() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(3))
}

criterion_group! {
    name = benches;
    config = short();
    targets = large_map, back
}
criterion_main!(benches);
