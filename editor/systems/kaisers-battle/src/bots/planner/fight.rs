//! The combat phase: which attacks are made. It begins with attacks that meet every obligation
//! and moves units between them as long as that is worth anything.

use salient_schema::event::SupplyState;

use crate::acts::Act;
use crate::bots::planner::odds::{Chances, Odds, Stakes};
use crate::bots::planner::view::View;
use crate::bots::planner::weights as w;
use crate::bots::planner::{Fights, guns};
use crate::bots::{allied, enemies_next_to, has_room};
use crate::plan::{self, Planned};
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, Unit};
use salient_hex::grid::Hex;
use salient_hex::path::Reach;

/// The next attack of the phase.
pub fn next(position: &Position, rules: &Rules, fights: &mut Fights) -> Act {
    plan(position, rules, fights);
    if let Some(act) = follow(position, rules, fights) {
        return act;
    }
    if position.check_combat_done(rules).is_ok() {
        return Act::Done;
    }
    // The plan did not survive: make another.
    fights.planned = improved(position, rules, &fights.view).into();
    follow(position, rules, fights)
        .or_else(|| plan::legal_attacks(position, rules).into_iter().next())
        .unwrap_or(Act::Done)
}

/// Plans the attacks of the phase unless they are planned.
pub fn plan(position: &Position, rules: &Rules, fights: &mut Fights) {
    if fights.begins(position) {
        if position.battle.side == GERMAN {
            // Who fights does not look far.
            fights.view.look_near(position, rules);
        } else {
            fights.view.glance(position, rules);
        }
        fights.planned = improved(position, rules, &fights.view).into();
    }
}

fn follow(position: &Position, rules: &Rules, fights: &mut Fights) -> Option<Act> {
    while let Some(Planned { units, hexes }) = fights.planned.pop_front() {
        if position.check_attack(rules, &units, &hexes).is_ok() {
            let barrage = guns::rolling(position, rules, &units, &hexes, fights.planned.len());
            return Some(Act::Attack { units, hexes, barrage });
        }
    }
    None
}

/// What attacks are worth in hundredths of a point, and how they may end.
pub fn weighed(
    position: &Position,
    rules: &Rules,
    fights: &Fights,
    attacks: &[(Vec<Unit>, Vec<Hex>)],
) -> Vec<(i32, Chances)> {
    let shared = Shared::new(position, rules, &fights.view);
    let one = |(units, hexes): &(Vec<Unit>, Vec<Hex>)| {
        let (chances, stakes) = shared.outlook(units, hexes);
        (chances.worth(&stakes) / 36, chances)
    };
    attacks.iter().map(one).collect()
}

/// Attacks with what they are worth.
struct Shared<'a> {
    position: &'a Position,
    rules: &'a Rules,
    view: &'a View,
    barrage: i32,
    attacks: Vec<(Planned, i32)>,
}

fn improved(position: &Position, rules: &Rules, view: &View) -> Vec<Planned> {
    let mut shared = Shared::new(position, rules, view);
    for planned in plan::attacks(position, rules) {
        let worth = shared.worth(&planned.units, &planned.hexes);
        shared.attacks.push((planned, worth));
    }
    shared.improve();
    shared.attacks.sort_by_key(|(planned, worth)| (-worth, planned.hexes.first().copied()));
    shared.attacks.into_iter().map(|(planned, _)| planned).collect()
}

impl<'a> Shared<'a> {
    fn new(position: &'a Position, rules: &'a Rules, view: &'a View) -> Self {
        let barrage = guns::barrage_to_expect(position, rules, position.battle.side);
        Self { position, rules, view, barrage, attacks: Vec::new() }
    }

    fn improve(&mut self) {
        for _ in 0..w::FIGHT_PASSES {
            let mut changed = false;
            let units: Vec<Unit> = self.position.can_attack().collect();
            for unit in units {
                changed |= self.reassign(unit);
            }
            changed |= self.drop_hopeless();
            if !changed {
                break;
            }
        }
    }

    /// Takes a unit to the attack where it does most good, or out of all if it need not attack.
    fn reassign(&mut self, unit: Unit) -> bool {
        let now = self.attacks.iter().position(|(planned, _)| planned.units.contains(&unit));
        let touched: Vec<Hex> = self.position.targets(self.rules, unit).collect();
        let without = match now {
            // The only attacker stays, or nobody would meet the obligation.
            Some(i) if self.attacks[i].0.units.len() < 2 => return false,
            Some(i) => {
                let planned = &self.attacks[i].0;
                let rest: Vec<Unit> =
                    planned.units.iter().copied().filter(|&other| other != unit).collect();
                let worth = self.worth(&rest, &planned.hexes);
                Some((i, rest, worth))
            }
            None => None,
        };
        let saved = without.as_ref().map_or(0, |(i, _, worth)| worth - self.attacks[*i].1);
        let mut best: Option<(i32, usize, Vec<Unit>, i32)> = None;
        for (i, (planned, worth)) in self.attacks.iter().enumerate() {
            if Some(i) == now || planned.hexes.iter().any(|hex| !touched.contains(hex)) {
                continue;
            }
            let mut with = planned.units.clone();
            with.push(unit);
            with.sort_unstable();
            let new = self.worth(&with, &planned.hexes);
            let gain = new - worth + saved;
            if gain > best.as_ref().map_or(0, |(gain, ..)| *gain) {
                best = Some((gain, i, with, new));
            }
        }
        let leaves = now.is_some() && !self.position.state(unit).obliged && saved > 0;
        match (best, without) {
            (Some((gain, to, with, new)), from) if !leaves || gain > saved => {
                self.attacks[to].0.units = with;
                self.attacks[to].1 = new;
                if let Some((i, rest, worth)) = from {
                    self.attacks[i].0.units = rest;
                    self.attacks[i].1 = worth;
                }
                true
            }
            (_, Some((i, rest, worth))) if leaves => {
                self.attacks[i].0.units = rest;
                self.attacks[i].1 = worth;
                true
            }
            _ => false,
        }
    }

    /// Nobody makes an attack that nobody must make and that is worth nothing.
    fn drop_hopeless(&mut self) -> bool {
        let before = self.attacks.len();
        let position = self.position;
        self.attacks.retain(|(planned, worth)| {
            *worth > 0
                || planned.units.iter().any(|&unit| position.state(unit).obliged)
                || planned.hexes.iter().any(|hex| position.battle.required.contains(hex))
        });
        self.attacks.len() != before
    }

    /// The expected worth of an attack, in hundredths of a point times 36.
    fn worth(&self, units: &[Unit], hexes: &[Hex]) -> i32 {
        let (chances, stakes) = self.outlook(units, hexes);
        chances.worth(&stakes)
    }

    /// How an attack may end, and what is at stake.
    fn outlook(&self, units: &[Unit], hexes: &[Hex]) -> (Chances, Stakes) {
        let (position, rules) = (self.position, self.rules);
        let supply = units
            .iter()
            .filter_map(|&unit| position.hex(unit))
            .map(|hex| match position.battle.side {
                GERMAN => self.view.supply(rules, hex),
                // The Allied side is never far from a headquarters; what it attacks is near.
                _ => SupplyState::InSupply,
            })
            .max()
            .unwrap_or(SupplyState::InSupply);
        let reckoning = position.reckon_supplied(rules, units, hexes, supply);
        let (stakes, steps) = stakes(position, rules, self.view, units, hexes);
        let mut odds = Odds::of(&reckoning, steps);
        odds.attack_plus += self.barrage;
        (odds.chances(), stakes)
    }
}

/// What is at stake in an attack, and the steps of the defenders.
pub fn stakes(
    position: &Position,
    rules: &Rules,
    view: &View,
    units: &[Unit],
    hexes: &[Hex],
) -> (Stakes, i32) {
    let mut stakes = Stakes::default();
    let mut steps = 0;
    let mut all = 0;
    for &hex in hexes {
        let mut own = 0;
        let mut strength = 0;
        for unit in position.stack(hex) {
            let left = position.steps_left(rules, unit);
            own += left;
            strength += position.face(rules, unit).strength;
            if rules.unit(unit).side == GERMAN {
                all += view.price(position, rules, unit).0 * left;
            }
        }
        if position.holder(hex) == Some(ALLIED) {
            let one = view.stakes(position, rules, hex, strength, own);
            all += one.step * own;
            stakes.cleared += one.cleared;
        }
        steps += own;
    }
    stakes.step = all / steps.max(1);
    let mut stacks: Vec<Hex> = Vec::new();
    for &unit in units {
        let (step, whole) = view.price(position, rules, unit);
        stakes.eliminated += whole;
        if let Some(hex) = position.hex(unit).filter(|hex| !stacks.contains(hex)) {
            stacks.push(hex);
            stakes.repulsed += step;
        }
    }
    (stakes, steps)
}

/// Victors go on where the way west is short, and into towns; Allied victors into shelter.
pub fn advance(
    position: &Position,
    rules: &Rules,
    side: usize,
    fights: &mut Fights,
    reach: &mut Reach,
) -> Act {
    // One look for all the victors of a combat.
    let key = (position.turn, position.battle.number);
    if side == GERMAN && fights.advance_key != key {
        fights.advance_key = key;
        fights.advance_view.look_west(position, rules);
    }
    for unit in position.may_advance(rules) {
        let Some(from) = position.hex(unit) else { continue };
        position.find_advances(rules, unit, reach);
        if side == GERMAN {
            let asked = reach.reached().iter().copied().chain([from]);
            fights.advance_view.flow.search_from(rules, asked);
        }
        let view = &fights.advance_view;
        let worth = |hex: Hex| {
            if side == GERMAN {
                german_advance(position, rules, view, unit, hex)
            } else {
                allied::advance_score(position, rules, unit, hex)
            }
        };
        let best = reach
            .reached()
            .iter()
            .skip(1)
            .map(|&hex| (worth(hex), std::cmp::Reverse(hex)))
            .max()
            .filter(|&(value, _)| value > worth(from));
        if let Some((_, std::cmp::Reverse(hex))) = best {
            return Act::Advance { unit, path: reach.path(&rules.map, hex) };
        }
    }
    Act::Done
}

fn german_advance(position: &Position, rules: &Rules, view: &View, unit: Unit, hex: Hex) -> i32 {
    let mut worth = -view.w.west * view.flow.at(hex);
    if view.town_to_take(position, rules, hex, GERMAN) {
        worth += view.w.town;
    }
    if !has_room(position, rules, unit, hex) {
        worth -= view.w.crowd;
    }
    worth - view.w.touching * enemies_next_to(position, rules, hex, GERMAN).count() as i32
}
