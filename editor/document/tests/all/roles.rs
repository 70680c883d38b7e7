//! Roles: their statements follow what is called otherwise, and what goes is missed.

use salient_document::{Document, Edit, List, RolesOf};
use salient_rules::System;
use salient_schema::scenario::{Order, OrderObjective};
use salient_schema::{Diagnostic, Severity};

use crate::helper::{bytes, document_of};

fn published(system: &dyn System, scenario: &str) -> Document {
    document_of(system.published().bundle(Some(scenario)).unwrap())
}

/// What is said of the roles, by the role.
fn said(document: &mut Document) -> Vec<Diagnostic> {
    document.refresh_problems();
    let mut found = document.all_problems();
    found.retain(|one| {
        let pointer = one.place.pointer.as_deref().unwrap_or_default();
        one.severity == Severity::Error && pointer.starts_with("/roles/")
    });
    found
}

#[test]
fn a_zone_that_is_called_otherwise_keeps_its_role() {
    let mut document = published(&salient_storm_in_the_west::Rulebook, "campaign");
    let start = bytes(&document);
    assert_eq!(said(&mut document), []);
    let zones = &document.bundle().map.zones.items;
    let mut zone = zones.iter().find(|zone| zone.id == "belgium").unwrap().clone();
    zone.id = "belgique".to_owned();
    document.apply(Edit::set_zone("belgium".to_owned(), zone)).unwrap();
    assert_eq!(document.scenario().roles["belgium"], ["belgique"]);
    assert_eq!(said(&mut document), []);
    document.undo();
    assert_eq!(bytes(&document), start);

    // The nation of that name is another thing.
    let zone = document.bundle().map.zones.items.iter().find(|zone| zone.id == "germany").unwrap();
    let renamed = salient_schema::map::Zone { id: "german".to_owned(), ..zone.clone() };
    document.apply(Edit::set_zone("germany".to_owned(), renamed.clone())).unwrap();
    let back = salient_schema::map::Zone { id: "germany".to_owned(), ..renamed };
    document.apply(Edit::set_zone("german".to_owned(), back)).unwrap();
    assert_eq!(bytes(&document), start);
}

#[test]
fn a_zone_that_goes_is_missed_in_its_role() {
    let mut document = published(&salient_storm_in_the_west::Rulebook, "campaign");
    document.apply(Edit::remove_zone("weak-trenches".to_owned())).unwrap();
    let found = said(&mut document);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].place.pointer.as_deref(), Some("/roles/weak-trenches/0"));
    assert_eq!(found[0].rule.as_deref(), Some("SW 16.3"));
    document.undo();
    assert_eq!(said(&mut document), []);
}

#[test]
fn a_formation_that_is_called_otherwise_keeps_its_role() {
    let mut document = published(&salient_kaisers_battle::Rulebook, "kaisers-battle");
    let start = bytes(&document);
    let mut formations = document.bundle().orders_of_battle[0].formations.iter();
    let mut corps = formations.find(|one| one.id == "br-3-corps").unwrap().clone();
    corps.id = "iii-corps".to_owned();
    let set = Edit::set_formation(0, "br-3-corps".to_owned(), Box::new(corps));
    document.apply(set).unwrap();
    assert_eq!(document.scenario().roles["limited-corps"], ["br-18-corps", "iii-corps"]);
    assert_eq!(said(&mut document), []);
    document.undo();
    assert_eq!(bytes(&document), start);
}

#[test]
fn orders_follow_a_formation_that_is_called_otherwise() {
    let mut document = published(&salient_kaisers_battle::Rulebook, "kaisers-battle");
    let start = bytes(&document);
    let hex = document.scenario().setup.placements[0].hex.clone();
    let objective = OrderObjective { hexes: vec![hex], ..OrderObjective::default() };
    let order = Order {
        formation: "br-3-corps".to_owned(),
        objectives: vec![objective],
        ends_with: Some("br-18-corps".to_owned()),
        ..Order::default()
    };
    document.apply(Edit::splice(List::Orders, 0, 0, vec![order])).unwrap();
    for (old, new) in [("br-3-corps", "iii-corps"), ("br-18-corps", "xviii-corps")] {
        let mut formations = document.bundle().orders_of_battle[0].formations.iter();
        let mut corps = formations.find(|one| one.id == old).unwrap().clone();
        corps.id = new.to_owned();
        document.apply(Edit::set_formation(0, old.to_owned(), Box::new(corps))).unwrap();
    }
    let order = &document.scenario().orders[0];
    assert_eq!(
        (order.formation.as_str(), order.ends_with.as_deref()),
        ("iii-corps", Some("xviii-corps"))
    );
    for _ in 0..3 {
        document.undo();
    }
    assert_eq!(bytes(&document), start);
}

#[test]
fn what_fills_a_role_can_be_said_and_unsaid() {
    let mut document = published(&salient_kaisers_battle::Rulebook, "kaisers-battle");
    let start = bytes(&document);
    let set = |filled_by: Option<&[&str]>| Edit::SetRole {
        of: RolesOf::Ruleset,
        role: "headquarters".to_owned(),
        filled_by: filled_by.map(|ids| ids.iter().map(|id| (*id).to_owned()).collect()),
    };
    for wrong in [Some(&["infantry-of-the-line"][..]), Some(&[]), None] {
        document.apply(set(wrong)).unwrap();
        let found = said(&mut document);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!(found[0].rule.as_deref(), Some("KB 9.11"));
    }
    document.apply(set(Some(&["headquarters"]))).unwrap();
    assert_eq!(said(&mut document), []);
    assert_eq!(bytes(&document), start);
}
