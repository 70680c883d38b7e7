//! Shares, means and differences with their 95 % intervals.

use serde::{Deserialize, Serialize};

/// The 97.5 % point of the normal distribution: 95 % lies within so many standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

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
