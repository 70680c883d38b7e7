//! The core of 1918: Storm in the West as data: `fixtures/storm-as-data/core.json` laid over the
//! published ruleset, and positions of its games without what the core does not know.

use salient_schema::Bundle;
use salient_schema::ruleset::Ruleset;
use salient_schema::scenario::Scenario;
use serde_json::{Error, Value};

/// What of the ruleset is otherwise in the core.
const CHANGES: &str = include_str!("../fixtures/storm-as-data/core.json");

/// Types of units that the core does not know.
const LEFT_OUT: [&str; 3] = ["heavy-artillery", "air", "marker"];

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

/// A position that was kept, as both systems begin it: with the supply of a side, and without what
/// the core does not know.
pub fn core_of(mut scenario: Scenario, side: &str, bundle: &Bundle) -> Scenario {
    let counters = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let is_known = |id: &String| {
        let counter = counters().find(|counter| counter.id == *id);
        counter.is_some_and(|counter| !LEFT_OUT.contains(&counter.unit_type.as_str()))
    };
    for placement in &mut scenario.setup.placements {
        placement.states.clear();
        placement.counters.retain(is_known);
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
    scenario
}
