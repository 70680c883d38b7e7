//! Where units move and infiltrate.

use std::collections::VecDeque;

use crate::Context;
use crate::actions::Act;
use crate::bots::drill::{self, Choice, Drill, Hexes};
use crate::bots::field::{FAR, Field, by_distance, defence_in};
use crate::bots::fight::points_left_alone;
use crate::bots::{Memory, Style, plan};
use crate::position::{Decision, Position, Supply};
use crate::rules::{ALLIED, Rules, Unit, UnitKind, enemy_of};
use salient_hex::grid::Hex;
use salient_hex::path::Reach;
use salient_rules::dice::Dice;
use salient_rules::game::UnitStatus;
use salient_rules::log::Log;

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
        if let Act::Move { units, path } = &act
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
    let order = by_distance(position, rules, side, &field.enemy);
    // Guns and tanks follow the others.
    let (free, foot): (Vec<Unit>, Vec<Unit>) =
        order.iter().partition(|&&unit| rules.unit(unit).stacking == 0);
    drill.muster(position, rules, side);
    let first = std::mem::take(&mut drill.first);
    let is_first = drill.keeps && first.is_empty();
    let mut kept: Vec<Choice> = Vec::new();
    // Where this march is not as the first was, and what it aims at.
    let mut other = drill::aims(field, rules);
    for (place, unit) in foot.into_iter().chain(free).enumerate() {
        // Nobody leaves the map in a march.
        let Some(from) = after.hex(unit) else { break };
        let guests = drill.guests(&after);
        let known = first.get(place).filter(|known| {
            guests.is_some() && known.guests == guests && !known.region.meets(&other)
        });
        let act = match known {
            Some(known) => known.act.clone(),
            None => {
                let (act, region) =
                    best_move(&mut after, rules, side, unit, field, drill, (style, is_first));
                if is_first {
                    kept.push(Choice { region, guests, act: act.clone() });
                } else if drill.keeps {
                    let before = first.get(place).and_then(|known| known.act.as_ref());
                    if before != act.as_ref() {
                        other.touch(from, before);
                        other.touch(from, act.as_ref());
                    }
                }
                act
            }
        };
        let Some(act) = act else { continue };
        let cx = &mut Context { rules, dice: &mut dice, log: &mut log };
        let Act::Move { path, .. } = &act else {
            continue;
        };
        let to = path.last().copied().unwrap_or(from);
        if after.apply(cx, &act).is_ok() {
            drill.muster_near(&after, rules, side, from);
            drill.muster_near(&after, rules, side, to);
            acts.push_back(act);
        }
        if !matches!(after.decision, Decision::Move { .. }) {
            break;
        }
    }
    drill.first = if is_first { kept } else { first };
    (acts, after)
}

/// A unit's move to its best hex, if any is better than where it stands, and if wanted the hexes
/// that the choice hangs on.
fn best_move(
    after: &mut Position,
    rules: &Rules,
    side: usize,
    unit: Unit,
    field: &Field,
    drill: &mut Drill,
    (style, wants_region): (Style, bool),
) -> (Option<Act>, Hexes) {
    let none = |wanted| {
        if wanted { Hexes::none(rules) } else { Hexes::default() }
    };
    let Some(from) = after.hex(unit).filter(|_| after.may_move(rules, unit).is_ok()) else {
        return (None, none(wants_region));
    };
    let mut reach = std::mem::take(&mut drill.reach);
    after.find_moves(rules, unit, &mut reach);
    // Stacks and zones of control count up to two hexes away, those that guns support as far as
    // these reach.
    let far = match rules.unit(unit).kind {
        UnitKind::Guns => (rules.constants.agb_range.max(0) as u32).max(2),
        _ => 2,
    };
    let region = match wants_region {
        true => Hexes::around(rules, reach.reached(), far),
        false => Hexes::default(),
    };
    let mut act = None;
    if reach.reached().len() >= 2 {
        let status = after.state(unit).status;
        after.lift(rules, unit, UnitStatus::Pool);
        drill.muster_near(after, rules, side, from);
        let view = View { position: after, rules, side, unit, field, drill, style };
        let stay = view.utility(from, 0) + 2;
        let best = reach
            .reached()
            .iter()
            .skip(1)
            .map(|&hex| (view.utility(hex, reach.cost(hex).unwrap_or(0)), hex))
            .max();
        after.place(rules, unit, from);
        drill.muster_near(after, rules, side, from);
        debug_assert_eq!(after.state(unit).status, status, "lifted and put back");
        act = best
            .filter(|&(utility, _)| utility > stay)
            .map(|(_, hex)| Act::Move { units: vec![unit], path: reach.path(&rules.map, hex) });
    }
    drill.reach = reach;
    (act, region)
}

/// What a hex is worth to a unit that could stand there.
struct View<'a> {
    /// The position without the unit.
    position: &'a Position,
    rules: &'a Rules,
    side: usize,
    unit: Unit,
    field: &'a Field,
    drill: &'a Drill,
    style: Style,
}

impl View<'_> {
    fn utility(&self, hex: Hex, cost: u32) -> i32 {
        let def = self.rules.unit(self.unit);
        match def.kind {
            UnitKind::Guns => self.guns(hex),
            _ if def.is_tank() => self.tanks(hex) - cost as i32,
            _ => {
                self.defence(hex) + self.cover(hex) + self.attack(hex) + self.approach(hex)
                    - cost as i32
            }
        }
    }

    /// Guns stand behind the strongest stacks within their range, out of the enemy's.
    fn guns(&self, hex: Hex) -> i32 {
        let grid = self.rules.map.grid();
        let range = self.rules.constants.agb_range.max(0) as u32;
        let own = |near: Hex| -> i32 {
            self.position.stack(near).map(|unit| self.position.face(self.rules, unit).attack).sum()
        };
        let about: i32 = grid
            .within(hex, range)
            .into_iter()
            .filter(|&near| self.position.friend_in(near, self.side))
            .map(own)
            .sum();
        let far = i32::from(self.field.enemy[hex.index()].min(30));
        about + if far == 2 { 20 } else { -4 * far } + self.field.pull[hex.index()] / 4
    }

    /// Tanks stand with foot of their own that can attack.
    fn tanks(&self, hex: Hex) -> i32 {
        let army = self.rules.unit(self.unit).nation;
        let foot = self.position.stack(hex).any(|unit| {
            let def = self.rules.unit(unit);
            def.is_infantry() && def.nation == army
        });
        let far = i32::from(self.field.enemy[hex.index()].min(30));
        let weights = &self.field.weights;
        let ready = if weights.offensive != 0 { weights.tanks } else { 0 };
        let spirit = match (foot, far) {
            (true, 1) => ready + 2 * self.attack(hex) + self.field.pull[hex.index()],
            (false, 1) => -200,
            _ => 20 - 4 * far,
        };
        let trenches = match (foot, far, weights.armour) {
            (_, _, 0) => 0,
            (true, 1, armour) => armour * self.trenches(hex) / 10,
            // Near where their own foot is at the front.
            _ => {
                let grid = self.rules.map.grid();
                let goal = self.field.armour[usize::from(army)];
                goal.map_or(0, |goal| -2 * grid.distance(hex, goal) as i32)
            }
        };
        spirit + trenches + self.walk_in(hex)
    }

    /// How much tanks are needed from a hex: what could attack a trench that they can, for each
    /// ten of what defends it.
    fn trenches(&self, hex: Hex) -> i32 {
        let ground = &self.rules.ground;
        let weather = self.position.weather;
        let near = self.rules.map.neighbours(hex).filter(|&(direction, target)| {
            let here = ground.at(target);
            self.position.enemy_in(target, self.side)
                && (here.german_main_trench && self.side == ALLIED
                    || here.allied_trench && self.side != ALLIED)
                && ground.is_passable(hex, direction)
                && ground.tanks_may_attack(weather, target)
                && ground.tanks_may_cross(weather, hex, direction)
        });
        let need = near.map(|(_, target)| {
            let there = self.drill.attack_on[target.index()];
            let defence = self.drill.defence[target.index()].max(1);
            (10 * there / (3 * defence)).min(10)
        });
        need.max().unwrap_or(0)
    }

    /// What the unit adds to the defence of a threatened hex.
    fn defence(&self, hex: Hex) -> i32 {
        let threat = self.field.threat[hex.index()];
        if threat == 0 {
            return 0;
        }
        let here = self.rules.ground.at(hex);
        let own_trench = match self.side {
            ALLIED => here.allied_trench,
            _ => here.german_main_trench || here.german_secondary_trench,
        };
        let there = defence_in(self.position, self.rules, hex);
        let own = self.position.face(self.rules, self.unit).defence;
        let enough = threat.min(30);
        let gain = (there + own).min(enough) - there.min(enough);
        let shelter = i32::from(own_trench) + i32::from(here.city || here.town);
        gain * (6 + self.field.hold[hex.index()] + shelter) * self.field.weights.defence / 40
    }

    /// Front hexes that nobody else covers.
    fn cover(&self, hex: Hex) -> i32 {
        if self.field.enemy[hex.index()] > 3 {
            return 0;
        }
        let def = self.rules.unit(self.unit);
        let open = |hex: Hex| {
            self.position.controls(hex, self.side)
                && self.field.enemy[hex.index()] <= 3
                && !self.position.friend_in(hex, self.side)
                && !self.position.board().controls(hex, self.side)
        };
        let here = i32::from(open(hex));
        let around = if def.zoc {
            self.rules
                .map
                .neighbours(hex)
                .filter(|&(direction, other)| {
                    self.rules.ground.is_passable(hex, direction) && open(other)
                })
                .count() as i32
        } else {
            0
        };
        let weights = &self.field.weights;
        weights.cover_here * here + weights.cover_around * around + self.keep(hex)
    }

    /// A morale hex is kept only by standing in it: a zone of control keeps nobody out. So is the
    /// line, but for less.
    fn keep(&self, hex: Hex) -> i32 {
        let empty = !self.position.friend_in(hex, self.side);
        let own = self.position.controls(hex, self.side);
        if !empty || !own {
            return 0;
        }
        let here = self.rules.ground.at(hex);
        let line = match self.side {
            ALLIED => here.allied_trench,
            _ => here.german_main_trench,
        };
        let morale = i32::from(self.rules.morale_at[hex.index()]);
        self.field.weights.keep_point * morale + self.field.weights.keep_line * i32::from(line)
    }

    /// What the unit adds to attacks from there.
    fn attack(&self, hex: Hex) -> i32 {
        let weights = &self.field.weights;
        let strength = if weights.offensive != 0 { weights.attack } else { weights.counter };
        let own = self.position.face(self.rules, self.unit).attack;
        if own == 0 || strength == 0 {
            return 0;
        }
        let mut best = 0;
        for (direction, target) in self.rules.map.neighbours(hex) {
            if !self.position.enemy_in(target, self.side)
                || !self.rules.ground.is_passable(hex, direction)
            {
                continue;
            }
            let defence = self.drill.defence[target.index()].max(1);
            let there = self.drill.attack_on[target.index()];
            let enough = self.field.weights.enough * defence;
            let gain = (there + own).min(enough) - there.min(enough);
            let aim = self.field.aim[target.index()];
            let pull = aim
                + self.field.pull[target.index()]
                + 30 * i32::from(self.rules.morale_at[target.index()]);
            let ease = if self.style.exact { self.drill.ease[target.index()] } else { 7 };
            let mut worth = gain * (12 + pull) * ease * strength / (70 * defence);
            if weights.around != 0 {
                let sides = self.drill.sides[target.index()];
                let new = sides | 1 << direction.opposite().index();
                if new != sides {
                    // All around is worth twice a side more.
                    let whole = !is_concentric(sides) && is_concentric(new);
                    worth += worth * weights.around * if whole { 2 } else { 1 } / 200;
                }
            }
            best = best.max(worth);
        }
        best
    }

    /// Enemy morale hexes that nobody holds.
    fn walk_in(&self, hex: Hex) -> i32 {
        let points = i32::from(self.rules.morale_at[hex.index()]);
        let theirs = points > 0 && self.position.controls(hex, enemy_of(self.side));
        if theirs { self.field.weights.take * points } else { 0 }
    }

    /// Reserves go towards the side's weight.
    fn approach(&self, hex: Hex) -> i32 {
        let far = self.field.enemy[hex.index()];
        let near = if far == FAR { -60 } else { -2 * i32::from(far.min(20)) };
        let focus = self.field.focus.map_or(0, |_| -self.field.to_focus[hex.index()])
            * self.field.weights.focus
            / 10;
        let alone = if self.position.controls(hex, enemy_of(self.side))
            && self.field.weights.offensive != 0
        {
            // Ground that is taken on the way.
            8 * i32::from(self.rules.morale_at[hex.index()]) + 2
        } else {
            0
        };
        let alone = alone + self.walk_in(hex);
        near + focus + alone
    }
}

/// Whether directions, a bit each, make an attack concentric (SW 13.17), as far as a march needs to
/// know.
fn is_concentric(sides: u8) -> bool {
    let opposite = sides & sides >> 3 & 0b111 != 0;
    let has = |three: u8| sides & three == three;
    let every_other = has(0b01_0101) || has(0b10_1010);
    opposite || every_other || sides.count_ones() > 3
}

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
        let lonely = position.stack(from).count() < 2 && position.in_ezoc(from, side);
        let mut best: Option<(i32, Hex)> = None;
        let mut before = None;
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
                    let before =
                        *before.get_or_insert_with(|| steps_out_of_supply(position, rules, enemy));
                    let mut after = position.clone();
                    after.shift(rules, unit, to);
                    gain + cut * (steps_out_of_supply(&after, rules, enemy) - before)
                }
                _ => gain,
            };
            if gain > 4
                && best.is_none_or(|(most, _)| gain > most)
                && stays_in_supply(position, rules, unit, to)
            {
                best = Some((gain, to));
            }
        }
        if let Some((_, to)) = best {
            return Act::Move { units: vec![unit], path: vec![to] };
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
    best.map(|(_, path)| Act::Move { units: vec![unit], path })
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

/// Steps of a side that no supply reaches.
pub fn steps_out_of_supply(position: &Position, rules: &Rules, side: usize) -> i32 {
    let net = position.supply_net(rules, side);
    let out = position.on_map(rules, side).filter(|&unit| {
        let hex = position.hex(unit);
        hex.is_some_and(|hex| position.supply_of(rules, &net, unit, hex) == Supply::Out)
    });
    out.map(|unit| i32::from(position.steps(rules, unit))).sum()
}

fn stays_in_supply(position: &Position, rules: &Rules, unit: Unit, to: Hex) -> bool {
    let mut after = position.clone();
    after.shift(rules, unit, to);
    let side = rules.unit(unit).side;
    let net = after.supply_net(rules, side);
    after.supply_of(rules, &net, unit, to) == Supply::Regular
}

#[cfg(test)]
mod tests {
    use super::is_concentric;

    #[test]
    fn opposite_sides_every_other_or_more_than_three_are_concentric() {
        for sides in [0b00_1001, 0b10_0100, 0b01_0101, 0b10_1010, 0b00_1111, 0b11_1111] {
            assert!(is_concentric(sides), "{sides:06b}");
        }
        for sides in [0, 0b00_0001, 0b00_0111, 0b10_0011, 0b00_0101, 0b11_0001] {
            assert!(!is_concentric(sides), "{sides:06b}");
        }
    }
}
