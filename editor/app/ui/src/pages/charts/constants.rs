//! The constants: a number a line, with what it means.

use egui::{Id, Label, Rect, RichText, ScrollArea, Sense, TextEdit, Ui, pos2, vec2};
use salient_document::charts::{self, ChartOp, ConstantLine, NEW_CONSTANT, Scope, new_constant};
use salient_document::oob::{fresh_constant_id, id_from_words};
use salient_document::{Edit, Key, List};
use salient_schema::Ruleset;
use salient_schema::ruleset::Constant;

use super::marks::{self, Sign};
use super::{ChartsPage, PageInput};
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{field, quiet, text_button};
use crate::pages::schedule::{cell_field, named, provenance_choice, text_field};
use crate::request::Request;

/// The height of a line.
const ROW: f32 = 44.0;

impl ChartsPage {
    pub(super) fn constants(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        requests: &mut Vec<Request>,
    ) {
        ui.label(RichText::new("Constants").font(theme::strong(20.0)));
        self.scope_switch(ui);
        ui.horizontal(|ui| {
            let search = TextEdit::singleline(&mut self.search)
                .hint_text("Find a number: meaning, name or rule")
                .desired_width(320.0);
            let search = ui.add(search).id;
            named(ui, search, "Find a constant");
            let add = text_button(ui, Some(Icon::Plus), "Add a number", input.editing);
            if add.on_hover_text("A number of the ruleset, for rules of its own").clicked() {
                let new = new_constant(input.document.ruleset());
                self.constant = Some(new.id.clone());
                self.scope = Scope::Ruleset;
                self.search.clear();
                requests.push(Request::edit(Edit::Add {
                    list: List::Constants,
                    item: new.into(),
                    at: Some(0),
                }));
            }
        });
        ui.add_space(4.0);
        let mut lines = charts::constants(input.document.bundle());
        let mut signs = Vec::new();
        for line in &lines {
            let from = Sign::From(line.constant.provenance);
            let changed = line.changed.as_ref().map(|_| Sign::Changed);
            for sign in std::iter::once(from).chain(changed) {
                if !signs.contains(&sign) {
                    signs.push(sign);
                }
            }
        }
        marks::legend(ui, &signs);
        let key = self.search.to_lowercase();
        lines.retain(|line| {
            let constant = &line.constant;
            let rule = constant.rule.as_deref().unwrap_or_default();
            let text = format!("{} {} {rule}", constant.meaning, constant.id).to_lowercase();
            key.split_whitespace().all(|word| text.contains(word))
        });
        let held = lines.iter().find(|line| Some(&line.constant.id) == self.constant.as_ref());
        if let Some(line) = held.cloned().filter(|_| input.editing) {
            self.constant_strip(ui, input.document.ruleset(), &line, requests);
        } else {
            quiet(ui, "Click a number to change it.");
        }
        ui.add_space(4.0);
        if lines.is_empty() {
            quiet(ui, "No constant is like that.");
        }
        ScrollArea::vertical().id_salt("constants").auto_shrink(false).show_rows(
            ui,
            ROW,
            lines.len(),
            |ui, visible| {
                for line in lines.get(visible).unwrap_or_default() {
                    self.constant(ui, input, line, requests);
                }
            },
        );
    }

    fn constant(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        line: &ConstantLine,
        requests: &mut Vec<Request>,
    ) {
        let colours = palette(ui);
        let constant = &line.constant;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        if self.constant.as_ref() == Some(&constant.id) {
            ui.painter().rect_filled(rect, 4.0, colours.accent.gamma_multiply(0.1));
        }
        ui.painter().hline(rect.x_range(), rect.bottom(), egui::Stroke::new(1.0, colours.line));
        let cell = Rect::from_min_size(rect.min + vec2(4.0, 6.0), vec2(76.0, ROW - 12.0));
        let own = line.changed.as_ref().filter(|_| self.scope == Scope::Scenario);
        let sign = match own {
            Some(_) => Sign::Changed,
            None => Sign::From(constant.provenance),
        };
        ui.painter().rect_filled(cell, 3.0, colours.card);
        marks::background(ui.painter(), cell, sign, &colours);
        let outline = egui::Stroke::new(1.0, colours.line);
        ui.painter().rect_stroke(cell, 3.0, outline, egui::StrokeKind::Inside);
        let now = own.map_or(constant.value, |(value, _)| *value).to_string();
        let id = ("constant", &constant.id);
        let name = format!("Value: {}", constant.meaning);
        let (text, response) = cell_field(ui, cell.shrink(1.0), id, &name, &now, input.editing);
        if response.has_focus() {
            self.constant = Some(constant.id.clone());
        }
        if let Some(value) = text.and_then(|text| text.trim().parse().ok()) {
            let constant = constant.id.clone();
            requests.push(Request::Charts(match self.scope {
                Scope::Ruleset => ChartOp::SetConstant { constant, value },
                Scope::Scenario => ChartOp::OverrideConstant { constant, value },
            }));
        }
        if let Some((value, reason)) = &line.changed {
            let why = reason.as_deref().map(|why| format!(" {why}")).unwrap_or_default();
            response.on_hover_text(format!(
                "The ruleset says {}; this scenario has {value}.{why}",
                constant.value
            ));
        }
        let words = Rect::from_min_max(pos2(cell.right() + 12.0, rect.top()), rect.max);
        let mut child =
            ui.new_child(egui::UiBuilder::new().max_rect(words.shrink2(vec2(0.0, 4.0))));
        child.shrink_clip_rect(words);
        child.spacing_mut().item_spacing.y = 0.0;
        child.add(Label::new(&constant.meaning).truncate());
        child.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            if let Some(rule) = &constant.rule {
                super::rule_links(ui, rule, &input.document.ruleset().citation, requests);
            }
            if let Some((value, _)) = &line.changed {
                let told = match self.scope {
                    Scope::Ruleset => format!("{value} in this scenario"),
                    Scope::Scenario => format!("the ruleset says {}", constant.value),
                };
                ui.label(RichText::new(told).color(colours.quiet).size(13.0));
            }
        });
    }

    /// What the constant in hand means, and what it is known by.
    fn form(
        &mut self,
        ui: &mut Ui,
        id: Id,
        ruleset: &Ruleset,
        constant: &Constant,
        requests: &mut Vec<Request>,
    ) {
        let rule = constant.rule.as_deref().unwrap_or_default();
        let mut to = constant.clone();
        let mut line = |label: &str, name: &str, now: &str| {
            field(ui, label, |ui| text_field(ui, id.with(label), name, label, now, 360.0))
                .map(|typed| typed.trim().to_owned())
        };
        let meaning = line("Meaning", "Meaning of the number", &constant.meaning);
        if let Some(rule) = line("Rule", "Rule of the number", rule) {
            to.rule = Some(rule).filter(|rule| !rule.is_empty());
        }
        to.meaning = meaning.filter(|typed| !typed.is_empty()).unwrap_or(to.meaning);
        if to.meaning != constant.meaning && constant.id.starts_with(NEW_CONSTANT) {
            // It is known by what it means, until it is given an id.
            to.id = fresh_constant_id(ruleset, &id_from_words(&to.meaning, NEW_CONSTANT));
        }
        if let Some(own) = line("Id", "Id of the number", &constant.id) {
            to.id = own;
        }
        if to != *constant {
            self.constant = Some(to.id.clone());
            let (list, key) = (List::Constants, Key::Name(constant.id.clone()));
            requests.push(Request::edit(Edit::Set { list, key, to: to.into() }));
        }
        if text_button(ui, Some(Icon::Remove), "Remove this number", true).clicked() {
            let (list, key) = (List::Constants, Key::Name(constant.id.clone()));
            requests.push(Request::edit(Edit::Remove { list, key }));
        }
    }

    /// What can be done with the constant in hand.
    fn constant_strip(
        &mut self,
        ui: &mut Ui,
        ruleset: &Ruleset,
        line: &ConstantLine,
        requests: &mut Vec<Request>,
    ) {
        let constant = &line.constant;
        let id = Id::unique(("constant in hand", &constant.id));
        let of = || constant.id.clone();
        crate::look::widgets::card(ui, |ui| {
            ui.add(Label::new(RichText::new(&constant.meaning).font(theme::strong(14.0))).wrap());
            if self.scope == Scope::Ruleset {
                self.form(ui, id, ruleset, constant, requests);
                let from = field(ui, "Source", |ui| {
                    provenance_choice(
                        ui,
                        "Source of the number",
                        id.with("source"),
                        constant.provenance,
                    )
                });
                if let Some(provenance) = from {
                    let op = ChartOp::SetConstantProvenance { constant: of(), provenance };
                    requests.push(Request::Charts(op));
                }
                return;
            }
            let Some((value, reason)) = &line.changed else {
                quiet(ui, "As in the ruleset. Write in its field to change it here.");
                return;
            };
            ui.label(format!("{value} in this scenario; the ruleset says {}.", constant.value));
            let now = reason.clone().unwrap_or_default();
            let new = field(ui, "Why", |ui| {
                let name = "Reason for the change";
                text_field(ui, id.with("reason"), name, "Why it is changed", &now, 360.0)
            });
            if let Some(reason) = new {
                let op = ChartOp::SetConstantReason { constant: of(), reason: Some(reason) };
                requests.push(Request::Charts(op));
            }
            if text_button(ui, Some(Icon::Undo), "Restore the ruleset's", true).clicked() {
                requests.push(Request::Charts(ChartOp::RestoreConstant { constant: of() }));
            }
        });
    }
}
