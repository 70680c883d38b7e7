//! The rule book that is written out of a ruleset, held to texts that were read as a reader would.

use std::path::{Path, PathBuf};

use salient_rules::book::Book;
use salient_schema::rules_of_play::{Amount, Exception, Group, When};
use salient_schema::ruleset::SequenceStep;
use salient_schema::{Bundle, Defined, Disk, open_project};

use super::SYSTEMS;

fn bundle(path: &str) -> Bundle {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let path = root.join(path);
    let (project, found) = open_project(&Disk, path.to_str().unwrap());
    project.unwrap_or_else(|| panic!("{}: {found:#?}", path.display())).bundle
}

fn book_of(bundle: &Bundle) -> Book {
    SYSTEMS.book(bundle).expect("a book")
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Holds a text to the one that was accepted; `UPDATE_GOLDEN=1` accepts it.
fn hold(name: &str, text: &str) {
    let path = golden(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = accepted.lines().zip(text.lines()).find(|(one, other)| one != other);
    assert!(accepted == text, "{name} reads otherwise: {differs:#?}");
}

#[test]
fn the_drill_reads_like_a_rule_book() {
    let drill = bundle("tests/fixtures/standard/drill.json");
    hold("drill.txt", &book_of(&drill).to_string());
}

/// The scenarios of the games that ship.
fn games() -> Vec<Bundle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios/standard");
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let name = |folder: &PathBuf| folder.file_name().unwrap().to_str().unwrap().to_owned();
    let games = folders.iter().filter(|folder| folder.is_dir());
    games.map(|folder| bundle(&format!("scenarios/standard/{0}/{0}.json", name(folder)))).collect()
}

#[test]
fn no_book_shows_an_id() {
    for bundle in games() {
        let text = book_of(&bundle).to_string();
        let text = text.to_lowercase();
        let kinds = Defined::ALL.into_iter().flat_map(|of| of.ids(&bundle.ruleset));
        let kinds = kinds.map(String::as_str);
        let steps = sequence_ids(&bundle.ruleset.sequence);
        // A word that is an id and a name is no id to a reader.
        let ids = kinds.chain(steps).filter(|id| id.contains(['-', '_']));
        for id in ids.filter(|id| !is_printed(&bundle, id)) {
            assert!(!text.contains(id), "{}: {id}", bundle.scenario.id);
        }
    }
}

fn sequence_ids(steps: &[SequenceStep]) -> Vec<&str> {
    steps
        .iter()
        .flat_map(|step| std::iter::once(step.id.as_str()).chain(sequence_ids(&step.steps)))
        .collect()
}

/// Whether a name that is printed reads like this id.
fn is_printed(bundle: &Bundle, id: &str) -> bool {
    let mut names = Defined::ALL.into_iter().flat_map(|of| of.names(&bundle.ruleset));
    names.any(|name| name.to_lowercase().contains(id))
}

#[test]
fn numbers_have_their_exceptions_and_agree_with_what_they_count() {
    let mut drill = bundle("tests/fixtures/standard/drill.json");
    let told = |drill: &Bundle| {
        let book = book_of(drill);
        book.chapters[1].rules[0].text.to_string()
    };
    let play = drill.ruleset.rules_of_play.as_mut().unwrap();
    let limit = &mut play.stacking.as_mut().unwrap().limits[0];
    let when = |terrain: &str| When { terrain: Some(terrain.to_owned()), ..When::default() };
    let town =
        Exception { when: when("town"), set: Some(3), add: None, rule: Some("DR 2.3".to_owned()) };
    let woods = Exception { when: when("woods"), set: None, add: Some(-1), rule: None };
    limit.most = Amount { number: 1, except: vec![town, woods] };
    assert_eq!(
        told(&drill),
        "Up to 1 unit may stack in a hex; 3 in a town hex (DR 2.3); 1 fewer in a woods hex."
    );
    let play = drill.ruleset.rules_of_play.as_mut().unwrap();
    let limit = &mut play.stacking.as_mut().unwrap().limits[0];
    limit.who = Group { of: vec!["infantry".into(), "leader".into()], ..Group::default() };
    limit.most = Amount::of(2);
    assert_eq!(told(&drill), "Of infantry units and leaders, up to 2 may stack in a hex.");
}

#[test]
fn rules_have_the_designers_numbers_where_he_gives_any() {
    let mut drill = bundle("tests/fixtures/standard/drill.json");
    let numbers = |drill: &Bundle| {
        let chapters = book_of(drill).chapters.into_iter();
        let told = chapters.map(|one| {
            let first = one.rules.first().map_or(String::new(), |rule| rule.number.clone());
            format!("{} {} {first}", one.number, one.title)
        });
        told.collect::<Vec<_>>()
    };
    let own = numbers(&drill);
    assert_eq!(own[1], "2.0 Stacking 2.1");
    assert_eq!(own[6], "7.0 Supply 7.1");
    let play = drill.ruleset.rules_of_play.as_mut().unwrap();
    play.stacking.as_mut().unwrap().rule = Some("DR 7.2".to_owned());
    play.movement.rule = Some("DR 4.1".to_owned());
    let own = numbers(&drill);
    let place = |of: &str| own.iter().position(|told| told.starts_with(of));
    assert!(place("4.0 Movement 4.1") < place("7.0 Stacking 7.2"), "{own:#?}");
    assert!(place("4.0 Movement 4.1").is_some() && place("7.0 Supply").is_none(), "{own:#?}");
}

#[test]
fn a_ruleset_has_a_book_without_a_scenario() {
    let drill = bundle("tests/fixtures/standard/drill.json");
    let system = SYSTEMS.of_ruleset(&drill.ruleset).unwrap();
    let text = system.book(&drill.ruleset, None).unwrap().to_string();
    assert!(text.contains("Each scenario says how it is won."), "{text}");
    assert!(!text.contains("game-turns long"), "{text}");
}
