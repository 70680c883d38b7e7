//! A set-up made by the rules of a system, in the window: asked for, changed step by step, opened
//! and written.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{Chosen, ScriptedDialogs};
use salient::{App, Options, SYSTEMS};
use tempfile::tempdir;

fn editor(answers: impl IntoIterator<Item = PathBuf>) -> Harness<'static, App> {
    let answers = answers.into_iter().map(Chosen::File).collect();
    let options = Options { dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() };
    let builder = Harness::builder().with_size([1500.0, 950.0]);
    let mut harness = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    harness
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(3);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

fn wait_for(editor: &mut Harness<'_, App>, what: &str, done: impl Fn(&Harness<'_, App>) -> bool) {
    let begun = Instant::now();
    while !done(editor) {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what} does not come");
        std::thread::sleep(Duration::from_millis(10));
        editor.run_steps(2);
    }
}

/// Clicks the last one of that name: the buttons stand below what is asked.
fn click_last(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).last().unwrap_or_else(|| panic!("no {label}")).click_accesskit();
    editor.run_steps(3);
}

fn begin(editor: &mut Harness<'_, App>) {
    editor.run_steps(4);
    click(editor, "File");
    assert!(shows(editor, "New map…"), "the menu is open");
    click(editor, "Generate a set-up…");
    wait_for(editor, "a set-up", |editor| shows(editor, "1. Year, sides and kind of attack"));
}

#[test]
fn a_set_up_is_made_changed_and_opened() {
    let mut editor = editor([]);
    begin(&mut editor);
    assert!(shows(&editor, "Who attacks?") && shows(&editor, "[TS Setup Sequence]"));
    assert!(shows(&editor, "French against German"), "there is something to see at once");
    // What is asked and what is rolled stand side by side; a step that is locked says so.
    click(&mut editor, "Lock as it is: Artillery barrages");
    wait_for(&mut editor, "the lock", |editor| shows(editor, "1 step locked."));
    click(&mut editor, "Roll all again");
    wait_for(&mut editor, "another", |editor| shows(editor, "hexes, "));
    click(&mut editor, "Unlock: Artillery barrages");
    assert!(!shows(&editor, "1 step locked."));
    click(&mut editor, "Wide open");
    wait_for(&mut editor, "another", |editor| shows(editor, "hexes, "));
    click(&mut editor, "Log");
    wait_for(&mut editor, "the log", |editor| shows(editor, "Standard barrages and morale"));
    assert_eq!(editor.state().tab_titles().len(), 1, "nothing is opened before it is asked for");
    click_last(&mut editor, "Open");
    assert_eq!(editor.state().tab_titles().len(), 2);
    let document = editor.state().document();
    assert_eq!(document.bundle().ruleset.id, "trench-setup");
    assert!(document.bundle().scenario.setup.placements.len() > 20);
    editor.run_steps(4);
    assert!(editor.state().document().problems().is_empty());
}

#[test]
fn dice_and_numbers_are_set_by_hand() {
    let mut editor = editor([]);
    begin(&mut editor);
    click(&mut editor, "Set by hand: Air superiority");
    assert!(shows(&editor, "Dice, as they lie on your table:"));
    assert!(shows(&editor, "What it comes to; changed, it is locked:"));
    editor.get_by_label("Die 1 of Air superiority").click();
    editor.run_steps(2);
    click(&mut editor, "Done: Air superiority");
    assert!(!shows(&editor, "Dice, as they lie on your table:"));
    click_last(&mut editor, "Set by hand: Placing of sub-units");
    assert!(shows(&editor, "Change what it places on the map"));
}

#[test]
fn answers_that_make_no_sense_are_told_with_their_rule_and_nothing_is_opened() {
    let mut editor = editor([]);
    begin(&mut editor);
    // The same nation on both sides.
    editor.get_all_by_label("Who defends?").last().expect("a list").click();
    editor.run_steps(3);
    click_last(&mut editor, "Russian");
    wait_for(&mut editor, "what is wrong", |editor| shows(editor, "1 problem"));
    assert!(shows(&editor, "on one side"), "what is wrong is told");
    assert!(!shows(&editor, "1. Year, sides and kind of attack"));
}

#[test]
fn a_set_up_is_written_and_gone_on_from() {
    let folder = tempdir().unwrap();
    let into = folder.path().join("french-german-1916-local");
    let mut editor = editor([folder.path().to_owned(), into.join("set-up.answers")]);
    begin(&mut editor);
    wait_for(&mut editor, "a set-up", |editor| shows(editor, "hexes, "));
    click(&mut editor, "Write into a folder…");
    wait_for(&mut editor, "the files", |editor| editor.state().tab_titles().len() == 2);
    for name in ["map.json", "ruleset.json", "set-up.txt", "set-up.jsonl", "set-up.answers"] {
        assert!(into.join(name).exists(), "{name}");
    }
    let first = editor.state().document().bundle().clone();
    assert!(editor.state().document().problems().is_empty());
    begin(&mut editor);
    click(&mut editor, "Roll all again");
    click(&mut editor, "From an earlier set-up…");
    wait_for(&mut editor, "the earlier", |editor| shows(editor, "hexes, "));
    click_last(&mut editor, "Open");
    let again = editor.state().document().bundle();
    assert_eq!(again.scenario.setup, first.scenario.setup, "the same answers, the same seed");
    // Of a scenario like this a lull can be carried out.
    begin(&mut editor);
    click(&mut editor, "A long lull");
    wait_for(&mut editor, "the lull", |editor| shows(editor, "hexes, "));
    click_last(&mut editor, "Open");
    assert_eq!(editor.state().tab_titles().len(), 4);
}

#[test]
fn many_set_ups_are_made_and_held_against_those_of_other_answers() {
    let folder = tempdir().unwrap();
    let report = folder.path().join("gas.html");
    let mut editor = editor([report.clone()]);
    begin(&mut editor);
    click(&mut editor, "Many set-ups");
    assert!(shows(&editor, "Make many from these answers"), "it is said what it is for");
    click(&mut editor, "Make them");
    wait_for(&mut editor, "the numbers", |editor| shows(editor, "Median"));

    click(&mut editor, "Where");
    wait_for(&mut editor, "the picture", |editor| shows(editor, "the ground of the others"));
    click(&mut editor, "Hold as the first");
    assert!(shows(&editor, "Now change answers at the left"));
    click(&mut editor, "Wide open");
    click(&mut editor, "Make as many and compare");
    wait_for(&mut editor, "both", |editor| shows(editor, "Terrain: wide-open instead of open"));
    click(&mut editor, "How much");
    assert!(shows(&editor, "differ for certain"));
    click(&mut editor, "Save the report…");
    wait_for(&mut editor, "the page", |_| report.exists());
    wait_for(&mut editor, "the news", |editor| shows(editor, "Written: "));
    let page = std::fs::read_to_string(&report).unwrap();
    assert!(page.contains("wide-open instead of open"));
    click(&mut editor, "Stop comparing");
    assert!(shows(&editor, "Make them again") && shows(&editor, "Median"));
}
