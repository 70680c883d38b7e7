//! A referee for The Kaiser's Battle: someone who has the log of a game, the map, the counters
//! and the rule book, and reckons every number again.
//!
//! He shares no code with the engine's rules, reads nothing of `ruleset.json` but the names of
//! the steps of the sequence of play, and throws the dice himself. An event is taken apart field
//! by field, so that whoever adds a field must say here what it ought to be.
//!
//! | file | holds |
//! |---|---|
//! | `book` | charts and numbers, copied from the rule book |
//! | `board`, `force`, `dice`, `order` | the map, the counters, the dice, what was decided |
//! | `turn` | KB 4, 11, 15, 17.1, 20 |
//! | `movement` | KB 5, 6.2, 7, 14, 20.2 |
//! | `combat`, `losses` | KB 8, 13.2, 16 |
//! | `artillery` | KB 9 |
//! | `air` | KB 12, 13.1 |
//! | `outline` | what the log tells of it all to whoever does not know this game |

mod air;
mod artillery;
mod board;
mod book;
mod combat;

mod dice;
mod force;
mod losses;
mod movement;
mod order;
mod outline;
mod turn;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;

use salient_kaisers_battle::event::Detail;
use salient_kaisers_battle::guns::Guns;
use salient_schema::Bundle;
use salient_schema::event::{Decided, Event, EventKind, Roll};

use board::{Board, Place};
use book::Side;
use dice::Dice;
use force::{Force, Unit};
use order::Order;

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub words: String,
}

/// Goes through a whole game's log.
///
/// # Errors
/// The first line that is not what the rules ask.
pub fn judge(bundle: &Bundle, log: &[Event]) -> Result<(), Fault> {
    let mut line = 0;
    let mut referee = Referee::new(bundle).map_err(|words| Fault { line, words })?;
    for event in log {
        line += 1;
        referee.hear(line - 1, event).map_err(|words| Fault { line, words })?;
    }
    referee.close().map_err(|words| Fault { line, words })
}

/// Whether something is as the rules ask; if not, why.
type Ruling = Result<(), String>;

/// What a side has decided, in the game's own words.
#[derive(Clone, Debug)]
struct Decision {
    side: Side,
    order: Order,
    hidden: bool,
}

struct Referee<'a> {
    bundle: &'a Bundle,
    board: Board,
    units: Force,
    /// The steps of the sequence of play in order, steps within steps after the step itself.
    sequence: Vec<turn::Step>,
    dice: Dice,
    /// Dice that nothing has come of yet.
    rolled: VecDeque<Roll>,
    turn: u16,
    /// The place of the step in the sequence, once the turn's first has begun.
    step: Option<usize>,
    over: bool,
    weather: &'static str,
    /// The last game-turn whose weather was told.
    weathered: u16,
    /// Decisions that nothing has come of yet.
    decided: VecDeque<Decision>,
    /// Who holds each town that scores.
    towns: BTreeMap<Place, Side>,
    /// Towns that the last event took: they must be told before anything else.
    taken: VecDeque<(Place, Side, String)>,
    limits: turn::Limits,
    /// Dice for service companies, less those placed.
    companies: Option<u8>,
    entered: BTreeSet<Place>,
    guns: [Guns; 2],
    counter_fire: Option<artillery::CounterFire>,
    gas: BTreeSet<Place>,
    gas_rolled: BTreeSet<Place>,
    gas_paid: BTreeSet<Place>,
    bombarded: BTreeSet<Place>,
    /// A bombarded hex and the steps that it still owes.
    owed: Option<(Place, i32)>,
    air: [air::Air; 2],
    observed: BTreeSet<Place>,
    combats: u32,
    fight: Option<losses::Fight>,
    /// What must be attacked, and who must attack, in this combat phase.
    required: BTreeSet<Place>,
    obliged: BTreeSet<String>,
    /// A unit that has said that it leaves the map.
    leaving: Option<movement::Leaving>,
    divisions_lost: Vec<String>,
    scored: bool,
}

impl<'a> Referee<'a> {
    fn new(bundle: &'a Bundle) -> Result<Self, String> {
        let board = Board::new(&bundle.map)?;
        let units = Force::muster(bundle, &board)?;
        let towns = board
            .towns
            .iter()
            .map(|&town| {
                let there = units.iter().find(|unit| unit.place() == Some(town));
                (town, there.map_or(Side::Allied, |unit| unit.side))
            })
            .collect();
        let mut sequence = Vec::new();
        turn::flatten(&bundle.ruleset.sequence, &mut sequence);
        Ok(Self {
            bundle,
            board,
            units,
            sequence,
            dice: Dice::new(0),
            rolled: VecDeque::new(),
            turn: 0,
            step: None,
            over: false,
            weather: "clear",
            weathered: 0,
            decided: VecDeque::new(),
            towns,
            taken: VecDeque::new(),
            limits: turn::Limits::default(),
            companies: None,
            entered: BTreeSet::new(),
            guns: [Guns::NONE; 2],
            counter_fire: None,
            gas: BTreeSet::new(),
            gas_rolled: BTreeSet::new(),
            gas_paid: BTreeSet::new(),
            bombarded: BTreeSet::new(),
            owed: None,
            air: [air::Air::default(); 2],
            observed: BTreeSet::new(),
            combats: 0,
            fight: None,
            required: BTreeSet::new(),
            obliged: BTreeSet::new(),
            leaving: None,
            divisions_lost: Vec::new(),
            scored: false,
        })
    }

    /// Hears one event.
    fn hear(&mut self, number: usize, event: &Event) -> Ruling {
        let Event { seq, turn, phase, kind, detail } = event;
        let unknown = || format!("KB tells nothing of the kind: {detail:?}");
        let own = detail.as_ref().map(|detail| detail.read::<Detail>().ok_or_else(unknown));
        let own = own.transpose()?;
        let own = own.as_deref();
        same("the event's number", *seq as usize, number)?;
        must(!self.over, "KB 20.0", "nothing happens after the game")?;
        must((number == 0) == matches!(kind, EventKind::GameStart(_)), "KB 4.1", "a game begins")?;
        match kind {
            EventKind::Turn(_) | EventKind::Phase(_) => {}
            _ => self.heard_when(*turn, phase)?,
        }
        if !matches!(kind, EventKind::Control(_)) {
            same("towns that were taken and not told", self.taken.front(), None)?;
        }
        let exits = matches!(own, Some(Detail::Exit(_)));
        if !exits && !matches!(kind, EventKind::Control(_)) {
            must(self.leaving.is_none(), "KB 20.2", "a unit that leaves exits")?;
        }
        match own {
            Some(own) => {
                outline::check(kind, own)?;
                self.hear_own(own)?;
            }
            None => self.hear_kind(kind)?,
        }
        if matches!(kind, EventKind::Turn(_) | EventKind::Phase(_)) {
            self.heard_when(*turn, phase)?;
        }
        Ok(())
    }

    fn heard_when(&self, turn: u16, phase: &str) -> Ruling {
        same("the game-turn", turn, self.turn)?;
        let step = self.step.map_or("", |step| self.sequence[step].id.as_str());
        same("the step of the sequence of play", phase, step)
    }

    /// What every game has, told by the core alone.
    fn hear_kind(&mut self, kind: &EventKind) -> Ruling {
        match kind {
            EventKind::GameStart(start) => self.game_start(start),
            EventKind::Turn(turn) => self.turn(turn),
            EventKind::Phase(phase) => self.phase(phase),
            EventKind::Action(decided) => self.action(decided),
            EventKind::Roll(roll) => self.roll(roll),
            EventKind::Control(control) => self.control(control),
            EventKind::TurnEnd(end) => self.turn_end(end),
            EventKind::Score(count) => self.score(count),
            EventKind::GameOver(over) => self.game_over(over),
            other => Err(format!("KB tells more of such an event: {other:?}")),
        }
    }

    /// What this game tells in full.
    fn hear_own(&mut self, own: &Detail) -> Ruling {
        match own {
            Detail::Weather(weather) => self.weather(weather),
            Detail::MovementLimit(limit) => self.movement_limit(limit),
            Detail::Reinforcement(arrival) => self.reinforcement(arrival),
            Detail::Move(moved) => self.moves(moved),
            Detail::Exit(exit) => self.exits(exit),
            Detail::ArtilleryPoints(points) => self.artillery_points(points),
            Detail::CounterBattery(fire) => self.counter_battery(fire),
            Detail::Gas(gas) => self.gas_fire(gas),
            Detail::GasRemoval(removal) => self.gas_removal(removal),
            Detail::Bombardment(fire) => self.bombardment(fire),
            Detail::AirPoints(points) => self.air_points(points),
            Detail::AirAllocation(allocation) => self.air_allocation(allocation),
            Detail::Interception(interception) => self.interception(interception),
            Detail::AirObservation(observation) => self.air_observation(observation),
            Detail::Breakdown(breakdown) => self.breakdown(breakdown),
            Detail::Combat(combat) => self.combat(combat),
            Detail::Loss(loss) => self.loss(loss),
            Detail::Retreat(retreat) => self.retreat(retreat),
            Detail::NoRetreat(stuck) => self.no_retreat(stuck),
            Detail::Advance(advance) => self.advance(advance),
        }
    }

    fn close(&self) -> Ruling {
        must(self.over, "KB 20.0", "the log ends before the game")
    }

    /// A side decides. What it decides is compared with what comes of it.
    fn action(&mut self, decided: &Decided) -> Ruling {
        let Decided { side, action, hidden } = decided;
        let side = Side::of(side)?;
        let order = Order::of(action)?;
        let secret = matches!(order, Order::CounterBattery { .. } | Order::AllocateAir { .. });
        same("whether the decision is hidden", *hidden, secret)?;
        // In secret both decide before anything comes of it; an SOS barrage follows an attack.
        let waits = |old: &Decision| {
            old.hidden
                || matches!(old.order, Order::Attack { .. })
                    && matches!(order, Order::Sos { .. } | Order::Done)
        };
        if let Some(old) = self.decided.iter().find(|old| !waits(old)) {
            return Err(format!("nothing came of {:?}", old.order));
        }
        let decider = match &order {
            Order::Attack { .. }
            | Order::Advance { .. }
            | Order::Retreat { .. }
            | Order::Move { .. }
            | Order::Observe { .. } => self.phasing(),
            Order::Sos { .. } => self.phasing().map(Side::enemy),
            Order::Gas { .. } | Order::Drumfire { .. } | Order::BreakDown { .. } => {
                Some(Side::German)
            }
            Order::Place { .. } => Some(Side::Allied),
            Order::Lose { unit } => Some(self.unit(unit)?.side),
            Order::CounterBattery { .. }
            | Order::AllocateAir { .. }
            | Order::Intercept { .. }
            | Order::GroundAttack { .. }
            | Order::Done => Some(side),
        };
        same("the side that decides", Some(side), decider)?;
        if order != Order::Done {
            self.decided.push_back(Decision { side, order, hidden: *hidden });
        }
        Ok(())
    }

    /// The decision that an event comes of, if one was made.
    fn decision(&mut self, fits: impl Fn(Side, &Order) -> bool) -> Option<Order> {
        let place = self.decided.iter().position(|old| fits(old.side, &old.order))?;
        self.decided.remove(place).map(|old| old.order)
    }

    /// A die. The referee throws it too.
    fn roll(&mut self, roll: &Roll) -> Ruling {
        let Roll { purpose, side, faces, value, rule } = roll;
        same("the die's faces", *faces, 6)?;
        same("the die", *value, self.dice.next())?;
        let side = Side::of(side)?;
        let (roller, cited) = match purpose.as_str() {
            "weather" => (Side::German, "KB 11.11"),
            "movement-limit" => match self.phasing() {
                Some(Side::German) => (Side::German, "KB 17.12"),
                _ => (Side::Allied, "KB 17.13"),
            },
            "service-companies" => (Side::Allied, "KB 15.21"),
            "counter-battery" => (side, "KB 9.23"),
            "gas-removal" => (Side::German, "KB 9.35"),
            "drumfire" => (Side::German, "KB 9.43"),
            "ground-attack" => (side, "KB 12.31"),
            "attack" => (self.phasing().unwrap_or(side), "KB 8.0"),
            "defence" => (self.phasing().map_or(side, Side::enemy), "KB 8.0"),
            "advance" => (self.phasing().unwrap_or(side), "KB 8.83"),
            other => return Err(format!("no die is thrown for '{other}'")),
        };
        same("who rolls", side, roller)?;
        same("the rule of the roll", rule.as_str(), cited)?;
        match purpose.as_str() {
            "advance" => self.begin_advance(*value),
            "service-companies" => self.begin_companies(*value),
            _ => {
                self.rolled.push_back(roll.clone());
                Ok(())
            }
        }
    }

    /// The die that was thrown for something.
    fn die(&mut self, purpose: &str, side: Side) -> Result<u8, String> {
        match self.rolled.pop_front() {
            Some(roll) if roll.purpose == purpose && roll.side == side.id() => Ok(roll.value),
            other => Err(format!("a die for {purpose} was to be thrown, not {other:?}")),
        }
    }

    fn phasing(&self) -> Option<Side> {
        self.step.and_then(|step| self.sequence[step].side)
    }

    fn in_step(&self, id: &str) -> Ruling {
        let step = self.step.map_or("", |step| self.sequence[step].id.as_str());
        same("the step of the sequence of play", step, id)
    }

    fn unit(&self, name: &str) -> Result<&Unit, String> {
        self.units.unit(name)
    }

    /// A unit, known to be in a hex and of a side.
    fn unit_in(&self, name: &str, place: Place, side: Side) -> Result<&Unit, String> {
        let unit = self.unit(name)?;
        same(&format!("the hex of {name}"), Some(place), unit.place())?;
        same(&format!("the side of {name}"), side, unit.side)?;
        Ok(unit)
    }

    fn stack(&self, place: Place) -> impl Iterator<Item = &Unit> + '_ {
        self.units.stack(place)
    }

    fn on_map(&self, side: Side) -> impl Iterator<Item = (&Unit, Place)> + '_ {
        self.units.on_map(side)
    }

    fn holder(&self, place: Place) -> Option<Side> {
        self.stack(place).next().map(|unit| unit.side)
    }

    /// KB 6.0: whether a hex is in a zone of control of a side.
    fn zone(&self, place: Place, side: Side) -> bool {
        self.board
            .around(place)
            .any(|other| self.stack(other).any(|unit| unit.side == side && unit.printed().zone))
    }

    /// KB 6.31, 6.32, 9.72, 9.73: whether a line can be traced through a hex.
    fn open_to_line(&self, place: Place, side: Side) -> bool {
        match self.holder(place) {
            Some(holder) => holder == side,
            None => !self.zone(place, side.enemy()),
        }
    }

    /// The length of the shortest line from a hex to one that is wanted.
    fn line(
        &self,
        from: Place,
        side: Side,
        most: u32,
        wanted: impl Fn(&Self, Place) -> bool,
    ) -> Option<u32> {
        let mut reached = BTreeSet::from([from]);
        let mut front = vec![from];
        let mut length = 0;
        while !front.is_empty() && length <= most {
            if front.iter().any(|&place| wanted(self, place)) {
                return Some(length);
            }
            let mut next = Vec::new();
            for &place in &front {
                for other in self.board.around(place) {
                    if self.open_to_line(other, side) && reached.insert(other) {
                        next.push(other);
                    }
                }
            }
            front = next;
            length += 1;
        }
        None
    }
}

fn same<T: PartialEq + Debug>(what: &str, told: T, found: T) -> Ruling {
    if told == found { Ok(()) } else { Err(format!("{what}: told {told:?}, should be {found:?}")) }
}

fn must(holds: bool, rule: &str, words: &str) -> Ruling {
    if holds { Ok(()) } else { Err(format!("{rule}: {words}")) }
}

/// The same things, in whatever order.
fn same_set<T: Ord + Debug + Clone>(what: &str, told: &[T], found: &[T]) -> Ruling {
    let sorted = |items: &[T]| {
        let mut items = items.to_vec();
        items.sort();
        items
    };
    same(what, sorted(told), sorted(found))
}
