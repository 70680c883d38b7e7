//! What the results of a chart mean.

use std::collections::BTreeMap;

use salient_schema::Provenance;
use salient_schema::ruleset::{SequenceStep, Table, TableRow};
use salient_schema::scenario::Override;
use salient_schema::words::step_turns_in_words;
use salient_schema::{Bundle, Disk, open_project};

use crate::common::root;

pub fn table(rows: &[&[&str]], meanings: &[(&str, &str)]) -> Table {
    let own = |text: &&str| (*text).to_owned();
    let rows = rows.iter().enumerate().map(|(at, cells)| TableRow {
        head: (at + 1).to_string(),
        cells: cells.iter().map(own).collect(),
    });
    let meanings = meanings.iter().map(|(key, means)| (own(key), own(means)));
    Table {
        id: "fire".to_owned(),
        title: "Fire".to_owned(),
        rule: None,
        row_axis: "die".to_owned(),
        column_axis: "strength".to_owned(),
        columns: vec!["a".to_owned(), "b".to_owned()],
        column_finder: Vec::new(),
        rows: rows.collect(),
        provenance: Provenance::Invented,
        exceptions: Vec::new(),
        constraints: Vec::new(),
        meanings: meanings.collect::<BTreeMap<String, String>>(),
        results: BTreeMap::new(),
        notes: Vec::new(),
    }
}

/// The meanings as lines.
fn told(rows: &[&[&str]], meanings: &[(&str, &str)]) -> Vec<String> {
    let table = table(rows, meanings);
    let ruleset = bundle("infantry-attacks/goritten.json").ruleset;
    let lines = table.meanings_in(&ruleset, None).into_iter();
    lines.map(|(results, means)| format!("{results}: {means}")).collect()
}

#[test]
fn results_are_told_in_the_order_in_which_they_are_met() {
    let meanings =
        [("-", "nothing"), ("M", "morale"), ("M#", "worse"), ("#X", "steps"), ("Q", "quits")];
    let rows: [&[&str]; 2] = [&["M", "M2"], &["M1", "12X"]];
    assert_eq!(told(&rows, &meanings), ["M: morale", "M1, M2: worse", "12X: steps"]);
}

#[test]
fn cells_of_several_words_and_long_lists() {
    assert_eq!(
        told(&[&["P R", "R?"]], &[("P", "pinned"), ("R", "runs")]),
        ["P: pinned", "R: runs"]
    );
    // A cell that is explained as a whole is not taken apart.
    assert_eq!(told(&[&["P R", "R"]], &[("P R", "both"), ("R", "runs")]), ["P R: both", "R: runs"]);
    let rows: [&[&str]; 3] = [&["1/0", "1/1"], &["1/2", "2/2"], &["2/4", "-"]];
    assert_eq!(told(&rows, &[("#/#", "losses")]), ["1/0 … 2/4: losses"]);
    assert!(told(&rows, &[]).is_empty());
}

pub fn bundle(path: &str) -> Bundle {
    let path = root().join("scenarios").join(path);
    open_project(&Disk, &path.to_string_lossy()).0.unwrap().bundle
}

#[test]
fn a_scenario_s_own_cell_counts() {
    let table = table(&[&["-", "-"]], &[("M", "morale")]);
    let Bundle { ruleset, mut scenario, .. } = bundle("infantry-attacks/goritten.json");
    assert!(table.meanings_in(&ruleset, Some(&scenario)).is_empty());
    scenario.overrides.push(Override::Table {
        table: "fire".to_owned(),
        row: "1".to_owned(),
        column: "b".to_owned(),
        value: "M".to_owned(),
        reason: None,
    });
    let met = table.meanings_in(&ruleset, Some(&scenario));
    assert_eq!(met, [("M".to_owned(), "morale".into())]);
}

/// Every meaning of the published rules is of a result that some cell has.
#[test]
fn nothing_is_explained_that_no_cell_has() {
    for path in [
        "infantry-attacks/goritten.json",
        "kaisers-battle/kaisers-battle.json",
        "storm-in-the-west/campaign.json",
        "trench-setup/french-german-1916-local.json",
    ] {
        let ruleset = bundle(path).ruleset;
        assert!(ruleset.tables.iter().any(|table| !table.meanings.is_empty()), "{path}");
        for table in &ruleset.tables {
            let met = table.meanings_in(&ruleset, None);
            assert_eq!(met.len(), table.meanings.len(), "{path} {}", table.id);
        }
    }
}

#[test]
fn a_step_s_game_turns_in_words() {
    let mut scenario = bundle("infantry-attacks/goritten.json").scenario;
    let step = |from_turn, to_turn| SequenceStep {
        id: "step".to_owned(),
        name: "Step".to_owned(),
        from_turn,
        to_turn,
        ..SequenceStep::default()
    };
    let words = |step: SequenceStep, scenario: &salient_schema::Scenario| {
        step_turns_in_words(&step, scenario).unwrap_or_default()
    };
    assert_eq!(words(step(None, None), &scenario), "");
    assert_eq!(words(step(Some(3), None), &scenario), "from game-turn 3");
    assert_eq!(words(step(Some(2), Some(2)), &scenario), "game-turn 2");
    assert_eq!(words(step(Some(2), Some(4)), &scenario), "game-turns 2 to 4");
    assert_eq!(words(step(Some(0), Some(0)), &scenario), "before the first game-turn");
    // A rhythm is counted from somewhere, and a test comes behind it.
    let every = |every, from_turn, to_turn| SequenceStep { every, ..step(from_turn, to_turn) };
    assert_eq!(words(every(Some(3), Some(3), None), &scenario), "every 3rd game-turn from 3");
    assert_eq!(words(every(Some(2), None, Some(9)), &scenario), "every 2nd game-turn from 1 to 9");
    assert_eq!(words(every(Some(2), Some(0), Some(0)), &scenario), "before the first game-turn");
    let holds = Some("rivers-are-frozen".to_owned());
    let while_frozen = SequenceStep { holds: holds.clone(), ..step(None, None) };
    assert_eq!(words(while_frozen, &scenario), "while rivers are frozen");
    let both = SequenceStep { holds, ..every(Some(3), Some(3), None) };
    assert_eq!(words(both, &scenario), "every 3rd game-turn from 3, while rivers are frozen");
    // A campaign that counts from 0 has such a game-turn.
    scenario.turns[0].turn = 0;
    assert_eq!(words(step(Some(0), Some(0)), &scenario), "game-turn 0");
}

#[test]
fn what_is_to_be_read_below_a_chart_has_the_rule_books_words() {
    let table = |id: &str| {
        let path = root().join("scenarios/kaisers-battle/kaisers-battle.json");
        let bundle = open_project(&Disk, path.to_str().unwrap()).0.unwrap().bundle;
        bundle.ruleset.tables.into_iter().find(|table| table.id == id).unwrap()
    };
    let weather = table("weather");
    let told: Vec<&str> = weather.remarks().collect();
    assert!(told.contains(&"1 is added to the die in the afternoon game-turns."), "{told:?}");
    assert!(told.contains(&weather.notes[0].as_str()), "{told:?}");
    // The columns' own heads repeat a line by which columns are found.
    let drumfire = table("drumfire");
    let heads: Vec<&str> = drumfire.heads().into_iter().map(|(head, _)| head).collect();
    assert_eq!(heads, ["7-12", "1-6"]);
    assert_eq!(weather.heads(), [("", weather.columns.as_slice())]);
}
