//! Lines of sight over the ground of the Stallupönen map, by the rules of Infantry Attacks: one by
//! one, a hex's whole field of view, and looked up; hexx's line drawing and a naive walk over the
//! same pairs in the same run. Those two only ask whether a hex on the way blocks, and know neither
//! hexsides that a line runs along nor levels.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use salient_hex::Hex;
use salient_hex::map::{CompiledMap, kinds_with_trait};
use salient_infantry_attacks::sight::Sights;
use salient_rules::Prepared;
use salient_schema::Bundle;

use crate::support;

/// How far the hexes of a pair are apart.
const APART: u32 = 30;

/// The map with what of it blocks a line, and how high each hex is.
struct Ground {
    map: CompiledMap,
    blocks: Vec<bool>,
    heights: Vec<i32>,
}

impl Ground {
    fn new(bundle: &Bundle) -> Self {
        let map = CompiledMap::new(&bundle.map, &bundle.ruleset).unwrap();
        let terrain = &bundle.ruleset.terrain;
        let blocking = kinds_with_trait(terrain, "blocks-sight");
        let tall = kinds_with_trait(terrain, "tall");
        let is = |bits: u64, hex: Hex| bits >> map.terrain(hex) & 1 == 1;
        let blocks = map.grid().hexes().map(|hex| is(blocking, hex)).collect();
        let heights = map.grid().hexes().map(|hex| map.level(hex) + i32::from(is(tall, hex)));
        Self { blocks, heights: heights.collect(), map }
    }

    fn sights(&self) -> Sights {
        let (blocks, heights) = (&self.blocks, &self.heights);
        Sights::new(&self.map, |hex| blocks[hex.index()], |hex| heights[hex.index()])
    }
}

pub fn sights(c: &mut Criterion) {
    let bundle = support::infantry_attacks("goritten");
    let ground = Ground::new(&bundle);
    let grid = ground.map.grid();
    let far = |from: Hex| grid.hexes().filter(move |&to| grid.distance(from, to) == APART);
    let pairs: Vec<(Hex, Hex)> = grid
        .hexes()
        .step_by(7)
        .flat_map(|from| far(from).step_by(5).map(move |to| (from, to)))
        .collect();
    let mut group = c.benchmark_group("lines of sight");
    group.throughput(Throughput::Elements(pairs.len() as u64));
    let sights = ground.sights();
    group.bench_function("30 hexes, traced one by one", |b| {
        b.iter(|| pairs.iter().filter(|&&pair| sights.traces(&ground.map, pair)).count());
    });
    group.bench_function("30 hexes, looked up", |b| {
        b.iter(|| pairs.iter().filter(|&&(from, to)| sights.clear(&ground.map, from, to)).count());
    });
    group.bench_function("30 hexes, hexx's line", |b| {
        let axial: Vec<_> =
            pairs.iter().map(|&(from, to)| [from, to].map(|hex| at(grid.axial(hex)))).collect();
        b.iter(|| axial.iter().filter(|&&[from, to]| by_hexx(&ground, from, to)).count());
    });
    group.bench_function("30 hexes, a naive walk", |b| {
        b.iter(|| pairs.iter().filter(|&&(from, to)| by_walk(&ground, from, to)).count());
    });
    let fields: Vec<Hex> = grid.hexes().step_by(50).collect();
    group.throughput(Throughput::Elements((fields.len() * ground.map.len()) as u64));
    group.bench_function("whole fields of view, a line", |b| {
        b.iter(|| {
            let sights = ground.sights();
            fields.iter().filter(|&&from| sights.clear(&ground.map, from, Hex(0))).count()
        });
    });
    // Where the units of a side stand: all that they see, as far as the map goes.
    let prepared =
        Prepared::new(support::SYSTEMS, &support::infantry_attacks("kummetschen")).unwrap();
    let game = prepared.start_quietly(1);
    let bundle = support::infantry_attacks("kummetschen");
    let ground = Ground::new(&bundle);
    let units = game.units();
    let own = units.iter().filter(|unit| unit.side == units[0].side);
    let mut hexes: Vec<Hex> = own.filter_map(|unit| unit.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    group.throughput(Throughput::Elements((hexes.len() * ground.map.len()) as u64));
    group.bench_function(
        format!("fields of view from all {} hexes of a side, a line", hexes.len()),
        |b| {
            b.iter(|| {
                let sights = ground.sights();
                hexes.iter().filter(|&&from| sights.clear(&ground.map, from, Hex(0))).count()
            });
        },
    );
    group.finish();
}

fn at((q, r): (i32, i32)) -> hexx::Hex {
    hexx::Hex::new(q, r)
}

fn by_hexx(ground: &Ground, from: hexx::Hex, to: hexx::Hex) -> bool {
    let blocks = |hex: hexx::Hex| {
        let here = ground.map.grid().at_axial((hex.x, hex.y));
        hex != from && hex != to && here.is_some_and(|hex| ground.blocks[hex.index()])
    };
    !from.line_to(to).any(blocks)
}

/// The hexes nearest to as many points of the line as it is long, in floating point.
fn by_walk(ground: &Ground, from: Hex, to: Hex) -> bool {
    let grid = ground.map.grid();
    let (one, other) = (grid.axial(from), grid.axial(to));
    let steps = grid.distance(from, to).max(1);
    !(1..steps).any(|step| {
        let along =
            |a: i32, b: i32| f64::from(a) + f64::from(b - a) * f64::from(step) / f64::from(steps);
        let (q, r) = (along(one.0, other.0), along(one.1, other.1));
        let (rounded_q, rounded_r, s) = (q.round(), r.round(), (-q - r).round());
        let (dq, dr, ds) = ((rounded_q - q).abs(), (rounded_r - r).abs(), (s + q + r).abs());
        let hex = match () {
            () if dq > dr && dq > ds => (-rounded_r - s, rounded_r),
            () if dr > ds => (rounded_q, -rounded_q - s),
            () => (rounded_q, rounded_r),
        };
        let hex = grid.at_axial((black_box(hex.0) as i32, hex.1 as i32));
        hex.is_some_and(|hex| ground.blocks[hex.index()])
    })
}
