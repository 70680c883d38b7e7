//! What editing costs: on the published scenario, and on a map of 1,000 × 1,000 hexes.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use salient_document::tools::{Brush, Button};
use salient_document::{Document, Edit, Origin, Tool, ToolBox, ToolEvent};
use salient_hex::grid::Hex;
use salient_schema::map::{Feature, Layer};
use salient_schema::project::{Project, ProjectPaths};

/// The systems whose rules are looked at.
const SYSTEMS: salient_rules::Systems = salient_rules::Systems::new(&[
    &salient_kaisers_battle::Rulebook,
    &salient_storm_in_the_west::Rulebook,
]);

fn kaisers_battle() -> Option<Document> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Document::open(SYSTEMS, root.join("scenarios/kaisers-battle/kaisers-battle.json")).0
}

/// The published rules and armies on a map of a million hexes with 100,000 features.
fn large(small: &Document) -> Document {
    let mut bundle = small.bundle().clone();
    let grid = &mut bundle.map.grid;
    (grid.columns, grid.rows) = (1000, 1000);
    (grid.numbering.column_digits, grid.numbering.row_digits) = (4, 4);
    let clear = bundle.map.terrain.palette.iter().find(|(_, kind)| *kind == "clear");
    let glyph = clear.map_or(".", |(glyph, _)| glyph).to_owned();
    bundle.map.terrain.rows = vec![glyph.repeat(1000); 1000];
    bundle.map.hexsides = Layer::default();
    bundle.map.lines = Layer::default();
    bundle.map.paths = Layer::default();
    bundle.map.zones = Layer::default();
    bundle.scenario.setup.placements.clear();
    let grid = salient_hex::grid::HexGrid::new(&bundle.map.grid);
    bundle.map.features.items = (0..100_000)
        .map(|number| Feature {
            hex: grid.label(Hex(number * 10)),
            kind: "redoubt".into(),
            name: None,
            owner: None,
            value: None,
            letter: None,
            facing: Vec::new(),
            provenance: None,
        })
        .collect();
    Document::new(
        SYSTEMS,
        Project { bundle, paths: ProjectPaths::default(), texts: Default::default() },
        Origin::Embedded,
    )
}

fn benches(criterion: &mut Criterion) {
    let Some(mut document) = kaisers_battle() else { return };
    // Outside the loops, since each sample begins its loop anew.
    let mut turn = 0_u8;
    criterion.bench_function("kaisers-battle: look for problems again", |bencher| {
        bencher.iter(|| {
            turn ^= 1;
            let kind = ["clear", "woods"][usize::from(turn)];
            let hex = document.grid().label(Hex(0));
            let _ = document.apply(Edit::SetTerrain { hex, kind: kind.into() });
            black_box(document.refresh_problems().len())
        });
    });
    criterion.bench_function("kaisers-battle: look for problems a first time", |bencher| {
        let project = Project {
            bundle: document.bundle().clone(),
            paths: ProjectPaths::default(),
            texts: Default::default(),
        };
        bencher.iter_batched(
            || Document::new(SYSTEMS, project.clone(), Origin::Embedded),
            |mut document| {
                black_box(document.refresh_problems().len());
                document
            },
            BatchSize::PerIteration,
        );
    });
    criterion.bench_function("kaisers-battle: move a counter and look again", |bencher| {
        let placements = &document.scenario().setup.placements;
        let (from, to) = (placements[0].hex.clone(), placements[1].hex.clone());
        let counter = placements[0].counters[0].clone();
        bencher.iter(|| {
            let (counter, from, to) = (counter.clone(), from.clone(), to.clone());
            let _ = document.apply(Edit::MoveCounter { counter, from, to, index: None });
            document.undo();
            black_box(document.refresh_problems().len())
        });
    });
    document.close();

    let Some(small) = kaisers_battle() else { return };
    let mut document = large(&small);
    let middle = document.grid().centre(Hex(500_500));
    let further = document.grid().centre(Hex(500_540));
    criterion.bench_function(
        "1,000 x 1,000: a stroke of 40 hexes with the widest brush",
        |bencher| {
            bencher.iter(|| {
                let brush = Brush::Nineteen;
                let mut tools = ToolBox::new(Tool::Paint { kind: "woods".into(), brush });
                for event in [
                    ToolEvent::press(middle, Button::Primary),
                    ToolEvent::release(further, Button::Primary),
                ] {
                    let output = tools.handle(&event, &document);
                    let _ = document.perform(output.actions);
                }
                black_box(document.undo())
            });
        },
    );
    let wood: Vec<Hex> = (0..10_000).map(|at| Hex(450_450 + at / 100 * 1000 + at % 100)).collect();
    if let Ok(edit) = Edit::paint(&document, &wood, "woods") {
        let _ = document.apply(edit);
    }
    criterion.bench_function("1,000 x 1,000: a click fills 10,000 hexes, and back", |bencher| {
        bencher.iter(|| {
            let mut tools = ToolBox::new(Tool::Fill { kind: "swamp".into() });
            let output = tools.handle(&ToolEvent::press(middle, Button::Primary), &document);
            let _ = document.perform(output.actions);
            black_box(document.undo())
        });
    });
    document.undo();
    // A solid block, and the same number of hexes with none beside another in its row.
    let solid: Vec<Hex> =
        (0..100_000).map(|at| Hex(100_000 + at / 400 * 1000 + at % 400)).collect();
    let scattered: Vec<Hex> = (0..100_000).map(|at| Hex(at * 2 + (at / 500) % 2)).collect();
    for (shape, hexes) in [("in a block", solid), ("scattered", scattered)] {
        let fill = |document: &mut Document| {
            if let Ok(edit) = Edit::paint(document, &hexes, "woods") {
                let _ = document.apply(edit);
            }
        };
        let mut large = large(&small);
        criterion.bench_function(
            &format!("1,000 x 1,000: fill 100,000 hexes {shape}"),
            |bencher| {
                bencher.iter_custom(|times| {
                    let mut spent = Duration::ZERO;
                    for _ in 0..times {
                        let begun = Instant::now();
                        fill(&mut large);
                        spent += begun.elapsed();
                        large.undo();
                    }
                    spent
                });
            },
        );
        criterion.bench_function(
            &format!("1,000 x 1,000: undo a fill of 100,000 hexes {shape}"),
            |bencher| {
                bencher.iter_custom(|times| {
                    let mut spent = Duration::ZERO;
                    for _ in 0..times {
                        fill(&mut large);
                        let seen = large.revision();
                        let begun = Instant::now();
                        large.undo();
                        // What a screen asks in its next frame.
                        black_box(large.changes_since(seen));
                        spent += begun.elapsed();
                    }
                    spent
                });
            },
        );
    }
    criterion.bench_function("1,000 x 1,000: begin and end with one hex painted", |bencher| {
        bencher.iter(|| {
            turn ^= 1;
            let kind = ["clear", "woods"][usize::from(turn)];
            document.begin("Paint");
            let hex = document.grid().label(Hex(0));
            let _ = document.apply(Edit::SetTerrain { hex, kind: kind.into() });
            black_box(document.commit())
        });
    });
    criterion.bench_function("1,000 x 1,000: erase 10,000 features, and back", |bencher| {
        let items = document.map().features.items.iter().take(10_000);
        let edits: Vec<Edit> =
            items.map(|item| Edit::remove_feature(item.hex.clone(), item.kind.clone())).collect();
        bencher.iter(|| {
            let _ = document.apply(Edit::All { edits: edits.clone() });
            black_box(document.undo())
        });
    });
    criterion.bench_function("1,000 x 1,000: a feature among 100,000, and back", |bencher| {
        let mut feature = document.map().features.items[50_000].clone();
        feature.kind = "town".into();
        bencher.iter(|| {
            let _ = document.apply(Edit::add_feature(feature.clone(), None));
            black_box(document.undo())
        });
    });
    criterion.bench_function("1,000 x 1,000: a feature more, and look again", |bencher| {
        document.refresh_problems();
        let mut feature = document.map().features.items[50_000].clone();
        feature.kind = "town".into();
        bencher.iter(|| {
            let _ = document.apply(Edit::add_feature(feature.clone(), None));
            document.refresh_problems();
            document.undo();
            black_box(document.refresh_problems().len())
        });
    });
    criterion.bench_function("1,000 x 1,000: take up a document", |bencher| {
        let project = Project {
            bundle: document.bundle().clone(),
            paths: ProjectPaths::default(),
            texts: Default::default(),
        };
        bencher.iter_batched(
            || project.clone(),
            |project| Document::new(SYSTEMS, project, Origin::Embedded),
            BatchSize::PerIteration,
        );
    });
    criterion.bench_function("1,000 x 1,000: look for problems again", |bencher| {
        bencher.iter(|| {
            turn ^= 1;
            let kind = ["clear", "woods"][usize::from(turn)];
            let hex = document.grid().label(Hex(0));
            let _ = document.apply(Edit::SetTerrain { hex, kind: kind.into() });
            black_box(document.refresh_problems().len())
        });
    });
}

criterion_group! {
    name = group;
    config = Criterion::default().sample_size(20);
    targets = benches
}
criterion_main!(group);
