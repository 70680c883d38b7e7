//! What the map means to a side: where both are strong, which places score, who threatens what.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::control;
use crate::effectiveness;
use crate::landmarks;
use crate::march::allowance;
use crate::marks;
use crate::rules::{Offensive, Rules, of};
use crate::state::Antwerpen;
use crate::units::Kind;
use crate::victory;

/// How far an enemy's strength is felt.
const FELT: u32 = 3;
/// What of it is felt at each distance, in percent.
const SHARE: [i32; 4] = [100, 100, 80, 40];
/// What of it is felt of whoever stands next to a hex when his own movement is over, in percent: of
/// those who have prepared an attack on the hex, and of the others.
const PREPARED: i32 = 130;
const UNPREPARED: i32 = 70;
/// No more than this comes to bear on one hex.
const MOST_FELT: i32 = 60;

/// A place that scores.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Its hexes.
    pub hexes: Vec<Hex>,
    /// What lies between holding and losing it, in points.
    pub points: i32,
    /// Whether the side holds all of it, and has to keep it.
    pub held: bool,
    /// Own strength that is still wanted there.
    pub wanted: i32,
    /// Whether the enemy's fortress in it has deployed guns of one's own before it.
    pub siege: bool,
}

impl Goal {
    /// How far it is.
    pub fn distance(&self, rules: &Rules, hex: Hex) -> u32 {
        let grid = rules.map().grid();
        let each = self.hexes.iter().map(|&place| grid.distance(place, hex));
        each.min().unwrap_or(u32::MAX)
    }

    /// What holding a hex is worth because of it, in hundredths.
    fn ground(&self, rules: &Rules, hex: Hex) -> i32 {
        match self.distance(rules, hex) {
            0 => 100 * self.points / self.hexes.len().max(1) as i32 / 2,
            1 => 12 * self.points,
            2 => 5 * self.points,
            3 => 2 * self.points,
            _ => 0,
        }
    }
}

/// Enemies in a hex.
#[derive(Clone, Copy, Debug)]
pub struct Stack {
    pub hex: Hex,
    pub attack: i32,
    pub defence: i32,
}

/// The map of a side.
#[derive(Clone, Debug, Default)]
pub struct Field {
    pub goals: Vec<Goal>,
    /// Hexes with enemies that can be attacked or attack.
    pub enemies: Vec<Stack>,
    /// By hex: the enemy's strength that may fall on whoever stands there.
    pub threat: Vec<i32>,
    /// By hex: own strength of attack in it and around it.
    pub support: Vec<i32>,
    /// By hex: own strength of defence.
    pub defence: Vec<i32>,
    /// By hex: own size, in quarters of a division.
    pub size: Vec<i32>,
    /// By hex: how far the nearest enemy is, up to a few hexes.
    pub near: Vec<u8>,
    /// Hexes of own camps that the enemy's siege guns have before them. Sorted.
    pub besieged: Vec<Hex>,
}

/// Beyond this the nearest enemy is just far.
pub const FAR: u8 = 8;

impl Field {
    /// Becomes the map of a side, which moves in its own or in the enemy's player-turn. What was there
    /// before is of no account but for its memory.
    pub fn look(
        &mut self,
        rules: &Rules,
        position: &Position<Offensive>,
        side: usize,
        alarm: i32,
    ) -> &mut Self {
        let hexes = rules.map().len();
        for by_hex in [&mut self.threat, &mut self.support, &mut self.defence, &mut self.size] {
            by_hex.clear();
            by_hex.resize(hexes, 0);
        }
        self.near.clear();
        self.near.resize(hexes, FAR);
        self.enemies.clear();
        let counter = allowance::is_counter(rules, position);
        let enemy = rules.enemy(side);
        for unit in position.on_map(rules, enemy) {
            self.add_enemy(rules, position, unit, counter);
        }
        self.enemies.sort_unstable_by_key(|stack| stack.hex);
        self.enemies.dedup_by(|next, one| {
            let same = next.hex == one.hex;
            if same {
                one.attack += next.attack;
                one.defence += next.defence;
            }
            same
        });
        self.survey(rules);
        for unit in position.on_map(rules, side) {
            if let Some(hex) = position.hex(unit) {
                let weight = weight(rules, position, unit);
                self.put(rules, hex, weight, 1);
            }
        }
        for threat in &mut self.threat {
            *threat = (*threat).min(MOST_FELT);
        }
        self.besieged = super::besieged::besieged(rules, position, side);
        self.goals = goals(rules, position, side);
        let before = super::besieged::besieged(rules, position, rules.enemy(side));
        for goal in &mut self.goals {
            goal.siege = goal.hexes.iter().any(|hex| before.binary_search(hex).is_ok());
        }
        self.want(rules, alarm);
        self
    }

    fn add_enemy(
        &mut self,
        rules: &Rules,
        position: &Position<Offensive>,
        unit: Unit,
        counter: bool,
    ) {
        let Some(hex) = position.hex(unit) else { return };
        let kind = rules.kind(position, unit);
        if kind.is_supply() {
            return;
        }
        let Weight { attack, defence, .. } = weight(rules, position, unit);
        self.enemies.push(Stack { hex, attack, defence });
        if attack == 0 {
            return;
        }
        let grid = rules.map().grid();
        if counter {
            // He has moved: only who stands next to a hex attacks it.
            for (_, near) in rules.map().neighbours(hex) {
                let share = match marks::prepared(position, unit) {
                    Some(target) if target == near => PREPARED,
                    Some(_) => 0,
                    None => UNPREPARED,
                };
                self.threat[near.index()] += attack * share / 100;
            }
            return;
        }
        for near in grid.within(hex, FELT) {
            let share = SHARE[grid.distance(hex, near).min(FELT) as usize];
            self.threat[near.index()] += attack * share / 100;
        }
    }

    /// How far the nearest enemy of each hex is.
    fn survey(&mut self, rules: &Rules) {
        let mut edge: Vec<Hex> = self.enemies.iter().map(|stack| stack.hex).collect();
        edge.iter().for_each(|hex| self.near[hex.index()] = 0);
        for far in 1..FAR {
            let mut next = Vec::new();
            for hex in edge {
                for (_, other) in rules.map().neighbours(hex) {
                    let near = &mut self.near[other.index()];
                    if *near > far {
                        *near = far;
                        next.push(other);
                    }
                }
            }
            edge = next;
        }
    }

    /// Own strength comes to a hex, or leaves it with the sign -1.
    pub fn put(&mut self, rules: &Rules, hex: Hex, weight: Weight, sign: i32) {
        self.defence[hex.index()] += sign * weight.defence;
        self.size[hex.index()] += sign * weight.size;
        if weight.attack > 0 {
            self.support[hex.index()] += sign * weight.attack;
            for (_, near) in rules.map().neighbours(hex) {
                self.support[near.index()] += sign * weight.attack;
            }
        }
    }

    /// How much strength each place wants: against what may come where it is held, to drive away
    /// what stands there where it is not.
    fn want(&mut self, rules: &Rules, alarm: i32) {
        let enemies = &self.enemies;
        for goal in &mut self.goals {
            let around = |within: u32, of: &dyn Fn(&Stack) -> i32| -> i32 {
                let near = enemies.iter().filter(|it| goal.distance(rules, it.hex) <= within);
                near.map(of).sum()
            };
            goal.wanted = match goal.held {
                true => around(6, &|it| it.attack) * alarm / 100,
                false => around(2, &|it| it.defence) * 3 / 2 + 8,
            };
        }
    }

    /// What holding a hex is worth because of the places in it and near it, in hundredths.
    pub fn ground(&self, rules: &Rules, hex: Hex) -> i32 {
        self.goals.iter().map(|goal| goal.ground(rules, hex)).sum()
    }

    /// The same because of those places that are the side's own.
    pub fn held_ground(&self, rules: &Rules, hex: Hex) -> i32 {
        self.goals.iter().filter(|goal| goal.held).map(|goal| goal.ground(rules, hex)).sum()
    }

    /// The enemies in a hex.
    pub fn enemy_in(&self, hex: Hex) -> Option<&Stack> {
        let place = self.enemies.binary_search_by_key(&hex, |stack| stack.hex).ok()?;
        self.enemies.get(place)
    }
}

/// What a unit weighs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weight {
    pub attack: i32,
    pub defence: i32,
    pub size: i32,
}

impl std::ops::AddAssign for Weight {
    fn add_assign(&mut self, other: Self) {
        self.attack += other.attack;
        self.defence += other.defence;
        self.size += other.size;
    }
}

/// The same of units together.
pub fn weight_of(rules: &Rules, position: &Position<Offensive>, units: &[Unit]) -> Weight {
    let mut sum = Weight::default();
    units.iter().for_each(|&unit| sum += weight(rules, position, unit));
    sum
}

/// What a unit weighs: whoever may not attack has no strength for it.
pub fn weight(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Weight {
    let kind = rules.kind(position, unit);
    let able = kind.is_combat()
        && position.state(unit).flags & crate::state::INACTIVE == 0
        && !effectiveness::is_ineffective(rules, position, unit);
    let bare = kind == Kind::Fortress && position.state(unit).face > 0;
    Weight {
        attack: if able { rules.rating(position, unit, of::ATTACK) } else { 0 },
        defence: if bare { 0 } else { rules.rating(position, unit, of::DEFENCE) },
        size: rules.size(position, unit),
    }
}

/// The places that score for either side (1914 27.2, 27.3, 27.8, 27.9).
fn goals(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Goal> {
    let mut goals = Vec::new();
    let mut add = |hexes: &[Hex], points: i32| {
        let held = hexes.iter().all(|&hex| control::of(position, hex) == Some(side));
        goals.push(Goal { hexes: hexes.to_vec(), points, held, wanted: 0, siege: false });
    };
    // 1914 24.4: who takes all of its hexes takes Antwerpen with its garrison, so that each of them is
    // fought for like the city.
    let surrender = &rules.landmarks.surrender;
    let holds = position.own.antwerpen == Antwerpen::Holds;
    for place in &rules.schedule.places {
        let is_in_it = place.hexes.iter().all(|&hex| landmarks::has(surrender, hex));
        let hexes = if holds && is_in_it { surrender } else { &place.hexes };
        // Whoever does not have it gives it to the other.
        add(hexes, 2 * place.points);
    }
    for (scorer, capture) in victory::open(rules, position) {
        // All of them are needed, or each counts by itself.
        let together = scorer == rules.allied;
        if together {
            let all: Vec<Hex> = capture.towns.iter().flat_map(|(_, hexes)| hexes.clone()).collect();
            add(&all, capture.points * capture.towns.len() as i32);
        } else {
            capture.towns.iter().for_each(|(_, hexes)| add(hexes, capture.points));
        }
    }
    goals
}
