//! Who held which hex last, and the points that count for it.

use std::collections::BTreeMap;

use salient_hex::objectives::objectives;
use salient_hex::{Hex, HexGrid};
use salient_rules::stacking::{Stands, stands};
use salient_schema::victory::starting_points;
use salient_schema::{Bundle, Id};

use super::{Piece, Place, Sandbox};

/// The points of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePoints {
    /// The side.
    pub side: Id,
    /// What it begins with.
    pub begins: i64,
    /// What was added by hand.
    pub by_hand: i64,
    /// What the hexes count that it held last.
    pub held: i64,
    /// How many hexes that are.
    pub hexes: usize,
}

impl Sandbox {
    /// The side that held a hex last: whoever stood there alone, else as the scenario begins.
    pub fn holder(&self, hex: Hex) -> Option<&Id> {
        self.held.get(&hex)
    }

    /// The points of each side whose points count, in the order of the ruleset.
    pub fn points(&self, bundle: &Bundle) -> Vec<SidePoints> {
        let counted_for = bundle.scenario.victory.counted_for.as_ref();
        let begins: BTreeMap<&Id, i32> = starting_points(bundle).collect();
        let sides = bundle.ruleset.sides.iter().map(|side| &side.id);
        let counts = |side: &&Id| {
            counted_for.is_none_or(|counted| counted == *side) || self.by_hand.contains_key(*side)
        };
        let mut all: Vec<SidePoints> = sides
            .filter(counts)
            .map(|side| {
                let begins = begins.get(side).map_or(0, |&points| i64::from(points));
                let by_hand = self.by_hand.get(side).copied().unwrap_or(0);
                SidePoints { side: side.clone(), begins, by_hand, held: 0, hexes: 0 }
            })
            .collect();
        for objective in objectives(bundle).iter().filter(|objective| !objective.is_exit()) {
            let Some(points) = objective.points else { continue };
            for label in &objective.hexes {
                let hex = self.grid().parse(&label.label);
                let holder = hex.and_then(|hex| self.holder(hex)).or(objective.owner);
                let side = all.iter_mut().find(|side| Some(&side.side) == holder);
                if let Some(side) = side {
                    side.held += i64::from(points);
                    side.hexes += 1;
                }
            }
        }
        all
    }

    /// Takes note of who holds hexes in which something has changed: whoever stands there, if no
    /// enemy does.
    pub(super) fn hold(&mut self, hexes: impl IntoIterator<Item = Hex>) {
        for hex in hexes {
            let units: Vec<&Id> =
                self.stack(hex).filter(|piece| piece.holds).map(|piece| &piece.side).collect();
            let Some(&first) = units.first() else { continue };
            if units.iter().all(|side| !self.are_enemies(first, side)) {
                let first = first.clone();
                self.held.insert(hex, first);
            }
        }
    }
}

/// Who holds which hexes when play begins.
pub(super) fn held(bundle: &Bundle, grid: &HexGrid) -> BTreeMap<Hex, Id> {
    let Bundle { map, scenario, .. } = bundle;
    let mut held = BTreeMap::new();
    let mut hold = |labels: &[String], side: &Id| {
        let hexes = labels.iter().filter_map(|label| grid.parse(label));
        held.extend(hexes.map(|hex| (hex, side.clone())));
    };
    for feature in &map.features.items {
        if let Some(owner) = &feature.owner {
            hold(std::slice::from_ref(&feature.hex), owner);
        }
    }
    // Where zones overlap, the later entry counts.
    for control in &scenario.setup.control {
        if let Some(zone) = map.zones.items.iter().find(|zone| zone.id == control.zone) {
            hold(&zone.hexes, &control.side);
        }
    }
    for one in scenario.start.iter().flat_map(|start| &start.held) {
        hold(&one.hexes, &one.side);
    }
    held
}

/// Whether a counter holds the hex where it stands: no marker and no aircraft does.
pub(super) fn holds(bundle: &Bundle, counter: &salient_schema::order_of_battle::Counter) -> bool {
    stands(bundle, counter, 0) == Stands::AsUnit
}

impl Piece {
    /// The hex that it stands in.
    pub fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            Place::Waiting | Place::Due(_) | Place::Eliminated => None,
        }
    }
}
