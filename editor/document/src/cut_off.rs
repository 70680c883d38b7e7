//! Saves that were cut off, by a kill or by the power: whoever opens a document ends them first.

use std::collections::BTreeSet;
use std::path::Path;

use salient_files::{SettleError, Settled, cut_off_about, path_of, settle};
use salient_schema::project::ProjectPaths;

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

/// Ends saves of other scenarios that share files with this one: a map, a ruleset.
pub(crate) fn end_saves_about(paths: &ProjectPaths) -> Option<Ended> {
    let files: BTreeSet<&String> = [&paths.scenario, &paths.map, &paths.ruleset]
        .into_iter()
        .chain(&paths.orders_of_battle)
        .collect();
    let about = cut_off_about(files.into_iter().map(|file| path_of(file)));
    about.into_iter().fold(None, |all, cut_off| both(all, Some(settle(cut_off.record))))
}

/// How two were ended, as one; what went wrong counts.
pub(crate) fn both(one: Option<Ended>, other: Option<Ended>) -> Option<Ended> {
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
