//! Sizes on the table, in the client's units.

/// The side of the board, in units: what a large table of the simulator holds.
pub(super) const BOARD: f64 = 44.0;
/// The width of a tile at scale 1, in units.
pub(super) const TILE: f64 = 2.0;
/// The thickness of a counter, in units.
pub(super) const THICK: f64 = 0.1;
/// The height of the table, in units.
pub(super) const TABLE: f64 = 1.0;
