//! What is done in a rule case: steps of the set-up sequence, and lulls.

use serde::{Deserialize, Serialize};

use crate::lull::{Column, Row};
use crate::steps::Step;

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "json-schema", schemars(tag = "do"))]
pub enum Act {
    /// Run a step of the set-up sequence.
    Step {
        /// The step.
        #[cfg_attr(feature = "json-schema", schemars(with = "salient_schema::action::Name"))]
        step: Step,
    },
    /// Say what lull the dice of a game-turn bring.
    Lull {
        /// The game-turn.
        turn: u32,
    },
    /// Try to repair or regain something in a lull.
    Recover {
        /// The lull: `short`, `long`.
        #[cfg_attr(feature = "json-schema", schemars(with = "salient_schema::action::Name"))]
        lull: Column,
        /// What: `combat-base`, `command-base`, `temporary-gas`, `persistent-gas`, `demoralized`.
        #[cfg_attr(feature = "json-schema", schemars(with = "salient_schema::action::Name"))]
        what: Row,
        /// How many bases or points of damage.
        many: u32,
    },
    /// Reorganize sub-units of one type of a battalion in a lull.
    Reorganize {
        /// The lull.
        #[cfg_attr(feature = "json-schema", schemars(with = "salient_schema::action::Name"))]
        lull: Column,
        /// The bases that each has left.
        left: Vec<u32>,
        /// The bases that each had.
        full: u32,
        /// Which of them are pinned, counted from 0.
        pinned: Vec<u32>,
    },
    /// Roll for reinforcements in a lull.
    Reinforcements,
    /// Roll for more on-call barrages in a lull.
    Regain,
    /// The set-up is complete.
    Done,
}
