//! The parts that the rules give to things of the data. What fills them the ruleset and the
//! scenario state; nothing else in this crate knows an id of theirs.

use std::sync::LazyLock;

use salient_rules::chart::NumberSet;
use salient_rules::{Role, RoleKind, Roles};
use salient_schema::{Bundle, Diagnostic};

use crate::constants::Constants;

/// Every role that these rules need.
pub static ROLES: LazyLock<Vec<Role>> = LazyLock::new(|| {
    let steps = STEPS.iter().map(|&(id, words)| Role::one(RoleKind::Step, id, "SW 5.2", words));
    let options = OPTIONS.iter().map(|&(id, rule)| {
        Role::at_most(1, RoleKind::OptionalRule, id, rule, "puts this rule into force")
    });
    PARTS.iter().cloned().chain(steps).chain(options).chain(Constants::roles()).collect()
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

/// The armies that have a source of supply.
pub const ARMIES: [&str; 5] =
    ["army-german", "army-british", "army-belgian", "army-french", "army-american"];

const PARTS: &[Role] = &[
    Role::one(RoleKind::Side, "german", "SW 5.1", "moves first"),
    Role::one(RoleKind::Side, "allied", "SW 5.1", "moves second"),
    Role::at_most(1, RoleKind::Nation, "army-german", "SW 7.4", "draws supply from the east"),
    Role::at_most(1, RoleKind::Nation, "army-british", "SW 7.5", "draws supply from ports"),
    Role::at_most(1, RoleKind::Nation, "army-belgian", "SW 7.5", "draws supply from ports"),
    Role::at_most(1, RoleKind::Nation, "army-french", "SW 7.6", "draws supply from the south"),
    Role::at_most(1, RoleKind::Nation, "army-american", "SW 7.6", "draws supply from the south"),
    Role::may(RoleKind::Nation, "australian", "SW 16.1", "fights beside the Americans"),
    Role::one(RoleKind::Rating, "attack", "SW 2.45", "is the attack factor"),
    Role::one(RoleKind::Rating, "defence", "SW 2.45", "is the defence factor"),
    Role::one(RoleKind::Rating, "movement", "SW 2.45", "is the movement allowance"),
    Role::some(RoleKind::UnitType, "infantry", "SW 2.44", "is infantry"),
    Role::may(RoleKind::UnitType, "stosstruppen", "SW 2.44", "is Stosstruppen"),
    Role::may(RoleKind::UnitType, "cavalry", "SW 2.44", "is cavalry"),
    Role::may(RoleKind::UnitType, "marines", "SW S3.22", "is marines"),
    Role::may(RoleKind::UnitType, "tank", "SW 14.1", "is a tank"),
    Role::may(RoleKind::UnitType, "heavy-tank", "SW S3.20", "is a heavy tank"),
    Role::may(RoleKind::UnitType, "fast-tank", "SW S3.21", "is a fast tank"),
    Role::may(RoleKind::UnitType, "anti-tank", "SW S3.19", "stops tanks"),
    Role::may(RoleKind::UnitType, "heavy-artillery", "SW 14.3", "supports from afar"),
    Role::may(RoleKind::UnitType, "air", "SW 14.4", "flies"),
    Role::may(RoleKind::UnitType, "marker", "SW 4.7", "is no unit"),
    Role::may(RoleKind::Trait, "as-stosstruppen", "SW S3.17", "counts as Stosstruppen"),
    Role::may(RoleKind::Trait, "big-bertha", "SW 4.7", "is Big Bertha"),
    Role::may(RoleKind::Trait, "bomber", "SW S3.26", "bombs"),
    Role::may(RoleKind::Trait, "no-zoc", "SW 10.1", "has no zone of control"),
    Role::may(RoleKind::Trait, "no-replacement", "SW 8.2.1", "is never rebuilt"),
    Role::may(RoleKind::Trait, "not-from-deadpile", "SW 8.2.1", "is not rebuilt when eliminated"),
    Role::may(RoleKind::Trait, "infiltrates", "SW 15.1", "infiltrates"),
    Role::may(RoleKind::Trait, "stacks-alone", "SW S3.25", "stacks with nobody"),
    Role::may(RoleKind::Trait, "alpine", "SW S3.17", "is at home in the mountains"),
    Role::may(RoleKind::Trait, "mechanised", "SW S3.28", "is rebuilt with mechanised steps"),
    Role::may(RoleKind::Trait, "heavy-guns", "SW 14.2", "is barred from soft ground"),
    Role::may(RoleKind::Terrain, "forest", "SW 13.18", "bars tanks"),
    Role::may(RoleKind::Terrain, "mountain", "SW 13.21", "bars tanks, and favours the alpine"),
    Role::may(RoleKind::Terrain, "marsh", "SW 13.20", "bars tanks"),
    Role::may(RoleKind::Terrain, "flood-plain", "SW 13.20", "bars tanks when it is wet"),
    Role::may(RoleKind::Feature, "allied-trench", "SW 13.27", "shelters the Allies"),
    Role::may(RoleKind::Feature, "german-main-trench", "SW 13.25", "shelters the Germans"),
    Role::may(RoleKind::Feature, "german-secondary-trench", "SW 13.26", "shelters the Germans"),
    Role::one(RoleKind::Feature, "morale-hex", "SW 4.2", "costs morale where it is lost"),
    Role::may(RoleKind::KindTrait, "town", "SW 11.7", "is a railhead"),
    Role::may(RoleKind::KindTrait, "city", "SW 11.7", "is a railhead, and shelters"),
    Role::some(RoleKind::KindTrait, "port", "SW 7.5", "supplies the British"),
    Role::may(RoleKind::KindTrait, "fortress", "SW 13.32", "holds out"),
    Role::some(RoleKind::Zone, "german-side", "SW 11.5", "lies behind the German front"),
    Role::some(RoleKind::Zone, "allied-side", "SW 11.5", "lies behind the Allied front"),
    Role::may(RoleKind::Zone, "belgium", "SW 16.4", "is the Belgians' own"),
    Role::may(RoleKind::Zone, "france", "SW 7.13", "has the French fortresses"),
    Role::may(RoleKind::Zone, "germany", "SW 7.12", "has the German fortresses"),
    Role::may(RoleKind::Zone, "weak-trenches", "SW 16.3", "has weak trenches"),
    Role::one(RoleKind::Table, "combat-results", "SW 13.28", "tells the losses of combat"),
    Role::one(RoleKind::Table, "armistice-table", "SW S1.7", "tells when play ends"),
    Role::one(RoleKind::Table, "strategic-bombing", "SW S3.26", "tells what raids destroy"),
    Role::one(RoleKind::Table, "tactical-bombing", "SW S3.26", "tells what bombs destroy"),
    Role::one(RoleKind::Weather, "weather-dry", "SW 6.1", "is the usual weather"),
    Role::one(RoleKind::Weather, "weather-wet", "SW 6.1", "turns the ground to mud"),
    Role::at_most(1, RoleKind::Track, "wet-from", "SW 6.2", "is the first wet die by turn"),
    Role::at_most(1, RoleKind::Track, "wet-to", "SW 6.2", "is the last wet die by turn"),
    Role::at_most(1, RoleKind::Track, "historical-wet", "SW 16.9", "is the year's own weather"),
    Role::one(RoleKind::Level, "morale-level", "SW 3.2", "is the morale of a side"),
    Role::may(RoleKind::Pool, "mechanised-steps", "SW S3.28", "rebuilds tanks of any nation"),
];

const STEPS: &[(&str, &str)] = &[
    ("weather-stage", "settles the weather"),
    ("german-initial-supply", "looks at German supply"),
    ("german-replacements", "rebuilds German units"),
    ("german-strategic-movement", "moves Germans by rail"),
    ("german-movement", "moves Germans"),
    ("german-first-combat", "has German attacks"),
    ("german-infiltration", "lets Germans infiltrate"),
    ("german-second-combat", "has German attacks again"),
    ("german-terminal-supply", "removes unsupplied Germans"),
    ("allied-initial-supply", "looks at Allied supply"),
    ("allied-replacements", "rebuilds Allied units"),
    ("allied-strategic-movement", "moves Allies by rail"),
    ("allied-movement", "moves Allies"),
    ("allied-first-combat", "has Allied attacks"),
    ("allied-infiltration", "lets Allies infiltrate"),
    ("allied-second-combat", "has Allied attacks again"),
    ("allied-terminal-supply", "removes unsupplied Allies"),
    ("victory-check", "looks who has won"),
];

const OPTIONS: &[(&str, &str)] = &[
    ("option-aus-american", "SW 16.1"),
    ("option-influenza", "SW 16.2"),
    ("option-weak-trenches", "SW 16.3"),
    ("option-belgian-demoralization", "SW 16.4"),
    ("option-naval-evacuation", "SW 16.5"),
    ("option-big-bertha", "SW 16.6"),
    ("option-stosstruppen-casualties", "SW 16.7"),
    ("option-super-high-odds", "SW 16.8"),
    ("option-historical-weather", "SW 16.9"),
    ("option-paris-gun", "SW 16.10"),
];
