//! The roles: the parts that the rules give to things of the data, and what fills each.

use egui::{Id, Label, RichText, ScrollArea, Ui};
use salient_document::{Document, Edit, RolesOf};
use salient_rules::{Need, Role, RoleKind, Roles};

use super::{ChartsPage, PageInput};
use salient_schema::words::id_in_words;

use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, icon_button, quiet};
use crate::pages::schedule::choice;
use crate::request::Request;

/// The roles that the rules of a document ask for.
pub fn roles(document: &Document) -> Vec<Role> {
    let system = document.system();
    system.map_or_else(Vec::new, |system| system.roles().to_vec())
}

impl ChartsPage {
    pub(super) fn roles(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        requests: &mut Vec<Request>,
    ) {
        ui.label(RichText::new("Roles").font(theme::strong(20.0)));
        quiet(
            ui,
            "No rule hangs on what something is called. Here stands what plays which part in \
             the rules; what only this scenario has, the scenario states.",
        );
        ui.add_space(4.0);
        ScrollArea::vertical().id_salt("roles").auto_shrink(false).show(ui, |ui| {
            for role in &roles(input.document) {
                card(ui, |ui| {
                    if !input.editing {
                        ui.disable();
                    }
                    one(ui, input.document, role, requests);
                });
            }
        });
    }
}

/// A role: what it does, by which rule, and what fills it.
fn one(ui: &mut Ui, document: &Document, role: &Role, requests: &mut Vec<Request>) {
    let bundle = document.bundle();
    let of = whose(document, role);
    ui.horizontal(|ui| {
        ui.label(RichText::new(id_in_words(&role.id)).font(theme::strong(14.0)));
        super::rule_links(ui, &role.rule, &document.ruleset().citation, requests);
        let text = match of {
            RolesOf::Ruleset => role.kind.words().to_owned(),
            RolesOf::Scenario => format!("{}, in this scenario", role.kind.words()),
        };
        ui.label(RichText::new(text).color(palette(ui).quiet).size(13.0));
    });
    ui.add(Label::new(format!("What {}", role.words)).wrap());
    let stated = Roles::stated(&role.id, bundle);
    let own = [role.id.to_string()];
    let by_name = stated.is_empty() && role.kind == RoleKind::Constant;
    let now: &[String] = if by_name { &own } else { stated };
    let mut set = |ids: Vec<String>| {
        let role = role.id.to_string();
        requests.push(Request::edit(Edit::SetRole { of, role, filled_by: Some(ids) }));
    };
    ui.horizontal_wrapped(|ui| {
        for (at, id) in now.iter().enumerate() {
            ui.label(RichText::new(id).monospace());
            let name = format!("Take {id} out of {}", role.id);
            if !by_name && icon_button(ui, Icon::Remove, &name, true).clicked() {
                let mut ids = now.to_vec();
                ids.remove(at);
                set(ids);
            }
        }
        if now.is_empty() {
            quiet(ui, "nothing");
        }
        let room = match role.need {
            Need::One => now.is_empty() || by_name,
            Need::AtMost(most) => now.len() < most || by_name,
            Need::Some | Need::May => true,
        };
        if !room {
            return;
        }
        let choices = role.kind.choices(bundle).into_iter();
        let free = choices.filter(|id| by_name || !now.iter().any(|other| other == id));
        let free: Vec<(String, String)> =
            free.map(|id| (id.clone().into_owned(), id.into_owned())).collect();
        let name = format!("What fills {}", role.id);
        let id = Id::unique(("role", &*role.id));
        if let Some(id) = choice(ui, &name, id, &free, &String::new()) {
            let kept: &[String] = if by_name { &[] } else { now };
            set(kept.iter().cloned().chain([id]).collect());
        }
    });
}

/// The file that states a role, or is to.
fn whose(document: &Document, role: &Role) -> RolesOf {
    let stated = |roles: &salient_schema::ruleset::Roles| roles.contains_key(&*role.id);
    let by_scenario = stated(&document.scenario().roles);
    let by_ruleset = stated(&document.ruleset().roles);
    match by_scenario || (role.kind.is_of_scenario() && !by_ruleset) {
        true => RolesOf::Scenario,
        false => RolesOf::Ruleset,
    }
}
