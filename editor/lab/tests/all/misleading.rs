//! A report does not mislead: attacks stand by the column that was read, what is left over is told,
//! and a bot's doing is told apart from the set-up's and from what the game's end brings. From logs
//! written by hand, as in [`crate::ledger`].

use salient_lab::view::{Content, Scenery, View};
use salient_lab::{Fact, FactCause, FactKind, Part, Report, merge, tables};
use salient_schema::event::Event;
use serde_json::{Value, json};

use crate::ledger::{
    BRITISH, GERMAN, PLACED, attack, index, log, loss, over, rebuilt, report, retreat, shard, turn,
    turn_end,
};

type Line = (u16, &'static str, Value);

fn game(turns: Vec<Vec<Line>>) -> Vec<Event> {
    let mut lines = Vec::new();
    for (at, events) in turns.into_iter().enumerate() {
        let at = at as u16 + 1;
        lines.push(turn(at));
        lines.extend(events.into_iter().map(|(_, name, fields)| (at, name, fields)));
        lines.push(turn_end(at, json!([])));
    }
    let last = lines.iter().map(|line| line.0).max().unwrap();
    lines.push(over(last, "german", "last-turn"));
    log(&lines)
}

fn facts(report: &Report, kind: FactKind) -> Vec<&Fact> {
    report.facts.iter().filter(|fact| fact.kind == kind).collect()
}

/// An attack whose odds are too poor for a column.
fn poor(combat: u32) -> Line {
    let (at, name, mut fields) = attack(combat, "0202", (1, 9));
    fields["odds"] = json!("1:9");
    fields.as_object_mut().unwrap().remove("column");
    (at, name, fields)
}

#[test]
fn attacks_stand_by_the_column_that_was_read() {
    let first = vec![
        // Raw odds of 2:1, but what is halved for want of supply is not in the column.
        attack(1, "0202", (8, 4)),
        loss(1, "german", 1, false),
        loss(1, "allied", 2, false),
        retreat(1),
        attack(2, "0202", (12, 4)),
        loss(2, "german", 1, false),
        poor(3),
    ];
    let report = report(&[game(vec![first])]);
    let rows: Vec<_> = report
        .columns
        .iter()
        .map(|row| {
            let odds = row.odds.as_deref().unwrap();
            (row.column.as_str(), odds, row.added, row.attacks, row.won, row.failed)
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("no column", "under 1:2", None, 1, 0, 1),
            ("3:1", "2:1", Some(-2), 1, 1, 0),
            ("3:1", "3:1", Some(-2), 1, 0, 1),
        ]
    );
    let steps: Vec<_> =
        report.columns.iter().map(|row| (row.attacker_steps, row.defender_steps)).collect();
    assert_eq!(steps, [(0, 0), (1, 2), (1, 0)]);
    assert!(report.columns.iter().all(|row| row.side == "german"));

    let view = View::new(&report, None, &Scenery::new(&report, None));
    let by_column = view.table("attacks-by-column").unwrap();
    let heads: Vec<String> =
        by_column.rows.iter().map(|row| row.cells[1].data().concat()).collect();
    assert_eq!(heads, ["no column", "3:1"], "whatever the raw odds were");
    let added = &by_column.rows[1].cells[2];
    assert_eq!(added.data(), ["−2"]);
    let told = view.section("combat").unwrap();
    let first = told.tables().next().unwrap();
    assert_eq!(first.id, "attacks-by-column", "it stands before the raw odds");
    // Two raw odds, one column: that is no table by itself.
    assert!(view.table("columns-by-odds").is_none());
    let csv = tables(&report).into_iter().find(|table| table.name == "columns.csv").unwrap();
    assert!(csv.text.contains("german,'3:1,'2:1,-2,1,1,0,0,1,2"), "{}", csv.text);
}

#[test]
fn raw_odds_that_end_up_in_several_columns_are_told() {
    let (at, name, mut other) = attack(2, "0202", (12, 4));
    other["column"] = json!("2:1");
    let report = report(&[game(vec![vec![attack(1, "0202", (12, 4)), (at, name, other)]])]);
    let view = View::new(&report, None, &Scenery::new(&report, None));
    let table = view.table("columns-by-odds").unwrap();
    let heads: Vec<&str> = table.headed().map(|(_, _, heading)| heading).collect();
    assert_eq!(heads, ["Side", "Raw odds", "Attacks a game", "2:1", "3:1"]);
    assert_eq!(table.rows.len(), 1);
}

fn received(nation: Option<&str>, pool: Option<&str>, steps: i32) -> Line {
    let mut fields = json!({ "side": "german", "received": steps, "left": 0, "rule": "SW 8.2" });
    if let Some(nation) = nation {
        fields["nation"] = json!(nation);
    }
    if let Some(pool) = pool {
        fields["pool"] = json!(pool);
    }
    (1, "replacements", fields)
}

/// Games in which a side receives twelve steps and spends so many of them.
fn spending(spent: &[i32]) -> Vec<Vec<Event>> {
    let game = |&spent: &i32| {
        let mut first = vec![received(Some("german"), None, 12)];
        first.extend((spent > 0).then(|| rebuilt(1, "german", "german", spent)));
        game(vec![first])
    };
    spent.iter().map(game).collect()
}

#[test]
fn more_than_a_third_left_over_in_most_games_is_a_finding() {
    let told = |spent: &[i32]| {
        let report = report(&spending(spent));
        let found = facts(&report, FactKind::ResourceLeftOver);
        found.first().map(|fact| (fact.words.clone(), fact.games))
    };
    // A third itself is not more than a third.
    assert_eq!(told(&[8; 20]), None);
    let words = "the German side never spends 5.0 of its 12.0 German replacement steps a game";
    assert_eq!(told(&[7; 20]), Some((words.to_owned(), 20)));
    let words = "the German side never spends any of its 12.0 German replacement steps a game";
    assert_eq!(told(&[0; 20]), Some((words.to_owned(), 20)));
    // Half of the games are not most of them.
    assert_eq!(told(&[[0; 10], [12; 10]].concat()), None);
    assert_eq!(told(&[&[0; 11][..], &[12; 9]].concat()).map(|(_, games)| games), Some(11));
    assert_eq!(told(&[0; 19]), None, "of too few games nothing is said");
}

#[test]
fn what_lapses_is_left_over_and_what_a_nation_spends_of_a_pool_is_the_pools() {
    let (at, name, mut fields) = rebuilt(1, "german", "german", 2);
    fields["pool"] = json!("mechanised");
    let first = vec![
        received(None, Some("mechanised"), 5),
        (at, name, fields),
        received(None, Some("mechanised"), -3),
    ];
    let report = report(&[game(vec![first])]);
    let of = &report.resources[0];
    assert_eq!(of.name, "mechanised replacement steps");
    assert_eq!((of.received.mean, of.spent.mean, of.left.mean), (5.0, 2.0, 3.0));
    assert_eq!(report.resources.len(), 1);
}

fn crowded() -> Line {
    let (at, name, mut fields) = loss(1, "german", 1, true);
    fields.as_object_mut().unwrap().remove("combat");
    fields["cause"] = json!("stacking");
    (at, name, fields)
}

fn moved(to: &str) -> Line {
    let fields = json!({ "unit": GERMAN, "side": "german", "from": "0505", "to": to,
        "path": [to], "number": 1, "limit": 4, "rule": "SW 10.0" });
    (1, "strategic_move", fields)
}

#[test]
fn a_stack_that_is_too_high_is_the_doing_of_whoever_made_it_so() {
    let told = |lines: Vec<Line>| {
        let report = report(&vec![game(vec![lines]); 20]);
        let fact = report.facts.iter().find(|fact| fact.kind.name().starts_with("overstacked"));
        let fact = fact.unwrap();
        (fact.kind, fact.kind.cause(), fact.words.clone())
    };
    let too_high = "units are removed because the stack in 0202 is too high";
    let as_set_up = (
        FactKind::OverstackedSetUp,
        FactCause::SetUp,
        format!("{too_high} as the scenario sets it up"),
    );
    assert_eq!(told(vec![crowded()]), as_set_up);
    assert_eq!(told(vec![moved("0203"), crowded()]), as_set_up, "a move elsewhere");
    let by_move =
        (FactKind::Overstacked, FactCause::Bots, format!("{too_high} after a move into it"));
    assert_eq!(told(vec![moved("0202"), crowded()]), by_move);
    // The enemy has been there since, and gone: it stands as nobody's move left it.
    let enemy = json!({ "unit": BRITISH, "side": "allied", "from": "0303", "to": "0202",
        "path": ["0202"], "number": 1, "limit": 4, "rule": "SW 10.0" });
    assert_eq!(told(vec![moved("0202"), (1, "strategic_move", enemy), crowded()]), as_set_up);
    let placed = json!({ "unit": PLACED, "side": "german", "hex": "0202", "face": 0,
        "from_deadpile": true, "nation": "german", "steps": 1, "left": 0, "rule": "SW 8.5" });
    assert_eq!(told(vec![(1, "rebuilt", placed), crowded()]).1, FactCause::Bots);
}

fn taken(hex: &str, side: &str) -> Line {
    let unit = if side == "german" { GERMAN } else { BRITISH };
    (1, "control", json!({ "hex": hex, "side": side, "unit": unit, "rule": "SW 4.2" }))
}

#[test]
fn towns_taken_on_the_last_game_turn_alone_are_a_dash() {
    let towns: Vec<String> =
        index().subject().towns.iter().map(|town| town.hex.clone()).take(4).collect();
    // Four towns, so many of them on the last game-turn that is played; the scenario has ten.
    let played = |last: usize, turns: usize| {
        let mut all = vec![Vec::new(); turns];
        for (at, hex) in towns.iter().enumerate() {
            let on = if at < last { turns - 1 } else { 0 };
            all[on].push(taken(hex, "german"));
        }
        report(&vec![game(all); 20])
    };
    let none = played(0, 10);
    assert!(facts(&none, FactKind::LastTurnTowns).is_empty());
    let one = played(1, 10);
    let fact = facts(&one, FactKind::LastTurnTowns)[0];
    assert_eq!((fact.games, fact.of, fact.kind.cause()), (20, 20, FactCause::End));
    assert!(fact.words.contains("25\u{a0}% of the towns"), "{}", fact.words);
    assert!(fact.words.ends_with("1.0 of 4.0 a game"), "{}", fact.words);
    // Whoever wins before has not dashed.
    assert!(facts(&played(1, 9), FactKind::LastTurnTowns).is_empty());
    // One game in five that comes to the last turn is enough to tell of those that do.
    let mixed = |long: usize| {
        let of = |turns: usize| {
            let mut all = vec![Vec::new(); turns];
            all[turns - 1].push(taken(&towns[0], "german"));
            game(all)
        };
        report(&[vec![of(10); long], vec![of(9); 20 - long]].concat())
    };
    let fact = &mixed(4).facts.iter().find(|fact| fact.kind == FactKind::LastTurnTowns).cloned();
    assert_eq!(fact.as_ref().map(|fact| (fact.games, fact.of)), Some((4, 4)));
    assert!(facts(&mixed(3), FactKind::LastTurnTowns).is_empty());
    // What is taken back is held by nobody who dashed.
    let mut all = vec![Vec::new(); 10];
    all[9] = vec![taken(&towns[0], "german"), taken(&towns[0], "allied")];
    let back = report(&vec![game(all); 20]);
    let sides: Vec<_> =
        facts(&back, FactKind::LastTurnTowns).iter().map(|fact| fact.side.clone()).collect();
    assert_eq!(sides, [Some("allied".to_owned())]);
}

#[test]
fn attacks_without_hope_are_the_bots_doing() {
    let hopeless = vec![poor(1), loss(1, "german", 2, false), loss(1, "allied", 1, false)];
    let told = report(&vec![game(vec![hopeless]); 20]);
    let fact = facts(&told, FactKind::HopelessAttacks)[0];
    assert_eq!((fact.kind.cause(), fact.games), (FactCause::Bots, 20));
    assert!(fact.words.contains("1.0 attacks a game at no column;"), "{}", fact.words);
    // The same column with less added to the dice is another matter.
    let (at, name, mut fair) = attack(2, "0202", (12, 4));
    fair["modifiers"] = json!([]);
    let lost = |number| [loss(number, "german", 2, false), loss(number, "allied", 1, false)];
    let mut lines = vec![attack(1, "0202", (12, 4))];
    lines.extend(lost(1));
    lines.push((at, name, fair));
    lines.push(retreat(2));
    let told = report(&vec![game(vec![lines]); 20]);
    let found = facts(&told, FactKind::HopelessAttacks);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].words.contains("at 3:1 with −2 to the dice"), "{}", found[0].words);
    // One attacker's step for each of the defender's is no hopeless attack.
    let even = vec![poor(1), loss(1, "german", 1, false), loss(1, "allied", 1, false)];
    let told = report(&vec![game(vec![even]); 20]);
    assert!(facts(&told, FactKind::HopelessAttacks).is_empty());
}

#[test]
fn findings_stand_under_their_causes_and_name_the_bots() {
    let mut games = spending(&[0; 20]);
    games.iter_mut().for_each(|events| {
        *events = game(vec![vec![received(Some("german"), None, 12), crowded()]]);
    });
    let report = report(&games);
    let causes: Vec<FactCause> = report.facts.iter().map(|fact| fact.kind.cause()).collect();
    assert!(causes.is_sorted(), "{causes:?}");
    assert!(report.facts.iter().all(|fact| fact.bots.len() == 2));
    let view = View::new(&report, None, &Scenery::new(&report, None));
    let parts: Vec<_> = view
        .section("facts")
        .unwrap()
        .content
        .iter()
        .filter_map(|content| match content {
            Content::Facts(part) => Some((part.title, part.lead.clone())),
            _ => None,
        })
        .collect();
    let titles: Vec<&str> = parts.iter().map(|(title, _)| *title).collect();
    assert_eq!(titles, ["The set-up", "The way the bots play", "The end of the game"]);
    let players = "Seen with German heuristic against Allied heuristic.";
    assert!(parts.iter().all(|(_, lead)| lead.ends_with(players)), "{parts:?}");
}

#[test]
fn shards_of_these_make_the_same_bytes() {
    let mut games = spending(&[0, 3, 12]);
    games.push(game(vec![vec![moved("0202"), crowded()], vec![taken("0505", "german")]]));
    games.push(game(vec![vec![attack(1, "0202", (12, 4)), poor(2), poor(3)]]));
    let whole = serde_json::to_string(&report(&games)).unwrap();
    for of in [2, 3] {
        let parts = (1..=of).map(|number| shard(&index(), &games, Part { number, of }));
        let text: Vec<String> = parts.map(|part| serde_json::to_string(&part).unwrap()).collect();
        let read = text.iter().rev().map(|text| serde_json::from_str(text).unwrap()).collect();
        assert_eq!(serde_json::to_string(&merge(read).unwrap()).unwrap(), whole, "{of} shards");
    }
}
