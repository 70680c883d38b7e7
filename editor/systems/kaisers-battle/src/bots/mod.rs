//! The bots. A bot sees the position and chooses; the rules then check its choice like anyone's.

mod air;
mod allied;
mod german;
mod guns;
mod planner;
mod plans;
mod random;
#[cfg(test)]
mod secrecy;

use std::collections::VecDeque;

use crate::acts::Act;
pub use crate::bots::planner::weights::Weights;
pub use crate::bots::plans::{plans, thinks, value, won};
use crate::plan::{self, Planned};
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, Unit, enemy_of};
use salient_hex::grid::Hex;
use salient_hex::path::Reach;
use salient_rules::Bot;
use salient_rules::account::Considered;
use salient_rules::dice::SplitMix64;

/// What a bot remembers within a step of the sequence of play, and memory for its searches. It
/// can be thrown away at any time.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Game-turn and step that the rest is about.
    key: (u16, Option<usize>),
    /// Units whose moves are still to be thought about.
    queue: VecDeque<Unit>,
    plan: VecDeque<Planned>,
    /// Drumfire barrages still to be fired: where, and with how many points.
    drumfire: VecDeque<(Hex, u32)>,
    reach: Reach,
    field: Field,
    planner: planner::Plan,
}

/// What every hex means for the side to move, worked out once a segment.
#[derive(Clone, Debug, Default)]
struct Field {
    /// Hexes to the nearest enemy unit; large where there is none.
    enemy: Vec<u16>,
    /// Hexes to the nearest town that scores and is not held; for the German side.
    town: Vec<u16>,
    /// Hexes to the nearest headquarters; for the German side.
    headquarters: Vec<u16>,
    /// Enemy hexes that can be attacked with good hope; for the German side.
    assault: Vec<bool>,
    /// What the ground of each hex is worth to hold; for the Allied side.
    hold: Vec<i32>,
}

const FAR: u16 = 999;

/// A bot's choice.
pub fn choose(
    bot: Bot,
    position: &Position,
    rules: &Rules,
    weights: &Weights,
    chance: &mut SplitMix64,
    memory: &mut Memory,
) -> Act {
    match bot {
        Bot::RANDOM => random::choose(position, rules, chance, &mut memory.reach),
        Bot::HEURISTIC => heuristic(position, rules, memory),
        _ => planner::choose(position, rules, weights, memory),
    }
}

/// What a bot weighed when it chose an act: the planner tells, the others go by chance and by rules
/// of thumb.
pub fn considered(
    bot: Bot,
    position: &Position,
    rules: &Rules,
    weights: &Weights,
    memory: &mut Memory,
    act: &Act,
) -> Considered {
    match bot {
        Bot::RANDOM | Bot::HEURISTIC => Considered::default(),
        _ => planner::considered(position, rules, weights, memory, act),
    }
}

fn heuristic(position: &Position, rules: &Rules, memory: &mut Memory) -> Act {
    match &position.decision {
        Decision::Move { side } => next_move(position, rules, *side, memory),
        Decision::Unstack { side } => weakest(position, rules, position.excess(rules, *side)),
        Decision::Attack { .. } => next_attack(position, rules, memory),
        Decision::Lose { .. } => {
            let mut losers = Vec::new();
            position.losers(&mut losers);
            cheapest_loss(position, rules, losers)
        }
        Decision::Retreat { side } => {
            let ways = position.retreats(rules);
            let best = ways.into_iter().max_by_key(|&hex| {
                let room = rules.constants.stacking_limit - position.stacking(rules, hex);
                let shelter = rules.map.defence(hex);
                let forward =
                    if *side == GERMAN { -i32::from(rules.west_cost[hex.index()]) } else { 0 };
                (room.min(0), shelter, forward, std::cmp::Reverse(hex))
            });
            best.map_or(Act::Done, |hex| Act::Retreat { hex })
        }
        Decision::Advance { side } => next_advance(position, rules, *side, memory),
        Decision::Enter { unit, .. } => {
            let place = position.placements(rules).into_iter().next();
            place.map_or(Act::Done, |hex| Act::Place { unit: *unit, hex })
        }
        Decision::Deploy { .. } => {
            let company = position.service_companies(rules).next();
            // Where the headquarters is least crowded.
            let place = position
                .placements(rules)
                .into_iter()
                .min_by_key(|&hex| (position.stacking(rules, hex), hex));
            match (company, place) {
                (Some(unit), Some(hex)) => Act::Place { unit, hex },
                _ => Act::Done,
            }
        }
        Decision::CounterBattery { side } => guns::counter_battery(position, rules, *side),
        Decision::Gas => guns::gas(position, rules),
        Decision::Drumfire => {
            let key = (position.turn, position.phase);
            if memory.key != key {
                memory.key = key;
                memory.drumfire = guns::plan_drumfire(position, rules);
            }
            guns::drumfire(position, rules, &mut memory.drumfire)
        }
        Decision::Sos => guns::sos(position, rules),
        Decision::AllocateAir { side } => air::allocate(position, rules, *side),
        Decision::Intercept { side } => air::intercept(position, rules, *side),
        Decision::GroundAttack { side } => air::ground_attack(position, rules, *side),
        Decision::Observe { side } => {
            plan_attacks(position, rules, memory);
            air::observe(position, rules, *side, &memory.plan)
        }
        Decision::BreakDown => air::break_down(position, rules),
        Decision::None => Act::Done,
    }
}

/// Takes the units one by one, nearest to the enemy first, and moves each to the best hex.
fn next_move(position: &Position, rules: &Rules, side: usize, memory: &mut Memory) -> Act {
    let key = (position.turn, position.phase);
    if memory.key != key {
        memory.key = key;
        memory.field = Field::new(position, rules, side);
        let field = &memory.field;
        let mut units: Vec<Unit> = position
            .on_map(rules, side)
            .filter(|&unit| position.may_move(rules, unit).is_ok())
            .collect();
        let distance =
            |unit: &Unit| position.hex(*unit).map_or(FAR, |hex| field.enemy[hex.index()]);
        // Headquarters last: they follow.
        units.sort_by_key(|unit| (rules.unit(*unit).headquarters, distance(unit), *unit));
        memory.queue = units.into();
    }
    while let Some(unit) = memory.queue.pop_front() {
        if position.may_move(rules, unit).is_err() {
            continue;
        }
        let Memory { reach, field, .. } = memory;
        let chosen = if side == GERMAN {
            german::choose_move(position, rules, unit, field, reach)
        } else {
            allied::choose_move(position, rules, unit, field, reach)
        };
        if let Some(act) = chosen {
            return act;
        }
    }
    Act::Done
}

/// Plans the combat phase, once.
fn plan_attacks(position: &Position, rules: &Rules, memory: &mut Memory) {
    let key = (position.turn, position.phase);
    if memory.key != key {
        memory.key = key;
        memory.plan = plan::attacks(position, rules).into();
    }
}

/// Follows the plan of the combat phase.
fn next_attack(position: &Position, rules: &Rules, memory: &mut Memory) -> Act {
    plan_attacks(position, rules, memory);
    while let Some(Planned { units, hexes }) = memory.plan.pop_front() {
        if position.check_attack(rules, &units, &hexes).is_ok() {
            let barrage = guns::rolling(position, rules, &units, &hexes);
            return Act::Attack { units, hexes, barrage };
        }
    }
    if position.check_combat_done(rules).is_ok() {
        return Act::Done;
    }
    // The plan did not survive: make another, and follow its first attack that is allowed.
    memory.plan = plan::attacks(position, rules).into();
    while let Some(Planned { units, hexes }) = memory.plan.pop_front() {
        if position.check_attack(rules, &units, &hexes).is_ok() {
            let barrage = guns::rolling(position, rules, &units, &hexes);
            return Act::Attack { units, hexes, barrage };
        }
    }
    plan::legal_attacks(position, rules).into_iter().next().unwrap_or(Act::Done)
}

fn next_advance(position: &Position, rules: &Rules, side: usize, memory: &mut Memory) -> Act {
    for unit in position.may_advance(rules) {
        let Some(from) = position.hex(unit) else { continue };
        position.find_advances(rules, unit, &mut memory.reach);
        let score = |hex: Hex| {
            if side == GERMAN {
                german::advance_score(position, rules, unit, hex)
            } else {
                allied::advance_score(position, rules, unit, hex)
            }
        };
        let best = memory
            .reach
            .reached()
            .iter()
            .skip(1)
            .map(|&hex| (score(hex), std::cmp::Reverse(hex)))
            .max()
            .filter(|&(value, _)| value > score(from));
        if let Some((_, std::cmp::Reverse(hex))) = best {
            return Act::Advance { unit, path: memory.reach.path(&rules.map, hex) };
        }
    }
    Act::Done
}

/// The unit whose loss hurts least.
fn weakest(position: &Position, rules: &Rules, units: Vec<Unit>) -> Act {
    let least = units.into_iter().min_by_key(|&unit| {
        let face = position.face(rules, unit);
        (rules.unit(unit).headquarters, face.strength, unit)
    });
    least.map_or(Act::Done, |unit| Act::Lose { unit })
}

/// The unit whose next step costs the least strength.
fn cheapest_loss(position: &Position, rules: &Rules, units: Vec<Unit>) -> Act {
    let cost = |unit: Unit| {
        let def = rules.unit(unit);
        let state = position.state(unit);
        let now = position.face(rules, unit).strength;
        let after = match def.faces.get(usize::from(state.face) + 1) {
            Some(face) if state.face + 1 < def.steps => face.strength,
            // Its regimental replacement, at a victory point (KB 20.14).
            _ if def.division => return now,
            _ => 0,
        };
        now - after
    };
    let least =
        units.into_iter().min_by_key(|&unit| (rules.unit(unit).headquarters, cost(unit), unit));
    least.map_or(Act::Done, |unit| Act::Lose { unit })
}

impl Field {
    fn new(position: &Position, rules: &Rules, side: usize) -> Self {
        let mut field = Self { enemy: to_enemies(position, rules, side), ..Self::default() };
        if side == GERMAN {
            let towns = rules
                .towns
                .iter()
                .zip(&position.town_holder)
                .filter(|(town, holder)| town.scores && usize::from(**holder) != GERMAN)
                .map(|(town, _)| town.hex);
            field.town = distances(rules, towns);
            let own = position.on_map(rules, side).filter(|&unit| rules.unit(unit).headquarters);
            field.headquarters = distances(rules, own.filter_map(|unit| position.hex(unit)));
            field.assault = german::assaults(position, rules);
        } else {
            field.hold = allied::hold_values(position, rules);
        }
        field
    }
}

/// Hexes to the nearest enemy of a side; large where there is none.
fn to_enemies(position: &Position, rules: &Rules, side: usize) -> Vec<u16> {
    distances(rules, rules.map.grid().hexes().filter(|&hex| position.enemy_in(hex, side)))
}

/// Hexes to the nearest of some hexes, over any ground.
fn distances(rules: &Rules, from: impl Iterator<Item = Hex>) -> Vec<u16> {
    rules.map.grid().nearest(from, FAR)
}

/// Whether a stack could take a unit in without growing too high.
fn has_room(position: &Position, rules: &Rules, unit: Unit, hex: Hex) -> bool {
    if position.holder(hex).is_none() {
        return true;
    }
    let there = position.stacking(rules, hex);
    let own = if position.hex(unit) == Some(hex) { 0 } else { position.face(rules, unit).stacking };
    there + own <= rules.constants.stacking_limit
}

/// Enemy hexes next to a hex.
fn enemies_next_to<'a>(
    position: &'a Position,
    rules: &'a Rules,
    hex: Hex,
    side: usize,
) -> impl Iterator<Item = Hex> + 'a {
    debug_assert!(side < 2 && enemy_of(side) < 2);
    rules
        .map
        .neighbours(hex)
        .map(|(_, other)| other)
        .filter(move |&other| position.enemy_in(other, side))
}
