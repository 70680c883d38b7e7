//! Stacking, zones of control and movement.

use serde::{Deserialize, Serialize};

use super::{Amount, Group};
use crate::common::{Id, is_default};
use crate::symbol::named;

/// How much may stand in a hex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Stacking {
    /// The limits, all of which hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<StackingLimit>,
    /// When they hold.
    #[serde(skip_serializing_if = "is_default")]
    pub when: StackingTime,
    /// Units of sides of one alliance may stand in one hex.
    #[serde(skip_serializing_if = "is_default")]
    pub with_allies: bool,
    /// Units of different nations do not stand in one hex. A nation that serves with another counts
    /// as that one.
    #[serde(skip_serializing_if = "is_default")]
    pub nations_apart: bool,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A limit of stacking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StackingLimit {
    /// What is counted.
    pub counts: StackingCount,
    /// The most that may stand in a hex. Points are parts of a point where the counter layout
    /// divides them. Exceptions go by the hex's terrain and the side; an exception for a unit holds
    /// where such a unit stands there.
    pub most: Amount,
    /// Whose count: all units if left out.
    #[serde(default, skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

named! {
    /// What a stacking limit counts.
    #[derive(Default)]
    StackingCount {
        /// Units; leaders and markers count as none.
        #[default]
        Units = "units",
        /// Stacking points, by size.
        Points = "stacking points",
        /// Steps.
        Steps = "steps",
    }
}

named! {
    /// When stacking limits hold.
    #[derive(Default)]
    StackingTime {
        /// Where units end a move, a retreat or an advance.
        #[default]
        EndOfMovement = "at the end of movement",
        /// In each hex on the way, too.
        Always = "at all times",
    }
}

/// Zones of control: the six hexes around a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ZonesOfControl {
    /// Who has one.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// Who heeds those of the enemy.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub heeded_by: Group,
    /// Kinds of terrain and features into which none reaches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_into: Vec<Id>,
    /// Kinds of hexsides across which none reaches. None reaches where nobody can go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_across: Vec<Id>,
    /// What entering an enemy zone of control does.
    #[serde(skip_serializing_if = "is_default")]
    pub enter: ZoneEntry,
    /// Movement points to enter one, beside the terrain's.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub enter_cost: Amount,
    /// Movement points to leave one.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub leave_cost: Amount,
    /// Whether a unit may go straight from one hex in enemy zones of control to another.
    #[serde(skip_serializing_if = "is_default")]
    pub from_zone_to_zone: ZoneMove,
    /// Units that begin to move in one stay there, unless the enemy who has it is gone.
    #[serde(skip_serializing_if = "is_default")]
    pub locked: bool,
    /// For what a unit of the side's own or of an ally in a hex negates the enemy's zone of control there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub negated_by_friends: Vec<ZonePurpose>,
    /// Whether supply lines may be traced through one.
    #[serde(skip_serializing_if = "is_default")]
    pub lets_supply_through: bool,
    /// What it does to units that retreat into one.
    #[serde(skip_serializing_if = "is_default")]
    pub retreat: ZoneRetreat,
    /// Steps that units lose together which retreat into one, where they do.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub retreat_loss: Amount,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

named! {
    /// What entering an enemy zone of control does.
    #[derive(Default)]
    ZoneEntry {
        /// The move ends there.
        #[default]
        Stop = "ends the move",
        /// Nothing but what it costs.
        Free = "costs what is said",
    }
}

named! {
    /// Moves from one enemy zone of control into another.
    #[derive(Default)]
    ZoneMove {
        /// They are not allowed.
        #[default]
        Never = "not allowed",
        /// Allowed as the first hex of a move.
        FirstHex = "allowed as the first hex of a move",
        /// Allowed.
        Allowed = "allowed",
    }
}

named! {
    /// What a zone of control is asked for.
    ZonePurpose {
        /// A move.
        Movement = "movement",
        /// A retreat.
        Retreat = "retreats",
        /// A supply line.
        Supply = "supply lines",
    }
}

named! {
    /// What an enemy zone of control does to a retreat.
    #[derive(Default)]
    ZoneRetreat {
        /// Nobody retreats into one.
        #[default]
        Barred = "not allowed",
        /// It costs steps.
        Loss = "allowed, for steps",
        /// Nothing.
        Free = "allowed",
    }
}

/// How units move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Movement {
    /// What the allowance counts.
    #[serde(skip_serializing_if = "is_default")]
    pub allowance_in: AllowanceIn,
    /// Added to the printed allowance; the allowance itself where no rating is used for it.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub allowance: Amount,
    /// The parts of a movement point in which the terrain effects chart gives what paths cost: 2
    /// where a road at 1 costs half a point; whole points if left out. A path that has a cost there is a road:
    /// it stands in for the terrain of the hex that it leads into.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "json-schema", schemars(range(max = 12)))]
    pub road_parts: u16,
    /// A unit that has not moved may always go one hex, unless its allowance is 0.
    #[serde(skip_serializing_if = "is_default")]
    pub one_hex_always: bool,
    /// Units may move as a stack, as fast as the slowest.
    #[serde(skip_serializing_if = "is_default")]
    pub as_stacks: bool,
    /// A unit may stop, let others move, and go on with what it has left.
    #[serde(skip_serializing_if = "is_default")]
    pub may_resume: bool,
    /// Attacks in the midst of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overrun: Option<Overrun>,
    /// Rail movement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rail: Option<Rail>,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

named! {
    /// What a movement allowance counts.
    #[derive(Default)]
    AllowanceIn {
        /// Movement points, by the terrain effects chart.
        #[default]
        Points = "movement points",
        /// Hexes.
        Hexes = "hexes",
    }
}

/// Attacks in the midst of a move: normal movement of units that have not moved, or have moved last.
/// Strengths are what the units' states leave of them, and terrain counts for nothing. Zones of
/// control bar no overrun; where one is left in the hex, it ends the move there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Overrun {
    /// The least odds: this many to one eliminate the defenders.
    pub odds: Amount,
    /// Movement points beside what the hex costs.
    #[serde(default, skip_serializing_if = "Amount::is_zero")]
    pub cost: Amount,
    /// Who may.
    #[serde(default, skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Rail movement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Rail {
    /// The kinds of path that are railways.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<Id>,
    /// Hexes in a step; any number if 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub hexes: Amount,
    /// Units in a step; any number if 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub units: Amount,
    /// Who may.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// Kinds of features in which the move must begin and end; any hex of a railway if left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<Id>,
    /// Units may pass through enemy zones of control. Without it no hex of the move is in one, the
    /// first and the last neither.
    #[serde(skip_serializing_if = "is_default")]
    pub through_zones: bool,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}
