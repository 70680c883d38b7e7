//! `salient export`

mod html;
mod print;
mod vassal;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use salient_exchange::{self as exchange, Exported, LossReport, NamedFile};
use salient_files::Results;
use salient_rules::Systems;
use salient_schema::{Bundle, FileKind, Recording};

use super::cut_off;
use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, Format, batch, files};

/// Write a scenario in another client's format, and say what that format cannot hold.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient export scenarios/kaisers-battle/kaisers-battle.json --to bundle -o kb.json
  salient export scenarios/kaisers-battle/kaisers-battle.json --to csv -o kb-tables
  salient export scenarios/kaisers-battle/kaisers-battle.json --to pdf -o kit.pdf
  salient export scenarios/storm-in-the-west/*.json --to vassal -o west.vmod
  salient export scenarios --to pdf -o kits
  salient export scenario.json --to html -o page.html --log logs/game-1.jsonl

Exit status: 0 written (the loss report says what the format cannot hold), 1 a scenario cannot be
written, 2 a file cannot be read or written. Of several, the others are written all the same.")]
pub struct Args {
    /// Scenario or bundle files, or folders with all below them; their rulesets, maps and orders
    /// of battle may stand among them.
    #[arg(value_name = "SCENARIO", required = true)]
    files: Vec<PathBuf>,

    /// The format.
    #[arg(long, value_enum)]
    to: Target,

    /// The file to write, or the folder where the format has several files. Of several scenarios,
    /// the folder for their files, each called after its scenario, in place of those of an earlier
    /// run; but `vassal` makes them set-ups
    /// of one module, unless the path is that of a folder.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// The loss report: text for people, json for programs (of several scenarios, an array).
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// For geojson: coordinates in hexes where the map has no place on the earth.
    #[arg(long)]
    plane: bool,

    /// For tabletop: the address of the folder that its pictures will be uploaded to.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,

    #[command(flatten)]
    print: print::PrintArgs,

    #[command(flatten)]
    vassal: vassal::VassalArgs,

    #[command(flatten)]
    html: html::HtmlArgs,
}

impl Args {
    fn geojson(&self) -> exchange::geo::Wishes {
        exchange::geo::Wishes { plane: self.plane }
    }
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// One self-contained JSON file of all that the scenario needs.
    Bundle,
    /// A folder of CSV tables, read back without loss.
    Csv,
    /// The map as GeoJSON: hexes as polygons, hexsides and paths as lines.
    Geojson,
    /// Print and play: all pages in one file.
    Pdf,
    /// Print and play: a folder of pages.
    Svg,
    /// A save of Tabletop Simulator, with the pictures to be uploaded to --base-url.
    Tabletop,
    /// A Tiled map as JSON, with the pictures of its tilesets.
    Tmj,
    /// A Tiled map as XML, with the pictures of its tilesets.
    Tmx,
    /// A VASSAL module with a set-up for each scenario.
    Vassal,
    /// One self-contained web page: map, set-up, schedule, order of battle, charts, a replay.
    Html,
}

impl Target {
    /// How the name of its one file ends; none where it has a folder of files.
    fn ending(self) -> Option<&'static str> {
        match self {
            Self::Bundle => Some("bundle.json"),
            Self::Geojson => Some("geojson"),
            Self::Pdf => Some("pdf"),
            Self::Vassal => Some("vmod"),
            Self::Html => Some("html"),
            Self::Csv | Self::Svg | Self::Tabletop | Self::Tmj | Self::Tmx => None,
        }
    }
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if args.html.are_given() && args.to != Target::Html {
        bail!("--log is for --to html");
    }
    let inputs = batch::inputs(&args.files, &[FileKind::Scenario, FileKind::Bundle], console)?;
    let into_folder = args.output.is_dir();
    if args.to == Target::Vassal && inputs.is_many && !into_folder {
        return one_module(&inputs, args, console);
    }
    let names = batch::names(&inputs.files);
    let place = |name: String| match args.to.ending() {
        Some(ending) if inputs.is_many || into_folder => {
            args.output.join(format!("{name}.{ending}"))
        }
        None if inputs.is_many => args.output.join(name),
        _ => args.output.clone(),
    };
    let places: Vec<PathBuf> = names.into_iter().map(place).collect();
    if inputs.is_many {
        let work: Vec<(PathBuf, PathBuf)> = inputs.files.into_iter().zip(places).collect();
        return Ok(export_many(&work, args, console)?.max(inputs.exit));
    }
    let [file] = args.files.as_slice() else { bail!("no scenario is given") };
    let output = places.first().unwrap_or(&args.output);
    let bundle = match open(file, console)? {
        Ok(bundle) => bundle,
        Err(exit) => return Ok(exit),
    };
    let losses = if args.to == Target::Geojson {
        geojson(&bundle, output, args)?
    } else {
        let parcel = write(console.systems, &bundle, args)?;
        save(&parcel, args.to, output)?;
        parcel.losses
    };
    show_losses(&losses, args.format, console)?;
    Ok(Exit::Clean)
}

/// Writes several scenarios, each to its place. Where each has one file, these are put into their
/// folder together at the end, in place of those of an earlier run.
fn export_many(
    work: &[(PathBuf, PathBuf)],
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let set = args.to.ending().map(|ending| Results::over(&args.output, ending));
    let mut set = set.transpose()?;
    let exit = batch::each(work, args.format, console, |file, output, console| {
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        if let (Some(set), Target::Geojson) = (&mut set, args.to) {
            let losses = add_geojson(file, &name, args, set, console);
            if !matches!(losses, Ok(Ok(_))) {
                set.keep(&name);
            }
            return losses;
        }
        let parcel = export(file, args, console);
        match (&mut set, parcel) {
            (None, Ok(Ok(parcel))) => {
                save(&parcel, args.to, output)?;
                Ok(Ok(parcel.losses))
            }
            (Some(set), Ok(Ok(parcel))) => {
                for NamedFile { bytes, .. } in &parcel.files {
                    set.add(&name, bytes)?;
                }
                Ok(Ok(parcel.losses))
            }
            (set, failed) => {
                if let Some(set) = set {
                    set.keep(&name);
                }
                Ok(failed?.map(|parcel| parcel.losses))
            }
        }
    })?;
    set.map(Results::commit).transpose()?;
    Ok(exit)
}

/// What comes of one scenario; how it ended where it is not sound, which has been told.
fn export(
    file: &Path,
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Result<Exported, Exit>> {
    match open(file, console)? {
        Ok(bundle) => Ok(Ok(write(console.systems, &bundle, args)?)),
        Err(exit) => Ok(Err(exit)),
    }
}

/// Writes the map feature by feature: the document of a large one does not fit into the memory.
fn geojson(bundle: &Bundle, output: &Path, args: &Args) -> anyhow::Result<LossReport> {
    let document = exchange::geo::Document::of(bundle, args.geojson())?;
    salient_files::write_with(output, |out| Ok(document.write_to(out)?))?;
    Ok(document.losses)
}

/// The same among the results of several scenarios; how it ended where the scenario is not sound.
fn add_geojson(
    file: &Path,
    name: &str,
    args: &Args,
    set: &mut Results,
    console: &mut Console<'_>,
) -> anyhow::Result<Result<LossReport, Exit>> {
    let bundle = match open(file, console)? {
        Ok(bundle) => bundle,
        Err(exit) => return Ok(Err(exit)),
    };
    let document = exchange::geo::Document::of(&bundle, args.geojson())?;
    set.add_with(name, |out| Ok(document.write_to(out)?))?;
    Ok(Ok(document.losses))
}

/// Writes several scenarios as set-ups of one VASSAL module, without those that are not sound.
fn one_module(
    inputs: &batch::Batch,
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let (mut bundles, mut exit) = (Vec::new(), inputs.exit);
    for file in &inputs.files {
        match open(file, console)? {
            Ok(bundle) => bundles.push(bundle),
            Err(ended) => exit = exit.max(ended),
        }
    }
    if bundles.is_empty() {
        return Ok(exit);
    }
    let parcel = args.vassal.write(&bundles)?;
    save(&parcel, args.to, &args.output)?;
    show_losses(&parcel.losses, args.format, console)?;
    Ok(exit)
}

/// Reads a scenario, or says what is wrong with it.
fn open(file: &Path, console: &mut Console<'_>) -> anyhow::Result<Result<Bundle, Exit>> {
    let source = Recording::default();
    let (project, diagnostics) = salient_schema::open_project(&source, &files::shown(file));
    cut_off::tell(source.into_files(), console)?;
    if let Some(project) = project {
        return Ok(Ok(project.bundle));
    }
    let errors: Vec<_> = diagnostics.into_iter().filter(|d| d.is_error()).collect();
    let sources = sources_of(&errors);
    write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
    Ok(Err(exit_for(&errors).max(Exit::Problems)))
}

fn write(systems: Systems, bundle: &Bundle, args: &Args) -> anyhow::Result<Exported> {
    Ok(match args.to {
        Target::Bundle => exchange::bundle(bundle)?,
        Target::Csv => exchange::tables::write(bundle)?,
        Target::Geojson => exchange::geo::write(bundle, args.geojson())?,
        Target::Pdf => exchange::print::pdf(bundle, &args.print.wishes())?,
        Target::Svg => exchange::print::svg(bundle, &args.print.wishes())?,
        Target::Tabletop => {
            exchange::tabletop::write(bundle, args.base_url.as_deref().unwrap_or_default())?
        }
        Target::Tmj => exchange::tiled::write(bundle, exchange::tiled::Spelling::Json)?,
        Target::Tmx => exchange::tiled::write(bundle, exchange::tiled::Spelling::Xml)?,
        Target::Vassal => args.vassal.write(std::slice::from_ref(bundle))?,
        Target::Html => args.html.write(systems, bundle)?,
    })
}

/// Writes the one file of a parcel as `output`, or its several into the folder `output`.
fn save(parcel: &Exported, to: Target, output: &Path) -> anyhow::Result<()> {
    if let (Some(_), [file]) = (to.ending(), parcel.files.as_slice()) {
        return salient_output::write_whole(output, &file.bytes)
            .with_context(|| format!("cannot write {}", output.display()));
    }
    save_into(&parcel.files, output)
}

/// Writes files into a folder, all or none, in place of those that were exported there before.
fn save_into(pieces: &[NamedFile], folder: &Path) -> anyhow::Result<()> {
    let mut results = Results::over(folder, "")?;
    for NamedFile { name, bytes } in pieces {
        results.add(name, bytes)?;
    }
    results.commit()?;
    Ok(())
}

/// Prints a loss report.
pub(super) fn show_losses(
    losses: &LossReport,
    format: Format,
    console: &mut Console<'_>,
) -> anyhow::Result<()> {
    match format {
        Format::Text => write!(console.out, "{losses}")?,
        Format::Json => {
            serde_json::to_writer_pretty(&mut *console.out, losses)?;
            writeln!(console.out)?;
        }
    }
    Ok(())
}
