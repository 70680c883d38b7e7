//! Pictures of maps and positions, as the file's name asks.

use std::path::Path;

use salient_art::{Drawing, Options, Placed, Stacks};
use salient_files::Place;
use salient_hex::grid::HexGrid;
use salient_rules::Systems;
use salient_schema::{Bundle, Map, Ruleset};

use crate::{OutputError, write_whole};

/// The scale where none is asked for: the distance between the centres of two adjacent hexes, in
/// pixels.
pub const PIXELS_PER_HEX: f32 = 64.0;

/// The kind of a picture's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// Pixels.
    Png,
    /// Shapes, sharp at any size.
    Svg,
}

impl PictureKind {
    /// The ending of the file's name, without its dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    /// What a file's name asks for.
    ///
    /// # Errors
    /// [`OutputError::Name`] when it ends in neither.
    pub fn of(path: &Path) -> Result<Self, OutputError> {
        let ending = path.extension().map(|end| end.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("png") => Ok(Self::Png),
            Some("svg") => Ok(Self::Svg),
            _ => Err(OutputError::Name {
                path: path.to_path_buf(),
                reason: "the picture's name must end in .png or .svg",
            }),
        }
    }
}

/// A position to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Who stands where.
    pub stacks: Stacks,
    /// The title of its picture, which says when it was.
    pub title: String,
}

impl Position {
    /// The set-up.
    pub fn set_up(systems: Systems, bundle: &Bundle, grid: &HexGrid) -> Self {
        let title = bundle.scenario.title.clone();
        let in_two = systems.of(bundle).is_some_and(|system| system.two_hexes().is_some());
        Self { stacks: salient_art::set_up(bundle, grid, in_two), title }
    }
}

/// Draws a scenario's set-up into a PNG or SVG file, on a scan where one is given.
///
/// # Errors
/// Why there is no picture.
pub fn write_picture(
    systems: Systems,
    bundle: &Bundle,
    scan: Option<Placed>,
    place: impl Into<Place>,
) -> Result<(), OutputError> {
    let place = place.into();
    let options = Options { pixels_per_hex: PIXELS_PER_HEX, scan, ..Options::default() };
    let position = Position::set_up(systems, bundle, &HexGrid::new(&bundle.map.grid));
    let bytes = draw_position(bundle, &position, PictureKind::of(place.path())?, &options)?;
    let path = place.path().to_path_buf();
    write_whole(place, &bytes).map_err(|reason| OutputError::File { path, reason })
}

/// A scenario's map with its counters as a file's bytes.
///
/// # Errors
/// Why there is no picture.
pub fn draw_position(
    bundle: &Bundle,
    position: &Position,
    kind: PictureKind,
    options: &Options,
) -> Result<Vec<u8>, OutputError> {
    let Position { stacks, title } = position;
    Ok(match kind {
        PictureKind::Png => {
            let mut bytes = Vec::new();
            salient_art::write_png_of_position(bundle, stacks, title, options, &mut bytes)?;
            bytes
        }
        PictureKind::Svg => {
            svg(&salient_art::drawing_of_position(bundle, stacks, title, options)?, options)?
        }
    })
}

/// A map as a file's bytes.
///
/// # Errors
/// Why there is no picture.
pub fn draw_map(
    map: &Map,
    ruleset: &Ruleset,
    kind: PictureKind,
    options: &Options,
) -> Result<Vec<u8>, OutputError> {
    Ok(match kind {
        PictureKind::Png => {
            let mut bytes = Vec::new();
            salient_art::write_png_of_map(map, ruleset, options, &mut bytes)?;
            bytes
        }
        PictureKind::Svg => svg(&salient_art::drawing_of_map(map, ruleset, options)?, options)?,
    })
}

/// A sheet as a file's bytes, at so many pixels a hex.
///
/// # Errors
/// Why there is no picture.
pub fn draw_sheet(
    sheet: &Drawing,
    kind: PictureKind,
    pixels_per_hex: f32,
) -> Result<Vec<u8>, OutputError> {
    let options = Options { pixels_per_hex, ..Options::default() };
    Ok(match kind {
        PictureKind::Svg => svg(sheet, &options)?,
        PictureKind::Png => {
            let Drawing { scene, bounds, background } = sheet;
            let picture = salient_art::png::render(scene, *bounds, pixels_per_hex, *background)?;
            salient_codecs::png(&picture)?
        }
    })
}

fn svg(sheet: &Drawing, options: &Options) -> Result<Vec<u8>, OutputError> {
    let Drawing { scene, bounds, background } = sheet;
    let text = salient_art::svg::write(scene, *bounds, options.pixels_per_hex, *background)?;
    Ok(text.into_bytes())
}
