//! Carrying out changes of the set-up sheet.

use salient_document::set_up::Op;

use crate::app::{App, sentence};

impl App {
    /// Makes a change of the set-up one step of undo.
    pub(crate) fn set_up_op(&mut self, op: &Op) {
        if !self.sheet.is_editing() {
            return;
        }
        match op.plan(&self.sheet.document) {
            Ok(plan) => {
                self.edit(plan.name, plan.edits);
                if matches!(op, Op::PlaceGroup { .. }) {
                    // Undone and asked again, another way is meant.
                    self.sheet.pages.set_up.seed += 1;
                }
            }
            Err(why) => self.notices.bad(sentence(&why)),
        }
    }
}
