//! The editor without a window: a designer's day from paint to test-run, driven by pointer and
//! keys as a person would.

use std::collections::VecDeque;
use std::path::Path;

use clap::Parser;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::cli::{Cli, Console, Exit, run};
use salient::ui::{
    Against, Chosen, Ending, LabSetting, Overlay, Page, Request, ScriptedDialogs, Speed, Tab,
    TestRunSetting,
};
use salient::{App, Options, SYSTEMS};
use salient_document::{Document, Edit, Tool};
use salient_tests::fixtures;

/// A window's size in points.
const SIZE: [f32; 2] = [1280.0, 800.0];

fn options(answers: &[&Path]) -> Options {
    let answers: VecDeque<Chosen> =
        answers.iter().map(|path| Chosen::File(path.to_path_buf())).collect();
    Options { dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() }
}

/// The editor with nothing that draws.
fn editor(options: Options) -> Harness<'static, App> {
    let mut harness =
        Harness::builder().with_size(SIZE).build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    harness
}

/// Holds a key combination for a frame, and lets the editor answer.
fn press(harness: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

fn at(harness: &Harness<'_, App>, hex: &str) -> egui::Pos2 {
    harness.state().screen_position(hex).unwrap_or_else(|| panic!("no hex {hex}"))
}

/// Presses on the first hex, drags over the others, and lets go on the last.
fn drag(harness: &mut Harness<'_, App>, hexes: &[&str]) {
    let positions: Vec<egui::Pos2> = hexes.iter().map(|hex| at(harness, hex)).collect();
    harness.hover_at(positions[0]);
    harness.run_steps(1);
    harness.drag_at(positions[0]);
    harness.run_steps(1);
    for &position in &positions[1..] {
        harness.hover_at(position);
        harness.run_steps(1);
    }
    harness.drop_at(positions[positions.len() - 1]);
    harness.run_steps(3);
}

fn click(harness: &mut Harness<'_, App>, hex: &str) {
    drag(harness, &[hex]);
}

/// The terrain of a hex, as the ruleset names it.
fn terrain(document: &Document, hex: &str) -> String {
    let map = document.map();
    let index = map.grid.parse_hex(hex).expect("a hex of the map");
    let row = &map.terrain.rows[usize::from(index.row)];
    let glyph = row.chars().nth(usize::from(index.column)).expect("a glyph");
    map.terrain.palette[&glyph.to_string()].clone()
}

/// Where a counter is set up.
fn hex_of(document: &Document, counter: &str) -> Option<String> {
    document
        .scenario()
        .setup
        .placements
        .iter()
        .find(|placement| placement.counters.iter().any(|id| id == counter))
        .map(|placement| placement.hex.clone())
}

/// Runs a subcommand and gives its exit status and output.
fn salient(args: &[&str]) -> (u8, String) {
    let cli = Cli::try_parse_from(std::iter::once("salient").chain(args.iter().copied()))
        .unwrap_or_else(|error| panic!("{error}"));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    let exit = run(&cli.command.expect("a subcommand"), &mut console).unwrap_or(Exit::Unreadable);
    out.extend(err);
    (exit as u8, String::from_utf8_lossy(&out).into_owned())
}

/// Two clear hexes next to one another with nothing in them, whatever the map's makers change.
fn empty_pair(document: &Document) -> (String, String) {
    let grid = document.grid();
    let map = document.map();
    let empty = |hex| {
        let label = grid.label(hex);
        terrain(document, &label) == "clear"
            && map.features.items.iter().all(|feature| feature.hex != label)
            && document.scenario().setup.placements.iter().all(|placed| placed.hex != label)
    };
    for hex in grid.within(grid.parse("1612").expect("a hex"), 12) {
        if let Some(next) = grid.neighbour(hex, salient_hex::Direction::ALL[3])
            && empty(hex)
            && empty(next)
        {
            return (grid.label(hex), grid.label(next));
        }
    }
    panic!("no empty hexes in the middle of the map");
}

#[test]
fn from_paint_to_test_run_without_a_window() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("edited.json");
    let mut editor = editor(options(&[&file]));
    let (hex, next) = empty_pair(editor.state().document());
    let title = editor.state().document().title().to_owned();
    assert!(title.contains("Kaiser"), "the embedded scenario is open: {title}");
    assert!(!editor.state().document().dirty());

    // Paint two hexes in one drag, which is one step to undo.
    press(&mut editor, Modifiers::NONE, Key::T);
    let Tool::Paint { kind, .. } = editor.state().tool().clone() else {
        panic!("T takes the terrain brush, not {:?}", editor.state().tool());
    };
    assert_ne!(kind, "clear");
    drag(&mut editor, &[&hex, &next]);
    assert_eq!(terrain(editor.state().document(), &hex), kind);
    assert_eq!(terrain(editor.state().document(), &next), kind);
    assert!(editor.state().document().dirty());

    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(terrain(editor.state().document(), &hex), "clear");
    assert_eq!(terrain(editor.state().document(), &next), "clear");
    assert!(!editor.state().document().dirty(), "all is undone");
    press(&mut editor, Modifiers::COMMAND, Key::Y);
    assert_eq!(terrain(editor.state().document(), &hex), kind);

    // Take a counter off the map, and put it somewhere else.
    press(&mut editor, Modifiers::NONE, Key::V);
    let counter = "br-89-30-18";
    let before = hex_of(editor.state().document(), counter).expect("the brigade is set up");
    click(&mut editor, &before);
    let selected = &editor.state().document().selection().counters;
    assert!(selected.iter().any(|placed| placed.counter == counter), "{selected:?}");
    press(&mut editor, Modifiers::NONE, Key::Delete);
    assert_eq!(hex_of(editor.state().document(), counter), None);
    press(&mut editor, Modifiers::NONE, Key::U);
    assert_eq!(editor.state().tab(), Tab::Units);
    assert!(
        matches!(editor.state().tool(), Tool::PlaceCounter { counter: held, .. } if held == counter),
        "{:?}",
        editor.state().tool()
    );
    click(&mut editor, &next);
    assert_eq!(hex_of(editor.state().document(), counter).as_deref(), Some(next.as_str()));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(hex_of(editor.state().document(), counter), None);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(hex_of(editor.state().document(), counter), Some(before));
    press(&mut editor, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    press(&mut editor, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(hex_of(editor.state().document(), counter).as_deref(), Some(next.as_str()));

    // Save, and let the command line look at it.
    press(&mut editor, Modifiers::COMMAND, Key::S);
    editor.run_steps(3);
    assert!(file.exists(), "the scenario is saved");
    assert!(!editor.state().document().dirty());
    let name = file.to_string_lossy().into_owned();
    let (exit, out) = salient(&["validate", &name]);
    assert_eq!(exit, 0, "{out}");
    let (exit, out) = salient(&["fmt", "--check", &name]);
    assert_eq!(exit, 0, "saved in canonical form: {out}");
    let (exit, out) = salient(&["test-run", &name, "--games", "1"]);
    assert_eq!(exit, 0, "{out}");

    // Whoever opens the file has the same document.
    let (reopened, found) = Document::open(SYSTEMS, &file);
    let reopened = reopened.unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(terrain(&reopened, &hex), kind);
    assert_eq!(hex_of(&reopened, counter).as_deref(), Some(next.as_str()));

    // A game in the window: a step, then the whole of it, and back to editing.
    press(&mut editor, Modifiers::NONE, Key::F10);
    assert_eq!(editor.state().tab(), Tab::TestRun);
    let steps = editor.state().test_run().game().expect("a game is on").play().events().len();
    assert!(steps > 0);
    let context = editor.ctx.clone();
    let full = Request::TestRun(TestRunSetting::Speed(Speed::Full));
    editor.state_mut().carry_out(&context, full);
    press(&mut editor, Modifiers::NONE, Key::F5);
    for _ in 0..2000 {
        editor.run_steps(1);
        if editor.state().test_run().game().is_some_and(|game| game.play().is_over()) {
            break;
        }
    }
    let game = editor.state().test_run().game().expect("the game stays to be looked at");
    assert!(game.play().is_over() && game.play().outcome().is_some());
    assert!(!game.log().is_empty());
    assert_eq!(
        hex_of(editor.state().document(), counter).as_deref(),
        Some(next.as_str()),
        "a test-run changes nothing in the document"
    );
    editor.get_all_by_label("Back to editing").next().expect("a button").click();
    editor.run_steps(3);
    assert!(editor.state().test_run().game().is_none());
}

/// Lets the games on other threads come to their end.
fn wait_for_games(editor: &mut Harness<'_, App>) {
    let begun = std::time::Instant::now();
    while editor.state().test_run().is_running() {
        assert!(begun.elapsed().as_secs() < 120, "the games come to an end");
        std::thread::sleep(std::time::Duration::from_millis(5));
        editor.run_steps(1);
    }
    editor.run_steps(2);
}

/// Asks for something as a screen would.
fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(2);
}

/// The run that the lab shows.
fn report(editor: &Harness<'_, App>) -> salient_lab::Report {
    editor.state().test_run().results().now().expect("a run").report.clone()
}

fn click_label(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(3);
}

#[test]
fn many_games_run_beside_the_editor_and_stop_on_demand() {
    let mut editor = editor(options(&[]));
    ask(&mut editor, Request::TestRun(TestRunSetting::Games(4)));
    press(&mut editor, Modifiers::COMMAND, Key::R);
    assert!(editor.state().lab().open, "whoever runs games wants to see what they come to");
    wait_for_games(&mut editor);
    assert_eq!(report(&editor).games.len(), 4);

    // What is done by then stays.
    ask(&mut editor, Request::TestRun(TestRunSetting::Games(100_000)));
    press(&mut editor, Modifiers::COMMAND, Key::R);
    assert!(editor.state().test_run().is_running());
    let begun = std::time::Instant::now();
    while editor.state().test_run().progress().is_some_and(|run| run.progress.done < 3)
        && begun.elapsed().as_secs() < 60
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
        editor.run_steps(1);
    }
    click_label(&mut editor, "Stop");
    wait_for_games(&mut editor);
    let stopped = report(&editor);
    assert!(stopped.stopped && stopped.played >= 3, "{} games are kept", stopped.played);

    // Or they go on until the intervals are narrow.
    ask(&mut editor, Request::TestRun(TestRunSetting::Ending(Ending::Within(200))));
    press(&mut editor, Modifiers::COMMAND, Key::R);
    wait_for_games(&mut editor);
    assert!(!report(&editor).stopped && report(&editor).precision() <= 0.2);
}

#[test]
fn the_lab_shows_what_the_games_came_to() {
    let mut editor = editor(options(&[]));
    press(&mut editor, Modifiers::NONE, Key::F9);
    assert!(editor.query_by_label("Is the scenario balanced?").is_some(), "it says what it is for");
    ask(&mut editor, Request::TestRun(TestRunSetting::Games(8)));
    click_label(&mut editor, "Run 8 games");
    wait_for_games(&mut editor);

    for page in Page::ALL {
        click_label(&mut editor, page.name());
        assert_eq!(editor.state().lab().page, page);
    }

    // A unit of the table is found on the map.
    let found = report(&editor);
    click_label(&mut editor, Page::Units.name());
    click_label(&mut editor, "Sort by Moves");
    let moves = |unit: &salient_lab::UnitReport| unit.moves as f64 / f64::from(unit.present.max(1));
    let most = found.units.iter().map(moves).fold(0.0, f64::max);
    let busiest: Vec<&salient_lab::UnitReport> =
        found.units.iter().filter(|unit| moves(unit) == most).collect();
    let shown =
        |unit: &&&salient_lab::UnitReport| editor.query_all_by_label(&unit.name).count() == 1;
    let unit = busiest.iter().find(shown).expect("those with most moves come first");
    let (name, counter) = (unit.name.clone(), unit.counter.clone());
    click_label(&mut editor, &name);
    let selected = &editor.state().document().selection().counters;
    assert!(selected.iter().any(|placed| placed.counter == counter), "{name} is pointed out");

    // The front line: by turn, and by itself.
    ask(&mut editor, Request::Lab(LabSetting::Overlay(Overlay::Front)));
    let last = found.front.len() - 1;
    ask(&mut editor, Request::Lab(LabSetting::Turn(last)));
    assert_eq!(editor.state().lab().turn(), last);
    click_label(&mut editor, "Play the front line");
    assert!(editor.state().lab().is_playing());
    assert_eq!(editor.state().lab().turn(), 0, "from the start again");
    for _ in 0..2000 {
        editor.run_steps(1);
        if !editor.state().lab().is_playing() {
            break;
        }
    }
    assert_eq!(editor.state().lab().turn(), last);
    for overlay in [Overlay::Fought, Overlay::Entered, Overlay::Lost, Overlay::Nothing] {
        ask(&mut editor, Request::Lab(LabSetting::Overlay(overlay)));
        assert_eq!(editor.state().lab().overlay(), overlay);
    }

    // A game of the run is played again to the same end.
    click_label(&mut editor, Page::Games.name());
    ask(&mut editor, Request::TestRun(TestRunSetting::Speed(Speed::Full)));
    click_label(&mut editor, "Watch game 1");
    for _ in 0..4000 {
        editor.run_steps(1);
        if editor.state().test_run().game().is_some_and(|game| game.play().is_over()) {
            break;
        }
    }
    let game = editor.state().test_run().game().expect("the game is on");
    assert_eq!(game.play().outcome(), Some(&found.games[0].outcome));
    assert_eq!(format!("{:016x}", game.play().state_hash()), found.games[0].state_hash);
}

#[test]
fn an_edit_is_compared_with_what_was_before_it_and_with_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let published = salient_tests::root().join("scenarios/kaisers-battle/kaisers-battle.json");
    let mut editor = editor(options(&[&published]));
    ask(&mut editor, Request::TestRun(TestRunSetting::Games(6)));
    press(&mut editor, Modifiers::COMMAND, Key::R);
    wait_for_games(&mut editor);
    assert!(editor.state().test_run().results().compared().is_none());
    let before = report(&editor);

    let counter = "br-89-30-18";
    let hex = hex_of(editor.state().document(), counter).expect("the brigade is set up");
    let edit = Edit::RemoveCounter { counter: counter.to_owned(), hex };
    ask(&mut editor, Request::edit(edit));
    assert!(
        editor.query_all_by_label("The scenario was changed since.").next().is_some(),
        "the report is of another set-up"
    );
    // Such games cannot be played again.
    ask(&mut editor, Request::Watch(0));
    assert!(editor.state().test_run().game().is_none());
    click_label(&mut editor, "Run again");
    wait_for_games(&mut editor);
    let results = editor.state().test_run().results();
    assert_eq!(*results.against(), Against::Before);
    assert_eq!(results.other().expect("the run before").report, before);
    let comparison = &results.compared().expect("they are compared").comparison;
    assert_eq!((comparison.first.played, comparison.second.played), (6, 6));
    click_label(&mut editor, Page::Compare.name());

    // Another file, found by the dialog.
    click_label(&mut editor, "Compare with a file…");
    wait_for_games(&mut editor);
    let results = editor.state().test_run().results();
    assert!(matches!(results.against(), Against::Kept(_)));
    let other = &results.other().expect("the file's run").report;
    assert_eq!(other.games, before.games, "the file is what was built in");

    // The report, in each form.
    for name in ["report.html", "report.json", "report.csv"] {
        ask(&mut editor, Request::WriteReport(folder.path().join(name)));
        let first = match name.strip_suffix(".csv") {
            Some(_) => folder.path().join("report-units.csv"),
            None => folder.path().join(name),
        };
        let begun = std::time::Instant::now();
        while !first.exists() && begun.elapsed().as_secs() < 60 {
            std::thread::sleep(std::time::Duration::from_millis(5));
            editor.run_steps(1);
        }
        assert!(first.exists(), "{}", first.display());
    }
    ask(&mut editor, Request::Command(salient::ui::command::UiCommand::StopComparing));
    assert!(editor.state().test_run().results().compared().is_none());
}

#[test]
fn a_file_that_cannot_be_opened_says_why() {
    let file = fixtures().join("faulty/unit-in-no-oob.json");
    let bad = fixtures().join("faulty/syntax-missing-comma.json");
    let before = std::fs::read(&bad).expect("a fixture");
    let editor = editor(Options { file: Some(bad.clone()), ..options(&[]) });
    assert!(
        editor.query_all_by_label_contains("cannot be opened").next().is_some(),
        "the trouble is told"
    );
    assert_eq!(std::fs::read(&bad).expect("a fixture"), before);
    drop(editor);

    // A set-up that only has faults in it opens, so that they can be mended, and lists them.
    let mut editor = self::editor(Options { file: Some(file), ..options(&[]) });
    press(&mut editor, Modifiers::COMMAND, Key::Num3);
    assert_eq!(editor.state().tab(), Tab::Problems);
    assert!(
        editor.query_all_by_label_contains("de-89-3").next().is_some(),
        "the problem is listed"
    );
}

#[test]
fn every_system_is_drawn() {
    for system in salient_tests::FIXTURE_SYSTEMS {
        let file = fixtures().join(system).join("scenario.json");
        let mut editor = editor(Options { file: Some(file), ..options(&[]) });
        editor.run_steps(4);
        let document = editor.state().document();
        assert!(document.title().contains("fixture"), "{system}: {}", document.title());
        assert!(
            editor.query_by_role(egui::accesskit::Role::Canvas).is_some(),
            "{system}: the map is there"
        );
    }
}
