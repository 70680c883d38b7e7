//! What the data lack or say wrongly is a problem with its place and its rule.

use proptest::prelude::*;
use salient_infantry_attacks::Rulebook;
use salient_rules::game::{UnitStatus, UnitView};
use salient_rules::{Bot, Match, Prepared, System, Systems};
use salient_schema::common::{Provenance, Rating};
use salient_schema::event::EventKind;
use salient_schema::map::ZoneKind;
use salient_schema::order_of_battle::Counter;
use salient_schema::scenario::{Entry, Level, Mission, Placement, PlannedFire, Reinforcement};
use salient_schema::{Bundle, Code};

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

fn ford() -> Bundle {
    Rulebook.published().bundle(Some("the-ford")).unwrap()
}

/// Changes the scenario and looks for a problem at a place, by a rule.
fn finds(change: impl FnOnce(&mut Bundle), pointer: &str, rule: &str, words: &str) {
    let mut bundle = ford();
    change(&mut bundle);
    let found = Prepared::new(SYSTEMS, &bundle).err().unwrap_or_default();
    let hit = found.iter().any(|it| {
        it.place.pointer.as_deref() == Some(pointer)
            && it.rule.as_deref() == Some(rule)
            && it.message.contains(words)
            && it.code == Code::Rule
    });
    assert!(hit, "{pointer} {rule} {words}: {found:#?}");
}

fn place_of(id: &str) -> usize {
    ford().orders_of_battle[0].counters.iter().position(|counter| counter.id == id).unwrap()
}

fn in_counter(id: &str, change: impl FnOnce(&mut Counter), at: &str, rule: &str, words: &str) {
    let place = place_of(id);
    let pointer = format!("/orders_of_battle/0/counters/{place}{at}");
    finds(|bundle| change(&mut bundle.orders_of_battle[0].counters[place]), &pointer, rule, words);
}

fn put(bundle: &mut Bundle, hex: &str, counter: &str, by: Option<&str>, states: &[&str]) {
    let placements = &mut bundle.scenario.setup.placements;
    placements.iter_mut().for_each(|placement| placement.counters.retain(|it| it != counter));
    placements.push(Placement {
        hex: hex.into(),
        counters: vec![counter.into()],
        face: None,
        facing: None,
        carried_by: by.map(Into::into),
        states: states.iter().map(|&state| state.into()).collect(),
    });
}

fn last() -> usize {
    ford().scenario.setup.placements.len()
}

#[test]
fn what_a_wagon_carries() {
    let at = |part: &str| format!("/scenario/setup/placements/{}{part}", last());
    let carried = |counter: &'static str, by: &'static str, states: &'static [&'static str]| {
        move |bundle: &mut Bundle| put(bundle, "45/0405", counter, Some(by), states)
    };
    // The wagon carries a gun already.
    let two = carried("g-mg-1", "g-wagon-1", &[]);
    finds(two, &at("/carried_by"), "IA 5.6", "one unit, not two");
    let nobody = carried("g-mg-1", "g-inf-3", &[]);
    finds(nobody, &at("/carried_by"), "IA 5.6", "no transport");
    let company = carried("g-inf-3", "g-wagon-1", &[]);
    finds(company, &at("/counters/0"), "IA 5.66", "nothing that is carried");
    let leader = carried("g-major", "g-wagon-1", &[]);
    finds(leader, &at("/counters/0"), "IA 5.66", "nothing that is carried");
    finds(
        |bundle| {
            bundle.scenario.setup.placements.retain(|it| it.carried_by.is_none());
            put(bundle, "45/0405", "g-gun-1", Some("g-wagon-1"), &["disrupted"]);
        },
        &format!("/scenario/setup/placements/{}/counters/0", last() - 1),
        "IA 5.66",
        "in good order",
    );
    // A wagon that stands elsewhere.
    let far = |bundle: &mut Bundle| put(bundle, "45/0406", "g-mg-1", Some("g-wagon-1"), &[]);
    finds(far, &at("/carried_by"), "IA 5.6", "no transport");
}

#[test]
fn what_units_begin_as() {
    let at = |part: &str| format!("/scenario/setup/placements/{}{part}", last());
    let placed = |hex: &'static str, counter: &'static str, state: &'static str| {
        move |bundle: &mut Bundle| put(bundle, hex, counter, None, &[state])
    };
    finds(placed("45/0101", "g-inf-3", "drawn"), &at("/states/0"), "IA 6.2", "no leader");
    finds(placed("45/0101", "g-inf-3", "mounted"), &at("/states/0"), "IA 15.1", "no cavalry");
    finds(placed("45/0101", "g-inf-3", "asleep"), &at("/states/0"), "IA 3.0", "asleep");
    // In a major river somebody must say on which bank; there is none where the river runs on.
    let bare = |bundle: &mut Bundle| put(bundle, "45/0902", "g-inf-3", None, &[]);
    finds(bare, &at("/states"), "IA 5.83", "on which bank");
    finds(placed("45/0902", "g-inf-3", "bank-n"), &at("/states/0"), "IA 3.0", "bank-n");
    let mut bundle = ford();
    put(&mut bundle, "45/0902", "g-inf-3", None, &["bank-nw"]);
    assert!(Prepared::new(SYSTEMS, &bundle).is_ok());
}

#[test]
fn what_counters_must_have() {
    let without =
        |id: &'static str| move |counter: &mut Counter| drop(counter.faces[0].ratings.remove(id));
    in_counter("g-major", without("rank"), "/faces/0", "IA 6.1", "a rank and a morale");
    in_counter("g-major", without("morale"), "/faces/0", "IA 6.1", "a rank and a morale");
    in_counter("g-inf-1", without("fire"), "/faces/0", "IA 1.0", "a fire value");
    let armed = |counter: &mut Counter| {
        counter.faces[0].ratings.insert("fire".into(), Rating::Number(1));
    };
    in_counter("g-wagon-1", armed, "/faces/0", "IA 1.0", "no fire value");
    let steps = |counter: &mut Counter| counter.faces[1].not_a_step = false;
    in_counter("g-lt-1", steps, "/faces/1", "IA 6.2", "no steps");
    let three = |counter: &mut Counter| counter.faces.push(counter.faces[1].clone());
    in_counter("g-lt-1", three, "/faces/2", "IA 6.2", "two sides");
    // A leader, or anybody, of a type that the rules do not know.
    finds(
        |bundle| {
            bundle.orders_of_battle[0].counters[place_of("g-major")].unit_type = "saint".into()
        },
        "/ruleset/counters/types",
        "IA 2.1",
        "'saint'",
    );
}

#[test]
fn what_maps_and_scenarios_must_have() {
    finds(
        |bundle| bundle.scenario.levels[0].value = -1,
        "/scenario/levels/0/value",
        "IA 3.0",
        "never falls below 0",
    );
    finds(
        |bundle| bundle.scenario.levels[1].value = 13,
        "/scenario/levels/1/value",
        "IA 14.0",
        "a morale is 1 to 12",
    );
    finds(
        |bundle| drop(bundle.scenario.levels.remove(0)),
        "/scenario/levels",
        "IA 3.0",
        "'german'",
    );
    finds(
        |bundle| bundle.map.grid.metres_per_hex = 250.0,
        "/map/grid/metres_per_hex",
        "IA 2.4",
        "200 metres",
    );
    for level in [-1, 51] {
        finds(
            |bundle| {
                let layer = bundle.map.elevation.as_mut().unwrap();
                layer.palette.insert("1".into(), level);
            },
            "/map/elevation/palette/1",
            "IA 8.71",
            "levels",
        );
    }
    finds(|bundle| bundle.map.grid.boards[0].rows = 9, "/map/grid/boards", "IA 2.2", "boards");
    finds(
        |bundle| {
            let again = bundle.map.grid.boards[0].clone();
            bundle.map.grid.boards.push(again);
        },
        "/map/grid/boards/2/id",
        "IA 2.2",
        "joined to itself",
    );
}

/// A gun that only a wagon moves, with orders to go elsewhere.
fn ordered_off(bundle: &mut Bundle, destination: &str) {
    bundle.scenario.setup.missions = vec![Mission {
        counter: "r-gun-1".into(),
        mission: Some("move".into()),
        destination: Some(destination.into()),
        ..Mission::default()
    }];
}

/// IA 9.13: it goes where its wagon goes, and with no wagon nowhere.
#[test]
fn a_gun_that_is_towed_has_somebody_who_tows_it() {
    let afoot = |bundle: &mut Bundle, destination: &str| {
        ordered_off(bundle, destination);
        let placements = &mut bundle.scenario.setup.placements;
        placements.iter_mut().for_each(|it| it.counters.retain(|id| id != "r-wagon-1"));
    };
    let at = "/scenario/setup/missions/0/mission";
    finds(|bundle| afoot(bundle, "48/0805"), at, "IA 9.13", "only be towed");
    let fits = |change: &dyn Fn(&mut Bundle)| {
        let mut bundle = ford();
        change(&mut bundle);
        let found = Prepared::new(SYSTEMS, &bundle).err();
        assert!(found.is_none(), "{found:#?}");
    };
    // It is there, or there is a wagon, or one comes.
    fits(&|bundle| afoot(bundle, "48/0705"));
    fits(&|bundle| ordered_off(bundle, "48/0805"));
    fits(&|bundle| {
        afoot(bundle, "48/0805");
        bundle.scenario.reinforcements[2].counters.push("r-wagon-1".into());
    });
}

/// A change to a scenario that somebody may have typed.
fn mutate(bundle: &mut Bundle, what: usize, place: usize, value: i32) {
    let hexes = ["45/0101", "45/0902", "48/0705", "48/9999", "45/", "", "99/0101", "48/0305"];
    let hex = hexes[value.unsigned_abs() as usize % hexes.len()].to_owned();
    let counters = &mut bundle.orders_of_battle[0].counters;
    let count = counters.len();
    let other = counters[value.unsigned_abs() as usize % count].id.clone();
    let counter = &mut counters[place % count];
    let ratings = ["fire", "movement", "range", "bombardment", "rank", "morale"];
    let placements = &mut bundle.scenario.setup.placements;
    let at = place % placements.len();
    match what {
        0 => bundle.scenario.levels[place % 8].value = value,
        1 => counter.unit_type = ["saint", "leader", "transport", "cavalry", ""][at % 5].into(),
        2 => {
            let face = place % counter.faces.len();
            let rating = ratings[value.unsigned_abs() as usize % ratings.len()];
            counter.faces[face].ratings.insert(rating.into(), Rating::Number(value));
        }
        3 => drop(counter.faces.pop()),
        4 => placements[at].hex = hex,
        5 => placements[at].carried_by = Some(other),
        6 => placements[at].counters.push(other),
        7 => {
            let again = bundle.map.grid.boards[place % 2].clone();
            bundle.map.grid.boards.push(again);
        }
        8 => {
            let layer = bundle.map.elevation.as_mut().unwrap();
            layer.palette.insert("1".into(), value as i16);
        }
        9 => {
            let fires = vec![PlannedFire {
                turn: value as u16,
                hex: hex.clone(),
                shell: place.is_multiple_of(2).then(|| "smoke".into()),
            }];
            let mission = ["planned-fire", "open-sights", "move", "rest"][place % 4];
            bundle.scenario.setup.missions.push(Mission {
                counter: other,
                mission: Some(mission.into()),
                destination: (mission == "move").then_some(hex),
                fires: if mission == "planned-fire" { fires } else { Vec::new() },
            });
        }
        10 => {
            let states = ["limbered", "hidden", "drawn", "dug-in", "mounted", "depleted", "bank-n"];
            placements[at].states.push(states[value.unsigned_abs() as usize % 7].into());
        }
        11 => bundle.scenario.reinforcements[place % 3].turn = value as u16,
        _ => bundle.scenario.reinforcements[place % 3].entry = Entry::Hexes(vec![hex]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is typed into a scenario is refused with its place, or played to its end.
    #[test]
    fn no_input_panics_and_every_game_ends(
        changes in prop::collection::vec((0_usize..13, 0_usize..64, -3_i32..60), 1..4),
        seed in 0_u64..1 << 32,
    ) {
        let mut bundle = ford();
        for &(what, place, value) in &changes {
            mutate(&mut bundle, what, place, value);
        }
        match Prepared::new(SYSTEMS, &bundle) {
            Err(found) => prop_assert!(!found.is_empty()),
            Ok(prepared) => {
                let bots = [Bot::RANDOM, Bot::HEURISTIC, Bot::PLANNER];
                let bots = [bots[seed as usize % 3], bots[seed as usize / 3 % 3]];
                let mut game = prepared.start_quietly(seed);
                for _ in 0..20_000 {
                    if game.is_over() {
                        break;
                    }
                    game.advance(&bots);
                }
                prop_assert!(game.is_over(), "{bots:?}");
            }
        }
    }
}

#[test]
fn who_comes_in_where_and_when() {
    let at = "/scenario/reinforcements/1";
    finds(
        |bundle| bundle.scenario.reinforcements[1].turn = 9,
        &format!("{at}/turn"),
        "IA 16.41",
        "no game-turn 9",
    );
    finds(
        |bundle| bundle.scenario.reinforcements[1].entry = Entry::Hexes(vec!["45/0505".into()]),
        &format!("{at}/entry"),
        "IA 16.41",
        "at the edge",
    );
    let mut bundle = ford();
    bundle.scenario.reinforcements[1].turn = 8;
    bundle.scenario.reinforcements[1].entry = Entry::Hexes(vec!["45/0510".into()]);
    assert!(Prepared::new(SYSTEMS, &bundle).is_ok());
}

/// On a map that has just been begun no zone is named as one that is fought for: then those are that
/// are for victory, and no others.
#[test]
fn where_no_zone_is_named_the_victory_zones_are_fought_for() {
    let score = |named: bool, kind: ZoneKind| {
        let mut bundle = Rulebook.published().bundle(Some("kummetschen")).unwrap();
        if !named {
            bundle.scenario.roles.insert("objective".into(), Vec::new());
        }
        bundle.map.zones.items.iter_mut().for_each(|zone| zone.kind = kind);
        let mut game = Match::start(SYSTEMS, &bundle, 1).unwrap();
        while game.turn() == 0 {
            game.advance(&[Bot::HEURISTIC; 2]);
        }
        game.score()
    };
    // They have one of the six hexes at first, each worth 4, and the Russians five.
    let named = score(true, ZoneKind::Victory);
    assert_eq!(named, 3 + 4 - 5 * 4);
    assert_eq!(score(true, ZoneKind::Sector), named, "what is named is fought for, whatever it is");
    assert_eq!(score(false, ZoneKind::Victory), named);
    // Then nothing is left but the 3 points that the Germans begin with.
    assert_eq!(score(false, ZoneKind::Sector), 3);
}

/// What a scenario pays for leaving the map, and what it gives a side to begin with, is counted: the
/// same game, action by action, with and without.
#[test]
fn leaving_the_map_and_points_to_begin_with_are_counted() {
    let scenario = |exit: i32, begin: i32| {
        let mut bundle = Rulebook.published().bundle(Some("kaushen")).unwrap();
        let scores = &mut bundle.scenario.victory.scores;
        scores.iter_mut().find(|score| score.id == "exit").unwrap().points = exit;
        bundle.scenario.levels.push(Level {
            id: "points".into(),
            side: "russian".into(),
            nation: None,
            value: begin,
            words: None,
        });
        bundle.scenario.roles.insert("points".into(), vec!["points".into()]);
        bundle
    };
    let points = |game: &Match| -> Vec<i32> {
        let scores = game.events().iter().filter_map(|event| match &event.kind {
            EventKind::Score(score) => Some(score.points),
            _ => None,
        });
        scores.collect()
    };
    let bundle = scenario(5, 7);
    let counters = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let steps = |unit: &UnitView<'_>| {
        let counter = counters().find(|counter| counter.id == *unit.counter).unwrap();
        match counter.unit_type.as_str() {
            "infantry" | "cavalry" => 2 - i32::from(unit.face % 2),
            "machine-gun" => 1,
            _ => 0,
        }
    };
    let mut left = 0;
    for seed in 0..3 {
        let mut paid = Match::start(SYSTEMS, &bundle, seed).unwrap();
        while !paid.is_over() {
            paid.advance(&[Bot::PLANNER; 2]);
        }
        let mut plain = Match::start(SYSTEMS, &scenario(0, 0), seed).unwrap();
        for event in paid.events() {
            if let EventKind::Action(decided) = &event.kind {
                plain.apply(&decided.action).unwrap();
            }
        }
        let units = paid.units();
        let gone = units.iter().filter(|unit| unit.status == UnitStatus::Exited && unit.side == 1);
        let gone: i32 = gone.map(steps).sum();
        left += gone;
        let before = points(&plain);
        assert_eq!(points(&paid), [before[0], before[1] + 7 + 5 * gone], "{seed}");
    }
    assert!(left > 2, "{left}");
}

/// IA 2.2.1: what is left of the map beyond the cut of a board is no part of it.
#[test]
fn boards_that_are_cut_through_hexes_are_whole() {
    let board = || Rulebook.published().bundle(Some("kummetschen")).unwrap();
    assert!(Prepared::new(SYSTEMS, &board()).is_ok());
    let mut bundle = board();
    bundle.map.grid.boards[0].half_hexes = false;
    bundle.map.grid.boards[0].rows = 15;
    // The road that leaves over the row that is cut off.
    bundle.map.paths.items.retain(|path| !path.hexes.iter().any(|hex| hex.ends_with("16")));
    let found = Prepared::new(SYSTEMS, &bundle).err().unwrap_or_default();
    assert!(found.iter().any(|it| it.rule.as_deref() == Some("IA 2.2")), "{found:#?}");
    // One comes in by the last whole hex of a column that is cut beyond it, not by the one before.
    for (hex, fits) in [("46/1115", true), ("46/1114", false), ("46/1216", true)] {
        let mut bundle = board();
        let wagon = bundle.scenario.setup.placements.iter_mut();
        wagon.for_each(|it| it.counters.retain(|counter| counter != "r-wagon-1"));
        bundle.scenario.setup.placements.retain(|it| !it.counters.is_empty());
        bundle.scenario.reinforcements.push(Reinforcement {
            turn: 2,
            side: "russian".into(),
            entry: Entry::Hexes(vec![hex.into()]),
            counters: vec!["r-wagon-1".into()],
            condition: None,
            rule: None,
            provenance: Provenance::Invented,
        });
        assert_eq!(Prepared::new(SYSTEMS, &bundle).is_ok(), fits, "{hex}");
    }
}

/// IA 5.5: a side with units and nobody to lead them is told of; one leader is enough, and one who
/// comes later.
#[test]
fn a_side_that_nobody_leads_is_told_of() {
    let warned = |bundle: &Bundle| -> Vec<String> {
        let found = salient_rules::check(SYSTEMS, bundle).into_iter();
        let found = found.filter(|it| it.rule.as_deref() == Some("IA 5.5"));
        found.map(|it| it.message).collect()
    };
    let mut bundle = ford();
    assert_eq!(warned(&bundle), Vec::<String>::new());
    let books = bundle.orders_of_battle.clone();
    let is_leader = |id: &String| {
        let mut all = books.iter().flat_map(|book| &book.counters);
        all.any(|counter| counter.id == *id && counter.unit_type == "leader" && id.starts_with('g'))
    };
    let mut leaders = Vec::new();
    for placement in &mut bundle.scenario.setup.placements {
        leaders.extend(placement.counters.iter().filter(|id| is_leader(id)).cloned());
        placement.counters.retain(|id| !is_leader(id));
    }
    bundle.scenario.setup.placements.retain(|placement| !placement.counters.is_empty());
    // A lieutenant still comes later.
    assert_eq!(warned(&bundle), Vec::<String>::new());
    for arrival in &mut bundle.scenario.reinforcements {
        arrival.counters.retain(|id| !is_leader(id));
    }
    let found = warned(&bundle);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("infantry of the side 'german'"), "{found:?}");
    put(&mut bundle, "45/0101", &leaders[0], None, &[]);
    assert_eq!(warned(&bundle), Vec::<String>::new());
}

/// IA 12.1: both sides in a hex begin in an assault; beside each other they do not, nor does a wagon
/// or a leader among enemies.
#[test]
fn a_game_that_begins_in_an_assault_is_told_of() {
    let warned = |hex: &str, counters: &[&str]| -> Vec<(Option<String>, String)> {
        let mut bundle = ford();
        for counter in counters {
            put(&mut bundle, hex, counter, None, &[]);
        }
        bundle.scenario.setup.placements.retain(|placement| !placement.counters.is_empty());
        let found = salient_rules::check(SYSTEMS, &bundle).into_iter();
        let found = found.filter(|it| it.rule.as_deref() == Some("IA 12.1"));
        found.map(|it| (it.place.hex, it.message)).collect()
    };
    assert_eq!(warned("45/0605", &[]), Vec::new());
    let found = warned("45/0605", &["r-inf-1"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0.as_deref(), Some("45/0605"));
    assert!(found[0].1.contains("begins with an assault"), "{found:?}");
    assert_eq!(warned("45/0606", &["r-inf-1"]), Vec::new());
    assert_eq!(warned("45/0605", &["r-rotmistr"]), Vec::new());
}
