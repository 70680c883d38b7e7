//! Pictures of faces: what VASSAL lays over one another on a counter, as one picture a face.
//!
//! ```text
//!   piece's own image ─┐
//!   layers that show ──┼─▶ a plan for each face ─▶ one image: its file as it is
//!   the faces' layer ──┘                           several: laid over one another, as PNG
//! ```
//!
//! A layer that does not show at first is a state that the counter may come to be in: a face has one
//! picture, so that those are told of.

use std::collections::{BTreeMap, BTreeSet};

use image::{RgbaImage, imageops};
use salient_files::limits;
use salient_schema::Picture;
use salient_schema::order_of_battle::Counter;
use sha2::{Digest, Sha256};

use super::archive::Archive;
use super::picture;
use super::piece::{Layer, Trait};
use crate::pictures::{COUNTED, FileNames, tell};
use crate::{LossReport, NamedFile};

/// What is laid over one another for a face, from the undermost.
type Plan = Vec<Laid>;

/// An image in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Laid {
    image: String,
    /// Its middle off that of the counter, in pixels.
    at: [i64; 2],
}

/// The pictures that a counter's faces are to have.
pub struct Plans {
    counter: String,
    faces: Vec<Plan>,
    /// All images that its traits name.
    named: BTreeSet<String>,
}

impl Plans {
    /// What the traits of a piece say of the pictures of a counter's faces.
    pub fn of(counter: &str, traits: &[Trait], layers: &[Layer], steps: Option<&Layer>) -> Self {
        let basic = traits.last().filter(|basic| basic.name() == "piece");
        let base = basic.map_or("", |basic| basic.field(3));
        let mut named: BTreeSet<String> = [base.to_owned()].into();
        named.extend(layers.iter().flat_map(|layer| layer.images.iter().cloned()));
        named.remove("");
        let count = steps.map_or(1, |layer| layer.images.len());
        let faces = (0..count).map(|face| {
            let mut plan: Plan = Vec::new();
            let mut lay = |image: &str, at: [i64; 2]| {
                if !image.is_empty() {
                    plan.push(Laid { image: image.to_owned(), at });
                }
            };
            lay(base, [0, 0]);
            for layer in layers.iter().rev() {
                let is_steps = steps.is_some_and(|steps| std::ptr::eq(steps, layer));
                let level = match is_steps {
                    true => face,
                    false if layer.is_on => layer.shown,
                    false => continue,
                };
                // The first level of a switch is the counter without it.
                if !(layer.is_switch && level == 0) {
                    lay(layer.images.get(level).map_or("", String::as_str), layer.at);
                }
            }
            plan
        });
        Self { counter: counter.to_owned(), faces: faces.collect(), named }
    }
}

/// The pictures of a module's counters as files to be written.
pub struct Gallery<'g, 'a> {
    archive: &'g mut Archive<'a>,
    /// The files.
    pub files: Vec<NamedFile>,
    names: FileNames,
    by_content: BTreeMap<[u8; 32], String>,
    /// What is known of each image: its bytes in a format that is drawn.
    images: BTreeMap<String, Result<(String, Vec<u8>), String>>,
    left: u64,
}

impl<'g, 'a> Gallery<'g, 'a> {
    /// An empty one. Some names of files are taken.
    pub fn new<'n>(archive: &'g mut Archive<'a>, taken: impl Iterator<Item = &'n str>) -> Self {
        Self {
            archive,
            files: Vec::new(),
            names: FileNames::without(taken),
            by_content: BTreeMap::new(),
            images: BTreeMap::new(),
            left: limits::COUNTER_PICTURES_BYTES,
        }
    }

    /// Gives each face of a counter its picture. Images that are in none are told of.
    pub fn hang(&mut self, counter: &mut Counter, plans: &Plans, losses: &mut LossReport) {
        losses.counts.see(COUNTED, plans.named.len());
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let mut faults: BTreeMap<&str, String> = BTreeMap::new();
        for (face, plan) in counter.faces.iter_mut().zip(&plans.faces) {
            // What cannot be drawn is left out of the pile; without the rest of it nothing is.
            let mut sound = Vec::new();
            for laid in plan {
                match self.image(&laid.image) {
                    Ok(()) => sound.push(laid),
                    Err(why) => {
                        faults.insert(&laid.image, why);
                    }
                }
            }
            if sound.is_empty() {
                continue;
            }
            match self.place(&sound) {
                Ok(name) => {
                    used.extend(sound.iter().map(|laid| laid.image.as_str()));
                    face.picture = Some(name);
                }
                Err(why) => {
                    let images = sound.iter().map(|laid| (laid.image.as_str(), why.clone()));
                    faults.extend(images);
                }
            }
        }
        losses.counts.place(COUNTED, used.len());
        for image in plans.named.iter().filter(|image| !used.contains(image.as_str())) {
            let state = "it shows in a state that the counter may come to be in; a face has one \
                         picture";
            let why = faults.get(image.as_str()).map_or(state, String::as_str);
            tell(losses, &format!("{}: {image}", plans.counter), why);
        }
    }

    /// Reads an image, if it was not read before.
    fn image(&mut self, image: &str) -> Result<(), String> {
        if !self.images.contains_key(image) {
            let read = self.read(image);
            self.images.insert(image.to_owned(), read);
        }
        match self.images.get(image) {
            Some(Err(why)) => Err(why.clone()),
            _ => Ok(()),
        }
    }

    fn read(&mut self, image: &str) -> Result<(String, Vec<u8>), String> {
        let found = picture::file(self.archive, image).map_err(|error| error.what)?;
        let (name, bytes) = found.ok_or("the module has no such picture")?;
        if bytes.len() as u64 > limits::COUNTER_PICTURE_BYTES {
            let most = limits::COUNTER_PICTURE_BYTES >> 20;
            return Err(format!("it has more than {most} MB"));
        }
        let most = limits::COUNTER_PICTURE_SIDE;
        if picture::size(&bytes).is_some_and(|size| size.iter().any(|side| *side > most)) {
            return Err(format!("it has more than {most} pixels along a side"));
        }
        let (kept, _) = picture::kept(&name, bytes)?;
        Picture::read(kept.bytes.as_slice()).map_err(|fault| fault.to_string())?;
        let left = self.left.checked_sub(kept.bytes.len() as u64);
        self.left = left.ok_or("the module has too many pictures to keep")?;
        Ok((kept.name, kept.bytes))
    }

    /// The file of images laid over one another.
    fn place(&mut self, plan: &[&Laid]) -> Result<String, String> {
        let (name, bytes) = match plan {
            [one] => match self.images.get(&one.image) {
                Some(Ok((name, bytes))) => (name.clone(), bytes.clone()),
                _ => return Err("the module has no such picture".to_owned()),
            },
            several => {
                let name = several.last().map_or("", |laid| laid.image.as_str());
                (format!("{name}.png"), self.laid_over(several)?)
            }
        };
        if let Some(place) = self.by_content.get(&<[u8; 32]>::from(Sha256::digest(&bytes))) {
            return Ok(place.clone());
        }
        if self.files.len() >= limits::COUNTER_PICTURES {
            return Err(format!("at most {} pictures are kept", limits::COUNTER_PICTURES));
        }
        let ending = Picture::read(bytes.as_slice()).map_err(|fault| fault.to_string())?.ending();
        let stem = name.strip_suffix(".png").unwrap_or(&name);
        let stem = if plan.len() > 1 { stem } else { name.as_str() };
        let place = self.names.of(stem, ending);
        self.by_content.insert(Sha256::digest(&bytes).into(), place.clone());
        self.files.push(NamedFile { name: place.clone(), bytes });
        Ok(place)
    }

    /// Images laid over one another, as large as all of them together.
    fn laid_over(&self, plan: &[&Laid]) -> Result<Vec<u8>, String> {
        let mut pictures: Vec<(RgbaImage, [i64; 2])> = Vec::new();
        let (mut least, mut most) = ([i64::MAX; 2], [i64::MIN; 2]);
        for laid in plan {
            let Some(Ok((_, bytes))) = self.images.get(&laid.image) else { continue };
            let picture = salient_codecs::read(bytes).map_err(|error| error.to_string())?;
            let picture = picture.into_rgba8();
            let size = [picture.width(), picture.height()].map(i64::from);
            let corner = [0, 1].map(|axis| laid.at[axis] - size[axis] / 2);
            for axis in 0..2 {
                least[axis] = least[axis].min(corner[axis]);
                most[axis] = most[axis].max(corner[axis] + size[axis]);
            }
            pictures.push((picture, corner));
        }
        let size = [0, 1].map(|axis| u32::try_from(most[axis].saturating_sub(least[axis])));
        let ([Ok(width), Ok(height)], side) = (size, limits::COUNTER_PICTURE_SIDE) else {
            return Err("there is nothing to lay over one another".to_owned());
        };
        if width > side || height > side {
            return Err(format!("its layers lie more than {side} pixels apart"));
        }
        let mut whole = RgbaImage::new(width, height);
        for (picture, corner) in &pictures {
            imageops::overlay(&mut whole, picture, corner[0] - least[0], corner[1] - least[1]);
        }
        salient_codecs::png(&whole).map_err(|error| error.to_string())
    }
}
