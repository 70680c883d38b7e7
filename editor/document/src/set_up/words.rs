//! Conditions in plain words.

use salient_schema::scenario::{FreePlacement, PlacementCondition};
use salient_schema::{Map, Ruleset};

/// What a condition asks of a group, with the group's front where it is about that.
pub fn asked_in_words(
    condition: &PlacementCondition,
    group: &FreePlacement,
    map: &Map,
    ruleset: &Ruleset,
) -> String {
    let words = condition_in_words(condition, ruleset);
    let about_hexes = matches!(
        condition,
        PlacementCondition::EveryHexHoldsUnit { .. }
            | PlacementCondition::EveryHexHoldsUnitOrZoc { .. }
    );
    match &group.front {
        Some(front) if about_hexes => {
            let zone = map.zones.items.iter().find(|zone| zone.id == *front);
            format!("{words} ({})", zone.map_or(front.as_str(), |zone| zone.name.as_str()))
        }
        _ => words,
    }
}

/// What a condition of free placement asks, in a sentence.
pub fn condition_in_words(condition: &PlacementCondition, ruleset: &Ruleset) -> String {
    let with = |feature: &Option<String>| match feature {
        Some(id) => {
            let kind = ruleset.features.iter().find(|kind| kind.id == *id);
            format!("Every hex with {}", kind.map_or(id.as_str(), |kind| kind.name.as_str()))
        }
        None => "Every hex".to_owned(),
    };
    match condition {
        PlacementCondition::EveryHexHoldsUnit { feature } => {
            format!("{} holds a unit", with(feature))
        }
        PlacementCondition::EveryHexHoldsUnitOrZoc { feature } => {
            format!("{} holds a unit or lies in a friendly zone of control", with(feature))
        }
        PlacementCondition::AtLeast { unit_type, count } => {
            let kind = ruleset.counters.types.iter().find(|kind| kind.id == *unit_type);
            let name = kind.map_or(unit_type.as_str(), |kind| kind.name.as_str());
            format!("At least {count} of the type {name}")
        }
        PlacementCondition::AtMostPerHex { count: 1 } => "At most one counter a hex".to_owned(),
        PlacementCondition::AtMostPerHex { count } => format!("At most {count} counters a hex"),
    }
}
