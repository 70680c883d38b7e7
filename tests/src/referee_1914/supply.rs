//! 1914 15: who is in supply, out of it, or isolated.
//!
//! Two things are the owner's to choose and are not checked: whose lines of communications have a
//! single-track hex (15.0; the log tells only which army's are put first), and where areas of
//! attachment end, which say to which army an asset belongs (5.1). Where supply hangs on them the
//! referee takes either answer.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use salient_hex::Hex;
use salient_offensive_1914::event::rails::Short;
use salient_schema::event::{Event, EventKind};

use super::losses::Due;
use super::roster::Kind;
use super::zones::Zones;
use super::{Referee, Stage};

/// Whether something is so: for certain, or if its owner has chosen so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sure {
    No,
    Perhaps,
    Yes,
}

/// What all lines of a side have in common.
pub struct Lines {
    zones: Zones,
    operational: Vec<bool>,
    side: usize,
    /// What was found of supply units: their lines of communications, and the depots of trains.
    linked: RefCell<BTreeMap<usize, Sure>>,
    depots: RefCell<BTreeMap<usize, Vec<(usize, Sure)>>>,
}

impl Referee<'_> {
    pub fn lines(&self, side: usize) -> Lines {
        Lines {
            zones: self.zones(),
            operational: self.operational(side),
            side,
            linked: RefCell::default(),
            depots: RefCell::default(),
        }
    }

    /// 1914 15.3: the hexes from which a line leads to a unit, with its length. Over a mountain ridge
    /// or an unbridged grand river it takes its last step only, which is the first from here.
    fn reach(&self, lines: &Lines, unit: usize) -> BTreeMap<Hex, i32> {
        let mut found = BTreeMap::new();
        // Of two hexes the nearer (1914 19.0).
        let mut queue: VecDeque<Hex> = self.units[unit].hexes().collect();
        let own: BTreeSet<Hex> = self.zone_of(unit).into_iter().collect();
        found.extend(queue.iter().map(|&start| (start, 0)));
        while let Some(hex) = queue.pop_front() {
            let length = found.get(&hex).copied().unwrap_or_default();
            for other in self.ground.around(hex) {
                let hard = length > 0 && self.is_hard(hex, other);
                let barred = hard
                    || self.ground.between(hex, other).sea
                    || self.ground.barred(other)
                    || lines.zones.holds(other, 1 - lines.side)
                    || lines.zones.cut(other, lines.side, u8::from(own.contains(&other)));
                if !barred && !found.contains_key(&other) {
                    found.insert(other, length + 1);
                    queue.push_back(other);
                }
            }
        }
        found
    }

    /// 1914 15.0: whether railways lead from a hex to a friendly edge: for certain where all have two
    /// tracks.
    fn linked(&self, lines: &Lines, unit: usize) -> Sure {
        if let Some(sure) = lines.linked.borrow().get(&unit) {
            return *sure;
        }
        let sure = self.is_linked(lines, unit);
        lines.linked.borrow_mut().insert(unit, sure);
        sure
    }

    fn is_linked(&self, lines: &Lines, unit: usize) -> Sure {
        let Some(start) = self.units[unit].at else { return Sure::No };
        let edges = self.ends_of(unit);
        let search = |double: bool| {
            let may = |hex: Hex| {
                let zone = lines.zones.controls(hex, 1 - lines.side)
                    && !lines.zones.holds(hex, lines.side);
                let tracks = self.ground.tracks.get(&hex).copied().unwrap_or_default();
                lines.operational[hex.index()] && !zone && (tracks || !double)
            };
            if !may(start) {
                return false;
            }
            let mut seen = BTreeSet::from([start]);
            let mut open = vec![start];
            while let Some(hex) = open.pop() {
                if edges.contains(&hex) {
                    return true;
                }
                for other in self.ground.around(hex) {
                    if self.ground.joined(hex, other) && may(other) && seen.insert(other) {
                        open.push(other);
                    }
                }
            }
            false
        };
        if search(true) {
            Sure::Yes
        } else if search(false) {
            Sure::Perhaps
        } else {
            Sure::No
        }
    }

    /// 1914 15.1, 15.2: whether a unit is supplied, by supply units with a face up that is told
    /// apart: for ammunition without a record only those that are not extended count.
    pub fn supplied(&self, lines: &Lines, unit: usize, fronts: bool) -> Sure {
        let own = &self.units[unit];
        if own.at.is_none() {
            return Sure::No;
        }
        if self.needs_nobody(lines, unit) {
            return Sure::Yes;
        }
        let known = own.is_formation();
        let mut best = Sure::No;
        for (chain, sure) in self.lines_of(lines, unit) {
            if !fronts || chain.iter().all(|&by| self.units[by].face == 0) {
                best = best.max(if known { sure } else { sure.min(Sure::Perhaps) });
            }
        }
        best
    }

    /// 1914 7.7.4, 15.1.3 to 15.1.6: whether a unit is supplied without supply units: entrained, in a
    /// camp, a port or Paris, near to railways.
    pub fn needs_nobody(&self, lines: &Lines, unit: usize) -> bool {
        let own = &self.units[unit];
        let near = self.book.number("rail_range");
        own.entrained
            || own.hexes().any(|at| self.on_the_spot(at, lines.side))
            || self.is_in_paris(unit)
            || self
                .reach(lines, unit)
                .iter()
                .any(|(hex, length)| *length <= near && lines.operational[hex.index()])
    }

    /// 1914 15.1.6, 22.2.3: whether the depot of Paris supplies a unit.
    fn is_in_paris(&self, unit: usize) -> bool {
        let own = &self.units[unit];
        let area = self.book.hexes("paris-area", &self.ground);
        let mut depot = self.book.hexes("paris-depot", &self.ground).into_iter();
        self.book.is("french", &own.nation)
            && own.hexes().any(|hex| area.contains(&hex))
            && depot.any(|hex| self.control[hex.index()] != Some(1))
    }

    /// The supply units that may provide a unit with ammunition: for each way a depot, a train, or a
    /// train with its depot.
    pub fn sources_of(&self, lines: &Lines, unit: usize) -> Vec<Vec<usize>> {
        let all = self.lines_of(lines, unit).into_iter();
        all.filter(|(_, sure)| *sure > Sure::No).map(|(chain, _)| chain).collect()
    }

    /// 1914 15.1.1, 15.1.2, 15.2: the supply units in whose range a unit is, each as it lies.
    pub fn lines_of(&self, lines: &Lines, unit: usize) -> Vec<(Vec<usize>, Sure)> {
        let own = &self.units[unit];
        let reach = self.reach(lines, unit);
        let range = |by: usize| self.units[by].rating(self.book.one("supply-range"));
        let army = self.above(unit, "army-size");
        let corps = self.above(unit, "corps-size");
        let known = own.is_formation();
        let mut found = Vec::new();
        for by in 0..self.units.len() {
            let source = &self.units[by];
            let Some(from) = source.at else { continue };
            if source.side != lines.side || !source.supplies() {
                continue;
            }
            if known && self.above(by, "army-size") != army {
                continue;
            }
            if reach.get(&from).is_none_or(|length| *length > range(by)) {
                continue;
            }
            if source.kind() == Kind::Depot {
                found.push((vec![by], self.linked(lines, by)));
                continue;
            }
            let serves = own.kind() == Kind::Cavalry
                || !known
                || corps.is_some() && self.above(by, "corps-size") == corps;
            if serves {
                found.push((vec![by], self.linked(lines, by)));
                let depots = self.depots_of(lines, by).into_iter();
                found.extend(depots.map(|(depot, sure)| (vec![by, depot], sure)));
            }
        }
        found
    }

    /// 1914 15.1.2: the depots of its army in whose range a train is.
    fn depots_of(&self, lines: &Lines, train: usize) -> Vec<(usize, Sure)> {
        if let Some(depots) = lines.depots.borrow().get(&train) {
            return depots.clone();
        }
        let depots = self.finds_depots(lines, train);
        lines.depots.borrow_mut().insert(train, depots.clone());
        depots
    }

    fn finds_depots(&self, lines: &Lines, train: usize) -> Vec<(usize, Sure)> {
        let reach = self.reach(lines, train);
        let army = self.above(train, "army-size");
        let depots = (0..self.units.len()).filter(|&by| {
            let own = &self.units[by];
            own.kind() == Kind::Depot
                && own.side == lines.side
                && self.above(by, "army-size") == army
                && own.at.is_some_and(|at| {
                    let range = own.rating(self.book.one("supply-range"));
                    reach.get(&at).is_some_and(|length| *length <= range)
                })
        });
        depots.map(|by| (by, self.linked(lines, by))).collect()
    }

    /// 1914 15.1.4, 15.1.5: a magazine of the camp, a port.
    fn on_the_spot(&self, hex: Hex, side: usize) -> bool {
        if side == 0 && self.ground.port[hex.index()] {
            return true;
        }
        let symbol = self.book.one("magazine");
        let wall = |unit: &usize| self.units[*unit].kind() == Kind::Fortress;
        let here = self.stack(hex, side).into_iter().find(|unit| wall(unit));
        let Some(own) = here else { return false };
        let camp = |unit: &usize| {
            wall(unit)
                && self.units[*unit].side == side
                && self.units[*unit].at.is_some()
                && self.units[*unit].camp == self.units[own].camp
        };
        (0..self.units.len()).filter(camp).any(|unit| {
            self.units[unit].traits.iter().any(|it| it == symbol) && self.units[unit].face == 0
        })
    }

    /// 1914 15.5: no way to railways or a port, however long, over six hexes of the enemy's at most.
    pub fn is_isolated(&self, unit: usize) -> bool {
        self.is_cut_off(&self.lines(self.units[unit].side), unit)
    }

    fn is_cut_off(&self, lines: &Lines, unit: usize) -> bool {
        let side = lines.side;
        if self.units[unit].at.is_none() {
            return false;
        }
        let saves =
            |hex: Hex| lines.operational[hex.index()] || side == 0 && self.ground.port[hex.index()];
        let most = self.book.number("isolation_hexes");
        // Of two hexes either saves it (1914 19.0).
        let mut queue: VecDeque<Hex> = self.units[unit].hexes().collect();
        let mut least: BTreeMap<Hex, i32> = queue.iter().map(|&start| (start, 0)).collect();
        while let Some(hex) = queue.pop_front() {
            if saves(hex) {
                return false;
            }
            let so_far = least.get(&hex).copied().unwrap_or_default();
            for other in self.ground.around(hex) {
                let barred = self.ground.between(hex, other).sea
                    || self.ground.barred(other)
                    || lines.zones.holds(other, 1 - side)
                    || lines.zones.cut(other, side, 0);
                let count = so_far + i32::from(self.control[other.index()] == Some(1 - side));
                if barred || count > most || least.get(&other).is_some_and(|&old| old <= count) {
                    continue;
                }
                least.insert(other, count);
                queue.push_back(other);
            }
        }
        true
    }

    /// 1914 15.4: before the first that suffers, or at the end of the phase, every force is judged.
    pub fn supply_phase(&mut self, rest: &[Event]) {
        if self.stage != Stage::Supply || self.judged {
            return;
        }
        let judges = |event: &Event| {
            matches!(event.kind, EventKind::Phase(_))
                || ["1914 15.4", "1914 15.5"].contains(&event.kind.rule())
        };
        if !rest.first().is_some_and(judges) {
            return;
        }
        self.judged = true;
        let phase = rest.iter().skip(1).position(|event| matches!(event.kind, EventKind::Phase(_)));
        let mut told = Vec::new();
        for event in rest.iter().take(phase.unwrap_or_default() + 1) {
            let names = match &event.kind {
                EventKind::Noted(noted) => noted.units.clone(),
                EventKind::Lost(lost) => vec![lost.unit.clone()],
                EventKind::Marker(marker) if judges(event) => {
                    let own = |unit: &usize| {
                        marker.formation.is_some()
                            && self.units[*unit].formation == marker.formation
                    };
                    told.extend((0..self.units.len()).filter(own));
                    continue;
                }
                _ => continue,
            };
            if judges(event) {
                told.extend(self.all_known(&names));
            }
        }
        self.judge_supply(&told);
    }

    /// What hangs on a choice is taken as it is told.
    fn judge_supply(&mut self, told: &[usize]) {
        let side = self.active;
        let lines = self.lines(side);
        let all: Vec<usize> = (0..self.units.len())
            .filter(|&unit| {
                let own = &self.units[unit];
                own.side == side && own.at.is_some() && own.in_force() && own.kind() != Kind::Fort
            })
            .collect();
        for force in self.forces_by_hex(&all) {
            let Some(&head) = force.first() else { continue };
            let suffers = told.iter().any(|unit| force.contains(unit));
            let supplied = self.supplied(&lines, head, false);
            let isolated = self.is_cut_off(&lines, head);
            let rule = if isolated { "1914 15.5" } else { "1914 15.4" };
            let lacks = match supplied {
                Sure::Yes => false,
                Sure::No => true,
                Sure::Perhaps => suffers,
            };
            if lacks {
                let levels =
                    self.book.number(if isolated { "isolated_loss" } else { "unsupplied_loss" });
                self.dues.push(Due::levels(self, &force, levels, rule));
            }
        }
    }

    /// 1914 15.8.2, 15.8.3: an army runs short of ammunition.
    pub fn runs_short(&mut self, told: &Short) {
        let Some(depot) = self.unit(told.unit.as_str()) else { return };
        let own = &self.units[depot];
        let fits = own.kind() == Kind::Depot && own.side == self.active;
        let limit = i32::from(told.limit);
        self.must(fits, "15.8.2", "no depot of the side that acts runs short");
        let was = self.short.insert(depot, limit);
        self.same("15.8.2", "the marker before", was, None);
        let side = self.active;
        let mut placed: Vec<i32> = self
            .short
            .iter()
            .filter(|(unit, _)| self.units[**unit].side == side)
            .map(|(_, limit)| *limit)
            .collect();
        placed.sort_unstable();
        let mut due = self.shortages();
        due.sort_unstable();
        due.truncate(placed.len());
        self.same("15.8.1", "the limits, the strictest first", placed, due);
    }

    /// 1914 15.8.1: the limits of the markers of the inter-phases that are over.
    fn shortages(&self) -> Vec<i32> {
        let turns = self.book.number("inter_phase_turns").max(1);
        let over = (i32::from(self.turn) - 1) / turns;
        let rows = self.book.rows("ammunition-shortage");
        rows.into_iter().filter(|(number, _)| *number <= over).map(|(_, limit)| limit).collect()
    }
}
