//! The parts that the rules give to things of the data. What fills them the ruleset and the
//! scenario state; nothing else in this crate knows an id of theirs.

use std::sync::LazyLock;

use salient_rules::chart::NumberSet;
use salient_rules::{Role, RoleKind};

use crate::constants::Constants;

/// Every role that these rules need.
pub static ROLES: LazyLock<Vec<Role>> =
    LazyLock::new(|| PARTS.iter().cloned().chain(Constants::roles()).collect());

/// The ratings of a counter, in the order of `state::of`.
pub const RATINGS: [&str; 8] =
    ["fire", "bombardment", "range", "movement", "morale", "combat-bonus", "morale-bonus", "rank"];

/// The steps of the sequence of play.
pub const STEPS: [&str; 5] =
    ["artillery-plan", "initiative-phase", "bombardment-phase", "action-phase", "marker-removal"];

const PARTS: &[Role] = &[
    Role::one(RoleKind::Rating, "fire", "IA 7.3", "is the direct fire value"),
    Role::one(RoleKind::Rating, "bombardment", "IA 7.3", "is the bombardment fire value"),
    Role::one(RoleKind::Rating, "range", "IA 7.3", "is the range"),
    Role::one(RoleKind::Rating, "movement", "IA 5.1", "is the movement allowance"),
    Role::one(RoleKind::Rating, "morale", "IA 14.0", "is a leader's morale"),
    Role::one(RoleKind::Rating, "combat-bonus", "IA 6.52", "is a leader's combat modifier"),
    Role::one(RoleKind::Rating, "morale-bonus", "IA 6.61", "is a leader's morale modifier"),
    Role::one(RoleKind::Rating, "rank", "IA 3.2", "is a leader's rank"),
    Role::some(RoleKind::UnitType, "infantry", "IA 1.0", "is infantry"),
    Role::may(RoleKind::UnitType, "cavalry", "IA 15.1", "is cavalry"),
    Role::may(RoleKind::UnitType, "machine-gun", "IA 5.61", "is machine guns"),
    Role::may(RoleKind::UnitType, "mortar", "IA 9.1", "is mortars"),
    Role::may(RoleKind::UnitType, "artillery", "IA 9.1", "is artillery"),
    Role::may(RoleKind::UnitType, "transport", "IA 5.6", "is transport"),
    Role::some(RoleKind::UnitType, "leader", "IA 6.1", "leads all but cavalry"),
    Role::may(RoleKind::UnitType, "cavalry-leader", "IA 6.1", "leads cavalry"),
    Role::some(RoleKind::Trait, "company", "IA 4.1", "is a company"),
    Role::may(RoleKind::Trait, "colonel", "IA 6.73", "is a colonel or above"),
    Role::may(RoleKind::Trait, "off-board", "IA 9.5", "fires from off the map"),
    Role::may(RoleKind::Terrain, "town", "IA 14.45", "shelters those who recover"),
    Role::may(RoleKind::Terrain, "swamp", "IA 8.8", "is looked into from the next hex only"),
    Role::may(RoleKind::Terrain, "clear", "IA 12.73", "is ground that cavalry charges over"),
    Role::may(RoleKind::Terrain, "minor-river", "IA 5.81", "is crossed anywhere, with a stop"),
    Role::may(RoleKind::Terrain, "major-river", "IA 5.82", "is crossed by bridge and ford only"),
    Role::may(RoleKind::Feature, "bridge", "IA 5.8", "bridges a river"),
    Role::may(RoleKind::Feature, "ford", "IA 5.8", "lets a river be forded"),
    Role::may(RoleKind::Feature, "entrenchment", "IA 16.3", "is an entrenchment"),
    Role::may(RoleKind::KindTrait, "limiting", "IA 8.5", "hides those in it"),
    Role::may(RoleKind::KindTrait, "blocks-sight", "IA 8.61", "cannot be looked through"),
    Role::may(RoleKind::KindTrait, "tall", "IA 8.72", "stands above its ground"),
    Role::may(RoleKind::Path, "road", "IA 5.3", "is a road"),
    Role::one(RoleKind::Table, "direct-fire", "IA 10.2", "tells what direct fire does"),
    Role::one(RoleKind::Table, "assault", "IA 12.3", "tells what assaults do"),
    Role::one(RoleKind::Step, "artillery-plan", "IA 9.11", "plans the artillery's fire"),
    Role::one(RoleKind::Step, "initiative-phase", "IA 3.0", "rolls for the initiative"),
    Role::one(RoleKind::Step, "bombardment-phase", "IA 3.0", "fires by plan"),
    Role::one(RoleKind::Step, "action-phase", "IA 3.0", "has action segments"),
    Role::one(RoleKind::Step, "marker-removal", "IA 3.0", "removes markers"),
    Role::may(RoleKind::Weather, "night", "IA 5.7", "darkens a turn"),
    Role::may(
        RoleKind::Zone,
        "objective",
        "IA 1.0",
        "scores for who controls it; where none is named, every victory zone does",
    ),
    Role::may(RoleKind::Zone, "exit", "IA 16.42", "lets units leave the map"),
    Role::at_most(1, RoleKind::OptionalRule, "consolidation", "IA 17.1", "joins reduced companies"),
    Role::at_most(1, RoleKind::OptionalRule, "excess-initiative", "IA 17.2", "saves a segment"),
    Role::at_most(1, RoleKind::OptionalRule, "strategic-movement", "IA 17.3", "doubles movement"),
    Role::at_most(1, RoleKind::OptionalRule, "fog-of-war", "IA 17.4", "ends turns early"),
    Role::at_most(
        1,
        RoleKind::OptionalRule,
        "flanking-fire",
        "IA 17.6",
        "rewards fire from flanks",
    ),
    Role::one(RoleKind::Level, "initiative", "IA 3.0", "is a side's initiative rating"),
    Role::one(RoleKind::Level, "side-morale", "IA 14.0", "is the morale of a side's units"),
    Role::one(RoleKind::Level, "side-morale-reduced", "IA 14.0", "is that of reduced companies"),
    Role::at_most(1, RoleKind::Level, "initiative-losses", "IA 3.0", "lowers the initiative"),
    Role::at_most(1, RoleKind::Score, "objective-score", "IA 1.0", "is worth its points a hex"),
    Role::at_most(1, RoleKind::Score, "step-score", "IA 1.0", "is worth its points a step"),
    Role::at_most(1, RoleKind::Score, "exit-score", "IA 16.42", "is worth its points a step"),
    Role::at_most(1, RoleKind::Level, "points", "IA 2.3", "is points that a side begins with"),
    Role::one(RoleKind::Table, "bombardment-table", "IA 9.3", "tells what bombardment does"),
    Role::one(RoleKind::Table, "friendly-fire", "IA 9.83", "finds the column of friendly fire"),
    Role::one(RoleKind::Table, "distance", "IA 18.1", "tells how far planned fire falls off"),
    Role::at_most(
        1,
        RoleKind::Level,
        "artillery-ammunition",
        "IA 11.1",
        "is turns of planned fire",
    ),
    Role::at_most(1, RoleKind::Level, "ammunition-depletion", "IA 11.2", "depletes open sights"),
    Role::at_most(1, RoleKind::Level, "smoke", "IA 16.14", "lets a side fire smoke"),
    Role::may(RoleKind::OptionalRule, "solitaire", "IA 18.1", "lets planned fire scatter"),
];
