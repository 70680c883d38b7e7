//! The roles: the parts that the rules give to things of the data, and what fills each.

use egui::{Id, Label, RichText, ScrollArea, Ui};
use salient_document::{Document, Edit, RolesOf};
use salient_rules::{COMMON, Need, Role, RoleKind, Roles};
use salient_schema::words::id_in_words;

use super::{ChartsPage, PageInput};

use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, heading, icon_button, quiet};
use crate::pages::schedule::choice;
use crate::request::Request;

/// The roles that the rules of a document ask for, and those that checks and sandbox ask for in every
/// game. One that a system has as its own is its own.
pub fn roles(document: &Document) -> impl Iterator<Item = Role> + use<> {
    let own = document.system().map_or_else(Vec::new, |system| system.roles().to_vec());
    let is_own = |common: &&Role| own.iter().any(|own| own.id == common.id);
    let common: Vec<Role> = COMMON.iter().filter(|one| !is_own(one)).cloned().collect();
    own.into_iter().chain(common)
}

/// Whether a role is one of every game.
fn is_common(role: &Role) -> bool {
    COMMON.iter().any(|common| common == role)
}

/// What fills a role, and whether it does so by its name alone, as what is stated of nobody else may.
pub fn fillers(document: &Document, role: &Role) -> (Vec<String>, bool) {
    let bundle = document.bundle();
    let is_stated = [&bundle.ruleset.roles, &bundle.scenario.roles]
        .iter()
        .any(|roles| roles.contains_key(&*role.id));
    if is_stated || (role.kind != RoleKind::Constant && !is_common(role)) {
        return (Roles::stated(&role.id, bundle).to_vec(), false);
    }
    let by_name = role.kind.choices(bundle).into_iter().filter(|id| *id == role.id);
    (by_name.map(|id| id.into_owned()).collect(), true)
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
            let (common, own): (Vec<Role>, Vec<Role>) = roles(input.document).partition(is_common);
            let mut group = |ui: &mut Ui, words: &str, roles: &[Role]| {
                if roles.is_empty() {
                    return;
                }
                heading(ui, words);
                for role in roles {
                    card(ui, |ui| {
                        if !input.editing {
                            ui.disable();
                        }
                        one(ui, input.document, role, requests);
                    });
                }
            };
            group(ui, "Asked for by the rules that play it", &own);
            group(ui, "Asked for in every game, by checks and sandbox", &common);
        });
    }
}

/// A role: what it does, by which rule, and what fills it.
fn one(ui: &mut Ui, document: &Document, role: &Role, requests: &mut Vec<Request>) {
    let bundle = document.bundle();
    let of = whose(document, role);
    let (now, by_name) = fillers(document, role);
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
    // That nobody does is stated as well.
    let may_be_none = matches!(role.need, Need::May | Need::AtMost(_));
    let mut set = |ids: Vec<String>| {
        let role = role.id.to_string();
        requests.push(Request::edit(Edit::SetRole { of, role, filled_by: Some(ids) }));
    };
    ui.horizontal_wrapped(|ui| {
        for (at, id) in now.iter().enumerate() {
            ui.label(RichText::new(id).monospace());
            let name = format!("Take {id} out of {}", role.id);
            if (!by_name || may_be_none) && icon_button(ui, Icon::Remove, &name, true).clicked() {
                let mut ids = now.clone();
                ids.remove(at);
                set(ids);
            }
        }
        if by_name && !now.is_empty() {
            quiet(ui, "by its name");
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
            let kept: &[String] = if by_name { &[] } else { &now };
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
