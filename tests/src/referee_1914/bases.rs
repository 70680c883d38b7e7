//! 1914 23.1, 24.3: the bases of the British and the Belgian army, from which railways and the country are
//! theirs, and to which their lines of communications lead.
//!
//! Not checked: that a base is transferred when Germans come near (23.1.1, 24.3.1, 24.3.2).

use std::collections::BTreeSet;

use salient_hex::Hex;
use salient_offensive_1914::event::armies::BaseMoved;

use super::Referee;
use super::book::Book;
use super::ground::Ground;
use super::roster::{Kind, Unit};

/// An army that lives by a base.
#[derive(Clone, Debug)]
pub struct Base {
    depot: usize,
    /// Where it is transferred.
    second: Vec<Hex>,
    now: Vec<Hex>,
    /// Whether it is where it was at first.
    first: bool,
}

impl Base {
    /// Those of a scenario.
    pub fn all(book: &Book<'_>, ground: &Ground, units: &[Unit]) -> Vec<Self> {
        let roles = [
            ("british", "british-base", "british-later-base"),
            ("belgian", "belgian-base", "belgian-port"),
        ];
        let of = |(nation, first, second): (&str, &str, &str)| {
            let depot = units
                .iter()
                .position(|own| own.kind() == Kind::Depot && book.is(nation, &own.nation));
            let now = book.hexes(first, ground);
            let depot = depot.filter(|_| !now.is_empty())?;
            Some(Self { depot, second: book.hexes(second, ground), now, first: true })
        };
        roles.into_iter().filter_map(of).collect()
    }
}

impl Referee<'_> {
    /// 1914 3.3, 18.1.1: from where a side's country and railways are its own: friendly edges, and the
    /// bases of armies in play that the enemy has not taken.
    pub fn starts(&self, side: usize) -> BTreeSet<Hex> {
        let mut starts = self.edges[side].clone();
        for base in self.bases.iter().filter(|_| side == 0) {
            let plays = self.units[base.depot].at.is_some() || self.is_under_way(base.depot);
            let held = |hex: &&Hex| self.control[hex.index()] != Some(1);
            starts.extend(base.now.iter().filter(|_| plays).filter(held));
        }
        starts
    }

    /// 1914 1.1, 23.1, 24.3: where the lines of communications of a supply unit's army end.
    pub fn ends_of(&self, unit: usize) -> BTreeSet<Hex> {
        let army = self.above(unit, "army-size");
        let own = |base: &&Base| army.is_some() && self.above(base.depot, "army-size") == army;
        match self.bases.iter().find(own) {
            Some(base) => base.now.iter().copied().collect(),
            None => self.edges[self.units[unit].side].clone(),
        }
    }

    /// 1914 23.1.1, 24.3.1, 24.3.2: a base is transferred, and its army runs short meanwhile.
    pub fn base_moved(&mut self, told: &BaseMoved) {
        let known = ["1914 23.1.1", "1914 24.3.1", "1914 24.3.2"].contains(&told.rule.as_str());
        let whose = self.side(&told.side);
        self.must(known && whose == Some(0), "23.1", "no base is transferred so");
        self.runs_short_for(told);
        let hexes: Vec<Hex> = told.hexes.iter().filter_map(|label| self.hex(label)).collect();
        let army = Some(told.army.as_str());
        let own = |base: &Base| self.above(base.depot, "army-size").as_deref() == army;
        let Some(place) = self.bases.iter().position(own) else {
            return self.fault("23.1", format!("{} has no base", told.army));
        };
        let base = self.bases[place].clone();
        if told.rule == "1914 24.3.2" {
            let france = self.book.hexes("france", &self.ground);
            let open = hexes.iter().all(|hex| {
                let port = self.ground.port[hex.index()] && france.contains(hex);
                port && self.control[hex.index()] != Some(1)
            });
            self.must(open, "24.3.2", "it flees to no French port");
        } else {
            self.must(base.first, "23.1.1", "the base was transferred before");
            self.same("23.1.1", "where the base goes", &hexes, &base.second);
        }
        (self.bases[place].now, self.bases[place].first) = (hexes, false);
        self.reconnects(0);
    }
}
