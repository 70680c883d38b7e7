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

pub use salient_exchange::{BoardChoice, Imported};

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

    /// How the names of files that can be read end; a folder is read as CSV tables, or as a module that
    /// was unpacked.
    pub const ENDINGS: [&'static str; 14] = [
        "vmod", "mod", "vsav", "sav", "zip", "tmx", "tmj", "geojson", "wxx", "hxm", "board", "map",
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

    /// What the name of a file tells, and what is in it where the name is that of any JSON or any
    /// archive; none where it tells nothing. A folder is a module that was unpacked, or else tables.
    pub fn of(path: &Path) -> Option<Self> {
        if path.is_dir() {
            let is_module = MODULE.iter().any(|name| has_file(path, name)) || needs_module(path);
            return Some(if is_module { Self::Vassal } else { Self::Csv });
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
            "zip" => {
                let bytes = salient_files::read(path).ok()?;
                let files = vassal::names_in(&bytes, &text_of(path)).ok()?;
                let has = |name: &str| {
                    let is_it = |file: &String| file.rsplit('/').next() == Some(name);
                    files.iter().any(is_it)
                };
                match MODULE.iter().any(|name| has(name)) {
                    true => Some(Self::Vassal),
                    false => has(HEXES).then_some(Self::Csv),
                }
            }
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

/// The files that a module of VASSAL is known by, and a saved game.
const MODULE: [&str; 2] = ["buildFile.xml", "buildFile"];
const SAVED_GAME: &str = "savedGame";
/// The table without which there is no map.
const HEXES: &str = "hexes.csv";

/// Whether a folder, or one in it, has a file.
fn has_file(folder: &Path, name: &str) -> bool {
    let is_there = |folder: &Path| folder.join(name).is_file();
    is_there(folder) || salient_files::folders_in(folder).iter().any(|folder| is_there(folder))
}

/// Whether a file is a saved game of VASSAL, which has no map of its own.
pub fn needs_module(path: &Path) -> bool {
    match path.is_dir() {
        true => has_file(path, SAVED_GAME) && !MODULE.iter().any(|name| has_file(path, name)),
        false => ["vsav", "sav"].contains(&ending_of(path).as_str()),
    }
}

/// What to do about a file whose name does not tell what it is.
pub fn unknown(path: &Path) -> String {
    let packed = ["zip", "tgz", "gz", "tar", "bz2", "xz", "7z", "rar"];
    match packed.contains(&ending_of(path).as_str()) {
        true => {
            "it is an archive of which nothing can be read as it is: unpack it, and import what is \
                 in it"
                .to_owned()
        }
        false => "the name does not tell the format".to_owned(),
    }
}

/// What only a module of VASSAL, or a saved game, needs to be told.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfModule<'m> {
    /// The module of a saved game.
    pub module: Option<&'m Path>,
    /// The boards that become the map, as [`vassal::read_boards`] reads them.
    pub boards: Option<&'m str>,
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
    /// What a folder holds cannot be read as an archive.
    #[error(transparent)]
    Pack(#[from] salient_exchange::ExportError),
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
/// is drafted from what the file names. What a bundle refers to comes from `source`.
///
/// # Errors
/// Why nothing was read, and where.
pub fn read(
    client: Client,
    file: &Path,
    ruleset: Option<Ruleset>,
    OfModule { module, boards }: OfModule<'_>,
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
        Client::Csv if !file.is_dir() && ending_of(file) == "zip" => {
            let files = unpacked(vassal::files_in(&salient_files::read(file)?, path)?);
            let mut imported = tables::read(path, &files, ruleset)?;
            let find = |name: &str| files.iter().find(|file| file.name == name);
            imported.bring_pictures(&mut |name| Some(find(name)?.bytes.clone()));
            imported
        }
        Client::Csv => {
            // What was unpacked often lies in a folder of its own.
            let inner = salient_files::folders_in(file);
            let mut inner = inner.iter().filter(|folder| folder.join(HEXES).is_file());
            let file = match (file.join(HEXES).is_file(), inner.next(), inner.next()) {
                (false, Some(only), None) => only.as_path(),
                _ => file,
            };
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
            vassal::read_boards(&archive(file)?, path, None, ruleset, boards)?
        }
        Client::Vassal => {
            let Some(module) = module else {
                return Err(ImportFileError::NoModule { path: file.to_owned() });
            };
            let game = archive(file)?;
            let (shown, module) = (text_of(module), archive(module)?);
            vassal::read_boards(&module, &shown, Some((&game, path)), ruleset, boards)?
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

/// A file as it is; a folder, into which an archive was unpacked, as that archive.
fn archive(path: &Path) -> Result<Vec<u8>, ImportFileError> {
    if !path.is_dir() {
        return Ok(salient_files::read(path)?);
    }
    let mut left = limits::UNPACKED_BYTES;
    let mut files = Vec::new();
    for (name, file) in salient_files::files_below(path, limits::ENTRIES)? {
        let bytes = salient_files::read_at_most(&file, limits::ENTRY_BYTES.min(left))?;
        let taken = left.checked_sub(bytes.len() as u64);
        left = taken.ok_or_else(|| ImportFileError::TooLarge { path: path.to_owned() })?;
        files.push(NamedFile { name, bytes });
    }
    Ok(vassal::pack(&files)?)
}

/// The files of an archive from the folder that its tables lie in.
fn unpacked(files: Vec<NamedFile>) -> Vec<NamedFile> {
    let folder = |file: &NamedFile| {
        let folder = file.name.strip_suffix(HEXES)?;
        (folder.is_empty() || folder.ends_with('/')).then(|| folder.to_owned())
    };
    let Some(folder) = files.iter().find_map(folder) else { return files };
    let below = |file: NamedFile| {
        let name = file.name.strip_prefix(&folder)?.to_owned();
        Some(NamedFile { name, ..file })
    };
    files.into_iter().filter_map(below).collect()
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

#[cfg(test)]
mod tests {
    use std::fs;

    use salient_schema::{Bundle, Disk};

    use super::*;

    const BUILD_FILE: &str = r#"<GameModule name="Somme"><Map mapName="Main"><BoardPicker><Board name="Somme" width="600" height="500"><HexGrid x0="24" y0="24" dx="41.57" dy="48"/></Board></BoardPicker></Map></GameModule>"#;

    fn read_as_named(path: &Path, module: Option<&Path>) -> Result<Imported, ImportFileError> {
        let client = Client::of(path).unwrap();
        read(client, path, None, OfModule { module, boards: None }, &Disk)
    }

    fn zip(files: &[NamedFile], to: &Path) {
        fs::write(to, vassal::pack(files).unwrap()).unwrap();
    }

    fn lay(files: &[NamedFile], folder: &Path) {
        for file in files {
            let place = folder.join(&file.name);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, &file.bytes).unwrap();
        }
    }

    fn file(name: &str, text: &str) -> NamedFile {
        NamedFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn a_module_that_was_unpacked_is_read_from_its_folder() {
        let temporary = tempfile::tempdir().unwrap();
        let at = |name: &str| temporary.path().join(name);
        lay(&[file("outer/Somme/buildFile.xml", BUILD_FILE)], temporary.path());
        let whole = read_as_named(&at("outer"), None).unwrap();
        assert_eq!(read_as_named(&at("outer/Somme"), None).unwrap().map, whole.map);
        zip(&[file("Somme/buildFile.xml", BUILD_FILE)], &at("somme.zip"));
        assert_eq!(read_as_named(&at("somme.zip"), None).unwrap().map, whole.map);
        // A saved game likewise, with its module.
        lay(&[file("evening/savedGame", "begin_save")], temporary.path());
        let alone = read_as_named(&at("evening"), None).unwrap_err();
        assert!(matches!(alone, ImportFileError::NoModule { .. }), "{alone}");
        let both = read_as_named(&at("evening"), Some(&at("outer"))).unwrap();
        assert_eq!(both.scenarios.last().map(|one| one.title.as_str()), Some("evening"));
    }

    #[test]
    fn tables_are_read_from_a_folder_in_a_folder_and_from_a_zip() {
        let temporary = tempfile::tempdir().unwrap();
        let at = |name: &str| temporary.path().join(name);
        lay(&[file("Somme/buildFile.xml", BUILD_FILE)], temporary.path());
        let Imported { ruleset, map, orders_of_battle, .. } =
            read_as_named(&at("Somme"), None).unwrap();
        let scenario = Scenario::empty(&map.id, &map.title);
        let bundle = Bundle::new(ruleset, map, orders_of_battle, scenario);
        let mut tables = tables::write(&bundle).unwrap().files;
        lay(&tables, &at("outer/tables"));
        let whole = read_as_named(&at("outer/tables"), None).unwrap();
        assert_eq!(read_as_named(&at("outer"), None).unwrap().map, whole.map);
        for table in &mut tables {
            table.name.insert_str(0, "tables/");
        }
        zip(&tables, &at("tables.zip"));
        assert_eq!(read_as_named(&at("tables.zip"), None).unwrap().map, whole.map);
        // What nobody reads is told of truly.
        zip(&[file("letter.txt", "hello")], &at("letters.zip"));
        assert_eq!(Client::of(&at("letters.zip")), None);
        assert!(unknown(&at("letters.zip")).contains("unpack it"));
        assert!(unknown(&at("tables.tgz")).contains("unpack it"));
    }
}
