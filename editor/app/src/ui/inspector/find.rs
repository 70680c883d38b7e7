//! The tab "Find": find and replace.

use egui::Ui;

use super::InspectorInput;
use crate::ui::request::Request;

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct Find {}

impl Find {
    /// Shows the tab.
    pub fn show(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, _requests: &mut Vec<Request>) {
        ui.label(input.document.title());
    }
}
