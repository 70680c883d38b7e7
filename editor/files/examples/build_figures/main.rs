//! Measures how long Salient builds, and writes the figures into the table of `editor/README.md`,
//! beside those that were measured first:
//!
//! ```sh
//! cargo run -p salient-files --example build_figures -- cold again tests
//! ```
//!
//! - `cold`: the release build of the program, with nothing built before;
//! - `again`: the same after a file of a bot was touched;
//! - `tests`: all tests built, not run, with nothing built before.
//!
//! Each builds into a folder of its own below `target/`, which is removed before and after. With
//! `--keep` it builds into the checkout's own `target/`, of which nothing is removed, so that a check
//! that follows has what was built; nothing but this tool may be built there before. Nothing else
//! ought to run on the machine. Processor time and sizes are told where `/proc` is.

mod table;

use std::path::Path;
use std::process::Command;
use std::time::{Instant, SystemTime};
use std::{env, fs, io};

/// A file of a bot, whose crate is compiled again.
const BOT: &str = "editor/systems/kaisers-battle/src/bots/mod.rs";

/// This tool and what it is built of take less, and any build of Salient more.
const NOTHING_YET: u64 = 300_000_000;

/// What can be measured.
struct Figure {
    name: &'static str,
    /// The row's first cell.
    row: &'static str,
    cargo: &'static [&'static str],
    /// The folder that it builds into, below the target folder.
    profile: &'static str,
    /// Whether it begins with nothing built.
    cold: bool,
}

const FIGURES: [Figure; 3] = [
    Figure {
        name: "cold",
        row: "`cargo build --release`, cold",
        cargo: &["build", "--release", "--locked"],
        profile: "release",
        cold: true,
    },
    Figure {
        name: "again",
        row: "the same after a line of a bot is changed",
        cargo: &["build", "--release", "--locked"],
        profile: "release",
        cold: false,
    },
    Figure {
        name: "tests",
        row: "`cargo test --workspace --no-run`, cold",
        cargo: &["test", "--workspace", "--no-run", "--locked"],
        profile: "debug",
        cold: true,
    },
];

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let (options, asked): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|word| word.starts_with('-'));
    let known = |name: &String| FIGURES.iter().any(|figure| figure.name == name);
    if asked.is_empty() || !asked.iter().all(known) || options.iter().any(|word| word != "--keep") {
        return Err(io::Error::other("name what to measure: cold, again, tests; or --keep"));
    }
    let keep = !options.is_empty();
    let target = if keep { root.join("target") } else { root.join("target/figures") };
    let readme = root.join("editor/README.md");
    for figure in FIGURES.iter().filter(|figure| asked.iter().any(|name| name == figure.name)) {
        if figure.cold && !keep {
            remove(&target)?;
        }
        let cells = measure(&root, &target, figure)?;
        println!("{}: {cells}", figure.row);
        let text = fs::read_to_string(&readme)?;
        let text = table::with_row(&text, figure.row, &cells)
            .ok_or_else(|| io::Error::other("editor/README.md has no table of builds"))?;
        fs::write(&readme, text)?;
    }
    if keep { Ok(()) } else { remove(&target) }
}

fn remove(folder: &Path) -> io::Result<()> {
    fs::remove_dir_all(folder).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })
}

/// Builds, and gives the cells of the row behind its name.
fn measure(root: &Path, target: &Path, figure: &Figure) -> io::Result<String> {
    let built = target.join(figure.profile);
    if !figure.cold {
        // What it builds upon is no part of the time.
        build(root, target, figure)?;
        fs::File::options().append(true).open(root.join(BOT))?.set_modified(SystemTime::now())?;
    } else if built.exists() && size(&built)? > NOTHING_YET {
        let error = format!("{} has builds already: remove it first", built.display());
        return Err(io::Error::other(error));
    }
    let (before, start) = (processor_of_children(), Instant::now());
    build(root, target, figure)?;
    let elapsed = start.elapsed().as_secs();
    let processor = match (before, processor_of_children()) {
        (Some(before), Some(after)) => time((after - before) / 100),
        _ => String::new(),
    };
    let mut disk = String::new();
    if figure.cold {
        disk = format!("{:.1} GB", size(&built)? as f64 / 1e9);
        if figure.profile == "release" {
            let program = fs::metadata(built.join("salient"))?.len();
            disk = format!("{disk}, a program of {:.1} MB", program as f64 / 1e6);
        }
    }
    Ok(format!("{} | {} | {processor} | {disk}", today()?, time(elapsed)))
}

fn build(root: &Path, target: &Path, figure: &Figure) -> io::Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(figure.cargo)
        .current_dir(root)
        .env("CARGO_TARGET_DIR", target)
        .status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other("it does not build")) }
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
