//! What the marches of a step share. A march is worked out several times, for one main effort after
//! the other, and most of it is the same each time: a unit's choice hangs on what stands near the
//! hexes that it reaches, so that where nothing there is different from the first march, and no
//! target of the effort lies next to them, the choice is the same, too.

use crate::actions::Act;
use crate::bots::field::{Field, attack_on, defence_in, shelter};
use crate::bots::fight::Weighed;
use crate::position::Position;
use crate::rules::{Rules, Unit};
use salient_hex::grid::Hex;
use salient_hex::path::Reach;

/// Memory of the marches of a step.
#[derive(Debug, Default)]
pub struct Drill {
    /// Where the unit that is thought about can go.
    pub reach: Reach,
    /// More marches than one are made, so that the first is kept.
    pub keeps: bool,
    /// The first march, unit by unit.
    pub first: Vec<Choice>,
    /// Attacks that were weighed.
    pub weighed: Weighed,
    /// Defence factors in each hex that the enemy holds, which do not change while a side
    /// marches; 0 elsewhere.
    pub defence: Vec<i32>,
    /// How easy the ground of such a hex is to attack, by exact reckoning.
    pub ease: Vec<i32>,
    /// Attack factors next to such a hex as they are now.
    pub attack_on: Vec<i32>,
    /// The directions from which such a hex can be attacked now, a bit each.
    pub sides: Vec<u8>,
    /// The divisions that may stand with other armies (SW 9.6).
    guests: Vec<Unit>,
}

/// What a unit did in the first march.
#[derive(Debug)]
pub struct Choice {
    /// The hexes that it hung on.
    pub region: Hexes,
    /// Which guests had stood with others before.
    pub guests: Option<u128>,
    pub act: Option<Act>,
}

impl Drill {
    /// Gets ready for the marches of a step.
    pub fn new(position: &Position, rules: &Rules, side: usize, keeps: bool) -> Self {
        let mut drill = Self {
            keeps,
            defence: vec![0; rules.map.len()],
            ease: vec![0; rules.map.len()],
            attack_on: vec![0; rules.map.len()],
            sides: vec![0; rules.map.len()],
            ..Self::default()
        };
        for unit in position.on_map(rules, crate::rules::enemy_of(side)) {
            let Some(hex) = position.hex(unit) else {
                continue;
            };
            drill.defence[hex.index()] = defence_in(position, rules, hex).max(1);
            drill.ease[hex.index()] = (7 - shelter(position, rules, side, hex)).clamp(1, 7);
        }
        let guests = rules.all_units().filter(|&unit| {
            let def = rules.unit(unit);
            def.side == side && def.american_division
        });
        drill.guests = guests.collect();
        drill
    }

    /// Counts afresh what could attack each hex.
    pub fn muster(&mut self, position: &Position, rules: &Rules, side: usize) {
        for hex in rules.map.grid().hexes() {
            self.count(position, rules, side, hex);
        }
    }

    /// The same next to a hex whose stack has changed.
    pub fn muster_near(&mut self, position: &Position, rules: &Rules, side: usize, hex: Hex) {
        for (_, other) in rules.map.neighbours(hex) {
            self.count(position, rules, side, other);
        }
    }

    fn count(&mut self, position: &Position, rules: &Rules, side: usize, hex: Hex) {
        if self.defence[hex.index()] == 0 {
            return;
        }
        self.attack_on[hex.index()] = attack_on(position, rules, side, hex);
        let from = rules.map.neighbours(hex).filter(|&(direction, other)| {
            position.friend_in(other, side) && rules.ground.is_passable(hex, direction)
        });
        self.sides[hex.index()] = from.fold(0, |bits, (side, _)| bits | 1 << side.index());
    }

    /// Which guests have stood with others; none where that cannot be told.
    pub fn guests(&self, position: &Position) -> Option<u128> {
        let mark =
            |(place, unit): (usize, &Unit)| u128::from(position.state(*unit).interstacked) << place;
        (self.guests.len() <= 128).then(|| self.guests.iter().enumerate().map(mark).sum())
    }
}

/// A set of hexes.
#[derive(Clone, Debug, Default)]
pub struct Hexes(Vec<u64>);

impl Hexes {
    /// No hex of a map.
    pub fn none(rules: &Rules) -> Self {
        Self(vec![0; rules.map.len().div_ceil(64)])
    }

    pub fn add(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    fn has(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }

    /// Whether two have a hex in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// These hexes and all that lie so near them.
    pub fn around(rules: &Rules, hexes: &[Hex], far: u32) -> Self {
        let mut all = Self::none(rules);
        hexes.iter().for_each(|&hex| all.add(hex));
        let mut ring = hexes.to_vec();
        for _ in 0..far {
            let mut next = Vec::new();
            for hex in ring {
                for (_, other) in rules.map.neighbours(hex) {
                    if !all.has(other) {
                        all.add(other);
                        next.push(other);
                    }
                }
            }
            ring = next;
        }
        all
    }

    /// Adds the hexes that an act changes.
    pub fn touch(&mut self, from: Hex, act: Option<&Act>) {
        if let Some(Act::Move { path, .. }) = act {
            self.add(from);
            path.iter().for_each(|&hex| self.add(hex));
        }
    }
}

/// The hexes that a field's main effort goes for.
pub fn aims(field: &Field, rules: &Rules) -> Hexes {
    let mut out = Hexes::none(rules);
    let aimed = rules.map.grid().hexes().filter(|hex| field.aim[hex.index()] != 0);
    aimed.for_each(|hex| out.add(hex));
    out
}
