//! Rule cases: a small position, the dice, some actions and what must come of them.
//!
//! A case is data, [read](Case::read) from TOML (or from anything that serde reads); the caller gives a
//! bundle that has the system's ruleset and orders of battle. [`run`] plays it and returns what
//! is not as expected, in words. A case file:
//!
//! ```toml
//! title = "A brigade and a company in a town lose one step"
//! rules = ["8.75", "8.76"]
//! turn = 3                      # 1 if left out
//! phase = "german-combat"       # an innermost step of the ruleset's sequence of play; the
//!                               # turn's beginning if left out
//! weather = "clear"             # else the turn's own, or clear
//! dice = [4, 1]                 # every die in order; all must be used, and no more
//!
//! # The ground. A plain map is clear all over and numbered from 0101, column first; hex 0202
//! # touches 0201 (n), 0302 (ne), 0303 (se), 0203 (s), 0103 (sw), 0102 (nw): even columns lie
//! # lower. `map = "scenario"` takes the bundle's own map instead.
//! map = "plain"                 # the default
//! columns = 12                  # of a plain map: 12 × 10 if left out
//! rows = 10
//! terrain = { "0304" = "woods" }
//! features = { "0202" = ["town"] }
//! hexsides = { "0202:ne" = "river" }
//! lines = [{ kind = "vp-line", sides = ["0401:sw", "0402:nw"] }]
//! letters = { A = "0101" }      # entry hexes
//!
//! # Only these units are there. `states`: "moved" (in this movement phase), "free" (KB 17.12).
//! units = [
//!   { hex = "0202", counters = ["br-59-20-18", "br-478-18"] },
//!   { hex = "0302", counters = ["de-88-3"], face = 0, states = [] },
//! ]
//! reinforcements = []           # as in a scenario file
//! eliminated = []               # units out of play; battalions lie ready as service companies
//! exited = []                   # units off the map that score
//! pool = { "de-regimental-replacement" = 2 }   # how many of a pool are left; all if left out
//! # Artillery points left this turn. A plain map has no artillery tracks: nobody has any points
//! # but these. On the scenario's map they take the place of the turn's own.
//! guns = { german = { field = 8, heavy = 6 } }
//! gas = ["0707"]                # persistent gas markers on the map
//! # Air points assigned and not yet used, where the case begins after the allocation.
//! air = { german = { observation = 2, ground_attack = 6, interception = 0 } }
//! towns = { "0202" = "german" } # who holds a town; else who stands there, or the Allies
//!
//! # For systems with hex control, morale and replacements (1918: Storm in the West). On a plain
//! # map the western half of the columns is the Allied side, the eastern half the German, and the
//! # outermost columns are the supply edges.
//! scenario = "plan-1919"        # the scenario file whose rules hold; the campaign's if left out
//! options = ["weak-trenches"]   # the optional rules in force; none if left out
//! constants = { check_turn = 0 }            # changed for the case
//! values = { "0202" = 3 }       # what the features of a hex are worth: morale hexes
//! owners = { "0902" = "german" }            # whose they are: fortresses
//! zones = { belgium = ["0202", "0203"] }    # named groups of hexes
//! control = { "0602" = "german" }           # hexes not controlled by whose side they lie on
//! morale = { german = 15, allied = 15 }
//! replacements = { british = 3 }            # steps at hand, before the turn's are paid
//! own_units = true              # the scenario's own units besides, where it has them
//! # States of units there: "out-of-supply", "allied-supply", "fortress-supply" (as found in the
//! # last Initial Supply Phase), "railed", "with-tanks", "used", "interstacked", "surplus" (beyond
//! # the stacking limit). Air units stand in `units` in any hex: they are then at hand.
//!
//! # What is done, in order. `refused` is the rule that refuses it, and then nothing changes.
//! [[actions]]
//! do = "attack"
//! units = ["de-88-3"]
//! hexes = ["0202"]
//!
//! [[actions]]
//! do = "lose"
//! unit = "de-88-3"
//! refused = "KB 8.5"
//!
//! # What must come of it. Everything here may be left out.
//! [expect]
//! turn = 3
//! phase = "german-combat"
//! deciding = "allied"           # "" when the game is over
//! points = 0
//! # Events that must occur, in this order, with others between them. Only the fields given are
//! # compared; a list must match whole, a table by the fields given; `[]` and `false` also match
//! # a field that the log leaves out.
//! events = [
//!   { event = "combat", quotient = 5, morale = 4, defender = { modified_die = 2 } },
//! ]
//! absent = [{ event = "retreat" }]        # no event may match one of these
//! units = [
//!   { unit = "br-478-18", status = "eliminated" },
//!   { unit = "de-88-3", hex = "0302", face = 0 },
//! ]
//! legal = [{ do = "lose", unit = "br-478-18" }]      # among the legal actions
//! not_legal = [{ do = "done" }]                       # none of these is
//! ```
//!
//! Actions: `move` (`unit`, `path`, `exit`), `attack` (`units`, `hexes`), `lose` (`unit`),
//! `retreat` (`hex`), `advance` (`unit`, `path`), `place` (`unit`, `hex`), `done` and more: see
//! [`Action`]. Units are named as in the log: by counter id, with `#2` where there are several.
//! The game goes on by itself to the next decision: an only choice is taken, and a step of the
//! sequence of play with nothing to decide is passed.

mod read;

use std::collections::BTreeMap;

use salient_schema::event::Event;
use salient_schema::map::{Feature, Hexside, Layer, Line, TerrainLayer, Zone, ZoneKind};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
use salient_schema::scenario::{Override, Placement, Reinforcement};
use salient_schema::{Bundle, HexLabel, Id, SideLabel};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::check::is_entry;
use crate::dice::Dice;
use crate::game::{Match, Prepared, UnitStatus};
use crate::roles::{CommonRoles, RoleKind, Roles};
use crate::system::Systems;
pub use read::{CaseError, MOST_DEEP};
pub use salient_schema::plain::Value;

/// A rule case.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Case {
    /// What it shows.
    pub title: String,
    /// The rules it proves, as the rule book numbers them.
    pub rules: Vec<String>,
    /// The game-turn.
    #[serde(default = "first_turn")]
    pub turn: u16,
    /// The step of the sequence of play that begins; the game-turn itself if left out.
    #[serde(default)]
    pub phase: Option<Id>,
    /// All dice, in order.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// The ground that the rest lies on.
    #[serde(default)]
    pub map: CaseMap,
    /// Columns of a plain map.
    #[serde(default)]
    pub columns: Option<u16>,
    /// Rows of a plain map.
    #[serde(default)]
    pub rows: Option<u16>,
    /// Base terrain other than clear.
    #[serde(default)]
    pub terrain: BTreeMap<HexLabel, Id>,
    /// Features by hex.
    #[serde(default)]
    pub features: BTreeMap<HexLabel, Vec<Id>>,
    /// Hexside kinds by side.
    #[serde(default)]
    pub hexsides: BTreeMap<SideLabel, Id>,
    /// Border lines.
    #[serde(default)]
    pub lines: Vec<Line>,
    /// Entry hexes by letter.
    #[serde(default)]
    pub letters: BTreeMap<String, HexLabel>,
    /// The units.
    #[serde(default)]
    pub units: Vec<Placement>,
    /// What arrives.
    #[serde(default)]
    pub reinforcements: Vec<Reinforcement>,
    /// Units out of play.
    #[serde(default)]
    pub eliminated: Vec<String>,
    /// The scenario file whose rules hold, if the caller knows several.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The optional rules in force, if not the scenario's own.
    #[serde(default)]
    pub options: Option<Vec<Id>>,
    /// Constants that the case changes.
    #[serde(default)]
    pub constants: BTreeMap<Id, i32>,
    /// What the features of hexes are worth.
    #[serde(default)]
    pub values: BTreeMap<HexLabel, i32>,
    /// Whose the features of hexes are.
    #[serde(default)]
    pub owners: BTreeMap<HexLabel, Id>,
    /// Named groups of hexes.
    #[serde(default)]
    pub zones: BTreeMap<Id, Vec<HexLabel>>,
    /// Whether the scenario's own placements, eliminated units and reinforcements hold as well.
    #[serde(default)]
    pub own_units: bool,
    /// Where the game begins in the system's own respects: weather, points, levels.
    #[serde(flatten)]
    pub own: BTreeMap<String, serde_json::Value>,
    /// What is done.
    #[serde(default)]
    pub actions: Vec<CaseAction>,
    /// What must come of it.
    #[serde(default)]
    pub expect: Expect,
}

/// The ground of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseMap {
    /// A small map, clear all over.
    #[default]
    Plain,
    /// The bundle's own.
    Scenario,
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CaseAction {
    /// The action.
    #[serde(flatten)]
    pub action: Action,
    /// The rule that must refuse it.
    #[serde(default)]
    pub refused: Option<String>,
}

/// What must come of a case.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The game-turn.
    #[serde(default)]
    pub turn: Option<u16>,
    /// The step of the sequence of play.
    #[serde(default)]
    pub phase: Option<Id>,
    /// The side to decide; empty when the game is over.
    #[serde(default)]
    pub deciding: Option<Id>,
    /// The points as they would be counted now.
    #[serde(default)]
    pub points: Option<i32>,
    /// The level of victory.
    #[serde(default)]
    pub level: Option<String>,
    /// Events that occur in this order.
    #[serde(default)]
    pub events: Vec<Value>,
    /// Events that do not occur.
    #[serde(default)]
    pub absent: Vec<Value>,
    /// Where units are.
    #[serde(default)]
    pub units: Vec<ExpectedUnit>,
    /// Actions that are legal at the end.
    #[serde(default)]
    pub legal: Vec<Action>,
    /// Actions that are not.
    #[serde(default)]
    pub not_legal: Vec<Action>,
}

/// Where a unit must be.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedUnit {
    /// The unit.
    pub unit: String,
    /// Its hex.
    #[serde(default)]
    pub hex: Option<HexLabel>,
    /// Where it is if not on the map.
    #[serde(default)]
    pub status: Option<UnitStatus>,
    /// The face it shows.
    #[serde(default)]
    pub face: Option<u8>,
}

/// Where a game begins, if not at the beginning.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The game-turn.
    pub turn: u16,
    /// The step of the sequence of play; the turn's beginning if left out.
    pub phase: Option<Id>,
    /// Units out of play.
    pub eliminated: Vec<String>,
    /// Units with what a system says of them: `moved`.
    pub states: Vec<(String, Id)>,
    /// The rest, which only the system knows.
    own: BTreeMap<String, serde_json::Value>,
}

impl Start {
    /// The system's own part of the start, by its own type.
    ///
    /// # Errors
    /// In words, what the system does not know.
    pub fn own<T: DeserializeOwned>(&self) -> Result<T, String> {
        let own = self.own.clone().into_iter().collect();
        serde_json::from_value(serde_json::Value::Object(own)).map_err(|error| error.to_string())
    }
}

/// Plays a case with the ruleset and orders of battle of a bundle.
///
/// # Errors
/// Everything that is not as the case expects, in words.
pub fn run(systems: Systems, case: &Case, bundle: &Bundle) -> Result<(), Vec<String>> {
    let mut game = begin(systems, case, bundle)?;
    let mut wrong = Vec::new();
    for (i, step) in case.actions.iter().enumerate() {
        let before = game.state_hash();
        match (game.apply(&step.action), &step.refused) {
            (Ok(()), None) => {}
            (Err(refusal), Some(rule)) if refusal.rule == *rule => {
                if game.state_hash() != before {
                    wrong.push(format!("action {i} was refused, but changed the position"));
                }
            }
            (Ok(()), Some(rule)) => {
                wrong.push(format!("action {i} was to be refused by {rule}"));
                break;
            }
            (Err(refusal), Some(rule)) => {
                wrong.push(format!("action {i} was to be refused by {rule}, not so: {refusal}"));
            }
            (Err(refusal), None) => {
                wrong.push(format!("action {i} was refused: {refusal}"));
                break;
            }
        }
    }
    match game.dice_overrun() {
        0 => {}
        n if n > 0 => wrong.push(format!("{n} more dice were rolled than the case gives")),
        n => wrong.push(format!("{} of the dice were not rolled", -n)),
    }
    check_events(&case.expect, &game, &mut wrong);
    check_end(&case.expect, &game, &mut wrong);
    if wrong.is_empty() {
        return Ok(());
    }
    wrong.push("what happened:".to_owned());
    wrong.extend(game.events().iter().map(|event| format!("  {}", Value::of(event))));
    Err(wrong)
}

/// The game at the beginning of a case, for whoever wants to look into it.
///
/// # Errors
/// What keeps the position from being played, in words.
pub fn begin(systems: Systems, case: &Case, bundle: &Bundle) -> Result<Match, Vec<String>> {
    let bundle = case.bundle(systems, bundle);
    let words = |found: Vec<salient_schema::Diagnostic>| {
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let prepared = Prepared::new(systems, &bundle).map_err(words)?;
    let start = Start {
        turn: case.turn,
        phase: case.phase.clone(),
        eliminated: case.eliminated.clone(),
        states: case
            .units
            .iter()
            .flat_map(|placement| {
                let states = move |unit: &String| {
                    let states = placement.states.clone().into_iter();
                    states.map({
                        let unit = unit.clone();
                        move |state| (unit.clone(), state)
                    })
                };
                placement.counters.iter().flat_map(states)
            })
            .collect(),
        own: case.own.clone(),
    };
    prepared.start_at(&start, Dice::scripted(case.dice.clone())).map_err(|wrong| vec![wrong])
}

impl Case {
    /// The case's own map and set-up with the ruleset and orders of battle of a bundle.
    fn bundle(&self, systems: Systems, base: &Bundle) -> Bundle {
        let mut bundle = base.clone();
        if self.map == CaseMap::Plain {
            self.lay_plain(systems, &mut bundle);
        }
        let map = &mut bundle.map;
        for (hex, kind) in &self.terrain {
            paint(&mut map.terrain, map.grid.parse_hex(hex), kind);
        }
        for (hex, kinds) in &self.features {
            map.features.items.retain(|feature| feature.hex != *hex);
            let features = kinds.iter().map(|kind| feature(hex, kind, None));
            map.features.items.extend(features);
        }
        let ruleset = &bundle.ruleset;
        let common = CommonRoles::of(ruleset);
        let way_in = ruleset.features.iter().find(|kind| is_entry(&common, kind));
        for (letter, hex) in &self.letters {
            let kind = way_in.map_or("entry", |kind| kind.id.as_str());
            map.features.items.push(feature(hex, kind, Some(letter)));
        }
        let hexsides = self.hexsides.iter().map(|(side, kind)| Hexside {
            side: side.clone(),
            kind: kind.clone(),
            name: None,
            provenance: None,
        });
        for feature in &mut map.features.items {
            if let Some(&value) = self.values.get(&feature.hex) {
                feature.value = Some(value);
            }
            if let Some(owner) = self.owners.get(&feature.hex) {
                feature.owner = Some(owner.clone());
            }
        }
        for (id, hexes) in &self.zones {
            map.zones.items.retain(|zone| zone.id != *id);
            map.zones.items.push(zone(id, hexes.clone()));
        }
        map.hexsides.items.extend(hexsides);
        map.lines.items.extend(self.lines.iter().cloned());
        let scenario = &mut bundle.scenario;
        if !self.own_units {
            scenario.setup.placements.clear();
            scenario.setup.eliminated.clear();
            scenario.setup.missions.clear();
            scenario.reinforcements.clear();
        }
        scenario.setup.placements.extend(self.units.iter().cloned());
        scenario.reinforcements.extend(self.reinforcements.iter().cloned());
        if self.phase.as_deref() != Some("set-up") {
            scenario.setup.free.clear();
        }
        if let Some(options) = &self.options {
            scenario.optional_rules.clone_from(options);
        }
        scenario.overrides.extend(self.constants.iter().map(|(constant, &value)| {
            Override::Constant { constant: constant.clone(), value, reason: None }
        }));
        bundle
    }

    fn lay_plain(&self, systems: Systems, bundle: &mut Bundle) {
        let (columns, rows) = (self.columns.unwrap_or(12), self.rows.unwrap_or(10));
        let map = &mut bundle.map;
        map.grid.orientation = salient_schema::map::Orientation::FlatTopped;
        map.grid.pushed = salient_schema::map::Pushed::Second;
        map.grid.columns = columns;
        map.grid.rows = rows;
        map.grid.boards.clear();
        map.grid.numbering = Numbering {
            order: NumberOrder::ColumnRow,
            separator: String::new(),
            column_digits: 2,
            row_digits: 2,
            first_column: 1,
            first_row: 1,
            columns_from: HorizontalEdge::West,
            rows_from: VerticalEdge::North,
        };
        // A plain map is of the ruleset's first terrain: clear, in every chart.
        let first = bundle.ruleset.terrain.first().map(|kind| kind.id.clone());
        map.terrain = TerrainLayer {
            palette: first.into_iter().map(|id| (".".to_owned(), id)).collect(),
            rows: vec![".".repeat(usize::from(columns)); usize::from(rows)],
            ..TerrainLayer::default()
        };
        map.elevation = None;
        map.features = Layer::default();
        map.hexsides = Layer::default();
        map.paths = Layer::default();
        map.lines = Layer::default();
        map.zones = Layer::default();
        if let Some(system) = systems.find(&bundle.ruleset.id) {
            bundle.map.zones.items = system.plain_zones(bundle, &bundle.map.grid);
            // Those that rules ask for are there, if without hexes.
            let asked = system.roles().iter().filter(|role| role.kind == RoleKind::Zone);
            let asked = asked.flat_map(|role| Roles::stated(role.id, bundle)).cloned();
            for id in asked.collect::<Vec<Id>>() {
                let zones = &mut bundle.map.zones.items;
                if zones.iter().all(|zone| zone.id != id) {
                    zones.push(zone(&id, Vec::new()));
                }
            }
        }
        bundle.scenario.setup.control.clear();
        // The tracks are there, as the roles that they fill ask, and give nothing.
        for track in &mut bundle.scenario.tracks {
            track.values.fill(0);
        }
    }
}

fn zone(id: &str, hexes: Vec<HexLabel>) -> Zone {
    Zone {
        id: id.to_owned(),
        name: id.to_owned(),
        kind: ZoneKind::Other,
        owner: None,
        colour: None,
        hexes,
    }
}

fn feature(hex: &str, kind: &str, letter: Option<&String>) -> Feature {
    Feature {
        hex: hex.to_owned(),
        kind: kind.to_owned(),
        name: None,
        owner: None,
        value: None,
        letter: letter.cloned(),
        facing: Vec::new(),
        provenance: None,
    }
}

/// Sets the terrain of a hex; a hex off the map is left for the compiler to find.
fn paint(layer: &mut TerrainLayer, hex: Option<salient_schema::HexIndex>, kind: &str) {
    let Some(hex) = hex else { return };
    let known = layer.palette.iter().find(|(_, id)| *id == kind).map(|(glyph, _)| glyph.clone());
    let glyph = known.unwrap_or_else(|| {
        let free = ('a'..='z').map(String::from).find(|glyph| !layer.palette.contains_key(glyph));
        let glyph = free.unwrap_or_else(|| "?".to_owned());
        layer.palette.insert(glyph.clone(), kind.to_owned());
        glyph
    });
    if let Some(row) = layer.rows.get_mut(usize::from(hex.row)) {
        let column = usize::from(hex.column);
        *row = row
            .chars()
            .enumerate()
            .map(|(i, old)| if i == column { glyph.chars().next().unwrap_or(old) } else { old })
            .collect();
    }
}

fn check_events(expect: &Expect, game: &Match, wrong: &mut Vec<String>) {
    let events: Vec<Told> = game.events().iter().map(Told::of).collect();
    let mut next = 0;
    for wanted in &expect.events {
        match events[next..].iter().position(|event| event.contains(wanted)) {
            Some(place) => next += place + 1,
            None => {
                wrong.push(format!("no event, or not in this order: {wanted}"));
                break;
            }
        }
    }
    for unwanted in &expect.absent {
        if let Some(event) = events.iter().find(|event| event.contains(unwanted)) {
            wrong.push(format!("there was to be no such event: {}", event.core));
        }
    }
}

/// An event as a case may name it: by its core, or by the system's detail.
struct Told {
    core: Value,
    detail: Option<Value>,
}

impl Told {
    fn of(event: &Event) -> Self {
        let detail =
            event.detail.as_ref().map(|detail| match (Value::of(event), Value::of(detail)) {
                (Value::Table(mut fields), Value::Table(own)) => {
                    fields.remove("detail");
                    fields.extend(own);
                    Value::Table(fields)
                }
                (core, _) => core,
            });
        Self { core: Value::of(event), detail }
    }

    fn contains(&self, wanted: &Value) -> bool {
        self.core.contains(wanted) || self.detail.as_ref().is_some_and(|own| own.contains(wanted))
    }
}

fn check_end(expect: &Expect, game: &Match, wrong: &mut Vec<String>) {
    let mut same = |what: &str, wanted: Option<String>, found: String| {
        if let Some(wanted) = wanted.filter(|wanted| *wanted != found) {
            wrong.push(format!("{what} is '{found}', not '{wanted}'"));
        }
    };
    same("the turn", expect.turn.map(|n| n.to_string()), game.turn().to_string());
    same("the phase", expect.phase.clone(), game.phase().to_owned());
    let deciding = game.deciding().cloned().unwrap_or_default();
    same("the side to decide", expect.deciding.clone(), deciding);
    same("the score", expect.points.map(|n| n.to_string()), game.score().to_string());
    let level = game.outcome().map(|outcome| outcome.level.clone()).unwrap_or_default();
    same("the level of victory", expect.level.clone(), level);
    let units = game.units();
    for wanted in &expect.units {
        let Some(unit) = units.iter().find(|unit| unit.name == wanted.unit) else {
            wrong.push(format!("there is no unit '{}'", wanted.unit));
            continue;
        };
        let hex = unit.hex.map(|hex| game.grid().label(hex));
        let status = wanted.status.or(wanted.hex.as_ref().map(|_| UnitStatus::OnMap));
        let fits = status.is_none_or(|status| status == unit.status)
            && (wanted.hex.is_none() || wanted.hex == hex)
            && wanted.face.is_none_or(|face| face == unit.face);
        if !fits {
            wrong.push(format!(
                "{}: {:?} in {} showing face {}, not {wanted:?}",
                unit.name,
                unit.status,
                hex.as_deref().unwrap_or("no hex"),
                unit.face
            ));
        }
    }
    if !expect.legal.is_empty() || !expect.not_legal.is_empty() {
        let legal = game.legal();
        for action in expect.legal.iter().filter(|action| !legal.contains(action)) {
            wrong.push(format!("not among the legal actions: {action:?}"));
        }
        for action in expect.not_legal.iter().filter(|action| legal.contains(action)) {
            wrong.push(format!("among the legal actions: {action:?}"));
        }
    }
}

fn first_turn() -> u16 {
    1
}
