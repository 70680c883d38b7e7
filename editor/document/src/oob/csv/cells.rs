//! What stands in a cell: out of a counter and into it.
//!
//! A field of a counter or a face is written and read by what its column says of it; as JSON, each
//! is found by the column's name.

use std::collections::BTreeMap;

use salient_schema::common::{Id, Rating};
use salient_schema::order_of_battle::{Counter, Face, Part};
use salient_schema::{Bundle, CounterId};
use salient_tables::counters::COUNTER;
use salient_tables::{Cell, Names, cells};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::change::read_rating;
use super::super::{Refused, ids};
use super::column::{Column, FACES, face_name};
use crate::document::Document;

/// The counters of a document with where each is, for their cells.
pub(super) struct Counters<'a> {
    document: &'a Document,
    list: Vec<(usize, &'a Counter)>,
    /// Each counter of the list as JSON.
    fields: Vec<Value>,
    hexes: BTreeMap<&'a CounterId, Vec<&'a str>>,
    turns: BTreeMap<&'a CounterId, Vec<u16>>,
}

impl<'a> Counters<'a> {
    pub fn of(document: &'a Document) -> Self {
        let bundle = document.bundle();
        let lists = bundle.orders_of_battle.iter().enumerate();
        let list: Vec<(usize, &Counter)> = lists
            .flat_map(|(at, oob)| oob.counters.iter().map(move |counter| (at, counter)))
            .collect();
        let fields = list.iter().map(|(_, counter)| json(*counter)).collect();
        let mut hexes: BTreeMap<_, Vec<&str>> = BTreeMap::new();
        for placement in &bundle.scenario.setup.placements {
            for counter in &placement.counters {
                hexes.entry(counter).or_default().push(&placement.hex);
            }
        }
        let mut turns: BTreeMap<_, Vec<u16>> = BTreeMap::new();
        for entry in &bundle.scenario.reinforcements {
            for counter in &entry.counters {
                turns.entry(counter).or_default().push(entry.turn);
            }
        }
        Self { document, list, fields, hexes, turns }
    }

    pub fn iter(&self) -> std::ops::Range<usize> {
        0..self.list.len()
    }

    /// A counter with the place of its order of battle.
    pub fn get(&self, at: usize) -> Option<(usize, &'a Counter)> {
        self.list.get(at).copied()
    }

    pub fn hexes(&self, counter: &CounterId) -> &[&'a str] {
        self.hexes.get(counter).map_or(&[], Vec::as_slice)
    }

    pub fn is_scheduled(&self, counter: &CounterId) -> bool {
        self.turns.contains_key(counter)
    }

    /// What stands in a counter's cell.
    pub fn cell(&self, at: usize, column: &Column) -> String {
        let Some((oob, counter)) = self.get(at) else { return String::new() };
        match column {
            Column::OrderOfBattle => {
                let oobs = &self.document.bundle().orders_of_battle;
                oobs.get(oob).map(|oob| oob.id.clone()).unwrap_or_default()
            }
            Column::Hex => self.hexes(&counter.id).join(" "),
            Column::Turn => {
                let turns = self.turns.get(&counter.id).map_or(&[][..], Vec::as_slice);
                turns.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
            }
            column => cell_of(counter, self.fields.get(at).unwrap_or(&Value::Null), column),
        }
    }
}

/// What stands in a cell of a counter by itself, which is also given as JSON.
fn cell_of(counter: &Counter, fields: &Value, column: &Column) -> String {
    let field = |fields: Option<&Value>, column: &salient_tables::Column| {
        let value = fields.and_then(|fields| fields.get(column.name));
        value.and_then(|value| cells::write_plain(value, column.cell)).unwrap_or_default()
    };
    match column {
        Column::OrderOfBattle | Column::Hex | Column::Turn => String::new(),
        // A number of counters is always said; what else is as nearly all have it is no news.
        Column::Field(column) if column.name == "count" => counter.count.to_string(),
        Column::Field(column) => field(Some(fields), column),
        Column::Faces => counter.faces.len().to_string(),
        Column::Rating(at, id) => {
            let rating = counter.faces.get(*at).and_then(|face| face.ratings.get(id));
            rating.map(ToString::to_string).unwrap_or_default()
        }
        Column::FaceField(at, column) => {
            field(fields.get("faces").and_then(|faces| faces.get(at)), column)
        }
        Column::Parts => {
            let part = |part: &Part| match &part.name {
                Some(name) => format!("{} {} \"{name}\"", part.count, part.unit_type),
                None => format!("{} {}", part.count, part.unit_type),
            };
            counter.parts.iter().map(part).collect::<Vec<_>>().join("\n")
        }
        Column::Notes => counter.notes.join("\n"),
    }
}

/// A thing as JSON. A counter holds nothing that JSON cannot.
fn json(thing: &impl Serialize) -> Value {
    serde_json::to_value(thing).unwrap_or_default()
}

/// Sets a field of a thing, or takes it away.
fn set<T: Serialize + DeserializeOwned>(
    thing: &mut T,
    name: &str,
    value: Option<Value>,
) -> Result<(), Refused> {
    let mut fields = json(thing);
    if let Value::Object(fields) = &mut fields {
        match value {
            Some(value) => fields.insert(name.to_owned(), value),
            None => fields.remove(name),
        };
    }
    *thing = serde_json::from_value(fields).map_err(|error| Refused::new(error.to_string()))?;
    Ok(())
}

/// A counter that a row adds, before its cells are taken in.
pub(super) fn bare() -> Counter {
    Counter::plain("", "", "")
}

/// Takes a cell into a counter. `faces_given` says whether the row tells how many faces there
/// are.
pub(super) fn take(
    bundle: &Bundle,
    oob: usize,
    counter: &mut Counter,
    column: &Column,
    text: &str,
    faces_given: bool,
) -> Result<(), Refused> {
    let layout = &bundle.ruleset.counters;
    let trimmed = text.trim();
    match column {
        Column::Hex | Column::Turn | Column::OrderOfBattle => {}
        column if column.is_id() => {}
        Column::Field(field) => {
            let value = value_of(bundle, oob, &counter.side, field, text)?;
            set(counter, field.name, value)?;
        }
        Column::Faces => {
            let faces = usize::from(whole(trimmed, [1, FACES as u16])?);
            counter.faces.resize_with(faces, Face::default);
        }
        Column::Rating(at, id) => {
            let def = layout.ratings.iter().find(|def| def.id == *id);
            let Some(def) = def else {
                return Err(Refused::new(format!("The ruleset's counters have no rating {id}.")));
            };
            let value = if *at >= counter.faces.len() && trimmed.is_empty() {
                return Ok(());
            } else {
                read_rating(def, trimmed)?
            };
            let face = face_of(counter, *at, faces_given)?;
            match value {
                Some(value) => {
                    // A number that is kept as a word stays one.
                    let same = face.ratings.get(id).is_some_and(|now| now.to_string() == trimmed);
                    if !same {
                        face.ratings.insert(id.clone(), value);
                    }
                }
                None => {
                    face.ratings.remove(id);
                }
            }
        }
        Column::FaceField(at, _) if trimmed.is_empty() && *at >= counter.faces.len() => {}
        Column::FaceField(at, field) => {
            let value = value_of(bundle, oob, &counter.side, field, text)?;
            // A face has nothing of its own where the cell is empty.
            let value = value.filter(|_| !trimmed.is_empty());
            set(face_of(counter, *at, faces_given)?, field.name, value)?;
        }
        Column::Parts => {
            let types = || layout.types.iter().map(|one| (&one.id, &one.name));
            let lines = trimmed.lines().map(str::trim).filter(|line| !line.is_empty());
            counter.parts = lines.map(|line| part_of(line, types())).collect::<Result<_, _>>()?;
        }
        Column::Notes => {
            let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
            counter.notes = lines.map(str::to_owned).collect();
        }
    }
    Ok(())
}

/// What a cell says for a field; `None` where it is empty and the field may go without.
fn value_of(
    bundle: &Bundle,
    oob: usize,
    side: &Id,
    column: &salient_tables::Column,
    text: &str,
) -> Result<Option<Value>, Refused> {
    let trimmed = text.trim();
    let Some(names) = column.names else {
        return Ok(Some(match (column.cell, column.range) {
            (Cell::Number, Some(range)) => whole(trimmed, range)?.into(),
            (Cell::Flag, _) => {
                cells::flag(trimmed).ok_or_else(|| Refused::new("Write yes or no."))?.into()
            }
            _ => text.into(),
        }));
    };
    let words = match column.cell {
        Cell::List => {
            let mut list: Vec<Id> = Vec::new();
            for word in cells::list(&trimmed.replace([',', ';'], " ")) {
                let id = named(bundle, oob, side, names, &word)?;
                if !list.contains(&id) {
                    list.push(id);
                }
            }
            return Ok(Some(list.into()));
        }
        _ => trimmed,
    };
    if words.is_empty() && !column.needed {
        return Ok(None);
    }
    named(bundle, oob, side, names, words).map(|id| Some(id.into()))
}

/// What a word names, as the data contract writes it.
fn named(bundle: &Bundle, oob: usize, side: &Id, names: Names, word: &str) -> Result<Id, Refused> {
    let ruleset = &bundle.ruleset;
    let layout = &ruleset.counters;
    let what = what_is(names);
    match names {
        Names::Side => id_of(what, word, ruleset.sides.iter().map(|one| (&one.id, &one.name))),
        Names::Nation => id_of(what, word, ruleset.nations.iter().map(|one| (&one.id, &one.name))),
        Names::UnitType => id_of(what, word, layout.types.iter().map(|one| (&one.id, &one.name))),
        Names::Size => id_of(what, word, layout.sizes.iter().map(|one| (&one.id, &one.name))),
        Names::Trait => id_of(what, word, layout.traits.iter().map(|one| (&one.id, &one.name))),
        Names::Formation => {
            let list = bundle.orders_of_battle.get(oob).map(|oob| oob.formations.as_slice());
            let formations = list.unwrap_or_default().iter();
            // Names of formations repeat on the two sides: those of this side come first.
            let (own, other): (Vec<_>, Vec<_>) = formations.partition(|one| one.side == *side);
            id_of(what, word, own.iter().chain(&other).map(|one| (&one.id, &one.name)))
        }
        // It may stand in a row further down: whether it is there is looked at with the whole.
        Names::Counter if ids::is_id(word) => Ok(word.to_owned()),
        Names::Counter => Err(Refused::new(
            "Write the id of the counter that takes its place: small letters, figures and single \
             hyphens.",
        )),
        Names::Provenance => match word.to_lowercase().as_str() {
            known @ ("printed" | "surveyed" | "reconstructed" | "invented") => Ok(known.to_owned()),
            _ => Err(Refused::new("Write printed, surveyed, reconstructed or invented.")),
        },
    }
}

/// What words of a kind name, in words.
fn what_is(names: Names) -> &'static str {
    match names {
        Names::Side => "side",
        Names::Nation => "nation",
        Names::UnitType => "unit type",
        Names::Size => "size",
        Names::Trait => "trait",
        Names::Formation => "formation",
        Names::Counter => "counter",
        Names::Provenance => "provenance",
    }
}

fn face_of(counter: &mut Counter, at: usize, faces_given: bool) -> Result<&mut Face, Refused> {
    if at >= counter.faces.len() {
        if faces_given {
            let (faces, name) = (counter.faces.len(), face_name(at));
            return Err(Refused::new(format!(
                "The column “faces” says {faces}, so there is no {name}. Give it more faces, or \
                 empty this cell."
            )));
        }
        counter.faces.resize_with(at + 1, Face::default);
    }
    // It is there now; a face that is not would be a slip of ours.
    counter.faces.get_mut(at).ok_or_else(|| Refused::new("There is no such face."))
}

/// An id that a cell names, by itself or by its name in print.
fn id_of<'a>(
    what: &str,
    text: &str,
    known: impl Iterator<Item = (&'a Id, &'a String)>,
) -> Result<Id, Refused> {
    let known: Vec<_> = known.collect();
    let by_id = known.iter().find(|(id, _)| *id == text);
    let lower = text.to_lowercase();
    let loosely = || {
        known.iter().find(|(id, name)| id.to_lowercase() == lower || name.to_lowercase() == lower)
    };
    if let Some((id, _)) = by_id.or_else(loosely) {
        return Ok((*id).clone());
    }
    let mut list: Vec<&str> = known.iter().map(|(id, _)| id.as_str()).collect();
    let more = list.len().saturating_sub(12);
    list.truncate(12);
    let mut words = list.join(", ");
    if more > 0 {
        words.push_str(&format!(" and {more} more"));
    }
    let have =
        if words.is_empty() { "There is none.".to_owned() } else { format!("Known: {words}.") };
    if text.is_empty() {
        return Err(Refused::new(format!("A {what} is needed. {have}")));
    }
    Err(Refused::new(format!("There is no {what} “{text}”. {have}")))
}

fn whole(text: &str, range: [u16; 2]) -> Result<u16, Refused> {
    cells::whole(text, range).ok_or_else(|| {
        let [least, most] = range;
        Refused::new(format!("A whole number from {least} to {most} is needed; “{text}” is not."))
    })
}

/// A part as a line: `2 infantry "A company"`.
fn part_of<'a>(
    line: &str,
    types: impl Iterator<Item = (&'a Id, &'a String)>,
) -> Result<Part, Refused> {
    let form = || {
        Refused::new(format!("“{line}” is no part: write a number and a unit type, 2 infantry."))
    };
    let (count, rest) = line.split_once(char::is_whitespace).ok_or_else(form)?;
    let count = count.trim_end_matches(['x', '×']).parse::<u16>().ok();
    let count = count.filter(|count| *count > 0).ok_or_else(form)?;
    let (unit_type, name) = match rest.split_once('"') {
        Some((unit_type, name)) => {
            (unit_type.trim(), Some(name.trim_end().trim_end_matches('"').to_owned()))
        }
        None => (rest.trim(), None),
    };
    let unit_type = id_of("unit type", unit_type, types)?;
    Ok(Part { unit_type, count, name })
}

/// What a row that adds a counter still lacks.
pub(super) fn lacking(bundle: &Bundle, counter: &Counter) -> Vec<(Column, Refused)> {
    let mut lacking = Vec::new();
    let fields = json(counter);
    for column in COUNTER.iter().filter(|column| column.needed) {
        let there = fields.get(column.name).and_then(Value::as_str);
        if there.is_none_or(str::is_empty) {
            let what = column.names.map_or(column.name, what_is);
            let refused = Refused::new(format!("A new counter needs a {what}."));
            lacking.push((Column::Field(column), refused));
        }
    }
    for (at, face) in counter.faces.iter().enumerate() {
        for def in bundle.ruleset.counters.ratings.iter().filter(|def| !def.optional) {
            if !face.ratings.contains_key(&def.id) {
                let what = format!("{} is needed: {} to {}.", def.name, def.min, def.max);
                lacking.push((Column::Rating(at, def.id.clone()), Refused::new(what)));
            }
        }
    }
    lacking
}

/// An id for a counter whose row has none.
pub(super) fn id_for(counter: &Counter) -> Id {
    let whose = counter.nation.as_ref().unwrap_or(&counter.side);
    ids::id_from_words(&format!("{whose}-{}", counter.designation), "unit")
}

/// Whether a rating's cell means what is there: the same number, or the same word.
pub(super) fn same_rating(now: &str, cell: &str) -> bool {
    let number = |text: &str| match text.trim().parse::<i32>() {
        Ok(number) => Rating::Number(number),
        Err(_) => Rating::Text(text.trim().to_owned()),
    };
    number(now) == number(cell)
}
