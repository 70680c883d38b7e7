//! Replacements, reinforcements, rail and what goes by sea.

use crate::acts::Act;
use crate::bots::field::{Field, by_distance};
use crate::bots::weights::Weights;
use crate::bots::{Memory, Style};
use crate::position::{Position, Supply};
use crate::rules::{GERMAN, Rules, Unit};
use salient_hex::grid::Hex;
use salient_rules::game::UnitStatus;

/// Brings in who is due, makes good whom the enemy faces, then brings back the eliminated.
pub fn replace(
    position: &Position,
    rules: &Rules,
    side: usize,
    memory: &mut Memory,
    style: Style,
) -> Act {
    if memory.begins(position) {
        memory.survey(position, rules, side, style);
    }
    let field = &memory.field;
    let own = || rules.all_units().filter(|&unit| rules.unit(unit).side == side);
    for unit in own().filter(|&unit| position.is_due(rules, unit)) {
        if let Some(hex) = best_entry(position, rules, unit, field) {
            return Act::Place { unit, hex };
        }
    }
    let reduced = own().filter(|&unit| position.check_replenish(rules, unit).is_ok());
    let gain = |unit: &Unit| {
        let def = rules.unit(*unit);
        let state = position.state(*unit);
        let full = &def.faces[usize::from(state.face) - 1];
        let now = position.face(rules, *unit);
        let near = position.hex(*unit).map_or(99, |hex| field.enemy[hex.index()]);
        (near <= 2, full.attack - now.attack + full.defence - now.defence, *unit)
    };
    if let Some(unit) = reduced.max_by_key(gain) {
        return Act::Replenish { unit };
    }
    let mut dead: Vec<Unit> =
        own().filter(|&unit| position.state(unit).status == UnitStatus::Eliminated).collect();
    let armour = field.weights.armour != 0;
    dead.sort_by_key(|&unit| {
        let def = rules.unit(unit);
        let face = def.faces[0];
        (!(armour && def.is_tank()), std::cmp::Reverse(face.attack + face.defence), unit)
    });
    for unit in dead {
        let Some(hex) = best_entry(position, rules, unit, field) else {
            continue;
        };
        for face in 0..rules.unit(unit).steps() {
            if position.check_rebuild(rules, unit, face, hex).is_ok() {
                return Act::Rebuild { unit, face, hex };
            }
        }
    }
    Act::Done
}

/// The entry hex nearest to the side's weight.
fn best_entry(position: &Position, rules: &Rules, unit: Unit, field: &Field) -> Option<Hex> {
    let grid = rules.map.grid();
    position.entry_hexes(rules, unit).min_by_key(|&hex| {
        let far = field.focus.map_or(0, |focus| grid.distance(hex, focus));
        (far, hex)
    })
}

/// Hexes that a journey must bring a unit nearer, and more.
const NEARER: u32 = 2;

/// Brings those far behind nearer to the side's weight.
pub fn rail(
    position: &Position,
    rules: &Rules,
    side: usize,
    memory: &mut Memory,
    style: Style,
) -> Act {
    if memory.begins(position) {
        memory.survey(position, rules, side, style);
        let mut units = by_distance(position, rules, side, &memory.field.enemy);
        units.reverse();
        memory.queue = units.into();
    }
    let Some(main) = memory.field.focus else {
        return Act::Done;
    };
    let grid = rules.map.grid();
    while let Some(unit) = memory.queue.pop_front() {
        let Some(from) = position.hex(unit) else {
            continue;
        };
        let far = memory.field.enemy[from.index()];
        // Tanks go where their own foot is.
        let def = rules.unit(unit);
        let called = memory.field.armour.get(usize::from(def.nation)).copied().flatten();
        let focus = called.filter(|_| def.is_tank()).unwrap_or(main);
        let here = grid.distance(from, focus);
        // No way is looked for where it could not lead much nearer.
        if far < 3 || here <= NEARER {
            continue;
        }
        let there =
            |hex: Hex| grid.distance(hex, focus) + 2 * u32::from(position.in_ezoc(hex, side));
        let field = &memory.field;
        let price = |hex: Hex| {
            let there = Some(there(hex)).filter(|there| there + NEARER < here);
            there.filter(|_| field.enemy[hex.index()] >= 1)
        };
        if let Some(hex) = position.best_rail_end(rules, unit, &mut memory.net, price) {
            return Act::Rail { unit, hex };
        }
    }
    Act::Done
}

/// Takes off only those whom nothing reaches any more.
pub fn evacuate(position: &Position, rules: &Rules) -> Act {
    let cut_off = rules.all_units().find(|&unit| {
        position.check_evacuation(rules, unit).is_ok()
            && position.state(unit).supply == Supply::Out
            && position
                .hex(unit)
                .is_some_and(|hex| position.next_to_enemy(rules, hex, rules.unit(unit).side))
    });
    cut_off.map_or(Act::Done, |unit| Act::Evacuate { unit })
}

/// Puts Big Bertha where the enemy is farthest.
pub fn redeploy(position: &Position, rules: &Rules) -> Act {
    let gun = rules.big_bertha;
    // Where the enemy is, whatever else the side holds dear.
    let field = Field::new(position, rules, GERMAN, Weights::USUAL);
    let best = position
        .bertha_hexes(rules)
        .into_iter()
        .max_by_key(|&hex| (field.enemy[hex.index()], std::cmp::Reverse(hex)));
    match (gun, best) {
        (Some(unit), Some(hex)) => Act::Place { unit, hex },
        _ => Act::Done,
    }
}
