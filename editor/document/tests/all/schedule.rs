//! Changes of the schedule: before, change, after.

use salient_document::schedule::{
    Board, Grouping, Hanging, ItemOf, LaneKind, Op, Refusal, TrackSource, hanging_on,
};
use salient_document::{Document, Edit, Item, List, Origin};
use salient_schema::Bundle;
use salient_schema::project::Project;
use salient_schema::scenario::{Entry, HalfDay, Turn};
use serde_json::json;

use crate::SYSTEMS;
use crate::helper;

/// The small scenario with three game-turns and a fuller schedule.
fn bundle() -> Bundle {
    let mut bundle = helper::bundle();
    let scenario = serde_json::to_value(&bundle.scenario).unwrap();
    let serde_json::Value::Object(mut scenario) = scenario else { panic!() };
    scenario.insert(
        "turns".into(),
        json!([
            { "turn": 1, "label": "21 March, morning", "date": "1918-03-21", "half": "am" },
            { "turn": 2, "label": "21 March, afternoon", "date": "1918-03-21", "half": "pm" },
            { "turn": 3, "label": "22 March, morning", "date": "1918-03-22", "half": "am" }
        ]),
    );
    scenario.insert(
        "reinforcements".into(),
        json!([
            { "turn": 1, "side": "blue", "entry": { "hexes": ["0801"] }, "counters": ["b-2", "pool", "pool"] },
            { "turn": 2, "side": "red", "entry": { "zone": "west" }, "counters": ["a-3"],
              "condition": { "die_at_most": 3, "while_holding": "west" } }
        ]),
    );
    scenario
        .insert("withdrawals".into(), json!([{ "turn": 3, "side": "red", "counters": ["a-1"] }]));
    scenario.insert(
        "replacements".into(),
        json!([
            { "turn": 0, "side": "red", "points": 4 },
            { "turn": 3, "side": "red", "points": 2, "nation": "red" }
        ]),
    );
    scenario.insert(
        "tracks".into(),
        json!([{ "id": "guns", "name": "Guns", "side": "red", "values": [7, 8, 9] }]),
    );
    bundle.scenario = serde_json::from_value(scenario.into()).unwrap();
    bundle
}

/// The schedule in a few words.
fn words(bundle: &Bundle) -> String {
    let scenario = &bundle.scenario;
    let turns: Vec<String> =
        scenario.turns.iter().map(|turn| format!("{} {}", turn.turn, turn.label)).collect();
    let arrive: Vec<String> = scenario
        .reinforcements
        .iter()
        .map(|one| format!("{} {}", one.turn, one.counters.join(" ")))
        .collect();
    let leave: Vec<String> = scenario
        .withdrawals
        .iter()
        .map(|one| format!("{} {}", one.turn, one.counters.join(" ")))
        .collect();
    let points: Vec<String> =
        scenario.replacements.iter().map(|one| format!("{} {}", one.turn, one.points)).collect();
    let tracks: Vec<String> =
        scenario.tracks.iter().map(|track| format!("{} {:?}", track.id, track.values)).collect();
    [turns, arrive, leave, points, tracks].map(|list| list.join("; ")).join(" | ")
}

/// Makes the change, and takes it back again.
#[track_caller]
fn check(op: Op, expected: &str) -> Option<usize> {
    let project = || Project {
        bundle: bundle(),
        paths: helper::document().paths().clone(),
        texts: Default::default(),
    };
    let mut document = Document::new(SYSTEMS, project(), Origin::Embedded);
    let before = helper::bytes(&document);
    let plan = op.plan(document.scenario()).unwrap();
    document.begin(plan.name.clone());
    for edit in plan.edits {
        document.apply(edit).unwrap();
    }
    document.commit();
    assert_eq!(words(document.bundle()), expected);
    if document.undo().is_some() {
        assert_eq!(helper::bytes(&document), before, "undone to the last byte");
        document.redo();
        assert_eq!(words(document.bundle()), expected);
    }
    plan.at
}

const TURNS: &str = "1 21 March, morning; 2 21 March, afternoon; 3 22 March, morning";

#[test]
fn a_group_is_dragged_to_another_turn() {
    let at = check(
        Op::MoveGroup { group: 0, turn: 3 },
        &format!("{TURNS} | 2 a-3; 3 b-2 pool pool | 3 a-1 | 0 4; 3 2 | guns [7, 8, 9]"),
    );
    assert_eq!(at, Some(1), "the list stays in the order of its turns");
    let gone = Op::MoveGroup { group: 0, turn: 9 }.plan(&bundle().scenario);
    assert_eq!(gone.unwrap_err(), Refusal::NoSuchTurn(9));
}

#[test]
fn units_leave_their_group() {
    let at = check(
        Op::MoveUnits { group: 0, units: vec!["pool".into()], turn: 2 },
        &format!("{TURNS} | 1 b-2 pool; 2 a-3; 2 pool | 3 a-1 | 0 4; 3 2 | guns [7, 8, 9]"),
    );
    assert_eq!(at, Some(2));
    check(
        Op::Split { group: 0, units: vec!["b-2".into()] },
        &format!("{TURNS} | 1 pool pool; 1 b-2; 2 a-3 | 3 a-1 | 0 4; 3 2 | guns [7, 8, 9]"),
    );
    check(
        Op::RemoveUnits { group: 1, units: vec!["a-3".into()] },
        &format!("{TURNS} | 1 b-2 pool pool | 3 a-1 | 0 4; 3 2 | guns [7, 8, 9]"),
    );
    check(
        Op::AddUnits { group: 1, units: vec!["a-2".into()] },
        &format!("{TURNS} | 1 b-2 pool pool; 2 a-3 a-2 | 3 a-1 | 0 4; 3 2 | guns [7, 8, 9]"),
    );
}

#[test]
fn units_join_those_that_come_in_alike() {
    let mut bundle = bundle();
    let split = Op::MoveUnits { group: 0, units: vec!["pool".into()], turn: 2 };
    for _ in 0..2 {
        let plan = split.plan(&bundle.scenario).unwrap();
        let mut document = Document::new(
            SYSTEMS,
            Project {
                bundle,
                paths: helper::document().paths().clone(),
                texts: Default::default(),
            },
            Origin::Embedded,
        );
        plan.edits.into_iter().for_each(|edit| document.apply(edit).unwrap());
        bundle = document.bundle().clone();
    }
    let groups = &bundle.scenario.reinforcements;
    let counters: Vec<_> = groups.iter().map(|one| one.counters.join(" ")).collect();
    assert_eq!(counters, ["b-2", "a-3", "pool pool"]);
    let unlike = Op::Join { group: 0, other: 1 }.plan(&bundle.scenario);
    assert_eq!(unlike.unwrap_err(), Refusal::NotAlike);
}

#[test]
fn withdrawals_and_replacements_move() {
    let scenario = bundle().scenario;
    let mut leaves = scenario.withdrawals[0].clone();
    leaves.turn = 1;
    check(
        Op::SetWithdrawal { at: 0, to: Box::new(leaves) },
        &format!("{TURNS} | 1 b-2 pool pool; 2 a-3 | 1 a-1 | 0 4; 3 2 | guns [7, 8, 9]"),
    );
    let mut points = scenario.replacements[0].clone();
    points.points = 6;
    points.turn = 3;
    check(
        Op::SetReplacement { at: 0, to: Box::new(points) },
        &format!("{TURNS} | 1 b-2 pool pool; 2 a-3 | 3 a-1 | 3 2; 3 6 | guns [7, 8, 9]"),
    );
}

#[test]
fn a_turn_is_added_and_what_comes_later_follows() {
    check(
        Op::AddTurn { at: 3 },
        &format!(
            "{TURNS}; 4 22 March, afternoon | 1 b-2 pool pool; 2 a-3 | 3 a-1 | 0 4; 3 2 | \
             guns [7, 8, 9, 9]"
        ),
    );
    check(
        Op::AddTurn { at: 1 },
        "1 21 March, morning; 2 21 March, afternoon; 3 21 March, afternoon; 4 22 March, morning \
         | 1 b-2 pool pool; 3 a-3 | 4 a-1 | 0 4; 4 2 | guns [7, 7, 8, 9]",
    );
}

#[test]
fn a_turn_goes_and_what_hangs_on_it_moves_or_goes() {
    let left = "1 21 March, morning; 2 22 March, morning";
    check(
        Op::RemoveTurn { at: 1, hanging: Hanging::Moves },
        &format!("{left} | 1 b-2 pool pool; 2 a-3 | 2 a-1 | 0 4; 2 2 | guns [7, 9]"),
    );
    check(
        Op::RemoveTurn { at: 1, hanging: Hanging::Goes },
        &format!("{left} | 1 b-2 pool pool | 2 a-1 | 0 4; 2 2 | guns [7, 9]"),
    );
    check(
        Op::RemoveTurn { at: 2, hanging: Hanging::Moves },
        "1 21 March, morning; 2 21 March, afternoon | 1 b-2 pool pool; 2 a-3 | 2 a-1 | 0 4; 2 2 \
         | guns [7, 8]",
    );
    assert_eq!(
        hanging_on(&bundle(), 3),
        ["1 unit leaves (Red)", "2 replacement points (Red)", "Its value on 1 track"]
    );
    let mut one = bundle().scenario;
    one.turns.truncate(1);
    let last = Op::RemoveTurn { at: 0, hanging: Hanging::Goes }.plan(&one);
    assert_eq!(last.unwrap_err(), Refusal::LastTurn);
}

#[test]
fn the_turn_track_is_edited() {
    check(
        Op::SetTrackValue { track: 0, at: 1, value: -2 },
        &format!("{TURNS} | 1 b-2 pool pool; 2 a-3 | 3 a-1 | 0 4; 3 2 | guns [7, -2, 9]"),
    );
    check(
        Op::AddTrack { name: "Air points".into(), side: Some("blue".into()) },
        &format!(
            "{TURNS} | 1 b-2 pool pool; 2 a-3 | 3 a-1 | 0 4; 3 2 | guns [7, 8, 9]; air_points [0, \
             0, 0]"
        ),
    );
    let twice = Op::AddTrack { name: "GUNS".into(), side: Some("red".into()) };
    assert!(matches!(twice.plan(&bundle().scenario), Err(Refusal::TrackThere(_))));
    let scenario = bundle().scenario;
    let turn = Turn { turn: 7, weather: Some("fog".into()), ..scenario.turns[2].clone() };
    let plan = Op::SetTurn { at: 2, to: Box::new(turn) }.plan(&scenario).unwrap();
    let [Edit::Splice { list: List::Turns, at: 2, remove: 1, insert }] = plan.edits.as_slice()
    else {
        panic!("{plan:?}")
    };
    let Item::Turn(turn) = &insert[0] else { panic!("{insert:?}") };
    assert_eq!((turn.turn, turn.weather.as_deref()), (3, Some("fog")));
}

#[test]
fn the_board_has_a_lane_an_entry_or_a_formation() {
    let bundle = bundle();
    let board = Board::new(SYSTEMS, &bundle, Grouping::Entry);
    let lanes: Vec<String> = board
        .lanes
        .iter()
        .map(|lane| {
            let items: Vec<String> = lane
                .items
                .iter()
                .map(|item| format!("{}×{}", board.columns[item.column].turn, item.units.len()))
                .collect();
            format!("{} {} {}", lane.side, lane.name, items.join(" "))
        })
        .collect();
    assert_eq!(
        lanes,
        [
            "red West 2×1",
            "red Withdrawals 3×1",
            "red Replacements 0×0",
            "red Replacements 3×0",
            "blue Hex 0801 1×3"
        ]
    );
    assert_eq!(board.columns[0].turn, 0, "what is there when play begins has a column");
    let (_, item) = board.find(ItemOf::Group(1)).unwrap();
    assert_eq!(item.condition.as_deref(), Some("on a die of 1 to 3, while holding West"));
    assert_eq!(board.tracks[0].values, [None, Some(7), Some(8), Some(9)]);
    let formations = Board::new(SYSTEMS, &bundle, Grouping::Formation);
    assert!(formations.lanes.iter().any(|lane| lane.kind == LaneKind::Formation(None)));
}

#[test]
fn the_published_schedule() {
    let bundle = super::charts::kaisers_battle();
    let board = Board::new(SYSTEMS, &bundle, Grouping::Entry);
    let names: Vec<&str> = board.lanes.iter().map(|lane| lane.name.as_str()).collect();
    assert_eq!(names, ["Entry A", "Entry B", "Entry C", "Entry D"]);
    assert_eq!(board.lanes[1].kind, LaneKind::Entry(Entry::Letter("B".into())));
    assert_eq!(board.columns[1].half, Some(HalfDay::Pm));
    let air: Vec<_> = board
        .tracks
        .iter()
        .filter(|row| matches!(row.source, TrackSource::Constants(_)))
        .map(|row| row.values.iter().flatten().copied().collect::<Vec<_>>())
        .collect();
    assert_eq!(air, [[0, 0, 8, 8, 8, 8, 8, 8, 8, 8], [0, 0, 6, 6, 6, 6, 6, 6, 6, 6]]);
    let by_corps = Board::new(SYSTEMS, &bundle, Grouping::Formation);
    let units = |board: &Board| -> usize {
        board.lanes.iter().flat_map(|lane| &lane.items).map(|item| item.units.len()).sum()
    };
    assert_eq!(units(&board), units(&by_corps));
}
