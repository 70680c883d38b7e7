//! A sandbox as a file: a line that says which scenario it is of, and a line for each thing done.

use salient_schema::{Bundle, Id};
use serde::{Deserialize, Serialize};

use super::act::Act;
use super::{Refused, Sandbox};

/// The version of the file. The second has steps of the sequence of play, points, and attacks that
/// charts are read for.
const VERSION: u32 = 2;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// What the file is, and its version.
    sandbox: u32,
    /// The scenario's id.
    scenario: Id,
    /// That of the bundle.
    fingerprint: String,
    /// The dice fall by it.
    seed: u64,
}

/// Why a file is no sandbox of a scenario.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It is something else.
    #[error("this is no sandbox: its first line does not say so")]
    NoSandbox,
    /// It is of a newer Salient.
    #[error("the sandbox was written by a newer Salient (version {0}; this one reads {VERSION})")]
    Newer(u32),
    /// It is of another scenario.
    #[error("the sandbox is of the scenario '{0}'; open that one first")]
    Other(Id),
    /// A line is none.
    #[error("line {line}: {reason}")]
    Line {
        /// From 1.
        line: usize,
        /// Why.
        reason: String,
    },
}

impl Sandbox {
    /// The text of the file: what is in force, no more.
    ///
    /// # Errors
    /// What cannot be written as JSON.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        let header = Header {
            sandbox: VERSION,
            scenario: self.scenario.clone(),
            fingerprint: self.fingerprint.clone(),
            seed: self.seed,
        };
        let mut text = serde_json::to_string(&header)?;
        text.push('\n');
        for act in self.acts() {
            text.push_str(&serde_json::to_string(act)?);
            text.push('\n');
        }
        Ok(text)
    }

    /// What a file holds, on its scenario. Whether the scenario has changed since it was written
    /// is of no matter, as long as everything still makes sense.
    ///
    /// # Errors
    /// Where and why it does not.
    pub fn of_text(bundle: &Bundle, text: &str) -> Result<Self, FileError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map(|(_, line)| line).unwrap_or_default();
        #[derive(Deserialize)]
        struct Kind {
            sandbox: u32,
        }
        let kind: Kind = serde_json::from_str(first).map_err(|_| FileError::NoSandbox)?;
        if kind.sandbox > VERSION {
            return Err(FileError::Newer(kind.sandbox));
        }
        let wrong = |line: usize, reason: String| FileError::Line { line: line + 1, reason };
        let header: Header =
            serde_json::from_str(first).map_err(|error| wrong(0, error.to_string()))?;
        if header.scenario != bundle.scenario.id {
            return Err(FileError::Other(header.scenario));
        }
        let mut sandbox = Self::new(bundle, header.seed);
        for (line, text) in lines {
            let act: Act =
                serde_json::from_str(text).map_err(|error| wrong(line, error.to_string()))?;
            let done = sandbox.do_it(act);
            done.map_err(|refused: Refused| wrong(line, refused.to_string()))?;
        }
        Ok(sandbox)
    }
}
