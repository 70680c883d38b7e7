//! Attacks, aircraft, losses, retreats and advances.

use crate::acts::Act;
use crate::bots::field::{Field, attack_on, defence_in};
use crate::bots::odds::{Forecast, forecast, plain};
use crate::bots::{Memory, Style};
use crate::combat::Attack;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, Unit, UnitKind, enemy_of};
use salient_hex::grid::Hex;

/// What a step of either side is worth in an attack's account.
const STEP: i32 = 10;

/// Makes the best attack that is left, if any is good.
pub fn next_attack(
    position: &Position,
    rules: &Rules,
    side: usize,
    memory: &mut Memory,
    style: Style,
) -> Act {
    if memory.begins(position) {
        memory.survey(position, rules, side, style);
    }
    let targets = position.targets(rules, side);
    let (field, outlook) = (&memory.field, &mut memory.outlook);
    let best = outlook.best(position, rules, &targets, style, |hex| {
        let all = position.attackers(rules, side, hex);
        best_on(position, rules, hex, &all, field, style)
    });
    let Some(Prospect { score, attack }) = best.cloned() else {
        return Act::Done;
    };
    let act = supported(position, rules, side, &attack, score, &memory.field, style);
    if let Act::Attack { units, hexes } = &act
        && position.check_attack(rules, units, hexes).is_ok()
    {
        return act;
    }
    match position.check_attack(rules, &attack.units, &[attack.hex]) {
        Ok(_) => Act::Attack { units: attack.units, hexes: vec![attack.hex] },
        Err(_) => Act::Done,
    }
}

/// An attack that could be made, and what it is worth.
#[derive(Clone, Debug)]
pub struct Prospect {
    pub score: i32,
    pub attack: Attack,
}

/// Attacks that were weighed, by hex.
#[derive(Debug, Default)]
pub struct Weighed(Vec<Vec<Known>>);

/// What could attack a hex and from where, whether its defenders had a way out, and the best of it.
#[derive(Debug)]
struct Known {
    units: Vec<(Unit, Option<Hex>)>,
    open: bool,
    best: Option<Prospect>,
}

impl Weighed {
    /// The best attack that some units can make on a hex, if any is worth making.
    fn best(
        &mut self,
        position: &Position,
        rules: &Rules,
        (hex, units): (Hex, &[Unit]),
        field: &Field,
        style: Style,
    ) -> Option<Prospect> {
        self.0.resize_with(rules.map.len(), Vec::new);
        let known = &mut self.0[hex.index()];
        let open = minds_ways_out(field) && has_way_out(position, rules, hex);
        let same = |known: &&Known| {
            known.open == open
                && known.units.len() == units.len()
                && known
                    .units
                    .iter()
                    .zip(units)
                    .all(|(&(one, from), &unit)| one == unit && from == position.hex(unit))
        };
        if let Some(known) = known.iter().find(same) {
            return known.best.clone();
        }
        let best = best_on(position, rules, hex, units, field, style);
        let units = units.iter().map(|&unit| (unit, position.hex(unit))).collect();
        known.push(Known { units, open, best: best.clone() });
        best
    }
}

/// Whether it counts if defenders can retreat.
fn minds_ways_out(field: &Field) -> bool {
    field.weights.trap != 0 || field.weights.storm != 0
}

/// The attacks of a side that are worth making, none of whose units is needed twice: each time the
/// best that is left.
pub fn prospects(
    position: &Position,
    rules: &Rules,
    side: usize,
    field: &Field,
    style: Style,
    weighed: &mut Weighed,
) -> Vec<Prospect> {
    let mut left: Vec<(Hex, Vec<Unit>, Option<Prospect>)> = position
        .targets(rules, side)
        .into_iter()
        .map(|hex| {
            let units = position.attackers(rules, side, hex);
            let best = weighed.best(position, rules, (hex, &units), field, style);
            (hex, units, best)
        })
        .collect();
    let mut out: Vec<Prospect> = Vec::new();
    loop {
        let mut best: Option<&Prospect> = None;
        for prospect in left.iter().filter_map(|(.., prospect)| prospect.as_ref()) {
            if prospect.score > best.map_or(0, |best| best.score) {
                best = Some(prospect);
            }
        }
        let Some(best) = best.cloned() else {
            return out;
        };
        left.retain(|(hex, ..)| *hex != best.attack.hex);
        let taken = &best.attack.units;
        for (hex, units, prospect) in &mut left {
            if units.iter().any(|unit| taken.contains(unit)) {
                units.retain(|unit| !taken.contains(unit));
                *prospect = weighed.best(position, rules, (*hex, units), field, style);
            }
        }
        out.push(best);
    }
}

/// The best attack on each hex where one is worth making.
pub fn weighed(
    position: &Position,
    rules: &Rules,
    side: usize,
    field: &Field,
    style: Style,
) -> Vec<Prospect> {
    let on = |hex: Hex| {
        let all = position.attackers(rules, side, hex);
        best_on(position, rules, hex, &all, field, style)
    };
    position.targets(rules, side).into_iter().filter_map(on).collect()
}

/// The best attack on a hex by some of these units, if any is worth making.
fn best_on(
    position: &Position,
    rules: &Rules,
    hex: Hex,
    all: &[Unit],
    field: &Field,
    style: Style,
) -> Option<Prospect> {
    if all.is_empty() {
        return None;
    }
    let mut best: Option<Prospect> = None;
    for units in sets(position, rules, all, hex, (field, style)) {
        let attack = plain(hex, &units);
        let score = account(position, rules, &attack, field, style);
        if score > best.as_ref().map_or(0, |best| best.score) {
            best = Some(Prospect { score, attack });
        }
    }
    best
}

/// The sets of attackers to weigh: all that can; for the planner also the fewest that reach each
/// column.
fn sets(
    position: &Position,
    rules: &Rules,
    all: &[Unit],
    hex: Hex,
    (field, style): (&Field, Style),
) -> Vec<Vec<Unit>> {
    let mut out = vec![all.to_vec()];
    if !style.exact || all.len() < 2 {
        return out;
    }
    let choosy = field.weights.choosy != 0;
    if !choosy && all.len() < 3 {
        return out;
    }
    // Strongest first.
    let attack = |unit: Unit| position.face(rules, unit).attack;
    let mut foot: Vec<Unit> =
        all.iter().copied().filter(|&unit| !rules.unit(unit).is_tank()).collect();
    foot.sort_by_key(|&unit| (std::cmp::Reverse(attack(unit)), unit));
    let defence = defence_in(position, rules, hex).max(1);
    columns(position, rules, &foot, (defence, all.len()), &mut out);
    if !choosy {
        return out;
    }
    // The strongest of each hex before the second of any: attacks from all around.
    let mut from: Vec<Option<Hex>> = Vec::new();
    let mut round: Vec<(usize, Unit)> = Vec::new();
    for &unit in &foot {
        let hex = position.hex(unit);
        round.push((from.iter().filter(|&&other| other == hex).count(), unit));
        from.push(hex);
    }
    round.sort_by_key(|&(turn, _)| turn);
    let round: Vec<Unit> = round.into_iter().map(|(_, unit)| unit).collect();
    if round != foot {
        columns(position, rules, &round, (defence, all.len()), &mut out);
    }
    // One tank unit with each, where its foot takes part.
    let tanks = all.iter().copied().filter(|&unit| rules.unit(unit).is_tank());
    let best = tanks.max_by_key(|&unit| (attack(unit), std::cmp::Reverse(unit)));
    if let Some(tank) = best {
        for place in 0..out.len() {
            let units = &out[place];
            if units.contains(&tank) || !position.has_foot(rules, tank, units) {
                continue;
            }
            let mut with = units.clone();
            with.push(tank);
            with.sort_unstable();
            out.push(with);
        }
    }
    out
}

/// The first of some units, as few as reach each column.
fn columns(
    position: &Position,
    rules: &Rules,
    order: &[Unit],
    (defence, all): (i32, usize),
    out: &mut Vec<Vec<Unit>>,
) {
    let mut units: Vec<Unit> = Vec::new();
    let mut sum = 0;
    let mut column = 0;
    for &unit in order {
        units.push(unit);
        sum += position.face(rules, unit).attack;
        if sum / defence > column && units.len() < all {
            column = sum / defence;
            let mut set = units.clone();
            set.sort_unstable();
            // Another order has often begun with the same units.
            if !out.contains(&set) {
                out.push(set);
            }
        }
    }
}

/// What an attack is worth: steps for steps, the ground, and what it leads to.
fn account(
    position: &Position,
    rules: &Rules,
    attack: &Attack,
    field: &Field,
    style: Style,
) -> i32 {
    let Forecast { attacker, defender, cleared } = forecast(position, rules, attack);
    // Who can make losses good minds them less; who is on the offensive must not mind too much.
    let army = attack.units.first().map_or(0, |&unit| usize::from(rules.unit(unit).pool));
    let rich = position.replacements.get(army).copied().unwrap_or(0) > 4;
    let weights = &field.weights;
    let own = if rich { weights.own_step_rich } else { weights.own_step };
    // What is left at the end has been of no use.
    let spare = position.replacements.get(army).map_or(0, |steps| (steps - 4).max(0));
    let own = own * (100 - weights.hoard * spare).max(0) / 100;
    let ground = weights.point * i32::from(rules.morale_at[attack.hex.index()])
        + weights.pull * field.pull[attack.hex.index()] / 10
        + weights.goal * field.way_to_goal(attack.hex);
    let score = defender * STEP - attacker * own + cleared * ground / 2;
    if style.exact {
        let mut score = score - weights.least - weights.thrift * attack.units.len() as i32;
        if minds_ways_out(field) {
            let open = has_way_out(position, rules, attack.hex);
            if !open {
                score += weights.trap * defender;
            } else if rules.ground.at(attack.hex).fortress.is_some() {
                score -= weights.storm;
            }
        }
        return score;
    }
    // By rule of thumb: three to one or nothing.
    let odds = position.attack_factors(rules, &attack.units, None).strength
        / defence_in(position, rules, attack.hex).max(1);
    if odds >= 3 { score } else { score.min(0) }
}

/// Whether those in a hex could retreat without loss: to where no enemy stands or has an open zone
/// of control.
fn has_way_out(position: &Position, rules: &Rules, hex: Hex) -> bool {
    let Some(side) = position.holder(hex) else {
        return true;
    };
    rules.map.neighbours(hex).any(|(direction, other)| {
        rules.ground.is_passable(hex, direction)
            && rules.ground.is_playable(other)
            && !position.enemy_in(other, side)
            && !position.in_open_ezoc(other, side)
    })
}

/// Adds guns and aircraft where they help most.
fn supported(
    position: &Position,
    rules: &Rules,
    side: usize,
    attack: &Attack,
    score: i32,
    field: &Field,
    style: Style,
) -> Act {
    let mut best = attack.clone();
    let mut most = score;
    if side == GERMAN {
        let guns =
            position.on_map(rules, side).find(|&unit| rules.unit(unit).kind == UnitKind::Guns);
        if let Some(guns) =
            guns.filter(|&guns| position.check_guns(rules, guns, attack.hex).is_ok())
        {
            best.guns = Some(guns);
            most = account(position, rules, &best, field, style).max(most);
        }
    }
    let limit = rules.constants.air_attack_most.max(0) as usize;
    for unit in position.ready_air(rules, side).take(limit) {
        let mut more = best.clone();
        more.air.push(unit);
        let with = account(position, rules, &more, field, style);
        if with > most {
            most = with;
            best = more;
        }
    }
    if field.weights.thrift != 0 {
        spare(position, rules, &mut best, most, field, style);
    }
    let mut units = best.units;
    units.extend(best.guns);
    units.extend(best.air);
    units.sort_unstable();
    Act::Attack { units, hexes: vec![best.hex] }
}

/// Leaves out, weakest first, the attackers that an attack with its support does without.
fn spare(
    position: &Position,
    rules: &Rules,
    attack: &mut Attack,
    mut most: i32,
    field: &Field,
    style: Style,
) {
    let mut order = attack.units.clone();
    order.sort_by_key(|&unit| (position.face(rules, unit).attack, unit));
    for unit in order.into_iter().filter(|&unit| !rules.unit(unit).is_tank()) {
        let mut less = attack.clone();
        less.units.retain(|&other| other != unit);
        let on_foot = less.units.iter().all(|&other| {
            !rules.unit(other).is_tank() || position.has_foot(rules, other, &less.units)
        });
        if less.units.is_empty() || !on_foot {
            continue;
        }
        let without = account(position, rules, &less, field, style);
        if without > most {
            most = without;
            *attack = less;
        }
    }
}

/// Aircraft defend where ground is worth it.
pub fn defend_from_air(position: &Position, rules: &Rules, side: usize) -> Act {
    let Some(hex) = position.battle.hex else {
        return Act::Done;
    };
    let points = i32::from(rules.morale_at[hex.index()]);
    let strong =
        attack_on(position, rules, enemy_of(side), hex) > 2 * defence_in(position, rules, hex);
    if points == 0 && !strong {
        return Act::Done;
    }
    position.ready_air(rules, side).next().map_or(Act::Done, |unit| Act::Support { unit })
}

/// What a unit is worth, step by step.
pub fn worth(position: &Position, rules: &Rules, unit: Unit) -> i32 {
    let face = position.face(rules, unit);
    2 * face.attack + face.defence
}

/// The unit whose next step costs least.
pub fn cheapest_step(position: &Position, rules: &Rules, units: &[Unit]) -> Option<Unit> {
    let cost = |unit: &Unit| {
        let def = rules.unit(*unit);
        let state = position.state(*unit);
        let next = def.faces.get(usize::from(state.face) + 1);
        let now = worth(position, rules, *unit);
        let left = next.map_or(0, |face| 2 * face.attack + face.defence);
        // A unit that is gone costs more to bring back, and leaves a gap.
        let gone = if next.is_none() { 4 } else { 0 };
        (now - left + gone, *unit)
    };
    units.iter().copied().min_by_key(cost)
}

/// Loses a step, or retreats where that keeps more than it gives up.
pub fn absorb(position: &Position, rules: &Rules, side: usize, retreat: bool) -> Act {
    let units = position.losers(rules);
    let lose = cheapest_step(position, rules, &units);
    if retreat {
        let left: i32 = position
            .battle
            .defenders
            .iter()
            .filter(|&&unit| position.hex(unit).is_some())
            .map(|&unit| i32::from(position.steps(rules, unit)))
            .sum();
        let hex = position.battle.hex;
        let holds = hex.is_some_and(|hex| {
            rules.morale_at[hex.index()] > 0 || rules.ground.at(hex).fortress.is_some()
        });
        let doomed = position.battle.defender_left >= left;
        // Who would be wiped out saves a step; who holds on keeps the hex.
        if doomed || !holds && position.battle.defender_left >= 2 {
            let best = position
                .retreats(rules)
                .into_iter()
                .filter(|&to| doomed || !position.in_open_ezoc(to, side))
                .max_by_key(|&to| {
                    let open = position.in_open_ezoc(to, side);
                    let company = position.stack(to).count();
                    (!open, company < 2, std::cmp::Reverse(to))
                });
            // With one step left, a retreat into a zone of control loses it all the same.
            if let Some(to) = best.filter(|&to| left > 1 || !position.in_open_ezoc(to, side)) {
                return Act::Retreat { hex: to };
            }
        }
    }
    lose.map_or(Act::Done, |unit| Act::Lose { unit })
}

/// Advances as long as the hex is worth it and does not leave a gap behind.
pub fn advance(position: &Position, rules: &Rules, style: Style) -> Act {
    let Some(hex) = position.battle.hex else {
        return Act::Done;
    };
    let units = position.may_advance(rules);
    let there = position.stack(hex).count();
    if there >= 2 {
        return Act::Done;
    }
    let gained = i32::from(rules.morale_at[hex.index()]);
    let foot = units.into_iter().filter(|&unit| !rules.unit(unit).is_tank());
    let free =
        foot.filter(|&unit| !style.exact || points_left_alone(position, rules, unit) <= gained);
    let best = free.max_by_key(|&unit| {
        let from = position.hex(unit);
        let left = from.map_or(0, |from| position.stack(from).count());
        (left > 1, position.steps(rules, unit), position.face(rules, unit).attack, unit)
    });
    best.map_or(Act::Done, |unit| Act::Advance { unit, path: vec![hex] })
}

/// Points of the morale hex that a unit holds alone, and leaves to anybody when it goes.
pub fn points_left_alone(position: &Position, rules: &Rules, unit: Unit) -> i32 {
    let held = position.hex(unit).filter(|&hex| position.stack(hex).count() == 1);
    held.map_or(0, |hex| i32::from(rules.morale_at[hex.index()]))
}

/// What the bombers are sent to.
pub fn send_bombers(position: &Position, rules: &Rules, wanted: i32) -> Act {
    match (&position.decision, wanted) {
        (Decision::BombHomeland, 1) => Act::Bomb { hex: None },
        (Decision::BombStack, 0 | 1) => bomb(position, rules),
        _ => Act::Done,
    }
}

/// The bombers go for the stack with most steps.
fn bomb(position: &Position, rules: &Rules) -> Act {
    let hexes = position.on_map(rules, GERMAN).filter_map(|unit| position.hex(unit));
    let best = hexes.max_by_key(|&hex| {
        let steps: i32 =
            position.stack(hex).map(|unit| i32::from(position.steps(rules, unit))).sum();
        let front = position.next_to_enemy(rules, hex, GERMAN);
        let trench = rules.ground.at(hex).german_main_trench;
        (front, !trench, steps, hex)
    });
    best.map_or(Act::Done, |hex| Act::Bomb { hex: Some(hex) })
}

/// The German aircraft always meet the bombers.
pub fn meet_bombers(position: &Position, rules: &Rules) -> Act {
    position.interceptors(rules).map_or(Act::Done, |unit| Act::Support { unit })
}
