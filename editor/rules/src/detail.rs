//! Accounts that several systems give of the same thing: a system's own
//! [`Detail`](salient_schema::event::Detail) has them among its others.
//!
//! Each knows what of it is the core that every client understands, and its line in the log.

use std::fmt;

use salient_schema::common::{HexLabel, Id};
use salient_schema::event::{
    EventKind, LossOutcome, Lost, Modifier, MoveStep, Moved, Noted, Placed, UnitId,
};
use serde::{Deserialize, Serialize};

use crate::words::{LogLine, Words};

/// The weather of the game-turn is settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Weather {
    /// The weather.
    pub weather: Id,
    /// The die, if one is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The row of the weather table that is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = -100, max = 100)))]
    pub row: Option<i32>,
    /// The rule.
    pub rule: String,
}

impl Weather {
    /// The core of it.
    pub fn core(&self) -> EventKind {
        EventKind::Noted(Noted { rule: self.rule.clone(), ..Noted::default() })
    }

    /// Its line in the log.
    pub fn line(&self) -> LogLine {
        let die = self.die.map(|die| format!(", a {die} is rolled")).unwrap_or_default();
        LogLine::plain(format!("Weather: {}{die}", self.weather), &self.rule, &[])
    }
}

/// What a move costs of what a unit may spend, for whoever chooses it and in the log. `minimum` is the
/// rule that grants one hex to a unit that cannot pay for it, where the move goes by that.
pub fn spent(points: i32, of: i32, minimum: Option<&str>) -> String {
    match minimum {
        Some(rule) => format!("all its MP (minimum move, {rule})"),
        None => format!("{points} of {of} MP"),
    }
}

/// A unit moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it starts.
    pub from: HexLabel,
    /// Each hex entered.
    pub steps: Vec<MoveStep>,
    /// The movement allowance on its counter.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub printed_allowance: i32,
    /// What the segment multiplies it by.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100)))]
    pub multiplier: i32,
    /// Movement points that it may spend.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 10_000)))]
    pub allowance: i32,
    /// Movement points spent.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 10_000)))]
    pub spent: i32,
    /// Whether it may move this one hex although it cannot pay for it.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
    pub one_hex_minimum: bool,
    /// Whether it leaves the map after the last step; an exit event follows.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
    pub exits: bool,
    /// The rule.
    pub rule: String,
}

impl Move {
    /// The core of it.
    pub fn core(&self) -> EventKind {
        EventKind::Moved(Moved {
            units: vec![self.unit.clone()],
            side: self.side.clone(),
            from: self.from.clone(),
            path: self.steps.iter().map(|step| step.hex.clone()).collect(),
            by: "move".to_owned(),
            attack: None,
            aloft: false,
            other: None,
            continued: false,
            rule: self.rule.clone(),
        })
    }

    /// Its line in the log.
    pub fn line(&self, words: &Words) -> LogLine {
        let to = self.steps.last().map_or(&self.from, |last| &last.hex);
        let (unit, from) = (words.unit(&self.unit), &self.from);
        let minimum = self.one_hex_minimum.then_some(self.rule.as_str());
        let cost = spent(self.spent, self.allowance, minimum);
        LogLine::plain(format!("{unit} moves {from} to {to}, {cost}"), &self.rule, &[from, to])
    }
}

/// A unit comes onto the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Reinforcement {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it is placed.
    pub hex: HexLabel,
    /// Where the schedule sends it: the letter or hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// How far from there it is placed, in hexes, because the entry hex is barred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub displaced: Option<u32>,
    /// The face it shows.
    pub face: u8,
    /// The rule.
    pub rule: String,
}

impl Reinforcement {
    /// The core of it.
    pub fn core(&self) -> EventKind {
        EventKind::Placed(Placed {
            unit: self.unit.clone(),
            side: self.side.clone(),
            hex: self.hex.clone(),
            face: self.face,
            by: "reinforcement".to_owned(),
            displaced: self.displaced,
            other: None,
            rule: self.rule.clone(),
        })
    }
}

/// Why steps are lost, in a system's own terms.
pub trait LossCause: Copy + fmt::Debug {
    /// Its name in the log.
    fn id(self) -> &'static str;

    /// What is said of it behind a loss, from the comma on; nothing for the usual one.
    fn words(self) -> &'static str;
}

/// A unit loses a step or is removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Loss"))]
pub struct Loss<C> {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands.
    pub hex: HexLabel,
    /// Why.
    pub cause: C,
    /// The combat's number, if it comes from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combat: Option<u32>,
    /// The face it showed.
    pub face: u8,
    /// Its strength before.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub strength: i32,
    /// Steps lost.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100)))]
    pub steps: i32,
    /// What is left.
    pub outcome: LossOutcome,
    /// Units left in the pool that the loss draws from or adds to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<u16>,
    /// The rule.
    pub rule: String,
}

impl<C: LossCause> Loss<C> {
    /// The core of it.
    pub fn core(&self) -> EventKind {
        EventKind::Lost(Lost {
            unit: self.unit.clone(),
            side: self.side.clone(),
            hex: self.hex.clone(),
            cause: self.cause.id().to_owned(),
            attack: self.combat,
            steps: self.steps,
            outcome: self.outcome.clone(),
            rule: self.rule.clone(),
        })
    }

    /// Its line in the log.
    pub fn line(&self, words: &Words) -> LogLine {
        let what = words.loss(&self.outcome, Some(self.strength));
        let (unit, why) = (words.unit(&self.unit), self.cause.words());
        LogLine::strong(format!("{unit} in {} is {what}{why}", self.hex), &self.rule, &[&self.hex])
    }
}

/// A stack retreats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Retreat {
    /// The combat's number.
    pub combat: u32,
    /// Its side.
    pub side: Id,
    /// The units.
    pub units: Vec<UnitId>,
    /// From here.
    pub from: HexLabel,
    /// To here.
    pub to: HexLabel,
    /// The rule.
    pub rule: String,
}

impl Retreat {
    /// The core of it.
    pub fn core(&self) -> EventKind {
        EventKind::Moved(Moved {
            units: self.units.clone(),
            side: self.side.clone(),
            from: self.from.clone(),
            path: vec![self.to.clone()],
            by: "retreat".to_owned(),
            attack: Some(self.combat),
            aloft: false,
            other: None,
            continued: false,
            rule: self.rule.clone(),
        })
    }

    /// Its line in the log.
    pub fn line(&self, words: &Words) -> LogLine {
        let (units, from, to) = (words.units(&self.units), &self.from, &self.to);
        let verb = if self.units.len() == 1 { "retreats" } else { "retreat" };
        LogLine::plain(format!("{units} {verb} from {from} to {to}"), &self.rule, &[from, to])
    }
}
