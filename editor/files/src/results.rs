//! A folder of results, which appears whole or not at all and knows which files are its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use crate::read::look_at;
use crate::stage::Stage;
use crate::transaction::put_folder;
use crate::{
    Cause, Content, Expected, Fingerprint, Place, SettleError, Settled, Transaction, WriteError,
    faults, fill, folder_of, inputs, names, note_input, record, settle, stale, sync, write_bytes,
    write_pieces,
};

/// The list of the files that belong to a folder of results, in it.
pub const LIST: &str = ".salient-files";

/// The record of results that are being put into a folder that is there already.
pub(crate) const RECORD: &str = ".salient-unfinished";

/// The first line of a list.
const HEAD: &str = "salient-files 1";

/// Bytes of a list; none of ours comes near.
const MOST_BYTES: u64 = 64 << 20;

/// Results on their way into a folder. Nothing is seen of them before they are
/// [committed](Self::commit); dropped, they were nothing.
///
/// A folder that is not there appears with all of them. In one that is there they are put beside
/// what is in it, and what belonged to earlier results of the same set goes, unless somebody
/// changed it since. A file that holds the very same already is left alone. Where there is nothing
/// to put, no folder is made.
///
/// What a person names is the folder: of the names in it [no part may be a link](Place::below), and
/// of what the command [has read](crate::Inputs) nothing is replaced or goes.
#[derive(Debug)]
pub struct Results {
    folder: Place,
    set: String,
    /// The files by name, with what is in them.
    files: BTreeMap<String, Fingerprint>,
    /// Names of earlier results that stay.
    kept: BTreeSet<String>,
    way: Way,
    expected: Expected,
}

#[derive(Debug)]
enum Way {
    /// A folder of our own, which is given its name at the end.
    New { stage: Stage, inner: PathBuf },
    /// The folder is there already.
    Beside(Transaction),
}

impl Results {
    /// Results for this folder, over earlier ones. Several sets may share a folder if each has a
    /// name of its own; a set that has the folder for itself has an empty one.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn over(folder: impl Into<Place>, set: &str) -> Result<Self, WriteError> {
        Self::begin(folder.into(), set, Expected::Anything)
    }

    /// Results for this folder, of which no file may be there already.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn fresh(folder: impl Into<Place>) -> Result<Self, WriteError> {
        Self::begin(folder.into(), "", Expected::Was(None))
    }

    fn begin(folder: Place, set: &str, expected: Expected) -> Result<Self, WriteError> {
        let fail = |cause| WriteError { path: folder.path().to_owned(), cause };
        folder.still_leads().map_err(fail)?;
        let way = match fs::metadata(folder.path()) {
            Ok(there) if there.is_dir() => {
                Way::Beside(Transaction::begin(of_set(folder.path(), RECORD, set))?)
            }
            Ok(_) => {
                let error = io::Error::new(io::ErrorKind::NotADirectory, "it is no folder");
                return Err(fail(Cause::System(error)));
            }
            Err(_) => own_folder(&folder)?,
        };
        let (files, kept) = (BTreeMap::new(), BTreeSet::new());
        Ok(Self { folder, set: set.to_owned(), files, kept, way, expected })
    }

    /// Adds a file. Its name is relative, with `/`, and stays in the folder.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        self.check_name(name)?;
        let expected = self.expected.clone();
        self.put(name, bytes, &expected)?;
        self.files.insert(name.to_owned(), Fingerprint::of(bytes));
        Ok(())
    }

    /// Adds a file of which `content` writes piece after piece: for what is too large to be held in
    /// memory.
    ///
    /// # Errors
    /// What stands in the way, or what `content` says.
    pub fn add_with(
        &mut self,
        name: &str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        self.check_name(name)?;
        let place = self.folder.inside(name);
        let fail = |cause| WriteError { path: place.path().to_owned(), cause };
        let print = match &mut self.way {
            Way::New { inner, .. } => {
                let there = inner.join(name);
                new_file(&there, |file| write_pieces(file, content)).map_err(fail)?;
                let print = Fingerprint::of_place(&there).map_err(|e| fail(Cause::System(e)))?;
                print.ok_or_else(|| fail(Cause::System(io::ErrorKind::NotFound.into())))?
            }
            Way::Beside(transaction) => {
                faults::step();
                place.make_folder()?;
                transaction.put_with(place, content, &self.expected)?
            }
        };
        self.files.insert(name.to_owned(), print);
        Ok(())
    }

    fn check_name(&self, name: &str) -> Result<(), WriteError> {
        let cause = if !stays_inside(name) {
            Cause::Outside
        } else if let Some(name) = name.split('/').find(|part| names::is_reserved(part)) {
            Cause::Reserved { name: name.to_owned() }
        } else {
            return Ok(());
        };
        Err(WriteError { path: self.folder.path().join(name), cause })
    }

    /// Lets an earlier result of this name stay, since what it is made of gave none this time.
    pub fn keep(&mut self, name: &str) {
        self.kept.insert(name.to_owned());
    }

    fn put(&mut self, name: &str, bytes: &[u8], expected: &Expected) -> Result<(), WriteError> {
        let place = self.folder.inside(name);
        let fail = |cause| WriteError { path: place.path().to_owned(), cause };
        match &mut self.way {
            Way::New { inner, .. } => {
                new_file(&inner.join(name), |file| write_bytes(file, bytes)).map_err(fail)
            }
            Way::Beside(_)
                if *expected == Expected::Anything
                    && place.lead().is_ok()
                    && holds(place.path(), bytes) =>
            {
                Ok(())
            }
            Way::Beside(transaction) => {
                faults::step();
                place.make_folder()?;
                transaction.put(place, bytes, expected)
            }
        }
    }

    /// Lets the results appear, all at one moment. Gives the files in the order of their names.
    ///
    /// # Errors
    /// What stands in the way; nothing has changed then.
    pub fn commit(mut self) -> Result<Vec<PathBuf>, WriteError> {
        if self.files.is_empty() && matches!(self.way, Way::New { .. }) {
            return Ok(Vec::new());
        }
        let list = of_set(self.folder.path(), LIST, &self.set);
        let earlier = match self.expected {
            Expected::Anything => read_list(&list).unwrap_or_default(),
            Expected::Was(_) => BTreeMap::new(),
        };
        let of_ours = |name: &String| self.folder.path().join(name);
        let written: Vec<PathBuf> = self.files.keys().map(of_ours).collect();
        for (name, print) in &earlier {
            if self.kept.contains(name) {
                self.files.entry(name.clone()).or_insert_with(|| print.clone());
            }
        }
        let name = list.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = write_list(&self.files);
        self.put(&name, text.as_bytes(), &Expected::Anything)?;
        let Self { folder, files, way, .. } = self;
        match way {
            Way::New { stage, inner } => {
                let fail = |cause| WriteError { path: folder.path().to_owned(), cause };
                stage.sync();
                sync(&inner);
                folder.still_leads().map_err(fail)?;
                put_folder(&inner, folder.path()).map_err(|e| fail(Cause::System(e)))?;
                sync(folder_of(folder.path()));
                drop(stage);
            }
            Way::Beside(mut transaction) => {
                for (name, print) in earlier {
                    if files.contains_key(&name) || !stays_inside(&name) {
                        continue;
                    }
                    let gone = folder.inside(&name);
                    let fail = |cause| WriteError { path: gone.path().to_owned(), cause };
                    // The file itself may have become somebody's link, which stays.
                    let way = Path::new(&name).parent().unwrap_or(Path::new(""));
                    folder.inside(way).lead().map_err(fail)?;
                    let refused = inputs::refuse(gone.path(), &Expected::Anything);
                    if refused.is_err() && Fingerprint::of_file(gone.path()) == Some(print.clone())
                    {
                        refused.map_err(fail)?;
                    }
                    transaction.remove_if(gone, &print);
                }
                transaction.commit()?;
            }
        }
        Ok(written)
    }
}

/// A file in a new folder of results.
fn new_file(
    place: &Path,
    content: impl FnOnce(&mut Content<'_>) -> io::Result<()>,
) -> Result<(), Cause> {
    fs::create_dir_all(folder_of(place)).map_err(Cause::System)?;
    faults::step();
    let file = fs::File::options().create_new(true).write(true).open(place);
    fill(&file.map_err(Cause::System)?, content, None)
}

/// Whether an ordinary file holds these bytes already. To look is not to read: nothing is made of
/// it.
pub fn holds(path: impl AsRef<Path>, bytes: &[u8]) -> bool {
    let path = path.as_ref();
    fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
        && look_at(path, bytes.len() as u64).is_ok_and(|held| held == bytes)
}

/// A folder of our own beside the one that is to appear.
fn own_folder(folder: &Place) -> Result<Way, WriteError> {
    folder.make_folder()?;
    let parent = folder_of(folder.path());
    stale::clear(parent);
    let make = || {
        // There never is a record: the folder appears at one moment.
        let stage = Stage::new(parent, &folder.path().join(RECORD).join("none"))?;
        let inner = stage.path().join("results");
        faults::step();
        fs::create_dir(&inner)?;
        Ok(Way::New { stage, inner })
    };
    make()
        .map_err(|error| WriteError { path: folder.path().to_owned(), cause: Cause::System(error) })
}

/// The files that belong to the results in a folder, where there is a list. Results that were cut
/// off are put in their places first.
///
/// # Errors
/// They cannot be, or the list cannot be read.
pub fn files_of(folder: impl AsRef<Path>) -> Result<Option<Vec<String>>, SettleError> {
    let folder = folder.as_ref();
    let record = of_set(folder, RECORD, "");
    if settle(&record)? == Settled::InUse {
        let source = io::Error::new(io::ErrorKind::ResourceBusy, "it is being written now");
        return Err(SettleError::System { path: folder.to_owned(), source });
    }
    let list = of_set(folder, LIST, "");
    if fs::symlink_metadata(&list).is_err() {
        return Ok(None);
    }
    match read_list(&list) {
        Ok(files) => {
            note_input(&list);
            Ok(Some(files.into_keys().collect()))
        }
        Err(error) => Err(SettleError::Unreadable { path: list, reason: error.to_string() }),
    }
}

fn of_set(folder: &Path, name: &str, set: &str) -> PathBuf {
    match set {
        "" => folder.join(name),
        set => folder.join(format!("{name}-{set}")),
    }
}

fn write_list(files: &BTreeMap<String, Fingerprint>) -> String {
    let mut text = format!("{HEAD}\n");
    for (name, print) in files {
        text.push_str(&format!("{print}\t{}\n", record::escaped(name.as_bytes())));
    }
    text
}

fn read_list(list: &Path) -> io::Result<BTreeMap<String, Fingerprint>> {
    let wrong = |what| io::Error::new(io::ErrorKind::InvalidData, what);
    if !fs::symlink_metadata(list)?.is_file() {
        return Err(wrong("it is no list of files"));
    }
    let text = String::from_utf8(look_at(list, MOST_BYTES)?);
    let text = text.map_err(|_| wrong("it is no text"))?;
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return Err(wrong("it begins otherwise than those that this Salient writes"));
    }
    let mut files = BTreeMap::new();
    for line in lines {
        let name = line.split_once('\t').and_then(|(print, name)| {
            let name = String::from_utf8(record::unescaped(name)?).ok()?;
            Some((name, Fingerprint::from(print.to_owned())))
        });
        files.extend([name.ok_or_else(|| wrong("a line in it is not understood"))?]);
    }
    Ok(files)
}

/// Whether a name stays in the folder that it is relative to.
fn stays_inside(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(['\\', '\0', ':'])
        && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}
