//! What changed since another version, as a list that leads to the places: since saving, from
//! another file, since a commit.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use salient::ui::command::UiCommand;
use salient::ui::{Chosen, Request, ScriptedDialogs, Tab};
use salient::{App, Options, SYSTEMS};
use salient_document::Edit;
use salient_tests::copy_of_fixture;
use tempfile::{TempDir, tempdir};

fn editor(file: PathBuf, answers: &[&Path]) -> Harness<'static, App> {
    let answers = answers.iter().map(|path| Chosen::File(path.to_path_buf())).collect();
    let dialogs = Box::new(ScriptedDialogs(answers));
    let options = Options { file: Some(file), dialogs, ..Options::default() };
    let builder = Harness::builder().with_size([1400.0, 900.0]);
    let mut harness = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    harness
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

fn wait_for(editor: &mut Harness<'_, App>, label: &str) {
    let begun = Instant::now();
    while !shows(editor, label) {
        assert!(begun.elapsed() < Duration::from_secs(60), "“{label}” does not come");
        std::thread::sleep(Duration::from_millis(10));
        editor.run_steps(2);
    }
}

/// A scenario in a folder of its own.
fn scenario() -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let file = copy_of_fixture("kaisers-battle", folder.path()).unwrap();
    (folder, file)
}

fn git(folder: &Path, args: &[&str]) {
    let done = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.org"])
        .args(args)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Moves the first counter and gives the hex where it went.
fn moves_a_counter(editor: &mut Harness<'_, App>) -> String {
    let document = editor.state().document();
    let first = &document.scenario().setup.placements[0];
    let (counter, from) = (first.counters[0].clone(), first.hex.clone());
    let other = document.scenario().setup.placements.iter().find(|place| place.hex != from);
    let to = other.unwrap().hex.clone();
    let edit = Edit::MoveCounter { counter, from, to: to.clone(), index: None };
    ask(editor, Request::edit(edit));
    to
}

#[test]
fn changes_since_saving_are_listed_and_lead_to_their_places() {
    let (_folder, file) = scenario();
    let mut editor = editor(file, &[]);
    ask(&mut editor, Request::Command(UiCommand::ChangesSinceSaved));
    wait_for(&mut editor, "Nothing differs from the last save");

    let to = moves_a_counter(&mut editor);
    wait_for(&mut editor, "1 change since the last save");
    let row = editor.query_all_by_label_contains("moved").find(|row| {
        let text = row.accesskit_node().value().unwrap_or_default();
        text.contains(&format!("to {to}"))
    });
    row.expect("the change in words").click();
    editor.run_steps(3);
    let selected = editor.state().document().selection().hex;
    assert_eq!(selected, editor.state().document().grid().parse(&to), "where the counter is now");

    // What is undone is no change.
    ask(&mut editor, Request::Command(UiCommand::Undo));
    ask(&mut editor, Request::Show(Tab::History));
    wait_for(&mut editor, "Nothing differs from the last save");
    editor.get_by_label("End the comparison").click();
    editor.run_steps(3);
    assert!(!shows(&editor, "Nothing differs"));
}

#[test]
fn changes_from_another_file_are_those_of_all_its_parts() {
    let (_folder, file) = scenario();
    let (other_folder, other) = scenario();
    let map = other_folder.path().join("map.json");
    let text = std::fs::read_to_string(&map).unwrap();
    std::fs::write(&map, text.replacen("\"title\": \"", "\"title\": \"Old ", 1)).unwrap();
    let mut editor = editor(file, &[&other]);
    moves_a_counter(&mut editor);
    ask(&mut editor, Request::Command(UiCommand::ChangesFromFile));
    wait_for(&mut editor, "2 changes since scenario.json");
}

#[test]
fn a_commit_is_chosen_from_those_of_the_scenario() {
    let (folder, file) = scenario();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "As published"]);
    let mut editor = editor(file, &[]);
    moves_a_counter(&mut editor);
    ask(&mut editor, Request::Command(UiCommand::Save));
    git(folder.path(), &["commit", "-qam", "One counter elsewhere"]);
    ask(&mut editor, Request::Command(UiCommand::ChangesSinceCommit));
    let begun = Instant::now();
    while editor.query_by_label("Commit").is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the commits do not come");
        std::thread::sleep(Duration::from_millis(10));
        editor.run_steps(2);
    }
    editor.get_by_label("Commit").click();
    editor.run_steps(4);
    assert!(shows(&editor, "One counter elsewhere"));
    editor.query_all_by_label_contains("As published").next().unwrap().click();
    editor.run_steps(3);
    wait_for(&mut editor, "1 change since");
}

#[test]
fn without_a_file_or_a_repository_it_is_said() {
    let (_folder, file) = scenario();
    let mut editor = editor(file, &[]);
    ask(&mut editor, Request::Command(UiCommand::ChangesSinceCommit));
    wait_for(&mut editor, "Git says of");
    ask(&mut editor, Request::Command(UiCommand::OpenExample));
    assert!(!editor.state().enabled(UiCommand::ChangesSinceSaved));
    let why = editor.state().why_not(UiCommand::ChangesSinceSaved);
    assert_eq!(why, Some("The scenario has no file yet."));
}
