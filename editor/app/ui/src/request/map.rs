//! Maps begun, resized, numbered and scanned; files in which something is replaced.

use std::path::PathBuf;

use salient_cartography::form::List;
use salient_document::reshape::{NewMap, Reshaped};
use salient_schema::{Recipe, Ruleset};

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
    /// What the map's recipe is asked for.
    Recipe(RecipeRequest),
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

/// What the map's recipe is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum RecipeRequest {
    /// Ask for a recipe's file.
    Ask,
    /// Open this recipe.
    Open(PathBuf),
    /// Make one for this map.
    Begin,
    /// Close it.
    Close,
    /// Change it: as it is to be from now on.
    Set(Box<Recipe>),
    /// Take the last change back.
    TakeBack,
    /// Switch a rule off.
    PutAside(List, usize),
    /// Switch a rule on again that was switched off, by its place among those.
    TakeUp(usize),
    /// Ask for a file of geographic data.
    AskLayer,
    /// Take this file in as a layer.
    AddLayer(PathBuf),
    /// Let clicks on the map give control points, or no longer.
    Pick(bool),
    /// Build the map.
    Build,
    /// Stop building.
    Stop,
    /// Put what was changed by hand into the recipe, for this reason.
    Correct(String),
}
