//! The parts in the rules that what is in hand plays.

use egui::Ui;
use salient_document::Document;
use salient_rules::{Role, RoleKind, Roles};
use salient_schema::Defined;
use salient_schema::words::id_in_words;

use crate::look::widgets::{card, heading, quiet};
use crate::request::Request;

/// Shows the roles that a definition fills, with the rules that ask for them.
pub fn show(ui: &mut Ui, document: &Document, of: Defined, own: &str, requests: &mut Vec<Request>) {
    let kind = RoleKind::from(of);
    let Some(system) = document.system() else { return };
    let all = std::iter::once(&system).flat_map(|system| system.roles());
    let filled: Vec<&Role> = all
        .filter(|role| role.kind == kind)
        .filter(|role| Roles::stated(&role.id, document.bundle()).iter().any(|id| id == own))
        .collect();
    heading(ui, "Its parts in the rules");
    card(ui, |ui| {
        if filled.is_empty() {
            quiet(ui, "None. The page of charts says what plays which part.");
        }
        for role in filled {
            ui.horizontal_wrapped(|ui| {
                quiet(ui, format!("{}: what {}", id_in_words(&role.id), role.words));
                if !role.rule.is_empty() && ui.link(&*role.rule).clicked() {
                    requests.push(Request::ShowRule(role.rule.to_string()));
                }
            });
        }
    });
}
