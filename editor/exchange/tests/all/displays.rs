//! Displays of armies: printed as cards, and as boards of a module with their markers.

use std::collections::BTreeSet;

use salient_exchange::print::{self, Part};
use salient_exchange::vassal;
use salient_rules::Systems;

use crate::foreign;

const SYSTEMS: Systems =
    Systems::new(&[&salient_kaisers_battle::Rulebook, &salient_offensive_1914::Rulebook]);

/// The build file of a scenario's module.
fn build_file(scenario: &str) -> (String, Vec<String>) {
    let bundle = foreign::bundle(scenario);
    let wishes = vassal::Wishes { hex_pixels: Some(16), ..Default::default() };
    let module = vassal::write(SYSTEMS, &[&bundle], &wishes).unwrap().files.swap_remove(0).bytes;
    let mut files = vassal::files_in(&module, "module").unwrap();
    let names = files.iter().map(|file| file.name.clone()).collect();
    let file = files.iter_mut().find(|file| file.name == "buildFile.xml").unwrap();
    (String::from_utf8(std::mem::take(&mut file.bytes)).unwrap(), names)
}

#[test]
fn a_module_has_a_board_with_a_box_for_each_corps_and_a_marker_for_each_formation() {
    let (text, names) = build_file("scenarios/offensive-1914/lorraine.json");
    assert!(names.iter().any(|name| name == "images/displays-lorraine.png"), "{names:?}");
    for zone in [
        "First Army, VIII Corps",
        "Second Army, XX Corps",
        "Second Army, Independent",
        "Army of Alsace, box 2",
        "Seventh Army, XIV Reserve Corps",
    ] {
        assert!(text.contains(&format!("name=\"{zone}\"")), "{zone}");
    }
    // First Army has four corps and six boxes.
    assert!(text.contains("First Army, box 6") && !text.contains("First Army, box 4"));
    let from = text.find("mapName=\"Displays\"").unwrap();
    let to = from + text[from..].find("</VASSAL.build.module.Map>").unwrap();
    let laid = text[from..to].matches("<VASSAL.build.module.map.SetupStack").count();
    let bundle = foreign::bundle("scenarios/offensive-1914/lorraine.json");
    let setup = bundle.scenario.setup.placements.iter().flat_map(|it| &it.counters);
    let arriving = bundle.scenario.reinforcements.iter().flat_map(|it| &it.counters);
    let there: BTreeSet<&str> = setup.chain(arriving).map(|id| id.as_str()).collect();
    let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let taking_part: BTreeSet<&str> = counters
        .filter(|counter| there.contains(&*counter.id))
        .filter_map(|counter| counter.formation.as_deref())
        .collect();
    let formations = bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
    let below = formations.filter(|one| taking_part.contains(&*one.id) && one.parent.is_some());
    let divisions = below.filter(|one| one.size.as_deref() != Some("corps"));
    assert_eq!(laid, divisions.count(), "each division, brigade and cavalry division");
}

#[test]
fn a_game_that_limits_no_formation_has_no_displays() {
    let (text, names) = build_file("tests/fixtures/kaisers-battle/scenario.json");
    assert!(!text.contains("Displays") && !names.iter().any(|name| name.contains("displays")));
    let bundle = foreign::bundle("tests/fixtures/kaisers-battle/scenario.json");
    let only = print::Wishes { parts: [Part::Displays].into(), ..print::Wishes::default() };
    let (pages, _) = print::kit(SYSTEMS, &bundle, &only, "pdf").unwrap();
    assert_eq!(pages.len(), 1, "the cover alone");
}

#[test]
fn a_kit_prints_a_card_for_each_army() {
    let bundle = foreign::bundle("scenarios/offensive-1914/lorraine.json");
    let only = print::Wishes { parts: [Part::Displays].into(), ..print::Wishes::default() };
    let (pages, _) = print::kit(SYSTEMS, &bundle, &only, "pdf").unwrap();
    let displays: Vec<_> = pages
        .iter()
        .filter(|page| page.parts.iter().any(|part| part == Part::Displays.name()))
        .collect();
    assert!((2..=4).contains(&displays.len()), "{}", displays.len());
}
