//! A bundle as tables.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::TerrainLayer;
use salient_schema::{Bundle, HexIndex, Map};
use serde_json::{Map as Object, Value};

use super::layout::{Child, HEX_COLUMNS, HEXES, Key, Part, RATING, TABLES, Table};
use super::{readme, rest};
use crate::terrain;
use crate::{ExportError, Exported, Fate, LossReport, NamedFile};
use salient_tables::cells;
use salient_tables::file::LineEnds;

/// Writes a scenario with its map, its orders of battle and its ruleset as a folder of tables.
///
/// Nothing is lost but where two glyphs of the map stand for one kind of terrain: the tables name
/// kinds only.
///
/// # Errors
/// A map whose rows do not fit its grid, and two things of one name that other rows point to.
pub fn write(bundle: &Bundle) -> Result<Exported, ExportError> {
    let mut bundle = bundle.clone();
    bundle.name_parts_by_id();
    let mut losses = LossReport::new("csv");
    let hexes = hexes(&bundle.map, &mut losses)?;
    let mut documents = documents(&bundle)?;
    let mut pieces = vec![hexes];
    for table in TABLES {
        table_pieces(table, &mut documents, &mut pieces)?;
    }
    for part in Part::ALL {
        let mut rows = Vec::new();
        for (number, (of, document)) in documents.iter().enumerate() {
            if *of != part {
                continue;
            }
            let book = number + 1;
            for (place, cell) in rest::flatten(document) {
                match part {
                    Part::Book => rows.push(vec![book_label(book), place, cell]),
                    _ => rows.push(vec![place, cell]),
                }
            }
        }
        let header: &[&str] =
            if part == Part::Book { &["book", "field", "value"] } else { &["field", "value"] };
        if !rows.is_empty() {
            pieces.push(piece(part.rest(), header.iter().map(|&h| h.to_owned()), &rows)?);
        }
    }
    pieces.insert(0, readme::piece(&pieces));
    losses.sort();
    Ok(Exported { files: pieces, losses })
}

/// The documents of a bundle as JSON. The orders of battle come first, so that their place in the
/// list is their number.
fn documents(bundle: &Bundle) -> Result<Vec<(Part, Value)>, ExportError> {
    let mut map = bundle.map.clone();
    map.sort();
    map.terrain.rows.clear();
    if let Some(elevation) = &mut map.elevation {
        elevation.rows.clear();
    }
    let mut documents = Vec::new();
    let json = |value: Result<Value, serde_json::Error>| {
        value.map_err(|error| ExportError::Write(error.into()))
    };
    for book in &bundle.orders_of_battle {
        documents.push((Part::Book, json(serde_json::to_value(book))?));
    }
    documents.push((Part::Map, json(serde_json::to_value(&map))?));
    documents.push((Part::Ruleset, json(serde_json::to_value(&bundle.ruleset))?));
    documents.push((Part::Scenario, json(serde_json::to_value(&bundle.scenario))?));
    for (_, document) in &mut documents {
        if let Some(layer) = document.pointer_mut("/terrain").and_then(Value::as_object_mut) {
            layer.remove("rows");
        }
        if let Some(layer) = document.pointer_mut("/elevation").and_then(Value::as_object_mut) {
            layer.remove("rows");
        }
    }
    Ok(documents)
}

fn book_label(number: usize) -> String {
    number.to_string()
}

/// A child table's rows with its open columns.
type ChildRows<'c> = Vec<(&'c Child, BTreeSet<String>, Vec<ChildRow>)>;

struct ChildRow {
    names: Vec<String>,
    thing: Object<String, Value>,
}

/// Moves what a table holds out of the documents into its file, and into those of its children.
fn table_pieces(
    table: &Table,
    documents: &mut [(Part, Value)],
    pieces: &mut Vec<NamedFile>,
) -> Result<(), ExportError> {
    let mut rows: Vec<(Vec<String>, BTreeMap<String, String>)> = Vec::new();
    let mut children: ChildRows<'_> =
        table.children.iter().map(|child| (child, BTreeSet::new(), Vec::new())).collect();
    let mut number = 0;
    for (document, (part, value)) in documents.iter_mut().enumerate() {
        if *part != table.part {
            continue;
        }
        for (label, list) in table.lists {
            let label = if table.part == Part::Book {
                book_label(document + 1)
            } else {
                (*label).to_owned()
            };
            let Some(Value::Array(things)) = value.pointer_mut(&format!("/{list}")) else {
                continue;
            };
            let mut seen = BTreeSet::new();
            let mut kept = false;
            for thing in things.iter_mut() {
                let Value::Object(fields) = thing else { continue };
                number += 1;
                let names: Vec<String> =
                    table.list_column.map(|_| label.clone()).into_iter().collect();
                let key = key_of(table, fields, number);
                if let Some(key) = &key
                    && !table.children.is_empty()
                    && !seen.insert(key.clone())
                {
                    return Err(ExportError::Cannot {
                        what: format!("{} has `{}` twice", table.file, cells::short(key)),
                        help: "give one of them another id".to_owned(),
                    });
                }
                for (child, open, out) in &mut children {
                    let Some(Value::Array(entries)) = fields.remove(child.field) else { continue };
                    for entry in entries {
                        let mut names = names.clone();
                        names.push(cells::text_cell(&key.clone().unwrap_or_default()));
                        let thing = child_thing(child, entry, open);
                        out.push(ChildRow { names, thing });
                    }
                }
                let mut row = names;
                if let Some(Key::Number(_)) = table.key {
                    row.push(number.to_string());
                }
                for column in table.columns {
                    row.push(cell_of(fields, column.name, column.cell));
                }
                let open = open_cells(table, fields);
                for always in table.always {
                    if fields.get(*always).and_then(Value::as_object).is_some_and(Object::is_empty)
                    {
                        fields.remove(*always);
                    }
                }
                rows.push((row, open));
                if fields.is_empty() {
                    *thing = Value::Null;
                } else {
                    kept = true;
                }
            }
            // What no column holds stays, to be written by its place.
            if !kept && let Some(list) = value.pointer_mut(&format!("/{list}")) {
                *list = Value::Null;
            }
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    let number = match table.key {
        Some(Key::Number(name)) => Some(name),
        _ => None,
    };
    let open: BTreeSet<String> = rows.iter().flat_map(|(_, open)| open.keys().cloned()).collect();
    let heads = table.list_column.into_iter().chain(number);
    let heads = heads.chain(table.columns.iter().map(|column| column.name)).map(str::to_owned);
    let more = open.iter().map(|entry| format!("{}.{entry}", table.open.unwrap_or_default()));
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(mut row, mut cells)| {
            row.extend(open.iter().map(|entry| cells.remove(entry).unwrap_or_default()));
            row
        })
        .collect();
    pieces.push(piece(table.file, heads.chain(more), &rows)?);
    for (child, open, things) in children {
        if things.is_empty() {
            continue;
        }
        let fixed = table.list_column.into_iter().chain([child.parent]);
        let fixed = fixed.chain(child.columns.iter().map(|column| column.name));
        let more = open.iter().map(|entry| format!("{}.{entry}", child.open.unwrap_or_default()));
        let heads: Vec<String> = fixed.map(str::to_owned).chain(more).collect();
        let rows: Vec<Vec<String>> = things
            .into_iter()
            .map(|mut row| {
                let mut line = row.names;
                for column in child.columns {
                    line.push(cell_of(&mut row.thing, column.name, column.cell));
                }
                for entry in &open {
                    let value = row.thing.remove(&format!("\u{0}{entry}"));
                    line.push(value.and_then(|v| cells::write(&v, RATING)).unwrap_or_default());
                }
                line
            })
            .collect();
        pieces.push(piece(child.file, heads, &rows)?);
    }
    Ok(())
}

/// Takes the cells of a thing's open object out of it; what no cell holds stays.
fn open_cells(table: &Table, fields: &mut Object<String, Value>) -> BTreeMap<String, String> {
    let mut cells = BTreeMap::new();
    let Some(name) = table.open else { return cells };
    if let Some(Value::Object(entries)) = fields.get_mut(name) {
        entries.retain(|entry, value| match cells::write(value, RATING) {
            Some(cell) => {
                cells.insert(entry.clone(), cell);
                false
            }
            None => true,
        });
        if entries.is_empty() {
            fields.remove(name);
        }
    }
    cells
}

fn key_of(table: &Table, fields: &Object<String, Value>, number: usize) -> Option<String> {
    match table.key? {
        Key::Column(name) => fields.get(name).and_then(Value::as_str).map(str::to_owned),
        Key::Number(_) => Some(number.to_string()),
    }
}

/// An entry of a child's list as an object; what an open object holds stands beside the fields,
/// marked so that neither can be taken for the other.
fn child_thing(child: &Child, entry: Value, open: &mut BTreeSet<String>) -> Object<String, Value> {
    let mut thing = match entry {
        Value::Object(fields) if !child.plain => fields,
        value => {
            let name = child.columns.first().map_or("value", |column| column.name);
            Object::from_iter([(name.to_owned(), value)])
        }
    };
    if let Some(name) = child.open
        && let Some(Value::Object(entries)) = thing.remove(name)
    {
        for (entry, value) in entries {
            open.insert(entry.clone());
            thing.insert(format!("\u{0}{entry}"), value);
        }
    }
    thing
}

fn cell_of(fields: &mut Object<String, Value>, name: &str, cell: salient_tables::Cell) -> String {
    match cells::take(fields, name) {
        None => String::new(),
        Some(value) => match cells::write(&value, cell) {
            Some(text) => text,
            // No such cell: it goes with what stands in no table.
            None => {
                cells::put(fields, name, value);
                String::new()
            }
        },
    }
}

fn hexes(map: &Map, losses: &mut LossReport) -> Result<NamedFile, ExportError> {
    let grid = &map.grid;
    let TerrainLayer { palette, rows: terrain, .. } = &map.terrain;
    twins(palette, "terrain", losses);
    if let Some(layer) = &map.elevation {
        twins(&layer.palette, "elevation", losses);
    }
    let mut out = Vec::with_capacity(usize::from(grid.columns) * usize::from(grid.rows));
    let fault = |row: u16, what: &str| ExportError::Cannot {
        what: format!("row {} of the map's {what} does not fit its grid or palette", row + 1),
        help: "run `salient validate` on the map and mend it".to_owned(),
    };
    for row in 0..grid.rows {
        let kinds = terrain::row(palette, terrain, row, grid.columns)
            .ok_or_else(|| fault(row, "terrain"))?;
        let levels = match &map.elevation {
            Some(layer) => terrain::row(&layer.palette, &layer.rows, row, grid.columns)
                .ok_or_else(|| fault(row, "elevation"))?,
            None => Vec::new(),
        };
        for (column, kind) in (0..grid.columns).zip(&kinds) {
            let level = levels.get(usize::from(column)).map_or(String::new(), i16::to_string);
            out.push(vec![
                cells::text_cell(&grid.print_hex(HexIndex::new(column, row))),
                (column + 1).to_string(),
                (row + 1).to_string(),
                cells::text_cell(kind),
                level,
            ]);
        }
    }
    piece(HEXES, HEX_COLUMNS.iter().map(|column| column.name.to_owned()), &out)
}

/// Tells of glyphs that become one.
fn twins<T: ToString>(palette: &BTreeMap<String, T>, layer: &str, losses: &mut LossReport) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (glyph, thing) in palette {
        let thing = thing.to_string();
        if let Some(first) = seen.get(&thing) {
            losses.add(
                Fate::Changed,
                "glyph",
                glyph,
                format!(
                    "hexes.csv names kinds and levels only; its hexes come back as `{first}`, which \
                     stands for `{thing}` too"
                ),
                Some(format!("/map/{layer}/palette")),
            );
        } else {
            seen.insert(thing, glyph);
        }
    }
}

/// A file by RFC 4180, with a byte order mark by which spreadsheets know UTF-8.
pub fn piece(
    name: &str,
    heads: impl IntoIterator<Item = String>,
    rows: &[Vec<String>],
) -> Result<NamedFile, ExportError> {
    let failed = |error| ExportError::Cannot {
        what: format!("{name} could not be written: {error}"),
        help: "export less, or to another format".to_owned(),
    };
    let bytes = salient_tables::file::write(heads, rows, LineEnds::CrLf).map_err(failed)?;
    Ok(NamedFile { name: name.to_owned(), bytes })
}
