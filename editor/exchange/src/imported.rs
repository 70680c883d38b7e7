//! What an export gives, and an import.

use salient_schema::{Map, OrderOfBattle, Ruleset, Scenario};

use crate::loss::LossReport;

/// What an exporter makes: files, the most important first, and what they could not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The files. Their names are relative, with `/`, and never climb out.
    pub files: Vec<NamedFile>,
    /// What the format could not hold.
    pub losses: LossReport,
}

/// A file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name, relative, with `/`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What an importer found, as parts of a bundle that name each other by id.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The ruleset that was given, or one drafted from what the file names.
    pub ruleset: Ruleset,
    /// Whether the ruleset was drafted, and wants to be kept with the rest.
    pub ruleset_is_drafted: bool,
    /// The map.
    pub map: Map,
    /// Counters, where the file has any.
    pub orders_of_battle: Vec<OrderOfBattle>,
    /// Set-ups, where the file has any.
    pub scenarios: Vec<Scenario>,
    /// Pictures that the map or the counters refer to.
    pub pictures: Vec<NamedFile>,
    /// Which of the file's boards the map is made of, where it has several to choose from.
    pub boards: Option<BoardChoice>,
    /// What was in the file and is not in the parts.
    pub losses: LossReport,
}

/// Which boards of a file a map is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardChoice {
    /// Those that it is made of, as they are asked for: `North, South:turned; -, West`.
    pub laid_out: String,
    /// What else it could be made of, as it is asked for.
    pub others: Vec<String>,
}
