//! What the rooms `rails` and `march::by_rail` tell.

use salient_rules::words::{LogLine, Words};
use salient_schema::action::Name;
use salient_schema::event::{EventKind, Noted};
use serde::{Deserialize, Serialize};

/// What the rooms tell of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RailsDetail {
    /// Something happens to the railways (1914 18.3, 18.6).
    Told(Told),
    /// A side has so many rail points until the next inter-phase (1914 7.7.1).
    RailPoints(RailPoints),
    /// The Allies receive a special rail point (1914 23.3.2, 24.5).
    Special(SpecialGiven),
    /// A unit sets out by rail (1914 7.7.3).
    SetOut(SetOut),
    /// It goes on by rail (1914 7.7.3).
    ByRail(ByRail),
    /// An army runs short of ammunition (1914 15.8.2).
    Short(Short),
}

/// Something happens to the railways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Told {
    /// Whose railways.
    pub side: String,
    /// What happens.
    pub text: String,
    /// Where somebody has brought it about.
    pub hexes: Vec<String>,
    /// The rule.
    pub rule: String,
}

/// Rail points of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct RailPoints {
    /// Whose.
    pub side: String,
    /// How many halves.
    pub halves: u8,
}

/// A rail point for a Belgian unit, or for the Royal Naval Division.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct SpecialGiven {
    /// Who receives it.
    pub side: String,
    /// Whom it entrains: `belgian` or `naval`.
    pub whose: String,
    /// The rule.
    pub rule: String,
}

/// A unit sets out by rail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct SetOut {
    /// Whose it is.
    pub side: String,
    /// The unit.
    pub unit: Name,
    /// Where it is.
    pub from: String,
    /// Where it goes.
    pub to: String,
    /// The rail points that it costs, in halves.
    pub halves: u8,
    /// What is left of them, in halves.
    pub left: u8,
    /// Whether a special rail point entrains it (1914 23.3.2, 24.5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub special: bool,
}

/// A unit goes on by rail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ByRail {
    /// Whose it is.
    pub side: String,
    /// The unit.
    pub unit: Name,
    /// Where it was.
    pub from: String,
    /// Where it is now.
    pub hex: String,
    /// How many hexes that is by its railways.
    pub hexes: u32,
    /// The movement points that it has cost.
    pub points: i32,
}

/// An army runs short of ammunition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Short {
    /// Whose it is.
    pub side: String,
    /// Its depot.
    pub unit: Name,
    /// What it is provided with at most in this game-turn.
    pub limit: u8,
}

/// Halves as one reads them.
fn halves(number: u8) -> String {
    match (number / 2, number % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

impl RailsDetail {
    /// What all systems know of it.
    pub fn core(&self) -> EventKind {
        let noted = |side: &str, unit: Option<&Name>, hexes: Vec<String>, rule: &str| {
            EventKind::Noted(Noted {
                side: Some(side.to_owned()),
                by: Vec::new(),
                units: unit.map(|unit| unit.as_str().into()).into_iter().collect(),
                hexes,
                rule: rule.to_owned(),
            })
        };
        match self {
            Self::Told(it) => noted(&it.side, None, it.hexes.clone(), &it.rule),
            Self::RailPoints(it) => noted(&it.side, None, Vec::new(), "1914 7.7.1"),
            Self::Special(it) => noted(&it.side, None, Vec::new(), &it.rule),
            Self::Short(it) => noted(&it.side, Some(&it.unit), Vec::new(), "1914 15.8.2"),
            Self::SetOut(it) => {
                let hexes = vec![it.from.clone(), it.to.clone()];
                noted(&it.side, Some(&it.unit), hexes, "1914 7.7.3")
            }
            Self::ByRail(it) => {
                let hexes = vec![it.from.clone(), it.hex.clone()];
                noted(&it.side, Some(&it.unit), hexes, "1914 7.7.3")
            }
        }
    }

    /// Its lines in the log.
    pub fn lines(&self, words: &Words) -> Option<Vec<LogLine>> {
        Some(vec![match self {
            Self::Told(it) => {
                let hexes: Vec<&String> = it.hexes.iter().collect();
                LogLine::plain(it.text.clone(), &it.rule, &hexes)
            }
            Self::RailPoints(it) => {
                let text = format!("{}: {} rail points", words.side(&it.side), halves(it.halves));
                LogLine::plain(text, "1914 7.7.1", &[])
            }
            Self::Special(it) => {
                let whose = match it.whose.as_str() {
                    "naval" => "the Royal Naval Division",
                    _ => "a Belgian unit",
                };
                let text = format!("{}: a rail point for {whose}", words.side(&it.side));
                LogLine::plain(text, &it.rule, &[])
            }
            Self::Short(it) => {
                let unit = words.unit(&it.unit.as_str().into());
                let text = format!("The army of {unit} has {} of ammunition at most", it.limit);
                LogLine::plain(text, "1914 15.8.2", &[])
            }
            Self::SetOut(it) => {
                let (unit, left) = (words.unit(&it.unit.as_str().into()), halves(it.left));
                let price = match it.special {
                    true => "the special rail point".to_owned(),
                    false => format!("{} rail points; {left} are left", halves(it.halves)),
                };
                let text =
                    format!("{unit} sets out by rail from {} to {} for {price}", it.from, it.to);
                LogLine::plain(text, "1914 7.7.3", &[&it.from, &it.to])
            }
            Self::ByRail(it) => {
                let text = format!(
                    "{} goes {} hexes by rail to {} for {} movement points",
                    words.unit(&it.unit.as_str().into()),
                    it.hexes,
                    it.hex,
                    it.points
                );
                LogLine::plain(text, "1914 7.7.3", &[&it.from, &it.hex])
            }
        }])
    }
}
