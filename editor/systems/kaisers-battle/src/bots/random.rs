//! The random bot: any legal action. It picks a unit first and then what it does, so that a game
//! of it is quick and no unit is preferred for having more ways to go.

use crate::acts::Act;
use crate::guns::Guns;
use crate::position::{Decision, Position};
use crate::rules::{Rules, Unit};
use salient_hex::grid::Hex;
use salient_hex::path::Reach;
use salient_rules::dice::SplitMix64;

/// One in so many times the bot ends a step in which it could go on.
const ENDS: u32 = 24;

pub fn choose(
    position: &Position,
    rules: &Rules,
    chance: &mut SplitMix64,
    reach: &mut Reach,
) -> Act {
    match &position.decision {
        Decision::Move { side } => {
            let mut units: Vec<Unit> = position
                .on_map(rules, *side)
                .filter(|&unit| position.may_move(rules, unit).is_ok())
                .collect();
            while !units.is_empty() && chance.below(ENDS) != 0 {
                let unit = units.swap_remove(chance.below(units.len() as u32) as usize);
                if let Some(act) = random_move(position, rules, unit, chance, reach) {
                    return act;
                }
            }
            Act::Done
        }
        Decision::Attack { .. } => random_attack(position, rules, chance),
        _ => pick(position.legal(rules), chance).unwrap_or(Act::Done),
    }
}

fn random_move(
    position: &Position,
    rules: &Rules,
    unit: Unit,
    chance: &mut SplitMix64,
    reach: &mut Reach,
) -> Option<Act> {
    position.find_moves(rules, unit, reach);
    let reached = reach.reached();
    let to = *reached.get(chance.below(reached.len() as u32) as usize)?;
    let path = reach.path(&rules.map, to);
    let exit = position.can_exit(rules, unit, reach, to) && chance.below(2) == 0;
    (exit || !path.is_empty()).then_some(Act::Move { unit, path, exit })
}

fn random_attack(position: &Position, rules: &Rules, chance: &mut SplitMix64) -> Act {
    let may_end = position.check_combat_done(rules).is_ok();
    if may_end && chance.below(4) == 0 {
        return Act::Done;
    }
    let front: Vec<Unit> = position.can_attack().collect();
    // A random attack on a random hex is mostly allowed; if a few are not, look for one.
    for _ in 0..8 {
        let Some(lead) = pick(front.clone(), chance) else { break };
        let targets: Vec<Hex> = position.targets(rules, lead).collect();
        let Some(target) = pick(targets, chance) else { continue };
        let mut units: Vec<Unit> = front
            .iter()
            .copied()
            .filter(|&unit| position.targets(rules, unit).any(|hex| hex == target))
            .filter(|&unit| unit == lead || chance.below(2) == 0)
            .collect();
        units.sort_unstable();
        if position.check_attack(rules, &units, &[target]).is_ok() {
            let barrages = position.rolling_choices(rules, &units, &[target]);
            let barrage = if chance.below(2) == 0 { None } else { pick(barrages, chance) };
            let barrage = barrage.unwrap_or(Guns::NONE);
            return Act::Attack { units, hexes: vec![target], barrage };
        }
    }
    pick(position.legal(rules), chance).unwrap_or(Act::Done)
}

fn pick<T>(mut items: Vec<T>, chance: &mut SplitMix64) -> Option<T> {
    if items.is_empty() {
        return None;
    }
    let place = chance.below(items.len() as u32) as usize;
    Some(items.swap_remove(place))
}
