//! What fits into the window, and what its keys reach.

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use salient_rules::Systems;

use super::{App, Options};
use crate::request::Request;
use crate::request::command::UiCommand;
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
        let names = [sandbox.step(), sandbox.next_step()]
            .map(|step| step.map(|step| step.name().to_owned()).expect("a step"));
        names
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
