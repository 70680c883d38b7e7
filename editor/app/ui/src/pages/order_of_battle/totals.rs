//! Totals, always in view: each side's, and those of what is selected.

use egui::{Align, Layout, RichText, Ui};
use salient_document::Document;
use salient_document::oob::change::counters_of;
use salient_document::oob::{self, Totals};
use salient_schema::Ruleset;

use super::OrderOfBattlePage;
use crate::look::theme::{self, palette};
use crate::pages::PageInput;

/// Totals in words: `47 counters · 96 steps · Strength 950 · Morale ø 3.9`.
pub(super) fn in_words(ruleset: &Ruleset, totals: &Totals) -> String {
    let counters = if totals.counters == 1 { "counter" } else { "counters" };
    let steps = if totals.steps == 1 { "step" } else { "steps" };
    let mut words =
        vec![format!("{} {counters}", totals.counters), format!("{} {steps}", totals.steps)];
    for def in &ruleset.counters.ratings {
        let Some(total) = totals.ratings.get(&def.id) else { continue };
        if oob::adds_up(def) {
            words.push(format!("{} {}", super::short_name(&def.name), total.sum()));
        } else if let Some(mean) = total.mean() {
            words.push(format!("{} ø {mean:.1}", super::short_name(&def.name)));
        }
    }
    let denominator = i64::from(ruleset.counters.stacking_denominator.max(1));
    if totals.stacking > 0 {
        let (whole, rest) = (totals.stacking / denominator, totals.stacking % denominator);
        let rest = if rest > 0 { format!(" {rest}/{denominator}") } else { String::new() };
        words.push(format!("Stacking {whole}{rest}"));
    }
    words.join("  ·  ")
}

/// The totals of each side that has counters, by its name.
pub(super) fn of_sides(document: &Document) -> Vec<(String, Totals)> {
    let bundle = document.bundle();
    let ruleset = &bundle.ruleset;
    let of = |side: &str| {
        let counters = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        Totals::of(ruleset, counters.filter(|counter| counter.side == side))
    };
    let sides = ruleset.sides.iter().map(|side| (side.name.clone(), of(&side.id)));
    sides.filter(|(_, totals)| totals.counters > 0).collect()
}

impl OrderOfBattlePage {
    pub(super) fn totals_strip(&mut self, ui: &mut Ui, input: &PageInput<'_>) {
        let ruleset = input.document.ruleset();
        for (side, totals) in &self.totals {
            line(ui, side, &in_words(ruleset, totals));
        }
        let meant = self.meant();
        if !meant.is_empty() {
            let counters = counters_of(input.document.bundle(), &meant);
            let totals = Totals::of(ruleset, counters);
            line(ui, "Selected", &in_words(ruleset, &totals));
        } else {
            line(ui, "Selected", "nothing");
        }
    }
}

fn line(ui: &mut Ui, name: &str, words: &str) {
    let height = 18.0;
    let size = egui::vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(height);
        let quiet = palette(ui).quiet;
        ui.allocate_ui_with_layout(
            egui::vec2(84.0, height),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_width(84.0);
                ui.add(egui::Label::new(RichText::new(name).font(theme::strong(14.0))).truncate());
            },
        );
        ui.add(egui::Label::new(RichText::new(words).size(14.0).color(quiet)).truncate());
    });
}
