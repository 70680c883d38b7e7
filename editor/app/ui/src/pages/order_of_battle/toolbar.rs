//! Search, sides, and what can be done.

use egui::{Id as WidgetId, TextEdit, Ui};
use salient_document::oob::Key;

use super::series::SeriesDialog;
use super::{Mode, OrderOfBattlePage};
use crate::look::icons::Icon;
use crate::look::widgets::{button_height, icon_button, named_text, segments, text_button};
use crate::pages::PageInput;
use crate::request::order_of_battle::OobRequest;

impl OrderOfBattlePage {
    pub(super) fn toolbar(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
    ) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let search = TextEdit::singleline(&mut self.search)
                .id(WidgetId::unique("find in the order of battle"))
                .hint_text("Find a unit, a corps, a hex")
                .min_size(egui::vec2(0.0, button_height(ui)))
                .align(egui::Align2::LEFT_CENTER)
                .desired_width(190.0);
            named_text(ui, "Find in the order of battle", search);
            let sides = &input.document.ruleset().sides;
            let mut choices: Vec<(Option<usize>, &str)> = vec![(None, "All")];
            choices.extend(sides.iter().enumerate().map(|(at, one)| (Some(at), one.name.as_str())));
            let now = self.side.as_ref().and_then(|id| sides.iter().position(|one| one.id == *id));
            if let Some(chosen) = segments(ui, "Side", &choices, now) {
                self.side = chosen.and_then(|at| sides.get(at)).map(|one| one.id.clone());
            }
            ui.add_space(6.0);
            let first = || sides.first().map(|side| Key::Side(side.id.clone()));
            let beside = self.beside().or_else(first);
            let editing = input.editing;
            if text_button(ui, Some(Icon::Counter), "Add counter", editing).clicked()
                && let Some(key) = &beside
            {
                out.push(OobRequest::AddCounter(key.clone()));
            }
            if text_button(ui, Some(Icon::List), "Add formation", editing).clicked()
                && let Some(key) = beside
            {
                out.push(OobRequest::AddFormation(key));
            }
            let keys = self.selected_keys();
            let meant = self.meant();
            let some = editing && !keys.is_empty();
            if text_button(ui, None, "Duplicate", some).clicked() {
                out.push(OobRequest::Duplicate(keys.clone()));
            }
            let series = editing && !meant.is_empty();
            let button = text_button(ui, None, "Series…", series);
            if button
                .on_hover_text("Number the selected counters, or add a series like one")
                .clicked()
            {
                self.series = Some(SeriesDialog::new(&meant));
            }
            let pool = match meant.as_slice() {
                [one] => input.document.counter(one).filter(|counter| counter.count > 1),
                _ => None,
            };
            if let Some(counter) = pool
                && text_button(ui, None, "Split…", editing).clicked()
            {
                self.splitting = Some((counter.id.clone(), counter.count / 2));
            }
            if icon_button(ui, Icon::Remove, "Delete what is selected", some).clicked() {
                out.push(OobRequest::AskDelete(keys));
            }
            ui.add_space(6.0);
            if text_button(ui, None, "Read CSV…", editing).clicked() {
                out.push(OobRequest::AskImport);
            }
            if text_button(ui, None, "Write CSV…", true).clicked() {
                out.push(OobRequest::AskExport);
            }
            ui.add_space(6.0);
            let modes = [
                (Mode::Counters, "Counters"),
                (Mode::Table, "Table"),
                (Mode::Displays, "Displays"),
            ];
            if let Some(mode) = segments(ui, "Show as", &modes, self.mode) {
                self.mode = mode;
            }
        });
    }
}
