//! Playing the games of a run, on all cores.

use salient_schema::event::Event;
use serde::{Deserialize, Serialize};

use crate::game::Bot;

/// Games between two looks at whether the intervals are narrow enough. It does not depend on the
/// machine, so that a run ends with the same game everywhere.
pub const BLOCK: u32 = 64;

/// How many games a run has at the most when it goes on until its intervals are narrow.
pub const MOST_GAMES: u32 = 1_000_000;

/// What to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// How many games; with `until`, how many at the most.
    pub games: u32,
    /// The seed of the run. Game `i` is seeded from it and `i`, so that it can be played again
    /// by itself.
    pub seed: u64,
    /// Who plays: one a side, in the order of the ruleset's sides. The heuristic plays where
    /// none is named.
    pub bots: Vec<Bot>,
    /// Go on until the 95 % interval of every level reaches no farther than this to either side:
    /// 0.02 for 2 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Games finished.
    pub done: u32,
    /// Games in all, as far as can be told: it may grow while a run goes on until its intervals
    /// are narrow.
    pub games: u32,
    /// The widest interval of the levels after the last block, as half a width, when the run
    /// goes on until it is narrow.
    pub precision: Option<f64>,
}

/// Takes the log of each game, from several threads, as soon as it is over: its number from 0
/// and its events.
pub type LogSink<'a> = &'a (dyn Fn(u32, &[Event]) + Sync);
