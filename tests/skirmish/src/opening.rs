//! SK 2: a plan that nobody else sees, then units set up in the side's own zone.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::game::Skirmish;
use crate::movement;
use crate::rules::Rules;

/// SK 2.1: a side's objective is a farm.
pub fn check_plan(rules: &Rules, hex: Hex) -> Result<(), Violation> {
    if rules.objectives.contains(&hex) {
        return Ok(());
    }
    let label = rules.compiled.label(hex);
    Err(Violation::new("SK 2.1", format!("{label} is no farm, and only farms are objectives")))
}

/// The side's units that are still to be set up.
pub fn waiting(rules: &Rules, position: &Position<Skirmish>, side: usize) -> Vec<(Unit, Vec<Hex>)> {
    let groups = rules.compiled.groups.iter().filter(|group| group.side == side);
    let units = groups.flat_map(|group| group.units.iter().map(|&unit| (unit, &group.hexes)));
    units
        .filter(|(unit, _)| position.hex(*unit).is_none())
        .map(|(unit, hexes)| (unit, hexes.clone()))
        .collect()
}

/// SK 2.2: a unit is set up in its side's zone, where it may stand.
pub fn check_place(
    rules: &Rules,
    position: &Position<Skirmish>,
    side: usize,
    unit: Unit,
    hex: Hex,
) -> Result<(), Violation> {
    let waiting = waiting(rules, position, side);
    let Some((_, hexes)) = waiting.iter().find(|(other, _)| *other == unit) else {
        return Err(Violation::new("SK 2.2", "the unit is not among those to be set up"));
    };
    if !hexes.contains(&hex) {
        let label = rules.compiled.label(hex);
        return Err(Violation::new("SK 2.2", format!("{label} is outside the side's zone")));
    }
    movement::may_stand(rules, position, unit, hex)
}
