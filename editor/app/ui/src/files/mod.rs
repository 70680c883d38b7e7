//! Who is asked for files, what is asked before something is lost, and who looks after files that
//! others may write.

pub mod copy;
pub mod dialogs;
pub mod questions;
pub mod watch;

use dialogs::{FileQuestion, Wanted};

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Save,
    Picture,
    Compare,
    /// A version whose differences are shown.
    Version,
    Report,
    /// Where the log of a game is written.
    Game,
    /// Where the file of a game without rules is written.
    Sandbox,
    /// One that was written.
    SandboxFile,
    /// Where a scenario is written that was made of a position.
    Position,
    Find,
    Scan,
    /// A picture that a face of a counter shows.
    CounterPicture,
    /// The recipe of the map.
    Recipe,
    /// A file of geographic data for it.
    Layer,
    /// Where counters are written as CSV.
    Counters,
    /// Where they are read from.
    ReadCounters,
    /// Where an export is written that is one file.
    Export,
    /// The folder in which the folder of an export is made.
    ExportFolder,
    /// Another client's file.
    Import,
    /// A folder of tables.
    ImportFolder,
    /// The module of a saved game.
    Module,
    /// The folder in which the folder of what is imported is made.
    ImportInto,
    /// The folder in which the folder of a set-up is made.
    SetUpInto,
    /// The record of an earlier set-up.
    EarlierSetUp,
    /// Where the report of many set-ups is written.
    SetUpsReport,
    /// Where what a ladder of bots told is written.
    LadderReport,
}

const SALIENT: (&str, &[&str]) = ("Salient", &["json"]);

impl Purpose {
    /// Whether a file is written there.
    pub fn writes(self) -> bool {
        matches!(self.question(String::new()).wanted, Wanted::Place(_))
    }

    /// What the desktop is asked; `name` is offered where something is written.
    pub fn question(self, name: String) -> FileQuestion {
        let pick = |title, filters| FileQuestion { title, filters, wanted: Wanted::File };
        let folder = |title| FileQuestion { title, filters: &[], wanted: Wanted::Folder };
        let save = |title, filters| FileQuestion { title, filters, wanted: Wanted::Place(name) };
        match self {
            Self::Open => pick("Open a scenario", &[EVERYTHING, SALIENT]),
            Self::Save => save("Save the scenario", &[SALIENT]),
            Self::Picture => save("Export a picture", &[("PNG", &["png"]), ("SVG", &["svg"])]),
            Self::Compare => pick("Compare with a scenario", &[SALIENT]),
            Self::Version => pick("Show what changed from which version", &[SALIENT]),
            Self::Report | Self::SetUpsReport | Self::LadderReport => save(
                "Save the report",
                &[("Web page", &["html"]), ("JSON", &["json"]), ("CSV tables", &["csv"])],
            ),
            Self::Game => save("Save the game's log", &[("Game log", &["jsonl"])]),
            Self::Sandbox => save("Save the sandbox", &[("Sandbox", &["jsonl"])]),
            Self::SandboxFile => pick("Load a sandbox", &[("Sandbox", &["jsonl"])]),
            Self::Position => save("Save the new scenario", &[SALIENT]),
            Self::Find => pick("Look through a scenario", &[SALIENT]),
            Self::Scan => pick(
                "Open a scan",
                &[
                    ("Pictures", &["png", "jpg", "jpeg", "tif", "tiff", "webp"]),
                    ("All files", &["*"]),
                ],
            ),
            Self::CounterPicture => pick(
                "Choose the picture of a counter",
                &[
                    ("Pictures", &["png", "jpg", "jpeg", "tif", "tiff", "webp"]),
                    ("All files", &["*"]),
                ],
            ),
            Self::Recipe => pick("Open the map's recipe", &[SALIENT]),
            Self::Layer => {
                pick("Add a layer", &[("Geographic data", &["geojson", "json", "csv", "asc"])])
            }
            Self::Counters => save("Write the counters", &[("CSV table", &["csv"])]),
            Self::ReadCounters => pick("Read counters", &[("CSV table", &["csv", "txt", "tsv"])]),
            Self::Export => save("Export", &[]),
            Self::ExportFolder => folder("Export into which folder"),
            Self::Import => pick("Import", &[FOREIGN, ("All files", &["*"])]),
            Self::ImportFolder => folder("Import which folder of CSV tables"),
            Self::Module => pick("The module of the saved game", &[("VASSAL module", &["vmod"])]),
            Self::ImportInto => folder("Write the import into which folder"),
            Self::SetUpInto => folder("Write the set-up into which folder"),
            Self::EarlierSetUp => pick(
                "Go on from an earlier set-up",
                &[("Answers of a set-up", &["answers"]), ("All files", &["*"])],
            ),
        }
    }

    /// What is asked where a path has to be typed, and the button for it.
    pub fn typed(self) -> (&'static str, &'static str) {
        match self {
            Self::Open => ("Open which file?", "Open"),
            Self::Save => ("Save where?", "Save"),
            Self::Find => ("Look through which scenario?", "Add"),
            Self::Scan => ("Open which scan? A PNG, JPEG, TIFF or WebP", "Open"),
            Self::CounterPicture => {
                ("Which picture of the counter? A PNG, JPEG, TIFF or WebP", "Choose")
            }
            Self::Recipe => ("Open which recipe?", "Open"),
            Self::Layer => ("Add which layer? A GeoJSON or CSV file", "Add"),
            Self::Counters => ("Write the counters where?", "Write"),
            Self::ReadCounters => ("Read which CSV file?", "Read"),
            Self::Compare => ("Compare with which scenario?", "Compare"),
            Self::Version => ("Show what changed from which version?", "Compare"),
            Self::Report | Self::SetUpsReport | Self::LadderReport => {
                ("Save the report where? The name ends in .html, .json or .csv", "Save")
            }
            Self::Game => ("Save the game's log where?", "Save"),
            Self::Sandbox => ("Save the sandbox where?", "Save"),
            Self::SandboxFile => ("Go on with which sandbox?", "Load"),
            Self::Position => ("Save the new scenario where?", "Save"),
            Self::Picture => ("Export where? The name ends in .png or .svg", "Export"),
            Self::Export => ("Export where?", "Export"),
            Self::ExportFolder => ("Export into which folder? One is made in it", "Export"),
            Self::Import => ("Import which file?", "Import"),
            Self::ImportFolder => ("Import which folder of CSV tables?", "Import"),
            Self::Module => ("Which module was the saved game played in?", "Choose"),
            Self::ImportInto => ("Write it into which folder? One is made in it", "Write"),
            Self::SetUpInto => ("Write the set-up into which folder? One is made in it", "Write"),
            Self::EarlierSetUp => ("Go on from which set-up? Its file ends in .answers", "Go on"),
        }
    }
}

/// What opening understands: ours, and what is imported.
const EVERYTHING: (&str, &[&str]) =
    ("Scenarios and other clients' files", &salient_output::import::Client::ENDINGS);
const FOREIGN: (&str, &[&str]) = ("Other clients' files", &salient_output::import::Client::ENDINGS);
