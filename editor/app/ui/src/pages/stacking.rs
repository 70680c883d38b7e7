//! What gives a ruleset a stacking limit, wherever a page misses one.

use egui::Ui;
use salient_document::charts::new_stacking_limits;
use salient_document::{Document, Edit, List};

use crate::look::icons::Icon;
use crate::look::widgets::text_button;
use crate::request::Request;

/// A button for each limit that the ruleset may begin with. Nothing to check by is no limit of none:
/// what it counts is the designer's to choose.
pub fn limit_buttons(ui: &mut Ui, document: &Document, requests: &mut Vec<Request>) {
    ui.horizontal_wrapped(|ui| {
        for limit in new_stacking_limits(document.bundle()) {
            let button = text_button(ui, Some(Icon::Plus), &limit.words, true);
            let hover = "Adds this limit to Charts › Constants, where it can be changed";
            if button.on_hover_text(hover).clicked() {
                let (list, item) = (List::Constants, limit.constant.into());
                requests.push(Request::edit(Edit::Add { list, item, at: None }));
            }
        }
    });
}
