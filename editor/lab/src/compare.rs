//! Two runs side by side.

use salient_schema::Id;
use salient_schema::common::HexLabel;
use serde::{Deserialize, Serialize};

use crate::report::Report;
use crate::statistics::{Confidence, Difference, Estimate, Interval, Share, newcombe, welch};

/// Two runs side by side. Every difference is the second less the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The first run.
    pub first: Named,
    /// The second run.
    pub second: Named,
    /// Each level of victory that both have.
    pub levels: Vec<LevelDifference>,
    /// How often each side won.
    pub wins: Vec<SideDifference<Share>>,
    /// The points at the end.
    pub points: Option<Compared<Estimate>>,
    /// Steps lost a game, a side.
    pub steps: Vec<SideDifference<Estimate>>,
    /// Units lost a game, a side.
    pub units: Vec<SideDifference<Estimate>>,
    /// Games in which each town changed hands; only towns that both have.
    pub towns: Vec<TownDifference>,
    /// Whether the points or the wins differ by more than chance explains.
    pub distinguishable: bool,
    /// The same in words, for people.
    pub words: Vec<String>,
}

/// One of two runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The scenario's id.
    pub scenario: Id,
    /// Its title.
    pub title: String,
    /// The bundle's fingerprint.
    pub fingerprint: String,
    /// The seed.
    pub seed: u64,
    /// Games played.
    pub played: u32,
}

/// Two values and how far they lie apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared<T> {
    /// In the first run.
    pub first: T,
    /// In the second run.
    pub second: T,
    /// The second less the first; none if there are too few games to say.
    pub difference: Option<Difference>,
}

/// A level of victory in two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelDifference {
    /// The level.
    pub level: String,
    /// Who wins.
    pub side: Id,
    /// How often (Newcombe's interval).
    #[serde(flatten)]
    pub share: Compared<Share>,
}

/// A number of a side in two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideDifference<T> {
    /// The side.
    pub side: Id,
    /// The number.
    #[serde(flatten)]
    pub value: Compared<T>,
}

/// A town in two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TownDifference {
    /// Its hex.
    pub hex: HexLabel,
    /// Its printed name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Games in which it changed hands.
    #[serde(flatten)]
    pub taken: Compared<Share>,
}

/// Puts two runs side by side: two scenarios, two versions of one, or two pairs of bots.
///
/// The intervals take the games of the two runs to be independent. Where both have the same
/// seed, the dice of equal situations are equal, and the intervals err on the wide side.
pub fn compare(first: &Report, second: &Report) -> Comparison {
    let levels = first.levels.iter().filter_map(|one| {
        let same = |other: &&crate::report::LevelReport| {
            (&other.level, &other.side) == (&one.level, &one.side)
        };
        let other = second.levels.iter().find(same)?;
        Some(LevelDifference {
            level: one.level.clone(),
            side: one.side.clone(),
            share: shares(&one.share, &other.share),
        })
    });
    let wins: Vec<_> = first
        .wins
        .iter()
        .filter_map(|one| {
            let other = second.wins.iter().find(|other| other.side == one.side)?;
            Some(SideDifference { side: one.side.clone(), value: shares(&one.share, &other.share) })
        })
        .collect();
    let counted = first.subject.counted_for == second.subject.counted_for;
    let points = first.points.as_ref().zip(second.points.as_ref()).filter(|_| counted);
    let points = points.map(|(one, other)| means(&one.estimate, &other.estimate));
    let losses = |get: fn(&crate::report::SideLossReport) -> &Estimate| {
        let both = first.losses.iter().filter_map(|one| {
            let other = second.losses.iter().find(|other| other.side == one.side)?;
            Some(SideDifference { side: one.side.clone(), value: means(get(one), get(other)) })
        });
        both.collect::<Vec<_>>()
    };
    let towns = first.towns.iter().filter_map(|one| {
        let same =
            |other: &&crate::report::TownReport| (&other.hex, &other.name) == (&one.hex, &one.name);
        let other = second.towns.iter().find(same)?;
        Some(TownDifference {
            hex: one.hex.clone(),
            name: one.name.clone(),
            taken: shares(&one.taken, &other.taken),
        })
    });
    let distinguishable = is_distinguishable(points.as_ref(), &wins);
    let mut comparison = Comparison {
        first: Named::of(first),
        second: Named::of(second),
        levels: levels.collect(),
        wins,
        points,
        steps: losses(|losses| &losses.steps),
        units: losses(|losses| &losses.units),
        towns: towns.collect(),
        distinguishable,
        words: Vec::new(),
    };
    comparison.words = words(&comparison, first);
    comparison
}

impl Named {
    fn of(report: &Report) -> Self {
        Self {
            scenario: report.subject.scenario.clone(),
            title: report.subject.title.clone(),
            fingerprint: report.subject.fingerprint.clone(),
            seed: report.seed,
            played: report.played,
        }
    }
}

fn shares(first: &Share, second: &Share) -> Compared<Share> {
    let interval = newcombe((first.count, first.of), (second.count, second.of), Confidence::P95);
    let value = second.share - first.share;
    let difference = interval.map(|interval| Difference::new(value, interval));
    Compared { first: *first, second: *second, difference }
}

fn means(first: &Estimate, second: &Estimate) -> Compared<Estimate> {
    let interval = welch(first, second, Confidence::P95);
    let value = second.mean - first.mean;
    let difference = interval.map(|interval| Difference::new(value, interval));
    Compared { first: *first, second: *second, difference }
}

/// Whether the points or the wins differ. Two questions are asked, so each must be answered with
/// twice the certainty for the answer to be wrong once in twenty times at the most. With two
/// sides, the wins of one are those of the other.
fn is_distinguishable(points: Option<&Compared<Estimate>>, wins: &[SideDifference<Share>]) -> bool {
    let sure = Confidence::P97_5;
    let apart = |interval: Option<Interval>| {
        interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
    };
    let points = points.and_then(|points| welch(&points.first, &points.second, sure));
    let wins = wins.first().and_then(|wins| {
        let Compared { first, second, .. } = &wins.value;
        newcombe((first.count, first.of), (second.count, second.of), sure)
    });
    apart(points) || apart(wins)
}

fn words(comparison: &Comparison, first: &Report) -> Vec<String> {
    let mut out = Vec::new();
    let side_name = |id: &str| {
        let side = first.subject.sides.iter().find(|side| side.id == id);
        side.map_or_else(|| id.to_owned(), |side| side.name.clone())
    };
    if comparison.first.played < 2 || comparison.second.played < 2 {
        return vec!["There are too few games to compare.".to_owned()];
    }
    out.push(if comparison.distinguishable {
        "The two can be told apart.".to_owned()
    } else {
        "The two cannot be told apart by who wins or by the points, with so many games.".to_owned()
    });
    let mut say = |what: String, difference: Option<Difference>, scale: f64, unit: &str| {
        let Some(Difference { value, low, high, clear }) = difference else { return };
        let number = |value: f64| signed(value * scale);
        let (value, low, high) = (number(value), number(low), number(high));
        out.push(if clear {
            format!("{what}: {value}{unit} in the second, between {low} and {high}.")
        } else {
            format!("{what}: no clear difference, between {low} and {high}{unit}.")
        });
    };
    if let Some(points) = &comparison.points {
        say("Mean points".to_owned(), points.difference, 1.0, "");
    }
    for wins in comparison.wins.iter().take(1) {
        say(format!("{} wins", side_name(&wins.side)), wins.value.difference, 100.0, " %");
    }
    for steps in &comparison.steps {
        say(format!("{} steps lost", side_name(&steps.side)), steps.value.difference, 1.0, "");
    }
    out
}

/// A number with its sign and one digit after the point.
fn signed(value: f64) -> String {
    let text = format!("{value:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text.replace('-', "−") }
}
