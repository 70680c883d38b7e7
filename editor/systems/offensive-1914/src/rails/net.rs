//! 1914 18.3, 18.4, 18.6, 7.7.2: what the map says of the railways besides their tracks: structures,
//! bottlenecks, the Réseau du Nord.

use salient_hex::map::CompiledMap;
use salient_hex::{Direction, Hex};
use salient_rules::Roles;
use salient_schema::Bundle;
use salient_schema::map::Feature;

use crate::landmarks::hexes_of;

/// What becomes of a bridge or tunnel of the railways, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// An orange one is demolished as Germans come within some hexes (1914 18.4.1).
    Orange,
    /// A bridge that is demolished as a German comes next to it, for good (1914 18.4.1a).
    Spared,
    /// A red one is demolished as the Allies come back to what was German, for good (1914 18.4.1).
    Red,
    /// A yellow circle: a line of the Germans around what is demolished (1914 18.5).
    German,
}

/// A structure on a hexside, or a line around one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Structure {
    pub hex: Hex,
    pub direction: Direction,
    /// The hex across it.
    pub other: Hex,
    pub what: What,
    /// The game-turn in which it is rebuilt; never without one (1914 18.4.3).
    pub rebuilt: Option<u16>,
}

/// From when a bottleneck counts (1914 18.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum From {
    /// From the start, for the Germans.
    Start,
    /// From an inter-phase on, for the Germans.
    Later,
    /// For the Allies, as soon as Germans come near to a place.
    Approach,
}

/// A hex that lets only so many through by rail (1914 18.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bottleneck {
    pub hex: Hex,
    pub from: From,
    /// What it lets through between two inter-phases, in half rail points.
    pub capacity: u8,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Net {
    /// Sorted.
    pub structures: Vec<Structure>,
    /// By hex, the directions with a structure, a bit each.
    pub built: Vec<u8>,
    /// Sorted.
    pub bottlenecks: Vec<Bottleneck>,
    /// The eastern and the western area of the Réseau du Nord, sorted (1914 18.3).
    pub nord: [Vec<Hex>; 2],
    /// The places by which Germans have each of them cleared (1914 18.3.1).
    pub triggers: [Vec<Hex>; 2],
    /// Hexes of single track that the Allies use as if it were double, sorted (1914 7.7.2).
    pub allied_track: Vec<Hex>,
}

/// The kinds of features that are structures.
const STRUCTURES: [(&str, What); 4] = [
    ("rail-structure", What::Orange),
    ("spared-bridge", What::Spared),
    ("red-bridge", What::Red),
    ("german-rail-line", What::German),
];

/// Those that are bottlenecks.
const BOTTLENECKS: [(&str, From); 3] = [
    ("german-bottleneck", From::Start),
    ("late-german-bottleneck", From::Later),
    ("allied-bottleneck", From::Approach),
];

impl Net {
    /// What a bundle's map says of the railways.
    pub fn new(bundle: &Bundle, roles: &Roles<'_>, map: &CompiledMap) -> Self {
        let grid = map.grid();
        let zone = |role: &str| hexes_of(bundle, roles, map, role);
        let mut net = Self {
            built: vec![0; map.len()],
            nord: [zone("nord-east"), zone("nord-west")],
            triggers: [zone("nord-east-trigger"), zone("nord-west-trigger")],
            allied_track: zone("allied-track"),
            ..Self::default()
        };
        for feature in &bundle.map.features.items {
            let Some(hex) = grid.parse(&feature.hex) else { continue };
            let kind = |role: &str| roles.is(role, &feature.kind);
            if let Some((_, what)) = STRUCTURES.iter().find(|(role, _)| kind(role)) {
                net.structures.extend(structures(map, feature, hex, *what));
            }
            if let Some((_, from)) = BOTTLENECKS.iter().find(|(role, _)| kind(role)) {
                let capacity = feature.value.and_then(|value| u8::try_from(value).ok());
                let capacity = capacity.unwrap_or_default();
                net.bottlenecks.push(Bottleneck { hex, from: *from, capacity });
            }
        }
        net.structures.sort_unstable();
        net.bottlenecks.sort_unstable();
        for structure in &net.structures {
            for (hex, direction) in structure.ends() {
                net.built[hex.index()] |= 1 << direction.index();
            }
        }
        net
    }

    /// The place among the bottlenecks of the one in a hex.
    pub fn bottleneck(&self, hex: Hex) -> Option<usize> {
        self.bottlenecks.binary_search_by_key(&hex, |it| it.hex).ok()
    }
}

/// The structures of a feature: one on each hexside that it faces.
fn structures<'a>(
    map: &'a CompiledMap,
    feature: &'a Feature,
    hex: Hex,
    what: What,
) -> impl Iterator<Item = Structure> + 'a {
    let grid = map.grid();
    let rebuilt = feature.value.and_then(|turn| u16::try_from(turn).ok());
    let faced = Direction::ALL.into_iter();
    let faced = faced.filter(|way| feature.facing.iter().any(|it| it == grid.compass(*way)));
    faced.filter_map(move |direction| {
        let other = map.neighbour(hex, direction)?;
        Some(Structure { hex, direction, other, what, rebuilt })
    })
}

impl Structure {
    /// Both hexes of its hexside, each with the direction to the other.
    pub fn ends(&self) -> [(Hex, Direction); 2] {
        [(self.hex, self.direction), (self.other, self.direction.opposite())]
    }

    /// Whether it has a hexside in a hex.
    pub fn touches(&self, hex: Hex) -> bool {
        self.hex == hex || self.other == hex
    }
}
