//! What every hex means to a side.

use crate::bots::weights::Weights;
use crate::position::Position;
use crate::rules::{GERMAN, MORALE_REACH, Rules, Unit, enemy_of};
use salient_hex::grid::Hex;

/// Maps for the side to move, worked out once a step.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Hexes to the nearest enemy unit; [`FAR`] where there is none.
    pub enemy: Vec<u16>,
    /// What lies ahead: the pull of morale hexes that the enemy controls.
    pub pull: Vec<i32>,
    /// What is to be lost: the points of own morale hexes in and near a hex.
    pub hold: Vec<i32>,
    /// Attack factors of enemies that stand next to a hex, and half of those a hex farther.
    pub threat: Vec<i32>,
    /// What a target is worth besides because the side has chosen it for its main effort.
    pub aim: Vec<i32>,
    /// The hex that the side's weight goes to.
    pub focus: Option<Hex>,
    /// The points of the enemy hex that the side goes for, if it does.
    pub goal: i32,
    /// Hexes from there, as the crow flies; none without.
    pub to_focus: Vec<i32>,
    /// The ends of the front, the northern one first, where a sector of it is chosen.
    pub ends: Option<(Hex, Hex)>,
    /// By army, the hex at the front nearest to there where its foot stands: where its tanks are
    /// wanted. None where the side brings none.
    pub armour: Vec<Option<Hex>>,
    /// What the side holds dear now.
    pub weights: Weights,
    /// The main efforts that were marched out for on a copy, to be told of.
    pub efforts: Vec<Effort>,
}

/// A main effort, and what its march is worth.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Its targets; none where there is no main effort.
    pub aims: Vec<Hex>,
    pub worth: i32,
    /// Whether it was the best so far when it was weighed last.
    pub taken: bool,
}

pub const FAR: u16 = 999;

impl Field {
    pub fn new(position: &Position, rules: &Rules, side: usize, weights: Weights) -> Self {
        let enemy = enemy_of(side);
        let mut field = Self {
            enemy: distances(
                rules,
                position.on_map(rules, enemy).filter_map(|unit| position.hex(unit)),
            ),
            pull: vec![0; rules.map.len()],
            hold: vec![0; rules.map.len()],
            threat: vec![0; rules.map.len()],
            aim: vec![0; rules.map.len()],
            focus: None,
            goal: 0,
            to_focus: Vec::new(),
            armour: Vec::new(),
            ends: None,
            weights,
            efforts: Vec::new(),
        };
        if weights.sector != 0 {
            field.ends = ends_of_front(position, rules, side);
        }
        field.draw_pull(position, rules, side);
        field.draw_threat(position, rules, enemy);
        field.focus = field.choose_focus(position, rules, side);
        if let Some(focus) = field.focus {
            field.to_focus = distances_from(rules, focus);
            let theirs = position.controls(focus, enemy);
            field.goal = if theirs { i32::from(rules.morale_at[focus.index()]) } else { 0 };
        }
        if weights.armour != 0 {
            field.call_for_armour(position, rules, side);
        }
        field
    }

    /// Where each army's tanks are wanted.
    fn call_for_armour(&mut self, position: &Position, rules: &Rules, side: usize) {
        self.armour = vec![None; rules.nations.len()];
        let mut nearest = vec![i32::MAX; rules.nations.len()];
        for unit in position.on_map(rules, side).filter(|&unit| rules.unit(unit).is_infantry()) {
            let army = usize::from(rules.unit(unit).nation);
            let Some(hex) = position.hex(unit).filter(|hex| self.enemy[hex.index()] == 1) else {
                continue;
            };
            let far = self.to_focus.get(hex.index()).copied().unwrap_or(0);
            if far < nearest[army] {
                nearest[army] = far;
                self.armour[army] = Some(hex);
            }
        }
    }

    /// Points of the goal, for a hex on the way to it.
    pub fn way_to_goal(&self, hex: Hex) -> i32 {
        match self.to_focus.get(hex.index()) {
            Some(1) => self.goal,
            Some(2) => self.goal / 2,
            _ => 0,
        }
    }

    /// Whether a hex lies in the part of the front that the side has chosen, or it has chosen
    /// none.
    pub fn in_sector(&self, rules: &Rules, hex: Hex) -> bool {
        let Some((north, south)) = self.ends else {
            return true;
        };
        let grid = rules.map.grid();
        let (north, south) = (grid.distance(hex, north) as i32, grid.distance(hex, south) as i32);
        let third = (3 * north / (north + south).max(1)).min(2);
        third + 1 == self.weights.sector
    }

    /// Takes hexes as the targets of the main effort.
    pub fn aim_at(&mut self, hexes: &[Hex]) {
        self.aim.fill(0);
        for hex in hexes {
            self.aim[hex.index()] = self.weights.aim;
        }
    }

    /// Each morale hex pulls by its points, less with the distance.
    fn draw_pull(&mut self, position: &Position, rules: &Rules, side: usize) {
        for (morale, near) in rules.morale_hexes.iter().zip(&rules.surroundings.morale) {
            let theirs = position.controls(morale.hex, enemy_of(side));
            let mine = position.controls(morale.hex, side);
            // What is well sheltered draws less, and so does what lies elsewhere.
            let sheltered = shelter(position, rules, side, morale.hex);
            let share = if self.in_sector(rules, morale.hex) { 60 } else { 20 };
            // The distances are few, the hexes many.
            if theirs {
                let pull = |far: i32| morale.points * share / (2 + far + sheltered / 2);
                let by_far: [i32; MORALE_REACH as usize + 1] =
                    std::array::from_fn(|far| pull(far as i32));
                for &(hex, far) in near {
                    let pull = &mut self.pull[hex.index()];
                    *pull = (*pull).max(by_far[far as usize]);
                }
            } else if mine {
                for &(hex, far) in near.iter().filter(|(_, far)| *far <= 2) {
                    self.hold[hex.index()] += morale.points * 8 / (1 + 2 * far);
                }
            }
        }
    }

    fn draw_threat(&mut self, position: &Position, rules: &Rules, enemy: usize) {
        for unit in position.on_map(rules, enemy) {
            let Some(from) = position.hex(unit) else {
                continue;
            };
            let attack = position.face(rules, unit).attack;
            self.threat[from.index()] += 2 * attack;
            for (_, hex) in rules.map.neighbours(from) {
                self.threat[hex.index()] += 2 * attack;
            }
            for hex in &rules.surroundings.second_ring[from.index()] {
                self.threat[hex.index()] += attack;
            }
        }
    }

    /// The enemy morale hex that is worth most for its distance from the own front, or the own
    /// hex that is threatened most.
    fn choose_focus(&self, position: &Position, rules: &Rules, side: usize) -> Option<Hex> {
        if self.weights.offensive != 0 {
            let own = strength(position, rules, side);
            let theirs = rules
                .morale_hexes
                .iter()
                .zip(&rules.surroundings.from_morale)
                .filter(|(morale, _)| position.controls(morale.hex, enemy_of(side)));
            let wanted = |hex: Hex| self.in_sector(rules, hex);
            let any = theirs.clone().any(|(morale, _)| wanted(morale.hex));
            return theirs
                .filter(|(morale, _)| !any || wanted(morale.hex))
                .map(|(morale, far_from)| {
                    let guard = defence_in(position, rules, morale.hex);
                    let far = own.iter().map(|(hex, _)| far_from[hex.index()]).min();
                    let far = far.map_or(i32::from(FAR), i32::from);
                    let shelter = shelter(position, rules, side, morale.hex);
                    let fort = rules.ground.at(morale.hex).fortress.is_some();
                    let fort = if fort { self.weights.storm / 4 } else { 0 };
                    let mass = match self.weights.mass {
                        0 => 0,
                        mass => mass * strength_near(&own, far_from) / 10,
                    };
                    let worth = morale.points * 100 / (2 + far) - guard - 6 * shelter;
                    (worth - fort + mass, morale.hex)
                })
                .max()
                .map(|(_, hex)| hex);
        }
        let mine = |hex: &Hex| position.controls(*hex, side);
        rules
            .map
            .grid()
            .hexes()
            .filter(mine)
            .max_by_key(|hex| (self.threat[hex.index()] * (4 + self.hold[hex.index()]), *hex))
    }
}

/// The hexes of a side with the attack factors in each.
fn strength(position: &Position, rules: &Rules, side: usize) -> Vec<(Hex, i32)> {
    let units = position.on_map(rules, side);
    let mut own: Vec<(Hex, i32)> = units
        .filter_map(|unit| Some((position.hex(unit)?, position.face(rules, unit).attack)))
        .collect();
    own.sort_unstable();
    own.dedup_by(|(hex, attack), (first, sum)| {
        let same = hex == first;
        *sum += if same { *attack } else { 0 };
        same
    });
    own
}

/// Attack factors within three hexes of one, by how far every hex is from it.
fn strength_near(strength: &[(Hex, i32)], far_from: &[u16]) -> i32 {
    strength.iter().filter(|(hex, _)| far_from[hex.index()] <= 3).map(|(_, attack)| attack).sum()
}

/// Hexes from one to every other, as the crow flies.
fn distances_from(rules: &Rules, from: Hex) -> Vec<i32> {
    let grid = rules.map.grid();
    match rules.morale_hexes.binary_search_by_key(&from, |morale| morale.hex) {
        Ok(place) => {
            rules.surroundings.from_morale[place].iter().map(|&far| i32::from(far)).collect()
        }
        Err(_) => grid.hexes().map(|hex| grid.distance(hex, from) as i32).collect(),
    }
}

/// The two hexes of a side's front that lie farthest from one another, the northern one first.
fn ends_of_front(position: &Position, rules: &Rules, side: usize) -> Option<(Hex, Hex)> {
    let enemy = enemy_of(side);
    let front: Vec<Hex> = position
        .on_map(rules, side)
        .filter_map(|unit| position.hex(unit))
        .filter(|&hex| rules.map.neighbours(hex).any(|(_, other)| position.controls(other, enemy)))
        .collect();
    let grid = rules.map.grid();
    let farthest =
        |from: Hex| front.iter().copied().max_by_key(|&hex| (grid.distance(from, hex), hex));
    let one = farthest(*front.first()?)?;
    let other = farthest(one)?;
    let down = |hex: Hex| grid.centre(hex)[1];
    Some(if down(one) <= down(other) { (one, other) } else { (other, one) })
}

/// What the ground of a hex takes off the die of who attacks it, fortresses as much as cities.
pub fn shelter(position: &Position, rules: &Rules, attacker: usize, hex: Hex) -> i32 {
    let here = rules.ground.at(hex);
    let weather = position.weather as usize;
    let terrain = rules.ground.terrain.get(usize::from(here.terrain));
    let lines = &rules.ground.features;
    let mut sum = terrain.map_or(0, |kind| -kind.defence[weather]);
    for (there, line) in [
        (here.town, &lines.town),
        (here.city, &lines.city),
        (here.allied_trench && attacker == GERMAN, &lines.allied_trench),
        (here.german_main_trench && attacker != GERMAN, &lines.german_main_trench),
        (here.german_secondary_trench && attacker != GERMAN, &lines.german_secondary_trench),
    ] {
        if there {
            sum -= line.defence[weather];
        }
    }
    sum + if here.fortress.is_some() { 2 } else { 0 }
}

/// Hexes to the nearest of some, over ground that units enter.
pub fn distances(rules: &Rules, from: impl Iterator<Item = Hex>) -> Vec<u16> {
    let mut out = vec![FAR; rules.map.len()];
    let mut ring: Vec<Hex> = from.collect();
    for &hex in &ring {
        out[hex.index()] = 0;
    }
    let mut far = 0;
    let mut next = Vec::new();
    while !ring.is_empty() {
        far += 1;
        for hex in ring.drain(..) {
            for (direction, other) in rules.map.neighbours(hex) {
                if out[other.index()] == FAR
                    && rules.ground.is_playable(other)
                    && rules.ground.is_passable(hex, direction)
                {
                    out[other.index()] = far;
                    next.push(other);
                }
            }
        }
        std::mem::swap(&mut ring, &mut next);
    }
    out
}

/// Factors of a side's units that could attack a hex from where they stand.
pub fn attack_on(position: &Position, rules: &Rules, side: usize, hex: Hex) -> i32 {
    rules
        .map
        .neighbours(hex)
        .filter(|&(direction, other)| {
            position.friend_in(other, side) && rules.ground.is_passable(hex, direction)
        })
        .flat_map(|(_, other)| position.stack(other))
        .map(|unit| position.face(rules, unit).attack)
        .sum()
}

/// Defence factors in a hex.
pub fn defence_in(position: &Position, rules: &Rules, hex: Hex) -> i32 {
    position.stack(hex).map(|unit| position.face(rules, unit).defence).sum()
}

/// Units of a side that may be thought about, those nearest to the enemy first.
pub fn by_distance(position: &Position, rules: &Rules, side: usize, enemy: &[u16]) -> Vec<Unit> {
    let mut units: Vec<Unit> = position.on_map(rules, side).collect();
    let far = |unit: &Unit| position.hex(*unit).map_or(0, |hex| enemy[hex.index()]);
    units.sort_by_key(|unit| (far(unit), position.face(rules, *unit).attack, *unit));
    units
}
