//! What is chosen by hand is chosen by whoever chooses: a click that could mean several things takes
//! none of them, the buttons stay where they are, the log has its place, a set-up is made from a
//! list by formation, and guns have their sheet.

use egui::Rect;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{Pick, PlanWriting, PlayRequest, Request, Tab, command::UiCommand};
use salient::{App, Options, SYSTEMS};
use salient_play::{Seat, Session};
use salient_schema::event::EventKind;

/// A game of a published scenario, all sides by hand.
fn by_hand(system: &str, scenario: &str) -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder");
    let system = SYSTEMS.find(system).expect("a system");
    let bundle = system.published().bundle(Some(scenario)).expect("a scenario");
    let file = folder.path().join("bundle.json");
    let text = salient_schema::to_canonical_json(&bundle).expect("a bundle");
    std::fs::write(&file, text).expect("a file");
    let options = Options { file: Some(file), ..Options::default() };
    let mut harness = Harness::builder()
        .with_size([1500.0, 950.0])
        .build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    ask(&mut harness, Request::Show(Tab::TestRun));
    for side in [0, 1] {
        play(&mut harness, PlayRequest::Seat(side, Seat::Person));
    }
    ask(&mut harness, Request::Command(UiCommand::PlayGame));
    harness.run_steps(4);
    (folder, harness)
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn play(editor: &mut Harness<'_, App>, request: PlayRequest) {
    ask(editor, Request::Play(request));
}

fn session<'a>(editor: &'a Harness<'_, App>) -> &'a Session {
    editor.state().test_run().game().expect("a game is on").session()
}

fn depth(editor: &Harness<'_, App>) -> usize {
    session(editor).course().depth(session(editor).at())
}

fn shows(editor: &Harness<'_, App>, words: &str) -> bool {
    editor.query_all_by_label_contains(words).next().is_some()
}

fn click_hex(editor: &mut Harness<'_, App>, hex: &str) {
    let hex = editor.state().document().grid().parse(hex).expect("a hex");
    ask(editor, Request::Select(salient_document::Selection::of_hex(hex)));
}

/// Lets bots decide until an action of a kind is legal.
fn until_legal(editor: &mut Harness<'_, App>, verb: &str) {
    for _ in 0..400 {
        if session(editor).game().legal().iter().any(|one| one.verb == verb) {
            return;
        }
        play(editor, PlayRequest::LetBotDecide);
        editor.run_steps(2);
    }
    panic!("no {verb}");
}

fn place_of(editor: &Harness<'_, App>, label: &str) -> Rect {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).rect()
}

const DONE: &str = "Done with this step";
const BUTTONS: [&str; 6] =
    ["Do it", DONE, "Take back", "Forward", "Let a bot decide", "Let a bot finish this step"];

#[test]
fn a_click_that_could_mean_several_things_takes_none_and_lists_them() {
    let (_folder, mut editor) = by_hand("infantry-attacks", "kaushen");
    until_legal(&mut editor, "activate_stack");
    let legal = session(&editor).game().legal();
    let stack = legal.iter().find(|one| one.verb == "activate_stack").expect("a stack");
    let hex = stack.text("hex").expect("a hex").to_owned();
    let before = depth(&editor);
    click_hex(&mut editor, &hex);
    assert_eq!(depth(&editor), before, "nothing is taken for meant");
    let choices: Vec<String> = {
        let by_hand = editor.state().test_run().game().expect("a game").by_hand();
        by_hand.choices().iter().map(|(_, words)| words.clone()).collect()
    };
    assert!(choices.iter().any(|words| words.contains(&hex) && words.contains("to move")));
    let of_stack = choices.iter().filter(|words| words.starts_with("Stack in "));
    assert!(of_stack.count() >= 1, "{choices:?}");
    editor.run_steps(3);
    for words in choices.iter().take(2) {
        assert!(shows(&editor, words), "{words}");
    }
    // What is clicked of the list is what is done.
    let wanted = editor.state().test_run().game().expect("a game").by_hand().choices()[0].0.clone();
    editor.get_by_label(&choices[0]).click();
    editor.run_steps(4);
    assert_eq!(depth(&editor), before + 1);
    let session = session(&editor);
    assert_eq!(session.course().decision(session.at()).expect("a decision").action, wanted);
}

#[test]
fn a_leader_is_picked_on_the_map_and_a_stack_is_looked_at_before_it_is_activated() {
    let (_folder, mut editor) = by_hand("infantry-attacks", "kaushen");
    until_legal(&mut editor, "activate_leader");
    let (leaders, hex) = {
        let game = session(&editor).game();
        let legal = game.legal();
        let of_leader = |one: &&salient_rules::Action| one.verb == "activate_leader";
        let leaders = legal.iter().filter(of_leader).filter_map(|one| one.text("leader"));
        let leaders: Vec<String> = leaders.map(str::to_owned).collect();
        let units = game.units();
        let at = |name: &String| units.iter().find(|unit| unit.name == *name)?.hex;
        let hex = leaders.iter().find_map(at).expect("a leader on the map");
        (leaders, game.grid().label(hex))
    };
    play(&mut editor, PlayRequest::Pick(Pick::Kind("activate_leader".to_owned())));
    click_hex(&mut editor, &hex);
    let draft = editor.state().test_run().game().expect("a game").by_hand().draft().clone();
    assert_eq!(draft.verb().map(|verb| verb.as_str()), Some("activate_leader"));
    assert!(leaders.iter().any(|leader| draft.units() == [leader.as_str()]), "{draft:?}");

    play(&mut editor, PlayRequest::Pick(Pick::Nothing));
    until_legal(&mut editor, "activate_stack");
    let legal = session(&editor).game().legal();
    let activation = legal.iter().find(|one| one.verb == "activate_stack").expect("a stack");
    let (hex, before) = (activation.text("hex").expect("a hex").to_owned(), depth(&editor));
    play(&mut editor, PlayRequest::Pick(Pick::Kind("activate_stack".to_owned())));
    click_hex(&mut editor, &hex);
    assert_eq!(depth(&editor), before, "looked at first");
    let log = |editor: &Harness<'_, App>| {
        editor.state().test_run().game().expect("a game").log().last().map(|line| line.text.clone())
    };
    play(&mut editor, PlayRequest::Decide(activation.clone()));
    assert!(log(&editor).is_some_and(|line| line.contains(": Stack in ")), "{:?}", log(&editor));
}

#[test]
fn buttons_stay_where_they_are_and_the_log_has_its_place() {
    let (_folder, mut editor) = by_hand("infantry-attacks", "kaushen");
    until_legal(&mut editor, "activate");
    // What to be done is called depends on the decision.
    let called = |editor: &Harness<'_, App>, label: &str| match label {
        DONE => editor.state().test_run().game().expect("a game").by_hand().done_words().to_owned(),
        label => label.to_owned(),
    };
    let places =
        |editor: &Harness<'_, App>| BUTTONS.map(|label| place_of(editor, &called(editor, label)));
    let begun = places(&editor);
    let log = place_of(&editor, "What happened");
    assert!(log.bottom() + 100.0 < 950.0, "room for lines of the log: {log:?}");
    for step in 0..40 {
        // A unit, a hex, a refusal, a decision: whatever is said above.
        let legal = session(&editor).game().legal();
        if let Some(hex) = legal.iter().find_map(|one| one.text("hex").map(str::to_owned)) {
            click_hex(&mut editor, &hex);
            assert_eq!(places(&editor), begun, "step {step}, {hex} clicked");
        }
        let unit = legal.iter().find_map(|one| one.text("unit").map(str::to_owned));
        if let Some(unit) = unit {
            play(&mut editor, PlayRequest::Pick(Pick::Alone(unit)));
            assert_eq!(places(&editor), begun, "step {step}, a unit picked");
            let far = editor.state().document().grid().hexes().last().expect("hexes");
            play(&mut editor, PlayRequest::Pick(Pick::Hex(far)));
            assert_eq!(places(&editor), begun, "step {step}, refused");
        }
        assert_eq!(place_of(&editor, "What happened"), log, "step {step}");
        play(&mut editor, PlayRequest::LetBotDecide);
        editor.run_steps(3);
        assert_eq!(places(&editor), begun, "step {step}, decided");
    }
    let lines = editor.state().test_run().game().expect("a game").log().len();
    assert!(lines > 5, "{lines}");
}

#[test]
fn a_campaign_is_set_up_from_a_list_by_formation_and_a_bot_sets_up_the_rest() {
    let (_folder, mut editor) = by_hand("storm-in-the-west", "campaign");
    let legal = session(&editor).game().legal();
    assert!(legal.len() > 1000, "{} places", legal.len());
    let unit = legal.iter().find_map(|one| one.text("unit")).expect("a unit").to_owned();
    // Formations with how many each has to place.
    let formation = {
        let document = editor.state().document();
        let books = &document.bundle().orders_of_battle;
        let counter = books.iter().flat_map(|book| &book.counters).find(|one| one.id == unit);
        let id = counter.and_then(|one| one.formation.clone()).expect("a formation");
        let known = books.iter().flat_map(|book| &book.formations).find(|one| one.id == id);
        known.expect("a formation").name.clone()
    };
    editor.get_all_by_label_contains(&format!("{formation} (")).next().expect("listed").click();
    editor.run_steps(4);
    let name = editor.state().test_run().game().expect("a game").by_hand().name(&unit);
    editor.get_all_by_label(&name).next().unwrap_or_else(|| panic!("no {name}")).click();
    editor.run_steps(4);
    let by_hand = editor.state().test_run().game().expect("a game").by_hand();
    assert_eq!(by_hand.draft().units(), [unit.as_str()]);
    let open = by_hand.on_map().open.clone();
    assert!(!open.is_empty(), "its hexes are offered");
    let hex = editor.state().document().grid().label(open[0]);
    let before = depth(&editor);
    click_hex(&mut editor, &hex);
    assert_eq!(depth(&editor), before + 1, "the click places it");
    let stands = |editor: &Harness<'_, App>| {
        let units = session(editor).game().units();
        units.iter().find(|one| one.name == unit).and_then(|one| one.hex)
    };
    assert_eq!(stands(&editor), Some(open[0]));
    editor.get_by_label("Let a bot set up the rest").click();
    editor.run_steps(4);
    let placed = session(&editor).game().units().iter().filter(|one| one.hex.is_some()).count();
    assert!(placed > 40, "{placed} stand on the map");
}

#[test]
fn a_gun_s_mission_is_written_turn_by_turn_and_stays_in_sight() {
    let (_folder, mut editor) = by_hand("infantry-attacks", "kummetschen");
    until_legal(&mut editor, "plan");
    let legal = session(&editor).game().legal();
    let guns: Vec<&str> = legal.iter().filter_map(|one| one.text("unit")).collect();
    // One that stands on the map, so that its range counts.
    let (gun, at) = {
        let units = session(&editor).game().units();
        let of_plan = |name: &str| guns.contains(&name);
        let gun = units.iter().find(|one| of_plan(one.name) && one.hex.is_some());
        let gun = gun.expect("a gun on the map");
        (gun.name.to_owned(), gun.hex.expect("its hex"))
    };
    play(&mut editor, PlayRequest::Pick(Pick::Alone(gun.clone())));
    let write = |editor: &mut Harness<'_, App>, written: PlanWriting| {
        play(editor, PlayRequest::Pick(Pick::Plan(written)));
    };
    assert!(shows(&editor, "Open sights"), "it can be chosen");
    write(&mut editor, PlanWriting::Mission("planned-fire".to_owned()));
    let grid = editor.state().document().grid().clone();
    let near = grid.within(at, 3);
    let target = near.iter().copied().find(|hex| grid.distance(at, *hex) == 3).expect("a hex");
    let target = grid.label(target);
    write(&mut editor, PlanWriting::Turn(2));
    click_hex(&mut editor, &target);
    let before = depth(&editor);
    let by_hand = editor.state().test_run().game().expect("a game").by_hand();
    assert_eq!(by_hand.plan().draft(&gun).fires.len(), 1);
    assert!(by_hand.made_words().contains(&format!("{target} in game-turn 2")));
    // A hex out of range is refused by the pointer's card as by the panel, with the rule.
    let game = editor.state().test_run().game().expect("a game");
    let range = game.by_hand().plan().range(&gun).expect("a range");
    let mut all = grid.hexes();
    let far = all.find(|hex| grid.distance(at, *hex) > range).expect("a hex out of range");
    let told = game.told_of(far, None).expect("a card").text;
    click_hex(&mut editor, &grid.label(far));
    let by_hand = editor.state().test_run().game().expect("a game").by_hand();
    assert_eq!(by_hand.refused(), Some(told.as_str()));
    assert!(told.contains(&grid.label(far)) && told.ends_with("(IA 9.11)"), "{told}");
    // One's own hex is asked about.
    write(&mut editor, PlanWriting::Turn(3));
    click_hex(&mut editor, &grid.label(at));
    assert!(shows(&editor, "Your own units stand in"));
    assert!(shows(&editor, "Do it all the same"));
    write(&mut editor, PlanWriting::NoFire);
    assert!(!shows(&editor, "Do it all the same"));
    // The same in all later game-turns, as far as the ammunition goes.
    write(&mut editor, PlanWriting::Turn(2));
    write(&mut editor, PlanWriting::SameLater);
    let by_hand = editor.state().test_run().game().expect("a game").by_hand();
    let (most, fires) = (by_hand.plan().most(&gun), by_hand.plan().draft(&gun).fires);
    assert!(fires.len() > 1 && most.is_none_or(|most| fires.len() <= most as usize), "{fires:?}");
    assert!(by_hand.made().is_some_and(|(_, allowed)| allowed.is_ok()));
    assert_eq!(depth(&editor), before, "a click writes and decides nothing");
    editor.get_by_label("Do it").click();
    editor.run_steps(4);
    assert_eq!(depth(&editor), before + 1);
    // The next gun begins with the first game-turn.
    let legal = session(&editor).game().legal();
    let next = legal.iter().filter(|one| one.verb == "plan").find_map(|one| one.text("unit"));
    if let Some(next) = next.map(str::to_owned) {
        play(&mut editor, PlayRequest::Pick(Pick::Alone(next)));
        let plan = editor.state().test_run().game().expect("a game").by_hand().plan();
        assert_eq!(plan.turn(), plan.turns()[0]);
    }
    assert!(shows(&editor, "Your artillery plan"), "what is written stays in sight");
    let told = session(&editor).game().events().iter().any(|event| {
        matches!(&event.kind, EventKind::Action(decided) if decided.action.text("unit") == Some(&gun))
    });
    assert!(told);
}

#[test]
fn a_game_by_hand_that_is_put_away_is_taken_up_again_where_it_was() {
    let (_folder, mut editor) = by_hand("storm-in-the-west", "campaign");
    let by_person = session(&editor).game().legal()[0].clone();
    play(&mut editor, PlayRequest::Decide(by_person));
    let (before, hash) = (depth(&editor), session(&editor).game().state_hash());
    ask(&mut editor, Request::Command(UiCommand::EndGame));
    assert!(editor.state().test_run().game().is_none());
    // Who sits at the table is as it was, too.
    play(&mut editor, PlayRequest::Seat(0, Seat::Bot(salient_rules::Bot::RANDOM)));
    let again = "Take up the game by hand again";
    editor.get_all_by_label_contains(again).next().expect("a button").click();
    editor.run_steps(4);
    assert_eq!((depth(&editor), session(&editor).game().state_hash()), (before, hash));
    assert_eq!(editor.state().test_run().seats, session(&editor).seats());
    // Nothing that only bots played is kept.
    ask(&mut editor, Request::Command(UiCommand::EndGame));
    play(&mut editor, PlayRequest::Resume);
    play(&mut editor, PlayRequest::GoTo(salient_play::Point::START));
    ask(&mut editor, Request::Command(UiCommand::EndGame));
    assert!(shows(&editor, again), "another branch was played by hand");
}
