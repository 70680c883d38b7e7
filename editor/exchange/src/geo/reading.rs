//! GeoJSON as a map: our own comes back whole; from others' come hexagons with their terrain, and
//! points as features.

use std::collections::BTreeMap;

use salient_hex::grid::HexGrid;
use salient_schema::map::{Feature, Georeference, Hexside, Line, Map, Orientation, Path, Zone};
use salient_schema::{HexIndex, Provenance, Ruleset};
use serde::de::DeserializeOwned;
use serde_json::{Map as Object, Value};

use super::lattice::{self, Hexagon};
use crate::terrain::{Few, TerrainByHex};
use crate::{Fate, ImportError, Imported, LossReport, draft};

/// Reads a file: a map that was written here, or a collection of hexagons from elsewhere (as QGIS
/// makes them), each with its terrain in a property.
///
/// # Errors
/// What is no GeoJSON, and a file in which no hexgrid can be found.
pub fn read(place: &str, bytes: &[u8], ruleset: Option<Ruleset>) -> Result<Imported, ImportError> {
    let fault = |what: String, help: &str| ImportError {
        place: place.to_owned(),
        what,
        help: help.to_owned(),
    };
    let mut document: Value = serde_json::from_slice(bytes).map_err(|error| {
        let place = format!("{place}:{}:{}", error.line(), error.column());
        let what = format!("is no JSON: {error}");
        ImportError { place, what, help: "mend it, or export it again".to_owned() }
    })?;
    if document.get("type").and_then(Value::as_str) != Some("FeatureCollection") {
        let what = "is no GeoJSON FeatureCollection".to_owned();
        return Err(fault(what, "export the layer as GeoJSON"));
    }
    let features = match document.get_mut("features").map(Value::take) {
        Some(Value::Array(features)) => features,
        _ => return Err(fault("has no features".to_owned(), "export the layer with features")),
    };
    let mut losses = LossReport::new("geojson");
    let map = match document.pointer_mut("/salient/map").map(Value::take) {
        Some(frame) => ours(place, frame, features, &mut losses)?,
        None => theirs(place, &features, &mut losses)?,
    };
    losses.sort();
    let ruleset_is_drafted = ruleset.is_none();
    let ruleset = ruleset.unwrap_or_else(|| draft::ruleset(&map, &[], &[]));
    let imported = Imported {
        ruleset,
        ruleset_is_drafted,
        map,
        orders_of_battle: Vec::new(),
        scenarios: Vec::new(),
        pictures: Vec::new(),
        losses,
    };
    draft::sound(imported, place)
}

/// A map that was written here.
fn ours(
    place: &str,
    frame: Value,
    features: Vec<Value>,
    losses: &mut LossReport,
) -> Result<Map, ImportError> {
    let mut map = fill_frame(&format!("{place}: salient.map"), frame)?;
    let mut ground = TerrainByHex::of(&map);
    let mut strangers = Few::new(Fate::Dropped, "feature", "the map has no such hex or layer");
    for (at, feature) in features.into_iter().enumerate() {
        let here = || format!("{place}: features[{at}]");
        let mut properties = match feature {
            Value::Object(mut feature) => match feature.remove("properties") {
                Some(Value::Object(properties)) => properties,
                _ => Object::new(),
            },
            _ => Object::new(),
        };
        let layer = properties.remove("layer");
        match layer.as_ref().and_then(Value::as_str).unwrap_or_default() {
            "hex" => {
                let text = |name: &str| properties.get(name).and_then(Value::as_str);
                let hex = text("hex").and_then(|hex| map.grid.parse_hex(hex));
                let (Some(hex), Some(kind)) = (hex, text("terrain")) else {
                    strangers.note(|| text("hex").unwrap_or("?").to_owned(), Some(here()));
                    continue;
                };
                ground.set_kind(hex, kind);
                if let Some(level) = properties.get("level").and_then(Value::as_i64) {
                    ground.set_level(hex, level.clamp(i16::MIN.into(), i16::MAX.into()) as i16);
                }
            }
            "feature" => map.features.items.push(typed_item::<Feature>(properties, here)?),
            "hexside" => map.hexsides.items.push(typed_item::<Hexside>(properties, here)?),
            "path" => map.paths.items.push(typed_item::<Path>(properties, here)?),
            "line" => map.lines.items.push(typed_item::<Line>(properties, here)?),
            "zone" => map.zones.items.push(typed_item::<Zone>(properties, here)?),
            "counters" => {
                let hex = properties.get("hex").and_then(Value::as_str).unwrap_or("?");
                let why = "counters come in by --from bundle or csv, with their order of battle";
                losses.add(Fate::Dropped, "stack of the set-up", hex, why, Some(here()));
            }
            other => strangers.note(|| format!("layer `{other}`"), Some(here())),
        }
    }
    strangers.report(losses);
    ground.finish(&mut map, "the file has no hexagon of it", losses);
    map.sort();
    Ok(map)
}

/// The map of a frame, with nothing on it yet.
pub fn fill_frame(place: &str, mut frame: Value) -> Result<Map, ImportError> {
    for (layer, list) in [
        ("terrain", "rows"),
        ("elevation", "rows"),
        ("features", "items"),
        ("hexsides", "items"),
        ("paths", "items"),
        ("lines", "items"),
        ("zones", "items"),
    ] {
        if let Some(Value::Object(layer)) = frame.get_mut(layer) {
            layer.insert(list.to_owned(), Value::Array(Vec::new()));
        }
    }
    let map: Map = serde_json::from_value(frame).map_err(|error| ImportError {
        place: place.to_owned(),
        what: error.to_string(),
        help: "export the map again".to_owned(),
    })?;
    draft::within_limits(&map.grid, &format!("{place}.grid"))?;
    Ok(map)
}

/// An item of a layer from its properties.
pub fn typed_item<T: DeserializeOwned>(
    properties: Object<String, Value>,
    place: impl FnOnce() -> String,
) -> Result<T, ImportError> {
    serde_json::from_value(Value::Object(properties)).map_err(|error| ImportError {
        place: place(),
        what: error.to_string(),
        help: "mend its properties, or take it out".to_owned(),
    })
}

/// Properties that may say what a hex or a point is, the surest first.
const KIND: [&str; 9] =
    ["terrain", "kind", "type", "class", "landuse", "natural", "landcover", "place", "fclass"];

/// A map of others' hexagons.
fn theirs(place: &str, features: &[Value], losses: &mut LossReport) -> Result<Map, ImportError> {
    let hexagons: Vec<Hexagon> =
        features.iter().enumerate().filter_map(|(at, f)| hexagon(at, f)).collect();
    let lattice = lattice::find(&hexagons).ok_or_else(|| ImportError {
        place: place.to_owned(),
        what: "holds no hexagons that touch".to_owned(),
        help:
            "make a hexagonal grid over the map (as QGIS does) with the terrain in a property, or \
               make the map from the data by a recipe: salient map build"
                .to_owned(),
    })?;
    let mut map = draft::empty_map(Orientation::FlatTopped, 1, 1);
    map.grid = lattice.grid;
    map.georeference = lattice.georeference;
    for layer in [&mut map.terrain.provenance, &mut map.features.provenance] {
        *layer = Provenance::Surveyed;
    }
    let mut apart = Few::new(
        Fate::Dropped,
        "hexagon",
        "it does not touch the others side by side, or lies upon one",
    );
    for at in lattice.apart {
        apart.note(String::new, Some(format!("{place}: features[{at}]")));
    }
    apart.report(losses);
    let mut ground = TerrainByHex::of(&map);
    let grid = HexGrid::new(&map.grid);
    let mut read = BTreeMap::new();
    let mut placed = Vec::new();
    let mut others: BTreeMap<&str, Few> = BTreeMap::new();
    for (at, feature) in features.iter().enumerate() {
        let properties = feature.get("properties").and_then(Value::as_object);
        let kind = properties.and_then(kind_of);
        let here = || Some(format!("{place}: features[{at}]"));
        if let Some(hex) = lattice.hexes.get(&at) {
            let (name, kind) = kind.unwrap_or(("", "open"));
            ground.set_kind(*hex, &draft::id(kind, "open"));
            note_properties(properties, name, &mut read);
            continue;
        }
        let geometry = feature.pointer("/geometry/type").and_then(Value::as_str).unwrap_or("none");
        let hex = (geometry == "Point")
            .then(|| position(feature.pointer("/geometry/coordinates")?))
            .flatten()
            .and_then(|point| hex_under(&grid, map.georeference.as_ref(), point));
        if let Some(hex) = hex {
            let (used, kind) = kind.unwrap_or(("", "place"));
            note_properties(properties, used, &mut read);
            let name = properties.and_then(|p| p.get("name")).and_then(Value::as_str);
            placed.push(feature_in(&map.grid.print_hex(hex), kind, name));
        } else if !hexagons.iter().any(|hexagon| hexagon.feature == at) {
            let why = match geometry {
                "Point" => "it lies in no hex of the map",
                "LineString" | "MultiLineString" => {
                    "rivers and roads are laid along hexsides and through hexes by a recipe: salient \
                     map build"
                }
                _ => {
                    "only hexagons and points are read; areas become terrain by a recipe: salient map \
                      build"
                }
            };
            let few = || Few::new(Fate::Dropped, "feature", why);
            others.entry(why).or_insert_with(few).note(|| geometry.to_owned(), here());
        }
    }
    for few in others.into_values() {
        few.report(losses);
    }
    for (name, count) in read {
        let why = format!("{count} features have it; only what they are and their name are read");
        losses.add(Fate::Dropped, "property", name, why, None);
    }
    // One of a kind in a hex.
    placed.sort();
    let mut twice = Few::new(Fate::Dropped, "feature", "its hex has another of its kind");
    for feature in placed {
        let has =
            map.features.items.last().is_some_and(|last: &Feature| {
                (&last.hex, &last.kind) == (&feature.hex, &feature.kind)
            });
        if has {
            let which = feature.name.clone().unwrap_or_default();
            twice.note(|| format!("{} {} {which}", feature.hex, feature.kind), None);
        } else {
            map.features.items.push(feature);
        }
    }
    twice.report(losses);
    ground.finish(&mut map, "the file has no hexagon of it", losses);
    map.sort();
    Ok(map)
}

fn feature_in(hex: &str, kind: &str, name: Option<&str>) -> Feature {
    Feature {
        hex: hex.to_owned(),
        kind: draft::id(kind, "place"),
        name: name.map(str::to_owned),
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    }
}

fn kind_of(properties: &Object<String, Value>) -> Option<(&'static str, &str)> {
    KIND.iter().find_map(|name| {
        let text = properties.get(*name)?.as_str().filter(|text| !text.is_empty())?;
        Some((*name, text))
    })
}

/// Counts the properties that are not read.
fn note_properties<'p>(
    properties: Option<&'p Object<String, Value>>,
    used: &str,
    unread: &mut BTreeMap<&'p str, usize>,
) {
    for (name, value) in properties.into_iter().flatten() {
        // Few of any kind: a file of endless property names is no map.
        if name != used && name != "name" && !value.is_null() && unread.len() < 1000 {
            *unread.entry(name).or_default() += 1;
        }
    }
}

fn position(coordinates: &Value) -> Option<[f64; 2]> {
    let entries = coordinates.as_array()?;
    Some([entries.first()?.as_f64()?, entries.get(1)?.as_f64()?])
}

fn hexagon(at: usize, feature: &Value) -> Option<Hexagon> {
    let coordinates = feature.pointer("/geometry/coordinates")?;
    let ring = match feature.pointer("/geometry/type")?.as_str()? {
        "Polygon" => coordinates.get(0)?,
        "MultiPolygon" if coordinates.as_array()?.len() == 1 => coordinates.get(0)?.get(0)?,
        _ => return None,
    };
    let ring = ring.as_array().filter(|ring| ring.len() == 7)?;
    let mut corners = [[0.0; 2]; 6];
    for (corner, point) in corners.iter_mut().zip(ring) {
        *corner = position(point)?;
    }
    Some(Hexagon { feature: at, corners })
}

fn hex_under(
    grid: &HexGrid,
    georeference: Option<&Georeference>,
    [longitude, latitude]: [f64; 2],
) -> Option<HexIndex> {
    let [a, b, c, d, e, f] = georeference?.plane_from_degrees;
    let x = a * longitude + b * latitude + c;
    let y = d * longitude + e * latitude + f;
    grid.hex_at([x as f32, y as f32]).map(|hex| grid.index(hex))
}
