//! By which hexes arrivals come in.

use ahash::AHashMap;
use salient_schema::scenario::Entry;
use salient_schema::{Bundle, HexLabel};

/// The hexes of the map by which a group may come in, as the map prints them.
pub fn entry_hexes(bundle: &Bundle, entry: &Entry) -> Vec<HexLabel> {
    Entries::of(bundle).hexes(entry).into_iter().cloned().collect()
}

/// What entries of the schedule stand for on the map.
pub(crate) struct Entries<'a> {
    /// Letter → the hexes that have it.
    lettered: AHashMap<&'a str, Vec<&'a HexLabel>>,
    /// Zone → its hexes.
    zones: AHashMap<&'a str, &'a [HexLabel]>,
}

impl<'a> Entries<'a> {
    pub(crate) fn of(bundle: &'a Bundle) -> Self {
        let map = &bundle.map;
        let mut lettered: AHashMap<&str, Vec<&HexLabel>> = AHashMap::new();
        for feature in &map.features.items {
            if let Some(letter) = &feature.letter {
                lettered.entry(letter).or_default().push(&feature.hex);
            }
        }
        // Of two zones with one id, the first counts.
        let zones = map.zones.items.iter().rev();
        Self { lettered, zones: zones.map(|zone| (&*zone.id, &*zone.hexes)).collect() }
    }

    pub(crate) fn hexes<'b>(&'b self, entry: &'b Entry) -> Vec<&'b HexLabel> {
        match entry {
            Entry::Letter(letter) => {
                self.lettered.get(letter.as_str()).cloned().unwrap_or_default()
            }
            Entry::Hexes(hexes) => hexes.iter().collect(),
            Entry::Zone(id) => self.zones.get(id.as_str()).into_iter().copied().flatten().collect(),
        }
    }
}
