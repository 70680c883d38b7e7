//! A report as comma-separated values, one table a file.

use std::fmt::Display;

use salient_tables::cells::guarded;

use crate::compare::Comparison;
use crate::report::Report;
use crate::view;

/// A table of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of its file: `turns.csv`.
    pub name: String,
    /// Its text (RFC 4180, but lines end as they do on Unix): a head, then a line for each row.
    pub text: String,
}

/// The tables of a report: `levels.csv`, `games.csv`, `turns.csv`, `units.csv`, `hexes.csv`,
/// `front.csv`, `towns.csv`, `odds.csv`, `rules.csv` and `facts.csv`; one for each of the system's
/// own tables; where there are any also `columns.csv`, `resources.csv`, `seeds.csv`, `endings.csv`,
/// `standings.csv`, `replacements.csv`, `sources.csv`, `sources-by-turn.csv` and
/// `sources-by-level.csv`.
pub fn tables(report: &Report) -> Vec<Table> {
    let mut tables: Vec<Table> = view::data(report).iter().map(table).collect();
    // What is told by hex stands behind what is told by unit.
    let behind = tables.iter().position(|table| table.name == "units.csv").map_or(0, |at| at + 1);
    tables.splice(behind..behind, [hexes(report), front(report)]);
    tables
}

/// The data of a table.
fn table(of: &view::Table) -> Table {
    let heads = of.columns.iter().flat_map(|column| &column.data);
    let mut file = File::new(&format!("{}.csv", of.id), heads);
    for row in &of.rows {
        for (column, cell) in of.columns.iter().zip(&row.cells) {
            // Of a mean some tables have the spread and the interval, too.
            let mut data = cell.data().into_iter();
            for _ in &column.data {
                file.cell(data.next().unwrap_or_default());
            }
        }
        file.end();
    }
    file.done()
}

/// A table of a view as data: its columns that have heads, all of its rows.
#[must_use]
pub fn as_csv(of: &view::Table) -> Table {
    table(of)
}

/// The table of a comparison, `comparison.csv`.
pub fn comparison_table(comparison: &Comparison) -> Table {
    table(&view::compared_data(comparison))
}

/// A table that is being written.
struct File {
    name: String,
    text: String,
    begun: bool,
}

impl File {
    fn new<T: AsRef<str>>(name: &str, head: impl IntoIterator<Item = T>) -> Self {
        let mut file = Self { name: name.to_owned(), text: String::new(), begun: false };
        for column in head {
            file.cell(column.as_ref());
        }
        file.end();
        file
    }

    fn cell(&mut self, value: impl Display) -> &mut Self {
        if self.begun {
            self.text.push(',');
        }
        self.begun = true;
        let mut value = guarded(&value.to_string());
        if value.contains(['"', ',', '\n', '\r']) {
            value = format!("\"{}\"", value.replace('"', "\"\""));
        }
        self.text.push_str(&value);
        self
    }

    fn option(&mut self, value: Option<impl Display>) -> &mut Self {
        match value {
            Some(value) => self.cell(value),
            None => self.cell(""),
        }
    }

    fn end(&mut self) {
        self.text.push('\n');
        self.begun = false;
    }

    fn done(self) -> Table {
        Table { name: self.name, text: self.text }
    }
}

fn head(fixed: &str, by_side: &[&str], report: &Report) -> Vec<String> {
    let mut head: Vec<String> = fixed.split(',').map(str::to_owned).collect();
    for side in &report.subject.sides {
        head.extend(by_side.iter().map(|column| format!("{}_{column}", side.id)));
    }
    head
}

fn hexes(report: &Report) -> Table {
    let mut file = File::new("hexes.csv", "hex,attacks,entered,steps_lost".split(','));
    let heat = &report.heat;
    let numbers = heat.fought.iter().zip(&heat.entered).zip(&heat.lost);
    for (hex, ((fought, entered), lost)) in report.subject.hexes.iter().zip(numbers) {
        file.cell(hex).cell(fought).cell(entered).cell(lost).end();
    }
    file.done()
}

fn front(report: &Report) -> Table {
    let mut file = File::new("front.csv", head("turn,hex,games", &["held"], report));
    for turn in &report.front {
        for (place, hex) in report.subject.hexes.iter().enumerate() {
            file.cell(turn.turn).cell(hex).cell(turn.games);
            for held in &turn.held {
                file.option(held.get(place));
            }
            file.end();
        }
    }
    file.done()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_formula_and_numbers_stay_numbers() {
        let mut file = File::new("t.csv", ["name", "points"]);
        file.cell("=HYPERLINK(\"http://x\",1)").cell(-5).end();
        file.cell("@sum, all").cell(-0.5).end();
        file.cell("\tx").cell("").end();
        file.cell("'t Zand").cell("-").end();
        let expected = "name,points\n\"'=HYPERLINK(\"\"http://x\"\",1)\",-5\n\"'@sum, all\",-0.5\n\
                        '\tx,\n't Zand,'-\n";
        assert_eq!(file.done().text, expected);
    }
}
