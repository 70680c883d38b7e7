//! Files that other people's programs made, kept under `tests/fixtures/public` with where they come
//! from and under which licence.

use std::path::Path;

use salient_exchange::{Imported, geo, vassal};

use crate::vassal::sound;

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/public");
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Seen, placed and told of.
fn counted(back: &Imported, kind: &str) -> [u64; 3] {
    let count = back.losses.counts.of(kind);
    [count.seen, count.placed, count.told]
}

/// Hexagons of New Zealand by geohexgrid: in its own projected system, and the same in degrees.
#[test]
fn hexagons_of_geohexgrid_lie_where_they_lay() {
    let mut maps = Vec::new();
    for name in ["12-hexagons-2193.geojson", "12-hexagons-degrees.geojson"] {
        let back = geo::read(name, &file(&format!("geohexgrid/{name}")), None);
        let back = back.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(counted(&back, "features"), [12, 12, 0], "{}", back.losses);
        let pitch = back.map.grid.metres_per_hex;
        assert!((pitch / 34_641.0 - 1.0).abs() < 0.02, "{name}: {pitch}");
        maps.push(back.map);
    }
    assert_eq!(maps[0].grid.orientation, maps[1].grid.orientation);
    assert_eq!(maps[0].terrain.rows, maps[1].terrain.rows);
}

/// The tutorial game of the LaTeX package wargame, exported by its own tool.
#[test]
fn a_module_that_latex_made_comes_in_and_is_sound() {
    let back = vassal::read(&file("latex-wargame/tutorial.vmod"), "tutorial.vmod", None, None);
    let back = back.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(counted(&back, "boards"), [4, 1, 3], "{}", back.losses);
    let [seen, placed, told] = counted(&back, "pieces in palettes");
    // The marker of the game-turn is no counter.
    assert_eq!([seen, placed, told], [39, 38, 1], "{}", back.losses);
    assert_eq!(counted(&back, "pieces in set-ups")[0], 39);
    let types: Vec<&str> = back.ruleset.counters.types.iter().map(|own| own.id.as_str()).collect();
    for expected in ["armoured", "combined-arms", "fixed-wing", "headquarters", "infantry"] {
        assert!(types.contains(&expected), "{types:?}");
    }
    let sides: Vec<&str> = back.ruleset.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(sides.len(), 2, "{sides:?}");
    // Its turns have phases within, which are no game-turns.
    assert_eq!(back.scenarios[0].turns.len(), 1);
    sound(back);
}
