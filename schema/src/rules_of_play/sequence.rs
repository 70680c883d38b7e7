//! What a step of the sequence of play does.

use serde::{Deserialize, Serialize};

use super::{Amount, Group};
use crate::common::Id;
use crate::symbol::named;

/// What a step of the sequence of play does, for its phasing side, or for all sides in their order
/// where it has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Does {
    /// The weather is rolled for.
    Weather {},
    /// A die is rolled on a chart: it finds the row, the game-turn the column. Its cells say what
    /// happens: `points red 2` (victory points), `replacements red 1` (replacement points), `weather
    /// mud`, several of them with commas in between, or `-` for nothing.
    Events {
        /// The chart.
        table: Id,
    },
    /// Units are set up by their owner, where the scenario lets him.
    SetUp {},
    /// Supply is judged, and what lack of it costs is paid.
    Supply {},
    /// Units that are due come onto the map.
    Reinforcements {},
    /// Replacement points rebuild steps.
    Replacements {},
    /// Units move.
    Movement {
        /// Who may.
        #[serde(default, skip_serializing_if = "Group::is_left_out")]
        who: Group,
        /// Per cent of the allowance, rounded up; all of it if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        share: Option<Amount>,
        /// How.
        #[serde(default, skip_serializing_if = "crate::common::is_default")]
        mode: MovementMode,
    },
    /// Units attack adjacent enemies.
    Combat {
        /// The kind of combat: [`Combat::id`](super::Combat::id).
        combat: Id,
        /// Who may.
        #[serde(default, skip_serializing_if = "Group::is_left_out")]
        who: Group,
    },
    /// Units fire.
    Fire {
        /// The kind of fire: [`Fire::id`](super::Fire::id).
        fire: Id,
        /// Who may.
        #[serde(default, skip_serializing_if = "Group::is_left_out")]
        who: Group,
        /// Whose.
        #[serde(default, skip_serializing_if = "crate::common::is_default")]
        by: FireBy,
    },
    /// Units in a state try to recover from it.
    Recovery {
        /// The state.
        state: Id,
    },
    /// Units are activated one after the other, and each that is does these things.
    Activation {
        /// What is activated at once.
        of: ActivationOf,
        /// Who says which is next.
        by: ActivationBy,
        /// What those that are activated do, in order; no activations in turn.
        each: Vec<Does>,
    },
    /// It is looked whether somebody has won.
    Victory {},
}

named! {
    /// How units move in a step.
    #[derive(Default)]
    MovementMode {
        /// Over land, by roads where they are.
        #[default]
        Normal = "Normal movement",
        /// Along roads alone.
        Road = "Road movement",
        /// Along railways alone, by the rules of rail movement.
        Rail = "Rail movement",
        /// As normal, and into no hex next to an enemy.
        Strategic = "Strategic movement",
    }
}

named! {
    /// Whose units fire in a step.
    #[derive(Default)]
    FireBy {
        /// The phasing side's.
        #[default]
        Phasing = "The phasing side",
        /// The other sides'.
        Others = "The other sides",
        /// Every side's, the phasing side's last.
        All = "Every side",
    }
}

named! {
    /// What is activated at once.
    ActivationOf {
        /// A unit.
        Unit = "A unit",
        /// The units of a formation, and of those that belong to it.
        Formation = "A formation",
        /// All units in a hex.
        Hex = "A stack",
    }
}

named! {
    /// Who says what is activated next.
    ActivationBy {
        /// The sides in turn, each by choice.
        Alternating = "The sides in turn",
        /// The side that wins a roll begins, then in turn.
        Initiative = "In turn, whoever rolls higher first",
        /// A chit is drawn for each formation.
        Chits = "A chit drawn from a cup",
    }
}
