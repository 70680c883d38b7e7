//! The set-up as a list: who stands where, as a rule book's set-up sheet has it, what is still to
//! be placed, and the groups that their owner places in a zone.
//!
//! [`SetUpSheet`] is the list, ready to be drawn or copied; an [`Op`] is a change, whose
//! [`plan`](Op::plan) gives the edits.

mod begins;
mod control;
mod op;
mod sheet;

pub use begins::{StateChoice, begins_in_words, carriers, knows_states, markers, state_choices};
pub use op::{Op, Plan, Within, bring, to_place};
pub use salient_schema::words::{asked_in_words, placement_in_words as condition_in_words};
pub use sheet::{Entry, Place, Section, SectionOf, SetUpSheet, SideSheet};

use salient_rules::set_up::{ConditionState, states};

use crate::document::Document;

impl Document {
    /// How the conditions of a group of free placement stand, by its place in the scenario.
    pub fn condition_states(&self, group: usize) -> Vec<ConditionState> {
        let free = self.scenario().setup.free.get(group);
        free.map(|free| states(self.bundle(), &self.state.lookup(), free)).unwrap_or_default()
    }
}
