//! The map as meshes: 16 × 16 hexes and a layer each, made anew only where something changed.

use egui::{Painter, Pos2, Rect};
use salient_engine::grid::{Hex, HexGrid};
use salient_export::{Detail, Layer, MapArt, Scene};
use salient_schema::HexIndex;

use crate::ui::shapes::{self, Picture};

/// Hexes along the edge of a chunk.
const EDGE: u16 = 16;
/// How far drawings reach beyond their hex, in hex widths.
const OVERHANG: f32 = 2.5;
/// How long chunks that are only a little blurred may take to be made anew each frame, in
/// seconds.
const BUDGET: f64 = 0.006;

/// The meshes of a map.
#[derive(Debug, Default)]
pub struct Chunks {
    chunks: Vec<Chunk>,
    across: usize,
}

#[derive(Debug, Default)]
struct Chunk {
    hexes: Vec<Hex>,
    /// Least and greatest corner on the plane, overhang included.
    bounds: [[f32; 2]; 2],
    /// By place in [`Layer::ALL`].
    layers: Vec<Picture>,
    made_for: Option<Grade>,
    changed: bool,
}

/// What a mesh depends on besides the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grade {
    /// The zoom in half octaves.
    zoom: i32,
    detail: Detail,
    pixels_per_point: u32,
}

impl Grade {
    fn at(scale: f32, pixels_per_point: f32) -> Self {
        let zoom = (scale.max(1e-3).log2() * 2.0).round() as i32;
        Self {
            zoom,
            detail: Detail::at(scale * pixels_per_point),
            pixels_per_point: (pixels_per_point * 100.0) as u32,
        }
    }

    fn scale(self) -> f32 {
        2f32.powf(self.zoom as f32 / 2.0)
    }
}

impl Chunks {
    /// Chunks for a grid, all of them still to be made.
    pub fn new(grid: &HexGrid) -> Self {
        let across = usize::from(grid.columns().div_ceil(EDGE));
        let down = usize::from(grid.rows().div_ceil(EDGE));
        let mut chunks: Vec<Chunk> = Vec::new();
        chunks.resize_with(across * down, Chunk::default);
        for hex in grid.hexes() {
            chunks[place(grid.index(hex), across)].hexes.push(hex);
        }
        for chunk in &mut chunks {
            chunk.bounds = bounds(grid, &chunk.hexes);
        }
        Self { chunks, across }
    }

    /// Says that hexes look different now.
    pub fn touch(&mut self, grid: &HexGrid, hexes: impl IntoIterator<Item = Hex>) {
        for hex in hexes {
            for near in grid.within(hex, MapArt::REACH) {
                if let Some(chunk) = self.chunks.get_mut(place(grid.index(near), self.across)) {
                    chunk.changed = true;
                }
            }
        }
    }

    /// Says that everything looks different now.
    pub fn touch_all(&mut self) {
        for chunk in &mut self.chunks {
            chunk.changed = true;
        }
    }

    /// Makes the chunks in view that need it. Gives whether some are still to be made.
    ///
    /// What changed is made at once; what is only made for another zoom waits its turn.
    pub fn prepare(
        &mut self,
        art: &MapArt,
        visible: [[f32; 2]; 2],
        scale: f32,
        pixels_per_point: f32,
    ) -> bool {
        let grade = Grade::at(scale, pixels_per_point);
        let begun = std::time::Instant::now();
        let mut left = false;
        for chunk in self.chunks.iter_mut().filter(|chunk| chunk.is_in(visible)) {
            let missing = chunk.made_for.is_none();
            if !missing && !chunk.changed && chunk.made_for == Some(grade) {
                continue;
            }
            if !missing && !chunk.changed && begun.elapsed().as_secs_f64() > BUDGET {
                left = true;
                continue;
            }
            chunk.make(art, grade, pixels_per_point);
        }
        left
    }

    /// Paints layers of the chunks in view.
    pub fn paint(
        &mut self,
        painter: &Painter,
        layers: impl Fn(Layer) -> bool,
        origin: Pos2,
        scale: f32,
        visible: [[f32; 2]; 2],
        view: Rect,
    ) {
        for (at, layer) in Layer::ALL.into_iter().enumerate() {
            if !layers(layer) {
                continue;
            }
            if layer == Layer::Labels {
                let seen = self.chunks.iter().filter(|chunk| chunk.is_in(visible));
                let names = seen.filter_map(|chunk| chunk.layers.get(at)).flat_map(Picture::texts);
                shapes::paint_names(painter, names, origin, scale, view);
                continue;
            }
            for chunk in self.chunks.iter_mut().filter(|chunk| chunk.is_in(visible)) {
                if let Some(picture) = chunk.layers.get_mut(at) {
                    picture.paint(painter, origin, scale, view);
                }
            }
        }
    }
}

impl Chunk {
    fn is_in(&self, [least, most]: [[f32; 2]; 2]) -> bool {
        let [low, high] = self.bounds;
        low[0] < most[0] && low[1] < most[1] && high[0] > least[0] && high[1] > least[1]
    }

    fn make(&mut self, art: &MapArt, grade: Grade, pixels_per_point: f32) {
        self.layers = Layer::ALL
            .into_iter()
            .map(|layer| {
                let mut scene = Scene::new();
                for &hex in &self.hexes {
                    art.draw(layer, hex, grade.detail, &mut scene);
                }
                Picture::new(&scene, grade.scale(), pixels_per_point)
            })
            .collect();
        self.made_for = Some(grade);
        self.changed = false;
    }
}

fn place(index: HexIndex, across: usize) -> usize {
    usize::from(index.row / EDGE) * across + usize::from(index.column / EDGE)
}

fn bounds(grid: &HexGrid, hexes: &[Hex]) -> [[f32; 2]; 2] {
    let mut least = [f32::MAX; 2];
    let mut most = [f32::MIN; 2];
    for &hex in hexes {
        let centre = grid.centre(hex);
        for axis in 0..2 {
            least[axis] = least[axis].min(centre[axis] - OVERHANG);
            most[axis] = most[axis].max(centre[axis] + OVERHANG);
        }
    }
    [least, most]
}
