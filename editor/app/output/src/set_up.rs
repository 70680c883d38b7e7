//! Set-ups that a system's rules make: what is written of one, and how an earlier one is gone on
//! from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use salient_exchange::Imported;
use salient_files::{Place, Results};
use salient_rules::generator::{Generated, Request};
use salient_schema::{Id, to_canonical_json};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::OutputError;

/// The file in a folder of results that says how it was made.
pub const RECORD: &str = "set-up.answers";
/// Bytes of such a file; a large set-up's has some hundred thousand.
const MOST_RECORD_BYTES: u64 = 64 << 20;

/// How a set-up was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The system whose rules made it.
    pub system: String,
    /// What was asked for.
    pub request: Request,
    /// What each step came to.
    pub outcomes: BTreeMap<Id, Value>,
}

/// Why there is no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] salient_files::ReadError),
    /// It is something else.
    #[error(
        "{}: it is no record of a set-up ({reason}); take a folder that a set-up was written to",
        .path.display()
    )]
    Strange {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: serde_json::Error,
    },
}

impl Record {
    /// The record of a set-up. What was kept is among the outcomes.
    pub fn new(system: &str, request: &Request, made: &Generated) -> Self {
        let request = Request { kept: BTreeMap::new(), ..request.clone() };
        Self { system: system.to_owned(), request, outcomes: made.outcomes.clone() }
    }

    /// Reads that of a folder of results, or the file itself.
    ///
    /// # Errors
    /// Why there is none.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let path = if path.is_dir() { path.join(RECORD) } else { path.to_owned() };
        let bytes = salient_files::read_at_most(&path, MOST_RECORD_BYTES)?;
        serde_json::from_slice(&bytes).map_err(|reason| RecordError::Strange { path, reason })
    }

    /// The outcomes of some steps, as a request keeps them; or the first step that there is none
    /// of.
    ///
    /// # Errors
    /// The name that is no step's.
    pub fn keep(&self, steps: &BTreeSet<Id>) -> Result<BTreeMap<Id, Value>, Id> {
        let keep = |step: &Id| match self.outcomes.get(step) {
            Some(outcome) => Ok((step.clone(), outcome.clone())),
            None => Err(step.clone()),
        };
        steps.iter().map(keep).collect()
    }
}

/// Writes a set-up into a folder, all or nothing: the scenario with its files, the log as JSON lines
/// and as text, and the record. Gives what was written.
///
/// # Errors
/// Why nothing was written.
pub fn save(
    made: Generated,
    record: &Record,
    folder: impl Into<Place>,
) -> Result<Vec<PathBuf>, OutputError> {
    let folder = folder.into();
    let mut results = Results::over(folder.clone(), "")?;
    let mut names = Vec::new();
    let mut put = |name: &str, bytes: &[u8]| {
        names.push(folder.path().join(name));
        results.add(name, bytes)
    };
    let mut lines = Vec::new();
    for event in &made.events {
        lines.extend(serde_json::to_vec(event).map_err(salient_schema::WriteError::from)?);
        lines.push(b'\n');
    }
    for piece in Imported::from_bundle(made.bundle).files("")? {
        put(&piece.name, &piece.bytes)?;
    }
    put("set-up.jsonl", &lines)?;
    put("set-up.txt", format!("{}\n", made.told.join("\n")).as_bytes())?;
    // A lull has no steps that could be kept.
    if !record.outcomes.is_empty() {
        put(RECORD, to_canonical_json(record)?.as_bytes())?;
    }
    results.commit()?;
    Ok(names)
}
