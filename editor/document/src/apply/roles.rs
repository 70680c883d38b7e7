//! What fills roles, and that their statements follow what is called otherwise.

use salient_rules::RoleKind;
use salient_schema::Id;
use salient_schema::ruleset::Roles;

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
        let system = self.systems.of(&self.bundle);
        let roles = system.into_iter().flat_map(|system| system.roles());
        let of_kind = roles.filter(|role| role.kind == kind).map(|role| role.id);
        let files = [
            (RolesOf::Ruleset, &self.bundle.ruleset.roles),
            (RolesOf::Scenario, &self.bundle.scenario.roles),
        ];
        of_kind
            .flat_map(|role| files.map(|(of, roles)| renamed(of, roles, role, old, new)))
            .flatten()
            .collect()
    }
}

/// The edit of a role that an id fills.
fn renamed(of: RolesOf, roles: &Roles, role: &str, old: &str, new: &str) -> Option<Edit> {
    let mut ids = roles.get(role).filter(|ids| ids.iter().any(|id| id == old))?.clone();
    for id in ids.iter_mut().filter(|id| *id == old) {
        new.clone_into(id);
    }
    Some(Edit::SetRole { of, role: role.to_owned(), filled_by: Some(ids) })
}
