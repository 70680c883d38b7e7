//! Rule cases that are kept with a ruleset: of which documents, and in which files.

use std::path::PathBuf;

use salient_document::{Document, Origin};
use salient_files::path_of;
use salient_rules::SystemRef;

/// Whether the rules of a document stand in its ruleset, so that cases are kept with it.
pub(crate) fn are_kept(document: &Document) -> bool {
    let system = document.systems().of(document.bundle());
    matches!(system, Some(SystemRef::Made(_)))
}

/// The file of a document's ruleset, and that of the scenario; none of one that has no file yet.
pub(crate) fn files_of(document: &Document) -> Option<(PathBuf, PathBuf)> {
    let Origin::File(scenario) = document.origin() else { return None };
    let ruleset = path_of(&document.paths().ruleset);
    (!document.has_copied_ruleset()).then(|| (ruleset, scenario.clone()))
}
