//! What fills roles, and that their statements follow what is called otherwise.

use salient_rules::{COMMON, Role, RoleKind, Systems};
use salient_schema::ruleset::Roles;
use salient_schema::{Bundle, Id};

use super::State;
use crate::edit::{Edit, RolesOf};

impl State {
    /// Says what fills a role.
    pub(super) fn set_role(&mut self, of: RolesOf, role: &Id, filled_by: &Option<Vec<Id>>) -> Edit {
        let roles = match of {
            RolesOf::Ruleset => &mut self.bundle.ruleset.roles,
            RolesOf::Scenario => &mut self.bundle.scenario.roles,
        };
        let old = match filled_by {
            Some(ids) => roles.insert(role.clone(), ids.clone()),
            None => roles.remove(role),
        };
        Edit::SetRole { of, role: role.clone(), filled_by: old }
    }

    /// What makes the statements of roles speak of a thing of a kind by its new id.
    pub(super) fn roles_follow(&self, kind: RoleKind, old: &str, new: &str) -> Vec<Edit> {
        let files = role_files(&self.bundle);
        let own = |role: Role| files.map(|(of, roles)| renamed(of, roles, &role.id, old, new));
        let mut edits: Vec<Edit> = declared(self.systems, &self.bundle, kind)
            .into_iter()
            .flat_map(own)
            .flatten()
            .collect();
        // Whatever is called like it fills a common role of which nothing is stated.
        let unstated = COMMON.iter().find(|role| role.kind == kind && role.id == old);
        if unstated.is_some() && files.iter().all(|(_, roles)| !roles.contains_key(old)) {
            edits.push(Edit::SetRole {
                of: RolesOf::Ruleset,
                role: old.to_owned(),
                filled_by: Some(vec![new.to_owned()]),
            });
        }
        edits
    }

    /// The statements that a thing of a kind fills a role, in words.
    pub(super) fn roles_filled(&self, kind: RoleKind, id: &str) -> Vec<String> {
        let files = [&self.bundle.ruleset.roles, &self.bundle.scenario.roles];
        let filled = |role: &Role| {
            let mut stated = files.iter().filter_map(|roles| roles.get(&*role.id)).peekable();
            // A constant fills the role of its own name unless another is stated.
            let by_name = kind == RoleKind::Constant && stated.peek().is_none() && role.id == id;
            by_name || stated.flatten().any(|other| other == id)
        };
        let roles = declared(self.systems, &self.bundle, kind).into_iter().filter(filled);
        roles.map(|role| format!("the role {}", role.id)).collect()
    }
}

/// The roles of a kind that the rules of a bundle give.
pub(crate) fn declared(systems: Systems, bundle: &Bundle, kind: RoleKind) -> Vec<Role> {
    let system = systems.of(bundle);
    let own = system.as_ref().map_or(&[][..], |system| system.roles());
    let common = COMMON.iter().filter(|common| own.iter().all(|own| own.id != common.id));
    own.iter().chain(common).filter(|role| role.kind == kind).cloned().collect()
}

/// What the files of a bundle state of roles.
pub(crate) fn role_files(bundle: &Bundle) -> [(RolesOf, &Roles); 2] {
    [(RolesOf::Ruleset, &bundle.ruleset.roles), (RolesOf::Scenario, &bundle.scenario.roles)]
}

/// The edit of a role that an id fills.
fn renamed(of: RolesOf, roles: &Roles, role: &str, old: &str, new: &str) -> Option<Edit> {
    let mut ids = roles.get(role).filter(|ids| ids.iter().any(|id| id == old))?.clone();
    for id in ids.iter_mut().filter(|id| *id == old) {
        new.clone_into(id);
    }
    Some(Edit::SetRole { of, role: role.to_owned(), filled_by: Some(ids) })
}
