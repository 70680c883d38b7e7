//! The set-up sheet and free placement.

use std::path::Path;

use salient_document::set_up::{
    Op, Place, SectionOf, SetUpSheet, Within, bring, carriers, markers, state_choices, to_place,
};
use salient_document::{Document, Edit, List, Origin, PlacedCounter, oob};
use salient_rules::set_up::Kept;
use salient_schema::map::{Zone, ZoneKind};
use salient_schema::project::{Disk, Project, open_project};
use salient_schema::scenario::{FreePlacement, Override, PlacementCondition};

use crate::SYSTEMS;
use crate::helper::{assert_index, bytes, document, hex, stack};

fn storm() -> Document {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let path = root.join("storm-in-the-west/scenario.json");
    let mut project = open_project(&Disk, path.to_str().unwrap()).0.unwrap();
    project.paths = Default::default();
    Document::new(SYSTEMS, project, Origin::Embedded)
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

/// A scenario of Infantry Attacks: with guns, wagons, cavalry, a river.
fn infantry(name: &str) -> Document {
    let system = SYSTEMS.iter().find(|system| system.info().id == "infantry-attacks").unwrap();
    let bundle = system.published().bundle(Some(name)).unwrap();
    let project = Project { bundle, paths: Default::default(), texts: Default::default() };
    Document::new(SYSTEMS, project, Origin::Embedded)
}

fn set_state(document: &mut Document, placed: &[PlacedCounter], state: &str, on: bool) {
    let op = Op::SetState { counters: placed.to_vec(), state: state.into(), on };
    carry_out(document, &op).unwrap();
    assert_index(document);
}

/// Everybody of a type on the map.
fn of_type(document: &Document, unit_type: &str) -> Vec<PlacedCounter> {
    let hexes = document.occupied();
    let all = hexes.into_iter().flat_map(|hex| {
        let stack = document.stack_at(hex).into_iter();
        stack.map(move |entry| PlacedCounter { counter: entry.counter.clone(), hex })
    });
    let is = |placed: &PlacedCounter| {
        document.counter(&placed.counter).is_some_and(|printed| printed.unit_type == unit_type)
    };
    all.filter(is).collect()
}

#[test]
fn counters_begin_in_the_states_that_the_system_knows() {
    let mut document = infantry("waplitz");
    let all: Vec<PlacedCounter> = of_type(&document, "infantry");
    assert!(all.len() > 3);
    let on = |document: &Document, placed: &[PlacedCounter], id: &str| {
        let choices = state_choices(document, placed);
        choices.iter().find(|choice| choice.id == id).map(|choice| (choice.on, choice.of))
    };
    let hidden_before = on(&document, &all, "hidden").unwrap().0;
    assert!(hidden_before < all.len());
    let before = bytes(&document);
    set_state(&mut document, &all, "hidden", true);
    assert_eq!(on(&document, &all, "hidden"), Some((all.len(), all.len())));
    // Of what excludes the other the last one stays.
    set_state(&mut document, &all[..1], "disrupted", true);
    set_state(&mut document, &all[..1], "demoralized", true);
    assert_eq!(on(&document, &all[..1], "disrupted"), Some((0, 1)));
    assert_eq!(on(&document, &all[..1], "demoralized"), Some((1, 1)));
    let label = document.grid().label(all[0].hex);
    let text = SetUpSheet::new(&document, "").text(&document);
    assert!(text.contains("hidden"), "{text}");
    let shown = markers(&document);
    let here: Vec<&str> = shown
        .iter()
        .filter(|marker| document.grid().label(marker.hex) == label)
        .map(|marker| marker.name.as_ref())
        .collect();
    assert!(here.contains(&"Demoralized"), "{here:?}");
    assert!(here.iter().any(|name| name.ends_with("Hidden")), "{here:?}");
    for _ in 0..3 {
        document.undo();
    }
    assert_eq!(bytes(&document), before);
    // Nobody begins drawn but leaders.
    assert_eq!(on(&document, &all, "drawn"), None);
    let op = Op::SetState { counters: all.clone(), state: "drawn".into(), on: true };
    assert!(op.plan(&document).unwrap_err().contains("nothing changes"));
}

#[test]
fn what_the_other_side_shows_is_turned_up() {
    let mut document = infantry("waplitz");
    let guns = of_type(&document, "artillery");
    let gun = guns.iter().find(|placed| carriers(&document, placed).1.is_none()).unwrap().clone();
    let face = |document: &Document| {
        let stack = document.stack_at(gun.hex);
        stack.iter().find(|entry| *entry.counter == gun.counter).map(|entry| entry.face)
    };
    let one = [gun.clone()];
    let on = |document: &Document| {
        let choices = state_choices(document, &one);
        choices.iter().find(|choice| choice.id == "limbered").map(|choice| choice.on)
    };
    assert_eq!((face(&document), on(&document)), (Some(0), Some(0)));
    set_state(&mut document, &one, "limbered", true);
    assert_eq!((face(&document), on(&document)), (Some(1), Some(1)));
    set_state(&mut document, &one, "limbered", false);
    assert_eq!((face(&document), on(&document)), (Some(0), Some(0)));
    // Whoever turned it over himself has said the same.
    let (counter, hex) = (gun.counter.clone(), document.grid().label(gun.hex));
    document.apply(Edit::TurnCounter { counter, hex, face: 1 }).unwrap();
    assert_eq!(on(&document), Some(1));
}

#[test]
fn a_wagon_carries_a_gun_of_its_hex() {
    let mut document = infantry("goritten");
    let guns = of_type(&document, "artillery");
    let gun = guns.into_iter().find(|placed| carriers(&document, placed).1.is_some()).unwrap();
    let (offered, now) = carriers(&document, &gun);
    let wagon = now.clone().unwrap();
    assert_eq!(offered, std::slice::from_ref(&wagon));
    let before = bytes(&document);
    let carry = |by: Option<&str>| Op::Carry { counter: gun.clone(), by: by.map(Into::into) };
    carry_out(&mut document, &carry(None)).unwrap();
    assert_eq!(carriers(&document, &gun), (vec![wagon.clone()], None));
    assert_index(&document);
    carry_out(&mut document, &carry(Some(&wagon))).unwrap();
    assert_eq!(bytes(&document), before);
    let text = SetUpSheet::new(&document, "").text(&document);
    assert!(text.contains("carried by"), "{text}");
    // Another gun is offered no wagon that is loaded.
    let other = document.bundle().orders_of_battle.iter().flat_map(|book| &book.counters);
    let like = document.counter(&gun.counter).unwrap();
    let mut other = other.filter(|one| one.side == like.side && one.unit_type == "machine-gun");
    let other = other.next().unwrap().id.clone();
    document.apply(bring(&document, &other, gun.hex)).unwrap();
    let other = PlacedCounter { counter: other, hex: gun.hex };
    assert_eq!(carriers(&document, &other), (Vec::new(), None));
    carry_out(&mut document, &carry(None)).unwrap();
    assert_eq!(carriers(&document, &other), (vec![wagon], None));
    // Nor is anybody who goes on foot.
    let afoot = of_type(&document, "infantry").remove(0);
    assert_eq!(carriers(&document, &afoot), (Vec::new(), None));
}

#[test]
fn the_sheet_reads_like_a_rule_books_list() {
    let mut document = document();
    carry_out(&mut document, &free("west", "red")).unwrap();
    carry_out(&mut document, &Op::ToGroup { counter: "a-2".into(), group: 0 }).unwrap();
    let conditions = vec![PlacementCondition::EveryHexHoldsUnit { feature: Some("town".into()) }];
    carry_out(&mut document, &Op::SetConditions { group: 0, conditions }).unwrap();
    assert_eq!(
        SetUpSheet::new(&document, "").text(&document),
        "RED\n\
         Not placed yet: A-3\n\
         In West (SW 1.1): A-2\n    \
             Every hex with Town holds a unit.\n\
         Others: A-1 in 0404\n\
         \n\
         BLUE\n\
         Others: B-1 in 0505\n"
    );
    let found = SetUpSheet::new(&document, "0505");
    assert_eq!(found.sides.len(), 1);
    assert!(matches!(found.sides[0].sections[0].entries[0].place, Place::Hex(..)));
    assert!(SetUpSheet::new(&document, "nobody").sides.is_empty());
}

#[test]
fn a_condition_says_which_front_it_is_about() {
    let mut document = document();
    carry_out(
        &mut document,
        &Op::AddGroup(Box::new(FreePlacement {
            side: "red".into(),
            zone: "west".into(),
            front: Some("west".into()),
            counters: Vec::new(),
            conditions: vec![
                PlacementCondition::EveryHexHoldsUnitOrZoc { feature: None },
                PlacementCondition::AtMostPerHex { count: 2 },
            ],
            rule: None,
        })),
    )
    .unwrap();
    let text = SetUpSheet::new(&document, "").text(&document);
    let held = "Every hex holds a unit or lies in a friendly zone of control (West).";
    assert!(text.contains(held) && text.contains("At most 2 counters a hex."), "{text}");
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
    assert_eq!(document.undo_name(), Some("Place A-1 in 0102"));
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
fn what_has_no_place_is_placed_on_request() {
    let mut document = document();
    let before = bytes(&document);
    let place = |within: Within| Op::PlaceUnplaced { side: "red".into(), within, seed: 1 };
    assert_eq!(to_place(&document, "red"), ["a-3"]);
    assert!(to_place(&document, "blue").is_empty(), "what comes later and pools wait");
    let west = Within::Zone("west".into());
    carry_out(&mut document, &place(west.clone())).unwrap();
    assert_eq!(document.undo_name(), Some("Place 1 counter in West"));
    let stands = [stack(&document, "0101"), stack(&document, "0102")].concat();
    assert_eq!(stands, "a-3");
    assert!(carry_out(&mut document, &place(west)).is_err(), "nobody is left");
    document.undo();
    assert_eq!(bytes(&document), before);

    // In hexes; not where an enemy stands, and it is said why.
    let enemy = vec![hex(&document, "0505")];
    let why = carry_out(&mut document, &place(Within::Hexes(enemy.clone()))).unwrap_err();
    assert!(why.contains("no hex of the zone is open"), "{why}");
    let both = [enemy, vec![hex(&document, "0801")]].concat();
    carry_out(&mut document, &place(Within::Hexes(both))).unwrap();
    assert_eq!(stack(&document, "0801"), "a-3");
    assert_index(&document);
}

#[test]
fn what_begins_eliminated_leaves_its_hex_and_comes_back() {
    let mut document = document();
    let before = bytes(&document);
    let eliminate = |counter: &str| Op::ToEliminated { counter: counter.into() };
    carry_out(&mut document, &eliminate("a-1")).unwrap();
    assert_eq!(stack(&document, "0404"), "a-2");
    assert_eq!(document.scenario().setup.eliminated, ["a-1"]);
    assert_eq!(document.undo_name(), Some("Let A-1 begin eliminated"));
    assert!(carry_out(&mut document, &eliminate("a-1")).is_err());
    let text = SetUpSheet::new(&document, "").text(&document);
    assert!(text.contains("Among the eliminated (out of play, may be rebuilt): A-1"), "{text}");

    // Whoever sets it up has brought it back.
    let to = hex(&document, "0102");
    document.apply(bring(&document, "a-1", to)).unwrap();
    assert!(document.scenario().setup.eliminated.is_empty());
    assert_eq!(stack(&document, "0102"), "a-1");
    assert_index(&document);
    carry_out(&mut document, &eliminate("a-1")).unwrap();
    carry_out(&mut document, &Op::Unplace { counter: "a-1".into() }).unwrap();
    assert!(document.counter_uses("a-1").is_empty());
    while document.undo().is_some() {}
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_side_controls_a_zone() {
    let mut document = document();
    let before = bytes(&document);
    let control =
        |side: Option<&str>| Op::SetControl { zone: "west".into(), side: side.map(str::to_owned) };
    let who = |document: &Document| {
        let control = &document.scenario().setup.control;
        control.iter().map(|item| format!("{} {}", item.side, item.zone)).collect::<Vec<_>>()
    };
    assert!(carry_out(&mut document, &control(None)).is_err(), "nobody does");
    carry_out(&mut document, &control(Some("red"))).unwrap();
    carry_out(&mut document, &control(Some("blue"))).unwrap();
    assert_eq!(who(&document), ["blue west"]);
    assert!(carry_out(&mut document, &control(Some("green"))).is_err());
    carry_out(&mut document, &control(None)).unwrap();
    assert!(who(&document).is_empty());
    while document.undo().is_some() {}
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_hex_changes_its_controller_by_changing_its_zone() {
    let mut document = document();
    let zone = |id: &str, hexes: &[&str]| {
        Edit::add_zone(
            Zone {
                id: id.into(),
                name: id.into(),
                kind: ZoneKind::Other,
                owner: None,
                colour: None,
                hexes: hexes.iter().map(|hex| (*hex).to_owned()).collect(),
            },
            None,
        )
    };
    document.apply(zone("red-side", &["0303", "0304"])).unwrap();
    document.apply(zone("blue-side", &["0404"])).unwrap();
    let before = bytes(&document);
    let at = hex(&document, "0303");
    let to =
        |side: Option<&str>| Op::ControlHexes { hexes: vec![at], side: side.map(str::to_owned) };
    assert!(carry_out(&mut document, &to(Some("red"))).unwrap_err().contains("no zone yet"));
    for (zone, side) in [("red-side", "red"), ("blue-side", "blue")] {
        let op = Op::SetControl { zone: zone.into(), side: Some(side.into()) };
        carry_out(&mut document, &op).unwrap();
    }
    let who = |document: &Document| document.controller(at).map(|control| control.side.clone());
    assert_eq!(who(&document).as_deref(), Some("red"));
    carry_out(&mut document, &to(Some("blue"))).unwrap();
    assert_eq!(document.undo_name(), Some("Let Blue control 0303"));
    assert_eq!(who(&document).as_deref(), Some("blue"));
    carry_out(&mut document, &to(None)).unwrap();
    assert_eq!(who(&document), None);
    for _ in 0..4 {
        document.undo();
    }
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_substitute_is_not_waiting_to_be_placed() {
    let mut document = document();
    let change = oob::change::Change::Substitute(Some("a-3".into()));
    for edit in oob::change_all(document.bundle(), &["a-1".into()], &change).unwrap() {
        document.apply(edit).unwrap();
    }
    let text = SetUpSheet::new(&document, "").text(&document);
    assert!(!text.contains("A-3"), "{text}");
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
    assert_eq!(document.undo_name(), Some("Place 4 counters in German main trench line"));
    let sheet = SetUpSheet::new(&document, "");
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
        let broken = |words: &str| words.starts_with("in British sector, 1434 and 4 more hexes");
        document.problems().iter().filter(|found| broken(&found.1.message)).count()
    };
    assert_eq!(rule_errors(&mut document), 0);
    // Nobody is left to hold the line.
    let mut empty = document.scenario().setup.free[0].clone();
    empty.counters.clear();
    document.apply(Edit::splice(List::Free, 0, 1, vec![empty])).unwrap();
    assert_eq!(rule_errors(&mut document), 1);
    document.undo();
    assert_eq!(rule_errors(&mut document), 0);
}

#[test]
fn points_stand_beside_what_the_rules_ask() {
    let storm = storm();
    let mut bundle = storm.bundle().clone();
    let values = |bundle: &salient_schema::Bundle| {
        let document = crate::helper::document_of(bundle.clone());
        salient_document::totals::Totals::of(&document).values.unwrap().sides
    };
    let now: Vec<i32> = values(&bundle).iter().map(|side| side.points).collect();
    assert!(values(&bundle).iter().all(|side| side.asked.is_none()));
    let mut constant = bundle.ruleset.constants[0].clone();
    constant.id = format!("morale_total_{}", bundle.ruleset.sides[0].id);
    constant.value = now[0] + 1;
    let id = constant.id.clone();
    bundle.ruleset.constants.push(constant);
    let asked = |bundle: &salient_schema::Bundle| {
        values(bundle).iter().map(|side| side.asked).collect::<Vec<_>>()
    };
    assert_eq!(asked(&bundle), [Some(now[0] + 1), None]);
    // A scenario may ask for another number.
    let change = Override::Constant { constant: id, value: 7, reason: None };
    bundle.scenario.overrides.push(change);
    assert_eq!(asked(&bundle), [Some(7), None]);
}

#[test]
fn variants_are_set_aside_until_they_are_used() {
    let mut bundle = crate::helper::bundle();
    bundle.orders_of_battle[0].counters[2].traits.push("variant".into());
    bundle.orders_of_battle[0].counters[1].substitute = Some("b-2".into());
    let mut document = crate::helper::document_of(bundle);
    let aside = |document: &Document| document.set_aside().into_iter().cloned().collect::<Vec<_>>();
    // The substitute b-2 is on the schedule.
    assert_eq!(aside(&document), ["a-3"]);
    let to = hex(&document, "0102");
    document.apply(bring(&document, "a-3", to)).unwrap();
    assert!(aside(&document).is_empty());
}

#[test]
fn what_has_no_hex_waits_for_none_by_its_symbol_and_by_the_role() {
    // Whether the counter of a type, with these traits and roles stated, waits for a place.
    let waits = |unit_type: &str, traits: &[&str], roles: &[(&str, &str)]| {
        let mut bundle = crate::helper::bundle();
        let plane = r#"{ "id": "scouts", "name": "Scouts", "symbol": "fighter" }"#;
        bundle.ruleset.counters.types.push(serde_json::from_str(plane).unwrap());
        for (role, filled_by) in roles {
            bundle.ruleset.roles.insert((*role).to_owned(), vec![(*filled_by).to_owned()]);
        }
        let counter = &mut bundle.orders_of_battle[0].counters[2];
        unit_type.clone_into(&mut counter.unit_type);
        counter.traits = traits.iter().map(|&id| id.to_owned()).collect();
        let document = crate::helper::document_of(bundle);
        let sheet = SetUpSheet::new(&document, "");
        let sections = sheet.sides.iter().flat_map(|side| &side.sections);
        let mut unplaced = sections.filter(|section| section.of == SectionOf::Unplaced);
        let on_sheet = unplaced.any(|one| one.entries.iter().any(|it| it.counter == "a-3"));
        let handed = to_place(&document, "red").iter().any(|id| *id == "a-3");
        assert_eq!(on_sheet, handed, "sheet and tool ask for the same counters");
        on_sheet
    };
    assert!(waits("infantry", &[], &[]));
    assert!(waits("infantry", &["air"], &[]), "no rule knows such a trait");
    assert!(!waits("scouts", &[], &[]), "it flies");
    assert!(!waits("infantry", &["off-board"], &[]));
    for role in ["off-board", "variant"] {
        assert!(!waits("infantry", &["far"], &[(role, "far")]), "{role}");
        assert!(waits("infantry", &[role], &[(role, "far")]), "{role} is something else here");
    }
}
