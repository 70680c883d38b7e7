//! Series of designations, and the parting of a pool.

use egui::{DragValue, Id as WidgetId, Modal, RichText, ScrollArea, TextEdit, Ui};
use salient_document::oob::{self, Series, name_of};
use salient_schema::CounterId;

use super::OrderOfBattlePage;
use crate::look::theme::palette;
use crate::look::widgets::{dialog_frame, field, primary_button, quiet, segments, text_button};
use crate::pages::PageInput;
use crate::request::order_of_battle::OobRequest;

/// The dialog of a series.
#[derive(Debug)]
pub(super) struct SeriesDialog {
    counters: Vec<CounterId>,
    series: Series,
    /// New counters like the first instead of names for all.
    adds: bool,
    many: u16,
}

impl SeriesDialog {
    pub fn new(counters: &[CounterId]) -> Self {
        Self {
            counters: counters.to_vec(),
            series: Series::default(),
            adds: counters.len() == 1,
            many: 3,
        }
    }
}

impl OrderOfBattlePage {
    pub(super) fn series_dialog(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
    ) {
        let Some(dialog) = &mut self.series else { return };
        let bundle = input.document.bundle();
        let mut done = None;
        let modal = Modal::new(ui.scope_id().with("series")).frame(dialog_frame(ui.ctx())).show(
            ui.ctx(),
            |ui| {
                ui.set_width(460.0);
                ui.heading("Series");
                if let [one] = dialog.counters.as_slice() {
                    let name = input.document.counter(one).map_or(one.as_str(), name_of);
                    let modes = [(true, "Add counters"), (false, "Number this one")];
                    if let Some(adds) = segments(ui, "What is done", &modes, dialog.adds) {
                        dialog.adds = adds;
                    }
                    if dialog.adds {
                        let leads = oob::leads_series(bundle, one, &dialog.series);
                        let first =
                            if leads { ", which is the first and gets a number too" } else { "" };
                        quiet(ui, format!("New counters like {name}{first}, in its formation."));
                    }
                } else {
                    quiet(ui, format!("New designations for {} counters.", dialog.counters.len()));
                }
                field(ui, "Pattern", |ui| {
                    let edit = TextEdit::singleline(&mut dialog.series.pattern)
                        .id(WidgetId::unique("series pattern"))
                        .desired_width(300.0);
                    ui.name_inputs("Pattern", |ui| ui.add(edit));
                });
                quiet(ui, format!("{}.", oob::PATTERN_HELP));
                if dialog.adds {
                    field(ui, "How many new", |ui| {
                        let value = DragValue::new(&mut dialog.many).range(1..=200);
                        ui.name_inputs("How many", |ui| ui.add(value));
                    });
                }
                field(ui, "Numbers", |ui| {
                    ui.label("from");
                    let value = DragValue::new(&mut dialog.series.first).range(0..=9999);
                    ui.name_inputs("First number", |ui| ui.add(value));
                    ui.label("in steps of");
                    let value = DragValue::new(&mut dialog.series.step).range(0..=100);
                    ui.name_inputs("Step", |ui| ui.add(value));
                });
                if !dialog.adds && dialog.counters.len() > 1 {
                    ui.checkbox(&mut dialog.series.by_formation, "Begin again in each formation");
                }
                let ids = if dialog.adds {
                    let like = dialog.counters.first().cloned().unwrap_or_default();
                    let leads = oob::leads_series(bundle, &like, &dialog.series);
                    vec![like; usize::from(dialog.many) + usize::from(leads)]
                } else {
                    dialog.counters.clone()
                };
                let preview = dialog.series.preview(bundle, &ids);
                for size in dialog.series.gaps(bundle, &ids) {
                    let whose = if dialog.adds || ids.len() == 1 { "it" } else { "some of them" };
                    let text =
                        format!("No {size} stands above {whose}: there is nothing to print.");
                    ui.label(RichText::new(text).color(palette(ui).warning));
                }
                ui.add_space(6.0);
                match &preview {
                    Ok(names) => {
                        ScrollArea::vertical().max_height(150.0).show(ui, |ui| {
                            let names =
                                names.iter().take(200).map(|(_, name)| match name.as_str() {
                                    "" => "(nothing)",
                                    name => name,
                                });
                            let words = names.collect::<Vec<_>>().join("  ·  ");
                            ui.add(egui::Label::new(RichText::new(words).strong()).wrap());
                        });
                    }
                    Err(error) => {
                        let words = RichText::new(error.to_string()).color(palette(ui).error);
                        ui.add(egui::Label::new(words).wrap());
                    }
                }
                ui.add_space(8.0);
                ui.horizontal(|ui| {
                    let text = if dialog.adds { "Add the series" } else { "Number them" };
                    if primary_button(ui, None, text, preview.is_ok()).clicked() {
                        done = Some(true);
                    }
                    if text_button(ui, None, "Cancel", true).clicked() {
                        done = Some(false);
                    }
                });
            },
        );
        if modal.should_close() {
            done.get_or_insert(false);
        }
        if let Some(done) = done
            && let Some(dialog) = self.series.take()
            && done
        {
            out.push(match (dialog.adds, dialog.counters.first()) {
                (true, Some(like)) => {
                    OobRequest::AddSeries(like.clone(), dialog.many, dialog.series)
                }
                _ => OobRequest::Renumber(dialog.counters, dialog.series),
            });
        }
    }

    pub(super) fn split_dialog(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
    ) {
        let Some((id, stay)) = &mut self.splitting else { return };
        let Some(counter) = input.document.counter(id) else {
            self.splitting = None;
            return;
        };
        let most = counter.count.saturating_sub(1).max(1);
        *stay = (*stay).clamp(1, most);
        let mut done = None;
        let modal = Modal::new(ui.scope_id().with("split")).frame(dialog_frame(ui.ctx())).show(
            ui.ctx(),
            |ui| {
                ui.set_width(340.0);
                ui.heading("Split the counter");
                quiet(ui, format!("{} is {} counters alike.", name_of(counter), counter.count));
                field(ui, "Stay", |ui| {
                    ui.name_inputs("How many stay", |ui| {
                        ui.add(DragValue::new(stay).range(1..=most))
                    });
                });
                ui.label(format!(
                    "The other {} become a counter of their own.",
                    counter.count - *stay
                ));
                ui.add_space(8.0);
                ui.horizontal(|ui| {
                    if primary_button(ui, None, "Split", true).clicked() {
                        done = Some(true);
                    }
                    if text_button(ui, None, "Cancel", true).clicked() {
                        done = Some(false);
                    }
                });
            },
        );
        if modal.should_close() {
            done.get_or_insert(false);
        }
        if let Some(done) = done
            && let Some((id, stay)) = self.splitting.take()
            && done
        {
            out.push(OobRequest::Split(id, stay));
        }
    }
}
