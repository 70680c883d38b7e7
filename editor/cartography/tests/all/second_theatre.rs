//! A recipe of another kind: pointy-topped, rows first, columns counted from the east, 13.6 km a
//! hex, an affine fit; coast, borders, nations, rivers and major rivers.

use std::collections::BTreeSet;
use std::path::Path;

use salient_cartography::{Built, build};
use salient_hex::{HexGrid, Side};
use salient_schema::Disk;

use crate::common::{hang_together, hexes_of, shown};

fn flanders() -> Built {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flanders/recipe.json");
    let (built, found) = build(&Disk, path.to_str().unwrap());
    assert_eq!(shown(&found), "");
    built.unwrap()
}

#[test]
fn the_fit_finds_the_printed_hexes() {
    let Built { map, report } = flanders();
    assert!(report.georeference.rms_hexes < 0.35, "{}", report.georeference.rms_hexes);
    assert!((13_000.0..14_000.0).contains(&map.grid.metres_per_hex));
    // Facts of the rule book that the fit was not made from.
    let stands = |name: &str, hex: &str| {
        let town = map.features.items.iter().find(|item| item.name.as_deref() == Some(name));
        assert_eq!(town.map(|town| town.hex.as_str()), Some(hex), "{name}");
    };
    stands("Paris", "3337");
    stands("Mons", "1829");
    stands("Calais", "1339");
    stands("Boulogne-sur-Mer", "1441");
}

#[test]
fn coast_and_borders_part_the_nations() {
    let Built { map, .. } = flanders();
    let zone = |id: &str| -> BTreeSet<&str> {
        let zone = map.zones.items.iter().find(|zone| zone.id == id).unwrap();
        zone.hexes.iter().map(String::as_str).collect()
    };
    let (france, belgium) = (zone("france"), zone("belgium"));
    let sea = hexes_of(&map, "sea");
    assert_eq!(france.intersection(&belgium).count(), 0);
    assert!(sea.len() > 30 && sea.contains(&"1143".to_owned()), "{sea:?}");
    // Lille, Dunkirk, Amiens and Reims; the Yser, Mons and Brussels.
    for hex in ["1634", "1237", "2337", "3029"] {
        assert!(france.contains(hex), "{hex}");
    }
    for hex in ["1134", "1235", "1829", "1427"] {
        assert!(belgium.contains(hex), "{hex}");
    }
    assert_eq!(zone("east").len(), 10);
}

#[test]
fn rivers_meet_and_end_somewhere() {
    let Built { map, report } = flanders();
    let grid = HexGrid::new(&map.grid);
    assert!(report.chains.iter().all(|chain| chain.gaps == 0));
    let sides = |kinds: &[&str]| -> Vec<Side> {
        let items = map.hexsides.items.iter().filter(|item| kinds.contains(&item.kind.as_str()));
        items.map(|item| grid.parse_side(&item.side).unwrap()).collect()
    };
    // No hexside is both; the Marne runs into the Seine though it is the longer on the map.
    let (major, minor) = (sides(&["major-river"]), sides(&["river"]));
    assert!(major.iter().all(|side| !minor.contains(side)));
    let seine = report.chains.iter().filter(|chain| chain.id == "major-rivers").count();
    assert!(seine >= 4);
    let marne = &report.chains.iter().find(|chain| chain.from.ends_with("3525")).unwrap();
    assert!(!marne.to.is_empty());
    let near_paris: Vec<Side> = major
        .iter()
        .copied()
        .filter(|side| {
            let paris = grid.parse("3337").unwrap();
            grid.distance(paris, side.hex()) <= 2
        })
        .collect();
    assert!(hang_together(&grid, &near_paris), "the Marne does not reach the Seine");
}

#[test]
fn of_several_towns_in_a_hex_the_greatest_stays() {
    let Built { map, report } = flanders();
    let mut hexes = BTreeSet::new();
    for item in map.features.items.iter().filter(|item| item.kind != "port") {
        assert!(hexes.insert(&item.hex), "{} holds two towns", item.hex);
    }
    let paris = &report.features[0].clashing;
    assert!(paris.iter().any(|(_, hex, other)| hex == "3337" && other == "Paris"), "{paris:?}");
}
