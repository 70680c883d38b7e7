//! The map as a printed map: layer by layer, hex by hex.
//!
//! [`MapArt::new`] reads a map once; [`MapArt::draw`] then draws one layer of one hex. What it
//! draws depends on that hex, its neighbours within [`MapArt::REACH`] and their hexsides only,
//! so a screen can keep chunks of hexes as meshes and redraw the chunks around an edit. Layers
//! must be painted in the order of [`Layer::ALL`], each over the whole view before the next:
//! trees and rivers reach over hex borders.

mod areas;
mod badges;
mod compile;
mod crossings;
mod far;
mod features;
mod follow;
mod frame;
mod hexsides;
mod key;
mod labels;
mod name_places;
mod objectives;
mod paths;
mod site;
mod strokes;
mod terrain;
mod works;
mod zones;

use std::collections::BTreeSet;

use salient_hex::grid::{Direction, Hex, HexGrid};
use salient_schema::ruleset::Mark;
use salient_schema::{Map, Ruleset};

use crate::scene::{Placed, Point, Scene, Shape};
use crate::theme::Theme;
use compile::Compiled;
pub(crate) use features::star;

pub use far::{Far, FarCell, FarPatch, FarTexture};
pub use follow::ChunkMesh;
pub use frame::{Frame, FrameOptions};

/// A map made ready for drawing.
#[derive(Clone, Debug)]
pub struct MapArt {
    pub(crate) grid: HexGrid,
    pub(crate) theme: Theme,
    pub(crate) map: Compiled,
    /// A scan of the printed map that lies on the hexes in place of the ground.
    scan: Option<Placed>,
    /// Zones that only other scenarios have a use for, by their place; empty where all are shown.
    idle_zones: Vec<bool>,
    /// Whether these are shown all the same.
    all_zones: bool,
    /// The rectangle around the map.
    extent: [Point; 2],
    /// The hexes that score in the scenario that is played on it.
    scoring: objectives::Scoring,
    /// The hexes that counters stand in.
    counters: BTreeSet<Hex>,
    /// Whether the ground runs on over the edge of the map.
    bleeds: bool,
}

/// What is painted together, the undermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The ground colour of the hex.
    Terrain,
    /// Stains of woods, marsh and water that run together over hex borders.
    Stains,
    /// Heights: a tint, slopes where levels meet, and the level in figures.
    Elevation,
    /// Hills.
    Relief,
    /// What lies under the terrain's marks: the shadows of trees.
    Shadows,
    /// The terrain's marks: trees, reeds, craters.
    Marks,
    /// The hexgrid.
    Grid,
    /// The banks of rivers and canals.
    HexsideCasings,
    /// Rivers, canals, ridges.
    Hexsides,
    /// The edges of roads.
    PathCasings,
    /// Roads and railways.
    Paths,
    /// Towns, works, ports, entry arrows.
    Features,
    /// Front lines, victory lines, borders, and around hexes that score.
    Lines,
    /// Zones: their hexes and their names.
    Zones,
    /// Hex numbers.
    Numbers,
    /// Names.
    Labels,
}

impl Layer {
    /// All layers, in painting order.
    pub const ALL: [Self; 16] = [
        Self::Terrain,
        Self::Stains,
        Self::Elevation,
        Self::Relief,
        Self::Shadows,
        Self::Marks,
        Self::Grid,
        Self::HexsideCasings,
        Self::Hexsides,
        Self::PathCasings,
        Self::Paths,
        Self::Features,
        Self::Lines,
        Self::Zones,
        Self::Numbers,
        Self::Labels,
    ];

    /// Whether it is drawn where a scan of the printed map lies on the hexes: a scan shows ground,
    /// grid and numbers itself.
    pub fn lies_over_scans(self) -> bool {
        self > Self::Grid && self != Self::Numbers
    }
}

/// How much is worth drawing at a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// Ground, rivers and towns as blots.
    Far,
    /// Everything but the finest strokes and hex numbers.
    Middle,
    /// Everything.
    Near,
}

impl Detail {
    /// The detail that a hex of this many pixels from side to side can show.
    pub fn at(pixels_per_hex: f32) -> Self {
        if pixels_per_hex < 11.0 {
            Self::Far
        } else if pixels_per_hex < 40.0 {
            Self::Middle
        } else {
            Self::Near
        }
    }

    /// The pixels to a hex beyond which a picture is finer than it shows.
    fn finest(self) -> f32 {
        match self {
            Self::Far => 11.0 * 2.0,
            Self::Middle => 40.0 * 2.0,
            Self::Near => f32::INFINITY,
        }
    }
}

impl MapArt {
    /// How far a hex's picture depends on others, in hexes: after an edit, redraw the hexes
    /// within this distance. One thing reaches further: where the name of a river is written
    /// depends on its whole course, so an edit of named hexsides or borders may touch
    /// [`Layer::Lines`] and [`Layer::Labels`] anywhere.
    pub const REACH: u32 = 2;

    /// Makes a map ready for drawing, in the default [`Theme`]. Kinds that the ruleset lacks
    /// and labels that the grid lacks are no fault here: the first draw as a warning pattern,
    /// the others not at all.
    pub fn new(map: &Map, ruleset: &Ruleset, grid: &HexGrid) -> Self {
        Self::with_theme(map, ruleset, grid, Theme::default())
    }

    /// The same in another theme.
    pub fn with_theme(map: &Map, ruleset: &Ruleset, grid: &HexGrid, theme: Theme) -> Self {
        let map = Compiled::new(map, ruleset, grid, &theme);
        Self {
            grid: grid.clone(),
            theme,
            map,
            scan: None,
            idle_zones: Vec::new(),
            all_zones: false,
            extent: grid.bounds(),
            scoring: objectives::Scoring::default(),
            counters: BTreeSet::new(),
            bleeds: false,
        }
    }

    /// The same over a scan of the printed map, which shows ground, grid and numbers itself: the
    /// layers that are drawn are those that lie [over it](Layer::lies_over_scans).
    #[must_use]
    pub fn over_scan(mut self, scan: Option<Placed>) -> Self {
        self.scan = scan;
        self
    }

    /// The same for sheets that are cut straight through the hexes at the map's edge: the ground
    /// runs on over it, and has no joints.
    #[must_use]
    pub fn bleeding(mut self) -> Self {
        self.bleeds = true;
        self
    }

    /// The scan that the map lies over.
    pub fn scan(&self) -> Option<&Placed> {
        self.scan.as_ref()
    }

    /// The grid it lies on.
    pub fn grid(&self) -> &HexGrid {
        &self.grid
    }

    /// The palette.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// The colour of clear ground.
    pub fn paper(&self) -> crate::Rgba {
        self.map.paper
    }

    /// What must be said of where the map comes from, if it is not the printed one.
    pub fn note(&self) -> Option<&'static str> {
        self.map.note
    }

    /// Whether there is nothing to a hex: no unit enters it, and its ground is a plain colour with
    /// nothing on it, as what fills a map's corners has. Of a scan nobody knows.
    pub fn is_blank(&self, hex: Hex) -> bool {
        if self.scan.is_some() {
            return false;
        }
        if self.map.beyond.contains(&hex) {
            return true;
        }
        let ground = self.map.terrain_look(hex);
        ground.is_some_and(|look| look.known && look.is_impassable() && look.mark == Mark::None)
            && self.map.features_in(hex).is_empty()
            && !self.map.paths.contains_key(&hex)
            && !self.map.lines.contains_key(&hex)
            && Direction::ALL
                .into_iter()
                .all(|way| self.map.sides_along(self.grid.side(hex, way)).is_empty())
    }

    /// Draws one layer of one hex. A hex off the map draws nothing.
    pub fn draw(&self, layer: Layer, hex: Hex, detail: Detail, scene: &mut Scene) {
        if hex.index() >= self.grid.len() || (self.scan.is_some() && !layer.lies_over_scans()) {
            return;
        }
        if self.map.beyond.contains(&hex) {
            return;
        }
        match layer {
            Layer::Terrain => self.draw_ground(hex, scene),
            Layer::Stains => self.draw_stains(hex, detail, scene),
            Layer::Elevation => self.draw_elevation(hex, detail, scene),
            Layer::Relief => self.draw_relief(hex, detail, scene),
            Layer::Shadows => self.draw_shadows(hex, detail, scene),
            Layer::Marks => self.draw_marks(hex, detail, scene),
            Layer::Grid => {
                self.draw_grid(hex, detail, scene);
                self.draw_seams(hex, detail, scene);
            }
            Layer::HexsideCasings => self.draw_hexsides(hex, true, detail, scene),
            Layer::Hexsides => self.draw_hexsides(hex, false, detail, scene),
            Layer::PathCasings => self.draw_paths(hex, true, detail, scene),
            Layer::Paths => self.draw_paths(hex, false, detail, scene),
            Layer::Features => self.draw_features(hex, detail, scene),
            Layer::Lines => {
                self.draw_lines(hex, detail, scene);
                self.draw_scoring(hex, detail, scene);
            }
            Layer::Zones => self.draw_zones(hex, detail, scene),
            Layer::Numbers => self.draw_number(hex, detail, scene),
            Layer::Labels => self.draw_labels(hex, detail, scene),
        }
    }

    /// The colour that each zone is drawn in, in the order of the map's list.
    pub fn zone_inks(&self) -> impl Iterator<Item = crate::Rgba> + '_ {
        self.map.zones.iter().map(|zone| zone.ink)
    }

    /// The hexes with cities, whose names are read from afar too.
    pub fn cities(&self) -> impl Iterator<Item = Hex> + '_ {
        self.map.cities.iter().copied()
    }

    /// Draws layers of the hexes that show within a part of the plane, its least and greatest
    /// corner, in the order given. Names reach further than the rest.
    pub fn draw_within(
        &self,
        layers: &[Layer],
        view: [Point; 2],
        detail: Detail,
        scene: &mut Scene,
    ) {
        let near = |reach: f32| {
            let [[x0, y0], [x1, y1]] = view;
            let grid = &self.grid;
            let within = move |hex: &Hex| {
                let [x, y] = grid.centre(*hex);
                x > x0 - reach && x < x1 + reach && y > y0 - reach && y < y1 + reach
            };
            grid.hexes().filter(within).collect::<Vec<Hex>>()
        };
        self.draw_scan(view, detail, scene);
        let (art, names) = (near(2.0), near(Self::NAMES_REACH));
        for &layer in layers {
            let named = matches!(layer, Layer::Lines | Layer::Zones | Layer::Labels);
            for &hex in if named { &names } else { &art } {
                self.draw(layer, hex, detail, scene);
            }
        }
    }

    /// Draws what lies on the ground of hexes of a few pixels, within a part of the plane.
    pub(crate) fn draw_far(&self, layers: &[Layer], view: [Point; 2], scene: &mut Scene) {
        let [[x0, y0], [x1, y1]] = view;
        let reach = Self::NAMES_REACH;
        self.draw_scan(view, Detail::Far, scene);
        for &layer in layers {
            for hex in self.far_hexes(layer) {
                let [x, y] = self.grid.centre(hex);
                if x > x0 - reach && x < x1 + reach && y > y0 - reach && y < y1 + reach {
                    self.draw(layer, hex, Detail::Far, scene);
                }
            }
        }
    }

    /// Draws the part of the scan that shows within a part of the plane, no finer than is worth it.
    /// Whoever draws layers of several hexes at once has it beneath them.
    pub fn draw_scan(&self, view: [Point; 2], detail: Detail, scene: &mut Scene) {
        let part = self.scan.as_ref().and_then(|scan| scan.part(view, detail.finest()));
        scene.shapes.extend(part.map(Shape::Picture));
    }

    /// Where a name of a width is written that is meant for a place: not beyond the map's edge, where
    /// a picture ends, as far as the map is as wide as the name.
    fn on_paper(&self, [x, y]: Point, [width, height]: [f32; 2]) -> Point {
        let [[west, north], [east, south]] = self.extent;
        let within = |at: f32, [least, most]: [f32; 2], size: f32| {
            let (least, most) = (least + size / 2.0, most - size / 2.0);
            if least > most { at } else { at.clamp(least, most) }
        };
        [within(x, [west, east], width + 0.12), within(y, [north, south], height)]
    }

    /// How far from its hex a name may run, in hex widths.
    const NAMES_REACH: f32 = 12.0;

    /// Draws layers of all hexes, in the order given.
    pub fn draw_all(&self, layers: &[Layer], detail: Detail, scene: &mut Scene) {
        self.draw_scan(self.extent, detail, scene);
        let hexes: Vec<Hex> = self.grid.hexes().collect();
        let draw = |hexes: &[Hex]| -> Vec<Scene> {
            let one = |layer: &Layer| {
                let mut scene = Scene::new();
                hexes.iter().for_each(|hex| self.draw(*layer, *hex, detail, &mut scene));
                scene
            };
            layers.iter().map(one).collect()
        };
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let part = hexes.len().div_ceil(cores).max(Self::WORTH_A_THREAD);
        let mut parts: Vec<_> = std::thread::scope(|scope| {
            let draw = &draw;
            let spawn = |hexes| scope.spawn(move || draw(hexes));
            let others: Vec<_> = hexes.chunks(part).skip(1).map(spawn).collect();
            let first = draw(hexes.chunks(part).next().unwrap_or_default());
            let join = |hand: std::thread::ScopedJoinHandle<'_, Vec<Scene>>| {
                hand.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            std::iter::once(first).chain(others.into_iter().map(join)).collect()
        });
        let count = parts.iter().flatten().map(|scene| scene.shapes.len()).sum();
        scene.shapes.reserve(count);
        for layer in 0..layers.len() {
            for part in &mut parts {
                scene.append(part.get_mut(layer).map(std::mem::take).unwrap_or_default());
            }
        }
    }

    /// The hexes that are worth a thread of their own to draw.
    const WORTH_A_THREAD: usize = 500;
}
