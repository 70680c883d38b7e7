//! The system's own events: an enum a room, under one roof.

pub mod armies;
pub mod battle;
pub mod march;
pub mod rails;
pub mod retreat;
pub mod siege;

use std::any::Any;

use salient_rules::log::Telling;
use salient_rules::words::{LogLine, Words};
use salient_schema::event::{Event, EventKind, Fact, MarkerChange, Payload, TableEntry};
use serde::{Deserialize, Serialize};

/// What the system tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "room", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "one at a time, on its way into the log")]
pub enum Detail {
    /// Attacks and checks after them (1914 9, 10).
    Battle(battle::BattleDetail),
    /// Movement (1914 7, 8, 14).
    March(march::MarchDetail),
    /// Retreats, and what changes of place bring (1914 11.1, 7.1.4a, 8.5).
    Retreat(retreat::RetreatDetail),
    /// Bombardments (1914 12.4, 13.3).
    Siege(siege::SiegeDetail),
    /// Armies, plans, arrivals and points (1914 5, 16, 26, 27).
    Armies(armies::ArmiesDetail),
    /// Railways, and units that go by them (1914 7.7, 18).
    Rails(rails::RailsDetail),
}

impl From<Detail> for Telling {
    fn from(detail: Detail) -> Self {
        Self::of(detail)
    }
}

impl Payload for Detail {
    fn core(&self) -> EventKind {
        match self {
            Self::Battle(it) => it.core(),
            Self::March(it) => it.core(),
            Self::Retreat(it) => it.core(),
            Self::Siege(it) => it.core(),
            Self::Armies(it) => it.core(),
            Self::Rails(it) => it.core(),
        }
    }

    fn cites(&self, cite: &mut dyn FnMut(&str)) {
        if let Self::Battle(it) = self {
            it.cites(cite);
        }
    }

    fn entry(&self) -> Option<TableEntry> {
        match self {
            Self::Battle(it) => it.entry(),
            _ => None,
        }
    }

    fn facts(&self, add: &mut dyn FnMut(Fact)) {
        if let Self::Battle(it) = self {
            it.facts(add);
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A railway that is operational for a side (1914 18.1.2).
pub const ALLIED_RAILWAY: &str = "allied-railway";
/// The same for the other side.
pub const GERMAN_RAILWAY: &str = "german-railway";

/// A railway that becomes operational for a side, or is so no longer.
fn railway(told: &MarkerChange) -> Option<LogLine> {
    let whom = match told.marker.as_str() {
        ALLIED_RAILWAY => "the Allies",
        GERMAN_RAILWAY => "the Germans",
        _ => return None,
    };
    let hex = told.hex.as_ref()?;
    let is = if told.placed { "is operational" } else { "is no longer operational" };
    Some(LogLine::plain(format!("The railway in {hex} {is} for {whom}"), &told.rule, &[hex]))
}

/// An event's lines; none where the core's words do.
pub fn lines(event: &Event, words: &Words) -> Option<Vec<LogLine>> {
    if let EventKind::Marker(told) = &event.kind {
        return railway(told).map(|line| vec![line]);
    }
    let detail = event.detail.as_ref()?.read::<Detail>()?;
    match detail.as_ref() {
        Detail::Battle(it) => it.lines(words),
        Detail::March(it) => it.lines(words),
        Detail::Retreat(it) => it.lines(words),
        Detail::Siege(it) => Some(it.lines(words)),
        Detail::Armies(it) => it.lines(words),
        Detail::Rails(it) => it.lines(words),
    }
}

/// What the result of an attack was read by, where its table's entry does not tell it.
pub fn reading(event: &Event) -> Option<String> {
    match event.detail.as_ref()?.read::<Detail>()?.as_ref() {
        Detail::March(it) => march::reading(it),
        _ => None,
    }
}
