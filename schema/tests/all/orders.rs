//! What formations are told to take.

use salient_schema::check::{check_parts, check_references};
use salient_schema::scenario::{Order, OrderObjective};
use salient_schema::{Bundle, OrderOfBattle};

fn objective(hexes: &[&str]) -> OrderObjective {
    let hexes = hexes.iter().map(|&hex| hex.to_owned()).collect();
    OrderObjective { hexes, ..OrderObjective::default() }
}

/// A bundle with a formation, and these orders.
fn bundle(orders: Vec<Order>) -> Bundle {
    let mut bundle = Bundle::empty();
    bundle.map.terrain.rows = vec![".".to_owned()];
    bundle.map.terrain.palette = [(".".to_owned(), "clear".to_owned())].into();
    let mut oob = OrderOfBattle::empty("army", "Army");
    let first = r#"{ "id": "first", "name": "First Army", "side": "red" }"#;
    oob.formations.push(serde_json::from_str(first).unwrap());
    bundle.orders_of_battle.push(oob);
    bundle.scenario.orders = orders;
    bundle
}

/// What is wrong with the orders, with its place.
fn wrong(orders: Vec<Order>) -> Vec<String> {
    let bundle = bundle(orders);
    let found = check_parts(&bundle).into_iter().chain(check_references(&bundle));
    let at = |pointer: &str| pointer.starts_with("/scenario/orders");
    let of_orders = found.filter(|found| found.place.pointer.as_deref().is_some_and(at));
    of_orders
        .map(|found| format!("{} {}", found.place.pointer.unwrap_or_default(), found.message))
        .collect()
}

#[test]
fn an_order_names_a_formation_and_hexes_that_are_there() {
    let good = Order {
        formation: "first".to_owned(),
        objectives: vec![objective(&["0101"])],
        ..Order::default()
    };
    assert_eq!(wrong(vec![good.clone()]), Vec::<String>::new());
    let bad = Order {
        formation: "second".to_owned(),
        objectives: vec![objective(&["0101", "9999"])],
        ends_with: Some("third".to_owned()),
        ..Order::default()
    };
    let found = wrong(vec![bad]);
    let at = |pointer: &str| found.iter().any(|line| line.starts_with(pointer));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(at("/scenario/orders/0/formation "), "{found:?}");
    assert!(at("/scenario/orders/0/ends_with "), "{found:?}");
    assert!(at("/scenario/orders/0/objectives/0/hexes/1 "), "{found:?}");
}

#[test]
fn a_formation_has_one_order_and_that_something_to_take() {
    let first = || Order { formation: "first".to_owned(), ..Order::default() };
    let nowhere = Order { objectives: vec![objective(&[])], ..first() };
    let found = wrong(vec![first(), nowhere]);
    let wanted = [
        "/scenario/orders/0/objectives the order of `first` has no objective",
        "/scenario/orders/1/formation the formation `first` has two orders",
        "/scenario/orders/1/objectives/0/hexes objective 1 of `first` has no hex",
    ];
    assert_eq!(found, wanted);
}
