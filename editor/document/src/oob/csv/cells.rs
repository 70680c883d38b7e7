//! The columns, and what stands in a cell: out of a counter and into it.

use std::collections::BTreeMap;

use salient_schema::common::{Id, Provenance, Rating};
use salient_schema::order_of_battle::{Counter, Face, Part};
use salient_schema::{Bundle, CounterId};

use super::super::change::read_rating;
use super::super::{Refused, ids};
use crate::document::Document;

/// A column. The order is that in which cells are taken in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// The order of battle's id.
    File,
    /// The counter's id.
    Id,
    /// What is printed.
    Designation,
    /// The side.
    Side,
    /// The nation.
    Nation,
    /// The unit type.
    Type,
    /// The size.
    Size,
    /// The formation.
    Formation,
    /// How many alike.
    Count,
    /// How many hexes it covers.
    Footprint,
    /// How many faces.
    Faces,
    /// A rating of a face.
    Rating(usize, Id),
    /// A designation of a face's own.
    FaceDesignation(usize),
    /// A type of a face's own.
    FaceType(usize),
    /// A size of a face's own.
    FaceSize(usize),
    /// Whether a face is no step.
    NotAStep(usize),
    /// The traits.
    Traits,
    /// The parts.
    Parts,
    /// The counter that takes its place.
    Substitute,
    /// Where the values come from.
    Provenance,
    /// The notes.
    Notes,
    /// Where it is set up.
    Hex,
    /// When it arrives.
    Turn,
}

/// The most faces that a counter may have.
const FACES: usize = 8;

fn face_name(face: usize) -> String {
    match face {
        0 => "front".to_owned(),
        1 => "back".to_owned(),
        more => format!("face{}", more + 1),
    }
}

impl Column {
    /// The column's head.
    pub fn name(&self) -> String {
        let own = |face: &usize, what: &str| format!("{}.{what}", face_name(*face));
        match self {
            Self::File => "order_of_battle".to_owned(),
            Self::Id => "id".to_owned(),
            Self::Designation => "designation".to_owned(),
            Self::Side => "side".to_owned(),
            Self::Nation => "nation".to_owned(),
            Self::Type => "type".to_owned(),
            Self::Size => "size".to_owned(),
            Self::Formation => "formation".to_owned(),
            Self::Count => "count".to_owned(),
            Self::Footprint => "footprint".to_owned(),
            Self::Faces => "faces".to_owned(),
            Self::Rating(face, id) => own(face, id),
            Self::FaceDesignation(face) => own(face, "designation"),
            Self::FaceType(face) => own(face, "type"),
            Self::FaceSize(face) => own(face, "size"),
            Self::NotAStep(face) => own(face, "not_a_step"),
            Self::Traits => "traits".to_owned(),
            Self::Parts => "parts".to_owned(),
            Self::Substitute => "substitute".to_owned(),
            Self::Provenance => "provenance".to_owned(),
            Self::Notes => "notes".to_owned(),
            Self::Hex => "hex".to_owned(),
            Self::Turn => "turn".to_owned(),
        }
    }

    /// The columns that a scenario's counters may fill, in the order of a sheet.
    pub fn all(bundle: &Bundle) -> Vec<Self> {
        let counters = || bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let faces =
            counters().map(|counter| counter.faces.len()).max().unwrap_or(0).clamp(2, FACES);
        let mut all = vec![
            Self::File,
            Self::Id,
            Self::Designation,
            Self::Side,
            Self::Nation,
            Self::Type,
            Self::Size,
            Self::Formation,
            Self::Count,
            Self::Footprint,
            Self::Faces,
        ];
        for face in 0..faces {
            for def in &bundle.ruleset.counters.ratings {
                all.push(Self::Rating(face, def.id.clone()));
            }
            // A rating may have the name of one of these; then the rating has the column.
            for own in [
                Self::FaceDesignation(face),
                Self::FaceType(face),
                Self::FaceSize(face),
                Self::NotAStep(face),
            ] {
                if !all.iter().any(|column| column.name() == own.name()) {
                    all.push(own);
                }
            }
        }
        all.extend([
            Self::Traits,
            Self::Parts,
            Self::Substitute,
            Self::Provenance,
            Self::Notes,
            Self::Hex,
            Self::Turn,
        ]);
        all
    }

    /// The face that the column is about.
    pub(super) fn face(&self) -> Option<usize> {
        match self {
            Self::Rating(face, _)
            | Self::FaceDesignation(face)
            | Self::FaceType(face)
            | Self::FaceSize(face)
            | Self::NotAStep(face) => Some(*face),
            _ => None,
        }
    }

    /// Whether a sheet has the column even if it is empty.
    pub(super) fn always(&self, bundle: &Bundle) -> bool {
        match self {
            Self::File => bundle.orders_of_battle.len() > 1,
            Self::Rating(face, _) => *face < 2,
            Self::Footprint
            | Self::FaceDesignation(_)
            | Self::FaceType(_)
            | Self::FaceSize(_)
            | Self::NotAStep(_)
            | Self::Parts
            | Self::Substitute
            | Self::Provenance
            | Self::Notes
            | Self::Turn => false,
            _ => true,
        }
    }

    /// The column of a head, however it is written.
    pub(super) fn of_head(head: &str, all: &[Self]) -> Option<Self> {
        let plain = |text: &str| {
            let text = text.trim().to_lowercase();
            text.replace(['.', ' ', '-', ':'], "_")
        };
        let head = plain(head);
        let named = all.iter().find(|column| plain(&column.name()) == head);
        // A rating by itself is the front's.
        let front = || {
            all.iter().find(|column| match column {
                Self::Rating(0, id) => plain(id) == head,
                _ => false,
            })
        };
        named.or_else(front).cloned()
    }
}

/// The counters of a document with where each is, for their cells.
pub(super) struct Counters<'a> {
    document: &'a Document,
    list: Vec<(usize, &'a Counter)>,
    hexes: BTreeMap<&'a CounterId, Vec<&'a str>>,
    turns: BTreeMap<&'a CounterId, Vec<u16>>,
}

impl<'a> Counters<'a> {
    pub fn of(document: &'a Document) -> Self {
        let bundle = document.bundle();
        let lists = bundle.orders_of_battle.iter().enumerate();
        let list = lists
            .flat_map(|(at, oob)| oob.counters.iter().map(move |counter| (at, counter)))
            .collect();
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
        Self { document, list, hexes, turns }
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
            Column::File => {
                let oobs = &self.document.bundle().orders_of_battle;
                oobs.get(oob).map(|oob| oob.id.clone()).unwrap_or_default()
            }
            Column::Hex => self.hexes(&counter.id).join(" "),
            Column::Turn => {
                let turns = self.turns.get(&counter.id).map_or(&[][..], Vec::as_slice);
                turns.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
            }
            column => cell_of(counter, column),
        }
    }
}

/// What stands in a cell of a counter by itself.
pub(super) fn cell_of(counter: &Counter, column: &Column) -> String {
    let face = |face: &usize| counter.faces.get(*face);
    let or_none = |text: Option<&String>| text.cloned().unwrap_or_default();
    match column {
        Column::File | Column::Hex | Column::Turn => String::new(),
        Column::Id => counter.id.clone(),
        Column::Designation => counter.designation.clone(),
        Column::Side => counter.side.clone(),
        Column::Nation => or_none(counter.nation.as_ref()),
        Column::Type => counter.unit_type.clone(),
        Column::Size => or_none(counter.size.as_ref()),
        Column::Formation => or_none(counter.formation.as_ref()),
        Column::Count => counter.count.to_string(),
        // What nearly all counters have is no news.
        Column::Footprint if counter.footprint == 1 => String::new(),
        Column::Footprint => counter.footprint.to_string(),
        Column::Faces => counter.faces.len().to_string(),
        Column::Rating(at, id) => {
            let rating = face(at).and_then(|face| face.ratings.get(id));
            rating.map(ToString::to_string).unwrap_or_default()
        }
        Column::FaceDesignation(at) => or_none(face(at).and_then(|face| face.designation.as_ref())),
        Column::FaceType(at) => or_none(face(at).and_then(|face| face.unit_type.as_ref())),
        Column::FaceSize(at) => or_none(face(at).and_then(|face| face.size.as_ref())),
        Column::NotAStep(at) => match face(at) {
            Some(face) if face.not_a_step => "yes".to_owned(),
            _ => String::new(),
        },
        Column::Traits => counter.traits.join(" "),
        Column::Parts => {
            let part = |part: &Part| match &part.name {
                Some(name) => format!("{} {} \"{name}\"", part.count, part.unit_type),
                None => format!("{} {}", part.count, part.unit_type),
            };
            counter.parts.iter().map(part).collect::<Vec<_>>().join("\n")
        }
        Column::Substitute => or_none(counter.substitute.as_ref()),
        Column::Provenance => match counter.provenance {
            Provenance::Printed => String::new(),
            Provenance::Surveyed => "surveyed".to_owned(),
            Provenance::Reconstructed => "reconstructed".to_owned(),
            Provenance::Invented => "invented".to_owned(),
        },
        Column::Notes => counter.notes.join("\n"),
    }
}

/// A counter that a row adds, before its cells are taken in.
pub(super) fn bare() -> Counter {
    Counter {
        id: String::new(),
        designation: String::new(),
        side: String::new(),
        nation: None,
        unit_type: String::new(),
        size: None,
        formation: None,
        count: 1,
        footprint: 1,
        faces: vec![Face::default()],
        traits: Vec::new(),
        parts: Vec::new(),
        substitute: None,
        provenance: Provenance::default(),
        notes: Vec::new(),
    }
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
    let types = || layout.types.iter().map(|one| (&one.id, &one.name));
    let sizes = || layout.sizes.iter().map(|one| (&one.id, &one.name));
    match column {
        Column::File | Column::Id | Column::Hex | Column::Turn => {}
        Column::Designation => counter.designation = text.to_owned(),
        Column::Side => {
            let sides = bundle.ruleset.sides.iter().map(|one| (&one.id, &one.name));
            counter.side = id_of("side", trimmed, sides)?;
        }
        Column::Nation => {
            let nations = bundle.ruleset.nations.iter().map(|one| (&one.id, &one.name));
            counter.nation = optional("nation", trimmed, nations)?;
        }
        Column::Type => counter.unit_type = id_of("unit type", trimmed, types())?,
        Column::Size => counter.size = optional("size", trimmed, sizes())?,
        Column::Formation => {
            let list = bundle.orders_of_battle.get(oob).map(|oob| oob.formations.as_slice());
            let formations = list.unwrap_or_default().iter();
            // Names of formations repeat on the two sides: those of this side come first.
            let (own, other): (Vec<_>, Vec<_>) =
                formations.partition(|one| one.side == counter.side);
            let all = own.iter().chain(&other).map(|one| (&one.id, &one.name));
            counter.formation = optional("formation", trimmed, all)?;
        }
        Column::Count => counter.count = whole(trimmed, 1, 999)?,
        Column::Footprint => counter.footprint = whole(trimmed, 1, 7)?,
        Column::Faces => {
            let faces = usize::from(whole(trimmed, 1, FACES as u16)?);
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
        Column::FaceDesignation(at)
        | Column::FaceType(at)
        | Column::FaceSize(at)
        | Column::NotAStep(at)
            if trimmed.is_empty() && *at >= counter.faces.len() => {}
        Column::FaceDesignation(at) => {
            let own = (!trimmed.is_empty()).then(|| text.to_owned());
            face_of(counter, *at, faces_given)?.designation = own;
        }
        Column::FaceType(at) => {
            let own = optional("unit type", trimmed, types())?;
            face_of(counter, *at, faces_given)?.unit_type = own;
        }
        Column::FaceSize(at) => {
            let own = optional("size", trimmed, sizes())?;
            face_of(counter, *at, faces_given)?.size = own;
        }
        Column::NotAStep(at) => {
            let no_step = yes_or_no(trimmed)?;
            face_of(counter, *at, faces_given)?.not_a_step = no_step;
        }
        Column::Traits => {
            let words = trimmed.split([' ', ',', ';', '\n', '\t']).filter(|word| !word.is_empty());
            let mut traits: Vec<Id> = Vec::new();
            for word in words {
                let known = layout.traits.iter().map(|one| (&one.id, &one.name));
                let id = id_of("trait", word, known)?;
                if !traits.contains(&id) {
                    traits.push(id);
                }
            }
            counter.traits = traits;
        }
        Column::Parts => {
            let lines = trimmed.lines().map(str::trim).filter(|line| !line.is_empty());
            counter.parts = lines.map(|line| part_of(line, types())).collect::<Result<_, _>>()?;
        }
        // It may stand in a row further down: whether it is there is looked at with the whole.
        Column::Substitute if trimmed.is_empty() => counter.substitute = None,
        Column::Substitute if ids::is_id(trimmed) => {
            counter.substitute = Some(trimmed.to_owned());
        }
        Column::Substitute => {
            return Err(Refused::new(
                "Write the id of the counter that takes its place: small letters, figures and \
                 single hyphens.",
            ));
        }
        Column::Provenance => {
            counter.provenance = match trimmed.to_lowercase().as_str() {
                "" | "printed" => Provenance::Printed,
                "surveyed" => Provenance::Surveyed,
                "reconstructed" => Provenance::Reconstructed,
                "invented" => Provenance::Invented,
                _ => {
                    return Err(Refused::new(
                        "Write printed, surveyed, reconstructed or invented.",
                    ));
                }
            };
        }
        Column::Notes => {
            let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
            counter.notes = lines.map(str::to_owned).collect();
        }
    }
    Ok(())
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

fn optional<'a>(
    what: &str,
    text: &str,
    known: impl Iterator<Item = (&'a Id, &'a String)>,
) -> Result<Option<Id>, Refused> {
    if text.is_empty() { Ok(None) } else { id_of(what, text, known).map(Some) }
}

fn whole(text: &str, least: u16, most: u16) -> Result<u16, Refused> {
    if text.is_empty() {
        return Ok(least);
    }
    // A spreadsheet may have made 3 into 3.0 or 3,0.
    let plain = text.strip_suffix(".0").or(text.strip_suffix(",0")).unwrap_or(text);
    let number = plain.parse::<u16>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        Refused::new(format!("A whole number from {least} to {most} is needed; “{text}” is not."))
    })
}

fn yes_or_no(text: &str) -> Result<bool, Refused> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "1" | "x" | "wahr" | "vrai" => Ok(true),
        "" | "no" | "false" | "0" | "falsch" | "faux" => Ok(false),
        _ => Err(Refused::new("Write yes or no.")),
    }
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
    let needed = |what: &str| Refused::new(format!("A new counter needs a {what}."));
    if counter.side.is_empty() {
        lacking.push((Column::Side, needed("side")));
    }
    if counter.unit_type.is_empty() {
        lacking.push((Column::Type, needed("unit type")));
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
