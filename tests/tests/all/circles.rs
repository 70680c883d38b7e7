//! No folder of a crate uses another in a circle: what a folder needs lies above it or below it,
//! never both.
//!
//! The sources are read, not compiled: their `use` lines, and paths that are written out. A name
//! that a module hands on (`pub use`) counts as what it stands for. Files of one folder may know
//! each other, and a folder and the files beside it are one place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Circles that there are, by crate and folders: none may be added, and what is mended is taken
/// out.
const KNOWN: &[(&str, &[&str])] = &[
    // What a set-up must be is asked by the check, and the set-up's conditions ask it in turn.
    ("editor/rules", &["check", "set_up"]),
];

/// A module's place, from the crate's root.
type Module = Vec<String>;

/// A crate's sources.
struct Sources {
    /// The text of each module, without comments.
    texts: BTreeMap<Module, String>,
    /// The modules that are folders.
    folders: BTreeSet<Module>,
    /// What a module hands on: the name, and what it stands for.
    handed_on: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Sources {
    fn read(source: &Path) -> Self {
        let mut texts = BTreeMap::new();
        let mut folders = BTreeSet::from([Module::new()]);
        let mut open = vec![(source.to_path_buf(), Module::new())];
        while let Some((folder, at)) = open.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder of sources").flatten() {
                let path = entry.path();
                let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
                let below = |name: String| at.iter().cloned().chain([name]).collect::<Module>();
                if path.is_dir() {
                    folders.insert(below(stem.clone()));
                    open.push((path, below(stem)));
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let text = std::fs::read_to_string(&path).expect("a source");
                    let module = match stem.as_str() {
                        "mod" | "lib" | "main" => at.clone(),
                        _ => below(stem),
                    };
                    let text: Vec<&str> =
                        text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
                    // A library's own sources come before the program's that uses it.
                    texts.entry(module).or_insert_with(String::new).push_str(&text.join("\n"));
                }
            }
        }
        let mut sources = Self { texts, folders, handed_on: BTreeMap::new() };
        for (module, text) in &sources.texts {
            let mut names = BTreeMap::new();
            for (public, tree) in uses(text) {
                for leaf in leaves(&tree) {
                    let (path, name) = match leaf.split_once(" as ") {
                        Some((path, name)) => (path.to_owned(), name.to_owned()),
                        None => (leaf.clone(), leaf.rsplit("::").next().unwrap_or("").to_owned()),
                    };
                    if public && let Some(stands_for) = sources.absolute(module, &path) {
                        names.insert(name, stands_for);
                    }
                }
            }
            sources.handed_on.insert(module.clone(), names);
        }
        sources
    }

    /// A path as it is seen from the crate's root; none for what is another crate's.
    fn absolute(&self, from: &Module, path: &str) -> Option<Module> {
        let mut parts = path.split("::").map(str::trim).peekable();
        let mut at = match *parts.peek()? {
            "crate" => {
                parts.next();
                Module::new()
            }
            "self" | "super" => from.clone(),
            first => {
                let child: Module = from.iter().cloned().chain([first.to_owned()]).collect();
                if !self.texts.contains_key(&child) {
                    return None;
                }
                from.clone()
            }
        };
        for part in parts {
            match part {
                "self" => {}
                "super" => {
                    at.pop();
                }
                name => at.push(name.to_owned()),
            }
        }
        Some(at)
    }

    /// The module that a path leads into, by what is handed on.
    fn resolve(&self, path: &Module, steps: u8) -> Module {
        let mut module = Module::new();
        for name in path {
            let next: Module = module.iter().cloned().chain([name.clone()]).collect();
            if self.texts.contains_key(&next) {
                module = next;
                continue;
            }
            if let Some(stands_for) = self.handed_on.get(&module).and_then(|names| names.get(name))
                && steps > 0
                && stands_for != path
            {
                return self.resolve(stands_for, steps - 1);
            }
            break;
        }
        module
    }

    /// The folder that a module's file lies in, or that it opens.
    fn folder_of(&self, module: &Module) -> Module {
        let mut folder = module.clone();
        while !self.folders.contains(&folder) {
            folder.pop();
        }
        folder
    }

    /// Which folder uses which, both of one parent, with a module that does so.
    fn arrows(&self) -> BTreeMap<Module, BTreeMap<Module, Module>> {
        let mut arrows: BTreeMap<Module, BTreeMap<Module, Module>> = BTreeMap::new();
        for (module, text) in &self.texts {
            let program = text.split("#[cfg(test)]").next().unwrap_or_default();
            let mut paths: Vec<String> =
                uses(program).iter().flat_map(|(_, tree)| leaves(tree)).collect();
            paths.extend(written_out(program));
            for path in paths {
                let path = path.split(" as ").next().unwrap_or_default().to_owned();
                let Some(path) = self.absolute(module, &path) else { continue };
                let (from, to) = (self.folder_of(module), self.folder_of(&self.resolve(&path, 4)));
                let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
                if common < from.len() && common < to.len() {
                    let (from, to) = (from[..=common].to_vec(), to[..=common].to_vec());
                    arrows.entry(from).or_default().entry(to).or_insert_with(|| module.clone());
                }
            }
        }
        arrows
    }
}

/// The `use` lines of a text: whether each is public, and its tree.
fn uses(text: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("use ") {
        let before = rest[..at].rsplit('\n').next().unwrap_or_default().trim();
        rest = &rest[at + 4..];
        let limited = before.starts_with("pub(") && before.ends_with(')');
        if limited || matches!(before, "" | "pub") {
            let end = rest.find(';').unwrap_or(rest.len());
            let tree: Vec<&str> = rest[..end].split_whitespace().collect();
            found.push((!before.is_empty(), tree.join(" ")));
            rest = &rest[end..];
        }
    }
    found
}

/// The paths of a `use` tree.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(brace) = tree.find('{') else { return vec![tree.to_owned()] };
    let (before, inner) = (&tree[..brace], &tree[brace + 1..tree.rfind('}').unwrap_or(tree.len())]);
    let (mut parts, mut depth, mut part) = (Vec::new(), 0, String::new());
    for letter in inner.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(letter);
    }
    parts.push(part);
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| leaves(&format!("{before}{}", part.trim()))).collect()
}

/// Paths that begin with `crate::` or `super::` anywhere in a text.
fn written_out(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            let path: String = text[at..]
                .chars()
                .take_while(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':'))
                .collect();
            found.push(path.trim_end_matches(':').to_owned());
        }
    }
    found
}

/// The folders that can be reached from one by its arrows.
fn reached(arrows: &BTreeMap<Module, BTreeMap<Module, Module>>, from: &Module) -> BTreeSet<Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(at) = open.pop() {
        for to in arrows.get(&at).into_iter().flat_map(BTreeMap::keys) {
            if seen.insert(to.clone()) {
                open.push(to.clone());
            }
        }
    }
    seen
}

#[test]
fn no_folder_uses_another_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout");
    let mut crates: Vec<PathBuf> = vec![root.join("schema")];
    let mut open = vec![root.join("editor")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir() && !["src", "tests", "benches", "target"].iter().any(|no| name == *no)
            {
                if path.join("Cargo.toml").is_file() {
                    crates.push(path.clone());
                }
                open.push(path);
            }
        }
    }
    let (mut faults, mut met) = (Vec::new(), BTreeSet::new());
    for package in crates {
        let shown = package.strip_prefix(root).unwrap_or(&package).display().to_string();
        let arrows = Sources::read(&package.join("src")).arrows();
        for from in arrows.keys() {
            let circle: BTreeSet<Module> = reached(&arrows, from)
                .into_iter()
                .filter(|to| to == from || reached(&arrows, to).contains(from))
                .collect();
            // Told once, by the first of its folders.
            if circle.len() < 2 || circle.first() != Some(from) {
                continue;
            }
            let names: Vec<String> = circle.iter().map(|folder| folder.join("/")).collect();
            if let Some(known) = KNOWN
                .iter()
                .position(|(of, folders)| *of == shown && names.iter().eq(folders.iter()))
            {
                met.insert(known);
                continue;
            }
            let mut ties = Vec::new();
            for one in &circle {
                for (other, module) in arrows.get(one).into_iter().flatten() {
                    if circle.contains(other) {
                        let (one, other) = (one.join("/"), other.join("/"));
                        ties.push(format!("{one} → {other} (in {})", module.join("::")));
                    }
                }
            }
            faults.push(format!("{shown}: {}\n    {}", names.join(", "), ties.join("\n    ")));
        }
    }
    assert!(
        faults.is_empty(),
        "folders that use each other in a circle:\n  {}",
        faults.join("\n  ")
    );
    for (place, (of, folders)) in KNOWN.iter().enumerate() {
        assert!(met.contains(&place), "{of}: {folders:?} is a circle no more; take it out here");
    }
}
