//! What goes on behind the front: supply units, arrivals, replacements, points that may be taken.

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::decision::Arriving;
use crate::march::{allowance, by_rail, tasks, ways};
use crate::rules::{Offensive, Rules, of};
use crate::units::Kind;
use crate::{armies, arrivals, control, rails, supply as rules_of_supply};

use super::field::Field;
use super::march::Order;

/// How far a train keeps from the enemy, if it can.
const SAFE: u8 = 3;
/// How near it keeps to those whom it supplies.
const CLOSE: u32 = 2;

/// Extends supply units as long as that helps somebody.
pub fn extend(rules: &Rules, position: &Position<Offensive>, side: usize) -> Option<Act> {
    let acts = rules_of_supply::legal(rules, position, side);
    let extends = |act: &Act| matches!(act, Act::Extend { .. });
    Some(acts.into_iter().find(extends).unwrap_or(Act::Done))
}

/// Places those who come in as near to the front as they may, and reinforces the strongest.
pub fn arrive(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Arriving,
) -> Option<Act> {
    let acts = arrivals::legal(rules, position, side, asked);
    let enemies: Vec<Hex> =
        position.on_map(rules, rules.enemy(side)).filter_map(|unit| position.hex(unit)).collect();
    let grid = rules.map().grid();
    acts.into_iter().max_by_key(|act| match act {
        Act::Place { hex, .. } => {
            let near = enemies.iter().map(|&enemy| grid.distance(enemy, *hex)).min();
            (1, -(near.unwrap_or_default() as i32))
        }
        Act::Replace { unit } => (1, rules.rating(position, *unit, of::ATTACK)),
        _ => (0, 0),
    })
}

/// 1914 7.9, 23.3: brings the naval division over to the port that is nearest to the enemy.
pub fn sail(rules: &Rules, position: &Position<Offensive>, side: usize) -> Option<Act> {
    let mut acts = Vec::new();
    crate::march::sea::legal(rules, position, side, &mut acts);
    let grid = rules.map().grid();
    let enemies: Vec<Hex> =
        position.on_map(rules, rules.enemy(side)).filter_map(|unit| position.hex(unit)).collect();
    let from_home = acts.into_iter().filter_map(|act| match act {
        Act::Embark { units, hex } if units.iter().all(|&it| position.hex(it).is_none()) => {
            let near = enemies.iter().map(|&at| grid.distance(at, hex)).min().unwrap_or(u32::MAX);
            Some((std::cmp::Reverse(units.len()), near, Act::Embark { units, hex }))
        }
        _ => None,
    });
    from_home.min().map(|(_, _, act)| act)
}

/// 1914 23.1, 24.3: leaves bases where they are; a base that must flee goes to the port that is farthest
/// from the enemy.
pub fn base(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    attachment: bool,
) -> Option<Act> {
    let acts = crate::bases::legal(rules, position, attachment).into_iter();
    let grid = rules.map().grid();
    let enemies: Vec<Hex> =
        position.on_map(rules, rules.enemy(side)).filter_map(|unit| position.hex(unit)).collect();
    acts.max_by_key(|act| match act {
        Act::Done => (true, 0),
        Act::MoveBase { hex: Some(port), .. } => {
            let near = enemies.iter().map(|&enemy| grid.distance(enemy, *port)).min();
            (false, near.unwrap_or_default())
        }
        _ => (false, 0),
    })
}

/// How near Germans must be for the country by the Ijzer to be flooded.
const FLOOD: u32 = 6;

/// 1914 21.3: floods the country once the enemy comes near.
pub fn flood(rules: &Rules, position: &Position<Offensive>, side: usize) -> Act {
    let grid = rules.map().grid();
    let mut enemies =
        position.on_map(rules, rules.enemy(side)).filter_map(|unit| position.hex(unit));
    let near = enemies
        .any(|at| rules.landmarks.nieuwpoort.iter().any(|&hex| grid.distance(hex, at) <= FLOOD));
    if near { Act::Inundate } else { Act::Done }
}

/// 1914 25.2: sends those east whom the scenario names, else the weakest that may go.
pub fn east(rules: &Rules, position: &Position<Offensive>, side: usize) -> Option<Act> {
    let acts = crate::east::legal(rules, position, side).into_iter();
    acts.min_by_key(|act| match act {
        Act::Send { unit } => {
            (!crate::east::is_named(rules, *unit), rules.rating(position, *unit, of::ATTACK))
        }
        _ => (true, i32::MAX),
    })
}

/// 1914 27.3: takes the points for captured towns when the last of the time has come.
pub fn capture(rules: &Rules, position: &Position<Offensive>, side: usize) -> Act {
    let towns = &rules.schedule.lorraine.towns;
    let enemy = rules.enemy(side);
    let held = |hexes: &[Hex]| hexes.iter().all(|&hex| control::of(position, hex) == Some(side));
    let mine: Vec<Hex> = towns
        .iter()
        .filter(|(_, hexes)| held(hexes))
        .flat_map(|(_, hexes)| hexes.clone())
        .collect();
    // Those that are about to be lost again.
    let shaky = mine.iter().any(|&hex| {
        let grid = rules.map().grid();
        let near = |side: usize| -> i32 {
            let units = position.on_map(rules, side);
            let near = units.filter(|&unit| {
                position.hex(unit).is_some_and(|other| grid.distance(other, hex) <= 2)
            });
            near.map(|unit| rules.rating(position, unit, of::ATTACK)).sum()
        };
        near(enemy) > near(side)
    });
    let late = i32::from(position.turn) >= rules.numbers.capture_until;
    if shaky && (late || 3 * mine.len() >= 2 * towns.len()) { Act::TakePoints } else { Act::Done }
}

/// Brings a supply unit after its own: near to them, behind friends, in reach of what supplies it.
pub fn supply(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    order: &Order,
    field: &Field,
    reach: &mut Reach,
) -> Option<Act> {
    let &unit = order.units.first()?;
    let at = position.hex(unit)?;
    if allowance::may_go(rules, position, side, unit).is_err() {
        return None;
    }
    let is_train = rules.piece(unit).kind == Kind::Train;
    let served = served(rules, position, side, unit);
    let army = armies::army(rules, position, unit);
    let depot = army.and_then(|army| rules.body(army).counter).and_then(|it| position.hex(it));
    let grid = rules.map().grid();
    let worth = |hex: Hex| -> i32 {
        let to_own: i32 = served
            .iter()
            .map(|&other| grid.distance(other, hex).saturating_sub(CLOSE) as i32)
            .map(|far| far + if far > 2 { 3 * (far - 2) } else { 0 })
            .sum();
        let near = i32::from(field.near[hex.index()].min(SAFE));
        let on_rails = rails::is_operational(position, side, hex);
        let to_depot = depot
            .filter(|_| is_train && !on_rails)
            .map_or(0, |depot| (grid.distance(depot, hex) as i32 - 5).max(0));
        let company = i32::from(field.size[hex.index()] > 0);
        12 * near + 2 * company - 2 * to_own / served.len().max(1) as i32 - 6 * to_depot
    };
    // Whoever is safe and near enough stays, if there is room (1914 3.1.3).
    let close = served.iter().all(|&other| grid.distance(other, at) <= 3);
    let limit = rules.numbers.stacking_limit;
    let crowded = field.size[at.index()] > limit;
    if !crowded && (close && field.near[at.index()] >= SAFE || served.is_empty()) {
        return None;
    }
    let left = allowance::left(rules, position, unit);
    if left <= 0 {
        return None;
    }
    ways::search(rules, position, (&order.units, at), left.unsigned_abs(), reach);
    let size = rules.size(position, unit);
    let room = |hex: &&Hex| **hex != at && field.size[hex.index()] + size <= limit;
    let open = reach.reached().iter().filter(room);
    let best = open.map(|&hex| (worth(hex), std::cmp::Reverse(hex))).max()?;
    let to = best.1.0;
    (crowded || best.0 > worth(at) + 2)
        .then(|| Act::Move { units: order.units.clone(), path: reach.path(rules.map(), to) })
}

/// Where those stand whom a supply unit supplies: the formations of a corps, the trains and
/// independent formations of an army.
fn served(rules: &Rules, position: &Position<Offensive>, side: usize, unit: Unit) -> Vec<Hex> {
    let corps = armies::corps(rules, position, unit);
    let army = armies::army(rules, position, unit);
    let is_train = rules.piece(unit).kind == Kind::Train;
    let own = |other: &Unit| {
        let piece = rules.piece(*other);
        match is_train {
            true => piece.is_formation() && armies::corps(rules, position, *other) == corps,
            false => {
                let counts = piece.kind == Kind::Train
                    || piece.is_formation() && armies::corps(rules, position, *other).is_none();
                counts && armies::army(rules, position, *other) == army
            }
        }
    };
    let units = position.on_map(rules, side).filter(own);
    units.filter_map(|other| position.hex(other)).collect()
}

/// How much nearer to the enemy a journey by rail takes whoever makes it, at least.
const WORTH_A_JOURNEY: i32 = 10;

/// Where a unit far behind the front goes by rail: as near to the enemy as it may, if that is much
/// nearer than it is, and of such places the one nearest to it.
pub fn by_rail(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Option<Hex> {
    let at = position.hex(unit)?;
    let far = |hex: Hex| tasks::enemy_near(rules, position, side, hex);
    let hexes = by_rail::destinations(rules, position, side, unit).into_iter();
    let grid = rules.map().grid();
    hexes.min_by_key(|&hex| (far(hex), grid.distance(at, hex), hex))
}

/// Lets a unit that nothing is near to go by rail, where that is worth it.
pub fn entrain(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Option<Act> {
    let far = |hex: Hex| tasks::enemy_near(rules, position, side, hex);
    let here = far(position.hex(unit)?)?;
    let least = rules.numbers.rail_destination + WORTH_A_JOURNEY;
    if here < least || by_rail::check(rules, position, side, unit).is_err() {
        return None;
    }
    let there = far(by_rail(rules, position, side, unit)?)?;
    (here - there >= WORTH_A_JOURNEY).then_some(Act::ByRail { unit })
}

/// 1914 15.8.2: the army farthest from the enemy runs short of ammunition.
pub fn shortage(rules: &Rules, position: &Position<Offensive>, side: usize) -> Option<Act> {
    let open = rules_of_supply::shortage::open(rules, position, side).into_iter();
    let far = |&unit: &Unit| {
        let near = |hex| tasks::enemy_near(rules, position, side, hex);
        (position.hex(unit).map(near), std::cmp::Reverse(unit))
    };
    open.max_by_key(far).map(|army| Act::Shortage { army })
}
