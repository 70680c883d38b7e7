//! The page of the scenario without a window: what it is called, its game-turns, how it is won.

use std::collections::VecDeque;
use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::command::UiCommand;
use salient::ui::{Chosen, Request, ScriptedDialogs, View};
use salient::{App, Options, SYSTEMS};
use salient_document::Edit;
use salient_schema::recipe::MapEdge;
use salient_schema::scenario::{OffMap, OffMapPlace, StartingPoint, Victory};
use salient_tests::copy_of_fixture;

/// The editor with the page in front; high enough that nothing of it must be scrolled to.
fn editor(options: Options) -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1500.0, 2900.0]);
    let mut harness = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    // As at the keyboard.
    press(&mut harness, Modifiers::ALT, Key::Num6);
    harness
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn press(editor: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run_steps(3);
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(4);
}

/// Writes into a field, in place of what it held, and leaves it.
fn write(editor: &mut Harness<'_, App>, label: &str, text: &str) {
    editor.get_by_label(label).click();
    editor.run_steps(2);
    press(editor, Modifiers::COMMAND, Key::A);
    editor.get_by_label(label).type_text(text);
    editor.run_steps(2);
    press(editor, Modifiers::NONE, Key::Tab);
}

/// Opens a list and takes a line of it.
fn choose(editor: &mut Harness<'_, App>, list: &str, choice: &str) {
    click(editor, list);
    let all: Vec<_> = editor.get_all_by_label(choice).collect();
    all.last().unwrap_or_else(|| panic!("no {choice}")).click();
    drop(all);
    editor.run_steps(4);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

fn undo(editor: &mut Harness<'_, App>) {
    ask(editor, Request::Command(UiCommand::Undo));
}

fn victory<'e>(editor: &'e Harness<'_, App>) -> &'e Victory {
    &editor.state().document().scenario().victory
}

#[test]
fn title_id_and_notes_are_written_on_the_page() {
    let mut editor = editor(Options::default());
    let before = editor.state().document().bundle().clone();
    write(&mut editor, "Title of the scenario", "Operation Michael");
    write(&mut editor, "Id of the scenario", "michael");
    write(&mut editor, "Notes of the scenario", "One.\n\nTwo.");
    let scenario = editor.state().document().scenario();
    assert_eq!((scenario.title.as_str(), scenario.id.as_str()), ("Operation Michael", "michael"));
    assert_eq!(scenario.notes, ["One.", "Two."]);

    write(&mut editor, "Id of the scenario", "Not An Id");
    assert!(shows(&editor, "is no id"), "it says what is wrong");
    assert_eq!(editor.state().document().scenario().id, "michael");
    for _ in 0..3 {
        undo(&mut editor);
    }
    assert_eq!(*editor.state().document().bundle(), before);
}

#[test]
fn game_turns_are_named_dated_added_and_removed() {
    let mut editor = editor(Options::default());
    let before = editor.state().document().scenario().turns.clone();
    write(&mut editor, "Label of game-turn 1", "Opening");
    write(&mut editor, "Date of game-turn 2", "1918-03-22");
    click(&mut editor, "Add a game-turn");
    let turns = &editor.state().document().scenario().turns;
    assert_eq!(turns.len(), before.len() + 1);
    assert_eq!(turns[0].label, "Opening");
    assert_eq!(turns[1].date.as_deref(), Some("1918-03-22"));
    click(&mut editor, "Remove the last");
    click(&mut editor, "Remove the last");
    assert_eq!(editor.state().document().scenario().turns.len(), before.len() - 1);
    while editor.state().document().undo_name().is_some() {
        undo(&mut editor);
    }
    assert_eq!(editor.state().document().scenario().turns, before);
}

#[test]
fn levels_of_victory_are_ordered_changed_and_taken_over() {
    let mut editor = editor(Options::default());
    let published = victory(&editor).clone();
    let names = |editor: &Harness<'_, App>| -> Vec<String> {
        victory(editor).levels.iter().map(|level| level.name.clone()).collect()
    };
    assert!(shows(&editor, "wins with 56 points or more."));
    click(&mut editor, "Move German Decisive Victory down");
    assert_eq!(names(&editor)[..2], ["German Substantive Victory", "German Decisive Victory"]);
    click(&mut editor, "Remove German Substantive Victory");
    assert_eq!(names(&editor).len(), published.levels.len() - 1);
    write(&mut editor, "Name of level 1", "Breakthrough");
    write(&mut editor, "Least points of level 1", "60");
    write(&mut editor, "Most points of level 1", "");
    let first = &victory(&editor).levels[0];
    assert_eq!((first.name.as_str(), first.min, first.max), ("Breakthrough", Some(60), None));
    assert!(shows(&editor, "wins with 60 points or more."));
    click(&mut editor, "Add a level");
    assert_eq!(names(&editor).len(), published.levels.len());
    write(&mut editor, "New condition", "Amiens is taken.");
    assert_eq!(victory(&editor).conditions.last().map(String::as_str), Some("Amiens is taken."));

    click(&mut editor, "As the ruleset's published scenario has it");
    assert_eq!(*victory(&editor), published);
    undo(&mut editor);
    assert_eq!(victory(&editor).levels[0].name, "Breakthrough");
    while editor.state().document().undo_name().is_some() {
        undo(&mut editor);
    }
    assert_eq!(*victory(&editor), published);
}

#[test]
fn what_scores_on_the_map_is_said_on_the_page() {
    let mut editor = editor(Options::default());
    let published = victory(&editor).clone();
    assert!(shows(&editor, "Town west of the German Victory Point line, 1 point a hex"));
    click(&mut editor, "Add what is worth points");
    write(&mut editor, "What score_1 is", "Each hilltop.");
    choose(&mut editor, "Features that score score_1", "Hilltop");
    assert!(shows(&editor, "Hilltop, 1 point a hex"));
    let line = "Line beside which score_1 scores";
    choose(&mut editor, line, "beside German Victory Point line");
    choose(&mut editor, "Edge of score_1", "on its side to the east");
    let score = victory(&editor).scores.last().unwrap();
    assert_eq!(
        (score.meaning.as_str(), score.features.as_slice()),
        ("Each hilltop.", &["hilltop".to_owned()][..])
    );
    assert_eq!((score.line.as_deref(), score.edge), (Some("vp-line"), Some(MapEdge::East)));
    assert!(shows(&editor, "Hilltop east of the German Victory Point line"));
    while editor.state().document().undo_name().is_some() {
        undo(&mut editor);
    }
    assert_eq!(*victory(&editor), published);
}

#[test]
fn where_play_begins_is_said_on_the_page() {
    let mut editor = editor(Options::default());
    let start = |editor: &Harness<'_, App>| editor.state().document().scenario().start.clone();
    assert_eq!(start(&editor), None);
    assert!(!shows(&editor, "Begin at the beginning"));

    let steps = &editor.state().document().ruleset().sequence;
    let steps = salient_document::sequence::steps_of(steps);
    let (_, step) = steps.first().expect("a step of play");
    let (id, name) = (step.id.clone(), step.name.clone());
    click(&mut editor, "Step of play with which the game begins");
    let all: Vec<_> = editor.get_all_by_label_contains(&name).collect();
    all.last().expect("the first step").click();
    editor.run_steps(4);
    assert_eq!(start(&editor).unwrap().step, Some(id.clone()));

    let side = editor.state().document().ruleset().sides[1].clone();
    write(&mut editor, &format!("Hexes that {} holds", side.name), "0101, 0203");
    let held = start(&editor).unwrap().held;
    assert_eq!((held.len(), &held[0].side), (1, &side.id));
    assert_eq!(held[0].hexes, ["0101", "0203"]);
    editor.get_by_label(&format!("Hexes that {} holds", side.name)).click();
    editor.run_steps(2);
    press(&mut editor, Modifiers::COMMAND, Key::A);
    press(&mut editor, Modifiers::NONE, Key::Backspace);
    press(&mut editor, Modifiers::NONE, Key::Tab);
    assert_eq!(start(&editor).unwrap().held, [], "and no side without hexes is left");

    click(&mut editor, "Begin at the beginning");
    assert_eq!(start(&editor), None);
    undo(&mut editor);
    assert_eq!(start(&editor).unwrap().step, Some(id));
}

#[test]
fn counters_off_the_map_are_moved_and_taken_out_on_the_page() {
    let mut editor = editor(Options::default());
    let counter = editor.state().document().scenario().setup.placements[0].counters[0].clone();
    let off = |place| OffMap {
        place,
        in_box: None,
        due: None,
        counters: vec![counter.clone()],
        face: None,
        states: Vec::new(),
    };
    let start = |off_map| StartingPoint { off_map, ..StartingPoint::default() };
    let pool = Box::new(start(vec![off(OffMapPlace::Pool)]));
    ask(&mut editor, Request::edit(Edit::SetStart { start: Some(pool) }));
    click(&mut editor, "Where counters off the map, 1, are");
    click(&mut editor, "eliminated");
    let now = |editor: &Harness<'_, App>| editor.state().document().scenario().start.clone();
    assert_eq!(now(&editor).unwrap().off_map, [off(OffMapPlace::Eliminated)]);
    click(&mut editor, "Take out counters off the map, 1");
    assert_eq!(now(&editor), None, "nothing is left to say");
}

#[test]
fn a_scenario_without_levels_says_so_and_its_problem_leads_to_the_page() {
    let mut editor = editor(Options::default());
    let published = victory(&editor).clone();
    let mut victory = published.clone();
    victory.levels.clear();
    let edit = Edit::SetVictory { victory: Box::new(victory) };
    ask(&mut editor, Request::edit(edit));
    assert!(shows(&editor, "No level yet"));
    ask(&mut editor, Request::View(View::Map));
    editor.run_steps(30);
    let id = {
        let mut all = editor.state().document().problems().iter();
        let found = all.find(|(_, problem)| problem.message.contains("no level of victory"));
        found.expect("a problem").0
    };
    ask(&mut editor, Request::ShowProblem(id));
    assert!(shows(&editor, "No level yet"));
}

#[test]
fn a_new_map_of_each_published_system_can_be_won() {
    for rules in ["The Kaiser's Battle", "Storm in the West"] {
        let mut editor = editor(Options::default());
        press(&mut editor, Modifiers::COMMAND, Key::N);
        editor.run_steps(8);
        click(&mut editor, "Rules of the map");
        let all: Vec<_> = editor.get_all_by_label_contains(rules).collect();
        all.last().expect("the rules").click();
        editor.run_steps(4);
        click(&mut editor, "Create");
        let document = editor.state().document();
        assert!(document.scenario().setup.placements.is_empty(), "{rules}: the map is new");
        assert!(document.scenario().victory.levels.len() > 1, "{rules}");
        let unwon = document.all_problems().into_iter();
        let unwon = unwon.filter(|problem| problem.message.contains("level of victory"));
        assert_eq!(unwon.count(), 0, "{rules}");
    }
}

#[test]
fn saving_under_another_name_makes_no_twin() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy_of_fixture("kaisers-battle", folder.path()).expect("a copy");
    let copy = folder.path().join("Michael again.json");
    let answers: VecDeque<Chosen> = [Chosen::File(copy.clone())].into();
    let dialogs = Box::new(ScriptedDialogs(answers));
    let mut editor = editor(Options { file: Some(file.clone()), dialogs, ..Options::default() });
    let before = editor.state().document().scenario().id.clone();
    press(&mut editor, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    editor.run_steps(4);
    // Map, ruleset and order of battle stay those of both, of which it is asked.
    click(&mut editor, "Save");
    let id = |path: &Path| {
        let text = std::fs::read_to_string(path).expect("a file");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        value["id"].as_str().map(str::to_owned)
    };
    assert_eq!(id(&copy).as_deref(), Some("michael-again"));
    assert_eq!(id(&file), Some(before.clone()), "the first is as it was");
    assert!(!editor.state().document().dirty());
    assert!(shows(&editor, "michael-again from now on"));
    // Whoever wants the old one back takes it.
    undo(&mut editor);
    assert_eq!(editor.state().document().scenario().id, before);
}
