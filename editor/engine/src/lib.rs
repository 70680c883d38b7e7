//! Salient's rules engine.
//!
//! A game is a value: [`Match::start`] makes one from a bundle and a seed, [`Match::legal`] says
//! what the side to decide may do, [`Match::apply`] does it or refuses with the rule's number,
//! and every change is an event that carries all the numbers that went into it. Nothing here
//! reads a clock, a file or a thread's timing, and all chance comes from one seeded generator.
//!
//! | module | holds |
//! |---|---|
//! | [`grid`] | which hexes touch, how far apart they are, where they lie |
//! | [`map`] | a map in dense arrays, for rules to read |
//! | [`path`] | the shortest ways over movement costs |
//! | [`board`] | who stands where, and whose zones of control reach where |
//! | [`chart`] | charts and constants with what a scenario changes |
//! | [`effects`] | what ground does under the circumstances |
//! | [`dice`], [`fnv`] | the generator; the hash of a position |
//! | [`game`] | a game in progress, of whatever system |
//! | [`mod@systems`] | the rules, one module a system; none knows another |
//! | [`mod@check`] | whether a set-up or a map is legal |
//! | [`set_up`] | free placement: its conditions, and placing on request |
//! | [`schedule`] | whether arrivals can stand where they come in |
//! | [`lab`] | many games between bots, and what they teach |
//! | [`case`] | rule cases: a small position, actions and what must come of them |

pub mod action;
pub mod board;
pub mod case;
pub mod chart;
pub mod check;
pub mod dice;
pub mod effects;
pub mod fnv;
pub mod game;
pub mod grid;
pub mod lab;
pub mod map;
pub mod path;
pub mod schedule;
pub mod set_up;
pub mod systems;

pub use action::{Action, Guns, Violation};
pub use check::{check, check_map};
pub use game::{Advance, Bot, Match, Outcome, Prepared, UnitView};
pub use grid::{Direction, Hex, HexGrid, Side};
pub use systems::{SystemInfo, systems};
