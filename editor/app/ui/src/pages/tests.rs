//! The editor on a small army, for pages whose tests need rules that say what limits what.

#[path = "../../../../document/tests/all/limited.rs"]
mod limited;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient_document::{Edit, Selection};
use salient_rules::check::{Lookup, RulesPart};
use salient_rules::game::CompiledScenario;
use salient_rules::limits::FormationLimit;
use salient_rules::system::Published;
use salient_rules::{Checker, Role, Roles, System, SystemInfo, Systems};
use salient_schema::scenario::Order;
use salient_schema::{Bundle, Diagnostic, Document as AnyDocument, OrderOfBattle};
use serde_json::json;

use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::views::View;
use crate::{App, Options};

/// A system of which only this is asked: what its ratings of formations limit.
struct Limiting;

struct Content;

impl Checker for Content {
    fn check(&self, _lookup: &Lookup<'_>, _part: RulesPart) -> Vec<Diagnostic> {
        Vec::new()
    }
}

impl System for Limiting {
    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: "small-war", title: "Small War" }
    }

    fn published(&self) -> &Published {
        salient_kaisers_battle::Rulebook.published()
    }

    fn prepare(&self, _bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        Err(Vec::new())
    }

    fn checker<'a>(&self, _bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Box::new(Content)
    }

    fn roles(&self) -> &[Role] {
        &limited::ROLES
    }

    fn limits(&self) -> &[FormationLimit] {
        &limited::LIMITS
    }
}

/// The systems of the program, with the one that limits.
pub const LIMITED: Systems = Systems::new(&[&Limiting]);

/// An army with boxes for two corps. The first corps is full with a division and a brigade; the
/// second has room for one division and has one; a division belongs to the army itself.
fn army() -> Bundle {
    let mut bundle = Bundle::empty();
    bundle.map.terrain.rows = vec![".".to_owned()];
    bundle.map.terrain.palette = [(".".to_owned(), "clear".to_owned())].into();
    bundle.ruleset.id = "small-war".to_owned();
    bundle.ruleset.sides = serde_json::from_value(json!([{ "id": "red", "name": "Red" }])).unwrap();
    let clear = json!({ "id": "clear", "name": "Clear", "look": {} });
    bundle.ruleset.terrain = vec![serde_json::from_value(clear).unwrap()];
    limited::limit(&mut bundle.ruleset);
    let formation = |id: &str, name: &str, size: &str, parent: &str, ratings: serde_json::Value| {
        let mut all = json!({
            "id": id, "name": name, "side": "red", "size": size, "ratings": ratings,
        });
        if !parent.is_empty() {
            all["parent"] = json!(parent);
        }
        serde_json::from_value(all).unwrap()
    };
    let mut oob = OrderOfBattle::empty("red", "Red");
    oob.formations = vec![
        formation("army", "First Army", "army", "", json!({ "boxes": 2 })),
        formation("i", "I Corps", "corps", "army", json!({ "most": 3 })),
        formation("d1", "1 Division", "division", "i", json!({ "grade": 11 })),
        formation("b2", "2 Brigade", "brigade", "i", json!({ "grade": 9 })),
        formation("ii", "II Corps", "corps", "army", json!({ "most": 2 })),
        formation("d3", "3 Division", "division", "ii", json!({})),
        formation("d4", "4 Division", "division", "army", json!({})),
    ];
    bundle.orders_of_battle.push(oob);
    bundle
}

/// The editor with a page of the small army in front, of whatever systems.
fn editor(systems: Systems, view: View, folder: &std::path::Path) -> Harness<'static, App> {
    let mut bundle = army();
    bundle.name_parts_by_id();
    let file = folder.join("army.json");
    let text = salient_schema::write(&AnyDocument::Bundle(Box::new(bundle))).unwrap();
    std::fs::write(&file, text).unwrap();
    let options = Options { file: Some(file), ..Options::default() };
    let builder = Harness::builder().with_size([1500.0, 2600.0]);
    let mut editor = builder.build_eframe(move |_| App::new(systems, options));
    editor.run_steps(4);
    ask(&mut editor, Request::View(view));
    editor
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(4);
}

fn undo(editor: &mut Harness<'_, App>) {
    ask(editor, Request::Command(UiCommand::Undo));
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(4);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

/// Opens a list.
fn open(editor: &mut Harness<'_, App>, list: &str) {
    editor.get_by_role_and_label(egui::Role::ComboBox, list).click();
    editor.run_steps(4);
}

/// Opens a list and takes the last line that says so, set in as it is.
fn choose(editor: &mut Harness<'_, App>, list: &str, choice: &str) {
    open(editor, list);
    let all: Vec<_> = editor.query_all_by_label(choice).collect();
    all.last().unwrap_or_else(|| panic!("no {choice}")).click();
    drop(all);
    editor.run_steps(4);
}

/// Carries one thing onto another.
fn carry(editor: &mut Harness<'_, App>, from: &str, to: &str) {
    let at = |editor: &Harness<'_, App>, label: &str| editor.get_by_label(label).rect().center();
    let (from, to) = (at(editor, from), at(editor, to));
    editor.hover_at(from);
    editor.run_steps(1);
    editor.drag_at(from);
    editor.run_steps(2);
    editor.hover_at(from.lerp(to, 0.5));
    editor.run_steps(2);
    editor.hover_at(to);
    editor.run_steps(2);
    editor.drop_at(to);
    editor.run_steps(4);
}

fn parent(editor: &Harness<'_, App>, formation: &str) -> Option<String> {
    let oob = &editor.state().document().bundle().orders_of_battle[0];
    let found = oob.formations.iter().find(|one| one.id == formation);
    found.unwrap().parent.clone()
}

fn displays(systems: Systems, folder: &std::path::Path) -> Harness<'static, App> {
    let mut editor = editor(systems, View::OrderOfBattle, folder);
    click(&mut editor, "Displays");
    editor
}

fn orders<'e>(editor: &'e Harness<'_, App>) -> &'e [Order] {
    &editor.state().document().scenario().orders
}

#[test]
fn displays_say_what_each_holds() {
    let folder = tempfile::tempdir().unwrap();
    let editor = displays(LIMITED, folder.path());
    for label in [
        "Display of First Army",
        "Box of I Corps",
        "Marker of 2 Brigade",
        "Box of II Corps",
        "First Army itself",
        "Marker of 4 Division",
        "What belongs to First Army keeps SW 5.1.",
        "What belongs to I Corps keeps SW 5.4.",
        "What belongs to II Corps keeps SW 5.4.",
        "At the right of a formation: Grade.",
    ] {
        assert!(shows(&editor, label), "{label}");
    }
    assert!(!shows(&editor, "A free box"), "two corps in two boxes");
}

#[test]
fn a_marker_is_dragged_to_another_corps_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = displays(LIMITED, folder.path());
    carry(&mut editor, "Marker of 2 Brigade", "Box of II Corps");
    assert_eq!(parent(&editor, "b2").as_deref(), Some("ii"));
    assert!(shows(&editor, "More belongs to II Corps than SW 5.4 allows."));
    undo(&mut editor);
    assert_eq!(parent(&editor, "b2").as_deref(), Some("i"));
    assert!(!editor.state().document().dirty(), "one step");
    // On a marker that holds nothing it belongs to whoever has that.
    carry(&mut editor, "Marker of 2 Brigade", "Marker of 3 Division");
    assert_eq!(parent(&editor, "b2").as_deref(), Some("ii"));
    undo(&mut editor);
    // A corps goes to no army, which frees its box.
    carry(&mut editor, "Box of II Corps", "By themselves");
    assert_eq!(parent(&editor, "ii"), None);
    assert!(shows(&editor, "A free box"));
    // No formation can belong to itself.
    undo(&mut editor);
    carry(&mut editor, "Display of First Army", "Box of II Corps");
    assert_eq!(parent(&editor, "army"), None);
    assert!(!editor.state().document().dirty());
}

#[test]
fn a_list_says_what_it_belongs_to_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = displays(LIMITED, folder.path());
    click(&mut editor, "Marker of 4 Division");
    choose(&mut editor, "Belongs to", "    II Corps");
    assert_eq!(parent(&editor, "d4").as_deref(), Some("ii"));
    assert_eq!(editor.state().document().undo_name(), Some("Move in the order of battle"));
    choose(&mut editor, "Belongs to", "no other formation");
    assert_eq!(parent(&editor, "d4"), None);
    assert!(shows(&editor, "Box of 4 Division"), "it stands by itself");
    undo(&mut editor);
    undo(&mut editor);
    assert!(!editor.state().document().dirty());
    // Among its fields, too; what belongs to it is no choice.
    click(&mut editor, "Box of II Corps");
    click(&mut editor, "Show its fields");
    open(&mut editor, "Belongs to");
    let offered = |label: &str| editor.query_all_by_label(label).next().is_some();
    assert!(offered("        1 Division") && !offered("        3 Division"));
}

#[test]
fn without_rules_the_boxes_are_a_tree() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = displays(Systems::NONE, folder.path());
    for label in ["Display of First Army", "Box of I Corps", "Marker of 2 Brigade"] {
        assert!(shows(&editor, label), "{label}");
    }
    assert!(!shows(&editor, "keeps") && !shows(&editor, "A free box"));
    assert!(shows(&editor, "Most in halves of a division"), "a rating like any other");
    carry(&mut editor, "Marker of 2 Brigade", "Box of II Corps");
    assert_eq!(parent(&editor, "b2").as_deref(), Some("ii"));
}

#[test]
fn a_search_leaves_what_it_finds() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = displays(LIMITED, folder.path());
    let search = "Find in the order of battle";
    editor.get_by_role_and_label(egui::Role::TextInput, search).click();
    editor.run_steps(2);
    editor.get_by_role_and_label(egui::Role::TextInput, search).type_text("3 Div");
    editor.run_steps(4);
    assert!(shows(&editor, "Marker of 3 Division") && shows(&editor, "Display of First Army"));
    assert!(!shows(&editor, "Box of I Corps") && !shows(&editor, "Marker of 4 Division"));
}

#[test]
fn orders_are_given_changed_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(LIMITED, View::Scenario, folder.path());
    click(&mut editor, "Add an order");
    assert_eq!(orders(&editor).len(), 1);
    assert_eq!(orders(&editor)[0].formation, "army");
    assert_eq!(orders(&editor)[0].objectives.len(), 1, "to be filled in");
    // Where it is, typed; once the field is left.
    editor.get_by_label("Hexes of objective 1 of First Army").click();
    editor.run_steps(2);
    editor.get_by_label("Hexes of objective 1 of First Army").type_text("0101, 9999");
    editor.key_press(egui::Key::Tab);
    editor.run_steps(4);
    assert_eq!(orders(&editor)[0].objectives[0].hexes, ["0101", "9999"]);
    click(&mut editor, "Primary: objective 1 of First Army");
    assert!(orders(&editor)[0].objectives[0].primary);
    choose(&mut editor, "Formation of order 1", "    II Corps");
    assert_eq!(orders(&editor)[0].formation, "ii");
    // A second one begins when the first is given up.
    click(&mut editor, "Add an order");
    click(&mut editor, "later");
    assert!(orders(&editor).len() == 2 && orders(&editor)[0].idle, "the first of the two");
    click(&mut editor, "at once");
    let later: Vec<_> = editor.get_all_by_label("later").collect();
    later[1].click();
    drop(later);
    editor.run_steps(4);
    assert!(!orders(&editor)[0].idle && orders(&editor)[1].idle);
    choose(&mut editor, "With what the order of First Army begins", "with the order of II Corps");
    assert_eq!(orders(&editor)[1].starts_with.as_deref(), Some("ii"));
    choose(&mut editor, "With what the order of First Army ends", "with the order of II Corps");
    assert_eq!(orders(&editor)[1].ends_with.as_deref(), Some("ii"));
    // What hangs on an order that goes hangs on none; one step brings both back.
    click(&mut editor, "Remove the order of II Corps");
    assert_eq!(orders(&editor).len(), 1);
    assert_eq!((&orders(&editor)[0].starts_with, &orders(&editor)[0].ends_with), (&None, &None));
    undo(&mut editor);
    assert_eq!(orders(&editor).len(), 2);
    assert_eq!(orders(&editor)[1].starts_with.as_deref(), Some("ii"));
    while editor.state().document().undo_name().is_some() {
        undo(&mut editor);
    }
    assert!(orders(&editor).is_empty() && !editor.state().document().dirty());
}

#[test]
fn an_order_takes_the_hex_that_is_selected() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(LIMITED, View::Scenario, folder.path());
    let hex = editor.state().document().grid().parse("0101").unwrap();
    ask(&mut editor, Request::Select(Selection::of_hex(hex)));
    click(&mut editor, "Add an order");
    assert_eq!(orders(&editor)[0].objectives[0].hexes, ["0101"]);
    click(&mut editor, "Remove objective 1 of First Army");
    assert!(orders(&editor)[0].objectives.is_empty());
    click(&mut editor, "Add hex 0101 to take");
    assert_eq!(orders(&editor)[0].objectives[0].hexes, ["0101"]);
    ask(&mut editor, Request::Select(Selection::default()));
    click(&mut editor, "Show objective 1 of First Army");
    assert_eq!(editor.state().document().selection().hex, Some(hex));
}

#[test]
fn where_nobody_can_be_told_there_are_no_orders() {
    let options = Options::default();
    let mut editor = Harness::builder().build_eframe(move |_| App::new(Systems::NONE, options));
    editor.run_steps(4);
    ask(&mut editor, Request::View(View::Scenario));
    let bundle = editor.state().document().bundle();
    assert!(bundle.orders_of_battle.iter().all(|oob| oob.formations.is_empty()));
    assert!(!shows(&editor, "Add an order"));
}

#[test]
fn roles_of_every_game_are_shown_behind_those_of_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(LIMITED, View::Charts, folder.path());
    click(&mut editor, "Roles");
    let top = |editor: &Harness<'_, App>, label: &str| editor.get_by_label(label).rect().top();
    let common = top(&editor, "Asked for in every game, by checks and sandbox");
    assert!(top(&editor, "Asked for by the rules that play it") < common);
    assert!(top(&editor, "What is the most units in a hex") > common);
    // Without a system there are those alone.
    let mut editor = self::editor(Systems::NONE, View::Charts, folder.path());
    click(&mut editor, "Roles");
    assert!(shows(&editor, "What is the most units in a hex"));
    assert!(!shows(&editor, "Asked for by the rules that play it"));
}

#[test]
fn a_stacking_limit_is_given_where_one_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(LIMITED, View::Ruleset, folder.path());
    assert!(shows(&editor, "Stacking limits: no limit is given"));
    click(&mut editor, "4 units a hex");
    let constants = &editor.state().document().ruleset().constants;
    let limits: Vec<_> = constants.iter().map(|one| (one.id.as_str(), one.value)).collect();
    assert_eq!(limits, [("stacking_limit_units", 4)]);
    assert!(shows(&editor, "Stacking limits") && !shows(&editor, "no limit is given"));
    assert!(!shows(&editor, "units a hex"));
    undo(&mut editor);
    assert!(shows(&editor, "no limit is given"));
}

#[test]
fn a_problem_of_a_level_of_victory_leads_to_its_points() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(LIMITED, View::Map, folder.path());
    let mut victory = editor.state().document().scenario().victory.clone();
    victory.levels = serde_json::from_value(json!([
        { "name": "Red victory", "side": "red", "min": 9 },
        { "name": "Decisive victory", "side": "red", "min": 109, "max": 9 }
    ]))
    .unwrap();
    ask(&mut editor, Request::edit(Edit::SetVictory { victory: Box::new(victory) }));
    let mut found = editor.state().document().problems().iter();
    let problem = found.find(|(_, one)| one.message.contains("the least, 109"));
    let (id, message) = problem.map(|(id, one)| (id, one.message.clone())).unwrap();
    drop(found);
    assert_eq!(message, "Decisive victory: the least, 109, is above the most, 9");
    ask(&mut editor, Request::ShowProblem(id));
    assert!(editor.get_by_label("Least points of level 2").is_focused());
}
