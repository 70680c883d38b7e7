//! A whole game out of what one rule book says: the kernel's own engine.
//!
//! A system says its rules as [`Procedures`]; the kernel keeps the position, drives the sequence
//! of play, asks the sides, walks moves hex by hex, rolls dice, writes the log, checks set-ups and
//! plays the plain bots. [`prepare`] and [`checker`] are all that a system's
//! [`System`](crate::System) needs of it.
//!
//! ```text
//! bundle ──Compiled──▶ Procedures::Rules (never changes)
//!                              │
//!   legal(side) ◀── Position ──┤ frames: a stack, the top is done first
//!   apply(act)  ──▶            │   Ask   somebody chooses
//!                              │   Run   the system goes on by itself
//!                              │   Walk  a move, hex by hex
//!                              ▼ nothing left: the next step of the sequence of play
//! ```
//!
//! An interrupt is a frame that is pushed on top of another; sides that choose at once are one
//! [`Ask`] with several sides; alternating activations are a [`Run`](Frame::Run) that asks the
//! next side and itself again. Sides are numbers from 0, eight at most, and nothing counts on two.

mod bots;
mod compile;
mod context;
mod engine;
mod frames;
mod position;
mod secret;
mod set_up;

use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;

use salient_hex::path::Reach;
use salient_schema::{Bundle, Diagnostic};

use crate::account::Considered;
use crate::action::{Action, Violation};
use crate::base::GameRules;
use crate::bot::Bot;
use crate::case::Start;
use crate::dice::SplitMix64;
use crate::game::{Directed, Marker, Modifier, PointsLeft, Question, Spending, UnderFire};
use crate::keep::Keeping;
use crate::search::Plan;
use crate::weights::Weighing;

pub use crate::base::{Arrival, Level, TurnDef, Unit, UnitDef, UnitState};
pub use compile::{Compiled, Formation, FormationDef, FreeGroup, Printed};
pub use context::PlayContext;
pub use engine::{checker, prepare};
pub use frames::{Ask, Entered, Frame, Walk};
pub use position::{Carried, Position};
pub use secret::Secret;
pub use set_up::{Unplaced, place_all};

/// A step of the sequence of play.
pub type Phase = crate::base::Phase<()>;

/// What one rule book says.
///
/// One predicate serves everybody: [`check`](Procedures::check) is asked by `apply`, by bots and
/// by whoever lists what is legal.
pub trait Procedures: Sized + fmt::Debug + Send + Sync + 'static {
    /// What never changes in a game: the compiled scenario with the system's own tables.
    type Rules: GameRules<Unit = Printed, Procedure = (), Turn = ()>;
    /// The system's own part of a position.
    type State: Clone + fmt::Debug + Hash + Send + Sync;
    /// What a side may be asked.
    type Decision: Clone + fmt::Debug + Eq + Hash + Send + Sync;
    /// Where a procedure goes on by itself.
    type Step: Clone + fmt::Debug + Eq + Hash + Send + Sync;
    /// What a side may do, in units and hexes.
    type Act: Clone + fmt::Debug + Ord + Send + Sync;
    /// What its planner weighs by; `()` where it has none.
    type Weights: Weighing;

    /// Who plays both sides in a searcher's playouts, and a searcher's side by its plan.
    const POLICY: Bot = Bot::HEURISTIC;
    /// Playouts of a searcher's decision where nobody says how many.
    const PLAYOUTS: u32 = 60;
    /// Whether a searcher weighs [`plans`](Procedures::plans); otherwise it weighs acts.
    const HAS_PLANS: bool = false;

    /// Adds the system's own tables to a compiled scenario.
    ///
    /// # Errors
    /// Whatever the rules need and the data lacks, with JSON pointers into the bundle.
    fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Self::Rules, Vec<Diagnostic>>;

    /// The compiled scenario in the rules.
    fn compiled(rules: &Self::Rules) -> &Compiled;

    /// The system's part of a position before the game.
    fn state(rules: &Self::Rules) -> Self::State;

    /// Whether a unit that is off the map may stand in a hex, among those who are there: terrain,
    /// stacking, enemies.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn may_stand(
        rules: &Self::Rules,
        position: &Position<Self>,
        unit: Unit,
        hex: salient_hex::Hex,
    ) -> Result<(), Violation>;

    /// Begins a step of the sequence of play: pushes what is to be done and asked in it.
    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &Phase);

    /// Goes on with a procedure.
    fn run(cx: &mut PlayContext<'_, Self>, step: Self::Step);

    /// The walk on top of the frames has entered its next hex. What is pushed now is done before
    /// it goes on.
    fn entered(_cx: &mut PlayContext<'_, Self>, _walk: &Walk) -> Entered {
        Entered::GoOn
    }

    /// A game-turn is over, the last one too: whoever has won is said by [`PlayContext::end`].
    fn end_turn(cx: &mut PlayContext<'_, Self>, last: bool);

    /// Whether a side that is asked may do something.
    ///
    /// # Errors
    /// The rule that forbids it, and how.
    fn check(
        rules: &Self::Rules,
        position: &Position<Self>,
        side: usize,
        act: &Self::Act,
    ) -> Result<(), Violation>;

    /// What a side that is asked may do. Each of these is accepted by
    /// [`check`](Procedures::check), which may accept more; it is never empty, and whoever always
    /// takes any of them comes to the game's end.
    fn legal(rules: &Self::Rules, position: &Position<Self>, side: usize) -> Vec<Self::Act>;

    /// Why a side that is asked cannot be done yet with what it has begun: the rule, for the prompt,
    /// where no act that ends it is legal. By default there is no such rule.
    fn unfinished(_rules: &Self::Rules, _view: &Position<Self>, _side: usize) -> Option<Violation> {
        None
    }

    /// Does what was found allowed. The question is still on top of the frames; [`PlayContext::answered`]
    /// takes the side out of it.
    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Self::Act);

    /// An action's act.
    ///
    /// # Errors
    /// What the system does not know of it.
    fn parse(rules: &Self::Rules, action: &Action) -> Result<Self::Act, Violation>;

    /// An act in the words of map and counters.
    fn action(rules: &Self::Rules, act: &Self::Act) -> Action;

    /// A position as a side knows it: what others keep secret is taken out. Bots see nothing
    /// else. By default nothing is secret.
    fn conceal<'a>(
        _rules: &Self::Rules,
        position: &'a Position<Self>,
        _side: usize,
    ) -> Cow<'a, Position<Self>> {
        Cow::Borrowed(position)
    }

    /// Draws what a side does not know of a position that was concealed from it, so that it can
    /// be played on: a searcher's playouts. By default nothing is secret.
    fn draw_anew(
        _rules: &Self::Rules,
        _concealed: &mut Position<Self>,
        _side: usize,
        _chance: &mut SplitMix64,
    ) {
    }

    /// The face of a counter that lies up, for whoever shows the map: by default the one of its
    /// step. A system that turns counters over to other ends (limbered, on foot, another leader on
    /// the back) says here which it is.
    fn face(_rules: &Self::Rules, position: &Position<Self>, unit: Unit) -> u8 {
        position.state(unit).face
    }

    /// What is odd about a set-up that may be played: warnings for whoever makes it. By default
    /// nothing.
    fn remarks(_rules: &Self::Rules, _set_up: &Position<Self>) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// The states in which a placement lets a unit begin that stands as this one does; none where
    /// the system has no states. What carries it is kept with them.
    fn states(
        _rules: &Self::Rules,
        _position: &Position<Self>,
        _unit: Unit,
    ) -> Option<Vec<String>> {
        None
    }

    /// What it means that a scenario sets a counter up with its other side up, behind the faces of
    /// its steps: what [`face`](Self::face) then reads. By default nothing.
    fn turn_over(_rules: &Self::Rules, _position: &mut Position<Self>, _unit: Unit) {}

    /// How good a position is for a side; more is better. The plain bot that looks one act ahead
    /// goes by it.
    fn value(rules: &Self::Rules, position: &Position<Self>, side: usize) -> i32;

    /// The points of a side as they would be counted now.
    fn points(rules: &Self::Rules, position: &Position<Self>, side: usize) -> i32;

    /// What a bot of the system's own does. None for the kernel's: `random`, and `heuristic`,
    /// which looks one act ahead by [`value`](Procedures::value). The weights are those of the side.
    fn choose(
        _bot: Bot,
        _rules: &Self::Rules,
        _view: &Position<Self>,
        _side: usize,
        _weights: &Self::Weights,
        _chance: &mut SplitMix64,
    ) -> Option<Self::Act> {
        None
    }

    /// What a bot of the system's own weighed when it chose an act; nothing where it weighs
    /// nothing. For whoever asks why: no choice hangs on it.
    fn considered(
        _bot: Bot,
        _rules: &Self::Rules,
        _view: &Position<Self>,
        _side: usize,
        _weights: &Self::Weights,
        _act: &Self::Act,
    ) -> Considered {
        Considered::default()
    }

    /// The ways in which the planner can play a side, the usual one first: what a searcher weighs.
    fn plans(
        _rules: &Self::Rules,
        _view: &Position<Self>,
        _side: usize,
        _usual: &Self::Weights,
    ) -> Vec<Plan<Self::Weights>> {
        Vec::new()
    }

    /// A number for the moment at which a searcher weighs its plans anew; none where it goes on
    /// as it began.
    fn thinks(_rules: &Self::Rules, _view: &Position<Self>, _side: usize) -> Option<u64> {
        None
    }

    /// How many game-turns a searcher's playouts look ahead.
    fn turns_ahead(_rules: &Self::Rules) -> u16 {
        3
    }

    /// Finds where a unit may go when its side is asked, and up to `beyond` farther than it may,
    /// and gives what it may spend: by the search that [`legal`](Procedures::legal) uses. None
    /// where it does not move now or no costs are counted.
    fn ways(
        _rules: &Self::Rules,
        _view: &Position<Self>,
        _unit: Unit,
        _beyond: u32,
        _reach: &mut Reach,
    ) -> Option<Spending> {
        None
    }

    /// What a side is asked by a decision, in a sentence with the rule. None where the step of the
    /// sequence of play says all.
    fn question(
        _rules: &Self::Rules,
        _position: &Position<Self>,
        _asked: &Self::Decision,
    ) -> Option<Question> {
        None
    }

    /// The hexes in which an enemy may fire at a unit as it enters them, as its side knows it.
    fn under_fire(_rules: &Self::Rules, _view: &Position<Self>, _unit: Unit) -> Vec<UnderFire> {
        Vec::new()
    }

    /// What shifts the columns of an attack or fire that is yet to be made, as its side knows it.
    fn modifiers(_rules: &Self::Rules, _view: &Position<Self>, _act: &Self::Act) -> Vec<Modifier> {
        Vec::new()
    }

    /// What lies on the map besides units.
    fn markers(_rules: &Self::Rules, _position: &Position<Self>) -> Vec<Marker> {
        Vec::new()
    }

    /// Whom leaders direct where all stand now.
    fn directed(_rules: &Self::Rules, _position: &Position<Self>) -> Vec<Directed> {
        Vec::new()
    }

    /// What the sides have left to spend, as far as both may know.
    fn points_left(_rules: &Self::Rules, _position: &Position<Self>) -> Vec<PointsLeft> {
        Vec::new()
    }

    /// Writes into a scenario what of a position the units on the map do not tell, and says what
    /// of it no scenario holds. By default all of the system's own part is said not to be kept.
    fn keep(_rules: &Self::Rules, _position: &Position<Self>, keeping: &mut Keeping<'_>) {
        keeping.not_kept("what only the rules of this system know of the position", 1);
    }

    /// The system's own part of a rule case's start, before its step of the sequence of play
    /// begins.
    ///
    /// # Errors
    /// In words, what of it makes no sense.
    fn start_case(_cx: &mut PlayContext<'_, Self>, _start: &Start) -> Result<(), String> {
        Ok(())
    }
}
