//! What artillery does before a game, as a system lets a designer write it down.
//!
//! A system whose book has fire planned before play offers [`Missions`]: which counters may have
//! one, and what a plan may say. What is wrong with a plan its checks tell, as with everything.

use salient_schema::{Bundle, CounterId, HexLabel, Id};

/// Artillery plans by the rules of a system.
pub trait Missions: Send + Sync {
    /// What guns may be told to do, the one first that plans fire by game-turns.
    fn kinds(&self) -> &'static [MissionKind];

    /// What they may fire, the usual one first.
    fn shells(&self) -> &'static [Shell];

    /// The counters that may have a mission, in the order of the orders of battle.
    fn guns(&self, bundle: &Bundle) -> Vec<Gun>;
}

/// Something that a gun may be told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissionKind {
    /// As a scenario names it: `planned-fire`.
    pub id: &'static str,
    /// What a designer reads: `Planned fire`.
    pub name: &'static str,
    /// What it does, in a sentence with the rule.
    pub meaning: &'static str,
    /// Whether it fires at hexes by game-turn.
    pub fires: bool,
    /// Whether it goes to a hex.
    pub goes: bool,
}

/// Something that is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shell {
    /// As a scenario names it; none for the usual one.
    pub id: Option<&'static str>,
    /// What a designer reads: `Smoke`.
    pub name: &'static str,
}

/// A counter that may have a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gun {
    /// The counter.
    pub counter: CounterId,
    /// Its side.
    pub side: Id,
    /// Which kinds of missions it may have.
    pub kinds: Vec<&'static str>,
    /// The hex that it fires from, where that counts for its range.
    pub hex: Option<HexLabel>,
    /// How far it fires, in hexes, where that is counted.
    pub range: Option<u32>,
    /// In how many game-turns it fires at the most, where its ammunition is counted.
    pub most: Option<u32>,
    /// The shells that it may not fire, by their ids.
    pub lacks: Vec<&'static str>,
}
