//! SW 12.0 Regular movement, with what zones of control do to it (10.4).

use crate::event::{Detail, Move};
use salient_schema::event::MoveStep;

use crate::context::Context;
use crate::position::{Decision, Position, Supply};
use crate::rules::{ALLIED, GERMAN, Procedure, Rules, Unit, UnitKind, Weather};
use crate::terrain::Mover;
use salient_hex::grid::{Direction, Hex};
use salient_hex::path::{Reach, Step};
use salient_rules::action::Violation;

/// A legal move, with the cost of each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub steps: Vec<StepCost>,
    /// What it costs; a unit that has less goes its one hex for all that it has (SW 12.3).
    pub cost: i32,
}

/// The cost of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCost {
    pub hex: Hex,
    pub terrain: i32,
    pub hexside: i32,
    pub controlled: bool,
}

impl StepCost {
    fn total(self) -> i32 {
        self.terrain + self.hexside
    }

    pub fn event(self, rules: &Rules) -> MoveStep {
        MoveStep {
            hex: rules.label(self.hex).to_owned(),
            terrain: self.terrain,
            hexside: self.hexside,
            zoc: 0,
            gas: 0,
            cost: self.total(),
            controlled: self.controlled,
        }
    }
}

impl Position {
    pub fn begin_movement(&mut self, rules: &Rules, side: usize) {
        for (unit, def) in self.units.iter_mut().zip(&rules.units) {
            if def.side == side {
                unit.origin = unit.hex;
                unit.spent = 0;
                unit.halted = false;
                unit.moved = false;
                unit.course = 0;
            }
        }
        self.decision = Decision::Move { side };
    }

    /// SW 15.3: who stands with tanks when the phase ends may infiltrate with them.
    pub fn end_movement(&mut self, rules: &Rules, side: usize) {
        if side != ALLIED {
            return;
        }
        let tanks: Vec<Hex> = self
            .on_map(rules, side)
            .filter(|&unit| rules.unit(unit).is_tank())
            .filter_map(|unit| self.hex(unit))
            .collect();
        for hex in tanks {
            let stack: Vec<Unit> = self.stack(hex).collect();
            for unit in stack {
                self.state_mut(unit).with_tanks = true;
            }
        }
    }

    /// Movement points of a unit for the phase: printed, less the influenza (SW 16.2), halved
    /// without regular supply (7.2), fractions up.
    pub fn allowance(&self, rules: &Rules, unit: Unit) -> i32 {
        let printed = self.face(rules, unit).movement;
        let sick = if self.influenza_now() { rules.constants.influenza_movement } else { 0 };
        let full = (printed - sick).max(0);
        match self.state(unit).supply {
            Supply::Regular => full,
            _ => halved(full, rules.constants.supply_divisor),
        }
    }

    /// Movement points that it has left in the phase.
    pub fn points_left(&self, rules: &Rules, unit: Unit) -> i32 {
        (self.allowance(rules, unit) - i32::from(self.state(unit).spent)).max(0)
    }

    pub fn mover(rules: &Rules, unit: Unit) -> Mover {
        let def = rules.unit(unit);
        match def.side {
            _ if def.alpine => Mover::Alpine,
            GERMAN => Mover::German,
            _ => Mover::Allied,
        }
    }

    /// Whether a unit may move at all now.
    pub fn may_move(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        let phase = self.phase_def(rules).filter(|phase| phase.procedure == Procedure::Movement);
        let side = phase.and_then(|phase| phase.side);
        let def = rules.unit(unit);
        if side != Some(def.side) || !def.on_ground() {
            return Err(Violation::new(
                "SW 12.1",
                "only the phasing player's ground units move, in his Regular Movement Phase",
            ));
        }
        let state = self.state(unit);
        if state.hex.is_none() {
            return Err(Violation::new("SW 12.1", "the unit is not on the map"));
        }
        if state.railed {
            return Err(Violation::new("SW 11.6", "the unit has used strategic movement"));
        }
        if state.halted {
            let caught = state.hex.is_some_and(|hex| self.in_ezoc(hex, def.side));
            let rule = if caught { "SW 10.4" } else { "SW 12.3" };
            return Err(Violation::new(rule, "the unit may move no farther in this phase"));
        }
        if state.moved && state.course == 0 {
            return Err(Violation::new(
                "SW 12.6",
                "another unit has begun to move since: this one has finished",
            ));
        }
        Ok(())
    }

    /// SW 12.2, 12.6: who begins to move, or goes on, ends the moves of all others but of those
    /// that he has left behind, and whom they have left behind in turn.
    fn take_course(&mut self, units: &[Unit]) {
        let before = units.iter().map(|&unit| self.state(unit).course).min().unwrap_or(0);
        for unit in &mut self.units {
            if unit.course > before {
                unit.course = 0;
            }
        }
        for &unit in units {
            self.state_mut(unit).course = before.saturating_add(1);
        }
    }

    /// Whether a unit's ground, stack and neighbours let it into a hex.
    fn may_enter(
        &self,
        rules: &Rules,
        units: &[Unit],
        from: Hex,
        to: Hex,
    ) -> Result<(), Violation> {
        let Some(&first) = units.first() else { return Ok(()) };
        let side = rules.unit(first).side;
        let label = rules.label(to);
        if self.enemy_in(to, side) {
            return Err(Violation::new("SW 12.4", format!("an enemy unit is in {label}")));
        }
        let guns = units.iter().any(|&unit| rules.unit(unit).kind == UnitKind::Guns);
        if guns && !self.guns_may_enter(rules, from, to) {
            return Err(Violation::new("SW 14.2", format!("the guns do not enter {label}")));
        }
        if guns && self.next_to_enemy(rules, to, side) {
            return Err(Violation::new(
                "SW 14.2",
                format!("the guns do not move next to an Allied unit, as {label} is"),
            ));
        }
        self.check_stack(rules, units, to)
    }

    /// SW 14.2: the guns keep out of marsh and mountain; out of a flood plain that has become a
    /// marsh they go towards dry ground only, through such flood plain if they must.
    fn guns_may_enter(&self, rules: &Rules, from: Hex, to: Hex) -> bool {
        let ground = &rules.ground;
        if ground.guns_may_enter(self.weather, from) {
            return ground.guns_may_enter(self.weather, to);
        }
        if !ground.guns_may_enter(Weather::Dry, to) {
            return false;
        }
        let left = |hex: Hex| {
            let dry = rules.map.grid().hexes().filter(|&dry| {
                ground.is_playable(dry)
                    && ground.guns_may_enter(self.weather, dry)
                    && self.controls(dry, GERMAN)
            });
            dry.map(|dry| rules.map.grid().distance(hex, dry)).min()
        };
        left(to) < left(from)
    }

    /// The same as [`Position::may_enter`] for one unit, without words.
    fn lets_in(&self, rules: &Rules, unit: Unit, from: Hex, to: Hex) -> bool {
        let side = rules.unit(unit).side;
        let guns = rules.unit(unit).kind == UnitKind::Guns;
        let guns_may =
            || self.guns_may_enter(rules, from, to) && !self.next_to_enemy(rules, to, side);
        !self.enemy_in(to, side) && (!guns || guns_may()) && self.fits(rules, unit, to)
    }

    /// Finds where a unit that may move can go.
    pub fn find_moves(&self, rules: &Rules, unit: Unit, reach: &mut Reach) {
        self.find_moves_beyond(rules, unit, 0, reach);
    }

    /// The same, with hexes that cost up to so much more than the unit has left.
    pub fn find_moves_beyond(&self, rules: &Rules, unit: Unit, beyond: u32, reach: &mut Reach) {
        let Some(start) = self.hex(unit) else { return };
        let side = rules.unit(unit).side;
        let mover = Self::mover(rules, unit);
        let at_start = !self.state(unit).moved;
        let budget = self.points_left(rules, unit) as u32;
        let starts_controlled = self.in_ezoc(start, side);
        let most = budget.max(1).saturating_add(beyond);
        reach.search(&rules.map, start, most, |from, direction, to| {
            let Some(cost) = self.step(rules, mover, from, direction, to) else {
                return Step::Barred;
            };
            let first = from == start;
            let controlled = self.in_ezoc(to, side);
            if first && starts_controlled && controlled {
                return Step::Barred;
            }
            if !self.lets_in(rules, unit, from, to) {
                return Step::Barred;
            }
            let cost = cost as u32;
            if first && cost > budget {
                // SW 12.3: one hex can always be entered, and then the move is over.
                return if at_start { Step::Halt(budget.max(1)) } else { Step::Barred };
            }
            if controlled { Step::Halt(cost) } else { Step::Through(cost) }
        });
    }

    /// Movement points of a step by ground alone (SW 12.11); none where no unit may go.
    pub fn step(
        &self,
        rules: &Rules,
        mover: Mover,
        from: Hex,
        direction: Direction,
        to: Hex,
    ) -> Option<i32> {
        let terrain = rules.ground.enter(self.weather, mover, to)?;
        Some(terrain + rules.ground.cross(self.weather, from, direction)?)
    }

    /// Checks a move of units that go together and counts its cost; nothing is changed.
    pub fn check_move(
        &self,
        rules: &Rules,
        units: &[Unit],
        path: &[Hex],
    ) -> Result<Trace, Violation> {
        let Some((&first, rest)) = units.split_first() else {
            return Err(Violation::new("SW 12.5", "a stack has at least one unit"));
        };
        for &unit in units {
            self.may_move(rules, unit)?;
        }
        let state = self.state(first);
        let together = |unit: &Unit| {
            let other = self.state(*unit);
            other.hex == state.hex && other.origin == state.origin && *unit != first
        };
        if !rest.iter().all(together) {
            return Err(Violation::new(
                "SW 12.5",
                "units that move together began the phase in one hex and stand in one",
            ));
        }
        let Some(start) = state.hex else {
            return Err(Violation::new("SW 12.1", "the unit is not on the map"));
        };
        if path.is_empty() {
            return Err(Violation::new("SW 12.1", "a move enters at least one hex"));
        }
        let side = rules.unit(first).side;
        // SW 12.7: together they are as slow as the slowest.
        let budget = units.iter().map(|&unit| self.points_left(rules, unit)).min().unwrap_or(0);
        let mut steps = Vec::with_capacity(path.len());
        let mut from = start;
        let mut cost = 0;
        for (i, &to) in path.iter().enumerate() {
            let step = self.check_step(rules, side, units, (from, i == 0), to)?;
            cost += step.total();
            steps.push(step);
            from = to;
        }
        self.check_company(rules, units, path)?;
        let fresh = units.iter().all(|&unit| !self.state(unit).moved);
        if cost > budget && (path.len() > 1 || !fresh) {
            return Err(Violation::new(
                "SW 12.2",
                format!("the move costs {cost} movement points of {budget}"),
            ));
        }
        Ok(Trace { steps, cost })
    }

    fn check_step(
        &self,
        rules: &Rules,
        side: usize,
        units: &[Unit],
        (from, first): (Hex, bool),
        to: Hex,
    ) -> Result<StepCost, Violation> {
        let label = rules.label(to);
        let direction = rules.map.grid().direction_to(from, to).ok_or_else(|| {
            Violation::new("SW 12.1", format!("{label} is not adjacent to {}", rules.label(from)))
        })?;
        // The slowest over this ground: only the Alpenkorps is quicker.
        let costs = units
            .iter()
            .map(|&unit| rules.ground.enter(self.weather, Self::mover(rules, unit), to));
        let terrain = costs.max().flatten();
        let hexside = rules.ground.cross(self.weather, from, direction);
        let (Some(terrain), Some(hexside)) = (terrain, hexside) else {
            return Err(Violation::new("SW 12.3", format!("no unit goes to {label} from there")));
        };
        let leaves = self.in_ezoc(from, side);
        if leaves && !first {
            return Err(Violation::new(
                "SW 10.4",
                format!(
                    "{} is in an enemy zone of control: the move ends there",
                    rules.label(from)
                ),
            ));
        }
        let controlled = self.in_ezoc(to, side);
        if controlled && leaves {
            return Err(Violation::new(
                "SW 10.4",
                format!("no unit moves from one enemy zone of control to another: {label}"),
            ));
        }
        self.may_enter(rules, units, from, to)?;
        Ok(StepCost { hex: to, terrain, hexside, controlled })
    }

    /// Carries out a move that [`Position::check_move`] allowed.
    pub fn do_move(&mut self, cx: &mut Context<'_>, units: &[Unit], trace: &Trace) {
        let rules = cx.rules;
        let Some(last) = trace.steps.last().copied() else { return };
        self.take_course(units);
        for &unit in units {
            let Some(from) = self.hex(unit) else { continue };
            let allowance = self.points_left(rules, unit);
            let one_hex_minimum = trace.cost > allowance;
            let spent = trace.cost.min(allowance);
            self.emit(cx, || {
                let def = rules.unit(unit);
                Detail::Move(Move {
                    unit: def.name.clone(),
                    side: rules.sides[def.side].clone(),
                    from: rules.label(from).to_owned(),
                    steps: trace.steps.iter().map(|step| step.event(rules)).collect(),
                    printed_allowance: self.face(rules, unit).movement,
                    multiplier: 1,
                    allowance,
                    spent,
                    one_hex_minimum,
                    exits: false,
                    rule: if one_hex_minimum { "SW 12.3" } else { "SW 12.1" }.to_owned(),
                })
            });
            let state = self.state_mut(unit);
            state.moved = true;
            state.spent = state.spent.saturating_add(spent.clamp(0, 255) as u8);
            state.halted = last.controlled || one_hex_minimum;
        }
        for step in &trace.steps {
            if let Some(&unit) = units.first() {
                self.take_hex(cx, unit, step.hex);
            }
            // On the way they stand with whoever is there (SW 9.2, 9.6).
            self.pass_through(rules, units, step.hex);
        }
        for &unit in units {
            self.shift(rules, unit, last.hex);
        }
        self.mark_interstacked(rules, last.hex);
    }

    /// Americans that pass another army's hex, or are passed, have stood together.
    fn pass_through(&mut self, rules: &Rules, units: &[Unit], hex: Hex) {
        let Some(&first) = units.first() else { return };
        let army = rules.unit(first).nation;
        if self.stack(hex).all(|unit| rules.unit(unit).nation == army) {
            return;
        }
        let there: Vec<Unit> = self.stack(hex).collect();
        for unit in there.into_iter().chain(units.iter().copied()) {
            if rules.unit(unit).american_division {
                self.state_mut(unit).interstacked = true;
            }
        }
    }

    /// Whether the phase may end: guns in a marsh must come out of it (SW 14.2).
    pub fn check_movement_done(&self, rules: &Rules, side: usize) -> Result<(), Violation> {
        match self.guns_to_move(rules, side) {
            None => Ok(()),
            Some(_) => {
                Err(Violation::new("SW 14.2", "the guns stand in a marsh and must come out of it"))
            }
        }
    }

    /// The guns that must move before the phase may end (SW 14.2), if they can.
    pub fn guns_to_move(&self, rules: &Rules, side: usize) -> Option<Unit> {
        let stuck = |unit: Unit| {
            rules.unit(unit).kind == UnitKind::Guns
                && !self.state(unit).moved
                && !self.state(unit).railed
                && self.hex(unit).is_some_and(|hex| !rules.ground.guns_may_enter(self.weather, hex))
        };
        let guns = self.on_map(rules, side).find(|&unit| stuck(unit))?;
        let mut reach = Reach::default();
        self.find_moves(rules, guns, &mut reach);
        (reach.reached().len() > 1).then_some(guns)
    }
}

/// Half of something, fractions up (SW 7.2).
pub fn halved(whole: i32, divisor: i32) -> i32 {
    (whole + divisor - 1) / divisor.max(1)
}
