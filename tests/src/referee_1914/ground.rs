//! The map: what lies in hexes and between them.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::{Hex, HexGrid};
use salient_schema::Map;

use super::book::Book;

/// Rivers, from the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum River {
    #[default]
    None,
    Minor,
    Major,
    Great,
    Grand,
}

/// What is drawn between two hexes.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// What the ground of the hexside costs, where that is drawn.
    ground: Option<i32>,
    /// What the river adds.
    water: i32,
    escarpment: i32,
    pub river: River,
    /// A roadway bridge (1914 3.4.3): over each major and great river, a grand one where printed.
    pub bridge: bool,
    /// Whether that is the pontoon bridge, which one formation crosses in a phase (1914 24.6).
    pub pontoon: bool,
    pub forest: bool,
    /// Whether some of it is clear.
    pub open: bool,
    pub transition: bool,
    pub ridge: bool,
    pub sea: bool,
    /// What no attack crosses (1914 9.2.3).
    pub closed: bool,
    /// What is flooded once the inundation is made (1914 21.3).
    pub inundation: bool,
}

impl Between {
    pub fn is_escarpment(&self) -> bool {
        self.escarpment > 0
    }
}

/// The map.
pub struct Ground {
    pub grid: HexGrid,
    kinds: Vec<String>,
    costs: Vec<Option<i32>>,
    defence: Vec<i32>,
    pub level: Vec<i32>,
    pub mountainous: Vec<bool>,
    pub printed: Vec<bool>,
    pub port: Vec<bool>,
    between: BTreeMap<(Hex, Hex), Between>,
    /// Pairs of hexes that a railway joins.
    pub rails: BTreeSet<(Hex, Hex)>,
    /// Hexes with railways; whether one of them has two tracks.
    pub tracks: BTreeMap<Hex, bool>,
    zones: BTreeMap<String, BTreeSet<Hex>>,
    /// Hexes in the loop of a river.
    loops: BTreeSet<Hex>,
    nothing: Between,
}

pub fn pair(one: Hex, other: Hex) -> (Hex, Hex) {
    (one.min(other), one.max(other))
}

impl Ground {
    pub fn new(map: &Map, book: &Book<'_>) -> Result<Self, String> {
        let grid = HexGrid::new(&map.grid);
        let len = grid.len();
        let mut kinds = Vec::with_capacity(len);
        for row in &map.terrain.rows {
            for glyph in row.chars() {
                let kind = map.terrain.palette.get(&glyph.to_string());
                kinds.push(kind.ok_or_else(|| format!("no terrain for '{glyph}'"))?.to_string());
            }
        }
        let mut level = vec![0; len];
        if let Some(layer) = &map.elevation {
            let glyphs = layer.rows.iter().flat_map(|row| row.chars());
            for (at, glyph) in level.iter_mut().zip(glyphs) {
                *at = layer.palette.get(&glyph.to_string()).map_or(0, |level| i32::from(*level));
            }
        }
        let kind_of = |id: &str| book.ruleset.terrain.iter().find(|kind| kind.id == id);
        let costs = kinds
            .iter()
            .map(|id| kind_of(id).filter(|kind| !kind.impassable).and_then(|kind| kind.movement));
        let costs = costs.collect();
        let defence = kinds.iter().map(|id| kind_of(id).map_or(0, |kind| kind.defence)).collect();
        let mountainous = kinds
            .iter()
            .map(|id| book.is("mountainous", id) || book.is("steep-mountain", id))
            .collect();
        let mut ground = Self {
            grid,
            kinds,
            costs,
            defence,
            level,
            mountainous,
            printed: vec![false; len],
            port: vec![false; len],
            between: BTreeMap::new(),
            rails: BTreeSet::new(),
            tracks: BTreeMap::new(),
            zones: BTreeMap::new(),
            loops: BTreeSet::new(),
            nothing: Between::default(),
        };
        ground.lay(map, book)?;
        Ok(ground)
    }

    /// What lies on the ground.
    fn lay(&mut self, map: &Map, book: &Book<'_>) -> Result<(), String> {
        for feature in &map.features.items {
            let hex = self.hex(&feature.hex)?;
            self.printed[hex.index()] |= book.is("printed-position", &feature.kind);
            self.port[hex.index()] |= book.is("port", &feature.kind);
        }
        for zone in &map.zones.items {
            let hexes = zone.hexes.iter().map(|label| self.hex(label));
            self.zones.insert(zone.id.to_string(), hexes.collect::<Result<_, _>>()?);
        }
        // 1914 3.4.4, 3.4.4a: where rivers count for nothing, and where for those who attack inwards.
        let filling =
            |role: &'static str| self.zones.iter().filter(move |(id, _)| book.is(role, id));
        let cities: Vec<BTreeSet<Hex>> =
            filling("city-without-river").map(|(_, hexes)| hexes.clone()).collect();
        self.loops = filling("river-loop").flat_map(|(_, hexes)| hexes.clone()).collect();
        let rivers = ["minor-river", "major-river", "great-river", "grand-river"];
        let mut bridges = BTreeSet::new();
        for item in &map.hexsides.items {
            let side = self.grid.parse_side(&item.side);
            let side = side.ok_or_else(|| format!("'{}' is no hexside", item.side))?;
            let Some(other) = self.grid.neighbour(side.hex(), side.direction()) else { continue };
            let place = pair(side.hex(), other);
            if book.is("roadway-bridge", &item.kind) || book.is("pontoon-bridge", &item.kind) {
                bridges.insert(place);
            }
            let inside = |city: &BTreeSet<Hex>| city.contains(&place.0) && city.contains(&place.1);
            let dry =
                cities.iter().any(inside) && rivers.iter().any(|role| book.is(role, &item.kind));
            if !dry {
                self.between.entry(place).or_default().add(&item.kind, book);
            }
        }
        for (place, between) in &mut self.between {
            between.bridge = match between.river {
                River::Major | River::Great => true,
                River::Grand => bridges.contains(place),
                River::None | River::Minor => false,
            };
        }
        for path in &map.paths.items {
            let kind = path.kind.as_str();
            let double = book.is("double-track", kind);
            if !double && !book.is("single-track", kind) && !book.is("narrow-gauge", kind) {
                continue;
            }
            let hexes = path.hexes.iter().map(|label| self.hex(label));
            let hexes: Vec<Hex> = hexes.collect::<Result<_, _>>()?;
            for two in hexes.windows(2) {
                self.rails.insert(pair(two[0], two[1]));
                for hex in two {
                    *self.tracks.entry(*hex).or_default() |= double;
                }
            }
        }
        Ok(())
    }

    pub fn hex(&self, label: &str) -> Result<Hex, String> {
        self.grid.parse(label).ok_or_else(|| format!("'{label}' is no hex"))
    }

    pub fn around(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.grid.neighbours(hex).into_iter().flatten()
    }

    pub fn touch(&self, one: Hex, other: Hex) -> bool {
        self.grid.distance(one, other) == 1
    }

    pub fn between(&self, one: Hex, other: Hex) -> &Between {
        self.between.get(&pair(one, other)).unwrap_or(&self.nothing)
    }

    /// The river that an attack meets: none out of a river's loop (1914 3.4.4).
    pub fn attacked_across(&self, from: Hex, to: Hex) -> River {
        if self.loops.contains(&from) { River::None } else { self.between(from, to).river }
    }

    /// Whether no unit ever stands there.
    pub fn barred(&self, hex: Hex) -> bool {
        self.costs[hex.index()].is_none()
    }

    pub fn defence(&self, hex: Hex) -> i32 {
        self.defence[hex.index()]
    }

    /// The hexes of a zone.
    pub fn zone(&self, id: &str) -> impl Iterator<Item = Hex> + '_ {
        self.zones.get(id).into_iter().flatten().copied()
    }

    pub fn joined(&self, one: Hex, other: Hex) -> bool {
        self.rails.contains(&pair(one, other))
    }

    /// 1914 7.1, 7.1.3, 7.1.4: what a hexside costs, with a bridge or without.
    pub fn step(&self, from: Hex, to: Hex, bridge: Option<i32>) -> Option<i32> {
        let between = self.between(from, to);
        let beneath = self.costs[from.index()]?.min(self.costs[to.index()]?);
        let water = bridge.unwrap_or(between.water);
        Some(between.ground.unwrap_or(beneath) + water + between.escarpment)
    }

    /// The kind of a hex, for words.
    pub fn kind(&self, hex: Hex) -> &str {
        &self.kinds[hex.index()]
    }
}

impl Between {
    fn add(&mut self, id: &str, book: &Book<'_>) {
        let Some(kind) = book.ruleset.hexsides.iter().find(|kind| kind.id == id) else { return };
        let moving = kind.effects.iter().filter(|it| it.when.usage.as_deref() == Some("movement"));
        let added: i32 = moving.filter_map(|effect| effect.movement).sum();
        let rivers = [
            ("minor-river", River::Minor),
            ("major-river", River::Major),
            ("great-river", River::Great),
            ("grand-river", River::Grand),
        ];
        if let Some((_, river)) = rivers.into_iter().find(|(role, _)| book.is(role, id)) {
            // Of two rivers on a hexside the greater counts (1914 3.4.4).
            if river >= self.river {
                self.water = added;
                self.river = river;
            }
        } else if book.is("escarpment", id) {
            self.escarpment = added;
        } else if let Some(cost) = kind.movement.filter(|_| !kind.impassable) {
            self.ground = Some(self.ground.map_or(cost, |other| other.min(cost)));
        }
        self.forest |= book.is("forest", id);
        self.open |= book.is("open-side", id);
        self.transition |= book.is("elevation-transition", id);
        self.ridge |= book.is("mountain-ridge", id);
        self.sea |= book.is("sea-side", id);
        self.inundation |= book.is("inundation", id);
        self.pontoon |= book.is("pontoon-bridge", id);
        self.closed |= !book.is("inundation", id)
            && kind
                .effects
                .iter()
                .any(|it| it.prohibited && it.when.usage.as_deref() == Some("attack"));
    }
}
