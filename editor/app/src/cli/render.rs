//! `salient render`

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use salient_export::{Options, Sheet};
use salient_schema::{Bundle, Diagnostic, Disk, FileKind, Map, Ruleset};

use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, files};

/// The scale where none is asked for.
pub const PIXELS_PER_HEX: f32 = 64.0;

/// Draw a map, or a scenario's map with its set-up, as PNG or SVG.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient render maps/picardy-1918/map.json -o map.png
  salient render scenarios/kaisers-battle/kaisers-battle.json -o set-up.svg
  salient render scenario.json -o poster.png --pixels-per-hex 150
  salient render scenarios/*/*.json maps/*/map.json -o pictures

Exit status: 0 drawn, 1 a file is not sound enough to be drawn, 2 a file cannot be read or
written.")]
pub struct Args {
    /// Map, scenario or bundle files.
    #[arg(required = true, value_name = "MAP_OR_SCENARIO")]
    files: Vec<PathBuf>,

    /// The picture, whose name ends in .png or .svg; of several files, the folder for the
    /// pictures, each called after its file.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// What pictures in a folder are.
    #[arg(long, value_enum, default_value_t)]
    kind: Kind,

    /// The distance between the centres of two adjacent hexes, in pixels.
    #[arg(long, value_name = "N", default_value_t = PIXELS_PER_HEX)]
    pixels_per_hex: f32,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if let ([file], false) = (args.files.as_slice(), args.output.is_dir()) {
        let kind = Kind::of(&args.output)?;
        return draw(file, &args.output, kind, args.pixels_per_hex, console);
    }
    std::fs::create_dir_all(&args.output)
        .with_context(|| format!("cannot make the folder {}", args.output.display()))?;
    let mut exit = Exit::Clean;
    let mut taken: BTreeSet<PathBuf> = BTreeSet::new();
    for file in &args.files {
        let picture = picture_of(file, &args.output, args.kind, &mut taken);
        // A bad file keeps no other from being drawn.
        match draw(file, &picture, args.kind, args.pixels_per_hex, console) {
            Ok(drawn) => exit = exit.max(drawn),
            Err(error) => {
                writeln!(console.err, "{}: {error:#}", files::shown(file))?;
                exit = Exit::Unreadable;
            }
        }
    }
    Ok(exit)
}

/// The name of a file's picture in a folder. Of several files that have one name, each but the
/// first is called after its folder too: `picardy-1918-map.png`.
fn picture_of(file: &Path, folder: &Path, kind: Kind, taken: &mut BTreeSet<PathBuf>) -> PathBuf {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let above = file.parent().map(stem).unwrap_or_default();
    let plain = stem(file);
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let name = [plain.clone(), format!("{above}-{plain}")].into_iter().chain(numbered);
    let mut paths = name.map(|name| folder.join(format!("{name}.{}", kind.ending())));
    // There is always another number.
    paths.find(|path| taken.insert(path.clone())).unwrap_or_default()
}

fn draw(
    file: &Path,
    output: &Path,
    kind: Kind,
    pixels: f32,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let path = files::shown(file);
    let (parts, diagnostics) = read(&path);
    let errors: Vec<_> = diagnostics.into_iter().filter(|d| d.is_error()).collect();
    let Some(parts) = parts else {
        let sources = sources_of(&errors);
        write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
        return Ok(exit_for(&errors).max(Exit::Problems));
    };
    if !errors.is_empty() {
        let count = super::report::count_in_words(&errors);
        writeln!(console.err, "{path}: drawn although it has {count}; `salient validate` tells")?;
    }
    let options = options(pixels);
    let sheet = match &parts {
        Parts::Map(map, ruleset) => salient_export::sheet_of_map(map, ruleset, &options)?,
        Parts::Scenario(bundle) => salient_export::sheet_of_scenario(bundle, &options)?,
    };
    write_sheet(&sheet, output, kind, pixels)?;
    writeln!(console.out, "{}", files::shown(output))?;
    Ok(Exit::Clean)
}

/// The kind of a picture's file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Pixels.
    #[default]
    Png,
    /// Shapes, sharp at any size.
    Svg,
}

impl Kind {
    fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    fn of(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().map(|end| end.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("png") => Ok(Self::Png),
            Some("svg") => Ok(Self::Svg),
            _ => bail!("{}: the picture's name must end in .png or .svg", path.display()),
        }
    }
}

/// Draws a scenario into a PNG or SVG file.
///
/// # Errors
/// Why there is no picture.
pub fn write_picture(bundle: &Bundle, path: &Path) -> anyhow::Result<()> {
    let kind = Kind::of(path)?;
    let sheet = salient_export::sheet_of_scenario(bundle, &options(PIXELS_PER_HEX))?;
    write_sheet(&sheet, path, kind, PIXELS_PER_HEX)
}

/// Writes a sheet as the kind of picture that the file's name tells.
///
/// # Errors
/// The name tells none, or the picture cannot be painted or written.
pub(super) fn write_sheet_as(sheet: &Sheet, path: &Path, pixels: f32) -> anyhow::Result<()> {
    write_sheet(sheet, path, Kind::of(path)?, pixels)
}

fn write_sheet(sheet: &Sheet, path: &Path, kind: Kind, pixels: f32) -> anyhow::Result<()> {
    let bytes = match kind {
        Kind::Png => png(sheet, pixels)?,
        Kind::Svg => {
            let Sheet { scene, bounds, background } = sheet;
            salient_export::svg::write(scene, *bounds, pixels, *background)?.into_bytes()
        }
    };
    files::write_whole(path, &bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// What is drawn.
enum Parts {
    Map(Box<Map>, Box<Ruleset>),
    Scenario(Box<Bundle>),
}

fn read(path: &str) -> (Option<Parts>, Vec<Diagnostic>) {
    match super::validate::kind_of(&Disk, path) {
        Some(FileKind::Map) => {
            let (parts, diagnostics) = salient_schema::open_map(&Disk, path);
            let parts = parts.map(|(map, ruleset)| Parts::Map(Box::new(map), Box::new(ruleset)));
            (parts, diagnostics)
        }
        _ => {
            let (project, diagnostics) = salient_schema::open_project(&Disk, path);
            (project.map(|project| Parts::Scenario(Box::new(project.bundle))), diagnostics)
        }
    }
}

fn options(pixels_per_hex: f32) -> Options {
    Options { pixels_per_hex, ..Options::default() }
}

fn png(sheet: &Sheet, pixels_per_hex: f32) -> anyhow::Result<Vec<u8>> {
    let picture =
        salient_export::png::render(&sheet.scene, sheet.bounds, pixels_per_hex, sheet.background)?;
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png)?;
    Ok(bytes.into_inner())
}
