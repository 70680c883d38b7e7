//! The table of builds in `editor/README.md`.

/// What the table begins with, so that its rows are found again.
const HEAD: &str = "| | | date | elapsed | processor | disk |\n|---|---|---|---|---|---|\n";

/// The text with what a build took. What was measured first of a build stays as it was before; what
/// is measured now takes the place of the last.
pub fn with_row(text: &str, build: &str, cells: &str) -> Option<String> {
    let (start, rest) = text.split_once(HEAD)?;
    let (table, end) = rest.split_once("\n\n")?;
    let mut rows: Vec<String> = table.lines().map(str::to_owned).collect();
    let place = |when: &str| {
        let begins = format!("| {build} | {when} |");
        rows.iter().position(|row| row.starts_with(&begins))
    };
    let row = |when: &str| format!("| {build} | {when} | {cells} |");
    match (place("before"), place("now")) {
        (None, _) => rows.push(row("before")),
        (Some(before), None) => rows.insert(before + 1, row("now")),
        (_, Some(now)) => rows[now] = row("now"),
    }
    Some(format!("{start}{HEAD}{}\n\n{end}", rows.join("\n")))
}
