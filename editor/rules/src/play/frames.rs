//! What is still to be done in a position: a stack, of which the top is done first.

use std::hash::{Hash, Hasher};

use salient_hex::Hex;

use super::{Stepwise, Unit};

/// Something that is still to be done.
#[derive(Debug)]
pub enum Frame<P: Stepwise> {
    /// Somebody chooses.
    Ask(Ask<P::Decision>),
    /// The system goes on by itself.
    Run(P::Step),
    /// Units walk, hex by hex.
    Walk(Walk),
    /// The step of the sequence of play begins, now that what waited for it is done.
    Begin,
}

impl<P: Stepwise> Clone for Frame<P> {
    fn clone(&self) -> Self {
        match self {
            Self::Ask(ask) => Self::Ask(ask.clone()),
            Self::Run(step) => Self::Run(step.clone()),
            Self::Walk(walk) => Self::Walk(walk.clone()),
            Self::Begin => Self::Begin,
        }
    }
}

/// A question to one side or several.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ask<D> {
    /// The sides that have still to choose, a bit each. Of several the first chooses first; none
    /// sees what another has chosen where it is hidden.
    pub open: u8,
    /// Whether what is chosen stays hidden from the others.
    pub hidden: bool,
    /// What is asked.
    pub what: D,
}

impl<D> Ask<D> {
    /// The side that chooses next.
    pub fn side(&self) -> Option<usize> {
        (self.open != 0).then(|| self.open.trailing_zeros() as usize)
    }
}

/// Units on their way. Between two hexes others may do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The units, which go together.
    pub units: Vec<Unit>,
    /// The hexes still to be entered, in order.
    pub path: Vec<Hex>,
    /// The other hex that they take up after each step, in the order of the path; empty where they
    /// take up one hex all the way.
    pub beside: Vec<Option<Hex>>,
    /// How many of them have been entered.
    pub done: usize,
    /// The rule that they walk by.
    pub rule: String,
}

impl Walk {
    /// The hex that was entered last.
    pub fn at(&self) -> Option<Hex> {
        self.path.get(self.done.checked_sub(1)?).copied()
    }

    /// The other hex that is taken up after so many steps.
    pub fn beside(&self, steps: usize) -> Option<Hex> {
        self.beside.get(steps.checked_sub(1)?).copied().flatten()
    }
}

impl Hash for Walk {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { units, path, beside, done, rule } = self;
        (units, path, done, rule).hash(state);
        // The numbers of games that know nothing of it stay what they were.
        if !beside.is_empty() {
            beside.hash(state);
        }
    }
}

/// What becomes of a walk that has entered a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It goes on, after what was pushed.
    GoOn,
    /// It ends here, after what was pushed.
    Stop,
}
