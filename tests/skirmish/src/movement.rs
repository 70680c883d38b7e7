//! SK 4: movement and stacking.

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::game::{ACTIVATED, Skirmish};
use crate::rules::Rules;

/// SK 4.2: two units a hex at most, none where an enemy stands, none in a lake.
pub fn may_stand(
    rules: &Rules,
    position: &Position<Skirmish>,
    unit: Unit,
    hex: Hex,
) -> Result<(), Violation> {
    let (compiled, side) = (&rules.compiled, rules.side(unit));
    let label = compiled.label(hex);
    if compiled.map.hex_cost(hex).is_none() {
        return Err(Violation::new("SK 4.2", format!("no unit enters {label}")));
    }
    if position.board().present(hex) & !(1 << side) != 0 {
        return Err(Violation::new("SK 4.2", format!("an enemy stands in {label}")));
    }
    let there = position.stack(hex).filter(|&other| other != unit).count();
    if there as i32 >= rules.constants.stacking_limit {
        let text = format!("{label} holds {there} units, and no more may stand there");
        return Err(Violation::new("SK 4.2", text));
    }
    Ok(())
}

/// SK 4.1: a unit that has not been activated goes from hex to hex within its movement
/// allowance.
pub fn check_move(
    rules: &Rules,
    position: &Position<Skirmish>,
    side: usize,
    unit: Unit,
    path: &[Hex],
) -> Result<(), Violation> {
    may_act(rules, position, side, unit)?;
    let map = &rules.compiled.map;
    let (Some(mut at), Some(&last)) = (position.hex(unit), path.last()) else {
        return Err(Violation::new("SK 4.1", "a move has at least one hex"));
    };
    let mut spent = 0;
    for &hex in path {
        let direction = map.grid().direction_to(at, hex);
        let cost = direction.and_then(|direction| map.step_cost(at, direction));
        let (from, to) = (rules.compiled.label(at), rules.compiled.label(hex));
        let Some(cost) = cost.filter(|_| open(rules, position, side, hex)) else {
            return Err(Violation::new("SK 4.1", format!("no way leads from {from} to {to}")));
        };
        spent += cost;
        at = hex;
    }
    let allowance = position.rating(rules, unit, rules.movement);
    if spent > allowance {
        let text = format!("the way costs {spent} movement points, the unit has {allowance}");
        return Err(Violation::new("SK 4.1", text));
    }
    may_stand(rules, position, unit, last)
}

/// SK 3.1: one's own unit that is on the map and has not been activated in this game-turn.
pub fn may_act(
    rules: &Rules,
    position: &Position<Skirmish>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    if rules.side(unit) != side || position.hex(unit).is_none() {
        return Err(Violation::new("SK 3.1", "a side activates its own units on the map"));
    }
    if position.state(unit).flags & ACTIVATED != 0 {
        return Err(Violation::new("SK 3.1", "the unit has been activated in this game-turn"));
    }
    Ok(())
}

/// Finds where a unit may go, and up to `beyond` farther; gives its movement allowance.
pub fn find_ways(
    rules: &Rules,
    position: &Position<Skirmish>,
    unit: Unit,
    beyond: u32,
    reach: &mut Reach,
) -> Option<i32> {
    let (map, side) = (&rules.compiled.map, rules.side(unit));
    let start = position.hex(unit)?;
    let allowance = position.rating(rules, unit, rules.movement);
    let most = allowance.unsigned_abs().saturating_add(beyond);
    reach.search(map, start, most, |from, direction, to| {
        match map.step_cost(from, direction).filter(|_| open(rules, position, side, to)) {
            Some(cost) => Step::Through(cost.unsigned_abs()),
            None => Step::Barred,
        }
    });
    Some(allowance)
}

/// The ways of a unit, the cheapest to each hex where it may end.
pub fn ways(rules: &Rules, position: &Position<Skirmish>, unit: Unit) -> Vec<Vec<Hex>> {
    let (map, mut reach) = (&rules.compiled.map, Reach::default());
    if find_ways(rules, position, unit, 0, &mut reach).is_none() {
        return Vec::new();
    }
    let ends = reach.reached().iter().skip(1);
    let ends = ends.filter(|&&to| may_stand(rules, position, unit, to).is_ok());
    ends.map(|&to| reach.path(map, to)).collect()
}

/// Whether no enemy stands in a hex.
fn open(rules: &Rules, position: &Position<Skirmish>, side: usize, hex: Hex) -> bool {
    let _ = rules;
    position.board().present(hex) & !(1 << side) == 0
}
