//! The heads of combat results tables, in the ways in which they are printed.

use proptest::prelude::*;
use salient_play::sandbox::{Columns, QUARTERS, Scale, odds};

fn column(heads: &[&str], axis: &str, attack: i64, defence: i64) -> Option<usize> {
    Columns::of_heads(heads, axis)?.find(attack * QUARTERS, defence * QUARTERS)
}

#[test]
fn heads_are_read_as_they_are_printed() {
    let odds = ["1:2", "1:1", "3:2", "2:1", "3:1"];
    // Columns: attack, defence, the column.
    for (attack, defence, wanted) in [
        (1, 3, 0),
        (1, 2, 0),
        (9, 10, 0),
        (10, 10, 1),
        (3, 2, 2),
        (11, 4, 3),
        (9, 3, 4),
        (99, 1, 4),
    ] {
        assert_eq!(column(&odds, "odds", attack, defence), Some(wanted), "{attack}:{defence}");
    }
    // 1-2 is odds beside 2-1, and a span beside 3-5.
    assert_eq!(column(&["1-2", "1-1", "2-1"], "column", 7, 3), Some(2));
    assert_eq!(column(&["1-2", "3-5", "6+"], "strength", 4, 100), Some(1));
    assert_eq!(column(&["1", "2-3", "4-5", "6"], "points", 9, 0), Some(3));
    assert_eq!(column(&["1 to 2", "1 to 1", "2 to 1"], "Combat odds", 4, 4), Some(1));
    // What lies below the lowest and above the highest, in words and signs.
    let open = ["<1:3", "1:3", "1:1", "6:1 or more", ">6:1"];
    for (attack, defence, wanted) in [(1, 4, 0), (1, 3, 1), (5, 1, 2), (6, 1, 3), (13, 2, 4)] {
        assert_eq!(column(&open, "", attack, defence), Some(wanted), "{attack}:{defence}");
    }
    let differences = ["≤ \u{2212}2", "-1", "0", "+1", "+2 or more"];
    for (attack, wanted) in [(1, 0), (8, 0), (9, 1), (10, 2), (11, 3), (12, 4), (30, 4)] {
        assert_eq!(column(&differences, "", attack, 10), Some(wanted), "{attack}");
    }
    assert_eq!(column(&["0", "1", ">=6"], "Strength difference", 9, 3), Some(2));
    // Nobody defends, or nobody attacks.
    assert_eq!(column(&odds, "odds", 1, 0), Some(4));
    assert_eq!(column(&odds, "odds", 0, 0), Some(0));
    assert_eq!(Columns::of_heads(&["infantry", "cavalry"], "type of unit"), None);
    assert_eq!(Columns::of_heads(&[], "odds"), None);
    // A head in words is none that numbers find.
    assert_eq!(column(&["1:1", "2:1", "Overrun"], "odds", 50, 1), Some(1));
}

#[test]
fn odds_are_rounded_in_the_defenders_favour() {
    for (attack, defence, wanted) in [
        (11, 4, Some((2, 1))),
        (12, 4, Some((3, 1))),
        (4, 4, Some((1, 1))),
        (4, 5, Some((1, 2))),
        (2, 4, Some((1, 2))),
        (2, 5, Some((1, 3))),
        (0, 5, None),
        (5, 0, None),
    ] {
        assert_eq!(odds(attack, defence), wanted, "{attack} to {defence}");
    }
}

/// A head for odds of so much to so much in one of the ways of print.
fn printed(attack: i64, defence: i64, way: u8) -> String {
    match way % 4 {
        0 => format!("{attack}:{defence}"),
        1 => format!("{attack}-{defence}"),
        2 => format!(" {attack} \u{2013} {defence} "),
        _ => format!("{attack} to {defence}"),
    }
}

proptest! {
    #[test]
    fn the_column_is_the_highest_that_the_odds_reach(
        high in 2..8_i64, low in 2..8_i64, way: u8, attack in 1..200_i64, defence in 1..200_i64,
    ) {
        let ladder: Vec<(i64, i64)> =
            (2..=low).rev().map(|low| (1, low)).chain((1..=high).map(|high| (high, 1))).collect();
        let heads: Vec<String> = ladder.iter().map(|head| printed(head.0, head.1, way)).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let columns = Columns::of_heads(&heads, "column").unwrap();
        prop_assert_eq!(columns.scale(), Scale::Odds);
        let wanted = ladder.iter().rposition(|head| attack * head.1 >= head.0 * defence);
        prop_assert_eq!(columns.find(attack, defence), Some(wanted.unwrap_or(0)));
        // As in print: odds rounded in the defender's favour find the same column.
        let (attacks, defends) = odds(attack, defence).unwrap();
        prop_assert_eq!(columns.find(attacks, defends), columns.find(attack, defence));
    }

    #[test]
    fn a_difference_finds_its_own_column_and_more_never_a_lower_one(
        least in -9..0_i64, most in 1..9_i64, attack in 0..60_i64, defence in 0..60_i64,
    ) {
        let heads: Vec<String> = (least..=most).map(|by| format!("{by:+}")).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let columns = Columns::of_heads(&heads, "column").unwrap();
        prop_assert_eq!(columns.scale(), Scale::Difference);
        let found = columns.find(attack * QUARTERS, defence * QUARTERS);
        let wanted = (attack - defence).clamp(least, most) - least;
        prop_assert_eq!(found, Some(wanted as usize));
        prop_assert!(columns.find(attack * QUARTERS + 3, defence * QUARTERS) >= found);
    }

    #[test]
    fn any_heads_are_read_or_not(
        heads in proptest::collection::vec("[-+<>≤≥:0-9a-z–− ]{0,9}", 0..6), axis in ".{0,12}",
        attack: i64, defence: i64,
    ) {
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        if let Some(columns) = Columns::of_heads(&heads, &axis) {
            prop_assert!(columns.find(attack, defence).is_some_and(|at| at < heads.len()));
        }
    }
}
