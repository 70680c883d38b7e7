//! What changed since another version, as a list that leads to the places: since saving, from
//! another file, since a commit.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use salient::ui::command::UiCommand;
use salient::ui::{
    Against, Began, Chosen, KeptRun, Other, Request, ScriptedDialogs, Tab, TestRunSetting,
    VersionsRequest,
};
use salient::{App, Options, SYSTEMS};
use salient_document::commits::Commit;
use salient_document::{Document, Edit, SaveOptions, open_beside};
use salient_files::faults::child;
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

/// A copy of the scenario in which somebody else changed the map's title, the notes and where the
/// first counter stands: at the third place.
fn their_copy() -> (TempDir, PathBuf, String) {
    let (folder, file) = scenario();
    let mut theirs = Document::open(SYSTEMS, &file).0.unwrap();
    let placements = theirs.scenario().setup.placements.clone();
    let (counter, from) = (placements[0].counters[0].clone(), placements[0].hex.clone());
    let others = placements.iter().filter(|place| place.hex != from);
    let to = others.map(|place| place.hex.clone()).nth(1).unwrap();
    theirs.apply(Edit::MoveCounter { counter, from, to: to.clone(), index: None }).unwrap();
    theirs.apply(Edit::SetMapTitle { title: "Their map".into() }).unwrap();
    theirs.save(SaveOptions::default()).unwrap();
    (folder, file, to)
}

#[test]
fn a_version_is_put_together_with_both_sides_shown() {
    let (_folder, file) = scenario();
    let (_other_folder, other, their_hex) = their_copy();
    let mut editor = editor(file, &[&other]);
    let my_hex = moves_a_counter(&mut editor);
    ask(&mut editor, Request::Command(UiCommand::ChangesFromFile));
    wait_for(&mut editor, "2 changes since scenario.json");
    editor.get_by_label("Put together…").click();
    wait_for(&mut editor, "Both have 2 things otherwise");
    // What they began with is the last save: the title was changed by one of them only.
    ask(&mut editor, Request::Versions(VersionsRequest::Began(Began::Saved)));
    wait_for(&mut editor, "Both have one thing otherwise");
    assert!(shows(&editor, &format!("Mine: hex {my_hex}")));
    assert!(shows(&editor, &format!("Theirs: hex {their_hex}")));
    editor.get_by_label(&format!("Show {their_hex}")).click();
    editor.run_steps(3);
    let selected = editor.state().document().selection().hex;
    assert_eq!(selected, editor.state().document().grid().parse(&their_hex));
    editor.get_by_label("All as theirs").click();
    editor.run_steps(3);
    editor.get_by_label("Put together").click();
    editor.run_steps(3);
    let document = editor.state().document();
    assert_eq!(document.map().title, "Their map");
    assert_eq!(document.undo_name(), Some("Merge with scenario.json"));
    wait_for(&mut editor, "Nothing differs from scenario.json");
    ask(&mut editor, Request::Command(UiCommand::Undo));
    wait_for(&mut editor, "2 changes since scenario.json");
}

#[test]
fn on_a_branch_what_both_began_with_is_the_commit_in_common() {
    let (folder, file) = scenario();
    let commit = |message: &str| git(folder.path(), &["commit", "-qam", message]);
    git(folder.path(), &["init", "-q", "-b", "main"]);
    git(folder.path(), &["add", "."]);
    commit("As published");
    git(folder.path(), &["checkout", "-q", "-b", "theirs"]);
    let mut theirs = Document::open(SYSTEMS, &file).0.unwrap();
    theirs.apply(Edit::SetMapTitle { title: "Their map".into() }).unwrap();
    theirs.save(SaveOptions::default()).unwrap();
    drop(theirs);
    commit("Their title");
    let id = Command::new("git").arg("-C").arg(folder.path()).args(["rev-parse", "HEAD"]).output();
    let id = String::from_utf8(id.unwrap().stdout).unwrap().trim().to_owned();
    git(folder.path(), &["checkout", "-q", "main"]);
    let mut editor = editor(file, &[]);
    moves_a_counter(&mut editor);
    let commit = Commit { id, date: "2026-01-01".into(), subject: "Their title".into() };
    let other = Other::Commit(commit);
    ask(&mut editor, Request::Versions(VersionsRequest::Compare(other)));
    wait_for(&mut editor, "2 changes since");
    ask(&mut editor, Request::Command(UiCommand::MergeVersion));
    wait_for(&mut editor, "No two changes meet");
    editor.get_by_label("Put together").click();
    editor.run_steps(3);
    let document = editor.state().document();
    assert_eq!(document.map().title, "Their map");
    assert_eq!(document.history().count(), 2, "what was moved here stays");
}

#[test]
fn the_games_of_a_version_are_played_beside_and_runs_are_kept_by_name() {
    let (_folder, file) = scenario();
    let (_other_folder, other) = scenario();
    // One that can be played: whatever else is moved about may break the rules.
    let mut theirs = Document::open(SYSTEMS, &other).0.unwrap();
    theirs.apply(Edit::SetScenarioTitle { title: "Theirs".into() }).unwrap();
    theirs.save(SaveOptions::default()).unwrap();
    drop(theirs);
    let mut editor = editor(file, &[&other]);
    ask(&mut editor, Request::TestRun(TestRunSetting::Games(2)));
    assert!(!editor.state().enabled(UiCommand::RunVersion));
    ask(&mut editor, Request::Command(UiCommand::ChangesFromFile));
    wait_for(&mut editor, "1 change since scenario.json");
    editor.get_by_label("Run both").click();
    editor.run_steps(2);
    let begun = Instant::now();
    while editor.state().test_run().results().compared().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the games do not end");
        std::thread::sleep(Duration::from_millis(10));
        editor.run_steps(1);
    }
    let kept = |editor: &Harness<'_, App>| -> Vec<String> {
        let results = editor.state().test_run().results();
        results.kept().map(|(name, _)| name.to_owned()).collect()
    };
    assert_eq!(kept(&editor), ["scenario.json"]);

    // A run is kept with the version that was played, whatever is changed afterwards.
    let keep = KeptRun::Keep("As it was".into());
    ask(&mut editor, Request::KeptRun(keep));
    let played = editor.state().document().bundle().clone();
    moves_a_counter(&mut editor);
    editor.get_by_label("As it was").click();
    editor.run_steps(3);
    let results = editor.state().test_run().results();
    assert_eq!(*results.against(), Against::Kept("As it was".into()));
    assert_eq!(*results.other().unwrap().bundle, played);
    editor.get_by_label("Forget the run “As it was”").click();
    editor.run_steps(3);
    assert_eq!(kept(&editor), ["scenario.json"]);
    assert_eq!(*editor.state().test_run().results().against(), Against::Nothing);
}

/// No test of its own: what another starts.
#[test]
#[ignore = "it ends its process"]
fn saves_in_a_child() {
    let Some(task) = child::task() else { return };
    let mut document = Document::open(SYSTEMS, &task.words[0]).0.unwrap();
    document.apply(Edit::SetScenarioTitle { title: "Mine".into() }).unwrap();
    document.apply(Edit::SetMapTitle { title: "Mine".into() }).unwrap();
    task.cut_off();
    document.save(SaveOptions::default()).unwrap();
    drop(document);
}

/// A scenario of which a save was cut off when some of its files were new.
fn half_saved() -> (TempDir, PathBuf) {
    for steps in 0.. {
        let (folder, file) = scenario();
        let word = file.to_str().unwrap();
        let ended = child::cut_off("versions::saves_in_a_child", &[word], steps).unwrap();
        assert!(!ended, "the save ended before it was half done");
        if !open_beside(&file).cut_off.is_empty() {
            return (folder, file);
        }
    }
    unreachable!()
}

#[test]
fn of_another_file_whose_save_was_cut_off_it_is_told() {
    let (_folder, file) = scenario();
    let (_other_folder, other) = half_saved();
    let whole = other.clone();
    let mut editor = editor(file, &[&other]);
    ask(&mut editor, Request::Command(UiCommand::ChangesFromFile));
    wait_for(&mut editor, "was cut off");
    assert!(shows(&editor, "not written yet"));
    assert!(!open_beside(whole).cut_off.is_empty(), "who only looks does not end it");
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
