//! The page of the ruleset without a window: kinds, sides and unit types added, changed and renamed,
//! tables made larger, and a ruleset copied for one scenario.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use salient::ui::command::UiCommand;
use salient::ui::{Request, View};
use salient::{App, Options, SYSTEMS};
use salient_document::{Document, Edit};
use salient_schema::Provenance;
use salient_schema::ruleset::{Mark, Symbol};
use salient_tests::copy_of_fixture;

/// The editor with the page in front; high enough that nothing of it must be scrolled to.
fn editor(options: Options) -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1700.0, 2000.0]);
    let mut harness = builder.build_eframe(move |_| App::new(SYSTEMS, options));
    harness.run_steps(4);
    // As at the keyboard.
    press(&mut harness, Modifiers::ALT, Key::Num7);
    harness
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(3);
}

fn document<'e>(editor: &'e Harness<'_, App>) -> &'e Document {
    editor.state().document()
}

fn press(editor: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run_steps(3);
}

/// Clicks a button, the first that is called so.
fn click(editor: &mut Harness<'_, App>, label: &str) {
    let mut all = editor.get_all_by_role_and_label(Role::Button, label);
    all.next().unwrap_or_else(|| panic!("no {label}")).click();
    drop(all);
    editor.run_steps(4);
}

/// Writes into a field, in place of what it held, and leaves it.
fn write(editor: &mut Harness<'_, App>, label: &str, text: &str) {
    editor.get_by_label(label).click();
    editor.run_steps(2);
    press(editor, Modifiers::COMMAND, Key::A);
    editor.get_by_label(label).type_text(text);
    editor.run_steps(2);
    press(editor, Modifiers::NONE, Key::Enter);
}

/// Chooses from a list.
fn choose(editor: &mut Harness<'_, App>, list: &str, choice: &str) {
    editor.get_by_label(list).click();
    editor.run_steps(4);
    let all: Vec<_> = editor.get_all_by_label(choice).collect();
    all.last().expect("the choice").click();
    drop(all);
    editor.run_steps(4);
}

fn shows(editor: &Harness<'_, App>, label: &str) -> bool {
    editor.query_all_by_label_contains(label).next().is_some()
}

fn undo(editor: &mut Harness<'_, App>) {
    ask(editor, Request::Command(UiCommand::Undo));
}

/// What is wrong, once all has been looked at.
fn errors(editor: &mut Harness<'_, App>) -> Vec<String> {
    for _ in 0..400 {
        editor.run_steps(1);
        if !document(editor).problems_stale() {
            break;
        }
    }
    let all = document(editor).all_problems();
    all.into_iter().filter(|one| one.is_error()).map(|one| one.message).collect()
}

#[test]
fn a_terrain_is_added_painted_and_renamed() {
    let mut editor = editor(Options::default());
    let before = document(&editor).bundle().clone();
    click(&mut editor, "Terrain");
    click(&mut editor, "Add");
    let place = 1;
    let kind = |editor: &Harness<'_, App>| document(editor).ruleset().terrain[place].clone();
    assert_eq!(kind(&editor).id, "new-terrain-kind");
    assert_eq!(kind(&editor).provenance, Provenance::Invented);
    assert!(shows(&editor, "Picture of New terrain kind"));
    // A new thing is known by its name as soon as it has one.
    write(&mut editor, "Name of the terrain kind", "Marsh");
    assert_eq!(kind(&editor).id, "marsh");
    write(&mut editor, "Movement points", "3");
    write(&mut editor, "Colour of the ground", "#99bb88");
    // It looks as its name says.
    let now = kind(&editor);
    assert_eq!((now.movement, now.look.mark), (Some(3), Mark::Swamp));
    assert_eq!(now.look.fill.as_deref(), Some("#99bb88"));

    let hex = document(&editor).grid().hexes().nth(40).expect("a hex");
    let label = document(&editor).grid().label(hex);
    let paint = Edit::SetTerrain { hex: label, kind: "marsh".to_owned() };
    ask(&mut editor, Request::edit(paint));
    assert!(shows(&editor, "1 hex of the map."));
    write(&mut editor, "Id of the terrain kind", "bog");
    assert_eq!(document(&editor).terrain_at(hex).map(String::as_str), Some("bog"));
    click(&mut editor, "Remove Marsh");
    assert!(shows(&editor, "is still used: 1 hex of the map"));
    assert_eq!(kind(&editor).id, "bog");
    // An id that is none is refused, and says why.
    write(&mut editor, "Id of the terrain kind", "Not An Id");
    assert!(shows(&editor, "is no id"));
    let mut steps = 0;
    while document(&editor).undo_name().is_some() {
        undo(&mut editor);
        steps += 1;
    }
    assert_eq!(steps, 6, "one thing at a time");
    assert_eq!(*document(&editor).bundle(), before);
}

#[test]
fn a_kind_is_doubled_moved_and_given_effects() {
    let mut editor = editor(Options::default());
    click(&mut editor, "Along hexsides");
    let first = document(&editor).ruleset().hexsides[0].clone();
    click(&mut editor, &format!("Duplicate {}", first.name));
    let copy = document(&editor).ruleset().hexsides[1].clone();
    assert_eq!((copy.name, copy.look), (format!("{}, copy", first.name), first.look.clone()));
    click(&mut editor, &format!("Move {}, copy up", first.name));
    assert_eq!(document(&editor).ruleset().hexsides[1].id, first.id);
    let count = document(&editor).ruleset().hexsides[0].effects.len();
    click(&mut editor, "Add an effect");
    let number = count + 1;
    write(&mut editor, &format!("Movement, effect {number}"), "2");
    choose(&mut editor, &format!("Use, effect {number}"), "retreat");
    let effect = document(&editor).ruleset().hexsides[0].effects[count].clone();
    assert_eq!((effect.movement, effect.when.usage.as_deref()), (Some(2), Some("retreat")));
    click(&mut editor, &format!("Remove {}, copy", first.name));
    assert_eq!(document(&editor).ruleset().hexsides[0], first);
}

#[test]
fn a_unit_type_is_added_with_its_symbol() {
    let mut editor = editor(Options::default());
    let before = document(&editor).ruleset().counters.clone();
    click(&mut editor, "Unit types");
    click(&mut editor, "Add");
    write(&mut editor, "Name of the unit type", "Storm troops");
    choose(&mut editor, "Unit symbol", "Assault infantry");
    let added = document(&editor).ruleset().counters.types[1].clone();
    assert_eq!((added.id.as_str(), added.symbol), ("storm-troops", Symbol::AssaultInfantry));
    assert!(shows(&editor, "Picture of Storm troops"));
    assert!(shows(&editor, "Nowhere in this scenario"));
    click(&mut editor, "Ratings");
    let pattern = before.pattern.replacen('-', "/", 1);
    write(&mut editor, "Bottom line of the counters", &pattern);
    assert_eq!(document(&editor).ruleset().counters.pattern, pattern);
    while document(&editor).undo_name().is_some() {
        undo(&mut editor);
    }
    assert_eq!(document(&editor).ruleset().counters, before);
}

#[test]
fn a_colour_that_is_mixed_counts_once() {
    let mut editor = editor(Options::default());
    click(&mut editor, "Nations");
    let fill = |editor: &Harness<'_, App>| document(editor).ruleset().nations[0].fill.clone();
    let before = fill(&editor);
    click(&mut editor, "Choose: Colour of the counter");
    editor.get_by_role_and_label(Role::Slider, "Red: Colour of the counter").focus();
    editor.run_steps(2);
    for _ in 0..3 {
        press(&mut editor, Modifiers::NONE, Key::ArrowRight);
    }
    assert_eq!(fill(&editor), before, "only the picture shows it");
    let red = editor.get_by_role_and_label(Role::Slider, "Red: Colour of the counter");
    assert_eq!(red.accesskit_node().numeric_value(), Some(145.0), "three more than #8e");
    click(&mut editor, "Nations");
    editor.run_steps(4);
    assert_ne!(fill(&editor), before);
    undo(&mut editor);
    assert_eq!(fill(&editor), before);
    assert!(document(&editor).undo_name().is_none(), "one step");
}

#[test]
fn a_side_that_is_called_otherwise_is_followed() {
    let mut editor = editor(Options::default());
    let before = errors(&mut editor);
    // One that has reinforcements to come.
    let old = document(&editor).scenario().reinforcements[0].side.clone();
    let mut sides = document(&editor).ruleset().sides.iter();
    let (at, name) = sides
        .position(|side| side.id == old)
        .map(|at| (at, document(&editor).ruleset().sides[at].name.clone()))
        .expect("a side");
    click(&mut editor, "Sides");
    click(&mut editor, &name);
    write(&mut editor, "Id of the side", "first-side");
    let bundle = document(&editor).bundle();
    let counters = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
    assert!(!counters.clone().any(|counter| counter.side == old));
    assert!(counters.clone().any(|counter| counter.side == "first-side"));
    let arrivals = &bundle.scenario.reinforcements;
    assert!(arrivals.iter().any(|group| group.side == "first-side"));
    let filled = bundle.ruleset.roles.values().flatten().any(|id| id == "first-side");
    assert!(filled, "{:?}", bundle.ruleset.roles);
    assert_eq!(errors(&mut editor), before);
    undo(&mut editor);
    assert!(document(&editor).undo_name().is_none(), "one step");
    assert_eq!(document(&editor).ruleset().sides[at].id, old);
}

#[test]
fn tables_get_rows_columns_and_company() {
    let mut editor = editor(Options::default());
    press(&mut editor, Modifiers::ALT, Key::Num5);
    let size = |editor: &Harness<'_, App>, at: usize| {
        let table = &document(editor).ruleset().tables[at];
        (table.rows.len(), table.columns.len())
    };
    let (rows, columns) = size(&editor, 0);
    click(&mut editor, "Add row");
    click(&mut editor, "Add column");
    assert_eq!(size(&editor, 0), (rows + 1, columns + 1));
    assert_eq!(document(&editor).ruleset().tables[0].provenance_of(rows, 0), Provenance::Invented);
    let count = document(&editor).ruleset().tables.len();
    click(&mut editor, "Add table");
    assert_eq!(document(&editor).ruleset().tables.len(), count + 1);
    write(&mut editor, "Title of the table", "Morale checks");
    write(&mut editor, "What the columns are", "losses");
    let table = &document(&editor).ruleset().tables[count];
    assert_eq!((table.title.as_str(), table.column_axis.as_str()), ("Morale checks", "losses"));
    assert_eq!(size(&editor, count), (6, 3));
    click(&mut editor, "Remove table");
    assert_eq!(document(&editor).ruleset().tables.len(), count);
    while document(&editor).undo_name().is_some() {
        undo(&mut editor);
    }
    assert_eq!(size(&editor, 0), (rows, columns));
}

#[test]
fn a_copied_ruleset_leaves_the_shared_file_alone_and_is_offered_for_new_maps() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = copy_of_fixture("kaisers-battle", folder.path()).expect("a copy");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    let shared =
        ["ruleset.json", "map.json", "order-of-battle.json"].map(|name| (name, read(name)));
    let mut editor = editor(Options { file: Some(file), ..Options::default() });
    assert!(shows(&editor, "Every scenario that refers to that file"));
    click(&mut editor, "Copy the ruleset");
    assert!(shows(&editor, "This document has a copy of its own"));
    write(&mut editor, "Title of the ruleset", "Michael by Night");
    click(&mut editor, "Terrain");
    write(&mut editor, "Id of the terrain kind", "open-ground");
    press(&mut editor, Modifiers::COMMAND, Key::S);
    editor.run_steps(8);
    assert!(!document(&editor).dirty());
    for (name, text) in &shared {
        assert_eq!(read(name), *text, "{name}");
    }
    let own = read("scenario-ruleset.json");
    assert!(own.contains("Michael by Night") && own.contains("open-ground"));
    assert!(read("scenario-map.json").contains("open-ground"));
    assert!(read("scenario.json").contains("scenario-ruleset.json"));

    ask(&mut editor, Request::View(View::Map));
    press(&mut editor, Modifiers::COMMAND, Key::N);
    editor.run_steps(8);
    editor.get_by_label("Rules of the map").click();
    editor.run_steps(4);
    for title in ["The Kaiser's Battle", "Michael by Night", "Storm in the West"] {
        assert!(shows(&editor, title), "{title}");
    }
}

#[test]
fn a_step_of_play_is_added_named_and_moved_in() {
    let mut editor = editor(Options::default());
    let before = document(&editor).ruleset().sequence.clone();
    let (first, count) = (before[0].name.clone(), before.len());
    click(&mut editor, "Sequence of play");
    click(&mut editor, "Add a step at the end");
    let last = |editor: &Harness<'_, App>| document(editor).ruleset().sequence[count].clone();
    assert_eq!(last(&editor).id, "new-step");
    write(&mut editor, "Name of New step", "Gas");
    assert_eq!((last(&editor).id.as_str(), last(&editor).name.as_str()), ("gas", "Gas"));
    write(&mut editor, "First game-turn of Gas", "3");
    assert_eq!(last(&editor).from_turn, Some(3));
    write(&mut editor, "Every so many game-turns of Gas", "3");
    assert_eq!(last(&editor).every, Some(3));
    assert!(shows(&editor, "Every 3rd game-turn from 3"));
    write(&mut editor, "Test of Gas", "Rivers are frozen");
    assert_eq!(last(&editor).holds.as_deref(), Some("rivers-are-frozen"));
    assert!(shows(&editor, "Every 3rd game-turn from 3, while rivers are frozen"));
    let above = before[count - 1].steps.len();
    click(&mut editor, "Make part of the step above: Gas");
    let sequence = &document(&editor).ruleset().sequence;
    assert_eq!((sequence.len(), sequence[count - 1].steps[above].id.as_str()), (count, "gas"));
    click(&mut editor, "Make no part of another step: Gas");
    click(&mut editor, "Remove: Gas");
    assert_eq!(document(&editor).ruleset().sequence, before);
    // A step goes with the parts that it plays in the rules, in one step of undo.
    click(&mut editor, &format!("Remove: {first}"));
    assert_eq!(document(&editor).ruleset().sequence.len(), count - 1);
    undo(&mut editor);
    assert_eq!(document(&editor).ruleset().sequence, before);
}

#[test]
fn a_rating_of_formations_is_added_and_bounded() {
    let mut editor = editor(Options::default());
    click(&mut editor, "Ratings of formations");
    click(&mut editor, "Add");
    write(&mut editor, "Name of the rating of formations", "Corps boxes");
    write(&mut editor, "The most it may be", "9");
    let defs =
        |editor: &Harness<'_, App>| document(editor).ruleset().counters.formation_ratings.clone();
    let now = defs(&editor);
    let [boxes] = now.as_slice() else { panic!("{now:#?}") };
    assert_eq!((boxes.id.as_str(), boxes.min, boxes.max), ("corps-boxes", 0, 9));
    assert!(!shows(&editor, "A face may go without it"), "no counter prints it");
    click(&mut editor, "Remove Corps boxes");
    assert!(defs(&editor).is_empty());
}

#[test]
fn an_optional_rule_is_added_and_a_scenario_switches_it_on() {
    let mut editor = editor(Options::default());
    click(&mut editor, "Optional rules");
    click(&mut editor, "Add");
    let rules = |editor: &Harness<'_, App>| document(editor).ruleset().optional_rules.clone();
    let at = rules(&editor).iter().position(|rule| rule.id == "new-optional-rule").unwrap();
    write(&mut editor, "Name of the optional rule", "Gas shells");
    write(&mut editor, "Number of the rule", "KB 99.1");
    let rule = rules(&editor)[at].clone();
    assert_eq!((rule.id.as_str(), rule.rule.as_deref()), ("gas-shells", Some("KB 99.1")));
    ask(&mut editor, Request::edit(Edit::SetOptionalRules { rules: vec!["gas-shells".into()] }));
    write(&mut editor, "Id of the optional rule", "gas");
    assert_eq!(document(&editor).scenario().optional_rules, ["gas"]);
    click(&mut editor, "Remove Gas shells");
    assert!(shows(&editor, "is still used: the optional rules in force"));
}

#[test]
fn a_number_is_added_named_and_removed() {
    let mut editor = editor(Options::default());
    let before = document(&editor).ruleset().constants.clone();
    ask(&mut editor, Request::View(View::Charts));
    click(&mut editor, "Constants");
    click(&mut editor, "Add a number");
    write(&mut editor, "Meaning of the number", "Wind");
    write(&mut editor, "Rule of the number", "KB 99.2");
    write(&mut editor, "Value: Wind", "4");
    let now = document(&editor).ruleset().constants[0].clone();
    assert_eq!((now.id.as_str(), now.value, now.rule.as_deref()), ("wind", 4, Some("KB 99.2")));
    assert_eq!(now.provenance, Provenance::Invented);
    assert_eq!(document(&editor).ruleset().constants[1..], before);
    click(&mut editor, "Remove this number");
    assert_eq!(document(&editor).ruleset().constants, before);
}
