//! Carrying out what tools ask for.

use super::Action;
use crate::document::Document;
use crate::edit::{Edit, EditError};

impl Document {
    /// Carries out what a tool asks for, in order. Choosing another tool is left to the caller.
    ///
    /// # Errors
    /// The first refused edit; the others are applied all the same, so that a drag over one bad
    /// hex is not lost.
    pub fn perform(&mut self, actions: impl IntoIterator<Item = Action>) -> Result<(), EditError> {
        let mut refused = None;
        let mut actions = actions.into_iter().peekable();
        while let Some(action) = actions.next() {
            match action {
                Action::Begin(name) => self.begin(name),
                Action::Edit(edit) => {
                    let mut edits = vec![edit];
                    while let Some(Action::Edit(edit)) =
                        actions.next_if(|next| matches!(next, Action::Edit(_)))
                    {
                        edits.push(edit);
                    }
                    if let Err(error) = self.apply_each(edits) {
                        refused.get_or_insert(error);
                    }
                }
                Action::Commit => {
                    self.commit();
                }
                Action::Cancel => self.cancel(),
                Action::Select(selection) => self.select(selection),
                Action::Choose(_) | Action::AskText { .. } => {}
            }
        }
        refused.map_or(Ok(()), Err)
    }

    /// Applies edits, those that can be.
    fn apply_each(&mut self, edits: Vec<Edit>) -> Result<(), EditError> {
        // Together they are quicker. Outside a transaction each is a step of its own.
        if self.in_transaction() && edits.len() > 1 {
            let all = Edit::All { edits: edits.clone() };
            if self.apply(all).is_ok() {
                return Ok(());
            }
        }
        let mut refused = None;
        for edit in edits {
            if let Err(error) = self.apply(edit) {
                refused.get_or_insert(error);
            }
        }
        refused.map_or(Ok(()), Err)
    }
}
