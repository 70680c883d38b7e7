//! IA 1.0, 3, 17.2, 17.4: the game, its turns and segments, and the end.

use salient_schema::Bundle;
use serde_json::{Value, json};

use super::force::{Off, muster};
use super::{Board, Book, Counts, Id, Referee, Ruling, dice, must};

impl<'a> Referee<'a> {
    pub fn new(bundle: &'a Bundle, told: &'a [Value]) -> Ruling<Self> {
        let book = Book::new(bundle)?;
        let board = Board::new(bundle, &book)?;
        let units = muster(bundle, &book)?;
        let control = vec![None; board.labels.len()];
        let start = told.first().ok_or("a log begins with a game")?;
        let seed = start["seed"].as_u64().ok_or("a game has a seed")?;
        let mut referee = Self {
            bundle,
            told,
            line: 0,
            dice: dice::Dice::new(seed),
            counts: Counts::new(),
            board,
            book,
            units,
            sides: bundle.ruleset.sides.iter().map(|side| side.id.clone()).collect(),
            turn: 0,
            place: 0,
            phase: String::new(),
            attacks: 0,
            control,
            lost: [0; 2],
            left_map: [0; 2],
            highest: [0; 2],
            shock: [None; 2],
            first: 0,
            ahead: 0,
            next: 0,
            passed: [false; 2],
            segments: [0; 2],
            saved: false,
            drumfire: Vec::new(),
            smoke: Vec::new(),
            shelled: Vec::new(),
            stormed: Vec::new(),
            left: Vec::new(),
            volleys: Vec::new(),
            batteries: Vec::new(),
            arrivals: std::collections::BTreeMap::new(),
            cut: false,
            later: Vec::new(),
        };
        referee.set_up()?;
        Ok(referee)
    }

    /// The whole game.
    pub fn game(&mut self) -> Ruling {
        self.game_start()?;
        let steps: Vec<(String, String)> = [
            "artillery-plan",
            "initiative-phase",
            "bombardment-phase",
            "action-phase",
            "marker-removal",
        ]
        .into_iter()
        .map(|role| {
            let mut all = self.bundle.ruleset.sequence.iter();
            let step = all.find(|step| self.book.is(role, &step.id));
            step.map(|step| (step.id.clone(), step.name.clone())).unwrap_or_default()
        })
        .collect();
        self.begin_phase(&steps[0], "IA 9.11")?;
        self.opening()?;
        for place in 0..self.bundle.scenario.turns.len() {
            let turn = &self.bundle.scenario.turns[place];
            (self.turn, self.place) = (u64::from(turn.turn), place);
            self.phase.clear();
            let mut event = json!({ "event": "turn", "label": turn.label });
            if turn.half.is_some() {
                event["half"] = json!(turn.half);
            }
            self.expect(event)?;
            self.begin_phase(&steps[1], "IA 3.0")?;
            self.initiative()?;
            self.begin_phase(&steps[2], "IA 3.0")?;
            self.shelled.clear();
            for side in [self.first, 1 - self.first] {
                self.aborts(side)?;
            }
            for side in [self.first, 1 - self.first] {
                self.bombard(side)?;
            }
            self.bombarded();
            self.begin_phase(&steps[3], "IA 3.0")?;
            self.actions()?;
            self.begin_phase(&steps[4], "IA 3.0")?;
            self.remove_markers()?;
            if self.end_turn(place + 1 == self.bundle.scenario.turns.len())? {
                break;
            }
        }
        must(self.peek().is_none(), "IA 3.0", "nothing happens after the game")
    }

    fn begin_phase(&mut self, (id, name): &(String, String), rule: &str) -> Ruling {
        self.prune()?;
        self.phase.clone_from(id);
        self.expect(json!({ "event": "phase", "name": name, "rule": rule }))
    }

    fn game_start(&mut self) -> Ruling {
        let bundle = self.bundle;
        let seed = self.peek().map(|event| event["seed"].clone()).unwrap_or_default();
        self.expect(json!({
            "event": "game_start", "system": bundle.ruleset.id, "scenario": bundle.scenario.id,
            "map": bundle.map.id, "seed": seed, "generator": dice::GENERATOR,
            "fingerprint": bundle.fingerprint(), "format_version": bundle.format_version,
            "log_version": salient_schema::event::LOG_VERSION
        }))
    }

    /// IA 3.0.
    fn initiative(&mut self) -> Ruling {
        // IA 16.5: where units come in nobody stays hidden.
        for side in 0..2 {
            let due: Vec<Id> = (0..self.units.len())
                .filter(|&id| self.units[id].side == side && self.is_due(id))
                .collect();
            for id in due {
                for hex in self.arrivals[&id].entries.clone() {
                    self.show_in(1 - side, hex)?;
                }
            }
        }
        let rating = |side: usize| {
            let level = |role: &str| self.book.level(role, &self.sides[side]).unwrap_or(0);
            let losses = level("initiative-losses");
            let fallen = if losses == 0 { 0 } else { self.lost[side] / losses };
            let shocked = self.shock[side]
                .is_some_and(|(from, last, _)| from < self.place && self.place <= last);
            let shock = if shocked { self.number("decapitation_initiative") } else { 0 };
            (level("initiative") - fallen - shock).max(0)
        };
        let ratings = [rating(0), rating(1)];
        loop {
            let rolls =
                [self.die("initiative", 0, "IA 3.0")?, self.die("initiative", 1, "IA 3.0")?];
            let totals = [ratings[0] + rolls[0], ratings[1] + rolls[1]];
            if totals[0] == totals[1] {
                continue;
            }
            self.first = usize::from(totals[1] > totals[0]);
            let by = (totals[0] - totals[1]).abs();
            // A half is one, and more than that is rounded down.
            self.ahead = (by / self.number("initiative_divisor")).max(1);
            let side = self.sides[self.first].clone();
            self.noted(
                json!({ "side": side, "rule": "IA 3.0" }),
                json!({
                    "event": "initiative", "side": side, "rolls": rolls, "totals": totals,
                    "segments": self.ahead
                }),
            )?;
            self.seen("initiatives");
            return Ok(());
        }
    }

    /// IA 3.0, 17.2: segments until both pass.
    fn actions(&mut self) -> Ruling {
        self.next = self.first;
        self.passed = [false; 2];
        self.segments = [0; 2];
        self.volleys.clear();
        self.saved = false;
        if self.book.plays("excess-initiative") && self.ahead >= self.number("saved_segments") {
            let action = self.action(self.first)?;
            must(self.word(&action, "do")? == "save", "IA 17.2", "is one saved?")?;
            self.only(&action, &["saves"])?;
            self.saved = action["saves"].as_bool().ok_or("IA 17.2: yes or no")?;
            self.ahead -= i32::from(self.saved);
        }
        while self.passed != [true; 2] {
            let side = self.next;
            if !self.can_act_at_all(side) {
                self.pass(side)?;
                continue;
            }
            let action = self.action(side)?;
            match self.word(&action, "do")? {
                "pass" => {
                    self.only(&action, &[])?;
                    let owes = self
                        .army(side)
                        .into_iter()
                        .any(|id| self.units[id].broken() && self.may_activate(side, id).is_ok());
                    must(!owes, "IA 14.42", "somebody demoralized must try to recover")?;
                    self.pass(side)?;
                }
                "use_saved" => {
                    self.only(&action, &[])?;
                    let may = self.saved && self.first == side && self.ahead <= 1;
                    must(may, "IA 17.2", "no segment has been saved")?;
                    (self.saved, self.ahead) = (false, 2);
                }
                _ => self.segment(side, &action)?,
            }
        }
        Ok(())
    }

    fn pass(&mut self, side: usize) -> Ruling {
        self.passed[side] = true;
        self.one_less(side);
        self.fog(side)
    }

    pub fn begins_segment(&mut self, side: usize) {
        self.passed = [false; 2];
        self.one_less(side);
    }

    /// IA 3.0: of several segments in a row one is spent, by a pass as by an activation.
    fn one_less(&mut self, side: usize) {
        self.ahead = (self.ahead - 1).max(0);
        if self.ahead == 0 {
            self.next = 1 - side;
        }
    }

    /// IA 17.4.
    pub fn fog(&mut self, side: usize) -> Ruling {
        let due = self.segments.iter().all(|&had| had >= self.number("fog_segments"));
        self.segments[side] += 1;
        if !self.book.plays("fog-of-war") || !due || self.passed == [true; 2] {
            return Ok(());
        }
        let mut dice = [0; 3];
        for die in &mut dice {
            *die = self.die("fog", side, "IA 17.4")?;
        }
        let plus = if self.is_night() { self.number("fog_night") } else { 0 };
        let ends = dice.iter().sum::<i32>() + plus >= self.number("fog_roll");
        let whose = self.sides[side].clone();
        self.noted(
            json!({ "side": whose, "rule": "IA 17.4" }),
            json!({ "event": "fog", "side": whose, "dice": dice, "plus": plus, "ends": ends }),
        )?;
        self.seen("fogs of war");
        if ends {
            self.passed = [true; 2];
        }
        Ok(())
    }

    fn points(&self, side: usize) -> i32 {
        let held = self.board.objectives.iter().filter(|&&hex| self.control[hex] == Some(side));
        held.count() as i32 * self.book.objective_points
            + self.lost[1 - side] * self.book.step_points
            + self.left_map[side] * self.book.exit_points
            + self.book.level("points", &self.sides[side]).unwrap_or(0)
    }

    /// IA 1.0, 2.3: whether the game is over, and who has won.
    fn end_turn(&mut self, last: bool) -> Ruling<bool> {
        let fights = |side: usize| {
            let mut all = 0..self.units.len();
            all.any(|id| {
                let unit = &self.units[id];
                let there = self.at(id).is_some() || unit.off == Off::Later;
                unit.side == side && unit.kind.fights() && there
            })
        };
        let both = fights(0) && fights(1);
        if !last && both {
            let hash = self.peek().map(|event| event["state_hash"].clone()).unwrap_or_default();
            // What the first side is ahead by.
            let points = self.points(0) - self.points(1);
            self.expect(json!({ "event": "turn_end", "points": points, "state_hash": hash }))?;
            return Ok(false);
        }
        let points = [self.points(0), self.points(1)];
        for (side, points) in points.iter().enumerate() {
            self.expect(json!({
                "event": "score", "side": self.sides[side], "lines": [], "points": points,
                "rule": "IA 3.0"
            }))?;
        }
        let winner = match points[0] - points[1] {
            0 => None,
            more => Some(usize::from(more < 0)),
        };
        let best = points[0].max(points[1]);
        let levels = self.bundle.scenario.victory.levels.iter();
        let level = winner.and_then(|side| {
            let mut of_side = levels.filter(|level| level.side == self.sides[side]);
            of_side.find(|level| {
                level.min.is_none_or(|min| min <= best) && level.max.is_none_or(|max| best <= max)
            })
        });
        let hash = self.peek().map(|event| event["state_hash"].clone()).unwrap_or_default();
        self.expect(json!({
            "event": "game_over",
            "level": level.map_or("Draw", |level| level.name.as_str()),
            "side": winner.map_or("", |side| self.sides[side].as_str()),
            "points": points[0] - points[1],
            "reason": if both { "last-turn" } else { "alone" },
            "state_hash": hash,
            "rule": "IA 3.0"
        }))?;
        self.seen("ends");
        Ok(true)
    }
}
