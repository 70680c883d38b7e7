//! IA 9.1, 9.11–9.15, 11.1: missions.

use serde_json::{Value, json};

use super::force::{Kind, Mission};
use super::{Id, Referee, Ruling, must};

impl Referee<'_> {
    /// IA 9.1, 9.11: what is written down of a gun.
    pub fn mission(&self, id: Id, mission: &Value) -> Ruling<Mission> {
        let unit = &self.units[id];
        let side = &self.sides[unit.side];
        must(unit.kind.shells(), "IA 9.1", "only guns have missions")?;
        let fires = mission["fires"].as_array().map_or(&[][..], Vec::as_slice);
        let word = mission["mission"].as_str().unwrap_or_default();
        let destination = mission["destination"].as_str();
        let planned = word == "planned-fire";
        must(planned || fires.is_empty(), "IA 9.11", "only planned fire is written down")?;
        must(word == "move" || destination.is_none(), "IA 9.13", "only who moves goes")?;
        must(planned || !unit.off_board, "IA 9.15", "off the map they fire by plan")?;
        let later = self.at(id).is_none() && !unit.off_board;
        must(word == "move" || !later, "IA 9.13", "who comes later moves")?;
        if word == "open-sights" {
            return Ok(Mission::OpenSights);
        }
        if let ("move", Some(label)) = (word, destination) {
            return Ok(Mission::Move(self.board.hex(label)?));
        }
        must(planned, "IA 9.1", "there is no such mission")?;
        must(unit.kind != Kind::Mortar, "IA 9.15", "mortars fire not by plan")?;
        must(!unit.limbered, "IA 7.33", "it is limbered")?;
        let mut shots = std::collections::BTreeMap::new();
        for fire in fires {
            let turn = fire["turn"].as_u64().ok_or("IA 9.11: in which turn?")?;
            let known = self.bundle.scenario.turns.iter().any(|it| u64::from(it.turn) == turn);
            must(known, "IA 9.11", "there is no such turn")?;
            let hex = self.board.hex(fire["hex"].as_str().unwrap_or_default())?;
            if let Some(from) = self.at(id) {
                let far = self.board.distance(from, hex);
                must(far <= unit.front("range"), "IA 9.11", "out of range")?;
            }
            let smoke = match fire["shell"].as_str() {
                None => false,
                Some("smoke") => true,
                Some(other) => return Err(format!("IA 9.9: nobody fires '{other}'")),
            };
            let may = self.book.level("smoke", side).unwrap_or(0) > 0;
            must(!smoke || may, "IA 16.14", "the side fires no smoke")?;
            must(shots.insert(turn, (hex, smoke)).is_none(), "IA 9.11", "one hex a turn")?;
        }
        let most = self.book.level("artillery-ammunition", side).unwrap_or(i32::MAX);
        must(shots.len() as i32 <= most, "IA 11.1", "too little ammunition")?;
        Ok(Mission::Planned(shots))
    }

    /// IA 9.14.
    pub fn aborts(&mut self, side: usize) -> Ruling {
        loop {
            let may = |id: Id| {
                let unit = &self.units[id];
                unit.side == side
                    && unit.kind.shells()
                    && (self.at(id).is_some() || unit.off_board)
                    && !unit.tried
                    && !matches!(unit.mission, Mission::None | Mission::Ended)
            };
            let any: Vec<Id> = (0..self.units.len()).filter(|&id| may(id)).collect();
            if any.is_empty() {
                return Ok(());
            }
            let action = self.action(side)?;
            match self.word(&action, "do")? {
                "done" => return self.only(&action, &[]),
                "abort" => {}
                other => return Err(format!("IA 9.14: nobody does '{other}' now")),
            }
            self.only(&action, &["unit"])?;
            let id = self.unit_of(&action, "unit")?;
            must(any.contains(&id), "IA 9.14", "its mission is not ended")?;
            self.units[id].tried = true;
            let die = self.die("abort", side, "IA 9.14")?;
            let ended = die <= self.number("abort_roll");
            if ended {
                self.units[id].mission = Mission::Ended;
            }
            let (name, whose) = (self.name(id), &self.sides[side]);
            let core = json!({ "side": whose, "units": [name], "rule": "IA 9.14" });
            let own = json!({
                "event": "abort", "unit": name, "side": whose, "die": die, "ended": ended
            });
            self.noted(core, own)?;
            self.seen("tries to end a mission");
        }
    }
}
