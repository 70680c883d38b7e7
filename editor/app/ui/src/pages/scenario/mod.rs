//! The page of the scenario itself: what it is called, its notes, its game-turns, what the sides
//! begin with, what formations are told to take, and how it is won.

mod beginning;
mod orders;
pub mod start;
mod turns;
mod victory;
mod words;

use egui::{Align, Id, Rect, RichText, ScrollArea, Ui};
use salient_document::{Document, Edit, List, template};

use super::PageInput;
use crate::look::theme;
use crate::look::widgets::{card, field, heading, paragraphs, quiet, text_button, text_field};
use crate::request::Request;
use words::{AS_PUBLISHED, WORDS};

/// How wide the page is at most, in points: longer lines are hard to read.
const WIDTH: f32 = 860.0;

/// The page and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct ScenarioPage {
    /// Where in the scenario a problem is that is to come into view.
    wanted: Option<String>,
}

impl ScenarioPage {
    /// Brings what a pointer into the scenario leads to into view.
    pub fn go_to(&mut self, pointer: &str) {
        self.wanted = Some(pointer.to_owned());
    }

    /// Shows the page in all the room there is.
    pub fn show(&mut self, ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>) {
        let id = ui.scope_id().with("scenario page");
        let wanted = self.wanted.take().unwrap_or_default();
        let mut wanted = wanted.split('/').skip_while(|part| matches!(*part, "" | "scenario"));
        let (part, wanted) = (wanted.next(), wanted.collect::<Vec<&str>>());
        let document = input.document;
        ScrollArea::vertical().id_salt("scenario").auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(WIDTH.min(ui.available_width()));
            ui.add_enabled_ui(input.editing, |ui| {
                names(ui, id, input, requests);
                let wanted_level = match (part, wanted.as_slice()) {
                    (Some("victory"), ["levels", at, ..]) => at.parse().ok(),
                    _ => None,
                };
                in_view(ui, part == Some("victory") && wanted_level.is_none(), |ui| {
                    victory::show(ui, id.with("victory"), document, wanted_level, requests);
                });
                turns::show(ui, id.with("turns"), document, requests);
                in_view(ui, part == Some("levels"), |ui| {
                    start::levels(ui, id, document, input.editing, requests);
                });
                levels_as_published(ui, input, requests);
                beginning::show(ui, id.with("beginning"), document, requests);
                in_view(ui, part == Some("orders"), |ui| {
                    orders::show(ui, id.with("orders"), document, requests);
                });
                in_view(ui, part == Some("optional_rules"), |ui| {
                    start::optional_rules(ui, document, input.editing, requests);
                });
            });
            ui.add_space(theme::GROUP_GAP);
        });
    }
}

/// Shows a part of the page, and brings its top into view if that is wanted.
fn in_view(ui: &mut Ui, wanted: bool, show: impl FnOnce(&mut Ui)) {
    let top = ui.cursor().min;
    show(ui);
    if wanted {
        ui.scroll_to_rect(Rect::from_min_max(top, ui.min_rect().max), Some(Align::TOP));
    }
}

/// Title, id and notes, and what the scenario is made of.
fn names(ui: &mut Ui, id: Id, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let scenario = document.scenario();
    ui.label(RichText::new(&scenario.title).font(theme::strong(20.0)));
    quiet(ui, format!("{}, on {}", document.ruleset().title, document.map().title));
    card(ui, |ui| {
        let title = field(ui, "Title", |ui| {
            let (name, hint) = ("Title of the scenario", "What a reader calls it");
            text_field(ui, id.with("title"), name, hint, &scenario.title, WORDS)
        });
        if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
            let title = title.trim().to_owned();
            requests.push(Request::edit(Edit::SetScenarioTitle { title }));
        }
        let own = field(ui, "Id", |ui| {
            let name = "Id of the scenario";
            let typed =
                text_field(ui, id.with("id"), name, "picardy-1918", &scenario.id, WORDS / 2.0);
            quiet(ui, "By it logs and reports know the scenario.");
            typed
        });
        if let Some(own) = own {
            requests.push(Request::edit(Edit::SetScenarioId { id: own.trim().to_owned() }));
        }
        let name = "Notes of the scenario";
        let notes =
            field(ui, "Notes", |ui| paragraphs(ui, id.with("notes"), name, &scenario.notes));
        if let Some(notes) = notes {
            requests.push(Request::edit(Edit::SetScenarioNotes { notes }));
        }
    });
    map(ui, id.with("map"), document, requests);
}

/// Title and notes of the map, which other scenarios may share.
fn map(ui: &mut Ui, id: Id, document: &Document, requests: &mut Vec<Request>) {
    let map = document.map();
    heading(ui, "The map");
    card(ui, |ui| {
        let title = field(ui, "Title", |ui| {
            let (name, hint) = ("Title of the map", "What a reader calls it");
            text_field(ui, id.with("title"), name, hint, &map.title, WORDS)
        });
        if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
            let title = title.trim().to_owned();
            requests.push(Request::edit(Edit::SetMapTitle { title }));
        }
        let name = "Notes on the map";
        let notes = field(ui, "Notes", |ui| paragraphs(ui, id.with("notes"), name, &map.notes));
        if let Some(notes) = notes {
            requests.push(Request::edit(Edit::SetMapNotes { notes }));
        }
    });
}

/// Takes the starting levels over, where there are none.
fn levels_as_published(ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let known = template::has_published(document.systems(), document.ruleset());
    if !known || !document.scenario().levels.is_empty() {
        return;
    }
    heading(ui, "What the sides begin with");
    if text_button(ui, None, "Levels as the published scenario has them", true).clicked()
        && let Some(like) = template::published(document.systems(), document.ruleset())
    {
        requests.push(Request::edit(Edit::splice(List::Levels, 0, 0, like.levels)));
    }
}
