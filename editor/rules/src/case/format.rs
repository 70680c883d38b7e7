//! What a rule case says, and where it lets a game begin.

use std::collections::BTreeMap;

use salient_schema::map::{Line, Path};
use salient_schema::plain::Value;
use salient_schema::scenario::{Placement, Reinforcement};
use salient_schema::{HexLabel, Id, SideLabel};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::base::BaseRules;
use crate::model::{Intelligence, UnitStatus};

/// A rule case.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Case {
    /// What it shows.
    pub title: String,
    /// The rules it proves, as the rule book numbers them.
    pub rules: Vec<String>,
    /// The game-turn.
    #[serde(default = "first_turn")]
    pub turn: u16,
    /// The step of the sequence of play that begins; the game-turn itself if left out.
    #[serde(default)]
    pub phase: Option<Id>,
    /// All dice, in order.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// The ground that the rest lies on.
    #[serde(default)]
    pub map: CaseMap,
    /// Columns of a plain map.
    #[serde(default)]
    pub columns: Option<u16>,
    /// Rows of a plain map.
    #[serde(default)]
    pub rows: Option<u16>,
    /// Base terrain other than clear.
    #[serde(default)]
    pub terrain: BTreeMap<HexLabel, Id>,
    /// Features by hex.
    #[serde(default)]
    pub features: BTreeMap<HexLabel, Vec<Id>>,
    /// Hexside kinds by side.
    #[serde(default)]
    pub hexsides: BTreeMap<SideLabel, Id>,
    /// Border lines.
    #[serde(default)]
    pub lines: Vec<Line>,
    /// Railways and roads.
    #[serde(default)]
    pub paths: Vec<Path>,
    /// Entry hexes by letter.
    #[serde(default)]
    pub letters: BTreeMap<String, HexLabel>,
    /// The units.
    #[serde(default)]
    pub units: Vec<Placement>,
    /// What arrives.
    #[serde(default)]
    pub reinforcements: Vec<Reinforcement>,
    /// Units out of play.
    #[serde(default)]
    pub eliminated: Vec<String>,
    /// The scenario file whose rules hold, if the caller knows several.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The optional rules in force, if not the scenario's own.
    #[serde(default)]
    pub options: Option<Vec<Id>>,
    /// Constants that the case changes.
    #[serde(default)]
    pub constants: BTreeMap<Id, i32>,
    /// What the case changes of the ruleset and of the scenario, by their fields: an object is
    /// changed field by field, anything else replaced (a JSON merge patch, RFC 7396).
    #[serde(default)]
    pub patch: Patch,
    /// What the features of hexes are worth.
    #[serde(default)]
    pub values: BTreeMap<HexLabel, i32>,
    /// Whose the features of hexes are.
    #[serde(default)]
    pub owners: BTreeMap<HexLabel, Id>,
    /// The hexsides that the features of hexes face (`n`, `ne` …).
    #[serde(default)]
    pub facing: BTreeMap<HexLabel, Vec<String>>,
    /// Named groups of hexes.
    #[serde(default)]
    pub zones: BTreeMap<Id, Vec<HexLabel>>,
    /// Whether the scenario's own placements, eliminated units and reinforcements hold as well.
    #[serde(default)]
    pub own_units: bool,
    /// Where the game begins in the system's own respects: weather, points, levels.
    #[serde(flatten)]
    pub own: BTreeMap<String, serde_json::Value>,
    /// What is done.
    #[serde(default)]
    pub actions: Vec<CaseAction>,
    /// What must come of it.
    #[serde(default)]
    pub expect: Expect,
}

/// What a case changes of the files whose rules hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Patch {
    /// Of the ruleset.
    pub ruleset: BTreeMap<String, serde_json::Value>,
    /// Of the scenario.
    pub scenario: BTreeMap<String, serde_json::Value>,
}

/// The ground of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseMap {
    /// A small map, clear all over.
    #[default]
    Plain,
    /// The bundle's own.
    Scenario,
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CaseAction {
    /// The action.
    #[serde(flatten)]
    pub action: Action,
    /// The rule that must refuse it.
    #[serde(default)]
    pub refused: Option<String>,
}

/// What must come of a case.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The game-turn.
    #[serde(default)]
    pub turn: Option<u16>,
    /// The step of the sequence of play.
    #[serde(default)]
    pub phase: Option<Id>,
    /// The side to decide; empty when the game is over.
    #[serde(default)]
    pub deciding: Option<Id>,
    /// The points as they would be counted now.
    #[serde(default)]
    pub points: Option<i32>,
    /// The level of victory.
    #[serde(default)]
    pub level: Option<String>,
    /// Events that occur in this order.
    #[serde(default)]
    pub events: Vec<Value>,
    /// Events that do not occur.
    #[serde(default)]
    pub absent: Vec<Value>,
    /// Where units are.
    #[serde(default)]
    pub units: Vec<ExpectedUnit>,
    /// Actions that are legal at the end.
    #[serde(default)]
    pub legal: Vec<Action>,
    /// Actions that are not.
    #[serde(default)]
    pub not_legal: Vec<Action>,
}

/// Where a unit must be.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedUnit {
    /// The unit.
    pub unit: String,
    /// Its hex.
    #[serde(default)]
    pub hex: Option<HexLabel>,
    /// Where it is if not on the map.
    #[serde(default)]
    pub status: Option<UnitStatus>,
    /// The face it shows.
    #[serde(default)]
    pub face: Option<u8>,
    /// The side that looks; if left out, somebody from whom nothing is hidden.
    #[serde(default)]
    pub seen_by: Option<Id>,
    /// How much whoever looks knows of it.
    #[serde(default)]
    pub intelligence: Option<Intelligence>,
    /// What is so of it besides, as far as whoever looks knows: disrupted, dug in.
    #[serde(default)]
    pub states: Option<Vec<String>>,
}

/// Where a game begins, if not at the beginning.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The game-turn.
    pub turn: u16,
    /// The step of the sequence of play; the turn's beginning if left out.
    pub phase: Option<Id>,
    /// Units out of play.
    pub eliminated: Vec<String>,
    /// Units with what a system says of them: `moved`.
    pub states: Vec<(String, Id)>,
    /// The rest, which only the system knows.
    pub(super) own: BTreeMap<String, serde_json::Value>,
}

impl Start {
    /// The system's own part of the start, by its own type.
    ///
    /// # Errors
    /// In words, what the system does not know.
    pub fn own<T: DeserializeOwned>(&self) -> Result<T, String> {
        let own = self.own.clone().into_iter().collect();
        serde_json::from_value(serde_json::Value::Object(own)).map_err(|error| error.to_string())
    }

    /// The place of its game-turn.
    ///
    /// # Errors
    /// In words: the scenario has none of that number.
    pub fn turn_place<U, P, T>(&self, rules: &BaseRules<U, P, T>) -> Result<usize, String> {
        let place = rules.turns.iter().position(|turn| turn.turn == self.turn);
        place.ok_or_else(|| format!("the scenario has no game-turn {}", self.turn))
    }

    /// The place of its step of the sequence of play, if it names one.
    ///
    /// # Errors
    /// In words: the rules have no such step.
    pub fn phase_place<U, P, T>(
        &self,
        rules: &BaseRules<U, P, T>,
    ) -> Result<Option<usize>, String> {
        let missing = |id: &Id| format!("no step of the sequence of play '{id}'");
        let place = |id: &Id| rules.phase(id).ok_or_else(|| missing(id));
        self.phase.as_ref().map(place).transpose()
    }
}

fn first_turn() -> u16 {
    1
}
