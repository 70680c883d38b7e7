//! The report of a merge's conflicts, which lies beside the file until they are settled: git itself
//! forgets the other version with `git add`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use salient_document::{Choice, Conflict, merge_files};
use salient_files::{Expected, Fingerprint, Transaction};
use salient_schema::{Diagnostic, Document, read_text};
use serde::{Deserialize, Serialize};

use crate::{Console, Exit, files};
use salient_output::plural;

/// What the name of a report has behind that of its file.
const ENDING: &str = "conflicts";

/// What a report holds: both other versions, as they were, and what was told of them.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    /// What to do with it, for whoever opens it.
    how: String,
    /// What both began with; nothing where that is not known.
    base: Option<serde_json::Value>,
    /// The other version.
    theirs: serde_json::Value,
    /// What both had otherwise: in words, for people and programs. It is found anew each time.
    #[serde(default)]
    conflicts: serde_json::Value,
}

/// Where the report of a file lies: `map.json.conflicts`.
pub fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ENDING);
    PathBuf::from(name)
}

/// Writes the report beside a file, or removes an old one where nothing is left to settle. Gives
/// where it is.
///
/// # Errors
/// It cannot be written.
pub fn leave(
    file: &Path,
    base: Option<&Document>,
    theirs: &Document,
    conflicts: &[Conflict],
) -> anyhow::Result<Option<PathBuf>> {
    let place = beside(file);
    if conflicts.is_empty() {
        remove(&place)?;
        return Ok(None);
    }
    let value = |file: &Document| -> anyhow::Result<serde_json::Value> {
        Ok(serde_json::from_str(&salient_schema::write(file)?)?)
    };
    let name = files::shown(&place);
    let report = Report {
        how: format!("salient merge --resolve {name}"),
        base: base.map(value).transpose()?,
        theirs: value(theirs)?,
        conflicts: serde_json::to_value(conflicts)?,
    };
    let mut text = serde_json::to_string_pretty(&report)?;
    text.push('\n');
    salient_files::write(&place, text)?;
    Ok(Some(place))
}

/// Settles the conflicts of a report: lists them, or takes theirs where that is said.
///
/// # Errors
/// A file cannot be read or written, or what is to be taken is none of the conflicts.
pub fn resolve(report: &Path, take: &[String], console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let name = files::shown(report);
    let Some(file) = name.strip_suffix(ENDING).and_then(|name| name.strip_suffix('.')) else {
        bail!("{name}: name the report that the merge left, which ends in .{ENDING}");
    };
    let file = salient_files::path_of(file);
    let held = salient_files::read_text(report)?;
    let Report { base, theirs, .. } = serde_json::from_str(&held)
        .with_context(|| format!("{name} is no report of a merge; merge again to have one"))?;
    let was = Expected::Was(Fingerprint::of_file(&file));
    let version = |what: &str, text: &str| -> anyhow::Result<(Document, Vec<Diagnostic>)> {
        let (document, found) = read_text(what, text);
        let document = document.with_context(|| {
            let first = found.first().map(ToString::to_string).unwrap_or_default();
            format!("{what} cannot be read: {first}")
        })?;
        Ok((document, found))
    };
    let (ours, my_faults) = version(&files::shown(&file), &salient_files::read_text(&file)?)?;
    let (theirs, their_faults) = version(&format!("their version in {name}"), &theirs.to_string())?;
    let base = base.map(|base| version(&format!("the beginning in {name}"), &base.to_string()));
    let base = base.transpose()?.map(|(base, _)| base);
    let conflicts = merge_files(base.as_ref(), &ours, &theirs, &[])?.conflicts;

    let shown = files::shown(&file);
    if take.is_empty() && !conflicts.is_empty() {
        writeln!(
            console.out,
            "{shown}: {}; ours is in the file",
            plural(conflicts.len(), "conflict")
        )?;
        for (number, Conflict { what, ours, theirs, .. }) in (1..).zip(&conflicts) {
            writeln!(
                console.out,
                "{number:>3}. {what}\n     ours:   {ours}\n     theirs: {theirs}"
            )?;
        }
        writeln!(
            console.out,
            "\nsalient merge --resolve {name} --take 1,3   takes theirs of these, and ours of all others"
        )?;
        return Ok(Exit::Problems);
    }
    let choices = choices(take, conflicts.len())?;
    let merged = merge_files(base.as_ref(), &ours, &theirs, &choices)?.file;
    let text = salient_schema::write(&merged)?;
    // Both or none: a report without its conflicts would bring them back.
    let mut both = Transaction::begin(report.with_extension("settling"))?;
    both.put(&file, &text, &was)?;
    both.remove_if(report, &Fingerprint::of(held.as_bytes()));
    both.commit()?;
    let theirs = choices.iter().filter(|choice| **choice == Choice::Theirs).count();
    let of = plural(conflicts.len(), "conflict");
    writeln!(console.out, "{shown}: {of} settled, {theirs} as theirs; {name} is removed")?;
    let problems = super::new_problems(&shown, &text, &[my_faults, their_faults]);
    super::tell_problems(&shown, text, &problems, console.out)?;
    Ok(if problems.is_empty() { Exit::Clean } else { Exit::Problems })
}

/// What counts in each conflict: `1`, `3`, `all` and `none` are taken from theirs.
fn choices(take: &[String], count: usize) -> anyhow::Result<Vec<Choice>> {
    let mut choices = vec![Choice::Ours; count];
    for word in take {
        match word.as_str() {
            "all" => choices.fill(Choice::Theirs),
            "none" => {}
            word => {
                let place = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let Some(choice) = place.and_then(|place| choices.get_mut(place)) else {
                    bail!(
                        "there is no conflict {word}; give numbers from 1 to {count}, all or none"
                    );
                };
                *choice = Choice::Theirs;
            }
        }
    }
    Ok(choices)
}

fn remove(place: &Path) -> anyhow::Result<()> {
    if !place.is_file() {
        return Ok(());
    }
    let mut alone = Transaction::begin(place.with_extension("settling"))?;
    alone.remove(place);
    Ok(alone.commit()?)
}
