//! What helps in a sandbox, in a game of one's own with the usual kinds: reach, odds, warnings, the
//! steps of a game-turn, arrivals, points.

use salient_hex::{CompiledMap, Hex, HexGrid};
use salient_play::sandbox::{Act, Due, Movement, Odds, Piece, Sandbox, Unreached};
use salient_schema::map::{Grid, Map, Orientation};
use salient_schema::order_of_battle::OrderOfBattle;
use salient_schema::ruleset::SequenceStep;
use salient_schema::scenario::Scenario;
use salient_schema::{Bundle, Document, Id, Ruleset, read_text};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::support::SYSTEMS;

fn of<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// The ruleset with which a game of one's own begins from the usual kinds, of three sides of which
/// two are allied.
fn usual() -> Ruleset {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../document/templates/usual.ruleset.json");
    let text = std::fs::read_to_string(path).unwrap();
    let (Some(Document::Ruleset(mut ruleset)), _) = read_text("usual.ruleset.json", text) else {
        panic!("no ruleset");
    };
    ruleset.sides = of(json!([
        { "id": "anzac", "name": "Anzac", "alliance": "Entente" },
        { "id": "navy", "name": "Royal Navy", "alliance": "Entente" },
        { "id": "turkey", "name": "Turkey" },
    ]));
    let turn = |side: &str| -> SequenceStep {
        of(
            json!({ "id": format!("{side}-turn"), "name": format!("{side} player-turn"), "side": side,
            "steps": [
                { "id": format!("{side}-movement"), "name": "Movement", "side": side },
                { "id": format!("{side}-combat"), "name": "Combat", "side": side },
            ] }),
        )
    };
    ruleset.sequence = vec![turn("anzac"), turn("turkey")];
    ruleset.sequence.push(of(json!({ "id": "weather", "name": "Weather", "every": 2 })));
    *ruleset
}

/// A map of 9 by 7 hexes, all clear, with counters that wait to be placed.
fn landing(change: impl FnOnce(&mut Bundle, &HexGrid)) -> Bundle {
    let mut map = Map::empty("cove", "Cove", Grid::plain(Orientation::FlatTopped, 9, 7));
    map.terrain.palette = of(json!({ "c": "clear", "w": "woods", "~": "water" }));
    map.terrain.rows = vec!["c".repeat(9); 7];
    let counter = |id: &str, side: &str, kind: &str, size: &str, ratings: Value| {
        json!({ "id": id, "designation": id, "side": side, "type": kind, "size": size,
            "faces": [{ "ratings": ratings }] })
    };
    let ratings = |attack: i32, defence: i32, movement: i32| json!({ "attack": attack, "defence": defence, "movement": movement });
    let mut book = OrderOfBattle::empty("all", "All");
    book.counters = of(json!([
        counter("1st", "anzac", "infantry", "brigade", ratings(4, 4, 4)),
        counter("2nd", "anzac", "infantry", "brigade", ratings(4, 4, 3)),
        counter("guns", "anzac", "artillery", "battalion", ratings(3, 1, 1)),
        counter("horse", "anzac", "cavalry", "brigade", ratings(2, 2, 8)),
        counter("party", "navy", "infantry", "battalion", ratings(1, 1, 4)),
        counter("57th", "turkey", "infantry", "brigade", ratings(3, 3, 4)),
        counter("27th", "turkey", "infantry", "brigade", ratings(3, 2, 4)),
    ]));
    let mut scenario = Scenario::empty("landing", "Landing");
    scenario.turns = of(json!([
        { "turn": 1, "label": "Dawn" }, { "turn": 2, "label": "Noon" }, { "turn": 3, "label": "Dusk" },
    ]));
    let mut bundle = Bundle::new(usual(), map, vec![book], scenario);
    bundle.name_parts_by_id();
    let grid = HexGrid::new(&bundle.map.grid);
    change(&mut bundle, &grid);
    bundle
}

fn terrain(bundle: &mut Bundle, grid: &HexGrid, hex: Hex, glyph: &str) {
    let (column, row) =
        (hex.index() % usize::from(grid.columns()), hex.index() / usize::from(grid.columns()));
    bundle.map.terrain.rows[row].replace_range(column..=column, glyph);
}

/// The hex in the middle of the map and those around it.
fn middle(grid: &HexGrid) -> (Hex, [Hex; 6]) {
    let middle = grid.parse("0504").unwrap();
    (middle, grid.neighbours(middle).map(Option::unwrap))
}

fn put(sandbox: &mut Sandbox, counters: &[&str], hex: Hex) {
    let counters = counters.iter().map(|&id| id.to_owned()).collect();
    let to = sandbox.grid().label(hex);
    sandbox.do_it(Act::Move { counters, to }).unwrap();
}

fn pieces<'a>(sandbox: &'a Sandbox, names: &[&str]) -> Vec<&'a Piece> {
    names.iter().map(|name| sandbox.piece(name).unwrap()).collect()
}

/// What the counters pay for a hex; none where they do not get.
fn cost(bundle: &Bundle, sandbox: &Sandbox, names: &[&str], hex: Hex) -> Option<u32> {
    let pieces = pieces(sandbox, names);
    let reached = Movement::default().find(SYSTEMS, bundle, sandbox, &pieces).unwrap();
    reached.hexes.iter().find(|(other, _)| *other == hex).map(|(_, cost)| *cost)
}

#[test]
fn counters_get_as_far_as_the_slowest_pays_by_the_chart() {
    let bundle = landing(|bundle, grid| {
        let (middle, around) = middle(grid);
        terrain(bundle, grid, around[0], "w");
        terrain(bundle, grid, around[1], "~");
        terrain(bundle, grid, around[4], "w");
        let side =
            grid.side_label(grid.side(middle, grid.direction_to(middle, around[2]).unwrap()));
        bundle.map.hexsides.items = of(json!([{ "side": side, "kind": "river" }]));
        let road = [middle, around[4]].map(|hex| grid.label(hex));
        bundle.map.paths.items = of(json!([{ "kind": "road", "hexes": road }]));
        bundle.ruleset.terrain[1].effects.extend::<Vec<_>>(of(json!([
            { "when": { "unit": "cavalry", "use": "movement" }, "prohibited": true },
        ])));
    });
    let mut sandbox = Sandbox::new(&bundle, 1);
    let (start, around) = middle(sandbox.grid());
    put(&mut sandbox, &["1st", "2nd", "guns", "horse"], start);
    put(&mut sandbox, &["57th"], around[3]);
    put(&mut sandbox, &["party"], around[5]);
    let to = |names: &[&str], hex| cost(&bundle, &sandbox, names, hex);
    // Woods, water, over a river, an enemy, woods by a road, an ally.
    let all: Vec<_> = around.iter().map(|&hex| to(&["1st"], hex)).collect();
    assert_eq!(all, [Some(2), None, Some(2), None, Some(1), Some(1)]);
    // Cavalry goes into the woods by the road alone.
    let cavalry: Vec<_> = around.iter().map(|&hex| to(&["horse"], hex)).collect();
    assert_eq!(cavalry, [None, None, Some(2), None, Some(1), Some(1)]);
    assert_eq!(to(&["horse", "1st"], around[0]), None);
    // One hex can always be entered, for all that there is, and nothing beyond.
    assert_eq!(to(&["guns"], around[0]), Some(1));
    assert_eq!(to(&["guns"], around[1]), None);
    let beyond = sandbox.grid().parse("0501").unwrap();
    assert_eq!((to(&["guns"], beyond), to(&["1st"], beyond)), (None, Some(4)));
    // Together they are as slow as the slowest.
    let all =
        Movement::default().find(SYSTEMS, &bundle, &sandbox, &pieces(&sandbox, &["1st", "2nd"]));
    let all = all.unwrap();
    assert_eq!((all.allowance, all.slowest.as_str()), (3, "2nd"));
    assert!(all.hexes.iter().all(|(hex, cost)| *hex != start && *cost <= 3));
    let apart = pieces(&sandbox, &["1st", "party"]);
    let none = Movement::default().find(SYSTEMS, &bundle, &sandbox, &apart);
    assert_eq!(none, Err(Unreached::Apart));
}

#[test]
fn what_is_impassable_is_open_to_whom_an_effect_gives_a_cost() {
    let bundle = landing(|bundle, grid| {
        let (middle, around) = middle(grid);
        terrain(bundle, grid, around[0], "~");
        // The river is all around but for the water.
        let side =
            |to: &Hex| grid.side_label(grid.side(middle, grid.direction_to(middle, *to).unwrap()));
        let river = around[1..].iter().map(|to| json!({ "side": side(to), "kind": "river" }));
        bundle.map.hexsides.items = of(river.collect());
        let swims = json!([{ "when": { "unit": "cavalry", "use": "movement" }, "movement": 3 }]);
        let water = bundle.ruleset.terrain.iter_mut().find(|kind| kind.id == "water").unwrap();
        assert!(water.impassable);
        water.effects = of(swims.clone());
        let river = bundle.ruleset.hexsides.iter_mut().find(|kind| kind.id == "river").unwrap();
        (river.impassable, river.effects) = (true, of(swims));
    });
    let mut sandbox = Sandbox::new(&bundle, 1);
    let (start, around) = middle(sandbox.grid());
    put(&mut sandbox, &["1st", "horse"], start);
    let to = |names: &[&str]| [0, 1].map(|at| cost(&bundle, &sandbox, names, around[at]));
    // Into the water, and over the river into clear ground.
    assert_eq!(to(&["horse"]), [Some(3), Some(4)]);
    // On foot nowhere, and nobody goes where one of those with him cannot.
    assert_eq!(to(&["1st"]), [None, None]);
    assert_eq!(to(&["horse", "1st"]), [None, None]);
}

#[test]
fn a_slope_costs_whoever_goes_up() {
    let bundle = landing(|bundle, grid| {
        // A hill with an escarpment all round.
        let (_, around) = middle(grid);
        let below = grid.neighbours(around[0]).into_iter().flatten();
        let sides = below.map(|below| {
            let side = grid.side(around[0], grid.direction_to(around[0], below).unwrap());
            json!({ "side": grid.side_label(side), "kind": "escarpment" })
        });
        bundle.map.hexsides.items = of(sides.collect());
        bundle.ruleset.hexsides[1].effects = of(json!([
            { "when": { "use": "movement", "slope": "up" }, "movement": 2 },
            { "when": { "use": "movement", "slope": "down" }, "movement": 0 },
        ]));
        let mut rows = vec!["0".repeat(9); 7];
        let (column, row) = (around[0].index() % 9, around[0].index() / 9);
        rows[row].replace_range(column..=column, "1");
        bundle.map.elevation = Some(of(json!({
            "provenance": "invented", "palette": { "0": 0, "1": 1 }, "rows": rows,
        })));
    });
    let mut sandbox = Sandbox::new(&bundle, 1);
    let (foot, around) = middle(sandbox.grid());
    put(&mut sandbox, &["1st"], foot);
    assert_eq!(cost(&bundle, &sandbox, &["1st"], around[0]), Some(3));
    put(&mut sandbox, &["1st"], around[0]);
    assert_eq!(cost(&bundle, &sandbox, &["1st"], foot), Some(1));
}

fn attack(
    bundle: &Bundle,
    sandbox: &Sandbox,
    names: &[&str],
    attacker: Option<&str>,
) -> Option<Odds> {
    let map = CompiledMap::new(&bundle.map, &bundle.ruleset).unwrap();
    let attacker = attacker.map(str::to_owned);
    sandbox.odds(SYSTEMS, bundle, Some(&map), &pieces(sandbox, names), attacker.as_ref())
}

#[test]
fn an_attack_has_odds_a_column_and_shifts() {
    let bundle = landing(|bundle, grid| {
        let (middle, around) = middle(grid);
        terrain(bundle, grid, middle, "w");
        let sides = [around[0], around[1]].map(|from| {
            let direction = grid.direction_to(middle, from).unwrap();
            grid.side_label(grid.side(middle, direction))
        });
        let rivers = sides.map(|side| json!({ "side": side, "kind": "river" }));
        bundle.map.hexsides.items = of(json!(rivers));
    });
    let mut sandbox = Sandbox::new(&bundle, 1);
    let (defended, around) = middle(sandbox.grid());
    put(&mut sandbox, &["57th"], defended);
    put(&mut sandbox, &["1st"], around[0]);
    put(&mut sandbox, &["2nd"], around[1]);
    put(&mut sandbox, &["party"], around[2]);
    let odds = |names: &[&str], attacker| attack(&bundle, &sandbox, names, attacker);
    let table = &bundle.ruleset.tables[0];
    let told = |odds: &Odds| {
        let column = odds.column(table).map(|at| table.columns[at].as_str());
        (column.unwrap_or_default().to_owned(), odds.shift(), odds.in_words(None))
    };
    // It is Anzac's player-turn; all come across the river.
    let across = odds(&["57th", "1st", "2nd"], None).unwrap();
    assert_eq!((across.attacker.as_str(), across.defender.as_str()), ("anzac", "turkey"));
    let words = "8 to 3, 2:1; Woods -1, River -1".to_owned();
    assert_eq!(told(&across), ("2:1".to_owned(), -2, words));
    // One of them, an ally, does not: the river shifts only where every attacker crosses it.
    let beside = odds(&["57th", "1st", "2nd", "party"], None).unwrap();
    assert_eq!(told(&beside).2, "9 to 3, 3:1; Woods -1");
    // The other way round, out of the woods into clear terrain; the nearest hex counts for itself.
    let switched = odds(&["57th", "party"], Some("turkey")).unwrap();
    assert_eq!(told(&switched).2, "3 to 1, 3:1");
    // Friends alone make no attack.
    assert_eq!(odds(&["1st", "party"], None), None);
    // The phasing side attacks unless somebody says otherwise.
    let mut later = sandbox.clone();
    later.do_it(Act::Step { to: "turkey-combat".to_owned() }).unwrap();
    let of_phase = attack(&bundle, &later, &["1st", "57th"], None).unwrap();
    assert_eq!(
        (of_phase.attacker.as_str(), told(&of_phase).2.as_str()),
        ("turkey", "3 to 4, 1:2; River -1")
    );
}

#[test]
fn a_position_is_warned_of_and_never_refused() {
    let bundle = landing(|bundle, grid| {
        let (_, around) = middle(grid);
        terrain(bundle, grid, around[0], "~");
    });
    let mut sandbox = Sandbox::new(&bundle, 1);
    let (hex, around) = middle(sandbox.grid());
    let warned = |sandbox: &Sandbox| sandbox.warnings(SYSTEMS, &bundle).len();
    put(&mut sandbox, &["1st", "2nd"], hex);
    assert_eq!(warned(&sandbox), 0);
    put(&mut sandbox, &["guns"], hex);
    let found = sandbox.warnings(SYSTEMS, &bundle);
    assert!(found[0].message.contains("13 stacking points"), "{found:#?}");
    put(&mut sandbox, &["horse"], around[0]);
    assert_eq!(warned(&sandbox), 2);
    // An ally may stand there, an enemy not.
    put(&mut sandbox, &["party"], around[1]);
    put(&mut sandbox, &["57th"], around[1]);
    assert_eq!(warned(&sandbox), 3);
    assert!(sandbox.undo());
    assert_eq!(warned(&sandbox), 2);
}

#[test]
fn the_steps_of_a_game_turn_are_ticked_through() {
    let bundle = landing(|_, _| ());
    let mut sandbox = Sandbox::new(&bundle, 1);
    let ids = |sandbox: &Sandbox| -> Vec<Id> {
        let played = sandbox.steps().filter(|step| !step.is_heading);
        played.map(|step| step.id().clone()).collect()
    };
    let first = ["anzac-movement", "anzac-combat", "turkey-movement", "turkey-combat", "weather"];
    assert_eq!(ids(&sandbox), first);
    let now = |sandbox: &Sandbox| sandbox.step().unwrap().id().clone();
    sandbox.do_it(Act::Step { to: "turkey-movement".to_owned() }).unwrap();
    assert_eq!(now(&sandbox), "turkey-movement");
    assert_eq!(sandbox.next_step().unwrap().id(), "turkey-combat");
    let over: Vec<_> =
        sandbox.steps().filter(|step| sandbox.is_over(step)).map(|s| s.id()).collect();
    assert_eq!(over, ["anzac-movement", "anzac-combat"]);
    let log: Vec<String> = sandbox.log(&bundle).collect();
    assert_eq!(log, ["Step: Movement (Turkey)"]);
    // The next game-turn begins with its first step, and has not every one.
    sandbox.do_it(Act::NextTurn {}).unwrap();
    assert_eq!((now(&sandbox), ids(&sandbox).len()), ("anzac-movement".to_owned(), 4));
    for nothing in ["weather", "anzac-turn", "nobody"] {
        let refused = sandbox.do_it(Act::Step { to: nothing.to_owned() }).unwrap_err();
        assert!(refused.to_string().contains("no step"), "{refused}");
    }
    assert!(sandbox.undo());
    assert_eq!(now(&sandbox), "turkey-movement");

    // A scenario that begins in the midst of a game-turn begins with its step.
    let midst = landing(|bundle, _| {
        bundle.scenario.start = Some(of(json!({ "step": "turkey-turn" })));
    });
    assert_eq!(now(&Sandbox::new(&midst, 1)), "turkey-movement");
}

#[test]
fn whoever_is_due_comes_in_by_hexes_letter_or_zone() {
    let bundle = landing(|bundle, _| {
        bundle.map.features.items = of(json!([{ "hex": "0101", "kind": "entry", "letter": "A" }]));
        bundle.map.zones.items = of(json!([
            { "id": "beach", "name": "The beach", "kind": "other", "hexes": ["0102", "0103"] },
        ]));
        bundle.scenario.reinforcements = of(json!([
            { "turn": 1, "side": "anzac", "entry": { "letter": "A" }, "counters": ["1st", "2nd"] },
            { "turn": 2, "side": "navy", "entry": { "zone": "beach" }, "counters": ["party"],
              "condition": { "die_at_most": 3, "while_holding": "beach" } },
            { "turn": 2, "side": "turkey", "entry": { "hexes": ["0901"] }, "counters": ["57th"] },
        ]));
    });
    let mut sandbox = Sandbox::new(&bundle, 1);
    let labels = |sandbox: &Sandbox, due: &Due| -> Vec<String> {
        due.hexes.iter().map(|&hex| sandbox.grid().label(hex)).collect()
    };
    let due = sandbox.due(&bundle);
    assert_eq!(due.len(), 1);
    assert_eq!(
        (due[0].counters.as_slice(), labels(&sandbox, &due[0])),
        (["1st", "2nd"].map(str::to_owned).as_slice(), vec!["0101".to_owned()])
    );
    put(&mut sandbox, &["1st"], due[0].hexes[0]);
    assert_eq!(sandbox.due(&bundle)[0].counters, ["2nd"]);
    sandbox.do_it(Act::NextTurn {}).unwrap();
    let due = sandbox.due(&bundle);
    assert_eq!(due.len(), 3, "who is late is still due");
    assert_eq!(labels(&sandbox, &due[1]), ["0102", "0103"]);
    let condition = "on a die of 1 to 3, while holding The beach";
    assert_eq!(due[1].condition.as_deref(), Some(condition));
    assert_eq!(labels(&sandbox, &due[2]), ["0901"]);
}

#[test]
fn of_several_alike_each_is_due_with_its_own_group_and_once() {
    let bundle = landing(|bundle, _| {
        bundle.orders_of_battle[0].counters[5].count = 3;
        bundle.scenario.reinforcements = of(json!([
            { "turn": 2, "side": "turkey", "entry": { "hexes": ["0801"] }, "counters": ["57th"] },
            { "turn": 1, "side": "turkey", "entry": { "hexes": ["0901"] }, "counters": ["57th"] },
            { "turn": 1, "side": "turkey", "entry": { "hexes": ["0907"] }, "counters": ["57th"] },
        ]));
    });
    let mut sandbox = Sandbox::new(&bundle, 1);
    let offered = |sandbox: &Sandbox| -> Vec<(String, String)> {
        let due = sandbox.due(&bundle).into_iter();
        due.map(|due| (due.counters.join(" "), sandbox.grid().label(due.hexes[0]))).collect()
    };
    let pair = |name: &str, hex: &str| (name.to_owned(), hex.to_owned());
    assert_eq!(offered(&sandbox), [pair("57th#2", "0901"), pair("57th#3", "0907")]);
    let hex = sandbox.due(&bundle)[0].hexes[0];
    put(&mut sandbox, &["57th#2"], hex);
    assert_eq!(offered(&sandbox), [pair("57th#3", "0907")], "who came is not offered again");
    sandbox.do_it(Act::NextTurn {}).unwrap();
    let now = [pair("57th#1", "0801"), pair("57th#3", "0907")];
    assert_eq!(offered(&sandbox), now, "who is late keeps the hex of his own group");
    sandbox.undo();
    sandbox.undo();
    assert_eq!(offered(&sandbox).len(), 2);
}

#[test]
fn points_count_for_whoever_held_a_hex_last_and_by_hand() {
    let bundle = landing(|bundle, grid| {
        let (middle, around) = middle(grid);
        let [hill, cove, fort] = [middle, around[0], around[3]].map(|hex| grid.label(hex));
        bundle.map.features.items = of(json!([
            { "hex": hill, "kind": "objective" },
            { "hex": cove, "kind": "objective", "value": 5, "owner": "turkey" },
            { "hex": fort, "kind": "fort" },
        ]));
        bundle.map.features.items.sort_unstable_by(|one, other| one.hex.cmp(&other.hex));
        bundle.scenario.victory.scores = of(json!([
            { "id": "objective", "meaning": "An objective", "points": 2, "features": ["objective"] },
        ]));
    });
    let mut sandbox = Sandbox::new(&bundle, 1);
    let (hill, around) = middle(sandbox.grid());
    let points = |sandbox: &Sandbox| -> Vec<(i64, i64)> {
        let points = sandbox.points(&bundle);
        points.iter().map(|side| (side.by_hand, side.held)).collect()
    };
    assert_eq!(points(&sandbox), [(0, 0), (0, 0), (0, 5)], "as the map has it when play begins");
    put(&mut sandbox, &["1st"], hill);
    put(&mut sandbox, &["1st"], around[1]);
    assert_eq!(points(&sandbox), [(0, 2), (0, 0), (0, 5)], "it was held last, and nobody is there");
    // Enemies in one hex: whoever held it holds it until one of them is alone.
    put(&mut sandbox, &["57th", "1st"], around[0]);
    assert_eq!(points(&sandbox), [(0, 2), (0, 0), (0, 5)]);
    sandbox.do_it(Act::Remove { counters: vec!["57th".to_owned()] }).unwrap();
    assert_eq!(points(&sandbox), [(0, 7), (0, 0), (0, 0)]);
    let act = |side: &str, points| Act::Points {
        side: side.to_owned(),
        points,
        reason: "a beach".to_owned(),
    };
    sandbox.do_it(act("navy", 4)).unwrap();
    sandbox.do_it(act("navy", -1)).unwrap();
    assert_eq!(points(&sandbox)[1], (3, 0));
    let log: Vec<String> = sandbox.log(&bundle).collect();
    assert_eq!(log.last().unwrap(), "Royal Navy -1 point: a beach");
    assert!(
        sandbox.do_it(act("nobody", 1)).is_err() && sandbox.do_it(act("navy", 10_001)).is_err()
    );
    assert!(sandbox.undo() && sandbox.undo() && sandbox.undo());
    assert_eq!(points(&sandbox), [(0, 2), (0, 0), (0, 5)]);
}
