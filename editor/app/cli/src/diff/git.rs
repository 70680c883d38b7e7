//! `salient diff --git`: git's external diff.
//!
//! Git runs it at the top of the work tree as `PATH OLD OLD-HASH OLD-MODE NEW NEW-HASH NEW-MODE`,
//! with two more after a rename, or as `PATH` alone for a file in conflict. What is not there is
//! `/dev/null`. A status other than 0 would end git's whole diff.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use salient_document::compare_files;
use salient_schema::Document;

use super::super::versions::{Version, names_of};
use super::super::{Console, Exit, cut_off};
use super::changes;

pub fn run(args: &[PathBuf], console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let (path, old, new, after) = match args {
        [path] => {
            writeln!(console.out, "* Unmerged path {}", path.display())?;
            return Ok(Exit::Clean);
        }
        [path, old, _, _, new, _, _] => (path, old, new, path),
        [path, old, _, _, new, _, _, after, _] => (path, old, new, after),
        _ => bail!("--git takes what git hands to an external diff: seven arguments, or nine"),
    };
    writeln!(console.out, "salient diff a/{} b/{}", path.display(), after.display())?;
    let [before, now] = [(old, path), (new, after)].map(|(file, home)| {
        if is_nothing(file) { Ok(None) } else { Version::read(file, Some(home)).map(Some) }
    });
    let (before, now) = (before?, now?);
    told(before.as_ref(), now.as_ref(), [old, new], console)?;
    let read = [before, now].into_iter().flatten().flat_map(Version::into_files);
    cut_off::tell(read.collect::<BTreeSet<_>>(), console)?;
    Ok(Exit::Clean)
}

/// Tells what became of a file.
fn told(
    before: Option<&Version>,
    now: Option<&Version>,
    [old, new]: [&Path; 2],
    console: &mut Console<'_>,
) -> anyhow::Result<()> {
    match (before, now) {
        (Some(before), Some(now)) => {
            let (Some(was), Some(is)) = (before.document().0, now.document().0) else {
                return line_by_line(old, new, console);
            };
            let names = names_of(&[(now, &is), (before, &was)]);
            match compare_files(&was, &is, &names) {
                Ok(comparison) if comparison.changes.is_empty() => {
                    writeln!(console.out, "  only the layout of the text")?;
                }
                Ok(comparison) => changes(&comparison, console)?,
                Err(_) => return line_by_line(old, new, console),
            }
        }
        (None, Some(now)) => match now.document().0 {
            Some(document) => writeln!(console.out, "  added: {}", summary(&document))?,
            None => return line_by_line(old, new, console),
        },
        (Some(before), None) => match before.document().0 {
            Some(document) => writeln!(console.out, "  removed: {}", summary(&document))?,
            None => return line_by_line(old, new, console),
        },
        (None, None) => {}
    }
    Ok(())
}

fn is_nothing(path: &Path) -> bool {
    path == Path::new("/dev/null") || path == Path::new("nul")
}

/// What is no data of ours is shown as git itself would.
fn line_by_line(old: &Path, new: &Path, console: &mut Console<'_>) -> anyhow::Result<()> {
    let shown = Command::new("git")
        .args(["--no-pager", "diff", "--no-index", "--no-ext-diff", "--no-textconv", "--"])
        .args([old, new])
        // Git tells those that it starts of the work tree, where these files do not lie.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_EXTERNAL_DIFF")
        .stdin(Stdio::null())
        .output()
        .context("git cannot be run")?;
    console.out.write_all(&shown.stdout)?;
    console.err.write_all(&shown.stderr)?;
    Ok(())
}

fn summary(document: &Document) -> String {
    let (kind, title, holds) = match document {
        Document::Map(map) => {
            ("map", &map.title, format!("{} × {} hexes", map.grid.columns, map.grid.rows))
        }
        Document::Recipe(recipe) => ("recipe", &recipe.title, "to build a map by".to_owned()),
        Document::Variant(variant) => ("variant", &variant.title, "of a recipe".to_owned()),
        Document::Ruleset(ruleset) => {
            ("ruleset", &ruleset.title, format!("{} charts", ruleset.tables.len()))
        }
        Document::OrderOfBattle(book) => {
            ("order of battle", &book.title, format!("{} counters", book.counters.len()))
        }
        Document::Scenario(scenario) => {
            ("scenario", &scenario.title, format!("{} game-turns", scenario.turns.len()))
        }
        Document::Bundle(bundle) => (
            "bundle",
            &bundle.scenario.title,
            format!("{} game-turns", bundle.scenario.turns.len()),
        ),
    };
    format!("{kind} “{title}”, {holds}")
}
