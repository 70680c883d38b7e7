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
    by_hand_of(0, answers)
}

/// A game with one side by hand, at its first decision.
fn by_hand_of(side: usize, answers: VecDeque<Chosen>) -> Harness<'static, App> {
    let mut editor = editor(answers);
    ask(&mut editor, Request::Show(Tab::TestRun));
    play(&mut editor, PlayRequest::Seat(side, Seat::Person));
    play(&mut editor, PlayRequest::Seat(1 - side, Seat::Bot(Bot::HEURISTIC)));
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
    // Another course is chosen in a menu: no click beside the choices leads there.
    assert!(!shows(&editor, "Name of this point"));
    editor.get_by_label("Branches (2)").click();
    editor.run_steps(3);
    assert!(shows(&editor, "Name of this point"));
    editor.key_press(Key::Escape);
    editor.run_steps(3);
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
fn a_click_on_why_tells_what_a_bot_weighed() {
    let mut editor = editor(VecDeque::new());
    ask(&mut editor, Request::Show(Tab::TestRun));
    for side in [0, 1] {
        play(&mut editor, PlayRequest::Seat(side, Seat::Bot(Bot::PLANNER)));
    }
    // As far as the first attack that is told.
    for _ in 0..400 {
        ask(&mut editor, Request::Command(UiCommand::Step));
        let at = session(&editor).at();
        if session(&editor).account(at).is_some_and(|account| account.action.verb == "attack") {
            break;
        }
    }
    editor.run_steps(2);
    let asks = editor.get_all_by_label("Why?").last();
    asks.expect("a decision that is explained").click();
    editor.run_steps(3);
    let game = editor.state().test_run().game().unwrap();
    let (point, account) = game.why().expect("what it weighed");
    assert_eq!((point, account.action.verb.as_str()), (game.session().at(), "attack"));
    let done = account.weighed.choices.iter().filter(|choice| choice.taken).count();
    assert_eq!(done, 1);
    assert!(shows(&editor, "Done: Attack"), "what was done is marked");
    assert!(shows(&editor, "no defender is left"), "with its odds");
    play(&mut editor, PlayRequest::Why(None));
    assert!(editor.state().test_run().game().unwrap().why().is_none());
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
fn what_is_looked_at_is_not_done_by_a_click_elsewhere() {
    let mut editor = german_by_hand(VecDeque::new());
    let mv = until_legal(&mut editor, "move").remove(0);
    play(&mut editor, PlayRequest::Pick(Pick::Whole(mv.clone())));
    let hash = session(&editor).game().state_hash();
    let far = {
        let grid = session(&editor).game().grid();
        let legal = session(&editor).game().legal();
        let meant = |label: &str| legal.iter().any(|one| targets(one).any(|to| to == label));
        let units = session(&editor).game().units();
        let empty = |hex| units.iter().all(|unit| unit.hex != Some(hex));
        let mut all = grid.hexes().filter(|&hex| empty(hex)).map(|hex| grid.label(hex));
        all.find(|label| !meant(label)).expect("a hex where nobody goes")
    };
    click_hex(&mut editor, &far);
    let by_hand = editor.state().test_run().game().unwrap().by_hand();
    assert!(by_hand.refused().is_some_and(|why| why.contains(&far)), "{:?}", by_hand.refused());
    assert_eq!(session(&editor).game().state_hash(), hash, "nothing was done");
    // The hex that it leads to was meant before.
    play(&mut editor, PlayRequest::Do);
    assert_ne!(session(&editor).game().state_hash(), hash);
}

#[test]
fn every_unit_of_a_stack_is_picked_by_clicks_on_its_hex() {
    let mut editor = by_hand_of(1, VecDeque::new());
    let (hex, there) = a_stack_that_moves(&mut editor);
    play(&mut editor, PlayRequest::Pick(Pick::Kind("move".to_owned())));
    let mut picked = std::collections::BTreeSet::new();
    for _ in 0..there.len() {
        click_hex(&mut editor, &hex);
        let by_hand = editor.state().test_run().game().unwrap().by_hand();
        picked.extend(by_hand.draft().units().last().map(|unit| unit.to_string()));
    }
    assert_eq!(picked, there.into_iter().collect());
}

/// Lets bots decide until three units or more of a stack may move: their hex, and who they are.
fn a_stack_that_moves(editor: &mut Harness<'_, App>) -> (String, Vec<String>) {
    for _ in 0..40 {
        until_legal(editor, "move");
        let game = session(editor).game();
        let moves: Vec<Action> =
            game.legal().into_iter().filter(|one| one.verb == "move").collect();
        let able = |name: &str| moves.iter().any(|one| actors(one).any(|actor| actor == name));
        let mut stacks: std::collections::BTreeMap<_, Vec<String>> = Default::default();
        for unit in game.units().iter().filter(|unit| able(unit.name)) {
            stacks.entry(unit.hex).or_default().push(unit.name.to_owned());
        }
        let stack =
            stacks.into_iter().filter(|(hex, _)| hex.is_some()).max_by_key(|(_, u)| u.len());
        let (hex, units) = stack.expect("a stack");
        if units.len() > 2 {
            return (game.grid().label(hex.unwrap()), units);
        }
        play(editor, PlayRequest::LetBotFinish);
    }
    panic!("no stack of three");
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
    editor.get_by_label("Games from here, who plays").click();
    editor.run_steps(12);
    assert!(shows(&editor, "2 games from here"));
    ask(&mut editor, Request::Command(UiCommand::GamesFromHere));
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

/// Shows a hex in the middle of the map, large enough to be aimed at.
fn look_at(editor: &mut Harness<'_, App>, hex: salient_hex::grid::Hex) {
    ask(editor, Request::GoTo(hex));
    editor.run_steps(3);
}

fn place(editor: &Harness<'_, App>, hex: &str) -> egui::Pos2 {
    editor.state().screen_position(hex).unwrap_or_else(|| panic!("no hex {hex}"))
}

/// A unit picked for a move with its hex, a hex where it may go and one near it where it may not,
/// by their printed numbers.
fn a_move(editor: &mut Harness<'_, App>) -> (String, [String; 3]) {
    let moves = until_legal(editor, "move");
    let legal = |unit: &str, hex: &str| {
        let mut same = moves.iter().filter(|one| actors(one).any(|actor| actor == unit));
        same.any(|one| targets(one).any(|to| to == hex))
    };
    let game = session(editor).game();
    let (grid, units) = (game.grid(), game.units());
    let found = moves.iter().find_map(|action| {
        let unit = actors(action).next()?;
        let from = units.iter().find(|there| there.name == unit)?.hex?;
        // The only one of its stack, so that a press takes hold of it and no other.
        let alone = units.iter().filter(|there| there.hex == Some(from)).count() == 1;
        let to = targets(action).next().filter(|_| alone)?;
        let near = grid.within(from, 4).into_iter().map(|hex| (hex, grid.label(hex)));
        let mut barred = near.filter(|(hex, label)| {
            *hex != from && !legal(unit, label) && units.iter().all(|u| u.hex != Some(*hex))
        });
        let barred = barred.next()?.1;
        Some((unit.to_owned(), [grid.label(from), to.to_owned(), barred], from))
    });
    let (unit, hexes, from) = found.expect("a unit that stands alone");
    look_at(editor, from);
    (unit, hexes)
}

fn shows(editor: &Harness<'_, App>, words: &str) -> bool {
    editor.query_all_by_label_contains(words).next().is_some()
}

fn press_at(editor: &mut Harness<'_, App>, at: egui::Pos2) {
    editor.hover_at(at);
    editor.run_steps(1);
    editor.drag_at(at);
    editor.run_steps(2);
}

fn go_over(editor: &mut Harness<'_, App>, at: egui::Pos2) {
    editor.hover_at(at);
    editor.run_steps(3);
}

fn stands(editor: &Harness<'_, App>, unit: &str) -> String {
    let game = session(editor).game();
    let hex = game.units().iter().find(|there| there.name == unit).and_then(|there| there.hex);
    game.grid().label(hex.expect("on the map"))
}

#[test]
fn a_unit_is_dragged_to_where_it_goes_and_the_map_tells_what_that_costs() {
    let mut editor = german_by_hand(VecDeque::new());
    let (unit, [from, to, barred]) = a_move(&mut editor);
    let [from_at, to_at, barred_at] = [&from, &to, &barred].map(|hex| place(&editor, hex));

    // Over a hex out of reach it is said why, and a drop there does nothing.
    press_at(&mut editor, from_at);
    go_over(&mut editor, barred_at);
    let shown = editor.state().test_run().game().unwrap().by_hand();
    assert_eq!(shown.draft().units(), [unit.as_str()], "pressing took hold of it");
    assert!(shown.on_map().costs.iter().all(Option::is_some), "every hex has its cost");
    assert!(shows(&editor, "(KB "), "why not, with the rule, before anything is let go of");
    let hash = session(&editor).game().state_hash();
    editor.drop_at(barred_at);
    editor.run_steps(3);
    assert_eq!(session(&editor).game().state_hash(), hash);
    let by_hand = editor.state().test_run().game().unwrap().by_hand();
    assert!(by_hand.refused().is_some_and(|why| why.contains(&barred)));

    // Escape gives the drag up, and the unit stays picked.
    press_at(&mut editor, from_at);
    go_over(&mut editor, to_at);
    assert!(shows(&editor, " MP"), "what it costs is told at the pointer");
    editor.key_press(Key::Escape);
    editor.run_steps(2);
    editor.drop_at(to_at);
    editor.run_steps(3);
    assert_eq!(session(&editor).game().state_hash(), hash, "nothing was decided");
    let by_hand = editor.state().test_run().game().unwrap().by_hand();
    assert_eq!(by_hand.draft().units(), [unit.as_str()]);

    press_at(&mut editor, from_at);
    go_over(&mut editor, to_at);
    editor.drop_at(to_at);
    editor.run_steps(3);
    assert_eq!(stands(&editor, &unit), to, "a drop decides as a click does");
}

#[test]
fn the_keyboard_alone_moves_a_unit() {
    let mut editor = german_by_hand(VecDeque::new());
    until_legal(&mut editor, "move");
    ask(&mut editor, Request::Command(UiCommand::NextUnit));
    let first = editor.state().test_run().game().unwrap().by_hand().draft().units().to_vec();
    editor.key_press(Key::Period);
    editor.run_steps(3);
    editor.key_press(Key::Comma);
    editor.run_steps(3);
    let by_hand = editor.state().test_run().game().unwrap().by_hand();
    assert_eq!((first.len(), by_hand.draft().units()), (1, first.as_slice()));
    let (unit, open) = (first[0].to_string(), by_hand.on_map().open.clone());
    let grid = editor.state().document().grid();
    let start = grid.parse(&stands(&editor, &unit)).unwrap();
    let next = open.into_iter().find(|&hex| grid.distance(start, hex) == 1).expect("a next hex");
    let next_label = grid.label(next);
    let depth = session(&editor).course().depth(session(&editor).at());

    // To look at a hex means nothing yet.
    play(&mut editor, PlayRequest::Look(next));
    assert_eq!(session(&editor).course().depth(session(&editor).at()), depth);
    ask(&mut editor, Request::Command(UiCommand::ChooseHex));
    assert_eq!(stands(&editor, &unit), next_label);
    wait_for_person(&mut editor);
    let phase = session(&editor).game().phase().to_owned();
    editor.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Enter);
    editor.run_steps(3);
    wait_for_person(&mut editor);
    assert_ne!(session(&editor).game().phase(), phase, "done with the step");
}

#[test]
fn what_happened_is_on_the_map_and_in_the_log_until_it_is_switched_off() {
    let mut editor = german_by_hand(VecDeque::new());
    let attack = until_legal(&mut editor, "attack").remove(0);
    play(&mut editor, PlayRequest::Decide(attack));
    wait_for_person(&mut editor);
    let game = editor.state().test_run().game().unwrap();
    let (told, _) = game.happened().attacks().last().expect("the attack");
    assert!(!told.from.is_empty() && !told.dice.is_empty() && told.odds.is_some(), "{told:?}");
    let log: Vec<&str> = game.log().iter().map(|line| line.text.as_str()).collect();
    let at = log.iter().rposition(|line| line.contains(" attack on ")).expect("a line");
    assert!(log[at + 1].starts_with("    by "), "the attackers: {}", log[at + 1]);
    let (now, lines) = (game.happened().clone(), game.log().to_vec());

    // Back and forward again: the same, in the log and on the map.
    play(&mut editor, PlayRequest::TakeBack);
    let game = editor.state().test_run().game().unwrap();
    assert!(game.happened() != &now && game.log().len() < lines.len());
    while editor.state().test_run().can_go_forward() {
        play(&mut editor, PlayRequest::Forward);
    }
    let game = editor.state().test_run().game().unwrap();
    assert_eq!((game.happened(), game.log()), (&now, lines.as_slice()));

    assert!(editor.state().test_run().shows_happened);
    ask(&mut editor, Request::Command(UiCommand::ToggleHappened));
    assert!(!editor.state().test_run().shows_happened);
}

#[test]
fn the_status_line_counts_who_is_on_the_map_of_the_game() {
    let mut editor = german_by_hand(VecDeque::new());
    let counted = |editor: &Harness<'_, App>| {
        let units = session(editor).game().units();
        let there = |side| units.iter().filter(|u| u.side == side && u.hex.is_some()).count();
        (there(0), there(1))
    };
    let before = counted(&editor);
    for _ in 0..3000 {
        if counted(&editor).0 != before.0 {
            break;
        }
        wait_for_person(&mut editor);
        play(&mut editor, PlayRequest::LetBotDecide);
    }
    editor.run_steps(2);
    let now = counted(&editor);
    assert_ne!(now.0, before.0, "somebody came or was eliminated");
    let names: Vec<&str> =
        editor.state().document().ruleset().sides.iter().map(|side| side.name.as_str()).collect();
    let words = format!("{} {} / {} {} units", names[0], now.0, names[1], now.1);
    assert!(shows(&editor, &words), "{words}");
}

#[test]
fn what_one_person_chooses_in_secret_the_other_is_not_shown() {
    let mut editor = german_by_hand(VecDeque::new());
    play(&mut editor, PlayRequest::Seat(1, Seat::Person));
    let hidden = |editor: &Harness<'_, App>| {
        let session = session(editor);
        let last = session.course().decision(session.at());
        last.is_some_and(|decision| decision.hidden)
    };
    for _ in 0..200 {
        let legal = session(&editor).game().legal();
        let decider = session(&editor).game().deciding().cloned();
        play(&mut editor, PlayRequest::Decide(legal.last().expect("a decision").clone()));
        if hidden(&editor) && session(&editor).game().deciding().cloned() != decider {
            break;
        }
    }
    assert!(hidden(&editor), "a choice in secret");
    let chosen = session(&editor).course().decision(session(&editor).at()).unwrap().clone();
    let game = editor.state().test_run().game().unwrap();
    assert!(game.happened().shown.iter().all(|shown| shown.age > 0), "nothing of it on the map");
    let open = salient_play::offer::in_words(&chosen.action, game.words());
    assert!(game.log().iter().all(|line| !line.text.contains(&open)), "nor in the log");

    // A branch begins with it: the panel does not tell with what.
    let other = {
        play(&mut editor, PlayRequest::TakeBack);
        let legal = session(&editor).game().legal();
        legal.into_iter().find(|action| *action != chosen.action).expect("another choice")
    };
    play(&mut editor, PlayRequest::Decide(other));
    assert_eq!(session(&editor).course().ends().count(), 2);
    assert!(shows(&editor, "in secret"));
    assert!(!shows(&editor, &open), "{open}");
}
