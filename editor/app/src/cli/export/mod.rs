//! `salient export`

mod html;
mod print;
mod vassal;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use salient_export::exchange::{self, LossReport, Parcel, Piece};
use salient_schema::{Bundle, Disk};

use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, Format, files};

/// Write a scenario in another client's format, and say what that format cannot hold.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient export scenarios/kaisers-battle/kaisers-battle.json --to bundle -o kb.json
  salient export scenarios/kaisers-battle/kaisers-battle.json --to csv -o kb-tables
  salient export scenarios/kaisers-battle/kaisers-battle.json --to pdf -o kit.pdf
  salient export scenarios/storm-in-the-west/*.json --to vassal -o west.vmod
  salient export scenario.json --to html -o page.html --log logs/game-1.jsonl

Exit status: 0 written (the loss report says what the format cannot hold), 1 the scenario cannot
be written, 2 a file cannot be read or written.")]
pub struct Args {
    /// A scenario or bundle file. Of several, `vassal` makes set-ups of one module; other files
    /// of the same folder, such as its ruleset, may stand among them.
    #[arg(value_name = "SCENARIO", required = true)]
    files: Vec<PathBuf>,

    /// The format.
    #[arg(long, value_enum)]
    to: Target,

    /// The file to write, or the folder where the format has several files.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// The loss report: text for people, json for programs.
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

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if args.html.are_given() && args.to != Target::Html {
        bail!("--log is for --to html");
    }
    let mut bundles = Vec::new();
    for file in &args.files {
        let path = files::shown(file);
        if args.files.len() > 1 && !vassal::is_scenario(&path) {
            continue;
        }
        let (project, diagnostics) = salient_schema::open_project(&Disk, &path);
        let errors: Vec<_> = diagnostics.into_iter().filter(|d| d.is_error()).collect();
        let Some(project) = project else {
            let sources = sources_of(&errors);
            write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
            return Ok(exit_for(&errors).max(Exit::Problems));
        };
        bundles.push(project.bundle);
    }
    let parcel = write(&bundles, args)?;
    save(&parcel, &args.output)?;
    tell(&parcel.losses, args.format, console)?;
    Ok(Exit::Clean)
}

fn write(bundles: &[Bundle], args: &Args) -> anyhow::Result<Parcel> {
    let single = || match bundles {
        [bundle] => Ok(bundle),
        _ => bail!("{} scenarios: only vassal takes other than one", bundles.len()),
    };
    Ok(match args.to {
        Target::Bundle => exchange::bundle(single()?)?,
        Target::Csv => exchange::tables::write(single()?)?,
        Target::Geojson => {
            exchange::geo::write(single()?, exchange::geo::Wishes { plane: args.plane })?
        }
        Target::Pdf => exchange::print::pdf(single()?, &args.print.wishes())?,
        Target::Svg => exchange::print::svg(single()?, &args.print.wishes())?,
        Target::Tabletop => {
            exchange::tabletop::write(single()?, args.base_url.as_deref().unwrap_or_default())?
        }
        Target::Tmj => exchange::tiled::write(single()?, exchange::tiled::Spelling::Json)?,
        Target::Tmx => exchange::tiled::write(single()?, exchange::tiled::Spelling::Xml)?,
        Target::Vassal => args.vassal.write(bundles)?,
        Target::Html => args.html.write(single()?)?,
    })
}

/// Writes the one file of a parcel as `output`, or its several into the folder `output`.
fn save(parcel: &Parcel, output: &Path) -> anyhow::Result<()> {
    if let [file] = parcel.files.as_slice() {
        return files::write_whole(output, &file.bytes)
            .with_context(|| format!("cannot write {}", output.display()));
    }
    save_into(&parcel.files, output)
}

/// Writes files into a folder, and the folders below it that they need.
///
/// # Errors
/// What cannot be written, or a name that leads out of the folder.
pub(super) fn save_into(pieces: &[Piece], folder: &Path) -> anyhow::Result<()> {
    for file in pieces {
        if !exchange::limits::stays_inside(&file.name) {
            bail!("{}: the name leads out of the folder", file.name);
        }
        let path = folder.join(&file.name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .with_context(|| format!("cannot make the folder {}", parent.display()))?;
        files::write_whole(&path, &file.bytes)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Prints a loss report.
pub(super) fn tell(
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
