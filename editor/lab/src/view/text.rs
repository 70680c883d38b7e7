//! A report in plain text: sentences in lines, tables in aligned columns.

use std::fmt::Write;

use salient_schema::Severity;

use super::model::{Cell, Column, Content, FactGroup, Figure, Kind, Section, Table, Value, View};
use super::words;
use crate::statistics::Share;

/// The width that a heading may take above narrow cells, in characters.
const HEADING: usize = 8;
/// The width of a bar, in characters.
const BAR: usize = 24;

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The width of a line, in characters, for which minor columns are left out. Where a table
    /// is wider even so, its lines are.
    pub width: usize,
    /// The most rows of a tall table, and the most facts of a kind.
    pub rows: usize,
}

/// The sections that are told, in their order. Where it happens and what else takes a picture is
/// left to forms that can draw.
const SECTIONS: [&str; 14] = [
    "climbs",
    "skill-levels",
    "seeds",
    "points",
    "sources",
    "kinds",
    "levels",
    "losses",
    "combat",
    "units-met",
    "facts",
    "compared",
    "set-ups-compared",
    "set-ups",
];

/// Tables that others fold away below a chart, and that stand for it here.
const FOR_CHARTS: [&str; 2] = ["turns", "points-by-turn"];

/// Everything: how the games ended, how they went, what looks odd, and the comparison.
#[must_use]
pub fn whole(view: &View, limits: Limits) -> String {
    let mut text = head(view, limits);
    for told in SECTIONS.iter().filter_map(|id| view.section(id)) {
        text.push('\n');
        text.push_str(&section(told, limits));
    }
    text
}

/// How the games ended: who wins, levels with their intervals, and the numbers asked for first.
#[must_use]
pub fn head(view: &View, limits: Limits) -> String {
    let mut text = format!("{}\n", view.title);
    let of_run = view.run.join(", ");
    for words in [&of_run, "", &view.headline, &view.because] {
        text.push_str(&paragraph(words, limits.width));
    }
    for table in view.balance.iter().filter(|table| !table.rows.is_empty()) {
        text.push_str(&self::table(table, limits));
    }
    if let Some(said) = &view.precision {
        let _ = writeln!(text, "{}", paragraph(said, limits.width).trim_end());
    }
    if !view.figures.is_empty()
        && (view.precision.is_some() || view.balance.iter().any(|table| !table.rows.is_empty()))
    {
        let _ = write!(text, "\n{}", figures(&view.figures));
    }
    text
}

/// A section: its title, what it says, its tables and facts. What is drawn or folded away is
/// left out, but for tables that tell what a chart draws.
#[must_use]
pub fn section(section: &Section, limits: Limits) -> String {
    let mut text = format!("{}\n", section.title);
    text.push_str(&paragraph(&section.lead, limits.width));
    let mut after_table = false;
    for content in &section.content {
        match content {
            Content::Note(note) => text.push_str(&paragraph(note, limits.width)),
            Content::Table(of) => {
                // One without a title follows what is said of it, or stands apart from another.
                if of.title.is_empty() && std::mem::replace(&mut after_table, true) {
                    text.push('\n');
                }
                text.push_str(&table(of, limits));
            }
            Content::Facts(part) => {
                let _ = writeln!(text, "\n{}", part.title);
                text.push_str(&paragraph(&part.lead, limits.width));
                part.groups.iter().for_each(|group| facts(group, limits, &mut text));
            }
            Content::Fold(_, of) if FOR_CHARTS.contains(&of.id.as_str()) => {
                text.push_str(&table(of, limits));
            }
            Content::Fold(..) | Content::Chart(_) => {}
        }
    }
    text
}

/// The numbers that are asked for first.
#[must_use]
pub fn figures(figures: &[Figure]) -> String {
    let longest = |part: fn(&Figure) -> &String| {
        figures.iter().map(|figure| length(part(figure))).max().unwrap_or(0)
    };
    let (name, value) = (longest(|figure| &figure.name), longest(|figure| &figure.value));
    let line = |figure: &Figure| {
        format!("  {:<name$}  {:<value$}  {}\n", figure.name, figure.value, figure.more)
    };
    plain(&figures.iter().map(line).collect::<String>())
}

/// Sentences in lines no longer than this.
#[must_use]
pub fn paragraph(words: &str, width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let room = length(word);
        if used > 0 && used + 1 + room > width {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += room;
    }
    if used > 0 {
        text.push('\n');
    }
    plain(&text)
}

/// A table in aligned columns, with its title and its remarks.
#[must_use]
pub fn table(table: &Table, limits: Limits) -> String {
    let mut text = String::new();
    if !table.title.is_empty() {
        let _ = writeln!(text, "\n{}", table.title);
    }
    text.push_str(&paragraph(&table.lead, limits.width));
    let most = if table.traits.tall { limits.rows } else { usize::MAX };
    let rows: Vec<_> = table.seen().take(most).collect();
    let written = |(at, column, heading): (usize, &Column, &str)| {
        let cells: Vec<&Cell> = rows.iter().filter_map(|row| row.cells.get(at)).collect();
        Written::new(column, heading, &cells)
    };
    let mut columns: Vec<Written> = table.headed().map(written).collect();
    let width = |columns: &[Written]| columns.iter().map(|column| column.width + 2).sum::<usize>();
    if width(&columns) > limits.width {
        columns.retain(|column| !column.minor);
    }
    let heads = columns.iter().map(|column| column.head.len()).max().unwrap_or(0);
    for line in 0..heads {
        // Headings stand on the row below them.
        let part = |column: &Written| {
            let above = heads - column.head.len();
            let at = line.checked_sub(above)?;
            column.head.get(at).cloned()
        };
        write_line(&columns, part, &mut text);
    }
    for row in 0..rows.len() {
        write_line(&columns, |column| column.cells.get(row).cloned(), &mut text);
    }
    let more = table.seen().count() - rows.len();
    if more > 0 {
        let _ = writeln!(text, "  and {} more", words::count(more as u64));
    }
    text.push_str(&paragraph(&table.note, limits.width));
    plain(&text)
}

fn write_line(columns: &[Written], part: impl Fn(&Written) -> Option<String>, text: &mut String) {
    let mut line = String::new();
    for column in columns {
        let part = part(column).unwrap_or_default();
        let space = " ".repeat(column.width.saturating_sub(length(&part)));
        let (left, right) = if column.right { (space.as_str(), "") } else { ("", space.as_str()) };
        let _ = write!(line, "  {left}{part}{right}");
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

/// A column, written.
struct Written {
    head: Vec<String>,
    cells: Vec<String>,
    width: usize,
    right: bool,
    minor: bool,
}

impl Written {
    fn new(column: &Column, heading: &str, cells: &[&Cell]) -> Self {
        let shares = || cells.iter().filter_map(|cell| share(cell));
        let most = shares().map(|share| share.high).fold(0.0, f64::max);
        // A value and what follows it stand in columns of their own, so that both line up.
        let mut parts: Vec<[String; 2]> = cells
            .iter()
            .map(|cell| match (column.kind, share(cell)) {
                (Kind::Bar, Some(share)) => [bar(share, most), String::new()],
                (Kind::Bar, None) => Default::default(),
                _ => parts(column.kind, &cell.value),
            })
            .collect();
        let [first, second] =
            [0, 1].map(|at| parts.iter().map(|parts| length(&parts[at])).max().unwrap_or(0));
        let right =
            matches!(column.kind, Kind::Number | Kind::Uncertain | Kind::Spread | Kind::Difference);
        let cells: Vec<String> = parts
            .drain(..)
            .map(|[value, more]| match second {
                0 => value,
                _ => {
                    let space = " ".repeat(first.saturating_sub(length(&value)));
                    let after = " ".repeat(second.saturating_sub(length(&more)));
                    format!("{space}{value}  {more}{after}")
                }
            })
            .collect();
        let widest = cells.iter().map(|cell| length(cell)).max().unwrap_or(0);
        let head = lines(heading, widest);
        let longest = head.iter().map(|line| length(line)).max().unwrap_or(0);
        Self { head, width: widest.max(longest), cells, right, minor: column.minor }
    }
}

fn share<'a>(cell: &&'a Cell) -> Option<&'a Share> {
    match &cell.value {
        Value::Share(share) => Some(share),
        _ => None,
    }
}

/// What is in a cell: the value, and what says how sure it is.
fn parts(kind: Kind, value: &Value) -> [String; 2] {
    match (kind, value) {
        (Kind::Uncertain, Value::Share(share)) => {
            [words::share(share), words::share_interval(share)]
        }
        (Kind::Uncertain | Kind::Spread, Value::Estimate(estimate)) => {
            [words::mean(estimate), format!("±{:>5}", words::number(estimate.sd, 1))]
        }
        (_, Value::Difference(Some(found), of)) => {
            let [value, interval] = words::difference(found, *of);
            let mark = if found.clear { " *" } else { "" };
            [value, format!("{interval}{mark}")]
        }
        (_, Value::Name(name, Some(tag))) => [format!("{name} ({tag})"), String::new()],
        (_, value) => [value.in_words(), String::new()],
    }
}

/// A heading in lines about as wide as what stands below it.
fn lines(heading: &str, widest: usize) -> Vec<String> {
    let longest = heading.split(' ').map(length).max().unwrap_or(0);
    let lines = paragraph(heading, widest.max(longest).max(HEADING));
    lines.lines().map(str::to_owned).collect()
}

/// A bar up to what was found, then thin to the end of the interval; its lower end is a notch.
fn bar(share: &Share, most: f64) -> String {
    let place = |value: f64| (value / most.max(f64::MIN_POSITIVE) * BAR as f64).round() as usize;
    let (low, found, high) = (place(share.low), place(share.share), place(share.high));
    let found = if share.count > 0 { found.max(1) } else { 0 };
    let cell = |at: usize| match at {
        _ if at < low.min(found) => '█',
        _ if at < found => '▓',
        _ if at < high => '░',
        _ => ' ',
    };
    (0..BAR).map(cell).collect()
}

/// Facts of one kind.
fn facts(group: &FactGroup, limits: Limits, text: &mut String) {
    let mark = match group.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let _ = writeln!(text, "  {mark}: {} ({})", group.name, group.facts.len());
    for line in paragraph(group.advice, limits.width.saturating_sub(4)).lines() {
        let _ = writeln!(text, "    {line}");
    }
    let shown: Vec<_> = group.facts.iter().take(limits.rows).collect();
    let width = shown.iter().map(|fact| length(&fact.games)).max().unwrap_or(0);
    for fact in shown {
        // A long one goes on below its own beginning.
        let room = limits.width.saturating_sub(width + 6).max(40);
        let mut often = plain(&fact.games);
        for line in paragraph(&fact.words, room).lines() {
            let _ = writeln!(text, "    {often:>width$}  {line}");
            often.clear();
        }
    }
    match group.facts.len().saturating_sub(limits.rows) {
        0 => {}
        more => {
            let _ = writeln!(text, "    and {} more", words::count(more as u64));
        }
    }
}

/// How many characters wide, of those that are seen.
fn length(text: &str) -> usize {
    text.chars().filter(|&c| c != '\u{2060}').count()
}

/// Without what only a page needs to keep words together.
fn plain(text: &str) -> String {
    text.chars().filter(|&c| c != '\u{2060}').map(|c| if c == '\u{a0}' { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { width: 60, rows: 2 };

    #[test]
    fn bars_show_what_was_found_and_how_sure_it_is() {
        let found = bar(&Share::new(10, 20), 1.0);
        assert_eq!(found.chars().count(), BAR);
        let count = |c| found.chars().filter(|&other| other == c).count();
        assert_eq!(count('█') + count('▓'), BAR / 2);
        assert!(count('█') > 0 && count('▓') > 0 && count('░') > 0, "{found}");
        let none = bar(&Share::new(0, 20), 1.0);
        assert!(none.starts_with('░') && !none.contains('█'), "what is not seen may yet be");
        assert!(bar(&Share::new(1, 100_000), 1.0).starts_with(['█', '▓']), "nothing vanishes");
    }

    #[test]
    fn columns_are_aligned_and_nothing_is_cut_off() {
        let columns = vec![
            Column::seen("Unit", Kind::Head),
            Column::data(Kind::Words, "id"),
            Column::seen("Lost in games", Kind::Uncertain),
            Column::seen("Why", Kind::Words).minor(),
        ];
        let row = |name: &str, lost: u64| {
            let why = "for a reason that takes many words to tell";
            vec![name.into(), "x".into(), Share::new(lost, 20).into(), why.into()].into()
        };
        let rows = vec![row("88/3", 20), row("Stosstruppen", 1), row("18/5", 3)];
        let mut of = Table { rows, ..Table::new("units", columns) };
        of.traits.tall = true;
        let text = table(&of, LIMITS);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "  Unit            Lost in games",
                "  88/3          100 %  84–100 %",
                "  Stosstruppen    5 %  1–24 %",
                "  and 1 more",
            ]
        );
        let wide = table(&of, Limits { width: 100, rows: 9 });
        assert!(wide.contains("for a reason that takes many words to tell"), "{wide}");
        assert!(wide.contains("18/5"), "{wide}");
    }

    #[test]
    fn sentences_break_into_lines() {
        assert_eq!(paragraph("one two\u{a0}three four", 9), "one\ntwo three\nfour\n");
        assert_eq!(paragraph("", 9), "");
    }
}
