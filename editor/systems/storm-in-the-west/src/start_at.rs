//! Beginning a game in its midst, for rule cases: what these say of the start beyond what the
//! [kernel](salient_rules::case) knows. `values` make morale hexes of towns, `owners` say whose the
//! fortresses are; without `scenario` the campaign's rules hold. Air units stand in `units` in any
//! hex: they are then at hand.

use std::collections::BTreeMap;

use serde::Deserialize;

use salient_rules::Roles;
use salient_schema::common::{HexLabel, Id};
use salient_schema::map::{Grid, Zone, ZoneKind};
use salient_schema::{Bundle, HexIndex};

use crate::context::StormInTheWest;
use crate::position::{Decision, Position};
use crate::rules::Rules;
use salient_rules::case::Start;
use salient_rules::game::UnitStatus;
use salient_rules::play::PlayContext;

/// The two sides of a plain map's front, down its middle, and the supply edges behind them.
pub(crate) fn plain_zones(bundle: &Bundle, grid: &Grid) -> Vec<Zone> {
    let half = grid.columns / 2;
    let stated = |role: &str| Roles::stated(role, bundle).first().cloned().unwrap_or_default();
    let zone = |id: &str, kind, owner: &str, first: u16, last: u16| Zone {
        id: id.to_owned(),
        name: id.to_owned(),
        kind,
        owner: Some(stated(owner)),
        colour: None,
        hexes: (0..grid.rows)
            .flat_map(|row| (first..last).map(move |column| HexIndex { column, row }))
            .map(|hex| grid.print_hex(hex))
            .collect(),
    };
    let last = grid.columns.saturating_sub(1);
    vec![
        zone(&stated("allied-side"), ZoneKind::Other, "allied", 0, half),
        zone(&stated("german-side"), ZoneKind::Other, "german", half, grid.columns),
        zone("french-supply-edge", ZoneKind::SupplyEdge, "army-french", 0, 1.min(half)),
        zone("german-supply-edge", ZoneKind::SupplyEdge, "army-german", last, grid.columns),
    ]
}

/// What a case says of the start beyond what all systems know. On a plain map the western half
/// of the columns is the Allied side, the eastern half the German, and the outermost columns are
/// the supply edges.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseStart {
    /// The weather; else the turn's own.
    weather: Option<Id>,
    /// Hexes not controlled by whose side they lie on.
    control: BTreeMap<HexLabel, Id>,
    /// Morale, by side.
    morale: BTreeMap<Id, i32>,
    /// Steps at hand, before the turn's are paid, by nation.
    replacements: BTreeMap<Id, i32>,
}

/// Goes to a game-turn and step of the sequence of play.
pub fn start_at(cx: &mut PlayContext<'_, StormInTheWest>, start: &Start) -> Result<(), String> {
    let rules = cx.rules;
    let own: CaseStart = start.own()?;
    cx.position.arrange(rules, start, &own)?;
    if start.phase.as_deref() == Some("set-up") {
        cx.enter_phase(0);
        return Ok(());
    }
    cx.enter_turn(start.turn_place(rules)?);
    if cx.position.outcome.is_some() {
        return Ok(());
    }
    // What units have done or been found to be, in the game-turn that has begun.
    for (name, state) in &start.states {
        if !cx.position.mark_unit(rules.read_unit(name)?, state) {
            return Err(format!("no unit is '{state}'"));
        }
    }
    if let Some(id) = &own.weather {
        let weather = rules.weather(id).ok_or_else(|| format!("no weather '{id}'"))?;
        cx.position.weather = weather;
    }
    if let Some(place) = start.phase_place(rules)? {
        // A case that begins in the middle may begin with a stack that is too high.
        if let Some((side, hex)) = cx.position.overstacked(rules) {
            cx.position.decision = Decision::Unstack { side, hex };
            // The set-up before the first step is none of the game-turn's.
            cx.position.phase = place.checked_sub(1).filter(|&place| place > 0);
            return Ok(());
        }
        cx.enter_phase(place);
    }
    Ok(())
}

impl Position {
    fn arrange(&mut self, rules: &Rules, start: &Start, own: &CaseStart) -> Result<(), String> {
        for name in &start.eliminated {
            let unit = rules.read_unit(name)?;
            self.lift(rules, unit, UnitStatus::Eliminated);
            self.state_mut(unit).status = UnitStatus::Eliminated;
        }
        for (label, side) in &own.control {
            let hex = rules.read_hex(label)?;
            let side =
                rules.side(side).ok_or_else(|| format!("'{label}' is held by nobody known"))?;
            if side != rules.ground.owner(hex) {
                self.spoil_stores(rules, hex);
            }
            self.control[hex.index()] = side as u8;
        }
        self.count_held();
        for (id, &value) in &own.morale {
            self.morale[rules.read_side(id)?] = value;
        }
        for (id, &steps) in &own.replacements {
            let nation = rules.nation(id).ok_or_else(|| format!("there is no nation '{id}'"))?;
            self.replacements[usize::from(nation)] = steps;
        }
        Ok(())
    }
}
