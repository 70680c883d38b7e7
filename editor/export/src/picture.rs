//! Whole pictures: a map, or a map with a scenario's counters set up on it.

use std::collections::BTreeMap;

use image::RgbaImage;
use salient_engine::grid::{Hex, HexGrid};
use salient_schema::{Bundle, Map, Ruleset};
use thiserror::Error;

use crate::colour::Rgba;
use crate::counter_art::{self, CounterArt, Shown};
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
    /// Whether zones are shown.
    pub zones: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { pixels_per_hex: 60.0, counters: true, numbers: true, legend: true, zones: false }
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
    sheet(map, ruleset, None, options, |_, _| {})
}

/// The shapes of [`picture_of_scenario`].
pub fn sheet_of_scenario(bundle: &Bundle, options: &Options) -> Result<Sheet, PictureError> {
    let counters = CounterArt::new(&bundle.ruleset, &bundle.orders_of_battle);
    sheet(&bundle.map, &bundle.ruleset, Some(&bundle.scenario.title), options, |art, scene| {
        if options.counters {
            draw_setup(bundle, art, &counters, options.pixels_per_hex, scene);
        }
    })
}

/// Stands the set-up's counters on the map, stack by stack.
fn draw_setup(
    bundle: &Bundle,
    art: &MapArt,
    counters: &CounterArt,
    pixels_per_hex: f32,
    scene: &mut Scene,
) {
    let mut stacks: BTreeMap<Hex, Vec<Shown<'_>>> = BTreeMap::new();
    for placement in &bundle.scenario.setup.placements {
        let Some(hex) = art.grid().parse(&placement.hex) else { continue };
        let face = placement.face.unwrap_or(0);
        let shown = placement.counters.iter().map(|counter| Shown { counter, face });
        stacks.entry(hex).or_default().extend(shown);
    }
    for (hex, stack) in &stacks {
        let centre = art.grid().centre(*hex);
        let pixels = counter_art::USUAL_SIZE * pixels_per_hex;
        counters.draw_stack(stack, centre, counter_art::USUAL_SIZE, pixels, scene);
    }
}

fn sheet(
    map: &Map,
    ruleset: &Ruleset,
    subtitle: Option<&str>,
    options: &Options,
    counters: impl FnOnce(&MapArt, &mut Scene),
) -> Result<Sheet, PictureError> {
    let grid = HexGrid::new(&map.grid);
    if grid.is_empty() {
        return Err(PictureError::NoHexes);
    }
    // Before anything is drawn: a picture too large to paint is too large to lay out as well.
    png::size(grid.bounds(), options.pixels_per_hex)?;
    let art = MapArt::new(map, ruleset, &grid);
    let detail = Detail::at(options.pixels_per_hex);
    let subtitle = subtitle.map(str::to_owned);
    let frame = art.frame(&FrameOptions { legend: options.legend, subtitle });
    let mut scene = frame.under;
    let layers: Vec<Layer> = Layer::ALL
        .into_iter()
        .filter(|layer| options.numbers || *layer != Layer::Numbers)
        .filter(|layer| options.zones || *layer != Layer::Zones)
        .collect();
    art.draw_all(&layers, detail, &mut scene);
    counters(&art, &mut scene);
    scene.append(frame.over);
    Ok(Sheet { scene, bounds: frame.bounds, background: art.theme().margin })
}

fn render(sheet: &Sheet, options: &Options) -> Result<RgbaImage, PictureError> {
    Ok(png::render(&sheet.scene, sheet.bounds, options.pixels_per_hex, sheet.background)?)
}
