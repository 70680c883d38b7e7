//! Rules of play as data: what a ruleset says of how its game is played, for the system `standard`.
//!
//! Each part is a procedure of a hex wargame with its options: a part that is left out, the game
//! does without. Numbers are [`Amount`]s, which exceptions may change; whom a rule is about, a
//! [`Group`] says, by types, traits, sizes, nations and sides. What a step of the sequence of play
//! does is [`Does`], a field of that step. The costs, shelters and prohibitions of the terrain
//! effects chart, the charts, the stacking points and the ratings stand where they always stand in
//! a ruleset.
//!
//! | part | file |
//! |---|---|
//! | numbers, conditions, groups | `amount` |
//! | what a step of the sequence of play does | `sequence` |
//! | stacking, zones of control, movement | `movement` |
//! | combat, retreat, advance, fire | `combat` |
//! | supply, command, states, replacements, weather | `logistics` |
//! | sudden ends, what losses are worth | `ending` |
//! | what is spoken of by its id | `names` |

mod amount;
mod combat;
mod ending;
mod logistics;
mod movement;
mod names;
mod sequence;

use serde::{Deserialize, Serialize};

pub use amount::{Amount, Exception, Group, When};
pub use combat::{
    Advance, ColumnBy, Combat, Dice, Fire, Leaders, LossOrder, Modifier, MoraleCheck, Obligation,
    Observers, PointSupport, Retreat, RetreatBy, RetreatTowards, Rounding, Sheltering, Situation,
    Support, TerrainIn, Worse,
};
pub use ending::{LossCount, SuddenEnd};
pub use logistics::{
    Command, Hindrance, Recovery, Replacements, Supply, SupplySource, SupplyState, UnitState,
    Weather, WeatherKind,
};
pub use movement::{
    AllowanceIn, Movement, Overrun, Rail, Stacking, StackingCount, StackingLimit, StackingTime,
    ZoneEntry, ZoneMove, ZonePurpose, ZoneRetreat, ZonesOfControl,
};
pub use names::{Name, NameOf};
pub use sequence::{ActivationBy, ActivationOf, Does, FireBy, MovementMode};

use crate::common::is_default;

/// How a game is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RulesOfPlay {
    /// How much may stand in a hex. Without it, as the ruleset's constants say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stacking: Option<Stacking>,
    /// Zones of control. Without it units have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zones_of_control: Option<ZonesOfControl>,
    /// How units move.
    #[serde(skip_serializing_if = "is_default")]
    pub movement: Movement,
    /// The kinds of combat between adjacent hexes, each with its chart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub combat: Vec<Combat>,
    /// The kinds of fire and bombardment at a distance, each with its chart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fire: Vec<Fire>,
    /// Supply. Without it every unit is in supply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<Supply>,
    /// Headquarters and their range. Without it every unit is in command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Command>,
    /// States that units may be in besides those of supply: disrupted, demoralized, dug in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<UnitState>,
    /// How lost steps come back. Without it none do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacements: Option<Replacements>,
    /// The weather. Without it there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weather: Option<Weather>,
    /// Who is hidden from the enemy until he comes adjacent to them, or they move, attack or fire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Group>,
    /// What the rule book says besides, and Salient does not play. Wherever a result is shown, it
    /// is listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_played: Vec<NotPlayed>,
}

/// A rule that is not played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NotPlayed {
    /// What it says, in the designer's own words.
    pub text: String,
    /// Its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl RulesOfPlay {
    /// The name of a state of units, one of the rules' own or of supply.
    pub fn state_name(&self, id: &str) -> Option<&str> {
        let own = self.states.iter().map(|state| (&state.id, &state.name));
        let supply = self.supply.iter().flat_map(|supply| &supply.states);
        let mut all = own.chain(supply.map(|state| (&state.id, &state.name)));
        all.find(|(known, _)| *known == id).map(|(_, name)| name.as_str())
    }

    /// What is not played, each with its rule: `night drops of supply (XX 12.3)`.
    pub fn not_played_in_words(&self) -> impl Iterator<Item = String> {
        self.not_played.iter().map(|one| {
            let text = one.text.trim().trim_end_matches('.');
            match &one.rule {
                Some(rule) => format!("{text} ({rule})"),
                None => text.to_owned(),
            }
        })
    }
}
