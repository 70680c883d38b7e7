//! Counters out of pieces: what our own properties say of them, and what is drafted where they say
//! nothing.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::common::Rating;
use salient_schema::order_of_battle::{Counter, Face, Formation};
use salient_schema::ruleset::RatingUse;
use salient_schema::{Map, OrderOfBattle, Provenance, Ruleset};

use super::super::codec::split;
use super::super::properties as named;
use super::faces::{Gallery, Plans};
use super::piece::{GamePiece, Layer, Trait, layers, marks};
use super::sides::{By, Sides, Told, of_markers};
use super::{PALETTES, Slot, words};
use crate::{Fate, LossReport, draft};

/// The counters of a module as they are found.
pub struct Counters {
    given: Option<Ruleset>,
    title: String,
    sides: Sides,
    formations: Vec<Formation>,
    counters: Vec<Counter>,
    ids: BTreeSet<String>,
    /// What is known by a piece's own traits: the counter's id.
    known: BTreeMap<String, String>,
    /// The same by VASSAL's numbers of slots, with the name of the piece.
    numbers: BTreeMap<(String, String), String>,
    counts: BTreeMap<String, Count>,
    /// The pictures that counters' faces are to have, by their places.
    plans: BTreeMap<usize, Plans>,
    /// How many slots became counters, or are another counter of their kind.
    slots: usize,
    /// Traits and properties that are left out, by kind and name, with the counters that have them.
    unread: BTreeMap<(&'static str, String), Vec<String>>,
}

/// How many of a counter there are.
#[derive(Clone, Copy)]
struct Count {
    there: u16,
    /// The module says it in a property of ours, or in our own files.
    is_told: bool,
}

/// An id that is not taken yet.
pub fn fresh(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let mut id = wanted.to_owned();
    for number in 2.. {
        if taken.insert(id.clone()) {
            break;
        }
        id = format!("{wanted}-{number}");
    }
    id
}

impl Counters {
    pub fn new(given: Option<Ruleset>, title: &str, roster: &[String]) -> Self {
        let sides = Sides::new(given.as_ref(), roster);
        Self {
            given,
            title: title.to_owned(),
            sides,
            formations: Vec::new(),
            counters: Vec::new(),
            ids: BTreeSet::new(),
            known: BTreeMap::new(),
            numbers: BTreeMap::new(),
            counts: BTreeMap::new(),
            plans: BTreeMap::new(),
            slots: 0,
            unread: BTreeMap::new(),
        }
    }

    /// How many slots of palettes were taken in.
    pub fn of_slots(&self) -> usize {
        self.slots
    }

    /// The sides that there are.
    pub fn sides(&self) -> impl Iterator<Item = &str> {
        self.sides.iter().map(|side| side.id.as_str())
    }

    /// Takes the counters of an order of battle as known by their ids.
    pub fn know(&mut self, book: &OrderOfBattle) {
        for counter in &book.counters {
            self.ids.insert(counter.id.clone());
            let count = Count { there: counter.count, is_told: true };
            self.counts.insert(counter.id.clone(), count);
        }
    }

    /// Learns what the properties of all pieces and the tops of palettes say of sides, before any
    /// counter is made.
    pub fn learn_sides<'p>(&mut self, slots: &[Slot], others: impl Iterator<Item = &'p GamePiece>) {
        let of_slots = slots.iter().map(|slot| said(&slot.piece.traits));
        let others = others.map(|piece| said(&piece.traits));
        let all: Vec<_> = of_slots.chain(others).collect();
        self.sides.learn(&all, slots.iter().map(|slot| slot.path.as_slice()));
    }

    /// Lets there be as many of each counter as a set-up has. VASSAL's palettes never run out.
    pub fn enough_for<'p>(&mut self, pieces: impl Iterator<Item = &'p GamePiece>) {
        let mut there: BTreeMap<String, u16> = BTreeMap::new();
        for (id, _) in pieces.filter_map(|piece| self.id_of(piece)) {
            let count = there.entry(id).or_default();
            *count = count.saturating_add(1).min(MOST_OF_ONE);
        }
        for (id, most) in there {
            if let Some(count) = self.counts.get_mut(&id).filter(|count| !count.is_told) {
                count.there = count.there.max(most);
            }
        }
    }

    /// How many of a counter there are.
    pub fn count_of(&self, id: &str) -> u16 {
        self.counts.get(id).map_or(1, |count| count.there)
    }

    /// The ruleset that was given, if one was.
    pub fn given(&self) -> Option<&Ruleset> {
        self.given.as_ref()
    }

    /// The terrain that every hex is given.
    pub fn clear_ground(&self) -> String {
        let first = self.given.as_ref().and_then(|ruleset| ruleset.terrain.first());
        first.map_or_else(|| "clear".to_owned(), |kind| kind.id.clone())
    }

    /// Adds the counter of a slot; of one that is there already, one more.
    pub fn add(&mut self, slot: &Slot, losses: &mut LossReport) {
        let Some(basic) = slot.piece.basic() else {
            let why = "it is no piece that lies on a map";
            losses.leave_out(PALETTES, "piece", slot.path.join(", "), why, None);
            return;
        };
        self.slots += 1;
        let name = basic.field(4);
        let is_new = self.add_piece(&slot.piece, &slot.path, losses);
        let Some((id, _)) = self.id_of(&slot.piece) else { return };
        if !slot.number.is_empty() {
            self.numbers.insert((slot.number.clone(), name.to_owned()), id.clone());
        }
        let count = self.counts.get_mut(&id).filter(|count| !is_new && !count.is_told);
        if let Some(count) = count {
            count.there = count.there.saturating_add(1).min(MOST_OF_ONE);
        }
    }

    /// Adds the counter of a piece, if there is none of its kind.
    fn add_piece(&mut self, piece: &GamePiece, path: &[String], losses: &mut LossReport) -> bool {
        let Some(basic) = piece.basic() else { return false };
        let name = basic.field(4).to_owned();
        let traits = piece.traits.as_slice();
        let marks = marks(traits);
        let print = print_of(traits);
        let ours = marks.get(named::ID).filter(|id| draft::id(id, "") == **id).cloned();
        if self.known.contains_key(&print) || ours.as_ref().is_some_and(|id| self.ids.contains(id))
        {
            return false;
        }
        let id = fresh(&ours.clone().unwrap_or_else(|| draft::id(&name, "counter")), &mut self.ids);
        self.known.insert(print, id.clone());
        let own_words: Vec<String> =
            [name.clone()].into_iter().chain(words::pictures(traits)).collect();
        let Told { side, nation, by } = self.sides.of(&said(traits), path, &own_words);
        let kind = mark_of(&marks, named::TYPE).map(|own| draft::id(&own, UNIT));
        let is_typed = kind.is_some();
        let by_name = || self.type_by_words(&name, path);
        let kind = kind.or_else(by_name).unwrap_or_else(|| UNIT.to_owned());
        let formation = self.formation(marks.get(named::FORMATION), path, &side, &name);
        let stacked = layers(traits);
        let steps = steps(&stacked);
        let mut faces = faces(&marks, steps, &name);
        let figures = self.figures(&marks);
        let read: Vec<String> = figures.iter().map(|(key, ..)| key.clone()).collect();
        let has_figures = !read.is_empty();
        if let Some(front) = faces.first_mut().filter(|_| ours.is_none()) {
            front.ratings.extend(figures.into_iter().map(|(_, rating, value)| (rating, value)));
        }
        let mark = |key: &str| mark_of(&marks, key);
        let number = |key: &str| mark(key).and_then(|text| text.parse().ok()).unwrap_or(1).max(1);
        let own_traits = mark(named::TRAITS).unwrap_or_default();
        let counter = Counter {
            designation: name.clone(),
            nation: mark(named::NATION).map(|own| draft::id(&own, "nation")).or(nation),
            size: mark(named::SIZE).or_else(|| mark(ECHELON)).map(|own| draft::id(&own, "size")),
            formation,
            count: number(named::COUNT).min(MOST_OF_ONE),
            footprint: number(named::FOOTPRINT).min(7),
            faces,
            traits: own_traits.split_whitespace().map(str::to_owned).collect(),
            ..Counter::plain(id.clone(), side, kind.clone())
        };
        let is_told = mark(named::COUNT).is_some();
        self.counts.insert(id.clone(), Count { there: counter.count, is_told });
        if ours.is_none() {
            let plans = Plans::of(&format!("{id} ({name})"), traits, &stacked, steps);
            self.plans.insert(self.counters.len(), plans);
        }
        self.counters.push(counter);
        let which = format!("{id} ({name})");
        if ours.is_none() {
            let why = match (is_typed || kind != UNIT, by) {
                (true, By::Words) if has_figures => None,
                (true, By::Guess) if has_figures => Some("it has a side by guess"),
                (true, By::Words) => Some("its ratings stand in its picture only"),
                (true, By::Guess) => {
                    Some("its ratings stand in its picture only, and it has a side by guess")
                }
                (false, By::Words) => {
                    Some("what it is stands in its picture only: it has a type by guess")
                }
                (false, By::Guess) => {
                    Some("what it is stands in its picture only: it has a type and a side by guess")
                }
            };
            if let Some(why) = why {
                losses.add(Fate::Changed, "counter", which.clone(), why, None);
            }
        }
        // What always shows is part of the faces' pictures.
        let is_state = |layer: &&Layer| Some(*layer) != steps && !(layer.is_on && ours.is_none());
        for layer in stacked.iter().filter(is_state) {
            let what = format!("{which}: {} ({})", layer.name, layer.images.join(", "));
            let why = "it is a state, and a counter of ours has one kind of face";
            losses.add(Fate::Dropped, "layer", what, why, None);
        }
        for other in traits.iter().filter(|one| !KNOWN.contains(&one.name())) {
            self.leave_unread("trait", other.name(), &id);
        }
        let is_read = |key: &str| {
            OURS.contains(&key)
                || key == ECHELON
                || self.sides.is_read(key)
                || read.iter().any(|figure| figure == key)
                || key.strip_prefix("Face").is_some_and(|n| n.parse::<u8>().is_ok())
        };
        let unread: Vec<&String> = marks.keys().filter(|key| !is_read(key)).collect();
        for key in unread {
            self.leave_unread("property", key, &id);
        }
        true
    }

    /// The properties of a piece that are ratings by their names, and numbers: each with the rating
    /// and its value. A ruleset that is given has a rating of that use.
    fn figures(&self, marks: &BTreeMap<String, String>) -> Vec<(String, String, Rating)> {
        let of = |key: &String| -> Option<String> {
            let uses = RatingUse::proposed(key, key);
            let (id, first) = (draft::id(key, "rating"), *uses.first()?);
            let Some(given) = &self.given else { return Some(id) };
            let ratings = || given.counters.ratings.iter();
            let alike = || ratings().find(|rating| rating.likely_uses().contains(&first));
            ratings().find(|rating| rating.id == id).or_else(alike).map(|rating| rating.id.clone())
        };
        let others = marks.iter().filter(|(key, _)| !OURS.contains(&key.as_str()));
        let figures = others.filter_map(|(key, value)| {
            let number: i32 = value.trim().parse().ok()?;
            let number = Some(number).filter(|number| (0..=MOST_FIGURE).contains(number))?;
            Some((key.clone(), of(key)?, Rating::Number(number)))
        });
        figures.collect()
    }

    /// The type that a piece's name says, or else its palettes from the nearest: of a ruleset that is
    /// given one that it has.
    fn type_by_words(&self, name: &str, path: &[String]) -> Option<String> {
        let mut words = [name].into_iter().chain(path.iter().rev().map(String::as_str));
        let kind = words.find_map(words::type_of)?;
        let Some(given) = &self.given else { return Some(kind.to_owned()) };
        let types = || given.counters.types.iter();
        let alike = || types().find(|known| known.symbol == draft::symbol(kind));
        let known = types().find(|known| known.id == kind).or_else(alike);
        known.map(|known| known.id.clone())
    }

    fn leave_unread(&mut self, kind: &'static str, name: &str, counter: &str) {
        // Few of any kind: a module of endless names is none.
        if self.unread.len() < 1000 || self.unread.contains_key(&(kind, name.to_owned())) {
            let counters = self.unread.entry((kind, name.to_owned())).or_default();
            counters.push(counter.to_owned());
        }
    }

    /// Whether what lies on a map, and is in no palette, is a unit: it has properties or several faces;
    /// its words say so, or whose it is; or no palette has any unit, and its name is no marker's.
    fn is_unit(&self, traits: &[Trait], name: &str) -> bool {
        let words = [name.to_owned()].into_iter().chain(words::pictures(traits));
        !marks(traits).is_empty()
            || steps(&layers(traits)).is_some()
            || words::owner(traits).is_some()
            || !words::is_marker(name)
                && (self.slots == 0
                    || words::is_unit(name)
                    || words.into_iter().any(|words| self.sides.is_one(&words)))
    }

    /// Adds the counter of a piece that no slot has.
    pub fn add_if_new(&mut self, piece: &GamePiece, losses: &mut LossReport) {
        if piece.basic().is_some() && self.id_of(piece).is_none() {
            let traits = piece.traits.as_slice();
            if is_marker(traits) {
                return;
            }
            let name = piece.basic().map_or("", |basic| basic.field(4));
            if !self.is_unit(traits, name) {
                let why =
                    "it lies on a map, but is in no palette, and nothing says that it is a unit";
                losses.add(Fate::Dropped, "marker", name, why, None);
                return;
            }
            self.add_piece(piece, &[], losses);
        }
    }

    /// The counter that a piece is, and the face it shows.
    pub fn id_of(&self, piece: &GamePiece) -> Option<(String, u8)> {
        let traits = piece.traits.as_slice();
        let marks = marks(traits);
        let ours = marks.get(named::ID).filter(|id| self.ids.contains(*id)).cloned();
        let of_slot = || {
            let name = piece.basic()?.field(4).to_owned();
            self.numbers.get(&(piece.number()?, name)).cloned()
        };
        let id = ours.or_else(|| self.known.get(&print_of(traits)).cloned()).or_else(of_slot)?;
        let stacked = layers(traits);
        let face = steps(&stacked).map_or(0, |layer| layer.shown);
        Some((id, u8::try_from(face).unwrap_or(0).min(7)))
    }

    /// The formation that a counter is in: by its property, or by its palette.
    fn formation(
        &mut self,
        own: Option<&String>,
        path: &[String],
        side: &str,
        name: &str,
    ) -> Option<String> {
        // The outermost are the window, its tabs and the side; a list of one may bear the
        // counter's own name.
        let is_side = |word: &String| self.sides.is_one(word);
        let mut names: Vec<String> = path
            .iter()
            .skip_while(|word| !is_side(word))
            .skip(1)
            .filter(|word| *word != name && *word != "In no formation")
            .cloned()
            .collect();
        if names.is_empty() && own.is_none() && !path.iter().any(is_side) {
            names = path.iter().skip(1).filter(|word| *word != name).cloned().collect();
        }
        // A formation's own counters stand in a palette of its name within its own.
        names.dedup();
        let ids: Vec<String> = match own {
            Some(path) => path.split('/').map(str::to_owned).collect(),
            None => names.iter().map(|name| draft::id(name, "formation")).collect(),
        };
        let mut parent: Option<String> = None;
        for (place, id) in ids.iter().enumerate() {
            let id = draft::id(id, "formation");
            if !self.formations.iter().any(|formation| formation.id == id) {
                let name = names.get(place).cloned().unwrap_or_else(|| draft::title(&id));
                self.formations.push(Formation {
                    id: id.clone(),
                    name,
                    short: None,
                    side: side.to_owned(),
                    size: None,
                    parent: parent.clone().filter(|parent| *parent != id),
                    commander: None,
                    colour: None,
                    ratings: Default::default(),
                });
            }
            parent = Some(id);
        }
        parent
    }

    /// Gives the faces of counters their pictures.
    pub fn hang(&mut self, gallery: &mut Gallery<'_, '_>, losses: &mut LossReport) {
        for (at, plans) in std::mem::take(&mut self.plans) {
            if let Some(counter) = self.counters.get_mut(at) {
                gallery.hang(counter, &plans, losses);
            }
        }
    }

    /// The ruleset and the order of battle.
    pub fn finished(mut self, map: &Map, losses: &mut LossReport) -> (Ruleset, OrderOfBattle) {
        for counter in &mut self.counters {
            if let Some(count) = self.counts.get(&counter.id).filter(|count| !count.is_told) {
                counter.count = count.there;
            }
        }
        for (name, side) in self.sides.by_elimination() {
            let why = "no player is called so: its counters are on the side that has no others";
            losses.add(Fate::Changed, "side", format!("{name}: {side}"), why, None);
        }
        for ((kind, name), counters) in &self.unread {
            let why = match *kind {
                "trait" => "Salient's counters have no such thing",
                _ => "Salient does not know what it means",
            };
            let which = format!("{name}: {}", some_of(counters));
            losses.add(Fate::Dropped, *kind, which, why, None);
        }
        let mut book = OrderOfBattle {
            title: format!("{}: order of battle", self.title),
            formations: self.formations,
            counters: self.counters,
            ..draft::empty_book()
        };
        let ruleset = match self.given {
            Some(ruleset) => ruleset,
            None => {
                let mut ruleset = draft::ruleset(map, std::slice::from_ref(&book), &[]);
                ruleset.id = draft::id(&self.title, "drafted");
                ruleset.title.clone_from(&self.title);
                for own in self.sides.iter() {
                    match ruleset.sides.iter_mut().find(|side| side.id == own.id) {
                        Some(side) => side.name.clone_from(&own.name),
                        None => ruleset.sides.push(own.clone()),
                    }
                }
                let drafts = ["first", "second"];
                let used = |id: &str| book.counters.iter().any(|counter| counter.side == id);
                if ruleset.sides.len() > 2 {
                    ruleset
                        .sides
                        .retain(|side| !drafts.contains(&side.id.as_str()) || used(&side.id));
                }
                ruleset.counters.traits = {
                    let traits: BTreeSet<&String> =
                        book.counters.iter().flat_map(|counter| &counter.traits).collect();
                    let define = |id: &String| salient_schema::ruleset::TraitDef {
                        id: id.clone(),
                        name: draft::title(id),
                        meaning: None,
                        provenance: Provenance::Invented,
                    };
                    traits.into_iter().map(define).collect()
                };
                let why =
                    "drafted from the module's names: costs, effects and charts are to be given";
                losses.add(Fate::Changed, "ruleset", ruleset.title.clone(), why, None);
                ruleset
            }
        };
        fitted(&mut book, &ruleset, losses);
        (ruleset, book)
    }
}

/// How many there are and the first of them.
fn some_of(counters: &[String]) -> String {
    let first: Vec<&str> = counters.iter().take(8).map(String::as_str).collect();
    let first = first.join(", ");
    match counters.len() {
        1 => format!("1 counter, {first}"),
        all @ 2..=8 => format!("{all} counters, {first}"),
        all => format!("{all} counters, {first}, …"),
    }
}

/// What modules call the size of a unit.
const ECHELON: &str = "Echelon";

/// The most that there may be of one counter.
const MOST_OF_ONE: u16 = 999;

/// The most that a figure on a counter is.
const MOST_FIGURE: i32 = 999;

/// The type of a counter that does not say what it is.
const UNIT: &str = "unit";

/// Traits that are read, or that any client does for itself.
const KNOWN: [&str; 17] = [
    "piece",
    "emb2",
    "mark",
    "prototype",
    "delete",
    "clone",
    "markmoved",
    "footprint",
    "report",
    "basicName",
    "label",
    "restrict",
    "menuSeparator",
    "deselect",
    "hide",
    "obs",
    "sendto",
];

/// Properties that are ours.
const OURS: [&str; 13] = [
    named::ID,
    named::SIDE,
    named::NATION,
    named::TYPE,
    named::SIZE,
    named::FORMATION,
    named::TRAITS,
    named::COUNT,
    named::FOOTPRINT,
    named::FACING,
    named::CARRIED_BY,
    named::STATES,
    named::ARRIVES,
];

fn mark_of(marks: &BTreeMap<String, String>, key: &str) -> Option<String> {
    marks.get(key).filter(|value| !value.is_empty()).cloned()
}

/// What a piece says of its side: its properties, and who alone may handle it.
fn said(traits: &[Trait]) -> BTreeMap<String, String> {
    let mut said = marks(traits);
    said.extend(words::owner(traits).map(|owner| (HANDLED_BY.to_owned(), owner)));
    said
}

/// Stands for a property that tells a side.
const HANDLED_BY: &str = "~ its side";

/// Whether a piece is a marker, which palettes have besides the counters: one of ours, or one that
/// is on the side of the markers.
pub fn is_marker(traits: &[Trait]) -> bool {
    let marks = marks(traits);
    marks.contains_key(named::MARKER) || marks.iter().any(|(key, side)| of_markers(key, side))
}

/// What tells a piece from others: all that it is, without the state that it is in.
fn print_of(traits: &[Trait]) -> String {
    let look = traits.iter().filter(|one| ["piece", "emb2", "mark"].contains(&one.name()));
    look.map(|one| one.fields.join("\u{1f}") + "\u{1e}").collect()
}

/// The layer of the faces: by its name, or else the innermost one with several pictures. One that is
/// only laid over the counter is a mark on it, unless its name says that it is a face.
fn steps(layers: &[Layer]) -> Option<&Layer> {
    let several = |layer: &&Layer| {
        layer.images.iter().filter(|image| !image.is_empty()).count() > 1 && layer.images.len() <= 8
    };
    let word = |layer: &&Layer| {
        let name = layer.name.to_lowercase();
        ["step", "flip", "face", "side", "reduc", "strength"].iter().any(|word| name.contains(word))
    };
    let own = |layer: &&Layer| several(layer) && !layer.is_switch;
    layers.iter().filter(several).find(word).or_else(|| layers.iter().rev().find(own))
}

fn faces(marks: &BTreeMap<String, String>, steps: Option<&Layer>, name: &str) -> Vec<Face> {
    let count = steps.map_or(1, |layer| layer.images.len());
    (0..count)
        .map(|number| {
            let mut face = Face::default();
            let own = marks.get(&named::face(number));
            for word in own.into_iter().flat_map(|words| split(';', words)) {
                match word.split_once('=') {
                    Some((named::OWN_DESIGNATION, own)) => face.designation = Some(own.to_owned()),
                    Some((named::OWN_TYPE, own)) => face.unit_type = Some(own.to_owned()),
                    Some((named::OWN_SIZE, own)) => face.size = Some(own.to_owned()),
                    Some((rating, value)) => {
                        let value = match value.parse() {
                            Ok(number) => Rating::Number(number),
                            Err(_) => Rating::Text(value.to_owned()),
                        };
                        face.ratings.insert(rating.to_owned(), value);
                    }
                    None if word == named::NOT_A_STEP => face.not_a_step = true,
                    None => {}
                }
            }
            let layer_name = steps.and_then(|layer| layer.names.get(number));
            let other = layer_name.filter(|n| !n.is_empty() && !n.contains('+') && *n != name);
            if own.is_none() {
                face.designation = other.cloned();
            }
            face
        })
        .collect()
}

/// Counters may name only what the ruleset has.
fn fitted(book: &mut OrderOfBattle, ruleset: &Ruleset, losses: &mut LossReport) {
    let layout = &ruleset.counters;
    let kind = |id: &str| layout.types.iter().any(|t| t.id == id);
    let size = |id: &str| layout.sizes.iter().any(|s| s.id == id);
    let side = |id: &str| ruleset.sides.iter().any(|s| s.id == id);
    let some_type = layout.types.first().map_or(UNIT, |t| t.id.as_str()).to_owned();
    let some_side = ruleset.sides.first().map_or("", |s| s.id.as_str()).to_owned();
    for counter in &mut book.counters {
        let which = format!("{} ({})", counter.id, counter.designation);
        let mut lost = |what: &str, value: &str| {
            let why = "the ruleset does not have it";
            let fate = Fate::Changed;
            losses.add(fate, format!("counter's {what}"), format!("{which}: {value}"), why, None);
        };
        if !kind(&counter.unit_type) {
            lost("type", &counter.unit_type);
            counter.unit_type.clone_from(&some_type);
        }
        if !side(&counter.side) {
            lost("side", &counter.side);
            counter.side.clone_from(&some_side);
        }
        if let Some(own) = counter.size.take_if(|own| !size(own)) {
            lost("size", &own);
        }
        let nation = |id: &String| ruleset.nations.iter().any(|nation| nation.id == *id);
        if let Some(own) = counter.nation.take_if(|own| !nation(own)) {
            lost("nation", &own);
        }
        counter.traits.retain(|own| {
            let kept = layout.traits.iter().any(|known| known.id == *own);
            if !kept {
                lost("trait", own);
            }
            kept
        });
        for face in &mut counter.faces {
            face.ratings.retain(|id, _| {
                let kept = layout.ratings.iter().any(|known| known.id == *id);
                if !kept {
                    lost("rating", id);
                }
                kept
            });
            if let Some(own) = face.unit_type.take_if(|own| !kind(own)) {
                lost("type", &own);
            }
            if let Some(own) = face.size.take_if(|own| !size(own)) {
                lost("size", &own);
            }
        }
    }
    for formation in &mut book.formations {
        if !side(&formation.side) {
            formation.side.clone_from(&some_side);
        }
    }
}
