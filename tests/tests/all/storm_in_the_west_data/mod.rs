//! The data of 1918: Storm in the West keep to everything that the rule book says of them: what
//! it prints, and what it says of the charts, counters and schedules that it leaves out.

mod charts;
mod counters;
mod scenarios;

use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::Table;
use salient_schema::{OrderOfBattle, Ruleset, Scenario};
use salient_tests::root;

fn text(name: &str) -> String {
    let path = root().join("scenarios/storm-in-the-west").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn ruleset() -> Ruleset {
    serde_json::from_str(&text("ruleset.json")).expect("a ruleset")
}

fn counters() -> Vec<Counter> {
    let book: OrderOfBattle =
        serde_json::from_str(&text("order-of-battle.json")).expect("an order of battle");
    book.counters
}

fn scenario(name: &str) -> Scenario {
    serde_json::from_str(&text(name)).expect("a scenario")
}

fn table<'a>(ruleset: &'a Ruleset, id: &str) -> &'a Table {
    ruleset.tables.iter().find(|table| table.id == id).expect("a chart")
}

fn has(counter: &Counter, name: &str) -> bool {
    counter.traits.iter().any(|one| one == name)
}

/// Attack, defence and movement of a face.
fn values(counter: &Counter, face: usize) -> [i32; 3] {
    let ratings = &counter.faces[face].ratings;
    ["attack", "defence", "movement"]
        .map(|name| ratings.get(name).and_then(|rating| rating.number()).expect("a value"))
}

fn of<'a>(all: &'a [Counter], id: &str) -> &'a Counter {
    all.iter().find(|one| one.id == id).unwrap_or_else(|| panic!("there is no counter {id}"))
}
