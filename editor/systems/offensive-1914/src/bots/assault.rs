//! Which attacks forces move for in their own movement phase, and which of them are prepared.

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::play::{Position, Unit};

use crate::effectiveness;
use crate::march::{allowance, moves, prepare, ways};
use crate::plans;
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

use super::fight::made_of;
use super::march::Order;
use super::muster::{Candidate, Muster, Scales, Used, is_target};
use super::{Memory, Style, Weights};

/// Enemies farther than this are not reached and attacked in one phase.
const FARTHEST: u8 = 3;
/// What it is worse to attack from where no points are left to prepare it.
const UNPREPARED: i32 = 10;
/// A forced march of more than this is not worth what it costs before an attack.
const MOST_FORCED: i32 = 2;

/// Where a force could attack from, and what it spends beyond its own points.
pub struct Opening {
    order: usize,
    stand: Hex,
    forced: i32,
    /// Whether points are left there to prepare it.
    pub prepared: bool,
}

/// Names the attacks of the phase, the best first, and gives each force its part.
pub fn plan(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (weights, style): (&Weights, Style),
    memory: &mut Memory,
    orders: &mut [Order],
) {
    let scales = Scales { rules, position, side, style, weights };
    let mut reach = std::mem::take(&mut memory.reach);
    let mut options: Vec<Opening> = Vec::new();
    for (place, order) in orders.iter().enumerate() {
        if memory.field.near[order.from.index()] <= FARTHEST && may(rules, position, order) {
            find(&scales, (place, order), memory, &mut reach, &mut options);
        }
    }
    memory.reach = reach;
    let field = &memory.field;
    let mut used = Used::new();
    let mut targets: Vec<Hex> = field.enemies.iter().map(|stack| stack.hex).collect();
    targets.retain(|&hex| is_target(rules, position, side, hex));
    let mut taken = vec![false; orders.len()];
    let mut named: Vec<(usize, (Hex, Hex))> = Vec::new();
    let weigh = |hex: Hex, taken: &[bool], used: &Used| -> Option<Muster> {
        let candidates = candidates(&scales, hex, &options, orders, taken);
        // Whoever has to leave gives up a place, and whoever wants it comes nearer to it.
        let ground = field.ground(rules, hex) + weights.ground;
        let mut best = scales.best(hex, &candidates, used, (ground, weights.assault))?;
        let forced = |&(place, from): &(usize, Hex)| {
            let it = options.iter().find(|it| it.order == place && it.stand == from);
            it.map_or(0, |it| it.forced)
        };
        // Cavalry does not wait for it (1914 8.2).
        if is_fleeting(rules, position, side, hex) {
            best.worth /= 4;
        }
        best.worth -= weights.march * best.who.iter().map(forced).sum::<i32>();
        (best.worth >= weights.assault).then_some(best)
    };
    let mut weighed: Vec<Option<Muster>> =
        targets.iter().map(|&hex| weigh(hex, &taken, &used)).collect();
    loop {
        let best = weighed.iter().flatten().max_by_key(|it| (it.worth, std::cmp::Reverse(it.hex)));
        let Some(best) = best.cloned() else { break };
        for &(place, stand) in &best.who {
            taken[place] = true;
            named.push((place, (best.hex, stand)));
            let assets = orders[place].units.iter().filter(|&&it| rules.piece(it).is_asset());
            let (size, fighting) = used.entry(stand).or_default();
            *size += orders[place].weight.size;
            *fighting += assets.count() as i32;
        }
        for (place, &hex) in targets.iter().enumerate() {
            let shares = weighed[place].as_ref().is_some_and(|it| {
                it.who.iter().any(|(order, stand)| taken[*order] || used.contains_key(stand))
            });
            if hex == best.hex {
                weighed[place] = None;
            } else if shares {
                weighed[place] = weigh(hex, &taken, &used);
            }
        }
    }
    for (place, assault) in named {
        orders[place].assault = Some(assault);
    }
}

/// Whether nobody but cavalry defends a hex.
fn is_fleeting(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let mut fighters = position
        .stack(hex)
        .filter(|&unit| rules.side_of(unit) != side)
        .map(|unit| rules.kind(position, unit))
        .filter(|kind| !kind.is_supply() && !kind.is_artillery());
    fighters.all(|kind| kind == Kind::Cavalry)
}

/// Whether a force can prepare attacks (1914 7.3, 7.3.2, 26.6.2a). Guns come with the others and have
/// nothing to prepare.
fn may_prepare(rules: &Rules, position: &Position<Offensive>, order: &Order) -> bool {
    let may = |&unit: &Unit| {
        let kind = rules.kind(position, unit);
        kind.is_artillery() || kind == Kind::Infantry && plans::may_prepare(rules, position, unit)
    };
    order.units.iter().all(may)
}

/// Whether a force attacks as it comes: whom a plan makes attack to the utmost waits until he is
/// ready (1914 26.2.2).
fn may_hurry(rules: &Rules, position: &Position<Offensive>, order: &Order) -> bool {
    !order.units.iter().any(|&unit| plans::is_bound(rules, position, unit))
}

/// Whether a force can attack at all (1914 6.3, 8.6, 8.7).
fn may(rules: &Rules, position: &Position<Offensive>, order: &Order) -> bool {
    let may = |&unit: &Unit| {
        let (piece, kind) = (rules.piece(unit), rules.kind(position, unit));
        kind.is_artillery()
            || matches!(kind, Kind::Infantry | Kind::Cavalry)
                && !piece.garrison
                && !piece.loc
                && !effectiveness::is_ineffective(rules, position, unit)
    };
    order.formation.is_some() && order.units.iter().all(may)
}

/// Where a force could stand next to enemies, with the points left to prepare an attack or, if it
/// hurries, without them.
pub fn find(
    scales: &Scales<'_>,
    (place, order): (usize, &Order),
    memory: &Memory,
    reach: &mut Reach,
    options: &mut Vec<Opening>,
) {
    let Scales { rules, position, side, .. } = *scales;
    let units = &order.units;
    let price = rules.numbers.prepare_movement;
    let own = units.iter().map(|&unit| allowance::left(rules, position, unit)).min().unwrap_or(0);
    let points = moves::left(rules, position, units).min(own + MOST_FORCED);
    let ready = may_prepare(rules, position, order);
    let most = match may_hurry(rules, position, order) {
        true => points,
        false if ready => points - price,
        false => return,
    };
    let field = &memory.field;
    if most < 0 || !units.iter().all(|&it| allowance::may_act(rules, position, side, it).is_ok()) {
        return;
    }
    let mut add = |stand: Hex, cost: i32| {
        let prepared = ready && cost + price <= points;
        let forced = (cost + if prepared { price } else { 0 } - own).max(0);
        options.push(Opening { order: place, stand, forced, prepared });
    };
    if field.near[order.from.index()] == 1 {
        add(order.from, 0);
    }
    let goes = units.iter().all(|&it| allowance::may_go(rules, position, side, it).is_ok());
    if most == 0 || !goes || prepare::may_leave(rules, position, units).is_err() {
        return;
    }
    ways::search(rules, position, (units, order.from), most.unsigned_abs(), reach);
    for &stand in reach.reached().iter().filter(|&&hex| hex != order.from) {
        let room = field.size[stand.index()] + order.weight.size <= rules.numbers.stacking_limit;
        if field.near[stand.index()] == 1
            && room
            && moves::nears(rules, position, units, &[stand]).is_ok()
        {
            add(stand, reach.cost(stand).map_or(0, |cost| cost as i32));
        }
    }
}

/// Who could attack a hex, each force from where it does best.
fn candidates(
    scales: &Scales<'_>,
    hex: Hex,
    options: &[Opening],
    orders: &[Order],
    taken: &[bool],
) -> Vec<Candidate> {
    let Scales { rules, position, .. } = *scales;
    let mut found = Vec::new();
    for it in options.iter().filter(|it| !taken[it.order]) {
        let Some(direction) = rules.direction(it.stand, hex) else { continue };
        let between = rules.terrain.side(it.stand, direction);
        if between.sea || between.ridge {
            continue;
        }
        let order = &orders[it.order];
        let made = made_of(rules, position, (it.order, &order.units), it.stand, order.weight);
        // Water in the way, and a march beyond one's own points, are worse; and all that is better
        // than to attack as one comes.
        let loss = i32::from(between.water) + it.forced;
        let loss = loss + if it.prepared { 0 } else { UNPREPARED };
        found.push((it.order, loss, Candidate { prepared: it.prepared, ..made }));
    }
    found.sort_by_key(|(order, loss, it)| (*order, *loss, it.from));
    found.into_iter().map(|(_, _, it)| it).collect()
}
