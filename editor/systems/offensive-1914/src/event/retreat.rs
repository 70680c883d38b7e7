//! What the rooms `retreat`, `settle`, `control` and `fortress` tell.

use salient_rules::words::{LogLine, Words};
use salient_schema::action::Name;
use salient_schema::event::{EventKind, Noted};
use serde::{Deserialize, Serialize};

/// What these rooms tell of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RetreatDetail {
    /// A retreat costs forces levels or strength (1914 11.1.3 to 11.1.5).
    Hardship(Hardship),
    /// A task is broken off (1914 7.8.3).
    BrokenOff(BrokenOff),
    /// A fort may be abandoned (1914 8.5.2).
    FortTested(FortTested),
    /// A fortress regains a step (1914 12.5).
    Repaired(Repaired),
    /// Hexes turn out to lie behind the fronts of a side (1914 3.3).
    Fronts(Fronts),
}

/// A hexside that is hard to fall back over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Barrier {
    /// A mountain ridge.
    Ridge,
    /// A grand river.
    GrandRiver,
}

/// What a hex of retreat, or standing still, costs each force of a stack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Hardship {
    /// Who falls back.
    pub units: Vec<Name>,
    /// Their side.
    pub side: String,
    /// The hex that they left.
    pub from: String,
    /// The hex that they entered; the same where they stand still.
    pub hex: String,
    /// Whether it is in an enemy zone of control where no friend stood (1914 11.1.3).
    pub zone: bool,
    /// What they crossed (1914 11.1.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barrier: Option<Barrier>,
    /// Hexes that they could not fall back (1914 11.1.5).
    pub unable: u8,
    /// Levels that each force loses: of assets alone strength reductions (1914 5.5.2).
    pub levels: u8,
    /// Strength reductions that each force takes.
    pub reductions: u8,
    /// The attack that it comes of, if one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<u32>,
}

/// What a unit has begun and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Begun {
    /// The recovery of a level (1914 7.5).
    Recovery,
    /// An improved position (1914 14.3).
    Position,
}

/// A task broken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BrokenOff {
    /// Whose.
    pub unit: Name,
    /// Its side.
    pub side: String,
    /// What it had begun.
    pub what: Begun,
    /// Movement points spent on it.
    pub points: u8,
    /// The rule.
    pub rule: String,
}

/// A die for a fort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct FortTested {
    /// The fort.
    pub unit: Name,
    /// Its side.
    pub side: String,
    /// Its hex.
    pub hex: String,
    /// The die.
    pub die: u8,
    /// Its abandonment number: what is above it abandons the fort.
    pub number: i32,
    /// Whether it is abandoned.
    pub abandoned: bool,
}

/// A step of a fortress repaired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Repaired {
    /// The fortress.
    pub unit: Name,
    /// Its side.
    pub side: String,
    /// Its hex.
    pub hex: String,
    /// Steps that it lacks now.
    pub lacks: u8,
}

/// Hexes behind the fronts of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fronts {
    /// The side that controls them now.
    pub side: String,
    /// The hexes that it did not control before.
    pub hexes: Vec<String>,
}

fn noted(side: &str, units: Vec<&Name>, hexes: Vec<&String>, rule: &str) -> EventKind {
    EventKind::Noted(Noted {
        side: Some(side.to_owned()),
        units: units.into_iter().map(|unit| unit.as_str().into()).collect(),
        hexes: hexes.into_iter().cloned().collect(),
        rule: rule.to_owned(),
        ..Noted::default()
    })
}

impl Hardship {
    fn rule(&self) -> &'static str {
        match self.barrier {
            _ if self.unable > 0 => "1914 11.1.5",
            Some(_) => "1914 11.1.4",
            None => "1914 11.1.3",
        }
    }

    fn words(&self) -> String {
        let mut why = Vec::new();
        if self.unable > 0 {
            why.push(format!("cannot retreat {}", counted(self.unable, "hex", "hexes")));
        }
        if self.zone {
            why.push("into an enemy zone of control".to_owned());
        }
        match self.barrier {
            Some(Barrier::Ridge) => why.push("over a mountain ridge".to_owned()),
            Some(Barrier::GrandRiver) => why.push("over a grand river".to_owned()),
            None => {}
        }
        let mut cost =
            vec![counted(self.levels, "level of effectiveness", "levels of effectiveness")];
        if self.reductions > 0 {
            cost.push(counted(self.reductions, "strength reduction", "strength reductions"));
        }
        format!("{}: {} a force", why.join(", "), cost.join(" and "))
    }
}

fn counted(number: u8, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

impl RetreatDetail {
    /// What all systems know of it.
    pub fn core(&self) -> EventKind {
        match self {
            Self::Hardship(it) => {
                noted(&it.side, it.units.iter().collect(), vec![&it.hex], it.rule())
            }
            Self::BrokenOff(it) => noted(&it.side, vec![&it.unit], Vec::new(), &it.rule),
            Self::FortTested(it) => noted(&it.side, vec![&it.unit], vec![&it.hex], "1914 8.5.2"),
            Self::Repaired(it) => noted(&it.side, vec![&it.unit], vec![&it.hex], "1914 12.5"),
            Self::Fronts(it) => noted(&it.side, Vec::new(), it.hexes.iter().collect(), "1914 3.3"),
        }
    }

    /// Its lines in the log; none where the core's words do.
    pub fn lines(&self, words: &Words) -> Option<Vec<LogLine>> {
        let name = |unit: &Name| words.unit(&unit.as_str().into());
        Some(vec![match self {
            Self::Hardship(it) => {
                let units: Vec<String> = it.units.iter().map(name).collect();
                let text = format!("{} {}", units.join(", "), it.words());
                LogLine::strong(text, it.rule(), &[&it.hex])
            }
            Self::BrokenOff(it) => {
                let unit = name(&it.unit);
                let text = match it.what {
                    Begun::Recovery => format!("{unit} breaks off its recovery"),
                    Begun::Position => format!("{unit} breaks off its improved position"),
                };
                LogLine::plain(text, &it.rule, &[])
            }
            Self::FortTested(it) => {
                let what = if it.abandoned { "is abandoned" } else { "stands" };
                let text = format!("{} {what}: {} against {}", name(&it.unit), it.die, it.number);
                LogLine::strong(text, "1914 8.5.2", &[&it.hex])
            }
            Self::Repaired(it) => {
                let lacks = match it.lacks {
                    0 => "it lacks none".to_owned(),
                    lacks => format!("it lacks {lacks}"),
                };
                let text = format!("{} regains a step: {lacks}", name(&it.unit));
                LogLine::plain(text, "1914 12.5", &[&it.hex])
            }
            Self::Fronts(it) => {
                let count = it.hexes.len();
                let text = format!(
                    "{} controls {count} more {} behind its fronts",
                    words.side(&it.side),
                    if count == 1 { "hex" } else { "hexes" }
                );
                let hexes: Vec<&String> = it.hexes.iter().collect();
                LogLine::plain(text, "1914 3.3", &hexes)
            }
        }])
    }
}
