//! Where the points come from: what a system says that they are made of, by source and side,
//! turn by turn, and what of it tells won games from lost ones.
//!
//! The log says at the end of each game-turn what the points are made of. Sums by turn go into the
//! totals; of each game the numbers at the end of a few game-turns are kept, so that games can be
//! held against each other: [`Mark`].

use std::collections::BTreeMap;

use salient_schema::Id;
use salient_schema::event::PointSource;
use serde::{Deserialize, Serialize};

use crate::counts::{TurnTally, TurnTotals};
use crate::game_report::{GameReport, Mark};
use crate::statistics::{Confidence, Estimate, Sum, welch};
use crate::subject::{SourceHead, Subject, SubjectIndex};

/// A number of a game, by the places of side and source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameFact {
    /// How many there are of a source.
    Count(usize),
    /// The points that they make.
    Points(usize),
    /// Steps that the side has lost.
    Steps,
    /// Units that it has lost.
    Units,
    /// Towns that it has taken.
    Towns,
    /// Attacks that it has made.
    Attacks,
    /// Units of it that others have taken the place of.
    Exchanged,
}

impl GameFact {
    /// Those of a side that are of no source.
    pub(crate) const OF_SIDE: [Self; 5] =
        [Self::Steps, Self::Units, Self::Towns, Self::Attacks, Self::Exchanged];

    /// Its place among those of all sides.
    pub(crate) fn place(self, subject: &Subject, side: usize) -> u32 {
        let sources = 2 * subject.sources.len();
        let own = match self {
            Self::Count(source) => 2 * source,
            Self::Points(source) => 2 * source + 1,
            Self::Steps => sources,
            Self::Units => sources + 1,
            Self::Towns => sources + 2,
            Self::Attacks => sources + 3,
            Self::Exchanged => sources + 4,
        };
        (side * (sources + Self::OF_SIDE.len()) + own) as u32
    }
}

/// The game-turns at whose ends the numbers of each game are kept, by place: an early one, half the
/// game and three quarters of it. The end of the game follows as the last.
pub(crate) fn marked(subject: &Subject) -> Vec<usize> {
    let turns = subject.turns.len();
    let mut marks = vec![3, turns / 2, turns * 3 / 4];
    marks.sort_unstable();
    marks.dedup();
    marks.retain(|&mark| mark > 0 && mark < turns);
    marks
}

/// A number of a game at a mark; the last mark is the end.
pub(crate) fn number(mark: &Mark, place: u32) -> i32 {
    mark.binary_search_by_key(&place, |&(place, _)| place).map_or(0, |at| mark[at].1)
}

/// How many there are of a source, and their points.
type Standing = BTreeMap<(usize, usize), [i32; 2]>;

/// What one game's points are made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceTally {
    /// At the end of each turn, by the places of side and source.
    closed: BTreeMap<usize, Standing>,
    /// Units that others took the place of, by turn and side.
    exchanged: BTreeMap<(usize, usize), u32>,
}

impl SourceTally {
    /// A turn is over, or the game in it.
    pub(crate) fn close(&mut self, index: &SubjectIndex, turn: usize, sources: &[PointSource]) {
        let subject = index.subject();
        let mut standing = Standing::new();
        for told in sources {
            let known = |head: &SourceHead| head.id == told.id && head.kind == told.kind;
            let source = subject.sources.iter().position(known);
            if let (Some(side), Some(source)) = (index.side(&told.side), source) {
                let value = standing.entry((side, source)).or_default();
                value[0] += told.count.min(i32::MAX as u32) as i32;
                value[1] += told.points;
            }
        }
        self.closed.insert(turn, standing);
    }

    /// Others take the place of a unit.
    pub(crate) fn exchanged(&mut self, turn: usize, side: usize) {
        *self.exchanged.entry((turn, side)).or_default() += 1;
    }

    /// What is kept of the game, at each of [`marked`] and at its end.
    pub(crate) fn marks(&self, subject: &Subject, turns: &[TurnTally]) -> Vec<Mark> {
        let mut marks = marked(subject);
        marks.push(subject.turns.len());
        marks.into_iter().map(|turn| self.mark(subject, turns, turn)).collect()
    }

    fn mark(&self, subject: &Subject, turns: &[TurnTally], until: usize) -> Mark {
        let mut all: BTreeMap<u32, i32> = BTreeMap::new();
        if let Some((_, standing)) = self.closed.range(..=until).next_back() {
            for (&(side, source), &[count, points]) in standing {
                all.insert(GameFact::Count(source).place(subject, side), count);
                all.insert(GameFact::Points(source).place(subject, side), points);
            }
        }
        let mut add = |fact: GameFact, side: usize, value: u32| {
            let sum = all.entry(fact.place(subject, side)).or_default();
            *sum = sum.saturating_add(value.min(i32::MAX as u32) as i32);
        };
        for turn in turns.iter().take(until + 1) {
            for (side, one) in turn.sides.iter().enumerate() {
                add(GameFact::Steps, side, one.steps);
                add(GameFact::Units, side, one.units);
                add(GameFact::Towns, side, one.towns);
                add(GameFact::Attacks, side, one.attacks);
            }
        }
        for (&(_, side), &count) in self.exchanged.range(..(until + 1, 0)) {
            add(GameFact::Exchanged, side, count);
        }
        all.into_iter().filter(|&(_, value)| value != 0).collect()
    }
}

/// The place of the source that a place is a kind of: itself, if it is no kind.
fn whole(subject: &Subject, source: usize) -> usize {
    let Some(head) = subject.sources.get(source) else { return source };
    let is = |other: &SourceHead| other.id == head.id && other.kind.is_none();
    subject.sources.iter().position(is).unwrap_or(source)
}

/// The points of many games by turn, then by the places of side and source; the kinds of a source
/// count for it as well. Nothing is kept of what comes to 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SourceTotals(Vec<BTreeMap<u32, Sum>>);

fn key(subject: &Subject, side: usize, source: usize) -> u32 {
    (side * subject.sources.len() + source) as u32
}

impl SourceTotals {
    /// The sums over no games.
    pub(crate) fn new(turns: usize) -> Self {
        Self(vec![BTreeMap::new(); turns])
    }

    /// How many turns it has.
    pub(crate) fn turns(&self) -> usize {
        self.0.len()
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, subject: &Subject, tally: &SourceTally) {
        for (&turn, standing) in &tally.closed {
            let Some(totals) = self.0.get_mut(turn) else { continue };
            let mut points: BTreeMap<(usize, usize), i64> = BTreeMap::new();
            for (&(side, source), &[_, value]) in standing {
                let whole = whole(subject, source);
                *points.entry((side, source)).or_default() += i64::from(value);
                if whole != source {
                    *points.entry((side, whole)).or_default() += i64::from(value);
                }
            }
            for ((side, source), value) in points {
                if value != 0 {
                    totals.entry(key(subject, side, source)).or_default().add(value);
                }
            }
        }
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (totals, other) in self.0.iter_mut().zip(&other.0) {
            for (key, other) in other {
                totals.entry(*key).or_default().merge(other);
            }
        }
    }

    /// The mean at the end of a turn, over the games that came to it.
    fn estimate(&self, turn: usize, key: u32, games: u64) -> Estimate {
        let sum = self.0.get(turn).and_then(|totals| totals.get(&key));
        let sum = sum.copied().unwrap_or_default();
        Sum { count: games.max(sum.count), ..sum }.estimate()
    }
}

/// What a side's points are made of: one source, or one finer kind of a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceReport {
    /// The side in whose count it is.
    pub side: Id,
    /// What the system calls it.
    #[serde(flatten)]
    pub head: SourceHead,
    /// How many there are at the end of a game.
    pub count: Estimate,
    /// The points that they make at the end of a game.
    pub points: Estimate,
    /// The same by how the game ended, for each level of victory that some game reached.
    pub levels: Vec<SourceLevel>,
    /// The points at the end of each game-turn, of the games that came to it.
    pub turns: Vec<SourceTurn>,
}

/// A source in the games that ended at one level of victory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceLevel {
    /// The level.
    pub level: String,
    /// How many there are.
    pub count: Estimate,
    /// The points that they make.
    pub points: Estimate,
}

/// A source at the end of a game-turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceTurn {
    /// The game-turn.
    pub turn: u16,
    /// The points that it makes.
    pub points: Estimate,
}

impl SourceReport {
    /// Whether it is a source as a whole: these add up to the side's points.
    pub fn is_whole(&self) -> bool {
        self.head.kind.is_none()
    }

    /// Whether it is a number of things, and not points alone.
    pub fn is_counted(&self) -> bool {
        !self.head.many.is_empty()
    }
}

/// A source of one side, with the places of all its kinds.
pub(crate) struct Place {
    pub side: usize,
    pub source: usize,
    /// Of a whole source it and its kinds.
    parts: Vec<usize>,
}

impl Place {
    /// All of a subject that a report may tell of: a source before its kinds, side by side.
    pub(crate) fn all(subject: &Subject) -> Vec<Self> {
        let heads = &subject.sources;
        let of_side = |side: usize| {
            heads.iter().enumerate().map(move |(source, head)| {
                let parts = match head.kind {
                    Some(_) => vec![source],
                    None => (0..heads.len()).filter(|&at| heads[at].id == head.id).collect(),
                };
                Self { side, source, parts }
            })
        };
        (0..subject.sides.len()).flat_map(of_side).collect()
    }

    /// How many of it a game had come to at a mark.
    pub(crate) fn count(&self, subject: &Subject, mark: &Mark) -> i32 {
        self.sum(subject, mark, GameFact::Count)
    }

    /// The points of it.
    pub(crate) fn points(&self, subject: &Subject, mark: &Mark) -> i32 {
        self.sum(subject, mark, GameFact::Points)
    }

    fn sum(&self, subject: &Subject, mark: &Mark, fact: fn(usize) -> GameFact) -> i32 {
        self.parts.iter().map(|&part| number(mark, fact(part).place(subject, self.side))).sum()
    }

    /// What the system calls it.
    pub(crate) fn head<'a>(&self, subject: &'a Subject) -> Option<&'a SourceHead> {
        subject.sources.get(self.source)
    }
}

/// The mark at the end of a game.
pub(crate) fn end(game: &GameReport) -> Option<&Mark> {
    game.marks.last()
}

/// The points of a side that a game's sources come to at its end.
pub(crate) fn together(subject: &Subject, side: &str, game: &GameReport) -> i64 {
    let Some(side) = subject.sides.iter().position(|known| known.id == side) else { return 0 };
    let points = |source: usize| {
        end(game).map_or(0, |mark| number(mark, GameFact::Points(source).place(subject, side)))
    };
    (0..subject.sources.len()).map(|source| i64::from(points(source))).sum()
}

/// The means of a source over some games, at their end: how many, and the points.
fn means<'a>(
    subject: &Subject,
    place: &Place,
    games: impl Iterator<Item = &'a GameReport>,
) -> [Sum; 2] {
    let mut sums = [Sum::default(); 2];
    for mark in games.filter_map(end) {
        sums[0].add(place.count(subject, mark).into());
        sums[1].add(place.points(subject, mark).into());
    }
    sums
}

/// Every source that some game has, a source before its kinds.
pub(crate) fn sources(
    subject: &Subject,
    turns: &[TurnTotals],
    totals: &SourceTotals,
    games: &[GameReport],
) -> Vec<SourceReport> {
    let mut reports = Vec::new();
    for place in Place::all(subject) {
        let (Some(head), Some(side)) = (place.head(subject), subject.sides.get(place.side)) else {
            continue;
        };
        let [count, points] = means(subject, &place, games.iter());
        let by_turn: Vec<SourceTurn> = subject
            .turns
            .iter()
            .enumerate()
            .filter_map(|(at, turn)| {
                // The set-up stands first.
                let games = turns.get(at + 1).map_or(0, |turn| turn.points.count);
                let points = totals.estimate(at + 1, key(subject, place.side, place.source), games);
                (games > 0).then_some(SourceTurn { turn: turn.turn, points })
            })
            .collect();
        let never = by_turn.iter().all(|turn| turn.points.mean == 0.0 && turn.points.sd == 0.0);
        if never && count.squares == 0 && points.squares == 0 {
            continue;
        }
        let levels = subject.levels.iter().filter_map(|level| {
            let of_level = games.iter().filter(|game| game.outcome.level == level.level);
            let [count, points] = means(subject, &place, of_level).map(|sum| sum.estimate());
            (points.games > 0).then(|| SourceLevel { level: level.level.clone(), count, points })
        });
        reports.push(SourceReport {
            side: side.id.clone(),
            head: head.clone(),
            count: count.estimate(),
            points: points.estimate(),
            levels: levels.collect(),
            turns: by_turn,
        });
    }
    reports
}

/// Two kinds of games that are held against each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Between {
    /// Games that a side won, and those that it did not.
    Wins {
        /// The side.
        side: Id,
        /// Who won the others, if it is one side.
        other: Option<Id>,
    },
    /// The kind with more points and the kind with fewer: [`Populations`](crate::Populations).
    Kinds,
    /// Games at a level of victory, and all others.
    Level {
        /// The level.
        level: String,
    },
}

/// Fewer games of a kind say nothing of it.
const FEWEST: usize = 10;

impl Between {
    /// The kinds of games that a run is best told by, with which of them each game is of; the first
    /// kind is `true`. None where nearly all games are alike.
    pub(crate) fn of(
        subject: &Subject,
        games: &[GameReport],
        split: Option<i32>,
        kinds_first: bool,
    ) -> Option<(Self, Vec<bool>)> {
        let parted = |is: &dyn Fn(&GameReport) -> bool| {
            let parted: Vec<bool> = games.iter().map(is).collect();
            let first = parted.iter().filter(|first| **first).count();
            (first >= FEWEST && parted.len() - first >= FEWEST).then_some(parted)
        };
        let wins = || {
            let side =
                subject.counted_for.as_ref().or(subject.sides.first().map(|side| &side.id))?;
            let parted = parted(&|game| game.outcome.side == *side)?;
            let mut others: Vec<&Id> = games.iter().map(|game| &game.outcome.side).collect();
            others.retain(|other| *other != side);
            others.sort_unstable();
            others.dedup();
            let other = <[&Id; 1]>::try_from(others).ok().map(|[other]| other.clone());
            Some((Self::Wins { side: side.clone(), other }, parted))
        };
        let kinds = || {
            let from = split?;
            Some((Self::Kinds, parted(&|game| game.outcome.points >= from)?))
        };
        let levels = || {
            subject.levels.iter().find_map(|level| {
                let parted = parted(&|game| game.outcome.level == level.level)?;
                Some((Self::Level { level: level.level.clone() }, parted))
            })
        };
        let first = if kinds_first { kinds().or_else(wins) } else { wins().or_else(kinds) };
        first.or_else(levels)
    }
}

/// The source of points that tells two kinds of games apart best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lever {
    /// Which kinds of games.
    pub between: Between,
    /// The side in whose count it is.
    pub side: Id,
    /// What the system calls it.
    pub source: SourceHead,
    /// How far the means of its points lie apart, in standard deviations.
    pub standardised: f64,
    /// It in games of the first kind.
    pub first: LeverMeans,
    /// It in games of the second kind.
    pub second: LeverMeans,
    /// The finer kind of the source that differs most, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<LeverKind>,
}

/// A source in one kind of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeverMeans {
    /// How many there are at the end of a game.
    pub count: Estimate,
    /// The points that they make.
    pub points: Estimate,
}

/// A finer kind of a source in two kinds of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeverKind {
    /// What the system calls it.
    pub source: SourceHead,
    /// It in games of the first kind.
    pub first: LeverMeans,
    /// It in games of the second kind.
    pub second: LeverMeans,
}

/// The source of points that tells two kinds of games apart best; none where none does.
pub(crate) fn lever(subject: &Subject, games: &[GameReport], split: Option<i32>) -> Option<Lever> {
    let (between, parted) = Between::of(subject, games, split, false)?;
    let of = |place: &Place| {
        [true, false].map(|first| {
            let games = games.iter().zip(&parted).filter(|(_, is)| **is == first);
            let [count, points] = means(subject, place, games.map(|(game, _)| game));
            LeverMeans { count: count.estimate(), points: points.estimate() }
        })
    };
    let places = Place::all(subject);
    let is_whole = |place: &&Place| place.head(subject).is_some_and(|head| head.kind.is_none());
    let [first_turns, second_turns] = [true, false].map(|first| {
        let mut turns = Sum::default();
        let games = games.iter().zip(&parted).filter(|(_, is)| **is == first);
        games.for_each(|(game, _)| turns.add(game.turns.into()));
        turns.estimate()
    });
    // Which kind of games lasts longer for certain: of what there is more in it the length may be the
    // reason.
    let lasts = welch(&second_turns, &first_turns, Confidence::P99);
    let longer = lasts.filter(|interval| !interval.holds(0.0));
    let longer = longer.map(|_| first_turns.mean > second_turns.mean);
    let mut best: Option<(f64, &Place, [LeverMeans; 2])> = None;
    for place in places.iter().filter(is_whole) {
        let [first, second] = of(place);
        // What may be chance is no lever.
        let interval = welch(&second.points, &first.points, Confidence::P99);
        if interval.is_none_or(|interval| interval.holds(0.0)) {
            continue;
        }
        let more_in_first = first.points.mean.abs() > second.points.mean.abs();
        if longer == Some(more_in_first) {
            continue;
        }
        let variance = (first.points.sd.powi(2) + second.points.sd.powi(2)) / 2.0;
        // Where neither varies they are as far apart as can be.
        let apart = (first.points.mean - second.points.mean) / variance.sqrt().max(0.01);
        if best.as_ref().is_none_or(|(most, ..)| apart.abs() > most.abs()) {
            best = Some((apart, place, [first, second]));
        }
    }
    let (standardised, place, [first, second]) = best?;
    let head = place.head(subject)?;
    let kinds = places.iter().filter(|kind| kind.side == place.side && kind.source != place.source);
    let mut widest: Option<(f64, LeverKind)> = None;
    for kind in kinds {
        let Some(source) = kind.head(subject).filter(|kind| kind.id == head.id) else { continue };
        let [first, second] = of(kind);
        let apart = (first.points.mean - second.points.mean).abs();
        if widest.as_ref().is_none_or(|(most, _)| apart > *most) {
            widest = Some((apart, LeverKind { source: source.clone(), first, second }));
        }
    }
    Some(Lever {
        between,
        side: subject.sides.get(place.side)?.id.clone(),
        source: head.clone(),
        standardised,
        first,
        second,
        kind: widest.filter(|(apart, _)| *apart > 0.0).map(|(_, kind)| kind),
    })
}
