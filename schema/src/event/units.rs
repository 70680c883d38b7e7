//! What becomes of units, in words that every client understands.

use serde::{Deserialize, Serialize};

use crate::common::{HexLabel, Id, SideLabel};
use crate::event::{LossOutcome, UnitId};

/// A unit comes onto the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Placed {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where.
    pub hex: HexLabel,
    /// The face it shows.
    pub face: u8,
    /// How it comes: `set-up`, `reinforcement`, `rebuilt` …
    pub by: Id,
    /// The other hex of a unit that takes up two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<HexLabel>,
    /// How far from where it should have come it is placed, in hexes, because that is barred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub displaced: Option<u32>,
    /// The rule.
    pub rule: String,
}

/// Units go from hex to hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Moved {
    /// The units, which go together.
    pub units: Vec<UnitId>,
    /// Their side.
    pub side: Id,
    /// Where they start.
    pub from: HexLabel,
    /// The hexes entered in order, the last one included; none where they leave the map at once.
    pub path: Vec<HexLabel>,
    /// The other hex, in the end, of a unit that takes up two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<HexLabel>,
    /// How they go: `move`, `rail`, `retreat`, `advance` …
    pub by: Id,
    /// The number of the attack that it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<u32>,
    /// Whether they go on with a move that an earlier event began: something came in between.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub continued: bool,
    /// Whether they hold none of the hexes: markers, aircraft.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub aloft: bool,
    /// The rule.
    pub rule: String,
}

impl Moved {
    /// Where they end.
    pub fn to(&self) -> &HexLabel {
        self.path.last().unwrap_or(&self.from)
    }
}

/// A unit leaves the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Removed {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stood, if it was on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<HexLabel>,
    /// How it goes: `exit`, `withdrawn` …
    pub by: Id,
    /// The box beside the map that it goes into, as its system names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<Id>,
    /// The game-turn in which it may come back from there, where one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<u16>,
    /// The rule.
    pub rule: String,
}

/// Other units take the place of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Exchanged {
    /// The unit that goes.
    pub unit: UnitId,
    /// Those that come.
    pub into: Vec<UnitId>,
    /// Their side.
    pub side: Id,
    /// Where, if on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// The face that those who come show.
    pub face: u8,
    /// The rule.
    pub rule: String,
}

/// A counter is turned to another face, or is there otherwise than before. No step is lost by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Turned {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands, if it is on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// The face that it shows now.
    pub face: u8,
    /// How it is there now, as its system numbers it, where that changes: 0 as usual, else
    /// entrained, bare of a garrison …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence: Option<u8>,
    /// Whether it has a zone of control now, where that changes with how it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<bool>,
    /// The rule.
    pub rule: String,
}

/// A unit is attached to another formation, or a formation put under another with all that belongs
/// to it. Units stay where they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Attached {
    /// The unit, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The formation, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Id>,
    /// Its side.
    pub side: Id,
    /// The formation that it leaves, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Id>,
    /// The formation that it joins, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Id>,
    /// The rule.
    pub rule: String,
}

/// Units are attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Attacked {
    /// Its number in the game, from 1.
    pub attack: u32,
    /// Who attacks.
    pub side: Id,
    /// The attacking units.
    pub units: Vec<UnitId>,
    /// What supports them from elsewhere: guns, aircraft.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<UnitId>,
    /// The hexes that the attack comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<HexLabel>,
    /// Who is attacked.
    pub against: Id,
    /// The attacked hexes.
    pub hexes: Vec<HexLabel>,
    /// The units that are attacked.
    pub targets: Vec<UnitId>,
    /// What supports them from elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub target_support: Vec<UnitId>,
    /// Units among those of either side that only stand there and do not fight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<UnitId>,
    /// The strengths that the odds are made of, the attacker's first, where there are odds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strengths: Option<[i32; 2]>,
    /// How it ended; left out where that shows in what follows: an attack has succeeded when none
    /// of its targets is left where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<AttackResult>,
    /// The rule.
    pub rule: String,
}

/// How an attack ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AttackResult {
    /// The attack succeeds.
    Won,
    /// It fails.
    Failed,
    /// The attackers are eliminated.
    AttackerEliminated,
}

/// A unit loses steps or is eliminated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Lost {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands.
    pub hex: HexLabel,
    /// Why: `combat`, `stacking`, `supply` …
    pub cause: Id,
    /// The number of the attack that it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<u32>,
    /// Steps lost.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100)))]
    pub steps: i32,
    /// What is left.
    pub outcome: LossOutcome,
    /// The rule.
    pub rule: String,
}

/// Something other than a unit comes to lie in a hex, or is taken away; or a mark of a unit, a
/// formation, a hexside or a side is set, points elsewhere or has another level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct MarkerChange {
    /// What it is: `gas`, `smoke` …
    pub marker: Id,
    /// Where: of a unit's the hex that it stands in, of a hexside's the one that names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// Whether it lies there now.
    pub placed: bool,
    /// Whose it is, if anyone's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The unit that it is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The formation that it is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Id>,
    /// The hexside that it lies on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hexside: Option<SideLabel>,
    /// The hex that it points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub towards: Option<HexLabel>,
    /// Its level before: 0 where there was none, 1 of a mark that just lay there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub from: Option<i32>,
    /// Its level now, in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub to: Option<i32>,
    /// The rule.
    pub rule: String,
}

/// Something happens that only the system's detail tells in full.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Noted {
    /// Whose doing it is, if anyone's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The units that do it, if any do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<UnitId>,
    /// The units that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitId>,
    /// The hexes that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<HexLabel>,
    /// The rule.
    pub rule: String,
}
