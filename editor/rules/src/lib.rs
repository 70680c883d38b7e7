//! Salient's rules kernel: what every game system shares, and nothing that one rule book says.
//!
//! A game is a value: [`Match::start`] makes one from a bundle and a seed, [`Match::legal`] says
//! what the side to decide may do, [`Match::apply`] does it or refuses with the rule's number,
//! and every change is an event that carries all the numbers that went into it. Nothing here
//! reads a clock, a file or a thread's timing, and all chance comes from one seeded generator.
//!
//! | module | holds |
//! |---|---|
//! | [`system`] | what a system is, and the registry of those that a program plays |
//! | [`game`] | a game in progress, of whatever system |
//! | [`base`] | what the rules and the position of every system have in common, to embed |
//! | [`keep`] | a position as a scenario of its own |
//! | [`play`] | the engine of every game: what one book says, played |
//! | [`questions`] | what screens ask of a game, each question once |
//! | [`generator`] | set-ups made by questions, dice and steps |
//! | [`missions`] | what artillery does before a game, to be written down |
//! | [`limits`] | how much may belong to a formation |
//! | [`log`] | the events of a game, as far as anybody wants them |
//! | [`action`] | what a side may do, and how it is refused |
//! | [`book`] | a rule book as plain data |
//! | [`board`] | who stands where, and whose zones of control reach where |
//! | [`bot`] | who decides where no person does |
//! | [`chart`] | charts and constants with what a scenario changes |
//! | [`detail`] | accounts of events that several systems give alike |
//! | [`effects`] | what terrain does under the circumstances |
//! | [`dice`], [`fnv`] | the generator; the hash of a position |
//! | [`mod@check`] | whether a set-up or a map is legal |
//! | [`sights`] | lines of sight over a map, to be looked at before a game |
//! | [`set_up`] | free placement: its conditions, and placing on request |
//! | [`schedule`] | whether arrivals can stand where they come in |
//! | [`ratings`] | which rating of counters is used for what |
//! | [`roles`] | what plays which part in the rules, by what the data say |
//! | [`rule_table`] | every numbered rule of a book, and how its cases come out |
//! | [`search`], [`mod@weights`] | the bot that plays plans out; what planners weigh by |
//! | [`mod@words`], [`acts`] | a game in plain words; what a side may do, every choice told apart |
//! | [`case`] | rule cases: a small position, actions and what must come of them |

pub mod account;
pub mod action;
pub mod acts;
pub mod base;
pub mod board;
pub mod book;
pub mod bot;
mod boxes;
pub mod case;
pub mod chart;
pub mod check;
mod checker;
pub mod detail;
pub mod dice;
pub mod effects;
mod entries;
pub mod fnv;
pub mod game;
pub mod generator;
mod host;
pub mod keep;
pub mod limits;
pub mod log;
pub mod missions;
mod model;
mod names;
pub mod odds;
pub mod play;
pub mod questions;
pub mod ratings;
pub mod roles;
pub mod rule_table;
pub mod schedule;
pub mod search;
pub mod set_up;
pub mod sights;
pub mod stacking;
pub mod states;
mod steps;
pub mod system;
pub mod weights;
pub mod words;

pub use action::{Action, Violation};
pub use bot::Bot;
pub use check::{check, check_map};
pub use game::{Advance, Match, Outcome, Prepared, UnitView};
pub use roles::{COMMON, Need, Role, RoleKind, Roles};
pub use system::{Checker, System, SystemInfo, SystemRef, Systems};
