//! How fast a file is validated: `cargo bench -p salient-lab --bench validate`, two minutes.
//!
//! Bundles of 1, 10 and 50 MB, made of The Kaiser's Battle side by side, all of them valid. For
//! each: parsing, schema, references and rules together, as `salient validate` does it; and
//! parsing and schema alone by the plain jsonschema crate, on the same JSON Schema, compiled once.
//! The memory is the most that a process of its own takes for one file, the file included.
//!
//! `cargo bench -p salient-lab --bench validate -- --write FOLDER` writes the files and the
//! schema for other validators: `tests/bench/ajv` has a script for ajv.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

#[path = "../../tests/all/support.rs"]
mod support;
#[path = "../engine/tile.rs"]
mod tile;

use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use salient_schema::{
    Bundle, Document, FileKind, json_schemas, read_text, read_text_and, to_canonical_json,
};

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Copies in each direction, and what they come to.
const SIZES: [(&str, u16); 3] = [("1 MB", 3), ("10 MB", 9), ("50 MB", 23)];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["--write", folder] => write(Path::new(folder)),
        // One file in a process of its own, for its memory.
        ["--once", how, path] => {
            let bytes = std::fs::read(path).unwrap();
            match *how {
                "salient" => ours(&bytes),
                _ => theirs(&validator(), &bytes),
            }
            println!("{}", most_memory());
        }
        ["--stages", path] => stages(&std::fs::read(path).unwrap()),
        _ => all(),
    }
}

/// Where the time of one file goes.
fn stages(bytes: &[u8]) {
    const RUNS: usize = 30;
    let mut times: Vec<[Duration; 4]> = Vec::new();
    for _ in 0..RUNS {
        let begin = Instant::now();
        let document = read_text("bundle.json", bytes).0.unwrap();
        let read = Instant::now();
        let found = salient_schema::check::check_document(&document);
        let checked = Instant::now();
        let Document::Bundle(bundle) = &document else { panic!("a bundle") };
        let broken = salient_rules::check(support::SYSTEMS, bundle);
        let judged = Instant::now();
        drop((document, found, broken));
        times.push([read - begin, checked - read, judged - checked, judged.elapsed()]);
    }
    let mut whole: Vec<Duration> = Vec::new();
    for _ in 0..RUNS {
        let begin = Instant::now();
        ours(bytes);
        whole.push(begin.elapsed());
    }
    whole.sort();
    println!("all, as `salient validate` does it: {:.1} ms", whole[RUNS / 2].as_secs_f64() * 1e3);
    for (stage, name) in
        ["read, schema and references", "of which schema and references", "rules", "free"]
            .iter()
            .enumerate()
    {
        let mut times: Vec<Duration> = times.iter().map(|run| run[stage]).collect();
        times.sort();
        println!("{name}: {:.1} ms", times[RUNS / 2].as_secs_f64() * 1e3);
    }
}

fn all() {
    let folder = std::env::temp_dir().join(format!("salient-validate-{}", std::process::id()));
    write(&folder);
    let validator = validator();
    println!("\n| | MB | salient | MB/s | memory | jsonschema | MB/s | memory |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, _) in SIZES {
        let path = folder.join(file(name));
        let bytes = std::fs::read(&path).unwrap();
        let megabytes = bytes.len() as f64 / 1e6;
        let time = |one: &dyn Fn(&[u8])| {
            // Until five seconds are over, three times at least; the median counts.
            let begin = Instant::now();
            let mut times: Vec<Duration> = Vec::new();
            while times.len() < 3 || (begin.elapsed().as_secs() < 5 && times.len() < 200) {
                let start = Instant::now();
                one(&bytes);
                times.push(start.elapsed());
            }
            times.sort();
            times[times.len() / 2].as_secs_f64()
        };
        let memory = |how: &str| {
            let this = std::env::current_exe().unwrap();
            let said =
                std::process::Command::new(this).args(["--once", how]).arg(&path).output().unwrap();
            String::from_utf8_lossy(&said.stdout).trim().to_owned()
        };
        let (own, other) = (time(&ours), time(&|bytes: &[u8]| theirs(&validator, bytes)));
        println!(
            "| {name} | {megabytes:.1} | {:.1} ms | {:.0} | {} | {:.1} ms | {:.0} | {} |",
            own * 1e3,
            megabytes / own,
            memory("salient"),
            other * 1e3,
            megabytes / other,
            memory("jsonschema"),
        );
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Parsing, schema, references and rules.
fn ours(bytes: &[u8]) {
    let broken = OnceLock::new();
    let (document, found) = read_text_and("bundle.json", bytes, &|document| {
        let Document::Bundle(bundle) = document else { panic!("a bundle") };
        broken.set(salient_rules::check(support::SYSTEMS, bundle)).unwrap();
    });
    let error = found.iter().chain(broken.get().unwrap()).find(|found| found.is_error());
    assert_eq!(error, None, "the file is valid");
    rayon::spawn(move || drop(document));
}

/// Parsing and schema, as anybody would do it with the crate.
fn theirs(validator: &jsonschema::Validator, bytes: &[u8]) {
    let value: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    assert!(validator.is_valid(&value), "the file is valid");
}

fn schema() -> &'static str {
    let name = FileKind::Bundle.schema_file();
    json_schemas()[&name]
}

fn validator() -> jsonschema::Validator {
    let schema: serde_json::Value = serde_json::from_str(schema()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn file(name: &str) -> String {
    format!("bundle-{}.json", name.replace(' ', ""))
}

fn write(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join(FileKind::Bundle.schema_file()), schema()).unwrap();
    let base = support::kaisers_battle();
    for (name, copies) in SIZES {
        let mut bundle: Bundle = tile::tile(&base, copies);
        bundle.name_parts_by_id();
        bundle.map.sort();
        std::fs::write(folder.join(file(name)), to_canonical_json(&bundle).unwrap()).unwrap();
    }
}

/// The most memory that this process has had, where the system tells.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
    kilobytes.map_or_else(|| "?".to_owned(), |kilobytes| format!("{:.0} MB", kilobytes / 1024.0))
}
