//! Documents with nothing in them yet: what a new map, an import or a test begins with.
//!
//! Whoever needs one takes it from here and fills in what he has. A field that the contract gains
//! has its empty value in one place.

use crate::common::Roles;
use crate::map::{Grid, Layer, Map, Orientation, Pushed, TerrainLayer};
use crate::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
use crate::order_of_battle::{Counter, Face, OrderOfBattle};
use crate::ruleset::{CounterLayout, Ruleset};
use crate::scenario::{Scenario, SetUp, Victory};
use crate::{Bundle, FORMAT_VERSION, FileKind, Id, Project, ProjectPaths, Provenance};

impl Project {
    /// A project with nothing in it and without files: what is open while nothing else can be.
    pub fn empty() -> Self {
        Self { bundle: Bundle::empty(), paths: ProjectPaths::default(), texts: Default::default() }
    }
}

impl Bundle {
    /// One hex and no ruleset to speak of: what is open while nothing else can be.
    pub fn empty() -> Self {
        let (id, title) = ("nothing", "Nothing");
        Self::new(
            Ruleset::empty(id, title),
            Map::empty(id, title, Grid::plain(Orientation::FlatTopped, 1, 1)),
            Vec::new(),
            Scenario::empty(id, title),
        )
    }

    /// A bundle of these parts. What the parts call one another stays as it is;
    /// [`name_parts_by_id`](Self::name_parts_by_id) makes it fit a bundle file.
    pub fn new(
        ruleset: Ruleset,
        map: Map,
        orders_of_battle: Vec<OrderOfBattle>,
        scenario: Scenario,
    ) -> Self {
        Self {
            schema: FileKind::Bundle.schema_file(),
            format_version: FORMAT_VERSION,
            ruleset,
            map,
            orders_of_battle,
            scenario,
            pictures: crate::Pictures::default(),
        }
    }
}

impl Map {
    /// A map on this grid without any layer, its ruleset not named yet. Even the terrain rows are
    /// missing: whoever knows a kind of terrain fills them.
    pub fn empty(id: impl Into<String>, title: impl Into<String>, grid: Grid) -> Self {
        Self {
            schema: FileKind::Map.schema_file(),
            format_version: FORMAT_VERSION,
            id: id.into(),
            title: title.into(),
            ruleset: String::new(),
            notes: Vec::new(),
            grid,
            georeference: None,
            terrain: TerrainLayer { provenance: Provenance::Invented, ..TerrainLayer::default() },
            elevation: None,
            features: Layer::default(),
            hexsides: Layer::default(),
            paths: Layer::default(),
            lines: Layer::default(),
            zones: Layer::default(),
            scan: None,
        }
    }
}

impl Grid {
    /// A single sheet of this many columns and rows (1 to 4096), the second of them pushed, a
    /// kilometre from hex to hex, with [plain](Numbering::plain) numbers.
    pub fn plain(orientation: Orientation, columns: u16, rows: u16) -> Self {
        Self {
            orientation,
            columns,
            rows,
            pushed: Pushed::Second,
            numbering: Numbering::plain(columns, rows),
            metres_per_hex: 1000.0,
            boards: Vec::new(),
        }
    }
}

impl Numbering {
    /// Column, then row, both from 1 in the north-west and with as many digits as the last of
    /// them needs, but at least two: `0101`.
    pub fn plain(columns: u16, rows: u16) -> Self {
        let digits = |count: u16| count.checked_ilog10().map_or(1, |log| log as u8 + 1).clamp(2, 4);
        Self {
            order: NumberOrder::ColumnRow,
            separator: String::new(),
            column_digits: digits(columns),
            row_digits: digits(rows),
            first_column: 1,
            first_row: 1,
            columns_from: HorizontalEdge::West,
            rows_from: VerticalEdge::North,
        }
    }
}

impl Ruleset {
    /// A ruleset that says nothing yet, not even who plays.
    pub fn empty(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            schema: FileKind::Ruleset.schema_file(),
            format_version: FORMAT_VERSION,
            id: id.into(),
            rules: None,
            title: title.into(),
            publisher: None,
            citation: String::new(),
            notes: Vec::new(),
            sides: Vec::new(),
            nations: Vec::new(),
            terrain: Vec::new(),
            features: Vec::new(),
            hexsides: Vec::new(),
            paths: Vec::new(),
            lines: Vec::new(),
            counters: CounterLayout {
                ratings: Vec::new(),
                formation_ratings: Vec::new(),
                pattern: String::new(),
                types: Vec::new(),
                sizes: Vec::new(),
                traits: Vec::new(),
                stacking_denominator: 1,
            },
            tables: Vec::new(),
            constants: Vec::new(),
            sequence: Vec::new(),
            rules_of_play: None,
            optional_rules: Vec::new(),
            roles: Roles::new(),
            unchecked: Vec::new(),
        }
    }
}

impl Counter {
    /// A counter of a side with its type, one face without ratings, and nothing else.
    pub fn plain(id: impl Into<Id>, side: impl Into<Id>, unit_type: impl Into<Id>) -> Self {
        Self {
            id: id.into(),
            designation: String::new(),
            side: side.into(),
            nation: None,
            unit_type: unit_type.into(),
            size: None,
            formation: None,
            count: 1,
            footprint: 1,
            faces: vec![Face::default()],
            traits: Vec::new(),
            parts: Vec::new(),
            substitute: None,
            provenance: Provenance::default(),
            notes: Vec::new(),
        }
    }
}

impl OrderOfBattle {
    /// An order of battle without formations and counters, its ruleset not named yet.
    pub fn empty(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            schema: FileKind::OrderOfBattle.schema_file(),
            format_version: FORMAT_VERSION,
            id: id.into(),
            title: title.into(),
            ruleset: String::new(),
            notes: Vec::new(),
            formations: Vec::new(),
            counters: Vec::new(),
        }
    }
}

impl Scenario {
    /// A scenario without turns, units and victory conditions, the other files not named yet.
    pub fn empty(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            schema: FileKind::Scenario.schema_file(),
            format_version: FORMAT_VERSION,
            id: id.into(),
            title: title.into(),
            ruleset: String::new(),
            map: String::new(),
            orders_of_battle: Vec::new(),
            notes: Vec::new(),
            turns: Vec::new(),
            setup: SetUp::default(),
            start: None,
            reinforcements: Vec::new(),
            withdrawals: Vec::new(),
            orders: Vec::new(),
            replacements: Vec::new(),
            tracks: Vec::new(),
            levels: Vec::new(),
            optional_rules: Vec::new(),
            roles: Roles::new(),
            victory: Victory::default(),
            overrides: Vec::new(),
            battlefield: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_document_is_read_back_as_it_was_written() {
        let mut bundle = Bundle::empty();
        bundle.map.terrain.rows = vec![".".to_owned()];
        bundle.map.terrain.palette = [(".".to_owned(), "clear".to_owned())].into();
        bundle.orders_of_battle.push(OrderOfBattle::empty("army", "Army"));
        bundle.name_parts_by_id();
        let text = crate::to_canonical_json(&bundle).unwrap();
        let (read, found) = crate::read_text("bundle.json", text);
        let said: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(read, Some(crate::Document::Bundle(Box::new(bundle))), "{said:?}");
    }

    #[test]
    fn numbers_have_the_digits_that_the_last_hex_needs() {
        let digits = |columns, rows| {
            let Numbering { column_digits, row_digits, .. } = Numbering::plain(columns, rows);
            (column_digits, row_digits)
        };
        assert_eq!(digits(1, 99), (2, 2));
        assert_eq!(digits(100, 4096), (3, 4));
    }
}
