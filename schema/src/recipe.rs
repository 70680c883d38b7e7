//! A recipe: how a map is made from geographic data, as data.
//!
//! A recipe says where the hexgrid lies on the earth (control points), which files of points,
//! lines and areas are laid on it (layers), by which rules they become hexes and hexsides, and
//! what is then changed by hand (the patch). `salient map build` makes the [map](crate::Map) out
//! of it, byte for byte the same on every machine.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::common::{HexLabel, Id, Provenance, Rating, SideLabel, is_false};
use crate::map::{Board, Fit, Grid, Orientation, Pushed, ZoneKind};
use crate::numbering::Numbering;

/// A recipe file.
///
/// Files that it names lie relative to it. Kinds are those of the ruleset, as in a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Where the JSON Schema is; its last part says that this is a recipe:
    /// `recipe.schema.json`. The map's schema is looked for beside it.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub format_version: u32,
    /// The map's own name, as `picardy-1918`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// What a reader calls the map.
    pub title: String,
    /// The ruleset that defines the kinds used here: a path relative to this file, with `/`. It
    /// stands in the map as it stands here, so the map belongs beside its recipe.
    pub ruleset: String,
    /// The map's notes: decisions, sources and attributions, a paragraph each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The shape of the hexgrid and its printed numbers.
    pub grid: GridPlan,
    /// How the grid is laid on the earth.
    pub georeference: GeoreferencePlan,
    /// The geographic data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<GeoLayer>,
    /// Lines turned into runs of hexsides, for rivers, borders and coasts alike. Those that
    /// others start from stand first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<ChainRule>,
    /// How the base terrain of each hex comes about.
    pub terrain: TerrainPlan,
    /// How the height of each hex comes about; without it the map states none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation: Option<ElevationPlan>,
    /// How features come about.
    #[serde(default)]
    pub features: Plan<FeatureRule>,
    /// Names written on the ground: labels of woods and regions. They stand where no feature
    /// does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LabelRule>,
    /// How hexside features come about.
    #[serde(default)]
    pub hexsides: Plan<HexsideRule>,
    /// How paths come about.
    #[serde(default)]
    pub paths: Plan<PathRule>,
    /// How border lines come about.
    #[serde(default)]
    pub lines: Plan<LineRule>,
    /// How zones come about.
    #[serde(default)]
    pub zones: Plan<ZoneRule>,
    /// Corrections by hand, made after everything else, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patch: Vec<Correction>,
}

/// A grid whose scale may follow from the fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GridPlan {
    /// Which way the hexes lie.
    pub orientation: Orientation,
    /// Hexes from west to east, 1 to 4096.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 4096)))]
    pub columns: u16,
    /// Hexes from north to south, 1 to 4096.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 4096)))]
    pub rows: u16,
    /// Which columns (or rows) lie half a hex further.
    pub pushed: Pushed,
    /// How hexes are numbered in print.
    pub numbering: Numbering,
    /// The distance between the centres of two adjacent hexes, in metres, where it is printed;
    /// otherwise it follows from the fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.1, max = 1_000_000.0)))]
    pub metres_per_hex: Option<f64>,
    /// Boards joined into this map; empty for a single sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<Board>,
}

impl GridPlan {
    /// The grid of the map, with a scale for where none is printed.
    pub fn grid(&self, metres_per_hex: f64) -> Grid {
        Grid {
            orientation: self.orientation,
            columns: self.columns,
            rows: self.rows,
            pushed: self.pushed,
            numbering: self.numbering.clone(),
            metres_per_hex: self.metres_per_hex.unwrap_or(metres_per_hex),
            boards: self.boards.clone(),
        }
    }
}

/// How a grid is fitted to the earth: least squares over control points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GeoreferencePlan {
    /// The kind of fit. A similarity needs two control points, an affine fit three. Where it is
    /// stated, there is one, `metres_per_hex` of the grid says the scale, and north is at the top.
    pub fit: Fit,
    /// The latitude at which a degree is turned into metres, -85 to 85; if left out, the mean of
    /// the control points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = -85.0, max = 85.0)))]
    pub reference_latitude: Option<f64>,
    /// Hexes whose places on the earth are known.
    pub control_points: Vec<KnownPoint>,
}

/// A hex whose place on the earth is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KnownPoint {
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
}

/// A file of geographic data, in WGS84 degrees.
///
/// GeoJSON (`.geojson`, `.json`): points, lines and areas with their properties. CSV (`.csv`): a
/// point a line under a line of column names; the columns are its properties. ESRI ASCII grid
/// (`.asc`): heights above the sea in metres, in rows from the north.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GeoLayer {
    /// The layer's name in rules.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// The file, relative to the recipe, with `/`.
    pub file: String,
    /// Where it comes from.
    pub provenance: Provenance,
    /// The source, in words, with its licence.
    pub source: String,
    /// The property (or column) that holds a thing's name; `name` if left out.
    #[serde(default = "name", skip_serializing_if = "is_name")]
    pub name: String,
    /// The column of a CSV file that holds degrees north; `lat` if left out.
    #[serde(default = "lat", skip_serializing_if = "is_lat")]
    pub latitude: String,
    /// The column of a CSV file that holds degrees east; `lon` if left out.
    #[serde(default = "lon", skip_serializing_if = "is_lon")]
    pub longitude: String,
}

impl GeoLayer {
    /// Whether the layer is a grid of heights, by the name of its file; otherwise it holds points,
    /// lines and areas.
    #[must_use]
    pub fn is_heights(&self) -> bool {
        self.file.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("asc"))
    }
}

/// Some of the things of a layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// The layer.
    pub layer: Id,
    /// Property → the values of which it must have one.
    #[serde(
        rename = "where",
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "crate::common::unique_keys"
    )]
    pub filter: BTreeMap<String, Vec<Rating>>,
    /// Property → the least number that it must have: `{ "population": 2000 }`.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "crate::common::unique_keys"
    )]
    pub at_least: BTreeMap<String, f64>,
    /// Property → a number that it must stay below.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "crate::common::unique_keys"
    )]
    pub below: BTreeMap<String, f64>,
}

/// A kind told by a property of each thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KindBy {
    /// The property.
    pub property: String,
    /// Its value → the kind of the ruleset. Things with another value are left out.
    #[serde(deserialize_with = "crate::common::unique_keys")]
    pub kinds: BTreeMap<String, Id>,
}

/// The rules of one layer of the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan<T> {
    /// Where the layer comes from, unless an item says otherwise.
    pub provenance: Provenance,
    /// The source, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The rules, in order.
    pub rules: Vec<T>,
}

impl<T> Default for Plan<T> {
    fn default() -> Self {
        Self { provenance: Provenance::Invented, source: None, rules: Vec::new() }
    }
}

/// How the base terrain comes about: the base everywhere, then the rules in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TerrainPlan {
    /// Where the layer comes from.
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
    /// The terrain of every hex that no rule is about.
    pub base: Id,
    /// The rules, in order: a later one paints over an earlier one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<TerrainRule>,
    /// Feature kinds whose hexes have the base terrain whatever the rules say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cleared_by: Vec<Id>,
}

/// Hexes of one terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TerrainRule {
    /// The terrain kind of the ruleset.
    pub kind: Id,
    /// Which hexes.
    pub region: Region,
}

/// How heights come about: level 0 everywhere, then the rules in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ElevationPlan {
    /// Where the layer comes from.
    pub provenance: Provenance,
    /// The source, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What one level is worth, in metres, if the map is to say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.1, max = 10_000.0)))]
    pub metres_per_level: Option<f64>,
    /// The rules, in order: a later one goes over an earlier one.
    pub rules: Vec<ElevationRule>,
}

/// Hexes of one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ElevationRule {
    /// The level.
    pub level: i16,
    /// Which hexes.
    pub region: Region,
}

/// A set of hexes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Region {
    /// The hexes that areas of a layer cover.
    Areas(Areas),
    /// The hexes that can be reached from some without crossing a chain.
    Within(Within),
    /// Hexes along an edge of the map.
    Edge(EdgeStrip),
    /// The hexes whose heights lie within bounds.
    Heights(Heights),
    /// These hexes.
    Hexes(Vec<HexLabel>),
}

/// The hexes that areas of a layer cover. A point with the properties `length_m` and `width_m`
/// is an ellipse with these axes; `bearing`, in degrees clockwise from north, tells how the
/// length lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Areas {
    /// The areas.
    pub take: Selection,
    /// The least share of a hex that must be covered, above 0 to 1; if left out, its centre
    /// must.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.001, max = 1.0)))]
    pub share: Option<f64>,
}

/// The hexes whose heights lie within bounds. A hex of which the layer tells no height, as off
/// its grid or out at sea, is not among them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Heights {
    /// The layer: a grid of heights.
    pub layer: Id,
    /// The bounds, one or more. All of them must hold.
    pub bounds: Vec<HeightBound>,
}

/// Bounds of one number about the heights of a hex: `{ "of": "relief", "within": 1, "at_least":
/// 200 }` for ground that goes up and down by 200 m over a hex and those next to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HeightBound {
    /// The number; the mean height if left out.
    #[serde(default, skip_serializing_if = "HeightStatistic::is_mean")]
    pub of: HeightStatistic,
    /// How far about the hex others count with it, in hexes: 0 to 8. If left out, the hex alone.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "json-schema", schemars(range(max = 8)))]
    pub within: u8,
    /// The least that it may be, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// What it must stay below, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<f64>,
}

impl HeightBound {
    /// The most hexes about a hex that count with it.
    pub const MOST_WITHIN: u8 = 8;

    /// Whether a number lies within the bounds.
    #[must_use]
    pub fn holds(&self, number: f64) -> bool {
        self.at_least.is_none_or(|least| number >= least)
            && self.below.is_none_or(|most| number < most)
    }
}

/// A number about the heights of a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HeightStatistic {
    /// The mean height.
    #[default]
    Mean,
    /// The lowest place.
    Least,
    /// The highest place.
    Greatest,
    /// From the lowest to the highest place.
    Relief,
}

impl HeightStatistic {
    fn is_mean(&self) -> bool {
        *self == Self::Mean
    }
}

/// The hexes on one side of chains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Within {
    /// Hexes of the set, from which the others are reached.
    pub from: Vec<HexLabel>,
    /// The chains that are not crossed; the edge of the map is not either.
    pub chains: Vec<Id>,
}

/// Hexes along an edge of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EdgeStrip {
    /// Which edge.
    pub edge: MapEdge,
    /// The first hex; if left out, the edge's westernmost or northernmost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<HexLabel>,
    /// The last hex; if left out, the edge's easternmost or southernmost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<HexLabel>,
}

/// An edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MapEdge {
    /// The top.
    North,
    /// The right.
    East,
    /// The bottom.
    South,
    /// The left.
    West,
}

impl MapEdge {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Where it lies: `west`.
    #[must_use]
    pub fn compass(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }
}

/// Points that become features of the hexes they lie in. Where two points of one kind fall in
/// one hex, the first by `first_by` stays; a later rule never moves an earlier one's feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FeatureRule {
    /// The points.
    pub take: Selection,
    /// The feature kind of the ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Id>,
    /// The kind told by a property, in place of `kind`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind_by: Option<KindBy>,
    /// The side that holds them when play begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Id>,
    /// Feature kinds set by earlier rules that keep a hex to themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub yields_to: Vec<Id>,
    /// The property that tells what each is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_from: Option<String>,
    /// Whether the names are left out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unnamed: bool,
    /// The numeric property by which points are ranked where they clash, the greatest first; if
    /// left out, the order of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_by: Option<String>,
    /// Points that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<Drop>,
    /// Points that stand in another hex than their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub place: Vec<Placing>,
}

/// Named things that are left out, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Drop {
    /// Their names.
    pub names: Vec<String>,
    /// Why.
    pub reason: String,
}

/// A named thing that stands in another hex than its own, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Placing {
    /// Its name. Of several things of this name, the one nearest to the hex is meant.
    pub name: String,
    /// The hex.
    pub hex: HexLabel,
    /// Why.
    pub reason: String,
}

/// Names written on the ground: for each area, ellipse or point of a layer, at the hex nearest
/// to its middle in which no feature stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LabelRule {
    /// What is named. Things without a name are passed over.
    pub take: Selection,
    /// The feature kind of the labels.
    pub kind: Id,
    /// The terrain kinds that a label may stand on; any if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Id>,
    /// Labels that stand elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub place: Vec<Placing>,
}

/// Lines that become runs of hexsides without a gap: the shortest way along the hexes' edges
/// that keeps near the line. Lines that meet end to end are one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChainRule {
    /// The chain's name in rules.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// The lines.
    pub take: Selection,
    /// Whether there may be several lines, each a run of its own, the longest first; otherwise
    /// they must join into one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub several: bool,
    /// The shortest line that is used, in hexes: leaves out islets and brooks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.0, max = 10_000.0)))]
    pub shortest: Option<f64>,
    /// Where the run starts; if left out, at the corner nearest to the line's first point, or
    /// at the map's edge where the line comes in over it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<ChainEnd>,
    /// Where it ends; as for `from`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<ChainEnd>,
    /// Chains that an end within a hex of them runs on to, for ends of which `from` and `to`
    /// say nothing. Naming the chain itself joins its own runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meets: Vec<Id>,
    /// Hexsides that it may not run along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
}

/// Where a chain starts or ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChainEnd {
    /// On another chain, which stands before this one: at the corner of it that is nearest to
    /// the line's end.
    On(Id),
    /// At this edge of the map: the run ends where it first touches it.
    Edge(MapEdge),
}

/// Hexsides that a chain may not run along, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Barred {
    /// The hexsides.
    pub sides: Vec<SideLabel>,
    /// Why.
    pub reason: String,
}

/// Hexsides that become hexside features: those of a chain, those that areas cover, or those
/// between hexes of different levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HexsideRule {
    /// The chain. One of `chain`, `areas` and `slope` stands here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<Id>,
    /// The areas that cover the hexsides, for forests. Here `share` is the least share of a
    /// hexside's length; if left out, its middle must be covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub areas: Option<Areas>,
    /// The slopes, for hexsides where the ground rises or falls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope: Option<Slope>,
    /// The hexside kind of the ruleset.
    pub kind: Id,
    /// The name; if left out, that of each line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Kinds set by earlier rules that keep a hexside to themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub yields_to: Vec<Id>,
}

/// Hexsides between two hexes of different levels, by how much the mean heights of the two differ:
/// gradual where `below` is small, steep where `at_least` is great.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Slope {
    /// The layer: a grid of heights.
    pub layer: Id,
    /// The levels of the recipe's `elevation` that both hexes must be of, each of another one; any
    /// if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<i16>,
    /// The least difference, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.0)))]
    pub at_least: Option<f64>,
    /// What the difference must stay below, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.0)))]
    pub below: Option<f64>,
}

/// Lines that become paths from hex to hex, along the hexes that they run through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PathRule {
    /// The lines. Those that meet end to end are one.
    pub take: Selection,
    /// The path kind of the ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Id>,
    /// The kind told by a property, in place of `kind`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind_by: Option<KindBy>,
    /// The property that tells the number of a railway's tracks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tracks_from: Option<String>,
    /// The shortest line that is used, in hexes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.0, max = 10_000.0)))]
    pub shortest: Option<f64>,
}

/// Chains that become a border line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LineRule {
    /// The line kind of the ruleset.
    pub kind: Id,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The side that holds it, for front lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Id>,
    /// Chains one after the other. The line changes from one to the next where one of them ends
    /// on the other. A single chain of several runs gives a line for each.
    pub chains: Vec<Id>,
}

/// A named group of hexes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ZoneRule {
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
    /// Its hexes, those of all these regions.
    pub regions: Vec<Region>,
    /// Hexes of the regions that do not belong to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Region>,
}

/// A correction by hand. What it removes goes first, then what it sets comes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// Why.
    pub reason: String,
    /// Where what it sets comes from; if left out, from where the map's layer does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// Features taken away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remove_features: Option<HexBrush>,
    /// Hexside features taken away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remove_hexsides: Option<SideBrush>,
    /// Terrain painted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<HexBrush>,
    /// Levels set, in a recipe that has an `elevation`. Hexsides on slopes follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation: Option<LevelBrush>,
    /// Features set. One of the same kind that stands there goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<FeatureBrush>,
    /// Hexside features set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hexsides: Option<SideBrush>,
}

/// One kind in several hexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HexBrush {
    /// The kind.
    pub kind: Id,
    /// The hexes.
    pub hexes: Vec<HexLabel>,
}

/// One level in several hexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LevelBrush {
    /// The level.
    pub level: i16,
    /// The hexes.
    pub hexes: Vec<HexLabel>,
}

/// One kind on several hexsides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SideBrush {
    /// The kind.
    pub kind: Id,
    /// The name of the river, canal or ridge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The hexsides.
    pub sides: Vec<SideLabel>,
}

/// Features of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FeatureBrush {
    /// The kind.
    pub kind: Id,
    /// The side that holds them when play begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Id>,
    /// What each is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// The letter of an entry hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// The hexsides that each faces (`n`, `ne` …): where the bridge of a hex is, or its trench
    /// looks. Empty where they face all round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facing: Vec<String>,
    /// Hexes whose features have no name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<HexLabel>,
    /// Hex → the name of what stands there.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "crate::common::unique_keys"
    )]
    pub named: BTreeMap<HexLabel, String>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn name() -> String {
    "name".to_owned()
}

fn is_name(text: &str) -> bool {
    text == "name"
}

fn lat() -> String {
    "lat".to_owned()
}

fn is_lat(text: &str) -> bool {
    text == "lat"
}

fn lon() -> String {
    "lon".to_owned()
}

fn is_lon(text: &str) -> bool {
    text == "lon"
}
