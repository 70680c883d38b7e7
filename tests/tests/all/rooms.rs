//! The rooms of the workspace: what each crate may depend on, and what the top level holds.
//!
//! A crate that cannot name egui cannot leak it, so the table of `editor/README.md` is held to
//! what Cargo resolves, not to good intentions. That table is the only list: a crate's row says
//! where it lies and what its `[dependencies]` may name.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use cargo_metadata::{
    Dependency, DependencyKind, Metadata, MetadataCommand, NodeDep, Package, PackageId,
};

/// Anything that draws on a screen or opens a window.
const SCREENS: [&str; 6] = ["egui", "eframe", "winit", "wgpu", "egui_extras", "rfd"];

/// The crates that may take those in.
const SCREEN_CRATES: [&str; 3] = ["salient-ui", "salient", "salient-tests"];

/// What stands in the table for all game systems, and for whatever there is.
const EVERY_SYSTEM: &str = "every system";
const EVERYTHING: &str = "everything";

/// A row of the table.
struct Room {
    /// The crate, or [`EVERY_SYSTEM`].
    name: String,
    /// Its folder from the top level, without a slash behind.
    folder: String,
    /// What its `[dependencies]` may name, as it is written.
    may_use: Vec<String>,
}

impl Room {
    fn may_use(&self, packages: &[&Package], dependency: &Dependency) -> bool {
        let name = dependency.name.as_str();
        let ours =
            packages.iter().find(|package| dependency.path.is_some() && package.name == name);
        self.may_use.iter().any(|word| match word.as_str() {
            EVERYTHING => true,
            EVERY_SYSTEM => ours.is_some_and(|package| is_system(package)),
            // Rooms alone are written without their first word.
            word if ours.is_some() => name.strip_prefix("salient-") == Some(word),
            word => word == name,
        })
    }
}

/// The table of crates in `editor/README.md`.
fn rooms() -> Vec<Room> {
    let readme = std::fs::read_to_string(root().join("editor/README.md")).expect("the page");
    let head = "| crate | where | holds | may depend on |";
    let lines = readme.lines().skip_while(|line| *line != head).skip(2);
    let rooms: Vec<Room> = lines
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [name, folder, _, may_use] = cells[..] else { panic!("four cells: {line}") };
            let folder = folder.split('`').nth(1).expect("the folder, as code");
            Room {
                name: name.trim_matches('`').to_owned(),
                folder: folder.trim_end_matches('/').to_owned(),
                may_use: may_use
                    .split(',')
                    .map(|word| word.trim().to_owned())
                    .filter(|word| !word.is_empty())
                    .collect(),
            }
        })
        .collect();
    assert!(!rooms.is_empty(), "editor/README.md has the table of crates, headed '{head}'");
    rooms
}

/// The checkout.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the checkout")
}

/// Where a crate of the workspace lies from the top level, with `/` between the parts; none of
/// any other.
fn folder_of(package: &Package) -> Option<String> {
    let folder = package.manifest_path.parent()?.as_std_path();
    Some(folder.strip_prefix(root()).ok()?.to_str()?.replace('\\', "/"))
}

/// Whether this is the crate of a game system.
fn is_system(package: &Package) -> bool {
    folder_of(package).is_some_and(|folder| folder.starts_with("editor/systems/"))
        && package.name != "salient-publish"
}

/// The row of a crate.
fn room_of<'a>(rooms: &'a [Room], package: &Package) -> Option<&'a Room> {
    let by_name = |name: &str| rooms.iter().find(|room| room.name == name);
    by_name(&package.name).or_else(|| by_name(EVERY_SYSTEM).filter(|_| is_system(package)))
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

fn is_normal(dependency: &NodeDep) -> bool {
    dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal)
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
            if is_normal(dependency) && seen.insert(&dependency.pkg) {
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
    let rooms = rooms();
    let packages = metadata.workspace_packages();
    let mut faults = Vec::new();
    for room in &rooms {
        let is_there = |package: &&Package| {
            room_of(&rooms, package).is_some_and(|other| other.name == room.name)
        };
        if !packages.iter().any(is_there) {
            faults.push(format!("{}: the workspace has no such crate", room.name));
        }
    }
    for package in &packages {
        let name = package.name.as_str();
        let Some(room) = room_of(&rooms, package) else {
            faults.push(format!("{name}: a crate that has no row in editor/README.md"));
            continue;
        };
        let folder = folder_of(package).unwrap_or_default();
        if room.name == name && room.folder != folder {
            faults.push(format!("{name} lies in {folder}, its row says {}", room.folder));
        }
        for dependency in &package.dependencies {
            let normal = dependency.kind == DependencyKind::Normal;
            if normal && !room.may_use(&packages, dependency) {
                faults.push(format!(
                    "{name} depends on {}; its room may use only {}",
                    dependency.name,
                    room.may_use.join(", ")
                ));
            }
        }
        for (library, by) in below(&metadata, &package.id) {
            if SCREENS.contains(&library) && !SCREEN_CRATES.contains(&name) {
                faults.push(format!(
                    "{name} takes in {library} (through {by}); only the app knows of screens"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "crates outside their rooms:\n  {}", faults.join("\n  "));
}

/// A system is a folder and a row of the binary's list: no other crate is built on one, directly
/// or through others, another system least of all.
#[test]
fn only_the_binary_knows_the_systems() {
    let metadata = metadata();
    let packages = metadata.workspace_packages();
    let systems: BTreeSet<&str> = packages
        .iter()
        // The tests' own system is for nobody else either.
        .filter(|package| is_system(package) || package.name == "salient-skirmish")
        .map(|package| package.name.as_str())
        .collect();
    assert!(systems.len() >= 2, "the systems are found: {systems:?}");
    let mut faults = Vec::new();
    for package in &packages {
        if ["salient", "salient-skirmish", "salient-tests"].contains(&package.name.as_str()) {
            continue;
        }
        for (name, by) in below(&metadata, &package.id) {
            if systems.contains(name) {
                faults.push(format!("{} takes in {name} (through {by})", package.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// JSON Schemas are made by tests, and the program has them as text.
#[test]
fn the_program_makes_no_schemas() {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["tree", "--locked", "--package", "salient", "--edges", "normal", "--prefix", "none"])
        .current_dir(root())
        .output()
        .expect("cargo tree answers");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let packages = String::from_utf8_lossy(&output.stdout);
    assert!(packages.lines().any(|package| package.starts_with("salient-schema ")), "{packages}");
    assert!(!packages.lines().any(|package| package.starts_with("schemars ")), "{packages}");
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
    let metadata = metadata();
    let engine = ["salient-hex", "salient-rules", "salient-lab"];
    let is_engine =
        |package: &&&Package| is_system(package) || engine.contains(&package.name.as_str());
    let packages = metadata.workspace_packages();
    let mut open: Vec<_> = packages
        .iter()
        .filter(is_engine)
        .map(|package| root().join(folder_of(package).unwrap_or_default()).join("src"))
        .collect();
    assert!(open.len() >= 5, "the engine's crates are found: {open:?}");
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
