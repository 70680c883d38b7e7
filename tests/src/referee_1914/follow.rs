//! What becomes of units, and what was decided: the log's own account, taken as it stands where no
//! rule is looked at.

use salient_hex::Hex;
use salient_offensive_1914::event::armies::ArmiesDetail;
use salient_schema::event::{Decided, Event, EventKind, Moved, PhaseStart, Roll, Turned};

use salient_schema::plain::Value;

use super::retreat::Hop;
use super::roster::Kind;
use super::{Referee, Stage};

/// A decision that something comes of.
pub struct Decision {
    verb: String,
    units: Vec<String>,
    path: Vec<String>,
    /// Whether something has come of it already.
    begun: bool,
}

impl Decision {
    /// The hex that it names, if it is such a one.
    pub fn only_hex(&self, verb: &str) -> Option<String> {
        self.path.first().filter(|_| self.verb == verb).cloned()
    }

    /// Whether it was this of a unit and a hex.
    pub fn chose(&self, verb: &str, unit: &str, hex: &str) -> bool {
        let is = |all: &[String], one: &str| all.iter().any(|other| other == one);
        self.verb == verb && is(&self.units, unit) && is(&self.path, hex)
    }
}

impl Referee<'_> {
    /// What every game has, told by the core alone.
    pub fn hear_kind(&mut self, kind: &EventKind, rest: &[Event]) {
        match kind {
            EventKind::GameStart(start) => {
                self.same("4.1", "the dice", start.generator.as_str(), super::dice::GENERATOR);
                self.dice = super::dice::Dice::new(start.seed);
            }
            EventKind::Turn(_) | EventKind::TurnEnd(_) | EventKind::Score(_) => {}
            EventKind::Phase(phase) => self.phase(phase),
            EventKind::Action(decided) => self.action(decided),
            EventKind::Roll(roll) => self.roll(roll),
            EventKind::Placed(placed) => self.placed(placed),
            EventKind::Moved(moved) => self.moved(moved),
            EventKind::Removed(removed) => self.removed(removed),
            EventKind::Exchanged(told) => self.exchanged(told),
            EventKind::Turned(turned) => self.turned(turned),
            EventKind::Attached(told) => {
                if let (Some(formation), Some(to)) = (&told.formation, &told.to) {
                    self.parents.insert(formation.clone(), to.clone());
                }
                if let Some(unit) = told.unit.as_ref().and_then(|unit| self.unit(unit)) {
                    self.units[unit].attached.clone_from(&told.to);
                }
            }
            EventKind::Lost(lost) => self.lost(lost),
            EventKind::Marker(marker) => self.marked(marker, rest),
            EventKind::Control(control) => self.controls(control),
            EventKind::Attacked(_) | EventKind::Level(_) | EventKind::Noted(_) => {
                self.fault("4.0", "1914 tells more of such an event");
            }
            EventKind::GameOver(_) => {
                self.settle();
                self.over = true;
            }
        }
    }

    /// A phase ends, and the next begins.
    fn phase(&mut self, told: &PhaseStart) {
        self.settle();
        self.all_told();
        self.end_inter_phase();
        self.repulse = None;
        self.decided = None;
        match self.stage {
            Stage::Movement | Stage::CounterMovement => self.end_movement(),
            Stage::Rails => self.end_rails(),
            Stage::Attack => self.end_attacks(),
            _ => {}
        }
        let over: Vec<String> = self.rolled.drain(..).map(|roll| roll.purpose).collect();
        let idle: Vec<String> = over.into_iter().filter(|purpose| purpose != "idle-plan").collect();
        self.must(idle.is_empty(), "6.2.1", "dice were thrown for nothing");
        self.enter(told);
    }

    /// Finds the step of the sequence of play that begins.
    fn enter(&mut self, told: &PhaseStart) {
        if self.phase.is_empty() {
            let printed = self.ground.printed.iter().map(|&printed| 2 * u8::from(printed));
            let all = printed.eq(self.positions.iter().copied());
            self.must(all, "14.5", "printed positions are not there from the start");
        }
        let step = self.now.clone();
        self.phase = step.clone();
        let parts: Vec<&str> = self
            .book
            .parts()
            .filter(|(_, ids)| ids.contains(&step.as_str()))
            .map(|(role, _)| role)
            .collect();
        let role = parts.first().copied().unwrap_or_default();
        let side = usize::from(role.starts_with("german"));
        let what = role.split_once('-').map_or("", |(_, what)| what);
        self.stage = match what {
            "supply" => Stage::Supply,
            "rail-engineering" => Stage::Rails,
            "movement" => Stage::Movement,
            "counter-movement" => Stage::CounterMovement,
            "attack" | "counter-attack" => Stage::Attack,
            "finishing" => Stage::Finishing,
            _ => Stage::Other,
        };
        self.active = side;
        self.watch_bridges();
        match role {
            "inter-phase" => self.begin_inter_phase(),
            "allied-preliminary" | "german-preliminary" => self.clears_the_nord(),
            _ => {}
        }
        if self.stage != Stage::Other {
            let told = told.side.as_ref().and_then(|side| self.side(side));
            self.same("4.2", "who acts", told, Some(side));
        }
        match self.stage {
            Stage::Movement | Stage::CounterMovement => self.begin_movement(),
            Stage::Supply => {
                self.judged = false;
                let units = &self.units;
                self.short.retain(|&depot, _| units[depot].side != side);
                self.review();
            }
            Stage::Rails => self.review(),
            _ => {}
        }
    }

    /// An attack phase ends.
    fn end_attacks(&mut self) {
        for unit in 0..self.units.len() {
            let own = &self.units[unit];
            if own.side == self.active && own.prepared.is_some() {
                let words = format!("{} keeps its prepared attack", own.name);
                self.fault("9.1", words);
            }
        }
        self.fire = super::siege::Barrage::default();
        self.fallen = None;
        self.attacked.clear();
        self.resolved.clear();
        self.ships = false;
        self.indicated.clear();
        for unit in &mut self.units {
            (unit.fought, unit.fled, unit.fired) = (false, false, false);
        }
    }

    fn action(&mut self, told: &Decided) {
        self.all_told();
        self.arrived.clear();
        let action = &told.action;
        let by = self.side(&told.side);
        let words = |field: &str| -> Vec<String> {
            action.texts(field).into_iter().map(str::to_owned).collect()
        };
        let verb = action.verb.to_string();
        let units = [words("units"), words("unit")].concat();
        for unit in self.all(&units) {
            if verb != "attach_to_army" && verb != "attach_to_corps" {
                self.same("4.2", "whose unit it is", Some(self.units[unit].side), by);
            }
        }
        let path = match verb.as_str() {
            "move" => words("path"),
            "abreast" => words("hexes"),
            _ => words("hex"),
        };
        if verb == "fight"
            && let (Some(by), Some(Value::Bool(intense))) = (by, action.fields.get("intense"))
        {
            self.said[by].push_back(*intense);
        }
        if verb == "provide" {
            self.provided = self.all(&units);
        }
        if verb == "advance" {
            self.displaces();
        } else {
            self.fallen = None;
        }
        self.decided = Some(Decision { verb, units, path, begun: false });
    }

    /// A die. The referee throws it too.
    fn roll(&mut self, roll: &Roll) {
        self.same("6.2.1", "the die's faces", roll.faces, 6);
        let found = self.dice.next();
        self.same("6.2.1", "the die", roll.value, found);
        if roll.purpose == "idle-plan" {
            return;
        }
        self.rolled.push_back(roll.clone());
    }

    fn turned(&mut self, told: &Turned) {
        let Some(unit) = self.unit(&told.unit) else { return };
        let by = self.side(&told.side);
        let own = self.units[unit].clone();
        self.same("2.3", "whose unit it is", by, Some(own.side));
        let hex = told.hex.as_ref().and_then(|label| self.hex(label));
        self.same("2.3", &format!("where {} is turned", own.name), hex, own.at);
        let face = usize::from(told.face);
        if let Some(presence) = told.presence {
            return self.changes_mode(unit, told, presence);
        }
        self.must(face < own.faces.len() && face != own.face, "2.3", "it lies so, or cannot");
        self.units[unit].face = face;
        match told.rule.as_str() {
            "1914 4.2.3" => {
                self.must(
                    self.stage == Stage::Supply && face == 0,
                    "4.2.3",
                    "fronts come in supply",
                );
                self.units[unit].provided = 0;
            }
            "1914 15.6.1" | "1914 9.4.1" => {
                let fits = own.supplies() && face == 1;
                self.must(fits, "15.6.1", &format!("{} is not extended so", own.name));
                if told.rule == "1914 9.4.1" {
                    self.provision.extended.push((None, unit));
                }
            }
            "1914 8.5.2" | "1914 8.5.3" | "1914 8.5.4" => {
                self.must(own.kind() == Kind::Fort, "8.5", "only forts are abandoned");
                if let Some(hex) = own.at {
                    self.takes(unit, hex);
                    self.taken.remove(&hex);
                }
            }
            _ => {}
        }
    }

    pub fn hear_armies(&mut self, told: &ArmiesDetail) {
        match told {
            ArmiesDetail::Replacements(it) => {
                let stored = self.stores.get(&it.nation).copied().unwrap_or_default();
                self.same("16.6.2", "what is in store", it.stored, stored + it.points);
                self.stores.insert(it.nation.clone(), it.stored);
            }
            ArmiesDetail::Replaced(it) => {
                if let Some(unit) = self.unit(&it.unit) {
                    let nation = self.units[unit].nation.clone();
                    let stored = self.stores.get(&nation).copied().unwrap_or_default();
                    self.same("16.6.2", "what is left in store", it.stored, stored - 1);
                    self.stores.insert(nation, it.stored);
                }
            }
            ArmiesDetail::Points(it) => {
                self.same("27.0", "the points", it.to, it.from + it.points);
            }
            ArmiesDetail::Voyage(it) => self.voyage(it),
            ArmiesDetail::Base(it) => self.base_moved(it),
            ArmiesDetail::Flooded(it) => {
                let dice = self.thrown("inundation", 0, "1914 21.3", 1);
                self.same("21.3", "the die", vec![it.die], dice);
                let most = self.book.number("inundation_roll");
                self.same("21.3", "whether it is flooded", it.made, i32::from(it.die) <= most);
                self.must(!self.flooded, "21.3", "the country by the Ijzer is flooded once");
                self.flooded |= it.made;
            }
            ArmiesDetail::Reserves(it) => {
                if let Some(die) = it.die {
                    let dice = self.thrown("reserves", 0, "1914 22.4.1", 1);
                    self.same("22.4.1", "the die", vec![die], dice);
                }
                let reserve = self.book.one("reserve");
                let all = self.units.iter_mut().filter(|_| it.turned);
                for own in all.filter(|own| own.traits.iter().any(|it| it == reserve)) {
                    own.base = own.later.or(own.base);
                }
            }
            _ => {}
        }
    }

    /// Units go from hex to hex.
    fn moved(&mut self, told: &Moved) {
        let Moved { units, side, from, path, by, attack, rule, .. } = told;
        let Some(whose) = self.side(side) else { return };
        let units = self.all(units);
        let Some(mut at) = self.hex(from) else { return };
        let other = told.other.as_ref().and_then(|label| self.hex(label));
        let abreast = other.is_some() || units.iter().any(|&unit| self.units[unit].is_two());
        for (place, &unit) in units.iter().enumerate() {
            let own = self.units[unit].clone();
            if place == 0 || !abreast {
                self.same("7.1", &format!("the hex of {}", own.name), Some(at), own.at);
            }
            self.same("7.1", &format!("the side of {}", own.name), whose, own.side);
        }
        if let Some(attack) = attack {
            self.must(*attack <= self.attacks, "9.1.1", "it comes of an attack that was not made");
        }
        let hexes: Vec<Hex> = path.iter().filter_map(|label| self.hex(label)).collect();
        self.chosen(by, told);
        let known = match by.as_str() {
            "move" if abreast => "1914 19.2",
            "move" if rule == "1914 7.4.7" => rule.as_str(),
            "move" => "1914 7.1.2",
            "advance" if self.fallen.is_some() => "1914 12.3.4",
            "advance" => "1914 11.2",
            "reaction" if rule == "1914 8.2.3" => rule.as_str(),
            "reaction" => "1914 8.2.2",
            "retirement" if rule == "1914 20.0" => rule.as_str(),
            "retirement" => "1914 8.3",
            "displaced" => "1914 15.6.2b",
            "rail" => "1914 7.7.3",
            "combined" => rule.as_str(),
            "replaced" => "1914 15.7.2",
            "retreat" => rule.as_str(),
            _ => "",
        };
        self.same("7.1", "the rule", rule.as_str(), known);
        // Who goes by rail stands nowhere on the way.
        let stops = if by == "rail" { &hexes[hexes.len().saturating_sub(1)..] } else { &hexes[..] };
        if by == "rail" {
            self.on_rails(&units, at, &hexes);
        }
        if abreast {
            return self.goes_abreast(&units, hexes.last().copied().unwrap_or(at), other, told);
        }
        for &to in stops {
            match by.as_str() {
                "move" => self.marches(&units, at, to),
                "retreat" if rule == "1914 15.6.2a" => self.enters(at, to, whose, "15.6.2a"),
                "retreat" => {
                    self.hop(&units, Hop { attack: *attack, rule, half: false }, at, to);
                }
                "reaction" | "retirement" => {
                    self.enters(at, to, whose, "8.2");
                    if rule == "1914 20.0" {
                        self.retires(&units);
                    }
                }
                "advance" if rule == "1914 12.3.4" => self.occupies(&units, at, to),
                "advance" => self.advances(&units, *attack, at, to),
                _ => {}
            }
            for &unit in &units {
                self.units[unit].at = Some(to);
            }
            self.arrived.insert(to);
            self.net.came.extend(units.iter().map(|&unit| (unit, to)));
            for &unit in &units {
                self.takes(unit, to);
                self.leaves(unit, at);
            }
            at = to;
        }
    }

    /// A move goes as it was decided, hex by hex; a retreat or advance into the hex that was named.
    fn chosen(&mut self, by: &str, told: &Moved) {
        let Some(mut decided) = self.decided.take() else { return };
        match (by, decided.verb.as_str()) {
            ("move", "move") => {
                for label in &told.path {
                    if decided.path.is_empty() {
                        self.fault("7.1", "it goes farther than was decided");
                        break;
                    }
                    let next = decided.path.remove(0);
                    self.same("7.1", "the hex that was decided", label.as_str(), next.as_str());
                }
                self.same("7.1", "who moves", told.units.clone(), decided.units.clone());
                self.same("7.1", "whether it goes on", told.continued, decided.begun);
                decided.begun = true;
                self.decided = Some(decided);
            }
            ("move" | "reaction" | "retirement", "abreast") => {
                let mut named = decided.path.clone();
                named.sort_unstable();
                let mut ends: Vec<String> =
                    told.path.last().into_iter().chain(&told.other).cloned().collect();
                ends.sort_unstable();
                self.same("19.1.1", "the hexes that were decided", ends, named);
                self.same("19.1.1", "who goes", told.units.clone(), decided.units.clone());
            }
            ("reaction" | "retirement", "fall_back") => {
                self.same(
                    "8.2.2",
                    "the hex that was decided",
                    told.path.last(),
                    decided.path.first(),
                );
            }
            ("retreat", "retreat") if told.rule == "1914 15.6.2a" => {
                self.same(
                    "15.6.2a",
                    "the hex that was decided",
                    told.path.last(),
                    decided.path.first(),
                );
            }
            ("retreat", "retreat") if told.other.is_some() => {
                let ends = told.path.iter().chain(&told.other);
                let named = decided.path.first();
                let goes = ends.into_iter().any(|hex| Some(hex) == named);
                self.must(goes, "19.4.1", "the half that was hit goes elsewhere than was decided");
            }
            ("retreat", "retreat") => {
                self.same(
                    "11.1",
                    "the hex that was decided",
                    told.path.first(),
                    decided.path.first(),
                );
            }
            _ => self.decided = Some(decided),
        }
    }

    /// 1914 11.2.
    pub fn advances(&mut self, units: &[usize], attack: Option<u32>, from: Hex, to: Hex) {
        let side = units.first().map_or(0, |&unit| self.units[unit].side);
        self.enters(from, to, side, "11.2");
        let Some(fight) = attack.and_then(|attack| self.fight_of(attack)) else {
            return self.fault("11.2", "an advance without a combat");
        };
        self.same("11.2", "the hex that was fought for", to, fight.hex);
        for &unit in units {
            let own = self.units[unit].clone();
            let fought = fight.units[0].iter().any(|(other, _)| *other == unit);
            self.must(fought, "11.2.2", &format!("{} has not attacked", own.name));
            let stood = fight.units[0].iter().any(|(other, at)| *other == unit && *at == from);
            self.must(stood, "11.2.2", &format!("{} has fallen back", own.name));
        }
        self.fights.push(fight);
    }
}
