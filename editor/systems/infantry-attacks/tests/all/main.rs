//! Infantry Attacks by itself: its cases, its tables' constraints, and whole games between bots.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that fails panics"
)]

mod by_hand;
mod checks;
#[path = "../../../../../tests/src/every_system/mod.rs"]
mod every_system;
mod missions;
mod planner;
mod referee;
mod support;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::{Bot, Match};
use salient_schema::Bundle;
use salient_schema::common::Provenance;
use salient_schema::event::EventKind;

use crate::support::{SYSTEMS, all_bundles, bundle, bundles, game_bundles};

#[test]
fn the_scenarios_have_no_problems() {
    for bundle in all_bundles() {
        let found = salient_rules::check(SYSTEMS, &bundle);
        assert!(found.is_empty(), "{found:#?}");
    }
}

/// Who begins on board of a wagon, or comes in on one.
fn loads(bundle: &Bundle) -> BTreeSet<String> {
    let kind = |id: &str| {
        let mut counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        counters.find(|counter| counter.id == id).map(|counter| counter.unit_type.as_str())
    };
    let setup = bundle.scenario.setup.placements.iter();
    let carried = setup.filter(|placement| placement.carried_by.is_some());
    let mut loads: BTreeSet<String> =
        carried.flat_map(|placement| placement.counters.iter().cloned()).collect();
    for group in &bundle.scenario.reinforcements {
        for two in group.counters.windows(2) {
            let load = matches!(kind(&two[1]), Some("artillery" | "mortar" | "machine-gun"));
            if load && kind(&two[0]) == Some("transport") {
                loads.insert(two[1].clone());
            }
        }
    }
    loads
}

/// Who is on board of a wagon, as the log tells; those with whom the game begins besides.
fn aboard(bundle: &Bundle, game: &Match) -> BTreeSet<String> {
    let mut aboard = loads(bundle);
    for event in game.events() {
        if let EventKind::Placed(placed) = &event.kind {
            aboard.remove(placed.unit.as_str());
        }
        let detail = event.detail.as_ref().map(|it| serde_json::to_value(it).unwrap());
        if let Some(detail) = detail.filter(|it| it["event"] == "loaded") {
            aboard.insert(detail["unit"].as_str().unwrap().to_owned());
        }
    }
    aboard
}

/// Three combat units of a side in a hex at most, two of them companies (IA 4.1), whatever happens.
fn stacking_holds(bundle: &Bundle, game: &Match) {
    let kinds: BTreeMap<&str, (&str, bool)> = bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.counters)
        .map(|counter| {
            let company = counter.traits.iter().any(|one| one == "company");
            (counter.id.as_str(), (counter.unit_type.as_str(), company))
        })
        .collect();
    let mut stacks: BTreeMap<_, [u32; 3]> = BTreeMap::new();
    let aboard = aboard(bundle, game);
    for unit in game.units() {
        let (Some(hex), Some((kind, company))) = (unit.hex, kinds.get(unit.counter)) else {
            continue;
        };
        let stack = stacks.entry((hex, unit.side)).or_default();
        if aboard.contains(unit.name) {
            continue;
        }
        match *kind {
            "leader" | "cavalry-leader" => {}
            "transport" => stack[2] += 1,
            _ => {
                stack[0] += 1;
                stack[1] += u32::from(*company);
            }
        }
    }
    for (place, [combat, companies, transports]) in stacks {
        assert!(combat <= 3 && companies <= 2 && transports <= 3, "{place:?}");
    }
}

#[test]
fn games_end_between_all_bots_and_repeat() {
    for (bundle, seeds) in bundles().iter().zip([12, 6]) {
        games_end(bundle, seeds);
    }
}

fn games_end(bundle: &Bundle, seeds: u64) {
    let mut winners = BTreeMap::new();
    for seed in 0..seeds {
        for bots in [
            [Bot::RANDOM; 2],
            [Bot::HEURISTIC; 2],
            [Bot::HEURISTIC, Bot::RANDOM],
            [Bot::RANDOM, Bot::HEURISTIC],
            [Bot::PLANNER; 2],
            [Bot::PLANNER, Bot::HEURISTIC],
        ] {
            let play = |look: bool| {
                let mut game = Match::start(SYSTEMS, bundle, seed).unwrap();
                while !game.is_over() {
                    game.advance(&bots);
                    if look {
                        stacking_holds(bundle, &game);
                    }
                }
                game
            };
            let (one, other) = (play(true), play(false));
            assert_eq!(one.events(), other.events());
            assert_eq!(one.state_hash(), other.state_hash());
            let outcome = one.outcome().unwrap();
            assert_ne!(outcome.level, "Unfinished");
            *winners.entry((bots, outcome.side.clone())).or_insert(0) += 1;
        }
    }
    println!("{winners:#?}");
    assert!(winners.len() > 4, "{winners:?}");
}

/// Each scenario of the game once: it ends, repeats, and is won by somebody at times.
#[test]
fn the_games_scenarios_end_and_repeat() {
    for bundle in game_bundles() {
        let sizes: Vec<usize> = ["german", "russian"]
            .map(|side| {
                let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
                let units = counters.filter(|it| {
                    it.side == side && !matches!(it.unit_type.as_str(), "leader" | "cavalry-leader")
                });
                units.count()
            })
            .into();
        assert!(sizes.iter().all(|units| (8..=40).contains(units)), "{}", bundle.scenario.id);
        assert!((10..=30).contains(&bundle.scenario.turns.len()), "{}", bundle.scenario.id);
        for (seed, bots) in [
            (1, [Bot::RANDOM, Bot::HEURISTIC]),
            (2, [Bot::PLANNER, Bot::PLANNER]),
            (3, [Bot::HEURISTIC, Bot::PLANNER]),
        ] {
            let play = |look: bool| {
                let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
                let mut decisions = 0;
                while !game.is_over() {
                    game.advance(&bots);
                    decisions += 1;
                    if look && decisions % 20 == 0 {
                        stacking_holds(&bundle, &game);
                    }
                }
                game
            };
            let (one, other) = (play(true), play(false));
            assert_eq!(one.state_hash(), other.state_hash(), "{}", bundle.scenario.id);
            assert_ne!(one.outcome().unwrap().level, "Unfinished", "{}", bundle.scenario.id);
        }
    }
}

/// The one predicate: whatever is listed is accepted, and nothing changes when an action is
/// refused.
#[test]
fn what_is_legal_is_accepted() {
    for bundle in bundles() {
        legal_is_accepted(&bundle, 150);
    }
    for bundle in game_bundles() {
        legal_is_accepted(&bundle, 40);
    }
}

fn legal_is_accepted(bundle: &Bundle, most: u32) {
    let mut game = Match::start(SYSTEMS, bundle, 3).unwrap();
    let mut decisions = 0;
    while !game.is_over() && decisions < most {
        for action in game.legal() {
            let mut copy = game.clone();
            let json = serde_json::to_string(&action).unwrap();
            copy.apply(&serde_json::from_str(&json).unwrap()).unwrap_or_else(|wrong| {
                panic!("{json}: {wrong:?}");
            });
        }
        let before = game.state_hash();
        let wrong = serde_json::json!({ "do": "recover", "unit": "de-wagon-1" });
        assert!(game.apply(&serde_json::from_value(wrong).unwrap()).is_err());
        assert_eq!(game.state_hash(), before);
        game.advance(&[Bot::RANDOM]);
        decisions += 1;
    }
    assert!(decisions > 30);
}

/// Games at random come upon every kind of act: none is listed in vain.
#[test]
fn every_act_comes_up() {
    let mut acts: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..30 {
        let mut game = Match::start(SYSTEMS, &bundles()[1], seed).unwrap();
        while !game.is_over() {
            game.advance(&[Bot::RANDOM; 2]);
        }
        for event in game.events() {
            if let EventKind::Action(decided) = &event.kind {
                let action = serde_json::to_value(&decided.action).unwrap();
                *acts.entry(action["do"].as_str().unwrap().to_owned()).or_default() += 1;
            }
            let detail = event.detail.as_ref().map(|it| serde_json::to_value(it).unwrap());
            if let Some(detail) = detail {
                *acts.entry(detail["event"].as_str().unwrap().to_owned()).or_default() += 1;
            }
        }
    }
    println!("{acts:#?}");
    for act in ["load", "unload", "set_down", "exit", "save", "use_saved", "shown", "drawn", "fog"]
    {
        assert!(acts.contains_key(act), "{act}: {acts:?}");
    }
}

/// IA 16.5: as long as they are not shown, it makes no difference to the enemy where the hidden are:
/// neither to what he may do nor to what his bots do.
#[test]
fn where_the_hidden_are_the_enemy_does_not_know() {
    let place = |hexes: [&str; 2]| {
        let mut bundle = bundles()[1].clone();
        let hidden = bundle.scenario.setup.placements.iter_mut();
        let hidden = hidden.filter(|placement| placement.states.iter().any(|it| it == "hidden"));
        for (placement, hex) in hidden.zip(hexes) {
            placement.hex = hex.into();
        }
        bundle
    };
    let bundles = [
        ["48/0203", "48/0208"],
        ["48/0206", "48/0308"],
        ["48/0805", "48/0101"],
        ["48/0410", "48/0606"],
    ]
    .map(place);
    let names = ["\"r-mg-1\"", "\"r-inf-4\""];
    let (mut compared, mut acted) = (0, 0);
    for seed in 0..4 {
        for bot in [Bot::RANDOM, Bot::HEURISTIC, Bot::PLANNER] {
            let mut games: Vec<Match> =
                bundles.iter().map(|it| Match::start(SYSTEMS, it, seed).unwrap()).collect();
            for _ in 0..60 {
                if games.iter_mut().any(|game| !hold_still(game, bot) || is_shown(game, &names)) {
                    break;
                }
                let legal: Vec<String> =
                    games.iter().map(|it| serde_json::to_string(&it.legal()).unwrap()).collect();
                assert!(legal.iter().all(|it| *it == legal[0]));
                assert!(names.iter().all(|name| !legal[0].contains(name)));
                // What one may do in one game nobody refuses in another.
                for action in games[0].legal().iter().step_by(7) {
                    for game in &games {
                        game.clone().apply(action).unwrap();
                        acted += 1;
                    }
                }
                compared += 1;
                for game in &mut games {
                    game.advance(&[bot; 2]);
                }
            }
        }
    }
    assert!(compared > 40 && acted > 400, "{compared} decisions, {acted} actions");
}

/// Lets the side that has hidden units do nothing until the other decides; whether it does.
fn hold_still(game: &mut Match, bot: Bot) -> bool {
    while game.deciding().is_some_and(|side| side == "russian") {
        let still = ["pass", "done"].map(|it| serde_json::json!({ "do": it }));
        let may =
            still.into_iter().any(|it| game.apply(&serde_json::from_value(it).unwrap()).is_ok());
        if !may {
            game.advance(&[bot; 2]);
        }
    }
    !game.is_over()
}

/// Whether any of these has been shown, or has fired.
fn is_shown(game: &Match, names: &[&str]) -> bool {
    game.events().iter().filter_map(|event| event.detail.as_ref()).any(|detail| {
        let detail = serde_json::to_string(detail).unwrap();
        detail.contains("\"shown\"") && names.iter().any(|name| detail.contains(name))
    })
}

/// What the book says of a table, in cells and in columns that lie side by side.
#[test]
fn tables_meet_what_the_book_prints() {
    let ruleset = bundle().ruleset;
    let table = |id: &str| ruleset.tables.iter().find(|table| table.id == id).unwrap();
    let cell = |id: &str, row: &str, column: &str| {
        let table = table(id);
        let row = table.rows.iter().position(|other| other.head == row).unwrap();
        let column = table.columns.iter().position(|other| other == column).unwrap();
        table.cell(row, column).unwrap().to_owned()
    };
    for (row, column, is) in
        [("5", "11", "M"), ("5", "16", "M1"), ("5", "22", "M2"), ("6", "16", "M")]
    {
        assert_eq!(cell("direct-fire", row, column), is, "{row} on {column}");
    }
    assert_eq!(cell("bombardment", "8", "16"), "-");
    assert_eq!(cell("bombardment", "8", "21"), "M");
    let side_by_side = |id: &str, columns: &[&str]| {
        let all: Vec<&str> = table(id).columns.iter().map(String::as_str).collect();
        assert!(all.windows(columns.len()).any(|some| some == columns), "{id}: {all:?}");
        all
    };
    side_by_side("direct-fire", &["4", "7", "11", "16", "22", "30"]);
    // From 5 it is two columns to 12, and then 16 and 21; 34 is resolved on 30.
    let all = side_by_side("bombardment", &["12", "16", "21"]);
    let place = |column: &str| all.iter().position(|other| *other == column).unwrap();
    assert_eq!(place("5") + 2, place("12"));
    let next = all.get(place("30") + 1).map_or(99, |next| next.parse::<i32>().unwrap());
    assert!(next > 34);
    let between: i32 = all[place("5") + 1].parse().unwrap();
    assert!((6..=11).contains(&between));
    // Friendly fire has a number for every face, and for the 0 of a weak 1; more never hits less.
    let line = table("friendly-fire");
    let numbers: Vec<&str> = line.rows.iter().map(|row| row.head.as_str()).collect();
    assert_eq!(numbers, ["0", "1", "2", "3", "4", "5", "6"]);
    let columns: Vec<usize> = (0..7).map(|row| place(line.cell(row, 0).unwrap())).collect();
    assert!(columns.is_sorted(), "{columns:?}");
    for (id, is) in [
        ("abort_roll", 2),
        ("company_modifier", 1),
        ("friendly_fire_modifier", -1),
        ("friendly_fire_roll", 2),
        ("friendly_fire_strength", 10),
        ("mounted_modifier", 1),
        ("open_sights_modifier", 1),
        ("smoke_roll", 8),
    ] {
        let constant = ruleset.constants.iter().find(|constant| constant.id == id).unwrap();
        assert_eq!(constant.value, is, "{id}");
    }
    let dug_in = ruleset.constants.iter().find(|constant| constant.id == "dug_in_modifier");
    assert!(dug_in.unwrap().value < 0);
    // The distance table is printed whole.
    let off: Vec<&str> = (0..6).map(|row| table("distance").cell(row, 0).unwrap()).collect();
    assert_eq!(off, ["0", "0", "0", "1", "1", "2"]);
    // What is not in the book says so.
    for id in ["bombardment", "friendly-fire"] {
        assert_eq!(table(id).provenance, Provenance::Reconstructed, "{id}");
    }
}
