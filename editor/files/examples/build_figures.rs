//! Measures how long Salient builds, and writes the figures into the table of `editor/README.md`:
//!
//! ```sh
//! cargo run -p salient-files --example build_figures -- cold again tests
//! ```
//!
//! - `cold`: the release build of the program, with nothing built before;
//! - `again`: the same after a file of a bot was touched;
//! - `tests`: all tests built, not run, with nothing built before.
//!
//! Each builds into a folder of its own below `target/`, which is removed before and after. Nothing
//! else ought to run on the machine. Processor time and sizes are told where `/proc` is.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};
use std::{env, fs, io};

/// What the table begins with, so that its rows are found again.
const HEAD: &str = "| | date | elapsed | processor | disk |\n|---|---|---|---|---|\n";
/// A file of a bot, whose crate is compiled again.
const BOT: &str = "editor/systems/kaisers-battle/src/bots/mod.rs";

/// What can be measured.
struct Figure {
    name: &'static str,
    /// The row's first cell.
    row: &'static str,
    cargo: &'static [&'static str],
    /// Whether it begins with nothing built.
    cold: bool,
}

const FIGURES: [Figure; 3] = [
    Figure {
        name: "cold",
        row: "`cargo build --release`, cold",
        cargo: &["build", "--release", "--locked"],
        cold: true,
    },
    Figure {
        name: "again",
        row: "the same after a line of a bot is changed",
        cargo: &["build", "--release", "--locked"],
        cold: false,
    },
    Figure {
        name: "tests",
        row: "`cargo test --workspace --no-run`, cold",
        cargo: &["test", "--workspace", "--no-run", "--locked"],
        cold: true,
    },
];

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let asked: Vec<String> = env::args().skip(1).collect();
    let known = |name: &String| FIGURES.iter().any(|figure| figure.name == name);
    if asked.is_empty() || !asked.iter().all(known) {
        return Err(io::Error::other("name what to measure: cold, again, tests"));
    }
    let readme = root.join("editor/README.md");
    for figure in FIGURES.iter().filter(|figure| asked.iter().any(|name| name == figure.name)) {
        let row = measure(&root, figure)?;
        println!("{row}");
        let text = fs::read_to_string(&readme)?;
        let text = with_row(&text, figure.row, &row)
            .ok_or_else(|| io::Error::other("editor/README.md has no table of builds"))?;
        fs::write(&readme, text)?;
    }
    fs::remove_dir_all(target(&root)).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })
}

fn target(root: &Path) -> PathBuf {
    root.join("target/figures")
}

/// Builds, and gives the row.
fn measure(root: &Path, figure: &Figure) -> io::Result<String> {
    let target = target(root);
    if figure.cold {
        let _ = fs::remove_dir_all(&target);
    } else {
        // What it builds upon is no part of the time.
        build(root, figure)?;
        fs::File::options().append(true).open(root.join(BOT))?.set_modified(SystemTime::now())?;
    }
    let (before, start) = (processor_of_children(), Instant::now());
    build(root, figure)?;
    let elapsed = start.elapsed().as_secs();
    let processor = match (before, processor_of_children()) {
        (Some(before), Some(after)) => time((after - before) / 100),
        _ => String::new(),
    };
    let mut disk = String::new();
    if figure.cold {
        disk = format!("{:.1} GB", size(&target)? as f64 / 1e9);
        let program = target.join("release/salient");
        if let Ok(of) = fs::metadata(program) {
            disk = format!("{disk}, a program of {:.1} MB", of.len() as f64 / 1e6);
        }
    }
    let date = today()?;
    Ok(format!("| {} | {date} | {} | {processor} | {disk} |", figure.row, time(elapsed)))
}

fn build(root: &Path, figure: &Figure) -> io::Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(figure.cargo)
        .current_dir(root)
        .env("CARGO_TARGET_DIR", target(root))
        .status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other("it does not build")) }
}

/// The table with a row in the place of the one that begins alike, or at its end.
fn with_row(text: &str, begins: &str, row: &str) -> Option<String> {
    let (before, rest) = text.split_once(HEAD)?;
    let (table, after) = rest.split_once("\n\n")?;
    let mut rows: Vec<&str> = table.lines().collect();
    let first_cell = format!("| {begins} |");
    match rows.iter().position(|old| old.starts_with(&first_cell)) {
        Some(at) => rows[at] = row,
        None => rows.push(row),
    }
    Some(format!("{before}{HEAD}{}\n\n{after}", rows.join("\n")))
}

/// Hundredths of seconds that all processes have taken which this one waited for.
fn processor_of_children() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold spaces. User and system time of children are
    // the 16th and the 17th field.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(ticks(13)? + ticks(14)?)
}

fn size(folder: &Path) -> io::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let of = entry.metadata()?;
        sum += if of.is_dir() { size(&entry.path())? } else { of.len() };
    }
    Ok(sum)
}

fn time(seconds: u64) -> String {
    match seconds {
        0..100 => format!("{seconds} s"),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// The day, as people write it.
fn today() -> io::Result<String> {
    let day = Command::new("date").arg("+%-d %B %Y").env("LC_ALL", "C").output()?;
    Ok(String::from_utf8_lossy(&day.stdout).trim().to_owned())
}
