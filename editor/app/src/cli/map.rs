//! `salient map`

use std::path::{Path, PathBuf};

use anyhow::Context;
use salient_schema::{Code, Diagnostic, Disk, Document};

use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, Format, files};

/// Make maps from geographic data.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    command: MapCommand,
}

#[derive(Debug, clap::Subcommand)]
enum MapCommand {
    /// Build a map by its recipe, and report how well the data fits.
    Build(BuildArgs),
}

/// Build a map by its recipe, and report how well the data fits.
///
/// The same recipe and data give the same map, byte for byte, on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient map build maps/picardy-1918/recipe.json
  salient map build maps/picardy-1918/recipe.json -o maps/picardy-1918/map.json
  salient map build maps/picardy-1918/recipe.json --check maps/picardy-1918/map.json

Exit status: 0 the map was built (and is the one that was checked), 1 the recipe or its data is
wrong, or the map differs, 2 a file cannot be read or written.")]
struct BuildArgs {
    /// The recipe.
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,

    /// The map file to write; without it the map is only built and reported on.
    #[arg(short, long, value_name = "MAP.json", conflicts_with = "check")]
    output: Option<PathBuf>,

    /// Write nothing; compare with this map, and tell the first difference.
    #[arg(long, value_name = "MAP.json")]
    check: Option<PathBuf>,

    /// The report: text for people, json for programs.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    match &args.command {
        MapCommand::Build(args) => build(args, console),
    }
}

fn build(args: &BuildArgs, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let recipe = files::shown(&args.recipe);
    let (built, found) = salient_cartography::build(&Disk, &recipe);
    if !found.is_empty() {
        let sources = sources_of(&found);
        write!(console.err, "{}", render_diagnostics(&found, &sources, console.colour))?;
    }
    let Some(built) = built else { return Ok(exit_of_faults(&recipe, &found)) };
    match args.format {
        Format::Text => write!(console.out, "{}", built.report)?,
        Format::Json => {
            serde_json::to_writer_pretty(&mut *console.out, &built.report)?;
            writeln!(console.out)?;
        }
    }
    let text = salient_schema::write(&Document::Map(Box::new(built.map)))?;
    if let Some(path) = &args.output {
        files::write_whole(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(console.err, "{}: written", files::shown(path))?;
    }
    let differs = match &args.check {
        Some(path) => differs(path, &text, console)?,
        None => Exit::Clean,
    };
    Ok(differs.max(exit_for(&found)))
}

/// A recipe that cannot be read is unreadable; a file that it names and that is not there is the
/// recipe's fault.
fn exit_of_faults(recipe: &str, found: &[Diagnostic]) -> Exit {
    let own = |one: &&Diagnostic| one.place.file.as_deref() == Some(recipe);
    match found.iter().filter(own).find(|one| one.code == Code::Unreadable) {
        Some(one) if one.place.pointer.is_none() => Exit::Unreadable,
        _ => Exit::Problems,
    }
}

/// Compares a map that was built with the one that is there.
fn differs(path: &Path, built: &str, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let shown = files::shown(path);
    let there = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    if there == built.as_bytes() {
        writeln!(console.err, "{shown}: the same, byte for byte")?;
        return Ok(Exit::Clean);
    }
    let there = String::from_utf8_lossy(&there);
    let (mut old, mut new) = (there.lines(), built.lines());
    let mut line = 1;
    let [has, gives] = loop {
        match (old.next(), new.next()) {
            (Some(one), Some(other)) if one == other => line += 1,
            (one, other) => break [one, other].map(|text| text.unwrap_or("(nothing)").trim()),
        }
    };
    writeln!(console.err, "{shown}:{line}: the map differs from its recipe")?;
    writeln!(console.err, "  the map has       {has}")?;
    writeln!(console.err, "  the recipe gives  {gives}")?;
    Ok(Exit::Problems)
}
