//! Builds the rule tables and their cases into the program, so that `salient rules` needs no file
//! beside it. Writes `rules.rs`: for each system its name, its table and its cases by name.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// Where the tables are, from this crate.
const RULES: &str = "../../tests/rules";

fn main() -> io::Result<()> {
    let crate_root = variable("CARGO_MANIFEST_DIR")?;
    let out = variable("OUT_DIR")?;
    let rules = crate_root.join(RULES).canonicalize()?;
    println!("cargo::rerun-if-changed={}", rules.display());
    let mut text = String::from("&[");
    for table in toml_files(&rules)? {
        let cases = table.with_extension("");
        println!("cargo::rerun-if-changed={}", cases.display());
        let files = if cases.is_dir() { toml_files(&cases)? } else { Vec::new() };
        // Writing to a string cannot fail.
        let _ =
            write!(text, "System {{ id: {:?}, table: {}, cases: &[", name(&table), file(&table));
        for case in files {
            let _ = write!(text, "({:?}, {}),", name(&case), file(&case));
        }
        text.push_str("] },\n");
    }
    text.push(']');
    std::fs::write(out.join("rules.rs"), text)
}

fn variable(key: &str) -> io::Result<PathBuf> {
    std::env::var_os(key).map(PathBuf::from).ok_or_else(|| io::Error::other(key.to_owned()))
}

/// The TOML files of a folder, in order.
fn toml_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    Ok(files)
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn file(path: &Path) -> String {
    format!("include_str!({:?})", path.display().to_string())
}
