//! What a side may do in The Kaiser's Battle, and in words.

use salient_hex::Hex;
use salient_rules::Action;
use salient_rules::acts::Acts;
use salient_rules::words::{list, plural};
use serde::{Deserialize, Serialize};

use crate::air::AirPoints;
use crate::guns::Guns;
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
        /// The hexes that it enters, in order; empty for leaving the map from where it stands.
        #[serde(default)]
        path: Vec<Hex>,
        /// Whether it leaves the map after the last hex.
        #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
        exit: bool,
    },
    /// Resolve an attack.
    Attack {
        /// The attacking units.
        units: Vec<Unit>,
        /// The attacked hexes.
        hexes: Vec<Hex>,
        /// The artillery that fires in its support, if any.
        #[serde(default, skip_serializing_if = "Guns::is_none")]
        #[cfg_attr(feature = "json-schema", schemars(with = "Option<Guns>"))]
        barrage: Guns,
    },
    /// Fire in support of an attacked stack.
    Sos {
        /// The supported stack's hex.
        hex: Hex,
        /// Field artillery points.
        #[serde(default)]
        field: u16,
        /// Heavy artillery points.
        #[serde(default)]
        heavy: u16,
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
    /// Choose in secret how many points fire at the enemy's guns; none for none.
    CounterBattery(Guns),
    /// Place a persistent gas marker.
    Gas {
        /// Where.
        hex: Hex,
        /// Field artillery points.
        #[serde(default)]
        field: u16,
        /// Heavy artillery points.
        #[serde(default)]
        heavy: u16,
    },
    /// Bombard a stack with artillery before the assault.
    Drumfire {
        /// The target.
        hex: Hex,
        /// Field artillery points.
        #[serde(default)]
        field: u16,
        /// Heavy artillery points.
        #[serde(default)]
        heavy: u16,
    },
    /// Choose in secret what the aircraft do.
    AllocateAir(AirPoints),
    /// Choose by how much the enemy's missions are reduced.
    Intercept {
        /// Off the enemy's observation.
        #[serde(default)]
        observation: u16,
        /// Off the enemy's ground attack.
        #[serde(default)]
        ground_attack: u16,
    },
    /// Attack a stack from the air.
    GroundAttack {
        /// The target.
        hex: Hex,
        /// Air points.
        points: u16,
    },
    /// Observe a stack from the air.
    Observe {
        /// The target.
        hex: Hex,
    },
    /// Break a unit down into smaller ones.
    BreakDown {
        /// The unit.
        unit: Unit,
    },
    /// Do nothing more in this step of the sequence of play.
    Done,
}

impl Act {
    /// Whether the enemy does not see it before he has chosen himself (KB 9.22, 12.0).
    pub fn is_hidden(&self) -> bool {
        matches!(self, Self::CounterBattery(_) | Self::AllocateAir(_))
    }

    /// These guns fire in support of a stack.
    pub fn sos(hex: Hex, Guns { field, heavy }: Guns) -> Self {
        Self::Sos { hex, field, heavy }
    }

    /// These guns place a persistent gas marker.
    pub fn gas(hex: Hex, Guns { field, heavy }: Guns) -> Self {
        Self::Gas { hex, field, heavy }
    }

    /// These guns bombard a stack.
    pub fn drumfire(hex: Hex, Guns { field, heavy }: Guns) -> Self {
        Self::Drumfire { hex, field, heavy }
    }
}

/// An action in a line, told apart from all that are legal with it; none for the core's words.
pub fn say(action: &Action, acts: &Acts<'_>) -> Option<String> {
    let (act, said) = acts.read::<Act>(action)?;
    let (unit, hex) = (|unit: &Unit| said.unit(unit), |hex: &Hex| said.hex(hex));
    Some(match &act {
        Act::Move { unit: one, path, exit } => {
            let to = path.last().map(|to| format!(" to {}", hex(to))).unwrap_or_default();
            let off = match (*exit, path.is_empty()) {
                (true, true) => " off the map",
                (true, false) => " and off the map",
                (false, _) => "",
            };
            format!("Move {}{to}{off}", unit(one))
        }
        Act::Attack { units, hexes, barrage } => {
            let guns = match barrage.is_none() {
                true => String::new(),
                false => format!(", with a rolling barrage of {}", points(*barrage)),
            };
            format!("Attack {} with {}{guns}", said.hexes(hexes), said.units(units))
        }
        Act::Sos { hex: at, field, heavy } => {
            format!("SOS barrage in support of {}, {}", hex(at), points(Guns::new(*field, *heavy)))
        }
        Act::CounterBattery(guns) if guns.is_none() => "No counter-battery fire".to_owned(),
        Act::CounterBattery(guns) => format!("Counter-battery fire of {}", points(*guns)),
        Act::Gas { hex: at, field, heavy } => {
            format!("Persistent gas on {} with {}", hex(at), points(Guns::new(*field, *heavy)))
        }
        Act::Drumfire { hex: at, field, heavy } => {
            format!("Drumfire on {} with {}", hex(at), points(Guns::new(*field, *heavy)))
        }
        Act::AllocateAir(AirPoints { observation, ground_attack, interception }) => format!(
            "Air points: {observation} for observation, {ground_attack} for ground attack, \
             {interception} for interception"
        ),
        Act::Intercept { observation: 0, ground_attack: 0 } => "Reduce no mission".to_owned(),
        Act::Intercept { observation, ground_attack } => {
            format!("Reduce observation by {observation} and ground attack by {ground_attack}")
        }
        Act::GroundAttack { hex: at, points } => {
            format!(
                "Ground attack on {} with {}",
                hex(at),
                plural(usize::from(*points), "air point")
            )
        }
        Act::Observe { hex: at } => format!("Observe {} from the air", hex(at)),
        Act::BreakDown { unit: one } => format!("Break {} down", said.unit_in_hex(one)),
        Act::Lose { unit: one } => format!("Take the loss from {}", said.unit_in_hex(one)),
        Act::Retreat { hex: to } => format!("Retreat to {}", hex(to)),
        Act::Advance { unit: one, path } => {
            format!("Advance {} to {}", unit(one), hex(path.last()?))
        }
        Act::Place { unit: one, hex: at } => format!("Place {} in {}", unit(one), hex(at)),
        Act::Done => return None,
    })
}

/// Artillery points, of the kinds of which there are any.
fn points(guns: Guns) -> String {
    let kinds = [(guns.field, "field"), (guns.heavy, "heavy")];
    let some = kinds.iter().filter(|(points, _)| *points > 0);
    let some: Vec<String> = some.map(|(points, kind)| format!("{points} {kind}")).collect();
    match some.is_empty() {
        true => "no artillery points".to_owned(),
        false => {
            let word = if guns.total() == 1 { "point" } else { "points" };
            format!("{} artillery {word}", list(&some))
        }
    }
}
