//! Writing what the test-run lab found: JSON, CSV and a page of HTML.

use std::path::{Path, PathBuf};

pub use salient_exchange::report_page::Example;
use salient_files::{Place, Results, check_output};
use salient_lab as lab;
use salient_lab::set_ups::{Spread, SpreadComparison};
use salient_lab::skill::Skill;
use salient_lab::view::{Section, View};
use salient_lab::{Comparison, Report, Table};
use salient_schema::Bundle;
use serde::Serialize;

use crate::{OutputError, write_whole};

/// What is written: a report, and what it is compared to.
#[derive(Clone, Copy)]
pub struct Findings<'a> {
    /// The report.
    pub report: &'a Report,
    /// The report that it is compared to, with the comparison, in which it is the second.
    pub compared: Option<(&'a Report, &'a Comparison)>,
}

/// Writes a file as its name's ending says: `.html` and `.json` as they are; `.csv` as a file for
/// each table, `name-turns.csv` and so on. Gives the files written.
///
/// # Errors
/// What keeps them from being written.
pub fn write(
    place: impl Into<Place>,
    findings: Findings<'_>,
    bundle: Option<&Bundle>,
) -> Result<Vec<PathBuf>, OutputError> {
    let place = place.into();
    let path = place.path();
    let text = match kind(path)? {
        Kind::Json => json(findings)?,
        Kind::Html => {
            let bundle = bundle.ok_or(OutputError::NoScenario)?;
            let comparison = findings.compared.map(|(_, comparison)| comparison);
            salient_exchange::report_page::report(bundle, findings.report, comparison)?
        }
        Kind::Csv => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            let name = |table: &Table| format!("{stem}-{}", table.name);
            let written = write_tables(folder, &stem, findings, name)?;
            // Named as the wish was.
            return Ok(written.iter().map(|file| renamed(path, file)).collect());
        }
    };
    put(&place, &text)
}

/// Writes the tables into a folder, under their own names. Gives the files written.
///
/// # Errors
/// What keeps them from being written.
pub fn write_csv(
    folder: impl Into<Place>,
    findings: Findings<'_>,
) -> Result<Vec<PathBuf>, OutputError> {
    write_tables(folder, "tables", findings, |table| table.name.clone())
}

/// Looks at a name's ending before any game is played.
///
/// # Errors
/// When nothing is written under such a name.
pub fn check_name(path: &Path) -> Result<(), OutputError> {
    kind(path).map(drop)
}

/// Looks at the place of a file before any game is played, when that which it is made of has been
/// read.
///
/// # Errors
/// What stands in the way of writing there.
pub fn check_place(place: impl Into<Place>) -> Result<(), OutputError> {
    let place = place.into();
    // Tables lie beside the path, each under a name of its own; a folder is made.
    let is_there = place.path().symlink_metadata().is_ok();
    match kind(place.path())? {
        Kind::Json | Kind::Html if is_there => Ok(check_output(place)?),
        _ => Ok(()),
    }
}

/// What kind of file a name asks for.
enum Kind {
    Json,
    Html,
    Csv,
}

fn kind(path: &Path) -> Result<Kind, OutputError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    Ok(match ending.as_deref() {
        Some("json") => Kind::Json,
        Some("html" | "htm") => Kind::Html,
        Some("csv") => Kind::Csv,
        _ => {
            return Err(OutputError::Name {
                path: path.to_path_buf(),
                reason: "the name must end in .html, .json or .csv",
            });
        }
    })
}

/// Another file beside a path, as that is written.
fn renamed(path: &Path, file: &Path) -> PathBuf {
    path.with_file_name(file.file_name().unwrap_or_default())
}

/// Writes the tables as a set of their own in a folder, all or none, in place of the set's tables
/// of an earlier run.
fn write_tables(
    folder: impl Into<Place>,
    set: &str,
    findings: Findings<'_>,
    name: impl Fn(&Table) -> String,
) -> Result<Vec<PathBuf>, OutputError> {
    let mut tables = lab::tables(findings.report);
    tables.extend(findings.compared.map(|(_, comparison)| lab::comparison_table(comparison)));
    let mut results = Results::over(folder, set)?;
    for table in &tables {
        results.add(&name(table), table.text.as_bytes())?;
    }
    Ok(results.commit()?)
}

fn make_folder(folder: Option<&Path>) -> Result<(), OutputError> {
    match folder {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::create_dir_all(folder)
            .map_err(|reason| OutputError::Folder { path: folder.to_path_buf(), reason }),
        _ => Ok(()),
    }
}

/// Writes the one file that was wished for, and its folder where it is not there.
fn put(place: &Place, text: &str) -> Result<Vec<PathBuf>, OutputError> {
    let path = place.path().to_path_buf();
    make_folder(path.parent())?;
    match write_whole(place.clone(), text.as_bytes()) {
        Ok(()) => Ok(vec![path]),
        Err(reason) => Err(OutputError::File { path, reason }),
    }
}

/// How set-ups of a generator spread.
#[derive(Clone, Copy)]
pub struct SetUps<'a> {
    /// Whose rules make them.
    pub title: &'a str,
    /// How they spread.
    pub spread: &'a Spread,
    /// The spread of other answers, with the comparison, in which it is the first.
    pub compared: Option<(&'a Spread, &'a SpreadComparison)>,
    /// The set-up on whose map heat is drawn.
    pub example: Example<'a>,
}

/// Writes how set-ups spread: `.html` and `.json` as they are, `.csv` as a file for each table.
/// Gives the files written.
///
/// # Errors
/// What keeps them from being written.
pub fn write_set_ups(
    place: impl Into<Place>,
    set_ups: SetUps<'_>,
) -> Result<Vec<PathBuf>, OutputError> {
    let place = place.into();
    let path = place.path();
    let SetUps { title, spread, compared, example } = set_ups;
    let text = match kind(path)? {
        Kind::Json => set_ups_json(set_ups)?,
        Kind::Html => salient_exchange::report_page::set_ups(title, example, spread, compared)?,
        Kind::Csv => {
            let compared = compared.map(|(_, comparison)| comparison);
            return write_view(path, &View::of_set_ups(title, spread, compared));
        }
    };
    put(&place, &text)
}

/// Writes what a ladder of bots tells of a scenario: `.html` and `.json` as they are, `.csv` as a
/// file for each table. Gives the files written.
///
/// # Errors
/// What keeps them from being written.
pub fn write_skill(place: impl Into<Place>, skill: &Skill) -> Result<Vec<PathBuf>, OutputError> {
    let place = place.into();
    let path = place.path();
    let text = match kind(path)? {
        Kind::Json => skill_json(skill)?,
        Kind::Html => salient_exchange::report_page::skill(skill),
        Kind::Csv => return write_view(path, &View::of_skill(skill)),
    };
    put(&place, &text)
}

/// What a ladder of bots tells as JSON.
///
/// # Errors
/// None in practice: all of it has a JSON form.
pub fn skill_json(skill: &Skill) -> Result<String, OutputError> {
    Ok(lay_out(&serde_json::to_string(skill)?, 2))
}

/// Writes every table that is laid out as a file of its own, named after a path.
fn write_view(path: &Path, view: &View) -> Result<Vec<PathBuf>, OutputError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut results = Results::over(folder, &stem)?;
    let tables = view.balance.iter().chain(view.sections.iter().flat_map(Section::tables));
    for table in tables.map(lab::as_csv) {
        results.add(&format!("{stem}-{}", table.name), table.text.as_bytes())?;
    }
    let written = results.commit()?;
    Ok(written.iter().map(|file| renamed(path, file)).collect())
}

/// How set-ups spread as JSON: the spread itself, or an object with `first`, `second` and
/// `comparison`.
///
/// # Errors
/// None in practice: all of it has a JSON form.
pub fn set_ups_json(set_ups: SetUps<'_>) -> Result<String, OutputError> {
    #[derive(Serialize)]
    struct Both<'a> {
        first: &'a Spread,
        second: &'a Spread,
        comparison: &'a SpreadComparison,
    }
    Ok(match set_ups.compared {
        None => lay_out(&serde_json::to_string(set_ups.spread)?, 2),
        Some((first, comparison)) => {
            let both = Both { first, second: set_ups.spread, comparison };
            lay_out(&serde_json::to_string(&both)?, 3)
        }
    })
}

/// The findings as JSON: the report itself, or an object with `first`, `second` and `comparison`.
///
/// # Errors
/// None in practice: all of it has a JSON form.
pub fn json(findings: Findings<'_>) -> Result<String, OutputError> {
    #[derive(Serialize)]
    struct Both<'a> {
        first: &'a Report,
        second: &'a Report,
        comparison: &'a Comparison,
    }
    let text = match findings.compared {
        None => lay_out(&serde_json::to_string(findings.report)?, 2),
        Some((first, comparison)) => {
            let both = Both { first, second: findings.report, comparison };
            lay_out(&serde_json::to_string(&both)?, 3)
        }
    };
    Ok(text)
}

/// Breaks compact JSON into lines, down to so many lists and objects in each other: one record a
/// line. A list of plain values stays on its line, however long.
fn lay_out(compact: &str, levels: usize) -> String {
    let mut out = String::with_capacity(compact.len() + compact.len() / 8);
    // Whether each list or object that we are in is broken into lines.
    let mut broken: Vec<bool> = Vec::new();
    let (mut quoted, mut escaped) = (false, false);
    let mut characters = compact.chars().peekable();
    while let Some(c) = characters.next() {
        if quoted {
            out.push(c);
            quoted = escaped || c != '"';
            escaped = !escaped && c == '\\';
            continue;
        }
        let inside = broken.last().copied().unwrap_or(false);
        match c {
            '[' | '{' => {
                let next = characters.peek().copied().unwrap_or(' ');
                let empty = matches!(next, ']' | '}');
                let plain = c == '[' && !matches!(next, '[' | '{');
                out.push(c);
                broken.push(broken.len() < levels && !empty && !plain);
                line_if(broken.last() == Some(&true), &mut out, broken.len());
            }
            ']' | '}' => {
                broken.pop();
                line_if(inside, &mut out, broken.len());
                out.push(c);
            }
            ',' => {
                out.push(c);
                line_if(inside, &mut out, broken.len());
            }
            ':' => out.push_str(if inside { ": " } else { ":" }),
            c => {
                quoted = c == '"';
                out.push(c);
            }
        }
    }
    out.push('\n');
    out
}

fn line_if(breaks: bool, out: &mut String, depth: usize) {
    if breaks {
        out.push('\n');
        (0..depth).for_each(|_| out.push_str("  "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_a_line() {
        let compact = r#"{"a":"x\",{y","b":[],"c":[1,2],"d":[{"e":1,"f":[2]},{"e":3}],"g":{}}"#;
        let laid_out = lay_out(compact, 2);
        assert_eq!(
            laid_out,
            r#"{
  "a": "x\",{y",
  "b": [],
  "c": [1,2],
  "d": [
    {"e":1,"f":[2]},
    {"e":3}
  ],
  "g": {}
}
"#
        );
        let value = |text| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&laid_out), value(compact));
    }

    #[test]
    fn names_say_what_is_written() {
        for name in ["a.json", "b.HTML", "c.csv"] {
            assert!(check_name(Path::new(name)).is_ok(), "{name}");
        }
        assert!(check_name(Path::new("report.txt")).is_err());
        assert!(check_name(Path::new("report")).is_err());
    }
}
