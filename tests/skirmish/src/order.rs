//! What a side may do, in the words of map and counters.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::Unit;
use salient_schema::common::HexLabel;
use salient_schema::event::UnitId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Act;
use crate::rules::Rules;

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Choose in secret which farm the side is after.
    Plan {
        /// The farm.
        hex: HexLabel,
    },
    /// Set a unit up.
    Place {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: HexLabel,
    },
    /// Move a unit.
    Move {
        /// The unit.
        unit: UnitId,
        /// The hexes that it enters, in order.
        path: Vec<HexLabel>,
    },
    /// Fire at an enemy.
    Fire {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        target: UnitId,
    },
    /// Do nothing.
    Pass,
}

impl Order {
    /// An act in words.
    pub(crate) fn of(rules: &Rules, act: &Act) -> Self {
        let unit = |unit: &Unit| rules.compiled.unit(*unit).name.clone();
        let hex = |hex: &Hex| rules.compiled.label(*hex).to_owned();
        match act {
            Act::Plan(at) => Self::Plan { hex: hex(at) },
            Act::Place { unit: placed, hex: at } => {
                Self::Place { unit: unit(placed), hex: hex(at) }
            }
            Act::Move { unit: moved, path } => {
                Self::Move { unit: unit(moved), path: rules.compiled.labels(path) }
            }
            Act::Fire { unit: by, target } => Self::Fire { unit: unit(by), target: unit(target) },
            Act::Pass => Self::Pass,
        }
    }

    /// The act in units and hexes.
    pub(crate) fn act(&self, rules: &Rules) -> Result<Act, Violation> {
        let unit = |name: &String| rules.compiled.read_unit(name);
        let hex = |label: &String| rules.compiled.read_hex(label);
        Ok(match self {
            Self::Plan { hex: at } => Act::Plan(hex(at)?),
            Self::Place { unit: name, hex: at } => Act::Place { unit: unit(name)?, hex: hex(at)? },
            Self::Move { unit: name, path } => {
                Act::Move { unit: unit(name)?, path: rules.compiled.read_hexes(path)? }
            }
            Self::Fire { unit: name, target } => {
                Act::Fire { unit: unit(name)?, target: unit(target)? }
            }
            Self::Pass => Act::Pass,
        })
    }
}
