//! Beginning a game in its midst, for rule cases: what these say of the start beyond what the
//! [kernel](salient_rules::case) knows. Battalions out of play lie ready as service companies.

use crate::air::AirPoints;
use crate::context::KaisersBattle;
use crate::guns::Guns;
use crate::position::Position;
use crate::rules::{GERMAN, Rules, Unit};
use salient_rules::case::Start;
use salient_rules::game::UnitStatus;
use salient_rules::play::PlayContext;
use salient_schema::common::{HexLabel, Id};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a case says of the start beyond what all systems know.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseStart {
    /// The weather; else the turn's own, or clear.
    weather: Option<Id>,
    /// Units that left the map and score.
    exited: Vec<String>,
    /// How many of a pool are left, by counter; all if left out.
    pool: BTreeMap<Id, u16>,
    /// Artillery points left this turn, by side. A plain map has no artillery tracks: nobody has
    /// any points but these. On the scenario's map they take the place of the turn's own.
    guns: BTreeMap<Id, Guns>,
    /// Persistent gas markers.
    gas: Vec<HexLabel>,
    /// Air points assigned to missions and not yet used, by side.
    air: BTreeMap<Id, Missions>,
    /// Who holds which town; else who stands there, or the Allies.
    towns: BTreeMap<HexLabel, Id>,
}

/// Air points by mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Missions {
    /// Air points that observe.
    observation: u16,
    /// Air points that attack on the ground.
    ground_attack: u16,
    /// Air points that intercept.
    interception: u16,
}

/// Goes to a game-turn and step of the sequence of play.
pub fn start_at(cx: &mut PlayContext<'_, KaisersBattle>, start: &Start) -> Result<(), String> {
    let rules = cx.rules;
    let place = start.turn_place(rules)?;
    let own: CaseStart = start.own()?;
    cx.position.arrange(rules, start, &own)?;
    cx.enter_turn(place);
    if let Some(id) = &own.weather {
        let weather = rules.weather(id).ok_or_else(|| format!("no weather '{id}'"))?;
        cx.position.weather = weather;
    }
    for (id, &guns) in &own.guns {
        cx.position.guns[rules.read_side(id)?] = guns;
    }
    for (id, points) in &own.air {
        cx.position.air[rules.read_side(id)?] = AirPoints {
            observation: points.observation,
            ground_attack: points.ground_attack,
            interception: points.interception,
        };
    }
    for label in &own.gas {
        cx.position.mark_gas(rules, rules.read_hex(label)?, true);
    }
    if let Some(place) = start.phase_place(rules)? {
        cx.enter_phase(place);
    }
    Ok(())
}

impl Position {
    fn arrange(&mut self, rules: &Rules, start: &Start, own: &CaseStart) -> Result<(), String> {
        for name in &start.eliminated {
            let unit = rules.read_unit(name)?;
            let face = rules.unit(unit).service_face;
            let state = self.state_mut(unit);
            state.status = if face.is_some() { UnitStatus::Pool } else { UnitStatus::Eliminated };
            state.face = face.unwrap_or(state.face);
        }
        for name in &own.exited {
            let state = self.state_mut(rules.read_unit(name)?);
            state.status = UnitStatus::Exited;
            state.scores = true;
        }
        for (counter, &left) in &own.pool {
            let alike = |unit: &Unit| rules.unit(*unit).counter == *counter;
            if !rules.all_units().any(|unit| alike(&unit)) {
                return Err(format!("there is no counter '{counter}'"));
            }
            let pooled = |unit: &Unit| self.state(*unit).status == UnitStatus::Pool;
            let in_pool: Vec<Unit> = rules.all_units().filter(alike).filter(pooled).collect();
            for &unit in in_pool.iter().skip(usize::from(left)) {
                self.state_mut(unit).status = UnitStatus::Eliminated;
            }
        }
        for (label, side) in &own.towns {
            let hex = rules.hex(label);
            let town = hex.and_then(|hex| rules.town_at[hex.index()]);
            let town = town.ok_or_else(|| format!("there is no town in '{label}'"))?;
            let holder = rules.side(side);
            self.town_holder[usize::from(town)] = holder.unwrap_or(GERMAN) as u8;
        }
        Ok(())
    }
}
