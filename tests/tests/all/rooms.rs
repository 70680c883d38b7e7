//! The rooms of the workspace: what each crate may depend on, and what the top level holds.
//!
//! A crate that cannot name egui cannot leak it, so the rules of `editor/README.md` are checked
//! against what Cargo resolves, not against good intentions.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};

/// What a crate may name in its `[dependencies]`.
struct Room {
    /// The crate.
    name: &'static str,
    /// Rooms and libraries that it may depend on directly.
    may_use: &'static [&'static str],
    /// Libraries that may not be anywhere below it.
    never_below: &'static [&'static str],
}

/// Anything that draws on a screen or opens a window.
const SCREENS: &[&str] = &["egui", "eframe", "winit", "wgpu", "egui_extras", "rfd"];

const ROOMS: &[Room] = &[
    Room {
        name: "salient-schema",
        may_use: &[
            "ahash",
            "jsonc-parser",
            "jsonschema",
            "litemap",
            "memchr",
            "rayon",
            "schemars",
            "serde",
            "serde_json",
            "strsim",
            "thiserror",
        ],
        never_below: SCREENS,
    },
    Room {
        name: "salient-engine",
        may_use: &["salient-schema", "ahash", "hexx", "rayon", "serde", "thiserror"],
        never_below: SCREENS,
    },
    Room {
        name: "salient-cartography",
        may_use: &[
            "salient-engine",
            "salient-schema",
            "csv",
            "geojson",
            "image",
            "serde",
            "serde_json",
            "thiserror",
        ],
        never_below: SCREENS,
    },
    Room {
        name: "salient-document",
        may_use: &[
            "salient-engine",
            "salient-schema",
            "csv",
            "serde",
            "serde_json",
            "tempfile",
            "thiserror",
        ],
        never_below: SCREENS,
    },
    Room {
        name: "salient-export",
        may_use: &[
            "salient-engine",
            "salient-schema",
            "base64",
            "csv",
            "flate2",
            "image",
            "lzma-rust2",
            "maud",
            "miniz_oxide",
            "pdf-writer",
            "png",
            "roxmltree",
            "ruzstd",
            "serde",
            "serde_json",
            "sha2",
            "subsetter",
            "thiserror",
            "tiny-skia",
            "ttf-parser",
            "zip",
            "zlib-rs",
        ],
        never_below: SCREENS,
    },
    Room {
        name: "salient-output",
        may_use: &[
            "salient-export",
            "salient-hex",
            "salient-lab",
            "salient-schema",
            "image",
            "serde",
            "serde_json",
            "thiserror",
        ],
        never_below: SCREENS,
    },
    Room {
        name: "salient-cli",
        may_use: &[
            "salient-cartography",
            "salient-document",
            "salient-export",
            "salient-hex",
            "salient-lab",
            "salient-output",
            "salient-rules",
            "salient-schema",
            "anyhow",
            "clap",
            "clap_complete",
            "clap_mangen",
            "ctrlc",
            "indicatif",
            "jsonc-parser",
            "notify",
            "rayon",
            "serde",
            "serde_json",
        ],
        never_below: SCREENS,
    },
    Room {
        name: "salient-ui",
        may_use: &[
            "salient-cartography",
            "salient-document",
            "salient-export",
            "salient-hex",
            "salient-lab",
            "salient-output",
            "salient-rules",
            "salient-schema",
            "eframe",
            "egui",
            "egui_extras",
            "egui_plot",
            "rfd",
            "serde",
            "serde_json",
            "toml",
        ],
        never_below: &[],
    },
    Room {
        name: "salient",
        may_use: &[
            "salient-cli",
            "salient-kaisers-battle",
            "salient-rules",
            "salient-storm-in-the-west",
            "salient-ui",
            "anyhow",
            "clap",
            "mimalloc",
        ],
        never_below: &[],
    },
];

/// The checkout.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the checkout")
}

/// What Cargo resolves for this machine, without touching the lock file. Only this machine's
/// packages, because those are the ones that a build has already fetched.
fn metadata() -> Metadata {
    let rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .arg("-vV")
        .output()
        .expect("rustc tells its version");
    let version = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("rustc tells its host")
        .to_owned();
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .other_options(vec!["--locked".into(), "--filter-platform".into(), host])
        .exec()
        .expect("cargo metadata answers")
}

/// Every package that a normal build of this one takes in, by name, and the one that brings it.
fn below<'a>(metadata: &'a Metadata, top: &'a PackageId) -> BTreeMap<&'a str, &'a str> {
    let resolve = metadata.resolve.as_ref().expect("metadata with a resolution");
    let nodes: BTreeMap<&PackageId, _> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let mut found = BTreeMap::new();
    let mut seen = BTreeSet::from([top]);
    let mut open = vec![top];
    while let Some(id) = open.pop() {
        let by = metadata[id].name.as_str();
        for dependency in &nodes[id].deps {
            let normal =
                dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
            if normal && seen.insert(&dependency.pkg) {
                found.entry(metadata[&dependency.pkg].name.as_str()).or_insert(by);
                open.push(&dependency.pkg);
            }
        }
    }
    found
}

#[test]
fn every_crate_keeps_to_its_room() {
    let metadata = metadata();
    let mut faults = Vec::new();
    for room in ROOMS {
        let Some(package) = metadata.workspace_packages().into_iter().find(|p| p.name == room.name)
        else {
            faults.push(format!("{}: the workspace has no such crate", room.name));
            continue;
        };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            if dependency.kind == DependencyKind::Normal && !room.may_use.contains(&name) {
                faults.push(format!(
                    "{} depends on {name}; its room may use only {}",
                    room.name,
                    room.may_use.join(", ")
                ));
            }
        }
        for (name, by) in below(&metadata, &package.id) {
            if room.never_below.contains(&name) {
                faults.push(format!(
                    "{} takes in {name} (through {by}); only the app knows of screens",
                    room.name
                ));
            }
        }
    }
    for package in metadata.workspace_packages() {
        let known = ROOMS.iter().any(|room| package.name == room.name);
        if !known && package.name != "salient-tests" {
            faults.push(format!(
                "{}: a crate that has no room in tests/tests/rooms.rs",
                package.name
            ));
        }
    }
    assert!(faults.is_empty(), "crates outside their rooms:\n  {}", faults.join("\n  "));
}

/// The engine is a value: same scenario, seed and actions, same events. What could differ from
/// one run to the next may not be named in it at all.
#[test]
fn the_engine_reads_no_clock_and_no_file() {
    let forbidden = [
        ("std::time", "the engine reads no clock"),
        ("Instant::now", "the engine reads no clock"),
        ("SystemTime", "the engine reads no clock"),
        ("std::fs", "the engine reads no file"),
        ("File::open", "the engine reads no file"),
        ("std::env", "the engine asks nothing of its surroundings"),
        ("std::net", "the engine asks nothing of its surroundings"),
        ("thread::sleep", "the engine waits for nobody"),
    ];
    let mut faults = Vec::new();
    let mut open = vec![root().join("editor/engine/src")];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).expect("the engine's sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap_or_default();
            // A crate's own tests may look at files; what is built into a program may not.
            let program = source.split("#[cfg(test)]").next().unwrap_or_default();
            for (number, line) in program.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for (word, rule) in forbidden {
                    if code.contains(word) {
                        let shown = path.strip_prefix(root()).unwrap_or(&path).display();
                        faults.push(format!("{shown}:{}: `{word}`: {rule}", number + 1));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The top level is the user's choice and stays exactly so.
#[test]
fn the_top_level_holds_the_rooms_and_nothing_else() {
    let expected =
        ["Cargo.lock", "Cargo.toml", "README.md", "editor", "maps", "scenarios", "schema", "tests"];
    let files = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output()
        .ok()
        .filter(|output| output.status.success())
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let Some(files) = files else {
        // A source archive has no git; then there is nothing that could have been added.
        let _ = writeln!(std::io::stderr(), "SKIPPED top level: this is no git checkout");
        return;
    };
    let found: BTreeSet<&str> = files
        .split('\0')
        .filter_map(|path| path.split('/').next())
        .filter(|name| !name.is_empty() && !name.starts_with('.'))
        .collect();
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
}
