//! Salient's pictures: the one look of a map and its counters, on screen, in PNG, SVG and PDF.
//!
//! Everything is first drawn into a [`Scene`]: plain shapes on the plane of the hexgrid, in hex
//! widths. The screen paints those shapes with its own painter, [`png`] with an anti-aliasing
//! rasteriser, [`svg`] as markup and [`pdf`] as pages of print, so a map looks alike everywhere.
//!
//! ```text
//! Map + Ruleset ──► MapArt ────┐
//!                              ├──► Scene ──► screen, png::render, svg::write, pdf::write
//! OOB + Ruleset ──► CounterArt ┘
//! ```
//!
//! Nothing drawn depends on a clock, on chance or on the order of drawing: scatter comes from a
//! hash of the place, so a hex looks the same in every picture of it.

pub mod before_after;
pub mod colour;
pub mod counter_art;
pub mod fonts;
pub mod glyphs;
mod hex_colours;
pub mod map_art;
pub mod mesh;
mod noise;
pub mod pdf;
mod picture;
pub mod png;
pub mod printed_page;
pub mod scene;
pub mod svg;
mod theme;

pub use colour::Rgba;
pub use counter_art::{CounterArt, Shown};
pub use map_art::{
    ChunkMesh, Detail, Far, FarPatch, FarTexture, Frame, FrameOptions, Layer, MapArt,
};
pub use picture::{
    Drawing, Options, PictureError, Stacks, WritePngError, drawing_of_map, drawing_of_position,
    drawing_of_scenario, picture_of_map, picture_of_scenario, set_up, write_png_of_map,
    write_png_of_position,
};
pub use printed_page::{POINTS, PlacedScene, PrintedPage};
pub use scene::{Anchor, Halo, Placed, Point, Scene, Shape, Stroke, Text};
pub use theme::Theme;

/// The side of a counter on the map that suits most hexgrids, in hex widths.
pub const USUAL_COUNTER_SIZE: f32 = 0.66;
