//! One game of a run, as its report keeps it.

use salient_rules::game::{Outcome, SideLosses};
use salient_schema::Id;
use serde::{Deserialize, Serialize};

/// One game of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameReport {
    /// Its number in the run, from 0.
    pub game: u32,
    /// Its own seed.
    pub seed: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended, where the log says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Id>,
    /// The last game-turn played.
    pub turns: u16,
    /// Losses a side.
    pub losses: Vec<SideLosses>,
    /// What it had come to at the end of an early game-turn, of half the game, of three quarters
    /// and of all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Hash of the last position.
    pub state_hash: String,
}

/// What a game had come to at the end of a game-turn: those of its numbers that are not 0, each by
/// its place among `GameFact`s.
pub type Mark = Vec<(u32, i32)>;
