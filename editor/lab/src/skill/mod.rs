//! How a scenario's balance stands as the players grow stronger.
//!
//! ```text
//! bundle, rungs ── run ──▶ Skill ── View::of_skill ──▶ text, panel, page
//! ```
//!
//! One pair of bots says what happens between these two. A ladder of bots, from random moves to a
//! searcher with more and more playouts, says what of it belongs to the scenario: where the share of
//! a side stays as strength grows, the bots agree; where it tips over, it depends on who plays. How
//! many rungs stand above random, each beating the one below, is how deep the scenario is.
//!
//! Skill ladders are those of Ai Ai (Tavener) and of Ludii's strategic depth (Soemers and others).

mod run;
mod view;

use salient_rules::Bot;
use salient_schema::Id;
use serde::{Deserialize, Serialize};

use crate::statistics::{Estimate, Share, wilson};
use crate::{Confidence, Interval};

pub use run::{MOST_RUNGS, Options, ladder, run};
pub use view::bot_name;

/// What a ladder of bots tells of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skill {
    /// The scenario's title.
    pub title: String,
    /// The fingerprint of what was played.
    pub fingerprint: String,
    /// The sides in the order of the ruleset: id and name.
    pub sides: Vec<(Id, String)>,
    /// The side that the points are counted for, if there is one.
    pub counted_for: Option<Id>,
    /// The seed of all runs.
    pub seed: u64,
    /// Games that each pairing was to have.
    pub wanted: u32,
    /// Whether the run was stopped before all was played.
    pub stopped: bool,
    /// The bots, weakest first.
    pub rungs: Vec<Bot>,
    /// Who played whom. First those of equal strength, in the order of the rungs; then each rung
    /// against the next above.
    pub pairings: Vec<Pairing>,
}

/// The games of one bot for each side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// The bots' places among the rungs, a side.
    pub rungs: Vec<usize>,
    /// Games that ended.
    pub games: u32,
    /// How often each side won.
    pub wins: Vec<Share>,
    /// The points at the end.
    pub points: Option<Estimate>,
    /// How often each level of victory was reached, in the order of the scenario.
    pub levels: Vec<(String, u64)>,
}

/// How much stronger a rung is than the one below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Climb {
    /// The stronger rung.
    pub rung: usize,
    /// Its share of wins against the one below, over both sides alike.
    pub share: Share,
    /// The stronger one wins more than half of the games for certain.
    pub clear: bool,
}

impl Skill {
    /// The games of two bots of one strength, in the order of the rungs.
    pub fn even(&self) -> impl Iterator<Item = (usize, &Pairing)> {
        self.pairings.iter().filter_map(|pairing| {
            let first = *pairing.rungs.first()?;
            pairing.rungs.iter().all(|&rung| rung == first).then_some((first, pairing))
        })
    }

    /// How much stronger each rung is than the one below, from the second up. Rungs are left out
    /// that have not played for both sides.
    pub fn climbs(&self) -> Vec<Climb> {
        (1..self.rungs.len()).filter_map(|rung| self.climb(rung)).collect()
    }

    /// The games of a rung for one side against the next below for the others.
    fn uneven(&self, rung: usize, own: usize) -> Option<&Pairing> {
        let sides = self.sides.len();
        let seat = |place: usize| if place == own { rung } else { rung - 1 };
        self.pairings.iter().find(|pairing| pairing.rungs.iter().copied().eq((0..sides).map(seat)))
    }

    fn climb(&self, rung: usize) -> Option<Climb> {
        let sides = self.sides.len();
        let (mut won, mut of) = (0, 0);
        for side in 0..sides {
            let share = self.uneven(rung, side)?.wins.get(side)?;
            won += share.count;
            of += share.of;
        }
        let share = Share::new(won, of);
        Some(Climb { rung, share, clear: of > 0 && share.low > 0.5 })
    }

    /// How many rungs stand above the lowest, each of them for certain stronger than the one
    /// below it that counts.
    pub fn depth(&self) -> usize {
        self.climbs().iter().filter(|climb| climb.clear).count()
    }

    /// What the rungs agree on from the second upwards, at the interval that holds for all of
    /// them together.
    pub fn finding(&self) -> Finding {
        // Random moves tell of the rules, not of the scenario.
        let counted: Vec<(usize, &Pairing)> =
            self.even().filter(|(rung, pairing)| *rung > 0 && pairing.games > 0).collect();
        let Some(&(top, strongest)) = counted.last() else { return Finding::Nothing };
        let leaders: Vec<Option<usize>> =
            counted.iter().map(|(_, pairing)| pairing.ahead()).collect();
        let mut sides: Vec<usize> = leaders.iter().flatten().copied().collect();
        sides.dedup();
        let mut with_random: Vec<usize> =
            self.even().filter_map(|(_, pairing)| pairing.ahead()).collect();
        with_random.dedup();
        // "Weaker players win with the one side" is true only where the weakest do, too.
        let to_and_fro = with_random.len() > sides.len().min(2);
        match (sides.as_slice(), leaders.last().copied().flatten()) {
            ([], _) => {
                let known = strongest.wins.iter().map(|share| share.interval().half_width());
                Finding::Even { top, known: known.fold(0.0, f64::max) }
            }
            ([side], Some(_)) if leaders.iter().all(Option::is_some) => {
                let shares = counted.iter().filter_map(|(_, pairing)| pairing.wins.get(*side));
                let least = shares.clone().map(|share| share.share).fold(1.0, f64::min);
                let most = shares.map(|share| share.share).fold(0.0, f64::max);
                Finding::Agreed { side: *side, least, most }
            }
            ([_], None) if to_and_fro => Finding::ToAndFro,
            ([side], now) => Finding::Fades { side: *side, now: now.is_some(), top },
            _ if to_and_fro => Finding::ToAndFro,
            _ => Finding::Tips {
                from: sides[0],
                to: leaders.last().copied().flatten(),
                top,
                share: strongest.wins.iter().map(|share| share.share).fold(0.0, f64::max),
            },
        }
    }
}

/// What a ladder says of the balance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// Too little was played.
    Nothing,
    /// No strength puts a side ahead for certain.
    Even {
        /// The highest rung.
        top: usize,
        /// How well the shares between the strongest are known, to either side.
        known: f64,
    },
    /// One side is ahead at every strength above random.
    Agreed {
        /// Its place among the sides.
        side: usize,
        /// Its least share of wins.
        least: f64,
        /// Its greatest.
        most: f64,
    },
    /// One side is ahead at some strengths, and none at others.
    Fades {
        /// Its place among the sides.
        side: usize,
        /// Whether it is ahead at the greatest strength.
        now: bool,
        /// The highest rung.
        top: usize,
    },
    /// One side is ahead between weaker players and the other between stronger ones.
    Tips {
        /// The side that is ahead first.
        from: usize,
        /// The side that is ahead between the strongest, if any is.
        to: Option<usize>,
        /// The highest rung.
        top: usize,
        /// The share of whoever wins more between the strongest.
        share: f64,
    },
    /// The lead changes sides more than once, or against that of random moves and back.
    ToAndFro,
}

impl Pairing {
    /// The side that wins more than half of the games for certain.
    pub fn ahead(&self) -> Option<usize> {
        self.wins.iter().position(|share| all_of(share).low > 0.5)
    }
}

/// The interval of a share, so wide that five rungs together hold 19 times in 20 (Bonferroni).
fn all_of(share: &Share) -> Interval {
    wilson(share.count, share.of, Confidence::P99)
}
