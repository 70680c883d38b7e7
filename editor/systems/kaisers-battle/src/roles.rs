//! The parts that the rules give to things of the data. What fills them the ruleset and the
//! scenario state; nothing else in this crate knows an id of theirs.

use std::sync::LazyLock;

use salient_rules::chart::NumberSet;
use salient_rules::{Role, RoleKind, Roles};
use salient_schema::{Bundle, Diagnostic};

use crate::constants::Constants;

/// Every role that these rules need.
pub static ROLES: LazyLock<Vec<Role>> = LazyLock::new(|| {
    let first_turns = FIRST_TURNS.iter().map(|&(id, rule, _)| {
        Role::at_most(1, RoleKind::Constant, id, rule, "lets a scenario move a step's first turn")
    });
    let scores =
        SCORES.iter().map(|&(id, rule, words)| Role::at_most(1, RoleKind::Score, id, rule, words));
    let steps = STEPS.iter().map(|&(id, rule, words)| Role::one(RoleKind::Step, id, rule, words));
    PARTS
        .iter()
        .cloned()
        .chain(steps)
        .chain(scores)
        .chain(Constants::roles())
        .chain(first_turns)
        .collect()
});

/// Who fills them in a bundle.
pub fn of(bundle: &Bundle) -> Roles<'_> {
    Roles::of(&ROLES, bundle).0
}

/// The same, if nothing is missing.
///
/// # Errors
/// What is.
pub fn filled(bundle: &Bundle) -> Result<Roles<'_>, Vec<Diagnostic>> {
    Roles::filled(&ROLES, bundle)
}

const PARTS: &[Role] = &[
    Role::one(RoleKind::Side, "german", "KB 4.1", "moves first and is on the offensive"),
    Role::one(RoleKind::Side, "allied", "KB 4.1", "moves second and defends"),
    Role::one(RoleKind::Rating, "strength", "KB 2.22", "is the combat strength"),
    Role::one(RoleKind::Rating, "morale", "KB 2.22", "is the morale value"),
    Role::one(RoleKind::Rating, "movement", "KB 2.22", "is the movement allowance"),
    Role::some(
        RoleKind::UnitType,
        "headquarters",
        "KB 9.11",
        "brings field artillery to bear, and where service companies are placed",
    ),
    Role::some(
        RoleKind::UnitType,
        "service-company",
        "KB 15.22",
        "is made of an eliminated battalion",
    ),
    Role::may(RoleKind::UnitType, "no-zoc", "KB 15.24", "has no zone of control"),
    Role::some(
        RoleKind::UnitType,
        "regimental-replacement",
        "KB 13.2",
        "stands in for a division's last step",
    ),
    Role::some(RoleKind::UnitSize, "division", "KB 8.5", "is replaced for its last step"),
    Role::some(RoleKind::UnitSize, "corps", "KB 16.0", "mixes badly with another in a hex"),
    Role::some(RoleKind::Trait, "stosstruppen", "KB 8.84", "advances as it likes"),
    Role::may(RoleKind::Trait, "spare", "KB 18.0", "never comes into play"),
    Role::at_most(
        2,
        RoleKind::Formation,
        "limited-corps",
        "KB 17.13",
        "may move with as many units as its die shows, in the order of the dice",
    ),
    Role::some(RoleKind::KindTrait, "town", "KB 20.11", "scores, and shelters"),
    Role::some(RoleKind::KindTrait, "trench", "KB 8.13", "shelters, and lets move on turn 1"),
    Role::some(RoleKind::KindTrait, "hilltop", "KB 9.72", "is observed from"),
    Role::one(RoleKind::Line, "victory-line", "KB 20.11", "parts the towns that score"),
    Role::one(RoleKind::Table, "counter-battery-table", "KB 9.25", "cuts the enemy's guns"),
    Role::one(RoleKind::Table, "drumfire-table", "KB 9.48", "tells what a drumfire destroys"),
    Role::one(RoleKind::Table, "weather-table", "KB 11.14", "tells the weather by the die"),
    Role::one(RoleKind::Weather, "weather-clear", "KB 11.2", "lets all see and fly"),
    Role::one(RoleKind::Weather, "weather-mist", "KB 11.2", "halves what sees and flies"),
    Role::one(RoleKind::Weather, "weather-fog", "KB 11.2", "grounds aircraft and blinds guns"),
    Role::at_most(1, RoleKind::Track, "field-artillery", "KB 9.8", "gives field points by turn"),
    Role::at_most(1, RoleKind::Track, "heavy-artillery", "KB 9.8", "gives heavy points by turn"),
];

const STEPS: &[(&str, &str, &str)] = &[
    ("weather-stage", "KB 4.2", "rolls for the weather"),
    ("air-stage", "KB 4.2", "has the air segments"),
    ("air-allocation", "KB 4.2", "assigns air points"),
    ("interception", "KB 4.2", "intercepts"),
    ("ground-attack", "KB 4.2", "attacks from the air"),
    ("pre-determined-reinforcements", "KB 4.2", "places what is due"),
    ("variable-reinforcements", "KB 4.2", "rolls for service companies"),
    ("counter-battery", "KB 4.2", "fires at the enemy's guns"),
    ("persistent-gas", "KB 4.2", "places gas"),
    ("drumfire", "KB 4.2", "bombards before the assault"),
    ("german-breakdown", "KB 4.2", "breaks divisions down"),
    ("german-first-segment", "KB 4.2", "moves the Germans"),
    ("german-second-segment", "KB 4.2", "moves the Germans again"),
    ("german-combat", "KB 4.2", "has German attacks"),
    ("allied-first-segment", "KB 4.2", "moves the Allies"),
    ("allied-second-segment", "KB 4.2", "moves the Allies again"),
    ("allied-combat", "KB 4.2", "has Allied attacks"),
    ("terminal", "KB 4.2", "removes gas"),
];

const SCORES: &[(&str, &str, &str)] = &[
    ("score-towns", "KB 20.11", "counts the town hexes west of the line that the Germans hold"),
    ("score-exits", "KB 20.12", "counts the German units that left by the western edge"),
    ("score-trenches", "KB 20.13", "counts the Allied units in trenches"),
    ("score-divisions", "KB 20.14", "counts the German divisions that are replaced"),
];

/// Constants that say from which game-turn steps are played, where a scenario changes that: with
/// their rules, and the steps.
pub const FIRST_TURNS: &[(&str, &str, &[&str])] = &[
    ("weather_from_turn", "KB 11.11", &["weather-stage"]),
    ("air_from_turn", "KB 12.0", &["air-stage", "air-allocation", "interception", "ground-attack"]),
    ("variable_reinforcements_from_turn", "KB 15.21", &["variable-reinforcements"]),
    ("counter_battery_from_turn", "KB 9.2", &["counter-battery"]),
    ("gas_from_turn", "KB 9.3", &["persistent-gas"]),
    ("breakdown_from_turn", "KB 13.0", &["german-breakdown"]),
];
