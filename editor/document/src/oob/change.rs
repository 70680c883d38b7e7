//! Changes of one counter or of many at once, and what many have in common.

use std::collections::BTreeMap;

use salient_schema::common::{Colour, Id, Provenance, Rating};
use salient_schema::order_of_battle::{Counter, Face, Formation, Part};
use salient_schema::ruleset::RatingDef;
use salient_schema::{Bundle, CounterId};

use super::{Directory, Refused, ids, name_of};
use crate::edit::Edit;

/// A change of counters. What it is about stands in for what was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The id, of one counter. All that speaks of it follows.
    Id(CounterId),
    /// What is printed.
    Designation(String),
    /// The side that plays it.
    Side(Id),
    /// The nation; none for the side's own.
    Nation(Option<Id>),
    /// The unit type.
    Type(Id),
    /// The size.
    Size(Option<Id>),
    /// The formation, of the same order of battle; none to belong nowhere.
    Formation(Option<Id>),
    /// How many alike.
    Count(u16),
    /// The hexes that it covers.
    Footprint(u16),
    /// A rating of a face; none to take it off.
    Rating(usize, Id, Option<Rating>),
    /// A rating of a face by so much more, or less; it stays within its range.
    AddToRating(usize, Id, i32),
    /// A name of a face's own.
    FaceDesignation(usize, Option<String>),
    /// A type of a face's own.
    FaceType(usize, Option<Id>),
    /// A size of a face's own.
    FaceSize(usize, Option<Id>),
    /// Whether a face is another unit and no step.
    FaceIsNoStep(usize, bool),
    /// The picture that a face shows instead of symbol and figures; none for these.
    FacePicture(usize, Option<String>),
    /// Another face, at the end: half of the last one's additive ratings, the others as they are.
    AddFace,
    /// A face off; the front stays.
    RemoveFace(usize),
    /// A trait on or off.
    Trait(Id, bool),
    /// The parts.
    Parts(Vec<Part>),
    /// The counter that takes its place when the rules say so; none to have none.
    Substitute(Option<CounterId>),
    /// Where its values come from.
    Provenance(Provenance),
    /// The notes.
    Notes(Vec<String>),
}

impl Change {
    /// What the undo list calls it, for so many counters.
    pub fn name(&self, counters: usize) -> String {
        let what = match self {
            Self::Id(_) => "id",
            Self::Designation(_) | Self::FaceDesignation(..) => "designation",
            Self::Side(_) => "side",
            Self::Nation(_) => "nation",
            Self::Type(_) | Self::FaceType(..) => "type",
            Self::Size(_) | Self::FaceSize(..) => "size",
            Self::Formation(_) => "formation",
            Self::Count(_) => "number",
            Self::Footprint(_) => "footprint",
            Self::Rating(_, rating, _) | Self::AddToRating(_, rating, _) => rating,
            Self::FacePicture(..) => "picture",
            Self::FaceIsNoStep(..) | Self::AddFace | Self::RemoveFace(_) => "faces",
            Self::Trait(id, _) => id,
            Self::Parts(_) => "parts",
            Self::Substitute(_) => "substitute",
            Self::Provenance(_) => "provenance",
            Self::Notes(_) => "notes",
        };
        match counters {
            1 => format!("Change {what}"),
            _ => format!("Change {what} of {counters} counters"),
        }
    }
}

/// The edits that make a change to counters. Those that have it already are left alone.
///
/// # Errors
/// The change does not suit one of them; nothing is to be done then.
pub fn change_all(
    bundle: &Bundle,
    counters: &[CounterId],
    change: &Change,
) -> Result<Vec<Edit>, Refused> {
    let directory = Directory::of(bundle);
    if let (Change::Id(_), [_, _, ..]) = (change, counters) {
        return Err(Refused::new("Each counter needs an id of its own."));
    }
    let mut edits = Vec::new();
    for id in counters {
        let (oob, _, counter) = directory.counter(id)?;
        let mut to = counter.clone();
        apply(bundle, &directory, oob, &mut to, change)?;
        if to != *counter {
            edits.push(Edit::set_counter(id.clone(), Box::new(to)));
        }
    }
    Ok(edits)
}

fn apply(
    bundle: &Bundle,
    directory: &Directory<'_>,
    oob: usize,
    counter: &mut Counter,
    change: &Change,
) -> Result<(), Refused> {
    let layout = &bundle.ruleset.counters;
    let name = name_of(counter).to_owned();
    let face_of = |counter: &Counter, face: usize| {
        let there = face < counter.faces.len();
        let refused = || Refused::new(format!("{name} has no such face."));
        there.then_some(()).ok_or_else(refused)
    };
    match change {
        Change::Id(id) => {
            if !ids::is_id(id) {
                return Err(Refused::new(
                    "An id is made of small letters, figures and single hyphens: g-88-3.",
                ));
            }
            if *id != counter.id && directory.counters.contains_key(id.as_str()) {
                return Err(Refused::new(format!("There is a counter {id} already.")));
            }
            counter.id.clone_from(id);
        }
        Change::Designation(text) => counter.designation.clone_from(text),
        Change::Side(side) => {
            known("side", side, bundle.ruleset.sides.iter().map(|one| &one.id))?;
            let nations = &bundle.ruleset.nations;
            // A nation of the other side and a formation of it are given up.
            let fits = |nation: &Id| {
                let nation = nations.iter().find(|one| one.id == *nation);
                nation.is_none_or(|nation| nation.side.as_ref().is_none_or(|of| of == side))
            };
            counter.nation = counter.nation.take().filter(fits);
            let formation = counter.formation.take();
            counter.formation = formation.filter(|id| {
                directory.formation(oob, id).is_ok_and(|formation| formation.side == *side)
            });
            // As is a substitute that stays on the other side.
            let substitute = counter.substitute.take();
            counter.substitute = substitute
                .filter(|id| directory.counter(id).is_ok_and(|(_, _, other)| other.side == *side));
            counter.side.clone_from(side);
        }
        Change::Nation(nation) => {
            if let Some(nation) = nation {
                known("nation", nation, bundle.ruleset.nations.iter().map(|one| &one.id))?;
            }
            counter.nation.clone_from(nation);
        }
        Change::Type(unit_type) => {
            known("unit type", unit_type, layout.types.iter().map(|one| &one.id))?;
            counter.unit_type.clone_from(unit_type);
        }
        Change::Size(size) => {
            if let Some(size) = size {
                known("size", size, layout.sizes.iter().map(|one| &one.id))?;
            }
            counter.size.clone_from(size);
        }
        Change::Formation(formation) => {
            if let Some(id) = formation {
                directory.formation(oob, id)?;
            }
            counter.formation.clone_from(formation);
        }
        Change::Count(count) => {
            if !(1..=999).contains(count) {
                return Err(Refused::new("There are 1 to 999 counters alike."));
            }
            let used = super::use_counts(bundle).get(&counter.id).copied().unwrap_or(0);
            if usize::from(*count) < used && counter.count > *count {
                return Err(Refused::new(format!(
                    "{name} is used {used} times in this scenario; take it off there first."
                )));
            }
            counter.count = *count;
        }
        Change::Footprint(hexes) => {
            if !(1..=7).contains(hexes) {
                return Err(Refused::new("A counter covers 1 to 7 hexes."));
            }
            counter.footprint = *hexes;
        }
        Change::Rating(face, rating, value) => {
            let def = def_of(bundle, rating)?;
            face_of(counter, *face)?;
            if let Some(value) = value {
                fits(def, value)?;
            }
            if let Some(face) = counter.faces.get_mut(*face) {
                match value {
                    Some(value) => {
                        face.ratings.insert(rating.clone(), value.clone());
                    }
                    None => {
                        face.ratings.remove(rating);
                    }
                }
            }
        }
        Change::AddToRating(face, rating, by) => {
            let def = def_of(bundle, rating)?;
            if let Some(Rating::Number(value)) =
                counter.faces.get_mut(*face).and_then(|face| face.ratings.get_mut(rating))
            {
                *value = value.saturating_add(*by).max(def.min).min(def.max.max(def.min));
            }
        }
        Change::FaceDesignation(face, text) => {
            face_of(counter, *face)?;
            set_face(counter, *face, |face| face.designation.clone_from(text));
        }
        Change::FaceType(face, unit_type) => {
            face_of(counter, *face)?;
            if let Some(unit_type) = unit_type {
                known("unit type", unit_type, layout.types.iter().map(|one| &one.id))?;
            }
            set_face(counter, *face, |face| face.unit_type.clone_from(unit_type));
        }
        Change::FaceSize(face, size) => {
            face_of(counter, *face)?;
            if let Some(size) = size {
                known("size", size, layout.sizes.iter().map(|one| &one.id))?;
            }
            set_face(counter, *face, |face| face.size.clone_from(size));
        }
        Change::FaceIsNoStep(face, no_step) => {
            face_of(counter, *face)?;
            set_face(counter, *face, |face| face.not_a_step = *no_step);
        }
        Change::FacePicture(face, picture) => {
            face_of(counter, *face)?;
            set_face(counter, *face, |face| face.picture.clone_from(picture));
        }
        Change::AddFace => {
            if counter.faces.len() >= 8 {
                return Err(Refused::new("A counter has 8 faces at the most."));
            }
            let last = counter.faces.last().cloned().unwrap_or_default();
            counter.faces.push(halved(bundle, last));
        }
        Change::RemoveFace(face) => {
            face_of(counter, *face)?;
            if counter.faces.len() < 2 {
                return Err(Refused::new("A counter has a front at least."));
            }
            if bundle.scenario.setup.placements.iter().any(|entry| {
                entry.counters.contains(&counter.id)
                    && usize::from(entry.face.unwrap_or(0)) >= counter.faces.len() - 1
            }) {
                return Err(Refused::new(format!(
                    "{name} stands on the map with its last face up; turn it over first."
                )));
            }
            counter.faces.remove(*face);
        }
        Change::Trait(id, on) => {
            known("trait", id, layout.traits.iter().map(|one| &one.id))?;
            let has = counter.traits.contains(id);
            if *on && !has {
                counter.traits.push(id.clone());
            } else if !*on {
                counter.traits.retain(|one| one != id);
            }
        }
        Change::Parts(parts) => counter.parts.clone_from(parts),
        Change::Substitute(substitute) => {
            if let Some(id) = substitute {
                let (_, _, other) = directory.counter(id)?;
                if other.id == counter.id {
                    return Err(Refused::new(format!("{name} cannot be its own substitute.")));
                }
                if other.side != counter.side {
                    let other = name_of(other);
                    return Err(Refused::new(format!("{other} belongs to another side.")));
                }
            }
            counter.substitute.clone_from(substitute);
        }
        Change::Provenance(provenance) => counter.provenance = *provenance,
        Change::Notes(notes) => counter.notes.clone_from(notes),
    }
    Ok(())
}

fn set_face(counter: &mut Counter, face: usize, set: impl FnOnce(&mut Face)) {
    if let Some(face) = counter.faces.get_mut(face) {
        set(face);
    }
}

/// The face after this one: a step lower.
fn halved(bundle: &Bundle, mut face: Face) -> Face {
    for def in &bundle.ruleset.counters.ratings {
        if let Some(Rating::Number(value)) = face.ratings.get_mut(&def.id)
            && super::adds_up(def)
        {
            *value = (*value / 2).max(def.min).min(def.max.max(def.min));
        }
    }
    face
}

fn def_of<'a>(bundle: &'a Bundle, rating: &str) -> Result<&'a RatingDef, Refused> {
    let found = bundle.ruleset.counters.ratings.iter().find(|def| def.id == rating);
    found.ok_or_else(|| Refused::new(format!("The ruleset's counters have no rating {rating}.")))
}

fn known<'a>(what: &str, id: &str, mut there: impl Iterator<Item = &'a Id>) -> Result<(), Refused> {
    let found = there.any(|one| one == id);
    let refused = || Refused::new(format!("The ruleset has no {what} {id}."));
    found.then_some(()).ok_or_else(refused)
}

/// Whether a rating may have a value: a number in its range, or words that a counter prints.
fn fits(def: &RatingDef, value: &Rating) -> Result<(), Refused> {
    match value {
        Rating::Number(number) if (def.min..=def.max).contains(number) => Ok(()),
        Rating::Number(number) => Err(Refused::new(format!(
            "{} is {} to {}; {number} is not.",
            def.name, def.min, def.max
        ))),
        Rating::Text(text) if text.chars().count() <= 12 => Ok(()),
        Rating::Text(_) => {
            Err(Refused::new(format!("{} has no room for so many letters.", def.name)))
        }
    }
}

/// A rating as it was typed: a number in the rating's range, a printed sign such as `A` or `3½`,
/// or nothing where the face may go without.
///
/// # Errors
/// What is wrong with it, for the screen.
pub fn read_rating(def: &RatingDef, typed: &str) -> Result<Option<Rating>, Refused> {
    let typed = typed.trim();
    if typed.is_empty() {
        if def.optional {
            return Ok(None);
        }
        return Err(Refused::new(format!("{} is needed: {} to {}.", def.name, def.min, def.max)));
    }
    let plain = typed.replace('−', "-");
    let value = match plain.parse::<i32>() {
        Ok(number) => Rating::Number(number),
        Err(_)
            if plain.bytes().all(|b| b.is_ascii_digit() || b"+-.,eE".contains(&b))
                && plain.bytes().any(|b| b.is_ascii_digit()) =>
        {
            return Err(Refused::new(format!(
                "{} is a whole number from {} to {}; {typed} is not.",
                def.name, def.min, def.max
            )));
        }
        Err(_) => Rating::Text(typed.to_owned()),
    };
    fits(def, &value)?;
    Ok(Some(value))
}

/// What a rating of formations is.
fn formation_def_of<'a>(bundle: &'a Bundle, rating: &str) -> Result<&'a RatingDef, Refused> {
    let found = bundle.ruleset.counters.formation_ratings.iter().find(|def| def.id == rating);
    found.ok_or_else(|| Refused::new(format!("The ruleset's formations have no rating {rating}.")))
}

/// A rating of a formation as it was typed: as [`read_rating`], and always nothing where nothing was
/// typed.
///
/// # Errors
/// What is wrong with it, for the screen.
pub fn read_formation_rating(
    bundle: &Bundle,
    rating: &str,
    typed: &str,
) -> Result<Option<Rating>, Refused> {
    // What no ruleset defines any more can still be taken off.
    if typed.trim().is_empty() {
        return Ok(None);
    }
    read_rating(formation_def_of(bundle, rating)?, typed)
}

/// A change of a formation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormationChange {
    /// The id. Its counters and formations follow.
    Id(Id),
    /// The printed name.
    Name(String),
    /// The short form on counters.
    Short(Option<String>),
    /// The size.
    Size(Option<Id>),
    /// The commander.
    Commander(Option<String>),
    /// The colour of its band.
    Colour(Option<Colour>),
    /// A rating of formations; none to take it off.
    Rating(Id, Option<Rating>),
}

/// The edit that changes a formation; none if it is so already.
///
/// # Errors
/// The change does not suit it.
pub fn change_formation(
    bundle: &Bundle,
    oob: usize,
    formation: &str,
    change: &FormationChange,
) -> Result<Vec<Edit>, Refused> {
    let directory = Directory::of(bundle);
    let now = directory.formation(oob, formation)?;
    let mut to: Formation = now.clone();
    match change {
        FormationChange::Id(id) => {
            if !ids::is_id(id) {
                return Err(Refused::new(
                    "An id is made of small letters, figures and single hyphens: de-3-corps.",
                ));
            }
            if *id != now.id && directory.formations.contains_key(&(oob, id.as_str())) {
                return Err(Refused::new(format!("There is a formation {id} already.")));
            }
            to.id.clone_from(id);
        }
        FormationChange::Name(name) => to.name.clone_from(name),
        FormationChange::Short(short) => to.short.clone_from(short),
        FormationChange::Size(size) => {
            if let Some(size) = size {
                let sizes = &bundle.ruleset.counters.sizes;
                known("size", size, sizes.iter().map(|one| &one.id))?;
            }
            to.size.clone_from(size);
        }
        FormationChange::Commander(commander) => to.commander.clone_from(commander),
        FormationChange::Colour(colour) => to.colour.clone_from(colour),
        FormationChange::Rating(rating, None) => {
            to.ratings.remove(rating);
        }
        FormationChange::Rating(rating, Some(value)) => {
            fits(formation_def_of(bundle, rating)?, value)?;
            to.ratings.insert(rating.clone(), value.clone());
        }
    }
    if to == *now {
        return Ok(Vec::new());
    }
    let formation = formation.to_owned();
    Ok(vec![Edit::set_formation(oob, formation, Box::new(to))])
}

/// What several counters have in one respect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Common<T> {
    /// All the same.
    Same(T),
    /// Not all the same.
    Mixed,
}

impl<T> Common<T> {
    /// The value that all have.
    pub fn same(&self) -> Option<&T> {
        match self {
            Self::Same(value) => Some(value),
            Self::Mixed => None,
        }
    }
}

/// What counters have in one respect; mixed where there are none.
pub fn common<'a, T: PartialEq>(
    counters: impl IntoIterator<Item = &'a Counter>,
    of: impl Fn(&'a Counter) -> T,
) -> Common<T> {
    let mut counters = counters.into_iter();
    let Some(first) = counters.next().map(&of) else { return Common::Mixed };
    if counters.all(|counter| of(counter) == first) { Common::Same(first) } else { Common::Mixed }
}

/// The counters of these ids, in this order.
pub fn counters_of<'a>(bundle: &'a Bundle, ids: &[CounterId]) -> Vec<&'a Counter> {
    let all = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
    let mut by: BTreeMap<&str, &Counter> = BTreeMap::new();
    for counter in all {
        by.entry(counter.id.as_str()).or_insert(counter);
    }
    ids.iter().filter_map(|id| by.get(id.as_str()).copied()).collect()
}
