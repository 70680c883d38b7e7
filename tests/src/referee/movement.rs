//! Moves, zones of control, stacking, supply and leaving the map.

use salient_kaisers_battle::event::{Exit, Move};
use salient_schema::event::{MoveStep, SupplyState};

use super::board::Place;
use super::book::{STACKING_LIMIT, Side};
use super::force::Where;
use super::order::Order;
use super::{Referee, Ruling, must, same};

/// A unit that has moved to the edge and is about to leave by it.
#[derive(Debug)]
pub struct Leaving {
    unit: String,
    from: Place,
    cost: i32,
    spent: i32,
    allowance: i32,
}

impl Referee<'_> {
    pub fn moves(&mut self, moved: &Move) -> Ruling {
        let Move {
            unit: name,
            side,
            from,
            steps,
            printed_allowance,
            multiplier,
            allowance,
            spent,
            one_hex_minimum,
            exits,
            rule,
        } = moved;
        let side = Side::of(side)?;
        let second = match self.step.map(|step| self.sequence[step].id.as_str()) {
            Some("german-first-segment" | "allied-first-segment") => false,
            Some("german-second-segment" | "allied-second-segment") => true,
            _ => return Err("KB 4.2: units move in movement segments".to_owned()),
        };
        let start = self.board.read(from)?;
        let unit = self.unit_in(name, start, side)?;
        same("the phasing side", Some(side), self.phasing())?;
        must(!unit.moved, "KB 5.11", "it has moved")?;
        must(!second || !unit.headquarters, "KB 5.23", "headquarters move first")?;
        must(!unit.fresh, "KB 13.12", "it was broken down this turn")?;
        let printed = unit.printed().movement;
        same("the printed allowance", *printed_allowance, printed)?;
        same("the multiplier", *multiplier, if second { 3 } else { 1 })?;
        same("the allowance", *allowance, printed * multiplier)?;
        self.count_against_limit(name)?;

        let told = self.decision(|_, action| matches!(action, Order::Move { .. }));
        let path = steps.iter().map(|step| step.hex.as_str().into()).collect();
        let chosen = Order::Move { unit: name.into(), path, exit: *exits };
        same("the move decided", told, Some(chosen))?;

        let controlled = self.zone(start, side.enemy());
        must(!second || !controlled, "KB 5.22", "it starts in a zone of control")?;
        let mut places = vec![start];
        let mut cost = 0;
        let mut halted = false;
        for (i, step) in steps.iter().enumerate() {
            must(!halted, "KB 5.13", "it must stop in a zone of control")?;
            let last = places[places.len() - 1];
            let leaves = i == 0 && controlled;
            let zoc = if leaves { printed / 2 } else { 0 };
            let place = self.step(step, last, side, zoc)?;
            cost += step.cost;
            must(!(leaves && step.controlled), "KB 5.13", "it goes from zone to zone")?;
            must(!(second && step.controlled), "KB 5.22", "it enters a zone of control")?;
            halted = step.controlled;
            places.push(place);
        }
        let last = places[places.len() - 1];
        let mut hexes = steps.len();
        if *exits {
            must(side == Side::German, "KB 20.2", "only Germans leave the map")?;
            must(last.0 == 1, "KB 20.2", "they leave by the western edge")?;
            must(!halted, "KB 5.13", "it must stop in a zone of control")?;
            let zoc = if steps.is_empty() && controlled { printed / 2 } else { 0 };
            let exit = self.board.cost(last) * self.gas_factor(last) + zoc;
            cost += exit;
            hexes += 1;
            self.leaving = Some(Leaving {
                unit: name.clone(),
                from: last,
                cost: exit,
                spent: cost,
                allowance: *allowance,
            });
        }
        must(hexes > 0, "KB 5.0", "it goes nowhere")?;
        same("the points spent", *spent, cost)?;
        same("whether it is the one hex of KB 5.15", *one_hex_minimum, cost > *allowance)?;
        must(hexes == 1 || cost <= *allowance, "KB 5.0", "it spends more than it has")?;
        let cited = match (cost > *allowance, second) {
            (true, _) => "KB 5.15",
            (false, true) => "KB 5.22",
            (false, false) => "KB 5.21",
        };
        same("the rule", rule.as_str(), cited)?;
        self.units.put(name, Where::Map(last))?;
        self.units.unit_mut(name)?.moved = true;
        self.enter(name, &places[1..]);
        Ok(())
    }

    /// A step of a move or an advance.
    pub fn step(
        &self,
        step: &MoveStep,
        from: Place,
        side: Side,
        leaving_zone: i32,
    ) -> Result<Place, String> {
        let MoveStep { hex, terrain, hexside, zoc, gas, cost, controlled } = step;
        let place = self.board.read(hex)?;
        must(self.board.around(from).any(|other| other == place), "KB 5.0", "hexes touch")?;
        must(self.holder(place) != Some(side.enemy()), "KB 5.12", "an enemy is there")?;
        let ground = self.board.cost(place);
        same("the cost of the hex", *terrain, ground)?;
        same("the cost of the hexside", *hexside, self.board.crossing(from, place))?;
        same("the cost of leaving a zone of control", *zoc, leaving_zone)?;
        same("the cost of gas", *gas, ground * (self.gas_factor(place) - 1))?;
        same("the cost of the step", *cost, terrain + hexside + zoc + gas)?;
        same("whether the hex is controlled", *controlled, self.zone(place, side.enemy()))?;
        Ok(place)
    }

    /// KB 17.1: counts a unit that moves in the opening.
    fn count_against_limit(&mut self, name: &str) -> Ruling {
        let turn = self.turn;
        let unit = self.unit(name)?;
        let (free, arrived, side) = (unit.free, unit.arrived, unit.side);
        let corps = unit.corps().cloned();
        // KB 17.14.
        if turn > 2 || arrived == turn {
            return Ok(());
        }
        if side == Side::German {
            if !free {
                let left = self.limits.german.filter(|left| *left > 0);
                self.limits.german = Some(left.ok_or("KB 17.11, 17.12: it may not move")? - 1);
            }
            return Ok(());
        }
        must(self.limits.corps.len() == 2, "KB 17.13", "two dice are thrown")?;
        for (limited, left) in &mut self.limits.corps {
            if corps.as_ref() == Some(limited) {
                *left = left.checked_sub(1).ok_or("KB 17.13: it may not move")?;
            }
        }
        Ok(())
    }

    pub fn exits(&mut self, exit: &Exit) -> Ruling {
        let Exit {
            unit: name,
            side,
            from,
            cost,
            spent,
            allowance,
            supply,
            supply_distance,
            scores,
            rule,
        } = exit;
        let leaving = self.leaving.take().ok_or("KB 20.2: nobody leaves")?;
        same("who leaves", name, &leaving.unit)?;
        same("whose", Side::of(side)?, Side::German)?;
        same("where", self.board.read(from)?, leaving.from)?;
        same("the cost of leaving", *cost, leaving.cost)?;
        same("the points spent", *spent, leaving.spent)?;
        same("the allowance", *allowance, leaving.allowance)?;
        let found = self.supply(leaving.from, Side::German);
        same("the supply", (*supply, *supply_distance), found)?;
        same("whether it scores (KB 20.12)", *scores, found.0 != SupplyState::Isolated)?;
        same("the rule", rule.as_str(), "KB 20.2")?;
        self.units.put(name, Where::Exited { scores: *scores })
    }

    /// KB 14.1, 17.5: the supply of a unit of a side in a hex.
    pub fn supply(&self, place: Place, side: Side) -> (SupplyState, Option<u32>) {
        if side == Side::German && self.turn <= 2 {
            return (SupplyState::InSupply, None);
        }
        let headquarters = |referee: &Self, place: Place| {
            referee.stack(place).any(|unit| unit.headquarters && unit.side == side)
        };
        let length = self.line(place, side, u32::MAX - 1, headquarters);
        let state = match length {
            Some(..=6) => SupplyState::InSupply,
            Some(..=12) => SupplyState::OutOfCommunications,
            Some(_) => SupplyState::OutOfSupply,
            None => SupplyState::Isolated,
        };
        (state, length)
    }

    fn stacking(&self, place: Place) -> i32 {
        self.stack(place).map(|unit| unit.printed().stacking).sum()
    }

    /// KB 7.0, 15.15: whether a stack is too high to end a movement phase.
    pub fn too_high(&self, place: Place) -> bool {
        self.stacking(place) > STACKING_LIMIT && !self.entered.contains(&place)
    }

    pub fn stacking_of(&self, place: Place) -> i32 {
        self.stacking(place)
    }

    /// The end of a movement phase: KB 7.21, 9.34.
    pub fn end_movement(&mut self) -> Ruling {
        let side = self.phasing().ok_or("KB 4.2: a movement phase has a side")?;
        for (unit, place) in self.on_map(side) {
            must(!self.too_high(place), "KB 7.21", &format!("{} is too high", unit.name))?;
            let paid = self.gas_factor(place) == 1 || self.gas_paid.contains(&place);
            must(paid, "KB 9.34", &format!("{} is under gas", unit.name))?;
        }
        for unit in self.units.iter_mut() {
            unit.fresh = false;
        }
        Ok(())
    }
}
