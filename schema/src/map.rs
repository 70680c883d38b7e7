//! A map: the ground, hex by hex and hexside by hexside, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::common::{Colour, HexLabel, Id, Provenance, SideLabel};
use crate::numbering::{HexIndex, Numbering};

/// A map file.
///
/// Kinds of terrain, features, hexsides, paths and lines are named here and defined in the
/// [ruleset](crate::Ruleset) that `ruleset` points to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Where the JSON Schema is; its last part says that this is a map: `map.schema.json`.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub format_version: u32,
    /// The map's own name, as `picardy-1918`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// What a reader calls it.
    pub title: String,
    /// The ruleset that defines the kinds used here: a path relative to this file, with `/`.
    pub ruleset: String,
    /// Decisions, sources and attributions, a paragraph each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The shape of the hexgrid and its printed numbers.
    pub grid: Grid,
    /// How the grid lies on the earth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub georeference: Option<Georeference>,
    /// The base terrain of each hex.
    pub terrain: TerrainLayer,
    /// The height of each hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation: Option<ElevationLayer>,
    /// What stands in a hex: towns, trenches, fortresses, hilltops, entry hexes, labels.
    #[serde(default)]
    pub features: Layer<Feature>,
    /// What runs along a hexside: rivers, ridges, the sea.
    #[serde(default)]
    pub hexsides: Layer<Hexside>,
    /// What runs from hex to hex: roads, railways.
    #[serde(default)]
    pub paths: Layer<Path>,
    /// Borders drawn along hexsides that are no obstacle: front lines, victory lines, nations.
    #[serde(default)]
    pub lines: Layer<Line>,
    /// Named groups of hexes: set-up sectors, nations, supply edges.
    #[serde(default)]
    pub zones: Layer<Zone>,
    /// The scanned sheet that the map is drawn after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scan: Option<Scan>,
}

impl Map {
    /// Puts features and hexsides into canonical order: by hex row by row, then by kind. A
    /// hexside gets its canonical name. What cannot be read as a hex stands at the end.
    pub fn sort(&mut self) {
        let grid = &self.grid;
        self.features.items.sort_by_cached_key(|feature| {
            let hex = grid.parse_hex(&feature.hex);
            (hex.is_none(), hex, feature.kind.clone())
        });
        for item in &mut self.hexsides.items {
            if let Some((hex, direction)) = grid.parse_side(&item.side) {
                let (hex, direction) = grid.canonical_side(hex, direction);
                item.side = grid.print_side(hex, direction);
            }
        }
        self.hexsides.items.sort_by_cached_key(|item| {
            let side = grid.parse_side(&item.side);
            (side.is_none(), side, item.kind.clone())
        });
    }
}

/// The shape of a hexgrid.
///
/// ```text
/// flat_topped, pushed "second"      pointy_topped, pushed "second"
///   __    __                          /\ /\ /\
///  /00\__/20\                        |00|10|20|
///  \__/10\__/                         \/ \/ \/\
///  /01\__/21\                          |01|11|21|
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Which way the hexes lie.
    pub orientation: Orientation,
    /// Hexes from west to east, 1 to 4096.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 4096)))]
    pub columns: u16,
    /// Hexes from north to south, 1 to 4096.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 4096)))]
    pub rows: u16,
    /// Which columns lie half a hex lower (flat-topped), or which rows half a hex further east
    /// (pointy-topped).
    pub pushed: Pushed,
    /// How hexes are numbered in print.
    pub numbering: Numbering,
    /// The distance between the centres of two adjacent hexes, in metres, above 0.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.1, max = 1_000_000.0)))]
    pub metres_per_hex: f64,
    /// Boards joined into this map, each with numbers of its own; empty for a single sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<Board>,
}

/// Which way hexes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// A side on top: columns run straight, rows zigzag.
    FlatTopped,
    /// A corner on top: rows run straight, columns zigzag.
    PointyTopped,
}

/// Which columns (or rows) of a staggered grid are pushed by half a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pushed {
    /// The first, the third and so on, counted from the west (or north).
    First,
    /// The second, the fourth and so on.
    Second,
}

impl Pushed {
    /// Whether the line with this index (from 0) is pushed.
    pub fn applies_to(self, index: u16) -> bool {
        index.is_multiple_of(2) == (self == Self::First)
    }
}

/// One board of a joined map: a rectangle of the grid with printed numbers of its own, as
/// `48/0710`.
///
/// ```text
/// half_hexes, flat_topped, pushed "first"
///    ___/01\_____/03\___   <- the cut, from middle to middle of the hexes 02, 04 ...
///   |01 \__/  03 \__/        the columns that are pushed are whole, and one hex shorter
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The board's printed name, `48`; it stands before the slash.
    pub id: String,
    /// The grid column (from 0) of the board's westernmost hexes.
    pub column: u16,
    /// The grid row (from 0) of the board's northernmost hexes.
    pub row: u16,
    /// The board's width in hexes.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 4096)))]
    pub columns: u16,
    /// The board's height in hexes.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 4096)))]
    pub rows: u16,
    /// Whether the board is laid upside down: its numbers then run from the south-east.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub turned: bool,
    /// Whether the board is cut through the hexes along its edges, as geomorphic boards are: the
    /// other half of each is on the board that it joins. Its pushed columns (or rows) are then one
    /// hex shorter than `rows` (or `columns`) says.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub half_hexes: bool,
    /// The map file of the board itself, relative to this file, with `/`: what `salient map join`
    /// takes its hexes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Board {
    /// Whether a hex of the map lies on the board, whole or by half.
    pub fn holds(&self, grid: &Grid, hex: HexIndex) -> bool {
        let within = |from: u16, count: u16, at: u16| {
            (u32::from(from)..u32::from(from) + u32::from(count)).contains(&u32::from(at))
        };
        let [columns, rows] = self.size_at(grid, hex);
        within(self.column, columns, hex.column) && within(self.row, rows, hex.row)
    }

    /// How many columns and rows the board has where a hex is: of half-hexes, the pushed lines
    /// have one hex less.
    pub fn size_at(&self, grid: &Grid, hex: HexIndex) -> [u16; 2] {
        let less = |line: u16| u16::from(self.half_hexes && grid.pushed.applies_to(line));
        match grid.orientation {
            Orientation::FlatTopped => [self.columns, self.rows.saturating_sub(less(hex.column))],
            Orientation::PointyTopped => [self.columns.saturating_sub(less(hex.row)), self.rows],
        }
    }
}

/// How the grid lies on the earth (WGS84).
///
/// The map plane has its origin at the centre of the hex in column 0, row 0 (had it not been
/// pushed), x to the right and y down, in units of the distance between adjacent hex centres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Georeference {
    /// `[a, b, c, d, e, f]`: x = a·longitude + b·latitude + c, y = d·longitude + e·latitude + f,
    /// degrees in and hexes out. The map's middle lies within -180 to 180; on a map over the date
    /// line, longitudes are counted on from there: 180.5 for -179.5.
    pub plane_from_degrees: [f64; 6],
    /// The kind of fit.
    pub fit: Fit,
    /// The root mean square of the residuals, in hexes.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.0)))]
    pub rms_hexes: f64,
    /// How far the top of the map is turned from north, in degrees, clockwise positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation_degrees: Option<f64>,
    /// What it was fitted to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control_points: Vec<ControlPoint>,
}

impl Georeference {
    /// The most that a fit to control points may miss, in hexes: printed maps are drawn by hand, and a
    /// town may well stand two hexes off.
    pub const MOST_RMS_OF_POINTS: f64 = 4.0;
    /// The most that a fit to the hexes themselves may miss, in hexes: with more, a place on the earth
    /// lies as soon in the hex beside its own.
    pub const MOST_RMS_OF_HEXES: f64 = 0.5;

    /// The most that it may miss by what it was fitted to, in hexes.
    #[must_use]
    pub fn most_rms_hexes(&self) -> f64 {
        if self.control_points.is_empty() {
            Self::MOST_RMS_OF_HEXES
        } else {
            Self::MOST_RMS_OF_POINTS
        }
    }
}

/// The kind of fit of a georeference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// Turned, scaled and moved.
    Similarity,
    /// Sheared as well.
    Affine,
    /// Not fitted but stated: one place, the scale as printed, and north at the top.
    Stated,
}

/// A hex whose place on the earth is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ControlPoint {
    /// The hex.
    pub hex: HexLabel,
    /// What is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Degrees north, -90 to 90.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -90.0, max = 90.0)))]
    pub latitude: f64,
    /// Degrees east, -180 to 180.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -180.0, max = 180.0)))]
    pub longitude: f64,
    /// How far the fit misses the hex's centre, in hexes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residual_hexes: Option<f64>,
}

/// A scanned sheet that lies under the map while it is edited, and how it lies there.
///
/// It is no part of the map: nothing is read from it but by the designer's eyes or wish.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scan {
    /// The picture: a path relative to this file, with `/`.
    pub file: String,
    /// Its width and height in pixels, from which it is known again.
    #[cfg_attr(feature = "json-schema", schemars(inner(range(min = 1, max = 65_535))))]
    pub size: [u32; 2],
    /// What it is fitted by: three or more lay it on the hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control_points: Vec<ScanPoint>,
}

/// A point of a scan whose hex is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScanPoint {
    /// From the picture's left edge and its top edge, in pixels.
    #[cfg_attr(
        feature = "json-schema",
        schemars(inner(range(min = -1_000_000.0, max = 1_000_000.0)))
    )]
    pub pixel: [f64; 2],
    /// The hex whose centre lies there.
    pub hex: HexLabel,
}

/// The base terrain: one glyph a hex, one string a row, from the north.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TerrainLayer {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The source, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Glyph (one character) → terrain kind of the ruleset.
    #[serde(deserialize_with = "crate::common::unique_keys")]
    #[cfg_attr(
        feature = "json-schema",
        schemars(extend("propertyNames" = { "minLength": 1, "maxLength": 1 }))
    )]
    pub palette: BTreeMap<String, Id>,
    /// As many strings as the grid has rows, each with as many glyphs as it has columns.
    pub rows: Vec<String>,
}

/// The height of each hex, in levels: one glyph a hex, one string a row, from the north.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ElevationLayer {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The source, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What one level is worth, in metres, if the map says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metres_per_level: Option<f64>,
    /// Glyph (one character) → level.
    #[serde(deserialize_with = "crate::common::unique_keys")]
    #[cfg_attr(
        feature = "json-schema",
        schemars(extend("propertyNames" = { "minLength": 1, "maxLength": 1 }))
    )]
    pub palette: BTreeMap<String, i16>,
    /// As many strings as the grid has rows, each with as many glyphs as it has columns.
    pub rows: Vec<String>,
}

/// A layer of things, with where they come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Layer<T> {
    /// Where the layer comes from, unless an item says otherwise.
    pub provenance: Provenance,
    /// The source, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The things, in canonical order (`salient fmt`): by hex, then by kind.
    pub items: Vec<T>,
}

impl<T> Default for Layer<T> {
    fn default() -> Self {
        Self { provenance: Provenance::Invented, source: None, items: Vec::new() }
    }
}

/// Something that stands in a hex. A hex may hold several of different kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// The hex.
    pub hex: HexLabel,
    /// The feature kind of the ruleset.
    pub kind: Id,
    /// Its printed name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The side that holds it when play begins, where that has meaning (trenches, fortresses,
    /// morale hexes).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Id>,
    /// What it is worth: morale points, victory points, fort strength, by its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// A printed letter: the `A` of an entry hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// The hexsides it faces (`n`, `ne` …); empty where it faces all round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facing: Vec<String>,
    /// Where it comes from, if not from where its layer does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// Something that runs along a hexside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hexside {
    /// The hexside.
    pub side: SideLabel,
    /// The hexside kind of the ruleset.
    pub kind: Id,
    /// The name of the river, canal or ridge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it comes from, if not from where its layer does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// Something that runs from hex to hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// The path kind of the ruleset.
    pub kind: Id,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The tracks of a railway, 1 to 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 8)))]
    pub tracks: Option<u8>,
    /// The hexes in order, each adjacent to the one before.
    pub hexes: Vec<HexLabel>,
}

/// A border along hexsides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The line kind of the ruleset.
    pub kind: Id,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The side that holds it, for front lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Id>,
    /// The hexsides, in the order in which they are drawn.
    pub sides: Vec<SideLabel>,
}

/// A named group of hexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// The zone's name in references.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its printed name.
    pub name: String,
    /// What it is for.
    pub kind: ZoneKind,
    /// The side or nation it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Id>,
    /// The colour that it is drawn in, if it has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::COLOUR_PATTERN)))]
    pub colour: Option<Colour>,
    /// Its hexes.
    pub hexes: Vec<HexLabel>,
}

/// What a zone is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ZoneKind {
    /// Where units set up.
    SetUp,
    /// National territory.
    Nation,
    /// Where supply comes from.
    SupplyEdge,
    /// Where units leave the map.
    Exit,
    /// A strip of a trench battlefield: a trench line, no man's land.
    Sector,
    /// Where points are scored.
    Victory,
    /// Out of play.
    Dead,
    /// Anything else.
    Other,
}
