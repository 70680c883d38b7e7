//! The table of builds keeps what was measured first, and what was measured last.

#[path = "../../examples/build_figures/table.rs"]
mod table;

use table::with_row;

const BEFORE: &str = "# Built

| | | date | elapsed | processor | disk |
|---|---|---|---|---|---|
| `cold` | before | 1 May | 9 min | 18 min | 1 GB |
| `cold` of a bot | before | 1 May | 9 s | 9 s | |

The goals.
";

/// The rows of the table, once `cells` were measured of a build.
fn rows(text: &str, build: &str, cells: &str) -> (String, Vec<String>) {
    let text = with_row(text, build, cells).unwrap();
    assert!(text.starts_with("# Built\n\n") && text.ends_with("|\n\nThe goals.\n"), "{text}");
    let rows = text.lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect();
    (text, rows)
}

#[test]
fn what_was_measured_first_stands_beside_what_is_now() {
    let before = "| `cold` | before | 1 May | 9 min | 18 min | 1 GB |";
    let bot = "| `cold` of a bot | before | 1 May | 9 s | 9 s | |";
    let (text, all) = rows(BEFORE, "`cold`", "2 May | 8 min | 16 min | 1 GB");
    assert_eq!(all, [before, "| `cold` | now | 2 May | 8 min | 16 min | 1 GB |", bot]);
    let (text, all) = rows(&text, "`cold`", "3 May | 7 min | 14 min | 1 GB");
    assert_eq!(all, [before, "| `cold` | now | 3 May | 7 min | 14 min | 1 GB |", bot]);
    // One of which nothing is known yet begins at the end.
    let (_, all) = rows(&text, "`tests`", "3 May | 20 min | 40 min | 6 GB");
    assert_eq!(all[2..], [bot, "| `tests` | before | 3 May | 20 min | 40 min | 6 GB |"]);
    assert_eq!(with_row("# Built\n", "`cold`", ""), None);
}
