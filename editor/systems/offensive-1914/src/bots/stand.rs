//! What a hex is worth to a force that could stand in it.

use salient_hex::Hex;
use salient_rules::play::Position;

use crate::armies;
use crate::control;
use crate::effectiveness;
use crate::march::allowance;
use crate::marks;
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

use super::Weights;
use super::field::{FAR, Field, Goal};
use super::march::Order;

/// A force that looks for a hex.
pub struct Stand<'a> {
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
    field: &'a Field,
    weights: &'a Weights,
    order: &'a Order,
    goal: Option<&'a Goal>,
    /// Where what supplies it stands.
    source: Option<Hex>,
    cavalry: bool,
    /// Whether it is worn out and keeps away from the enemy, and how far it wants to be from him.
    worn: Option<i32>,
    counter: bool,
}

impl<'a> Stand<'a> {
    pub fn new(
        rules: &'a Rules,
        position: &'a Position<Offensive>,
        (side, field): (usize, &'a Field),
        weights: &'a Weights,
        order: &'a Order,
    ) -> Self {
        let lead = order.formation.or(order.units.first().copied());
        let army = lead.and_then(|unit| armies::army(rules, position, unit));
        let corps = lead.and_then(|unit| armies::corps(rules, position, unit));
        let supplier = corps.or(army).and_then(|own| rules.body(own).counter);
        let cavalry = lead.is_some_and(|unit| rules.kind(position, unit) == Kind::Cavalry);
        let numbers = &rules.numbers;
        let worn = order.formation.and_then(|unit| match () {
            () if effectiveness::is_demoralized(rules, position, unit) => {
                Some(numbers.demoralized_distance)
            }
            () if effectiveness::is_ineffective(rules, position, unit) => {
                Some(numbers.recovery_distance)
            }
            () => None,
        });
        Self {
            rules,
            position,
            side,
            field,
            weights,
            order,
            goal: order.goal.and_then(|goal| field.goals.get(goal)),
            source: supplier.and_then(|unit| position.hex(unit)),
            cavalry,
            worn,
            counter: allowance::is_counter(rules, position),
        }
    }

    /// What a hex is worth, in hundredths of a point; only differences count.
    pub fn worth(&self, hex: Hex) -> i32 {
        let near = i32::from(self.field.near[hex.index()]);
        let mut worth = -self.danger(hex);
        if self.order.formation.is_some() && self.field.besieged.binary_search(&hex).is_ok() {
            worth -= self.weights.shut_in;
        }
        if let Some(far) = self.worn {
            return worth + 30 * near.min(far) - 5 * self.to_source(hex);
        }
        worth += self.toward(hex, near);
        worth += self.holds(hex);
        worth -= self.weights.supply * (self.to_source(hex) - 7).max(0);
        worth += self.opportunity(hex);
        if near <= 3 && !self.has_company(hex) {
            worth -= self.weights.alone;
        }
        let strays = self
            .order
            .formation
            .is_some_and(|unit| !armies::in_area(self.rules, self.position, unit, hex));
        if strays {
            worth -= self.weights.supply;
        }
        worth
    }

    /// Nearer to its place, or to the enemy.
    fn toward(&self, hex: Hex, near: i32) -> i32 {
        let Some(goal) = self.goal else {
            // A hex or two off is near enough for whoever has nothing to take.
            let far = if self.cavalry { 3 } else { 2 };
            return -self.weights.front * (near - far).abs();
        };
        let far = goal.distance(self.rules, hex) as i32;
        let off = if goal.held { (far - 1).max(0) } else { far };
        -self.weights.pull * off * goal.points.clamp(4, 20) / 10
    }

    /// A place that scores and where nobody else stands.
    fn holds(&self, hex: Hex) -> i32 {
        let mut worth = 0;
        for goal in self.field.goals.iter().filter(|goal| goal.hexes.contains(&hex)) {
            let share = goal.points * 100 / 10;
            let own = control::of(self.position, hex) == Some(self.side);
            if !own {
                worth += self.weights.enter * share / 100;
            } else if self.field.size[hex.index()] == 0 && self.field.threat[hex.index()] > 0 {
                worth += self.weights.hold * share / 100;
            }
        }
        worth
    }

    /// What the enemy could do to it there.
    fn danger(&self, hex: Hex) -> i32 {
        let threat = self.field.threat[hex.index()];
        if threat == 0 {
            return 0;
        }
        let level = marks::improved(self.position, hex);
        let strength = self.field.defence[hex.index()].min(30)
            + self.order.weight.defence
            + self.rules.terrain.hex(hex).defence
            // Whoever attacks here has to fear those next to it.
            + self.field.support[hex.index()] / 3;
        let odds = 10 * threat / strength.max(1) * 10 / (10 + 5 * level);
        self.weights.danger * (odds - 10).clamp(0, 40) * self.order.weight.size.max(1) / 4
    }

    /// Enemies next to it who can be attacked well.
    fn opportunity(&self, hex: Hex) -> i32 {
        if self.weights.contact == 0 || self.field.near[hex.index()] != 1 {
            return 0;
        }
        let each = self.rules.map().neighbours(hex).filter_map(|(_, other)| {
            let enemy = self.field.enemy_in(other)?;
            let bonus = self.rules.terrain.hex(other).defence;
            let own = self.field.support[other.index()] + self.order.weight.attack;
            Some(10 * own / (enemy.defence + bonus).max(1))
        });
        let best = each.max().unwrap_or_default();
        let share = if self.counter { 2 } else { 1 };
        self.weights.contact * (best - 15).clamp(0, 15) / 10 / share
    }

    fn has_company(&self, hex: Hex) -> bool {
        let size = &self.field.size;
        size[hex.index()] > 0
            || self.rules.map().neighbours(hex).any(|(_, near)| size[near.index()] > 0)
    }

    fn to_source(&self, hex: Hex) -> i32 {
        let grid = self.rules.map().grid();
        self.source.map_or(0, |source| grid.distance(source, hex) as i32).min(i32::from(FAR) * 4)
    }
}
