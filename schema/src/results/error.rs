//! Why a cell is not in the language of combat results.

use std::fmt;

use super::outcome::Side;
use crate::suggest::shown;

/// A cell that is not in the language of combat results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct ResultError {
    /// The cell; if it has codes of the designer's own, with what they stand for.
    pub text: String,
    /// Where it goes wrong: the byte of `text`, from 0.
    pub at: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing stands there.
    Empty,
    /// Something else stands there than what may.
    Expected(Expected),
    /// A number out of its range.
    Number {
        /// The least that it may be.
        least: u8,
        /// The most that it may be.
        most: u8,
        /// What is counted, in the plural.
        of: &'static str,
    },
    /// A `+` with a space on one side only, which may be a modifier or two results.
    Lopsided,
    /// More results for one side than so many.
    TooMany(usize),
    /// It contradicts what stands before it.
    Clash(Clash),
}

/// What may stand at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A result.
    Result,
    /// What happens to a side, behind its letter.
    Part,
    /// Another part of the same result, or the end of it.
    Joint,
    /// A number.
    Number,
    /// The id of a state.
    State,
}

/// Two results that cannot both be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Clash {
    /// The same is said twice of a side.
    #[error("the {side} {part} twice")]
    Twice {
        /// The side.
        side: Side,
        /// What is said twice.
        part: Part,
    },
    /// A side is eliminated, and something else happens to it.
    #[error("the {0} is eliminated, so nothing else can happen to that side")]
    Eliminated(Side),
    /// An exchange, and losses of the attacker or anything of the defender.
    #[error(
        "an exchange eliminates the defender and says what the attacker loses, so nothing else can \
         happen to the defender, and the attacker has no other losses"
    )]
    Exchange,
    /// Contact, and something after which the sides are not in contact.
    #[error("in contact both sides stay where they are: none retreats, advances or is eliminated")]
    Contact,
    /// An advance of an attacker who goes back or is gone.
    #[error("an attacker who retreats or is eliminated does not advance")]
    Advance,
    /// Two exchanges.
    #[error("there is an exchange twice")]
    TwoExchanges,
    /// Two advances.
    #[error("there is an advance twice")]
    TwoAdvances,
}

/// What may happen to a side only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Losses.
    Losses,
    /// A retreat.
    Retreat,
    /// A morale check.
    Check,
    /// One and the same state.
    State,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Attacker => "attacker",
            Self::Defender => "defender",
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Losses => "has losses",
            Self::Retreat => "retreats",
            Self::Check => "checks morale",
            Self::State => "takes the same state",
        })
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Result => {
                "a result: `-`, `EX`, `HX`, `C`, `ADV1`, losses as `1/2`, or `A`, `D` or `B` and \
                 what happens to that side"
            }
            Self::Part => {
                "what happens to the side: a number of steps, `P` and a number of strength \
                 points, `E`, `R`, `RT`, `M`, or `:` and the id of a state"
            }
            Self::Joint => "a space and the next result",
            Self::Number => "a number",
            Self::State => {
                "the id of a state: lower-case letters and digits, with single hyphens or \
                 underscores between"
            }
        })
    }
}

impl ResultError {
    /// The cell and what is wrong with it, in a sentence without its full stop.
    fn message(&self) -> String {
        let cell = shown(&self.text);
        let rest = self.text.get(self.at..).unwrap_or_default();
        match &self.fault {
            Fault::Empty => "nothing stands in the cell; `-` is no effect".to_owned(),
            Fault::Expected(what) if rest.is_empty() => {
                format!("`{cell}` ends where there must be {what}")
            }
            Fault::Expected(what) => {
                format!("in `{cell}`, `{}` stands where there must be {what}", shown(rest))
            }
            Fault::Number { least, most, of } => {
                format!("in `{cell}`, `{}`: {of} go from {least} to {most}", shown(rest))
            }
            Fault::Lopsided => format!(
                "in `{cell}`, `+` has a space on one side only; a modifier has none, and between \
                 two results there is one on both sides or none"
            ),
            Fault::TooMany(most) => {
                format!("in `{cell}`, more than {most} results are for the same side")
            }
            Fault::Clash(clash) => format!("in `{cell}`, {clash}"),
        }
    }
}
