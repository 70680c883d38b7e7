//! What may come of an attack, before any die is rolled.

use egui::{Label, RichText, Ui};
use salient_play::Prospects;

use super::theme;
use super::widgets::quiet;

/// So many outcomes are listed.
const MOST_OUTCOMES: usize = 8;

/// What may come of it, before the dice are rolled. `sides` are the names of the sides.
pub fn prospects(ui: &mut Ui, found: &Prospects, sides: &[String]) {
    for line in &found.certain {
        ui.add(Label::new(line.text.trim()).wrap());
    }
    for one in &found.modifiers {
        quiet(ui, format!("{:+} {} ({})", one.by, one.what, one.rule));
    }
    if let Some(granted) = &found.granted {
        quiet(ui, format!("If {granted}:"));
    }
    if found.about {
        quiet(ui, "About, as more dice are rolled than can all be gone through:");
    }
    let listed = found.listed(sides, MOST_OUTCOMES);
    if listed.each {
        quiet(ui, "Each by itself:");
    }
    egui::Grid::new("prospects").num_columns(2).show(ui, |ui| {
        for (chance, words) in &listed.rows {
            let percent = format!("{:.0} %", chance * 100.0);
            ui.label(RichText::new(percent).font(theme::strong(14.0)));
            ui.add(Label::new(words).wrap());
            ui.end_row();
        }
    });
}
