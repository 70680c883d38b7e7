//! What a side may do, in the words of its map and counters.

use salient_schema::HexLabel;
use salient_schema::event::UnitId;
use serde::{Deserialize, Serialize};

/// One decision of one side.
///
/// The same words serve every system; a system refuses those that it has no use for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Move a unit along hexes, each adjacent to the one before.
    Move {
        /// The unit.
        unit: UnitId,
        /// The hexes that it enters, in order; empty for leaving the map from where it stands.
        #[serde(default)]
        path: Vec<HexLabel>,
        /// Whether it leaves the map after the last hex.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        exit: bool,
    },
    /// Resolve an attack.
    Attack {
        /// The attacking units.
        units: Vec<UnitId>,
        /// The attacked hexes.
        hexes: Vec<HexLabel>,
    },
    /// Let a unit take a loss that its side owes: a step, or the whole unit where a stack is too
    /// high.
    Lose {
        /// The unit.
        unit: UnitId,
    },
    /// Retreat the stack whose turn it is.
    Retreat {
        /// Where to.
        hex: HexLabel,
    },
    /// Advance a victorious unit.
    Advance {
        /// The unit.
        unit: UnitId,
        /// The hexes that it enters, in order.
        path: Vec<HexLabel>,
    },
    /// Place an arriving unit.
    Place {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: HexLabel,
    },
    /// Do nothing more in this step of the sequence of play.
    Done,
}

/// A refused action: the rule that it breaks, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message} ({rule})")]
pub struct Violation {
    /// The rule, `KB 5.13`; empty where the action makes no sense in any system.
    pub rule: String,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl Violation {
    /// A refusal.
    pub fn new(rule: impl Into<String>, message: impl Into<String>) -> Self {
        Self { rule: rule.into(), message: message.into() }
    }
}
