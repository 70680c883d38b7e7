//! For the build scripts of systems: what is published of a system, built into the program so
//! that it needs no file beside it.
//!
//! ```no_run
//! // build.rs
//! fn main() -> std::io::Result<()> {
//!     salient_publish::Publication {
//!         root: "../../..",
//!         rules: "tests/rules/kaisers-battle",
//!         files: &["scenarios/kaisers-battle", "maps/picardy-1918/map.json"],
//!         scenarios: &["scenarios/kaisers-battle/kaisers-battle.json"],
//!         schemas: "schema/json/kaisers-battle",
//!     }
//!     .write()
//! }
//! ```
//!
//! and in the crate `include!(concat!(env!("OUT_DIR"), "/published.rs"))`, which is an expression
//! of the type `salient_rules::system::Published`.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// What is published of a system. All paths but `root` begin at the repository's root.
#[derive(Clone, Copy, Debug)]
pub struct Publication<'a> {
    /// The repository's root, from the crate that is built.
    pub root: &'a str,
    /// The rule table without its ending `.toml`; its cases lie in the folder of that name.
    pub rules: &'a str,
    /// Files, and folders whose JSON files are meant, by which the scenarios refer to each other.
    pub files: &'a [&'a str],
    /// The scenarios among them, the first one first.
    pub scenarios: &'a [&'a str],
    /// How the paths of its JSON Schemas begin, before `.event.schema.json` and the like.
    pub schemas: &'a str,
}

impl Publication<'_> {
    /// Writes `published.rs` into Cargo's folder for what build scripts make.
    ///
    /// # Errors
    /// A file that is not there.
    pub fn write(&self) -> io::Result<()> {
        let root = variable("CARGO_MANIFEST_DIR")?.join(self.root).canonicalize()?;
        let table = root.join(format!("{}.toml", self.rules));
        let cases = root.join(self.rules);
        println!("cargo::rerun-if-changed={}", table.display());
        println!("cargo::rerun-if-changed={}", cases.display());
        let mut text = String::from("salient_rules::system::Published {\n");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "rules: {},\ncases: &[", content(&table));
        for case in files_of(&cases, "toml")? {
            let _ = writeln!(text, "({:?}, {}),", name(&case), content(&case));
        }
        text.push_str("],\nfiles: &[\n");
        for path in self.files {
            let full = root.join(path);
            println!("cargo::rerun-if-changed={}", full.display());
            let files = if full.is_dir() { files_of(&full, "json")? } else { vec![full] };
            for file in files {
                let inside = file.strip_prefix(&root).map_err(io::Error::other)?;
                let inside = inside.to_string_lossy().replace('\\', "/");
                let _ = writeln!(text, "({inside:?}, {}),", content(&file));
            }
        }
        let _ = writeln!(text, "],\nscenarios: &{:?},\nschemas: &[", self.scenarios);
        // A system that is begun has none yet: its test writes them.
        let (folder, id) = self.schemas.rsplit_once('/').unwrap_or((".", self.schemas));
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        for file in files_of(&folder, "json")? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if name.strip_prefix(id).is_some_and(|rest| rest.starts_with('.')) {
                let _ = writeln!(text, "({name:?}, {}),", content(&file));
            }
        }
        text.push_str("],\n}");
        std::fs::write(variable("OUT_DIR")?.join("published.rs"), text)
    }
}

fn variable(key: &str) -> io::Result<PathBuf> {
    std::env::var_os(key).map(PathBuf::from).ok_or_else(|| io::Error::other(key.to_owned()))
}

/// The files of a folder with an ending, in order; none of a folder that is not there.
fn files_of(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    files.sort();
    Ok(files)
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn content(path: &Path) -> String {
    format!("include_str!({:?})", path.display().to_string())
}
