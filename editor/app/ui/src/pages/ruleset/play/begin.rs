//! Whose rules play the ruleset: what can be begun with, where nobody's do.

use egui::{RichText, Ui};
use salient_document::Document;
use salient_document::rules_of_play::{Lacking, PLAYED_BY, PlayedBy, Template, templates};

use crate::look::icons::Icon;
use crate::look::theme;
use crate::look::widgets::{card, heading, quiet, text_button};
use crate::pages::PageInput;
use crate::request::Request;

/// Shows it.
pub fn show(ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let ruleset = document.ruleset();
    ui.label(RichText::new("Rules of play").font(theme::strong(20.0)));
    let begun = ruleset.rules_of_play.is_some();
    match PlayedBy::of(ruleset, document.systems()) {
        PlayedBy::Program(title) => {
            quiet(
                ui,
                format!("This ruleset is played by {title}, whose rules are written in Rust."),
            );
            return;
        }
        PlayedBy::Nobody if document.systems().find(PLAYED_BY).is_none() => {
            quiet(ui, "This program plays no rules of play of a ruleset's own.");
            return;
        }
        PlayedBy::Nobody => {
            quiet(
                ui,
                "Nobody's rules play this ruleset yet. Give it rules of play, and it can be \
                       played by hand and test-run at once. Each of them can be changed later.",
            );
            heading(ui, "Give it rules of play");
        }
        PlayedBy::RulesOfPlay if begun => {
            quiet(
                ui,
                "The chapters at the left say how this game is played. What they say is what \
                       bots, test-runs and games by hand keep to.",
            );
            heading(ui, "Begin anew");
        }
        PlayedBy::RulesOfPlay => {
            quiet(ui, "This game has no rules of play yet.");
            heading(ui, "Begin with");
        }
    }
    ui.add_enabled_ui(input.editing, |ui| {
        for (template, lacking) in templates().iter().zip(lacking(ui, document)) {
            card(ui, |ui| one(ui, input, (template, &lacking), requests));
        }
    });
    quiet(
        ui,
        "The sequence of play is written anew. Charts, ratings and unit types that are missing \
               come with it; their numbers are invented.",
    );
}

/// What each template needs that is not there, reckoned once for a revision of the document.
fn lacking(ui: &Ui, document: &Document) -> Vec<Vec<Lacking>> {
    let (id, revision) = (ui.scope_id().with("lacking"), document.revision());
    let known: Option<(u64, Vec<Vec<Lacking>>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, known)) = known.filter(|(of, _)| *of == revision) {
        return known;
    }
    let found: Vec<Vec<Lacking>> =
        templates().iter().map(|template| document.lacks_for(template)).collect();
    ui.data_mut(|data| data.insert_temp(id, (revision, found.clone())));
    found
}

fn one(
    ui: &mut Ui,
    input: &PageInput<'_>,
    (template, lacking): (&Template, &[Lacking]),
    requests: &mut Vec<Request>,
) {
    ui.label(RichText::new(&template.title).font(theme::strong(15.0)));
    quiet(ui, &template.about);
    if !lacking.is_empty() {
        heading(ui, "Then still to be written");
        for one in lacking {
            quiet(ui, format!("{}: {}.", one.place, one.what));
        }
    }
    let text = format!("Begin with: {}", template.title);
    if text_button(ui, Some(Icon::Plus), &text, true).clicked() {
        let edits = vec![input.document.give_rules_of_play(template)];
        requests.push(Request::Edit { name: Some("Give it rules of play".to_owned()), edits });
    }
}
