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
//! phase = "red-combat"          # an innermost step of the ruleset's sequence of play; the
//!                               # turn's beginning if left out
//! dice = [4, 1]                 # every die in order; all must be used, and no more
//!
//! # The terrain. A plain map is clear all over and numbered from 0101, column first; hex 0202
//! # touches 0201 (n), 0302 (ne), 0303 (se), 0203 (s), 0103 (sw), 0102 (nw): even columns lie
//! # lower. `map = "scenario"` takes the bundle's own map instead.
//! map = "plain"                 # the default
//! columns = 12                  # of a plain map: 12 × 10 if left out
//! rows = 10
//! terrain = { "0304" = "woods" }
//! features = { "0202" = ["town"] }
//! hexsides = { "0202:ne" = "river" }
//! lines = [{ kind = "vp-line", sides = ["0401:sw", "0402:nw"] }]
//! paths = [{ kind = "railway", hexes = ["0101", "0201", "0302"] }]
//! letters = { A = "0101" }      # entry hexes
//! values = { "0202" = 3 }       # what the features of a hex are worth
//! owners = { "0902" = "red" }   # whose they are
//! facing = { "0902" = ["n"] }   # the hexsides that they face
//! zones = { bridgehead = ["0202", "0203"] }    # named groups of hexes
//!
//! # Only these units are there. `states` are those that the system knows.
//! units = [
//!   { hex = "0202", counters = ["blue-brigade", "blue-company"] },
//!   { hex = "0302", counters = ["red-division"], face = 0, states = ["moved"] },
//! ]
//! reinforcements = []           # as in a scenario file
//! eliminated = []               # units out of play
//! own_units = true              # the scenario's own units besides; not if left out
//!
//! scenario = "campaign"         # the scenario file whose rules hold; the first one's if left out
//! options = ["fog"]             # the optional rules in force; the scenario's own if left out
//! constants = { check_turn = 0 }               # changed for the case
//! # What the case changes of the ruleset and the scenario: objects field by field, anything else
//! # whole.
//! patch.ruleset.rules_of_play.movement = { one_hex_always = true }
//!
//! # Where the game begins in the system's own respects, weather and points for one. Its JSON
//! # Schema of cases tells what there is, and its own page what that means.
//! weather = "clear"
//!
//! # What is done, in order. `refused` is the rule that refuses it, and then nothing changes.
//! [[actions]]
//! do = "attack"
//! units = ["red-division"]
//! hexes = ["0202"]
//!
//! [[actions]]
//! do = "lose"
//! unit = "red-division"
//! refused = "8.5"
//!
//! # What must come of it. Everything here may be left out.
//! [expect]
//! turn = 3
//! phase = "red-combat"
//! deciding = "blue"             # "" when the game is over
//! points = 0
//! # Events that must occur, in this order, with others between them. Only the fields given are
//! # compared; a list must match whole, a table by the fields given; `[]` and `false` also match
//! # a field that the log leaves out.
//! events = [
//!   { event = "combat", odds = "3:1", defender = { modified_die = 2 } },
//! ]
//! absent = [{ event = "retreat" }]        # no event may match one of these
//! units = [
//!   { unit = "blue-company", status = "eliminated" },
//!   { unit = "red-division", hex = "0302", face = 0 },
//!   # What a side knows of a unit that it sees: `full`, `identity` or `presence`.
//!   # `states` is all that is so of it besides.
//!   { unit = "red-division", seen_by = "blue", intelligence = "full", states = ["moved"] },
//! ]
//! legal = [{ do = "lose", unit = "blue-company" }]   # among the legal actions
//! not_legal = [{ do = "done" }]                       # none of these is
//! ```
//!
//! What actions there are, the system says: see [`Action`](crate::Action). Units are named as in the
//! log: by counter id, with `#2` where there are several.
//! The game goes on by itself to the next decision: an only choice is taken, and a step of the
//! sequence of play with nothing to decide is passed.

pub(crate) mod format;
mod read;
mod write;

use std::borrow::Cow;
use std::collections::BTreeMap;

use salient_schema::event::Event;
use salient_schema::map::{Feature, Hexside, Layer, TerrainLayer, Zone, ZoneKind};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
use salient_schema::rules_of_play::Does;
use salient_schema::ruleset::SequenceStep;
use salient_schema::scenario::Override;
use salient_schema::{Bundle, HexLabel, Id};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::check::is_entry;
use crate::dice::Dice;
use crate::game::{Match, Prepared};
use crate::model::UnitStatus;
use crate::roles::{CommonRoles, RoleKind, Roles};
use crate::system::Systems;
pub use format::{Case, CaseAction, CaseMap, Expect, ExpectedUnit, Patch, Start};
pub use read::{CaseError, MOST_DEEP};
pub use salient_schema::plain::Value;

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
    let base = case.patched(bundle).map_err(|wrong| vec![wrong])?;
    let bundle = case.bundle(systems, base.as_ref());
    let words = |found: Vec<salient_schema::Diagnostic>| {
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let prepared = Prepared::new(systems, &bundle).map_err(words)?;
    let mut states = Vec::new();
    for placement in &case.units {
        for unit in &placement.counters {
            states.extend(placement.states.iter().map(|state| (unit.clone(), state.clone())));
        }
    }
    let start = Start {
        turn: case.turn,
        phase: case.phase.clone(),
        eliminated: case.eliminated.clone(),
        states,
        own: case.own.clone(),
    };
    prepared.start_at(&start, Dice::scripted(case.dice.clone())).map_err(|wrong| vec![wrong])
}

/// Lays a JSON merge patch (RFC 7396) over a value.
fn merge(value: &mut serde_json::Value, patch: &serde_json::Value) {
    match (value, patch) {
        (serde_json::Value::Object(fields), serde_json::Value::Object(changes)) => {
            for (name, change) in changes {
                if change.is_null() {
                    fields.remove(name);
                } else {
                    merge(fields.entry(name).or_insert_with(|| serde_json::json!({})), change);
                }
            }
        }
        (value, patch) => patch.clone_into(value),
    }
}

/// A file's part with what a case changes of it.
fn patched<T: Serialize + DeserializeOwned>(
    part: &T,
    changes: &BTreeMap<String, serde_json::Value>,
    what: &str,
) -> Result<T, String> {
    let wrong = |error: serde_json::Error| format!("the changed {what} makes no sense: {error}");
    let mut value = serde_json::to_value(part).map_err(wrong)?;
    let changes = changes.clone().into_iter().collect();
    merge(&mut value, &serde_json::Value::Object(changes));
    serde_json::from_value(value).map_err(wrong)
}

impl Case {
    /// The bundle with what the case changes of its ruleset and scenario.
    fn patched<'a>(&self, base: &'a Bundle) -> Result<Cow<'a, Bundle>, String> {
        if self.patch == Patch::default() {
            return Ok(Cow::Borrowed(base));
        }
        let mut bundle = base.clone();
        bundle.ruleset = patched(&base.ruleset, &self.patch.ruleset, "ruleset")?;
        bundle.scenario = patched(&base.scenario, &self.patch.scenario, "scenario")?;
        Ok(Cow::Owned(bundle))
    }

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
            if let Some(facing) = self.facing.get(&feature.hex) {
                feature.facing.clone_from(facing);
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
        map.paths.items.extend(self.paths.iter().cloned());
        let scenario = &mut bundle.scenario;
        if !self.own_units {
            scenario.setup.placements.clear();
            scenario.setup.eliminated.clear();
            scenario.setup.missions.clear();
            scenario.reinforcements.clear();
        }
        scenario.setup.placements.extend(self.units.iter().cloned());
        scenario.reinforcements.extend(self.reinforcements.iter().cloned());
        // Whoever begins before the game with the scenario's own units sets them up himself.
        let sets_up = match &self.phase {
            // A step that says so, or what the systems call theirs.
            Some(id) => id == "set-up" || sets_up(&bundle.ruleset.sequence, id),
            None => self.own_units && self.turn == 0,
        };
        if !sets_up {
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
        if let Some(system) = systems.of(bundle) {
            bundle.map.zones.items = system.plain_zones(bundle, &bundle.map.grid);
            // Those that rules ask for are there, if without hexes.
            let asked = system.roles().iter().filter(|role| role.kind == RoleKind::Zone);
            let asked = asked.flat_map(|role| Roles::stated(&role.id, bundle)).cloned();
            for id in asked.collect::<Vec<Id>>() {
                let zones = &mut bundle.map.zones.items;
                if zones.iter().all(|zone| zone.id != id) {
                    zones.push(zone(&id, Vec::new()));
                }
            }
        }
        bundle.scenario.setup.control.clear();
        // The tracks are there, as the roles that they fill ask, and give nothing: but for those
        // that the case gives itself.
        if !self.patch.scenario.contains_key("tracks") {
            for track in &mut bundle.scenario.tracks {
                track.values.fill(0);
            }
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
/// Whether a step lets a side set up.
fn sets_up(steps: &[SequenceStep], id: &str) -> bool {
    steps.iter().any(|step| {
        let own = step.id == id && matches!(step.does, Some(Does::SetUp {}));
        own || sets_up(&step.steps, id)
    })
}

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
    for wanted in &expect.units {
        let readers: Vec<&Id> = wanted.seen_by.iter().collect();
        let units = game.units_known_to(&readers);
        let Some(unit) = units.iter().find(|unit| unit.name == wanted.unit) else {
            wrong.push(format!("there is no unit '{}'", wanted.unit));
            continue;
        };
        if let Some(wanted) = &wanted.states {
            let states = game.known_to(&readers).states();
            let found = states.into_iter().find(|of| of.unit == unit.name);
            let found = found.map(|of| of.states).unwrap_or_default();
            if found != *wanted {
                wrong.push(format!("{} is {found:?}, not {wanted:?}", unit.name));
            }
        }
        let hex = unit.hex.map(|hex| game.grid().label(hex));
        let status = wanted.status.or(wanted.hex.as_ref().map(|_| UnitStatus::OnMap));
        let fits = status.is_none_or(|status| status == unit.status)
            && (wanted.hex.is_none() || wanted.hex == hex)
            && wanted.face.is_none_or(|face| face == unit.face)
            && wanted.intelligence.is_none_or(|known| known == unit.intelligence);
        if !fits {
            wrong.push(format!(
                "{}: {:?} in {} showing face {}, known in {:?}, not {wanted:?}",
                unit.name,
                unit.status,
                hex.as_deref().unwrap_or("no hex"),
                unit.face,
                unit.intelligence
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
