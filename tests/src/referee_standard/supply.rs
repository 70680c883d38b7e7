//! Supply: lines to sources, and what lack of it brings.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::rules_of_play::ZonePurpose;
use serde_json::Value;

use super::board::Case;
use super::combat::texts;
use super::ground::Hex;
use super::{Due, Referee};

impl Referee<'_> {
    /// Hexes that are sources of supply for a unit now.
    pub fn sources(&self, unit: &str) -> BTreeSet<Hex> {
        let side = self.book.side(unit);
        let Some(supply) = &self.book.rules.supply else { return BTreeSet::new() };
        let mut found = BTreeSet::new();
        for source in supply.sources.iter().filter(|it| self.book.belongs(&it.who, unit)) {
            found.extend(source.zones.iter().flat_map(|zone| self.ground.zone(zone)));
            found.extend(self.ground.hexes().filter(|hex| {
                self.ground.features(*hex).iter().any(|kind| source.features.contains(&kind.id))
            }));
        }
        found.retain(|hex| {
            self.enemies_in(side, *hex).is_empty()
                && self.board.holder(*hex) != Some(self.book.enemy(side))
        });
        found
    }

    /// Hexes that may be sources for anybody: who holds them counts.
    pub fn may_supply(&self, hex: Hex) -> bool {
        self.book.rules.supply.iter().flat_map(|it| &it.sources).any(|source| {
            source.zones.iter().any(|zone| self.ground.zone(zone).contains(&hex))
                || self.ground.features(hex).iter().any(|it| source.features.contains(&it.id))
        })
    }

    /// How far it is from each hex to supply for a unit, over lines that nothing cuts.
    pub fn way_to_supply(&self, unit: &str) -> BTreeMap<Hex, i32> {
        let mut found = BTreeMap::new();
        let Some(supply) = &self.book.rules.supply else { return found };
        let side = self.book.side(unit);
        let sources = self.sources(unit).into_iter();
        let mut open: BTreeSet<(i32, Hex)> = sources.map(|hex| (0, hex)).collect();
        while let Some((length, hex)) = open.pop_first() {
            if found.contains_key(&hex) {
                continue;
            }
            found.insert(hex, length);
            // A line comes to a zone of control and goes no farther.
            let free = !self.is_controlled(unit, &[], hex, Some(ZonePurpose::Supply));
            if !free {
                continue;
            }
            for near in self.ground.neighbours(hex) {
                if !self.enemies_in(side, near).is_empty() {
                    continue;
                }
                let by_path = length == 0 && self.ground.path(near, hex, &supply.along);
                let step = if by_path {
                    0
                } else if supply.in_points {
                    // The line leads from the unit to the source.
                    let cost = self.ground.cost(&self.book, unit, &self.weather, near, hex);
                    let Some(cost) = cost else { continue };
                    cost
                } else if self.ground.is_shut(near, hex) || self.ground.is_shut(hex, near) {
                    continue;
                } else {
                    1
                };
                open.insert((length + step, near));
            }
        }
        found
    }

    fn is_supplied(&self, unit: &str) -> bool {
        let Some(supply) = &self.book.rules.supply else { return true };
        let range = self.amount(&supply.range, Case::of(unit));
        let at = self.board.at(unit);
        let length = at.and_then(|hex| self.way_to_supply(unit).get(&hex).copied());
        !self.book.belongs(&supply.who, unit)
            || length.is_some_and(|length| range <= 0 || length <= range)
    }

    pub fn begin_supply(&mut self) {
        let Some(supply) = &self.book.rules.supply else { return };
        let side = self.step.and_then(|step| step.side.clone());
        let units: Vec<String> = self.board.units().map(|(unit, _)| unit.to_owned()).collect();
        for unit in
            units.iter().filter(|unit| side.as_deref().is_none_or(|it| it == self.book.side(unit)))
        {
            let lack =
                if self.is_supplied(unit) { 0 } else { self.lack.get(unit).unwrap_or(&0) + 1 };
            self.lack.insert(unit.clone(), lack);
            let holds = |after: u8| lack >= i32::from(after).max(1);
            let state = supply.states.iter().rfind(|state| holds(state.after));
            let before = self.state_of_supply(unit);
            let now = state.map(|state| state.id.clone());
            if now != before {
                self.due.push(Due::Supply(unit.clone(), now));
            }
            for _ in 0..state.map_or(0, |state| self.amount(&state.attrition, Case::of(unit))) {
                self.due.push(Due::Loss(unit.clone(), "supply"));
            }
        }
    }

    pub fn state_of_supply(&self, unit: &str) -> Option<String> {
        let states = self.book.rules.supply.iter().flat_map(|it| &it.states);
        let mut own = states.filter(|state| self.board.is_in(unit, &state.id));
        own.next().map(|state| state.id.clone())
    }

    pub fn supplied(&mut self, detail: &Value) {
        let state = detail["state"].as_str().map(str::to_owned);
        let states = self.book.rules.supply.iter().flat_map(|it| &it.states);
        let known: Vec<_> = states.map(|state| (state.id.clone(), state.name.clone())).collect();
        let name = state.as_ref().and_then(|id| known.iter().find(|it| it.0 == *id));
        self.same("its name", detail["name"].as_str(), name.map(|it| it.1.as_str()));
        for unit in texts(&detail["units"]) {
            self.same("whose it is", detail["side"].as_str(), Some(self.book.side(&unit)));
            self.done(&Due::Supply(unit.clone(), state.clone()));
            for (id, _) in &known {
                self.board.set_state(&unit, id, state.as_ref() == Some(id));
            }
        }
    }
}
