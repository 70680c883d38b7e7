//! A referee: somebody who has the log of a game, the map, the counters and the rule book, and
//! reckons every number again. He shares no code with the rules; of Salient he has the types of the
//! files. He throws the dice himself, and plays the game along by what both sides decide: what is
//! told of it must be, word for word, what he comes to.
//!
//! | file | holds |
//! |---|---|
//! | `board`, `book`, `force`, `dice` | the map, the tables, the counters, the dice |
//! | `log` | the log, event by event |
//! | `opening` | IA 6.2, 9.1, 15.1, what there is before the first turn |
//! | `turn` | IA 3, 17.2, 17.4, points |
//! | `segment` | IA 3.1–3.3, 3.13, and acts that go nowhere |
//! | `moves`, `exits`, `carry`, `rivers` | IA 5, 16.4, 17.3 |
//! | `works` | IA 1.0, 16.2, 16.3, and who controls a hex |
//! | `sight` | IA 8, 10.1, 16.5 |
//! | `fire` | IA 7, 10, 13, 17.6 |
//! | `missions`, `shells`, `drumfire` | IA 9, 11, 16.1, 18 |
//! | `assault` | IA 12 |
//! | `harm` | IA 6.7, 7.6, 14.1 |
//! | `heart` | IA 14.3, 14.4 |
//! | `proof` | he himself put to the proof |
//!
//! Not his to judge: the hash of a position, which `salient replay` reckons; whether a side was
//! offered all that it may do; what a side may see of the other's secrets but for what is shown;
//! and what comes to nothing, such as a plan for a gun that never comes to fire.

mod assault;
mod board;
mod book;
mod carry;
mod dice;
mod drumfire;
mod exits;
mod fire;
mod force;
mod harm;
mod heart;
mod log;
mod missions;
mod moves;
mod opening;
mod proof;
mod rivers;
mod segment;
mod shells;
mod sight;
mod turn;
mod works;

use std::collections::BTreeMap;

use salient_schema::Bundle;
use salient_schema::event::Event;
use serde_json::Value;

use board::{Board, Hex};
use book::Book;
use force::{Kind, Off, Unit};

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    pub words: String,
}

/// How often each thing was looked at.
pub type Counts = BTreeMap<&'static str, u64>;

/// Goes through a whole game's log.
///
/// # Errors
/// The first line that is not what the rules ask.
pub fn judge(bundle: &Bundle, log: &[Event]) -> Result<Counts, Fault> {
    let told: Vec<Value> =
        log.iter().map(|event| serde_json::to_value(event).unwrap_or_default()).collect();
    judge_told(bundle, &told)
}

/// The same of events as they are written.
///
/// # Errors
/// The first line that is not what the rules ask.
pub fn judge_told(bundle: &Bundle, told: &[Value]) -> Result<Counts, Fault> {
    let fault = |line: usize, words: String| Fault { line, words };
    let mut referee = Referee::new(bundle, told).map_err(|words| fault(0, words))?;
    match referee.game() {
        Ok(()) => Ok(referee.counts),
        Err(words) => Err(fault(referee.line + 1, words)),
    }
}

/// Whether something is as the rules ask; if not, why.
type Ruling<T = ()> = Result<T, String>;

/// A unit's place among the counters.
type Id = usize;

/// What is still to come once what is under way is over; the last first.
#[derive(Clone, Debug)]
enum Later {
    Unstack(Hex, usize),
    Overrun(Hex, Vec<Id>),
}

struct Referee<'a> {
    bundle: &'a Bundle,
    told: &'a [Value],
    line: usize,
    dice: dice::Dice,
    counts: Counts,
    board: Board,
    book: Book,
    units: Vec<Unit>,
    sides: Vec<String>,
    turn: u64,
    /// The turn's place among the scenario's.
    place: usize,
    phase: String,
    attacks: u64,
    control: Vec<Option<usize>>,
    /// Steps that each side has lost.
    lost: [i32; 2],
    /// Steps by side that have left the map, guns not counted (IA 16.42).
    left_map: [i32; 2],
    highest: [i32; 2],
    /// Place of the turn, the last place, whether he led cavalry (IA 6.72).
    shock: [Option<(usize, usize, bool)>; 2],
    first: usize,
    ahead: i32,
    next: usize,
    passed: [bool; 2],
    segments: [i32; 2],
    saved: bool,
    /// Hex and gun, sorted.
    drumfire: Vec<(Hex, Id)>,
    /// Hexes attacked in the bombardment phase of this turn (IA 14.32).
    shelled: Vec<Hex>,
    /// Hex and side, sorted.
    smoke: Vec<(Hex, usize)>,
    /// Hexes in which those who entered in this segment have attacked (IA 12.4).
    stormed: Vec<Hex>,
    /// Who has left which assault hex in this segment.
    left: Vec<(Id, Hex)>,
    /// Hexes fired at in this turn, the ways through which, and who was there (IA 17.6).
    volleys: Vec<(Hex, Vec<usize>, Vec<Id>)>,
    /// Batteries that take part from off the map.
    batteries: Vec<Id>,
    /// Arrivals: turn, group, entry hexes, wagon.
    arrivals: BTreeMap<Id, Arrival>,
    /// Whether who walks now is stopped.
    cut: bool,
    later: Vec<Later>,
}

#[derive(Clone, Debug)]
struct Arrival {
    turn: u64,
    group: usize,
    entries: Vec<Hex>,
    aboard: Option<Id>,
}

fn must(holds: bool, rule: &str, words: &str) -> Ruling {
    if holds { Ok(()) } else { Err(format!("{rule}: {words}")) }
}

impl Referee<'_> {
    fn seen(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn number(&self, id: &str) -> i32 {
        self.book.number(id)
    }

    fn id(&self, name: &str) -> Ruling<Id> {
        let found = self.units.iter().position(|unit| unit.name == name);
        found.ok_or_else(|| format!("nobody is called '{name}'"))
    }

    fn name(&self, id: Id) -> &str {
        &self.units[id].name
    }

    fn names(&self, ids: &[Id]) -> Vec<&str> {
        ids.iter().map(|&id| self.name(id)).collect()
    }

    fn label(&self, hex: Hex) -> &str {
        &self.board.labels[hex]
    }

    /// The hex that a unit is in, or its wagon.
    fn at(&self, id: Id) -> Option<Hex> {
        match (self.units[id].hex, self.units[id].off) {
            (Some(hex), _) => Some(hex),
            (None, Off::Aboard(by)) => self.units[by].hex,
            _ => None,
        }
    }

    /// All of a side that are on the map, on wagons too.
    fn army(&self, side: usize) -> Vec<Id> {
        let all = 0..self.units.len();
        all.filter(|&id| self.units[id].side == side && self.at(id).is_some()).collect()
    }

    /// Those of a side in a hex, not on wagons.
    fn there(&self, hex: Hex, side: usize) -> Vec<Id> {
        let all = 0..self.units.len();
        all.filter(|&id| self.units[id].side == side && self.units[id].hex == Some(hex)).collect()
    }

    fn load(&self, wagon: Id) -> Option<Id> {
        (0..self.units.len())
            .find(|&id| self.units[id].off == Off::Aboard(wagon) && self.units[id].hex.is_none())
    }

    /// The combat units of a side in a hex.
    fn fighters(&self, hex: Hex, side: usize) -> Vec<Id> {
        let mut there = self.there(hex, side);
        there.retain(|&id| self.units[id].kind.fights());
        there
    }

    /// IA 5.4: whether the other side has combat units in a hex.
    fn barred(&self, hex: Hex, side: usize) -> bool {
        !self.fighters(hex, 1 - side).is_empty()
    }

    /// The same as far as the side knows of the hidden (IA 16.5).
    fn seems_barred(&self, hex: Hex, side: usize) -> bool {
        self.fighters(hex, 1 - side).into_iter().any(|id| !self.units[id].hidden)
    }

    fn smoke_hexes(&self) -> Vec<Hex> {
        self.smoke.iter().map(|(hex, _)| *hex).collect()
    }

    fn is_night(&self) -> bool {
        let turn = self.bundle.scenario.turns.get(self.place);
        let weather = turn.and_then(|turn| turn.weather.as_deref());
        weather.is_some_and(|weather| self.book.is("night", weather))
    }

    /// IA 4.1: whether a hex holds those of a side who are there and some besides, without one.
    fn holds(&self, hex: Hex, side: usize, besides: &[Id], without: Option<Id>) -> bool {
        let mut there = self.there(hex, side);
        there.retain(|id| !besides.contains(id) && Some(*id) != without);
        there.extend(besides);
        let count = |is: &dyn Fn(&Unit) -> bool| {
            there.iter().filter(|&&id| is(&self.units[id])).count() as i32
        };
        count(&|unit| unit.kind.fights()) <= self.number("combat_units_limit")
            && count(&|unit| unit.kind.fights() && unit.company) <= self.number("companies_limit")
            && count(&|unit| unit.kind == Kind::Wagon) <= self.number("transports_limit")
    }
}
