//! The parts that the rules give to things of the data: charts, kinds of terrain and works, unit
//! types, steps and levels.

use std::sync::LazyLock;

use salient_rules::{Role, RoleKind};

use crate::steps::Step;

/// Charts that one role fills, each with the rule that reads it.
pub(crate) const CHARTS: [(&str, &str); 23] = [
    ("nations", "TS Troop Lists and Notes"),
    ("troops", "TS Troop Lists and Notes"),
    ("air-superiority", "TS Air Superiority"),
    ("air-attacker", "TS Air Superiority"),
    ("airstrikes", "TS Air Attacks"),
    ("barrages", "TS Artillery Barrages"),
    ("barrage-modifiers", "TS Artillery Barrages"),
    ("gas", "TS Gas Warfare Support"),
    ("gas-types", "TS Gas Warfare Support"),
    ("heavy-weapons", "TS Extra Heavy Weapons"),
    ("heavy-weapon-columns", "TS Extra Heavy Weapons"),
    ("proximity", "TS Setup Proximity"),
    ("lulls", "TS Combat Lulls"),
    ("armour", "TS Armor Warfare Availability"),
    ("victory", "TS Attacker Victory Conditions"),
    ("reinforcements", "TS Reinforcements"),
    ("area-weapons", "TS Standard Preparatory Barrage"),
    ("area-modifiers", "TS Standard Preparatory Barrage"),
    ("morale", "TS Morale"),
    ("morale-modifiers", "TS Morale"),
    ("command", "TS Command"),
    ("ground", "TS Setup Proximity"),
    ("works", "TS Defensive Positions"),
];

/// Single numbers.
pub(crate) const CONSTANTS: [(&str, &str); 19] = [
    ("crater_radius_yards", "TS Clearing wire"),
    ("support_range_yards", "TS Gas Warfare Support"),
    ("sub_units_a_works_roll", "TS Defensive Positions"),
    ("sub_units_an_armour_roll", "TS Armor Warfare Availability"),
    ("armour_defender", "TS Armor Warfare Availability"),
    ("tanks_a_unit", "TS Armor Warfare Availability"),
    ("big_push_year", "TS Artillery Barrages"),
    ("counter_battery_hit", "TS Counterbattery Fire"),
    ("counter_battery_gas", "TS Counterbattery Fire"),
    ("counter_battery_air", "TS Counterbattery Fire"),
    ("counter_battery_margin", "TS Counterbattery Fire"),
    ("counter_battery_share", "TS Counterbattery Fire"),
    ("wire_share", "TS Clearing wire"),
    ("command_share", "TS Command Suppression"),
    ("wind_accident", "TS Gas Warfare Support"),
    ("victory_trade_year", "TS Attacker Victory Conditions"),
    ("victory_trade_condition", "TS Attacker Victory Conditions"),
    ("lull_die", "TS Combat Lulls"),
    ("long_lull_turn", "TS Combat Lulls"),
];

/// What the map and the order of battle are made of: kind, role, rule, words.
pub(crate) const PARTS: [(RoleKind, &str, &str, &str); 36] = [
    (RoleKind::Side, "attacker", "TS Setup Sequence", "attacks"),
    (RoleKind::Side, "defender", "TS Setup Sequence", "defends"),
    (
        RoleKind::Nation,
        "trades-victory",
        "TS Attacker Victory Conditions",
        "may take another condition of victory than the die's",
    ),
    (RoleKind::Terrain, "terrain-open", "TS Setup Proximity", "is open ground"),
    (RoleKind::Terrain, "terrain-broken", "TS Setup Proximity", "is broken ground"),
    (RoleKind::Terrain, "terrain-woods", "TS Setup Proximity", "is a wood"),
    (RoleKind::Terrain, "terrain-marsh", "TS Setup Proximity", "is a marsh"),
    (RoleKind::Terrain, "terrain-village", "TS Setup Proximity", "is a village"),
    (RoleKind::KindTrait, "blocks-sight", "TS Troop Placement", "hides what lies behind it"),
    (RoleKind::Feature, "houses", "TS Setup Proximity", "is a few houses"),
    (RoleKind::Feature, "craters", "TS Clearing wire", "is cratered terrain"),
    (RoleKind::Feature, "pillbox", "TS Defensive Positions", "is a pillbox"),
    (RoleKind::Feature, "bunker", "TS Defensive Positions", "is a bunker"),
    (RoleKind::Feature, "foxholes", "TS Combat Lulls", "is a line of foxholes"),
    (RoleKind::Feature, "mustard", "TS Gas Warfare Support", "is gassed terrain"),
    (RoleKind::Feature, "summit", "TS Attacker Victory Conditions", "is the highest point"),
    (RoleKind::Hexside, "trench-line", "TS Defensive Positions", "is a trench"),
    (RoleKind::Hexside, "communication-trench", "TS Place defensive works", "joins two trenches"),
    (RoleKind::Hexside, "wire", "TS Defensive Positions", "is barbed wire"),
    (RoleKind::UnitType, "type-infantry", "TS Troop Placement", "is infantry"),
    (RoleKind::UnitType, "type-assault", "TS Troop Placement", "is assault infantry"),
    (RoleKind::UnitType, "type-command", "TS Command Suppression", "commands"),
    (
        RoleKind::UnitType,
        "type-heavy-machine-gun",
        "TS Extra Heavy Weapons",
        "is a heavy machine-gun",
    ),
    (
        RoleKind::UnitType,
        "type-light-machine-gun",
        "TS Extra Heavy Weapons",
        "is a light machine-gun",
    ),
    (RoleKind::UnitType, "type-light-mortar", "TS Extra Heavy Weapons", "is a light trench mortar"),
    (
        RoleKind::UnitType,
        "type-medium-mortar",
        "TS Extra Heavy Weapons",
        "is a medium trench mortar",
    ),
    (RoleKind::UnitType, "type-field-gun", "TS Extra Heavy Weapons", "is a field gun"),
    (RoleKind::UnitType, "type-tank", "TS Armor Warfare Availability", "is a tank unit"),
    (
        RoleKind::UnitType,
        "type-anti-tank-rifle",
        "TS Armor Warfare Availability",
        "is an anti-tank rifle",
    ),
    (RoleKind::UnitSize, "size-sub-unit", "TS Troop Placement", "is a sub-unit"),
    (RoleKind::UnitSize, "size-base", "TS Troop Placement", "is a single base"),
    (RoleKind::UnitSize, "size-battalion", "TS Command Suppression", "is a battalion"),
    (RoleKind::UnitSize, "size-regiment", "TS Command Suppression", "is a regiment"),
    (
        RoleKind::Rating,
        "rating-bases",
        "TS Standard Preparatory Barrage",
        "is how many bases there are",
    ),
    (RoleKind::Rating, "rating-grade", "TS Morale", "is the morale grade"),
    (RoleKind::Rating, "rating-training", "TS Command", "is the training"),
];

/// Optional rules.
pub(crate) const OPTIONS: [(&str, &str, &str); 3] = [
    ("option-armour", "TS Armor Warfare Availability", "brings tanks"),
    ("option-secret-victory", "TS Attacker Victory Conditions", "keeps what wins secret"),
    ("option-prone", "TS Troop Placement", "lets personnel begin prone"),
];

/// Levels of a scenario that was generated.
pub(crate) const LEVELS: [(&str, &str); 14] = [
    ("preparatory-barrages", "TS Artillery Barrages"),
    ("on-call-barrages", "TS Artillery Barrages"),
    ("airstrikes-left", "TS Air Attacks"),
    ("air-margin", "TS Air Superiority"),
    ("gas-points", "TS Gas Warfare Support"),
    ("tank-units", "TS Armor Warfare Availability"),
    ("command-damage", "TS Command Suppression"),
    ("proximity-yards", "TS Setup Proximity"),
    ("lull-turn", "TS Combat Lulls"),
    ("year", "TS Setup Sequence"),
    ("half-year", "TS Setup Sequence"),
    ("front", "TS Setup Sequence"),
    ("kind-of-attack", "TS Setup Sequence"),
    ("terrain", "TS Setup Sequence"),
];

/// Every role that these rules need.
pub(crate) static ROLES: LazyLock<Vec<Role>> = LazyLock::new(|| {
    let read = "is read in the set-up sequence";
    let charts = CHARTS.iter().map(|&(id, rule)| match id {
        // The works have a chart for each army.
        "works" => Role::some(RoleKind::Table, id, rule, "gives the works of an army"),
        _ => Role::one(RoleKind::Table, id, rule, read),
    });
    let numbers = CONSTANTS.iter().map(|&(id, rule)| Role::one(RoleKind::Constant, id, rule, read));
    let parts = PARTS.iter().map(|&(kind, id, rule, words)| Role::one(kind, id, rule, words));
    let option = |&(id, rule, words)| Role::one(RoleKind::OptionalRule, id, rule, words);
    let level = |&(id, rule)| Role::may(RoleKind::Level, id, rule, "keeps what the set-up gave");
    let step = |step: &Step| {
        Role::one(RoleKind::Step, step.role(), step.rule(), "is a step of the set-up")
    };
    let rest = OPTIONS.iter().map(option).chain(LEVELS.iter().map(level));
    charts.chain(numbers).chain(parts).chain(rest).chain(Step::ALL.iter().map(step)).collect()
});
