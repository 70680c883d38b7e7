//! The page of the ruleset's charts, constants and roles: as the rule book prints them, edited in place,
//! for the ruleset or for this scenario alone.

mod carry_out;
mod constants;
mod constraints;
mod contents;
mod marks;
mod roles;
mod table;
mod whole;

pub use carry_out::carry_out;
pub(super) use contents::row as contents_row;
pub(super) use roles::{fillers, roles};

use egui::{Frame, Margin, Panel, ScrollArea, Ui};
use salient_document::charts::Scope;
use salient_schema::Ruleset;

use super::PageInput;
use crate::look::widgets::quiet;
use crate::map::stacks::Counters;
use crate::request::Request;

/// The page and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct ChartsPage {
    shown: Shown,
    scope: Scope,
    /// The cell in hand, by row and column of the chart that shows.
    cell: Option<(usize, usize)>,
    /// A cell that is to get the keyboard.
    wants_focus: Option<(usize, usize)>,
    /// The cell that gets it in this frame.
    gets_focus: Option<(usize, usize)>,
    /// The constant in hand.
    constant: Option<String>,
    /// What is looked for among the constants.
    search: String,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// A chart, by its place in the ruleset.
    Table(usize),
    /// The constants.
    Constants,
    /// What fills which role.
    Roles,
}

impl Default for Shown {
    fn default() -> Self {
        Self::Table(0)
    }
}

impl ChartsPage {
    /// Shows the page in all the room there is.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        _counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        let ruleset = input.document.ruleset();
        if let Shown::Table(at) = self.shown
            && at >= ruleset.tables.len()
        {
            let none = ruleset.tables.is_empty();
            self.shown = if none { Shown::Constants } else { Shown::Table(0) };
            self.cell = None;
        }
        let id = ui.scope_id().with("contents");
        Panel::left(id)
            .default_size(230.0)
            .size_range(150.0..=360.0)
            .frame(Frame::new().inner_margin(Margin { left: 0, right: 8, top: 0, bottom: 0 }))
            .show(ui, |ui| {
                ScrollArea::vertical().id_salt("contents").auto_shrink(false).show(ui, |ui| {
                    self.contents(ui, input, requests);
                });
            });
        let margin = Margin { left: 10, right: 0, top: 0, bottom: 0 };
        egui::CentralPanel::no_frame().frame(Frame::new().inner_margin(margin)).show(ui, |ui| {
            match self.shown {
                Shown::Table(at) => {
                    if let Some(table) = ruleset.tables.get(at) {
                        ScrollArea::both().id_salt(("chart", at)).auto_shrink(false).show(
                            ui,
                            |ui| {
                                self.table(ui, input, table, requests);
                            },
                        );
                    }
                }
                Shown::Constants => self.constants(ui, input, requests),
                Shown::Roles => self.roles(ui, input, requests),
            }
        });
    }

    /// Brings what a pointer into the ruleset leads to in hand.
    pub fn go_to(&mut self, pointer: &str, ruleset: &Ruleset) {
        let mut parts = pointer.split('/').skip_while(|part| matches!(*part, "" | "ruleset"));
        let list = parts.next();
        let at = parts.next().and_then(|at| at.parse::<usize>().ok());
        match list {
            Some("tables") => {
                self.shown = Shown::Table(at.unwrap_or(0));
                self.cell = None;
            }
            Some("constants") => {
                self.shown = Shown::Constants;
                self.search.clear();
                if let Some(constant) = at.and_then(|at| ruleset.constants.get(at)) {
                    self.constant = Some(constant.id.clone());
                    // Among many it would be out of sight.
                    self.search.clone_from(&constant.id);
                }
            }
            Some("roles") => self.shown = Shown::Roles,
            _ => {}
        }
    }

    /// Whose numbers are changed.
    fn scope_switch(&mut self, ui: &mut Ui) {
        let choices =
            [(Scope::Ruleset, "Edit the ruleset"), (Scope::Scenario, "Override in this scenario")];
        if let Some(scope) =
            crate::look::widgets::segments(ui, "Whose numbers are changed", &choices, self.scope)
        {
            self.scope = scope;
        }
        quiet(
            ui,
            match self.scope {
                Scope::Ruleset => "What is written here holds for every scenario of this system.",
                Scope::Scenario => "What is written here holds in this scenario only.",
            },
        );
    }
}

/// Links to the rules that are cited: `KB 9.42, 12.31` names two.
fn rule_links(ui: &mut Ui, cited: &str, citation: &str, requests: &mut Vec<Request>) {
    for (at, rule) in cited.split(',').map(str::trim).filter(|rule| !rule.is_empty()).enumerate() {
        let whole = match at {
            0 => rule.to_owned(),
            _ if rule.starts_with(citation) => rule.to_owned(),
            _ => format!("{citation} {rule}"),
        };
        let link = ui.link(egui::RichText::new(rule).size(13.0));
        if link.on_hover_text(format!("What {whole} asks")).clicked() {
            requests.push(Request::ShowRule(whole));
        }
    }
}
