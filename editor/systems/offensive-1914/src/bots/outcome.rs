//! What an attack will bring on the mean, over both dice of the table and those of all checks.

use salient_rules::play::{Position, Unit};

use crate::battle::artillery;
use crate::battle::dice::{counted, is_rolled_again};
use crate::battle::odds::{self, Clash, Odds};
use crate::decision::battle::{ATTACKER, DEFENDER};
use crate::effectiveness::{DEMORALIZED, INEFFECTIVE, LAST, status};
use crate::force::{self, DIVISION, Force};
use crate::plans;
use crate::rules::{Offensive, Rules};
use crate::tables::Suffered;
use crate::units::Kind;

use super::weights::Weights;

/// The least and the most that is added to a check: beyond it nothing changes any more.
const LEAST: i32 = -6;
const MOST: i32 = 16;

/// What an attack is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// To the attacker, by the intensity of both: `[attacker][defender]`.
    pub worth: [[i32; 2]; 2],
    /// Whether the attacker has no choice, as a plan binds him (1914 26.2.2).
    pub bound: bool,
}

impl Outcome {
    /// What it is worth if both choose what suits them, the attacker first (1914 9.1.1f).
    pub fn value(&self) -> i32 {
        let answered = self.worth.map(|[one, other]| one.min(other));
        if self.bound { answered[1] } else { answered[0].max(answered[1]) }
    }
}

/// What a check costs a force, by what is added to it.
struct Trial {
    /// What is lost, in hundredths.
    loss: [i32; (MOST - LEAST + 1) as usize],
    /// Of a thousand, how often it falls back.
    falls_back: [i32; (MOST - LEAST + 1) as usize],
    /// A level by the table.
    level: i32,
    /// A strength reduction.
    reduction: i32,
}

impl Trial {
    fn new(
        rules: &Rules,
        position: &Position<Offensive>,
        force: &Force,
        weights: &Weights,
        guns: i32,
    ) -> Self {
        let size = force.size(rules, position).max(1);
        let share = |worth: i32| worth * size.min(2 * DIVISION) / DIVISION;
        // A division fights with half its strength after a reduction; what it has lost already is
        // lost for good.
        let can = can_lose(rules, position, force);
        let (level, reduction) =
            (share(weights.level), if can { share(weights.reduction) } else { 0 });
        let has = force.level(rules, position);
        let before = force.formation.map_or(0, |unit| status(rules, position, unit));
        let mut trial = Self {
            loss: [0; (MOST - LEAST + 1) as usize],
            falls_back: [0; (MOST - LEAST + 1) as usize],
            level,
            reduction,
        };
        for (place, added) in (LEAST..=MOST).enumerate() {
            let (mut loss, mut back) = (0, 0);
            for (sum, ways) in (2..=12).zip([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) {
                let by = sum + added + guns - has;
                if by <= 0 {
                    continue;
                }
                let failure = rules.check_failure.failed(by, 0);
                let after = (before + failure.levels).min(LAST);
                let more = match after {
                    _ if force.formation.is_none() => 0,
                    DEMORALIZED.. => rules.numbers.demoralized_retreat,
                    INEFFECTIVE => rules.numbers.ineffective_retreat,
                    _ => 0,
                };
                let lost = match force.formation {
                    // A formation that cannot fight any more is worth little.
                    Some(_) => {
                        let levels = i32::from(after - before) * level;
                        let useless = after >= INEFFECTIVE && before < INEFFECTIVE;
                        let over = i32::from(before + failure.levels - after);
                        levels
                            + if useless { 2 * level } else { 0 }
                            + (over + i32::from(failure.reductions)) * reduction
                    }
                    None => i32::from(failure.levels + failure.reductions) * reduction,
                };
                loss += ways * lost;
                if more > 0 || failure.retreat > 0 {
                    back += ways;
                }
            }
            trial.loss[place] = loss / 36;
            trial.falls_back[place] = 1000 * back / 36;
        }
        trial
    }

    fn at(added: i32) -> usize {
        (added.clamp(LEAST, MOST) - LEAST) as usize
    }

    fn suffers(&self, suffered: Suffered) -> i32 {
        let level = if suffered.level { self.level } else { 0 };
        level + self.loss[Self::at(i32::from(suffered.check))]
    }
}

/// Whether a force still has strength to lose (1914 9.10.1).
fn can_lose(rules: &Rules, position: &Position<Offensive>, force: &Force) -> bool {
    let turns = |unit: &Unit| position.state(*unit).face + 1 < rules.unit(*unit).steps;
    rules.reduction_markers || force.formation.iter().chain(&force.assets).any(turns)
}

/// How many quarters of a division stand against each other, and the guns of both.
fn guns(rules: &Rules, position: &Position<Offensive>, clash: &Clash, odds: &Odds) -> [i32; 2] {
    let attack = artillery::attacking(rules, position, clash).sum;
    let defence = artillery::defending(rules, position, clash).sum;
    let size = |units: &mut dyn Iterator<Item = Unit>| -> i32 {
        units.map(|unit| rules.size(position, unit)).sum()
    };
    let of_attack = size(&mut clash.attackers.iter().map(|(unit, _)| *unit));
    let of_defence = size(&mut clash.defenders.iter().copied());
    let flanked = if odds.is_flanked() { rules.numbers.flank_check } else { 0 };
    [rules.artillery.check(defence, of_attack), rules.artillery.check(attack, of_defence) + flanked]
}

/// What an attack is worth to the attacker. `ground` is what it is worth that the defenders leave
/// their hex.
pub fn outcome(
    rules: &Rules,
    position: &Position<Offensive>,
    clash: &Clash,
    weights: &Weights,
    ground: i32,
) -> Outcome {
    let odds = odds::odds(rules, position, clash);
    let fire = guns(rules, position, clash, &odds);
    let trials = |forces: &[Force], party: usize| -> Vec<Trial> {
        let each = forces.iter();
        each.map(|force| Trial::new(rules, position, force, weights, fire[party])).collect()
    };
    let of_attack: Vec<Force> = odds::attacking_forces(rules, position, clash)
        .into_iter()
        .map(|(force, _)| force)
        .collect();
    let of_defence = force::group(rules, position, clash.defenders.iter().copied());
    let (attackers, defenders) = (trials(&of_attack, ATTACKER), trials(&of_defence, DEFENDER));
    let (best, against) = odds::proficiency(rules, position, clash);
    let difference = against - best;
    let column = odds.place(&rules.combat);
    let side = clash.attackers.first().map_or(0, |(unit, _)| rules.side_of(*unit));
    let turn = i32::from(position.turn);
    let fortress = clash.defenders.iter().any(|&unit| rules.piece(unit).kind == Kind::Fortress);
    let cheapest = |trials: &[Trial]| {
        trials.iter().map(|it| it.reduction).filter(|it| *it > 0).min().unwrap_or(0)
    };
    let reduced = [cheapest(&attackers), cheapest(&defenders)];
    // A die that is rolled again comes as any other roll does.
    let again = (1..=6).filter(|&black| is_rolled_again(rules, turn, side, black)).count() as i64;
    let mut sums = [[0_i64; 2]; 2];
    for white in 1..=6 {
        for black in 1..=6_u8 {
            let first = i64::from(!is_rolled_again(rules, turn, side, black));
            let ways = 6 * first + again;
            let result = rules.combat.result(white + difference, black, column);
            let own: i32 = attackers.iter().map(|it| it.suffers(result.attacker)).sum();
            let (mut enemy, mut leaves) = (0, 0);
            // 1914 10.0.
            if !odds.is_below() {
                enemy = defenders.iter().map(|it| it.suffers(result.defender)).sum();
                let added = Trial::at(i32::from(result.defender.check));
                let each = defenders.iter().map(|it| it.falls_back[added]);
                leaves = each.min().filter(|_| !fortress).unwrap_or(0);
            }
            for (attacker, row) in sums.iter_mut().enumerate() {
                for (defender, sum) in row.iter_mut().enumerate() {
                    let counted = counted(result, [attacker == 1, defender == 1]);
                    let taken = |party: usize, of_table: u8| {
                        i32::from(of_table + counted.reductions[party]) * reduced[party]
                    };
                    let own = own + taken(ATTACKER, result.attacker.reductions);
                    let enemy = enemy + taken(DEFENDER, result.defender.reductions);
                    let leaves = if counted.retreat > 0 { 1000 } else { leaves };
                    let worth = enemy - own * weights.thrift / 100 + ground * leaves / 1000;
                    *sum += ways * i64::from(worth);
                }
            }
        }
    }
    // 36 rolls, each in six ways.
    let worth = sums.map(|row| row.map(|sum| (sum / 216) as i32));
    let bound = clash.attackers.iter().any(|(unit, _)| plans::is_bound(rules, position, *unit));
    Outcome { worth, bound }
}
