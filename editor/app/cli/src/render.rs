//! `salient render`

mod position;
mod view;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use salient_files::{Place, Results};
use salient_hex::grid::HexGrid;
use salient_output::{
    PIXELS_PER_HEX, PictureKind, Position, draw_map, draw_position, lay_scan, write_whole,
};
use salient_schema::{Bundle, Diagnostic, Disk, FileKind, Map, Recording, Ruleset};

use super::cut_off;
use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, batch, files};

/// Draw a map, or a scenario's map with its set-up, as PNG or SVG.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient render maps/picardy-1918/map.json -o map.png
  salient render scenarios/kaisers-battle/kaisers-battle.json -o set-up.svg
  salient render scenario.json -o poster.png --pixels-per-hex 150
  salient render scenario.json -o corner.png --region 3801..4512 --without numbers --theme night
  salient render scenario.json -o turn-4.png --log logs/game-01.jsonl --turn 4
  salient render scenarios maps -o pictures
  salient render imported/scenario.json -o as-printed.png --scan

Exit status: 0 drawn, 1 a file is not sound enough to be drawn, 2 a file cannot be read or
written. Of several, the others are drawn all the same; a picture of an earlier run stays for what
cannot be drawn now.")]
pub struct Args {
    /// Map, scenario or bundle files, or folders with all below them.
    #[arg(required = true, value_name = "MAP_OR_SCENARIO")]
    files: Vec<PathBuf>,

    /// The picture, whose name ends in .png or .svg; of several files, the folder for the
    /// pictures, each called after its file. They appear together, in place of those of an earlier
    /// run.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// What pictures in a folder are.
    #[arg(long, value_enum, default_value_t)]
    kind: Kind,

    /// The distance between the centres of two adjacent hexes, in pixels.
    #[arg(long, value_name = "N", default_value_t = PIXELS_PER_HEX)]
    pixels_per_hex: f32,

    #[command(flatten)]
    view: view::ViewArgs,

    /// A game's log (`salient test-run --log`): the counters stand as they did in that game.
    #[arg(long, value_name = "LOG")]
    log: Option<PathBuf>,

    /// The game-turn at whose end they are shown; the end of the log if left out.
    #[arg(long, value_name = "N", requires = "log")]
    turn: Option<u16>,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let kinds = [FileKind::Map, FileKind::Scenario, FileKind::Bundle];
    let inputs = batch::inputs(&args.files, &kinds, console)?;
    let into_folder = args.output.is_dir();
    if inputs.is_many {
        return draw_many(args, &inputs, console);
    }
    let [file] = args.files.as_slice() else { bail!("no file is given") };
    let (kind, output) = if into_folder {
        let kind = PictureKind::from(args.kind);
        let names = batch::names(&inputs.files);
        let name = format!("{}.{}", names.concat(), kind.ending());
        (kind, Place::below(&args.output, name))
    } else {
        (PictureKind::of(&args.output)?, Place::from(&args.output))
    };
    match draw(args, file, kind, console)? {
        Ok(bytes) => {
            write_whole(output.clone(), &bytes)
                .with_context(|| format!("cannot write {}", output.path().display()))?;
            writeln!(console.out, "{}", files::shown(output.path()))?;
            Ok(Exit::Clean)
        }
        Err(exit) => Ok(exit),
    }
}

/// Draws several files into a folder. A bad one keeps no other from being drawn.
fn draw_many(
    args: &Args,
    inputs: &batch::Batch,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let mut pictures = Results::over(&args.output, "pictures")?;
    let mut exit = inputs.exit;
    let kind = PictureKind::from(args.kind);
    for (file, name) in inputs.files.iter().zip(batch::names(&inputs.files)) {
        let name = format!("{name}.{}", kind.ending());
        let ended = match draw(args, file, kind, console) {
            Ok(Ok(bytes)) => {
                pictures.add(&name, &bytes)?;
                continue;
            }
            Ok(Err(ended)) => ended,
            Err(error) => {
                let complaint = batch::about(&files::shown(file), &format!("{error:#}"));
                writeln!(console.err, "{complaint}")?;
                Exit::Unreadable
            }
        };
        pictures.keep(&name);
        exit = exit.max(ended);
    }
    for picture in pictures.commit()? {
        writeln!(console.out, "{}", files::shown(&picture))?;
    }
    Ok(exit)
}

/// A file's picture as bytes; how it ended where it is not sound, which has been told.
fn draw(
    args: &Args,
    file: &Path,
    kind: PictureKind,
    console: &mut Console<'_>,
) -> anyhow::Result<Result<Vec<u8>, Exit>> {
    let path = files::shown(file);
    let source = Recording::default();
    let (parts, map_file, diagnostics) = read(&source, &path);
    cut_off::tell(source.into_files(), console)?;
    let errors: Vec<_> = diagnostics.into_iter().filter(|d| d.is_error()).collect();
    let Some(parts) = parts else {
        let sources = sources_of(&errors);
        write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
        return Ok(Err(exit_for(&errors).max(Exit::Problems)));
    };
    if !errors.is_empty() {
        let count = super::report::count_in_words(&errors);
        writeln!(console.err, "{path}: drawn although it has {count}; `salient validate` tells")?;
    }
    let grid = match &parts {
        Parts::Map(map, _) => HexGrid::new(&map.grid),
        Parts::Scenario(bundle) => HexGrid::new(&bundle.map.grid),
    };
    let mut options = args.view.options(&grid, args.pixels_per_hex)?;
    if args.view.scan {
        let (map, map_file) = match &parts {
            Parts::Map(map, _) => (map.as_ref(), path.as_str()),
            Parts::Scenario(bundle) => (&bundle.map, map_file.as_str()),
        };
        let scan = lay_scan(&Disk, &path, map_file, map, args.pixels_per_hex);
        options.scan = Some(scan.map_err(|why| anyhow::anyhow!("{path}: {why}"))?);
    }
    let shown = match (&parts, &args.log) {
        (Parts::Map(..), Some(_)) => bail!("{path} is a map; a log belongs to a scenario"),
        (Parts::Map(..), None) => None,
        (Parts::Scenario(bundle), None) => Some(Position::set_up(console.systems, bundle, &grid)),
        (Parts::Scenario(bundle), Some(log)) => {
            cut_off::tell([log], console)?;
            Some(position::after(console.systems, bundle, log, args.turn)?)
        }
    };
    Ok(Ok(match (&parts, &shown) {
        (Parts::Scenario(bundle), Some(shown)) => draw_position(bundle, shown, kind, &options)?,
        (Parts::Map(map, ruleset), _) => draw_map(map, ruleset, kind, &options)?,
        (Parts::Scenario(_), None) => bail!("{path}: nothing to draw"),
    }))
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

impl From<Kind> for PictureKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Png => Self::Png,
            Kind::Svg => Self::Svg,
        }
    }
}

/// What is drawn.
enum Parts {
    Map(Box<Map>, Box<Ruleset>),
    Scenario(Box<Bundle>),
}

/// The parts, and the file of the map.
fn read(source: &Recording, path: &str) -> (Option<Parts>, String, Vec<Diagnostic>) {
    match super::validate::kind_of(source, path) {
        Some(FileKind::Map) => {
            let (parts, diagnostics) = salient_schema::open_map(source, path);
            let parts = parts.map(|(map, ruleset)| Parts::Map(Box::new(map), Box::new(ruleset)));
            (parts, path.to_owned(), diagnostics)
        }
        _ => {
            let (project, diagnostics) = salient_schema::open_project(source, path);
            let map = project.as_ref().map_or(path, |project| &project.paths.map).to_owned();
            let parts = project.map(|project| Parts::Scenario(Box::new(project.bundle)));
            (parts, map, diagnostics)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Exit;
    use super::super::tests::salient;

    fn scenario(path: &str) -> String {
        format!("{}/../../../{path}", env!("CARGO_MANIFEST_DIR"))
    }

    /// The picture that a command line gives.
    fn picture(scenario: &str, more: &[&str]) -> image::RgbImage {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("p.png");
        let mut args = vec!["render", scenario, "-o", output.to_str().unwrap()];
        args.extend(["--pixels-per-hex", "40"]);
        args.extend(more);
        let (exit, _, err) = salient(&args);
        assert_eq!(exit, Exit::Clean, "{err}");
        image::open(&output).unwrap().to_rgb8()
    }

    #[test]
    fn a_region_is_as_large_as_its_hexes() {
        let scenario = scenario("tests/fixtures/kaisers-battle/scenario.json");
        // Four columns of flat-topped hexes and three rows, the second column half a hex lower.
        let shown = picture(&scenario, &["--region", "3801..4103"]);
        let width = 40.0 * (3.0 * 0.866 + 2.0 * 0.577 + 0.2);
        let height = 40.0 * (3.0 + 0.5 + 0.2);
        assert!((f64::from(shown.width()) - width).abs() < 2.0, "{width}: {}", shown.width());
        assert!((f64::from(shown.height()) - height).abs() < 2.0, "{height}: {}", shown.height());
        let same = picture(&scenario, &["--region", "4103..3801"]);
        assert_eq!(shown, same);
    }

    #[test]
    fn layers_and_themes_change_the_picture_and_not_its_size() {
        let scenario = scenario("tests/fixtures/storm-in-the-west/scenario.json");
        let all = picture(&scenario, &[]);
        let mut seen = vec![all.clone()];
        for more in [
            &["--without", "counters"][..],
            &["--without", "counters,grid,labels"],
            &["--layers", "terrain,legend"],
            &["--layers", "terrain,zones,legend"],
            &["--theme", "grey"],
            &["--theme", "night"],
        ] {
            let other = picture(&scenario, more);
            assert_eq!(other.dimensions(), all.dimensions(), "{more:?}");
            assert!(!seen.contains(&other), "{more:?} changes nothing");
            seen.push(other);
        }
        let grey = picture(&scenario, &["--theme", "grey"]);
        assert!(grey.pixels().all(|pixel| pixel.0[0] == pixel.0[1] && pixel.0[1] == pixel.0[2]));
    }

    #[test]
    fn a_game_is_drawn_as_it_stood() {
        for path in [
            "scenarios/kaisers-battle/kaisers-battle.json",
            "scenarios/storm-in-the-west/the-allied-offensive.json",
        ] {
            let scenario = scenario(path);
            let folder = tempfile::tempdir().unwrap();
            let logs = folder.path().to_str().unwrap();
            let (exit, ..) =
                salient(&["test-run", &scenario, "--games", "1", "--seed", "3", "--log", logs]);
            assert_eq!(exit, Exit::Clean);
            let log = format!("{logs}/game-1.jsonl");
            let of = |more: &[&str]| {
                let mut args = vec!["--without", "legend", "--log", log.as_str()];
                args.extend(more);
                picture(&scenario, &args)
            };
            let text = std::fs::read_to_string(&log).unwrap();
            // Games may end early.
            let event = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
            let last = event(text.lines().last().unwrap())["turn"].to_string();
            let first = if path.contains("kaisers") { "1" } else { "9" };
            let end = of(&["--turn", &last]);
            assert!(end == of(&[]), "{path}: the end of the last turn is that of the game");
            assert!(end != of(&["--turn", first]) || last == first, "{path}: nothing has moved");
            let ends = text.find("\"event\":\"turn_end\"").unwrap();
            let cut = ends + text[ends..].find('\n').unwrap() + 1;
            let short = format!("{logs}/short.jsonl");
            std::fs::write(&short, &text[..cut]).unwrap();
            let path = std::path::Path::new(&short);
            let bundle = salient_schema::open_project(&salient_schema::Disk, &scenario).0;
            let bundle = bundle.unwrap().bundle;
            let turn = first.parse().ok();
            let whole = super::position::after(
                crate::tests::SYSTEMS,
                &bundle,
                std::path::Path::new(&log),
                turn,
            )
            .unwrap();
            let units: usize = whole.stacks.values().map(Vec::len).sum();
            assert!(units > 20);
            let error = super::position::after(crate::tests::SYSTEMS, &bundle, path, Some(15))
                .err()
                .unwrap();
            assert!(error.to_string().contains("before the end of 15"), "{error}");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_told() {
        let scenario = scenario("tests/fixtures/kaisers-battle/scenario.json");
        let told = |more: &[&str]| {
            let mut args = vec!["salient", "render", &scenario, "-o", "never.png"];
            args.extend(more);
            let cli = <crate::Cli as clap::Parser>::try_parse_from(args).unwrap();
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let mut console = crate::Console {
                systems: crate::tests::SYSTEMS,
                out: &mut out,
                err: &mut err,
                colour: false,
                watched: false,
            };
            crate::run(&cli.command.unwrap(), &mut console).unwrap_err().to_string()
        };
        assert!(told(&["--region", "3801"]).contains("give two hexes"));
        assert!(told(&["--region", "3801..9999"]).contains("the map has no hex 9999"));
        assert!(told(&["--log", &scenario]).contains("is no game log"));
    }
}
