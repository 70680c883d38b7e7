//! What is lost between two formats, under one heading for all that share a reason.

use egui::{CollapsingHeader, Label, RichText, ScrollArea, Ui};
use salient_output::export::{LossReport, Losses};

use crate::look::sentence;
use crate::look::theme;
use crate::look::widgets::quiet;

/// Shows a loss report in so many points; `none` is said where nothing is lost.
pub fn show(ui: &mut Ui, report: &LossReport, none: &str, height: f32) {
    if report.is_empty() {
        quiet(ui, none);
        return;
    }
    ScrollArea::vertical().id_salt("losses").max_height(height).auto_shrink(false).show(ui, |ui| {
        for (at, Losses { kind, fate, why, which }) in report.by_reason().into_iter().enumerate() {
            let count = match which.len() {
                0 | 1 => String::new(),
                many => format!(" ({many})"),
            };
            let mut title = format!("{kind}{count}: {}", fate.text());
            if let Some(first) = title.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            ui.add(Label::new(RichText::new(title).font(theme::strong(14.0))).wrap());
            quiet(ui, sentence(why));
            match which.as_slice() {
                [] => {}
                [only] => {
                    ui.add(Label::new(*only).wrap());
                }
                many => {
                    CollapsingHeader::new("Which").id_salt(("which", at)).show(ui, |ui| {
                        ui.add(Label::new(many.join(", ")).wrap());
                    });
                }
            }
            ui.add_space(theme::GAP);
        }
    });
}
