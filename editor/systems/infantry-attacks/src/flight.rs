//! IA 6.62, 14.31–14.35: the demoralized flee towards a hex where nobody can fire at them, and a
//! leader may go with them.

use std::cmp::Reverse;

use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{Decision, Flight, Going, Step, Why};
use crate::event::Order;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::{Stack, barred_to};
use crate::state::{
    self, ACTIVE, DEMORALIZED, DISRUPTED, ENTRENCHED, HALTED, HELPED, HIDDEN, IN_SEGMENT, TO_FIRE,
    allowance, class, has, of, rating,
};
use crate::units::Kind;
use crate::{casualties, direct_fire, leaders, morale_check, moves, results, rivers, spotting};

impl Flight {
    /// With nobody.
    pub fn alone(unit: Unit) -> Self {
        Self { unit, leaders: Vec::new() }
    }

    /// It, and the leader who is with it still and was not stopped.
    fn all(&self, position: &Position<InfantryAttacks>) -> Vec<Unit> {
        let hex = position.state(self.unit).hex;
        let with =
            self.leaders.iter().copied().filter(|&leader| {
                position.state(leader).hex == hex && !has(position, leader, HALTED)
            });
        [self.unit].into_iter().chain(with).collect()
    }
}

/// Where a side's enemies stand that could fire at somebody, and how far they fire (IA 14.31). Those
/// in an assault hex fire at nobody outside it (IA 12.82).
fn guns(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<(Hex, i32)> {
    let mut from: Vec<(Hex, i32)> = position
        .on_map(rules, 1 - side)
        // What nobody knows of is fled from by nobody (IA 16.5).
        .filter(|&enemy| !has(position, enemy, HIDDEN))
        .filter(|&enemy| direct_fire::can_fire(rules, position, enemy))
        .filter_map(|enemy| Some((position.hex(enemy)?, rating(rules, position, enemy, of::RANGE))))
        .filter(|&(hex, _)| !barred_to(rules, position, 1 - side, hex))
        .collect();
    // Of those in a hex the one that fires farthest.
    from.sort_unstable_by_key(|&(hex, range)| (hex, Reverse(range)));
    from.dedup_by_key(|(hex, _)| *hex);
    from
}

/// Those of the enemy's hexes from which a unit in a hex could be fired at (IA 14.31).
fn threats<'a>(
    rules: &'a Rules,
    position: &'a Position<InfantryAttacks>,
    guns: &'a [(Hex, i32)],
    (unit, hex): (Unit, Hex),
) -> impl Iterator<Item = Hex> + 'a {
    let grid = rules.compiled.map.grid();
    let fires = move |&&(from, range): &&(Hex, i32)| {
        grid.distance(from, hex) as i32 <= range
            && spotting::spots_at(rules, position, from, (unit, hex))
    };
    guns.iter().filter(fires).map(|(from, _)| *from)
}

/// What a step costs a unit in flight, if it may take it.
fn cost(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    (from, direction, to): (Hex, Direction, Hex),
) -> Option<i32> {
    let side = rules.side_of(unit);
    let banks = rivers::banks(position, unit);
    let class = class(rules, position, unit);
    let cost = rivers::step(rules, class, banks, (from, direction, to)).ok()?.cost;
    let is_leader = rules.piece(unit).kind.is_leader();
    let fits = is_leader || Stack::of(rules, position, side, to, &[unit]).fits(rules);
    // IA 9.71: nobody flees into drumfire.
    let open = !barred_to(rules, position, side, to) && !state::has_drumfire(position, to);
    (fits && open).then_some(cost as i32)
}

/// IA 9.71, 14.32: whether a unit is safe in a hex: nobody can fire at it, there is no drumfire, and
/// it was not attacked in the bombardment phase.
fn is_safe(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    guns: &[(Hex, i32)],
    (unit, hex): (Unit, Hex),
) -> bool {
    !state::has_drumfire(position, hex)
        && position.own.shelled.binary_search(&hex).is_err()
        && threats(rules, position, guns, (unit, hex)).next().is_none()
}

/// IA 14.31: whoever has failed to recover flees, if anybody can fire at it. Guns are given up
/// (IA 14.34); whoever is in an entrenchment stays (IA 16.33).
pub fn begin(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    let rules = cx.rules;
    let Some(hex) = cx.position.state(unit).hex else { return };
    if !has(cx.position, unit, DEMORALIZED) {
        return;
    }
    let assaulted = barred_to(rules, cx.position, rules.side_of(unit), hex);
    if !assaulted && has(cx.position, unit, ENTRENCHED) {
        return;
    }
    let guns = || guns(rules, cx.position, rules.side_of(unit));
    if !assaulted && is_safe(rules, cx.position, &guns(), (unit, hex)) {
        return;
    }
    if matches!(rules.piece(unit).kind, Kind::Artillery | Kind::Mortar) {
        return results::eliminate(cx, unit, "flight", "IA 14.34");
    }
    if !assaulted && allowance(rules, cx.position, unit) <= 0 {
        return;
    }
    let leaders = companions(rules, cx.position, unit, hex);
    if leaders.is_empty() {
        return take(cx, &Flight::alone(unit));
    }
    cx.ask(rules.side_of(unit), Decision::Accompany(Flight { unit, leaders }));
}

/// IA 6.62, 6.65: leaders in a unit's hex who have activated it, and have done nothing since but help
/// others to recover.
fn companions(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    hex: Hex,
) -> Vec<Unit> {
    let idle = |leader: Unit| {
        has(position, leader, IN_SEGMENT)
            && has(position, leader, ACTIVE | HELPED)
            && !has(position, leader, TO_FIRE)
    };
    let there = position.stack(hex).filter(|_| !rules.piece(unit).kind.is_leader());
    there.filter(|&leader| idle(leader) && leaders::leads(rules, position, leader, unit)).collect()
}

/// IA 6.62: the leader goes along; for that a disrupted one becomes demoralized.
pub fn accompany(cx: &mut PlayContext<'_, InfantryAttacks>, flight: Flight, leader: Unit) {
    state::acted(cx.position, leader);
    if has(cx.position, leader, DISRUPTED) {
        morale_check::become_order(cx.position, leader, Order::Demoralized);
    }
    cx.then(Step::TakeFlight(Flight { unit: flight.unit, leaders: vec![leader] }));
}

/// Who goes along is settled: they flee.
pub fn take(cx: &mut PlayContext<'_, InfantryAttacks>, flight: &Flight) {
    let rules = cx.rules;
    let Some(hex) = cx.position.state(flight.unit).hex else { return };
    if barred_to(rules, cx.position, rules.side_of(flight.unit), hex) {
        return leave_assault(cx, flight, hex);
    }
    let points = allowance(rules, cx.position, flight.unit);
    cx.then(Step::Flee(flight.clone(), points, true));
}

/// IA 12.25, 14.35: one hex out of an assault, or it is lost.
fn leave_assault(cx: &mut PlayContext<'_, InfantryAttacks>, flight: &Flight, hex: Hex) {
    let (rules, unit) = (cx.rules, flight.unit);
    let near = rules.compiled.map.neighbours(hex);
    let open = near
        .filter(|&(direction, to)| cost(rules, cx.position, unit, (hex, direction, to)).is_some());
    let options: Vec<Hex> = open.map(|(_, to)| to).collect();
    let going = Going { flight: flight.clone(), options, why: Why::FleesAssault, left: 0 };
    match going.options.as_slice() {
        [] => results::eliminate(cx, unit, "flight", "IA 14.35"),
        [only] => go(cx, &going, *only),
        _ => cx.ask(rules.side_of(unit), Decision::Go(going)),
    }
}

/// IA 14.31–14.33: the next hex of a flight: farther from all who can fire, else as far; of those
/// the nearest to a safe hex, at the owner's choice.
pub fn go_on(cx: &mut PlayContext<'_, InfantryAttacks>, flight: &Flight, left: i32, first: bool) {
    let (rules, unit) = (cx.rules, flight.unit);
    let position = &*cx.position;
    let Some(hex) = position.state(unit).hex else { return };
    // Whoever is hit on the way stops (IA 13.14).
    if has(position, unit, HALTED) || left <= 0 {
        return;
    }
    let guns = guns(rules, position, rules.side_of(unit));
    if is_safe(rules, position, &guns, (unit, hex)) {
        return;
    }
    let from: Vec<Hex> = threats(rules, position, &guns, (unit, hex)).collect();
    let grid = rules.compiled.map.grid();
    let near: Vec<(Hex, i32)> = rules
        .compiled
        .map
        .neighbours(hex)
        .filter_map(|(direction, to)| {
            Some((to, cost(rules, position, unit, (hex, direction, to))?))
        })
        .filter(|&(_, cost)| cost <= left || first)
        .collect();
    let all = |to: Hex, least: u32| {
        from.iter().all(|&enemy| grid.distance(enemy, to) >= grid.distance(enemy, hex) + least)
    };
    let mut ways: Vec<(Hex, i32)> = near.iter().copied().filter(|&(to, _)| all(to, 1)).collect();
    if ways.is_empty() {
        ways = near.into_iter().filter(|&(to, _)| all(to, 0)).collect();
    }
    // Where there is no choice, it does not matter where it is safe.
    if ways.len() > 1 {
        let safe: Vec<Hex> = grid
            .hexes()
            .filter(|&to| {
                rules.compiled.map.hex_cost(to).is_some()
                    && !barred_to(rules, position, rules.side_of(unit), to)
                    && is_safe(rules, position, &guns, (unit, to))
            })
            .collect();
        let to_go = |to: Hex| safe.iter().map(|&safe| grid.distance(to, safe)).min().unwrap_or(0);
        let best = ways.iter().map(|&(to, _)| to_go(to)).min();
        ways.retain(|&(to, _)| Some(to_go(to)) == best);
    }
    let options: Vec<Hex> = ways.iter().map(|(to, _)| *to).collect();
    let going = Going { flight: flight.clone(), options, why: Why::Flees, left };
    match going.options.as_slice() {
        [] => {}
        [only] => go(cx, &going, *only),
        _ => cx.ask(rules.side_of(unit), Decision::Go(going)),
    }
}

/// Goes to the chosen hex.
pub fn go(cx: &mut PlayContext<'_, InfantryAttacks>, going: &Going, to: Hex) {
    let rules = cx.rules;
    let unit = going.flight.unit;
    let Some(hex) = cx.position.state(unit).hex else { return };
    let all = going.flight.all(cx.position);
    match going.why {
        Why::DrivenOff => {
            casualties::retreat(cx, unit, hex, to);
        }
        Why::FleesAssault => {
            moves::leave(cx, &all, hex);
            moves::walk(cx, all, vec![to], "IA 14.35");
        }
        Why::Flees => {
            let direction = rules.compiled.map.grid().direction_to(hex, to);
            let paid = direction.and_then(|way| cost(rules, cx.position, unit, (hex, way, to)));
            let left = going.left - paid.unwrap_or(going.left);
            let halts = direction.is_some_and(|way| {
                let class = class(rules, cx.position, unit);
                let banks = rivers::banks(cx.position, unit);
                rivers::step(rules, class, banks, (hex, way, to)).is_ok_and(|went| went.halts)
            });
            if left > 0 && !halts {
                cx.then(Step::Flee(going.flight.clone(), left, false));
            }
            moves::walk(cx, all, vec![to], "IA 14.31");
        }
    }
}
