//! 1914 10.1: artillery.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_offensive_1914::event::battle::Shelled;

use super::Referee;
use super::roster::Kind;
use super::supply::Sure;

impl Referee<'_> {
    /// Units by their names, where they are known; who is not known has been told of.
    pub fn all_known(&self, names: &[impl AsRef<str>]) -> Vec<usize> {
        names.iter().filter_map(|name| self.names.get(name.as_ref()).copied()).collect()
    }

    fn value(&self, unit: usize, without: &[usize]) -> i32 {
        let full = self.units[unit].rating(self.book.one("artillery-value"));
        if without.contains(&unit) { (full + 1) / 2 } else { full }
    }

    /// What counts of a force's guns against a hex (1914 10.1.1a).
    fn limited(&self, value: i32, from: Hex, to: Hex, fought_for: Hex) -> i32 {
        let up = self.ground.level[from.index()] < self.ground.level[to.index()];
        let halved =
            self.ground.touch(from, to) && up && self.ground.between(from, to).is_escarpment();
        let value = if halved { (value + 1) / 2 } else { value };
        if self.ground.mountainous[fought_for.index()] {
            value.min(self.book.number("mountain_artillery"))
        } else {
            value
        }
    }

    /// The guns of both sides as they go in, each force with what it adds at most.
    pub fn guns(
        &self,
        sides: &[Vec<(usize, Hex)>; 2],
        support: &[usize],
        without: &[usize],
    ) -> [Vec<(Vec<usize>, i32)>; 2] {
        let of = |at: usize| {
            let mut all: Vec<usize> = sides[at].iter().map(|(unit, _)| *unit).collect();
            if at == 1 {
                all.extend(support);
            }
            let lines = self.lines(1 - self.active);
            all.into_iter()
                .map(|unit| {
                    // Neighbours are provided with nothing on record (1914 9.4).
                    let lacks = support.contains(&unit)
                        && self.units[unit].kind() != Kind::Fortress
                        && self.has_freely(&lines, unit) == Sure::No;
                    let none = [unit];
                    let without = if lacks { &none } else { without };
                    (vec![unit], self.value(unit, without))
                })
                .collect()
        };
        [of(0), of(1)]
    }

    /// Quarters of a division that are fired at: a fortress alone is one division (12.2.1b).
    pub fn under_fire(&self, units: &[usize]) -> i32 {
        let lone = units.iter().all(|&unit| self.units[unit].kind() == Kind::Fortress);
        if lone { self.book.number("fortress_equivalents") } else { self.size(units) }
    }

    /// 1914 10.1.1: who may lend the defender his guns.
    pub fn supporters(
        &mut self,
        told: &[String],
        attackers: &[(usize, Hex)],
        targets: &[usize],
        hex: Hex,
    ) {
        let side = 1 - self.active;
        let armies: Vec<Option<String>> = targets
            .iter()
            .filter(|&&unit| self.units[unit].is_formation())
            .map(|&unit| self.above(unit, "army-size"))
            .collect();
        let mut by_hex: BTreeMap<Hex, Vec<usize>> = BTreeMap::new();
        for unit in self.all(told) {
            let own = self.units[unit].clone();
            let name = &own.name;
            self.same("10.1.1", &format!("the side of {name}"), own.side, side);
            self.must(!own.fired, "10.1.1", &format!("{name} has lent its guns in this phase"));
            // Who stands in the hex with one half is no neighbour with the other (19.4).
            let near = |at: &Hex| {
                self.ground.touch(*at, hex)
                    && attackers.iter().any(|(_, from)| self.ground.touch(*at, *from))
            };
            let there = own.hexes().find(near).filter(|_| !own.is_in(hex));
            let Some(at) = there else {
                self.fault("10.1.1", format!("{name} does not stand next to both"));
                continue;
            };
            self.must(
                !self.attacked.contains(&at),
                "10.1.1",
                &format!("{name} is attacked itself"),
            );
            if own.is_formation() && !armies.is_empty() {
                let army = self.above(unit, "army-size");
                self.must(armies.contains(&army), "10.1.1", &format!("{name} is of another army"));
            }
            by_hex.entry(at).or_default().push(unit);
        }
        let mut free: Vec<Hex> = Vec::new();
        for at in self.ground.around(hex).collect::<Vec<_>>() {
            let near = attackers.iter().filter(|(_, from)| self.ground.touch(at, *from));
            let lower = near
                .clone()
                .any(|(_, from)| self.ground.level[at.index()] > self.ground.level[from.index()]);
            let most = if lower { 2 } else { 1 };
            if near.count() > 0 && !self.attacked.contains(&at) {
                free.push(at);
            }
            let lent = by_hex.get(&at).cloned().unwrap_or_default();
            let (walls, troops): (Vec<usize>, Vec<usize>) =
                lent.iter().partition(|unit| self.units[**unit].kind() == Kind::Fortress);
            let forces = walls.len() + self.forces(&troops).len();
            self.must(forces <= most, "10.1.1", "too many forces of a hex lend their guns");
        }
        // Guns are lent in the first combat that they can be lent in.
        for at in free {
            let idle = self.stack(at, side).into_iter().find(|&unit| {
                let own = &self.units[unit];
                own.is_formation()
                    && !own.fired
                    && !own.is_in(hex)
                    && !own.fled
                    && armies.contains(&self.above(unit, "army-size"))
                    && self.value(unit, &[]) > 0
            });
            if let Some(unit) = idle.filter(|_| !by_hex.contains_key(&at)) {
                let name = self.units[unit].name.clone();
                self.fault("10.1.1", format!("{name} does not lend its guns"));
            }
        }
    }

    /// 1914 10.1, 10.1.2: what the guns of a side add to the other's checks.
    pub fn artillery(&mut self, told: &Shelled) {
        let Shelled { attack, side, forces, sum, quarters, modifier, rule } = told;
        let Some(side) = self.side(side) else { return };
        self.same("10.1.2", "the rule", rule.as_str(), "1914 10.1.2");
        let Some(fight) = self.fight_of(*attack) else {
            return self.fault("10.1", "guns fire without a combat");
        };
        let at = usize::from(side != fight.side);
        self.must(fight.fired[at].is_none(), "10.1", "the guns of a side count once");
        let mut values: BTreeMap<usize, i32> = BTreeMap::new();
        for (units, value) in &fight.guns[at] {
            values.extend(units.iter().map(|&unit| (unit, *value)));
        }
        let mut listed = Vec::new();
        for force in forces {
            let units = self.all(&force.units);
            listed.extend(units.iter().copied());
            let known = units.iter().all(|unit| values.contains_key(unit));
            self.must(known, "10.1.1", "guns are counted of who is not in the combat");
            let full = fight.halved_guns(&values, &units);
            let from: Vec<Hex> = match units.first() {
                Some(unit) if at == 0 => fight.stood(*unit),
                Some(&unit) => {
                    let there = fight.stood(unit);
                    if there.is_empty() { self.units[unit].hexes().collect() } else { there }
                }
                None => Vec::new(),
            };
            let may: Vec<i32> = if at == 0 {
                // Out of two hexes each half fires from its own.
                from.iter().map(|&from| self.limited(full, from, fight.hex, fight.hex)).collect()
            } else {
                let at = || fight.units[0].iter().map(|(_, to)| *to);
                let each = from.iter().flat_map(|&from| at().map(move |to| (from, to)));
                each.map(|(from, to)| self.limited(full, from, to, fight.hex)).collect()
            };
            if !may.contains(&force.value) {
                let who = self.named(&units);
                self.fault("10.1.1", format!("guns of {who}: told {}, found {may:?}", force.value));
            }
        }
        let unlisted: Vec<usize> = values
            .iter()
            .filter(|(unit, value)| **value > 0 && !listed.contains(unit))
            .map(|(unit, _)| *unit)
            .collect();
        let who = self.named(&unlisted);
        self.must(unlisted.is_empty(), "10.1.1", &format!("guns are left out: {who}"));
        self.same("10.1.1", "the sum", *sum, forces.iter().map(|force| force.value).sum());
        self.same("10.1.2", "who is fired at", *quarters, fight.quarters[1 - at]);
        let found = self.book.guns(*sum, *quarters);
        self.same("10.1.2", "what the guns add", Some(*modifier), found);
        let mut fight = fight;
        fight.fired[at] = Some(*modifier);
        self.fights.push(fight);
    }
}
