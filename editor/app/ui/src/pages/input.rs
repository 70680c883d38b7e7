//! What a page is shown with.

use salient_document::{Document, Edit, Tool};

use crate::look::notices::Notices;
use crate::look::sentence;

/// What a page reads.
pub struct PageInput<'a> {
    /// The document.
    pub document: &'a Document,
    /// The tool in hand.
    pub tool: &'a Tool,
    /// Whether the document can be changed: not while a game is shown.
    pub editing: bool,
}

/// Does edits as one step of undo: all of them, or none with the reason told. Gives whether they
/// were done.
pub fn one_step(
    document: &mut Document,
    name: String,
    edits: Vec<Edit>,
    news: &mut Notices,
) -> bool {
    if edits.is_empty() {
        return true;
    }
    document.begin(name);
    for edit in edits {
        if let Err(error) = document.apply(edit) {
            news.bad(sentence(&error.to_string()));
            document.cancel();
            return false;
        }
    }
    document.commit();
    true
}
