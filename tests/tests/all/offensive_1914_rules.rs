//! The table of 1914, Offensive à outrance is held to the numbers of the rule book, each of which has
//! its row once.

use std::collections::BTreeSet;

use crate::rule_cases::{in_order, rows};

const TABLE: &str = "offensive-1914";

/// A chapter, its first section, and how many numbered cases each section has from there on:
/// chapter 5 goes from 5.0 to 5.5, and 5.1 to 5.1.4.
const CHAPTERS: [(u32, u32, &[u32]); 27] = [
    (1, 1, &[0, 0, 0]),
    (2, 1, &[0, 2, 6, 0, 0, 3, 6, 4]),
    (3, 1, &[8, 3, 1, 4, 2]),
    (4, 1, &[0, 9, 2]),
    (5, 0, &[0, 4, 6, 3, 0, 3]),
    (6, 1, &[4, 2, 0, 0, 0]),
    (7, 0, &[0, 6, 4, 4, 7, 3, 0, 5, 3, 2, 0]),
    (8, 1, &[1, 4, 2, 0, 4, 3, 3, 2]),
    (9, 0, &[0, 1, 5, 3, 3, 4, 2, 2, 2, 2, 3]),
    (10, 0, &[0, 2, 3]),
    (11, 1, &[6, 2]),
    (12, 0, &[0, 3, 2, 4, 3, 0]),
    (13, 0, &[0, 3, 5, 4, 0]),
    (14, 1, &[0, 0, 4, 0, 0]),
    (15, 0, &[0, 6, 2, 2, 0, 1, 4, 3, 3]),
    (16, 0, &[0, 2, 1, 2, 1, 0, 3, 0]),
    (17, 1, &[1, 3]),
    (18, 1, &[3, 0, 2, 3, 0, 3, 0]),
    (19, 0, &[0, 3, 0, 0, 1]),
    (20, 0, &[0, 0]),
    (21, 1, &[0, 0, 0, 0]),
    (22, 1, &[0, 4, 4, 1, 0]),
    (23, 1, &[3, 0, 3]),
    (24, 1, &[0, 1, 2, 0, 0, 0, 0]),
    (25, 1, &[0, 2, 0, 1, 0, 0]),
    (26, 0, &[0, 1, 2, 0, 1, 0, 3]),
    (27, 0, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
];

/// Cases with a letter.
const LETTERED: [&str; 18] = [
    "3.1.2a", "3.4.4a", "4.2.1a", "7.1.4a", "7.1.4b", "7.1.6a", "7.5.2a", "8.2.4a", "10.1.1a",
    "11.1.1a", "12.2.1a", "12.2.1b", "15.6.2a", "15.6.2b", "18.4.1a", "24.3.1a", "24.3.2a",
    "26.6.2a",
];

/// The numbers of the book.
fn printed() -> BTreeSet<String> {
    let mut printed: BTreeSet<String> = LETTERED.into_iter().map(str::to_owned).collect();
    for (chapter, first, sections) in CHAPTERS {
        for (section, &cases) in (first..).zip(sections) {
            printed.insert(format!("{chapter}.{section}"));
            printed.extend((1..=cases).map(|case| format!("{chapter}.{section}.{case}")));
        }
    }
    printed
}

#[test]
fn no_rule_of_1914_is_missing() {
    let printed = printed();
    assert_eq!(printed.len(), 446);
    let rows = rows(TABLE);
    assert_eq!(rows.len(), 446);
    assert_eq!(rows.into_iter().map(|row| row.number).collect::<BTreeSet<_>>(), printed);
}

#[test]
fn rows_of_1914_are_in_the_order_of_the_book() {
    in_order(TABLE, key);
}

/// 9.10 stands behind 9.9, and 7.1.4a behind 7.1.4.
fn key(number: &str) -> Vec<u32> {
    let plain = number.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let letter = number[plain.len()..].bytes().map(u32::from);
    plain.split('.').map(|part| part.parse().expect("a number")).chain(letter).collect()
}
