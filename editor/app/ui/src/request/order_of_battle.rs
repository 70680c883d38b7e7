//! What the page proposes, and what is typed into its fields.

use std::path::PathBuf;

use salient_document::Edit;
use salient_document::oob::change::{read_formation_rating, read_rating};
use salient_document::oob::{self, Change, FormationChange, Key, MoveTo, Refused, Series};
use salient_schema::common::Id;
use salient_schema::order_of_battle::Part;
use salient_schema::{Bundle, CounterId};

/// Something that the page asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum OobRequest {
    /// A change of one counter or of many.
    Change(Vec<CounterId>, Change),
    /// What was typed into a field, once it is left.
    Typed(Field, String),
    /// A change of a formation.
    ChangeFormation(usize, Id, FormationChange),
    /// A new counter beside a row.
    AddCounter(Key),
    /// A new formation in a row.
    AddFormation(Key),
    /// Copies beside the originals.
    Duplicate(Vec<Key>),
    /// So many of a pool stay, the others become a counter of their own.
    Split(CounterId, u16),
    /// Elsewhere in the tree.
    Move(Vec<Key>, MoveTo),
    /// Delete; ask first if it takes more than it seems to.
    AskDelete(Vec<Key>),
    /// Delete, with what is in formations or without.
    Delete(Vec<Key>, bool),
    /// Print a series on counters.
    Renumber(Vec<CounterId>, Series),
    /// Add so many counters like one, with a series printed on them.
    AddSeries(CounterId, u16, Series),
    /// Ask where to write the counters as CSV.
    AskExport,
    /// Write them.
    Export(PathBuf),
    /// Ask for a CSV file to read counters from.
    AskImport,
    /// Read a CSV file and show what it would do.
    ReadImport(PathBuf),
    /// Ask for a picture that a face of counters shall show.
    AskPicture(Vec<CounterId>, usize),
    /// Show this file on the face that was asked about.
    SetPicture(PathBuf),
    /// Take in what is shown, and delete what the file leaves out or not.
    Import(bool),
}

/// A field that is typed into.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// Of counters.
    Counters(Vec<CounterId>, CounterField),
    /// Of a formation, by the place of its order of battle.
    Formation(usize, Id, FormationField),
}

/// A field of counters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CounterField {
    /// The id.
    Id,
    /// What is printed.
    Designation,
    /// How many alike.
    Count,
    /// How many hexes it covers.
    Footprint,
    /// A rating of a face.
    Rating(usize, Id),
    /// A face's own designation.
    FaceDesignation(usize),
    /// What it is made of.
    Parts,
    /// Notes, a paragraph a line.
    Notes,
}

/// A field of a formation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormationField {
    /// The id.
    Id,
    /// The name.
    Name,
    /// The short form.
    Short,
    /// The commander.
    Commander,
    /// The band's colour.
    Colour,
    /// A rating of formations.
    Rating(Id),
}

impl Field {
    /// The edits that a text in this field means, with their name; none if it says what is so.
    pub fn edits(&self, bundle: &Bundle, text: &str) -> Result<(String, Vec<Edit>), Refused> {
        match self {
            Self::Counters(counters, field) => {
                let change = field.change(bundle, text)?;
                let edits = oob::change_all(bundle, counters, &change)?;
                Ok((change.name(counters.len()), edits))
            }
            Self::Formation(at, id, field) => {
                let change = field.change(bundle, text)?;
                let edits = oob::change_formation(bundle, *at, id, &change)?;
                Ok(("Change formation".to_owned(), edits))
            }
        }
    }
}

impl CounterField {
    fn change(&self, bundle: &Bundle, text: &str) -> Result<Change, Refused> {
        let trimmed = text.trim();
        let whole = |what: &str| {
            let number = trimmed.parse::<u16>();
            number.map_err(|_| Refused(format!("{what} is a whole number.")))
        };
        Ok(match self {
            Self::Id => Change::Id(trimmed.to_owned()),
            Self::Designation => Change::Designation(trimmed.to_owned()),
            Self::Count => Change::Count(whole("How many there are")?),
            Self::Footprint => Change::Footprint(whole("How many hexes it covers")?),
            Self::Rating(face, rating) => {
                let defs = &bundle.ruleset.counters.ratings;
                let def = defs.iter().find(|def| def.id == *rating);
                let none = || Refused(format!("The counters have no rating {rating}."));
                let def = def.ok_or_else(none)?;
                // Several counters: +2 and -1 change what each has.
                let by = trimmed.strip_prefix("+").and_then(|by| by.parse::<i32>().ok());
                let less = || trimmed.strip_prefix('−').and_then(|by| by.parse::<i32>().ok());
                match by.or_else(|| less().map(|by| -by)) {
                    Some(by) => Change::AddToRating(*face, rating.clone(), by),
                    None => Change::Rating(*face, rating.clone(), read_rating(def, trimmed)?),
                }
            }
            Self::FaceDesignation(face) => Change::FaceDesignation(*face, some(trimmed)),
            Self::Parts => Change::Parts(parts(bundle, text)?),
            Self::Notes => {
                let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
                Change::Notes(lines.map(str::to_owned).collect())
            }
        })
    }
}

impl FormationField {
    fn change(&self, bundle: &Bundle, text: &str) -> Result<FormationChange, Refused> {
        let text = text.trim();
        Ok(match self {
            Self::Id => FormationChange::Id(text.to_owned()),
            Self::Name => FormationChange::Name(text.to_owned()),
            Self::Short => FormationChange::Short(some(text)),
            Self::Commander => FormationChange::Commander(some(text)),
            Self::Colour => {
                let colour = text.to_lowercase();
                let figures = colour.strip_prefix('#').unwrap_or_default();
                let right = figures.len() == 6 && figures.bytes().all(|b| b.is_ascii_hexdigit());
                if !colour.is_empty() && !right {
                    return Err(Refused("A colour is written #803430.".to_owned()));
                }
                FormationChange::Colour(some(&colour))
            }
            Self::Rating(rating) => {
                let value = read_formation_rating(bundle, rating, text)?;
                FormationChange::Rating(rating.clone(), value)
            }
        })
    }
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Parts as lines: `2 infantry A company`.
fn parts(bundle: &Bundle, text: &str) -> Result<Vec<Part>, Refused> {
    let types = &bundle.ruleset.counters.types;
    let mut parts = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut words = line.splitn(3, char::is_whitespace);
        let count = words.next().and_then(|word| word.parse::<u16>().ok()).filter(|n| *n > 0);
        let wanted = words.next().unwrap_or_default();
        let found = types.iter().find(|one| one.id == wanted);
        let (Some(count), Some(found)) = (count, found) else {
            return Err(Refused(format!(
                "“{line}” is no part: write a number and a unit type, 2 infantry."
            )));
        };
        let name = words.next().map(str::trim).and_then(some);
        parts.push(Part { unit_type: found.id.clone(), count, name });
    }
    Ok(parts)
}

impl Field {
    /// The key that a text in this field changes, and into what.
    pub fn renamed(&self, text: &str) -> Option<(Key, Key)> {
        let text = text.trim().to_owned();
        match self {
            Self::Counters(ids, CounterField::Id) => {
                Some((Key::Counter(ids.first()?.clone()), Key::Counter(text)))
            }
            Self::Formation(at, id, FormationField::Id) => {
                Some((Key::Formation(*at, id.clone()), Key::Formation(*at, text)))
            }
            _ => None,
        }
    }
}
