//! A game of one's own: begun, and made out of another that it leaves.

use salient_document::new_game::{Beginning, NewGame, NewGameError, own_ruleset};
use salient_document::oob::{Key, add_counter, add_formation};
use salient_document::reshape::{NewMap, new_project};
use salient_document::sequence::{SequenceOp, changed, steps_of};
use salient_document::{Document, Edit, Origin, RulesetHead, SaveOptions};
use salient_schema::defined::uses;
use salient_schema::map::{Grid, Orientation};
use salient_schema::{Bundle, Defined, Ruleset, check};

use crate::SYSTEMS;
use crate::helper::bytes;

fn published() -> Bundle {
    SYSTEMS.find("kaisers-battle").unwrap().published().bundle(None).unwrap()
}

fn anzac(beginning: Beginning) -> NewGame {
    NewGame {
        title: "Anzac landing, 25 April 1915".to_owned(),
        citation: String::new(),
        publisher: String::new(),
        sides: ["Anzac", "Royal Navy", "Turkey"].map(str::to_owned).to_vec(),
        beginning,
    }
}

fn document(ruleset: &Ruleset) -> Document {
    let new = NewMap {
        title: String::new(),
        grid: Grid::plain(Orientation::FlatTopped, 25, 20),
        base: ruleset.terrain[0].id.clone(),
        turns: 8,
        calendar: None,
    };
    Document::new(SYSTEMS, new_project(&new, ruleset).unwrap(), Origin::Embedded)
}

fn copy(keeps_rules: bool) -> Beginning {
    Beginning::Copy { of: Box::new(published().ruleset), keeps_rules }
}

#[test]
fn a_new_game_is_whole_and_nobody_elses() {
    for beginning in [Beginning::Blank, Beginning::Usual, copy(true), copy(false)] {
        let ruleset = own_ruleset(&anzac(beginning.clone()), SYSTEMS).unwrap();
        assert_eq!(ruleset.id, "anzac-landing-25-april-1915");
        assert_eq!((ruleset.citation.as_str(), &ruleset.publisher), ("AL", &None));
        let keeps = matches!(beginning, Beginning::Copy { keeps_rules: true, .. });
        assert_eq!(SYSTEMS.find(ruleset.system()).is_some(), keeps);
        assert_eq!(ruleset.roles.len() > 10, keeps, "roles are of the rules: {beginning:?}");
        let said = ruleset.notes.join(" ");
        assert!(!said.contains("SPI") && !said.contains("1980"), "{said}");
        let document = document(&ruleset);
        let mut found = check::check_parts(document.bundle());
        found.extend(check::check_references(document.bundle()));
        found.retain(salient_schema::Diagnostic::is_error);
        assert!(found.is_empty(), "{found:#?}");
    }
    let usual = own_ruleset(&anzac(Beginning::Usual), SYSTEMS).unwrap();
    let sides: Vec<&str> = usual.sides.iter().map(|side| side.id.as_str()).collect();
    assert_eq!(sides, ["anzac", "royal-navy", "turkey"]);
    assert_eq!(steps_of(&usual.sequence).len(), 9, "each side moves and fights");
}

#[test]
fn the_usual_kinds_are_as_salient_writes_them() {
    let text = include_str!("../../templates/usual.ruleset.json");
    let (read, found) = salient_schema::read_text("usual.ruleset.json", text);
    assert!(found.is_empty(), "{found:#?}");
    let written = salient_schema::write(&read.unwrap()).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/usual.ruleset.json");
        std::fs::write(path, &written).unwrap();
    }
    assert!(written == text, "UPDATE=1 writes the template as it is to be");
}

#[test]
fn a_game_that_cannot_be_told_from_others_is_refused() {
    let refused = |change: &dyn Fn(&mut NewGame)| {
        let mut new = anzac(Beginning::Blank);
        change(&mut new);
        own_ruleset(&new, SYSTEMS).unwrap_err()
    };
    assert_eq!(refused(&|new| new.title = " ".to_owned()), NewGameError::NoTitle);
    assert_eq!(refused(&|new| new.sides.truncate(1)), NewGameError::TooFewSides);
    let twice = NewGameError::SideTwice { name: "anzac".to_owned() };
    assert_eq!(refused(&|new| new.sides[2] = "anzac".to_owned()), twice);
    // No game is called as a system is by its id.
    let mut like = anzac(Beginning::Blank);
    like.title = "Kaisers Battle".to_owned();
    assert_ne!(own_ruleset(&like, SYSTEMS).unwrap().id, "kaisers-battle");
}

#[test]
fn a_ruleset_leaves_its_system_in_one_step_that_can_be_undone() {
    let project = SYSTEMS.published().next().unwrap();
    let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
    let before = bytes(&document);
    let system = document.system().unwrap().info().id.to_owned();
    document.apply(document.play_by(None)).unwrap();
    assert!(document.system().is_none() && document.empty_roles().is_empty());
    assert_ne!(document.ruleset().id, system);
    // Nothing is a part of the rules any more: what the rules named can go.
    let sequence = &document.ruleset().sequence;
    let without = changed(sequence, &SequenceOp::Remove(vec![0])).unwrap();
    let removed = document.set_sequence(without);
    document.apply(removed).unwrap();
    document.undo();
    document.undo();
    assert_eq!(bytes(&document), before);

    // Under another name it is still played by the same rules.
    let head = RulesetHead::of(document.ruleset()).renamed("mine".to_owned(), SYSTEMS);
    document.apply(Edit::SetRulesetHead { head: Box::new(head) }).unwrap();
    assert_eq!(document.system().unwrap().info().id, system);
    let head = RulesetHead::of(document.ruleset()).renamed(system.clone(), SYSTEMS);
    assert_eq!(head.rules, None, "its own name says enough");
}

#[test]
fn a_step_goes_with_the_parts_that_it_plays() {
    let project = SYSTEMS.published().next().unwrap();
    let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
    let before = bytes(&document);
    let weather = steps_of(&document.ruleset().sequence)
        .into_iter()
        .find(|(_, step)| document.ruleset().roles.values().flatten().any(|id| *id == step.id));
    let (place, id) = weather.map(|(place, step)| (place, step.id.clone())).unwrap();
    let without = changed(&document.ruleset().sequence, &SequenceOp::Remove(place)).unwrap();
    assert!(document.apply(Edit::SetSequence { sequence: without.clone() }).is_err());
    document.apply(document.set_sequence(without)).unwrap();
    let named = |document: &Document| {
        document.ruleset().roles.values().flatten().filter(|other| **other == id).count()
    };
    let left = named(&document);
    document.undo();
    assert!(left < named(&document), "{id}");
    assert_eq!(bytes(&document), before);
}

#[test]
fn what_is_removed_everywhere_is_nowhere_and_comes_back() {
    let mut removed = 0;
    for project in SYSTEMS.published() {
        let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
        let before = bytes(&document);
        for of in Defined::ALL {
            let ids: Vec<String> = of.ids(document.ruleset()).into_iter().cloned().collect();
            for id in ids.into_iter().take(4) {
                let Ok(edit) = document.remove_everywhere(of, &id) else {
                    let undefined = document.apply(Edit::undefine(of, id.clone()));
                    assert!(undefined.is_err(), "{of:?} {id} could have gone by itself");
                    continue;
                };
                document.apply(edit).unwrap_or_else(|error| panic!("{of:?} {id}: {error}"));
                removed += 1;
                assert_eq!(uses(document.bundle(), of, &id), Vec::<String>::new());
                document.undo();
                assert_eq!(bytes(&document), before, "{of:?} {id}");
            }
        }
    }
    assert!(removed > 40, "{removed}");
}

#[test]
fn a_scenario_without_order_of_battle_gets_one_with_its_first_counter() {
    type Add<'a> = &'a dyn Fn(&Bundle) -> Vec<Edit>;
    let adds: [Add<'_>; 2] =
        [&|bundle| add_counter(bundle, &Key::Side("anzac".to_owned())).unwrap().1, &|bundle| {
            add_formation(bundle, &Key::Side("turkey".to_owned())).unwrap().1
        }];
    let ruleset = own_ruleset(&anzac(Beginning::Usual), SYSTEMS).unwrap();
    for add in adds {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("anzac.json");
        let new = NewMap {
            title: "Anzac".to_owned(),
            grid: Grid::plain(Orientation::FlatTopped, 5, 4),
            base: "clear".to_owned(),
            turns: 2,
            calendar: None,
        };
        let mut project = new_project(&new, &ruleset).unwrap();
        project.bundle.orders_of_battle.clear();
        project.bundle.scenario.orders_of_battle.clear();
        project.paths.orders_of_battle.clear();
        let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
        document.save_as(&path, SaveOptions::default()).unwrap();
        let before = bytes(&document);
        document.apply(Edit::All { edits: add(document.bundle()) }).unwrap();
        assert!(document.apply(Edit::RemoveOrderOfBattle).is_err(), "something is in it");
        document.undo();
        assert_eq!(bytes(&document), before);
        document.redo();
        let saved = document.save(SaveOptions::default()).unwrap();
        // Taken back and done again it is in the file that the save gave it.
        let with_file = bytes(&document);
        document.undo();
        document.redo();
        assert_eq!(bytes(&document), with_file);
        let book = folder.path().join("anzac-order-of-battle.json");
        assert!(saved.written.contains(&book) && saved.written.contains(&path), "{saved:?}");
        let again = crate::helper::open(&path);
        assert_eq!(bytes(&again), bytes(&document));
        assert_eq!(again.scenario().orders_of_battle, ["anzac-order-of-battle.json"]);
        assert!(!document.dirty());
        document.close();
        again.close();
    }
}
