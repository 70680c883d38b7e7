//! The scenario looked up once: hexes, counters and units by their places in lists, as the page's
//! data names them.

use std::collections::BTreeMap;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::order_of_battle::{Counter, Face, Formation};
use salient_schema::ruleset::Kind;
use salient_schema::scenario::Entry;
use salient_schema::words::ratings_in_words;
use salient_schema::{Bundle, Provenance};

/// What all parts of the page draw on.
pub(super) struct World<'a> {
    pub(super) bundle: &'a Bundle,
    pub(super) grid: HexGrid,
    /// Every counter, in the order of the orders of battle; of two that share an id the first.
    pub(super) counters: Vec<&'a Counter>,
    places: BTreeMap<&'a str, usize>,
    /// Every unit: a counter, or one of several alike.
    pub(super) units: Vec<Unit>,
    names: BTreeMap<String, usize>,
    formations: BTreeMap<&'a str, &'a Formation>,
    /// Who stands where when play begins, stack by stack, the top first.
    pub(super) set_up: Vec<Stand>,
}

/// A unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// Its counter's place.
    pub(super) counter: usize,
    /// Its number from 1, where there are several alike.
    pub(super) number: Option<u16>,
}

/// A unit on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    pub(super) unit: usize,
    pub(super) hex: Hex,
    pub(super) face: u8,
    /// The placement's place in the scenario.
    pub(super) placement: usize,
}

impl<'a> World<'a> {
    pub(super) fn new(bundle: &'a Bundle) -> Self {
        let mut world = Self {
            bundle,
            grid: HexGrid::new(&bundle.map.grid),
            counters: Vec::new(),
            places: BTreeMap::new(),
            units: Vec::new(),
            names: BTreeMap::new(),
            formations: BTreeMap::new(),
            set_up: Vec::new(),
        };
        for book in &bundle.orders_of_battle {
            for formation in &book.formations {
                world.formations.entry(&formation.id).or_insert(formation);
            }
            book.counters.iter().for_each(|counter| world.add(counter));
        }
        world.set_up = world.stands();
        world
    }

    fn add(&mut self, counter: &'a Counter) {
        let place = self.counters.len();
        if *self.places.entry(&counter.id).or_insert(place) != place {
            return;
        }
        self.counters.push(counter);
        for number in 1..=counter.count {
            let number = (counter.count > 1).then_some(number);
            let name = match number {
                Some(number) => format!("{}#{number}", counter.id),
                None => counter.id.clone(),
            };
            self.names.insert(name, self.units.len());
            self.units.push(Unit { counter: place, number });
        }
    }

    /// The set-up. Where one of several alike is placed, the first that is still free is meant.
    fn stands(&self) -> Vec<Stand> {
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        let mut stands = Vec::new();
        for (placement, placed) in self.bundle.scenario.setup.placements.iter().enumerate() {
            let Some(hex) = self.grid.parse(&placed.hex) else { continue };
            for id in &placed.counters {
                let Some(counter) = self.counter(id) else { continue };
                let nth = taken.entry(counter).or_default();
                let unit = self.units.iter().enumerate().filter(|(_, u)| u.counter == counter);
                if let Some((unit, _)) = unit.into_iter().nth(*nth) {
                    let face = placed.face.unwrap_or(0);
                    stands.push(Stand { unit, hex, face, placement });
                }
                *nth += 1;
            }
        }
        stands
    }

    /// A counter's place.
    pub(super) fn counter(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// A unit's place, by its name in the log.
    pub(super) fn unit(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// A side's place.
    pub(super) fn side(&self, id: &str) -> Option<usize> {
        self.bundle.ruleset.sides.iter().position(|side| side.id == id)
    }

    /// A side's name.
    pub(super) fn side_name<'b>(&'b self, id: &'b str) -> &'b str {
        let side = self.bundle.ruleset.sides.iter().find(|side| side.id == id);
        side.map_or(id, |side| &side.name)
    }

    /// A nation's name.
    pub(super) fn nation_name<'b>(&'b self, id: &'b str) -> &'b str {
        let nation = self.bundle.ruleset.nations.iter().find(|nation| nation.id == id);
        nation.map_or(id, |nation| &nation.name)
    }

    /// A zone's name.
    pub(super) fn zone_name<'b>(&'b self, id: &'b str) -> &'b str {
        let zone = self.bundle.map.zones.items.iter().find(|zone| zone.id == id);
        zone.map_or(id, |zone| &zone.name)
    }

    /// What a counter is called: its print, or its type where it has none.
    pub(super) fn name(&self, counter: &Counter) -> String {
        match counter.designation.trim() {
            "" => self.type_name(&counter.unit_type).to_owned(),
            name => name.to_owned(),
        }
    }

    pub(super) fn type_name<'b>(&'b self, id: &'b str) -> &'b str {
        let kind = self.bundle.ruleset.counters.types.iter().find(|kind| kind.id == id);
        kind.map_or(id, |kind| &kind.name)
    }

    fn size_name<'b>(&'b self, id: &'b str) -> &'b str {
        let size = self.bundle.ruleset.counters.sizes.iter().find(|size| size.id == id);
        size.map_or(id, |size| &size.name)
    }

    /// What a counter is: `Infantry division`, with its nation where that is not plain.
    pub(super) fn what(&self, counter: &Counter) -> String {
        let mut words = vec![self.type_name(&counter.unit_type)];
        words.extend(counter.size.as_deref().map(|size| self.size_name(size)));
        let mut words = words.join(", ");
        if let Some(nation) = counter.nation.as_deref() {
            words.push_str(", ");
            words.push_str(self.nation_name(nation));
        }
        words
    }

    /// What a face says: `strength 30, morale 4, movement 5`.
    pub(super) fn ratings(&self, face: &Face) -> String {
        let mut words: Vec<String> = Vec::new();
        words.extend(face.designation.clone());
        words.extend(face.unit_type.as_deref().map(|id| self.type_name(id).to_owned()));
        words.extend(face.size.as_deref().map(|id| self.size_name(id).to_owned()));
        let layout = &self.bundle.ruleset.counters;
        let ratings = ratings_in_words(&layout.ratings, &face.ratings);
        words.extend(Some(ratings).filter(|ratings| !ratings.is_empty()));
        words.join(", ")
    }

    /// What a formation has of ratings: `Corps boxes 5, Limit 3`; nothing where it has none.
    pub(super) fn ratings_of_formation(&self, formation: &Formation) -> String {
        ratings_in_words(&self.bundle.ruleset.counters.formation_ratings, &formation.ratings)
    }

    /// The formations that a counter belongs to, the nearest first.
    pub(super) fn formations(&self, counter: &Counter) -> Vec<&'a Formation> {
        let mut above = Vec::new();
        let mut id = counter.formation.as_deref();
        // Faulty data may go round in circles.
        while let Some(formation) = id.and_then(|id| self.formations.get(id))
            && above.len() < 32
        {
            above.push(*formation);
            id = formation.parent.as_deref();
        }
        above
    }

    /// Whether the scenario has a use for a zone: in its set-up, its control or its arrivals.
    pub(super) fn uses_zone(&self, id: &str) -> bool {
        let scenario = &self.bundle.scenario;
        let free = scenario
            .setup
            .free
            .iter()
            .flat_map(|free| std::iter::once(free.zone.as_str()).chain(free.front.as_deref()));
        let control = scenario.setup.control.iter().map(|control| control.zone.as_str());
        let arrivals = scenario.reinforcements.iter().flat_map(|one| {
            let entry = match &one.entry {
                Entry::Zone(zone) => Some(zone.as_str()),
                Entry::Letter(_) | Entry::Hexes(_) => None,
            };
            let held = one.condition.as_ref().and_then(|one| one.while_holding.as_deref());
            entry.into_iter().chain(held)
        });
        free.chain(control).chain(arrivals).any(|used| used == id)
    }

    /// The place in a hex that people know it by.
    pub(super) fn place_name(&self, hex: Hex) -> Option<&'a str> {
        let label = self.grid.label(hex);
        let mut features = self.bundle.map.features.items.iter();
        features
            .find(|feature| feature.hex == label && feature.name.is_some())
            .and_then(|feature| feature.name.as_deref())
    }

    /// The terrain of a hex, by its place in the ruleset.
    pub(super) fn terrain(&self, hex: Hex) -> Option<usize> {
        let at = self.grid.index(hex);
        let layer = &self.bundle.map.terrain;
        let glyph = layer.rows.get(usize::from(at.row))?.chars().nth(usize::from(at.column))?;
        let id = layer.palette.get(glyph.encode_utf8(&mut [0; 4]) as &str)?;
        self.bundle.ruleset.terrain.iter().position(|kind| kind.id == *id)
    }
}

/// A kind's name.
pub(super) fn kind_name<'a>(kinds: &'a [Kind], id: &'a str) -> &'a str {
    kinds.iter().find(|kind| kind.id == id).map_or(id, |kind| &kind.name)
}

/// Where a datum comes from, in a word, where that is not print.
pub(super) fn source(provenance: Provenance) -> Option<&'static str> {
    match provenance {
        Provenance::Printed => None,
        Provenance::Surveyed => Some("surveyed"),
        Provenance::Reconstructed => Some("reconstructed"),
        Provenance::Invented => Some("invented"),
    }
}
