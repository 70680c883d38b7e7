//! Every numbered rule of a rule book has a row in `tests/rules/SYSTEM.toml`: what it asks, where
//! the engine has it, and the cases that prove it. Here the rows, the cases and the engine are
//! held to one another, and every case is played.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use clap::Parser;
use salient::SYSTEMS;
use salient::cli::{self, Cli, Console, Exit};
use salient_rules::System;
use salient_rules::case::{Case, run};
use salient_rules::rule_table::{RuleState, examine};
use salient_schema::Bundle;
use salient_tests::{files_below, root};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rule: Vec<Row>,
}

/// A numbered rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub number: String,
    title: String,
    asks: String,
    /// The function, as the engine names it; empty while it is missing.
    pub implemented: String,
    /// Case files, without their ending.
    pub cases: Vec<String>,
}

/// The rows of a table in `tests/rules`.
pub fn rows(system: &str) -> Vec<Row> {
    let path = root().join(format!("tests/rules/{system}.toml"));
    let text = std::fs::read_to_string(&path).expect("a table of rules");
    let table: Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{system}: {error}"));
    table.rule
}

/// The case files of a system, by name.
fn cases(system: &str) -> BTreeMap<String, Case> {
    files_below(&root().join(format!("tests/rules/{system}")), ".toml")
        .into_iter()
        .map(|path| {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let name = file.trim_end_matches(".toml").to_owned();
            let text = std::fs::read_to_string(&path).expect("a case file");
            let case = Case::read(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
            (name, case)
        })
        .collect()
}

/// A published scenario of a system.
fn published(system: &str, scenario: &str) -> Bundle {
    let system = SYSTEMS.find(system).expect("a registered system");
    system.published().bundle(Some(scenario)).unwrap_or_else(|error| panic!("{error}"))
}

/// The Kaiser's Battle.
const KB: &str = "kaisers-battle";
/// 1918: Storm in the West.
const SW: &str = "storm-in-the-west";
/// Infantry Attacks.
const IA: &str = "infantry-attacks";
/// 1914, Offensive à outrance: what of it is built.
const OFFENSIVE: &str = "offensive-1914";
/// The trench set-up.
const TS: &str = "trench-setup";

/// Plays all cases of a system, each by the rules of the scenario that it names, else of the
/// first.
fn play_cases(system: &str, scenario: &str) {
    let mut bundles: BTreeMap<String, Bundle> = BTreeMap::new();
    let mut wrong = String::new();
    for (name, case) in &cases(system) {
        let scenario = case.scenario.as_deref().unwrap_or(scenario);
        let bundle =
            bundles.entry(scenario.to_owned()).or_insert_with(|| published(system, scenario));
        if let Err(words) = run(SYSTEMS, case, bundle) {
            let _ = writeln!(wrong, "{name} ({}): {}", case.rules.join(", "), case.title);
            for line in words {
                let _ = writeln!(wrong, "    {line}");
            }
        }
    }
    assert!(wrong.is_empty(), "cases that come out otherwise:\n{wrong}");
}

#[test]
fn every_case_of_the_kaisers_battle_comes_out_as_the_rule_book_says() {
    play_cases(KB, "kaisers-battle");
}

#[test]
fn every_case_of_storm_in_the_west_comes_out_as_the_rule_book_says() {
    play_cases(SW, "campaign");
}

#[test]
fn every_case_of_infantry_attacks_comes_out_as_the_rule_book_says() {
    play_cases(IA, "two-villages");
}

#[test]
fn every_case_of_the_trench_set_up_comes_out_as_the_rule_book_says() {
    play_cases(TS, "french-german-1916-local");
}

/// Whatever is registered: `salient rules` plays every case by the scenario that it names, and
/// there is nothing that it could complain of.
#[test]
fn every_registered_systems_rules_are_proven() {
    for system in SYSTEMS.iter() {
        let id = system.info().id;
        let (rules, played) = examine(SYSTEMS, system).expect("a rule table");
        assert!(!rules.is_empty() && played > 0, "{id}: no rules, or no cases");
        let unproven: Vec<String> = rules
            .iter()
            .filter(|rule| rule.state != RuleState::Proven)
            .map(|rule| format!("{} {:?}", rule.number, rule.state))
            .collect();
        assert!(unproven.is_empty(), "{id}: {}", unproven.join(", "));

        let line = Cli::try_parse_from(["salient", "rules", id]).expect("a command line");
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console {
            out: &mut out,
            err: &mut err,
            colour: false,
            watched: false,
            systems: SYSTEMS,
        };
        let exit = cli::run(&line.command.expect("a subcommand"), &mut console).expect("it runs");
        assert_eq!(exit, Exit::Clean, "{id}: {}", String::from_utf8_lossy(&out));
    }
}

#[test]
fn rows_and_cases_name_one_another() {
    for (system, least) in [(KB, 150), (SW, 190), (IA, 241), (TS, 26), (OFFENSIVE, 309)] {
        name_one_another(system, least);
    }
}

fn name_one_another(system: &str, least: usize) {
    let rows = rows(system);
    let cases = cases(system);
    assert!(rows.len() >= least, "{system}: {} rows", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let number = &row.number;
        for name in &row.cases {
            match cases.get(name) {
                None => wrong.push(format!("{number}: there is no case {name}")),
                Some(case) if !case.rules.contains(number) => {
                    wrong.push(format!("{number}: the case {name} does not name it"));
                }
                Some(_) => {}
            }
        }
        match (row.implemented.is_empty(), row.cases.is_empty()) {
            (false, true) => wrong.push(format!("{number}: built, and no case proves it")),
            (true, false) => wrong.push(format!("{number}: cases, but not built")),
            _ => {}
        }
    }
    for (name, case) in &cases {
        if case.rules.is_empty() {
            wrong.push(format!("{name}: proves no rule"));
        }
        for number in &case.rules {
            match rows.iter().find(|row| row.number == *number) {
                None => wrong.push(format!("{name}: there is no rule {number}")),
                Some(row) if !row.cases.contains(name) => {
                    wrong.push(format!("{name}: the row of {number} does not name it"));
                }
                Some(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{system}: {}", wrong.join("\n"));
}

#[test]
fn rows_name_functions_that_there_are() {
    for system in SYSTEMS.iter().map(System::info) {
        let sources = root().join("editor/systems").join(system.id).join("src");
        let rows = rows(system.id);
        let built = rows.iter().filter(|row| !row.implemented.is_empty());
        let wrong: Vec<String> = built
            .filter(|row| !is_function(&sources, &row.implemented))
            .map(|row| format!("{}: there is no {}", row.number, row.implemented))
            .collect();
        assert!(wrong.is_empty(), "{}:\n{}", system.id, wrong.join("\n"));
    }
}

/// Whether a path as rows write it, `file::function` or `folder::file::Type::function`, is defined
/// in a crate's sources.
fn is_function(sources: &Path, path: &str) -> bool {
    let mut parts: Vec<&str> = path.split("::").collect();
    let function = parts.pop().unwrap_or_default();
    parts.retain(|part| part.starts_with(char::is_lowercase));
    let file = sources.join(parts.join("/"));
    let text = std::fs::read_to_string(file.with_extension("rs"))
        .or_else(|_| std::fs::read_to_string(file.join("mod.rs")))
        .unwrap_or_default();
    [format!("fn {function}("), format!("fn {function}<")].iter().any(|said| text.contains(said))
}

#[test]
fn rows_are_in_order_and_in_our_own_words() {
    in_order(KB, |number| {
        let (chapter, case) = number.split_once('.').expect("a chapter and a case");
        // An item of a case stands in brackets, as the book cites it: 14.13[4].
        let (case, item) = case.split_once('[').unwrap_or((case, "0]"));
        let item = item.strip_suffix(']').expect("a closing bracket");
        // 8.5 stands before 8.61 and after 8.4: cases are counted digit by digit, to two.
        let digits = case.chars().map(|digit| digit.to_digit(10).expect("a digit"));
        std::iter::once(chapter.parse().expect("a number"))
            .chain(digits.chain(std::iter::repeat(0)).take(2))
            .chain(std::iter::once(item.parse().expect("the item's number")))
            .collect()
    });
    in_order(SW, |number| {
        // The scenarios' rules, S1.1, stand behind; 13.9 before 13.10; 8.2.1 behind 8.2.
        let plain = number.trim_start_matches('S');
        let after = if plain.len() < number.len() { 100 } else { 0 };
        let mut parts = plain.split('.').map(|part| part.parse::<u32>().expect("a number"));
        let chapter = after + parts.next().expect("a chapter");
        std::iter::once(chapter).chain(parts).collect()
    });
}

/// Each number stands once, in the order of its key, and every row says something.
pub fn in_order(system: &str, key: impl Fn(&str) -> Vec<u32>) {
    let rows = rows(system);
    let order: Vec<Vec<u32>> = rows.iter().map(|row| key(&row.number)).collect();
    let mut sorted = order.clone();
    sorted.sort();
    sorted.dedup();
    assert!(order == sorted, "rows out of order, or twice");
    for row in &rows {
        assert!(!row.title.is_empty() && row.asks.ends_with('.'), "{}: {}", row.number, row.asks);
    }
}

/// Every numbered rule of the book from 3.1 to 16.10 and S1.1 to S3.28 has its row, is built and
/// has a case. The book has no S3.7.
#[test]
fn no_rule_of_storm_in_the_west_is_missing() {
    let chapters = [
        ("3", 7),
        ("4", 7),
        ("5", 2),
        ("6", 3),
        ("7", 16),
        ("8", 7),
        ("8.1", 4),
        ("8.2", 2),
        ("9", 7),
        ("10", 7),
        ("11", 10),
        ("12", 11),
        ("12.9", 9),
        ("12.10", 5),
        ("13", 35),
        ("14", 4),
        ("15", 6),
        ("16", 10),
        ("S1", 7),
        ("S2", 7),
        ("S3", 28),
    ];
    let printed: BTreeSet<String> = chapters
        .into_iter()
        .flat_map(|(chapter, last)| (1..=last).map(move |number| format!("{chapter}.{number}")))
        .filter(|number| number != "S3.7")
        .collect();
    let rows = rows(SW);
    let numbers: BTreeSet<String> = rows.iter().map(|row| row.number.clone()).collect();
    assert_eq!(numbers, printed);
    for row in &rows {
        assert!(!row.implemented.is_empty(), "{} is not built", row.number);
        assert!(!row.cases.is_empty(), "{} has no case", row.number);
    }
}

/// KB 9.25 and 9.48, cell by cell.
#[test]
fn the_published_artillery_charts_are_the_printed_ones() {
    let tables = published(KB, "kaisers-battle").ruleset.tables;
    let chart = |id: &str| {
        let table = tables.iter().find(|table| table.id == id).expect("the chart");
        let line = |row: &salient_schema::ruleset::TableRow| {
            format!("{}: {}", row.head, row.cells.join(" "))
        };
        let finder = table.column_finder.iter().map(line);
        let columns = std::iter::once(table.columns.join(" "));
        columns.chain(finder).chain(table.rows.iter().map(line)).collect::<Vec<_>>()
    };
    assert_eq!(
        chart("counter-battery"),
        [
            "10 20 30 40 50 60",
            "1: 3 4 5 All All All",
            "2: 2 3 4 5 All All",
            "3: - 2 3 4 5 All",
            "4: - - 2 3 4 5",
            "5: - - - 2 3 4",
            "6: - - - - 2 3",
        ]
    );
    assert_eq!(
        chart("drumfire"),
        [
            "1 2-3 4-5 6",
            "7-12: 1 2-3 4-5 6",
            "1-6: 2-3 4-5 6 -",
            "1: 4 5 6 7",
            "2: 3 4 5 6",
            "3: 2 3 4 5",
            "4: - 2 3 4",
            "5: - - 2 3",
            "6: - - - 2",
            "7: - - - -",
            "8: - - - -",
        ]
    );
}

/// The rule book's set-up and reinforcement schedule, against the published scenario.
#[test]
fn the_published_set_up_is_the_printed_one() {
    let scenario = published(KB, "kaisers-battle").scenario;
    let cases = cases(KB);
    let by_hex = |placements: &[salient_schema::scenario::Placement]| {
        let mut hexes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for placement in placements {
            hexes.entry(placement.hex.clone()).or_default().extend(placement.counters.clone());
        }
        hexes
    };
    let printed: Vec<_> = ["18.1-german-set-up", "18.2-allied-set-up"]
        .iter()
        .flat_map(|name| cases[*name].units.clone())
        .collect();
    assert_eq!(by_hex(&printed), by_hex(&scenario.setup.placements));

    let by_unit = |reinforcements: &[salient_schema::scenario::Reinforcement]| {
        let units: BTreeMap<String, String> = reinforcements
            .iter()
            .flat_map(|group| {
                let place = format!("turn {} {:?}", group.turn, group.entry);
                group.counters.iter().map(move |counter| (counter.clone(), place.clone()))
            })
            .collect();
        units
    };
    let printed = &cases["15.3-schedule"].reinforcements;
    assert_eq!(by_unit(printed), by_unit(&scenario.reinforcements));
}
