//! The log, event by event: what comes next must be what the referee has come to.

use serde_json::{Value, json};

use super::board::Hex;
use super::{Id, Referee, Ruling};

impl Referee<'_> {
    /// The next event, if there is one.
    pub fn peek(&self) -> Option<&Value> {
        self.told.get(self.line)
    }

    /// The next event must be this, with its number, turn and phase.
    pub fn expect(&mut self, mut event: Value) -> Ruling {
        self.prune()?;
        self.expect_plain(&mut event)
    }

    pub fn expect_plain(&mut self, event: &mut Value) -> Ruling {
        event["seq"] = json!(self.line);
        event["turn"] = json!(self.turn);
        event["phase"] = json!(self.phase);
        let told = self.told.get(self.line);
        if told != Some(event) {
            return Err(format!(
                "told {}\n should be {event}",
                told.map_or("nothing".to_owned(), Value::to_string)
            ));
        }
        self.line += 1;
        self.seen("events");
        Ok(())
    }

    /// A die of a side's.
    pub fn die(&mut self, purpose: &str, side: usize, rule: &str) -> Ruling<i32> {
        let value = self.dice.throw();
        let side = self.sides[side].clone();
        self.expect(json!({
            "event": "roll", "purpose": purpose, "side": side, "faces": 6, "value": value,
            "rule": rule
        }))?;
        self.seen("dice");
        Ok(i32::from(value))
    }

    pub fn two(&mut self, purpose: &str, side: usize, rule: &str) -> Ruling<[i32; 2]> {
        Ok([self.die(purpose, side, rule)?, self.die(purpose, side, rule)?])
    }

    /// What a side decides: the words, of which it must have just these fields, some of them at
    /// will.
    pub fn action(&mut self, side: usize) -> Ruling<Value> {
        self.prune()?;
        self.no_stale_marker()?;
        let event = self.peek().ok_or("a decision is missing")?;
        let action = event["action"].clone();
        let side = self.sides[side].clone();
        self.expect(json!({ "event": "action", "side": side, "action": action }))?;
        self.seen("decisions");
        Ok(action)
    }

    /// Something told of one unit, or several, without an event of its own in the core.
    pub fn noted(&mut self, core: Value, detail: Value) -> Ruling {
        let mut event = core;
        event["event"] = json!("noted");
        event["detail"] = detail;
        self.expect(event)
    }

    pub fn marker(&mut self, marker: &str, hex: Hex, placed: bool, rule: &str) -> Ruling {
        let hex = self.label(hex).to_owned();
        self.expect(json!({
            "event": "marker", "marker": marker, "hex": hex, "placed": placed, "rule": rule
        }))
    }

    /// IA 9.72: markers of guns that are lost, demoralized or assaulted go at once.
    pub fn prune(&mut self) -> Ruling {
        while let Some(event) = self.peek() {
            if event["event"] != "marker" || event["rule"] != "IA 9.72" {
                break;
            }
            let stale = self
                .drumfire
                .iter()
                .position(|&(hex, gun)| event["hex"] == self.label(hex) && !self.keeps_marker(gun));
            let stale = stale.ok_or("IA 9.72: no gun's marker goes there")?;
            let (hex, _) = self.drumfire.remove(stale);
            let hex = self.label(hex).to_owned();
            self.expect_plain(&mut json!({
                "event": "marker", "marker": "drumfire", "hex": hex, "placed": false,
                "rule": "IA 9.72"
            }))?;
        }
        Ok(())
    }

    fn no_stale_marker(&self) -> Ruling {
        match self.drumfire.iter().find(|(_, gun)| !self.keeps_marker(*gun)) {
            None => Ok(()),
            Some((hex, gun)) => Err(format!(
                "IA 9.72: the marker of {} in {} stays",
                self.name(*gun),
                self.label(*hex)
            )),
        }
    }

    fn keeps_marker(&self, gun: Id) -> bool {
        let unit = &self.units[gun];
        let sound = |hex: Hex| !unit.broken() && !self.barred(hex, unit.side);
        unit.off_board || self.at(gun).is_some_and(sound)
    }

    // Reading what is decided.

    pub fn word<'v>(&self, action: &'v Value, field: &str) -> Ruling<&'v str> {
        action[field].as_str().ok_or_else(|| format!("{action} does not say '{field}'"))
    }

    pub fn unit_of(&self, action: &Value, field: &str) -> Ruling<Id> {
        self.id(self.word(action, field)?)
    }

    pub fn units_of(&self, action: &Value, field: &str) -> Ruling<Vec<Id>> {
        let list = action[field].as_array().map_or(&[][..], Vec::as_slice);
        list.iter().map(|name| self.id(name.as_str().unwrap_or_default())).collect()
    }

    pub fn hex_of(&self, action: &Value, field: &str) -> Ruling<Hex> {
        self.board.hex(self.word(action, field)?)
    }

    pub fn hexes_of(&self, action: &Value, field: &str) -> Ruling<Vec<Hex>> {
        let list = action[field].as_array().map_or(&[][..], Vec::as_slice);
        list.iter().map(|label| self.board.hex(label.as_str().unwrap_or_default())).collect()
    }

    /// That an action has no other fields than these.
    pub fn only(&self, action: &Value, fields: &[&str]) -> Ruling {
        let other = action
            .as_object()
            .into_iter()
            .flatten()
            .find(|(field, _)| field.as_str() != "do" && !fields.contains(&field.as_str()));
        match other {
            None => Ok(()),
            Some((field, _)) => Err(format!("{action} says '{field}'")),
        }
    }
}
