//! The referee of this system (`tests/src/referee_standard/`) goes through games of all five published
//! scenarios, and is himself put to the proof: what is altered in a log, he notices.

#[path = "../../../../../tests/src/referee_standard/mod.rs"]
mod referee_standard;

use std::collections::BTreeMap;
use std::path::Path;

use referee_standard::judge;
use salient_rules::{Bot, Match};
use salient_schema::event::Event;
use salient_schema::{Bundle, ReadError, Source, open_project};
use serde_json::Value;

use super::SYSTEMS;

/// The checkout as a project.
struct Checkout;

impl Source for Checkout {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let error =
            |it: std::io::Error| ReadError { path: path.to_owned(), reason: it.to_string() };
        std::fs::read(root.join(path)).map_err(error)
    }
}

fn published(game: &str) -> Bundle {
    let name = format!("scenarios/standard/{game}/{game}.json");
    let (project, found) = open_project(&Checkout, &name);
    project.unwrap_or_else(|| panic!("{name}: {found:?}")).bundle
}

fn played(bundle: &Bundle, bot: Bot, seed: u64) -> Vec<Event> {
    let mut game = Match::start(SYSTEMS, bundle, seed).unwrap();
    while !game.is_over() {
        game.advance(&[bot, bot]);
    }
    game.events().to_vec()
}

/// Eight games of a scenario: those who play by chance try everything, those who plan get somewhere.
const GAMES: [(Bot, u64); 8] = [
    (Bot::RANDOM, 1),
    (Bot::RANDOM, 2),
    (Bot::RANDOM, 3),
    (Bot::RANDOM, 4),
    (Bot::HEURISTIC, 1),
    (Bot::HEURISTIC, 2),
    (Bot::PLANNER, 1),
    (Bot::PLANNER, 2),
];

/// What an event is, in the system's own word where it has one; of a move or a loss which it is.
fn kind(event: &Event) -> String {
    let value = serde_json::to_value(event).expect("JSON");
    let text = |at: &str| value.pointer(at).and_then(Value::as_str).unwrap_or_default().to_owned();
    match (text("/event").as_str(), text("/detail/event")) {
        ("moved" | "placed", _) => text("/by"),
        ("lost", _) => text("/cause"),
        ("roll", _) => text("/purpose"),
        (core, own) if own.is_empty() => core.to_owned(),
        (_, own) => own,
    }
}

fn judge_games(scenario: &str, games: &[(Bot, u64)], least: &[(&str, usize)]) {
    let bundle = published(scenario);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for &(bot, seed) in games {
        let log = played(&bundle, bot, seed);
        let faults = judge(&bundle, &log).expect("the referee knows the rules");
        let lines: Vec<String> = faults
            .iter()
            .take(20)
            .map(|it| format!("turn {}, event {}: {}", it.turn, it.seq, it.words))
            .collect();
        let count = faults.len();
        assert!(count == 0, "{scenario}, {bot}, seed {seed}: {count} faults\n{}", lines.join("\n"));
        log.iter().for_each(|event| *seen.entry(kind(event)).or_default() += 1);
    }
    for (kind, least) in least {
        let count = seen.get(*kind).copied().unwrap_or_default();
        assert!(count >= *least, "{kind}: {count} in {seen:?}");
    }
}

#[test]
fn the_crossroads_is_played_by_the_rules() {
    judge_games(
        "the-crossroads",
        &GAMES,
        &[("move", 500), ("combat", 100), ("retreat", 20), ("advance", 20)],
    );
}

#[test]
fn anzac_cove_is_played_by_the_rules() {
    judge_games(
        "anzac-cove",
        &GAMES,
        &[("move", 1500), ("combat", 100), ("fire", 100), ("supplied", 5), ("shown", 5)],
    );
}

#[test]
fn marne_corps_is_played_by_the_rules() {
    judge_games(
        "marne-corps",
        &GAMES,
        &[("move", 3000), ("combat", 200), ("supplied", 50), ("zone", 10), ("replaced", 50)],
    );
}

#[test]
fn trench_raid_is_played_by_the_rules() {
    let least = [("move", 500), ("fire", 50), ("morale_check", 20), ("recovery", 5)];
    judge_games("trench-raid", &GAMES, &least);
}

#[test]
fn meeting_engagement_is_played_by_the_rules() {
    judge_games(
        "meeting-engagement",
        &GAMES,
        &[("move", 2000), ("combat", 100), ("fire", 100), ("chit", 400)],
    );
}

/// Fields that say something in words, or that only a replay can reckon.
const WORDS: [&str; 4] = ["rule", "what", "state_hash", "fingerprint"];

/// How many of each kind are altered.
const OF_A_KIND: usize = 2;

/// Alters one value after the other of the first events of each kind, and each time the referee must
/// object.
fn alter_a_game(scenario: &str, bot: Bot, least: usize) {
    let bundle = published(scenario);
    let log = played(&bundle, bot, 7);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let (mut altered, mut missed) = (0, Vec::new());
    for at in 0..log.len() {
        let value = serde_json::to_value(&log[at]).expect("JSON");
        let count = seen.entry(kind(&log[at])).or_default();
        *count += 1;
        if *count > OF_A_KIND {
            continue;
        }
        for path in leaves(&value) {
            let name = path.rsplit('/').find(|part| part.parse::<usize>().is_err());
            if WORDS.contains(&name.unwrap_or_default()) || path.contains("action/") {
                continue;
            }
            let mut other = value.clone();
            alter(other.pointer_mut(&path).expect("the leaf is there"));
            let Ok(event) = serde_json::from_value::<Event>(other) else { continue };
            // What comes much later is another matter; that the log then ends too soon is one fault.
            let end = log.len().min(at + 60);
            let mut part = log[..end].to_vec();
            let before = objections(&bundle, &part);
            part[at] = event;
            altered += 1;
            if objections(&bundle, &part) == before {
                missed
                    .push(format!("{path} of {}", serde_json::to_string(&part[at]).expect("JSON")));
            }
        }
    }
    assert!(missed.is_empty(), "{} of {altered} missed\n{}", missed.len(), missed.join("\n"));
    assert!(altered >= least, "only {altered} values were altered");
}

#[test]
fn what_is_altered_in_the_crossroads_is_noticed() {
    alter_a_game("the-crossroads", Bot::RANDOM, 100);
}

#[test]
fn what_is_altered_in_the_trench_raid_is_noticed() {
    alter_a_game("trench-raid", Bot::RANDOM, 150);
}

fn objections(bundle: &Bundle, log: &[Event]) -> Vec<String> {
    judge(bundle, log).expect("rules").into_iter().map(|it| it.words).collect()
}

fn leaves(value: &Value) -> Vec<String> {
    fn add(value: &Value, path: String, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    add(value, format!("{path}/{name}"), found);
                }
            }
            Value::Array(items) => {
                for (at, value) in items.iter().enumerate() {
                    add(value, format!("{path}/{at}"), found);
                }
            }
            Value::Null => {}
            _ => found.push(path),
        }
    }
    let mut found = Vec::new();
    add(value, String::new(), &mut found);
    found
}

/// Another value of the same kind.
fn alter(value: &mut Value) {
    *value = match &*value {
        Value::Bool(is) => Value::from(!is),
        Value::Number(number) => Value::from(number.as_i64().unwrap_or(0) + 1),
        Value::String(text) => match text.parse::<u16>() {
            Ok(hex) if text.len() == 4 => Value::from(format!("{:04}", hex + 1)),
            _ => Value::from(format!("{text}x")),
        },
        other => other.clone(),
    };
}
