//! What the tests of exchange formats share.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use salient_exchange::{Count, ImportError, Imported};
use salient_schema::{Bundle, Disk, Scenario, open_project, to_canonical_json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A scenario of the checkout.
pub fn bundle(name: &str) -> Bundle {
    let path = root().join(name);
    let (project, found) = open_project(&Disk, &path.to_string_lossy());
    project.unwrap_or_else(|| panic!("{name}: {found:?}")).bundle
}

/// The fixtures of the five systems, and a published scenario of each system that has one.
pub fn bundles() -> Vec<(String, Bundle)> {
    let fixtures = [
        "kaisers-battle",
        "storm-in-the-west",
        "offensive-1914",
        "infantry-attacks",
        "trench-setup",
    ];
    let fixtures = fixtures.map(|system| format!("tests/fixtures/{system}/scenario.json"));
    let published = [
        "scenarios/kaisers-battle/kaisers-battle.json",
        "scenarios/storm-in-the-west/campaign.json",
        "scenarios/storm-in-the-west/plan-1919.json",
    ];
    let names = fixtures.into_iter().chain(published.map(str::to_owned));
    names.map(|name| (name.clone(), bundle(&name))).collect()
}

/// The smallest one.
pub fn small() -> Bundle {
    bundle("tests/fixtures/kaisers-battle/scenario.json")
}

/// The parts of a bundle, each as its text.
pub fn parts_of(bundle: &Bundle) -> Vec<String> {
    let mut bundle = bundle.clone();
    bundle.name_parts_by_id();
    bundle.map.sort();
    let mut parts = vec![
        to_canonical_json(&bundle.ruleset).unwrap(),
        to_canonical_json(&bundle.map).unwrap(),
        to_canonical_json(&bundle.scenario).unwrap(),
    ];
    parts.extend(bundle.orders_of_battle.iter().map(|book| to_canonical_json(book).unwrap()));
    parts
}

/// The same of what was imported.
pub fn parts(imported: &Imported) -> Vec<String> {
    let mut parts = vec![
        to_canonical_json(&imported.ruleset).unwrap(),
        to_canonical_json(&imported.map).unwrap(),
    ];
    parts.extend(imported.scenarios.iter().map(|part| to_canonical_json(part).unwrap()));
    parts.extend(imported.orders_of_battle.iter().map(|part| to_canonical_json(part).unwrap()));
    parts
}

/// Fails where `validate` would find anything in what was imported.
pub fn is_clean(name: &str, imported: &Imported) {
    let found = findings(imported);
    assert!(found.is_empty(), "{name}: {found:#?}");
}

/// Fails where a file's fault is told as one of ours: what was neither placed nor told of.
pub fn harmless(read: &Result<Imported, ImportError>) {
    if let Err(error) = read {
        assert!(!error.what.contains("do not add up"), "{error}");
    }
}

/// How many things an import saw, placed and told of in all.
pub fn counted(imported: &Imported) -> Count {
    imported.losses.counts.iter().fold(Count::default(), |sum, (_, count)| Count {
        seen: sum.seen + count.seen,
        placed: sum.placed + count.placed,
        told: sum.told + count.told,
    })
}

/// What `validate` would find in what was imported.
pub fn findings(imported: &Imported) -> Vec<String> {
    let mut imported = imported.clone();
    if imported.scenarios.is_empty() {
        imported.scenarios.push(Scenario::empty("fresh", "Fresh"));
    }
    let mut map = imported.map.clone();
    map.ruleset.clone_from(&imported.ruleset.id);
    let bundle = Bundle {
        ruleset: imported.ruleset,
        map,
        orders_of_battle: imported.orders_of_battle,
        scenario: imported.scenarios.remove(0),
        ..small()
    };
    let mut found = salient_schema::check_references(&bundle);
    found.extend(salient_rules::check::check_map(&bundle.map, &bundle.ruleset));
    found.iter().map(ToString::to_string).collect()
}

/// Fails with the first line that differs.
pub fn same_text(name: &str, ours: &str, theirs: &str) {
    if ours == theirs {
        return;
    }
    let first = ours.lines().zip(theirs.lines()).enumerate().find(|(_, (a, b))| a != b);
    match first {
        Some((at, (a, b))) => panic!("{name}: line {}:\n  {a}\n  {b}", at + 1),
        None => panic!("{name}: one is longer"),
    }
}

/// Texts with what formats trip over.
pub fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        prop::collection::vec(
            prop::sample::select(vec![
                "'", "\"", ",", ";", "\n", "\r\n", "=1+1", "-5", "1", "é", "<", "&", "]]>", "\\",
                " ", "\t", "0101", "3/4", "true", "[]",
            ]),
            0..5
        )
        .prop_map(|parts| parts.concat()),
    ]
}

/// A change of a file's bytes: where, how many are taken out, what is put in.
pub type Change = (prop::sample::Index, u8, Vec<u8>);

/// Some changes of a file's bytes.
pub fn edits() -> impl Strategy<Value = Vec<Change>> {
    let with = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..6),
        prop::sample::select(vec![
            "4294967296",
            "-1",
            "[[[[",
            "<!DOCTYPE a>",
            "&lt;",
            "1e999",
            "\"",
            "{",
            "null",
            ",,",
            "#9",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0_u8..40, with), 1..4)
}

/// Makes the changes; one that takes out most cuts the file there.
pub fn mangle(bytes: &mut Vec<u8>, edits: &[Change]) {
    for (at, out, with) in edits {
        let at = at.index(bytes.len() + 1);
        if *out > 36 {
            bytes.truncate(at);
        }
        let end = (at + usize::from(*out)).min(bytes.len());
        bytes.splice(at..end, with.iter().copied());
    }
}
