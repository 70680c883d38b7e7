//! Moves: each hex of them, over land and by rail.

use std::collections::BTreeMap;

use salient_schema::event::Moved;
use salient_schema::rules_of_play::{
    Does, MovementMode, StackingTime, ZoneEntry, ZoneMove, ZonePurpose,
};
use salient_schema::ruleset::RatingUse;

use super::board::Case;
use super::ground::Hex;
use super::{Due, Referee};

/// A move that goes on hex by hex.
#[derive(Clone, Debug)]
pub struct March {
    pub units: Vec<String>,
    pub side: String,
    pub at: Hex,
    /// Movement points that each has spent.
    spent: BTreeMap<String, i32>,
    /// Hexes of the decision that are still to be entered.
    left: Vec<Hex>,
    /// Why it ends here, if it must.
    stopped: Option<&'static str>,
    /// Whether something came in between that may end it: fire, or somebody who was hidden.
    pub interrupted: bool,
}

impl Referee<'_> {
    pub fn went(&mut self, moved: &Moved) {
        let from = self.hex(&moved.from);
        let path: Vec<Hex> = moved.path.iter().map(|hex| self.hex(hex)).collect();
        self.must(!moved.units.is_empty() && !path.is_empty(), || {
            "nobody goes anywhere".to_owned()
        });
        for unit in &moved.units {
            self.same("where it starts", Some(from), self.board.at(unit));
            self.same("whose it is", moved.side.as_str(), self.book.side(unit));
        }
        self.must(!moved.aloft && moved.other.is_none(), || "no unit of this game".to_owned());
        let mut before = from;
        for hex in &path {
            self.must(self.ground.touch(before, *hex), || format!("{hex:?} is not next to it"));
            let enemies = self.enemies_in(&moved.side, *hex);
            self.must(enemies.is_empty(), || format!("enemies stand in {hex:?}"));
            before = *hex;
        }
        match moved.by.as_str() {
            "move" => self.marched(moved, from, &path),
            "rail" => self.by_rail(moved, from, &path),
            "retreat" => self.retreats(moved, from, &path),
            "advance" => self.advances(moved, from, &path),
            other => self.wrong(format!("nobody goes by {other}")),
        }
        self.walked = (moved.units.clone(), path.clone());
        self.due.retain(|due| !matches!(due, Due::Moves(unit) if moved.units.contains(unit)));
        // A retreat or an advance is no move.
        if matches!(moved.by.as_str(), "move" | "rail") {
            self.leave_states(&moved.units);
        }
        for hex in path {
            self.enter(&moved.units, hex);
        }
        match moved.by.as_str() {
            "move" => {
                for unit in &moved.units {
                    self.seen(unit);
                }
            }
            "retreat" => self.retreated_into(moved),
            _ => {}
        }
    }

    /// Whoever moves is no longer in states that end by it.
    fn leave_states(&mut self, units: &[String]) {
        let ending = self.book.rules.states.iter().filter(|state| state.ends_by_moving);
        for state in ending {
            for unit in units {
                if self.board.is_in(unit, &state.id) {
                    self.due.push(Due::State(unit.clone(), state.id.clone(), false));
                }
            }
        }
    }

    pub fn allowance(&self, unit: &str) -> i32 {
        let rules = &self.book.rules.movement;
        let printed = self.book.rating(unit, self.board.face(unit), None, &[RatingUse::Movement]);
        let all = printed.unwrap_or(0) + self.amount(&rules.allowance, Case::of(unit));
        self.hindered(unit, all, |it| it.movement)
    }

    pub fn asked(&self, key: &str) -> Vec<String> {
        let list = self.action.1[key].as_array().into_iter().flatten();
        list.filter_map(|it| it.as_str().map(str::to_owned)).collect()
    }

    fn may_move(&mut self, unit: &str, mode: MovementMode) {
        let is_such = |does: &Does| matches!(does, Does::Movement { mode: it, .. } if *it == mode);
        if let Some(Does::Movement { who, share, .. }) = self.deed(unit, is_such) {
            self.must(self.book.belongs(who, unit), || {
                format!("{unit} does not move in this step")
            });
            self.must(share.is_none(), || "a share that the referee does not know".to_owned());
        }
        let fixed = self.is_hindered(unit, |it| it.no_move);
        self.must(!fixed, || format!("{unit} may not move"));
        let is_new = self.moved.insert(unit.to_owned());
        self.must(is_new, || format!("{unit} has moved before in the step"));
    }

    fn marched(&mut self, moved: &Moved, from: Hex, path: &[Hex]) {
        self.same("the hexes of a step", path.len(), 1);
        let Some(&to) = path.first() else { return };
        let march = self.march.take();
        let mut march = match (march, moved.continued) {
            (Some(march), true) => march,
            (march, continued) => {
                self.must(!continued && march.is_none(), || "nothing that could go on".to_owned());
                for unit in &moved.units {
                    self.may_move(unit, MovementMode::Normal);
                }
                let as_one = moved.units.len() == 1 || self.book.rules.movement.as_stacks;
                self.must(as_one, || "units move one at a time".to_owned());
                self.acted("do", Some("move"));
                self.same("who was to move", moved.units.clone(), self.asked("units"));
                let left = self.asked("path").iter().map(|hex| self.hex(hex)).collect();
                March {
                    units: moved.units.clone(),
                    side: moved.side.clone(),
                    at: from,
                    spent: BTreeMap::new(),
                    left,
                    stopped: None,
                    interrupted: false,
                }
            }
        };
        // Who was hit on the way stays behind.
        let is_part = moved.units.iter().all(|unit| march.units.contains(unit));
        let is_whole = moved.units.len() == march.units.len() || march.interrupted;
        self.must(is_part && is_whole, || "others move than began to".to_owned());
        let asked = if march.left.is_empty() { None } else { Some(march.left.remove(0)) };
        self.same("the hex that was to be entered", Some(to), asked);
        if let Some(why) = march.stopped {
            self.wrong(format!("the move goes on, and had to end: {why}"));
        }
        march.units.clone_from(&moved.units);
        let is_first = march.spent.is_empty();
        for unit in &moved.units {
            self.step_of(unit, &mut march, is_first, from, to);
        }
        march.at = to;
        self.march = Some(march);
    }

    fn step_of(&mut self, unit: &str, march: &mut March, is_first: bool, from: Hex, to: Hex) {
        let rules = &self.book.rules.movement;
        let Some(ground) = self.ground.cost(&self.book, unit, &self.weather, from, to) else {
            self.wrong(format!("{unit} cannot go into {to:?}"));
            return;
        };
        let movement = Some(ZonePurpose::Movement);
        let here = self.is_controlled(unit, &march.units, from, movement);
        let there = self.is_controlled(unit, &march.units, to, movement);
        let mut cost = ground;
        if let Some(zones) = &self.book.rules.zones_of_control {
            let case = Case { hex: Some(to), ..Case::of(unit) };
            if there {
                cost += self.amount(&zones.enter_cost, case);
            }
            if here {
                cost += self.amount(&zones.leave_cost, case);
            }
            let may = match zones.from_zone_to_zone {
                ZoneMove::Never => false,
                ZoneMove::FirstHex => is_first,
                ZoneMove::Allowed => true,
            };
            self.must(may || !(here && there), || {
                "from zone of control to zone of control".to_owned()
            });
            if there && zones.enter == ZoneEntry::Stop {
                march.stopped = Some("an enemy zone of control");
            }
        }
        let allowance = self.allowance(unit);
        let spent = march.spent.entry(unit.to_owned()).or_default();
        *spent += cost;
        let (spent, always) = (*spent, is_first && rules.one_hex_always && allowance > 0);
        self.must(spent <= allowance || always, || {
            format!("{unit} spends {spent} of {allowance} movement points")
        });
        let shies = self.is_hindered(unit, |it| it.not_next_to_enemies);
        let side = self.book.side(unit);
        let near = self.is_next_to_enemy(side, to);
        self.must(!(shies && near), || format!("{unit} may not move next to an enemy"));
        let always =
            self.book.rules.stacking.as_ref().is_some_and(|it| it.when == StackingTime::Always);
        if always {
            let more: Vec<&str> = march.units.iter().map(String::as_str).collect();
            let is_full = self.is_overfull(side, to, &more);
            self.must(!is_full, || format!("no room on the way in {to:?}"));
        }
    }

    /// A move is over: it has come where it was to go, and there is room for it.
    pub fn end_march(&mut self) {
        let Some(march) = self.march.take() else { return };
        let whole = march.left.is_empty() || march.interrupted;
        self.must(whole, || "a move ends before its end, and nothing stopped it".to_owned());
        let is_full = self.is_overfull(&march.side, march.at, &[]);
        self.must(!is_full, || format!("a move ends in {:?}, where is no room", march.at));
    }

    fn by_rail(&mut self, moved: &Moved, from: Hex, path: &[Hex]) {
        let Some(rail) = &self.book.rules.movement.rail else {
            self.wrong("nobody goes by rail here");
            return;
        };
        self.same("who was to go", moved.units.clone(), self.asked("units"));
        let asked: Vec<Hex> = self.asked("path").iter().map(|hex| self.hex(hex)).collect();
        self.same("the hexes that were to be entered", path, &asked);
        for unit in &moved.units {
            self.may_move(unit, MovementMode::Rail);
            self.must(self.book.belongs(&rail.who, unit), || format!("{unit} does not go by rail"));
            self.railed += 1;
            let case = Case::of(unit);
            let (most, hexes) = (self.amount(&rail.units, case), self.amount(&rail.hexes, case));
            self.must(most <= 0 || self.railed <= most, || {
                "more units by rail than may".to_owned()
            });
            let length = i32::try_from(path.len()).unwrap_or(i32::MAX);
            self.must(hexes <= 0 || length <= hexes, || format!("{length} hexes by rail"));
            let mut before = from;
            for (at, hex) in std::iter::once(&from).chain(path).enumerate() {
                let movement = Some(ZonePurpose::Movement);
                let controlled = self.is_controlled(unit, &moved.units, *hex, movement);
                self.must(!controlled || rail.through_zones, || format!("{hex:?} is controlled"));
                let is_rail = at == 0 || self.ground.path(before, *hex, &rail.paths);
                self.must(is_rail, || format!("no railway leads into {hex:?}"));
                before = *hex;
            }
        }
        let side = moved.side.clone();
        let end = path.last().copied().unwrap_or(from);
        let more: Vec<&str> = moved.units.iter().map(String::as_str).collect();
        let is_full = self.is_overfull(&side, end, &more);
        self.must(!is_full, || "no room at the end of the line".to_owned());
    }
}
