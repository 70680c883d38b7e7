//! Boxes beside the map.

use salient_rules::play::{BoxDef, BoxId};

/// Units at sea (1914 7.9).
pub const AT_SEA: BoxId = 0;
/// England, the holding box of the Royal Naval Division (1914 23.3.1).
pub const ENGLAND: BoxId = 1;

/// All boxes, each at its place.
pub const BOXES: &[BoxDef] = &[
    BoxDef { id: "at-sea", title: "sea", rule: "1914 7.9" },
    BoxDef { id: "naval-holding", title: "Naval holding box", rule: "1914 23.3.1" },
];
