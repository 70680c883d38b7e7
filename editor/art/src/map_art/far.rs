//! The map from far away: a few colours a hex, from which a graphics card draws hexes of a few
//! pixels without any shapes.

use std::collections::BTreeMap;

use salient_hex::grid::{Hex, Side};
use salient_schema::ruleset::Mark;

use super::compile::{FeatureArt, LookArt};
use super::{Layer, MapArt, areas, works};
use crate::colour::{self, Rgba};

/// A hex from far away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FarCell {
    /// Red, green and blue of the ground; the last is how strongly height tints it.
    pub ground: [u8; 4],
    /// What lies on it, each with the number of its colour in [`Far::inks`] in the high byte:
    ///
    /// 0. along hexsides: a bit for each direction;
    /// 1. paths: a bit for each direction that one leaves to;
    /// 2. borders: a bit for each direction;
    /// 3. what stands in the hex: its size, 0 to 3, in the two lowest bits, and the number of
    ///    its zone's colour in the six above.
    pub marks: [u16; 4],
    /// All of it as one colour.
    pub whole: [u8; 4],
}

/// A texture of the map from far away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FarTexture {
    /// [`FarCell::ground`], a texel a hex; from level 1 on [`FarCell::whole`], four times as
    /// many hexes a texel with each level. Four bytes a texel.
    Terrain {
        /// The level.
        level: u32,
    },
    /// [`FarCell::marks`], a texel a hex: four numbers of two bytes.
    Marks,
    /// [`Far::inks`] in one row of 256, four bytes each.
    Inks,
}

/// A part of a texture that is different now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarPatch {
    /// Which texture.
    pub texture: FarTexture,
    /// Its left and top texel.
    pub at: [u32; 2],
    /// Its width and height.
    pub size: [u32; 2],
    /// The texels, row by row.
    pub bytes: Vec<u8>,
}

/// The map from far away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Far {
    inks: Vec<Rgba>,
    numbers: BTreeMap<Rgba, u8>,
    size: [u32; 2],
    /// The levels of the ground from 1 on.
    levels: Vec<Level>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    size: [u32; 2],
    texels: Vec<[u8; 4]>,
}

/// The most colours that marks may have; what comes later takes the last.
const INKS: usize = 256;
/// The most colours that zones may have.
const ZONE_INKS: usize = 63;
/// The edge of the squares in which hexes are looked at together, in hexes.
const SQUARE: u32 = 64;

impl Far {
    /// All of a map.
    pub fn new(art: &MapArt) -> (Self, Vec<FarPatch>) {
        let size = [u32::from(art.grid.columns()), u32::from(art.grid.rows())];
        let mut levels = Vec::new();
        let mut now = size;
        while now[0] > 1 || now[1] > 1 {
            now = now.map(|v| (v / 2).max(1));
            let texels = vec![[0; 4]; (now[0] * now[1]) as usize];
            levels.push(Level { size: now, texels });
        }
        let mut far = Self { inks: vec![[0; 4]], numbers: BTreeMap::new(), size, levels };
        // Zones need low numbers.
        for zone in art.map.zones.iter().take(ZONE_INKS - 1) {
            far.number(zone.ink);
        }
        let patches = if size.contains(&0) { Vec::new() } else { far.read(art, [0, 0], size) };
        (far, patches)
    }

    /// The colours of what lies on the ground; the first is nothing's.
    pub fn inks(&self) -> &[Rgba] {
        &self.inks
    }

    /// The number of levels of the ground.
    pub fn levels(&self) -> u32 {
        self.levels.len() as u32 + 1
    }

    /// The columns and rows of the map.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Some hexes that look different now.
    pub fn update(&mut self, art: &MapArt, hexes: &[Hex]) -> Vec<FarPatch> {
        let mut squares: BTreeMap<[u32; 2], [[u32; 2]; 2]> = BTreeMap::new();
        for &hex in hexes.iter().filter(|hex| hex.index() < art.grid.len()) {
            let index = art.grid.index(hex);
            let at = [u32::from(index.column), u32::from(index.row)];
            let [least, most] = squares.entry(at.map(|v| v / SQUARE)).or_insert([at, at]);
            for axis in 0..2 {
                least[axis] = least[axis].min(at[axis]);
                most[axis] = most[axis].max(at[axis]);
            }
        }
        squares
            .into_values()
            .flat_map(|[least, most]| {
                self.read(art, least, [most[0] + 1 - least[0], most[1] + 1 - least[1]])
            })
            .collect()
    }

    fn number(&mut self, ink: Rgba) -> u8 {
        if let Some(&number) = self.numbers.get(&ink) {
            return number;
        }
        if self.inks.len() >= INKS {
            return (INKS - 1) as u8;
        }
        let number = self.inks.len() as u8;
        self.inks.push(ink);
        self.numbers.insert(ink, number);
        number
    }

    /// Reads a rectangle of hexes.
    fn read(&mut self, art: &MapArt, at: [u32; 2], size: [u32; 2]) -> Vec<FarPatch> {
        // Whole texels of the first level.
        let corner = at.map(|v| v & !1);
        let mut end = [0; 2];
        for axis in 0..2 {
            end[axis] = ((at[axis] + size[axis] + 1) & !1).min(self.size[axis]);
        }
        let size = [end[0] - corner[0], end[1] - corner[1]];
        let known = self.inks.len();
        let count = (size[0] * size[1]) as usize;
        let (mut ground, mut marks) =
            (Vec::with_capacity(count * 4), Vec::with_capacity(count * 8));
        let grounds = Grounds::new(art);
        let mut above: Vec<FarCell> = Vec::new();
        let mut row_cells: Vec<FarCell> = Vec::new();
        for row in corner[1]..end[1] {
            row_cells.clear();
            self.row(art, &grounds, row, corner[0], end[0], &mut row_cells);
            for cell in &row_cells {
                ground.extend_from_slice(&cell.ground);
                for mark in cell.marks {
                    marks.extend_from_slice(&mark.to_le_bytes());
                }
            }
            if row % 2 == 0 {
                std::mem::swap(&mut above, &mut row_cells);
                // A single row is a level of its own.
                if self.size[1] > 1 {
                    continue;
                }
                row_cells.clone_from(&above);
            }
            if let Some(level) = self.levels.first_mut() {
                let start = (row / 2 * level.size[0] + corner[0] / 2) as usize;
                let pairs = above.chunks(2).zip(row_cells.chunks(2));
                let room = (level.size[0] - corner[0] / 2) as usize;
                for (texel, (a, b)) in level.texels.iter_mut().skip(start).take(room).zip(pairs) {
                    *texel = mean(a.iter().chain(b).map(|cell| cell.whole));
                }
            }
        }
        let mut patches = vec![
            FarPatch { texture: FarTexture::Terrain { level: 0 }, at: corner, size, bytes: ground },
            FarPatch { texture: FarTexture::Marks, at: corner, size, bytes: marks },
        ];
        self.shrink(corner, end, &mut patches);
        if self.inks.len() > known || known == 1 {
            let mut bytes: Vec<u8> = self.inks.iter().flatten().copied().collect();
            bytes.resize(INKS * 4, 0);
            let size = [INKS as u32, 1];
            patches.push(FarPatch { texture: FarTexture::Inks, at: [0, 0], size, bytes });
        }
        patches
    }

    /// Brings a rectangle of hexes into the levels from 1 on, of which the first is there.
    fn shrink(&mut self, corner: [u32; 2], end: [u32; 2], patches: &mut Vec<FarPatch>) {
        let (mut from, mut to) = (corner, end);
        for number in 0..self.levels.len() {
            let (done, rest) = self.levels.split_at_mut(number);
            let Some(level) = rest.first_mut() else { break };
            let [width, height] = level.size;
            from = [(from[0] / 2).min(width - 1), (from[1] / 2).min(height - 1)];
            to = [
                to[0].div_ceil(2).clamp(from[0] + 1, width),
                to[1].div_ceil(2).clamp(from[1] + 1, height),
            ];
            let mut bytes = Vec::new();
            for y in from[1]..to[1] {
                for x in from[0]..to[0] {
                    let place = (y * width + x) as usize;
                    if let Some(below) = done.last() {
                        let [w, h] = below.size;
                        let four =
                            [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().filter_map(|(i, j)| {
                                let (x, y) = ((2 * x + i).min(w - 1), (2 * y + j).min(h - 1));
                                below.texels.get((y * w + x) as usize).copied()
                            });
                        if let Some(texel) = level.texels.get_mut(place) {
                            *texel = mean(four);
                        }
                    }
                    bytes.extend(level.texels.get(place).copied().unwrap_or_default());
                }
            }
            patches.push(FarPatch {
                texture: FarTexture::Terrain { level: number as u32 + 1 },
                at: from,
                size: [to[0] - from[0], to[1] - from[1]],
                bytes,
            });
        }
    }

    /// The hexes of a part of a row.
    fn row(
        &mut self,
        art: &MapArt,
        grounds: &Grounds,
        row: u32,
        first: u32,
        end: u32,
        cells: &mut Vec<FarCell>,
    ) {
        let start = row * self.size[0];
        let (low, high) = (Hex(start + first), Hex(start + end));
        let hill = art.theme.hill;
        let heights = art.map.elevation.is_some();
        for hex in low.0..high.0 {
            let hex = Hex(hex);
            let ground = grounds.of_hex(art, hex);
            let tint = if heights { art.height_tint(hex) } else { 0.0 };
            let whole = if tint > 0.0 { colour::mix(ground, hill, tint) } else { ground };
            let [r, g, b, _] = ground;
            let ground = [r, g, b, (tint * 255.0).round() as u8];
            cells.push(FarCell { ground, marks: [0; 4], whole });
        }
        let mut put = |hex: Hex, change: &mut dyn FnMut(&mut FarCell)| {
            if let Some(cell) = hex.0.checked_sub(low.0).and_then(|at| cells.get_mut(at as usize)) {
                change(cell);
            }
        };
        for (&hex, features) in art.map.features.range(low..high) {
            for look in features.iter().filter_map(|there| art.map.feature_kinds.look(there.kind)) {
                if areas::is_area(look.mark) {
                    let ground = art.far_ground(look);
                    put(hex, &mut |cell| {
                        cell.ground[..3].copy_from_slice(&ground[..3]);
                        cell.whole = ground;
                    });
                }
            }
            if let Some((ink, size)) = art.stands(features) {
                let number = u16::from(self.number(ink));
                put(hex, &mut |cell| {
                    cell.marks[3] |= number << 8 | size;
                    cell.whole = colour::mix(cell.whole, ink, 0.12 + 0.16 * f32::from(size));
                });
            }
        }
        for (&hex, paths) in art.map.paths.range(low..high) {
            for path in paths {
                let Some(look) = art.map.path_kinds.look(path.kind) else { continue };
                let ink = art.ink_of(look);
                let number = u16::from(self.number(ink));
                let mut ways = 0;
                for way in [path.from, path.to].into_iter().flatten() {
                    ways |= 1 << way.index();
                }
                put(hex, &mut |cell| {
                    cell.marks[1] = (cell.marks[1] & 0xff) | ways | number << 8;
                    cell.whole = colour::mix(cell.whole, ink, 0.2);
                });
            }
        }
        // Hexsides start at one of their hexes: in the row above, or to the left in this one.
        let above = Hex((start + first).saturating_sub(self.size[0] + 2));
        let sides = art.map.sides.range(Side::first_of(above)..Side::first_of(high));
        for (&side, along) in sides {
            for art_of_side in along {
                let Some(look) = art.map.side_kinds.look(art_of_side.kind) else { continue };
                let ink = art.ink_of(look);
                let number = u16::from(self.number(ink));
                for (hex, direction) in both(art, side).into_iter().flatten() {
                    put(hex, &mut |cell| {
                        cell.marks[0] = (cell.marks[0] & 0xff) | 1 << direction | number << 8;
                        cell.whole = colour::mix(cell.whole, ink, 0.14);
                    });
                }
            }
        }
        for line in art.map.lines.range(above..high).flat_map(|(_, lines)| lines) {
            let Some(look) = art.map.line_kinds.look(line.kind) else { continue };
            let ink = line.colour.unwrap_or_else(|| art.ink_of(look));
            let number = u16::from(self.number(ink));
            for (hex, direction) in both(art, line.side).into_iter().flatten() {
                put(hex, &mut |cell| {
                    cell.marks[2] = (cell.marks[2] & 0xff) | 1 << direction | number << 8;
                    cell.whole = colour::mix(cell.whole, ink, 0.2);
                });
            }
        }
        let from = art.map.zoned.partition_point(|&(hex, _)| hex < low);
        let zoned = art.map.zoned.get(from..).unwrap_or_default();
        for &(hex, zone) in zoned.iter().take_while(|&&(hex, _)| hex < high) {
            let Some(zone) = art.map.zones.get(usize::from(zone)) else { continue };
            let number = u16::from(self.number(zone.ink)).min(ZONE_INKS as u16);
            put(hex, &mut |cell| cell.marks[3] = (cell.marks[3] & !0xfc) | number << 2);
        }
    }
}

/// The hexes on either side of a hexside, each with the direction of it.
fn both(art: &MapArt, side: Side) -> [Option<(Hex, usize)>; 2] {
    let across = art.grid.across(side).map(|hex| (hex, side.direction().opposite().index()));
    [Some((side.hex(), side.direction().index())), across]
}

fn mean(colours: impl Iterator<Item = [u8; 4]>) -> [u8; 4] {
    let mut sum = [0_u32; 4];
    let mut count = 0;
    for colour in colours {
        for (sum, channel) in sum.iter_mut().zip(colour) {
            *sum += u32::from(channel);
        }
        count += 1;
    }
    sum.map(|sum| ((sum + count / 2) / count.max(1)) as u8)
}

/// The ground of each kind of terrain.
struct Grounds {
    kinds: Vec<Rgba>,
    none: Rgba,
}

impl Grounds {
    fn new(art: &MapArt) -> Self {
        let kinds = art.map.terrains.looks.iter().map(|look| art.far_ground(look)).collect();
        Self { kinds, none: colour::mix(art.map.paper, art.theme.unknown, 0.5) }
    }

    fn of_hex(&self, art: &MapArt, hex: Hex) -> Rgba {
        match art.map.beyond.contains(&hex) {
            true => art.theme.margin,
            false => self.of(art.map.terrain_number(hex)),
        }
    }

    fn of(&self, kind: Option<u16>) -> Rgba {
        kind.and_then(|kind| self.kinds.get(usize::from(kind))).copied().unwrap_or(self.none)
    }
}

impl MapArt {
    /// The ground of each hex from far away, in the order of the grid.
    pub(crate) fn far_grounds(&self) -> Vec<Rgba> {
        let grounds = Grounds::new(self);
        let heights = self.map.elevation.is_some();
        let areas = |hex: Hex| {
            let there = self.map.features.get(&hex).into_iter().flatten();
            let mut looks = there.filter_map(|feature| self.map.feature_kinds.look(feature.kind));
            looks.rfind(|look| areas::is_area(look.mark))
        };
        let mut colours: Vec<Rgba> = self
            .grid
            .hexes()
            .map(|hex| {
                let ground = grounds.of_hex(self, hex);
                let tint = if heights { self.height_tint(hex) } else { 0.0 };
                if tint > 0.0 { colour::mix(ground, self.theme.hill, tint) } else { ground }
            })
            .collect();
        for &hex in self.map.features.keys() {
            if let (Some(look), Some(colour)) = (areas(hex), colours.get_mut(hex.index())) {
                *colour = self.far_ground(look);
            }
        }
        colours
    }

    /// The hexes in which a layer may draw something from far away, in order; none for what is
    /// part of [`far_grounds`](Self::far_grounds) or not seen at all.
    pub(crate) fn far_hexes(&self, layer: Layer) -> Vec<Hex> {
        let map = &self.map;
        let mut hexes: Vec<Hex> = match layer {
            Layer::Terrain
            | Layer::Stains
            | Layer::Elevation
            | Layer::Relief
            | Layer::Shadows
            | Layer::Marks
            | Layer::Grid
            | Layer::Numbers => Vec::new(),
            Layer::HexsideCasings | Layer::Hexsides => map.sides.keys().map(|s| s.hex()).collect(),
            Layer::PathCasings | Layer::Paths => map.paths.keys().copied().collect(),
            Layer::Features => map.features.keys().copied().collect(),
            Layer::Lines => map.lines.keys().copied().collect(),
            Layer::Zones => map.zoned.iter().map(|(hex, _)| *hex).collect(),
            Layer::Labels => map.features.keys().chain(map.side_names.keys()).copied().collect(),
        };
        hexes.sort();
        hexes.dedup();
        hexes
    }

    /// The colour of a terrain whose marks are too small to see.
    fn far_ground(&self, look: &LookArt) -> Rgba {
        if !look.known {
            return colour::mix(self.map.paper, self.theme.unknown, 0.5);
        }
        if !areas::is_area(look.mark) {
            let ground = self.ground_of(look);
            // Terrain that stands on the ground, as towns do in some systems.
            return match look.mark {
                Mark::None | Mark::Label => ground,
                Mark::Hilltop => colour::mix(ground, look.fill.unwrap_or(self.theme.hill), 0.4),
                mark => {
                    let ink = look.ink.unwrap_or(self.default_ink(mark));
                    colour::mix(ground, ink, 0.4)
                }
            };
        }
        let (fill, ink) = areas::colours(look, &self.theme);
        let share = match look.mark {
            Mark::Water => 0.0,
            Mark::Woods => 0.62,
            _ => 0.18,
        };
        colour::mix(fill, ink, share)
    }

    fn ink_of(&self, look: &LookArt) -> Rgba {
        if !look.known {
            return self.theme.unknown;
        }
        look.ink.or(look.fill).unwrap_or(self.default_ink(look.mark))
    }

    /// The colour and the size of the greatest thing that stands in a hex.
    fn stands(&self, features: &[FeatureArt]) -> Option<(Rgba, u16)> {
        let one = |feature: &FeatureArt| {
            let look = self.map.feature_kinds.look(feature.kind)?;
            if !look.known {
                return Some((self.theme.unknown, 3));
            }
            let ink = match look.mark {
                Mark::Town | Mark::City => look.ink.unwrap_or(self.theme.building),
                mark => feature.colour.or(look.ink).unwrap_or(self.default_ink(mark)),
            };
            let size = match look.mark {
                Mark::None | Mark::Label => return None,
                mark if areas::is_area(mark) => return None,
                Mark::City | Mark::Fortress => 3,
                Mark::Town | Mark::Victory | Mark::Entry => 2,
                mark if works::is_work(mark) => 1,
                Mark::Hilltop => return Some((look.fill.unwrap_or(self.theme.hill), 2)),
                _ => 1,
            };
            Some((ink, size))
        };
        let mut greatest: Option<(Rgba, u16)> = None;
        for (ink, size) in features.iter().filter_map(one) {
            if greatest.is_none_or(|(_, most)| size > most) {
                greatest = Some((ink, size));
            }
        }
        greatest
    }
}
