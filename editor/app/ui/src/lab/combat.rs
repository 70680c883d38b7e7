//! Attacks at each odds, and the system's own tables.

use egui::Ui;

use super::tables::{self, Reads};
use crate::look::widgets::quiet;
use crate::request::Request;

pub fn show(ui: &mut Ui, reads: &Reads<'_>, requests: &mut Vec<Request>) {
    let Some(section) = reads.record.view.section("combat") else { return };
    quiet(ui, &section.lead);
    for content in &section.content {
        tables::content(ui, reads, content, requests);
    }
}
