//! The events of a game, as far as anybody wants them.

use salient_schema::event::{Detail, Event, EventKind, Payload};

/// The events of a game so far.
#[derive(Clone, Debug)]
pub struct Log {
    events: Vec<Event>,
    keeps: Keeps,
}

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Keeps {
    Nothing,
    /// What a test-run counts: no dice, no decisions.
    Counted,
    Everything,
}

/// An event as its emitter says it.
#[derive(Debug)]
pub struct Telling {
    kind: EventKind,
    detail: Option<Detail>,
}

impl From<EventKind> for Telling {
    fn from(kind: EventKind) -> Self {
        Self { kind, detail: None }
    }
}

impl Telling {
    /// What a system tells: its own account, and the core of it.
    ///
    /// A system's details become tellings by `impl From<Detail> for Telling`.
    pub fn of(payload: impl Payload) -> Self {
        Self { kind: payload.core(), detail: Some(Detail::new(payload)) }
    }
}

impl Log {
    /// A log of everything.
    pub fn kept() -> Self {
        Self { events: Vec::new(), keeps: Keeps::Everything }
    }

    /// A log of what a test-run counts: without dice and decisions.
    pub fn counted() -> Self {
        Self { events: Vec::new(), keeps: Keeps::Counted }
    }

    /// A log of nothing.
    pub fn quiet() -> Self {
        Self { events: Vec::new(), keeps: Keeps::Nothing }
    }

    /// What a test-run counts of it.
    pub fn to_count(&self) -> Self {
        let counted =
            |event: &&Event| !matches!(event.kind, EventKind::Roll(_) | EventKind::Action(_));
        let events = self.events.iter().filter(counted).cloned().collect();
        Self { events, keeps: Keeps::Counted }
    }

    /// The events that were kept, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Forgets the events from here on.
    pub fn truncate(&mut self, len: usize) {
        self.events.truncate(len);
    }

    /// Adds an event. It is not even made where nobody keeps it.
    pub fn add<T: Into<Telling>>(&mut self, turn: u16, phase: &str, telling: impl FnOnce() -> T) {
        if self.keeps >= Keeps::Counted {
            self.push(turn, phase, telling().into());
        }
    }

    /// Adds an event that only a whole log has: a die, a decision.
    pub fn add_in_full(&mut self, turn: u16, phase: &str, kind: impl FnOnce() -> EventKind) {
        if self.keeps == Keeps::Everything {
            self.push(turn, phase, kind().into());
        }
    }

    fn push(&mut self, turn: u16, phase: &str, Telling { kind, detail }: Telling) {
        let seq = self.events.len() as u32;
        self.events.push(Event { seq, turn, phase: phase.to_owned(), kind, detail });
    }
}
