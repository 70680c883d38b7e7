//! The counters on the map, and those drawn in lists.
//!
//! On the map they lie on the graphics card in squares of hexes, each made anew only when a
//! stack in it changes. From far away a stack is a dot in its side's colour.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use egui::{Painter, Pos2, Rect, Vec2};
use salient_art::counter_art::Shown;
use salient_art::mesh::Mesh;
use salient_art::{CounterArt, Layer, Rgba, Scene, Theme};
use salient_document::Document;
use salient_document::oob::in_words as name_of_unit;
use salient_hex::grid::{Hex, HexGrid};
use salient_play::Sandbox;
use salient_play::seen::UNKNOWN;
use salient_rules::game::{Intelligence, UnitView};
use salient_schema::{CounterId, HexIndex};

use super::camera::Camera;
use super::gpu::{Drawing, GpuMesh, GpuView, GridShape};
use crate::look::shapes::Picture;
use crate::test_run::TestRun;

/// The side of a counter on the map, in hex widths.
pub const SIZE: f32 = 0.64;
/// The radius of a dot, in hex widths.
const DOT: f32 = 0.3;
/// How long new squares may be made in a frame.
const BUDGET: Duration = Duration::from_micros(1000);
/// The most squares that are kept.
const KEPT: usize = 2000;

/// A counter on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which it is.
    pub counter: CounterId,
    /// The face that it shows.
    pub face: u8,
    /// How much of it whoever sits here may know.
    pub intelligence: Intelligence,
}

impl Standing {
    fn open(counter: &str, face: u8) -> Self {
        Self { counter: counter.to_owned(), face, intelligence: Intelligence::Full }
    }

    fn of(unit: &UnitView<'_>) -> Self {
        let UnitView { face, intelligence, .. } = *unit;
        Self { counter: unit.counter.to_owned(), face, intelligence }
    }

    /// What it is called, as far as that is known.
    pub fn name<'a>(&'a self, document: &'a Document) -> &'a str {
        let (ruleset, id) = (document.ruleset(), &self.counter);
        match self.intelligence {
            Intelligence::Presence => UNKNOWN,
            _ => document.counter(id).map_or(id, |unit| name_of_unit(ruleset, unit)),
        }
    }

    /// As it is drawn: face down unless all of it is known.
    pub fn shown(&self) -> Shown<'_> {
        let face_down = self.intelligence != Intelligence::Full;
        Shown { face_down, ..Shown::new(&self.counter, self.face) }
    }
}

/// How much of a counter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Dot,
    Blot,
    Small,
    Badged,
    Full,
}

impl Grade {
    /// What a counter shows that is so many pixels wide.
    fn at(pixels: f32) -> Self {
        match pixels {
            ..7.0 => Self::Dot,
            ..13.0 => Self::Blot,
            ..22.0 => Self::Small,
            ..34.0 => Self::Badged,
            _ => Self::Full,
        }
    }

    /// A width in pixels for which as much is drawn.
    fn pixels(self) -> f32 {
        match self {
            Self::Dot | Self::Blot => 10.0,
            Self::Small => 18.0,
            Self::Badged => 28.0,
            Self::Full => 64.0,
        }
    }

    /// The edge of a square, in hexes, by its place in [`EDGES`].
    fn square(self) -> usize {
        match self {
            Self::Dot => 2,
            Self::Blot | Self::Small | Self::Badged => 1,
            Self::Full => 0,
        }
    }
}

/// The edges of squares, in hexes.
const EDGES: [u16; 3] = [8, 16, 64];

/// Who stands where, from the top of each stack.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    stacks: BTreeMap<Hex, Vec<Standing>>,
    /// When something changed last in a square, by [`EDGES`]: numbers that are used once.
    stamps: [BTreeMap<(u16, u16), u64>; 3],
}

impl Positions {
    /// The set-up of a document.
    pub fn of_set_up(document: &Document) -> Self {
        let mut positions = Self::default();
        let hexes = document.occupied();
        positions.change(document, &hexes);
        positions
    }

    /// Looks at some hexes of the set-up again.
    pub fn change(&mut self, document: &Document, hexes: &[Hex]) {
        for &hex in hexes {
            self.put(document.grid(), hex, set_up_in(document, hex));
        }
    }

    /// Becomes the position of a game.
    pub fn follow(&mut self, grid: &HexGrid, units: &[UnitView<'_>]) {
        let mut stacks: BTreeMap<Hex, Vec<Standing>> = BTreeMap::new();
        for unit in units {
            if let Some(hex) = unit.hex {
                stacks.entry(hex).or_default().push(Standing::of(unit));
            }
        }
        self.become_stacks(grid, stacks);
    }

    /// Becomes the position of a game without rules.
    pub fn follow_sandbox(&mut self, grid: &HexGrid, sandbox: &Sandbox) {
        let mut stacks: BTreeMap<Hex, Vec<Standing>> = BTreeMap::new();
        for (hex, piece) in sandbox.on_map() {
            stacks.entry(hex).or_default().push(Standing::open(&piece.counter, piece.face));
        }
        self.become_stacks(grid, stacks);
    }

    /// Puts other stacks where they differ.
    fn become_stacks(&mut self, grid: &HexGrid, stacks: BTreeMap<Hex, Vec<Standing>>) {
        let left: Vec<Hex> =
            self.stacks.keys().filter(|hex| !stacks.contains_key(hex)).copied().collect();
        for hex in left {
            self.put(grid, hex, Vec::new());
        }
        for (hex, stack) in stacks {
            if self.at(hex) != stack {
                self.put(grid, hex, stack);
            }
        }
    }

    fn put(&mut self, grid: &HexGrid, hex: Hex, stack: Vec<Standing>) {
        static STAMP: AtomicU64 = AtomicU64::new(1);
        let stamp = STAMP.fetch_add(1, Ordering::Relaxed);
        let HexIndex { row, column } = grid.index(hex);
        for (stamps, edge) in self.stamps.iter_mut().zip(EDGES) {
            stamps.insert((row / edge, column / edge), stamp);
        }
        if stack.is_empty() {
            self.stacks.remove(&hex);
        } else {
            self.stacks.insert(hex, stack);
        }
    }

    /// The counters in a hex.
    pub fn at(&self, hex: Hex) -> &[Standing] {
        self.stacks.get(&hex).map_or(&[], Vec::as_slice)
    }

    /// The stacks of a square of hexes.
    fn within(
        &self,
        grid: &HexGrid,
        (row, column): (u16, u16),
        edge: u16,
    ) -> impl Iterator<Item = (Hex, &Vec<Standing>)> {
        let columns = u32::from(grid.columns());
        let first = u32::from(column * edge);
        let last = (first + u32::from(edge)).min(columns);
        let rows = row * edge..((row + 1) * edge).min(grid.rows());
        rows.flat_map(move |row| {
            let start = u32::from(row) * columns;
            self.stacks.range(Hex(start + first)..Hex(start + last))
        })
        .map(|(&hex, stack)| (hex, stack))
    }
}

fn set_up_in(document: &Document, hex: Hex) -> Vec<Standing> {
    let stack = document.stack_at(hex);
    stack.into_iter().map(|entry| Standing::open(entry.counter, entry.face)).collect()
}

/// The counters in a hex: of the game that is shown, or of the set-up.
pub fn stack_in(document: &Document, test_run: &TestRun, hex: Hex) -> Vec<Standing> {
    if let Some(sandbox) = test_run.sandbox() {
        let stack = sandbox.sandbox().stack(hex);
        return stack.map(|piece| Standing::open(&piece.counter, piece.face)).collect();
    }
    match test_run.game() {
        Some(game) => {
            let there = game.units().into_iter().filter(|unit| unit.hex == Some(hex));
            there.map(|unit| Standing::of(&unit)).collect()
        }
        None => set_up_in(document, hex),
    }
}

/// The pictures of counters.
#[derive(Debug)]
pub struct Counters {
    art: CounterArt,
    /// The colour of each counter's side.
    sides: BTreeMap<CounterId, Rgba>,
    squares: BTreeMap<(Grade, u16, u16), Square>,
    singles: BTreeMap<(CounterId, u8, bool, u32), Picture>,
    clock: u64,
}

/// A square of hexes with counters on them.
#[derive(Debug)]
struct Square {
    stamp: u64,
    mesh: Arc<GpuMesh>,
    /// The stacks in which a counter shows a picture of its own: they lie over the triangles.
    over: Picture,
    used: u64,
}

/// Where counters are seen from.
pub struct Seen<'a> {
    /// Where it lies on the card.
    pub gpu: &'a GpuView,
    /// The grid.
    pub grid: &'a HexGrid,
    /// The grid as the card knows it.
    pub shape: GridShape,
    /// Who stands where.
    pub positions: &'a Positions,
    /// Where it is seen from.
    pub camera: Camera,
    /// The part of the window.
    pub view: Rect,
    /// How strongly counters are drawn.
    pub opacity: f32,
    /// Whether everything must be there at once.
    pub whole: bool,
}

impl Counters {
    /// The counters of a document.
    pub fn new(document: &Document) -> Self {
        let bundle = document.bundle();
        let theme = Theme::default();
        let side = |id: &str| {
            let number = bundle.ruleset.sides.iter().position(|side| side.id == id);
            theme.side(number.unwrap_or(0))
        };
        let counters = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        Self {
            art: CounterArt::of(bundle),
            sides: counters.map(|counter| (counter.id.clone(), side(&counter.side))).collect(),
            squares: BTreeMap::new(),
            singles: BTreeMap::new(),
            clock: 0,
        }
    }

    /// Paints the stacks in view. Gives whether some are still to be made.
    pub fn paint(&mut self, painter: &Painter, seen: &Seen<'_>) -> bool {
        self.clock += 1;
        let pixels = SIZE * seen.camera.scale * painter.pixels_per_point();
        let grade = Grade::at(pixels);
        let begun = Instant::now();
        let mut meshes = Vec::new();
        let mut pictured = Vec::new();
        let mut left = false;
        let Some(stamps) = seen.positions.stamps.get(grade.square()) else { return false };
        for (at, &stamp) in squares_in(seen, EDGES[grade.square()], stamps) {
            let key = (grade, at.0, at.1);
            let ready = self.squares.get(&key).is_some_and(|square| square.stamp == stamp);
            if !ready {
                if !seen.whole && begun.elapsed() > BUDGET {
                    left = true;
                    // What stood there before is better than nothing.
                    meshes.extend(self.squares.get(&key).map(|square| square.mesh.clone()));
                    continue;
                }
                let (mesh, over) = self.make(seen, grade, at, painter.pixels_per_point());
                let mesh = Arc::new(mesh);
                self.squares.insert(key, Square { stamp, mesh, over, used: 0 });
            }
            if let Some(square) = self.squares.get_mut(&key) {
                square.used = self.clock;
                meshes.push(square.mesh.clone());
                if !square.over.is_empty() {
                    pictured.push(key);
                }
            }
        }
        if self.squares.len() > KEPT {
            let clock = self.clock;
            self.squares.retain(|_, square| square.used + 2 >= clock);
        }
        let mut opacity = [0.0; Layer::ALL.len()];
        opacity[0] = seen.opacity;
        painter.add(
            Drawing {
                view: seen.gpu.clone(),
                camera: seen.camera,
                rect: seen.view,
                grid: seen.shape,
                far: None,
                is_covered: false,
                meshes,
                layers: vec![Layer::ALL[0]],
                opacity,
            }
            .shape(),
        );
        let mut painter = painter.with_clip_rect(seen.view.intersect(painter.clip_rect()));
        painter.multiply_opacity(seen.opacity);
        let origin = seen.camera.screen_from_plane(seen.view, [0.0, 0.0]);
        for key in pictured {
            if let Some(square) = self.squares.get_mut(&key) {
                square.over.paint(&painter, origin, seen.camera.scale, seen.view);
            }
        }
        left
    }

    fn make(
        &self,
        seen: &Seen<'_>,
        grade: Grade,
        at: (u16, u16),
        pixels_per_point: f32,
    ) -> (GpuMesh, Picture) {
        let mut mesh = Mesh::default();
        let mut scene = Scene::new();
        let mut over = Scene::new();
        for (hex, stack) in seen.positions.within(seen.grid, at, EDGES[grade.square()]) {
            let centre = seen.grid.centre(hex);
            if grade == Grade::Dot {
                let ink = stack.first().and_then(|top| self.sides.get(&top.counter));
                let ink = ink.copied().unwrap_or([90, 90, 90, 255]);
                mesh.dot(centre, DOT, [255, 252, 242, 255]);
                mesh.dot(centre, DOT * 0.76, ink);
                continue;
            }
            let shown: Vec<Shown<'_>> = stack.iter().map(Standing::shown).collect();
            if shown.iter().any(|shown| self.art.picture(*shown).is_some()) {
                self.art.draw_stack(&shown, centre, SIZE, grade.pixels(), &mut over);
                continue;
            }
            self.art.draw_stack(&shown, centre, SIZE, grade.pixels(), &mut scene);
            mesh.add(&scene, false);
            scene.shapes.clear();
        }
        let ends = [mesh.indices.len() as u32; Layer::ALL.len()];
        let over = Picture::new(&over, grade.pixels() / SIZE / pixels_per_point, pixels_per_point);
        (GpuMesh::new(mesh, ends), over)
    }

    /// Paints one counter, `side` points from side to side.
    pub fn paint_one(
        &mut self,
        painter: &Painter,
        shown: Shown<'_>,
        centre: Pos2,
        side: f32,
        pixels_per_point: f32,
    ) {
        // A whole number of points, so that few pictures serve all lists.
        let side = side.round().max(1.0);
        let key = (shown.counter.to_owned(), shown.face, shown.face_down, side as u32);
        let picture = self.singles.entry(key).or_insert_with(|| {
            let mut scene = Scene::new();
            self.art.draw(shown, [0.0, 0.0], 1.0, side * pixels_per_point, &mut scene);
            Picture::new(&scene, side, pixels_per_point)
        });
        picture.paint(
            painter,
            centre,
            side,
            Rect::from_center_size(centre, Vec2::splat(2.0 * side)),
        );
    }
}

/// The squares in view that anybody stands in.
fn squares_in<'a>(
    seen: &Seen<'_>,
    edge: u16,
    stamps: &'a BTreeMap<(u16, u16), u64>,
) -> impl Iterator<Item = ((u16, u16), &'a u64)> {
    let [least, most] = seen.camera.visible(seen.view);
    // A stack reaches a little over its hex; pushed lines lie half a hex further on.
    let pitch = 0.866_025_4;
    let (wide, high) = if seen.shape.flat { (pitch, 1.0) } else { (1.0, pitch) };
    let line = |at: f32, step: f32, off: f32| ((at + off) / step / f32::from(edge)).floor();
    let (left, right) = (line(least[0], wide, -1.6), line(most[0], wide, 1.0));
    let (top, bottom) = (line(least[1], high, -1.6), line(most[1], high, 1.0));
    let first = (top.max(0.0) as u16, 0);
    let last = (bottom.max(0.0) as u16, u16::MAX);
    stamps.range(first..=last).filter_map(move |(&at, stamp)| {
        let column = f32::from(at.1);
        (left <= column && column <= right && bottom >= 0.0).then_some((at, stamp))
    })
}
