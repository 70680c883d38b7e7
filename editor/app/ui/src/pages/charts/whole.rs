//! A chart as a whole: what it is called, what its rows and columns are, rows and columns added at
//! its end, and charts added and removed.

use egui::{Id, Ui};
use salient_document::charts::{ChartOp, NEW_TABLE, new_table};
use salient_document::oob::{fresh_chart_id, id_from_words};
use salient_document::{Edit, List};
use salient_schema::ruleset::Table;

use super::{ChartsPage, PageInput, Shown};
use crate::look::icons::Icon;
use crate::look::widgets::{card, field, heading, icon_button, text_button};
use crate::pages::schedule::{provenance_choice, text_field};
use crate::request::Request;

/// How wide a field of words is, in points.
const WORDS: f32 = 320.0;

impl ChartsPage {
    /// The button that adds a chart, at the end of the list.
    pub(super) fn add_table(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        requests: &mut Vec<Request>,
    ) {
        let ruleset = input.document.ruleset();
        let button = text_button(ui, Some(Icon::Plus), "Add table", input.editing);
        if button.on_hover_text("A table of your own, six rows of a die.").clicked() {
            requests.push(Request::edit(Edit::add_table(new_table(ruleset), None)));
            self.shown = Shown::Table(ruleset.tables.len());
            self.cell = None;
        }
    }

    /// What adds to a chart at its end.
    pub(super) fn add_to(ui: &mut Ui, table: &Table, requests: &mut Vec<Request>) {
        ui.horizontal(|ui| {
            if text_button(ui, Some(Icon::Plus), "Add row", true).clicked() {
                let at = table.rows.len();
                requests.push(Request::Charts(ChartOp::AddRow { table: table.id.clone(), at }));
            }
            if text_button(ui, Some(Icon::Plus), "Add column", true).clicked() {
                let at = table.columns.len();
                requests.push(Request::Charts(ChartOp::AddColumn { table: table.id.clone(), at }));
            }
        });
    }

    /// What the chart is called, and what its rows and columns are.
    pub(super) fn whole(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        requests: &mut Vec<Request>,
    ) {
        let id = Id::unique(("chart", &table.id));
        let mut to = table.clone();
        heading(ui, "The table itself");
        card(ui, |ui| {
            let mut words = |label: &str, name: &str, now: &mut String| {
                let typed =
                    field(ui, label, |ui| text_field(ui, id.with(label), name, label, now, WORDS));
                if let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) {
                    typed.trim().clone_into(now);
                }
            };
            words("Title", "Title of the table", &mut to.title);
            if to.title != table.title && table.id.starts_with(NEW_TABLE) {
                to.id =
                    fresh_chart_id(input.document.ruleset(), &id_from_words(&to.title, NEW_TABLE));
            }
            words("Id", "Id of the table", &mut to.id);
            words("Rows", "What the rows are", &mut to.row_axis);
            words("Columns", "What the columns are", &mut to.column_axis);
            let rule = field(ui, "Rule", |ui| {
                let now = to.rule.as_deref().unwrap_or_default();
                text_field(ui, id.with("rule"), "Rule of the table", "none", now, WORDS)
            });
            if let Some(rule) = rule {
                to.rule = Some(rule.trim().to_owned()).filter(|rule| !rule.is_empty());
            }
            field(ui, "Source", |ui| {
                let name = "Source of the table";
                if let Some(from) = provenance_choice(ui, name, id.with("source"), to.provenance) {
                    to.provenance = from;
                }
            });
            self.place(ui, input, table, requests);
        });
        if to != *table {
            requests.push(Request::edit(Edit::set_table(table.id.clone(), to)));
        }
    }

    /// Its place in the list, and its end.
    fn place(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        requests: &mut Vec<Request>,
    ) {
        let tables = &input.document.ruleset().tables;
        let Some(at) = tables.iter().position(|one| one.id == table.id) else { return };
        let mut to = None;
        ui.horizontal(|ui| {
            let name = &table.title;
            if icon_button(ui, Icon::Up, &format!("Move {name} up"), at > 0).clicked() {
                to = Some(at.saturating_sub(1));
            }
            let further = at + 1 < tables.len();
            if icon_button(ui, Icon::Down, &format!("Move {name} down"), further).clicked() {
                to = Some(at + 1);
            }
            if text_button(ui, Some(Icon::Remove), "Remove table", true).clicked() {
                requests.push(Request::edit(Edit::remove_table(table.id.clone())));
            }
        });
        if let Some(to) = to {
            requests.push(Request::edit(Edit::Move { list: List::Tables, from: at, to }));
            self.shown = Shown::Table(to);
        }
    }
}
