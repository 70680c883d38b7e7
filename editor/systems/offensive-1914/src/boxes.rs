//! Boxes beside the map, and counters on the turn track.

use salient_rules::play::{BoxDef, BoxId};

/// Siege artillery markers in reserve with their headquarters or, with a game-turn, being deployed
/// (1914 13.2.4, 13.2.5).
pub const SIEGE_TRAIN: BoxId = 0;
/// Units at sea (1914 7.9).
pub const AT_SEA: BoxId = 1;
/// England, the holding box of the Royal Naval Division (1914 23.3.1).
pub const ENGLAND: BoxId = 2;

/// All boxes, each at its place.
pub const BOXES: &[BoxDef] = &[
    BoxDef { id: "siege-train", title: "siege train", rule: "1914 13.2.4" },
    BoxDef { id: "at-sea", title: "sea", rule: "1914 7.9" },
    BoxDef { id: "naval-holding", title: "Naval holding box", rule: "1914 23.3.1" },
];
