//! GeoJSON as a map: our own comes back whole; from others' come hexagons with their terrain, and
//! points as features.

use salient_schema::Ruleset;
use salient_schema::map::{Feature, Hexside, Line, Map, Path, Zone};
use salient_tables::file::BYTE_ORDER_MARK;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map as Object, Value};

use super::stream::{Feature as AnyFeature, Fields, Head};
use super::theirs::theirs;
use crate::geo::theirs::FEATURES;
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
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes);
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
                let why = "counters come in with a bundle or CSV (--from bundle, --from csv), which \
                           have their order of battle";
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
