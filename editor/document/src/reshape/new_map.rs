//! A document with nothing in it yet but a ruleset.

use salient_schema::map::{Grid, Layer, Map, TerrainLayer};
use salient_schema::project::{Project, ProjectPaths};
use salient_schema::scenario::{SetUp, Turn, Victory};
use salient_schema::{
    Bundle, FORMAT_VERSION, FileKind, Id, OrderOfBattle, Provenance, Ruleset, Scenario,
};

use super::{ReshapeError, numbers};

/// What a new map is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMap {
    /// What a reader calls map and scenario.
    pub title: String,
    /// Its shape and numbers.
    pub grid: Grid,
    /// The terrain of all its hexes.
    pub base: Id,
    /// How many game-turns there are at first.
    pub turns: u16,
}

/// Begins a map with a scenario and an order of battle, all empty, for a ruleset.
///
/// # Errors
/// Why there is no such map.
pub fn new_project(new: &NewMap, ruleset: &Ruleset) -> Result<Project, ReshapeError> {
    numbers::check(&new.grid)?;
    let metres = new.grid.metres_per_hex;
    if !(0.1..=1_000_000.0).contains(&metres) {
        return Err(ReshapeError::MetresPerHex { metres: metres.to_string() });
    }
    if !ruleset.terrain.iter().any(|kind| kind.id == new.base) {
        let known = ruleset.terrain.iter().map(|kind| kind.id.clone()).collect();
        return Err(ReshapeError::UnknownTerrain { kind: new.base.clone(), known });
    }
    let title = match new.title.trim() {
        "" => "New map".to_owned(),
        title => title.to_owned(),
    };
    let id = id_of(&title);
    let row = ".".repeat(usize::from(new.grid.columns));
    let map = Map {
        schema: FileKind::Map.schema_file(),
        format_version: FORMAT_VERSION,
        id: id.clone(),
        title: title.clone(),
        ruleset: "ruleset.json".to_owned(),
        notes: Vec::new(),
        grid: new.grid.clone(),
        georeference: None,
        terrain: TerrainLayer {
            provenance: Provenance::Invented,
            source: None,
            palette: [(".".to_owned(), new.base.clone())].into(),
            rows: vec![row; usize::from(new.grid.rows)],
        },
        elevation: None,
        features: Layer::default(),
        hexsides: Layer::default(),
        paths: Layer::default(),
        lines: Layer::default(),
        zones: Layer::default(),
        scan: None,
    };
    let order_of_battle = OrderOfBattle {
        schema: FileKind::OrderOfBattle.schema_file(),
        format_version: FORMAT_VERSION,
        id: id.clone(),
        title: title.clone(),
        ruleset: "ruleset.json".to_owned(),
        notes: Vec::new(),
        formations: Vec::new(),
        counters: Vec::new(),
    };
    let turn = |turn: u16| Turn {
        turn,
        label: format!("Game-turn {turn}"),
        date: None,
        half: None,
        weather: None,
        provenance: Provenance::Invented,
    };
    let scenario = Scenario {
        schema: FileKind::Scenario.schema_file(),
        format_version: FORMAT_VERSION,
        id,
        title,
        ruleset: "ruleset.json".to_owned(),
        map: "map.json".to_owned(),
        orders_of_battle: vec!["order-of-battle.json".to_owned()],
        notes: Vec::new(),
        turns: (1..=new.turns.max(1)).map(turn).collect(),
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
        schema: FileKind::Bundle.schema_file(),
        format_version: FORMAT_VERSION,
        ruleset: ruleset.clone(),
        map,
        orders_of_battle: vec![order_of_battle],
        scenario,
    };
    let paths = ProjectPaths {
        scenario: "scenario.json".to_owned(),
        map: "map.json".to_owned(),
        ruleset: "ruleset.json".to_owned(),
        orders_of_battle: vec!["order-of-battle.json".to_owned()],
        is_bundle: false,
    };
    Ok(Project { bundle, paths, texts: Default::default() })
}

/// An id from a title: `Picardy, March 1918` is `picardy-march-1918`.
fn id_of(title: &str) -> Id {
    let mut id = String::new();
    for letter in title.chars() {
        let letter = letter.to_ascii_lowercase();
        if letter.is_ascii_lowercase() || letter.is_ascii_digit() {
            id.push(letter);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    match id.trim_end_matches('-') {
        "" => "new-map".to_owned(),
        id => id.to_owned(),
    }
}
