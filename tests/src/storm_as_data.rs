//! The core of 1918: Storm in the West as data: `fixtures/storm-as-data/core.json` laid over the
//! published ruleset, and positions of its games without what the core does not know.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::common::HexLabel;
use salient_schema::ruleset::Ruleset;
use salient_schema::scenario::Scenario;
use salient_schema::{Bundle, Id};
use serde_json::{Error, Value};

/// What of the ruleset is otherwise in the core.
const CHANGES: &str = include_str!("../fixtures/storm-as-data/core.json");

/// Types of units that the core does not know.
const LEFT_OUT: [&str; 3] = ["heavy-artillery", "air", "marker"];

/// The feature that the core does not know.
const FORTRESS: &str = "fortress";

/// The army that may stand with others, which the core does not know (SW 9.6).
pub const GUESTS: &str = "american";

/// Lays changes over a value: objects field by field, lists of things with ids thing by thing,
/// anything else whole; `null` takes a field away.
pub fn lay(value: &mut Value, changes: &Value) {
    match (value, changes) {
        (Value::Object(fields), Value::Object(changes)) => {
            for (name, change) in changes {
                match change {
                    Value::Null => drop(fields.remove(name)),
                    _ => lay(fields.entry(name).or_insert(Value::Null), change),
                }
            }
        }
        (Value::Array(things), Value::Array(changes))
            if !changes.is_empty() && changes.iter().all(|change| change["id"].is_string()) =>
        {
            for change in changes {
                match things.iter_mut().find(|thing| thing["id"] == change["id"]) {
                    Some(thing) => lay(thing, change),
                    None => things.push(change.clone()),
                }
            }
        }
        (value, changes) => changes.clone_into(value),
    }
}

/// The published ruleset with the core's rules of play.
///
/// # Errors
/// The changes do not fit it.
pub fn as_data(ruleset: &Ruleset) -> Result<Ruleset, Error> {
    let mut value = serde_json::to_value(ruleset)?;
    lay(&mut value, &serde_json::from_str(CHANGES)?);
    serde_json::from_value(value)
}

/// The army that each counter serves in (SW 2.41).
pub fn armies(bundle: &Bundle) -> BTreeMap<&Id, &Id> {
    let nations = &bundle.ruleset.nations;
    let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let armies = counters.filter_map(|counter| {
        let nation = counter.nation.as_ref()?;
        let own = nations.iter().find(|one| one.id == *nation);
        let army = own.and_then(|one| one.serves_with.as_ref());
        Some((&counter.id, army.unwrap_or(nation)))
    });
    armies.collect()
}

/// A bundle whose play begins with a position that was kept, as both systems begin it: with the
/// supply of a side, and without what the core does not know. Fortresses are not on its map, and of
/// armies that stand together the guests leave it.
pub fn core_of(bundle: &Bundle, mut scenario: Scenario, side: &str) -> Bundle {
    let counters = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let is_known = |id: &String| {
        let counter = counters().find(|counter| counter.id == *id);
        counter.is_some_and(|counter| !LEFT_OUT.contains(&counter.unit_type.as_str()))
    };
    for placement in &mut scenario.setup.placements {
        placement.states.clear();
        placement.counters.retain(is_known);
    }
    let armies = armies(bundle);
    let mut hosts: BTreeSet<HexLabel> = BTreeSet::new();
    for placement in &scenario.setup.placements {
        let is_host = |id: &Id| armies.get(id).is_some_and(|army| **army != GUESTS);
        if placement.counters.iter().any(is_host) {
            hosts.insert(placement.hex.clone());
        }
    }
    for placement in &mut scenario.setup.placements {
        if hosts.contains(&placement.hex) {
            let stays = |id: &Id| armies.get(id).is_none_or(|army| **army != GUESTS);
            placement.counters.retain(stays);
        }
    }
    scenario.setup.placements.retain(|placement| !placement.counters.is_empty());
    scenario.setup.eliminated.retain(is_known);
    scenario.reinforcements.clear();
    scenario.withdrawals.clear();
    scenario.replacements.clear();
    scenario.optional_rules.clear();
    let start = scenario.start.get_or_insert_default();
    start.off_map.clear();
    start.step = Some(format!("{side}-initial-supply"));
    let mut core = Bundle { scenario, ..bundle.clone() };
    core.map.features.items.retain(|feature| feature.kind != FORTRESS);
    core
}
