//! `salient export`

mod html;
pub(super) mod print;
mod vassal;

use std::path::{Path, PathBuf};

use anyhow::bail;
use salient_exchange::{LossReport, vassal as vassal_format};
use salient_files::{Place, Results};
use salient_output::export::{Format as Client, Parcel, Wishes, name_from};
use salient_schema::{Bundle, Disk, FileKind, Project, Recording};

use super::cut_off;
use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, Format, batch, by_name, files, print_json};

/// Write a scenario in another client's format, and say what that format cannot hold.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient export scenarios/kaisers-battle/kaisers-battle.json --to bundle -o kb.json
  salient export scenarios/kaisers-battle/kaisers-battle.json --to csv -o kb-tables
  salient export scenarios/kaisers-battle/kaisers-battle.json --to pdf -o kit.pdf
  salient export scenarios/storm-in-the-west/*.json --to vassal -o west.vmod
  salient export scenarios --to pdf -o kits
  salient export scenario.json --to html -o page.html --log logs/game-01.jsonl

Exit status: 0 written (the loss report says what the format cannot hold), 1 a scenario cannot be
written, 2 a file cannot be read or written. Of several, the others are written all the same.")]
pub struct Args {
    /// Scenario or bundle files, or folders with all below them; their rulesets, maps and orders
    /// of battle may stand among them.
    #[arg(value_name = "SCENARIO", required = true)]
    files: Vec<PathBuf>,

    /// The format.
    #[arg(long, value_parser = by_name(&Client::ALL, Client::id, Client::about))]
    to: Client,

    /// The file to write, or the folder where the format has several files; a Tiled map may be named
    /// as a file, whose pictures then lie beside it. Of several scenarios,
    /// the folder for their files, each called after its scenario, in place of those of an earlier
    /// run; but `vassal` makes them set-ups
    /// of one module, unless the path is that of a folder.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// The loss report: text for people, json for programs (of several scenarios, an array).
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// For geojson: coordinates in hexes, x to the right and y up, wherever the map lies on the
    /// earth. A map that lies nowhere is written in no other way.
    #[arg(long)]
    plane: bool,

    /// For tabletop: the address of the folder that its pictures will be uploaded to.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,

    /// For pdf, svg, html and vassal: the scan of the printed map in place of drawn ground, grid and
    /// numbers. Whoever holds the rights in it must agree before you hand it on.
    #[arg(long)]
    scan: bool,

    #[command(flatten)]
    print: print::PrintArgs,

    #[command(flatten)]
    vassal: vassal::VassalArgs,

    #[command(flatten)]
    html: html::HtmlArgs,
}

impl Args {
    fn wishes(&self) -> anyhow::Result<Wishes> {
        Ok(Wishes {
            plane: self.plane,
            base_url: self.base_url.clone().unwrap_or_default(),
            print: self.print.wishes(),
            vassal: self.vassal.wishes(),
            log: self.html.log()?,
            scan: None,
        })
    }

    /// What is wished for of a scenario: over its map's scan, if that is asked for.
    fn wishes_for(&self, file: &Path, project: &Project, wishes: Wishes) -> anyhow::Result<Wishes> {
        if !self.scan {
            return Ok(wishes);
        }
        let path = files::shown(file);
        let map = (project.paths.map.as_str(), &project.bundle.map);
        let laid = wishes.over_scan(self.to, &Disk, &path, map);
        laid.map_err(|why| anyhow::anyhow!("{path}: {why}"))
    }
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if args.html.are_given() && args.to != Client::Html {
        bail!("--log is for --to html");
    }
    if args.scan && !args.to.bears_scans() {
        let bearing = Client::ALL.into_iter().filter(|format| format.bears_scans());
        let bearing: Vec<&str> = bearing.map(Client::id).collect();
        bail!("--scan is for --to {}", bearing.join(", "));
    }
    let inputs = batch::inputs(&args.files, &[FileKind::Scenario, FileKind::Bundle], console)?;
    let into_folder = args.output.is_dir();
    if args.to == Client::Vassal && inputs.is_many && !into_folder {
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
    let output = match places.first() {
        Some(path) if *path != args.output => Place::made(path),
        _ => Place::from(&args.output),
    };
    let mut project = match open(file, console)? {
        Ok(project) => project,
        Err(exit) => return Ok(exit),
    };
    let wishes = args.wishes_for(file, &project, args.wishes()?)?;
    name_from(&mut project.bundle, &project.paths, args.to, output.path());
    let parcel = Parcel::of(console.systems, &project.bundle, args.to, &wishes)?;
    parcel.save(args.to, output)?;
    show_losses(parcel.losses(), args.format, console)?;
    Ok(Exit::Clean)
}

/// Writes several scenarios, each to its place. Where each has one file, these are put into their
/// folder together at the end, in place of those of an earlier run.
fn export_many(
    work: &[(PathBuf, PathBuf)],
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let wishes = args.wishes()?;
    let set = args.to.ending().map(|ending| Results::over(&args.output, ending));
    let mut set = set.transpose()?;
    let exit = batch::each(work, args.format, console, |file, output, console| {
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        let mut put = || {
            let mut project = match open(file, console)? {
                Ok(project) => project,
                Err(exit) => return Ok(Err(exit)),
            };
            let wishes = args.wishes_for(file, &project, wishes.clone())?;
            name_from(&mut project.bundle, &project.paths, args.to, output);
            let parcel = Parcel::of(console.systems, &project.bundle, args.to, &wishes)?;
            match &mut set {
                None => drop(parcel.save(args.to, Place::made(output))?),
                Some(set) => parcel.add_to(set, &name)?,
            }
            Ok(Ok(parcel.losses().clone()))
        };
        let losses = put();
        if let (Some(set), false) = (&mut set, matches!(losses, Ok(Ok(_)))) {
            set.keep(&name);
        }
        losses
    })?;
    set.map(Results::commit).transpose()?;
    Ok(exit)
}

/// Writes several scenarios as set-ups of one VASSAL module, without those that are not sound.
fn one_module(
    inputs: &batch::Batch,
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let (mut projects, mut exit) = (Vec::new(), inputs.exit);
    for file in &inputs.files {
        match open(file, console)? {
            Ok(project) => projects.push((file, project)),
            Err(ended) => exit = exit.max(ended),
        }
    }
    // All are on the first one's map.
    let Some((file, first)) = projects.first() else { return Ok(exit) };
    let wishes = args.wishes_for(file, first, args.wishes()?)?;
    let bundles: Vec<&Bundle> = projects.iter().map(|(_, project)| &project.bundle).collect();
    let module = vassal_format::write(console.systems, &bundles, &wishes.module())?;
    let parcel = Parcel::Files(module);
    parcel.save(args.to, &args.output)?;
    show_losses(parcel.losses(), args.format, console)?;
    Ok(exit)
}

/// Reads a scenario, or says what is wrong with it.
fn open(file: &Path, console: &mut Console<'_>) -> anyhow::Result<Result<Project, Exit>> {
    let source = Recording::default();
    let (project, diagnostics) = salient_schema::open_project(&source, &files::shown(file));
    cut_off::tell(source.into_files(), console)?;
    if let Some(project) = project {
        return Ok(Ok(project));
    }
    let errors: Vec<_> = diagnostics.into_iter().filter(|d| d.is_error()).collect();
    let sources = sources_of(&errors);
    write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
    Ok(Err(exit_for(&errors).max(Exit::Problems)))
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
            print_json(console.out, losses)?;
        }
    }
    Ok(())
}
