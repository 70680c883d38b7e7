//! Git with Salient as its diff and merge driver, set up as the help says, in a real repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use salient_tests::fixtures;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_salient-in-tests");

/// A repository with the small scenario in it, and `salient` on the way to programs.
struct Repository {
    folder: tempfile::TempDir,
}

/// What a program said.
struct Said {
    status: i32,
    out: String,
}

impl Repository {
    fn new() -> Self {
        let repository = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        std::fs::create_dir(repository.at("bin")).expect("a folder");
        let program = repository.at("bin").join(format!("salient{}", std::env::consts::EXE_SUFFIX));
        std::fs::copy(PROGRAM, program).expect("the program");
        std::fs::create_dir(repository.at("game")).expect("a folder");
        for name in ["map.json", "order-of-battle.json", "ruleset.json", "scenario.json"] {
            let text = std::fs::read_to_string(fixtures().join("kaisers-battle").join(name))
                .expect("a fixture");
            repository.write(&format!("game/{name}"), &text);
        }
        repository.write("package.json", "{\n  \"name\": \"a\",\n  \"main\": \"b\"\n}\n");
        repository.write(".gitignore", "/bin/\n");
        repository.git("init -q -b main");
        repository.git("config user.name Tester");
        repository.git("config user.email tester@example.org");
        repository.git("config core.autocrlf false");
        // The two lines of the help, as they are.
        let help = repository.run("salient", &["merge", "--help"]).out;
        let lines: Vec<&str> = help
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("git config") || line.starts_with("echo"))
            .collect();
        assert_eq!(lines.len(), 2, "{help}");
        for line in lines {
            assert_eq!(repository.run("sh", &["-c", line]).status, 0, "{line}");
        }
        repository.commit("The scenario");
        repository
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.at(name), text).expect("a file in a temporary folder");
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).expect("the file is there")
    }

    /// Changes a file as text; what is to be replaced is there.
    fn change(&self, name: &str, from: &str, to: &str) {
        let text = self.text(name);
        assert!(text.contains(from), "{name}: {from}\n{text}");
        self.write(name, &text.replacen(from, to, 1));
    }

    fn run(&self, program: &str, args: &[&str]) -> Said {
        let way = std::env::var_os("PATH").unwrap_or_default();
        let way = std::iter::once(self.at("bin")).chain(std::env::split_paths(&way));
        let nowhere = Path::new("/dev/null");
        let output = Command::new(program)
            .args(args)
            .current_dir(self.folder.path())
            .env("PATH", std::env::join_paths(way).expect("a way to programs"))
            .env("GIT_CONFIG_GLOBAL", nowhere)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_PAGER", "cat")
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said {
            status: output.status.code().unwrap_or(-1),
            out: format!("{}{}", text(&output.stdout), text(&output.stderr)),
        }
    }

    fn git(&self, line: &str) -> Said {
        self.run("git", &line.split(' ').collect::<Vec<_>>())
    }

    fn commit(&self, message: &str) {
        self.git("add -A");
        let said = self.run("git", &["commit", "-q", "-m", message]);
        assert_eq!(said.status, 0, "{}", said.out);
    }

    /// A value of a file.
    fn value(&self, name: &str, pointer: &str) -> Value {
        let value: Value = serde_json::from_str(&self.text(name)).expect("JSON");
        value.pointer(pointer).cloned().unwrap_or_default()
    }
}

/// The rows of the fixture's map that both branches paint: a text merge could not put these
/// together.
const ROW: &str = "\".ww.....\"";

#[test]
fn git_tells_what_changed_in_a_designers_words() {
    let repository = Repository::new();
    repository.change("game/map.json", ROW, "\".www....\"");
    let said = repository.git("diff");
    assert_eq!(said.status, 0, "{}", said.out);
    assert!(said.out.contains("salient diff a/game/map.json b/game/map.json"), "{}", said.out);
    assert!(said.out.contains(": clear → woods\n  1 change\n"), "{}", said.out);
    assert!(!said.out.contains("@@"), "no lines: {}", said.out);

    // The counter's name comes from the order of battle beside the file, not beside git's copy.
    let hex = repository.value("game/scenario.json", "/setup/placements/0/hex");
    let hex = hex.as_str().expect("a hex").to_owned();
    let counter = repository.value("game/scenario.json", "/setup/placements/0/counters/0");
    let books = repository.value("game/order-of-battle.json", "/counters");
    let designation = books
        .as_array()
        .expect("counters")
        .iter()
        .find(|one| one["id"] == counter)
        .map(|one| one["designation"].as_str().unwrap_or_default().to_owned())
        .expect("the counter");
    repository.change("game/scenario.json", &format!("\"hex\": \"{hex}\""), "\"hex\": \"4003\"");
    let said = repository.git("diff game/scenario.json");
    assert!(said.out.contains(&format!("{designation} moved {hex} → 4003")), "{}", said.out);

    // Between commits, a file that was added, and one that is none of ours.
    repository.write("other.json", &repository.text("game/map.json"));
    repository.change("package.json", "\"b\"", "\"c\"");
    repository.commit("Changes");
    let said = repository.git("diff HEAD~1 HEAD");
    assert_eq!(said.status, 0, "{}", said.out);
    assert!(said.out.contains(" moved "), "{}", said.out);
    assert!(said.out.contains("added: map “"), "{}", said.out);
    assert!(said.out.contains("-  \"main\": \"b\"") && said.out.contains("+  \"main\": \"c\""));
    let said = repository.git("log -p --ext-diff -1");
    assert!(said.out.contains(" moved "), "{}", said.out);
}

#[test]
fn what_two_designers_changed_is_put_together() {
    let repository = Repository::new();
    repository.git("checkout -q -b theirs");
    repository.change("game/map.json", ROW, "\".ww.s...\"");
    repository.change("package.json", "\"b\"", "\"c\"");
    repository.commit("Theirs");
    repository.git("checkout -q main");
    repository.change("game/map.json", ROW, "\"sww.....\"");
    repository.change("package.json", "\"a\"", "\"d\"");
    repository.commit("Ours");
    let said = repository.git("merge -q -m Both theirs");
    // The map is one line that both changed; the package is lines that touch.
    assert_eq!(said.status, 1, "{}", said.out);
    let said = repository.git("status --porcelain");
    assert!(said.out.contains("UU package.json"), "only lines clash: {}", said.out);
    assert!(said.out.contains("M  game/map.json"), "{}", said.out);
    assert!(repository.text("game/map.json").contains("\"sww.s...\""));
    let package = repository.text("package.json");
    assert!(package.contains("<<<<<<< ours") && package.contains(">>>>>>> theirs"), "{package}");
}

/// A name that begins like an option is one of a file all the same.
#[test]
fn a_file_may_be_called_like_an_option() {
    let repository = Repository::new();
    repository.write(
        "-x.json",
        &repository.text("game/map.json").replace("ruleset.json", "game/ruleset.json"),
    );
    repository.commit("Odd");
    repository.git("checkout -q -b theirs");
    repository.change("-x.json", ROW, "\".ww.s...\"");
    let said = repository.git("diff");
    assert_eq!(said.status, 0, "{}", said.out);
    assert!(said.out.contains(": clear → swamp"), "{}", said.out);
    repository.commit("Theirs");
    repository.git("checkout -q main");
    repository.change("-x.json", ROW, "\"sww.....\"");
    repository.commit("Ours");
    let said = repository.git("merge -q -m Both theirs");
    assert_eq!(said.status, 0, "{}", said.out);
    assert!(repository.text("-x.json").contains("\"sww.s...\""));
}

#[test]
fn a_conflict_is_told_and_ours_stays() {
    let repository = Repository::new();
    let hex = repository.value("game/scenario.json", "/setup/placements/0/hex");
    let counter = repository.value("game/scenario.json", "/setup/placements/0/counters/0");
    let (hex, counter) = (hex.as_str().expect("a hex"), counter.as_str().expect("an id"));
    let from = format!("\"hex\": \"{hex}\"");
    repository.git("checkout -q -b theirs");
    repository.change("game/scenario.json", &from, "\"hex\": \"4003\"");
    repository.change("game/map.json", ROW, "\".ww.s...\"");
    repository.commit("Theirs");
    repository.git("checkout -q main");
    repository.change("game/scenario.json", &from, "\"hex\": \"4004\"");
    repository.commit("Ours");
    let said = repository.git("merge -m Both theirs");
    assert_eq!(said.status, 1, "{}", said.out);
    assert!(said.out.contains("game/scenario.json: 1 conflict; ours stays"), "{}", said.out);
    assert!(said.out.contains(&format!("where '{counter}' is set up")), "{}", said.out);
    assert!(said.out.contains("theirs: hex 4003"), "{}", said.out);
    assert_eq!(repository.value("game/scenario.json", "/setup/placements/0/hex"), "4004");
    let said = repository.git("status --porcelain");
    assert!(said.out.contains("UU game/scenario.json"), "{}", said.out);
    assert!(said.out.contains("M  game/map.json"), "the map is merged: {}", said.out);
    // What theirs says lies beside the file, also after `git add`, until it is settled.
    repository.git("add game/scenario.json");
    let said = repository.run("salient", &["merge", "--resolve", "game/scenario.json.conflicts"]);
    assert_eq!(said.status, 1, "{}", said.out);
    assert!(said.out.contains("  1. where '") && said.out.contains("hex 4003"), "{}", said.out);
    assert_eq!(repository.value("game/scenario.json", "/setup/placements/0/hex"), "4004");
    let take = |number: &str| {
        let report = "game/scenario.json.conflicts";
        repository.run("salient", &["merge", "--resolve", report, "--take", number])
    };
    let said = take("2");
    assert_eq!(said.status, 2, "{}", said.out);
    assert!(said.out.contains("no conflict 2"), "{}", said.out);
    let said = take("1");
    assert_eq!(said.status, 0, "{}", said.out);
    assert_eq!(repository.value("game/scenario.json", "/setup/placements/0/hex"), "4003");
    assert!(!repository.at("game/scenario.json.conflicts").exists());
    // In the middle of it a diff still works, and afterwards all is as usual.
    assert_eq!(repository.git("diff").status, 0);
    repository.commit("Both");
    assert_eq!(repository.run("salient", &["validate", "game"]).status, 0);
}

#[test]
fn merge_and_diff_work_without_git() {
    let repository = Repository::new();
    let map = repository.text("game/map.json");
    for (name, row) in [("ours", "\"sww.....\""), ("theirs", "\"www.....\"")] {
        repository.write(&format!("game/{name}.json"), &map.replacen(ROW, row, 1));
    }
    let files = ["game/map.json", "game/ours.json", "game/theirs.json"];
    let merge =
        |more: &[&str]| repository.run("salient", &[&["merge"], files.as_slice(), more].concat());
    let said = merge(&["-o", "game/merged.json", "--format", "json"]);
    assert_eq!(said.status, 1, "{}", said.out);
    let report: Value = serde_json::from_str(&said.out).expect("JSON");
    let conflict = &report["conflicts"][0];
    assert_eq!((&conflict["ours"], &conflict["theirs"]), (&"swamp".into(), &"woods".into()));
    assert_eq!(repository.text("game/merged.json"), repository.text("game/ours.json"));

    let said = repository.run("salient", &["diff", files[0], files[1], "--format", "json"]);
    assert_eq!(said.status, 1, "{}", said.out);
    let report: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(report["changes"].as_array().expect("changes").len(), 1);
    let said = repository.run("salient", &["diff", files[1], "game/merged.json"]);
    assert_eq!(said.status, 0, "{}", said.out);
    for (one, other) in
        [(files[0], "no.json"), (files[0], "game/scenario.json"), (files[0], "package.json")]
    {
        let said = repository.run("salient", &["diff", one, other]);
        assert_eq!(said.status, 2, "{other}: {}", said.out);
    }
    let said =
        repository.run("salient", &["merge", files[0], files[1], "package.json", "-o", "x.json"]);
    assert_eq!(said.status, 2, "{}", said.out);
    assert!(!repository.at("x.json").exists());

    // Folders, and pictures.
    std::fs::create_dir(repository.at("new")).expect("a folder");
    repository.write("new/map.json", &repository.text("game/ours.json"));
    let said = repository.run("salient", &["diff", "game", "new"]);
    assert_eq!(said.status, 1, "{}", said.out);
    assert!(said.out.contains("game/scenario.json: removed"), "{}", said.out);
    assert!(said.out.contains(": clear → swamp"), "{}", said.out);
    for name in ["picture.png", "picture.svg"] {
        let said = repository.run("salient", &["diff", files[0], files[1], "--picture", name]);
        assert_eq!(said.status, 1, "{}", said.out);
        assert!(std::fs::metadata(repository.at(name)).expect("a picture").len() > 2_000);
    }
    let svg = repository.text("picture.svg");
    assert!(svg.contains("aria-label=\"Before\"") && svg.contains("aria-label=\"After\""));
    let said = repository.run("salient", &["diff", files[0], files[1], "--picture", "picture.txt"]);
    assert_eq!(said.status, 2, "{}", said.out);
}
