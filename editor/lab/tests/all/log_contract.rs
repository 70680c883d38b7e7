//! What the contract leaves open holds of whatever system is registered: a log goes by the
//! published schemas and means the same when it is read again, and so does every action.

use jsonschema::Validator;
use proptest::prelude::*;
use salient_rules::case::Case;
use salient_rules::system::SchemaOf;
use salient_rules::words::Words;
use salient_rules::{Action, Bot, Match, Prepared, System};
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind};
use salient_schema::plain;
use serde_json::Value;

use crate::support::SYSTEMS;

/// What a log of a system must go by.
struct Schemas {
    event: Validator,
    detail: Validator,
    action: Validator,
    case: Validator,
}

fn validator(text: &str) -> Validator {
    let schema: Value = serde_json::from_str(text).expect("JSON");
    jsonschema::draft202012::meta::validate(&schema).expect("a JSON Schema");
    jsonschema::validator_for(&schema).expect("a JSON Schema")
}

impl Schemas {
    fn of(system: &'static dyn System) -> Self {
        let schemas = system.schemas();
        let own = |of: SchemaOf| {
            let schema = schemas.iter().find(|schema| schema.of == of);
            let schema = schema.unwrap_or_else(|| panic!("{system:?} publishes no {of:?}"));
            assert_eq!(schema.file, format!("{}.{}.schema.json", system.info().id, of.name()));
            assert!(SYSTEMS.json_schemas()[schema.file] == schema.text);
            validator(schema.text)
        };
        Self {
            event: validator(SYSTEMS.json_schemas()["event.schema.json"]),
            detail: own(SchemaOf::Event),
            action: own(SchemaOf::Action),
            case: own(SchemaOf::Case),
        }
    }
}

#[track_caller]
fn valid(validator: &Validator, value: &Value) {
    if let Some(error) = validator.iter_errors(value).next() {
        panic!("{error}: {value}");
    }
}

fn bundle(system: &dyn System) -> Bundle {
    system.published().bundle(None).expect("a published scenario")
}

/// Plays to the end, or as many decisions.
fn play(game: &mut Match, bots: &[Bot], most: usize) {
    for _ in 0..most {
        if game.is_over() {
            return;
        }
        game.advance(bots);
    }
}

#[test]
fn whole_games_go_by_the_published_schemas() {
    for system in SYSTEMS.iter() {
        let schemas = Schemas::of(system);
        let prepared = Prepared::new(SYSTEMS, &bundle(system)).expect("it can be played");
        let strongest = salient_rules::bot::strongest(system.bots());
        for (seed, bot) in [Bot::RANDOM, strongest].into_iter().enumerate() {
            let mut game = prepared.start(seed as u64);
            let bots = vec![bot; game.sides().len()];
            play(&mut game, &bots, 20_000);
            assert!(game.is_over(), "{system:?}, {bot}");
            let mut details = 0;
            for event in game.events() {
                let line = serde_json::to_value(event).expect("JSON");
                valid(&schemas.event, &line);
                if let Some(detail) = line.get("detail") {
                    valid(&schemas.detail, detail);
                    details += 1;
                }
                if line["event"] == "action" {
                    valid(&schemas.action, &line["action"]);
                }
            }
            // The first game of `standard` is a small one.
            assert!(details > 5, "{system:?}: {details} events with more than the core");
        }
    }
}

#[test]
fn what_the_schemas_do_not_know_is_not_valid() {
    for system in SYSTEMS.iter() {
        let schemas = Schemas::of(system);
        for of_nobody in [serde_json::json!({ "event": "weather-balloon" }), Value::Null] {
            assert!(!schemas.detail.is_valid(&of_nobody), "{system:?}: {of_nobody}");
        }
        let unknown = [
            serde_json::json!({ "do": "dance" }),
            serde_json::json!({ "do": "done", "loudly": true }),
            serde_json::json!({ "unit": "x" }),
        ];
        for action in unknown {
            assert!(!schemas.action.is_valid(&action), "{system:?}: {action}");
        }
        assert!(!schemas.case.is_valid(&serde_json::json!({ "moon": "full" })), "{system:?}");
    }
}

#[test]
fn every_published_case_goes_by_the_schema_of_its_start_and_actions() {
    for system in SYSTEMS.iter() {
        let schemas = Schemas::of(system);
        let cases = system.published().cases;
        assert!(!cases.is_empty(), "{system:?}");
        for (name, text) in cases {
            let case = Case::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let own = Value::Object(case.own.clone().into_iter().collect());
            valid(&schemas.case, &own);
            for step in case.actions.iter().filter(|step| step.refused.is_none()) {
                valid(&schemas.action, &serde_json::to_value(&step.action).expect("JSON"));
            }
        }
    }
}

/// An action as JSON and back.
fn again(action: &Action) -> Action {
    let text = serde_json::to_string(action).expect("JSON");
    serde_json::from_str(&text).expect("an action")
}

/// What a game says to an action that it cannot know, and that it stays as it was.
fn refusal(game: &Match, action: &Action) -> String {
    let (mut copy, events) = (game.clone(), game.events().len());
    let refused = copy.apply(action).expect_err("the action is unknown");
    assert_eq!((copy.state_hash(), copy.events().len()), (game.state_hash(), events));
    assert!(refused.rule.is_empty(), "no rule is asked about it: {refused}");
    refused.message.into_owned()
}

/// What must hold of all that is legal at a decision.
fn check_legal(game: &Match, any: usize, schemas: &Schemas) {
    let legal = game.legal();
    assert!(!legal.is_empty(), "nothing is legal in {}", game.phase());
    for (i, action) in legal.iter().enumerate() {
        let read = again(action);
        assert_eq!(read, *action);
        // All of a short list, a sample of a long one.
        if legal.len() < 40 || i % 37 == any % 37 {
            valid(&schemas.action, &serde_json::to_value(action).expect("JSON"));
            let mut copy = game.clone();
            copy.apply(&read).unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
        }
    }
    let action = &legal[any % legal.len()];
    let mut other = action.clone();
    other.fields.insert("loudly".into(), plain::Value::Bool(true));
    let words = refusal(game, &other);
    assert!(words.contains("loudly"), "{words}");
    let dance = Action::plain("dance");
    let words = refusal(game, &dance);
    assert!(words.contains("dance"), "{words}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn actions_and_logs_are_the_same_when_they_are_read_again(
        system in 0..SYSTEMS.iter().count(),
        seed in any::<u64>(),
        any in any::<u16>(),
        strong in any::<bool>(),
    ) {
        let system = SYSTEMS.iter().nth(system).expect("a system");
        let (bundle, schemas) = (bundle(system), Schemas::of(system));
        let mut game = Prepared::new(SYSTEMS, &bundle).expect("it can be played").start(seed);
        let strongest = salient_rules::bot::strongest(system.bots());
        let bots = vec![if strong { strongest } else { Bot::RANDOM }; game.sides().len()];
        let mut decisions = 0;
        while !game.is_over() && decisions < 4_000 {
            // What is legal costs more to list than a decision of a bot.
            if decisions % 97 == 0 {
                check_legal(&game, usize::from(any) + decisions, &schemas);
            }
            game.advance(&bots);
            decisions += 1;
        }
        let words = Words::new(SYSTEMS, &bundle);
        for event in game.events() {
            let line = serde_json::to_string(event).expect("JSON");
            let read: Event = serde_json::from_str(&line).expect("an event");
            prop_assert_eq!(&read, event);
            prop_assert_eq!(words.lines(&read), words.lines(event));
            if let EventKind::Action(decided) = &event.kind {
                prop_assert_eq!(&again(&decided.action), &decided.action);
            }
        }
    }
}
