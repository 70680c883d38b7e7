//! A game whose rules stand in its ruleset: the rules are asked about a unit and a hex, a decision by
//! hand becomes a rule case beside the ruleset, and the page of the ruleset says how it stands.

use std::path::PathBuf;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{MapRequest, PlayRequest, Request, TestRunSetting, View, command::UiCommand};
use salient::{App, Options, SYSTEMS};
use salient_document::new_game::{Beginning, NewGame, own_ruleset};
use salient_document::reshape::NewMap;
use salient_document::{Selection, template};
use salient_play::Seat;
use salient_rules::case::Case;
use salient_schema::map::{Grid, Orientation};
use salient_tests::fixtures;

/// The drill, copied to where it may be written to.
fn drill() -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["drill.json", "map.json", "order-of-battle.json", "ruleset.json"] {
        let from = fixtures().join("standard").join(name);
        std::fs::copy(from, folder.path().join(name)).expect("a copy");
    }
    let options = Options { file: Some(folder.path().join("drill.json")), ..Options::default() };
    let mut harness = Harness::builder()
        .with_size([1500.0, 950.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    (folder, harness)
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn click(editor: &mut Harness<'_, App>, hex: &str) {
    let hex = editor.state().document().grid().parse(hex).expect("a hex");
    ask(editor, Request::Select(Selection::of_hex(hex)));
}

fn says(editor: &Harness<'_, App>, words: &str) -> bool {
    editor.query_all_by_label_contains(words).next().is_some()
}

/// A game with all sides by hand.
fn by_hand(editor: &mut Harness<'_, App>) {
    for side in 0..3 {
        ask(editor, Request::Play(PlayRequest::Seat(side, Seat::Person)));
    }
    ask(editor, Request::TestRun(TestRunSetting::Seed(3)));
    ask(editor, Request::Command(UiCommand::PlayGame));
}

#[test]
fn the_rules_are_asked_without_anything_being_done() {
    let (_folder, mut editor) = drill();
    ask(&mut editor, Request::Command(UiCommand::ToggleProbe));
    assert!(says(&editor, "Click a unit, then a hex"));
    // Over the set-up.
    click(&mut editor, "0205");
    assert!(says(&editor, "Now click where it is to go"));
    click(&mut editor, "0305");
    assert!(says(&editor, "It may go there"));
    // And what is too far is refused by a rule of the designer's, in the step in which it moves.
    click(&mut editor, "1105");
    assert!(says(&editor, "DR "));
    assert!(!editor.state().document().dirty());
    // In a game a click decides nothing while the rules are asked.
    by_hand(&mut editor);
    let hash = |editor: &Harness<'_, App>| {
        editor.state().test_run().game().expect("a game").play().state_hash()
    };
    let before = hash(&editor);
    click(&mut editor, "0203");
    click(&mut editor, "0303");
    assert!(says(&editor, "It may go there"));
    assert_eq!(hash(&editor), before);
}

#[test]
fn a_decision_by_hand_becomes_a_case_that_the_page_plays() {
    let (folder, mut editor) = drill();
    by_hand(&mut editor);
    let legal = editor.state().test_run().game().expect("a game").play().legal();
    let step = legal.iter().find(|action| action.texts("path").len() == 1).expect("a move");
    ask(&mut editor, Request::Play(PlayRequest::Decide(step.clone())));
    ask(&mut editor, Request::Command(UiCommand::RecordCase));
    assert!(says(&editor, "It was played again just now, and came out the same."));
    editor.get_by_label("Title of the case").focus();
    editor.run_steps(1);
    editor.get_by_label("Title of the case").type_text("A unit takes a step");
    editor.run_steps(2);
    editor.get_by_label("Write the case").click();
    editor.run_steps(4);
    let written: Vec<PathBuf> = std::fs::read_dir(folder.path().join("cases"))
        .expect("the folder of cases")
        .map(|entry| entry.expect("a file").path())
        .collect();
    let [file] = written.as_slice() else { panic!("one case: {written:?}") };
    assert!(file.to_string_lossy().ends_with("a-unit-takes-a-step.toml"), "{file:?}");
    let case = Case::read(&std::fs::read_to_string(file).expect("a text")).expect("a case");
    assert_eq!(case.scenario.as_deref(), Some("drill"));
    assert!(case.actions.iter().any(|one| one.action == *step));
    // The page plays it in the background.
    ask(&mut editor, Request::Command(UiCommand::EndGame));
    ask(&mut editor, Request::View(View::Ruleset));
    // It stands far down in the list of the page.
    editor.get_by_label("Rule cases").scroll_to_me();
    editor.run_steps(4);
    editor.get_by_label("Rule cases").click();
    for _ in 0..400 {
        editor.run_steps(1);
        if says(&editor, "passed   A unit takes a step") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let cases = editor.query_all_by_label_contains("A unit takes a step");
    panic!("the page does not show the case as passed: {:?}", cases.collect::<Vec<_>>());
}

#[test]
fn the_log_does_not_tell_where_the_enemy_hides() {
    let file = salient_tests::root().join("scenarios/standard/anzac-cove/anzac-cove.json");
    let options = Options { file: Some(file), ..Options::default() };
    let mut editor = Harness::builder()
        .with_size([1500.0, 950.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    editor.run_steps(4);
    ask(&mut editor, Request::Play(PlayRequest::Seat(0, Seat::Person)));
    ask(&mut editor, Request::Command(UiCommand::PlayGame));
    editor.run_steps(8);
    assert!(says(&editor, "5/27 is set up in"), "who is seen is told");
    assert!(!says(&editor, "Bty is set up in"), "the guns are hidden");
}

#[test]
fn a_game_of_ones_own_is_won_by_nobody_elses_conditions() {
    let (_folder, mut editor) = drill();
    let game = NewGame {
        title: "Anzac landing".to_owned(),
        citation: String::new(),
        publisher: String::new(),
        sides: ["Anzac", "Turkey"].map(str::to_owned).to_vec(),
        beginning: Beginning::Usual,
    };
    let ruleset = own_ruleset(&game, SYSTEMS).expect("a ruleset");
    assert!(!template::has_published(SYSTEMS, &ruleset));
    let new = NewMap {
        title: "Anzac landing".to_owned(),
        grid: Grid::plain(Orientation::FlatTopped, 6, 5),
        base: ruleset.terrain[0].id.clone(),
        turns: 4,
        calendar: None,
    };
    ask(&mut editor, Request::Map(MapRequest::Begin(Box::new(new), Box::new(ruleset))));
    let victory = &editor.state().document().scenario().victory;
    assert!(victory.scores.is_empty(), "{:?}", victory.scores);
    let levels: Vec<&str> = victory.levels.iter().map(|level| level.name.as_str()).collect();
    assert_eq!(levels, ["Anzac victory", "Turkey victory"]);
}
