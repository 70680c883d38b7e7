//! Artillery and aircraft: every shot where the exact odds say that it does most.

use std::collections::VecDeque;

use crate::acts::Act;
use crate::bots::planner::fight;
use crate::bots::planner::odds::{Odds, Stakes};
use crate::bots::planner::view::View;
use crate::bots::planner::weights::{self as w, Weights};
use crate::guns::Guns;
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, Unit, Weather, enemy_of};
use salient_hex::grid::Hex;

/// What a rolling barrage may be expected to add to an attack this turn (KB 9.51).
pub fn barrage_to_expect(position: &Position, rules: &Rules, side: usize) -> i32 {
    let [clear, mist, fog] = rules.constants.artillery.rolling_barrage;
    let limit = match position.weather {
        Weather::Clear => clear,
        Weather::Mist => mist,
        Weather::Fog => fog,
    };
    limit.min(position.guns[side].total() as i32)
}

/// The rolling barrage of an attack: as strong as it may be, unless so many attacks are still to
/// come that each must do with less.
pub fn rolling(
    position: &Position,
    rules: &Rules,
    units: &[Unit],
    hexes: &[Hex],
    still_to_come: usize,
) -> Guns {
    let mut choices = position.rolling_choices(rules, units, hexes);
    let share = position.guns[position.battle.side].total() as usize / (still_to_come + 1);
    while choices.len() > share.max(1) {
        choices.pop();
    }
    choices.pop().unwrap_or(Guns::NONE)
}

/// The SOS barrage that saves most for its points, if it saves enough.
pub fn sos(position: &Position, rules: &Rules, view: &mut View) -> Act {
    let battle = &position.battle;
    let side = enemy_of(battle.side);
    view.glance(position, rules);
    let (stakes, steps) = fight::stakes(position, rules, view, &battle.units, &battle.hexes);
    let mut odds = Odds::of(&position.reckon(rules, &battle.units, &battle.hexes), steps);
    odds.attack_plus += battle.rolling.map_or(0, |fired| fired.guns.total() as i32);
    let plain = odds.chances().worth(&stakes);
    // Attacks that may still come on other stacks.
    let waiting = battle
        .required
        .iter()
        .filter(|&&hex| position.can_be_attacked(hex) && !battle.hexes.contains(&hex))
        .count() as i32;
    let divisor = rules.constants.artillery.sos_barrage_divisor.max(1);
    let left = position.guns[side].total() as i32;
    let scarce = (waiting + 1) * i32::from(position.sos_limit(rules)) > left;
    let price = if scarce { view.w.sos_point } else { 0 };
    let best = position
        .sos_choices(rules)
        .into_iter()
        .map(|(hex, guns)| {
            let mut with = odds;
            with.defence_plus += guns.total() as i32 / divisor;
            let saved = plain - with.chances().worth(&stakes);
            (saved - 36 * price * guns.total() as i32, hex, guns)
        })
        .max_by_key(|&(saved, hex, guns)| {
            (saved, std::cmp::Reverse(guns.total()), std::cmp::Reverse((guns.heavy, hex)))
        });
    match best {
        Some((saved, hex, guns)) if saved > 0 => Act::sos(hex, guns),
        _ => Act::Done,
    }
}

/// Drumfire barrages for all points, those that promise most for a point first.
pub fn plan_drumfire(position: &Position, rules: &Rules, view: &View) -> VecDeque<(Hex, u32)> {
    let germans: Vec<Hex> =
        position.on_map(rules, GERMAN).filter_map(|u| position.hex(u)).collect();
    let mut plan: Vec<(i32, Hex, u32)> = Vec::new();
    for hex in position.bombardment_targets(rules, GERMAN) {
        let near = germans.iter().any(|&other| rules.apart(other, hex) <= w::SOON);
        let mut mark = Mark::new(position, rules, view, hex, near);
        let best = position
            .drumfire_choices(rules, hex)
            .map(|guns| {
                let points = guns.total();
                (mark.promise(rules, view, points) * 60 / points as i32, points)
            })
            .max_by_key(|&(value, points)| (value, std::cmp::Reverse(points)));
        if let Some((value, points)) = best.filter(|&(value, _)| value > 0) {
            plan.push((value, hex, points));
        }
    }
    plan.sort_by_key(|&(value, hex, _)| (-value, hex));
    plan.into_iter().map(|(_, hex, points)| (hex, points)).collect()
}

/// A stack that may be bombarded: whatever does not hang on the points that are fired.
struct Mark {
    hex: Hex,
    stacking: i32,
    morale: i32,
    stakes: Stakes,
    steps: i32,
    /// An attack follows soon.
    soon: bool,
    /// The column of the table that was read last, with the promise.
    read: Option<(usize, i32)>,
}

impl Mark {
    fn new(position: &Position, rules: &Rules, view: &View, hex: Hex, soon: bool) -> Self {
        let morale = position.stack(hex).map(|unit| position.face(rules, unit).morale).max();
        let (stakes, steps) = fight::stakes(position, rules, view, &[], &[hex]);
        let stacking = position.stacking(rules, hex);
        Self { hex, stacking, morale: morale.unwrap_or(0), stakes, steps, soon, read: None }
    }

    /// What a bombardment is worth to whoever fires it, summed over the six ways of the die.
    fn promise(&mut self, rules: &Rules, view: &View, points: u32) -> i32 {
        let Some((_, column)) = rules.drumfire.column(self.stacking, points) else { return 0 };
        match self.read {
            Some((read, promise)) if read == column => promise,
            _ => {
                let promise = self.read(rules, view, column);
                self.read = Some((column, promise));
                promise
            }
        }
    }

    fn read(&self, rules: &Rules, view: &View, column: usize) -> i32 {
        let shelter = rules.map.defence(self.hex);
        (1..=6)
            .filter_map(|die| rules.drumfire.read(column, die + shelter)?.result)
            .map(|number| (number - self.morale).clamp(0, self.steps))
            .map(|lost| {
                // Ground that is cleared is only won where somebody comes to take it.
                let taken = self.soon && lost == self.steps;
                let cleared = if taken { self.stakes.cleared } else { 0 };
                let soon = if self.soon { lost * view.w.soon_step } else { 0 };
                lost * self.stakes.step + cleared + soon
            })
            .sum()
    }
}

/// The ground attack that promises most (KB 12.31); none if nothing can come of any.
pub fn ground_attack(position: &Position, rules: &Rules, side: usize, view: &mut View) -> Act {
    view.glance(position, rules);
    let own: Vec<Hex> = position.on_map(rules, side).filter_map(|u| position.hex(u)).collect();
    let mut mark: Option<Mark> = None;
    let best = position
        .ground_attacks(rules, side)
        .map(|(hex, points)| {
            let mark = match &mut mark {
                Some(mark) if mark.hex == hex => mark,
                mark => {
                    let soon = own.iter().any(|&other| rules.apart(other, hex) <= w::SOON);
                    mark.insert(Mark::new(position, rules, view, hex, soon))
                }
            };
            let promise = mark.promise(rules, view, u32::from(points));
            // For each point, so that six go into one attack only if that is better.
            (promise * 60 / i32::from(points.max(1)), points, hex)
        })
        .max_by_key(|&(promise, points, hex)| (promise, points, std::cmp::Reverse(hex)));
    match best {
        Some((promise, points, hex)) if promise > 0 => Act::GroundAttack { hex, points },
        _ => Act::Done,
    }
}

/// Three regiments that leave the map are worth three times a division (KB 20.12): a division
/// breaks down where they can leave next turn and nobody is likely to bar the way.
pub fn break_down(position: &Position, rules: &Rules, weights: &Weights) -> Act {
    let turns_left = rules.turns.len() as i32 - i32::from(position.turn);
    if turns_left <= 0 {
        return Act::Done;
    }
    let enemies: Vec<Hex> =
        position.on_map(rules, ALLIED).filter_map(|unit| position.hex(unit)).collect();
    let pace = rules.replacements.first().map_or(0, |&unit| rules.unit(unit).faces[0].movement);
    let near_the_edge = |hex: Hex| {
        let way = i32::from(rules.west_cost[hex.index()]) + 1;
        let enemy = enemies.iter().map(|&enemy| rules.apart(hex, enemy)).min().unwrap_or(99);
        // On foot even past a zone of control, or free of any.
        way <= pace
            || way <= pace * rules.constants.second_segment_multiplier
                && enemy > weights.undisturbed
    };
    // Its regiments do not move this turn, so two divisions in a hex do not both break down.
    let room =
        |hex: Hex| weights.room == 0 || position.stack(hex).all(|unit| !position.state(unit).fresh);
    let division = position
        .breakable(rules)
        .find(|&unit| position.hex(unit).is_some_and(|hex| near_the_edge(hex) && room(hex)));
    division.map_or(Act::Done, |unit| Act::BreakDown { unit })
}
