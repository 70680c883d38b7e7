//! What fits into the window, and what its keys reach.

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use salient_document::new_game::{Beginning, NewGame, own_ruleset};
use salient_document::reshape::NewMap;
use salient_rules::Systems;
use salient_schema::Bundle;

use super::{App, Options};
use crate::files::dialogs::{Chosen, ScriptedDialogs};
use crate::request::Request;
use crate::request::command::{ToolKind, UiCommand};
use crate::request::map::MapRequest;
use crate::request::views::{Tab, View};

/// The editor on The Kaiser's Battle in a window of so many points.
fn editor(size: [f32; 2]) -> Harness<'static, App> {
    let systems = Systems::new(&[&salient_kaisers_battle::Rulebook]);
    let builder = Harness::builder().with_size(size);
    let mut editor = builder.build_eframe(move |_| App::new(systems, Options::default()));
    editor.run_steps(4);
    editor
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(4);
}

/// Begins a game that has nothing but two sides and a kind of terrain.
pub(super) fn begin_blank(app: &mut App, context: &egui::Context) {
    let new = NewGame {
        title: "Anzac landing".to_owned(),
        citation: String::new(),
        publisher: String::new(),
        sides: vec!["Anzac".to_owned(), "Turkey".to_owned()],
        beginning: Beginning::Blank,
    };
    let ruleset = own_ruleset(&new, app.document().systems()).unwrap();
    let map = NewMap {
        title: "Anzac landing".to_owned(),
        grid: salient_schema::map::Grid { columns: 14, rows: 8, ..Bundle::empty().map.grid },
        base: ruleset.terrain[0].id.clone(),
        turns: 8,
        calendar: None,
    };
    app.carry_out(context, Request::Map(MapRequest::Begin(Box::new(map), Box::new(ruleset))));
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(4);
}

#[test]
fn the_rows_of_the_sequence_fit_beside_the_side_panel() {
    // High enough for the whole list of what a ruleset has.
    let mut editor = editor([1392.0, 1200.0]);
    ask(&mut editor, Request::View(View::Ruleset));
    click(&mut editor, "Sequence of play");
    let inspector = 352.0;
    let buttons: Vec<f32> =
        editor.query_all_by_label_contains("Remove: ").map(|one| one.rect().right()).collect();
    assert!(buttons.len() > 3, "{buttons:?}");
    assert!(buttons.iter().all(|right| *right < 1392.0 - inspector), "{buttons:?}");
}

#[test]
fn in_a_small_window_a_list_leads_to_the_pages_that_are_cut_off() {
    let mut small = editor([520.0, 700.0]);
    click(&mut small, "All pages");
    // The list hangs below the row of the pages.
    let all = small.get_all_by_label("Ruleset");
    all.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top())).expect("the page").click();
    small.run_steps(4);
    assert_eq!(small.state().panes().focused().view, View::Ruleset);
    // Where there is room there is no such list.
    assert!(editor([1600.0, 900.0]).query_by_label("All pages").is_none());
}

#[test]
fn a_tool_without_anything_to_draw_says_so_when_it_is_asked_for() {
    let mut editor = editor([1392.0, 864.0]);
    let context = editor.ctx.clone();
    begin_blank(editor.state_mut(), &context);
    let tool = editor.state().tool().clone();
    for (kind, way) in [
        (ToolKind::Trench, "Ruleset › In hexes › Add"),
        (ToolKind::Label, "Label, words only"),
        (ToolKind::Hexside, "Ruleset › Along hexsides › Add"),
    ] {
        ask(&mut editor, Request::Command(UiCommand::Tool(kind)));
        let said = editor.query_all_by_label_contains(way).next().is_some();
        assert!(said, "{kind:?} does not say “{way}”");
    }
    assert_eq!(*editor.state().tool(), tool);
}

#[test]
fn on_a_page_the_keys_of_the_map_do_nothing() {
    let mut editor = editor([1392.0, 864.0]);
    let hexes = |editor: &Harness<'_, App>| editor.state().document().selection().hexes.len();
    let tool = editor.state().tool().clone();
    let press = |editor: &mut Harness<'_, App>| {
        editor.key_press_modifiers(Modifiers::COMMAND, Key::A);
        editor.key_press(Key::T);
        editor.run_steps(4);
    };
    ask(&mut editor, Request::View(View::Charts));
    press(&mut editor);
    assert_eq!((hexes(&editor), editor.state().tool()), (0, &tool));
    ask(&mut editor, Request::View(View::Map));
    press(&mut editor);
    assert!(hexes(&editor) > 500 && *editor.state().tool() != tool);
}

#[test]
fn where_a_path_is_typed_it_begins_with_what_is_there() {
    let systems = Systems::new(&[&salient_kaisers_battle::Rulebook]);
    let dialogs = ScriptedDialogs(vec![Chosen::NoDialog; 2].into());
    let options = Options { dialogs: Box::new(dialogs), ..Options::default() };
    let mut editor = Harness::builder().build_eframe(move |_| App::new(systems, options));
    editor.run_steps(4);
    let typed = |editor: &Harness<'_, App>| {
        editor.get_by_label("Path").accesskit_node().value().expect("a path")
    };
    // The scenario is built in: there is no such file to open, but a place to save it at.
    ask(&mut editor, Request::Command(UiCommand::Open));
    let folder = typed(&editor);
    assert!(std::path::Path::new(&folder).is_dir() && folder.ends_with('/'), "{folder}");
    editor.get_by_label("Path").type_text("not-there.json");
    editor.run_steps(4);
    click(&mut editor, "Open");
    let says = |editor: &Harness<'_, App>, words: &str| {
        editor.query_all_by_label_contains(words).next().is_some()
    };
    assert!(says(&editor, "not-there.json cannot be opened"));
    assert!(says(&editor, "there is no such file") && !says(&editor, "error["));
    click(&mut editor, "Close");
    ask(&mut editor, Request::Command(UiCommand::SaveAs));
    assert!(typed(&editor).ends_with("kaisers-battle.json"));
}

/// How many things say this.
fn count(editor: &Harness<'_, App>, label: &str) -> usize {
    editor.query_all_by_label(label).count()
}

#[test]
fn the_log_follows_the_game_and_leads_back_to_its_end() {
    let mut editor = editor([1392.0, 864.0]);
    ask(&mut editor, Request::Show(Tab::TestRun));
    let decide = |editor: &mut Harness<'_, App>| {
        for _ in 0..30 {
            ask(editor, Request::Command(UiCommand::Step));
        }
    };
    decide(&mut editor);
    let ends = |editor: &Harness<'_, App>| {
        let log = editor.state().test_run().game().expect("a game").log();
        let last = log.last().expect("lines").text.trim();
        editor.query_all_by_label_contains(last).next().is_some()
    };
    assert!(ends(&editor), "its end is seen");
    assert_eq!(count(&editor, "To the latest"), 0);
    let headings = editor.get_all_by_label("What happened").map(|one| one.rect());
    let heading = headings.max_by(|a, b| a.left().total_cmp(&b.left())).expect("a heading");
    editor.hover_at(heading.center_bottom() + egui::vec2(0.0, 60.0));
    let unit = egui::MouseWheelUnit::Point;
    let (delta, phase) = (egui::vec2(0.0, 4000.0), egui::TouchPhase::Move);
    let modifiers = Modifiers::NONE;
    let source = egui::MouseWheelSource::Wheel;
    editor.event(egui::Event::MouseWheel { unit, delta, phase, modifiers, source });
    editor.run_steps(12);
    assert_eq!(count(&editor, "To the latest"), 1);
    // What is read stays where it is as the game goes on.
    decide(&mut editor);
    click(&mut editor, "To the latest");
    assert_eq!(count(&editor, "To the latest"), 0);
    assert!(ends(&editor), "its end is seen again");
    decide(&mut editor);
    assert!(ends(&editor), "and followed");
}

#[test]
fn the_sandbox_says_which_step_is_played_and_lists_all_on_demand() {
    let mut editor = editor([1392.0, 864.0]);
    ask(&mut editor, Request::Command(UiCommand::OpenSandbox));
    ask(&mut editor, Request::Show(Tab::TestRun));
    let step = |editor: &Harness<'_, App>| {
        let sandbox = editor.state().test_run().sandbox().expect("a sandbox").sandbox();
        [sandbox.step(), sandbox.next_step()]
            .map(|step| step.map(|step| step.name().to_owned()).expect("a step"))
    };
    let [first, second] = step(&editor);
    let says = |editor: &Harness<'_, App>, words: &str| {
        editor.query_all_by_label_contains(words).next().is_some()
    };
    assert!(says(&editor, "Sequence of play: step 1 of "));
    assert!(says(&editor, &format!("Next: {second}")));
    let chosen = editor.get_all_by_label("Chosen").next().expect("a heading").rect();
    assert!(chosen.bottom() < 600.0, "all steps would leave no room for it: {chosen:?}");
    click(&mut editor, "Next step");
    assert_eq!(step(&editor)[0], second);
    // All of them are there to be ticked, and what was ticked by mistake to be taken back.
    click(&mut editor, "All steps");
    editor.run_steps(20);
    click(&mut editor, &first);
    assert_eq!(step(&editor)[0], first);
}
