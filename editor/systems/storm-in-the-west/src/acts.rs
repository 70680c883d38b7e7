//! What a side may do in 1918: Storm in the West, and in words.

use std::slice;

use salient_hex::Hex;
use salient_rules::Action;
use salient_rules::acts::Acts;
use salient_rules::words::plural;
use serde::{Deserialize, Serialize};

use crate::rules::Unit;

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "json-schema", schemars(tag = "do"))]
pub enum Act {
    /// Move a unit along hexes, each adjacent to the one before.
    Move {
        /// The unit.
        unit: Unit,
        /// The hexes that it enters, in order.
        #[serde(default)]
        path: Vec<Hex>,
    },
    /// Move units together as a stack.
    MoveStack {
        /// The units, which stand in one hex.
        units: Vec<Unit>,
        /// The hexes that they enter, in order.
        path: Vec<Hex>,
    },
    /// Move a unit by strategic movement: any distance, by rail.
    Rail {
        /// The unit.
        unit: Unit,
        /// Where to.
        hex: Hex,
    },
    /// Bring a reduced unit back to a fuller face with replacements.
    Replenish {
        /// The unit.
        unit: Unit,
    },
    /// Bring an eliminated unit back with replacements.
    Rebuild {
        /// The unit.
        unit: Unit,
        /// The face it shows.
        #[serde(default)]
        face: u8,
        /// Where.
        hex: Hex,
    },
    /// Take a unit off by sea.
    Evacuate {
        /// The unit.
        unit: Unit,
    },
    /// Commit an air unit to what is being resolved.
    Support {
        /// The unit.
        unit: Unit,
    },
    /// Bomb a stack, or the enemy's homeland.
    Bomb {
        /// The stack's hex; the homeland if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<Hex>,
    },
    /// Resolve an attack.
    Attack {
        /// The attacking units.
        units: Vec<Unit>,
        /// The attacked hexes.
        hexes: Vec<Hex>,
    },
    /// Let a unit take a loss that its side owes: a step, or the whole unit where a stack is too
    /// high.
    Lose {
        /// The unit.
        unit: Unit,
    },
    /// Retreat the stack whose turn it is.
    Retreat {
        /// Where to.
        hex: Hex,
    },
    /// Advance a victorious unit.
    Advance {
        /// The unit.
        unit: Unit,
        /// The hexes that it enters, in order.
        path: Vec<Hex>,
    },
    /// Place an arriving unit.
    Place {
        /// The unit.
        unit: Unit,
        /// Where.
        hex: Hex,
    },
    /// Do nothing more in this step of the sequence of play.
    Done,
}

impl Act {
    /// Who moves, and along which hexes.
    pub fn moves(&self) -> Option<(&[Unit], &[Hex])> {
        match self {
            Self::Move { unit, path } => Some((slice::from_ref(unit), path)),
            Self::MoveStack { units, path } => Some((units, path)),
            _ => None,
        }
    }
}

/// An action in a line, told apart from all that are legal with it; none for the core's words.
pub fn say(action: &Action, acts: &Acts<'_>) -> Option<String> {
    let (act, said) = acts.read::<Act>(action)?;
    let (unit, hex) = (|unit: &Unit| said.unit(unit), |hex: &Hex| said.hex(hex));
    Some(match &act {
        Act::Move { unit: one, path } => match path.last() {
            Some(to) => format!("Move {} to {}", unit(one), hex(to)),
            None => format!("Move {}", unit(one)),
        },
        Act::MoveStack { units, path } => {
            format!("Move {} together to {}", said.units(units), hex(path.last()?))
        }
        Act::Rail { unit: one, hex: to } => format!("Send {} by rail to {}", unit(one), hex(to)),
        Act::Replenish { unit: one } => {
            format!("Bring {} to a fuller strength", said.unit_in_hex(one))
        }
        Act::Rebuild { unit: one, face, hex: at } => {
            let strength = match *face {
                0 => "at full strength".to_owned(),
                face => format!("{} below full strength", plural(usize::from(face), "step")),
            };
            format!("Rebuild {} in {}, {strength}", unit(one), hex(at))
        }
        Act::Evacuate { unit: one } => format!("Take {} off by sea", said.unit_in_hex(one)),
        Act::Support { unit: one } => format!("Commit {}", unit(one)),
        Act::Bomb { hex: Some(at) } => format!("Bomb the stack in {}", hex(at)),
        Act::Bomb { hex: None } => "Bomb the enemy's homeland".to_owned(),
        Act::Attack { units, hexes } => {
            format!("Attack {} with {}", said.hexes(hexes), said.units(units))
        }
        Act::Lose { unit: one } => format!("Lose {}", said.unit_in_hex(one)),
        Act::Retreat { hex: to } => format!("Retreat to {}", hex(to)),
        Act::Advance { unit: one, path } => {
            format!("Advance {} to {}", unit(one), hex(path.last()?))
        }
        Act::Place { unit: one, hex: at } => format!("Place {} in {}", unit(one), hex(at)),
        Act::Done => return None,
    })
}
