//! The way to go by towns that score.

use crate::bots::has_room;
use crate::bots::planner::view::View;
use crate::bots::planner::weights as w;
use crate::position::Position;
use crate::rules::{Rules, Unit};
use crate::ways::Ways;
use salient_hex::grid::Hex;
use salient_hex::path::Reach;

/// A unit on its way.
#[derive(Clone, Copy, Debug)]
pub struct Traveller {
    pub unit: Unit,
    pub start: Hex,
    /// The best hex to end in, and what ending there is worth.
    pub to: Hex,
    pub worth: i32,
}

/// The way to a hex, or to another that is nearly as good, by towns that score if there is march
/// enough left. `reach` holds the search from the start.
pub fn by_towns(
    position: &Position,
    rules: &Rules,
    (view, ways): (&View, &Ways),
    traveller: Traveller,
    worth: &dyn Fn(Hex) -> i32,
    reach: &mut Reach,
) -> Vec<Hex> {
    let Traveller { unit, start, to, .. } = traveller;
    let straight = reach.path(&rules.map, to);
    let Some((side, second)) = position.segment(rules) else { return straight };
    if position.enemy_controlled(start, side) {
        return straight;
    }
    let takes = |hex: Hex| view.town_to_take(position, rules, hex, side);
    let towns_on = |path: &[Hex]| {
        let mut towns: Vec<Hex> = path.iter().copied().filter(|&hex| takes(hex)).collect();
        towns.sort_unstable();
        towns.dedup();
        towns.len() as i32
    };
    let mut budget = position.allowance(rules, unit, second).total.max(0) as u32;
    let mut path: Vec<Hex> = Vec::new();
    let mut best = (traveller.worth + view.w.town * towns_on(&straight), straight);
    for _ in 0..w::MOST_TOWNS {
        // The town that lies least off the way.
        let towns = rules.towns.iter().zip(&position.town_holder);
        let town = towns
            .filter(|(town, holder)| town.scores && usize::from(**holder) != side)
            .filter_map(|(town, _)| Some((reach.cost(town.hex)? as i32, town.hex)))
            .filter(|&(_, hex)| !path.contains(&hex) && !position.enemy_controlled(hex, side))
            .map(|(cost, hex)| (cost + rules.apart(hex, to), hex))
            .min();
        let Some((_, town)) = town else { break };
        budget -= reach.cost(town).unwrap_or(0).min(budget);
        path.extend(reach.path(&rules.map, town));
        ways.run(rules, (town, budget), reach);
        let mut end = None;
        for &hex in reach.reached() {
            let new = Some((worth(hex), std::cmp::Reverse(hex)));
            if new > end && has_room(position, rules, unit, hex) {
                end = new;
            }
        }
        let Some((value, std::cmp::Reverse(end))) = end else { break };
        let mut whole = path.clone();
        whole.extend(reach.path(&rules.map, end));
        let value = value + view.w.town * towns_on(&whole);
        if value > best.0 {
            best = (value, whole);
        }
    }
    best.1
}
