//! `salient map new`

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use salient_cartography::begin::{Beginning, PLACES, places, recipe};
use salient_exchange::drafted_ruleset;
use salient_files::{Expected, Place, Transaction};
use salient_hex::HexGrid;
use salient_schema::map::{Grid, Hexside, Line, Map, Orientation, Path as MapPath};
use salient_schema::recipe::KnownPoint;
use salient_schema::words::capital;
use salient_schema::{Disk, Document, HexIndex, Ruleset};

use crate::{Console, Exit, files};

/// Begin a recipe: a hexgrid, one place on the earth, and a first layer.
///
/// Writes a recipe that a map can be built of at once, with a ruleset drafted for it where none is
/// given, and a first layer of places. Scale and place are as stated, and north is at the top, until
/// the recipe has a second control point.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient map new gallipoli --columns 27 --rows 36 --hex-km 1.6 --at \"40.22,26.42\"
  salient map new picardy --columns 46 --rows 29 --hex-km 1 --at \"49.77,3.1\" \\
    --hex 2315 --place Ham --ruleset rules.json

Exit status: 0 the files were written, 2 a file cannot be read or written, files of these names are
there already, or the map has no such hex.")]
pub struct NewArgs {
    /// The folder for the recipe and what belongs to it.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Hexes from west to east.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    columns: u16,

    /// Hexes from north to south.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    rows: u16,

    /// The distance between the centres of two adjacent hexes, in kilometres.
    #[arg(long, value_name = "KM", value_parser = kilometres)]
    hex_km: f64,

    /// A place on the earth, degrees north and degrees east: \"40.22,26.42\".
    #[arg(long, value_name = "LAT,LON", value_parser = place, allow_hyphen_values = true)]
    at: [f64; 2],

    /// The hex in whose centre that place lies; that in the middle of the map if left out.
    #[arg(long, value_name = "HEX")]
    hex: Option<String>,

    /// What is there.
    #[arg(long, value_name = "NAME")]
    place: Option<String>,

    /// What the map is called; by its folder if left out.
    #[arg(long)]
    title: Option<String>,

    /// The ruleset that says which kinds of terrain there are; drafted if left out.
    #[arg(long, value_name = "FILE")]
    ruleset: Option<PathBuf>,

    /// Hexes with a corner at the top, in straight rows.
    #[arg(long)]
    pointy: bool,
}

/// The record of what is being written, while it is.
const RECORD: &str = ".recipe.json.salient-save";

/// What stands in a drafted ruleset.
const TERRAIN: [&str; 6] = ["clear", "hills", "marsh", "mountain", "sea", "woods"];
const FEATURES: [&str; 5] = ["entry", "fort", "port", "region", "town"];
const HEXSIDES: [&str; 3] = ["river", "ridge", "cliff"];
const PATHS: [&str; 2] = ["road", "railway"];
const LINES: [&str; 2] = ["border", "front"];

pub fn run(args: &NewArgs, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let orientation = if args.pointy { Orientation::PointyTopped } else { Orientation::FlatTopped };
    let grid = Grid {
        metres_per_hex: args.hex_km * 1000.0,
        ..Grid::plain(orientation, args.columns, args.rows)
    };
    let middle = HexIndex::new((args.columns - 1) / 2, (args.rows - 1) / 2);
    let hex = args.hex.clone().unwrap_or_else(|| grid.print_hex(middle));
    if HexGrid::new(&grid).parse(&hex).is_none() {
        let last = grid.print_hex(HexIndex::new(args.columns - 1, args.rows - 1));
        let first = grid.print_hex(HexIndex::new(0, 0));
        bail!("there is no hex {hex} on a map from {first} to {last}");
    }
    let folder = files::shown(&args.folder);
    let called = args.folder.file_name().map_or("map".into(), |name| name.to_string_lossy());
    let title = args.title.clone().unwrap_or_else(|| title_of(&called));
    let id = salient_document::oob::id_from_words(&called, "map");
    let (ruleset, ruleset_file) = match &args.ruleset {
        Some(file) => (given(file)?, files::seen_from(&args.folder, file)?),
        None => (draft(&grid, &id, &title), "ruleset.json".to_owned()),
    };
    let [latitude, longitude] = args.at;
    let point = KnownPoint { hex, name: args.place.clone(), latitude, longitude };
    let beginning = Beginning { id, title, ruleset_file, ruleset: &ruleset, grid: &grid, point };
    let recipe = recipe(&beginning);
    if recipe.terrain.palette.is_empty() {
        bail!("the ruleset {} knows no kind of terrain: give it one first", ruleset.title);
    }

    std::fs::create_dir_all(&args.folder).with_context(|| format!("cannot make {folder}"))?;
    // These are a designer's files from now on: no list of results, by which a later run would take
    // them away.
    let mut parcel = Transaction::begin(args.folder.join(RECORD))?;
    let mut put = |name: &str, text: &str| {
        let path = args.folder.join(name);
        if path.symlink_metadata().is_ok() {
            bail!("{folder}/{name} is there already: nothing is written; take another folder");
        }
        Ok(parcel.put(Place::below(&args.folder, name), text, &Expected::Was(None))?)
    };
    let mut told: Vec<(&str, &str)> = Vec::new();
    let text = salient_schema::write(&Document::Recipe(Box::new(recipe)))?;
    put("recipe.json", &text)?;
    told.push(("recipe.json", "how the map is made"));
    if let Some(text) = places(&ruleset, &beginning.point) {
        put(PLACES, &text)?;
        told.push((PLACES, "the first layer: a place a line, to be filled with towns"));
    }
    if args.ruleset.is_none() {
        let text = salient_schema::write(&Document::Ruleset(Box::new(ruleset.clone())))?;
        put("ruleset.json", &text)?;
        told.push(("ruleset.json", "a draft: the kinds of terrain and their looks"));
    }
    parcel.commit().context("nothing is written")?;
    for (name, what) in told {
        writeln!(console.err, "{folder}/{name}: written, {what}")?;
    }
    let hex = &beginning.point.hex;
    writeln!(
        console.out,
        "Hex {hex} lies at {latitude}° north, {longitude}° east, {} km a hex, north at the top.\n\
         Next:\n  salient map build {folder}/recipe.json -o {folder}/map.json\n  \
         salient render {folder}/map.json -o {folder}/map.png",
        args.hex_km
    )?;
    Ok(Exit::Clean)
}

/// The ruleset that was asked for.
fn given(file: &Path) -> anyhow::Result<Ruleset> {
    let shown = files::shown(file);
    let (document, found) = salient_schema::open_file(&Disk, &shown);
    if let Some(fault) = found.iter().find(|one| one.is_error()) {
        bail!("{shown}: {}", fault.message);
    }
    match document {
        Some(Document::Ruleset(ruleset)) => Ok(*ruleset),
        Some(other) => {
            bail!("{shown}: this is a {} file, where a ruleset is asked for", other.kind())
        }
        None => bail!("{shown}: cannot be read"),
    }
}

/// A ruleset with the kinds that most maps need, looking as their names suggest.
fn draft(grid: &Grid, id: &str, title: &str) -> Ruleset {
    let mut map = Map::empty(id, title, grid.clone());
    map.terrain.palette =
        TERRAIN.iter().map(|kind| ((*kind).to_owned(), (*kind).to_owned())).collect();
    let feature = |kind: &&str| {
        salient_cartography::features::plain(grid.print_hex(HexIndex::new(0, 0)), kind)
    };
    map.features.items = FEATURES.iter().map(feature).collect();
    // Only towns are to have names.
    for item in &mut map.features.items {
        item.name = Some(item.kind.clone());
    }
    let side = |kind: &&str| Hexside {
        side: String::new(),
        kind: (*kind).to_owned(),
        name: None,
        provenance: None,
    };
    map.hexsides.items = HEXSIDES.iter().map(side).collect();
    let path = |kind: &&str| MapPath {
        kind: (*kind).to_owned(),
        name: None,
        tracks: None,
        hexes: Vec::new(),
    };
    map.paths.items = PATHS.iter().map(path).collect();
    let line =
        |kind: &&str| Line { kind: (*kind).to_owned(), name: None, owner: None, sides: Vec::new() };
    map.lines.items = LINES.iter().map(line).collect();
    let mut ruleset = drafted_ruleset(&map, &[], &[]);
    ruleset.id = format!("{id}-rules");
    ruleset.title = format!("{title}: draft");
    ruleset.notes =
        vec!["Drafted with a new map: give the kinds their costs and effects.".to_owned()];
    for kind in &mut ruleset.terrain {
        kind.impassable = kind.id == "sea";
    }
    ruleset
}

fn title_of(folder: &str) -> String {
    capital(&folder.replace(['-', '_'], " "))
}

fn kilometres(text: &str) -> Result<f64, String> {
    let number: f64 = text.trim().parse().map_err(|_| "this is no number".to_owned())?;
    if (0.005..=60.0).contains(&number) {
        Ok(number)
    } else {
        Err("a hex measures from 0.005 to 60 km".to_owned())
    }
}

/// Degrees north, then degrees east.
fn place(text: &str) -> Result<[f64; 2], String> {
    let help = "give degrees north, a comma, degrees east: 40.22,26.42";
    let (north, east) = text.split_once(',').ok_or(help)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| help.to_owned());
    let (north, east) = (number(north)?, number(east)?);
    if !(-85.0..=85.0).contains(&north) {
        return Err(format!("{north} is no latitude of a map: -85 to 85; {help}"));
    }
    if !(-180.0..=180.0).contains(&east) {
        return Err(format!("{east} is no longitude: -180 to 180; {help}"));
    }
    Ok([north, east])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_two_numbers_on_the_earth() {
        assert_eq!(place("40.22, 26.42"), Ok([40.22, 26.42]));
        assert_eq!(place("-33.9,151.2"), Ok([-33.9, 151.2]));
        for wrong in ["40.22", "north,east", "126.4,40.2", "40,200", "NaN,2"] {
            assert!(place(wrong).is_err(), "{wrong}");
        }
        assert!(
            kilometres("1.6").is_ok() && kilometres("1600").is_err() && kilometres("x").is_err()
        );
    }
}
