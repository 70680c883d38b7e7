//! What a side may do in The Kaiser's Battle, in the words of its map and counters.

use salient_schema::action::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "do")]
pub enum Order {
    /// Move a unit along hexes, each adjacent to the one before.
    Move {
        /// The unit.
        unit: Name,
        /// The hexes that it enters, in order; empty for leaving the map from where it stands.
        #[serde(default)]
        path: Vec<Name>,
        /// Whether it leaves the map after the last hex.
        #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
        exit: bool,
    },
    /// Resolve an attack.
    Attack {
        /// The attacking units.
        units: Vec<Name>,
        /// The attacked hexes.
        hexes: Vec<Name>,
        /// The artillery that fires in its support, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        barrage: Option<Guns>,
    },
    /// Fire in support of an attacked stack.
    Sos {
        /// The supported stack's hex.
        hex: Name,
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
        unit: Name,
    },
    /// Retreat the stack whose turn it is.
    Retreat {
        /// Where to.
        hex: Name,
    },
    /// Advance a victorious unit.
    Advance {
        /// The unit.
        unit: Name,
        /// The hexes that it enters, in order.
        path: Vec<Name>,
    },
    /// Place an arriving unit.
    Place {
        /// The unit.
        unit: Name,
        /// Where.
        hex: Name,
    },
    /// Choose in secret how many points fire at the enemy's guns; none for none.
    CounterBattery {
        /// Field artillery points.
        #[serde(default)]
        field: u16,
        /// Heavy artillery points.
        #[serde(default)]
        heavy: u16,
    },
    /// Place a persistent gas marker.
    Gas {
        /// Where.
        hex: Name,
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
        hex: Name,
        /// Field artillery points.
        #[serde(default)]
        field: u16,
        /// Heavy artillery points.
        #[serde(default)]
        heavy: u16,
    },
    /// Choose in secret what the aircraft do.
    AllocateAir {
        /// Air points that observe.
        #[serde(default)]
        observation: u16,
        /// Air points that attack on the ground.
        #[serde(default)]
        ground_attack: u16,
        /// Air points that intercept.
        #[serde(default)]
        interception: u16,
    },
    /// Choose by how much the enemy's missions are cut.
    Intercept {
        /// Off his observation.
        #[serde(default)]
        observation: u16,
        /// Off his ground attack.
        #[serde(default)]
        ground_attack: u16,
    },
    /// Attack a stack from the air.
    GroundAttack {
        /// The target.
        hex: Name,
        /// Air points.
        points: u16,
    },
    /// Observe a stack from the air.
    Observe {
        /// The target.
        hex: Name,
    },
    /// Break a unit down into smaller ones.
    BreakDown {
        /// The unit.
        unit: Name,
    },
    /// Do nothing more in this step of the sequence of play.
    // As a struct: of a unit variant serde lets unknown fields pass.
    Done {},
}

/// Artillery points.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Guns {
    /// Field artillery points.
    #[serde(default)]
    pub field: u16,
    /// Heavy artillery points.
    #[serde(default)]
    pub heavy: u16,
}

impl Guns {
    /// None at all.
    pub const NONE: Self = Self { field: 0, heavy: 0 };

    /// So many field and heavy artillery points.
    pub fn new(field: u16, heavy: u16) -> Self {
        Self { field, heavy }
    }

    /// Points of both kinds.
    pub fn total(self) -> u32 {
        u32::from(self.field) + u32::from(self.heavy)
    }

    /// Whether there are none.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether as many of either kind can be taken from these.
    pub fn covers(self, other: Self) -> bool {
        other.field <= self.field && other.heavy <= self.heavy
    }

    /// What is left when some are spent; never below none.
    pub fn less(self, spent: Self) -> Self {
        Self {
            field: self.field.saturating_sub(spent.field),
            heavy: self.heavy.saturating_sub(spent.heavy),
        }
    }
}
