//! How the numbers of many set-ups spread.

use std::collections::BTreeMap;

use salient_schema::Diagnostic;
use serde::Serialize;

use super::heat::Heat;
use crate::statistics::{Estimate, Sum};

/// What many set-ups from the same answers came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The answers that they were made from.
    pub answers: BTreeMap<String, String>,
    /// The seed of the first; each has one more than the one before.
    pub seed: u64,
    /// Set-ups that were asked for.
    pub wanted: u32,
    /// Set-ups that were made: fewer where the run was stopped or seeds were refused.
    pub made: u32,
    /// How each number spreads, in the generator's order.
    pub counts: Vec<CountSpread>,
    /// What kept seeds from a set-up, the most frequent first.
    pub refused: Vec<Refused>,
    /// Sums of hexes; none where the rules count none.
    pub heat: Option<Heat>,
    /// The seeds of the set-ups that were made, in order.
    #[serde(skip)]
    pub seeds: Vec<u64>,
}

/// How one number spreads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountSpread {
    /// What it counts, with its side: `attacker: barrages`.
    pub name: String,
    /// Mean, standard deviation and the interval of the mean.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// The least.
    pub least: i64,
    /// A quarter, a half and three quarters of the set-ups have no more than these.
    pub quartiles: [i64; 3],
    /// The most.
    pub most: i64,
    /// How often each range of values came.
    pub histogram: Vec<Bin>,
    /// The value of each set-up, in the order of [`Spread::seeds`].
    #[serde(skip)]
    pub values: Vec<i64>,
}

/// A bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The least value that it holds.
    pub from: i64,
    /// The greatest.
    pub to: i64,
    /// How many set-ups have such a value.
    pub count: u32,
}

/// Why seeds gave no set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// What the generator said of the first such seed.
    pub message: String,
    /// The rule that it cites.
    pub rule: Option<String>,
    /// The first such seed.
    pub seed: u64,
    /// How many seeds the rule refused.
    pub count: u32,
}

/// Bars of a histogram at the most.
const BARS: i64 = 16;

impl Bin {
    /// Its values in words: `7`, or `5 to 9`.
    #[must_use]
    pub fn range(&self) -> String {
        match self.from == self.to {
            true => self.from.to_string(),
            false => format!("{} to {}", self.from, self.to),
        }
    }
}

impl Spread {
    /// The sides that numbers belong to, in the generator's order; none for what belongs to both.
    #[must_use]
    pub fn sides(&self) -> Vec<Option<&str>> {
        let mut sides = Vec::new();
        for (side, _) in self.counts.iter().map(CountSpread::parted) {
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        sides
    }

    /// How a number spreads, by its name.
    #[must_use]
    pub fn count(&self, name: &str) -> Option<&CountSpread> {
        self.counts.iter().find(|count| count.name == name)
    }
}

impl CountSpread {
    /// How values spread.
    #[must_use]
    pub fn of(name: &str, values: Vec<i64>) -> Self {
        let mut sum = Sum::default();
        values.iter().for_each(|value| sum.add(*value));
        let mut sorted = values.clone();
        sorted.sort_unstable();
        // The value that at least so many quarters do not exceed.
        let quartile = |quarters: usize| {
            let rank = (sorted.len() * quarters).div_ceil(4).max(1) - 1;
            sorted.get(rank).copied().unwrap_or(0)
        };
        Self {
            name: name.to_owned(),
            estimate: sum.estimate(),
            least: sorted.first().copied().unwrap_or(0),
            quartiles: [1, 2, 3].map(quartile),
            most: sorted.last().copied().unwrap_or(0),
            histogram: bins(&[&values]).into_iter().next().unwrap_or_default(),
            values,
        }
    }

    /// Its side, if it is of one, and what it counts.
    #[must_use]
    pub fn parted(&self) -> (Option<&str>, &str) {
        match self.name.split_once(": ") {
            Some((side, what)) => (Some(side), what),
            None => (None, &self.name),
        }
    }
}

impl Refused {
    /// Findings of seeds, by the rule that the first of them cites.
    pub(super) fn sorted<'a>(found: impl Iterator<Item = (u64, &'a [Diagnostic])>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (seed, found) in found {
            let Some(first) = found.first() else { continue };
            match all.iter_mut().find(|known| known.rule == first.rule) {
                Some(known) => known.count += 1,
                None => all.push(Self {
                    message: first.message.clone(),
                    rule: first.rule.clone(),
                    seed,
                    count: 1,
                }),
            }
        }
        all.sort_by_key(|refused| std::cmp::Reverse(refused.count));
        all
    }
}

/// Histograms of several samples, with the same bars for all: of a round width, 1, 2 or 5 times a
/// power of ten.
#[must_use]
pub fn bins(samples: &[&[i64]]) -> Vec<Vec<Bin>> {
    let all = || samples.iter().copied().flatten().copied();
    let (Some(least), Some(most)) = (all().min(), all().max()) else {
        return samples.iter().map(|_| Vec::new()).collect();
    };
    let reach = most.saturating_sub(least).saturating_add(1);
    let widths = (0..18).flat_map(|power| [1, 2, 5].map(|factor| factor * 10_i64.pow(power)));
    let mut widths = widths.skip_while(|width| reach.div_euclid(*width) >= BARS);
    let width = widths.next().unwrap_or(i64::MAX);
    let first = least.div_euclid(width);
    let bars = (most.div_euclid(width) - first + 1) as usize;
    let histogram = |sample: &&[i64]| {
        let bin = |place: i64| Bin {
            from: (first + place).saturating_mul(width),
            to: (first + place).saturating_mul(width).saturating_add(width - 1),
            count: 0,
        };
        let mut bins: Vec<Bin> = (0..bars as i64).map(bin).collect();
        for value in *sample {
            if let Some(bin) = bins.get_mut((value.div_euclid(width) - first) as usize) {
                bin.count += 1;
            }
        }
        bins
    };
    samples.iter().map(histogram).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_tells_quartiles_and_all_values_are_in_a_bar() {
        let spread = CountSpread::of("attacker: shells", vec![4, 1, 3, 2]);
        assert_eq!((spread.least, spread.quartiles, spread.most), (1, [1, 2, 3], 4));
        assert_eq!(spread.parted(), (Some("attacker"), "shells"));
        assert_eq!(spread.histogram.len(), 4);
        for reach in [1, 15, 16, 17, 99, 1000, 123_456] {
            let values: Vec<i64> = (0..200).map(|i| i * reach / 199 - 7).collect();
            let histogram = CountSpread::of("x", values).histogram;
            assert!(histogram.len() as i64 <= BARS + 1, "{reach}: {}", histogram.len());
            assert_eq!(histogram.iter().map(|bin| bin.count).sum::<u32>(), 200, "{reach}");
            assert!(histogram.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
        }
        assert!(bins(&[&[], &[]]).iter().all(Vec::is_empty));
    }

    #[test]
    fn two_samples_have_the_same_bars() {
        let both = bins(&[&[0, 1, 2], &[90, 99]]);
        let bars = |bins: &[Bin]| bins.iter().map(|bin| (bin.from, bin.to)).collect::<Vec<_>>();
        assert_eq!(bars(&both[0]), bars(&both[1]));
    }
}
