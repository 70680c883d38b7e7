//! A whole step of movement planned: which enemies are attacked by whom, the best attacks first, so
//! that units come together where their odds are good instead of each going its own way.

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::play::{Position, Unit};

use super::attacks::{self, Target};
use super::goals::{self, Goal};
use super::weights::Weights;
use crate::combat::Kind;
use crate::combat::odds::Forces;
use crate::game::Standard;
use crate::rules::Rules;
use crate::sequence::DoesAt;
use crate::{enemies, movement, stacking};

/// Where units are to go, in the order in which they move.
pub type Orders = Vec<(Unit, Hex)>;

/// The most units that are thought of for one attack.
const MOST_IN_ATTACK: usize = 12;

/// Plans the attacks of a side for the combat that follows a step of movement; nothing where none
/// follows.
pub fn orders(
    rules: &Rules,
    position: &Position<Standard>,
    (side, at): (usize, DoesAt),
    weights: &Weights,
) -> Orders {
    let Some(kind) = attacks::next_combat(rules, at, side) else { return Vec::new() };
    let mut orders = Vec::new();
    let mut free = Free::new(rules, position, (side, at), kind);
    let goals = goals::goals(rules, position, side);
    let targets = enemies::hexes_of(position, enemies::on_map(rules, position, side));
    loop {
        let best = targets.iter().filter_map(|&target| free.best_on(target, &goals, weights));
        let best = best.max_by_key(|(promise, ..)| *promise);
        let Some((promise, target, units)) = best else { break };
        if promise <= i64::from(weights.0.boldness) + 20 {
            break;
        }
        free.struck.push(target);
        for (unit, hex) in free.places(target, &units) {
            orders.push((unit, hex));
        }
        free.used.extend(units);
    }
    orders
}

/// The units that have no order yet, and where each can end.
struct Free<'a> {
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
    kind: &'a Kind,
    /// Each with the hexes in which it can end, its own the first.
    reach: Vec<(Unit, Vec<Hex>)>,
    used: Vec<Unit>,
    struck: Vec<Hex>,
}

impl<'a> Free<'a> {
    fn new(
        rules: &'a Rules,
        position: &'a Position<Standard>,
        (side, at): (usize, DoesAt),
        kind: &'a Kind,
    ) -> Self {
        let mut search = Reach::default();
        let rating = kind.strength[0];
        let fighters = position
            .on_map(rules, side)
            .filter(|&unit| kind.who.has(unit) && position.rating(rules, unit, rating) > 0);
        let reach = fighters.filter_map(|unit| {
            let start = position.hex(unit)?;
            let mut ends = vec![start];
            if movement::find(rules, position, &[unit], at, (0, &mut search)).is_some() {
                let others = search.reached().iter().skip(1).copied();
                ends.extend(others.filter(|&hex| stacking::fits(rules, position, &[unit], hex)));
            }
            Some((unit, ends))
        });
        let reach = reach.collect();
        Self { rules, position, side, kind, reach, used: Vec::new(), struck: Vec::new() }
    }

    /// The best attack on a hex by those who are free: what it promises, and who makes it.
    fn best_on(
        &self,
        target: Hex,
        goals: &[Goal],
        weights: &Weights,
    ) -> Option<(i64, Hex, Vec<Unit>)> {
        if self.struck.contains(&target) {
            return None;
        }
        let grid = self.rules.compiled.map.grid();
        let beside = |ends: &[Hex]| ends.iter().any(|&hex| grid.distance(hex, target) == 1);
        let free =
            self.reach.iter().filter(|(unit, ends)| !self.used.contains(unit) && beside(ends));
        let rating = self.kind.strength[0];
        let strength = |unit: Unit| self.position.rating(self.rules, unit, rating);
        let mut able: Vec<Unit> = free.map(|(unit, _)| *unit).collect();
        able.sort_by_key(|&unit| (std::cmp::Reverse(strength(unit)), unit));
        able.truncate(MOST_IN_ATTACK);
        let able = self.places(target, &able);
        let mut units: Vec<Unit> = Vec::new();
        let mut best: Option<(i64, usize)> = None;
        let whom = (self.side, &[target][..]);
        let enemy = Target::new(self.rules, self.position, whom, goals, weights);
        for (unit, _) in able {
            units.push(unit);
            let forces = Forces {
                rules: self.rules,
                position: self.position,
                kind: self.kind,
                units: &units,
                hexes: &[target],
                counted: &enemy.counted,
                support: [&[], &[]],
                points: [&[], &[]],
            };
            if forces.is_barred() {
                continue;
            }
            // Whoever is not needed is free for another attack.
            let promise = attacks::promise(&forces, &enemy) - 8 * units.len() as i64;
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, units.len()));
            }
        }
        let (promise, many) = best?;
        units.truncate(many);
        Some((promise, target, units))
    }

    /// Where units stand to attack a hex, as many as find room: those with the fewest choices first.
    fn places(&self, target: Hex, units: &[Unit]) -> Vec<(Unit, Hex)> {
        let (rules, position) = (self.rules, self.position);
        let grid = rules.compiled.map.grid();
        let mut taken: Vec<(Hex, Vec<Unit>)> = Vec::new();
        let mut placed = Vec::new();
        for &unit in units {
            let Some((_, ends)) = self.reach.iter().find(|(one, _)| *one == unit) else { continue };
            let mut beside: Vec<Hex> =
                ends.iter().copied().filter(|&hex| grid.distance(hex, target) == 1).collect();
            let shelter = |hex: Hex| -rules.compiled.map.defence(hex).abs();
            // Who stands there already stays; else where fewest friends are.
            let start = position.hex(unit);
            beside.sort_by_key(|&hex| (Some(hex) != start, shelter(hex), hex));
            let room = beside.into_iter().find(|&hex| {
                let mut there: Vec<Unit> = taken
                    .iter()
                    .filter(|(at, _)| *at == hex)
                    .flat_map(|(_, all)| all.clone())
                    .collect();
                there.push(unit);
                stacking::fits(rules, position, &there, hex)
            });
            let Some(hex) = room else { continue };
            match taken.iter_mut().find(|(at, _)| *at == hex) {
                Some((_, all)) => all.push(unit),
                None => taken.push((hex, vec![unit])),
            }
            placed.push((unit, hex));
        }
        // From the front to the rear, so that nobody stands in another's way.
        placed.sort_by_key(|&(unit, hex)| (goals::rank(rules, position, unit), hex, unit));
        placed
    }
}
