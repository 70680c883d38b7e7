//! Taking files out of a module, within the limits of all readers.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::{ImportError, limits};

/// A zip in memory. Nothing of it is ever written under a name that it gives.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// The names of its files, with what the zip itself calls them.
    names: BTreeMap<String, String>,
    place: String,
    /// Bytes that may still be unpacked.
    left: u64,
}

/// A refusal.
pub fn refuse(place: &str, what: impl Into<String>, help: &str) -> ImportError {
    ImportError { place: place.to_owned(), what: what.into(), help: help.to_owned() }
}

impl<'a> Archive<'a> {
    /// Opens a zip, and looks at the names in it.
    pub fn open(bytes: &'a [u8], place: &str) -> Result<Self, ImportError> {
        if bytes.len() as u64 > limits::FILE_BYTES {
            let most = limits::FILE_BYTES >> 20;
            return Err(refuse(place, format!("larger than {most} MB"), "no module is so large"));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            let help = "VASSAL's modules and saved games are zip files; get the file anew";
            refuse(place, format!("not a zip file that can be read ({error})"), help)
        })?;
        if zip.len() > limits::ENTRIES {
            let what = format!("{} files in it; at most {}", zip.len(), limits::ENTRIES);
            return Err(refuse(place, what, "no module has so many"));
        }
        let mut names = BTreeMap::new();
        for name in zip.file_names() {
            let name = name.map_err(|error| {
                let what = format!("the name of a file in it cannot be read ({error})");
                refuse(place, what, "get the file anew")
            })?;
            // Old programs of Windows part folders by their own sign.
            let (own, name) = (name.to_string(), name.replace('\\', "/"));
            if !limits::stays_inside(&name) {
                let what =
                    format!("a file in it is called {name:?}, which leads out of the archive");
                return Err(refuse(place, what, "no sound module has such a file: do not use it"));
            }
            names.entry(name).or_insert(own);
        }
        Ok(Self { zip, names, place: place.to_owned(), left: limits::UNPACKED_BYTES })
    }

    /// The same from the folder in it that one of some files lies in, where none of them lies at its
    /// top: zips that are made by hand often hold a folder.
    ///
    /// # Errors
    /// There are several such folders, or none, but another archive that is meant instead.
    pub fn with_top(mut self, files: &[&str]) -> Result<Self, ImportError> {
        if files.iter().any(|file| self.names.contains_key(*file)) {
            return Ok(self);
        }
        let of = |name: &String| {
            let (folder, file) = name.rsplit_once('/')?;
            // What a Mac adds to every file.
            let is_there = files.contains(&file) && !name.starts_with("__MACOSX/");
            is_there.then(|| format!("{folder}/"))
        };
        let folders: BTreeSet<String> = self.names.keys().filter_map(of).collect();
        let mut folders = folders.into_iter();
        match (folders.next(), folders.next()) {
            (Some(one), Some(other)) => {
                let what = format!("there are several in it: in {one}, in {other}");
                Err(refuse(&self.place, what, "unpack it, and give the folder that is meant"))
            }
            (Some(top), None) => {
                let below = |(name, own): (String, String)| {
                    Some((name.strip_prefix(&top)?.to_owned(), own))
                };
                self.names = self.names.into_iter().filter_map(below).collect();
                Ok(self)
            }
            (None, _) => {
                let is_archive = |name: &&String| {
                    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
                    [".vmod", ".vsav"].contains(&format!(".{}", ending.to_lowercase()).as_str())
                        && !name.starts_with("__MACOSX/")
                };
                // A module has saved games in it; without its build file it is but a parcel.
                match self.names.keys().find(is_archive) {
                    Some(inner) => {
                        let what = format!("it is a parcel with {inner} in it");
                        Err(refuse(&self.place, what, "unpack it, and give what is in it"))
                    }
                    None => Ok(self),
                }
            }
        }
    }

    /// The same, with fewer bytes to unpack.
    pub fn limited_to(self, left: u64) -> Self {
        Self { left, ..self }
    }

    /// The names of all files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        self.names.keys().cloned().collect()
    }

    /// Whether a file is in it.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// How messages name a file in it.
    pub fn place_of(&self, name: &str) -> String {
        format!("{}/{name}", self.place)
    }

    /// A file's bytes; `None` where it is not there.
    pub fn file(&mut self, name: &str) -> Result<Option<Vec<u8>>, ImportError> {
        let own = self.names.get(name).and_then(|own| self.zip.index_for_name(own));
        let Some(index) = own else { return Ok(None) };
        let place = format!("{}/{name}", self.place);
        let damaged = |error: &dyn std::fmt::Display| {
            refuse(&place, format!("cannot be unpacked ({error})"), "get the file anew")
        };
        let most = limits::ENTRY_BYTES.min(self.left);
        let entry = self.zip.by_index(index).map_err(|error| damaged(&error))?;
        let mut bytes = Vec::new();
        // One byte more than allowed, whatever the archive says of the size.
        entry.take(most + 1).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        let taken = bytes.len() as u64;
        if taken > most {
            let what = format!("unpacks to more than {} MB", most >> 20);
            return Err(refuse(&place, what, "no module has such a file: it may be a zip bomb"));
        }
        self.left -= taken;
        Ok(Some(bytes))
    }

    /// A file's text.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, ImportError> {
        let Some(bytes) = self.file(name)? else { return Ok(None) };
        String::from_utf8(bytes).map(Some).map_err(|error| {
            let place = format!("{}/{name}", self.place);
            refuse(&place, format!("not text in UTF-8 ({error})"), "get the file anew")
        })
    }
}
