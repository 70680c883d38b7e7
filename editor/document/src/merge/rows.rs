//! Terrain and heights: rows of glyphs are merged hex by hex, by what the glyphs mean.

use std::collections::BTreeMap;

use salient_schema::HexIndex;
use salient_schema::map::Grid;
use serde_json::{Map, Value};

use super::three_way::Merger;
use super::{Choice, Conflict};

/// The most hexes that a conflict names.
const NAMED: usize = 12;

/// Merges palette and rows of a layer; `None` if this is no layer of rows, or the rows of the
/// three do not fit each other. Without a base every hex that differs is a conflict.
pub fn merge(
    merger: &mut Merger<'_>,
    [base, ours, theirs]: [&Map<String, Value>; 3],
) -> Option<Map<String, Value>> {
    let (base, ours, theirs) = (Layer::of(base), Layer::of(ours)?, Layer::of(theirs)?);
    let fits = base.as_ref().is_none_or(|base| shape(base) == shape(&ours));
    if !fits || shape(&ours) != shape(&theirs) {
        return None;
    }
    let mut palette = theirs.palette.clone();
    let mut rows = theirs.rows.clone();
    let mut clashes: Vec<(usize, usize)> = Vec::new();
    for (row, line) in rows.iter_mut().enumerate() {
        for (column, glyph) in line.iter_mut().enumerate() {
            let was = base.as_ref().and_then(|base| base.meaning(row, column));
            let (mine, other) = (ours.meaning(row, column)?, theirs.meaning(row, column)?);
            if mine == other || was == Some(mine) {
                continue;
            }
            if was == Some(other) {
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
    let name = |&(row, column): &(usize, usize)| name_of(merger.grid, row, column);
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
        path: merger.path.clone(),
        ours: kinds(ours),
        theirs: kinds(theirs),
        hexes: match merger.grid {
            Some(_) => clashes.iter().map(name).collect(),
            None => Vec::new(),
        },
    }
}

/// A hex as printed; by its place where no grid is known.
fn name_of(grid: Option<&Grid>, row: usize, column: usize) -> String {
    match grid {
        Some(grid) => grid.print_hex(HexIndex { column: column as u16, row: row as u16 }),
        None => format!("column {}, row {}", column + 1, row + 1),
    }
}

/// A hex by its printed number, and what it means before and after.
pub type GroundChange<'v> = (String, Option<&'v Value>, Option<&'v Value>);

/// Every hex that means something else. A hex
/// that only one of them has has no meaning in the other.
pub fn differences<'v>(
    [before, after]: [&'v Map<String, Value>; 2],
    grids: [Option<&Grid>; 2],
) -> Option<Vec<GroundChange<'v>>> {
    let (before, after) = (Layer::of(before)?, Layer::of(after)?);
    let same = grids[0] == grids[1] && shape(&before) == shape(&after);
    if same {
        let mut found = Vec::new();
        for (row, line) in after.rows.iter().enumerate() {
            for column in 0..line.len() {
                let (was, is) = (before.meaning(row, column), after.meaning(row, column));
                if was != is {
                    found.push((name_of(grids[1], row, column), was, is));
                }
            }
        }
        return Some(found);
    }
    // On a map of another size or numbering, a hex is known by its number.
    let [was, is] = [(&before, grids[0]), (&after, grids[1])].map(|(layer, grid)| {
        let mut meanings: BTreeMap<String, Option<&'v Value>> = BTreeMap::new();
        for (row, line) in layer.rows.iter().enumerate() {
            for column in 0..line.len() {
                meanings.insert(name_of(grid, row, column), layer.meaning(row, column));
            }
        }
        meanings
    });
    let mut names: Vec<&String> = was.keys().chain(is.keys()).collect();
    names.sort_unstable();
    names.dedup();
    Some(
        names
            .into_iter()
            .map(|name| {
                let of =
                    |all: &BTreeMap<String, Option<&'v Value>>| all.get(name).copied().flatten();
                (name.clone(), of(&was), of(&is))
            })
            .filter(|(_, was, is)| was != is)
            .collect(),
    )
}

fn shape(layer: &Layer<'_>) -> Vec<usize> {
    layer.rows.iter().map(Vec::len).collect()
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
