//! What the room `siege` tells.

use salient_rules::words::{LogLine, Words};
use salient_schema::action::Name;
use salient_schema::event::{EventKind, Noted};
use serde::{Deserialize, Serialize};

/// What the room tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum SiegeDetail {
    /// A gun bombards a fortress (1914 12.4).
    Bombarded(Bombarded),
    /// An attack is prepared by fire (1914 13.3).
    Barraged(Barraged),
}

/// A bombardment of a fortress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Bombarded {
    /// Whose gun.
    pub side: String,
    /// The gun.
    pub unit: Name,
    /// The headquarters whose Pionier regiment helps (1914 13.1.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pioneers: Option<Name>,
    /// The fortress.
    pub fortress: Name,
    /// Its hex.
    pub hex: String,
    /// Its class (1914 2.7.5).
    pub class: String,
    /// The dice.
    pub dice: Vec<u8>,
    /// What is added to each.
    pub modifier: i32,
    /// What the table says of each: `-`, `1`, `+`, `*`.
    pub results: String,
    /// The second dice of each `+` (1914 12.4.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<u8>,
    /// Steps that it loses.
    pub steps: i32,
    /// Steps that it has left.
    pub steps_left: i32,
    /// Bombardments that such guns have left in the game, where they are counted (1914 13.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bombardments_left: Option<i32>,
}

/// A preparatory bombardment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Barraged {
    /// Whose guns.
    pub side: String,
    /// The headquarters and the guns.
    pub units: Vec<Name>,
    /// The hex.
    pub hex: String,
    /// The 21 cm guns as they count.
    pub guns: i32,
    /// Whether a heavier gun takes part.
    pub heavy: bool,
    /// The die.
    pub die: u8,
    /// What the ground adds to it.
    pub modifier: i32,
    /// What the table says.
    pub result: String,
    /// Columns that the attack is shifted: none where a fortress stands (1914 13.3.4).
    pub shifts: i32,
    /// Preparatory bombardments that are left in the game (1914 13.4).
    pub left: i32,
}

impl SiegeDetail {
    /// What all systems know of it.
    pub fn core(&self) -> EventKind {
        match self {
            Self::Bombarded(it) => EventKind::Noted(Noted {
                side: Some(it.side.clone()),
                by: vec![it.unit.as_str().into()],
                units: vec![it.fortress.as_str().into()],
                hexes: vec![it.hex.clone()],
                rule: "1914 12.4".to_owned(),
            }),
            Self::Barraged(it) => EventKind::Noted(Noted {
                side: Some(it.side.clone()),
                by: it.units.iter().map(|unit| unit.as_str().into()).collect(),
                hexes: vec![it.hex.clone()],
                rule: "1914 13.3".to_owned(),
                ..Noted::default()
            }),
        }
    }

    /// Its lines in the log.
    pub fn lines(&self, words: &Words) -> Vec<LogLine> {
        match self {
            Self::Bombarded(it) => it.lines(words),
            Self::Barraged(it) => it.lines(words),
        }
    }
}

fn listed(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<String>>().join(", ")
}

fn with_sign(modifier: i32) -> String {
    if modifier == 0 { String::new() } else { format!(" ({modifier:+})") }
}

impl Bombarded {
    fn lines(&self, words: &Words) -> Vec<LogLine> {
        let name = |unit: &Name| words.unit(&unit.as_str().into());
        let (gun, fortress) = (name(&self.unit), name(&self.fortress));
        let lost = match (self.steps, self.steps_left) {
            (0, _) => "without effect".to_owned(),
            (lost, 0) => format!("which loses {lost} and is destroyed"),
            (lost, left) => format!("which loses {lost} and has {left} left"),
        };
        let text = format!("{gun} bombards {fortress}, {lost}");
        let mut lines = vec![LogLine::strong(text, "1914 12.4", &[&self.hex])];
        let mut text = format!(
            "class {}: {}{} reads {}",
            self.class,
            listed(&self.dice),
            with_sign(self.modifier),
            self.results
        );
        if !self.again.is_empty() {
            text += &format!("; again {}", listed(&self.again));
        }
        if let Some(with) = &self.pioneers {
            text += &format!("; with the Pionier regiment of {}", name(with));
        }
        if let Some(left) = self.bombardments_left {
            text += &format!("; {left} such bombardments left");
        }
        lines.push(LogLine::more(&text, std::slice::from_ref(&self.hex)));
        lines
    }
}

impl Barraged {
    fn lines(&self, words: &Words) -> Vec<LogLine> {
        let units: Vec<String> =
            self.units.iter().map(|unit| words.unit(&unit.as_str().into())).collect();
        let text = format!("{} bombard {} before the attack", units.join(", "), self.hex);
        let heavy = if self.heavy { " and heavier ones" } else { "" };
        let more = format!(
            "{} guns of 21 cm{heavy}: {}{} reads {}, {} columns; {} left",
            self.guns,
            self.die,
            with_sign(self.modifier),
            self.result,
            self.shifts,
            self.left
        );
        vec![
            LogLine::strong(text, "1914 13.3", &[&self.hex]),
            LogLine::more(&more, std::slice::from_ref(&self.hex)),
        ]
    }
}
