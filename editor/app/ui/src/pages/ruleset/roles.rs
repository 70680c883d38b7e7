//! The parts in the rules that what is in hand plays.

use egui::Ui;
use salient_document::Document;
use salient_rules::{Role, RoleKind};
use salient_schema::Defined;
use salient_schema::words::id_in_words;

use crate::look::widgets::{card, heading, quiet};
use crate::pages::charts::{fillers, roles};
use crate::request::Request;

/// Shows the roles that a definition fills, with the rules that ask for them.
pub fn show(ui: &mut Ui, document: &Document, of: Defined, own: &str, requests: &mut Vec<Request>) {
    let kind = RoleKind::from(of);
    let plays = |role: &Role| fillers(document, role).0.iter().any(|id| id == own);
    let filled = roles(document).filter(|role| role.kind == kind && plays(role));
    let filled: Vec<Role> = filled.collect();
    if filled.is_empty() && document.system().is_none() {
        return;
    }
    heading(ui, "Its parts in the rules");
    card(ui, |ui| {
        if filled.is_empty() {
            quiet(ui, "None. Charts › Roles says what plays which part.");
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
