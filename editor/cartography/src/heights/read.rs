//! Reading an ESRI ASCII grid: a head of keys and numbers, then the heights row by row.

use salient_files::limits;
use salient_schema::{Code, Diagnostic};

use super::HeightGrid;

/// What was read, or what is wrong with it.
type Read<T> = Result<T, Box<Diagnostic>>;

/// No place on the earth lies higher or deeper than this, in metres.
const MOST_METRES: f64 = 12_000.0;

/// Reads a grid.
///
/// # Errors
/// The first fault, with its line and column.
pub fn read(bytes: &[u8]) -> Read<HeightGrid> {
    read_within(bytes, limits::HEIGHT_SIDE, limits::HEIGHT_CELLS, limits::HEIGHT_BYTES)
}

/// The same, with other limits: of rows and columns, of cells, of bytes.
pub(super) fn read_within(
    bytes: &[u8],
    side: usize,
    most_cells: usize,
    most_bytes: usize,
) -> Read<HeightGrid> {
    if bytes.len() > most_bytes {
        let message = format!("the grid has more than {} MB, which is the most", most_bytes >> 20);
        return Err(too_large(message, (1, 1)));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| fault("this is not UTF-8 text", (1, 1)))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut words = Words::of(text).peekable();
    let head = Head::read(&mut words)?;
    let size = [head.whole(&head.columns, side)?, head.whole(&head.rows, side)?];
    let [columns, rows] = size;
    let count = columns * rows;
    if count > most_cells {
        let message = format!("{columns} × {rows} cells are more than {most_cells}, the most");
        return Err(too_large(message, head.end));
    }
    let step = head.step()?;
    let west = head.edge(&head.west, step[0])?;
    let south = head.edge(&head.south, step[1])?;
    let (east, north) = (west + step[0] * columns as f64, south + step[1] * rows as f64);
    /// What the digits of a cell's size leave open.
    const SLACK: f64 = 1e-3;
    let is_on_earth = south >= -90.0 - SLACK
        && north <= 90.0 + SLACK
        && west >= -360.0 - SLACK
        && east <= 360.0 + SLACK
        && east - west <= 360.0 + SLACK;
    if !is_on_earth {
        let message = format!(
            "the grid goes from {south} to {north}° north and from {west} to {east}° east, which \
             is not on the earth"
        );
        let help = "corner and size of cells are degrees (WGS84); a grid in metres must be turned \
                    into degrees first";
        return Err(Box::new(unboxed(message, head.end).help(help)));
    }
    let is_none = |height: f64| height == head.none || (height.is_nan() && head.none.is_nan());
    // Each height takes two letters: no head makes room for what the file does not hold.
    let mut cells = Vec::with_capacity(count.min(bytes.len() / 2 + 1));
    let mut last = head.end;
    for (word, at) in words {
        if cells.len() == count {
            let message = format!("there are more heights than {columns} × {rows}");
            let help = "`ncols` and `nrows` of the head say how many there are";
            return Err(Box::new(unboxed(message, at).help(help)));
        }
        let height = number(word, at)?;
        if !is_none(height) && (height.is_nan() || height.abs() > MOST_METRES) {
            let message = format!("no place on the earth is {height} m high");
            let help = "heights are metres; `NODATA_value` says what stands where there is none";
            return Err(Box::new(unboxed(message, at).help(help)));
        }
        cells.push(if is_none(height) { f32::NAN } else { height as f32 });
        last = at;
    }
    if cells.len() < count {
        let message = format!(
            "the grid ends after {} heights; its head promises {columns} × {rows}",
            cells.len()
        );
        let help = "the file is not whole, or `ncols` and `nrows` are wrong";
        return Err(Box::new(unboxed(message, last).help(help)));
    }
    let first = [west + step[0] / 2.0, north - step[1] / 2.0];
    Ok(HeightGrid { columns, rows, first, step, cells })
}

/// A line and a column, from 1.
type At = (u32, u32);

/// What the head says, each with where it says so.
struct Head<'t> {
    columns: Option<(&'t str, At)>,
    rows: Option<(&'t str, At)>,
    /// The edge of the first column, or the middle of its cells.
    west: Option<(f64, bool)>,
    /// The edge of the last row, or the middle of its cells.
    south: Option<(f64, bool)>,
    size: Option<f64>,
    /// Cells that are no squares.
    sizes: [Option<f64>; 2],
    /// What stands where there is no height.
    none: f64,
    /// Where the head ends.
    end: At,
}

impl<'t> Head<'t> {
    fn read(words: &mut std::iter::Peekable<Words<'t>>) -> Read<Self> {
        let mut head = Self {
            columns: None,
            rows: None,
            west: None,
            south: None,
            size: None,
            sizes: [None; 2],
            none: -9999.0,
            end: (1, 1),
        };
        let mut seen = Vec::new();
        // The head is over where a number stands in place of a key.
        while let Some(&(key, at)) = words.peek() {
            if key.starts_with(|first: char| !first.is_ascii_alphabetic())
                || key.eq_ignore_ascii_case("nan")
            {
                break;
            }
            words.next();
            let known = key.to_ascii_lowercase();
            if seen.contains(&known) {
                return Err(fault(&format!("`{key}` stands twice"), at));
            }
            let Some((word, place)) = words.next() else {
                return Err(fault(&format!("there is no number after `{key}`"), at));
            };
            match known.as_str() {
                "ncols" => head.columns = Some((word, place)),
                "nrows" => head.rows = Some((word, place)),
                "xllcorner" | "xllcenter" => {
                    head.west = Some((finite(word, place)?, known.ends_with("center")));
                }
                "yllcorner" | "yllcenter" => {
                    head.south = Some((finite(word, place)?, known.ends_with("center")));
                }
                "cellsize" => head.size = Some(finite(word, place)?),
                "dx" => head.sizes[0] = Some(finite(word, place)?),
                "dy" => head.sizes[1] = Some(finite(word, place)?),
                "nodata_value" => head.none = number(word, place)?,
                _ => {
                    let shown: String = key.chars().take(40).collect();
                    let message = format!("`{shown}` is no key of an ESRI ASCII grid");
                    let help = "ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, \
                                cellsize, NODATA_value";
                    return Err(Box::new(unboxed(message, at).help(help)));
                }
            }
            seen.push(known);
            head.end = place;
        }
        Ok(head)
    }

    /// A number of rows or columns.
    fn whole(&self, said: &Option<(&str, At)>, most: usize) -> Read<usize> {
        let Some((word, at)) = *said else {
            return Err(self.missing("`ncols` and `nrows`, how many columns and rows there are"));
        };
        match word.parse::<usize>() {
            Ok(count) if count > most => {
                let message = format!("{count} are more rows or columns than {most}, the most");
                Err(too_large(message, at))
            }
            Ok(count) if count > 0 => Ok(count),
            _ => Err(fault(&format!("`{}` is no number of rows or columns", short(word)), at)),
        }
    }

    /// The size of a cell, in degrees east and north.
    fn step(&self) -> Read<[f64; 2]> {
        let [x, y] = self.sizes.map(|size| size.or(self.size));
        let (Some(x), Some(y)) = (x, y) else {
            return Err(self.missing("`cellsize`, the size of a cell in degrees"));
        };
        if x > 0.0 && y > 0.0 {
            return Ok([x, y]);
        }
        Err(fault("a cell has a size above 0", self.end))
    }

    /// The outer edge of the first column or the last row.
    fn edge(&self, said: &Option<(f64, bool)>, step: f64) -> Read<f64> {
        match *said {
            Some((degrees, true)) => Ok(degrees - step / 2.0),
            Some((degrees, false)) => Ok(degrees),
            None => Err(self.missing("`xllcorner` and `yllcorner`, where its corner lies")),
        }
    }

    fn missing(&self, what: &str) -> Box<Diagnostic> {
        let message = format!("the head of the grid does not say {what}");
        let found = Diagnostic::error(Code::MissingField, message);
        Box::new(found.help("an ESRI ASCII grid begins with them").at(self.end.0, self.end.1))
    }
}

fn number(word: &str, at: At) -> Read<f64> {
    word.parse().map_err(|_| fault(&format!("`{}` is no number", short(word)), at))
}

fn finite(word: &str, at: At) -> Read<f64> {
    let number = number(word, at)?;
    if number.is_finite() {
        return Ok(number);
    }
    Err(fault(&format!("`{}` is no number to go by", short(word)), at))
}

/// As much of a word as anybody reads.
fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

fn unboxed(message: String, (line, column): At) -> Diagnostic {
    Diagnostic::error(Code::Schema, message).at(line, column)
}

fn fault(message: &str, at: At) -> Box<Diagnostic> {
    Box::new(unboxed(message.to_owned(), at))
}

fn too_large(message: String, (line, column): At) -> Box<Diagnostic> {
    let found = Diagnostic::error(Code::Unreadable, message).at(line, column);
    Box::new(found.help("cut out what the map covers, or take larger cells"))
}

/// The words of a text with their lines and columns, however they are parted into lines.
struct Words<'t> {
    rest: &'t str,
    at: At,
}

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        Self { rest: text, at: (1, 1) }
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = (&'t str, At);

    fn next(&mut self) -> Option<Self::Item> {
        let blank = |letter: char| letter.is_ascii_whitespace();
        let start = self.rest.find(|letter| !blank(letter))?;
        let (before, rest) = self.rest.split_at(start);
        for byte in before.bytes() {
            self.at = match byte {
                b'\n' => (self.at.0.saturating_add(1), 1),
                _ => (self.at.0, self.at.1.saturating_add(1)),
            };
        }
        let (word, rest) = rest.split_at(rest.find(blank).unwrap_or(rest.len()));
        let at = self.at;
        let letters = u32::try_from(word.chars().count()).unwrap_or(u32::MAX);
        self.at.1 = self.at.1.saturating_add(letters);
        self.rest = rest;
        Some((word, at))
    }
}
