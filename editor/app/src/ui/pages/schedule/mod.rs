//! The page of turns, reinforcements and withdrawals.

use egui::Ui;

use super::PageInput;
use crate::ui::map::stacks::Counters;
use crate::ui::request::Request;

/// The page and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct SchedulePage {}

impl SchedulePage {
    /// Shows the page in all the room there is.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        _counters: &mut Counters,
        _requests: &mut Vec<Request>,
    ) {
        ui.label(input.document.title());
    }
}
