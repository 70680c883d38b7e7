//! What tells two kinds of games apart, and how early: a small decision tree.
//!
//! At each of a few game-turns a tree of at most two questions is grown from what the games had
//! come to by then (L. Breiman and others, *Classification and Regression Trees*, 1984: the question
//! whose answers are purest by Gini's measure). How well it tells is found on games that it was not
//! grown from, a fifth at a time; what is no better than always saying the commoner kind is not
//! told at all.

use salient_schema::Id;
use serde::{Deserialize, Serialize};

use crate::game_report::{GameReport, Mark};
use crate::sources::{Between, GameFact, Place, marked, number};
use crate::statistics::{Confidence, Share, wilson};
use crate::subject::Subject;

/// The most questions in a row.
const DEPTH: usize = 2;
/// The least share of the games that an answer must have.
const LEAST: f64 = 0.05;
/// The least games that it must have.
const FEWEST: usize = 8;
/// Into how many parts the games are divided, each of which is told from the others.
const PARTS: usize = 5;
/// A second question, or waiting longer, must tell so many more of the games.
const GAIN: f64 = 0.02;
/// More games than these teach a tree of two questions nothing more.
const MOST: usize = 2000;

/// What tells two kinds of games apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Telling {
    /// Which kinds of games.
    pub between: Between,
    /// How many games of the first and of the second kind it is found from.
    pub games: [u32; 2],
    /// By when, the earliest first.
    pub horizons: Vec<Horizon>,
    /// The place of the one that is told: the earliest that is about as good as the best. None
    /// where nothing tells them apart better than chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<usize>,
}

/// How well two kinds of games can be told apart by a game-turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Horizon {
    /// The end of this game-turn; none for the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// How many games are told rightly by a tree that was grown from others.
    pub right: Share,
    /// The tree; none where it does no better than chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Branch>,
}

/// A tree, or a branch of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "branch", rename_all = "kebab-case")]
pub enum Branch {
    /// The games that end up here.
    Leaf {
        /// Of the first and of the second kind.
        games: [u32; 2],
    },
    /// A question.
    Question {
        /// What is counted.
        fact: FactName,
        /// Whether there is more than this.
        than: i32,
        /// Games with more.
        more: Box<Branch>,
        /// The others.
        fewer: Box<Branch>,
    },
}

impl Branch {
    /// How many games of each kind end up below it.
    #[must_use]
    pub fn games(&self) -> [u32; 2] {
        match self {
            Self::Leaf { games } => *games,
            Self::Question { more, fewer, .. } => {
                let (more, fewer) = (more.games(), fewer.games());
                [more[0] + fewer[0], more[1] + fewer[1]]
            }
        }
    }
}

/// A number of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactName {
    /// What is counted.
    pub what: Counted,
    /// The side that it is of, if it is of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The source of points, by its place among the subject's, where it is of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<usize>,
    /// The game-turn by whose end it is counted; none for the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
}

/// What a number of a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// How many there are of a source of points.
    Count,
    /// The points of a source.
    Points,
    /// Steps that a side lost.
    Steps,
    /// Units that it lost.
    Units,
    /// Towns that it took.
    Towns,
    /// Attacks that it made.
    Attacks,
    /// Units of it that others took the place of.
    Exchanged,
    /// Game-turns played.
    Turns,
}

/// Numbers of games, a row a game, with the kind of each.
struct Cases {
    rows: Vec<Vec<i32>>,
    first: Vec<bool>,
}

/// A tree whose questions are columns.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Leaf([u32; 2]),
    Question { column: usize, than: i32, more: Box<Node>, fewer: Box<Node> },
}

impl Node {
    /// Whether a game is of the first kind.
    fn tells(&self, row: &[i32]) -> bool {
        match self {
            Self::Leaf(games) => games[0] > games[1],
            Self::Question { column, than, more, fewer } => {
                let is_more = row.get(*column).is_some_and(|value| value > than);
                if is_more { more.tells(row) } else { fewer.tells(row) }
            }
        }
    }

    /// Without questions whose answers say the same.
    fn pruned(self) -> Self {
        let Self::Question { column, than, more, fewer } = self else { return self };
        match (more.pruned(), fewer.pruned()) {
            (Self::Leaf(a), Self::Leaf(b)) if (a[0] > a[1]) == (b[0] > b[1]) => {
                Self::Leaf([a[0] + b[0], a[1] + b[1]])
            }
            (more, fewer) => {
                Self::Question { column, than, more: Box::new(more), fewer: Box::new(fewer) }
            }
        }
    }
}

/// Gini's impurity of some games, times their number.
fn impurity(games: [u32; 2]) -> f64 {
    let all = f64::from(games[0] + games[1]);
    if all == 0.0 { 0.0 } else { 2.0 * f64::from(games[0]) * f64::from(games[1]) / all }
}

impl Cases {
    fn count(&self, cases: &[usize]) -> [u32; 2] {
        let first = cases.iter().filter(|&&case| self.first[case]).count() as u32;
        [first, cases.len() as u32 - first]
    }

    /// The best tree of so many questions in a row, no answer of which has fewer games than `least`.
    fn grow(&self, cases: &[usize], depth: usize, least: usize) -> Node {
        let all = self.count(cases);
        let leaf = Node::Leaf(all);
        if depth == 0 || all.contains(&0) {
            return leaf;
        }
        let mut best = (impurity(all) - 1e-9, None);
        let columns = self.rows.first().map_or(0, Vec::len);
        let mut sorted: Vec<(i32, bool)> = Vec::with_capacity(cases.len());
        for column in 0..columns {
            sorted.clear();
            sorted.extend(cases.iter().map(|&case| (self.rows[case][column], self.first[case])));
            sorted.sort_unstable();
            let mut fewer = [0, 0];
            for (at, pair) in sorted.windows(2).enumerate() {
                fewer[usize::from(!pair[0].1)] += 1;
                let enough = at + 1 >= least && sorted.len() - at > least;
                if pair[0].0 == pair[1].0 || !enough {
                    continue;
                }
                let more = [all[0] - fewer[0], all[1] - fewer[1]];
                let left = impurity(fewer) + impurity(more);
                if left < best.0 {
                    best = (left, Some((column, pair[0].0)));
                }
            }
        }
        let Some((column, than)) = best.1 else { return leaf };
        let (more, fewer): (Vec<usize>, Vec<usize>) =
            cases.iter().partition(|&&case| self.rows[case][column] > than);
        let [more, fewer] =
            [more, fewer].map(|cases| Box::new(self.grow(&cases, depth - 1, least)));
        Node::Question { column, than, more, fewer }
    }

    fn least(cases: usize) -> usize {
        FEWEST.max((LEAST * cases as f64).ceil() as usize)
    }

    /// How many games trees tell rightly that were grown from the others.
    fn right(&self, depth: usize) -> u64 {
        let mut right = 0;
        for part in 0..PARTS {
            let (told, others): (Vec<usize>, Vec<usize>) =
                (0..self.rows.len()).partition(|case| case % PARTS == part);
            let tree = self.grow(&others, depth, Self::least(others.len()));
            right += told
                .iter()
                .filter(|&&case| tree.tells(&self.rows[case]) == self.first[case])
                .count() as u64;
        }
        right
    }

    /// The tree that tells the games apart, with how many it tells rightly of those that it was not
    /// grown from, and whether that is better than chance.
    fn tree(&self) -> (Node, Share, bool) {
        let of = self.rows.len() as u64;
        let all: Vec<usize> = (0..self.rows.len()).collect();
        let [first, second] = self.count(&all);
        // Whoever always says the commoner kind is right so often.
        let commoner = f64::from(first.max(second)) / of.max(1) as f64;
        let mut best = (1, Share::new(self.right(1), of));
        for depth in 2..=DEPTH {
            let right = Share::new(self.right(depth), of);
            if right.share >= best.1.share + GAIN {
                best = (depth, right);
            }
        }
        let (depth, right) = best;
        let tree = self.grow(&all, depth, Self::least(all.len())).pruned();
        // Several game-turns are looked at, and two depths.
        let sure = wilson(right.count, right.of, Confidence::P99).low > commoner;
        let better = sure && !matches!(tree, Node::Leaf(_));
        (tree, right, better)
    }
}

/// A number that games are told apart by.
struct Column {
    name: FactName,
    of: Reads,
}

/// Where it stands.
enum Reads {
    Count(usize),
    Points(usize),
    Own(u32),
    Turns,
}

/// The numbers at a mark. At the end those that are the points themselves tell nothing.
fn columns(
    subject: &Subject,
    places: &[Place],
    between: &Between,
    turn: Option<u16>,
) -> Vec<Column> {
    let mut columns = Vec::new();
    for (side, name) in subject.sides.iter().enumerate() {
        let fact = |what| FactName { what, side: Some(name.id.clone()), source: None, turn };
        for (at, place) in places.iter().enumerate() {
            let Some(head) = place.head(subject).filter(|_| place.side == side) else { continue };
            if turn.is_none() {
                continue;
            }
            let counted = !head.many.is_empty();
            let what = if counted { Counted::Count } else { Counted::Points };
            let of = if counted { Reads::Count(at) } else { Reads::Points(at) };
            let name = FactName { source: Some(place.source), ..fact(what) };
            columns.push(Column { name, of });
        }
        for of in GameFact::OF_SIDE {
            let what = match of {
                GameFact::Steps => Counted::Steps,
                GameFact::Units => Counted::Units,
                GameFact::Towns => Counted::Towns,
                GameFact::Attacks => Counted::Attacks,
                _ => Counted::Exchanged,
            };
            columns.push(Column { name: fact(what), of: Reads::Own(of.place(subject, side)) });
        }
    }
    // How long a game lasts is how it ends where a side wins by ending it.
    if turn.is_none() && *between == Between::Kinds {
        let name = FactName { what: Counted::Turns, side: None, source: None, turn };
        columns.push(Column { name, of: Reads::Turns });
    }
    columns
}

/// The last game-turn that all but one game in twenty came to, and the last of all.
fn lengths(turns: impl Iterator<Item = u16>) -> (u16, u16) {
    let mut turns: Vec<u16> = turns.collect();
    turns.sort_unstable();
    let lasted = turns.get(turns.len() / 20).copied().unwrap_or_default();
    (lasted, turns.last().copied().unwrap_or_default())
}

/// What tells the kinds of games of a run apart: those that `split` parts by their points, else won
/// and lost ones. None where nearly all are alike.
pub(crate) fn telling(
    subject: &Subject,
    games: &[GameReport],
    split: Option<i32>,
) -> Option<Telling> {
    let games = &games[..games.len().min(MOST)];
    let (between, first) = Between::of(subject, games, split, true)?;
    let places = Place::all(subject);
    let none = Mark::new();
    let marks = marked(subject);
    let turns = marks.iter().map(|&mark| {
        // The set-up has no place among the turns.
        subject.turns.get(mark - 1).map(|turn| turn.turn)
    });
    // Of games that had ended by then less is counted for that alone.
    let (lasted, longest) = lengths(games.iter().map(|game| game.turns));
    let fair = |turn: Option<u16>| turn.map_or(lasted == longest, |turn| turn <= lasted);
    let all: Vec<(usize, Option<u16>)> = turns.chain([None]).enumerate().collect();
    let horizons: Vec<Horizon> = all
        .into_iter()
        .filter(|&(_, turn)| fair(turn))
        .map(|(at, turn)| {
            let columns = columns(subject, &places, &between, turn);
            let row = |game: &GameReport| -> Vec<i32> {
                let mark = game.marks.get(at).unwrap_or(&none);
                let value = |column: &Column| match column.of {
                    Reads::Count(place) => places[place].count(subject, mark),
                    Reads::Points(place) => places[place].points(subject, mark),
                    Reads::Own(place) => number(mark, place),
                    Reads::Turns => game.turns.into(),
                };
                columns.iter().map(value).collect()
            };
            let cases = Cases { rows: games.iter().map(row).collect(), first: first.clone() };
            let (tree, right, better) = cases.tree();
            Horizon { turn, right, tree: better.then(|| named(tree, &columns)) }
        })
        .collect();
    let telling = |horizon: &&Horizon| horizon.tree.is_some();
    let best = horizons.iter().filter(telling).map(|horizon| horizon.right.share);
    let best = best.fold(0.0, f64::max);
    let told = horizons
        .iter()
        .position(|horizon| horizon.tree.is_some() && horizon.right.share >= best - GAIN);
    let firsts = first.iter().filter(|first| **first).count() as u32;
    Some(Telling { between, games: [firsts, games.len() as u32 - firsts], horizons, told })
}

fn named(node: Node, columns: &[Column]) -> Branch {
    match node {
        Node::Leaf(games) => Branch::Leaf { games },
        Node::Question { column, than, more, fewer } => {
            let [more, fewer] = [more, fewer].map(|node| Box::new(named(*node, columns)));
            match columns.get(column) {
                Some(column) => Branch::Question { fact: column.name.clone(), than, more, fewer },
                None => *more,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use salient_rules::dice::SplitMix64;

    fn cases(rows: Vec<Vec<i32>>, first: impl Fn(&[i32]) -> bool) -> Cases {
        let first = rows.iter().map(|row| first(row)).collect();
        Cases { rows, first }
    }

    fn rows(games: usize, seed: u64) -> Vec<Vec<i32>> {
        let mut random = SplitMix64::new(seed);
        let mut draw = || random.below(30) as i32;
        (0..games).map(|_| vec![draw(), draw(), draw()]).collect()
    }

    #[test]
    fn one_game_in_twenty_may_end_before_a_turn_that_is_asked_about() {
        let turns = |short: usize| (0..20).map(move |game| if game < short { 9 } else { 16 });
        assert_eq!(lengths(turns(1)), (16, 16));
        assert_eq!(lengths(turns(2)), (9, 16));
        assert_eq!(lengths(std::iter::empty()), (0, 0));
    }

    #[test]
    fn what_parts_the_games_is_asked_for_where_it_parts_them() {
        let cases = cases(rows(200, 1), |row| row[1] > 12);
        let (tree, right, better) = cases.tree();
        let Node::Question { column: 1, than: 12, more, fewer } = tree else { panic!("{tree:?}") };
        assert!(matches!(*more, Node::Leaf([_, 0])) && matches!(*fewer, Node::Leaf([0, _])));
        assert!(better && right.share > 0.97, "{right:?}");
    }

    #[test]
    fn a_second_question_is_asked_where_it_tells_more() {
        let cases = cases(rows(400, 2), |row| row[0] > 9 && row[2] > 9);
        let (tree, right, better) = cases.tree();
        assert!(better && right.share > 0.95, "{right:?}");
        let Node::Question { more, fewer, .. } = &tree else { panic!("{tree:?}") };
        let asks = |node: &Node| matches!(node, Node::Question { .. });
        assert!(asks(more) != asks(fewer), "one answer alone leaves a question: {tree:?}");
    }

    /// Of a hundred runs without any meaning hardly one is told as a finding.
    #[test]
    fn noise_is_no_finding() {
        let told = (0..100)
            .filter(|&seed| {
                let mut random = SplitMix64::new(1000 + seed);
                let kinds: Vec<bool> = (0..120).map(|_| random.below(2) == 0).collect();
                Cases { rows: rows(120, seed), first: kinds }.tree().2
            })
            .count();
        assert!(told <= 2, "{told} of 100");
    }

    #[test]
    fn few_games_make_no_answer() {
        // Seven games are parted from the others: one more would do.
        let part = |from: i32| {
            let rows: Vec<Vec<i32>> = (0..40).map(|n| vec![n]).collect();
            cases(rows, |row| row[0] >= from)
        };
        let of = |from: i32| {
            let cases = part(from);
            cases.grow(&(0..40).collect::<Vec<_>>(), 1, FEWEST)
        };
        let Node::Question { than, .. } = of(32) else { panic!("eight are enough") };
        assert_eq!(than, 31);
        let Node::Question { than, .. } = of(33) else { panic!("the least that may be parted") };
        assert_eq!(than, 31);
    }

    proptest! {
        #[test]
        fn every_game_ends_up_in_one_leaf(
            rows in prop::collection::vec(prop::collection::vec(-5..5i32, 2), 1..80),
            kinds in prop::collection::vec(any::<bool>(), 80),
        ) {
            let first = kinds[..rows.len()].to_vec();
            let cases = Cases { rows, first };
            let all: Vec<usize> = (0..cases.rows.len()).collect();
            fn sum(node: &Node) -> [u32; 2] {
                match node {
                    Node::Leaf(games) => *games,
                    Node::Question { more, fewer, .. } => {
                        let (a, b) = (sum(more), sum(fewer));
                        [a[0] + b[0], a[1] + b[1]]
                    }
                }
            }
            let tree = cases.grow(&all, DEPTH, FEWEST);
            prop_assert_eq!(sum(&tree), cases.count(&all));
            prop_assert_eq!(sum(&tree.clone().pruned()), cases.count(&all));
        }
    }
}
