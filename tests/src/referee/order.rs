//! What a side has decided, read from the words of the log and not by the rules' own type.

use salient_kaisers_battle::guns::Guns;
use salient_schema::action::{Action, Name};
use salient_schema::plain::Texts;
use serde::Deserialize;

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Move {
        unit: Name,
        #[serde(default)]
        path: Vec<Name>,
        #[serde(default)]
        exit: bool,
    },
    Attack {
        units: Vec<Name>,
        hexes: Vec<Name>,
        #[serde(default)]
        barrage: Option<Guns>,
    },
    Sos {
        hex: Name,
        #[serde(default)]
        field: u16,
        #[serde(default)]
        heavy: u16,
    },
    Lose {
        unit: Name,
    },
    Retreat {
        hex: Name,
    },
    Advance {
        unit: Name,
        path: Vec<Name>,
    },
    Place {
        unit: Name,
        hex: Name,
    },
    CounterBattery {
        #[serde(default)]
        field: u16,
        #[serde(default)]
        heavy: u16,
    },
    Gas {
        hex: Name,
        #[serde(default)]
        field: u16,
        #[serde(default)]
        heavy: u16,
    },
    Drumfire {
        hex: Name,
        #[serde(default)]
        field: u16,
        #[serde(default)]
        heavy: u16,
    },
    AllocateAir {
        #[serde(default)]
        observation: u16,
        #[serde(default)]
        ground_attack: u16,
        #[serde(default)]
        interception: u16,
    },
    Intercept {
        #[serde(default)]
        observation: u16,
        #[serde(default)]
        ground_attack: u16,
    },
    GroundAttack {
        hex: Name,
        points: u16,
    },
    Observe {
        hex: Name,
    },
    BreakDown {
        unit: Name,
    },
    Done,
}

impl Order {
    /// What an action says.
    pub fn of(action: &Action) -> Result<Self, String> {
        action.read(&Texts::of(&action.fields)).map_err(|error| error.to_string())
    }
}
