//! Shares, means and differences with their 95 % intervals.
//!
//! | what | method | source |
//! |---|---|---|
//! | a share | the score interval | E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, JASA 22 (1927) 209–212; advised for any number of trials by R. G. Newcombe, *Two-sided confidence intervals for the single proportion*, Statistics in Medicine 17 (1998) 857–872, method 3 |
//! | the difference of two shares | the hybrid score interval | R. G. Newcombe, *Interval estimation for the difference between independent proportions*, Statistics in Medicine 17 (1998) 873–890, method 10 |
//! | a mean | Student's t | Student, *The probable error of a mean*, Biometrika 6 (1908) 1–25 |
//! | the difference of two means | unequal variances | B. L. Welch, *The generalization of "Student's" problem when several different population variances are involved*, Biometrika 34 (1947) 28–35, with F. E. Satterthwaite's degrees of freedom, Biometrics Bulletin 2 (1946) 110–114 |
//! | points of Student's t | Cornish and Fisher's expansion | M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions* (1964), 26.7.5 |
//!
//! Nothing here needs more than `+ − × ÷ √`, which IEEE 754 rounds in one way only: the same
//! whole numbers give the same bytes on every machine.

use serde::{Deserialize, Serialize};

/// How sure an interval is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    /// So many standard errors to either side hold it under the normal distribution.
    pub z: f64,
    /// Under Student's t with one degree of freedom.
    one: f64,
    /// With two.
    two: f64,
}

impl Confidence {
    /// 95 of 100: what every interval of a report has.
    pub const P95: Self =
        Self { z: 1.959_963_984_540_054, one: 12.706_204_736_174_7, two: 4.302_652_729_749_46 };
    /// 97.5 of 100: where two things are looked at to answer one question.
    pub const P97_5: Self =
        Self { z: 2.241_402_727_604_947, one: 25.451_699_579_357_1, two: 6.205_346_816_570_4 };
    /// 99 of 100: where five things are looked at to answer one question.
    pub const P99: Self =
        Self { z: 2.575_829_303_548_901, one: 63.656_741_162_871_6, two: 9.924_843_200_918_3 };
}

/// A range that holds the true value in 95 of 100 such runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half of its width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a value lies in it.
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A part of a whole, so that what is told in per cent is not taken for what is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Fraction(f64);

impl Fraction {
    /// So much of a whole; nothing of a whole that is none.
    #[must_use]
    pub fn of(part: f64, whole: f64) -> Self {
        Self(if whole > 0.0 { part / whole } else { 0.0 })
    }

    /// From 0 to 1.
    #[must_use]
    pub const fn share(self) -> f64 {
        self.0
    }

    /// From 0 to 100.
    #[must_use]
    pub fn percent(self) -> f64 {
        self.0 * 100.0
    }
}

/// How many of some trials went one way, with the interval of the true share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The share, from 0 to 1; 0 of no trials.
    pub share: f64,
    /// The lower end of its 95 % interval (Wilson).
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A mean, with its spread and the interval of the true mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Of how many games.
    pub games: u64,
    /// The mean; 0 of no games.
    pub mean: f64,
    /// The standard deviation of a single game; 0 of fewer than two.
    pub sd: f64,
    /// The 95 % interval of the mean (Student); none of fewer than two games.
    pub interval: Option<Interval>,
}

/// Whole numbers added up: what a mean and its spread need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: i64,
}

impl Share {
    /// A share with its 95 % interval.
    pub fn new(count: u64, of: u64) -> Self {
        let Interval { low, high } = wilson(count, of, Confidence::P95);
        Self { count, of, share: ratio(count, of), low, high }
    }

    /// Its interval.
    pub fn interval(&self) -> Interval {
        Interval { low: self.low, high: self.high }
    }
}

fn ratio(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}

impl Sum {
    /// Adds a number.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds the numbers of another sum.
    pub fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean with its spread.
    pub fn estimate(&self) -> Estimate {
        let games = self.count;
        if games == 0 {
            return Estimate { games, mean: 0.0, sd: 0.0, interval: None };
        }
        let mean = self.sum as f64 / games as f64;
        let Some(variance) = self.variance() else {
            return Estimate { games, mean, sd: 0.0, interval: None };
        };
        let reach = student((games - 1) as f64, Confidence::P95) * (variance / games as f64).sqrt();
        let interval = Interval { low: mean - reach, high: mean + reach };
        Estimate { games, mean, sd: variance.sqrt(), interval: Some(interval) }
    }

    /// The variance of a sample, of two numbers or more. Whole numbers keep the difference of
    /// two large squares exact.
    fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let n = i128::from(self.count);
        let (sum, squares) = (i128::from(self.sum), i128::from(self.squares));
        let above = (n * squares).saturating_sub(sum * sum).max(0);
        Some(above as f64 / (n as f64 * (n - 1) as f64))
    }
}

/// Wilson's interval of a share; all from 0 to 1 if there are no trials.
pub fn wilson(count: u64, of: u64, confidence: Confidence) -> Interval {
    if of == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, p, z) = (of as f64, ratio(count, of), confidence.z);
    let z2 = z * z;
    let middle = p + z2 / (2.0 * n);
    let reach = z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // The ends are exact where all or none went one way.
    let low = if count == 0 { 0.0 } else { ((middle - reach) / scale).max(0.0) };
    let high = if count == of { 1.0 } else { ((middle + reach) / scale).min(1.0) };
    Interval { low, high }
}

/// Newcombe's interval of the second share less the first. None if either has no trials.
pub fn newcombe(first: (u64, u64), second: (u64, u64), confidence: Confidence) -> Option<Interval> {
    if first.1 == 0 || second.1 == 0 {
        return None;
    }
    let (p, q) = (ratio(second.0, second.1), ratio(first.0, first.1));
    let (a, b) = (wilson(second.0, second.1, confidence), wilson(first.0, first.1, confidence));
    let square = |x: f64| x * x;
    let below = (square(p - a.low) + square(b.high - q)).sqrt();
    let above = (square(a.high - p) + square(q - b.low)).sqrt();
    Some(Interval { low: p - q - below, high: p - q + above })
}

/// Welch's interval of the second mean less the first, from means, variances and numbers. None
/// if either has fewer than two numbers.
pub fn welch(first: &Estimate, second: &Estimate, confidence: Confidence) -> Option<Interval> {
    if first.games < 2 || second.games < 2 {
        return None;
    }
    let error = |of: &Estimate| of.sd * of.sd / of.games as f64;
    let (a, b) = (error(first), error(second));
    let difference = second.mean - first.mean;
    if a + b <= 0.0 {
        return Some(Interval { low: difference, high: difference });
    }
    let freedom =
        (a + b) * (a + b) / (a * a / (first.games - 1) as f64 + b * b / (second.games - 1) as f64);
    let reach = student(freedom, confidence) * (a + b).sqrt();
    Some(Interval { low: difference - reach, high: difference + reach })
}

/// So many standard errors to either side hold a mean under Student's t. Right to a part in a
/// thousand from 3 degrees of freedom on and to a part in a million from 12; for fewer than 3 it
/// is that of the whole number below, which errs on the wide side.
pub fn student(freedom: f64, confidence: Confidence) -> f64 {
    // The expansion is poor for one and two degrees.
    if freedom < 2.0 {
        return confidence.one;
    }
    if freedom < 3.0 {
        return confidence.two;
    }
    let z = confidence.z;
    let z2 = z * z;
    let g1 = z * (z2 + 1.0) / 4.0;
    let g2 = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let g3 = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    let g4 = z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0;
    z + (g1 + (g2 + (g3 + g4 / freedom) / freedom) / freedom) / freedom
}

/// How far two values lie apart, with the 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The second less the first.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether the interval lies wholly on one side of 0.
    pub clear: bool,
}

impl Difference {
    pub(crate) fn new(value: f64, interval: Interval) -> Self {
        let Interval { low, high } = interval;
        Self { value, low, high, clear: low > 0.0 || high < 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P95: Confidence = Confidence::P95;

    fn check(found: Interval, low: f64, high: f64) {
        let near = |a: f64, b: f64| (a - b).abs() < 0.000_05;
        assert!(near(found.low, low) && near(found.high, high), "{found:?} is not {low}..{high}");
    }

    /// Newcombe (1998), Statistics in Medicine 17, 857–872, table I, method 3.
    #[test]
    fn wilson_gives_newcombes_examples() {
        check(wilson(81, 263, P95), 0.2553, 0.3662);
        check(wilson(15, 148, P95), 0.0624, 0.1605);
        check(wilson(0, 20, P95), 0.0, 0.1611);
        check(wilson(1, 29, P95), 0.0061, 0.1718);
        check(wilson(20, 20, P95), 0.8389, 1.0);
        check(wilson(0, 0, P95), 0.0, 1.0);
    }

    /// Newcombe (1998), Statistics in Medicine 17, 873–890, table II, method 10: (a) to (h).
    #[test]
    fn differences_of_shares_give_newcombes_examples() {
        let examples = [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((9, 10), (3, 10), 0.1705, 0.8090),
            ((6, 7), (2, 7), 0.0582, 0.8062),
            ((5, 56), (0, 29), -0.0381, 0.1926),
            ((0, 10), (0, 20), -0.1611, 0.2775),
            ((0, 10), (0, 10), -0.2775, 0.2775),
            ((10, 10), (0, 20), 0.6791, 1.0),
            ((10, 10), (0, 10), 0.6075, 1.0),
        ];
        for (one, other, low, high) in examples {
            check(newcombe(other, one, P95).unwrap(), low, high);
        }
        assert_eq!(newcombe((0, 0), (1, 2), P95), None);
    }

    fn sum(values: &[i64]) -> Sum {
        let mut sum = Sum::default();
        values.iter().for_each(|&value| sum.add(value));
        sum
    }

    /// Student's own data (Biometrika 6, 1908, p. 20): additional hours of sleep by two drugs,
    /// in tenths. Welch's interval of their difference is the example of R's `t.test`.
    #[test]
    fn means_give_students_example() {
        let first = sum(&[7, -16, -2, -12, -1, 34, 37, 8, 0, 20]).estimate();
        let second = sum(&[19, 8, 11, 1, -1, 44, 55, 16, 46, 34]).estimate();
        assert!((first.mean - 7.5).abs() < 1e-12 && (second.mean - 23.3).abs() < 1e-12);
        assert!((first.sd - 17.890_096_577).abs() < 1e-6, "{first:?}");
        let found = welch(&first, &second, P95).unwrap();
        assert!((found.low + 2.054_832).abs() < 1e-3, "{found:?}");
        assert!((found.high - 33.654_832).abs() < 1e-3, "{found:?}");
        // One-sample interval of the second drug: 0.8976775 to 3.7623225 hours.
        let second = second.interval.unwrap();
        assert!((second.low - 8.976_775).abs() < 1e-3, "{second:?}");
        assert!((second.high - 37.623_225).abs() < 1e-3, "{second:?}");
    }

    #[test]
    fn points_of_students_t_are_those_of_the_tables() {
        let table =
            [(1.0, 12.706), (2.0, 4.303), (3.0, 3.182), (4.0, 2.776), (10.0, 2.228), (30.0, 2.042)];
        for (freedom, value) in table {
            let found = student(freedom, P95);
            assert!((found / value - 1.0).abs() < 0.0013, "{freedom}: {found}");
        }
        assert!((student(1e9, P95) - P95.z).abs() < 1e-6);
        assert!((student(10.0, Confidence::P97_5) - 2.6338).abs() < 1e-3);
    }

    #[test]
    fn too_few_numbers_have_no_interval() {
        assert_eq!(sum(&[]).estimate().interval, None);
        assert_eq!(sum(&[5]).estimate().interval, None);
        let same = sum(&[5, 5, 5]).estimate();
        assert_eq!(same.interval, Some(Interval { low: 5.0, high: 5.0 }));
        assert_eq!(welch(&same, &same, P95), Some(Interval { low: 0.0, high: 0.0 }));
    }

    /// With known shares, about 95 of 100 intervals hold the truth.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut random = salient_rules::dice::SplitMix64::new(9);
        let (mut held, mut held_difference) = (0, 0);
        for _ in 0..4000 {
            let mut draw =
                |share: u32| (0..80).filter(|_| random.below(100) < share).count() as u64;
            let (a, b) = (draw(30), draw(12));
            held += u32::from(Share::new(a, 80).interval().holds(0.30));
            let difference = newcombe((b, 80), (a, 80), P95).unwrap();
            held_difference += u32::from(difference.holds(0.18));
        }
        for held in [held, held_difference] {
            assert!((3740..=3860).contains(&held), "{held} of 4000");
        }
    }
}
