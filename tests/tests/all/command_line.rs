//! The command line, driven through the same entry that the program's `main` uses.

use std::path::Path;

use clap::Parser;
use salient::SYSTEMS;
use salient::cli::{Cli, Console, Exit, run};
use salient_schema::json_schemas;
use salient_tests::{files_below, fixtures, root};
use serde_json::Value;

/// What a command left behind.
struct Ran {
    /// Its exit status, as a shell sees it.
    exit: u8,
    /// What was asked for.
    out: String,
    /// Progress and complaints.
    err: String,
}

/// Runs `salient ARGS`.
fn salient(args: &[&str]) -> Ran {
    let cli = Cli::try_parse_from(std::iter::once("salient").chain(args.iter().copied()))
        .unwrap_or_else(|error| panic!("salient {}: {error}", args.join(" ")));
    let command = cli.command.expect("a subcommand");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    // `main` reports an error as "something could not be read or written".
    let exit = match run(&command, &mut console) {
        Ok(exit) => exit,
        Err(error) => {
            err.extend(format!("{error:#}").into_bytes());
            Exit::Unreadable
        }
    };
    let text = |bytes| String::from_utf8(bytes).expect("text is UTF-8");
    Ran { exit: exit as u8, out: text(out), err: text(err) }
}

/// A path as an argument.
fn arg(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The published scenario.
fn scenario() -> String {
    arg(&root().join("scenarios/kaisers-battle/kaisers-battle.json"))
}

#[test]
fn the_published_data_is_valid() {
    let ran = salient(&["validate", &arg(&root().join("scenarios")), &arg(&root().join("maps"))]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
}

/// From within its own folder a scenario's ruleset is `ruleset.json`, which its map, from elsewhere,
/// calls by another way round.
#[test]
fn a_scenario_is_valid_from_within_its_folder() {
    for system in ["kaisers-battle", "storm-in-the-west"] {
        let folder = root().join("scenarios").join(system);
        let files = std::fs::read_dir(&folder).expect("a folder").flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".json")).collect();
        names.sort();
        assert!(names.len() > 2, "{names:?}");
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
            .arg("validate")
            .args(&names)
            .current_dir(&folder)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let told = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success(), "{system}: {told}{said}");
    }
}

#[test]
fn the_fixtures_are_valid() {
    for system in salient_tests::FIXTURE_SYSTEMS {
        let ran = salient(&["validate", &arg(&fixtures().join(system))]);
        assert_eq!(ran.exit, 0, "{system}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn a_faulty_file_is_a_problem_with_its_place() {
    let file = arg(&fixtures().join("faulty/terrain-unknown.json"));
    let ran = salient(&["validate", &file]);
    assert_eq!(ran.exit, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("terrain-unknown.json:25:"), "{}", ran.out);
    assert!(ran.out.contains("woods"), "a suggestion: {}", ran.out);

    let ran = salient(&["validate", &file, "--format", "json"]);
    assert_eq!(ran.exit, 1);
    let found: Value = serde_json::from_str(&ran.out).expect("JSON");
    let first = &found[0];
    assert_eq!(first["code"], "dangling-reference");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["place"]["line"], 25);
    assert_eq!(first["place"]["pointer"], "/terrain/palette/w");
}

#[test]
fn clean_files_are_an_empty_list_for_programs() {
    let file = arg(&fixtures().join("kaisers-battle/map.json"));
    let ran = salient(&["validate", &file, "--format", "json"]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    assert_eq!(serde_json::from_str::<Value>(&ran.out).expect("JSON"), serde_json::json!([]));
}

#[test]
fn a_map_is_built_by_its_recipe_and_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let recipe = arg(&root().join("maps/picardy-1918/recipe.json"));
    let committed = root().join("maps/picardy-1918/map.json");
    let ran = salient(&["map", "build", &recipe, "--check", &arg(&committed)]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("3705  misses by 1.04 hex  Manchester Hill"), "{}", ran.out);
    assert!(ran.err.contains("the same, byte for byte"), "{}", ran.err);
    // Another theatre, and a variant of its recipe.
    for name in ["western-front-1918", "western-front-1919"] {
        let [recipe, map] =
            ["recipe", "map"].map(|file| arg(&root().join(format!("maps/{name}/{file}.json"))));
        let ran = salient(&["map", "build", &recipe, "--check", &map]);
        assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    }

    let file = folder.path().join("map.json");
    let ran = salient(&["map", "build", &recipe, "-o", &arg(&file), "--format", "json"]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(report["georeference"]["rms_hexes"], 0.81);
    let built = std::fs::read_to_string(&file).expect("the map was written");
    // Elsewhere it names its ruleset from there.
    let own = |line: &&str| {
        ["  \"ruleset\":", "  \"$schema\":"].iter().all(|head| !line.starts_with(head))
    };
    let without = |text: &str| text.lines().filter(own).collect::<Vec<_>>().join("\n");
    let committed = std::fs::read_to_string(&committed).expect("the committed map");
    assert_eq!(without(&built), without(&committed));
    let ruleset = serde_json::from_str::<Value>(&built).expect("JSON")["ruleset"].clone();
    let ruleset = folder.path().join(ruleset.as_str().expect("a path"));
    assert!(ruleset.is_file(), "{}", ruleset.display());

    let changed = built.replacen("\"Ham\"", "\"Hamm\"", 1);
    std::fs::write(&file, &changed).expect("a file in a temporary folder");
    let ran = salient(&["map", "build", &recipe, "--check", &arg(&file)]);
    assert_eq!(ran.exit, 1, "{}{}", ran.out, ran.err);
    let line = built.lines().position(|line| line.contains("\"Ham\"")).expect("Ham") + 1;
    assert!(ran.err.contains(&format!("map.json:{line}: the map differs")), "{}", ran.err);
    assert!(ran.err.contains("\"Hamm\""), "{}", ran.err);
    let kept = std::fs::read_to_string(&file).expect("the changed map");
    assert_eq!(kept, changed, "--check writes nothing");
}

#[test]
fn a_recipe_that_cannot_be_followed_is_a_problem() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = std::fs::read_to_string(root().join("maps/picardy-1918/recipe.json"))
        .expect("the recipe")
        .replace("../../scenarios/kaisers-battle/", "");
    // References lead to nothing outside of the recipe's own project.
    let ruleset = root().join("scenarios/kaisers-battle/ruleset.json");
    std::fs::copy(ruleset, folder.path().join("ruleset.json")).expect("the ruleset");
    let file = folder.path().join("recipe.json");
    std::fs::write(&file, text).expect("a file in a temporary folder");
    for command in [vec!["map", "build"], vec!["validate"]] {
        let ran = salient(&[command.as_slice(), &[arg(&file).as_str()]].concat());
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains("cannot read") && said.contains("geodata/towns.csv"), "{said}");
        assert_ne!(ran.exit, 0, "{said}");
    }
    let ran = salient(&["map", "build", &arg(&folder.path().join("nothing.json"))]);
    assert_eq!(ran.exit, 2, "{}{}", ran.out, ran.err);
}

#[test]
fn a_file_that_is_not_there_is_unreadable() {
    let ran = salient(&["validate", &arg(&fixtures().join("no-such-file.json"))]);
    assert_eq!(ran.exit, 2, "{}{}", ran.out, ran.err);
    assert!(format!("{}{}", ran.out, ran.err).contains("no-such-file.json"));
    let ran = salient(&["test-run", &arg(&fixtures().join("no-such-file.json"))]);
    assert_eq!(ran.exit, 2, "{}{}", ran.out, ran.err);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = arg(&folder.path().join("picture.png"));
    let ran = salient(&["render", &arg(&fixtures().join("no-such-file.json")), "-o", &picture]);
    assert_eq!(ran.exit, 2, "{}{}", ran.out, ran.err);
    assert!(!Path::new(&picture).exists());
}

#[test]
fn fmt_checks_without_writing_and_writes_without_changing_the_data() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("map.json");
    let canonical =
        std::fs::read_to_string(fixtures().join("kaisers-battle/map.json")).expect("a fixture");
    let value: Value = serde_json::from_str(&canonical).expect("JSON");
    let crowded = value.to_string();
    std::fs::write(&file, &crowded).expect("written");

    let ran = salient(&["fmt", "--check", &arg(&file)]);
    assert_eq!(ran.exit, 1, "{}{}", ran.out, ran.err);
    assert!(format!("{}{}", ran.out, ran.err).contains("map.json"));
    assert_eq!(std::fs::read_to_string(&file).expect("read"), crowded, "--check writes nothing");

    assert_eq!(salient(&["fmt", &arg(&file)]).exit, 0);
    assert_eq!(std::fs::read_to_string(&file).expect("read"), canonical);
    assert_eq!(salient(&["fmt", "--check", &arg(&file)]).exit, 0);

    let broken = &crowded[..crowded.len() / 2];
    std::fs::write(&file, broken).expect("written");
    assert_eq!(salient(&["fmt", &arg(&file)]).exit, 1);
    assert_eq!(std::fs::read_to_string(&file).expect("read"), broken, "a broken file stays");
    let left = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(left, 1, "no temporary is left behind");
}

#[test]
fn all_data_is_in_canonical_form() {
    let mut args = vec!["fmt".to_owned(), "--check".to_owned()];
    args.extend(["maps", "scenarios"].iter().map(|room| arg(&root().join(room))));
    args.extend(salient_tests::FIXTURE_SYSTEMS.iter().map(|system| arg(&fixtures().join(system))));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let ran = salient(&args);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn the_json_schemas_in_the_checkout_are_current() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("json");
    let ran = salient(&["schema", "--out", &arg(&out)]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    let kept = root().join("schema/json");
    assert_eq!(json_schemas().len(), 8, "seven kinds of file and the game log");
    let schemas = salient::SYSTEMS.json_schemas();
    for system in salient::SYSTEMS.iter() {
        let own: Vec<&str> = system.schemas().iter().map(|schema| schema.file).collect();
        for part in [".event.", ".action."] {
            let is_there = own.iter().any(|file| file.contains(part));
            assert!(is_there, "details and actions of each system: {own:?}");
        }
    }
    for (name, text) in &schemas {
        let written = std::fs::read_to_string(out.join(name)).unwrap_or_default();
        assert_eq!(&written, text, "{name} as the command writes it");
        let current = std::fs::read_to_string(kept.join(name)).unwrap_or_default();
        assert!(&current == text, "schema/json/{name} is not what the program has");
    }
    assert_eq!(files_below(&kept, ".json").len(), schemas.len(), "nothing else in schema/json");
}

/// What an editor does: it follows a file's own `$schema`, or else the settings by the file's name.
#[test]
fn editors_find_the_schemas_of_linked_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game = folder.path().join("games/somme");
    std::fs::create_dir_all(&game).expect("a folder");
    let names = ["map", "ruleset", "order-of-battle", "scenario"];
    for name in names {
        let name = format!("{name}.json");
        std::fs::copy(fixtures().join("kaisers-battle").join(&name), game.join(&name))
            .expect("a fixture");
    }
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
        .args(["schema", "--vscode", "--link", "games"])
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert!(ran.status.success(), "{ran:?}");
    let json = |path: &Path| -> Value {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let settings = json(&folder.path().join(".vscode/settings.json"));
    for name in names {
        let file = game.join(format!("{name}.json"));
        let mut value = json(&file);
        let way = value["$schema"].as_str().expect("a $schema");
        let schema = game.join(way);
        // The settings lead to the same place, from the folder that is open.
        let entry = settings["json.schemas"].as_array().expect("a list").iter().find(|entry| {
            let patterns = entry["fileMatch"].as_array().expect("patterns");
            patterns.contains(&Value::from(format!("{name}.json")))
        });
        let url = entry.expect("an entry")["url"].as_str().expect("an address");
        let [one, other] = [&schema, &folder.path().join(url)].map(|path| path.canonicalize());
        assert_eq!(one.expect("a schema"), other.expect("a schema"), "{name}");
        let validator = jsonschema::validator_for(&json(&schema)).expect("a JSON Schema");
        let faults: Vec<String> =
            validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        value["titel"] = Value::from("a slip");
        assert!(!validator.is_valid(&value), "{name}: a slip is not seen");
    }
    let ran = salient(&["validate", &arg(&game)]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn a_map_is_drawn_at_the_size_it_asks_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let size = |name: &str, file: &Path, pixels: &str| {
        let picture = folder.path().join(name);
        let picture_arg = arg(&picture);
        let file = arg(file);
        let ran = salient(&["render", &file, "-o", &picture_arg, "--pixels-per-hex", pixels]);
        assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
        let image = image::open(&picture).expect("a PNG").to_rgba8();
        let first = image.get_pixel(image.width() / 2, image.height() / 2);
        assert!(image.pixels().any(|pixel| pixel != first), "{name} is not of one colour");
        image.dimensions()
    };
    let map = fixtures().join("kaisers-battle/map.json");
    let (width, height) = size("map.png", &map, "40");
    // Eight columns of √3/2 of a hex's width and the rest of one; six rows and a half. Around
    // them stands a frame with title and key.
    let expected = (40.0 * (7.0 * 0.866 + 1.155), 40.0 * 6.5);
    for (found, expected) in [(width, expected.0), (height, expected.1)] {
        let found = f64::from(found);
        assert!(
            (expected..2.5 * expected).contains(&found),
            "{width} × {height} for a map of {expected:?}"
        );
    }
    let twice = size("twice.png", &map, "80");
    for (twice, once) in [(twice.0, width), (twice.1, height)] {
        assert!(twice.abs_diff(2 * once) <= 4, "{twice} is not twice {once}");
    }
    let set_up = size("set-up.png", &fixtures().join("kaisers-battle/scenario.json"), "40");
    assert!(set_up.0 >= width && set_up.1 >= height, "{set_up:?}: the set-up has a map as well");
}

#[test]
fn a_map_is_drawn_as_svg() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("map.svg");
    let map = arg(&fixtures().join("infantry-attacks/map.json"));
    let ran = salient(&["render", &map, "-o", &arg(&picture)]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    let text = std::fs::read_to_string(&picture).expect("an SVG");
    assert!(text.starts_with("<svg") || text.starts_with("<?xml"), "{:.80}", text);
}

#[test]
fn test_runs_are_the_same_twice_whatever_the_threads() {
    let scenario = scenario();
    let args = ["test-run", &scenario, "--games", "4", "--seed", "11", "--format", "json"];
    let once = salient(&args);
    assert_eq!(once.exit, 0, "{}", once.err);
    let twice = salient(&args);
    assert_eq!(once.out, twice.out);
    let report: Value = serde_json::from_str(&once.out).expect("JSON");
    assert!(report.is_object());
    let other =
        salient(&["test-run", &scenario, "--games", "4", "--seed", "12", "--format", "json"]);
    assert_ne!(once.out, other.out, "another seed, other games");
}

#[test]
fn a_ladder_of_bots_is_played_and_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (scenario, page) = (scenario(), arg(&folder.path().join("skill.html")));
    let table = arg(&folder.path().join("skill.csv"));
    let args = ["test-run", &scenario, "--skill", "--rungs", "1", "--games", "1", "--out"];
    let with = |more: &[&str]| salient(&[&args, more].concat());
    let ran = with(&[&page, "--out", &table, "--format", "json"]);
    assert_eq!(ran.exit, 0, "{}", ran.err);
    let found: Value = serde_json::from_str(&ran.out).expect("JSON");
    let rungs = ["random", "heuristic", "planner", "searcher:1"];
    assert_eq!(found["rungs"], serde_json::json!(rungs));
    // Each against its like, and for either side against the next below.
    assert_eq!(found["pairings"].as_array().map(Vec::len), Some(4 + 2 * 3));
    let text = std::fs::read_to_string(&page).expect("a page");
    assert!(text.contains("Balance by strength"));
    let table = std::fs::read_to_string(folder.path().join("skill-skill.csv")).expect("a table");
    assert_eq!(table.lines().count(), 1 + 2 * rungs.len(), "{table}");
}

#[test]
fn bots_say_why() {
    let scenario = scenario();
    let why = |bots: &str, more: &[&str]| {
        salient(&[&["test-run", &scenario, "--bots", bots, "--why", "1"], more].concat())
    };
    let ran = why("searcher,planner", &["--think", "7"]);
    assert_eq!(ran.exit, 0, "{}", ran.err);
    assert!(ran.out.contains("as usual") && ran.out.contains("> "), "{}", ran.out);
    let told = why("searcher:7,planner", &["--format", "json"]);
    let accounts: Value = serde_json::from_str(&told.out).expect("JSON");
    let accounts = accounts.as_array().expect("a list");
    for (side, plays) in [(0, true), (1, false)] {
        let mut own = accounts.iter().filter(|account| account["side"] == side).peekable();
        assert!(own.peek().is_some(), "side {side} has something to tell");
        assert!(
            own.all(|account| account["plan"].is_object() == plays),
            "only a searcher plays out"
        );
    }
    // The odds of an attack, and what else was weighed.
    let planners = why("planner,planner", &[]);
    assert_eq!(planners.exit, 0, "{}", planners.err);
    assert!(planners.out.contains("no defender is left"), "{}", planners.out);
    // Nobody to ask.
    let nobody = why("heuristic,random", &[]);
    assert_ne!(nobody.exit, 0);
    assert!(nobody.err.contains("weigh nothing"), "{}", nobody.err);
}

#[test]
fn logs_are_json_lines_valid_against_their_schema() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let logs = folder.path().join("logs");
    let scenario = scenario();
    let log_arg = arg(&logs);
    let ran = salient(&[
        "test-run",
        &scenario,
        "--games",
        "2",
        "--seed",
        "3",
        "--bots",
        "heuristic,random",
        "--log",
        &log_arg,
    ]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    let schema: Value = serde_json::from_str(
        &std::fs::read_to_string(root().join("schema/json/event.schema.json")).expect("a schema"),
    )
    .expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a JSON Schema");
    let mut files = files_below(&logs, "");
    // The list of them is no log.
    files.retain(|file| file.file_name() != Some(".salient-files-logs".as_ref()));
    assert_eq!(files.len(), 2, "one log a game: {files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a log");
        let mut combats = 0;
        for (number, line) in text.lines().enumerate() {
            let event: Value = serde_json::from_str(line).expect("a line is JSON");
            if let Some(error) = validator.iter_errors(&event).next() {
                panic!("{}:{}: {error}: {line}", file.display(), number + 1);
            }
            assert_eq!(event["seq"], number, "events are numbered from 0");
            if event["event"] == "attacked" {
                combats += 1;
                assert_eq!(event["detail"]["event"], "combat");
                check_arithmetic(&event["detail"]);
            }
        }
        assert!(combats > 10, "{combats} combats in {}", file.display());
        let last: Value =
            serde_json::from_str(text.lines().last().unwrap_or_default()).expect("JSON");
        assert_eq!(last["event"], "game_over");
    }
}

/// The log alone is enough to check a combat by hand (KB 8.0, 8.71-8.75).
fn check_arithmetic(combat: &Value) {
    let number = |value: &Value| value.as_i64().unwrap_or_else(|| panic!("{value} in {combat}"));
    let mut products = Vec::new();
    for side in ["attacker", "defender"] {
        let side = &combat[side];
        let units = side["units"].as_array().expect("units");
        let strength: i64 = units.iter().map(|unit| number(&unit["strength"])).sum();
        assert_eq!(strength, number(&side["strength"]), "{combat}");
        let modifiers: i64 = side["modifiers"]
            .as_array()
            .map_or(0, |all| all.iter().map(|modifier| number(&modifier["value"])).sum());
        assert_eq!(number(&side["die"]) + modifiers, number(&side["modified_die"]), "{combat}");
        let product = number(&side["modified_die"]) * strength;
        assert_eq!(product, number(&side["product"]), "{combat}");
        products.push(product);
    }
    let quotient = products[0] / products[1];
    assert_eq!(quotient, number(&combat["quotient"]), "{combat}");
    let defenders = combat["defender"]["units"].as_array().expect("units");
    let morale = defenders.iter().map(|unit| number(&unit["morale"])).max();
    assert_eq!(morale, Some(number(&combat["morale"])), "{combat}");
    let expected = match quotient {
        0 => "attacker_eliminated",
        quotient if Some(quotient) <= morale => "unsuccessful",
        _ => "successful",
    };
    assert_eq!(combat["result"], expected, "{combat}");
    let steps = morale.map_or(0, |morale| (quotient - morale).max(0));
    assert_eq!(number(&combat["defender_steps"]), steps, "{combat}");
}

#[test]
fn every_rule_is_there_and_proven() {
    let ran = salient(&["rules", "kaisers-battle", "--format", "json"]);
    assert_eq!(ran.exit, 0, "{}", ran.err);
    let rules: Value = serde_json::from_str(&ran.out).expect("JSON");
    let rules = rules.as_array().expect("an array");
    assert!(rules.len() >= 200, "{} rules", rules.len());
    for rule in rules {
        assert_eq!(rule["state"], "proven", "{rule:#}");
        assert!(rule["implemented"].as_str().is_some_and(|place| place.contains("::")), "{rule:#}");
        let cases = rule["cases"].as_array().expect("cases");
        assert!(!cases.is_empty() && cases.iter().all(|case| case["passed"] == true), "{rule:#}");
    }
    let ran = salient(&["rules", "kaisers-battle"]);
    let at = ran.out.lines().position(|line| line.starts_with("8.75 ")).expect("the rule 8.75");
    let lines: Vec<&str> = ran.out.lines().skip(at).collect();
    assert!(lines[0].contains("proven"), "{}", lines[0]);
    let cases = lines[1..].iter().take_while(|line| line.starts_with(' '));
    assert!(cases.clone().any(|line| line.contains("passed  8.76-worked-example")), "{lines:?}");
    assert!(ran.out.trim_end().ends_with(", 0 failed"), "{}", ran.out);
    let ran = salient(&["rules", "kaisers-battle", "--only", "missing"]);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    assert_eq!(salient(&["rules", "chess"]).exit, 2);
}

#[test]
fn the_version_is_told() {
    let error = Cli::try_parse_from(["salient", "--version"]).expect_err("it prints and ends");
    assert_eq!(error.exit_code(), 0);
    assert!(error.to_string().contains(env!("CARGO_PKG_VERSION")), "{error}");
}

/// A project with boards 45 and 46 in it, and the ruleset that they are made for.
fn boards() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let copies = [
        ("maps/infantry-attacks-boards/45", "map.json"),
        ("maps/infantry-attacks-boards/46", "map.json"),
        ("scenarios/infantry-attacks", "ruleset.json"),
    ];
    for (at, file) in copies {
        let there = folder.path().join(at);
        std::fs::create_dir_all(&there).expect("a folder");
        std::fs::copy(root().join(at).join(file), there.join(file)).expect("a copy");
    }
    folder
}

#[test]
fn boards_are_joined_by_the_list_in_the_file() {
    let folder = boards();
    let at = |name: &str| arg(&folder.path().join("maps/infantry-attacks-boards").join(name));
    let [one, two] = [at("45/map.json"), at("46/map.json")];
    let joined = at("joined/map.json");
    let turned = format!("{two}:turned");
    let ran = salient(&["map", "join", &one, &turned, "-o", &joined]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains("Board 46, turned: 46/0101 to 45/2301, ../46/map.json"),
        "{}",
        ran.out
    );
    let ran = salient(&["validate", &joined]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    let ran = salient(&["map", "join", &joined, "--check", &joined]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    // By its own list, whichever boards another has.
    let ran = salient(&["map", "join", &two, &one, "--check", &joined, "--format", "json"]);
    assert_eq!(ran.exit, 1, "{}{}", ran.out, ran.err);
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(report["boards"][1]["hexes"]["shared"], 15);
    // One beside itself is refused, and nothing is written.
    let other = at("other/map.json");
    let ran = salient(&["map", "join", &one, &one, "-o", &other]);
    assert_eq!(ran.exit, 1);
    assert!(ran.err.contains("the board `45` is joined to itself"), "{}", ran.err);
    assert!(ran.err.contains("/grid/boards/1"), "{}", ran.err);
    assert!(!Path::new(&other).exists());
}

#[test]
fn what_does_not_fit_at_a_seam_is_told_with_its_hex() {
    let folder = boards();
    let at = |name: &str| folder.path().join("maps/infantry-attacks-boards").join(name);
    let two = at("46/map.json");
    let text = std::fs::read_to_string(&two).expect("a board");
    // The road in the west ends a hex before the edge.
    let wrong = text.replacen("          \"46/0108\",\n", "", 1);
    assert_ne!(wrong, text);
    std::fs::write(&two, wrong).expect("a board");
    let [one, two, out] = [at("45/map.json"), two, at("joined/map.json")].map(|path| arg(&path));
    let ran = salient(&["map", "join", &one, &two, "-o", &out]);
    assert_eq!(ran.exit, 1, "{}", ran.err);
    assert!(ran.err.contains("the road of board `45` stops at the seam in 45/2308"), "{}", ran.err);
    assert!(Path::new(&out).exists(), "a warning keeps nothing from being written");
}

/// A folder with a ruleset that states its rules of play, its scenario, and rule cases of its own.
fn own_game(cases: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["drill.json", "map.json", "order-of-battle.json", "ruleset.json"] {
        let from = fixtures().join("standard").join(name);
        std::fs::copy(from, folder.path().join(name)).expect("a copy");
    }
    if !cases.is_empty() {
        std::fs::create_dir(folder.path().join("cases")).expect("a folder");
    }
    for (name, text) in cases {
        std::fs::write(folder.path().join("cases").join(name), text).expect("a case");
    }
    folder
}

/// A move from a clear hex into the next.
const A_MOVE: &str = r#"
title = "A unit goes into the next hex"
rules = ["4.1"]
phase = "red-movement"
units = [{ hex = "0505", counters = ["red-3"] }]
[[actions]]
do = "move"
units = ["red-3"]
path = ["0506"]
[expect]
units = [{ unit = "red-3", hex = "0506" }]
"#;

#[test]
fn a_designers_own_cases_are_played_beside_their_ruleset() {
    let folder = own_game(&[("4.1-move.toml", A_MOVE), ("notes.txt", "no case")]);
    let file = |name: &str| arg(&folder.path().join(name));
    // The ruleset, and any scenario that uses it, stand for the same cases.
    for name in ["ruleset.json", "drill.json"] {
        let ran = salient(&["rules", &file(name)]);
        assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
        assert!(ran.out.contains("4.1      proven"), "{}", ran.out);
        assert!(ran.out.contains("passed  4.1-move.toml: A unit goes"), "{}", ran.out);
        assert!(ran.out.contains("1 case played, 0 failed"), "{}", ran.out);
    }
    let ran = salient(&["rules", &file("ruleset.json"), "--format", "json"]);
    let rules: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(rules[0]["number"], "4.1");
    assert_eq!(rules[0]["cases"][0]["title"], "A unit goes into the next hex");
}

#[test]
fn an_own_case_that_fails_says_what_came_and_one_that_is_none_where() {
    let elsewhere = A_MOVE.replace("hex = \"0506\" }]\n", "hex = \"0707\" }]\n");
    let elsewhere = elsewhere.replace("[\"4.1\"]", "[\"10.2\", \"4.1\"]");
    let named = A_MOVE.replace("phase =", "scenario = \"nowhere\"\nphase =");
    let folder = own_game(&[
        ("a.toml", A_MOVE),
        ("b.toml", &elsewhere),
        ("c.toml", "title = \"t\"\nrules = 4\n"),
        ("d.toml", &named),
    ]);
    let file = |name: &str| arg(&folder.path().join(name));
    let ran = salient(&["rules", &file("ruleset.json")]);
    assert_eq!(ran.exit, 1, "{}{}", ran.out, ran.err);
    for words in [
        "4.1      FAILED",
        "10.2     FAILED",
        "no rule  FAILED",
        "in 0506 showing face 0",
        "c.toml:2: invalid type",
        "no scenario 'nowhere' uses the ruleset",
        "4 cases played, 3 failed",
    ] {
        assert!(ran.out.contains(words), "no {words:?} in {}", ran.out);
    }
    let place = |words: &str| ran.out.find(words).expect(words);
    assert!(place("4.1      FAILED") < place("10.2     FAILED"), "{}", ran.out);
    let only = salient(&["rules", &file("ruleset.json"), "--only", "proven"]);
    assert!(!only.out.contains("4.1  "), "{}", only.out);
    // What the system does not give to read is another matter.
    std::fs::write(folder.path().join("cases/e.toml"), b"\xff\xfe").expect("a file");
    let ran = salient(&["rules", &file("ruleset.json")]);
    assert_eq!(ran.exit, 2, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("e.toml: cannot be read"), "{}", ran.err);
}

#[test]
fn what_is_neither_system_nor_ruleset_has_no_cases() {
    let folder = own_game(&[]);
    let ran = salient(&["rules", &arg(&folder.path().join("ruleset.json"))]);
    assert_eq!(ran.exit, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("There are no cases in"), "{}", ran.out);
    for wrong in ["order-of-battle.json", "nothing.json", "no-such-system"] {
        let ran = salient(&["rules", &arg(&folder.path().join(wrong))]);
        assert_eq!(ran.exit, 2, "{wrong}: {}{}", ran.out, ran.err);
    }
}
