//! What an export's folder says about itself.

use std::fmt::Write as _;

use super::layout::{HEX_COLUMNS, HEXES, Key, Part, TABLES};
use crate::NamedFile;
use salient_tables::Column;

/// The README.txt of a folder: the tables that are in it, and their columns.
pub fn piece(pieces: &[NamedFile]) -> NamedFile {
    let there = |name: &str| pieces.iter().any(|piece| piece.name == name);
    NamedFile { name: "README.txt".to_owned(), bytes: text(there).into_bytes() }
}

fn text(there: impl Fn(&str) -> bool) -> String {
    let mut out = String::from(INTRODUCTION);
    let mut table = |file: &str, holds: &str, columns: &[(&str, &str)]| {
        if !there(file) {
            return;
        }
        let _ = write!(out, "\n{file}: {holds}\n");
        let width = columns.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, meaning) in columns {
            let _ = writeln!(out, "  {name:width$}  {meaning}");
        }
    };
    let meanings =
        |columns: &'static [Column]| columns.iter().map(|column| (column.name, column.meaning));
    table(HEXES, "every hex", &meanings(HEX_COLUMNS).collect::<Vec<_>>());
    for of in TABLES {
        let list = of.list_column.map(|name| {
            (name, if name == "book" { "which order of battle, from 1" } else { "which list" })
        });
        let number = match of.key {
            Some(Key::Number(name)) => Some((name, "a number by which the next table names it")),
            _ => None,
        };
        let columns = list.into_iter().chain(number).chain(meanings(of.columns));
        let columns = columns.chain(of.open.map(|_| RATINGS));
        table(of.file, of.holds, &columns.collect::<Vec<_>>());
        for child in of.children {
            let open = child.open.map(|_| RATINGS);
            let columns = list.into_iter().chain([(child.parent, "which one")]);
            let columns = columns.chain(meanings(child.columns)).chain(open);
            table(child.file, child.holds, &columns.collect::<Vec<_>>());
        }
    }
    for part in Part::ALL {
        let book = (part == Part::Book).then_some(("book", "which order of battle, from 1"));
        let columns = [
            ("field", "its place in the document; #1 is the first of a list"),
            (
                "value",
                "a text, a number, true or false; in quotation marks what only looks like one",
            ),
        ];
        let columns: Vec<_> = book.into_iter().chain(columns).collect();
        table(part.rest(), "single values that stand in no other table", &columns);
    }
    out.replace('\n', "\r\n")
}

/// The columns of ratings.
const RATINGS: (&str, &str) = ("ratings.…", "one column for each rating: what is printed");

const INTRODUCTION: &str = "\
A scenario of Salient as tables. `salient import FOLDER --from csv -o NEW` reads it back.

The files are CSV by RFC 4180: commas between cells, CR LF after rows, UTF-8 with a byte order
mark. A cell that a spreadsheet would take for a formula or a date, as 3/4, begins with an
apostrophe, which is not part of the text; an apostrophe alone is a text that is there but empty.
Where a spreadsheet makes 101 of a hex 0101, the import understands it. A space within an entry of
a list has a backslash before it.

What the import needs: map.csv with grid/orientation (flat_topped or pointy_topped), grid/columns
and grid/rows, and hexes.csv. All else may be left out. Semicolons or tabs may stand for commas.
";
