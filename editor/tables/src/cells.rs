//! One cell: a value as text that a spreadsheet shows and runs no formula of, and back.

use salient_schema::map::Grid;
use serde_json::{Map as Object, Number, Value};

use crate::Cell;

/// What a spreadsheet takes for the beginning of a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A text as a cell. An apostrophe stands before what a spreadsheet would take for a formula, a date
/// or a power of ten, and alone for a text that is there but empty.
#[must_use]
pub fn text_cell(text: &str) -> String {
    if is_marked(text) { format!("'{text}") } else { text.to_owned() }
}

fn is_marked(text: &str) -> bool {
    let rest = text.strip_prefix('\'').unwrap_or(text);
    text.is_empty()
        || text == "'"
        || is_taken_otherwise(text)
        || (rest.len() < text.len() && (is_taken_otherwise(rest) || rest.starts_with('\'')))
}

/// The text of a cell; `None` where it is empty.
#[must_use]
pub fn cell_text(cell: &str) -> Option<String> {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.is_empty() || rest.starts_with('\'') || is_taken_otherwise(rest) => {
            Some(rest.to_owned())
        }
        _ if cell.is_empty() => None,
        _ => Some(cell.to_owned()),
    }
}

/// Whether a spreadsheet takes a text for a formula, or makes something else of it than it says.
fn is_taken_otherwise(text: &str) -> bool {
    text.starts_with(FORMULA) || is_like_a_date(text) || is_like_a_power(text)
}

/// What spreadsheets take for a day or a time in one language or another: `3/4`, `28/10/5`, `1.2.3`,
/// `12:30`, `4 Mar`, `Sept2`.
fn is_like_a_date(text: &str) -> bool {
    let text = text.trim();
    // The longest is a day, a month's name and a year.
    if text.len() > 24 || !text.contains(|letter: char| letter.is_ascii_digit()) {
        return false;
    }
    let numbers = |separator: char| -> Option<Vec<u16>> {
        let part = |part: &str| {
            let is_number =
                (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            if is_number { part.parse().ok() } else { None }
        };
        text.split(separator).map(part).collect()
    };
    let is_day = |[a, b]: [u16; 2]| a.min(b) <= 12 && (a.max(b) <= 31 || a.max(b) >= 1900);
    for separator in ['/', '-', '.'] {
        match numbers(separator).as_deref() {
            Some([a, b]) if separator != '.' && is_day([*a, *b]) => return true,
            Some([_, _, _]) => return true,
            _ => {}
        }
    }
    if matches!(numbers(':').as_deref(), Some([_, _] | [_, _, _])) {
        return true;
    }
    // A month's name, and numbers beside it.
    let is_gap = |letter: char| letter.is_ascii_digit() || " -/.,".contains(letter);
    let mut words = text.split(is_gap).filter(|word| !word.is_empty());
    let months =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let full = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "sept",
    ];
    let is_month = |word: &str| {
        let word = word.to_lowercase();
        months.contains(&word.as_str()) || full.contains(&word.as_str())
    };
    words.next().is_some_and(is_month) && words.next().is_none()
}

/// What spreadsheets take for a number with a power of ten: `2E3`.
fn is_like_a_power(text: &str) -> bool {
    let (before, after) = text.split_once(['e', 'E']).unwrap_or_default();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    is_number(before) && is_number(after)
}

/// A cell that is text already, so that no spreadsheet takes it for a formula. Numbers are none, and
/// an empty cell stays one. [`unguarded`] gives it back as it was.
#[must_use]
pub fn guarded(cell: &str) -> String {
    let harmless = cell.is_empty() || (cell.parse::<f64>().is_ok() && !is_like_a_power(cell));
    if harmless { cell.to_owned() } else { text_cell(cell) }
}

/// What was [`guarded`].
#[must_use]
pub fn unguarded(cell: &str) -> String {
    cell_text(cell).unwrap_or_default()
}

/// A value in a cell of this kind; `None` where it is no such value.
#[must_use]
pub fn write(value: &Value, cell: Cell) -> Option<String> {
    write_with(value, cell, text_cell)
}

/// The same for a sheet that people write in, where a text stands as it is.
#[must_use]
pub fn write_plain(value: &Value, cell: Cell) -> Option<String> {
    write_with(value, cell, str::to_owned)
}

fn write_with(value: &Value, cell: Cell, text_cell: fn(&str) -> String) -> Option<String> {
    match (cell, value) {
        (Cell::Text | Cell::Hex | Cell::Side, Value::String(text)) => Some(text_cell(text)),
        (Cell::Number, Value::Number(number)) => Some(number.to_string()),
        (Cell::Short, Value::Number(number)) => Some((number.as_f64()? as f32).to_string()),
        (Cell::Flag, Value::Bool(true)) => Some("yes".to_owned()),
        (Cell::List | Cell::Hexes, Value::Array(list)) => {
            let texts: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
            let cell = texts?.into_iter().map(list_entry).collect::<Vec<_>>().join(" ");
            // A list of one empty text is not an empty list.
            Some(if cell.is_empty() { String::new() } else { text_cell(&cell) })
        }
        (Cell::Either, Value::String(text)) if as_number(text.trim()).is_some() => {
            Some(Value::String(text.clone()).to_string())
        }
        (Cell::Either, Value::String(text)) if text.trim().starts_with('"') => {
            Some(Value::String(text.clone()).to_string())
        }
        (Cell::Either, Value::String(text)) => Some(text_cell(text)),
        (Cell::Either, Value::Number(number)) => Some(number.to_string()),
        _ => None,
    }
}

/// An entry of a list: a space within it, and a backslash, have a backslash before them. An empty
/// one is `\0`.
fn list_entry(text: &str) -> String {
    if text.is_empty() {
        return "\\0".to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ' ' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => out.push(character),
        }
    }
    out
}

/// The entries of a list, as [`write()`] parts them.
#[must_use]
pub fn list(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut entry: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\n' | '\r' => out.extend(entry.take()),
            '\\' => {
                let entry = entry.get_or_insert_default();
                match characters.next() {
                    Some('0') | None => {}
                    Some('n') => entry.push('\n'),
                    Some('r') => entry.push('\r'),
                    Some('t') => entry.push('\t'),
                    Some(other) => entry.push(other),
                }
            }
            _ => entry.get_or_insert_default().push(character),
        }
    }
    out.extend(entry);
    out
}

/// What a cell of this kind says: `Ok(None)` where it is empty.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(cell: &str, kind: Cell, grid: Option<&Grid>) -> Result<Option<Value>, String> {
    let text = |cell: &str| cell_text(cell).map(Value::String);
    match kind {
        Cell::Text => Ok(text(cell)),
        Cell::Hex => Ok(cell_text(cell).map(|label| Value::String(hex_label(&label, grid)))),
        Cell::Side => Ok(cell_text(cell).map(|label| Value::String(side_label(&label, grid)))),
        Cell::List | Cell::Hexes => {
            let entries = cell_text(cell).map(|cell| list(&cell)).unwrap_or_default();
            let hexes = kind == Cell::Hexes;
            let entries = entries
                .into_iter()
                .map(|entry| if hexes { hex_label(&entry, grid) } else { entry })
                .map(Value::String);
            let entries: Vec<Value> = entries.collect();
            Ok((!entries.is_empty()).then_some(Value::Array(entries)))
        }
        Cell::Flag => match flag(cell) {
            Some(true) => Ok(Some(Value::Bool(true))),
            Some(false) => Ok(None),
            None => Err(format!("`{}` is neither yes nor empty", short(cell))),
        },
        Cell::Number | Cell::Short => match cell.trim() {
            "" => Ok(None),
            number => as_number(number)
                .map(|number| Some(Value::Number(number)))
                .ok_or_else(|| format!("`{}` is no number", short(number))),
        },
        Cell::Either => {
            let trimmed = cell.trim();
            if trimmed.starts_with('"') {
                return match serde_json::from_str(trimmed) {
                    Ok(Value::String(text)) => Ok(Some(Value::String(text))),
                    _ => Ok(text(cell)),
                };
            }
            Ok(as_number(trimmed).map(Value::Number).or_else(|| text(cell)))
        }
    }
}

/// Whether a cell says yes, as people and the spreadsheets of some languages write it; `None` where
/// it says neither.
#[must_use]
pub fn flag(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "yes" | "true" | "1" | "x" | "wahr" | "vrai" => Some(true),
        "" | "no" | "false" | "0" | "falsch" | "faux" => Some(false),
        _ => None,
    }
}

/// A whole number between the two, `None` for another; a spreadsheet may have made 3 into 3.0 or
/// 3,0. An empty cell is the least.
#[must_use]
pub fn whole(cell: &str, [least, most]: [u16; 2]) -> Option<u16> {
    let cell = cell.trim();
    if cell.is_empty() {
        return Some(least);
    }
    let plain = cell.strip_suffix(".0").or(cell.strip_suffix(",0")).unwrap_or(cell);
    plain.parse::<u16>().ok().filter(|number| (least..=most).contains(number))
}

/// A number; whole ones without a point, as types that count want them.
#[must_use]
pub fn as_number(text: &str) -> Option<Number> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
    if !plain {
        return None;
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(number.into());
    }
    let number: f64 = text.parse().ok()?;
    let exact = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < exact {
        return Some((number as i64).into());
    }
    Number::from_f64(number)
}

/// A hex number as the map prints it, where a spreadsheet has cut its leading zeros (`0101` →
/// `101`). What is no number of the map stays as it is.
#[must_use]
pub fn hex_label(label: &str, grid: Option<&Grid>) -> String {
    let label = label.trim();
    let Some(grid) = grid else { return label.to_owned() };
    if grid.parse_hex(label).is_some() {
        return label.to_owned();
    }
    let [columns, rows] = [grid.numbering.column_digits, grid.numbering.row_digits];
    let digits = u16::from(columns) + u16::from(rows);
    let mut longer = label.to_owned();
    for _ in 0..digits {
        longer.insert(0, '0');
        if grid.parse_hex(&longer).is_some() {
            return longer;
        }
    }
    // `54.40` becomes 54.4.
    let separator = &grid.numbering.separator;
    if let Some((first, second)) = label.split_once(separator.as_str()).filter(|_| separator == ".")
    {
        for zeros in 1..4 {
            let longer = format!("{first:0>2}.{second:0<width$}", width = second.len() + zeros);
            if grid.parse_hex(&longer).is_some() {
                return longer;
            }
        }
    }
    label.to_owned()
}

fn side_label(label: &str, grid: Option<&Grid>) -> String {
    match label.rsplit_once(':') {
        Some((hex, compass)) => format!("{}:{}", hex_label(hex, grid), compass.trim()),
        None => label.to_owned(),
    }
}

/// The beginning of a text, for a message.
#[must_use]
pub fn short(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Takes the value at a dotted field out of a thing, and the object that held it where nothing is
/// left in it.
pub fn take(thing: &mut Object<String, Value>, field: &str) -> Option<Value> {
    let Some((outer, inner)) = field.split_once('.') else { return thing.remove(field) };
    let object = thing.get_mut(outer)?.as_object_mut()?;
    let value = object.remove(inner);
    if value.is_some() && object.is_empty() {
        thing.remove(outer);
    }
    value
}

/// Puts a value at a dotted field.
pub fn put(thing: &mut Object<String, Value>, field: &str, value: Value) {
    match field.split_once('.') {
        None => {
            thing.insert(field.to_owned(), value);
        }
        Some((outer, inner)) => {
            let object = thing.entry(outer).or_insert_with(|| Value::Object(Object::new()));
            if let Some(object) = object.as_object_mut() {
                object.insert(inner.to_owned(), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_begins_a_formula_and_every_text_comes_back() {
        for text in
            ["", "'", "''", "=1+1", "'=1", "-5", "+", "@x", "\tx", "'t Zand", "3/4", "a,b", "\"q\""]
        {
            let cell = text_cell(text);
            assert!(!cell.starts_with(FORMULA), "{text:?} is written {cell:?}");
            assert!(!cell.is_empty());
            assert_eq!(cell_text(&cell).as_deref(), Some(text), "{cell:?}");
        }
        assert_eq!(text_cell("'t Zand"), "'t Zand");
        assert_eq!(cell_text(""), None);
    }

    #[test]
    fn a_guarded_cell_comes_back_and_numbers_are_not_guarded() {
        for (cell, guard) in [
            ("", ""),
            ("-5", "-5"),
            ("+0.5", "+0.5"),
            ("-", "'-"),
            ("=1+1", "'=1+1"),
            ("\r=1", "'\r=1"),
            ("'=1", "''=1"),
            ("'", "''"),
            ("''", "'''"),
            ("'t Zand", "'t Zand"),
        ] {
            assert_eq!(guarded(cell), guard);
            assert_eq!(unguarded(guard), cell);
        }
    }

    /// A grid may say that its numbers have 255 digits and 255 more.
    #[test]
    fn numbers_of_endless_digits_do_no_harm() {
        let grid = serde_json::json!({
            "orientation": "flat_topped", "columns": 2, "rows": 2, "pushed": "first",
            "metres_per_hex": 1.0,
            "numbering": {
                "order": "column_row", "column_digits": 200, "row_digits": 200,
                "first_column": 1, "first_row": 1, "columns_from": "west", "rows_from": "north"
            }
        });
        let grid: Grid = serde_json::from_value(grid).unwrap();
        assert_eq!(hex_label("nowhere", Some(&grid)), "nowhere");
    }

    /// A division of a regiment of a brigade is no day in October.
    #[test]
    fn designations_are_no_dates() {
        for text in [
            "28/10/5",
            "3/4",
            "1-2",
            "28-10",
            "1918-03",
            "21/3/1918",
            "1.2.3",
            "12:30",
            "4 Mar",
            "Mar-4",
            "Sept2",
            "MARCH1",
            "1 Dec 1914",
            "2E3",
        ] {
            assert_eq!(text_cell(text), format!("'{text}"));
            assert_eq!(guarded(text), format!("'{text}"), "{text}");
            for text in [text.to_owned(), format!("'{text}"), format!("''{text}")] {
                assert_eq!(cell_text(&text_cell(&text)), Some(text.clone()), "{text}");
            }
        }
        for text in [
            "28/40", "48/0710", "0101:ne", "54.49", "III/4", "1/a", "Mar", "Marne 2", "4203",
            "1/2/3/4", "E3", "May be 4", "5 Guards",
        ] {
            assert_eq!(text_cell(text), text);
        }
    }

    #[test]
    fn lists_come_back() {
        let value = serde_json::json!(["a", "b c", "", "\\", "\n"]);
        let cell = write(&value, Cell::List).unwrap();
        assert_eq!(read(&cell, Cell::List, None), Ok(Some(value)), "{cell}");
    }

    #[test]
    fn a_text_that_looks_like_a_number_stays_one() {
        for value in [
            serde_json::json!("5"),
            serde_json::json!(5),
            serde_json::json!("\"5\""),
            serde_json::json!("A"),
        ] {
            let cell = write(&value, Cell::Either).unwrap();
            assert_eq!(read(&cell, Cell::Either, None), Ok(Some(value)), "{cell}");
        }
    }

    #[test]
    fn zeros_that_a_spreadsheet_cut_are_put_back() {
        let mut grid: Grid = serde_json::from_value(serde_json::json!({
            "orientation": "flat_topped", "columns": 60, "rows": 60, "pushed": "second",
            "numbering": { "order": "column_row", "column_digits": 2, "row_digits": 2,
                "first_column": 1, "first_row": 1, "columns_from": "west", "rows_from": "north" },
            "metres_per_hex": 1000.0,
        }))
        .unwrap();
        assert_eq!(hex_label("101", Some(&grid)), "0101");
        assert_eq!(hex_label("1210", Some(&grid)), "1210");
        assert_eq!(hex_label("9999", Some(&grid)), "9999");
        assert_eq!(side_label("101:ne", Some(&grid)), "0101:ne");
        grid.numbering.separator = ".".to_owned();
        assert_eq!(hex_label("54.4", Some(&grid)), "54.40");
        assert_eq!(hex_label("4.4", Some(&grid)), "04.40");
    }
}
