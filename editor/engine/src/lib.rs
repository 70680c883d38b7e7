//! Salient's rules engine.
//!
//! A game is a value: [`Match::start`] makes one from a bundle and a seed, [`Match::legal`] says
//! what the side to decide may do, [`Match::apply`] does it or refuses with the rule's number,
//! and every change is an event that carries all the numbers that went into it. Nothing here
//! reads a clock, a file or a thread's timing, and all chance comes from one seeded generator.

pub mod grid;
