//! Salient's own documents, and what they refer to.

use std::cell::RefCell;
use std::path::PathBuf;

use salient::SYSTEMS;
use salient_document::Document;
use salient_rules::case::Case;
use salient_schema::{Bundle, Diagnostic, Disk, ReadError, Source, open_project};
use salient_tests::{
    FIXTURE_SYSTEMS, Folder, copy_of_fixture, files_below, fixtures, name_of, root,
};

use super::super::bad_input::assert_findings;
use super::{Said, try_all};

/// The checkout with one file that is another.
struct With<'b> {
    name: &'b str,
    bytes: &'b [u8],
}

impl Source for With<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if path == self.name { Ok(self.bytes.to_vec()) } else { Folder(root()).read(path) }
    }
}

fn said(name: &str, bytes: &[u8], found: &[Diagnostic]) -> Said {
    assert_findings(name, bytes, found);
    Said::found(found)
}

/// The files of the checkout with these paths, each with what it holds.
fn samples(names: &[String]) -> Vec<Vec<u8>> {
    names.iter().map(|name| std::fs::read(root().join(name)).expect("a file")).collect()
}

/// Looks at a scenario as `validate` does, and begins to play it where it is sound.
fn check(source: &dyn Source, scenario: &str) -> Vec<Diagnostic> {
    let found = salient::cli::check_file(SYSTEMS, source, scenario);
    if !found.iter().any(Diagnostic::is_error)
        && let (Some(project), _) = open_project(source, scenario)
        && let Ok(mut game) = salient_rules::Match::start(SYSTEMS, &project.bundle, 1)
    {
        for _ in 0..5 {
            game.advance(&[salient_rules::Bot::RANDOM, salient_rules::Bot::RANDOM]);
        }
    }
    found
}

#[test]
fn files_of_a_scenario() {
    let paths = |system: &&str| files_below(&fixtures().join(system), ".json");
    let paths: Vec<PathBuf> = FIXTURE_SYSTEMS.iter().flat_map(paths).collect();
    let names: Vec<String> = paths.iter().map(|path| name_of(path, &root())).collect();
    try_all("files of a scenario", &samples(&names), |at, bytes| {
        let name = names[at].as_str();
        let source = With { name, bytes };
        let mut found = salient::cli::check_file(SYSTEMS, &source, name);
        let folder = name.rsplit_once('/').expect("a folder").0;
        found.extend(check(&source, &format!("{folder}/scenario.json")));
        said(name, bytes, &found)
    });
}

/// A fixture as a bundle.
pub fn bundle(system: &str) -> Bundle {
    let path = fixtures().join(system).join("scenario.json");
    let (project, found) = open_project(&Disk, &path.to_string_lossy());
    project.unwrap_or_else(|| panic!("{system}: {found:?}")).bundle
}

#[test]
fn bundles() {
    let written = |system| salient_exchange::bundle(&bundle(system)).expect("a bundle").files;
    let systems = ["kaisers-battle", "storm-in-the-west"];
    let samples: Vec<Vec<u8>> =
        systems.iter().map(|system| written(system).remove(0).bytes).collect();
    try_all("bundle", &samples, |_, bytes| {
        let name = "kb.bundle.json";
        said(name, bytes, &check(&With { name, bytes }, name))
    });
}

#[test]
fn spreadsheets_of_counters() {
    use salient_document::oob::csv;
    // A journal is written beside what is edited.
    let folder = tempfile::tempdir().expect("a folder");
    let path = copy_of_fixture("kaisers-battle", folder.path()).expect("a copy");
    let mut document = Document::open(SYSTEMS, path).0.expect("a document");
    let comma = csv::write(&document);
    let semicolon = comma.replace(',', ";");
    let samples = [comma.into_bytes(), semicolon.into_bytes()];
    let document = RefCell::new(&mut document);
    try_all("spreadsheet of counters", &samples, |_, bytes| {
        let mut document = document.borrow_mut();
        let import = csv::read(&document, bytes);
        for delete_left_out in [false, true] {
            // What it says can be done, or is refused.
            if let Ok(edits) = import.edits(&document, delete_left_out) {
                document.begin("Import");
                for edit in edits {
                    let _ = document.apply(edit);
                }
                document.commit();
                document.undo();
            }
        }
        let faults = import.faults.iter().map(|fault| (fault.place(), fault.what.clone()));
        Said { complaints: faults.collect(), printed: Vec::new() }
    });
}

const RECIPE: &str = "maps/picardy-1918/recipe.json";

/// Builds the map of a recipe of which a file is another.
fn build(name: &str, bytes: &[u8]) -> Said {
    let (_, found) = salient_cartography::build(&With { name, bytes }, RECIPE);
    said(name, bytes, &found)
}

#[test]
fn recipes() {
    try_all("recipe", &samples(&[RECIPE.to_owned()]), |_, bytes| build(RECIPE, bytes));
}

#[test]
fn layers_of_recipes() {
    for (kind, file) in [("layer in GeoJSON", "rivers.geojson"), ("layer in CSV", "towns.csv")] {
        let name = format!("maps/picardy-1918/geodata/{file}");
        try_all(kind, &samples(std::slice::from_ref(&name)), |_, bytes| build(&name, bytes));
    }
}

#[test]
fn rule_cases() {
    let paths = files_below(&root().join("tests/rules"), ".toml");
    let bundles = [
        ("kaisers-battle", "kaisers-battle"),
        ("storm-in-the-west", "campaign"),
        ("infantry-attacks", "two-villages"),
        ("trench-setup", "french-german-1916-local"),
    ]
    .map(|(id, name)| {
        let system = SYSTEMS.find(id).expect("a registered system");
        (id, system.published().bundle(Some(name)).unwrap_or_else(|why| panic!("{why}")))
    });
    let folders = bundles.each_ref().map(|(system, _)| root().join("tests/rules").join(system));
    let cases: Vec<&PathBuf> =
        paths.iter().filter(|path| folders.iter().any(|folder| path.starts_with(folder))).collect();
    let samples: Vec<Vec<u8>> =
        cases.iter().map(|path| std::fs::read(path).expect("a case")).collect();
    try_all("rule case", &samples, |at, bytes| {
        let Ok(text) = std::str::from_utf8(bytes) else { return Said::default() };
        let name = cases[at].display().to_string();
        let case = match Case::read(text) {
            Ok(case) => case,
            Err(error) => {
                return Said { complaints: vec![(name, error.to_string())], printed: vec![] };
            }
        };
        let of = bundles.iter().find(|(system, _)| name.contains(system)).expect("a bundle");
        let wrong = salient_rules::case::run(SYSTEMS, &case, &of.1).err().unwrap_or_default();
        Said {
            complaints: wrong.into_iter().map(|one| (name.clone(), one)).collect(),
            printed: vec![],
        }
    });
}
