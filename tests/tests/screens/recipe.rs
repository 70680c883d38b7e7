//! The recipe of a map without a window: opened or made, control points by clicks, layers, rules,
//! building beside what was changed by hand, saved together with the map.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::command::UiCommand;
use salient::ui::{Chosen, MapRequest, RecipeRequest, Request, ScriptedDialogs, Tab};
use salient::{App, Options};
use salient_cartography::form::{Become, add_rule};
use salient_document::Edit;
use salient_schema::map::Fit;
use salient_schema::recipe::KnownPoint;
use salient_schema::{Disk, Recipe};
use salient_tests::{copy_of_fixture, root};
use serde_json::{Value, json};

use crate::ground::{ask, click_at, command, editor, look, press, shows, wait_for};

/// A scenario of 8 × 6 hexes, and towns beside its map.
fn project() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy_of_fixture("kaisers-battle", folder.path()).expect("a copy");
    std::fs::write(
        folder.path().join("places.csv"),
        "name,lat,lon,kind\nGouzeaucourt,49.9,3.182,town\nHam,49.75,3.07,town\n",
    )
    .expect("a file");
    (folder, file)
}

/// The same with a recipe, and with the map that comes of it: open ground, a layer with a wood about
/// 4204 that no rule uses.
fn made() -> (tempfile::TempDir, PathBuf) {
    let (folder, file) = project();
    let at = |name: &str| folder.path().join(name);
    let read = |name: &str| -> Value {
        let text = std::fs::read_to_string(at(name)).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let map = read("map.json");
    let recipe = json!({
        "$schema": "recipe.schema.json", "format_version": 1, "id": map["id"],
        "title": map["title"], "ruleset": "ruleset.json", "notes": ["Kept as it is."],
        "grid": map["grid"],
        "georeference": { "fit": "stated", "control_points": [
            { "hex": "3801", "latitude": 49.9, "longitude": 3.1 }
        ] },
        "layers": [
            { "id": "own", "file": "own.geojson", "provenance": "invented", "source": "our own" }
        ],
        "terrain": { "provenance": "invented", "base": "clear",
            "palette": { ".": "clear", "s": "swamp", "w": "woods" } }
    });
    let (w, e, s, n) = (3.127, 3.167, 49.853, 49.893);
    let wood = json!({ "type": "Feature", "properties": { "class": "wood" }, "geometry": {
        "type": "Polygon", "coordinates": [[[w, s], [e, s], [e, n], [w, n], [w, s]]]
    } });
    let write = |name: &str, text: &str| std::fs::write(at(name), text).expect("a file");
    write("own.geojson", &wood.to_string());
    write("recipe.json", &recipe.to_string());
    let path = at("recipe.json").to_string_lossy().into_owned();
    let recipe: Recipe = serde_json::from_value(recipe).expect("a recipe");
    let (built, found) = salient_cartography::build_recipe(&Disk, &path, &recipe, None);
    let built = built.unwrap_or_else(|| panic!("{found:?}"));
    let text = salient_schema::write(&salient_schema::Document::Map(Box::new(built.map)));
    write("map.json", &text.expect("a map"));
    (folder, file)
}

fn ask_recipe(editor: &mut Harness<'_, App>, request: RecipeRequest) {
    ask(editor, Request::Map(MapRequest::Recipe(request)));
}

fn options(file: PathBuf, answers: &[&Path]) -> Options {
    let answers: VecDeque<Chosen> =
        answers.iter().map(|path| Chosen::File(path.to_path_buf())).collect();
    Options { file: Some(file), dialogs: Box::new(ScriptedDialogs(answers)), ..Options::default() }
}

fn saved(folder: &Path) -> Recipe {
    let text = std::fs::read_to_string(folder.join("recipe.json")).expect("the recipe");
    serde_json::from_str(&text).expect("a recipe")
}

/// Clicks what may lie below the fold.
fn click_label(editor: &mut Harness<'_, App>, label: &str) {
    let node = editor.get_all_by_label(label).next();
    node.unwrap_or_else(|| panic!("no {label}")).click_accesskit();
    editor.run_steps(3);
}

/// Types into a field that may lie below the fold, in place of what it held.
fn type_into(editor: &mut Harness<'_, App>, label: &str, text: &str) {
    editor.get_by_label(label).focus();
    editor.run_steps(2);
    press(editor, Modifiers::COMMAND, Key::A);
    editor.get_by_label(label).type_text(text);
    editor.run_steps(2);
}

fn click_hex(editor: &mut Harness<'_, App>, hex: &str) {
    let at = editor.state().screen_position(hex).expect("a place");
    click_at(editor, at);
}

fn terrain(editor: &Harness<'_, App>, hex: &str) -> String {
    let map = editor.state().document().map();
    let index = map.grid.parse_hex(hex).expect("a hex");
    let row = &map.terrain.rows[usize::from(index.row)];
    let glyph = row.chars().nth(usize::from(index.column)).expect("a glyph");
    map.terrain.palette[&glyph.to_string()].clone()
}

/// Adds a control point by a click and typed degrees.
fn point(editor: &mut Harness<'_, App>, hex: &str, place: &str) {
    click_label(editor, "Add a control point");
    click_hex(editor, hex);
    assert!(shows(editor, &format!("Where does hex {hex} lie?")));
    type_into(editor, "Place of the hex", place);
    click_label(editor, "Take this place");
}

#[test]
fn a_recipe_is_made_for_an_open_map_and_saved_with_it() {
    let (folder, file) = project();
    let places = folder.path().join("places.csv");
    let mut editor = editor(options(file, &[&places]));
    command(&mut editor, UiCommand::Show(Tab::Recipe));
    click_label(&mut editor, "Make a recipe for this map");
    assert!(editor.state().document().dirty(), "a recipe that no file holds is unsaved");
    assert!(!folder.path().join("recipe.json").exists());

    // Control points by clicks: typed, or a town of a layer.
    point(&mut editor, "3801", "49.90, 3.10");
    assert!(shows(&editor, "One place, the scale as given, north at the top."));
    assert!(shows(&editor, "0.00 off"));
    click_label(&mut editor, "Add a layer…");
    wait_for(&mut editor, "the layer", |editor| shows(editor, "2 points; our own"));
    assert!(shows(&editor, "No rule uses it."));
    click_label(&mut editor, "Add a control point");
    click_hex(&mut editor, "4501");
    look(&mut editor, "recipe-point");
    type_into(&mut editor, "Place of the hex", "gouz");
    click_label(&mut editor, "Gouzeaucourt: 49.9, 3.182");
    assert!(shows(&editor, "They miss by 0.00 hex in the mean."));
    look(&mut editor, "recipe-points");

    command(&mut editor, UiCommand::Save);
    editor.run_steps(3);
    assert!(!editor.state().document().dirty());
    let recipe = saved(folder.path());
    let known: Vec<&str> =
        recipe.georeference.control_points.iter().map(|point| point.hex.as_str()).collect();
    assert_eq!(known, ["3801", "4501"]);
    assert_eq!(recipe.georeference.fit, Fit::Similarity);
    assert_eq!(recipe.layers[0].file, "places.csv");

    // A mistake is taken back without the map's undo.
    click_label(&mut editor, "Remove control point 2");
    assert!(editor.state().document().dirty());
    click_label(&mut editor, "Take back the recipe's last change");
    assert!(!editor.state().document().dirty(), "the same text again");
}

#[test]
fn a_build_is_one_step_beside_what_was_changed_by_hand() {
    let (folder, file) = made();
    let mut editor = editor(options(file, &[&folder.path().join("recipe.json")]));
    command(&mut editor, UiCommand::Show(Tab::Recipe));
    click_label(&mut editor, "Open the map's recipe…");
    wait_for(&mut editor, "what the recipe makes", |editor| {
        shows(editor, "Nothing: the map is what the recipe makes.")
    });

    // By hand: a hex of swamp.
    let edit = Edit::PaintTerrain { hexes: vec!["4203".into()], kind: "swamp".into() };
    ask(&mut editor, Request::edit(edit));
    assert!(shows(&editor, "4203: swamp for clear"));

    // A rule more: the layer's areas become woods.
    let mut recipe = saved(folder.path());
    add_rule(&mut recipe, "own", Some(("class", "wood")), &Become::Terrain("woods".into()));
    ask_recipe(&mut editor, RecipeRequest::Set(Box::new(recipe)));
    assert!(shows(&editor, "own, class wood: woods terrain"));
    click_label(&mut editor, "Build the map");
    wait_for(&mut editor, "the build", |editor| shows(editor, "It is on the map."));
    assert_eq!(terrain(&editor, "4203"), "swamp", "what was painted by hand stays");
    assert_eq!(terrain(&editor, "4204"), "woods");
    assert!(shows(&editor, "4203: swamp for woods"));
    look(&mut editor, "recipe-built");

    // It is put into the recipe with its reason, and the next build finds nothing to keep.
    type_into(&mut editor, "Reason of the corrections", "The ponds");
    click_label(&mut editor, "Put them into the recipe");
    click_label(&mut editor, "Build the map");
    wait_for(&mut editor, "the build", |editor| {
        shows(editor, "Nothing: the map is what the recipe makes.")
    });
    command(&mut editor, UiCommand::Save);
    editor.run_steps(3);
    let recipe = saved(folder.path());
    let patch = recipe.patch.last().expect("a correction");
    assert_eq!(patch.reason, "The ponds");
    assert_eq!(patch.terrain.as_ref().map(|brush| brush.hexes.clone()), Some(vec!["4203".into()]));
    assert_eq!(recipe.notes, ["Kept as it is."], "what the form does not show stays");
    assert!(!editor.state().document().dirty());

    // One step back, and another: the map as it was painted, and as it was.
    command(&mut editor, UiCommand::Undo);
    assert_eq!(
        (terrain(&editor, "4203"), terrain(&editor, "4204")),
        ("swamp".into(), "clear".into())
    );
    assert!(shows(&editor, "4203: swamp for clear"), "known by the build before");
    command(&mut editor, UiCommand::Undo);
    assert_eq!(terrain(&editor, "4203"), "clear");
}

#[test]
fn an_outlier_is_marked_and_a_bad_build_changes_nothing() {
    let (folder, file) = made();
    let mut editor = editor(options(file, &[&folder.path().join("recipe.json")]));
    command(&mut editor, UiCommand::Show(Tab::Recipe));
    click_label(&mut editor, "Open the map's recipe…");
    wait_for(&mut editor, "the recipe", |editor| shows(editor, "Add a control point"));
    // Four that agree, and one with latitude and longitude exchanged.
    let mut recipe = saved(folder.path());
    let known = |hex: &str, latitude: f64, longitude: f64| KnownPoint {
        hex: hex.to_owned(),
        name: None,
        latitude,
        longitude,
    };
    recipe.georeference.control_points = vec![
        known("3801", 49.9, 3.1),
        known("4501", 49.896, 3.182),
        known("3806", 49.8564, 3.1),
        known("4506", 49.852, 3.182),
        known("4203", 3.147, 49.88),
    ];
    recipe.georeference.fit = Fit::Similarity;
    ask_recipe(&mut editor, RecipeRequest::Set(Box::new(recipe)));
    assert!(shows(&editor, "its latitude and longitude are exchanged"));
    look(&mut editor, "recipe-outlier");
    let before = editor.state().document().map().clone();
    click_label(&mut editor, "Build the map");
    wait_for(&mut editor, "the words", |editor| {
        shows(editor, "Nothing was built: mend this first.")
    });
    assert_eq!(*editor.state().document().map(), before);
    click_label(&mut editor, "Remove control point 5");
    assert!(!shows(&editor, "exchanged") && shows(&editor, "They miss by 0.0"));
    // Closed without saving, the file is as it was.
    click_label(&mut editor, "Close the recipe");
    assert!(!editor.state().document().dirty());
    assert_eq!(saved(folder.path()).georeference.control_points.len(), 1);
}

#[test]
fn rules_go_off_and_on_and_a_recipe_of_another_map_is_told() {
    let (folder, file) = made();
    let recipe_file = folder.path().join("recipe.json");
    let other = root().join("maps/picardy-1918/recipe.json");
    let variant = root().join("maps/western-front-1919/recipe.json");
    let mut editor = editor(options(file, &[&other, &variant, &recipe_file]));
    command(&mut editor, UiCommand::Show(Tab::Recipe));
    click_label(&mut editor, "Open the map's recipe…");
    wait_for(&mut editor, "the words", |editor| {
        shows(editor, "The recipe makes a map of 46 × 29 hexes, and this one has 8 × 6")
    });
    click_label(&mut editor, "Open the map's recipe…");
    wait_for(&mut editor, "the words", |editor| {
        shows(editor, "This is a variant: open the recipe that it varies")
    });
    click_label(&mut editor, "Open the map's recipe…");
    wait_for(&mut editor, "the recipe", |editor| shows(editor, "Add a control point"));
    let mut recipe = saved(folder.path());
    add_rule(&mut recipe, "own", None, &Become::Terrain("woods".into()));
    add_rule(&mut recipe, "own", None, &Become::Terrain("swamp".into()));
    let whole = recipe.clone();
    ask_recipe(&mut editor, RecipeRequest::Set(Box::new(recipe)));
    let now = |editor: &Harness<'_, App>| -> Recipe {
        let text = editor.state().document().companion().expect("a recipe").text().to_owned();
        serde_json::from_str(&text).expect("a recipe")
    };
    click_label(&mut editor, "own: woods terrain");
    assert_eq!(now(&editor).terrain.rules.len(), 1);
    click_label(&mut editor, "own: woods terrain");
    assert_eq!(now(&editor), whole, "on again, it is where it was");
    click_label(&mut editor, "Move rule down: own: woods terrain");
    assert_eq!(now(&editor).terrain.rules[0].kind, "swamp");
    type_into(&mut editor, "Least share: own: swamp terrain", "40");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    let first = &now(&editor).terrain.rules[0];
    assert!(serde_json::to_string(first).expect("JSON").contains("\"share\":0.4"), "{first:?}");
}
