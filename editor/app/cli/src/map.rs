//! `salient map`

mod join;
mod new;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use salient_cartography::Report;
use salient_files::{Place, portable};
use salient_schema::{Code, Diagnostic, Document, FileKind, Recording};
use serde::Serialize;

use super::cut_off;
use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, Format, batch, files, print_json};

/// Make maps: from geographic data, or of boards that join.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    command: MapCommand,
}

#[derive(Debug, clap::Subcommand)]
enum MapCommand {
    /// Begin a recipe: a hexgrid, one place on the earth, and a first layer.
    New(new::NewArgs),
    /// Build a map by its recipe, and report how well the data fits.
    Build(BuildArgs),
    /// Join boards into one map, and report what came over and what does not fit.
    Join(join::JoinArgs),
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
  salient map build maps/*/recipe.json --check maps

Exit status: 0 the map was built (and is the one that was checked), 1 the recipe or its data is
wrong, of which nothing is written, or the map differs, 2 a file cannot be read or written. Of
several, the others are built all the same.")]
struct BuildArgs {
    /// Recipes, or folders with all below them.
    #[arg(value_name = "RECIPE", required = true)]
    recipes: Vec<PathBuf>,

    /// The map file to write; without it the map is only built and reported on. Of several
    /// recipes, the folder for their maps: each is ID/map.json in it.
    #[arg(short, long, value_name = "MAP.json", conflicts_with = "check")]
    output: Option<PathBuf>,

    /// Write nothing; compare with this map (of several recipes, with those in this folder), and
    /// tell the first difference.
    #[arg(long, value_name = "MAP.json")]
    check: Option<PathBuf>,

    /// The report: text for people, json for programs (of several recipes, an array).
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    match &args.command {
        MapCommand::New(args) => new::run(args, console),
        MapCommand::Build(args) => build(args, console),
        MapCommand::Join(args) => join::run(args, console),
    }
}

/// What a program is told of one recipe of several.
#[derive(Serialize)]
struct Told {
    file: String,
    report: Report,
}

fn build(args: &BuildArgs, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let inputs = batch::inputs(&args.recipes, &[FileKind::Recipe, FileKind::Variant], console)?;
    if !inputs.is_many {
        let [recipe] = args.recipes.as_slice() else { bail!("no recipe is given") };
        let (report, exit) = build_one(recipe, None, args, console)?;
        if let (Some(report), Format::Json) = (report, args.format) {
            print_json(console.out, &report)?;
        }
        return Ok(exit);
    }
    let mut exit = inputs.exit;
    let (mut all, mut ids) = (Vec::new(), BTreeSet::new());
    for recipe in &inputs.files {
        let file = files::shown(recipe);
        match build_one(recipe, Some(&mut ids), args, console) {
            Ok((report, ended)) => {
                exit = exit.max(ended);
                all.extend(report.map(|report| Told { file, report }));
            }
            Err(error) => {
                writeln!(console.err, "{}", batch::about(&file, &format!("{error:#}")))?;
                exit = Exit::Unreadable;
            }
        }
    }
    if args.format == Format::Json {
        print_json(console.out, &all)?;
    }
    Ok(exit)
}

/// Builds one map. Of several, whose ids are kept apart, `-o` and `--check` name the folder of
/// their folders.
fn build_one(
    recipe: &Path,
    ids: Option<&mut BTreeSet<String>>,
    args: &BuildArgs,
    console: &mut Console<'_>,
) -> anyhow::Result<(Option<Report>, Exit)> {
    let recipe = files::shown(recipe);
    let source = Recording::default();
    let (built, found) = salient_cartography::build(&source, &recipe);
    cut_off::tell(source.into_files(), console)?;
    if !found.is_empty() {
        let sources = sources_of(&found);
        console.err.print_painted(&render_diagnostics(&found, &sources, console.colour))?;
    }
    let Some(mut built) = built else { return Ok((None, exit_of_faults(&recipe, &found))) };
    let of_several = ids.is_some();
    if ids.is_some_and(|ids| !ids.insert(built.map.id.clone())) {
        bail!("{recipe}: another recipe before it builds a map {}, too", built.map.id);
    }
    if args.format == Format::Text {
        if of_several {
            writeln!(console.out, "{recipe}")?;
        }
        write!(console.out, "{}", built.report)?;
    }
    let way = Path::new(&portable(&built.map.id)).join("map.json");
    let place = |path: &PathBuf| match of_several {
        true => Place::below(path, &way),
        false => Place::from(path),
    };
    if let Some(path) = args.output.as_ref().or(args.check.as_ref()) {
        // The recipe names its ruleset from where it lies.
        built.map.move_to(&recipe, &files::shown(place(path).path()));
    }
    let text = salient_schema::write(&Document::Map(Box::new(built.map)))?;
    let faults = exit_for(&found);
    if faults != Exit::Clean && args.output.is_some() {
        writeln!(console.err, "{recipe}: nothing is written; mend this first")?;
    } else if let Some(place) = args.output.as_ref().map(place) {
        if of_several {
            place.make_folder()?;
        }
        salient_output::write_whole(place.clone(), text.as_bytes())
            .with_context(|| format!("cannot write {}", place.path().display()))?;
        writeln!(console.err, "{}: written", files::shown(place.path()))?;
    }
    let differs = match args.check.as_ref().map(place) {
        Some(place) => differs(place.path(), &text, console)?,
        None => Exit::Clean,
    };
    Ok((Some(built.report), differs.max(faults)))
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
    let there = salient_files::read(path)?;
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
