//! Attacks at each odds, and the system's own tables.

use egui::Ui;
use salient_lab::view::Content;

use super::charts::two_columns;
use super::tables::{self, Reads};
use crate::look::widgets::quiet;
use crate::request::Request;

/// The width from which there is room for two tables, in points.
const WIDE: f32 = 1560.0;

pub fn show(ui: &mut Ui, reads: &Reads<'_>, requests: &mut Vec<Request>) {
    let Some(section) = reads.record.view.section("combat") else { return };
    quiet(ui, &section.lead);
    let mut show = |ui: &mut Ui, content: &[Content]| {
        content.iter().for_each(|content| tables::content(ui, reads, content, requests));
    };
    match section.content.split_first() {
        // The attacks at the left, what the system keeps at the right.
        Some((odds, own)) if !own.is_empty() && ui.available_width() > WIDE => {
            two_columns(ui, |left, right| {
                show(left, std::slice::from_ref(odds));
                show(right, own);
            });
        }
        _ => show(ui, &section.content),
    }
}
