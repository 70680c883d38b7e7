//! Wesnoth's maps: nothing that a file may hold does harm.

use proptest::prelude::*;
use salient_exchange::wesnoth;

use crate::foreign;

/// Every map of an installed Wesnoth is read, where there is one:
/// `SALIENT_WESNOTH_MAPS=/usr/share/games/wesnoth cargo test`.
#[test]
fn the_games_own_maps_are_read() {
    let Some(folder) = std::env::var_os("SALIENT_WESNOTH_MAPS") else { return };
    let mut open = vec![std::path::PathBuf::from(folder)];
    let (mut count, mut hexes) = (0, 0);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "map") {
                let bytes = std::fs::read(&path).unwrap();
                let name = path.display().to_string();
                let back = wesnoth::read(&name, &bytes, None).unwrap_or_else(|e| panic!("{e}"));
                let counted = foreign::counted(&back);
                let lost: Vec<&str> = back.losses.losses.iter().map(|l| l.kind.as_str()).collect();
                assert!(lost.iter().all(|kind| *kind == "border"), "{name}: {}", back.losses);
                foreign::is_clean(&name, &back);
                println!("{name}: {counted}");
                count += 1;
                hexes += usize::from(back.map.grid.columns) * usize::from(back.map.grid.rows);
            }
        }
    }
    println!("{count} maps, {hexes} hexes");
    assert!(count > 0);
}

#[test]
fn a_fresh_import_is_clean() {
    let map = "Gg, Gg, Gg, Gg, Gg\nGg, Gg, 1 Kh, Gg^Vh, Gg\nGg, Gg, Weldyn Gg^Vht, Gg^Fp, Gg\n\
               Gg, Ss^Vhs, Ww^Bw/, 2 Ke, Gg\nGg, Xv, here Gg, Gg, Gg\nGg, Gg, Gg, Gg, Gg\n";
    let back = wesnoth::read("fresh.map", map.as_bytes(), None).unwrap();
    let counted = foreign::counted(&back);
    assert!(counted.agrees());
    let starts = back.map.features.items.iter().filter(|item| item.letter.is_some());
    assert_eq!(starts.count(), 2);
    foreign::is_clean("fresh.map", &back);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn mangled_maps_do_no_harm(edits in foreign::edits()) {
        let mut bytes = b"Gg, Gg, Gg, Gg\nGg, 1 Kh, Gg^Fp, Gg\nGg, Ww^Bw/, Mm^Xm, Gg\nGg, Gg, Gg, Gg\n".to_vec();
        foreign::mangle(&mut bytes, &edits);
        foreign::harmless(&wesnoth::read("mangled", &bytes, None));
    }

    #[test]
    fn any_text_does_no_harm(text in foreign::texts()) {
        foreign::harmless(&wesnoth::read("any", text.as_bytes(), None));
    }
}
