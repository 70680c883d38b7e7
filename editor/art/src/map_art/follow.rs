//! Following a map that is being edited: what was touched is read again, and no more.

use std::collections::BTreeSet;

use salient_hex::grid::{Hex, Side};
use salient_schema::map::{Feature, Hexside, Map};

use super::compile::level_glyphs;
use super::{Detail, Layer, MapArt};
use crate::mesh::Mesh;
use crate::noise;
use crate::scene::{Scene, Shape, Text};

impl MapArt {
    /// Reads the base terrain of some hexes again. They must be in order.
    pub fn set_terrain(&mut self, map: &Map, hexes: &[Hex]) {
        let glyphs = self.map.terrain_glyphs(map);
        let cells = &mut self.map.terrain;
        for_each_glyph(&map.terrain.rows, self.grid.columns(), hexes, |hex, glyph| {
            if let Some(cell) = cells.get_mut(hex.index()) {
                *cell = glyph.and_then(|glyph| glyphs.get(glyph));
            }
        });
    }

    /// Reads the heights of some hexes again; they must be in order. Gives whether all hexes
    /// look different now, because there are higher or lower ones than before.
    pub fn set_elevation(&mut self, map: &Map, hexes: &[Hex]) -> bool {
        let (Some(layer), Some(cells)) = (&map.elevation, &mut self.map.elevation) else {
            self.map.read_elevation(map, &self.grid);
            return true;
        };
        let (glyphs, levels) = level_glyphs(layer);
        if levels != self.map.levels {
            self.map.read_elevation(map, &self.grid);
            return true;
        }
        for_each_glyph(&layer.rows, self.grid.columns(), hexes, |hex, glyph| {
            if let Some(cell) = cells.get_mut(hex.index()) {
                *cell = glyph.and_then(|glyph| glyphs.get(glyph)).unwrap_or(levels[0]);
            }
        });
        false
    }

    /// Puts other features into a hex, and gives the hexes where the name of a zone is no longer
    /// written, as one of them bears it, or is now.
    pub fn set_features<'a>(
        &mut self,
        hex: Hex,
        features: impl Iterator<Item = &'a Feature>,
    ) -> Vec<Hex> {
        let art: Vec<_> = features.map(|item| self.map.feature(item, &self.grid)).collect();
        if art.iter().any(|feature| self.map.is_city(feature)) {
            self.map.cities.insert(hex);
        } else {
            self.map.cities.remove(&hex);
        }
        self.map.put_features(hex, art)
    }

    /// Lets other things run along a hexside, and gives the hexes where the name of a river is
    /// no longer written or is now.
    pub fn set_hexside<'a>(
        &mut self,
        side: Side,
        items: impl Iterator<Item = &'a Hexside>,
    ) -> Vec<Hex> {
        let art: Vec<_> = items.map(|item| self.map.side(item)).collect();
        for end in self.grid.side_ends(side) {
            let key = noise::key(end);
            let meeting = self.map.joints.entry(key).or_default();
            meeting.retain(|other| *other != side);
            if !art.is_empty() {
                meeting.push(side);
            }
            meeting.sort_unstable();
            if meeting.is_empty() {
                self.map.joints.remove(&key);
            }
        }
        let before = self.map.sides.remove(&side).unwrap_or_default();
        if before == art {
            if !art.is_empty() {
                self.map.sides.insert(side, art);
            }
            return Vec::new();
        }
        let gone = before.iter().filter_map(|item| self.map.note_name(side, item, false));
        let mut names: BTreeSet<_> = gone.collect();
        names.extend(art.iter().filter_map(|item| self.map.note_name(side, item, true)));
        if !art.is_empty() {
            self.map.sides.insert(side, art);
        }
        names.iter().flat_map(|name| self.map.place_side_name(&self.grid, name)).collect()
    }

    /// Reads the border lines again, and gives the hexes where they changed.
    pub fn set_lines(&mut self, map: &Map) -> Vec<Hex> {
        let before = std::mem::take(&mut self.map.lines);
        self.map.read_lines(map, &self.grid);
        differing(&before, &self.map.lines)
    }

    /// Reads roads and railways again, and gives the hexes where they changed.
    pub fn set_paths(&mut self, map: &Map) -> Vec<Hex> {
        let before = std::mem::take(&mut self.map.paths);
        self.map.read_paths(map, &self.grid);
        differing(&before, &self.map.paths)
    }

    /// Reads the zones again, and gives the hexes that lie or lay in one.
    pub fn set_zones(&mut self, map: &Map) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self.map.zoned.iter().map(|&(hex, _)| hex).collect();
        self.map.read_zones(map, &self.grid, &self.theme);
        hexes.extend(self.map.zoned.iter().map(|&(hex, _)| hex));
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// Reads the title and the source again.
    pub fn set_texts(&mut self, map: &Map) {
        self.map.read_texts(map);
    }

    /// Draws some hexes as triangles, layer by layer.
    pub fn mesh(&self, hexes: &[Hex], detail: Detail) -> ChunkMesh {
        let mut chunk = ChunkMesh::default();
        let mut scene = Scene::new();
        for (at, layer) in Layer::ALL.into_iter().enumerate() {
            let names = matches!(layer, Layer::Labels | Layer::Zones);
            for &hex in hexes {
                self.draw(layer, hex, detail, &mut scene);
            }
            chunk.mesh.add(&scene, names);
            if names {
                chunk.names.extend(scene.shapes.iter().filter_map(|shape| match shape {
                    Shape::Text(text) => Some((layer, text.clone())),
                    _ => None,
                }));
            }
            scene.shapes.clear();
            chunk.ends[at] = chunk.mesh.indices.len() as u32;
        }
        chunk
    }
}

/// Some hexes as triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChunkMesh {
    /// The triangles of all layers, one after the other.
    pub mesh: Mesh,
    /// Where the indices of each layer end, by its place in [`Layer::ALL`].
    pub ends: [u32; Layer::ALL.len()],
    /// The names, for those who write them where their letters are too small.
    pub names: Vec<(Layer, Text)>,
}

impl ChunkMesh {
    /// The indices of a layer, by where the layers end.
    pub fn range_of(ends: &[u32; Layer::ALL.len()], layer: Layer) -> std::ops::Range<u32> {
        let at = layer as usize;
        let start = at.checked_sub(1).and_then(|at| ends.get(at)).copied().unwrap_or(0);
        start..ends.get(at).copied().unwrap_or(start)
    }
}

/// Calls `set` with each hex and its glyph. Rows are looked through once.
fn for_each_glyph(
    rows: &[String],
    columns: u16,
    hexes: &[Hex],
    mut set: impl FnMut(Hex, Option<char>),
) {
    let columns = usize::from(columns.max(1));
    for line in hexes.chunk_by(|a, b| a.index() / columns == b.index() / columns) {
        let Some(first) = line.first() else { continue };
        let row = rows.get(first.index() / columns).map_or("", String::as_str);
        if row.is_ascii() {
            for &hex in line {
                set(hex, row.as_bytes().get(hex.index() % columns).map(|&byte| char::from(byte)));
            }
        } else {
            let glyphs: Vec<char> = row.chars().collect();
            for &hex in line {
                set(hex, glyphs.get(hex.index() % columns).copied());
            }
        }
    }
}

/// The keys under which two maps differ.
fn differing<T: PartialEq>(
    before: &std::collections::BTreeMap<Hex, T>,
    after: &std::collections::BTreeMap<Hex, T>,
) -> Vec<Hex> {
    let gone = before.iter().filter(|&(hex, art)| after.get(hex) != Some(art)).map(|(hex, _)| *hex);
    let new = after.keys().filter(|hex| !before.contains_key(hex)).copied();
    let mut hexes: Vec<Hex> = gone.chain(new).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}
