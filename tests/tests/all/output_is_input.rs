//! Every command that writes, told to write over what it reads: it refuses, and all is as it was.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use salient_tests::{files_below, fixtures, root};

use crate::exits::salient;

/// Runs a command line in a folder: what begins with `@` lies in it.
fn run(folder: &Path, line: &str) -> (u8, String) {
    let word = |word: &str| match word.strip_prefix('@') {
        Some(name) => folder.join(name).to_string_lossy().into_owned(),
        None => word.to_owned(),
    };
    salient(&line.split_whitespace().map(word).collect::<Vec<_>>())
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    std::fs::copy(from, to).expect("a file");
}

fn held(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let read = |path: PathBuf| (path.clone(), std::fs::read(path).expect("a file"));
    files_below(folder, "").into_iter().map(read).collect()
}

/// Something of everything that is read.
fn inputs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at(".git")).expect("a folder");
    for name in ["map.json", "order-of-battle.json", "ruleset.json", "scenario.json"] {
        copy(&fixtures().join("kaisers-battle").join(name), &at(&format!("k/{name}")));
    }
    let boards = "maps/infantry-attacks-boards";
    for name in [&format!("{boards}/45/map.json"), &format!("{boards}/46/map.json")] {
        copy(&root().join(name), &at(name));
    }
    let ruleset = "scenarios/infantry-attacks/ruleset.json";
    copy(&root().join(ruleset), &at(ruleset));
    let text = |name: &str| std::fs::read_to_string(at(name)).expect("a file");
    // A scan that nobody reads to draw the map, and another version of the map.
    std::fs::create_dir(at("s")).expect("a folder");
    let scanned = text("k/map.json").replacen(
        "\n  \"ruleset\": \"",
        "\n  \"scan\": { \"file\": \"scan.png\", \"size\": [9, 9] },\n  \"ruleset\": \"../k/",
        1,
    );
    assert!(scanned.contains("../k/ruleset.json"), "{scanned}");
    std::fs::write(at("s/map.json"), scanned).expect("a file");
    std::fs::write(at("s/scan.png"), "a scan").expect("a file");
    let other = text("k/map.json").replacen("\"title\": \"", "\"title\": \"New ", 1);
    std::fs::write(at("k/other.json"), other).expect("a file");
    for line in [
        "map new @begun --columns 9 --rows 9 --hex-km 1 --at 50,3",
        "map join @maps/infantry-attacks-boards/45/map.json \
         @maps/infantry-attacks-boards/46/map.json -o @joined/map.json",
        "test-run @k/scenario.json --games 1 --log @logs --out @report.json",
        "test-run @k/scenario.json --games 1 --shard 1/1 --out @shard.json",
        "export @k/scenario.json --to bundle -o @k.bundle.json",
        "export @k/scenario.json --to csv -o @tables",
        "import @k.bundle.json -o @imported",
        "generate --attacker french --defender german --seed 3 -o @battle",
    ] {
        let (status, said) = run(folder.path(), line);
        assert_eq!(status, 0, "{line}: {said}");
    }
    let id = scenario_in(&at("imported"));
    std::fs::rename(at("imported").join(&id), at("imported/by-its-id.json")).expect("a file");
    copy(&at("imported/by-its-id.json"), &at("imported").join(id));
    for (file, hard) in [("k/scenario.json", "hard.json"), ("k/map.json", "hard.svg")] {
        std::fs::hard_link(at(file), at(hard)).expect("another name");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("k/scenario.json", at("link.json")).expect("a link");
    folder
}

/// The name of the scenario in a folder.
fn scenario_in(folder: &Path) -> String {
    let found = files_below(folder, ".json").into_iter().find(|path| {
        std::fs::read_to_string(path).expect("a file").contains("scenario.schema.json\"")
    });
    let found = found.expect("a scenario");
    found.file_name().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let folder = inputs();
    let at = |name: &str| folder.path().join(name);
    let play = "test-run @k/scenario.json --games 1";
    let boards = "@maps/infantry-attacks-boards";
    let made = format!("@battle/{}", scenario_in(&at("battle")));
    let by_id = format!("@imported/{}", scenario_in(&at("imported")));
    let mut lines: Vec<String> = [
        "k/scenario.json",
        "k/map.json",
        "k/ruleset.json",
        "k/order-of-battle.json",
        "k/../k/scenario.json",
        "hard.json",
    ]
    .into_iter()
    .chain(cfg!(unix).then_some("link.json"))
    .map(|name| format!("{play} --out @{name}"))
    .collect();
    let mut more = |line: &str| lines.push(line.to_owned());
    more(&format!("{play} --compare @report.json --out @report.json"));
    more(&format!("{play} --shard 1/2 --out @k/scenario.json"));
    more(&format!("{play} --skill --rungs 1,2 --out @k/scenario.json"));
    more("test-run merge @shard.json --out @shard.json");
    more("test-run merge @shard.json --scenario @k/scenario.json --out @k/map.json");
    more("play @k/scenario.json --log @k/scenario.json");
    more("play @k/scenario.json --log @k/map.json");
    more("play @k/scenario.json --resume @logs/game-1.jsonl --log @k/scenario.json");
    for format in ["bundle", "geojson --plane", "html", "pdf", "vassal", "xlsx"] {
        more(&format!("export @k/scenario.json --to {format} -o @k/map.json"));
    }
    more("export @k/scenario.json --to html --log @logs/game-1.jsonl -o @logs/game-1.jsonl");
    // Under a name of its own making, and by taking away what an import left.
    more(&format!("export {by_id} --to tabletop --base-url https://example.org -o @imported"));
    more("export @imported/by-its-id.json --to csv -o @imported");
    more("import @tables -o @tables");
    more("render @k/scenario.json -o @hard.svg");
    more("render @s/map.json -o @s/scan.png");
    more("diff @k/map.json @k/other.json --picture @hard.svg");
    more("merge @k/map.json @k/map.json @k/other.json -o @k/other.json");
    more("merge @k/other.json @k/map.json @k/map.json -o @k/other.json");
    for name in ["recipe.json", "places.csv", "ruleset.json"] {
        more(&format!("map build @begun/recipe.json -o @begun/{name}"));
    }
    more(&format!("map join {boards}/45/map.json {boards}/46/map.json -o {boards}/45/map.json"));
    more(&format!("map join {boards}/45/map.json -o {boards}/45/map.json"));
    more(&format!("map join @joined/map.json -o {boards}/46/map.json"));
    more("map join @joined/map.json -o @scenarios/infantry-attacks/ruleset.json");
    more("render @joined/map.json -o @k/hard-board.svg");
    more(
        "replay @logs/game-1.jsonl --scenario @k/scenario.json --keep-as @k/scenario.json \
         --decisions 1",
    );
    more(&format!("generate {made} --times 2 -o @battle/ruleset.json"));
    more(&format!("generate {made} --lull short -o @battle"));
    // A board that the map lists and that nobody reads to draw it.
    std::fs::hard_link(at("maps/infantry-attacks-boards/45/map.json"), at("k/hard-board.svg"))
        .expect("another name");

    let before = held(folder.path());
    let mut wrong = Vec::new();
    for line in &lines {
        let (status, said) = run(folder.path(), line);
        let after = held(folder.path());
        let lost: Vec<&PathBuf> = before
            .iter()
            .filter(|(path, bytes)| after.get(*path) != Some(bytes))
            .map(|(path, _)| path)
            .collect();
        let told = said.contains("would be lost") || line.starts_with("replay");
        if status == 0 || !lost.is_empty() || !told {
            wrong.push(format!("salient {line}\n  ends with {status}, lost {lost:?}\n  {said}"));
        }
        for path in lost {
            std::fs::write(path, &before[path]).expect("a file");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_changed_in_place_is_written() {
    let folder = inputs();
    for line in [
        // While the scenario still is that of the log.
        "play @k/scenario.json --seats heuristic,heuristic --resume @logs/game-1.jsonl \
         --log @logs/game-1.jsonl",
        "fmt @k",
        "schema --out @schemas --link @k",
        "merge @k/map.json @k/map.json @k/other.json -o @k/map.json",
        "map join @joined/map.json -o @joined/map.json",
        "map build @begun/recipe.json -o @begun/map.json",
        "map build @begun/recipe.json -o @begun/map.json",
        "generate --from @battle --again proximity -o @battle",
        "test-run @k/scenario.json --games 1 --log @logs --out @report.json",
        "test-run @k --games 1 --out @k/report.json",
        "test-run @k --games 1 --out @k/report.json",
        "export @k/scenario.json --to csv -o @tables",
        "render @k -o @k",
        "render @k -o @k",
    ] {
        let (status, said) = run(folder.path(), line);
        assert_eq!(status, 0, "{line}: {said}");
    }
}
