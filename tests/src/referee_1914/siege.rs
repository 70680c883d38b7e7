//! 1914 12.4, 13.3, 13.4: bombardments.

use salient_hex::Hex;
use salient_offensive_1914::event::siege::{Barraged, Bombarded, SiegeDetail};

use super::Referee;
use super::losses::Due;
use super::retreat::Owed;
use super::roster::Kind;

/// What a preparatory bombardment has done to the attack that comes (1914 13.3.4).
#[derive(Clone, Debug, Default)]
pub struct Barrage {
    pub hex: Option<Hex>,
    pub shifts: i32,
    pub check: i32,
}

impl Referee<'_> {
    pub fn hear_siege(&mut self, told: &SiegeDetail) {
        match told {
            SiegeDetail::Bombarded(it) => self.bombards(it),
            SiegeDetail::Barraged(it) => self.barrage(it),
        }
    }

    /// A number on the side on which a gun is deployed.
    fn deployed(&self, gun: usize, role: &str) -> i32 {
        let own = &self.units[gun];
        own.rating_on(own.faces.len().saturating_sub(1), self.book.one(role))
    }

    /// The guns that a gun counts as, and whether it is more than 21 cm.
    fn of_gun(&self, gun: usize) -> (i32, i32) {
        (self.deployed(gun, "siege-guns").max(1), self.deployed(gun, "siege-calibre"))
    }

    fn has(&self, unit: usize, role: &str) -> bool {
        self.units[unit].traits.iter().any(|it| self.book.is(role, it))
    }

    /// Counts a bombardment off: by its calibre, 0 for a preparatory one.
    fn count(&mut self, calibre: i32) -> Option<i32> {
        let limit = match calibre {
            0 => "preparatory_bombardments",
            400.. => "heavy_bombardments",
            300.. => "medium_bombardments",
            _ => return None,
        };
        let left = self.fired.entry(limit).or_insert_with(|| self.book.number(limit));
        *left -= 1;
        Some(*left)
    }

    fn bombards(&mut self, told: &Bombarded) {
        self.must(self.stage == super::Stage::Attack, "12.4", "it is no attack phase");
        let (Some(gun), Some(target)) = (self.unit(&told.unit), self.unit(&told.fortress)) else {
            return;
        };
        let side = self.units[gun].side;
        let whose = self.side(&told.side);
        self.same("12.4", "who fires", whose, Some(side));
        self.same("12.4", "who acts", side, self.active);
        self.must(self.units[gun].face > 0, "13.1", "the gun is not deployed");
        let fits = self.units[target].kind() == Kind::Fortress && self.units[target].side != side;
        self.must(fits, "12.4", "it is no enemy fortress");
        let at = [gun, target].map(|unit| self.units[unit].at);
        let [Some(from), Some(hex)] = at else {
            return self.fault("12.4", "somebody is not on the map");
        };
        let far = self.ground.grid.distance(from, hex);
        self.must(far <= 1, "12.4", "the gun is too far away");
        let named = self.hex(&told.hex);
        self.same("12.4", "the hex", named, Some(hex));
        let (count, calibre) = self.of_gun(gun);
        let left = self.count(calibre);
        self.same("13.4", "what is left", told.bombardments_left, left);
        self.must(left.is_none_or(|left| left >= 0), "13.4", "none was left");
        let class = self.units[target].rating(self.book.one("fortress-class"));
        let letter = ["?", "C", "B", "A"].get(class as usize).copied().unwrap_or("?");
        self.same("2.7.5", "the class", told.class.as_str(), letter);
        let modifier = match &told.pioneers {
            Some(hq) => {
                let with = self.unit(hq).filter(|&hq| self.has(hq, "pioneers"));
                let there = with.and_then(|hq| self.units[hq].at);
                self.same("13.1.3", "where the Pionier regiment is", there, Some(from));
                self.book.number("pioneer_die")
            }
            None => 0,
        };
        self.same("13.1.3", "what is added", told.modifier, modifier);
        let centimetres = match calibre % 10 {
            0 => (calibre / 10).to_string(),
            tenths => format!("{}.{tenths}", calibre / 10),
        };
        let head = format!("{centimetres} {letter}");
        let (mut dice, mut again, mut results, mut steps) =
            (Vec::new(), Vec::new(), String::new(), 0);
        for _ in 0..count {
            let thrown = self.thrown("bombardment", side, "1914 12.4.3", 1);
            let die = thrown.first().copied().unwrap_or(1);
            dice.push(die);
            let row = (i32::from(die) + modifier).clamp(1, 6);
            let cell = self.book.cell("bombardment", row, &head).unwrap_or_default();
            results += cell;
            match cell {
                "1" => steps += 1,
                "*" => steps += i32::from(self.has(gun, "coast-mortars")),
                "+" => {
                    let thrown = self.thrown("bombardment", side, "1914 12.4.3", 1);
                    let second = thrown.first().copied().unwrap_or(6);
                    again.push(second);
                    steps += i32::from(second <= 3);
                }
                _ => {}
            }
        }
        self.same("12.4.3", "the dice", &told.dice, &dice);
        self.same("12.4.3", "the second dice", &told.again, &again);
        self.same("12.4.3", "the results", told.results.as_str(), results.as_str());
        let had = self.units[target].rating(self.book.one("fortress-steps"))
            - self.units[target].steps_lost;
        let steps = steps.min(had);
        self.same("12.4.3", "the steps lost", told.steps, steps);
        self.same("12.4.3", "the steps left", told.steps_left, had - steps);
        self.units[target].steps_lost += steps;
        self.fallen = (steps >= had).then_some(hex);
    }

    /// 1914 12.3.4: it was decided that a unit takes the hex of a fortress: who holds it is displaced.
    pub fn displaces(&mut self) {
        let Some(hex) = self.fallen else { return };
        let there = self.stack(hex, 1 - self.active);
        let falls_back = |unit: &usize| self.units[*unit].in_force();
        let units: Vec<usize> = there.into_iter().filter(falls_back).collect();
        if !units.is_empty() {
            self.owed.push(Owed::new(None, &units, 1, "12.3.4", hex));
        }
    }

    /// 1914 12.4.2: one unit takes it.
    pub fn occupies(&mut self, units: &[usize], from: Hex, to: Hex) {
        let side = units.first().map_or(0, |&unit| self.units[unit].side);
        self.enters(from, to, side, "12.3.4");
        let fallen = self.fallen.take();
        self.same("12.4.2", "the hex of the fortress", Some(to), fallen);
        let one = matches!(units, [unit] if self.units[*unit].fights());
        self.must(one, "12.4.2", "one combat unit advances");
    }

    fn barrage(&mut self, told: &Barraged) {
        let Some(side) = self.side(&told.side) else { return };
        let units = self.all(&told.units);
        let hex = self.hex(&told.hex);
        self.same("13.3", "who acts", side, self.active);
        let (mut guns, mut heavy) = (0, false);
        for &unit in &units {
            self.same("13.3", "whose unit it is", self.units[unit].side, side);
            let (count, calibre) = self.of_gun(unit);
            match calibre {
                0 => {}
                300.. => heavy = true,
                _ => guns += count,
            }
        }
        self.same("13.3.3", "the guns", (told.guns, told.heavy), (guns, heavy));
        self.must(guns >= self.book.number("preparation_guns"), "13.3", "too few guns");
        let left = self.count(0);
        self.same("13.4", "what is left", Some(told.left), left);
        let dice = self.thrown("preparatory-bombardment", side, "1914 13.3.3", 1);
        self.same("13.3.3", "the die", vec![told.die], dice);
        let walled = hex.is_some_and(|hex| {
            self.stack(hex, 1 - side).iter().any(|&it| self.units[it].kind() == Kind::Fortress)
        });
        let (mut shifts, mut check, mut reductions) = (0, 0, 0);
        for word in told.result.split_whitespace() {
            match word.strip_suffix('E') {
                Some(added) => check = added.parse().unwrap_or_default(),
                None if word == "s" => reductions += 1,
                None => shifts = word.parse().unwrap_or(shifts),
            }
        }
        let shifts = if walled { 0 } else { shifts };
        self.same("13.3.4", "the shifts", told.shifts, shifts);
        self.fire = Barrage { hex, shifts, check };
        if let Some(hex) = hex.filter(|_| reductions > 0) {
            let there = self.stack(hex, 1 - side);
            self.dues.push(Due::reductions(&there, reductions, "1914 13.3.4"));
        }
    }
}
