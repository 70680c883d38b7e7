//! Who comes onto the map; replacements, states that are taken and end, weather, and who is seen.

use salient_schema::event::{MarkerChange, Placed, Turned};
use salient_schema::rules_of_play::Does;
use salient_schema::ruleset::RatingUse;
use salient_schema::scenario::Entry;
use serde_json::Value;

use super::board::Case;
use super::combat::number;
use super::ground::Hex;
use super::{Due, Referee};

impl Referee<'_> {
    pub fn placed(&mut self, placed: &Placed) {
        let hex = self.hex(&placed.hex);
        let unit = placed.unit.clone();
        self.same("whose it is", placed.side.as_str(), self.book.side(&unit));
        self.must(self.board.at(&unit).is_none(), || format!("{unit} is on the map already"));
        self.must(placed.other.is_none() && placed.displaced.is_none(), || "odd places".to_owned());
        let enemies = self.enemies_in(&placed.side, hex);
        self.must(enemies.is_empty(), || "an enemy stands there".to_owned());
        self.acted("unit", Some(&unit));
        self.acted("hex", Some(&placed.hex));
        let entered = self.ground.terrain(hex).is_some();
        self.must(entered, || "no hex of the map".to_owned());
        let full_face = match placed.by.as_str() {
            "set-up" => self.set_up(&unit, hex),
            "reinforcement" => self.arrives(&unit, hex),
            "replacement" => self.comes_back(&unit, hex),
            other => {
                self.wrong(format!("nobody comes by {other}"));
                0
            }
        };
        self.same("the face", i32::from(placed.face), full_face);
        let is_full = self.is_overfull(&placed.side, hex, &[&unit]);
        self.must(!is_full, || format!("no room in {hex:?}"));
        self.board.place(&self.book, &unit, hex, placed.face.into());
        self.walked = (vec![unit.clone()], vec![hex]);
        self.enter(&[unit], hex);
    }

    fn set_up(&mut self, unit: &str, hex: Hex) -> i32 {
        self.deed(unit, |does| matches!(does, Does::SetUp {}));
        let free = &self.book.bundle.scenario.setup.free;
        let Some(free) = free.iter().find(|it| it.counters.iter().any(|known| known == unit))
        else {
            self.wrong(format!("{unit} is not set up by its owner"));
            return 0;
        };
        let inside = self.ground.zone(&free.zone).contains(&hex);
        self.must(inside, || format!("{unit} is set up outside its zone"));
        0
    }

    fn arrives(&mut self, unit: &str, hex: Hex) -> i32 {
        self.deed(unit, |does| matches!(does, Does::Reinforcements {}));
        let all = &self.book.bundle.scenario.reinforcements;
        let Some(due) = all.iter().find(|it| it.counters.iter().any(|known| known == unit)) else {
            self.wrong(format!("{unit} is no reinforcement"));
            return 0;
        };
        self.must(due.turn <= self.turn, || format!("{unit} is not due yet"));
        let may = match &due.entry {
            Entry::Zone(zone) => self.ground.zone(zone).contains(&hex),
            Entry::Hexes(hexes) => hexes.iter().any(|label| self.ground.hex(label) == Ok(hex)),
            Entry::Letter(_) => false,
        };
        self.must(may, || format!("{unit} does not arrive in {hex:?}"));
        let gone = self.board.gone.contains(unit);
        self.must(!gone, || format!("{unit} is eliminated"));
        0
    }

    fn comes_back(&mut self, unit: &str, hex: Hex) -> i32 {
        self.done(&Due::Replaced(unit.to_owned()));
        let may = self.sources(unit).contains(&hex);
        self.must(may, || format!("{hex:?} is no source of supply of {unit}"));
        self.book.steps(unit) - 1
    }

    pub fn turned(&mut self, turned: &Turned) {
        self.done(&Due::Replaced(turned.unit.clone()));
        self.same("whose it is", turned.side.as_str(), self.book.side(&turned.unit));
        let hex = turned.hex.as_ref().map(|hex| self.hex(hex));
        self.same("where it stands", hex, self.board.at(&turned.unit));
        let face = self.board.face(&turned.unit);
        self.same("the face", usize::from(turned.face) + 1, face);
        let odd = turned.presence.is_some() || turned.zone.is_some();
        self.must(!odd, || "a presence".to_owned());
        self.board.turn(&turned.unit, turned.face.into());
    }

    /// The replacement points of a game-turn.
    pub fn points_arrive(&mut self) {
        let rules = self.book.rules.replacements.as_ref();
        if !rules.is_some_and(|rules| rules.kept) {
            self.replacements.clear();
        }
        let now = |turn: u16| turn == self.turn || (turn == 0 && self.turn == 1);
        let all = self.book.bundle.scenario.replacements.iter().filter(|it| now(it.turn));
        for points in all.collect::<Vec<_>>() {
            self.must(points.pool.is_none(), || "a pool that the referee does not know".to_owned());
            let key = (points.side.clone(), points.nation.clone());
            *self.replacements.entry(key).or_default() += points.points;
        }
    }

    pub fn replaced(&mut self, detail: &Value) {
        let unit = detail["unit"].as_str().unwrap_or_default().to_owned();
        self.deed(&unit, |does| matches!(does, Does::Replacements {}));
        self.acted("unit", Some(&unit));
        let Some(rules) = &self.book.rules.replacements else {
            self.wrong("there are no replacements");
            return;
        };
        let case = Case::of(&unit);
        let lives = self.board.at(&unit);
        let points = self.amount(if lives.is_some() { &rules.cost } else { &rules.rebuild }, case);
        self.same("replacement points", number(&detail["points"]), Some(points));
        self.must(points > 0, || format!("{unit} gets nothing back"));
        let most = self.amount(&rules.most, case);
        let gained = self.rebuilt.entry(unit.clone()).or_default();
        *gained += 1;
        let gained = *gained;
        let may = self.book.belongs(&rules.who, &unit)
            && (most <= 0 || gained <= most)
            && match lives {
                None => self.board.gone.contains(&unit),
                Some(hex) => {
                    self.board.face(&unit) > 0
                        && !(rules.in_supply && self.state_of_supply(&unit).is_some())
                        && !(rules.out_of_zones && self.is_controlled(&unit, &[], hex, None))
                }
            };
        self.must(may, || format!("{unit} may not be replaced"));
        // Those of the nation first, then those of the side.
        let side = self.book.side(&unit).to_owned();
        let nation = self.book.counter(&unit).and_then(|it| it.nation.clone());
        let mut owed = points;
        for key in [(side.clone(), nation), (side, None)] {
            if let Some(pool) = self.replacements.get_mut(&key) {
                let paid = owed.min(*pool);
                *pool -= paid;
                owed -= paid;
            }
        }
        self.must(owed == 0, || format!("{owed} replacement points too few"));
        self.due.push(Due::Replaced(unit));
    }

    /// A state that a unit takes of its own will.
    pub fn takes(&mut self, unit: &str, state: &str) {
        self.deed(unit, |does| matches!(does, Does::Movement { .. }));
        let known = self.book.rules.states.iter().find(|it| it.id == state);
        let Some((rules, cost)) = known.and_then(|it| Some((it, it.taken_for.as_ref()?))) else {
            self.wrong(format!("nobody takes {state} of his own will"));
            return;
        };
        // Part of an allowance would leave the rest for a move.
        self.same("points for a state", self.amount(cost, Case::of(unit)), 0);
        let may = self.book.belongs(&rules.who, unit)
            && !self.board.is_in(unit, state)
            && self.moved.insert(unit.to_owned());
        self.must(may, || format!("{unit} may not become {state}"));
        self.due.push(Due::State(unit.to_owned(), state.to_owned(), true));
    }

    pub fn marked(&mut self, change: &MarkerChange, detail: &Value) {
        let unit = change.unit.clone().unwrap_or_default();
        let told = [
            (detail["unit"].as_str(), Some(unit.as_str())),
            (detail["state"].as_str(), Some(change.marker.as_str())),
            (detail["side"].as_str(), change.side.as_deref()),
            (detail["hex"].as_str(), change.hex.as_deref()),
            (change.side.as_deref(), Some(self.book.side(&unit))),
        ];
        for (one, other) in told {
            self.same("what is told twice", one, other);
        }
        self.same("what it is", detail["event"].as_str(), Some("state"));
        self.same("whether it is taken", detail["taken"].as_bool(), Some(change.placed));
        let known = self.book.rules.states.iter().find(|state| state.id == change.marker);
        self.same("its name", detail["name"].as_str(), known.map(|it| it.name.as_str()));
        let hex = change.hex.as_ref().map(|hex| self.hex(hex));
        self.same("where it stands", hex, self.board.at(&unit));
        let odd = change.from.is_some() || change.to.is_some() || change.towards.is_some();
        self.must(!odd && change.hexside.is_none() && change.formation.is_none(), || {
            "levels".to_owned()
        });
        let due = Due::State(unit.clone(), change.marker.clone(), change.placed);
        let ends_by_moving = known.is_some_and(|state| state.ends_by_moving && !change.placed);
        if ends_by_moving && self.board.is_in(&unit, &change.marker) && !self.due.contains(&due) {
            // It is told before the move itself.
            self.due.push(Due::Moves(unit.clone()));
        } else {
            self.done(&due);
        }
        self.board.set_state(&unit, &change.marker, change.placed);
        if let Some(march) = self.march.as_mut().filter(|march| march.units.contains(&unit)) {
            march.interrupted |= change.placed;
        }
    }

    pub fn begin_recovery(&mut self, state: &str) {
        let Some(rules) = self.recovery(state) else { return };
        if !rules.always {
            return;
        }
        let side = self.step.and_then(|step| step.side.clone());
        let units: Vec<String> = self.board.units().map(|(unit, _)| unit.to_owned()).collect();
        for unit in units {
            let own = side.as_deref().is_none_or(|side| side == self.book.side(&unit));
            if own && self.board.is_in(&unit, state) && self.may_recover(&unit, state) {
                self.due.push(Due::State(unit, state.to_owned(), false));
            }
        }
    }

    fn recovery(&self, state: &str) -> Option<&'_ salient_schema::rules_of_play::Recovery> {
        self.book.rules.states.iter().find(|it| it.id == state)?.recovery.as_ref()
    }

    fn may_recover(&self, unit: &str, state: &str) -> bool {
        let (Some(rules), Some(hex)) = (self.recovery(state), self.board.at(unit)) else {
            return false;
        };
        !(rules.not_next_to_enemies && self.is_next_to_enemy(self.book.side(unit), hex))
    }

    pub fn recovers(&mut self, detail: &Value) {
        let unit = detail["unit"].as_str().unwrap_or_default().to_owned();
        let deed = self.deed(&unit, |does| matches!(does, Does::Recovery { .. }));
        let Some(Does::Recovery { state }) = deed else { return };
        self.same("the state", detail["state"].as_str(), Some(state.as_str()));
        let Some(rules) = self.book.rules.states.iter().find(|it| it.id == *state) else { return };
        let Some(rules) = &rules.recovery else { return };
        self.acted("unit", Some(&unit));
        let may = self.board.is_in(&unit, state)
            && self.may_recover(&unit, state)
            && self.moved.insert(unit.clone());
        self.must(may, || format!("{unit} may not try to recover"));
        let side = self.book.side(&unit);
        let dice = self.sum("recovery", side, rules.dice.number.into());
        let added = self.amount(&rules.die, Case::of(&unit))
            - if rules.with_leaders { self.led(&unit) } else { 0 };
        let uses = [RatingUse::Morale];
        let rating =
            self.book.rating(&unit, self.board.face(&unit), rules.rating.as_deref(), &uses);
        if self.against(&unit, dice, added, rating.unwrap_or(0), detail) {
            self.due.push(Due::State(unit, state.clone(), false));
        }
    }

    /// Weather that the scenario fixes is so when the game-turn begins.
    pub fn fixed_weather(&mut self) {
        let turn = self.turn;
        let turns = &self.book.bundle.scenario.turns;
        let fixed = turns.iter().find(|it| it.turn == turn).and_then(|it| it.weather.clone());
        if let Some(weather) = fixed {
            self.due.push(Due::Weather(weather.clone()));
            self.weather = weather;
        }
    }

    pub fn begin_weather(&mut self) {
        let turn = self.turn;
        let turns = &self.book.bundle.scenario.turns;
        let fixed = turns.iter().find(|it| it.turn == turn).is_some_and(|it| it.weather.is_some());
        let table = self.book.rules.weather.as_ref().and_then(|it| it.table.as_ref());
        if table.is_some() && !fixed {
            self.due.push(Due::Weather(String::new()));
        }
    }

    pub fn weather_told(&mut self, detail: &Value) {
        let Some(rules) = &self.book.rules.weather else { return };
        let named =
            rules.kinds.iter().find(|it| Some(it.name.as_str()) == detail["weather"].as_str());
        let named = named.map(|it| it.id.clone());
        if self.rolled.is_empty() {
            let told = (detail["die"].as_i64(), detail["row"].as_i64());
            self.same("dice for the weather", told, (None, None));
            self.done(&Due::Weather(self.weather.clone()));
        } else {
            self.done(&Due::Weather(String::new()));
            let first = self.book.bundle.ruleset.sides[0].id.as_str();
            let dice = self.sum("weather", first, rules.dice.number.into());
            self.same("the die", number(&detail["die"]), Some(dice));
            self.same("the row", number(&detail["row"]), Some(dice));
            let table = rules.table.as_ref().and_then(|id| self.book.table(id));
            let Some(table) = table else { return };
            let heads = table.columns.iter().map(|head| head.parse().unwrap_or(u16::MAX));
            let column = heads.enumerate().filter(|(_, head)| *head <= self.turn).map(|(at, _)| at);
            let column = column.max().unwrap_or(0);
            let row = table.rows.iter().find(|row| row.head == dice.to_string());
            let cell = row.and_then(|row| row.cells.get(column)).cloned();
            self.weather = cell.unwrap_or_default();
        }
        self.same("the weather", named, Some(self.weather.clone()));
    }

    /// A unit does what shows it to the enemy.
    pub fn seen(&mut self, unit: &str) {
        let due = Due::Shown(unit.to_owned());
        if self.board.hidden.contains(unit) && !self.due.contains(&due) {
            self.due.push(due);
        }
    }

    fn is_discovered(&self, unit: &str) -> bool {
        let at = self.board.at(unit);
        at.is_some_and(|hex| self.is_next_to_enemy(self.book.side(unit), hex))
    }

    pub fn all_seen(&mut self) {
        let near: Vec<&String> =
            self.board.hidden.iter().filter(|unit| self.is_discovered(unit)).collect();
        let near = near.into_iter().cloned().collect::<Vec<_>>();
        self.must(near.is_empty(), || format!("{near:?} should be seen"));
    }

    pub fn shown(&mut self, detail: &Value) {
        let unit = detail["unit"].as_str().unwrap_or_default().to_owned();
        let hex = detail["hex"].as_str().unwrap_or_default().to_owned();
        let hex = self.hex(&hex);
        self.same("where it stands", Some(hex), self.board.at(&unit));
        self.same("whose it is", detail["side"].as_str(), Some(self.book.side(&unit)));
        let due = Due::Shown(unit.clone());
        // Who fires or moves is seen before it is told.
        let acts = self.due.contains(&due) || self.asked("units").contains(&unit);
        self.due.retain(|it| *it != due);
        let may = self.board.hidden.remove(&unit) && (acts || self.is_discovered(&unit));
        self.must(may, || format!("{unit} is not discovered"));
        if let Some(march) = &mut self.march {
            march.interrupted = true;
        }
    }

    /// At its end, a step of set-up has set up everybody.
    pub fn end_of_step(&mut self) {
        let Some(step) = self.step else { return };
        if let Some(Does::SetUp {}) = step.does {
            let all = self.book.bundle.scenario.setup.free.iter();
            let own = all.filter(|free| step.side.as_ref().is_none_or(|side| *side == free.side));
            let left: Vec<&String> = own
                .flat_map(|free| &free.counters)
                .filter(|unit| self.board.at(unit).is_none())
                .collect();
            self.must(left.is_empty(), || format!("{left:?} are not set up"));
        }
    }
}
