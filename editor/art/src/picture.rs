//! Whole pictures: a map, or a map with a scenario's counters set up on it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use image::RgbaImage;
use salient_hex::grid::{Hex, HexGrid};
use salient_schema::{Bundle, Map, Ruleset};
use thiserror::Error;

use crate::USUAL_COUNTER_SIZE;
use crate::colour::{Palette, Rgba};
use crate::counter_art::{CounterArt, Shown};
use crate::hex_colours::HexColours;
use crate::map_art::{Detail, FrameOptions, Layer, MapArt};
use crate::png::{self, PngError, RenderError};
use crate::scene::{Placed, Point, Scene};

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
    /// Layers that are left out besides.
    pub without: BTreeSet<Layer>,
    /// Two opposite corners of the part that is shown, for its own sake and without the sheet
    /// around the map; all of the map if left out.
    pub region: Option<[Hex; 2]>,
    /// What becomes of the colours.
    pub palette: Palette,
    /// A scan that lies on the hexes in place of ground, grid and numbers.
    pub scan: Option<Placed>,
}

/// Counters on the map, hex by hex, each stack from the top: a counter's id and its face.
pub type Stacks = BTreeMap<Hex, Vec<(String, u8)>>;

impl Default for Options {
    fn default() -> Self {
        Self {
            pixels_per_hex: 60.0,
            counters: true,
            numbers: true,
            legend: true,
            zones: false,
            without: BTreeSet::new(),
            region: None,
            palette: Palette::default(),
            scan: None,
        }
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

/// Why there is no file of a picture.
#[derive(Debug, Error)]
pub enum WritePngError {
    /// There is no picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// It could not be painted or written.
    #[error(transparent)]
    Png(#[from] PngError),
}

/// A scene with the part of the plane that it fills.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
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
    render(&drawing_of_map(map, ruleset, options)?, options)
}

/// Draws a scenario's map with its set-up.
pub fn picture_of_scenario(bundle: &Bundle, options: &Options) -> Result<RgbaImage, PictureError> {
    render(&drawing_of_scenario(bundle, options)?, options)
}

/// The shapes of [`picture_of_map`], to be written as SVG.
pub fn drawing_of_map(
    map: &Map,
    ruleset: &Ruleset,
    options: &Options,
) -> Result<Drawing, PictureError> {
    let of = Of { map, ruleset, scenario: None, stacks: None, subtitle: None };
    Ok(sheet(&of, options, Terrain::Shapes, |_, _| {})?.0)
}

/// Writes a picture of a map as PNG, painted by all processors and never whole in memory.
///
/// # Errors
/// Why it cannot be painted or written.
pub fn write_png_of_map(
    map: &Map,
    ruleset: &Ruleset,
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), WritePngError> {
    let of = Of { map, ruleset, scenario: None, stacks: None, subtitle: None };
    let (sheet, ground) = sheet(&of, options, Terrain::Pixels, |_, _| {})?;
    write_png(&sheet, ground.as_ref(), options, out)
}

/// Writes a picture of a scenario's map with counters where they stand, as
/// [`write_png_of_map`] does.
///
/// # Errors
/// Why it cannot be painted or written.
pub fn write_png_of_position(
    bundle: &Bundle,
    stacks: &Stacks,
    title: &str,
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), WritePngError> {
    let (sheet, ground) = position(bundle, stacks, title, options, Terrain::Pixels)?;
    write_png(&sheet, ground.as_ref(), options, out)
}

fn write_png(
    sheet: &Drawing,
    ground: Option<&Laid>,
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), WritePngError> {
    let Drawing { scene, bounds, background } = sheet;
    let ground = ground.map(|laid| (laid.beneath, &laid.ground));
    Ok(png::write(scene, ground, *bounds, options.pixels_per_hex, *background, out)?)
}

/// The shapes of [`picture_of_scenario`].
pub fn drawing_of_scenario(bundle: &Bundle, options: &Options) -> Result<Drawing, PictureError> {
    let grid = HexGrid::new(&bundle.map.grid);
    drawing_of_position(bundle, &set_up(bundle, &grid), &bundle.scenario.title, options)
}

/// The shapes of a scenario's map with counters where they stand, under a title of their own.
pub fn drawing_of_position(
    bundle: &Bundle,
    stacks: &Stacks,
    title: &str,
    options: &Options,
) -> Result<Drawing, PictureError> {
    Ok(position(bundle, stacks, title, options, Terrain::Shapes)?.0)
}

fn position(
    bundle: &Bundle,
    stacks: &Stacks,
    title: &str,
    options: &Options,
    terrain: Terrain,
) -> Result<(Drawing, Option<Laid>), PictureError> {
    let counters = CounterArt::of(bundle);
    let (map, ruleset) = (&bundle.map, &bundle.ruleset);
    let stacks = options.counters.then_some(stacks);
    let of = Of { map, ruleset, scenario: Some(bundle), stacks, subtitle: Some(title) };
    sheet(&of, options, terrain, |art, scene| {
        if let Some(stacks) = stacks {
            draw_stacks(stacks, art, &counters, options, scene);
        }
    })
}

/// The counters of the set-up that have a hex.
pub fn set_up(bundle: &Bundle, grid: &HexGrid) -> Stacks {
    let mut stacks = Stacks::new();
    for placement in &bundle.scenario.setup.placements {
        let Some(hex) = grid.parse(&placement.hex) else { continue };
        let face = placement.face.unwrap_or(0);
        let shown = placement.counters.iter().map(|counter| (counter.clone(), face));
        stacks.entry(hex).or_default().extend(shown);
    }
    stacks
}

fn draw_stacks(
    stacks: &Stacks,
    art: &MapArt,
    counters: &CounterArt,
    options: &Options,
    scene: &mut Scene,
) {
    let pixels = USUAL_COUNTER_SIZE * options.pixels_per_hex;
    for (hex, stack) in stacks {
        let shown: Vec<Shown<'_>> =
            stack.iter().map(|(counter, face)| Shown::new(counter, *face)).collect();
        let centre = art.grid().centre(*hex);
        counters.draw_stack(&shown, centre, USUAL_COUNTER_SIZE, pixels, scene);
    }
}

/// How the terrain of hexes of a few pixels is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Terrain {
    /// As shapes, like that of any hex.
    Shapes,
    /// As pixels beneath the shapes, which takes no time a hex.
    Pixels,
}

/// Colours by hex, and how many shapes of the scene lie beneath it.
struct Laid {
    beneath: usize,
    ground: HexColours,
}

/// The pixels of a hex below which a picture is drawn as from far away. A little more than on the
/// screen, where one can go nearer: 250,000 hexes in marks of their own take half a gigabyte.
const FAR: f32 = 12.0;

/// From the hexes of a region to the edge of its picture.
const MARGIN: f32 = 0.1;

/// What a sheet is of.
#[derive(Clone, Copy)]
struct Of<'a> {
    map: &'a Map,
    ruleset: &'a Ruleset,
    /// The scenario, whose hexes that score are marked.
    scenario: Option<&'a Bundle>,
    /// The counters that are drawn, which names keep off.
    stacks: Option<&'a Stacks>,
    subtitle: Option<&'a str>,
}

fn sheet(
    of: &Of<'_>,
    options: &Options,
    terrain: Terrain,
    counters: impl FnOnce(&MapArt, &mut Scene),
) -> Result<(Drawing, Option<Laid>), PictureError> {
    let grid = HexGrid::new(&of.map.grid);
    if grid.is_empty() {
        return Err(PictureError::NoHexes);
    }
    let view = match options.region {
        Some(corners) => region(&grid, corners).ok_or(PictureError::NoHexes)?,
        None => grid.bounds(),
    };
    // Before anything is drawn: a picture too large to paint is too large to lay out as well.
    png::size(view, options.pixels_per_hex)?;
    let mut art = MapArt::new(of.map, of.ruleset, &grid).over_scan(options.scan.clone());
    if let Some(bundle) = of.scenario {
        art.set_scoring(bundle);
    }
    let art = art.with_counters(of.stacks.into_iter().flat_map(BTreeMap::keys).copied());
    let detail = match terrain {
        Terrain::Pixels if options.pixels_per_hex < FAR => Detail::Far,
        _ => Detail::at(options.pixels_per_hex),
    };
    let subtitle = of.subtitle.map(str::to_owned);
    let frame = art.frame(&FrameOptions { legend: options.legend, subtitle });
    let mut scene = frame.under;
    let beneath = scene.shapes.len();
    let layers: Vec<Layer> = Layer::ALL
        .into_iter()
        .filter(|layer| options.numbers || *layer != Layer::Numbers)
        .filter(|layer| options.zones || *layer != Layer::Zones)
        .filter(|layer| !options.without.contains(layer))
        .collect();
    let far = terrain == Terrain::Pixels && detail == Detail::Far;
    if far {
        art.draw_far(&layers, view, &mut scene);
    } else if options.region.is_some() {
        art.draw_within(&layers, view, detail, &mut scene);
    } else {
        art.draw_all(&layers, detail, &mut scene);
    }
    let ground = (far && layers.contains(&Layer::Terrain) && art.scan().is_none()).then(|| {
        let colours = art.far_grounds();
        let colours = colours.into_iter().map(|colour| options.palette.of(colour)).collect();
        Laid { beneath, ground: HexColours::new(&grid, colours) }
    });
    counters(&art, &mut scene);
    let bounds = if options.region.is_some() {
        view
    } else {
        scene.append(frame.over);
        frame.bounds
    };
    let mut sheet = Drawing { scene, bounds, background: art.theme().margin };
    if options.palette != Palette::Paper {
        sheet.scene.recolour(|colour| options.palette.of(colour));
        sheet.background = options.palette.of(sheet.background);
    }
    Ok((sheet, ground))
}

/// The part of the plane that two corner hexes span; `None` where they are not on the map.
fn region(grid: &HexGrid, corners: [Hex; 2]) -> Option<[Point; 2]> {
    let mut view = [[f32::INFINITY; 2], [f32::NEG_INFINITY; 2]];
    for hex in corners {
        if hex.index() >= grid.len() {
            return None;
        }
        for corner in grid.corners(hex) {
            for axis in 0..2 {
                view[0][axis] = view[0][axis].min(corner[axis] - MARGIN);
                view[1][axis] = view[1][axis].max(corner[axis] + MARGIN);
            }
        }
    }
    Some(view)
}

fn render(sheet: &Drawing, options: &Options) -> Result<RgbaImage, PictureError> {
    Ok(png::render(&sheet.scene, sheet.bounds, options.pixels_per_hex, sheet.background)?)
}
