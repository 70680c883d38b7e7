//! Ten thousand random sequences of all kinds of edits, on the fixtures of the five systems: each
//! undone to the start gives the same bytes, each redone the same end, and a kill at any moment
//! loses nothing that was committed or autosaved.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use salient_document::{Document, Edit, Origin};
use salient_hex::HexGrid;
use salient_schema::Bundle;
use salient_schema::common::Provenance;
use salient_schema::map::Line;
use salient_schema::order_of_battle::{Formation, OrderOfBattle};
use salient_schema::project::{Disk, Project, open_project};
use salient_schema::ruleset::{Kind, Side, Table, TraitDef};
use salient_schema::scenario::{Entry, Placement, Reinforcement};
use tempfile::tempdir;

use crate::SYSTEMS;
use crate::chance::Chance;
use crate::generate;
use crate::helper::{assert_index, bytes};

/// How many sequences are tried with each system's fixture.
const SEQUENCES: u64 = 2_000;

fn project(system: &str) -> Project {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let path = root.join(system).join("scenario.json");
    let (project, found) = open_project(&Disk, path.to_str().unwrap());
    assert!(!found.iter().any(|found| found.is_error()), "{found:#?}");
    let mut project = project.unwrap();
    // Built in, so that nothing is kept beside the fixtures.
    project.paths = Default::default();
    enrich(&mut project.bundle);
    project
}

/// Gives a scenario something of each sort that an edit may be about.
fn enrich(bundle: &mut Bundle) {
    let ruleset = &mut bundle.ruleset;
    for kinds in [&mut ruleset.paths, &mut ruleset.lines, &mut ruleset.hexsides] {
        if kinds.is_empty() {
            kinds.extend(ruleset.features.first().cloned());
        }
    }
    // Something of which nothing speaks.
    let (id, name) = (|| "new-one".to_owned(), || "New one".to_owned());
    ruleset.sides.push(Side::new(id(), name()));
    ruleset.terrain.push(Kind { id: id(), name: name(), ..ruleset.terrain[0].clone() });
    let provenance = Provenance::Invented;
    let spare = TraitDef { id: id(), name: name(), meaning: None, provenance };
    ruleset.counters.traits.push(spare);
    if let Some(table) = ruleset.tables.first().cloned() {
        ruleset.tables.push(Table { id: "new-chart".into(), ..table });
    }
    let line =
        Line { kind: ruleset.lines[0].id.clone(), name: None, owner: None, sides: Vec::new() };
    bundle.map.lines.items.insert(0, line);
    if bundle.map.paths.items.is_empty() {
        let kind = ruleset.paths[0].id.clone();
        let path = salient_schema::map::Path { kind, name: None, tracks: None, hexes: Vec::new() };
        bundle.map.paths.items.push(path);
    }
    bundle.map.terrain.palette.insert("Q".into(), ruleset.terrain[0].id.clone());
    if let Some(heights) = &mut bundle.map.elevation {
        heights.palette.insert("Q".into(), 25);
    }
    let side = ruleset.sides[0].id.clone();
    let oob = &mut bundle.orders_of_battle[0];
    for (number, parent) in [("1", None), ("2", Some("spare-1"))] {
        oob.formations.push(Formation {
            id: format!("spare-{number}"),
            name: format!("Spare {number}"),
            short: None,
            side: side.clone(),
            size: None,
            parent: parent.map(str::to_owned),
            commander: None,
            colour: None,
            ratings: Default::default(),
        });
    }
    let mut spare = oob.counters[0].clone();
    spare.id = "spare".into();
    // Some sets have no counter that could be turned.
    let other_face = spare.faces[0].clone();
    spare.faces.truncate(1);
    spare.faces.push(other_face);
    oob.counters.push(spare);
    // A file of its own that has nothing but its head.
    let mut empty = OrderOfBattle::empty("empty", "Yet to be written");
    empty.ruleset.clone_from(&oob.ruleset);
    empty.notes.push("From the returns of March.".to_owned());
    bundle.orders_of_battle.push(empty);
    bundle.scenario.orders_of_battle.push("armies/empty.json".to_owned());
    if bundle.scenario.setup.placements.is_empty() {
        let grid = HexGrid::new(&bundle.map.grid);
        let hex = grid.hexes().next().map(|hex| grid.label(hex)).unwrap();
        let counters = vec!["spare".to_owned()];
        bundle.scenario.setup.placements.push(Placement {
            hex,
            counters,
            face: None,
            facing: None,
            carried_by: None,
            states: Vec::new(),
        });
    }
    bundle.scenario.reinforcements.push(Reinforcement {
        turn: 1,
        side,
        entry: Entry::Hexes(Vec::new()),
        counters: Vec::new(),
        condition: None,
        rule: None,
        provenance: Provenance::Invented,
    });
}

fn take_up(project: &Project) -> Document {
    Document::new(SYSTEMS, project.clone(), Origin::Embedded)
}

/// What is done to a document, by chance. Gives what an edit came to, if it was one.
/// What was not applied before comes more often.
fn deed(
    chance: &mut Chance,
    document: &mut Document,
    applied: &BTreeSet<String>,
) -> Option<(&'static str, Edit, bool)> {
    match chance.below(24) {
        0..=14 => {
            let (kind, edit) = generate::edit_new(chance, document, applied);
            let done = document.apply(edit.clone()).is_ok();
            return Some((kind, edit, done));
        }
        15 | 16 => document.begin("Together"),
        17 | 18 => {
            document.commit();
        }
        19 => document.cancel(),
        20 | 21 => {
            document.undo();
        }
        _ => {
            document.redo();
        }
    }
    None
}

/// Sequences with one system's fixture. Gives the kinds of edits that were applied.
fn sequences(system: &str) -> BTreeSet<String> {
    let project = project(system);
    let start = bytes(&take_up(&project));
    let mut applied = BTreeSet::new();
    for seed in 0..SEQUENCES {
        let mut chance = Chance::new(seed);
        let mut document = take_up(&project);
        let mut told = Vec::new();
        for _ in 0..chance.below(22) + 1 {
            if let Some((kind, edit, true)) = deed(&mut chance, &mut document, &applied) {
                applied.insert(kind.to_owned());
                told.push(edit);
            }
        }
        document.commit();
        while document.redo().is_some() {}
        let end = document.bundle().clone();
        let mut undone = 0;
        while document.undo().is_some() {
            undone += 1;
        }
        assert!(
            *document.bundle() == project.bundle,
            "{system}, sequence {seed}, undone: {told:#?}"
        );
        assert!(!document.dirty());
        for _ in 0..undone {
            assert!(document.redo().is_some());
        }
        assert!(*document.bundle() == end, "{system}, sequence {seed}, redone: {told:#?}");
        // The same values are the same bytes, since files are written one way only.
        if seed % 50 == 0 {
            assert_index(&document);
            while document.undo().is_some() {}
            assert_eq!(bytes(&document), start);
        }
    }
    applied
}

/// A kill at some moment of each of some sequences, and the recovery after it.
fn kills(system: &str) {
    let project = project(system);
    let folder = tempdir().unwrap();
    let begun = Instant::now();
    for seed in 0..SEQUENCES / 4 {
        let mut chance = Chance::new(seed ^ 0xdead);
        let mut document = take_up(&project);
        document.set_journal_folder(folder.path());
        let mut safe = document.bundle().clone();
        let mut told = Vec::new();
        let mut seconds = 0;
        for _ in 0..chance.below(16) + 1 {
            // What is done and what is undone: a new step stands in for all that was undone.
            let history = |document: &Document| {
                let undone = document.history().filter(|step| step.undone).count();
                (document.history().count() - undone, undone)
            };
            let ended = history(&document);
            let none = BTreeSet::new();
            told.extend(deed(&mut chance, &mut document, &none).map(|(_, edit, _)| edit));
            let mut autosaved = false;
            if chance.one_in(3) {
                for _ in 0..2 {
                    seconds += 1;
                    document.autosave_tick(begun + Duration::from_secs(seconds));
                }
                autosaved = true;
            }
            // Beginning anew ends what was open.
            let begun_anew = history(&document) != ended;
            if autosaved || begun_anew || !document.in_transaction() {
                safe = document.bundle().clone();
            }
        }
        assert!(document.journal_error().is_none());
        drop(document);

        let mut again = take_up(&project);
        again.set_journal_folder(folder.path());
        if again.unfinished_work().is_some() {
            let recovery = again.recover().unwrap();
            assert_eq!(recovery.lost, 0, "{system}, sequence {seed}: {told:#?}");
        }
        assert!(*again.bundle() == safe, "{system}, sequence {seed}: {told:#?}");
        if seed % 50 == 0 {
            assert_index(&again);
        }
        again.close();
    }
}

macro_rules! systems {
    ($($name:ident: $system:literal),*) => {
        $(mod $name {
            #[test]
            fn all_undone_is_the_start_and_all_redone_the_end() {
                let applied = super::sequences($system);
                // What no sequence could do proves nothing.
                let missing: Vec<_> =
                    super::generate::kinds().difference(&applied).cloned().collect();
                assert!(missing.is_empty(), "never applied: {missing:?}");
            }

            #[test]
            fn a_kill_loses_nothing_that_was_kept() {
                super::kills($system);
            }
        })*
    };
}

systems! {
    kaisers_battle: "kaisers-battle",
    storm_in_the_west: "storm-in-the-west",
    offensive_1914: "offensive-1914",
    infantry_attacks: "infantry-attacks",
    trench_setup: "trench-setup"
}
