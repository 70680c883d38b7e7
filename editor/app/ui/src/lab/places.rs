//! Which towns are taken, how often and when.

use egui::Ui;
use salient_lab::view::words;

use super::tables::{Reads, Shown};
use crate::look::widgets::quiet;
use crate::request::Request;

pub fn show(ui: &mut Ui, reads: &Reads<'_>, requests: &mut Vec<Request>) {
    let Some(table) = reads.record.view.table("towns") else {
        quiet(ui, "There is no town on the map that could change hands.");
        return;
    };
    let lead = words::capital(&table.lead);
    quiet(ui, format!("{lead} Click a town to see it on the map."));
    let other = reads.input.test_run.results().other();
    let other = other.and_then(|other| other.view.table(&table.id));
    Shown { table, other, side: None, scrolls: true }.show(ui, reads, None, requests);
}
