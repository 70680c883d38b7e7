//! Tables as the parts of a bundle.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::{Grid, Map, Orientation};
use salient_schema::{Diagnostic, FileKind, HexIndex, OrderOfBattle, Ruleset, Scenario};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map as Object, Value};

use super::file::{Row, TableFile};
use super::layout::{Child, HEX_COLUMNS, HEXES, Key, Part, RATING, TABLES, Table, check_part};
use super::{rest, workbook};
use crate::tables::file::twice;
use crate::terrain::{Few, TerrainByHex};
use crate::{Fate, ImportError, Imported, LossReport, NamedFile, draft};
use salient_tables::cells;

/// Reads a folder of tables. `folder` is its name, for messages; `ruleset` stands for the one that
/// the folder may hold. Where there is neither, one is drafted from the names in the tables.
///
/// # Errors
/// A table or a value that cannot be understood, with its line; a folder without a map.
pub fn read(
    folder: &str,
    pieces: &[NamedFile],
    ruleset: Option<Ruleset>,
) -> Result<Imported, ImportError> {
    let mut reader = Reader::new(folder, "csv");
    reader.open(pieces)?;
    parts(reader, ruleset)
}

/// Reads a workbook with a sheet for each table, called as its file is.
///
/// # Errors
/// What is no workbook, and those of [`read`].
pub fn read_workbook(
    place: &str,
    bytes: &[u8],
    ruleset: Option<Ruleset>,
) -> Result<Imported, ImportError> {
    let mut reader = Reader::new(place, "xlsx");
    for (name, file) in workbook::sheets(place, bytes)? {
        if is_table(&name) {
            reader.files.insert(name, file);
        } else {
            let why = "no table of Salient's has this name; the sheet README lists them";
            reader.losses.add(Fate::Dropped, "sheet", &file.place, why, None);
        }
    }
    reader.heads()?;
    parts(reader, ruleset)
}

/// What has been read as the parts of a bundle.
fn parts(mut reader: Reader<'_>, ruleset: Option<Ruleset>) -> Result<Imported, ImportError> {
    let folder = reader.folder.clone();
    let folder = folder.as_str();
    let map = reader.map()?;
    let grid = map.grid.clone();
    let books = reader.books(&grid)?;
    let scenarios = match reader.has_any(Part::Scenario) {
        true => {
            vec![reader.part::<Scenario>(Part::Scenario, draft::empty_scenario(), &grid, "")?]
        }
        false => Vec::new(),
    };
    let has_ruleset = reader.has_any(Part::Ruleset);
    let ruleset_is_drafted = ruleset.is_none();
    let ruleset = match ruleset {
        Some(ruleset) => {
            if has_ruleset {
                let why = "the ruleset that was given stands for the one in the tables";
                reader.losses.add(Fate::Dropped, "ruleset", "", why, None);
                reader.leave_out(Part::Ruleset);
            }
            ruleset
        }
        None if has_ruleset => reader.part(Part::Ruleset, draft::empty_ruleset(), &grid, "")?,
        None => draft::ruleset(&map, &books, &scenarios),
    };
    reader.count();
    let mut losses = std::mem::replace(&mut reader.losses, LossReport::new(""));
    losses.sort();
    let imported = Imported {
        ruleset,
        ruleset_is_drafted,
        map,
        orders_of_battle: books,
        scenarios,
        pictures: Vec::new(),
        boards: None,
        losses,
    };
    draft::sound_but(imported, folder, |kind, number, pointer| {
        let part = part_of(kind)?;
        let labels = reader.labels().ok()?;
        let label = if part == Part::Book { labels.get(number)?.as_str() } else { "" };
        let single = reader.single_value(part, label, pointer);
        Some(single.unwrap_or_else(|| format!("{folder}/{}", table_of(part, pointer))))
    })
}

/// The part that a file of a bundle is.
fn part_of(kind: FileKind) -> Option<Part> {
    Some(match kind {
        FileKind::Map => Part::Map,
        FileKind::Ruleset => Part::Ruleset,
        FileKind::OrderOfBattle => Part::Book,
        FileKind::Scenario => Part::Scenario,
        FileKind::Recipe | FileKind::Variant | FileKind::Bundle => return None,
    })
}

/// The table that a place in a part came from.
fn table_of(part: Part, pointer: &str) -> &'static str {
    let path = pointer.strip_prefix('/').unwrap_or(pointer);
    let below = TABLES.iter().filter(|table| table.part == part).find_map(|table| {
        let after = table.lists.iter().find_map(|(_, list)| path.strip_prefix(*list))?;
        // The number of the thing, then its field.
        let field = after.strip_prefix('/')?.split('/').nth(1).unwrap_or_default();
        let child = table.children.iter().find(|child| child.field == field);
        Some(child.map_or(table.file, |child| child.file))
    });
    below.unwrap_or(part.rest())
}

struct Reader<'t> {
    folder: String,
    files: BTreeMap<String, TableFile<'t>>,
    losses: LossReport,
    /// The places of the rows that went into a part or were told of, but for those of `hexes.csv`.
    used: BTreeSet<String>,
    /// How many of those were told of.
    told: usize,
}

/// What is counted.
const ROWS: &str = "rows";

impl<'t> Reader<'t> {
    fn new(folder: &str, format: &str) -> Self {
        Self {
            folder: folder.to_owned(),
            files: BTreeMap::new(),
            losses: LossReport::new(format),
            used: BTreeSet::new(),
            told: 0,
        }
    }

    fn open(&mut self, pieces: &'t [NamedFile]) -> Result<(), ImportError> {
        for piece in pieces {
            let name = piece.name.to_lowercase();
            if is_table(&name) {
                let file = TableFile::read(&self.folder, piece, &mut self.losses)?;
                if let Some(other) = self.files.insert(name, file) {
                    return Err(twice(format!("{}/{}", self.folder, piece.name), &other.place));
                }
            } else if name != "readme.txt" {
                let why = "no table of Salient's has this name; README.txt of an export lists them";
                self.losses.add(Fate::Dropped, "file", &piece.name, why, None);
            }
        }
        self.heads()
    }

    /// Whether the tables that need some columns have them.
    fn heads(&self) -> Result<(), ImportError> {
        let wanted: [(&str, &[&str]); 2] = [("field", &["field", "value"]), (HEXES, &["terrain"])];
        for (name, file) in &self.files {
            let heads = match name.as_str() {
                HEXES => wanted[1].1,
                name if Part::ALL.iter().any(|part| part.rest() == name) => wanted[0].1,
                _ => continue,
            };
            if let Some(missing) = heads.iter().find(|head| !file.has(head)) {
                return Err(ImportError {
                    place: format!("{}:1", file.place),
                    what: format!("has no column `{missing}`"),
                    help: "the first row names the columns".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Takes all rows of a part as told of.
    fn leave_out(&mut self, part: Part) {
        let tables = TABLES.iter().filter(|table| table.part == part);
        let names = tables.flat_map(|table| {
            let below = table.children.iter().map(|child| child.file);
            below.chain([table.file])
        });
        for file in names.chain([part.rest()]).filter_map(|name| self.files.get(name)) {
            for row in &file.rows {
                self.told += usize::from(self.used.insert(file.place_of(row)));
            }
        }
    }

    /// Counts the rows. One that nothing asked for is told of.
    fn count(&mut self) {
        self.losses.counts.place(ROWS, self.used.len() - self.told);
        self.losses.counts.tell(ROWS, self.told);
        for (name, file) in &self.files {
            self.losses.counts.see(ROWS, file.rows.len());
            if name == HEXES {
                continue;
            }
            let why = "nothing that was read has a place for it";
            let mut left = Few::new(Fate::Dropped, "row", why);
            for row in &file.rows {
                let place = file.place_of(row);
                if !self.used.contains(&place) {
                    left.note(|| place, Some(name.clone()));
                }
            }
            left.report_counted(ROWS, &mut self.losses);
        }
    }

    fn has_any(&self, part: Part) -> bool {
        let tables = TABLES.iter().filter(|table| table.part == part).map(|table| table.file);
        tables.chain([part.rest()]).any(|file| self.files.contains_key(file))
    }

    fn map(&mut self) -> Result<Map, ImportError> {
        let missing = |what: &str| ImportError {
            place: format!("{}/map.csv", self.folder),
            what: what.to_owned(),
            help: "write a row each for grid/orientation (flat_topped or pointy_topped), \
                   grid/columns and grid/rows, under the heads field,value"
                .to_owned(),
        };
        let file = self.files.get("map.csv").ok_or_else(|| missing("is not there"))?;
        for field in ["grid/orientation", "grid/columns", "grid/rows"] {
            if !file.rows.iter().any(|row| file.cell(row, "field").trim() == field) {
                return Err(missing(&format!("does not say {field}")));
            }
        }
        let empty = draft::empty_map(Orientation::FlatTopped, 1, 1);
        let mut value = self.json(&empty)?;
        // Digits of hex numbers that nobody gave follow from the map's size.
        if let Some(numbering) = value.pointer_mut("/grid/numbering").and_then(Value::as_object_mut)
        {
            numbering.remove("column_digits");
            numbering.remove("row_digits");
        }
        self.rest_of(Part::Map, "", "grid/", &mut value)?;
        let grid = value.get_mut("grid").map(Value::take).unwrap_or_default();
        let grid = self.grid(grid)?;
        if let Some(place) = value.get_mut("grid") {
            *place = self.json(&grid)?;
        }
        let tables = TABLES.iter().filter(|table| table.part == Part::Map);
        for table in tables.filter(|table| table.file != BOARDS) {
            self.table(table, "", &mut value, Some(&grid))?;
        }
        self.rest_of(Part::Map, "", "", &mut value)?;
        if let Some(Value::Object(layer)) = value.get_mut("elevation") {
            layer.entry("rows").or_insert_with(|| Value::Array(Vec::new()));
        }
        if let Some(place) = value.get_mut("grid") {
            *place = self.json(&grid)?;
        }
        let mut map: Map = self.typed(Part::Map, "", value)?;
        self.hexes(&mut map)?;
        map.sort();
        Ok(map)
    }

    /// The grid with its boards, within the limits.
    fn grid(&mut self, mut grid: Value) -> Result<Grid, ImportError> {
        let count = |name: &str| {
            let number = grid.get(name).and_then(Value::as_u64).unwrap_or(0);
            let count = u16::try_from(number).ok().filter(|number| (1..=4096).contains(number));
            count.ok_or_else(|| ImportError {
                place: self.place_of_single(Part::Map, "", &format!("/grid/{name}")),
                what: format!("grid/{name} is out of range"),
                help: "a map has 1 to 4096 columns and rows".to_owned(),
            })
        };
        let (columns, rows) = (count("columns")?, count("rows")?);
        let usual = draft::empty_map(Orientation::FlatTopped, columns, rows).grid.numbering;
        if let Some(Value::Object(numbering)) = grid.get_mut("numbering") {
            numbering.entry("column_digits").or_insert(usual.column_digits.into());
            numbering.entry("row_digits").or_insert(usual.row_digits.into());
        }
        let mut value = Value::Object(Object::from_iter([("grid".to_owned(), grid)]));
        if let Some(table) = TABLES.iter().find(|table| table.file == BOARDS) {
            self.table(table, "", &mut value, None)?;
        }
        let grid = value.get_mut("grid").map(Value::take).unwrap_or_default();
        serde_json::from_value(grid.clone()).map_err(|error| {
            let map = draft::empty_map(Orientation::FlatTopped, columns, rows);
            let map = self.json(&map).map(|mut map| {
                if let Some(place) = map.get_mut("grid") {
                    *place = grid;
                }
                map
            });
            match map {
                Ok(map) => self.not_typed(Part::Map, "", &map, &error),
                Err(error) => error,
            }
        })
    }

    fn books(&mut self, grid: &Grid) -> Result<Vec<OrderOfBattle>, ImportError> {
        let mut books = Vec::new();
        for (number, label) in self.labels()?.iter().enumerate() {
            let mut empty = draft::empty_book();
            if number > 0 {
                empty.id = format!("{}-{}", empty.id, number + 1);
            }
            books.push(self.part::<OrderOfBattle>(Part::Book, empty, grid, label)?);
        }
        Ok(books)
    }

    /// What the orders of battle are called in the tables, in order.
    fn labels(&self) -> Result<Vec<String>, ImportError> {
        let mut labels: Vec<(u64, String)> = Vec::new();
        let files = TABLES.iter().filter(|table| table.part == Part::Book).map(|table| table.file);
        for name in files.chain([Part::Book.rest()]) {
            let Some(file) = self.files.get(name) else { continue };
            for row in &file.rows {
                let label = label(file.cell(row, "book"));
                let entry = (label.parse().unwrap_or(u64::MAX), label);
                if !labels.contains(&entry) {
                    labels.push(entry);
                    if labels.len() > 1000 {
                        return Err(file.fault(
                            row,
                            "is the thousandth order of battle",
                            "number them from 1 in the column `book`",
                        ));
                    }
                }
            }
        }
        labels.sort();
        Ok(labels.into_iter().map(|(_, label)| label).collect())
    }

    /// A document of its tables and single values, on top of one that says nothing.
    fn part<T: Serialize + DeserializeOwned>(
        &mut self,
        part: Part,
        empty: T,
        grid: &Grid,
        label: &str,
    ) -> Result<T, ImportError> {
        let mut value = self.json(&empty)?;
        for table in TABLES.iter().filter(|table| table.part == part) {
            self.table(table, label, &mut value, Some(grid))?;
        }
        self.rest_of(part, label, "", &mut value)?;
        self.typed(part, label, value)
    }

    fn json<T: Serialize>(&self, value: &T) -> Result<Value, ImportError> {
        serde_json::to_value(value).map_err(|error| ImportError {
            place: self.folder.clone(),
            what: error.to_string(),
            help: "give numbers that are finite".to_owned(),
        })
    }

    fn typed<T: DeserializeOwned>(
        &self,
        part: Part,
        label: &str,
        value: Value,
    ) -> Result<T, ImportError> {
        let checked = check_part(part, value.clone());
        checked.map_err(|error| self.not_typed(part, label, &value, &error))?;
        serde_json::from_value(value.clone())
            .map_err(|error| self.not_typed(part, label, &value, &error))
    }

    /// Why a value is no such part: the first thing that is wrong with it and that a single value
    /// says.
    fn not_typed(
        &self,
        part: Part,
        label: &str,
        value: &Value,
        error: &serde_json::Error,
    ) -> ImportError {
        let (_, found) = salient_schema::read_text(part.rest(), value.to_string());
        let placed = found.into_iter().filter(Diagnostic::is_error).find_map(|found| {
            let place = self.single_value(part, label, found.place.pointer.as_deref()?)?;
            Some((place, found.message))
        });
        let (place, what) = placed
            .unwrap_or_else(|| (format!("{}/{}", self.folder, part.rest()), error.to_string()));
        let help = "mend the row of that field, or take it out".to_owned();
        ImportError { place, what, help }
    }

    /// Where the single value is that stands at a pointer into a part, or the first below it; else
    /// the table of single values.
    fn place_of_single(&self, part: Part, label: &str, pointer: &str) -> String {
        let single = self.single_value(part, label, pointer);
        single.unwrap_or_else(|| format!("{}/{}", self.folder, part.rest()))
    }

    /// The same, if there is one.
    fn single_value(&self, part: Part, label_wanted: &str, pointer: &str) -> Option<String> {
        let file = self.files.get(part.rest())?;
        let steps: Vec<&str> = pointer.strip_prefix('/')?.split('/').collect();
        let is_of_part =
            |row: &&Row| part != Part::Book || label(file.cell(row, "book")) == label_wanted;
        let depth_below = |row: &Row| {
            let field: Vec<&str> = file.cell(row, "field").trim().split('/').collect();
            rest::leads_to(&field, &steps).then(|| field.len() - steps.len())
        };
        let rows = file.rows.iter().filter(is_of_part);
        let below = rows.filter_map(|row| Some((depth_below(row)?, row)));
        // Of rows about one field, the last counts.
        let exact = below.clone().rfind(|(depth, _)| *depth == 0);
        let (depth, row) = exact.or_else(|| below.into_iter().next())?;
        Some(file.place_of_cell(row, if depth == 0 { "value" } else { "field" }))
    }

    /// Puts the single values of a part where they belong, those whose field begins so.
    fn rest_of(
        &mut self,
        part: Part,
        label_wanted: &str,
        start: &str,
        value: &mut Value,
    ) -> Result<(), ImportError> {
        let Some(file) = self.files.get(part.rest()) else { return Ok(()) };
        for row in &file.rows {
            if part == Part::Book && label(file.cell(row, "book")) != label_wanted {
                continue;
            }
            let field = file.cell(row, "field").trim();
            if !field.starts_with(start) {
                continue;
            }
            self.used.insert(file.place_of(row));
            let Some(cell) = rest::value(file.cell(row, "value")) else { continue };
            if field.is_empty() {
                let help = "say which field it is";
                return Err(file.cell_fault(row, "field", "a value without a field", help));
            }
            let set = rest::set(value, field, cell);
            let help = "name fields as README.txt of an export shows them";
            set.map_err(|why| {
                let what = format!("{}: {why}", cells::short(field));
                file.cell_fault(row, "field", what, help)
            })?;
        }
        Ok(())
    }

    /// Puts the rows of a table, with those of the tables below it, into a document's lists.
    fn table(
        &mut self,
        table: &Table,
        book: &str,
        value: &mut Value,
        grid: Option<&Grid>,
    ) -> Result<(), ImportError> {
        let Some(file) = self.files.get(table.file) else { return Ok(()) };
        let number = match table.key {
            Some(Key::Number(name)) => Some(name),
            _ => None,
        };
        let more: Vec<&str> = table.list_column.into_iter().chain(number).collect();
        file.report_unknown(table.columns, &more, table.open, &mut self.losses);
        let open = table.open.map(|name| (name, file.heads_after(&format!("{name}."))));
        let mut children = Vec::new();
        for child in table.children {
            children.push(child_lists(child, table, &self.files, grid, &mut self.losses)?);
        }
        let mut lists: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for (at, row) in file.rows.iter().enumerate() {
            let list_label = table.list_column.map_or("", |head| file.cell(row, head).trim());
            let list = if table.part == Part::Book {
                if label(list_label) != book {
                    continue;
                }
                table.lists.first()
            } else {
                table.lists.iter().find(|(name, _)| *name == list_label)
            };
            let Some((_, list)) = list else {
                let names: Vec<&str> = table.lists.iter().map(|(name, _)| *name).collect();
                let what = format!("`{}` is no {}", cells::short(list_label), more.join(" "));
                return Err(file.fault(row, what, &format!("say one of {}", names.join(", "))));
            };
            let mut thing = thing(file, row, table.columns, table.always, grid)?;
            if let Some((name, entries)) = &open {
                let object = open_object(file, row, name, entries, grid)?;
                if !object.is_empty() {
                    thing.insert((*name).to_owned(), Value::Object(object));
                }
            }
            let key = match table.key {
                Some(Key::Column(name)) => cells::cell_text(file.cell(row, name)),
                Some(Key::Number(name)) if file.has(name) => cells::cell_text(file.cell(row, name)),
                Some(Key::Number(_)) => Some((at + 1).to_string()),
                None => None,
            };
            let mut below: Vec<(&str, Vec<(String, Value)>)> = Vec::new();
            for (child, lists) in table.children.iter().zip(&mut children) {
                let of = if table.part == Part::Book {
                    label(list_label)
                } else {
                    list_label.to_owned()
                };
                let entries = key.as_ref().and_then(|key| lists.remove(&(of, key.clone())));
                let entries = entries.unwrap_or_default();
                self.used.extend(entries.iter().map(|(place, _)| place.clone()));
                below.push((child.field, entries));
            }
            // Tags choose among fields, and know none beside theirs.
            let thing = whole(table, &thing, below).map_err(|(place, error)| ImportError {
                place: place.unwrap_or_else(|| file.place_of(row)),
                what: error.to_string(),
                help: "mend the row, or take it out".to_owned(),
            })?;
            lists.entry(list).or_default().push(thing);
            self.used.insert(file.place_of(row));
        }
        let only_here = table.part != Part::Book;
        let mut told = 0;
        for (child, left) in table.children.iter().zip(children) {
            for ((of, key), entries) in left {
                if !(only_here || of == book) {
                    continue;
                }
                for (place, _) in entries {
                    let why = format!("{} has no `{}`", table.file, cells::short(&key));
                    if self.used.insert(place.clone()) {
                        let at = Some(child.file.to_owned());
                        self.losses.add(Fate::Dropped, "row", &place, why, at);
                        told += 1;
                    }
                }
            }
        }
        self.told += told;
        for (list, things) in lists {
            let fault = |what: String| ImportError {
                place: self.place_of_single(table.part, book, &format!("/{list}")),
                what,
                help: format!("mend {}", table.part.rest()),
            };
            rest::set(value, list, Value::Array(things)).map_err(fault)?;
        }
        Ok(())
    }

    /// The terrain and the heights, hex by hex.
    fn hexes(&mut self, map: &mut Map) -> Result<(), ImportError> {
        let mut ground = TerrainByHex::of(map);
        let grid = &map.grid;
        let file = self.files.get(HEXES).ok_or_else(|| ImportError {
            place: format!("{}/{HEXES}", self.folder),
            what: "is not there".to_owned(),
            help: "write a row for each hex, under the heads hex,terrain".to_owned(),
        })?;
        file.report_unknown(HEX_COLUMNS, &[], None, &mut self.losses);
        let why = "hexes.csv names it, and the grid does not have it";
        let mut strangers = Few::new(Fate::Dropped, "hex", why);
        for row in &file.rows {
            let Some(hex) = hex_of(file, row, grid) else {
                let which = || cells::short(file.cell(row, "hex"));
                strangers.note(which, Some(file.place_of(row)));
                continue;
            };
            if let Some(kind) = cells::cell_text(file.cell(row, "terrain")) {
                ground.set_kind(hex, kind.trim());
            }
            let level = file.cell(row, "level").trim();
            if !level.is_empty() {
                let level = level.parse::<i16>().map_err(|_| {
                    let what = format!("`{}` is no level", cells::short(level));
                    let help = "levels are whole numbers from -32768 to 32767";
                    file.cell_fault(row, "level", what, help)
                })?;
                ground.set_level(hex, level);
            }
        }
        let strange = strangers.count();
        self.losses.counts.place(ROWS, file.rows.len() - strange);
        strangers.report_counted(ROWS, &mut self.losses);
        ground.finish(map, "hexes.csv gives it no terrain", &mut self.losses);
        Ok(())
    }
}

const BOARDS: &str = "boards.csv";

fn is_table(name: &str) -> bool {
    name == HEXES
        || Part::ALL.iter().any(|part| part.rest() == name)
        || TABLES.iter().any(|table| {
            table.file == name || table.children.iter().any(|child| child.file == name)
        })
}

/// A book's label; the first where there is none.
fn label(cell: &str) -> String {
    let cell = cell.trim();
    if cell.is_empty() { "1".to_owned() } else { cell.to_owned() }
}

fn hex_of(file: &TableFile<'_>, row: &Row, grid: &Grid) -> Option<HexIndex> {
    if let Some(label) = cells::cell_text(file.cell(row, "hex")) {
        return grid.parse_hex(&cells::hex_label(&label, Some(grid)));
    }
    let number = |head: &str| file.cell(row, head).trim().parse::<u16>().ok()?.checked_sub(1);
    let hex = HexIndex::new(number("column")?, number("row")?);
    grid.contains(hex).then_some(hex)
}

/// A row's cells as the fields of a thing.
fn thing(
    file: &TableFile<'_>,
    row: &Row,
    columns: &[salient_tables::Column],
    always: &[&str],
    grid: Option<&Grid>,
) -> Result<Object<String, Value>, ImportError> {
    let mut thing = Object::new();
    for name in always {
        thing.insert((*name).to_owned(), Value::Object(Object::new()));
    }
    for column in columns {
        let value = cells::read(file.cell(row, column.name), column.cell, grid).map_err(|why| {
            let what = format!("{}: {why}", column.name);
            file.cell_fault(row, column.name, what, "mend the cell, or empty it")
        })?;
        match value {
            Some(value) => cells::put(&mut thing, column.name, value),
            // A list that a thing must have may be empty.
            None if column.cell == salient_tables::Cell::List => {
                cells::put(&mut thing, column.name, Value::Array(Vec::new()));
            }
            None => {}
        }
    }
    Ok(thing)
}

/// A row's cells under the heads of an open object.
fn open_object(
    file: &TableFile<'_>,
    row: &Row,
    name: &str,
    entries: &[&str],
    grid: Option<&Grid>,
) -> Result<Object<String, Value>, ImportError> {
    let mut object = Object::new();
    for entry in entries {
        let head = format!("{name}.{entry}");
        let value = cells::read(file.cell(row, &head), RATING, grid).map_err(|why| {
            let help = "mend the cell, or empty it";
            file.cell_fault(row, &head, format!("{head}: {why}"), help)
        })?;
        if let Some(value) = value {
            object.insert((*entry).to_owned(), value);
        }
    }
    Ok(object)
}

/// A thing of a table with what rows of other tables put below it, by field. Where that is nothing of
/// its kind, the error comes with the place of the row below that is to blame, if it is one.
fn whole(
    table: &Table,
    alone: &Object<String, Value>,
    below: Vec<(&str, Vec<(String, Value)>)>,
) -> Result<Value, (Option<String>, serde_json::Error)> {
    let with = |taken: &dyn Fn(&str) -> bool| {
        let mut thing = alone.clone();
        for (field, entries) in &below {
            let values = entries.iter().filter(|(place, _)| taken(place));
            let values = values.map(|(_, value)| value.clone()).collect();
            thing.insert((*field).to_owned(), Value::Array(values));
        }
        Value::Object(thing)
    };
    let thing = with(&|_| true);
    let Err(error) = (table.check)(thing.clone()) else { return Ok(thing) };
    if (table.check)(with(&|_| false)).is_ok() {
        for (place, _) in below.iter().flat_map(|(_, entries)| entries) {
            if let Err(error) = (table.check)(with(&|other| other == place)) {
                return Err((Some(place.clone()), error));
            }
        }
    }
    Err((None, error))
}

/// The lists of a table below another, by what they belong to; each entry with its place.
type Lists = BTreeMap<(String, String), Vec<(String, Value)>>;

fn child_lists(
    child: &Child,
    table: &Table,
    files: &BTreeMap<String, TableFile<'_>>,
    grid: Option<&Grid>,
    losses: &mut LossReport,
) -> Result<Lists, ImportError> {
    let mut lists = Lists::new();
    let Some(file) = files.get(child.file) else { return Ok(lists) };
    let more: Vec<&str> = table.list_column.into_iter().chain([child.parent]).collect();
    file.report_unknown(child.columns, &more, child.open, losses);
    let open = child.open.map(|name| (name, file.heads_after(&format!("{name}."))));
    for row in &file.rows {
        let of = table.list_column.map_or("", |head| file.cell(row, head).trim());
        let of = if table.part == Part::Book { label(of) } else { of.to_owned() };
        let key = cells::cell_text(file.cell(row, child.parent)).unwrap_or_default();
        let mut thing = thing(file, row, child.columns, child.always, grid)?;
        if let Some((name, entries)) = &open {
            let object = open_object(file, row, name, entries, grid)?;
            thing.insert((*name).to_owned(), Value::Object(object));
        }
        let value = match child.columns.first() {
            Some(column) if child.plain => match thing.remove(column.name) {
                Some(value) => value,
                None => {
                    let what = format!("no {}", column.name);
                    return Err(file.fault(row, what, "fill the cell, or take the row out"));
                }
            },
            _ => Value::Object(thing),
        };
        lists.entry((of, key)).or_default().push((file.place_of(row), value));
    }
    Ok(lists)
}
