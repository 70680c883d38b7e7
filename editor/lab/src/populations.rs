//! Games that fall into two kinds: a mean says nothing of either.
//!
//! The points of all games are split where two means explain most of their variance (Otsu, *A
//! Threshold Selection Method from Gray-Level Histograms*, 1979). A bell explains 64 % of its
//! variance by its halves and a level range 75 %; only where two means explain clearly more are
//! there two kinds. What tells them apart is the one number of a game that parts them best.

use salient_schema::Id;

use crate::report::GameReport;

/// Games that fall into two kinds by their points.
#[derive(Clone, Debug, PartialEq)]
pub struct Populations {
    /// The games with fewer points.
    pub low: Kind,
    /// The games with more.
    pub high: Kind,
    /// How much of the variance the two means explain, from 0 to 1.
    pub explained: f64,
    /// What tells the kinds apart, if any one number does.
    pub told_by: Option<Sign>,
}

/// Games of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// How many.
    pub games: u32,
    /// Their points on the mean.
    pub mean: f64,
    /// The least and the most.
    pub range: [i32; 2],
}

/// A number of a game by which its kind can be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// What it counts.
    pub what: What,
    /// Games of the kind with more points have at least so many, where `above`, and else at most.
    pub threshold: u32,
    /// Which way it parts them.
    pub above: bool,
    /// The share of the games that it puts into the right kind.
    pub right: f64,
}

/// What a number of a game counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Steps that a side lost.
    Steps(Id),
    /// Units that a side lost.
    Units(Id),
    /// The game-turn on which it ended.
    Turns,
}

/// Fewer games say nothing of kinds.
const FEWEST: usize = 40;
/// How much of the variance two means must explain.
const EXPLAINED: f64 = 0.82;
/// The least share of the games that a kind must have.
const SHARE: f64 = 0.05;
/// How many of the games a number must put into the right kind.
const RIGHT: f64 = 0.9;

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
    let told_by = sign(games, high.range[0]);
    Some(Populations { low, high, explained, told_by })
}

/// The number that parts games with so many points or more from the others best.
fn sign(games: &[GameReport], from: i32) -> Option<Sign> {
    let first = games.first()?;
    let mut numbers: Vec<What> = first
        .losses
        .iter()
        .flat_map(|losses| [What::Steps(losses.side.clone()), What::Units(losses.side.clone())])
        .collect();
    numbers.push(What::Turns);
    let best = numbers.into_iter().filter_map(|what| {
        let mut all: Vec<(u32, bool)> =
            games.iter().map(|game| (number(game, &what), game.outcome.points >= from)).collect();
        all.sort_unstable();
        let highs = all.iter().filter(|(_, high)| *high).count();
        let (mut lows_below, mut highs_below) = (0, 0);
        let mut best: Option<(usize, u32, bool)> = None;
        for (place, &(value, high)) in all.iter().enumerate() {
            if place > 0 && all[place - 1].0 != value {
                // High games above the threshold, or at most the number before it.
                let above = lows_below + (highs - highs_below);
                let right = above.max(all.len() - above);
                if best.is_none_or(|(most, ..)| right > most) {
                    let upwards = above >= all.len() - above;
                    let threshold = if upwards { value } else { all[place - 1].0 };
                    best = Some((right, threshold, upwards));
                }
            }
            if high {
                highs_below += 1;
            } else {
                lows_below += 1;
            }
        }
        let (right, threshold, above) = best?;
        Some(Sign { what, threshold, above, right: right as f64 / games.len() as f64 })
    });
    best.filter(|sign| sign.right >= RIGHT).fold(None, |best: Option<Sign>, sign| match best {
        Some(best) if best.right >= sign.right => Some(best),
        _ => Some(sign),
    })
}

fn number(game: &GameReport, what: &What) -> u32 {
    let of = |side: &Id| game.losses.iter().find(|losses| losses.side == *side);
    match what {
        What::Steps(side) => of(side).map_or(0, |losses| losses.steps),
        What::Units(side) => of(side).map_or(0, |losses| losses.units),
        What::Turns => u32::from(game.turns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use salient_rules::game::{Outcome, SideLosses};

    fn game(points: i32, steps: u32) -> GameReport {
        GameReport {
            game: 0,
            seed: 0,
            outcome: Outcome { level: String::new(), side: Id::default(), points },
            reason: None,
            turns: 10,
            losses: vec![SideLosses { side: "red".into(), steps, units: 0 }],
            state_hash: String::new(),
        }
    }

    #[test]
    fn two_heaps_are_two_kinds_told_apart_by_what_parts_them() {
        let low = (0..60).map(|n| game(n % 12, 20 + n as u32 % 9));
        let high = (0..40).map(|n| game(90 + n % 12, 60 + n as u32 % 9));
        let found = populations(&low.chain(high).collect::<Vec<_>>()).expect("two kinds");
        assert_eq!((found.low.games, found.high.games), (60, 40));
        assert_eq!((found.low.range, found.high.range), ([0, 11], [90, 101]));
        let sign = found.told_by.expect("steps part them");
        assert_eq!((sign.what, sign.threshold, sign.above), (What::Steps("red".into()), 60, true));
    }

    #[test]
    fn a_level_range_and_few_games_are_one_kind() {
        let level: Vec<_> = (0..200).map(|n| game(n, 0)).collect();
        assert_eq!(populations(&level), None);
        let few: Vec<_> = (0..39).map(|n| game(if n % 2 == 0 { 0 } else { 100 }, 0)).collect();
        assert_eq!(populations(&few), None);
        let enough: Vec<_> = (0..40).map(|n| game(if n % 2 == 0 { 0 } else { 100 }, 0)).collect();
        assert!(populations(&enough).is_some());
    }

    proptest! {
        #[test]
        fn every_game_is_of_one_kind(points in prop::collection::vec(-50..150i32, 0..200)) {
            let games: Vec<_> = points.iter().map(|&points| game(points, 0)).collect();
            if let Some(found) = populations(&games) {
                prop_assert_eq!((found.low.games + found.high.games) as usize, games.len());
                prop_assert!(found.low.range[1] < found.high.range[0]);
                prop_assert!((EXPLAINED..=1.000_001).contains(&found.explained));
            }
        }
    }
}
