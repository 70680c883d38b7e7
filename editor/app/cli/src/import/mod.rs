//! `salient import`

mod disk;
mod vassal;

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use salient_exchange::{Fate, Imported, LossReport, geo, tables, tiled, wesnoth};
use salient_files::Results;
use salient_schema::{Diagnostic, Disk, Recording, Ruleset};

use super::cut_off;
use super::export::show_losses;
use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, Format, batch, files};

/// Read another client's file into Salient's own, and say what was found that is not in them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient import kb.bundle.json -o my-copy
  salient import kb-tables --from csv --ruleset ruleset.json -o my-copy
  salient import game.vmod --ruleset ruleset.json -o my-copy
  salient import evening.vsav --module game.vmod -o my-copy
  salient import maps/*.tmx --ruleset ruleset.json -o my-maps

Exit status: 0 read and written (the loss report says what was left out), 1 a file is refused, 2 a
file cannot be read or written. Of several, the others are read all the same.")]
pub struct Args {
    /// The files, or for csv the folders of tables.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// The format; told from the file's name where it is not given.
    #[arg(long, value_enum)]
    from: Option<From>,

    /// The ruleset whose kinds the map uses. Without it one is drafted from what the file names.
    #[arg(long, value_name = "FILE")]
    ruleset: Option<PathBuf>,

    /// The folder to write to; of several files, for each one a folder in it, called after the
    /// file. Files that are there already are not written over.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,

    /// The loss report: text for people, json for programs (of several files, an array).
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    vassal: vassal::VassalArgs,
}

/// What can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// Salient's own bundle.
    Bundle,
    /// A folder of CSV tables.
    Csv,
    /// GeoJSON: our own, or hexagons with their terrain in a property.
    Geojson,
    /// A hexagonal map of Tiled, .tmx or .tmj.
    Tiled,
    /// A map of Battle for Wesnoth.
    Wesnoth,
    /// A VASSAL module (.vmod), or a saved game (.vsav) with its module.
    Vassal,
}

impl From {
    fn of(path: &Path) -> anyhow::Result<Self> {
        if path.is_dir() {
            return Ok(Self::Csv);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        match name.as_str() {
            name if name.ends_with(".geojson") => Ok(Self::Geojson),
            name if name.ends_with(".tmx") || name.ends_with(".tmj") => Ok(Self::Tiled),
            name if name.ends_with(".map") => Ok(Self::Wesnoth),
            name if name.ends_with(".vmod") || name.ends_with(".vsav") => Ok(Self::Vassal),
            name if name.ends_with(".json") => Ok(Self::Bundle),
            _ => bail!("{}: the name does not tell the format; say it with --from", path.display()),
        }
    }
}

/// What a reader gives: the parts, or why there are none.
enum Read {
    Parts(Box<Imported>),
    Refused(Vec<Diagnostic>),
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let ruleset = match &args.ruleset {
        None => None,
        Some(file) => match open_ruleset(&files::shown(file)) {
            Ok(ruleset) => Some(ruleset),
            Err(found) => return refuse(&found, console),
        },
    };
    let take = |file: &Path, folder: &Path, console: &mut Console<'_>| {
        take(file, folder, ruleset.clone(), args, console)
    };
    if let [file] = args.paths.as_slice() {
        return match take(file, &args.output, console)? {
            Ok(losses) => {
                show_losses(&losses, args.format, console)?;
                Ok(Exit::Clean)
            }
            Err(exit) => Ok(exit),
        };
    }
    let folders = batch::names(&args.paths).into_iter().map(|name| args.output.join(name));
    let work: Vec<_> = args.paths.iter().cloned().zip(folders).collect();
    batch::each(&work, args.format, console, take)
}

/// Reads one file and writes its parts into a folder; how it ended where it is refused, which has
/// been told.
fn take(
    file: &Path,
    folder: &Path,
    ruleset: Option<Ruleset>,
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Result<LossReport, Exit>> {
    let from = args.from.map_or_else(|| From::of(file), Ok)?;
    let imported = match read(from, file, ruleset, args, console)? {
        Read::Parts(imported) => *imported,
        Read::Refused(found) => return Ok(Err(refuse(&found, console)?)),
    };
    let losses = imported.losses.clone();
    let kept = args.ruleset.as_deref().map(|file| files::seen_from(folder, file)).transpose()?;
    let written = save_new(imported, kept.as_deref().unwrap_or_default(), folder)?;
    // Where programs read the output, it is the loss report alone.
    let listing = match args.format {
        Format::Text => &mut *console.out,
        Format::Json => &mut *console.err,
    };
    for path in written {
        writeln!(listing, "{path}")?;
    }
    Ok(Ok(losses))
}

fn read(
    from: From,
    file: &Path,
    ruleset: Option<Ruleset>,
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Read> {
    let path = files::shown(file);
    let path = path.as_str();
    let parts = |imported| Read::Parts(Box::new(imported));
    Ok(match from {
        From::Tiled => {
            let beside = |name: &str| disk::beside(file, name);
            parts(tiled::read(path, &salient_files::read(file)?, &beside, ruleset)?)
        }
        From::Geojson => parts(geo::read(path, &salient_files::read(file)?, ruleset)?),
        From::Wesnoth => parts(wesnoth::read(path, &salient_files::read(file)?, ruleset)?),
        From::Csv => {
            let folder = disk::folder(file)?;
            let mut imported = tables::read(path, &folder.files, ruleset)?;
            for name in &folder.strangers {
                let why =
                    "is not among the files of the export; import it from a folder of its own";
                imported.losses.add(Fate::Dropped, "file", name, why, None);
            }
            parts(imported)
        }
        From::Vassal => parts(args.vassal.read(file, ruleset)?),
        From::Bundle => {
            let source = Recording::default();
            let (project, found) = salient_schema::open_project(&source, path);
            cut_off::tell(source.into_files(), console)?;
            match project {
                Some(project) => Read::Parts(Box::new(Imported::from_bundle(project.bundle))),
                None => Read::Refused(found),
            }
        }
    })
}

fn open_ruleset(path: &str) -> Result<Ruleset, Vec<Diagnostic>> {
    match salient_schema::open_file(&Disk, path) {
        (Some(salient_schema::Document::Ruleset(ruleset)), _) => Ok(*ruleset),
        (Some(_), _) => Err(vec![
            Diagnostic::error(salient_schema::Code::UnknownFileKind, "this is not a ruleset")
                .file(path),
        ]),
        (None, found) => Err(found),
    }
}

fn refuse(found: &[Diagnostic], console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let errors: Vec<Diagnostic> = found.iter().filter(|found| found.is_error()).cloned().collect();
    let sources = sources_of(&errors);
    write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
    Ok(exit_for(&errors).max(Exit::Problems))
}

/// Writes the parts into a folder, and nothing where any of them is there already. Gives the
/// files written.
fn save_new(imported: Imported, ruleset: &str, folder: &Path) -> anyhow::Result<Vec<String>> {
    let pieces = imported.files(ruleset)?;
    if let Some(there) = pieces.iter().map(|piece| folder.join(&piece.name)).find(|f| f.exists()) {
        bail!("{} is there already; name another folder with -o", there.display());
    }
    let mut results = Results::fresh(folder)?;
    for piece in &pieces {
        results.add(&piece.name, &piece.bytes)?;
    }
    results.commit()?;
    Ok(pieces.iter().map(|piece| files::shown(&folder.join(&piece.name))).collect())
}
