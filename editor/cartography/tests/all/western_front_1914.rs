//! The map of 1914, Offensive à outrance is what its recipe gives, and what the rule book says of
//! the printed one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::OnceLock;

use salient_cartography::{Built, build};
use salient_hex::{Hex, HexGrid};
use salient_schema::{Disk, Document, write};

use crate::common::{hang_together, root, shown};

/// The map, and its grid.
fn ground() -> &'static (Built, HexGrid) {
    static GROUND: OnceLock<(Built, HexGrid)> = OnceLock::new();
    GROUND.get_or_init(|| {
        let path = root().join("maps/western-front-1914/recipe.json");
        let (built, found) = build(&Disk, path.to_str().unwrap());
        assert_eq!(shown(&found), "");
        let built = built.unwrap();
        let grid = HexGrid::new(&built.map.grid);
        (built, grid)
    })
}

fn hex(label: &str) -> Hex {
    ground().1.parse(label).unwrap_or_else(|| panic!("no hex {label}"))
}

fn level(label: &str) -> i16 {
    let layer = ground().0.map.elevation.as_ref().unwrap();
    let index = ground().1.index(hex(label));
    let row: Vec<char> = layer.rows[usize::from(index.row)].chars().collect();
    layer.palette[&row[usize::from(index.column)].to_string()]
}

/// The kinds on the hexside between two hexes.
fn between(one: &str, two: &str) -> Vec<String> {
    let grid = &ground().1;
    let direction = grid.direction_to(hex(one), hex(two)).unwrap();
    let side = grid.side_label(grid.side(hex(one), direction));
    let items = ground().0.map.hexsides.items.iter();
    items.filter(|item| item.side == side).map(|item| item.kind.clone()).collect()
}

/// How far it is from a hex to another by railways of two tracks.
fn by_double_track(from: &str, to: &str) -> Option<usize> {
    let mut links: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let paths = ground().0.map.paths.items.iter().filter(|path| path.kind == "railway");
    for pair in paths.flat_map(|path| path.hexes.windows(2)) {
        links.entry(&pair[0]).or_default().insert(&pair[1]);
        links.entry(&pair[1]).or_default().insert(&pair[0]);
    }
    let mut far = BTreeMap::from([(from, 0)]);
    let mut open = VecDeque::from([from]);
    while let Some(here) = open.pop_front() {
        for next in links.get(here).into_iter().flatten() {
            if !far.contains_key(next) {
                far.insert(next, far[here] + 1);
                open.push_back(next);
            }
        }
    }
    far.get(to).copied()
}

#[test]
fn the_recipe_gives_the_committed_map_byte_for_byte() {
    let (built, _) = ground();
    let ours = write(&Document::Map(Box::new(built.map.clone()))).unwrap();
    let path = root().join("maps/western-front-1914/map.json");
    let committed = std::fs::read_to_string(path).unwrap();
    for (number, (ours, theirs)) in ours.lines().zip(committed.lines()).enumerate() {
        assert_eq!(ours, theirs, "line {}", number + 1);
    }
    assert!(ours == committed);
    assert!(built.report.empty.is_empty(), "{:?}", built.report.empty);
}

#[test]
fn the_grid_fits_the_named_hexes_and_the_hexes_that_touch() {
    let (built, grid) = ground();
    let fit = &built.report.georeference;
    assert!(fit.rms_hexes < 0.55, "{}", fit.rms_hexes);
    // Le Havre and Abbeville alone are printed more than a hex from their places.
    let far =
        fit.control_points.iter().filter(|point| point.residual_hexes.is_some_and(|far| far > 0.8));
    let far: Vec<&str> = far.filter_map(|point| point.name.as_deref()).collect();
    assert_eq!(far, ["Abbeville", "Le Havre"]);
    for [one, two] in [
        // The boundary that 5.1 draws, and the places in two hexes.
        ["51.51", "50.51"],
        ["49.51", "50.51"],
        ["58.28", "59.29"],
        ["48.21", "49.21"],
        ["50.27", "51.28"],
        ["57.63", "58.63"],
        ["54.70", "55.70"],
        ["55.70", "56.70"],
    ] {
        assert_eq!(grid.distance(hex(one), hex(two)), 1, "{one} {two}");
    }
}

#[test]
fn every_named_place_stands_within_a_hex_of_where_it_is_printed() {
    let (built, grid) = ground();
    let items = &built.map.features.items;
    let near = |name: &str, label: &str| {
        let called = items.iter().filter(|item| item.name.as_deref() == Some(name));
        called.map(|item| grid.distance(hex(&item.hex), hex(label))).min()
    };
    for point in &built.report.georeference.control_points {
        let name = match point.name.as_deref().unwrap() {
            "Donon" => "Cul du Donon",
            // A corner of two rivers, which bears no name.
            "Mouth of the Oise" => continue,
            name => name,
        };
        let far = near(name, &point.hex);
        assert!(far.is_some_and(|far| far <= 1), "{name}, printed in {}: {far:?}", point.hex);
    }
    // Misprinted: they stand where they lie.
    for (name, printed, stands) in [
        ("Straßburg", "65.52", "65.62"),
        ("Albert", "26.27", "27.24"),
        ("Lunéville", "53.36", "53.56"),
    ] {
        assert_eq!(near(name, stands), Some(0), "{name}");
        assert!(near(name, printed) > Some(1), "{name}");
    }
}

#[test]
fn the_ground_of_the_combat_example_is_there() {
    // 11/6 in 43.40 is attacked from 43.41 through a forest, and by 2nd Corps over a minor river.
    assert_eq!(level("43.40"), level("43.41"));
    assert!(between("43.40", "43.41").contains(&"forest".to_owned()));
    assert!(level("43.40") > level("42.40"));
    assert!(between("43.40", "42.40").contains(&"minor-river".to_owned()));
}

#[test]
fn all_six_elevations_are_there_and_the_terrain_goes_with_them() {
    let (built, grid) = ground();
    let glyph = |kind: &str| {
        let palette = &built.map.terrain.palette;
        palette.iter().find(|(_, other)| *other == kind).unwrap().0.chars().next().unwrap()
    };
    let [foothill, mountain, steep] = ["foothill", "mountain", "steep-mountain"].map(glyph);
    let flat = ["clear", "wooded"].map(glyph);
    let mut seen = BTreeSet::new();
    let terrain = built.map.terrain.rows.iter().flat_map(|row| row.chars());
    for (hex, terrain) in grid.hexes().zip(terrain) {
        let label = grid.label(hex);
        let level = level(&label);
        let expected = match level {
            3 => terrain == foothill,
            4 => terrain == mountain,
            5 => terrain == steep,
            _ => flat.contains(&terrain),
        };
        let in_play = flat.contains(&terrain) || [foothill, mountain, steep].contains(&terrain);
        assert!(expected || !in_play, "{label}: level {level}, {terrain}");
        if in_play {
            seen.insert(level);
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    // The high Vosges, and the plain of Alsace below them.
    assert_eq!((level("55.65"), level("60.65")), (5, 1));
}

#[test]
fn the_crest_of_the_vosges_is_closed_but_for_its_passes() {
    // Both hexes of a hexside of the frontier, from the Donon to the Ballon d’Alsace.
    let closed = |one: &str, two: &str| between(one, two).contains(&"ridge".to_owned());
    for (pass, west, east) in [
        ("Donon", "58.59", "59.60"),
        ("Hantz", "57.61", "58.61"),
        ("Saales", "57.62", "58.61"),
        ("Sainte-Marie", "56.62", "57.63"),
        ("Bonhomme", "56.63", "56.64"),
        ("Schlucht", "54.64", "55.65"),
        ("Bussang", "52.66", "53.67"),
    ] {
        assert!(!closed(west, east), "{pass}");
    }
    for (crest, west, east) in [
        ("Donon to Prayé", "58.60", "59.61"),
        ("Brézouard", "56.63", "57.64"),
        ("Hautes Chaumes", "55.64", "56.64"),
        ("Hohneck", "54.65", "55.66"),
        ("Ballon d’Alsace", "51.67", "52.67"),
    ] {
        assert!(closed(west, east), "{crest}");
    }
    // The highest hexes are the crest; the valleys that lead up to it are not.
    for label in ["54.65", "54.67", "53.66", "51.67", "56.64"] {
        assert_eq!(level(label), 5, "{label}");
    }
    for label in ["58.61", "59.61", "56.65", "58.63", "53.67"] {
        assert_eq!(level(label), 3, "{label}");
    }
}

#[test]
fn transitions_lie_between_levels_that_they_make_one_slope() {
    let (built, grid) = ground();
    let items = built.map.hexsides.items.iter().filter(|item| item.kind == "transition");
    let mut count = 0;
    for item in items {
        let side = grid.parse_side(&item.side).unwrap();
        let [one, two] = [side.hex(), grid.across(side).unwrap()].map(|hex| grid.label(hex));
        assert!(level(&one) != level(&two) && level(&one).max(level(&two)) <= 2, "{one} {two}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn railways_are_as_far_as_the_book_counts() {
    // 7.7: a brigade goes from Luxemburg to Brussels over 28 hexes of double track.
    assert_eq!(by_double_track("57.43", "49.21"), Some(28));
    for to in ["54.40", "50.27", "58.28", "16.36", "48.53", "50.61", "54.49", "65.62", "56.70"] {
        assert!(by_double_track("57.43", to).is_some(), "{to}");
    }
    let on_rails: BTreeSet<&str> = ground()
        .0
        .map
        .paths
        .items
        .iter()
        .flat_map(|path| &path.hexes)
        .map(String::as_str)
        .collect();
    // Named as railway hexes: 7.7.2, 15.5, 18.3 to 18.6.
    for label in ["16.24", "16.18", "20.18", "55.57", "40.30", "29.31", "31.31", "15.34", "59.29"] {
        assert!(on_rails.contains(label), "{label}");
    }
}

#[test]
fn rivers_pass_the_towns_of_lorraine_and_alsace_on_the_right_side() {
    for (one, two, kind) in [
        // Toul lies in the bend of the Moselle, Épinal on it, Metz on both its banks.
        ("48.53", "49.53", "major-river"),
        ("48.53", "49.54", "major-river"),
        ("50.61", "51.61", "minor-river"),
        ("54.48", "54.49", "major-river"),
        // Nancy is west of the Meurthe, Lunéville north of it, Saint-Dié on it.
        ("51.54", "52.53", "minor-river"),
        ("53.56", "53.57", "minor-river"),
        ("55.62", "56.62", "minor-river"),
        // Château-Salins is north of the Seille, Saarburg and Colmar west of Saar and Ill.
        ("55.54", "55.55", "minor-river"),
        ("59.57", "60.57", "minor-river"),
        ("58.66", "59.67", "minor-river"),
        // The Rhine below Kehl and Breisach, where it is bridged.
        ("65.62", "66.62", "grand-river"),
        ("65.62", "66.62", "bridge"),
        ("59.67", "60.67", "grand-river"),
        ("59.67", "60.67", "bridge"),
    ] {
        let kinds = between(one, two);
        assert!(kinds.contains(&kind.to_owned()), "{one} {two}: {kinds:?}, not {kind}");
    }
}

#[test]
fn the_frontier_runs_unbroken_from_luxemburg_to_switzerland() {
    let (built, grid) = ground();
    let lines = built.map.lines.items.iter().filter(|line| line.kind == "frontier");
    let line = lines.max_by_key(|line| line.sides.len()).unwrap();
    let sides: Vec<_> = line.sides.iter().map(|side| grid.parse_side(side).unwrap()).collect();
    assert!(hang_together(grid, &sides));
    let zone = |id: &str| -> BTreeSet<&str> {
        let zone = built.map.zones.items.iter().find(|zone| zone.id == id).unwrap();
        zone.hexes.iter().map(String::as_str).collect()
    };
    let (france, germany) = (zone("france"), zone("germany"));
    for label in ["48.53", "50.61", "51.54", "53.56", "55.57", "55.59", "55.62", "47.45", "50.69"] {
        assert!(france.contains(label) && !germany.contains(label), "{label}");
    }
    for label in ["54.48", "54.49", "55.46", "65.62", "57.51", "60.55", "62.50", "56.70", "58.63"] {
        assert!(germany.contains(label) && !france.contains(label), "{label}");
    }
}
