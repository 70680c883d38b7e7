//! GeoJSON (RFC 7946): the map as features on the earth, and back.
//!
//! | `layer` | geometry | properties beside it |
//! |---|---|---|
//! | `hex` | polygon | `hex`, `terrain`, `level` |
//! | `feature` | point | the feature's own: `hex`, `kind`, `name`, `owner` … |
//! | `hexside` | line | `side`, `kind`, `name` |
//! | `path` | line through the hexes' centres | `kind`, `name`, `tracks`, `hexes` |
//! | `line` | lines along hexsides | `kind`, `name`, `owner`, `sides` |
//! | `zone` | outline | `id`, `name`, `kind`, `owner`, `hexes` |
//! | `counters` | point | `hex`, `counters`, `designations`, `face` … of the set-up |
//!
//! What else the map says (its grid, its numbering, its georeference) is a member `salient` of the
//! collection, which other programs pass over. Rings run counter-clockwise round what they enclose;
//! degrees have seven decimals, a centimetre.

mod lattice;
mod outline;
mod reading;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::Georeference;
use salient_schema::{Bundle, HexIndex, Map};
use serde::Serialize;
use serde_json::{Map as Object, Value, json};

use crate::{ExportError, Exported, Fate, LossReport, NamedFile};

pub(super) use outline::polygons as outlines;
pub use reading::read;
pub(super) use reading::{fill_frame, typed_item};

/// How a map without a place on the earth is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Plane coordinates, in hexes with x to the east and y to the north, where the map has no
    /// georeference.
    pub plane: bool,
}

/// The layers with one hex or hexside an item, or several.
const LAYERS: [(&str, &str); 5] = [
    ("feature", "features"),
    ("hexside", "hexsides"),
    ("path", "paths"),
    ("line", "lines"),
    ("zone", "zones"),
];

/// Writes the map of a scenario with the counters of its set-up.
///
/// # Errors
/// A map that lies nowhere on the earth, unless plane coordinates are wished for; one whose
/// georeference has no inverse or leads off the earth; rows that do not fit the grid.
pub fn write(bundle: &Bundle, wishes: Wishes) -> Result<Exported, ExportError> {
    let mut map = bundle.map.clone();
    map.sort();
    map.ruleset.clone_from(&bundle.ruleset.id);
    let mut losses = LossReport::new("geojson");
    let plane = match &map.georeference {
        Some(georeference) => Plane::on_earth(georeference)?,
        None if wishes.plane => {
            let why = "the map has no georeference: its coordinates are in hexes, x to the east \
                       and y to the north, and no degrees as RFC 7946 wants them";
            losses.add(Fate::Changed, "place on the earth", "", why, None);
            Plane::flat()
        }
        None => {
            return Err(ExportError::Cannot {
                what: "the map has no georeference, and GeoJSON is about places on the earth"
                    .to_owned(),
                help: "fit the map to control points, or ask for plane coordinates with --plane"
                    .to_owned(),
            });
        }
    };
    let shapes = Shapes { grid: HexGrid::new(&map.grid), plane };
    let mut features = hexes(&map, &shapes)?;
    for (layer, items) in LAYERS {
        features.extend(layer_of(&map, layer, items, &shapes)?);
    }
    features.extend(counters(bundle, &shapes, &mut losses));
    lost(bundle, &mut losses);
    let bbox = shapes.bbox(&features)?;
    let mut document = Object::new();
    document.insert("type".to_owned(), json!("FeatureCollection"));
    if let Some(bbox) = bbox {
        document.insert("bbox".to_owned(), json!(bbox));
    }
    document.insert("salient".to_owned(), json!({ "map": frame(&map)? }));
    let bytes = text(&document, &features)?;
    losses.sort();
    let name = format!("{}.geojson", map.id);
    Ok(Exported { files: vec![NamedFile { name, bytes }], losses })
}

/// One feature a line.
fn text(document: &Object<String, Value>, features: &[Value]) -> Result<Vec<u8>, ExportError> {
    let write =
        |value: &Value| serde_json::to_string(value).map_err(|e| ExportError::Write(e.into()));
    let mut text = String::from("{\n");
    for name in ["type", "bbox", "salient"] {
        if let Some(value) = document.get(name) {
            text.push_str(&format!("\"{name}\": {},\n", write(value)?));
        }
    }
    text.push_str("\"features\": [\n");
    for (at, feature) in features.iter().enumerate() {
        text.push_str(&write(feature)?);
        text.push_str(if at + 1 < features.len() { ",\n" } else { "\n" });
    }
    text.push_str("]\n}\n");
    Ok(text.into_bytes())
}

/// The map without what the features hold.
pub(super) fn frame(map: &Map) -> Result<Value, ExportError> {
    let mut value = json(map)?;
    for layer in ["terrain", "elevation"] {
        if let Some(Value::Object(layer)) = value.get_mut(layer) {
            layer.remove("rows");
        }
    }
    for (_, items) in LAYERS {
        if let Some(Value::Object(layer)) = value.get_mut(items) {
            layer.remove("items");
        }
    }
    Ok(value)
}

fn json<T: Serialize>(value: &T) -> Result<Value, ExportError> {
    serde_json::to_value(value).map_err(|error| ExportError::Write(error.into()))
}

/// What stays behind.
fn lost(bundle: &Bundle, losses: &mut LossReport) {
    let why = "GeoJSON holds the map; use --to bundle or --to csv for all of a scenario";
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
}

/// From the map's plane to coordinates.
#[derive(Clone, Copy, Debug)]
struct Plane {
    /// longitude = a·x + b·y + c, latitude = d·x + e·y + f.
    degrees_from_plane: [f64; 6],
    earth: bool,
}

impl Plane {
    fn on_earth(georeference: &Georeference) -> Result<Self, ExportError> {
        let degrees_from_plane =
            inverse(georeference.plane_from_degrees).ok_or_else(|| ExportError::Cannot {
                what: "the map's georeference has no inverse".to_owned(),
                help: "fit the map to control points again".to_owned(),
            })?;
        Ok(Self { degrees_from_plane, earth: true })
    }

    fn flat() -> Self {
        Self { degrees_from_plane: [1.0, 0.0, 0.0, 0.0, -1.0, 0.0], earth: false }
    }

    fn place(&self, [x, y]: [f32; 2]) -> [f64; 2] {
        let [a, b, c, d, e, f] = self.degrees_from_plane;
        let (x, y) = (f64::from(x), f64::from(y));
        [rounded(a * x + b * y + c), rounded(d * x + e * y + f)]
    }
}

/// To seven decimals.
fn rounded(degrees: f64) -> f64 {
    // Adding zero takes the sign off a negative one.
    (degrees * 1e7).round() / 1e7 + 0.0
}

/// The way back through an affine map.
fn inverse([a, b, c, d, e, f]: [f64; 6]) -> Option<[f64; 6]> {
    let determinant = a * e - b * d;
    let [ia, ib, id, ie] = [e, -b, -d, a].map(|part| part / determinant);
    let back = [ia, ib, -(ia * c + ib * f), id, ie, -(id * c + ie * f)];
    (determinant != 0.0 && back.iter().all(|part| part.is_finite())).then_some(back)
}

/// Geometries.
struct Shapes {
    grid: HexGrid,
    plane: Plane,
}

impl Shapes {
    fn point(&self, hex: &str) -> Option<Value> {
        let hex = self.grid.parse(hex)?;
        Some(json!({ "type": "Point", "coordinates": self.plane.place(self.grid.centre(hex)) }))
    }

    fn polygon(&self, hex: Hex) -> Value {
        let corners = self.grid.corners(hex).map(|corner| self.plane.place(corner));
        json!({ "type": "Polygon", "coordinates": [outline::ring(corners.to_vec(), true)] })
    }

    fn side(&self, label: &str) -> Option<[[f64; 2]; 2]> {
        let side = self.grid.parse_side(label)?;
        Some(self.grid.side_ends(side).map(|end| self.plane.place(end)))
    }

    /// The geometry of an item of a layer; none where its hexes are not on the map.
    fn of_item(&self, layer: &str, item: &Value) -> Option<Value> {
        let text = |field: &str| item.get(field).and_then(Value::as_str);
        let list = |field: &str| -> Vec<&str> {
            let list = item.get(field).and_then(Value::as_array);
            list.into_iter().flatten().filter_map(Value::as_str).collect()
        };
        match layer {
            "feature" => self.point(text("hex")?),
            "hexside" => {
                let ends = self.side(text("side")?)?;
                Some(json!({ "type": "LineString", "coordinates": ends }))
            }
            "path" => {
                let hexes: Option<Vec<Hex>> =
                    list("hexes").into_iter().map(|hex| self.grid.parse(hex)).collect();
                let along = hexes?.into_iter().map(|hex| self.plane.place(self.grid.centre(hex)));
                let along: Vec<[f64; 2]> = along.collect();
                (along.len() > 1).then(|| json!({ "type": "LineString", "coordinates": along }))
            }
            "line" => {
                let sides: Option<Vec<_>> =
                    list("sides").into_iter().map(|side| self.side(side)).collect();
                let sides = sides.filter(|sides| !sides.is_empty())?;
                Some(json!({ "type": "MultiLineString", "coordinates": sides }))
            }
            _ => {
                let hexes: Option<Vec<Hex>> =
                    list("hexes").into_iter().map(|hex| self.grid.parse(hex)).collect();
                let polygons = outline::polygons(&self.grid, &hexes?, |p| self.plane.place(p));
                (!polygons.is_empty())
                    .then(|| json!({ "type": "MultiPolygon", "coordinates": polygons }))
            }
        }
    }

    /// The least and greatest coordinates of all features.
    fn bbox(&self, features: &[Value]) -> Result<Option<[f64; 4]>, ExportError> {
        let mut bbox: Option<[f64; 4]> = None;
        for feature in features {
            positions(feature.pointer("/geometry/coordinates"), &mut |[x, y]| {
                let [w, s, e, n] = bbox.unwrap_or([x, y, x, y]);
                bbox = Some([w.min(x), s.min(y), e.max(x), n.max(y)]);
            });
        }
        let off = |[w, s, e, n]: [f64; 4]| w < -180.0 || e > 180.0 || s < -90.0 || n > 90.0;
        match bbox.filter(|bbox| self.plane.earth && off(*bbox)) {
            Some([w, s, e, n]) => Err(ExportError::Cannot {
                what: format!(
                    "the map's georeference leads off the earth: from {w}, {s} to {e}, {n} degrees"
                ),
                help: "fit the map to control points again; maps across the date line cannot be \
                       written"
                    .to_owned(),
            }),
            None => Ok(bbox),
        }
    }
}

fn positions(coordinates: Option<&Value>, note: &mut impl FnMut([f64; 2])) {
    let Some(Value::Array(entries)) = coordinates else { return };
    if let [x, y, ..] = entries.as_slice()
        && let (Some(x), Some(y)) = (x.as_f64(), y.as_f64())
    {
        return note([x, y]);
    }
    for entry in entries {
        positions(Some(entry), note);
    }
}

fn feature(layer: &str, geometry: Option<Value>, properties: Value) -> Value {
    let mut all = Object::new();
    all.insert("layer".to_owned(), json!(layer));
    if let Value::Object(properties) = properties {
        all.extend(properties);
    }
    json!({ "type": "Feature", "geometry": geometry, "properties": all })
}

fn layer_of(
    map: &Map,
    layer: &str,
    items: &str,
    shapes: &Shapes,
) -> Result<Vec<Value>, ExportError> {
    let items = match items {
        "features" => json(&map.features.items),
        "hexsides" => json(&map.hexsides.items),
        "paths" => json(&map.paths.items),
        "lines" => json(&map.lines.items),
        _ => json(&map.zones.items),
    }?;
    let Value::Array(items) = items else { return Ok(Vec::new()) };
    Ok(items.into_iter().map(|item| feature(layer, shapes.of_item(layer, &item), item)).collect())
}

fn hexes(map: &Map, shapes: &Shapes) -> Result<Vec<Value>, ExportError> {
    let fault = |row: u16, what: &str| ExportError::Cannot {
        what: format!("row {} of the map's {what} does not fit its grid or palette", row + 1),
        help: "run `salient validate` on the map and mend it".to_owned(),
    };
    let grid = &map.grid;
    let mut features = Vec::with_capacity(shapes.grid.len());
    for row in 0..grid.rows {
        let kinds = crate::terrain::row(&map.terrain.palette, &map.terrain.rows, row, grid.columns)
            .ok_or_else(|| fault(row, "terrain"))?;
        let levels = match &map.elevation {
            Some(layer) => crate::terrain::row(&layer.palette, &layer.rows, row, grid.columns)
                .ok_or_else(|| fault(row, "elevation"))?,
            None => Vec::new(),
        };
        for (column, kind) in (0..grid.columns).zip(kinds) {
            let index = HexIndex::new(column, row);
            let Some(hex) = shapes.grid.hex(index) else { continue };
            let mut properties = json!({ "hex": grid.print_hex(index), "terrain": kind });
            if let (Some(level), Value::Object(properties)) =
                (levels.get(usize::from(column)), &mut properties)
            {
                properties.insert("level".to_owned(), json!(level));
            }
            features.push(feature("hex", Some(shapes.polygon(hex)), properties));
        }
    }
    Ok(features)
}

/// The set-up's counters, stack by stack.
fn counters(bundle: &Bundle, shapes: &Shapes, losses: &mut LossReport) -> Vec<Value> {
    let books = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let known: std::collections::BTreeMap<&str, &str> =
        books().map(|counter| (counter.id.as_str(), counter.designation.as_str())).collect();
    let mut features = Vec::new();
    for (at, placement) in bundle.scenario.setup.placements.iter().enumerate() {
        let Ok(mut properties) = serde_json::to_value(placement) else { continue };
        let designations: Vec<&str> = placement
            .counters
            .iter()
            .map(|id| known.get(id.as_str()).copied().unwrap_or(id.as_str()))
            .collect();
        if let Value::Object(properties) = &mut properties {
            properties.insert("designations".to_owned(), json!(designations));
        }
        features.push(feature("counters", shapes.point(&placement.hex), properties));
        let why = "it is a point with the counters' ids and designations; ratings and faces stay in \
                   the order of battle, and an import reads the map only";
        let which = format!("{} {}", placement.hex, designations.join(" "));
        let place = Some(format!("/scenario/setup/placements/{at}"));
        losses.add(Fate::Changed, "stack of the set-up", which, why, place);
    }
    features
}
