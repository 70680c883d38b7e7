//! The searcher: a bot of every system that plays several ways to go on out to see what becomes
//! of them, and takes the best.
//!
//! What it weighs is the system's [`Plan`]s, ways in which the planner plays a side; where a
//! system has none, the acts that are legal. Each is played on, by both sides' policy, some
//! game-turns ahead with dice drawn for it: the k-th playout of every option has the same dice
//! (common random numbers), so that no option is better for its luck alone. Sequential halving
//! (Karnin, Koren and Somekh, *Almost Optimal Exploration in Multi-Armed Bandits*, 2013) shares
//! the playouts out: the worse half of the options is left out after each round.
//!
//! Playouts are few and dice are wild, so that the best of several plans is often but the luckiest.
//! The usual plan therefore plays along in every round, and another is taken in its place only where
//! it is better by more than the standard error of their difference, playout by playout.
//!
//! The budget is a number of playouts, never a clock: the same seed gives the same game on every
//! machine.

use crate::action::Action;
use crate::bot::Bot;
use crate::dice::{SplitMix64, game_seed};
use crate::play::{self, GamePosition, Imagined, Procedures};
use crate::weights::Weighing;

pub use crate::account::{Thought, Weighed};
pub use crate::weights::Plan;

/// What a searcher holds to until it thinks again.
#[derive(Clone, Debug)]
pub(crate) struct Resolve<W> {
    /// The moment that it was thought of for.
    key: u64,
    weights: W,
    thought: Thought,
}

impl<W> Resolve<W> {
    /// For one decision only.
    pub(crate) fn once(weights: W, thought: Thought) -> Self {
        Self { key: u64::MAX, weights, thought }
    }

    pub(crate) fn weights(&self) -> &W {
        &self.weights
    }

    pub(crate) fn thought(&self) -> &Thought {
        &self.thought
    }
}

/// Options that are weighed, at most.
const MOST_OPTIONS: usize = 24;

/// What a search is made of.
pub(crate) struct Search<'a, P: Procedures> {
    pub(crate) rules: &'a P::Rules,
    pub(crate) position: &'a P::Position,
    pub(crate) side: usize,
    /// What each side's planner weighs by.
    pub(crate) weights: &'a [P::Weights],
    /// Playouts in all.
    pub(crate) budget: u32,
    /// Who plays the playouts.
    pub(crate) policy: Bot,
}

/// One way to go on.
enum Way<'a, P: Procedures> {
    Plan(&'a P::Weights),
    Act(P::Act),
}

impl<P: Procedures> Search<'_, P> {
    /// The plan to play by from here on: the one in force, unless it is time to think again.
    pub(crate) fn plan(
        &self,
        in_force: Option<Resolve<P::Weights>>,
        chance: &mut SplitMix64,
    ) -> Option<Resolve<P::Weights>> {
        let key = play::thinks::<P>(self.rules, self.position);
        let Some(key) = key.filter(|key| in_force.as_ref().is_none_or(|old| old.key != *key))
        else {
            return in_force;
        };
        let base = self.weights.get(self.side)?;
        let plans = play::plans::<P>(self.rules, self.position, self.side, base);
        let ways: Vec<(String, Way<'_, P>)> =
            plans.iter().map(|plan| (plan.name.to_string(), Way::Plan(&plan.weights))).collect();
        let thought = self.weigh(&ways, chance)?;
        let weights = plans.get(thought.taken)?.weights.clone();
        Some(Resolve { key, weights, thought })
    }

    /// The act to do, where there are no plans.
    pub(crate) fn act(&self, chance: &mut SplitMix64) -> Option<(P::Act, Thought)> {
        let Self { rules, position, policy, .. } = *self;
        let mut acts = play::legal::<P>(rules, position);
        while acts.len() > MOST_OPTIONS {
            let place = chance.below(acts.len() as u32) as usize;
            acts.swap_remove(place);
        }
        // What the policy would do is always among them.
        let weights = self.weights.get(self.side)?;
        let (mut memory, mut own) = (P::Memory::default(), SplitMix64::new(chance.next_u64()));
        let usual = play::choose::<P>(rules, position, policy, weights, &mut own, &mut memory);
        let mut ways: Vec<(String, Way<'_, P>)> = usual
            .into_iter()
            .chain(acts)
            .map(|act| (in_words(&rules.action(&act)), Way::Act(act)))
            .collect();
        let first = ways.first().map(|(name, _)| name.clone());
        let mut place = 0;
        ways.retain(|(name, _)| {
            place += 1;
            place == 1 || Some(name) != first.as_ref()
        });
        let thought = self.weigh(&ways, chance)?;
        match ways.into_iter().nth(thought.taken)?.1 {
            Way::Act(act) => Some((act, thought)),
            Way::Plan(_) => None,
        }
    }

    /// Plays the ways out by sequential halving; none where there is no way.
    fn weigh(&self, ways: &[(String, Way<'_, P>)], chance: &mut SplitMix64) -> Option<Thought> {
        let seed = chance.next_u64();
        let mut options: Vec<Weighed> = ways
            .iter()
            .map(|(name, _)| Weighed { name: name.clone(), playouts: 0, value: 0, won: 0 })
            .collect();
        let mut worths: Vec<Vec<i64>> = vec![Vec::new(); ways.len()];
        // Of plans the first is the usual one; of acts none is.
        let usual = matches!(ways, [(_, Way::Plan(_)), _, ..]).then_some(0);
        let mut left: Vec<usize> = (usize::from(usual.is_some())..ways.len()).collect();
        let halvings = left.len().max(2).next_power_of_two().trailing_zeros();
        // When one is left it has the usual one to beat.
        let rounds = halvings + u32::from(usual.is_some());
        let mut spent = 0;
        let mut memory = P::Memory::default();
        for round in 0..rounds {
            if left.len() < 2 && usual.is_none() {
                break;
            }
            let playing: Vec<usize> = usual.into_iter().chain(left.iter().copied()).collect();
            // At least one each, even where the budget is smaller than the number of ways.
            let share = (self.budget.saturating_sub(spent)) / (rounds - round);
            let each = (share / playing.len() as u32).max(1);
            for place in playing {
                let Weighed { playouts, value, won, .. } = &mut options[place];
                for _ in 0..each {
                    let dice = game_seed(seed, *playouts);
                    let (worth, wins) = self.play_out(&ways[place].1, dice, &mut memory);
                    worths[place].push(worth);
                    *value += worth;
                    *won += u32::from(wins);
                    *playouts += 1;
                    spent += 1;
                }
            }
            // The better half; of equals whoever was thought of first.
            left.sort_by(|&a, &b| {
                let (a, b) = (&options[a], &options[b]);
                let ahead = i128::from(b.value) * i128::from(a.playouts);
                ahead.cmp(&(i128::from(a.value) * i128::from(b.playouts)))
            });
            left.truncate(left.len().div_ceil(2));
        }
        let best = left.first().copied();
        let better =
            |&best: &usize| usual.is_none_or(|usual| is_better(&worths[best], &worths[usual]));
        let taken = best.filter(better).or(usual).or(best)?;
        Some(Thought {
            turn: self.position.turn,
            phase: self
                .position
                .phase_def(self.rules)
                .map_or_else(String::new, |phase| phase.name.clone()),
            side: self.side,
            options,
            taken,
            turns_ahead: P::turns_ahead(self.rules),
        })
    }

    /// What becomes of a way with some dice, and whether the side has won then.
    fn play_out(&self, way: &Way<'_, P>, seed: u64, memory: &mut P::Memory) -> (i64, bool) {
        let rules = self.rules;
        let mut chance = SplitMix64::new(!seed);
        let position = play::imagine::<P>(rules, self.position, self.side, &mut chance);
        let mut game = Imagined::<P>::new(rules, position, seed);
        *memory = P::Memory::default();
        if let Way::Act(act) = way
            && !game.does(act)
        {
            return (i64::MIN / (1 << 32), false);
        }
        let last = self.position.turn.saturating_add(P::turns_ahead(rules));
        while let Some(side) = game.position.deciding() {
            if game.position.turn > last {
                break;
            }
            let weights = match way {
                Way::Plan(weights) if side == self.side => Some(*weights),
                _ => self.weights.get(side),
            };
            let Some(weights) = weights else { break };
            let seen = &game.position;
            let act = play::choose::<P>(rules, seen, self.policy, weights, &mut chance, memory);
            if !act.is_some_and(|act| game.does(&act)) {
                game.go_on();
            }
        }
        let won = game.position.outcome.as_ref().is_some_and(|outcome| {
            rules.sides.get(self.side).is_some_and(|side| *side == outcome.side)
        });
        (play::worth::<P>(rules, &game.position, self.side), won)
    }
}

/// Whether the playouts of one way are better than those of another with the same dice, on the mean
/// and by more than the standard error of the difference. One playout tells nothing.
fn is_better(one: &[i64], other: &[i64]) -> bool {
    let differences = || one.iter().zip(other).map(|(&one, &other)| i128::from(one - other));
    let count = one.len().min(other.len()) as i128;
    let sum: i128 = differences().sum();
    let squares: i128 = differences().map(|difference| difference * difference).sum();
    // The mean over its standard error, in whole numbers.
    count > 1 && sum > 0 && sum * sum * (count - 1) > count * squares - sum * sum
}

/// An action by its verb and what it is done with: `move br-2-7 3204`.
fn in_words(action: &Action) -> String {
    let fields = action.fields.iter().flat_map(|(field, _)| action.texts(field));
    std::iter::once(action.verb.as_str()).chain(fields).collect::<Vec<_>>().join(" ")
}

/// The weights of all sides where nobody says otherwise.
pub(crate) fn usual<W: Weighing>(sides: usize) -> Vec<W> {
    (0..sides).map(W::usual).collect()
}

#[cfg(test)]
mod tests {
    use super::is_better;

    #[test]
    fn another_plan_must_be_better_by_more_than_its_standard_error() {
        // Differences 0, 2, 4 and 10: mean 4, standard error 2.2.
        assert!(is_better(&[10, 12, 14, 20], &[10; 4]));
        // Differences 0, −2, −1 and 7: mean 1, standard error 2.
        assert!(!is_better(&[10, 8, 9, 17], &[10; 4]));
        // On the limit: mean 1, standard error 1.
        assert!(!is_better(&[10, 12], &[10; 2]));
        assert!(is_better(&[11, 13], &[10; 2]));
        // The same everywhere is no better; a little everywhere is; one playout tells nothing.
        assert!(!is_better(&[10; 4], &[10; 4]));
        assert!(is_better(&[11; 4], &[10; 4]));
        assert!(!is_better(&[90], &[10]));
        assert!(!is_better(&[], &[]));
    }
}
