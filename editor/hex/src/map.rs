//! A map in dense arrays, for rules to read: one entry a hex, six a hex for its sides.

use salient_schema::ruleset::Kind;
use salient_schema::{Code, Diagnostic, Map, Ruleset};

use crate::grid::{Direction, Hex, HexGrid, Side};

/// A compiled map. Costs are looked up, never worked out again.
#[derive(Clone, Debug)]
pub struct CompiledMap {
    grid: HexGrid,
    terrain: Vec<u8>,
    features: Vec<u64>,
    hexsides: Vec<[u32; 6]>,
    lines: Vec<[u32; 6]>,
    neighbours: Vec<[u32; 6]>,
    hex_cost: Vec<i16>,
    step_cost: Vec<[i16; 6]>,
    defence: Vec<i8>,
    side_defence: Vec<[i8; 6]>,
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

    /// The border lines along a side, a bit for each kind by its place in the ruleset.
    pub fn line(&self, hex: Hex, direction: Direction) -> u32 {
        self.lines[hex.index()][direction.index()]
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

struct Compiler<'a> {
    map: &'a Map,
    ruleset: &'a Ruleset,
    out: CompiledMap,
    found: Vec<Diagnostic>,
}

impl<'a> Compiler<'a> {
    fn new(map: &'a Map, ruleset: &'a Ruleset) -> Self {
        let grid = HexGrid::new(&map.grid);
        let len = grid.len();
        let neighbours = grid
            .hexes()
            .map(|hex| grid.neighbours(hex).map(|other| other.map_or(NOWHERE, |hex| hex.0)))
            .collect();
        let out = CompiledMap {
            grid,
            terrain: vec![0; len],
            features: vec![0; len],
            hexsides: vec![[0; 6]; len],
            lines: vec![[0; 6]; len],
            neighbours,
            hex_cost: vec![0; len],
            step_cost: vec![[NEVER; 6]; len],
            defence: vec![0; len],
            side_defence: vec![[0; 6]; len],
        };
        Self { map, ruleset, out, found: Vec::new() }
    }

    fn terrain(&mut self) {
        let layer = &self.map.terrain;
        // One look-up a glyph, not one a hex.
        let mut kinds: Vec<(char, u8)> = Vec::new();
        for (glyph, id) in &layer.palette {
            let place = self.ruleset.terrain.iter().position(|kind| &kind.id == id);
            match (glyph.chars().next(), place.and_then(|place| u8::try_from(place).ok())) {
                (Some(glyph), Some(place)) => kinds.push((glyph, place)),
                _ => self.found.push(
                    Diagnostic::error(
                        Code::DanglingReference,
                        format!("the ruleset has no terrain '{id}'"),
                    )
                    .pointer(format!("/map/terrain/palette/{glyph}")),
                ),
            }
        }
        let columns = usize::from(self.map.grid.columns);
        let fits = layer.rows.len() == usize::from(self.map.grid.rows)
            && layer.rows.iter().all(|row| row.chars().count() == columns);
        if !fits {
            self.found.push(
                Diagnostic::error(Code::GridShape, "the terrain does not fit the grid")
                    .pointer("/map/terrain/rows"),
            );
            return;
        }
        for (r, row) in layer.rows.iter().enumerate() {
            for (c, glyph) in row.chars().enumerate() {
                match kinds.iter().find(|(known, _)| *known == glyph) {
                    Some(&(_, kind)) => self.out.terrain[r * columns + c] = kind,
                    None => self.found.push(
                        Diagnostic::error(
                            Code::GridShape,
                            format!("the palette has no glyph '{glyph}'"),
                        )
                        .pointer(format!("/map/terrain/rows/{r}"))
                        .hex(self.out.grid.label(Hex((r * columns + c) as u32))),
                    ),
                }
            }
        }
    }

    fn features(&mut self) {
        for (i, feature) in self.map.features.items.iter().enumerate() {
            let pointer = format!("/map/features/items/{i}");
            let hex = self.out.grid.parse(&feature.hex);
            let kind = self.place(&self.ruleset.features, &feature.kind, 64);
            match (hex, kind) {
                (Some(hex), Some(kind)) => self.out.features[hex.index()] |= 1 << kind,
                (None, _) => self.off_map(&feature.hex, format!("{pointer}/hex")),
                (_, None) => self.dangling("feature", &feature.kind, format!("{pointer}/kind")),
            }
        }
    }

    fn hexsides(&mut self) {
        for (i, item) in self.map.hexsides.items.iter().enumerate() {
            let pointer = format!("/map/hexsides/items/{i}");
            let side = self.out.grid.parse_side(&item.side);
            let kind = self.place(&self.ruleset.hexsides, &item.kind, 32);
            match (side, kind) {
                (Some(side), Some(kind)) => {
                    for (hex, direction) in self.both_ends(side).into_iter().flatten() {
                        self.out.hexsides[hex.index()][direction.index()] |= 1 << kind;
                    }
                }
                (None, _) => self.off_map(&item.side, format!("{pointer}/side")),
                (_, None) => self.dangling("hexside", &item.kind, format!("{pointer}/kind")),
            }
        }
    }

    fn lines(&mut self) {
        for (i, line) in self.map.lines.items.iter().enumerate() {
            let pointer = format!("/map/lines/items/{i}");
            let Some(kind) = self.place(&self.ruleset.lines, &line.kind, 32) else {
                self.dangling("line", &line.kind, format!("{pointer}/kind"));
                continue;
            };
            for (j, label) in line.sides.iter().enumerate() {
                let Some(side) = self.out.grid.parse_side(label) else {
                    self.off_map(label, format!("{pointer}/sides/{j}"));
                    continue;
                };
                for (hex, direction) in self.both_ends(side).into_iter().flatten() {
                    self.out.lines[hex.index()][direction.index()] |= 1 << kind;
                }
            }
        }
    }

    /// A hex has one line of the chart: that of its features if they have one, else that of its
    /// terrain. Of several features the dearest movement and the best defence count.
    fn costs(&mut self) {
        let terrain: Vec<(i16, i8)> =
            self.ruleset.terrain.iter().map(|kind| (cost(kind, 0), defence(kind))).collect();
        let features = &self.ruleset.features;
        for (hex, &bits) in self.out.features.iter().enumerate() {
            let kind = usize::from(self.out.terrain[hex]);
            let (ground, ground_defence) = terrain.get(kind).copied().unwrap_or((1, 0));
            let here = || features.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            let line = |kind: &Kind| kind.movement.is_some() || kind.impassable;
            let movement = here().filter(|(_, k)| line(k)).map(|(_, k)| cost(k, 0)).max();
            let shelters = |kind: &Kind| line(kind) || kind.defence != 0;
            let shelter = here().filter(|(_, k)| shelters(k)).map(|(_, k)| defence(k)).max();
            // The terrain may bar entry whatever stands there.
            let ground_bars = ground == NEVER;
            self.out.hex_cost[hex] = if ground_bars { NEVER } else { movement.unwrap_or(ground) };
            self.out.defence[hex] = shelter.unwrap_or(ground_defence);
        }
        let sides: Vec<(i16, i8)> =
            self.ruleset.hexsides.iter().map(|kind| (cost(kind, 0), side_defence(kind))).collect();
        for hex in 0..self.out.terrain.len() {
            for d in 0..6 {
                let bits = self.out.hexsides[hex][d];
                let mut crossing = 0_i16;
                let mut shelter = 0;
                for (i, &(movement, defence)) in sides.iter().enumerate().take(32) {
                    if bits >> i & 1 == 1 {
                        crossing = crossing.saturating_add(movement);
                        shelter = shelter.max(defence);
                    }
                }
                self.out.side_defence[hex][d] = shelter;
                let other = self.out.neighbours[hex][d];
                if other != NOWHERE {
                    let enter = self.out.hex_cost[other as usize];
                    self.out.step_cost[hex][d] = enter.saturating_add(crossing);
                }
            }
        }
    }

    fn both_ends(&self, side: Side) -> [Option<(Hex, Direction)>; 2] {
        let far = self.out.grid.across(side).map(|hex| (hex, side.direction().opposite()));
        [Some((side.hex(), side.direction())), far]
    }

    fn place(&self, kinds: &[Kind], id: &str, limit: usize) -> Option<usize> {
        kinds.iter().take(limit).position(|kind| kind.id == id)
    }

    fn off_map(&mut self, label: &str, pointer: String) {
        self.found.push(
            Diagnostic::error(Code::OffMap, format!("'{label}' is not on the map"))
                .pointer(pointer)
                .hex(label),
        );
    }

    fn dangling(&mut self, what: &str, id: &str, pointer: String) {
        self.found.push(
            Diagnostic::error(
                Code::DanglingReference,
                format!("the ruleset has no {what} kind '{id}'"),
            )
            .pointer(pointer),
        );
    }
}

fn cost(kind: &Kind, otherwise: i32) -> i16 {
    if kind.impassable { NEVER } else { kind.movement.unwrap_or(otherwise).clamp(0, 10_000) as i16 }
}

fn defence(kind: &Kind) -> i8 {
    kind.defence.clamp(-100, 100) as i8
}

fn side_defence(kind: &Kind) -> i8 {
    kind.effects
        .iter()
        .filter(|effect| effect.when.all_attackers)
        .find_map(|effect| effect.defence)
        .unwrap_or(kind.defence)
        .clamp(-100, 100) as i8
}
