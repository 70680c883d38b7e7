//! What a system offers whoever draws its maps and sets its units up: lines of sight, the artillery
//! plan, whom leaders direct, how counters begin.

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::command::{ToolKind, UiCommand};
use salient::ui::{Request, View};
use salient::{App, Options, SYSTEMS};
use salient_document::{Document, Selection, Tool, plan};

/// A published scenario as one file, since the editor keeps its journal beside the file.
fn editor(scenario: &str) -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder");
    let system = SYSTEMS.find("infantry-attacks").expect("a system");
    let bundle = system.published().bundle(Some(scenario)).expect("a scenario");
    let file = folder.path().join("bundle.json");
    let text = salient_schema::to_canonical_json(&bundle).expect("a bundle");
    std::fs::write(&file, text).expect("a file");
    let options = Options { file: Some(file), ..Options::default() };
    let mut harness = Harness::builder()
        .with_size([1900.0, 1000.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    (folder, harness)
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label_contains(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(4);
}

fn click_at(editor: &mut Harness<'_, App>, hex: &str) {
    let at = editor.state().screen_position(hex).unwrap_or_else(|| panic!("no hex {hex}"));
    editor.hover_at(at);
    editor.run_steps(2);
    editor.drag_at(at);
    editor.run_steps(1);
    editor.drop_at(at);
    editor.run_steps(3);
}

fn document<'a>(editor: &'a Harness<'_, App>) -> &'a Document {
    editor.state().document()
}

#[test]
fn lines_of_sight_are_looked_along() {
    let (_folder, mut editor) = editor("kaushen");
    editor.key_press(Key::O);
    editor.run_steps(3);
    assert_eq!(*editor.state().tool(), Tool::Sight);
    assert!(shows(&editor, "Out of sight"), "what the colours mean");
    let grid = document(&editor).grid();
    let middle = grid.hexes().nth(grid.len() / 2 + 9).expect("a hex");
    let (from, to) = (grid.label(middle), grid.label(grid.within(middle, 4)[0]));
    let at = editor.state().screen_position(&from).expect("in view");
    editor.hover_at(at);
    editor.run_steps(3);
    assert!(shows(&editor, "a unit is spotted in"));
    click_at(&mut editor, &from);
    let at = editor.state().screen_position(&to).expect("in view");
    editor.hover_at(at);
    editor.run_steps(3);
    assert!(shows(&editor, "Click to look from there instead"));
    assert!(!document(&editor).dirty(), "looking changes nothing");
}

#[test]
fn rules_without_lines_of_sight_say_so_and_the_palette_leaves_the_tool_out() {
    let mut editor = Harness::builder().build_eframe(|_| App::new(SYSTEMS, Options::default()));
    editor.run_steps(4);
    assert!(!shows(&editor, "Line of sight"));
    let command = UiCommand::Tool(ToolKind::Sight);
    let why = editor.state().why_not(command).expect("it is shut off");
    assert!(why.contains("lines of sight"), "{why}");
    ask(&mut editor, Request::Choose(Tool::Sight));
    assert!(shows(&editor, "have no lines of sight"));
    ask(&mut editor, Request::View(View::Plan));
    assert!(shows(&editor, "plan no artillery fire before play"));
}

#[test]
fn the_artillery_plan_is_written_by_clicks_on_the_map() {
    let (_folder, mut editor) = editor("kaushen");
    ask(&mut editor, Request::View(View::Plan));
    ask(&mut editor, Request::Command(UiCommand::SplitView));
    let guns = plan::offered(document(&editor), |it| it.guns(document(&editor).bundle()));
    let gun = guns
        .expect("an offer")
        .into_iter()
        .find(|gun| plan::fires(document(&editor), gun))
        .expect("a gun");
    let name = plan::name_of(document(&editor), &gun.counter);
    click(&mut editor, &format!("{name}, game-turn 2: no fire"));
    let Tool::Plan { counter, turn: 2, .. } = editor.state().tool().clone() else {
        panic!("{:?}", editor.state().tool())
    };
    let grid = document(&editor).grid();
    let at = gun.hex.as_ref().and_then(|hex| grid.parse(hex)).expect("it stands somewhere");
    let hex = grid.within(at, 3).into_iter().find(|hex| *hex != at).expect("a hex");
    let hex = grid.label(hex);
    click_at(&mut editor, &hex);
    let written = plan::mission(document(&editor), &counter).expect("a mission").clone();
    assert_eq!((written.fires[0].turn, &written.fires[0].hex), (2, &hex));
    assert_eq!(written.mission.as_deref(), Some("planned-fire"));
    assert!(shows(&editor, &format!("game-turn 2: fire at {hex}")), "the cell says so");
    // Smoke, then no fire, then all taken back.
    click(&mut editor, "Smoke");
    let shell = |editor: &Harness<'_, App>| {
        let mission = plan::mission(document(editor), &counter).expect("a mission");
        plan::fire(mission, 2).map(|fire| fire.shell.clone())
    };
    assert_eq!(shell(&editor), Some(Some("smoke".to_owned())));
    click(&mut editor, "No fire");
    assert_eq!(shell(&editor), None);
    for _ in 0..3 {
        ask(&mut editor, Request::Command(UiCommand::Undo));
    }
    assert!(plan::mission(document(&editor), &counter).is_none());
}

#[test]
fn leaders_show_whom_they_direct() {
    let (_folder, mut editor) = editor("kaushen");
    ask(&mut editor, Request::Command(UiCommand::ToggleReach));
    let reach = editor.state().leaders_reach().to_vec();
    assert!(reach.iter().any(|one| one.units.len() > 2), "{reach:#?}");
    let grid = document(&editor).grid();
    for one in &reach {
        for (unit, hex, own) in &one.units {
            let far = grid.distance(one.hex, *hex);
            assert!(!own || far <= 1, "{unit} is {far} hexes from {}", one.leader);
        }
    }
    ask(&mut editor, Request::Command(UiCommand::ToggleReach));
    assert!(!document(&editor).dirty());
}

/// Infantry Attacks: in the inspector, by the map's menu and on the sheet a counter begins hidden,
/// dug in, on the side that moves.
#[test]
fn how_a_counter_begins_is_chosen_without_json() {
    let (_folder, mut editor) = editor("goritten");
    ask(&mut editor, Request::View(View::Map));
    let document = editor.state().document();
    let stacks = document.occupied();
    let afoot = |hex: &salient_hex::grid::Hex| {
        let stack = document.stack_at(*hex);
        stack.first().is_some_and(|entry| {
            document.counter(entry.counter).is_some_and(|it| it.unit_type == "infantry")
        })
    };
    let hex = stacks.into_iter().find(afoot).expect("infantry stands somewhere");
    let begins = |document: &Document| {
        let stack = document.stack_at(hex);
        stack.iter().map(|entry| entry.placement.states.join(" ")).collect::<Vec<_>>()
    };
    let before = begins(document);
    ask(&mut editor, Request::Select(Selection::of_hex(hex)));
    click(&mut editor, "Begins as");
    click(&mut editor, "Hidden");
    let after = begins(editor.state().document());
    assert_ne!(after, before);
    assert!(after[0].contains("hidden"), "{after:?}");
    // The menu is still open, and another state is set beside it.
    click(&mut editor, "Disrupted");
    click(&mut editor, "Demoralized");
    let after = begins(editor.state().document());
    assert!(after[0].contains("hidden") && after[0].contains("demoralized"), "{after:?}");
    assert!(!after[0].contains("disrupted"), "{after:?}");
    assert!(shows(&editor, "Hidden, demoralized"));
    ask(&mut editor, Request::View(View::SetUp));
    assert!(shows(&editor, "hidden, demoralized"));
    for _ in 0..3 {
        ask(&mut editor, Request::Command(UiCommand::Undo));
    }
    assert_eq!(begins(editor.state().document()), before);
}
