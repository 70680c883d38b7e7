//! The folder of a project: references lead nowhere else.

use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use crate::limits;

/// The folders by which a project is known where it has no history of its own.
const USUAL: [&str; 2] = ["maps", "scenarios"];

/// The folder that the user named when the program began.
static NAMED: OnceLock<PathBuf> = OnceLock::new();

/// Notes the folder that the user names as the project's, for as long as the program runs. Files
/// in it may refer to all that lies below it; others have their own projects. The first one counts.
///
/// # Errors
/// It is no folder, or cannot be looked at.
pub fn name_project(folder: &Path) -> std::io::Result<()> {
    let folder = std::fs::canonicalize(folder)?;
    if !folder.is_dir() {
        return Err(std::io::ErrorKind::NotADirectory.into());
    }
    let _ = NAMED.set(folder);
    Ok(())
}

/// The folder of the project that a file belongs to, in its real name: that which the user
/// [named](name_project); else the nearest one above it that is a work tree of git's, or that has
/// a folder `maps` or `scenarios`; else the one that the program runs in; and where the file does
/// not lie in that, its own, or the highest one above as long as each holds data of Salient's, too.
///
/// The nearest counts, so that nobody who may only write into a project can make it wider.
pub fn folder_of(file: &Path) -> PathBuf {
    let working = std::env::current_dir().and_then(std::fs::canonicalize).ok();
    folder_among(file, NAMED.get().map(PathBuf::as_path), working.as_deref())
}

fn folder_among(file: &Path, named: Option<&Path>, working: Option<&Path>) -> PathBuf {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let own = file.parent().unwrap_or(&file);
    let own = std::fs::canonicalize(own).unwrap_or_else(|_| own.to_owned());
    let is_project = |folder: &&Path| {
        folder.join(".git").exists() || USUAL.iter().any(|usual| folder.join(usual).is_dir())
    };
    let holds = |folder: &&Path| own.starts_with(folder);
    named
        .filter(holds)
        .or_else(|| own.ancestors().filter(|folder| folder.parent().is_some()).find(is_project))
        .or_else(|| working.filter(holds).filter(|folder| folder.parent().is_some()))
        .or_else(|| own.ancestors().skip(1).take_while(|above| holds_data(above)).last())
        .unwrap_or(&own)
        .to_owned()
}

/// Whether a file in a folder says that it is of Salient's kinds, or at least names its schema in
/// the same way.
fn holds_data(folder: &Path) -> bool {
    let files = crate::files_in(folder, limits::ENTRIES).unwrap_or_default();
    files.iter().filter(|file| file.extension().is_some_and(|end| end == "json")).any(|file| {
        let head = crate::read_head(file, 4096).unwrap_or_default();
        let head = String::from_utf8_lossy(&head);
        head.contains("\"$schema\"") && head.contains(".schema.json\"")
    })
}

/// Whether a path to what is not there would lead into a folder, which is given by its real name.
pub(crate) fn leads_into(path: &Path, folder: &Path) -> bool {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // As far as it is there, by its real name; the rest as it is written.
    let there = absolute.ancestors().find_map(|part| {
        let real = std::fs::canonicalize(part).ok()?;
        Some(real.join(absolute.strip_prefix(part).ok()?))
    });
    let mut plain = PathBuf::new();
    for part in there.unwrap_or(absolute).components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain.starts_with(folder)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_what_is_named_or_the_nearest_or_where_the_program_runs() {
        let temporary = tempfile::tempdir().unwrap();
        let top = temporary.path().canonicalize().unwrap();
        std::fs::create_dir_all(top.join("g/h")).unwrap();
        for file in ["f.json", "g/h/x.json"] {
            std::fs::write(top.join(file), "{}").unwrap();
        }
        let data = "{ \"$schema\": \"ruleset.schema.json\" }";
        std::fs::write(top.join("g/ruleset.json"), data).unwrap();
        for folder in ["a/maps/west", "a/scenarios/sub/maps", "b/.git", "b/c", "d/e"] {
            std::fs::create_dir_all(top.join(folder)).unwrap();
        }
        let of = |file: &str, named: Option<&str>, working: Option<&str>| {
            let [named, working] = [named, working].map(|one| one.map(|one| top.join(one)));
            let folder = folder_among(&top.join(file), named.as_deref(), working.as_deref());
            folder.strip_prefix(&top).unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(of("a/maps/west/map.json", None, None), "a");
        assert_eq!(of("a/scenarios/one.json", None, Some("a/scenarios")), "a");
        assert_eq!(of("a/scenarios/sub/one.json", None, None), "a/scenarios/sub", "the nearest");
        assert_eq!(of("a/scenarios/sub/one.json", Some("a"), None), "a", "unless named");
        assert_eq!(of("b/c/one.json", None, Some("")), "b");
        assert_eq!(of("d/e/one.json", None, Some("d")), "d", "where the program runs");
        assert_eq!(of("d/e/one.json", None, Some("b")), "d/e", "its own");
        assert_eq!(of("d/e/one.json", Some("b"), None), "d/e", "named, but of others");
        assert_eq!(of("g/h/one.json", None, None), "g", "with the data above, and no farther");
        assert_eq!(
            folder_among(&top.join("d/e/x.json"), None, Some(Path::new("/"))),
            top.join("d/e")
        );
    }
}
