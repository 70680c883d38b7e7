//! 1914 26.3: which plan is abandoned: one whose primary objective is lost or out of reach, of an army
//! that it keeps from holding what is worth more than giving it up costs.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::rules::{Offensive, Rules};
use crate::schedule::Plan;
use crate::{armies, effectiveness, plans};

use super::field::{Field, Goal, weight};
use super::weights::Weights;

/// Hexes that infantry comes ahead in a game-turn, with the enemy before it.
const PACE: u32 = 3;
/// So near to a place a force holds it as it stands.
const THERE: u32 = 1;
/// Enemies within this come for a place in the next game-turn.
const COMING: u32 = PACE + 1;

/// Abandons the plan by which most is won, or none.
pub fn choose(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    weights: &Weights,
    field: &Field,
) -> Act {
    let view = View { rules, position, side, weights, field };
    let acts = plans::legal(rules, position, side).into_iter();
    let gains = acts.filter_map(|act| {
        let Act::AbandonPlan { army } = act else { return None };
        let plan = plans::of_depot(rules, side, army)?;
        Some((view.gain(plan), act))
    });
    gains.filter(|(gain, _)| *gain > 0).max().map_or(Act::Done, |(_, act)| act)
}

struct View<'a> {
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
    weights: &'a Weights,
    field: &'a Field,
}

impl View<'_> {
    /// What is won by giving up a plan, in hundredths of a point.
    fn gain(&self, plan: &Plan) -> i32 {
        if plan.primary().any(|hex| self.is_in_reach(plan, hex)) {
            return 0;
        }
        let stake: i32 = self.field.goals.iter().map(|goal| self.stake(plan, goal)).sum();
        stake * self.weights.free / 100 - 100 * plans::price(self.rules, self.position, plan)
    }

    /// Whether an army can still drive the enemy out of a primary objective before the last
    /// game-turn is over.
    fn is_in_reach(&self, plan: &Plan, primary: Hex) -> bool {
        let grid = self.rules.map().grid();
        let last = self.rules.turns.last().map_or(0, |turn| turn.turn);
        let turns = u32::from((last + 1).saturating_sub(self.position.turn));
        let near = self.army(plan).filter(|&(unit, hex)| {
            self.rules.piece(unit).captures
                && !effectiveness::is_ineffective(self.rules, self.position, unit)
                && grid.distance(hex, primary) <= PACE * turns
        });
        let attack: i32 = near.map(|(unit, _)| self.weight(unit).attack).sum();
        let around = self.field.enemies.iter().filter(|it| grid.distance(it.hex, primary) <= THERE);
        let defence: i32 = around.map(|it| it.defence).sum();
        attack > 0 && 2 * attack >= 3 * defence
    }

    /// What hangs on an army at a place of its side's, in hundredths of a point: the share of its
    /// points for the share of what it wants that the army alone could bring, and may not.
    fn stake(&self, plan: &Plan, goal: &Goal) -> i32 {
        let coming = self.field.enemies.iter();
        let coming = coming.filter(|it| goal.distance(self.rules, it.hex) <= COMING);
        let threat: i32 = coming.map(|it| it.attack).sum();
        let wanted = threat * self.weights.alarm / 100;
        if !goal.held || wanted <= 0 {
            return 0;
        }
        let (mut others, mut ours) = (0, 0);
        for unit in self.position.on_map(self.rules, self.side) {
            let Some(hex) = self.position.hex(unit) else { continue };
            let far = goal.distance(self.rules, hex);
            let defence = self.weight(unit).defence;
            if far <= THERE || far <= PACE && self.may_go(unit, hex, goal) {
                others += defence;
            } else if far <= 2 * PACE && self.is_of(plan, unit) && !self.may_go(unit, hex, goal) {
                ours += defence;
            }
        }
        let lacks = (wanted - others).clamp(0, ours);
        100 * goal.points * lacks / wanted
    }

    /// Whether plans let a unit go to a place (1914 26.2.1).
    fn may_go(&self, unit: Unit, hex: Hex, goal: &Goal) -> bool {
        if !plans::is_bound(self.rules, self.position, unit) {
            return true;
        }
        let far = |hex| plans::distance(self.rules, self.position, unit, hex).unwrap_or_default();
        let now = far(hex);
        goal.hexes.iter().any(|&to| far(to).iter().zip(&now).any(|(then, now)| then < now))
    }

    /// The units of an army on the map.
    fn army(&self, plan: &Plan) -> impl Iterator<Item = (Unit, Hex)> {
        let own = self.position.on_map(self.rules, self.side);
        own.filter(|&unit| self.is_of(plan, unit))
            .filter_map(|unit| Some((unit, self.position.hex(unit)?)))
    }

    fn is_of(&self, plan: &Plan, unit: Unit) -> bool {
        armies::army(self.rules, self.position, unit) == Some(plan.army)
    }

    fn weight(&self, unit: Unit) -> super::field::Weight {
        weight(self.rules, self.position, unit)
    }
}
