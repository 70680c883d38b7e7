//! What the marches of a step share. A march is worked out several times, for one main effort after
//! the other, and most of it is the same each time: a unit's choice hangs on what stands near the
//! hexes that it reaches, so that only where something there is different from the first march, or
//! a target of the effort lies next to them, it has to be weighed again, and only those hexes.

use crate::acts::Act;
use crate::bots::field::{Field, attack_on, defence_in, shelter};
use crate::bots::fight::Weighed;
use crate::bots::siege::Siege;
use crate::position::Position;
use crate::rules::{Rules, Unit, UnitKind};
use salient_hex::grid::Hex;
use salient_hex::path::Reach;

/// Memory of the marches of a step.
#[derive(Debug, Default)]
pub struct Drill {
    /// The units in the order in which they march; none before the first march.
    pub order: Vec<Unit>,
    /// Where the unit that is thought about can go.
    pub reach: Reach,
    /// What it could do there: where it stands first.
    pub stands: Vec<Stand>,
    /// What hexes were worth to it in the first march, by hex; none where that is of no use now.
    pub before: Vec<Option<i32>>,
    /// More marches than one are made, so that the first is kept.
    pub keeps: bool,
    /// The first march, unit by unit.
    pub first: Vec<Choice>,
    /// Attacks that were weighed.
    pub weighed: Weighed,
    /// Who of the enemy is cut off when the first march is over.
    pub siege: Option<Siege>,
    /// Defence factors in each hex that the enemy holds, which do not change while a side
    /// marches; 0 elsewhere.
    pub defence: Vec<i32>,
    /// How easy the ground of such a hex is to attack, by exact reckoning.
    pub ease: Vec<i32>,
    /// Attack factors next to such a hex as they are now.
    pub attack_on: Vec<i32>,
    /// The directions from which such a hex can be attacked now, a bit each.
    pub sides: Vec<u8>,
    /// The directions in which a hex has one to attack, a bit each.
    pub targets: Vec<u8>,
    /// The hexes that the enemy holds.
    enemies: Vec<Hex>,
    /// The divisions that may stand with other armies (SW 9.6).
    guests: Vec<Unit>,
}

/// A hex where a unit can stand when it has moved.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    pub hex: Hex,
    /// What the way there takes off its worth.
    pub cost: i32,
    pub worth: i32,
}

/// What a unit did in the first march.
#[derive(Debug)]
pub struct Choice {
    /// The hexes that it could reach.
    reached: Hexes,
    /// What they were worth; nothing where that is not worked out or may hang on anything.
    pub stands: Vec<Stand>,
    /// Which guests had stood with others before.
    guests: Option<u128>,
    pub act: Option<Act>,
}

impl Choice {
    pub fn new(
        rules: &Rules,
        unit: Unit,
        stands: &mut Vec<Stand>,
        guests: Option<u128>,
        act: Option<Act>,
    ) -> Self {
        // Guns look as far as they reach: whatever is different, they think again.
        if rules.unit(unit).kind == UnitKind::Guns {
            return Self { reached: Hexes::all(rules), stands: Vec::new(), guests, act };
        }
        let mut reached = Hexes::none(rules);
        stands.iter().for_each(|stand| reached.add(stand.hex));
        // Who can only stay has not weighed it.
        if stands.len() < 2 {
            stands.clear();
        }
        Self { reached, stands: std::mem::take(stands), guests, act }
    }
}

impl Drill {
    /// Gets ready for the marches of a step.
    pub fn new(position: &Position, rules: &Rules, side: usize, keeps: bool) -> Self {
        let len = rules.map.len();
        let mut drill = Self {
            keeps,
            before: vec![None; len],
            defence: vec![0; len],
            ease: vec![0; len],
            attack_on: vec![0; len],
            sides: vec![0; len],
            targets: vec![0; len],
            ..Self::default()
        };
        for unit in position.on_map(rules, crate::rules::enemy_of(side)) {
            let Some(hex) = position.hex(unit).filter(|hex| drill.defence[hex.index()] == 0) else {
                continue;
            };
            drill.enemies.push(hex);
            drill.defence[hex.index()] = defence_in(position, rules, hex).max(1);
            drill.ease[hex.index()] = (7 - shelter(position, rules, side, hex)).clamp(1, 7);
            for (direction, from) in rules.map.neighbours(hex) {
                let there = direction.opposite();
                if rules.ground.is_passable(from, there) {
                    drill.targets[from.index()] |= 1 << there.index();
                }
            }
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
        let enemies = std::mem::take(&mut self.enemies);
        for &hex in &enemies {
            self.count(position, rules, side, hex);
        }
        self.enemies = enemies;
    }

    /// The same next to a hex whose stack has changed.
    pub fn muster_near(&mut self, position: &Position, rules: &Rules, side: usize, hex: Hex) {
        if self.targets[hex.index()] == 0 {
            return;
        }
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

/// What a march makes of a unit's choice in the first.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    pub first: &'a Choice,
    /// The unit reaches the same hexes at the same costs, and they are known.
    pub ways: bool,
    /// They are worth the same to it.
    pub worths: bool,
}

/// Where a march is not as the first was.
#[derive(Debug)]
pub struct Difference {
    /// Hexes that a unit may find its way to, or not, otherwise than before, or through which a
    /// way costs something else: those where somebody else stands, and all around, since a
    /// search looks at what it does not enter, too.
    ways: Hexes,
    /// Hexes that may be worth something else: see `View::worth`.
    worths: Hexes,
}

impl Difference {
    /// None but for what the field's main effort goes for; the first march goes for nothing.
    pub fn new(field: &Field, rules: &Rules) -> Self {
        let mut out = Self { ways: Hexes::none(rules), worths: Hexes::none(rules) };
        for hex in rules.map.grid().hexes().filter(|hex| field.aim[hex.index()] != 0) {
            out.worths.add(hex);
            rules.map.neighbours(hex).for_each(|(_, other)| out.worths.add(other));
        }
        out
    }

    /// What of a unit's choice in the first march stands.
    pub fn about<'a>(&self, first: &'a Choice, guests: Option<u128>) -> Known<'a> {
        // Which guests may stand where hangs on all who have before.
        let ways = guests.is_some() && first.guests == guests && !first.reached.meets(&self.ways);
        let worths = !first.reached.meets(&self.worths);
        Known { first, ways: ways && (worths || !first.stands.is_empty()), worths }
    }

    /// Whether a hex may be worth something else than in the first march.
    pub fn is_at(&self, hex: Hex) -> bool {
        self.worths.has(hex)
    }

    /// Takes note of what a unit did in the first march and does in this.
    pub fn note(
        &mut self,
        before: &Position,
        rules: &Rules,
        (side, from): (usize, Hex),
        acts: [Option<&Act>; 2],
    ) {
        let [first, now] = acts;
        if first == now {
            return;
        }
        // Who leaves in both leaves the same behind.
        if first.is_none() || now.is_none() {
            self.add(rules, from);
        }
        for act in acts.into_iter().flatten() {
            let Act::Move { path, .. } = act else { continue };
            // On the way only what it takes is changed.
            let taken = path.iter().filter(|&&hex| !before.controls(hex, side));
            taken.chain(path.last()).for_each(|&hex| self.add(rules, hex));
        }
    }

    /// Another stack may stand in a hex, or another side may control it.
    fn add(&mut self, rules: &Rules, hex: Hex) {
        self.ways.add(hex);
        self.worths.add(hex);
        for (_, near) in rules.map.neighbours(hex) {
            self.ways.add(near);
            self.worths.add(near);
        }
        for &near in &rules.surroundings.second_ring[hex.index()] {
            self.worths.add(near);
        }
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

    /// All hexes of a map.
    pub fn all(rules: &Rules) -> Self {
        Self(vec![u64::MAX; rules.map.len().div_ceil(64)])
    }

    pub fn add(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    pub fn has(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }

    /// Whether two have a hex in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }
}
