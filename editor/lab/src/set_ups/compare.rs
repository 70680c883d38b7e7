//! What two sets of answers do to set-ups with the same seeds.

use std::collections::BTreeMap;

use serde::Serialize;

use super::spread::{CountSpread, Spread};
use crate::statistics::{Difference, Estimate, Sum};

/// Two spreads, seed by seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpreadComparison {
    /// Questions that are answered otherwise: the first and the second answer, empty where there is
    /// none.
    pub answers: BTreeMap<String, [String; 2]>,
    /// Seeds that gave a set-up of both.
    pub pairs: u32,
    /// Every number that both count, in the order of the first.
    pub differences: Vec<CountDifference>,
}

/// A number in both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountDifference {
    /// What it counts.
    pub name: String,
    /// Of the first, over the seeds of both.
    pub first: Estimate,
    /// Of the second.
    pub second: Estimate,
    /// The mean of the second less the first, seed by seed, with its 95 % interval (Student); none of
    /// fewer than two seeds.
    pub difference: Option<Difference>,
    /// In how many seeds they differ at all.
    pub differ: u32,
}

/// Compares spreads. Only seeds that gave a set-up of both are looked at.
#[must_use]
pub fn compare(first: &Spread, second: &Spread) -> SpreadComparison {
    let places = |spread: &Spread| -> BTreeMap<u64, usize> {
        spread.seeds.iter().copied().zip(0..).collect()
    };
    let (one, other) = (places(first), places(second));
    let pairs: Vec<(usize, usize)> =
        one.iter().filter_map(|(seed, place)| Some((*place, *other.get(seed)?))).collect();
    let differences = first.counts.iter().filter_map(|count| {
        let counterpart = second.count(&count.name)?;
        Some(difference(count, counterpart, &pairs))
    });
    SpreadComparison {
        answers: answers(first, second),
        pairs: pairs.len() as u32,
        differences: differences.collect(),
    }
}

fn difference(
    first: &CountSpread,
    second: &CountSpread,
    pairs: &[(usize, usize)],
) -> CountDifference {
    let mut sums = [Sum::default(); 3];
    let mut differ = 0;
    for (one, other) in pairs {
        let both = first.values.get(*one).zip(second.values.get(*other));
        let Some((one, other)) = both else { continue };
        differ += u32::from(one != other);
        let values = [*one, *other, other.saturating_sub(*one)];
        sums.iter_mut().zip(values).for_each(|(sum, value)| sum.add(value));
    }
    let [first_mean, second_mean, change] = sums.map(|sum| sum.estimate());
    let difference = change.interval.map(|interval| Difference {
        value: change.mean,
        low: interval.low,
        high: interval.high,
        clear: interval.low > 0.0 || interval.high < 0.0,
    });
    CountDifference {
        name: first.name.clone(),
        first: first_mean,
        second: second_mean,
        difference,
        differ,
    }
}

fn answers(first: &Spread, second: &Spread) -> BTreeMap<String, [String; 2]> {
    let asked = first.answers.keys().chain(second.answers.keys());
    let both = asked.map(|id| {
        let of = |spread: &Spread| spread.answers.get(id).cloned().unwrap_or_default();
        (id.clone(), [of(first), of(second)])
    });
    both.filter(|(_, [one, other])| one != other).collect()
}
