//! A system that only the tests know, in the editor: its problems, its set-up page, a game that
//! is watched and a test-run in the lab, by its row in the registry alone.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::command::UiCommand;
use salient::ui::{Request, Tab, View};
use salient::{App, Options};
use salient_rules::Systems;
use salient_schema::event::{Event, EventKind};
use salient_tests::root;

/// The sixth alone: the editor needs no other.
const SYSTEMS: Systems = Systems::new(&[&salient_skirmish::Rulebook]);

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(4);
}

#[test]
fn the_editor_opens_checks_plays_and_test_runs_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = root().join("tests/skirmish/data");
    for entry in std::fs::read_dir(data).expect("the files") {
        let entry = entry.expect("a file");
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a copy");
    }
    let file = Some(folder.path().join("three-corners.json"));
    let options = Options { file, ..Options::default() };
    let mut editor = Harness::builder()
        .with_size([1280.0, 1200.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    editor.run_steps(6);
    assert!(editor.state().document().problems().is_empty());

    ask(&mut editor, Request::Show(Tab::TestRun));
    for side in ["Red", "Green", "Blue"] {
        let name = format!("Who plays {side}");
        assert!(editor.query_all_by_label(&name).next().is_some(), "{name}");
    }

    // One decision after the other, up to the first activations.
    for _ in 0..8 {
        ask(&mut editor, Request::Command(UiCommand::Step));
    }
    let game = editor.state().test_run().game().expect("a game is on");
    let placed = |event: &Event| matches!(event.kind, EventKind::Placed(_));
    assert!(game.play().events().iter().any(placed), "its sides set up by zones");
    assert!(!game.log().is_empty());
    let strongest = Some(salient_rules::bot::strongest(game.play().bots()));
    assert_eq!(strongest, Some(salient_skirmish::SCOUT));
    ask(&mut editor, Request::Command(UiCommand::EndGame));

    assert!(editor.state().test_run().game().is_none());
    ask(&mut editor, Request::View(View::SetUp));
    assert_eq!(editor.state().document().scenario().setup.free.len(), 3);
}
