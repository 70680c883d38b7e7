//! Imports by the command: what they read of a project, and that what they wrote is checked.

use std::fs;
use std::path::Path;

use salient_schema::Ruleset;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::Exit;
use crate::tests::salient;

/// A folder with these files in it.
fn project(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().unwrap();
    // By such a folder a project is known.
    fs::create_dir(folder.path().join("maps")).unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

fn at(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

fn board(first: &str) -> String {
    format!("size 2 1\nhex 0101 0 \"{first}\" \"\"\nhex 0201 0 \"\" \"\"\nend\n")
}

fn ruleset(file: &str) -> Ruleset {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

const TILES: &str = r#"<tileset name="land" tilewidth="16" tileheight="16" tilecount="2" columns="2">
 <tile id="0" type="woods"/><tile id="1" type="clear"/></tileset>"#;

fn tiled(rest: &str) -> String {
    format!(
        r#"<map orientation="hexagonal" width="2" height="1" tilewidth="16" tileheight="16"
 hexsidelength="8" staggeraxis="y" staggerindex="odd">{rest}</map>"#
    )
}

#[test]
fn tilesets_and_templates_lie_anywhere_in_the_project() {
    let map = tiled(
        r#"<tileset firstgid="1" source="../tilesets/land.tsx"/>
 <layer name="ground" width="2" height="1"><data encoding="csv">1,2</data></layer>
 <objectgroup name="places"><object template="../templates/town.tx" x="8" y="8"/></objectgroup>"#,
    );
    let folder = project(&[
        ("here/maps/m.tmx", &map),
        ("here/tilesets/land.tsx", TILES),
        (
            "here/templates/town.tx",
            "<template><object type=\"town\" name=\"Ham\"><point/></object></template>",
        ),
    ]);
    let (exit, out, err) =
        salient(&["import", &at(&folder, "here/maps/m.tmx"), "-o", &at(&folder, "out")]);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    assert!(!out.contains("tileset") && !out.contains("template"), "{out}");
    let map = fs::read_to_string(at(&folder, "out/map.json")).unwrap();
    for word in ["\"woods\"", "\"clear\"", "\"town\"", "\"Ham\""] {
        assert!(map.contains(word), "{word}: {map}");
    }

    // What lies outside is refused with a word, links and all.
    let map = tiled(
        r#"<tileset firstgid="1" source="../../secret/land.tsx"/>
 <layer name="ground" width="2" height="1"><data encoding="csv">1,2</data></layer>
 <objectgroup name="places"><object template="../../secret/town.tx" x="8" y="8"/></objectgroup>"#,
    );
    let folder = project(&[
        ("here/maps/m.tmx", &map),
        ("secret/land.tsx", TILES),
        ("secret/town.tx", "<template><object type=\"town\"><point/></object></template>"),
    ]);
    let (exit, out, _) =
        salient(&["import", &at(&folder, "here/maps/m.tmx"), "-o", &at(&folder, "out")]);
    assert_eq!(exit, Exit::Clean, "{out}");
    assert!(out.contains("outside of the project's folder"), "{out}");
    assert!(out.contains("its template could not be read"), "{out}");
    let map = fs::read_to_string(at(&folder, "out/map.json")).unwrap();
    assert!(!map.contains("woods") && !map.contains("town"), "{map}");
}

#[test]
fn what_a_shared_ruleset_lacks_is_told_or_added_to_it() {
    let folder = project(&[("a.board", &board("woods:1")), ("c.board", &board("water:1"))]);
    let [a, c] = ["a.board", "c.board"].map(|name| at(&folder, name));
    let (exit, out, _) = salient(&["import", &a, "-o", &at(&folder, "a")]);
    assert_eq!(exit, Exit::Clean, "{out}");
    assert!(out.contains("nothing is lost"), "{out}");
    let shared = at(&folder, "a/ruleset.json");
    let before = fs::read(&shared).unwrap();

    let (exit, out, err) = salient(&["import", &c, "--ruleset", &shared, "-o", &at(&folder, "c")]);
    assert_eq!(exit, Exit::Problems, "{out}");
    assert!(!out.contains("nothing is lost"), "{out}");
    assert!(out.contains("there is no terrain kind `water-depth-1`"), "{out}");
    assert!(err.contains("--extend"), "{err}");
    assert_eq!(fs::read(&shared).unwrap(), before, "nobody asked for it");

    let args = ["import", &c, "--ruleset", &shared, "--extend", "-o", &at(&folder, "d")];
    let (exit, out, err) = salient(&args);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    assert!(out.contains("terrain water-depth-1"), "{out}");
    let kinds: Vec<String> = ruleset(&shared).terrain.into_iter().map(|kind| kind.id).collect();
    assert_eq!(kinds, ["clear", "light-woods", "water-depth-1"]);
    // What was there is as right as it was; so is what was told of before.
    let (exit, out, _) =
        salient(&["validate", &at(&folder, "a"), &at(&folder, "c"), &at(&folder, "d")]);
    assert_eq!(exit, Exit::Clean, "{out}");

    // Several at once go on from what those before have added, and nothing is added twice.
    let more = [("e.board", board("swamp:1")), ("f.board", board("swamp:1;water:1"))];
    let [e, f] = more.map(|(name, text)| {
        fs::write(at(&folder, name), text).unwrap();
        at(&folder, name)
    });
    let args = ["import", &e, &f, "--ruleset", &shared, "--extend", "-o", &at(&folder, "out")];
    let (exit, out, err) = salient(&args);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    let count = ruleset(&shared).terrain.iter().filter(|kind| kind.id == "swamp").count();
    assert_eq!(count, 1);
    let (exit, out, _) = salient(&["validate", &at(&folder, "a"), &at(&folder, "out")]);
    assert_eq!(exit, Exit::Clean, "{out}");
}

/// A file that is in the way, and nothing has changed: not even the ruleset.
#[test]
fn a_refused_import_extends_nothing() {
    let folder = project(&[("a.board", &board("woods:1")), ("c.board", &board("water:1"))]);
    let out = at(&folder, "out");
    assert_eq!(salient(&["import", &at(&folder, "a.board"), "-o", &out]).0, Exit::Clean);
    let shared = at(&folder, "out/ruleset.json");
    let before = fs::read(&shared).unwrap();
    let said = std::panic::catch_unwind(|| {
        salient(&["import", &at(&folder, "c.board"), "--ruleset", &shared, "--extend", "-o", &out])
    });
    assert!(said.map_or(true, |(exit, ..)| exit != Exit::Clean));
    assert_eq!(fs::read(&shared).unwrap(), before);
}

/// Whatever an import wrote, `validate` finds there what the import told, and no more.
#[test]
fn an_import_tells_what_validate_finds() {
    let fixture = format!("{}/../../../tests/fixtures/kaisers-battle", env!("CARGO_MANIFEST_DIR"));
    let folder = tempdir().unwrap();
    let scenario = format!("{fixture}/scenario.json");
    let shared = format!("{fixture}/ruleset.json");
    let files = [
        ("bundle", "kb.bundle.json"),
        ("csv", "tables"),
        ("xlsx", "kb.xlsx"),
        ("geojson", "kb.geojson"),
        ("tmx", "kb.tmx"),
        ("tmj", "kb.tmj"),
        ("vassal", "kb.vmod"),
    ];
    for (to, name) in files {
        let file = at(&folder, name);
        let mut args = vec!["export", &scenario, "--to", to, "-o", &file];
        args.extend((to == "geojson").then_some("--plane"));
        assert_eq!(salient(&args).0, Exit::Clean, "{to}");
    }
    let others = [
        ("b.board", board("woods:1;road:1:4")),
        ("w.map", "Gg, Gg, Gg\nGg, Gg^Vh, Gg\nGg, Gg, Gg\n".to_owned()),
        (
            "t.tmx",
            tiled("<layer width=\"2\" height=\"1\"><data encoding=\"csv\">1,0</data></layer>"),
        ),
    ];
    for (name, text) in &others {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let names = files.iter().map(|(_, name)| *name).chain(others.iter().map(|(name, _)| *name));
    for (number, name) in names.enumerate() {
        for with in [None, Some(&shared)] {
            let out = at(&folder, &format!("out-{number}-{}", with.is_some()));
            let file = at(&folder, name);
            let mut args = vec!["import", &file, "-o", &out, "--format", "json"];
            args.extend(with.into_iter().flat_map(|shared| ["--ruleset", shared]));
            let (exit, told, _) = salient(&args);
            let told: Value = serde_json::from_str(&told).unwrap();
            let problems = told.get("problems").cloned().unwrap_or(Value::Array(Vec::new()));
            let (_, found, _) = salient(&["validate", &out, "--format", "json"]);
            let mut found: Value = serde_json::from_str(&found).unwrap();
            found.as_array_mut().unwrap().retain(|found| found["severity"] != "note");
            assert_eq!(problems, found, "{name}");
            let errors = found.as_array().unwrap().iter().any(|found| found["severity"] == "error");
            assert_eq!(exit, if errors { Exit::Problems } else { Exit::Clean }, "{name}");
            assert!(Path::new(&out).join("map.json").is_file());
        }
    }
}
