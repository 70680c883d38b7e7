//! IA 5.1–5.3, 5.5, 5.7–5.82, 5.9, 17.3: movement.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::path::{Reach, Step};
use salient_hex::{Direction, Hex};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::game::{InfantryAttacks, Step as Later};
use crate::opportunity::React;
use crate::rivers::{self, Went};
use crate::rules::Rules;
use crate::stacking::{self, Stack};
use crate::state::{
    ACTIVE, ASSAULTS, CHARGED, DEMORALIZED, ENTERED, LED, STRATEGIC, TO_FIRE, allowance, class, has,
};
use crate::units::Class;
use crate::{
    activation, assault, assault_move, casualties, control, drumfire, entry, hidden, missions,
    spotting, strategic, transport, works,
};

/// What keeps a unit from a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The hexes do not touch.
    Apart,
    Terrain,
    Enemy,
    Full,
    /// A step nearer the enemy without a leader.
    Nearer,
    /// A step at night without a leader into a hex that is not one's own.
    Night,
    /// A step over a major river.
    River,
    /// A step onto the map where nobody comes in.
    NoEntry,
}

impl Bar {
    fn violation(self, rules: &Rules, from: Hex, to: Hex) -> Violation {
        let (from, to) = (rules.compiled.label(from), rules.compiled.label(to));
        let (rule, text) = match self {
            Self::Apart => ("IA 5.2", format!("{from} and {to} do not touch")),
            Self::Terrain => ("IA 5.84", format!("no unit enters {to}")),
            Self::Enemy => ("IA 5.9", format!("enemy combat units stand in {to}")),
            Self::Full => ("IA 4.3", format!("{to} holds no more units")),
            Self::Nearer => ("IA 5.5", format!("{to} is nearer the enemy, and no leader directs")),
            Self::Night => ("IA 5.7", format!("{to} is not one's own, and no leader directs")),
            Self::River => ("IA 5.82", format!("{to} lies beyond the river")),
            Self::NoEntry => ("IA 16.41", format!("{to} is no hex by which it comes in")),
        };
        Violation::new(rule, text)
    }
}

/// What the steps of a unit are judged by.
struct Mover {
    unit: Unit,
    side: usize,
    class: Class,
    is_leader: bool,
    led: bool,
    is_night: bool,
    /// Where the enemy's combat units stand, if that matters.
    enemies: Vec<Hex>,
    /// By hex: how far the nearest of them is; empty where only a few hexes are asked for.
    apart: Vec<u16>,
}

impl Mover {
    /// For a search, which asks for the nearest enemy of many hexes.
    fn that_searches(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Self {
        let mut mover = Self::new(rules, position, unit);
        if !mover.led {
            let grid = rules.compiled.map.grid();
            mover.apart = grid.nearest(mover.enemies.iter().copied(), u16::MAX);
        }
        mover
    }

    fn new(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Self {
        let side = rules.side_of(unit);
        let is_leader = rules.piece(unit).kind.is_leader();
        let led = is_leader || has(position, unit, LED);
        let mut enemies = Vec::new();
        if !led {
            for other in rules.compiled.all_units() {
                if rules.side_of(other) != side && rules.piece(other).kind.is_combat() {
                    enemies.extend(position.state(other).hex);
                }
            }
            enemies.sort_unstable();
            enemies.dedup();
        }
        let class = class(rules, position, unit);
        let is_night = rules.is_night(position);
        Self { unit, side, class, is_leader, led, is_night, enemies, apart: Vec::new() }
    }

    /// How far the nearest enemy is.
    fn nearest(&self, rules: &Rules, hex: Hex) -> u32 {
        if let Some(&apart) = self.apart.get(hex.index()) {
            return u32::from(apart);
        }
        let grid = rules.compiled.map.grid();
        self.enemies.iter().map(|&enemy| grid.distance(hex, enemy)).min().unwrap_or(u32::MAX)
    }

    /// The one predicate of a step from these banks of a river, or none: what it costs, or what
    /// bars it.
    fn step(
        &self,
        rules: &Rules,
        position: &Position<InfantryAttacks>,
        banks: u8,
        (from, direction, to): (Hex, Direction, Hex),
    ) -> Result<Went, Bar> {
        let went = rivers::step(rules, self.class, banks, (from, direction, to))?;
        if stacking::barred_to(rules, position, self.side, to) {
            return Err(Bar::Enemy);
        }
        if !self.is_leader && !Stack::of(rules, position, self.side, to, &[self.unit]).fits(rules) {
            return Err(Bar::Full);
        }
        if !self.led {
            // Every enemy counts, wherever he looks and whatever he has done (IA 5.5).
            if self.nearest(rules, to) < self.nearest(rules, from) {
                return Err(Bar::Nearer);
            }
            let own = usize::from(position.own.control[to.index()]) == self.side;
            if self.is_night && !own {
                return Err(Bar::Night);
            }
        }
        Ok(went)
    }
}

/// IA 3.13: a unit that was designated to move, and has still to.
pub fn may_move(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    is_active(rules, position, side, unit)?;
    if transport::is_aboard(position, unit) {
        return Err(Violation::new("IA 5.6", "it goes where its wagon goes"));
    }
    if has(position, unit, TO_FIRE) {
        return Err(Violation::new("IA 3.13", "it was designated to fire"));
    }
    Ok(())
}

fn is_active(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    if rules.side_of(unit) != side || !has(position, unit, ACTIVE) {
        return Err(Violation::new("IA 3.13", "it has nothing more to do in this segment"));
    }
    Ok(())
}

/// IA 6.4: a unit or leader moves alone, or a unit with a leader.
pub fn check_together(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    units: &[Unit],
) -> Result<(), Violation> {
    let is_leader = |unit: &Unit| rules.piece(*unit).kind.is_leader();
    let together = match units {
        [_] => true,
        [one, other] => {
            let alike =
                rules.piece(*one).kind.is_cavalry() == rules.piece(*other).kind.is_cavalry();
            !is_leader(one) && is_leader(other) && alike && has(position, *one, LED)
        }
        _ => false,
    };
    if !together {
        let text = "a unit moves alone, or with a leader of its type behind it in the list";
        return Err(Violation::new("IA 6.4", text));
    }
    Ok(())
}

/// IA 5.2, 6.4: a unit, or a unit with a leader who goes along, moves from hex to hex.
pub fn check_move(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    units: &[Unit],
    path: &[Hex],
) -> Result<(), Violation> {
    check_together(rules, position, units)?;
    // An assault is fire, though one moves for it (IA 3.13).
    let assaults = assault_move::is_one(rules, position, side, units, path);
    for &unit in units {
        if assaults {
            is_active(rules, position, side, unit)?;
        } else {
            may_move(rules, position, side, unit)?;
        }
        if has(position, unit, DEMORALIZED) {
            return Err(Violation::new("IA 14.3", "the demoralized only try to recover"));
        }
        missions::may_go(rules, position, unit)?;
        // Whoever is towed goes by its own mission (IA 9.13).
        position.carried_by(unit).try_for_each(|load| missions::may_go(rules, position, load))?;
    }
    let start = units.first().and_then(|&unit| position.hex(unit));
    if units.iter().any(|&unit| position.hex(unit) != start) {
        return Err(Violation::new("IA 6.4", "the leader stands elsewhere"));
    }
    if let (None, Some(&first)) = (start, units.first().filter(|_| !path.is_empty())) {
        if units.iter().any(|&unit| !entry::are_together(rules, position, first, unit)) {
            return Err(Violation::new("IA 6.4", "the leader comes in elsewhere"));
        }
        let mut units = units.iter();
        return units.try_for_each(|&unit| check_way(rules, position, unit, None, path));
    }
    let (Some(start), false) = (start, path.is_empty()) else {
        return Err(Violation::new("IA 5.2", "a move has at least one hex"));
    };
    units.iter().try_for_each(|&unit| match assaults {
        true => assault_move::check(rules, position, unit, units.len() > 1, (start, path)),
        false => check_path(rules, position, unit, start, path),
    })
}

fn check_path(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Hex,
    path: &[Hex],
) -> Result<(), Violation> {
    if path.len() > 1 && stacking::barred_to(rules, position, rules.side_of(unit), start) {
        return Err(Violation::new("IA 5.42", "out of an assault hex one goes a single hex"));
    }
    check_way(rules, position, unit, Some(start), path)
}

/// What a way costs, and whether it ends in a step that must be paid in full.
struct Way {
    spent: u32,
    must_pay: bool,
}

/// Adds up a way, from a hex or from off the map.
fn add_up(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Option<Hex>,
    path: &[Hex],
) -> Result<Way, Violation> {
    let mover = Mover::new(rules, position, unit);
    let grid = rules.compiled.map.grid();
    let (mut way, mut at) = (Way { spent: 0, must_pay: false }, start);
    let (mut banks, mut halted) = (rivers::banks(position, unit), false);
    for &hex in path {
        let bar = |bar: Bar| bar.violation(rules, at.unwrap_or(hex), hex);
        if halted {
            return Err(Violation::new("IA 5.81", "beyond a river the move ends"));
        }
        match at {
            None => {
                way.spent +=
                    entry::first_step(rules, position, unit, mover.led, hex).map_err(bar)?
            }
            Some(from) => {
                let direction = grid.direction_to(from, hex).ok_or_else(|| bar(Bar::Apart))?;
                let step = (from, direction, hex);
                let went = mover.step(rules, position, banks, step).map_err(bar)?;
                way.spent += went.cost;
                way.must_pay |= rivers::must_pay(rules, from, direction, hex);
                (banks, halted) = (went.banks, went.halts);
            }
        }
        at = Some(hex);
    }
    Ok(way)
}

fn check_way(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Option<Hex>,
    path: &[Hex],
) -> Result<(), Violation> {
    let way = add_up(rules, position, unit, start, path)?;
    let points = allowance(rules, position, unit);
    let spent = way.spent as i32;
    // One hex is always within reach of whoever moves at all (IA 5.2), but not a major river
    // (IA 5.82).
    let enough = spent <= points || path.len() == 1 && points >= 1 && !way.must_pay;
    if enough || strategic::reaches(rules, position, unit, start, path, spent) {
        return Ok(());
    }
    let text = format!("the way costs {spent} movement points, there are {points}");
    let rule = if way.must_pay { "IA 5.82" } else { "IA 5.2" };
    Err(Violation::new(rule, text))
}

/// What a way costs a unit that may take it.
pub fn spent(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Option<Hex>,
    path: &[Hex],
) -> Option<u32> {
    add_up(rules, position, unit, start, path).ok().map(|way| way.spent)
}

/// Finds where a unit may go, and up to `beyond` farther; gives its movement allowance. A first
/// step that costs more than it has takes all of it, and ends there (IA 5.2).
pub fn find_ways(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    beyond: u32,
    reach: &mut Reach,
) -> Option<i32> {
    let start = position.state(unit).hex?;
    missions::may_go(rules, position, unit).ok()?;
    let points = allowance(rules, position, unit);
    let most = points.max(0).unsigned_abs();
    if rules.rivers.any() {
        // Where one may go hangs on the bank: the ways are found by themselves.
        let mut steps: BTreeSet<(Hex, Hex)> = BTreeSet::new();
        for path in ways_on(rules, position, unit, Some(start), most + beyond, &|_| true) {
            let mut from = start;
            for hex in path {
                steps.insert((from, hex));
                from = hex;
            }
        }
        let mover = Mover::new(rules, position, unit);
        reach.search(&rules.compiled.map, start, most + beyond, |from, direction, to| {
            let cost = rules.step(mover.class, from, direction, to).unwrap_or(most);
            match steps.contains(&(from, to)) {
                true if from == start => Step::Through(cost.min(most)),
                true => Step::Through(cost),
                false => Step::Barred,
            }
        });
        return Some(points);
    }
    let mover = Mover::that_searches(rules, position, unit);
    let leaves = stacking::barred_to(rules, position, mover.side, start);
    reach.search(&rules.compiled.map, start, most.saturating_add(beyond), |from, direction, to| {
        match mover.step(rules, position, 0, (from, direction, to)).map(|went| went.cost) {
            // Out of an assault hex it is one hex (IA 5.42).
            Ok(cost) if leaves && from == start && most > 0 => Step::Halt(cost.min(most)),
            Ok(cost) if cost > most && from == start && most > 0 => Step::Halt(most),
            Ok(cost) => Step::Through(cost),
            Err(_) => Step::Barred,
        }
    });
    Some(points)
}

/// Where a mover is in a search: the hex, the banks, whether it goes no farther.
type Place = (Hex, u8, bool);

/// The cheapest way to each hex that a unit reaches with so many movement points, from a hex or
/// from off the map, over hexes that `open` lets it enter.
pub fn ways_on(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Option<Hex>,
    most: u32,
    open: &dyn Fn(Hex) -> bool,
) -> Vec<Vec<Hex>> {
    let mover = Mover::new(rules, position, unit);
    let map = &rules.compiled.map;
    let mut best: BTreeMap<Place, (u32, Option<Place>)> = BTreeMap::new();
    let mut queue: BTreeSet<(u32, Place)> = BTreeSet::new();
    let offer =
        |queue: &mut BTreeSet<(u32, Place)>, best: &mut BTreeMap<_, _>, cost, place, from| {
            let better = |known: &(u32, Option<Place>)| cost < known.0;
            if cost <= most && best.get(&place).is_none_or(better) {
                best.insert(place, (cost, from));
                queue.insert((cost, place));
            }
        };
    match start {
        Some(start) => {
            let place = (start, rivers::banks(position, unit), false);
            offer(&mut queue, &mut best, 0, place, None);
        }
        None => {
            for hex in entry::entries(rules, position, unit) {
                let cost = entry::first_step(rules, position, unit, mover.led, hex);
                let Some(cost) = cost.ok().filter(|_| most > 0 && open(hex)) else { continue };
                offer(&mut queue, &mut best, cost.min(most), (hex, 0, cost > most), None);
            }
        }
    }
    let leaves = start.is_some_and(|hex| stacking::barred_to(rules, position, mover.side, hex));
    while let Some((cost, place)) = queue.pop_first() {
        let (hex, banks, halted) = place;
        if halted || best.get(&place).is_none_or(|known| known.0 < cost) {
            continue;
        }
        let first = start == Some(hex) && cost == 0;
        for (direction, to) in map.neighbours(hex) {
            if !open(to) {
                continue;
            }
            let Ok(went) = mover.step(rules, position, banks, (hex, direction, to)) else {
                continue;
            };
            let pays = rivers::must_pay(rules, hex, direction, to);
            let short = first && most > 0 && went.cost > most && !pays;
            let total = if short { most } else { cost + went.cost };
            let ends = went.halts || short || first && leaves;
            offer(&mut queue, &mut best, total, (to, went.banks, ends), Some(place));
        }
    }
    let mut ends: BTreeMap<Hex, (u32, Place)> = BTreeMap::new();
    for (&place, &(cost, _)) in best.iter().filter(|(place, _)| Some(place.0) != start) {
        let end = ends.entry(place.0).or_insert((cost, place));
        if cost < end.0 {
            *end = (cost, place);
        }
    }
    let path = |&(_, place): &(u32, Place)| {
        let mut path = Vec::new();
        let mut at = Some(place);
        while let Some(place) = at {
            at = best.get(&place).and_then(|known| known.1);
            if at.is_some() || start.is_none() {
                path.push(place.0);
            }
        }
        path.reverse();
        path
    };
    ends.values().map(path).collect()
}

/// The ways of a unit, the cheapest to each hex that it can reach; at twice its rate only to those
/// that it cannot reach otherwise (IA 17.3).
pub fn ways(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Vec<Hex>> {
    let start = position.state(unit).hex;
    if transport::is_aboard(position, unit)
        || start.is_none() && !entry::is_due(rules, position, unit)
    {
        return Vec::new();
    }
    let mut all = position.carried_by(unit).chain([unit]);
    if all.any(|unit| missions::may_go(rules, position, unit).is_err()) {
        return Vec::new();
    }
    let most = allowance(rules, position, unit).max(0).unsigned_abs();
    let mut ways = if start.is_some() && !rules.rivers.any() {
        let mut reach = Reach::default();
        if find_ways(rules, position, unit, 0, &mut reach).is_none() {
            return Vec::new();
        }
        let ends = reach.reached().iter().skip(1);
        ends.map(|&to| reach.path(&rules.compiled.map, to)).collect()
    } else {
        ways_on(rules, position, unit, start, most, &|_| true)
    };
    let reached: BTreeSet<Hex> = ways.iter().filter_map(|path| path.last().copied()).collect();
    let farther = strategic::ways(rules, position, unit);
    ways.extend(farther.into_iter().filter(|path| {
        let end = path.last();
        end.is_some_and(|end| !reached.contains(end))
            && check_way(rules, position, unit, start, path).is_ok()
    }));
    ways
}

/// Whoever goes has acted; into an assault hex he comes to attack, out of one he may be shot at.
pub fn go(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize, units: &[Unit], path: &[Hex]) {
    let assaults = assault_move::is_one(cx.rules, cx.position, side, units, path);
    let charge = if path.len() > 1 { CHARGED } else { 0 };
    let start = units.first().and_then(|&unit| cx.position.state(unit).hex);
    for &unit in units {
        hidden::show(cx, unit);
        activation::acted(cx.position, unit);
        transport::carried_along(cx, unit);
        if assaults {
            *cx.position.flags_mut(unit) |= ASSAULTS | ENTERED | charge;
        } else if strategic::needs(cx.rules, cx.position, unit, start, path) {
            *cx.position.flags_mut(unit) |= STRATEGIC;
        }
    }
    let Some(hex) = start else {
        return entry::enter(cx, units, path);
    };
    if stacking::barred_to(cx.rules, cx.position, side, hex) {
        assault::leave(cx, units, hex);
    }
    walk(cx, units.to_vec(), path.to_vec(), if assaults { "IA 5.41" } else { "IA 5.2" });
}

/// Lets units walk from where they stand.
pub fn walk(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    units: Vec<Unit>,
    path: Vec<Hex>,
    rule: &str,
) {
    cx.position.own.from = units.first().and_then(|&unit| cx.position.state(unit).hex);
    cx.walk(units, path, rule);
}

/// Units have entered a hex on their way, and go on by the rest of it if there is any.
pub fn arrive(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    units: &[Unit],
    hex: Hex,
    mut rest: Vec<Hex>,
) {
    let from = cx.position.own.from.replace(hex);
    for &unit in units {
        rivers::moved(cx, unit, from, hex);
        control::stands(cx, unit);
        spotting::hides(cx, unit);
        works::moved(cx, unit);
    }
    let next = rest.first().copied();
    if hidden::look(cx) && !goes_on_as_before(cx, units, hex, next) {
        cx.cut_walk();
        rest.clear();
    }
    // Opportunity fire comes last: they have entered first.
    cx.then(Later::React(React { movers: units.to_vec(), fired: Vec::new(), rest }));
    drumfire::entered(cx, units, hex, true);
    casualties::overrun(cx, hex);
    // Who is left behind strikes before anybody else fires (IA 12.23).
    if let Some(&first) = units.first() {
        assault::has_left(cx, first);
    }
}

/// IA 16.5: whoever finds the enemy on his way goes on only where he still may.
fn goes_on_as_before(
    cx: &PlayContext<'_, InfantryAttacks>,
    units: &[Unit],
    hex: Hex,
    next: Option<Hex>,
) -> bool {
    let rules = cx.rules;
    let Some(next) = next else { return true };
    let Some(direction) = rules.compiled.map.grid().direction_to(hex, next) else { return true };
    let barred = |&unit: &Unit| {
        let mover = Mover::new(rules, cx.position, unit);
        let banks = rivers::banks(cx.position, unit);
        let step = (hex, direction, next);
        !has(cx.position, unit, ASSAULTS) && mover.step(rules, cx.position, banks, step).is_err()
    };
    !units.iter().any(barred)
}
