//! Shared code knows no game system: the crates that every system uses name none, neither in an
//! identifier nor in a string. What a system is called, cited by or special in, it says itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use salient_tests::sources::{Said, read, read_plain};
use salient_tests::{FIXTURE_SYSTEMS, files_below, name_of, root};

/// Who still names a system, which, and how often: `PATH SYSTEM COUNT`. This list must shrink to
/// nothing; nothing may be added.
const KNOWN: &[&str] = &[
    // Examples in help texts, and the tour, which is on the first published scenario.
    "editor/app/cli/src/export/mod.rs kaisers-battle 1",
    "editor/app/cli/src/export/mod.rs storm-in-the-west 1",
    "editor/app/cli/src/lib.rs kaisers-battle 1",
    "editor/app/cli/src/render.rs kaisers-battle 1",
    "editor/app/cli/src/replay.rs kaisers-battle 1",
    "editor/app/cli/src/rules.rs kaisers-battle 1",
    "editor/app/cli/src/test_run.rs kaisers-battle 1",
    "editor/app/cli/src/test_run.rs storm-in-the-west 1",
    "editor/app/ui/src/help/steps.rs kaisers-battle 1",
    "editor/app/ui/src/request/command/file.rs kaisers-battle 1",
    "editor/app/ui/src/request/command/help.rs kaisers-battle 1",
];

/// The system that lives with the tests alone.
const OF_THE_TESTS: &str = "skirmish";

/// By what the rule books are cited, before a space and a number.
const CITED: [(&str, &str); 3] =
    [("KB", "kaisers-battle"), ("SW", "storm-in-the-west"), ("IA", "infantry-attacks")];

/// Folders of sources that no system is named in: every crate's, but for the systems' own, the
/// list of the binary and the tests.
fn shared() -> Vec<PathBuf> {
    let is_shared = |source: &Path| {
        let system = root().join("editor/systems");
        !source.starts_with(&system) || source.starts_with(system.join("publish"))
    };
    let manifests = files_below(&root().join("editor"), "Cargo.toml");
    let mut folders: Vec<PathBuf> = manifests
        .into_iter()
        .chain([root().join("schema/Cargo.toml")])
        .map(|manifest| manifest.with_file_name("src"))
        .filter(|source| is_shared(source))
        .collect();
    folders.sort();
    folders
}

/// The systems that a text names.
fn named(text: &str) -> BTreeSet<&'static str> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let said = plain(text);
    let mut found: BTreeSet<&str> = FIXTURE_SYSTEMS
        .into_iter()
        .chain([OF_THE_TESTS])
        .filter(|system| said.contains(&plain(system)))
        .collect();
    for (book, system) in CITED {
        let cites = |(at, _): (usize, &str)| {
            let before = text[..at].chars().next_back();
            !before.is_some_and(char::is_alphanumeric) && text[at + book.len()..].starts_with(' ')
        };
        if text.match_indices(book).any(cites) {
            found.insert(system);
        }
    }
    found
}

/// What the sources below a folder say, by file.
fn said_below(folder: &Path) -> BTreeMap<PathBuf, Vec<Said>> {
    let mut said = BTreeMap::new();
    let mut only_tests = Vec::new();
    for path in files_below(folder, ".rs") {
        let source = read(&std::fs::read_to_string(&path).expect("a source"));
        // The modules of `a.rs` lie in `a/`, those of `lib.rs` and `mod.rs` beside them.
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let inside = match stem.as_str() {
            "lib" | "main" | "mod" => path.with_file_name(""),
            _ => path.with_extension(""),
        };
        for module in source.test_modules {
            only_tests.extend([inside.join(format!("{module}.rs")), inside.join(module)]);
        }
        said.insert(path, source.said);
    }
    said.retain(|path, _| !only_tests.iter().any(|tests| path.starts_with(tests)));
    for ending in [".js", ".css", ".wgsl", ".toml", ".html"] {
        for path in files_below(folder, ending) {
            let text = std::fs::read_to_string(&path).expect("a file");
            said.insert(path, read_plain(&text));
        }
    }
    said
}

#[test]
fn no_shared_code_names_a_system() {
    let registry = root().join("editor/app/src/lib.rs");
    let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut lines: BTreeMap<(String, &str), String> = BTreeMap::new();
    let folders = shared();
    assert!(folders.len() >= 9, "the shared crates are found: {folders:?}");
    for (path, said) in folders.iter().flat_map(|folder| said_below(folder)) {
        if path == registry {
            continue;
        }
        let file = name_of(&path, &root());
        for Said { line, text } in said {
            for system in named(&text) {
                let key = (file.clone(), system);
                *counts.entry(key.clone()).or_default() += 1;
                let short: String = text.chars().take(60).collect();
                let _ = write!(lines.entry(key).or_default(), "\n      line {line}: {short}");
            }
        }
    }
    let found: BTreeMap<String, &String> = counts
        .iter()
        .map(|(key, count)| (format!("{} {} {count}", key.0, key.1), &lines[key]))
        .collect();
    let mut wrong = String::new();
    for (offender, lines) in &found {
        if !KNOWN.contains(&offender.as_str()) {
            let _ = write!(wrong, "\n  names a system: {offender}{lines}");
        }
    }
    for known in KNOWN {
        if !found.contains_key(*known) {
            let _ = write!(wrong, "\n  no longer so, take it from the list: {known}");
        }
    }
    assert!(wrong.is_empty(), "shared code and the names of systems:{wrong}");
}

#[test]
fn a_system_is_known_by_any_of_its_names() {
    let kaiser = BTreeSet::from(["kaisers-battle"]);
    for text in [
        "kaisers-battle",
        "salient_kaisers_battle",
        "KaisersBattle",
        "The Kaiser's Battle",
        "by KB 8.74 a column",
        "scenarios/kaisers-battle/ruleset.json",
    ] {
        assert_eq!(named(text), kaiser, "{text}");
    }
    for text in ["SKB 8", "SWITCH", "a battle of kaisers", "12KB", "a storm in the East"] {
        assert_eq!(named(text), BTreeSet::new(), "{text}");
    }
}
