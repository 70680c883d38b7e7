//! A map in dense arrays, for rules to read: one entry a hex, six a hex for its sides.

mod boards;
mod compile;
mod elevation;
mod paths;

use salient_schema::ruleset::Kind;
use salient_schema::{Diagnostic, Map, Ruleset};

pub use self::elevation::Slope;
pub use self::paths::{Along, PathLink};

use self::compile::Compiler;
use self::elevation::Elevation;
use self::paths::Paths;
use crate::grid::{Direction, Hex, HexGrid};

/// A compiled map. Costs are looked up, never worked out again.
#[derive(Clone, Debug)]
pub struct CompiledMap {
    grid: HexGrid,
    terrain: Vec<u8>,
    features: Vec<u64>,
    hexsides: Vec<[u32; 6]>,
    neighbours: Vec<[u32; 6]>,
    hex_cost: Vec<i16>,
    step_cost: Vec<[i16; 6]>,
    defence: Vec<i8>,
    side_defence: Vec<[i8; 6]>,
    // What only some systems ask for stands apart, and is empty where the map has none of it.
    elevation: Elevation,
    paths: Paths,
    boards: Vec<u16>,
}

/// The hexes that touch one. Written out, because every rule that looks about goes through it.
#[derive(Clone, Debug)]
pub struct Neighbours {
    all: [u32; 6],
    next: usize,
}

impl Iterator for Neighbours {
    type Item = (Direction, Hex);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while let Some(&other) = self.all.get(self.next) {
            self.next += 1;
            if other != NOWHERE {
                return Some((Direction::new(self.next - 1), Hex(other)));
            }
        }
        None
    }
}

/// No hex: beyond the map.
pub const NOWHERE: u32 = u32::MAX;
/// The cost of a step that no unit may take.
const NEVER: i16 = i16::MAX;

impl CompiledMap {
    /// Compiles a map with the kinds of its ruleset.
    ///
    /// # Errors
    /// Every reference to a kind or hex that is not there, with JSON pointers into the map.
    pub fn new(map: &Map, ruleset: &Ruleset) -> Result<Self, Vec<Diagnostic>> {
        let mut compiler = Compiler::new(map, ruleset);
        compiler.terrain();
        compiler.features();
        compiler.hexsides();
        compiler.lines();
        compiler.costs();
        compiler.elevation();
        compiler.paths();
        compiler.boards();
        if compiler.found.is_empty() { Ok(compiler.out) } else { Err(compiler.found) }
    }

    /// The grid.
    pub fn grid(&self) -> &HexGrid {
        &self.grid
    }

    /// The number of hexes.
    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    /// Whether there is no hex at all.
    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }

    /// The base terrain, as its place in the ruleset.
    pub fn terrain(&self, hex: Hex) -> usize {
        usize::from(self.terrain[hex.index()])
    }

    /// The features, a bit for each by its place in the ruleset.
    pub fn features(&self, hex: Hex) -> u64 {
        self.features[hex.index()]
    }

    /// What runs along a side, a bit for each hexside kind by its place in the ruleset.
    pub fn hexside(&self, hex: Hex, direction: Direction) -> u32 {
        self.hexsides[hex.index()][direction.index()]
    }

    /// The adjacent hex in a direction.
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let other = self.neighbours[hex.index()][direction.index()];
        (other != NOWHERE).then_some(Hex(other))
    }

    /// The numbers of the adjacent hexes by direction, [`NOWHERE`] beyond the map.
    pub fn around(&self, hex: Hex) -> &[u32; 6] {
        &self.neighbours[hex.index()]
    }

    /// The adjacent hexes on the map with their directions.
    pub fn neighbours(&self, hex: Hex) -> Neighbours {
        Neighbours { all: self.neighbours[hex.index()], next: 0 }
    }

    /// Movement points for a hex, without any hexside. `None` where no unit may enter.
    pub fn hex_cost(&self, hex: Hex) -> Option<i32> {
        let cost = self.hex_cost[hex.index()];
        (cost != NEVER).then_some(i32::from(cost))
    }

    /// Movement points for a step out of a hex in a direction: the hex entered and the hexside
    /// crossed. `None` where the map ends or no unit may go.
    pub fn step_cost(&self, hex: Hex, direction: Direction) -> Option<i32> {
        let cost = self.step_cost[hex.index()][direction.index()];
        (cost != NEVER).then_some(i32::from(cost))
    }

    /// What a hex adds to the defender's die.
    pub fn defence(&self, hex: Hex) -> i32 {
        i32::from(self.defence[hex.index()])
    }

    /// What a side adds to the defender's die if every attacker comes across such sides.
    pub fn side_defence(&self, hex: Hex, direction: Direction) -> i32 {
        i32::from(self.side_defence[hex.index()][direction.index()])
    }
}

/// The bits of the kinds that the rules know by a trait.
pub fn kinds_with_trait(kinds: &[Kind], name: &str) -> u64 {
    kinds
        .iter()
        .take(64)
        .enumerate()
        .filter(|(_, kind)| kind.traits.iter().any(|t| t == name))
        .fold(0, |bits, (i, _)| bits | 1 << i)
}
