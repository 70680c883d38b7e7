//! 1914 7.7, 16.1.1: rail points, and who goes by rail: from entraining to detraining, and what
//! interrupts it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use salient_hex::Hex;
use salient_offensive_1914::event::march::{TaskDone, TaskKind};
use salient_offensive_1914::event::rails::{ByRail, RailPoints, RailsDetail, SetOut, SpecialGiven};
use salient_schema::event::Turned;

use super::roster::{Kind, Unit};
use super::{Referee, Stage};

/// What is known of the movement by rail.
#[derive(Default)]
pub struct Trains {
    /// Rail points in halves.
    points: [i32; 2],
    /// Sides whose points of the inter-phase are still to be told.
    lapses: [bool; 2],
    /// Where units go by rail.
    pub bound: BTreeMap<usize, Hex>,
    /// Who has come in by rail and not moved yet (1914 16.1.1).
    pub fresh: BTreeSet<usize>,
    /// What units have spent to entrain or detrain so far.
    spent: BTreeMap<usize, i32>,
    /// Who has just entrained, and who detrained: it is still to be told.
    modes: BTreeMap<usize, bool>,
    /// Hexes in which somebody has entrained or detrained in this phase.
    platforms: BTreeMap<Hex, usize>,
    /// Special rail points that have come (1914 23.3.2, 24.5).
    special: BTreeSet<String>,
    /// In which phase each was spent.
    spent_special: BTreeMap<&'static str, (u16, String)>,
    /// The way that a unit has just gone.
    way: Option<(usize, Hex, Vec<Hex>)>,
}

/// 1914 7.7.1: what a unit costs, in half rail points, with its front up.
fn cost(unit: &Unit) -> i32 {
    let size = unit.faces.first().map_or(0, |face| face.size);
    match unit.kind() {
        Kind::Train => 2,
        Kind::Infantry | Kind::Cavalry if size >= 4 => 2,
        _ => 1,
    }
}

impl Referee<'_> {
    pub fn hear_rails(&mut self, told: &RailsDetail) {
        match told {
            RailsDetail::Told(it) => self.of_the_nord(it),
            RailsDetail::RailPoints(it) => self.rail_points(it),
            RailsDetail::Special(it) => self.special_point(it),
            RailsDetail::SetOut(it) => self.sets_out(it),
            RailsDetail::ByRail(it) => self.goes_by_rail(it),
            RailsDetail::Short(it) => self.runs_short(it),
        }
    }

    /// 1914 7.7.1: the points of the scenario for this inter-phase, or for the beginning.
    fn points_due(&self, side: usize) -> i32 {
        let turn = if self.phase.is_empty() { 0 } else { self.turn };
        let whose = self.book.one(["allied", "german"][side]);
        let given = self.bundle.scenario.replacements.iter().filter(|it| {
            let of_rails = |pool: &str| self.book.is("rail-points", pool);
            it.turn == turn && it.side == whose && it.pool.as_deref().is_some_and(of_rails)
        });
        given.map(|it| it.points * 2).sum()
    }

    fn rail_points(&mut self, told: &RailPoints) {
        let Some(side) = self.side(&told.side) else { return };
        let due = self.points_due(side);
        self.same("7.7.1", "rail points", i32::from(told.halves), due);
        let open = self.phase.is_empty() || self.trains.lapses[side];
        self.must(open, "7.7.1", "rail points come in inter-phases");
        self.trains.points[side] = i32::from(told.halves);
        self.trains.lapses[side] = false;
    }

    /// 1914 23.3.2, 24.5: a special rail point comes once, and in its inter-phase or before play.
    fn special_point(&mut self, told: &SpecialGiven) {
        let rule = if told.whose == "belgian" { "24.5" } else { "23.3.2" };
        let allied = self.side(&told.side).is_some_and(|side| side == 0);
        self.must(allied, rule, "only the Allies receive a special rail point");
        let known = ["belgian", "naval"].contains(&told.whose.as_str());
        let by = told.rule.strip_prefix("1914 ");
        self.must(known && by == Some(rule), rule, "there is no such special rail point");
        let is_new = self.trains.special.insert(told.whose.clone());
        self.must(is_new, rule, "that special rail point came before");
    }

    /// Whether a special rail point entrains a unit: the Belgians' entrains one of them, the other
    /// one any of the Royal Naval Division in one phase.
    fn spends_special(&mut self, unit: &Unit) {
        let belgian = self.book.is("belgian", &unit.nation);
        let (whose, rule) = if belgian { ("belgian", "24.5") } else { ("naval", "23.3.2") };
        let phase = (self.turn, self.phase.clone());
        let since = self.trains.spent_special.get(whose);
        let is_ready = self.trains.special.contains(whose)
            && since.is_none_or(|since| !belgian && *since == phase);
        self.must(is_ready, rule, "there is no such special rail point");
        self.trains.spent_special.insert(whose, phase);
    }

    /// An inter-phase begins: rail points of before lapse.
    pub fn begin_inter_phase(&mut self) {
        self.trains.lapses = [true, true];
        self.resets_bottlenecks();
    }

    /// A step of the sequence of play ends: rail points that it should have brought were told.
    pub fn end_inter_phase(&mut self) {
        for side in [0, 1] {
            if std::mem::take(&mut self.trains.lapses[side]) {
                let is = self.points_due(side) == 0 && self.trains.points[side] == 0;
                self.must(is, "7.7.1", "nobody is told of the rail points");
            }
        }
    }

    /// How far the nearest enemy of a side is.
    pub fn enemy_at(&self, side: usize, hex: Hex) -> u32 {
        let enemies = self.units.iter().filter(|unit| unit.side != side);
        let hexes = enemies.flat_map(Unit::hexes);
        hexes.map(|at| self.ground.grid.distance(at, hex)).min().unwrap_or(u32::MAX)
    }

    /// How many hexes a destination is off by rail, from each hex from which it is reached (1914
    /// 7.7.3): around bottlenecks that let less through than `halves`, where that is given.
    fn by_rail_to(&self, side: usize, to: Hex, halves: Option<i32>) -> BTreeMap<Hex, usize> {
        let may = |hex: Hex| {
            let fits = |least| self.lets_through(side, hex).is_none_or(|left| left >= least);
            self.rails[side][hex.index()]
                && self.stack(hex, 1 - side).is_empty()
                && halves.is_none_or(fits)
        };
        let mut far = BTreeMap::from([(to, 0)]);
        let mut queue = VecDeque::from([to]);
        while let Some(hex) = queue.pop_front() {
            // Whoever stands in a full bottleneck still leaves it.
            if !may(hex) {
                continue;
            }
            let next = far.get(&hex).copied().unwrap_or_default() + 1;
            for other in self.ground.around(hex) {
                if self.carries(side, hex, other) && !far.contains_key(&other) {
                    far.insert(other, next);
                    queue.push_back(other);
                }
            }
        }
        far
    }

    /// 1914 7.7.3 (1) to (3).
    fn sets_out(&mut self, told: &SetOut) {
        let Some(unit) = self.unit(told.unit.as_str()) else { return };
        let (Some(from), Some(to)) = (self.hex(&told.from), self.hex(&told.to)) else { return };
        let own = self.units[unit].clone();
        let (side, name) = (own.side, own.name.clone());
        self.same("7.7.3", "where it sets out", Some(from), own.at);
        let whose = self.side(&told.side);
        self.same("7.7.3", &format!("whose {name} is"), whose, Some(side));
        self.must(own.other.is_none(), "19.3", &format!("{name} must close up first"));
        let moves = matches!(self.stage, Stage::Movement | Stage::CounterMovement);
        self.must(moves && side == self.active, "7.7.3", "it sets out in no movement of its side");
        let goes = !matches!(own.kind(), Kind::Depot | Kind::Fort | Kind::Fortress);
        self.must(goes && !own.garrison, "7.7", &format!("{name} goes by no train"));
        let is_new = !self.trains.bound.contains_key(&unit);
        self.must(
            is_new && own.prepared.is_none(),
            "7.7.4",
            &format!("{name} does something else"),
        );
        let fresh = self.trains.fresh.remove(&unit);
        let found = if fresh || told.special { 0 } else { cost(&own) };
        if told.special {
            self.spends_special(&own);
        }
        self.same("7.7.1", &format!("what {name} costs"), i32::from(told.halves), found);
        let left = self.trains.points[side] - i32::from(told.halves);
        self.same("7.7.1", "rail points left", i32::from(told.left), left);
        self.must(left >= 0, "7.7.1", "there are not so many rail points");
        self.trains.points[side] = i32::from(told.left);
        let number = |id: &str| u32::try_from(self.book.number(id)).unwrap_or_default();
        let (near, far) = (number("entrain_distance"), number("rail_destination"));
        if fresh {
            self.trains.modes.insert(unit, true);
        } else {
            let far = self.enemy_at(side, from) >= near;
            self.must(far, "7.7.3", &format!("{name} entrains too near to an enemy"));
        }
        let far = self.enemy_at(side, to) >= far;
        self.must(far, "7.7.3", &format!("{} is too near to an enemy", told.to));
        let open = self.rails[side][from.index()];
        self.must(open, "7.7.3", &format!("the railway in {} is not operational", told.from));
        let leads = from != to && self.by_rail_to(side, to, None).contains_key(&from);
        self.must(leads, "7.7.3", &format!("no railway leads to {}", told.to));
        let size = self.standing(to, side) + own.size();
        let fits = size <= self.book.number("stacking_limit");
        self.must(fits, "3.1.1", &format!("{} is full", told.to));
        self.trains.bound.insert(unit, to);
    }

    /// 1914 3.1.1, 3.1.4: what of a side stands in a hex, in quarters of a division; who is entrained
    /// takes no room.
    pub fn standing(&self, hex: Hex, side: usize) -> i32 {
        let mut here = self.stack(hex, side);
        here.retain(|&unit| !self.units[unit].entrained);
        self.size(&here)
    }

    /// 1914 7.7.3: entraining and detraining: by size, without forced points, one unit a hex and phase.
    pub fn entrains(&mut self, unit: usize, told: &TaskDone) {
        let own = self.units[unit].clone();
        let (size, name) = (own.faces.first().map_or(0, |face| face.size), own.name.clone());
        let needed = match own.kind() {
            Kind::Guns if !own.headquarters => "entrain_middle",
            Kind::Infantry | Kind::Cavalry if size < 2 => "entrain_small",
            Kind::Infantry | Kind::Cavalry if size < 4 => "entrain_middle",
            _ => "entrain_large",
        };
        let needed = self.book.number(needed);
        self.same("7.7.3", &format!("what {name} spends"), told.needed, needed);
        let before = self.trains.spent.remove(&unit).unwrap_or_default();
        self.same("7.8", "the points so far", told.so_far, before + told.points);
        self.same("7.8", "whether it is completed", told.done, told.so_far >= needed);
        let left = (self.allowance() - own.spent).max(0);
        self.same("7.8.2", "the points", told.points, left.min(needed - before));
        self.units[unit].spent += told.points;
        let to = self.trains.bound.get(&unit).copied();
        self.must(to.is_some(), "7.7.3", &format!("{name} goes nowhere"));
        let aboard = told.task == TaskKind::Detraining;
        self.same("7.7.3", &format!("whether {name} is entrained"), own.entrained, aboard);
        if aboard {
            self.same("7.7.3", &format!("where {name} detrains"), own.at, to);
        }
        if let Some(at) = own.at {
            let first = *self.trains.platforms.entry(at).or_insert(unit);
            self.same("7.7.3", "who uses the station", unit, first);
        }
        if told.done {
            self.trains.modes.insert(unit, !aboard);
        } else {
            self.trains.spent.insert(unit, told.so_far);
        }
    }

    /// A unit is entrained, or so no more.
    pub fn changes_mode(&mut self, unit: usize, told: &Turned, presence: u8) {
        let now = presence == 1;
        let name = self.units[unit].name.clone();
        if told.rule == "1914 7.7.5" {
            let due = self.interruption(unit);
            self.must(!now && due, "7.7.5", &format!("nothing interrupts {name}"));
        } else {
            let due = self.trains.modes.remove(&unit);
            self.same("7.7.4", &format!("whether {name} is entrained"), Some(now), due);
            if !now {
                self.trains.bound.remove(&unit);
            }
        }
        self.units[unit].entrained = now;
    }

    /// A unit goes along a railway, as the core tells it.
    pub fn on_rails(&mut self, units: &[usize], from: Hex, path: &[Hex]) {
        let [unit] = units else {
            return self.fault("7.7.3", "units go by rail one by one");
        };
        self.trains.way = Some((*unit, from, path.to_vec()));
    }

    /// 1914 7.7.2, 7.7.3 (4), 18.6.2: along double track, ten hexes a point, as far as it can and the
    /// shortest way, past bottlenecks that still let it through.
    fn goes_by_rail(&mut self, told: &ByRail) {
        let Some(unit) = self.unit(told.unit.as_str()) else { return };
        let Some((who, start, path)) = self.trains.way.take().filter(|(who, ..)| *who == unit)
        else {
            return self.fault("7.7.3", format!("{} has gone nowhere", told.unit.as_str()));
        };
        let own = self.units[who].clone();
        let (side, halves, name) = (own.side, cost(&own), own.name.clone());
        let whose = self.side(&told.side);
        self.same("7.7.3", &format!("whose {name} is"), whose, Some(side));
        let aboard = own.entrained && side == self.active;
        self.must(aboard, "7.7.3", &format!("{name} is not entrained"));
        let start_label = self.label(start);
        self.same("7.7.3", "where it was", told.from.as_str(), start_label.as_str());
        let end = path.last().map(|&hex| self.label(hex)).unwrap_or_default();
        self.same("7.7.3", "where it is", told.hex.as_str(), end.as_str());
        self.same("7.7.2", "hexes by rail", told.hexes as usize, path.len());
        let rate = usize::try_from(self.book.number("rail_rate")).unwrap_or_default().max(1);
        let points = i32::try_from(path.len().div_ceil(rate)).unwrap_or_default();
        self.same("7.7.2", "what that costs", told.points, points);
        let left = self.allowance() - own.spent;
        self.must(told.points <= left, "7.7.4", &format!("{name} makes a forced march by rail"));
        self.units[who].spent += told.points;
        let Some(&to) = self.trains.bound.get(&who) else {
            return self.fault("7.7.3", format!("{name} goes nowhere"));
        };
        // The way that is there when it sets out: around full bottlenecks if one is.
        let free = self.by_rail_to(side, to, Some(halves));
        let far = match free.contains_key(&start) {
            true => free,
            false => self.by_rail_to(side, to, None),
        };
        let whole = far.get(&start).copied();
        let rest = path.last().and_then(|hex| far.get(hex)).copied();
        let told = rest.map(|rest| rest + path.len());
        self.same("7.7.3", &format!("hexes to where {name} goes"), told, whole);
        let most = usize::try_from(left).unwrap_or_default() * rate;
        let ends = rest == Some(0) || path.len() == most;
        let next = |hex: &Hex| far.get(hex).is_some_and(|&far| Some(far + 1) == rest);
        let waits = path.last().is_some_and(|&end| {
            let mut on = self.ground.around(end).filter(next);
            on.any(|hex| self.lets_through(side, hex).is_some_and(|left| left < halves))
        });
        self.must(ends || waits, "7.7.3", &format!("{name} stops on the way"));
        let mut at = start;
        for &hex in &path {
            let label = self.label(hex);
            let carries = self.carries(side, at, hex);
            self.must(carries, "7.7.2", &format!("no double track leads to {label}"));
            let open = self.rails[side][hex.index()] && self.stack(hex, 1 - side).is_empty();
            self.must(open, "7.7.3", &format!("the railway in {label} is not operational"));
            self.passes_bottleneck(side, hex, halves);
            at = hex;
        }
    }

    /// 1914 7.7.5: whether movement by rail is interrupted: an enemy combat unit is next to who makes
    /// it, the destination is the enemy's or in his zone of control, or no way leads there any more.
    fn interruption(&self, unit: usize) -> bool {
        let (Some(&to), Some(at)) = (self.trains.bound.get(&unit), self.units[unit].at) else {
            return false;
        };
        let side = self.units[unit].side;
        self.is_shaken(unit, to) || at != to && !self.by_rail_to(side, to, None).contains_key(&at)
    }

    fn is_shaken(&self, unit: usize, to: Hex) -> bool {
        let enemy = 1 - self.units[unit].side;
        let fights = |hex: Hex| self.stack(hex, enemy).iter().any(|&it| self.units[it].fights());
        let near = self.units[unit].at.is_some_and(|at| self.ground.around(at).any(fights));
        near || self.control[to.index()] == Some(enemy) || self.is_in_zone(to, enemy)
    }

    /// 1914 7.7.5: a unit is taken off the map, to come back some game-turns later.
    pub fn is_interrupted(&mut self, unit: usize, due: Option<u16>) {
        // Whoever was entrained has ceased to be so before.
        let name = self.units[unit].name.clone();
        let cause = self.interruption(unit);
        self.must(cause, "7.7.5", &format!("nothing interrupts {name}"));
        let after = u16::try_from(self.book.number("rail_return")).unwrap_or_default();
        self.same("7.7.5", &format!("when {name} comes back"), due, Some(self.turn + after));
        self.forgets_journey(unit);
    }

    /// A unit goes by rail no more.
    pub fn forgets_journey(&mut self, unit: usize) {
        self.trains.bound.remove(&unit);
        self.trains.spent.remove(&unit);
        self.trains.modes.remove(&unit);
    }

    /// Something has changed on the map, and all that comes of it was told.
    pub fn journeys_told(&mut self) {
        let modes = std::mem::take(&mut self.trains.modes);
        let named = self.named(&modes.into_keys().collect::<Vec<_>>());
        self.must(named.is_empty(), "7.7.4", &format!("nobody is told that {named} is entrained"));
        let way = self.trains.way.take();
        self.must(way.is_none(), "7.7.3", "nobody is told what a way by rail costs");
        if self.net.came.is_empty() {
            return;
        }
        let bound: Vec<(usize, Hex)> =
            self.trains.bound.iter().map(|(unit, to)| (*unit, *to)).collect();
        for (unit, to) in bound {
            let lasts = self.units[unit].at.is_none() || !self.is_shaken(unit, to);
            let words = format!("{} goes on by rail", self.units[unit].name);
            self.must(lasts, "7.7.5", &words);
        }
    }

    /// A movement phase begins: stations are free again.
    pub fn begin_journeys(&mut self) {
        self.trains.platforms.clear();
    }

    /// 1914 7.7.3 (4): a movement phase ends: whoever is entrained has gone as far as he could.
    pub fn end_journeys(&mut self) {
        self.trains.fresh.clear();
        let bound: Vec<(usize, Hex)> =
            self.trains.bound.iter().map(|(unit, to)| (*unit, *to)).collect();
        for (unit, to) in bound {
            let own = &self.units[unit];
            let (Some(at), side) = (own.at, own.side) else { continue };
            let waits = !own.entrained || own.spent >= self.allowance() || side != self.active;
            if waits || at == to {
                continue;
            }
            let far = self.by_rail_to(side, to, None);
            let next = |hex: &Hex| far.get(hex) < far.get(&at) && self.carries(side, at, *hex);
            let halves = cost(own);
            let mut on = self.ground.around(at).filter(|hex| far.contains_key(hex)).filter(next);
            let full = on.all(|hex| self.lets_through(side, hex).is_some_and(|left| left < halves));
            let words = format!("{} does not go on by rail", self.units[unit].name);
            self.must(full, "7.7.3", &words);
        }
    }
}
