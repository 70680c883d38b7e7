//! The order of battle: its tree, its totals, and what is done to it.

use proptest::prelude::*;
use salient_document::oob::{
    self, Change, Flaw, FormationChange, Key, MoveTo, Refused, Series, Totals, Tree,
};
use salient_document::{Document, Edit, Origin};
use salient_schema::Bundle;
use salient_schema::common::Rating;
use salient_schema::project::{Project, ProjectPaths};

use crate::SYSTEMS;
use crate::helper::{assert_index, bundle, bytes, document};

fn of(bundle: Bundle) -> Document {
    let paths = ProjectPaths {
        scenario: "small-scenario.json".into(),
        map: "map.json".into(),
        ruleset: "ruleset.json".into(),
        orders_of_battle: vec!["order-of-battle.json".into()],
        is_bundle: false,
    };
    Document::new(SYSTEMS, Project { bundle, paths, texts: Default::default() }, Origin::Embedded)
}

/// The small armies with their counters in formations: a-1 in the first, a-2 in the second.
fn armies() -> Bundle {
    let mut bundle = bundle();
    let counters = &mut bundle.orders_of_battle[0].counters;
    counters[0].formation = Some("red-1".into());
    counters[1].formation = Some("red-2".into());
    counters[3].formation = Some("blue-1".into());
    bundle
}

fn formation(id: &str) -> Key {
    Key::Formation(0, id.into())
}

fn counter(id: &str) -> Key {
    Key::Counter(id.into())
}

/// A tree in words: two blanks a level, `!` for what is not well placed.
fn drawn(bundle: &Bundle) -> String {
    let mut out = String::new();
    for row in Tree::of(bundle).rows() {
        let name = match &row.key {
            Key::Side(id) => format!("[{id}]"),
            Key::Formation(_, id) => format!("{id}:"),
            Key::Loose(_) => "loose:".to_owned(),
            Key::Counter(id) => id.clone(),
        };
        let flaw = if row.flaw.is_some() { "!" } else { "" };
        out.push_str(&format!("{}{name}{flaw}\n", "  ".repeat(row.depth)));
    }
    out
}

/// Does edits as one step, and undoes and redoes them: nothing may be different.
fn perform(document: &mut Document, edits: Vec<Edit>) {
    let before = bytes(document);
    document.begin("Test");
    for edit in edits {
        document.apply(edit).unwrap();
    }
    document.commit();
    assert_index(document);
    let after = bytes(document);
    if before != after {
        document.undo();
        assert_eq!(bytes(document), before);
        document.redo();
        assert_eq!(bytes(document), after);
    }
}

#[test]
fn the_tree_follows_sides_and_formations() {
    assert_eq!(
        drawn(&armies()),
        "[red]\n  red-1:\n    a-1\n    red-2:\n      a-2\n  loose:\n    a-3\n\
         [blue]\n  blue-1:\n    b-1\n  loose:\n    b-2\n    pool\n"
    );
}

#[test]
fn circles_and_lost_parents_have_a_place_too() {
    let mut bundle = armies();
    let formations = &mut bundle.orders_of_battle[0].formations;
    formations[0].parent = Some("red-2".into());
    formations[2].parent = Some("nobody".into());
    bundle.orders_of_battle[0].counters[2].formation = Some("nowhere".into());
    bundle.orders_of_battle[0].counters[4].formation = Some("red-1".into());
    assert_eq!(
        drawn(&bundle),
        "[red]\n  red-1:!\n    a-1\n    b-2!\n    red-2:\n      a-2\n  loose:\n    a-3!\n\
         [blue]\n  blue-1:!\n    b-1\n  loose:\n    pool\n"
    );
    let tree = Tree::of(&bundle);
    assert_eq!(tree.rows()[1].flaw, Some(Flaw::Circle));
}

#[test]
fn a_search_shows_what_fits_and_what_it_is_in() {
    let bundle = armies();
    let tree = Tree::of(&bundle);
    let fits = |key: &Key| *key == counter("a-2");
    let shown = tree.shown(|_| false, Some(&fits));
    let keys: Vec<_> = shown.iter().map(|&at| tree.rows()[at].key.clone()).collect();
    assert_eq!(
        keys,
        [Key::Side("red".into()), formation("red-1"), formation("red-2"), counter("a-2")]
    );
    let closed = tree.shown(|key| matches!(key, Key::Side(_)), None);
    assert_eq!(closed.len(), 6, "two sides, two formations, two heaps of loose counters");
}

#[test]
fn totals_count_pools_and_steps() {
    let bundle = armies();
    let totals = Totals::of(&bundle.ruleset, &bundle.orders_of_battle[0].counters);
    assert_eq!((totals.counters, totals.steps), (8, 16));
    assert_eq!(totals.ratings["strength"].sum(), "32");
    assert_eq!(totals.ratings["movement"].mean(), Some(5.0));
    assert!(oob::adds_up(&bundle.ruleset.counters.ratings[0]));
    assert!(!oob::adds_up(&bundle.ruleset.counters.ratings[1]));
}

#[test]
fn counters_and_formations_are_moved_and_refused() {
    let mut document = of(armies());
    let to = MoveTo::Formation(0, "red-2".into());
    // a-1 goes along with the formation that it is in.
    let keys = [counter("a-3"), counter("a-1")];
    let edits = oob::move_to(document.bundle(), &keys, &to).unwrap();
    perform(&mut document, edits);
    assert_eq!(document.counter("a-1").unwrap().formation.as_deref(), Some("red-2"));
    let edits =
        oob::move_to(document.bundle(), &[counter("a-3")], &MoveTo::Before("a-1".into())).unwrap();
    perform(&mut document, edits);
    let order: Vec<_> =
        document.bundle().orders_of_battle[0].counters.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(order, ["a-3", "a-1", "a-2", "b-1", "b-2", "pool"]);
    let refused = oob::move_to(document.bundle(), &[formation("red-1")], &to).unwrap_err();
    assert_eq!(refused.to_string(), "First Red cannot belong to itself.");
    let refused = oob::move_to(document.bundle(), &[counter("b-1")], &to).unwrap_err();
    assert!(refused.to_string().starts_with("B-1 fights for another side"), "{refused}");
    let edits = oob::move_to(document.bundle(), &[formation("red-2")], &MoveTo::Nowhere).unwrap();
    perform(&mut document, edits);
    assert_eq!(document.bundle().orders_of_battle[0].formations[1].parent, None);
}

#[test]
fn a_copy_has_ids_of_its_own() {
    let mut document = of(armies());
    let (copies, edits) =
        oob::duplicate(document.bundle(), &[formation("red-1"), counter("a-1")]).unwrap();
    perform(&mut document, edits);
    assert_eq!(copies, [formation("red-1-n2"), counter("a-1-n3")]);
    assert_eq!(
        drawn(document.bundle()),
        "[red]\n  red-1:\n    a-1\n    a-1-n3\n    red-2:\n      a-2\n  \
         red-1-n2:\n    a-1-n2\n    red-2-n2:\n      a-2-n2\n  loose:\n    a-3\n\
         [blue]\n  blue-1:\n    b-1\n  loose:\n    b-2\n    pool\n"
    );
}

#[test]
fn a_pool_is_split() {
    let mut document = of(armies());
    let (id, edits) = oob::split_counter(document.bundle(), "pool", 2).unwrap();
    perform(&mut document, edits);
    assert_eq!(
        (document.counter("pool").unwrap().count, document.counter(&id).unwrap().count),
        (2, 1)
    );
    let refused = oob::split_counter(document.bundle(), "pool", 2).unwrap_err();
    assert!(
        refused.to_string().contains("1 of them can stay")
            || refused.to_string().contains("from 1 to 1")
    );
}

#[test]
fn a_deletion_takes_the_uses_along() {
    let mut document = of(armies());
    let deletion =
        oob::delete(document.bundle(), &[formation("red-1"), counter("b-2")], true).unwrap();
    assert_eq!(
        deletion.uses,
        ["A-1 stands in 0404", "A-2 stands in 0404", "B-2 arrives on game-turn 1"]
    );
    assert_eq!((deletion.counters.len(), deletion.formations), (3, 2));
    perform(&mut document, deletion.edits);
    assert_eq!(
        drawn(document.bundle()),
        "[red]\n  loose:\n    a-3\n[blue]\n  blue-1:\n    b-1\n  loose:\n    pool\n"
    );
    assert!(document.scenario().reinforcements.is_empty());
    document.undo();
    // The formation alone: what was in it belongs to what it belonged to.
    let deletion = oob::delete(document.bundle(), &[formation("red-2")], false).unwrap();
    perform(&mut document, deletion.edits);
    assert_eq!(document.counter("a-2").unwrap().formation.as_deref(), Some("red-1"));
}

#[test]
fn a_deletion_takes_the_eliminated_and_substitutes_along() {
    let mut bundle = armies();
    bundle.scenario.setup.eliminated = vec!["a-3".into(), "pool".into()];
    let counters = &mut bundle.orders_of_battle[0].counters;
    counters[0].substitute = Some("a-3".into());
    let mut document = of(bundle);
    let deletion = oob::delete(document.bundle(), &[counter("a-3")], true).unwrap();
    assert_eq!(deletion.uses, ["A-3 begins among the eliminated", "A-3 is the substitute of A-1"]);
    perform(&mut document, deletion.edits);
    assert_eq!(document.scenario().setup.eliminated, ["pool"]);
    assert_eq!(document.counter("a-1").unwrap().substitute, None);
}

#[test]
fn a_substitute_is_another_counter_of_the_same_side() {
    let mut document = of(armies());
    let change = |document: &Document, id: &str| {
        let change = Change::Substitute(Some(id.into()));
        oob::change_all(document.bundle(), &["a-1".into()], &change)
    };
    let refused = |id: &str| change(&document, id).unwrap_err().to_string();
    assert_eq!(refused("a-1"), "A-1 cannot be its own substitute.");
    assert_eq!(refused("b-1"), "B-1 belongs to another side.");
    assert!(refused("nobody").contains("nobody"));
    let edits = change(&document, "a-3").unwrap();
    perform(&mut document, edits);
    // With the side goes a substitute that stays there.
    let over = Change::Side("blue".into());
    let edits = oob::change_all(document.bundle(), &["a-1".into()], &over).unwrap();
    perform(&mut document, edits);
    assert_eq!(document.counter("a-1").unwrap().substitute, None);
}

#[test]
fn a_circle_can_be_deleted() {
    let mut bundle = armies();
    bundle.orders_of_battle[0].formations[0].parent = Some("red-2".into());
    let mut document = of(bundle);
    let deletion = oob::delete(document.bundle(), &[formation("red-1")], true).unwrap();
    perform(&mut document, deletion.edits);
    assert_eq!(document.bundle().orders_of_battle[0].formations.len(), 1);
}

#[test]
fn ids_take_their_references_along() {
    let mut document = of(armies());
    let edits =
        oob::change_all(document.bundle(), &["a-1".into()], &Change::Id("a-9".into())).unwrap();
    perform(&mut document, edits);
    assert_eq!(document.scenario().setup.placements[0].counters[0], "a-9");
    let change = FormationChange::Id("red-9".into());
    let edits = oob::change_formation(document.bundle(), 0, "red-1", &change).unwrap();
    perform(&mut document, edits);
    assert_eq!(document.counter("a-9").unwrap().formation.as_deref(), Some("red-9"));
    let refused = |change: Change| {
        oob::change_all(document.bundle(), &["a-9".into()], &change).unwrap_err().to_string()
    };
    assert_eq!(refused(Change::Id("b-1".into())), "There is a counter b-1 already.");
    assert!(refused(Change::Id("B 1".into())).contains("small letters"));
}

#[test]
fn a_change_of_many_keeps_to_the_ranges() {
    let mut document = document();
    let ids: Vec<String> = ["a-1", "a-2", "b-1"].map(str::to_owned).into();
    let change = Change::AddToRating(0, "strength".into(), 18);
    let edits = oob::change_all(document.bundle(), &ids, &change).unwrap();
    assert_eq!(edits.len(), 3);
    perform(&mut document, edits);
    let strength =
        |id: &str| document.counter(id).unwrap().faces[0].ratings[&"strength".to_owned()].clone();
    assert_eq!(strength("a-1"), Rating::Number(20));
    let change = Change::Rating(0, "strength".into(), Some(Rating::Number(21)));
    let refused = oob::change_all(document.bundle(), &ids, &change).unwrap_err();
    assert_eq!(refused, Refused("Strength is 0 to 20; 21 is not.".into()));
    let same = oob::change_all(document.bundle(), &ids, &Change::Count(1)).unwrap();
    assert!(same.is_empty(), "what is so already is no edit");
    let all = oob::change::counters_of(document.bundle(), &ids);
    assert_eq!(oob::common(all.iter().copied(), |one| one.side.as_str()), oob::Common::Mixed);
    assert_eq!(oob::common(all, |one| one.count).same(), Some(&1));
}

#[test]
fn a_side_is_changed_with_what_depends_on_it() {
    let mut document = of(armies());
    let edits =
        oob::change_all(document.bundle(), &["a-1".into()], &Change::Side("blue".into())).unwrap();
    perform(&mut document, edits);
    let counter = document.counter("a-1").unwrap();
    assert_eq!((counter.side.as_str(), counter.formation.as_deref()), ("blue", None));
}

fn series(pattern: &str) -> Result<Vec<String>, String> {
    let mut bundle = armies();
    bundle.orders_of_battle[0].formations[1].short = Some("2R".into());
    bundle.orders_of_battle[0].formations[0].size = Some("corps".into());
    let series = Series { pattern: pattern.into(), first: 3, step: 2, by_formation: false };
    let ids = ["a-2", "a-3"].map(str::to_owned);
    let names = series.preview(&bundle, &ids).map_err(|error| error.to_string())?;
    Ok(names.into_iter().map(|(_, name)| name).collect())
}

#[test]
fn a_pattern_prints_a_series() {
    for (pattern, first, second) in [
        ("{n}/{short}", "3/2R", "5"),
        ("{n:roman}", "III", "V"),
        ("{n:03}.{letter:lower}", "003.c", "005.e"),
        ("{n}/{name}/{corps}", "3/Second Red/First Red", "5"),
        ("{n}/{bde}/{corps}", "3/First Red", "5"),
        ("{old}*", "A-2*", "A-3*"),
        ("{{{n}}} {type} {side}", "{3} Infantry Red", "{5} Infantry Red"),
    ] {
        assert_eq!(series(pattern).unwrap(), [first, second], "{pattern}");
    }
    assert!(series("{n").unwrap_err().contains("open"));
    assert!(series("n}").unwrap_err().contains("closes nothing"));
    let unknown = series("{crops}").unwrap_err();
    assert!(unknown.starts_with("{crops} means nothing here"), "{unknown}");
}

#[test]
fn a_series_of_new_counters() {
    let mut document = of(armies());
    let numbers = Series { pattern: "{n}/R".into(), first: 1, step: 1, by_formation: false };
    let (ids, edits) = oob::add_series(document.bundle(), "a-2", 3, &numbers).unwrap();
    assert_eq!(ids, ["red-1-r", "red-2-r", "red-3-r"]);
    perform(&mut document, edits);
    assert!(drawn(document.bundle()).contains("a-2\n      red-1-r\n      red-2-r\n      red-3-r"));
    let edits = oob::renumber(
        document.bundle(),
        &ids,
        &Series { pattern: "{letter}".into(), first: 1, step: 1, by_formation: true },
    )
    .unwrap();
    perform(&mut document, edits);
    assert_eq!(document.counter("red-3-r").unwrap().designation, "C");
}

/// A "Battalion" without a number is the first of its series; "3 Bn" is somebody, and stays so.
#[test]
fn a_series_numbers_the_counter_that_has_no_number_as_well() {
    for (printed, pattern, expected) in [
        ("Battalion", "{n} Bn", ["1 Bn", "2 Bn", "3 Bn"]),
        ("", "{letter}", ["A", "B", "C"]),
        ("3 Bn", "{n} Bn", ["3 Bn", "1 Bn", "2 Bn"]),
        ("Battalion", "{old}", ["Battalion", "Battalion", "Battalion"]),
    ] {
        let mut armies = armies();
        let all = armies.orders_of_battle[0].counters.iter_mut();
        all.filter(|one| one.id == "a-2").for_each(|one| one.designation = printed.to_owned());
        let mut document = of(armies);
        let series = Series { pattern: pattern.into(), first: 1, step: 1, by_formation: false };
        let (ids, edits) = oob::add_series(document.bundle(), "a-2", 2, &series).unwrap();
        perform(&mut document, edits);
        let all = std::iter::once("a-2").chain(ids.iter().map(String::as_str));
        let all = all.map(|id| document.counter(id).unwrap().designation.clone());
        assert_eq!(all.collect::<Vec<_>>(), expected, "{printed} {pattern}");
    }
}

#[test]
fn a_new_counter_is_like_its_neighbour() {
    let mut document = of(armies());
    for key in [counter("a-1"), formation("red-2"), Key::Side("blue".into())] {
        let (id, edits) = oob::add_counter(document.bundle(), &key).unwrap();
        perform(&mut document, edits);
        let new = document.counter(&id).unwrap();
        assert_eq!(new.faces[0].ratings.len(), 2);
    }
    let (key, edits) = oob::add_formation(document.bundle(), &formation("red-2")).unwrap();
    perform(&mut document, edits);
    assert!(Tree::of(document.bundle()).position(&key).is_some());
    let faces = oob::change_all(document.bundle(), &["a-1".into()], &Change::AddFace).unwrap();
    perform(&mut document, faces);
    let counter = document.counter("a-1").unwrap();
    assert_eq!(counter.faces[2].ratings[&"strength".to_owned()], Rating::Number(1));
    assert_eq!(counter.faces[2].ratings[&"movement".to_owned()], Rating::Number(5));
}

/// Formations whose parents point anywhere, counters that belong anywhere.
fn tangled() -> impl Strategy<Value = Bundle> {
    let parents = prop::collection::vec(prop::option::of(0..7_usize), 3..7);
    let homes = prop::collection::vec(prop::option::of(0..8_usize), 6);
    (parents, homes).prop_map(|(parents, homes)| {
        let mut bundle = bundle();
        let oob = &mut bundle.orders_of_battle[0];
        let model = oob.formations[0].clone();
        oob.formations = parents
            .iter()
            .enumerate()
            .map(|(at, parent)| {
                let mut formation = model.clone();
                formation.id = format!("f-{at}");
                formation.side = if at % 3 == 2 { "blue" } else { "red" }.to_owned();
                formation.parent = parent.map(|parent| format!("f-{parent}"));
                formation
            })
            .collect();
        for (counter, home) in oob.counters.iter_mut().zip(homes) {
            counter.formation = home.map(|home| format!("f-{home}"));
        }
        bundle
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_hangs_together_is_shown_once(bundle in tangled()) {
        let tree = Tree::of(&bundle);
        let mut counters: Vec<_> = tree.rows().iter().filter_map(|row| row.key.counter()).collect();
        counters.sort();
        let mut all: Vec<_> = bundle.orders_of_battle[0].counters.iter().map(|one| &one.id).collect();
        all.sort();
        prop_assert_eq!(counters, all);
        let formations =
            tree.rows().iter().filter(|row| matches!(row.key, Key::Formation(..))).count();
        prop_assert_eq!(formations, bundle.orders_of_battle[0].formations.len());
    }

    #[test]
    fn whatever_is_asked_is_done_or_refused(
        bundle in tangled(),
        pick in prop::collection::vec(0..20_usize, 1..4),
        target in 0..20_usize,
        deed in 0..6_u8,
    ) {
        let mut document = of(bundle);
        let keys: Vec<Key> =
            Tree::of(document.bundle()).rows().iter().map(|row| row.key.clone()).collect();
        let picked: Vec<Key> = pick.iter().map(|at| keys[at % keys.len()].clone()).collect();
        let target = &keys[target % keys.len()];
        let to = match target {
            Key::Formation(oob, id) => MoveTo::Formation(*oob, id.clone()),
            Key::Counter(id) => MoveTo::Before(id.clone()),
            _ => MoveTo::Nowhere,
        };
        let edits = match deed {
            0 => oob::move_to(document.bundle(), &picked, &to),
            1 => oob::delete(document.bundle(), &picked, true).map(|deletion| deletion.edits),
            2 => oob::delete(document.bundle(), &picked, false).map(|deletion| deletion.edits),
            3 => oob::duplicate(document.bundle(), &picked).map(|(_, edits)| edits),
            4 => oob::add_counter(document.bundle(), target).map(|(_, edits)| edits),
            _ => oob::add_formation(document.bundle(), target).map(|(_, edits)| edits),
        };
        if let Ok(edits) = edits {
            let before = bytes(&document);
            document.begin("Test");
            let mut done = Ok(());
            for edit in edits {
                done = done.and_then(|()| document.apply(edit));
            }
            // Circles in the data may stand in the way; then the document says so.
            let in_order = Tree::of(document.bundle()).rows().iter().all(|row| row.flaw.is_none());
            prop_assert!(done.is_ok() || !in_order || deed == 0, "{done:?}");
            if done.is_err() { document.cancel() } else { document.commit(); }
            assert_index(&document);
            while document.undo().is_some() {}
            prop_assert_eq!(bytes(&document), before);
        }
    }
}
