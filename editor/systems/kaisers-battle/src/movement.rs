//! KB 5.0 Movement, with what zones of control do to it (KB 6.2) and leaving the map (KB 20.2).

use crate::event::{Detail, Exit, Move};
use salient_schema::event::{Control, EventKind, MoveStep};

use crate::context::Context;
use crate::position::Position;
use crate::rules::{GERMAN, Procedure, Rules, Unit};
use crate::supply::Supply;
use salient_hex::grid::{Direction, Hex};
use salient_hex::path::{Reach, Step};
use salient_rules::action::Violation;
use salient_rules::game::UnitStatus;

/// What a unit may spend in a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub printed: i32,
    pub multiplier: i32,
    pub total: i32,
    /// What leaving an enemy zone of control costs (KB 5.13).
    pub zoc_exit: i32,
    pub second: bool,
}

/// A legal move, with the cost of each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub allowance: Allowance,
    pub steps: Vec<StepCost>,
    /// What leaving the map costs, if it does.
    pub exit: Option<i32>,
    pub spent: i32,
    /// It is the one hex that a unit may always move (KB 5.15).
    pub one_hex_minimum: bool,
}

/// The cost of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCost {
    pub hex: Hex,
    pub terrain: i32,
    pub hexside: i32,
    pub zoc: i32,
    /// What gas adds to the hex (KB 9.34).
    pub gas: i32,
    pub controlled: bool,
}

impl StepCost {
    pub fn total(self) -> i32 {
        self.terrain + self.hexside + self.zoc + self.gas
    }

    pub fn event(self, rules: &Rules) -> MoveStep {
        MoveStep {
            hex: rules.label(self.hex).to_owned(),
            terrain: self.terrain,
            hexside: self.hexside,
            zoc: self.zoc,
            gas: self.gas,
            cost: self.total(),
            controlled: self.controlled,
        }
    }
}

impl Position {
    /// The segment that is being played.
    pub fn segment(&self, rules: &Rules) -> Option<(usize, bool)> {
        match self.phase_def(rules)?.procedure {
            Procedure::Movement { side, second } => Some((side, second)),
            _ => None,
        }
    }

    /// What a unit may spend in this segment (KB 5.21, 5.22).
    pub fn allowance(&self, rules: &Rules, unit: Unit, second: bool) -> Allowance {
        let printed = self.face(rules, unit).movement;
        let multiplier = if second { rules.constants.second_segment_multiplier } else { 1 };
        Allowance {
            printed,
            multiplier,
            total: printed * multiplier,
            zoc_exit: printed / rules.constants.ezoc_exit_divisor,
            second,
        }
    }

    /// Whether a unit may move at all in this segment.
    pub fn may_move(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        let Some((side, second)) = self.segment(rules) else {
            return Err(Violation::new("KB 4.2", "units move in a movement segment only"));
        };
        let def = rules.unit(unit);
        if def.side != side {
            return Err(Violation::new("KB 5.11", "only the phasing player's units move"));
        }
        let Some(hex) = self.hex(unit) else {
            return Err(Violation::new("KB 5.0", "the unit is not on the map"));
        };
        if self.state(unit).moved {
            return Err(Violation::new("KB 5.11", "the unit has moved in this phase"));
        }
        if self.state(unit).fresh {
            return Err(Violation::new(
                "KB 13.12",
                "a regiment of a division that broke down this turn does not move yet",
            ));
        }
        if second && def.headquarters {
            return Err(Violation::new(
                "KB 5.23",
                "headquarters move in the first movement segment only",
            ));
        }
        if second && self.enemy_controlled(hex, side) {
            return Err(Violation::new(
                "KB 5.22",
                "a unit in an enemy zone of control does not move in the second segment",
            ));
        }
        self.opening_allows(rules, unit)
    }

    /// Finds where a unit that may move can go in this segment.
    pub fn find_moves(&self, rules: &Rules, unit: Unit, reach: &mut Reach) {
        self.find_moves_beyond(rules, unit, 0, reach);
    }

    /// The same, with hexes that cost up to so much more than the unit may spend.
    pub fn find_moves_beyond(&self, rules: &Rules, unit: Unit, beyond: u32, reach: &mut Reach) {
        let (Some((side, second)), Some(start)) = (self.segment(rules), self.hex(unit)) else {
            return;
        };
        let allowance = self.allowance(rules, unit, second);
        let budget = allowance.total.max(0) as u32;
        let starts_controlled = self.enemy_controlled(start, side);
        let map = &rules.map;
        reach.search(map, start, budget.saturating_add(beyond), |from, direction, to| {
            let Some(step) = map.step_cost(from, direction) else { return Step::Barred };
            if self.enemy_in(to, side) {
                return Step::Barred;
            }
            let controlled = self.enemy_controlled(to, side);
            let first = from == start;
            let leaves = first && starts_controlled;
            if controlled && (second || leaves) {
                return Step::Barred;
            }
            let gas = self.gas_to(rules, to);
            let cost = (step + gas + if leaves { allowance.zoc_exit } else { 0 }) as u32;
            // KB 5.15: one hex can always be entered, and then the move is over.
            let cost = if first { cost.min(budget) } else { cost };
            if controlled { Step::Halt(cost) } else { Step::Through(cost) }
        });
    }

    /// Whether a unit can leave the map from a hex that [`Position::find_moves`] found.
    pub fn can_exit(&self, rules: &Rules, unit: Unit, reach: &Reach, hex: Hex) -> bool {
        let Some((side, second)) = self.segment(rules) else { return false };
        if side != GERMAN || !rules.ground(hex).west_edge {
            return false;
        }
        if self.hex(unit) == Some(hex) {
            // KB 5.15: off the map from where it stands is its one hex, whatever it costs.
            return true;
        }
        if self.enemy_controlled(hex, side) {
            return false;
        }
        let (Some(spent), Some(cost)) = (reach.cost(hex), rules.map.hex_cost(hex)) else {
            return false;
        };
        spent as i32 + cost + self.gas_to(rules, hex) <= self.allowance(rules, unit, second).total
    }

    /// Checks a move and counts its cost; nothing is changed.
    pub fn check_move(
        &self,
        rules: &Rules,
        unit: Unit,
        path: &[Hex],
        exit: bool,
    ) -> Result<Trace, Violation> {
        self.may_move(rules, unit)?;
        let (Some((side, second)), Some(start)) = (self.segment(rules), self.hex(unit)) else {
            return Err(Violation::new("KB 5.0", "the unit is not on the map"));
        };
        let allowance = self.allowance(rules, unit, second);
        if path.is_empty() && !exit {
            return Err(Violation::new("KB 5.0", "a move enters at least one hex"));
        }
        let mut steps = Vec::with_capacity(path.len());
        let mut from = start;
        let mut spent = 0;
        for (i, &to) in path.iter().enumerate() {
            let step = self.check_step(rules, side, allowance, (from, i == 0), to)?;
            spent += step.total();
            steps.push(step);
            from = to;
        }
        let at_once = path.is_empty();
        let exit = match exit {
            true => Some(self.check_exit(rules, side, allowance, (from, at_once))?),
            false => None,
        };
        spent += exit.unwrap_or(0);
        let one_hex_minimum = spent > allowance.total;
        if one_hex_minimum && path.len() + usize::from(exit.is_some()) > 1 {
            let rule = if second { "KB 5.22" } else { "KB 5.21" };
            return Err(Violation::new(
                rule,
                format!("the move costs {spent} movement points of {}", allowance.total),
            ));
        }
        Ok(Trace { allowance, steps, exit, spent, one_hex_minimum })
    }

    fn check_step(
        &self,
        rules: &Rules,
        side: usize,
        allowance: Allowance,
        (from, first): (Hex, bool),
        to: Hex,
    ) -> Result<StepCost, Violation> {
        let label = rules.label(to);
        let step = self.step_cost(rules, from, to)?;
        if self.enemy_in(to, side) {
            return Err(Violation::new("KB 5.12", format!("an enemy unit is in {label}")));
        }
        let controlled = self.enemy_controlled(to, side);
        let leaves = self.enemy_controlled(from, side);
        // Who comes back to where he began has entered a zone of control, too.
        if leaves && !first {
            return Err(Violation::new(
                "KB 5.13",
                format!(
                    "{} is in an enemy zone of control: the move ends there",
                    rules.label(from)
                ),
            ));
        }
        if controlled && allowance.second {
            return Err(Violation::new(
                "KB 5.22",
                format!("{label} is in an enemy zone of control: not in the second segment"),
            ));
        }
        if controlled && leaves {
            return Err(Violation::new(
                "KB 5.13",
                format!("no unit moves from one enemy zone of control to another: {label}"),
            ));
        }
        let zoc = if leaves { allowance.zoc_exit } else { 0 };
        Ok(StepCost { zoc, controlled, ..step })
    }

    /// KB 20.2: Germans may leave by the western edge at the cost of the hex they leave from.
    fn check_exit(
        &self,
        rules: &Rules,
        side: usize,
        allowance: Allowance,
        (from, at_once): (Hex, bool),
    ) -> Result<i32, Violation> {
        if side != GERMAN {
            return Err(Violation::new("KB 20.2", "only German units leave the map"));
        }
        if !rules.ground(from).west_edge {
            return Err(Violation::new(
                "KB 20.2",
                format!("{} is not on the western edge", rules.label(from)),
            ));
        }
        let controlled = self.enemy_controlled(from, side);
        if controlled && !at_once {
            return Err(Violation::new(
                "KB 5.13",
                format!(
                    "{} is in an enemy zone of control: the move ends there",
                    rules.label(from)
                ),
            ));
        }
        let zoc = if controlled { allowance.zoc_exit } else { 0 };
        Ok(rules.map.hex_cost(from).unwrap_or(0) + self.gas_to(rules, from) + zoc)
    }

    /// The cost of a step to an adjacent hex by ground and gas (KB 5.31, 9.34).
    pub fn step_cost(&self, rules: &Rules, from: Hex, to: Hex) -> Result<StepCost, Violation> {
        let step = step_cost(rules, from, to)?;
        Ok(StepCost { gas: self.gas_to(rules, to), ..step })
    }

    /// Carries out a move that [`Position::check_move`] allowed.
    pub fn do_move(&mut self, cx: &mut Context<'_>, unit: Unit, trace: &Trace) {
        let Some(from) = self.hex(unit) else { return };
        let rules = cx.rules;
        let side = rules.unit(unit).side;
        self.opening_counts(rules, unit);
        self.emit(cx, || {
            Detail::Move(Move {
                unit: rules.unit(unit).name.clone(),
                side: rules.sides[side].clone(),
                from: rules.label(from).to_owned(),
                steps: trace.steps.iter().map(|step| step.event(rules)).collect(),
                printed_allowance: trace.allowance.printed,
                multiplier: trace.allowance.multiplier,
                allowance: trace.allowance.total,
                spent: trace.spent,
                one_hex_minimum: trace.one_hex_minimum,
                exits: trace.exit.is_some(),
                rule: match (trace.one_hex_minimum, trace.allowance.second) {
                    (true, _) => "KB 5.15",
                    (false, true) => "KB 5.22",
                    (false, false) => "KB 5.21",
                }
                .to_owned(),
            })
        });
        for step in &trace.steps {
            self.take_town(cx, unit, step.hex);
        }
        let last = trace.steps.last().map_or(from, |step| step.hex);
        self.state_mut(unit).moved = true;
        if last != from {
            self.shift(rules, unit, last);
        }
        if let Some(cost) = trace.exit {
            self.do_exit(cx, unit, last, cost, trace);
        }
    }

    fn do_exit(&mut self, cx: &mut Context<'_>, unit: Unit, from: Hex, cost: i32, trace: &Trace) {
        let rules = cx.rules;
        let supply = self.supply_of(rules, unit, from);
        // KB 20.12: an isolated unit scores nothing.
        let scores = supply != Supply::Isolated;
        self.lift(rules, unit, UnitStatus::Exited);
        self.state_mut(unit).scores = scores;
        self.emit(cx, || {
            Detail::Exit(Exit {
                unit: rules.unit(unit).name.clone(),
                side: rules.sides[rules.unit(unit).side].clone(),
                from: rules.label(from).to_owned(),
                cost,
                spent: trace.spent,
                allowance: trace.allowance.total,
                supply: supply.state(rules),
                supply_distance: supply.distance(),
                scores,
                rule: "KB 20.2".to_owned(),
            })
        });
    }

    /// KB 20.11: the town that scores and that a side would take from the other by entering a hex, by
    /// its place in [`Rules::towns`].
    pub fn takes(&self, rules: &Rules, side: usize, hex: Hex) -> Option<usize> {
        let place = usize::from(rules.town_at[hex.index()]?);
        let taken = usize::from(self.town_holder[place]) != side && rules.towns[place].scores;
        taken.then_some(place)
    }

    /// KB 20.11: the last to stand in a town or to pass through it holds it.
    pub fn take_town(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) {
        let rules = cx.rules;
        let side = rules.unit(unit).side;
        let Some(place) = self.takes(rules, side, hex) else { return };
        self.town_holder[place] = side as u8;
        let town = &rules.towns[place];
        self.emit(cx, || {
            EventKind::Control(Control {
                hex: rules.label(hex).to_owned(),
                name: town.name.clone(),
                side: rules.sides[side].clone(),
                unit: Some(rules.unit(unit).name.clone()),
                rule: "KB 20.11".to_owned(),
            })
        });
    }
}

/// The cost of a step to an adjacent hex by the ground alone (KB 5.31).
fn step_cost(rules: &Rules, from: Hex, to: Hex) -> Result<StepCost, Violation> {
    let map = &rules.map;
    let direction: Option<Direction> = map.grid().direction_to(from, to);
    let cost = direction.map(|direction| (map.step_cost(from, direction), map.hex_cost(to)));
    match cost {
        Some((Some(total), Some(terrain))) => Ok(StepCost {
            hex: to,
            terrain,
            hexside: total - terrain,
            zoc: 0,
            gas: 0,
            controlled: false,
        }),
        Some(_) => Err(Violation::new("KB 5.31", format!("no unit enters {}", rules.label(to)))),
        None => Err(Violation::new(
            "KB 5.0",
            format!("{} is not adjacent to {}", rules.label(to), rules.label(from)),
        )),
    }
}
