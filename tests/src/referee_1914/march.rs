//! 1914 7.1, 7.2, 7.5, 8.2 to 8.5, 14.3: points, forced marches and tasks.

use salient_hex::Hex;
use salient_offensive_1914::event::march::{FellBack, ForcedMarch, TaskDone, TaskKind};
use salient_offensive_1914::event::retreat::FortTested;

use super::ground::River;
use super::losses::Due;
use super::roster::Kind;
use super::{Referee, Stage};

impl Referee<'_> {
    /// 1914 7.1.1.
    pub fn allowance(&self) -> i32 {
        let counter = self.stage == Stage::CounterMovement;
        self.book.number(if counter { "counter_movement" } else { "movement" })
    }

    /// 1914 7.2.1, 7.7.4, 8.8.1, 22.1: points that a forced march gives.
    fn forced(&self, unit: usize) -> i32 {
        let own = &self.units[unit];
        let french = self.book.is("french", &own.nation)
            && self.stage == Stage::Movement
            && i32::from(self.turn) <= self.book.number("french_march");
        match own.kind() {
            _ if french || own.entrained => 0,
            Kind::Infantry => self.book.number("infantry_march"),
            Kind::Cavalry => self.book.number("cavalry_march"),
            _ => 0,
        }
    }

    /// All the points that a unit may spend.
    pub fn points(&self, unit: usize) -> i32 {
        self.allowance() + self.forced(unit)
    }

    fn over(&self, unit: usize) -> i32 {
        (self.units[unit].spent - self.allowance()).max(0)
    }

    /// A movement phase begins: reactions are counted first (1914 8.2.4a).
    pub fn begin_movement(&mut self) {
        self.begin_journeys();
        self.pontoon = None;
        for unit in 0..self.units.len() {
            self.units[unit].spent = 0;
            if self.units[unit].side == self.active && self.units[unit].at.is_some() {
                let most = self.allowance() + self.forced(unit);
                let recorded = self.units[unit].recorded;
                self.units[unit].spent = recorded.min(most);
                self.units[unit].recorded = (recorded - most).max(0);
            }
        }
    }

    /// The phase ends: whoever has forced a march has checked.
    pub fn end_movement(&mut self) {
        self.end_journeys();
        self.corps_formed();
        for unit in 0..self.units.len() {
            let own = &self.units[unit];
            if own.side == self.active && own.at.is_some() && self.over(unit) > 0 {
                let words = format!("{} makes no check for its forced march", own.name);
                self.fault("7.2.3", words);
            }
        }
    }

    /// 1914 7.1 to 7.1.6a, 12.1.3, 15.6.3: what a step costs units that go together.
    pub fn cost(&self, units: &[usize], from: Hex, to: Hex) -> Option<i32> {
        let side = self.units[*units.first()?].side;
        if units.iter().any(|&unit| self.units[unit].kind() == Kind::Depot) {
            let along = self.ground.joined(from, to);
            return along.then(|| self.book.number("depot_movement"));
        }
        let between = self.ground.between(from, to);
        let pair = (from.min(to), from.max(to));
        let crosses = !between.pontoon || self.may_take_pontoon(units);
        let bridged = between.bridge && crosses && !self.blown.contains(&pair);
        let bridge = bridged.then(|| self.book.number("bridge_movement"));
        let mut cost = self.ground.step(from, to, bridge)?;
        if between.inundation && self.flooded {
            cost += self.book.number("inundation_movement");
        }
        let [leaves, enters] = [from, to].map(|hex| self.is_in_zone(hex, 1 - side));
        cost += match (leaves, enters) {
            (false, false) => 0,
            (false, true) => self.book.number("enter_zone"),
            (true, false) => self.book.number("leave_zone"),
            (true, true) => {
                let friend = self.stack(to, side).into_iter().any(|unit| {
                    let own = &self.units[unit];
                    !units.contains(&unit) && (own.is_formation() || own.kind() == Kind::Fortress)
                });
                self.book.number(if friend { "zone_to_friend" } else { "zone_to_zone" })
            }
        };
        if !self.stack(to, 1 - side).is_empty() {
            cost += self.book.number("bare_fortress");
        }
        Some(cost)
    }

    /// 1914 24.6: whether no other formation has crossed the pontoon bridge in this phase.
    fn may_take_pontoon(&self, units: &[usize]) -> bool {
        let own = |&unit: &usize| {
            let own = &self.units[unit];
            own.formation.as_ref().filter(|_| own.is_formation())
        };
        self.pontoon.is_none()
            || units.iter().filter_map(own).any(|it| Some(it) == self.pontoon.as_ref())
    }

    /// Units move by a hex.
    pub fn marches(&mut self, units: &[usize], from: Hex, to: Hex) {
        self.may_march(units);
        self.steps_into(units, from, to);
        match self.cost(units, from, to) {
            Some(cost) => self.pays(units, cost),
            None => {
                let (from, to) = (self.label(from), self.label(to));
                self.fault("7.1", format!("nobody goes from {from} to {to}"));
            }
        }
    }

    /// Whether units may move at all.
    pub fn may_march(&mut self, units: &[usize]) {
        let side = self.active;
        let moves = matches!(self.stage, Stage::Movement | Stage::CounterMovement);
        self.must(moves, "7.0", "units move in movement phases");
        for &unit in units {
            let own = self.units[unit].clone();
            self.same("7.0", &format!("the side of {}", own.name), own.side, side);
            let can = !matches!(own.kind(), Kind::Fort | Kind::Fortress);
            self.must(can, "7.0", &format!("{} never moves", own.name));
            let bound = self.trains.bound.contains_key(&unit);
            self.must(!bound, "7.7.4", &format!("{} goes by rail", own.name));
            self.trains.fresh.remove(&unit);
            self.must(
                own.prepared.is_none(),
                "7.3",
                &format!("{} has prepared an attack", own.name),
            );
        }
    }

    /// Units step into a hex, with one half at least.
    pub fn steps_into(&mut self, units: &[usize], from: Hex, to: Hex) {
        let side = self.active;
        self.enters(from, to, side, "7.1.2");
        let between = self.ground.between(from, to).clone();
        if between.pontoon && !self.blown.contains(&(from.min(to), from.max(to))) {
            let formation = units.iter().find(|&&unit| self.units[unit].is_formation());
            let own = formation.and_then(|&unit| self.units[unit].formation.clone());
            self.crossing = self.crossing.take().or(own);
        }
        self.must(!between.ridge, "7.1.3", "no unit moves over a mountain ridge");
        let doctrine = self.stage == Stage::CounterMovement
            && i32::from(self.turn) <= self.book.number("cavalry_doctrine")
            && units.iter().any(|&unit| self.units[unit].kind() == Kind::Cavalry);
        let barred = doctrine
            && (0..self.units.len()).any(|unit| {
                let own = &self.units[unit];
                own.side != side
                    && own.is_formation()
                    && own.kind() == Kind::Infantry
                    && self.zone_of(unit).contains(&to)
            });
        self.must(!barred, "8.4", "cavalry enters an infantry formation's zone");
        let guarded =
            units.iter().any(|&unit| self.units[unit].loc) && self.is_in_zone(to, 1 - side);
        self.must(!guarded, "8.7.1", "LOC units never enter an enemy zone");
    }

    /// Units that go together pay for a step.
    pub fn pays(&mut self, units: &[usize], cost: i32) {
        if let Some(own) = self.crossing.take() {
            self.pontoon.get_or_insert(own);
        }
        let spent =
            units.iter().map(|&unit| self.units[unit].spent).max().unwrap_or_default() + cost;
        for &unit in units {
            self.units[unit].spent = spent;
            let most = self.allowance() + self.forced(unit);
            let name = self.units[unit].name.clone();
            self.must(spent <= most, "7.2.1", &format!("{name} spends {spent} of {most} points"));
        }
    }

    /// A hex on the map that touches, without enemies and not over the sea.
    pub fn enters(&mut self, from: Hex, to: Hex, side: usize, rule: &'static str) {
        let touch = self.ground.touch(from, to);
        let open = touch && !self.ground.barred(to) && !self.ground.between(from, to).sea;
        let words = format!("nobody goes from {} to {}", self.label(from), self.label(to));
        self.must(open, rule, &words);
        let held = self.is_held_against(to, side);
        self.must(!held, "3.1", &format!("enemies stand in {}", self.label(to)));
    }

    /// 1914 7.2.3, 7.2.4, 8.7.3: the check after a forced march.
    pub fn forced_march(&mut self, told: &ForcedMarch) {
        let side = self.side(&told.side).unwrap_or_default();
        let units = self.all(&told.units);
        self.must_be_force(&units);
        let hex = self.hex(&told.hex);
        for &unit in &units {
            self.same("7.2.3", "whose unit it is", self.units[unit].side, side);
            let name = self.units[unit].name.clone();
            self.same("7.2.3", &format!("where {name} checks"), hex, self.units[unit].at);
        }
        let dice = self.thrown("forced march", side, "1914 7.2.3", 2);
        self.same("7.2.3", "the dice", told.dice.to_vec(), dice);
        let forced = units.iter().map(|&unit| self.over(unit)).max().unwrap_or_default();
        let who = self.named(&units);
        self.same("7.2.3", &format!("points of the forced march of {who}"), told.modifier, forced);
        let level = self.level(&units);
        self.same("7.2.3", "the level", told.level, level);
        let sum: i32 = told.dice.iter().map(|&die| i32::from(die)).sum();
        let by = (sum + told.modifier - level).max(0);
        self.same("6.2.1", "the failure", told.failed, by);
        let lead = units.iter().copied().find(|&unit| self.units[unit].is_formation());
        let lead = lead.or(units.first().copied());
        let cavalry = lead.is_some_and(|unit| self.units[unit].kind() == Kind::Cavalry);
        let failure = match by {
            0 => super::book::Failure::default(),
            _ => self.book.failure("march-failure", by, usize::from(cavalry)),
        };
        self.same("7.2.4", "levels", i32::from(told.levels), failure.levels);
        self.same("7.2.4", "strength reductions", i32::from(told.reductions), failure.reductions);
        let guards = |unit: &usize| {
            by > 0 && self.units[*unit].loc && self.units[*unit].kind() == Kind::Cavalry
        };
        let dead: Vec<usize> = units.iter().copied().filter(guards).collect();
        let told_dead = self.all(&told.eliminated);
        self.same("8.7.3", "who is eliminated", told_dead, dead.clone());
        let left: Vec<usize> = units.iter().copied().filter(|unit| !dead.contains(unit)).collect();
        let allowance = self.allowance();
        for &unit in &units {
            let own = &mut self.units[unit];
            own.spent = own.spent.min(allowance);
            if failure.unprepares && own.prepared.is_some() {
                self.flagging.insert(unit);
            }
        }
        if left.is_empty() || by == 0 {
            return;
        }
        if failure.reductions > 0 {
            self.dues.push(Due::reductions(&left, failure.reductions, "1914 7.2.4"));
        }
        if failure.levels > 0 {
            self.dues.push(Due::levels(self, &left, failure.levels, "1914 7.2.4"));
        }
    }

    /// 1914 7.5, 7.8, 14.3.
    pub fn works(&mut self, told: &TaskDone) {
        let Some(unit) = self.unit(&told.unit) else { return };
        let hex = self.hex(&told.hex);
        let there = hex.is_some_and(|hex| self.units[unit].is_in(hex));
        self.must(there, "7.8", "it works where it does not stand");
        let whose = self.side(&told.side);
        self.same("7.8", "whose unit it is", whose, Some(self.units[unit].side));
        let rule = match told.task {
            TaskKind::Entraining | TaskKind::Detraining => "1914 7.7.3",
            TaskKind::Recovery => "1914 7.5",
            TaskKind::Position => "1914 14.3.1",
        };
        self.same("7.8", "the rule", told.rule.as_str(), rule);
        let needed = self.book.number(match told.task {
            TaskKind::Entraining | TaskKind::Detraining => return self.entrains(unit, told),
            TaskKind::Recovery => "recovery_movement",
            TaskKind::Position => "position_movement",
        });
        self.same("7.8", "the points that a task costs", told.needed, needed);
        self.same("7.8", "whether it is completed", told.done, told.so_far >= needed);
        self.units[unit].spent += told.points;
        let spent = self.units[unit].spent;
        self.must(spent <= self.allowance(), "7.2.2", "forced points pay for a task");
        let formation = self.units[unit].is_formation();
        self.must(formation, "7.5", "formations alone recover and build");
        if told.done
            && told.task == TaskKind::Position
            && let Some(hex) = hex
        {
            self.dug = Some(hex);
        }
    }

    /// 1914 8.2.4, 8.3.2: reactions cost the hexside alone, without zones.
    pub fn falls_back(&mut self, told: &FellBack) {
        let Some(unit) = self.unit(&told.unit) else { return };
        let (from, to) = (self.hex(&told.from), self.hex(&told.hex));
        self.same("8.2.2", "where it has fallen back to", to, self.units[unit].at);
        let cavalry = self.units[unit].kind() == Kind::Cavalry;
        self.must(cavalry, "8.2", "cavalry alone reacts and retires");
        if let (Some(from), Some(to)) = (from, to) {
            let step = self.stepped.take().filter(|it| it.units == [unit]);
            let side = self.units[unit].side;
            let cost = |from: Hex, to: Hex| self.falls_back_for(side, from, to);
            let found = match step {
                // The dearer half counts (1914 19.2).
                Some(step) => self.cheapest(&step.before, &step.after, cost).map(|(cost, _)| cost),
                None => cost(from, to),
            };
            self.same("8.2.4", "the points", Some(told.points), found);
        }
        self.units[unit].recorded += told.points;
        let recorded = self.units[unit].recorded;
        self.same("8.2.4", "the points recorded", told.recorded, recorded);
    }

    /// What a step costs who falls back: a bare fortress of the enemy's what it costs whoever enters.
    fn falls_back_for(&self, side: usize, from: Hex, to: Hex) -> Option<i32> {
        let between = self.ground.between(from, to);
        let bridged = between.bridge && !self.blown.contains(&(from.min(to), from.max(to)));
        let bridge = bridged.then(|| self.book.number("bridge_movement"));
        let bare = match self.stack(to, 1 - side).is_empty() {
            true => 0,
            false => self.book.number("bare_fortress"),
        };
        self.ground.step(from, to, bridge).map(|cost| cost + bare)
    }

    /// 1914 8.5.2.
    pub fn fort(&mut self, told: &FortTested) {
        let FortTested { unit, side, hex, die, number, abandoned } = told;
        let side = self.side(side).unwrap_or_default();
        let Some(unit) = self.unit(unit) else { return };
        let hex = self.hex(hex);
        let own = self.units[unit].clone();
        self.same("8.5.2", "the fort's hex", hex, own.at);
        self.same("8.5.2", "whose fort it is", side, own.side);
        self.must(own.kind() == Kind::Fort, "8.5.2", "only a fort is abandoned");
        let thrown = self.thrown("abandonment", side, "1914 8.5.2", 1);
        self.same("8.5.2", "the die", vec![*die], thrown);
        self.same("8.5.2", "its number", *number, own.rating(self.book.one("abandonment")));
        self.same("8.5.2", "whether it is abandoned", *abandoned, i32::from(*die) > *number);
        if let Some(hex) = hex {
            let alone = self.stack(hex, side).iter().all(|&unit| !self.units[unit].fights());
            let enemy = self.ground.around(hex).any(|near| {
                self.stack(near, 1 - side).iter().any(|&unit| self.units[unit].fights())
            });
            self.must(alone && enemy, "8.5.2", "the fort is not alone with an enemy");
            if *abandoned && own.faces.len() > 1 {
                let hexes = self.book.number("fort_retreat");
                self.owed.push(super::retreat::Owed::new(None, &[unit], hexes, "8.5.2", hex));
            }
        }
    }

    /// What a river means to somebody who asks for words.
    pub fn is_hard(&self, from: Hex, to: Hex) -> bool {
        let between = self.ground.between(from, to);
        let bridged = between.bridge && !self.blown.contains(&(from.min(to), from.max(to)));
        between.ridge || between.river == River::Grand && !bridged
    }
}
