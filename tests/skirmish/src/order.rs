//! What a side may do, in the words of map and counters.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::Unit;
use salient_schema::action::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Act;
use crate::rules::Rules;

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "do")]
pub enum Order {
    /// Choose in secret which farm the side is after.
    Plan {
        /// The farm.
        hex: Name,
    },
    /// Set a unit up.
    Place {
        /// The unit.
        unit: Name,
        /// Where.
        hex: Name,
    },
    /// Move a unit.
    Move {
        /// The unit.
        unit: Name,
        /// The hexes that it enters, in order.
        path: Vec<Name>,
    },
    /// Fire at an enemy.
    Fire {
        /// The unit.
        unit: Name,
        /// The enemy.
        target: Name,
    },
    /// Do nothing.
    Pass,
}

impl Order {
    /// An act in words.
    pub(crate) fn of(rules: &Rules, act: &Act) -> Self {
        let unit = |unit: &Unit| Name::from(&rules.compiled.unit(*unit).name);
        let hex = |hex: &Hex| Name::from(rules.compiled.label(*hex));
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
        let unit = |name: &Name| rules.compiled.read_unit(name);
        let hex = |label: &Name| rules.compiled.read_hex(label);
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
