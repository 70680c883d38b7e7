//! What the log tells of a set-up beyond the dice.

use std::any::Any;

use salient_rules::log::Telling;
use salient_rules::words::{LogLine, Words};
use salient_schema::event::{Event, EventKind, Fact, Noted, Payload};
use serde::{Deserialize, Serialize};

use crate::brief::Party;
use crate::outcome::Outcome;

/// What the system tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Detail {
    /// A number, and how it came about.
    Number(Number),
    /// A preparatory barrage.
    Barrage(Barrage),
    /// A step is done.
    Step(StepDone),
}

/// A number, and how it came about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Number {
    /// What it counts: `preparatory-barrages`.
    pub what: String,
    /// Whose it is.
    pub side: Option<String>,
    /// The dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// What is added to them, with reasons: `+2 big push`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<String>,
    /// The cell that was read, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// The arithmetic: `35 × .40 = 14.00`.
    pub arithmetic: String,
    /// The number.
    pub value: i64,
    /// The rule.
    pub rule: String,
}

/// A preparatory barrage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Barrage {
    /// What for: `counter-battery`, `wire`, `command`, `standard`, `wind-accident`, `morale`.
    pub kind: String,
    /// Who fires.
    pub side: String,
    /// What is hit, in words of the data: a unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The dice.
    pub dice: Vec<u8>,
    /// What is added to each.
    pub modifier: i32,
    /// What comes of it: `destroyed`, `D`, `K`, `-`, or how many segments.
    pub results: Vec<String>,
    /// Whether gas is used.
    #[serde(default, skip_serializing_if = "is_false")]
    pub gas: bool,
    /// The rule.
    pub rule: String,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// A step is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct StepDone {
    /// What it came to.
    pub outcome: Outcome,
    /// Whether it was kept as it was, and not rolled.
    #[serde(default, skip_serializing_if = "is_false")]
    pub kept: bool,
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
        let (side, units, hexes, rule) = match self {
            Self::Number(number) => (number.side.clone(), vec![], vec![], &number.rule),
            Self::Barrage(barrage) => (
                Some(barrage.side.clone()),
                barrage.unit.iter().cloned().collect(),
                barrage.hex.iter().cloned().collect(),
                &barrage.rule,
            ),
            Self::Step(step) => (None, vec![], vec![], &step.rule),
        };
        EventKind::Noted(Noted { side, by: Vec::new(), units, hexes, rule: rule.clone() })
    }

    fn facts(&self, _: &mut dyn FnMut(Fact)) {}

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Detail {
    /// It in words; none for what the words of others tell.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Number(number) => Some(number.words()),
            Self::Barrage(barrage) => Some(barrage.words()),
            Self::Step(step) if step.kept => Some("kept as it was".to_owned()),
            Self::Step(_) => None,
        }
    }
}

impl Number {
    fn words(&self) -> String {
        let side = self.side.as_deref().map_or_else(String::new, |side| format!("{side}: "));
        let dice: Vec<String> = self.dice.iter().map(ToString::to_string).collect();
        let mut how: Vec<String> = Vec::new();
        if !dice.is_empty() {
            how.push(format!("rolled {}", dice.join(" + ")));
        }
        how.extend(self.modifiers.iter().cloned());
        if let Some(cell) = &self.cell {
            how.push(format!("chart {cell}"));
        }
        if !self.arithmetic.is_empty() {
            how.push(self.arithmetic.clone());
        }
        let how = if how.is_empty() { String::new() } else { format!(" ({})", how.join("; ")) };
        // Names of units keep their hyphens.
        let what =
            if self.what.contains(' ') { self.what.clone() } else { self.what.replace('-', " ") };
        format!("{side}{} {what}{how} [{}]", self.value, self.rule)
    }
}

impl Barrage {
    fn words(&self) -> String {
        let dice: Vec<String> = self.dice.iter().map(ToString::to_string).collect();
        let at = match (&self.unit, &self.hex) {
            (Some(unit), Some(hex)) => format!(" on {unit} in {hex}"),
            (Some(unit), None) => format!(" on {unit}"),
            (None, Some(hex)) => format!(" on {hex}"),
            (None, None) => String::new(),
        };
        let modifier = match self.modifier {
            0 => String::new(),
            n => format!(" {n:+}"),
        };
        let gas = if self.gas { " with gas" } else { "" };
        format!(
            "{}: {}{gas}{at}, rolled {}{modifier}: {} [{}]",
            self.side,
            self.kind.replace('-', " "),
            dice.join(" "),
            self.results.join(" "),
            self.rule
        )
    }
}

/// The name of a party in the log.
pub(crate) fn side_of(party: Party) -> String {
    party.role().to_owned()
}

/// An event's lines; none where the core's words do.
pub(crate) fn lines(event: &Event, _words: &Words) -> Option<Vec<LogLine>> {
    let detail = event.detail.as_ref()?.read::<Detail>()?;
    let text = detail.words()?;
    Some(vec![LogLine::strong(text, event.kind.rule(), &[] as &[&String])])
}
