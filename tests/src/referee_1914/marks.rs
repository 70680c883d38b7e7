//! 1914 6.1, 7.1.4, 7.3, 14: what is marked on the map, of formations and of units.
//!
//! Not checked: whether every bridge is blown that should be (7.1.4a), or repaired (7.1.4b), and
//! whether a printed position is ruined that an enemy enters (14.5).

use salient_hex::Hex;
use salient_schema::event::{Event, EventKind, MarkerChange};

use super::roster::Kind;
use super::{Referee, Stage};

impl Referee<'_> {
    /// A mark is laid, taken away, or has another level.
    pub fn marked(&mut self, told: &MarkerChange, rest: &[Event]) {
        match told.marker.as_str() {
            "allied-railway" => self.railway(told, 0),
            "german-railway" => self.railway(told, 1),
            "effectiveness" => self.effectiveness(told),
            "prepared-attack" => self.prepared(told, rest),
            "improved-position" => self.position(told),
            "blown-bridge" => self.bridge(told),
            "destroyed-bridge" => self.destroyed(told),
            "demolished-structure" => self.structure(told),
            other => self.fault("2.5", format!("1914 has no marks '{other}'")),
        }
    }

    /// What every mark has: a level before and after, and whether it lies there.
    pub fn levels(&mut self, told: &MarkerChange, rule: &'static str) -> [i32; 2] {
        let levels = [told.from, told.to].map(|level| level.unwrap_or(-1));
        self.same(rule, "whether it is marked", told.placed, levels[1] != 0);
        levels
    }

    /// 1914 6.1.1: a formation's status.
    fn effectiveness(&mut self, told: &MarkerChange) {
        let levels = self.levels(told, "6.1.1");
        let of = |unit: &usize| {
            let own = &self.units[*unit];
            own.is_formation() && own.formation.as_deref() == told.formation.as_deref()
        };
        let all: Vec<usize> = (0..self.units.len()).filter(of).collect();
        let there = all.iter().copied().find(|&unit| self.units[unit].at.is_some());
        let Some(unit) = there.or(all.first().copied()) else {
            return self.fault("6.1", "it is no formation's");
        };
        self.must(told.towards.is_none() && told.hex.is_none(), "6.1.1", "it has no place");
        let by = told.side.as_ref().and_then(|side| self.side(side));
        self.same("6.1.1", "whose formation it is", by, Some(self.units[unit].side));
        self.levels_of(unit, levels, &told.rule);
        for other in all {
            self.units[other].status = levels[1];
        }
    }

    /// The unit that a mark is of; where it is and whose.
    fn marked_unit(&mut self, told: &MarkerChange) -> Option<usize> {
        let unit = self.unit(told.unit.as_ref()?)?;
        let by = told.side.as_ref().and_then(|side| self.side(side));
        self.same("7.3", "whose unit it is", by, Some(self.units[unit].side));
        let hex = told.hex.as_ref().and_then(|label| self.hex(label));
        let name = self.units[unit].name.clone();
        self.same("7.3", &format!("where {name} is"), hex, self.units[unit].at);
        Some(unit)
    }

    /// 1914 7.3: a prepared attack.
    fn prepared(&mut self, told: &MarkerChange, rest: &[Event]) {
        let [from, to] = self.levels(told, "7.3");
        let Some(unit) = self.marked_unit(told) else {
            return self.fault("7.3", "units prepare attacks");
        };
        let towards = told.towards.as_ref().and_then(|label| self.hex(label));
        let before = self.units[unit].prepared.is_some();
        self.same("7.3", "whether it had prepared", from, i32::from(before));
        self.same("7.3", "whether it points anywhere", towards.is_some(), to == 1);
        self.must(to == 0 || to == 1, "7.3", "a prepared attack has no levels");
        match towards {
            Some(towards) => self.prepares(unit, towards, &told.rule),
            None => self.unprepares(unit, &told.rule, rest),
        }
        self.units[unit].prepared =
            towards.and_then(|towards| Some((self.units[unit].at?, towards)));
    }

    /// 1914 7.3 to 7.3.2.
    fn prepares(&mut self, unit: usize, towards: Hex, rule: &str) {
        let own = self.units[unit].clone();
        let name = own.name.clone();
        self.same("7.3", "the rule", rule, "1914 7.3");
        self.must(
            self.stage == Stage::Movement && own.side == self.active,
            "7.3",
            "attacks are prepared in one's own movement",
        );
        let decided = self.decided.as_ref().is_some_and(|decided| {
            decided.chose("prepare", &name, &self.ground.grid.label(towards))
        });
        self.must(decided, "7.3", &format!("that {name} prepares was not decided"));
        let Some(hex) = own.at else { return };
        self.must(
            self.ground.touch(hex, towards),
            "7.3",
            "it points at a hex that is not adjacent",
        );
        let able = own.kind() == Kind::Infantry && own.status < 4 && !own.is_two();
        self.must(able, "7.3.2", &format!("{name} prepares no attack"));
        self.units[unit].spent += self.book.number("prepare_movement");
        let spent = self.units[unit].spent;
        // Forced points pay for it: it is no task (1914 7.2.4, 7.8.1).
        let most = self.points(unit);
        self.must(spent <= most, "7.2.1", &format!("{name} lacks points"));
        let prepared = |other: &usize| *other == unit || self.units[*other].prepared.is_some();
        let here: Vec<usize> = self.stack(hex, own.side).into_iter().filter(prepared).collect();
        let limit = self.book.number("combat_stacking");
        self.must(self.size(&here) <= limit, "7.3", "too much prepares attacks in a hex");
    }

    /// A prepared attack is lost: with its unit or its hex (1914 7.3), by a forced march (7.2.4), as
    /// it points at nobody (7.3.1, 9.1), or as the attack phase ends.
    fn unprepares(&mut self, unit: usize, rule: &str, rest: &[Event]) {
        let own = self.units[unit].clone();
        let name = &own.name;
        let Some((stood, hex)) = own.prepared else { return };
        let Some(at) = own.at else {
            // Whatever has taken the unit off the map.
            return self.same("7.3", "the rule", rule, own.ended.as_str());
        };
        match rule {
            "1914 7.3" => {
                self.must(at != stood, "7.3", &format!("{name} has not left its hex"));
            }
            "1914 7.2.4" => {
                let due = self.flagging.remove(&unit);
                self.must(due, "7.2.4", &format!("{name} loses no prepared attack"));
            }
            "1914 9.1" | "1914 12.2.2" => {
                let attacks = self.stage == Stage::Attack && own.side == self.active;
                self.must(attacks, "9.1", "prepared attacks end in one's attack phase");
                let idle = self.stack(hex, 1 - own.side).iter().all(|&unit| {
                    let own = &self.units[unit];
                    own.supplies()
                        || own.kind() == Kind::Guns
                        || own.kind() == Kind::Fortress && own.face > 0
                });
                let walls = self.is_protected(hex, 1 - own.side);
                // At the end all go, whatever they point at.
                // Belgian brigades that have lost all are exchanged then (24.2.1).
                let ends = rest
                    .iter()
                    .find(|event| {
                        let marks = matches!(event.kind, EventKind::Marker(_));
                        !marks && event.kind.rule() != "1914 24.2.1"
                    })
                    .is_none_or(|event| {
                        !matches!(event.kind, EventKind::Action(_)) && event.phase != self.phase
                            || matches!(event.kind, EventKind::Phase(_))
                    });
                self.must(idle || walls || ends, "9.1", "there are enemies to attack");
                let known = if !idle && walls && !ends { "1914 12.2.2" } else { "1914 9.1" };
                let fits = rule == known || ends && walls;
                self.must(fits, "9.1", &format!("{name} loses its prepared attack by {rule}"));
            }
            _ => self.fault("7.3", format!("no prepared attack is lost by {rule}")),
        }
    }

    /// 1914 14.1, 14.3 to 14.5: the level of an improved position.
    fn position(&mut self, told: &MarkerChange) {
        let [from, to] = self.levels(told, "14.1");
        let Some(hex) = told.hex.as_ref().and_then(|label| self.hex(label)) else {
            return self.fault("14.1", "a position lies in a hex");
        };
        let printed = self.ground.printed[hex.index()];
        let before = i32::from(self.positions[hex.index()]);
        self.same("14.1", "the level before", from, before);
        let alone = told.unit.is_none() && told.side.is_none() && told.towards.is_none();
        self.must(alone, "14.1", "a position is nobody's");
        match told.rule.as_str() {
            "1914 14.3.1" => {
                let dug = self.dug.take();
                self.same("14.3.1", "where a position is completed", Some(hex), dug);
                self.same("14.3.1", "its level", to, 1);
            }
            "1914 14.4" => {
                self.must(!printed, "14.4", "printed positions stay");
                self.same("14.4", "its level", to, 0);
                let held = self.stack(hex, 0).into_iter().chain(self.stack(hex, 1));
                let sides: Vec<usize> = held
                    .filter(|&unit| self.units[unit].fights())
                    .map(|unit| self.units[unit].side)
                    .collect();
                let both = sides.contains(&0) && sides.contains(&1);
                self.must(!both && before > 0, "14.4", "nobody has left the position");
            }
            "1914 14.5" => {
                self.must(printed, "14.5", "no position is printed there");
                self.same("14.5", "its level", to, if self.phase.is_empty() { 2 } else { 0 });
            }
            other => self.fault("14.0", format!("positions do not come and go by {other}")),
        }
        self.positions[hex.index()] = u8::try_from(to).unwrap_or_default();
    }

    /// 1914 14.4, 14.5: printed positions are there when the game begins, others as long as somebody
    /// is in them.
    pub fn check_positions(&mut self) {
        if let Some(hex) = self.dug.take() {
            let words = format!("the position in {} is not completed", self.label(hex));
            self.fault("14.3.1", words);
        }
        for at in 0..self.positions.len() {
            let hex = Hex(at as u32);
            let (level, printed) = (self.positions[at], self.ground.printed[at]);
            let fights = |unit: &usize| self.units[*unit].fights();
            let left = || ![0, 1].iter().any(|&side| self.stack(hex, side).iter().any(fights));
            if !printed && level > 0 && left() {
                let words = format!("the position in {} has been left", self.label(hex));
                self.fault("14.4", words);
            }
        }
    }

    /// 1914 7.1.4a, 7.1.4b.
    fn bridge(&mut self, told: &MarkerChange) {
        let [from, to] = self.levels(told, "7.1.4a");
        let label = told.hexside.as_deref().unwrap_or_default();
        let ends = self.ground.grid.parse_side(label).and_then(|side| {
            let other = self.ground.grid.neighbour(side.hex(), side.direction())?;
            Some((side.hex(), other))
        });
        let Some((one, other)) = ends else {
            return self.fault("7.1.4a", "a bridge joins two hexes");
        };
        let pair = (one.min(other), one.max(other));
        let hex = told.hex.as_ref().and_then(|label| self.hex(label));
        self.same("7.1.4a", "the hex that names the hexside", hex, Some(one));
        let alone = told.unit.is_none() && told.side.is_none() && told.towards.is_none();
        self.must(alone, "7.1.4a", "a bridge is nobody's");
        self.must(self.ground.between(one, other).bridge, "7.1.4a", "there is no bridge");
        let was = self.blown.contains(&pair);
        self.same("7.1.4a", "whether it was blown", from, i32::from(was));
        self.same("7.1.4a", "whether it is blown", to, i32::from(!was));
        if told.placed {
            self.same("7.1.4a", "the rule", told.rule.as_str(), "1914 7.1.4a");
            let near = [one, other].iter().any(|&hex| self.arrived.contains(&hex));
            self.must(near, "7.1.4a", "nobody has come next to the bridge");
            self.blown.insert(pair);
        } else {
            self.blown.remove(&pair);
            // A pontoon bridge is not blown any more, but gone (1914 24.6).
            if told.rule == "1914 24.6" && self.ground.between(one, other).pontoon {
                return;
            }
            self.same("7.1.4b", "the rule", told.rule.as_str(), "1914 7.1.4b");
            let ours =
                [one, other].iter().all(|hex| self.control[hex.index()] == Some(self.active));
            self.must(ours, "7.1.4b", "both banks must be one's own");
        }
    }

    /// 1914 24.6: Germans at either end destroy the pontoon bridge for good.
    fn destroyed(&mut self, told: &MarkerChange) {
        let levels = self.levels(told, "24.6");
        self.same("24.6", "how the bridge was and is", levels, [0, 1]);
        let label = told.hexside.as_deref().unwrap_or_default();
        let ends = self.ground.grid.parse_side(label).and_then(|side| {
            Some((side.hex(), self.ground.grid.neighbour(side.hex(), side.direction())?))
        });
        let Some((one, other)) = ends else {
            return self.fault("24.6", "a bridge joins two hexes");
        };
        self.must(self.ground.between(one, other).pontoon, "24.6", "there is no pontoon bridge");
        let mut came = self.net.came.iter();
        let near = |hex: Hex| hex == one || hex == other;
        let german = came.any(|&(unit, hex)| self.units[unit].side == 1 && near(hex));
        self.must(german, "24.6", "no German has come to it");
        // Blown or destroyed, nobody crosses it.
        self.blown.insert((one.min(other), one.max(other)));
    }
}
