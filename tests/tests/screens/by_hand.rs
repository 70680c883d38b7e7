//! A game by hand in the window: seats, clicks on the map, what may come of an attack, steps back,
//! and the log that is written.

use std::collections::VecDeque;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{
    Chosen, Game, Pick, PlayRequest, Request, ScriptedDialogs, Tab, TestRunSetting,
    command::UiCommand,
};
use salient::{App, Options, SYSTEMS};
use salient_play::offer::{actors, targets};
use salient_play::{Seat, Session};
use salient_rules::{Action, Bot, Prepared};
use salient_schema::event::{Event, EventKind};

fn editor(answers: VecDeque<Chosen>) -> Harness<'static, App> {
    let options = Options { dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() };
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    harness
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(2);
}

fn play(editor: &mut Harness<'_, App>, request: PlayRequest) {
    ask(editor, Request::Play(request));
}

/// Lets frames pass until a person is to decide.
fn wait_for_person(editor: &mut Harness<'_, App>) {
    for _ in 0..4000 {
        if session(editor).waits_for_person() {
            return;
        }
        editor.run_steps(1);
    }
    panic!("nobody waits for a person");
}

fn session<'a>(editor: &'a Harness<'_, App>) -> &'a Session {
    editor.state().test_run().game().expect("a game is on").session()
}

/// A game with the German side by hand, at its first decision.
fn german_by_hand(answers: VecDeque<Chosen>) -> Harness<'static, App> {
    let mut editor = editor(answers);
    ask(&mut editor, Request::Show(Tab::TestRun));
    play(&mut editor, PlayRequest::Seat(0, Seat::Person));
    play(&mut editor, PlayRequest::Seat(1, Seat::Bot(Bot::HEURISTIC)));
    ask(&mut editor, Request::Command(UiCommand::PlayGame));
    wait_for_person(&mut editor);
    editor
}

/// Lets bots decide for the person until an action of a kind is legal.
fn until_legal(editor: &mut Harness<'_, App>, verb: &str) -> Vec<Action> {
    for _ in 0..600 {
        wait_for_person(editor);
        let legal = session(editor).game().legal();
        let of_kind: Vec<Action> = legal.into_iter().filter(|one| one.verb == verb).collect();
        if !of_kind.is_empty() {
            return of_kind;
        }
        play(editor, PlayRequest::LetBotDecide);
    }
    panic!("no {verb}");
}

fn click_hex(editor: &mut Harness<'_, App>, hex: &str) {
    let hex = editor.state().document().grid().parse(hex).expect("a hex");
    ask(editor, Request::Select(salient_document::Selection::of_hex(hex)));
}

#[test]
fn a_unit_moves_by_two_clicks_and_the_move_is_taken_back() {
    let mut editor = german_by_hand(VecDeque::new());
    let moves = until_legal(&mut editor, "move");
    // The one that a first click on its hex picks.
    let mv =
        moves.iter().find(|one| !one.texts("path").is_empty()).expect("a move along hexes").clone();
    let unit = actors(&mv).next().unwrap().to_owned();
    play(&mut editor, PlayRequest::Pick(Pick::Unit(unit.clone())));
    let by_hand = editor.state().test_run().game().unwrap().by_hand();
    assert_eq!(by_hand.draft().units(), [unit.as_str()]);
    let to = targets(&mv).next().unwrap().to_owned();
    let hex = editor.state().document().grid().parse(&to).unwrap();
    assert!(by_hand.on_map().open.contains(&hex), "{to} is shown as a place to go");
    let (before, depth) = (
        session(&editor).game().state_hash(),
        session(&editor).course().depth(session(&editor).at()),
    );
    click_hex(&mut editor, &to);
    let at = |editor: &Harness<'_, App>| {
        let units = session(editor).game().units();
        units.iter().find(|there| there.name == unit).and_then(|there| there.hex)
    };
    assert_eq!(at(&editor), Some(hex), "it went there");
    let label = "Take back";
    editor.get_all_by_label(label).next().expect("a button").click();
    editor.run_steps(3);
    assert_eq!(session(&editor).game().state_hash(), before);
    assert_eq!(session(&editor).course().depth(session(&editor).at()), depth);
    // Undo and redo of the keyboard mean the game's decisions while one is on.
    editor.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    editor.run_steps(3);
    assert_eq!(at(&editor), Some(hex), "and goes there again");
    editor.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    editor.run_steps(3);
    assert_eq!(session(&editor).game().state_hash(), before);
    assert!(!editor.state().document().dirty(), "the document is as it was");
}

#[test]
fn an_attack_tells_its_chances_before_it_is_done() {
    let mut editor = german_by_hand(VecDeque::new());
    let attack = until_legal(&mut editor, "attack").remove(0);
    play(&mut editor, PlayRequest::Pick(Pick::Kind("attack".to_owned())));
    for unit in actors(&attack) {
        play(&mut editor, PlayRequest::Pick(Pick::Unit(unit.to_owned())));
    }
    for hex in targets(&attack) {
        click_hex(&mut editor, hex);
    }
    let depth = session(&editor).course().depth(session(&editor).at());
    let by_hand = editor.state().test_run().game().unwrap().by_hand();
    let found = by_hand.prospects().expect("dice are rolled for an attack");
    let sum: f64 = found.outcomes.iter().map(|outcome| outcome.chance).sum();
    assert!((sum - 1.0).abs() < 1e-9 && !found.certain.is_empty());
    assert!(by_hand.on_map().meant.len() == targets(&attack).count());
    assert_eq!(session(&editor).course().depth(session(&editor).at()), depth, "not done yet");
    assert!(editor.query_all_by_label("Do it").next().is_some(), "a button");
    play(&mut editor, PlayRequest::Do);
    // The other side may fire in its defence first.
    wait_for_person(&mut editor);
    let events = session(&editor).game().events();
    assert!(events.iter().any(|event| matches!(event.kind, EventKind::Attacked(_))));
}

#[test]
fn deciding_otherwise_is_a_branch_and_the_log_is_an_ordinary_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.jsonl");
    let mut editor = german_by_hand(VecDeque::from([Chosen::File(file.clone())]));
    let legal = session(&editor).game().legal();
    play(&mut editor, PlayRequest::Decide(legal[0].clone()));
    wait_for_person(&mut editor);
    play(&mut editor, PlayRequest::TakeBack);
    play(&mut editor, PlayRequest::Decide(legal[1].clone()));
    wait_for_person(&mut editor);
    assert_eq!(session(&editor).course().ends().count(), 2);
    assert!(editor.query_all_by_label("Name of this point").next().is_some());
    play(&mut editor, PlayRequest::Call("the other way".to_owned()));
    ask(&mut editor, Request::Command(UiCommand::SaveGame));
    editor.run_steps(4);

    let text = std::fs::read_to_string(&file).expect("the log is written");
    let bundle = editor.state().document().bundle().clone();
    let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
    let mut again = prepared.start(1);
    for line in text.lines() {
        let event: Event = serde_json::from_str(line).unwrap();
        if let EventKind::Action(decided) = event.kind {
            again.apply(&decided.action).unwrap();
        }
    }
    assert_eq!(again.state_hash(), session(&editor).game().state_hash());
    let told: Vec<Event> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(told, again.events());
}

#[test]
fn a_click_that_nothing_can_come_of_says_why() {
    let mut editor = german_by_hand(VecDeque::new());
    let moves = until_legal(&mut editor, "move");
    let unit = actors(&moves[0]).next().unwrap().to_owned();
    play(&mut editor, PlayRequest::Pick(Pick::Unit(unit)));
    let far = editor.state().document().grid().hexes().last().unwrap();
    let far = editor.state().document().grid().label(far);
    let hash = session(&editor).game().state_hash();
    click_hex(&mut editor, &far);
    let by_hand = editor.state().test_run().game().unwrap().by_hand();
    let why = by_hand.refused().expect("a reason");
    assert!(why.contains(&far), "{why}");
    assert_eq!(session(&editor).game().state_hash(), hash);
}

#[test]
fn a_side_is_handed_to_a_bot_and_the_game_goes_on_by_itself() {
    let mut editor = german_by_hand(VecDeque::new());
    play(&mut editor, PlayRequest::Seat(0, Seat::Bot(Bot::HEURISTIC)));
    ask(
        &mut editor,
        Request::TestRun(salient::ui::TestRunSetting::Speed(salient::ui::Speed::Full)),
    );
    ask(&mut editor, Request::Command(UiCommand::PlayGame));
    for _ in 0..4000 {
        editor.run_steps(1);
        if session(&editor).game().is_over() {
            return;
        }
    }
    panic!("the game does not end");
}

#[test]
fn games_from_here_say_what_the_position_is_worth_by_two_bots() {
    let mut editor = german_by_hand(VecDeque::new());
    ask(&mut editor, Request::TestRun(TestRunSetting::Games(2)));
    let (at, hash) = (session(&editor).at(), session(&editor).game().state_hash());
    editor.get_by_label("2 games from here").click();
    editor.run_steps(3);
    let begun = std::time::Instant::now();
    let runs = |editor: &Harness<'_, App>| {
        let game = editor.state().test_run().game();
        game.and_then(Game::from_here).map_or(0, |from_here| from_here.runs.len())
    };
    while runs(&editor) < 2 {
        assert!(begun.elapsed().as_secs() < 300, "the games do not come");
        std::thread::sleep(std::time::Duration::from_millis(50));
        editor.run_steps(1);
    }
    editor.run_steps(3);
    editor.get_by_label("From here");
    for bot in ["Rules of thumb, 2", "Planner, 2"] {
        assert!(editor.query_all_by_label_contains(bot).next().is_some(), "no column of {bot}");
    }
    assert_eq!(session(&editor).at(), at, "the game stays where it is");
    assert_eq!(session(&editor).game().state_hash(), hash);

    // What was found belongs to that point.
    play(&mut editor, PlayRequest::LetBotDecide);
    wait_for_person(&mut editor);
    assert!(editor.query_all_by_label_contains("From an earlier point").next().is_some());
}
