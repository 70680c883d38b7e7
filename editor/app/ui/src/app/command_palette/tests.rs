//! What comes first for what is typed, in a published game and in one that has nothing yet.

use salient_rules::Systems;

use super::*;
use crate::Options;
use crate::app::tests::begin_blank;
use crate::request::views::View;

const SYSTEMS: Systems = Systems::new(&[&salient_kaisers_battle::Rulebook]);

/// What the palette lists first for a text, with what stands at its right.
fn first(app: &App, text: &str) -> (String, String) {
    let mut palette = CommandPalette { text: text.to_owned(), ..CommandPalette::default() };
    let entries = palette.entries(&egui::Context::default(), app);
    entries.into_iter().next().map(|entry| (entry.name, entry.right)).unwrap_or_default()
}

#[track_caller]
fn assert_first(app: &App, text: &str, name: &str, right: &str) {
    let (found, beside) = first(app, text);
    assert!(found.starts_with(name), "“{text}” finds “{found}” first, not “{name}”");
    assert!(beside.starts_with(right), "“{found}” has “{beside}” beside it, not “{right}”");
}

/// What leads to the same page in every game, and what must stand beside it.
const EVERYWHERE: &[(&str, &str, &str)] = &[
    ("TEC", "Terrain effects", "Ruleset"),
    ("OOB", "Order of battle", "Order of battle"),
    ("reinforcements", "Reinforcements", "Schedule"),
    ("turn track", "Turn track", "Schedule"),
    ("victory", "Victory", "Scenario"),
    ("VP", "Victory", "Scenario"),
    ("setup", "Set-up sheet", "Set-up sheet"),
    ("sequence of play", "Sequence of play", "Ruleset"),
    ("constants", "Constants", "Charts"),
    ("CRT", "Combat results tables", "Charts"),
    ("1205", "Go to hex 1205", "hex"),
    ("save as", "Save as", ""),
];

#[test]
fn each_word_finds_its_place_first_in_the_kaisers_battle() {
    let app = App::new(SYSTEMS, Options::default());
    for (text, name, right) in EVERYWHERE {
        assert_first(&app, text, name, right);
    }
    for (text, name, right) in [
        // What the game itself has comes before the page where it would be.
        ("stacking limit", "Stacking limit: ", "12"),
        ("ZOC", "KB 6.0  Zones of control", "rule"),
        ("DRM", "Fog attacker modifier: ", ""),
        ("KB 7.21", "KB 7.21  The limit", "rule"),
        ("8.11", "KB 8.11  Every adjacent enemy", "rule"),
        ("drumfire", "Drumfire Barrage Table", "KB"),
        ("headquarters", "Headquarters", ""),
        ("Saint-Quentin", "Saint-Quentin", ""),
    ] {
        assert_first(&app, text, name, right);
    }
    let leads_to = |text: &str| {
        let mut palette = CommandPalette { text: text.to_owned(), ..Default::default() };
        palette.entries(&egui::Context::default(), &app).remove(0).what
    };
    // A thing of the ruleset is brought in hand on its page, a counter on the map.
    assert_eq!(leads_to("weather table"), What::Part(View::Charts, "/tables/2".to_owned()));
    let counter = leads_to("br-89-30-18");
    assert!(matches!(&counter, What::Counter { counter, .. } if counter == "br-89-30-18"));
}

#[test]
fn each_word_finds_its_page_first_in_a_game_that_has_nothing_yet() {
    let mut app = App::new(SYSTEMS, Options::default());
    begin_blank(&mut app, &egui::Context::default());
    assert_eq!(app.document().scenario().title, "Anzac landing");
    for (text, name, right) in EVERYWHERE {
        assert_first(&app, text, name, right);
    }
    for (text, name, right) in [
        ("stacking limit", "Stacking limits", "Charts"),
        ("ZOC", "Zones of control", "Rules"),
        ("DRM", "Die-roll modifiers", "Charts"),
        ("Turkey", "Turkey", "side"),
    ] {
        assert_first(&app, text, name, right);
    }
}

#[test]
fn no_word_of_the_hobby_means_two_things() {
    let mut all: Vec<&str> = words::WORDS.iter().flat_map(|word| word.typed).copied().collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
    assert!(all.iter().all(|word| *word == word.to_lowercase().trim()));
}

#[test]
fn beginnings_fit_better_than_scattered_letters() {
    assert_eq!(fit("", "Save"), Some(0));
    assert_eq!(fit("sav", "Save as…"), Some(0));
    assert_eq!(fit("whole", "Show whole map"), Some(1));
    assert_eq!(fit("swm", "Show whole map"), Some(3));
    assert_eq!(fit("xyz", "Show whole map"), None);
}
