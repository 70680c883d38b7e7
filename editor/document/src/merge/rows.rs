//! Terrain and heights: rows of glyphs are merged hex by hex, by what the glyphs mean.

use salient_schema::HexIndex;
use serde_json::{Map, Value};

use super::three_way::Merger;
use super::{Choice, Conflict};

/// The most hexes that a conflict names.
const NAMED: usize = 12;

/// Merges palette and rows of a layer; `None` if this is no layer of rows, or the rows of the
/// three do not fit each other.
pub fn merge(
    merger: &mut Merger<'_>,
    [base, ours, theirs]: [&Map<String, Value>; 3],
) -> Option<Map<String, Value>> {
    let (base, ours, theirs) = (Layer::of(base)?, Layer::of(ours)?, Layer::of(theirs)?);
    let shape = |layer: &Layer<'_>| layer.rows.iter().map(Vec::len).collect::<Vec<_>>();
    if shape(&base) != shape(&ours) || shape(&base) != shape(&theirs) {
        return None;
    }
    let mut palette = theirs.palette.clone();
    let mut rows = theirs.rows.clone();
    let mut clashes: Vec<(usize, usize)> = Vec::new();
    for (row, line) in rows.iter_mut().enumerate() {
        for (column, glyph) in line.iter_mut().enumerate() {
            let (was, mine) = (base.meaning(row, column)?, ours.meaning(row, column)?);
            let other = theirs.meaning(row, column)?;
            if mine == other || was == mine {
                continue;
            }
            if was == other {
                *glyph = glyph_for(&mut palette, ours.rows[row][column], mine)?;
            } else {
                clashes.push((row, column));
            }
        }
    }
    if !clashes.is_empty()
        && merger.settle(conflict(merger, &clashes, &ours, &theirs)) == Choice::Ours
    {
        for (row, column) in clashes {
            let mine = ours.meaning(row, column)?;
            rows[row][column] = glyph_for(&mut palette, ours.rows[row][column], mine)?;
        }
    }
    let rows = rows.into_iter().map(|row| Value::String(row.into_iter().collect())).collect();
    Some(Map::from_iter([
        ("palette".to_owned(), Value::Object(palette)),
        ("rows".to_owned(), Value::Array(rows)),
    ]))
}

fn conflict(
    merger: &Merger<'_>,
    clashes: &[(usize, usize)],
    ours: &Layer<'_>,
    theirs: &Layer<'_>,
) -> Conflict {
    let layer = merger.path.last().map_or("terrain", String::as_str);
    let name = |&(row, column): &(usize, usize)| {
        let index = HexIndex { column: column as u16, row: row as u16 };
        merger.grid.print_hex(index)
    };
    let names: Vec<String> = clashes.iter().take(NAMED).map(name).collect();
    let more = if clashes.len() > NAMED { " …" } else { "" };
    let kinds = |layer: &Layer<'_>| {
        let mut kinds: Vec<String> = clashes
            .iter()
            .filter_map(|&(row, column)| layer.meaning(row, column))
            .map(|kind| kind.as_str().map_or_else(|| kind.to_string(), str::to_owned))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.join(", ")
    };
    Conflict {
        what: format!("{layer} of {} ({}{more})", hexes(clashes.len()), names.join(", ")),
        ours: kinds(ours),
        theirs: kinds(theirs),
    }
}

fn hexes(count: usize) -> String {
    if count == 1 { "1 hex".to_owned() } else { format!("{count} hexes") }
}

struct Layer<'a> {
    palette: &'a Map<String, Value>,
    rows: Vec<Vec<char>>,
}

impl<'a> Layer<'a> {
    fn of(fields: &'a Map<String, Value>) -> Option<Self> {
        let palette = fields.get("palette")?.as_object()?;
        let rows = fields.get("rows")?.as_array()?;
        let rows = rows.iter().map(|row| row.as_str().map(|row| row.chars().collect()));
        Some(Self { palette, rows: rows.collect::<Option<_>>()? })
    }

    fn meaning(&self, row: usize, column: usize) -> Option<&'a Value> {
        let glyph = self.rows.get(row)?.get(column)?;
        self.palette.get(&*glyph.encode_utf8(&mut [0; 4]))
    }
}

/// A glyph of a palette that means something, if possible the wished one; a new one if there is
/// none yet.
fn glyph_for(palette: &mut Map<String, Value>, wished: char, means: &Value) -> Option<char> {
    if palette.get(&wished.to_string()) == Some(means) {
        return Some(wished);
    }
    if let Some((glyph, _)) = palette.iter().find(|(_, other)| *other == means) {
        return glyph.chars().next();
    }
    let free = std::iter::once(wished)
        .chain('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .find(|glyph| !palette.contains_key(&glyph.to_string()))?;
    palette.insert(free.to_string(), means.clone());
    Some(free)
}
