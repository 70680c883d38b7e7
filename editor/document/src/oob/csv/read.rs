//! Reading a spreadsheet: what it would add and change, and which cells are faulty.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::CounterId;
use salient_schema::order_of_battle::Counter;

use super::cells::{self, Counters};
use super::column::{Column, FACES};
use super::{excel, text};
use crate::document::Document;
use crate::edit::{Edit, List};
use crate::oob::moves::begun;
use crate::oob::{Key, Refused, delete, ids};

/// What is wrong with a cell, or worth a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The row as the spreadsheet counts it; the heads are row 1.
    pub row: usize,
    /// The column from the left, from 0, if it is about one.
    pub column: Option<usize>,
    /// The column's head as the file has it.
    pub head: String,
    /// What the cell reads.
    pub cell: String,
    /// What is wrong and what to do.
    pub what: String,
    /// Whether the row is left out because of it.
    pub stops: bool,
}

impl Fault {
    /// Where it is, as spreadsheets name cells: `C7`.
    pub fn place(&self) -> String {
        match self.column {
            Some(column) => format!("{}{}", column_letters(column), self.row),
            None => format!("Row {}", self.row),
        }
    }
}

/// A for 0, Z for 25, AA for 26.
fn column_letters(column: usize) -> String {
    let mut rest = column + 1;
    let mut out = Vec::new();
    while rest > 0 {
        rest -= 1;
        out.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    out.iter().rev().collect()
}

/// A field that a row changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// The column's name.
    pub field: String,
    /// What it was.
    pub from: String,
    /// What it becomes.
    pub to: String,
}

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKind {
    /// It adds a counter.
    Added,
    /// It changes one.
    Changed,
    /// It says what is so.
    Unchanged,
    /// A cell of it is faulty, and so it is left out.
    Faulty,
}

/// A row of the preview.
#[derive(Clone, Debug, PartialEq)]
pub struct RowChange {
    /// The row as the spreadsheet counts it.
    pub row: usize,
    /// What it does.
    pub kind: RowKind,
    /// The counter.
    pub counter: CounterId,
    /// What is printed on it.
    pub designation: String,
    /// The fields that change.
    pub fields: Vec<FieldChange>,
    edits: Vec<Edit>,
}

/// What a file would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import {
    /// The rows that say something, in order.
    pub rows: Vec<RowChange>,
    /// What is wrong or odd, in the order of the rows.
    pub faults: Vec<Fault>,
    /// Counters of the document that the file does not name. They stay, unless asked otherwise.
    pub left_out: Vec<CounterId>,
    /// What was noticed about the file as a whole.
    pub notes: Vec<String>,
}

impl Import {
    /// How many rows are of a kind.
    pub fn count(&self, kind: RowKind) -> usize {
        self.rows.iter().filter(|row| row.kind == kind).count()
    }

    /// The edits of all sound rows, as one step. With `delete_left_out` the counters that the
    /// file does not name are deleted with all their uses.
    ///
    /// # Errors
    /// What is left out cannot be deleted.
    pub fn edits(&self, document: &Document, delete_left_out: bool) -> Result<Vec<Edit>, Refused> {
        let mut edits: Vec<Edit> = Vec::new();
        if delete_left_out {
            let keys: Vec<Key> = self.left_out.iter().cloned().map(Key::Counter).collect();
            edits.extend(delete(document.bundle(), &keys, false)?.edits);
        }
        let rows: Vec<Edit> = self.rows.iter().flat_map(|row| row.edits.iter().cloned()).collect();
        if rows.iter().any(|edit| matches!(edit, Edit::Add { list: List::Counters(_), .. })) {
            edits.extend(begun(document.bundle()));
        }
        edits.extend(rows);
        Ok(edits)
    }
}

/// Reads a spreadsheet against the counters that there are. Any bytes give a preview.
pub fn read(document: &Document, bytes: &[u8]) -> Import {
    let sheet = text::spreadsheet(bytes);
    let mut import = Import { notes: sheet.notes, ..Import::default() };
    let mut rows = sheet.rows.into_iter().enumerate().map(|(at, row)| (at + 1, row));
    let filled = |row: &(usize, Vec<String>)| row.1.iter().any(|cell| !cell.trim().is_empty());
    let Some((head_row, heads)) = rows.find(filled) else {
        import.notes.push("The file is empty.".to_owned());
        import.left_out = Counters::of(document)
            .iter()
            .filter_map(|at| Counters::of(document).get(at).map(|(_, one)| one.id.clone()))
            .collect();
        return import;
    };
    let mut reader = Reader::new(document, heads, head_row, &mut import);
    for (number, row) in rows.filter(filled) {
        reader.row(number, &row, &mut import);
    }
    reader.finish(&mut import);
    import
}

struct Reader<'a> {
    document: &'a Document,
    counters: Counters<'a>,
    by_id: BTreeMap<&'a str, usize>,
    taken: BTreeSet<CounterId>,
    heads: Vec<String>,
    /// The known columns with their place in the file, in the order in which they are taken in.
    columns: Vec<(Column, usize)>,
    seen: BTreeMap<CounterId, usize>,
}

impl<'a> Reader<'a> {
    fn new(
        document: &'a Document,
        heads: Vec<String>,
        head_row: usize,
        import: &mut Import,
    ) -> Self {
        let bundle = document.bundle();
        // A file may give faces that no counter has yet.
        let all = Column::all(bundle, FACES);
        let mut columns: Vec<(Column, usize)> = Vec::new();
        for (at, head) in heads.iter().enumerate() {
            let found = Column::of_head(head, &all);
            let fault = match &found {
                _ if head.trim().is_empty() => continue,
                None => Some(format!(
                    "There is no column “{}” here; it is passed over. Ratings are written \
                     front.strength, back.strength.",
                    head.trim()
                )),
                Some(column) if columns.iter().any(|(other, _)| other == column) => {
                    Some("This column is there twice; the first one counts.".to_owned())
                }
                Some(_) => None,
            };
            if let Some(what) = fault {
                import.faults.push(Fault {
                    row: head_row,
                    column: Some(at),
                    head: head.clone(),
                    cell: head.clone(),
                    what,
                    stops: false,
                });
            } else if let Some(column) = found {
                columns.push((column, at));
            }
        }
        columns.sort_by_key(|(column, _)| all.iter().position(|one| one == column));
        if !columns.iter().any(|(column, _)| column.is_id()) {
            import.notes.push(
                "No column is called “id”, so every row would add a counter. Name the column of \
                 ids, or export the counters first and change that file."
                    .to_owned(),
            );
        }
        let counters = Counters::of(document);
        let mut by_id = BTreeMap::new();
        for at in counters.iter() {
            if let Some((_, counter)) = counters.get(at) {
                by_id.entry(counter.id.as_str()).or_insert(at);
            }
        }
        let taken = ids::counter_ids(bundle);
        Self { document, counters, by_id, taken, heads, columns, seen: BTreeMap::new() }
    }

    fn row(&mut self, number: usize, row: &[String], import: &mut Import) {
        let mut faults = Vec::new();
        let id_at = self.columns.iter().find(|(column, _)| column.is_id()).map(|(_, at)| *at);
        let id = id_at.and_then(|at| row.get(at)).map(|id| id.trim().to_owned());
        let id = id.filter(|id| !id.is_empty());
        let now = id.as_deref().and_then(|id| self.by_id.get(id).copied());
        if let (Some(id), Some(at)) = (&id, id_at) {
            let what = if let Some(first) = self.seen.get(id) {
                Some(format!("Row {first} is about {id} already. Give each counter one row."))
            } else if now.is_none() && !ids::is_id(id) {
                Some(
                    "An id is made of small letters, figures and single hyphens: g-88-3. Leave it \
                     empty for a new counter to get one."
                        .to_owned(),
                )
            } else {
                None
            };
            if let Some(what) = what {
                faults.push(self.fault(number, at, row, what, true));
            }
            self.seen.entry(id.clone()).or_insert(number);
        }
        let change = match now {
            Some(at) => self.changed(number, row, at, &mut faults),
            None => self.added(number, row, id, &mut faults),
        };
        if let Some(mut change) = change {
            if faults.iter().any(|fault| fault.stops) {
                change.kind = RowKind::Faulty;
                change.edits.clear();
            }
            import.rows.push(change);
        }
        import.faults.extend(faults);
    }

    /// A row about a counter that there is. Only cells that read otherwise than what would be
    /// written are looked at, so that what no cell can say is left as it is.
    fn changed(
        &self,
        number: usize,
        row: &[String],
        at: usize,
        faults: &mut Vec<Fault>,
    ) -> Option<RowChange> {
        let (oob, counter) = self.counters.get(at)?;
        let mut to = counter.clone();
        let mut fields = Vec::new();
        let mut edits = Vec::new();
        let faces_given = self.columns.iter().any(|(column, _)| *column == Column::Faces);
        for (column, place) in &self.columns {
            let Some(cell) = row.get(*place) else { continue };
            let was = self.counters.cell(at, column);
            let same = match column {
                // A face that the row has just taken off cannot keep what is written for it.
                _ if column.face().is_some_and(|face| face >= to.faces.len()) => {
                    cell.trim().is_empty()
                }
                Column::Rating(..) => cells::same_rating(&was, cell),
                Column::Hex => self.hex_text(cell) == was,
                column if column.is_count() && cell.trim().is_empty() => true,
                _ => *cell == was || cell.trim() == was.trim(),
            };
            if same {
                continue;
            }
            self.look_for_damage(number, *place, row, &was, column, faults);
            let result = match column {
                Column::Turn => {
                    let what = "Arrivals are changed on the schedule; this cell is passed over.";
                    faults.push(self.fault(number, *place, row, what.to_owned(), false));
                    continue;
                }
                Column::OrderOfBattle => Err(Refused::new(
                    "A counter stays in its order-of-battle file. Delete it there and add it here.",
                )),
                Column::Hex => self.moved(counter, cell).map(|edit| edits.extend(edit)),
                column => {
                    cells::take(self.document.bundle(), oob, &mut to, column, cell, faces_given)
                }
            };
            match result {
                Ok(()) => fields.push(FieldChange {
                    field: column.name(),
                    from: was,
                    to: cell.trim().to_owned(),
                }),
                Err(refused) => faults.push(self.fault(number, *place, row, refused.0, true)),
            }
        }
        // More faces than before: each needs its ratings.
        if to.faces.len() > counter.faces.len() {
            for (column, refused) in cells::lacking(self.document.bundle(), &to) {
                faults.push(self.fault_of(number, &column, row, refused.0));
            }
        }
        if to != *counter {
            let set = Edit::set_counter(counter.id.clone(), Box::new(to.clone()));
            edits.insert(0, set);
        }
        fields.retain(|change| edits.is_empty() || change.from != change.to);
        let kind = if edits.is_empty() { RowKind::Unchanged } else { RowKind::Changed };
        if kind == RowKind::Unchanged {
            fields.clear();
        }
        let designation = to.designation;
        Some(RowChange {
            row: number,
            kind,
            counter: counter.id.clone(),
            designation,
            fields,
            edits,
        })
    }

    fn added(
        &mut self,
        number: usize,
        row: &[String],
        id: Option<CounterId>,
        faults: &mut Vec<Fault>,
    ) -> Option<RowChange> {
        let bundle = self.document.bundle();
        let file = self.columns.iter().find(|(column, _)| *column == Column::OrderOfBattle);
        let mut oob = 0;
        if let Some((_, place)) = file
            && let Some(name) = row.get(*place).map(|name| name.trim()).filter(|n| !n.is_empty())
        {
            match bundle.orders_of_battle.iter().position(|one| one.id == name) {
                Some(at) => oob = at,
                None => {
                    let what = format!("The scenario has no order of battle “{name}”.");
                    faults.push(self.fault(number, *place, row, what, true));
                }
            }
        }
        let mut counter = cells::bare();
        let mut fields = Vec::new();
        let mut hex = None;
        let faces_given = self.columns.iter().any(|(column, place)| {
            *column == Column::Faces && row.get(*place).is_some_and(|cell| !cell.trim().is_empty())
        });
        for (column, place) in &self.columns {
            let Some(cell) = row.get(*place).filter(|cell| !cell.trim().is_empty()) else {
                continue;
            };
            self.look_for_damage(number, *place, row, "", column, faults);
            let result = match column {
                column if column.is_id() => continue,
                Column::OrderOfBattle => continue,
                Column::Turn => {
                    let what = "Arrivals are set on the schedule; this cell is passed over.";
                    faults.push(self.fault(number, *place, row, what.to_owned(), false));
                    continue;
                }
                Column::Hex => {
                    let label = self.hex_text(cell);
                    match self.document.grid().parse(&label) {
                        Some(_) => {
                            hex = Some(label);
                            Ok(())
                        }
                        None => Err(no_hex(cell)),
                    }
                }
                column => cells::take(bundle, oob, &mut counter, column, cell, faces_given),
            };
            match result {
                Ok(()) => fields.push(FieldChange {
                    field: column.name(),
                    from: String::new(),
                    to: cell.trim().to_owned(),
                }),
                Err(refused) => faults.push(self.fault(number, *place, row, refused.0, true)),
            }
        }
        for (column, refused) in cells::lacking(bundle, &counter) {
            let told = faults.iter().any(|fault| {
                fault.column.is_some_and(|at| self.columns.contains(&(column.clone(), at)))
            });
            if !told {
                faults.push(self.fault_of(number, &column, row, refused.0));
            }
        }
        counter.id = match id {
            Some(id) => id,
            None => ids::fresh(&cells::id_for(&counter), &self.taken),
        };
        self.taken.insert(counter.id.clone());
        let (id, designation) = (counter.id.clone(), counter.designation.clone());
        let mut edits = vec![Edit::add_counter(oob, Box::new(counter), None)];
        edits.extend(hex.map(|hex| Edit::PlaceCounter {
            counter: id.clone(),
            hex,
            index: None,
            face: None,
        }));
        Some(RowChange {
            row: number,
            kind: RowKind::Added,
            counter: id,
            designation,
            fields,
            edits,
        })
    }

    /// A hex as the map prints it: a spreadsheet takes the noughts off 0304.
    fn hex_text(&self, cell: &str) -> String {
        let grid = self.document.grid();
        let plain = cell.trim();
        let words: Vec<String> = plain
            .split_whitespace()
            .map(|word| {
                let padded = format!("0{word}");
                let figures = word.bytes().all(|b| b.is_ascii_digit());
                let lost = figures && grid.parse(word).is_none() && grid.parse(&padded).is_some();
                if lost { padded } else { word.to_owned() }
            })
            .collect();
        words.join(" ")
    }

    /// The edit that sets a counter up where a cell says.
    fn moved(&self, counter: &Counter, cell: &str) -> Result<Option<Edit>, Refused> {
        let to = self.hex_text(cell);
        let id = counter.id.clone();
        if !to.is_empty() && self.document.grid().parse(&to).is_none() {
            return Err(no_hex(cell));
        }
        if counter.count > 1 || self.counters.hexes(&id).len() > 1 {
            return Err(Refused::new(
                "This is one of several counters alike; move them on the map instead.",
            ));
        }
        match (self.counters.hexes(&id), to.is_empty()) {
            ([], true) => Ok(None),
            ([], false) if self.counters.is_scheduled(&id) => Err(Refused::new(
                "It arrives as a reinforcement. Take it off the schedule before it is set up.",
            )),
            ([], false) => {
                Ok(Some(Edit::PlaceCounter { counter: id, hex: to, index: None, face: None }))
            }
            ([hex, ..], true) => {
                Ok(Some(Edit::RemoveCounter { counter: id, hex: (*hex).to_owned() }))
            }
            ([hex, ..], false) => {
                let from = (*hex).to_owned();
                Ok(Some(Edit::MoveCounter { counter: id, from, to, index: None }))
            }
        }
    }

    /// Points out what a spreadsheet does to words that look like dates or numbers. Where what
    /// was there is of the kind that suffers, the row is not taken in.
    fn look_for_damage(
        &self,
        number: usize,
        place: usize,
        row: &[String],
        was: &str,
        column: &Column,
        faults: &mut Vec<Fault>,
    ) {
        if !column.is_designation() {
            return;
        }
        let Some(what) = row.get(place).and_then(|cell| excel::damage(cell)) else { return };
        let suffers = was.bytes().all(|b| b.is_ascii_digit() || b"-/.E".contains(&b));
        let (what, stops) = match was {
            "" => (format!("{what}. If it is meant so, all is well."), false),
            was if suffers => (format!("{what}: {was}."), true),
            _ => (format!("{what}."), false),
        };
        faults.push(self.fault(number, place, row, what, stops));
    }

    fn fault(&self, row: usize, at: usize, cells: &[String], what: String, stops: bool) -> Fault {
        let head = self.heads.get(at).map(|head| head.trim().to_owned()).unwrap_or_default();
        let cell = cells.get(at).cloned().unwrap_or_default();
        // A rating that a spreadsheet made a date of is told as such.
        let what = match excel::damage(&cell) {
            Some(damage) if stops && !what.starts_with("It looks") => format!("{what} {damage}."),
            _ => what,
        };
        Fault { row, column: Some(at), head, cell, what, stops }
    }

    /// A fault about a column that the file may not have.
    fn fault_of(&self, row: usize, column: &Column, cells: &[String], what: String) -> Fault {
        match self.columns.iter().find(|(known, _)| known == column) {
            Some((_, at)) => self.fault(row, *at, cells, what, true),
            None => {
                let (head, cell) = (column.name(), String::new());
                Fault { row, column: None, head, cell, what, stops: true }
            }
        }
    }

    fn finish(self, import: &mut Import) {
        import.left_out = self
            .counters
            .iter()
            .filter_map(|at| self.counters.get(at))
            .map(|(_, counter)| &counter.id)
            .filter(|id| !self.seen.contains_key(*id))
            .cloned()
            .collect();
    }
}

fn no_hex(cell: &str) -> Refused {
    Refused::new(format!("The map has no hex “{}”.", cell.trim()))
}
