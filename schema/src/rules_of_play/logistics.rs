//! Supply, command, states of units, replacements and weather.

use serde::{Deserialize, Serialize};

use super::{Amount, Dice, Group};
use crate::common::{Id, is_default};
use crate::recipe::MapEdge;

/// Supply: lines from units to sources. A line enters no enemy's hex and no hex that nobody can
/// enter. It comes to an enemy zone of control and goes no farther, unless the zones say otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Supply {
    /// Where it comes from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SupplySource>,
    /// Who needs it.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// How far a line may be, to a source or to a path of `along` that leads to one; any length if
    /// 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub range: Amount,
    /// The range counts movement points by the terrain effects chart, and not hexes.
    #[serde(skip_serializing_if = "is_default")]
    pub in_points: bool,
    /// Kinds of path that carry supply any distance from a source.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub along: Vec<Id>,
    /// What lack of supply brings, the mildest first. The last holds as long as the lack does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<SupplyState>,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A source of supply. A hex in which an enemy stands is none; one of a feature or a zone supplies
/// nobody whose enemy holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SupplySource {
    /// Whose: units of this group.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// Hexes with these kinds of features.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Id>,
    /// Hexes of these zones of the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Id>,
    /// Hexes of this edge of the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<MapEdge>,
    /// Only hexes of the edge that a path of `along` runs into.
    #[serde(skip_serializing_if = "is_default")]
    pub on_path: bool,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// What lack of supply brings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SupplyState {
    /// Its name in conditions.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// Supply steps in a row without supply after which it holds; the first if 0 or 1.
    #[serde(skip_serializing_if = "is_default")]
    pub after: u8,
    /// What it does.
    #[serde(skip_serializing_if = "is_default")]
    pub hinders: Hindrance,
    /// Steps that each unit loses when supply is judged and it is in this state.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub attrition: Amount,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// What a state does to a unit. Percentages are rounded up; those of a unit in several such states
/// all count, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Hindrance {
    /// Per cent of its strength in attack and fire that it keeps; all if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<u8>,
    /// Per cent of its strength in defence that it keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defence: Option<u8>,
    /// Per cent of its movement allowance that it keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movement: Option<u8>,
    /// It does not attack.
    #[serde(skip_serializing_if = "is_default")]
    pub no_attack: bool,
    /// It does not fire.
    #[serde(skip_serializing_if = "is_default")]
    pub no_fire: bool,
    /// It does not move, but for retreats.
    #[serde(skip_serializing_if = "is_default")]
    pub no_move: bool,
    /// It does not move next to an enemy.
    #[serde(skip_serializing_if = "is_default")]
    pub not_next_to_enemies: bool,
    /// It has no zone of control.
    #[serde(skip_serializing_if = "is_default")]
    pub no_zone: bool,
}

/// Headquarters: units that are farther from theirs than its range are out of command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Command {
    /// Who the headquarters are; they are always in command.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub headquarters: Group,
    /// Who needs one.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// How far, in hexes: added to the rating that is used for range, if there is one.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub range: Amount,
    /// Only headquarters of the unit's own formation, or of one that it belongs to.
    #[serde(skip_serializing_if = "is_default")]
    pub own_formation: bool,
    /// What it does to be out of command.
    #[serde(skip_serializing_if = "is_default")]
    pub without: Hindrance,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A state that units may be in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct UnitState {
    /// Its name in results, conditions and set-ups.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// What it does.
    #[serde(skip_serializing_if = "is_default")]
    pub hinders: Hindrance,
    /// Added to the shelter of whoever is in it: dug in. Of several units together the least counts.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub shelter: Amount,
    /// The state that a unit takes instead which is in this one and suffers it again; eliminated
    /// where it is this one itself; nothing more if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<Id>,
    /// Movement points, all of its allowance if 0, for which a unit takes it of its own will.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_for: Option<Amount>,
    /// Who may take it so.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// It ends when the unit moves.
    #[serde(skip_serializing_if = "is_default")]
    pub ends_by_moving: bool,
    /// How it ends in a step of recovery; it does not if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<Recovery>,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// How a state ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Recovery {
    /// Without a roll.
    #[serde(skip_serializing_if = "is_default")]
    pub always: bool,
    /// The dice, which must be no more than the rating.
    #[serde(skip_serializing_if = "is_default")]
    pub dice: Dice,
    /// The rating; the one that is used for morale if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Id>,
    /// Added to the dice.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub die: Amount,
    /// A leader's bonus in the hex is taken off the dice.
    #[serde(skip_serializing_if = "is_default")]
    pub with_leaders: bool,
    /// Not next to an enemy.
    #[serde(skip_serializing_if = "is_default")]
    pub not_next_to_enemies: bool,
}

/// How the scenario's replacement points are spent. Those of a nation, and those of a pool that is
/// called as a type, a trait or a size, pay for such units alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Replacements {
    /// Points that bring back a step; 0 for never.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub cost: Amount,
    /// Whose steps.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// Points that bring back an eliminated unit with its last step, where its supply comes from, or
    /// where it would arrive if the rules know no supply; 0 for never.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub rebuild: Amount,
    /// Only units in supply.
    #[serde(skip_serializing_if = "is_default")]
    pub in_supply: bool,
    /// Only units out of enemy zones of control.
    #[serde(skip_serializing_if = "is_default")]
    pub out_of_zones: bool,
    /// The most steps that a unit gains in a game-turn; any number if 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub most: Amount,
    /// Points that are not spent are kept.
    #[serde(skip_serializing_if = "is_default")]
    pub kept: bool,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// The weather.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Weather {
    /// What it may be; the first is so until something else is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<WeatherKind>,
    /// The chart that a step of weather rolls on, where the scenario does not fix the turn's: dice
    /// find the row, the game-turn its column, the last whose head is no more; a column alone counts
    /// always. Its cells are ids of kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Id>,
    /// The dice.
    #[serde(skip_serializing_if = "is_default")]
    pub dice: Dice,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A kind of weather.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WeatherKind {
    /// Its name in conditions.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
}
