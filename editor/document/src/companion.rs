//! A file that belongs to a document without being a part of it, and is saved at the same moment:
//! the recipe that its map is made by.

use salient_files::Fingerprint;

pub use crate::apply::Companion;
use crate::document::Document;

impl Document {
    /// The file that is saved together with this document's own.
    pub fn companion(&self) -> Option<&Companion> {
        self.state.companion.as_ref()
    }

    /// Gives the document a file beside its own, or takes it away; the file itself stays as it is
    /// until the next save, which writes all or none.
    pub fn set_companion(&mut self, companion: Option<Companion>) {
        self.state.companion = companion;
    }

    /// Gives the file beside the document's own new contents.
    pub fn set_companion_text(&mut self, text: String) {
        if let Some(companion) = &mut self.state.companion {
            companion.text = text;
        }
    }

    /// Takes note that the file holds what it is to hold.
    pub(crate) fn companion_was_saved(&mut self) {
        if let Some(companion) = &mut self.state.companion {
            companion.held = Some(Fingerprint::of(companion.text.as_bytes()));
        }
    }
}
