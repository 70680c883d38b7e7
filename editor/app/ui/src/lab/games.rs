//! Every game, to be watched again.

use egui::Ui;

use super::tables::{Reads, Shown};
use crate::look::widgets::quiet;
use crate::request::Request;

pub fn show(ui: &mut Ui, reads: &Reads<'_>, requests: &mut Vec<Request>) {
    quiet(
        ui,
        "Play a game again on the map and watch how it came to that: the same dice, the same moves.",
    );
    Shown { table: &reads.record.games, other: None, side: None, scrolls: true }
        .show(ui, reads, None, requests);
}
