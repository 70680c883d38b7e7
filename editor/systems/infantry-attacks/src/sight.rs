//! IA 8.6: lines of sight over the ground, traced once for each hex that anybody looks out of.

use std::sync::OnceLock;

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_hex::sight::Spine;

/// Lines of sight between hexes: a row of bits for each hex, traced when it is first asked for.
#[derive(Debug)]
pub struct Sights {
    /// Hexes that cannot be looked through (IA 8.61).
    blocks: Vec<bool>,
    rows: Vec<OnceLock<Box<[u64]>>>,
}

impl Sights {
    /// Nothing traced yet.
    pub fn new(blocks: Vec<bool>) -> Self {
        let rows = blocks.iter().map(|_| OnceLock::new()).collect();
        Self { blocks, rows }
    }

    /// Whether the ground lets one hex see another, however far they are apart.
    pub fn clear(&self, map: &CompiledMap, from: Hex, to: Hex) -> bool {
        let row = self.rows[from.index()].get_or_init(|| self.trace(map, from));
        row[to.index() / 64] >> (to.index() % 64) & 1 == 1
    }

    /// IA 8.61, 8.65: terrain blocks in between; along a hexside both hexes must block.
    fn trace(&self, map: &CompiledMap, from: Hex) -> Box<[u64]> {
        let grid = map.grid();
        let mut row = vec![0; map.len().div_ceil(64)];
        for to in grid.hexes() {
            if grid.sees(from, to, Spine::Both, |hex| self.blocks[hex.index()]).is_clear() {
                row[to.index() / 64] |= 1 << (to.index() % 64);
            }
        }
        row.into_boxed_slice()
    }
}
