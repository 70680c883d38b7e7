//! The system's own events.

use std::any::Any;

use salient_rules::log::Telling;
use salient_rules::words::{LogLine, Words};
use salient_schema::event::{Attacked, Event, EventKind, Fact, Payload};
use serde::{Deserialize, Serialize};

/// The table of shots.
pub const SHOTS: &str = "shots";

/// What the system tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Detail {
    /// A unit fires at another.
    Shot(Shot),
}

/// A unit fires at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Shot {
    /// Who fires at whom.
    pub core: Attacked,
    /// The die.
    pub die: u8,
    /// What shelters the target.
    pub shelter: i32,
    /// The die less the shelter.
    pub modified: i32,
    /// The fire rating.
    pub fire: i32,
    /// Steps taken.
    pub hits: i32,
    /// Whether it interrupts a move.
    pub opportunity: bool,
}

impl From<Detail> for Telling {
    fn from(detail: Detail) -> Self {
        Self::of(detail)
    }
}

impl Payload for Detail {
    fn core(&self) -> EventKind {
        let Self::Shot(shot) = self;
        EventKind::Attacked(shot.core.clone())
    }

    fn facts(&self, add: &mut dyn FnMut(Fact)) {
        let Self::Shot(shot) = self;
        add(Fact {
            table: SHOTS,
            side: Some(shot.core.side.clone()),
            row: if shot.opportunity { "opportunity-fire" } else { "aimed-fire" }.into(),
            values: vec![("times", 1), ("hits", shot.hits.into())],
        });
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An event's lines; none where the core's words do.
pub fn lines(event: &Event, words: &Words) -> Option<Vec<LogLine>> {
    let detail = event.detail.as_ref()?.read::<Detail>()?;
    let Detail::Shot(shot) = detail.as_ref();
    let how = if shot.opportunity { "fires at the moving" } else { "fires at" };
    let text = format!(
        "{} {how} {}: {} steps",
        words.units(&shot.core.units),
        words.units(&shot.core.targets),
        shot.hits
    );
    let hexes: Vec<&String> = shot.core.from.iter().chain(&shot.core.hexes).collect();
    let arithmetic = format!("a {} − {}, fire {}", shot.die, shot.shelter, shot.fire);
    Some(vec![
        LogLine::strong(text, &shot.core.rule, &hexes),
        LogLine::more(&arithmetic, &shot.core.hexes),
    ])
}
