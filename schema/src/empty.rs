//! A project with nothing in it.

use crate::map::{Grid, Layer, Orientation, Pushed, TerrainLayer};
use crate::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
use crate::ruleset::CounterLayout;
use crate::scenario::{SetUp, Victory};
use crate::{Bundle, FORMAT_VERSION, FileKind, Map, Project, ProjectPaths, Ruleset, Scenario};

impl Project {
    /// A project with nothing in it: a map of one hex, no counters, no turns and no files. It is
    /// what is open while nothing else can be.
    pub fn empty() -> Self {
        empty_project()
    }
}

fn empty_project() -> Project {
    let numbering = Numbering {
        order: NumberOrder::ColumnRow,
        separator: String::new(),
        column_digits: 2,
        row_digits: 2,
        first_column: 1,
        first_row: 1,
        columns_from: HorizontalEdge::West,
        rows_from: VerticalEdge::North,
    };
    let schema = |kind: FileKind| kind.schema_file();
    let title = || "Nothing".to_owned();
    let id = || "nothing".to_owned();
    let map = Map {
        schema: schema(FileKind::Map),
        format_version: FORMAT_VERSION,
        id: id(),
        title: title(),
        ruleset: String::new(),
        notes: Vec::new(),
        grid: Grid {
            orientation: Orientation::FlatTopped,
            columns: 1,
            rows: 1,
            pushed: Pushed::Second,
            numbering,
            metres_per_hex: 1000.0,
            boards: Vec::new(),
        },
        georeference: None,
        terrain: TerrainLayer::default(),
        elevation: None,
        features: Layer::default(),
        hexsides: Layer::default(),
        paths: Layer::default(),
        lines: Layer::default(),
        zones: Layer::default(),
        scan: None,
    };
    let ruleset = Ruleset {
        schema: schema(FileKind::Ruleset),
        format_version: FORMAT_VERSION,
        id: id(),
        title: title(),
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
            pattern: String::new(),
            types: Vec::new(),
            sizes: Vec::new(),
            traits: Vec::new(),
            stacking_denominator: 1,
        },
        tables: Vec::new(),
        constants: Vec::new(),
        sequence: Vec::new(),
        optional_rules: Vec::new(),
    };
    let scenario = Scenario {
        schema: schema(FileKind::Scenario),
        format_version: FORMAT_VERSION,
        id: id(),
        title: title(),
        ruleset: String::new(),
        map: String::new(),
        orders_of_battle: Vec::new(),
        notes: Vec::new(),
        turns: Vec::new(),
        setup: SetUp::default(),
        reinforcements: Vec::new(),
        withdrawals: Vec::new(),
        replacements: Vec::new(),
        tracks: Vec::new(),
        levels: Vec::new(),
        optional_rules: Vec::new(),
        victory: Victory {
            counted_for: None,
            scores: Vec::new(),
            levels: Vec::new(),
            conditions: Vec::new(),
        },
        overrides: Vec::new(),
        battlefield: None,
    };
    let bundle = Bundle {
        schema: schema(FileKind::Bundle),
        format_version: FORMAT_VERSION,
        ruleset,
        map,
        orders_of_battle: Vec::new(),
        scenario,
    };
    Project { bundle, paths: ProjectPaths::default(), texts: Default::default() }
}

