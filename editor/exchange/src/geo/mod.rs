//! GeoJSON (RFC 7946): the map as features on the earth, and back.
//!
//! | `layer` | geometry | properties beside it |
//! |---|---|---|
//! | `hex` | polygon | `hex`, `terrain`, `level` |
//! | `feature` | point | the feature's own: `hex`, `kind`, `name`, `owner` … |
//! | `hexside` | line | `side`, `kind`, `name` |
//! | `path` | line through the hexes' centres | `kind`, `name`, `tracks`, `hexes` |
//! | `line` | lines along hexsides | `kind`, `name`, `owner`, `sides` |
//! | `zone` | outline | `id`, `name`, `kind`, `owner`, `colour`, `hexes` |
//! | `counters` | point | `hex`, `counters`, `designations`, `face` … of the set-up |
//!
//! What else the map says (its grid, its numbering, its georeference) is a member `salient` of the
//! collection, which other programs pass over. Rings run counter-clockwise round what they enclose;
//! degrees have seven decimals, a centimetre. What lies over the date line is cut there in two, as
//! RFC 7946 (3.1.9) wants it, and the west of such a map's `bbox` is more than its east (5.2).
//!
//! By wish each layer is a document of its own ([`Document::write_theme`]).
//!
//! A large map's document is many times as large as the map. It is never in memory as a whole:
//! a [`Document`] writes one feature after another, and [`read()`] takes one after another.

mod cut;
mod geometry;
mod hexagon;
mod lattice;
mod layout;
mod outline;
mod pieces;
mod reading;
mod shapes;
mod stream;
mod system;
mod theirs;

use std::collections::BTreeMap;
use std::io::Write;

use salient_schema::map::{ElevationLayer, Layer, TerrainLayer};
use salient_schema::{Bundle, HexIndex, Map};
use serde::Serialize;
use serde_json::{Map as Object, Value, json};

use crate::{ExportError, Exported, Fate, LossReport, NamedFile};
use shapes::{Bounds, Geometry, Plane, Shapes};

pub(super) use outline::polygons as outlines;
pub use reading::read;
pub(super) use reading::{fill_frame, typed_item};

/// How a map is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Plane coordinates, in hexes with x to the right and y up, wherever the map lies on the earth.
    pub plane: bool,
}

/// What a document of its own can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Hexes with their terrain.
    Hexes,
    /// What stands in them.
    Features,
    /// What runs along hexsides.
    Hexsides,
    /// Roads and railways.
    Paths,
    /// Borders.
    Lines,
    /// Groups of hexes.
    Zones,
    /// The set-up's counters.
    Counters,
}

impl Theme {
    /// All, in the order in which they stand in one document.
    pub const ALL: [Self; 7] = [
        Self::Hexes,
        Self::Features,
        Self::Hexsides,
        Self::Paths,
        Self::Lines,
        Self::Zones,
        Self::Counters,
    ];

    /// Its name, as files have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Hexes => "hexes",
            Self::Features => "features",
            Self::Hexsides => "hexsides",
            Self::Paths => "paths",
            Self::Lines => "lines",
            Self::Zones => "zones",
            Self::Counters => "counters",
        }
    }
}

/// Writes the map of a scenario with the counters of its set-up, as a file in memory.
///
/// # Errors
/// Those of [`Document::of`].
pub fn write(bundle: &Bundle, wishes: Wishes) -> Result<Exported, ExportError> {
    let document = Document::of(bundle, wishes)?;
    let mut bytes = Vec::new();
    document.write_to(&mut bytes)?;
    let files = vec![NamedFile { name: document.file_name(), bytes }];
    Ok(Exported { files, losses: document.losses })
}

/// The map of a scenario with the counters of its set-up, as a document that is known to be sound
/// and waits to be written.
#[derive(Debug)]
pub struct Document<'b> {
    bundle: &'b Bundle,
    /// In canonical order.
    map: Map,
    /// The map without what the features hold.
    frame: Value,
    shapes: Shapes,
    bounds: Bounds,
    /// What GeoJSON cannot hold.
    pub losses: LossReport,
}

impl<'b> Document<'b> {
    /// Looks at all that is to be written.
    ///
    /// # Errors
    /// A map that lies nowhere on the earth, unless plane coordinates are wished for; one whose
    /// georeference has no inverse or leads off the earth; rows that do not fit the grid.
    pub fn of(bundle: &'b Bundle, wishes: Wishes) -> Result<Self, ExportError> {
        let mut map = bundle.map.clone();
        map.sort();
        map.ruleset.clone_from(&bundle.ruleset.id);
        let mut losses = LossReport::new("geojson");
        let plane = match &map.georeference {
            _ if wishes.plane => {
                let why = "its coordinates are in hexes, x to the right and y up, as was asked \
                           for, and no degrees as RFC 7946 wants them";
                losses.add(Fate::Changed, "place on the earth", "", why, None);
                Plane::Flat
            }
            Some(georeference) => Plane::on_earth(&map.grid, georeference)?,
            None => {
                return Err(ExportError::Cannot {
                    what: "the map has no georeference, and GeoJSON is about places on the earth"
                        .to_owned(),
                    help: "fit the map to control points, or ask for plane coordinates \
                           (--plane)"
                        .to_owned(),
                });
            }
        };
        let shapes = Shapes::new(&map.grid, plane);
        let frame = frame(&map)?;
        let mut bounds = shapes.bounds();
        let mut document = Self { bundle, map, frame, shapes, bounds, losses };
        document.each(&mut |feature| {
            feature.geometry.iter().for_each(|geometry| bounds.note(geometry));
            Ok(())
        })?;
        document.shapes.refuse_off_earth(&bounds)?;
        document.bounds = bounds;
        document.lose_counters();
        lost(bundle, &mut document.losses);
        document.losses.sort();
        Ok(document)
    }

    /// How the file is called.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.geojson", self.map.id)
    }

    /// Writes the document, one feature a line.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<(), ExportError> {
        self.write(&Theme::ALL, self.bounds, out)
    }

    /// The themes that have anything, each with the name of a file of its own.
    ///
    /// # Errors
    /// Those of [`Document::of`], which has found none.
    pub fn themes(&self) -> Result<Vec<(Theme, String)>, ExportError> {
        let mut themes = Vec::new();
        for theme in Theme::ALL {
            let mut has_any = false;
            self.of_theme(theme, &mut |_| {
                has_any = true;
                Ok(())
            })?;
            if has_any {
                themes.push((theme, format!("{}-{}.geojson", self.map.id, theme.name())));
            }
        }
        Ok(themes)
    }

    /// Writes a theme as a document of its own: programs that keep a layer's things of one kind
    /// open it as such.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_theme(&self, theme: Theme, out: &mut dyn Write) -> Result<(), ExportError> {
        let mut bounds = self.shapes.bounds();
        self.of_theme(theme, &mut |feature| {
            feature.geometry.iter().for_each(|geometry| bounds.note(geometry));
            Ok(())
        })?;
        self.write(&[theme], bounds, out)
    }

    fn write(
        &self,
        themes: &[Theme],
        bounds: Bounds,
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        out.write_all(b"{\n\"type\": \"FeatureCollection\",\n")?;
        let mut line = Vec::new();
        if let Some(bbox) = bounds.bbox() {
            text(&bbox, &mut line)?;
            writeln!(out, "\"bbox\": {},", String::from_utf8_lossy(&line))?;
        }
        // With what frames the hexes a map is read back; a layer of other things is none.
        if themes.contains(&Theme::Hexes) {
            text(&json!({ "map": self.frame }), &mut line)?;
            out.write_all(b"\"salient\": ")?;
            out.write_all(&line)?;
            out.write_all(b",\n")?;
        }
        out.write_all(b"\"features\": [\n")?;
        let mut is_first = true;
        for theme in themes {
            self.of_theme(*theme, &mut |feature| {
                text(feature, &mut line)?;
                if !std::mem::take(&mut is_first) {
                    out.write_all(b",\n")?;
                }
                Ok(out.write_all(&line)?)
            })?;
        }
        out.write_all(if is_first { b"]\n}\n" } else { b"\n]\n}\n" })?;
        Ok(())
    }

    /// Makes each feature, hands it on and forgets it.
    fn each(&self, take: Take<'_>) -> Result<(), ExportError> {
        Theme::ALL.into_iter().try_for_each(|theme| self.of_theme(theme, take))
    }

    fn of_theme(&self, theme: Theme, take: Take<'_>) -> Result<(), ExportError> {
        let Map { features, hexsides, paths, lines, zones, .. } = &self.map;
        match theme {
            Theme::Hexes => self.hexes(take),
            Theme::Features => self.items("feature", &features.items, take),
            Theme::Hexsides => self.items("hexside", &hexsides.items, take),
            Theme::Paths => self.items("path", &paths.items, take),
            Theme::Lines => self.items("line", &lines.items, take),
            Theme::Zones => self.items("zone", &zones.items, take),
            Theme::Counters => self.counters(take),
        }
    }

    fn hexes(&self, take: Take<'_>) -> Result<(), ExportError> {
        let fault = |row: u16, what: &str| ExportError::Cannot {
            what: format!("row {} of the map's {what} does not fit its grid or palette", row + 1),
            help: "run `salient validate` on the map and mend it".to_owned(),
        };
        let Map { grid, terrain, elevation, .. } = &self.map;
        for row in 0..grid.rows {
            let kinds = crate::terrain::row(&terrain.palette, &terrain.rows, row, grid.columns)
                .ok_or_else(|| fault(row, "terrain"))?;
            let levels = match elevation {
                Some(layer) => crate::terrain::row(&layer.palette, &layer.rows, row, grid.columns)
                    .ok_or_else(|| fault(row, "elevation"))?,
                None => Vec::new(),
            };
            for (column, terrain) in (0..grid.columns).zip(&kinds) {
                let index = HexIndex::new(column, row);
                let level = levels.get(usize::from(column)).copied();
                let properties =
                    Properties::Hex { hex: grid.print_hex(index), layer: "hex", level, terrain };
                if let Some(polygon) = self.shapes.polygon(index) {
                    take(&Feature::new(Some(polygon), properties))?;
                }
            }
        }
        Ok(())
    }

    fn items<T: Serialize>(
        &self,
        layer: &str,
        items: &[T],
        take: Take<'_>,
    ) -> Result<(), ExportError> {
        for item in items {
            let Value::Object(mut item) = json(item)? else { continue };
            let geometry = self.shapes.of_item(layer, &item);
            item.entry("layer").or_insert_with(|| json!(layer));
            take(&Feature::new(geometry, Properties::Item(item)))?;
        }
        Ok(())
    }

    /// The set-up's counters, stack by stack.
    fn counters(&self, take: Take<'_>) -> Result<(), ExportError> {
        let known = self.designations();
        for placement in &self.bundle.scenario.setup.placements {
            let Value::Object(mut properties) = json(placement)? else { continue };
            let designations = designations(&known, &placement.counters);
            properties.insert("designations".to_owned(), json!(designations));
            properties.entry("layer").or_insert_with(|| json!("counters"));
            let geometry = self.shapes.point(&placement.hex);
            take(&Feature::new(geometry, Properties::Item(properties)))?;
        }
        Ok(())
    }

    /// What the points of the counters do not say.
    fn lose_counters(&mut self) {
        let known = self.designations();
        let mut losses = Vec::new();
        for (at, placement) in self.bundle.scenario.setup.placements.iter().enumerate() {
            let which = format!(
                "{} {}",
                placement.hex,
                designations(&known, &placement.counters).join(" ")
            );
            losses.push((which, format!("/scenario/setup/placements/{at}")));
        }
        let why = "it is a point with the counters' ids and designations; ratings and faces stay in \
                   the order of battle, and an import reads the map only";
        for (which, place) in losses {
            self.losses.add(Fate::Changed, "stack of the set-up", which, why, Some(place));
        }
    }

    /// The designation of each counter, by its id.
    fn designations(&self) -> BTreeMap<&'b str, &'b str> {
        let counters = self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        counters.map(|counter| (counter.id.as_str(), counter.designation.as_str())).collect()
    }
}

/// Who is handed each feature.
type Take<'t> = &'t mut dyn FnMut(&Feature<'_>) -> Result<(), ExportError>;

/// A feature, its members in the order in which they are written.
#[derive(Debug, Serialize)]
struct Feature<'d> {
    geometry: Option<Geometry>,
    properties: Properties<'d>,
    r#type: &'static str,
}

impl<'d> Feature<'d> {
    fn new(geometry: Option<Geometry>, properties: Properties<'d>) -> Self {
        Self { geometry, properties, r#type: "Feature" }
    }
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Properties<'d> {
    Hex {
        hex: String,
        layer: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        level: Option<i16>,
        terrain: &'d str,
    },
    Item(Object<String, Value>),
}

/// A value as the text of a line.
fn text(value: &impl Serialize, line: &mut Vec<u8>) -> Result<(), ExportError> {
    line.clear();
    serde_json::to_writer(line, value).map_err(|error| ExportError::Write(error.into()))
}

/// The map without what the features hold.
pub(super) fn frame(map: &Map) -> Result<Value, ExportError> {
    let lean = Map {
        schema: map.schema.clone(),
        format_version: map.format_version,
        id: map.id.clone(),
        title: map.title.clone(),
        ruleset: map.ruleset.clone(),
        notes: map.notes.clone(),
        grid: map.grid.clone(),
        georeference: map.georeference.clone(),
        terrain: TerrainLayer {
            provenance: map.terrain.provenance,
            source: map.terrain.source.clone(),
            palette: map.terrain.palette.clone(),
            rows: Vec::new(),
        },
        elevation: map.elevation.as_ref().map(|layer| ElevationLayer {
            provenance: layer.provenance,
            source: layer.source.clone(),
            metres_per_level: layer.metres_per_level,
            palette: layer.palette.clone(),
            rows: Vec::new(),
        }),
        features: bare(&map.features),
        hexsides: bare(&map.hexsides),
        paths: bare(&map.paths),
        lines: bare(&map.lines),
        zones: bare(&map.zones),
        scan: map.scan.clone(),
    };
    let mut value = json(&lean)?;
    for (layer, list) in LISTS {
        if let Some(Value::Object(layer)) = value.get_mut(layer) {
            layer.remove(list);
        }
    }
    Ok(value)
}

/// The layers of a map, and where each has what the features hold.
const LISTS: [(&str, &str); 7] = [
    ("terrain", "rows"),
    ("elevation", "rows"),
    ("features", "items"),
    ("hexsides", "items"),
    ("paths", "items"),
    ("lines", "items"),
    ("zones", "items"),
];

/// A layer with nothing in it.
fn bare<T>(layer: &Layer<T>) -> Layer<T> {
    Layer { provenance: layer.provenance, source: layer.source.clone(), items: Vec::new() }
}

fn json<T: Serialize>(value: &T) -> Result<Value, ExportError> {
    serde_json::to_value(value).map_err(|error| ExportError::Write(error.into()))
}

/// The designations of counters; the id where there is none.
fn designations<'s>(known: &BTreeMap<&'s str, &'s str>, counters: &'s [String]) -> Vec<&'s str> {
    counters.iter().map(|id| known.get(id.as_str()).copied().unwrap_or(id)).collect()
}

/// What stays behind.
fn lost(bundle: &Bundle, losses: &mut LossReport) {
    let why =
        "GeoJSON holds the map; a bundle or CSV holds all of a scenario (--to bundle, --to csv)";
    let mut drop = |kind: &str, which: &str, place: String| {
        losses.add(Fate::Dropped, kind, which, why, Some(place));
    };
    drop("ruleset", &bundle.ruleset.title, "/ruleset".to_owned());
    for (at, book) in bundle.orders_of_battle.iter().enumerate() {
        drop("order of battle", &book.title, format!("/orders_of_battle/{at}"));
    }
    drop("schedule, turns and victory", &bundle.scenario.title, "/scenario".to_owned());
    for (at, free) in bundle.scenario.setup.free.iter().enumerate() {
        let place = format!("/scenario/setup/free/{at}");
        drop("counters that are placed freely", &free.counters.join(" "), place);
    }
    losses.drop_orders(&bundle.scenario, why);
    losses.drop_start(&bundle.scenario, why);
}
