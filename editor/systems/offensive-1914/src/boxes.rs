//! Boxes beside the map, and counters on the turn track.

use salient_rules::play::BoxDef;
use salient_rules::play::BoxId;

/// Siege artillery markers in reserve with their headquarters or, with a game-turn, being deployed
/// (1914 13.2.4, 13.2.5).
pub const SIEGE_TRAIN: BoxId = 0;

/// All boxes, each at its place.
pub const BOXES: &[BoxDef] =
    &[BoxDef { id: "siege-train", title: "siege train", rule: "1914 13.2.4" }];
