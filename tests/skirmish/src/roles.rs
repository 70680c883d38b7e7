//! The parts that the rules give to things of the data (SK 1.1).

use std::sync::LazyLock;

use salient_rules::chart::NumberSet;
use salient_rules::{Role, RoleKind};

/// The steps of the sequence of play.
pub const STEPS: [&str; 3] = ["plan", "set-up", "activations"];

/// Every role that these rules need.
pub static ROLES: LazyLock<Vec<Role>> =
    LazyLock::new(|| PARTS.iter().cloned().chain(Constants::roles()).collect());

const PARTS: [Role; 8] = [
    Role::one(RoleKind::Rating, "fire", "SK 1.1", "is how well a unit fires"),
    Role::one(RoleKind::Rating, "movement", "SK 1.1", "is the movement allowance"),
    Role::some(RoleKind::KindTrait, "objective", "SK 2.1", "scores for whoever planned to"),
    Role::may(RoleKind::KindTrait, "blocks-sight", "SK 6.1", "cannot be fired across"),
    Role::one(RoleKind::Step, "plan", "SK 2.1", "lets each side choose an objective"),
    Role::one(RoleKind::Step, "set-up", "SK 2.2", "places units"),
    Role::one(RoleKind::Step, "activations", "SK 3.1", "moves and fires"),
    Role::one(RoleKind::Table, "fire-table", "SK 6.2", "tells the steps that fire takes"),
];

salient_rules::numbers! {
    /// The ruleset's numbers.
    pub struct Constants {
        stacking_limit: 0, 100, "SK 4.2", "is the most units in a hex";
        fire_range: 0, 100, "SK 6.1", "is how far units fire";
        objective_points: 0, 100, "SK 7.1", "is what an objective scores";
    }
}
