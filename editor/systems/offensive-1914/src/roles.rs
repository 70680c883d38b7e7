//! The parts that the rules give to things of the data. What fills them the ruleset and the
//! scenario state; nothing else in this crate knows an id of theirs.

use std::sync::LazyLock;

use salient_rules::chart::NumberSet;
use salient_rules::limits::FormationLimit;
use salient_rules::{Role, RoleKind};

use crate::constants::Constants;

/// Every role that these rules need.
pub static ROLES: LazyLock<Vec<Role>> =
    LazyLock::new(|| PARTS.iter().cloned().chain(Constants::roles()).collect());

/// The table that tells what combat does (1914 9.9).
pub const COMBAT_RESULTS: &str = "combat-results";

/// What an army's display and a corps hold (1914 5.2.1, 5.2.4). A corps's limit is printed in halves.
pub static LIMITS: [FormationLimit; 2] = [
    FormationLimit::formations("corps-boxes", "corps-size", "corps"),
    FormationLimit::stacking("corps-limit", 2, "division-equivalents"),
];

/// Declares the ratings of a counter, each once: the roles, and the places of the ratings among them.
macro_rules! ratings {
    ($($place:ident: $role:literal,)+) => {
        /// The ratings of a counter, in the order of [`of`].
        pub const RATINGS: [&str; [$($role),+].len()] = [$($role),+];

        /// Places of the ratings in [`RATINGS`].
        pub mod of {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "it only counts")]
            enum Place {
                $($place),+
            }
            $(pub const $place: usize = Place::$place as usize;)+
        }
    };
}

ratings! {
    ATTACK: "attack",
    DEFENCE: "defence",
    ARTILLERY: "artillery-value",
    PROFICIENCY: "proficiency",
    EFFECTIVENESS: "base-effectiveness",
    ABANDONMENT: "abandonment",
    GARRISON_RANGE: "garrison-range",
    SUPPLY_RANGE: "supply-range",
    AMMUNITION: "ammunition-limit",
    STEPS: "fortress-steps",
    CLASS: "fortress-class",
    TRUCKS: "trucks",
}

/// The steps of the sequence of play with what is done in them, whose player-turn it is and who
/// acts, by [`Now`](crate::stages::Now).
pub const STEPS: [&str; 22] = [
    "allied-preliminary",
    "joint-preliminary",
    "allied-attachment",
    "allied-supply",
    "allied-rail-engineering",
    "allied-movement",
    "german-counter-movement",
    "allied-attack",
    "german-counter-attack",
    "allied-finishing",
    "german-preliminary",
    "german-joint-preliminary",
    "german-attachment",
    "german-supply",
    "german-rail-engineering",
    "german-movement",
    "allied-counter-movement",
    "german-attack",
    "allied-counter-attack",
    "german-finishing",
    "replacements",
    "inter-phase",
];

const fn step(id: &'static str, rule: &'static str, words: &'static str) -> Role {
    Role::at_most(1, RoleKind::Step, id, rule, words)
}

const PARTS: &[Role] = &[
    Role::one(RoleKind::Side, "allied", "1914 1.2", "is the Allied side"),
    Role::one(RoleKind::Side, "german", "1914 1.2", "is the German side"),
    Role::may(RoleKind::Nation, "french", "1914 22.1", "is French"),
    Role::may(RoleKind::Nation, "british", "1914 23.1", "is British"),
    Role::may(RoleKind::Nation, "belgian", "1914 24.2", "is Belgian"),
    Role::one(RoleKind::Rating, "attack", "1914 2.3.1", "is the attack strength"),
    Role::one(RoleKind::Rating, "defence", "1914 2.3.2", "is the defence strength"),
    Role::at_most(1, RoleKind::Rating, "artillery-value", "1914 2.3.4", "is the artillery value"),
    Role::at_most(1, RoleKind::Rating, "proficiency", "1914 2.3.3", "is the proficiency rating"),
    Role::at_most(
        1,
        RoleKind::Rating,
        "base-effectiveness",
        "1914 5.5.2",
        "is an asset's effectiveness",
    ),
    Role::at_most(
        1,
        RoleKind::Rating,
        "abandonment",
        "1914 8.5.2",
        "is a fort's abandonment number",
    ),
    Role::at_most(
        1,
        RoleKind::Rating,
        "garrison-range",
        "1914 8.6.2",
        "is how far a garrison goes",
    ),
    Role::at_most(1, RoleKind::Rating, "supply-range", "1914 2.6.1", "is how far a unit supplies"),
    Role::at_most(
        1,
        RoleKind::Rating,
        "ammunition-limit",
        "1914 2.6.2",
        "is what it provides at most",
    ),
    Role::at_most(
        1,
        RoleKind::Rating,
        "trucks",
        "1914 25.3",
        "is how often a depot provides by trucks",
    ),
    Role::at_most(1, RoleKind::Rating, "fortress-steps", "1914 2.7.6", "is a fortress's steps"),
    Role::at_most(1, RoleKind::Rating, "fortress-class", "1914 2.7.5", "is a fortress's class"),
    Role::one(RoleKind::Rating, "effectiveness", "1914 6.1", "is a formation's base effectiveness"),
    Role::one(
        RoleKind::FormationRating,
        "corps-limit",
        "1914 5.2.4",
        "is a corps's limit, in halves",
    ),
    Role::one(RoleKind::FormationRating, "corps-boxes", "1914 5.2.1", "is an army's corps boxes"),
    Role::at_most(
        1,
        RoleKind::FormationRating,
        "replacement-limit",
        "1914 16.6.3",
        "is the most replacements that an army takes",
    ),
    Role::at_most(
        1,
        RoleKind::FormationRating,
        "later-effectiveness",
        "1914 22.4",
        "is the base effectiveness on the second side of its marker",
    ),
    Role::some(
        RoleKind::UnitType,
        "infantry",
        "1914 1.2",
        "is infantry, garrisons and LOC included",
    ),
    Role::may(RoleKind::UnitType, "cavalry", "1914 1.2", "is cavalry, Jaeger and LOC included"),
    Role::may(RoleKind::UnitType, "chasseurs", "1914 9.7.2", "is chasseurs alpins"),
    Role::may(RoleKind::UnitType, "garrison", "1914 8.6", "stays with its place"),
    Role::may(RoleKind::UnitType, "line-of-communications", "1914 8.7", "guards the rear"),
    Role::may(RoleKind::UnitType, "fort", "1914 8.5", "is a fort"),
    Role::may(RoleKind::UnitType, "artillery", "1914 8.8", "is artillery"),
    Role::may(RoleKind::UnitType, "siege-artillery", "1914 13.1", "is siege artillery"),
    Role::may(RoleKind::UnitType, "siege-headquarters", "1914 13.2", "leads a siege train"),
    Role::some(RoleKind::UnitType, "depot", "1914 15.1.1", "is an army's depot"),
    Role::may(RoleKind::UnitType, "corps-train", "1914 15.1.2", "is a corps train"),
    Role::may(RoleKind::UnitType, "fortress", "1914 12.1", "is a fortress"),
    Role::may(RoleKind::Trait, "fortress-2", "1914 12.2.2", "is a fortress of the second kind"),
    Role::may(RoleKind::Trait, "magazine", "1914 15.1.4", "supplies whoever is in its camp"),
    Role::may(RoleKind::Trait, "rails-only", "1914 2.6.3", "moves along railways only"),
    Role::may(RoleKind::Trait, "army-bound", "1914 5.4", "stays with its army"),
    Role::may(RoleKind::Trait, "lent", "1914 5.2.6", "may be attached to the Belgian army"),
    Role::may(RoleKind::Trait, "left-behind", "1914 24.3.2a", "goes when the base flees"),
    Role::may(RoleKind::Trait, "naval-division", "1914 23.3", "is of the Royal Naval Division"),
    Role::may(RoleKind::Trait, "hkk-1", "1914 25.1", "is under the first cavalry commander"),
    Role::may(RoleKind::Formation, "hkk-1-army", "1914 25.1", "is an army that he may belong to"),
    Role::may(RoleKind::Trait, "hkk-2", "1914 25.1", "is under the second cavalry commander"),
    Role::may(RoleKind::Formation, "hkk-2-army", "1914 25.1", "is an army that he may belong to"),
    Role::may(RoleKind::Trait, "hkk-3", "1914 25.1", "is under the third cavalry commander"),
    Role::may(RoleKind::Formation, "hkk-3-army", "1914 25.1", "is an army that he may belong to"),
    Role::may(RoleKind::Trait, "hkk-4", "1914 25.1", "is under the fourth cavalry commander"),
    Role::may(RoleKind::Formation, "hkk-4-army", "1914 25.1", "is an army that he may belong to"),
    Role::may(RoleKind::Trait, "first-line", "1914 25.2", "is of a first-line corps"),
    Role::may(RoleKind::Trait, "bavarian", "1914 25.2.1", "is Bavarian"),
    Role::may(RoleKind::Formation, "sent-east", "1914 25.2", "is whom a bot sends east"),
    Role::may(RoleKind::Formation, "spared-army", "1914 25.2.2", "sends no infantry east"),
    Role::may(RoleKind::Trait, "reserve", "1914 22.4", "is a French reserve formation"),
    Role::some(RoleKind::UnitSize, "army-size", "1914 5.0", "is an army"),
    Role::may(RoleKind::UnitSize, "corps-size", "1914 5.0", "is a corps"),
    Role::some(RoleKind::UnitSize, "division-size", "1914 2.2.2", "is a division"),
    Role::may(RoleKind::UnitSize, "brigade-size", "1914 2.2.2", "is a brigade"),
    Role::may(RoleKind::Terrain, "wooded", "1914 3.4.3", "is clear ground under woods"),
    Role::may(RoleKind::Terrain, "mountainous", "1914 3.4.3", "is mountainous"),
    Role::may(RoleKind::Terrain, "steep-mountain", "1914 3.1.2a", "is steep"),
    Role::may(RoleKind::Hexside, "forest", "1914 3.4.3", "is forested"),
    Role::may(RoleKind::Hexside, "open-side", "1914 7.1.3", "is clear, whatever else is on it"),
    Role::may(RoleKind::Hexside, "minor-river", "1914 9.3.2", "is a minor river"),
    Role::may(RoleKind::Hexside, "major-river", "1914 7.1.4", "is a major river"),
    Role::may(RoleKind::Hexside, "great-river", "1914 9.6.1", "is a great river"),
    Role::may(RoleKind::Hexside, "grand-river", "1914 7.1.5", "is a grand river"),
    Role::may(RoleKind::Hexside, "roadway-bridge", "1914 3.4.3", "bridges a grand river"),
    Role::may(RoleKind::Hexside, "mountain-ridge", "1914 3.2.1", "is a mountain ridge"),
    Role::may(RoleKind::Hexside, "sea-side", "1914 3.2.1", "is sea"),
    Role::may(RoleKind::Hexside, "inundation", "1914 21.3", "is flooded by the inundation"),
    Role::may(RoleKind::Hexside, "escarpment", "1914 10.1.1a", "is an escarpment"),
    Role::may(RoleKind::Hexside, "elevation-transition", "1914 3.5.1", "levels both hexes"),
    Role::may(RoleKind::Feature, "printed-position", "1914 14.5", "is a printed improved position"),
    Role::may(RoleKind::Feature, "port", "1914 15.1.5", "is a port"),
    Role::some(RoleKind::Path, "double-track", "1914 18.1", "is a double-track railway"),
    Role::may(RoleKind::Path, "single-track", "1914 18.1", "is a single-track railway"),
    Role::may(RoleKind::Path, "narrow-gauge", "1914 18.1", "is a narrow-gauge railway"),
    Role::may(RoleKind::Zone, "allied-edge", "1914 1.1", "is a map edge friendly to the Allies"),
    Role::may(RoleKind::Zone, "german-edge", "1914 1.1", "is a map edge friendly to the Germans"),
    Role::may(RoleKind::Zone, "camp", "1914 8.6", "is a fortified camp or a city with a garrison"),
    Role::may(RoleKind::Zone, "river-loop", "1914 3.4.4", "is attacked out of across no river"),
    Role::may(RoleKind::Zone, "city-without-river", "1914 3.4.4a", "has no river inside"),
    Role::one(RoleKind::Table, COMBAT_RESULTS, "1914 9.9", "tells what combat does"),
    Role::one(RoleKind::Table, "artillery-table", "1914 10.1.2", "tells what artillery does"),
    Role::one(RoleKind::Table, "check-failure", "1914 10.2.1", "tells what a failed check costs"),
    Role::one(RoleKind::Table, "march-failure", "1914 7.2.4", "tells what a forced march costs"),
    Role::may(RoleKind::Zone, "muelhausen", "1914 27.2", "is a town that scores for the Allies"),
    Role::at_most(1, RoleKind::Score, "muelhausen-score", "1914 27.2", "is what it is worth"),
    Role::may(RoleKind::Zone, "lorraine-city", "1914 27.3", "is one that scores for the Germans"),
    Role::at_most(1, RoleKind::Score, "lorraine-city-score", "1914 27.3", "is what it is worth"),
    Role::may(RoleKind::Zone, "geographic-objective", "1914 27.8", "scores at the end"),
    Role::at_most(
        1,
        RoleKind::Score,
        "geographic-objective-score",
        "1914 27.8",
        "is what it is worth",
    ),
    Role::may(RoleKind::Zone, "special-city", "1914 27.9", "scores at the end"),
    Role::at_most(1, RoleKind::Score, "special-city-score", "1914 27.9", "is what it is worth"),
    Role::at_most(1, RoleKind::Score, "advance-score", "1914 27.4", "is what a hex of it is worth"),
    Role::may(RoleKind::Zone, "swiss-border", "1914 27.5", "is where the southern fronts begin"),
    Role::may(RoleKind::Zone, "allied-front-end", "1914 27.5", "is where the Allies' ends"),
    Role::may(RoleKind::Zone, "german-front-end", "1914 27.5", "is where the Germans' ends"),
    Role::at_most(1, RoleKind::Score, "gap-score", "1914 27.5", "is what a gap of it is worth"),
    Role::may(RoleKind::Zone, "coast", "1914 21.2", "is coast"),
    Role::may(RoleKind::Zone, "british-base", "1914 23.1", "is the British army's base"),
    Role::may(RoleKind::Zone, "british-later-base", "1914 23.1", "is where it is transferred"),
    Role::may(RoleKind::Zone, "base-amiens", "1914 23.1.1", "has it transferred"),
    Role::may(RoleKind::Zone, "belgian-base", "1914 24.3", "is the Belgian army's base"),
    Role::may(RoleKind::Zone, "belgian-port", "1914 24.3.1", "is where it is transferred"),
    Role::may(RoleKind::Zone, "france", "1914 24.3.2", "has the ports to which it flees"),
    Role::may(RoleKind::Zone, "nieuwpoort", "1914 21.3", "is where the Ijzer is flooded from"),
    Role::may(RoleKind::Trait, "marine-division", "1914 27.6", "is to stand at the coast"),
    Role::at_most(1, RoleKind::Score, "marine-score", "1914 27.6", "is what it is worth elsewhere"),
    Role::may(RoleKind::Zone, "paris", "1914 27.7", "is Paris"),
    Role::at_most(1, RoleKind::Score, "paris-score", "1914 27.7", "is what entering it is worth"),
    Role::at_most(
        1,
        RoleKind::Score,
        "belgian-loss-score",
        "1914 27.11",
        "is what a Belgian division without strength is worth",
    ),
    Role::may(RoleKind::Pool, "position-quota", "1914 14.3.4", "is improved positions to build"),
    Role::may(RoleKind::Pool, "replacement-points", "1914 16.6", "is replacements"),
    Role::at_most(1, RoleKind::Level, "victory-points", "1914 27.0", "is what a side begins with"),
    Role::may(
        RoleKind::Formation,
        "first-activation",
        "1914 4.2.1a",
        "is inactive until the first activation",
    ),
    Role::may(
        RoleKind::Formation,
        "second-activation",
        "1914 4.2.1a",
        "is inactive until the second activation",
    ),
    Role::one(
        RoleKind::Table,
        "plan-abandonment",
        "1914 27.1",
        "tells what an abandoned plan costs",
    ),
    step("allied-preliminary", "1914 4.2.1", "prepares the Allied player-turn"),
    step("joint-preliminary", "1914 4.2.1a", "looks at both sides' plans, in the Allied turn"),
    step("allied-attachment", "1914 4.2.2", "attaches Allied units"),
    step("allied-supply", "1914 4.2.3", "supplies the Allies"),
    step("allied-rail-engineering", "1914 4.2.4", "opens Allied railways"),
    step("allied-movement", "1914 4.2.5", "moves the Allies"),
    step("german-counter-movement", "1914 4.2.6", "moves the Germans in the Allied turn"),
    step("allied-attack", "1914 4.2.7", "lets the Allies attack"),
    step("german-counter-attack", "1914 4.2.8", "lets the Germans attack in the Allied turn"),
    step("allied-finishing", "1914 4.2.9", "finishes the Allied player-turn"),
    step("german-preliminary", "1914 4.2.1", "prepares the German player-turn"),
    step(
        "german-joint-preliminary",
        "1914 4.2.1a",
        "looks at both sides' plans, in the German turn",
    ),
    step("german-attachment", "1914 4.2.2", "attaches German units"),
    step("german-supply", "1914 4.2.3", "supplies the Germans"),
    step("german-rail-engineering", "1914 4.2.4", "opens German railways"),
    step("german-movement", "1914 4.2.5", "moves the Germans"),
    step("allied-counter-movement", "1914 4.2.6", "moves the Allies in the German turn"),
    step("german-attack", "1914 4.2.7", "lets the Germans attack"),
    step("allied-counter-attack", "1914 4.2.8", "lets the Allies attack in the German turn"),
    step("german-finishing", "1914 4.2.9", "finishes the German player-turn"),
    step("replacements", "1914 4.3.1", "brings replacements"),
    step("inter-phase", "1914 4.3.2", "counts points and gives quotas"),
    Role::at_most(
        1,
        RoleKind::OptionalRule,
        "reduction-markers",
        "1914 9.10.3",
        "reduces divisions further",
    ),
    Role::at_most(
        1,
        RoleKind::OptionalRule,
        "spared-armies",
        "1914 25.2.2",
        "spares armies that send nobody east",
    ),
    Role::at_most(
        1,
        RoleKind::OptionalRule,
        "voluntary-retirement",
        "1914 20.0",
        "lets forces retire of their own will",
    ),
];
