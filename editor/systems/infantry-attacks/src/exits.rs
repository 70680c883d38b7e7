//! IA 16.42, 16.43: units that leave the map where the scenario lets them: by hexes of a zone at the
//! edge, whose owner is the side that may; guns whose missions are ended also without it. Beyond the edge lies a hex more, which costs at least a
//! movement point.

use salient_hex::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Compiled, PlayContext, Position, Unit};
use salient_rules::{Roles, Violation};
use salient_schema::{Bundle, Id};

use crate::decision::Step;
use crate::rules::{Arriving, InfantryAttacks, Rules};
use crate::stacking::barred_to;
use crate::state::{self, DEMORALIZED, HALTED, allowance, has};
use crate::tasks::Task;
use crate::{control, entry, missions, movement, moves, paths, works};

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

/// By hex: the sides whose guns may leave there once their missions are ended, a bit each: by the
/// edge where their own come in at the beginning, and by those that lie farthest from where the
/// enemy comes in then or sets up.
pub fn withdrawals(bundle: &Bundle, compiled: &Compiled, arriving: &[Option<Arriving>]) -> Vec<u8> {
    let grid = compiled.map.grid();
    let (columns, rows) = (u32::from(grid.columns()).max(1), u32::from(grid.rows()));
    // How far it is to each of the four edges.
    let away = |hex: Hex| {
        let (column, row) = (hex.index() as u32 % columns, hex.index() as u32 / columns);
        [row, rows - 1 - row, column, columns - 1 - column]
    };
    let farthest = |from: &[Hex]| {
        let sum = |edge: usize| from.iter().map(|&hex| away(hex)[edge]).sum::<u32>();
        let most = (0..4).map(sum).max().filter(|_| !from.is_empty());
        (0..4).filter(|&edge| Some(sum(edge)) == most).fold(0_u8, |edges, edge| edges | 1 << edge)
    };
    let first = compiled.turns.first().map(|turn| turn.turn);
    let come_in = |side: usize| -> Vec<Hex> {
        let own = compiled.all_units().filter(|&unit| compiled.unit(unit).side == side);
        let groups = own.filter_map(|unit| arriving[unit.index()].as_ref());
        let early = groups.filter(|it| Some(it.turn) == first);
        early.flat_map(|it| it.entries.iter().copied()).collect()
    };
    let set_up = |side: usize| -> Vec<Hex> {
        let of_side = |counter: &Id| {
            compiled.find_unit(counter).is_some_and(|unit| compiled.unit(unit).side == side)
        };
        let placements = bundle.scenario.setup.placements.iter();
        let own = placements.filter(|placement| placement.counters.iter().any(of_side));
        let own = own.filter_map(|placement| compiled.hex(&placement.hex));
        let free = bundle.scenario.setup.free.iter();
        let free = free.filter(|free| compiled.sides.get(side) == Some(&free.side));
        let zones =
            free.filter_map(|free| bundle.map.zones.items.iter().find(|zone| zone.id == free.zone));
        let hexes = zones.flat_map(|zone| zone.hexes.iter().filter_map(|hex| compiled.hex(hex)));
        own.chain(hexes).collect()
    };
    let mut withdrawals = vec![0; compiled.map.len()];
    for side in 0..compiled.sides.len() {
        let mut edges = 0;
        for hex in come_in(side) {
            let at = away(hex);
            (0..4).filter(|&edge| at[edge] == 0).for_each(|edge| edges |= 1 << edge);
        }
        for enemy in (0..compiled.sides.len()).filter(|&enemy| enemy != side) {
            edges |= farthest(&come_in(enemy)) | farthest(&set_up(enemy));
        }
        for hex in grid.hexes() {
            let at = away(hex);
            if (0..4).any(|edge| at[edge] == 0 && edges >> edge & 1 == 1) {
                withdrawals[hex.index()] |= 1 << side;
            }
        }
    }
    withdrawals
}

/// The hexes by which some of a side may leave now; guns whose missions are ended by more than
/// others.
fn open(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    units: &[Unit],
) -> Vec<Hex> {
    let ended = |&unit: &Unit| missions::task(rules, position, unit) == Some(&Task::Aborted);
    let guns = units.iter().all(ended);
    let may = |hex: &Hex| {
        let sides = rules.exits[hex.index()];
        let withdraw = if guns { rules.withdrawals[hex.index()] } else { 0 };
        (sides | withdraw) >> side & 1 == 1
    };
    let own: Vec<Hex> = rules.compiled.map.grid().hexes().filter(may).collect();
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
        moves::check_together(rules, position, units)?;
        for &unit in units {
            moves::may_move(rules, position, side, unit)?;
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
    if !open(rules, position, side, units).contains(&at) {
        let text = format!("nobody leaves the map by {}", rules.compiled.label(at));
        return Err(Violation::new("IA 16.42", text));
    }
    if barred_to(rules, position, side, start) {
        return Err(Violation::new("IA 12.22", "nobody leaves the map out of an assault hex"));
    }
    for &unit in units {
        let spent = match path {
            [] => 0,
            _ => paths::spent(rules, position, unit, Some(start), path).unwrap_or(u32::MAX / 2),
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
        state::acted(cx.position, unit);
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
    let open = open(rules, position, side, &[unit]);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test that fails panics")]

    use salient_rules::System;
    use salient_rules::play::Compiled;
    use salient_schema::scenario::Entry;

    use crate::Rulebook;
    use crate::rules::Rules;

    /// Whether a side's aborted guns leave by a hex, where Russians come in by another in a turn.
    fn is_open(turn: u16, entry: &str, side: usize, label: &str) -> bool {
        let mut bundle = Rulebook.published().bundle(Some("the-ford")).expect("a scenario");
        let listed = bundle.scenario.reinforcements.last_mut().expect("arrivals");
        assert_eq!(listed.side.as_str(), "russian");
        listed.turn = turn;
        listed.entry = Entry::Hexes(vec![entry.into()]);
        let compiled = Compiled::new(&bundle).expect("a bundle");
        let rules = Rules::compile(&bundle, compiled).expect("rules");
        let hex = rules.compiled.read_hex(label).expect("a hex");
        rules.withdrawals[hex.index()] >> side & 1 == 1
    }

    #[test]
    fn guns_leave_by_the_edge_where_their_own_came_in_at_the_beginning() {
        assert!(!is_open(3, "45/0501", 1, "48/0701"));
        assert!(is_open(1, "45/0501", 1, "48/0701"));
        assert!(!is_open(1, "45/0501", 0, "48/0701"));
    }

    #[test]
    fn or_by_that_farthest_from_where_the_enemy_did() {
        // From the north-west it is farthest to the east; from their set-up to the west.
        assert!(!is_open(3, "45/0501", 0, "48/0905"));
        assert!(is_open(1, "45/0501", 0, "48/0905"));
        assert!(is_open(3, "45/0501", 0, "45/0105"));
    }
}
