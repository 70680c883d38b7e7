//! Movement: every force once, in the order that is thought out when the phase begins.

use std::collections::VecDeque;

use salient_hex::path::Reach;
use salient_hex::{Footprint, Hex};
use salient_rules::play::{Position, Unit};

use crate::abreast::{self, steps};
use crate::acts::Act;
use crate::effectiveness;
use crate::march::{allowance, moves, prepare, tasks, ways};
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

use super::assault;
use super::field::{FAR, Field, Weight, weight_of};
use super::siege;
use super::stand::Stand;
use super::{Memory, Style, Weights};

/// What it costs to stay where not all can.
const OVERFULL: i32 = 10_000;
/// Places farther than this are nothing to a force.
const FARTHEST: i32 = 12;

/// A force that is still to be moved.
#[derive(Clone, Debug)]
pub struct Order {
    /// Who goes together.
    pub units: Vec<Unit>,
    /// The hex that it was in when the phase began.
    pub from: Hex,
    pub weight: Weight,
    /// Its formation, if it has one.
    pub formation: Option<Unit>,
    /// The place that it goes to or holds, among those of the field.
    pub goal: Option<usize>,
    /// The hex that it is to attack, and from where.
    pub assault: Option<(Hex, Hex)>,
    /// Whether it has set out.
    pub moved: bool,
    /// Whether it stays with guns of the siege train.
    pub holds: bool,
}

impl Order {
    /// Units that stand together, with nothing to do yet.
    pub fn new(rules: &Rules, position: &Position<Offensive>, units: Vec<Unit>) -> Option<Self> {
        let from = position.hex(*units.first()?)?;
        let weight = weight_of(rules, position, &units);
        let formation = units.iter().copied().find(|&unit| rules.piece(unit).is_formation());
        Some(Self {
            units,
            from,
            weight,
            formation,
            goal: None,
            assault: None,
            moved: false,
            holds: false,
        })
    }

    /// Those of it who can prepare an attack: its infantry (1914 7.3).
    pub fn infantry(&self, rules: &Rules, position: &Position<Offensive>) -> Vec<Unit> {
        let units = self.units.iter().copied();
        units.filter(|&unit| rules.kind(position, unit) == Kind::Infantry).collect()
    }

    /// Whether it goes where the war is: formations and the assets with them, but no garrisons.
    fn fights(&self, rules: &Rules) -> bool {
        let stays = |unit: &Unit| {
            let piece = rules.piece(*unit);
            piece.garrison || piece.loc
        };
        self.weight.attack > 0 && !self.units.iter().any(stays)
    }
}

/// The next act of a side's movement.
pub fn choose(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (weights, style): (&Weights, Style),
    memory: &mut Memory,
) -> Act {
    if memory.begins(position, side) {
        memory.field.look(rules, position, side, weights.alarm);
        memory.orders = orders(rules, position, side, (weights, style), memory);
    }
    while let Some(order) = memory.orders.front_mut() {
        let mut order = order.clone();
        let act = go_on(rules, position, side, (weights, style), &mut order, memory);
        // An order ends with what does not move it.
        match act {
            Some(act @ (Act::Move { .. } | Act::Abreast { .. })) => {
                // Who has closed up may still march.
                order.moved = matches!(act, Act::Move { .. });
                if let Some(front) = memory.orders.front_mut() {
                    *front = order;
                }
                return act;
            }
            other => {
                memory.orders.pop_front();
                if let Some(act) = other {
                    return act;
                }
            }
        }
    }
    let mut train = std::mem::take(&mut memory.train);
    let Memory { field, reach, .. } = memory;
    let act = siege::choose(rules, position, side, (&mut train, field, reach));
    memory.train = train;
    act.or_else(|| super::rear::sail(rules, position, side)).unwrap_or(Act::Done)
}

/// All forces with what they are to do: those who attack first, then those nearest the enemy, supply
/// units last.
fn orders(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (weights, style): (&Weights, Style),
    memory: &mut Memory,
) -> VecDeque<Order> {
    memory.train = siege::train(rules, position, side);
    let train = &memory.train;
    let groups = ways::groups(rules, position, side).into_iter().map(|mut units| {
        units.retain(|unit| !train.contains(unit));
        units
    });
    let mut orders: Vec<Order> =
        groups.filter_map(|units| Order::new(rules, position, units)).collect();
    escort(rules, position, side, memory, &mut orders);
    assign(rules, &mut memory.field, &mut orders, weights.short);
    if style.exact && !allowance::is_counter(rules, position) {
        assault::plan(rules, position, side, (weights, style), memory, &mut orders);
    }
    let near = |order: &Order| memory.field.near[order.from.index()];
    let rank = |order: &Order| {
        let kind = order.units.first().map(|&unit| rules.piece(unit).kind);
        match kind {
            _ if order.assault.is_some() => 0,
            Some(Kind::Train) => 2,
            Some(Kind::Depot) => 3,
            _ => 1,
        }
    };
    orders.sort_by_key(|order| (rank(order), near(order), order.units.first().copied()));
    orders.into()
}

/// Has formations stay with the train in each hex of it that enemies are near: the weakest first, so
/// that the others are free, until they hold it; all of them where guns open a fortress to be stormed,
/// and in counter-movement, when the enemy is about to attack.
fn escort(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    memory: &Memory,
    orders: &mut [Order],
) {
    let Memory { train, field, .. } = memory;
    let batteries = siege::batteries(rules, position, side);
    let counter = allowance::is_counter(rules, position);
    let mut hexes: Vec<Hex> = train.iter().filter_map(|&unit| position.hex(unit)).collect();
    hexes.retain(|hex| field.near[hex.index()] <= 2);
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        let all = counter || batteries.binary_search(&hex).is_ok();
        let mut here: Vec<&mut Order> = orders
            .iter_mut()
            .filter(|it| it.from == hex && it.formation.is_some() && it.weight.defence > 0)
            .collect();
        here.sort_by_key(|order| (order.weight.defence, order.units.clone()));
        let mut guard = 0;
        for order in here {
            if !all && siege::is_safe(field, hex, guard) {
                break;
            }
            order.holds = true;
            guard += order.weight.defence;
        }
    }
}

/// Gives forces places to go to: each the place that needs it most for its way.
fn assign(rules: &Rules, field: &mut Field, orders: &mut [Order], short_of: i32) {
    let mut ways: Vec<(i32, usize, usize)> = Vec::new();
    for (i, order) in orders.iter().enumerate().filter(|(_, order)| order.fights(rules)) {
        for (place, goal) in field.goals.iter().enumerate() {
            let far = goal.distance(rules, order.from) as i32;
            if far <= FARTHEST {
                ways.push((-1000 * goal.points / (far + 2), i, place));
            }
        }
    }
    ways.sort_unstable();
    let wanted: Vec<i32> = field.goals.iter().map(|goal| goal.wanted).collect();
    loop {
        orders.iter_mut().for_each(|order| order.goal = None);
        for (goal, &wanted) in field.goals.iter_mut().zip(&wanted) {
            goal.wanted = wanted;
        }
        for &(_, i, place) in &ways {
            let goal = &mut field.goals[place];
            if goal.wanted > 0 && orders[i].goal.is_none() {
                orders[i].goal = Some(place);
                goal.wanted -= orders[i].weight.attack.max(orders[i].weight.defence);
            }
        }
        // What cannot be taken with all who are near is left alone, and they are free for others.
        let short = field.goals.iter().zip(&wanted).enumerate().map(|(at, (goal, &wanted))| {
            let tried = ways.iter().any(|(_, _, place)| *place == at);
            let lacks = !goal.held && tried && 100 * goal.wanted > short_of * wanted;
            if lacks { 100 * goal.wanted / wanted.max(1) } else { 0 }
        });
        let worst = short.enumerate().max_by_key(|(_, short)| *short);
        let Some((given_up, _)) = worst.filter(|(_, short)| *short > 0) else { break };
        ways.retain(|(_, _, place)| *place != given_up);
    }
    // Who has nothing else to do helps where guns open the way.
    for &(_, i, place) in &ways {
        let goal = &mut field.goals[place];
        if goal.siege && goal.wanted > -wanted[place] && orders[i].goal.is_none() {
            orders[i].goal = Some(place);
            goal.wanted -= orders[i].weight.attack.max(orders[i].weight.defence);
        }
    }
}

/// What a force does now; nothing where it has done.
fn go_on(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (weights, style): (&Weights, Style),
    order: &mut Order,
    memory: &mut Memory,
) -> Option<Act> {
    let at = position.hex(*order.units.first()?)?;
    order.units.retain(|&unit| position.hex(unit) == Some(at));
    let able = |unit: &Unit| allowance::may_act(rules, position, side, *unit).is_ok();
    if !order.units.iter().all(able) {
        return None;
    }
    if order.units.iter().any(|&unit| abreast::is_two(position, unit)) {
        return close_up(rules, position, side, &order.units);
    }
    if rules.piece(*order.units.first()?).kind.is_supply() {
        let mut reach = std::mem::take(&mut memory.reach);
        let act = (!order.moved)
            .then(|| super::rear::supply(rules, position, side, order, &memory.field, &mut reach));
        memory.reach = reach;
        let act = act.flatten();
        if let Some(Act::Move { path, .. }) = &act
            && let Some(&to) = path.last()
        {
            memory.field.put(rules, at, order.weight, -1);
            memory.field.put(rules, to, order.weight, 1);
        }
        return act;
    }
    if let Some((target, stand)) = order.assault {
        if at == stand {
            let units = order.infantry(rules, position);
            let may = prepare::check(rules, position, side, &units, target).is_ok();
            return may.then_some(Act::Prepare { units, hex: target });
        }
        if order.moved || order.holds {
            return None;
        }
        let mut reach = std::mem::take(&mut memory.reach);
        let path = way(rules, position, (&order.units, at), stand, &mut reach);
        memory.reach = reach;
        if let Some(path) = path {
            memory.field.put(rules, at, order.weight, -1);
            memory.field.put(rules, stand, order.weight, 1);
            return Some(Act::Move { units: order.units.clone(), path });
        }
        order.assault = None;
    }
    if order.fights(rules) || order.formation.is_some() {
        if !order.moved && !order.holds {
            let crowded = memory.field.size[at.index()] > rules.numbers.stacking_limit;
            if let [unit] = order.units[..]
                && order.goal.is_none()
                && field_is_far(&memory.field, at)
                && let Some(act) = super::rear::entrain(rules, position, side, unit)
            {
                return Some(act);
            }
            if !crowded && let Some(act) = stays(rules, position, side, order, &memory.field) {
                return Some(act);
            }
            let mut reach = std::mem::take(&mut memory.reach);
            let act = march(rules, position, (side, at), weights, order, memory, &mut reach);
            memory.reach = reach;
            if act.is_some() {
                return act;
            }
        }
        return settle(rules, position, (side, at), style, order, &memory.field);
    }
    None
}

/// Whether no enemy is near to a hex, as far as the field looks.
fn field_is_far(field: &Field, at: Hex) -> bool {
    field.near[at.index()] >= FAR
}

/// A force in two hexes closes up, into the better of them to defend: it goes on as one.
fn close_up(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
) -> Option<Act> {
    let hexes = position.hexes(*units.first()?);
    let may = |hex: &Hex| steps::check(rules, position, side, (units, &[*hex])).is_ok();
    let best = hexes.filter(may).max_by_key(|&hex| (rules.terrain.hex(hex).defence, hex))?;
    Some(steps::act(units, Footprint::One(best)))
}

/// A force that is better left where it is to recover.
fn stays(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    order: &Order,
    field: &Field,
) -> Option<Act> {
    let unit = order.formation?;
    let status = effectiveness::status(rules, position, unit);
    let wanted = match order.goal.and_then(|goal| field.goals.get(goal)) {
        Some(goal) if !goal.held => 2,
        _ => 1,
    };
    (status >= wanted && tasks::check_recovery(rules, position, side, unit).is_ok())
        .then_some(Act::Recover { unit })
}

/// Moves to where a force stands best, if that is not where it is.
fn march(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, at): (usize, Hex),
    weights: &Weights,
    order: &Order,
    memory: &mut Memory,
    reach: &mut Reach,
) -> Option<Act> {
    let units = &order.units;
    let able = |unit: &Unit| allowance::may_go(rules, position, side, *unit).is_ok();
    // Whoever is far from everything and guards a place has no reason to move.
    if !units.iter().all(able) || prepare::may_leave(rules, position, units).is_err() {
        return None;
    }
    let own = units.iter().map(|&unit| allowance::left(rules, position, unit)).min()?;
    let most = moves::left(rules, position, units).min(own + 2);
    if most <= 0 {
        return None;
    }
    let field = &mut memory.field;
    field.put(rules, at, order.weight, -1);
    let stand = Stand::new(rules, position, (side, field), weights, order);
    ways::search(rules, position, (units, at), most.unsigned_abs(), reach);
    // What a hex holds beyond its limit is lost (1914 3.1.3).
    let crowded = field.size[at.index()] + order.weight.size > rules.numbers.stacking_limit;
    let mut best = (stand.worth(at) + if crowded { -OVERFULL } else { 2 }, at);
    for &to in reach.reached() {
        let over = reach.cost(to).map_or(0, |cost| cost as i32 - own).max(0);
        if to == at || field.size[to.index()] + order.weight.size > rules.numbers.stacking_limit {
            continue;
        }
        let worth = stand.worth(to) - over * weights.march;
        if worth > best.0 && moves::nears(rules, position, units, &[to]).is_ok() {
            best = (worth, to);
        }
    }
    let to = best.1;
    field.put(rules, to, order.weight, 1);
    (to != at).then(|| Act::Move { units: units.clone(), path: reach.path(rules.map(), to) })
}

/// What a force does with the points that it has left where it stands: it prepares an attack, digs,
/// or recovers.
fn settle(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, at): (usize, Hex),
    style: Style,
    order: &Order,
    field: &Field,
) -> Option<Act> {
    let unit = order.formation?;
    // Whoever plans his attacks has named those who prepare them.
    if !style.exact && !allowance::is_counter(rules, position) {
        let odds = |hex: Hex| {
            let enemy = field.enemy_in(hex)?;
            let bonus = rules.terrain.hex(hex).defence;
            Some(10 * field.support[hex.index()] / (enemy.defence + bonus).max(1))
        };
        let targets = rules.map().neighbours(at).filter_map(|(_, hex)| Some((odds(hex)?, hex)));
        let best = targets.filter(|(odds, _)| *odds >= 20).max();
        let units = order.infantry(rules, position);
        if let Some((_, hex)) = best
            && prepare::check(rules, position, side, &units, hex).is_ok()
        {
            return Some(Act::Prepare { units, hex });
        }
    }
    if field.near[at.index()] >= FAR {
        return None;
    }
    if tasks::check_recovery(rules, position, side, unit).is_ok() {
        return Some(Act::Recover { unit });
    }
    let holds = field.ground(rules, at) >= 100 || order.goal.is_some();
    let threatened = field.threat[at.index()] > field.defence[at.index()];
    (holds && threatened && tasks::check_position(rules, position, side, unit, None).is_ok())
        .then_some(Act::Entrench { unit, hex: None })
}

/// The way of a force to a hex, as far as a forced march takes it.
fn way(
    rules: &Rules,
    position: &Position<Offensive>,
    (units, at): (&[Unit], Hex),
    to: Hex,
    reach: &mut Reach,
) -> Option<Vec<Hex>> {
    prepare::may_leave(rules, position, units).ok()?;
    let side = rules.side_of(*units.first()?);
    let able = |unit: &Unit| allowance::may_go(rules, position, side, *unit).is_ok();
    let most = moves::left(rules, position, units);
    if !units.iter().all(able) || most <= 0 {
        return None;
    }
    ways::search(rules, position, (units, at), most.unsigned_abs(), reach);
    let left = most - reach.cost(to)? as i32;
    let fits = moves::nears(rules, position, units, &[to]).is_ok();
    (fits && left >= 0).then(|| reach.path(rules.map(), to))
}
