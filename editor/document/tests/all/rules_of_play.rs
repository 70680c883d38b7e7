//! Rules of play: changed with undo, begun after a template, given to a new game.

use salient_document::new_game::{Beginning, NewGame, own_ruleset};
use salient_document::rules_of_play::{PlayedBy, templates};
use salient_document::sequence::steps_of;
use salient_document::{Document, Edit, Origin};
use salient_rules::Systems;
use salient_schema::map::Zone;
use salient_schema::results::Outcome;
use salient_schema::rules_of_play::{Does, RulesOfPlay, Stacking};
use salient_schema::ruleset::Table;
use salient_schema::{Bundle, Diagnostic, Project, Ruleset, check};

use crate::SYSTEMS;
use crate::by_data::BY_DATA;
use crate::helper::bytes;

fn own(beginning: Beginning, systems: Systems) -> Ruleset {
    let new = NewGame {
        title: "Anzac landing".to_owned(),
        citation: String::new(),
        publisher: String::new(),
        sides: ["Anzac", "Turkey"].map(str::to_owned).to_vec(),
        beginning,
    };
    own_ruleset(&new, systems).unwrap()
}

fn document(ruleset: Ruleset) -> Document {
    let mut project = Project::empty();
    project.bundle.ruleset = ruleset;
    Document::new(BY_DATA, project, Origin::Embedded)
}

/// What is wrong with a ruleset.
fn faults(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut bundle = Bundle::empty();
    bundle.ruleset = ruleset.clone();
    let mut found = check::check_parts(&bundle);
    found.extend(check::check_references(&bundle));
    found.retain(|one| one.is_error() && one.to_string().contains("ruleset"));
    found
}

#[test]
fn rules_of_play_change_with_an_exact_inverse() {
    let mut document = document(own(Beginning::Blank, SYSTEMS));
    let before = bytes(&document);
    let rules = RulesOfPlay { stacking: Some(Stacking::default()), ..RulesOfPlay::default() };
    document.apply(Edit::SetRulesOfPlay { rules: Some(Box::new(rules.clone())) }).unwrap();
    assert_eq!(document.ruleset().rules_of_play, Some(rules));
    assert_eq!(document.undo_name(), Some("Change the rules of play"));
    document.apply(Edit::SetRulesOfPlay { rules: None }).unwrap();
    assert_eq!(document.ruleset().rules_of_play, None);
    document.undo();
    document.undo();
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_template_brings_all_that_it_needs_in_one_step() {
    assert_eq!(templates().len(), 4, "every template is read");
    for beginning in [Beginning::Blank, Beginning::Usual] {
        for template in templates() {
            let mut document = document(own(beginning.clone(), SYSTEMS));
            let before = bytes(&document);
            let given = document.give_rules_of_play(template);
            document.apply(given).unwrap();
            let ruleset = document.ruleset().clone();
            let title = &template.title;
            assert_eq!(PlayedBy::of(&ruleset, BY_DATA), PlayedBy::RulesOfPlay, "{title}");
            assert!(faults(&ruleset).is_empty(), "{title}: {:#?}", faults(&ruleset));
            let play = ruleset.rules_of_play.as_ref().unwrap();
            for combat in &play.combat {
                let table = ruleset.tables.iter().find(|table| table.id == combat.table).unwrap();
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    assert!(Outcome::parse(cell).is_ok(), "{title}: {cell}");
                }
            }
            let text = serde_json::to_string(&ruleset).unwrap();
            let text = text.replace("\"$schema\"", "");
            assert!(!text.contains("\"$"), "{title}: every side is named");
            let does = |wanted: fn(&Does) -> bool| {
                let steps = steps_of(&ruleset.sequence);
                steps.iter().any(|(_, step)| step.does.as_ref().is_some_and(wanted))
            };
            assert!(does(|does| matches!(does, Does::Movement { .. } | Does::Activation { .. })));
            assert!(does(|does| matches!(does, Does::Victory {})), "{title}");
            document.undo();
            assert_eq!(bytes(&document), before, "{title}");
        }
    }
}

#[test]
fn a_template_keeps_charts_and_ratings_that_serve() {
    let mut usual = own(Beginning::Usual, SYSTEMS);
    usual.tables[0].title = "Assault results".to_owned();
    let before = usual.clone();
    templates()[0].put(&mut usual);
    assert_eq!(usual.counters, before.counters, "attack and defence are strengths enough");
    assert_eq!(usual.tables, before.tables);
    let mut blank = own(Beginning::Blank, SYSTEMS);
    templates()[0].put(&mut blank);
    assert_eq!(blank.counters.pattern, "{strength}-{movement}");
    assert_eq!(blank.tables.len(), 1);
}

#[test]
fn a_new_game_of_the_usual_kinds_is_played_by_the_plainest_rules() {
    let usual = own(Beginning::Usual, BY_DATA);
    assert_eq!(PlayedBy::of(&usual, BY_DATA), PlayedBy::RulesOfPlay);
    let play = usual.rules_of_play.as_ref().unwrap();
    assert!(play.zones_of_control.is_some() && play.combat.len() == 1);
    let blank = own(Beginning::Blank, BY_DATA);
    assert_eq!((blank.rules_of_play.as_ref(), blank.rules), (None, None));
    // A program without that system promises no rules.
    assert_eq!(own(Beginning::Usual, SYSTEMS).rules_of_play, None);
}

#[test]
fn what_plays_a_ruleset_is_told() {
    let published = SYSTEMS.published().next().unwrap().bundle.ruleset;
    let title = SYSTEMS.find(published.system()).unwrap().info().title.to_owned();
    assert_eq!(PlayedBy::of(&published, SYSTEMS), PlayedBy::Program(title));
    assert_eq!(PlayedBy::of(&own(Beginning::Blank, SYSTEMS), SYSTEMS), PlayedBy::Nobody);
}

#[test]
fn a_chart_and_a_zone_are_followed_in_the_rules_and_stay_while_they_are_named() {
    let mut ruleset = own(Beginning::Usual, BY_DATA);
    let supply = serde_json::json!({ "sources": [{ "zones": ["landing"] }] });
    let play = ruleset.rules_of_play.as_mut().unwrap();
    play.supply = Some(serde_json::from_value(supply).unwrap());
    let mut document = document(ruleset);
    let zone = serde_json::json!({
        "id": "landing", "name": "Landing", "kind": "supply_edge", "hexes": [],
    });
    let zone: Zone = serde_json::from_value(zone).unwrap();
    document.apply(Edit::add_zone(zone.clone(), None)).unwrap();
    let before = bytes(&document);
    let chart = document.ruleset().rules_of_play.as_ref().unwrap().combat[0].table.clone();
    let table = document.ruleset().tables.iter().find(|table| table.id == chart).unwrap().clone();
    let gone = document.apply(Edit::remove_table(chart.clone()));
    assert!(gone.unwrap_err().to_string().contains("the rules of combat"));
    let gone = document.apply(Edit::remove_zone(zone.id.clone()));
    assert!(gone.unwrap_err().to_string().contains("the rules of supply"));
    let renamed = Table { id: "results".to_owned(), ..table };
    document.apply(Edit::set_table(chart, renamed)).unwrap();
    let beach = Zone { id: "beach".to_owned(), ..zone };
    document.apply(Edit::set_zone("landing".to_owned(), beach)).unwrap();
    let play = document.ruleset().rules_of_play.as_ref().unwrap();
    assert_eq!(play.combat[0].table, "results");
    assert_eq!(play.supply.as_ref().unwrap().sources[0].zones, ["beach"]);
    document.undo();
    document.undo();
    assert_eq!(bytes(&document), before);
}
