//! Tiled maps, `.tmx` and `.tmj`: terrain as tiles, everything else as objects over them.
//!
//! ```text
//! <map>.tmj   terrain        tile layer, one tile a kind of terrain, drawn as our maps are
//!             levels         tile layer, where the map has heights
//!             zones          outlines                        ┐
//!             hexsides …     polylines, a layer for each kind│  objects, with the same
//!             paths …        polylines through the hexes     │  properties as in our files
//!             lines …        polylines along hexsides        │
//!             features       tiles, or points for mere names ┘
//!             names          texts, for the eye only
//!             counters       the set-up, tiles with the counters' faces
//! ```
//!
//! Flat-topped grids have `staggeraxis="x"`, pointy-topped ones `y`; where the first column (or
//! row) is the pushed one, `staggerindex` is `even`. What tiles and objects do not say stands in the
//! map's property `salient`, so that the map comes back whole.
//!
//! In come hexagonal maps of any stagger, with CSV, base64, zlib, gzip and zstd data, endless maps,
//! objects by template, and tilesets anywhere in the project, whose tiles' mean colours the drafted
//! terrain has. XML with a DTD is refused.

mod art;
mod colour;
mod data;
mod layout;
mod model;
mod opening;
mod out;
mod reading;
mod referred;
mod writing;

pub(super) use art::encode;
pub use out::{Spelling, write};
pub use reading::read;
pub use referred::Beside;
