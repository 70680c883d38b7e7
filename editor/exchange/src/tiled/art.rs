//! The tileset pictures: each kind of terrain as one hex, what stands in hexes, heights, counters.

use std::collections::BTreeMap;

use image::{RgbaImage, imageops};
use salient_hex::grid::HexGrid;
use salient_schema::map::{Feature, Map, Orientation};
use salient_schema::ruleset::Ruleset;
use salient_schema::{Bundle, Provenance};

use super::layout::Layout;
use super::model::{Properties, Property, Tile, Tileset};
use crate::{ExportError, draft};
use salient_art::colour::Rgba;
use salient_art::counter_art::{CounterArt, Shown};
use salient_art::fonts::Typeface;
use salient_art::map_art::{Detail, Layer, MapArt};
use salient_art::scene::{Scene, Text};
use salient_art::{PictureError, png};

/// Tiles in a row of a tileset's picture.
const COLUMNS: u32 = 8;
/// The side of a counter in hex widths.
const COUNTER: f32 = 0.62;
const CLEAR: Rgba = [0, 0, 0, 0];

/// A tileset that is being drawn.
pub struct TilesetImage<K> {
    pub set: Tileset,
    /// The tile of each thing.
    pub tiles: BTreeMap<K, u32>,
    pictures: Vec<RgbaImage>,
}

impl<K: Ord> TilesetImage<K> {
    fn new(name: &str, first: u32, tile: [u32; 2]) -> Self {
        let set = Tileset { first, name: name.to_owned(), tile, ..Tileset::default() };
        Self { set, tiles: BTreeMap::new(), pictures: Vec::new() }
    }

    fn add(&mut self, thing: K, picture: RgbaImage, class: &str, properties: Properties) {
        let id = self.pictures.len() as u32;
        self.tiles.insert(thing, self.set.first + id);
        self.pictures.push(picture);
        let tile = Tile { class: class.to_owned(), properties, image: None };
        self.set.tiles.insert(id, tile);
    }

    /// The picture of all tiles as PNG; `None` where there are none.
    ///
    /// # Errors
    /// A picture that is too large to be written.
    pub fn picture(&mut self, file: &str) -> Result<Option<Vec<u8>>, ExportError> {
        if self.pictures.is_empty() {
            return Ok(None);
        }
        let count = self.pictures.len() as u32;
        let columns = COLUMNS.max(count.isqrt()).min(count);
        let [width, height] = self.set.tile;
        let size = [width * columns, height * count.div_ceil(columns)];
        let mut picture = RgbaImage::new(size[0], size[1]);
        for (at, tile) in (0..count).zip(&self.pictures) {
            let (x, y) = (at % columns * width, at / columns * height);
            imageops::replace(&mut picture, tile, x.into(), y.into());
        }
        self.set.columns = columns;
        self.set.count = count;
        self.set.image = Some((file.to_owned(), size));
        encode(&picture).map(Some)
    }
}

/// A picture as PNG.
///
/// # Errors
/// A picture that is too large to be written.
pub fn encode(picture: &RgbaImage) -> Result<Vec<u8>, ExportError> {
    salient_codecs::png(picture).map_err(|error| ExportError::Cannot {
        what: format!("a picture could not be written: {error}"),
        help: "export fewer counters".to_owned(),
    })
}

/// A tile's picture of a scene about the origin.
fn tile(scene: &Scene, layout: &Layout) -> Result<RgbaImage, ExportError> {
    let [width, height] = layout.tile;
    let scale = layout.pixels_per_hex();
    // A little less than the tile, so that rounding up gives just its size.
    let half = [width, height].map(|side| (side as f32 - 0.02) / scale / 2.0);
    let bounds = [[-half[0], -half[1]], half];
    let picture = png::render(scene, bounds, scale, CLEAR).map_err(PictureError::from)?;
    Ok(picture)
}

/// A map of one hex, at the origin.
fn lone(orientation: Orientation, kind: &str) -> Map {
    let mut map = draft::empty_map(orientation, 1, 1);
    map.terrain.palette = BTreeMap::from([(".".to_owned(), kind.to_owned())]);
    map.terrain.rows = vec![".".to_owned()];
    map
}

fn named(name: &str, value: &str) -> Properties {
    Properties::from([(name.to_owned(), Property::Text(value.to_owned()))])
}

/// Every kind of terrain of the ruleset and the map, as one hex each.
///
/// # Errors
/// A hex that cannot be drawn.
pub fn terrain(
    map: &Map,
    ruleset: &Ruleset,
    layout: &Layout,
    first: u32,
) -> Result<TilesetImage<String>, ExportError> {
    let mut kinds: Vec<(&str, &str)> =
        ruleset.terrain.iter().map(|kind| (kind.id.as_str(), kind.name.as_str())).collect();
    for id in map.terrain.palette.values() {
        if !kinds.iter().any(|(known, _)| known == id) {
            kinds.push((id, id));
        }
    }
    let mut sheet = TilesetImage::new("terrain", first, layout.tile);
    for (id, name) in kinds {
        let map = lone(map.grid.orientation, id);
        let grid = HexGrid::new(&map.grid);
        let art = MapArt::new(&map, ruleset, &grid);
        let mut ground = Scene::new();
        art.draw_all(&[Layer::Terrain], Detail::Near, &mut ground);
        // The ground runs on under the edge, so that no pale rim shows between two tiles.
        let mut scene = ground.placed(1.08, [0.0, 0.0]);
        let over = [Layer::Stains, Layer::Shadows, Layer::Marks, Layer::Grid];
        art.draw_all(&over, Detail::Near, &mut scene);
        let mut picture = tile(&scene, layout)?;
        cut(&mut picture, layout);
        let mut properties = named("terrain", id);
        properties.insert("name".to_owned(), Property::Text(name.to_owned()));
        sheet.add(id.to_owned(), picture, id, properties);
    }
    Ok(sheet)
}

/// Clears what lies outside the hexagon. Each pixel belongs to one hex only, so that tiles meet
/// without a seam.
fn cut(picture: &mut RgbaImage, layout: &Layout) {
    let [width, height] = layout.tile.map(|side| side as f32);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let point = [x as f32 + 0.5 - width / 2.0, y as f32 + 0.5 - height / 2.0];
        if !layout.holds(point) {
            *pixel = image::Rgba(CLEAR);
        }
    }
}

/// Levels as numbers at the foot of a hex.
///
/// # Errors
/// A hex that cannot be drawn.
pub fn levels(
    levels: impl Iterator<Item = i16>,
    layout: &Layout,
    first: u32,
) -> Result<TilesetImage<i16>, ExportError> {
    let mut sheet = TilesetImage::new("levels", first, layout.tile);
    let all: std::collections::BTreeSet<i16> = levels.collect();
    for level in all {
        let mut scene = Scene::new();
        let words =
            Text::new([0.0, 0.36], level.to_string(), 0.15, Typeface::Bold, [90, 60, 30, 255]);
        scene.text(words.with_halo([255, 250, 235, 220]));
        let properties = Properties::from([("level".to_owned(), Property::Whole(level.into()))]);
        sheet.add(level, tile(&scene, layout)?, "level", properties);
    }
    Ok(sheet)
}

/// What tells features apart that look different.
pub type FeatureKey = (String, Option<i32>, Option<String>, Vec<String>, Option<String>);

/// What a feature looks like.
pub fn feature_key(feature: &Feature) -> FeatureKey {
    let Feature { kind, value, letter, facing, owner, .. } = feature;
    (kind.clone(), *value, letter.clone(), facing.clone(), owner.clone())
}

/// Features as they stand in a hex. Those that show nothing but a name have no tile.
///
/// # Errors
/// A hex that cannot be drawn.
pub fn features(
    map: &Map,
    ruleset: &Ruleset,
    layout: &Layout,
    first: u32,
) -> Result<TilesetImage<FeatureKey>, ExportError> {
    let mut sheet = TilesetImage::new("features", first, layout.tile);
    for feature in &map.features.items {
        let key = feature_key(feature);
        if sheet.tiles.contains_key(&key) {
            continue;
        }
        let kind = ruleset.terrain.first().map_or("open", |kind| kind.id.as_str());
        let mut alone = lone(map.grid.orientation, kind);
        let hex = alone.grid.print_hex(salient_schema::HexIndex::new(0, 0));
        let one = Feature { hex, name: None, provenance: None, ..feature.clone() };
        alone.features.items.push(one);
        // Marks of what is not printed belong to the map, not to its look.
        alone.features.provenance = Provenance::Printed;
        let grid = HexGrid::new(&alone.grid);
        let art = MapArt::new(&alone, ruleset, &grid);
        let mut scene = Scene::new();
        art.draw_all(&[Layer::Features], Detail::Near, &mut scene);
        let picture = tile(&scene, layout)?;
        if picture.pixels().any(|pixel| pixel.0[3] > 0) {
            sheet.add(key, picture, &feature.kind, named("feature", &feature.kind));
        }
    }
    Ok(sheet)
}

/// The counters of the set-up, each with the face that it shows.
///
/// # Errors
/// A counter that cannot be drawn.
pub fn counters(
    bundle: &Bundle,
    layout: &Layout,
    first: u32,
) -> Result<TilesetImage<(String, u8)>, ExportError> {
    let art = CounterArt::of(bundle);
    let scale = layout.pixels_per_hex();
    let side = (COUNTER * scale).round();
    let mut sheet = TilesetImage::new("counters", first, [side as u32; 2]);
    for placement in &bundle.scenario.setup.placements {
        let face = placement.face.unwrap_or(0);
        for counter in &placement.counters {
            let key = (counter.clone(), face);
            if sheet.tiles.contains_key(&key) {
                continue;
            }
            let mut scene = Scene::new();
            let shown = Shown::new(counter, face);
            art.draw(shown, [0.0, 0.0], COUNTER * 0.96, side, &mut scene);
            let half = (side - 0.02) / scale / 2.0;
            let picture = png::render(&scene, [[-half, -half], [half, half]], scale, CLEAR)
                .map_err(PictureError::from)?;
            let mut properties = named("counter", counter);
            properties.insert("face".to_owned(), Property::Whole(face.into()));
            sheet.add(key, picture, "counter", properties);
        }
    }
    Ok(sheet)
}
