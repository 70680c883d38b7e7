//! Commands that write a document into another folder: everything that it names is found from there.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::{TempDir, tempdir};

use crate::Exit;
use crate::tests::salient;

/// A project with a scenario whose map lies on a scan and names a board, with a picture of a
/// counter, and a joined map with its boards.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new() -> Self {
        let project = Self { folder: tempdir().unwrap() };
        fs::create_dir(project.at("maps")).unwrap();
        let root = format!("{}/../../..", env!("CARGO_MANIFEST_DIR"));
        let from = PathBuf::from(format!("{root}/tests/fixtures/kaisers-battle"));
        copy(&from, &project.at("game"));
        copy(
            &PathBuf::from(format!("{root}/maps/infantry-attacks-boards")),
            &project.at("maps/boards"),
        );
        let ruleset = "scenarios/infantry-attacks/ruleset.json";
        fs::create_dir_all(project.at("scenarios/infantry-attacks")).unwrap();
        fs::copy(format!("{root}/{ruleset}"), project.at(ruleset)).unwrap();
        fs::copy(project.at("game/map.json"), project.at("maps/board.json")).unwrap();
        let board = fs::read_to_string(project.at("maps/board.json")).unwrap();
        let board = board.replace("\"ruleset.json\"", "\"../game/ruleset.json\"");
        fs::write(project.at("maps/board.json"), board).unwrap();
        fs::write(project.at("maps/scan.png"), "a picture").unwrap();
        let picture = salient_schema::Picture::of_pixels([20, 20], [9, 9, 9, 255].repeat(400));
        fs::write(project.at("maps/counter.png"), picture.unwrap().bytes()).unwrap();
        project.change("game/map.json", |map| {
            map["scan"] = serde_json::json!({ "file": "../maps/scan.png", "size": [9, 9] });
            // A board of one hex in the corner: all others keep their numbers.
            map["grid"]["boards"] = serde_json::json!([{
                "id": "a", "column": 7, "row": 5, "columns": 1, "rows": 1,
                "file": "../maps/board.json",
            }]);
        });
        project.change("game/order-of-battle.json", |oob| {
            oob["counters"][0]["faces"][0]["picture"] = "../maps/counter.png".into();
        });
        project
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.at(name).to_str().unwrap().to_owned()
    }

    fn change(&self, name: &str, change: impl FnOnce(&mut serde_json::Value)) {
        let mut value: serde_json::Value =
            serde_json::from_slice(&fs::read(self.at(name)).unwrap()).unwrap();
        change(&mut value);
        fs::write(self.at(name), value.to_string()).unwrap();
    }

    /// Does it, and checks that nothing is missing of what it wrote.
    fn whole(&self, line: &[&str], written: &str) {
        let (exit, out, err) = salient(line);
        assert!(exit != Exit::Unreadable, "{line:?}: {out}{err}");
        let (_, out, _) = salient(&["validate", &self.text(written), "--format", "json"]);
        let found: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
        let missing: Vec<_> = found.iter().filter(|one| one["code"] == "unreadable").collect();
        assert!(missing.is_empty(), "{line:?}: {missing:#?}");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let place = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &place),
            false => drop(fs::copy(entry.path(), place).unwrap()),
        }
    }
}

#[test]
fn what_is_written_into_another_folder_names_its_files_from_there() {
    let project = Project::new();
    let at = |name: &str| project.text(name);
    let scenario = at("game/scenario.json");
    project.whole(&["validate", &scenario], "game");
    for folder in ["deep/er", "from-bundle", "from-xlsx/in"] {
        fs::create_dir_all(project.at(folder)).unwrap();
    }

    let bundle = at("deep/er/all.bundle.json");
    project.whole(&["export", &scenario, "--to", "bundle", "-o", &bundle], "deep/er");
    project.whole(&["import", &bundle, "-o", &at("from-bundle/in")], "from-bundle/in");
    let tables = at("deep/er/tables");
    salient(&["export", &scenario, "--to", "csv", "-o", &tables]);
    project.whole(&["import", &tables, "-o", &at("from-csv")], "from-csv");
    let book = at("deep/er/book.xlsx");
    salient(&["export", &scenario, "--to", "xlsx", "-o", &book]);
    project.whole(&["import", &book, "-o", &at("from-xlsx/in/side")], "from-xlsx/in/side");

    let joined = at("maps/boards/joined/map.json");
    let elsewhere = at("deep/er/joined/map.json");
    project.whole(&["map", "join", &joined, "-o", &elsewhere], "deep/er/joined/map.json");
    assert_eq!(salient(&["map", "join", &elsewhere, "--check", &elsewhere]).0, Exit::Clean);
    let [one, other] = ["45", "46"].map(|board| at(&format!("maps/boards/{board}/map.json")));
    let two = at("deep/two.json");
    project.whole(&["map", "join", &one, &other, "-o", &two], "deep/two.json");
}

#[test]
fn what_is_named_and_not_there_is_told_with_its_place() {
    let project = Project::new();
    for name in ["maps/scan.png", "maps/board.json", "maps/counter.png"] {
        fs::remove_file(project.at(name)).unwrap();
    }
    for (file, names) in [
        ("game/map.json", vec!["scan `../maps/scan.png`", "board `../maps/board.json`"]),
        ("game/order-of-battle.json", vec!["picture `../maps/counter.png`"]),
        (
            "game/scenario.json",
            vec!["scan `../maps/scan.png`", "board `../maps/board.json`", "picture `../maps"],
        ),
    ] {
        let line = ["validate", &project.text(file), "--format", "json"];
        let (exit, out, _) = salient(&line);
        assert_eq!(exit, Exit::Unreadable, "{out}");
        let found: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
        assert_eq!(found.len(), names.len(), "{found:#?}");
        for name in names {
            let one = found.iter().find(|one| one["message"].as_str().unwrap().contains(name));
            let one = one.unwrap_or_else(|| panic!("{name}: {found:#?}"));
            assert_eq!(one["severity"], "warning");
            let is_told = one["help"].is_string() && one["place"]["line"].is_u64();
            assert!(is_told, "{one:#}");
            assert!(one["place"]["pointer"].as_str().unwrap().starts_with('/'));
        }
    }
}

#[test]
fn a_map_that_is_built_elsewhere_names_its_ruleset_from_there() {
    let project = Project::new();
    let root = format!("{}/../../..", env!("CARGO_MANIFEST_DIR"));
    copy(&PathBuf::from(format!("{root}/maps/picardy-1918")), &project.at("maps/picardy"));
    let ruleset = "scenarios/kaisers-battle/ruleset.json";
    fs::create_dir_all(project.at("scenarios/kaisers-battle")).unwrap();
    fs::copy(format!("{root}/{ruleset}"), project.at(ruleset)).unwrap();
    let recipe = project.text("maps/picardy/recipe.json");
    fs::create_dir_all(project.at("deep/er")).unwrap();
    let map = project.text("deep/er/map.json");
    project.whole(&["map", "build", &recipe, "-o", &map], "deep/er/map.json");
    assert_eq!(salient(&["map", "build", &recipe, "--check", &map]).0, Exit::Clean);
    let text = fs::read_to_string(&map).unwrap();
    assert!(text.contains("\"../../scenarios/kaisers-battle/ruleset.json\""));
}

#[cfg(unix)]
#[test]
fn boards_whose_names_are_no_utf_8_are_joined() {
    use std::os::unix::ffi::OsStrExt;
    let project = Project::new();
    let odd = project.at("maps/boards").join(std::ffi::OsStr::from_bytes(b"b\xf6ard"));
    fs::rename(project.at("maps/boards/46"), &odd).unwrap();
    let one = project.at("maps/boards/45/map.json");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let two = project.at("deep/two.json");
    let line = ["salient".as_ref(), "map".as_ref(), "join".as_ref(), one.as_os_str()];
    let odd = odd.join("map.json");
    let line = line.into_iter().chain([odd.as_os_str(), "-o".as_ref(), two.as_os_str()]);
    let cli = <crate::Cli as clap::Parser>::try_parse_from(line).unwrap();
    let mut console = crate::Console {
        systems: crate::tests::SYSTEMS,
        out: &mut out,
        err: &mut err,
        colour: false,
        watched: false,
    };
    let exit = crate::run(&cli.command.unwrap(), &mut console).unwrap();
    assert_eq!(exit, Exit::Clean, "{}", String::from_utf8_lossy(&err));
    project.whole(&["map", "join", &project.text("deep/two.json")], "deep/two.json");
}
