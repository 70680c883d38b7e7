//! Several files with one moment at which all of them change.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::record::{Put, Record, Removal, seal};
use crate::stage::{Stage, kept};
use crate::{
    Cause, Content, CutOff, Fingerprint, Place, Settled, WriteError, cut_off_in, examine, faults,
    fill, folder_of, hold, settle, stale, sync, temporary_in, write_bytes, write_pieces,
};

/// What a file must be for a change to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Whatever it is now.
    Anything,
    /// What it was when it was read; none where it was not there.
    Was(Option<Fingerprint>),
}

/// Several files that change together: whoever is killed, at whatever moment, leaves all of them
/// as they were, or a record by which [`settle`] makes all of them new.
///
/// 1. The new contents are written into hidden folders beside their places.
/// 2. The record says what is intended, with what each file was and is to be. When it is on the
///    disk under its name, the change has happened: from here on it is only carried out.
/// 3. The files are put in their places, what is to go is removed, and the record with it.
#[derive(Debug)]
pub struct Transaction {
    at: PathBuf,
    stages: Vec<(PathBuf, Stage)>,
    /// What was cut off in the folders of the stages.
    cut_off: Vec<CutOff>,
    record: Record,
}

impl Transaction {
    /// A transaction whose record is to lie at this path. One that was cut off there is settled
    /// first.
    ///
    /// # Errors
    /// The one before cannot be settled, or somebody is carrying it out.
    pub fn begin(record: impl Into<PathBuf>) -> Result<Self, WriteError> {
        let at = record.into();
        let fail = |cause| WriteError { path: at.clone(), cause };
        match settle(&at) {
            Ok(Settled::Nothing | Settled::Done { .. }) => {}
            Ok(Settled::InUse) => return Err(fail(Cause::InUse)),
            Err(error) => return Err(fail(Cause::Unsettled(error.to_string()))),
        }
        Ok(Self { at, stages: Vec::new(), cut_off: Vec::new(), record: Record::default() })
    }

    /// Gives a file new contents.
    ///
    /// # Errors
    /// What stands in the way, or it is not what it is expected to be.
    pub fn put(
        &mut self,
        place: impl Into<Place>,
        bytes: impl AsRef<[u8]>,
        expected: &Expected,
    ) -> Result<(), WriteError> {
        let (place, bytes) = (place.into(), bytes.as_ref());
        let write = |file: &mut Content<'_>| write_bytes(file, bytes);
        let put = self.try_put(&place, write, Some(Fingerprint::of(bytes)), expected);
        let put = put.map(|(put, _)| self.record.puts.push(put));
        put.map_err(|cause| WriteError { path: place.path().to_owned(), cause })
    }

    /// Gives a file new contents, of which `content` writes piece after piece: for what is too large
    /// to be held in memory. A file that holds the very same already is left alone. Gives what it is
    /// to hold.
    ///
    /// # Errors
    /// What stands in the way, what `content` says, or it is not what it is expected to be.
    pub fn put_with(
        &mut self,
        place: impl Into<Place>,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        expected: &Expected,
    ) -> Result<Fingerprint, WriteError> {
        let place = place.into();
        let write = |file: &mut Content<'_>| write_pieces(file, content);
        let put = self.try_put(&place, write, None, expected);
        let (put, is_link) =
            put.map_err(|cause| WriteError { path: place.path().to_owned(), cause })?;
        let new = put.new.clone();
        if put.old.as_ref() == Some(&new) && !is_link {
            // It goes with its stage, if not now.
            let _ = fs::remove_file(&put.staged);
        } else {
            self.record.puts.push(put);
        }
        Ok(new)
    }

    /// Lays a file's new contents beside it, which are read again unless it is known what they are;
    /// and whether a link leads to it.
    fn try_put(
        &mut self,
        given: &Place,
        content: impl FnOnce(&mut Content<'_>) -> io::Result<()>,
        new: Option<Fingerprint>,
        expected: &Expected,
    ) -> Result<(Put, bool), Cause> {
        let (place, rights) = examine(given, expected)?;
        let is_link = fs::symlink_metadata(given.path()).is_ok_and(|there| there.is_symlink());
        let old = Fingerprint::of_place(&place).map_err(Cause::System)?;
        if matches!(expected, Expected::Was(was) if *was != old) {
            return Err(Cause::Changed);
        }
        let staged = self.stage_in(folder_of(&place))?.free();
        if let Some(cut_off) = self.cut_off.iter().find(|cut_off| cut_off.is_about(&place)) {
            return Err(Cause::CutOff(Box::new(cut_off.clone())));
        }
        faults::step();
        let file = File::options().create_new(true).write(true).open(&staged);
        let file = file.map_err(Cause::System)?;
        fill(&file, content, rights)?;
        let seal = seal(&file.metadata().map_err(Cause::System)?);
        let new = match new {
            None => Fingerprint::of_place(&staged).map_err(Cause::System)?,
            known => known,
        };
        let new = new.ok_or_else(|| Cause::System(io::ErrorKind::NotFound.into()))?;
        Ok((Put { place, staged, seal, old, new, given: Some(given.clone()) }, is_link))
    }

    /// Removes a file when the others are in their places. One that is not there, or is changed
    /// before that, is left alone, and so is what a link leads to that nobody named.
    pub fn remove(&mut self, place: impl Into<Place>) {
        let given = place.into();
        let path = given.path().to_owned();
        if let (Ok(data), Ok(Some(old)), Ok(())) =
            (fs::symlink_metadata(&path), Fingerprint::of_place(&path), given.still_leads())
            && data.is_file()
        {
            let seal = seal(&data);
            self.record.removals.push(Removal { path, seal, old, given: Some(given) });
        }
    }

    /// Removes a file like [`remove`](Self::remove), unless it holds something else than this.
    pub fn remove_if(&mut self, place: impl Into<Place>, holds: &Fingerprint) {
        let before = self.record.removals.len();
        self.remove(place);
        let added = self.record.removals.get(before);
        if added.is_some_and(|added| added.old != *holds) {
            self.record.removals.truncate(before);
        }
    }

    /// The stage beside files of this folder.
    fn stage_in(&mut self, folder: &Path) -> Result<&mut Stage, Cause> {
        let at = match self.stages.iter().position(|(of, _)| of == folder) {
            Some(at) => at,
            None => {
                self.cut_off.extend(cut_off_in(folder));
                stale::clear(folder);
                let stage = Stage::new(folder, &self.at).map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound => Cause::NoFolder { folder: folder.to_owned() },
                    _ => Cause::System(error),
                })?;
                self.record.stages.push(stage.path().to_owned());
                self.stages.push((folder.to_owned(), stage));
                self.stages.len() - 1
            }
        };
        Ok(&mut self.stages[at].1)
    }

    /// Makes all changes, for good.
    ///
    /// # Errors
    /// What stands in the way; all files are then as they were.
    pub fn commit(self) -> Result<(), WriteError> {
        let Self { at, stages, record, .. } = self;
        for Put { place, old, .. } in &record.puts {
            let fail = |cause| WriteError { path: place.clone(), cause };
            let now = Fingerprint::of_place(place).map_err(|e| fail(Cause::System(e)))?;
            if now != *old {
                return Err(fail(Cause::Changed));
            }
        }
        stages.iter().for_each(|(_, stage)| stage.sync());
        // One file alone changes at one moment anyway.
        let needs_record = record.puts.len() + record.removals.len() > 1;
        // Held until the end: nobody else carries out what we are carrying out.
        let lock = needs_record.then(|| put_down(&record, &at)).transpose();
        let lock = lock.map_err(|cause| WriteError { path: at.clone(), cause })?;
        let done = put_all(&record);
        if done.is_ok() {
            remove_all(&record.removals, |_| true);
        }
        if lock.is_some() {
            faults::step();
            // One that stays is settled by the next who begins here: there is nothing left to do.
            let _ = fs::remove_file(&at);
            sync(folder_of(&at));
        }
        drop((lock, stages));
        done
    }
}

/// Puts the record on the disk, under its name. From then on the transaction is one.
fn put_down(record: &Record, at: &Path) -> Result<File, Cause> {
    let folder = folder_of(at);
    let text = record.write(folder).map_err(Cause::System)?;
    let temporary = temporary_in(folder).map_err(Cause::System)?;
    hold(temporary.as_file());
    fill(temporary.as_file(), |file| write_bytes(file, text.as_bytes()), None)?;
    faults::step();
    let file = temporary.persist_noclobber(at).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => Cause::InUse,
        _ => Cause::System(error.error),
    })?;
    faults::step();
    sync(folder);
    Ok(file)
}

/// Puts all files in their places, or leaves all as they were.
fn put_all(record: &Record) -> Result<(), WriteError> {
    for (number, put) in record.puts.iter().enumerate() {
        if let Err(cause) = put_first(put) {
            for done in record.puts[..number].iter().rev() {
                // What can go wrong here is told by the error that led here.
                let _ = match done.old {
                    Some(_) => fs::rename(kept(&done.staged), &done.place),
                    None => fs::remove_file(&done.place),
                };
            }
            return Err(WriteError { path: put.place.clone(), cause });
        }
    }
    sync_folders(record.puts.iter().map(|put| &put.place));
    Ok(())
}

/// Puts a new file in its place, if what is there still is what it is to be put over: looked at as
/// late as can be.
fn put_first(put: &Put) -> Result<(), Cause> {
    keep_old(put).map_err(Cause::System)?;
    faults::step();
    if Fingerprint::of_place(&put.place).map_err(Cause::System)? != put.old {
        return Err(Cause::Changed);
    }
    put.given.as_ref().map_or(Ok(()), Place::still_leads)?;
    rename(put).map_err(Cause::System)
}

/// Keeps what is at a place, should a later file not get to its own.
fn keep_old(put: &Put) -> io::Result<()> {
    if put.old.is_none() {
        return Ok(());
    }
    let kept = kept(&put.staged);
    faults::step();
    // Not every disk knows a second name for a file.
    fs::hard_link(&put.place, &kept).or_else(|_| fs::copy(&put.place, &kept).map(drop))
}

/// Puts a waiting file in its place.
pub(crate) fn put_one(put: &Put) -> io::Result<()> {
    faults::step();
    rename(put)
}

fn rename(put: &Put) -> io::Result<()> {
    if put.old.is_some() {
        return fs::rename(&put.staged, &put.place);
    }
    // A second name is not given over a file that somebody made there in the meantime.
    match fs::hard_link(&put.staged, &put.place) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) => fs::rename(&put.staged, &put.place),
    }
}

/// Gives a folder its name.
pub(crate) fn put_folder(from: &Path, to: &Path) -> io::Result<()> {
    faults::step();
    fs::rename(from, to)?;
    faults::step();
    Ok(())
}

/// Removes those files that may go, each looked at just before.
pub(crate) fn remove_all(removals: &[Removal], may_go: impl Fn(&Removal) -> bool) {
    for removal in removals {
        faults::step();
        let leads = removal.given.as_ref().is_none_or(|given| given.still_leads().is_ok());
        if leads && may_go(removal) {
            let _ = fs::remove_file(&removal.path);
        }
    }
    sync_folders(removals.iter().map(|removal| &removal.path));
}

/// Makes the names of files last through a power cut.
pub(crate) fn sync_folders<'p>(files: impl Iterator<Item = &'p PathBuf>) {
    let folders: BTreeSet<&Path> = files.map(|file| folder_of(file)).collect();
    for folder in folders {
        faults::step();
        sync(folder);
    }
}
