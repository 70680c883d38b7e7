//! 1914 19.1.1, 19.2: a force extends into two hexes, consolidates into one, wheels, or goes on with
//! both halves, one step after the other.

use salient_hex::{Footprint, Hex};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use super::{is_in, is_two, may_take_up};
use crate::acts::Act;
use crate::force::{self, Force};
use crate::march::allowance::{limit, may_go};
use crate::march::cost::Mover;
use crate::march::{moves, pins, walks, ways};
use crate::rules::{Offensive, Rules};
use crate::stacking;

/// One or two hexes as a footprint.
///
/// # Errors
/// They are none.
pub fn footprint(rules: &Rules, hexes: &[Hex]) -> Result<Footprint, Violation> {
    let found = match *hexes {
        [hex] => Some(Footprint::One(hex)),
        [hex, other] => Footprint::new(rules.map().grid(), hex, Some(other)),
        _ => None,
    };
    let text = "a force takes up one hex, or two that touch";
    found.ok_or_else(|| Violation::new("1914 19.0", text))
}

/// The same as an act names it.
pub fn act(units: &[Unit], to: Footprint) -> Act {
    Act::Abreast { units: units.to_vec(), hexes: to.hexes().collect() }
}

/// A step of units: what it costs, and how halves go, from hex to hex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub cost: i32,
    pub halves: Vec<(Hex, Hex)>,
}

/// The best way of units that stand together to another footprint, if one half's steps cost so much:
/// the higher cost of both halves counts (1914 19.2).
///
/// # Errors
/// What bars them.
pub fn best(
    rules: &Rules,
    (from, to): (Footprint, Footprint),
    mut cost: impl FnMut(Hex, Hex) -> Result<i32, Violation>,
) -> Result<Taken, Violation> {
    let grid = rules.map().grid();
    let mut barred = None;
    let mut found: Option<Taken> = None;
    for way in from.ways_to(grid, to) {
        let mut halves: Vec<(Hex, Hex)> = way.into_iter().filter(|(one, to)| one != to).collect();
        halves.dedup();
        let mut most = 0;
        let open = halves.iter().try_for_each(|&(one, to)| {
            most = cost(one, to)?.max(most);
            Ok(())
        });
        match open {
            Err(why) => barred = Some(why),
            Ok(()) if found.as_ref().is_none_or(|other| most < other.cost) => {
                found = Some(Taken { cost: most, halves });
            }
            Ok(()) => {}
        }
    }
    found.ok_or_else(|| {
        let text = "each half of a force stays or goes one hex";
        barred.unwrap_or_else(|| Violation::new("1914 19.2", text))
    })
}

/// What a step costs units in movement.
fn step(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    (from, to): (Footprint, Footprint),
) -> Result<Taken, Violation> {
    let cost = |one: Hex, to: Hex| {
        let Some(direction) = rules.direction(one, to) else { return Ok(0) };
        let mover = Mover::new(rules, position, units, one);
        mover.step(one, direction, to).map_err(|bar| bar.violation(rules, to))
    };
    if !joins(rules, position, units, (from, to)) {
        return best(rules, (from, to), cost);
    }
    // 1914 19.1.1: who joins a force in two hexes enters either of them.
    let at = from.hex();
    if to.hexes().any(|hex| hex == at) {
        let halves = to.hexes().filter(|&hex| hex != at).map(|hex| (at, hex)).collect();
        return Ok(Taken { cost: 0, halves });
    }
    let near = to.hexes().filter(|&hex| rules.direction(at, hex).is_some());
    let mut barred = Violation::new("1914 19.1.1", "who joins a force enters one of its hexes");
    let mut found: Option<Taken> = None;
    for hex in near {
        match cost(at, hex) {
            Err(why) => barred = why,
            Ok(cost) if found.as_ref().is_none_or(|other| cost < other.cost) => {
                found = Some(Taken { cost, halves: vec![(at, hex)] });
            }
            Ok(_) => {}
        }
    }
    found.ok_or(barred)
}

/// Whether units are assets that join a formation in its two hexes (1914 19.1.1).
fn joins(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    (from, to): (Footprint, Footprint),
) -> bool {
    let (Footprint::One(_), Footprint::Two(_)) = (from, to) else { return false };
    let side = units.first().map_or(0, |&unit| rules.side_of(unit));
    let leads = |unit: Unit| {
        rules.side_of(unit) == side
            && rules.piece(unit).is_formation()
            && position.footprint(rules.map().grid(), unit) == Some(to)
    };
    units.iter().all(|&unit| rules.piece(unit).is_asset()) && position.stack(to.hex()).any(leads)
}

/// The footprint of units that may go together, and what a step of theirs costs.
fn priced(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (units, to): (&[Unit], Footprint),
) -> Result<(Footprint, Taken), Violation> {
    for &unit in units {
        may_go(rules, position, side, unit)?;
    }
    let at = moves::together(rules, position, units)?;
    if Force::of(rules, units).is_none() {
        return Err(Violation::new("1914 19.0", "a force takes up two hexes, and nothing else"));
    }
    let other = units.first().and_then(|&unit| position.state(unit).other);
    let from = Footprint::new(rules.map().grid(), at, other).unwrap_or(Footprint::One(at));
    if let (Footprint::One(_), Footprint::One(_)) = (from, to) {
        let text = "a force in one hex goes to another by a plain move";
        return Err(Violation::new("1914 19.1.1", text));
    }
    may_take_up(rules, position, units, to)?;
    let taken = step(rules, position, units, (from, to))?;
    // 1914 7.3.3, 19.2: a half that is held stays where it is.
    for hex in from.hexes().filter(|hex| to.hexes().all(|other| other != *hex)) {
        pins::may_leave_hex(rules, position, units, hex)?;
    }
    Ok((from, taken))
}

/// Whether a side may let units go into two hexes, or from two into others or one.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (units, hexes): (&[Unit], &[Hex]),
) -> Result<(), Violation> {
    let to = footprint(rules, hexes)?;
    let (_, taken) = priced(rules, position, side, (units, to))?;
    for &unit in units {
        let (has, before) = (limit(rules, position, unit), moves::before(position, units, unit));
        if before + taken.cost > has {
            let name = &rules.compiled.unit(unit).name;
            let left = has - before;
            let text = format!("'{name}' has {left} movement points left, not {}", taken.cost);
            return Err(Violation::new("1914 7.2.1", text));
        }
    }
    moves::nears(rules, position, units, hexes)
}

/// The steps that units may take, of those to which `may` lets them.
fn steps(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
    may: impl Fn(Footprint) -> bool,
) -> Vec<Act> {
    let Some(from) = units.first().and_then(|&it| position.footprint(rules.map().grid(), it))
    else {
        return Vec::new();
    };
    let fits = |to: &Footprint| {
        to.hexes().filter(|&hex| units.iter().all(|&unit| !is_in(position, unit, hex))).all(|hex| {
            let own = |unit: &Unit| match to {
                Footprint::One(_) => rules.size(position, *unit),
                Footprint::Two(_) => super::half(rules.size(position, *unit)),
            };
            let size: i32 = units.iter().map(own).sum();
            stacking::size(rules, position, side, hex) + size <= rules.numbers.stacking_limit
        })
    };
    let all = from.steps(rules.map().grid()).into_iter();
    let all = all.filter(|to| may(*to) && fits(to)).map(|to| act(units, to));
    all.filter(|act| match act {
        Act::Abreast { units, hexes } => check(rules, position, side, (units, hexes)).is_ok(),
        _ => false,
    })
    .collect()
}

/// The plain ones: what each force in two hexes may do with them.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    for units in ways::groups(rules, position, side) {
        if units.iter().any(|&unit| is_two(position, unit)) {
            acts.extend(steps(rules, position, side, &units, |_| true));
        }
    }
}

/// What a unit that is picked may do besides, with its force and by itself: go into two hexes.
pub fn more(rules: &Rules, position: &Position<Offensive>, side: usize, unit: Unit) -> Vec<Act> {
    if rules.side_of(unit) != side || !rules.is_combat(position, unit) || is_two(position, unit) {
        return Vec::new();
    }
    let Some(hex) = position.hex(unit) else { return Vec::new() };
    let forces = force::forces(rules, position, hex, side).into_iter();
    let forces = forces.map(|force| force.units()).filter(|units| units.contains(&unit));
    let groups = forces.chain([vec![unit]]).map(|mut units| {
        units.retain(|&it| rules.is_combat(position, it) && !is_two(position, it));
        units
    });
    let into_two = |to: Footprint| matches!(to, Footprint::Two(_));
    let all = groups.flat_map(|units| steps(rules, position, side, &units, into_two));
    let mut acts: Vec<Act> = all.collect();
    acts.sort();
    acts.dedup();
    acts
}

/// Does what [`check`] has allowed: the enemy's cavalry may react to it as to any step.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, units: &[Unit], hexes: &[Hex]) {
    let Ok(to) = footprint(cx.rules, hexes) else { return };
    let Ok((from, taken)) = priced(cx.rules, cx.position, side, (units, to)) else { return };
    walks::set_out_on_two(cx, units, (from, to), taken.cost);
}

/// How halves go from one footprint to another, where only that is asked.
pub fn halves(rules: &Rules, from: Footprint, to: Footprint) -> Vec<(Hex, Hex)> {
    best(rules, (from, to), |_, _| Ok(1)).map(|taken| taken.halves).unwrap_or_default()
}
