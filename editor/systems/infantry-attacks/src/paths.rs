//! IA 5.2, 5.5, 5.7–5.82, 5.9: what steps and ways cost, and what bars them.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::path::{Reach, Step};
use salient_hex::{Direction, Hex};
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::rivers::{self, Bar, Went};
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::{self, Stack};
use crate::state::{LED, allowance, class, has};
use crate::units::Class;
use crate::{entry, missions};

impl Bar {
    fn violation(self, rules: &Rules, from: Hex, to: Hex) -> Violation {
        let (from, to) = (rules.compiled.label(from), rules.compiled.label(to));
        let (rule, text) = match self {
            Self::Apart => ("IA 5.2", format!("{from} and {to} do not touch")),
            Self::Terrain => ("IA 5.84", format!("no unit enters {to}")),
            Self::Enemy => {
                let text = "enemy combat units stand in {to}, and only an assault leads there: from the \
                            next hex, by those whom a leader has activated to fire";
                ("IA 5.9", text.replace("{to}", to))
            }
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
pub struct Mover {
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

    pub fn new(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Self {
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
    pub fn step(
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

/// What a way costs, and whether it ends in a step that must be paid in full.
pub struct Way {
    pub spent: u32,
    pub must_pay: bool,
}

/// Adds up a way, from a hex or from off the map.
pub fn add_up(
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
pub type Place = (Hex, u8, bool);

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
