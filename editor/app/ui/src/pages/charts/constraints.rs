//! What the rule book says of a chart, and whether the chart keeps it; what its results mean; the
//! notes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use egui::{Id, Label, RichText, Sense, TextEdit, Ui, Vec2};
use salient_document::Edit;
use salient_document::charts::{self, ChartOp, Scope};
use salient_schema::charts::Verdict;
use salient_schema::ruleset::Table;

use super::{ChartsPage, PageInput};
use crate::look::icons::{self, Icon};
use crate::look::theme::palette;
use crate::look::widgets::{heading, quiet};
use crate::request::Request;

impl ChartsPage {
    pub(super) fn constraints(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        requests: &mut Vec<Request>,
    ) {
        let scenario = input.document.scenario();
        let lines = charts::constraints(table, scenario, self.scope);
        if lines.is_empty() {
            return;
        }
        heading(ui, "What must hold");
        let colours = palette(ui);
        for line in lines {
            let (icon, colour, word) = match line.verdict {
                Verdict::Kept => (Icon::Tick, colours.good, "kept"),
                Verdict::Broken => (Icon::Error, colours.error, "broken"),
                Verdict::InWords => (Icon::Book, colours.quiet, "for you to check"),
            };
            ui.horizontal_top(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
                icons::paint(ui.painter(), rect.shrink(1.5), icon, colour);
                ui.vertical(|ui| {
                    ui.add(Label::new(&line.text).wrap());
                    ui.horizontal(|ui| {
                        ui.spacing_mut().item_spacing.x = 8.0;
                        ui.label(RichText::new(word).color(colour).size(13.0));
                        if let Some(rule) = &line.rule {
                            let citation = &input.document.ruleset().citation;
                            super::rule_links(ui, rule, citation, requests);
                        }
                    });
                    for cell in line.cells.iter().filter(|cell| !cell.kept) {
                        let place = table.place(&cell.row, &cell.column);
                        let text = match &cell.reads {
                            Some(reads) => format!(
                                "Row {}, column {} reads {reads}; it must read {}.",
                                cell.row, cell.column, cell.must
                            ),
                            None => format!(
                                "There is no row {} with a column {}.",
                                cell.row, cell.column
                            ),
                        };
                        match place {
                            Some(place) => {
                                if ui.link(RichText::new(text).color(colours.error)).clicked() {
                                    self.wants_focus = Some(place);
                                }
                            }
                            None => {
                                ui.label(RichText::new(text).color(colours.error));
                            }
                        }
                    }
                });
            });
            ui.add_space(2.0);
        }
    }

    pub(super) fn notes(
        &self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        requests: &mut Vec<Request>,
    ) {
        let writes = input.editing && self.scope == Scope::Ruleset;
        if table.notes.is_empty() && !writes {
            return;
        }
        heading(ui, "Notes");
        if !writes {
            for note in &table.notes {
                quiet(ui, note.as_str());
            }
            return;
        }
        let id = Id::unique(("chart notes", &table.id));
        let hint = "Decisions about this chart, a paragraph each";
        let now = table.notes.join("\n\n");
        if let Some(text) = written(ui, id, "Notes on the chart", hint, &now) {
            let notes = text.split("\n\n").map(str::trim).filter(|note| !note.is_empty());
            let notes = notes.map(str::to_owned).collect();
            requests.push(Request::Charts(ChartOp::SetNotes { table: table.id.clone(), notes }));
        }
    }

    /// What the chart's results mean, and what they do where rules are played by it.
    pub(super) fn meanings(
        &self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        requests: &mut Vec<Request>,
    ) {
        let writes = input.editing && self.scope == Scope::Ruleset;
        let scenario = (self.scope == Scope::Scenario).then(|| input.document.scenario());
        let met = table.meanings_in(input.document.ruleset(), scenario);
        if met.is_empty() && !writes {
            return;
        }
        heading(ui, "What its results mean");
        if !writes {
            for (results, meaning) in met {
                ui.add(Label::new(format!("{results}: {meaning}")).wrap());
            }
            return;
        }
        let mut set = |to| requests.push(Request::edit(Edit::set_table(table.id.clone(), to)));
        let id = Id::unique(("chart meanings", &table.id));
        let hint = "M: a morale check. A line each, # for any number: #X: so many steps.";
        if let Some(meanings) = by_result(ui, id, "Meanings of results", hint, &table.meanings) {
            set(Table { meanings, ..table.clone() });
        }
        quiet(ui, "What each does, in codes that the program knows:");
        let id = Id::unique(("chart results", &table.id));
        let hint = "Dr#: DR#. A line each: the defender retreats. DD: D:disrupted.";
        if let Some(results) = by_result(ui, id, "What results do", hint, &table.results) {
            set(Table { results, ..table.clone() });
        }
        // What the program says by itself, below what is written.
        for (results, meaning) in met.iter().filter(|(_, meaning)| matches!(meaning, Cow::Owned(_)))
        {
            quiet(ui, format!("{results}: {meaning}"));
        }
    }
}

/// A field of what is said of each result; the new, once it is left with something else.
fn by_result(
    ui: &mut Ui,
    id: Id,
    name: &str,
    hint: &str,
    now: &BTreeMap<String, String>,
) -> Option<BTreeMap<String, String>> {
    let lines: Vec<String> = now.iter().map(|(result, said)| format!("{result}: {said}")).collect();
    let text = written(ui, id, name, hint, &lines.join("\n"))?;
    Some(meanings_of(&text)).filter(|said| said != now)
}

/// Results and what is said of them out of lines as `M: a morale check`.
fn meanings_of(text: &str) -> BTreeMap<String, String> {
    text.lines()
        // A result may have a colon of its own, `D:disrupted: no attack`.
        .filter_map(|line| line.split_once(": ").or_else(|| line.split_once(':')))
        .map(|(result, means)| (result.trim(), means.trim()))
        .filter(|(result, means)| !result.is_empty() && !means.is_empty())
        .map(|(result, means)| (result.to_owned(), means.to_owned()))
        .collect()
}

/// A field of several lines; what stands in it once it is left, if that is something else.
fn written(ui: &mut Ui, id: Id, name: &str, hint: &str, now: &str) -> Option<String> {
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| now.to_owned());
    let field = TextEdit::multiline(&mut text)
        .id(id)
        .hint_text(hint)
        .desired_rows(2)
        .desired_width(ui.available_width().min(640.0));
    let response = ui.add(field);
    crate::pages::schedule::named(ui, id, name);
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    (response.lost_focus() && text != now).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::meanings_of;

    #[test]
    fn a_meaning_a_line() {
        let found = meanings_of(
            "M: checks morale: each unit\n\n #X :steps\nno meaning\n: none\nX:\nD:d: D:e",
        );
        let found: Vec<(&str, &str)> =
            found.iter().map(|(result, means)| (result.as_str(), means.as_str())).collect();
        let wanted = [("#X", "steps"), ("D:d", "D:e"), ("M", "checks morale: each unit")];
        assert_eq!(found, wanted);
    }
}
