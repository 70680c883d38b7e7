//! What screens ask of a game.
//!
//! Each question is declared once, here, with the answer of a system that has nothing to say to it.
//! A system answers by implementing [`Questions`] for its view of a position
//! ([`Procedures::questions`]); screens ask a
//! [`Match`](crate::Match), as some sides know it or as the side does that decides.

use std::ops::Deref;

use salient_hex::Hex;
use salient_hex::path::Reach;

use crate::action::{Action, Violation};
use crate::model::{
    Bounds, Directed, LineView, Marker, Modifier, PointsLeft, Question, Reason, Spending, StatesOf,
    SupplyView, UnderFire,
};
use crate::play::{GamePosition, Marked, Procedures, View};

/// What screens ask of a position as somebody knows it.
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
    /// an attack, what a move costs. None where they say all. What a loss leaves of a unit the engine
    /// finds out on a copy, and it need not be said again.
    fn remark(&self, _action: &Action) -> Option<String> {
        None
    }

    /// The attack that an action is the first part of, where it is none itself: units go among the
    /// enemy, to attack there next. As it would be made if nothing else were done before it.
    fn leads_to(&self, _action: &Action) -> Option<Action> {
        None
    }

    /// The hex at which a unit fires at this decision where what may be done with it names none: it
    /// was planned before. In the order of the units.
    fn aims(&self) -> Vec<(&'a str, Hex)> {
        Vec::new()
    }

    /// Which side strikes first in the attack that an action is, with the rule, in a sentence; none
    /// where the rules know no order.
    fn strikes_first(&self, _action: &Action) -> Option<String> {
        None
    }

    /// What a unit of the side to decide may be meant for besides what is legal by the list, each
    /// with why the rules forbid it where they do: for whoever picks the unit. Bots go by the list
    /// alone. By default nothing.
    fn more_for(&self, _unit: &str) -> Vec<(Action, Option<Violation>)> {
        Vec::new()
    }

    /// Between which a number of an action may be, whatever its other numbers are: points that are
    /// left, what may fire in this weather. The field is called as in the action; one of a group
    /// `group.field`. None where the legal actions show it.
    fn bounds(&self, _action: &Action, _field: &str) -> Option<Bounds> {
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

    /// What each hex of a way costs a unit at this decision, part by part, each with its rule: the
    /// terrain, a hexside, a road, a zone of control. The way is one that [`reachable`](Self::reachable)
    /// found, without where it starts. Empty where the system does not tell; whoever asks then has the
    /// cost of each hex as a whole.
    fn costs(&self, _unit: &str, _way: &[Hex]) -> Vec<Vec<Modifier>> {
        Vec::new()
    }

    /// The hexes in which a side has zones of control; none where the system does not tell.
    fn zones_of_control(&self, _side: usize) -> Vec<Hex> {
        Vec::new()
    }

    /// How a unit on the map is supplied, and why: from where, how far, what cuts it off. None where
    /// the system does not tell; the state alone is among [`supplies`](Self::supplies).
    fn supplied_by(&self, _unit: &str) -> Option<Reason> {
        None
    }

    /// The lines that lead to a unit on the map: of supply, of communications, and by rail to where it
    /// goes or to another hex. By default none.
    fn lines(&self, _unit: &str, _to: Option<Hex>) -> Vec<LineView> {
        Vec::new()
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

/// A position to be asked: what its system answers, and among markers and states what the kernel's
/// own marks show as well ([`MARKS`](crate::play::Stepwise::MARKS)).
pub struct Known<'a> {
    own: Box<dyn Questions<'a> + 'a>,
    marks: Option<Marked<'a>>,
}

impl<'a> Known<'a> {
    pub(crate) fn of<P: Procedures>(view: View<'a, P>) -> Self {
        let marks = P::Position::marked(&view);
        Self { own: P::questions(view), marks }
    }

    /// See [`Questions::markers`].
    pub fn markers(&self) -> Vec<Marker> {
        let own = self.own.markers();
        self.marks.iter().fold(own, |own, marks| marks.markers(own))
    }

    /// See [`Questions::states`].
    pub fn states(&self) -> Vec<StatesOf<'a>> {
        let own = self.own.states();
        self.marks.iter().fold(own, |own, marks| marks.states(own))
    }
}

impl<'a> Deref for Known<'a> {
    type Target = dyn Questions<'a> + 'a;

    fn deref(&self) -> &Self::Target {
        &*self.own
    }
}

/// A system that answers no question.
pub(crate) struct Unanswered;

impl Questions<'_> for Unanswered {}
