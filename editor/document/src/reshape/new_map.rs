//! A document with nothing in it yet but a ruleset.

use salient_schema::map::{Grid, Map};
use salient_schema::project::{Project, ProjectPaths};
use salient_schema::scenario::Turn;
use salient_schema::{Bundle, Id, OrderOfBattle, Provenance, Ruleset, Scenario};

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
    let (ruleset_file, map_file) = ("ruleset.json", "map.json");
    let oob_file = "order-of-battle.json";
    let mut map = Map::empty(&id, &title, new.grid.clone());
    map.ruleset = ruleset_file.to_owned();
    map.terrain.palette = [(".".to_owned(), new.base.clone())].into();
    map.terrain.rows = vec![row; usize::from(new.grid.rows)];
    let mut order_of_battle = OrderOfBattle::empty(&id, &title);
    order_of_battle.ruleset = ruleset_file.to_owned();
    let turn = |turn: u16| Turn {
        turn,
        label: format!("Game-turn {turn}"),
        date: None,
        half: None,
        weather: None,
        provenance: Provenance::Invented,
    };
    let mut scenario = Scenario::empty(id, title);
    scenario.ruleset = ruleset_file.to_owned();
    scenario.map = map_file.to_owned();
    scenario.orders_of_battle = vec![oob_file.to_owned()];
    scenario.turns = (1..=new.turns.max(1)).map(turn).collect();
    let bundle = Bundle::new(ruleset.clone(), map, vec![order_of_battle], scenario);
    let paths = ProjectPaths {
        scenario: "scenario.json".to_owned(),
        map: map_file.to_owned(),
        ruleset: ruleset_file.to_owned(),
        orders_of_battle: vec![oob_file.to_owned()],
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
