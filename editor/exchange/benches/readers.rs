//! How fast other clients' files are read: `cargo bench -p salient-exchange`, a minute.
//!
//! Each file is one that Salient writes of the campaign of Storm in the West, or is made here where
//! it writes none of the kind. `--save-baseline NAME` and `--baseline NAME` compare two versions.

#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use salient_exchange::tiled::{self, Spelling};
use salient_exchange::{NamedFile, geo, megamek, tables, vassal, wesnoth, worldographer};
use salient_rules::Systems;
use salient_schema::Bundle;

fn campaign() -> Bundle {
    let scenario = "../../scenarios/storm-in-the-west/campaign.json";
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join(scenario);
    let (project, found) =
        salient_schema::open_project(&salient_schema::Disk, &scenario.to_string_lossy());
    project.unwrap_or_else(|| panic!("{found:?}")).bundle
}

/// Lines of hexes, such as boards have.
fn board(columns: usize, rows: usize) -> Vec<u8> {
    let mut text = format!("size {columns} {rows}\n");
    for row in 1..=rows {
        for column in 1..=columns {
            let what = ["", "woods:1", "road:1:9", "rough:1"][(column * 7 + row * 3) % 4];
            writeln!(text, "hex {column:02}{row:02} {} \"{what}\" \"grass\"", row % 3).unwrap();
        }
    }
    text.push_str("end\n");
    text.into_bytes()
}

/// A map of Wesnoth's.
fn codes(columns: usize, rows: usize) -> Vec<u8> {
    let code = |at: usize| ["Gg", "Gg^Fp", "Ww", "Hh", "Re", "Gg^Vh"][(at * 5) % 6];
    let row = |row: usize| (0..columns).map(|at| code(at + row)).collect::<Vec<_>>().join(", ");
    (0..rows).map(row).collect::<Vec<_>>().join("\n").into_bytes()
}

/// A drawing of Worldographer's, with areas and lines over the hexes.
fn drawing(columns: usize, rows: usize) -> Vec<u8> {
    let mut text = format!(
        "<map hexOrientation=\"COLUMNS\" lastViewLevel=\"WORLD\"><terrainmap>Blank\t0\tHills\t1\
         </terrainmap><tiles viewLevel=\"WORLD\" tilesWide=\"{columns}\" tilesHigh=\"{rows}\">"
    );
    for column in 0..columns {
        let lines = (0..rows).map(|row| format!("{}\t0\t0\t0\t0\tZ\n", (column + row) % 2));
        write!(text, "<tilerow>{}</tilerow>", lines.collect::<String>()).unwrap();
    }
    text.push_str("</tiles><shapes>");
    for at in 0..40 {
        let (x, y) = (at * 900, at * 1_100);
        let ring = (0..60).map(|corner| {
            let angle = f64::from(corner) / 60.0 * std::f64::consts::TAU;
            let (x, y) = (f64::from(x) + 8e3 * angle.cos(), f64::from(y) + 8e3 * angle.sin());
            format!("<p x=\"{x:.1}\" y=\"{y:.1}\"/>")
        });
        let ring: String = ring.collect();
        write!(text, "<shape type=\"Polygon\" tags=\"zone\">{ring}</shape>").unwrap();
        write!(text, "<shape type=\"Path\" tags=\"road\">{ring}</shape>").unwrap();
    }
    text.push_str("</shapes></map>");
    text.into_bytes()
}

/// A module without what Salient puts into it for itself.
fn without_ours(module: &[u8]) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(Cursor::new(module)).unwrap();
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..from.len() {
        let file = from.by_index_raw(at).unwrap();
        if !file.name().unwrap().starts_with("salient/") {
            to.raw_copy_file(file).unwrap();
        }
    }
    to.finish().unwrap().into_inner()
}

fn readers(criterion: &mut Criterion) {
    let bundle = campaign();
    let mut group = criterion.benchmark_group("read");
    group.sample_size(20).warm_up_time(Duration::from_secs(1));
    group.measurement_time(Duration::from_secs(4));

    let written = geo::write(&bundle, geo::Wishes { plane: true }).unwrap().files.remove(0).bytes;
    group.bench_function("GeoJSON", |bench| {
        bench.iter(|| geo::read("a.geojson", black_box(&written), None).unwrap());
    });
    // Hexagons that say nothing of Salient.
    let text = String::from_utf8(written).unwrap();
    let theirs: Vec<&str> = text.lines().filter(|line| !line.starts_with("\"salient\"")).collect();
    let theirs = theirs.join("\n").replace("\"layer\":\"hex\",", "").into_bytes();
    group.bench_function("GeoJSON of others", |bench| {
        bench.iter(|| geo::read("a.geojson", black_box(&theirs), None).unwrap());
    });
    for (name, spelling) in [("Tiled's XML", Spelling::Xml), ("Tiled's JSON", Spelling::Json)] {
        let files = tiled::write(&bundle, spelling).unwrap().files;
        let beside = |name: &str| {
            let file = files.iter().skip(1).find(|file| file.name.ends_with(name));
            file.map(|file| file.bytes.clone())
        };
        group.bench_function(name, |bench| {
            bench.iter(|| tiled::read("a.tmx", black_box(&files[0].bytes), &beside, None).unwrap());
        });
    }
    let files = tables::write(&bundle).unwrap().files;
    let files: Vec<NamedFile> = files.into_iter().filter(|file| !file.bytes.is_empty()).collect();
    group.bench_function("tables", |bench| {
        bench.iter(|| tables::read("tables", black_box(&files), None).unwrap());
    });
    let book = tables::write_workbook(&bundle).unwrap().files.remove(0).bytes;
    group.bench_function("workbook", |bench| {
        bench.iter(|| tables::read_workbook("a.xlsx", black_box(&book), None).unwrap());
    });
    let wishes = vassal::Wishes { hex_pixels: Some(24), ..Default::default() };
    let module = vassal::write(Systems::NONE, &[&bundle], &wishes).unwrap().files.remove(0).bytes;
    group.bench_function("VASSAL's module", |bench| {
        bench.iter(|| vassal::read(black_box(&module), "a.vmod", None, None).unwrap());
    });
    let others = without_ours(&module);
    group.bench_function("VASSAL's module of others", |bench| {
        bench.iter(|| vassal::read(black_box(&others), "a.vmod", None, None).unwrap());
    });
    let lines = board(90, 90);
    group.bench_function("MegaMek's board", |bench| {
        bench.iter(|| megamek::read("a.board", black_box(&lines), None).unwrap());
    });
    let lines = codes(200, 200);
    group.bench_function("Wesnoth's map", |bench| {
        bench.iter(|| wesnoth::read("a.map", black_box(&lines), None).unwrap());
    });
    let lines = drawing(200, 200);
    group.bench_function("Worldographer's drawing", |bench| {
        bench.iter(|| worldographer::read("a.wxx", black_box(&lines), None).unwrap());
    });
    group.finish();
}

criterion_group!(benches, readers);
criterion_main!(benches);
