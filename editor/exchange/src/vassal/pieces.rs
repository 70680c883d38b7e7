//! Counters as VASSAL pieces: their traits, their pictures, their numbers in the module.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbaImage;
use salient_schema::Bundle;
use salient_schema::order_of_battle::{Counter, Face, Formation};
use salient_schema::ruleset::Side;

use super::codec::join;
use super::{actions, properties as named};
use crate::ExportError;
use salient_art::counter_art::{CounterArt, Shown};
use salient_art::png;
use salient_art::scene::Scene;

/// How far a counter's picture reaches beyond its edge, for its shade: in sides of a counter.
const ROOM: f32 = 0.05;

/// A trait: what it is, and the state that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trait {
    /// What VASSAL calls its type.
    pub kind: String,
    /// Its state.
    pub state: String,
}

impl Trait {
    /// A trait in its state.
    pub fn new(kind: impl Into<String>, state: impl Into<String>) -> Self {
        Self { kind: kind.into(), state: state.into() }
    }
}

/// A piece as the command that adds it. The outermost trait stands first; `id` is `null` in a
/// slot.
pub fn command(id: &str, traits: &[Trait]) -> String {
    let nest = |part: fn(&Trait) -> &str| {
        let mut parts = traits.iter().rev().map(part);
        let innermost = parts.next().unwrap_or_default().to_owned();
        parts.fold(innermost, |inner, outer| join('\t', [outer, &inner]))
    };
    join('/', ["+", id, &nest(|t| &t.kind), &nest(|t| &t.state)])
}

/// Where a piece lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The map; none in a slot.
    pub map: Option<String>,
    /// In pixels.
    pub at: [i64; 2],
    /// Its slot's number in the module.
    pub gpid: String,
}

impl Spot {
    /// In a slot.
    pub fn slot(gpid: &str) -> Self {
        Self { map: None, at: [0, 0], gpid: gpid.to_owned() }
    }
}

/// A counter as it is placed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// The counter's id.
    pub counter: String,
    /// The face that it shows, from 0.
    pub face: u8,
    /// Properties of the placement.
    pub properties: Vec<(&'static str, String)>,
}

/// The counters of a module.
pub struct Pieces<'a> {
    /// By id, with its formations from the uppermost.
    counters: BTreeMap<&'a str, (&'a Counter, Vec<&'a str>)>,
    gpids: BTreeMap<&'a str, String>,
    used: BTreeSet<u32>,
    art: CounterArt,
    sides: Vec<Side>,
    /// The side of a counter in pixels.
    pixels: u32,
}

impl<'a> Pieces<'a> {
    /// Makes all counters ready. `pixels` is the side of a counter.
    pub fn new(bundle: &'a Bundle, pixels: u32) -> Self {
        let books = &bundle.orders_of_battle;
        let formations: BTreeMap<&str, &Formation> =
            books.iter().flat_map(|book| &book.formations).map(|f| (f.id.as_str(), f)).collect();
        let mut pieces = Self {
            counters: BTreeMap::new(),
            gpids: BTreeMap::new(),
            used: BTreeSet::new(),
            art: CounterArt::of(bundle),
            sides: bundle.ruleset.sides.clone(),
            pixels,
        };
        for counter in books.iter().flat_map(|book| &book.counters) {
            let mut path = Vec::new();
            let mut next = counter.formation.as_deref();
            // Faulty data may go round in circles.
            while let Some(id) = next.filter(|id| !path.contains(id)) {
                path.push(id);
                next = formations.get(id).and_then(|formation| formation.parent.as_deref());
            }
            path.reverse();
            pieces.counters.entry(&counter.id).or_insert((counter, path));
        }
        let ids: Vec<&str> = pieces.counters.keys().copied().collect();
        for id in ids {
            let gpid = pieces.number(id);
            pieces.gpids.insert(id, gpid);
        }
        pieces
    }

    /// A number for a slot that stays the same from export to export: it comes from a name.
    pub fn number(&mut self, name: &str) -> String {
        let hash = name
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let mut number = hash % 1_000_000_000;
        while !self.used.insert(number) {
            number = (number + 1) % 1_000_000_000;
        }
        number.to_string()
    }

    /// A counter's slot number in the palette.
    pub fn gpid(&self, counter: &str) -> &str {
        self.gpids.get(counter).map_or("", String::as_str)
    }

    /// A counter by its id.
    pub fn counter(&self, id: &str) -> Option<&'a Counter> {
        self.counters.get(id).map(|(counter, _)| *counter)
    }

    /// The side of a counter's picture in pixels.
    pub fn picture_side(&self) -> u32 {
        (self.pixels as f32 * (1.0 + 2.0 * ROOM)).ceil() as u32
    }

    /// The side of a counter in pixels.
    pub fn side(&self) -> u32 {
        self.pixels
    }

    /// The traits of a counter, the outermost first. In a saved game VASSAL leaves prototypes as
    /// they are, so there they are written out (`flat`).
    pub fn traits(&self, placed: &Placed, spot: &Spot, flat: bool) -> Vec<Trait> {
        let Some((counter, path)) = self.counters.get(placed.counter.as_str()) else {
            return Vec::new();
        };
        let side = self.sides.iter().find(|side| side.id == counter.side);
        let mut traits = match (side, flat) {
            (Some(side), false) => vec![actions::using(&actions::prototype_of(side))],
            (None, false) => vec![actions::using(actions::UNIT)],
            (side, true) => {
                let mut traits = side.map(actions::secrecy).unwrap_or_default();
                traits.append(&mut actions::unit(self.picture_side()));
                traits
            }
        };
        if placed.properties.iter().any(|(name, _)| *name == named::ARRIVES) {
            traits.push(actions::to_arrival());
        }
        if counter.faces.len() > 1 {
            traits.push(layer(counter, placed.face));
        }
        traits.push(marks(counter, path, placed));
        let image = if counter.faces.len() > 1 { String::new() } else { image_name(counter, 0) };
        let kind = join(';', ["piece", "", "", &image, &counter.designation]);
        let [x, y] = spot.at.map(|place| place.to_string());
        let map = spot.map.as_deref().unwrap_or("null");
        traits.push(Trait::new(kind, join(';', [map, &x, &y, &spot.gpid, "0"])));
        traits
    }

    /// The pictures of all faces, by their names.
    pub fn pictures(&self) -> Result<Vec<(String, RgbaImage)>, ExportError> {
        let mut pictures = Vec::new();
        for (counter, _) in self.counters.values() {
            for number in 0..counter.faces.len() {
                let face = u8::try_from(number).unwrap_or(u8::MAX);
                let mut scene = Scene::new();
                let shown = Shown::new(&counter.id, face);
                self.art.draw(shown, [0.0, 0.0], 1.0, self.pixels as f32, &mut scene);
                let half = self.picture_side() as f32 / self.pixels as f32 / 2.0 - 0.001;
                let bounds = [[-half, -half], [half, half]];
                let picture = png::render(&scene, bounds, self.pixels as f32, [0; 4])
                    .map_err(salient_art::PictureError::from)?;
                pictures.push((image_name(counter, number), picture));
            }
        }
        Ok(pictures)
    }
}

/// The name of a face's picture.
fn image_name(counter: &Counter, face: usize) -> String {
    format!("{}-{}.png", counter.id, face + 1)
}

/// The faces as a layer that one key turns.
fn layer(counter: &Counter, face: u8) -> Trait {
    let images: Vec<String> = (0..counter.faces.len()).map(|n| image_name(counter, n)).collect();
    let names: Vec<String> = counter.faces.iter().enumerate().map(face_name).collect();
    let images = join(',', images.iter().map(String::as_str));
    let names = join(',', names.iter().map(String::as_str));
    let before = ["emb2", "", "130", "A", "Flip", "130", "", "", "130", "", "", "", "1"];
    let middle = ["false", "0", "0", &images, &names, "true", "Step", "", "", "false", "", "1"];
    let after = ["1", "true", "65,130", "70,130", "", "Faces of the counter", "1.0", "", ""];
    let kind = join(';', before.into_iter().chain(middle).chain(after));
    let level = usize::from(face).min(counter.faces.len() - 1) + 1;
    Trait::new(kind, level.to_string())
}

/// What a face adds to the counter's name (after a plus) or puts in its place.
fn face_name((number, face): (usize, &Face)) -> String {
    match &face.designation {
        Some(own) => own.clone(),
        None if number > 0 && !face.not_a_step => "+ (reduced)".to_owned(),
        None => String::new(),
    }
}

/// Everything about a counter that is no picture, as properties that VASSAL's own reports, filters
/// and global commands can ask for.
fn marks(counter: &Counter, path: &[&str], placed: &Placed) -> Trait {
    let mut marks: Vec<(String, String)> = Vec::new();
    let mut mark = |name: &str, value: String| {
        if !value.is_empty() {
            marks.push((name.to_owned(), value));
        }
    };
    let or_none = |text: &Option<String>| text.clone().unwrap_or_default();
    let above_one = |n: u16| if n > 1 { n.to_string() } else { String::new() };
    mark(named::ID, counter.id.clone());
    mark(named::SIDE, counter.side.clone());
    mark(named::NATION, or_none(&counter.nation));
    mark(named::TYPE, counter.unit_type.clone());
    mark(named::SIZE, or_none(&counter.size));
    mark(named::FORMATION, path.join("/"));
    mark(named::TRAITS, counter.traits.join(" "));
    mark(named::COUNT, above_one(counter.count));
    mark(named::FOOTPRINT, above_one(counter.footprint));
    for (number, face) in counter.faces.iter().enumerate() {
        mark(&named::face(number), face_words(face));
    }
    for (name, value) in &placed.properties {
        mark(name, value.clone());
    }
    let names = join(',', marks.iter().map(|(name, _)| name.as_str()));
    let values = join(',', marks.iter().map(|(_, value)| value.as_str()));
    Trait::new(join(';', ["mark", &names]), values)
}

/// A face's ratings and whatever else is its own: `strength=30;morale=4`.
fn face_words(face: &Face) -> String {
    let mut words: Vec<String> =
        face.ratings.iter().map(|(id, rating)| format!("{id}={rating}")).collect();
    let own = [
        (named::OWN_DESIGNATION, &face.designation),
        (named::OWN_TYPE, &face.unit_type),
        (named::OWN_SIZE, &face.size),
    ];
    words.extend(own.iter().filter_map(|(name, own)| Some(format!("{name}={}", own.as_ref()?))));
    if face.not_a_step {
        words.push(named::NOT_A_STEP.to_owned());
    }
    join(';', words.iter().map(String::as_str))
}
