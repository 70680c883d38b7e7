//! A document with nothing in it yet but a ruleset.

use salient_schema::map::{Grid, Map};
use salient_schema::project::{Project, ProjectPaths};
use salient_schema::{Bundle, Id, OrderOfBattle, Ruleset, Scenario};

use super::{ReshapeError, numbers};
use crate::oob::id_from_words;
use crate::schedule::{Calendar, turns};

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
    /// When they are, if that is to be said.
    pub calendar: Option<Calendar>,
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
    let id = id_from_words(&title, "new-map");
    let row = ".".repeat(usize::from(new.grid.columns));
    let (ruleset_file, map_file) = ("ruleset.json", "map.json");
    let oob_file = "order-of-battle.json";
    let mut map = Map::empty(&id, &title, new.grid.clone());
    map.ruleset = ruleset_file.to_owned();
    map.terrain.palette = [(".".to_owned(), new.base.clone())].into();
    map.terrain.rows = vec![row; usize::from(new.grid.rows)];
    let mut order_of_battle = OrderOfBattle::empty(&id, &title);
    order_of_battle.ruleset = ruleset_file.to_owned();
    let mut scenario = Scenario::empty(id, title);
    scenario.ruleset = ruleset_file.to_owned();
    scenario.map = map_file.to_owned();
    scenario.orders_of_battle = vec![oob_file.to_owned()];
    scenario.turns = turns(new.turns.max(1), new.calendar.as_ref()).ok_or_else(|| {
        let text = new.calendar.as_ref().map_or("", |calendar| calendar.first.trim());
        ReshapeError::NoDay { text: text.to_owned() }
    })?;
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
