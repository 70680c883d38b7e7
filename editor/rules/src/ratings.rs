//! Which rating of counters is used for what.

use salient_schema::Bundle;
use salient_schema::ruleset::{RatingDef, RatingUse};

use crate::roles::{RoleKind, Roles};
use crate::system::Systems;

/// The rating of a bundle's counters that is used for something: the one that states it, else the one
/// that fills the role of that name in the rules of its system, else the one whose name suggests it.
pub fn rating_for(systems: Systems, bundle: &Bundle, of: RatingUse) -> Option<&RatingDef> {
    let layout = &bundle.ruleset.counters;
    let by_role = || {
        let system = systems.of(bundle)?;
        let mut roles = system.roles().iter();
        roles.find(|role| role.kind == RoleKind::Rating && role.id == of.name())?;
        let id = Roles::stated(of.name(), bundle).first()?;
        layout.ratings.iter().find(|rating| rating.id == *id)
    };
    layout.rating_for(of).or_else(by_role).or_else(|| layout.likely_rating_for(of))
}
