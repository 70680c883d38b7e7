//! Hostile files and names, and the one place that opens files.

use std::path::{Path, PathBuf};

use salient_tests::{files_below, fixtures, name_of, root, sources};

/// A folder with the small scenario in a project of its own, and a secret beside it.
#[cfg(unix)]
pub struct Project {
    folder: tempfile::TempDir,
}

#[cfg(unix)]
impl Project {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let project = Self { folder };
        std::fs::create_dir_all(project.at("repo/.git")).expect("a folder");
        for name in ["map.json", "order-of-battle.json", "ruleset.json", "scenario.json"] {
            let from = fixtures().join("kaisers-battle").join(name);
            std::fs::copy(from, project.at("repo").join(name)).expect("a fixture");
        }
        std::fs::write(project.at("secret.json"), "{\"password\":\"hunter2\", \"a\":1, \"a\":2}")
            .expect("a file");
        project
    }

    pub fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What the program says, and how it ends, started in the temporary folder.
    pub fn salient(&self, args: &[&str]) -> (i32, String) {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
            .args(args)
            .current_dir(self.folder.path())
            .env("HUNTER", "hunter2")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program runs");
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
    }

    fn refer_to(&self, field: &str, old: &str, new: &str) {
        let file = self.at("repo/scenario.json");
        let text = std::fs::read_to_string(&file).expect("the scenario");
        let [was, is] = [old, new].map(|value| format!("\"{field}\": \"{value}\""));
        assert!(text.contains(&was), "{was}");
        std::fs::write(file, text.replacen(&was, &is, 1)).expect("the scenario");
    }
}

#[cfg(unix)]
#[test]
fn a_strangers_scenario_leads_to_nothing_outside_of_its_project() {
    for target in ["/dev/zero", "/proc/self/environ", "../secret.json", "link.json", "/dev/stdin"] {
        let project = Project::new();
        std::os::unix::fs::symlink("../secret.json", project.at("repo/link.json")).expect("a link");
        project.refer_to("map", "map.json", target);
        for command in ["validate", "test-run", "render"] {
            let mut args = vec![command, "repo/scenario.json"];
            if command == "render" {
                args.extend(["-o", "p.png"]);
            }
            let (status, said) = project.salient(&args);
            assert_eq!(status, 2, "{command} {target}: {said}");
            assert!(said.contains("outside of the project's folder"), "{command} {target}: {said}");
            assert!(!said.contains("hunter2"), "{command} {target}: {said}");
        }
    }
    // Unless the user names a folder that holds both; what is in it is nobody's affair even so.
    let project = Project::new();
    project.refer_to("map", "map.json", "../secret.json");
    let (status, said) = project.salient(&["validate", "repo/scenario.json", "--project", "."]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("secret.json"), "{said}");
    assert!(!said.contains("hunter2") && !said.contains("password"), "{said}");
    let (status, said) = project.salient(&["validate", "repo", "--project", "nowhere"]);
    assert_eq!(status, 2, "{said}");
}

/// The geographic data of a recipe, too, whose files may be of any length or never end.
#[cfg(unix)]
#[test]
fn layers_of_a_recipe_are_read_within_limits() {
    let theatre = root().join("maps/picardy-1918");
    for what in ["long", "endless", "feature"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("maps/picardy-1918/geodata")).expect("a folder");
        std::fs::create_dir_all(at(".git")).expect("a folder");
        for from in files_below(&theatre, "") {
            let name = name_of(&from, &root());
            std::fs::create_dir_all(at(&name).parent().expect("a folder")).expect("a folder");
            std::fs::copy(&from, at(&name)).expect("a file of the theatre");
        }
        let recipe = std::fs::read_to_string(theatre.join("recipe.json")).expect("the recipe");
        let ruleset = root().join("scenarios/kaisers-battle/ruleset.json");
        assert!(recipe.contains("/kaisers-battle/ruleset.json"), "{recipe}");
        std::fs::create_dir_all(at("scenarios/kaisers-battle")).expect("a folder");
        std::fs::copy(ruleset, at("scenarios/kaisers-battle/ruleset.json")).expect("the ruleset");
        let layer = at("maps/picardy-1918/geodata/rivers.geojson");
        let says = match what {
            "long" => {
                let file = std::fs::File::create(&layer).expect("the layer");
                // Holes: it takes no room on the disk.
                file.set_len(salient_files::limits::FILE_BYTES + 1).expect("a long file");
                "larger than the 512 MB that are read at most"
            }
            "endless" => {
                std::fs::remove_file(&layer).expect("the layer");
                std::os::unix::fs::symlink("/dev/zero", &layer).expect("a link");
                "outside of the project's folder"
            }
            _ => {
                let coordinates = "[3.0,50.0],".repeat(3 << 20);
                let text = format!(
                    "{{\"type\":\"FeatureCollection\",\"features\":[\n{{\"type\":\"Feature\",\
                     \"properties\":null,\"geometry\":{{\"type\":\"LineString\",\"coordinates\":\
                     [{coordinates}[3.0,50.0]]}}}}]}}"
                );
                std::fs::write(&layer, text).expect("the layer");
                "a feature has more than 32 MB, which is the most"
            }
        };
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
            .args(["map", "build", "maps/picardy-1918/recipe.json", "-o", "map.json"])
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert_ne!(output.status.code(), Some(0), "{what}: {said}");
        assert!(said.contains(says), "{what}: {said}");
        let place = if what == "feature" { "geodata/rivers.geojson:2:1" } else { "recipe.json:" };
        assert!(said.contains(place), "{what}: {said}");
        assert!(!at("map.json").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_backslash_is_a_letter_and_names_may_be_anything() {
    use std::os::unix::ffi::OsStrExt;
    let project = Project::new();
    let map = std::fs::read_to_string(project.at("repo/map.json")).expect("the map");
    // Once taken for `repo/sub/../../victim.json`.
    let ugly = map.replacen('\n', "\n\n", 1);
    std::fs::write(project.at("victim.json"), &ugly).expect("a file");
    std::fs::write(project.at("repo").join("sub\\..\\..\\victim.json"), &ugly).expect("a file");
    let strange = project.at("repo").join(std::ffi::OsStr::from_bytes(b"caf\xe9\x1b[31m.json"));
    std::fs::write(&strange, &ugly).expect("a file");
    let (status, said) = project.salient(&["fmt", "repo"]);
    assert_eq!(status, 0, "{said}");
    let text = |path: PathBuf| std::fs::read_to_string(path).expect("a file");
    assert_eq!(text(project.at("victim.json")), ugly, "it was not named");
    assert_ne!(text(project.at("repo").join("sub\\..\\..\\victim.json")), ugly);
    assert_ne!(text(strange), ugly);
    assert!(said.contains("repo/caf\\xE9\\u001b[31m.json: rewritten"), "{said}");
}

#[cfg(unix)]
#[test]
fn no_title_moves_a_terminals_cursor() {
    let project = Project::new();
    let log = project.at("log.jsonl");
    std::fs::write(&log, "\u{1b}[2J\u{202e}\n").expect("a log");
    let map = std::fs::read_to_string(project.at("repo/map.json")).expect("the map");
    let named = "\"title\": \"\\u001b[2J\\u202e\u{202e}\u{9b}\", \"titel\": \"\u{202e}\",";
    std::fs::write(
        project.at("repo/map.json"),
        map.replacen("\"title\":", &format!("{named} \"was\":"), 1),
    )
    .expect("the map");
    for args in [
        &["validate", "repo"][..],
        &["validate", "repo", "--format", "json"],
        &["replay", "log.jsonl"],
        &["replay", "no\u{1b}[2J\u{202e}.jsonl"],
        &["import", "log.jsonl", "--from", "geojson", "-o", "x"],
        &["diff", "repo/map.json", "repo/ruleset.json"],
    ] {
        let (_, said) = project.salient(args);
        let bad = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || c == '\u{202e}';
        assert!(!said.is_empty() && !said.contains(bad), "{args:?}: {said:?}");
    }
}

/// What opens files, or looks through folders.
const OPENERS: [&str; 4] = ["File", "OpenOptions", "read_to_string", "read_dir"];

/// Who may, and why.
const MAY: [(&str, &str); 8] = [
    ("editor/files/", "is the one that does"),
    ("editor/document/src/journal.rs", "keeps its own file open and locked"),
    ("editor/app/ui/src/documents/recovery.rs", "claims a name for a copy"),
    ("editor/app/cli/src/elsewhere.rs", "is a test: it looks at what commands write"),
    ("editor/app/cli/src/import/tests.rs", "is a test, too"),
    ("editor/app/cli/src/merge/tests.rs", "is a test, too"),
    ("editor/app/cli/src/interrupted.rs", "is a test: it looks at what commands leave behind"),
    ("editor/systems/publish/", "is a part of the build"),
];

#[test]
fn only_one_room_opens_files() {
    let mut found = Vec::new();
    let folders = [root().join("editor"), root().join("schema")];
    for path in folders.iter().flat_map(|folder| files_below(folder, ".rs")) {
        let name = name_of(&path, &root());
        let built = name.contains("/src/") && !name.ends_with("/build.rs");
        if !built || MAY.iter().any(|(start, _)| name.starts_with(start)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source");
        let said = sources::read(&text).said;
        for (at, word) in said.iter().enumerate() {
            let before =
                at.checked_sub(1).and_then(|at| said.get(at)).map(|said| said.text.as_str());
            let reads = word.text == "read" && before == Some("fs");
            let opens = OPENERS.contains(&word.text.as_str()) && before == Some("fs");
            if reads || opens {
                found.push(format!("{name}:{}: fs::{}", word.line, word.text));
            }
        }
    }
    assert!(found.is_empty(), "salient-files reads files, within limits:\n{}", found.join("\n"));
}
