//! What a file of JSON is, by the names at its top.

use std::collections::BTreeSet;
use std::fmt;

use salient_schema::FileKind;
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

/// Whose JSON a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Json {
    /// A map of Tiled.
    Tiled,
    /// GeoJSON.
    Geojson,
    /// A save of Tabletop Simulator.
    Tabletop,
    /// Our own, or anybody else's; or no JSON at all.
    Other,
}

/// Tells whose a file is. Of ours the beginning is looked at, of others all; nothing but names is
/// kept.
#[must_use]
pub fn json(bytes: &[u8]) -> Json {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Ok(Names(names)) = serde_json::from_slice(bytes) else { return Json::Other };
    let has = |name: &str| names.contains(name);
    if has("layers") && has("tilewidth") && has("orientation") {
        Json::Tiled
    } else if has("features") && !has("$schema") {
        Json::Geojson
    } else if has("SaveName") && has("ObjectStates") {
        Json::Tabletop
    } else {
        Json::Other
    }
}

/// The names of an object's members, of those that tell.
struct Names(BTreeSet<String>);

const TELLING: [&str; 7] =
    ["layers", "tilewidth", "orientation", "features", "$schema", "SaveName", "ObjectStates"];

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Names, A::Error> {
                let mut names = BTreeSet::new();
                while let Some(name) = from.next_key::<String>()? {
                    if name == "$schema" {
                        // Our own files say so at their beginning: the rest need not be read.
                        let schema: Value = from.next_value()?;
                        if schema.as_str().and_then(FileKind::of_schema).is_some() {
                            return Err(A::Error::custom("a file of Salient's"));
                        }
                    } else {
                        from.next_value::<IgnoredAny>()?;
                    }
                    if TELLING.contains(&name.as_str()) {
                        names.insert(name);
                    }
                }
                Ok(Names(names))
            }
        }
        from.deserialize_map(Members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_names() {
        let tiled = br#"{"layers": [], "orientation": "hexagonal", "tilewidth": 8}"#;
        for (bytes, is) in [
            (&tiled[..], Json::Tiled),
            (br#"{"type": "FeatureCollection", "features": []}"#, Json::Geojson),
            (br#"{"$schema": "map.schema.json", "features": {}}"#, Json::Other),
            (br#"{"$schema": "https://example.org/other", "features": []}"#, Json::Other),
            (b"[1]", Json::Other),
            (b"{\"layers\"", Json::Other),
        ] {
            assert_eq!(json(bytes), is, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
