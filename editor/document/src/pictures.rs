//! Pictures of counters that are chosen while a document is open.

use std::path::Path;
use std::sync::Arc;

use salient_files::text_of;
use salient_schema::project::{Disk, Source, relative, resolve};
use salient_schema::{CounterId, Picture};

use crate::document::{Document, Origin};

impl Document {
    /// Reads a picture that the user names for faces of counters, and keeps it with the document.
    /// Gives the name by which their order of battle names it: it stays where it is.
    ///
    /// # Errors
    /// Why it cannot be shown, in words.
    pub fn bring_picture(&mut self, counters: &[CounterId], path: &Path) -> Result<String, String> {
        if *self.origin() == Origin::Embedded {
            return Err("save the scenario first: pictures lie beside its files".to_owned());
        }
        let has = |counter: &CounterId, at: usize| {
            let oob = self.bundle().orders_of_battle.get(at);
            oob.is_some_and(|oob| oob.counters.iter().any(|one| one.id == *counter))
        };
        let books = self.bundle().orders_of_battle.len();
        let home = (0..books).find(|&at| counters.iter().all(|counter| has(counter, at)));
        let Some((home, file)) =
            home.and_then(|at| Some((at, self.paths().orders_of_battle.get(at)?)))
        else {
            return Err("choose counters of one order of battle".to_owned());
        };
        let name = relative(file, &text_of(path));
        // As whoever opens the scenario next will read it.
        let first = &self.paths().scenario;
        let bytes = Disk.read_referred(first, &resolve(file, &name)).map_err(|error| {
            format!(
                "{error}: put the picture beside the files of the scenario, and choose it there"
            )
        })?;
        let picture =
            Picture::read(bytes).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let bundle = self.bundle_mut();
        if let Some(oob) = bundle.orders_of_battle.get(home) {
            bundle.pictures.put(&oob.id, &name, Ok(Arc::new(picture)));
        }
        Ok(name)
    }
}
