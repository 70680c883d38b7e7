//! From a map file and its ruleset to dense arrays.

use salient_schema::ruleset::Kind;
use salient_schema::{Code, Diagnostic, Map, Ruleset};

use super::{CompiledMap, Elevation, NEVER, NOWHERE, Paths};
use crate::grid::{Direction, Hex, HexGrid, Side};

pub(super) struct Compiler<'a> {
    pub(super) map: &'a Map,
    pub(super) ruleset: &'a Ruleset,
    pub(super) out: CompiledMap,
    pub(super) found: Vec<Diagnostic>,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(map: &'a Map, ruleset: &'a Ruleset) -> Self {
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
            neighbours,
            hex_cost: vec![0; len],
            step_cost: vec![[NEVER; 6]; len],
            defence: vec![0; len],
            side_defence: vec![[0; 6]; len],
            elevation: Elevation::default(),
            paths: Paths::default(),
            boards: Vec::new(),
        };
        Self { map, ruleset, out, found: Vec::new() }
    }

    pub(super) fn terrain(&mut self) {
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
        if let Some(terrain) = self.glyphs("terrain", &layer.rows, &kinds) {
            self.out.terrain = terrain;
        }
    }

    /// One value a hex from a layer of glyphs; none where its rows do not fit the grid. What the
    /// palette does not have is reported and stands as the default.
    pub(super) fn glyphs<T: Copy + Default>(
        &mut self,
        layer: &str,
        rows: &[String],
        palette: &[(char, T)],
    ) -> Option<Vec<T>> {
        let columns = usize::from(self.map.grid.columns);
        let fits = rows.len() == usize::from(self.map.grid.rows)
            && rows.iter().all(|row| row.chars().count() == columns);
        if !fits {
            self.found.push(
                Diagnostic::error(Code::GridShape, format!("the {layer} does not fit the grid"))
                    .pointer(format!("/map/{layer}/rows")),
            );
            return None;
        }
        let mut values = Vec::with_capacity(self.out.terrain.len());
        for (r, row) in rows.iter().enumerate() {
            for (c, glyph) in row.chars().enumerate() {
                let known = palette.iter().find(|(known, _)| *known == glyph);
                if known.is_none() {
                    self.found.push(
                        Diagnostic::error(
                            Code::GridShape,
                            format!("the palette has no glyph '{glyph}'"),
                        )
                        .pointer(format!("/map/{layer}/rows/{r}"))
                        .hex(self.out.grid.label(Hex((r * columns + c) as u32))),
                    );
                }
                values.push(known.map_or_else(T::default, |&(_, value)| value));
            }
        }
        Some(values)
    }

    pub(super) fn features(&mut self) {
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

    pub(super) fn hexsides(&mut self) {
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

    pub(super) fn lines(&mut self) {
        for (i, line) in self.map.lines.items.iter().enumerate() {
            let pointer = format!("/map/lines/items/{i}");
            if self.ruleset.lines.iter().all(|kind| kind.id != line.kind) {
                self.dangling("line", &line.kind, format!("{pointer}/kind"));
                continue;
            }
            for (j, label) in line.sides.iter().enumerate() {
                if self.out.grid.parse_side(label).is_none() {
                    self.off_map(label, format!("{pointer}/sides/{j}"));
                }
            }
        }
    }

    /// A hex has one line of the chart: that of its features if they have one, else that of its
    /// terrain. Of several features the dearest movement and the best defence count.
    pub(super) fn costs(&mut self) {
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

    pub(super) fn both_ends(&self, side: Side) -> [Option<(Hex, Direction)>; 2] {
        let far = self.out.grid.across(side).map(|hex| (hex, side.direction().opposite()));
        [Some((side.hex(), side.direction())), far]
    }

    pub(super) fn place(&self, kinds: &[Kind], id: &str, limit: usize) -> Option<usize> {
        kinds.iter().take(limit).position(|kind| kind.id == id)
    }

    pub(super) fn off_map(&mut self, label: &str, pointer: String) {
        self.found.push(
            Diagnostic::error(Code::OffMap, format!("'{label}' is not on the map"))
                .pointer(pointer)
                .hex(label),
        );
    }

    pub(super) fn dangling(&mut self, what: &str, id: &str, pointer: String) {
        self.found.push(
            Diagnostic::error(
                Code::DanglingReference,
                format!("the ruleset has no {what} kind '{id}'"),
            )
            .pointer(pointer),
        );
    }
}

pub(super) fn cost(kind: &Kind, otherwise: i32) -> i16 {
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
