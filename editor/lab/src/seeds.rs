//! Games of several seeds in one report, and whether the seeds lie farther apart than chance alone
//! puts them.
//!
//! A seed is nothing but a source of dice, so that two seeds differ by chance and by nothing else.
//! How far they lie apart shows what a single one of them is worth.
//!
//! The test is Pearson's chi-square, for means that of the weighted squares from the common mean;
//! its 99 % point is Wilson and Hilferty's (*The distribution of chi-square*, PNAS 17 (1931)
//! 684–688). It takes `+ − × ÷ √` alone, as all numbers of a report.

use salient_schema::Id;
use serde::{Deserialize, Serialize};

use crate::game_report::GameReport;
use crate::options::Options;
use crate::statistics::{Estimate, Share, Sum};
use crate::subject::Subject;

/// So many standard errors above the mean hold 99 of 100 under the normal distribution.
const Z99: f64 = 2.326_347_874_040_841;

/// The seeds of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedsReport {
    /// Each of them.
    pub seeds: Vec<SeedReport>,
    /// How far they lie apart in the wins of each side; nothing where too few games were played.
    pub wins: Vec<BetweenSeeds>,
    /// How far they lie apart in the points at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<BetweenSeeds>,
}

/// What came of one seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedReport {
    /// The seed.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// How often each side won, in the order of the sides.
    pub wins: Vec<Share>,
    /// The points at the end.
    pub points: Estimate,
}

/// How far seeds lie apart in one number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BetweenSeeds {
    /// The side whose number it is, if it is one's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The number over all games.
    pub all: f64,
    /// The standard deviation between the seeds.
    pub found: f64,
    /// What chance alone would make it: the standard error of one seed's number.
    pub by_chance: f64,
    /// Pearson's chi-square.
    pub chi_square: f64,
    /// What it stays below in 99 of 100 runs if nothing but chance is at work.
    pub limit: f64,
}

impl BetweenSeeds {
    /// Whether chance alone may well be at work.
    pub fn is_chance(&self) -> bool {
        self.chi_square <= self.limit
    }
}

/// The seed that a game of the run is of, and its number among that seed's games.
pub(crate) fn of_game(options: &Options, seeds: &[u64], game: u32) -> (u64, u32) {
    let each = each(options.games, seeds);
    match seeds.get((game / each) as usize) {
        Some(&seed) => (seed, game % each),
        None => (options.seed, game),
    }
}

/// How many games each seed has.
fn each(games: u32, seeds: &[u64]) -> u32 {
    (games / (seeds.len() as u32).max(1)).max(1)
}

/// The 99 % point of chi-square.
fn limit(freedom: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    let root = 1.0 - part + Z99 * part.sqrt();
    freedom * root * root * root
}

/// How far means lie apart, each given with its number of games, where a single game has this
/// variance.
fn between(side: Option<&Id>, means: &[(f64, u64)], variance: f64) -> Option<BetweenSeeds> {
    let games: u64 = means.iter().map(|(_, games)| games).sum();
    if means.len() < 2 || means.iter().any(|(_, games)| *games == 0) {
        return None;
    }
    let seeds = means.len() as f64;
    let all = means.iter().map(|(mean, games)| mean * *games as f64).sum::<f64>() / games as f64;
    let squares = means.iter().map(|(mean, games)| *games as f64 * (mean - all) * (mean - all));
    let squares: f64 = squares.sum();
    let middle = means.iter().map(|(mean, _)| mean).sum::<f64>() / seeds;
    let apart: f64 = means.iter().map(|(mean, _)| (mean - middle) * (mean - middle)).sum();
    Some(BetweenSeeds {
        side: side.cloned(),
        all,
        found: (apart / (seeds - 1.0)).sqrt(),
        by_chance: (variance * seeds / games as f64).sqrt(),
        chi_square: if variance > 0.0 { squares / variance } else { 0.0 },
        limit: limit(seeds - 1.0),
    })
}

impl SeedsReport {
    /// What the games of several seeds say; nothing of fewer than two.
    pub(crate) fn new(
        subject: &Subject,
        seeds: &[u64],
        games: u32,
        played: &[GameReport],
    ) -> Option<Self> {
        if seeds.len() < 2 {
            return None;
        }
        let each = each(games, seeds);
        let of_seed = |(place, &seed): (usize, &u64)| {
            let own = || played.iter().filter(move |game| (game.game / each) as usize == place);
            let games = own().count() as u64;
            let won = |side: &str| own().filter(|game| game.outcome.side == side).count() as u64;
            let mut points = Sum::default();
            own().for_each(|game| points.add(game.outcome.points.into()));
            let wins = subject.sides.iter().map(|side| Share::new(won(&side.id), games));
            SeedReport { seed, games, wins: wins.collect(), points: points.estimate() }
        };
        let seeds: Vec<SeedReport> = seeds.iter().enumerate().map(of_seed).collect();
        let wins = subject.sides.iter().enumerate().filter_map(|(place, side)| {
            let shares: Vec<Share> =
                seeds.iter().filter_map(|seed| seed.wins.get(place).copied()).collect();
            let (won, of) =
                shares.iter().fold((0, 0), |(won, of), share| (won + share.count, of + share.of));
            let p = if of == 0 { 0.0 } else { won as f64 / of as f64 };
            let means: Vec<(f64, u64)> =
                shares.iter().map(|share| (share.share, share.of)).collect();
            between(Some(&side.id), &means, p * (1.0 - p))
        });
        let wins = wins.collect();
        // Within the seeds, so that what lies between them does not come in.
        let (squares, freedom) = seeds.iter().fold((0.0, 0), |(squares, freedom), seed| {
            let own = seed.points.games.saturating_sub(1);
            (squares + seed.points.sd * seed.points.sd * own as f64, freedom + own)
        });
        let means: Vec<(f64, u64)> =
            seeds.iter().map(|seed| (seed.points.mean, seed.points.games)).collect();
        let points = (freedom > 0).then(|| between(None, &means, squares / freedom as f64));
        Some(Self { wins, points: points.flatten(), seeds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Abramowitz and Stegun, table 26.8.
    #[test]
    fn points_of_chi_square_are_those_of_the_tables() {
        let table = [(1.0, 6.635), (2.0, 9.210), (3.0, 11.345), (9.0, 21.666), (30.0, 50.892)];
        for (freedom, value) in table {
            let found = limit(freedom);
            assert!((found / value - 1.0).abs() < 0.02, "{freedom}: {found}");
        }
    }

    #[test]
    fn games_are_numbered_through_seed_after_seed() {
        let options = Options { games: 6, seed: 4, bots: Vec::new(), until: None };
        let of = |game| of_game(&options, &[4, 9, 2], game);
        assert_eq!([of(0), of(1), of(2), of(5)], [(4, 0), (4, 1), (9, 0), (2, 1)]);
        assert_eq!(of_game(&options, &[], 5), (4, 5), "one seed has them all");
    }

    #[test]
    fn seeds_that_differ_by_chance_are_told_from_those_that_do_not() {
        // Shares of 100 games: a standard error of 0.05.
        let of = |shares: [f64; 3]| between(None, &shares.map(|share| (share, 100)), 0.25).unwrap();
        let near = of([0.45, 0.50, 0.55]);
        assert!((near.found - 0.05).abs() < 1e-12 && (near.by_chance - 0.05).abs() < 1e-12);
        assert!((near.chi_square - 2.0).abs() < 1e-9 && near.is_chance(), "{near:?}");
        // 9.21 is the limit: 100 × 2 d² / 0.25 = 9.21 for d = 0.1073.
        assert!(of([0.393, 0.50, 0.607]).is_chance());
        assert!(!of([0.392, 0.50, 0.608]).is_chance());
        assert_eq!(between(None, &[(0.5, 100)], 0.25), None);
        assert_eq!(between(None, &[(0.5, 100), (0.0, 0)], 0.25), None, "a seed without games");
        assert!(between(None, &[(1.0, 9), (1.0, 9)], 0.0).unwrap().is_chance());
    }
}
