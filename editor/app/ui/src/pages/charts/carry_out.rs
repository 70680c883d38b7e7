//! Carrying out changes of the charts.

use salient_document::charts::ChartOp;

use crate::app::{App, sentence};

impl App {
    /// Makes a change of the charts one step of undo.
    pub(crate) fn chart_op(&mut self, op: &ChartOp) {
        if !self.sheet.is_editing() {
            return;
        }
        let plan = match op.plan(self.sheet.document.bundle()) {
            Ok(plan) => plan,
            Err(refusal) => {
                self.notices.bad(sentence(&refusal.to_string()));
                return;
            }
        };
        self.sheet.document.begin(plan.name);
        for edit in plan.edits {
            if let Err(error) = self.sheet.document.apply(edit) {
                self.notices.bad(sentence(&error.to_string()));
                self.sheet.document.cancel();
                return;
            }
        }
        self.sheet.document.commit();
    }
}
