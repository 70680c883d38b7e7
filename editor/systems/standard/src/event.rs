//! What the log tells beyond the core.

use std::any::Any;

use salient_rules::detail::Weather;
use salient_rules::log::Telling;
use salient_rules::words::{LogLine, Words, plural};
use salient_schema::Id;
use salient_schema::event::{Event, EventKind, Noted, Payload, UnitId};
use serde::{Deserialize, Serialize};

/// What the system tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Detail {
    /// The supply of units is otherwise than before.
    Supplied(Supplied),
    /// Units are in command now, or out of it.
    Commanded(Commanded),
    /// The weather is settled.
    Weather(Weather),
    /// A chart of events is rolled on. What comes of it follows.
    Happened(Happened),
    /// Replacement points are spent on a unit. How it stands then follows.
    Replaced(Replaced),
}

/// The supply of units is otherwise than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Supplied {
    /// Their side.
    pub side: Id,
    /// The state of supply that they are in; left out in supply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Id>,
    /// Its name in print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The units.
    pub units: Vec<UnitId>,
    /// The rule.
    pub rule: String,
}

/// Units are in command now, or out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Commanded {
    /// Their side.
    pub side: Id,
    /// Whether they are in command now.
    pub in_command: bool,
    /// The units.
    pub units: Vec<UnitId>,
    /// The rule.
    pub rule: String,
}

/// A chart of events is rolled on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Happened {
    /// The chart's title.
    pub chart: String,
    /// The die.
    pub die: u8,
    /// Whether nothing comes of it.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
    pub nothing: bool,
    /// The rule.
    pub rule: String,
}

/// Replacement points are spent on a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Replaced {
    /// Its side.
    pub side: Id,
    /// The unit.
    pub unit: UnitId,
    /// The points.
    pub points: i32,
    /// The rule.
    pub rule: String,
}

impl From<Detail> for Telling {
    fn from(detail: Detail) -> Self {
        Self::of(detail)
    }
}

impl Payload for Detail {
    fn core(&self) -> EventKind {
        let of_units = |side: &Id, units: &[UnitId], rule: &str| {
            EventKind::Noted(Noted {
                side: Some(side.clone()),
                units: units.to_vec(),
                rule: rule.to_owned(),
                ..Noted::default()
            })
        };
        match self {
            Self::Supplied(Supplied { side, units, rule, .. })
            | Self::Commanded(Commanded { side, units, rule, .. }) => of_units(side, units, rule),
            Self::Replaced(Replaced { side, unit, rule, .. }) => {
                of_units(side, std::slice::from_ref(unit), rule)
            }
            Self::Weather(weather) => weather.core(),
            Self::Happened(Happened { rule, .. }) => {
                EventKind::Noted(Noted { rule: rule.clone(), ..Noted::default() })
            }
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An event's lines; none where the core's words do.
pub fn lines(event: &Event, words: &Words) -> Option<Vec<LogLine>> {
    let detail = event.detail.as_ref()?.read::<Detail>()?;
    let line = match detail.as_ref() {
        Detail::Supplied(told) => {
            let state = told.name.as_deref().unwrap_or("In supply again");
            LogLine::plain(format!("{state}: {}", words.units(&told.units)), &told.rule, &[])
        }
        Detail::Commanded(told) => {
            let state = if told.in_command { "In command again" } else { "Out of command" };
            LogLine::plain(format!("{state}: {}", words.units(&told.units)), &told.rule, &[])
        }
        Detail::Weather(weather) => weather.line(),
        Detail::Replaced(told) => {
            let points = plural(told.points.max(0).unsigned_abs() as usize, "replacement point");
            LogLine::plain(format!("{}: {points}", words.unit(&told.unit)), &told.rule, &[])
        }
        Detail::Happened(told) => {
            let nothing = if told.nothing { ", nothing happens" } else { "" };
            let text = format!("{}, a {} is rolled{nothing}", told.chart, told.die);
            LogLine::plain(text, &told.rule, &[])
        }
    };
    Some(vec![line])
}
