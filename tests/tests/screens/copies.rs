//! Save as: what goes along with the scenario as files of its own, and what stays one with the
//! original.

use std::path::{Path, PathBuf};

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::command::UiCommand;
use salient::ui::{Chosen, Request, ScriptedDialogs};
use salient::{App, Options, SYSTEMS};
use salient_document::Edit;
use salient_tests::copy_of_fixture;

/// An editor with a stroke on the map of a scenario that is about to be saved at `place`.
fn about_to_save(folder: &Path, place: &Path) -> Harness<'static, App> {
    let file = copy_of_fixture("kaisers-battle", folder).unwrap();
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    let answers = [Chosen::File(place.to_owned()), Chosen::File(place.to_owned())];
    let dialogs = Box::new(ScriptedDialogs(answers.into()));
    let options = Options { file: Some(file), dialogs, ..Options::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]);
    let mut editor = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    editor.run_steps(4);
    paint(&mut editor, "3902");
    ask(&mut editor, Request::Command(UiCommand::SaveAs));
    editor.run_steps(3);
    editor
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn paint(editor: &mut Harness<'_, App>, hex: &str) {
    let edit = Edit::SetTerrain { hex: hex.into(), kind: "swamp".into() };
    ask(editor, Request::edit(edit));
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_by_label(label).click();
    editor.run_steps(3);
}

/// A box to tick, where something else has its name, too.
fn tick(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_by_role_and_label(Role::CheckBox, label).click();
    editor.run_steps(3);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

fn held(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let names = ["map.json", "ruleset.json", "order-of-battle.json", "scenario.json"];
    let read = |name: &str| (PathBuf::from(name), std::fs::read(folder.join(name)).unwrap());
    names.map(read).into()
}

#[test]
fn a_copy_in_another_folder_has_files_of_its_own_and_the_original_stays() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("v2/own.json");
    let mut editor = about_to_save(folder.path(), &place);
    let before = held(folder.path());
    assert!(shows(&editor, "What goes along?"));
    assert!(shows(&editor, "is saved as own.json in "));
    for name in ["own-map.json", "own-order-of-battle.json", "own-ruleset.json"] {
        assert!(shows(&editor, &format!("Its own: {name}")), "{name}");
    }
    click(&mut editor, "Save");
    let shown = place.parent().unwrap().display().to_string();
    assert!(shows(&editor, "own-map.json"), "every file is named");
    assert!(shows(&editor, &format!("in {shown}")), "with its folder");
    paint(&mut editor, "3903");
    ask(&mut editor, Request::Command(UiCommand::Save));
    assert!(!editor.state().document().dirty(), "nobody else is asked about");
    assert_eq!(held(folder.path()), before);
    let map = std::fs::read(place.with_file_name("own-map.json")).unwrap();
    assert_ne!(map, before[0].1);
}

#[test]
fn what_is_shared_is_said_to_change_for_both() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("v2/own.json");
    let mut editor = about_to_save(folder.path(), &place);
    let before = held(folder.path());
    assert!(shows(&editor, "It is made for the ruleset"), "the map goes with its ruleset");
    tick(&mut editor, "Ruleset");
    tick(&mut editor, "Map");
    assert!(shows(&editor, "Shared with scenario.json: ../map.json"));
    assert!(shows(&editor, "Your unsaved changes of it are written into ../map.json"));

    // On second thoughts nothing is saved.
    click(&mut editor, "Cancel");
    assert!(!place.exists() && editor.state().document().dirty());
    assert_eq!(held(folder.path()), before);

    ask(&mut editor, Request::Command(UiCommand::SaveAs));
    tick(&mut editor, "Ruleset");
    tick(&mut editor, "Map");
    click(&mut editor, "Save");
    assert_eq!(editor.state().document().scenario().map, "../map.json");
    assert!(place.with_file_name("own-order-of-battle.json").exists());
    let now = held(folder.path());
    assert_ne!(now[0], before[0], "as was said");
    assert_eq!(now[1..], before[1..]);
}

#[test]
fn in_the_same_folder_only_what_was_changed_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("variant.json");
    let mut editor = about_to_save(folder.path(), &place);
    let before = held(folder.path());
    assert!(shows(&editor, "Its own: variant-map.json"));
    assert!(shows(&editor, "Shared with scenario.json: ruleset.json"));
    click(&mut editor, "Save");
    assert_eq!(held(folder.path()), before);
    assert_eq!(editor.state().document().scenario().ruleset, "ruleset.json");
}
