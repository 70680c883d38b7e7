//! What screens ask of a game.
//!
//! Each question is declared once, here, with the answer of a system that has nothing to say to it.
//! A system answers by implementing [`Questions`] for its view of a position
//! ([`Procedures::questions`](crate::play::Procedures::questions)); screens ask a
//! [`Match`](crate::Match), as some sides know it or as the side does that decides.

use salient_hex::path::Reach;

use crate::action::{Action, Violation};
use crate::model::{
    Directed, Marker, Modifier, PointsLeft, Question, Spending, StatesOf, SupplyView, UnderFire,
};

/// What screens ask of a position as somebody knows it. What the kernel's own marks show
/// ([`MARKS`](crate::play::Stepwise::MARKS)) is added to what a system answers; whoever adds a
/// question here hands it on there as well.
pub trait Questions<'a> {
    /// What lies on the map besides units, by hex.
    fn markers(&self) -> Vec<Marker> {
        Vec::new()
    }

    /// Whom leaders direct where all stand now, in the order of the units; only of leaders on the
    /// map.
    fn directed(&self) -> Vec<Directed> {
        Vec::new()
    }

    /// What the sides have left to spend in the game-turn, in the order of the sides; only what
    /// all may know.
    fn points_left(&self) -> Vec<PointsLeft> {
        Vec::new()
    }

    /// How every unit of a side on the map is supplied, in the order of the units. The side is one
    /// of the game's, by its place.
    fn supplies(&self, _side: usize) -> Vec<SupplyView<'a>> {
        Vec::new()
    }

    /// What is so of units besides where they stand: disrupted, dug in. In the order of the units;
    /// those of which nothing is so are left out.
    fn states(&self) -> Vec<StatesOf<'a>> {
        Vec::new()
    }

    /// What the side to decide is asked, in a sentence with the rule; none where the step of the
    /// sequence of play says all.
    fn question(&self) -> Option<Question> {
        None
    }

    /// What a legal action comes to that its own words do not say, for whoever chooses: the odds of
    /// an attack, what a retreat costs. None where they say all, and where the engine finds it out on
    /// a copy: what a loss leaves of a unit.
    fn remark(&self, _action: &Action) -> Option<String> {
        None
    }

    /// How the game stands where what counts is called otherwise than points, `morale`: in the
    /// order of the sides.
    fn scores(&self) -> Vec<PointsLeft> {
        Vec::new()
    }

    /// Why the side to decide cannot be done yet with what it has begun; none where it can, or
    /// where there is nothing to be done with.
    fn unfinished(&self) -> Option<Violation> {
        None
    }

    /// Finds where a unit may go at this decision, by the search that the rules themselves use,
    /// and gives what it may spend. `reach` then has what each hex costs and the cheapest way
    /// there, also of hexes that cost up to `beyond` more than the unit may spend, so that it can
    /// be told by how much they are too far. In which of the hexes it may end, what is legal says.
    ///
    /// None, and `reach` of no use, where the unit does not move at this decision or where no
    /// costs are counted: a retreat, a move by rail.
    fn reachable(&self, _unit: &str, _beyond: u32, _reach: &mut Reach) -> Option<Spending> {
        None
    }

    /// The hexes in which an enemy may fire at a unit as it enters them on its way, where the rules
    /// know such fire: whoever moves may know them before.
    fn under_fire(&self, _unit: &str) -> Vec<UnderFire> {
        Vec::new()
    }

    /// What shifts the columns of an attack or fire that is yet to be made, each with its rule;
    /// none where the log's own words tell it.
    fn modifiers(&self, _action: &Action) -> Vec<Modifier> {
        Vec::new()
    }
}

/// A system that answers no question.
pub(crate) struct Unanswered;

impl Questions<'_> for Unanswered {}
