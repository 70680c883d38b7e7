//! A designer's own rule cases: files of a folder beside the ruleset, played by its rules.
//!
//! A case names the scenario whose rules hold as its file is called without ending; one that names
//! none is played on the first that uses the ruleset.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use salient_files::limits::SMALL_FILE_BYTES;
use salient_files::{
    Cause, Expected, Place, ReadError, WriteError, is_one_place, portable, text_of,
};
use salient_rules::Systems;
use salient_rules::case::{self, Case};
use salient_rules::rule_table::{CaseResult, Rule, by_rule};
use salient_schema::project::{Disk, open_project};
use salient_schema::{Bundle, Severity};

/// The folder beside a ruleset in which its cases are.
pub const FOLDER: &str = "cases";

/// So many cases of one ruleset are played.
const MOST_CASES: usize = 2_000;

/// So many names are tried for a new case.
const MOST_NAMES: usize = 200;

/// The most letters of a new case's name that come from its title.
const NAME_LETTERS: usize = 48;

/// The cases of a ruleset, and how they came out.
#[derive(Clone, Debug, Default)]
pub struct OwnCases {
    /// Each with the rules that it cites, in the order of the files' names.
    pub cases: Vec<OwnCase>,
    /// Files, or the folder, that cannot be read at all: each with the reason.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// A case and how it came out.
#[derive(Clone, Debug)]
pub struct OwnCase {
    /// Its file.
    pub file: PathBuf,
    /// The rules that it cites.
    pub rules: Vec<String>,
    /// How it came out; of one that is none, why.
    pub result: CaseResult,
}

impl OwnCases {
    /// The rules that the cases cite, in the order of their numbers, each with its cases.
    pub fn by_rule(&self) -> Vec<Rule> {
        let cases = self.cases.iter().map(|one| (one.rules.clone(), one.result.clone()));
        by_rule(&cases.collect::<Vec<_>>())
    }

    /// How many did not come out as they expect.
    pub fn failed(&self) -> usize {
        self.cases.iter().filter(|one| !one.result.passed).count()
    }
}

/// Where the cases of a ruleset are.
pub fn folder_of(ruleset: &Path) -> PathBuf {
    ruleset.with_file_name(FOLDER)
}

/// A scenario that is open, as it is now, whatever its files say.
#[derive(Clone, Copy, Debug)]
pub struct Open<'a> {
    /// Its file.
    pub scenario: &'a Path,
    /// All of it.
    pub bundle: &'a Bundle,
}

impl Open<'_> {
    fn is_of(&self, path: &Path) -> bool {
        self.scenario == path || is_one_place(path, self.scenario)
    }
}

/// Plays all cases of a ruleset. `scenarios` are those that use it, the first one first; where one of
/// them is open, its ruleset is that of the others, too.
pub fn play(
    systems: Systems,
    ruleset: &Path,
    scenarios: &[PathBuf],
    open: Option<Open<'_>>,
) -> OwnCases {
    let folder = folder_of(ruleset);
    let mut played = OwnCases::default();
    let files = match salient_files::files_in(&folder, MOST_CASES) {
        Ok(files) => files,
        // Nobody has written one yet.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return played,
        Err(error) => {
            played.unreadable.push((folder, error.reason()));
            return played;
        }
    };
    let is_case = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "toml");
    let mut scenarios = scenarios.to_vec();
    if let Some(open) = open.filter(|open| !scenarios.iter().any(|path| open.is_of(path))) {
        scenarios.push(open.scenario.to_owned());
    }
    let mut table = Table { systems, scenarios, open, bundles: BTreeMap::new() };
    for file in files.into_iter().filter(is_case) {
        match read(&file) {
            Err(error) => played.unreadable.push((file, error.reason())),
            Ok(text) => played.cases.push(table.play(file, &text)),
        }
    }
    played
}

fn read(file: &Path) -> Result<String, ReadError> {
    let bytes = salient_files::read_at_most(file, SMALL_FILE_BYTES)?;
    String::from_utf8(bytes)
        .map_err(|_| ReadError { path: file.to_owned(), cause: salient_files::ReadCause::NotText })
}

/// What cases are played on.
struct Table<'a> {
    systems: Systems,
    scenarios: Vec<PathBuf>,
    open: Option<Open<'a>>,
    /// The scenarios that were opened, by their places.
    bundles: BTreeMap<usize, Result<Bundle, String>>,
}

impl Table<'_> {
    fn play(&mut self, file: PathBuf, text: &str) -> OwnCase {
        let name = file.file_name().map_or_else(String::new, |name| text_of(Path::new(name)));
        match Case::read(text) {
            Ok(case) => {
                let systems = self.systems;
                let bundle = self.bundle(case.scenario.as_deref()).map_err(|why| vec![why]);
                let played = bundle.and_then(|bundle| case::run(systems, &case, bundle));
                let wrong = played.err().unwrap_or_default();
                let result = CaseResult { title: case.title, ..CaseResult::new(&name, wrong) };
                OwnCase { file, rules: case.rules, result }
            }
            Err(error) => {
                let line = error.line(text).map_or_else(String::new, |line| format!(":{line}"));
                let wrong = format!("{}{line}: {}", text_of(&file), error.reason());
                OwnCase { file, rules: Vec::new(), result: CaseResult::new(&name, vec![wrong]) }
            }
        }
    }

    /// The scenario of a name, or the first.
    fn bundle(&mut self, name: Option<&str>) -> Result<&Bundle, String> {
        let is = |path: &PathBuf| {
            name.is_none_or(|name| path.file_stem().is_some_and(|stem| stem == name))
        };
        let place = self.scenarios.iter().position(is).ok_or_else(|| match name {
            Some(name) => format!("no scenario '{name}' uses the ruleset"),
            None => "no scenario beside the ruleset uses it".to_owned(),
        })?;
        let (path, open) = (&self.scenarios[place], self.open);
        let opened = self.bundles.entry(place).or_insert_with(|| bundle_of(path, open));
        opened.as_ref().map_err(Clone::clone)
    }
}

/// A scenario with what is open of it.
fn bundle_of(path: &Path, open: Option<Open<'_>>) -> Result<Bundle, String> {
    if let Some(open) = open.filter(|open| open.is_of(path)) {
        return Ok(open.bundle.clone());
    }
    let file = text_of(path);
    let (project, found) = open_project(&Disk, &file);
    let mut bundle = project.map(|project| project.bundle).ok_or_else(|| {
        let first = found.iter().find(|it| it.severity == Severity::Error).or(found.first());
        format!("{file} cannot be read: {}", first.map_or_else(String::new, ToString::to_string))
    })?;
    if let Some(open) = open {
        bundle.ruleset.clone_from(&open.bundle.ruleset);
    }
    Ok(bundle)
}

/// Writes a new case beside a ruleset, and gives its file.
///
/// # Errors
/// What stands in the way.
pub fn write(ruleset: &Path, case: &Case) -> Result<PathBuf, WriteError> {
    let home = ruleset.parent().unwrap_or(Path::new(""));
    let name = name_of(case);
    let mut last = None;
    for number in 1..=MOST_NAMES {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let place = Place::below(home, Path::new(FOLDER).join(format!("{name}{more}.toml")));
        place.make_folder()?;
        let path = place.path().to_owned();
        match salient_files::write_if(place, case.text(), &Expected::Was(None)) {
            Ok(()) => return Ok(path),
            // There is one of that name already.
            Err(error) if matches!(error.cause, Cause::Changed) => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    let none = || WriteError { path: folder_of(ruleset), cause: Cause::NoName };
    Err(last.unwrap_or_else(none))
}

/// The name of a case's file without its ending: the rule that it proves first, and its title.
fn name_of(case: &Case) -> String {
    let words = |text: &str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '.';
        let parts =
            text.split(|c: char| !is_part(c)).filter(|part| part.contains(char::is_alphanumeric));
        parts.collect::<Vec<_>>().join("-").to_lowercase()
    };
    let title: String = words(&case.title.replace('.', " ")).chars().take(NAME_LETTERS).collect();
    let rule = case.rules.first().map(|rule| words(rule)).unwrap_or_default();
    let name = [rule.trim_matches('.'), title.trim_end_matches('-')];
    let name: Vec<&str> = name.into_iter().filter(|part| !part.is_empty()).collect();
    match name.join("-") {
        name if name.is_empty() => "case".to_owned(),
        name => portable(&name),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that fails panics")]
mod tests {
    use super::*;

    fn case(title: &str, rules: &[&str]) -> Case {
        let mut case = Case::read("title = \"\"\nrules = []").expect("a case");
        case.title = title.to_owned();
        case.rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
        case
    }

    #[test]
    fn a_case_is_called_after_its_rule_and_title() {
        let name = |title: &str, rules: &[&str]| name_of(&case(title, rules));
        assert_eq!(name("Two units. Not a third!", &["2.1"]), "2.1-two-units-not-a-third");
        assert_eq!(name("", &["../../etc"]), "etc");
        assert_eq!(name("", &[]), "case");
        assert_eq!(name("", &["con"]), "con_");
        assert!(name(&"word ".repeat(100), &["1"]).len() < 60);
    }

    #[test]
    fn a_case_is_written_beside_the_ruleset_and_none_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let ruleset = folder.path().join("ruleset.json");
        let one = case("A river", &["3.1"]);
        let first = write(&ruleset, &one).unwrap();
        let second = write(&ruleset, &case("A river", &["3.1"])).unwrap();
        assert_eq!(first, folder.path().join("cases/3.1-a-river.toml"));
        assert_eq!(second, folder.path().join("cases/3.1-a-river-2.toml"));
        assert_eq!(Case::read(&std::fs::read_to_string(first).unwrap()), Ok(one));
    }

    #[test]
    fn what_is_no_case_is_told_with_its_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let ruleset = folder.path().join("ruleset.json");
        std::fs::create_dir(folder.path().join("cases")).unwrap();
        let write = |name: &str, text: &[u8]| {
            std::fs::write(folder.path().join("cases").join(name), text).unwrap();
        };
        write("b.toml", b"title = \"b\"\nrules = [\"1\"]\n");
        write("a.toml", b"title = \"a\"\nrules = [1]\n");
        write("c.toml", b"\xff");
        write("notes.txt", b"no case");
        let played = play(Systems::NONE, &ruleset, &[], None);
        let wrong: Vec<&str> = played.cases.iter().map(|it| it.result.wrong[0].as_str()).collect();
        assert!(wrong[0].contains("a.toml:2: invalid type"), "{wrong:?}");
        assert_eq!(wrong[1], "no scenario beside the ruleset uses it");
        assert_eq!(played.unreadable.len(), 1, "{:?}", played.unreadable);
        assert_eq!(played.failed(), 2);
        let numbers: Vec<String> = played.by_rule().into_iter().map(|it| it.number).collect();
        assert_eq!(numbers, ["1", ""]);
    }

    #[test]
    fn a_ruleset_without_cases_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let played = play(Systems::NONE, &folder.path().join("ruleset.json"), &[], None);
        assert!(played.cases.is_empty() && played.unreadable.is_empty());
    }
}
