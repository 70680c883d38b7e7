//! The Kaiser's Battle, built into the program so that it runs without any file beside it.

use salient_schema::{
    Bundle, FORMAT_VERSION, FileKind, Map, Memory, Project, ProjectPaths, Ruleset, Scenario,
};

/// The scenario's path in [`source`].
pub const SCENARIO: &str = "scenarios/kaisers-battle/kaisers-battle.json";

macro_rules! embed {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

/// The files with their paths in the project, which they refer to each other by.
const FILES: &[(&str, &str)] = embed![
    "scenarios/kaisers-battle/kaisers-battle.json",
    "scenarios/kaisers-battle/order-of-battle.json",
    "scenarios/kaisers-battle/ruleset.json",
    "maps/picardy-1918/map.json",
];

/// The files as a source to read from.
pub fn source() -> Memory {
    FILES.iter().copied().collect()
}

/// A project with nothing in it: what is open while nothing else can be.
pub fn empty_project() -> Project {
    use salient_schema::map::{Grid, Layer, Orientation, Pushed, TerrainLayer};
    use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
    use salient_schema::ruleset::CounterLayout;
    use salient_schema::scenario::{SetUp, Victory};
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_scenario_opens_without_errors() {
        let (project, diagnostics) = salient_schema::open_project(&source(), SCENARIO);
        let errors: Vec<_> = diagnostics.iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        assert!(project.is_some());
    }
}
