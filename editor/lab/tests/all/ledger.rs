//! The lab reads levels, replacements, odds combats and set-ups from the log alone, whatever the
//! system: here from logs written by hand, about the hexes and units of The Kaiser's Battle.

use std::sync::OnceLock;

use salient_lab::{
    FactKind, GameReport, Options, Part, Report, Shard, SubjectIndex, Tally, Totals, compare,
    merge, tables,
};
use salient_rules::{Bot, Outcome, Prepared};
use salient_schema::event::{Detail, Event, EventKind, Payload};
use salient_schema::map::{Zone, ZoneKind};
use salient_schema::scenario::ZoneControl;
use salient_storm_in_the_west::event::Detail as OwnDetail;
use serde_json::{Value, json};

use crate::support::{SYSTEMS, kaisers_battle, storm_in_the_west};

pub const GERMAN: &str = "de-113-3";
const OTHER_GERMAN: &str = "de-88-3";
pub const BRITISH: &str = "br-182-3";
/// A unit that waits in a pool and is put onto the map by the log alone.
pub const PLACED: &str = "de-regimental-replacement#1";

pub fn prepared() -> &'static Prepared {
    static PREPARED: OnceLock<Prepared> = OnceLock::new();
    PREPARED.get_or_init(|| Prepared::new(SYSTEMS, &kaisers_battle()).unwrap())
}

pub fn index() -> SubjectIndex {
    SubjectIndex::new(SYSTEMS, &kaisers_battle(), &prepared().start_quietly(1))
}

/// Events from their turns, names and fields: those of the core by themselves, all others as
/// 1918: Storm in the West tells them.
pub fn log(lines: &[(u16, &str, Value)]) -> Vec<Event> {
    let lines = lines.iter().enumerate().map(|(seq, (turn, event, fields))| {
        let mut line = fields.clone();
        line["event"] = json!(event);
        let (kind, detail) = match *event {
            "turn" | "turn_end" | "level" | "control" | "game_over" => {
                (serde_json::from_value(line), None)
            }
            _ => match serde_json::from_value::<OwnDetail>(line) {
                Ok(own) => (Ok(own.core()), Some(Detail::new(own))),
                Err(error) => (Err(error), None),
            },
        };
        let kind: EventKind = kind.unwrap_or_else(|error| panic!("{event}: {error}"));
        Event { seq: seq as u32, turn: *turn, phase: String::new(), kind, detail }
    });
    lines.collect()
}

pub fn turn(turn: u16) -> (u16, &'static str, Value) {
    (turn, "turn", json!({ "label": "" }))
}

pub fn turn_end(turn: u16, levels: Value) -> (u16, &'static str, Value) {
    (turn, "turn_end", json!({ "points": 0, "levels": levels, "state_hash": "" }))
}

fn level(id: &str, side: &str, value: i32) -> Value {
    json!({ "id": id, "side": side, "value": value })
}

pub fn over(turn: u16, side: &str, reason: &str) -> (u16, &'static str, Value) {
    let level = if side == "german" { "German victory" } else { "Allied victory" };
    let fields = json!({ "level": level, "side": side, "points": 0, "reason": reason,
        "state_hash": "", "rule": "SW 4.4" });
    (turn, "game_over", fields)
}

pub fn rebuilt(turn: u16, side: &str, nation: &str, steps: i32) -> (u16, &'static str, Value) {
    let unit = if side == "german" { GERMAN } else { BRITISH };
    let fields = json!({ "unit": unit, "side": side, "hex": "0101", "face": 0,
        "from_deadpile": steps > 1, "nation": nation, "steps": steps, "left": 3, "rule": "SW 9.2" });
    (turn, "rebuilt", fields)
}

pub fn attack(combat: u32, hex: &str, strengths: (i32, i32)) -> (u16, &'static str, Value) {
    let side = |side: &str, unit: &str, hex: &str, strength: i32, by: &[&str]| {
        json!({ "side": side, "units": [{ "unit": unit, "hex": hex, "face": 0, "factor": strength }],
            "full": strength, "strength": strength, "supported_by": by })
    };
    let fields = json!({
        "combat": combat, "hex": hex, "odds": "3:1", "column": "3:1", "result": "1/2",
        "attacker": side("german", GERMAN, "0101", strengths.0, &[OTHER_GERMAN]),
        "defender": side("allied", BRITISH, hex, strengths.1, &[]),
        "modifiers": [{ "value": -2, "reason": "allied-trench", "rule": "SW 13.21" }],
        "increments": [{ "side": "german", "points": 2, "reason": "fortress", "rule": "SW 13.27" }],
        "attacker_losses": 3, "defender_losses": 2, "rule": "SW 13.0",
    });
    (1, "odds_combat", fields)
}

pub fn loss(combat: u32, side: &str, steps: i32, gone: bool) -> (u16, &'static str, Value) {
    let unit = if side == "german" { GERMAN } else { BRITISH };
    let left = json!({ "reduced": { "face": 1, "strength": 1 } });
    let outcome = if gone { json!("eliminated") } else { left };
    let fields = json!({ "unit": unit, "side": side, "hex": "0202", "cause": "combat",
        "combat": combat, "face": 0, "strength": 4, "steps": steps, "outcome": outcome,
        "rule": "SW 13.5" });
    (1, "loss", fields)
}

pub fn retreat(combat: u32) -> (u16, &'static str, Value) {
    let fields = json!({ "combat": combat, "side": "allied", "units": [BRITISH], "from": "0202",
        "to": "0203", "rule": "SW 13.6" });
    (1, "retreat", fields)
}

/// The shard of a run that has played these games.
pub fn shard(index: &SubjectIndex, logs: &[Vec<Event>], part: Part) -> Shard {
    let options =
        Options { games: logs.len() as u32, seed: 1, bots: vec![Bot::HEURISTIC; 2], until: None };
    let mut totals = Totals::new(index.subject());
    let mut games = Vec::new();
    for (number, log) in logs.iter().enumerate() {
        let number = number as u32;
        if number % part.of != part.number - 1 {
            continue;
        }
        let mut tally = Tally::new(index);
        tally.fold(log);
        totals.add(&tally);
        let last = log.last().unwrap();
        let EventKind::GameOver(over) = &last.kind else {
            panic!("the log ends with the game");
        };
        games.push(GameReport {
            game: number,
            seed: 0,
            outcome: Outcome {
                level: over.level.clone(),
                side: over.side.clone(),
                points: over.points,
            },
            reason: tally.reason().cloned(),
            turns: last.turn,
            losses: Vec::new(),
            marks: tally.marks(),
            state_hash: String::new(),
        });
    }
    let subject = index.subject().clone();
    Shard {
        shard_version: salient_lab::SHARD_VERSION,
        part,
        options,
        seeds: Vec::new(),
        subject,
        totals,
        games,
    }
}

pub fn report(logs: &[Vec<Event>]) -> Report {
    shard(&index(), logs, Part::WHOLE).into_report()
}

/// Three games: two go to the check of turn 2, in one the morale falls to 0 in the midst of it.
fn three() -> Vec<Vec<Event>> {
    let levels = |german: i32, allied: i32, left: i32| {
        let mut left = level("replacements", "german", left);
        left["nation"] = json!("german");
        json!([level("morale", "german", german), level("morale", "allied", allied), left])
    };
    let change = json!({ "level": "morale", "side": "allied", "by": -6, "from": 5, "to": 0,
        "reason": "morale-hex", "hex": "0101", "rule": "SW 4.2" });
    vec![
        log(&[
            turn(1),
            rebuilt(1, "german", "german", 2),
            turn_end(1, levels(15, 13, 20)),
            turn(2),
            turn_end(2, levels(16, 11, 18)),
            over(2, "german", "turn-9-check"),
        ]),
        log(&[
            turn(1),
            turn_end(1, levels(17, 5, 22)),
            turn(2),
            (2, "level", change),
            over(2, "german", "morale"),
        ]),
        log(&[
            turn(1),
            rebuilt(1, "german", "german", 1),
            turn_end(1, levels(13, 15, 19)),
            turn(2),
            rebuilt(2, "german", "german", 3),
            rebuilt(2, "allied", "french", 1),
            turn_end(2, levels(12, 14, 16)),
            over(2, "german", "turn-9-check"),
        ]),
    ]
}

#[test]
fn levels_are_reported_by_turn_and_side() {
    let report = report(&three());
    let names: Vec<_> = report
        .standings
        .iter()
        .map(|s| (s.name.as_str(), s.side.as_str(), s.nation.as_deref()))
        .collect();
    assert_eq!(
        names,
        [
            ("Morale", "german", None),
            ("Morale", "allied", None),
            ("Replacements left", "german", Some("german")),
        ]
    );
    let german = &report.standings[0].turns;
    assert_eq!((german[0].turn, german[0].value.games), (1, 3));
    assert_eq!((german[0].value.mean, german[0].value.sd), (15.0, 2.0));
    assert_eq!((german[0].min, german[0].max), (13, 17));
    // The game that ended in the midst of turn 2 counts as it stood then.
    let allied = &report.standings[1].turns[1];
    assert_eq!((allied.value.games, allied.min, allied.max), (3, 0, 14));
    assert_eq!(allied.value.mean, 25.0 / 3.0);
    assert_eq!(german[1].value.mean, (16.0 + 17.0 + 12.0) / 3.0);
    assert_eq!(report.turns[1].points.games, 3, "the turn that was broken off counts");
    assert_eq!(report.reached_turns().len(), 2, "no game came to turn 3");
}

#[test]
fn who_wins_and_why() {
    let report = report(&three());
    let endings: Vec<_> = report
        .endings
        .iter()
        .map(|e| (e.side.as_str(), e.words.as_str(), e.share.count, e.share.of, e.turn.mean))
        .collect();
    assert_eq!(
        endings,
        [("german", "game-turn 9 check", 2, 3, 2.0), ("german", "morale at 0", 1, 3, 2.0)]
    );
    let words = |reason: &str| {
        let report = self::report(&[log(&[turn(1), over(1, "allied", reason)])]);
        report.endings[0].words.clone()
    };
    assert_eq!(words("armistice"), "armistice");
    assert_eq!(words("last-turn"), "last turn");
}

#[test]
fn replacements_are_means_over_all_games() {
    let report = report(&three());
    let [german, french] = report.replacements.as_slice() else { panic!("two nations") };
    assert_eq!((german.side.as_str(), german.nation.as_deref()), ("german", Some("german")));
    assert_eq!(german.whole.spent.mean, 2.0, "2, 0 and 4 steps");
    assert_eq!((german.whole.spent.games, german.whole.spent.sd), (3, 2.0));
    assert_eq!(german.whole.returned.mean, 2.0 / 3.0);
    let turns: Vec<_> = german.turns.iter().map(|t| (t.turn, t.used.spent.mean)).collect();
    assert_eq!(turns, [(0, 0.0), (1, 1.0), (2, 1.0)]);
    assert_eq!(french.whole.spent.mean, 1.0 / 3.0);
}

#[test]
fn shards_of_such_games_make_one_report() {
    let (index, logs) = (index(), three());
    let whole = serde_json::to_string(&report(&logs)).unwrap();
    let shards = [2, 1].map(|number| shard(&index, &logs, Part { number, of: 2 }));
    let text = shards.map(|shard| serde_json::to_string(&shard).unwrap());
    let shards = text.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let merged = merge(shards).unwrap();
    assert_eq!(serde_json::to_string(&merged).unwrap(), whole);
    assert!(!compare(&merged, &merged).distinguishable);
}

#[test]
fn tables_tell_the_same() {
    let report = report(&three());
    let tables = tables(&report);
    let text = |name: &str| &tables.iter().find(|table| table.name == name).unwrap().text;
    assert_eq!(
        text("endings.csv").lines().nth(1).unwrap().split(',').take(4).collect::<Vec<_>>(),
        ["german", "turn-9-check", "game-turn 9 check", "2"]
    );
    assert!(text("games.csv").starts_with("game,seed,level,side,points,turns,reason,"));
    let standings = text("standings.csv");
    assert_eq!(standings.lines().count(), 1 + 6);
    assert!(standings.contains("\nmorale,german,,1,3,15,2,"), "{standings}");
    let spent = text("replacements.csv");
    assert!(spent.contains("\nallied,french,,2,3,0,0.333"), "{spent}");
}

#[test]
fn attacks_are_counted_by_the_columns_of_the_combat_results_table() {
    let bundle = storm_in_the_west("campaign");
    let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
    let subject = SubjectIndex::new(SYSTEMS, &bundle, &prepared.start_quietly(1)).subject().clone();
    let bands: Vec<&str> = subject.odds.iter().map(|band| band.name.as_str()).collect();
    let mut table = bundle.ruleset.tables.iter();
    let table = table.find(|table| table.columns.first().is_some_and(|head| head == "1:2"));
    let columns = &table.unwrap().columns;
    let mut wanted = vec!["under 1:2"];
    wanted.extend(columns.iter().map(String::as_str));
    *wanted.last_mut().unwrap() = "7:1 and more";
    assert_eq!(bands, wanted);
    // The Kaiser's Battle has no columns of odds.
    assert!(index().subject().odds.iter().any(|band| band.name == "3:2"));
}

#[test]
fn attacks_by_odds_count_as_attacks() {
    let log = log(&[
        turn(1),
        // The defender retreats: won.
        attack(1, "0202", (9, 3)),
        loss(1, "german", 1, false),
        loss(1, "allied", 2, false),
        retreat(1),
        (
            1,
            "occupy",
            json!({ "combat": 1, "unit": GERMAN, "side": "german", "from": "0101",
            "to": "0202", "rule": "SW 13.7" }),
        ),
        // He stays: failed.
        attack(2, "0203", (9, 3)),
        loss(2, "german", 2, false),
        // He is removed: won.
        attack(3, "0203", (9, 3)),
        loss(3, "allied", 1, true),
        // Nobody is left to attack.
        attack(4, "0203", (1, 3)),
        loss(4, "german", 1, true),
        turn_end(1, json!([])),
        over(1, "allied", "last-turn"),
    ]);
    let report = report(&[log]);
    let turn = &report.turns[0];
    assert_eq!((turn.sides[0].attacks.mean, turn.sides[1].attacks.mean), (4.0, 0.0));
    assert_eq!((turn.sides[0].steps.mean, turn.sides[1].steps.mean), (4.0, 3.0));
    let band = |name: &str| report.odds.iter().find(|band| band.band == name).unwrap();
    let three = band("3:1");
    assert_eq!((three.attacks, three.won.count, three.failed), (3, 2, 1));
    assert_eq!((three.attacker_steps, three.defender_steps), (3, 3));
    let poor = band("under 1:2");
    assert_eq!((poor.attacks, poor.attacker_eliminated, poor.attacker_steps), (1, 1, 1));
    let unit = |id: &str| report.units.iter().find(|unit| unit.unit == id).unwrap();
    assert_eq!((unit(GERMAN).attacks, unit(GERMAN).hexes), (4, 1));
    assert_eq!((unit(BRITISH).defences, unit(BRITISH).hexes), (4, 1));
    assert_eq!(unit(OTHER_GERMAN).attacks, 4, "in support");
    let place = |hex: &str| report.subject.hexes.iter().position(|other| other == hex).unwrap();
    assert_eq!(report.heat.fought[place("0203")], 3);
    assert_eq!(report.heat.entered[place("0202")], 1);
    let cited = |rule: &str| report.rules.iter().any(|met| met.rule == rule);
    assert!(cited("SW 13.0") && cited("SW 13.21") && cited("SW 13.27") && cited("SW 13.7"));
}

/// A set-up by the log of a unit that moves by rail later, if it does.
fn placed(moves: bool) -> Vec<Event> {
    let mut lines = vec![
        (
            0,
            "set_up",
            json!({ "unit": PLACED, "side": "german", "hex": "0505", "face": 0,
            "rule": "SW 3.7" }),
        ),
        turn(1),
    ];
    if moves {
        let fields = json!({ "unit": PLACED, "side": "german", "from": "0505", "to": "0507",
            "path": ["0506", "0507"], "number": 1, "limit": 4, "rule": "SW 10.0" });
        lines.push((1, "strategic_move", fields));
    }
    lines.extend([turn_end(1, json!([])), over(1, "german", "last-turn")]);
    log(&lines)
}

#[test]
fn a_unit_that_is_set_up_by_its_owner_is_on_the_map() {
    let report = report(&vec![placed(true); 20]);
    let unit = report.units.iter().find(|unit| unit.unit == PLACED).unwrap();
    assert_eq!((unit.present, unit.used, unit.moves, unit.hexes), (20, 20, 20, 40));
    let about = |kind: FactKind| {
        let facts = report.facts.iter().filter(|fact| fact.kind == kind);
        facts.filter(|fact| fact.unit.as_deref() == Some(PLACED)).count()
    };
    for kind in [FactKind::LostAtOnce, FactKind::UnitNeverSeen, FactKind::UnitNeverUsed] {
        assert_eq!(about(kind), 0, "{kind:?}");
    }
    let place = |hex: &str| report.subject.hexes.iter().position(|other| other == hex).unwrap();
    assert_eq!(report.front[0].held[0][place("0505")], 20, "it holds its hex from the set-up on");
    assert_eq!(report.heat.entered[place("0505")], 0, "to be set up is not to enter");
    assert_eq!(report.heat.entered[place("0507")], 20);

    let still = self::report(&vec![placed(false); 20]);
    let fact = still.facts.iter().find(|fact| fact.unit.as_deref() == Some(PLACED)).unwrap();
    assert_eq!((fact.kind, fact.games), (FactKind::UnitNeverUsed, 20));
}

#[test]
fn the_front_begins_as_the_set_up_says_who_controls_what() {
    let mut bundle = kaisers_battle();
    let hexes = ["0101", "0102", "0103"].map(str::to_owned).to_vec();
    bundle.map.zones.items.push(Zone {
        id: "allied-side".to_owned(),
        name: "Allied side".to_owned(),
        kind: ZoneKind::Other,
        owner: None,
        colour: None,
        hexes,
    });
    bundle.scenario.setup.control =
        vec![ZoneControl { side: "allied".to_owned(), zone: "allied-side".to_owned() }];
    let index = SubjectIndex::new(SYSTEMS, &bundle, &prepared().start_quietly(1));
    let report = shard(&index, &[placed(false)], Part::WHOLE).into_report();
    let place = |hex: &str| report.subject.hexes.iter().position(|other| other == hex).unwrap();
    assert_eq!(report.front[0].held[1][place("0102")], 1);
    let free = (0..report.subject.hexes.len())
        .filter(|&at| report.front[0].held.iter().all(|held| held[at] == 0))
        .count();
    assert!(free > 0, "what no zone gives to a side and no unit stands in is nobody's");
}

#[test]
fn a_hex_that_changes_hands_is_held_by_the_side_that_takes_it() {
    let bundle = kaisers_battle();
    let control = json!({ "hex": "0505", "side": "allied", "unit": BRITISH, "rule": "SW 4.2" });
    let log = log(&[
        turn(1),
        (1, "control", control),
        turn_end(1, json!([])),
        over(1, "allied", "last-turn"),
    ]);
    let index = SubjectIndex::new(SYSTEMS, &bundle, &prepared().start_quietly(1));
    let report = shard(&index, &[log], Part::WHOLE).into_report();
    let place = report.subject.hexes.iter().position(|hex| hex == "0505").unwrap();
    assert_eq!((report.front[1].held[0][place], report.front[1].held[1][place]), (0, 1));
}
