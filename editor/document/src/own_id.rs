//! An id of its own for a scenario that is saved under another name.

use std::path::{Path, absolute};

use salient_schema::Id;

use crate::document::{Document, Origin};
use crate::oob::id_from_words;

impl Document {
    /// The id for the scenario if it is saved at `path`, made of the file's name, or of its
    /// folder's where the file is called as before: so that it and the one that it began as are
    /// not called the same. None where it is saved in its own place,
    /// or has an id of its own already.
    pub fn id_for_copy(&self, path: impl AsRef<Path>) -> Option<Id> {
        let path = path.as_ref();
        let own = &self.scenario().id;
        if self.id_it_began_with(path)? != *own {
            return None;
        }
        let name = match self.origin() {
            // A file of the same name in another folder: the folder tells them apart.
            Origin::File(old) if old.file_stem() == path.file_stem() => {
                absolute(path).ok()?.parent()?.file_name()?.to_owned()
            }
            _ => path.file_stem()?.to_owned(),
        };
        Some(id_from_words(&name.to_string_lossy(), "scenario")).filter(|id| id != own)
    }

    /// The id of the scenario that stays behind if this one is saved at `path`.
    fn id_it_began_with(&self, path: &Path) -> Option<Id> {
        match self.origin() {
            Origin::File(old) => {
                let same = old == path || absolute(old).ok() == absolute(path).ok();
                let base = if same { None } else { self.files.read_base() };
                base.map(|bundle| bundle.scenario.id)
            }
            Origin::Embedded => {
                let system = self.system()?;
                let published = system.published();
                let here = self.paths().scenario.as_str();
                let there = published.scenarios.iter().find(|path| **path == here)?;
                let name = Path::new(there).file_stem()?.to_str()?;
                published.bundle(Some(name)).ok().map(|bundle| bundle.scenario.id)
            }
        }
    }
}
