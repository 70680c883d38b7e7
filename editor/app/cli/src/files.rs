//! Finding the files that a command is about, and rewriting them at one moment.

use std::path::{Path, PathBuf};

use salient_files::{Expected, Fingerprint, Place, Transaction, WriteError};

use super::{Console, Exit};

/// The JSON files that paths name and that are to be rewritten, each with where it lies, and
/// [`Exit::Unreadable`] where one cannot be looked at, which is told. Links in folders are not
/// followed.
pub fn to_rewrite(
    paths: &[PathBuf],
    console: &mut Console<'_>,
) -> anyhow::Result<(Vec<(String, Place)>, Exit)> {
    let walked = salient_files::walk_to_write(paths, "json");
    let exit = if walked.unreadable.is_empty() { Exit::Clean } else { Exit::Unreadable };
    for error in walked.unreadable {
        writeln!(console.err, "{}: cannot be read: {}", shown(&error.path), error.reason())?;
    }
    let files = walked.files.into_iter().map(|(path, place)| (shown(&path), place));
    Ok((files.collect(), exit))
}

/// The record of files that are being rewritten together, while they are.
const RECORD: &str = ".salient-rewriting";

/// Files that are rewritten at one moment.
#[derive(Default)]
pub struct Rewriting {
    transaction: Option<Transaction>,
    files: Vec<String>,
}

impl Rewriting {
    /// Adds a file with its new bytes, or tells why it cannot be written: the others can. `was` is
    /// what was read: a file that is another by now is left alone.
    pub fn add(
        &mut self,
        (file, place): &(String, Place),
        was: &[u8],
        bytes: &[u8],
        console: &mut Console<'_>,
    ) -> anyhow::Result<Exit> {
        match self.put(place, was, bytes) {
            Ok(()) => {
                self.files.push(file.clone());
                Ok(Exit::Clean)
            }
            Err(error) => {
                writeln!(console.err, "{file}: cannot be written: {}", error.reason())?;
                Ok(Exit::Unreadable)
            }
        }
    }

    fn put(&mut self, place: &Place, was: &[u8], bytes: &[u8]) -> Result<(), WriteError> {
        let transaction = match &mut self.transaction {
            Some(begun) => begun,
            none => {
                let begun = Transaction::begin(place.path().with_file_name(RECORD))?;
                none.insert(begun)
            }
        };
        transaction.put(place.clone(), bytes, &Expected::Was(Some(Fingerprint::of(was))))
    }

    /// Writes all of them and tells it, "map.json: rewritten", or none of them, and why. How many
    /// were written.
    pub fn commit(self, done: &str, console: &mut Console<'_>) -> anyhow::Result<(usize, Exit)> {
        let Some(transaction) = self.transaction else { return Ok((0, Exit::Clean)) };
        if let Err(error) = transaction.commit() {
            let file = shown(&error.path);
            writeln!(console.err, "{file}: cannot be written: {}", error.reason())?;
            for other in self.files.iter().filter(|other| **other != file) {
                writeln!(console.err, "{other}: not written either: all change at one moment")?;
            }
            return Ok((0, Exit::Unreadable));
        }
        for file in &self.files {
            writeln!(console.out, "{file}: {done}")?;
        }
        Ok((self.files.len(), Exit::Clean))
    }
}

/// The JSON files that paths name: files as they are, folders with all below them, in order; and
/// the paths that cannot be looked at, each with the reason.
pub fn json_files(paths: &[PathBuf]) -> (Vec<String>, Vec<(String, String)>) {
    let walked = salient_files::walk(paths, "json");
    let files = walked.files.iter().map(|path| shown(path)).collect();
    let unreadable = walked.unreadable.iter().map(|error| (shown(&error.path), error.reason()));
    (files, unreadable.collect())
}

/// A path as messages and references write it: with `/`, and without a leading `./`.
/// [`salient_files::path_of`] gives the path again.
pub fn shown(path: &Path) -> String {
    salient_files::text_of(path)
}

/// The way to a file from a folder, with `/`.
///
/// # Errors
/// The folder that the program runs in is gone.
pub fn seen_from(folder: &Path, file: &Path) -> anyhow::Result<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (folder, file) = (std::path::absolute(folder)?, std::path::absolute(file)?);
    let mut down = file.components().peekable();
    let mut up = folder.components().peekable();
    while let (Some(one), Some(other)) = (down.peek(), up.peek()) {
        if one != other {
            break;
        }
        down.next();
        up.next();
    }
    let way: PathBuf = up.map(|_| std::path::Component::ParentDir).chain(down).collect();
    Ok(shown(&way))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_file_leads_up_and_down() {
        let way = |folder: &str, file: &str| seen_from(Path::new(folder), Path::new(file)).unwrap();
        assert_eq!(way("a/b", "a/c/map.json"), "../c/map.json");
        assert_eq!(way("", "a/map.json"), "a/map.json");
        assert_eq!(way("a", "a/b/map.json"), "b/map.json");
    }

    #[test]
    fn finds_json_in_folders_and_takes_named_files_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.json", "a.json", "notes.txt", ".hidden.json", "named.data"] {
            std::fs::write(folder.path().join(name), "{}").unwrap();
        }
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        std::fs::write(folder.path().join("sub/c.json"), "{}").unwrap();
        let (files, unreadable) = json_files(&[
            folder.path().to_path_buf(),
            folder.path().join("named.data"),
            folder.path().join("nowhere"),
        ]);
        let names: Vec<_> = files.iter().map(|file| file.rsplit('/').next().unwrap()).collect();
        assert_eq!(names, ["a.json", "b.json", "named.data", "c.json"]);
        assert_eq!(unreadable.len(), 1);
    }
}
