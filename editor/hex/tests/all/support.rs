//! Fixtures by name, and grids of every shape.

use std::path::Path;

use proptest::prelude::*;
use salient_hex::{CompiledMap, Direction, Hex, HexGrid, Side};
use salient_schema::map::{Grid, Orientation, Pushed};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
use salient_schema::{Map, Ruleset};

/// The map and ruleset of a fixture.
pub fn fixture(system: &str) -> (Map, Ruleset) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(system);
    let read = |file| std::fs::read_to_string(root.join(file)).unwrap();
    let map = serde_json::from_str(&read("map.json")).unwrap();
    (map, serde_json::from_str(&read("ruleset.json")).unwrap())
}

/// The compiled map of a fixture.
pub fn compiled(system: &str) -> CompiledMap {
    let (map, ruleset) = fixture(system);
    CompiledMap::new(&map, &ruleset).unwrap()
}

/// The same, changed first.
pub fn changed(system: &str, change: impl FnOnce(&mut Map, &mut Ruleset)) -> CompiledMap {
    let (mut map, mut ruleset) = fixture(system);
    change(&mut map, &mut ruleset);
    CompiledMap::new(&map, &ruleset).unwrap()
}

pub fn hex(map: &CompiledMap, label: &str) -> Hex {
    map.grid().parse(label).unwrap()
}

/// A hex and a direction, as `54.48:se`, from that hex.
pub fn step(map: &CompiledMap, label: &str) -> (Hex, Direction) {
    let (at, compass) = label.rsplit_once(':').unwrap();
    (hex(map, at), map.grid().parse_compass(compass).unwrap())
}

pub fn side(map: &CompiledMap, label: &str) -> Side {
    map.grid().parse_side(label).unwrap()
}

pub fn grid(orientation: Orientation, pushed: Pushed, columns: u16, rows: u16) -> HexGrid {
    HexGrid::new(&Grid {
        orientation,
        columns,
        rows,
        pushed,
        numbering: Numbering {
            order: NumberOrder::ColumnRow,
            separator: String::new(),
            column_digits: 2,
            row_digits: 2,
            first_column: 1,
            first_row: 1,
            columns_from: HorizontalEdge::West,
            rows_from: VerticalEdge::North,
        },
        metres_per_hex: 1000.0,
        boards: Vec::new(),
    })
}

/// Both orientations, both lines pushed, up to so many columns and rows.
pub fn any_grid(most: u16) -> impl Strategy<Value = HexGrid> {
    let orientation = prop_oneof![Just(Orientation::FlatTopped), Just(Orientation::PointyTopped)];
    let pushed = prop_oneof![Just(Pushed::First), Just(Pushed::Second)];
    (orientation, pushed, 1..most, 1..most).prop_map(|(o, p, c, r)| grid(o, p, c, r))
}

/// A grid and two of its hexes.
pub fn grid_and_two(most: u16) -> impl Strategy<Value = (HexGrid, Hex, Hex)> {
    (any_grid(most), any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(
        |(grid, a, b)| {
            let (a, b) = (a.index(grid.len()) as u32, b.index(grid.len()) as u32);
            (grid, Hex(a), Hex(b))
        },
    )
}
