//! Saving: whole files, written beside their targets and renamed, never half.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salient_files::{
    Cause, Expected, Fingerprint, Transaction, WriteError, is_one_place, path_of, text_of,
};
use salient_schema::project::{Memory, Project, ProjectPaths, open_project, relative, resolve};
use salient_schema::scenario::Scenario;
use salient_schema::{Bundle, FORMAT_VERSION, to_canonical_json};
use serde::Deserialize;

use crate::apply::Companion;
use crate::document::{Document, Origin};
use crate::history::{History, Part, Versions};
use crate::journal::Journal;
use crate::references;

/// What a save may do beyond the harmless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveOptions {
    /// Write over files that somebody else changed since they were opened.
    pub force: bool,
    /// [`Document::save_as`] may write over files that are there already.
    pub overwrite: bool,
    /// What [`Document::save_as`] writes to files of its own.
    pub own: OwnParts,
}

/// The parts that get files of their own where a scenario is saved under another name; the others
/// stay those of the scenario that it was, which both use then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnParts {
    /// The map, with its recipe if that is open.
    pub map: bool,
    /// All orders of battle.
    pub orders_of_battle: bool,
    /// The ruleset. The map and the orders of battle, which are made for it, go along.
    pub ruleset: bool,
}

impl OwnParts {
    /// Everything.
    pub const ALL: Self = Self { map: true, orders_of_battle: true, ruleset: true };

    /// The same with what goes along.
    #[must_use]
    pub fn with_what_goes_along(self) -> Self {
        if self.ruleset { Self::ALL } else { self }
    }
}

/// What there is to be asked before a scenario is saved under another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyChoice {
    /// What gets files of its own if nobody says otherwise: what has changes that are not saved, and,
    /// in another folder, what lies beside the scenario; the ruleset only where all lies there.
    pub usual: OwnParts,
    /// What has changes that are not saved: where it is shared they are saved for both.
    pub changed: OwnParts,
}

/// What a save did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The files that were written. Files whose part did not change are left alone.
    pub written: Vec<PathBuf>,
}

/// Why a save failed. The old files are as they were, and the document is still unsaved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A document that is built into the program.
    #[error("this document has no file yet; save it under a name of its own")]
    NoFile,
    /// Files changed since they were opened.
    #[error(
        "changed on the disk since it was opened: {}; save under another name, or overwrite it",
        list(.paths)
    )]
    ChangedOnDisk {
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// A file on the disk was written by a newer Salient since it was opened.
    #[error(
        "{} was written by a newer Salient (version {version} of the files; this one writes \
         {FORMAT_VERSION}); save under another name, or go on in the newer one",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// Files are there already.
    #[error("there already: {}; choose another folder or name, or overwrite", list(.paths))]
    Exists {
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// Files that another scenario is to share have changes that are not saved.
    #[error("not saved yet: {}; the new scenario shares them, so save them first", list(.paths))]
    Unsaved {
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// A path that no scenario can be saved under.
    #[error("cannot save as {}: {reason}", .path.display())]
    BadPath {
        /// The path.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A file could not be written.
    #[error("cannot write {}: {}; the old file is untouched", .path.display(), .source.reason())]
    Write {
        /// The file.
        path: PathBuf,
        /// What stands in the way, and what to do.
        source: WriteError,
    },
    /// A part has no JSON form.
    #[error("cannot write {}: {reason}", .path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// What a file held when the document last agreed with it. Its text, not what was read from it:
/// the text is smaller, is there anyway, and is read again only for a merge.
#[derive(Clone, Debug)]
pub(crate) struct OnDisk {
    pub print: Fingerprint,
    text: Arc<String>,
}

impl OnDisk {
    fn of(text: String) -> Self {
        Self { print: Fingerprint::of(text.as_bytes()), text: Arc::new(text) }
    }

    fn of_file(path: &Path) -> Option<Self> {
        salient_files::read_text(path).ok().map(Self::of)
    }
}

/// The files of a document, and what they held when the document last agreed with them.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    origin: Origin,
    paths: ProjectPaths,
    /// Empty for a document that is built into the program.
    on_disk: BTreeMap<PathBuf, OnDisk>,
    saved: Versions,
    /// How many copies of the ruleset the files are of: with one more, they are another's.
    copies: u32,
}

impl Files {
    /// `texts` is what was read from the files; what is not among it is read now.
    pub fn new(origin: Origin, paths: ProjectPaths, mut texts: BTreeMap<String, String>) -> Self {
        let mut files =
            Self { origin, paths, on_disk: BTreeMap::new(), saved: Versions::default(), copies: 0 };
        if let Origin::File(_) = files.origin {
            for part in files.parts() {
                let path = files.path_of(part);
                if files.on_disk.contains_key(&path) {
                    continue;
                }
                let text = texts.remove(files.text_of(part));
                if let Some(held) = text.map(OnDisk::of).or_else(|| OnDisk::of_file(&path)) {
                    files.on_disk.insert(path, held);
                }
            }
        }
        files
    }

    /// What the files held, read once more; `None` for a document without files.
    pub fn read_base(&self) -> Option<Bundle> {
        let main = self.main()?;
        let texts = self.on_disk.iter();
        let source: Memory =
            texts.map(|(path, held)| (text_of(path), held.text.as_str())).collect();
        open_project(&source, &text_of(&main)).0.map(|project| project.bundle)
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    pub fn paths(&self) -> &ProjectPaths {
        &self.paths
    }

    /// The files that edits start from, for the journal's head.
    pub fn on_disk(&self) -> &BTreeMap<PathBuf, OnDisk> {
        &self.on_disk
    }

    fn print_of(&self, path: &Path) -> Option<&Fingerprint> {
        self.on_disk.get(path).map(|held| &held.print)
    }

    /// The scenario's (or bundle's) file.
    pub fn main(&self) -> Option<PathBuf> {
        match &self.origin {
            Origin::Embedded => None,
            Origin::File(_) => Some(self.path_of(Part::Scenario)),
        }
    }

    fn parts(&self) -> Vec<Part> {
        let oobs = (0..self.paths.orders_of_battle.len()).map(Part::OrderOfBattle);
        [Part::Scenario, Part::Map, Part::Ruleset].into_iter().chain(oobs).collect()
    }

    fn path_of(&self, part: Part) -> PathBuf {
        path_of(self.text_of(part))
    }

    /// The same path as its text.
    fn text_of(&self, part: Part) -> &str {
        references::file_of(&self.paths, part)
    }

    /// Takes note of what the files hold now. `agreed` is what the document has that they have,
    /// too; none if it differs from them.
    pub fn read_again(&mut self, texts: BTreeMap<String, String>, agreed: Option<Versions>) {
        let again = Self::new(self.origin.clone(), self.paths.clone(), texts);
        self.on_disk = again.on_disk;
        self.saved = agreed.unwrap_or_else(Versions::never);
    }

    /// Where in the undo list the document agreed with its files.
    pub fn saved_place(&self, history: &History) -> Option<usize> {
        history.place_of(&self.saved)
    }

    /// The parts that differ from their files.
    pub fn dirty_parts(&self, versions: &Versions) -> Vec<Part> {
        let dirty = |part: &Part| versions.of(*part) != self.saved.of(*part);
        self.parts().into_iter().filter(dirty).collect()
    }
}

/// What became of files that are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Saving writes them anew.
    Files,
    /// The folder of the document is gone, too: it has no files any more, and wants a new place.
    Folder,
}

/// A file that is to be written.
struct Target {
    path: PathBuf,
    text: String,
    /// What was there when it was decided that it may be written over.
    there: Option<Fingerprint>,
}

impl Document {
    /// Takes note that files of the document are gone from the disk, so that all of it is unsaved.
    /// If its folder is gone as well it is a document without files from now on, whose journal
    /// went with the folder: whoever calls this gives it another.
    pub fn miss_files(&mut self, gone: &[PathBuf]) -> Missing {
        self.files.saved = Versions::never();
        self.files.on_disk.retain(|path, _| !gone.contains(path));
        let main = self.files.main();
        let folder = main.as_deref().and_then(Path::parent);
        let is_there = folder.is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir());
        if is_there {
            return Missing::Files;
        }
        self.files.origin = Origin::Embedded;
        self.files.on_disk.clear();
        self.journal = Journal::default();
        Missing::Folder
    }

    /// Writes the parts that changed to their files.
    ///
    /// A ruleset that was copied goes to a new file beside the scenario, and so do the map and the
    /// orders of battle, which name the ruleset that they are made for.
    ///
    /// # Errors
    /// Nothing is written if any file cannot be.
    pub fn save(&mut self, options: SaveOptions) -> Result<Saved, SaveError> {
        self.commit();
        if *self.origin() == Origin::Embedded {
            return Err(SaveError::NoFile);
        }
        if (self.has_copied_ruleset() || self.has_new_parts())
            && let Some(here) = self.files.main()
        {
            return self.save_as(here, options);
        }
        let dirty = self.files.dirty_parts(&self.history.versions());
        let mut targets = self.targets(&self.files, &dirty)?;
        targets.extend(self.beside());
        let changed = |target: &&Target| {
            target.there.is_some() && target.there.as_ref() != self.print_of(&target.path)
        };
        let paths: Vec<_> = targets.iter().filter(changed).map(|t| t.path.clone()).collect();
        refuse_newer(&paths)?;
        if !paths.is_empty() && !options.force {
            return Err(SaveError::ChangedOnDisk { paths });
        }
        let record = record_of(&self.files);
        let saved = write_all(targets, &record, self.journal.at(), &mut self.files.on_disk)?;
        self.agree(self.files.clone());
        self.companion_was_saved();
        Ok(saved)
    }

    /// Saves under another name and goes on with the new file.
    ///
    /// A document that is built into the program becomes a folder of its own files: the scenario
    /// under the given name, and `map.json`, `ruleset.json` and `order-of-battle.json` beside it; or,
    /// where another scenario has such files there, `NAME-map.json` and so on.
    /// A document that has files gets another scenario file, and other files of those parts that
    /// are to be its [own](SaveOptions::own). The others stay where they are, shared with the old
    /// scenario, and are saved there if they changed. A bundle becomes another bundle. What the files
    /// name besides (a scan, boards, pictures of counters) stays where it is.
    ///
    /// # Errors
    /// Nothing is written if any file cannot be, or if one is there already and `overwrite` is
    /// not given.
    pub fn save_as(
        &mut self,
        path: impl AsRef<Path>,
        options: SaveOptions,
    ) -> Result<Saved, SaveError> {
        self.commit();
        let files = self.files_at(path.as_ref(), options.own)?;
        let before = references::all(self.bundle_mut());
        let boards = self.bundle().map.grid.boards.clone();
        let recipe = self.state.companion.clone();
        self.move_references(&files);
        self.take_recipe_along(&files);
        let result = self.save_all_as(files, options);
        if result.is_err() {
            self.bundle_mut().map.grid.boards = boards;
            references::set(self.bundle_mut(), before);
            self.state.companion = recipe;
        }
        result
    }

    /// What there is to be asked before the scenario is saved at `path`: which parts get files of
    /// their own. None where nothing is shared then: in its own place, of a bundle, and where all is
    /// new anyway.
    pub fn choice_for_copy(&self, path: impl AsRef<Path>) -> Option<CopyChoice> {
        let here = self.files.main()?;
        let path = path.as_ref();
        if self.paths().is_bundle || self.has_copied_ruleset() || is_one_place(&here, path) {
            return None;
        }
        let dirty = self.files.dirty_parts(&self.history.versions());
        let changed = OwnParts {
            map: dirty.contains(&Part::Map) || self.beside().is_some(),
            orders_of_battle: dirty.iter().any(|part| matches!(part, Part::OrderOfBattle(_))),
            ruleset: dirty.contains(&Part::Ruleset),
        };
        let elsewhere =
            !is_one_place(here.with_file_name("map.json"), path.with_file_name("map.json"));
        // What lies elsewhere, like the maps of a project, is there to be shared.
        let beside = |part: Part| {
            let name = self.files.path_of(part).file_name().map(|name| here.with_file_name(name));
            elsewhere && name.is_some_and(|name| is_one_place(name, self.files.path_of(part)))
        };
        let usual = OwnParts {
            map: changed.map || beside(Part::Map),
            orders_of_battle: changed.orders_of_battle || beside(Part::OrderOfBattle(0)),
            ruleset: changed.ruleset || self.files.parts().into_iter().all(beside),
        };
        Some(CopyChoice { usual: usual.with_what_goes_along(), changed })
    }

    /// Where the parts lie if the scenario is saved at `path`.
    ///
    /// # Errors
    /// It cannot be saved there.
    pub fn paths_of_copy(
        &self,
        path: impl AsRef<Path>,
        own: OwnParts,
    ) -> Result<ProjectPaths, SaveError> {
        self.files_at(path.as_ref(), own).map(|files| files.paths)
    }

    /// Saves another scenario on the same map, with the same ruleset and orders of battle, at
    /// `path`, and opens it. This document stays as it is.
    ///
    /// # Errors
    /// Nothing is written if a file is there already and `overwrite` is not given, or if what the
    /// two share has changes that no file has.
    pub fn save_beside(
        &self,
        scenario: Scenario,
        path: impl AsRef<Path>,
        options: SaveOptions,
    ) -> Result<Self, SaveError> {
        let path = path.as_ref();
        if *self.origin() == Origin::Embedded {
            return Err(SaveError::NoFile);
        }
        let files = self.files_at(path, OwnParts::default())?;
        let dirty = self.files.dirty_parts(&self.history.versions());
        let shared = dirty.into_iter().filter(|part| *part != Part::Scenario);
        let shared: Vec<PathBuf> = shared.map(|part| self.files.path_of(part)).collect();
        if !files.paths.is_bundle && !shared.is_empty() {
            return Err(SaveError::Unsaved { paths: shared });
        }
        let mut bundle = self.bundle().clone();
        bundle.scenario = scenario;
        let project = Project { bundle, paths: files.paths, texts: BTreeMap::new() };
        let mut new = Self::new(self.systems(), project, Origin::File(path.to_owned()));
        // What lies at the path is none of the new document's files yet.
        new.files.on_disk.remove(path);
        new.save_as(path, options)?;
        Ok(new)
    }

    fn save_all_as(&mut self, mut files: Files, options: SaveOptions) -> Result<Saved, SaveError> {
        let dirty = self.files.dirty_parts(&self.history.versions());
        let is_new = |part: &Part| {
            *part == Part::Scenario
                || *self.origin() == Origin::Embedded
                || dirty.contains(part)
                || files.text_of(*part) != self.files.text_of(*part)
        };
        let parts: Vec<Part> = files.parts().into_iter().filter(is_new).collect();
        let mut targets = self.targets(&files, &parts)?;
        targets.extend(self.beside());
        // A file that holds the very same already is in nobody's way.
        targets.retain(|Target { path, text, .. }| {
            let held = salient_files::read_at_most(path, text.len() as u64);
            held.map_or(true, |bytes| bytes != text.as_bytes())
        });
        let ours = |path: &Path| self.print_of(path);
        let (mut exist, mut changed) = (Vec::new(), Vec::new());
        for Target { path, there, .. } in &targets {
            match ours(path) {
                Some(print) if there.as_ref().is_some_and(|now| now != print) => {
                    changed.push(path.clone());
                }
                Some(_) => {}
                None if fs::symlink_metadata(path).is_ok() => exist.push(path.clone()),
                None => {}
            }
        }
        refuse_newer(exist.iter().chain(&changed))?;
        if !exist.is_empty() && !options.overwrite {
            return Err(SaveError::Exists { paths: exist });
        }
        if !changed.is_empty() && !options.force {
            return Err(SaveError::ChangedOnDisk { paths: changed });
        }
        let record = record_of(&files);
        let saved = write_all(targets, &record, self.journal.at(), &mut files.on_disk)?;
        self.agree(files);
        self.companion_was_saved();
        Ok(saved)
    }

    /// The files of this document if its scenario were saved at `path`.
    fn files_at(&self, path: &Path, own: OwnParts) -> Result<Files, SaveError> {
        let bad = |reason| SaveError::BadPath { path: path.to_owned(), reason };
        let name = path.file_name().ok_or_else(|| bad("it names no file"))?;
        let text = text_of(path);
        if fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
            return Err(bad("it is a folder; give a file name in it"));
        }
        let here = resolve("", &text);
        let old = self.paths();
        let mut paths = ProjectPaths { scenario: here.clone(), ..old.clone() };
        if old.is_bundle {
            paths.map.clone_from(&here);
            paths.ruleset.clone_from(&here);
            paths.orders_of_battle.fill(here.clone());
        } else if *self.origin() == Origin::Embedded {
            paths.map = resolve(&here, "map.json");
            paths.ruleset = resolve(&here, "ruleset.json");
            paths.orders_of_battle = (1..=self.bundle().orders_of_battle.len())
                .map(|number| match number {
                    1 => resolve(&here, "order-of-battle.json"),
                    _ => resolve(&here, &format!("order-of-battle-{number}.json")),
                })
                .collect();
            let taken = |other: &String| Path::new(other).file_name() == Some(name);
            let others = [&paths.map, &paths.ruleset].into_iter().chain(&paths.orders_of_battle);
            if others.into_iter().any(taken) {
                return Err(bad("the map, ruleset or order of battle goes under that name"));
            }
            // What lies there is another scenario's: this one gets files that are called after it.
            let others = [&paths.map, &paths.ruleset].into_iter().chain(&paths.orders_of_battle);
            if others.into_iter().any(|path| fs::symlink_metadata(path_of(path)).is_ok()) {
                own_paths(&here, &mut paths, OwnParts::ALL);
            }
        } else if self.has_copied_ruleset() {
            own_paths(&here, &mut paths, OwnParts::ALL);
        } else {
            own_paths(&here, &mut paths, own.with_what_goes_along());
        }
        // What was begun here has no file yet.
        let mut free = FreeNames::beside(&here);
        while paths.orders_of_battle.len() < self.bundle().orders_of_battle.len() {
            let path = if paths.is_bundle { here.clone() } else { free.name("order-of-battle") };
            paths.orders_of_battle.push(path);
        }
        Ok(Files { origin: Origin::File(path.to_owned()), paths, ..self.files.clone() })
    }

    /// The files of the parts that differ from them, each once, the scenario's first.
    pub(crate) fn dirty_files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for part in self.files.dirty_parts(&self.history.versions()) {
            let path = self.files.path_of(part);
            if !files.contains(&path) {
                files.push(path);
            }
        }
        files
    }

    /// Whether the document was given a ruleset of its own that no file holds yet: the next save
    /// writes it, and what is made for it, to new files.
    pub fn has_copied_ruleset(&self) -> bool {
        self.state.copies > self.files.copies
    }

    /// Whether an order of battle was begun that has no file yet.
    fn has_new_parts(&self) -> bool {
        self.bundle().orders_of_battle.len() > self.paths().orders_of_battle.len()
    }

    /// What is to be written of the file beside the document's own.
    fn beside(&self) -> Option<Target> {
        let companion = self.state.companion.as_ref().filter(|one| one.is_unsaved())?;
        let path = companion.path().to_owned();
        let there = Fingerprint::of_file(&path);
        Some(Target { path, text: companion.text().to_owned(), there })
    }

    /// What a file held when it was last read or written here.
    fn print_of(&self, path: &Path) -> Option<&Fingerprint> {
        let companion = self.state.companion.as_ref().filter(|one| one.path() == path);
        self.files.print_of(path).or_else(|| companion?.held())
    }

    fn targets(&self, files: &Files, parts: &[Part]) -> Result<Vec<Target>, SaveError> {
        let bundle = self.bundle();
        let mut targets: Vec<Target> = Vec::new();
        for &part in parts {
            let path = files.path_of(part);
            if targets.iter().any(|target| target.path == path) {
                continue;
            }
            let text = match part {
                _ if files.paths.is_bundle => to_canonical_json(bundle),
                Part::Scenario => to_canonical_json(&bundle.scenario),
                Part::Map => to_canonical_json(&bundle.map),
                Part::Ruleset => to_canonical_json(&bundle.ruleset),
                Part::OrderOfBattle(at) => match bundle.orders_of_battle.get(at) {
                    Some(oob) => to_canonical_json(oob),
                    None => continue,
                },
            };
            match text {
                Ok(text) => {
                    let there = Fingerprint::of_file(&path);
                    targets.push(Target { path, text, there });
                }
                Err(error) => return Err(SaveError::Json { path, reason: error.to_string() }),
            }
        }
        Ok(targets)
    }

    /// Takes note that the document and its files agree.
    fn agree(&mut self, mut files: Files) {
        files.saved = self.history.versions();
        files.copies = self.state.copies;
        let mut on_disk = BTreeMap::new();
        for part in files.parts() {
            let path = files.path_of(part);
            // What was the same already was not written, and is ours from now on. What belongs
            // to the document no longer is another's from now on.
            let held = files.on_disk.get(&path).cloned().or_else(|| OnDisk::of_file(&path));
            on_disk.extend(held.map(|held| (path, held)));
        }
        files.on_disk = on_disk;
        self.files = files;
        self.journal.restart(&self.files);
    }

    /// Takes note of what the files hold now, and whether the document is the same.
    pub(crate) fn files_were_read_again(&mut self, texts: BTreeMap<String, String>, same: bool) {
        let agreed = same.then(|| self.history.versions());
        self.files.read_again(texts, agreed);
        self.journal.restart(&self.files);
    }

    /// Makes the parts name one another, and what they name besides, as it is right in these files.
    fn move_references(&mut self, files: &Files) {
        let old = self.paths().clone();
        let is_built_in = *self.origin() == Origin::Embedded;
        references::go(self.bundle_mut(), &old, &files.paths, is_built_in);
        if is_built_in {
            // The boards of a map that is built into the program are on no disk.
            let map = files.text_of(Part::Map).to_owned();
            for board in &mut self.bundle_mut().map.grid.boards {
                let is_there = |name: &String| path_of(&resolve(&map, name)).exists();
                board.file = board.file.take().filter(is_there);
            }
        }
    }

    /// Gives the recipe that is open beside the map another file, where the map gets one.
    fn take_recipe_along(&mut self, files: &Files) {
        let [old, new] = [self.files.text_of(Part::Map), files.text_of(Part::Map)];
        let Some(companion) = self.state.companion.as_ref().filter(|_| old != new) else { return };
        let from = text_of(companion.path());
        let (Some(mut recipe), _) = salient_schema::read_recipe(&from, companion.text()) else {
            return;
        };
        let mut free = FreeNames::beside(files.text_of(Part::Scenario));
        let plain = companion.path().file_name().unwrap_or_default();
        let plain = resolve(new, &text_of(Path::new(plain)));
        let to = match fs::symlink_metadata(path_of(&plain)) {
            Ok(_) => free.name("recipe"),
            Err(_) => plain,
        };
        recipe.move_to(&from, &to);
        recipe.ruleset = relative(&to, files.text_of(Part::Ruleset));
        if let Ok(text) = to_canonical_json(&recipe) {
            self.state.companion = Some(Companion::new(path_of(&to), text));
        }
    }
}

/// Names for new files beside a scenario that are called after it.
struct FreeNames<'s> {
    scenario: &'s str,
    stem: String,
    taken: BTreeSet<String>,
}

impl<'s> FreeNames<'s> {
    fn beside(scenario: &'s str) -> Self {
        let stem = scenario.rsplit('/').next().unwrap_or_default();
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem).to_owned();
        Self { scenario, stem, taken: BTreeSet::new() }
    }

    /// The path of a file that is not there yet.
    fn name(&mut self, what: &str) -> String {
        let name = |number: u32| match number {
            1 => format!("{}-{what}.json", self.stem),
            _ => format!("{}-{what}-{number}.json", self.stem),
        };
        let mut path = resolve(self.scenario, &name(1));
        let mut number = 1;
        while fs::symlink_metadata(path_of(&path)).is_ok() || self.taken.contains(&path) {
            number += 1;
            path = resolve(self.scenario, &name(number));
        }
        self.taken.insert(path.clone());
        path
    }
}

/// Puts the paths of new files beside the scenario in place of those of some of its parts.
fn own_paths(scenario: &str, paths: &mut ProjectPaths, own: OwnParts) {
    let mut free = FreeNames::beside(scenario);
    if own.ruleset {
        paths.ruleset = free.name("ruleset");
    }
    if own.map {
        paths.map = free.name("map");
    }
    if own.orders_of_battle {
        for oob in &mut paths.orders_of_battle {
            *oob = free.name("order-of-battle");
        }
    }
}

/// Refuses to write over a file of a newer version, whatever else is allowed: what this build
/// does not understand of it would be lost.
fn refuse_newer<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), SaveError> {
    #[derive(Deserialize)]
    struct Head {
        format_version: u64,
    }
    for path in paths {
        let held = salient_files::read(path).ok();
        let head = held.and_then(|bytes| serde_json::from_slice::<Head>(&bytes).ok());
        if let Some(Head { format_version: version }) = head
            && version > u64::from(FORMAT_VERSION)
        {
            return Err(SaveError::Newer { path: path.clone(), version });
        }
    }
    Ok(())
}

/// Where a save of these files says what it is about, beside the scenario: the next who opens it
/// carries out a save that was cut off.
pub(crate) fn record_beside(scenario: &Path) -> PathBuf {
    let name = scenario.file_name().unwrap_or_default().to_string_lossy();
    scenario.with_file_name(format!(".{name}.salient-save"))
}

fn record_of(files: &Files) -> PathBuf {
    record_beside(&files.path_of(Part::Scenario))
}

/// Writes all files or none. With the last of them goes the journal, whose edits they hold.
fn write_all(
    targets: Vec<Target>,
    record: &Path,
    journal: Option<&Path>,
    on_disk: &mut BTreeMap<PathBuf, OnDisk>,
) -> Result<Saved, SaveError> {
    let fail = |source: WriteError| match source.cause {
        Cause::Changed => SaveError::ChangedOnDisk { paths: vec![source.path] },
        _ => SaveError::Write { path: source.path.clone(), source },
    };
    if targets.is_empty() {
        return Ok(Saved::default());
    }
    let mut transaction = Transaction::begin(record).map_err(fail)?;
    for Target { path, text, there } in &targets {
        transaction.put(path, text, &Expected::Was(there.clone())).map_err(fail)?;
    }
    if let Some(journal) = journal {
        transaction.remove(journal);
    }
    transaction.commit().map_err(fail)?;
    let mut saved = Saved::default();
    for target in targets {
        on_disk.insert(target.path.clone(), OnDisk::of(target.text));
        saved.written.push(target.path);
    }
    Ok(saved)
}
