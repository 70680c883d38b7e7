//! Free placement: counters that their owner sets up in a zone, under conditions.
//!
//! A counter of a group stands nowhere until it gets a hex; then it is one of the set-up's
//! placements and of the group no longer. So a group's conditions are about whoever of its side
//! stands in the zone, and those still in the group are the ones to come.

mod conditions;
mod place;
mod zone;

pub use conditions::{ConditionState, Kept, check, states};
pub use place::{Stand, Unplaceable, Why, place, place_in};
pub use zone::{exerts_zoc, holds};
