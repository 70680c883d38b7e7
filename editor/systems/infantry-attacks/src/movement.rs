//! IA 5.1–5.3, 5.5, 5.7, 5.9: movement.

use salient_hex::path::{Reach, Step};
use salient_hex::{Direction, Hex};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::activation;
use crate::game::InfantryAttacks;
use crate::rules::Rules;
use crate::stacking::{self, Stack};
use crate::state::{
    ACTIVE, ASSAULTS, CHARGED, DEMORALIZED, ENTERED, LED, TO_FIRE, allowance, class, has,
};
use crate::units::Class;
use crate::{assault, assault_move, missions};

/// What keeps a unit from a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The hexes do not touch.
    Apart,
    Terrain,
    Enemy,
    Full,
    /// A step nearer the enemy without a leader.
    Nearer,
    /// A step at night without a leader into a hex that is not one's own.
    Night,
}

impl Bar {
    fn violation(self, rules: &Rules, from: Hex, to: Hex) -> Violation {
        let (from, to) = (rules.compiled.label(from), rules.compiled.label(to));
        let (rule, text) = match self {
            Self::Apart => ("IA 5.2", format!("{from} and {to} do not touch")),
            Self::Terrain => ("IA 5.84", format!("no unit enters {to}")),
            Self::Enemy => ("IA 5.9", format!("enemy combat units stand in {to}")),
            Self::Full => ("IA 4.3", format!("{to} holds no more units")),
            Self::Nearer => ("IA 5.5", format!("{to} is nearer the enemy, and no leader directs")),
            Self::Night => ("IA 5.7", format!("{to} is not one's own, and no leader directs")),
        };
        Violation::new(rule, text)
    }
}

/// What the steps of a unit are judged by.
struct Mover {
    unit: Unit,
    side: usize,
    class: Class,
    is_leader: bool,
    led: bool,
    is_night: bool,
    /// Where the enemy's combat units stand, if that matters.
    enemies: Vec<Hex>,
}

impl Mover {
    fn new(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Self {
        let side = rules.side_of(unit);
        let is_leader = rules.piece(unit).kind.is_leader();
        let led = is_leader || has(position, unit, LED);
        let mut enemies = Vec::new();
        if !led {
            for other in rules.compiled.all_units() {
                if rules.side_of(other) != side && rules.piece(other).kind.is_combat() {
                    enemies.extend(position.state(other).hex);
                }
            }
            enemies.sort_unstable();
            enemies.dedup();
        }
        let class = class(rules, position, unit);
        Self { unit, side, class, is_leader, led, is_night: rules.is_night(position), enemies }
    }

    /// How far the nearest enemy is.
    fn nearest(&self, rules: &Rules, hex: Hex) -> u32 {
        let grid = rules.compiled.map.grid();
        self.enemies.iter().map(|&enemy| grid.distance(hex, enemy)).min().unwrap_or(u32::MAX)
    }

    /// The one predicate of a step: what it costs, or what bars it.
    fn step(
        &self,
        rules: &Rules,
        position: &Position<InfantryAttacks>,
        (from, direction, to): (Hex, Direction, Hex),
    ) -> Result<u32, Bar> {
        let cost = rules.step(self.class, from, direction, to).ok_or(Bar::Terrain)?;
        if stacking::barred_to(rules, position, self.side, to) {
            return Err(Bar::Enemy);
        }
        if !self.is_leader && !Stack::of(rules, position, self.side, to, &[self.unit]).fits(rules) {
            return Err(Bar::Full);
        }
        if !self.led {
            // Every enemy counts, wherever he looks and whatever he has done (IA 5.5).
            if self.nearest(rules, to) < self.nearest(rules, from) {
                return Err(Bar::Nearer);
            }
            let own = usize::from(position.own.control[to.index()]) == self.side;
            if self.is_night && !own {
                return Err(Bar::Night);
            }
        }
        Ok(cost)
    }
}

/// IA 3.13: a unit that was designated to move, and has still to.
pub fn may_move(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    is_active(rules, position, side, unit)?;
    if has(position, unit, TO_FIRE) {
        return Err(Violation::new("IA 3.13", "it was designated to fire"));
    }
    Ok(())
}

fn is_active(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    if rules.side_of(unit) != side || !has(position, unit, ACTIVE) {
        return Err(Violation::new("IA 3.13", "it has nothing more to do in this segment"));
    }
    Ok(())
}

/// IA 5.2, 6.4: a unit, or a unit with a leader who goes along, moves from hex to hex.
pub fn check_move(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    units: &[Unit],
    path: &[Hex],
) -> Result<(), Violation> {
    let is_leader = |unit: &Unit| rules.piece(*unit).kind.is_leader();
    let together = match units {
        [_] => true,
        [one, other] => {
            let alike =
                rules.piece(*one).kind.is_cavalry() == rules.piece(*other).kind.is_cavalry();
            !is_leader(one) && is_leader(other) && alike && has(position, *one, LED)
        }
        _ => false,
    };
    if !together {
        let text = "a unit moves alone, or with a leader of its type behind it in the list";
        return Err(Violation::new("IA 6.4", text));
    }
    // An assault is fire, though one moves for it (IA 3.13).
    let assaults = assault_move::is_one(rules, position, side, units, path);
    for &unit in units {
        if assaults {
            is_active(rules, position, side, unit)?;
        } else {
            may_move(rules, position, side, unit)?;
        }
        if has(position, unit, DEMORALIZED) {
            return Err(Violation::new("IA 14.3", "the demoralized only try to recover"));
        }
        missions::may_go(rules, position, unit)?;
        // Whoever is towed goes by its own mission (IA 9.13).
        position.carried_by(unit).try_for_each(|load| missions::may_go(rules, position, load))?;
    }
    let start = units.first().and_then(|&unit| position.hex(unit));
    if units.iter().any(|&unit| position.hex(unit) != start) {
        return Err(Violation::new("IA 6.4", "the leader stands elsewhere"));
    }
    let (Some(start), false) = (start, path.is_empty()) else {
        return Err(Violation::new("IA 5.2", "a move has at least one hex"));
    };
    units.iter().try_for_each(|&unit| match assaults {
        true => assault_move::check(rules, position, unit, start, path),
        false => check_path(rules, position, unit, start, path),
    })
}

fn check_path(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Hex,
    path: &[Hex],
) -> Result<(), Violation> {
    let mover = Mover::new(rules, position, unit);
    let grid = rules.compiled.map.grid();
    let (mut at, mut spent) = (start, 0_u32);
    if path.len() > 1 && stacking::barred_to(rules, position, mover.side, start) {
        return Err(Violation::new("IA 5.42", "out of an assault hex one goes a single hex"));
    }
    for &hex in path {
        let bar = |bar: Bar| bar.violation(rules, at, hex);
        let direction = grid.direction_to(at, hex).ok_or_else(|| bar(Bar::Apart))?;
        spent += mover.step(rules, position, (at, direction, hex)).map_err(bar)?;
        at = hex;
    }
    let points = allowance(rules, position, unit);
    // One hex is always within reach of whoever moves at all (IA 5.2).
    let enough = spent as i32 <= points || path.len() == 1 && points >= 1;
    if !enough {
        let text = format!("the way costs {spent} movement points, there are {points}");
        return Err(Violation::new("IA 5.2", text));
    }
    Ok(())
}

/// Finds where a unit may go, and up to `beyond` farther; gives its movement allowance. A first
/// step that costs more than it has takes all of it, and ends there (IA 5.2).
pub fn find_ways(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    beyond: u32,
    reach: &mut Reach,
) -> Option<i32> {
    let start = position.hex(unit)?;
    missions::may_go(rules, position, unit).ok()?;
    let mut loads = position.carried_by(unit);
    loads.try_for_each(|load| missions::may_go(rules, position, load)).ok()?;
    let points = allowance(rules, position, unit);
    let most = points.max(0).unsigned_abs();
    let mover = Mover::new(rules, position, unit);
    let leaves = stacking::barred_to(rules, position, mover.side, start);
    reach.search(&rules.compiled.map, start, most.saturating_add(beyond), |from, direction, to| {
        match mover.step(rules, position, (from, direction, to)) {
            // Out of an assault hex it is one hex (IA 5.42).
            Ok(cost) if leaves && from == start && most > 0 => Step::Halt(cost.min(most)),
            Ok(cost) if cost > most && from == start && most > 0 => Step::Halt(most),
            Ok(cost) => Step::Through(cost),
            Err(_) => Step::Barred,
        }
    });
    Some(points)
}

/// The ways of a unit, the cheapest to each hex that it can reach.
pub fn ways(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Vec<Hex>> {
    let mut reach = Reach::default();
    if find_ways(rules, position, unit, 0, &mut reach).is_none() {
        return Vec::new();
    }
    let ends = reach.reached().iter().skip(1);
    ends.map(|&to| reach.path(&rules.compiled.map, to)).collect()
}

/// Whoever goes has acted; into an assault hex he comes to attack, out of one he may be shot at.
pub fn go(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize, units: &[Unit], path: &[Hex]) {
    let assaults = assault_move::is_one(cx.rules, cx.position, side, units, path);
    let charge = if path.len() > 1 { CHARGED } else { 0 };
    for &unit in units {
        activation::acted(cx.position, unit);
        if assaults {
            *cx.position.flags_mut(unit) |= ASSAULTS | ENTERED | charge;
        }
    }
    let start = units.first().and_then(|&unit| cx.position.state(unit).hex);
    if let Some(hex) = start
        && stacking::barred_to(cx.rules, cx.position, side, hex)
    {
        assault::leave(cx, units, hex);
    }
    cx.walk(units.to_vec(), path.to_vec(), if assaults { "IA 5.41" } else { "IA 5.2" });
}
