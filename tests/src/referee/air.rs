//! Air operations, and the breakdown of divisions.

use salient_kaisers_battle::event::{
    AirAllocation, AirObservation, AirPoints, Breakdown, Interception,
};

use super::book::{self, Side};
use super::force::Where;
use super::order::Order;
use super::{Referee, Ruling, must, same};

/// A side's air points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Air {
    points: u16,
    pub observation: u16,
    pub ground_attack: u16,
    interception: u16,
}

impl Referee<'_> {
    pub fn air_points(&mut self, told: &AirPoints) -> Ruling {
        let AirPoints { side, full, weather, points, rule } = told;
        self.in_step("air-allocation")?;
        let side = Side::of(side)?;
        same("the points in clear weather", *full, book::air_points(side))?;
        same("the weather", weather.as_str(), self.weather)?;
        same("the points", *points, book::air_points_in(self.weather, *full))?;
        same("the rule", rule.as_str(), "KB 12.1")?;
        self.air[side.index()] = Air { points: *points, ..Air::default() };
        Ok(())
    }

    pub fn air_allocation(&mut self, allocation: &AirAllocation) -> Ruling {
        let AirAllocation {
            side,
            observation,
            observation_limit,
            ground_attack,
            interception,
            rule,
        } = allocation;
        self.in_step("air-allocation")?;
        let side = Side::of(side)?;
        let chosen = self.decision(|decider, action| {
            decider == side && matches!(action, Order::AllocateAir { .. })
        });
        let told = Order::AllocateAir {
            observation: *observation,
            ground_attack: *ground_attack,
            interception: *interception,
        };
        same("the allocation decided", chosen, Some(told))?;
        let air = &mut self.air[side.index()];
        same("the points", observation + ground_attack + interception, air.points)?;
        same("the most that observe", *observation_limit, air.points / 2)?;
        must(observation <= observation_limit, "KB 12.21", "too many observe")?;
        air.observation = *observation;
        air.ground_attack = *ground_attack;
        air.interception = *interception;
        same("the rule", rule.as_str(), "KB 12.0")
    }

    pub fn interception(&mut self, told: &Interception) -> Ruling {
        let Interception {
            side,
            points,
            divisor,
            limit,
            observation,
            ground_attack,
            observation_left,
            ground_attack_left,
            rule,
        } = told;
        self.in_step("interception")?;
        let side = Side::of(side)?;
        let own = std::mem::take(&mut self.air[side.index()].interception);
        same("the points", *points, own)?;
        same("the divisor", *divisor, 2)?;
        same("the limit", *limit, own / 2)?;
        let chosen = self.decision(|decider, action| {
            decider == side && matches!(action, Order::Intercept { .. })
        });
        let told = Order::Intercept { observation: *observation, ground_attack: *ground_attack };
        match chosen {
            Some(chosen) => same("the cut decided", chosen, told)?,
            None => same("the cut", (*observation, *ground_attack), (0, 0))?,
        }
        must(observation + ground_attack <= *limit, "KB 12.42", "the cut is too large")?;
        let enemy = &mut self.air[side.enemy().index()];
        let short = || "KB 12.42: there is not so much to cut".to_owned();
        enemy.observation = enemy.observation.checked_sub(*observation).ok_or_else(short)?;
        enemy.ground_attack = enemy.ground_attack.checked_sub(*ground_attack).ok_or_else(short)?;
        same("what is left to observe", *observation_left, enemy.observation)?;
        same("what is left to attack", *ground_attack_left, enemy.ground_attack)?;
        same("the rule", rule.as_str(), "KB 12.41")
    }

    pub fn air_observation(&mut self, told: &AirObservation) -> Ruling {
        let AirObservation { side, hex, left, rule } = told;
        let side = Side::of(side)?;
        same("the phasing side", Some(side), self.phasing())?;
        let id = if side == Side::German { "german-combat" } else { "allied-combat" };
        self.in_step(id)?;
        let fought = self.units.iter().any(|unit| unit.attacked);
        must(!fought, "KB 12.22", "markers are placed as the phase begins")?;
        let chosen = self.decision(|_, action| matches!(action, Order::Observe { .. }));
        same("the marker decided", chosen, Some(Order::Observe { hex: hex.into() }))?;
        let place = self.board.read(hex)?;
        same("the side that is observed", self.holder(place), Some(side.enemy()))?;
        must(self.observed.insert(place), "KB 12.22", "a stack has one marker")?;
        let mine = &mut self.air[side.index()].observation;
        *mine = mine.checked_sub(1).ok_or("KB 12.22: there are no more markers")?;
        same("the markers left", *left, *mine)?;
        same("the rule", rule.as_str(), "KB 12.22")
    }

    pub fn breakdown(&mut self, told: &Breakdown) -> Ruling {
        let Breakdown { unit: name, side, hex, face, into, pool, rule } = told;
        self.in_step("german-breakdown")?;
        same("whose division", Side::of(side)?, Side::German)?;
        let chosen = self.decision(|_, action| matches!(action, Order::BreakDown { .. }));
        same("the breakdown decided", chosen, Some(Order::BreakDown { unit: name.into() }))?;
        let place = self.board.read(hex)?;
        let unit = self.unit_in(name, place, Side::German)?;
        must(unit.division, "KB 13.0", "it is no division")?;
        same("the face", *face, unit.face)?;
        must(!self.zone(place, Side::Allied), "KB 13.11", "it is in a zone of control")?;
        same("the regiments", into.len(), book::BREAKDOWN)?;
        for regiment in into {
            self.units.put_spare(regiment, place)?;
            let regiment = self.units.unit_mut(regiment)?;
            (regiment.fresh, regiment.broken_down) = (true, true);
        }
        self.units.put(name, Where::Gone)?;
        let left = self.units.iter().filter(|u| u.replacement && u.at() == Where::Pool).count();
        same("the regiments left", usize::from(*pool), left)?;
        same("the rule", rule.as_str(), "KB 13.11")
    }
}
