//! Boxes beside the map, and counters on the turn track.

use salient_rules::play::{BoxDef, BoxId};

/// Siege artillery markers in reserve with their headquarters or, with a game-turn, being deployed
/// (1914 13.2.4, 13.2.5).
pub const SIEGE_TRAIN: BoxId = 0;
/// Units at sea (1914 7.9).
pub const AT_SEA: BoxId = 1;
/// England, the holding box of the Royal Naval Division (1914 23.3.1).
pub const ENGLAND: BoxId = 2;
/// The turn track, for who waits to come back by rail (1914 7.7.5, 15.6.4).
pub const TRACK: BoxId = 3;
/// For depots that are out of use (1914 15.7.2, 17.2.2).
pub const DETACHMENT: BoxId = 4;

/// All boxes, each at its place.
pub const BOXES: &[BoxDef] = &[
    BoxDef { id: "siege-train", title: "siege train", rule: "1914 13.2.4" },
    BoxDef { id: "at-sea", title: "sea", rule: "1914 7.9" },
    BoxDef { id: "naval-holding", title: "Naval holding box", rule: "1914 23.3.1" },
    BoxDef { id: "turn-track", title: "turn track", rule: "1914 7.7.5" },
    BoxDef { id: "unused-depots", title: "box of unused depots", rule: "1914 17.2.2" },
];
