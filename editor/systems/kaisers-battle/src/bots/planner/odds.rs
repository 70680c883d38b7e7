//! The exact odds of an attack: all 36 ways of two dice, weighed.

use crate::event::CombatResult;

use crate::combat::Reckoning;

/// An attack as bare numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    pub attack: i32,
    /// What is added to the attacker's die.
    pub attack_plus: i32,
    pub defence: i32,
    /// What is added to the defender's die.
    pub defence_plus: i32,
    pub morale: i32,
    /// Steps that the defender has.
    pub steps: i32,
}

/// How an attack may end, in 36ths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chances {
    /// The attackers are eliminated (KB 8.71).
    pub eliminated: i32,
    /// The attackers lose steps and retreat (KB 8.74).
    pub repulsed: i32,
    /// No defender is left.
    pub cleared: i32,
    /// Steps that the defender loses, summed over all 36.
    pub steps: i32,
}

impl Odds {
    pub fn of(reckoning: &Reckoning, steps: i32) -> Self {
        Self {
            attack: reckoning.attack,
            attack_plus: reckoning.attack_plus.iter().map(|plus| plus.value).sum(),
            defence: reckoning.defence,
            defence_plus: reckoning.defence_plus.iter().map(|plus| plus.value).sum(),
            morale: reckoning.morale,
            steps,
        }
    }

    /// What two dice bring, as [`Reckoning::resolve`] has it.
    fn result(&self, attack_die: i32, defence_die: i32) -> (CombatResult, i32) {
        let attack = (attack_die + self.attack_plus) * self.attack;
        let defence = (defence_die + self.defence_plus) * self.defence;
        let quotient = attack / defence.max(1);
        if quotient < 1 {
            (CombatResult::AttackerEliminated, 0)
        } else if quotient <= self.morale {
            (CombatResult::Unsuccessful, 0)
        } else {
            (CombatResult::Successful, quotient - self.morale)
        }
    }

    pub fn chances(&self) -> Chances {
        let mut out = Chances::default();
        for attack_die in 1..=6 {
            for defence_die in 1..=6 {
                let (result, lost) = self.result(attack_die, defence_die);
                match result {
                    CombatResult::AttackerEliminated => out.eliminated += 1,
                    CombatResult::Unsuccessful => out.repulsed += 1,
                    CombatResult::Successful => {
                        out.steps += lost.min(self.steps);
                        out.cleared += i32::from(lost >= self.steps);
                    }
                }
            }
        }
        out
    }
}

/// What the ends of an attack are worth to the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    /// A step of the defender.
    pub step: i32,
    /// Ground won, and the defender's stack gone.
    pub cleared: i32,
    /// A step of each attacking stack and its retreat, all together.
    pub repulsed: i32,
    /// All attackers.
    pub eliminated: i32,
}

impl Chances {
    /// The expected worth of an attack, times 36.
    pub fn worth(&self, stakes: &Stakes) -> i32 {
        self.steps * stakes.step + self.cleared * stakes.cleared
            - self.repulsed * stakes.repulsed
            - self.eliminated * stakes.eliminated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_one_of_the_36_ways_counts_once() {
        // The book's example: 30 against 11 in a town, morale 4, three steps.
        let odds =
            Odds { attack: 30, attack_plus: 0, defence: 11, defence_plus: 1, morale: 4, steps: 3 };
        let chances = odds.chances();
        let mut won = 0;
        for attack_die in 1..=6 {
            for defence_die in 1..=6 {
                won += i32::from(attack_die * 30 / ((defence_die + 1) * 11) > 4);
            }
        }
        assert_eq!(chances.eliminated + chances.repulsed + won, 36);
        // 4 against 1: the quotient is 5, a step over the morale value.
        assert_eq!(odds.result(4, 1), (CombatResult::Successful, 1));
    }

    #[test]
    fn more_guns_never_hurt() {
        let stakes = Stakes { step: 100, cleared: 50, repulsed: 120, eliminated: 300 };
        for strength in [10, 30, 60, 90] {
            let worth = |plus| {
                let odds = Odds {
                    attack: strength,
                    attack_plus: plus,
                    defence: 10,
                    defence_plus: 1,
                    morale: 4,
                    steps: 2,
                };
                odds.chances().worth(&stakes)
            };
            assert!((0..4).all(|plus| worth(plus) <= worth(plus + 1)));
        }
    }
}
