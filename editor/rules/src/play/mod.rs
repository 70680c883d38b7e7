//! A whole game out of what one rule book says: the kernel's own engine.
//!
//! A system says its rules as [`Procedures`]; the kernel drives the sequence of play, asks the
//! sides, rolls dice, writes the log and plays the plain bots. [`prepare`] is all that a system's
//! [`System`](crate::System) needs of it.
//!
//! What is still to be done in a position, the position knows ([`GamePosition`]). The kernel's own
//! [`Position`] keeps it as frames, walks moves hex by hex and checks set-ups ([`checker`]): what
//! it needs of a system is [`Stepwise`]. A system may as well keep a position of its own.
//!
//! ```text
//! bundle ──set_up──▶ Procedures::Rules (never changes)
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
mod boxes;
mod compile;
mod context;
mod engine;
mod frames;
mod later;
mod marks;
mod position;
mod secret;
mod set_up;
mod stepwise;
mod view;

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use salient_hex::Hex;
use salient_schema::event::{LevelCount, PointSource};
use salient_schema::{Bundle, Diagnostic};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::account::Considered;
use crate::action::Violation;
use crate::base::{BasePosition, GameRules};
use crate::bot::Bot;
use crate::case::format::Start;
use crate::dice::{Dice, SplitMix64};
use crate::keep::Keeping;
use crate::model::{InBox, Intelligence};
use crate::questions::{Questions, Unanswered};
use crate::weights::{Plan, Weighing};

pub use crate::base::{Arrival, Level, TurnDef, Unit, UnitDef, UnitState};
pub use crate::host::prepare;
pub use crate::model::BoxDef;
pub use boxes::{Away, BoxId};
pub use compile::{Compiled, Formation, FormationDef, FreeGroup, Printed};
pub use context::PlayContext;
pub(crate) use engine::{Imagined, considered, lead, plans, thinks, worth};
pub use engine::{choose, imagine, legal};
pub use frames::{Ask, Entered, Frame, Walk};
pub use later::Scheduled;
pub use marks::{Mark, MarkDef, Marked, Site};
pub use position::{Carried, Change, Position};
pub use secret::Secret;
pub use set_up::{Unplaced, place_all};
pub use stepwise::{Stepwise, checker};
pub use view::View;

/// A step of the sequence of play.
pub type Phase = crate::base::Phase<()>;
/// A step of the sequence of play of a system that knows what is done in it.
pub type PhaseOf<P> = crate::base::Phase<<<P as Procedures>::Rules as GameRules>::Procedure>;

/// What one rule book says.
///
/// One predicate serves everybody, where there is one: [`check`](Procedures::check) is asked before
/// an act is done, by bots and by whoever lists what is legal.
pub trait Procedures: Sized + fmt::Debug + Send + Sync + 'static {
    /// What never changes in a game: the compiled scenario with the system's own tables.
    type Rules: GameRules;
    /// Everything that changes in a game but its dice: the kernel's own [`Position`], or one of the
    /// system's.
    type Position: GamePosition<Self>;
    /// What a side may do, in units and hexes: an enum whose variants are the verbs of its actions.
    type Act: Clone + fmt::Debug + Ord + Serialize + DeserializeOwned + Send + Sync;
    /// What the bots remember between two decisions; `()` where they remember nothing. It can be
    /// thrown away at any time.
    type Memory: Clone + Default + Send + Sync;
    /// What its planner weighs by; `()` where it has none.
    type Weights: Weighing;

    /// Who plays both sides in a searcher's playouts, and a searcher's side by its plan.
    const POLICY: Bot = Bot::HEURISTIC;
    /// Playouts of a searcher's decision where nobody says how many.
    const PLAYOUTS: u32 = 60;
    /// Whether a searcher weighs [`plans`](Procedures::plans); otherwise it weighs acts.
    const HAS_PLANS: bool = false;
    /// What a game won is worth to a searcher, beside the [`value`](Procedures::value) of its last
    /// position.
    const WON: i64 = 1_000_000;

    /// Whether a test holds now that a step of the sequence of play comes by, one of
    /// [`System::tests`](crate::System::tests). It is asked when the step's turn has come. By
    /// default none holds: a step that is not for every game-turn rather stays away.
    fn holds(_rules: &Self::Rules, _position: &Self::Position, _test: &str) -> bool {
        false
    }

    /// Begins a step of the sequence of play: says what is to be done and asked in it.
    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &PhaseOf<Self>);

    /// Sees to what is left when nothing is to be done any more in a step of the sequence of play.
    /// Where it asks somebody, or [`settle`](Stepwise::settle) leaves something to be done after
    /// it, it is called again when that is done.
    fn end_phase(_cx: &mut PlayContext<'_, Self>) {}

    /// A game-turn has begun, and no step of it yet.
    fn begin_turn(_cx: &mut PlayContext<'_, Self>) {}

    /// A game-turn is over, the last one too, and the log is not told yet: whoever has won is said
    /// by [`PlayContext::end`].
    fn end_turn(_cx: &mut PlayContext<'_, Self>, _last: bool) {}

    /// The end of the last game-turn has been told: ends the game. By default nobody has won.
    fn finish(cx: &mut PlayContext<'_, Self>) {
        cx.end(None, "last-turn", "Draw", "");
    }

    /// Goes on though the side that is asked has nothing that it may do: a mistake of the rules
    /// must not keep a game from ending. By default it ends there.
    fn give_up(cx: &mut PlayContext<'_, Self>) {
        cx.end(None, "unfinished", "Unfinished", "");
    }

    /// Whether a side that is asked may do something. A system that finds out while it does it
    /// leaves this alone and refuses in [`apply`](Procedures::apply).
    ///
    /// # Errors
    /// The rule that forbids it, and how.
    fn check(
        _rules: &Self::Rules,
        _position: &Self::Position,
        _side: usize,
        _act: &Self::Act,
    ) -> Result<(), Violation> {
        Ok(())
    }

    /// What a side that is asked may do, each act once, in an order that nothing but the position
    /// decides. Each of these is accepted, and others may be; it is never empty, and whoever always
    /// takes any of them comes to the game's end.
    fn legal(rules: &Self::Rules, position: &Self::Position, side: usize) -> Vec<Self::Act>;

    /// Does what [`check`](Procedures::check) has allowed. The question still stands: on top of the
    /// frames, where [`PlayContext::answered`] takes the side out of it.
    ///
    /// # Errors
    /// A refused act leaves the position as it was.
    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Self::Act)
    -> Result<(), Violation>;

    /// Why nothing is done any more.
    fn over() -> Violation {
        Violation::new("", "the game is over")
    }

    /// A position as a side knows it: what others keep secret is taken out. Bots see nothing
    /// else. By default nothing is secret.
    fn conceal<'a>(
        _rules: &Self::Rules,
        position: &'a Self::Position,
        _side: usize,
    ) -> Cow<'a, Self::Position> {
        Cow::Borrowed(position)
    }

    /// Draws what a side does not know of a position that was concealed from it, so that it can
    /// be played on: a searcher's playouts. By default nothing is secret.
    fn draw_anew(
        _rules: &Self::Rules,
        _concealed: &mut Self::Position,
        _side: usize,
        _chance: &mut SplitMix64,
    ) {
    }

    /// The face of a counter that lies up, for whoever shows the map: by default the one of its
    /// step. A system that turns counters over to other ends (limbered, on foot, another leader on
    /// the back) says here which it is.
    fn face(_rules: &Self::Rules, position: &Self::Position, unit: Unit) -> u8 {
        position.state(unit).face
    }

    /// What a view answers of all that screens may ask. By default no question is answered.
    fn questions<'a>(_view: View<'a, Self>) -> Box<dyn Questions<'a> + 'a> {
        Box::new(Unanswered)
    }

    /// How good a position is for a side, won and lost games aside; more is better. The plain bot
    /// that looks one act ahead goes by it.
    fn value(rules: &Self::Rules, position: &Self::Position, side: usize) -> i64;

    /// What it is worth to a searcher how the game has ended. By default a draw is worth nothing.
    fn won(rules: &Self::Rules, position: &Self::Position, side: usize) -> i64 {
        position.outcome.as_ref().map_or(0, |outcome| {
            match rules.sides.get(side) == Some(&outcome.side) {
                true => Self::WON,
                false if outcome.side.is_empty() => 0,
                false => -Self::WON,
            }
        })
    }

    /// The points of a side as they would be counted now; 0 where it counts none.
    fn points(rules: &Self::Rules, position: &Self::Position, side: usize) -> i32;

    /// What the points are made of, for the end of a game-turn.
    fn sources(_rules: &Self::Rules, _position: &Self::Position) -> Vec<PointSource> {
        Vec::new()
    }

    /// Where the sides' levels stand, for the end of a game-turn.
    fn levels(_rules: &Self::Rules, _position: &Self::Position) -> Vec<LevelCount> {
        Vec::new()
    }

    /// What a bot of the system's own does. None for the kernel's: `random`, and `heuristic`,
    /// which looks one act ahead by [`value`](Procedures::value). The weights are those of the
    /// side; the chance is the bot's own, no die of the game.
    fn choose(
        _bot: Bot,
        _rules: &Self::Rules,
        _view: &Self::Position,
        _side: usize,
        _weights: &Self::Weights,
        _chance: &mut SplitMix64,
        _memory: &mut Self::Memory,
    ) -> Option<Self::Act> {
        None
    }

    /// What a bot of the system's own weighed when it chose an act; nothing where it weighs
    /// nothing. For whoever asks why: no choice hangs on it.
    fn considered(
        _bot: Bot,
        _rules: &Self::Rules,
        _view: &Self::Position,
        _side: usize,
        _weights: &Self::Weights,
        _memory: &mut Self::Memory,
        _act: &Self::Act,
    ) -> Considered {
        Considered::default()
    }

    /// The ways in which the planner can play a side, the usual one first: what a searcher weighs.
    fn plans(
        _rules: &Self::Rules,
        _view: &Self::Position,
        _side: usize,
        _usual: &Self::Weights,
    ) -> Vec<Plan<Self::Weights>> {
        Vec::new()
    }

    /// A number for the moment at which a searcher weighs its plans anew; none where it goes on
    /// as it began.
    fn thinks(_rules: &Self::Rules, _view: &Self::Position, _side: usize) -> Option<u64> {
        None
    }

    /// How many game-turns a searcher's playouts look ahead.
    fn turns_ahead(_rules: &Self::Rules) -> u16 {
        3
    }
}

/// A position: everything that changes in a game but its dice, with what is still to be done.
/// Cloning it costs microseconds.
pub trait GamePosition<P: Procedures>:
    Deref<Target = BasePosition<Self::Marks>> + Clone + fmt::Debug + Send + Sync + 'static
{
    /// What it knows of a unit besides its place and face.
    type Marks;

    /// Compiles a bundle and sets its units up.
    ///
    /// # Errors
    /// What keeps the scenario from being played.
    fn set_up(bundle: &Bundle) -> Result<(P::Rules, Self), Vec<Diagnostic>>;

    /// What all systems have of it, for the kernel to lead through the sequence of play.
    fn base_mut(&mut self) -> &mut BasePosition<Self::Marks>;

    /// Where a unit is, if it is on the map.
    fn place_of(&self, unit: Unit) -> Option<Hex> {
        self.hex(unit)
    }

    /// The other hex of a unit that takes up two. By default none does.
    fn other_place_of(&self, _unit: Unit) -> Option<Hex> {
        None
    }

    /// In a view, how much whoever is shown it may know of a unit. By default everything.
    fn intelligence_of(&self, _unit: Unit) -> Intelligence {
        Intelligence::Full
    }

    /// The box that a unit is in, if it is in one. By default there are none.
    fn box_of(&self, _unit: Unit) -> Option<InBox> {
        None
    }

    /// Lets what waited for the step of the sequence of play that begins be done before it. False
    /// where nothing did: by default nothing waits.
    fn bring_forward(&mut self) -> bool {
        false
    }

    /// The side that is asked; none when nobody is, or the game is over.
    fn deciding(&self) -> Option<usize>;

    /// What the marks that the kernel keeps for the system show in a view; none where there are
    /// none.
    fn marked<'a>(_view: &View<'a, P>) -> Option<Marked<'a>> {
        None
    }

    /// Whether the other sides do not see what the side that is asked chooses.
    fn is_hidden(&self, _act: &P::Act) -> bool {
        false
    }

    /// Forgets what waits to be done once the question is answered that stands now. By default
    /// nothing waits that a position could forget.
    fn forget_what_waits(&mut self) {}

    /// Does the next of what is still to be done; false where nothing is, so that the step of the
    /// sequence of play is over.
    fn proceed(cx: &mut PlayContext<'_, P>) -> bool;

    /// Lets the system hear of units that stand otherwise since it was last told, until nothing
    /// changes any more: before the next of what is to be done, and before anybody is asked. True
    /// where it has left something to be done. By default nobody asks.
    fn settle(_cx: &mut PlayContext<'_, P>) -> bool {
        false
    }

    /// Goes to a game-turn and step of the sequence of play, for a rule case.
    ///
    /// # Errors
    /// In words, what of the start makes no sense.
    fn start_at(cx: &mut PlayContext<'_, P>, start: &Start) -> Result<(), String>;

    /// Writes into a scenario what of the position the units on the map do not tell, and says what
    /// of it no scenario holds.
    fn keep(&self, rules: &P::Rules, keeping: &mut Keeping<'_>);

    /// A number that two games share only if all that the rules know of them is the same.
    fn state_hash(&self, dice: &Dice) -> u64;
}
