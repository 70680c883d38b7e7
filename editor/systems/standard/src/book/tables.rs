//! The charts: terrain effects, results with their meanings, weather.

use std::collections::BTreeSet;

use salient_rules::book::{Rows, Table};
use salient_rules::stacking::in_points;
use salient_schema::results::{Combat as Read, Losses};
use salient_schema::rules_of_play::AllowanceIn;
use salient_schema::ruleset;
use salient_schema::terrain_chart::terrain_chart;

use super::numbers::Rules;
use super::words::Words;

/// The place of paths among the groups of the terrain effects chart.
const PATHS: usize = 3;
/// The place of hexsides.
const HEXSIDES: usize = 2;

/// The terrain effects chart.
pub fn terrain(words: &Words<'_>, rules: &mut Rules) {
    let chart = terrain_chart(words.ruleset);
    if chart.groups.is_empty() {
        return;
    }
    let parts = words.play.movement.road_parts.max(1);
    let has_notes =
        chart.groups.iter().flat_map(|group| &group.rows).any(|row| !row.notes.is_empty());
    let mut heads = vec!["Terrain".to_owned()];
    heads.extend(chart.columns.iter().map(|head| match head.as_str() {
        "Defender" => "Defence".to_owned(),
        head => head.to_owned(),
    }));
    heads.extend(has_notes.then(|| "Other effects".to_owned()));
    let groups = chart.groups.iter().map(|group| {
        let rows = group.rows.iter().map(|row| {
            let mut cells = vec![row.name.clone()];
            cells.extend(row.cells.iter().enumerate().map(|(at, cell)| {
                let is_cost =
                    chart.columns.get(at).is_some_and(|head| head.starts_with("Movement"));
                match cell.parse() {
                    // What paths cost is given in parts of a point.
                    Ok(cost) if group.list == PATHS && is_cost => in_points(cost, parts),
                    _ => cell.clone(),
                }
            }));
            cells.extend(has_notes.then(|| notes_of(&row.notes)));
            cells
        });
        // What has no effect is no row of a chart of effects, though a rule may name it.
        let has_effect = |cells: &Vec<String>| {
            let mut effects = cells.iter().skip(1).take(chart.columns.len());
            effects.any(|cell| cell != "–")
                || cells.last().is_some_and(|notes| notes.contains(": "))
        };
        let rows = rows.filter(has_effect).collect();
        Rows { title: group_title(group.list).to_owned(), rows }
    });
    let groups: Vec<Rows> = groups.filter(|group| !group.rows.is_empty()).collect();
    let mut notes = Vec::new();
    if words.play.movement.allowance_in == AllowanceIn::Points {
        let has = |list| chart.groups.iter().any(|group| group.list == list);
        let mut note = "Movement: movement points to enter the hex".to_owned();
        if has(HEXSIDES) {
            note += ", + to be added for crossing the hexside";
        }
        notes.push(format!("{note}."));
    }
    let has_defence = chart.columns.iter().any(|head| head == "Defender");
    let of_use = |head: &&String| {
        !head.starts_with("Movement") && !matches!(head.as_str(), "Defender" | "Sight")
    };
    let uses: Vec<&str> = chart.columns.iter().filter(of_use).map(String::as_str).collect();
    if has_defence {
        notes.push("Defence: the defence number in combat and fire.".to_owned());
    }
    if !uses.is_empty() {
        let only = if has_defence { ", in place of the other" } else { "" };
        let heads = uses.join(", ");
        notes.push(format!(
            "{heads}: the defence number in {}{only}.",
            uses.join(" and in ").to_lowercase()
        ));
    }
    let table = Table {
        title: "Terrain Effects Chart".to_owned(),
        heads,
        groups,
        notes,
        ..Table::default()
    };
    let rule = rules.add("Terrain Effects Chart", None, "All effects of terrain are in this chart");
    rule.tables.push(table);
}

/// Effects in words: that a cost is one of movement goes without saying.
fn notes_of(notes: &str) -> String {
    notes.replace(", in movement:", ":").replace("in movement, ", "").replace("in movement: ", "")
}

/// Where the kinds of a list of the chart are.
fn group_title(list: usize) -> &'static str {
    ["Terrain", "In the hex", "Hexsides", "Roads and railways", "Lines"]
        .get(list)
        .copied()
        .unwrap_or("")
}

/// The chart of a combat or fire, with the meanings of its results.
pub fn results(
    words: &Words<'_>,
    (id, title): (&str, &str),
    read: Read,
    rules: &mut Rules,
    printed: &mut BTreeSet<String>,
) {
    let Some(table) = words.ruleset.tables.iter().find(|table| table.id == id) else { return };
    if !printed.insert(id.to_owned()) {
        return;
    }
    let printed = |cell: &str| with_states(words, cell);
    let mut chart = as_printed(words, table, printed);
    let mut met: Vec<&str> = Vec::new();
    for cell in cells(words, table).map(str::trim) {
        if !cell.is_empty() && !met.contains(&cell) {
            met.push(cell);
        }
    }
    // Those that mean the same stand together, in the order in which they are met.
    let mut key: Vec<(String, String)> = Vec::new();
    for cell in met {
        // What the engine does comes before what is said of it.
        let outcome = table.outcome(cell).ok();
        let done = outcome.map(|outcome| outcome.words(read, |state| words.state(state)));
        let said = || table.meaning_of(cell, words.ruleset).map(|meaning| meaning.to_string());
        let Some(meaning) = done.or_else(said) else { continue };
        match key.iter_mut().find(|(_, known)| *known == meaning) {
            Some((cells, _)) => *cells += &format!(", {}", printed_cell(&printed(cell))),
            None => key.push((printed_cell(&printed(cell)), meaning)),
        }
    }
    chart.key = key;
    chart
        .notes
        .push("A roll below the first row or above the last is read in that row.".to_owned());
    let name =
        if title.is_empty() { table.title.clone() } else { format!("{title}: {}", table.title) };
    let rule = rules.add(&name, table.rule.as_deref(), "The results are explained below the table");
    rule.tables.push(chart);
}

/// The cells of a chart, as the scenario has them.
fn cells<'a>(
    words: &Words<'a>,
    table: &'a ruleset::Table,
) -> impl Iterator<Item = &'a str> + use<'a> {
    let scenario = words.bundle.map(|bundle| &bundle.scenario);
    table.rows.iter().flat_map(move |row| {
        table.columns.iter().zip(&row.cells).map(move |(column, cell)| {
            let changed = scenario.and_then(|one| one.cell_override(&table.id, &row.head, column));
            changed.map_or(cell.as_str(), |(_, value)| value)
        })
    })
}

/// A cell with the names of states in place of their ids: `D:disrupted` as `D disrupted`.
fn with_states(words: &Words<'_>, cell: &str) -> String {
    let mut parts = cell.split(':');
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
        let (id, rest) = part.split_at(end.unwrap_or(part.len()));
        told += &format!(" {}{rest}", words.state(id));
    }
    told
}

/// Whether results of a chart ask for retreats.
pub fn retreats(words: &Words<'_>, id: &str) -> bool {
    let table = words.ruleset.tables.iter().find(|table| table.id == id);
    let cells = table.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
    let mut outcomes = cells.filter_map(|cell| table?.outcome(cell).ok());
    outcomes.any(|outcome| {
        [&outcome.attacker, &outcome.defender]
            .into_iter()
            .any(|side| side.retreat.is_some() && side.losses != Losses::All)
    })
}

/// Charts that no chapter has printed.
pub fn others(words: &Words<'_>, rules: &mut Rules, printed: &BTreeSet<String>) {
    for table in words.ruleset.tables.iter().filter(|table| !printed.contains(&table.id)) {
        let mut chart = as_printed(words, table, str::to_owned);
        let scenario = words.bundle.map(|bundle| &bundle.scenario);
        let meanings = table.meanings_in(words.ruleset, scenario).into_iter();
        chart.key = meanings.map(|(cell, meaning)| (cell, meaning.to_string())).collect();
        rules.add(&table.title, table.rule.as_deref(), "").tables.push(chart);
    }
}

/// What stands behind a cell that the scenario changes.
const CHANGED: char = '†';

/// A chart as it is printed, with what a scenario changes; `told` names what its cells hold.
pub fn as_printed(
    words: &Words<'_>,
    table: &ruleset::Table,
    told: impl Fn(&str) -> String,
) -> Table {
    let mut heads = vec![axes(table)];
    heads.extend(table.columns.iter().map(|head| printed_head(head)));
    let mut changes = false;
    let rows = table.rows.iter().map(|row| {
        let mut line = vec![printed_head(&row.head)];
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            let scenario = words.bundle.map(|bundle| &bundle.scenario);
            let changed = scenario.and_then(|one| one.cell_override(&table.id, &row.head, column));
            line.push(match changed {
                Some((_, value)) => {
                    changes = true;
                    format!("{}{CHANGED}", printed_cell(&told(value)))
                }
                None => printed_cell(&told(cell)),
            });
        }
        line
    });
    let groups = vec![Rows { title: String::new(), rows: rows.collect() }];
    let mut notes: Vec<String> = table.remarks().map(str::to_owned).collect();
    let is_told = notes.iter().any(|note| note.contains("between"));
    if !is_told && has_gaps(table.rows.iter().map(|row| row.head.as_str())) {
        notes.push("A roll between two rows is read in the upper one.".to_owned());
    }
    if !is_told && has_gaps(table.columns.iter().map(String::as_str)) {
        notes.push("A number between two columns is read in the left one.".to_owned());
    }
    if changes {
        notes.push(format!("{CHANGED} changed by this scenario."));
    }
    Table { title: table.title.clone(), heads, groups, key: Vec::new(), notes }
}

/// A head, its minus as wide as its plus.
pub fn printed_head(head: &str) -> String {
    match head.strip_prefix('-') {
        Some(rest) if rest.starts_with(|letter: char| letter.is_ascii_digit()) => {
            format!("−{rest}")
        }
        _ => head.to_owned(),
    }
}

/// A cell, a dash for none.
fn printed_cell(cell: &str) -> String {
    if cell.trim() == "-" { "–".to_owned() } else { cell.to_owned() }
}

fn axes(table: &ruleset::Table) -> String {
    match (table.row_axis.trim(), table.column_axis.trim()) {
        (row, "") => row.to_owned(),
        ("", column) => column.to_owned(),
        (row, column) => format!("{row} / {column}"),
    }
}

/// Whether heads are numbers that rise, with others between them.
fn has_gaps<'a>(heads: impl Iterator<Item = &'a str>) -> bool {
    let numbers: Option<Vec<i32>> = heads.map(|head| head.trim().parse().ok()).collect();
    let numbers = numbers.unwrap_or_default();
    let pairs = || numbers.iter().zip(numbers.iter().skip(1));
    pairs().all(|(one, next)| one < next) && pairs().any(|(one, next)| one + 1 < *next)
}
