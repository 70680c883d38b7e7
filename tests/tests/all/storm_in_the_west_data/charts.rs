//! Terrain effects, the combat results table, the printed charts.

use std::collections::BTreeSet;

use salient_schema::Ruleset;
use salient_schema::common::Provenance;
use salient_schema::ruleset::Kind;

use super::{ruleset, table, text};

const ODDS: [&str; 8] = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"];

/// The attacker's and the defender's loss points in every cell, rows from the top.
fn results(ruleset: &Ruleset) -> Vec<Vec<(i32, i32)>> {
    let cell = |cell: &String| {
        let (attacker, defender) = cell.split_once('/').expect("losses on both sides of a stroke");
        (attacker.parse().expect("a number"), defender.parse().expect("a number"))
    };
    let rows = table(ruleset, "crt").rows.iter();
    rows.map(|row| row.cells.iter().map(cell).collect()).collect()
}

#[test]
fn terrain_costs_and_protects_as_the_text_says() {
    let rules = ruleset();
    // Movement and defence, dry then wet (SW 12.9, 13.18-13.21, 6.3).
    for (id, dry, wet) in [
        ("clear", (1, 0), (1, 0)),
        ("forest", (1, -1), (2, -1)),
        ("rough", (1, -1), (1, -1)),
        ("devastated", (2, -1), (2, -1)),
        ("marsh", (2, -1), (2, -1)),
        ("flood-plain", (1, 0), (2, -1)),
        ("mountain", (2, -2), (2, -2)),
    ] {
        let kind = rules.terrain.iter().find(|kind| kind.id == id).expect("a terrain");
        let printed = (kind.movement.expect("a cost"), kind.defence);
        assert_eq!(printed, dry, "{id}");
        let in_wet = kind.effects.iter().find(|effect| {
            effect.when.weather.as_deref() == Some("wet") && effect.when.unit.is_none()
        });
        let then = in_wet.map_or(printed, |effect| {
            (effect.movement.unwrap_or(printed.0), effect.defence.unwrap_or(printed.1))
        });
        assert_eq!(then, wet, "{id} in wet weather");
    }
    let feature = |id: &str| rules.features.iter().find(|kind| kind.id == id).expect("a feature");
    for (id, defence) in [
        ("town", -1),
        ("city", -2),
        ("fortress", 0),
        ("allied-trench", -2),
        ("german-main-trench", -2),
        ("german-secondary-trench", -1),
    ] {
        assert_eq!(feature(id).defence, defence, "{id}");
        // No feature's cost stands in for the terrain's (SW 12.11).
        assert_eq!(feature(id).movement, None, "{id}");
    }
    // Trenches cost the other side one more (SW 12.10.2, 12.10.3), secondary ones nobody.
    for (id, foe) in [
        ("allied-trench", Some("german")),
        ("german-main-trench", Some("allied")),
        ("german-secondary-trench", None),
    ] {
        let dear: Vec<_> = feature(id)
            .effects
            .iter()
            .filter_map(|effect| Some((effect.when.side.as_deref(), effect.movement?)))
            .collect();
        assert_eq!(dear, foe.map(|foe| (Some(foe), 1)).into_iter().collect::<Vec<_>>(), "{id}");
    }
}

#[test]
fn tanks_may_not_attack_where_the_rules_forbid_it() {
    let rules = ruleset();
    let barred = |kind: &Kind, tank: &str, wet: bool| {
        kind.effects.iter().any(|effect| {
            let when = &effect.when;
            let weather = when.weather.as_deref();
            effect.prohibited
                && when.unit.as_deref() == Some(tank)
                && when.usage.as_deref() == Some("attack")
                && (weather.is_none() || wet && weather == Some("wet"))
        })
    };
    let all = || rules.terrain.iter().chain(&rules.features).chain(&rules.hexsides);
    for tank in ["tank", "heavy-tank", "fast-tank", "panzer"] {
        for wet in [false, true] {
            let mut expect: BTreeSet<&str> =
                ["forest", "marsh", "mountain", "city", "fortress", "major-river"].into();
            if wet {
                expect.extend(["flood-plain", "river"]);
            }
            let found: BTreeSet<&str> =
                all().filter(|kind| barred(kind, tank, wet)).map(|kind| kind.id.as_str()).collect();
            assert_eq!(found, expect, "{tank}, wet {wet}");
        }
    }
}

#[test]
fn the_combat_results_table_keeps_every_constraint() {
    let rules = ruleset();
    let crt = table(&rules, "crt");
    let cells = results(&rules);
    assert_eq!(crt.columns, ODDS, "SW 13.12");
    let heads: Vec<&str> = crt.rows.iter().map(|row| row.head.as_str()).collect();
    assert_eq!(heads, ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "SW 13.28");
    // The one printed cell, and no other counts as printed.
    assert_eq!(crt.read("6", "3:1"), Some("2/3"), "SW 13.28");
    for row in 0..9 {
        for column in 0..8 {
            let printed = crt.provenance_of(row, column) == Provenance::Printed;
            assert_eq!(printed, (row, column) == (5, 3), "row {row}, column {column}");
        }
    }
    let all = || cells.iter().flatten();
    assert!(all().any(|&(_, defender)| defender == 0), "0 defender results exist (D-Elim)");
    assert!(all().any(|&(attacker, _)| attacker == 3), "an attacker can lose 3 (SW 14.1)");
    assert!(all().all(|&(attacker, _)| attacker >= 1), "tanks are nearly always lost (SW 15.5)");
    let column = |at: usize| cells.iter().map(move |row| row[at]);
    let high = || column(5).chain(column(6)).chain(column(7));
    assert!(high().any(|(attacker, _)| attacker >= 4), "four steps at high odds (D-Elim)");
    assert!(column(7).all(|(_, defender)| defender >= 2), "7:1 clears a single corps (D-Elim)");
    assert!(column(7).take(6).all(|(attacker, _)| attacker >= 3), "at a high price (D-Elim)");
    // At odds of 4:1 and worse nobody loses 4, so that lower odds keep the losses more equal.
    assert!((0..5).flat_map(column).all(|(attacker, _)| attacker < 4), "D-Elim");
}

#[test]
fn better_dice_and_better_odds_never_help_the_defender() {
    let cells = results(&ruleset());
    for row in 0..9 {
        for column in 0..8 {
            let (attacker, defender) = cells[row][column];
            let place = format!("row {}, {}", row + 1, ODDS[column]);
            if let Some(&(attacker_below, defender_below)) =
                cells.get(row + 1).map(|below| &below[column])
            {
                assert!(defender_below >= defender, "{place}: a better die");
                assert!(attacker_below <= attacker, "{place}: a better die");
            }
            if let Some(&(attacker_right, defender_right)) = cells[row].get(column + 1) {
                assert!(defender_right >= defender, "{place}: better odds");
                // More men attack, more are lost.
                assert!(attacker_right >= attacker, "{place}: better odds");
            }
        }
    }
}

/// The README's table of expected losses is the chart's.
#[test]
fn expected_losses_are_told_as_they_are() {
    let cells = results(&ruleset());
    let readme = text("README.md");
    for (column, odds) in ODDS.iter().enumerate() {
        let mean = |from: usize| {
            let rows = &cells[from..from + 6];
            let (attacker, defender) =
                rows.iter().fold((0, 0), |(a, d), row| (a + row[column].0, d + row[column].1));
            format!("{:.2} / {:.2}", f64::from(attacker) / 6.0, f64::from(defender) / 6.0)
        };
        // A die without modifiers, and one with +2.
        let line = format!("| {odds} | {} | {} |", mean(0), mean(2));
        assert!(readme.contains(&line), "the README lacks {line}");
    }
}

#[test]
fn printed_tables_read_as_printed() {
    let rules = ruleset();
    let column = |id: &str| -> Vec<(String, String)> {
        let rows = table(&rules, id).rows.iter();
        rows.map(|row| (row.head.clone(), row.cells.join(" "))).collect()
    };
    let pairs = |expect: &[(&str, &str)]| -> Vec<(String, String)> {
        expect.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    let armistice = [("12", "1"), ("13", "1-2"), ("14", "1-3"), ("15", "1-4"), ("16", "1-5")];
    assert_eq!(column("armistice"), pairs(&armistice), "SW S1.7");
    let bombing = [("1", "-"), ("2", "-"), ("3", "-"), ("4", "1"), ("5", "1"), ("6", "2")];
    assert_eq!(column("strategic-bombing"), pairs(&bombing), "SW S3.26");
    assert_eq!(column("tactical-bombing"), pairs(&bombing), "SW S3.26");
}
