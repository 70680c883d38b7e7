//! Artillery: points, counter-battery fire, gas and barrages.

use serde::{Deserialize, Serialize};

use crate::guns::Guns;
use salient_schema::common::{HexLabel, Id};
use salient_schema::event::{Modifier, UnitId};

use super::Combatant;

/// A side's artillery points of the game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ArtilleryPoints {
    /// The side.
    pub side: Id,
    /// Field artillery points.
    pub field: u16,
    /// Heavy artillery points.
    pub heavy: u16,
    /// The rule.
    pub rule: String,
}

/// A side's counter-battery fire, shown once both sides have chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CounterBattery {
    /// Who fires.
    pub side: Id,
    /// Field artillery points spent.
    pub field: u16,
    /// Heavy artillery points spent.
    pub heavy: u16,
    /// What the side has left after both sides' points are spent.
    pub left: Guns,
    /// The column of the table that is read, by its head.
    pub column: String,
    /// The die.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 6)))]
    pub die: u8,
    /// The cell: `-`, a divisor, or `All`.
    pub result: String,
    /// The enemy's points before the fire takes effect.
    pub enemy_before: Guns,
    /// The enemy's points after it.
    pub enemy_after: Guns,
    /// The rule.
    pub rule: String,
}

/// The headquarters that brings field artillery into range of a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FieldRange {
    /// The headquarters.
    pub headquarters: UnitId,
    /// Where it stands.
    pub hex: HexLabel,
    /// From there to the target, in hexes.
    pub distance: u32,
}

/// A persistent gas marker is placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Gas {
    /// Whose fire it is.
    pub side: Id,
    /// Where the marker lies.
    pub hex: HexLabel,
    /// Field artillery points spent.
    pub field: u16,
    /// Heavy artillery points spent.
    pub heavy: u16,
    /// What the side has left.
    pub left: Guns,
    /// What brings the field artillery into range, if any of it fires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<FieldRange>,
    /// The nearest unit of the side, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<UnitId>,
    /// How far off that is, in hexes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest_distance: Option<u32>,
    /// Markers on the map now.
    pub markers: u16,
    /// The rule.
    pub rule: String,
}

/// A die is rolled for a persistent gas marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GasRemoval {
    /// Where the marker lies.
    pub hex: HexLabel,
    /// The die.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 6)))]
    pub die: u8,
    /// Whether the marker is removed.
    pub removed: bool,
    /// Markers on the map now.
    pub markers: u16,
    /// The rule.
    pub rule: String,
}

/// What bombards a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BombardmentKind {
    /// Artillery before the assault.
    Drumfire,
    /// Aircraft.
    GroundAttack,
}

/// A stack is bombarded. Its losses follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Bombardment {
    /// By what.
    pub kind: BombardmentKind,
    /// By whom.
    pub side: Id,
    /// The target.
    pub hex: HexLabel,
    /// Field artillery points spent.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_zero_points")]
    pub field: u16,
    /// Heavy artillery points spent.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_zero_points")]
    pub heavy: u16,
    /// Air points spent.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_zero_points")]
    pub air: u16,
    /// The artillery that the side has left, if that was spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Guns>,
    /// The air points that the side has left for this mission, if those were spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub air_left: Option<u16>,
    /// What brings the field artillery into range, if any of it fires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<FieldRange>,
    /// The units in the target hex.
    pub units: Vec<Combatant>,
    /// Their stacking points.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100_000)))]
    pub stacking: i32,
    /// The line of the table's head for so many stacking points.
    pub line: String,
    /// The column that is read, from 1.
    pub column: u8,
    /// The die.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 6)))]
    pub die: u8,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The die with all that is added.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -100, max = 100)))]
    pub modified_die: i32,
    /// The row that is read.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -100, max = 100)))]
    pub row: i32,
    /// The cell: `-` or a number.
    pub result: String,
    /// The morale value it is compared to: the highest in the stack.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub morale: i32,
    /// Steps that the stack is to lose.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub steps: i32,
    /// The rule.
    pub rule: String,
}

/// By what means a target is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ObservationMeans {
    /// From a hilltop.
    Hilltop,
    /// From the air.
    Air,
}

/// How a target is observed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Observation {
    /// By what means.
    pub by: ObservationMeans,
    /// The attacking unit that the line begins at, if it is from a hilltop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The hilltop, if it is from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hilltop: Option<HexLabel>,
    /// The length of the line from the unit to the hilltop, in hexes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
}

/// A barrage in support of an attack or of an attacked stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Barrage {
    /// The hex that it falls on, or the supported stack's.
    pub hex: HexLabel,
    /// Field artillery points spent.
    pub field: u16,
    /// Heavy artillery points spent.
    pub heavy: u16,
    /// The most that could be spent.
    pub limit: u16,
    /// What brings the field artillery into range, if any of it fires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<FieldRange>,
    /// How the target is observed, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observation: Option<Observation>,
    /// What the side has left.
    pub left: Guns,
}
