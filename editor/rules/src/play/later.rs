//! Steps that wait for a game-turn: what the rules bring about some turns ahead.

use super::{Frame, PlayContext, Position, Stepwise};

/// A step that waits for its game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scheduled<S> {
    /// The game-turn from which it may be done.
    pub turn: u16,
    /// The step of the sequence of play with which it is done, by its place in
    /// [`BaseRules::phases`](crate::base::BaseRules::phases).
    pub phase: usize,
    /// What is done.
    pub step: S,
}

impl<P: Stepwise> Position<P> {
    /// All that waits for its game-turn, in the order in which it was put off.
    pub fn scheduled(&self) -> &[Scheduled<P::Step>] {
        &self.scheduled
    }

    /// Puts off a step until a step of the sequence of play, named by its id, begins in a game-turn
    /// or, where it does not come in that one, the next time that it does. Whoever reads a kept
    /// position begins with this; it tells no log. False where the sequence has no such step.
    pub fn put_off(&mut self, rules: &P::Rules, turn: u16, phase: &str, step: P::Step) -> bool {
        let place = rules.phase(phase);
        debug_assert!(place.is_some(), "the sequence of play has no step '{phase}'");
        self.scheduled.extend(place.map(|phase| Scheduled { turn, phase, step }));
        place.is_some()
    }

    /// Takes back what waits, where `is` says so.
    pub fn call_off(&mut self, mut is: impl FnMut(&Scheduled<P::Step>) -> bool) {
        self.scheduled.retain(|waiting| !is(waiting));
    }

    /// Lets what waited for this step of the sequence of play be done before the step begins.
    /// False where nothing did.
    pub(super) fn bring_forward(&mut self) -> bool {
        if self.scheduled.is_empty() {
            return false;
        }
        let (turn, phase) = (self.turn, self.phase);
        let is_due = |it: &mut Scheduled<P::Step>| it.turn <= turn && Some(it.phase) == phase;
        let due: Vec<_> = self.scheduled.extract_if(.., is_due).collect();
        if due.is_empty() {
            return false;
        }
        self.frames.push(Frame::Begin);
        // What lies on top is done first.
        self.frames.extend(due.into_iter().rev().map(|it| Frame::Run(it.step)));
        true
    }
}

impl<P: Stepwise> PlayContext<'_, P> {
    /// Does a step some game-turns ahead, when a step of the sequence of play, named by its id,
    /// begins in that game-turn: before [`begin_phase`](super::Procedures::begin_phase), which
    /// waits for whatever it asks. Where the sequence skips that step then, it comes with the next.
    pub fn later(&mut self, turn: u16, phase: &str, step: P::Step) {
        let rules = self.rules;
        self.position.put_off(rules, turn, phase, step);
    }
}
