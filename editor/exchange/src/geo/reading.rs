//! GeoJSON as a map: our own comes back whole; from others' come hexagons with their terrain, and
//! points as features.

use std::collections::BTreeMap;

use salient_hex::grid::HexGrid;
use salient_schema::map::{Feature, Georeference, Hexside, Line, Map, Orientation, Path, Zone};
use salient_schema::{HexIndex, Provenance, Ruleset};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map as Object, Value};

use super::lattice::{self, Hexagon, Lattice};
use super::stream::{Feature as AnyFeature, Fields, Geometry, Head, Word};
use super::system::System;
use crate::terrain::{Few, TerrainByHex};
use crate::{Fate, ImportError, Imported, LossReport, draft, limits};

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
    let mut head = Head::read(place, bytes)?;
    if !head.is_collection {
        let what = "is no GeoJSON FeatureCollection".to_owned();
        return Err(fault(what, "export the layer as GeoJSON"));
    }
    if !head.has_features() {
        return Err(fault("has no features".to_owned(), "export the layer with features"));
    }
    let mut losses = LossReport::new("geojson");
    let map = match head.frame.take() {
        Some(frame) => ours(place, bytes, &head, frame, &mut losses)?,
        None => theirs(place, bytes, &head, ruleset.as_ref(), &mut losses)?,
    };
    let ruleset = draft::given_or(ruleset, || draft::ruleset(&map, &[], &[]));
    draft::map_alone(place, map, ruleset, losses)
}

/// What is counted.
const FEATURES: &str = "features";

/// A map that was written here.
fn ours(
    place: &str,
    bytes: &[u8],
    head: &Head,
    frame: Value,
    losses: &mut LossReport,
) -> Result<Map, ImportError> {
    let mut map = fill_frame(&format!("{place}: salient.map"), frame)?;
    let mut ground = TerrainByHex::of(&map);
    let mut strangers = Few::new(Fate::Dropped, "feature", "the map has no such hex or layer");
    let mut hexes = 0;
    head.each(place, bytes, |at, feature: AnyFeature<IgnoredAny, Fields<Value>>| {
        let here = || format!("{place}: features[{at}]");
        losses.counts.see(FEATURES, 1);
        let mut properties = Object::from_iter(feature.properties.0);
        let layer = properties.remove("layer");
        match layer.as_ref().and_then(Value::as_str).unwrap_or_default() {
            "hex" => {
                let text = |name: &str| properties.get(name).and_then(Value::as_str);
                let hex = text("hex").and_then(|hex| map.grid.parse_hex(hex));
                let (Some(hex), Some(kind)) = (hex, text("terrain")) else {
                    strangers.note(|| text("hex").unwrap_or("?").to_owned(), Some(here()));
                    return Ok(());
                };
                ground.set_kind(hex, kind);
                hexes += 1;
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
                losses.leave_out(FEATURES, "stack of the set-up", hex, why, Some(here()));
            }
            other => strangers.note(|| format!("layer `{other}`"), Some(here())),
        }
        Ok(())
    })?;
    losses.counts.place(FEATURES, hexes + items_of(&map));
    strangers.report_counted(FEATURES, losses);
    ground.finish(&mut map, "the file has no hexagon of it", losses);
    map.sort();
    Ok(map)
}

/// How many things are on a map, besides its terrain.
fn items_of(map: &Map) -> usize {
    let Map { features, hexsides, paths, lines, zones, .. } = map;
    let between = hexsides.items.len() + paths.items.len() + lines.items.len();
    features.items.len() + between + zones.items.len()
}

/// The map of a frame, with nothing on it yet.
pub fn fill_frame(place: &str, mut frame: Value) -> Result<Map, ImportError> {
    for (layer, list) in super::LISTS {
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
fn theirs(
    place: &str,
    bytes: &[u8],
    head: &Head,
    ruleset: Option<&Ruleset>,
    losses: &mut LossReport,
) -> Result<Map, ImportError> {
    let system = System::of(place, head.crs.as_ref())?;
    let lattice = lattice(place, bytes, head, &system)?.ok_or_else(|| ImportError {
        place: place.to_owned(),
        what: "holds no regular hexagons side by side".to_owned(),
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
    apart.report_counted(FEATURES, losses);
    let mut ground = TerrainByHex::of_drawing(&map, ruleset);
    let grid = HexGrid::new(&map.grid);
    let mut read = BTreeMap::new();
    let mut placed = Vec::new();
    let mut others: BTreeMap<&str, Few> = BTreeMap::new();
    head.each(place, bytes, |at, feature: AnyFeature<Geometry, Fields<Word>>| {
        let AnyFeature { geometry, properties } = feature;
        losses.counts.see(FEATURES, 1);
        let kind = kind_of(&properties);
        let here = || Some(format!("{place}: features[{at}]"));
        if let Some(hex) = lattice.hexes.get(&at) {
            let (name, kind) = kind.unwrap_or(("", "open"));
            ground.set_kind(*hex, &draft::id(kind, "open"));
            note_properties(&properties, name, &mut read);
            return Ok(());
        }
        let shape = geometry.kind.text().unwrap_or("none");
        let hex = (shape == "Point")
            .then(|| geometry.position())
            .flatten()
            .and_then(|place| system.degrees(place))
            .and_then(|point| hex_under(&grid, map.georeference.as_ref(), point));
        if let Some(hex) = hex {
            let (used, kind) = kind.unwrap_or(("", "place"));
            note_properties(&properties, used, &mut read);
            let name = properties.0.get("name").and_then(Word::text).map(str::to_owned);
            let kind = draft::id(kind, "place");
            placed.push(draft::feature(map.grid.print_hex(hex), kind, name));
        } else if geometry.hexagon().is_none() {
            let why = match shape {
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
            others.entry(why).or_insert_with(few).note(|| shape.to_owned(), here());
        }
        Ok(())
    })?;
    for few in others.into_values() {
        few.report_counted(FEATURES, losses);
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
    twice.report_counted(FEATURES, losses);
    losses.counts.place(FEATURES, ground.known() + map.features.items.len());
    ground.finish(&mut map, "the file has no hexagon of it", losses);
    map.sort();
    Ok(map)
}

fn kind_of(properties: &Fields<Word>) -> Option<(&'static str, &str)> {
    KIND.iter().find_map(|name| {
        let text = properties.0.get(*name)?.text().filter(|text| !text.is_empty())?;
        Some((*name, text))
    })
}

/// Counts the properties that are not read.
fn note_properties(properties: &Fields<Word>, used: &str, unread: &mut BTreeMap<String, usize>) {
    for (name, value) in &properties.0 {
        if name == used || name == "name" || *value == Word::Null {
            continue;
        }
        if let Some(count) = unread.get_mut(name) {
            *count += 1;
        } else if unread.len() < 1000 {
            // Few of any kind: a file of endless property names is no map.
            unread.insert(name.clone(), 1);
        }
    }
}

/// The hexgrid that the hexagons of a document make.
fn lattice(
    place: &str,
    bytes: &[u8],
    head: &Head,
    system: &System,
) -> Result<Option<Lattice>, ImportError> {
    let mut hexagons: Vec<Hexagon> = Vec::new();
    head.each(place, bytes, |feature, shape: AnyFeature<Geometry, IgnoredAny>| {
        if let Some(corners) = shape.geometry.hexagon() {
            let here = || format!("{place}: features[{feature}]");
            let corners = in_degrees(corners, system, here)?;
            hexagons.push(Hexagon { feature, corners });
        }
        if hexagons.len() as u64 > limits::HEXES {
            return Err(ImportError {
                place: format!("{place}: features[{feature}]"),
                what: format!("there are more than {} hexagons", limits::HEXES),
                help: "a map has 1 to 4096 columns and rows; export a part of the layer".to_owned(),
            });
        }
        Ok(())
    })?;
    Ok(lattice::find(&hexagons))
}

/// The corners of a hexagon on the earth.
fn in_degrees(
    corners: [[f64; 2]; 6],
    system: &System,
    place: impl Fn() -> String,
) -> Result<[[f64; 2]; 6], ImportError> {
    let on_earth = |[x, y]: &[f64; 2]| x.abs() <= 360.0 && y.abs() <= 90.0;
    let mut degrees = corners;
    for corner in &mut degrees {
        let found = system.degrees(*corner).filter(on_earth);
        let [x, y] = *corner;
        *corner = found.ok_or_else(|| ImportError {
            place: place(),
            what: match system {
                System::Degrees => {
                    format!("{x}, {y} are no degrees, and no member `crs` says what they are")
                }
                System::Projected { name, .. } => format!("{x}, {y} lie nowhere in {name}"),
            },
            help: "export the layer anew in EPSG:4326, in degrees".to_owned(),
        })?;
    }
    Ok(degrees)
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
