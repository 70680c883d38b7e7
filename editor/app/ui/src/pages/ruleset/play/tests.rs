//! That whatever the data contract has of rules of play can be said in a sentence, and that what is
//! chosen in a sentence is what the document has then.

#[path = "../../../../../../document/tests/all/by_data.rs"]
mod by_data;
#[path = "../../../../../../../tests/src/filled.rs"]
mod filled;

use std::collections::BTreeSet;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient_document::new_game::{Beginning, NewGame, own_ruleset};
use salient_document::reshape::{NewMap, new_project};
use salient_document::rules_of_play::templates;
use salient_document::{Document, Edit, Origin};
use salient_rules::Systems;
use salient_schema::map::{Grid, Orientation};
use salient_schema::rules_of_play::{Amount, Does, RulesOfPlay, StackingCount};
use salient_schema::{Document as AnyDocument, Project};
use serde_json::{Value, json};

use self::by_data::BY_DATA;
use self::filled::filled;
use super::chapters::Chapter;
use super::does;
use super::known::Known;
use super::sentence::{AT, Row, Sentence, Slot};
use super::show::is_within;
use super::when::exceptions;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::views::View;
use crate::{App, Options};

/// A small war of a designer's own, with rules of play where the systems know any.
fn project(beginning: Beginning, systems: Systems) -> Project {
    let new = NewGame {
        title: "Anzac landing".to_owned(),
        citation: String::new(),
        publisher: String::new(),
        sides: ["Anzac", "Turkey"].map(str::to_owned).to_vec(),
        beginning,
    };
    let ruleset = own_ruleset(&new, systems).unwrap();
    let map = NewMap {
        title: String::new(),
        grid: Grid::plain(Orientation::FlatTopped, 12, 8),
        base: ruleset.terrain[0].id.clone(),
        turns: 4,
        calendar: None,
    };
    new_project(&map, &ruleset).unwrap()
}

/// The JSON Schema of rulesets.
fn ruleset_schema() -> Value {
    let schemas = salient_schema::json_schemas();
    serde_json::from_str(schemas["ruleset.schema.json"]).unwrap()
}

/// Rules of play with something in every field.
fn everything() -> RulesOfPlay {
    let schema = ruleset_schema();
    let value = filled(&schema["$defs"]["RulesOfPlay"], &schema, &mut || "west".to_owned());
    serde_json::from_value(value.clone()).unwrap_or_else(|why| panic!("{why}: {value:#}"))
}

/// The pointers of all values below a value that have none in them.
fn leaves(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| leaves(value, &format!("{at}/{name}"), found));
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            let list = list.iter().enumerate();
            list.for_each(|(place, value)| leaves(value, &format!("{at}/{place}"), found));
        }
        _ => {
            found.insert(at.to_owned());
        }
    }
}

/// The pointers that sentences are about, with those of exceptions; and that each sentence has its
/// choices in the order in which its text names them.
fn said<'a>(rows: Vec<Row<'a>>, known: &'a Known) -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    let mut sentences: Vec<Sentence<'a>> = Vec::new();
    for row in rows {
        match row {
            Row::Say(sentence) => sentences.push(sentence),
            Row::Head(..) | Row::Add(..) => {}
        }
    }
    while let Some(sentence) = sentences.pop() {
        let named: Vec<&str> = sentence.text.split('{').skip(1).collect();
        let named: Vec<&str> =
            named.iter().map(|part| part.split_once('}').expect("a field").0).collect();
        let slots: Vec<&str> = sentence.slots.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(named, slots, "{}", sentence.text);
        for (field, slot) in sentence.slots {
            let pointer = format!("{}/{field}", sentence.at);
            match slot {
                Slot::Number { except: Some(except), .. } => {
                    said.insert(format!("{pointer}/number"));
                    sentences.extend(exceptions(&pointer, except, known));
                }
                Slot::Exception { .. } => {
                    said.insert(pointer.replace("/number", "/set"));
                    said.insert(pointer.replace("/number", "/add"));
                }
                _ => {
                    said.insert(pointer);
                }
            }
        }
    }
    said
}

/// What of some values no sentence says, but for the ids that nobody types.
fn unsaid(value: &Value, at: &str, said: &BTreeSet<String>) -> Vec<String> {
    let mut all = BTreeSet::new();
    leaves(value, at, &mut all);
    all.retain(|leaf| !leaf.ends_with("/id") && !said.iter().any(|place| is_within(leaf, place)));
    all.into_iter().collect()
}

#[test]
fn whatever_the_rules_of_play_have_a_sentence_says() {
    let project = project(Beginning::Usual, Systems::NONE);
    let document = Document::new(Systems::NONE, project, Origin::Embedded);
    let mut rules = everything();
    let value = serde_json::to_value(&rules).unwrap();
    let known = Known::of(&document, &rules);
    let mut all = BTreeSet::new();
    for chapter in Chapter::ALL {
        assert_eq!(Chapter::of(&chapter.pointer()), Some(*chapter));
        assert!(value.get(chapter.field()).is_some(), "{chapter:?} is a field");
        all.extend(said(chapter.rows(&mut rules, &known), &known));
    }
    assert_eq!(unsaid(&value, AT, &all), Vec::<String>::new());
    // Each number has its exceptions, and those are told.
    assert!(
        all.contains("/rules_of_play/stacking/limits/0/most/except/0/when/weather"),
        "{all:#?}"
    );
}

#[test]
fn every_chapter_that_is_left_out_can_be_added_and_taken_away() {
    let project = project(Beginning::Usual, Systems::NONE);
    let document = Document::new(Systems::NONE, project, Origin::Embedded);
    let mut bare = RulesOfPlay::default();
    let known = Known::of(&document, &bare);
    for chapter in Chapter::ALL.iter().filter(|chapter| **chapter != Chapter::Movement) {
        let rows = chapter.rows(&mut bare, &known);
        let [Row::Add(words, change)] = rows.as_slice() else { panic!("{chapter:?}") };
        let (words, change) = (*words, change.clone());
        assert!(words.starts_with("Add "), "{words}");
        drop(rows);
        let mut added = super::change::changed(&bare, AT, &change).expect(words);
        assert!(chapter.has(&added).is_some(), "{words}");
        let known = Known::of(&document, &added);
        let mut removals =
            chapter.rows(&mut added, &known).into_iter().filter_map(|row| match row {
                Row::Head(_, remove) => remove,
                Row::Say(sentence) => sentence.remove,
                Row::Add(..) => None,
            });
        let remove = super::sentence::Change::Remove(removals.next().expect(words));
        drop(removals);
        assert_eq!(super::change::changed(&added, AT, &remove).as_ref(), Some(&bare), "{words}");
    }
}

#[test]
fn every_step_can_be_told_what_it_does() {
    let project = project(Beginning::Usual, Systems::NONE);
    let document = Document::new(Systems::NONE, project, Origin::Embedded);
    let known = Known::of(&document, &templates_rules(2));
    let (at, own) = ("/sequence/0/steps/1", "/sequence/0/steps/1/does");
    let mut nothing = None;
    let rows = does::step(at, &mut nothing, &known);
    let Some(Row::Say(sentence)) = rows.into_iter().next() else { panic!("a sentence") };
    let Some((_, Slot::Kind { options, .. })) = sentence.slots.into_iter().next() else { panic!() };
    let schema = ruleset_schema();
    let kinds = schema["$defs"]["Does"]["oneOf"].as_array().unwrap();
    assert_eq!(options.len(), kinds.len() + 1, "each, or nothing");
    for (_, change) in options.into_iter().skip(1) {
        let done = does::changed(&None, at, &change).expect("a step that does it").unwrap();
        let kind = serde_json::to_value(&done).unwrap();
        let kind = kind.as_object().unwrap().keys().next().unwrap().clone();
        let full = kinds.iter().find(|form| form["properties"].get(&kind).is_some()).unwrap();
        let mut full = filled(full, &schema, &mut || "west".to_owned());
        if kind == "activation" {
            full["activation"]["each"] = json!([{ "movement": {} }]);
        }
        let mut full: Option<Does> = Some(serde_json::from_value(full.clone()).expect("it"));
        let value = serde_json::to_value(&full).unwrap();
        let all = said(does::step(at, &mut full, &known), &known);
        let places: BTreeSet<String> = all.into_iter().filter(|place| place != own).collect();
        let mut left = unsaid(&value, own, &places);
        left.retain(|place| value.pointer(place.trim_start_matches(own)) != Some(&json!({})));
        assert_eq!(left, Vec::<String>::new(), "{kind}");
    }
}

fn templates_rules(at: usize) -> RulesOfPlay {
    let mut ruleset = own_ruleset(
        &NewGame {
            title: "One".to_owned(),
            citation: String::new(),
            publisher: String::new(),
            sides: ["Red", "Blue"].map(str::to_owned).to_vec(),
            beginning: Beginning::Blank,
        },
        Systems::NONE,
    )
    .unwrap();
    templates()[at].put(&mut ruleset);
    ruleset.rules_of_play.unwrap()
}

/// The editor with the page of the ruleset in front.
fn editor(beginning: Beginning, folder: &std::path::Path) -> Harness<'static, App> {
    let mut bundle = project(beginning, BY_DATA).bundle;
    bundle.name_parts_by_id();
    let file = folder.join("own.json");
    let text = salient_schema::write(&AnyDocument::Bundle(Box::new(bundle))).unwrap();
    std::fs::write(&file, text).unwrap();
    let options = Options { file: Some(file), ..Options::default() };
    let builder = Harness::builder().with_size([1700.0, 1400.0]);
    let mut editor = builder.build_eframe(move |_| App::new(BY_DATA, options));
    editor.run_steps(4);
    ask(&mut editor, Request::View(View::Ruleset));
    editor
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(4);
}

fn click(editor: &mut Harness<'_, App>, label: &str) {
    editor.get_all_by_label(label).next().unwrap_or_else(|| panic!("no {label}")).click();
    editor.run_steps(4);
}

fn rules(editor: &Harness<'_, App>) -> Option<RulesOfPlay> {
    editor.state().document().ruleset().rules_of_play.clone()
}

#[test]
fn a_choice_in_a_sentence_is_one_step_that_can_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(Beginning::Usual, folder.path());
    let before = rules(&editor).expect("the plainest rules");
    click(&mut editor, "Stacking");
    let list = "Stacking limits 1 counts";
    editor.get_by_role_and_label(egui::Role::ComboBox, list).click();
    editor.run_steps(4);
    click(&mut editor, "stacking points");
    let limit = &rules(&editor).unwrap().stacking.unwrap().limits[0];
    assert_eq!(limit.counts, StackingCount::Points);
    click(&mut editor, "Add an exception: Stacking limits 1 most");
    let most = &rules(&editor).unwrap().stacking.unwrap().limits[0].most;
    assert_eq!((most.number, most.except[0].set), (2, Some(2)));
    click(&mut editor, "Zones of control");
    click(&mut editor, "Do without it");
    assert_eq!(rules(&editor).unwrap().zones_of_control, None);
    click(&mut editor, "Add zones of control");
    assert!(rules(&editor).unwrap().zones_of_control.is_some());
    for _ in 0..4 {
        ask(&mut editor, Request::Command(UiCommand::Undo));
    }
    assert_eq!(rules(&editor), Some(before));
}

#[test]
fn a_ruleset_without_rules_is_given_some_by_a_click() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(Beginning::Blank, folder.path());
    assert_eq!(rules(&editor), None);
    assert!(editor.query_by_label("Zones of control").is_none(), "nothing to change yet");
    click(&mut editor, "Whose rules");
    click(&mut editor, &format!("Begin with: {}", templates()[3].title));
    assert_eq!(rules(&editor), Some(templates_rules(3)));
    assert!(editor.query_by_label("Zones of control").is_some());
    ask(&mut editor, Request::Command(UiCommand::Undo));
    assert_eq!(rules(&editor), None);
}

#[test]
fn a_problem_stands_beside_its_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(Beginning::Usual, folder.path());
    let mut wrong = rules(&editor).unwrap();
    wrong.combat[0].table = "lost".to_owned();
    wrong.combat[0].most_shifts = Amount::of(2);
    let edit = Edit::SetRulesOfPlay { rules: Some(Box::new(wrong)) };
    ask(&mut editor, Request::edit(edit));
    editor.run_steps(8);
    click(&mut editor, "Combat");
    let told = editor.query_all_by_label_contains("lost").count();
    assert!(told > 0, "the chart that is not there is told");
}
