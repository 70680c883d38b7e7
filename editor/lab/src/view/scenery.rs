//! What is known beside the report: of the map and the ruleset.

use std::collections::BTreeMap;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::Bundle;

use super::words;
use crate::report::Report;

/// What is known beside the report: of the map and the ruleset. Without their files names are
/// those of the report's ids.
#[derive(Clone, Debug, Default)]
pub struct Scenery {
    nations: BTreeMap<String, String>,
    /// The hexes' numbers, where there is no grid to write them.
    labels: Vec<String>,
    grid: Option<HexGrid>,
    places: BTreeMap<usize, String>,
    metres_per_hex: Option<f64>,
}

impl Scenery {
    /// Of the scenario that was played, if its files are at hand.
    #[must_use]
    pub fn new(report: &Report, bundle: Option<&Bundle>) -> Self {
        let Some(bundle) = bundle else {
            return Self { labels: report.subject.hexes.clone(), ..Self::default() };
        };
        Self::of(bundle)
    }

    /// Of a scenario.
    #[must_use]
    pub fn of(bundle: &Bundle) -> Self {
        let grid = HexGrid::new(&bundle.map.grid);
        let mut places = BTreeMap::new();
        for feature in &bundle.map.features.items {
            if let (Some(name), Some(hex)) = (&feature.name, grid.parse(&feature.hex)) {
                // The first of several in a hex is the one that the map has first.
                places.entry(hex.index()).or_insert_with(|| name.clone());
            }
        }
        let nations = bundle.ruleset.nations.iter();
        Self {
            nations: nations.map(|one| (one.id.clone(), one.name.clone())).collect(),
            labels: Vec::new(),
            grid: Some(grid),
            places,
            metres_per_hex: Some(bundle.map.grid.metres_per_hex),
        }
    }

    /// A nation's name.
    #[must_use]
    pub fn nation(&self, id: &str) -> String {
        let named = self.nations.get(id).cloned();
        named.unwrap_or_else(|| words::capital(&id.replace('-', " ")))
    }

    /// From one hex to the next, in metres.
    #[must_use]
    pub fn metres_per_hex(&self) -> Option<f64> {
        self.metres_per_hex
    }

    fn label(&self, place: usize) -> String {
        match &self.grid {
            Some(grid) => grid.label(Hex(place as u32)),
            None => self.labels.get(place).cloned().unwrap_or_default(),
        }
    }

    /// The number of a hex, by its place in the subject's list, and the name of the place in it.
    #[must_use]
    pub fn hex(&self, place: usize) -> String {
        match self.places.get(&place) {
            Some(name) => format!("{} {name}", self.label(place)),
            None => self.label(place),
        }
    }

    /// The same, with the nearest place for a hex that has none itself.
    #[must_use]
    pub fn hex_near(&self, place: usize) -> String {
        let hex = Hex(place as u32);
        let near = self.grid.as_ref().and_then(|grid| {
            (1..=3).find_map(|radius| {
                let around = grid.within(hex, radius).into_iter();
                around.filter_map(|other| self.places.get(&other.index())).next()
            })
        });
        match near.filter(|_| !self.places.contains_key(&place)) {
            Some(name) => format!("{} near {name}", self.label(place)),
            None => self.hex(place),
        }
    }

    /// The same for a hex by its number.
    #[must_use]
    pub fn numbered(&self, label: &str) -> String {
        let known = self.grid.as_ref().and_then(|grid| grid.parse(label));
        known.map_or_else(|| label.to_owned(), |hex| self.hex_near(hex.index()))
    }
}
