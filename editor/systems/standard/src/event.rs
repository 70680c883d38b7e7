//! What the system tells of events beyond the core, and in which words.

use std::any::Any;
use std::borrow::Cow;

use salient_rules::detail::Weather;
use salient_rules::log::Telling;
use salient_rules::words::{LogLine, Words, plural};
use salient_schema::Id;
use salient_schema::event::{
    Attacked, Event, EventKind, MarkerChange, Noted, Payload, TableEntry, UnitId,
};
use salient_schema::results::{self, Outcome};
use serde::{Deserialize, Serialize};

use crate::combat::event::Fought;

/// What the system tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Detail {
    /// Units attack.
    Combat(Fought),
    /// Units fire at a hex.
    Fire(Fired),
    /// A unit checks its morale.
    MoraleCheck(Checked),
    /// A unit tries to recover from a state.
    Recovery(Checked),
    /// A unit comes into a state, or out of it.
    State(StateChange),
    /// A hidden unit is seen.
    Shown(Shown),
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

/// Something that shifts a column or changes dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Told {
    /// What it is.
    pub what: String,
    /// Columns, to the right above 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shift: i32,
    /// Added to the dice.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub die: i32,
    /// The rule.
    pub rule: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &i32) -> bool {
    *number == 0
}

/// Units fire at a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fired {
    /// Who fires at whom.
    pub core: Attacked,
    /// The kind of fire, as its rules call it.
    pub fire: String,
    /// How far.
    pub range: u32,
    /// Whether it interrupts a move.
    pub opportunity: bool,
    /// The strength of those who fire.
    pub strength: i32,
    /// What shifts the column or changes the dice.
    pub modifiers: Vec<Told>,
    /// The column that is read, as printed.
    pub column: String,
    /// Its place, from 0.
    pub place: u16,
    /// The sum of the dice.
    pub dice: i32,
    /// The same with what is added to it.
    pub modified: i32,
    /// The result, in the language of results.
    pub result: String,
}

/// Dice against a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Checked {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands.
    pub hex: Option<String>,
    /// The state that it tries to recover from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Id>,
    /// The sum of the dice.
    pub dice: i32,
    /// What is added to it.
    pub added: i32,
    /// The rating.
    pub rating: i32,
    /// Whether it is passed.
    pub passed: bool,
    /// The rule.
    pub rule: String,
}

/// A unit comes into a state, or out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct StateChange {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands.
    pub hex: Option<String>,
    /// The state.
    pub state: Id,
    /// What it is called.
    pub name: String,
    /// Whether it is in it now.
    pub taken: bool,
    /// The rule.
    pub rule: String,
}

/// A hidden unit is seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Shown {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands.
    pub hex: String,
    /// The rule.
    pub rule: String,
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
        let noted = |unit: &UnitId, side: &Id, hex: Option<&String>, rule: &String| {
            EventKind::Noted(Noted {
                side: Some(side.clone()),
                by: Vec::new(),
                units: vec![unit.clone()],
                hexes: hex.into_iter().cloned().collect(),
                rule: rule.clone(),
            })
        };
        let of_units = |side: &Id, units: &[UnitId], rule: &str| {
            EventKind::Noted(Noted {
                side: Some(side.clone()),
                units: units.to_vec(),
                rule: rule.to_owned(),
                ..Noted::default()
            })
        };
        match self {
            Self::Combat(fought) => EventKind::Attacked(fought.core.clone()),
            Self::Fire(fired) => EventKind::Attacked(fired.core.clone()),
            Self::MoraleCheck(it) | Self::Recovery(it) => {
                noted(&it.unit, &it.side, it.hex.as_ref(), &it.rule)
            }
            Self::State(it) => EventKind::Marker(MarkerChange {
                marker: it.state.clone(),
                hex: it.hex.clone(),
                placed: it.taken,
                side: Some(it.side.clone()),
                unit: Some(it.unit.clone()),
                rule: it.rule.clone(),
                ..MarkerChange::default()
            }),
            Self::Shown(it) => noted(&it.unit, &it.side, Some(&it.hex), &it.rule),
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

    fn cites(&self, cite: &mut dyn FnMut(&str)) {
        let modifiers = match self {
            Self::Combat(fought) => &fought.modifiers,
            Self::Fire(fired) => &fired.modifiers,
            _ => return,
        };
        modifiers.iter().for_each(|told| cite(&told.rule));
    }

    fn entry(&self) -> Option<TableEntry> {
        match self {
            Self::Combat(fought) => Some(fought.entry()),
            Self::Fire(fired) => Some(TableEntry {
                column: Cow::Owned(fired.column.clone()),
                place: fired.place.into(),
                added: Some(fired.modified - fired.dice),
                with_dice: false,
            }),
            _ => None,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An event's lines; none where the core's words do.
pub fn lines(event: &Event, words: &Words) -> Option<Vec<LogLine>> {
    let detail = event.detail.as_ref()?.read::<Detail>()?;
    Some(match detail.as_ref() {
        Detail::Combat(fought) => fought.lines(words),
        Detail::Fire(fired) => fired.lines(words),
        Detail::MoraleCheck(it) => {
            let end = if it.passed { "passes its morale check" } else { "fails its morale check" };
            it.lines(&format!("{} {end}", words.unit(&it.unit)))
        }
        Detail::Recovery(it) => {
            let end = if it.passed { "recovers" } else { "does not recover" };
            it.lines(&format!("{} {end}", words.unit(&it.unit)))
        }
        Detail::State(it) => {
            let hexes: Vec<&String> = it.hex.iter().collect();
            let name = salient_schema::words::name_in_a_sentence(&it.name);
            let text = match it.taken {
                true => format!("{} is {name}", words.unit(&it.unit)),
                false => format!("{} is no longer {name}", words.unit(&it.unit)),
            };
            vec![LogLine::plain(text, &it.rule, &hexes)]
        }
        Detail::Shown(it) => {
            let text = format!("{} is discovered in {}", words.unit(&it.unit), it.hex);
            vec![LogLine::plain(text, &it.rule, &[&it.hex])]
        }
        Detail::Supplied(told) => {
            let state = told.name.as_deref().unwrap_or("In supply again");
            vec![LogLine::plain(format!("{state}: {}", words.units(&told.units)), &told.rule, &[])]
        }
        Detail::Commanded(told) => {
            let state = if told.in_command { "In command again" } else { "Out of command" };
            vec![LogLine::plain(format!("{state}: {}", words.units(&told.units)), &told.rule, &[])]
        }
        Detail::Weather(weather) => vec![weather.line()],
        Detail::Replaced(told) => {
            let points = plural(told.points.max(0).unsigned_abs() as usize, "replacement point");
            vec![LogLine::plain(format!("{}: {points}", words.unit(&told.unit)), &told.rule, &[])]
        }
        Detail::Happened(told) => {
            let nothing = if told.nothing { ", nothing happens" } else { "" };
            let text = format!("{}, a {} is rolled{nothing}", told.chart, told.die);
            vec![LogLine::plain(text, &told.rule, &[])]
        }
    })
}

impl Fired {
    fn lines(&self, words: &Words) -> Vec<LogLine> {
        let how = if self.opportunity { "fire at the moving" } else { "fire at" };
        let text = format!(
            "{} {how} {} in {}",
            words.units(&self.core.units),
            words.units(&self.core.targets),
            self.core.hexes.join(", ")
        );
        let hexes: Vec<&String> = self.core.from.iter().chain(&self.core.hexes).collect();
        let mut lines = vec![LogLine::strong(text, &self.core.rule, &hexes)];
        let more = |text: String| LogLine::more(&text, &self.core.hexes);
        let added = self.modified - self.dice;
        let dice = match added {
            0 => format!("dice {}", self.dice),
            _ => format!("dice {} {added:+}", self.dice),
        };
        lines.push(more(format!(
            "strength {}, {} away, column {}, {dice}",
            self.strength,
            hexes_away(self.range),
            self.column
        )));
        for told in &self.modifiers {
            lines.push(more(words.named(&told.in_words())));
        }
        if let Ok(outcome) = Outcome::parse(&self.result) {
            let result = outcome.words(results::Combat::Fire, |state| words.state(state));
            lines.push(more(format!("{}: {result}", self.result)));
        }
        lines
    }
}

fn hexes_away(range: u32) -> String {
    if range == 1 { "1 hex".to_owned() } else { format!("{range} hexes") }
}

impl Told {
    /// It in words, with its rule.
    pub fn in_words(&self) -> String {
        let mut parts = Vec::new();
        match self.shift {
            0 => {}
            1 | -1 => parts.push(format!("{:+} column", self.shift)),
            shift => parts.push(format!("{shift:+} columns")),
        }
        if self.die != 0 {
            parts.push(format!("{:+} to the dice", self.die));
        }
        match self.rule.is_empty() {
            true => format!("{}: {}", self.what, parts.join(", ")),
            false => format!("{}: {} ({})", self.what, parts.join(", "), self.rule),
        }
    }
}

impl Checked {
    fn lines(&self, text: &str) -> Vec<LogLine> {
        let hexes: Vec<&String> = self.hex.iter().collect();
        let added = if self.added == 0 { String::new() } else { format!(" {:+}", self.added) };
        let numbers = format!("dice {}{added} against {}", self.dice, self.rating);
        let own: Vec<String> = self.hex.iter().cloned().collect();
        vec![LogLine::plain(text, &self.rule, &hexes), LogLine::more(&numbers, &own)]
    }
}
