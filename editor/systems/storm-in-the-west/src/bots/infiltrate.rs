//! Where units infiltrate.

use crate::acts::Act;
use crate::bots::field::by_distance;
use crate::bots::fight::points_left_alone;
use crate::bots::siege::{Siege, stays_in_supply};
use crate::bots::{Memory, Style};
use crate::position::Position;
use crate::rules::{Rules, Unit, UnitKind, enemy_of};
use crate::supply::SupplyNet;
use salient_hex::grid::Hex;

/// Infiltrates with each unit that gains ground by it and stays in supply.
pub fn next_infiltration(
    position: &Position,
    rules: &Rules,
    side: usize,
    memory: &mut Memory,
    style: Style,
) -> Act {
    if memory.begins(position) {
        memory.survey(position, rules, side, style);
        memory.queue = by_distance(position, rules, side, &memory.field.enemy).into();
    }
    // Worked out once it is asked for, by source the side's own.
    let mut siege: Option<Siege> = None;
    let mut nets: [Option<SupplyNet>; 3] = [None, None, None];
    while let Some(unit) = memory.queue.pop_front() {
        if position.may_infiltrate(rules, unit).is_err() {
            continue;
        }
        let Some(from) = position.hex(unit) else {
            continue;
        };
        let def = rules.unit(unit);
        let weights = memory.field.weights;
        // Tanks alone do not survive; the last in a hex keeps it.
        if def.is_tank() {
            if let Some(act) = raid(position, rules, unit, weights.raid) {
                return act;
            }
            continue;
        }
        let worth = |hex: Hex| {
            let points = i32::from(rules.morale_at[hex.index()]);
            let theirs = position.controls(hex, enemy_of(side));
            let taken = if theirs { 60 * points + 4 } else { 0 };
            taken + memory.field.pull[hex.index()]
        };
        let source = rules.nations[usize::from(def.nation)].source;
        let net = &mut nets[source as usize];
        let own_net = || position.supply_from(rules, side, source);
        let lonely = position.stack(from).count() < 2 && position.in_ezoc(from, side);
        let mut best: Option<(i32, Hex)> = None;
        for (_, to) in rules.map.neighbours(from) {
            if position.check_infiltration(rules, unit, &[to]).is_err() {
                continue;
            }
            let left = if style.exact { points_left_alone(position, rules, unit) } else { 0 };
            let gain = worth(to) - worth(from) - if lonely { 60 } else { 0 } - 60 * left;
            let gain = match weights.cut {
                0 => gain,
                cut if cuts(position, rules, unit, to) => {
                    let enemy = enemy_of(side);
                    let siege = siege.get_or_insert_with(|| Siege::new(position, rules, enemy));
                    let mut after = position.clone();
                    after.shift(rules, unit, to);
                    gain + cut * (siege.steps_in(&after, rules) - siege.steps)
                }
                _ => gain,
            };
            if gain > 4
                && best.is_none_or(|(most, _)| gain > most)
                && stays_in_supply(position, rules, unit, to, &*net.get_or_insert_with(own_net))
            {
                best = Some((gain, to));
            }
        }
        if let Some((_, to)) = best {
            return Act::Move { unit, path: vec![to] };
        }
    }
    Act::Done
}

/// Tanks go alone where they take morale hexes that nobody holds, fast ones two hexes far.
fn raid(position: &Position, rules: &Rules, unit: Unit, weight: i32) -> Option<Act> {
    let from = position.hex(unit).filter(|_| weight > 0)?;
    let enemy = enemy_of(rules.unit(unit).side);
    let points = |hex: Hex| match position.controls(hex, enemy) {
        true => i32::from(rules.morale_at[hex.index()]),
        false => 0,
    };
    let mut best: Option<(i32, Vec<Hex>)> = None;
    let mut weigh = |path: Vec<Hex>| {
        let gain = path.iter().map(|&hex| points(hex)).sum();
        if gain > 0
            && best.as_ref().is_none_or(|(most, _)| gain > *most)
            && position.check_infiltration(rules, unit, &path).is_ok()
        {
            best = Some((gain, path));
        }
    };
    let fast = rules.unit(unit).kind == UnitKind::FastTank;
    for (_, to) in rules.map.neighbours(from) {
        weigh(vec![to]);
        let beyond = rules.map.neighbours(to).filter(|&(_, beyond)| fast && beyond != from);
        beyond.for_each(|(_, beyond)| weigh(vec![to, beyond]));
    }
    best.map(|(_, path)| Act::Move { unit, path })
}

/// Whether a unit that stands elsewhere may cut the enemy off: its zone of control reaches a hex
/// that none of its side did.
fn cuts(position: &Position, rules: &Rules, unit: Unit, to: Hex) -> bool {
    let side = rules.unit(unit).side;
    rules.map.neighbours(to).any(|(direction, other)| {
        rules.ground.is_passable(to, direction)
            && rules.ground.is_playable(other)
            && !position.board().controls(other, side)
            && !position.friend_in(other, side)
            && !position.enemy_in(other, side)
    })
}
