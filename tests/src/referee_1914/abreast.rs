//! 1914 19: who takes up two hexes: how he goes into them, out of them and with both halves.

use std::collections::BTreeSet;

use salient_hex::Hex;
use salient_schema::event::Moved;

use super::retreat::Hop;
use super::{Referee, Stage};

/// A step of units that leads into two hexes or out of them: their hexes before and after it.
pub struct Step {
    pub units: Vec<usize>,
    pub before: Vec<Hex>,
    pub after: Vec<Hex>,
}

impl Referee<'_> {
    /// Units go from one hex or two to one or two others.
    pub fn goes_abreast(&mut self, units: &[usize], to: Hex, other: Option<Hex>, told: &Moved) {
        let Some(&first) = units.first() else { return };
        let rule = told.rule.as_str();
        let before: Vec<Hex> = self.units[first].hexes().collect();
        let after: Vec<Hex> = [to].into_iter().chain(other).collect();
        for &unit in units.iter().filter(|_| told.by != "retreat") {
            let with = self.units[unit].is_with(&self.units[first]);
            let name = self.units[unit].name.clone();
            self.must(with, "19.0", &format!("{name} stands elsewhere than the others"));
        }
        self.must_take_up(units, &after);
        match told.by.as_str() {
            "move" => self.marches_abreast(units, &before, &after),
            "retreat" => self.gives_way(units, told, &before, &after),
            "advance" => self.advances_abreast(units, told.attack, &before, &after),
            "reaction" | "retirement" => {
                let side = self.units[first].side;
                for (from, to) in self.halves(&before, &after).first().cloned().unwrap_or_default()
                {
                    self.enters(from, to, side, "8.2");
                }
                if rule == "1914 20.0" {
                    let extends = before.len() < after.len();
                    self.must(!extends, "20.1", "no force that retires extends into two hexes");
                    self.retires(units);
                }
            }
            "combined" => {}
            by => self.fault("19.1.1", format!("nobody goes into two hexes by {by}")),
        }
        let units = units.to_vec();
        self.stands_on(&units, to, other);
        self.stepped = Some(Step { units, before, after });
    }

    /// Units stand in other hexes now.
    fn stands_on(&mut self, units: &[usize], to: Hex, other: Option<Hex>) {
        let mut left = BTreeSet::new();
        for &unit in units {
            let own = &mut self.units[unit];
            left.extend(own.hexes());
            (own.at, own.other) = (Some(to), other);
        }
        let new: Vec<Hex> =
            [to].into_iter().chain(other).filter(|hex| !left.contains(hex)).collect();
        left.retain(|&hex| hex != to && other != Some(hex));
        for &hex in &new {
            self.arrived.insert(hex);
            self.net.came.extend(units.iter().map(|&unit| (unit, hex)));
            units.iter().for_each(|&unit| self.takes(unit, hex));
        }
        for hex in left {
            units.iter().for_each(|&unit| self.leaves(unit, hex));
        }
    }

    /// 1914 19.1.1, 19.1.2: one force of combat units takes up two hexes that touch, and in neither is
    /// another that does.
    pub fn must_take_up(&mut self, units: &[usize], hexes: &[Hex]) {
        let [hex, other] = *hexes else { return };
        let touch = self.ground.touch(hex, other);
        self.must(touch, "19.0", "a force takes up two hexes that touch");
        let mut force: BTreeSet<usize> = units.iter().copied().collect();
        let side = units.first().map_or(0, |&unit| self.units[unit].side);
        let mut alone = true;
        for at in [hex, other] {
            for unit in self.stack(at, side) {
                let own = &self.units[unit];
                if own.is_two() && !units.contains(&unit) {
                    alone &= own.is_in(hex) && own.is_in(other);
                    force.insert(unit);
                }
            }
        }
        self.must(alone, "19.1.2", "two forces in two hexes each stand in a hex");
        let fights = units.iter().all(|&unit| self.units[unit].fights());
        let who = self.named(units);
        self.must(fights, "19.1.1", &format!("not all of these take up two hexes: {who}"));
        self.must_be_force(&force.into_iter().collect::<Vec<_>>());
    }

    /// How each half may go in one step: the halves that move, for each way that there is.
    fn halves(&self, before: &[Hex], after: &[Hex]) -> Vec<Vec<(Hex, Hex)>> {
        let two = |hexes: &[Hex]| Some([*hexes.first()?, *hexes.last()?]);
        let (Some([one, two_]), Some([first, second])) = (two(before), two(after)) else {
            return Vec::new();
        };
        let ways = [[(one, first), (two_, second)], [(one, second), (two_, first)]];
        let near = |(from, to): &(Hex, Hex)| from == to || self.ground.touch(*from, *to);
        let ways = ways.into_iter().filter(|way| way.iter().all(near));
        ways.map(|way| {
            let halves: BTreeSet<(Hex, Hex)> =
                way.into_iter().filter(|(from, to)| from != to).collect();
            halves.into_iter().collect()
        })
        .collect()
    }

    /// The cheapest way of a step, if a half's costs so much: the dearer half's counts (1914 19.2).
    pub fn cheapest(
        &self,
        before: &[Hex],
        after: &[Hex],
        cost: impl Fn(Hex, Hex) -> Option<i32>,
    ) -> Option<(i32, Vec<(Hex, Hex)>)> {
        let ways = self.halves(before, after).into_iter();
        let costs = ways.filter_map(|halves| {
            let each: Option<Vec<i32>> = halves.iter().map(|&(from, to)| cost(from, to)).collect();
            Some((each?.into_iter().max().unwrap_or_default(), halves))
        });
        costs.min_by_key(|(cost, _)| *cost)
    }

    /// 1914 19.1.1, 19.2: a force extends, consolidates, wheels or goes on with both halves.
    fn marches_abreast(&mut self, units: &[usize], before: &[Hex], after: &[Hex]) {
        self.may_march(units);
        if self.joins(units, before, after) {
            let Some(&at) = before.first() else { return };
            if after.contains(&at) {
                return;
            }
            let near = after.iter().filter(|&&hex| self.ground.touch(at, hex));
            let found = near.filter_map(|&hex| Some((self.cost(units, at, hex)?, hex))).min();
            match found {
                Some((cost, hex)) => {
                    self.steps_into(units, at, hex);
                    self.pays(units, cost);
                }
                None => self.fault("19.1.1", "who joins a force enters one of its hexes"),
            }
            return;
        }
        let found = self.cheapest(before, after, |from, to| self.cost(units, from, to));
        match found {
            Some((cost, halves)) => {
                for (from, to) in halves {
                    self.steps_into(units, from, to);
                }
                self.pays(units, cost);
            }
            None => self.fault("19.2", "each half of a force stays or goes one hex"),
        }
    }

    /// 1914 19.1.1: whether units are assets that join a formation in its two hexes.
    fn joins(&self, units: &[usize], before: &[Hex], after: &[Hex]) -> bool {
        let (&[_], &[hex, other]) = (before, after) else { return false };
        let side = units.first().map_or(0, |&unit| self.units[unit].side);
        units.iter().all(|&unit| !self.units[unit].is_formation())
            && self.stack(hex, side).into_iter().any(|unit| {
                let own = &self.units[unit];
                own.is_formation() && own.is_two() && own.is_in(other)
            })
    }

    /// 1914 11.2, 19.2: a force in two hexes keeps the one that it has attacked from, and the other half
    /// comes up to it.
    fn advances_abreast(
        &mut self,
        units: &[usize],
        attack: Option<u32>,
        before: &[Hex],
        after: &[Hex],
    ) {
        let kept = after.iter().find(|hex| before.contains(hex)).copied();
        let entered = after.iter().find(|hex| !before.contains(hex)).copied();
        let (Some(kept), Some(entered), true) = (kept, entered, after.len() == 2) else {
            return self.fault("11.2", "a force in two hexes advances with one half");
        };
        if self.fallen.is_some() {
            return self.occupies(units, kept, entered);
        }
        self.advances(units, attack, kept, entered);
    }

    /// 1914 19.4.1: a force in two hexes falls back: by one hex of the table the half that is hit closes
    /// up or wheels, else the whole from the hex that was hit.
    fn gives_way(&mut self, units: &[usize], told: &Moved, before: &[Hex], after: &[Hex]) {
        let Some(&first) = units.first() else { return };
        // A stack falls back with whoever stands in its hex with one half alone.
        let there = |hit: &Hex| units.iter().all(|&unit| self.units[unit].is_in(*hit));
        let hit = self.hit(first, told.attack, &told.rule).filter(there);
        // A half that has wheeled away from there before goes on from where it is.
        let goes_on = || {
            let to = after.first().filter(|_| after.len() == 1)?;
            before.iter().copied().find(|&hex| there(&hex) && self.ground.touch(hex, *to))
        };
        let Some(hit) = hit.or_else(goes_on) else {
            return self.fault("19.4.1", "no hex of that force was hit");
        };
        let short = told.rule.strip_prefix("1914 ").unwrap_or(&told.rule);
        let by_table = short == "9.9.2" || short == "9.2.5";
        let fight = self.fights.iter().find(|it| Some(it.attack) == told.attack);
        let half = before.len() == 2 && by_table && fight.is_some_and(|it| it.retreat == 1);
        if !half {
            let [to] = *after else {
                return self.fault("19.4.1", "the whole force falls back into one hex");
            };
            return self.hop(
                units,
                Hop { attack: told.attack, rule: &told.rule, half: false },
                hit,
                to,
            );
        }
        let Some(&pivot) = before.iter().find(|&&hex| hex != hit) else { return };
        let entered = after.iter().find(|hex| !before.contains(hex)).copied();
        let stays = after.contains(&pivot) && !after.contains(&hit);
        self.must(stays, "19.4.1", "the half that was not hit stays where it is");
        self.hop(
            units,
            Hop { attack: told.attack, rule: &told.rule, half: true },
            hit,
            entered.unwrap_or(pivot),
        );
    }

    /// The hex out of which units fall back for something.
    fn hit(&self, unit: usize, attack: Option<u32>, rule: &str) -> Option<Hex> {
        let short = rule.strip_prefix("1914 ").unwrap_or(rule);
        let fight = self.fights.iter().find(|it| Some(it.attack) == attack);
        match short {
            "9.2.5" => fight.map(|it| it.hex),
            _ => self.owed_from(unit, attack, short),
        }
    }

    /// 1914 20.0: a force next to an enemy retires by a hex, and loses a level for it.
    pub fn retires(&mut self, units: &[usize]) {
        self.must(self.stage == Stage::Finishing, "20.0", "forces retire in finishing phases");
        self.must_be_force(units);
        for &unit in units {
            let enemy = 1 - self.units[unit].side;
            let hexes: Vec<Hex> = self.units[unit].hexes().collect();
            let near = hexes.into_iter().flat_map(|hex| self.ground.around(hex));
            let near = near.into_iter().any(|hex| !self.stack(hex, enemy).is_empty());
            let name = self.units[unit].name.clone();
            self.must(near, "20.0", &format!("{name} is next to no enemy"));
            let isolated = self.is_isolated(unit);
            self.must(!isolated, "20.1", &format!("{name} is isolated"));
            if self.units[unit].is_formation() {
                let levels = self.book.number("retirement_loss");
                self.dues.push(super::losses::Due::levels(self, &[unit], levels, "1914 20.0"));
            }
        }
    }
}
