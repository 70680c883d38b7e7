//! A scenario: one set-up of one system on one map, with its schedule and its victory.

use serde::{Deserialize, Serialize};

use crate::common::{CounterId, HexLabel, Id, Provenance, Roles};
use crate::plain::Table;
use crate::recipe::MapEdge;
use crate::rules_of_play::{LossCount, SuddenEnd};

/// A scenario file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Where the JSON Schema is; its last part is `scenario.schema.json`.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub format_version: u32,
    /// The scenario's own name.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// What a reader calls it.
    pub title: String,
    /// The ruleset: a path relative to this file, with `/`.
    pub ruleset: String,
    /// The map: a path relative to this file.
    pub map: String,
    /// The orders of battle: paths relative to this file.
    pub orders_of_battle: Vec<String>,
    /// Decisions and sources, a paragraph each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The game-turns, in order.
    pub turns: Vec<Turn>,
    /// Where units stand when play begins.
    #[serde(default)]
    pub setup: SetUp,
    /// What besides is so when play begins in the midst of a game, and not at its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartingPoint>,
    /// What arrives later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reinforcements: Vec<Reinforcement>,
    /// What leaves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawals: Vec<Withdrawal>,
    /// What formations are told to take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Order>,
    /// Replacement points by turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<Replacement>,
    /// Values that change by game-turn: artillery points, air points, weather.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<Track>,
    /// Where each side's scores and pools stand when play begins: morale, dice pools.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Level>,
    /// Optional rules in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub optional_rules: Vec<Id>,
    /// What plays which part in the rules here; it stands in for what the ruleset says of the
    /// same role. See [`Roles`].
    #[serde(default, skip_serializing_if = "Roles::is_empty")]
    pub roles: Roles,
    /// How the game is won.
    pub victory: Victory,
    /// Cells of the ruleset's charts and constants that this scenario changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<Override>,
    /// A measured battlefield that is laid on the hexes, for systems that print no map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battlefield: Option<Battlefield>,
}

/// A game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Its number.
    pub turn: u16,
    /// What it stands for, `21 March, morning`.
    pub label: String,
    /// The date it begins on, `1918-03-21`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The half of the day, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<HalfDay>,
    /// Weather that is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weather: Option<Id>,
    /// Where the label and half come from.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
}

/// Morning or afternoon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HalfDay {
    /// Until noon.
    Am,
    /// From noon.
    Pm,
}

/// Where units stand when play begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    /// Fixed hexes.
    #[serde(default)]
    pub placements: Vec<Placement>,
    /// Units that their owner places in a zone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<FreePlacement>,
    /// Who controls which hexes when play begins; where zones overlap, the later entry counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control: Vec<ZoneControl>,
    /// Counters that are out of play when it begins, and may be rebuilt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminated: Vec<CounterId>,
    /// What artillery does, where it is written down before play. A battery that is off the map
    /// takes part only if it is named here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missions: Vec<Mission>,
}

/// What a gun, a mortar or a battery off the map does, written down before play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mission {
    /// The counter.
    pub counter: CounterId,
    /// Its mission, as the system names it: `planned-fire`, `open-sights`. Its owner chooses it
    /// if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<Id>,
    /// Where it goes, if it is to go anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination: Option<HexLabel>,
    /// What it fires at; nothing in game-turns that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fires: Vec<PlannedFire>,
}

/// Fire that is planned for a game-turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlannedFire {
    /// The game-turn.
    pub turn: u16,
    /// The hex.
    pub hex: HexLabel,
    /// What is fired where that is not the usual shell: `smoke`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<Id>,
}

/// A side controls the hexes of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ZoneControl {
    /// The side.
    pub side: Id,
    /// The map's zone.
    pub zone: Id,
}

/// What is so when play begins in the midst of a game. Which game-turn it is, the first of the
/// scenario's game-turns says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StartingPoint {
    /// The step of the sequence of play with which the first game-turn begins; what comes before
    /// it in the turn is over. The turn's own beginning if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Id>,
    /// Hexes that a side holds, whatever the set-up says of zones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldHexes>,
    /// Counters that are off the map, other than those that arrive and those that are eliminated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off_map: Vec<OffMap>,
    /// What only the rules of the system know of it: plans, boundaries of armies, effectiveness.
    /// Which there are the JSON Schema of the system's rule cases says.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub system: Table,
}

/// Hexes that a side holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HeldHexes {
    /// The side.
    pub side: Id,
    /// The hexes.
    pub hexes: Vec<HexLabel>,
}

/// Counters off the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OffMap {
    /// Where they are.
    pub place: OffMapPlace,
    /// The box that they are in, as the system names it, where they are in one.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub in_box: Option<Id>,
    /// The game-turn in which they may come back from it, where one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<u16>,
    /// The counters.
    pub counters: Vec<CounterId>,
    /// The face that they have up: 0 for the front, which is meant if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 7)))]
    pub face: Option<u8>,
    /// What the system says of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<Id>,
}

/// Where a counter off the map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OffMapPlace {
    /// In a pool: the rules say when it is placed.
    Pool,
    /// Eliminated.
    Eliminated,
    /// Gone off the map.
    Exited,
    /// Out of the game for good.
    Removed,
    /// In a box beside the map, or on the turn track.
    Box,
}

/// Counters in a hex. A hex may have several entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// The hex.
    pub hex: HexLabel,
    /// The counters, from the top of the stack.
    pub counters: Vec<CounterId>,
    /// The face they show: 0 for the front, which is meant if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 7)))]
    pub face: Option<u8>,
    /// The direction they face, or the second hex of a two-hex unit, `ne`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// The counter that carries them, or to whose display they are attached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_by: Option<CounterId>,
    /// States they begin in: `dug-in`, `demoralized`, `limbered`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<Id>,
}

/// Counters that their owner places himself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FreePlacement {
    /// The side that places them.
    pub side: Id,
    /// The map's zone.
    pub zone: Id,
    /// The zone whose hexes are to be held, where that is not the whole zone: a front line in the
    /// area behind it. Conditions about hexes are about these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<Id>,
    /// The counters.
    pub counters: Vec<CounterId>,
    /// What must hold when all are placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<PlacementCondition>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// What must hold of a placement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlacementCondition {
    /// Every hex of the zone with the feature (or every hex) holds a unit.
    EveryHexHoldsUnit {
        /// The feature kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        feature: Option<Id>,
    },
    /// Every hex of the zone with the feature holds a unit or lies in a friendly ZOC.
    EveryHexHoldsUnitOrZoc {
        /// The feature kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        feature: Option<Id>,
    },
    /// At least this many counters of a type in the zone.
    AtLeast {
        /// The unit type.
        #[serde(rename = "type")]
        unit_type: Id,
        /// How many.
        count: u16,
    },
    /// No hex holds more than this many counters.
    AtMostPerHex {
        /// How many.
        count: u16,
    },
}

/// Counters that arrive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reinforcement {
    /// The game-turn.
    pub turn: u16,
    /// The side.
    pub side: Id,
    /// Where: one or more places.
    pub entry: Entry,
    /// The counters.
    pub counters: Vec<CounterId>,
    /// When the arrival is not certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<ArrivalCondition>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where the game-turn comes from.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
}

/// Where units come onto the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// The map's entry hex with this letter.
    Letter(String),
    /// Any of these hexes.
    Hexes(Vec<HexLabel>),
    /// Any hex of this zone.
    Zone(Id),
}

/// When an arrival is not certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ArrivalCondition {
    /// A die is rolled from this turn on, and this is the most it may show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die_at_most: Option<u8>,
    /// Only if this zone, or a hex of it, is held by the side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub while_holding: Option<Id>,
    /// In words, for what the engine leaves to the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Counters that leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The game-turn.
    pub turn: u16,
    /// The side.
    pub side: Id,
    /// The counters.
    pub counters: Vec<CounterId>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// What a formation is told to take: the plan of an army, the mission of a battle group. What it
/// binds the formation to is the system's affair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The formation.
    pub formation: Id,
    /// What it is to take, one at least.
    pub objectives: Vec<OrderObjective>,
    /// Whether it is given, and holds only when the rules say so.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub idle: bool,
    /// The formation with whose order, when that is given up, one that is idle begins to hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_with: Option<Id>,
    /// The formation with whose order it ends, and not by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_with: Option<Id>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
}

/// Something that a formation is to take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OrderObjective {
    /// Its hexes, one at least.
    pub hexes: Vec<HexLabel>,
    /// What people call it: `Markirch`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the order is carried out when it is taken.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub primary: bool,
}

/// Replacement points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The game-turn; 0 for what is there when play begins.
    pub turn: u16,
    /// The side.
    pub side: Id,
    /// The nation whose units they rebuild.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Id>,
    /// The kind of points, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Id>,
    /// How many.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 10_000)))]
    pub points: i32,
    /// Where the number comes from.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
}

/// A value by game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// Its name in the engine, `field_artillery`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// The side it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// One value a game-turn, from the first.
    pub values: Vec<i32>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
}

/// A score or pool when play begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Its name in the engine, `morale`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// The side.
    pub side: Id,
    /// The nation, where each has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Id>,
    /// The value.
    pub value: i32,
    /// What people read in place of the name and the number, where the number alone says nothing:
    /// `Western front`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// How the game is won.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// The side whose points are counted, where only one side's are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_for: Option<Id>,
    /// What is worth points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Score>,
    /// The levels of victory by points, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<VictoryLevel>,
    /// What ends the game at once, where the system is `standard`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sudden: Vec<SuddenEnd>,
    /// Anything else, in our own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// What a side keeps to itself until the game ends. It is printed on a sheet to be folded, and
    /// left out of whatever both sides read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secret: Vec<SecretCondition>,
}

/// A condition of victory that one side alone knows until the game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SecretCondition {
    /// The side that knows it.
    pub side: Id,
    /// What wins, in our own words.
    pub text: String,
}

/// Something worth points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Its name in the engine, `town_hex`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// What it is, in our own words.
    pub meaning: String,
    /// Points each, below 0 where they are lost.
    pub points: i32,
    /// Kinds of features: each hex with one scores. A feature that has a value of its own is worth
    /// that, and not these points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Id>,
    /// Only on one side of the lines of this kind: that on which `edge` lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Id>,
    /// With a line, the edge of the map on whose side of it hexes score. Without features, the edge
    /// by which units leave the map that score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<MapEdge>,
    /// What the enemy loses scores, for the side whose points count: each so many points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<LossCount>,
    /// Whose points these are, where only one side may score them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A level of victory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VictoryLevel {
    /// Its printed name.
    pub name: String,
    /// Who wins.
    pub side: Id,
    /// The least points, if there is a least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The most points, if there is a most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
}

/// A number of the ruleset that this scenario changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
pub enum Override {
    /// A cell of a chart.
    Table {
        /// The chart.
        table: Id,
        /// The row's head.
        row: String,
        /// The column's head.
        column: String,
        /// What the cell reads instead.
        value: String,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A constant.
    Constant {
        /// The constant.
        constant: Id,
        /// What it is instead.
        value: i32,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// A battlefield in yards, laid on the hexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Battlefield {
    /// From flank to flank, in yards.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub width_yards: u32,
    /// From rear to rear, in yards.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub depth_yards: u32,
    /// The side of a hex from flat to flat, in yards.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub yards_per_hex: u32,
}
