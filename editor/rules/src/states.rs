//! The states that units may begin in, as a system lets a designer set them.
//!
//! A placement names states (`hidden`, `dug-in`) and what carries its counters. A system that knows
//! any offers [`UnitStates`]: what they are called, what they mean, and which of them fit a counter
//! where it stands. What is wrong with those that are set its checks tell, as with everything.

use salient_hex::grid::Hex;
use salient_schema::order_of_battle::Counter;
use salient_schema::{Bundle, CounterId};

use crate::check::Lookup;
use crate::model::MarkerLook;

/// States by the rules of a system.
pub trait UnitStates: Send + Sync {
    /// All of them, in the order in which they are offered.
    fn all(&self) -> &'static [UnitState];

    /// Those that a counter may begin in where it stands, in the same order.
    fn fitting(&self, at: &Standing<'_>) -> Vec<&'static UnitState>;

    /// The counters of its hex that may carry it, in the order of the set-up.
    fn carriers(&self, _at: &Standing<'_>) -> Vec<CounterId> {
        Vec::new()
    }
}

/// A state that a unit may begin in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// As a scenario names it: `dug-in`.
    pub id: &'static str,
    /// What a designer reads: `Dug in`.
    pub name: &'static str,
    /// What it comes to, in a sentence with the rule.
    pub meaning: &'static str,
    /// What it is one way of: a unit begins in one state of each choice at most.
    pub choice: Option<&'static str>,
    /// Whether the other side of the counter shows it, where the counter has one.
    pub back: bool,
    /// Whether one of its choice must be said where it fits.
    pub needed: bool,
    /// How the map shows it; none where it shows nothing of it.
    pub look: Option<MarkerLook>,
    /// The bit of a unit's flags that stands for it in a game; 0 where none does.
    pub mark: u32,
}

impl UnitState {
    /// A state by itself that the map shows in nobody's colour.
    pub const fn new(id: &'static str, name: &'static str, meaning: &'static str) -> Self {
        Self {
            id,
            name,
            meaning,
            choice: None,
            back: false,
            needed: false,
            look: Some(MarkerLook::State),
            mark: 0,
        }
    }

    /// One of several ways.
    pub const fn one_of(self, choice: &'static str) -> Self {
        Self { choice: Some(choice), ..self }
    }

    /// Where it fits, one of its choice must be said.
    pub const fn needed(self) -> Self {
        Self { needed: true, ..self }
    }

    /// It is the other side of counters that have one.
    pub const fn on_the_back(self) -> Self {
        Self { back: true, ..self }
    }

    /// In a game a bit of a unit's flags stands for it.
    pub const fn marked(self, mark: u32) -> Self {
        Self { mark, ..self }
    }

    /// The states of a table that the flags of a unit stand for, by rising bit.
    pub fn of_marks(table: &[Self], marks: u32) -> Vec<String> {
        let mut all: Vec<_> = table.iter().filter(|state| marks & state.mark != 0).collect();
        all.sort_by_key(|state| state.mark);
        all.into_iter().map(|state| state.id.to_owned()).collect()
    }

    /// It shows on the map in another way, or not at all.
    pub const fn shown(self, look: Option<MarkerLook>) -> Self {
        Self { look, ..self }
    }
}

/// A state with how it is held in `S`, what a system knows of a unit: a row of a system's one table,
/// by which it is offered, begun in, shown and kept.
#[derive(Clone, Copy, Debug)]
pub struct StateDef<S> {
    /// As it is offered.
    pub state: UnitState,
    /// Whether a unit is in it, in a game-turn of this number.
    pub is: fn(&S, u16) -> bool,
    /// Lets a unit begin in it, in a game-turn of this number.
    pub begin: fn(&mut S, u16),
}

impl UnitState {
    /// With what tells whether a unit is in it, and what lets one begin in it.
    pub const fn held<S>(self, is: fn(&S, u16) -> bool, begin: fn(&mut S, u16)) -> StateDef<S> {
        StateDef { state: self, is, begin }
    }
}

impl<S> StateDef<S> {
    /// Lets a unit begin in a state of a table; whether there is one of that name.
    pub fn begin_in(table: &[Self], unit: &mut S, state: &str, turn: u16) -> bool {
        let def = table.iter().find(|def| def.state.id == state);
        def.inspect(|def| (def.begin)(unit, turn)).is_some()
    }

    /// What a table offers.
    pub const fn offered<const N: usize>(table: &[Self; N]) -> [UnitState; N] {
        let mut all = [UnitState::new("", "", ""); N];
        let mut at = 0;
        while at < N {
            all[at] = table[at].state;
            at += 1;
        }
        all
    }
}

/// A counter where it is set up.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// What it is of.
    pub bundle: &'a Bundle,
    /// Its map, as checks read it.
    pub lookup: &'a Lookup<'a>,
    /// The counter.
    pub counter: &'a Counter,
    /// Its hex.
    pub hex: Hex,
}

/// The face on the other side of a counter: faces that are no steps come after those that are, in
/// their order. None where it has no such faces.
pub fn other_side(counter: &Counter, face: u8) -> Option<u8> {
    let steps = counter.faces.iter().filter(|face| !face.not_a_step).count();
    let last = counter.faces.len().checked_sub(1)?;
    if steps == 0 || steps > last {
        return None;
    }
    let face = usize::from(face).min(last);
    let other = if face < steps { (face + steps).min(last) } else { face - steps };
    u8::try_from(other).ok()
}

/// Whether a face is on the other side: none of its steps.
pub fn is_back(counter: &Counter, face: u8) -> bool {
    counter.faces.get(usize::from(face)).is_some_and(|face| face.not_a_step)
}

/// States that fit every unit of a system, wherever it stands.
#[derive(Debug)]
pub struct PlainStates(pub &'static [UnitState]);

impl UnitStates for PlainStates {
    fn all(&self) -> &'static [UnitState] {
        self.0
    }

    fn fitting(&self, _at: &Standing<'_>) -> Vec<&'static UnitState> {
        self.0.iter().collect()
    }
}
