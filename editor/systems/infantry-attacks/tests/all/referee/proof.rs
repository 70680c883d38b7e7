//! The referee goes through whole games, and is himself put to the proof.

use std::collections::{BTreeMap, BTreeSet};

use salient_infantry_attacks::Rulebook;
use salient_rules::{Bot, Match, System};
use salient_schema::Bundle;
use salient_schema::event::Event;

use serde_json::Value;

use super::board::Board;
use super::book::Book;
use super::{Counts, judge, judge_told};
use crate::support::SYSTEMS;

const BOTS: [Bot; 3] = [Bot::RANDOM, Bot::HEURISTIC, Bot::PLANNER];

/// Every scenario that the crate has, each once more with all optional rules, and once more with
/// companies that are reduced, every other one dug in, and near the enemy.
fn published() -> Vec<(String, Bundle)> {
    let all = Rulebook.published();
    let mut found = Vec::new();
    for path in all.scenarios {
        let file = path.rsplit('/').next().unwrap();
        let name = file.trim_end_matches(".json").to_owned();
        let bundle = all.bundle(Some(&name)).unwrap();
        let mut full = bundle.clone();
        full.scenario.optional_rules =
            bundle.ruleset.optional_rules.iter().map(|option| option.id.clone()).collect();
        let worn = worn(&full);
        found.push((name.clone(), bundle));
        found.push((format!("{name} with all optional rules"), full));
        found.push((format!("{name}, worn"), worn));
    }
    found
}

fn worn(bundle: &Bundle) -> Bundle {
    let mut worn = bundle.clone();
    worn.scenario.setup.placements.clear();
    let counters: Vec<_> = bundle.orders_of_battle.iter().flat_map(|book| &book.counters).collect();
    let mut dug = false;
    for placement in &bundle.scenario.setup.placements {
        for id in &placement.counters {
            let counter = counters.iter().find(|counter| counter.id == *id).unwrap();
            let mut one = placement.clone();
            one.counters = vec![id.clone()];
            if counter.traits.iter().any(|it| it == "company") {
                one.face = Some(1);
            }
            if counter.unit_type == "infantry" {
                dug = !dug;
                one.states.extend(dug.then(|| "dug-in".to_owned()));
            }
            worn.scenario.setup.placements.push(one);
        }
    }
    close_up(&mut worn);
    worn
}

/// Puts the first stack of the first side next to one of two companies of the other's in the open,
/// so that assaults come early.
fn close_up(bundle: &mut Bundle) {
    let book = Book::new(bundle).unwrap();
    let board = Board::new(bundle, &book).unwrap();
    let placements = &bundle.scenario.setup.placements;
    let side = |id: &String| {
        let mut counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let counter = counters.find(|counter| counter.id == *id).unwrap();
        (counter.side == bundle.ruleset.sides[0].id, counter.unit_type == "infantry")
    };
    let count = |hex: &str, own: bool| {
        let there = placements.iter().filter(|placement| placement.hex == hex);
        there.filter(|it| side(&it.counters[0]) == (own, true)).count()
    };
    let from = placements.iter().find(|it| count(&it.hex, true) > 1).map(|it| it.hex.clone());
    let mut to = placements.iter().filter(|it| count(&it.hex, false) > 1).filter_map(|it| {
        let hex = board.hex(&it.hex).unwrap();
        let mut near = board.near(hex).filter(|&near| {
            let label = &board.labels[near];
            board.ground[near].clear && placements.iter().all(|it| it.hex != *label)
        });
        near.next().filter(|_| !board.ground[hex].works)
    });
    if let (Some(from), Some(to)) = (from, to.next()) {
        let label = board.labels[to].clone();
        for placement in &mut bundle.scenario.setup.placements {
            if placement.hex == from {
                placement.hex.clone_from(&label);
            }
        }
    }
}

fn game(bundle: &Bundle, seed: u64, bots: [Bot; 2]) -> Vec<Event> {
    let mut game = Match::start(SYSTEMS, bundle, seed).unwrap();
    while !game.is_over() {
        game.advance(&bots);
    }
    game.events().to_vec()
}

/// What an event is: its kind, and the system's own, and the verb of a decision.
fn kinds_of(event: &Value) -> impl Iterator<Item = String> {
    let words = [&event["event"], &event["detail"]["event"], &event["action"]["do"]];
    let prefixes = ["", "", "do "];
    let named = words.into_iter().zip(prefixes);
    let all: Vec<String> =
        named.filter_map(|(word, prefix)| Some(format!("{prefix}{}", word.as_str()?))).collect();
    all.into_iter()
}

/// Every kind of event and of decision, by the schemas.
fn all_kinds() -> BTreeSet<String> {
    let schemas = SYSTEMS.json_schemas();
    let mut found = BTreeSet::new();
    for (name, text) in &schemas {
        let (own, core) = (name.starts_with("infantry-attacks"), name == "event.schema.json");
        if own || core {
            collect(&serde_json::from_str(text).unwrap(), &mut found);
        }
    }
    assert!(found.contains("attacked") && found.contains("drawn"), "{found:?}");
    assert!(found.contains("do bombard"), "{found:?}");
    found
}

fn collect(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (field, prefix) in [("event", ""), ("do", "do ")] {
                let kind = schema.pointer(&format!("/properties/{field}/const"));
                found.extend(kind.and_then(Value::as_str).map(|kind| format!("{prefix}{kind}")));
            }
            fields.values().for_each(|value| collect(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

/// Kinds of the core that only other systems have; the referee refuses them.
const OF_OTHER_GAMES: [&str; 3] = ["attached", "level", "turned"];

/// What has been judged.
#[derive(Default)]
struct Judged {
    games: u64,
    counts: Counts,
    seen: BTreeSet<String>,
}

impl Judged {
    /// Plays a game and judges its log.
    fn judge(&mut self, (name, bundle): &(String, Bundle), seed: u64, bots: [Bot; 2]) {
        let log = game(bundle, seed, bots);
        self.games += 1;
        match judge(bundle, &log) {
            Ok(found) => found.into_iter().for_each(|(what, count)| {
                *self.counts.entry(what).or_default() += count;
            }),
            Err(fault) => {
                let told = told(&log);
                let before = &told[fault.line.saturating_sub(12)..told.len().min(fault.line)];
                let lines: Vec<String> = before.iter().map(Value::to_string).collect();
                panic!(
                    "{name}: {} v {}, seed {seed}, line {}: {}\n{}",
                    bots[0],
                    bots[1],
                    fault.line,
                    fault.words,
                    lines.join("\n")
                );
            }
        }
        told(&log).iter().for_each(|event| self.seen.extend(kinds_of(event)));
    }

    fn unseen(&self) -> Vec<String> {
        let unseen = all_kinds().into_iter().filter(|kind| !self.seen.contains(kind));
        unseen.filter(|kind| !OF_OTHER_GAMES.contains(&kind.as_str())).collect()
    }
}

fn told(log: &[Event]) -> Vec<Value> {
    log.iter().map(|event| serde_json::to_value(event).unwrap()).collect()
}

/// Games of all pairs of bots in all scenarios; fewer or more of them by an environment variable:
/// `SALIENT_JUDGED=432`.
#[test]
fn every_decision_is_as_the_rules_ask() {
    let games = std::env::var("SALIENT_JUDGED").ok().and_then(|text| text.parse().ok());
    let games: u64 = games.unwrap_or(216);
    let all = published();
    let mut judged = Judged::default();
    // Each pair in turn, and from one to the next other scenarios: 216 games are all of both.
    for number in 0..games {
        let (pair, round) = ((number % 9) as usize, (number / 9) as usize);
        let one = &all[(round + 3 * pair) % all.len()];
        judged.judge(one, number / 216, [BOTS[pair / 3], BOTS[pair % 3]]);
    }
    println!("{games} logs: {:#?}", judged.counts);
    // What comes seldom is looked for where it comes sooner.
    let worn: Vec<_> = all.into_iter().filter(|(name, _)| name.ends_with("worn")).collect();
    for seed in 1000..1060 {
        if judged.unseen().is_empty() {
            break;
        }
        worn.iter().for_each(|one| judged.judge(one, seed, [Bot::PLANNER, Bot::RANDOM]));
    }
    println!("{} logs in all, {} kinds of events and decisions", judged.games, judged.seen.len());
    assert!(judged.unseen().is_empty(), "never seen: {:?}", judged.unseen());
}

/// What is decided and comes to nothing may be altered: whether one fires who then does nothing, and
/// what was planned for a gun that never comes to it.
const NOTHING_COMES_OF: [&str; 2] = ["action activate", "action plan planned-fire /action/fires"];

/// Alters one value after the other of the first two events of each shape, and each time the referee
/// must object. The hash of a position is not his to reckon: `salient replay` does.
#[test]
fn whatever_is_altered_the_referee_notices() {
    let mut shapes: BTreeMap<String, usize> = BTreeMap::new();
    let (mut altered, mut unnoticed) = (0, BTreeMap::new());
    for (name, bundle) in published() {
        for seed in 0..3 {
            let log = game(&bundle, seed, [BOTS[seed as usize % 3], Bot::RANDOM]);
            let mut told = told(&log);
            judge_told(&bundle, &told).unwrap();
            for line in 0..told.len() {
                let count = shapes.entry(shape(&told[line])).or_default();
                *count += 1;
                if *count > 2 {
                    continue;
                }
                for path in leaves(&told[line]) {
                    if path.ends_with("state_hash") {
                        continue;
                    }
                    let right = told[line].clone();
                    alter(told[line].pointer_mut(&path).unwrap());
                    altered += 1;
                    if judge_told(&bundle, &told).is_ok() {
                        let what = format!("{} {path}", shape(&right));
                        unnoticed
                            .entry(what)
                            .or_insert_with(|| format!("{name} {seed} {line} {right}"));
                    }
                    told[line] = right;
                }
            }
        }
    }
    println!("{altered} values altered in events of {} shapes", shapes.len());
    println!("not noticed, as nothing came of it: {unnoticed:#?}");
    unnoticed.retain(|what, _| !NOTHING_COMES_OF.iter().any(|known| what.contains(known)));
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
    assert!(altered > 2500, "only {altered}");
}

/// What an event is, with all words that tell it apart.
fn shape(event: &Value) -> String {
    let words = [
        "/event",
        "/detail/event",
        "/action/do",
        "/purpose",
        "/by",
        "/cause",
        "/marker",
        "/rule",
        "/detail/how",
        "/detail/strike",
        "/detail/opportunity",
        "/detail/after",
        "/detail/lost",
        "/action/mission",
        "/action/fires",
        "/action/cold_steel",
    ];
    let found = words.iter().filter_map(|word| event.pointer(word));
    let found = found.filter(|value| value.is_string() || value.is_boolean());
    found.map(|value| value.to_string().replace('"', "")).collect::<Vec<String>>().join(" ")
}

/// JSON pointers to everything that has nothing in it.
fn leaves(value: &Value) -> Vec<String> {
    let below = |key: String, value: &Value| {
        leaves(value).into_iter().map(move |rest| format!("/{key}{rest}")).collect::<Vec<_>>()
    };
    match value {
        Value::Object(fields) => {
            fields.iter().flat_map(|(key, value)| below(key.clone(), value)).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(i, value)| below(i.to_string(), value)).collect()
        }
        _ => vec![String::new()],
    }
}

fn alter(leaf: &mut Value) {
    *leaf = match &*leaf {
        Value::Bool(value) => Value::Bool(!value),
        Value::Number(value) => Value::from(value.as_i64().unwrap_or(0) + 1),
        Value::String(text) => Value::from(format!("{text}x")),
        other => other.clone(),
    };
}
