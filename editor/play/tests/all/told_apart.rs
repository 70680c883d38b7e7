//! Whoever plays by hand tells every choice from every other by its words alone: in all systems, in
//! the positions of games by random bots.

use std::collections::{BTreeMap, BTreeSet};

use salient_play::offer::{actors, targets};
use salient_play::{Offer, bounds};
use salient_rules::action::Name;
use salient_rules::acts::Acts;
use salient_rules::dice::Dice;
use salient_rules::words::Words;
use salient_rules::{Action, Bot, Match, Prepared};
use salient_schema::Bundle;
use salient_schema::event::EventKind;
use salient_schema::plain::Value;

use crate::support::SYSTEMS;

/// Of a game so many positions are looked at, spread over its course.
const POSITIONS: usize = 160;
/// In each of them so many actions are tried with something of another in its place.
const REFUSALS: usize = 40;
/// So many actions of each kind are done, on copies, to see whom they hit and where they lead.
const TRIED: usize = 2;
/// Of so many actions the numbers are looked at.
const NUMBERED: usize = 20;
/// The place of a question has so many rows of so many letters, below the one that says who decides.
const ROWS: usize = 2;
const LETTERS: usize = 46;
/// A game is given up after so many decisions.
const DECISIONS: usize = 3000;

/// What is wrong with the words of what is legal in a position.
fn faults(game: &Match, words: &Words) -> Vec<String> {
    let (acts, legal) = (Acts::of(words, game), game.legal());
    let ids: BTreeSet<&str> = game
        .units()
        .iter()
        .map(|unit| unit.name)
        // Whose counter bears its id is called by it.
        .filter(|name| words.unit(&(*name).to_owned()) != *name)
        .collect();
    let mut faults = Vec::new();
    let mut said: BTreeMap<String, &Action> = BTreeMap::new();
    let mut tried: BTreeMap<Name, usize> = BTreeMap::new();
    for action in &legal {
        let text = acts.say(action);
        let mut parts = text.split(|c: char| c.is_whitespace() || ",;:()".contains(c));
        if let Some(id) = parts.find(|part| ids.contains(part) || part.contains('_')) {
            faults.push(format!("'{text}' names '{id}'"));
        }
        let mut named =
            actors(action).chain(targets(action)).map(str::to_owned).chain(others(action, &acts));
        let hexes = action.fields.iter().flat_map(|(_, value)| hexes_within(value, game));
        // A depot may be called by the army that it stands for.
        let is_named = |name: &String| {
            let as_unit = acts.unit(name);
            let as_formation = words.formation_of(name).is_some_and(|name| text.contains(name));
            text.contains(&as_unit) || as_formation
        };
        if let Some(left_out) = named.find(|name| !is_named(name)) {
            faults.push(format!("'{text}' leaves out '{left_out}'"));
        }
        let mut hexes = hexes.chain(where_to(game, action, &acts, &mut tried));
        if let Some(hex) = hexes.find(|hex| !text.contains(hex)) {
            faults.push(format!("'{text}' leaves out hex {hex}"));
        }
        if let Some(other) = said.insert(text.clone(), action) {
            faults.push(format!("'{text}' is both {other:?} and {action:?}"));
        }
    }
    // What is refused says so by what is printed on the counters, too: a unit in another's place.
    let others = legal.iter().skip(1).step_by(7);
    for (one, other) in legal.iter().zip(others).take(REFUSALS) {
        for field in ["unit", "units", "hex", "hexes"] {
            let Some(value) = other.fields.get(field).filter(|_| one.verb == other.verb) else {
                continue;
            };
            let mut mixed = one.clone();
            mixed.fields.insert(field.into(), value.clone());
            let Err(refused) = salient_play::draft::check(game, &mixed) else { continue };
            let text = words.refusal(&refused);
            let mut parts = text.split(|c: char| c.is_whitespace() || ",;:()'".contains(c));
            if let Some(id) = parts.find(|part| ids.contains(part)) {
                faults.push(format!("'{text}' names '{id}'"));
            }
        }
    }
    let offer = Offer::of(game);
    for action in legal.iter().step_by(11).take(NUMBERED) {
        for (field, number) in numbers(action) {
            let found = bounds(game, &offer, action, &field);
            if found.is_none_or(|found| !(found.least..=found.most).contains(&number)) {
                faults.push(format!("{field} of {action:?} is not within {found:?}"));
            }
        }
    }
    let question = game.asked().and_then(|asked| asked.question());
    let asked = question.map(|question| acts.ask(&question)).unwrap_or_default();
    // Systems that ask nothing themselves are asked by the step of the sequence of play.
    if !legal.is_empty() && asked.is_empty() && game.phase_name().is_empty() {
        faults.push("nothing says what is asked".to_owned());
    }
    if rows(&asked) > ROWS {
        faults.push(format!("the question is cut off: '{asked}'"));
    }
    faults
}

/// The hexes that a mission names, deep in a field: where it fires game-turn by game-turn.
fn hexes_within(value: &Value, game: &Match) -> Vec<String> {
    let is_hex = |text: &str| game.grid().parse(text).is_some();
    match value {
        Value::Table(fields) => fields
            .iter()
            .flat_map(|(_, value)| match value {
                Value::Text(text) if is_hex(text) => vec![text.to_string()],
                other => hexes_within(other, game),
            })
            .collect(),
        Value::List(items) => items.iter().flat_map(|item| hexes_within(item, game)).collect(),
        _ => Vec::new(),
    }
}

/// The hexes at which those who act fire or attack, as the log of a copy tells it, whether a field
/// of the action names them or not; none where it names whom they hit there.
fn where_to(
    game: &Match,
    action: &Action,
    acts: &Acts<'_>,
    tried: &mut BTreeMap<Name, usize>,
) -> Vec<String> {
    let count = tried.entry(action.verb.clone()).or_default();
    if actors(action).next().is_none() || *count == TRIED {
        return Vec::new();
    }
    *count += 1;
    // What follows by itself is none of its doing.
    let mut copy = game.alone().tried(Dice::seeded(7));
    if copy.apply(action).is_err() {
        return Vec::new();
    }
    let text = acts.say(action);
    let own = |units: &[String]| actors(action).any(|actor| units.iter().any(|one| one == actor));
    let hit = copy.events().iter().find_map(|event| match &event.kind {
        // Shells that go astray hit one's own beside the hex.
        EventKind::Attacked(attack) if own(&attack.units) && attack.against != attack.side => {
            Some(attack)
        }
        _ => None,
    });
    let hit = hit.filter(|hit| !hit.targets.iter().any(|unit| text.contains(&acts.unit(unit))));
    hit.map(|hit| hit.hexes.clone()).unwrap_or_default()
}

/// How many rows of words a text takes in the panel where it is at its narrowest.
fn rows(text: &str) -> usize {
    let (mut rows, mut wide) = (1, 0);
    for word in text.split_whitespace().map(|word| word.chars().count()) {
        wide = match wide {
            0 => word,
            wide if wide + 1 + word <= LETTERS => wide + 1 + word,
            _ => {
                rows += 1;
                word
            }
        };
    }
    rows
}

/// The numbers of an action, by the fields that a draft sets.
fn numbers(action: &Action) -> Vec<(String, i64)> {
    let mut found = Vec::new();
    for (name, value) in action.fields.iter().filter(|(name, _)| *name != "face") {
        match value {
            Value::Number(number) => found.push((name.to_string(), *number)),
            Value::Table(group) => {
                found.extend(group.iter().filter_map(|(inner, value)| match value {
                    Value::Number(number) => Some((format!("{name}.{inner}"), *number)),
                    _ => None,
                }))
            }
            _ => {}
        }
    }
    found
}

/// The units that any other field of an action names.
fn others(action: &Action, acts: &Acts<'_>) -> Vec<String> {
    let known = ["unit", "units", "hex", "hexes", "path"];
    let rest = action.fields.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    let names = rest.flat_map(|(_, value)| match value {
        Value::Text(text) => vec![text.to_string()],
        Value::List(items) => items
            .iter()
            .filter_map(|item| match item {
                Value::Text(text) => Some(text.to_string()),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    });
    names.filter(|name| !acts.unit(name).contains(['-', '_'])).collect()
}

fn look_through(bundle: &Bundle, seeds: std::ops::Range<u64>) -> usize {
    let words = Words::new(SYSTEMS, bundle);
    let prepared = Prepared::new(SYSTEMS, bundle).unwrap_or_else(|found| panic!("{found:#?}"));
    let mut looked_at = 0;
    for seed in seeds {
        let mut game = prepared.start(seed);
        let bots = vec![Bot::RANDOM; game.sides().len()];
        let mut left = POSITIONS;
        for decision in 0..DECISIONS {
            if game.is_over() || left == 0 {
                break;
            }
            // Every kind of decision has its turn: of those of one step every seventh.
            if decision % 7 == 0 || decision < 60 {
                let faults = faults(&game, &words);
                assert!(
                    faults.is_empty(),
                    "{}, seed {seed}, decision {decision}, {}: {:#?}",
                    bundle.scenario.title,
                    game.phase_name(),
                    &faults[..faults.len().min(12)]
                );
                (looked_at, left) = (looked_at + 1, left - 1);
            }
            game.advance(&bots);
        }
    }
    looked_at
}

fn of_system(id: &str, seeds: u64) {
    let system = SYSTEMS.find(id).expect("a system");
    let published = system.published();
    let mut looked_at = 0;
    for path in published.scenarios {
        let name = path.rsplit('/').next().and_then(|file| file.strip_suffix(".json"));
        let bundle = published.bundle(name).expect("a published scenario");
        looked_at += look_through(&bundle, 1..seeds + 1);
    }
    println!("{id}: {looked_at} positions");
    assert!(looked_at > 0);
}

#[test]
fn every_choice_of_the_kaisers_battle_reads_otherwise() {
    of_system("kaisers-battle", 6);
}

#[test]
fn every_choice_of_storm_in_the_west_reads_otherwise() {
    of_system("storm-in-the-west", 2);
}

#[test]
fn every_choice_of_infantry_attacks_reads_otherwise() {
    of_system("infantry-attacks", 2);
}

#[test]
fn every_choice_of_1914_reads_otherwise() {
    of_system("offensive-1914", 2);
}

#[test]
fn every_choice_of_a_set_up_in_the_trenches_reads_otherwise() {
    of_system("trench-setup", 3);
}

#[test]
fn every_choice_of_the_sixth_system_reads_otherwise() {
    of_system("skirmish", 20);
}
