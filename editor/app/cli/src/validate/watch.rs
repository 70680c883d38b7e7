//! `salient validate --watch`: checks again whatever a saved file has to do with.

use salient_rules::Systems;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context, bail};
use notify::{Event, RecursiveMode, Watcher};
use salient_files::{CutOff, cut_off_about};
use salient_schema::project::normalise;
use salient_schema::{Code, Diagnostic, Recording};

use super::super::interrupt;
use super::super::report::{count_in_words, render_diagnostics};
use super::super::{Console, Exit, files};
use super::{check_file, exit_for, sources_of};
use salient_output::plural;

/// How long a file must be left alone before it is looked at: editors write in several goes.
const QUIET: Duration = Duration::from_millis(150);
/// How often Ctrl-C is looked after.
const POLL: Duration = Duration::from_millis(100);

pub fn run(paths: &[PathBuf], console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let stop = interrupt::flag();
    let mut watched = Watched::new(console.systems, paths);
    let (sender, events) = mpsc::channel::<notify::Result<Event>>();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // That a file is read is no news: we read them ourselves.
        if !event.as_ref().is_ok_and(|event| event.kind.is_access()) {
            // Nobody listens any more when the program ends.
            let _ = sender.send(event);
        }
    })
    .context("files cannot be watched")?;
    let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
    let mut watch = |watched: &Watched| {
        for folder in watched.folders() {
            if folders.insert(folder.clone()) {
                // A folder that is gone again has nothing to tell.
                let _ = watcher.watch(&folder, RecursiveMode::Recursive);
            }
        }
    };
    // Before the first look: what is saved in the middle of it is looked at again.
    watch(&watched);
    let round = watched.check_all();
    watch(&watched);
    show_all(&watched, &round, console)?;
    loop {
        let mut changed: Vec<PathBuf> = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let patience = if changed.is_empty() { POLL } else { QUIET };
            match events.recv_timeout(patience) {
                Ok(Ok(event)) => changed.extend(event.paths),
                Ok(Err(error)) => writeln!(console.err, "{error}")?,
                Err(RecvTimeoutError::Timeout) if changed.is_empty() => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => bail!("files are no longer watched"),
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(watched.exit());
        }
        let round = watched.check_changed(&changed);
        watch(&watched);
        if round.checked > 0 || !round.gone.is_empty() {
            show(&round, &watched, console)?;
        }
    }
}

/// What a look at some files brought to light.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// How many files were checked.
    pub checked: usize,
    /// What is wrong now and was not before.
    pub new: Vec<Diagnostic>,
    /// What was wrong before and is not any more.
    pub mended: Vec<Diagnostic>,
    /// Files that were checked before and are not there any more.
    pub gone: Vec<String>,
    /// Saves of what was read that are cut off now, and were not before or elsewhere.
    pub cut_off: Vec<CutOff>,
}

/// The files that are looked after, with what each is made of and what is wrong with it.
#[derive(Debug)]
pub struct Watched {
    systems: Systems,
    paths: Vec<PathBuf>,
    files: BTreeMap<String, Checked>,
    unreadable: Vec<Diagnostic>,
    cut_off: Vec<CutOff>,
}

#[derive(Debug, Default)]
struct Checked {
    found: Vec<Diagnostic>,
    /// Every file that was read for it, by its full path.
    read: BTreeSet<PathBuf>,
}

impl Watched {
    pub fn new(systems: Systems, paths: &[PathBuf]) -> Self {
        Self {
            systems,
            paths: paths.to_vec(),
            files: BTreeMap::new(),
            unreadable: Vec::new(),
            cut_off: Vec::new(),
        }
    }

    /// The status that the last look ends with.
    pub fn exit(&self) -> Exit {
        let mixed = if self.cut_off.is_empty() { Exit::Clean } else { Exit::Problems };
        exit_for(&self.found()).max(mixed)
    }

    /// Everything that is wrong, each once.
    pub fn found(&self) -> Vec<Diagnostic> {
        let all = self.files.values().flat_map(|file| &file.found).chain(&self.unreadable);
        all.cloned().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Checks every file.
    pub fn check_all(&mut self) -> Round {
        self.files.clear();
        self.look(|_, _| true)
    }

    /// Checks the files that have to do with some others, those that are new, and forgets those
    /// that are gone.
    pub fn check_changed(&mut self, changed: &[PathBuf]) -> Round {
        let changed: BTreeSet<PathBuf> = changed.iter().map(|path| full(path)).collect();
        // Whatever else goes on in the folders is nobody's affair: a build, say.
        let json =
            |path: &PathBuf| path.extension().is_some_and(|end| end == "json") || path.is_dir();
        let read = |path: &PathBuf| self.files.values().any(|file| file.read.contains(path));
        if !changed.iter().any(|path| json(path) || read(path)) {
            return Round::default();
        }
        self.look(|_, checked| {
            // What could not be read may be there now: its folder stands for it.
            checked.read.iter().any(|read| changed.contains(read))
        })
    }

    fn look(&mut self, concerned: impl Fn(&str, &Checked) -> bool) -> Round {
        let before = self.found();
        let (there, unreadable) = files::json_files(&self.paths);
        self.unreadable = unreadable
            .into_iter()
            .map(|(path, error)| {
                Diagnostic::error(Code::Unreadable, format!("cannot be read: {error}")).file(path)
            })
            .collect();
        let there: BTreeSet<String> = there.into_iter().collect();
        let gone: Vec<String> =
            self.files.keys().filter(|file| !there.contains(*file)).cloned().collect();
        self.files.retain(|file, _| there.contains(file));
        let mut checked = 0;
        for file in there {
            if self.files.get(&file).is_some_and(|known| !concerned(&file, known)) {
                continue;
            }
            let source = Recording::default();
            let found = check_file(self.systems, &source, &file);
            let read = source.into_files();
            let mut read: BTreeSet<PathBuf> = read.iter().map(|path| full(path)).collect();
            read.insert(full(&salient_files::path_of(&file)));
            self.files.insert(file, Checked { found, read });
            checked += 1;
        }
        let after = self.found();
        let only = |some: &[Diagnostic], others: &[Diagnostic]| {
            let mut others: Vec<Diagnostic> = others.iter().map(without_line).collect();
            let is_other = |one: &&Diagnostic| {
                let place = others.iter().position(|other| *other == without_line(one));
                place.map(|place| others.swap_remove(place)).is_none()
            };
            some.iter().filter(is_other).cloned().collect::<Vec<_>>()
        };
        let cut_off = self.look_for_cut_off();
        Round { checked, new: only(&after, &before), mended: only(&before, &after), gone, cut_off }
    }

    /// Looks for saves of what was read that were cut off: those that are new, or have come further.
    fn look_for_cut_off(&mut self) -> Vec<CutOff> {
        let read: BTreeSet<&PathBuf> = self.files.values().flat_map(|file| &file.read).collect();
        let before = std::mem::replace(&mut self.cut_off, cut_off_about(read));
        self.cut_off.iter().filter(|now| !before.contains(now)).cloned().collect()
    }

    /// The folders in which something may change that has to do with the files.
    pub fn folders(&self) -> BTreeSet<PathBuf> {
        let given = self.paths.iter().map(|path| full(path));
        let given = given.map(|path| if path.is_dir() { path } else { parent(&path) });
        let read = self.files.values().flat_map(|file| &file.read).map(|path| parent(path));
        let all: BTreeSet<PathBuf> = given.chain(read).collect();
        // What lies below another is watched with it.
        let below = |one: &PathBuf| all.iter().any(|other| one != other && one.starts_with(other));
        all.iter().filter(|one| !below(one)).cloned().collect()
    }
}

fn parent(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_owned()
}

/// A path from the root, in one spelling; also of a file that is not there any more.
fn full(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let absolute = salient_files::path_of(&normalise(&salient_files::text_of(&absolute)));
    // The system tells of changes by the folder's real name.
    match (absolute.parent().map(std::fs::canonicalize), absolute.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => absolute,
    }
}

/// A finding without its line and pointer, which move when something is put before it.
fn without_line(one: &Diagnostic) -> Diagnostic {
    let mut one = one.clone();
    (one.place.line, one.place.column, one.place.pointer) = (None, None, None);
    one
}

fn show_all(watched: &Watched, round: &Round, console: &mut Console<'_>) -> anyhow::Result<()> {
    tell(round, console)?;
    let found = watched.found();
    let sources = sources_of(&found);
    console.out.print_painted(&render_diagnostics(&found, &sources, console.colour))?;
    writeln!(
        console.out,
        "{}: {}; watching, Ctrl-C ends",
        plural(round.checked, "file"),
        count_in_words(&found)
    )?;
    Ok(console.out.flush()?)
}

/// Tells of saves that were cut off: what is found in between may be mended by ending them.
fn tell(round: &Round, console: &mut Console<'_>) -> io::Result<()> {
    round.cut_off.iter().try_for_each(|cut_off| writeln!(console.err, "{cut_off}"))
}

fn show(round: &Round, watched: &Watched, console: &mut Console<'_>) -> anyhow::Result<()> {
    tell(round, console)?;
    writeln!(console.out)?;
    for gone in &round.gone {
        writeln!(console.out, "gone: {gone} is not there any more")?;
    }
    for mended in &round.mended {
        writeln!(console.out, "mended: {mended}")?;
    }
    if !round.new.is_empty() {
        let sources = sources_of(&round.new);
        console.out.print_painted(&render_diagnostics(&round.new, &sources, console.colour))?;
    }
    let found = watched.found();
    writeln!(
        console.out,
        "{} checked again: {} new, {} mended; in all {}",
        plural(round.checked, "file"),
        round.new.len(),
        round.mended.len(),
        count_in_words(&found)
    )?;
    Ok(console.out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULESET: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/fixtures/kaisers-battle/ruleset.json"
    ));
    const MAP: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/fixtures/kaisers-battle/map.json"
    ));

    #[test]
    fn a_save_that_was_cut_off_is_told_once_and_until_it_is_ended() {
        let (folder, _) = crate::cut_off::tests::half_saved();
        let mut watched = Watched::new(crate::tests::SYSTEMS, &[folder.path().to_owned()]);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let systems = crate::tests::SYSTEMS;
        let (colour, is_shown) = (false, false);
        let mut console =
            Console { systems, out: &mut out, err: &mut err, colour, watched: is_shown };
        let round = watched.check_all();
        show_all(&watched, &round, &mut console).unwrap();
        let [cut_off] = round.cut_off.as_slice() else { panic!("{:?}", round.cut_off) };
        assert_eq!(watched.exit(), Exit::Problems);
        let map = folder.path().join("map.json");
        let round = watched.check_changed(std::slice::from_ref(&map));
        show(&round, &watched, &mut console).unwrap();
        assert_eq!((round.checked, round.cut_off.len(), watched.exit()), (2, 0, Exit::Problems));
        let told = String::from_utf8(err).unwrap();
        assert_eq!(told.matches("was cut off; not written yet: ").count(), 1, "{told}");

        salient_files::settle(&cut_off.record).unwrap();
        let round = watched.check_changed(&[map]);
        assert_eq!((round.cut_off.len(), watched.exit()), (0, Exit::Clean), "{round:?}");
    }

    #[test]
    fn a_change_is_checked_with_all_that_it_has_to_do_with() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("maps")).unwrap();
        std::fs::write(at("ruleset.json"), RULESET).unwrap();
        let map = MAP.replace("\"ruleset.json\"", "\"../ruleset.json\"");
        std::fs::write(at("maps/map.json"), &map).unwrap();

        // Only the map is asked for; the ruleset lies outside of what is asked for.
        let mut watched = Watched::new(crate::tests::SYSTEMS, &[at("maps")]);
        let round = watched.check_all();
        assert_eq!((round.checked, round.new.len()), (1, 0), "{round:?}");
        assert_eq!(watched.folders().len(), 1, "the ruleset's folder holds the map's");

        // A file that has nothing to do with it.
        std::fs::write(at("notes.json"), "{").unwrap();
        assert_eq!(watched.check_changed(&[at("notes.json")]), Round::default());

        // A fault in the map, then a line before it: told once.
        let broken = map.replacen("\"title\":", "\"titel\":", 1);
        assert_ne!(broken, map);
        std::fs::write(at("maps/map.json"), &broken).unwrap();
        let round = watched.check_changed(&[at("maps/map.json")]);
        assert_eq!((round.checked, round.new.len()), (1, 1), "{round:?}");
        std::fs::write(at("maps/map.json"), format!("\n\n{broken}")).unwrap();
        let round = watched.check_changed(&[at("maps/map.json")]);
        assert_eq!((round.checked, round.new.len(), round.mended.len()), (1, 0, 0), "{round:?}");

        // Mended; and a fault in a file that it refers to is told too.
        std::fs::write(at("maps/map.json"), &map).unwrap();
        std::fs::remove_file(at("ruleset.json")).unwrap();
        let round = watched.check_changed(&[at("maps/map.json"), at("ruleset.json")]);
        assert_eq!((round.new.len(), round.mended.len()), (1, 1), "{round:?}");
        std::fs::write(at("ruleset.json"), RULESET).unwrap();
        let round = watched.check_changed(&[at("ruleset.json")]);
        assert_eq!((round.checked, round.mended.len()), (1, 1), "{round:?}");

        // A new file is checked, one that is gone forgotten.
        std::fs::write(at("maps/other.json"), "{").unwrap();
        let round = watched.check_changed(&[at("maps/other.json")]);
        assert_eq!((round.checked, round.new.len()), (1, 1), "{round:?}");
        std::fs::remove_file(at("maps/other.json")).unwrap();
        let round = watched.check_changed(&[at("maps/other.json")]);
        assert_eq!((round.checked, round.gone.len(), round.mended.len()), (0, 1, 1), "{round:?}");
        assert!(round.gone[0].ends_with("other.json"), "{round:?}");
        assert_eq!(watched.found(), []);
    }
}
