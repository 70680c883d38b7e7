//! Sharing out a combat phase: attacks that together meet every obligation of KB 8.1 and 8.2.

use std::collections::BTreeMap;

use crate::event::CombatResult;
use salient_schema::event::SupplyState;

use crate::acts::Act;
use crate::combat::Reckoning;
use crate::guns::Guns;
use crate::position::Position;
use crate::rules::{Rules, Unit};
use salient_hex::grid::Hex;

/// An attack to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    pub units: Vec<Unit>,
    pub hexes: Vec<Hex>,
}

/// What touches what, among the units that may attack and the hexes that may be attacked.
struct Front {
    units: Vec<Unit>,
    strength: Vec<i32>,
    obliged: Vec<bool>,
    supply: Vec<SupplyState>,
    hexes: Vec<Hex>,
    required: Vec<bool>,
    /// By unit, places in `hexes`.
    touches: Vec<Vec<usize>>,
}

impl Front {
    fn new(position: &Position, rules: &Rules) -> Self {
        let units: Vec<Unit> = position
            .can_attack()
            .filter(|&unit| position.targets(rules, unit).next().is_some())
            .collect();
        let mut hexes: Vec<Hex> =
            units.iter().flat_map(|&unit| position.targets(rules, unit)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let touches = units
            .iter()
            .map(|&unit| {
                let places = position.targets(rules, unit);
                places.filter_map(|hex| hexes.binary_search(&hex).ok()).collect()
            })
            .collect();
        // Units that stand together are supplied alike.
        let mut known: BTreeMap<Hex, SupplyState> = BTreeMap::new();
        let supply = units
            .iter()
            .map(|&unit| match position.hex(unit) {
                Some(hex) => *known
                    .entry(hex)
                    .or_insert_with(|| position.supply_of(rules, unit, hex).state(rules)),
                None => SupplyState::InSupply,
            })
            .collect();
        Self {
            strength: units.iter().map(|&unit| position.face(rules, unit).strength).collect(),
            obliged: units.iter().map(|&unit| position.state(unit).obliged).collect(),
            supply,
            required: hexes
                .iter()
                .map(|hex| position.battle.required.binary_search(hex).is_ok())
                .collect(),
            units,
            hexes,
            touches,
        }
    }

    /// Who leads the attack on each hex that must be attacked: each by a unit of its own as far
    /// as they go round, the rest by the strongest that touches it.
    fn leaders(&self) -> Vec<Option<usize>> {
        let mut by_hex: Vec<Vec<usize>> = vec![Vec::new(); self.hexes.len()];
        for (unit, touches) in self.touches.iter().enumerate() {
            for &hex in touches {
                by_hex[hex].push(unit);
            }
        }
        for units in &mut by_hex {
            // Who must attack anyway goes first, then the strongest.
            units.sort_by_key(|&unit| (!self.obliged[unit], -self.strength[unit], unit));
        }
        let mut leader = vec![None; self.hexes.len()];
        let mut leads: Vec<Option<usize>> = vec![None; self.units.len()];
        let mut order: Vec<usize> =
            (0..self.hexes.len()).filter(|&hex| self.required[hex]).collect();
        order.sort_by_key(|&hex| (by_hex[hex].len(), hex));
        for &hex in &order {
            let mut seen = vec![false; self.units.len()];
            find_leader(hex, &by_hex, &mut leads, &mut seen);
        }
        for (unit, hex) in leads.iter().enumerate() {
            if let Some(hex) = *hex {
                leader[hex] = Some(unit);
            }
        }
        for &hex in &order {
            if leader[hex].is_none() {
                leader[hex] = by_hex[hex].iter().copied().max_by_key(|&u| (self.strength[u], u));
            }
        }
        leader
    }
}

/// Kuhn's augmenting path: finds a unit for a hex, moving others on if need be.
fn find_leader(
    hex: usize,
    by_hex: &[Vec<usize>],
    leads: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for &unit in &by_hex[hex] {
        if std::mem::replace(&mut seen[unit], true) {
            continue;
        }
        let free = match leads[unit] {
            None => true,
            Some(other) => find_leader(other, by_hex, leads, seen),
        };
        if free {
            leads[unit] = Some(hex);
            return true;
        }
    }
    false
}

/// Attacks that meet every obligation that is left, the best for the attacker first.
pub fn attacks(position: &Position, rules: &Rules) -> Vec<Planned> {
    let front = Front::new(position, rules);
    let mut leader = front.leaders();
    let mut shares: Vec<Vec<usize>> = vec![Vec::new(); front.units.len()];
    for (hex, unit) in leader.iter().enumerate() {
        if let Some(unit) = *unit {
            shares[unit].push(hex);
        }
    }
    give_shares(&front, &mut leader, &mut shares);
    let mut planned: Vec<(Vec<usize>, Vec<usize>)> = shares
        .iter()
        .enumerate()
        .filter(|(_, share)| !share.is_empty())
        .map(|(unit, share)| (vec![unit], share.clone()))
        .collect();
    let taken = |unit: usize| !shares[unit].is_empty();
    // Who must attack joins where it does most good; who need not, only where it does good.
    let mut rest: Vec<usize> = (0..front.units.len()).filter(|&unit| !taken(unit)).collect();
    rest.sort_by_key(|&unit| (!front.obliged[unit], -front.strength[unit], unit));
    for unit in rest {
        let best = (0..planned.len())
            .filter(|&i| planned[i].1.iter().all(|hex| front.touches[unit].contains(hex)))
            .map(|i| (gain(position, rules, &front, &planned[i], unit), i))
            .max_by_key(|&(gain, i)| (gain, std::cmp::Reverse(i)));
        if let Some((gain, i)) = best
            && (front.obliged[unit] || gain > 0)
        {
            planned[i].0.push(unit);
        }
    }
    volunteer(position, rules, &front, &mut planned);
    let mut out: Vec<(i32, Planned)> = planned
        .into_iter()
        .map(|(units, hexes)| {
            let value = value(position, rules, &front, &units, &hexes);
            let mut units: Vec<Unit> = units.iter().map(|&unit| front.units[unit]).collect();
            units.sort_unstable();
            (value, Planned { units, hexes: hexes.iter().map(|&hex| front.hexes[hex]).collect() })
        })
        .collect();
    out.sort_by_key(|(value, planned)| (-value, planned.hexes.first().copied()));
    out.into_iter().map(|(_, planned)| planned).collect()
}

/// Whoever must attack but leads nothing, and can join no attack whole, takes a hex over from a
/// unit that leads several.
fn give_shares(front: &Front, leader: &mut [Option<usize>], shares: &mut [Vec<usize>]) {
    for unit in 0..front.units.len() {
        if !front.obliged[unit] || !shares[unit].is_empty() {
            continue;
        }
        let joins = front.touches[unit].iter().any(|&hex| {
            leader[hex].is_some_and(|other| {
                shares[other].iter().all(|hex| front.touches[unit].contains(hex))
            })
        });
        if joins {
            continue;
        }
        let spare = front.touches[unit]
            .iter()
            .copied()
            .find(|&hex| leader[hex].is_some_and(|other| shares[other].len() > 1));
        if let Some(hex) = spare {
            if let Some(other) = leader[hex] {
                shares[other].retain(|&shared| shared != hex);
            }
            shares[unit].push(hex);
            leader[hex] = Some(unit);
        }
    }
}

/// Units that need not attack (KB 8.13) attack what nobody must, where that is good.
fn volunteer(
    position: &Position,
    rules: &Rules,
    front: &Front,
    planned: &mut Vec<(Vec<usize>, Vec<usize>)>,
) {
    for hex in 0..front.hexes.len() {
        if planned.iter().any(|(_, hexes)| hexes.contains(&hex)) {
            continue;
        }
        let busy = |unit: usize| planned.iter().any(|(units, _)| units.contains(&unit));
        let units: Vec<usize> = (0..front.units.len())
            .filter(|&unit| front.touches[unit].contains(&hex) && !busy(unit))
            .collect();
        if !units.is_empty() && value(position, rules, front, &units, &[hex]) > 0 {
            planned.push((units, vec![hex]));
        }
    }
}

fn gain(
    position: &Position,
    rules: &Rules,
    front: &Front,
    (units, hexes): &(Vec<usize>, Vec<usize>),
    joining: usize,
) -> i32 {
    let mut with = units.clone();
    with.push(joining);
    value(position, rules, front, &with, hexes) - value(position, rules, front, units, hexes)
}

fn value(
    position: &Position,
    rules: &Rules,
    front: &Front,
    units: &[usize],
    hexes: &[usize],
) -> i32 {
    let supply = units.iter().map(|&unit| front.supply[unit]).max();
    let units: Vec<Unit> = units.iter().map(|&unit| front.units[unit]).collect();
    let hexes: Vec<Hex> = hexes.iter().map(|&hex| front.hexes[hex]).collect();
    let supply = supply.unwrap_or(SupplyState::InSupply);
    let reckoning = position.reckon_supplied(rules, &units, &hexes, supply);
    let defender_steps: i32 = hexes
        .iter()
        .flat_map(|&hex| position.stack(hex))
        .map(|unit| position.steps_left(rules, unit))
        .sum();
    let mut stacks: Vec<Hex> = units.iter().filter_map(|&unit| position.hex(unit)).collect();
    stacks.sort_unstable();
    stacks.dedup();
    let step = units.iter().map(|&unit| position.face(rules, unit).strength / 2).min();
    worth(&reckoning, defender_steps, stacks.len() as i32 * step.unwrap_or(0).min(10))
}

/// What an attack is worth to the attacker, in points of combat strength, summed over the 36
/// ways of two dice: what the defender loses, less what the attacker does.
pub fn worth(reckoning: &Reckoning, defender_steps: i32, repulse: i32) -> i32 {
    let steps = defender_steps.max(1);
    let mut sum = 0;
    for attack_die in 1..=6 {
        for defence_die in 1..=6 {
            let outcome = reckoning.resolve(attack_die, defence_die);
            sum += match outcome.result {
                CombatResult::AttackerEliminated => -reckoning.attack,
                CombatResult::Unsuccessful => -repulse,
                CombatResult::Successful => {
                    let lost = (outcome.quotient - reckoning.morale).min(steps);
                    // Ground is won only where nobody is left.
                    let cleared = if lost == steps { 10 } else { 0 };
                    reckoning.defence * lost / steps + cleared
                }
            };
        }
    }
    sum
}

/// Attacks that [`Position::check_attack`] allows: each single unit on each hex it touches, all
/// units together on each hex, each unit on all its hexes, and the attacks of a whole plan. There
/// is at least one as long as an obligation is left.
pub fn legal_attacks(position: &Position, rules: &Rules) -> Vec<Act> {
    let front = Front::new(position, rules);
    let mut acts: Vec<Act> = Vec::new();
    for (unit, touches) in front.touches.iter().enumerate() {
        let alone = vec![front.units[unit]];
        for &hex in touches {
            acts.push(Act::Attack {
                units: alone.clone(),
                hexes: vec![front.hexes[hex]],
                barrage: Guns::NONE,
            });
        }
        if touches.len() > 1 {
            let mut hexes: Vec<Hex> = touches.iter().map(|&hex| front.hexes[hex]).collect();
            hexes.sort_unstable();
            acts.push(Act::Attack { units: alone, hexes, barrage: Guns::NONE });
        }
    }
    for (hex, &target) in front.hexes.iter().enumerate() {
        let touching = (0..front.units.len()).filter(|&unit| front.touches[unit].contains(&hex));
        let units = touching.map(|unit| front.units[unit]).collect();
        acts.push(Act::Attack { units, hexes: vec![target], barrage: Guns::NONE });
    }
    for Planned { units, mut hexes } in attacks(position, rules) {
        hexes.sort_unstable();
        acts.push(Act::Attack { units, hexes, barrage: Guns::NONE });
    }
    acts.retain(|act| match act {
        Act::Attack { units, hexes, .. } => position.check_attack(rules, units, hexes).is_ok(),
        _ => true,
    });
    acts
}
