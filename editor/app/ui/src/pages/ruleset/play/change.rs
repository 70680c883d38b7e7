//! Parts of the rules that come and go. They are put and taken away where they are written as JSON,
//! by pointer, so that no part needs a way of its own.

use salient_schema::Id;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::sentence::Change;

/// What a value is after a change of what is at a pointer below it; `None` where that is nothing
/// that it could be.
pub fn changed<T: Serialize + DeserializeOwned>(of: &T, at: &str, change: &Change) -> Option<T> {
    let mut value = serde_json::to_value(of).ok()?;
    let (Change::Put(pointer, _) | Change::Remove(pointer)) = change;
    let parts: Vec<&str> = pointer.strip_prefix(at)?.split('/').skip(1).collect();
    let (last, above) = parts.split_last()?;
    let mut place = &mut value;
    for (part, next) in above.iter().zip(above.iter().skip(1).chain([last])) {
        place = step(place, part)?;
        make_room(place, next);
    }
    make_room(place, last);
    match (change, place) {
        (Change::Put(_, new), Value::Object(fields)) => {
            fields.insert((*last).to_owned(), new.clone());
        }
        (Change::Put(_, new), Value::Array(list)) => match last.parse::<usize>() {
            Ok(at) => *list.get_mut(at)? = new.clone(),
            Err(_) => list.push(new.clone()),
        },
        (Change::Remove(_), Value::Object(fields)) => {
            fields.remove(*last)?;
        }
        (Change::Remove(_), Value::Array(list)) => {
            let at = last.parse::<usize>().ok().filter(|at| *at < list.len())?;
            list.remove(at);
        }
        _ => return None,
    }
    serde_json::from_value(value).ok()
}

/// A part of a value; one that files leave out is there from then on.
fn step<'a>(value: &'a mut Value, part: &str) -> Option<&'a mut Value> {
    match value {
        Value::Array(list) => list.get_mut(part.parse::<usize>().ok()?),
        Value::Object(fields) => Some(fields.entry(part).or_insert(Value::Null)),
        _ => None,
    }
}

/// Makes a value something that can have this part.
fn make_room(value: &mut Value, part: &str) {
    let is_place = part == "-" || part.parse::<usize>().is_ok();
    match value {
        // A number is written by itself as long as it has no exceptions.
        Value::Null if part == "except" => *value = json!({ "number": 0, "except": [] }),
        Value::Number(_) if part == "except" => {
            *value = json!({ "number": value.clone(), "except": [] });
        }
        Value::Null if is_place => *value = Value::Array(Vec::new()),
        Value::Null => *value = Value::Object(Map::new()),
        _ => {}
    }
}

/// An id for something new in a list: as it is called, and no other's.
pub fn fresh_id<'a>(taken: impl Iterator<Item = &'a Id>, wanted: &str) -> Id {
    let taken: Vec<&Id> = taken.collect();
    let numbered = (2..).map(|number| format!("{wanted}-{number}"));
    let mut all = [wanted.to_owned()].into_iter().chain(numbered);
    all.find(|id| !taken.contains(&id)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use salient_schema::rules_of_play::{Amount, RulesOfPlay};

    use super::*;

    fn put(rules: &RulesOfPlay, pointer: &str, value: Value) -> RulesOfPlay {
        let change = Change::Put(format!("/rules_of_play{pointer}"), value);
        changed(rules, "/rules_of_play", &change).expect(pointer)
    }

    #[test]
    fn parts_come_and_go_wherever_they_are_written() {
        let bare = RulesOfPlay::default();
        let zones = put(&bare, "/zones_of_control", json!({}));
        assert!(zones.zones_of_control.is_some());
        let rail = put(&zones, "/movement/rail", json!({ "hexes": 20 }));
        assert_eq!(rail.movement.rail.as_ref().unwrap().hexes, Amount::of(20));
        let combat = json!({ "id": "combat", "name": "Combat", "table": "crt" });
        let fights = put(&rail, "/combat/-", combat);
        let modified = put(&fights, "/combat/0/modifiers/-", json!({ "name": "Surprise" }));
        assert_eq!(modified.combat[0].modifiers[0].name, "Surprise");
        let gone = Change::Remove("/rules_of_play/combat/0".to_owned());
        assert_eq!(changed(&fights, "/rules_of_play", &gone), Some(rail.clone()));
        let gone = Change::Remove("/rules_of_play/movement/rail".to_owned());
        assert_eq!(changed(&rail, "/rules_of_play", &gone), Some(zones));
    }

    #[test]
    fn a_number_gets_exceptions_and_keeps_what_it_is() {
        let zones = put(&RulesOfPlay::default(), "/zones_of_control", json!({ "leave_cost": 2 }));
        let except = json!({ "when": { "weather": "mud" }, "set": 3 });
        let left = put(&zones, "/zones_of_control/leave_cost/except/-", except.clone());
        let cost = &left.zones_of_control.as_ref().unwrap().leave_cost;
        assert_eq!((cost.number, cost.except.len()), (2, 1));
        let entered = put(&left, "/zones_of_control/enter_cost/except/-", except);
        let cost = &entered.zones_of_control.as_ref().unwrap().enter_cost;
        assert_eq!((cost.number, cost.except[0].set), (0, Some(3)));
    }

    #[test]
    fn what_the_contract_does_not_know_is_not_put() {
        let change = Change::Put("/rules_of_play/luck".to_owned(), json!(1));
        assert_eq!(changed(&RulesOfPlay::default(), "/rules_of_play", &change), None);
        let gone = Change::Remove("/rules_of_play/combat/3".to_owned());
        assert_eq!(changed(&RulesOfPlay::default(), "/rules_of_play", &gone), None);
    }

    #[test]
    fn new_things_have_ids_of_their_own() {
        let taken = ["combat".to_owned(), "combat-2".to_owned()];
        assert_eq!(fresh_id(taken.iter(), "combat"), "combat-3");
        assert_eq!(fresh_id(taken.iter(), "fire"), "fire");
    }
}
