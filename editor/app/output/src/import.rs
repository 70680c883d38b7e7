//! Another client's file, read from the disk: its format by its name, and what belongs to it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use salient_exchange::sniff::{self, Json};
use salient_exchange::{
    Fate, ImportError, NamedFile, geo, limits, megamek, tables, tiled, vassal, wesnoth,
    worldographer,
};
use salient_files::{Place, ReadError, Results, SettleError, text_of};
use salient_rules::Systems;
use salient_schema::project::{moved, resolve};
use salient_schema::{Bundle, Diagnostic, Ruleset, Scenario, Severity, Source};

use crate::OutputError;

pub use salient_exchange::Imported;

/// What can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// Salient's own bundle.
    Bundle,
    /// A folder of CSV tables.
    Csv,
    /// GeoJSON: our own, or hexagons with their terrain in a property.
    Geojson,
    /// A board of MegaMek.
    Megamek,
    /// A hexagonal map of Tiled, .tmx, .tmj or .json.
    Tiled,
    /// A map of Battle for Wesnoth.
    Wesnoth,
    /// A map of Worldographer, .wxx, or of Hexographer, .hxm.
    Worldographer,
    /// A workbook of the tables, .xlsx.
    Xlsx,
    /// A VASSAL module (.vmod), or a saved game (.vsav) with its module.
    Vassal,
}

impl Client {
    /// All, in the order of their names on the command line.
    pub const ALL: [Self; 9] = [
        Self::Bundle,
        Self::Csv,
        Self::Geojson,
        Self::Megamek,
        Self::Tiled,
        Self::Wesnoth,
        Self::Worldographer,
        Self::Xlsx,
        Self::Vassal,
    ];

    /// How the names of files that can be read end; a folder is read as CSV tables.
    pub const ENDINGS: [&'static str; 13] = [
        "vmod", "mod", "vsav", "sav", "tmx", "tmj", "geojson", "wxx", "hxm", "board", "map",
        "xlsx", "json",
    ];

    /// Its name on the command line, which never changes.
    pub fn id(self) -> &'static str {
        match self {
            Self::Bundle => "bundle",
            Self::Csv => "csv",
            Self::Geojson => "geojson",
            Self::Megamek => "megamek",
            Self::Tiled => "tiled",
            Self::Wesnoth => "wesnoth",
            Self::Worldographer => "worldographer",
            Self::Xlsx => "xlsx",
            Self::Vassal => "vassal",
        }
    }

    /// What people call its files.
    pub fn title(self) -> &'static str {
        match self {
            Self::Bundle => "Salient's bundle",
            Self::Csv => "CSV tables",
            Self::Geojson => "GeoJSON",
            Self::Megamek => "board of MegaMek",
            Self::Tiled => "Tiled map",
            Self::Wesnoth => "map of Battle for Wesnoth",
            Self::Worldographer => "map of Worldographer",
            Self::Xlsx => "workbook of tables",
            Self::Vassal => "VASSAL module or saved game",
        }
    }

    /// What it is, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Bundle => "Salient's own bundle",
            Self::Csv => "A folder of CSV tables",
            Self::Geojson => "GeoJSON: our own, or hexagons with their terrain in a property",
            Self::Megamek => "A board of MegaMek",
            Self::Tiled => "A hexagonal map of Tiled, .tmx, .tmj or .json",
            Self::Wesnoth => "A map of Battle for Wesnoth",
            Self::Worldographer => "A map of Worldographer, .wxx, or of Hexographer, .hxm",
            Self::Xlsx => "A workbook with a sheet a table, as CSV tables",
            Self::Vassal => "A VASSAL module (.vmod), or a saved game (.vsav) with its module",
        }
    }

    /// What the name of a file tells, and what is in it where the name is that of any JSON; none
    /// where it tells nothing.
    pub fn of(path: &Path) -> Option<Self> {
        if path.is_dir() {
            return Some(Self::Csv);
        }
        match ending_of(path).as_str() {
            "geojson" => Some(Self::Geojson),
            "tmx" | "tmj" => Some(Self::Tiled),
            "map" => Some(Self::Wesnoth),
            "board" => Some(Self::Megamek),
            "wxx" | "hxm" => Some(Self::Worldographer),
            "xlsx" => Some(Self::Xlsx),
            // Without the v, as VASSAL wrote them until 3.0.
            "vmod" | "mod" | "vsav" | "sav" => Some(Self::Vassal),
            "json" => {
                let bytes = salient_files::read_at_most(path, limits::SMALL_FILE_BYTES);
                Some(match bytes.map(|bytes| sniff::json(&bytes)) {
                    Ok(Json::Tiled) => Self::Tiled,
                    Ok(Json::Geojson) => Self::Geojson,
                    // What cannot be read is told of where it is.
                    Ok(Json::Tabletop | Json::Other) | Err(_) => Self::Bundle,
                })
            }
            _ => None,
        }
    }
}

fn ending_of(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// Whether a file is a saved game of VASSAL, which has no map of its own.
pub fn needs_module(path: &Path) -> bool {
    !path.is_dir() && ["vsav", "sav"].contains(&ending_of(path).as_str())
}

/// Why nothing was read.
#[derive(Debug, thiserror::Error)]
pub enum ImportFileError {
    /// The system refuses, or it is over the limits.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A folder of results has a list that cannot be read.
    #[error(transparent)]
    List(#[from] SettleError),
    /// A reader refuses it.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// A bundle has errors.
    #[error("{}", .0.first().map_or_else(|| "it is no scenario".to_owned(), ToString::to_string))]
    Diagnostics(Vec<Diagnostic>),
    /// A saved game without its module.
    #[error(
        "{}: a saved game has no map of its own; name its module with --module", .path.display()
    )]
    NoModule {
        /// The saved game.
        path: PathBuf,
    },
    /// More than fits into the memory.
    #[error("{}: more than {} bytes in all", .path.display(), limits::UNPACKED_BYTES)]
    TooLarge {
        /// The folder.
        path: PathBuf,
    },
}

/// Reads a file into the parts of a bundle. `ruleset` has the kinds that a map uses; without it one
/// is drafted from what the file names. `module` is the module of a saved game. What a bundle
/// refers to comes from `source`.
///
/// # Errors
/// Why nothing was read, and where.
pub fn read(
    client: Client,
    file: &Path,
    ruleset: Option<Ruleset>,
    module: Option<&Path>,
    source: &dyn Source,
) -> Result<Imported, ImportFileError> {
    let path = text_of(file);
    let path = path.as_str();
    let beside = |name: &str| salient_files::read_referred(file, file.parent()?.join(name)).ok();
    let mut imported = match client {
        Client::Tiled => tiled::read(path, &salient_files::read(file)?, &beside, ruleset)?,
        Client::Geojson => geo::read(path, &salient_files::read(file)?, ruleset)?,
        Client::Megamek => megamek::read(path, &salient_files::read(file)?, ruleset)?,
        Client::Wesnoth => wesnoth::read(path, &salient_files::read(file)?, ruleset)?,
        Client::Worldographer => worldographer::read(path, &salient_files::read(file)?, ruleset)?,
        Client::Xlsx => {
            let mut imported = tables::read_workbook(path, &salient_files::read(file)?, ruleset)?;
            imported.bring_pictures(&mut |name| beside(name));
            imported
        }
        Client::Csv => {
            let Folder { files, strangers } = folder(file)?;
            let mut imported = tables::read(path, &files, ruleset)?;
            imported.bring_pictures(&mut |name| in_folder(file, name));
            for name in &strangers {
                let why =
                    "is not among the files of the export; import it from a folder of its own";
                imported.losses.add(Fate::Dropped, "file", name, why, None);
            }
            imported
        }
        Client::Vassal if !needs_module(file) => {
            vassal::read(&salient_files::read(file)?, path, None, ruleset)?
        }
        Client::Vassal => {
            let Some(module) = module else {
                return Err(ImportFileError::NoModule { path: file.to_owned() });
            };
            let game = salient_files::read(file)?;
            let (shown, module) = (text_of(module), salient_files::read(module)?);
            vassal::read(&module, &shown, Some((&game, path)), ruleset)?
        }
        Client::Bundle if is_tabletop(file) => {
            let help = "Salient writes these and does not read them; import what it was made from: a \
                        module, tables, a map";
            return Err(ImportFileError::Import(ImportError {
                place: path.to_owned(),
                what: "is a save of Tabletop Simulator".to_owned(),
                help: help.to_owned(),
            }));
        }
        Client::Bundle => match salient_schema::open_project(source, path) {
            (Some(project), _) => Imported::from_bundle(project.bundle),
            (None, found) => {
                let errors = found.into_iter().filter(Diagnostic::is_error).collect();
                return Err(ImportFileError::Diagnostics(errors));
            }
        },
    };
    // What is none of its own files stays where it is, and is named from the root until it is known
    // where the rest goes.
    let home = if file.is_dir() { file.join("tables") } else { file.to_owned() };
    let home = text_of(&std::path::absolute(&home).unwrap_or(home));
    let Imported { map, pictures, .. } = &mut imported;
    for name in map.named_files_mut().filter(|name| pictures.iter().all(|own| own.name != **name)) {
        *name = resolve(&home, name);
    }
    Ok(imported)
}

/// Whether a file is a save of Tabletop Simulator, whose ending is that of any JSON.
fn is_tabletop(file: &Path) -> bool {
    let bytes = salient_files::read_at_most(file, limits::SMALL_FILE_BYTES);
    bytes.is_ok_and(|bytes| sniff::json(&bytes) == Json::Tabletop)
}

/// One of the scenarios of an import with all that it needs; an empty one where it has none.
pub fn bundle_of(imported: &Imported, scenario: usize) -> Bundle {
    let Imported { ruleset, map, orders_of_battle, scenarios, .. } = imported;
    let scenario = scenarios.get(scenario).cloned();
    let scenario = scenario.unwrap_or_else(|| Scenario::empty(&map.id, &map.title));
    let parts = (ruleset.clone(), map.clone(), orders_of_battle.clone());
    let bundle = Bundle::new(parts.0, parts.1, parts.2, scenario);
    Bundle { pictures: imported.pictures_of_counters(), ..bundle }
}

/// What `validate` would find in the files of an import, before there are any: each once, sorted.
pub fn problems(systems: Systems, imported: &Imported) -> Vec<Diagnostic> {
    let mut found = BTreeSet::new();
    for at in 0..imported.scenarios.len().max(1) {
        let mut bundle = bundle_of(imported, at);
        bundle.name_parts_by_id();
        found.extend(salient_schema::check_references(&bundle));
        found.extend(salient_rules::check(systems, &bundle));
    }
    found.into_iter().filter(is_problem).collect()
}

/// Whether a finding is to be told with an import.
pub fn is_problem(found: &Diagnostic) -> bool {
    found.severity < Severity::Note
}

/// The files of an import, ready to appear in their folder.
#[must_use = "they are not there until they are committed"]
#[derive(Debug)]
pub struct Staged {
    results: Results,
    places: Vec<PathBuf>,
}

/// Makes what was imported the files of a folder, a scenario in any case, and nothing where any of
/// them is there already.
/// `ruleset` is the way to the ruleset from there, where it was not drafted.
///
/// # Errors
/// Why nothing is to be written.
pub fn stage(
    mut imported: Imported,
    ruleset: &str,
    folder: impl Into<Place>,
) -> Result<Staged, OutputError> {
    let folder = folder.into();
    // A map alone can be opened by its scenario only: one that begins empty.
    if imported.scenarios.is_empty() {
        let map = &imported.map;
        imported.scenarios.push(Scenario::empty(&map.id, &map.title));
    }
    let place = text_of(&folder.path().join("map.json"));
    for name in imported.map.named_files_mut() {
        *name = moved(name, &place, &place);
    }
    let pieces = imported.files(ruleset)?;
    let places: Vec<PathBuf> = pieces.iter().map(|piece| folder.path().join(&piece.name)).collect();
    if let Some(there) = places.iter().find(|place| place.exists()) {
        return Err(OutputError::Exists { path: there.clone() });
    }
    let mut results = Results::fresh(folder)?;
    for piece in &pieces {
        results.add(&piece.name, &piece.bytes)?;
    }
    Ok(Staged { results, places })
}

impl Staged {
    /// Writes them, and gives what was written.
    ///
    /// # Errors
    /// Why nothing was written.
    pub fn commit(self) -> Result<Vec<PathBuf>, OutputError> {
        self.results.commit()?;
        Ok(self.places)
    }
}

/// A picture below a folder, where links do not lead out of it.
fn in_folder(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let most = limits::COUNTER_PICTURE_BYTES;
    salient_files::read_referred_at_most(folder.join("any"), folder.join(name), most).ok()
}

/// What a folder holds.
struct Folder {
    /// The files, in order.
    files: Vec<NamedFile>,
    /// The names of those that lie in a folder of results and do not belong to it, unread.
    strangers: Vec<String>,
}

/// The files of a folder, without those of folders below it, in order. Where an export left a list
/// of its files, they are those: what lies beside them is left out.
fn folder(path: &Path) -> Result<Folder, ImportFileError> {
    let listed = salient_files::files_of(path)?;
    let mut found = salient_files::files_in(path, limits::ENTRIES)?;
    found.retain(|file| name_of(file) != salient_files::LIST);
    let mut strangers = Vec::new();
    if let Some(listed) = listed {
        let has = |name: &str| found.iter().any(|file| name_of(file) == name);
        let below = |name: &str| name.contains('/');
        let lacks: Vec<&String> = listed.iter().filter(|name| !below(name) && !has(name)).collect();
        if let Some(first) = lacks.first() {
            return Err(lacking(path, first, lacks.len() - 1).into());
        }
        let known = |file: &PathBuf| listed.contains(&name_of(file));
        let (ours, others): (Vec<_>, Vec<_>) = found.into_iter().partition(known);
        found = ours;
        strangers.extend(others.iter().map(|file| name_of(file)));
    }
    let mut left = limits::UNPACKED_BYTES;
    let mut files = Vec::new();
    for file in found {
        let bytes = salient_files::read_at_most(&file, limits::FILE_BYTES.min(left))?;
        let taken = left.checked_sub(bytes.len() as u64);
        left = taken.ok_or_else(|| ImportFileError::TooLarge { path: path.to_owned() })?;
        files.push(NamedFile { name: name_of(&file), bytes });
    }
    Ok(Folder { files, strangers })
}

/// A folder of results without one of its files, and without so many more.
fn lacking(folder: &Path, first: &str, more: usize) -> ImportError {
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    ImportError {
        place: folder.display().to_string(),
        what: format!("{first}{more} of the export is not there"),
        help: format!(
            "bring it back or export anew; to read what is there as it is, remove {}",
            salient_files::LIST
        ),
    }
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
