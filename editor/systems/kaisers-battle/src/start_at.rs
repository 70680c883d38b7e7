//! Beginning a game in its midst, for rule cases.

use salient_rules::case::Start;
use salient_rules::game::UnitStatus;
use crate::Cx;
use crate::air::AirPoints;
use crate::position::Position;
use crate::rules::{GERMAN, Rules, Unit, Weather};

impl Position {
    /// Goes to a game-turn and step of the sequence of play, and on to the first decision.
    pub fn start_at(&mut self, cx: &mut Cx<'_>, start: &Start) -> Result<(), String> {
        let rules = cx.rules;
        if start.turn == 0 || usize::from(start.turn) > rules.turns.len() {
            return Err(format!("the scenario has no game-turn {}", start.turn));
        }
        self.arrange(rules, start)?;
        self.begin_turn(cx, start.turn);
        if let Some(id) = &start.weather {
            let weather = Weather::parse(id).ok_or_else(|| format!("no weather '{id}'"))?;
            self.weather = weather;
        }
        for (id, &guns) in &start.guns {
            let side = rules.sides.iter().position(|side| side == id);
            let side = side.ok_or_else(|| format!("there is no side '{id}'"))?;
            self.guns[side] = guns;
        }
        for (id, points) in &start.air {
            let side = rules.sides.iter().position(|side| side == id);
            let side = side.ok_or_else(|| format!("there is no side '{id}'"))?;
            self.air[side] = AirPoints {
                observation: points.observation,
                ground_attack: points.ground_attack,
                interception: points.interception,
            };
        }
        for label in &start.gas {
            let hex = rules.map.grid().parse(label);
            let hex = hex.ok_or_else(|| format!("'{label}' is not on the map"))?;
            self.mark_gas(rules, hex, true);
        }
        if let Some(id) = &start.phase {
            let place = rules.stages.iter().position(|stage| stage.id == *id);
            let place = place.ok_or_else(|| format!("no step of the sequence of play '{id}'"))?;
            self.stage = place + 1;
            self.begin_stage(cx);
        }
        self.run(cx);
        Ok(())
    }

    fn arrange(&mut self, rules: &Rules, start: &Start) -> Result<(), String> {
        let find =
            |name: &str| rules.find_unit(name).ok_or_else(|| format!("there is no unit '{name}'"));
        for name in &start.eliminated {
            let unit = find(name)?;
            let face = rules.unit(unit).service_face;
            let state = self.state_mut(unit);
            state.status = if face.is_some() { UnitStatus::Pool } else { UnitStatus::Eliminated };
            state.face = face.unwrap_or(state.face);
        }
        for name in &start.exited {
            let unit = find(name)?;
            let state = self.state_mut(unit);
            state.status = UnitStatus::Exited;
            state.scores = true;
        }
        for (counter, &left) in &start.pool {
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
        for (label, side) in &start.towns {
            let hex = rules.map.grid().parse(label);
            let town = hex.and_then(|hex| rules.town_at[hex.index()]);
            let town = town.ok_or_else(|| format!("there is no town in '{label}'"))?;
            let holder = rules.sides.iter().position(|known| known == side);
            self.town_holder[usize::from(town)] = holder.unwrap_or(GERMAN) as u8;
        }
        Ok(())
    }
}
