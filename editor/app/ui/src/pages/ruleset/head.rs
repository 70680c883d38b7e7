//! The ruleset itself: what it says of itself, whose rules play it, where it is kept, and a copy of
//! its own for this document.

use egui::{Checkbox, Id, RichText, Ui};
use salient_document::oob::is_id;
use salient_document::rules_of_play::PLAYED_BY;
use salient_document::{Document, Edit, Origin, RulesetHead};
use salient_output::plural;
use salient_rules::SystemInfo;
use salient_rules::stacking::Stacked;
use salient_schema::ruleset::SetUpCheck;

use super::fields::{WORDS, maybe_text, text};
use crate::look::icons::Icon;
use crate::look::theme;
use crate::look::widgets::{card, field, heading, paragraphs, quiet, text_button, text_field};
use crate::pages::PageInput;
use crate::pages::schedule::wide_choice;
use crate::pages::stacking::limit_buttons;
use crate::request::Request;
use crate::request::command::UiCommand;

/// Shows the head of the ruleset, whose rules play it, its file and its notes.
pub fn show(ui: &mut Ui, id: Id, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let ruleset = document.ruleset();
    ui.label(RichText::new(&ruleset.title).font(theme::strong(20.0)));
    ui.add_enabled_ui(input.editing, |ui| {
        let now = RulesetHead::of(ruleset);
        let mut to = now.clone();
        card(ui, |ui| names(ui, id, document, &mut to));
        heading(ui, "Whose rules play it");
        card(ui, |ui| played_by(ui, id, document, requests));
        heading(ui, "Checked in every set-up and schedule");
        card(ui, |ui| checks(ui, document, &mut to.unchecked, requests));
        heading(ui, "Notes");
        card(ui, |ui| {
            if let Some(notes) =
                paragraphs(ui, id.with("notes"), "Notes on the ruleset", &now.notes)
            {
                to.notes = notes;
            }
        });
        if to != now {
            requests.push(Request::edit(Edit::SetRulesetHead { head: Box::new(to) }));
        }
        heading(ui, "Where it is kept");
        card(ui, |ui| {
            quiet(ui, where_kept(input));
            let is_shared = !is_new(document) && !document.paths().is_bundle;
            if is_shared && text_button(ui, Some(Icon::Copy), "Copy the ruleset", true).clicked() {
                requests.push(Request::Command(UiCommand::CopyRuleset));
            }
        });
    });
}

/// What it is called, and by whom it was published.
fn names(ui: &mut Ui, id: Id, document: &Document, to: &mut RulesetHead) {
    text(ui, id.with("title"), "Title", "Title of the ruleset", &mut to.title);
    let typed = field(ui, "Id", |ui| {
        let name = "Id of the ruleset";
        let typed = text_field(ui, id.with("id"), name, "anzac-landing", &to.id, WORDS / 2.0);
        quiet(ui, "By it files and logs know the ruleset.");
        typed
    });
    if let Some(own) = typed.map(|typed| typed.trim().to_owned()).filter(|own| is_id(own)) {
        *to = to.clone().renamed(own, document.systems());
    }
    let typed = field(ui, "Cited as", |ui| {
        let name = "What stands before the number of a rule";
        let typed = text_field(ui, id.with("citation"), name, "AL", &to.citation, WORDS / 4.0);
        quiet(ui, "stands before the number of a rule, as in “AL 7.21”");
        typed
    });
    if let Some(citation) = typed {
        citation.trim().clone_into(&mut to.citation);
    }
    let name = "Who published it, and when";
    maybe_text(ui, id.with("publisher"), "Publisher", name, &mut to.publisher);
}

/// Whose rules play it, and which of its things are parts of those rules.
fn played_by(ui: &mut Ui, id: Id, document: &Document, requests: &mut Vec<Request>) {
    let title = |info: SystemInfo<'_>| match info.id {
        PLAYED_BY => "Rules of play of its own".to_owned(),
        _ => info.title.to_owned(),
    };
    let all = document.systems().iter().map(|system| system.info());
    let choices: Vec<(Option<String>, String)> =
        [(None, "No rules: it is drawn, checked, printed and exported".to_owned())]
            .into_iter()
            .chain(all.map(|info| (Some(info.id.to_owned()), title(info))))
            .collect();
    // One that is made of the ruleset has the ruleset's own id.
    let system = document.systems().find(document.ruleset().system());
    let now = system.map(|system| system.info().id.to_owned());
    field(ui, "Rules", |ui| {
        let name = "Whose rules play it";
        if let Some(other) = wide_choice(ui, name, id.with("rules"), WORDS, &choices, &now) {
            let name = Some("Change whose rules play it".to_owned());
            requests.push(Request::Edit { name, edits: vec![document.play_by(other.as_deref())] });
        }
    });
    let stated = document.empty_roles();
    let told = match choices.iter().find(|(id, _)| id.is_some() && *id == now) {
        None => "Bots and test-runs need rules; the sandbox moves counters without any.".to_owned(),
        Some((Some(id), _)) if id == PLAYED_BY => {
            "They stand below at the left, under Rules of play, chapter by chapter.".to_owned()
        }
        Some((_, title)) => format!(
            "{title}: what this ruleset and scenario define plays {} of its rules. Charts › Roles \
             shows each with its rule. With other rules, or none, nothing plays them any more.",
            plural(stated.len(), "part")
        ),
    };
    quiet(ui, told);
    if !stated.is_empty() && text_button(ui, Some(Icon::Remove), "Empty all parts", true).clicked()
    {
        let name = Some("Empty all parts in the rules".to_owned());
        requests.push(Request::Edit { name, edits: stated });
    }
}

/// What is checked whoever's rules play it.
fn checks(
    ui: &mut Ui,
    document: &Document,
    unchecked: &mut Vec<SetUpCheck>,
    requests: &mut Vec<Request>,
) {
    let by_system = document.system().map(|system| system.checks_itself().to_vec());
    let by_system = by_system.unwrap_or_default();
    for check in SetUpCheck::ALL {
        let needs_limit = *check == SetUpCheck::Stacking && !by_system.contains(check);
        if needs_limit && !Stacked::is_limited(document.bundle()) {
            let text = format!("{}: no limit is given", check.text());
            ui.add_enabled(false, Checkbox::new(&mut false, text));
            limit_buttons(ui, document, requests);
            continue;
        }
        let mut is_on = !unchecked.contains(check);
        if ui.add(Checkbox::new(&mut is_on, check.text())).changed() {
            match is_on {
                true => unchecked.retain(|other| other != check),
                false => unchecked.push(*check),
            }
            unchecked.sort_unstable();
        }
    }
    quiet(ui, "Rules that play it check this in their own way as well.");
}

/// Whether it was begun or imported here and no file has it yet: neither on the disk nor in the
/// program.
fn is_new(document: &Document) -> bool {
    let here = document.paths().scenario.as_str();
    let built_in = |path: &&str| *path == here;
    *document.origin() == Origin::Embedded
        && !document.systems().iter().any(|it| it.published().scenarios.iter().any(built_in))
}

/// Where the ruleset is kept, and who else reads it.
fn where_kept(input: &PageInput<'_>) -> String {
    let document = input.document;
    let paths = document.paths();
    let files = "The copy has a title of its own and is written beside the scenario, with a map \
                 and orders of battle that are made for it.";
    if document.has_copied_ruleset() {
        return "This document has a copy of its own. It is written to new files beside the \
                scenario when you save; the files that it came from stay as they are."
            .to_owned();
    }
    match document.origin() {
        Origin::Embedded if is_new(document) => {
            "The first save writes it to a file beside the scenario. New map and New game offer it \
             as long as it is open, and afterwards from there."
                .to_owned()
        }
        Origin::Embedded => {
            "It is built into Salient. Saved under a name of its own, this document has a \
             ruleset of its own beside it."
                .to_owned()
        }
        Origin::File(_) if paths.is_bundle => {
            "It is in the same file as the scenario, and nobody else reads it.".to_owned()
        }
        Origin::File(_) => format!(
            "It is in {}. Every scenario that refers to that file sees what is changed here; \
             what is called otherwise is followed in this document only. {files}",
            salient_files::visible(&paths.ruleset)
        ),
    }
}
