//! MegaMek's boards: nothing that a file may hold does harm.

use proptest::prelude::*;
use salient_exchange::megamek;
use salient_schema::ruleset::Mark;

use crate::foreign;

/// A small board of the form that MegaMek's editor writes; its hexes were made up here.
const BOARD: &str = include_str!("../fixtures/small.board");

#[test]
fn the_fixture_is_placed_or_told_of() {
    let back = megamek::read("small.board", BOARD.as_bytes(), None).unwrap();
    let counted = foreign::counted(&back);
    assert!(counted.agrees() && counted.placed > counted.told, "{counted}");
    // Its road runs over two bridges side by side, through hexes of water.
    let found = foreign::findings(&back);
    assert!(found.iter().all(|found| found.contains("a road runs through 070")), "{found:?}");
    let [road] = back.map.paths.items.as_slice() else { panic!("{:?}", back.map.paths.items) };
    assert_eq!(road.hexes.len(), 10);
    assert_eq!(back.map.hexsides.items.len(), 1);
    // A bridge is no ridge, for all its name.
    let ridges = back.ruleset.features.iter().filter(|kind| kind.look.mark == Mark::Ridge);
    assert_eq!(ridges.count(), 0);
}

/// Every board of a folder is read, where there is one: `SALIENT_MEGAMEK_BOARDS=…/data/boards`.
#[test]
fn the_games_own_boards_are_read() {
    let Some(folder) = std::env::var_os("SALIENT_MEGAMEK_BOARDS") else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "board") {
            let bytes = std::fs::read(&path).unwrap();
            let name = path.display().to_string();
            let back = megamek::read(&name, &bytes, None).unwrap_or_else(|error| panic!("{error}"));
            let counted = foreign::counted(&back);
            println!("{name}: {counted}");
            let found = foreign::findings(&back);
            assert!(found.iter().all(|found| found.contains("is water")), "{found:#?}");
            count += 1;
        }
    }
    assert!(count > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn mangled_boards_do_no_harm(edits in foreign::edits()) {
        let mut bytes = BOARD.as_bytes().to_vec();
        foreign::mangle(&mut bytes, &edits);
        foreign::harmless(&megamek::read("mangled", &bytes, None));
    }

    #[test]
    fn any_text_does_no_harm(text in foreign::texts()) {
        foreign::harmless(&megamek::read("any", text.as_bytes(), None));
        foreign::harmless(&megamek::read("any", format!("size 2 2\nhex 0101 0 \"{text}\" \"\"\n").as_bytes(), None));
    }
}
