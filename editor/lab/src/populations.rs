//! Games that fall into two kinds: a mean says nothing of either.
//!
//! The points of all games are split where two means explain most of their variance (Otsu, *A
//! Threshold Selection Method from Gray-Level Histograms*, 1979). A bell explains 64 % of its
//! variance by its halves and a level range 75 %; only where two means explain clearly more are
//! there two kinds. What tells them apart, [`Telling`](crate::Telling) says.

use serde::{Deserialize, Serialize};

use crate::game_report::GameReport;

/// Games that fall into two kinds by their points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Populations {
    /// The games with fewer points.
    pub low: Kind,
    /// The games with more.
    pub high: Kind,
    /// How much of the variance the two means explain, from 0 to 1.
    pub explained: f64,
}

/// Games of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kind {
    /// How many.
    pub games: u32,
    /// Their points on the mean.
    pub mean: f64,
    /// The least and the most.
    pub range: [i32; 2],
}

/// Fewer games say nothing of kinds.
const FEWEST: usize = 40;
/// How much of the variance two means must explain.
const EXPLAINED: f64 = 0.82;
/// The least share of the games that a kind must have.
const SHARE: f64 = 0.05;

/// Whether games fall into two kinds by their points.
#[must_use]
pub fn populations(games: &[GameReport]) -> Option<Populations> {
    if games.len() < FEWEST {
        return None;
    }
    let mut points: Vec<i32> = games.iter().map(|game| game.outcome.points).collect();
    points.sort_unstable();
    let n = points.len() as f64;
    let sum: f64 = points.iter().map(|&points| f64::from(points)).sum();
    let mean = sum / n;
    let variance: f64 = points.iter().map(|&p| (f64::from(p) - mean).powi(2)).sum();
    if variance <= 0.0 {
        return None;
    }
    // The first so many games are the lower kind.
    let (mut best, mut below) = ((0.0, 0), 0.0);
    for at in 1..points.len() {
        below += f64::from(points[at - 1]);
        if points[at] == points[at - 1] {
            continue;
        }
        let (a, b) = (at as f64, n - at as f64);
        let between = a * (below / a - mean).powi(2) + b * ((sum - below) / b - mean).powi(2);
        if between > best.0 {
            best = (between, at);
        }
    }
    let (between, at) = best;
    let explained = between / variance;
    let least = (SHARE * n).ceil() as usize;
    if explained < EXPLAINED || at < least || points.len() - at < least {
        return None;
    }
    let kind = |points: &[i32]| {
        let sum: f64 = points.iter().map(|&points| f64::from(points)).sum();
        let ends = [points.first(), points.last()].map(|end| end.copied().unwrap_or(0));
        Kind { games: points.len() as u32, mean: sum / points.len().max(1) as f64, range: ends }
    };
    let (low, high) = (kind(&points[..at]), kind(&points[at..]));
    Some(Populations { low, high, explained })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use salient_rules::game::Outcome;
    use salient_schema::Id;

    fn game(points: i32) -> GameReport {
        GameReport {
            game: 0,
            seed: 0,
            outcome: Outcome { level: String::new(), side: Id::default(), points },
            reason: None,
            turns: 10,
            losses: Vec::new(),
            marks: Vec::new(),
            state_hash: String::new(),
        }
    }

    #[test]
    fn two_heaps_are_two_kinds() {
        let low = (0..60).map(|n| game(n % 12));
        let high = (0..40).map(|n| game(90 + n % 12));
        let found = populations(&low.chain(high).collect::<Vec<_>>()).expect("two kinds");
        assert_eq!((found.low.games, found.high.games), (60, 40));
        assert_eq!((found.low.range, found.high.range), ([0, 11], [90, 101]));
    }

    #[test]
    fn a_level_range_and_few_games_are_one_kind() {
        let level: Vec<_> = (0..200).map(game).collect();
        assert_eq!(populations(&level), None);
        let few: Vec<_> = (0..39).map(|n| game(if n % 2 == 0 { 0 } else { 100 })).collect();
        assert_eq!(populations(&few), None);
        let enough: Vec<_> = (0..40).map(|n| game(if n % 2 == 0 { 0 } else { 100 })).collect();
        assert!(populations(&enough).is_some());
    }

    proptest! {
        #[test]
        fn every_game_is_of_one_kind(points in prop::collection::vec(-50..150i32, 0..200)) {
            let games: Vec<_> = points.iter().map(|&points| game(points)).collect();
            if let Some(found) = populations(&games) {
                prop_assert_eq!((found.low.games + found.high.games) as usize, games.len());
                prop_assert!(found.low.range[1] < found.high.range[0]);
                prop_assert!((EXPLAINED..=1.000_001).contains(&found.explained));
            }
        }
    }
}
