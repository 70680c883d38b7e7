//! Whole pictures: a map, or a map with a scenario's counters set up on it.

use image::RgbaImage;
use salient_engine::grid::HexGrid;
use salient_schema::{Bundle, Map, Ruleset};
use thiserror::Error;

use crate::colour::Rgba;
use crate::map_art::{Detail, FrameOptions, Layer, MapArt};
use crate::png::{self, RenderError};
use crate::scene::{Point, Scene};

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Pixels from side to side of a hex.
    pub pixels_per_hex: f32,
    /// Whether the counters of the set-up stand on the map.
    pub counters: bool,
    /// Whether hexes have their numbers.
    pub numbers: bool,
    /// Whether the sheet has a title, a key of the terrain and a scale.
    pub legend: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { pixels_per_hex: 60.0, counters: true, numbers: true, legend: true }
    }
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PictureError {
    /// It could not be painted.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The map has no hexes.
    #[error("the map has no hexes")]
    NoHexes,
}

/// A scene with the part of the plane that it fills.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The shapes.
    pub scene: Scene,
    /// The least and the greatest corner.
    pub bounds: [Point; 2],
    /// The colour of the sheet.
    pub background: Rgba,
}

/// Draws a map.
pub fn picture_of_map(
    map: &Map,
    ruleset: &Ruleset,
    options: &Options,
) -> Result<RgbaImage, PictureError> {
    render(&sheet_of_map(map, ruleset, options)?, options)
}

/// Draws a scenario's map with its set-up.
pub fn picture_of_scenario(bundle: &Bundle, options: &Options) -> Result<RgbaImage, PictureError> {
    render(&sheet_of_scenario(bundle, options)?, options)
}

/// The shapes of [`picture_of_map`], to be written as SVG.
pub fn sheet_of_map(
    map: &Map,
    ruleset: &Ruleset,
    options: &Options,
) -> Result<Sheet, PictureError> {
    let grid = HexGrid::new(&map.grid);
    if grid.is_empty() {
        return Err(PictureError::NoHexes);
    }
    // Before anything is drawn: a picture too large to paint is too large to lay out as well.
    png::size(grid.bounds(), options.pixels_per_hex)?;
    let art = MapArt::new(map, ruleset, &grid);
    Ok(draw(&art, options, |_| {}))
}

/// The shapes of [`picture_of_scenario`].
pub fn sheet_of_scenario(bundle: &Bundle, options: &Options) -> Result<Sheet, PictureError> {
    sheet_of_map(&bundle.map, &bundle.ruleset, options)
}

fn draw(art: &MapArt, options: &Options, counters: impl FnOnce(&mut Scene)) -> Sheet {
    let detail = Detail::at(options.pixels_per_hex);
    let frame = art.frame(&FrameOptions { legend: options.legend, ..FrameOptions::default() });
    let mut scene = frame.under;
    let layers: Vec<Layer> = Layer::ALL
        .into_iter()
        .filter(|layer| options.numbers || *layer != Layer::Numbers)
        .collect();
    art.draw_all(&layers, detail, &mut scene);
    scene.append(frame.over);
    counters(&mut scene);
    Sheet { scene, bounds: frame.bounds, background: art.theme().margin }
}

fn render(sheet: &Sheet, options: &Options) -> Result<RgbaImage, PictureError> {
    Ok(png::render(&sheet.scene, sheet.bounds, options.pixels_per_hex, sheet.background)?)
}
