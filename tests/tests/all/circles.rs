//! What a file needs lies below it: no file of a crate uses another in a circle, and no folder
//! does.
//!
//! The sources are read, not compiled: their `use` lines, and paths that are written out. A name
//! that a module hands on stands for the file that defines it, so that a `mod.rs` which only says
//! what is in its folder is in no circle. What is built for tests alone does not count. A method
//! that another file gives to a type is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Circles of files that there are. None may be added and none may grow; what is mended is
/// taken out, so that the list only gets shorter. `cargo test circles -- --nocapture` says what
/// they are.
const KNOWN: &[Known] = &[
    Known {
        why: "the door of a folder keeps the state of what it shows, and its files show it in turn",
        circles: &[
            ("editor/app/ui", "app/command_palette/mod.rs", 2),
            ("editor/app/ui", "documents/clients.rs", 5),
            ("editor/app/ui", "generate/many.rs", 4),
            ("editor/app/ui", "help/mod.rs", 2),
            ("editor/app/ui", "lab/cells.rs", 15),
            ("editor/app/ui", "map/arrows.rs", 8),
            ("editor/app/ui", "pages/charts/mod.rs", 2),
            ("editor/app/ui", "pages/order_of_battle/counter.rs", 8),
            ("editor/app/ui", "pages/ruleset/entries.rs", 3),
            ("editor/app/ui", "versions/merging.rs", 2),
            ("editor/art", "counter_art/mod.rs", 2),
            ("editor/art", "map_art/areas.rs", 11),
        ],
    },
    Known {
        why: "a command hands a form of itself on, which ends by the command's own way",
        circles: &[
            ("editor/app/cli", "completions.rs", 2),
            ("editor/app/cli", "diff.rs", 2),
            ("editor/app/cli", "map.rs", 2),
            ("editor/app/cli", "merge/mod.rs", 2),
            ("editor/app/cli", "play.rs", 2),
            ("editor/app/cli", "test_run.rs", 3),
            ("editor/app/cli", "validate.rs", 2),
        ],
    },
    Known {
        why: "what is in the middle of its work calls for parts that work on it in turn",
        circles: &[
            ("editor/app/ui", "inspector/play.rs", 2),
            ("editor/app/ui", "map/builder.rs", 2),
            ("editor/cartography", "fit/agreement.rs", 3),
            ("editor/cartography", "heights.rs", 2),
            ("editor/document", "fixes.rs", 2),
            ("editor/document", "merge/lists.rs", 4),
            ("editor/systems/offensive-1914", "armies/areas.rs", 2),
            ("editor/document", "merge/report.rs", 2),
            ("editor/document", "set_up/begins.rs", 3),
            ("editor/exchange", "tiled/opening.rs", 2),
            ("editor/exchange", "vassal/reader/boards.rs", 4),
            ("editor/hex", "map.rs", 4),
            ("editor/systems/storm-in-the-west", "compile.rs", 2),
            ("editor/systems/trench-setup", "brief.rs", 10),
            ("editor/systems/trench-setup", "acts.rs", 6),
        ],
    },
    Known {
        why: "a type is made of others that are made of it, or speak of it",
        circles: &[
            ("editor/app/ui", "request/mod.rs", 2),
            ("editor/exchange", "vassal/actions.rs", 6),
            ("editor/play", "sandbox/act.rs", 6),
            ("editor/systems/kaisers-battle", "event/artillery.rs", 2),
            ("schema", "bundle.rs", 2),
            ("schema", "event/detail.rs", 2),
            ("schema", "map.rs", 2),
            ("schema", "plain/build.rs", 3),
        ],
    },
    Known {
        why: "a tool says what all tools are in the middle of next, and that is made of theirs",
        circles: &[("editor/document", "tools/area.rs", 20)],
    },
    Known {
        why: "a document is saved with its journal, and the journal is one of a document's edits",
        circles: &[("editor/document", "cut_off.rs", 4), ("editor/document", "apply.rs", 2)],
    },
    Known {
        why: "whoever reads or writes first ends a save that was cut off, by reading and writing",
        circles: &[("editor/files", "cut_off.rs", 14)],
    },
    Known {
        why: "a system words its events and acts with words that ask the system",
        circles: &[("editor/rules", "acts.rs", 3)],
    },
    Known {
        why: "what a system says is a type by which the engine, its frames and its position are made",
        circles: &[("editor/rules", "play/bots.rs", 13)],
    },
    Known {
        why: "procedures that a ruleset puts together call each other by the game's own type: to be cut \
              into rooms once all are there",
        circles: &[
            ("editor/systems/standard", "answers.rs", 46),
            ("editor/systems/standard", "combat/event.rs", 2),
        ],
    },
    Known {
        why: "chapters of the book that come up in the midst of one another, and forces in two hexes \
              in all of them: to be cut into rooms now that all are there (1914 19)",
        circles: &[
            ("editor/systems/offensive-1914", "abreast/back.rs", 60),
            ("editor/systems/offensive-1914", "abreast/combat.rs", 2),
        ],
    },
    Known {
        why: "a loss may be a leader's, which shakes those around him, who are lost by it (IA 6.7)",
        circles: &[("editor/systems/infantry-attacks", "casualties.rs", 4)],
    },
    Known {
        why: "a position keeps what procedures are in the middle of, and they read the position",
        circles: &[
            ("editor/systems/kaisers-battle", "air.rs", 10),
            ("editor/systems/storm-in-the-west", "battle.rs", 9),
        ],
    },
    Known {
        why: "a bot remembers its plans, and plans by what it remembers",
        circles: &[
            ("editor/systems/kaisers-battle", "bots/allied.rs", 11),
            ("editor/systems/storm-in-the-west", "bots/account.rs", 11),
            ("editor/systems/offensive-1914", "bots/assault.rs", 7),
        ],
    },
];

/// Circles of folders that there are.
const KNOWN_FOLDERS: &[Known] = &[
    Known {
        why: "what a set-up must be is asked by the check, and the set-up's conditions ask it in turn",
        circles: &[("editor/rules", "check", 2)],
    },
    Known {
        why: "chapters of the book that come up in the midst of one another: to be cut into rooms now \
              that all are there",
        circles: &[
            ("editor/systems/offensive-1914", "abreast", 12),
            ("editor/systems/offensive-1914", "control", 2),
        ],
    },
];

/// Circles that are known, and why they are there.
struct Known {
    why: &'static str,
    /// The crate's folder, the first file or folder of the circle, and how many it has.
    circles: &'static [(&'static str, &'static str, usize)],
}

/// A module's place, from the crate's root.
type Module = Vec<String>;

/// Which place uses which, and what of it.
type Arrows = BTreeMap<Module, BTreeMap<Module, BTreeSet<String>>>;

/// A crate's sources.
#[derive(Default)]
struct Sources {
    files: BTreeMap<Module, File>,
    /// The modules that are folders.
    folders: BTreeSet<Module>,
}

/// A module's file.
struct File {
    /// From the crate's sources.
    shown: String,
    /// Without comments, `use` lines and tests.
    text: String,
    /// What it brings in: the name, and the path of what it stands for.
    brought_in: BTreeMap<String, String>,
    /// The modules all of whose names it brings in.
    globs: Vec<String>,
    /// The paths that it hands on, and does not bring in for itself.
    handed_on: BTreeSet<String>,
}

impl Sources {
    fn read(source: &Path) -> Self {
        let mut sources = Self::default();
        sources.folders.insert(Module::new());
        let mut for_tests = Vec::new();
        let mut open = vec![(source.to_path_buf(), Module::new())];
        while let Some((folder, at)) = open.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder of sources").flatten() {
                let path = entry.path();
                let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
                let below = |name: String| at.iter().cloned().chain([name]).collect::<Module>();
                if path.is_dir() {
                    sources.folders.insert(below(stem.clone()));
                    open.push((path, below(stem)));
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let text = std::fs::read_to_string(&path).expect("a source");
                    let module = match stem.as_str() {
                        "mod" | "lib" | "main" => at.clone(),
                        _ => below(stem.clone()),
                    };
                    let (program, tests) = without_tests(&text);
                    for_tests.extend(
                        tests
                            .into_iter()
                            .map(|name| module.iter().cloned().chain([name]).collect::<Module>()),
                    );
                    let shown = path.strip_prefix(source).unwrap_or(&path).display().to_string();
                    // A library's own sources are taken, not the program's that uses it.
                    if stem != "main" || !folder.join("lib.rs").is_file() {
                        sources.files.insert(module, File::read(shown, &program));
                    }
                }
            }
        }
        sources.files.retain(|module, _| !for_tests.iter().any(|tests| module.starts_with(tests)));
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
                if !self.files.contains_key(&child) {
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

    /// The module that holds what a path names, by what is handed on; none where that is another
    /// crate's, or a module that is named alone.
    fn resolve(&self, path: &Module, steps: u8) -> Option<Module> {
        let mut module = Module::new();
        for (at, name) in path.iter().enumerate() {
            let next: Module = module.iter().cloned().chain([name.clone()]).collect();
            if self.files.contains_key(&next) {
                module = next;
                continue;
            }
            let brought_in = self.files.get(&module)?.brought_in.get(name);
            let stands_for = match brought_in {
                Some(path) => Some(self.absolute(&module, path)?),
                None => self.by_glob(&module, name),
            };
            let (Some(stands_for), true) = (stands_for, steps > 0) else { return Some(module) };
            let further = stands_for.into_iter().chain(path[at + 1..].iter().cloned());
            return self.resolve(&further.collect(), steps - 1);
        }
        None
    }

    /// What a name stands for that a module brings in with all others of a module.
    fn by_glob(&self, module: &Module, name: &str) -> Option<Module> {
        let globs = self.files.get(module)?.globs.iter();
        let mut globs = globs.filter_map(|glob| self.absolute(module, glob));
        let holds = |glob: &Module| self.files.get(glob).is_some_and(|file| file.defines(name));
        globs.find(holds).map(|glob| glob.into_iter().chain([name.to_owned()]).collect())
    }

    /// Which file uses which.
    fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (module, file) in &self.files {
            let mut paths: Vec<Module> = Vec::new();
            for path in file.brought_in.values().filter(|path| !file.handed_on.contains(*path)) {
                paths.extend(self.absolute(module, path));
            }
            for path in paths_in(&file.text) {
                let (first, rest) = path.split_once("::").unwrap_or((path, ""));
                let stands_for = match file.brought_in.get(first) {
                    Some(brought_in) => self.absolute(module, &format!("{brought_in}::{rest}")),
                    None => self.absolute(module, path),
                };
                paths.extend(stands_for);
            }
            for mut path in paths {
                path.retain(|name| !name.is_empty());
                let Some(to) = self.resolve(&path, 4) else { continue };
                if to != *module {
                    let name = path.last().cloned().unwrap_or_default();
                    let to = arrows.entry(module.clone()).or_default().entry(to).or_default();
                    to.insert(name);
                }
            }
        }
        arrows
    }

    /// Which folder uses which, both of one parent. A folder and the files beside it are one
    /// place.
    fn folder_arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (from, others) in self.arrows() {
            for to in others.into_keys() {
                let (one, other) = (self.folder_of(&from), self.folder_of(&to));
                let common = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
                if common < one.len() && common < other.len() {
                    let (one, other) = (one[..=common].to_vec(), other[..=common].to_vec());
                    let other = arrows.entry(one).or_default().entry(other).or_default();
                    other.insert(from.join("::"));
                }
            }
        }
        arrows
    }

    /// The folder that a module's file lies in, or that it opens.
    fn folder_of(&self, module: &Module) -> Module {
        let mut folder = module.clone();
        while !self.folders.contains(&folder) {
            folder.pop();
        }
        folder
    }
}

impl File {
    fn read(shown: String, program: &str) -> Self {
        let (uses, text) = uses(program);
        let words: BTreeSet<&str> =
            text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
        let (mut brought_in, mut globs) = (BTreeMap::new(), Vec::new());
        let mut handed_on = BTreeSet::new();
        for (public, leaf) in uses {
            let (path, name) = match leaf.split_once(" as ") {
                Some((path, name)) => (path.to_owned(), name.to_owned()),
                None => (leaf.clone(), leaf.rsplit("::").next().unwrap_or("").to_owned()),
            };
            if let Some(glob) = path.strip_suffix("::*") {
                globs.push(glob.to_owned());
                continue;
            }
            let (path, name) = match path.strip_suffix("::self") {
                Some(module) if name == "self" => {
                    (module.to_owned(), module.rsplit("::").next().unwrap_or("").to_owned())
                }
                Some(module) => (module.to_owned(), name),
                None => (path, name),
            };
            if public && !words.contains(name.as_str()) {
                handed_on.insert(path.clone());
            }
            brought_in.insert(name, path);
        }
        Self { shown, text, brought_in, globs, handed_on }
    }

    /// Whether an item of that name stands in the file.
    fn defines(&self, name: &str) -> bool {
        let kinds = ["struct", "enum", "fn", "trait", "type", "const", "static", "union"];
        self.text.match_indices(name).any(|(at, _)| {
            let whole = !self.text[at + name.len()..]
                .starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
            whole && kinds.iter().any(|kind| self.text[..at].ends_with(&format!("{kind} ")))
        })
    }
}

/// A text without its comments and what is built for tests alone, and the names of the modules
/// that are.
///
/// An item ends where its indentation is met again, as `cargo fmt` sets it.
fn without_tests(text: &str) -> (String, Vec<String>) {
    let (mut program, mut modules) = (String::new(), Vec::new());
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            program.push_str(line);
            program.push('\n');
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends = [format!("{indent}}}"), format!("{indent}}};")];
        let mut item = lines.by_ref().skip_while(|line| line.trim_start().starts_with("#["));
        let first = item.next().unwrap_or_default().trim();
        if let Some(name) = first.strip_suffix(';').and_then(|item| item.rsplit_once("mod ")) {
            modules.push(name.1.to_owned());
        }
        if !first.ends_with([';', ',']) && !first.ends_with('}') {
            let _ = item.find(|line| ends.iter().any(|end| line.trim_end() == end));
        }
    }
    (program, modules)
}

/// The leaves of the `use` lines of a text, whether each is public, and the text without them.
fn uses(text: &str) -> (Vec<(bool, String)>, String) {
    let (mut found, mut left) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(at) = rest.find("use ") {
        let before = rest[..at].rsplit('\n').next().unwrap_or_default().trim();
        let limited = before.starts_with("pub(") && before.ends_with(')');
        if limited || matches!(before, "" | "pub") {
            left.push_str(&rest[..at]);
            rest = &rest[at + 4..];
            let end = rest.find(';').unwrap_or(rest.len());
            let tree: Vec<&str> = rest[..end].split_whitespace().collect();
            let of_it = leaves(&tree.join(" "));
            found.extend(of_it.into_iter().map(|leaf| (!before.is_empty(), leaf)));
            rest = &rest[end..];
        } else {
            left.push_str(&rest[..at + 4]);
            rest = &rest[at + 4..];
        }
    }
    left.push_str(rest);
    (found, left)
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

/// The paths of two names and more anywhere in a text.
fn paths_in(text: &str) -> impl Iterator<Item = &str> {
    let words =
        text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | ':'));
    words.map(|word| word.trim_matches(':')).filter(|word| word.contains("::"))
}

/// The places that can be reached from one by its arrows.
fn reached(arrows: &Arrows, from: &Module) -> BTreeSet<Module> {
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

/// The circles of some arrows, the longest first.
fn circles(arrows: &Arrows) -> Vec<BTreeSet<Module>> {
    let reach: BTreeMap<&Module, BTreeSet<Module>> =
        arrows.keys().map(|from| (from, reached(arrows, from))).collect();
    let mut found = Vec::new();
    for (from, beyond) in &reach {
        let back = |to: &&Module| reach.get(*to).is_some_and(|others| others.contains(*from));
        let circle: BTreeSet<Module> = beyond.iter().filter(back).cloned().collect();
        // Told once, by the first of its places.
        if circle.len() > 1 && circle.first() == Some(*from) {
            found.push(circle);
        }
    }
    found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    found
}

/// The folders of all crates.
fn crates(root: &Path) -> Vec<PathBuf> {
    let mut crates = vec![root.join("schema")];
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
    crates.sort();
    crates
}

/// Holds the circles of all crates against those that are known.
fn check(
    known: &'static [Known],
    arrows: impl Fn(&Sources) -> Arrows,
    shown: impl Fn(&Sources, &Module) -> String,
) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout");
    let of_known = |known: &'static Known| known.circles.iter().map(|circle| (circle, known.why));
    let mut left: Vec<_> = known.iter().flat_map(of_known).collect();
    let mut faults = Vec::new();
    for package in crates(root) {
        let of = package.strip_prefix(root).unwrap_or(&package).display().to_string();
        let sources = Sources::read(&package.join("src"));
        let arrows = arrows(&sources);
        for circle in circles(&arrows) {
            let names: BTreeSet<String> = circle.iter().map(|at| shown(&sources, at)).collect();
            let first = names.first().map_or("", String::as_str);
            println!("{of}: {}: {}", names.len(), Vec::from_iter(names.clone()).join(" "));
            let own = (of.as_str(), first, names.len());
            if let Some(place) = left.iter().position(|(known, _)| **known == own) {
                left.remove(place);
                continue;
            }
            let mut ties = Vec::new();
            for one in &circle {
                for (other, what) in arrows.get(one).into_iter().flatten() {
                    if circle.contains(other) {
                        let what = Vec::from_iter(what.iter().map(String::as_str)).join(", ");
                        let (one, other) = (shown(&sources, one), shown(&sources, other));
                        ties.push(format!("{one} → {other} ({what})"));
                    }
                }
            }
            let count = names.len();
            faults.push(format!("{of}: {count} from {first}\n    {}", ties.join("\n    ")));
        }
    }
    for ((of, first, count), why) in left {
        faults.push(format!("{of}: no circle of {count} from {first} ({why}); mend the list"));
    }
    let faults = faults.join("\n  ");
    assert!(faults.is_empty(), "places that use each other in a circle:\n  {faults}");
}

#[test]
fn no_file_uses_another_in_a_circle() {
    check(KNOWN, Sources::arrows, |sources, at| sources.files[at].shown.clone());
}

#[test]
fn no_folder_uses_another_in_a_circle() {
    check(KNOWN_FOLDERS, Sources::folder_arrows, |_, at| at.join("/"));
}
