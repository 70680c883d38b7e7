//! The set-up sheet and free placement.

use std::path::Path;

use salient_document::set_up::{Op, Place, SectionOf, Sheet, bring};
use salient_document::{Document, Edit, Origin, oob};
use salient_engine::set_up::Kept;
use salient_schema::project::{Disk, open_project};
use salient_schema::scenario::{FreePlacement, PlacementCondition};

use crate::helper::{assert_index, bytes, document, hex, stack};

fn storm() -> Document {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let path = root.join("storm-in-the-west/scenario.json");
    let mut project = open_project(&Disk, path.to_str().unwrap()).0.unwrap();
    project.paths = Default::default();
    Document::new(project, Origin::Embedded)
}

fn carry_out(document: &mut Document, op: &Op) -> Result<(), String> {
    let plan = op.plan(document)?;
    document.begin(plan.name);
    for edit in plan.edits {
        document.apply(edit).unwrap();
    }
    document.commit();
    Ok(())
}

fn free(zone: &str, side: &str) -> Op {
    Op::AddGroup(Box::new(FreePlacement {
        side: side.into(),
        zone: zone.into(),
        front: None,
        counters: Vec::new(),
        conditions: Vec::new(),
        rule: Some("SW 1.1".into()),
    }))
}

#[test]
fn the_sheet_reads_like_a_rule_books_list() {
    let mut document = document();
    carry_out(&mut document, &free("west", "red")).unwrap();
    carry_out(&mut document, &Op::ToGroup { counter: "a-2".into(), group: 0 }).unwrap();
    let conditions = vec![PlacementCondition::EveryHexHoldsUnit { feature: Some("town".into()) }];
    carry_out(&mut document, &Op::SetConditions { group: 0, conditions }).unwrap();
    assert_eq!(
        Sheet::new(&document, "").text(&document),
        "RED\n\
         Not placed yet: A-3\n\
         In West (SW 1.1): A-2\n    \
             Every hex with Town holds a unit.\n\
         Others: A-1 in 0404\n\
         \n\
         BLUE\n\
         Others: B-1 in 0505\n"
    );
    let found = Sheet::new(&document, "0505");
    assert_eq!(found.sides.len(), 1);
    assert!(matches!(found.sides[0].sections[0].entries[0].place, Place::Hex(..)));
    assert!(Sheet::new(&document, "nobody").sides.is_empty());
}

#[test]
fn counters_go_to_and_fro_between_groups_and_hexes() {
    let mut document = document();
    let before = bytes(&document);
    carry_out(&mut document, &free("west", "red")).unwrap();
    carry_out(&mut document, &Op::ToGroup { counter: "a-1".into(), group: 0 }).unwrap();
    assert_eq!(stack(&document, "0404"), "a-2");
    assert!(carry_out(&mut document, &Op::ToGroup { counter: "b-1".into(), group: 0 }).is_err());
    assert!(carry_out(&mut document, &Op::ToGroup { counter: "a-1".into(), group: 0 }).is_err());

    // Placing it, by whatever hand, takes it from the group.
    let to = hex(&document, "0102");
    document.apply(bring(&document, "a-1", to)).unwrap();
    assert_eq!(stack(&document, "0102"), "a-1");
    assert!(document.scenario().setup.free[0].counters.is_empty());
    assert_eq!(document.undo_name(), Some("Place a-1 in 0102"));
    // Bringing it elsewhere from there is a move.
    document.apply(bring(&document, "a-1", hex(&document, "0101"))).unwrap();
    assert_eq!((stack(&document, "0102"), stack(&document, "0101")), ("".into(), "a-1".into()));

    carry_out(&mut document, &Op::Unplace { counter: "a-1".into() }).unwrap();
    assert!(document.counter_uses("a-1").is_empty());
    assert!(carry_out(&mut document, &Op::Unplace { counter: "a-1".into() }).is_err());
    carry_out(&mut document, &Op::RemoveGroup { group: 0 }).unwrap();
    assert_index(&document);
    while document.undo().is_some() {}
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_group_is_placed_legally_in_one_step() {
    let mut document = storm();
    let before = bytes(&document);
    document.refresh_problems();
    let errors = document.problems().iter().filter(|found| found.1.is_error()).count();
    for group in 0..2 {
        assert!(document.condition_states(group).iter().any(|state| state.kept == Kept::NotYet));
        carry_out(&mut document, &Op::PlaceGroup { group, seed: 3 }).unwrap();
        assert!(document.condition_states(group).iter().all(|state| state.kept == Kept::Kept));
    }
    document.refresh_problems();
    assert_eq!(document.problems().iter().filter(|found| found.1.is_error()).count(), errors);
    assert_eq!(document.undo_name(), Some("Place 4 counters in german-line"));
    let sheet = Sheet::new(&document, "");
    let placed = |section: &salient_document::set_up::Section| {
        matches!(section.of, SectionOf::Group(_)) && section.entries.is_empty()
    };
    assert_eq!(sheet.sides.iter().flat_map(|s| &s.sections).filter(|s| placed(s)).count(), 2);
    document.undo();
    document.undo();
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_counter_of_a_pool_leaves_its_group_when_it_is_placed() {
    let mut document = storm();
    let group = document.scenario().setup.free[0].counters.clone();
    let change = oob::change::Change::Count(2);
    for edit in oob::change_all(document.bundle(), &group, &change).unwrap() {
        document.apply(edit).unwrap();
    }
    let before = bytes(&document);
    carry_out(&mut document, &Op::PlaceGroup { group: 0, seed: 3 }).unwrap();
    assert!(document.scenario().setup.free[0].counters.is_empty());
    document.undo();
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_broken_condition_is_a_live_problem() {
    let mut document = storm();
    let rule_errors = |document: &mut Document| {
        document.refresh_problems();
        let broken = |words: &str| words.starts_with("in british-sector, 1434 and 4 more hexes");
        document.problems().iter().filter(|found| broken(&found.1.message)).count()
    };
    assert_eq!(rule_errors(&mut document), 0);
    // Nobody is left to hold the line.
    let mut empty = document.scenario().setup.free[0].clone();
    empty.counters.clear();
    document.apply(Edit::SpliceFree { at: 0, remove: 1, insert: vec![empty] }).unwrap();
    assert_eq!(rule_errors(&mut document), 1);
    document.undo();
    assert_eq!(rule_errors(&mut document), 0);
}
