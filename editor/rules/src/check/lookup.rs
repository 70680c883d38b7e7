//! What the checks read of a map: what stands in a hex and what runs along a hexside.

use salient_schema::map::{Feature, Hexside};
use salient_schema::ruleset::Kind;
use salient_schema::{Map, Ruleset};

use crate::effects::is_closed;
use crate::roles::CommonRoles;
use salient_hex::grid::{Direction, Hex, HexGrid, Side};

/// A map with the places of its features and hexsides in order, so that a check of one hex
/// costs what is in it.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'a> {
    /// The map.
    pub map: &'a Map,
    /// The kinds that it names.
    pub ruleset: &'a Ruleset,
    /// What the ruleset says of the roles that all maps have.
    pub common: CommonRoles<'a>,
    /// Its grid.
    pub grid: &'a HexGrid,
    /// Every feature in a hex of the map with its place in the list, sorted.
    pub features: &'a [(Hex, u32)],
    /// Everything that runs along a hexside with its place in the list, sorted.
    pub hexsides: &'a [(Side, u32)],
}

/// The lists that a [`Lookup`] reads, made from a map as a whole.
#[derive(Clone, Debug)]
pub struct LookupLists {
    grid: HexGrid,
    features: Vec<(Hex, u32)>,
    hexsides: Vec<(Side, u32)>,
}

impl LookupLists {
    /// The lists of a map.
    pub fn new(map: &Map) -> Self {
        let grid = HexGrid::new(&map.grid);
        let items = (0..).zip(&map.features.items);
        let mut features: Vec<_> =
            items.filter_map(|(at, item)| Some((grid.parse(&item.hex)?, at))).collect();
        let items = (0..).zip(&map.hexsides.items);
        let mut hexsides: Vec<_> =
            items.filter_map(|(at, item)| Some((grid.parse_side(&item.side)?, at))).collect();
        features.sort_unstable();
        hexsides.sort_unstable();
        Self { grid, features, hexsides }
    }

    /// The map as the checks read it.
    pub fn lookup<'a>(&'a self, map: &'a Map, ruleset: &'a Ruleset) -> Lookup<'a> {
        let Self { grid, features, hexsides } = self;
        Lookup { map, ruleset, common: CommonRoles::of(ruleset), grid, features, hexsides }
    }
}

impl<'a> Lookup<'a> {
    /// The features of a hex with their places in the list, in its order.
    pub fn features_at(&self, hex: Hex) -> impl Iterator<Item = (usize, &'a Feature)> + use<'a> {
        let items = &self.map.features.items;
        let places = at(self.features, hex).iter();
        places.filter_map(|&(_, at)| Some((at as usize, items.get(at as usize)?)))
    }

    /// What runs along a hexside with its place in the list, in its order.
    pub fn hexsides_at(&self, side: Side) -> impl Iterator<Item = (usize, &'a Hexside)> + use<'a> {
        let items = &self.map.hexsides.items;
        let places = at(self.hexsides, side).iter();
        places.filter_map(|&(_, at)| Some((at as usize, items.get(at as usize)?)))
    }

    /// The terrain kind of a hex, where rows, palette and ruleset say one.
    pub fn terrain(&self, hex: Hex) -> Option<&'a Kind> {
        let layer = &self.map.terrain;
        let place = self.grid.index(hex);
        let row = layer.rows.get(usize::from(place.row))?;
        let column = usize::from(place.column);
        let glyph = if row.is_ascii() { row.get(column..=column)? } else { nth(row, column)? };
        kind(&self.ruleset.terrain, layer.palette.get(glyph)?)
    }

    /// A feature's kind.
    pub fn feature_kind(&self, feature: &Feature) -> Option<&'a Kind> {
        kind(&self.ruleset.features, &feature.kind)
    }

    /// The kind of what runs along a hexside.
    pub fn hexside_kind(&self, hexside: &Hexside) -> Option<&'a Kind> {
        kind(&self.ruleset.hexsides, &hexside.kind)
    }

    /// Whether any unit may enter a hex, as far as its terrain and its features say.
    pub fn enterable(&self, hex: Hex) -> bool {
        let barred = |kind: Option<&Kind>| kind.is_some_and(is_closed);
        let mut features = self.features_at(hex).map(|(_, feature)| self.feature_kind(feature));
        !barred(self.terrain(hex)) && !features.any(barred)
    }

    /// Whether a hex has fewer than six neighbours.
    pub fn on_edge(&self, hex: Hex) -> bool {
        self.grid.neighbours(hex).contains(&None)
    }
}

fn at<K: Ord + Copy>(entries: &[(K, u32)], key: K) -> &[(K, u32)] {
    let first = entries.partition_point(|&(k, _)| k < key);
    let rest = entries.get(first..).unwrap_or_default();
    let count = rest.iter().take_while(|&&(k, _)| k == key).count();
    rest.get(..count).unwrap_or_default()
}

fn nth(row: &str, column: usize) -> Option<&str> {
    let (start, glyph) = row.char_indices().nth(column)?;
    row.get(start..start + glyph.len_utf8())
}

/// A kind by its id.
pub fn kind<'a>(kinds: &'a [Kind], id: &str) -> Option<&'a Kind> {
    kinds.iter().find(|kind| kind.id == id)
}

/// The hexsides that meet a hexside at its two ends, as far as the map reaches: those at its
/// first end clockwise round its own hex, then those at its second.
pub fn sides_at_ends(grid: &HexGrid, side: Side) -> [[Option<Side>; 2]; 2] {
    let (hex, direction) = (side.hex(), side.direction().index());
    // Corner `d` of a hex lies between its sides `d - 1` and `d`; the third side that meets it
    // there lies between the hexes beyond those two.
    let at_corner = |corner: usize, other: usize| {
        let before = grid.neighbour(hex, Direction::new(corner + 5));
        let after = grid.neighbour(hex, Direction::new(corner));
        let beyond = match (before, after) {
            (Some(before), _) => Some(grid.side(before, Direction::new(corner + 1))),
            (None, Some(after)) => Some(grid.side(after, Direction::new(corner + 4))),
            (None, None) => None,
        };
        [Some(grid.side(hex, Direction::new(other))), beyond]
    };
    [at_corner(direction, direction + 5), at_corner(direction + 1, direction + 1)]
}
