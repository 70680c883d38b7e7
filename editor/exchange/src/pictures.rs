//! Pictures of counters as files beside what names them.

use std::collections::{BTreeMap, BTreeSet};

use salient_files::limits;
use salient_schema::{OrderOfBattle, Picture, Pictures};

use crate::{Fate, Imported, LossReport, NamedFile, draft};

/// The folder that pictures of counters lie in, beside the order of battle.
pub const FOLDER: &str = "pictures/";
/// What is counted.
pub const COUNTED: &str = "pictures of counters";

/// The files of all pictures that faces of these books name and that can be drawn, each once and in
/// one folder; the faces name them there from now on.
pub fn beside(books: &mut [OrderOfBattle], pictures: &Pictures) -> Vec<NamedFile> {
    let mut names = FileNames::default();
    let mut placed: BTreeMap<u128, String> = BTreeMap::new();
    let mut files = Vec::new();
    for book in books {
        let faces = book.counters.iter_mut().flat_map(|counter| &mut counter.faces);
        for name in faces.filter_map(|face| face.picture.as_mut()) {
            let Some(picture) = pictures.sound(&book.id, name) else { continue };
            let place = placed.entry(picture.key()).or_insert_with(|| {
                let place = names.of(name, picture.ending());
                files.push(NamedFile { name: place.clone(), bytes: picture.bytes().to_vec() });
                place
            });
            name.clone_from(place);
        }
    }
    files
}

impl Imported {
    /// The pictures of its counters, read to be drawn.
    #[must_use]
    pub fn pictures_of_counters(&self) -> Pictures {
        let files: BTreeMap<&str, &[u8]> =
            self.pictures.iter().map(|file| (file.name.as_str(), file.bytes.as_slice())).collect();
        let mut read = BTreeMap::new();
        let mut pictures = Pictures::default();
        for book in &self.orders_of_battle {
            let faces = book.counters.iter().flat_map(|counter| &counter.faces);
            for name in faces.filter_map(|face| face.picture.as_deref()) {
                let Some(bytes) = files.get(name) else { continue };
                let picture = read.entry(name).or_insert_with(|| {
                    Picture::read(*bytes).map(Into::into).map_err(|fault| fault.to_string())
                });
                pictures.put(&book.id, name, picture.clone());
            }
        }
        pictures
    }

    /// Takes in the pictures that faces name, as `file` gives them, each once; what it does not give
    /// and what cannot be drawn is told of, and the face goes without.
    pub fn bring_pictures(&mut self, file: &mut dyn FnMut(&str) -> Option<Vec<u8>>) {
        let mut read: BTreeMap<String, Result<(), String>> = BTreeMap::new();
        let mut left = limits::COUNTER_PICTURES_BYTES;
        let Self { orders_of_battle, pictures, losses, .. } = self;
        for counter in orders_of_battle.iter_mut().flat_map(|book| &mut book.counters) {
            for face in &mut counter.faces {
                let Some(name) = face.picture.clone() else { continue };
                losses.counts.see(COUNTED, 1);
                let found = read.entry(name.clone()).or_insert_with(|| {
                    let bytes = limits::stays_inside(&name).then(|| file(&name)).flatten();
                    let bytes = bytes.ok_or("there is no such file beside it")?;
                    Picture::read(bytes.as_slice()).map_err(|fault| fault.to_string())?;
                    left = left.checked_sub(bytes.len() as u64).ok_or("there are too many")?;
                    pictures.push(NamedFile { name: name.clone(), bytes });
                    Ok(())
                });
                match found {
                    Ok(()) => losses.counts.place(COUNTED, 1),
                    Err(why) => {
                        face.picture = None;
                        tell(losses, &format!("{}: {name}", counter.id), why);
                    }
                }
            }
        }
    }
}

/// Tells that a picture of a counter is not there.
pub fn tell(losses: &mut LossReport, which: &str, why: &str) {
    losses.leave_out(COUNTED, "counter's picture", which, why, None);
}

/// Says of each picture that it is named, and not in the one file that is written.
pub fn named_only(books: &[OrderOfBattle], losses: &mut LossReport) {
    let faces = books.iter().flat_map(|book| &book.counters).flat_map(|counter| &counter.faces);
    let names: BTreeSet<&String> = faces.filter_map(|face| face.picture.as_ref()).collect();
    for name in names {
        let why = "it is named, and stays a file of its own";
        losses.add(Fate::Changed, "counter's picture", name, why, None);
    }
}

/// Names for files of pictures, safe on every system, each given once.
#[derive(Default)]
pub struct FileNames(BTreeSet<String>);

impl FileNames {
    /// None but those that are taken.
    pub fn without<'n>(taken: impl Iterator<Item = &'n str>) -> Self {
        Self(taken.map(str::to_owned).collect())
    }

    /// A name in the folder for what was called otherwise elsewhere.
    pub fn of(&mut self, old: &str, ending: &str) -> String {
        let file = old.rsplit(['/', '\\']).next().unwrap_or(old);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut stem: String = draft::id(stem, "counter").chars().take(60).collect();
        if salient_files::portable(&stem) != stem {
            stem.push_str("-picture");
        }
        let mut name = format!("{FOLDER}{stem}.{ending}");
        for number in 2.. {
            if self.0.insert(name.clone()) {
                break;
            }
            name = format!("{FOLDER}{stem}-{number}.{ending}");
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_safe_and_differ() {
        let mut names = FileNames::default();
        let cases = [
            ("images/DE 88-3 (front).GIF", "png", "pictures/de-88-3-front.png"),
            ("../../etc/passwd", "png", "pictures/passwd.png"),
            ("con.jpg", "jpg", "pictures/con-picture.jpg"),
            ("a\\b\\DE 88-3 (front).png", "png", "pictures/de-88-3-front-2.png"),
            ("日本", "png", "pictures/counter.png"),
        ];
        for (old, ending, new) in cases {
            assert_eq!(names.of(old, ending), new);
        }
    }
}
