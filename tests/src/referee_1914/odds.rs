//! 1914 3.5, 9.3 to 9.7: strengths, odds, shifts and proficiency, of combats and repulses.

use salient_hex::Hex;

use super::Referee;
use super::ground::River;
use super::roster::Kind;

/// Who fights whom.
pub struct Sides<'s> {
    /// The attackers, each with the hex that it attacks from.
    pub attackers: &'s [(usize, Hex)],
    pub defenders: &'s [usize],
    /// All of the defender's in the hex.
    pub stack: &'s [usize],
    pub hex: Hex,
    /// Units without ammunition.
    pub without: &'s [usize],
    /// Whether all attacking combat units have prepared the attack.
    pub prepared: bool,
    /// Whether ships support the defence (1914 21.2).
    pub naval: bool,
}

/// What odds are made of.
#[derive(Debug, PartialEq, Eq)]
pub struct Odds {
    pub strengths: [i32; 2],
    pub ratio: i32,
    /// Columns with the rule that gives them.
    pub shifts: Vec<(i32, &'static str)>,
    pub place: i32,
    pub proficiency: [i32; 2],
}

impl Odds {
    pub fn flanked(&self) -> bool {
        self.shifts.iter().any(|(_, rule)| *rule == "1914 9.5.2")
    }
}

impl Referee<'_> {
    pub fn odds(&self, sides: &Sides<'_>) -> Odds {
        let strengths = [self.attack(sides), self.defence(sides)];
        let ratio = self.column(strengths);
        let shifts = self.shifts(sides);
        let place = ratio + shifts.iter().map(|(by, _)| by).sum::<i32>();
        Odds { strengths, ratio, shifts, place, proficiency: self.proficiency(sides) }
    }

    /// A strength: half of it, halves up, without ammunition (1914 9.4).
    pub fn strength(&self, unit: usize, role: &str, without: &[usize]) -> i32 {
        let own = &self.units[unit];
        let less = own.markers * self.book.number("marker_strength");
        let full = (own.rating(self.book.one(role)) - less).max(0);
        if without.contains(&unit) { (full + 1) / 2 } else { full }
    }

    /// 1914 9.3.2: each force loses by the hexside that it attacks across, no more than it has.
    fn attack(&self, sides: &Sides<'_>) -> i32 {
        let mut hexes: Vec<Hex> = sides.attackers.iter().map(|(_, from)| *from).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let from = |hex: Hex| {
            let units = sides.attackers.iter().filter(|(_, at)| *at == hex).map(|(unit, _)| *unit);
            let less = match self.ground.attacked_across(hex, sides.hex) {
                River::Minor => self.book.number("minor_river_attack"),
                River::Major => self.book.number("major_river_attack"),
                _ => 0,
            };
            let forces = self.forces(&units.collect::<Vec<_>>());
            let each = forces.into_iter();
            each.map(|force| (self.strength_of(&force, "attack", sides.without) + less).max(0))
                .sum::<i32>()
        };
        hexes.into_iter().map(from).sum()
    }

    /// 1914 9.2.4, 9.3.1.
    fn defence(&self, sides: &Sides<'_>) -> i32 {
        self.strength_of(sides.defenders, "defence", sides.without) + self.ground.defence(sides.hex)
    }

    /// The strength of units in a hex (1914 19.4).
    pub fn strength_of(&self, units: &[usize], role: &str, without: &[usize]) -> i32 {
        self.halved(units.iter().map(|&unit| (unit, self.strength(unit, role, without))))
    }

    /// 1914 1.1, 5.5.1: the forces of some units of a hex: the largest formations first, two assets
    /// with each, then assets by twos. Which formation an asset is with is its owner's choice; but of a
    /// force in two hexes are those who take up the same (19.1.1), and guns who stand beside them.
    pub fn forces(&self, units: &[usize]) -> Vec<Vec<usize>> {
        let is = |unit: &usize| self.units[*unit].is_formation();
        let (mut formations, assets): (Vec<usize>, Vec<usize>) =
            units.iter().partition(|unit| is(unit));
        formations.sort_by_key(|&unit| (-self.units[unit].size(), unit));
        let mut assets = assets;
        let mut forces: Vec<Vec<usize>> = Vec::new();
        for formation in formations {
            let mut force = vec![formation];
            assets.retain(|&asset| {
                let joins = force.len() < 3 && self.is_beside(asset, formation);
                force.extend(joins.then_some(asset));
                !joins
            });
            forces.push(force);
        }
        assets.retain(|&asset| {
            let guns = self.units[asset].kind() == Kind::Guns;
            let room = forces.iter_mut().find(|force| guns && force.len() < 3);
            room.map(|force| force.push(asset)).is_none()
        });
        while let Some(&first) = assets.first() {
            let alike = assets.iter().filter(|&&asset| self.is_beside(asset, first));
            let two: Vec<usize> = alike.take(2).copied().collect();
            assets.retain(|asset| !two.contains(asset));
            forces.push(two);
        }
        forces
    }

    /// Whether units of a hex take up as many hexes (1914 19.1.2: no hex has two forces in two).
    fn is_beside(&self, one: usize, other: usize) -> bool {
        self.units[one].other == self.units[other].other
    }

    /// 1914 9.6: the column nearest to a ratio, halves up; below even odds the attacker's poorer.
    /// Beyond the table columns go on by twos to one side and by ones to the other (9.6.2).
    fn column(&self, [attack, defence]: [i32; 2]) -> i32 {
        let even = self.book.columns().iter().position(|head| head == "1:1").unwrap_or(0) as i32;
        if attack <= 0 || defence <= 0 {
            return if attack <= 0 { i32::MIN / 4 } else { i32::MAX / 4 };
        }
        if attack < defence {
            // 1:1½ is 1:2: so many to one, halves up.
            return even + 1 - (2 * defence + attack) / (2 * attack);
        }
        let heads = self.book.columns()[even as usize..].iter();
        let mut heads: Vec<i32> =
            heads.filter_map(|head| head.split_once(':')?.0.parse().ok()).collect();
        while heads.last().is_some_and(|&head| head * defence < attack + 2 * defence) {
            heads.push(heads.last().unwrap_or(&0) + 2);
        }
        let halfway = |two: &[i32]| 2 * attack >= (two[0] + two[1]) * defence;
        let beyond = heads.windows(2).filter(|two| halfway(two)).count() as i32;
        even + beyond
    }

    /// Odds as people write them, by the place of the column.
    pub fn heading(&self, place: i32) -> String {
        let columns = self.book.columns();
        let last = columns.len() as i32 - 1;
        match place {
            ..=-1 => format!("1:{}", 4 - place),
            _ if place > last => format!("{}:1", 8 + 2 * (place - last)),
            _ => columns.get(place as usize).cloned().unwrap_or_default(),
        }
    }

    /// 1914 9.6.1.
    fn shifts(&self, sides: &Sides<'_>) -> Vec<(i32, &'static str)> {
        let number = |id: &str| self.book.number(id);
        let mut shifts = Vec::new();
        if sides.prepared {
            shifts.push((number("prepared_shift"), "1914 9.6.1"));
        }
        if self.is_flanked(sides) {
            shifts.push((number("flank_shift"), "1914 9.5.2"));
        }
        let level = i32::from(self.positions[sides.hex.index()]);
        let alone = |unit: &usize| self.units[*unit].kind() == Kind::Fortress;
        let bare = sides.defenders.iter().all(|unit| alone(unit) && self.units[*unit].face > 0);
        if level > 0 && !bare {
            shifts.push((level * number("position_shift"), "1914 14.1"));
        }
        let across = |least: River| {
            let river = |hex: Hex| self.ground.attacked_across(hex, sides.hex);
            sides.attackers.iter().all(|(_, from)| river(*from) >= least)
        };
        if across(River::Grand) {
            shifts.push((number("grand_river_shift"), "1914 9.6.1"));
        } else if across(River::Great) {
            shifts.push((number("great_river_shift"), "1914 9.6.1"));
        }
        if sides.naval {
            shifts.push((number("naval_shift"), "1914 21.2"));
        }
        // 1914 3.5.1, 3.5.2: who comes through forest or over a transition does not count.
        let counts = |from: &Hex| {
            let between = self.ground.between(*from, sides.hex);
            (!between.forest || between.open) && !between.transition
        };
        let level = |hex: Hex| self.ground.level[hex.index()];
        let mut hexes = sides.attackers.iter().map(|(_, from)| *from).filter(counts).peekable();
        if hexes.peek().is_some() && hexes.all(|from| level(from) < level(sides.hex)) {
            shifts.push((number("elevation_shift"), "1914 9.6.1"));
        }
        if self.fire.hex == Some(sides.hex) && self.fire.shifts != 0 {
            shifts.push((self.fire.shifts, "1914 13.3"));
        }
        shifts
    }

    /// The stack of those who are attacked: whoever defends, whoever is withheld, and the supply units
    /// among them, which have a size too (1914 1.1).
    pub fn with_supply_units(&self, targets: &[usize], idle: &[usize], hex: Hex) -> Vec<usize> {
        let side = targets.first().map(|&unit| self.units[unit].side);
        let mut stack = [targets, idle].concat();
        let there = side.map(|side| self.stack(hex, side)).unwrap_or_default();
        let supplies = |unit: &usize| matches!(self.units[*unit].kind(), Kind::Depot | Kind::Train);
        stack.extend(there.into_iter().filter(supplies));
        stack
    }

    /// 1914 9.5.
    fn is_flanked(&self, sides: &Sides<'_>) -> bool {
        let fortress = |unit: &usize| self.units[*unit].kind() == Kind::Fortress;
        if sides.stack.iter().any(fortress) {
            return false;
        }
        // Out of both of its hexes a unit attacks with both halves.
        let attackers: Vec<usize> = sides.attackers.iter().map(|(unit, _)| *unit).collect();
        let Some(side) = attackers.first().map(|&unit| self.units[unit].side) else { return false };
        if self.size(&attackers) < self.size(sides.stack) {
            return false;
        }
        let zones: Vec<Hex> = attackers
            .iter()
            .filter(|&&unit| self.units[unit].is_formation())
            .flat_map(|&unit| self.zone_of(unit))
            .collect();
        let counts = |hex: &Hex| {
            let between = self.ground.between(*hex, sides.hex);
            // Behind an inundation, a great or grand river, or what nobody passes.
            let open = between.river < River::Great && !self.is_closed(*hex, sides.hex);
            open && (!self.stack(*hex, side).is_empty() || zones.contains(hex))
                && self.stack(*hex, 1 - side).is_empty()
        };
        let count = self.ground.around(sides.hex).filter(counts).count();
        count as i32 >= self.book.number("flank_hexes")
    }

    /// 1914 9.7: the best of both sides.
    fn proficiency(&self, sides: &Sides<'_>) -> [i32; 2] {
        let mountains = self.ground.mountainous[sides.hex.index()];
        let best = |units: &[usize]| {
            let rating = |unit: usize| self.units[unit].rating(self.book.one("proficiency"));
            let force = |force: Vec<usize>| {
                let best = force.iter().map(|&unit| rating(unit)).max().unwrap_or_default();
                let hunters = force.iter().any(|&unit| self.units[unit].chasseurs);
                best + if hunters && mountains { self.book.number("chasseurs_bonus") } else { 0 }
            };
            self.forces(units).into_iter().map(force).max().unwrap_or_default()
        };
        let fortress = |unit: &usize| self.units[*unit].kind() == Kind::Fortress;
        let mut hexes: Vec<Hex> = sides.attackers.iter().map(|(_, from)| *from).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let from = |hex: Hex| -> Vec<usize> {
            let there = sides.attackers.iter().filter(|(_, at)| *at == hex);
            there.map(|(unit, _)| *unit).collect()
        };
        let attack = hexes.into_iter().map(|hex| best(&from(hex))).max().unwrap_or_default();
        let defence = if sides.stack.iter().any(fortress) {
            self.book.number("fortress_proficiency")
        } else {
            best(sides.defenders)
        };
        [attack, defence]
    }
}
