//! Where units move.

use std::collections::VecDeque;

use crate::acts::Act;
use crate::bots::drill::{Choice, Difference, Drill, Known, Stand};
use crate::bots::field::{Field, by_distance};
use crate::bots::stand::View;
use crate::bots::{Memory, Style, plan};
use crate::context::Context;
use crate::context::StormInTheWest;
use crate::position::{Decision, Position};
use crate::rules::{Rules, Unit, UnitKind};
use salient_hex::path::Reach;
use salient_rules::dice::Dice;
use salient_rules::game::UnitStatus;
use salient_rules::log::Log;
use salient_rules::play::PlayContext;

/// Makes the next move of the march that was worked out when the step began.
pub fn next_move(
    position: &Position,
    rules: &Rules,
    side: usize,
    memory: &mut Memory,
    style: Style,
) -> Act {
    if memory.begins(position) {
        memory.survey(position, rules, side, style);
        memory.march = plan::march(position, rules, side, &mut memory.field, style);
    }
    while let Some(act) = memory.march.pop_front() {
        if let Some((units, path)) = act.moves()
            && position.check_move(rules, units, path).is_ok()
        {
            return act;
        }
    }
    // The guns must come out of a marsh.
    let out = position.guns_to_move(rules, side).and_then(|guns| {
        position.legal_ways(rules, guns, &mut Reach::default()).into_iter().next()
    });
    out.unwrap_or(Act::Done)
}

/// Moves the units of a side one by one, those at the front first, each to its best hex: the
/// moves, and the position that they lead to. The first march of a drill is kept for those after.
pub fn march_out(
    position: &Position,
    rules: &Rules,
    side: usize,
    field: &Field,
    drill: &mut Drill,
    style: Style,
) -> (VecDeque<Act>, Position) {
    let mut acts = VecDeque::new();
    let mut after = position.clone();
    // No move rolls a die.
    let (mut dice, mut log) = (Dice::seeded(0), Log::quiet());
    if drill.order.is_empty() {
        let order = by_distance(position, rules, side, &field.enemy);
        // Guns and tanks follow the others.
        let (free, foot): (Vec<Unit>, Vec<Unit>) =
            order.iter().partition(|&&unit| rules.unit(unit).stacking == 0);
        drill.order = [foot, free].concat();
    }
    let order = std::mem::take(&mut drill.order);
    drill.muster(position, rules, side);
    let first = std::mem::take(&mut drill.first);
    let is_first = drill.keeps && first.is_empty();
    let mut kept: Vec<Choice> = Vec::new();
    let mut difference = Difference::new(field, rules);
    let mut guests = drill.guests(&after);
    for (place, &unit) in order.iter().enumerate() {
        // Nobody leaves the map in a march.
        let Some(from) = after.hex(unit) else { break };
        let known = first.get(place).map(|first| difference.about(first, guests));
        let mut act = match known {
            Some(Known { first, ways: true, worths: true }) => first.act.clone(),
            _ => {
                let known = known.map(|known| (known, &difference));
                best_move(&mut after, rules, unit, (side, field, style), drill, known)
            }
        };
        if let Some(some) = &act {
            let cx = &mut Context { rules, dice: &mut dice, log: &mut log };
            if PlayContext::<StormInTheWest>::new(&mut after, cx).act(some).is_err() {
                act = None;
            }
        }
        if let Some(Act::Move { path, .. }) = &act {
            drill.muster_near(&after, rules, side, from);
            if let Some(&to) = path.last() {
                drill.muster_near(&after, rules, side, to);
            }
        }
        if is_first {
            kept.push(Choice::new(rules, unit, &mut drill.stands, guests, act.clone()));
        } else if let Some(Known { first, .. }) = known {
            difference.note(position, rules, (side, from), [first.act.as_ref(), act.as_ref()]);
        }
        if act.is_some() {
            guests = drill.guests(&after);
        }
        acts.extend(act);
        if !matches!(after.decision, Decision::Move { .. }) {
            break;
        }
    }
    drill.order = order;
    drill.first = if is_first { kept } else { first };
    (acts, after)
}

/// A unit's move to its best hex, if any is better than where it stands. What it could do stays in
/// the drill.
fn best_move(
    after: &mut Position,
    rules: &Rules,
    unit: Unit,
    (side, field, style): (usize, &Field, Style),
    drill: &mut Drill,
    known: Option<(Known<'_>, &Difference)>,
) -> Option<Act> {
    drill.stands.clear();
    let from = after.hex(unit).filter(|_| after.may_move(rules, unit).is_ok())?;
    let is_gun = rules.unit(unit).kind == UnitKind::Guns;
    let mut reach = std::mem::take(&mut drill.reach);
    let mut stands = std::mem::take(&mut drill.stands);
    let same_ways = known.filter(|(known, _)| known.ways);
    match same_ways {
        Some((Known { first, .. }, _)) => stands.extend_from_slice(&first.stands),
        None => {
            after.find_moves(rules, unit, &mut reach);
            stands.extend(reach.reached().iter().map(|&hex| {
                // Guns go wherever it is best, however far.
                let cost = if is_gun { 0 } else { reach.cost(hex).unwrap_or(0) as i32 };
                Stand { hex, cost, worth: 0 }
            }));
        }
    }
    let mut best = None;
    if stands.len() >= 2 {
        let status = after.state(unit).status;
        after.lift(rules, unit, UnitStatus::Pool);
        drill.muster_near(after, rules, side, from);
        remember(&mut drill.before, known);
        let view = View { position: after, rules, side, unit, field, drill, style };
        for stand in &mut stands {
            let before = drill.before[stand.hex.index()];
            stand.worth = before.unwrap_or_else(|| view.worth(stand.hex));
        }
        forget(&mut drill.before, known);
        after.place(rules, unit, from);
        drill.muster_near(after, rules, side, from);
        debug_assert_eq!(after.state(unit).status, status, "lifted and put back");
        let stay = stands[0].worth - stands[0].cost + 2;
        let all = stands.iter().skip(1).map(|stand| (stand.worth - stand.cost, stand.hex));
        best = all.max().filter(|&(worth, _)| worth > stay).map(|(_, hex)| hex);
    }
    let act = best.map(|to| {
        let leads_there =
            |act: &&Act| matches!(act, Act::Move { path, .. } if path.last() == Some(&to));
        let same = same_ways.and_then(|(known, _)| known.first.act.as_ref()).filter(leads_there);
        same.cloned().unwrap_or_else(|| {
            if same_ways.is_some() {
                after.find_moves(rules, unit, &mut reach);
            }
            Act::Move { unit, path: reach.path(&rules.map, to) }
        })
    });
    (drill.reach, drill.stands) = (reach, stands);
    act
}

/// Writes down what hexes were worth in the first march and are now.
fn remember(before: &mut [Option<i32>], known: Option<(Known<'_>, &Difference)>) {
    let Some((known, difference)) = known else { return };
    for stand in known.first.stands.iter().filter(|stand| !difference.is_at(stand.hex)) {
        before[stand.hex.index()] = Some(stand.worth);
    }
}

/// Wipes that out again.
fn forget(before: &mut [Option<i32>], known: Option<(Known<'_>, &Difference)>) {
    let stands = known.into_iter().flat_map(|(known, _)| &known.first.stands);
    stands.for_each(|stand| before[stand.hex.index()] = None);
}
