//! Carrying out changes of the charts.

use salient_document::Document;
use salient_document::charts::ChartOp;

use crate::look::notices::Notices;
use crate::look::sentence;
use crate::pages::one_step;

/// Makes a change of the charts one step of undo.
pub fn carry_out(op: &ChartOp, document: &mut Document, news: &mut Notices) {
    match op.plan(document.bundle()) {
        Ok(plan) => {
            one_step(document, plan.name, plan.edits, news);
        }
        Err(refusal) => news.bad(sentence(&refusal.to_string())),
    }
}
