//! Samples of kinds, drawn by the same art as the map.

use std::collections::BTreeMap;

use egui::{Painter, Rect};
use salient_art::{Detail, Layer as ArtLayer, MapArt, Scene};
use salient_document::{Document, Touched};
use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::{Feature, Grid, Hexside, Layer, Line, Path, TerrainLayer};
use salient_schema::ruleset::Kind;
use salient_schema::{Defined, Map, Ruleset};

use super::shapes::Picture;

/// What a sample is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Of {
    /// Base terrain.
    Terrain,
    /// A feature.
    Feature,
    /// Something along a hexside.
    Hexside,
    /// A border line.
    Line,
    /// A road or railway.
    Path,
}

impl Of {
    /// What is drawn for a sort of definition, if anything of the map is.
    pub fn drawn_as(defined: Defined) -> Option<Self> {
        Some(match defined {
            Defined::Terrain => Self::Terrain,
            Defined::Feature => Self::Feature,
            Defined::Hexside => Self::Hexside,
            Defined::Path => Self::Path,
            Defined::Line => Self::Line,
            _ => return None,
        })
    }
}

/// The samples of a ruleset, each made when it is first shown and again once the ruleset is another.
#[derive(Debug, Default)]
pub struct Swatches {
    made: BTreeMap<(Of, String, u32), Picture>,
    /// The revision of the document that they are of.
    revision: u64,
}

impl Swatches {
    /// Paints a sample, as large as fits, in the middle of a rectangle.
    pub fn paint(
        &mut self,
        painter: &Painter,
        rect: Rect,
        document: &Document,
        of: Of,
        kind: &str,
    ) {
        self.follow(document);
        let side = rect.width().min(rect.height()).round().max(1.0);
        // A hex is a little wider from corner to corner than from side to side.
        let scale = side / 1.16;
        let key = (of, kind.to_owned(), side as u32);
        let picture = self.made.entry(key).or_insert_with(|| {
            let pixels_per_point = painter.pixels_per_point();
            Picture::new(
                &sample(&document.map().grid, document.ruleset(), of, kind),
                scale,
                pixels_per_point,
            )
        });
        picture.paint(painter, rect.center(), scale, rect.expand(4.0));
    }

    /// Lets samples go whose looks may have changed.
    fn follow(&mut self, document: &Document) {
        let revision = document.revision();
        if self.revision != revision {
            let other = |touched: &Touched| matches!(touched, Touched::Ruleset | Touched::Map);
            let touched = document.touched_since(self.revision);
            if touched.is_none_or(|touched| touched.iter().any(other)) {
                self.made.clear();
            }
            self.revision = revision;
        }
    }
}

/// One hex of a ruleset with the kind in it, as it lies on a grid.
pub fn sample(grid: &Grid, ruleset: &Ruleset, of: Of, kind: &str) -> Scene {
    let map = one_hex(grid, ruleset, of, kind);
    let grid = HexGrid::new(&map.grid);
    let art = MapArt::new(&map, ruleset, &grid);
    let mut scene = Scene::new();
    // A road comes from the hex before the middle and goes on to the one behind.
    let middle = Hex(u32::from(map.grid.columns / 2));
    let left_out = [ArtLayer::Numbers, ArtLayer::Labels];
    for layer in ArtLayer::ALL.into_iter().filter(|layer| !left_out.contains(layer)) {
        art.draw(layer, middle, Detail::Near, &mut scene);
    }
    // A column or row that is pushed does not lie at the origin.
    let centre = grid.centre(middle);
    moved(scene, [-centre[0], -centre[1]])
}

/// One hex with a kind that the ruleset need not have, on the grid of a document's map.
pub fn sample_of(document: &Document, of: Of, kind: Kind) -> Scene {
    let mut ruleset = Ruleset::empty("sample", "Sample");
    ruleset.terrain.clone_from(&document.ruleset().terrain);
    let list = match of {
        Of::Terrain => &mut ruleset.terrain,
        Of::Feature => &mut ruleset.features,
        Of::Hexside => &mut ruleset.hexsides,
        Of::Line => &mut ruleset.lines,
        Of::Path => &mut ruleset.paths,
    };
    let id = kind.id.clone();
    *list = vec![kind];
    sample(&document.map().grid, &ruleset, of, &id)
}

fn one_hex(grid: &Grid, ruleset: &Ruleset, of: Of, kind: &str) -> Map {
    let columns = if of == Of::Path { 3 } else { 1 };
    let grid = Grid { columns, rows: 1, boards: Vec::new(), ..grid.clone() };
    let mut map = Map::empty("sample", "Sample", grid);
    let terrain = match of {
        Of::Terrain => kind.to_owned(),
        _ => ruleset.terrain.first().map(|kind| kind.id.clone()).unwrap_or_default(),
    };
    map.terrain = TerrainLayer {
        palette: BTreeMap::from([("a".to_owned(), terrain)]),
        rows: vec!["a".repeat(usize::from(map.grid.columns))],
        ..TerrainLayer::default()
    };
    let grid = HexGrid::new(&map.grid);
    let hex = grid.hexes().next().map(|hex| grid.label(hex)).unwrap_or_default();
    let across = map.grid.orientation.compass()[2];
    let feature = (of == Of::Feature).then(|| Feature {
        hex: hex.clone(),
        kind: kind.to_owned(),
        name: None,
        owner: None,
        value: None,
        letter: Some("A".to_owned()),
        facing: Vec::new(),
        provenance: None,
    });
    let side = |compass: &str| format!("{hex}:{compass}");
    let hexside = (of == Of::Hexside).then(|| {
        let kind = kind.to_owned();
        Hexside { side: side(across), kind, name: None, provenance: None }
    });
    let line = (of == Of::Line).then(|| Line {
        kind: kind.to_owned(),
        name: None,
        owner: None,
        sides: vec![side(across)],
    });
    let path = (of == Of::Path).then(|| Path {
        kind: kind.to_owned(),
        name: None,
        tracks: None,
        hexes: grid.hexes().map(|hex| grid.label(hex)).collect(),
    });
    map.paths = Layer { items: path.into_iter().collect(), ..Layer::default() };
    map.features = Layer { items: feature.into_iter().collect(), ..Layer::default() };
    map.hexsides = Layer { items: hexside.into_iter().collect(), ..Layer::default() };
    map.lines = Layer { items: line.into_iter().collect(), ..Layer::default() };
    map
}

fn moved(mut scene: Scene, [dx, dy]: [f32; 2]) -> Scene {
    use salient_art::Shape;
    let shift = |point: &mut [f32; 2]| {
        point[0] += dx;
        point[1] += dy;
    };
    for shape in &mut scene.shapes {
        match shape {
            Shape::Polygon { points, .. } | Shape::Line { points, .. } => {
                points.iter_mut().for_each(shift);
            }
            Shape::Circle { centre, .. } => shift(centre),
            Shape::Text(text) => shift(&mut text.at),
            Shape::Picture(placed) => placed.corners.iter_mut().for_each(shift),
        }
    }
    scene
}
