//! A document's map as it lies on the graphics card: seen from far away as a texture with a
//! texel a hex, from nearby as chunks of triangles that are made when they come into view.
//!
//! An edit costs what it touches: its texels are written, its chunks made anew before the frame
//! is painted. Chunks that only come into view are made by other threads; until one is there,
//! the map from far away shows in its place.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use salient_art::{Detail, Far, Layer, MapArt, Text};
use salient_document::{Changes, Document};
use salient_hex::grid::{Hex, HexGrid};
use salient_schema::HexIndex;
use salient_schema::map::{Orientation, Pushed};

use super::builder::{ChunkBuilder, Job};
use super::gpu::{GpuFar, GpuMesh, GridShape};

/// How far drawings reach beyond their hex, in hex widths.
const OVERHANG: f32 = 1.6;
/// What all chunks together may hold, in bytes.
const ROOM: usize = 96 << 20;
/// How much of what other threads made is brought to the card in a frame of a sixtieth of a
/// second, in bytes; in a slower one as much more, up to eight times.
const A_FRAME: usize = 2 << 20;
/// How long chunks that an edit touched may be made anew in a frame; the rest is left to the
/// builder, and the map from far away shows the edit meanwhile.
const BUDGET: Duration = Duration::from_micros(2000);

/// The map of a document, shared by all views of it.
#[derive(Debug, Default)]
pub struct MapPicture {
    made: Option<Made>,
    builder: Option<ChunkBuilder>,
    seen: Option<u64>,
    /// When chunks were taken last.
    taken: Option<Instant>,
}

#[derive(Debug)]
struct Made {
    art: Arc<RwLock<MapArt>>,
    grid: HexGrid,
    shape: GridShape,
    far: Far,
    gpu_far: Arc<GpuFar>,
    chunks: BTreeMap<ChunkId, Chunk>,
    bytes: usize,
    /// Counts the frames, to know which chunk was used last.
    clock: u64,
    /// Counts the edits.
    edits: u64,
    /// Whether zones are shown that only other scenarios have a use for.
    all_zones: bool,
}

/// A square of hexes at one detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChunkId {
    /// The detail.
    pub detail: Detail,
    /// Its place from the north, in squares.
    pub row: u16,
    /// Its place from the west, in squares.
    pub column: u16,
}

#[derive(Debug, Default)]
struct Chunk {
    /// The number of the last edit that touched it, or before it was first seen.
    version: u64,
    /// What there is of it, and of which version that is.
    ready: Option<(u64, Ready)>,
    used: u64,
}

/// A chunk that can be drawn.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Its triangles.
    pub mesh: Arc<GpuMesh>,
    /// Its names.
    pub names: Arc<Vec<(Layer, Text)>>,
}

/// What a view draws.
#[derive(Debug, Default)]
pub struct Visible {
    /// The chunks.
    pub chunks: Vec<Ready>,
    /// Whether they leave no gap.
    pub complete: bool,
    /// Whether the next frame will have more.
    pub more: bool,
}

/// Hexes along the edge of a chunk.
fn edge(detail: Detail) -> u16 {
    match detail {
        Detail::Near => 8,
        Detail::Middle | Detail::Far => 16,
    }
}

impl MapPicture {
    /// Lets other threads make what comes into view. Without that everything is there in the
    /// first frame, however long that takes.
    pub fn make_in_background(&mut self, context: &egui::Context) {
        if self.builder.is_none() {
            self.builder = Some(ChunkBuilder::new(context.clone()));
        }
    }

    /// Whether other threads make what comes into view.
    pub fn is_in_background(&self) -> bool {
        self.builder.is_some()
    }

    /// Catches up with the document.
    pub fn follow(&mut self, document: &Document) {
        let revision = document.revision();
        if self.seen == Some(revision) {
            return;
        }
        match (&mut self.made, self.seen) {
            (Some(made), Some(seen)) => {
                let changes = document.changes_since(seen);
                if changes.everything {
                    self.made = Some(Made::new(document));
                } else {
                    made.change(document, &changes);
                }
            }
            _ => self.made = Some(Made::new(document)),
        }
        self.seen = Some(revision);
    }

    /// Shows the zones of all scenarios of the map, as whoever draws zones needs them, or those that
    /// the scenario has a use for.
    pub fn show_all_zones(&mut self, all: bool) {
        // Whoever makes meshes reads the drawings: they are not locked for nothing.
        if let Some(made) = self.made.as_mut().filter(|made| made.all_zones != all) {
            made.all_zones = all;
            let mut art = made.art.write().unwrap_or_else(PoisonError::into_inner);
            let touched = art.set_all_zones(all);
            drop(art);
            made.look_again(&touched);
        }
    }

    /// The map's drawings.
    pub fn art(&self) -> Option<RwLockReadGuard<'_, MapArt>> {
        let made = self.made.as_ref()?;
        Some(made.art.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The map from far away.
    pub fn far(&self) -> Option<(Arc<GpuFar>, GridShape)> {
        self.made.as_ref().map(|made| (made.gpu_far.clone(), made.shape))
    }

    /// The chunks of a part of the plane, as far as they are made, for a view by its number.
    pub fn visible(&mut self, view: u64, detail: Detail, part: [[f32; 2]; 2]) -> Visible {
        let Some(made) = &mut self.made else { return Visible::default() };
        let now = Instant::now();
        let before = self.taken.replace(now).map_or(Duration::ZERO, |before| now - before);
        let allowed = (A_FRAME as f32 * (before.as_secs_f32() * 60.0).clamp(1.0, 8.0)) as usize;
        let mut taken = 0;
        while taken < allowed
            && let Some(done) = self.builder.as_ref().and_then(ChunkBuilder::take)
        {
            taken += done.ready.mesh.bytes;
            made.take(done.id, done.version, done.ready);
        }
        made.clock += 1;
        let wanted = made.within(detail, part);
        made.mend(&wanted, self.builder.is_none());
        let jobs = made.missing(&wanted);
        let complete = jobs.is_empty();
        if let Some(builder) = &self.builder {
            builder.want(view, jobs);
        }
        let more = taken >= allowed;
        let visible = Visible { chunks: made.drawn(&wanted), complete, more };
        made.forget_old();
        visible
    }

    /// Whether something in view is still being made.
    pub fn is_busy(&self) -> bool {
        self.builder.as_ref().is_some_and(ChunkBuilder::is_busy)
    }
}

impl Made {
    fn new(document: &Document) -> Self {
        let grid = document.grid().clone();
        let art = MapArt::new(document.map(), document.ruleset(), &grid)
            .scoring(document.bundle())
            .with_counters(document.occupied());
        let (far, patches) = Far::new(&art);
        let description = grid.grid();
        let shape = GridShape {
            size: far.size(),
            flat: description.orientation == Orientation::FlatTopped,
            pushed_parity: u32::from(description.pushed == Pushed::Second),
            hill: art.theme().hill,
        };
        Self {
            gpu_far: Arc::new(GpuFar::new(far.size(), far.levels(), patches)),
            art: Arc::new(RwLock::new(art)),
            grid,
            shape,
            far,
            chunks: BTreeMap::new(),
            bytes: 0,
            clock: 0,
            edits: 0,
            all_zones: false,
        }
    }

    fn change(&mut self, document: &Document, changes: &Changes) {
        let map = document.map();
        let mut art = self.art.write().unwrap_or_else(PoisonError::into_inner);
        let mut touched: Vec<Hex> = Vec::new();
        if !changes.terrain.is_empty() {
            art.set_terrain(map, &changes.terrain);
            touched.extend(&changes.terrain);
        }
        let mut everywhere = false;
        if !changes.elevation.is_empty() {
            everywhere |= art.set_elevation(map, &changes.elevation);
            touched.extend(&changes.elevation);
        }
        for &hex in &changes.features {
            touched.extend(art.set_features(hex, document.features_at(hex)));
            touched.push(hex);
        }
        for &hex in &changes.stacks {
            if art.set_counter(hex, !document.stack_at(hex).is_empty()) {
                touched.push(hex);
            }
        }
        for &side in &changes.hexsides {
            touched.extend(art.set_hexside(side, document.hexsides_at(side)));
            touched.extend([Some(side.hex()), self.grid.across(side)].into_iter().flatten());
        }
        if changes.lines {
            touched.extend(art.set_lines(map));
        }
        if changes.paths {
            touched.extend(art.set_paths(map));
        }
        if changes.zones {
            touched.extend(art.set_zones(map));
        }
        let drawn = changes.lines || !changes.features.is_empty();
        let by_features =
            || document.scenario().victory.scores.iter().any(|score| !score.features.is_empty());
        if changes.zones || changes.scenario || changes.texts || (drawn && by_features()) {
            touched.extend(art.set_scoring(document.bundle()));
        }
        if changes.texts {
            art.set_texts(map);
        }
        if everywhere {
            touched = self.grid.hexes().collect();
        }
        touched.sort_unstable();
        touched.dedup();
        if touched.is_empty() {
            return;
        }
        // A hexside's neighbour draws it too.
        let patches = self.far.update(&art, &touched);
        drop(art);
        self.gpu_far.change(patches);
        self.look_again(&touched);
    }

    /// Some hexes look different now.
    fn look_again(&mut self, hexes: &[Hex]) {
        if hexes.is_empty() {
            return;
        }
        self.edits += 1;
        for detail in [Detail::Middle, Detail::Near] {
            self.touch(detail, hexes);
        }
    }

    /// Says that the chunks of some hexes, and those that they reach into, look different now.
    fn touch(&mut self, detail: Detail, hexes: &[Hex]) {
        let edge = edge(detail);
        let reach = MapArt::REACH as u16;
        let mut last = None;
        let mut ids: Vec<(u16, u16)> = Vec::new();
        for &hex in hexes {
            let HexIndex { row, column } = self.grid.index(hex);
            let rows = [row.saturating_sub(reach) / edge, (row + reach) / edge];
            let columns = [column.saturating_sub(reach) / edge, (column + reach) / edge];
            // Hexes come row by row: most lie in the chunk of the one before.
            if last == Some((rows, columns)) {
                continue;
            }
            last = Some((rows, columns));
            ids.extend(rows.into_iter().flat_map(|row| columns.map(|column| (row, column))));
        }
        ids.sort_unstable();
        ids.dedup();
        for (row, column) in ids {
            if let Some(chunk) = self.chunks.get_mut(&ChunkId { detail, row, column }) {
                chunk.version = self.edits;
            }
        }
    }

    /// The chunks of a part of the plane.
    fn within(&self, detail: Detail, part: [[f32; 2]; 2]) -> Vec<ChunkId> {
        if detail == Detail::Far {
            return Vec::new();
        }
        let [[left, top], [right, bottom]] = part;
        let pitch = 0.866_025_4;
        let (wide, high) = if self.shape.flat { (pitch, 1.0) } else { (1.0, pitch) };
        let edge = edge(detail);
        let span = |low: f32, high: f32, step: f32, count: u16| {
            // Pushed lines lie half a hex further on.
            let first = ((low - OVERHANG - 0.5) / step).floor().max(0.0) as u32;
            let last = ((high + OVERHANG) / step).ceil().max(0.0) as u32;
            let count = u32::from(count);
            let first = first.min(count) / u32::from(edge);
            let last = last.min(count.saturating_sub(1)) / u32::from(edge);
            first as u16..=last as u16
        };
        let (columns, rows) = (self.grid.columns(), self.grid.rows());
        if columns == 0 || rows == 0 || right < left || bottom < top {
            return Vec::new();
        }
        let columns = span(left, right, wide, columns);
        span(top, bottom, high, rows)
            .flat_map(|row| columns.clone().map(move |column| ChunkId { detail, row, column }))
            .collect()
    }

    /// Makes at once what an edit touched, or everything.
    fn mend(&mut self, wanted: &[ChunkId], everything: bool) {
        let begun = Instant::now();
        for &id in wanted {
            let version = self.edits;
            let chunk =
                self.chunks.entry(id).or_insert_with(|| Chunk { version, ..Chunk::default() });
            let stale = match &chunk.ready {
                None => everything,
                Some((version, _)) => *version != chunk.version,
            };
            if !stale {
                continue;
            }
            let version = chunk.version;
            if everything || begun.elapsed() < BUDGET {
                let hexes = hexes_of(&self.grid, id);
                let art = self.art.read().unwrap_or_else(PoisonError::into_inner);
                let ready = make(&art, &hexes, id.detail);
                drop(art);
                self.take(id, version, ready);
            } else if let Some((_, old)) = chunk.ready.take() {
                self.bytes -= old.mesh.bytes;
            }
        }
    }

    fn take(&mut self, id: ChunkId, version: u64, ready: Ready) {
        let Some(chunk) = self.chunks.get_mut(&id) else { return };
        // One that was begun before an edit is of no use.
        if version != chunk.version {
            return;
        }
        self.bytes += ready.mesh.bytes;
        chunk.used = self.clock;
        if let Some((_, old)) = chunk.ready.replace((version, ready)) {
            self.bytes -= old.mesh.bytes;
        }
    }

    fn missing(&self, wanted: &[ChunkId]) -> Vec<Job> {
        wanted
            .iter()
            .filter_map(|&id| {
                let chunk = self.chunks.get(&id)?;
                chunk.ready.is_none().then(|| Job {
                    id,
                    version: chunk.version,
                    hexes: hexes_of(&self.grid, id),
                    art: self.art.clone(),
                })
            })
            .collect()
    }

    /// What there is of some chunks; where one is missing, what there is of it at the other
    /// detail.
    fn drawn(&mut self, wanted: &[ChunkId]) -> Vec<Ready> {
        let mut ids: Vec<ChunkId> = Vec::new();
        let is_ready = |id: &ChunkId| {
            self.chunks
                .get(id)
                .is_some_and(|chunk| chunk.ready.as_ref().is_some_and(|(v, _)| *v == chunk.version))
        };
        for id in wanted {
            if is_ready(id) {
                continue;
            }
            match id.detail {
                Detail::Near => ids.push(ChunkId {
                    detail: Detail::Middle,
                    row: id.row / 2,
                    column: id.column / 2,
                }),
                _ => ids.extend([(0, 0), (0, 1), (1, 0), (1, 1)].map(|(row, column)| ChunkId {
                    detail: Detail::Near,
                    row: id.row * 2 + row,
                    column: id.column * 2 + column,
                })),
            }
        }
        ids.sort_unstable();
        ids.dedup();
        ids.retain(is_ready);
        ids.extend(wanted.iter().filter(|id| is_ready(id)));
        let clock = self.clock;
        ids.iter()
            .filter_map(|id| {
                let chunk = self.chunks.get_mut(id)?;
                chunk.used = clock;
                chunk.ready.as_ref().map(|(_, ready)| ready.clone())
            })
            .collect()
    }

    /// Gives up what was not seen for longest while there is too much.
    fn forget_old(&mut self) {
        if self.bytes <= ROOM {
            return;
        }
        let mut old: Vec<(u64, ChunkId)> = self
            .chunks
            .iter()
            .filter(|(_, chunk)| chunk.used + 2 < self.clock)
            .map(|(id, chunk)| (chunk.used, *id))
            .collect();
        old.sort_unstable();
        for (_, id) in old {
            if self.bytes <= ROOM * 3 / 4 {
                break;
            }
            if let Some((_, ready)) = self.chunks.remove(&id).and_then(|chunk| chunk.ready) {
                self.bytes -= ready.mesh.bytes;
            }
        }
    }
}

fn hexes_of(grid: &HexGrid, id: ChunkId) -> Vec<Hex> {
    let edge = edge(id.detail);
    let rows = id.row * edge..((id.row + 1) * edge).min(grid.rows());
    let columns = id.column * edge..((id.column + 1) * edge).min(grid.columns());
    rows.flat_map(|row| columns.clone().map(move |column| HexIndex { row, column }))
        .filter_map(|index| grid.hex(index))
        .collect()
}

/// Makes a chunk.
pub fn make(art: &MapArt, hexes: &[Hex], detail: Detail) -> Ready {
    let made = art.mesh(hexes, detail);
    Ready { mesh: Arc::new(GpuMesh::new(made.mesh, made.ends)), names: Arc::new(made.names) }
}
