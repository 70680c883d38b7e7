//! A game played by hand, in the window or in the terminal: a [`Session`] knows who sits at the
//! table, what was decided in which order, and the other courses that the game took; [`Offer`] says
//! what the side to decide may do, and a [`Draft`] puts one decision together click by click;
//! [`prospects`](mod@prospects) reckons what may come of it before any die is rolled.
//!
//! Nothing here knows a system: what there is to choose comes out of the legal actions and of the
//! JSON Schema of the system's actions, what an action does out of the engine itself.
//!
//! | module | holds |
//! |---|---|
//! | [`session`] | the game, who decides, stops, steps back and branches |
//! | [`course`] | every decision that was ever made in it, as a tree |
//! | [`losses`] | what a loss leaves of who takes it, and how much is left to lose |
//! | [`offer`] | what is legal: kinds of actions, units that may act, hexes that may be meant |
//! | [`more`] | what a unit that is picked may do besides what is listed |
//! | [`draft`] | one decision, put together one thing at a time |
//! | [`shape`] | which fields a kind of action has, by its JSON Schema |
//! | [`field`] | a small battlefield on which a ruleset shows what its rules do |
//! | [`mod@bounds`] | between which its numbers may be |
//! | [`mod@prospects`] | the chance of each outcome before the roll |
//! | [`nothing`] | why nothing can be done with a unit or a hex |
//! | [`probe`] | what the rules say of a unit and a hex, whoever is to decide |
//! | [`record`] | rule cases made of what was decided |
//! | [`routes`] | where picked units may go, what it costs, and why not elsewhere |
//! | [`happened`] | what came of the last decisions, for a map to show |
//! | [`seen`] | what a side may know of the log |
//! | [`standing`] | what is so of units besides where they stand, in words |
//! | [`silent`] | decisions that left nothing else in the log, in words |
//! | [`why`] | why a bot decided as it did, in words |
//! | [`sandbox`] | a game without rules: counters, charts and dice by hand |

pub mod bounds;
pub mod course;
pub mod draft;
pub mod field;
pub mod happened;
pub mod losses;
pub mod more;
pub mod nothing;
pub mod offer;
pub mod probe;
pub mod prospects;
pub mod record;
pub mod routes;
pub mod sandbox;
pub mod seen;
pub mod session;
pub mod shape;
pub mod silent;
pub mod standing;
pub mod why;

pub use bounds::bounds;
pub use course::{By, Course, Decision, Point};
pub use draft::Draft;
pub use happened::Happened;
pub use more::More;
pub use nothing::why_nothing;
pub use offer::Offer;
pub use probe::Probe;
pub use prospects::{Prospect, Prospects, prospects};
pub use routes::Routes;
pub use sandbox::Sandbox;
pub use session::{Seat, Session, Stop};
pub use shape::{Field, FieldKind, Shape, Shapes};
