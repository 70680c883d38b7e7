//! Allied movement: a line of posts from the northern edge to the southern, so close that no
//! German gets through without a fight (KB 5.13), as far east, in as good shelter and as strong
//! as it can be.
//!
//! `posts` says where it runs. Each post gets a unit, and who is left strengthens the posts that
//! are in most danger.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::acts::Act;
use crate::bots::planner::Plan;
use crate::bots::planner::account::{Aim, Order};
use crate::bots::planner::assault::{self, HexSet};
use crate::bots::planner::flow::{self, DIVISION_STRENGTH};
use crate::bots::planner::route::{self, Traveller};
use crate::bots::planner::weights::Weights;
use crate::bots::{FAR, distances, has_room, to_enemies};
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, Unit};
use crate::ways::Ways;
use salient_hex::grid::Hex;
use salient_hex::path::{Branches, Reach};

/// The next move of an Allied segment.
pub fn next(position: &Position, rules: &Rules, plan: &mut Plan, reach: &mut Reach) -> Act {
    let second = position.segment(rules).is_some_and(|(_, second)| second);
    if plan.begins(position) {
        plan.queue.clear();
        plan.sent.clear();
        plan.orders.clear();
        plan.view.glance(position, rules);
        // What can be reached still holds in the second segment, if no enemy was moved.
        if plan.ways[ALLIED].update(position, rules, ALLIED) || !second {
            plan.searches.clear();
        }
        plan.late.clear();
        let attack = counter_attack(position, rules, plan, second, reach);
        if plan.view.turns_left == 0 {
            let bound = |unit: Unit| attack.iter().any(|(other, _)| *other == unit);
            plan.queue.extend(
                position
                    .on_map(rules, ALLIED)
                    .filter(|&unit| !bound(unit) && position.may_move(rules, unit).is_ok()),
            );
            plan.sent.extend(attack);
        } else if second && plan.waiting.0 == position.turn {
            // What the first segment planned still holds: only the phasing side has moved.
            plan.sent = std::mem::take(&mut plan.waiting.1);
            plan.orders = std::mem::take(&mut plan.waiting_orders);
        } else {
            let line = Line::new(position, rules, plan, &attack, reach).man();
            plan.searches = line.searches;
            plan.sent.extend(attack);
            plan.sent.extend(line.sent);
            plan.waiting_orders.clone_from(&line.orders);
            plan.orders.extend(line.orders);
        }
        plan.waiting = (position.turn, VecDeque::new());
    }
    while let Some((unit, to)) = plan.sent.pop_front() {
        let Some(start) = position.hex(unit).filter(|&start| start != to) else { continue };
        if position.may_move(rules, unit).is_err() {
            continue;
        }
        // The second segment takes a unit further, if it may move in it.
        let waits = !second
            && !rules.unit(unit).headquarters
            && !position.enemy_controlled(start, ALLIED)
            && !position.enemy_controlled(to, ALLIED);
        if waits {
            plan.waiting.1.push_back((unit, to));
            continue;
        }
        // Where few may move (KB 17.13), who was to make room may have to stay.
        let limited = position.limits.corps.is_some() && plan.view.w.room > 0;
        if limited && !has_room(position, rules, unit, to) {
            plan.late.push((unit, to));
            continue;
        }
        if let Some(path) = way(position, rules, plan, (unit, start, to), reach) {
            plan.sent.extend(plan.late.drain(..));
            return Act::Move { unit, path, exit: false };
        }
    }
    while let Some(unit) = plan.queue.pop_front() {
        if let Some(act) = last_march(position, rules, plan, unit, reach) {
            return act;
        }
    }
    super::spread(position, rules, plan, reach).unwrap_or(Act::Done)
}

/// A unit's way to a hex, if it can go there: by the search that was made for the plan, or by
/// another.
fn way(
    position: &Position,
    rules: &Rules,
    plan: &Plan,
    (unit, start, to): (Unit, Hex, Hex),
    reach: &mut Reach,
) -> Option<Vec<Hex>> {
    let (_, second) = position.segment(rules)?;
    let key = (start, position.allowance(rules, unit, second).total, second);
    if let Some(search) = plan.searches.iter().find(|search| search.key == key) {
        return search.found.path(&rules.map, to);
    }
    plan.ways[ALLIED].find_way(position, rules, (unit, to), reach);
    reach.cost(to).map(|_| reach.path(&rules.map, to))
}

/// Who attacks in the first segment, and from where: whatever is worth more than the line that it
/// takes them from.
fn counter_attack(
    position: &Position,
    rules: &Rules,
    plan: &mut Plan,
    second: bool,
    reach: &mut Reach,
) -> Vec<(Unit, Hex)> {
    // On the first turns hardly anybody may move.
    if second || plan.view.w.counter == 0 || position.limits.corps.is_some() {
        return Vec::new();
    }
    let apart = to_enemies(position, rules, ALLIED);
    let looks = (&plan.view, &plan.ways[ALLIED], apart.as_slice());
    let assault = assault::plan(position, rules, looks, ALLIED, reach);
    plan.orders = assault.orders;
    assault.moves
}

/// The last march of all: into trenches (KB 20.13), through towns that the enemy holds.
fn last_march(
    position: &Position,
    rules: &Rules,
    plan: &Plan,
    unit: Unit,
    reach: &mut Reach,
) -> Option<Act> {
    position.may_move(rules, unit).ok()?;
    let start = position.hex(unit)?;
    let second = position.segment(rules).is_some_and(|(_, second)| second);
    let free = !position.enemy_controlled(start, ALLIED);
    if !second && free && !rules.unit(unit).headquarters {
        return None;
    }
    let worth = |hex: Hex| if rules.ground(hex).trench { plan.view.w.trench } else { 0 };
    plan.ways[ALLIED].find_moves(position, rules, unit, reach);
    let here =
        if has_room(position, rules, unit, start) { worth(start) } else { -plan.view.w.trench };
    let takes = |hex: Hex| {
        plan.view.w.town * i32::from(plan.view.town_to_take(position, rules, hex, ALLIED))
    };
    let (value, Reverse(to)) = reach
        .reached()
        .iter()
        .copied()
        .filter(|&hex| has_room(position, rules, unit, hex))
        .map(|hex| (worth(hex) + takes(hex), Reverse(hex)))
        .max()?;
    let traveller = Traveller { unit, start, to, worth: value - takes(to) };
    let path = route::by_towns(
        position,
        rules,
        (&plan.view, &plan.ways[ALLIED]),
        traveller,
        &worth,
        reach,
    );
    let gain = path.last().map_or(here, |&hex| worth(hex))
        + path.iter().map(|&hex| takes(hex)).sum::<i32>();
    (!path.is_empty() && gain > here).then_some(Act::Move { unit, path, exit: false })
}

/// A unit that may be sent somewhere.
pub struct Free {
    unit: Unit,
    hex: Hex,
    pub strength: i32,
    pub reach: Rc<HexSet>,
    /// What leaving its hex gives up.
    leaving: i32,
    used: bool,
}

/// The line in the making.
pub struct Line<'a> {
    pub rules: &'a Rules,
    /// What things are worth.
    pub w: Weights,
    /// The position with the units where they are sent so far; who is free is lifted.
    pub imagined: Position,
    pub free: Vec<Free>,
    /// Where those who are free can go, each way once, with the strength that can.
    pub reaches: Vec<(Rc<HexSet>, i32)>,
    headquarters: Vec<(Unit, Hex, Rc<HexSet>)>,
    /// German strength that can attack each hex in the next turn.
    pub threat: Vec<i32>,
    /// Hexes that an Allied unit may end in.
    pub open: Vec<bool>,
    sent: Vec<(Unit, Hex)>,
    /// The same with what it is for.
    orders: Vec<Order>,
    searches: Vec<Search>,
}

/// A search for where units can go, kept for the ways there.
#[derive(Clone, Debug)]
pub struct Search {
    /// Where it starts, what may be spent, and whether in the second segment.
    key: (Hex, i32, bool),
    found: Branches,
}

impl<'a> Line<'a> {
    fn new(
        position: &Position,
        rules: &'a Rules,
        plan: &Plan,
        attack: &[(Unit, Hex)],
        reach: &mut Reach,
    ) -> Self {
        let mut line = Self {
            rules,
            w: plan.view.w,
            imagined: position.imagined(ALLIED),
            free: Vec::new(),
            reaches: Vec::new(),
            headquarters: Vec::new(),
            threat: threats(position, rules),
            open: rules
                .map
                .grid()
                .hexes()
                .map(|hex| {
                    rules.map.hex_cost(hex).is_some()
                        && !position.enemy_in(hex, ALLIED)
                        && (rules.ground(hex).fortified()
                            || !position.enemy_controlled(hex, ALLIED))
                })
                .collect(),
            sent: Vec::new(),
            orders: Vec::new(),
            searches: Vec::new(),
        };
        line.find_free(position, (&plan.ways[ALLIED], attack), reach);
        for &(unit, to) in attack {
            line.imagined.shift(rules, unit, to);
        }
        line
    }

    fn find_free(
        &mut self,
        position: &Position,
        (ways, attack): (&Ways, &[(Unit, Hex)]),
        reach: &mut Reach,
    ) {
        let rules = self.rules;
        let mut known: Vec<(Hex, i32, bool)> = Vec::new();
        for unit in position.on_map(rules, ALLIED) {
            let bound = attack.iter().any(|(other, _)| *other == unit);
            if bound || position.may_move(rules, unit).is_err() {
                continue;
            }
            let Some(hex) = position.hex(unit) else { continue };
            let headquarters = rules.unit(unit).headquarters;
            let second = !headquarters && !position.enemy_controlled(hex, ALLIED);
            // Units that stand together mostly go as far.
            let far = position.allowance(rules, unit, second).total;
            let alike = known.iter().position(|&of| of == (hex, far, second));
            let place = match alike {
                Some(place) => place,
                None => {
                    if second {
                        ways.run(rules, (hex, far.max(0) as u32), reach);
                    } else {
                        ways.find_moves(position, rules, unit, reach);
                    }
                    let mut set = HexSet::new(rules.map.len());
                    for &to in reach.reached() {
                        if self.open[to.index()] {
                            set.insert(to);
                        }
                    }
                    known.push((hex, far, second));
                    // KB 5.15: a step that costs too much is not found by a march.
                    if !second || ways.all_within(hex, far.max(0) as u32) {
                        let found = reach.branches();
                        self.searches.push(Search { key: (hex, far, second), found });
                    }
                    self.reaches.push((Rc::new(set), 0));
                    self.reaches.len() - 1
                }
            };
            let Some((set, able)) = self.reaches.get_mut(place) else { continue };
            let set = set.clone();
            if headquarters {
                self.headquarters.push((unit, hex, set));
                continue;
            }
            let ground = rules.ground(hex);
            let mut leaving = 0;
            if ground.trench {
                leaving += self.w.leave_trench;
            } else if ground.town {
                leaving += self.w.leave_town;
            }
            let strength = position.face(rules, unit).strength;
            *able += strength;
            self.free.push(Free { unit, hex, strength, reach: set, leaving, used: false });
        }
        for free in &self.free {
            self.imagined.lift(rules, free.unit, salient_rules::game::UnitStatus::OnMap);
        }
    }

    /// Mans the line and sends everybody somewhere: the most urgent first.
    fn man(mut self) -> Self {
        let posts = self.posts();
        self.one_each(&posts);
        self.strengthen(&posts);
        self.shelter(&posts);
        self.place_headquarters(&posts);
        self
    }

    fn send(&mut self, free: usize, aim: Aim, worth: Option<i32>) {
        let rules = self.rules;
        let (Aim::Post(to) | Aim::Strengthen(to) | Aim::Reserve(to) | Aim::Attack(to)) = aim;
        let free = &mut self.free[free];
        free.used = true;
        self.orders.push(Order { units: vec![free.unit], aim, worth });
        self.imagined.place(rules, free.unit, to);
        self.sent.push((free.unit, to));
    }

    fn room(&self, free: usize, hex: Hex) -> bool {
        let unit = self.free[free].unit;
        let rules = self.rules;
        self.imagined.stacking(rules, hex) + self.imagined.face(rules, unit).stacking
            <= rules.constants.stacking_limit
    }

    /// Each post gets a unit, those with the fewest to choose from first.
    fn one_each(&mut self, posts: &[Hex]) {
        let mut order: Vec<(usize, Hex)> = posts
            .iter()
            .map(|&post| (self.free.iter().filter(|f| f.reach.contains(post)).count(), post))
            .collect();
        order.sort_unstable();
        for (_, post) in order {
            if self.imagined.strength(self.rules, post) > 0 {
                continue;
            }
            let danger = self.threat[post.index()].min(60);
            let best = (0..self.free.len())
                .filter(|&i| !self.free[i].used && self.free[i].reach.contains(post))
                .min_by_key(|&i| {
                    let free = &self.free[i];
                    let stays = free.hex == post;
                    let leaving = if stays { -self.w.stays } else { free.leaving };
                    // The strong where danger is, the weak where there is none.
                    let fits = free.strength * (20 - danger) / 10;
                    (leaving + fits, free.unit)
                });
            if let Some(best) = best {
                self.send(best, Aim::Post(post), None);
            }
        }
    }

    /// Who is left goes where a post is weaker than what threatens it.
    fn strengthen(&mut self, posts: &[Hex]) {
        let mut order: Vec<usize> = (0..self.free.len()).filter(|&i| !self.free[i].used).collect();
        order.sort_by_key(|&i| (-self.free[i].strength, self.free[i].unit));
        for i in order {
            let best = posts
                .iter()
                .filter(|&&post| self.free[i].reach.contains(post) && self.room(i, post))
                .map(|&post| (self.gain(i, post), Reverse(post)))
                .max();
            if let Some((gain, Reverse(post))) = best
                && gain > self.free[i].leaving
            {
                self.send(i, Aim::Strengthen(post), Some(gain));
            }
        }
    }

    /// How much safer a unit makes a post.
    fn gain(&self, free: usize, post: Hex) -> i32 {
        let rules = self.rules;
        let threat = self.threat[post.index()].min(4 * DIVISION_STRENGTH);
        if threat == 0 {
            return 0;
        }
        let shelter = rules.map.defence(post);
        let mut strength = 0;
        let mut morale = 0;
        for unit in self.imagined.stack(post) {
            let face = self.imagined.face(rules, unit);
            strength += face.strength;
            morale = morale.max(face.morale);
        }
        let face = self.imagined.face(rules, self.free[free].unit);
        let before = flow::toughness(strength, morale, shelter);
        let after = flow::toughness(strength + face.strength, morale.max(face.morale), shelter);
        let held = |toughness: i32| self.w.held * toughness.min(threat) / threat;
        held(after) - held(before) + if self.free[free].hex == post { self.w.stays } else { 0 }
    }

    /// Who is not needed keeps his trench, or finds one, or stays out of reach.
    fn shelter(&mut self, posts: &[Hex]) {
        // Reserves come up behind the posts that are threatened, or behind any.
        let threatened = posts.iter().copied().filter(|post| self.threat[post.index()] > 0);
        let mut near = distances(self.rules, threatened);
        if near.iter().all(|&apart| apart >= FAR) {
            near = distances(self.rules, posts.iter().copied());
        }
        // What each hex is worth with whoever is there by now.
        let worth_of = |line: &Self, hex: Hex| {
            let taken = line.imagined.holder(hex) == Some(ALLIED);
            line.refuge(hex, &near) + if taken { line.w.together } else { 0 }
        };
        // The best first, of equals the first, so that few are looked at for each unit.
        let rank = |worth: i32, hex: Hex| (i64::from(-worth) << 32) + i64::from(hex.0);
        let mut reached = HexSet::new(self.rules.map.len());
        for free in self.free.iter().filter(|free| !free.used) {
            reached.extend(&free.reach);
        }
        let mut refuges: Vec<i64> =
            reached.iter().map(|hex| rank(worth_of(self, hex), hex)).collect();
        refuges.sort_unstable();
        for i in 0..self.free.len() {
            let Free { hex: home, used, .. } = self.free[i];
            if used {
                continue;
            }
            let suits = |hex: Hex| self.free[i].reach.contains(hex) && self.room(i, hex);
            let away = refuges
                .iter()
                .map(|&rank| Hex(rank as u32))
                .find(|&hex| hex != home && suits(hex))
                .map(|hex| (worth_of(self, hex), hex));
            let stays = suits(home).then(|| (worth_of(self, home) + 5, home));
            let best = away.into_iter().chain(stays).min_by_key(|&(worth, hex)| rank(worth, hex));
            let (worth, to) = best.unwrap_or((0, home));
            let before = rank(worth_of(self, to), to);
            self.send(i, Aim::Reserve(to), Some(worth));
            let after = rank(worth_of(self, to), to);
            if after != before
                && let Ok(place) = refuges.binary_search(&before)
            {
                refuges.remove(place);
                let place = refuges.partition_point(|&other| other < after);
                refuges.insert(place, after);
            }
        }
    }

    /// What it is worth to wait in a hex where nobody else does.
    fn refuge(&self, hex: Hex, near: &[u16]) -> i32 {
        let rules = self.rules;
        let ground = rules.ground(hex);
        let mut worth = 4 * rules.map.defence(hex);
        let divisions = self.threat[hex.index()] / DIVISION_STRENGTH;
        if ground.trench {
            worth += self.w.leave_trench;
        }
        if ground.town {
            worth += self.w.leave_town;
        }
        // Ground may be worth less than none.
        worth -= self.w.in_reach * divisions.min(4) / (1 + rules.map.defence(hex)).max(1);
        worth - self.w.reserve * i32::from(near[hex.index()]).min(60)
    }

    /// Headquarters stay behind the line, near enough for their guns.
    fn place_headquarters(&mut self, posts: &[Hex]) {
        let rules = self.rules;
        let headquarters = std::mem::take(&mut self.headquarters);
        let near = distances(rules, posts.iter().copied());
        for (unit, from, reach) in headquarters {
            let worth = |hex: Hex| {
                let apart = if posts.is_empty() { 0 } else { i32::from(near[hex.index()]) };
                let divisions = self.threat[hex.index()] / DIVISION_STRENGTH;
                let stack = self.imagined.strength(self.rules, hex).min(20);
                -40 * divisions.min(5) + stack * divisions.min(1) - 3 * (apart - 5).abs()
                    + if self.rules.ground(hex).trench { 20 } else { 0 }
                    - if hex == from { 0 } else { 4 }
            };
            let best = reach
                .iter()
                .filter(|&hex| has_room(&self.imagined, self.rules, unit, hex))
                .map(|hex| (worth(hex), Reverse(hex)))
                .max();
            if let Some((_, Reverse(to))) = best
                && to != from
            {
                self.imagined.shift(self.rules, unit, to);
                self.sent.push((unit, to));
            }
        }
    }
}

/// German strength that can come next to each hex in a first movement segment, by distance alone.
fn threats(position: &Position, rules: &Rules) -> Vec<i32> {
    let mut threat = vec![0; rules.map.len()];
    // Units that stand together mostly go as far.
    let mut stacks: Vec<(Hex, i32, i32)> = Vec::new();
    for unit in position.on_map(rules, GERMAN).filter(|&unit| !rules.unit(unit).headquarters) {
        let Some(hex) = position.hex(unit) else { continue };
        let face = position.face(rules, unit);
        match stacks.iter_mut().find(|(at, far, _)| (*at, *far) == (hex, face.movement)) {
            Some((.., strength)) => *strength += face.strength,
            None => stacks.push((hex, face.movement, face.strength)),
        }
    }
    let grid = rules.map.grid();
    let (columns, rows) = (i32::from(grid.columns()), i32::from(grid.rows()));
    for (hex, movement, strength) in stacks {
        // By the table of where hexes lie, within a square that has them all.
        let (reach, column, row) =
            (movement + 1, hex.index() as i32 % columns, hex.index() as i32 / columns);
        for row in (row - reach).max(0)..=(row + reach).min(rows - 1) {
            for column in (column - reach).max(0)..=(column + reach).min(columns - 1) {
                let other = Hex((row * columns + column) as u32);
                if rules.apart(hex, other) <= reach {
                    threat[other.index()] += strength;
                }
            }
        }
    }
    threat
}
