//! IA 16.42, 16.43: units that leave the map where the scenario lets them: by hexes of a zone at the
//! edge, whose owner is the side that may. Beyond the edge lies a hex more, which costs at least a
//! movement point.

use salient_hex::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Compiled, PlayContext, Position, Unit};
use salient_rules::{Roles, Violation};
use salient_schema::Bundle;

use crate::game::{InfantryAttacks, Step};
use crate::rules::Rules;
use crate::stacking::barred_to;
use crate::state::{DEMORALIZED, HALTED, allowance, has};
use crate::{activation, control, entry, movement, works};

/// By hex: the sides that may leave the map there, a bit each.
pub fn exits(bundle: &Bundle, compiled: &Compiled, roles: &Roles<'_>) -> Vec<u8> {
    let mut exits = vec![0; compiled.map.len()];
    for zone in bundle.map.zones.items.iter().filter(|zone| roles.is("exit", &zone.id)) {
        let owner = zone.owner.as_ref();
        let sides = owner.and_then(|owner| compiled.sides.iter().position(|side| side == owner));
        let sides = sides.map_or(compiled.all_sides(), |side| 1 << side);
        for hex in zone.hexes.iter().filter_map(|hex| compiled.hex(hex)) {
            if entry::is_edge(compiled, hex) {
                exits[hex.index()] |= sides;
            }
        }
    }
    exits
}

/// The hexes by which a side may leave now.
fn open(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Hex> {
    let all = rules.compiled.map.grid().hexes();
    let own: Vec<Hex> = all.filter(|hex| rules.exits[hex.index()] >> side & 1 == 1).collect();
    entry::open_edge(rules, position, side, &own)
}

/// Whether units leave the map at the end of a way, which may be none.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    units: &[Unit],
    path: &[Hex],
) -> Result<(), Violation> {
    if path.is_empty() {
        movement::check_together(rules, position, units)?;
        for &unit in units {
            movement::may_move(rules, position, side, unit)?;
        }
    } else {
        movement::check_move(rules, position, side, units, path)?;
    }
    if units.iter().any(|&unit| has(position, unit, DEMORALIZED)) {
        return Err(Violation::new("IA 16.42", "the demoralized do not leave the map"));
    }
    let start = units.first().and_then(|&unit| position.state(unit).hex);
    let Some(start) = start.filter(|_| units.iter().all(|&unit| position.hex(unit) == start))
    else {
        return Err(Violation::new("IA 16.42", "they stand nowhere on the map"));
    };
    let at = path.last().copied().unwrap_or(start);
    if !open(rules, position, side).contains(&at) {
        let text = format!("nobody leaves the map by {}", rules.compiled.label(at));
        return Err(Violation::new("IA 16.42", text));
    }
    if barred_to(rules, position, side, start) {
        return Err(Violation::new("IA 12.22", "nobody leaves the map out of an assault hex"));
    }
    for &unit in units {
        let spent = match path {
            [] => 0,
            _ => movement::spent(rules, position, unit, Some(start), path).unwrap_or(u32::MAX / 2),
        };
        // One hex is always within reach of whoever moves at all (IA 5.2).
        let points = allowance(rules, position, unit);
        let enough = path.is_empty() && points >= 1 || (spent as i32) < points;
        if !enough {
            let text = "too few movement points are left to leave the map";
            return Err(Violation::new("IA 5.2", text));
        }
    }
    Ok(())
}

/// They go there, and leave if nothing stops them.
pub fn go(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize, units: &[Unit], path: &[Hex]) {
    let start = units.first().and_then(|&unit| cx.position.state(unit).hex);
    let Some(at) = path.last().copied().or(start) else { return };
    cx.then(Step::Leave(units.to_vec(), at));
    if !path.is_empty() {
        return movement::go(cx, side, units, path);
    }
    for &unit in units {
        activation::acted(cx.position, unit);
    }
}

/// Those who have come to the edge unhurt are gone, with what they carry. They are not lost, and do
/// not come back.
pub fn leave(cx: &mut PlayContext<'_, InfantryAttacks>, units: &[Unit], at: Hex) {
    let there = |unit: &Unit| {
        cx.position.state(*unit).hex == Some(at) && !has(cx.position, *unit, HALTED | DEMORALIZED)
    };
    let units: Vec<Unit> = units.iter().copied().filter(there).collect();
    for unit in units {
        let loads: Vec<Unit> = cx.position.carried_by(unit).collect();
        for gone in loads.into_iter().chain([unit]) {
            cx.remove(gone, UnitStatus::Exited, "exit", "IA 16.42");
            works::left(cx, gone);
        }
        control::settle(cx, at);
    }
}

/// Where a unit may leave the map: the ways to it, if only by the cheapest.
pub fn ways(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Vec<Hex>> {
    let side = rules.side_of(unit);
    let Some(start) = position.state(unit).hex else { return Vec::new() };
    let open = open(rules, position, side);
    if open.is_empty() {
        return Vec::new();
    }
    let mut ways: Vec<Vec<Hex>> = vec![Vec::new()];
    ways.extend(movement::ways(rules, position, unit));
    ways.retain(|path| {
        open.contains(path.last().unwrap_or(&start))
            && check(rules, position, side, &[unit], path).is_ok()
    });
    ways
}
