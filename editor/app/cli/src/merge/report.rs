//! The report of a merge's conflicts, which lies beside the file until they are settled: git itself
//! forgets the other version with `git add`.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use salient_document::{Choice, Conflict, merge_files};
use salient_files::{Expected, Fingerprint, Transaction, write_if};
use salient_schema::{Diagnostic, Document, read_text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Console, Exit, cut_off, files};
use salient_output::plural;

/// What the name of a report has behind that of its file.
const ENDING: &str = "conflicts";

/// What a report holds: the merges of a file that are not settled.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    /// What to do with it, for whoever opens it.
    how: String,
    /// The oldest, which is settled first.
    #[serde(flatten)]
    first: Unsettled,
    /// Those that came after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    later: Vec<Unsettled>,
}

/// A merge that is not settled: both other versions, as they were, and what was told of them.
#[derive(Debug, Serialize, Deserialize)]
struct Unsettled {
    /// What both began with; nothing where that is not known.
    base: Option<Value>,
    /// The other version.
    theirs: Value,
    /// What both had otherwise: in words, for people and programs. It is found anew each time.
    #[serde(default)]
    conflicts: Value,
}

impl Unsettled {
    fn of(
        base: Option<&Document>,
        theirs: &Document,
        conflicts: &[Conflict],
    ) -> anyhow::Result<Self> {
        let value = |file: &Document| -> anyhow::Result<Value> {
            Ok(serde_json::from_str(&salient_schema::write(file)?)?)
        };
        Ok(Self {
            base: base.map(value).transpose()?,
            theirs: value(theirs)?,
            conflicts: serde_json::to_value(conflicts)?,
        })
    }

    /// Whether it is the same merge, made once more after it was given up.
    fn is_again(&self, other: &Self) -> bool {
        self.base == other.base && self.theirs == other.theirs
    }
}

impl Report {
    /// What a report holds.
    fn read(name: &str, text: &str) -> anyhow::Result<Self> {
        serde_json::from_str(text)
            .with_context(|| format!("{name} is no report of a merge; merge again to have one"))
    }

    fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// Where the report of a file lies: `map.json.conflicts`.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ENDING);
    PathBuf::from(name)
}

/// Where the settlement of a report says what it is about.
fn record_of(report: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(report.file_name().unwrap_or_default());
    name.push(".salient-save");
    report.with_file_name(name)
}

/// Ends a settlement of a file's report that was cut off.
///
/// # Errors
/// Nothing can be printed.
pub fn end_settlement(file: &Path, console: &mut Console<'_>) -> io::Result<()> {
    cut_off::end_one(&record_of(&beside(file)), console).map(drop)
}

/// A report that was left beside a file.
#[derive(Debug)]
pub struct Left {
    /// Where it is.
    pub place: PathBuf,
    /// What it held before; nothing where there was none.
    before: Option<String>,
    /// What it holds since; nothing where it had this merge already.
    now: Option<String>,
}

impl Left {
    /// Takes the report back as it was, where the file could not be written.
    pub fn take_back(&self) {
        let Some(now) = &self.now else { return };
        let ours = Fingerprint::of(now.as_bytes());
        // Where this fails, too, the report says more than it need: nothing is lost by that.
        match &self.before {
            Some(before) => drop(write_if(&self.place, before, &Expected::Was(Some(ours)))),
            None if Fingerprint::of_file(&self.place).as_ref() == Some(&ours) => {
                drop(std::fs::remove_file(&self.place));
            }
            None => {}
        }
    }
}

/// The report beside a file, if there is one: what an earlier merge left to be settled.
pub fn of(file: &Path) -> Option<PathBuf> {
    Some(beside(file)).filter(|place| place.symlink_metadata().is_ok())
}

/// Leaves a merge to be settled in the report beside a file, behind those that are there.
///
/// # Errors
/// It cannot be written, or what lies there is no report.
pub fn leave(
    file: &Path,
    base: Option<&Document>,
    theirs: &Document,
    conflicts: &[Conflict],
) -> anyhow::Result<Left> {
    let place = beside(file);
    let name = files::shown(&place);
    let before = match salient_files::read_text(&place) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).context("the conflicts cannot be kept"),
    };
    let merge = Unsettled::of(base, theirs, conflicts)?;
    let report = match before.as_deref().map(|text| Report::read(&name, text)).transpose() {
        Ok(None) => {
            let how = format!("salient merge --resolve {name}");
            Report { how, first: merge, later: Vec::new() }
        }
        Ok(Some(mut report)) => {
            if std::iter::once(&report.first).chain(&report.later).any(|one| one.is_again(&merge)) {
                return Ok(Left { place, before, now: None });
            }
            report.later.push(merge);
            report
        }
        Err(error) => {
            return Err(error.context(format!(
                "the conflicts cannot be kept: what lies there is something else; move {name} away"
            )));
        }
    };
    let text = report.text()?;
    let was = before.as_ref().map(|text| Fingerprint::of(text.as_bytes()));
    write_if(&place, &text, &Expected::Was(was))?;
    Ok(Left { place, before, now: Some(text) })
}

/// Settles the oldest merge of a report: lists its conflicts, or takes theirs where that is said.
///
/// # Errors
/// A file cannot be read or written, or what is to be taken is none of the conflicts.
pub fn resolve(report: &Path, take: &[String], console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let name = files::shown(report);
    let Some(file) = name.strip_suffix(ENDING).and_then(|name| name.strip_suffix('.')) else {
        bail!("{name}: name the report that the merge left, which ends in .{ENDING}");
    };
    let (file, shown) = (salient_files::path_of(file), file.to_owned());
    let record = record_of(report);
    // What was chosen is of what was listed, and that is settled now.
    if cut_off::end_one(&record, console)? && (!take.is_empty() || of(&file).is_none()) {
        writeln!(
            console.err,
            "{shown}: the settlement that was cut off has been carried out as it was chosen then; \
             nothing else is done"
        )?;
        return Ok(Exit::Problems);
    }
    cut_off::end([report, &file], console)?;
    let held = salient_files::read_text(report)?;
    let Report { how, first: Unsettled { base, theirs, .. }, mut later } =
        Report::read(&name, &held)?;
    let was = Fingerprint::of_file(&file);
    let version = |what: &str, text: &str| -> anyhow::Result<(Document, Vec<Diagnostic>)> {
        let (document, found) = read_text(what, text);
        let document = document.with_context(|| {
            let first = found.first().map(ToString::to_string).unwrap_or_default();
            format!("{what} cannot be read: {first}")
        })?;
        Ok((document, found))
    };
    let (ours, my_faults) = version(&shown, &salient_files::read_text(&file)?)?;
    let (theirs, their_faults) = version(&format!("their version in {name}"), &theirs.to_string())?;
    let base = base.map(|base| version(&format!("the beginning in {name}"), &base.to_string()));
    let base = base.transpose()?.map(|(base, _)| base);
    let conflicts = merge_files(base.as_ref(), &ours, &theirs, &[])?.conflicts;

    let more = match later.len() {
        0 => String::new(),
        count => format!("; {} after it", plural(count, "merge")),
    };
    if take.is_empty() && !conflicts.is_empty() {
        let count = plural(conflicts.len(), "conflict");
        writeln!(console.out, "{shown}: {count}; ours is in the file{more}")?;
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
    let mut both = Transaction::begin(&record)?;
    both.put(&file, &text, &Expected::Was(was))?;
    let held = Fingerprint::of(held.as_bytes());
    let left = later.len();
    if later.is_empty() {
        both.remove_if(report, &held);
    } else {
        let rest = Report { how, first: later.remove(0), later };
        both.put(report, rest.text()?, &Expected::Was(Some(held)))?;
    }
    both.commit()?;
    let theirs = choices.iter().filter(|choice| **choice == Choice::Theirs).count();
    let of = plural(conflicts.len(), "conflict");
    let rest = match left {
        0 => format!("{name} is removed"),
        count => format!("left in {name}: {}", plural(count, "merge")),
    };
    writeln!(console.out, "{shown}: {of} settled, {theirs} as theirs; {rest}")?;
    let problems = super::new_problems(&shown, &text, &[my_faults, their_faults]);
    super::tell_problems(&shown, text, &problems, console.out)?;
    Ok(if problems.is_empty() && left == 0 { Exit::Clean } else { Exit::Problems })
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
