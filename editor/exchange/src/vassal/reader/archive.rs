//! Taking files out of a module, within the limits of all readers.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::{ImportError, limits};

/// A zip in memory. Nothing of it is ever written under a name that it gives.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    names: Vec<String>,
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
        let mut names = Vec::new();
        for name in zip.file_names() {
            let name = name.map_err(|error| {
                let what = format!("the name of a file in it cannot be read ({error})");
                refuse(place, what, "get the file anew")
            })?;
            if !limits::stays_inside(&name) {
                let what =
                    format!("a file in it is called {name:?}, which leads out of the archive");
                return Err(refuse(place, what, "no sound module has such a file: do not use it"));
            }
            names.push(name.into_owned());
        }
        names.sort();
        Ok(Self { zip, names, place: place.to_owned(), left: limits::UNPACKED_BYTES })
    }

    /// The same, with fewer bytes to unpack.
    pub fn limited_to(self, left: u64) -> Self {
        Self { left, ..self }
    }

    /// The names of all files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// How messages name a file in it.
    pub fn place_of(&self, name: &str) -> String {
        format!("{}/{name}", self.place)
    }

    /// A file's bytes; `None` where it is not there.
    pub fn file(&mut self, name: &str) -> Result<Option<Vec<u8>>, ImportError> {
        let Some(index) = self.zip.index_for_name(name) else { return Ok(None) };
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
