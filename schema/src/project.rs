//! A scenario with everything that it refers to, opened from wherever its files lie.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use salient_files::ReadCause;

pub use crate::named::{moved, moved_schema};
pub use crate::paths::{normalise, relative, resolve};
use crate::pictures::Pictures;
use crate::read::{self, Document};
use crate::suggest::shown;
use crate::variant::{Variant, Varied};
use crate::{Bundle, Code, Diagnostic, FileKind, Map, OrderOfBattle, Ruleset, Scenario, check};

/// A scenario and all that it needs, with where each part came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The parts.
    pub bundle: Bundle,
    /// The files of the parts.
    pub paths: ProjectPaths,
    /// What the files held, by path; empty for parts that were not read from files.
    pub texts: BTreeMap<String, String>,
}

/// The files that the parts of a [`Bundle`] came from, as a [`Source`] names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectPaths {
    /// The scenario's file.
    pub scenario: String,
    /// The map's file.
    pub map: String,
    /// The ruleset's file.
    pub ruleset: String,
    /// The orders of battle, in the scenario's order.
    pub orders_of_battle: Vec<String>,
    /// Whether all of these are the one bundle file that the paths name.
    pub is_bundle: bool,
}

impl ProjectPaths {
    /// Turns a pointer into the bundle into the file of the part and a pointer into that file.
    ///
    /// `/map/grid/columns` becomes `/grid/columns` of the map's file. In a bundle file the
    /// pointer stays and the file is the bundle.
    pub fn localise(&self, diagnostic: &mut Diagnostic) {
        let Some(pointer) = &diagnostic.place.pointer else { return };
        if self.is_bundle {
            diagnostic.place.file = Some(self.scenario.clone());
            return;
        }
        let mut parts = pointer.splitn(3, '/').skip(1);
        let part = parts.next().unwrap_or_default();
        let rest = parts.next();
        let (file, rest) = match part {
            "scenario" => (Some(&self.scenario), rest),
            "map" => (Some(&self.map), rest),
            "ruleset" => (Some(&self.ruleset), rest),
            "orders_of_battle" => {
                let mut parts = rest.unwrap_or_default().splitn(2, '/');
                let index = parts.next().and_then(|index| index.parse::<usize>().ok());
                (index.and_then(|index| self.orders_of_battle.get(index)), parts.next())
            }
            _ => (None, rest),
        };
        if let Some(file) = file {
            diagnostic.place.file = Some(file.clone());
            diagnostic.place.pointer =
                Some(rest.map(|rest| format!("/{rest}")).unwrap_or_default());
        }
    }
}

/// Where files are read from. Paths have `/` between their parts.
pub trait Source {
    /// The bytes of a file that the user names.
    ///
    /// # Errors
    /// It cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError>;

    /// The bytes of a file that another one refers to; `first` is the one that the user named and
    /// that led there.
    ///
    /// # Errors
    /// It cannot be read, or lies where a reference may not lead.
    fn read_referred(&self, first: &str, path: &str) -> Result<Vec<u8>, ReadError> {
        let _ = first;
        self.read(path)
    }

    /// Hears of a file that one which was read names, whether it is read or not: it is not to be
    /// lost by what is made of them.
    fn hear_of(&self, path: &str) {
        let _ = path;
    }

    /// Whether a file that another one refers to is there and can be read, in so far as that can be
    /// told without reading it.
    ///
    /// # Errors
    /// It cannot be read, or lies where a reference may not lead.
    fn find_referred(&self, first: &str, path: &str) -> Result<(), ReadError> {
        self.read_referred(first, path).map(drop)
    }

    /// Whether two paths are those of one file.
    fn is_one_file(&self, one: &str, other: &str) -> bool {
        normalise(one) == normalise(other)
    }
}

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {path}: {reason}")]
pub struct ReadError {
    /// The file.
    pub path: String,
    /// What the system says.
    pub reason: String,
}

/// The disk, as [`salient_files`] reads it: ordinary files within limits, and of those that are
/// referred to only what lies in the project. A path is the [text](salient_files::text_of) of one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Source for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        salient_files::read(salient_files::path_of(path)).map_err(|error| refused(path, &error))
    }

    fn read_referred(&self, first: &str, path: &str) -> Result<Vec<u8>, ReadError> {
        let [from, place] = [first, path].map(salient_files::path_of);
        salient_files::read_referred(from, place).map_err(|error| refused(path, &error))
    }

    fn hear_of(&self, path: &str) {
        salient_files::note_input(salient_files::path_of(path));
    }

    fn find_referred(&self, first: &str, path: &str) -> Result<(), ReadError> {
        let [from, place] = [first, path].map(salient_files::path_of);
        match salient_files::read_referred_at_most(from, place, 0) {
            // There it is, and holds something.
            Ok(_) | Err(salient_files::ReadError { cause: ReadCause::TooLarge { .. }, .. }) => {
                Ok(())
            }
            Err(error) => Err(refused(path, &error)),
        }
    }

    /// From within a folder, `../folder/ruleset.json` is `ruleset.json`.
    fn is_one_file(&self, one: &str, other: &str) -> bool {
        let [here, there] = [one, other].map(salient_files::path_of);
        normalise(one) == normalise(other) || salient_files::is_one_place(here, there)
    }
}

fn refused(path: &str, error: &salient_files::ReadError) -> ReadError {
    ReadError { path: path.to_owned(), reason: error.reason() }
}

/// Files in memory, by path: what is built into the program, and tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory(pub BTreeMap<String, String>);

impl Source for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let path = normalise(path);
        match self.0.get(&path) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => Err(ReadError { path, reason: "no such file".to_owned() }),
        }
    }
}

impl<P: Into<String>, T: Into<String>> FromIterator<(P, T)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(files: I) -> Self {
        Self(files.into_iter().map(|(path, text)| (normalise(&path.into()), text.into())).collect())
    }
}

/// Opens a scenario file with all that it refers to, or a bundle file, and checks all of it.
///
/// There is a project as soon as every part can be read as data, whatever else is wrong with it.
/// Each diagnostic names its own file, line and column; references are relative to the file
/// that they stand in.
pub fn open_project(source: &dyn Source, path: &str) -> (Option<Project>, Vec<Diagnostic>) {
    let (opened, found) = open_project_and(source, path, &|_| {});
    (opened.map(|(project, ())| project), found)
}

/// The same; and does something else with the parts, while they are checked against each other:
/// with those of a large bundle on another thread.
pub fn open_project_and<R: Send + Sync>(
    source: &dyn Source,
    path: &str,
    meanwhile: &(dyn Fn(&Bundle) -> R + Sync),
) -> (Option<(Project, R)>, Vec<Diagnostic>) {
    let made = OnceLock::new();
    let make = |document: &Document| {
        if let Document::Bundle(bundle) = document {
            made.get_or_init(|| meanwhile(bundle));
        }
    };
    let mut loader = Loader::new(source);
    let project = match loader.load_and(path, None, &make) {
        Some(Document::Scenario(scenario)) => loader.project(*scenario, path),
        Some(Document::Bundle(bundle)) => {
            let paths = ProjectPaths {
                scenario: path.to_owned(),
                map: path.to_owned(),
                ruleset: path.to_owned(),
                orders_of_battle: vec![path.to_owned(); bundle.orders_of_battle.len()],
                is_bundle: true,
            };
            let mut bundle = *bundle;
            loader.pictures(&mut bundle, &paths);
            for mut diagnostic in check::check_pictures(&bundle) {
                paths.localise(&mut diagnostic);
                loader.found.push(diagnostic);
            }
            Some(Project { bundle, paths, texts: BTreeMap::new() })
        }
        Some(other) => {
            loader.wrong_kind(path, FileKind::Scenario, other.kind());
            None
        }
        None => None,
    };
    let found = loader.finish();
    let opened = project.map(|project| {
        let made = made.into_inner().unwrap_or_else(|| meanwhile(&project.bundle));
        (Project { texts: loader.texts, ..project }, made)
    });
    (opened, found)
}

/// Opens a map with its ruleset, for a picture of the map alone.
pub fn open_map(source: &dyn Source, path: &str) -> (Option<(Map, Ruleset)>, Vec<Diagnostic>) {
    let mut loader = Loader::new(source);
    let opened = match loader.load(path, None) {
        Some(Document::Map(map)) => {
            let ruleset = loader.ruleset_of(path, &map.ruleset);
            ruleset.map(|ruleset| {
                loader.add(path, check::check_map_references(&map, &ruleset));
                (*map, ruleset)
            })
        }
        Some(other) => {
            loader.wrong_kind(path, FileKind::Map, other.kind());
            None
        }
        None => None,
    };
    (opened, loader.finish())
}

/// Reads a file of any kind, follows its references and checks all that it says of them.
///
/// What is wrong inside the files it refers to is reported too, once for each file.
pub fn open_file(source: &dyn Source, path: &str) -> (Option<Document>, Vec<Diagnostic>) {
    let mut loader = Loader::new(source);
    let document = loader.load(path, None);
    match &document {
        Some(Document::Map(map)) => {
            if let Some(ruleset) = loader.ruleset_of(path, &map.ruleset) {
                loader.add(path, check::check_map_references(map, &ruleset));
            }
            loader.named_files(path, map);
        }
        Some(Document::Recipe(recipe)) => {
            if let Some(ruleset) = loader.ruleset_of(path, &recipe.ruleset) {
                loader.add(path, check::check_recipe_references(recipe, &ruleset));
            }
        }
        Some(Document::Variant(variant)) => {
            loader.varied(variant, path);
        }
        Some(Document::OrderOfBattle(oob)) => {
            if let Some(ruleset) = loader.ruleset_of(path, &oob.ruleset) {
                loader.add(path, check::check_order_of_battle_references(oob, &ruleset));
            }
            let mut missing = Pictures::default();
            for (.., name) in oob.named_pictures() {
                if let Err(error) = source.find_referred(path, &resolve(path, name)) {
                    missing.put(&oob.id, name, Err(error.reason));
                }
            }
            loader.add(path, check::check_pictures_of(oob, &missing));
        }
        Some(Document::Scenario(scenario)) => {
            loader.project(scenario.as_ref().clone(), path);
        }
        Some(Document::Ruleset(_) | Document::Bundle(_)) | None => {}
    }
    (document, loader.finish())
}

/// The ruleset that a file is made for: of a scenario, a map, an order of battle, a recipe or a
/// bundle, or the file itself. None where there is none that could be read.
pub fn open_ruleset(source: &dyn Source, path: &str) -> Option<Ruleset> {
    let mut loader = Loader::new(source);
    match loader.load(path, None)? {
        Document::Ruleset(ruleset) => Some(*ruleset),
        Document::Bundle(bundle) => Some(bundle.ruleset),
        Document::Scenario(scenario) => loader.ruleset_of(path, &scenario.ruleset),
        Document::Map(map) => loader.ruleset_of(path, &map.ruleset),
        Document::OrderOfBattle(oob) => loader.ruleset_of(path, &oob.ruleset),
        Document::Recipe(recipe) => loader.ruleset_of(path, &recipe.ruleset),
        Document::Variant(variant) => {
            let base = resolve(path, &variant.variant_of);
            let varied = loader.varied(&variant, path)?;
            loader.ruleset_of(&base, &varied.recipe.ruleset)
        }
    }
}

/// Opens a variant, and makes the recipe that comes of it, if the one that it varies can be read
/// and is sound.
pub fn open_variant(source: &dyn Source, path: &str) -> (Option<Varied>, Vec<Diagnostic>) {
    let mut loader = Loader::new(source);
    let opened = match loader.load(path, None) {
        Some(Document::Variant(variant)) => loader.varied(&variant, path),
        Some(other) => {
            loader.wrong_kind(path, FileKind::Variant, other.kind());
            None
        }
        None => None,
    };
    (opened, loader.finish())
}

/// Reads the pictures that the faces of counters name, each file once, of orders of battle with
/// their files. `first` is the file that the
/// user named and that led there. What cannot be read is kept as the reason why.
fn read_pictures<'b>(
    source: &dyn Source,
    first: &str,
    books: impl IntoIterator<Item = (&'b OrderOfBattle, &'b str)>,
) -> Pictures {
    let files: Vec<_> = books
        .into_iter()
        .flat_map(|(oob, file)| {
            let named = oob.named_pictures();
            named.map(move |(_, _, name)| (oob.id.as_str(), name, resolve(file, name)))
        })
        .collect();
    Pictures::of_files(files, &|path| {
        source.read_referred(first, path).map_err(|error| error.reason)
    })
}

/// Reads files, and keeps their texts for the lines and columns of later findings.
struct Loader<'s> {
    source: &'s dyn Source,
    /// The file that the user named, which was read first.
    first: Option<String>,
    texts: BTreeMap<String, String>,
    found: Vec<Diagnostic>,
}

impl<'s> Loader<'s> {
    fn new(source: &'s dyn Source) -> Self {
        Self { source, first: None, texts: BTreeMap::new(), found: Vec::new() }
    }

    /// Reads a file that nothing, or a field of another file, refers to.
    fn load(&mut self, path: &str, referrer: Option<(&str, &str)>) -> Option<Document> {
        self.load_and(path, referrer, &|_| {})
    }

    fn load_and(
        &mut self,
        path: &str,
        referrer: Option<(&str, &str)>,
        meanwhile: &(dyn Fn(&Document) + Sync),
    ) -> Option<Document> {
        let first = self.first.get_or_insert_with(|| path.to_owned());
        let read = match referrer {
            None => self.source.read(path),
            Some(_) => self.source.read_referred(first, path),
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) => {
                let fault = Diagnostic::error(Code::Unreadable, error.to_string());
                match referrer {
                    Some((file, pointer)) => self.add(file, vec![fault.pointer(pointer)]),
                    None => self.found.push(fault.file(path)),
                }
                return None;
            }
        };
        let (document, mut found) = read::read_text_and(path, &bytes, meanwhile);
        // Everything else that a file names is read with it.
        if let Some(Document::Map(map)) = &document {
            let boards = map.grid.boards.iter().filter_map(|board| board.file.as_ref());
            for named in boards.chain(map.scan.iter().map(|scan| &scan.file)) {
                self.source.hear_of(&resolve(path, named));
            }
        }
        self.found.append(&mut found);
        // What cannot be read as text has no lines to look for either.
        self.texts.insert(path.to_owned(), String::from_utf8(bytes).unwrap_or_default());
        document
    }

    /// Follows a reference to a ruleset.
    fn ruleset_of(&mut self, file: &str, reference: &str) -> Option<Ruleset> {
        let path = resolve(file, reference);
        match self.load(&path, Some((file, "/ruleset")))? {
            Document::Ruleset(ruleset) => Some(*ruleset),
            other => self.misdirected(file, "/ruleset", FileKind::Ruleset, other.kind()),
        }
    }

    /// The recipe that comes of a variant, and all that is wrong with it.
    fn varied(&mut self, variant: &Variant, path: &str) -> Option<Varied> {
        let base_path = resolve(path, &variant.variant_of);
        let base = match self.load(&base_path, Some((path, "/variant_of")))? {
            Document::Recipe(recipe) => *recipe,
            other => {
                return self.misdirected(path, "/variant_of", FileKind::Recipe, other.kind());
            }
        };
        let faulty = |one: &Diagnostic| {
            one.is_error() && one.place.file.as_deref() == Some(base_path.as_str())
        };
        if self.found.iter().any(faulty) {
            let message = "the recipe that this varies is not sound";
            let fault = Diagnostic::error(Code::DanglingReference, message);
            self.add(path, vec![fault.pointer("/variant_of")]);
            return None;
        }
        let ruleset = self.ruleset_of(&base_path, &base.ruleset);
        let (varied, mut found) = variant.apply(base);
        let recipe = Document::Recipe(Box::new(varied.recipe.clone()));
        let mut whole = check::check_document(&recipe);
        if let Some(ruleset) = ruleset {
            whole.extend(check::check_recipe_references(&varied.recipe, &ruleset));
        }
        whole.iter_mut().for_each(|one| varied.localise(one));
        found.extend(whole);
        self.add(path, found);
        Some(varied)
    }

    fn project(&mut self, scenario: Scenario, path: &str) -> Option<Project> {
        let ruleset_path = resolve(path, &scenario.ruleset);
        let map_path = resolve(path, &scenario.map);
        // Every part is read before one that is missing ends it, so that all is told at once.
        let ruleset = self.ruleset_of(path, &scenario.ruleset);
        let map = match self.load(&map_path, Some((path, "/map"))) {
            Some(Document::Map(map)) => Some(*map),
            Some(other) => self.misdirected(path, "/map", FileKind::Map, other.kind()),
            None => None,
        };
        let mut oobs = Vec::new();
        let mut oob_paths: Vec<String> = Vec::new();
        for (index, reference) in scenario.orders_of_battle.iter().enumerate() {
            let pointer = format!("/orders_of_battle/{index}");
            let oob_path = resolve(path, reference);
            if oob_paths.contains(&oob_path) {
                let message = "the scenario names this order of battle twice";
                self.add(path, vec![Diagnostic::error(Code::Duplicate, message).pointer(pointer)]);
                continue;
            }
            let oob = match self.load(&oob_path, Some((path, &pointer))) {
                Some(Document::OrderOfBattle(oob)) => Some(*oob),
                Some(other) => {
                    self.misdirected(path, &pointer, FileKind::OrderOfBattle, other.kind())
                }
                None => None,
            };
            oobs.extend(oob);
            oob_paths.push(oob_path);
        }
        let map = map?;
        self.same_ruleset(&map_path, &map.ruleset, path, &ruleset_path);
        self.named_files(&map_path, &map);
        if oobs.len() != oob_paths.len() {
            return None;
        }
        for (oob, oob_path) in oobs.iter().zip(&oob_paths) {
            self.same_ruleset(oob_path, &oob.ruleset, path, &ruleset_path);
        }
        let mut bundle = Bundle::new(ruleset?, map, oobs, scenario);
        let paths = ProjectPaths {
            scenario: path.to_owned(),
            map: map_path,
            ruleset: ruleset_path,
            orders_of_battle: oob_paths,
            is_bundle: false,
        };
        self.pictures(&mut bundle, &paths);
        for mut diagnostic in check::check_references(&bundle) {
            paths.localise(&mut diagnostic);
            self.found.push(diagnostic);
        }
        Some(Project { bundle, paths, texts: BTreeMap::new() })
    }

    /// Reads the pictures that the faces of counters name, each file once.
    fn pictures(&self, bundle: &mut Bundle, paths: &ProjectPaths) {
        let first = self.first.as_deref().unwrap_or_default();
        let files = paths.orders_of_battle.iter().map(String::as_str);
        let books = bundle.orders_of_battle.iter().zip(files);
        bundle.pictures = read_pictures(self.source, first, books);
    }

    /// Asks for the files that a map names beside its ruleset. Nobody needs them to play, so that
    /// they are no errors where they are missing; whoever is handed a bundle has none of them.
    fn named_files(&mut self, file: &str, map: &Map) {
        let first = self.first.clone().unwrap_or_else(|| file.to_owned());
        let mut found = Vec::new();
        for (pointer, name) in map.named_files() {
            let Err(error) = self.source.find_referred(&first, &resolve(file, name)) else {
                continue;
            };
            let name = shown(name);
            let (message, help) = match pointer.starts_with("/scan") {
                true => (
                    format!("the scan `{name}` is not shown: {}", error.reason),
                    "put the picture there, name another, or take the scan out",
                ),
                false => (
                    format!("the board `{name}` cannot be joined again: {}", error.reason),
                    "name the board's file from here, or leave `file` out where the board is not \
                     kept",
                ),
            };
            let fault = Diagnostic::warning(Code::Unreadable, message).help(help);
            found.push(fault.pointer(pointer));
        }
        self.add(file, found);
    }

    /// A part that was made for another ruleset than the scenario's.
    fn same_ruleset(&mut self, file: &str, reference: &str, scenario: &str, ruleset: &str) {
        let own = resolve(file, reference);
        if !self.source.is_one_file(&own, ruleset) {
            let message = format!("this file is made for {own}, but {scenario} for {ruleset}");
            let found = Diagnostic::error(Code::DanglingReference, message).pointer("/ruleset");
            self.add(file, vec![found]);
        }
    }

    fn misdirected<T>(
        &mut self,
        file: &str,
        pointer: &str,
        wanted: FileKind,
        found: FileKind,
    ) -> Option<T> {
        let message = format!("this is the path of a file of the kind {found}, not {wanted}");
        self.add(file, vec![Diagnostic::error(Code::DanglingReference, message).pointer(pointer)]);
        None
    }

    fn wrong_kind(&mut self, file: &str, wanted: FileKind, found: FileKind) {
        self.found.push(read::wrong_kind(file, wanted, found));
    }

    /// Adds findings of a file, with pointers into it.
    fn add(&mut self, file: &str, found: Vec<Diagnostic>) {
        self.found.extend(found.into_iter().map(|diagnostic| diagnostic.file(file)));
    }

    /// All findings with their lines and columns, file by file from the top down.
    fn finish(&mut self) -> Vec<Diagnostic> {
        self.found.sort();
        self.found.dedup();
        for findings in self.found.chunk_by_mut(|one, other| one.place.file == other.place.file) {
            let file = findings.first().and_then(|first| first.place.file.as_ref());
            if let Some(text) = file.and_then(|file| self.texts.get(file)) {
                crate::locate(text, findings);
            }
        }
        self.found.sort();
        std::mem::take(&mut self.found)
    }
}
