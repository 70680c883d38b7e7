//! Saves that were cut off, by a kill or by the power: whoever opens a document, or reads its files
//! again to go on with it, ends them first; who only looks at another one is told.

use std::path::Path;

use salient_files::{CutOff, SettleError, Settled, cut_off_about, settle, text_of};
use salient_schema::project::{Project, open_project};
use salient_schema::{Diagnostic, Disk, Recording};

use crate::save::record_beside;

/// How a save that was cut off was ended.
pub(crate) type Ended = Result<Settled, SettleError>;

/// Ends a save of this scenario.
pub(crate) fn end_save_of(scenario: &Path) -> Option<Ended> {
    match settle(record_beside(scenario)) {
        Ok(Settled::Nothing | Settled::InUse) => None,
        ended => Some(ended),
    }
}

/// A scenario that is read to be looked at beside an open document.
#[derive(Debug)]
pub struct Beside {
    /// The scenario with all that it refers to, as far as it can be read.
    pub project: Option<Project>,
    /// What is wrong with it.
    pub found: Vec<Diagnostic>,
    /// Saves that were cut off and that are about some of its files: what was read of them may not
    /// fit together.
    pub cut_off: Vec<CutOff>,
}

/// Reads a scenario file to be compared with an open document. Nothing is written: a save that was
/// cut off is told, not ended.
pub fn open_beside(path: impl AsRef<Path>) -> Beside {
    let source = Recording::default();
    let (project, found) = open_project(&source, &text_of(path.as_ref()));
    Beside { project, found, cut_off: cut_off_about(source.into_files()) }
}

/// Opens a scenario with all that it refers to, after the saves of it have been ended that were cut
/// off, and those of other scenarios that share files with it: a map, a ruleset.
pub(crate) fn open_ended(
    path: &Path,
    name: &str,
) -> (Option<Project>, Vec<Diagnostic>, Option<Ended>) {
    let ended = end_save_of(path);
    let source = Recording::default();
    let (project, found) = open_project(&source, name);
    let about = cut_off_about(source.into_files());
    let others =
        about.into_iter().fold(None, |all, cut_off| both(all, Some(settle(cut_off.record))));
    if others.is_none() {
        return (project, found, ended);
    }
    // The files are others now.
    let (project, found) = open_project(&Disk, name);
    (project, found, both(ended, others))
}

/// How two were ended, as one; what went wrong counts.
fn both(one: Option<Ended>, other: Option<Ended>) -> Option<Ended> {
    match (one, other) {
        (
            Some(Ok(Settled::Done { mut written, mut kept })),
            Some(Ok(Settled::Done { written: more, kept: others })),
        ) => {
            written.extend(more);
            kept.extend(others);
            Some(Ok(Settled::Done { written, kept }))
        }
        (Some(Err(error)), _) | (_, Some(Err(error))) => Some(Err(error)),
        (None | Some(Ok(Settled::Nothing | Settled::InUse)), other) => other,
        (one, _) => one,
    }
}
