//! Displays of armies: who belongs to whom, and what of each limit is used.

use salient_document::oob::{Card, Displays, Tree};
use salient_schema::Bundle;
use salient_schema::common::Rating;
use salient_schema::order_of_battle::Formation;
use serde_json::json;

use crate::helper::bundle;
use crate::limited::{LIMITS, ROLES, limit};

fn formation(id: &str, size: &str, parent: Option<&str>, ratings: &[(&str, i32)]) -> Formation {
    let text = json!({ "id": id, "name": id.to_uppercase(), "side": "red" });
    let mut formation: Formation = serde_json::from_value(text).unwrap();
    formation.size = (!size.is_empty()).then(|| size.to_owned());
    formation.parent = parent.map(str::to_owned);
    for (rating, value) in ratings {
        formation.ratings.insert((*rating).to_owned(), Rating::Number(*value));
    }
    formation
}

/// An army with boxes for two corps; the first corps has one and a half divisions, as many as it may.
fn army() -> Bundle {
    let mut bundle = bundle();
    limit(&mut bundle.ruleset);
    let oob = &mut bundle.orders_of_battle[0];
    oob.formations = vec![
        formation("army", "army", None, &[("boxes", 2)]),
        formation("i", "corps", Some("army"), &[("most", 3), ("grade", 7)]),
        formation("d1", "division", Some("i"), &[("grade", 11)]),
        formation("b1", "brigade", Some("i"), &[]),
        formation("d2", "division", Some("army"), &[]),
    ];
    for counter in &mut oob.counters {
        counter.formation = None;
    }
    oob.counters[0].formation = Some("d1".to_owned());
    oob.counters[1].formation = Some("i".to_owned());
    bundle
}

fn displays(bundle: &Bundle) -> Displays {
    Displays::of(bundle, &Tree::of(bundle), &ROLES, &LIMITS)
}

fn card<'a>(displays: &'a Displays, name: &str) -> &'a Card {
    displays.cards().iter().find(|card| card.name == name).unwrap()
}

/// What a formation holds: `1½ of 1½ divisions, SW 5.4`.
fn held(bundle: &Bundle, name: &str) -> Vec<String> {
    let displays = displays(bundle);
    let words = card(&displays, name).held.iter().map(|held| {
        let broken = if held.broken { " broken" } else { "" };
        format!("{} of {} {}, {}{broken}", held.used, held.limit, held.what, held.rule)
    });
    words.collect()
}

#[test]
fn each_holds_by_its_ratings() {
    let bundle = army();
    assert_eq!(held(&bundle, "I"), ["1½ of 1½ divisions, SW 5.4"]);
    // A division under the army itself is no corps.
    assert_eq!(held(&bundle, "ARMY"), ["1 of 2 corps, SW 5.1"]);
    assert_eq!(held(&bundle, "D1"), Vec::<String>::new());
    let displays = displays(&bundle);
    assert_eq!(card(&displays, "ARMY").held[0].free, 1);
    assert_eq!(card(&displays, "I").held[0].free, 0);
    // What is no limit is a rating to be shown.
    assert_eq!(card(&displays, "I").ratings, [("Grade".to_owned(), "7".to_owned())]);
    assert!(card(&displays, "ARMY").ratings.is_empty());
}

#[test]
fn more_than_a_limit_is_told_and_so_is_what_has_no_size() {
    let mut bundle = army();
    bundle.orders_of_battle[0].formations[4].parent = Some("i".to_owned());
    assert_eq!(held(&bundle, "I"), ["2½ of 1½ divisions, SW 5.4 broken"]);
    // A limit of none is kept by nobody that has something.
    bundle.orders_of_battle[0].formations[0].ratings.insert("boxes".into(), Rating::Number(0));
    assert_eq!(held(&bundle, "ARMY"), ["1 of 0 corps, SW 5.1 broken"]);
    bundle.orders_of_battle[0].formations[2].size = None;
    assert_eq!(held(&bundle, "I"), ["1½ of 1½ divisions, SW 5.4"]);
    assert_eq!(card(&displays(&bundle), "I").held[0].unsized_ones, 1);
    // What is printed as words is shown and not counted.
    let words = Rating::Text("A".to_owned());
    bundle.orders_of_battle[0].formations[1].ratings.insert("most".into(), words);
    assert_eq!(held(&bundle, "I"), ["1½ of A divisions, SW 5.4"]);
}

#[test]
fn thirds_of_a_point_are_counted_exactly() {
    let mut bundle = army();
    bundle.ruleset.counters.stacking_denominator = 3;
    // 4/3 and 2/3 against 3/2.
    assert_eq!(held(&bundle, "I"), ["2 of 1½ divisions, SW 5.4 broken"]);
    bundle.orders_of_battle[0].formations[3].parent = None;
    assert_eq!(held(&bundle, "I"), ["1.3 of 1½ divisions, SW 5.4"]);
}

#[test]
fn the_cards_follow_the_tree_with_their_counters() {
    let bundle = army();
    let displays = displays(&bundle);
    let drawn: Vec<(&str, usize, usize, usize)> = displays
        .cards()
        .iter()
        .map(|card| (card.name.as_str(), card.depth, card.end, card.counters.len()))
        .collect();
    let wanted =
        [("ARMY", 0, 5, 0), ("I", 1, 4, 1), ("D1", 2, 3, 1), ("B1", 2, 4, 0), ("D2", 1, 5, 0)];
    assert_eq!(drawn, wanted);
    let below = |at: usize| displays.children(at).collect::<Vec<_>>();
    assert_eq!((below(0), below(1), below(4)), (vec![1, 4], vec![2, 3], vec![]));
    assert!(displays.holds(0) && displays.holds(1) && !displays.holds(2));
}

#[test]
fn without_a_system_nothing_is_a_limit() {
    let bundle = army();
    let displays = Displays::of(&bundle, &Tree::of(&bundle), &[], &[]);
    assert!(displays.cards().iter().all(|card| card.held.is_empty()));
    let corps = card(&displays, "I");
    let rating = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(corps.ratings, [rating("Grade", "7"), rating("Most in halves of a division", "3")]);
}
