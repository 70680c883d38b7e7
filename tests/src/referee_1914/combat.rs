//! 1914 9.1, 9.2, 9.8, 9.9, 21.1: attacks, their dice and what comes of them.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::Hex;
use salient_offensive_1914::event::battle::{Fought, Indicated};

use super::book::{Half, Sign, halves};
use super::losses::Due;
use super::odds::Sides;
use super::retreat::Owed;
use super::roster::Kind;
use super::{Referee, Stage};

/// A hex whose combat comes together with another (1914 19.4).
pub struct Awaited {
    hex: Hex,
    /// Whether the force fights in both.
    must: bool,
}

/// A combat that has been told, until its end.
pub struct Fight {
    pub attack: u32,
    /// The attacker's side.
    pub side: usize,
    /// Who fights, with the hex that each fought from.
    pub units: [Vec<(usize, Hex)>; 2],
    pub idle: Vec<usize>,
    pub hex: Hex,
    pub halves: [Half; 2],
    /// Hexes of the defender's retreat by the table.
    pub retreat: u8,
    /// Whether the odds were so low that the defender makes no check (1914 10.0).
    pub spared: bool,
    pub flanked: bool,
    /// Who took up two hexes.
    pub two: BTreeSet<usize>,
    /// The guns of each side in units and value, as strong as they went in.
    pub guns: [Vec<(Vec<usize>, i32)>; 2],
    pub quarters: [i32; 2],
    /// What has been told of the guns of each side.
    pub fired: [Option<i32>; 2],
    pub checked: BTreeSet<usize>,
    /// The dice of the hex that is being checked.
    pub dice: Option<(Hex, [u8; 2])>,
    /// Hexes that each force of the defender had to fall back for its check.
    pub obligations: Vec<(Vec<usize>, i32)>,
}

impl Fight {
    /// The hexes that a unit has fought in.
    pub fn stood(&self, unit: usize) -> Vec<Hex> {
        let all = self.units.iter().flatten().filter(|(other, _)| *other == unit);
        all.map(|(_, hex)| *hex).collect()
    }

    /// The guns of units of a hex: of those in two hexes half, rounded up (1914 19.4).
    pub fn halved_guns(&self, values: &BTreeMap<usize, i32>, units: &[usize]) -> i32 {
        let value = |two: bool| -> i32 {
            let own = units.iter().filter(|unit| self.two.contains(unit) == two);
            own.filter_map(|unit| values.get(unit)).sum()
        };
        value(false) + (value(true) + 1) / 2
    }
}

impl Referee<'_> {
    /// 1914 9.1: an attack is indicated, as its side has said.
    pub fn indicates(&mut self, told: &Indicated) {
        let Indicated { side, units, hex, top, rule } = told;
        let by = self.side(side);
        self.same("9.1", "who attacks", by, Some(self.active));
        self.must(self.stage == Stage::Attack, "9.0", "attacks are made in attack phases");
        self.same("9.1", "the rule", rule.as_str(), "1914 9.1");
        let units = self.all(units);
        let Some(hex) = self.hex(hex) else { return };
        for &unit in &units {
            let own = self.units[unit].clone();
            let name = own.name.clone();
            self.same("9.1", &format!("the side of {name}"), Some(own.side), by);
            let fronts = self.faces(unit, hex);
            let near = !fronts.is_empty();
            self.must(near, "9.2", &format!("{name} does not stand next to what it attacks"));
            let closed = fronts.iter().all(|&at| self.is_closed(at, hex));
            self.must(
                !near || !closed,
                "9.2.3",
                &format!("{name} attacks over what no attack crosses"),
            );
            let able = !own.is_formation() || own.status < 4;
            self.must(able, "9.2.3", &format!("{name} is too far down to attack"));
            self.must(!own.fought && !own.fled, "9.2", &format!("{name} fights once a phase"));
            let other = own.prepared.is_some_and(|(_, at)| at != hex);
            self.must(!other, "7.3.1", &format!("{name} has prepared another attack"));
        }
        let side = self.active;
        self.tops(hex, 1 - side, top.as_deref());
        self.must(!self.stack(hex, 1 - side).is_empty(), "9.2", "nobody is attacked");
        self.must(!self.resolved.contains(&hex), "9.2", "a hex is attacked once a phase");
        self.must(!self.is_protected(hex, 1 - side), "12.2.2", "its camp protects the hex");
        let corps: BTreeSet<Option<String>> = units
            .iter()
            .filter(|&&unit| self.units[unit].is_formation())
            .map(|&unit| self.above(unit, "corps-size"))
            .collect();
        let most = self.book.number("combat_corps");
        self.must(corps.len() as i32 <= most, "9.2.2", "too many corps attack together");
        let armies: BTreeSet<Option<String>> = units
            .iter()
            .filter(|&&unit| self.units[unit].is_formation())
            .map(|&unit| self.above(unit, "army-size"))
            .collect();
        self.must(armies.len() <= 1, "9.2.2", "several armies attack together");
        self.attacked.insert(hex);
        self.indicated.push((units, hex));
    }

    /// 1914 3.1.5: whom the enemy sees of a stack. An enemy is next to it: its largest formations
    /// lie on top, by proficiency, but for those who are demoralized; then fortresses, assets, guns
    /// and supply units.
    fn tops(&mut self, hex: Hex, side: usize, told: Option<&str>) {
        let rank = |&unit: &usize| {
            let own = &self.units[unit];
            let layer = match own.kind() {
                Kind::Fort | Kind::Fortress => 4,
                Kind::Depot | Kind::Train => 7,
                Kind::Guns => 6,
                _ if !own.is_formation() => 5,
                _ if own.status > 4 => 3,
                // A cavalry corps is larger than a division (1914 2.2.2).
                Kind::Cavalry if !own.is_brigade() && !own.is_large() => 0,
                _ if own.is_large() => 1,
                _ => 2,
            };
            (layer, -own.rating(self.book.one("proficiency")), unit)
        };
        let top = self.stack(hex, side).into_iter().min_by_key(rank);
        let found = top.map(|unit| self.units[unit].name.clone());
        self.same("3.1.5", "who lies on top", told, found.as_deref());
    }

    /// 1914 9.2.3, 21.3: whether no attack crosses a hexside now.
    pub fn is_closed(&self, one: Hex, other: Hex) -> bool {
        let between = self.ground.between(one, other);
        between.closed || between.inundation && self.flooded
    }

    /// 1914 21.2: ships support the defence of an Allied unit in a coastal hex, once in an attack phase.
    fn supports_from_sea(&mut self, hex: Hex) {
        let coast = self.book.hexes("coast", &self.ground).contains(&hex);
        self.must(coast && self.active == 1, "21.2", "ships support an Allied unit on the coast");
        let first = !std::mem::replace(&mut self.ships, true);
        self.must(first, "21.2", "ships support once in an attack phase");
    }

    /// 1914 12.2.2.
    pub fn is_protected(&self, hex: Hex, side: usize) -> bool {
        let second = self.book.one("fortress-2");
        let camp = |unit: &usize| {
            let own = &self.units[*unit];
            own.kind() == Kind::Fortress && own.traits.iter().any(|it| it == second)
        };
        let Some(own) = self.stack(hex, side).into_iter().find(|unit| camp(unit)) else {
            return false;
        };
        let same = |unit: &usize| {
            let other = &self.units[*unit];
            other.kind() == Kind::Fortress
                && other.side == side
                && other.camp == self.units[own].camp
        };
        let hexes: Vec<Hex> =
            (0..self.units.len()).filter(same).filter_map(|unit| self.units[unit].at).collect();
        // In two hexes a division is but half of one in each (1914 19.1.3).
        let shelters = |unit: &usize| {
            let own = &self.units[*unit];
            own.is_division() && !own.is_two()
        };
        hexes.into_iter().any(|hex| self.stack(hex, side).iter().any(shelters))
    }

    pub fn comes_to_nothing(&mut self, told: &Indicated) {
        let Some(hex) = self.hex(&told.hex) else { return };
        let units = self.all(&told.units);
        let known = self.indicated.iter().any(|(_, at)| *at == hex);
        self.must(known, "9.1", "it was not indicated");
        self.indicated.retain(|(_, at)| *at != hex);
        let can = units.iter().any(|&unit| self.units[unit].at.is_some() && !self.units[unit].fled);
        let defends = self.stack(hex, 1 - self.active).iter().any(|&unit| {
            !self.units[unit].fled && (self.units[unit].in_force() || self.units[unit].face == 0)
        });
        self.must(!can || !defends, "9.1", "there is somebody left to fight");
    }

    /// 1914 9.1.1: an attack is fought.
    pub fn combat(&mut self, told: &Fought) {
        let core = &told.core;
        let fought = core.hexes.first().and_then(|label| self.hex(label));
        let twin = match self.awaited.take() {
            Some(it) if Some(it.hex) == fought => true,
            Some(it) => {
                let label = self.label(it.hex);
                let words = format!("the combat for {label} is not fought together with the other");
                self.must(!it.must, "19.4", &words);
                false
            }
            None => false,
        };
        if !twin {
            self.settle();
        }
        self.attacks += 1;
        let Some(side) = self.side(&core.side) else { return };
        let against = self.side(&core.against);
        self.same("9.9.1", "the number of the attack", core.attack, self.attacks);
        self.same("9.9.1", "the rule", core.rule.as_str(), "1914 9.9.1");
        self.same("9.0", "who attacks", side, self.active);
        self.same("9.0", "who is attacked", against, Some(1 - side));
        let (units, targets, idle) =
            (self.all(&core.units), self.all(&core.targets), self.all(&core.idle));
        self.same("9.1.1", "attacked hexes", core.hexes.len(), 1);
        let Some(hex) = core.hexes.first().and_then(|label| self.hex(label)) else { return };
        self.who_fights(&units, &targets, &idle, hex);
        let fresh = self.resolved.insert(hex);
        self.must(fresh, "9.2", "a hex is attacked once a phase");
        // Each half attacks out of its hex (1914 19.4).
        let from = |&unit: &usize| self.faces(unit, hex).into_iter().map(move |at| (unit, at));
        let sides: [Vec<(usize, Hex)>; 2] = [
            units.iter().flat_map(from).collect(),
            targets.iter().map(|&unit| (unit, hex)).collect(),
        ];
        let from: BTreeSet<String> = sides[0].iter().map(|(_, at)| self.label(*at)).collect();
        let from_told: BTreeSet<String> = core.from.iter().cloned().collect();
        self.same("9.1.1", "where it is attacked from", from_told, from);
        let without = self.all(&told.without_ammunition);
        self.ammunition(core.attack, [&units, &targets], &without);
        let stack = self.with_supply_units(&targets, &idle, hex);
        let prepared = units
            .iter()
            .filter(|&&unit| self.units[unit].fights())
            .all(|&unit| self.units[unit].prepared.is_some_and(|(_, at)| at == hex));
        let naval = told.shifts.iter().any(|it| it.rule == "1914 21.2");
        if naval {
            self.supports_from_sea(hex);
        }
        let odds = self.odds(&Sides {
            attackers: &sides[0],
            defenders: &targets,
            stack: &stack,
            hex,
            without: &without,
            prepared,
            naval,
        });
        self.same("9.6", "the strengths", core.strengths, Some(odds.strengths));
        self.awaits(&targets, &idle, hex);
        let terrain = |parts: &[salient_schema::event::Modifier]| {
            parts.iter().map(|it| it.value).sum::<i32>()
        };
        self.same(
            "9.3.1",
            "what the hex gives",
            terrain(&told.defence_terrain),
            self.ground.defence(hex),
        );
        self.terrain(told, &sides[0], &without);
        // An attack strength of 0 has no ratio: it reads the first column.
        if odds.strengths[0] > 0 {
            self.same("9.6", "the ratio", told.ratio.clone(), self.heading(odds.ratio));
            self.same("9.6.2", "the odds", told.odds.clone(), self.heading(odds.place));
        }
        let mut shifts: Vec<(i32, &str)> =
            told.shifts.iter().map(|it| (it.value, it.rule.as_str())).collect();
        let mut found = odds.shifts.clone();
        shifts.sort_unstable();
        found.sort_unstable();
        self.same("9.6.1", "the shifts", shifts, found);
        let last = self.book.columns().len() as i32 - 1;
        let column = odds.place.clamp(0, last);
        self.same("9.9", "the place of the column", told.place, column);
        let heading = self.heading(column);
        self.same("9.9", "the column", told.column.clone(), heading);
        self.same("9.7", "the proficiencies", told.proficiency, odds.proficiency);
        let [attack, defence] = odds.proficiency;
        self.dice(told, side, defence - attack);
        let cell = self.book.result(told.white, told.dice[1], column as usize).unwrap_or_default();
        self.same("9.9.2", "the result", told.result.as_str(), cell);
        let halves = halves(cell);
        let lone = targets.iter().all(|&unit| self.units[unit].kind() == Kind::Fortress);
        self.must(!(lone && told.intense[1]), "9.8", "a fortress alone never defends intensely");
        for (at, by) in [side, 1 - side].into_iter().enumerate() {
            // Of two combats that are fought together it is said of both before the first; where
            // one is bound to it by its plan (26.2.2) of the other alone.
            if self.said[by].len() == 1 && self.awaited.is_some() {
                if self.said[by].front() == Some(&told.intense[at]) {
                    self.said[by].clear();
                }
            } else if let Some(said) = self.said[by].pop_front() {
                self.same("9.8", "the intensity", told.intense[at], said);
            }
        }
        let (retreat, by_intensity) = counted(halves[1].retreat, told.intense);
        self.same("9.8.2", "the retreat", told.retreat, retreat);
        let told_by = told.by_intensity;
        self.same("9.8.2", "reductions for intensity", told_by, by_intensity);
        let reductions = [0, 1].map(|at| halves[at].reductions + by_intensity[at]);
        self.same("9.9.2", "strength reductions", told.reductions, reductions);
        let spared = odds.place < 0;
        let guns = self.guns(&sides, &self.all_known(&core.target_support), &without);
        let attacking: Vec<usize> = sides[0].iter().map(|(unit, _)| *unit).collect();
        let quarters = [0, 1].map(|at| self.under_fire([&attacking, &targets][at]));
        self.supporters(&core.target_support, &sides[0], &targets, hex);
        for unit in self.all_known(&core.target_support) {
            self.units[unit].fired = true;
        }
        for &unit in units.iter().chain(&targets) {
            (self.units[unit].fought, self.units[unit].fired) = (true, true);
        }
        self.results(&[&units, &targets], halves, reductions);
        if retreat > 0 {
            let who: Vec<usize> =
                targets.iter().copied().filter(|&unit| self.units[unit].in_force()).collect();
            self.owed.push(Owed::new(Some(core.attack), &who, i32::from(retreat), "9.9.2", hex));
        }
        self.fights.push(Fight {
            attack: core.attack,
            side,
            units: sides,
            idle,
            hex,
            halves,
            retreat,
            spared,
            flanked: odds.flanked(),
            two: (0..self.units.len()).filter(|&unit| self.units[unit].is_two()).collect(),
            guns,
            quarters,
            fired: [None, None],
            checked: BTreeSet::new(),
            dice: None,
            obligations: Vec::new(),
        });
    }

    /// Who attacks was indicated; who stands in the hex defends or is withheld (1914 9.2.5).
    fn who_fights(&mut self, units: &[usize], targets: &[usize], idle: &[usize], hex: Hex) {
        let side = self.active;
        let known = self.indicated.iter().filter(|(_, at)| *at == hex);
        let known: Vec<usize> = known.flat_map(|(units, _)| units).copied().collect();
        for &unit in units {
            let name = self.units[unit].name.clone();
            self.must(known.contains(&unit), "9.1", &format!("{name} was not indicated"));
            let near = !self.faces(unit, hex).is_empty();
            self.must(near, "9.2", &format!("{name} does not stand next to the hex"));
            self.must(!self.units[unit].fled, "9.2", &format!("{name} has fallen back"));
        }
        let mut told: Vec<usize> = targets.iter().chain(idle).copied().collect();
        told.sort_unstable();
        let here = self.stack(hex, 1 - side);
        let here: Vec<usize> =
            here.into_iter().filter(|&unit| !self.units[unit].supplies()).collect();
        self.same("9.2.4", "who stands in the hex", told, here);
        for &unit in targets {
            let name = self.units[unit].name.clone();
            self.must(!self.units[unit].fled, "9.2.5", &format!("{name} must be withheld"));
        }
        let steep = self.book.is("steep-mountain", self.ground.kind(hex));
        let limit = self.book.number(if steep { "steep_stacking" } else { "combat_stacking" });
        self.must(self.size(targets) <= limit, "3.1.2", "too much defends");
        for &unit in idle {
            let own = &self.units[unit];
            let may = !matches!(own.kind(), Kind::Fort | Kind::Fortress);
            let name = own.name.clone();
            self.must(may, "9.2.5", &format!("{name} is never withheld"));
        }
    }

    /// What each force loses by its hexside (1914 9.3.2), as the log lists it.
    fn terrain(&mut self, told: &Fought, attackers: &[(usize, Hex)], without: &[usize]) {
        let hexes: BTreeSet<Hex> = attackers.iter().map(|(_, at)| *at).collect();
        let from = |hex: Hex| -> Vec<usize> {
            let here = attackers.iter().filter(|(_, at)| *at == hex);
            here.map(|(unit, _)| *unit).collect()
        };
        let forces = hexes.into_iter().flat_map(|hex| self.forces(&from(hex)));
        let sum: i32 = forces.map(|force| self.strength_of(&force, "attack", without)).sum();
        let less: i32 = told.attack_terrain.iter().map(|it| it.value).sum();
        let strength = told.core.strengths.map_or(0, |[attack, _]| attack);
        self.same("9.3.2", "what hexsides take", strength, sum + less);
        for part in &told.attack_terrain {
            let at = part.hex.as_ref().and_then(|label| self.hex(label));
            let here = at.is_some_and(|at| attackers.iter().any(|(_, from)| *from == at));
            self.must(here, "9.3.2", "nobody attacks from there");
            self.same("9.3.2", "the rule", part.rule.as_str(), "1914 9.3.2");
        }
    }

    /// 1914 9.9.1, 21.1: the dice.
    fn dice(&mut self, told: &Fought, side: usize, drm: i32) {
        let mut rules = vec!["1914 9.9.1"];
        let black = |dice: [u8; 2]| dice[1];
        let poor = |dice: [u8; 2]| black(dice) == if side == 0 { 1 } else { 6 };
        let early = i32::from(self.turn) <= self.book.number("doctrine_turns");
        let first = told.rerolled.unwrap_or(told.dice);
        self.same(
            "21.1",
            "whether dice are thrown again",
            told.rerolled.is_some(),
            early && poor(first),
        );
        let mut dice = vec![told.dice];
        if let Some(again) = told.rerolled {
            dice.insert(0, again);
            rules.push("1914 21.1");
        }
        for (rule, told) in rules.into_iter().zip(dice) {
            let white = self.thrown("white-die", side, rule, 1);
            let black = self.thrown("black-die", side, rule, 1);
            self.same("9.9.1", "the dice", told.to_vec(), [white, black].concat());
        }
        self.same("9.9.1", "the white die", told.white, i32::from(told.dice[0]) + drm);
    }

    /// 1914 9.9.2, 9.10: what a result does at once.
    fn results(&mut self, sides: &[&Vec<usize>; 2], halves: [Half; 2], reductions: [u8; 2]) {
        for at in [0, 1] {
            let fighters: Vec<usize> =
                sides[at].iter().copied().filter(|&unit| self.units[unit].in_force()).collect();
            if halves[at].level {
                // The defenders are all of one hex.
                let forces =
                    if at == 0 { self.forces_by_hex(&fighters) } else { self.forces(&fighters) };
                for force in forces {
                    self.dues.push(Due::levels(self, &force, 1, "1914 9.9.2"));
                }
            }
            if reductions[at] > 0 && !fighters.is_empty() {
                self.dues.push(Due::result(&fighters, i32::from(reductions[at])));
            }
        }
    }

    /// The forces of units that stand in several hexes, each once.
    pub fn forces_by_hex(&self, units: &[usize]) -> Vec<Vec<usize>> {
        let hexes: BTreeSet<Hex> =
            units.iter().flat_map(|&unit| self.units[unit].hexes()).collect();
        let here = |hex: Hex| -> Vec<usize> {
            units.iter().copied().filter(|&unit| self.units[unit].is_in(hex)).collect()
        };
        // One in two hexes is found in both: it is looked at where it stands first.
        let first = |hex: Hex, force: &Vec<usize>| {
            force.first().is_some_and(|&head| self.units[head].at == Some(hex))
        };
        let all = hexes
            .into_iter()
            .flat_map(|hex| self.forces(&here(hex)).into_iter().map(move |force| (hex, force)));
        all.filter(|(hex, force)| first(*hex, force)).map(|(_, force)| force).collect()
    }

    /// 1914 19.4: whether the other hex of a force that is fought for is attacked too.
    fn awaits(&mut self, targets: &[usize], idle: &[usize], hex: Hex) {
        let attacked = |other: &Hex| {
            *other != hex
                && !self.resolved.contains(other)
                && self.indicated.iter().any(|(_, at)| at == other)
        };
        let two = targets.iter().chain(idle).copied().filter(|&unit| self.units[unit].is_two());
        let other = two.flat_map(|unit| self.units[unit].hexes().map(move |at| (unit, at)));
        let found = other.into_iter().find(|(_, at)| attacked(at));
        self.awaited = found.map(|(unit, hex)| Awaited { hex, must: targets.contains(&unit) });
    }

    /// A combat that is under way, by its number.
    pub fn fight_of(&mut self, attack: u32) -> Option<Fight> {
        let place = self.fights.iter().position(|fight| fight.attack == attack)?;
        Some(self.fights.remove(place))
    }
}

/// 1914 9.8.2: the hexes that a retreat counts for, and who is reduced for intensity.
fn counted(sign: Option<Sign>, intense: [bool; 2]) -> (u8, [u8; 2]) {
    let black = match sign {
        Some(Sign::Black(hexes)) => hexes,
        _ => 0,
    };
    let white = sign == Some(Sign::White);
    match intense {
        [false, false] => (black, [0, 0]),
        [true, false] => (black + u8::from(white), [u8::from(black == 0), 0]),
        [false, true] => (0, [0, u8::from(black > 0)]),
        [true, true] => (black, [u8::from(black == 0), u8::from(sign.is_some())]),
    }
}
