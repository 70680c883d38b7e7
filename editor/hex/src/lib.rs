//! Salient's hexes: which touch, how far apart they are and where they lie; a map in dense arrays
//! for rules to read; the shortest ways over it. No rules, no screens.
//!
//! | module | holds |
//! |---|---|
//! | [`grid`] | which hexes touch, how far apart they are, where they lie |
//! | [`map`] | a map in dense arrays |
//! | [`path`] | the shortest ways over movement costs |

pub mod grid;
pub mod map;
pub mod path;

pub use grid::{Direction, Hex, HexGrid, Side};
