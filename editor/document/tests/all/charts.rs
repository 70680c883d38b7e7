//! Changes of the charts: before, change, after; and what they do to a game.

use salient_document::charts::{ChartOp, ChartRefusal, Scope, cell, constants, constraints};
use salient_document::{Document, Origin};
use salient_schema::charts::Verdict;
use salient_schema::common::Provenance;
use salient_schema::project::{Disk, Project, open_project};
use salient_schema::{Bundle, Code};

use crate::SYSTEMS;
use crate::helper;

fn project(path: &str) -> Bundle {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    let (project, found) = open_project(&Disk, &path);
    project.unwrap_or_else(|| panic!("{found:#?}")).bundle
}

pub fn kaisers_battle() -> Bundle {
    project("scenarios/kaisers-battle/kaisers-battle.json")
}

fn storm() -> Bundle {
    project("tests/fixtures/storm-in-the-west/scenario.json")
}

fn document(bundle: Bundle) -> Document {
    let paths = helper::document().paths().clone();
    Document::new(SYSTEMS, Project { bundle, paths, texts: Default::default() }, Origin::Embedded)
}

/// Makes the change, takes it back, and makes it again.
#[track_caller]
fn changed(bundle: Bundle, op: ChartOp) -> Bundle {
    let mut document = document(bundle);
    let before = helper::bytes(&document);
    let plan = op.plan(document.bundle()).unwrap();
    document.begin(plan.name);
    plan.edits.into_iter().for_each(|edit| document.apply(edit).unwrap());
    document.commit();
    let after = helper::bytes(&document);
    if document.undo().is_some() {
        assert_eq!(helper::bytes(&document), before, "undone to the last byte");
        document.redo();
    }
    assert_eq!(helper::bytes(&document), after);
    document.bundle().clone()
}

fn crt(bundle: &Bundle) -> &salient_schema::ruleset::Table {
    &bundle.ruleset.tables[0]
}

#[test]
fn cells_tell_where_they_come_from() {
    let bundle = storm();
    let at = |row, column| cell(crt(&bundle), &bundle.scenario, row, column).unwrap();
    assert_eq!(at(5, 3).provenance, Provenance::Printed);
    assert_eq!(at(5, 2).provenance, Provenance::Reconstructed);
    let changed = at(0, 7);
    assert_eq!((changed.reads(Scope::Ruleset), changed.reads(Scope::Scenario)), ("1/2", "1/3"));
    assert!(changed.changed.unwrap().1.unwrap().contains("may change a cell"));
    assert_eq!(constants(&bundle)[1].changed.as_ref().map(|one| one.0), Some(3));
}

#[test]
fn constraints_are_kept_broken_or_in_words() {
    let bundle = storm();
    let verdicts = |bundle: &Bundle, scope| -> Vec<Verdict> {
        let lines = constraints(crt(bundle), &bundle.scenario, scope);
        lines.into_iter().map(|line| line.verdict).collect()
    };
    assert_eq!(verdicts(&bundle, Scope::Ruleset), [Verdict::Kept, Verdict::InWords]);
    let table = "crt".to_owned();
    let own =
        ChartOp::OverrideCell { table: table.clone(), row: 5, column: 3, value: "9/9".into() };
    let variant = changed(bundle.clone(), own);
    assert_eq!(verdicts(&variant, Scope::Scenario), [Verdict::Broken, Verdict::InWords]);
    assert_eq!(verdicts(&variant, Scope::Ruleset), [Verdict::Kept, Verdict::InWords]);
    let printed = ChartOp::SetCell { table, row: 5, column: 3, value: "9/9".into() };
    let broken = changed(bundle, printed);
    assert_eq!(verdicts(&broken, Scope::Ruleset), [Verdict::Broken, Verdict::InWords]);
    // The problems list says the same.
    let found = salient_schema::check::check_parts(&broken);
    let hits = found.iter().filter(|one| one.code == Code::Rule && one.message.contains("9/9"));
    assert_eq!(hits.count(), 1, "{found:#?}");
}

#[test]
fn a_row_takes_with_it_what_hangs_on_it() {
    let bundle = storm();
    let table = || "crt".to_owned();
    let fewer = changed(bundle.clone(), ChartOp::RemoveRow { table: table(), row: 0 });
    assert!(!fewer.scenario.overrides.iter().any(|one| format!("{one:?}").contains("crt")));
    assert_eq!(crt(&fewer).exceptions[0].row, 4, "the printed cell moved up");
    let line = &constraints(crt(&fewer), &fewer.scenario, Scope::Ruleset)[0];
    assert_eq!(line.verdict, Verdict::Kept);
    let gone = changed(bundle.clone(), ChartOp::RemoveRow { table: table(), row: 5 });
    assert_eq!(crt(&gone).constraints[0].cells.len(), 0, "it stays in words");

    let more = changed(bundle.clone(), ChartOp::AddRow { table: table(), at: 9 });
    assert_eq!(crt(&more).rows[9].head, "10");
    assert_eq!(crt(&more).provenance_of(9, 0), Provenance::Invented);
    let wider = changed(bundle.clone(), ChartOp::AddColumn { table: table(), at: 0 });
    assert_eq!(crt(&wider).columns[0], "new");
    assert_eq!(crt(&wider).provenance_of(5, 4), Provenance::Printed);
    assert!(crt(&wider).rows.iter().all(|row| row.cells.len() == 9));
    let back = changed(wider, ChartOp::RemoveColumn { table: table(), column: 0 });
    assert_eq!(crt(&back), crt(&bundle));

    let head = ChartOp::SetColumnHead { table: table(), column: 3, head: "3 to 1".into() };
    let renamed = changed(bundle.clone(), head);
    assert_eq!(crt(&renamed).constraints[0].cells[0].column, "3 to 1");
    let taken = ChartOp::SetRowHead { table: table(), row: 3, head: "1".into() };
    assert_eq!(taken.plan(&bundle).unwrap_err(), ChartRefusal::HeadTaken("1".into()));
}

#[test]
fn a_scenario_changes_a_cell_and_takes_it_back() {
    let bundle = storm();
    let restore = ChartOp::RestoreCell { table: "crt".into(), row: 0, column: 7 };
    let restored = changed(bundle.clone(), restore);
    assert_eq!(restored.scenario.overrides.len(), 1);
    // Writing what the ruleset says comes to the same.
    let same =
        ChartOp::OverrideCell { table: "crt".into(), row: 0, column: 7, value: "1/2".into() };
    assert_eq!(changed(bundle.clone(), same).scenario.overrides, restored.scenario.overrides);
    let why = ChartOp::SetConstantReason {
        constant: "agb_range".into(),
        reason: Some(" Better guns. ".into()),
    };
    let told = changed(bundle.clone(), why);
    let reason = constants(&told)[1].changed.clone().unwrap().1;
    assert_eq!(reason.as_deref(), Some("Better guns."));
    let value = ChartOp::OverrideConstant { constant: "agb_range".into(), value: 4 };
    let further = changed(told, value);
    let (value, reason) = constants(&further)[1].changed.clone().unwrap();
    assert_eq!((value, reason.as_deref()), (4, Some("Better guns.")), "the reason stays");
}

#[test]
fn a_printed_value_that_is_changed_is_printed_no_longer() {
    let bundle = storm();
    let column = (0..8).find(|&at| crt(&bundle).provenance_of(5, at) == Provenance::Printed);
    let column = column.unwrap();
    let set =
        |value: &str| ChartOp::SetCell { table: "crt".into(), row: 5, column, value: value.into() };
    let (row, head) = (crt(&bundle).rows[5].head.clone(), crt(&bundle).columns[column].clone());
    let mine = changed(bundle.clone(), set("7/7"));
    assert_eq!(crt(&mine).provenance_of(5, column), Provenance::Invented);
    let name = set("7/7").name(&bundle);
    assert_eq!(name, format!("Change {}, {row}, {head}", crt(&bundle).title));
    // What was not printed before stays what it was.
    let other = (0..8).find(|&at| crt(&bundle).provenance_of(0, at) == Provenance::Reconstructed);
    if let Some(column) = other {
        let op = ChartOp::SetCell { table: "crt".into(), row: 0, column, value: "7/7".into() };
        let still = changed(bundle.clone(), op);
        assert_eq!(crt(&still).provenance_of(0, column), Provenance::Reconstructed);
    }
    let mut constants = bundle.ruleset.constants.iter();
    let printed = constants.find(|one| one.provenance == Provenance::Printed).unwrap();
    let op = ChartOp::SetConstant { constant: printed.id.clone(), value: printed.value + 1 };
    let mine = changed(bundle.clone(), op);
    let now = mine.ruleset.constants.iter().find(|one| one.id == printed.id).unwrap();
    assert_eq!(now.provenance, Provenance::Invented);
}

#[test]
fn provenance_is_told_cell_by_cell() {
    let op = |provenance| ChartOp::SetCellProvenance {
        table: "crt".into(),
        row: 0,
        column: 0,
        provenance,
    };
    let printed = changed(storm(), op(Provenance::Printed));
    assert_eq!(crt(&printed).provenance_of(0, 0), Provenance::Printed);
    let back = changed(printed, op(Provenance::Reconstructed));
    assert_eq!(crt(&back).provenance_of(0, 0), Provenance::Reconstructed);
}

/// The limit and the sizes count in the same parts of a stacking point.
#[test]
fn a_new_stacking_limit_has_room_for_four_usual_units_and_for_the_largest() {
    let with = |sizes: &[&str], largest: i32| {
        let mut bundle = crate::helper::bundle();
        let layout = &mut bundle.ruleset.counters;
        layout.stacking_denominator = 4;
        layout.sizes = serde_json::from_value(serde_json::json!([
            { "id": "battalion", "name": "Battalion", "mark": "II", "stacking": 2 },
            { "id": "division", "name": "Division", "mark": "XX", "stacking": largest },
            { "id": "headquarters", "name": "Headquarters", "mark": "", "stacking": 0 }
        ]))
        .unwrap();
        let book = &mut bundle.orders_of_battle[0];
        let like = book.counters.remove(0);
        let units = sizes.iter().zip(0..).map(|(size, number)| {
            let (id, size) = (format!("unit-{number}"), Some((*size).to_owned()));
            salient_schema::order_of_battle::Counter { id, size, ..like.clone() }
        });
        book.counters = units.collect();
        let limits = salient_document::charts::new_stacking_limits(&bundle).into_iter();
        let limits = limits.map(|one| (one.constant.id, one.constant.value, one.words));
        limits.collect::<Vec<_>>()
    };
    let units = || ("stacking_limit_units".to_owned(), 4, "4 units a hex".to_owned());
    let points = |parts: i32, points: &str| {
        let words = format!("{points} stacking points a hex, room for 4 units of the usual size");
        ("stacking_limit".to_owned(), parts, words)
    };
    let most_are_battalions = ["battalion", "division", "battalion", "headquarters"];
    assert_eq!(with(&most_are_battalions, 6), [units(), points(8, "2")]);
    assert_eq!(with(&most_are_battalions, 9), [units(), points(9, "2¼")]);
    assert_eq!(with(&["division", "headquarters", "headquarters"], 6), [units(), points(24, "6")]);
    // Without a unit the largest size is taken for the usual one, and without points there are units.
    assert_eq!(with(&[], 6), [units(), points(24, "6")]);
    let mut bundle = crate::helper::bundle();
    bundle.ruleset.counters.sizes.clear();
    let limits = salient_document::charts::new_stacking_limits(&bundle);
    assert_eq!(limits.iter().map(|one| &*one.words).collect::<Vec<_>>(), ["4 units a hex"]);
}
