//! What the rules and the position of every system have in common, for a system to embed.
//!
//! [`BaseRules`] is the compiled scenario, [`BasePosition`] what of a position every game has. A
//! system's own rules and position hold one each and deref to it, so that what all share reads
//! like their own. [`Context`] is what a change of the position needs besides.

mod compile;
mod context;
mod position;
mod rules;

pub(crate) use compile::no_counter;
pub use compile::{CounterAt, arrivals, in_order, phases, sides, units};
pub use context::Context;
pub use position::{BasePosition, TurnTold, UnitState};
pub use rules::{Arrival, BaseRules, GameRules, Level, Phase, Rhythm, TurnDef, Unit, UnitDef};
