//! What is done in a rule case: steps of the set-up sequence, and lulls.

use salient_schema::action::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Act;
use crate::lull::{KINDS, Row};
use crate::steps::Step;

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "do")]
pub enum Order {
    /// Run a step of the set-up sequence.
    Step {
        /// The step.
        step: Name,
    },
    /// Say what lull the dice of a game-turn bring.
    Lull {
        /// The game-turn.
        turn: u32,
    },
    /// Try to repair or regain something in a lull.
    Recover {
        /// The lull: `short`, `long`.
        lull: Name,
        /// What: `combat-base`, `command-base`, `temporary-gas`, `persistent-gas`, `demoralized`.
        what: Name,
        /// How many bases or points of damage.
        many: u32,
    },
    /// Reorganize sub-units of one type of a battalion in a lull.
    Reorganize {
        /// The lull.
        lull: Name,
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

impl Order {
    pub(crate) fn of(act: &Act) -> Self {
        match act.clone() {
            Act::Step(step) => Self::Step { step: step.id().into() },
            Act::Lull(turn) => Self::Lull { turn },
            Act::Recover { column, row, many } => {
                Self::Recover { lull: KINDS[column.min(1)].into(), what: row.name().into(), many }
            }
            Act::Reorganize { column, left, full, pinned } => {
                Self::Reorganize { lull: KINDS[column.min(1)].into(), left, full, pinned }
            }
            Act::Reinforcements => Self::Reinforcements,
            Act::Regain => Self::Regain,
            Act::Done => Self::Done,
        }
    }

    pub(crate) fn act(&self) -> Option<Act> {
        Some(match self {
            Self::Step { step } => Act::Step(Step::named(step)?),
            Self::Lull { turn } => Act::Lull(*turn),
            Self::Recover { lull, what, many } => Act::Recover {
                column: KINDS.iter().position(|kind| kind == lull)?,
                row: Row::named(what)?,
                many: (*many).min(99),
            },
            Self::Reorganize { lull, left, full, pinned } => Act::Reorganize {
                column: KINDS.iter().position(|kind| kind == lull)?,
                left: left.clone(),
                full: *full,
                pinned: pinned.clone(),
            },
            Self::Reinforcements => Act::Reinforcements,
            Self::Regain => Act::Regain,
            Self::Done => Act::Done,
        })
    }
}
