//! What is asked before the first step: a control each, and what hangs on the answer.

use egui::{ComboBox, DragValue, Label, RichText, ScrollArea, Ui};
use salient_rules::generator::{Answer, Question};
use salient_schema::ruleset::Nation;
use salient_schema::words::capital;

use super::GenerateDialog;
use crate::look::theme;
use crate::look::widgets::{quiet, segments, text_button};

/// So many choices stand side by side; more are a list.
const SIDE_BY_SIDE: usize = 3;

impl GenerateDialog {
    pub(super) fn questions(&mut self, ui: &mut Ui) {
        let Some(generator) = self.generator() else { return };
        let nations = self.ruleset().map_or_else(Vec::new, |ruleset| ruleset.nations.clone());
        ScrollArea::vertical().id_salt("questions").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - 10.0);
            for question in generator.questions() {
                let answers = &mut self.wish.request.answers;
                let before = answers.get(question.id);
                let now = before.map_or(question.otherwise, String::as_str).to_owned();
                ui.add(Label::new(RichText::new(question.asks).font(theme::strong(14.0))).wrap());
                let answered = ui.push_id(question.id, |ui| {
                    ui.name_inputs(question.asks, |ui| {
                        ui.horizontal_wrapped(|ui| answer(ui, question, &now, &nations)).inner
                    })
                });
                quiet(ui, format!("{} [{}]", question.explains, question.rule));
                ui.add_space(theme::GAP);
                if let Some(answered) = answered.inner {
                    answers.insert(question.id.to_owned(), answered);
                }
            }
            if !self.wish.request.answers.is_empty()
                && text_button(ui, None, "Forget all answers", true).clicked()
            {
                self.wish.request.answers.clear();
            }
        });
    }
}

/// The control of a question; what was answered by it just now.
fn answer(ui: &mut Ui, question: &Question, now: &str, nations: &[Nation]) -> Option<String> {
    match question.answer {
        Answer::Choice(choices) if choices.len() <= SIDE_BY_SIDE => {
            let ids: Vec<(&str, String)> =
                choices.iter().map(|(id, _)| (*id, capitalised(id))).collect();
            let named: Vec<(&str, &str)> =
                ids.iter().map(|(id, name)| (*id, name.as_str())).collect();
            let chosen = segments(ui, question.id, &named, now);
            ui.end_row();
            if let Some((_, words)) = choices.iter().find(|(id, _)| *id == now) {
                quiet(ui, capitalised(words));
            }
            chosen.map(str::to_owned)
        }
        Answer::Choice(choices) => {
            let named =
                choices.iter().map(|(id, words)| (*id, format!("{}: {words}", capitalised(id))));
            list(ui, question.id, now, named.collect())
        }
        Answer::Nation => {
            let named = nations.iter().map(|nation| (nation.id.as_str(), nation.name.clone()));
            list(ui, question.id, now, named.collect())
        }
        Answer::Number(least, most) => {
            let before: u32 = now.trim().parse().unwrap_or(least);
            let mut value = before;
            number(ui, &mut value, least, most, least == 0);
            (value != before).then(|| value.to_string())
        }
        Answer::Pair(least, most) => {
            let (one, other) = now.split_once(',').unwrap_or((now, now));
            let read = |text: &str| text.trim().parse::<u32>().unwrap_or(least);
            let before = [read(one), read(other)];
            let mut values = before;
            let [first, second] = &mut values;
            number(ui, first, least, most, false);
            quiet(ui, "against");
            number(ui, second, least, most, false);
            (values != before).then(|| format!("{},{}", values[0], values[1]))
        }
    }
}

/// A number; where 0 leaves it open, that is what stands there.
fn number(ui: &mut Ui, value: &mut u32, least: u32, most: u32, left_open: bool) {
    let mut drag = DragValue::new(value).range(least..=most).speed(0.1);
    if left_open {
        drag = drag
            .custom_formatter(|value, _| match value {
                0.0 => "as needed".to_owned(),
                value => format!("{value:.0}"),
            })
            .custom_parser(|text| match text.trim() {
                "as needed" | "" => Some(0.0),
                text => text.parse().ok(),
            });
    }
    ui.add(drag);
}

fn list(ui: &mut Ui, salt: &str, now: &str, named: Vec<(&str, String)>) -> Option<String> {
    let shown = named.iter().find(|(id, _)| *id == now).map_or("choose…", |(_, name)| name);
    let mut chosen = None;
    let width = (ui.available_width() - 8.0).max(120.0);
    ComboBox::from_id_salt(salt).selected_text(shown).width(width).truncate().show_ui(ui, |ui| {
        for (id, name) in &named {
            if ui.selectable_label(*id == now, name).clicked() && *id != now {
                chosen = Some((*id).to_owned());
            }
        }
    });
    chosen
}

/// An id or a phrase as a name: `wide-open` is "Wide open".
fn capitalised(text: &str) -> String {
    capital(&text.replace('-', " "))
}
