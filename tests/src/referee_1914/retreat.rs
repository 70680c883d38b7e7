//! 1914 11.1: retreats: how far, where to, what they cost, and who gives himself up.

use std::collections::BTreeSet;

use salient_hex::Hex;
use salient_offensive_1914::event::retreat::{Barrier, Hardship};

use super::Referee;
use super::combat::Fight;
use super::losses::Due;
use super::roster::Kind;

/// Hexes that units have to fall back.
#[derive(Clone, Debug)]
pub struct Owed {
    attack: Option<u32>,
    /// Each with what is left to it.
    units: Vec<(usize, i32)>,
    rule: &'static str,
    /// The hex that they fall back from (1914 11.1.1).
    from: Hex,
}

impl Owed {
    pub fn new(
        attack: Option<u32>,
        units: &[usize],
        hexes: i32,
        rule: &'static str,
        from: Hex,
    ) -> Self {
        let units = units.iter().map(|&unit| (unit, hexes)).collect();
        Self { attack, units, rule, from }
    }

    pub fn forget(&mut self, unit: usize) {
        self.units.retain(|(other, _)| *other != unit);
    }
}

/// Why units fall back by a hex.
#[derive(Clone, Copy, Debug)]
pub struct Hop<'h> {
    /// The attack that it comes of.
    pub attack: Option<u32>,
    /// The rule.
    pub rule: &'h str,
    /// Whether but one half goes of a force in two hexes (1914 19.4.1).
    pub half: bool,
}

/// What a hex of retreat must cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    units: Vec<usize>,
    from: Hex,
    hex: Hex,
    zone: bool,
    barrier: Option<Barrier>,
    attack: Option<u32>,
}

impl Referee<'_> {
    /// Hexes that a side may fall back into from one (1914 11.1).
    fn ways(&self, from: Hex, side: usize) -> Vec<Hex> {
        let open = |to: &Hex| {
            !self.ground.barred(*to)
                && !self.ground.between(from, *to).sea
                && !self.is_held_against(*to, side)
        };
        self.ground.around(from).filter(open).collect()
    }

    /// How far from a hex one can come in so many hexes (1914 11.1.1).
    fn farthest(&self, at: Hex, hexes: i32, from: Hex, side: usize) -> u32 {
        let mut reached = BTreeSet::from([at]);
        for _ in 0..hexes {
            let next: Vec<Hex> = reached.iter().flat_map(|&hex| self.ways(hex, side)).collect();
            if next.is_empty() {
                break;
            }
            reached = next.into_iter().collect();
        }
        reached.iter().map(|&hex| self.ground.grid.distance(hex, from)).max().unwrap_or_default()
    }

    /// The hex that a unit has to fall back from for something.
    pub fn owed_from(&self, unit: usize, attack: Option<u32>, rule: &str) -> Option<Hex> {
        let of_unit = |owed: &&Owed| {
            owed.attack == attack
                && owed.rule == rule
                && owed.units.iter().any(|(other, left)| *other == unit && *left > 0)
        };
        self.owed.iter().find(of_unit).map(|owed| owed.from)
    }

    /// Units fall back by a hex.
    pub fn hop(&mut self, units: &[usize], hop: Hop<'_>, from: Hex, to: Hex) {
        let Hop { attack, rule, half } = hop;
        let Some(side) = units.first().map(|&unit| self.units[unit].side) else { return };
        self.missed_hardship();
        self.enters(from, to, side, "11.1");
        let short = rule.strip_prefix("1914 ").unwrap_or(rule);
        let mut left = 0;
        let mut origin = from;
        for &unit in units {
            let name = self.units[unit].name.clone();
            self.units[unit].fled |= self.stage == super::Stage::Attack;
            if short == "9.2.5" {
                continue;
            }
            let owed = self.owed.iter_mut().find(|owed| {
                owed.attack == attack
                    && owed.rule == short
                    && owed.units.iter().any(|(other, left)| *other == unit && *left > 0)
            });
            let Some(owed) = owed else {
                self.fault("11.1", format!("{name} need not fall back by {rule}"));
                continue;
            };
            origin = owed.from;
            for (other, hexes) in &mut owed.units {
                if *other == unit {
                    *hexes -= 1;
                    left = *hexes;
                }
            }
        }
        // A half that is hit closes up or wheels (1914 19.4.1).
        let free =
            units.iter().all(|&unit| !self.units[unit].garrison) && short != "9.2.5" && !half;
        if free {
            let most = self.farthest(from, left + 1, origin, side);
            let found = self.farthest(to, left, origin, side);
            let words =
                format!("{} can come {most} hexes from {}", self.named(units), self.label(origin));
            self.same("11.1.1", &words, found, most);
        }
        self.doomed = false;
        // Where it stands already with the other half it does not come.
        let friends = !self.stack(to, side).is_empty();
        let zone = self.is_in_zone(to, 1 - side) && !friends;
        let between = self.ground.between(from, to);
        let barrier = if between.ridge {
            Some(Barrier::Ridge)
        } else if between.river == super::ground::River::Grand {
            Some(Barrier::GrandRiver)
        } else {
            None
        };
        if zone {
            // 1914 11.1.6: isolated where it stands, with no way as far that is out of such zones.
            let most = self.farthest(to, left, origin, side);
            let open = self.ways(from, side).into_iter().any(|way| {
                let held = self.stack(way, side).is_empty() && self.is_in_zone(way, 1 - side);
                let far = match half {
                    // It goes but to where it still touches the other half.
                    true => units.iter().any(|&unit| {
                        let mut others = self.units[unit].hexes().filter(|&hex| hex != from);
                        others.any(|hex| hex == way || self.ground.touch(hex, way))
                    }),
                    false => self.farthest(way, left, origin, side) >= most,
                };
                !held && far
            });
            self.doomed = !open && units.iter().any(|&unit| self.is_isolated(unit));
        }
        if zone || barrier.is_some() {
            let units = units.to_vec();
            self.hardship = Some(Expected { units, from, hex: to, zone, barrier, attack });
        }
    }

    /// 1914 11.1.3 to 11.1.5.
    pub fn hardship(&mut self, told: &Hardship) {
        let Hardship { units, side, from, hex, zone, barrier, unable, levels, reductions, attack } =
            told;
        let side = self.side(side).unwrap_or_default();
        let units = self.all(units);
        let (Some(from), Some(hex)) = (self.hex(from), self.hex(hex)) else { return };
        for &unit in &units {
            self.same("11.1.3", "whose unit it is", self.units[unit].side, side);
        }
        let (found_levels, found_reductions) = if *unable > 0 {
            self.same("11.1.5", "the hex of who stands still", from, hex);
            self.must(!*zone && barrier.is_none(), "11.1.5", "who stands still crosses nothing");
            let ways = self.ways(hex, side);
            let held = units.iter().any(|&unit| self.units[unit].garrison);
            self.must(ways.is_empty() || held, "11.1.5", "there is a hex to fall back into");
            self.stands(&units, i32::from(*unable));
            self.doomed = units.iter().any(|&unit| self.is_isolated(unit));
            (*unable, *unable)
        } else {
            let expected = self.hardship.take();
            let (zone, barrier, attack) = (*zone, *barrier, *attack);
            let told = Expected { units: units.clone(), from, hex, zone, barrier, attack };
            self.same("11.1.3", "what a hex of retreat costs", Some(told), expected);
            let hard = u8::from(barrier.is_some());
            (u8::from(zone) + hard, hard)
        };
        self.same("11.1.3", "levels", *levels, found_levels);
        self.same("11.1.4", "strength reductions", *reductions, found_reductions);
        // Each cause by its own rule; what a barrier takes comes first.
        let hard = i32::from(barrier.is_some());
        let causes = [
            (i32::from(*unable), i32::from(*unable), "1914 11.1.5"),
            (hard, hard, "1914 11.1.4"),
            (i32::from(*zone), 0, "1914 11.1.3"),
        ];
        for force in self.forces(&units) {
            // Guns have no effectiveness.
            if !force.iter().any(|&unit| self.units[unit].fights()) {
                continue;
            }
            for (levels, reductions, rule) in causes {
                if levels > 0 {
                    self.dues.push(Due::levels(self, &force, levels, rule));
                }
                if reductions > 0 {
                    self.dues.push(Due::reductions(&force, reductions, rule));
                }
            }
        }
        for &unit in &units {
            let down = self.units[unit].status + i32::from(found_levels) > 4;
            if down && self.units[unit].is_formation() && self.doomed {
                let words = format!("{} is isolated and demoralized", self.units[unit].name);
                self.fault("11.1.6", words);
            }
        }
    }

    /// Hexes that units do not fall back are owed no more.
    fn stands(&mut self, units: &[usize], hexes: i32) {
        let mut left = 0;
        for owed in &mut self.owed {
            for (unit, hexes) in &mut owed.units {
                if units.contains(unit) {
                    left = left.max(*hexes);
                    *hexes = 0;
                }
            }
        }
        self.same("11.1.5", "hexes not fallen back", hexes, left);
    }

    /// A hex that should have cost something.
    pub fn missed_hardship(&mut self) {
        if let Some(expected) = self.hardship.take() {
            let who = self.named(&expected.units);
            let alive = expected.units.iter().any(|&unit| self.units[unit].at.is_some());
            self.must(!alive, "11.1.3", &format!("{who} pays nothing for a hex of retreat"));
        }
    }

    /// 1914 11.1.6.
    pub fn surrenders(&mut self, unit: usize) {
        let own = self.units[unit].clone();
        let hexes: Vec<Hex> = own.hexes().collect();
        let force: Vec<usize> = hexes.into_iter().flat_map(|at| self.stack(at, own.side)).collect();
        let status = force
            .iter()
            .filter(|&&unit| self.units[unit].is_formation())
            .map(|&unit| self.units[unit].status)
            .max();
        // It is demoralized, or would be by the hexes that it cannot fall back.
        let owed: i32 = self
            .owed
            .iter()
            .flat_map(|owed| &owed.units)
            .filter(|(other, _)| *other == unit)
            .map(|(_, left)| *left)
            .max()
            .unwrap_or_default();
        let down = status.is_some_and(|status| status + owed.max(1) > 4);
        self.must(down, "11.1.6", &format!("{} is not demoralized", own.name));
        self.must(self.is_isolated(unit), "11.1.6", &format!("{} is not isolated", own.name));
    }

    /// 1914 9.2.5 D: those withheld go with the others if all have gone, as far as the least had to.
    pub fn withheld(&mut self, fight: &Fight) {
        // Guns that the others leave alone with the enemy are lost before they can follow (8.8.1).
        if fight.idle.iter().all(|&unit| self.units[unit].at.is_none()) {
            return;
        }
        let left = |unit: usize| !self.units[unit].is_in(fight.hex);
        // A fortress never goes; where it has fought alone nobody has vacated the hex.
        let goes = |unit: &usize| self.units[*unit].kind() != Kind::Fortress;
        let mut movers = fight.units[1].iter().map(|(unit, _)| *unit).filter(goes).peekable();
        let all = movers.peek().is_some() && movers.all(left);
        let gone = fight.idle.iter().any(|&unit| {
            self.units[unit].at.is_some() && left(unit) && self.units[unit].kind() != Kind::Fort
        });
        let must = i32::from(fight.retreat) > 0
            || !fight.obligations.is_empty()
                && fight.obligations.iter().all(|(_, hexes)| *hexes > 0);
        self.must(!gone || all, "9.2.5", "those withheld fall back before the others have gone");
        self.must(
            gone || !all || !must,
            "9.2.5",
            "those withheld do not fall back with the others",
        );
    }

    /// Whoever had to fall back has.
    pub fn end_retreats(&mut self) {
        self.missed_hardship();
        for owed in std::mem::take(&mut self.owed) {
            for (unit, left) in owed.units {
                let own = &self.units[unit];
                let moves = own.at.is_some() && own.in_force();
                if left > 0 && moves {
                    let words =
                        format!("{} does not fall back {left} hexes by {}", own.name, owed.rule);
                    self.fault("11.1", words);
                }
            }
        }
    }
}
