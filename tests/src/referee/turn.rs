//! The game, its turns and steps, weather, reinforcements, limits of the opening, victory.

use salient_kaisers_battle::event::{MovementLimit, Reinforcement, Weather};
use salient_schema::event::{
    Control, GameOver, GameStart, Modifier, PhaseStart, PointSource, ScoreCount, ScoreLine,
    TurnEnd, TurnStart,
};
use salient_schema::ruleset::SequenceStep;
use salient_schema::scenario::{Entry, HalfDay};

use super::board::{Place, distance};
use super::book::{self, Side, TRENCHES};
use super::force::Where;
use super::order::Order;
use super::{Referee, Ruling, dice, must, same, same_set};

/// A step of the sequence of play.
#[derive(Debug)]
pub struct Step {
    pub id: String,
    name: String,
    pub side: Option<Side>,
    from: u16,
    to: u16,
    every: Option<u16>,
    rule: String,
}

pub fn flatten(stages: &[SequenceStep], out: &mut Vec<Step>) {
    for stage in stages {
        out.push(Step {
            id: stage.id.clone(),
            name: stage.name.clone(),
            side: stage.side.as_deref().and_then(|side| Side::of(side).ok()),
            from: stage.from_turn.unwrap_or(1),
            to: stage.to_turn.unwrap_or(u16::MAX),
            every: stage.every,
            rule: stage.rule.clone().unwrap_or_default(),
        });
        flatten(&stage.steps, out);
    }
}

/// KB 4.2: the steps with something to do, in order, with their first and last game-turns.
const OUTLINE: [(&str, u16, u16); 16] = [
    ("weather", 3, 10),
    ("air-allocation", 3, 10),
    ("interception", 3, 10),
    ("ground-attack", 3, 10),
    ("pre-determined-reinforcements", 1, 10),
    ("variable-reinforcements", 6, 10),
    ("counter-battery", 3, 10),
    ("persistent-gas", 3, 10),
    ("drumfire", 1, 2),
    ("german-breakdown", 3, 10),
    ("german-first-segment", 1, 10),
    ("german-second-segment", 1, 10),
    ("german-combat", 1, 10),
    ("allied-first-segment", 1, 10),
    ("allied-second-segment", 1, 10),
    ("allied-combat", 1, 10),
];

/// How many units may still move in the opening (KB 17.1).
#[derive(Debug, Default)]
pub struct Limits {
    /// Germans that are not free.
    pub german: Option<u16>,
    /// By corps.
    pub corps: Vec<(String, u16)>,
}

impl Referee<'_> {
    pub fn game_start(&mut self, start: &GameStart) -> Ruling {
        let GameStart {
            system,
            scenario,
            map,
            seed,
            generator,
            fingerprint,
            format_version,
            log_version,
        } = start;
        same("the system", system.as_str(), "kaisers-battle")?;
        same("the scenario", scenario, &self.bundle.scenario.id)?;
        same("the map", map, &self.bundle.map.id)?;
        same("the generator", generator.as_str(), dice::GENERATOR)?;
        same("the fingerprint", fingerprint.clone(), self.bundle.fingerprint())?;
        same("the format", *format_version, 1)?;
        same("the version of the log", *log_version, 2)?;
        self.dice = dice::Dice::new(*seed);
        Ok(())
    }

    pub fn turn(&mut self, turn: &TurnStart) -> Ruling {
        let TurnStart { label, half } = turn;
        let begun = self.step.is_none_or(|step| step + 1 == self.sequence.len());
        must(begun, "KB 4.1", "the turn before is not over")?;
        self.turn += 1;
        self.step = None;
        let def = self.bundle.scenario.turns.get(usize::from(self.turn) - 1);
        let def = def.ok_or("KB 20.0: the game has no more turns")?;
        same("the label of the turn", label, &def.label)?;
        same("the half of the day", *half, def.half)?;
        self.entered.clear();
        self.air = Default::default();
        self.observed.clear();
        Ok(())
    }

    pub fn phase(&mut self, phase: &PhaseStart) -> Ruling {
        self.end_step()?;
        let PhaseStart { name, side, rule, missing } = phase;
        let from = self.step.map_or(0, |step| step + 1);
        let runs = |step: &Step| {
            let falls = |every: u16| (self.turn - step.from).is_multiple_of(every.max(1));
            (step.from..=step.to).contains(&self.turn) && step.every.is_none_or(falls)
        };
        let next = self.sequence.iter().skip(from).position(runs);
        let next = from + next.ok_or("KB 4.2: the turn has no more steps")?;
        let step = &self.sequence[next];
        same("the name of the step", name, &step.name)?;
        let told = side.as_deref().map(Side::of).transpose()?;
        same("the side of the step", told, step.side)?;
        same("the rule of the step", rule, &step.rule)?;
        same("whether the step is missing", *missing, false)?;
        let id = step.id.clone();
        let outline = |from: usize, to: usize| {
            let between = self.sequence[from..to].iter().map(|step| step.id.as_str());
            OUTLINE
                .iter()
                .filter(|(_, first, last)| (*first..=*last).contains(&self.turn))
                .find(|(id, _, _)| between.clone().any(|other| other == *id))
                .map(|(id, _, _)| *id)
        };
        same("a step of KB 4.2 that is left out", outline(from, next), None)?;
        if let Some((_, first, last)) = OUTLINE.iter().find(|(known, _, _)| *known == id) {
            let when = (*first..=*last).contains(&self.turn);
            must(when, "KB 4.2", "the step has no place in this game-turn")?;
        }
        self.step = Some(next);
        self.begin_step(&id)
    }

    fn begin_step(&mut self, id: &str) -> Ruling {
        match id {
            "german-first-segment" | "allied-first-segment" => {
                self.units.iter_mut().for_each(|unit| unit.moved = false);
                self.limits = Limits::default();
                self.gas_paid.clear();
            }
            "drumfire" | "ground-attack" => self.bombarded.clear(),
            "terminal" => self.gas_rolled.clear(),
            "german-combat" | "allied-combat" => self.begin_combat_phase(),
            _ => {}
        }
        Ok(())
    }

    /// What must have been done before the next step, or the end of the turn.
    fn end_step(&mut self) -> Ruling {
        self.settle()?;
        same("dice that nothing came of", self.rolled.front().cloned(), None)?;
        if let Some(old) = self.decided.iter().find(|old| !Self::may_come_to_nothing(old)) {
            return Err(format!("nothing came of {:?}", old.order));
        }
        self.decided.clear();
        let Some(step) = self.step else { return Ok(()) };
        let id = self.sequence[step].id.clone();
        match id.as_str() {
            "weather" => same("the turn whose weather was told", self.weathered, self.turn),
            "pre-determined-reinforcements" => self.all_have_entered(),
            "variable-reinforcements" => self.companies_are_placed(),
            "german-second-segment" | "allied-second-segment" => self.end_movement(),
            "german-combat" | "allied-combat" => self.end_combat_phase(),
            "counter-battery" => self.end_counter_battery(),
            "terminal" => {
                let left: Vec<_> = self.gas.difference(&self.gas_rolled).collect();
                same("gas that no die was thrown for", left, Vec::new())
            }
            _ => Ok(()),
        }
    }

    pub fn weather(&mut self, weather: &Weather) -> Ruling {
        let Weather { weather, die, modifiers, row, rule } = weather;
        must(self.weathered < self.turn, "KB 11.11", "the weather is settled")?;
        self.weathered = self.turn;
        let turns = &self.bundle.scenario.turns;
        let half = turns.get(usize::from(self.turn).max(1) - 1).and_then(|turn| turn.half);
        if self.turn <= 2 {
            same("the weather of KB 11.13", weather.as_str(), "fog")?;
            same("the die for it", *die, None)?;
            same("its modifiers", modifiers.as_slice(), &[])?;
            same("its row", *row, None)?;
            same("its rule", rule.as_str(), "KB 11.13")?;
            self.weather = "fog";
            return Ok(());
        }
        self.in_step("weather")?;
        let thrown = self.die("weather", Side::German)?;
        same("the die for the weather", *die, Some(thrown))?;
        let plus = if half == Some(HalfDay::Pm) { 1 } else { 0 };
        let expected = Modifier {
            value: 1,
            reason: "afternoon".to_owned(),
            hex: None,
            rule: "KB 11.12".to_owned(),
        };
        let expected = if plus == 0 { Vec::new() } else { vec![expected] };
        same("what is added to it", modifiers, &expected)?;
        let read = i32::from(thrown) + plus;
        same("the row", *row, Some(read))?;
        same("the weather", weather.as_str(), book::weather(read))?;
        same("the rule of the weather", rule.as_str(), "KB 11.14")?;
        self.weather = book::weather(read);
        Ok(())
    }

    pub fn movement_limit(&mut self, limit: &MovementLimit) -> Ruling {
        let MovementLimit { side, formation, die, plus, units, free, rule } = limit;
        let side = Side::of(side)?;
        same("whose movement is limited", Some(side), self.phasing())?;
        must(self.turn <= 2, "KB 17.15", "movement is limited on turns 1 and 2 only")?;
        if side == Side::German {
            self.in_step("german-first-segment")?;
            same("the formation", formation.as_deref(), None)?;
            same("what is added", *plus, 0)?;
            let (thrown, cited) = if self.turn == 1 {
                for unit in self.units.iter_mut() {
                    let place = unit.place();
                    unit.free = place.is_some_and(|at| self.board.has(at, &TRENCHES));
                }
                (None, "KB 17.11")
            } else {
                (Some(self.die("movement-limit", side)?), "KB 17.12")
            };
            same("the die", *die, thrown)?;
            same("how many may move", *units, thrown.unwrap_or(0).into())?;
            let found: Vec<String> = self
                .on_map(Side::German)
                .filter(|(unit, _)| unit.free)
                .map(|(unit, _)| unit.name.clone())
                .collect();
            same_set("who is free to move", free, &found)?;
            self.limits.german = Some(*units);
            same("the rule", rule.as_str(), cited)
        } else {
            self.in_step("allied-first-segment")?;
            let corps = ["br-18-corps", "br-3-corps"].get(self.limits.corps.len());
            same("the corps", formation.as_deref(), corps.copied())?;
            let thrown = self.die("movement-limit", side)?;
            same("the die", *die, Some(thrown))?;
            let more = if self.turn == 1 { 0 } else { 1 };
            same("what is added", *plus, more)?;
            same("how many may move", i32::from(*units), i32::from(thrown) + more)?;
            same("who is free to move", free.as_slice(), &[])?;
            self.limits.corps.push((formation.clone().unwrap_or_default(), *units));
            same("the rule", rule.as_str(), "KB 17.13")
        }
    }

    pub fn reinforcement(&mut self, arrival: &Reinforcement) -> Ruling {
        let Reinforcement { unit: name, side, hex, entry, displaced, face, rule } = arrival;
        let place = self.board.read(hex)?;
        let unit = self.unit(name)?;
        same("the side", Side::of(side)?, unit.side)?;
        same("the side that is reinforced (KB 15.0)", unit.side, Side::Allied)?;
        let told = self.decision(|_, action| matches!(action, Order::Place { .. }));
        if let Some(Order::Place { unit, hex: chosen }) = &told {
            same("the unit placed", name.as_str(), unit.as_str())?;
            same("the hex chosen", hex.as_str(), chosen.as_str())?;
        }
        let unit = self.unit(name)?;
        match unit.at() {
            Where::Expected => {
                self.in_step("pre-determined-reinforcements")?;
                same("the face", *face, 0)?;
                let (due, letter, from) = self.schedule(name)?;
                must(due <= self.turn, "KB 15.3", "the unit is not due")?;
                same("where it enters", entry.as_deref(), Some(letter.as_str()))?;
                let off = distance(from, place);
                if self.open_to_entry(from) {
                    same("where it enters", place, from)?;
                } else {
                    must(self.board.on_edge(place), "KB 15.13", "it enters by the edge")?;
                    must(self.open_to_entry(place), "KB 15.13", "the hex is barred")?;
                    let nearest = self.nearest_entry(from).unwrap_or(0);
                    must(off <= nearest.max(3), "KB 15.13", "it enters too far off")?;
                }
                same("how far off", *displaced, (off > 0).then_some(off))?;
                let cited = if off > 0 { "KB 15.13" } else { "KB 15.11" };
                same("the rule", rule.as_str(), cited)?;
                self.entered.insert(place);
            }
            Where::Pool => {
                self.in_step("variable-reinforcements")?;
                same("the face", Some(*face), unit.service)?;
                same("where it enters", entry.as_deref(), None)?;
                same("how far off", *displaced, None)?;
                same("the rule", rule.as_str(), "KB 15.23")?;
                let headquarters =
                    self.stack(place).any(|u| u.headquarters && u.side == Side::Allied);
                must(headquarters, "KB 15.23", "there is no headquarters")?;
                let left = self.companies.filter(|left| *left > 0);
                self.companies = Some(left.ok_or("KB 15.21: no more companies")? - 1);
            }
            _ => return Err(format!("KB 15.11: {name} is not to come")),
        }
        let turn = self.turn;
        self.units.put(name, Where::Map(place))?;
        let unit = self.units.unit_mut(name)?;
        unit.face = *face;
        unit.arrived = turn;
        self.enter(name, &[place]);
        Ok(())
    }

    /// The turn, letter and hex of a scheduled unit.
    fn schedule(&self, name: &str) -> Result<(u16, String, Place), String> {
        let groups = &self.bundle.scenario.reinforcements;
        let group = groups.iter().find(|group| group.counters.iter().any(|c| c == name));
        match group.map(|group| (group.turn, &group.entry)) {
            Some((turn, Entry::Letter(letter))) => {
                let place = self.board.letter(letter).ok_or("the map has no such entry hex")?;
                Ok((turn, letter.clone(), place))
            }
            _ => Err(format!("KB 15.3: {name} is not on the schedule")),
        }
    }

    /// KB 15.13.
    fn open_to_entry(&self, place: Place) -> bool {
        self.holder(place) != Some(Side::German) && !self.zone(place, Side::German)
    }

    fn nearest_entry(&self, from: Place) -> Option<u32> {
        self.board
            .places()
            .filter(|&place| self.board.on_edge(place) && self.open_to_entry(place))
            .map(|place| distance(from, place))
            .min()
    }

    /// KB 15.11, 15.13: nobody is late, unless the whole edge is barred.
    fn all_have_entered(&self) -> Ruling {
        for unit in self.units.iter().filter(|unit| unit.at() == Where::Expected) {
            if let Ok((due, _, from)) = self.schedule(&unit.name)
                && due <= self.turn
                && self.nearest_entry(from).is_some()
            {
                return Err(format!("KB 15.13: {} is late", unit.name));
            }
        }
        Ok(())
    }

    pub fn begin_companies(&mut self, die: u8) -> Ruling {
        self.in_step("variable-reinforcements")?;
        must(self.companies.is_none(), "KB 15.21", "one die is thrown")?;
        self.companies = Some(die);
        Ok(())
    }

    /// KB 15.21, 15.23, 15.25: as many as the die shows, if there are as many, and anywhere to
    /// place them.
    fn companies_are_placed(&mut self) -> Ruling {
        let left = self.companies.take().ok_or("KB 15.21: no die was thrown")?;
        let more = self.units.iter().any(|u| u.at() == Where::Pool && u.service.is_some());
        let somewhere = self.on_map(Side::Allied).any(|(unit, _)| unit.headquarters);
        must(left == 0 || !more || !somewhere, "KB 15.23", "all companies are placed at once")
    }

    /// KB 20.11: a unit enters hexes, one after the other, and takes the towns among them.
    pub fn enter(&mut self, name: &str, places: &[Place]) {
        let Ok(side) = self.unit(name).map(|unit| unit.side) else { return };
        for &place in places {
            if let Some(holder) = self.towns.get_mut(&place)
                && *holder != side
            {
                *holder = side;
                self.taken.push_back((place, side, name.to_owned()));
            }
        }
    }

    pub fn control(&mut self, control: &Control) -> Ruling {
        let Control { hex, name, side, unit, rule } = control;
        let (place, taker, by) = self.taken.pop_front().ok_or("KB 20.11: nothing is taken")?;
        same("the town", self.board.read(hex)?, place)?;
        same("its name", name.clone(), self.board.name(place))?;
        same("who holds it", Side::of(side)?, taker)?;
        same("who took it", unit.as_ref(), Some(&by))?;
        same("the rule", rule.as_str(), "KB 20.11")
    }

    /// KB 20.1: what is counted, by the name of the score.
    fn counted(&self, id: &str) -> Result<Vec<String>, String> {
        let label = |(column, row): Place| format!("{column:02}{row:02}");
        Ok(match id {
            "town_hex" => {
                let held = self.towns.iter().filter(|(_, side)| **side == Side::German);
                held.map(|(place, _)| label(*place)).collect()
            }
            "exited_unit" => {
                let gone = self.units.iter();
                let gone = gone.filter(|unit| unit.at() == Where::Exited { scores: true });
                gone.map(|unit| unit.name.clone()).collect()
            }
            "allied_unit_in_trench" => self
                .on_map(Side::Allied)
                .filter(|(_, place)| self.board.has(*place, &TRENCHES))
                .map(|(unit, _)| unit.name.clone())
                .collect(),
            "division_lost" => self.divisions_lost.clone(),
            other => return Err(format!("KB 20.1 has no '{other}'")),
        })
    }

    fn points(&self) -> Result<i32, String> {
        let mut points = 0;
        for id in ["town_hex", "exited_unit", "allied_unit_in_trench", "division_lost"] {
            points += self.counted(id)?.len() as i32 * book::score(id).unwrap_or(0);
        }
        Ok(points)
    }

    /// What the points are made of: each score by its source, the exits by kinds of units.
    fn sources(&self, sources: &[PointSource]) -> Ruling {
        let scores = [
            ("towns", "town_hex"),
            ("exits", "exited_unit"),
            ("trenches", "allied_unit_in_trench"),
            ("divisions-lost", "division_lost"),
        ];
        for source in sources {
            let PointSource { id, kind, side, count, points } = source;
            same("whose points", Side::of(side)?, Side::German)?;
            let known = scores.iter().find(|(source, _)| source == id);
            let (_, score) = known.ok_or_else(|| format!("{id} is no source of points"))?;
            let each = book::score(score).unwrap_or(0);
            same(&format!("the points by {id}"), *points, *count as i32 * each)?;
            must(kind.is_some() == (id == "exits"), "KB 20.12", "only exits have kinds")?;
            if let Some(kind) = kind {
                let exits = self.counted("exited_unit")?;
                let alike = exits.iter().filter(|unit| self.exit_kind(unit) == kind.as_str());
                same(&format!("the number of {kind}"), *count as usize, alike.count())?;
            }
        }
        for (source, score) in scores {
            let told = sources.iter().filter(|told| told.id == source);
            let told: u32 = told.map(|told| told.count).sum();
            same(&format!("the number of {source}"), told as usize, self.counted(score)?.len())?;
        }
        Ok(())
    }

    /// What kind of unit one is that has left the map: a whole division, a regiment of one that
    /// broke down or in place of one that was lost (KB 13.1, 13.2), another.
    fn exit_kind(&self, name: &str) -> &'static str {
        match self.units.iter().find(|unit| unit.name == name) {
            Some(unit) if unit.division => "divisions",
            Some(unit) if unit.replacement && unit.broken_down => "broken-down",
            Some(unit) if unit.replacement => "replacements",
            _ => "others",
        }
    }

    pub fn turn_end(&mut self, end: &TurnEnd) -> Ruling {
        self.in_step("terminal")?;
        self.end_step()?;
        let TurnEnd { points, levels: _, sources, state_hash } = end;
        same("the points", *points, self.points()?)?;
        self.sources(sources)?;
        same("the digits of the hash", state_hash.len(), 16)
    }

    pub fn score(&mut self, count: &ScoreCount) -> Ruling {
        let ScoreCount { side, lines, points, rule } = count;
        must(self.turn == 10, "KB 20.0", "the game has ten turns")?;
        same("whose points", Side::of(side)?, Side::German)?;
        let told: Vec<&str> = lines.iter().map(|line| line.id.as_str()).collect();
        let all = ["town_hex", "exited_unit", "allied_unit_in_trench", "division_lost"];
        same_set("what is counted", &told, &all)?;
        for line in lines {
            let ScoreLine { id, count, each, points, of, rule } = line;
            let found = self.counted(id)?;
            same_set(id, of, &found)?;
            same(&format!("the number of {id}"), *count as usize, found.len())?;
            same(&format!("the points for each {id}"), Some(*each), book::score(id))?;
            same(&format!("the points for {id}"), *points, *count as i32 * each)?;
            let cited = match id.as_str() {
                "town_hex" => "KB 20.11",
                "exited_unit" => "KB 20.12",
                "allied_unit_in_trench" => "KB 20.13",
                _ => "KB 20.14",
            };
            same("the rule of a score", rule.as_deref(), Some(cited))?;
        }
        same("the points", *points, self.points()?)?;
        self.scored = true;
        same("the rule of the count", rule.as_str(), "KB 20.1")
    }

    pub fn game_over(&mut self, over: &GameOver) -> Ruling {
        let GameOver { level, side, points, reason: _, sources, state_hash, rule } = over;
        must(self.scored, "KB 20.0", "the points are counted first")?;
        same("the points", *points, self.points()?)?;
        self.sources(sources)?;
        same("the level", level.as_str(), book::level(*points))?;
        let winner = if *points >= 36 { Side::German } else { Side::Allied };
        same("the winner", Side::of(side)?, winner)?;
        same("the digits of the hash", state_hash.len(), 16)?;
        same("the rule", rule.as_str(), "KB 20.3")?;
        self.over = true;
        Ok(())
    }
}
