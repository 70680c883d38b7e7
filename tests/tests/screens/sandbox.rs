//! The sandbox in the window, and positions kept as scenarios: by mouse, by commands and by labels.

use std::collections::VecDeque;
use std::path::Path;

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{
    ChartSetting, Chosen, PlayRequest, Request, SandboxGame, SandboxRequest, ScriptedDialogs, Tab,
    command::UiCommand,
};
use salient::{App, Options, SYSTEMS};
use salient_document::Selection;
use salient_play::Seat;
use salient_play::sandbox::Place;
use salient_rules::{Bot, Prepared};
use salient_tests::copy_of_fixture;

fn editor(file: Option<&Path>, answers: VecDeque<Chosen>) -> Harness<'static, App> {
    let options = Options {
        file: file.map(Path::to_path_buf),
        dialogs: Box::new(ScriptedDialogs(answers)),
        ..Options::default()
    };
    let mut harness = Harness::builder()
        .with_size([1280.0, 900.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    harness
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(2);
}

fn command(editor: &mut Harness<'_, App>, command: UiCommand) {
    ask(editor, Request::Command(command));
}

fn sandbox<'a>(editor: &'a Harness<'_, App>) -> &'a SandboxGame {
    editor.state().test_run().sandbox().expect("the sandbox is open")
}

fn in_hex(editor: &Harness<'_, App>, hex: &str) -> Vec<String> {
    let hex = editor.state().document().grid().parse(hex).expect("a hex");
    sandbox(editor).sandbox().stack(hex).map(|piece| piece.name.clone()).collect()
}

/// Whether a label says this.
fn says(editor: &Harness<'_, App>, words: &str) -> bool {
    let mut labels = editor.query_all_by_role(Role::Label);
    labels.any(|label| label.value().is_some_and(|text| text.contains(words)))
}

fn drag(editor: &mut Harness<'_, App>, from: &str, to: &str, modifiers: Modifiers) {
    let at = |editor: &Harness<'_, App>, hex: &str| {
        editor.state().screen_position(hex).expect("the map shows")
    };
    let (from, to) = (at(editor, from), at(editor, to));
    let press = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    for event in [Event::PointerMoved(from), press(from, true)] {
        editor.event(event);
    }
    editor.run_steps(2);
    for event in [Event::PointerMoved(to), press(to, false)] {
        editor.event(event);
    }
    editor.run_steps(3);
}

#[test]
fn a_system_without_rules_says_so_and_offers_the_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let file = copy_of_fixture("infantry-attacks", folder.path()).unwrap();
    let mut editor = editor(Some(&file), VecDeque::new());
    ask(&mut editor, Request::Show(Tab::TestRun));
    assert!(says(&editor, "Salient has no rules for"));
    assert!(editor.query_by_label("Step").is_none(), "nothing to play with");
    editor.get_by_label("Open the sandbox").click();
    editor.run_steps(3);
    assert!(editor.state().test_run().sandbox().is_some());
    assert!(says(&editor, "no rules are enforced"));
}

#[test]
fn what_was_done_in_the_sandbox_is_not_lost_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let file = copy_of_fixture("infantry-attacks", folder.path()).unwrap();
    let saved = folder.path().join("mine.jsonl");
    let mut editor = editor(Some(&file), VecDeque::from([Chosen::File(saved.clone())]));
    let title = editor.state().document().title().to_owned();
    let question = format!("Save the sandbox of {title}?");
    command(&mut editor, UiCommand::OpenSandbox);
    command(&mut editor, UiCommand::SandboxTurn);
    command(&mut editor, UiCommand::Close);
    assert!(says(&editor, &question));
    editor.get_by_label("Save…").click();
    editor.run_steps(4);
    assert!(saved.exists(), "it is saved, and the document stays");
    assert!(editor.state().test_run().sandbox().is_some());
    command(&mut editor, UiCommand::SandboxTurn);
    command(&mut editor, UiCommand::Close);
    assert!(says(&editor, &question));
    editor.get_by_label("Don't save").click();
    editor.run_steps(4);
    assert_ne!(editor.state().document().title(), title);
}

#[test]
fn stacks_are_dragged_turned_over_and_brought_back_and_all_of_it_undone() {
    let folder = tempfile::tempdir().unwrap();
    let file = copy_of_fixture("infantry-attacks", folder.path()).unwrap();
    let before = std::fs::read(&file).unwrap();
    let saved = folder.path().join("mine.jsonl");
    let answers = VecDeque::from([Chosen::File(saved.clone()), Chosen::File(saved.clone())]);
    let mut editor = editor(Some(&file), answers);
    command(&mut editor, UiCommand::OpenSandbox);
    let (from, to) = ("45/0608", "45/0605");
    let stack = in_hex(&editor, from);
    assert_eq!(stack.len(), 3);
    drag(&mut editor, from, to, Modifiers::NONE);
    assert_eq!(in_hex(&editor, to), stack, "the whole stack");
    assert!(in_hex(&editor, from).is_empty());
    drag(&mut editor, to, from, Modifiers::ALT);
    assert_eq!(in_hex(&editor, from), stack[..1], "its top counter");
    command(&mut editor, UiCommand::Undo);
    assert_eq!(in_hex(&editor, to), stack);

    // By commands alone: choose, take in hand, select elsewhere, put down.
    let hex =
        |editor: &Harness<'_, App>, hex: &str| editor.state().document().grid().parse(hex).unwrap();
    command(&mut editor, UiCommand::Cancel);
    let at = hex(&editor, to);
    ask(&mut editor, Request::Sandbox(SandboxRequest::ChooseStack { hex: at, add: false }));
    command(&mut editor, UiCommand::SandboxPickUp);
    let back = hex(&editor, from);
    ask(&mut editor, Request::Select(Selection::of_hex(back)));
    command(&mut editor, UiCommand::SandboxPutDown);
    assert_eq!(in_hex(&editor, from), stack);
    command(&mut editor, UiCommand::SandboxEliminate);
    assert!(in_hex(&editor, from).is_empty());
    let gone = sandbox(&editor).sandbox().piece(&stack[0]).unwrap();
    assert_eq!(gone.place, Place::Eliminated);
    // Brought back by the button beside its name.
    let button = format!("To {from}");
    // It may lie below what the panel shows.
    editor.get_all_by_label(&button).next().expect("a button").scroll_to_me();
    editor.run_steps(3);
    editor.get_all_by_label(&button).next().expect("a button").click();
    editor.run_steps(3);
    assert_eq!(in_hex(&editor, from).len(), 1);

    ask(&mut editor, Request::Sandbox(SandboxRequest::Chart(ChartSetting::Chart(Some(0)))));
    // The button may lie below what the panel shows.
    editor.get_by_label("Roll on the chart").scroll_to_me();
    editor.run_steps(3);
    editor.get_by_label("Roll on the chart").click();
    editor.run_steps(3);
    let last = sandbox(&editor).log().last().cloned().unwrap_or_default();
    assert!(last.starts_with("2 d6:"), "{last}");
    command(&mut editor, UiCommand::SandboxTurn);
    let log = sandbox(&editor).log().to_vec();
    command(&mut editor, UiCommand::SaveSandbox);
    editor.run_steps(3);
    for _ in &log {
        command(&mut editor, UiCommand::Undo);
    }
    assert!(sandbox(&editor).log().is_empty());
    assert_eq!(in_hex(&editor, from), stack, "as it was set up");
    command(&mut editor, UiCommand::OpenSandboxFile);
    editor.run_steps(3);
    assert_eq!(sandbox(&editor).log(), log, "the saved one");

    command(&mut editor, UiCommand::EndGame);
    assert!(editor.state().test_run().sandbox().is_none());
    assert!(!editor.state().document().dirty());
    assert_eq!(std::fs::read(&file).unwrap(), before, "the scenario is as it was");
    command(&mut editor, UiCommand::OpenSandbox);
    assert_eq!(sandbox(&editor).log(), log, "it is where it was");
}

#[test]
fn a_position_of_a_game_becomes_a_scenario_that_shares_map_and_ruleset() {
    let folder = tempfile::tempdir().unwrap();
    let file = copy_of_fixture("kaisers-battle", folder.path()).unwrap();
    let new = folder.path().join("later.json");
    let mut editor = editor(Some(&file), VecDeque::from([Chosen::File(new.clone())]));
    for side in [0, 1] {
        ask(&mut editor, Request::Play(PlayRequest::Seat(side, Seat::Bot(Bot::HEURISTIC))));
    }
    for _ in 0..60 {
        command(&mut editor, UiCommand::Step);
    }
    command(&mut editor, UiCommand::KeepPosition);
    assert!(says(&editor, "Not kept") && says(&editor, "units where they stand"));
    editor.get_by_label("Make the scenario").click();
    editor.run_steps(6);

    assert_eq!(editor.state().tab_titles().len(), 2, "the new scenario is open");
    let document = editor.state().document();
    assert!(document.scenario().title.contains(", from turn "), "{}", document.title());
    assert_eq!(document.scenario().map, "map.json");
    assert!(!document.dirty());
    assert!(Prepared::new(SYSTEMS, document.bundle()).is_ok());
    let text = std::fs::read_to_string(&new).expect("it is written");
    assert!(text.contains("-turn-"), "{text}");
    command(&mut editor, UiCommand::Step);
    assert!(editor.state().test_run().game().is_some(), "and it is played on");
}

#[test]
fn a_position_of_the_sandbox_becomes_a_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let file = copy_of_fixture("offensive-1914", folder.path()).unwrap();
    let new = folder.path().join("moved.json");
    let mut editor = editor(Some(&file), VecDeque::from([Chosen::File(new)]));
    command(&mut editor, UiCommand::OpenSandbox);
    drag(&mut editor, "55.48", "55.49", Modifiers::NONE);
    let moved = in_hex(&editor, "55.49");
    assert!(!moved.is_empty());
    command(&mut editor, UiCommand::KeepPosition);
    editor.get_by_label("Make the scenario").click();
    editor.run_steps(6);
    let document = editor.state().document();
    assert_eq!(editor.state().tab_titles().len(), 2);
    let placements = &document.scenario().setup.placements;
    let there = placements.iter().find(|placement| placement.hex == "55.49").expect("the stack");
    assert_eq!(there.counters, moved);
}
