//! VASSAL modules before the real engine: it opens them without a complaint, calls every hex what we
//! call it, and has every counter on the hex and face that the scenario says.
//!
//! `tests/vassal/install.sh` gets what is needed. Without it the test says that it was skipped, or
//! fails where `SALIENT_REQUIRE_VASSAL` is set.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use salient_export::exchange::vassal;
use salient_schema::{Bundle, Disk, HexIndex};
use salient_tests::{fixtures, root};

/// A scenario of the repository.
fn open(path: &Path) -> Bundle {
    let (project, found) = salient_schema::open_project(&Disk, &path.to_string_lossy());
    project.unwrap_or_else(|| panic!("{}: {found:?}", path.display())).bundle
}

/// What VASSAL says of a module, line by line; `None` where it is not installed.
fn probe(module: &Path) -> Option<Vec<Vec<String>>> {
    let script = root().join("tests/vassal/probe.sh");
    let ran = Command::new("bash").arg(script).arg(module).output().expect("bash runs");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    match ran.status.code() {
        Some(0) => {}
        Some(3) => {
            let required = std::env::var_os("SALIENT_REQUIRE_VASSAL").is_some();
            assert!(!required, "VASSAL is required, but {said}");
            eprintln!("skipped: {said}");
            return None;
        }
        other => {
            let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
            let printed: Vec<&str> =
                printed.lines().filter(|line| !line.starts_with("hex")).collect();
            panic!("VASSAL, status {other:?}: {}\n{said}", printed.join("\n"));
        }
    }
    let printed = String::from_utf8(ran.stdout).expect("text is UTF-8");
    Some(printed.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

/// Exports scenarios and lets VASSAL look at the module. False where VASSAL is not there.
fn check(paths: &[&Path]) -> bool {
    let bundles: Vec<Bundle> = paths.iter().map(|path| open(path)).collect();
    let all: Vec<&Bundle> = bundles.iter().collect();
    // The size does not matter here, and small pictures are painted quickly.
    let wishes = vassal::Wishes { hex_pixels: Some(30) };
    let parcel = vassal::write(&all, &wishes).expect("a module");
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("module.vmod");
    std::fs::write(&module, &parcel.files[0].bytes).expect("written");
    let Some(lines) = probe(&module) else { return false };
    let grid = &bundles[0].map.grid;

    // Whatever VASSAL snaps to is a hex of ours by its name, and no hex is missing.
    let column = |line: &[String], at: usize| line.get(at).cloned().unwrap_or_default();
    let of = |kind: &'static str| lines.iter().filter(move |line| line[0] == kind);
    let theirs: BTreeMap<String, Vec<String>> =
        of("hex").map(|line| (column(line, 5), line.clone())).collect();
    let hexes = usize::from(grid.columns) * usize::from(grid.rows);
    let ours: BTreeSet<String> =
        (0..hexes).map(|index| grid.print_hex(HexIndex::from_dense(index, grid.columns))).collect();
    assert_eq!(theirs.keys().cloned().collect::<BTreeSet<_>>(), ours);
    assert_eq!(of("hex").count(), hexes, "a name stands for one place");

    // The set-up of each scenario, and the first one's when a game begins without.
    let set_ups = bundles.iter().map(|b| (format!("{}.vsav", b.scenario.id), b));
    for (set_up, bundle) in set_ups.chain([(String::new(), &bundles[0])]) {
        let there: BTreeMap<String, Vec<String>> = of("piece")
            .filter(|line| column(line, 1) == set_up)
            .map(|line| (column(line, 8), line.clone()))
            .collect();
        let scenario = &bundle.scenario;
        for placement in &scenario.setup.placements {
            for counter in &placement.counters {
                let piece = there.get(counter).unwrap_or_else(|| panic!("{set_up}: no {counter}"));
                assert_eq!(column(piece, 5), placement.hex, "{set_up}: {piece:?}");
                let level = usize::from(placement.face.unwrap_or(0)) + 1;
                assert_eq!(column(piece, 7), level.to_string(), "{set_up}: {piece:?}");
            }
        }
        let held = scenario.setup.free.iter().map(|free| ("Set-up", &free.counters));
        let arriving = scenario.reinforcements.iter().map(|late| ("Turn", &late.counters));
        let out = [("Out of play", &scenario.setup.eliminated)];
        for (zone, counters) in held.chain(arriving).chain(out) {
            for counter in counters {
                let piece = there.get(counter).unwrap_or_else(|| panic!("{set_up}: no {counter}"));
                assert!(column(piece, 5).starts_with(zone), "{set_up}: {piece:?}");
            }
        }
        assert!(there.values().any(|line| column(line, 6) == "Game-turn"), "{set_up}: no marker");
    }
    true
}

#[test]
fn vassal_agrees_on_every_hex_and_counter() {
    let kaisers_battle = root().join("scenarios/kaisers-battle/kaisers-battle.json");
    if !check(&[&kaisers_battle]) {
        return;
    }
    let west = root().join("scenarios/storm-in-the-west");
    check(&[&west.join("campaign.json"), &west.join("the-allied-offensive.json")]);
    // Boards of which one lies upside down; the first column pushed; the first row pushed.
    for system in ["infantry-attacks", "trench-setup", "storm-in-the-west"] {
        check(&[&fixtures().join(system).join("scenario.json")]);
    }
}
