//! 1914 22.3.2: in the first game-turns the units of the group keep a line of zones of control from the
//! Channel to an army's.

use std::collections::VecDeque;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::Violation;
use salient_rules::base::GameRules;
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::armies;
use crate::march::allowance::{self, may_go};
use crate::march::{moves, ways};
use crate::rules::{Offensive, Rules};
use crate::stages::Stage;
use crate::state::ENTRAINED;

/// What of the line a hex is.
const GROUP: u8 = 1;
const ARMY: u8 = 2;

/// Whether the Allies may end a movement phase: not with a gap in the line that some unit of the group
/// can still make smaller. What nobody can close stays, without a penalty.
///
/// # Errors
/// Somebody can.
pub fn check(rules: &Rules, position: &Position<Offensive>, side: usize) -> Result<(), Violation> {
    let Some(Act::Move { units, .. }) = mend(rules, position, side) else { return Ok(()) };
    let name = units.first().map_or("", |&unit| rules.unit(unit).name.as_str());
    let text = format!(
        "the territorial group keeps a line from the Channel to an army: '{name}' can close it"
    );
    Err(Violation::new("1914 22.3.2", text))
}

/// A move by which a unit of the group makes the gap in its line as small as one move can; none where
/// there is no gap, or nobody can.
pub fn mend(rules: &Rules, position: &Position<Offensive>, side: usize) -> Option<Act> {
    let group = rules.group?;
    let now = rules.stage(position.phase_id(rules))?;
    let moves_now = matches!(now.stage, Stage::Movement | Stage::CounterMovement);
    let in_time = i32::from(position.turn) <= rules.numbers.group_mission;
    if rules.body(group).side != side || now.active != side || !moves_now || !in_time {
        return None;
    }
    let units: Vec<Unit> = line_units(rules, position, side).collect();
    let before = gap(rules, position, side, None)?;
    if before == 0 {
        return None;
    }
    let mut reach = Reach::default();
    let mut best: Option<(u32, Act)> = None;
    for unit in units {
        let Some(from) = position.hex(unit) else { continue };
        let points = allowance::left(rules, position, unit);
        if points <= 0 || may_go(rules, position, side, unit).is_err() {
            continue;
        }
        ways::search(rules, position, (&[unit], from), points.unsigned_abs(), &mut reach);
        for &to in reach.reached().iter().filter(|&&to| to != from) {
            let Some(after) = gap(rules, position, side, Some((unit, to))) else { continue };
            if after >= best.as_ref().map_or(before, |(least, _)| *least) {
                continue;
            }
            let path = reach.path(rules.map(), to);
            if moves::check(rules, position, side, &[unit], &path).is_ok() {
                best = Some((after, Act::Move { units: vec![unit], path }));
            }
        }
    }
    best.map(|(_, act)| act)
}

/// The combat units of the group that have a zone of control.
fn line_units<'a>(
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
) -> impl Iterator<Item = Unit> + 'a {
    position.on_map(rules, side).filter(|&unit| {
        rules.is_combat(position, unit)
            && position.state(unit).presence != ENTRAINED
            && super::has(rules, position, unit)
    })
}

/// How many hexes the line lacks, with a unit of the group elsewhere if so: the fewest that lie in no
/// zone of control of the group on any way from the coast to a zone of control of a unit that is
/// attached to an army. None where the map has no coast, or neither the group nor an army has units.
fn gap(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    moved: Option<(Unit, Hex)>,
) -> Option<u32> {
    let map = rules.map();
    let mut line = vec![0_u8; map.len()];
    let mut mark = |unit: Unit, hex: Hex, what: u8| {
        let zone = rules.zone_of_control(unit, position.state(unit).face, hex);
        for hex in zone.into_iter().flatten().chain([hex]) {
            if let Some(own) = line.get_mut(hex.index()) {
                *own |= what;
            }
        }
    };
    let mut there = 0;
    for unit in position.on_map(rules, side) {
        if !rules.is_combat(position, unit) || position.state(unit).presence == ENTRAINED {
            continue;
        }
        let what = match () {
            () if super::has(rules, position, unit) => GROUP,
            () if armies::army(rules, position, unit).is_some() => ARMY,
            () => continue,
        };
        there |= what;
        match moved {
            Some((other, to)) if other == unit => mark(unit, to, what),
            _ => position.hexes(unit).for_each(|hex| mark(unit, hex, what)),
        }
    }
    if there != GROUP | ARMY {
        return None;
    }
    // The nearest first: steps into the line cost nothing and go to the front of the queue.
    let cost = |hex: Hex| u32::from(line.get(hex.index()).copied().unwrap_or_default() == 0);
    let mut far = vec![u32::MAX; map.len()];
    let mut queue: VecDeque<(u32, Hex)> = VecDeque::new();
    let mut reached = |queue: &mut VecDeque<(u32, Hex)>, hex: Hex, before: u32| {
        let step = cost(hex);
        if let Some(own) = far.get_mut(hex.index())
            && before + step < *own
        {
            *own = before + step;
            match step {
                0 => queue.push_front((*own, hex)),
                _ => queue.push_back((*own, hex)),
            }
        }
    };
    for &hex in &rules.landmarks.coast {
        reached(&mut queue, hex, 0);
    }
    while let Some((so_far, hex)) = queue.pop_front() {
        if line.get(hex.index()).is_some_and(|what| what & ARMY != 0) {
            return Some(so_far);
        }
        for (direction, other) in map.neighbours(hex) {
            if !rules.terrain.side(hex, direction).sea {
                reached(&mut queue, other, so_far);
            }
        }
    }
    None
}
