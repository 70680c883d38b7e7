//! What a side is asked and where the game goes on by itself, with all that either carries along:
//! plain data, below the rooms that ask and do it.

pub mod battle;
pub mod march;
pub mod retreat;

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Unit};

use crate::rules::Offensive;

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Which plans it abandons (1914 26.3).
    Plans,
    /// What is attached to what, and where areas end (1914 5).
    Attachment,
    /// Which supply units it extends (1914 15.6.1).
    Supply,
    /// Where its depot is displaced to (1914 15.6.2b).
    Displace(Displaced),
    /// Where its depot is put (1914 15.6.4, 15.7.1, 17.2.1).
    Site(Siting),
    /// Which army runs short of ammunition (1914 15.8.2).
    Shortage,
    /// Its movement, and what it does in the midst of the enemy's (1914 7, 8).
    March(march::Asked),
    /// Its attacks, and all that is chosen in a combat (1914 9).
    Battle(battle::Asked),
    /// Where its own fall back to (1914 11.1).
    Retreat(Box<retreat::Going>),
    /// Who takes a strength reduction (1914 9.10.1).
    Loss(Box<Loss>),
    /// Which cavalry retires (1914 8.3).
    Retire(Retiring),
    /// Which forces retire of their own will (1914 20.0).
    Withdraw,
    /// Where reinforcements are placed, who is reinforced (1914 16).
    Arrivals(Arriving),
    /// Whether it combines units that are together (1914 16.3).
    Combine,
    /// Who leaves for the east (1914 25.2).
    East,
    /// Which bases of its armies are transferred, or flee in the attachment phase (1914 23.1, 24.3).
    Bases {
        /// Whether it is the attachment phase.
        attachment: bool,
    },
    /// Whether it floods the country by the Ijzer (1914 21.3).
    Inundation,
    /// Whether it takes its points for captured towns now (1914 27.3).
    Capture,
}

/// Where the game goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// In a movement phase (1914 7, 8).
    March(march::Step),
    /// In an attack phase (1914 9).
    Battle(battle::Step),
    /// In a supply phase (1914 15.4).
    Supply(Supplying),
    /// A depot is displaced (1914 15.6.2b).
    Displace(Displaced),
    /// Units fall back (1914 11.1).
    Retreat(Box<retreat::Going>),
    /// Strength reductions are taken (1914 9.10.1).
    Loss(Box<Loss>),
    /// A side's units that are together after its movement combine (1914 16.3, 16.4).
    Combine(usize),
    /// A side's cavalry retires (1914 8.3).
    Retire(Retiring),
    /// A side's turn to retire of its own will has come (1914 20.0).
    Withdraw(usize),
    /// One of its forces has retired, and others may (1914 20.0).
    WithdrawMore(usize),
}

/// Strength reductions that some units of a side have still to take, one unit each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loss {
    /// Whose.
    pub side: usize,
    /// Those among whom one takes each, by rising unit.
    pub units: Vec<Unit>,
    /// How many.
    pub left: u8,
    /// Whether what nobody can take costs a replacement (1914 9.10.2): the combat results table's.
    pub recorded: bool,
    /// The attack that it comes of, if one.
    pub attack: Option<u32>,
    /// Why: `combat`, `check`, `forced-march`, `retreat`, or [`LEVEL`](crate::losses::LEVEL).
    pub cause: &'static str,
    /// The rule.
    pub rule: &'static str,
}

/// A supply phase on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Supplying {
    /// Whose.
    pub side: usize,
    /// The depots whose lines of communications are still to be looked at.
    pub depots: Vec<Unit>,
    /// Whether one was displaced.
    pub moved: bool,
    /// Whether the side was done with what it may choose.
    pub done: bool,
}

/// A depot that is displaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Displaced {
    /// The depot.
    pub depot: Unit,
    /// Where it stood.
    pub from: Hex,
    /// Whether it must have a line of communications where it goes (1914 15.4).
    pub linked: bool,
}

/// A depot that is put somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Siting {
    /// The depot.
    pub depot: Unit,
    /// Why.
    pub why: Sited,
}

/// Why a depot is put somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sited {
    /// It leaves the map and stands there some game-turns later (1914 15.6.4).
    Relocation,
    /// It is the secondary depot of an army (1914 15.7.1).
    Secondary,
    /// It is that of an army detachment (1914 17.2.1).
    Detachment,
}

/// Which side's cavalry retires, and whose comes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Retiring {
    /// Whose.
    pub side: usize,
    /// Whether the other side follows.
    pub first: bool,
}

/// What is asked of arrivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arriving {
    /// Where a unit is placed (1914 16.1).
    Place,
    /// Who is reinforced (1914 16.6).
    Replace,
}

impl From<march::Step> for Step {
    fn from(step: march::Step) -> Self {
        Self::March(step)
    }
}

impl From<battle::Step> for Step {
    fn from(step: battle::Step) -> Self {
        Self::Battle(step)
    }
}

impl From<Box<battle::Fight>> for Step {
    fn from(fight: Box<battle::Fight>) -> Self {
        Self::Battle(battle::Step::Fight(fight))
    }
}

impl From<retreat::Going> for Step {
    fn from(going: retreat::Going) -> Self {
        Self::Retreat(Box::new(going))
    }
}

impl From<retreat::Retreat> for Step {
    fn from(retreat: retreat::Retreat) -> Self {
        retreat::Going { retreat, passed: Vec::new(), train: false }.into()
    }
}

impl From<Loss> for Step {
    fn from(loss: Loss) -> Self {
        Self::Loss(Box::new(loss))
    }
}

impl From<march::Asked> for Decision {
    fn from(asked: march::Asked) -> Self {
        Self::March(asked)
    }
}

impl From<battle::Asked> for Decision {
    fn from(asked: battle::Asked) -> Self {
        Self::Battle(asked)
    }
}

/// Goes on so, after all that is pushed later.
pub fn then(cx: &mut PlayContext<'_, Offensive>, step: impl Into<Step>) {
    cx.then(step.into());
}

/// Asks a side, after all that is pushed later.
pub fn ask(cx: &mut PlayContext<'_, Offensive>, side: usize, what: impl Into<Decision>) {
    cx.ask(side, what.into());
}
