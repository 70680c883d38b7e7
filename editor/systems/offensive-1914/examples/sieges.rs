//! How sieges go between planners: `sieges [SCENARIO] [GAMES] [SEED] [tell]`. The scenario is one of
//! ours by its name, or a file beside whose path ours are read.
//!
//! For each game the game-turns in which fortresses were destroyed and in which Antwerpen surrendered
//! (1914 24.4); with `tell` all events.

use std::error::Error;

use salient_offensive_1914::Rulebook;
use salient_rules::{Bot, Match, System, Systems};
use salient_schema::{Memory, open_project};
use serde_json::Value;

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("antwerpen", String::as_str);
    let games: u64 = arguments.get(1).map_or(Ok(4), |it| it.parse())?;
    let seed: u64 = arguments.get(2).map_or(Ok(0), |it| it.parse())?;
    let tell = arguments.get(3).is_some_and(|it| it == "tell");
    let bundle = match std::fs::read_to_string(name) {
        Ok(text) => {
            let path = "scenarios/offensive-1914/tried.json";
            let published = Rulebook.published();
            let source: Memory =
                published.files.iter().copied().chain([(path, text.as_str())]).collect();
            open_project(&source, path).0.ok_or("the file cannot be read")?.bundle
        }
        Err(_) => Rulebook.published().bundle(Some(name))?,
    };
    for seed in seed..seed + games {
        let mut game = Match::start(SYSTEMS, &bundle, seed).map_err(|it| format!("{it:?}"))?;
        while !game.is_over() {
            game.advance(&[Bot::PLANNER; 2]);
        }
        let (mut destroyed, mut surrendered) = (Vec::new(), Vec::new());
        for event in game.events() {
            let event = serde_json::to_value(event)?;
            let turn = event.get("turn").and_then(Value::as_u64).unwrap_or_default();
            let is =
                |field: &str, value: &str| event.get(field).and_then(Value::as_str) == Some(value);
            if is("event", "lost") && is("cause", "bombardment") {
                destroyed.push(turn);
            }
            if is("event", "noted") && is("rule", "1914 24.4") {
                surrendered.push(turn);
            }
            if tell {
                println!("{event}");
            }
        }
        let points = game.outcome().map(|outcome| outcome.points);
        println!("{seed}: destroyed {destroyed:?}, surrendered {surrendered:?}, points {points:?}");
    }
    Ok(())
}
