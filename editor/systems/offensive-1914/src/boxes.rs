//! Boxes beside the map, and the turn track, as the kernel keeps who is in them.

use salient_rules::play::{BoxDef, BoxId};

/// The turn track, for who waits to come back by rail (1914 7.7.5, 15.6.4).
pub const TRACK: BoxId = 0;
/// For depots that are out of use (1914 15.7.2, 17.2.2).
pub const DETACHMENT: BoxId = 1;

/// All boxes, each at its place.
pub const BOXES: &[BoxDef] = &[
    BoxDef { id: "turn-track", title: "turn track", rule: "1914 7.7.5" },
    BoxDef { id: "unused-depots", title: "box of unused depots", rule: "1914 17.2.2" },
];
