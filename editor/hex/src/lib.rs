//! Salient's hexes: which touch, how far apart they are and where they lie; a map in dense arrays
//! for rules to read; the shortest ways over it. No rules, no screens.
//!
//! | module | holds |
//! |---|---|
//! | [`area`] | the hexes of areas, within bounds |
//! | [`earth`] | how a map lies on the earth, over the date line as well |
//! | [`grid`] | which hexes touch, how far apart they are, where they lie |
//! | [`map`] | a map in dense arrays |
//! | [`objectives`] | which hexes score, and what each is worth |
//! | [`path`] | the shortest ways over movement costs |
//! | [`sight`] | lines of sight |
//! | [`span`] | units that take up two hexes |

pub mod area;
pub mod earth;
pub mod grid;
pub mod map;
pub mod objectives;
pub mod path;
pub mod sight;
pub mod span;

pub use earth::Earth;
pub use grid::{Direction, Hex, HexGrid, Side};
pub use map::{CompiledMap, Slope};
pub use span::{Footprint, Span};
