//! Maps begun, resized, numbered and scanned; files in which something is replaced.

use std::path::PathBuf;

use salient_document::reshape::{NewMap, Reshaped};
use salient_schema::Ruleset;

/// What is asked for the map as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum MapRequest {
    /// Begin a map with a ruleset.
    Begin(Box<NewMap>, Box<Ruleset>),
    /// Put a reshaped map in place of the old one.
    Reshape {
        /// What the undo list calls it.
        name: String,
        /// The map and the scenario.
        reshaped: Box<Reshaped>,
    },
    /// What the scan is asked for.
    Scan(ScanRequest),
    /// Ask for a file to be looked through.
    AddFile,
    /// Look through all scenario files of the document's folder.
    AddFolder,
    /// Files were changed by find and replace.
    FilesReplaced {
        /// How many places.
        places: usize,
        /// What was written.
        written: Vec<PathBuf>,
    },
}

/// What the scan is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum ScanRequest {
    /// Ask for a picture.
    Ask,
    /// Read this picture.
    Open(PathBuf),
    /// Take the scan away.
    Remove,
    /// Paint what was read off.
    Apply,
}
