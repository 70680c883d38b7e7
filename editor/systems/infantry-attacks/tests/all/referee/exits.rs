//! IA 16.42, 16.43: off the map.

use serde_json::Value;

use super::board::Hex;
use super::force::Mission;
use super::{Id, Referee, Ruling, must};

impl Referee<'_> {
    /// IA 16.42: off the map.
    pub fn exits(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["units", "path"])?;
        let (ids, path) = (self.units_of(action, "units")?, self.hexes_of(action, "path")?);
        must(!ids.is_empty(), "IA 16.42", "nobody leaves")?;
        if path.is_empty() {
            self.together(&ids)?;
            ids.iter().try_for_each(|&id| self.may_move(side, id))?;
        } else {
            self.may_go(side, &ids, &path)?;
        }
        let start = self.units[ids[0]].hex.ok_or("IA 16.42: nowhere on the map")?;
        let there = ids.iter().all(|&id| self.at(id) == Some(start) && !self.units[id].broken());
        must(there, "IA 16.42", "the demoralized stay, and those who are not there")?;
        let at = path.last().copied().unwrap_or(start);
        let open = self.exit_hexes(side, &ids);
        must(open.contains(&at), "IA 16.42", "nobody leaves there")?;
        must(!self.barred(start, side), "IA 12.22", "not out of an assault hex")?;
        for &id in &ids {
            let (spent, _) = self.way_cost(id, Some(start), &path)?;
            let points = self.allowance(id);
            must(spent < points || path.is_empty() && points >= 1, "IA 5.2", "too far")?;
        }
        if path.is_empty() {
            ids.iter().for_each(|&id| self.has_acted(id));
        } else {
            self.go(side, ids.clone(), path)?;
        }
        let gone: Vec<Id> = ids
            .into_iter()
            .filter(|&id| {
                let unit = &self.units[id];
                unit.hex == Some(at) && !unit.halted && !unit.broken()
            })
            .collect();
        for id in gone {
            let load = self.load(id);
            for one in load.into_iter().chain([id]) {
                let unit = &self.units[one];
                if unit.kind.fights() && !unit.kind.shells() {
                    self.left_map[unit.side] += (unit.steps - unit.face) as i32;
                }
                self.take_off(one, Some(at), "exit", "IA 16.42")?;
                self.leaves_works(one);
            }
            self.settle(at)?;
        }
        self.catch_up()
    }

    /// IA 16.42: by the scenario's hexes; guns whose missions are ended by some whole edges as well.
    fn exit_hexes(&self, side: usize, ids: &[Id]) -> Vec<Hex> {
        let mut open: Vec<Hex> = Vec::new();
        for zone in &self.bundle.map.zones.items {
            let whose = zone.owner.as_ref().is_none_or(|owner| *owner == self.sides[side]);
            if whose && self.book.is("exit", &zone.id) {
                open.extend(zone.hexes.iter().filter_map(|label| self.board.hex(label).ok()));
            }
        }
        open.retain(|&hex| self.board.on_edge(hex));
        if ids.iter().all(|&id| self.units[id].mission == Mission::Ended) {
            let edges = self.withdrawal_edges(side);
            open.extend(self.board.all().filter(|&hex| {
                let away = self.board.to_edges(hex);
                edges.iter().any(|&edge| away[edge] == 0)
            }));
        }
        open.sort_unstable();
        open.dedup();
        self.open_edge(side, &open)
    }

    fn withdrawal_edges(&self, side: usize) -> Vec<usize> {
        let first = self.bundle.scenario.turns.first().map(|turn| u64::from(turn.turn));
        let come_in = |side: usize| -> Vec<Hex> {
            let early = self.arrivals.iter().filter(|(id, arrival)| {
                self.units[**id].side == side && Some(arrival.turn) == first
            });
            early.flat_map(|(_, arrival)| arrival.entries.clone()).collect()
        };
        let set_up: Vec<Hex> = self
            .bundle
            .scenario
            .setup
            .placements
            .iter()
            .filter(|placement| {
                let mut ids = placement.counters.iter().filter_map(|name| self.id(name).ok());
                ids.any(|id| self.units[id].side != side)
            })
            .filter_map(|placement| self.board.hex(&placement.hex).ok())
            .collect();
        let mut edges = Vec::new();
        for hex in come_in(side) {
            let away = self.board.to_edges(hex);
            edges.extend((0..4).filter(|&edge| away[edge] == 0));
        }
        for from in [come_in(1 - side), set_up] {
            let sum =
                |edge: usize| from.iter().map(|&hex| self.board.to_edges(hex)[edge]).sum::<i32>();
            let most = (0..4).map(sum).max().unwrap_or(0);
            if !from.is_empty() {
                edges.extend((0..4).filter(|&edge| sum(edge) == most));
            }
        }
        edges
    }
}
