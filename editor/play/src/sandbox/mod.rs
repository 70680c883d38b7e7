//! A game without rules: counters are moved, turned over, removed and brought back as whoever sits
//! there likes, charts are read and dice rolled by hand, and a log keeps all of it.
//!
//! ```text
//! scenario ──Sandbox::new──▶ counters where it sets them up
//!                                  │  do_it(Act)      refused only where it makes no sense
//!                                  ▼
//!                            acts done ── undo, redo ── text of the log ── a file, a line an act
//! ```
//!
//! The position is what the acts in force make of the set-up; nothing else is kept. So going back
//! is exact, and a file is nothing but its acts. The scenario itself never changes.
//!
//! What the ruleset knows helps whoever plays, and forces nothing: how far counters get and at what
//! cost, the odds and what shifts them, what the position has against it, the steps of the game-turn,
//! who is due where, and the points.

mod act;
mod arrivals;
mod chart;
mod columns;
mod file;
mod keep;
mod odds;
mod phases;
mod points;
mod reach;
mod warnings;

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::{Hex, HexGrid};
use salient_rules::dice::{SplitMix64, game_seed};
use salient_schema::order_of_battle::Counter;
use salient_schema::scenario::{OffMapPlace, Scenario};
use salient_schema::{Bundle, CounterId, Id};

pub use act::{Act, Dice, Refused};
pub use arrivals::Due;
pub use chart::{Axis, Head, Reading, axis_of_die, head_of};
pub use columns::{Columns, QUARTERS, Scale, odds};
pub use file::FileError;
pub use odds::{Odds, Shift};
pub use phases::Step;
pub use points::SidePoints;
pub use reach::{Movement, Reached, Unreached};

/// The most dice that are rolled at once, and the most faces that one has.
pub const MOST_DICE: u8 = 20;
/// The most faces that a die has.
pub const MOST_FACES: u8 = 100;

/// The most points that are added at once.
pub const MOST_POINTS: i32 = 10_000;

/// Where a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// On the map.
    Hex(Hex),
    /// Off the map, to be placed at any time.
    Waiting,
    /// Due on a game-turn of the reinforcement schedule, by its number.
    Due(u16),
    /// Eliminated.
    Eliminated,
}

/// A counter, or one of several alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in the log: the counter's id, with `#2` where there are several.
    pub name: String,
    /// Its counter.
    pub counter: CounterId,
    /// What people call it.
    pub designation: String,
    /// Its side.
    pub side: Id,
    /// How many faces it has, of which at least one.
    pub faces: u8,
    /// Whether it is a unit, which holds the hex where it stands: a marker or a leader does not.
    pub holds: bool,
    /// Where it is.
    pub place: Place,
    /// The face that shows.
    pub face: u8,
    /// Its place in a stack: the least lies on top.
    pub rank: i64,
}

/// What a scenario has begun as, and what was done since.
#[derive(Clone, Debug)]
pub struct Sandbox {
    scenario: Id,
    fingerprint: String,
    seed: u64,
    grid: HexGrid,
    turns: Vec<(u16, String)>,
    /// The whole sequence of play.
    sequence: Vec<Step>,
    sides: BTreeSet<Id>,
    /// Pairs of sides that are no enemies.
    friends: BTreeSet<(Id, Id)>,
    begun: Vec<Piece>,
    /// Who held which hexes before anything was done, and since.
    begun_held: BTreeMap<Hex, Id>,
    held: BTreeMap<Hex, Id>,
    pieces: Vec<Piece>,
    /// The game-turn, by its place in the scenario.
    turn: usize,
    /// The step of the sequence of play, by its place in the game-turn.
    step: usize,
    /// The step with which the first game-turn begins.
    first_step: usize,
    /// Points that were added by hand, by side.
    by_hand: BTreeMap<Id, i64>,
    /// Dice that were rolled, in rolls.
    rolls: u32,
    acts: Vec<Act>,
    /// How many of the acts are in force; those behind can be done again.
    done: usize,
    version: u64,
}

impl Sandbox {
    /// The scenario as it is set up; dice fall by the seed.
    pub fn new(bundle: &Bundle, seed: u64) -> Self {
        let grid = HexGrid::new(&bundle.map.grid);
        let begun = set_up(bundle, &grid);
        let turns = bundle.scenario.turns.iter().map(|turn| (turn.turn, turn.label.clone()));
        let begun_held = points::held(bundle, &grid);
        let mut sandbox = Self {
            scenario: bundle.scenario.id.clone(),
            fingerprint: bundle.fingerprint(),
            seed,
            turns: turns.collect(),
            sequence: phases::sequence(bundle),
            sides: bundle.ruleset.sides.iter().map(|side| side.id.clone()).collect(),
            friends: friends(bundle),
            grid,
            pieces: begun.clone(),
            begun,
            begun_held: BTreeMap::new(),
            held: begun_held,
            turn: 0,
            step: 0,
            first_step: 0,
            by_hand: BTreeMap::new(),
            rolls: 0,
            acts: Vec::new(),
            done: 0,
            version: 0,
        };
        let stood: BTreeSet<Hex> = sandbox.pieces.iter().filter_map(Piece::hex).collect();
        sandbox.hold(stood);
        sandbox.begun_held.clone_from(&sandbox.held);
        sandbox.first_step = sandbox.first_step(bundle);
        sandbox.step = sandbox.first_step;
        sandbox
    }

    /// The counter of a piece.
    pub fn counter<'a>(&self, bundle: &'a Bundle, piece: &Piece) -> Option<&'a Counter> {
        let mut all = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        all.find(|counter| counter.id == piece.counter)
    }

    /// Whether two sides are enemies.
    pub fn are_enemies(&self, one: &Id, other: &Id) -> bool {
        one != other && !self.friends.contains(&(one.clone(), other.clone()))
    }

    /// The weather of the game-turn, where the scenario fixes it.
    pub fn weather<'a>(&self, bundle: &'a Bundle) -> Option<&'a Id> {
        bundle.scenario.turns.get(self.turn)?.weather.as_ref()
    }

    /// Every counter, in the order of the orders of battle.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// A counter by its name.
    pub fn piece(&self, name: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.name == name)
    }

    /// Who stands in a hex, from the top of the stack.
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = &Piece> {
        let here = self.pieces.iter().filter(|piece| piece.place == Place::Hex(hex));
        let mut stack: Vec<&Piece> = here.collect();
        stack.sort_by_key(|piece| piece.rank);
        stack.into_iter()
    }

    /// Every counter on the map with its hex, stack by stack from the top.
    pub fn on_map(&self) -> Vec<(Hex, &Piece)> {
        let pieces = self.pieces.iter();
        let mut on_map: Vec<_> = pieces.filter_map(|piece| Some((piece.hex()?, piece))).collect();
        on_map.sort_by_key(|(hex, piece)| (*hex, piece.rank));
        on_map
    }

    /// The grid of the map.
    pub fn grid(&self) -> &HexGrid {
        &self.grid
    }

    /// The seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The game-turn: its number and what it stands for. None in a scenario without any.
    pub fn turn(&self) -> Option<(u16, &str)> {
        self.turns.get(self.turn).map(|(turn, label)| (*turn, label.as_str()))
    }

    /// The game-turn's place in the scenario, and how many there are.
    pub fn turn_place(&self) -> (usize, usize) {
        (self.turn, self.turns.len())
    }

    /// Goes up with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What was done and is in force, in order.
    pub fn acts(&self) -> &[Act] {
        self.acts.get(..self.done).unwrap_or_default()
    }

    /// The same in plain words, a line each.
    pub fn log<'a>(&'a self, bundle: &'a Bundle) -> impl Iterator<Item = String> + 'a {
        self.acts().iter().map(|act| act.in_words(self, bundle))
    }

    /// Whether something can be undone.
    pub fn can_undo(&self) -> bool {
        self.done > 0
    }

    /// Whether something can be done again.
    pub fn can_redo(&self) -> bool {
        self.done < self.acts.len()
    }

    /// Does something. What was undone before can then not be done again.
    ///
    /// # Errors
    /// Why it makes no sense; nothing has changed then.
    pub fn do_it(&mut self, act: Act) -> Result<(), Refused> {
        self.apply(&act)?;
        self.acts.truncate(self.done);
        self.acts.push(act);
        self.done += 1;
        self.version += 1;
        Ok(())
    }

    /// Rolls so many dice with so many faces as the next of the seed.
    pub fn rolled(&self, dice: u8, faces: u8) -> Vec<u8> {
        let mut chance = SplitMix64::new(game_seed(self.seed, self.rolls));
        let faces = u32::from(faces.clamp(1, MOST_FACES));
        (0..dice.min(MOST_DICE)).map(|_| chance.below(faces) as u8 + 1).collect()
    }

    /// Takes the last thing back. The dice fall the same if it is done again.
    pub fn undo(&mut self) -> bool {
        if self.done == 0 {
            return false;
        }
        self.done -= 1;
        self.begin_anew();
        self.version += 1;
        true
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> bool {
        let Some(act) = self.acts.get(self.done).cloned() else { return false };
        let done = self.apply(&act).is_ok();
        if done {
            self.done += 1;
            self.version += 1;
        }
        done
    }

    /// What the acts in force make of the set-up.
    fn begin_anew(&mut self) {
        self.pieces.clone_from(&self.begun);
        self.held.clone_from(&self.begun_held);
        self.by_hand.clear();
        (self.turn, self.step, self.rolls) = (0, self.first_step, 0);
        let acts = std::mem::take(&mut self.acts);
        for act in acts.iter().take(self.done) {
            // Each was found to make sense after those before it.
            let _ = self.apply(act);
        }
        self.acts = acts;
    }

    fn piece_mut(&mut self, name: &str) -> Result<&mut Piece, Refused> {
        let mut pieces = self.pieces.iter_mut();
        pieces.find(|piece| piece.name == name).ok_or_else(|| Refused::no_piece(name))
    }
}

/// The pairs of sides that fight together, either way.
fn friends(bundle: &Bundle) -> BTreeSet<(Id, Id)> {
    let sides = &bundle.ruleset.sides;
    let pairs = sides.iter().flat_map(|one| sides.iter().map(move |other| (one, other)));
    let friends = pairs.filter(|(one, other)| !one.is_enemy_of(other));
    friends.map(|(one, other)| (one.id.clone(), other.id.clone())).collect()
}

/// Every counter where a scenario sets it up.
fn set_up(bundle: &Bundle, grid: &HexGrid) -> Vec<Piece> {
    let scenario = &bundle.scenario;
    let mut places = places(scenario, grid);
    let mut pieces = Vec::new();
    for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
        for number in 1..=counter.count {
            let queue = places.get_mut(counter.id.as_str());
            let next = queue.and_then(std::collections::VecDeque::pop_front);
            let (place, face, rank) = next.unwrap_or((Place::Waiting, 0, 0));
            let faces = counter.faces.len().clamp(1, 8) as u8;
            let several = counter.count > 1;
            let name =
                if several { format!("{}#{number}", counter.id) } else { counter.id.clone() };
            let types = &bundle.ruleset.counters.types;
            let kind = types.iter().find(|kind| kind.id == counter.unit_type);
            let kind = kind.map_or(counter.id.as_str(), |kind| kind.name.as_str());
            let printed = counter.designation.trim();
            let designation = if printed.is_empty() { kind } else { printed };
            let holds = points::holds(bundle, counter);
            pieces.push(Piece {
                name,
                counter: counter.id.clone(),
                designation: designation.to_owned(),
                side: counter.side.clone(),
                faces,
                holds,
                place,
                face: face.min(faces - 1),
                rank,
            });
        }
    }
    pieces
}

type Places<'a> = BTreeMap<&'a str, std::collections::VecDeque<(Place, u8, i64)>>;

/// Where the counters of each id begin, in the order of the scenario.
fn places<'a>(scenario: &'a Scenario, grid: &HexGrid) -> Places<'a> {
    let mut places = Places::new();
    let mut rank = 0;
    let mut put = |counters: &'a [CounterId], place: Place, face: u8| {
        for counter in counters {
            rank += 1;
            places.entry(counter).or_default().push_back((place, face, rank));
        }
    };
    for placement in &scenario.setup.placements {
        let place = grid.parse(&placement.hex).map_or(Place::Waiting, Place::Hex);
        put(&placement.counters, place, placement.face.unwrap_or(0));
    }
    for group in &scenario.reinforcements {
        put(&group.counters, Place::Due(group.turn), 0);
    }
    put(&scenario.setup.eliminated, Place::Eliminated, 0);
    for off in scenario.start.iter().flat_map(|start| &start.off_map) {
        let place = match off.place {
            OffMapPlace::Pool => Place::Waiting,
            OffMapPlace::Box => off.due.map_or(Place::Waiting, Place::Due),
            OffMapPlace::Eliminated | OffMapPlace::Exited | OffMapPlace::Removed => {
                Place::Eliminated
            }
        };
        put(&off.counters, place, off.face.unwrap_or(0));
    }
    places
}
