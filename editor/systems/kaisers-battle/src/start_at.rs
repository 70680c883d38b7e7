//! Beginning a game in its midst, for rule cases.

use crate::Context;
use crate::air::AirPoints;
use crate::order::Guns;
use crate::position::Position;
use crate::rules::GERMAN;
use crate::rules::Rules;
use crate::rules::Unit;
use salient_rules::case::Start;
use salient_rules::game::UnitStatus;
use salient_schema::common::HexLabel;
use salient_schema::common::Id;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a case says of the start beyond what all systems know.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Missions {
    /// Air points that observe.
    observation: u16,
    /// Air points that attack on the ground.
    ground_attack: u16,
    /// Air points that intercept.
    interception: u16,
}

impl Position {
    /// Goes to a game-turn and step of the sequence of play, and on to the first decision.
    pub fn start_at(&mut self, cx: &mut Context<'_>, start: &Start) -> Result<(), String> {
        let rules = cx.rules;
        let place = rules.turns.iter().position(|turn| turn.turn == start.turn);
        let place = place.ok_or_else(|| format!("the scenario has no game-turn {}", start.turn))?;
        let own: CaseStart = start.own()?;
        self.arrange(rules, start, &own)?;
        self.begin_turn(cx, place);
        if let Some(id) = &own.weather {
            let weather = rules.weather(id).ok_or_else(|| format!("no weather '{id}'"))?;
            self.weather = weather;
        }
        for (id, &guns) in &own.guns {
            let side = rules.side(id).ok_or_else(|| format!("there is no side '{id}'"))?;
            self.guns[side] = guns;
        }
        for (id, points) in &own.air {
            let side = rules.side(id).ok_or_else(|| format!("there is no side '{id}'"))?;
            self.air[side] = AirPoints {
                observation: points.observation,
                ground_attack: points.ground_attack,
                interception: points.interception,
            };
        }
        for label in &own.gas {
            let hex = rules.hex(label).ok_or_else(|| format!("'{label}' is not on the map"))?;
            self.mark_gas(rules, hex, true);
        }
        if let Some(id) = &start.phase {
            let place = rules.phase(id);
            let place = place.ok_or_else(|| format!("no step of the sequence of play '{id}'"))?;
            self.phase = Some(place);
            self.begin_phase(cx);
        }
        self.run(cx);
        Ok(())
    }

    fn arrange(&mut self, rules: &Rules, start: &Start, own: &CaseStart) -> Result<(), String> {
        let find =
            |name: &str| rules.find_unit(name).ok_or_else(|| format!("there is no unit '{name}'"));
        for name in &start.eliminated {
            let unit = find(name)?;
            let face = rules.unit(unit).service_face;
            let state = self.state_mut(unit);
            state.status = if face.is_some() { UnitStatus::Pool } else { UnitStatus::Eliminated };
            state.face = face.unwrap_or(state.face);
        }
        for name in &own.exited {
            let unit = find(name)?;
            let state = self.state_mut(unit);
            state.status = UnitStatus::Exited;
            state.scores = true;
        }
        for (counter, &left) in &own.pool {
            let alike = |unit: &Unit| rules.unit(*unit).counter == *counter;
            if !rules.all_units().any(|unit| alike(&unit)) {
                return Err(format!("there is no counter '{counter}'"));
            }
            let in_pool: Vec<Unit> = rules
                .all_units()
                .filter(|unit| alike(unit) && self.state(*unit).status == UnitStatus::Pool)
                .collect();
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
