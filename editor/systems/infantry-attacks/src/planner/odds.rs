//! No rules: what a fire is worth on the mean, exactly: by every roll of its table and of the
//! checks that follow.

use salient_rules::play::{Position, Unit};

use super::weights::Weights;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DEMORALIZED, DISRUPTED, has, of, rating};
use crate::tables::{FireResult, FireTable};
use crate::{leaders, morale_check};

/// In how many of 36 ways two dice show each sum.
pub const WAYS: [i32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// In how many of 36 ways two dice show more than a number from 0 to 12.
const ABOVE: [i32; 13] = [36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0];

/// In how many of 36 ways two dice show more than a number.
pub fn above(number: i32) -> i32 {
    ABOVE[number.clamp(0, 12) as usize]
}

/// What can happen to somebody who is fired at, and what of it is worth how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// His next step; 0 for a leader, who takes none.
    pub step: i32,
    /// What a first failure costs him, and a bad one.
    pub shaken: [i32; 2],
    /// What he checks against.
    pub morale: i32,
    /// Whether he is disrupted, and demoralized.
    pub disrupted: bool,
    pub demoralized: bool,
}

impl Target {
    /// A unit or leader as it stands, among the leaders of its side.
    pub fn of(
        rules: &Rules,
        position: &Position<InfantryAttacks>,
        weights: &Weights,
        unit: Unit,
        leaders: &[Unit],
    ) -> Self {
        let piece = rules.piece(unit);
        let faces = &rules.compiled.unit(unit).faces;
        let face = usize::from(position.state(unit).face);
        let fire_of = |face: usize| {
            let last = usize::from(rules.compiled.unit(unit).steps);
            let numbers = faces.get(face).filter(|_| face < last);
            let one =
                |of: usize| numbers.and_then(|it| it.get(rules.ratings[of])).copied().unwrap_or(0);
            one(of::FIRE).max(one(of::BOMBARDMENT) / 2)
        };
        let leader = piece.kind.is_leader();
        let power = match leader {
            true => 3 + rating(rules, position, unit, of::COMBAT),
            false => fire_of(face).max(1),
        };
        let own = morale_check::own_morale(rules, position, unit);
        let help = leaders
            .iter()
            .filter(|&&leader| leaders::leads(rules, position, leader, unit))
            .map(|&leader| rating(rules, position, leader, of::LEADING))
            .max()
            .unwrap_or(0);
        let lost = power - fire_of(face + 1);
        Self {
            step: if leader { 0 } else { 100 * rules.step_points + weights.fire * lost },
            shaken: [weights.disrupted * power / 6, weights.demoralized * power / 6],
            morale: own + help,
            disrupted: has(position, unit, DISRUPTED),
            demoralized: has(position, unit, DEMORALIZED),
        }
    }

    /// What a check is worth on the mean (IA 14.1).
    pub fn check(&self, rules: &Rules, plus: i32) -> i32 {
        let fails = above(self.morale - plus);
        let badly = above(self.morale - plus + rules.numbers.disruption_margin - 1);
        let [disrupted, demoralized] = self.shaken;
        let sum = match () {
            () if self.demoralized => badly * self.step,
            () if self.disrupted => fails * (demoralized - disrupted),
            () => (fails - badly) * disrupted + badly * demoralized,
        };
        sum / 36
    }

    /// What a result does to him besides steps.
    fn shaken(&self, rules: &Rules, result: FireResult) -> i32 {
        match result {
            FireResult::None => 0,
            FireResult::Morale(plus) => self.check(rules, i32::from(plus)),
            FireResult::Loss(_) => self.check(rules, rules.numbers.loss_check),
        }
    }
}

/// What a roll is worth that hits each of some in a column of his own (IA 7.45, 7.52, 7.61).
fn of_roll(rules: &Rules, table: &FireTable, roll: i32, hit: &[(Target, usize)]) -> i32 {
    let (mut steps, mut cheapest, mut sum) = (0, i32::MAX, 0);
    for (target, column) in hit {
        let result = table.result(roll, *column);
        sum += target.shaken(rules, result);
        if let FireResult::Loss(lost) = result
            && target.step > 0
        {
            steps = steps.max(i32::from(lost));
            cheapest = cheapest.min(target.step);
        }
    }
    sum + if steps > 0 { steps * cheapest } else { 0 }
}

/// What a fire with two dice is worth on the mean.
pub fn fire(rules: &Rules, table: &FireTable, hit: &[(Target, usize)]) -> i32 {
    let rolls = (2..=12).map(|roll| WAYS[roll as usize] * of_roll(rules, table, roll, hit));
    rolls.sum::<i32>() / 36
}

/// What a strike in an assault, with one die, is worth on the mean (IA 12.3).
pub fn strike(rules: &Rules, hit: &[(Target, usize)]) -> i32 {
    (1..=6).map(|roll| of_roll(rules, &rules.assault, roll, hit)).sum::<i32>() / 6
}

#[cfg(test)]
mod tests {
    use super::{WAYS, above};

    #[test]
    fn two_dice_have_36_ways() {
        assert_eq!(WAYS.iter().sum::<i32>(), 36);
        for number in -3..16 {
            let sums = (0..).zip(WAYS).filter(|(sum, _)| *sum > number);
            assert_eq!(above(number), sums.map(|(_, ways)| ways).sum::<i32>(), "{number}");
        }
    }
}
